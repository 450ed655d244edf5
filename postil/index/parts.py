"""Parts: which pages are indexed together, by a rule of what they are and never of what came before.

All are one part while they are few. Else they are parted by century, decade, year, half-year, quarter and month, until each
part is small enough, and where a month is not, or pages have no date, by the digests of their paths. So a new article makes
one part new, and what is years old stays as it was indexed.

A view is kept here as it was written, in one file on disk, and what is needed to part and to order it in memory.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from postil.index.views import html_from_view, sort_keys
from postil.model.indexed import IndexView

LIMIT = 3_000_000
"""Bytes of the views of a part, at most, as Pagefind reads them: about 400 articles of 800 words. Pagefind's memory grows
with it, and what is indexed anew for one article; smaller parts are more to join."""


@dataclass(frozen=True, slots=True)
class Written:
    """A view as it stands in the file of views: `size` bytes at `at`."""

    path: str
    lang: str
    year: str
    month: str
    """`2031-04`; both empty where there is none."""
    keys: tuple[tuple[str, str], ...]
    """(name, key) of each order that it stands in."""
    at: int
    size: int
    digest: bytes
    """SHA-256 of path and bytes."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A view ready to be written: what `Written` says of it, and its bytes."""

    path: str
    lang: str
    year: str
    month: str
    keys: tuple[tuple[str, str], ...]
    data: bytes


def ready(view: IndexView) -> Ready:
    filters = dict(view.filters)
    year, month = filters.get("year", ""), filters.get("month", "")
    return Ready(view.path, view.lang, year, month, sort_keys(view), html_from_view(view).encode())


def written(views: Iterable[IndexView | Ready], file: Path) -> tuple[Written, ...]:
    """Write all views into one file as they are made; what they are, by path."""
    found: list[Written] = []
    at = 0
    with file.open("wb") as out:
        for view in views:
            one = ready(view) if isinstance(view, IndexView) else view
            out.write(one.data)
            digest = hashlib.sha256(one.path.encode() + b"\0" + one.data).digest()
            size = len(one.data)
            found.append(Written(one.path, one.lang, one.year, one.month, one.keys, at, size, digest))
            at += size
    return tuple(sorted(found, key=lambda one: one.path))


def laid_out(part: Iterable[Written], file: Path, folder: Path) -> None:
    """Lay views out in a new folder, each at its path, out of the file that holds all."""
    shutil.rmtree(folder, ignore_errors=True)
    with file.open("rb") as views:
        for one in part:
            target = folder / one.path
            target.parent.mkdir(parents=True, exist_ok=True)
            views.seek(one.at)
            target.write_bytes(views.read(one.size))


def digest_of(part: Iterable[Written], made_by: str) -> str:
    """Stands for all that an index of these pages depends on; `made_by` for whatever makes it."""
    digest = hashlib.sha256(made_by.encode())
    for one in part:
        digest.update(one.digest)
    return digest.hexdigest()[:40]


def keys_of(part: Iterable[Written]) -> Mapping[str, Mapping[str, str]]:
    """For each order, the key of each page by its address in the index."""
    keys: dict[str, dict[str, str]] = {}
    for one in part:
        for name, key in one.keys:
            keys.setdefault(name, {})[f"/{one.path}"] = key
    return keys


def parts(pages: Sequence[Written], limit: int = LIMIT, level: int = 0) -> Iterator[tuple[Written, ...]]:
    """Part pages, given by path, into what is indexed together; each part by path again.

    A part has views of `limit` bytes at most, unless it is one page. `level` counts how often what is given has been parted.
    """
    if len(pages) < 2 or sum(one.size for one in pages) <= limit:
        yield tuple(pages)
        return
    name_of = _LEVELS[level] if level < len(_LEVELS) else _half_by_digest(level - len(_LEVELS))
    groups: dict[str, list[Written]] = {}
    for one in pages:
        groups.setdefault(name_of(one), []).append(one)
    for _, group in sorted(groups.items()):
        yield from parts(group, limit, level + 1)


def _months(count: int) -> Callable[[Written], str]:
    """So many months of a year are one."""
    return lambda one: f"{(int(one.month[-2:]) - 1) // count:02}" if one.month else ""


_LEVELS: tuple[Callable[[Written], str], ...] = (
    lambda one: one.year[:-2],
    lambda one: one.year[:-1],
    lambda one: one.year,
    _months(6),
    _months(3),
    _months(1),
)


def _half_by_digest(bit: int) -> Callable[[Written], str]:
    # The last bits: the digest of a page that is changed would move it, that of its path does not.
    return lambda one: "01"[hashlib.sha256(one.path.encode()).digest()[-1 - bit // 8] >> bit % 8 & 1]
