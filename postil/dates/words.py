"""Dates in words, in the language of the page; weekdays out of words.

For pages, and for weekdays that an annotation names. It promises that no number is shown that was not written (years
before 1 are converted: -0044 is 45 BCE), and that each doubt, an open end and an unknown one keep words of their own. It
refuses to shorten ("today", "last Sunday"), and to show the time of day.

In a language without a `Wording`, `babel` gives plain dates and closed intervals of two; all else stands as EDTF, which
is true, rather than in a mixture of languages.
"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType

from babel import Locale
from babel.core import UnknownLocaleError
from babel.dates import format_date, format_skeleton
from babel.lists import format_list

from postil.dates.forms import Choice, Form, Gap, Moment, Part, Run, Span, text_from_form
from postil.dates.reading import DateFault, date_from_text, form_from_date
from postil.dates.wording import WORDINGS, Phrase, Wording
from postil.model.records import Date
from postil.words import primary_language

_NORTHERN = range(25, 29)
_SOUTHERN = range(29, 33)


@dataclass(frozen=True, slots=True)
class _Said:
    """How one says on which weekday: the words before its name, and forms of names that babel does not have."""

    before: frozenset[str] = frozenset()
    cases: dict[str, int] = field(default_factory=dict)


_NOTHING_SAID = _Said()
_SAID = MappingProxyType(
    {
        "en": _Said(frozenset({"on"})),
        "ru": _Said(frozenset({"в", "во", "на"}), {"среду": 2, "пятницу": 4, "субботу": 5}),
        "uk": _Said(frozenset({"в", "у", "на"}), {"середу": 2, "п'ятницю": 4, "суботу": 5, "неділю": 6}),
    }
)
"""In the accusative, where it differs."""

_BESIDE_DATES = frozenset({"st", "nd", "rd", "th", "of", "the", "on", "р", "року", "г", "года"})
"""What stands beside the parts of a date without being one."""


@lru_cache(maxsize=1 << 14)
def words(date: Date, lang: str) -> str:
    """A date in words; `lang` is a BCP 47 tag. Never empty."""
    form = form_from_date(date)
    if isinstance(form, Moment):
        form = form.day
    if wording := WORDINGS.get(primary_language(lang)):
        return _words(form, wording)
    locale = _locale_from_tag(lang)
    return (_words_of_babel(form, locale) if locale else None) or text_from_form(form)


def words_in_parts(date: Date, lang: str) -> str:
    """`words` with no-break spaces within each day, month and year, so that a line breaks only between two of them."""
    return _plain_date(lang).sub(lambda match: match[0].replace(" ", "\N{NO-BREAK SPACE}"), words(date, lang))


def month_name(month: int, lang: str) -> str:
    """A month from 1 to 12 by itself, in `lang` or in English."""
    locale = _locale_from_tag(lang) or Locale.parse("en")
    return str(locale.months["stand-alone"]["wide"][month])


@lru_cache
def weekday_from_text(text: str, lang: str) -> int | None:
    """The weekday that `text` names, 0 for Monday, in `lang` or in English, in full or abbreviated; else None.

    In Ukrainian and Russian also as one says when: `у неділю`, `неділю`; in English with `on`.
    """
    if len(text) > 40:
        return None
    folded = _folded(text)
    before, _, name = folded.partition(" ")
    weekdays = _weekdays(lang)
    is_said = any(before in _SAID.get(one, _NOTHING_SAID).before for one in ("en", primary_language(lang)))
    return weekdays.get(name if is_said else folded)


def weekday_names(lang: str) -> tuple[str, ...]:
    """The weekdays from Monday in full, in `lang` and in English: only for what is proposed."""
    locales = dict.fromkeys(filter(None, (_locale_from_tag(lang), Locale.parse("en"))))
    return tuple(str(locale.days["stand-alone"]["wide"][number]) for locale in locales for number in range(7))


def date_from_words(text: str, languages: tuple[str, ...]) -> str | None:
    """The date that is meant by `13 May 2031`, `May 13, 2031` or `May 2031`, in EDTF; None where none is clear.

    Months may be named in English or one of `languages`. Only for what is proposed: a date is written in digits.
    """
    if len(text) > 40:
        return None
    words_ = [one for one in re.findall(r"[^\W\d_]+|[0-9]+", _folded(text)) if one not in _BESIDE_DATES]
    months = {name: number for lang in ("en", *languages) for name, number in _months(lang).items()}
    named = [months[one] for one in words_ if one in months]
    numbers = [one for one in words_ if one.isdigit()]
    if len(named) != 1 or len(words_) != len(numbers) + 1 or not numbers or len(numbers[-1]) != 4:
        return None
    day = numbers[0] if len(numbers) == 2 else ""
    written = f"{numbers[-1]}-{named[0]:02}" + (f"-{day:0>2}" if day else "")
    return None if len(numbers) > 2 or isinstance(date_from_text(written), DateFault) else written


# --- with a wording ---------------------------------------------------------------------------------------------


def _words(form: Form, wording: Wording) -> str:
    match form:
        case Part():
            return _phrase(form, wording).alone
        case Moment(day):
            return _phrase(day, wording).alone
        case Span(start, end):
            return _span_words(start, end, wording)
        case Choice(members, every):
            texts = [_member_words(member, wording, every=every) for member in members]
            if len(texts) == 1 and (every or not _is_closed(members[0])):
                return texts[0]
            if len(texts) == 1:  # one day out of a stretch, which is no stretch
                return wording.some_time.format(texts[0])
            joined = format_list(texts, "standard" if every else "or", wording.locale)
            return (wording.all_of if every else wording.one_of).format(joined)


def _is_closed(member: Part | Run) -> bool:
    return isinstance(member, Run) and member.start is not None and member.end is not None


def _span_words(start: Part | Gap, end: Part | Gap, wording: Wording) -> str:
    if isinstance(start, Gap):
        until = wording.open_start if start is Gap.OPEN else wording.unknown_start
        # A span has at least one date.
        return until.format(_phrase(end, wording).after) if isinstance(end, Part) else ""
    first = _phrase(start, wording).after
    match end:
        case Part():
            return wording.closed.format(first, _phrase(end, wording).after)
        case Gap.OPEN:
            return wording.open_end.format(first)
        case Gap.UNKNOWN:
            # "After 1985" would leave 1985 itself out; "after 3 April" is how it is said of a day.
            is_day = bool(start.day) and start.is_whole
            return (wording.unknown_end_of_day if is_day else wording.unknown_end).format(first)


def _member_words(member: Part | Run, wording: Wording, *, every: bool) -> str:
    match member:
        case Part():
            return _phrase(member, wording).alone
        case Run(None, Part() as end):
            return (wording.and_earlier if every else wording.or_earlier).format(_phrase(end, wording).alone)
        case Run(Part() as start, None):
            return (wording.and_later if every else wording.or_later).format(_phrase(start, wording).alone)
        case Run(Part() as start, Part() as end):
            return wording.closed.format(_phrase(start, wording).after, _phrase(end, wording).after)
    raise AssertionError(member)


def _phrase(part: Part, wording: Wording) -> Phrase:
    bare = Part(part.year, part.month, part.day)
    phrase = _bare_phrase(bare, wording)
    if _is_partly_known(bare):
        phrase = _framed(wording.as_written, phrase, text_from_form(bare))
    marks = part.doubts[: 1 + bool(part.month) + bool(part.day)]
    if len(set(marks)) > 1:
        return _framed(wording.in_doubt, phrase, _doubts_of_parts(part, wording))
    if marks[0] in {"~", "%"}:
        if "X" in part.year + part.month + part.day:
            phrase = _framed(wording.approximately, phrase)
        else:
            about = wording.about
            phrase = Phrase(about.alone.format(phrase.after), about.after.format(phrase.after))
    return _framed(wording.uncertain, phrase) if marks[0] in {"?", "%"} else phrase


def _framed(template: str, phrase: Phrase, *more: str) -> Phrase:
    return Phrase(template.format(phrase.alone, *more), template.format(phrase.after, *more))


def _doubts_of_parts(part: Part, wording: Wording) -> str:
    year, month, day, season = wording.parts
    names: dict[str, list[str]] = {}
    for mark, name in zip(part.doubts, (year, season if part.is_season else month, day), strict=True):
        if mark:
            names.setdefault(mark, []).append(name)
    return "; ".join(
        wording.doubts[mark][1].format(wording.both_parts.format(*named))
        if len(named) == 2
        else wording.doubts[mark][0].format(named[0])
        for mark, named in names.items()
    )


def _is_partly_known(part: Part) -> bool:
    """Whether some digits stand beside an X where words cannot say so."""
    odd_year = "X" in part.year and part.year != "XXXX" and not _is_decade(part.year)
    return odd_year or any("X" in digits and digits != "XX" for digits in (part.month, part.day))


def _is_decade(year: str) -> bool:
    # "The 1900s" may be ten years or a hundred, so that 190X is not one.
    return re.fullmatch(r"[1-9][0-9][1-9]X", year) is not None


def _bare_phrase(part: Part, wording: Wording) -> Phrase:
    if part.is_season:
        return _season_phrase(part, wording)
    if not part.month:
        return _year_phrase(part.year, wording)
    year = _year_behind(part.year, wording)
    in_year = wording.in_unknown_year if "X" in part.year else wording.in_year
    if "X" in part.month:
        month = _filled(wording.unknown_month, year)
    else:
        names = Locale.parse(wording.locale).months
        number = int(part.month)
        month = Phrase(
            in_year.format(names["stand-alone"]["wide"][number], year),
            in_year.format(names["format"]["wide"][number], year),
        )
    if not part.day:
        return month
    if "X" in part.day:
        return _filled(wording.unknown_day, year if "X" in part.month else month.after)
    if "X" in part.month:
        return _filled(wording.numbered_day, str(int(part.day)), month.after)
    text = f"{int(part.day)} {month.after}"
    return Phrase(text, text)


def _season_phrase(part: Part, wording: Wording) -> Phrase:
    number = int(part.month)
    if number in _NORTHERN or number in _SOUTHERN:
        season = _season_phrase(Part(part.year, str(21 + (number - 21) % 4)), wording)
        return _framed(wording.northern if number in _NORTHERN else wording.southern, season)
    seasons = wording.seasons_of_unknown_year if "X" in part.year else wording.seasons
    index = number - 21 if number < 25 else number - 33 + 4
    return _filled(seasons[index], _year_behind(part.year, wording))


def _year_phrase(year: str, wording: Wording) -> Phrase:
    if _is_decade(year):
        return _filled(wording.decade, f"{year[:3]}0")
    if "X" in year:
        return wording.unknown_year
    text = _year_behind(year, wording)
    return Phrase(text, text)


def _year_behind(year: str, wording: Wording) -> str:
    """A year as it stands behind a month, a day or a season."""
    if _is_decade(year):
        return wording.some_year_of_decade.format(f"{year[:3]}0")
    if "X" in year:
        return wording.unknown_year.after
    number = int(year.removeprefix("Y"))
    if number < 1:
        return wording.year_before_era.format(1 - number)
    return (wording.year if number >= 1000 else wording.early_year).format(number)


def _filled(phrase: Phrase, *texts: str) -> Phrase:
    return Phrase(phrase.alone.format(*texts), phrase.after.format(*texts))


# --- by babel ---------------------------------------------------------------------------------------------------


@lru_cache
def _locale_from_tag(lang: str) -> Locale | None:
    for tag in (lang.replace("-", "_"), primary_language(lang)):
        try:
            return Locale.parse(tag)
        except (UnknownLocaleError, ValueError):
            continue
    return None


def _words_of_babel(form: Form, locale: Locale) -> str | None:
    if isinstance(form, Span):
        ends = [
            _words_of_babel(end, locale) if isinstance(end, Part) else None for end in (form.start, form.end)
        ]
        return " – ".join(end for end in ends if end) if all(ends) else None
    # Years that `datetime` cannot hold, or that would need an era beside them, are left alone.
    if not isinstance(form, Part) or not form.is_whole or form.is_season or not re.match("[1-9]", form.year):
        return None
    first = dt.date(int(form.year), int(form.month or 1), int(form.day or 1))
    if form.day:
        return format_date(first, "long", locale)
    return format_skeleton("yMMMM" if form.month else "y", first, locale=locale)


@lru_cache
def _weekdays(lang: str) -> dict[str, int]:
    """Names folded -> weekday, of `lang` and of English; where they differ, `lang` has its way."""
    found: dict[str, int] = {}
    for locale in (Locale.parse("en"), _locale_from_tag(lang)):
        for names in (locale.days[context] for context in ("format", "stand-alone")) if locale else ():
            for width in ("abbreviated", "wide"):
                found |= {_folded(name): number for number, name in names[width].items()}
    return found | _SAID.get(primary_language(lang), _NOTHING_SAID).cases


@lru_cache
def _months(lang: str) -> dict[str, int]:
    """Names of months folded -> number."""
    locale = _locale_from_tag(lang)
    return {
        _folded(str(name)): number
        for context in (("format", "stand-alone") if locale else ())
        for width in ("abbreviated", "wide")
        for number, name in (locale.months[context][width].items() if locale else ())
        if not str(name).isdigit()
    }


@lru_cache
def _plain_date(lang: str) -> re.Pattern[str]:
    locale = _locale_from_tag(lang) or Locale.parse("en")
    names = {str(name) for case in ("format", "stand-alone") for name in locale.months[case]["wide"].values()}
    months = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    return re.compile(rf"(?:\b\d+\.? )?(?:{months})(?: \d+)?(?: (?:р\.|BCE|CE)(?!\w))?|\d+ р\.")


def _folded(text: str) -> str:
    return re.sub("[’ʼ]", "'", " ".join(text.split()).rstrip(".").casefold())
