"""Parts: what several kinds of pages are made of. With `lines` and `page`, all that a template sees, documented."""

from __future__ import annotations

from dataclasses import dataclass

from postil.model.ledger import Changed


@dataclass(frozen=True, slots=True)
class Html:
    """HTML that is safe as it is: made by `markup` or `prepare`. Autoescape lets it through (`__html__`)."""

    html: str

    def __html__(self) -> str:
        return self.html


@dataclass(frozen=True, slots=True)
class Link:
    label: str
    href: str
    lang: str | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """Where a page stands among those of a list that is too long for one.

    Only the first counts, and leads to all, so that an entry more changes few pages.
    """

    number: int
    """Of this page, from 1."""
    count: int
    """Entries on all pages; 0 on a further one."""
    pages: tuple[tuple[Link, int], ...]
    """(further page, how many entries it has); empty on a further one."""
    first_href: str
    earlier_href: str | None
    later_href: str | None


@dataclass(frozen=True, slots=True)
class Rest:
    """That a list begins on a page that has several, and goes on on further ones. `of` is the list, `count` as in `Turn`."""

    of: str
    count: int
    pages: tuple[tuple[Link, int], ...]


@dataclass(frozen=True, slots=True)
class DateWords:
    """A date in words, and as `<time>` takes it, where HTML has a form for it."""

    words: str
    machine: str | None = None


@dataclass(frozen=True, slots=True)
class Run:
    text: str
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Cited:
    """Words of an article in their sentence, with the way to them: the only form in which a page shows a fact."""

    runs: tuple[Run, ...]
    href: str
    """To the sentence, `/articles/x.html#p4s2`."""
    address: str
    """`p4s2`, or `p4s2-p5s1`."""
    article: Link
    lang: str
    outlet: str | None
    published: DateWords | None
    denials: tuple[TieLine, ...] = ()
    """What denies or disputes a statement made in these sentences, or what they deny; empty where the line that shows
    these words carries its own ties."""
    is_place: bool = False
    """The words may not be seen, only where they stand: `runs` holds what stands in place of each sentence."""


@dataclass(frozen=True, slots=True)
class Voice:
    """Who speaks: `kind` is entity, outlet or unnamed; `href` only for an entity."""

    kind: str
    label: str
    href: str | None = None


@dataclass(frozen=True, slots=True)
class DatedWords:
    """A date of a statement; `basis` is stated, weekday, on or published; `weekday` the word that was written."""

    date: DateWords
    basis: str
    weekday: str | None = None


@dataclass(frozen=True, slots=True)
class TieLine:
    """A relation to another note, from this side. `incoming` when the other one points here."""

    kind: str
    incoming: bool
    voice: Voice | None
    says: str
    cited: Cited
    href: str
    """To the other note, `/articles/x.html#note-owners-figure`."""
    brief: bool = False
    """The line only points to the other words, since the place is narrow and they take nothing back of what is said here:
    `cited` has no runs. Or their sentence is read elsewhere on this page: `cited` has the marked words alone."""
    same: bool = False
    """The other words stand in the very sentence that is shown; `cited` has them alone."""


@dataclass(frozen=True, slots=True)
class NoteLink:
    """The way to another note of the same article: its number and `#note-ID`."""

    number: int
    href: str


@dataclass(frozen=True, slots=True)
class NoteCard:
    """A note as the margin shows it. `number` counts cards in reading order and is what the marker shows."""

    id: str
    number: int
    kinds: tuple[str, ...]
    """Keys of `kinds.KINDS`, most telling first."""
    address: str
    sentence_href: str
    """`#p4s2`."""
    marker_href: str
    """`#ref-ID`."""
    words: str
    """The first of the words it stands on, at most 60 code points; in the language of the text. They name its marker."""
    body: Html | None
    entity: Link | None
    event: Link | None
    claim: Link | None
    voice: Voice | None
    says: str
    """The answer in words; empty when none. A non-answer is its key (no-answer, declined, cannot-say)."""
    scope: str
    """What it covers, in the claim's words."""
    on: DatedWords | None
    as_of: DatedWords | None
    how: str | None
    chain: tuple[Voice, ...]
    hedge: str | None
    ties: tuple[TieLine, ...]
    annotator: str | None
    see: tuple[Link, ...] = ()
    """What a `see` points at that is no note: those are ties."""
    also: tuple[NoteLink, ...] = ()
    """Notes that share some of the words, in reading order: those that are nearest in it."""
    also_left: int = 0
    """How many more do than `also` holds."""


@dataclass(frozen=True, slots=True)
class StoneLine:
    """What is left of words that went: their addresses, ids on this page; when they went, and `because` of what.

    `words` tell a correction word by word, with what stands in their place now; empty where none were kept.
    """

    ids: tuple[str, ...]
    version: int
    on: DateWords
    because: str
    words: tuple[Changed, ...]


@dataclass(frozen=True, slots=True)
class VersionLine:
    """A version of a sealed text: how many sentences went with it, and came. The first has no `because`."""

    number: int
    on: DateWords
    because: str
    gone: int
    new: int


@dataclass(frozen=True, slots=True)
class Share:
    """How much of a text may be seen, where that is not all of it.

    `kind` is quoted (`count` of `total` sentences), reference (no words, only places of notes) or withheld (all sentences,
    with other words in place of some).
    """

    kind: str
    count: int
    total: int


@dataclass(frozen=True, slots=True)
class BodyPiece:
    """One top-level element of the text, and what stands after it: notes, and what is left of words that stood there."""

    html: Html
    notes: tuple[NoteCard, ...]
    stones: tuple[StoneLine, ...] = ()


@dataclass(frozen=True, slots=True)
class Point:
    """Something of ours that points here. `how` is the field; `cited` the sentence when it comes from a note."""

    kind: str
    how: str
    link: Link
    cited: Cited | None = None


@dataclass(frozen=True, slots=True)
class Preview:
    """A record in brief, for whoever asks what a link leads to before following it.

    Only what its own file says, and of a claim its state and how often it is denied: nothing that every new mention would
    change. `kind` is entity, event or claim.
    """

    kind: str
    link: Link
    about: str
    """The first words of its description, at most 160 code points; empty when there is none."""
    is_: str | None = None
    """Type of an entity."""
    date: DateWords | None = None
    time: str | None = None
    state: str | None = None
    denials: int = 0
