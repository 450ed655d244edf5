"""The hour out of a time in words: `about 05:00`, `5.30 p.m.`, `14:02–14:10`.

For the order of one day. It promises to take an hour only where digits say one, and of several the first. It refuses to
guess what "at dawn" means, and knows no zones: an hour is meant as it is written.
"""

from __future__ import annotations

import re

from postil.model.records import Date

_CLOCK = re.compile(
    r"""(?<![\d.:+−-])
    (?:
        (?P<hour>\d{1,2}) \s?[:.h]\s? (?P<minute>[0-5]\d) (?::[0-5]\d)? (?![.:]?\d) (?:\s*(?P<half>[ap])\.?\s?m\b)?
      | (?P<bare>\d{1,2}) \s* (?P<half_of_bare>[ap])\.?\s?m\b
    )""",
    re.IGNORECASE | re.VERBOSE,
)


def minutes_from_words(text: str) -> int | None:
    """Minutes from midnight of the first hour that is written (24:00 is 1440); None where there is none."""
    for match in _CLOCK.finditer(text):
        hour, minute = int(match["hour"] or match["bare"]), int(match["minute"] or 0)
        half = (match["half"] or match["half_of_bare"] or "").lower()
        if half and 1 <= hour <= 12:
            hour = hour % 12 + (12 if half == "p" else 0)
        elif match["bare"]:
            continue
        if hour * 60 + minute <= 24 * 60:
            return hour * 60 + minute
    return None


def minutes_from_date(date: Date) -> int | None:
    """Those of a date-time, as written; None for any other date."""
    clock = date.edtf.partition("T")[2]
    return int(clock[:2]) * 60 + int(clock[3:5]) if clock else None
