"""Sentences by address: from an address or a span to the passage that a page shows.

Promises: a passage's text is the very slice of the article's text. Knows nothing of records.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from sys import intern
from typing import Any, TypeVar

from postil.model.archive import Passage
from postil.model.text import Prepared, Text
from postil.problems import has_errors
from postil.text import sentences_of

T = TypeVar("T")

_NEAR = 32
"""Articles whose sentences are held because they are asked for one after another."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Whole sentences, from the start of `first` to the end of `last` (code points of the article's text)."""

    first: str
    last: str
    start: int
    end: int


class Once:
    """Numbers, and tuples of them, that come again and again: each held once."""

    def __init__(self) -> None:
        self._held: dict[Any, Any] = {}

    def __call__(self, value: T) -> T:
        held: T = self._held.setdefault(value, value)
        return held


class Sentences:
    """The sentences of one article."""

    def __init__(self, article: str, text: Text, once: Once) -> None:
        self._article = article
        self._text = text
        self._once = once
        self._in_order = [sentence for block in text.blocks for sentence in block.sentences]
        self._starts = [sentence.start for sentence in self._in_order]
        self._slices: dict[tuple[int, int], str] = {}
        self.counts = tuple((block.id, len(block.sentences)) for block in text.blocks)
        """(block, number of its sentences), in order."""

    def at(self, address: str) -> Stretch | None:
        """What `p4`, `p4s2` or `p4s2-p5s1` names; None when it names nothing, or ends before it begins."""
        found = sentences_of(self._text, address)
        return None if found is None else Stretch(found[0].id, found[1].id, found[0].start, found[1].end)

    def passage(self, start: int, end: int) -> Passage:
        """The sentences that hold a span, the span marked in them. The span begins and ends in sentences."""
        first = self._in_order[max(bisect_right(self._starts, start) - 1, 0)]
        last = self._in_order[max(bisect_right(self._starts, max(end - 1, start)) - 1, 0)]
        marks = ((start - first.start, min(end, last.end) - first.start),)
        return self._passage(first.id, last.id, self._slice(first.start, last.end), marks)

    def unmarked(self, stretch: Stretch) -> Passage:
        return self._passage(stretch.first, stretch.last, self._slice(stretch.start, stretch.end))

    def _passage(self, first: str, last: str, text: str, marks: tuple[tuple[int, int], ...] = ()) -> Passage:
        # The ids of sentences are nearly the same in all articles.
        return Passage(self._article, intern(first), intern(last), text, self._once(marks))

    def _slice(self, start: int, end: int) -> str:
        # A sentence with forty mentions is kept once.
        return self._slices.setdefault((start, end), self._text.text[start:end])


class Passages:
    """The sentences of every article, each article read when it is asked for."""

    def __init__(self, prepared: Mapping[str, Prepared]) -> None:
        self._prepared = prepared
        self._read: dict[str, Sentences] = {}
        self.once = Once()

    def is_unread(self, article: str) -> bool:
        """Whether an article has no text because something is wrong with it."""
        one = self._prepared[article]
        return not one.text.blocks and has_errors(one.problems)

    def of(self, article: str) -> Sentences:
        if article not in self._read:
            if len(self._read) == _NEAR:
                del self._read[next(iter(self._read))]
            self._read[article] = Sentences(article, self._prepared[article].text, self.once)
        return self._read[article]
