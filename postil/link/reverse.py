"""Reverses: what points here. Mentions, evidence, positions, speech, back-references: derived, never written.

Promises: every entry answers to one note, mention or pointer; the order is that which `model.archive` names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from sys import intern
from typing import TypeVar

from postil.dates import sort_key
from postil.dates.order import SortKey
from postil.link.passages import Passages
from postil.link.register import Register
from postil.link.resolve import Pointer
from postil.model.archive import BackRef, Mention, Note, NoteKey, Passage
from postil.model.records import Article, Claim, RefKind, record_key
from postil.model.text import Prepared

T = TypeVar("T")

_InOrder = tuple[SortKey, str, int]
"""By day of publication, article, start."""


class Reverse:
    """The reverses of one archive. Every map is sorted by key; a record that nothing points at has no entry."""

    def __init__(self, articles: Mapping[str, Article], notes: Mapping[NoteKey, Note]) -> None:
        self._published = {id_: sort_key(article.published) for id_, article in articles.items()}
        self._notes = notes
        self._in_order = sorted(
            notes.values(), key=lambda note: (*self._where(note.article, note.start), note.annotation.id)
        )

    def _where(self, article: str, start: int) -> _InOrder:
        return (self._published[article], article, start)

    def evidence(self) -> dict[str, tuple[NoteKey, ...]]:
        return _grouped(
            (note.annotation.event.id, note.key)
            for note in self._in_order
            if note.annotation.event is not None
        )

    def speech(self) -> dict[str, tuple[NoteKey, ...]]:
        return _grouped(
            (note.annotation.speaker.entity, note.key)
            for note in self._in_order
            if note.annotation.speaker is not None and note.annotation.speaker.entity is not None
        )

    def positions(self, claims: Mapping[str, Claim]) -> dict[str, tuple[NoteKey, ...]]:
        by_claim = _grouped(
            (note.annotation.claim.id, note) for note in self._in_order if note.annotation.claim is not None
        )
        return {
            claim: tuple(note.key for note in sorted(notes, key=_by_scope(claims[claim])))
            for claim, notes in by_claim.items()
        }

    def mentions(self, named: Mapping[str, tuple[Mention, ...]]) -> dict[str, tuple[Mention, ...]]:
        """Those of each article, as `mentions_in` gives them, by entity."""
        in_order = sorted(named, key=lambda id_: (self._published[id_], id_))
        return _grouped((mention.entity, mention) for article in in_order for mention in named[article])

    def backrefs(self, pointers: Iterable[Pointer]) -> dict[str, tuple[BackRef, ...]]:
        """A record does not point at itself, nor a note at the article it stands in: both are already there."""
        found: dict[tuple[str, str, str, str], NoteKey | None] = {}
        for pointer in pointers:
            source, to = pointer.source, pointer.to
            is_own = (source.kind, source.id) == (to.kind, to.id)
            if source.note is not None:
                is_own = (RefKind.ARTICLE, source.note[0]) == (to.kind, to.id)
                if source.note not in self._notes:
                    continue
            if not is_own:
                found[record_key(to.kind, to.id), source.kind, source.id, pointer.how] = source.note
        return _grouped(
            (target, BackRef(kind, id_, how, note, self._notes[note].passage if note else None))
            for (target, kind, id_, how), note in sorted(found.items(), key=lambda item: item[0])
        )


def mentions_in(one: Prepared, passages: Passages, register: Register) -> tuple[Mention, ...]:
    """The mentions in an article, in reading order; of two of an entity at one span only one is kept."""
    sentences, once = passages.of(one.article), passages.once
    at: dict[tuple[int, int, str], Mention] = {}
    # A mention that a note makes comes first, and stays when a name was found at the same words.
    for span in sorted(one.mentions, key=lambda s: (s.start, s.end, s.note is None, s.note or "")):
        entity = register.current(RefKind.ENTITY, intern(span.entity))
        if entity is None or (span.start, span.end, entity) in at:
            continue
        at[span.start, span.end, entity] = Mention(
            entity,
            one.article,
            once(span.start),
            once(span.end),
            intern(one.text.text[span.start : span.end]),
            sentences.passage(span.start, span.end),
            span.note,
        )
    return tuple(at.values())


def cited(pointers: Iterable[Pointer], passages: Passages) -> dict[str, Passage]:
    """The sentences that references with `@` name, by the reference in full."""
    found: dict[str, Passage] = {}
    for pointer in pointers:
        to = pointer.to
        if to.sentence is None or to.text in found:
            continue
        sentences = passages.of(to.id)
        stretch = sentences.at(to.sentence)
        if stretch is not None:
            found[to.text] = sentences.unmarked(stretch)
    return dict(sorted(found.items()))


def _by_scope(claim: Claim) -> Callable[[Note], tuple[int, SortKey]]:
    """Key of a claim's positions: by scope in the order that the claim names them, none first, then by day covered."""
    rank = {name: number for number, (name, _) in enumerate(claim.scopes)}
    return lambda note: (
        rank.get(note.annotation.scope or "", -1),
        sort_key(note.as_of.date if note.as_of else None),
    )


def _grouped(rows: Iterable[tuple[str, T]]) -> dict[str, tuple[T, ...]]:
    """Values by key, in the order they come; the keys sorted."""
    groups: dict[str, list[T]] = {}
    for key, value in rows:
        groups.setdefault(key, []).append(value)
    return {key: tuple(values) for key, values in sorted(groups.items())}
