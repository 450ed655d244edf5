"""What a build costs: archives of several sizes, from nothing and after edits, beside Hugo, and how the cost grows.

    make bench
    make bench SIZES='100 1000 10000'
    python tests/bench/run.py 100 1000 --jobs 2

For each size a table of builds, one after another: from nothing, when nothing has changed, and after each of some edits.
After each of them Hugo builds the same corpus, edited alike (`edits`, `beside`), so that both had the same machine. Every
build is a process of its own: articles per second on the clock, processor seconds (user and system, workers and Pagefind
with them), those that only the search needs, the peak memory of all its processes. `of Hugo's` is what the rest of the
processor seconds are of those of Hugo, which makes no search.

Then all sizes from nothing: what was built, and what each stage takes an article. A figure that grew more than the archive
did, by more than a busy machine explains, has a star. Then the search: what its index costs, the size of each edition, and
how soon a browser shows the first ten results. Writing the corpus is not counted.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import beside
from archive import write_archive
from corpus import Corpus
from edits import Edits
from measure import Cost, cost_of
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
    """Of all processes at once."""
    own_peak: int
    """Of the process that leads."""
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


@dataclass(frozen=True, slots=True)
class Step:
    """A build after an edit, and Hugo's after the same; `search` are processor seconds."""

    name: str
    articles: int
    ours: Cost
    search: float
    rendered: int
    written: int
    hugo: Cost | None

    @property
    def ratio(self) -> float | None:
        return None if self.hugo is None else (self.ours.cpu - self.search) / self.hugo.cpu


def measured(articles: int, jobs: int, folder: Path, hugo: Path | None) -> tuple[Build, list[Step]]:
    """Write an archive into an empty folder, build it, and again after edits. Raises when one could not be built."""
    root, project, out = folder / "archive", folder / "hugo", folder / "site"
    root.mkdir()
    written = write_archive(root, articles)
    print(f"{written.articles:,} articles: {written.words:,} words, {written.notes:,} notes", file=sys.stderr)
    shutil.copytree(REPOSITORY / "templates", root / "templates")  # its own, so that one can be edited
    corpus = Corpus(articles)
    beside.write_project(project, corpus)
    steps: list[Step] = []

    def step(name: str, ours: Cost, search: float, rendered: int, written: int) -> None:
        theirs = None
        if hugo is not None:
            command = [
                str(hugo),
                "--quiet",
                "--source",
                str(project),
                "--destination",
                str(folder / "theirs"),
            ]
            theirs = cost_of(command, {"HUGO_CACHEDIR": str(folder / "kept")})
        steps.append(Step(name, articles, ours, search, rendered, written, theirs))
        print(f"{articles:,}: {name}", file=sys.stderr)

    cost, figures = _built(root, out, jobs)
    stages = tuple((stage, *spent) for stage, spent in figures["stages"].items())
    step("from nothing", cost, _search(figures), figures["rendered"], figures["written"])
    build = Build(
        articles=articles,
        pages=figures["pages"],
        wall=cost.wall,
        cpu=cost.cpu,
        peak=cost.peak,
        own_peak=figures["memory"],
        programs_peak=figures["memory of programs"],
        stages=stages,
        site=_size(out),
        web=figures["search"][0],
        folder=figures["search"][1],
        found=_found(out, (corpus.names[0].name, NOUNS[0])),
    )
    step("nothing changed", _built_again(root, out), 0.0, 0, 0)
    for name, edit in Edits(root, project, corpus):
        edit()
        cost, figures = _built(root, out, jobs)
        step(name, cost, _search(figures), figures["rendered"], figures["written"])
    return build, steps


_ENVIRONMENT = {"PYTHONPATH": str(REPOSITORY)}


def _built(root: Path, out: Path, jobs: int) -> tuple[Cost, Any]:
    """A build with a clock on each stage: what it took, and what `stages` says of it."""
    cost = cost_of([sys.executable, str(HERE / "stages.py"), str(root), str(out), str(jobs)], _ENVIRONMENT)
    figures = json.loads(cost.printed)
    if not figures["published"]:
        raise SystemExit(f"{root} could not be built")
    return cost, figures


def _search(figures: Any) -> float:  # noqa: ANN401 - from JSON
    _, cpu = figures["stages"]["index"]
    return float(cpu)


def _built_again(root: Path, out: Path) -> Cost:
    """The build as it is begun from a terminal, since most of what it does when nothing has changed is to begin."""
    command = [sys.executable, "-m", "postil", "build", "--strict", "--root", str(root), "--out", str(out)]
    cost = cost_of([*command, "--why", "index.html"], _ENVIRONMENT)
    if "; 0 files changed" not in cost.printed or "nothing has changed" not in cost.printed:
        raise SystemExit(f"something changed where nothing had been edited: {cost.printed}")
    return cost


def _found(site: Path, words: Sequence[str]) -> tuple[tuple[float, float], ...]:
    command = [sys.executable, str(HERE / "finding.py"), str(site), *words]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(REPOSITORY), str(HERE.parent)))}
    done = subprocess.run(command, stdout=subprocess.PIPE, env=environment, text=True, check=True)
    return tuple((web, folder) for web, folder in json.loads(done.stdout) or ())


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


# --- what is shown ----------------------------------------------------------------------------------------------------


def steps_table(steps: Sequence[Step]) -> str:
    """A line for each build of one archive."""
    head = (
        *("build", "articles a second", "clock s", "processor s", "of it search", "peak MiB", "rendered"),
        *("written", "Hugo: processor s", "peak MiB", "of Hugo's"),
    )
    rows = []
    for one in steps:
        theirs = ("–", "–") if one.hugo is None else (f"{one.hugo.cpu:.2f}", _mib(one.hugo.peak))
        ratio = "–" if one.ratio is None else f"{one.ratio:.2f}"
        ours = (
            *(f"{one.articles / one.ours.wall:,.0f}", f"{one.ours.wall:.1f}", f"{one.ours.cpu:.2f}"),
            *(f"{one.search:.2f}", _mib(one.ours.peak), f"{one.rendered:,}", f"{one.written:,}"),
        )
        rows.append((one.name, *ours, *theirs, ratio))
    return _table(head, rows)


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
    hugo = beside.hugo()
    builds: list[Build] = []
    for size in sorted(chosen.sizes):
        with tempfile.TemporaryDirectory(prefix="postil-bench-") as folder:
            build, steps = measured(size, chosen.jobs, Path(folder), hugo)
        builds.append(build)
        print(f"{size:,} articles, {build.pages:,} pages\n\n{steps_table(steps)}\n", flush=True)
    print(report(builds))


if __name__ == "__main__":
    main()
