"""One build with a clock on each stage. Run in a process of its own; prints its figures as JSON.

    python stages.py ROOT OUT JOBS

A stage is charged with what passes while it is the innermost one at work, in this process and in programs it has waited
for. Workers are not told apart: with more than one job their time shows in the whole only, and the stages that they do
have the time that this process waits for them. `index` is all that only the search needs, the views that it is made
from with it.
"""

from __future__ import annotations

import functools
import json
import resource
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from postil import audit, exporters, index, link, load, pages, pipeline, prepare, publish, rebuild, render
from postil.names import NameIndex
from postil.recall import Recall
from postil.report import print_problems

T = TypeVar("T")

STAGES = ("load", "prepare", "link", "pages", "render", "index", "audit", "publish", "rest")
"""In the order of the build; `rest` is what the pipeline does itself: workers begun and waited for, files written."""


@dataclass(slots=True)
class Spent:
    """Seconds on the clock, and of processors (user and system)."""

    wall: float = 0.0
    cpu: float = 0.0


class Clock:
    """Charges time to the innermost stage."""

    def __init__(self) -> None:
        self.spent = {stage: Spent() for stage in STAGES}
        self._open = ["rest"]
        self._since = (time.perf_counter(), _cpu())

    def _charge(self) -> None:
        now = (time.perf_counter(), _cpu())
        spent = self.spent[self._open[-1]]
        spent.wall += now[0] - self._since[0]
        spent.cpu += now[1] - self._since[1]
        self._since = now

    def enter(self, stage: str) -> None:
        self._charge()
        self._open.append(stage)

    def leave(self) -> None:
        self._charge()
        self._open.pop()

    def timed(self, stage: str, function: Callable[..., T]) -> Callable[..., T]:
        # `wraps` keeps the name, by which a worker finds the function as it is without a clock.
        @functools.wraps(function)
        def timed(*args: Any, **kwargs: Any) -> T:  # noqa: ANN401 - whatever the function takes
            self.enter(stage)
            try:
                return function(*args, **kwargs)
            finally:
                self.leave()

        return timed

    def timed_items(self, stage: str, function: Callable[..., Iterable[T]]) -> Callable[..., Iterator[T]]:
        """The same for a generator: its work is done when an item is asked for."""

        @functools.wraps(function)
        def timed(*args: Any, **kwargs: Any) -> Iterator[T]:  # noqa: ANN401 - whatever the function takes
            items = iter(function(*args, **kwargs))
            begun = self.timed(stage, functools.partial(next, items, None))
            while (item := begun()) is not None:
                yield item

        return timed


def _cpu() -> float:
    mine, others = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return mine.ru_utime + mine.ru_stime + others.ru_utime + others.ru_stime


_TIMED: tuple[tuple[ModuleType | type, str, str], ...] = (
    (load, "load", "load"),
    (load, "with_excerpts", "load"),
    (prepare, "read", "prepare"),
    (prepare, "place", "prepare"),
    (pipeline, "NameIndex", "prepare"),
    (NameIndex, "rows_in", "prepare"),
    (link, "link", "link"),
    (pages, "Lookup", "pages"),
    (render, "render", "render"),
    (exporters, "exports", "render"),
    (index, "index", "index"),
    (Recall, "keep_article", "rest"),  # for the next edit, while the search is made
    (audit, "inspect", "audit"),
    (audit, "audit", "audit"),
    (publish.Publication, "finish", "publish"),
)
_TIMED_ITEMS: tuple[tuple[ModuleType, str, str], ...] = (
    (pages, "pages", "pages"),
    (pages, "index_views", "index"),
)


def main(root: Path, out: Path, jobs: int) -> None:
    clock = Clock()
    for where, name, stage in _TIMED:
        setattr(where, name, clock.timed(stage, getattr(where, name)))
    for where, name, stage in _TIMED_ITEMS:
        setattr(where, name, clock.timed_items(stage, getattr(where, name)))
    outcome = rebuild.build(root, out, drafts=False, strictly=True, jobs=jobs)
    clock.leave()
    print_problems(outcome.problems, sys.stderr)
    figures = {
        "pages": outcome.pages,
        "rendered": outcome.rendered,
        "written": outcome.written,
        "published": outcome.published,
        "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
        "memory of programs": resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024,
        "search": [outcome.search.web, outcome.search.folder],
        "stages": {stage: [spent.wall, spent.cpu] for stage, spent in clock.spent.items()},
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
