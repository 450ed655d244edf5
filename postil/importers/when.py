"""Dates as others write them: read only where one reading is possible.

Other generators and web pages spell dates in many ways. What has one meaning becomes EDTF or an ISO date-time, as
`postil.dates` has it; what can be read in two ways is handed back with both, for a person to choose. It refuses to guess:
no two-digit years, no order of day and month that the numbers do not tell.
"""

import re
from dataclasses import dataclass
from types import MappingProxyType

from postil.dates import DateFault, date_from_text
from postil.model.records import Date

_TIME = (
    r"(?P<time>[T ]\s*(?:at\s+)?(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2})(?:[.,]\d+)?)?"
    r"(?:\s*(?P<half>[ap])\.?m\.?)?)?(?:\s*(?P<zone>Z|UTC|UT|GMT|[ECMP][SD]T|[+-]\d{2}(?::?\d{2})?))?"
)
_MONTH_NAME = r"(?P<name>[a-z]{3,9})\.?"
_FORMS = tuple(
    re.compile(form + _TIME, re.IGNORECASE)
    for form in (
        r"(?P<year>\d{4})([-/.])(?P<month>\d{1,2})\2(?P<day>\d{1,2})",
        r"(?P<year>\d{4})(?P<month>\d{2})(?P<day>\d{2})",
        rf"(?:[a-z]{{3,9}}\.?,?\s+)?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?[\s-]+{_MONTH_NAME},?[\s-]+(?P<year>\d{{4}})",
        rf"(?:[a-z]{{3,9}}\.?,?\s+)?{_MONTH_NAME}\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<year>\d{{4}})",
        rf"{_MONTH_NAME},?\s+(?P<year>\d{{4}})",
        r"(?P<one>\d{1,2})([-/.])(?P<two>\d{1,2})\2(?P<year>\d{4})",
    )
)
_MONTHS = MappingProxyType(
    {
        name[:length]: number
        for number, name in enumerate(
            (
                "january",
                "february",
                "march",
                "april",
                "may",
                "june",
                "july",
                "august",
                "september",
                "october",
                "november",
                "december",
            ),
            1,
        )
        for length in (3, 4, len(name))
    }
)
_ZONES = MappingProxyType({
    **dict.fromkeys(("Z", "UTC", "UT", "GMT"), "Z"),
    **{f"{first}{kind}T": f"-{hours + (kind == 'S'):02}:00" for first, hours in zip("ECMP", (4, 5, 6, 7), strict=True)
       for kind in "SD"},
})  # fmt: skip
"""Names of zones as RFC 5322 has them, to offsets."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text means as a date: `date`, or, where it may mean several, `candidates` in EDTF; neither when it is none."""

    date: Date | None = None
    candidates: tuple[str, ...] = ()


def reading(text: str) -> Reading:
    """Read a date. Never raises."""
    text = " ".join(text.split())
    if len(text) > 80:
        return Reading()
    if (date := _sound(text)) is not None:
        return Reading(date)
    for form in _FORMS:
        if found := form.fullmatch(text):
            return _from_parts(found.groupdict())
    return Reading()


def _from_parts(parts: dict[str, str | None]) -> Reading:
    year = parts["year"]
    if parts.get("one"):
        one, two = int(parts["one"] or 0), int(parts["two"] or 0)
        days = dict.fromkeys(f"{year}-{month:02}-{day:02}" for day, month in ((one, two), (two, one)))
        dates = [date for day in days if (date := _sound(day + _clock(parts))) is not None]
        return Reading(dates[0]) if len(dates) == 1 else Reading(None, tuple(date.edtf for date in dates))
    name = parts.get("name")
    month = _MONTHS.get(name.lower(), 0) if name else int(parts["month"] or 0)
    day = f"-{int(parts['day'] or 0):02}" if parts.get("day") else ""
    return Reading(_sound(f"{year}-{month:02}{day}{_clock(parts)}"))


def _clock(parts: dict[str, str | None]) -> str:
    """The time of day in ISO form; empty when none is given, and for an offset without a time, which moves no day."""
    if not parts["time"]:
        return ""
    hour = int(parts["hour"] or 0)
    if half := parts["half"]:
        hour = hour % 12 + 12 * (half.lower() == "p") if 1 <= hour <= 12 else 99
    zone = (parts["zone"] or "").upper()
    second = f":{parts['second']}" if parts["second"] else ""
    return f"T{hour:02}:{parts['minute']}{second}{_ZONES.get(zone, zone)}"


def _sound(text: str) -> Date | None:
    date = date_from_text(text)
    return None if isinstance(date, DateFault) else date
