"""Pages: an archive becomes a sequence of page values, one for each file that a reader can open.

Labels are looked up here, and last: in one `Lookup` of the archive, made once for the pages and for the search's views
of them. It promises that pages come in order of path, that no two share one (on a disk that
does not tell case apart either), that equal archives give equal pages, and that a page holds no more than its template
shows. It knows nothing of templates, HTML frames or files; `link` has made sure that everything leads somewhere.

A module for each kind of page; `lookup` holds what they ask of the archive, `cite` the lines they share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from postil import addresses
from postil.model.page import Page
from postil.model.records import RefKind
from postil.pages import changes, lists, mentions, method
from postil.pages.article import article_page, points_of_article, with_text, without_text
from postil.pages.claim import claim_page, further_claim_pages, points_of_claim
from postil.pages.entity import entity_page, lists_of_entity
from postil.pages.event import event_page, lists_of_event
from postil.pages.further import MOST_LINES, Long, further_pages
from postil.pages.indexing import index_views, view_with_text
from postil.pages.lookup import Lookup
from postil.pages.names import names_pages
from postil.pages.previews import linked_in
from postil.pages.shell import shell_of
from postil.pages.timeline import timeline_pages

__all__ = ["Lookup", "index_views", "linked_in", "pages", "view_with_text", "with_text", "without_text"]


def pages(lookup: Lookup) -> Iterator[Page]:
    """Every page, in order of path, each made only when it is asked for, so that memory stays bounded."""
    for _, make in sorted(_makers(lookup).items()):
        yield make()


_Lists = Callable[[Lookup, str], tuple[Long, ...]]


def _with_long_lists(lookup: Lookup) -> Iterator[tuple[RefKind, str, _Lists]]:
    """Records of which a list may not fit on one page, with what lists they have; of most, nothing is worked out."""
    archive = lookup.archive
    for id_ in archive.articles:
        if len(archive.backrefs_to(RefKind.ARTICLE, id_)) > MOST_LINES:
            yield RefKind.ARTICLE, id_, lambda lookup, id_: (points_of_article(lookup, id_),)
    for id_ in archive.claims:
        if len(archive.backrefs_to(RefKind.CLAIM, id_)) > MOST_LINES:
            yield RefKind.CLAIM, id_, lambda lookup, id_: (points_of_claim(lookup, id_),)
    for id_ in archive.entities:
        words = len(archive.speech.get(id_, ())), len(lookup.said_about(id_))
        links = len(lookup.events_of(id_)), len(archive.backrefs_to(RefKind.ENTITY, id_))
        if max(*words, *links, lookup.count_of_claims(id_)) > MOST_LINES:
            yield RefKind.ENTITY, id_, lists_of_entity
    for id_ in archive.events:
        refs = archive.backrefs_to(RefKind.EVENT, id_)
        if max(len(archive.evidence.get(id_, ())), len(refs)) > MOST_LINES:
            yield RefKind.EVENT, id_, lists_of_event


def _makers(lookup: Lookup) -> dict[str, Callable[[], Page]]:
    """How to make each page, by path."""
    archive = lookup.archive
    shell = shell_of(lookup)
    by_address: dict[str, Callable[[], Page]] = {}
    titles: dict[str, str] = {}

    for kind, records, page_of in (
        (RefKind.ARTICLE, archive.articles, article_page),
        (RefKind.CLAIM, archive.claims, claim_page),
        (RefKind.ENTITY, archive.entities, entity_page),
        (RefKind.EVENT, archive.events, event_page),
    ):
        for id_ in records:
            address = addresses.of_record(kind, id_)
            by_address[address] = partial(page_of, lookup, shell, id_)
            titles[address] = lookup.label(kind, id_)
    for id_ in archive.claims:
        by_address.update(further_claim_pages(lookup, shell, id_))
    for kind, id_, lists_of in _with_long_lists(lookup):
        by_address.update(further_pages(lookup, shell, kind, id_, lists_of(lookup, id_)))
    for id_, named in archive.mentions.items():
        all_cuts = mentions.cuts(named)
        for number in range(2, len(all_cuts) + 1):
            by_address[addresses.of_mentions(id_, number)] = partial(
                mentions.mentions_page, lookup, shell, id_, number, all_cuts
            )
    for id_ in archive.pages:
        by_address[addresses.of_page(id_)] = partial(lists.prose_page, lookup, shell, id_)
        if addresses.of_page(id_) == addresses.METHOD:
            by_address[method.FORMER] = partial(method.former_page, shell, archive.pages[id_].title)
    for id_ in archive.withdrawn:
        address = addresses.of_record(RefKind.ARTICLE, id_)
        by_address[address] = partial(changes.withdrawn_page, lookup, shell, id_)
    by_address |= {
        addresses.CHANGES: partial(changes.changes_page, lookup, shell),
        addresses.HOME: partial(lists.home_page, lookup, shell),
        addresses.METHOD: partial(method.method_page, lookup, shell),
        addresses.NOT_FOUND: partial(lists.not_found_page, shell),
        addresses.SEARCH: partial(lists.search_page, lookup, shell),
    }
    for pages_of in (names_pages, lists.questions_pages, lists.sources_pages, timeline_pages):
        by_address.update(pages_of(lookup, shell))
    for old, new in archive.redirects.items():
        # A page that is there wins over one that only points on.
        by_address.setdefault(old, partial(lists.redirect_page, shell, old, new, titles[new]))
    return {addresses.path_from_address(address): make for address, make in by_address.items()}
