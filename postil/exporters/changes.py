"""The Atom feed (RFC 4287) of what became of sealed articles: corrections, other revisions, withdrawals; the last first.

As the feed of sources: only with a `base_url`, and noon UTC for a day. The id of an entry is the address of its line on the
page of changes, which never changes. Of an article that was withdrawn for law or safety no title is given.
"""

from __future__ import annotations

from types import MappingProxyType

from postil import addresses
from postil.exporters.feed import MOST_ENTRIES, absolute, feed_root
from postil.exporters.xml import LANG, add, file_from, fit
from postil.model.archive import Archive
from postil.model.records import RefKind
from postil.revisions import Change, changes_of
from postil.words import primary_language

_KINDS = MappingProxyType(
    {
        "en": {
            "correction": "Correction",
            "legal": "Taken out for legal reasons",
            "safety": "Taken out for safety",
            "duplicate": "Taken out as a duplicate",
            "withdrawn": "Withdrawn",
        },
        "uk": {
            "correction": "Виправлення",
            "legal": "Вилучено з правових причин",
            "safety": "Вилучено задля безпеки",
            "duplicate": "Вилучено як дублікат",
            "withdrawn": "Відкликано",
        },
    }
)
"""How a change is called, in the languages of the interface; English for others."""


def changes(archive: Archive) -> bytes | None:
    """The file, or None without a `base_url`."""
    settings = archive.settings
    base_url = settings.base_url
    if base_url is None:
        return None
    found = changes_of(archive)[:MOST_ENTRIES]
    updated = _instant(found[0]) if found else None
    root = feed_root(settings, base_url, addresses.CHANGES_FEED, addresses.CHANGES, updated)
    kinds = _KINDS.get(primary_language(settings.language), _KINDS["en"])
    for one in found:
        entry = add(root, "entry")
        add(entry, "id", absolute(base_url, addresses.of_change(one.article, one.number)))
        kind = kinds["withdrawn" if one.withdrawal else one.version.because or "correction"]
        title = _title(archive, one)
        add(entry, "title", f"{kind}: {title}" if title else kind, type="text")
        page = addresses.of_record(RefKind.ARTICLE, one.article)
        add(entry, "link", rel="alternate", type="text/html", href=absolute(base_url, page))
        add(entry, "updated", _instant(one))
        questions = " ".join(archive.claims[id_].question for id_ in one.claims)
        if questions:
            add(entry, "summary", questions, type="text").set(LANG, fit(settings.language))
    return file_from(root)


def _title(archive: Archive, change: Change) -> str | None:
    article = archive.articles.get(change.article)
    if article is not None:
        return article.title
    withdrawal = archive.withdrawn.get(change.article)
    return withdrawal.title if withdrawal else None


def _instant(change: Change) -> str:
    return f"{change.version.on}T12:00:00Z"
