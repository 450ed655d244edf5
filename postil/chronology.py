"""Chronologies: what stands on a timeline, in which groups, and on which page.

Three, by what dates an entry: an event by when it happened, a statement by when it was said, an article by when it was
published. Entries are grouped by day where they have one; entries of any other date (a month, about a day, a span) by that
date. Nothing is given a day that it was not given.

An event without a date hangs between its neighbours where `after` ties it, directly or through others, to one that has
a date. It stands within a group only where it is known to lie between two events of it.

It promises that each entry stands in one group, and each group on one page; that no event stands before one that it
follows; that a page is parted as soon as it would hold more than `MOST` entries: first into years, then months, then days;
and that what is still too much for its page goes on on further ones. An entry stands where its earliest possible day falls,
where none is known at its last, or behind what it follows. It makes no page value and looks up no label.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate, groupby

from postil import addresses
from postil.dates import date_from_day, is_day, sort_key, standing_day
from postil.dates.reach import LAST_YEAR_WITH_DAYS
from postil.model.archive import Archive
from postil.model.records import Date
from postil.parting import cuts

MOST = 300
"""Entries of one page. With its sentences an entry takes one to two kilobytes, so that a page stays near half a megabyte."""

HAPPENED = "happened"
SAID = "said"
PUBLISHED = "published"
KINDS = (HAPPENED, SAID, PUBLISHED)


@dataclass(frozen=True, slots=True)
class Group:
    """Entries of one date, or, where `date` is None, events of which only the order is known. `fragment` is unique.

    What is too long for a page is several groups, one behind the other: the first says how many entries there are in
    `total`, which is 0 of the others.
    """

    date: Date | None
    fragment: str
    keys: tuple[str, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page: the whole (`period` is empty), a year (2031,), a month (2031, 4) or a day (2031, 4, 29).

    Where it is parted, `parts` hold what has a year, month or day, and `groups` the rest. `undated` has neither date nor
    order. `further` pages of the same period go on where this one would be too long.
    """

    address: str
    period: tuple[int, ...]
    groups: tuple[Group, ...]
    parts: tuple[Sheet, ...] = ()
    undated: tuple[str, ...] = ()
    further: tuple[Sheet, ...] = ()

    @property
    def count(self) -> int:
        """Entries on this page, its parts and its further pages, the undated left out."""
        return sum(len(group.keys) for _, group in self.everything())

    def everything(self) -> Iterator[tuple[str, Group]]:
        """Every group with the address of its page, in order; what belongs to no part has no day, and stands last."""
        for part in self.parts:
            yield from part.everything()
        for group in self.groups:
            yield self.address, group
        for sheet in self.further:
            yield from sheet.everything()

    def sheets(self) -> Iterator[Sheet]:
        """This page, those that it is parted into, and those on which it goes on."""
        yield self
        for sheet in (*self.parts, *self.further):
            yield from sheet.sheets()


@dataclass(frozen=True, slots=True)
class Chronology:
    """`keys` are ids of events or articles, or `ARTICLE#NOTE`; `dates` holds the date of each that has one."""

    by: str
    sheet: Sheet
    dates: Mapping[str, Date]
    left_out: int = 0
    """Statements of which nobody has noted when they were said."""


def chronology(archive: Archive, by: str) -> Chronology:
    """`by` is one of `KINDS`. Linear in entries but for sorting; `Lookup` keeps it."""
    return _MAKERS[by](archive)


# --- what stands on each, in order ----------------------------------------------------------------------------------

_DAY = 3
"""Numbers of the period of a day."""

_Draft = tuple[Date | None, list[str]]
"""A group in the making."""


def _happened(archive: Archive) -> Chronology:
    events = archive.events
    dates = {id_: date for id_ in archive.event_order if (date := events[id_].date) is not None}
    at = {id_: number for number, id_ in enumerate(archive.event_order)}
    # Of a circle, or where dates gainsay it, `after` may point at what stands behind; the order does not know it then.
    before = {
        id_: tuple(ref.id for ref in events[id_].after if at.get(ref.id, at[id_]) < at[id_]) for id_ in at
    }
    tied = set(dates)
    for id_ in at:
        if any(earlier in tied for earlier in before[id_]):
            tied.add(id_)
    for id_ in reversed(archive.event_order):
        if id_ in tied:
            tied.update(before[id_])
    in_order = [(dates.get(id_), id_) for id_ in archive.event_order if id_ in tied]
    groups = _hung(_by_date(in_order, before), before, dates)
    return Chronology(
        by=HAPPENED,
        sheet=_sheet(HAPPENED, groups, tuple(id_ for id_ in archive.event_order if id_ not in tied)),
        dates=dates,
    )


def _said(archive: Archive) -> Chronology:
    """Notes with a speaker or a position, by the day they were said: as stated, or read back from a weekday."""
    articles = archive.articles
    notes = [
        (f"{note.article}#{note.annotation.id}", note)
        for note in archive.notes.values()
        if note.annotation.speaker is not None or note.annotation.claim is not None
    ]
    dates = {key: note.on.date for key, note in notes if note.on is not None}
    in_order = sorted(
        (key for key in dates),
        key=lambda key: (sort_key(dates[key]), sort_key(articles[key.partition("#")[0]].published)),
    )  # stable: by article, then in reading order
    groups = _by_date(((dates[key], key) for key in in_order), {})
    return Chronology(SAID, _sheet(SAID, groups, ()), dates, left_out=len(notes) - len(dates))


def _published(archive: Archive) -> Chronology:
    articles = archive.articles
    dates = {id_: date for id_, article in articles.items() if (date := article.published) is not None}
    in_order = sorted(dates, key=lambda id_: (sort_key(dates[id_]), id_))
    undated = tuple(sorted(id_ for id_ in articles if id_ not in dates))
    groups = _by_date(((dates[id_], id_) for id_ in in_order), {})
    return Chronology(PUBLISHED, _sheet(PUBLISHED, groups, undated), dates)


_MAKERS = {HAPPENED: _happened, SAID: _said, PUBLISHED: _published}


# --- groups -----------------------------------------------------------------------------------------------------------


def _by_date(rows: Iterable[tuple[Date | None, str]], before: Mapping[str, tuple[str, ...]]) -> list[_Draft]:
    """Entries by the day or date that they share, at the place of the first of them; the undated in groups of their own.

    An entry that follows what stands behind that place begins a further group of its date.
    """
    groups: list[_Draft] = []
    latest: dict[Date, int] = {}
    group_of: dict[str, int] = {}
    for date, key in rows:
        day = _day_of(date)
        at = len(groups)
        if day is None:
            if groups and groups[-1][0] is None:
                at -= 1
        elif day in latest and all(group_of.get(one, 0) <= latest[day] for one in before.get(key, ())):
            at = latest[day]
        if at == len(groups):
            groups.append((day, []))
        if day is not None:
            latest[day] = at
        groups[at][1].append(key)
        group_of[key] = at
    return groups


def _day_of(date: Date | None) -> Date | None:
    """The day of a date-time, so that what happened at two hours of one day stands together; any other date as it is."""
    return date_from_day(date.lower) if date is not None and date.lower is not None and is_day(date) else date


def _hung(
    groups: list[_Draft], before: Mapping[str, tuple[str, ...]], dates: Mapping[str, Date]
) -> list[_Draft]:
    """What hangs between two groups of one date is taken into that date, if it is known to lie between events of it."""
    joined: list[_Draft] = []
    for date, keys in groups:
        if len(joined) > 1 and date is not None and joined[-1][0] is None and joined[-2][0] == date:
            joined[-2][1].extend((*joined.pop()[1], *keys))
        else:
            joined.append((date, keys))
    found: list[_Draft] = []
    for date, keys in joined:
        parted = [(date, keys)] if date is None else _parted(date, keys, before, dates)
        for part, of_part in parted:
            if part is None and found and found[-1][0] is None:
                found[-1][1].extend(of_part)
            elif of_part:
                found.append((part, of_part))
    return found


def _parted(
    date: Date, keys: list[str], before: Mapping[str, tuple[str, ...]], dates: Mapping[str, Date]
) -> list[_Draft]:
    """Events of one date, with what hangs among them put in front of them or behind them where it may lie outside."""
    if all(key in dates for key in keys):
        return [(date, keys)]
    here = set(keys)
    behind_one: set[str] = set()  # of these events, one is known to come earlier
    for key in keys:
        if any(one in behind_one or (one in dates and one in here) for one in before[key]):
            behind_one.add(key)
    ahead_of_one: set[str] = set()
    for key in reversed(keys):
        if key in dates or key in ahead_of_one:
            ahead_of_one.update(before[key])
    parts: tuple[list[str], list[str], list[str]] = ([], [], [])
    for key in keys:
        if key in dates or (key in behind_one and key in ahead_of_one):
            parts[1].append(key)
        else:
            parts[0 if key in ahead_of_one else 2].append(key)
    return [(None, parts[0]), (date, parts[1]), (None, parts[2])]


# --- pages ------------------------------------------------------------------------------------------------------------


def _sheet(by: str, drafts: Iterable[_Draft], undated: tuple[str, ...]) -> Sheet:
    taken: set[str] = set()
    groups = [group for date, keys in drafts for group in _groups(date, keys, taken)]
    return _parted_sheet(by, (), list(zip(_places(groups), groups, strict=True)), undated)


def _groups(date: Date | None, keys: list[str], taken: set[str]) -> Iterator[Group]:
    """The entries of a date, as a group or, where they fit on no page, as several."""
    for begin in range(0, len(keys), MOST):
        of_group = keys[begin : begin + MOST]
        total = 0 if begin else len(keys)
        yield Group(date, _fragment(date, of_group, taken), tuple(of_group), total)


_Placed = list[tuple[tuple[int, ...], Group]]
"""Groups with the year, month and day they stand under; empty where there is none."""


def _places(groups: list[Group]) -> list[tuple[int, ...]]:
    """Where each group stands: by its earliest day, or else the last, but not before what stands before it.

    What hangs, or is of an unknown year, stands with its neighbour; behind the last day, an unknown year stands nowhere.
    """
    days = [standing_day(group.date) if group.date else None for group in groups]
    last = max((number for number, day in enumerate(days) if day), default=-1)
    behind = range(last + 1, len(groups))
    unknown = next((number for number in behind if groups[number].date is not None), len(groups))
    places: list[tuple[int, ...]] = []
    latest: tuple[int, ...] = ()
    for number, day in enumerate(days):
        if day:
            latest = max(latest, day)
        places.append(latest if number < unknown else ())
    for number in range(last - 1, -1, -1):
        places[number] = places[number] or places[number + 1]
    return places


def _parted_sheet(by: str, period: tuple[int, ...], placed: _Placed, undated: tuple[str, ...] = ()) -> Sheet:
    groups = tuple(group for _, group in placed)
    address = addresses.of_timeline(by, period)
    count = sum(len(group.keys) for group in groups) + len(undated)
    depth = len(period) + 1
    if count <= MOST:
        return Sheet(address, period, groups, undated=undated)
    if depth > _DAY or (period and abs(period[0]) > LAST_YEAR_WITH_DAYS):
        return _chained(address, period, groups, (), undated)
    parts = tuple(
        _parted_sheet(by, part, list(rows))
        for part, rows in groupby(
            sorted((row for row in placed if row[0]), key=lambda row: row[0][:depth]),
            key=lambda row: row[0][:depth],
        )
    )
    return _chained(address, period, tuple(group for place, group in placed if not place), parts, undated)


def _chained(
    address: str,
    period: tuple[int, ...],
    groups: tuple[Group, ...],
    parts: tuple[Sheet, ...],
    undated: tuple[str, ...],
) -> Sheet:
    """A page, and those on which it goes on where groups and the undated are too many for one."""
    rows: list[Group | str] = [*groups, *undated]
    sizes = [len(row.keys) if isinstance(row, Group) else 1 for row in rows]
    ends = {end: number for number, end in enumerate(accumulate(sizes, initial=0))}
    first, *others = (
        (
            tuple(row for row in rows[ends[begin] : ends[end]] if isinstance(row, Group)),
            tuple(row for row in rows[ends[begin] : ends[end]] if isinstance(row, str)),
        )
        for begin, end in cuts(sizes, MOST)
    )
    further = tuple(
        Sheet(addresses.of_further(address, number), period, in_groups, undated=single)
        for number, (in_groups, single) in enumerate(others, start=2)
    )
    return Sheet(address, period, first[0], parts, first[1], further)


def _fragment(date: Date | None, keys: list[str], taken: set[str]) -> str:
    """`d-2031-04-29`; signs that do not belong in a fragment become hyphens, and a number keeps equal ones apart."""
    if date is None:
        return f"o-{keys[0]}"
    plain = "d-" + re.sub(r"[^0-9a-z-]+", "-", date.edtf.lower()).strip("-")
    fragment, number = plain, 1
    while fragment in taken:
        number += 1
        fragment = f"{plain}.{number}"
    taken.add(fragment)
    return fragment
