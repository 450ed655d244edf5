"""What is released of an article: its HTML has its text, addresses stay, and nothing of what is held back is in it."""

from dataclasses import replace

from hypothesis import example, given
from hypothesis import strategies as st
from strategies import article, cuts, languages, markdown, mixed

from postil.anchor import anchor, describe, target_of
from postil.bodies import body_from_article
from postil.model.notes import Annotation, ArticleNotes
from postil.model.records import Prose
from postil.model.text import Body, Text
from postil.prepare import place
from postil.problems import Place, Problem
from postil.release import PLACEHOLDER, Cut, Release, anchored, only_places, released, renoted
from postil.text import leaves, plain_text
from postil.tree import elements, html_from_tree, tree_from_html

NOTES = ArticleNotes("wire", Place("annotations/articles/wire.yaml"))
WORDS = ("a fisherman", "М. П.", "x", "[name]", "a < b & c")


def body_of(source: str, lang: str = "en") -> Body:
    return replace(body_from_article(article(source, lang)), problems=())


def ids(text: Text) -> list[str]:
    return [
        one for block in text.blocks for one in (block.id, *(sentence.id for sentence in block.sentences))
    ]


def sentences(text: Text) -> dict[str, str]:
    return {one.id: text.text[one.start : one.end] for block in text.blocks for one in block.sentences}


def some(text: Text, parts: list[tuple[float, float]]) -> list[tuple[int, int]]:
    """Spans of a text from parts of its length, without white space at their ends."""
    length = len(text.text)
    pairs = (sorted((int(one * length), int(other * length))) for one, other in parts)
    found = ((start, end, text.text[start:end]) for start, end in pairs)
    return [
        (start + len(one) - len(one.lstrip()), end - len(one) + len(one.rstrip()))
        for start, end, one in found
        if one.strip()
    ]


def assert_whole(release: Release) -> None:
    """The HTML has the text, block by block, and each place of the text is where its block or sentence says."""
    nodes = tree_from_html("".join(release.pieces))
    assert html_from_tree(nodes) == "".join(release.pieces)
    found = list(leaves(nodes))
    text = release.text
    assert [leaf.text for leaf in found] == [text.text[one.start : one.end] for one in text.blocks]
    assert plain_text(nodes) == text.text
    for block in text.blocks:
        assert (block.start, block.end) == (block.sentences[0].start, block.sentences[-1].end)
        at = block.start
        for sentence in block.sentences:
            assert at <= sentence.start < sentence.end
            assert not text.text[at : sentence.start].strip()
            at = sentence.end
    targets = [one.attrs["href"][1:] for one in elements(nodes) if one.attrs.get("href", "").startswith("#")]
    names = {one.attrs.get("id") for one in elements(nodes)}
    assert set(targets) <= names


@given(mixed, languages, cuts, st.lists(st.sampled_from(WORDS), min_size=5, max_size=5))
def test_words_are_replaced_and_addresses_stay(
    source: str, lang: str, parts: list[tuple[float, float]], words: list[str]
) -> None:
    body = body_of(source, lang)
    found = [Cut(*span, word) for span, word in zip(some(body.text, parts), words, strict=False)]
    release = released(body, found)
    assert_whole(release)
    assert ids(release.text) == ids(body.text)
    assert [one.kind for one in release.text.blocks] == [one.kind for one in body.text.blocks]


@given(mixed, languages, cuts, st.randoms(use_true_random=False))
def test_sentences_are_left_out_and_addresses_stay(
    source: str, lang: str, parts: list[tuple[float, float]], chance: object
) -> None:
    body = body_of(source, lang)
    whole = sentences(body.text)
    kept = {id_ for id_ in whole if chance.random() < 0.4}  # type: ignore[attr-defined]
    release = released(body, (), kept)
    assert_whole(release)
    assert sentences(release.text) == {id_: words for id_, words in whole.items() if id_ in kept}
    assert (release.count, release.total) == (len(kept), len(whole))
    gaps = [
        one for one in elements(tree_from_html("".join(release.pieces))) if one.attrs.get("class") == "gap"
    ]
    said = [int(str(one.children[0]).strip("[]… \u00a0")) for one in gaps]
    assert sum(said) == len(whole) - len(kept)
    both = released(body, [Cut(*span, "words") for span in some(body.text, parts)], kept)
    assert_whole(both)
    assert list(sentences(both.text)) == list(sentences(release.text))
    places = only_places(body, kept)
    assert_whole(places)
    assert sentences(places.text) == dict.fromkeys(sentences(release.text), PLACEHOLDER)


SECRET = "Quillhazard"
SPLIT = (
    SECRET,
    "Quill*haz*ard",
    "**Quill**hazard",
    "Quill&shy;hazard",
    "&#81;uillhazard",
    f"[{SECRET}](https://example.org/{SECRET})",
    f'[the {SECRET} of it](https://example.org/a "{SECRET}")',
    f"*{SECRET}  \nof it*",
)
PLACES = (
    "A man met {} there. He left.",
    "He left. A man met {}.",
    "- One\n- A man met {} there.",
    "> ## {}",
    "| a | {} |\n|---|---|\n| b | c |",
    "It is said.[^1]\n\n[^1]: By {}, they say.",
)


def secrets_in(text: Text) -> list[tuple[int, int]]:
    """Where the name stands in a text, as a reader sees it."""
    seen = [(at, one) for at, one in enumerate(text.text) if one != "\u00ad"]
    letters = "".join(one for _, one in seen)
    found = [at for at in range(len(letters)) if letters.startswith(SECRET, at)]
    return [(seen[at][0], seen[at + len(SECRET) - 1][0] + 1) for at in found]


@given(
    st.lists(st.tuples(st.sampled_from(PLACES), st.sampled_from(SPLIT)), min_size=1, max_size=3),
    st.sampled_from(("replaced", "left out")),
)
def test_nothing_of_what_is_cut_stands_in_any_piece(parts: list[tuple[str, str]], how: str) -> None:
    body = body_of("\n\n".join(place.format(name) for place, name in parts))
    found = secrets_in(body.text)
    assert found
    if how == "replaced":
        release = released(body, [Cut(*span, "a fisherman", "witness-7") for span in found])
        assert [release.text.text[one.start : one.end] for one in release.named] == ["a fisherman"] * len(
            found
        )
        assert {one.entity for one in release.named} == {"witness-7"}
    else:
        hidden = anchored_in(body.text, found)
        release = released(body, (), {one for one in sentences(body.text) if one not in hidden})
    assert_whole(release)
    pieces = "".join(release.pieces)
    plain = "".join(str(node) for node in tree_from_html(pieces)).replace("\u00ad", "")
    assert SECRET not in plain
    assert SECRET not in pieces
    assert "hazard" not in plain_text(tree_from_html(pieces)).replace("\u00ad", "")


def anchored_in(text: Text, spans: list[tuple[int, int]]) -> set[str]:
    return {
        one.id
        for block in text.blocks
        for one in block.sentences
        if any(start < one.end and one.start < end for start, end in spans)
    }


@given(mixed, languages, cuts)
def test_nothing_cut_and_nothing_left_out_is_everything(
    source: str, lang: str, parts: list[tuple[float, float]]
) -> None:
    body = body_of(source, lang)
    release = released(body, ())
    assert (release.pieces, release.text) == (body.pieces, body.text)
    for start, end in some(body.text, parts):
        assert release.span(start, end) == (start, end)


@given(markdown, cuts, cuts)
def test_a_span_comes_to_the_same_words_or_to_all_that_replaces_them(
    source: str, hidden: list[tuple[float, float]], noted: list[tuple[float, float]]
) -> None:
    body = body_of(source)
    found = some(body.text, hidden)
    release = released(body, [Cut(*span, "QQQ") for span in found])
    for start, end in some(body.text, noted):
        new = release.text.text[slice(*release.span(start, end))]
        if all(end <= one or other <= start for one, other in found):
            assert new.strip() == body.text.text[start:end].strip()
        elif any(one <= start < other for one, other in found) and release.total == 1:
            assert "QQQ" in new
        else:
            assert new


@given(mixed, cuts, cuts, st.sampled_from(("full", "quoted")))
@example("A man saw it. He fled.", [(0.0, 1.0)], [(0.7, 0.8)], "full")
def test_notes_stand_where_their_words_came_to(
    source: str, hidden: list[tuple[float, float]], noted: list[tuple[float, float]], rights: str
) -> None:
    original = article(source)
    body = body_from_article(original)
    target = target_of(original, body.text)
    written = []
    for number, (start, end) in enumerate(some(body.text, noted)):
        try:
            selector = describe(target, start, end)
        except ValueError:
            continue
        note = Prose("Note", NOTES.place)
        written.append(
            Annotation(
                f"n-{number}",
                explicit=False,
                place=NOTES.place,
                selector=selector,
                note=note,
                keys=("note", "quote"),
            )
        )
    notes = replace(NOTES, notes=tuple(written))
    checked = anchored(original, body.text, notes, is_secret=True)
    assert len(checked.value.notes) == len(written)
    kept = checked.value.sentences(body.text) if rights == "quoted" else None
    release = released(body, [Cut(*span, "QQQ") for span in some(body.text, hidden)], kept)
    renewed = renoted(notes, replace(original, body=""), checked.value, release)
    new_target = target_of(replace(original, body=""), release.text)
    for (_, span), new in zip(checked.value.notes, renewed.notes, strict=True):
        found = anchor(new_target, new.selector)
        assert not isinstance(found, Problem)
        start, end = release.span(*span)
        assert found[0] <= start < end <= found[1]
    assert len({note.id for note in renewed.notes}) == len(renewed.notes)
    prepared = place(Body("wire", release.pieces, release.text), replace(original, body=""), renewed, ())
    assert len(prepared.spans) == len(written)
