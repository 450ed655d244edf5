"""Linking: every reference leads somewhere or is told, and every reverse is derived."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_archives import LEDGER, WIRE, Made, harbour, note, ref, refs

from postil.model.archive import Mention, Note
from postil.model.notes import NameChoice, RelationKind
from postil.model.records import Prose, Role, View
from postil.problems import Place, Severity

# --- laws -------------------------------------------------------------------------------------------------------


@given(st.randoms(use_true_random=False))
def test_the_order_of_records_plays_no_part(shuffle: random.Random) -> None:
    linked = harbour().linked()
    again = harbour().linked(shuffle)
    assert again == linked
    for name in (
        "articles",
        "entities",
        "notes",
        "mentions",
        "backrefs",
        "passages",
        "redirects",
        "positions",
    ):
        assert list(getattr(again.value, name)) == list(getattr(linked.value, name))


def test_the_small_archive_is_whole() -> None:
    archive = harbour().archive()
    assert list(archive.notes) == [
        ("ledger", "owners"),
        ("ledger", "n-2"),
        ("wire", "n-1"),
        ("wire", "office-figure"),
        ("wire", "timber"),
        ("wire", "told"),
    ]
    assert archive.evidence == {"collapse": (("wire", "n-1"),)}
    assert archive.speech == {
        "harbour-office": (("wire", "office-figure"),),
        "orla-venn": (("wire", "timber"),),
    }
    assert archive.event_order == ("storm-warning", "collapse", "search")


def test_ties_in_are_the_inverse_of_ties() -> None:
    notes = harbour().archive().notes
    forward = sorted((key, tie.kind, tie.other) for key, one in notes.items() for tie in one.ties)
    backward = sorted((tie.other, tie.kind, key) for key, one in notes.items() for tie in one.ties_in)
    assert forward == backward
    assert (("wire", "timber"), RelationKind.DENIES, ("ledger", "owners")) in forward


def test_every_passage_is_the_slice_of_its_article() -> None:
    archive = harbour().archive()
    passages = [one.passage for one in archive.notes.values()]
    passages += [one.passage for mentions in archive.mentions.values() for one in mentions]
    passages += archive.passages.values()
    assert len(passages) == 6 + 3 + 2
    for passage in passages:
        text = archive.prepared[passage.article].text
        at = {sentence.id: sentence for block in text.blocks for sentence in block.sentences}
        assert passage.text == text.text[at[passage.first].start : at[passage.last].end]
        for start, end in passage.marks:
            assert 0 <= start < end <= len(passage.text)


def test_marks_are_the_words_of_note_and_mention() -> None:
    archive = harbour().archive()
    mentions = [one for ones in archive.mentions.values() for one in ones]
    placed: list[Note | Mention] = [*archive.notes.values(), *mentions]
    for one in placed:
        ((start, end),) = one.passage.marks
        assert one.passage.text[start:end] == archive.prepared[one.article].text.text[one.start : one.end]


def test_a_span_over_two_sentences_has_both_in_its_passage() -> None:
    archive = Made().article("wire", WIRE, [note("n", "dawn. Nine boats", hedge="h")]).archive()
    passage = archive.notes["wire", "n"].passage
    assert (passage.first, passage.last, passage.text) == ("p1s1", "p1s2", " ".join(WIRE[0]))


def test_every_back_reference_has_its_forward_one() -> None:
    archive = harbour().archive()
    found = {
        (target, one.kind, one.id, one.how, one.note)
        for target, ones in archive.backrefs.items()
        for one in ones
    }
    assert found == {
        ("article/wire", "claim", "boats-lost", "because", None),
        ("article/wire", "entity", "orla-venn", "role", None),
        ("article/wire", "page", "about", "text", None),
        ("claim/boats-lost", "note", "ledger#owners", "claim", ("ledger", "owners")),
        ("claim/boats-lost", "note", "wire#office-figure", "claim", ("wire", "office-figure")),
        ("claim/boats-lost", "page", "about", "text", None),
        ("claim/who-told", "note", "wire#told", "claim", ("wire", "told")),
        ("entity/harbour-office", "note", "wire#office-figure", "chain", ("wire", "office-figure")),
        ("entity/harbour-office", "note", "wire#told", "says", ("wire", "told")),
        ("entity/lessing-bay", "entity", "north-quay", "within", None),
        ("entity/lessing-bay", "event", "storm-warning", "where", None),
        ("entity/north-quay", "note", "wire#timber", "see", ("wire", "timber")),
        ("entity/orla-venn", "event", "collapse", "who", None),
        ("entity/orla-venn", "note", "ledger#n-2", "entity", ("ledger", "n-2")),
        ("event/collapse", "claim", "boats-lost", "event", None),
        ("event/collapse", "entity", "north-quay", "about", None),
        ("event/collapse", "event", "search", "after", None),
        ("event/collapse", "note", "wire#n-1", "event", ("wire", "n-1")),
        ("event/storm-warning", "event", "collapse", "after", None),
    }
    for ones in archive.backrefs.values():
        assert list(ones) == sorted(ones, key=lambda one: (one.kind, one.id, one.how))
        for one in ones:
            assert one.passage == (archive.notes[one.note].passage if one.note else None)


# --- references -------------------------------------------------------------------------------------------------


def test_a_former_id_leads_to_the_record_of_now() -> None:
    archive = harbour().archive()
    assert archive.redirects == {
        "/articles/old-wire.html": "/articles/wire.html",
        "/entities/o-venn.html": "/entities/orla-venn.html",
    }
    assert [one.id for one in archive.events["collapse"].who] == ["orla-venn"]
    assert (
        archive.pages["about"].body.source
        == "Read [[article/wire@p1s1|the report]] and [[claim/boats-lost]]."
    )
    assert sorted(archive.passages) == ["article/wire@p1s1", "article/wire@p2s1"]


def test_mentions_under_an_old_and_a_new_id_are_on_one_page_each_once() -> None:
    mentions = harbour().archive().mentions
    assert list(mentions) == ["north-quay", "orla-venn"]
    assert [(one.article, one.words, one.note) for one in mentions["orla-venn"]] == [
        ("wire", "Orla Venn", None),
        ("ledger", "Commissioner Venn", "n-2"),
    ]


def test_a_link_to_a_note_of_the_same_file_is_put_in_full() -> None:
    told = harbour().archive().notes["wire", "told"].annotation
    assert told.note is not None
    assert told.note.source == "As [[article/wire#timber]] has it."


@pytest.mark.parametrize(
    ("made", "code", "message", "help_"),
    [
        pytest.param(
            Made().entity("orla-venn").event("storm", who=refs("entity/orla-ven")),
            "ref-unknown",
            "there is no entity `orla-ven`",
            "did you mean `orla-venn`?",
            id="a letter is missing",
        ),
        pytest.param(
            Made().article("wire").entity("x", roles=(Role("r", source=ref("article/wire@p2s4")),)),
            "sentence-unknown",
            "article `wire` has no `p2s4`",
            'find the address with `postil find "the words"`',
            id="a sentence too far",
        ),
        pytest.param(
            Made().article("wire").entity("x", roles=(Role("r", source=ref("article/wire@p2s1-p1s2")),)),
            "sentence-unknown",
            "`p2s1-p1s2` ends before it begins",
            "write `article/wire@p1s2-p2s1`",
            id="a range that runs backwards",
        ),
        pytest.param(
            Made()
            .article("wire", WIRE, [note("timber", "timber", hedge="h")])
            .claim("c", view=View("open", Prose("See\n[[article/wire#timbre]].", Place("c.yaml", 7, 5)))),
            "link-dead",
            "`[[article/wire#timbre]]` leads nowhere: article `wire` has no note `timbre`",
            "did you mean `#timber`?",
            id="a dead link to a note",
        ),
        pytest.param(
            Made().page("about", "See [[boats-lost]]."),
            "link-dead",
            "`[[boats-lost]]` leads nowhere: `boats-lost` does not say what kind of record it is",
            "write `entity/boats-lost` or `event/boats-lost` or `claim/boats-lost` or `article/boats-lost`",
            id="a link without a kind",
        ),
        pytest.param(
            Made().article(
                "wire",
                WIRE,
                [note("a", "timber", denies="article/wire#offfice"), note("office", "dawn", hedge="h")],
            ),
            "note-unknown",
            "article `wire` has no note `offfice`",
            "did you mean `#office`?",
            id="a note that is not there",
        ),
        pytest.param(
            Made().article(
                "wire",
                WIRE,
                [
                    note("a", "timber", denies="article/wire#n-1"),
                    note("n-1", "dawn", hedge="h"),
                ],
            ),
            "note-unknown",
            "`n-1` is not an id that was written in article `wire`, but one derived from a note",
            "give that note an `id:` and refer to it by that",
            id="a derived id",
        ),
        pytest.param(
            Made()
            .article("wire")
            .article("ledger", LEDGER, [note("a", "fourteen boats", denies="article/wire@p1s2")]),
            "relation-target",
            "`denies` points at `article/wire@p1s2`, which is no note",
            "give the note that is meant an `id:`, and write `article/ID#NOTE` (`#NOTE` within one file)",
            id="a denial of a sentence",
        ),
        pytest.param(
            Made().article("wire", WIRE, [note("a", "timber", repeats="article/wire#a")]),
            "relation-self",
            "`repeats` points at the very note that it stands in",
            "name the other note",
            id="a note that repeats itself",
        ),
        pytest.param(
            Made()
            .article("wire", WIRE, choices=(NameChoice("Calder", ref("entity/mayor-caldr")),))
            .entity("mayor-calder"),
            "ref-unknown",
            "there is no entity `mayor-caldr`",
            "did you mean `mayor-calder`?",
            id="a choice of name",
        ),
        pytest.param(
            Made().entity("a", former_ids=("b",)).entity("b"),
            "former-id-clash",
            "`b`, a former id of entity `a`, is the id of another entity",
            "take `b` out of `former_ids`, or rename the other record",
            id="a former id in use",
        ),
        pytest.param(
            Made().event("a", former_ids=("old",)).event("b", former_ids=("old",)),
            "former-id-clash",
            "`old` is a former id of two: event `a` and event `b`",
            "take `old` out of `former_ids`, or rename the other record",
            id="a former id of two",
        ),
        pytest.param(
            Made().claim("a", former_ids=("a",)),
            "former-id-clash",
            "`a`, a former id of claim `a`, is its own id",
            "take `a` out of `former_ids`",
            id="its own former id",
        ),
    ],
)
def test_what_leads_nowhere_is_told_with_its_cure(made: Made, code: str, message: str, help_: str) -> None:
    problem = made.problem()
    assert (problem.code, problem.message) == (code, message)
    assert problem.help[0] == help_
    assert problem.severity is Severity.ERROR


def test_an_id_of_another_kind_is_told() -> None:
    problem = Made().event("north-quay").event("storm", where=refs("entity/north-quay")).problem()
    (remark,) = problem.notes
    assert (problem.code, remark.message) == ("ref-unknown", "an event has this id: `event/north-quay`")
    assert remark.place == Place("annotations/events/all.yaml", 1)


def test_a_reference_of_the_wrong_kind_is_refused() -> None:
    problem = Made().event("a").event("b", where=refs("event/a")).problem()
    assert (problem.code, problem.message) == (
        "ref-unknown",
        "`event/a` is an event, and here stands an entity",
    )


def test_a_note_of_another_article_is_told() -> None:
    made = Made().article("wire", WIRE, [note("a", "timber", denies="article/wire#owners")])
    problem = made.article("ledger", LEDGER, [note("owners", "fourteen", hedge="h")]).problem()
    assert problem.notes[0].message == "there is one in another article: `article/ledger#owners`"


def test_a_dead_link_is_told_at_its_line_and_column() -> None:
    problem = Made().page("about", "One.\n\nTwo [[event/none]].").problem()
    assert problem.place == Place("content/pages/about.md", 6, 5, len("[[event/none]]"))


def test_a_link_is_brought_up_to_date_and_what_only_looks_like_one_is_not() -> None:
    made = harbour().page("method", f"{WRITTEN} for [[ entity/o-venn |her]], [[entity/o-venn]].")
    assert made.archive().pages["method"].body.source == (
        f"{WRITTEN} for [[ entity/orla-venn |her]], [[entity/orla-venn]]."
    )


WRITTEN = "Write `[[entity/o-venn]]`, ``[[entity/o-venn|her]]`` or \\[[entity/o-venn]]"


def test_markdown_of_ours_that_would_be_lost_is_told() -> None:
    problem = Made().page("about", "One.\n\n<script>two</script>").linked().problems[0]
    assert (problem.code, problem.place.line) == ("raw-html", 6)


def test_a_note_whose_quote_is_gone_can_still_be_referred_to() -> None:
    made = Made().article(
        "wire",
        WIRE,
        [note("gone", "no such words", hedge="h"), note("a", "timber", denies="article/wire#gone")],
    )
    archive = made.archive()
    assert list(archive.notes) == [("wire", "a")]
    assert archive.notes["wire", "a"].ties == ()


def test_a_note_may_point_at_anything_with_see() -> None:
    made = harbour()
    made.article(
        "third",
        LEDGER,
        [note("a", "owners", see="article/wire@p1"), note("b", "denied", see="article/third#a")],
    )
    archive = made.archive()
    assert archive.passages["article/wire@p1"].text == " ".join(WIRE[0])
    assert [one.note for one in archive.backrefs["article/wire"] if one.kind == "note"] == [("third", "a")]
    assert "article/third" not in archive.backrefs
    assert archive.notes["third", "a"].ties_in[0].kind is RelationKind.SEE
