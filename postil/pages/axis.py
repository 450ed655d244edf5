"""The scale of a timeline's page: its days, cut into as many equal times as bars fit, and where a date lies on it.

It promises that the times cover every entry of the page, that there are at most `MOST_BARS`, and that nothing drawn is
narrower than can be seen or reaches beyond the page. A date that is longer than all the rest of the page together does not
stretch the scale: what begins before it or behind it has a place of its own at that edge. Knows dates, and nothing of pages.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from postil.dates import standing_day
from postil.dates.reach import (
    LAST_YEAR_WITH_DAYS,
    End,
    date_from_days,
    date_from_period,
    day_from_ordinal,
    ordinal,
    reach,
    written,
)
from postil.model.records import Date, Day
from postil.model.strip import SpanPiece, StripTick

MOST_BARS = 120
"""On the narrowest screen (320 px) a bar and its gap then have two pixels and a half."""

_MOST_TICKS = 5
_MONTH = 27
_YEAR = 364
"""Days from the first to the last of a month, of a year, at least."""

_WIDEST = 2.0
"""Of a bar: few of them are no thicker than many."""

_ROOM = {"day": 31.0, "week": 31.0, "month": 25.0, "year": 10.0}
"""Hundredths of the width that a label at the beginning takes on a narrow screen."""

_LAST = 97.0
"""Behind it nothing is labelled that only begins where the page ends."""

_NARROW = 1.8
_WIDE = 0.85
"""Hundredths of the width that a letter takes on a narrow screen, of 390 px, and where there is room."""
_BETWEEN = 1.5
"""Between two labels."""

_OUTSIDE = 4.0
"""Width of the place for what lies before the scale, or behind it."""
_APART = 1.0
"""Between that place and the scale."""

_NARROWEST = 0.7
"""What is drawn of a day, however long the page."""
_SOFT = 2.5
"""How long the soft end of "about" is drawn. Always the same, since how far it reaches is not written."""
_DASHES = 4
_DASH = 1.2
_GAP = 0.8
_OPEN = 4.0
"""The least that is drawn of an end that goes on, so that one that begins at the edge is seen."""


@dataclass(frozen=True, slots=True)
class Axis:
    """`starts` are the first days of the times, counted as `ordinal` does, and last the day behind them all.

    `unit` is day, week, month or year, of which a time has `step`.
    """

    starts: tuple[int, ...]
    unit: str
    step: int = 1
    lead: float = 0.0
    tail: float = 0.0
    """Hundredths of the width kept for what begins before the first day, and behind the last."""

    @property
    def count(self) -> int:
        return len(self.starts) - 1

    def at(self, day: int) -> float:
        """Hundredths of the width at which a day begins; for days beyond the scale, its end."""
        first, last = self.starts[0], self.starts[-1]
        share = min(max((day - first) / (last - first), 0.0), 1.0)
        return self.lead + share * (100 - self.lead - self.tail)

    def bin_of(self, date: Date) -> int | None:
        """The number of the time that an entry of this date is counted in: by its first day, or the last if that is open.

        -1 is before the scale, and `count` behind it. None when a date has no bound at all.
        """
        day = standing_day(date)
        return None if day is None else bisect_right(self.starts, ordinal(day)) - 1

    def time(self, number: int) -> Date:
        """A time as a date."""
        first, last = day_from_ordinal(self.starts[number]), day_from_ordinal(self.starts[number + 1] - 1)
        match self.unit:
            case "year":
                return date_from_period(first[0], to=last[0])
            case "month":
                return date_from_period(first[0], first[1])
            case _:
                return date_from_days(first, last)

    def holds(self, number: int, date: Date) -> bool:
        """Whether a date lies within a time."""
        if date.lower is None or date.upper is None or not 0 <= number < self.count:
            return False
        return self.starts[number] <= ordinal(date.lower) and ordinal(date.upper) < self.starts[number + 1]


def axis_of(all_dates: Iterable[Date]) -> Axis | None:
    """The scale for entries of these dates; None where they lie on a single day, or have no bounds."""
    dates = tuple(all_dates)
    spans = sorted(
        (ordinal(last) - ordinal(first), ordinal(first), ordinal(last))
        for first, last in map(written, dates)
        if first is not None and last is not None
    )
    if not spans:
        return None
    finest, begin, end = spans[0]
    for length, first_day, last_day in spans[1:]:
        if length <= max(finest, end - begin):
            begin, end = min(begin, first_day), max(end, last_day)
    if end == begin:
        return None
    axis = _cut(begin, end, finest)
    bins = {axis.bin_of(date) for date in dates}
    return replace(axis, lead=_OUTSIDE if -1 in bins else 0.0, tail=_OUTSIDE if axis.count in bins else 0.0)


def _cut(first: int, last: int, finest: int) -> Axis:
    """No finer than the finest date, which means so many days and one: a month is not drawn as a scale of days."""
    (first_year, first_month, _), (last_year, last_month, _) = day_from_ordinal(first), day_from_ordinal(last)
    if first_year >= -LAST_YEAR_WITH_DAYS and last_year <= LAST_YEAR_WITH_DAYS and finest < _YEAR:
        if last - first < MOST_BARS and finest < _MONTH:
            return Axis(tuple(range(first, last + 2)), "day")
        monday = first - (first - 1) % 7
        if (last - monday) // 7 < MOST_BARS and finest < _MONTH:
            return Axis(tuple(range(monday, last + 8, 7)), "week")
        months = range(first_year * 12 + first_month - 1, last_year * 12 + last_month + 1)
        if len(months) - 1 <= MOST_BARS:
            return Axis(tuple(ordinal((one // 12, one % 12 + 1, 1)) for one in months), "month")
    step = next(step for step in _steps() if last_year // step - first_year // step < MOST_BARS)
    years = range(first_year // step * step, (last_year // step + 1) * step + 1, step)
    return Axis(tuple(ordinal((year, 1, 1)) for year in years), "year", step)


def _steps() -> Iterator[int]:
    """1, 2, 5, 10, 20, 50 ..."""
    power = 1
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10


# --- labels -----------------------------------------------------------------------------------------------------------


def marks(axis: Axis) -> tuple[tuple[int, Date], ...]:
    """Days to be labelled, and what they begin: a month or year, at round distances; the page, with its first day."""
    (first_year, first_month, _), (last_year, last_month, _) = first_day, _ = tuple(
        map(day_from_ordinal, (axis.starts[0], axis.starts[-1] - 1))
    )
    if axis.unit != "year":
        month = date_from_period(first_year, first_month)
        start = month if axis.unit == "month" else date_from_days(first_day, first_day)
        first, last = first_year * 12 + first_month - 1, last_year * 12 + last_month - 1
        for step in (1, 2, 3, 6):
            months = [(one // 12, one % 12 + 1) for one in range(first + 1, last + 1) if one % step == 0]
            if len(months) < _MOST_TICKS:
                begins = [(ordinal((*one, 1)), date_from_period(*one)) for one in months]
                return _from_start(axis, start, begins)
    step = next(step for step in _steps() if last_year // step - first_year // step < _MOST_TICKS)
    years = range((first_year // step + 1) * step, last_year + 1, step)
    return _from_start(
        axis,
        date_from_period(first_year),
        [(ordinal((year, 1, 1)), date_from_period(year)) for year in years],
    )


def _from_start(axis: Axis, start: Date, begins: list[tuple[int, Date]]) -> tuple[tuple[int, Date], ...]:
    """With a label where the page begins, if there is room before the next one."""
    begins = [row for row in begins if axis.at(row[0]) < _LAST]
    if begins and axis.at(begins[0][0]) < _ROOM[axis.unit]:
        return tuple(begins)
    return ((axis.starts[0], start), *begins)


def ticks(axis: Axis, labels: Iterable[tuple[int, str]]) -> tuple[StripTick, ...]:
    """Labels begin at their ticks, but for those that would leave the drawing, which end there; none lies on another."""
    found: list[StripTick] = []
    taken_narrow = taken_wide = -_BETWEEN
    for day, label in labels:
        x = axis.at(day)
        is_last = x + _NARROW * len(label) > 100
        begin_narrow, begin_wide = (x - unit * len(label) * is_last for unit in (_NARROW, _WIDE))
        if begin_wide < taken_wide + _BETWEEN:
            continue
        minor = begin_narrow < taken_narrow + _BETWEEN
        found.append(StripTick(label, hundredths(x), "end" if is_last else "start", minor))
        taken_wide = begin_wide + _WIDE * len(label)
        if not minor:
            taken_narrow = begin_narrow + _NARROW * len(label)
    return tuple(found)


def hundredths(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


# --- spans ------------------------------------------------------------------------------------------------------------


def span_of(axis: Axis, date: Date) -> tuple[SpanPiece, ...]:
    """The days that a date may mean, from left to right, and how they end.

    Nothing for an exact day, and for a date that lies beyond the page or of which no day is known.
    """
    found = reach(date)
    if not found.pieces or (
        found.pieces[0] == found.pieces[-1]
        and found.pieces[0][0] == found.pieces[0][1]
        and found.start is found.end is End.SHARP
    ):
        return ()
    edges = [
        _seen(left, right)
        for left, right in (_sides(axis, lower, upper) for lower, upper in found.pieces)
        if right > left
    ]
    if not edges:
        return ()
    before, edges[0] = _beginning(found.start, *edges[0])
    behind, edges[-1] = _ending(found.end, *edges[-1])
    whole = [("whole", left, right) for left, right in edges]
    return tuple(
        SpanPiece(shape, hundredths(left), hundredths(right - left))
        for shape, left, right in (*before, *whole, *behind)
    )


def _sides(axis: Axis, lower: Day | None, upper: Day | None) -> tuple[float, float]:
    """Left and right of a piece, which beyond the scale lies in the place kept there; without one they meet."""
    if upper is not None and ordinal(upper) < axis.starts[0]:
        return 0.0, max(axis.lead - _APART, 0.0)
    if lower is not None and ordinal(lower) >= axis.starts[-1]:
        return min(100 - axis.tail + _APART, 100.0), 100.0
    left = 0.0 if lower is None or ordinal(lower) < axis.starts[0] else axis.at(ordinal(lower))
    right = 100.0 if upper is None or ordinal(upper) >= axis.starts[-1] else axis.at(ordinal(upper) + 1)
    return left, right


def _seen(left: float, right: float) -> tuple[float, float]:
    """At least as wide as can be seen, and within the page."""
    left = min(left, 100 - _NARROWEST)
    return left, max(right, left + _NARROWEST)


_Shape = tuple[str, float, float]


def _beginning(end: End, left: float, right: float) -> tuple[list[_Shape], tuple[float, float]]:
    """What is drawn before a span, and what is left of it: the mirror image of an ending."""
    shapes, (low, high) = _ending(end, 100 - right, 100 - left)
    mirrored = [(shape.replace("-out", "-in"), 100 - b, 100 - a) for shape, a, b in reversed(shapes)]
    return mirrored, (100 - high, 100 - low)


def _ending(end: End, left: float, right: float) -> tuple[list[_Shape], tuple[float, float]]:
    match end:
        case End.SHARP:
            return [], (left, right)
        case End.SOFT:
            right = min(right, 100 - _SOFT)
            return [("soft-out", right, right + _SOFT)], (min(left, right - _NARROWEST), right)
        case End.OPEN:
            # `right` is the edge of the page. The half that is nearer to it fades.
            start = min((left + right) / 2, 100 - _OPEN)
            return [("open-out", start, 100.0)], (min(left, start - _NARROWEST), start)
        case End.UNKNOWN:
            right = min(right, 100 - _DASHES * (_DASH + _GAP))
            starts = [right + _GAP + number * (_DASH + _GAP) for number in range(_DASHES)]
            dashes = [(f"dash-{number}", at, at + _DASH) for number, at in enumerate(starts, start=1)]
            return dashes, (min(left, right - _NARROWEST), right)
    raise AssertionError(end)


def bar_of(axis: Axis, number: int) -> tuple[float, float, float, float]:
    """Left and width of a time, as `bin_of` counts them, and left and width of the bar in its middle, in hundredths."""
    if number < 0:
        left, right = 0.0, axis.lead - _APART
    elif number == axis.count:
        left, right = 100 - axis.tail + _APART, 100.0
    else:
        left, right = axis.at(axis.starts[number]), axis.at(axis.starts[number + 1])
    wide = min((right - left) * 0.8, _WIDEST)
    return (left, right - left, left + (right - left - wide) / 2, wide)
