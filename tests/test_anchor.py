"""Anchoring: describe and anchor are inverse, nothing is found by likeness, and every problem names its cure."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import article, markdown, noise, whole

from postil.anchor import Span, Target, anchor, describe, target_of
from postil.fold import folded_text
from postil.model.notes import Selector
from postil.prepare import read
from postil.problems import Place, Problem

PLACE = Place("annotations/articles/wire.yaml", 2, 12)


def target_from(markdown_: str) -> Target:
    made = article(markdown_)
    return target_of(made, read(made).text)


def found(target: Target, **keys: str) -> str:
    """The words that a selector finds."""
    span = anchor(target, Selector(PLACE, **keys))
    assert not isinstance(span, Problem), span
    return target.text.text[slice(*span)]


def problem(target: Target, **keys: str) -> Problem:
    result = anchor(target, Selector(PLACE, **keys))
    assert isinstance(result, Problem)
    assert result.place == PLACE
    return result


@st.composite
def marked(draw: st.DrawFn) -> tuple[Target, Span]:
    target = target_from(draw(st.one_of(markdown, noise, st.text(alphabet="aab .\n", max_size=40))))
    length = len(target.text.text)
    start = draw(st.integers(0, length))
    span = whole(target, start, draw(st.integers(start, length)))
    return target, span or (0, 0)


@given(marked())
def test_what_is_described_anchors_to_the_same_span(given_: tuple[Target, Span]) -> None:
    target, span = given_
    if span == (0, 0):
        with pytest.raises(ValueError, match="whole letters"):
            describe(target, *span)
        return
    assert anchor(target, describe(target, *span)) == span


@given(marked())
def test_a_description_without_its_last_word_does_not_decide(given_: tuple[Target, Span]) -> None:
    target, span = given_
    if span == (0, 0):
        return
    full = describe(target, *span)
    for prefix, suffix in (
        (full.prefix.partition(" ")[2], full.suffix),
        (full.prefix, full.suffix.rpartition(" ")[0]),
    ):
        if (prefix, suffix) != (full.prefix, full.suffix):
            shorter = anchor(target, Selector(PLACE, exact=full.exact, prefix=prefix, suffix=suffix))
            assert isinstance(shorter, Problem)
            assert shorter.code == "quote-ambiguous"


@given(marked(), st.text(alphabet="ab Harrow“…\u0301", min_size=1, max_size=8))
def test_what_is_found_is_the_quote_and_stands_nowhere_else(given_: tuple[Target, Span], quote: str) -> None:
    target, _ = given_
    result = anchor(target, Selector(PLACE, exact=quote))
    places = [
        match.start() for match in re.finditer(f"(?={re.escape(folded_text(quote))})", target.folded.text)
    ]
    if isinstance(result, Problem):
        assert result.code in ("quote-empty", "quote-not-found", "quote-ambiguous")
        assert result.code != "quote-ambiguous" or len(places) > 1
    else:
        assert folded_text(target.text.text[slice(*result)]) == folded_text(quote)


# --- cases --------------------------------------------------------------------------------------------------------------

VERSE = target_from("The harbour closed.  \nThe crane stood still.\n\nA second paragraph begins.\n")
LOTS = target_from("Lot: plum tree, north yard. Lot: plum tree, south yard.")
INVISIBLE = target_from(
    "Die Unter\u00adneh\u00admen zahlten\u00a05\u202fMio.\u200b Euro. Le Cafe\u0301 de Besanc\u0327on."
)


@pytest.mark.parametrize(
    ("target", "keys", "words"),
    [
        (VERSE, {"exact": "closed. The crane"}, "closed. The crane"),
        (VERSE, {"exact": "closed.\nThe crane"}, "closed. The crane"),
        (VERSE, {"exact": "stood still. A second"}, "stood still.\n\nA second"),
        (VERSE, {"exact": "stood still.\n\nA second"}, "stood still.\n\nA second"),
        (VERSE, {"at": "p2"}, "A second paragraph begins."),
        (VERSE, {"at": "p1s2"}, "The crane stood still."),
        (VERSE, {"exact": "The", "within": "p1s2"}, "The"),
        (VERSE, {"exact": "The", "suffix": "crane"}, "The"),
        (VERSE, {"exact": "The", "suffix": " crane"}, "The"),
        (
            INVISIBLE,
            {"exact": "Unternehmen zahlten 5 Mio. Euro"},
            "Unter\u00adneh\u00admen zahlten 5 Mio.\u200b Euro",
        ),
        (INVISIBLE, {"exact": "Unter\u00adneh\u00admen"}, "Unter\u00adneh\u00admen"),
        (INVISIBLE, {"exact": "Caf\u00e9 de Besan\u00e7on"}, "Café de Besançon"),
        (INVISIBLE, {"exact": "Cafe\u0301 de"}, "Café de"),
    ],
)
def test_found(target: Target, keys: dict[str, str], words: str) -> None:
    assert found(target, **keys) == words


def test_a_suffix_decides_between_the_same_words_with_the_same_prefix() -> None:
    north = anchor(LOTS, Selector(PLACE, exact="plum tree", prefix="Lot: ", suffix=", north"))
    south = anchor(LOTS, Selector(PLACE, exact="plum tree", prefix="Lot: ", suffix=", south"))
    assert (north, south) == ((5, 14), (33, 42))


def test_a_look_alike_sentence_is_shown_and_never_taken() -> None:
    target = target_from(
        "Some words first.\n\nGuard Alder gave no time. Guard *Birch* said the gate was open at ten."
    )
    result = problem(
        target, exact="Guard Alder said the gate was open at nine.", suffix=" Guard Birch said the gate"
    )
    assert result.code == "quote-not-found"
    assert "Guard Birch said the gate was open at ten." in result.notes[0].message
    assert result.notes[0].place == Place("content/articles/wire.md", 6)
    assert result.help == ("correct the quote, or run `repair` to see candidates",)


def test_candidates_are_offered_where_there_are_any() -> None:
    result = problem(target_from("Nine boats."), exact="wholly other matters of the moon")
    assert result.notes[0].message == "no passage comes near it"
    assert result.help == ("correct the quote, or take the note out",)


def test_words_without_the_space_between_are_reported() -> None:
    assert problem(VERSE, exact="closed.The crane").code == "quote-not-found"


@pytest.mark.parametrize("quote", ["Cafe", "Besanc", "\u0301", "zahlten 5 mio."])
def test_half_a_letter_or_another_case_is_not_found(quote: str) -> None:
    assert problem(INVISIBLE, exact=quote).code in ("quote-not-found", "quote-empty")


def test_an_ambiguous_quote_is_answered_with_what_would_decide() -> None:
    target = target_from("Nine boats were lost.\n\nLater nine boats were lost, and nine boats were raised.")
    result = problem(target, exact="boats were")
    assert (result.code, result.message) == ("quote-ambiguous", "the quoted text is in the article 3 times")
    assert [note.place.line for note in result.notes if note.place] == [4, 6, 6]
    cures = re.findall(r"quote: (\{.*\})", "\n".join(result.help))
    spans = []
    for cure in cures:
        keys = json.loads(re.sub(r"(exact|prefix|suffix):", r'"\1":', cure))
        spans.append(anchor(target, Selector(PLACE, **keys)))
    assert spans == [(5, 15), (34, 44), (60, 70)]
    assert max(len(json.loads(re.sub(r"(exact|prefix|suffix):", r'"\1":', cure))) for cure in cures) == 2


def test_what_narrows_a_quote_to_nothing_is_named() -> None:
    result = problem(LOTS, exact="plum tree", prefix="Lost: ")
    assert result.message == "the quoted text is in the article, but not with `prefix: Lost: `"
    assert len(result.notes) == 2


@pytest.mark.parametrize("key", ["at", "within"])
@pytest.mark.parametrize(
    "locator",
    ["p3", "p1s3", "p0", "p2-p1", "p1s2-p1s1", "2", "p1s1-", "p1-p1s1", "p1s2-p1", "p" + 5000 * "9"],
)
def test_a_place_that_is_not_there_is_named(key: str, locator: str) -> None:
    keys = {"at": locator} if key == "at" else {"within": locator, "exact": "The"}
    result = problem(VERSE, **keys)
    assert result.code == "locator-unknown"
    assert result.notes[0].message.startswith(
        ("the article has the blocks p1 to p2", "p1 has the sentences p1s1 to p1s2")
    )


@pytest.mark.parametrize("quote", ["", " \n", "\u200b", "\u00ad\u00a0"])
def test_an_empty_quote_is_told(quote: str) -> None:
    assert problem(VERSE, exact=quote).code == "quote-empty"
