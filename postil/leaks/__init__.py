"""Leaks: whether anything that is withheld stands in the files that would be published, or that are kept between builds.

Every file, and its name, is read in each way that `readings` knows. In the search index, where texts are taken apart, each
word of a withheld name is looked for by itself as well: it has to be a word of something that the search shows, which is
looked through like everything else.

Promises that a hit is an error which says where and never what. It reads bytes and trusts no stage before it; it knows
nothing of records.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import unquote

from postil.leaks.readings import Kind, Reading, readings
from postil.model.withheld import Secret, SecretKind, Secrets
from postil.problems import Place, Problem
from postil.secrecy import Seeker, squeezed, words_of

__all__ = ["leaks"]

SITE = "site"

_FRAGMENT = "fragment/"
"""In the path of what the search shows of a page."""

_LEAST_BYTES = 6
"""Of a name that is looked for in bytes which are no text, such as pictures: fewer stand there by chance."""

_ENCODINGS = ("utf-8", "utf-16-le", "utf-16-be", "latin-1", "cp1251")

_SHORTEST_WORD = 3
_STEM = 3
"""Letters that a search's stemmer may take from the end of a word."""

_WITHHELD = "[withheld]"


def leaks(folder: Path, files: Iterable[str], secrets: Secrets, shown: str = SITE) -> tuple[Problem, ...]:
    """An error for each of the files below `folder` that holds a secret; `shown` is how the folder is called.

    A secret that is one word of a name is not looked for: it may be somebody else's.
    """
    strings = [one for one in secrets.strings if one.kind is not SecretKind.PART]
    if not strings:
        return ()
    look = _Look(strings)
    paths = sorted(files)
    found = [path for path in paths if look.holds(path, (folder / path).read_bytes())]
    fragments = (folder / path for path in paths if _FRAGMENT in path)
    found += look.unexplained(one.read_bytes() for one in fragments)
    return tuple(_problem(path, look, shown) for path in dict.fromkeys(found))


def _problem(path: str, look: _Look, shown: str) -> Problem:
    parts = [_WITHHELD if look.is_named(part) else part for part in path.split("/")]
    where = "/".join(parts)
    place = Place(f"{shown}/{_WITHHELD if look.is_named(where) else where}")
    message = "something that is withheld stands in this file, or in its name, and would be published"
    if shown != SITE:
        message = "something that is withheld stands in this file, which is kept between builds"
    cures = (
        "see where it comes from: the templates and their strings, too, are published as they are",
        "where the letters mean something else, say so with `not:` at the entity, or in the register",
    )
    return Problem("withheld-found", message, place, help=cures, is_secret=True)


class _Look:
    """Looks for secrets in files, and remembers what words of theirs the search knows."""

    def __init__(self, secrets: list[Secret]) -> None:
        self._seeker = Seeker(secrets)
        names = [one.text for one in secrets if one.kind is SecretKind.NAME]
        self._bytes = sorted({data for name in names for data in _encoded(name)})
        self._stems = {stem for name in names for word in words_of(name) for stem in _stems(word)}
        self._met: dict[str, set[str]] = {}
        """Stems that the search knows, each with the files in which it does."""

    def is_named(self, path: str) -> bool:
        """Whether a path holds a secret."""
        return any(self._seeker.is_in(one, is_address=True) for one in {path, unquote(path)})

    def holds(self, path: str, data: bytes) -> bool:
        """Whether a file or its name holds a secret."""
        return self.is_named(path) or any(self._is_in(one, path) for one in readings(data))

    def _is_in(self, reading: Reading, path: str) -> bool:
        match reading.kind:
            case Kind.BYTES:
                return any(one in reading.data for one in self._bytes)
            case Kind.WORD:
                for word in words_of(reading.text):
                    if word in self._stems:
                        self._met.setdefault(word, set()).add(path)
        return self._seeker.is_in(reading.text, is_address=reading.kind is Kind.ADDRESSES)

    def unexplained(self, fragments: Iterable[bytes]) -> list[str]:
        """The files of the search that have words of a name which stand in nothing that the search shows."""
        if not self._met:
            return []
        left = dict(self._met)
        for data in fragments:
            words = {word for one in readings(data) if one.kind is Kind.TEXT for word in words_of(one.text)}
            left = {stem: files for stem, files in left.items() if not _is_stem_of(stem, words)}
        return sorted({path for files in left.values() for path in files})


def _encoded(name: str) -> Iterator[bytes]:
    for form in {name, name.lower(), name.upper(), name.title()}:
        for encoding in _ENCODINGS:
            data = form.encode(encoding, "ignore")
            if len(data) >= _LEAST_BYTES and data.decode(encoding) == form:
                yield data


def _stems(word: str) -> Iterator[str]:
    """What a stemmer may make of a word."""
    if len(word) >= _SHORTEST_WORD:
        yield word
        yield f"{word[:-1]}i"
        for length in range(max(_SHORTEST_WORD, len(word) - _STEM), len(word)):
            yield word[:length]


def _is_stem_of(stem: str, words: Iterable[str]) -> bool:
    begin = stem.removesuffix("i")
    return any(word.startswith(begin) or squeezed(word).startswith(begin) for word in words)
