"""The phrases in which dates are said: one table a language.

For `words`. A language is added by a table here and rows in its test cases. It promises phrases that are grammatical
wherever they are put together, and refuses to know how that is done.

`alone` stands by itself or in a list; `after` stands behind a preposition, in Ukrainian in the genitive. Month names,
and the words of lists, come from `babel`.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Phrase:
    alone: str
    after: str


@dataclass(frozen=True, slots=True)
class Wording:
    locale: str

    # {} is a number: a year from 1000 on, from 1 to 999, before 1
    year: str
    early_year: str
    year_before_era: str

    # a year that is not known
    decade: Phrase  # {} is its first year
    unknown_year: Phrase
    some_year_of_decade: str  # behind a month or a day; {} is the decade's first year
    as_written: str  # {0} is the date as far as it is known, {1} its digits and X as written

    # {0} is a month, a day or a season, {1} a year: one that is known, one that is not
    in_year: str
    in_unknown_year: str

    # a month or day that is not known; {} is the year, or month and year, it lies in
    unknown_month: Phrase
    unknown_day: Phrase
    numbered_day: Phrase  # {0} is the day, {1} an unknown month

    # seasons 21 to 24, quarters 33 to 36, thirds 37 to 39, halves 40 and 41; {} is the year: known, and not known
    seasons: tuple[Phrase, ...]
    seasons_of_unknown_year: tuple[Phrase, ...]
    northern: str  # {} is a season
    southern: str

    # doubts about the whole: {} is the date
    about: Phrase  # behind a preposition in both; `after` is for use behind another one
    approximately: str  # of a date with unspecified digits
    uncertain: str

    # doubts about a part: of one, of several; {} is the part or parts
    parts: tuple[str, str, str, str]  # year, month, day, season
    both_parts: str  # {0} and {1} are parts
    doubts: dict[str, tuple[str, str]]
    in_doubt: str  # {0} is the date, {1} what is in doubt about it

    # intervals; {} is behind a preposition
    closed: str
    open_end: str
    unknown_end: str
    unknown_end_of_day: str
    open_start: str
    unknown_start: str

    # sets; {} is a date alone, or a list of them
    or_earlier: str
    and_earlier: str
    or_later: str
    and_later: str
    some_time: str
    one_of: str
    all_of: str


def _same(*texts: str) -> tuple[Phrase, ...]:
    return tuple(Phrase(text, text) for text in texts)


def _quarters_and_halves(template: str) -> tuple[tuple[Phrase, ...], tuple[Phrase, ...]]:
    ordinals = ("first", "second", "third", "fourth")
    quarters = _same(*(template.format(ordinal, "quarter") for ordinal in ordinals))
    return (quarters, _same(*(template.format(ordinal, "half") for ordinal in ordinals[:2])))


_QUARTERS, _HALVES = _quarters_and_halves("the {} {} of {{}}")

ENGLISH = Wording(
    locale="en_GB",
    year="{}",
    early_year="{} CE",
    year_before_era="{} BCE",
    decade=Phrase("the {}s", "the {}s"),
    unknown_year=Phrase("an unknown year", "an unknown year"),
    some_year_of_decade="some year in the {}s",
    as_written="{0} ({1})",
    in_year="{0} {1}",
    in_unknown_year="{0} of {1}",
    unknown_month=Phrase("some month of {}", "some month of {}"),
    unknown_day=Phrase("some day in {}", "some day in {}"),
    numbered_day=Phrase("day {0} of {1}", "day {0} of {1}"),
    seasons=(
        *_same("spring {}", "summer {}", "autumn {}", "winter {}"),
        *_QUARTERS,
        *_same("early {}", "mid-{}", "late {}"),
        *_HALVES,
    ),
    seasons_of_unknown_year=(
        *_same("spring of {}", "summer of {}", "autumn of {}", "winter of {}"),
        *_QUARTERS,
        *_same("early in {}", "the middle of {}", "late in {}"),
        *_HALVES,
    ),
    northern="{} (northern hemisphere)",
    southern="{} (southern hemisphere)",
    about=Phrase("about {}", "about {}"),
    approximately="{} (approximately)",
    uncertain="{} (uncertain)",
    parts=("year", "month", "day", "season"),
    both_parts="{0} and {1}",
    doubts={
        "~": ("{} approximate", "{} approximate"),
        "?": ("{} uncertain", "{} uncertain"),
        "%": ("{} uncertain and approximate", "{} uncertain and approximate"),
    },
    in_doubt="{0} ({1})",
    closed="from {0} to {1}",
    open_end="since {} (ongoing)",
    unknown_end="from {}, end unknown",
    unknown_end_of_day="after {}, end unknown",
    open_start="until {} (start open)",
    unknown_start="until {}, start unknown",
    or_earlier="{} or earlier",
    and_earlier="{} and earlier",
    or_later="{} or later",
    and_later="{} and later",
    some_time="some time {}",
    one_of="one of: {}",
    all_of="all of: {}",
)

_UKRAINIAN_SEASONS = (
    Phrase("весна {}", "весни {}"),
    Phrase("літо {}", "літа {}"),
    Phrase("осінь {}", "осені {}"),
    Phrase("зима {}", "зими {}"),
    Phrase("перший квартал {}", "першого кварталу {}"),
    Phrase("другий квартал {}", "другого кварталу {}"),
    Phrase("третій квартал {}", "третього кварталу {}"),
    Phrase("четвертий квартал {}", "четвертого кварталу {}"),
    Phrase("початок {}", "початку {}"),
    Phrase("середина {}", "середини {}"),
    Phrase("кінець {}", "кінця {}"),
    Phrase("перша половина {}", "першої половини {}"),
    Phrase("друга половина {}", "другої половини {}"),
)

UKRAINIAN = Wording(
    locale="uk",
    # Abbreviated: рік, року and році are written alike, so that the year fits every case.
    year="{} р.",
    early_year="{} р. н. е.",
    year_before_era="{} р. до н. е.",
    decade=Phrase("{}-ті роки", "{}-х років"),
    unknown_year=Phrase("невідомий рік", "невідомого року"),
    some_year_of_decade="одного з {}-х років",
    as_written="{0} ({1})",
    in_year="{0} {1}",
    in_unknown_year="{0} {1}",
    unknown_month=Phrase("невідомий місяць {}", "невідомого місяця {}"),
    unknown_day=Phrase("невідомий день {}", "невідомого дня {}"),
    numbered_day=Phrase("{0}-й день {1}", "{0}-го дня {1}"),
    seasons=_UKRAINIAN_SEASONS,
    seasons_of_unknown_year=_UKRAINIAN_SEASONS,
    northern="{} (північна півкуля)",
    southern="{} (південна півкуля)",
    about=Phrase("близько {}", "приблизно {}"),
    approximately="{} (приблизно)",
    uncertain="{} (непевно)",
    parts=("рік", "місяць", "день", "сезон"),
    both_parts="{0} і {1}",
    doubts={
        "~": ("{} приблизний", "{} приблизні"),
        "?": ("{} непевний", "{} непевні"),
        "%": ("{} непевний і приблизний", "{} непевні й приблизні"),
    },
    in_doubt="{0} ({1})",
    closed="від {0} до {1}",
    open_end="від {} (триває)",
    unknown_end="від {}, кінець невідомий",
    unknown_end_of_day="після {}, кінець невідомий",
    open_start="до {} (початок відкритий)",
    unknown_start="до {}, початок невідомий",
    or_earlier="{} або раніше",
    and_earlier="{} і раніше",
    or_later="{} або пізніше",
    and_later="{} і пізніше",
    some_time="у якийсь час {}",
    one_of="одна з дат: {}",
    all_of="усі дати: {}",
)

WORDINGS = MappingProxyType({"en": ENGLISH, "uk": UKRAINIAN})
"""By language, without region or script."""
