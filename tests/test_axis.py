"""The scale of a timeline: how far each kind of date reaches on it, how it is cut, and that nothing leaves the page."""

from __future__ import annotations

import datetime as dt
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_archives import date

from postil.dates import words
from postil.dates.reach import End, date_from_days, date_from_period, day_from_ordinal, ordinal, reach
from postil.pages.axis import MOST_BARS, axis_of, bar_of, marks, span_of, ticks

DATES = (
    *(
        "2031-04-29",
        "2031-04-29T21:10Z",
        "2031-04-29~",
        "2031-04-29?",
        "2031-04",
        "2031-04~",
        "2031",
        "2031-21",
    ),
    *(
        "202X",
        "20XX",
        "XXXX",
        "2031-04-XX",
        "2031-04-03/2031-05",
        "2031-04-03/..",
        "../2031-04",
        "2031-04-03/",
    ),
    *("/2031-04-03", "[2031-04-03,2031-04-09]", "{2031-04,2031-06}", "[..2031-04-03]", "[2031-04-03..]"),
    *("[2031-04-03..2031-04-09]", "-0043-03-15", "-0043", "Y17000000", "Y-17000000", "0044", "2030-24"),
)
DAYS = st.integers(-4_000_000, 4_000_000)


@given(DAYS)
def test_counting_days_is_undone_by_dating_them(number: int) -> None:
    assert ordinal(day_from_ordinal(number)) == number
    if 0 < number < dt.date.max.toordinal():
        day = dt.date.fromordinal(number)
        assert day_from_ordinal(number) == (day.year, day.month, day.day)


@pytest.mark.parametrize(
    ("text", "pieces", "start", "end"),
    [
        ("2031-04-29", ["2031-04-29"], End.SHARP, End.SHARP),
        ("2031-04-29~", ["2031-04-29"], End.SOFT, End.SOFT),
        ("2031-04-03/2031-05~", ["2031-04-03/2031-05-31"], End.SHARP, End.SOFT),
        ("2031-21", ["2031-03-01/2031-05-31"], End.SHARP, End.SHARP),
        ("202X", ["2020-01-01/2029-12-31"], End.SHARP, End.SHARP),
        ("2031-04-03/..", ["2031-04-03/.."], End.SHARP, End.OPEN),
        ("../2031-04", ["../2031-04-30"], End.OPEN, End.SHARP),
        ("2031-04/", ["2031-04-01/2031-04-30"], End.SHARP, End.UNKNOWN),
        ("/2031-04-03", ["2031-04-03"], End.UNKNOWN, End.SHARP),
        ("[2031-04-03,2031-04-09]", ["2031-04-03", "2031-04-09"], End.SHARP, End.SHARP),
        ("[..2031-04-03,2031-04-09]", ["../2031-04-03", "2031-04-09"], End.OPEN, End.SHARP),
        ("XXXX", [], End.UNKNOWN, End.UNKNOWN),
    ],
)
def test_a_date_reaches_as_far_as_it_says(text: str, pieces: list[str], start: End, end: End) -> None:
    found = reach(date(text))
    assert found.pieces == tuple((date(piece).lower, date(piece).upper) for piece in pieces)
    assert (found.start, found.end) == (start, end)


def drawn(text: str, *page: str) -> list[tuple[str, float, float]]:
    """The span of a date on a page from 1 to 10 April 2031, or with these dates."""
    axis = axis_of(map(date, page or ("2031-04-01", "2031-04-10")))
    assert axis is not None
    return [(one.shape, float(one.x), float(one.width)) for one in span_of(axis, date(text))]


@pytest.mark.parametrize(
    ("text", "shapes"),
    [
        ("2031-04-03", []),
        ("2031-04-03T10:00Z", []),
        ("2031-04-03~", [("soft-in", 17.5, 2.5), ("whole", 20, 10), ("soft-out", 30, 2.5)]),
        ("2031-04-03/2031-04-05", [("whole", 20, 30)]),
        ("2031-04-03/2031-04-05?", [("whole", 20, 30), ("soft-out", 50, 2.5)]),
        ("2031-04-03/..", [("whole", 20, 40), ("open-out", 60, 40)]),
        ("../2031-04-05", [("open-in", 0, 25), ("whole", 25, 25)]),
        (
            "2031-04-03/",
            [("whole", 20, 10), *((f"dash-{one}", 28.8 + 2 * one, 1.2) for one in (1, 2, 3, 4))],
        ),
        (
            "/2031-04-05",
            [*((f"dash-{one}", 40 - 2 * one, 1.2) for one in (4, 3, 2, 1)), ("whole", 40, 10)],
        ),
        ("[2031-04-03,2031-04-09]", [("whole", 20, 10), ("whole", 80, 10)]),
        ("2031-04", [("whole", 0, 100)]),
        ("2031-21", [("whole", 0, 100)]),
        ("203X", [("whole", 0, 100)]),
        ("202X", []),
        ("2031-05~", []),
        ("XXXX", []),
    ],
)
def test_each_kind_of_date_is_drawn_as_it_is_known(text: str, shapes: list[tuple[str, float, float]]) -> None:
    assert drawn(text) == [(shape, round(x, 2), width) for shape, x, width in shapes]


def test_open_and_unknown_ends_differ_everywhere_on_a_page() -> None:
    for day in range(1, 11):
        goes_on = {shape for shape, _, _ in drawn(f"2031-04-{day:02}/..")}
        unknown = {shape for shape, _, _ in drawn(f"2031-04-{day:02}/")}
        assert "open-out" in goes_on
        assert "dash-4" in unknown
        assert not goes_on & unknown - {"whole"}


@given(st.lists(st.sampled_from(DATES), min_size=1, max_size=8), st.sampled_from(DATES))
def test_nothing_that_is_drawn_leaves_the_page(texts: list[str], other: str) -> None:
    axis = axis_of(map(date, texts))
    if axis is None:
        return
    for text in (*texts, other):
        pieces = span_of(axis, date(text))
        for piece in pieces:
            assert float(piece.x) >= 0
            assert float(piece.width) > 0
            assert float(piece.x) + float(piece.width) <= 100.011
        number = axis.bin_of(date(text))
        assert number is None or -1 <= number <= axis.count
    for text in texts:
        if (number := axis.bin_of(date(text))) is not None:
            assert bar_of(axis, number)[1] > 0
    assert 1 <= axis.count <= MOST_BARS
    assert list(axis.starts) == sorted(set(axis.starts))
    for left, width, bar_left, bar_width in (bar_of(axis, number) for number in range(axis.count)):
        assert left <= bar_left
        assert bar_left + bar_width <= left + width + 1e-9
    labels = marks(axis)
    assert 1 <= len(labels) <= 6
    for letter in (0.85, 1.8):  # hundredths of the width, on a wide screen and on a narrow one
        shown = [
            one
            for one in ticks(axis, [(day, words(what, "en")) for day, what in labels])
            if letter < 1 or not one.minor
        ]
        assert shown
        free = 0.0
        for one in shown:
            begin = float(one.x) - (letter * len(one.label) if one.anchor == "end" else 0)
            assert begin >= free - 0.01
            free = begin + letter * len(one.label)
        assert free <= 100.01


@given(st.lists(DAYS, min_size=2, max_size=20, unique=True))
def test_every_day_is_counted_in_the_time_that_holds_it(numbers: list[int]) -> None:
    numbers = [number for number in numbers if -3_600_000 < number < 3_600_000]
    dates = [date_from_days(day_from_ordinal(one), day_from_ordinal(one)) for one in numbers]
    axis = axis_of(dates)
    if axis is None:
        assert len(numbers) < 2
        return
    for number, one in zip(numbers, dates, strict=True):
        found = axis.bin_of(one)
        assert found is not None
        assert axis.starts[found] <= number < axis.starts[found + 1]
        assert axis.holds(found, one)
        time = axis.time(found)
        assert time.lower == day_from_ordinal(axis.starts[found])
        assert time.upper == day_from_ordinal(axis.starts[found + 1] - 1)


@pytest.mark.parametrize(
    ("dates", "unit", "step", "times"),
    [
        (("2031-04-01", "2031-04-10"), "day", 1, 10),
        (("2031-04-01", "2031-07-29"), "day", 1, 120),
        (("2031-04-01", "2031-07-30"), "week", 1, 18),
        (("2031-01-01", "2033-06-30"), "month", 1, 30),
        (("1986-05-02", "1996-05-02"), "year", 1, 11),
        (("1900-05-02", "2031-05-02"), "year", 2, 66),
        (("-0043-03-15", "2031-05-02"), "year", 20, 105),
        (("Y-17000000", "Y17000000"), "year", 500_000, 69),
        (("2031-04", "2031-06"), "month", 1, 3),
        (("2031", "2033"), "year", 1, 3),
        (("2031-04-01", "2031-04-10", "2031", "20XX", "2030/.."), "day", 1, 10),
    ],
)
def test_a_page_is_cut_as_finely_as_bars_fit_and_dates_are_known(
    dates: tuple[str, ...], unit: str, step: int, times: int
) -> None:
    axis = axis_of(map(date, dates))
    assert axis is not None
    assert (axis.unit, axis.step, len(axis.starts) - 1) == (unit, step, times)


@pytest.mark.parametrize("dates", [(), ("2031-04-29",), ("2031-04-29", "2031-04-29~"), ("XXXX",)])
def test_one_day_is_no_scale(dates: tuple[str, ...]) -> None:
    assert axis_of(map(date, dates)) is None


@pytest.mark.parametrize(
    ("dates", "labels"),
    [
        (("2031-04-03", "2031-04-10"), ["3 April 2031"]),
        (("2031-04-25", "2031-05-20"), ["May 2031"]),
        (("2031-04-10", "2031-06-20"), ["May 2031", "June 2031"]),
        (("2031-03-02", "2031-04-29"), ["2 March 2031", "April 2031"]),
        (("2031-01-10", "2031-12-20"), ["April 2031", "July 2031", "October 2031"]),
        (("1986-05-02", "1996-05-02"), ["1986", "1990", "1995"]),
        (("-0043-03-15", "0031-05-02"), ["41 BCE", "21 BCE", "1 BCE", "20 CE"]),
    ],
)
def test_labels_stand_at_round_distances(dates: tuple[str, ...], labels: list[str]) -> None:
    axis = axis_of(map(date, dates))
    assert axis is not None
    found = marks(axis)
    assert [words(what, "en") for _, what in found] == labels
    assert all(one < two for (one, _), (two, _) in pairwise(found))


def test_periods_are_dates() -> None:
    assert date_from_period(2031) == date("2031")
    assert date_from_period(-43, 3) == date("-0043-03")
    assert date_from_period(1980, to=1984) == date("1980/1984")
    assert date_from_period(17_000_000) == date("Y17000000")
    with pytest.raises(ValueError, match="not a date"):
        date_from_period(17_000_000, 3)


def test_what_lies_beyond_the_scale_has_a_place_at_its_edge() -> None:
    page = ("2031-04-01", "2031-04-10", "1986", "202X", "2035")
    axis = axis_of(map(date, page))
    assert axis is not None
    assert [axis.bin_of(date(one)) for one in page] == [0, 9, -1, -1, 10]
    assert (axis.at(axis.starts[0]), axis.at(axis.starts[-1])) == (4, 96)
    assert bar_of(axis, -1)[:2] == (0, 3)
    assert bar_of(axis, 10)[:2] == (97, 3)
    assert drawn("1986", *page) == [("whole", 0, 3)]
    assert drawn("2035", *page) == [("whole", 97, 3)]
    assert drawn("2031", *page) == [("whole", 0, 100)]
    assert drawn("2031-04-01/..", *page) == [("whole", 4, 48), ("open-out", 52, 48)]
