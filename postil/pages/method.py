"""The page that says how the archive is made: what its settings are and how to read it, with its own prose if it has any.

`content/pages/method.md` has no page of its own: its words stand here, and its former address points here.
"""

from __future__ import annotations

from postil import addresses
from postil.kinds import KINDS
from postil.model.page import MethodPage, RedirectPage, Shell
from postil.pages.lookup import Lookup
from postil.pages.prose import html_from_prose
from postil.words import language_name, primary_language

_ID = "method"
FORMER = addresses.of_page_file(_ID)


def method_page(lookup: Lookup, shell: Shell) -> MethodPage:
    archive = lookup.archive
    own = archive.pages.get(_ID)
    languages = {primary_language(article.lang) for article in archive.articles.values()}
    return MethodPage(
        path=addresses.path_from_address(addresses.METHOD),
        title=own.title if own else "",
        shell=shell,
        languages=tuple(language_name(code, lookup.lang) for code in sorted(languages)),
        kinds=tuple(kind.name for kind in KINDS),
        text_lang=own.lang if own else lookup.lang,
        body=html_from_prose(lookup, own.body) if own else None,
    )


def former_page(shell: Shell, title: str) -> RedirectPage:
    return RedirectPage(
        path=addresses.path_from_address(FORMER), title=title, shell=shell, target=addresses.METHOD
    )
