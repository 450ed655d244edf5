"""Whole words and numbers: what a border inside a text would cut in two.

A figure cut in two is another figure: "4" in "14" is nobody's. Only letters that have case are taken for parts of words
here, since in scripts without it words may run together by rule. Refuses to know what the border belongs to.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from postil.fold import in_word


class Whole(StrEnum):
    NUMBER = "number"
    WORD = "word"


_IN_NUMBERS = ".,:"
"""Signs that belong to a number when a digit stands on either side: 4.2, 14,000, 05:10."""

_LONGEST = 60
"""Code points of a word or number that are shown on either side of the border."""


def cut_at(text: str, at: int) -> tuple[Whole, str] | None:
    """The number or word that a border at `at` (code points) cuts in two, as far as it is worth showing; None for none."""
    if not 0 < at < len(text):
        return None
    if _is_of_number(text, at - 1) and _is_of_number(text, at):
        return Whole.NUMBER, _around(text, at, _is_of_number)
    if all(one.upper() != one.lower() for one in text[at - 1 : at + 1]):
        return Whole.WORD, _around(text, at, lambda text, at: in_word(text[at]))
    return None


def _is_of_number(text: str, at: int) -> bool:
    if text[at].isdecimal():
        return True
    return text[at] in _IN_NUMBERS and text[max(0, at - 1)].isdecimal() and text[at + 1 : at + 2].isdecimal()


def _around(text: str, at: int, belongs: Callable[[str, int], bool]) -> str:
    first, last = at - 1, at
    while first > max(0, at - _LONGEST) and belongs(text, first - 1):
        first -= 1
    while last < min(len(text), at + _LONGEST) - 1 and belongs(text, last + 1):
        last += 1
    return text[first : last + 1]
