"""The archive, linked and frozen: every reference resolved, every reverse derived. Made by `link`, read by `pages`.

Maps are built once, sorted by key, and never changed. Tuples are sorted by the key that their docstring names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from postil.model.ledger import Withdrawal
from postil.model.loaded import Settings
from postil.model.notes import Annotation, RelationKind, Speaker
from postil.model.records import Article, Claim, Date, Entity, Event, Image, OtherPage, RefKind, record_key
from postil.model.text import Prepared, marker_order

NoteKey = tuple[str, str]
"""(article, id of the note)."""


@dataclass(frozen=True, slots=True)
class Passage:
    """Whole sentences of an article, and the words in them that are meant.

    `first` and `last` are sentence ids; `text` is what stands from the start of the first to the end of the last; `marks`
    are spans in `text`.
    """

    article: str
    first: str
    last: str
    text: str
    marks: tuple[tuple[int, int], ...] = ()

    @property
    def address(self) -> str:
        """`p4s2`, or `p4s2-p5s1`."""
        return self.first if self.first == self.last else f"{self.first}-{self.last}"


@dataclass(frozen=True, slots=True)
class Dated:
    """A date of a statement and where it comes from.

    `basis`: `stated` (a date was written), `weekday` (read back from the day of publication; `weekday` says which),
    `on` (as-of taken from the day it was said, with its `weekday`), `published` (taken from the day of publication).
    """

    date: Date
    basis: str
    weekday: int | None = None


@dataclass(frozen=True, slots=True)
class Tie:
    """A relation between notes, seen from one side."""

    kind: RelationKind
    other: NoteKey


@dataclass(frozen=True, slots=True)
class Note:
    """An annotation in its place. `denied_by` and the like are derived: `ties_in` are relations that point here."""

    article: str
    annotation: Annotation
    """Without its selector and its keys."""
    start: int
    end: int
    passage: Passage
    on: Dated | None
    as_of: Dated | None
    origin: str
    """Key of the origin of the position (FORMATS: first of chain, else speaker, else the article's origin, else article);
    equal for notes tied by same_statement or repeats."""
    ties: tuple[Tie, ...]
    """To other notes, as written, by kind then key."""
    ties_in: tuple[Tie, ...]

    @property
    def key(self) -> NoteKey:
        return (self.article, self.annotation.id)

    @property
    def marker_order(self) -> tuple[int, int, str]:
        """As that of its span."""
        return marker_order(self.start, self.end, self.annotation.id)


@dataclass(frozen=True, slots=True)
class Mention:
    """One naming of an entity, in its sentence. `words` are the exact words used."""

    entity: str
    article: str
    start: int
    end: int
    words: str
    passage: Passage
    note: str | None


@dataclass(frozen=True, slots=True)
class BackRef:
    """Something of ours that points at a record: from `kind` ('note', 'entity', 'event', 'claim', 'page') and `id`.

    For a note, `note` is its key, `id` that key as `ARTICLE#NOTE`, and `passage` the sentence it stands on. `how` is the
    field it points with: of a note `entity`, `event`, `claim`, `see`, `says`, `chain`, `text` (a link in its Markdown); of
    an entity `role`, `within`, `about`; of an event `after`, `where`, `who`, `about`; of a claim `event`, `about`,
    `because`; of a page `text`. A record does not point at itself, nor a note at the article it stands in.
    """

    kind: str
    id: str
    how: str
    note: NoteKey | None = None
    passage: Passage | None = None


@dataclass(frozen=True, slots=True)
class Archive:
    """Ids in references are those of now; `[[...]]` in Markdown of ours stands in full (`[[article/x#n]]`, never `#n`)."""

    settings: Settings
    articles: Mapping[str, Article]
    prepared: Mapping[str, Prepared]
    entities: Mapping[str, Entity]
    events: Mapping[str, Event]
    claims: Mapping[str, Claim]
    pages: Mapping[str, OtherPage]
    notes: Mapping[NoteKey, Note]
    """In reading order within an article."""
    mentions: Mapping[str, tuple[Mention, ...]]
    """By entity; each by day of publication, article, start. Of two mentions at one span only one is kept."""
    evidence: Mapping[str, tuple[NoteKey, ...]]
    """By event; notes by day of publication, article, start."""
    positions: Mapping[str, tuple[NoteKey, ...]]
    """By claim; notes by scope (in the claim's order, none first), as-of date, day of publication, article, start."""
    speech: Mapping[str, tuple[NoteKey, ...]]
    """By entity that speaks; notes by day of publication, article, start."""
    backrefs: Mapping[str, tuple[BackRef, ...]]
    """By `entity/ID`, `event/ID`, `claim/ID`, `article/ID`; by kind, id, how."""
    redirects: Mapping[str, str]
    """Old root-relative address -> new one: `/articles/old-name.html` -> `/articles/harbour-wire.html`."""
    passages: Mapping[str, Passage]
    """Sentences that a reference with `@` names, by `article/ID@p4s2`."""
    event_order: tuple[str, ...]
    """Events in the order of the timeline: by date, where only `after` is known behind what it follows."""
    withdrawn: Mapping[str, Withdrawal]
    """By article: those that were taken out, and have a stone for a page."""
    images: tuple[Image, ...] = ()
    """The files that Markdown of ours may show."""

    def backrefs_to(self, kind: RefKind, id_: str) -> tuple[BackRef, ...]:
        return self.backrefs.get(record_key(kind, id_), ())


def speaker_key(speaker: Speaker, article: Article) -> str:
    """A key that is equal for one speaker: an entity; an outlet; someone not named in what one origin published."""
    if speaker.entity is not None:
        return f"entity/{speaker.entity}"
    if speaker.outlet:
        return f"outlet/{article.outlet or article.origin or article.id}"
    return f"unnamed/{article.origin or article.id}/{speaker.unnamed}"
