"""Shrinking: a site that suddenly holds much less than the one it would replace is likely a mistake.

A folder that was not there, a disk that was not mounted, a branch that was not the right one: such an archive builds without
a fault, and what stood at thousands of cited addresses would be gone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from postil import folders
from postil.messages import counted
from postil.model.published import Addresses
from postil.problems import Place, Problem

FEW = 10
"""Pages below which a site may lose any part of them, but not the last article."""

_ARTICLES = "articles/"


def shrunk(out: Path, old: Iterable[str], new: Iterable[str]) -> Problem | None:
    """Why the site with the paths `new` is not put in the place of the one at `out` with the paths `old`, if so.

    Refused are one without articles where there were some, and one with fewer than two thirds of the pages; pages of
    records count, since those of the archive itself are always there.
    """
    before, after = _pages(old), _pages(new)
    if any(path.startswith(_ARTICLES) for path in before) and not any(
        path.startswith(_ARTICLES) for path in after
    ):
        return _problem(out, "the site would have no article any more")
    if len(before) >= FEW and 3 * len(after) < 2 * len(before):
        pages = counted(len(after), "page")
        return _problem(out, f"the site would have {pages} of records where {len(before)} stand now")
    return None


def lost(before: Addresses, now: Addresses | None) -> Iterator[Problem]:
    """That the site which stands has addresses for ever, and the ledger has lost them, or an older version of them.

    None is a ledger of which nothing is known.
    """
    if now is None:
        return
    if now.count < before.count:
        yield _lost(
            f"sealed addresses of {counted(before.count, 'article')}, and the ledger of {now.count or 'none'}"
        )
        return
    versions = dict(now.versions)
    several = sum(number for number in versions.values() if number > 1)
    is_renamed = several >= sum(number for _, number in before.versions)  # then it has them under its new id
    for article, number in before.versions:
        has = versions.get(article, 0)
        if 0 < has < number or (not has and not is_renamed):
            yield _lost(
                f"`{article}` in version {number}, and the ledger {f'in version {has}' if has else 'has not'}"
            )


def _lost(what: str) -> Problem:
    return Problem(
        "addresses-lost",
        f"the site that stands has {what}",
        Place(folders.LEDGER),
        help=(
            f"bring the ledger back: `git log -- {folders.LEDGER}` names the commits that had it",
            "if the addresses are given up for good, build with --allow-shrink",
        ),
    )


def _pages(paths: Iterable[str]) -> list[str]:
    return [path for path in paths if path.endswith(".html") and "/" in path]


def _problem(out: Path, message: str) -> Problem:
    return Problem(
        "site-shrunk",
        message,
        Place(str(out)),
        help=("see that all of the archive is there", "if this is meant, build with --allow-shrink"),
    )
