"""Characters that no text of an archive holds: controls, and those that would show text in another order.

The rule for direction controls (Unicode Bidirectional Algorithm, UAX #9). An override (U+202D, U+202E) is refused: it
shows words in an order in which nobody wrote them, which no language needs. Embeddings and isolates (U+202A, U+202B,
U+2066 to U+2068) may stand where they are closed before their paragraph ends. The marks U+200E, U+200F and U+061C order
nothing but neutral characters; they may stand anywhere, and are left out when quotes are compared.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from postil.characters import BREAKS_OF_PAGES, CONTROLS, NONCHARACTERS, SURROGATES

_CONTROL = re.compile(f"[{CONTROLS}{BREAKS_OF_PAGES}{SURROGATES}{NONCHARACTERS}]")
_DIRECTION = re.compile(r"[\u202a-\u202e\u2066-\u2069]|\n[ \t]*(?=\n)")
_OVERRIDES = "\u202d\u202e"
_EMBEDDINGS = "\u202a\u202b"
_ISOLATES = "\u2066\u2067\u2068"
_END_OF_EMBEDDING = "\u202c"
_END_OF_ISOLATE = "\u2069"


@dataclass(frozen=True, slots=True)
class Unfit:
    """A character that may not stand where it does: its offset in code points, and the parts of a problem."""

    at: int
    code: str
    what: str
    cure: str


def unfit(text: str) -> Unfit | None:
    """The first character that a text may not hold; a control character before any other."""
    held = "".join(set(text))  # of nearly all texts this tells, in any order, that there is nothing to find
    control = _CONTROL.search(text) if _CONTROL.search(held) else None
    if control is not None:
        what = f"a control character ({_name(control[0])})"
        return Unfit(control.start(), "file-control", what, "delete the character")
    return _misdirected(text) if _DIRECTION.search(held) else None


def _misdirected(text: str) -> Unfit | None:
    unclosed: list[tuple[int, str]] = []
    for match in _DIRECTION.finditer(text):
        character = match[0]
        if character in _OVERRIDES:
            what = f"a character ({_name(character)}) that shows the text behind it in another order"
            return Unfit(
                match.start(), "file-bidi", what, "delete it, and write the text in the order it is read in"
            )
        if character[0] == "\n":
            if unclosed:
                break
        elif character in _EMBEDDINGS or character in _ISOLATES:
            unclosed.append((match.start(), character))
        elif character == _END_OF_EMBEDDING:
            if unclosed and unclosed[-1][1] in _EMBEDDINGS:
                unclosed.pop()
        elif any(opened in _ISOLATES for _, opened in unclosed):
            while unclosed.pop()[1] not in _ISOLATES:
                pass  # the end of an isolate ends the embeddings in it
    if not unclosed:
        return None
    at, character = unclosed[0]
    end = _END_OF_EMBEDDING if character in _EMBEDDINGS else _END_OF_ISOLATE
    what = f"a direction control ({_name(character)}) that its paragraph does not close"
    return Unfit(at, "file-bidi", what, f"delete it, or close it with {_name(end)}")


def _name(character: str) -> str:
    return f"U+{ord(character):04X}"
