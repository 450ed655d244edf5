"""Words that are replaced and sentences that are left out: the text that remains, and where everything in it came to.

All offsets are code points of the original text unless they are called new; end exclusive.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from postil.messages import one_line
from postil.model.text import Block, Body, NamedSpan, Sentence, Text
from postil.problems import Place
from postil.release.pieces import Change, Gap, changed
from postil.text import SEPARATOR, shows
from postil.tree import Element, html_from_tree

Span = tuple[int, int]

PLACEHOLDER = "[…]"
"""Stands for a sentence of which only the place is released."""


@dataclass(frozen=True, slots=True)
class Cut:
    """The words from `start` to `end`, and what stands in their place: one line, of something that can be seen.

    `entity` is the id that may be seen of whom those words stand for; `source` where it is written that they are cut.
    """

    start: int
    end: int
    words: str
    entity: str | None = None
    source: Place | None = None


@dataclass(frozen=True, slots=True)
class Edit:
    """What is put in place of a part of the text. `cut` is where the cut begins that it is a part of."""

    start: int
    end: int
    words: str
    cut: int
    entity: str | None = None


@dataclass(frozen=True, slots=True)
class Release:
    """What is released of a body, as `Released` has it."""

    pieces: tuple[str, ...]
    text: Text
    named: tuple[NamedSpan, ...]
    gaps: tuple[int, ...]
    count: int
    total: int
    places: Places

    def span(self, start: int, end: int) -> Span:
        """The new span of a span of the original, white space at its ends left out.

        One that touches words which are replaced takes in all that replaces them.
        Of a span in sentences that are left out nothing can be said.
        """
        return _trimmed(self.text.text, *self.places.span(start, end))


class Places:
    """Where the places of the original came to: `edits` in order, none overlapping another."""

    def __init__(self, edits: Sequence[Edit]) -> None:
        self.edits = edits
        self._starts = [edit.start for edit in edits]
        self._shifts = [0]
        for edit in edits:
            self._shifts.append(self._shifts[-1] + len(edit.words) - (edit.end - edit.start))

    def span(self, start: int, end: int) -> Span:
        first, last = self._at(start, is_end=False), self._at(end, is_end=True)
        if first < last:
            return first, last
        # Words that go without a replacement, since what replaces them stands where their cut begins.
        edit = self.edits[bisect_right(self._starts, start) - 1]
        return self.span(edit.cut, edit.cut + 1) if edit.cut < edit.start else (first, last)

    def _at(self, offset: int, *, is_end: bool) -> int:
        index = bisect_right(self._starts, offset - 1 if is_end else offset) - 1
        if index < 0:
            return offset
        edit = self.edits[index]
        if offset < edit.end or (is_end and offset == edit.end):
            new = edit.start + self._shifts[index]
            return new + len(edit.words) if is_end else new
        return offset + self._shifts[index + 1]


def released(body: Body, cuts: Iterable[Cut], kept: Collection[str] | None = None) -> Release:
    """The body with the words of the cuts replaced, and without the sentences whose ids are not in `kept` (None: with all).

    Of a cut through several sentences each keeps its place: what is cut wholly has the words of the cut again. Of cuts that
    overlap the first and longest counts, and reaches to the end of the others.
    """
    text = body.text
    sentences = _kept(text, kept)
    ids = {sentence.id for _, sentence in sentences}
    replaced = [edit for edit in _replaced(text, cuts, ids) if edit.start < edit.end]
    places = Places(sorted([*replaced, *_left_out(text, sentences)], key=lambda one: one.start))
    gaps = tuple(_gaps(text, ids)) if kept is not None else ()
    pieces = changed(
        body,
        [Change(edit.start, edit.end, edit.words) for edit in replaced],
        None if kept is None else [sentence for _, sentence in sentences],
        gaps,
    )
    named = tuple(
        NamedSpan(edit.entity, *places.span(edit.start, edit.end))
        for edit in replaced
        if edit.entity is not None and edit.words
    )
    new = _text(text, sentences, places)
    return Release(pieces, new, named, _gaps_in(new, gaps), len(sentences), _total(text), places)


def only_places(body: Body, kept: Collection[str]) -> Release:
    """Nothing of the text: a placeholder for each sentence whose id is in `kept`, in paragraphs."""
    text = body.text
    sentences = _kept(text, kept)
    edits = [Edit(one.start, one.end, PLACEHOLDER, one.start) for _, one in sentences]
    places = Places(sorted([*edits, *_left_out(text, sentences)], key=lambda one: one.start))
    new = _text(text, sentences, places, kind="paragraph")
    pieces = (html_from_tree([Element("p", {}, [new.text[one.start : one.end]])]) for one in new.blocks)
    gaps = _gaps_in(new, _gaps(text, {sentence.id for _, sentence in sentences}))
    return Release(tuple(pieces), new, (), gaps, 0, _total(text), places)


def _total(text: Text) -> int:
    return sum(len(block.sentences) for block in text.blocks)


def _kept(text: Text, kept: Collection[str] | None) -> list[tuple[Block, Sentence]]:
    return [
        (block, sentence)
        for block in text.blocks
        for sentence in block.sentences
        if kept is None or sentence.id in kept
    ]


def _apart(cuts: Iterable[Cut]) -> list[Cut]:
    """The cuts in order, those that overlap made one."""
    done: list[Cut] = []
    for cut in sorted(cuts, key=lambda one: (one.start, -one.end, one.words, one.entity or "")):
        if done and cut.start < done[-1].end:
            last = done[-1]
            done[-1] = replace(last, end=max(last.end, cut.end))
        else:
            done.append(cut)
    return done


def _replaced(text: Text, cuts: Iterable[Cut], kept: Collection[str]) -> Iterator[Edit]:
    """The parts of the cuts in each of the sentences that are kept."""
    sentences = [sentence for block in text.blocks for sentence in block.sentences]
    for cut in _apart(cuts):
        words = unicodedata.normalize("NFC", one_line(cut.words))
        if not shows(words):
            raise ValueError("nothing that can be seen stands in place of what is cut")
        is_said = False
        at = max(0, bisect_right(sentences, cut.start, key=lambda one: one.start) - 1)
        while at < len(sentences) and sentences[at].start < cut.end:
            sentence = sentences[at]
            at += 1
            start, end = _trimmed(text.text, max(cut.start, sentence.start), min(cut.end, sentence.end))
            if start >= end or sentence.id not in kept:
                continue
            if start == sentence.start and not shows(text.text[end : sentence.end]):
                end = sentence.end
            elif is_said:  # the rest of a sentence, whose cut began in one before: what is left begins it
                while text.text[end].isspace():
                    end += 1
                yield Edit(start, end, "", cut.start)
                continue
            yield Edit(start, end, words, cut.start, cut.entity)
            is_said = True


def _trimmed(text: str, start: int, end: int) -> Span:
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return start, end


def _left_out(text: Text, kept: Sequence[tuple[Block, Sentence]]) -> Iterator[Edit]:
    """What lies between sentences that are kept, as far as it holds others."""
    ids = [sentence.id for block in text.blocks for sentence in block.sentences]
    order = {id_: number for number, id_ in enumerate(ids)}
    if not kept:
        yield Edit(0, len(text.text), "", 0)
        return
    if order[kept[0][1].id] > 0:
        yield Edit(0, kept[0][1].start, "", 0)
    for (block, one), (next_block, other) in pairwise(kept):
        if order[other.id] - order[one.id] > 1:
            between = " " if block.id == next_block.id else SEPARATOR
            yield Edit(one.end, other.start, between, one.end)
    if order[kept[-1][1].id] < len(ids) - 1:
        yield Edit(kept[-1][1].end, len(text.text), "", kept[-1][1].end)


def _gaps(text: Text, kept: Collection[str]) -> Iterator[Gap]:
    """How many sentences are left out in front of each that is kept, and behind the last."""
    count = 0
    last: Sentence | None = None
    for block in text.blocks:
        for sentence in block.sentences:
            if sentence.id not in kept:
                count += 1
                continue
            if count:
                yield Gap(count, sentence.id)
            count, last = 0, sentence
    if count:
        yield Gap(count, None, None if last is None else last.id)


def _gaps_in(new: Text, gaps: Iterable[Gap]) -> tuple[int, ...]:
    starts = {sentence.id: sentence.start for block in new.blocks for sentence in block.sentences}
    return tuple(starts.get(gap.before or "", len(new.text)) for gap in gaps)


def _text(
    text: Text, kept: Sequence[tuple[Block, Sentence]], places: Places, kind: str | None = None
) -> Text:
    blocks: list[Block] = []
    texts: list[str] = []
    held: dict[str, list[Sentence]] = {}
    for block, sentence in kept:
        held.setdefault(block.id, []).append(
            Sentence(sentence.id, *places.span(sentence.start, sentence.end))
        )
    for block in text.blocks:
        if block.id in held:
            of = tuple(held[block.id])
            blocks.append(Block(block.id, kind or block.kind, of[0].start, of[-1].end, of))
    at = 0
    for edit in places.edits:
        texts += (text.text[at : edit.start], edit.words)
        at = edit.end
    return Text("".join((*texts, text.text[at:])), tuple(blocks))
