"""Strays: files that nobody reads, and that may withhold something.

A file of notes under another suffix, behind a dot, or in a folder that is called nearly as ours is passed over: what it
withholds would be published. So where such a file may withhold something, it is an error; else a name that comes near to one
of ours is a warning. Refuses to know what exactly is withheld.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from postil import folders
from postil.load.files import MOST_BYTES_OF_TEXT, File, Folder
from postil.load.placing import copied
from postil.problems import Problem, Severity

_MAY_WITHHOLD = re.compile(
    rb"public_?id|with\w{0,3}(?:old|eld)|shown?(?:_as)?['\"]?[ \t]*:|\binitials\b", re.IGNORECASE
)
"""In a file that is not read: that it may withhold something, rightly written or not."""

_STRUCTURED = re.compile(r"\.(?:ya?ml|json)[^/]*$", re.IGNORECASE)


def may_withhold(data: bytes | None) -> bool:
    """Whether a file may withhold something; so may one that cannot be read."""
    return data is None or _MAY_WITHHOLD.search(data) is not None


def with_weight(problem: Problem, folder: Folder, file: File) -> Problem:
    """That a file is not read, as an error where it may withhold something.

    A copy of a file that is read beside it says nothing of its own.
    """
    is_near = file.name.startswith(f"{folders.ANNOTATIONS}/") or _STRUCTURED.search(file.name)
    original = copied(file.name)
    if not is_near or (original and folder.exists(original)):
        return problem
    return _error(problem) if _holds(folder, file) else problem


def strays(folder: Folder) -> Iterator[Problem]:
    """What lies at the archive's root, or behind dots, and is called nearly as something that is read."""
    for name in folder.names(""):
        meant = _meant(folder, name)
        if meant:
            why = f"it is called nearly as `{meant}`, which is what is read"
            problem = folder.ignored(name, why, f"rename it to `{meant}`, or move it elsewhere")
            held = any(_holds(folder, one) for one in _files(folder, name))
            yield _error(problem) if held else problem
    for file in folder.hidden(folders.ANNOTATIONS):
        if file.name.endswith(folders.LOOKED_INTO) and _holds(folder, file):
            cure = "take the dot away from its name, or remove it"
            yield _error(folder.ignored(file.name, "what begins with a dot is hidden", cure))


def _meant(folder: Folder, name: str) -> str | None:
    """Which of ours a name at the root was meant to be."""
    for one in folders.meant(name):
        if not folder.exists(one) or (folders.is_same(name, one) and not folder.is_same(one, name)):
            return one
    return None


def _files(folder: Folder, name: str) -> tuple[File, ...]:
    below = folder.walk(name).value
    return below or (folder.file(name),)


def _holds(folder: Folder, file: File) -> bool:
    return may_withhold(folder.data(file, MOST_BYTES_OF_TEXT).value)


def _error(problem: Problem) -> Problem:
    cure = "it may withhold something, and without it that would be published"
    return replace(problem, severity=Severity.ERROR, help=(*problem.help, cure))
