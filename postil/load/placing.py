"""Where files belong: what a file that is passed over was meant to be, and the folder for records of each kind.

What lies below `annotations/` in the wrong place would be missed all over the archive, so it is an error there: one cause
in place of its many consequences. Elsewhere it is a warning.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from postil import folders
from postil.load.composing import node_from_yaml
from postil.load.files import File, Folder
from postil.messages import listed, near
from postil.problems import Place, Problem, Severity
from postil.schema import Map, kind_of_records

Home = tuple[str, str, bool]
"""A folder, the suffix of its files, and whether deeper folders count."""

FOLDERS = MappingProxyType({"article": folders.NOTES, **folders.RECORDS})
"""Where records stand, by what `kind_of_records` takes them for; `article` are notes on one."""

_MANY = MappingProxyType({"article": "notes", "claim": "claims", "entity": "entities", "event": "events"})
_RECORDS = re.compile(r"\.ya?ml(?:\.txt)?$", re.IGNORECASE)
_COPY = re.compile(
    r"(?P<folder>(?:.*/)?)(?:#(?P<saved>[^/]+)#|(?P<name>[^/]+\.(?:ya?ml|md))(?:~|\.(?:bak|old|orig|save|swp|tmp|txt)))",
    re.IGNORECASE,
)
"""What editors leave beside a file while it is written, and people who keep the one before."""


def copied(path: str) -> str | None:
    """The path of the file that the one at `path` is a copy of, going by its name; None where it is none."""
    copy = _COPY.fullmatch(path)
    return copy and copy["folder"] + (copy["saved"] or copy["name"])


def ignored(folder: Folder, file: File, homes: Iterable[Home]) -> Problem:
    """A file that is not read, with why, and where it would be."""
    homes = tuple(homes)
    is_record = file.path.startswith(f"{folders.ANNOTATIONS}/") and _RECORDS.search(file.path) is not None
    kind = _kind(folder, file) if is_record else None
    why, cure = _why(file.path, homes, kind)
    severity = Severity.ERROR if is_record else Severity.WARNING
    return Problem("file-ignored", f"not read: {why}", Place(file.path), (), (cure,), severity)


def misplaced(node: Map, path: str, expected: str) -> Problem | None:
    """That a file holds records of another kind than its folder; None when it does not clearly."""
    kind = kind_of_records(node)
    if kind is None or kind == expected:
        return None
    message = f"these look like {_MANY[kind]}, and in `{FOLDERS[expected]}` stand {_MANY[expected]}"
    return Problem("file-misplaced", message, Place(path), help=(f"move the file to `{_home(path, kind)}`",))


def empty(path: str) -> Problem:
    cure = "write its records again, or remove the file"
    return Problem(
        "file-empty", "the file holds no records", Place(path), help=(cure,), severity=Severity.WARNING
    )


def _kind(folder: Folder, file: File) -> str | None:
    source = folder.source(file).value
    node = None if source is None else node_from_yaml(source).value
    return kind_of_records(node) if isinstance(node, Map) else None


def _home(path: str, kind: str) -> str:
    name = path.rpartition("/")[2]
    stem = _RECORDS.sub("", name)
    return f"{FOLDERS[kind]}/{stem}.yaml"


def without_article(file: File, id_: str, articles: Iterable[str], moved: Mapping[str, str]) -> Problem:
    """That notes are on no article; `moved` are former ids, each with the article that has it now."""
    nearest = (moved[id_],) if id_ in moved else near(id_, articles)
    cures = [f"rename it to `{folders.notes_path(one)}`" for one in nearest]
    message = f"there is no article `{folders.article_path(id_)}`"
    return Problem(
        "notes-without-article",
        message,
        Place(file.path),
        help=tuple(cures) or ("add the article, or remove this file",),
    )


def _why(path: str, homes: tuple[Home, ...], kind: str | None) -> tuple[str, str]:
    """Why a file is passed over, and what to do about it."""
    copy = copied(path)
    for folder, suffix, deep in homes:
        rest = path.removeprefix(f"{folder}/")
        if rest == path:
            continue
        if rest.endswith(suffix) and not deep:
            moved = f"{folder}/{rest.rpartition('/')[2]}"
            return f"files stand in `{folder}` itself, not deeper", f"move it to `{moved}`"
        why = f"the files of `{folder}` end in `{suffix}`"
        if copy:
            cure = f"take it out, or rename it to `{copy}` if it is to be read in place of that file"
            return why, cure
        stem, dot, _ = path.rpartition(".")
        return why, f"rename it to `{stem if dot else path}{suffix}`, if it is to be read"
    known = [folder for folder, _, _ in homes]
    if kind is not None:
        return (
            f"these look like {_MANY[kind]}, which stand in `{FOLDERS[kind]}`",
            f"move it to `{_home(path, kind)}`",
        )
    above = path.rpartition("/")[0]
    meant = near(above, known) if "/" in above else ()
    return "nothing is read from here", f"move it to {listed(meant or known)}, or take it out"
