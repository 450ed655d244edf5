"""What a date can be, part by part: its values, their first and last days, their one spelling.

For the rest of `postil.dates`. It promises that a form says what was written and no more, and that spelling is one
per meaning. It refuses to read text: a form may hold a day that does not exist until `reading` has looked at it.
"""

from __future__ import annotations

import calendar
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import product
from types import MappingProxyType

from postil.model.records import Day

Bounds = tuple[Day | None, Day | None]
"""Earliest and latest day possible; None where no bound is known."""


@dataclass(frozen=True, slots=True)
class Part:
    """One date: its digits as written, X where one is not known. `month` and `day` are empty when not given.

    `month` is also the number of a season (21 to 41). `doubts` are the marks of year, month and day: `~` approximate,
    `?` uncertain, `%` both, or empty.
    """

    year: str
    month: str = ""
    day: str = ""
    doubts: tuple[str, str, str] = ("", "", "")

    @property
    def is_season(self) -> bool:
        return self.month.isdecimal() and int(self.month) in SEASONS

    @property
    def is_whole(self) -> bool:
        """Whether every digit is known and no part is in doubt."""
        return "X" not in self.year + self.month + self.day and not any(self.doubts)


@dataclass(frozen=True, slots=True)
class Moment:
    """A date-time. `clock` is hh:mm or hh:mm:ss; `offset` is Z, +hh:mm, -hh:mm, or empty when none is given."""

    day: Part
    clock: str
    offset: str


class Gap(StrEnum):
    """The end of an interval at which no date stands: open (it goes on) or unknown (nobody knows when)."""

    OPEN = ".."
    UNKNOWN = ""


@dataclass(frozen=True, slots=True)
class Span:
    """An interval; at least one end is a date."""

    start: Part | Gap
    end: Part | Gap


@dataclass(frozen=True, slots=True)
class Run:
    """In a set: every date from `start` to `end`; None at one end stands for `..1984` or `1984..`."""

    start: Part | None
    end: Part | None


@dataclass(frozen=True, slots=True)
class Choice:
    """A set: one of its members, or, where `every`, all of them."""

    members: tuple[Part | Run, ...]
    every: bool


Form = Part | Moment | Span | Choice

SEASONS: Mapping[int, tuple[int, int]] = MappingProxyType(
    {
        number: (first, length)
        for numbers, firsts, length in (
            (range(21, 25), (3, 6, 9, 12), 3),  # spring to winter; no hemisphere in EDTF, northern here
            (range(25, 29), (3, 6, 9, 12), 3),  # northern
            (range(29, 33), (9, 12, 3, 6), 3),  # southern
            (range(33, 37), (1, 4, 7, 10), 3),  # quarters
            (range(37, 40), (1, 5, 9), 4),  # thirds
            (range(40, 42), (1, 7), 6),  # halves
        )
        for number, first in zip(numbers, firsts, strict=True)
    }
)
"""Number of a season or division of a year -> its first month, and how many months it has."""

_MONTH_LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


# --- bounds -----------------------------------------------------------------------------------------------------


def bounds(form: Form | Run) -> Bounds:
    match form:
        case Part():
            return _bounds_of_part(form)
        case Moment(day):
            return _bounds_of_part(day)
        case Span(start, end) | Run(start, end):
            lower = _bounds_of_part(start)[0] if isinstance(start, Part) else None
            return (lower, _bounds_of_part(end)[1] if isinstance(end, Part) else None)
        case Choice(members):
            lowers, uppers = zip(*map(bounds, members), strict=True)
            known_lowers = [lower for lower in lowers if lower is not None]
            known_uppers = [upper for upper in uppers if upper is not None]
            return (
                min(known_lowers) if len(known_lowers) == len(lowers) else None,
                max(known_uppers) if len(known_uppers) == len(uppers) else None,
            )


def _bounds_of_part(part: Part) -> Bounds:
    if part.year == "XXXX":
        return (None, None)
    if part.is_season:
        years = _numbers(part.year)
        first, length = SEASONS[int(part.month)]
        years_on, month = divmod(first + length - 2, 12)
        last = years[-1] + years_on
        return ((years[0], first, 1), (last, month + 1, month_length(last, month + 1)))
    return (next(days(part), None), next(days(part, backwards=True), None))


def days(part: Part, *, backwards: bool = False) -> Iterator[Day]:
    """The days that a part without season may mean, in order; where it gives no day, each month's first and last."""
    step = -1 if backwards else 1
    for year in _numbers(part.year)[::step]:
        for month in months(part)[::step]:
            length = month_length(year, month)
            numbers = _numbers(part.day) if part.day else (1, length)
            for day in numbers[::step]:
                if 1 <= day <= length:
                    yield (year, month, day)


def months(part: Part) -> Sequence[int]:
    """The months that a part without season may mean, in order."""
    return tuple(month for month in _numbers(part.month) if 1 <= month <= 12) if part.month else range(1, 13)


@lru_cache
def _numbers(pattern: str) -> Sequence[int]:
    """The numbers that fit digits with X, smallest first."""
    choices = ["0123456789" if digit == "X" else digit for digit in pattern.lstrip("Y-")]
    found = tuple(int("".join(digits)) for digits in product(*choices))
    return tuple(-number for number in reversed(found) if number) if "-" in pattern else found


def month_length(year: int, month: int) -> int:
    """How many days a month has; proleptic Gregorian, any year."""
    return 29 if month == 2 and calendar.isleap(year) else _MONTH_LENGTHS[month - 1]


# --- spelling ---------------------------------------------------------------------------------------------------


def text_from_form(form: Form) -> str:
    match form:
        case Part():
            return text_from_part(form)
        case Moment(day, clock, offset):
            return f"{text_from_part(day)}T{clock}{offset}"
        case Span(start, end):
            return "/".join(side if isinstance(side, Gap) else text_from_part(side) for side in (start, end))
        case Choice(members, every):
            texts = ",".join(map(text_from_member, members))
            return f"{{{texts}}}" if every else f"[{texts}]"


def text_from_member(member: Part | Run) -> str:
    if isinstance(member, Part):
        return text_from_part(member)
    return "..".join("" if end is None else text_from_part(end) for end in (member.start, member.end))


def text_from_part(part: Part) -> str:
    """A mark shared by all parts stands last, one shared by year and month behind the month, any other to the left."""
    pieces = [piece for piece in (part.year, part.month, part.day) if piece]
    marks = part.doubts[: len(pieces)]
    if len(set(marks)) == 1:
        return "-".join(pieces) + marks[0]
    if len(pieces) == 3 and marks[0] == marks[1] and not marks[2]:
        return f"{pieces[0]}-{pieces[1]}{marks[1]}-{pieces[2]}"
    return "-".join(mark + piece for mark, piece in zip(marks, pieces, strict=True))
