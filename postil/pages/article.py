"""The page of an article: its text with the notes beside it, its source, how to cite it, and what it links in brief."""

from __future__ import annotations

from dataclasses import replace

from postil import addresses
from postil.ledger import digest_of
from postil.model.page import ArticlePage, Shell
from postil.model.parts import BodyPiece, Html, Link, Share
from postil.model.records import Article, RefKind
from postil.model.text import Prepared
from postil.pages.changes import stones_of, version_lines
from postil.pages.cite import date_words
from postil.pages.citing import bibtex, citation, csl_json
from postil.pages.further import Long, long_points, rests_of
from postil.pages.lookup import Lookup
from postil.pages.margin import cards_of
from postil.pages.metadata import linked_data_of, meta_of
from postil.pages.previews import previews_of

FIRST_TYPES = ("person", "place", "organization")
LAST_TYPES = ("work", "other")


def article_page(lookup: Lookup, shell: Shell, id_: str) -> ArticlePage:
    article = lookup.archive.articles[id_]
    prepared = lookup.archive.prepared[id_]
    address = addresses.of_record(RefKind.ARTICLE, id_)
    base_url = lookup.archive.settings.base_url
    on_the_web = f"{base_url}{addresses.path_from_address(address)}" if base_url else None
    cards = cards_of(lookup, id_)
    points = points_of_article(lookup, id_)
    stones = stones_of(lookup, article.sealed, prepared)
    pieces = tuple(
        BodyPiece(
            Html(piece.html), tuple(cards[note] for note in piece.notes if note in cards), stones.get(at, ())
        )
        for at, piece in enumerate(prepared.pieces)
    )
    if -1 in stones:
        pieces = (BodyPiece(Html(""), (), stones[-1]), *pieces)
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
        share=_share(lookup, article),
        digest=digest_of(prepared.text.text),
        pieces=pieces,
        named=_named(lookup, id_),
        points=points.beginning.points,
        rests=rests_of(RefKind.ARTICLE, id_, (points,)),
        cite=citation(lookup, article),
        cite_address=on_the_web,
        bibtex=bibtex(lookup, article, on_the_web),
        csl_json=csl_json(lookup, article, on_the_web),
        versions=version_lines(lookup, article.sealed),
        former=tuple(
            former
            for former in (addresses.of_record(RefKind.ARTICLE, old) for old in article.former_ids)
            if former in lookup.archive.redirects
        ),
        previews=previews_of(lookup, pieces),
        meta=meta_of(article, on_the_web),
        linked_data=linked_data_of(article, on_the_web),
    )


def points_of_article(lookup: Lookup, id_: str) -> Long:
    return long_points(lookup, lookup.archive.backrefs_to(RefKind.ARTICLE, id_))


def _share(lookup: Lookup, article: Article) -> Share | None:
    released = article.released
    if released is None or lookup.archive.settings.is_private:
        return None
    kind = article.rights.text if article.rights.text != "full" else "withheld"
    return Share(kind, released.count, released.total)


def without_text(page: ArticlePage) -> ArticlePage:
    """The page of an article of which nothing is known but the text: all its cards stand in one piece without words."""
    cards = tuple(card for piece in page.pieces for card in piece.notes)
    return replace(page, digest="", pieces=(BodyPiece(Html(""), cards),))


def with_text(page: ArticlePage, prepared: Prepared) -> ArticlePage:
    """The page without a text, with this one: of an article that is not sealed, whose cards are those of the page."""
    cards = {card.id: card for piece in page.pieces for card in piece.notes}
    return replace(
        page,
        digest=digest_of(prepared.text.text),
        pieces=tuple(
            BodyPiece(Html(piece.html), tuple(cards[note] for note in piece.notes if note in cards))
            for piece in prepared.pieces
        ),
    )


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
