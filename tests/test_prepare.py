"""Prepare: the whole of one article, and the faults that neighbouring tools have had with such articles."""

import pickle
from dataclasses import replace

import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import article, markdown, spans

from postil import prepare
from postil.kinds import KINDS, has_card, kinds_of
from postil.model.notes import (
    Annotation,
    ArticleNotes,
    Bound,
    NameChoice,
    Quantity,
    Relation,
    RelationKind,
    Selector,
    Speaker,
)
from postil.model.records import Entity, Image, Prose, Ref, RefKind
from postil.model.text import Body, MentionSpan, Piece, Prepared, Text
from postil.names import NameIndex, rows_from_entities
from postil.problems import Place
from postil.splice import Spliced
from postil.tree import Element, elements, html_from_tree, tree_from_html

PLACE = Place("annotations/articles/wire.yaml", 3, 12)


def entity(id_: str, *names: str) -> Entity:
    return Entity(id_, PLACE, "other", names[0], names[1:])


def ref(kind: RefKind, id_: str) -> Ref:
    return Ref(kind, id_, PLACE)


def note(id_: str, exact: str, *, prefix: str = "", suffix: str = "") -> Annotation:
    selector = Selector(PLACE, exact=exact, prefix=prefix, suffix=suffix)
    return Annotation(id_, True, PLACE, selector, note=Prose("Said.", PLACE))  # noqa: FBT003 -- `explicit`


def names_entity(id_: str, exact: str, entity_: str) -> Annotation:
    return Annotation(id_, True, PLACE, Selector(PLACE, exact=exact), entity=ref(RefKind.ENTITY, entity_))  # noqa: FBT003


def prepared(
    source: str, *notes: Annotation, entities: tuple[Entity, ...] = (), mentions: dict[str, str] | None = None
) -> Prepared:
    made = article(source)
    body = prepare.read(made)
    choices = tuple(NameChoice(name, ref(RefKind.ENTITY, id_)) for name, id_ in (mentions or {}).items())
    file = ArticleNotes("wire", PLACE, mentions=choices, notes=notes)
    rows = NameIndex(rows_from_entities(entities)).rows_in(body.text.text)
    return prepare.place(body, made, file, rows)


def all_elements(result: Prepared) -> list[Element]:
    return [element for piece in result.pieces for element in elements(tree_from_html(piece.html))]


def linked(result: Prepared) -> list[str]:
    """What each name leads to, in order."""
    return [one.attrs["href"] for one in all_elements(result) if one.attrs.get("class") == "name"]


def named(result: Prepared) -> list[tuple[str, str]]:
    return [(result.text.text[one.start : one.end], one.entity) for one in result.mentions]


@st.composite
def annotated(draw: st.DrawFn) -> Prepared:
    source = draw(markdown)
    body = prepare.read(article(source))
    quotes = [body.text.text[start:end] for start, end in draw(spans(len(body.text.text)))]
    notes = [
        note(f"n{i}", quote) if i % 2 else names_entity(f"n{i}", quote, "e") for i, quote in enumerate(quotes)
    ]
    return prepared(
        source, *notes, entities=(entity("harrow", "Harrow", "quay"), entity("the", "the", "quay"))
    )


@given(annotated())
def test_every_note_has_its_marks_its_marker_and_one_piece(result: Prepared) -> None:
    with_card = [span for span in result.spans if span.note[1:].isdigit() and int(span.note[1:]) % 2]
    shown = all_elements(result)
    markers = [one.attrs["id"] for one in shown if "marker" in one.attrs.get("class", "")]
    assert sorted(markers) == sorted(f"ref-{span.note}" for span in with_card)
    assert sorted(note for piece in result.pieces for note in piece.notes) == sorted(
        span.note for span in with_card
    )
    texts: dict[str, str] = {}
    for one in shown:
        for id_ in one.attrs.get("data-notes", "").split():
            texts[id_] = texts.get(id_, "") + oracle.text_of(
                oracle.tree(f"<!DOCTYPE html><title></title>{html_from_tree([one])}")
            )
    for span in with_card:
        words = "".join(result.text.text[span.start : span.end].split())
        assert "".join(texts[span.note].split()) == words


@given(annotated())
def test_what_is_prepared_can_be_sent_to_another_process_and_is_the_same_twice(result: Prepared) -> None:
    assert pickle.loads(pickle.dumps(result)) == result


def test_a_changed_text_is_our_fault_and_stops() -> None:
    body = Body("wire", ("<p>one</p>",), Text("two", ()))
    with pytest.raises(prepare.RoundTripError, match="wire has changed at offset 0"):
        prepare._prove([Spliced("<p>one</p>", ())], body)


# --- cases ------------------------------------------------------------------------------------------------------------


def test_nested_and_crossing_notes_are_all_there_and_the_link_stays_one() -> None:
    result = prepared(
        "Mayor **Ines Calder** signed [the order](https://example.org/o) on Monday night.",
        note("a", "Mayor Ines Calder signed the order"),
        note("b", "Ines Calder"),
        note("c", "the order on Monday night"),
    )
    shown = all_elements(result)
    assert [span.note for span in result.spans] == ["a", "b", "c"]
    assert [
        one.attrs["href"] for one in shown if one.tag == "a" and "marker" not in one.attrs.get("class", "")
    ] == ["https://example.org/o"]
    assert [one.attrs["data-notes"] for one in shown if one.tag == "mark"] == ["a", "b a", "a", "c a", "c"]
    assert [one.attrs["href"] for one in shown if "marker" in one.attrs.get("class", "")] == [
        "#note-b",
        "#note-a",
        "#note-c",
    ]
    assert [one.tag for one in shown].count("strong") == 1
    assert result.pieces[0].notes == ("b", "a", "c")


def test_only_the_visible_word_is_marked() -> None:
    result = prepared(
        'See [Orrin](https://example.org/orrin "Orrin, 1990") and more.\n\n`Orrin` in code.',
        note("a", "Orrin", suffix=" and"),
        entities=(entity("orrin", "Orrin"),),
    )
    assert (
        '<mark class="k-context" data-notes="a"><a href="https://example.org/orrin" rel="noopener noreferrer" '
        'title="Orrin, 1990">Orrin</a></mark><a class="marker k-context" id="ref-a"' in result.pieces[0].html
    )
    assert linked(result) == ["/entities/orrin.html"]
    assert [one.sentence for one in result.mentions] == ["p1s1", "p2s1"]


def test_a_quote_over_two_blocks_puts_no_block_into_a_mark() -> None:
    result = prepared(
        "The crane stood still.\n\n- A second begins.\n    - deeper",
        note("a", "still. A second begins. deep"),
    )
    for one in all_elements(result):
        if one.tag == "mark":
            assert not any(inner.tag in ("p", "li", "ul", "div") for inner in elements(one.children))
    assert [piece.notes for piece in result.pieces] == [(), ("a",)]
    assert "deep</mark>er</span><a class=" in result.pieces[1].html, "the marker stands after the whole word"


def test_text_beside_a_nested_list_has_an_element_of_its_own() -> None:
    assert prepared("- a\n    - b").pieces == (
        Piece(
            '<ul>\n<li><div class="block" id="p1"><span class="s" id="p1s1">a</span></div><ul>\n'
            '<li id="p2"><span class="s" id="p2s1">b</span></li>\n</ul>\n</li>\n</ul>',
            (),
            ("p1", "p2"),
        ),
    )


def test_a_sentence_that_is_not_one_element_has_its_id_once() -> None:
    html = prepared("One. *Two went. She* came.").pieces[0].html
    assert html == (
        '<p id="p1"><span class="s" id="p1s1">One.</span> <em><span class="s" id="p1s2">Two went.</span> '
        '<span class="s" id="p1s3">She</span></em><span class="s" data-s="p1s3"> came.</span></p>'
    )


def test_longest_names_lead_and_none_leads_from_inside_a_link() -> None:
    result = prepared(
        "## Harrow\n\nThe Harrow Dock Company left Harrow. See [Harrow Dock Co.](https://example.org). "
        "Harrowing days. Harrow's mayor.",
        entities=(entity("harrow", "Harrow"), entity("hdc", "Harrow Dock Company", "Harrow Dock Co.")),
    )
    harrow, company = "/entities/harrow.html", "/entities/hdc.html"
    assert linked(result) == [harrow, company, harrow, harrow]
    assert named(result)[3] == ("Harrow Dock Co.", "hdc")
    assert result.pieces[0].html.startswith('<h2 id="p1">')


VANES = (entity("r-vane-clerk", "R. Vane"), entity("r-vane-major", "R. Vane"))


def test_a_shared_name_leads_nowhere_until_it_is_settled() -> None:
    result = prepared("R. Vane signed.", entities=VANES)
    assert (linked(result), named(result)) == ([], [])
    assert [(one.name, one.entities, one.sentence) for one in result.homonyms] == [
        ("R. Vane", ("r-vane-clerk", "r-vane-major"), "p1s1")
    ]


@pytest.mark.parametrize("written", ["R. Vane", "r. vane", "R.\u00a0VANE"])
def test_a_choice_for_the_article_settles_a_name(written: str) -> None:
    result = prepared(
        "R. Vane kept the books. R. Vane left.", entities=VANES, mentions={written: "r-vane-clerk"}
    )
    assert linked(result) == ["/entities/r-vane-clerk.html"] * 2
    assert (result.homonyms, result.problems) == ((), ())


def test_a_note_on_the_words_settles_them_there_only() -> None:
    result = prepared(
        "R. Vane signed, then left. R. Vane stayed.",
        names_entity("m", "R. Vane signed", "r-vane-major"),
        entities=VANES,
    )
    assert named(result) == [("R. Vane signed", "r-vane-major")]
    assert [one.start for one in result.mentions if one.note == "m"] == [0]
    assert len(result.homonyms) == 1
    assert result.pieces[0].notes == ()
    assert linked(result) == ["/entities/r-vane-major.html"]


def test_a_choice_for_a_name_that_is_not_there_is_told() -> None:
    result = prepared("Nobody.", entities=VANES, mentions={"vane": "r-vane-clerk"})
    assert [(one.code, one.severity.value) for one in result.problems] == [("mention-unused", "warning")]


def test_a_note_without_a_place_is_a_problem_and_the_others_stand() -> None:
    result = prepared("One two.", note("a", "three"), note("b", "two"))
    assert [one.code for one in result.problems] == ["quote-not-found"]
    assert [one.note for one in result.spans] == ["b"]


def test_html_is_text_and_the_article_goes_on() -> None:
    result = prepared(
        "Before.\n\n<div>\n\n**Bold** line.\n\nLast paragraph with [a link](https://example.org/).\n\nCosts <5 tons; x<y>z."
    )
    assert result.text.text.split("\n\n") == [
        "Before.",
        "<div>",
        "Bold line.",
        "Last paragraph with a link.",
        "Costs <5 tons; x<y>z.",
    ]
    assert [(one.code, one.place.path, one.place.line) for one in result.problems] == [
        ("raw-html", "content/articles/wire.md", 6),
        ("raw-html", "content/articles/wire.md", 12),
    ]


def test_a_name_with_a_footnote_in_it_keeps_its_links_apart() -> None:
    result = prepared("Orla[^1] Venn left.\n\n[^1]: N.", entities=(entity("venn", "Orla Venn"),))
    assert linked(result) == ["/entities/venn.html"] * 2
    assert result.mentions == (MentionSpan("venn", 0, 9, "p1s1"),)


def test_of_an_article_without_text_no_more_is_told() -> None:
    result = prepared("", note("a", "x"))
    assert (result.pieces, result.text.text, [one.code for one in result.problems]) == (
        (),
        "",
        ["article-empty"],
    )


def test_an_article_of_a_picture_alone_is_one() -> None:
    shown = Image("media/quay.jpg", "content/media/quay.jpg", 4, 3)
    assert prepare.read(replace(article("![a quay](media/quay.jpg)\n"), images=(shown,))).problems == ()


def test_a_name_that_is_none_of_the_entity_is_told_how_it_could_be() -> None:
    (problem,) = prepared("Nine boats.", mentions={"Nine": "ida"}).problems
    assert problem.message == "`Nine` stands in the article, and is no name of any entity"
    assert "alias" in problem.help[0]
    assert "`entity: ida`" in problem.help[1]


# --- kinds ------------------------------------------------------------------------------------------------------------


def annotation(**keys: object) -> Annotation:
    return Annotation("n", True, PLACE, Selector(PLACE, at="p1"), **keys)  # type: ignore[arg-type]  # noqa: FBT003


CLAIM = ref(RefKind.CLAIM, "boats")
NINE = Quantity("9", Bound.EXACTLY, 9, 9)
DENIES = (Relation(RelationKind.DENIES, ref(RefKind.ARTICLE, "a")),)
SEE = (Relation(RelationKind.SEE, ref(RefKind.ARTICLE, "a")),)
VENN = ref(RefKind.ENTITY, "venn")


@pytest.mark.parametrize(
    ("made", "kinds", "card"),
    [
        (annotation(note=Prose("x", PLACE)), ("context",), True),
        (annotation(entity=VENN), ("name",), False),
        (annotation(entity=VENN, note=Prose("x", PLACE)), ("context",), True),
        (annotation(entity=VENN, relations=SEE), ("context",), True),
        (annotation(claim=CLAIM, says=NINE, hedge="about"), ("figure", "hedge"), True),
        (
            annotation(claim=CLAIM, speaker=Speaker(PLACE, entity="venn"), relations=DENIES),
            ("denial", "claim"),
            True,
        ),
        (
            annotation(speaker=Speaker(PLACE, outlet=True), event=ref(RefKind.EVENT, "storm")),
            ("event", "speech"),
            True,
        ),
    ],
)
def test_kinds_are_told_by_the_keys(made: Annotation, kinds: tuple[str, ...], card: bool) -> None:  # noqa: FBT001
    assert kinds_of(made) == kinds
    assert has_card(made) is card
    assert set(kinds) <= {kind.name for kind in KINDS}
