"""Dates as people know them: read, ordered, compared, said in words.

For every stage that meets a date; these names are all that it needs. `forms` holds what a date can be, `reading` makes
dates of texts, `order` sets them beside each other, `words` says them. It promises that a date never says more than was
written, and that zone, clock and locale of the machine play no part. It refuses to know files, and what a date is the
date of.

Rules that hold throughout
- The day of a date-time is the day as written, whatever the offset; `instant` keeps the moment.
- Bounds are the first and the last day that a date may mean. `~`, `?` and `%` do not widen them: how far "about" reaches
  is not written. An interval has the first day of its start and the last day of its end. An open or unknown end, and a
  year of which no digit is known, have no bound.
- EDTF gives the seasons 21 to 24 no hemisphere. Their bounds follow the northern, meteorological seasons, as 25 to 28 do:
  spring is March to May; winter is December to February, named by the year in which it begins (2010-24 runs from
  2010-12-01 to 2011-02-28). 29 to 32 are the southern ones, whose summer runs into the next year. 33 to 36 are quarters,
  37 to 39 thirds, 40 and 41 halves of a year.
"""

from postil.dates.order import is_day, machine, month, sort_key, sort_text, standing_day, weekday_before, year
from postil.dates.reading import DateFault, date_from_day, date_from_text
from postil.dates.words import date_from_words, weekday_from_text, weekday_names, words

__all__ = [
    "DateFault",
    "date_from_day",
    "date_from_text",
    "date_from_words",
    "is_day",
    "machine",
    "month",
    "sort_key",
    "sort_text",
    "standing_day",
    "weekday_before",
    "weekday_from_text",
    "weekday_names",
    "words",
    "year",
]
