"""What the pages say of themselves, whatever an archive holds: words of the interface, of templates, and of fixed addresses.

A name of one word that is one of these stands on every page, so nothing can take its place. Promises that such a name is
told once, where its entity is written, and never what it is. Refuses to know where else a name stands: the audit looks
through all that would be published.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import unescape

from postil import addresses
from postil.load.hiding import Hidden
from postil.load.register import REGISTER
from postil.model.loaded import Theme
from postil.model.records import RefKind
from postil.model.withheld import Secret, SecretKind
from postil.problems import Place, Problem
from postil.secrecy import Seeker, words_of
from postil.words import primary_language

_JINJA = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", re.DOTALL)
_TAG = re.compile(r"<[^<>]*>")
_ADDRESS = re.compile(r'\b(?:href|src|id|for|action)="([^"]*)"')
_FORM = re.compile(r"\{[a-z_]+\}")

_FIXED = (
    *(addresses.HOME, addresses.TIMELINE, addresses.TIMELINE_SAID, addresses.TIMELINE_PUBLISHED),
    *(addresses.NAMES, addresses.QUESTIONS, addresses.SOURCES, addresses.SEARCH, addresses.METHOD),
    *(addresses.CHANGES, addresses.FEED, addresses.SITEMAP),
    *(addresses.of_record(kind, "") for kind in sorted(RefKind)),
)


def of_the_pages(
    theme: Theme, language: str, hidden: Iterable[Hidden], strings: Iterable[Secret]
) -> tuple[Problem, ...]:
    """An error for each entity, and one for the strings of nobody, of which a name is a word of the pages' own text."""
    said = tuple(_said(theme, language))

    def is_said(secrets: Iterable[Secret]) -> bool:
        # A name of several words stands in a template because somebody wrote it there: the audit says where.
        seeker = Seeker(
            one for one in secrets if one.kind is SecretKind.NAME and len(words_of(one.text)) == 1
        )
        return any(seeker.is_in(text, is_address=is_address) for text, is_address in said)

    hidden, strings = tuple(hidden), tuple(strings)
    if not is_said((*strings, *(one for each in hidden for one in each.secrets(())))):
        return ()
    problems = [_problem(one.entity.place) for one in hidden if is_said(one.secrets(()))]
    return (*problems, *((_problem(Place(REGISTER)),) if is_said(strings) else ()))


def _said(theme: Theme, language: str) -> Iterator[tuple[str, bool]]:
    """Texts, and whether each is an address."""
    known: set[str] = set()
    by_language = {one.lang: one for one in theme.strings}
    for lang in dict.fromkeys((language, primary_language(language), "en")):
        found = by_language.get(lang)
        texts = () if found is None else found.texts
        yield from ((_FORM.sub(" ", text), False) for key, text in texts if key not in known)
        known.update(key for key, _ in texts)
    for name, source in theme.templates:
        plain = unescape(_JINJA.sub(" ", source)) if name.endswith(".html") else ""
        yield plain, False
        yield _TAG.sub(" ", plain), False
        yield from ((match[1], True) for match in _ADDRESS.finditer(plain))
    yield from ((address, True) for address in _FIXED)


def _problem(place: Place) -> Problem:
    message = "a name that is withheld is a word of the pages' own text, so it stands everywhere and cannot be withheld"
    cures = (
        "write it as it stands in the articles, with the first name or a title before it, instead of by itself",
        "where it means the entity in templates or strings of yours, take it out there",
        "where only a longer string of the interface has these letters, add that string to `not:`",
    )
    return Problem("withheld-common", message, place, help=cures, is_secret=True)
