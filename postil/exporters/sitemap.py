"""The sitemap (sitemaps.org 0.9): the address of every page that should be found from outside.

Only for an archive that knows its `base_url`. It gives no `lastmod`: the day on which a source was published is not that
on which its page changed, and the build knows no clock.
"""

from __future__ import annotations

from xml.etree import ElementTree as ET

from postil import addresses
from postil.chronology import KINDS, chronology
from postil.exporters.xml import add, file_from
from postil.model.archive import Archive
from postil.model.records import RefKind

_LISTS = (
    addresses.CHANGES,
    addresses.HOME,
    addresses.METHOD,
    addresses.NAMES,
    addresses.QUESTIONS,
    addresses.SOURCES,
)


def sitemap(archive: Archive) -> bytes | None:
    """The file, or None without a `base_url`. Redirects, search and 404 are not in it; the addresses are sorted."""
    base_url = archive.settings.base_url
    if base_url is None:
        return None
    records = (
        (RefKind.ARTICLE, archive.articles),
        (RefKind.CLAIM, archive.claims),
        (RefKind.ENTITY, archive.entities),
        (RefKind.EVENT, archive.events),
    )
    found = list(dict.fromkeys((*_LISTS, *map(addresses.of_page, archive.pages))))
    found += [addresses.of_record(kind, id_) for kind, of_kind in records for id_ in of_kind]
    found += [sheet.address for by in KINDS for sheet in chronology(archive, by).sheet.sheets()]
    root = ET.Element("urlset", {"xmlns": "http://www.sitemaps.org/schemas/sitemap/0.9"})
    for address in sorted(found):
        add(add(root, "url"), "loc", base_url + address.removeprefix("/"))
    return file_from(root)
