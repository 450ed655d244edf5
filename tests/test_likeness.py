"""Likeness: candidates in whole words, the same one first however many are asked for, each in a place of its own."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import article, markdown, noise, words

from postil.anchor import Target, anchor, describe, target_of
from postil.likeness import near_passages
from postil.prepare import read


def target_from(markdown_: str) -> Target:
    made = article(markdown_)
    return target_of(made, read(made).text)


def near(target: Target, quote: str, limit: int = 3) -> list[str]:
    passages = near_passages(target.text, target.folded, quote, limit)
    return [target.text.text[one.start : one.end] for one in passages]


@given(st.one_of(markdown, noise).map(target_from), st.one_of(words, noise), st.integers(1, 4))
def test_passages_can_be_quoted_and_do_not_overlap(target: Target, quote: str, limit: int) -> None:
    found = near_passages(target.text, target.folded, quote, limit)
    assert len(found) <= limit
    assert found[:1] == near_passages(target.text, target.folded, quote, 1)
    assert [one.likeness for one in found[1:]] == sorted((one.likeness for one in found[1:]), reverse=True)
    taken: set[int] = set()
    for one in found:
        assert anchor(target, describe(target, one.start, one.end)) == (one.start, one.end)
        assert taken.isdisjoint(range(one.start, one.end))
        taken.update(range(one.start, one.end))


@given(st.lists(words, min_size=1, max_size=30), st.data())
def test_words_that_stand_in_the_text_are_found_first(sentences: list[str], data: st.DataObject) -> None:
    target = target_from("\n\n".join(sentences))
    block = data.draw(st.sampled_from(target.text.blocks))
    sought = target.text.text[block.start : block.end]
    best = near_passages(target.text, target.folded, sought, 1)
    assert [one.likeness for one in best] == [100.0]


REPORT = target_from(
    "The quay gave way. Nine fishing boats were lost, according to the office.\n\n"
    "Guard Alder gave no time. Guard *Birch* said the gate was open at ten.\n\n"
    "Later the office said that nine fishing boats had been lost."
)


@pytest.mark.parametrize(
    ("quote", "passages"),
    [
        (
            "Eight fishing boats were lost",
            ["Nine fishing boats were lost", "nine fishing boats had been lost"],
        ),
        ("Guard Alder said the gate was open at nine.", ["Guard Birch said the gate was open at ten."]),
        ("gave way. Eight boats were lost", ["gave way. Nine fishing boats were lost"]),
        ("time. Guard Birch told us the gate", ["time. Guard Birch said the gate"]),
        ("Ten fishing boats were lost", ["Nine fishing boats were lost", "nine fishing boats had been lost"]),
        ("A whole sentence about something else again", []),
        ("", []),
        ("\u200b", []),
    ],
)
def test_what_comes_near(quote: str, passages: list[str]) -> None:
    assert near(REPORT, quote) == passages


def test_a_long_block_of_code_is_looked_through() -> None:
    target = target_from("```\n" + "lot 17 plum tree\n" * 3000 + "lot 18 pear tree, north yard\n```")
    assert near(target, "lot 18 pear trees, north yard", 1) == ["lot 18 pear tree, north yard"]


def test_a_quote_longer_than_the_article_is_compared() -> None:
    assert near(target_from("Nine boats lost."), "Nine boats were lost there.") == ["Nine boats lost."]
