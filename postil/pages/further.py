"""Further pages of a record: where a list on its page is too long, such as an official's ten thousand words.

Each kind of record says which lists it has (`Long`), and its page begins each. Here they go on, one list a page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from postil import addresses
from postil.model.archive import BackRef
from postil.model.lines import Portion
from postil.model.page import FurtherPage, Shell
from postil.model.parts import Link, Rest
from postil.model.records import RefKind
from postil.pages.cite import points_from
from postil.pages.lookup import Lookup
from postil.pages.turning import turn
from postil.parting import Cut, cuts

MOST_LINES = 100
"""Statements, or places where something points from, on one page: with their ties a kilobyte or several each."""
MOST_LINKS = 300
"""Events, questions or places."""


@dataclass(frozen=True, slots=True)
class Long:
    """A list of a record, which may be long: what it is called, where it is cut, and how to make its entries from, up to."""

    of: str
    cuts: tuple[Cut, ...]
    portion: Callable[[int, int], Portion]

    @property
    def beginning(self) -> Portion:
        return self.portion(*self.cuts[0])


def long_list(of: str, count: int, most: int, portion: Callable[[int, int], Portion]) -> Long:
    """A list whose entries may be parted anywhere."""
    return Long(of, cuts((1,) * count, most), portion)


def long_points(lookup: Lookup, backrefs: Iterable[BackRef]) -> Long:
    """What points at a record."""
    refs = tuple(backrefs)
    return long_list("points", len(refs), MOST_LINES, partial(_points, lookup, refs))


def _points(lookup: Lookup, refs: Sequence[BackRef], begin: int, end: int) -> Portion:
    return Portion(points=points_from(lookup, refs[begin:end]))


def rests_of(kind: RefKind, id_: str, lists: Iterable[Long]) -> tuple[Rest, ...]:
    """How the long ones among the lists on a record's page go on."""
    first = addresses.of_record(kind, id_)
    found = ((one.of, turn(first, 1, one.cuts, of=one.of)) for one in lists)
    return tuple(Rest(of, beside.count, beside.pages) for of, beside in found if beside is not None)


def further_pages(
    lookup: Lookup, shell: Shell, kind: RefKind, id_: str, lists: Iterable[Long]
) -> Iterator[tuple[str, Callable[[], FurtherPage]]]:
    """The second and further pages of a record's lists, by address."""
    link = lookup.link(kind, id_)
    for one in lists:
        for number in range(2, len(one.cuts) + 1):
            yield addresses.of_further(link.href, number, one.of), partial(_page, shell, link, one, number)


def _page(shell: Shell, link: Link, one: Long, number: int) -> FurtherPage:
    beside = turn(link.href, number, one.cuts, of=one.of, at=one.of)
    assert beside is not None  # noqa: S101 - there is a page before it
    return FurtherPage(
        path=addresses.path_from_address(addresses.of_further(link.href, number, one.of)),
        title=link.label,
        shell=shell,
        record=link,
        of=one.of,
        turn=beside,
        portion=one.portion(*one.cuts[number - 1]),
    )
