"""Alphabetical order that is the same on every machine, and the letters a list of names is divided by.

Rules
- By script: digits, Latin, Greek, Cyrillic, Arabic, then every other script by its Unicode name, last what has no letter.
- Letters are compared by their base letter (NFKD without marks, case folded): É stands with E, Ł with L, Æ with AE.
- Cyrillic letters stand in one order that is right for Ukrainian and for Russian, so ґ, є, і, ї, й, ё are letters of their
  own and not accented ones; other Cyrillic letters (Serbian, Kazakh) follow я.
- A space, hyphen or other sign between words comes before any letter, so that "Cole Zed" stands before "Coleman".
  Apostrophes inside a word do not count, nor does anything before the first letter or digit.
- What is equal so far is ordered by its text.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from types import MappingProxyType

SortKey = tuple[tuple[tuple[int, str, int], ...], str]

_CYRILLIC = "абвгґдеёєжзиіїйклмнопрстуўфхцчшщъыьэюя"
_RANKS = MappingProxyType({letter: rank for rank, letter in enumerate(_CYRILLIC)})
_OWN_LETTERS = frozenset(_CYRILLIC)
_PLAIN = MappingProxyType(
    {
        "ł": "l",
        "ø": "o",
        "đ": "d",
        "ð": "d",
        "ħ": "h",
        "ı": "i",
        "æ": "ae",
        "œ": "oe",
        "þ": "th",
        "ŧ": "t",
    }
)
_SCRIPTS = ("DIGIT", "LATIN", "GREEK", "CYRILLIC", "ARABIC")
_OTHER = len(_SCRIPTS)
_NO_LETTER = "#"
_MOST_LETTERS = 12
"""By which texts are told apart, so that what many begin with is not looked at again and again."""
_BETWEEN = (-1, "", 0)
_INSIDE_WORDS = frozenset("'’ʼ`´\u00ad\u200b\u200c\u200d")


@lru_cache(maxsize=1 << 16)
def collate(text: str) -> SortKey:
    """The key by which texts are sorted."""
    weights: list[tuple[int, str, int]] = []
    for char in _base(text):
        if char in _INSIDE_WORDS:
            continue
        if char.isalnum():
            weights.append(_weight(char))
        elif weights and weights[-1] != _BETWEEN:
            weights.append(_BETWEEN)
    if weights and weights[-1] == _BETWEEN:
        weights.pop()
    return (tuple(weights) or ((_OTHER + 1, "", 0),), unicodedata.normalize("NFC", text))


def sizes_by_beginning(texts: Sequence[str], most: int) -> Iterator[int]:
    """How many of some sorted texts begin alike: with one letter, or where more than `most` do, with two, and so on."""
    yield from _sizes([collate(text)[0] for text in texts], most, 1)


def _sizes(weights: Sequence[Sequence[object]], most: int, letters: int) -> Iterator[int]:
    for beginning, same in groupby(weights, key=lambda one: one[:letters]):
        alike = list(same)
        if len(alike) <= most or len(beginning) < letters or letters == _MOST_LETTERS:
            yield len(alike)
        else:
            yield from _sizes(alike, most, letters + 1)


def letter_of(text: str) -> str:
    """The heading under which a text stands: a capital letter, `0–9` for digits, `#` when it has neither."""
    first = next((char for char in _base(text) if char.isalnum()), None)
    if first is None:
        return _NO_LETTER
    return "0–9" if first.isdecimal() else first.upper()


def script_of(letter: str) -> tuple[int, str]:
    """What the headings of one script have in common, digits with Latin."""
    if letter == _NO_LETTER:
        return (_OTHER + 1, "")
    script, name, _ = _weight(letter[0].casefold())
    return (max(script, 1), name)


def fragment_of(letter: str) -> str:
    """The id of a heading on its page: ASCII whatever the letter, one for each."""
    if letter == _NO_LETTER:
        return "letter-other"
    return (
        f"letter-{letter[0].lower()}"
        if letter.isascii() or letter[0] == "0"
        else f"letter-u{ord(letter[0]):04x}"
    )


def _base(text: str) -> str:
    """The text in lower case without marks, letters that are their own kept."""
    kept: list[str] = []
    for char in unicodedata.normalize("NFC", text).casefold():
        if char in _OWN_LETTERS:
            kept.append(char)
            continue
        parts = unicodedata.normalize("NFKD", char)
        kept.extend(_PLAIN.get(part, part) for part in parts if not unicodedata.combining(part))
    return unicodedata.normalize("NFC", "".join(kept)).casefold()


@lru_cache(maxsize=1 << 12)
def _weight(char: str) -> tuple[int, str, int]:
    """(script, its name where it is none of ours, place in the script)."""
    if char.isdecimal():
        return (0, "", unicodedata.decimal(char))
    script = unicodedata.name(char, "UNNAMED").partition(" ")[0]
    if script not in _SCRIPTS[1:]:
        return (_OTHER, script, ord(char))
    return (_SCRIPTS.index(script), "", _RANKS.get(char, ord(char) + len(_RANKS)))
