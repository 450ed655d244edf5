"""What a published site says of itself: which files it has, and by what and from how much it was made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Listed(NamedTuple):
    """A file of a site. `path` is relative to the site, with `/`; `digest` is its SHA-256 in hex, `size` in bytes.

    A tuple, which is made soonest: each build makes one for every file of a site.
    """

    path: str
    digest: str
    size: int


@dataclass(frozen=True, slots=True)
class Addresses:
    """Of how many articles the addresses stand for ever, withdrawn ones with them."""

    count: int = 0
    versions: tuple[tuple[str, int], ...] = ()
    """(article, how many versions it has), by article; a withdrawal is one. A receipt has those with more than one."""


NO_ADDRESSES = Addresses()


@dataclass(frozen=True, slots=True)
class Counts:
    """How much an archive publishes."""

    articles: int
    notes: int
    entities: int
    events: int
    claims: int
    pages: int
    """Files that a reader can open, redirects with them."""
    sealed: int = 0
    """Articles whose addresses stand for ever, withdrawn ones with them."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """From how much, by what, and with which warnings a site was made. No clock and no machine is in it."""

    counts: Counts
    versions: tuple[tuple[str, int], ...]
    """As `Addresses` has them, where there are several."""
    warnings: tuple[tuple[str, int], ...]
    """(code of the problem, how often), by code."""
    engine: str
    """Version of Postil."""
    contract: str
    """Version of the template contract that the templates keep."""
    python: str
    """Version of Python without its last number: "3.11"."""
    libraries: tuple[tuple[str, str], ...]
    """(name, version), by name."""
