"""The page of an article: its text with the notes beside it, its source, and how to cite it."""

from __future__ import annotations

import hashlib

from postil import addresses
from postil.dates import words
from postil.kinds import kinds_of
from postil.model.archive import NoteKey
from postil.model.page import ArticlePage, Shell
from postil.model.parts import BodyPiece, Html, Link, NoteCard
from postil.model.records import Annotation, Article, Ref, RefKind
from postil.model.text import Piece
from postil.pages.cite import as_of, chain_of, date_words, points_from, said_on, says_text, ties_of, voice_of
from postil.pages.lookup import Lookup
from postil.pages.metadata import linked_data_of, meta_of
from postil.pages.prose import html_from_prose

FIRST_TYPES = ("person", "place", "organization")
LAST_TYPES = ("work", "other")


def article_page(lookup: Lookup, shell: Shell, id_: str) -> ArticlePage:
    article = lookup.archive.articles[id_]
    prepared = lookup.archive.prepared[id_]
    address = addresses.of_record(RefKind.ARTICLE, id_)
    base_url = lookup.archive.settings.base_url
    on_the_web = f"{base_url}{addresses.path_from_address(address)}" if base_url else None
    return ArticlePage(
        path=addresses.path_from_address(address),
        title=article.title,
        shell=shell,
        text_lang=article.lang,
        outlet=article.outlet,
        authors=article.authors,
        dateline=article.dateline,
        published=date_words(lookup, article.published),
        updated=date_words(lookup, article.updated),
        retrieved=date_words(lookup, article.retrieved),
        url=article.url,
        archived=tuple((copy.url, date_words(lookup, copy.at)) for copy in article.archived),
        kind=article.kind,
        holder=article.rights.holder,
        notice=article.notice,
        tags=article.tags,
        digest=hashlib.sha256(prepared.text.text.encode()).hexdigest(),
        pieces=tuple(_piece(lookup, id_, piece) for piece in prepared.pieces),
        named=_named(lookup, id_),
        points=points_from(lookup, lookup.archive.backrefs_to(RefKind.ARTICLE, id_)),
        cite=citation(lookup, article, address),
        meta=meta_of(article, on_the_web),
        linked_data=linked_data_of(article, on_the_web),
    )


def _piece(lookup: Lookup, article: str, piece: Piece) -> BodyPiece:
    keys = ((article, note) for note in piece.notes)
    return BodyPiece(Html(piece.html), tuple(_card(lookup, key) for key in keys if key in lookup.cards))


def _scope(lookup: Lookup, annotation: Annotation) -> str:
    """What the figure covers, as the claim says it; the scope's id where the claim says nothing of it."""
    if annotation.scope is None or annotation.claim is None:
        return ""
    meanings = dict(lookup.archive.claims[annotation.claim.id].scopes)
    return meanings.get(annotation.scope) or annotation.scope


def _card(lookup: Lookup, key: NoteKey) -> NoteCard:
    note = lookup.archive.notes[key]
    annotation, passage = note.annotation, note.passage
    return NoteCard(
        id=annotation.id,
        number=lookup.cards[key],
        kinds=kinds_of(annotation),
        address=passage.address,
        sentence_href=f"#{passage.first}",
        marker_href=f"#{addresses.marker_id(annotation.id)}",
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
        ties=ties_of(lookup, note),
        annotator=annotation.annotator,
        see=tuple(
            _link_to(lookup, relation.to) for relation in annotation.relations if relation.to.note is None
        ),
    )


def _link_to(lookup: Lookup, ref: Ref) -> Link:
    link = lookup.link(ref.kind, ref.id)
    if ref.sentence is None:
        return link
    return Link(f"{link.label}, {ref.sentence}", addresses.of_sentence(ref.id, ref.sentence), link.lang)


def _named(lookup: Lookup, article: str) -> tuple[tuple[str, tuple[Link, ...]], ...]:
    by_type: dict[str, list[str]] = {}
    for entity in lookup.by_name(lookup.named_in(article)):
        by_type.setdefault(lookup.archive.entities[entity].is_, []).append(entity)
    own_types = sorted(set(by_type) - set(FIRST_TYPES) - set(LAST_TYPES))
    return tuple(
        (type_, lookup.links(RefKind.ENTITY, by_type[type_]))
        for type_ in (*FIRST_TYPES, *own_types, *LAST_TYPES)
        if type_ in by_type
    )


def citation(lookup: Lookup, article: Article, address: str) -> tuple[str, ...]:
    """How to cite a page, part by part: authors or outlet, title, outlet, date in words, archive, address.

    What is not known is left out. Only the values' own words are used, so that it reads in any language; each part
    may be in a script of its own.
    """
    settings = lookup.archive.settings
    outlet = article.outlet if article.authors else None
    published = words(article.published, lookup.lang) if article.published else None
    where = (f"{outlet}," if published else _closed(outlet)) if outlet else None
    closed = [
        _closed(part) if part else None
        for part in (", ".join(article.authors) or article.outlet, article.title)
    ]
    rest = [_closed(published) if published else None, _closed(settings.title)]
    url = settings.base_url + address.removeprefix("/") if settings.base_url else None
    return tuple(part for part in (*closed, where, *rest, url) if part)


def _closed(part: str) -> str:
    return part if part.endswith((".", "!", "?", "…")) else f"{part}."
