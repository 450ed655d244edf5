"""Linking: what follows what, what lies in what, and names that nobody has settled."""

import random
from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_archives import WIRE, Made, place, ref

from postil.dates.clock import minutes_from_words
from postil.link.order import event_order, ordered
from postil.model.records import Event
from postil.model.text import Homonym
from postil.problems import Problem, Severity

EVENT_DATES = st.sampled_from(
    [
        *(None, None, "2031-04-28", "2031-04-29", "2031-04", "2031", "2031-04-30/..", "../2031-04", "XXXX"),
        *("../2031-04-28", "/2031-05-02", "2031-04-29~", "2031-04-29T05:30", "2031-04-29T21:10+02:00"),
    ]
)


@given(
    st.lists(EVENT_DATES, min_size=1, max_size=8).flatmap(
        lambda dates: st.tuples(
            st.just(dates),
            st.lists(st.tuples(st.integers(0, len(dates) - 1), st.integers(0, len(dates) - 1)), max_size=10),
        )
    ),
    st.randoms(use_true_random=False),
)
def test_events_stand_behind_what_they_follow(
    drawn: tuple[list[str | None], list[tuple[int, int]]], shuffle: random.Random
) -> None:
    dates, pairs = drawn
    made = Made()
    for number, when in enumerate(dates):
        made.event(f"e{number}", when, tuple(f"e{b}" for a, b in pairs if a == number and b < a))
    events = {one.id: one for one in made.events}
    order, problems = event_order(events)
    assert sorted(order) == sorted(events)
    at = {id_: number for number, id_ in enumerate(order)}
    gainsaid = {problem.message.split("`")[1] for problem in problems}
    for event in made.events:
        for earlier in event.after:
            assert event.id in gainsaid or at[earlier.id] < at[event.id]
    again = event_order(dict(shuffle.sample(list(events.items()), len(events))))
    assert (again[0], sorted(again[1], key=str)) == (order, sorted(problems, key=str))
    for one in made.events:
        for other in made.events:
            if one.date and other.date and one.date.upper and other.date.lower:
                assert one.date.upper >= other.date.lower or at[one.id] < at[other.id]


HOURS = (None, "in the evening", "05:00", "about 5.30 a.m.", "14:02–14:10", "9 p.m.", "24:00")


@given(
    st.lists(st.tuples(st.sampled_from(HOURS), st.lists(st.integers(0, 7), max_size=2)), max_size=8),
    st.permutations([f"e{number}" for number in range(8)]),
)
def test_hours_of_a_day_stand_in_order(drawn: list[tuple[str | None, list[int]]], names: list[str]) -> None:
    """Unless `after` says otherwise, which always holds; what has no hour stands behind those that it need not precede."""
    made = Made().event("before", "2031-04-28", time="23:00").event("beyond", "2031-04-30", time="01:00")
    for number, (time, earlier) in enumerate(drawn):
        after = tuple(dict.fromkeys(names[one] for one in earlier if one < number))
        made.event(names[number], "2031-04-29", after, time=time)
    order, _ = event_order({one.id: one for one in made.events})
    assert (order[0], order[-1]) == ("before", "beyond")
    at = {id_: number for number, id_ in enumerate(order)}
    events = {one.id: one for one in made.events[2:]}
    for event in events.values():
        assert all(at[ref.id] < at[event.id] for ref in event.after)
    hours = {id_: minutes_from_words(one.time or "") for id_, one in events.items()}
    free = [id_ for id_ in order[1:-1] if hours[id_] is not None and not followed(id_, events)]
    assert [hours[id_] for id_ in free] == sorted(hours[id_] or 0 for id_ in free)
    loose = {id_ for id_ in events if hours[id_] is None} - {
        earlier for id_, hour in hours.items() if hour is not None for earlier in followed(id_, events)
    }
    assert all(at[id_] > at[other] for id_ in loose for other in events if hours[other] is not None)
    first = event_order({one.id: replace(one, after=()) for one in made.events})[0]
    assert list(first[1:-1]) == sorted(events, key=lambda id_: (hours[id_] is None, hours[id_] or 0, id_))


def followed(id_: str, events: dict[str, Event]) -> set[str]:
    """All that an event follows, directly or not."""
    found = {ref.id for ref in events[id_].after}
    return found.union(*(followed(one, events) for one in found))


def test_what_others_follow_stands_before_their_hour() -> None:
    made = (
        Made()
        .event("call", "2031-04-29", ("alarm",), time="02:10")
        .event("storm", "2031-04-29", time="05:00")
    )
    made.event("alarm", "2031-04-29", time="at night").event(
        "count", "2031-04-29", ("storm",), time="at noon"
    )
    assert made.archive().event_order == ("alarm", "call", "storm", "count")


def test_what_has_only_a_last_day_stands_there_or_before_what_follows_it() -> None:
    made = Made().event("a", "2031-04-20").event("b", "2031-04-25").event("c", "2031-04-30")
    made.event("by-then", "../2031-04-30").event("warning", "/2031-04-30", ("a",)).event(
        "flood", "2031-04-24", ("warning",)
    )
    assert made.archive().event_order == ("a", "warning", "flood", "b", "by-then", "c")


@pytest.mark.parametrize(
    ("text", "hour"),
    [
        ("about 05:00", "05:00"),
        ("02:30", "02:30"),
        ("5 a.m.", "05:00"),
        ("12 am", "00:00"),
        ("12:15 p.m.", "12:15"),
        ("at 9.45 PM", "21:45"),
        ("14:02–14:10", "14:02"),
        ("between 23:00 and midnight", "23:00"),
        ("7 h 05", "07:05"),
        ("близько 5:00", "05:00"),
        ("05:00:30", "05:00"),
        ("08:05 UTC+02:00", "08:05"),
        ("(UTC+02:00) 08:05", "08:05"),
        ("24:00", "24:00"),
        ("24:30", None),
        ("at dawn", None),
        ("5 hours later", None),
        ("on 5.04.2031", None),
        ("13 men", None),
        ("", None),
    ],
)
def test_an_hour_is_read_where_digits_say_it(text: str, hour: str | None) -> None:
    minutes = minutes_from_words(text)
    assert (minutes if minutes is None else f"{minutes // 60:02}:{minutes % 60:02}") == hour


@given(st.text())
def test_an_hour_lies_in_its_day(text: str) -> None:
    minutes = minutes_from_words(text)
    assert minutes is None or 0 <= minutes <= 24 * 60


def codes(problems: Iterable[Problem]) -> list[str]:
    return [problem.code for problem in problems]


def test_events_that_follow_each_other_in_a_circle_are_refused_once() -> None:
    problem = Made().event("c", None, ("b",)).event("b", None, ("a",)).event("a", None, ("c",)).problem()
    assert (problem.code, problem.message) == (
        "order-cycle",
        "event `a` comes after itself, by way of `c`, `b`",
    )
    assert [remark.message for remark in problem.notes] == [
        "`a` comes after `c`",
        "`c` comes after `b`",
        "`b` comes after `a`",
    ]


def test_an_event_after_itself_is_refused() -> None:
    assert Made().event("a", None, ("a",)).problem().message == "event `a` comes after itself"


def test_places_within_each_other_are_refused() -> None:
    made = Made().entity("bay", within=ref("entity/quay", 4)).entity("quay", within=ref("entity/bay"))
    problem = made.problem()
    assert (problem.code, problem.message) == ("within-cycle", "`bay` lies within itself, by way of `quay`")
    assert problem.place == place(4)


def test_a_date_that_gainsays_the_order_is_a_warning() -> None:
    problem = Made().event("storm", "2031-04-29").event("flood", "2031-04-28", ("storm",)).problem()
    assert (problem.code, problem.severity) == ("order-contradiction", Severity.WARNING)
    assert problem.message == "event `flood` is said to come after `storm`, and is dated before it"


def test_a_date_that_gainsays_the_order_by_way_of_another_is_seen_and_told_once() -> None:
    made = Made().event("storm", "2031-04-29").event("warning", None, ("storm",))
    linked = made.event("flood", "2031-04-27", ("warning",)).event("calm", "2031-04-28", ("flood",)).linked()
    assert codes(linked.problems) == ["order-contradiction"]
    assert "`warning`, which comes after `storm`" in linked.problems[0].message


def test_dates_that_overlap_do_not_gainsay_the_order() -> None:
    made = (
        Made().event("storm", "2031-04-29").event("flood", "2031-04", ("storm",)).event("calm", "2031-04-30")
    )
    assert made.archive().event_order == ("storm", "flood", "calm")


def test_undated_events_hang_between_those_they_are_known_with() -> None:
    made = (
        Made()
        .event("b-storm", "2031-04-29")
        .event("a-warning")
        .event("z-loose")
        .event("y-late", "2031-05-01")
    )
    made.event("c-search", None, ("b-storm",)).event("x-count", "2031-04-30", ("a-warning",))
    assert made.archive().event_order == ("b-storm", "c-search", "a-warning", "x-count", "y-late", "z-loose")


@pytest.mark.slow
def test_a_chain_longer_than_the_stack_is_walked() -> None:
    graph: dict[str, tuple[str, ...]] = {f"e{number:05}": (f"e{number + 1:05}",) for number in range(20_000)}
    graph["e20000"] = ()
    walk = ordered(graph)
    assert (walk.nodes[0], walk.nodes[-1], walk.circles) == ("e20000", "e00000", ())


# --- names ------------------------------------------------------------------------------------------------------


def test_a_shared_name_is_one_warning_with_lines_to_paste() -> None:
    shared = Homonym("Calder", ("calder-mayor", "calder-pilot"), "p2s2")
    made = Made().entity("calder-mayor").entity("calder-pilot")
    for id_ in ("wire", "later", "ledger"):
        made.article(id_, WIRE, homonyms=(shared, shared))
    problem = made.problem()
    assert (problem.code, problem.severity) == ("name-ambiguous", Severity.WARNING)
    assert problem.message == "`Calder` stands in 3 articles and may be `calder-mayor` or `calder-pilot`"
    assert problem.place == made.entities[0].place
    assert [remark.place.path for remark in problem.notes[2:] if remark.place] == [
        f"content/articles/{id_}.md" for id_ in ("later", "ledger", "wire")
    ]
    assert problem.notes[2].message == 'p2s2: "Calder said nothing."'
    assert problem.help[1:] == (
        "mentions: {Calder: calder-mayor}",
        "mentions: {Calder: calder-pilot}",
    )


def test_a_name_in_a_thousand_articles_is_not_a_thousand_lines() -> None:
    made = Made().entity("a").entity("b")
    for number in range(40):
        made.article(f"w{number:02}", WIRE, homonyms=(Homonym("Calder: elder", ("a", "b"), "p2s2"),))
    problem = made.problem()
    assert len(problem.notes) == 2 + 10 + 1
    assert problem.notes[-1].message == "and in 30 articles more"
    assert problem.help[1] == 'mentions: {"Calder: elder": a}'
