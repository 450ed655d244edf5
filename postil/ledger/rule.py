"""The rule of addresses: what a sealed text is cut into, and what a revision makes of the addresses of the one before.

Rules
- A sentence is the same if its words are. Those that stay, in order, keep their ids, also in another block.
- A block is the same if a sentence of it stays; of a block in two the first has the id, of two in one the first gives it.
- What is new gets the next number that was never used: a block in the article, a sentence in its block.
- What went leaves a stone where it stood. A revision for law or safety leaves no words and no digests in the article.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from postil.model.ledger import Because, Row, Sealed, SealedBlock, SealedSentence, Stone, Version
from postil.model.text import Block, Sentence, Text

_COMMON = 20
"""A sentence that occurs oftener is no landmark: with many alike, to compare all with all would take for ever."""

_DIGITS = 32
"""Of a sentence's digest, hex: 128 bits, for which nobody finds a second text."""


def digest_of(text: str) -> str:
    """SHA-256 of a text (UTF-8), hex."""
    return hashlib.sha256(text.encode()).hexdigest()


def digest_of_sentence(words: str) -> str:
    """The first half of it."""
    return digest_of(words)[:_DIGITS]


def is_block(id_: str) -> bool:
    return "s" not in id_


def first_sealed(article: str, text: Text, on: str) -> Sealed:
    """What stands now, with the ids that it has: version 1."""
    rows: list[Row] = []
    for block in text.blocks:
        rows.append(SealedBlock(block.id, 1))
        rows += (_sentence_row(text, one, one.id, 1) for one in block.sentences)
    return Sealed(article, digest_of(text.text), (Version(on),), tuple(rows))


# --- a text against the ledger --------------------------------------------------------------------------------------


def sealed(text: Text, entry: Sealed) -> Text | None:
    """The text with the sentences and ids that the ledger has; None where it is not the text that was sealed.

    Of `text` only the words and the borders of its blocks count.
    """
    if digest_of(text.text) != entry.digest:
        return None
    groups = _blocks(entry.rows)
    if len(groups) != len(text.blocks):
        return None
    blocks: list[Block] = []
    for block, (id_, rows) in zip(text.blocks, groups, strict=True):
        sentences = _sentences(text.text, block, rows)
        if sentences is None:
            return None
        blocks.append(replace(block, id=id_, sentences=sentences))
    return replace(text, blocks=tuple(blocks))


def words_of(text: Text, entry: Sealed) -> Mapping[str, str]:
    """The words of sentences of the ledger that are found in another state of the text, by id; the digest proves each."""
    known: dict[str, list[str]] = {}
    for block in text.blocks:
        for one in block.sentences:
            words = text.text[one.start : one.end]
            known.setdefault(digest_of_sentence(words), []).append(words)
    exact = sealed(text, entry)
    if exact is not None:
        return {one.id: exact.text[one.start : one.end] for block in exact.blocks for one in block.sentences}
    return {row.id: known[row.digest][0] for row in _live(entry.rows) if row.digest in known}


def recut(text: Text, entry: Sealed) -> Text:
    """The text with those of its sentences that were sealed in other borders cut as they were then.

    So that what nobody touched stays the same when sentences are found otherwise than before. Ids are left as they are.
    """
    live = _live(entry.rows)
    places: dict[str, list[int]] = {}
    for place, row in enumerate(live):
        places.setdefault(row.digest, []).append(place)
    lengths = sorted({row.length for row in live}, reverse=True)
    known = _Known(text.text, live, places, lengths)
    return replace(text, blocks=tuple(replace(one, sentences=known.cut(one)) for one in text.blocks))


@dataclass(frozen=True, slots=True)
class _Known:
    """The sentences of the ledger, to be found again in a text; `places` by digest, `lengths` the longest first."""

    text: str
    live: Sequence[SealedSentence]
    places: Mapping[str, Sequence[int]]
    lengths: Sequence[int]

    def cut(self, block: Block) -> tuple[Sentence, ...]:
        ends = {one.end: number for number, one in enumerate(block.sentences)}
        found: list[Sentence] = []
        number = 0
        while number < len(block.sentences):
            one = block.sentences[number]
            if digest_of_sentence(self.text[one.start : one.end]) not in self.places:
                spans = self._sealed_from(one.start, block.end, ends)
                if spans:
                    found += (Sentence(one.id, start, end) for start, end in spans)
                    number = ends[spans[-1][1]] + 1
                    continue
            found.append(one)
            number += 1
        return tuple(found)

    def _sealed_from(self, start: int, limit: int, ends: Mapping[int, int]) -> list[tuple[int, int]]:
        """The spans of sealed sentences that follow each other here as there, up to where a sentence of today ends."""
        for length in self.lengths:
            if start + length > limit:
                continue
            for place in self.places.get(digest_of_sentence(self.text[start : start + length]), ())[:_COMMON]:
                spans: list[tuple[int, int]] = []
                at = start
                for row in self.live[place:]:
                    end = at + row.length
                    if end > limit or digest_of_sentence(self.text[at:end]) != row.digest:
                        break
                    spans.append((at, end))
                    if end in ends:
                        return spans
                    at = end
                    while at < limit and self.text[at].isspace():
                        at += 1
        return []


def _sentences(text: str, block: Block, rows: Sequence[SealedSentence]) -> tuple[Sentence, ...] | None:
    at = block.start
    found: list[Sentence] = []
    for row in rows:
        while at < block.end and text[at].isspace() and found:
            at += 1
        end = at + row.length
        if end > block.end or digest_of_sentence(text[at:end]) != row.digest:
            return None
        found.append(Sentence(row.id, at, end))
        at = end
    return tuple(found) if at == block.end else None


# --- what has changed -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Changes:
    """Addresses whose words are gone, in order, and spans of sentences that were not there (code points of the text)."""

    gone: tuple[str, ...]
    new: tuple[tuple[int, int], ...]


def changes(entry: Sealed, text: Text) -> Changes:
    """What a revision would take and give. Both are empty where only the borders of blocks have changed."""
    live = _live(entry.rows)
    sentences = [one for block in recut(text, entry).blocks for one in block.sentences]
    pairs = _aligned(live, text, sentences)
    kept = {old for old, _ in pairs}
    standing = {new for _, new in pairs}
    return Changes(
        tuple(row.id for number, row in enumerate(live) if number not in kept),
        tuple((one.start, one.end) for number, one in enumerate(sentences) if number not in standing),
    )


def revised(
    entry: Sealed,
    text: Text,
    because: Because,
    on: str,
    *,
    words: Mapping[str, str] | None = None,
    claims: tuple[str, ...] = (),
) -> Sealed:
    """The next version. `words` are those that addresses stood for, by id; only a correction keeps them."""
    number = len(entry.versions) + 1
    text = recut(text, entry)
    rows = _Revision(entry, text, number, {} if words is None or because is not Because.CORRECTION else words)
    found = tuple(rows.all())
    if because.is_silent:
        found = tuple(
            replace(row, digest=None, words=None) if isinstance(row, Stone) else row for row in found
        )
    versions = (*entry.versions, Version(on, because, claims))
    return replace(entry, digest=digest_of(text.text), versions=versions, rows=found)


class _Revision:
    """One pass over what stood and what stands. Old rows are passed on as stones before what is new in their place."""

    def __init__(self, entry: Sealed, text: Text, number: int, words: Mapping[str, str]) -> None:
        self._rows = entry.rows
        self._text = text
        self._number = number
        self._words = words
        self._at = 0
        sentences = [one for block in text.blocks for one in block.sentences]
        places = [at for at, row in enumerate(entry.rows) if isinstance(row, SealedSentence)]
        pairs = _aligned(_live(entry.rows), text, sentences)
        self._old = {sentences[new].start: places[old] for old, new in pairs}
        """Place among the old rows, by where a sentence that stays begins now."""
        self._headers = self._headers_kept()
        self._stays = frozenset((*self._old.values(), *self._headers.values()))
        self._numbers = Counter[str]()
        for row in entry.rows:
            block, _, sentence = row.id.partition("s")
            self._numbers["p"] = max(self._numbers["p"], int(block[1:]))
            self._numbers[block] = max(self._numbers[block], int(sentence or 0))

    def _headers_kept(self) -> dict[int, int]:
        """Place of the old row of a block that stays, by where it begins now."""
        header = -1
        header_of: dict[int, int] = {}
        for at, row in enumerate(self._rows):
            header = at if isinstance(row, SealedBlock) else header
            header_of[at] = header
        found: dict[int, int] = {}
        taken: set[int] = set()
        for block in self._text.blocks:
            old = (header_of[self._old[one.start]] for one in block.sentences if one.start in self._old)
            free = next((one for one in old if one not in taken), None)
            if free is not None:
                found[block.start] = free
                taken.add(free)
        return found

    def all(self) -> Iterator[Row]:
        for block in self._text.blocks:
            header = self._headers.get(block.start)
            yield from self._stones(header)
            if header is None:
                id_ = f"p{self._next('p')}"
                yield SealedBlock(id_, self._number)
            else:
                id_ = self._rows[header].id
                yield self._rows[header]
                self._at += self._at == header
            for one in block.sentences:
                old = self._old.get(one.start)
                yield from self._stones(old)
                if old is None:
                    new = f"{id_}s{self._next(id_)}"
                    yield _sentence_row(self._text, one, new, self._number)
                else:
                    yield self._rows[old]
                    self._at = old + 1
        yield from self._stones(len(self._rows))

    def _stones(self, limit: int | None) -> Iterator[Row]:
        """Stones for the old rows up to a place, and never past a sentence that stays; without a place, nor past a block."""
        while self._at < (len(self._rows) if limit is None else limit):
            row = self._rows[self._at]
            stays = self._at in self._stays
            if stays and (limit is None or isinstance(row, SealedSentence)):
                return
            self._at += 1
            if isinstance(row, Stone):
                yield row
            elif isinstance(row, SealedSentence):
                yield Stone(row.id, row.first, self._number, row.digest, self._words.get(row.id))
            elif not stays:
                yield Stone(row.id, row.first, self._number)

    def _next(self, of: str) -> int:
        self._numbers[of] += 1
        return self._numbers[of]


def _sentence_row(text: Text, one: Sentence, id_: str, version: int) -> SealedSentence:
    words = text.text[one.start : one.end]
    return SealedSentence(id_, len(words), digest_of_sentence(words), version)


def _live(rows: Sequence[Row]) -> list[SealedSentence]:
    return [row for row in rows if isinstance(row, SealedSentence)]


def _blocks(rows: Sequence[Row]) -> list[tuple[str, list[SealedSentence]]]:
    found: list[tuple[str, list[SealedSentence]]] = []
    for row in rows:
        if isinstance(row, SealedBlock):
            found.append((row.id, []))
        elif isinstance(row, SealedSentence):
            found[-1][1].append(row)
    return found


def _aligned(live: Sequence[SealedSentence], text: Text, now: Sequence[Sentence]) -> list[tuple[int, int]]:
    """Which of the sealed sentences stand in the text, and as which of its sentences; both rise."""
    old = [row.digest for row in live]
    new = [digest_of_sentence(text.text[one.start : one.end]) for one in now]
    often = Counter(old)
    often.update(new)
    matcher = SequenceMatcher(lambda digest: often[digest] > 2 * _COMMON, old, new, autojunk=False)
    return [
        (match.a + at, match.b + at) for match in matcher.get_matching_blocks() for at in range(match.size)
    ]
