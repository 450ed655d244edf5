"""The Atom feed (RFC 4287): the sources that were last published or updated, newest first.

Rules
- Only an archive that knows its `base_url` has a feed. Ids are the addresses of the articles, which are permanent.
- Atom wants an instant, and a date often has none. A date-time with an offset gives its instant. One exact day gives noon
  UTC, the hour at which that day is the day from UTC-12 to UTC+11: readers show the day that was written. Any other date
  (a month, about a day, a span, none) gives nothing, and an article with no other date is not in the feed: a feed cannot
  say less than a day, and we do not say more than the source.
- Each entry also says its date in words. `published` stands only where the instant itself is known.
- `updated` of the feed is that of its newest entry, never the clock. A feed without entries has the earliest instant that
  can be written, which claims nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree import ElementTree as ET

from postil import addresses
from postil.dates import is_day, words
from postil.exporters.xml import LANG, add, file_from, fit
from postil.model.archive import Archive
from postil.model.loaded import Settings
from postil.model.records import Article, Date, RefKind

MOST_ENTRIES = 50
_NEVER = "0001-01-01T00:00:00Z"


def feed(archive: Archive) -> bytes | None:
    """The file, or None without a `base_url`."""
    settings = archive.settings
    if settings.base_url is None:
        return None
    entries = _newest(archive.articles)
    root = feed_root(
        settings, settings.base_url, addresses.FEED, addresses.HOME, entries[0][0] if entries else None
    )
    for updated, article in entries:
        _add_entry(root, settings, settings.base_url, article, updated)
    return file_from(root)


def feed_root(settings: Settings, base_url: str, own: str, of: str, updated: str | None) -> ET.Element:
    """A feed of the archive without entries: its own address, that of the page that it is of, when it last changed."""
    root = ET.Element("feed", {"xmlns": "http://www.w3.org/2005/Atom", LANG: fit(settings.language)})
    add(root, "id", base_url if of == addresses.HOME else absolute(base_url, of))
    add(root, "title", settings.title, type="text")
    if settings.description:
        add(root, "subtitle", settings.description, type="text")
    add(root, "updated", updated or _NEVER)
    for name in settings.editors or (settings.title,):
        add(add(root, "author"), "name", name)
    add(root, "link", rel="self", type="application/atom+xml", href=absolute(base_url, own))
    add(root, "link", rel="alternate", type="text/html", href=absolute(base_url, of))
    return root


def instant_from_date(date: Date | None) -> str | None:
    """The instant that stands for a date (RFC 3339, UTC), or None where it would say more than the date does."""
    if date is None:
        return None
    if date.instant:
        return date.instant
    if date.lower is None or not is_day(date) or not 1 <= date.lower[0] <= 9999:
        return None
    year, month, day = date.lower
    return f"{year:04}-{month:02}-{day:02}T12:00:00Z"


def _newest(articles: Mapping[str, Article]) -> list[tuple[str, Article]]:
    """(instant of the last change that is known, article), newest first, then by id."""
    dated = [
        (instant, article)
        for _, article in sorted(articles.items())
        if (instant := instant_from_date(article.updated) or instant_from_date(article.published)) is not None
    ]
    return sorted(dated, key=lambda row: row[0], reverse=True)[:MOST_ENTRIES]


def _add_entry(root: ET.Element, settings: Settings, base_url: str, article: Article, updated: str) -> None:
    address = absolute(base_url, addresses.of_record(RefKind.ARTICLE, article.id))
    entry = add(root, "entry")
    entry.set(LANG, fit(article.lang))
    add(entry, "id", address)
    add(entry, "title", article.title, type="text")
    add(entry, "link", rel="alternate", type="text/html", href=address)
    for name in article.authors or ((article.outlet,) if article.outlet else ()):
        add(add(entry, "author"), "name", name)
    if article.published and article.published.instant:
        add(entry, "published", article.published.instant)
    add(entry, "updated", updated)
    published = words(article.published, settings.language) if article.published else ""
    summary = ", ".join(part for part in (article.outlet, published) if part)
    if summary:
        add(entry, "summary", summary, type="text").set(LANG, fit(settings.language))


def absolute(base_url: str, address: str) -> str:
    return base_url + address.removeprefix("/")
