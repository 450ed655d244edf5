"""Previews: what the entities, events and claims are that a page links, in a line or two each.

Promises one for each record linked, and in it only what the record's own file says, with the state of a claim and how
often it is denied: never a count that changes with every new mention. Refuses to know how a page shows them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import unescape

from postil import addresses
from postil.model.parts import BodyPiece, Html, NoteCard, Preview
from postil.model.records import Prose, RefKind
from postil.model.text import Prepared
from postil.pages.cite import date_words
from postil.pages.claim import claim_card
from postil.pages.lookup import Lookup
from postil.pages.prose import html_from_prose, opening
from postil.text import leaves
from postil.tree import tree_from_html

_LONGEST_ABOUT = 160
"""Code points."""

_TARGET = re.compile(r'\bhref="([^"]*)"')
_KINDS = (RefKind.CLAIM, RefKind.ENTITY, RefKind.EVENT)


def previews_of(lookup: Lookup, pieces: Iterable[BodyPiece]) -> tuple[Preview, ...]:
    """The records that a text and its notes link, by address."""
    targets = {target.partition("#")[0] for piece in pieces for target in _targets(piece)}
    found = (_record_at(lookup, target) for target in sorted(targets))
    return tuple(_kept(lookup, *record) for record in found if record is not None)


def linked_in(prepared: Prepared) -> frozenset[str]:
    """The addresses that an article's text links."""
    return frozenset(target for piece in prepared.pieces for target in _targets_in(Html(piece.html)))


def _kept(lookup: Lookup, kind: RefKind, id_: str) -> Preview:
    """Made once for all pages: many link the same records, and to read what is written of one takes milliseconds."""
    preview = lookup.previews.get((kind, id_))
    if preview is None:
        preview = lookup.previews[kind, id_] = _preview(lookup, kind, id_)
    return preview


def _targets(piece: BodyPiece) -> Iterator[str]:
    yield from _targets_in(piece.html)
    for card in piece.notes:
        yield from _targets_of(card)


def _targets_of(card: NoteCard) -> Iterator[str]:
    if card.body is not None:
        yield from _targets_in(card.body)
    yield from (link.href for link in (card.entity, card.event, card.claim, *card.see) if link)
    voices = (card.voice, *card.chain, *(tie.voice for tie in card.ties))
    yield from (voice.href for voice in voices if voice and voice.href)


def _targets_in(html: Html) -> Iterator[str]:
    return (unescape(target) for target in _TARGET.findall(html.html))


def _record_at(lookup: Lookup, address: str) -> tuple[RefKind, str] | None:
    archive = lookup.archive
    there = {RefKind.CLAIM: archive.claims, RefKind.ENTITY: archive.entities, RefKind.EVENT: archive.events}
    for kind in _KINDS:
        before, _, after = addresses.of_record(kind, "*").partition("*")
        id_ = address.removeprefix(before).removesuffix(after)
        if address == addresses.of_record(kind, id_) and id_ in there[kind]:
            return kind, id_
    return None


def _preview(lookup: Lookup, kind: RefKind, id_: str) -> Preview:
    archive, link = lookup.archive, lookup.link(kind, id_)
    if kind is RefKind.ENTITY:
        entity = archive.entities[id_]
        return Preview(kind.value, link, _about(lookup, entity.about), is_=entity.is_)
    if kind is RefKind.EVENT:
        event = archive.events[id_]
        about = _about(lookup, event.about)
        return Preview(kind.value, link, about, date=date_words(lookup, event.date), time=event.time)
    card = claim_card(lookup, id_)
    about = _about(lookup, archive.claims[id_].about)
    return Preview(kind.value, link, about, state=card.state, denials=card.denials)


def _about(lookup: Lookup, prose: Prose | None) -> str:
    html = html_from_prose(lookup, prose)
    first = next(leaves(tree_from_html(html.html)), None) if html else None
    return opening(first.text, _LONGEST_ABOUT) if first else ""
