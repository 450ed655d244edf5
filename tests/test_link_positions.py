"""Linking: what positions say, when, and from whom it came in the end."""

import random
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_archives import WIRE, Made, date, harbour, note, place

from postil.link.positions import origins
from postil.model.archive import Dated, NoteKey
from postil.model.notes import Annotation, Relation, RelationKind, Words
from postil.model.records import Article, Ref, RefKind, When


def position(kind: str = "quantity", scopes: tuple[tuple[str, str], ...] = (), /, **keys: Any) -> Made:  # noqa: ANN401
    made = Made().entity("mayor-calder").entity("calder").claim("c", kind, scopes=scopes)
    return made.article("wire", WIRE, [note("a", "Nine boats", **{"claim": "c", **keys})])


@pytest.mark.parametrize(
    ("kind", "says", "message"),
    [
        ("quantity", "many", "claim `c` asks for a figure, and `says` is `many`"),
        ("quantity", "yes", "claim `c` asks for a figure, and `says` is `yes`"),
        ("yes-no", "9", "claim `c` asks for yes or no, and `says` is `9`"),
        ("yes-no", "partly", "claim `c` asks for yes or no, and `says` is `partly`"),
        ("when", "at least 21", "claim `c` asks when something was, and `says` is `at least 21`"),
        ("when", "yes", "claim `c` asks when something was, and `says` is `yes`"),
        ("who", "No", "claim `c` asks who it was, and `says` is `No`"),
        ("where", "no", "claim `c` asks where it was, and `says` is `no`"),
        ("who", "9", "claim `c` asks who it was, and `says` is `9`"),
        ("where", "14 to 16", "claim `c` asks where it was, and `says` is `14 to 16`"),
    ],
)
def test_an_answer_of_the_wrong_kind_is_refused(kind: str, says: str, message: str) -> None:
    problem = position(kind, says=says).problem()
    assert (problem.code, problem.message) == ("says-kind", message)
    assert problem.help[0].startswith("write ")


@pytest.mark.parametrize(
    ("kind", "says", "read"),
    [
        ("words", "9", Words("9")),
        ("words", "surrounded", Words("surrounded")),
        ("yes-no", "No", Words("no")),
        ("when", "2031", Words("2031", date=date("2031"))),
        ("when", "2031-04-29", Words("2031-04-29", date=date("2031-04-29"))),
        ("when", "yesterday", Words("yesterday")),
        ("who", "calder", Words("calder", entity="calder")),
        ("who", "entity/mayor-calder", Words("entity/mayor-calder", entity="mayor-calder")),
        ("who", "nobody", Words("nobody")),
    ],
)
def test_an_answer_is_read_as_its_claim_asks(kind: str, says: str, read: Words) -> None:
    assert position(kind, says=says).archive().notes["wire", "a"].annotation.says == read


@pytest.mark.parametrize("kind", ["quantity", "yes-no", "who", "when", "where", "words"])
def test_not_answering_fits_every_claim(kind: str) -> None:
    assert position(kind, says="declined").archive().notes["wire", "a"].annotation.says == "declined"


def test_an_answer_that_can_only_be_an_id_must_be_one() -> None:
    problem = position("who", says="mayor-caldr").problem()
    assert (problem.code, problem.help) == ("ref-unknown", ("did you mean `mayor-calder`?",))


def test_an_unknown_scope_is_told_with_those_that_are_known() -> None:
    made = position(
        "quantity",
        (("at-the-quay", "x"), ("whole-bay", "y")),
        says="9",
        scope="at-quay",
        scope_place=place(8),
    )
    problem = made.problem()
    assert (problem.code, problem.place, problem.help) == (
        "scope-unknown",
        place(8),
        ("did you mean `at-the-quay`?",),
    )
    assert problem.notes[0].message == "it names `at-the-quay` or `whole-bay`"


def test_a_speech_may_tell_through_whom_it_came() -> None:
    made = position(claim=None, speaker="calder", how="relays", chain=("a diver", "calder"))
    assert made.archive().notes["wire", "a"].origin == "unnamed/wire/diver"


SUNDAY = When("Sunday", None, 6, place(6))


@pytest.mark.parametrize(
    ("keys", "on", "as_of"),
    [
        pytest.param({}, None, Dated(date("2031-04-29"), "published"), id="nothing written"),
        pytest.param(
            {"on": "2031-04"},
            Dated(date("2031-04"), "stated"),
            Dated(date("2031-04"), "on"),
            id="said on",
        ),
        pytest.param(
            {"on": SUNDAY},
            Dated(date("2031-04-27"), "weekday", 6),
            Dated(date("2031-04-27"), "on", 6),
            id="a weekday read back",
        ),
        pytest.param(
            {"on": SUNDAY, "as_of": "2031-04-26"},
            Dated(date("2031-04-27"), "weekday", 6),
            Dated(date("2031-04-26"), "stated"),
            id="both written",
        ),
    ],
)
def test_dates_of_a_position_say_where_they_come_from(
    keys: dict[str, Any], on: Dated | None, as_of: Dated | None
) -> None:
    found = position(says="9", **keys).archive().notes["wire", "a"]
    assert (found.on, found.as_of) == (on, as_of)


@pytest.mark.parametrize(
    ("published", "why"), [(None, "it has no `published`"), ("2031-04", "its `published` is `2031-04`")]
)
def test_a_weekday_needs_a_day_to_be_read_back_from(published: str | None, why: str) -> None:
    made = Made().article(
        "wire", WIRE, [note("a", "timber", speaker="outlet", on=SUNDAY)], published=published
    )
    problem = made.problem()
    assert (problem.code, problem.place) == ("weekday-undated", place(6))
    assert problem.notes[0].message.startswith(why)


@pytest.mark.parametrize(
    ("keys", "origin"),
    [
        (
            {"chain": ("a diver", "calder"), "speaker": "calder", "how": "own-count"},
            "unnamed/wire-0429/diver",
        ),
        ({"speaker": "calder", "how": "own-count"}, "entity/calder"),
        ({"speaker": "outlet", "how": "saw-it"}, "outlet/Harbour Wire"),
        ({"speaker": "calder", "how": "relays"}, "origin/wire-0429"),
        ({"speaker": "calder"}, "origin/wire-0429"),
        ({}, "origin/wire-0429"),
    ],
)
def test_the_origin_of_a_position(keys: dict[str, Any], origin: str) -> None:
    made = Made().entity("calder").claim("c")
    made.article(
        "wire", WIRE, [note("a", "Nine", claim="c", **keys)], outlet="Harbour Wire", origin="wire-0429"
    )
    assert made.archive().notes["wire", "a"].origin == origin


def test_an_article_without_an_origin_is_its_own() -> None:
    assert position(says="9").archive().notes["wire", "a"].origin == "article/wire"


def test_what_repeats_has_the_origin_of_what_it_repeats() -> None:
    notes = harbour().archive().notes
    assert notes["ledger", "owners"].origin == notes["wire", "office-figure"].origin == "unnamed/wire/diver"


def test_positions_are_in_the_order_of_the_claims_scopes() -> None:
    made = Made().claim("c", scopes=(("z", "first"), ("a", "second")))
    keys = {"claim": "c", "says": "9"}
    notes = [
        note("one", "Nine boats", **keys, scope="a", as_of="2031-04-28"),
        note("two", "Nine", **keys, scope="a", as_of="2031-04-27"),
        note("three", "timber", **keys, scope="z"),
        note("four", "divers", **keys),
    ]
    archive = made.article("wire", WIRE, notes).archive()
    assert [id_ for _, id_ in archive.positions["c"]] == ["four", "three", "two", "one"]


NOTE_KEYS = st.sampled_from([(article, f"n{number}") for article in ("a", "b", "c") for number in range(3)])
TIES = st.lists(
    st.tuples(NOTE_KEYS, st.sampled_from([RelationKind.REPEATS, RelationKind.SAME_STATEMENT]), NOTE_KEYS),
    max_size=12,
)
DAYS = {"a": "2031-04-29", "b": "2031-04-28", "c": None}


def annotations_with(ties: Iterable[tuple[NoteKey, RelationKind, NoteKey]]) -> dict[NoteKey, Annotation]:
    made = {
        (article, f"n{number}"): note(f"n{number}", "x", chain=(f"a {article}-{number}",))
        for article in DAYS
        for number in range(3)
    }
    for key, kind, other in ties:
        relation = Relation(kind, Ref(RefKind.ARTICLE, other[0], place(), note=other[1]))
        made[key] = replace(made[key], relations=(*made[key].relations, relation))
    return made


ARTICLES = {
    id_: Article(id_, id_, "", 1, place(), published=date(day) if day else None) for id_, day in DAYS.items()
}


@given(TIES, st.randoms(use_true_random=False))
def test_origins_are_shared_by_what_is_tied_and_by_nothing_else(
    ties: list[tuple[NoteKey, RelationKind, NoteKey]], shuffle: random.Random
) -> None:
    annotations = annotations_with(ties)
    found = origins(annotations, ARTICLES)
    groups = {key: {key} for key in annotations}
    for key, _, other in ties:
        together = groups[key] | groups[other]
        groups.update(dict.fromkeys(together, together))
    for key in annotations:
        assert {other for other in annotations if found[other] == found[key]} == groups[key]
    mixed = annotations_with(shuffle.sample(ties, len(ties)))
    assert origins(dict(shuffle.sample(list(mixed.items()), len(mixed))), ARTICLES) == found
