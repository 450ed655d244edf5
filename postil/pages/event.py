"""The page of an event, and its line on timelines: when, where, who, and the sentences that are its evidence."""

from __future__ import annotations

from itertools import groupby

from postil import addresses
from postil.model.lines import SourceLine, TimelineEntry
from postil.model.page import EventPage, Shell
from postil.model.parts import Cited
from postil.model.records import RefKind
from postil.pages.cite import cited_with_denials, date_words, points_from, source_line
from postil.pages.claim import claim_card
from postil.pages.lookup import Lookup
from postil.pages.prose import html_from_prose

MOST_SENTENCES = 8
"""Of an event's evidence in a list of many events; its own page has all."""

_SHOWN_ELSEWHERE = frozenset({("note", "event"), ("event", "after"), ("claim", "event")})
"""(kind, field) of back-references that the page shows as evidence, order or claims."""


def event_page(lookup: Lookup, shell: Shell, id_: str) -> EventPage:
    archive = lookup.archive
    event = archive.events[id_]
    backrefs = archive.backrefs_to(RefKind.EVENT, id_)
    return EventPage(
        path=addresses.path_from_address(addresses.of_record(RefKind.EVENT, id_)),
        title=event.title,
        shell=shell,
        date=date_words(lookup, event.date),
        time=event.time,
        after=lookup.links(RefKind.EVENT, (ref.id for ref in event.after)),
        before=lookup.links(RefKind.EVENT, lookup.events_after(id_)),
        where=lookup.links(RefKind.ENTITY, (ref.id for ref in event.where)),
        who=lookup.links(RefKind.ENTITY, (ref.id for ref in event.who)),
        about=html_from_prose(lookup, event.about),
        evidence=_evidence(lookup, id_),
        claims=tuple(claim_card(lookup, claim) for claim in lookup.claims_on(id_)),
        points=points_from(lookup, (ref for ref in backrefs if (ref.kind, ref.how) not in _SHOWN_ELSEWHERE)),
    )


def _evidence(lookup: Lookup, event: str) -> tuple[tuple[SourceLine, tuple[tuple[Cited, str], ...]], ...]:
    notes = (lookup.archive.notes[key] for key in lookup.archive.evidence.get(event, ()))
    return tuple(
        (
            source_line(lookup, article),
            tuple(
                (cited_with_denials(lookup, note.passage), lookup.note_address(note.key))
                for note in of_article
            ),
        )
        for article, of_article in groupby(notes, key=lambda note: note.article)
    )


def event_entry(lookup: Lookup, id_: str, *, evidence: bool = True) -> TimelineEntry:
    """An event as a list shows it; its sentences stay away from a list that only points on."""
    event = lookup.archive.events[id_]
    keys = lookup.archive.evidence.get(id_, ()) if evidence else ()
    shown = keys if len(keys) <= MOST_SENTENCES else keys[: MOST_SENTENCES - 1]
    return TimelineEntry(
        id=f"event-{id_}",
        link=lookup.link(RefKind.EVENT, id_),
        date=date_words(lookup, event.date),
        time=event.time,
        after=lookup.links(RefKind.EVENT, (ref.id for ref in event.after)),
        where=lookup.links(RefKind.ENTITY, (ref.id for ref in event.where)),
        evidence=tuple(cited_with_denials(lookup, lookup.archive.notes[key].passage) for key in shown),
        before=lookup.links(RefKind.EVENT, lookup.events_after(id_)) if event.date is None else (),
        left=len(keys) - len(shown),
    )
