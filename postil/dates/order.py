"""Dates beside each other: their order, the year they lie in, weekdays.

For lists, the timeline, filters, and weekdays named in an article. It promises a total order that no zone, clock or
locale has a part in. It refuses to compute with a date beyond its bounds: what was not written is not known.
"""

from __future__ import annotations

import datetime as dt

from postil.dates.forms import Moment, Part, text_from_part
from postil.dates.reading import form_from_date
from postil.model.records import Date, Day

SortKey = tuple[int, Day, int, Day, str, str]

_NO_DAY: Day = (0, 0, 0)


def sort_key(date: Date | None) -> SortKey:
    """A total order: two dates have the same key only when they are equal.

    First the dates with a bound, then those with none, last the undated (None). By lower bound, where there is none by
    the upper one, which is all that is known: so "until 25 April" stands before that day. Then by upper bound, none
    being the latest; so a day stands before the month that begins with it, and both before the year. Then by instant,
    date-times without an offset first; then by text.
    """
    if date is None:
        return (3, _NO_DAY, 0, _NO_DAY, "", "")
    day = standing_day(date)
    missing = 0 if date.lower is None else 2 if date.upper is None else 1
    return (0 if day else 2, day or _NO_DAY, missing, date.upper or _NO_DAY, date.instant or "", date.edtf)


def standing_day(date: Date) -> Day | None:
    """The day at which a date stands among others: its first, or its last where that is all that is known."""
    return date.lower or date.upper


def sort_text(date: Date | None) -> str:
    """`sort_key` as text: in order of code points, texts stand as their dates do."""
    band, day, missing, last_day, instant, edtf = sort_key(date)
    # Years have nine digits at most; shifted, all are positive, and padded, equally long.
    first, last = (f"{one[0] + 10**9:010}{one[1]:02}{one[2]:02}" for one in (day, last_day))
    return f"{band}{first}{missing}{last}{instant:20}{edtf}"


def is_day(date: Date) -> bool:
    """Whether a date is one exact day, in no doubt; a date-time is."""
    form = form_from_date(date)
    return isinstance(form, Moment) or (isinstance(form, Part) and bool(form.day) and form.is_whole)


def year(date: Date) -> int | None:
    """The one year of a date (astronomical: 0 is 1 BCE), a winter's being the one it is named by; else None."""
    form = form_from_date(date)
    if isinstance(form, Part) and form.is_season and "X" not in form.year:
        return date.lower[0] if date.lower else None
    if date.lower and date.upper and date.lower[0] == date.upper[0]:
        return date.lower[0]
    return None


def month(date: Date) -> tuple[int, int] | None:
    """The one year and month of a date, where it cannot be of another one; else None."""
    if date.lower and date.upper and date.lower[:2] == date.upper[:2]:
        return date.lower[:2]
    return None


def machine(date: Date) -> str | None:
    """The date as the `datetime` of HTML's `<time>` allows it (a year from 1, a month, a day, a date-time), else None."""
    form = form_from_date(date)
    if isinstance(form, Moment):
        return date.edtf
    if isinstance(form, Part) and form.is_whole and not form.is_season and date.lower and date.lower[0] > 0:
        return text_from_part(form).removeprefix("Y")
    return None


def weekday_before(published: Date, weekday: int) -> Day | None:
    """The latest such weekday (0 is Monday) on or before the day of publication; None when that is no exact day."""
    if published.lower is None or not is_day(published):
        return None
    year, month, day = published.lower
    # The calendar repeats after 400 years, weekdays included; `datetime` knows no year before 1.
    era, within = divmod(year, 400)
    then = dt.date(within + 400, month, day)
    found = then - dt.timedelta(days=(then.weekday() - weekday) % 7)
    return (found.year - 400 + era * 400, found.month, found.day)
