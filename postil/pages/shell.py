"""What every page says about the archive. Made from the settings and the other pages alone."""

from __future__ import annotations

from postil import addresses
from postil.model.page import Shell
from postil.model.parts import Link
from postil.pages.lookup import Lookup


def shell_of(lookup: Lookup) -> Shell:
    settings = lookup.archive.settings
    return Shell(
        title=settings.title,
        description=settings.description,
        lang=settings.language,
        editors=settings.editors,
        licence=settings.licence,
        base_url=settings.base_url,
        pages=tuple(
            Link(page.title, addresses.of_page(page.id), page.lang if page.lang != lookup.lang else None)
            for page in lookup.archive.pages.values()
        ),
        is_private=settings.is_private,
    )
