"""Likeness: passages of a text that come near to words which are not in it.

Promises passages in whole words, each in one place, the nearest first, and the same ones on every run. What is near is
shown to a person and nothing else: nothing is ever anchored by likeness. Refuses to know what a quote is for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz, process
from rapidfuzz.distance import Levenshtein, ScoreAlignment

from postil.fold import Folded, folded_text, in_word
from postil.model.text import Text

_LIKE_ENOUGH = 60.0
"""Likeness in per cent from which a passage is worth showing."""

_WIDEST = 20_000
"""Code points that are compared at a time: a block of code is one sentence, however long."""

_LOOKED_AT = 12
"""Windows of which the passage is worked out, so that few more are shown without finding others first."""

_AROUND = 8
"""Words by which the ends of a passage may move to where it comes nearest."""

_REACH = 160
"""Code points to both sides of a passage in which they are looked for."""

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of a text, in code points, and how like it is to what was sought (0 to 100)."""

    start: int
    end: int
    likeness: float


def near_passages(text: Text, folded: Folded, words: str, limit: int) -> tuple[Passage, ...]:
    """At most `limit` passages that resemble `words`, first the one they align with best, then by likeness and place.

    None overlaps another. The first is the same whatever the limit, and where it alone is asked for it is found in a
    small part of the time. `folded` is the folded view of the text.
    """
    sought = folded_text(words)
    aligned = _aligned(folded, sought) if sought else None
    if aligned is None:
        return ()
    best = _passage(folded, sought, *aligned)
    chosen = [best] if best is not None and best.likeness >= _LIKE_ENOUGH else []
    if len(chosen) == limit:
        return tuple(chosen)
    windows = list(_windows(text, folded, len(sought)))
    likely = process.extract(
        sought,
        [folded.text[first:last] for first, last in windows],
        scorer=fuzz.partial_ratio,
        limit=max(_LOOKED_AT, 4 * limit),
        score_cutoff=_LIKE_ENOUGH,
    )
    passages = (_passage_in(folded, sought, windows[number]) for _, _, number in likely)
    found = [one for one in passages if one is not None and one.likeness >= _LIKE_ENOUGH]
    for one in sorted(found, key=lambda one: (-one.likeness, one.start, one.end)):
        if all(one.end <= other.start or other.end <= one.start for other in chosen):
            chosen.append(one)
    return tuple(chosen[:limit])


def _aligned(folded: Folded, sought: str) -> tuple[int, int] | None:
    """The stretch of the folded text that the words align with best; None where nothing comes near."""
    best = _LIKE_ENOUGH
    found: tuple[int, int] | None = None
    for first, last in _cut(0, len(folded.text), len(sought)):
        alignment = fuzz.partial_ratio_alignment(sought, folded.text[first:last], score_cutoff=best)
        if alignment is not None and (found is None or alignment.score > best):
            best = alignment.score
            found = _stretch(alignment, sought, first, last)
    return found


def _stretch(alignment: ScoreAlignment, sought: str, first: int, last: int) -> tuple[int, int]:
    """What of a window is aligned; all of one that is shorter than the words."""
    is_longer = last - first >= len(sought)
    return (first + alignment.dest_start, first + alignment.dest_end) if is_longer else (first, last)


def _windows(text: Text, folded: Folded, length: int) -> Iterator[tuple[int, int]]:
    """Runs of whole sentences in the folded view, so that every stretch of `length` lies in one of them."""
    spans = (folded.indexes(one.start, one.end) for block in text.blocks for one in block.sentences)
    sentences = [span for span in spans if span[0] < span[1]]
    number = 0
    while number < len(sentences):
        first = sentences[number][0]
        after = number + 1
        while after < len(sentences) and sentences[after][0] < first + length:
            after += 1
        following = sentences[after][0] if after < len(sentences) else len(folded.text)
        last = after - 1
        while last + 1 < len(sentences) and sentences[last][1] < following + length:
            last += 1
        yield from _cut(first, sentences[last][1], length)
        number = after


def _cut(first: int, last: int, length: int) -> Iterator[tuple[int, int]]:
    widest = max(_WIDEST, 4 * length)
    while last - first > widest:
        yield first, first + widest
        first += widest - 2 * length
    yield first, last


def _passage_in(folded: Folded, sought: str, window: tuple[int, int]) -> Passage | None:
    """The stretch of a window that comes nearest, begun and ended where a word does."""
    first, last = window
    alignment = fuzz.partial_ratio_alignment(sought, folded.text[first:last])
    return None if alignment is None else _passage(folded, sought, *_stretch(alignment, sought, first, last))


def _passage(folded: Folded, sought: str, first: int, last: int) -> Passage | None:
    """What comes nearest around a stretch, begun and ended where a word does."""
    reach = range(max(0, first - _REACH), min(len(folded.text), last + _REACH) + 1)
    borders = [at for at in reach if _is_word_border(folded, at)]
    starts = _nearest([at for at in borders if not folded.text[at : at + 1].isspace()], first)
    ends = _nearest([at for at in borders if not folded.text[max(0, at - 1) : at].isspace()], last)
    options = [
        (*_distance(sought, folded.text[start:end]), start, end)
        for start in starts
        for end in ends
        if start < end
    ]
    if not options:
        return None
    *_, start, end = min(options)
    return Passage(*folded.span(start, end), fuzz.ratio(sought, folded.text[start:end]))


def _distance(sought: str, passage: str) -> tuple[int, int]:
    """How far a passage is in words; then in characters, which decides on punctuation at its ends.

    A word that is missing weighs more than one that is put in or has changed: so changed words at an end are kept.
    """
    old, new = _WORD.findall(sought.casefold()), _WORD.findall(passage.casefold())
    words = Levenshtein.distance(old, new, weights=(2, 3, 2))
    return words, Levenshtein.distance(sought, passage)


def _is_word_border(folded: Folded, at: int) -> bool:
    """Whether a word or a mark of punctuation begins or ends at `at`."""
    before, after = folded.text[max(0, at - 1) : at], folded.text[at : at + 1]
    return folded.is_border(at) and not (in_word(before) and in_word(after))


def _nearest(borders: Sequence[int], to: int) -> list[int]:
    return sorted(sorted(borders, key=lambda one: (abs(one - to), one))[: 2 * _AROUND])
