"""Problems as they may be told: each with the line of the file that it names, and none with anything that is withheld."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from postil.load.files import Folder, Source, source_from_bytes
from postil.model.withheld import Secrets
from postil.problems import Place, Problem
from postil.scrub import Scrub

_WIDEST = 1000
"""A line longer than this, in code points, is not shown with a problem."""


def with_excerpts(root: Path, problems: Iterable[Problem], secrets: Secrets) -> tuple[Problem, ...]:
    """The problems as they may be told, each with the line of the file that it names, where one can be read, and in it.

    Every problem that is told comes through here: none of them shows anything of the secrets.
    """
    folder = Folder(root)
    sources: dict[str, Source | None] = {}
    scrub = Scrub(secrets)
    return tuple(scrub.problem(_with_excerpt(folder, problem, sources)) for problem in problems)


def _with_excerpt(folder: Folder, problem: Problem, sources: dict[str, Source | None]) -> Problem:
    place = problem.place
    if place.line == 0 or problem.is_secret:
        return problem
    if place.path not in sources:
        data = folder.data(folder.file(place.path)).value
        sources[place.path] = None if data is None else source_from_bytes(place.path, data).value
    source = sources[place.path]
    if source is None or place.line > source.line_number(len(source.text)):
        return problem
    line = source.line(place.line)
    excerpt = line if len(line) <= _WIDEST else ""
    return replace(problem, excerpt=excerpt, place=_within(place, line))


def _within(place: Place, line: str) -> Place:
    """The place as far as it lies in its line: Markdown in a value that YAML folds goes on in others."""
    left = len(line) + 1 - place.column
    return replace(place, length=min(place.length, left)) if left >= 0 else Place(place.path, place.line)
