"""Names in texts: which entity is named where, from the names and aliases that an archive gives.

The rule. The longest name first; whole words; never inside a longer name; letter case as written; folded, so that kinds
of apostrophe, dash and composed letters do not matter. A word ends where letters, marks and digits of any script end.
An apostrophe inside a word belongs to it, save before a possessive s: "Harrow's" names Harrow, "O'Neil" does not name
Neil. A hyphen ends a word, unless another part of the hyphenated word begins with a capital letter: "Harrow-based" names
Harrow, "Harrow-on-Sea" is a longer name. Other dashes always end a word. A name lies in one block.

A `not:` string keeps the entity that declares it from matching inside that string; other entities are not concerned.
A name that several entities share comes back with all of them: this module settles nothing.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ahocorasick_rs import AhoCorasick, MatchKind

from postil.fold import Folded, fold, folded_text, is_mark
from postil.model.records import Entity
from postil.model.text import NameRow, Text

_HYPHENS = frozenset("-\u2010\u2011")


@dataclass(frozen=True, slots=True)
class FoundName:
    """A name where it stands; `name` in its folded form, `entities` those that it may mean, sorted."""

    name: str
    entities: tuple[str, ...]
    start: int
    end: int


def rows_from_entities(entities: Iterable[Entity]) -> tuple[NameRow, ...]:
    """One row for each name and each `not:` string, folded; sorted by name."""
    bearers: dict[tuple[str, bool], set[str]] = {}
    for entity in entities:
        names = (entity.name, *entity.aliases, *(name for _, given in entity.names for name in given))
        for strings, never in ((names, False), (entity.never, True)):
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
    inside, after = folded.text[at - 1], folded.text[at : at + 1]
    if not after or not _in_word(inside):
        return True
    if _in_word(after):
        return False
    beyond = folded.text[at + 1 : at + 2]
    if not beyond or not _in_word(beyond):
        return True
    if after == "'":
        return beyond in "sS" and not _in_word(folded.text[at + 2 : at + 3] or " ")
    return not (_is_hyphen(folded, text, at) and _has_capital(_compound(folded.text, at, 1)))


def _is_begin(folded: Folded, text: str, at: int) -> bool:
    if not folded.is_border(at):
        return False
    before, inside = folded.text[max(0, at - 1) : at], folded.text[at]
    if not before or not _in_word(inside):
        return True
    if _in_word(before):
        return False
    beyond = folded.text[max(0, at - 2) : at - 1]
    if not beyond or not _in_word(beyond):
        return True
    if before == "'":
        return False
    return not (_is_hyphen(folded, text, at - 1) and _has_capital(_compound(folded.text, at - 1, -1)))


def _in_word(character: str) -> bool:
    return character.isalnum() or is_mark(character)


def _is_hyphen(folded: Folded, text: str, at: int) -> bool:
    return folded.text[at] == "-" and text[folded.starts[at]] in _HYPHENS


def _compound(text: str, at: int, step: int) -> list[str]:
    """The parts of a hyphenated word on one side of the hyphen at `at`."""
    end = at
    while 0 <= end + step < len(text) and (_in_word(text[end + step]) or text[end + step] in "-'"):
        end += step
    return text[min(at, end) : max(at, end) + 1].split("-")


def _has_capital(parts: Iterable[str]) -> bool:
    return any(part[:1].isupper() for part in parts)
