"""Figures: which numbers stand in a text, and how those of two texts differ."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.figures import differences, figures


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("twenty-two, 22 and twenty two", ["22", "22", "22"]),
        ("4.2 million or 4,200,000", ["4200000", "4200000"]),
        ("one hundred and five; 105", ["105", "105"]),
        ("two thousand three hundred forty one (2 341)", ["2341", "2341"]),
        ("Twelve and thirteen", ["12", "13"]),
        ("\u0664\u0662 of 042", ["42", "42"]),
        ("at 10:30, on p2", ["10:30"]),
        ("oneself, tenfold, 14,000 014", ["14000", "14"]),
        ("2031 400", ["2031", "400"]),
    ],
)
def test_numbers_of_a_text(text: str, values: list[str]) -> None:
    assert [one.value for one in figures(text)] == values


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("eleven boats of 30", "twelve boats of 30", [("eleven", "twelve")]),
        ("11 boats", "eleven boats", []),
        ("boats", "3 boats", [("", "3")]),
        ("3 boats of 4", "boats", [("3, 4", "")]),
    ],
)
def test_how_numbers_differ(old: str, new: str, told: list[tuple[str, str]]) -> None:
    assert list(differences(old, new)) == told


@given(
    st.lists(
        st.sampled_from(["one", "2", "thirty", "hundred", "and", "-", "boats", "4.5", "10:30", "\u0664", ","])
    )
)
def test_a_text_differs_from_itself_in_nothing(words: list[str]) -> None:
    text = " ".join(words)
    assert differences(text, text) == ()
    assert all(one.text in text for one in figures(text))


@given(st.integers(0, 10**15))
def test_a_whole_number_is_read_however_its_thousands_are_parted(number: int) -> None:
    forms = (str(number), f"{number:,}", f"{number:,}".replace(",", "\u00a0"))
    assert {one.value for form in forms for one in figures(form)} == {str(number)}
