"""How far a date reaches: the days that it may mean, and in which manner it ends; days counted, and periods as dates.

For what draws dates. It promises to draw no more than was written: "about" has soft ends and no width of its own, an open
end is no unknown one, and of several dates each stands for itself. It refuses to know pages and scales.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum

from postil.dates.forms import Bounds, Choice, Gap, Moment, Part, Run, bounds
from postil.dates.reading import DateFault, date_from_text, form_from_date
from postil.model.records import Date, Day

_YEARS = 400
"""The calendar repeats after so many years."""
_DAYS = 146_097
"""How many days they have."""

LAST_YEAR_WITH_DAYS = 9999
"""EDTF gives years beyond it, before and after the era, no months and days."""


class End(StrEnum):
    SHARP = "sharp"
    SOFT = "soft"
    """The day is written, and in doubt: about, perhaps."""
    OPEN = "open"
    """It goes on, or had been going on."""
    UNKNOWN = "unknown"
    """It ended, or began; nobody knows when."""


@dataclass(frozen=True, slots=True)
class Reach:
    """Pieces of time, in order, and how the first begins and the last ends.

    `pieces` are first and last days; only the first may lack a first day, and only the last a last one: those are open.
    Where an end is unknown, the piece is what is known of the other end.

    Without pieces nothing is known (an unknown year).
    """

    pieces: tuple[Bounds, ...]
    start: End
    end: End


def reach(date: Date) -> Reach:
    form = form_from_date(date)
    match form:
        case Moment(day):
            return Reach((bounds(day),), End.SHARP, End.SHARP)
        case Part():
            return Reach(_known(bounds(form)), _end(form), _end(form))
        case Choice(members):
            # What has no first day comes first; its last day orders nothing, since no member lies before it.
            pieces = sorted(
                ((bounds(one), one) for one in members), key=lambda row: row[0][0] or (-(10**10), 0, 0)
            )
            if any(lower is None for (lower, _), _ in pieces[1:]) or any(
                upper is None for (_, upper), _ in pieces[:-1]
            ):
                return Reach(_known((date.lower, date.upper)), _bound(date.lower), _bound(date.upper))
            return Reach(
                tuple(found for found, _ in pieces if found != (None, None)),
                _end_of_member(pieces[0][1], first=True),
                _end_of_member(pieces[-1][1], first=False),
            )
        case _:
            start, end = _end(form.start), _end(form.end)
            known = bounds(form)
            if start is End.UNKNOWN and isinstance(form.end, Part):
                known = bounds(form.end)
            elif end is End.UNKNOWN and isinstance(form.start, Part):
                known = bounds(form.start)
            return Reach(_known(known), start, end)


def written(date: Date) -> Bounds:
    """First and last day of what is written, an open or unknown end left out: of `1985/..` those of 1985."""
    form = form_from_date(date)
    if isinstance(form, (Part, Moment)):
        return (date.lower, date.upper)
    members = form.members if isinstance(form, Choice) else (form,)
    sides: list[Part | Gap | None] = []
    for member in members:
        sides += [member] if isinstance(member, Part) else [member.start, member.end]
    known = [bounds(side) for side in sides if isinstance(side, Part)]
    lowers = [lower for lower, _ in known if lower is not None]
    uppers = [upper for _, upper in known if upper is not None]
    return (min(lowers, default=None), max(uppers, default=None))


def _known(found: Bounds) -> tuple[Bounds, ...]:
    return () if found == (None, None) else (found,)


def _end(side: Part | Gap) -> End:
    match side:
        case Gap.OPEN:
            return End.OPEN
        case Gap.UNKNOWN:
            return End.UNKNOWN
        case Part():
            if bounds(side) == (None, None):
                return End.UNKNOWN
            return End.SOFT if any(side.doubts) else End.SHARP
    raise AssertionError(side)


def _end_of_member(member: Part | Run, *, first: bool) -> End:
    side = (member.start if first else member.end) if isinstance(member, Run) else member
    return End.OPEN if side is None else _end(side)


def _bound(day: Day | None) -> End:
    return End.OPEN if day is None else End.SHARP


def ordinal(day: Day) -> int:
    """Days counted from 0001-01-01, which is 1, in any year; proleptic Gregorian."""
    year, month, number = day
    era, within = divmod(year, _YEARS)
    # `datetime` knows no year before 1.
    return dt.date(within + _YEARS, month, number).toordinal() + (era - 1) * _DAYS


def day_from_ordinal(number: int) -> Day:
    first = dt.date(_YEARS, 1, 1).toordinal()
    era, within = divmod(number - first, _DAYS)
    day = dt.date.fromordinal(within + first)
    return (day.year + era * _YEARS, day.month, day.day)


def date_from_period(year: int, month: int | None = None, *, to: int | None = None) -> Date:
    """A year, a month of it, or the years from `year` to `to`. A month of a year beyond 9999 is a ValueError."""
    text = _text_from_year(year)
    if month is not None:
        text += f"-{month:02}"
    if to is not None and to != year:
        text += f"/{_text_from_year(to)}"
    return _sound(text)


def date_from_days(first: Day, last: Day) -> Date:
    """The interval from a day to another, or the day when they are one; a year beyond 9999 is a ValueError."""
    texts = [f"{_text_from_year(year)}-{month:02}-{number:02}" for year, month, number in (first, last)]
    return _sound("/".join(dict.fromkeys(texts)))


def _text_from_year(year: int) -> str:
    return f"Y{year}" if abs(year) > LAST_YEAR_WITH_DAYS else f"{'-' if year < 0 else ''}{abs(year):04}"


def _sound(text: str) -> Date:
    found = date_from_text(text)
    if isinstance(found, DateFault):
        raise ValueError(found.message)  # noqa: TRY004 - the value is at fault, not its type
    return found
