"""The pages that lead to all others: home, questions, sources, search; and the few that stand apart.

Pages that are no record's have no title of their own (it is empty): the template's strings name them.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from heapq import nsmallest

from postil import addresses
from postil.dates import (
    DateFault,
    date_from_text,
    month,
    sort_key,
    standing_day,
    words,
    year,
)
from postil.dates.reach import date_from_period
from postil.model.lines import ClaimCard
from postil.model.page import (
    HomePage,
    NotFoundPage,
    Page,
    ProsePage,
    QuestionsPage,
    RedirectPage,
    SearchPage,
    Shell,
    SourcesPage,
)
from postil.model.parts import DateWords, Turn
from postil.model.records import Date, RefKind
from postil.pages.cite import article_line, source_line, words_of_date
from postil.pages.claim import claim_card, claim_line
from postil.pages.collation import collate, sizes_by_beginning
from postil.pages.lookup import Lookup
from postil.pages.prose import html_from_prose
from postil.pages.timeline import happened_groups, happened_strip
from postil.pages.turning import turn
from postil.parting import cuts
from postil.words import language_name, primary_language

NEWEST = 6
MOST_ASKED = 5
"""Open questions on home: those with most denials, for there the sources differ."""
FIRST_DAYS = 6
MOST_OFFERED = 1000
"""Names by which a search can be narrowed, those that are named most: nobody finds one among more."""
MOST_QUESTIONS = 400
MOST_SOURCES = 300
"""On one page. A row takes up to a kilobyte."""
_CLOSED = frozenset({"settled", "superseded"})


# --- home ---------------------------------------------------------------------------------------------------------


def home_page(lookup: Lookup, shell: Shell) -> HomePage:
    archive = lookup.archive
    articles = archive.articles
    dated = [id_ for id_, one in articles.items() if one.published and standing_day(one.published)]
    newest = sorted(dated, key=lambda id_: sort_key(articles[id_].published), reverse=True)
    undated = sorted(articles.keys() - set(dated))
    return HomePage(
        path=addresses.path_from_address(addresses.HOME),
        title=archive.settings.title,
        shell=shell,
        articles=len(articles),
        notes=len(lookup.cards),
        entities=len(archive.entities),
        events=len(archive.events),
        claims=len(archive.claims),
        span=_span(lookup),
        questions=_most_denied(lookup),
        newest=tuple(source_line(lookup, id_) for id_ in (newest + undated)[:NEWEST]),
        strip=happened_strip(lookup),
        days=happened_groups(lookup, most=FIRST_DAYS),
    )


_END = re.compile(r"-?[0-9]{4}(-[0-9]{2}(-[0-9]{2}[~?%]?|[~?%]?)|[~?%]?)")


def _span(lookup: Lookup) -> DateWords | None:
    """From the first to the last publication, each as exact as it is known: from a month stays from a month.

    A publication whose date cannot be the end of an interval (itself a span, or one of several) is passed over.
    """
    dates = [article.published for article in lookup.archive.articles.values() if article.published]
    ends = [(date, date.edtf.partition("T")[0]) for date in dates if date.lower and date.upper]
    ends = [(date, text) for date, text in ends if _END.fullmatch(text)]
    if not ends:
        return None
    first = min(ends, key=lambda end: (sort_key(end[0]), end[1]))[1]
    last = max(ends, key=lambda end: (end[0].upper or (0, 0, 0), sort_key(end[0]), end[1]))[1]
    span: Date | DateFault = date_from_text(first if first == last else f"{first}/{last}")
    return None if isinstance(span, DateFault) else words_of_date(lookup, span)


def _most_denied(lookup: Lookup) -> tuple[ClaimCard, ...]:
    cards = [claim_card(lookup, id_) for id_ in _questions(lookup) if not _is_closed(lookup, id_)]
    return tuple(sorted(cards, key=lambda card: -card.denials)[:MOST_ASKED])


def _is_closed(lookup: Lookup, claim: str) -> bool:
    view = lookup.archive.claims[claim].view
    return view is not None and view.state in _CLOSED


# --- lists --------------------------------------------------------------------------------------------------------


def _questions(lookup: Lookup) -> tuple[str, ...]:
    """Claims by question, those that are open before those that are not."""
    in_order = lookup.questions(lookup.archive.claims)
    return tuple(sorted(in_order, key=lambda id_: _is_closed(lookup, id_)))


def questions_pages(lookup: Lookup, shell: Shell) -> Iterator[tuple[str, Callable[[], Page]]]:
    """The list of all questions, by address: on several pages where there are very many."""
    claims = _questions(lookup)
    is_open = [not _is_closed(lookup, id_) for id_ in claims]
    halves = (claims[: sum(is_open)], claims[sum(is_open) :])
    asked = ([lookup.label(RefKind.CLAIM, id_) for id_ in half] for half in halves)
    sizes = (size for half in asked for size in sizes_by_beginning(half, MOST_QUESTIONS))
    all_cuts = cuts(sizes, MOST_QUESTIONS)
    for number, (begin, end) in enumerate(all_cuts, start=1):
        beside = turn(addresses.QUESTIONS, number, all_cuts)
        address = addresses.of_further(addresses.QUESTIONS, number)
        yield address, partial(_questions_page, lookup, shell, address, claims[begin:end], beside)


def _questions_page(
    lookup: Lookup, shell: Shell, address: str, claims: tuple[str, ...], beside: Turn | None
) -> QuestionsPage:
    return QuestionsPage(
        path=addresses.path_from_address(address),
        title="",
        shell=shell,
        claims=tuple(claim_line(lookup, id_) for id_ in claims),
        turn=beside,
    )


def sources_pages(lookup: Lookup, shell: Shell) -> Iterator[tuple[str, Callable[[], Page]]]:
    """Articles by day of publication, the undated last; by address, on several pages where there are very many.

    Those of a month stay together as far as they can.
    """
    articles = lookup.archive.articles
    in_order = sorted(articles, key=lambda id_: (sort_key(articles[id_].published), id_))
    dates = [articles[id_].published for id_ in in_order]
    months = (len(list(same)) for _, same in itertools.groupby(date and month(date) for date in dates))
    all_cuts = cuts(months, MOST_SOURCES)
    labels = tuple(_from_to(lookup, dates[begin:end]) for begin, end in all_cuts)
    named = labels if all(labels) else ()
    for number, (begin, end) in enumerate(all_cuts, start=1):
        beside = turn(addresses.SOURCES, number, all_cuts, labels=named)
        address = addresses.of_further(addresses.SOURCES, number)
        yield address, partial(_sources_page, lookup, shell, address, tuple(in_order[begin:end]), beside)


def _from_to(lookup: Lookup, dates: Iterable[Date | None]) -> str:
    known = [words_of_date(lookup, date).words for date in dates if date]
    return " – ".join(dict.fromkeys((known[0], known[-1]))) if known else ""


def _sources_page(
    lookup: Lookup, shell: Shell, address: str, articles: tuple[str, ...], beside: Turn | None
) -> SourcesPage:
    is_first = beside is None or beside.number == 1
    return SourcesPage(
        path=addresses.path_from_address(address),
        title="",
        shell=shell,
        count=len(lookup.archive.articles) if is_first else 0,
        span=_span(lookup) if is_first else None,
        articles=tuple(article_line(lookup, id_) for id_ in articles),
        turn=beside,
    )


def search_page(lookup: Lookup, shell: Shell) -> SearchPage:
    """What the search can be narrowed to: only what occurs."""
    archive = lookup.archive
    dates = [article.published for article in archive.articles.values() if article.published]
    dates += [event.date for event in archive.events.values() if event.date]
    years = {year(date) for date in dates}
    months = {month(date) for date in dates}
    languages = {primary_language(article.lang) for article in archive.articles.values()}
    languages |= {primary_language(page.lang) for page in archive.pages.values()}
    if archive.entities or archive.events or archive.claims:
        languages.add(primary_language(lookup.lang))
    offered = nsmallest(
        MOST_OFFERED, archive.entities, key=lambda id_: (-len(archive.mentions.get(id_, ())), id_)
    )
    places = sum(entity.is_ == "place" for entity in archive.entities.values())
    kinds = {
        "article": bool(archive.articles),
        "claim": bool(archive.claims),
        "entity": len(archive.entities) > places,
        "place": places > 0,
        "event": bool(archive.events),
        "note": bool(archive.articles),
        "page": bool(archive.pages),
    }
    return SearchPage(
        path=addresses.path_from_address(addresses.SEARCH),
        title="",
        shell=shell,
        outlets=_collated({article.outlet for article in archive.articles.values() if article.outlet}),
        years=_periods(lookup, ((one,) for one in years if one is not None)),
        months=_periods(lookup, filter(None, months)),
        kinds=tuple(kind for kind, occurs in kinds.items() if occurs),
        entities=_collated({archive.entities[id_].name for id_ in offered}),
        languages=tuple((code, language_name(code, lookup.lang)) for code in sorted(languages)),
        search=archive.settings.search,
    )


def _periods(lookup: Lookup, periods: Iterable[tuple[int, ...]]) -> tuple[tuple[str, str], ...]:
    """Years or months, each once and in order: as the filters have them, and in words."""
    dates = (date_from_period(*period) for period in sorted(set(periods)))
    return tuple((date.edtf, words(date, lookup.lang)) for date in dates)


def _collated(words: set[str]) -> tuple[str, ...]:
    return tuple(sorted(words, key=collate))


# --- pages that stand apart ---------------------------------------------------------------------------------------


def prose_page(lookup: Lookup, shell: Shell, id_: str) -> ProsePage:
    page = lookup.archive.pages[id_]
    body = html_from_prose(lookup, page.body)
    assert body is not None  # noqa: S101 - a page always has prose
    return ProsePage(
        path=addresses.path_from_address(addresses.of_page(id_)),
        title=page.title,
        shell=shell,
        text_lang=page.lang,
        body=body,
    )


def not_found_page(shell: Shell) -> NotFoundPage:
    return NotFoundPage(path=addresses.path_from_address(addresses.NOT_FOUND), title="", shell=shell)


def redirect_page(shell: Shell, old: str, new: str, title: str) -> RedirectPage:
    """Stands at the address `old`; `title` is that of the page at `new`."""
    return RedirectPage(path=addresses.path_from_address(old), title=title, shell=shell, target=new)
