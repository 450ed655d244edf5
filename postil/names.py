"""Names in texts: which entity is named where, from the names and aliases that an archive gives.

The rule. The longest name first; whole words; never inside a longer name; letter case as written; folded, so that kinds
of apostrophe, dash and composed letters do not matter. A word ends where letters, marks and digits of any script end.
An apostrophe inside a word belongs to it, save before a possessive s: "Harrow's" names Harrow, "O'Neil" does not name
Neil. A hyphen ends a word, unless another part of the hyphenated word begins with a capital letter: "Harrow-based" names
Harrow, "Harrow-on-Sea" is a longer name; in scripts without capital letters a hyphen joins what it stands between. Other
dashes always end a word. Where a script writes no spaces (Han, kana, Thai, Lao, Khmer, Myanmar) a word may end at every
letter, save inside a syllable and inside a run of katakana. A name lies in one block, code too.

A `not:` string keeps the entity that declares it from matching inside that string; other entities are not concerned.
A name that several entities share comes back with all of them: this module settles nothing.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ahocorasick_rs import AhoCorasick, MatchKind

from postil.fold import Folded, fold, folded_text, in_word
from postil.model.records import Entity
from postil.model.text import NameRow, Text

_HYPHENS = frozenset("-\u2010\u2011\u058a\u05be")

_JOINERS = frozenset("'\u00b7\u2027\u055b\u055c\u055e")
"""Signs that belong to a word when they stand in it: apostrophes, the dot of Catalan, the tones of Armenian."""

_HEBREW = re.compile("[\u0591-\u05f2]")

_KATAKANA = "\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\uff66-\uff9f"
_SPACELESS = re.compile(
    f"[{_KATAKANA}\u3005-\u3007\u3021-\u3029\u3031-\u3035\u303b\u3041-\u309f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U0001aff0-\U0001b16f\U00020000-\U0003ffff"
    "\u0e00-\u0eff\u1000-\u109f\ua9e0-\ua9ff\uaa60-\uaa7f\u1780-\u17ff]"
)
"""Characters of scripts that write no spaces: Han, kana, Thai, Lao, Myanmar, Khmer."""

_JOINED = re.compile(
    f"[{_KATAKANA}]{{2}}"  # a foreign word or name, which has borders of its own
    "|.[\u0e30-\u0e3a\u0e45-\u0e4e\u0eb0-\u0ebc\u0ec6-\u0ece]|[\u0e40-\u0e44\u0ec0-\u0ec4]."  # vowels of Thai and Lao
    "|[\u1039\u17d2]."  # stacked consonants of Myanmar and Khmer
    "|.[\u3005\u303b\u3041\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087\u308e\u309d\u309e\u30fc-\u30fe]",
    re.DOTALL,
)
"""Two characters of such scripts with no border between them; the last are signs of repetition and small kana."""


@dataclass(frozen=True, slots=True)
class FoundName:
    """A name where it stands; `name` in its folded form, `entities` those that it may mean, sorted."""

    name: str
    entities: tuple[str, ...]
    start: int
    end: int


def rows_from_entities(entities: Iterable[Entity]) -> tuple[NameRow, ...]:
    """One row for each name and each `not:` string, folded; sorted by name.

    What is shown of an entity that is not public names nobody: the same words may stand for others.
    """
    bearers: dict[tuple[str, bool], set[str]] = {}
    for entity in entities:
        if entity.show != "public":
            continue
        for strings, never in ((entity.all_names, False), (entity.never, True)):
            for string in strings:
                bearers.setdefault((folded_text(string), never), set()).add(entity.id)
    return tuple(
        NameRow(name, tuple(sorted(ids)), never) for (name, never), ids in sorted(bearers.items()) if name
    )


class NameIndex:
    """All names of an archive, or those that one article needs."""

    def __init__(self, rows: Sequence[NameRow]) -> None:
        by_name: dict[str, list[NameRow]] = {}
        for row in rows:
            by_name.setdefault(row.name, []).append(row)
        self._rows = tuple(by_name.values())
        self._automaton = AhoCorasick(list(by_name), matchkind=MatchKind.Standard)

    def rows_in(self, text: str) -> tuple[NameRow, ...]:
        """The rows that can matter in a text, sorted: `find_names` finds with them what it finds with all."""
        rows = {row for _, _, row in self._matches(fold(text), text)}
        return tuple(sorted(rows, key=lambda row: (row.name, row.never)))

    def find(self, text: Text, folded: Folded) -> tuple[FoundName, ...]:
        names: list[tuple[int, int, NameRow]] = []
        never: list[tuple[int, int, NameRow]] = []
        for match in self._matches(folded, text.text):
            (never if match[2].never else names).append(match)
        starts = [block.start for block in text.blocks]
        taken = bytearray(len(folded.text))
        found: list[FoundName] = []
        for first, last, row in sorted(names, key=lambda match: (match[0] - match[1], match[0])):
            entities = tuple(one for one in row.entities if not _is_kept_out(one, first, last, never))
            start, end = folded.span(first, last)
            is_in_one_block = bisect_right(starts, start) == bisect_right(starts, end - 1)
            if entities and is_in_one_block and 1 not in taken[first:last]:
                taken[first:last] = b"\x01" * (last - first)
                found.append(FoundName(row.name, entities, start, end))
        return tuple(sorted(found, key=lambda one: one.start))

    def _matches(self, folded: Folded, text: str) -> Iterator[tuple[int, int, NameRow]]:
        """Every place of every row, as whole words; a `not:` string wherever it stands."""
        for index, first, last in self._automaton.find_matches_as_indexes(folded.text, overlapping=True):
            for row in self._rows[index]:
                if row.never or (_is_begin(folded, text, first) and _is_end(folded, text, last)):
                    yield first, last, row


def find_names(text: Text, folded: Folded, rows: Sequence[NameRow]) -> tuple[FoundName, ...]:
    """The names in a text, in its order, none overlapping another. `folded` is the folded view of `text.text`."""
    return NameIndex(rows).find(text, folded) if rows else ()


def _is_kept_out(entity: str, first: int, last: int, never: Sequence[tuple[int, int, NameRow]]) -> bool:
    return any(start <= first and last <= end and entity in row.entities for start, end, row in never)


def _is_end(folded: Folded, text: str, at: int) -> bool:
    if not folded.is_border(at):
        return False
    inside, after, beyond = folded.text[at - 1], folded.text[at : at + 1], folded.text[at + 1 : at + 2]
    if not after or not in_word(inside):
        return True
    if in_word(after):
        return _is_border_of_words(inside, after)
    if not _may_join(inside, after, beyond):
        return True
    if after == "'" and beyond in "sS" and not in_word(folded.text[at + 2 : at + 3] or " "):
        return True
    return after == "-" and not (
        _is_hyphen(folded, text, at) and _has_name(_compound(folded.text, at, 1), inside)
    )


def _is_begin(folded: Folded, text: str, at: int) -> bool:
    if not folded.is_border(at):
        return False
    beyond, before, inside = (
        folded.text[max(0, at - 2) : max(0, at - 1)],
        folded.text[max(0, at - 1) : at],
        folded.text[at],
    )
    if not before or not in_word(inside):
        return True
    if in_word(before):
        return _is_border_of_words(before, inside)
    if not _may_join(inside, before, beyond):
        return True
    hyphen = at - 1
    return before == "-" and not (
        _is_hyphen(folded, text, hyphen) and _has_name(_compound(folded.text, hyphen, -1), inside)
    )


def _is_border_of_words(before: str, after: str) -> bool:
    """Whether a word may end between two characters of words."""
    is_spaceless = _SPACELESS.match(before) or _SPACELESS.match(after)
    return bool(is_spaceless) and not _JOINED.fullmatch(before + after)


def _may_join(inside: str, sign: str, beyond: str) -> bool:
    """Whether a sign between a name and what stands beyond it can make one word of both."""
    if not beyond or not in_word(beyond) or _SPACELESS.match(inside) or _SPACELESS.match(beyond):
        return False
    if sign == '"':  # gershayim: an acronym
        return bool(_HEBREW.match(inside) and _HEBREW.match(beyond))
    return sign == "-" or sign in _JOINERS


def _is_hyphen(folded: Folded, text: str, at: int) -> bool:
    """Whether what is folded to `-` is a hyphen and no dash."""
    return text[folded.starts[at]] in _HYPHENS


def _compound(text: str, at: int, step: int) -> list[str]:
    """The parts of a hyphenated word on one side of the hyphen at `at`."""
    end = at
    while 0 <= end + step < len(text) and (in_word(text[end + step]) or text[end + step] in "-'"):
        end += step
    return text[min(at, end) : max(at, end) + 1].split("-")


def _has_name(parts: Iterable[str], inside: str) -> bool:
    """Whether a part may be a name: it has a capital letter, or like the name beside it it cannot have one."""
    return any(
        part[:1].isupper() or (part and _is_caseless(inside) and _is_caseless(part[0])) for part in parts
    )


def _is_caseless(letter: str) -> bool:
    # Georgian letters are small ones to Unicode, yet no name begins with a capital.
    return unicodedata.category(letter) in {"Lo", "Mn", "Mc"} or "\u10d0" <= letter <= "\u10ff"
