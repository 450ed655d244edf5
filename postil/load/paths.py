"""Paths that can stand on every system on which an archive is kept or its site is served.

The rules are those of the strictest: Windows for names (Win32, "Naming Files, Paths, and Namespaces"), Windows and macOS
for letter case, macOS for composed and decomposed letters.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

from postil.characters import BREAKS_OF_PAGES, CONTROLS, INVISIBLE, JOINERS, NONCHARACTERS
from postil.problems import Place, Problem, Remark
from postil.schema import RESERVED

LONGEST_PATH = 200
"""Code points of a path below the archive's root: Windows has 260 for the whole of it."""

_FORBIDDEN = re.compile(r'[<>:"|?*\\\x00-\x1f]')

_UNSEEN = re.compile(f"(?![{JOINERS}])[{CONTROLS}{BREAKS_OF_PAGES}{INVISIBLE}{NONCHARACTERS}\u2028\u2029]")
"""What a name may not hold, since nobody would see that it does, or see it in another order."""


def clashes(paths: Iterable[str]) -> Iterator[Problem]:
    """Paths that are one where letter case and composition do not count, each told at the later of two."""
    seen: dict[str, str] = {}
    for path in paths:
        first = seen.setdefault(unicodedata.normalize("NFC", path).casefold(), path)
        if first != path:
            yield Problem(
                "path-clash",
                "another file has this path, but for letter case or the composition of letters",
                Place(path),
                (Remark("the other file", Place(first)),),
                ("rename one of them: on many systems only one of the two can exist",),
            )


def fault_of_path(path: str) -> Problem | None:
    """Why a path cannot stand on every system; None when it can."""
    for name in path.split("/"):
        reserved, forbidden, unseen = RESERVED.match(name), _FORBIDDEN.search(name), _UNSEEN.search(name)
        if reserved:
            return _unusable(path, f"`{reserved[0]}` is a name that Windows keeps for itself")
        if forbidden:
            return _unusable(path, f"Windows has no names with `{forbidden[0]}` in them")
        if unseen:
            return _unusable(path, f"the name holds a character that nobody sees (U+{ord(unseen[0]):04X})")
        if name.endswith((".", " ")):
            return _unusable(path, "Windows drops a full stop or space at the end of a name")
    if len(path) > LONGEST_PATH:
        return _unusable(
            path, f"the path has {len(path)} characters, {LONGEST_PATH} at most are safe everywhere"
        )
    return None


def _unusable(path: str, why: str) -> Problem:
    return Problem("path-unusable", why, Place(path), help=("rename the file or folder",))
