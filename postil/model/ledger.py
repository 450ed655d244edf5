"""The ledger: which addresses an article has for ever, and what became of those whose words are gone.

Made by `seal`, `revise` and `withdraw`, kept in `annotations/ledger.json`, read by `load`. Versions are numbered from 1. An
id of a block or sentence, and of a withdrawn article, is given once and never again.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Because(StrEnum):
    """Why words went, or an article."""

    CORRECTION = "correction"
    LEGAL = "legal"
    SAFETY = "safety"
    DUPLICATE = "duplicate"

    @property
    def is_silent(self) -> bool:
        """Whether nothing may be kept of what went: neither its words, nor a digest by which they could be guessed."""
        return self in (Because.LEGAL, Because.SAFETY)


@dataclass(frozen=True, slots=True)
class Version:
    """A state of an article's text. `on` is a day, `2031-06-01`; the first version alone has no reason.

    `claims` are those that stood on words which went and had not been pointed anew when the version was made.
    """

    on: str
    because: Because | None = None
    claims: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SealedBlock:
    """A block begins: the sentences up to the next one are in it. `first` is the version that it came with."""

    id: str
    first: int


@dataclass(frozen=True, slots=True)
class SealedSentence:
    """A sentence as it stands: `length` in code points; `digest` as `ledger.digest_of_sentence` gives it."""

    id: str
    length: int
    digest: str
    first: int


@dataclass(frozen=True, slots=True)
class Stone:
    """What is left of a block or sentence: its address, from which version on it stood, and with which it was `gone`.

    `digest` is of a sentence and never of a block; `words` only where a correction kept them. Both are None where nothing
    may be kept.
    """

    id: str
    first: int
    gone: int
    digest: str | None = None
    words: str | None = None


Row = SealedBlock | SealedSentence | Stone


@dataclass(frozen=True, slots=True)
class Sealed:
    """An article whose addresses stand for ever. `digest` is the SHA-256 of its text (UTF-8), hex.

    `rows` are in the order of the text; a stone stands where its words stood.
    """

    article: str
    digest: str
    versions: tuple[Version, ...]
    rows: tuple[Row, ...]

    @property
    def stones(self) -> tuple[Stone, ...]:
        return tuple(row for row in self.rows if isinstance(row, Stone))

    def stone(self, id_: str) -> Stone | None:
        """What is left of an address; None where it still stands, or never was."""
        return next((one for one in self.stones if one.id == id_), None)


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """An article that was taken out. The last of `versions` tells when and why; no `title` is kept where none may be."""

    article: str
    versions: tuple[Version, ...]
    title: str | None = None
    lang: str | None = None
    """Of the title."""


@dataclass(frozen=True, slots=True)
class Changed:
    """Some words in a row of a passage that was changed; `how` is same, gone or new."""

    text: str
    how: str


@dataclass(frozen=True, slots=True)
class Ledger:
    """Both by article; no article is in both."""

    sealed: tuple[Sealed, ...] = ()
    withdrawn: tuple[Withdrawal, ...] = ()
