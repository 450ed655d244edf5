"""What several pages ask of one archive: links with their labels, and reverses that `link` does not keep.

Worked out once for all pages and for the search's views, in time linear in notes and mentions. It makes no page. What it
answers never changes: only cards of claims, previews, timelines and lists of sentences, which not every archive asks for,
are made when they are first asked for, and then kept.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from sys import intern

from postil import addresses
from postil.chronology import Chronology, chronology
from postil.fold import name_key
from postil.kinds import DENIALS, has_card
from postil.markup import Images
from postil.model.archive import Archive, Mention, Note, NoteKey, Passage
from postil.model.lines import ClaimCard
from postil.model.parts import DateWords, Link, Preview
from postil.model.records import RefKind
from postil.pages.collation import collate


class Lookup:
    """One archive, with `lang`, the language of the interface."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self.lang = archive.settings.language
        self.images = Images(archive.images)
        self.cards = _cards(archive)
        """Number of each card within its article, by note; a note without a card is absent."""
        self._card_counts = Counter(article for article, _ in self.cards)
        self._mentions: dict[str, list[Mention]] = {}
        for mentions in archive.mentions.values():
            for mention in mentions:
                self._mentions.setdefault(mention.article, []).append(mention)
        for in_article in self._mentions.values():
            in_article.sort(key=lambda mention: (mention.start, mention.end, mention.entity))
        self._named_in = {article: _named(mentions) for article, mentions in self._mentions.items()}
        once: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._named_at = {
            article: {
                sentence: once.setdefault(named, named)
                for sentence, named in _named_by_sentence(mentions).items()
            }
            for article, mentions in self._mentions.items()
        }
        self.claim_cards: dict[str, ClaimCard] = {}
        """Cards of claims, each kept by `claim.claim_card` when it is first asked for."""
        self.previews: dict[tuple[RefKind, str], Preview] = {}
        """Records in brief, each kept by `previews` when a page first links it."""
        self.origins: dict[str, tuple[Link, DateWords | None]] = {}
        """Each article's link and date, kept by `cite` when its words are first shown."""
        self._chronologies: dict[str, Chronology] = {}
        self._events = self._events_by_entity()
        self._claims, self._said_about = self._statements_by_entity()
        self._followers: dict[str, list[str]] = {}
        self._claims_on: dict[str, list[str]] = {}
        self._inside: dict[str, list[str]] = {}
        for event in archive.events.values():
            for ref in event.after:
                self._followers.setdefault(ref.id, []).append(event.id)
        for claim in archive.claims.values():
            if claim.event is not None:
                self._claims_on.setdefault(claim.event.id, []).append(claim.id)
        for entity in archive.entities.values():
            if entity.within is not None:
                self._inside.setdefault(entity.within.id, []).append(entity.id)
        self._namesakes = self._entities_by_name()
        self._sentences: dict[str, tuple[str, ...]] = {}
        self._contested = self._contested_notes()

    # --- links ------------------------------------------------------------------------------------------------------

    def label(self, kind: RefKind, id_: str) -> str:
        match kind:
            case RefKind.ARTICLE:
                return self.archive.articles[id_].title
            case RefKind.ENTITY:
                return self.archive.entities[id_].name
            case RefKind.EVENT:
                return self.archive.events[id_].title
            case RefKind.CLAIM:
                return self.archive.claims[id_].question

    def link(self, kind: RefKind, id_: str) -> Link:
        lang = self.archive.articles[id_].lang if kind is RefKind.ARTICLE else self.lang
        href = addresses.of_record(kind, id_)
        return Link(self.label(kind, id_), href, lang if lang != self.lang else None)

    def links(self, kind: RefKind, ids: Iterable[str]) -> tuple[Link, ...]:
        return tuple(self.link(kind, id_) for id_ in ids)

    def note_address(self, key: NoteKey) -> str:
        """A note's card; of a note without one (it only names an entity) its sentence."""
        if key in self.cards:
            return addresses.of_note(*key)
        return addresses.of_sentence(key[0], self.archive.notes[key].passage.first)

    def cards_in(self, article: str) -> int:
        return self._card_counts[article]

    # --- who is named where -----------------------------------------------------------------------------------------

    def named_in(self, article: str) -> tuple[str, ...]:
        """Entities named in an article, by id."""
        return self._named_in.get(article, ())

    def named_at(self, article: str, sentence: str) -> tuple[str, ...]:
        """Entities named in a sentence, by id."""
        return self._named_at.get(article, {}).get(sentence, ())

    def named_around(self, note: Note) -> tuple[str, ...]:
        """Entities named in the sentences that a note stands on, by id."""
        begin = note.start - (note.passage.marks[0][0] if note.passage.marks else 0)
        mentions = self._mentions.get(note.article, [])
        first = bisect_left(mentions, begin, key=lambda mention: mention.start)
        after = bisect_left(mentions, begin + len(note.passage.text), key=lambda mention: mention.start)
        return _named(mentions[first:after])

    # --- what is denied ---------------------------------------------------------------------------------------------

    def contested_in(self, passage: Passage) -> tuple[NoteKey, ...]:
        """Notes on these sentences that deny or dispute, or are denied or disputed; in reading order."""
        if not self._contested:
            return ()
        if passage.first == passage.last:  # as most are, and each mention asks
            return self._contested.get((passage.article, passage.first), ())
        found = (self._contested.get((passage.article, one), ()) for one in self.sentences_of(passage))
        return tuple(dict.fromkeys(key for keys in found for key in keys))

    def _contested_notes(self) -> dict[tuple[str, str], tuple[NoteKey, ...]]:
        found: dict[tuple[str, str], list[NoteKey]] = {}
        for note in self.archive.notes.values():
            if any(tie.kind in DENIALS for tie in (*note.ties, *note.ties_in)):
                for sentence in self.sentences_of(note.passage):
                    found.setdefault((note.article, sentence), []).append(note.key)
        return {sentence: tuple(dict.fromkeys(keys)) for sentence, keys in found.items()}

    def sentences_of(self, passage: Passage) -> tuple[str, ...]:
        """The ids of the sentences of a passage, in reading order."""
        if passage.first == passage.last:
            return (passage.first,)
        if passage.article not in self._sentences:
            blocks = self.archive.prepared[passage.article].text.blocks
            self._sentences[passage.article] = tuple(
                intern(one.id) for block in blocks for one in block.sentences
            )
        of_article = self._sentences[passage.article]
        return of_article[of_article.index(passage.first) : of_article.index(passage.last) + 1]

    # --- reverses, each in the order in which a page shows it ---------------------------------------------------------

    def events_of(self, entity: str) -> tuple[str, ...]:
        """Events that happened there, that it took part in, or whose evidence names it; in the timeline's order."""
        return self._events.get(entity, ())

    def claims_of(self, entity: str) -> tuple[str, ...]:
        """Claims that it speaks to, or that a sentence with its name bears on; by question."""
        return self.questions(self._claims.get(entity, ()))

    def count_of_claims(self, entity: str) -> int:
        return len(self._claims.get(entity, ()))

    def said_about(self, entity: str) -> tuple[NoteKey, ...]:
        """Positions and denials of others in sentences that name it: by claim, in its order, then those that answer none."""
        return self._said_about.get(entity, ())

    def claims_on(self, event: str) -> tuple[str, ...]:
        return self.questions(self._claims_on.get(event, ()))

    def events_after(self, event: str) -> tuple[str, ...]:
        """Events known to follow, in the order of their ids."""
        return tuple(sorted(self._followers.get(event, ())))

    def inside(self, place: str) -> tuple[str, ...]:
        return self.by_name(self._inside.get(place, ()))

    def namesakes_of(self, entity: str, most: int) -> tuple[str, ...]:
        """Other entities that share a name, an alias or a name in another language; the first `most` of them by name."""
        first: dict[str, None] = {}
        for name in dict.fromkeys(map(name_key, self.archive.entities[entity].all_names)):
            # One of these may be the entity itself.
            first.update(dict.fromkeys(self._namesakes.get(name, ())[: most + 1]))
        first.pop(entity, None)
        return self.by_name(first)[:most]

    def chronology(self, by: str) -> Chronology:
        """What stands on a timeline, worked out once for its pages and for home."""
        if by not in self._chronologies:
            self._chronologies[by] = chronology(self.archive, by)
        return self._chronologies[by]

    def by_name(self, entities: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted(entities, key=lambda id_: (collate(self.archive.entities[id_].name), id_)))

    def questions(self, claims: Iterable[str]) -> tuple[str, ...]:
        """Claims in the order of their questions."""
        return tuple(sorted(claims, key=lambda id_: (collate(self.archive.claims[id_].question), id_)))

    # --- how the reverses are made ------------------------------------------------------------------------------------

    def _events_by_entity(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for id_ in self.archive.event_order:
            event = self.archive.events[id_]
            entities = {ref.id for ref in (*event.where, *event.who)}
            for key in self.archive.evidence.get(id_, ()):
                entities.update(self.named_around(self.archive.notes[key]))
            for entity in sorted(entities):
                found.setdefault(entity, []).append(id_)
        return {entity: tuple(events) for entity, events in found.items()}

    def _statements_by_entity(self) -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[NoteKey, ...]]]:
        """Claims, and what others say in sentences that name it, by entity."""
        claims: dict[str, list[str]] = {}
        said: dict[str, list[NoteKey]] = {}
        for id_, keys in self.archive.positions.items():
            entities: set[str] = set()
            for key in keys:
                note = self.archive.notes[key]
                self._add_said(said, note)
                entities.update(self.named_around(note))
                speaker = note.annotation.speaker
                for one in (*note.annotation.chain, *((speaker,) if speaker else ())):
                    if one.entity is not None:
                        entities.add(one.entity)
            for entity in sorted(entities):
                claims.setdefault(entity, []).append(id_)
        for note in self.archive.notes.values():
            if note.annotation.claim is None and any(tie.kind in DENIALS for tie in note.ties):
                self._add_said(said, note)
        return (
            {entity: tuple(ids) for entity, ids in claims.items()},
            {entity: tuple(notes) for entity, notes in said.items()},
        )

    def _add_said(self, said: dict[str, list[NoteKey]], note: Note) -> None:
        speaker = note.annotation.speaker
        for entity in self.named_around(note):
            if speaker is None or speaker.entity != entity:
                said.setdefault(entity, []).append(note.key)

    def _entities_by_name(self) -> dict[str, tuple[str, ...]]:
        """Who is called by a name that several have, by name."""
        bearers: dict[str, list[str]] = {}
        for entity in self.archive.entities.values():
            for name in dict.fromkeys(map(name_key, entity.all_names)):
                bearers.setdefault(name, []).append(entity.id)
        return {name: self.by_name(ids) for name, ids in bearers.items() if len(ids) > 1}


def _named(mentions: Sequence[Mention]) -> tuple[str, ...]:
    return tuple(sorted({mention.entity for mention in mentions}))


def _named_by_sentence(mentions: Iterable[Mention]) -> dict[str, tuple[str, ...]]:
    by_sentence: dict[str, list[Mention]] = {}
    for mention in mentions:
        by_sentence.setdefault(mention.passage.first, []).append(mention)
    return {sentence: _named(of_sentence) for sentence, of_sentence in by_sentence.items()}


def _cards(archive: Archive) -> dict[NoteKey, int]:
    """As `prepare` counts them: notes with a card, in the order of their markers within their article, from 1."""
    found: dict[NoteKey, int] = {}
    for _, notes in groupby(archive.notes.values(), key=lambda note: note.article):
        with_card = (note for note in notes if has_card(note.annotation))
        in_order = sorted(with_card, key=lambda note: note.marker_order)
        found.update((note.key, number) for number, note in enumerate(in_order, start=1))
    return found
