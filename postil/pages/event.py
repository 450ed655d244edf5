"""The page of an event, and its line on timelines: when, where, who, and the sentences that are its evidence."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import groupby

from postil import addresses
from postil.model.archive import Note
from postil.model.lines import Portion, TimelineEntry
from postil.model.page import EventPage, Shell
from postil.model.records import RefKind
from postil.pages.cite import cited_with_denials, date_words, source_line
from postil.pages.claim import claim_card
from postil.pages.further import MOST_LINES, Long, long_points, rests_of
from postil.pages.lookup import Lookup
from postil.pages.prose import html_from_prose
from postil.parting import cuts

MOST_SENTENCES = 8
"""Of an event's evidence in a list of many events; its own page has all."""

_SHOWN_ELSEWHERE = frozenset({("note", "event"), ("event", "after"), ("claim", "event")})
"""(kind, field) of back-references that the page shows as evidence, order or claims."""


def event_page(lookup: Lookup, shell: Shell, id_: str) -> EventPage:
    archive = lookup.archive
    event = archive.events[id_]
    evidence, points = lists = lists_of_event(lookup, id_)
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
        evidence=evidence.beginning.evidence,
        claims=tuple(claim_card(lookup, claim) for claim in lookup.claims_on(id_)),
        points=points.beginning.points,
        rests=rests_of(RefKind.EVENT, id_, lists),
    )


def lists_of_event(lookup: Lookup, id_: str) -> tuple[Long, Long]:
    """Its evidence, that of an article together as far as can be; and what points at it."""
    notes = tuple(lookup.archive.notes[key] for key in lookup.archive.evidence.get(id_, ()))
    sizes = (len(list(same)) for _, same in groupby(notes, key=lambda note: note.article))
    backrefs = lookup.archive.backrefs_to(RefKind.EVENT, id_)
    return (
        Long("evidence", cuts(sizes, MOST_LINES), partial(_evidence, lookup, notes)),
        long_points(lookup, (ref for ref in backrefs if (ref.kind, ref.how) not in _SHOWN_ELSEWHERE)),
    )


def _evidence(lookup: Lookup, notes: Sequence[Note], begin: int, end: int) -> Portion:
    return Portion(
        evidence=tuple(
            (
                source_line(lookup, article),
                tuple(
                    (cited_with_denials(lookup, note.passage), lookup.note_address(note.key))
                    for note in of_article
                ),
            )
            for article, of_article in groupby(notes[begin:end], key=lambda note: note.article)
        )
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
