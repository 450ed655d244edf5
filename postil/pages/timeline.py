"""The two timelines: events by when they happened, articles by when they were published.

Entries are grouped by day where they have one; entries of any other date (a month, about a day, a span) by that date, at
the place where the first of them stands. Nothing is given a day that it was not given.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from postil import addresses
from postil.dates import date_from_day, is_day, sort_key
from postil.model.page import Shell, TimelineEntry, TimelineGroup, TimelinePage
from postil.model.records import Date, RefKind
from postil.pages.cite import date_words, words_of_date
from postil.pages.event import event_entry
from postil.pages.lookup import Lookup


def happened_page(lookup: Lookup, shell: Shell) -> TimelinePage:
    archive = lookup.archive
    return TimelinePage(
        path=addresses.path_from_address(addresses.TIMELINE),
        title="",
        shell=shell,
        by="happened",
        groups=happened_groups(lookup),
        ordered=tuple(
            event_entry(lookup, id_) for id_ in archive.event_order if archive.events[id_].date is None
        ),
    )


def happened_groups(
    lookup: Lookup, *, most: int | None = None, evidence: bool = True
) -> tuple[TimelineGroup, ...]:
    """The dated events, in the order of the timeline; at most the first `most` groups."""
    events = lookup.archive.events
    by_date = _by_date((events[id_].date, id_) for id_ in lookup.archive.event_order)
    return _groups(
        lookup,
        (
            (date, tuple(event_entry(lookup, id_, evidence=evidence) for id_ in ids))
            for date, ids in tuple(by_date.items())[:most]
        ),
    )


def published_page(lookup: Lookup, shell: Shell) -> TimelinePage:
    articles = lookup.archive.articles
    in_order = sorted(articles, key=lambda id_: (sort_key(articles[id_].published), id_))
    by_date = _by_date((articles[id_].published, id_) for id_ in in_order)
    return TimelinePage(
        path=addresses.path_from_address(addresses.TIMELINE_PUBLISHED),
        title="",
        shell=shell,
        by="published",
        groups=_groups(
            lookup,
            ((date, tuple(_article_entry(lookup, id_) for id_ in ids)) for date, ids in by_date.items()),
        ),
        ordered=tuple(_article_entry(lookup, id_) for id_ in in_order if articles[id_].published is None),
    )


def _by_date(rows: Iterable[tuple[Date | None, str]]) -> dict[Date, list[str]]:
    """Ids by the day or the date they share, in the order in which each first comes; the undated left out."""
    found: dict[Date, list[str]] = {}
    for date, id_ in rows:
        if date is not None:
            found.setdefault(_day_of(date), []).append(id_)
    return found


def _day_of(date: Date) -> Date:
    """The day of a date-time, so that what happened at two hours of one day stands together; any other date as it is."""
    return date_from_day(date.lower) if date.lower is not None and is_day(date) else date


def _groups(
    lookup: Lookup, by_date: Iterable[tuple[Date, tuple[TimelineEntry, ...]]]
) -> tuple[TimelineGroup, ...]:
    taken: set[str] = set()
    groups: list[TimelineGroup] = []
    for date, entries in by_date:
        groups.append(TimelineGroup(_fragment(date, taken), words_of_date(lookup, date).words, entries))
    return tuple(groups)


def _fragment(date: Date, taken: set[str]) -> str:
    """`d-2031-04-29`; signs that do not belong in a fragment become hyphens, and a number keeps equal ones apart."""
    plain = "d-" + re.sub(r"[^0-9a-z-]+", "-", date.edtf.lower()).strip("-")
    fragment, number = plain, 1
    while fragment in taken:
        number += 1
        fragment = f"{plain}.{number}"
    taken.add(fragment)
    return fragment


def _article_entry(lookup: Lookup, id_: str) -> TimelineEntry:
    article = lookup.archive.articles[id_]
    return TimelineEntry(
        link=lookup.link(RefKind.ARTICLE, id_),
        date=date_words(lookup, article.published),
        time=None,
        after=(),
        where=(),
        evidence=(),
        outlet=article.outlet,
    )
