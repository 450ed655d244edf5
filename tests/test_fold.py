"""Folding: laws over any text, then what is equal and what is not."""

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.fold import fold, folded_text

texts = st.one_of(
    st.text(),
    st.text(
        alphabet="ae\u0301\u0327\u0345 \n\u00a0\u00ad\u200b\u200d…–-“„’'\"′\u02bc\u0374\u1100\u1161\u11a8\u0bc6\u0bbe\u2000"
    ),
)


@given(texts)
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text).text).text == fold(text).text


@given(texts)
def test_the_map_back_keeps_the_order_and_stays_inside(text: str) -> None:
    folded = fold(text)
    assert len(folded.text) == len(folded.starts) == len(folded.ends)
    assert list(folded.starts) == sorted(folded.starts)
    assert list(folded.ends) == sorted(folded.ends)
    assert all(0 <= start < end <= len(text) for start, end in zip(folded.starts, folded.ends, strict=True))


@given(texts)
def test_what_a_whole_letter_stands_for_folds_to_it(text: str) -> None:
    folded = fold(text)
    borders = [index for index in range(len(folded.text) + 1) if folded.is_border(index)]
    for first, last in pairwise(borders):
        start, end = folded.span(first, last)
        assert fold(text[start:end]).text == folded.text[first:last]


@given(texts)
def test_composed_and_decomposed_fold_alike(text: str) -> None:
    assert fold(unicodedata.normalize("NFD", text)).text == fold(unicodedata.normalize("NFC", text)).text


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("“timber”", '"timber"'),
        ("„timber‟", '"timber"'),
        ("5′ 7″", "5' 7\""),
        ("Лук\u02bcянівка", "Лук'янівка"),
        ("Лук’янівка", "Лук'янівка"),
        ("1990–1994 — a north\u2011east wind, \u22125", "1990-1994 - a north-east wind, -5"),
        ("wait…", "wait..."),
        ("cafe\u0301", "caf\u00e9"),
        ("Unter\u00adneh\u00admen", "Unternehmen"),
        ("5\u202fMio.\u200b\u00a0 Euro", "5 Mio. Euro"),
        ("two\n\nblocks", "two blocks"),
        ("\u200f\u202bكالدر\u202c", "كالدر"),
    ],
)
def test_equal(one: str, other: str) -> None:
    assert folded_text(one) == folded_text(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Quay", "quay"), ("cafe", "café"), ("«a»", '"a"'), ("ß", "ss"), ("½", "1/2")]
)
def test_not_equal(one: str, other: str) -> None:
    assert folded_text(one) != folded_text(other)
