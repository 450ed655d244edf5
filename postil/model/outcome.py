"""What a build came to. Made by `pipeline`, kept by `cache`, told by `cli` and `serve`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from postil.problems import Problem

Watching = Callable[[str, int, int], None]
"""What is called while a build goes on: with what is being done, and how many of about how many are (0 of 0: not known)."""


def unwatched(_doing: str, _done: int, _of: int) -> None:
    """For a build that nobody watches."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """Bytes of each edition of the search; 0 for one that is not published."""

    web: int = 0
    folder: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a build came to: the site has `pages`, of which `rendered` were made anew; `written` files differ from before."""

    problems: tuple[Problem, ...]
    pages: int = 0
    written: int = 0
    published: bool = False
    search: Sizes = Sizes()
    is_searched: bool = True
    """Whether the search is that of these pages. If not, it is as it was, and the next build makes it."""
    rendered: int = 0
    why: tuple[str, ...] = ()
    """Why the page that was asked about was rendered."""
    site: bytes = field(default=b"", compare=False, repr=False)
    """A digest of names, sizes, times and inodes of the site as it was left; empty where that is not known."""
