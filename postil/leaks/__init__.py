"""Leaks: whether anything that is withheld stands in the files that would be published, or that are kept between builds.

Every file, and its name, is read in each way that `readings` knows. In the search index, where texts are taken apart, each
word of a withheld name is looked for by itself as well: it has to be a word of something that the search shows, which is
looked through like everything else.

Promises that a hit is an error which says where and never what. It reads bytes and trusts no stage before it; it knows
nothing of records.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote

from postil.leaks.readings import Kind, Reading, readings
from postil.model.withheld import SecretKind, Secrets
from postil.problems import Place, Problem
from postil.scrub import WITHHELD
from postil.secrecy import Seeker, squeezed, words_of

__all__ = ["SITE", "Leaks"]

SITE = "site"

_FRAGMENT = "fragment"
"""In the path of what the search shows of a page."""

_LEAST_BYTES = 6
"""Of a name that is looked for in bytes which are no text, such as pictures: fewer stand there by chance."""

_AROUND = 200
"""Bytes before and behind a name in which a string may stand that never means it."""

_ENCODINGS = ("utf-8", "utf-16-le", "utf-16-be", "latin-1", "cp1251")

_SHORTEST_WORD = 3
_STEM = 3
"""Letters that a search's stemmer may take from the end of a word."""

_LETTERS = re.compile(r"[^\W\d_]+")


class Leaks:
    """Looks for secrets in files as they are made, and remembers what words of theirs the search knows.

    A secret that is one word of a name is not looked for: it may be somebody else's. `shown` is how the folder of the files
    is called.
    """

    def __init__(self, secrets: Secrets, shown: str = SITE) -> None:
        strings = [one for one in secrets.strings if one.kind is not SecretKind.PART]
        self._shown = shown
        self._seeker = Seeker(strings)
        named = [one for one in strings if one.kind is SecretKind.NAME]
        names = [one.text for one in named]
        self._bytes = sorted(
            {(data, encoding, one.never) for one in named for data, encoding in _encoded(one.text)}
        )
        self._stems = {stem for name in names for word in words_of(name) for stem in _stems(word)}
        self._begins = {stem[:_SHORTEST_WORD] for stem in self._stems}
        self._met: dict[str, set[str]] = {}
        """Stems that the search knows, each with the files in which it does."""
        self._explained: set[str] = set()
        """Words that begin like a stem, of all that the search shows."""
        self._found: set[str] = set()

    def look(self, path: str, data: bytes) -> None:
        """Look through one file."""
        if self._seeker.is_empty:
            return
        is_shown = _FRAGMENT in path
        is_found = self._is_named(path)
        for reading in readings(data):
            is_found = is_found or self._is_in(reading, path)
            if is_shown and reading.kind is Kind.TEXT:
                words = (*words_of(reading.text), *words_of(" ".join(_taken_apart(reading.text))))
                self._explained |= {word for word in words if word[:_SHORTEST_WORD] in self._begins}
        if is_found:
            self._found.add(path)

    def problems(self) -> tuple[Problem, ...]:
        """An error for each file with a secret in it, or in its name; complete when all files were looked through."""
        unexplained = {
            path
            for stem, paths in self._met.items()
            if not any(word.startswith(stem.removesuffix("i")) for word in self._explained)
            for path in paths
        }
        return tuple(map(self._problem, sorted(self._found | unexplained)))

    def _is_named(self, path: str) -> bool:
        return any(self._seeker.is_in(one, is_address=True) for one in {path, unquote(path)})

    def _is_in(self, reading: Reading, path: str) -> bool:
        if reading.kind is Kind.BYTES:
            return any(_is_in_bytes(reading.data, *one) for one in self._bytes)
        if reading.kind is Kind.WORD:
            for word in self._stems.intersection(words_of(reading.text)):
                self._met.setdefault(word, set()).add(path)
        return self._seeker.is_in(reading.text, is_address=reading.kind is Kind.ADDRESSES)

    def _problem(self, path: str) -> Problem:
        where = "/".join(WITHHELD if self._is_named(part) else part for part in path.split("/"))
        place = Place(f"{self._shown}/{WITHHELD if self._is_named(where) else where}")
        if self._shown == SITE:
            message = "something that is withheld stands in this file, or in its name, and would be published"
        else:
            message = "something that is withheld stands in this file, which is kept between builds"
        cures = (
            "see where it comes from: the templates and their strings, too, are published as they are",
            "where the letters mean something else, say so with `not:` at the entity, or in the register",
        )
        return Problem("withheld-found", message, place, help=cures, is_secret=True)


def _taken_apart(text: str) -> Iterator[str]:
    """The words of a text that the search takes apart: it knows `MacDonald` and `O'Brien` by their parts, too."""
    for match in _LETTERS.finditer(text):
        word, first = match[0], 0
        if not (word[1:].islower() or word.isupper()):
            for at in range(1, len(word)):
                if word[at].isupper() and (word[at - 1].islower() or word[at + 1 : at + 2].islower()):
                    yield word[first:at]
                    first = at
        yield word[first:]


def _is_in_bytes(data: bytes, name: bytes, encoding: str, never: tuple[str, ...]) -> bool:
    """Whether a name stands in bytes, and not only within strings that are said never to mean it."""
    at = data.find(name)
    while at >= 0:
        around = data[max(0, at - _AROUND) : at + len(name) + _AROUND].decode(encoding, "replace")
        if not any(squeezed(one) in squeezed(around) for one in never):
            return True
        at = data.find(name, at + 1)
    return False


def _encoded(name: str) -> Iterator[tuple[bytes, str]]:
    for form in {name, name.lower(), name.upper(), name.title()}:
        for encoding in _ENCODINGS:
            data = form.encode(encoding, "ignore")
            if len(data) >= _LEAST_BYTES and data.decode(encoding) == form:
                yield data, encoding


def _stems(word: str) -> Iterator[str]:
    """What a stemmer may make of a word."""
    if len(word) >= _SHORTEST_WORD:
        yield word
        yield f"{word[:-1]}i"
        for length in range(max(_SHORTEST_WORD, len(word) - _STEM), len(word)):
            yield word[:length]
