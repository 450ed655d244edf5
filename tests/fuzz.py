"""The laws of `test_fuzz.py` for as long as one likes, with seeds that no run before has had.

`python tests/fuzz.py --minutes 60 --seed 1 --log FILE`: round after round, each with a seed of its own, and a line of the
log for each: what the archives came to, and what was found. A fault found once is counted from then on, and no longer in
the way of others. Runs with one seed try the same archives, as far as each gets.
"""

from __future__ import annotations

import json
import platform
import re
import subprocess
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from importlib.metadata import version
from itertools import count
from pathlib import Path

import archive_laws
import click
from archive_laws import Tally
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from random_archives import archives
from random_faults import Entry, Files
from strategies import cuts, languages, mixed

HERE = Path(__file__).resolve().parent
ARCHIVES, TEXTS = 100, 300
"""Examples for one law in one round."""

SHRINKING = 30.0
"""Seconds for making an archive smaller at which a fault shows."""

COMMANDS = (["check"], ["check", "--strict"], ["build"], ["build", "--drafts"], ["build", "--strict"])


class Run:
    """What a run has tried and found: `found` has law, traceback and archive or text by the name of the fault."""

    def __init__(self) -> None:
        self.tally = Tally()
        self.tried: Counter[str] = Counter()
        self.found: dict[str, tuple[str, str, str]] = {}
        self.again: Counter[str] = Counter()

    def round(self, number: int) -> None:
        """One round of all laws."""

        @given(archives(st.just(0)), st.booleans())
        def good(files: Files, drafts: bool) -> None:  # noqa: FBT001
            self.archive("good", files, lambda some, tally: archive_laws.hold(some, tally, drafts=drafts))

        @given(archives(st.integers(1, 2)), st.booleans())
        def faulty(files: Files, drafts: bool) -> None:  # noqa: FBT001
            self.archive("faulty", files, lambda some, tally: archive_laws.hold(some, tally, drafts=drafts))

        @given(archives(st.integers(3, 9)))
        def full_of_faults(files: Files) -> None:
            self.archive("full of faults", files, archive_laws.hold)

        @given(archives(st.integers(0, 3)), st.sampled_from(COMMANDS))
        def commands(files: Files, command: list[str]) -> None:
            self.archive("command", files, lambda some, _: archive_laws.left_well(some, *command))

        @given(mixed, languages, cuts)
        def bodies(source: str, lang: str, cut: list[tuple[float, float]]) -> None:
            self.text("body", source, lambda: archive_laws.body_holds(source, lang, cut))

        @given(mixed)
        def prose(source: str) -> None:
            self.text("prose", source, lambda: archive_laws.prose_holds(source))

        several = settings(
            max_examples=ARCHIVES,
            phases=[Phase.generate],
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        for law in (good, faulty, full_of_faults, commands):
            seed(number)(several(law))()
        for short in (bodies, prose):
            seed(number)(settings(several, max_examples=TEXTS)(short))()

    def archive(self, law: str, files: Files, holds: Callable[[Files, Tally], None]) -> None:
        """Try one archive; at a new fault make it smaller."""
        self.tried[law] += 1
        try:
            holds(files, self.tally)
        except Exception as error:  # noqa: BLE001 - whatever a law lets out is what is looked for
            name, told = signature(error), traceback.format_exc()
            if self._is_new(name):

                def fails(some: Files) -> bool:
                    try:
                        holds(some, Tally())
                    except Exception as other:  # noqa: BLE001 - the same
                        return signature(other) == name
                    return False

                self.found[name] = law, told, repr(smaller(files, fails).files)

    def text(self, law: str, source: str, holds: Callable[[], None]) -> None:
        self.tried[law] += 1
        try:
            holds()
        except Exception as error:  # noqa: BLE001 - the same
            name, told = signature(error), traceback.format_exc()
            if self._is_new(name) or len(repr(source)) < len(self.found[name][2]):
                self.found[name] = law, told, repr(source)  # the shortest text tells most

    def _is_new(self, name: str) -> bool:
        self.again[name] += 1
        return name not in self.found


def signature(error: BaseException) -> str:
    """The name of a fault: the kind of error, the innermost line of ours that it came from, the code if it is about one."""
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename.startswith(str(HERE.parent)) and "site-packages" not in frame.filename
    ]
    where = f"{Path(frames[-1].filename).relative_to(HERE.parent)}:{frames[-1].lineno}" if frames else "?"
    code = re.search(r"code='([a-z-]+)'", str(error))
    return f"{type(error).__name__} at {where}" + (f" ({code[1]})" if code else "")


def smaller(files: Files, fails: Callable[[Files], bool]) -> Files:
    """The archive without the files and lines that its fault can do without, as far as there is time."""
    until = time.monotonic() + SHRINKING

    def is_enough(entries: Sequence[Entry]) -> bool:
        return time.monotonic() < until and fails(Files(tuple(entries), files.faults))

    kept = list(files.files)
    for entry in files.files:
        without = [one for one in kept if one is not entry]
        if is_enough(without):
            kept = without
    for place, (path, data) in enumerate(kept):
        if not isinstance(data, bytes):
            continue
        rows = data.splitlines(keepends=True)
        size = max(1, len(rows) // 2)
        while rows and size:
            for start in range(len(rows) - size, -1, -size):
                fewer = [*rows[:start], *rows[start + size :]]
                if is_enough([*kept[:place], (path, b"".join(fewer)), *kept[place + 1 :]]):
                    rows = fewer
            size //= 2
        kept[place] = path, b"".join(rows)
    return Files(tuple(kept), files.faults)


@click.command()
@click.option("--minutes", type=click.FloatRange(min=0), default=1.0, show_default=True)
@click.option("--seed", "first", type=int, default=1, show_default=True)
@click.option(
    "--log", type=click.Path(dir_okay=False, path_type=Path), default=Path("fuzz.log"), show_default=True
)
def main(minutes: float, first: int, log: Path) -> None:
    """Check random archives for some minutes; leave with 1 when a fault was found."""
    run, begun, told = Run(), time.monotonic(), set[str]()
    with log.open("w", encoding="utf-8") as file:

        def tell(**line: object) -> None:
            text = json.dumps(line)
            click.echo(text)
            file.write(f"{text}\n")
            file.flush()

        tell(
            seed=first,
            minutes=minutes,
            commit=_commit(),
            python=platform.python_version(),
            hypothesis=version("hypothesis"),
        )
        for number in count():
            if time.monotonic() - begun > minutes * 60:
                break
            own = first * 1_000_000 + number
            run.round(own)
            for name in sorted(run.found.keys() - told):
                law, how, small = run.found[name]
                tell(found=name, law=law, seed=own, told=_anywhere(how)[-2000:], small=small[:3000])
            told |= run.found.keys()
            tell(round=number, seed=own, tried=run.tried.total(), faults=len(told), minute=_minutes(begun))
        tell(
            minutes=_minutes(begun),
            rounds=number,
            tried=dict(run.tried),
            clean=run.tally.clean,
            warned=run.tally.warned,
            checked=run.tally.archives,
            codes=dict(sorted(run.tally.codes.items())),
            faults=dict(run.again),
        )
    sys.exit(1 if run.found else 0)


def _anywhere(told: str) -> str:
    """A traceback without the paths of this machine."""
    return re.sub(r'"[^"]*/(?:site-packages|lib/python[0-9.]+)/', '"', told.replace(f"{HERE.parent}/", ""))


def _minutes(begun: float) -> float:
    return round((time.monotonic() - begun) / 60, 1)


def _commit() -> str:
    asked = subprocess.run(
        ["git", "-C", HERE, "rev-parse", "HEAD"], capture_output=True, text=True, check=False
    )
    return asked.stdout.strip()


if __name__ == "__main__":
    main()
