"""The margin of an article: its notes as cards, each with the ways to those beside it.

Cards are numbered in the order of their markers. Two notes stand beside each other when they share words, be it one
character. Refuses to know where on the page a card comes to stand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from postil import addresses
from postil.kinds import DENIALS, kinds_of
from postil.model.archive import Note
from postil.model.notes import Annotation, RelationKind
from postil.model.parts import Link, NoteCard, NoteLink
from postil.model.records import Ref, RefKind
from postil.pages.cite import as_of, chain_of, in_brief, said_on, says_text, ties_of, voice_of
from postil.pages.lookup import Lookup
from postil.pages.prose import html_from_prose, opening

MOST_BESIDE = 10
"""Notes on the same words that a card leads to on either side, the nearest; how many more there are, it says."""

_LONGEST_WORDS = 60
"""Code points of a note's words by which its marker is called."""

_IN_FULL = DENIALS | {RelationKind.CORRECTS, RelationKind.RETRACTS}
"""Relations that stand against what is said: the other words are read beside it. Any other leads to its words."""


def cards_of(lookup: Lookup, article: str) -> Mapping[str, NoteCard]:
    """The cards of an article by the ids of their notes, in the order of their numbers."""
    keys = ((article, span.note) for span in lookup.archive.prepared[article].spans)
    numbers = {key: lookup.cards[key] for key in keys if key in lookup.cards}
    notes = [lookup.archive.notes[key] for key in sorted(numbers, key=numbers.__getitem__)]
    links = [NoteLink(numbers[note.key], _way_to(note)) for note in notes]
    beside = _beside(notes)
    return {
        note.annotation.id: _card(lookup, note, tuple(links[other] for other in nearest), left)
        for note, (nearest, left) in zip(notes, beside, strict=True)
    }


def _beside(notes: Sequence[Note]) -> list[tuple[tuple[int, ...], int]]:
    """For each note the nearest that share words with it, by their places, and how many more do.

    `notes` are in the order of their ends.
    """
    before: list[list[int]] = [[] for _ in notes]
    behind: list[list[int]] = [[] for _ in notes]
    counts = [0] * len(notes)
    for index, note in enumerate(notes):
        for other in range(index - 1, -1, -1):
            if notes[other].end <= note.start:
                break
            counts[index] += 1
            counts[other] += 1
            if len(before[index]) < MOST_BESIDE:
                before[index].append(other)
            if len(behind[other]) < MOST_BESIDE:
                behind[other].append(index)
    nearest = ((*reversed(left), *right) for left, right in zip(before, behind, strict=True))
    return [(others, count - len(others)) for others, count in zip(nearest, counts, strict=True)]


def _way_to(note: Note) -> str:
    return f"#{addresses.note_id(note.annotation.id)}"


def _card(lookup: Lookup, note: Note, also: tuple[NoteLink, ...], also_left: int) -> NoteCard:
    annotation, passage = note.annotation, note.passage
    return NoteCard(
        id=annotation.id,
        number=lookup.cards[note.key],
        kinds=kinds_of(annotation),
        address=passage.address,
        sentence_href=f"#{passage.first}",
        marker_href=f"#{addresses.marker_id(annotation.id)}",
        words=opening(lookup.archive.prepared[note.article].text.text[note.start : note.end], _LONGEST_WORDS),
        body=html_from_prose(lookup, annotation.note),
        entity=lookup.link(RefKind.ENTITY, annotation.entity.id) if annotation.entity else None,
        event=lookup.link(RefKind.EVENT, annotation.event.id) if annotation.event else None,
        claim=lookup.link(RefKind.CLAIM, annotation.claim.id) if annotation.claim else None,
        voice=voice_of(lookup, note),
        says=says_text(lookup, annotation.says),
        scope=_scope(lookup, annotation),
        on=said_on(lookup, note),
        as_of=as_of(lookup, note),
        how=annotation.how,
        chain=chain_of(lookup, note),
        hedge=annotation.hedge,
        ties=tuple(tie if tie.kind in _IN_FULL else in_brief(tie) for tie in ties_of(lookup, note)),
        annotator=annotation.annotator,
        see=tuple(
            _link_to(lookup, relation.to) for relation in annotation.relations if relation.to.note is None
        ),
        also=also,
        also_left=also_left,
    )


def _scope(lookup: Lookup, annotation: Annotation) -> str:
    """What the figure covers, as the claim says it; the scope's id where the claim says nothing of it."""
    if annotation.scope is None or annotation.claim is None:
        return ""
    meanings = dict(lookup.archive.claims[annotation.claim.id].scopes)
    return meanings.get(annotation.scope) or annotation.scope


def _link_to(lookup: Lookup, ref: Ref) -> Link:
    link = lookup.link(ref.kind, ref.id)
    if ref.sentence is None:
        return link
    return Link(f"{link.label}, {ref.sentence}", addresses.of_sentence(ref.id, ref.sentence), link.lang)
