"""The folded view of a text: what is equal to a reader is equal here, and every character knows where it came from.

Folded are: straight, curly and low quotation marks (double to `"`; single ones, primes and the letter apostrophe to `'`),
kinds of hyphens, dashes and the minus (to `-`), the ellipsis (to three full stops), composed and decomposed letters (to
NFC), runs of white space (to one space); the hyphens and apostrophes of Hebrew and Armenian are among them. Soft hyphens,
zero-width characters and direction marks are left out.
Letter case is kept: a quote is word for word.

Promises: the map back is monotone, and folding twice is folding once. Refuses to know what a quote or a name is.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from types import MappingProxyType

from postil.characters import INVISIBLE, JOINERS
from postil.messages import one_line

_EQUAL = MappingProxyType(
    {
        **dict.fromkeys(
            "\u02ba\u05f4\u201c\u201d\u201e\u201f\u2033\u2036\u275d\u275e\u301d\u301e\u301f\uff02", '"'
        ),
        **dict.fromkeys(
            "\u02b9\u02bc\u0374\u055a\u05f3\u2018\u2019\u201a\u201b\u2032\u2035\u275b\u275c\uff07", "'"
        ),
        **dict.fromkeys(
            "\u058a\u05be\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\u2e3a\u2e3b\ufe31\ufe32\ufe58\ufe63\uff0d",
            "-",
        ),
        "\u2026": "...",
    }
)

_UNTYPED = re.compile(f"(?![{JOINERS}])[{INVISIBLE}]")
# A single space stands for itself; it is left to the stretches between the matches, which cost nothing.
_SPECIAL = re.compile(f"(?:[^\\S ]|[{INVISIBLE}])[\\s{INVISIBLE}]*| [\\s{INVISIBLE}]+|[{''.join(_EQUAL)}]")
_PLAIN_ALREADY = re.compile(r"[!-~]+(?: [!-~]+)*")


@dataclass(frozen=True, slots=True)
class Folded:
    """Character `i` of `text` stands for the code points `starts[i]` to `ends[i]` (end exclusive) of the original."""

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def is_border(self, index: int) -> bool:
        """Whether a whole letter begins or ends at `index`: not before a combining mark, nor inside an ellipsis."""
        if index <= 0 or index >= len(self.text):
            return True
        return self.starts[index] >= self.ends[index - 1] and not is_mark(self.text[index])

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The span of the original that the folded span stands for; it is not empty."""
        return self.starts[start], self.ends[end - 1]

    def indexes(self, start: int, end: int) -> tuple[int, int]:
        """The folded span that lies wholly inside a span of the original, white space at its ends left out."""
        first = bisect_left(self.starts, start)
        last = max(first, bisect_right(self.ends, end))
        while first < last and self.text[first] == " ":
            first += 1
        while first < last and self.text[last - 1] == " ":
            last -= 1
        return first, last


def fold(text: str) -> Folded:
    """The folded view of any text. White space at the ends stays one space."""
    if _PLAIN_ALREADY.fullmatch(text):
        return Folded(text, tuple(range(len(text))), tuple(range(1, len(text) + 1)))
    parts: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    done = 0
    for match in _SPECIAL.finditer(text):
        here, end = match.span()
        if done < here:
            parts.append(text[done:here])
            starts.extend(range(done, here))
            ends.extend(range(done + 1, here + 1))
        found = match.group()
        kept = _EQUAL.get(found)
        if kept is None:
            kept = " " if any(map(str.isspace, found)) else ""
        parts.append(kept)
        starts.extend([here] * len(kept))
        ends.extend([end] * len(kept))
        done = end
    parts.append(text[done:])
    starts.extend(range(done, len(text)))
    ends.extend(range(done + 1, len(text) + 1))
    folded = "".join(parts)
    if unicodedata.is_normalized("NFC", folded):
        return Folded(folded, tuple(starts), tuple(ends))
    return _composed(folded, starts, ends)


def folded_text(text: str) -> str:
    """The folded view as a text alone, without white space at its ends: what two spellings of one name share."""
    return fold(text).text.strip()


def name_key(name: str) -> str:
    """What a name is compared by where letter case does not count either."""
    return folded_text(name).casefold()


def without_invisible(text: str) -> str:
    """The text without those characters that folding leaves out, joiners aside: as it would be typed."""
    return _UNTYPED.sub("", text)


def as_typed(text: str) -> str:
    """The text as it would be typed in a line of a file: what cannot be seen left out, joiners aside."""
    return one_line(without_invisible(text))


def in_word(character: str) -> bool:
    """Whether a character is part of a word: a letter, a digit, or a mark on one. "" is none."""
    return character.isalnum() or (character != "" and is_mark(character))


def is_mark(character: str) -> bool:
    """Whether a character only modifies the one before it (Unicode category M)."""
    return unicodedata.category(character)[0] == "M"


def _composed(folded: str, starts: list[int], ends: list[int]) -> Folded:
    """Each letter with its marks put into NFC; a letter that changes stands for all it was made from."""
    parts: list[str] = []
    new_starts: list[int] = []
    new_ends: list[int] = []
    here = 0
    while here < len(folded):
        end = here + 1
        while end < len(folded) and _joins(folded[end]):
            end += 1
        cluster = folded[here:end]
        composed = unicodedata.normalize("NFC", cluster)
        parts.append(composed)
        if composed == cluster:
            new_starts.extend(starts[here:end])
            new_ends.extend(ends[here:end])
        else:
            new_starts.extend([starts[here]] * len(composed))
            new_ends.extend([ends[end - 1]] * len(composed))
        here = end
    return Folded("".join(parts), tuple(new_starts), tuple(new_ends))


def _joins(character: str) -> bool:
    """Whether NFC may join a character to the one before: marks, and the vowels and finals of Hangul."""
    return is_mark(character) or "\u1160" <= character <= "\u11ff"
