"""Figures: the numbers that stand in a text, and how those of one text differ from those of another.

Promises digits of every script, with thousands and decimals, in any language, and the words of whole numbers in English,
each read to the longest number that it is a part of. What is compared is only ever shown to a person. Refuses to know
what is counted; ordinals (`third`), and words in other languages, are no numbers here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from types import MappingProxyType

_UNITS = (
    *(
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
    ),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_SMALL = MappingProxyType(
    {
        **{word: number for number, word in enumerate(_UNITS)},
        **{word: 10 * number for number, word in enumerate(_TENS, 2)},
    }
)
_SCALES = MappingProxyType({"hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9})

_DIGITS = r"\d{1,3}(?P<mark>[,\u00a0\u202f ])\d{3}(?:(?P=mark)\d{3})*(?!\d)(?:\.\d+)?|\d+(?:[.:,]\d+)*"
_WORD = "|".join((*_SMALL, *_SCALES))
_ONE = re.compile(rf"(?<!\w)(?:(?P<digits>{_DIGITS})|(?P<word>{_WORD})(?!\w))", re.IGNORECASE)
_JOINT = re.compile(r"[\s-]+(?:and\s+)?", re.IGNORECASE)
"""What stands between two words of one number."""

_THOUSANDS = re.compile(r"[,\s]")


@dataclass(frozen=True, slots=True)
class Figure:
    """A number as written, and what is equal for equal numbers."""

    text: str
    value: str


def figures(text: str) -> tuple[Figure, ...]:
    """The numbers of a text in order."""
    return tuple(_figures(text))


def differences(old: str, new: str) -> tuple[tuple[str, str], ...]:
    """Numbers of `old` and those that stand in their place in `new`, as written; empty where none does."""
    olds, news = figures(old), figures(new)
    matcher = SequenceMatcher(None, [one.value for one in olds], [one.value for one in news], autojunk=False)
    return tuple(
        (_listed(olds[start:end]), _listed(news[first:last]))
        for tag, start, end, first, last in matcher.get_opcodes()
        if tag != "equal"
    )


def _listed(found: tuple[Figure, ...]) -> str:
    return ", ".join(one.text for one in found)


def _figures(text: str) -> Iterator[Figure]:
    parts: list[re.Match[str]] = []
    for match in _ONE.finditer(text):
        if parts and not _continues(text, parts[-1], match):
            yield _figure(text, parts)
            parts = []
        parts.append(match)
    if parts:
        yield _figure(text, parts)


def _continues(text: str, before: re.Match[str], after: re.Match[str]) -> bool:
    """Whether a word belongs to the same number as the one before it: `twenty` and `two`, `4.2` and `million`."""
    if after["word"] is None or not _JOINT.fullmatch(text, before.end(), after.start()):
        return False
    word, last = after["word"].lower(), (before["word"] or "").lower()
    if word in _SCALES:
        return True
    if last in _SCALES:
        return True
    has_and = "and" in text[before.end() : after.start()].lower()
    return last in _TENS and 0 < _SMALL[word] < 10 and not has_and


def _figure(text: str, parts: list[re.Match[str]]) -> Figure:
    written = text[parts[0].start() : parts[-1].end()]
    digits = parts[0]["digits"]
    if digits is not None and len(parts) == 1:
        return Figure(written, _value(digits))
    total = current = 0.0
    for part in parts:
        word = (part["word"] or "").lower()
        if word in _SCALES:
            current = (current or 1) * _SCALES[word]
            if _SCALES[word] > 100:
                total, current = total + current, 0
        else:
            current += _SMALL[word] if word else _number(part["digits"])
    total += current
    return Figure(written, str(int(total)) if total.is_integer() else str(total))


def _value(digits: str) -> str:
    """Digits of any script as those of ASCII, without what parts thousands; a time of day as it stands."""
    plain = "".join(str(int(one)) if one.isdecimal() else one for one in digits)
    return re.sub(r"(?<=\d)[,\s](?=\d{3}(?!\d))", "", plain).lstrip("0") or "0"


def _number(digits: str) -> float:
    plain = _THOUSANDS.sub("", _value(digits))
    return float(plain) if re.fullmatch(r"\d*\.?\d+", plain) else 0.0
