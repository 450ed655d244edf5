"""Alphabetical order: the same everywhere, right for Ukrainian, and one heading for each letter."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.pages.collation import collate, fragment_of, letter_of

NAMES = st.text(max_size=12)


@given(st.lists(NAMES, max_size=12), st.randoms(use_true_random=False))
def test_the_order_does_not_depend_on_the_order_before(names: list[str], chance: random.Random) -> None:
    shuffled = names.copy()
    chance.shuffle(shuffled)
    assert [collate(name) for name in sorted(shuffled, key=collate)] == sorted(
        collate(name) for name in names
    )


@given(st.lists(NAMES, max_size=20))
def test_names_of_one_letter_stand_together(names: list[str]) -> None:
    letters = [letter_of(name) for name in sorted(names, key=collate)]
    headings = [
        letter for number, letter in enumerate(letters) if number == 0 or letters[number - 1] != letter
    ]
    assert len(headings) == len(set(headings))


@given(NAMES, NAMES)
def test_headings_share_a_fragment_only_when_they_are_one(one: str, other: str) -> None:
    assert re.fullmatch(r"letter-[a-z0-9]+", fragment_of(letter_of(one)))
    assert (fragment_of(letter_of(one)) == fragment_of(letter_of(other))) == (
        letter_of(one) == letter_of(other)
    )


@pytest.mark.parametrize(
    "in_order",
    [
        ["4 April Street", "Adler", "Ødegaard", "Ζήνων", "Авдій", "Щур", "أورلا", "דוד", "—"],
        ["Гнат", "Ґалаґан", "Дарина", "Елла", "Єва", "Жанна"],
        ["Зоя", "Ивка", "Ілля", "Їжак", "Йосип", "Катря"],
        ["Софія", "Тарас", "Шевко", "Щерба", "Ьо", "Юрій", "Яна"],
        ["Елена", "Ёлкин", "Жуков"],
        ["Cole Zed", "Cole-Zed, A.", "Coleman"],
        ["Eclair", "Éclair", "Eclairs"],
        ["Lodz", "Łódź", "Lodzia"],
        ["Mac Dall", "O’Neill", "ONeillb"],
        ["“The Quay”", "Them"],
        ["Room 9", "Room A"],
    ],
)
def test_names_stand_in_this_order(in_order: list[str]) -> None:
    for seed in range(3):
        shuffled = random.Random(seed).sample(in_order, len(in_order))
        assert sorted(shuffled, key=collate) == in_order


@pytest.mark.parametrize(
    ("name", "letter"),
    [
        ("orla venn", "O"),
        ("Łódź", "L"),
        ("Ærø", "A"),
        ("«Єдність»", "Є"),
        ("Їжак", "Ї"),
        ("Йосип", "Й"),
        ("Ґалаґан", "Ґ"),
        ("Άρης", "Α"),
        ("أورلا فين", "ا"),
        ("東京", "東"),
        ("410th Street", "0–9"),
        ("٣ شارع", "0–9"),
        ("—", "#"),
        ("", "#"),
    ],
)
def test_the_heading_is_the_base_letter(name: str, letter: str) -> None:
    assert letter_of(name) == letter
