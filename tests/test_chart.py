"""Charts of figures: what holds of every chart, then how each kind of answer is drawn."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_archives import Made, note, place

from postil.model.chart import Chart, ChartRow
from postil.model.notes import Bound, Quantity
from postil.model.page import ClaimPage
from postil.pages import Lookup, pages
from postil.pages.chart import DIGIT, EDGE, NARROWEST, Line
from postil.schema import says_from_text

BOUNDS = [bound for bound in Bound if bound is not Bound.RANGE]


def figure(text: str) -> Quantity:
    says = says_from_text(text, place()).value
    assert isinstance(says, Quantity), text
    return says


sizes = st.one_of(
    st.integers(0, 60),
    st.integers(0, 10**15),
    st.integers(10**14, 10**14 + 9),
    st.decimals(0, 5000, places=2, allow_nan=False, allow_infinity=False),
)
singles = st.builds(
    lambda bound, size: Quantity(f"{bound} {size}", bound, float(size), float(size)),
    st.sampled_from(BOUNDS),
    sizes,
)
ranges = st.builds(
    lambda one, two: Quantity(
        f"{one} to {two}", Bound.RANGE, min(float(one), float(two)), max(float(one), float(two))
    ),
    sizes,
    sizes,
)
bands = st.lists(singles | ranges, min_size=2, max_size=9)


@given(bands)
def test_nothing_stands_outside_the_drawing(band: list[Quantity]) -> None:
    line = Line(band)
    for one in band:
        dots, bar, dash = line.dots(one), line.bar(one), line.dash(one)
        assert all(EDGE <= float(dot.x) <= 100 - EDGE for dot in dots)
        assert bar is None or 0 <= float(bar.x) <= float(bar.x) + float(bar.width) <= 100.5
        assert 0 <= float(dash[0]) < float(dash[1]) <= 100
        assert dots or bar


@given(bands)
def test_equal_figures_stand_at_equal_places_and_larger_ones_never_before_smaller(
    band: list[Quantity],
) -> None:
    line = Line(band)
    places = sorted((one.low, line.at(one.low)) for one in band)
    for (low, left), (high, right) in pairwise(places):
        assert left == right if low == high else left <= right


@given(bands)
def test_a_bound_stays_a_bound(band: list[Quantity]) -> None:
    line = Line(band)
    for one in band:
        bar = line.bar(one)
        match one.bound:
            case Bound.AT_LEAST | Bound.MORE_THAN:
                assert bar is not None
                assert bar.fades == "up"
                assert float(bar.x) == line.at(one.low)
                assert float(bar.width) > 10  # there is room to see that it has no end
            case Bound.AT_MOST | Bound.LESS_THAN:
                assert bar is None or bar.fades == "down"
                assert (
                    bar is not None or line.at(one.high) == EDGE
                )  # nothing is less than the line's beginning
            case Bound.RANGE:
                assert bar is not None
                assert bar.fades == ""
            case Bound.EXACTLY | Bound.ABOUT:
                assert bar is None


@given(bands)
def test_words_on_the_line_never_touch(band: list[Quantity]) -> None:
    taken = 0.0
    for tick in Line(band).ticks("en"):
        width, x = DIGIT * len(tick.label), NARROWEST * float(tick.x) / 100
        begin = x - {"start": 0.0, "middle": width / 2, "end": width}[tick.anchor]
        assert begin >= taken
        assert begin + width <= NARROWEST
        taken = begin + width + 2


@given(bands)
def test_numbers_on_the_line_differ_and_cover_every_figure(band: list[Quantity]) -> None:
    line = Line(band)
    labels = [tick.label for tick in line.ticks("en")]
    assert len(set(labels)) == len(labels) >= 2
    slack = line.step / 1000
    assert line.first * line.step - slack <= min(one.low for one in band)
    assert line.last * line.step + slack >= max(one.high for one in band)


@pytest.mark.parametrize(
    ("text", "dots", "fades"),
    [
        ("9", [False], None),
        ("about 9", [True], None),
        ("nearly 9", [True], "down"),
        ("at least 9", [False], "up"),
        ("more than 9", [True], "up"),
        ("at most 9", [False], "down"),
        ("less than 9", [True], "down"),
        ("9 to 12", [], ""),
    ],
)
def test_each_kind_of_answer_has_its_shape(text: str, dots: list[bool], fades: str | None) -> None:
    one = figure(text)
    line = Line([one, figure("14")])
    bar = line.bar(one)
    assert [dot.hollow for dot in line.dots(one)] == dots
    assert (bar.fades if bar else None) == fades


@pytest.mark.parametrize(
    ("texts", "labels"),
    [
        (["9", "14"], ["0", "5", "10", "15"]),
        (["410", "410"], ["0", "100", "200", "300", "400", "500"]),
        (["4.1 million", "4.2 million"], ["4,100,000", "4,150,000", "4,200,000"]),
        (["more than 4.1 million", "at least 4.2 million"], ["4,100,000", "4,200,000", "4,300,000"]),
        (["0.1", "0.3"], ["0", "0.1", "0.2", "0.3"]),
        (["0", "0"], ["0", "1"]),
        (["at most 1000", "990"], ["0", "500", "1,000"]),
        (["123456789012345", "123456789012346"], ["123,456,789,012,345", "123,456,789,012,346"]),
        (["0.000000000000001", "0.000000000000002"], ["0", "0.000000000000002"]),
    ],
)
def test_the_line_is_divided_by_round_numbers(texts: list[str], labels: list[str]) -> None:
    assert [tick.label for tick in Line([figure(text) for text in texts]).ticks("en")] == labels


# --- on the page of a claim --------------------------------------------------------------------------------------------


def charts_of(made: Made) -> dict[str, Chart | None]:
    """Charts by scope."""
    page = next(page for page in pages(Lookup(made.archive())) if isinstance(page, ClaimPage) and page.bands)
    return {band.scope: band.chart for band in page.bands}


def answers(*rows: dict[str, str], kind: str = "quantity") -> Made:
    """A claim and one position for each row, each on a sentence of its own."""
    made = Made().entity("office").entity("owners")
    made.claim("boats", kind, scopes=(("quay", "boats at the quay"), ("bay", "boats in the bay")))
    notes = []
    for number, row in enumerate(rows):
        notes.append(note(f"a{number}", f"Answer {number} of", claim="boats", **{"speaker": "office", **row}))
    sentences = [f"Answer {number} of many was given." for number in range(len(rows))]
    return made.article("wire", [sentences], notes)


def row_of(chart: Chart | None, says: str) -> ChartRow:
    assert chart is not None
    return next(row for row in chart.rows if row.says == says)


def test_scopes_never_share_a_chart() -> None:
    found = charts_of(
        answers(
            {"says": "9", "scope": "quay"},
            {"says": "14", "scope": "bay"},
            {"says": "10", "scope": "quay"},
            {"says": "15", "scope": "bay"},
            {"says": "3"},
        )
    )
    assert {
        scope: sorted(row.says for row in chart.rows) for scope, chart in found.items() if chart is not None
    } == {"quay": ["10", "9"], "bay": ["14", "15"]}


@pytest.mark.parametrize(
    "made",
    [
        answers({"says": "9"}),
        answers({"says": "9"}, {"says": "declined"}),
        answers({"says": "9"}, {"says": "9"}),
        answers({"says": "9"}, {"says": "10"}, kind="words"),
    ],
    ids=["one figure", "one figure and no answer", "the same twice", "no question of a quantity"],
)
def test_where_nothing_can_be_compared_there_is_no_chart(made: Made) -> None:
    assert list(charts_of(made).values()) == [None]


def test_answers_without_a_number_are_not_drawn_and_the_chart_says_so() -> None:
    some = charts_of(answers({"says": "9"}, {"says": "10"}, {"says": "cannot-say"}))[""]
    every = charts_of(answers({"says": "9"}, {"says": "10"}))[""]
    assert some is not None
    assert every is not None
    assert (len(some.rows), some.partial, every.partial) == (2, True, False)


def test_a_denied_answer_is_marked_and_its_denial_named_and_the_other_way_round() -> None:
    chart = charts_of(
        answers({"says": "9"}, {"says": "14", "speaker": "owners", "denies": "article/wire#a0"})
    )[""]
    denied, denying = row_of(chart, "9"), row_of(chart, "14")
    assert denied.dash is not None
    assert denying.dash is None
    for row, incoming, other, who in ((denied, True, "14", "Owners"), (denying, False, "9", "Office")):
        (denial,) = row.denials
        assert (denial.kind, denial.incoming, denial.says) == ("denies", incoming, other)
        assert denial.voice is not None
        assert denial.voice.label == who


def test_rows_follow_the_day_that_they_stand_for() -> None:
    chart = charts_of(
        answers(
            {"says": "9", "as_of": "2031-05-02"},
            {"says": "30", "as_of": "2031-04-30"},
            {"says": "4", "as_of": "2031-05-01"},
        )
    )[""]
    assert chart is not None
    assert [row.says for row in chart.rows] == ["30", "4", "9"]
    assert all(row.as_of and re.search("2031", row.as_of.words) for row in chart.rows)


def test_the_figures_of_a_speaker_stand_together_in_the_order_of_each_ones_first() -> None:
    chart = charts_of(
        answers(
            {"says": "9", "as_of": "2031-04-30"},
            {"says": "14", "as_of": "2031-05-01", "speaker": "owners"},
            {"says": "11", "as_of": "2031-05-02"},
            {"says": "15", "as_of": "2031-05-03", "speaker": "owners"},
        )
    )[""]
    assert chart is not None
    assert [(row.voice.label, row.says) for row in chart.rows if row.voice] == [
        ("Office", "9"),
        ("Office", "11"),
        ("Owners", "14"),
        ("Owners", "15"),
    ]
