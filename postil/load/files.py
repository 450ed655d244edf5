r"""Files: found in order, read as UTF-8, or named in a problem.

Promises: what is read lies inside the folder it was asked for, has `\n` at line ends and no byte order mark, and holds
no character that a text file should not hold. A file that cannot be had is one problem; it never stops another. Knows
nothing of YAML or Markdown.
"""

from __future__ import annotations

import os
import re
import stat
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from postil.load.characters import unfit
from postil.load.paths import clashes
from postil.messages import reason
from postil.problems import Checked, Place, Problem, Severity

_BREAK = re.compile(r"\n")
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
MOST_BYTES_OF_MARKDOWN = 1_000_000
"""Of one article or page: a hundred and fifty thousand words. The converter is not linear in all that may be written."""

MOST_BYTES_OF_TEXT = 5_000_000
"""Of one file of records, notes or settings, or of one template: twenty times those of a thousand notes."""

_SEEN = 200
"""Bytes by which UTF-16 without a byte order mark is recognised."""


@dataclass(frozen=True, slots=True)
class File:
    """A file that was found. `name` is relative to its `Folder`, with `/`; `path` is how it is shown in problems."""

    path: str
    name: str
    where: Path


class Source:
    """The text of a file, and the lines and columns of its code points."""

    __slots__ = ("_starts", "path", "text")

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text
        self._starts: list[int] | None = None

    @property
    def _lines(self) -> list[int]:
        """Where each line begins."""
        if self._starts is None:
            self._starts = [0, *(match.end() for match in _BREAK.finditer(self.text))]
        return self._starts

    def line_number(self, index: int) -> int:
        """The line, from 1, on which the code point at `index` stands."""
        return bisect_right(self._lines, index)

    def line_span(self, number: int) -> tuple[int, int]:
        """Start and end of line `number`, without its line break."""
        starts = self._lines
        return starts[number - 1], starts[number] - 1 if number < len(starts) else len(self.text)

    def line(self, number: int) -> str:
        start, end = self.line_span(number)
        return self.text[start:end]

    def place(self, start: int, end: int = 0) -> Place:
        """The place of `start`; its length goes to `end`, or to the end of the line if that comes first."""
        number = self.line_number(start)
        line_start, line_end = self.line_span(number)
        return Place(self.path, number, start - line_start + 1, max(0, min(end, line_end) - start))


class Folder:
    """A folder that files are read from. `label` is how its path begins in problems, empty for the archive's root."""

    def __init__(self, where: Path, label: str = "") -> None:
        self._where = where
        self._label = label
        self._real = where.resolve()

    def path(self, name: str) -> str:
        """A name as it is shown: below the archive's root, and printable whatever bytes the file system holds."""
        path = f"{self._label}/{name}" if self._label else name
        return path.encode("utf-8", "replace").decode("utf-8")

    def file(self, name: str) -> File:
        return File(self.path(name), name, self._where / name)

    def walk(self, name: str) -> Checked[tuple[File, ...]]:
        """Every file below a folder, sorted by path; hidden ones are passed over. No folder, no files."""
        problems: list[Problem] = []
        if not self._is_folder(name, problems):
            return Checked((), tuple(problems))
        found: list[File] = []
        folders = [name]
        outside = self._outside(name)
        if outside is not None:
            return Checked((), (outside,))
        while folders:
            folder = folders.pop()
            for entry in self._entries(folder, problems):
                below = f"{folder}/{entry.name}" if folder else entry.name
                problem = self._outside(below) if entry.is_symlink() else None
                if problem is not None:
                    problems.append(problem)
                elif entry.is_dir(follow_symlinks=False):
                    folders.append(below)
                elif entry.is_dir():
                    cure = "put the files themselves there"
                    problems.append(self.ignored(below, "links to folders are not followed", cure))
                else:
                    found.append(self.file(below))
        found.sort(key=lambda file: file.path)
        problems += clashes([file.path for file in found])
        return Checked(tuple(found), tuple(problems))

    def names(self, name: str) -> tuple[str, ...]:
        """What stands in a folder itself, hidden too; nothing where that cannot be said."""
        try:
            return tuple(sorted(os.listdir(self._where / name)))  # noqa: PTH208 - names
        except OSError:
            return ()

    def hidden(self, name: str) -> Iterator[File]:
        """The files below a folder whose own names begin with a dot; those in hidden folders are not looked for."""
        for one in self.names(name):
            below = f"{name}/{one}"
            if (self._where / below).is_dir():
                if not one.startswith(".") and not (self._where / below).is_symlink():
                    yield from self.hidden(below)
            elif (
                one.startswith(".") and (self._where / below).is_file()
            ):  # editors lock with links to nowhere
                yield self.file(below)

    def is_same(self, one: str, other: str) -> bool:
        """Whether two names are those of one file, as where letter case makes no difference."""
        try:
            return (self._where / one).samefile(self._where / other)
        except OSError:
            return False

    def _is_folder(self, name: str, problems: list[Problem]) -> bool:
        try:
            return stat.S_ISDIR((self._where / name).stat().st_mode)
        except (FileNotFoundError, NotADirectoryError):
            if (self._where / name).is_symlink():
                problems.append(_leads_nowhere(self.path(name)))
        except OSError as error:
            problems.append(_unreadable(self.path(name), error))
        return False

    def exists(self, name: str) -> bool:
        """Whether something has this name, be it a link that leads nowhere."""
        return os.path.lexists(self._where / name)

    def ignored(self, name: str, why: str, cure: str) -> Problem:
        return Problem(
            "file-ignored", f"not read: {why}", Place(self.path(name)), (), (cure,), Severity.WARNING
        )

    def _entries(self, name: str, problems: list[Problem]) -> list[os.DirEntry[str]]:
        try:
            with os.scandir(self._where / name) as entries:
                return sorted(
                    (one for one in entries if not one.name.startswith(".")), key=lambda one: one.name
                )
        except OSError as error:
            problems.append(_unreadable(self.path(name), error))
            return []

    def _outside(self, name: str) -> Problem | None:
        """Why a link is not followed: it leads out of the folder, or nowhere."""
        try:
            real = (self._where / name).resolve(strict=True)
        except (OSError, RuntimeError):
            return _leads_nowhere(self.path(name))
        if real.is_relative_to(self._real):
            return None
        message = "a symbolic link leads out of the archive"
        return Problem("file-outside", message, Place(self.path(name)), help=("put the file itself there",))

    def misplaced(self, name: str) -> tuple[Problem, ...]:
        """A problem when a folder is a link that leads out, or nowhere."""
        problem = self._outside(name) if (self._where / name).is_symlink() else None
        return () if problem is None else (problem,)

    def data(self, file: File, most: int | None = None) -> Checked[bytes | None]:
        """The bytes of a file, which has `most` at most."""
        problem = self._outside(file.name) if file.where.is_symlink() else None
        if problem is not None:
            return Checked(None, (problem,))
        try:
            found = file.where.stat()
            if not stat.S_ISREG(found.st_mode):  # reading a pipe would wait for ever
                message = "this is no ordinary file"
                return Checked(
                    None, (Problem("file-unreadable", message, Place(file.path), help=("remove it",)),)
                )
            if most is not None and found.st_size > most:
                return Checked(None, (_too_large(file.path, found.st_size, most),))
            return Checked(file.where.read_bytes())
        except OSError as error:
            return Checked(None, (_unreadable(file.path, error),))

    def source(self, file: File) -> Checked[Source | None]:
        """The text of a file."""
        is_markdown = file.name.endswith(".md")
        data = self.data(file, MOST_BYTES_OF_MARKDOWN if is_markdown else MOST_BYTES_OF_TEXT)
        return (
            Checked(None, data.problems) if data.value is None else source_from_bytes(file.path, data.value)
        )


def source_from_bytes(path: str, data: bytes) -> Checked[Source | None]:
    """UTF-8 to text, or why it is none."""
    if data.startswith(_UTF16):
        return Checked(None, (_encoding(Place(path), "the file is saved as UTF-16"),))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = _normalised(data[: error.start].decode("utf-8"))
        place = Source(path, before).place(len(before))
        return Checked(None, (_encoding(place, f"byte 0x{data[error.start]:02X} is not UTF-8"),))
    source = Source(path, _normalised(text))
    fault = unfit(source.text)
    if fault is None:
        return Checked(source)
    if _is_utf16(data):
        return Checked(
            None, (_encoding(Place(path), "the file is saved as UTF-16, without a byte order mark"),)
        )
    place = source.place(fault.at, fault.at + 1)
    message = f"the file holds {fault.what}"
    return Checked(None, (Problem(fault.code, message, place, help=(fault.cure,)),))


def _is_utf16(data: bytes) -> bool:
    """Whether every second byte is zero, as in UTF-16 of Latin letters: bytes that are good UTF-8 as well."""
    start = data[:_SEEN]
    return len(start) >= 8 and start.count(0) * 2 >= len(start) - 1 and any(start)


def _normalised(text: str) -> str:
    text = text.lstrip("\ufeff")
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _encoding(place: Place, message: str) -> Problem:
    return Problem("file-encoding", message, place, help=("save the file as UTF-8",))


def _too_large(path: str, size: int, most: int) -> Problem:
    message = f"the file has {size:,} bytes, and {most:,} at most are read"
    return Problem("file-too-large", message, Place(path), help=("shorten it, or make several files of it",))


def _leads_nowhere(path: str) -> Problem:
    cure = "remove the link, or put the file itself there"
    return Problem("file-unreadable", "a symbolic link leads nowhere", Place(path), help=(cure,))


def _unreadable(path: str, error: OSError) -> Problem:
    why = reason(error)
    return Problem("file-unreadable", f"this cannot be read: {why}", Place(path), help=("make it readable",))
