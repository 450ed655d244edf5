"""Look-alikes: words in which letters of one script stand for those of another that look the same.

Someone types a name with the wrong keyboard on for one letter, a machine reads an `a` off a scan as Cyrillic: nobody sees
it, and no search finds the word. Latin, Greek and Cyrillic are known; the pairs are those of Unicode's list of confusable
characters (UTS 39) that a reader takes for the same letter in running text. Refuses to judge a word of one script.
"""

from __future__ import annotations

import re
from functools import partial

from postil.characters import INVISIBLE

_SCRIPTS = {
    "latin": ("A-Za-z\u00c0-\u024f\u1e00-\u1eff", "ABCEHIJKMOPSTXYZNaceijkmopstuvxyëï"),
    "cyrillic": ("\u0400-\u052f", "АВСЕНІЈКМОРЅТХУ  асеіјкморѕт  хуёї"),
    "greek": ("\u0370-\u03ff\u1f00-\u1fff", "ΑΒ ΕΗΙ ΚΜΟΡ ΤΧΥΖΝα  ι κ ορ τυνχγ  "),
}
"""The letters of each script as a class of a pattern, and those that look alike, in one order; a space where it has none."""

_BETWEEN = f"[\u0300-\u036f{INVISIBLE}]*"
_MIXED = re.compile(
    "|".join(
        f"[{letters}]{_BETWEEN}[{''.join(other for other, _ in _SCRIPTS.values() if other != letters)}]"
        for letters, _ in _SCRIPTS.values()
    )
)
_WORD = re.compile(f"(?:[^\\W\\d_]{_BETWEEN})+")
_LETTERS = {name: re.compile(f"[{letters}]") for name, (letters, _) in _SCRIPTS.items()}
_INTO = {
    name: {
        ord(theirs): ours
        for other, (_, letters) in _SCRIPTS.items()
        if other != name
        for theirs, ours in zip(letters, alike, strict=True)
        if " " not in (theirs, ours)
    }
    for name, (_, alike) in _SCRIPTS.items()
}


def unmixed(text: str) -> tuple[str, ...]:
    """The text with each word of several scripts written in one of them, once for each script; nothing where none is such.

    All are as long as the text, so that a place in one is the same place in it.
    """
    if text.isascii() or not _MIXED.search(text):
        return ()
    made = (_WORD.sub(partial(_written, name), text) for name in _SCRIPTS)
    return tuple(one for one in dict.fromkeys(made) if one != text)


def _written(script: str, match: re.Match[str]) -> str:
    """The word with letters of this script where it has any, and others too."""
    word = match[0]
    if not _LETTERS[script].search(word) or not _MIXED.search(word):
        return word
    return word.translate(_INTO[script])
