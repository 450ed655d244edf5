"""An article prepared: its text, the addresses in it, and where everything that was said about it sits.

All offsets are code points of `Text.text`, end exclusive.
"""

from __future__ import annotations

from dataclasses import dataclass

from postil.problems import Problem


@dataclass(frozen=True, slots=True)
class Sentence:
    id: str
    """`p4s2`: second sentence of the fourth block."""
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Block:
    """A leaf block. `kind` is paragraph, heading, item, cell, code, caption, quote or footnote."""

    id: str
    kind: str
    start: int
    end: int
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class Text:
    """The text of an article by the text rule (see `postil.text`): blocks joined by one blank line, in NFC."""

    text: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class NamedSpan:
    """Words that stand for an entity by decision, in place of its name; `entity` is the id that may be seen."""

    entity: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Released:
    """What may be seen of an article of which something is held back. Made by `load`; there is no other text of it.

    Blocks and sentences have the ids that they have in the whole text. `pieces` as in `Body`. Of `total` sentences `count`
    are released, as they are or with words replaced; where only places are, each is a placeholder, and `count` is 0.
    """

    pieces: tuple[str, ...]
    text: Text
    named: tuple[NamedSpan, ...]
    gaps: tuple[int, ...]
    """Where sentences are left out: the offset of the one that follows, or the length of the text."""
    count: int
    total: int


@dataclass(frozen=True, slots=True)
class Body:
    """An article read, nothing said about it yet. `pieces` are the top-level elements of its safe HTML, in order."""

    article: str
    pieces: tuple[str, ...]
    text: Text
    problems: tuple[Problem, ...] = ()
    named: tuple[NamedSpan, ...] = ()
    """Who is named by words that stand in place of a name."""


@dataclass(frozen=True, slots=True)
class NameRow:
    """One string that may name entities; more than one entity makes it a homonym. `never` strings name nobody.

    A row with `never` true and one entity keeps this entity from matching inside the string.
    """

    name: str
    entities: tuple[str, ...]
    never: bool = False


def marker_order(start: int, end: int, note: str) -> tuple[int, int, str]:
    """Markers stand behind the words: in the order in which a reader comes to them, the shorter of two first."""
    return (end, -start, note)


@dataclass(frozen=True, slots=True)
class NoteSpan:
    """Where a note sits. `first` and `last` are the sentences that its span begins and ends in."""

    note: str
    start: int
    end: int
    first: str
    last: str

    @property
    def marker_order(self) -> tuple[int, int, str]:
        return marker_order(self.start, self.end, self.note)


@dataclass(frozen=True, slots=True)
class MentionSpan:
    """Where an entity is named. `note` is the id of the note that says so, or None when a name or alias was found."""

    entity: str
    start: int
    end: int
    sentence: str
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Homonym:
    """A name that stands in the article, that several entities share, and that nobody has settled."""

    name: str
    entities: tuple[str, ...]
    sentence: str


@dataclass(frozen=True, slots=True)
class Piece:
    """One top-level element of the body, marks and links in, and the notes that end in it, in the order of their markers."""

    html: str
    notes: tuple[str, ...]
    blocks: tuple[str, ...] = ()
    """The ids of the blocks in it."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """An article with everything in its place. It holds ids and root-relative targets (`/entities/x.html`), no labels."""

    article: str
    text: Text
    pieces: tuple[Piece, ...]
    spans: tuple[NoteSpan, ...]
    """In reading order: by start, then the longer first, then id."""
    mentions: tuple[MentionSpan, ...]
    homonyms: tuple[Homonym, ...]
    problems: tuple[Problem, ...] = ()
