"""Addresses for ever: laws over random sequences of revisions, and over a library that finds other sentences."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_archives import text_of

from postil.ledger import (
    Fault,
    changes,
    difference,
    digest_of_sentence,
    first_sealed,
    is_block,
    ledger_from_text,
    revised,
    sealed,
    text_from_ledger,
    words_of,
)
from postil.model.ledger import (
    Because,
    Ledger,
    Sealed,
    SealedBlock,
    SealedSentence,
    Stone,
    Version,
    Withdrawal,
)
from postil.model.text import Block, Sentence, Text

DAY = "2031-05-02"
WORDS = [
    "Gale.",
    "The quay held.",
    "No!",
    "Nine boats were lost, it said.",
    "Ні.",
    "a",
    "«Так», сказала вона.",
]

# A few words that come again and again, so that sentences alike are common; and some that are unlike all others.
sentences = st.one_of(st.sampled_from(WORDS), st.integers(0, 99).map(lambda n: f"Boat {n} was seen."))
blocks = st.lists(st.lists(sentences, min_size=1, max_size=4), max_size=5)
reasons = st.sampled_from(Because)


def states(entry: Sealed) -> list[str]:
    return [row.id for row in entry.rows]


def live(entry: Sealed) -> dict[str, str]:
    """Digest by id of the sentences that stand."""
    return {row.id: row.digest for row in entry.rows if isinstance(row, SealedSentence)}


def words_at(text: Text) -> dict[str, str]:
    return {one.id: text.text[one.start : one.end] for block in text.blocks for one in block.sentences}


def sealed_text(text: Text, entry: Sealed) -> Text:
    found = sealed(text, entry)
    assert found is not None
    return found


@st.composite
def histories(draw: st.DrawFn) -> list[tuple[Text, Sealed]]:
    """An article sealed, and revised a few times."""
    text = text_of(draw(blocks))
    found = [(text, first_sealed("wire", text, DAY))]
    for _ in range(draw(st.integers(0, 5))):
        before, entry = found[-1]
        text = text_of(draw(st.one_of(blocks, edits(before))))
        words = words_at(sealed_text(before, entry)) if draw(st.booleans()) else None
        found.append((text, revised(entry, text, draw(reasons), DAY, words=words)))
    return found


@st.composite
def edits(draw: st.DrawFn, text: Text) -> list[list[str]]:
    """The text with sentences put in, taken out or changed, and blocks joined or cut: what an editor does."""
    cut = [[text.text[one.start : one.end] for one in block.sentences] for block in text.blocks]
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(cut)))
        match draw(st.sampled_from(["put", "take", "change", "join", "cut"])):
            case "put":
                cut.insert(at, draw(st.lists(sentences, min_size=1, max_size=2)))
            case "take" if at < len(cut):
                del cut[at]
            case "change" if at < len(cut):
                cut[at][draw(st.integers(0, len(cut[at]) - 1))] = draw(sentences)
            case "join" if 0 < at < len(cut):
                cut[at - 1 : at + 1] = [cut[at - 1] + cut[at]]
            case "cut" if at < len(cut) and len(cut[at]) > 1:
                cut[at : at + 1] = [cut[at][:1], cut[at][1:]]
    return cut


# --- the laws -------------------------------------------------------------------------------------------------------


@given(histories())
def test_an_address_is_given_once(history: list[tuple[Text, Sealed]]) -> None:
    was: dict[str, str] = {}
    gone: set[str] = set()
    for _, entry in history:
        ids = states(entry)
        assert len(ids) == len(set(ids))
        for id_, digest in live(entry).items():
            assert was.setdefault(id_, digest) == digest, "an address has come to mean other words"
        assert not gone & set(live(entry)), "what was gone stands again"
        gone |= {stone.id for stone in entry.stones}
        assert gone == {stone.id for stone in entry.stones}, "a stone was lost"


@given(histories())
def test_each_address_that_went_has_a_stone_that_says_when(history: list[tuple[Text, Sealed]]) -> None:
    for (_, before), (_, after) in pairwise(history):
        assert after.versions[:-1] == before.versions
        standing = {row.id for row in after.rows if not isinstance(row, Stone)}
        for row in before.rows:
            if isinstance(row, Stone):
                assert after.stone(row.id) is not None
            elif row.id not in standing:
                stone = after.stone(row.id)
                assert stone is not None
                assert (stone.first, stone.gone) == (row.first, len(after.versions))


@given(histories(), st.data())
def test_sentences_that_stay_keep_their_addresses(
    history: list[tuple[Text, Sealed]], data: st.DataObject
) -> None:
    """Whatever comes, goes or changes beside them. Of sentences alike it cannot be said which stayed."""
    text, entry = history[-1]
    now = text_of(data.draw(edits(text)))
    after = revised(entry, now, Because.CORRECTION, DAY)
    old, new = live(entry), live(after)
    digests = [*old.values(), *(digest_of_sentence(words) for words in words_at(now).values())]
    once = {
        id_: digest for id_, digest in old.items() if digests.count(digest) == 2 and digest in new.values()
    }
    assert list(old.values()) == [] or all(new.get(id_) == digest for id_, digest in once.items())


@given(histories())
def test_the_text_is_cut_as_the_ledger_says_whatever_a_library_finds(
    history: list[tuple[Text, Sealed]],
) -> None:
    text, entry = history[-1]
    whole = tuple(
        Block(f"p{n}", one.kind, one.start, one.end, (Sentence(f"p{n}s1", one.start, one.end),))
        for n, one in enumerate(text.blocks, start=1)
    )
    letters = tuple(
        Block(f"p{n}", one.kind, one.start, one.end, tuple(letters_of(text, one, n)))
        for n, one in enumerate(text.blocks, start=1)
    )
    exact = sealed_text(text, entry)
    assert [row.id for row in entry.rows if not isinstance(row, Stone)] == [
        id_ for block in exact.blocks for id_ in (block.id, *(one.id for one in block.sentences))
    ]
    for other in (whole, letters):
        assert sealed_text(Text(text.text, other), entry) == exact
    for id_, digest in live(entry).items():
        assert digest_of_sentence(words_at(exact)[id_]) == digest


def letters_of(text: Text, block: Block, number: int) -> list[Sentence]:
    """A library that takes each letter for a sentence."""
    places = [at for at in range(block.start, block.end) if not text.text[at].isspace()]
    return [Sentence(f"p{number}s{n}", at, at + 1) for n, at in enumerate(places, start=1)]


@given(histories(), st.data())
def test_another_library_moves_nothing_in_a_revision(
    history: list[tuple[Text, Sealed]], data: st.DataObject
) -> None:
    """A paragraph that nobody touched keeps its sentences, however they are found today; no address means other words."""
    text, entry = history[-1]
    now = text_of(data.draw(edits(text)))
    whole = tuple(
        Block(one.id, one.kind, one.start, one.end, (Sentence(f"{one.id}s1", one.start, one.end),))
        for one in now.blocks
    )
    letters = tuple(
        Block(one.id, one.kind, one.start, one.end, tuple(letters_of(now, one, n)))
        for n, one in enumerate(now.blocks, start=1)
    )
    paragraphs = [text.text[one.start : one.end] for one in text.blocks]
    paragraphs_now = [now.text[one.start : one.end] for one in now.blocks]
    stood = words_at(sealed_text(text, entry))
    alike = len(set(stood.values())) < len(stood) or any(len(words) == 1 for words in stood.values())
    for blocks_now in (whole, letters):
        after = revised(entry, Text(now.text, blocks_now), Because.CORRECTION, DAY)
        for id_, digest in live(after).items():
            assert live(entry).get(id_, digest) == digest
        assert {row.id for row in entry.rows} <= {row.id for row in after.rows}
        assert sealed(now, after) is not None
        for block, words in zip(sealed_text(text, entry).blocks, paragraphs, strict=True):
            if not alike and words in paragraphs_now:
                assert {one.id for one in block.sentences} <= set(live(after))


@given(histories())
def test_a_stone_stands_where_its_words_stood(history: list[tuple[Text, Sealed]]) -> None:
    """What stays or stood before and behind it still does."""
    for (_, before), (_, after) in pairwise(history):
        stay = [row.id for row in before.rows if not isinstance(row, SealedBlock)]
        assert [row.id for row in after.rows if row.id in set(stay)] == stay


@given(histories())
def test_words_that_the_law_or_safety_took_are_nowhere(history: list[tuple[Text, Sealed]]) -> None:
    for _, entry in history:
        last = entry.versions[-1].because
        if last is not None and last.is_silent:
            assert all(stone.digest is None and stone.words is None for stone in entry.stones)


@given(histories())
def test_kept_words_are_those_that_stood_there(history: list[tuple[Text, Sealed]]) -> None:
    stood: dict[str, str] = {}
    for text, entry in history:
        stood |= words_at(sealed_text(text, entry))
        for stone in entry.stones:
            assert stone.words in (None, stood.get(stone.id))
            assert is_block(stone.id) <= (stone.words is None and stone.digest is None)


@given(histories(), st.data())
def test_what_a_revision_would_do_is_said_before(
    history: list[tuple[Text, Sealed]], data: st.DataObject
) -> None:
    text, entry = history[-1]
    assert changes(entry, text).gone == ()
    assert changes(entry, text).new == ()
    now = text_of(data.draw(edits(text)))
    said = changes(entry, now)
    after = revised(entry, now, Because.CORRECTION, DAY)
    number = len(after.versions)
    assert list(said.gone) == [one.id for one in after.stones if one.gone == number and not is_block(one.id)]
    assert [now.text[slice(*span)] for span in said.new] == [
        words_at(sealed_text(now, after))[row.id]
        for row in after.rows
        if isinstance(row, SealedSentence) and row.first == number
    ]


@given(histories(), st.data())
def test_a_changed_text_is_not_taken_for_the_sealed_one(
    history: list[tuple[Text, Sealed]], data: st.DataObject
) -> None:
    text, entry = history[-1]
    now = text_of(data.draw(edits(text)))
    assert (sealed(now, entry) is not None) == (now.text == text.text)


def test_a_text_of_another_digest_is_not_the_sealed_one() -> None:
    text = text_of([["One."]])
    assert sealed(text, replace(first_sealed("wire", text, DAY), digest="0" * 64)) is None


@given(histories())
def test_the_words_of_a_former_text_are_proved(history: list[tuple[Text, Sealed]]) -> None:
    text, entry = history[-1]
    exact = sealed_text(text, entry)
    assert words_of(text, entry) == words_at(exact)
    assert words_of(text_of([["Of another article."]]), entry) == {}


# --- the file -------------------------------------------------------------------------------------------------------

withdrawals = st.builds(
    lambda day, reason, title: Withdrawal(
        "gale",
        (Version(DAY), Version(day, reason, ("boats-lost",))),
        None if reason.is_silent else title,
        None if reason.is_silent else "uk",
    ),
    st.sampled_from([DAY, "2032-02-29"]),
    reasons,
    st.sampled_from(["Буря", 'The "gale"', "soft\u00adhyphen \u202eand more", "<<<<<<< a"]),
)


@given(histories(), st.lists(withdrawals, max_size=1))
def test_a_ledger_comes_back_from_its_file(
    history: list[tuple[Text, Sealed]], gone: list[Withdrawal]
) -> None:
    ledger = Ledger((history[-1][1],), tuple(gone))
    text = text_from_ledger(ledger)
    assert ledger_from_text(text) == ledger
    assert text_from_ledger(ledger) == text
    assert "\u202e" not in text


@given(histories(), st.data())
def test_a_file_that_others_changed_is_a_ledger_or_a_fault(
    history: list[tuple[Text, Sealed]], data: st.DataObject
) -> None:
    text = text_from_ledger(Ledger((history[-1][1],)))
    at = data.draw(st.integers(0, len(text)))
    put = data.draw(
        st.sampled_from(["", "1", '"', "[", "null", "}", "\n=======\n", "p1s1", "9" * 5000, "-1", "1.5"])
    )
    read = ledger_from_text(text[:at] + put + text[at + data.draw(st.integers(0, 9)) :])
    if not isinstance(read, Fault):
        assert ledger_from_text(text_from_ledger(read)) == read


def broken(change: Any) -> str:  # noqa: ANN401 - what JSON holds
    """What is said of a file in which something was changed."""
    text = text_of([["One.", "Two."], ["Three."]])
    after = revised(first_sealed("wire", text, DAY), text_of([["One."], ["Three."]]), Because.CORRECTION, DAY)
    gone = Withdrawal("gale", (Version(DAY), Version(DAY, Because.SAFETY)))
    value = json.loads(text_from_ledger(Ledger((after,), (gone,))))
    change(value, value["articles"]["wire"], value["articles"]["gale"])
    read = ledger_from_text(json.dumps(value))
    assert isinstance(read, Fault)
    return read.message


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda top, *_: top.update(ledger=2), "it is a ledger of another form than 1"),
        (lambda top, *_: top.pop("articles"), "the file has no `articles`"),
        (lambda top, *_: top["articles"].update({"../up": {}}), "`../up` is no id of an article"),
        (
            lambda _, wire, __: wire.update(more=1),
            "of article `wire`: it has a key `more` that no ledger has",
        ),
        (
            lambda _, wire, __: wire.update(digest="ABC"),
            "of article `wire`: `digest` has not the form of one",
        ),
        (lambda _, wire, __: wire["versions"].clear(), "of article `wire`: it has no versions"),
        (
            lambda _, wire, __: wire["versions"][0].update(on="2031-02-29"),
            "of article `wire`: `2031-02-29` is no day",
        ),
        (
            lambda _, wire, __: wire["versions"][1].update(because="taste"),
            "of article `wire`: `taste` is no reason that the ledger knows",
        ),
        (
            lambda _, wire, __: wire["versions"].pop(),
            "of article `wire`: `p1s2` is of a version that there is not",
        ),
        (
            lambda _, wire, __: wire["rows"].append(wire["rows"][0]),
            "of article `wire`: `p1` stands for two things",
        ),
        (lambda _, wire, __: wire["rows"].pop(), "of article `wire`: the last block has no sentence"),
        (lambda _, wire, __: wire["rows"].pop(0), "of article `wire`: `p1s1` stands in no block"),
        (
            lambda _, wire, __: wire["rows"].__setitem__(0, [True, 1]),
            "of article `wire`: a row is no block, sentence or stone",
        ),
        (
            lambda _, wire, __: next(one for one in wire["rows"] if "stone" in one).update(words="Ten."),
            "of article `wire`: the words of the stone `p1s2` are not those that its digest is of",
        ),
        (
            lambda *a: a[2].update(title="Gale"),
            "of article `gale`: it has a title, and was withdrawn for a reason",
        ),
        *(
            (change, "of article `wire`: it is not as the engine wrote it")
            for change in (
                lambda _, wire, __: next(one for one in wire["rows"] if one[:1] == ["p1s1"]).__setitem__(
                    0, "p1s9"
                ),
                lambda _, wire, __: wire["rows"].remove(next(one for one in wire["rows"] if "stone" in one)),
                lambda _, wire, __: wire["versions"][1].update(because="safety"),
                lambda _, wire, __: wire["versions"][0].update(on="2031-05-03"),
                lambda _, wire, __: wire.pop("check"),
            )
        ),
    ],
)
def test_what_is_wrong_with_a_ledger_is_said(change: Any, said: str) -> None:  # noqa: ANN401
    assert broken(change).startswith(said)


def test_what_is_wrong_with_an_article_is_named_with_its_line_and_what_stands_there() -> None:
    text = text_from_ledger(Ledger((first_sealed("wire", text_of([["One."]]), DAY),)))
    found = ledger_from_text(text.replace(DAY, "soon"))
    line = next(number for number, one in enumerate(text.split("\n"), 1) if '"wire"' in one)
    assert found == Fault("of article `wire`: `on: soon` is no day such as 2031-05-02", line)


def test_a_merge_that_was_not_finished_is_named_with_its_line() -> None:
    found = ledger_from_text('{\n "ledger": 1,\n<<<<<<< HEAD\n')
    assert found == Fault(
        "a merge of the ledger was not finished: both sides stand in the file", 3, is_conflict=True
    )


@pytest.mark.parametrize("text", ["", "[" * 100_000, '{"a": 1, "a": 2}', '{"a": NaN}', "\ud800", "[1e999]"])
def test_what_is_no_ledger_is_a_fault(text: str) -> None:
    assert isinstance(ledger_from_text(text), Fault)


# --- cases ----------------------------------------------------------------------------------------------------------


def after(old: Sequence[Sequence[str]], *new: Sequence[Sequence[str]]) -> list[str]:
    """The rows of an article in short, after revisions: a cross before what is gone."""
    entry = first_sealed("wire", text_of(old), DAY)
    for blocks_now in new:
        entry = revised(entry, text_of(blocks_now), Because.CORRECTION, DAY)
    return [f"†{row.id}" if isinstance(row, Stone) else row.id for row in entry.rows]


def test_a_sentence_that_is_corrected_gets_the_next_number_of_its_block() -> None:
    assert after([["A.", "B.", "C."]], [["A.", "X.", "C."]]) == ["p1", "p1s1", "†p1s2", "p1s4", "p1s3"]
    assert after([["A.", "B."]], [["X.", "B."]]) == ["p1", "†p1s1", "p1s3", "p1s2"]


def test_a_paragraph_that_is_corrected_whole_is_a_new_one() -> None:
    assert after([["A."], ["B."], ["C."]], [["A."], ["X."], ["C."]]) == [
        *("p1", "p1s1", "†p2", "†p2s1"),
        *("p4", "p4s1", "p3", "p3s1"),
    ]


def test_of_a_paragraph_in_two_the_first_has_the_address() -> None:
    assert after([["A.", "B."]], [["A."], ["B."]]) == ["p1", "p1s1", "p2", "p1s2"]


def test_of_two_paragraphs_in_one_the_first_gives_the_address() -> None:
    assert after([["A."], ["B."]], [["A.", "B."]]) == ["p1", "p1s1", "†p2", "p2s1"]


def test_numbers_are_not_given_again_when_words_come_back() -> None:
    assert after([["A.", "B."]], [["A."]], [["A.", "B."]]) == ["p1", "p1s1", "†p1s2", "p1s3"]


def test_many_sentences_alike_do_not_take_for_ever() -> None:
    many = [["No.", "Yes."] * 1000]
    other = [["Yes.", "No.", "No."] * 1000]
    assert after(many, other)[0] in ("p1", "†p1")


# --- words ----------------------------------------------------------------------------------------------------------


FOLLOW = {("same", "gone"), ("same", "new"), ("gone", "new"), ("gone", "same"), ("new", "same")}


@given(st.text("ab ,.", max_size=30), st.text("ab ,.", max_size=30))
def test_a_difference_holds_both_states(old: str, new: str) -> None:
    pieces = difference(old, new)
    assert "".join(one.text for one in pieces if one.how != "new") == old
    assert "".join(one.text for one in pieces if one.how != "gone") == new
    assert all(one.text for one in pieces)
    assert all((one.how, other.how) in FOLLOW for one, other in pairwise(pieces))


def test_a_difference_is_told_in_words() -> None:
    found = difference("Nine boats were lost.", "Eleven boats were lost.")
    assert [(one.text, one.how) for one in found] == [
        ("Nine", "gone"),
        ("Eleven", "new"),
        (" boats were lost.", "same"),
    ]
    found = difference("It rained. The quay held, they said.", "The quay fell, they said.")
    assert [(one.text, one.how) for one in found] == [
        ("It rained. ", "gone"),
        ("The quay ", "same"),
        ("held", "gone"),
        ("fell", "new"),
        (", they said.", "same"),
    ]
