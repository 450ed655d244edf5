"""Text to date: EDTF and ISO 8601 read, what cannot be a date refused with the spelling that can.

For `load`, by way of `schema`. It promises that no text raises and that what it takes is spelt in one way only. It
refuses to guess: a near miss is a fault with a proposal, never a date.

EDTF (Library of Congress, 2019), levels 0 to 2, without significant digits (`1950S2`) and exponents (`Y17E7`). Ours
beside it: a season may be qualified and may stand in a year with unspecified digits; an end of an interval may have
unspecified digits; date-times, with an offset or without, are read to the second (fractions are dropped).

`edtf` tells which parts a qualifier belongs to. It is asked for no more, since it lets 2023-02-29 and intervals that
run backwards pass, gives an unknown end ten years, ends winter on 31 December, breaks on `1985-1X` and refuses `192X-24`.
"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from edtf import EDTFParseException, PartialUncertainOrApproximate, UncertainOrApproximate, parse_edtf

from postil.dates.forms import (
    Choice,
    Form,
    Gap,
    Moment,
    Part,
    Run,
    Span,
    bounds,
    days,
    month_length,
    months,
    text_from_form,
    text_from_part,
)
from postil.messages import shortened
from postil.model.records import Date, Day

IMPOSSIBLE = "date-impossible"
BACKWARDS = "date-backwards"
OLD = "date-old-form"
UNREADABLE = "date-unreadable"


@dataclass(frozen=True, slots=True)
class DateFault:
    """Why a text is no date: a problem that has no place yet."""

    code: str
    message: str
    help: str


_LENGTH = 200  # code points; a longer text is no date, and not worth reading
_HELP = (
    "write the year first: 2031-04-29, 2031-04, 2031, 202X; 2031-04-29~ when approximate, 2031-04-29? when "
    "uncertain; 2031-04-03/2031-05 for a span, 2031-04-03/.. when it goes on, 2031-04-03/ when its end is not known"
)
_PART = re.compile(
    r"([?~%]?)(?P<year>Y-?[1-9][0-9]{4,8}|-?[0-9X]{4})([?~%]?)"
    r"(?:-([?~%]?)(?P<month>[0-9X]{2})([?~%]?)(?:-([?~%]?)(?P<day>[0-9X]{2})([?~%]?))?)?"
)
_MOMENT = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[Tt]| +)(([0-9]{2}):([0-9]{2})(?::([0-9]{2}))?)(?:(?<=:..:..)[.,][0-9]+)?"
    r" *([Zz]|[+-][0-9]{2}(?::?[0-9]{2})?)?"
)


@lru_cache(maxsize=1 << 16)
def date_from_text(text: str) -> Date | DateFault:
    """The date that `text` says, or why it says none. Never raises; white space around it does not matter.

    The date's `edtf` is canonical: reading it again gives an equal date.
    """
    form = _form_from_text(text)
    if isinstance(form, DateFault):
        return _cured(text.strip(), form) if form.code == UNREADABLE else form
    lower, upper = bounds(form)
    return Date(text_from_form(form), lower, upper, _instant(form) if isinstance(form, Moment) else None)


@lru_cache(maxsize=1 << 16)
def form_from_date(date: Date) -> Form:
    """The parts of a date made by `date_from_text`."""
    return _sound(_form_from_text(date.edtf))


def date_from_day(day: Day) -> Date:
    """One exact day as a date. ValueError outside the years -9999 to 9999, where EDTF has no days."""
    year, month, number = day
    part = _part_from_text(f"{'-' if year < 0 else ''}{abs(year):04}-{month:02}-{number:02}")
    return Date(text_from_part(_sound(part)), day, day)


# --- forms ------------------------------------------------------------------------------------------------------


T = TypeVar("T", bound=Form)


def _sound(form: T | DateFault) -> T:
    if isinstance(form, DateFault):
        raise ValueError(form.message)  # noqa: TRY004 - the value is at fault, not its type
    return form


def _form_from_text(text: str) -> Form | DateFault:
    text = text.strip()
    if not text:
        return DateFault(UNREADABLE, "the date is empty", "leave it out where no date is known")
    if len(text) > _LENGTH:
        return _unreadable(text)
    if text[0] + text[-1] in {"[]", "{}"}:
        return _choice_from_text(text)
    if "/" in text:
        return _span_from_text(text)
    if found := _MOMENT.fullmatch(text):
        return _moment_from_match(text, found)
    return _part_from_text(text)


def _part_from_text(text: str) -> Part | DateFault:
    found = _PART.fullmatch(text)
    if found is None:
        return _unreadable(text)
    year, month, day = found["year"], found["month"] or "", found["day"] or ""
    if year == "-XXXX" or (year[0] == "Y" and month):
        return _unreadable(text)
    before_year, after_year, before_month, after_month, before_day, after_day = found.group(1, 3, 4, 6, 7, 9)
    shape = f"{before_year}2000{after_year}"
    shape += f"-{before_month}01{after_month}" if month else ""
    shape += f"-{before_day}01{after_day}" if day else ""
    doubts = _doubts(shape)
    if doubts is None:
        return _unreadable(text)
    part = Part(year, month, day, (doubts[0], doubts[1] if month else "", doubts[2] if day else ""))
    return _fault_of_part(part) or part


@lru_cache
def _doubts(shape: str) -> tuple[str, str, str] | None:
    """The marks of year, month and day. In a `shape` all digits are the same, so there are few, and each is read once."""
    if not re.search(r"[?~%]", shape):
        return ("", "", "")
    try:
        found = parse_edtf(shape)
    except EDTFParseException:
        return None
    if isinstance(found, UncertainOrApproximate):
        return (str(found.ua), str(found.ua), str(found.ua))
    if isinstance(found, PartialUncertainOrApproximate):
        both = found.year_month_ua
        marks = (found.year_ua or found.year_ua_b or both, found.month_ua or both, found.day_ua)
        year, month, day = (str(mark) if mark else "" for mark in marks)
        return (year, month, day)
    return None


def _fault_of_part(part: Part) -> DateFault | None:
    """Why there is no such year, month or day; None when there is."""
    written = "-".join(filter(None, (part.year, part.month, part.day)))
    if part.year == "-0000":
        return DateFault(
            IMPOSSIBLE, f"{written}: there is no year -0000", "write 0000 for 1 BCE, -0001 for 2 BCE"
        )
    if part.is_season:
        if not part.day:
            return None
        return DateFault(
            IMPOSSIBLE, f"{written}: the season {part.month} has no days", f"write {part.year}-{part.month}"
        )
    if not months(part):
        return DateFault(
            IMPOSSIBLE,
            f"{written}: there is no month {part.month}",
            "write a month from 01 to 12, or a season from 21 (spring) to 24 (winter)",
        )
    if next(days(part), None) is not None:
        return None
    if "X" in part.year + part.month:
        return DateFault(IMPOSSIBLE, f"{written} fits no day", f"write {part.year}-{part.month}")
    length = month_length(int(part.year), int(part.month))
    return DateFault(
        IMPOSSIBLE,
        f"{written}: {part.year}-{part.month} has {length} days",
        f"write a day from 01 to {length}, or {part.year}-{part.month} when the day is not known",
    )


def _moment_from_match(text: str, found: re.Match[str]) -> Moment | DateFault:
    year, month, number, clock, hour, minute, second, zone = found.groups()
    day = Part(year, month, number)
    if fault := _fault_of_part(day):
        return fault
    offset = "" if zone is None else zone.upper()
    if len(offset) > 1:
        offset = f"{offset[:3]}:{offset[3:].lstrip(':') or '00'}"
        offset = "Z" if offset == "-00:00" else offset  # neither ISO 8601 nor HTML has -00:00
    moment = Moment(day, clock, offset)
    if int(hour) > 23 or int(minute) > 59 or int(second or 0) > 59 or _instant(moment) == "":
        return DateFault(
            IMPOSSIBLE,
            f"{_shown(text)} is not a time of a day",
            "write hours from 00 to 23, minutes and seconds from 00 to 59, an offset up to 14:00, years from 0001",
        )
    return moment


def _instant(moment: Moment) -> str | None:
    """The moment in UTC; None without an offset; empty when there is none (year 0, an offset of 15 hours)."""
    zone = moment.offset.replace("Z", "+00:00")
    if zone and (int(zone[4:]) > 59 or int(zone[1:3]) * 60 + int(zone[4:]) > 14 * 60):
        return ""
    try:
        then = dt.datetime.fromisoformat(f"{text_from_part(moment.day)}T{moment.clock}{zone}")
        # A naive time is never converted: `astimezone` would put it in the machine's own zone.
        utc = then.astimezone(dt.UTC) if zone else None
    except (ValueError, OverflowError):
        return ""
    return f"{utc.year:04}-{utc:%m-%dT%H:%M:%S}Z" if utc else None


def _span_from_text(text: str) -> Span | DateFault:
    sides = [side.strip() for side in text.split("/")]
    if len(sides) != 2:
        return _unreadable(text)
    if not any(side.strip(".") for side in sides):
        return DateFault(
            UNREADABLE,
            f"{_shown(text)} has neither a start nor an end",
            "leave it out where no date is known",
        )
    if any(_MOMENT.fullmatch(side) for side in sides):
        only_days = "/".join(_MOMENT.sub(r"\1-\2-\3", side) for side in sides)
        return DateFault(
            UNREADABLE, f"{_shown(text)} is an interval with a time of day", f"write {only_days}"
        )
    ends: list[Part | Gap] = []
    for side in sides:
        end = Gap(side) if side in {Gap.OPEN, Gap.UNKNOWN} else _part_from_text(side)
        if isinstance(end, DateFault):
            return _unreadable(text) if end.code == UNREADABLE else end
        ends.append(end)
    start, end = ends
    if isinstance(start, Part) and isinstance(end, Part) and _is_backwards(start, end):
        return _backwards(text, f"{text_from_part(end)}/{text_from_part(start)}")
    return Span(start, end)


def _choice_from_text(text: str) -> Choice | DateFault:
    members: list[Part | Run] = []
    for written in text[1:-1].split(","):
        member = _member_from_text(written.strip())
        if isinstance(member, DateFault):
            return _unreadable(text) if member.code == UNREADABLE else member
        members.append(member)
    if len(members) == 1 and isinstance(members[0], Part):
        return DateFault(
            UNREADABLE, f"{_shown(text)} is a set of one date", f"write {text_from_part(members[0])}"
        )
    # EDTF has `..a` only as the first member and `b..` only as the last; elsewhere it is most likely a slip.
    if any(isinstance(m, Run) and m.start is None for m in members[1:]) or any(
        isinstance(m, Run) and m.end is None for m in members[:-1]
    ):
        return DateFault(
            UNREADABLE,
            f"{_shown(text)} has a member without start or end in its middle",
            "put a member that has no start first, and one that has no end last",
        )
    return Choice(tuple(members), every=text[0] == "{")


def _member_from_text(text: str) -> Part | Run | DateFault:
    before, dots, after = text.partition("..")
    if not dots:
        return _part_from_text(text)
    start = _part_from_text(before.strip()) if before else None
    end = _part_from_text(after.strip()) if after else None
    if isinstance(start, DateFault):
        return start
    if isinstance(end, DateFault):
        return end
    if start is None and end is None:
        return _unreadable(text)
    if start and end and _is_backwards(start, end):
        return _backwards(text, f"{text_from_part(end)}..{text_from_part(start)}")
    return Run(start, end)


def _is_backwards(start: Part, end: Part) -> bool:
    lower, upper = bounds(start)[0], bounds(end)[1]
    return lower is not None and upper is not None and upper < lower


# --- faults and their cures -------------------------------------------------------------------------------------


def _shown(text: str) -> str:
    return f'"{shortened(text)}"'


def _unreadable(text: str) -> DateFault:
    return DateFault(UNREADABLE, f"{_shown(text)} is not a date in EDTF or ISO 8601", _HELP)


def _backwards(text: str, turned: str) -> DateFault:
    return DateFault(BACKWARDS, f"{_shown(text)} ends before it begins", f"write {turned} if that is meant")


def _cured(text: str, fault: DateFault) -> DateFault:
    """The fault with a spelling that can be read as its help, where the text is near one."""
    if len(text) > _LENGTH:
        return fault
    today, full = _text_of_today(text), _text_in_full(text)
    if today != text and not isinstance(form := _form_from_text(today), DateFault):
        message = f"{_shown(text)} is spelt as in the EDTF draft of 2012"
        return DateFault(OLD, message, f"write {text_from_form(form)}")
    if full != text and not isinstance(form := _form_from_text(full), DateFault):
        return DateFault(UNREADABLE, fault.message, f"write {text_from_form(form)}")
    match _days_year_last(text):
        case [day]:
            return DateFault(UNREADABLE, fault.message, f"write {day}")
        case [day, other]:
            return DateFault(UNREADABLE, fault.message, f"write {day} or {other}, whichever is meant")
    return fault


def _days_year_last(text: str) -> list[str]:
    """The days that `29.04.2031`, `04/29/2031` or `07-02-2031` may mean: the order of day and month is nowhere the same."""
    found = re.fullmatch(r"([0-9]{1,2})([./-])([0-9]{1,2})\2([0-9]{4})", text)
    if found is None:
        return []
    one, _, two, year = found.groups()
    days = dict.fromkeys(f"{year}-{month:0>2}-{day:0>2}" for day, month in ((one, two), (two, one)))
    # From 21 on EDTF has seasons, but they have no days.
    return [day for day in days if not isinstance(_form_from_text(day), DateFault)]


def _text_of_today(text: str) -> str:
    """The draft of 2012 in today's spelling: u and x for unspecified digits, ?~ for %, open, unknown, y for Y."""
    sides = [side.strip() for side in text.split("/")]
    words = {"open": "..", "unknown": ""}
    text = "/".join(words.get(side.lower(), side) for side in sides)
    text = re.sub(r"\?~|~\?", "%", text)
    text = re.sub(r"\by(?=-?[0-9])", "Y", text)
    return re.sub(r"[ux]", "X", text) if re.fullmatch(r"[-0-9uxX?~%./,\[\]{} ]+", text) else text


def _text_in_full(text: str) -> str:
    """Near misses written out: other dashes or dots, no leading zeros, a day with an offset, 20310429, 2031-04-29/30."""
    text = re.sub(r"[\u2010-\u2015\u2212]", "-", text)
    if found := re.fullmatch(r"([0-9]{4})([-./])([0-9]{1,2})(?:\2([0-9]{1,2}))?", text):
        year, mark, month, day = found.groups()
        if day:
            return f"{year}-{month:0>2}-{day:0>2}"
        return text if mark == "/" else f"{year}-{month:0>2}"  # 2004/5 may be May or two years
    if found := re.fullmatch(
        r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?:[Tt]| +)([0-9]{1,2})(:[0-9]{2}\b.*)", text
    ):
        year, month, day, hour, rest = found.groups()
        return f"{year}-{month:0>2}-{day:0>2}T{hour:0>2}{rest}"
    if found := re.fullmatch(
        r"([0-9]{4}-[0-9]{2}-[0-9]{2})(?: *[Zz]| *[+-][0-9]{2}:?[0-9]{2}| +[+-][0-9]{2})", text
    ):
        return found[1]  # a day has no offset
    if found := re.fullmatch(r"([0-9]{4})([0-9]{2})([0-9]{2})", text):
        return "-".join(found.groups())
    if found := re.fullmatch(r"(-?)([0-9]{1,3})", text):
        return f"{found[1]}{found[2]:0>4}"
    if found := re.fullmatch(r"([0-9]{4}-(?:[0-9]{2}-)?)([0-9]{2})/([0-9]{2})", text):
        return f"{found[1]}{found[2]}/{found[1]}{found[3]}"
    return text
