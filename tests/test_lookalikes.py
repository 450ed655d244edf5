"""Words in which letters of another script stand: cases as data, and the laws."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.lookalikes import unmixed

MIXED = {
    "Tаrn": {"Tarn"},
    "Колo": {"Коло"},
    "the Tа\u00adrn, the Тarn": {"the Ta\u00adrn, the Tarn"},
    "Αgatha": {"Agatha"},
    "шкoлa and Tаrn": {"шkoлa and Tarn", "школа and Таrn"},
}


@pytest.mark.parametrize("text", MIXED)
def test_a_word_of_two_scripts_is_read_in_each(text: str) -> None:
    assert set(unmixed(text)) >= MIXED[text]


@pytest.mark.parametrize(
    "text", ["Tarn", "Коло", "Αθήνα", "Мара Petrel", "A-банк", "С. Petrel", "7а", "Київ2024x"]
)
def test_words_of_one_script_are_left_alone(text: str) -> None:
    assert unmixed(text) == ()


@given(st.text(alphabet="aаαoоοTТΤжfλ \u0301\u00ad-1"))
def test_places_stay_and_letters_only_change_their_script(text: str) -> None:
    for one in unmixed(text):
        assert len(one) == len(text)
        for before, after in zip(text, one, strict=True):
            assert (
                before == after or unicodedata.name(before).split()[0] != unicodedata.name(after).split()[0]
            )


@given(st.lists(st.text(alphabet="aаoоTТ", min_size=1), min_size=1))
def test_words_whose_letters_all_look_alike_can_be_read_in_one_script(words: list[str]) -> None:
    latin = str.maketrans("аоТ", "aoT")
    mixed = [word for word in words if not word.isascii() and word.encode("ascii", "ignore")]
    read = unmixed(" ".join(words))
    assert bool(read) is bool(mixed)
    for word in mixed:
        assert any(word.translate(latin) in one.split() for one in read)
