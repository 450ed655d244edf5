"""Timelines: each entry stands once, in order, on a page that can be reached; and what each page shows and leaves out."""

from __future__ import annotations

import re
from dataclasses import replace

import page_laws
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_archives import LEDGER, WIRE, Made, date, harbour, note

from postil import addresses, chronology
from postil.chronology import HAPPENED, KINDS, MOST, SAID, Group, Sheet
from postil.model.archive import Archive
from postil.model.page import HomePage, Page, TimelinePage
from postil.model.parts import Link
from postil.model.strip import Strip
from postil.pages import Lookup, pages
from postil.pages.timeline import LEAST_FOLDED, SHOWN

DATES = (
    *(
        None,
        None,
        None,
        "2031-04-29",
        "2031-04-29",
        "2031-04-29T05:00Z",
        "2031-04-29~",
        "2031-04-30",
        "2031-04",
    ),
    *(
        "2031",
        "2031-21",
        "2031-04-20/..",
        "../2031-04-25",
        "2031-04-28/",
        "[2031-04-10,2031-05-04]",
        "202X",
        "XXXX",
    ),
    *("-0043-03-15", "2030-12-31", "2032-01-01", "1986/1988-02"),
)


@st.composite
def events(draw: st.DrawFn) -> Made:
    """Events of which some have dates, and some follow others; ids say nothing of the order."""
    dates = draw(st.lists(st.sampled_from(DATES), min_size=1, max_size=14))
    names = draw(st.permutations([f"e{number}" for number in range(len(dates))]))
    made = Made()
    for number, when in enumerate(dates):
        after = draw(st.lists(st.integers(0, number - 1), max_size=2, unique=True)) if number else []
        made.event(names[number], when, tuple(names[one] for one in after))
    return made


def in_order(sheet: Sheet) -> list[tuple[Group, str]]:
    return [(group, key) for _, group in sheet.everything() for key in group.keys]


def check_chronology(archive: Archive) -> None:
    """Each event stands once; none before what it follows, or before what was over when it began."""
    sheet = chronology.chronology(archive, HAPPENED).sheet
    keys = [key for _, key in in_order(sheet)] + list(sheet.undated)
    assert sorted(keys) == sorted(archive.events)
    at = {key: number for number, key in enumerate(keys)}
    known = {key: number for number, key in enumerate(archive.event_order)}
    for event in archive.events.values():
        for ref in event.after:
            # Of a pair that the dates gainsay, the order of the archive says which is first.
            first, second = sorted((ref.id, event.id), key=lambda id_: known[id_])
            assert at[first] < at[second], (first, second)
        for other in archive.events.values():
            if event.date and other.date and event.date.upper and other.date.lower:
                assert event.date.upper >= other.date.lower or at[event.id] < at[other.id]
    for group, key in in_order(sheet):
        when = archive.events[key].date
        assert group.date is None or when is None or when.lower == group.date.lower
        assert (group.date is None) <= (when is None)


@given(events(), st.integers(1, 12))
def test_each_event_stands_once_and_behind_what_it_follows(made: Made, most: int) -> None:
    archive = made.linked().value
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chronology, "MOST", most)
        check_chronology(archive)


@pytest.mark.slow
@settings(max_examples=40)
@given(events(), st.integers(1, 12))
def test_pages_hold_each_entry_once_and_every_bar_leads_to_its_group(made: Made, most: int) -> None:
    archive = made.article("wire").article("ledger", published=None).linked().value
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chronology, "MOST", most)
        check_pages(page_laws.check(archive), archive)


def check_pages(found: list[Page], archive: Archive) -> None:
    timelines = [page for page in found if isinstance(page, TimelinePage)]
    by_address = {f"/{page.path}": page for page in timelines}
    for page in timelines:
        ids = [*(group.id for group in page.groups), *entry_ids(page)]
        assert len(set(ids)) == len(ids)
        for link, count in page.parts:
            assert counted(by_address[link.href], by_address) == count
        if page.strip:
            check_strip(page.strip, dated_below(page, by_address, archive))
    happened = [one for page in timelines if page.by == HAPPENED for one in entry_ids(page)]
    assert sorted(happened) == sorted(f"event-{id_}" for id_ in archive.events)
    published = [one for page in timelines if page.by == "published" for one in entry_ids(page)]
    assert sorted(published) == sorted(f"article-{id_}" for id_ in archive.articles)
    (home,) = (page for page in found if isinstance(page, HomePage))
    assert home.strip == by_address["/timeline.html"].strip


def entry_ids(page: TimelinePage) -> list[str]:
    in_groups = [one.id for group in page.groups for one in (*group.entries,)]
    said = [one.id for group in page.groups for one in group.statements]
    return [*in_groups, *said, *(entry.id for entry in page.ordered)]


def turned(page: TimelinePage, by_address: dict[str, TimelinePage]) -> list[TimelinePage]:
    """A page and those on which it goes on."""
    return [page, *(by_address[link.href] for link, _ in (page.turn.pages if page.turn else ()))]


def counted(page: TimelinePage, by_address: dict[str, TimelinePage]) -> int:
    return sum(counted_here(one, by_address) for one in turned(page, by_address))


def counted_here(page: TimelinePage, by_address: dict[str, TimelinePage]) -> int:
    own = sum(len(group.entries) + len(group.statements) for group in page.groups)
    return own + sum(counted(by_address[link.href], by_address) for link, _ in page.parts)


def dated_below(page: TimelinePage, by_address: dict[str, TimelinePage], archive: Archive) -> int:
    """Entries of a page and its parts that have a date with a bound."""
    dates = {f"event-{id_}": event.date for id_, event in archive.events.items()}
    dates |= {f"article-{id_}": article.published for id_, article in archive.articles.items()}
    of_page = turned(page, by_address)
    here = [dates[one.id] for sheet in of_page for group in sheet.groups for one in group.entries]
    own = sum(1 for when in here if when and (when.lower or when.upper))
    return own + sum(dated_below(by_address[link.href], by_address, archive) for link, _ in page.parts)


def check_strip(strip: Strip, dated: int) -> None:
    assert sum(bar.count for bar in strip.bars) == dated
    assert 2 <= len(strip.bars) <= 122
    assert max(bar.count for bar in strip.bars) == strip.most
    assert strip.densest in {bar.label for bar in strip.bars if bar.count == strip.most}
    for bar in strip.bars:
        assert bar.top + bar.height == 64
        assert 3 <= bar.height <= 64
        assert 0 <= bar.solid <= bar.height
        assert not bar.label.endswith("…")
        assert float(bar.x) + float(bar.width) <= 100.011


# --- where events without a date hang --------------------------------------------------------------------------------


def rows(made: Made) -> list[tuple[str, list[str]]]:
    """Headings and ids of the events; `-` for what hangs, `end` for what stands last."""
    page = page_of(made, "timeline.html")
    found = [(plain(group.heading) or "-", [one.id[6:] for one in group.entries]) for group in page.groups]
    return [*found, ("end", [one.id[6:] for one in page.ordered])]


def plain(heading: str) -> str:
    """With spaces at which a line may break."""
    return heading.replace("\N{NO-BREAK SPACE}", " ")


def page_of(made: Made, path: str) -> TimelinePage:
    (page,) = (one for one in pages(Lookup(made.archive())) if one.path == path)
    assert isinstance(page, TimelinePage)
    return page


def test_what_follows_one_day_and_precedes_another_hangs_between_them() -> None:
    made = Made().event("a", "2031-04-01").event("u", None, ("a",)).event("b", "2031-04-05", ("u",))
    made.event("v", None, ("u",)).event("lost").event("also", None, ("lost",))
    assert rows(made) == [
        ("1 April 2031", ["a"]),
        ("-", ["u", "v"]),
        ("5 April 2031", ["b"]),
        ("end", ["lost", "also"]),
    ]
    hung = page_of(made, "timeline.html").groups[1].entries[0]
    assert [link.label for link in hung.after] == ["A"]
    assert [link.label for link in hung.before] == ["B", "V"]


def test_what_lies_between_two_events_of_one_day_stands_within_it() -> None:
    made = Made().event("a", "2031-04-01").event("u", None, ("a",)).event("b", "2031-04-01", ("u",))
    assert rows(made) == [("1 April 2031", ["a", "u", "b"]), ("end", [])]


def test_what_is_only_known_to_come_before_a_day_stands_before_it() -> None:
    made = Made().event("a", "2031-04-01").event("u").event("b", "2031-04-01", ("u",))
    assert rows(made) == [("-", ["u"]), ("1 April 2031", ["a", "b"]), ("end", [])]


def test_what_only_follows_one_event_of_a_day_stands_behind_the_day() -> None:
    made = Made().event("a", "2031-04-01").event("u", None, ("a",)).event("x", "2031-04-01")
    made.event("y", "2031-04-01", ("x",)).event("z", "2031-04-01", ("y",))
    assert rows(made) == [("1 April 2031", ["a", "x", "y", "z"]), ("-", ["u"]), ("end", [])]


def test_a_date_that_is_no_day_does_not_draw_an_event_before_what_it_follows() -> None:
    made = Made().event("m", "2031-04").event("a", "2031-04-20").event("n", "2031-04", ("a",))
    assert rows(made) == [
        ("April 2031", ["m"]),
        ("20 April 2031", ["a"]),
        ("April 2031", ["n"]),
        ("end", []),
    ]
    ids = [group.id for group in page_of(made, "timeline.html").groups]
    assert ids == ["d-2031-04", "d-2031-04-20", "d-2031-04.2"]


# --- what was said -----------------------------------------------------------------------------------------------------


def spoken() -> Made:
    made = Made().entity("office").claim("lost")
    made.article(
        "wire",
        WIRE,
        [
            note("nine", "Nine boats", claim="lost", says="9", speaker="office", on="2031-04-28"),
            note("timber", "timber", speaker="office", on="2031-04-27"),
            note("silent", "Calder said nothing", speaker="a pilot"),
            note("aside", "north quay", note="Only a note.", on="2031-04-28"),
        ],
    )
    return made.article(
        "ledger", LEDGER, [note("not", "denied that", speaker="a skipper", denies="article/wire#nine")]
    )


def test_statements_stand_by_the_day_they_were_said_with_their_denials() -> None:
    page = page_of(spoken(), "timeline-said.html")
    found = [(plain(group.heading), [one.id for one in group.statements]) for group in page.groups]
    assert found == [("27 April 2031", ["said-wire.timber"]), ("28 April 2031", ["said-wire.nine"])]
    (nine,) = page.groups[1].statements
    assert nine.voice is not None
    assert (nine.voice.label, nine.line.says, nine.line.note) == (
        "Office",
        "9",
        "/articles/wire.html#note-nine",
    )
    assert nine.claim is not None
    assert [(tie.kind, tie.incoming) for tie in nine.line.ties] == [("denies", True)]
    assert not page.groups[1].entries


def test_statements_without_a_day_are_left_out_and_counted() -> None:
    assert page_of(spoken(), "timeline-said.html").left_out == 2
    assert page_of(harbour(), "timeline-said.html").left_out == 3


def test_a_weekday_is_read_back_before_a_statement_is_placed() -> None:
    page = page_of(harbour(), "timeline-said.html")
    ((statement,),) = (group.statements for group in page.groups)
    assert plain(page.groups[0].heading) == "27 April 2031"
    assert statement.line.on is not None
    assert (statement.line.on.basis, statement.line.on.weekday) == ("weekday", "Sunday")


# --- long timelines ----------------------------------------------------------------------------------------------------


def many(count: int) -> Made:
    """Events on 28 days of every month of 44 BCE, 2030 and 2031."""
    made = Made()
    for number in range(count):
        year = ("-0043", "2030", "2031")[number % 3]
        made.event(f"e{number:04}", f"{year}-{number // 3 % 12 + 1:02}-{number // 36 % 28 + 1:02}")
    return made


def timelines(made: Made) -> dict[str, TimelinePage]:
    found = (page for page in pages(Lookup(made.archive())) if isinstance(page, TimelinePage))
    return {page.path: page for page in found if page.by == HAPPENED}


@pytest.mark.slow
def test_a_long_timeline_has_a_page_for_each_year() -> None:
    made = many(700).event("hung", None, ("e0001",)).event("lost")
    found = timelines(made)
    assert set(found) == {"timeline.html", "timeline-bce-44.html", "timeline-2030.html", "timeline-2031.html"}
    whole = found["timeline.html"]
    assert [(link.label, count) for link, count in whole.parts] == [
        ("44 BCE", 234),
        ("2030", 234),
        ("2031", 233),
    ]
    assert not whole.groups
    assert [entry.id for entry in whole.ordered] == ["event-lost"]
    middle = found["timeline-2030.html"]
    assert [link and link.href for link in (middle.earlier, middle.up, middle.later)] == [
        "/timeline-bce-44.html",
        "/timeline.html",
        "/timeline-2031.html",
    ]
    assert middle.period == "2030"
    assert [entry.id for entry in middle.groups[1].entries] == ["event-hung"]
    check_pages(list(pages(Lookup(made.archive()))), made.archive())


def test_a_year_that_is_too_long_has_a_page_for_each_month() -> None:
    found = timelines(many(1500))
    year = found["timeline-2031.html"]
    assert [link.href for link, _ in year.parts][:2] == ["/timeline-2031-01.html", "/timeline-2031-02.html"]
    assert len(year.parts) == 12
    january = found["timeline-2031-01.html"]
    assert [link and link.label for link in (january.earlier, january.up, january.later)] == [
        "December 2030",
        "2031",
        "February 2031",
    ]
    assert found["timeline-bce-44-01.html"].period == "January 44 BCE"


def test_a_short_timeline_is_one_page() -> None:
    assert set(timelines(many(MOST))) == {"timeline.html"}
    assert len(timelines(many(MOST + 1))) == 4


def test_an_undated_crowd_goes_on_on_a_further_page() -> None:
    made = Made()
    for number in range(MOST + 1):
        made.event(f"e{number:03}")
    found = timelines(made)
    assert [(path, len(page.ordered)) for path, page in found.items()] == [
        ("timeline.html", MOST),
        ("timeline/2.html", 1),
    ]


@pytest.mark.slow
def test_a_day_that_is_too_long_goes_on_on_further_pages() -> None:
    """The days beside it have pages of their own; home shows its first events and how many there are."""
    made = Made().event("before", "2031-04-28").event("after", "2031-04-30").event("later", "2031-05")
    for number in range(2 * MOST + 50):
        made.event(f"e{number:03}", "2031-04-29")
    found = timelines(made)
    assert set(found) == {
        *("timeline.html", "timeline-2031.html", "timeline-2031-04.html", "timeline-2031-05.html"),
        *(f"timeline-2031-04-{day}.html" for day in (28, 29, 30)),
        *("timeline-2031-04-29/2.html", "timeline-2031-04-29/3.html"),
    }
    assert [(link.label, count) for link, count in found["timeline-2031-04.html"].parts] == [
        ("28 April 2031", 1),
        ("29 April 2031", 650),
        ("30 April 2031", 1),
    ]
    day = found["timeline-2031-04-29.html"]
    assert [link and link.label for link in (day.earlier, day.up, day.later)] == [
        "28 April 2031",
        "April 2031",
        "30 April 2031",
    ]
    last = found["timeline-2031-04-30.html"]
    assert last.later == Link("May 2031", "/timeline-2031-05.html")
    sizes = [sum(len(group.entries) for group in page.groups) for page in turned(day, by_address(found))]
    assert sizes == [MOST, MOST, 50]
    archive = made.article("wire").archive()
    everything = page_laws.check(archive)
    check_pages(everything, archive)
    (home,) = (page for page in everything if isinstance(page, HomePage))
    assert [(one.heading.replace("\xa0", " "), len(one.entries), one.further) for one in home.days] == [
        ("28 April 2031", 1, None),
        ("29 April 2031", 12, ("/timeline-2031-04-29.html#d-2031-04-29", 638)),
        ("30 April 2031", 1, None),
        ("May 2031", 1, None),
    ]


def by_address(found: dict[str, TimelinePage]) -> dict[str, TimelinePage]:
    return {f"/{path}": page for path, page in found.items()}


def test_an_event_among_many_shows_the_first_of_its_sentences() -> None:
    blocks = [[f"Boat {number} sank." for number in range(30)]]
    notes = [note(f"b{number}", f"Boat {number} sank", event="storm") for number in range(30)]
    made = Made().event("storm", "2031-04-29").article("wire", blocks, notes)
    (entry,) = (one for group in timelines(made)["timeline.html"].groups for one in group.entries)
    assert (len(entry.evidence), entry.left) == (7, 23)


@pytest.mark.parametrize("by", KINDS)
@given(periods=st.lists(st.integers(-20_000, 20_000), unique=True, min_size=2, max_size=5))
def test_no_two_years_share_an_address(by: str, periods: list[int]) -> None:
    found = {addresses.of_timeline(by, (year,)) for year in periods}
    assert len(found) == len(periods)
    assert all(re.fullmatch(r"/timeline(-said|-published)?-(bce-)?[0-9]+\.html", one) for one in found)


def test_a_long_day_is_folded() -> None:
    def day(count: int) -> tuple[int, int]:
        made = Made()
        for number in range(count):
            made.event(f"e{number}", "2031-04-29")
        (group,) = page_of(made, "timeline.html").groups
        return len(group.entries), group.shown

    assert day(40) == (40, SHOWN)
    assert day(SHOWN + LEAST_FOLDED) == (SHOWN + LEAST_FOLDED, SHOWN)
    assert day(SHOWN + LEAST_FOLDED - 1) == (SHOWN + LEAST_FOLDED - 1, 0)


def test_the_pages_of_a_timeline_are_equal_whatever_the_order_of_the_records() -> None:
    made = many(40)
    turned = replace_order(made)
    assert timelines(made) == timelines(turned)


def replace_order(made: Made) -> Made:
    turned = Made()
    turned.events = [replace(one) for one in reversed(made.events)]
    return turned


def test_an_article_shows_the_time_it_was_published_as_it_was_written() -> None:
    made = Made().article("a", published="2031-04-29T21:10+02:00").article("b", published="2031-04-29")
    made.article("c", published="2031-04-29T08:05Z").article("d", published="2031-04-29T08:05:30")
    (group,) = page_of(made, "timeline-published.html").groups
    assert {one.id: one.time for one in group.entries} == {
        "article-a": "21:10 UTC+02:00",
        "article-b": None,
        "article-c": "08:05 UTC+00:00",
        "article-d": "08:05",
    }


def test_the_span_of_a_date_stands_on_its_group() -> None:
    made = Made().event("a", "2031-04-01").event("b", "2031-04-10").event("c", "2031-04-04~")
    spans = [[piece.shape for piece in group.span] for group in page_of(made, "timeline.html").groups]
    assert spans == [[], ["soft-in", "whole", "soft-out"], []]


def test_a_bar_is_not_called_by_a_day_that_nobody_wrote() -> None:
    made = (
        Made().event("a", "2031-04-01").event("b", "2031-04-10").event("c", "2031").event("d", "2031-04-01")
    )
    strip = page_of(made, "timeline.html").strip
    assert strip is not None
    assert [(bar.label, bar.count) for bar in strip.bars] == [
        ("2031", 1),
        ("1 April 2031", 2),
        ("10 April 2031", 1),
    ]
    assert date("2031").lower == (2031, 1, 1)


@pytest.mark.parametrize(
    ("dates", "first", "last"),
    [
        (("2031-04-01", "../2031-04-10", "2031-04-05~"), "1 April 2031", "10 April 2031"),
        (("../2031-04-01", "2031-04-03", "2031-04-10/2031-05-30"), "1 April 2031", "10 April 2031"),
        (("2031", "2031-02-03", "2031-04-02"), "2031", "2 April 2031"),
        (("2031-01-01", "2031", "2031-01-20", "2031-04"), "1 January 2031", "April 2031"),
        (("../2031-04-01", "/2031-04-10"), "1 April 2031", "10 April 2031"),
        (("Y17000", "Y18000"), "17000", "18000"),
    ],
)
def test_the_range_of_a_strip_names_days_that_are_written(
    dates: tuple[str, ...], first: str, last: str
) -> None:
    made = Made()
    for number, when in enumerate(dates):
        made.event(f"e{number}", when)
    strip = page_of(made, "timeline.html").strip
    assert strip is not None
    assert (strip.first, strip.last) == (first, last)


def test_what_reaches_beyond_its_time_is_no_solid_bar() -> None:
    made = Made().event("a", "2031-04-01").event("b", "2031-04-10").event("c", "../2031-04-10")
    made.event("d", "2031-04-05/2031-04-07")
    strip = page_of(made, "timeline.html").strip
    assert strip is not None
    assert [(bar.label, bar.height, bar.solid, bar.is_beyond) for bar in strip.bars] == [
        ("1 April 2031", 32, 32, False),
        ("from 5 April 2031 to 7 April 2031", 32, 0, True),
        ("10 April 2031", 64, 32, True),
    ]


def test_a_date_without_a_first_day_stands_at_its_last() -> None:
    made = Made().event("a", "2031-04-01").event("b", "2031-04-10").event("c", "../2031-04-05")
    assert [heading for heading, _ in rows(made)[:-1]] == [
        "1 April 2031",
        "until 5 April 2031 (start open)",
        "10 April 2031",
    ]


def test_a_heading_breaks_only_between_the_parts_of_its_date() -> None:
    made = Made().event("a", "2031-04-01~/2031-05-10")
    (group,) = page_of(made, "timeline.html").groups
    assert group.heading.split(" ") == [
        "from",
        "about",
        "1\N{NO-BREAK SPACE}April\N{NO-BREAK SPACE}2031",
        "to",
        "10\N{NO-BREAK SPACE}May\N{NO-BREAK SPACE}2031",
    ]


def test_what_was_said_and_what_happened_are_timelines_of_their_own() -> None:
    lookup = Lookup(spoken().archive())
    assert lookup.chronology(SAID) is lookup.chronology(SAID)
    assert lookup.chronology(SAID).sheet.address == "/timeline-said.html"
    assert lookup.chronology(HAPPENED).sheet.count == 0
