"""Linking: what follows what, what lies in what, and names that nobody has settled."""

import random
from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st
from small_archives import WIRE, Made, place, ref

from postil.dates import sort_key
from postil.link.order import event_order, ordered
from postil.model.text import Homonym
from postil.problems import Problem, Severity

EVENT_DATES = st.sampled_from(
    [None, None, "2031-04-28", "2031-04-29", "2031-04", "2031", "2031-04-30/..", "../2031-04"]
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
    if not any(event.after for event in made.events):
        assert list(order) == sorted(events, key=lambda id_: (sort_key(events[id_].date), id_))


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
