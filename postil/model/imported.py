"""What an importer hands back: files to be written, and what a person should hear about them.

An importer writes nothing itself, so it can be tried on anything; only the command line writes, and never over a file
that exists.
"""

from dataclasses import dataclass

from postil.model.records import Date
from postil.problems import Problem


@dataclass(frozen=True, slots=True)
class Source:
    """A file that somebody has.

    `path` is how it was given and names it in problems; `name` is what the article's id comes from: the path below the
    folder that was given, or else the file's name. `captured` is when a web page was saved, where that is known.
    """

    path: str
    name: str
    data: bytes
    captured: Date | None = None


@dataclass(frozen=True, slots=True)
class NewFile:
    """A file to be written; `path` is relative to the archive's root, with `/`."""

    path: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Imported:
    """`remarks` say how the source was read, where that was a choice. With an error among `problems`, `files` is empty."""

    files: tuple[NewFile, ...] = ()
    remarks: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
