"""What a build costs: archives of several sizes built anew, each in a process of its own, and how the cost grows.

    make bench
    make bench SIZES='100 1000 10000'
    python tests/bench/run.py 100 1000 --jobs 2

For each size: articles per second on the clock, processor seconds (user and system, workers and Pagefind with them), the
peak memory of the largest process, and what was built. Then what each stage takes an article. A figure that grew more than
the archive did, by more than a busy machine explains, has a star. Then the search: what its index costs, the size of each
edition, and how soon a browser shows the first ten results. Writing the corpus is not counted.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from archive import write_archive
from corpus import Corpus
from vocabulary import NOUNS

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parent.parent

SIZES = (100, 1000)

_TOLERATED = 1.25
"""Growth an article, from one size to the next, that is put down to the machine."""

_SEEN = 0.0005
"""Processor seconds an article under which a stage is too cheap for its growth to mean anything."""


@dataclass(frozen=True, slots=True)
class Build:
    """Figures of one build. Times in seconds, sizes in bytes."""

    articles: int
    pages: int
    wall: float
    cpu: float
    peak: int
    """Of the largest process."""
    own_peak: int
    """Of the process that leads; where `peak` is larger, it is that of Pagefind or a worker."""
    programs_peak: int
    """Of the largest program that was started: Pagefind's, unless a worker grew larger."""
    stages: tuple[tuple[str, float, float], ...]
    """(stage, seconds on the clock, processor seconds)."""
    site: int
    web: int
    folder: int
    """The search for the web, and for folders."""
    found: tuple[tuple[float, float], ...] = ()
    """Milliseconds to ten results of a name and of a common word: (over http, from a folder); empty without a browser."""

    @property
    def cpu_each(self) -> float:
        return self.cpu / self.articles


def build(articles: int, jobs: int, folder: Path) -> Build:
    """Write an archive into an empty folder and build it. Raises when it could not be built, or has problems."""
    root, out = folder / "archive", folder / "site"
    root.mkdir()
    written = write_archive(root, articles)
    print(f"{written.articles:,} articles: {written.words:,} words, {written.notes:,} notes", file=sys.stderr)
    command = [sys.executable, str(HERE / "stages.py"), str(root), str(out), str(jobs)]
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    begun = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True) as process:
        assert process.stdout is not None
        printed = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)  # with what it has waited for: workers, Pagefind
        process.returncode = os.waitstatus_to_exitcode(status)
    wall = time.perf_counter() - begun
    if process.returncode:
        raise SystemExit(f"the build of {articles} articles left with {process.returncode}")
    figures = json.loads(printed)
    if figures["problems"] or not figures["published"]:
        raise SystemExit(f"the archive of {articles} articles has {figures['problems']} problems")
    return Build(
        articles=articles,
        pages=figures["pages"],
        wall=wall,
        cpu=usage.ru_utime + usage.ru_stime,
        peak=usage.ru_maxrss * 1024,
        own_peak=figures["memory"],
        programs_peak=figures["memory of programs"],
        stages=tuple((stage, *spent) for stage, spent in figures["stages"].items()),
        site=_size(out),
        web=figures["search"][0],
        folder=figures["search"][1],
        found=_found(out, (Corpus(articles).names[0].name, NOUNS[0])),
    )


def _found(site: Path, words: Sequence[str]) -> tuple[tuple[float, float], ...]:
    command = [sys.executable, str(HERE / "finding.py"), str(site), *words]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(REPOSITORY), str(HERE.parent)))}
    done = subprocess.run(command, stdout=subprocess.PIPE, env=environment, text=True, check=True)
    return tuple((web, folder) for web, folder in json.loads(done.stdout) or ())


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


# --- what is shown ----------------------------------------------------------------------------------------------------


def report(builds: Sequence[Build]) -> str:
    """Tables in Markdown: a line for each size, what the stages take an article at each, and the search at each."""
    first = _table(
        (
            "articles",
            "pages",
            "a second",
            "clock s",
            "processor s",
            "peak MiB",
            "engine MiB",
            "site MiB",
        ),
        (
            (
                f"{one.articles:,}",
                f"{one.pages:,}",
                f"{one.articles / one.wall:.1f}",
                f"{one.wall:.1f}",
                f"{one.cpu:.1f}",
                _mib(one.peak),
                _mib(one.own_peak),
                _mib(one.site),
            )
            for one in builds
        ),
    )
    stages = [stage for stage, _, _ in builds[-1].stages]
    rows = [(stage, *_grown([_cpu_each(one, stage) for one in builds])) for stage in stages]
    rows.append(("in all", *_grown([one.cpu_each for one in builds])))
    second = _table(("ms of processor an article", *(f"{one.articles:,}" for one in builds)), rows)
    return f"{first}\n\n{second}\n\n{_search_table(builds)}\n"


def _search_table(builds: Iterable[Build]) -> str:
    head = (
        "search",
        *("index s", "processor s", "peak MiB", "web MiB", "folder MiB"),
        *("ms to ten of a name: http", "folder", "of a common word: http", "folder"),
    )
    rows = []
    for one in builds:
        wall, cpu = next((wall, cpu) for name, wall, cpu in one.stages if name == "index")
        found = [f"{ms:.0f}" for pair in one.found for ms in pair] or ["–"] * 4
        sizes = (_mib(one.programs_peak), f"{one.web / 2**20:.1f}", f"{one.folder / 2**20:.1f}")
        rows.append((f"{one.articles:,}", f"{wall:.1f}", f"{cpu:.1f}", *sizes, *found))
    return _table(head, rows)


def _cpu_each(one: Build, stage: str) -> float:
    return next(cpu for name, _, cpu in one.stages if name == stage) / one.articles


def _grown(each: Sequence[float]) -> list[str]:
    """Seconds an article at each size, as ms; with a star where they are more than at the size before."""
    before = (float("inf"), *each)
    return [
        f"{1000 * now:.2f}{' *' if now > _SEEN and now > _TOLERATED * earlier else ''}"
        for earlier, now in zip(before, each, strict=False)
    ]


def _mib(size: int) -> str:
    return f"{size / 2**20:,.0f}"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---", *("---:" for _ in head[1:])], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Measure what a build costs.")
    parser.add_argument("sizes", nargs="*", type=int, default=SIZES, help="numbers of articles")
    parser.add_argument(
        "--jobs",
        type=int,
        default=1,
        help="worker processes at most; with one (the default) the stages are told apart to the last",
    )
    chosen = parser.parse_args(arguments)
    builds: list[Build] = []
    for size in sorted(chosen.sizes):
        with tempfile.TemporaryDirectory(prefix="postil-bench-") as folder:
            builds.append(build(size, chosen.jobs, Path(folder)))
    print(report(builds))


if __name__ == "__main__":
    main()
