r"""Quoting: a text as a YAML scalar, so that what is read back is the text and nothing else.

Promises that every text (surrogates aside, which no file can hold) comes back from the archive's own loader to the code
point, and that a scalar in quotation marks holds no character that a terminal would obey or not show: those are escaped.
A style that cannot hold a text gives way to double quotation marks, which hold every one. Of keys it knows
those of a quote only.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from postil.characters import JOINERS, NONCHARACTERS

if TYPE_CHECKING:  # this module is loaded also where there is nothing to do, and records are not
    from postil.model.notes import Selector

_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_NONCHARACTER = re.compile(f"[{NONCHARACTERS}]")

_FIRST = r"""[^\s\-?:,\[\]{}#&*!|>'"%@`]"""
_PLAIN = re.compile(rf"{_FIRST}(?:[^\s:#]|:(?=[^\s])|(?<=[^\s])#| (?=[^\s#]))*")
_PLAIN_IN_BRACKETS = re.compile(rf"{_FIRST}(?:[^\s:#,\[\]{{}}]| (?=[^\s#]))*")


def is_hidden(character: str) -> bool:
    """Whether a terminal would obey the character, or not show it."""
    return unicodedata.category(character) in _HIDDEN and character not in JOINERS


def escaped(character: str) -> str:
    r"""The character as `\x1b` or `\u202e`, as Python and YAML both write it."""
    return character.encode("unicode_escape").decode("ascii")


def quoted(text: str, style: str = "") -> str:
    """A text as a scalar in quotation marks, on one line. `style` is the mark wished for; else the one without escapes."""
    holds_all = not any(map(_is_escaped, text))
    # `##[` begins a command to what keeps a build's log, and is escaped where texts are shown.
    if holds_all and "##" not in text and (style == "'" or (not style and ('"' in text or "\\" in text))):
        doubled = text.replace("'", "''")
        return f"'{doubled}'"
    return f'"{"".join(_in_double(one) for one in text)}"'


def plain(text: str, *, in_brackets: bool) -> str:
    """A text as a scalar without quotation marks where it can do without; `in_brackets` holds it in `{}` or `[]`."""
    pattern = _PLAIN_IN_BRACKETS if in_brackets else _PLAIN
    if pattern.fullmatch(text) and not any(map(_is_escaped, text)):
        return text
    return quoted(text)


def lines_of(selector: Selector) -> tuple[str, ...]:
    """The lines of a note that say what it points at: `quote`, a map where a prefix or suffix narrows it, and `in`."""
    parts = (("exact", selector.exact), ("prefix", selector.prefix), ("suffix", selector.suffix))
    pairs = [f"{key}: {quoted(text)}" for key, text in parts if text]
    value = f"{{{', '.join(pairs)}}}" if len(pairs) > 1 else quoted(selector.exact or "")
    return (f"quote: {value}", *((f"in: {selector.within}",) if selector.within else ()))


def _is_escaped(character: str) -> bool:
    """Whether no file of an archive may hold the character as it is, or nobody would see it there."""
    return is_hidden(character) or _NONCHARACTER.match(character) is not None


def _in_double(character: str) -> str:
    if character in '"\\':
        return f"\\{character}"
    return escaped(character) if _is_escaped(character) else character
