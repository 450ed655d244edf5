"""Exporters: files for other programs, made from an archive. One table; to add a format is to add a row.

Each gives the whole file, the same for the same archive. None knows pages, templates or the disk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from postil import addresses
from postil.exporters.changes import changes
from postil.exporters.feed import feed
from postil.exporters.receipt import receipt
from postil.exporters.sitemap import sitemap
from postil.model.archive import Archive

__all__ = ["EXPORTERS", "exports", "receipt"]

EXPORTERS: tuple[tuple[str, Callable[[Archive], bytes | None]], ...] = (
    (addresses.path_from_address(addresses.FEED), feed),
    (addresses.path_from_address(addresses.CHANGES_FEED), changes),
    (addresses.path_from_address(addresses.SITEMAP), sitemap),
)
"""(output path, what makes the file or says, by None, that this archive has none)."""


def exports(archive: Archive) -> Iterator[tuple[str, bytes]]:
    """(output path, bytes) of every file that this archive has, in the order of the table."""
    for path, export in EXPORTERS:
        data = export(archive)
        if data is not None:
            yield path, data
