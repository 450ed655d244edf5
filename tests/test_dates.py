"""Dates: laws, then the cases of cases/dates.yaml, then the library and our reading beside each other."""

import datetime as dt
import os
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml
from edtf import parse_edtf
from hypothesis import given
from hypothesis import strategies as st

from postil.dates import (
    DateFault,
    date_from_day,
    date_from_text,
    date_from_words,
    is_day,
    machine,
    sort_key,
    sort_text,
    weekday_before,
    weekday_from_text,
    words,
    year,
)
from postil.model.records import Date, Day

# Read as text throughout, as an archive is: YAML would make a number of 0044 and a date of 2031-04-29.
CASES: dict[str, list[Any]] = yaml.load(
    (Path(__file__).parent / "cases/dates.yaml").read_text(encoding="utf-8"), Loader=yaml.BaseLoader
)
LANGUAGES = ("en", "uk", "de", "ar", "ja", "xx")


def dated(text: str) -> Date:
    date = date_from_text(text)
    assert isinstance(date, Date), date
    return date


def day_from_text(text: str) -> Day | None:
    if text == "none":
        return None
    year, month, day = text.rsplit("-", 2)
    return (int(year), int(month), int(day))


# --- what may be written ----------------------------------------------------------------------------------------

marks = st.sampled_from(["", "", "", "~", "?", "%"])
years = st.one_of(
    st.integers(0, 9999).map("{:04}".format),
    st.integers(1, 9999).map("-{:04}".format),
    st.from_regex(r"[12X][0-9X]{2}X", fullmatch=True),
)
months = st.one_of(st.integers(1, 12).map("{:02}".format), st.sampled_from(["XX", "0X", "1X"]))
days = st.one_of(st.integers(1, 31).map("{:02}".format), st.sampled_from(["XX", "0X", "1X", "2X", "3X"]))
seasons = st.integers(21, 41).map("{:02}".format)
long_years = st.integers(10_000, 999_999_999).flatmap(lambda n: st.sampled_from([f"Y{n}", f"Y-{n}"]))


@st.composite
def parts(draw: st.DrawFn) -> str:
    left = draw(st.booleans())
    pieces = [draw(years)]
    if draw(st.booleans()):
        pieces.append(draw(st.one_of(months, seasons)))
        if draw(st.booleans()) and pieces[1] < "21":
            pieces.append(draw(days))
    if left:
        return "-".join(draw(marks) + piece for piece in pieces)
    return "-".join(pieces) + draw(marks)


@st.composite
def moments(draw: st.DrawFn) -> str:
    then = draw(st.datetimes())
    zone = draw(st.sampled_from(["", "Z", "+02:00", "-04:00", "+0530", " +14"]))
    return then.strftime("%Y-%m-%d").rjust(10, "0") + draw(st.sampled_from("T ")) + f"{then:%H:%M:%S}" + zone


runs = st.builds("{}..{}".format, parts(), parts())
members = st.lists(st.one_of(parts(), parts(), runs), min_size=2, max_size=4)
texts = st.one_of(
    parts(),
    long_years,
    moments(),
    st.builds("{}/{}".format, parts(), parts()),
    st.builds("{}/{}".format, parts(), st.sampled_from(["", ".."])),
    st.builds("{}/{}".format, st.sampled_from(["", ".."]), parts()),
    st.builds("[{}]".format, members.map(",".join)),
    st.builds("{{{}}}".format, members.map(", ".join)),
    st.sampled_from([case["text"] for case in CASES["read"]]),
)
dates = texts.map(date_from_text).filter(lambda date: isinstance(date, Date))


# --- laws -------------------------------------------------------------------------------------------------------


@given(st.one_of(st.text(), st.text("0123456789XxuU-~?%/.,[]{}YTZ:+ openukw", max_size=30), texts))
def test_no_text_raises_and_a_fault_says_what_to_do(text: str) -> None:
    found = date_from_text(text)
    if isinstance(found, DateFault):
        assert found.code.startswith("date-")
        assert found.message
        assert found.help
        assert "\n" not in found.message + found.help
    else:
        assert all(words(found, lang) for lang in LANGUAGES)


@given(dates)
def test_a_date_is_read_again_as_itself(date: Date) -> None:
    assert date_from_text(date.edtf) == date
    assert date_from_text(f" {date.edtf}\n") == date


@given(dates)
def test_the_lower_bound_is_not_after_the_upper(date: Date) -> None:
    if date.lower and date.upper:
        assert date.lower <= date.upper
    for day in (date.lower, date.upper):
        if day and abs(day[0]) <= 9999:
            assert date_from_day(day).lower == day


@given(st.one_of(dates, st.none()), st.one_of(dates, st.none()), st.one_of(dates, st.none()))
def test_the_order_is_total(a: Date | None, b: Date | None, c: Date | None) -> None:
    first, second, third = sort_key(a), sort_key(b), sort_key(c)
    assert (first == second) == (a == b)
    assert (first < second) + (first == second) + (second < first) == 1
    assert not first < second < third or first < third
    assert (sort_text(a) < sort_text(b)) == (first < second)


@given(dates)
def test_the_undated_come_last(date: Date) -> None:
    assert sort_key(date) < sort_key(None)


def numbers(text: str) -> set[int]:
    return {int(digits) for digits in re.findall(r"[0-9]+", text)}


@given(dates)
def test_words_show_no_number_that_was_not_written(date: Date) -> None:
    """Allowed are the numbers of the text, a year before 1 counted from 1, and the first year of a decade in its name."""
    before_era = {1 + int(digits) for digits in re.findall(r"-([0-9]{4,})(?![0-9X])", date.edtf)}
    first_years = {int(f"{digits}0") for digits in re.findall(r"([0-9]{3})X", date.edtf)}
    allowed = numbers(date.edtf) | before_era | first_years | {1}
    for lang in LANGUAGES:
        assert numbers(words(date, lang)) <= allowed, words(date, lang)


@given(dates)
def test_every_doubt_and_every_gap_is_heard(date: Date) -> None:
    """No date with a mark, an unspecified digit or a gap is said in the words of one that has none."""
    bare = date_from_text(re.sub(r"[~?%]", "", date.edtf))
    assert isinstance(bare, Date)
    for lang in LANGUAGES:
        assert (words(bare, lang) == words(date, lang)) == (bare == date)


@given(parts(), st.sampled_from(LANGUAGES))
def test_open_and_unknown_ends_are_four_things(text: str, lang: str) -> None:
    if isinstance(date_from_text(text), DateFault):
        return
    labels = {words(dated(span), lang) for span in (f"{text}/..", f"{text}/", f"../{text}", f"/{text}")}
    assert len(labels) == 4


@given(dates, st.integers(0, 6))
def test_a_weekday_is_within_the_week_that_ends_with_publication(date: Date, weekday: int) -> None:
    found = weekday_before(date, weekday)
    assert (found is not None) == is_day(date)
    if found and date.lower and found[0] > 0 and abs(date.lower[0]) <= 9999:
        week = {weekday_before(date, each) for each in range(7)}
        assert len(week) == 7
        assert max(day for day in week if day) == date.lower
        assert weekday_before(date_from_day(found), weekday) == found


@given(st.dates())
def test_a_day_is_one_day(day: dt.date) -> None:
    date = date_from_day((day.year, day.month, day.day))
    assert date.edtf == day.isoformat() == machine(date)
    assert date == date_from_text(day.isoformat())
    assert is_day(date)
    assert year(date) == day.year
    assert weekday_before(date, day.weekday()) == date.lower


# --- the library ------------------------------------------------------------------------------------------------

# Where the library is right: no winter, no unknown end, no day that does not exist.
known_to_library = st.one_of(
    st.dates().map(lambda day: day.isoformat()),
    st.dates().map(lambda day: day.isoformat()[:7]),
    st.integers(0, 9999).map("{:04}".format),
    st.integers(0, 9999).map(lambda n: f"{n:04}-21"),
    st.integers(10, 999).map(lambda n: f"{n:03}X"),
    st.dates().map(lambda day: f"{day.isoformat()[:7]}-XX"),
)


@given(known_to_library, marks)
def test_bounds_and_doubts_are_those_of_the_library(text: str, mark: str) -> None:
    text += mark if "-21" not in text else ""
    date, theirs = dated(text), parse_edtf(text)
    assert (date.lower, date.upper) == (tuple(theirs.lower_strict()[:3]), tuple(theirs.upper_strict()[:3]))
    assert ("~" in date.edtf, "?" in date.edtf, "%" in date.edtf) == (
        theirs.is_approximate, theirs.is_uncertain, theirs.is_uncertain_and_approximate
    )  # fmt: skip


@pytest.mark.parametrize(
    "text", ["2023-02-29", "2004-02-01/2003", "1985/", "/1960", "2010-24"], ids=lambda text: text
)
def test_answers_of_the_library_that_we_do_not_take_over(text: str) -> None:
    """When one of these fails, the library has been mended and its part in `reading` can grow."""
    theirs = parse_edtf(text)
    bounds = (tuple(theirs.lower_strict()[:3]), tuple(theirs.upper_strict()[:3]))
    ours = date_from_text(text)
    assert isinstance(ours, DateFault) or (ours.lower, ours.upper) != bounds


# --- cases ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES["read"], ids=lambda case: case["text"])
def test_read(case: dict[str, Any]) -> None:
    date = dated(case["text"])
    lower, upper = map(day_from_text, case["bounds"])
    assert date == Date(case.get("edtf", case["text"]), lower, upper, case.get("instant"))
    assert words(date, "en") == case["en"]
    assert words(date, "uk-UA") == case["uk"]


@pytest.mark.parametrize("case", CASES["refused"], ids=lambda case: repr(case["text"]))
def test_refused(case: dict[str, str]) -> None:
    fault = date_from_text(case["text"])
    assert isinstance(fault, DateFault)
    assert fault.code == case["code"]
    assert case["help"] in fault.help
    if cure := re.fullmatch(r"write (\S*[0-9X]\S*)", fault.help):
        assert isinstance(date_from_text(cure[1]), Date)


@pytest.mark.parametrize("pair", list(pairwise(CASES["ordered"])), ids=" before ".join)
def test_ordered(pair: tuple[str, str]) -> None:
    before, after = (None if text == "none" else dated(text) for text in pair)
    assert sort_key(before) < sort_key(after)


@pytest.mark.parametrize("case", CASES["weekdays"], ids=lambda case: f"{case['published']} {case['weekday']}")
def test_weekdays(case: dict[str, str]) -> None:
    assert weekday_before(dated(case["published"]), int(case["weekday"])) == day_from_text(case["day"])


@pytest.mark.parametrize("case", CASES["weekday_names"], ids=lambda case: f"{case['lang']} {case['text']!r}")
def test_weekday_names(case: dict[str, str]) -> None:
    found = weekday_from_text(case["text"], case["lang"])
    assert found == (None if case["weekday"] == "none" else int(case["weekday"]))


@pytest.mark.parametrize("case", CASES["meant"], ids=lambda case: case["text"])
def test_what_is_meant_by_a_date_in_words(case: dict[str, str]) -> None:
    found = date_from_words(case["text"], ("uk",))
    assert found == (None if case["edtf"] == "none" else case["edtf"])


@given(st.text(), st.sampled_from(LANGUAGES))
def test_what_is_proposed_for_words_is_a_date(text: str, lang: str) -> None:
    found = date_from_words(text, (lang,))
    assert found is None or not isinstance(date_from_text(found), DateFault)


@pytest.mark.parametrize("case", CASES["other_languages"], ids=lambda case: f"{case['lang']} {case['text']}")
def test_other_languages(case: dict[str, str]) -> None:
    assert words(dated(case["text"]), case["lang"]) == case["words"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2031-04-29", (2031, "2031-04-29")),
        ("2031-04-29~", (2031, None)),
        ("2031-04-03/2031-04-29", (2031, None)),
        ("2031-04-29T21:10+02:00", (2031, "2031-04-29T21:10+02:00")),
        ("2031-24", (2031, None)),
        ("2031-12/2032-01", (None, None)),
        ("203X", (None, None)),
        ("-0044-03", (-44, None)),
        ("0000", (0, None)),
        ("Y17000", (17000, "17000")),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_year_and_machine_form(text: str, expected: tuple[int | None, str | None]) -> None:
    date = dated(text)
    assert (year(date), machine(date)) == expected


@pytest.mark.slow
def test_the_machine_has_no_part_in_it() -> None:
    """The same dates, in the zones at both ends of the day and in another locale."""
    program = (
        "from postil.dates import *\n"
        "for text in ('2020-08-13', '2012-10-11T23:39:45-04:00', '2031-04-29T21:10', '2031-04~/'):\n"
        "    date = date_from_text(text)\n"
        "    print(ascii((date, sort_key(date), words(date, 'uk'), words(date, 'xx'), weekday_before(date, 6))))\n"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "TZ": zone, "LC_ALL": locale, "LANGUAGE": locale},
            capture_output=True, check=True,
        ).stdout
        for zone, locale in (("Pacific/Kiritimati", "C"), ("UTC", "uk_UA.UTF-8"), ("America/Adak", "ar_EG.UTF-8"))
    }  # fmt: skip
    assert len(outputs) == 1
    assert b"2012-10-12T03:39:45Z" in outputs.pop()
