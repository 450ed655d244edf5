"""Records: what a person wrote, typed. Made by `load` through `schema`; read by every later stage.

A record keeps the place of everything that may turn out wrong later, so that a problem found while linking names the
line where it was written.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from postil.model.ledger import Sealed
from postil.model.text import Released
from postil.problems import Place, Problem

Day = tuple[int, int, int]
"""Year (astronomical: 0 is 1 BCE), month, day; proleptic Gregorian."""


@dataclass(frozen=True, slots=True)
class Date:
    """A date as far as it is known. Made by `dates.date_from_text`; words and order come from `dates`.

    `edtf` is canonical EDTF, or an ISO date-time. `lower` and `upper` are the earliest and the latest day possible; None
    means that no bound is known, because that end is open or unknown. `instant` is the moment in UTC (RFC 3339) when the
    text was a date-time with an offset.
    """

    edtf: str
    lower: Day | None
    upper: Day | None
    instant: str | None = None


@dataclass(frozen=True, slots=True)
class When:
    """A date field of an annotation: a date, or a weekday to be read back from the day of publication (0 is Monday)."""

    text: str
    date: Date | None
    weekday: int | None
    place: Place


class RefKind(StrEnum):
    ENTITY = "entity"
    EVENT = "event"
    CLAIM = "claim"
    ARTICLE = "article"


def record_key(kind: RefKind, id_: str) -> str:
    """`article/harbour-wire`: how a record is named in references and in maps that hold records of several kinds."""
    return f"{kind}/{id_}"


@dataclass(frozen=True, slots=True)
class Ref:
    """A reference as written. `sentence` is `p4`, `p4s2` or `p4s2-p5s1`; `note` the id of a note in that article."""

    kind: RefKind
    id: str
    place: Place
    sentence: str | None = None
    note: str | None = None

    @property
    def text(self) -> str:
        """The reference as a person writes it, in full."""
        sentence = f"@{self.sentence}" if self.sentence else ""
        note = f"#{self.note}" if self.note else ""
        return f"{record_key(self.kind, self.id)}{sentence}{note}"


@dataclass(frozen=True, slots=True)
class Prose:
    """Markdown of ours: a note, an `about`, a page. `place` is where its first line stands in the file."""

    source: str
    place: Place


# --- images ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Image:
    """A file of `content/media/`, not read yet. With problems it has no size, and cannot be shown.

    `path` is how Markdown names it and where it stands in the site (`media/quay.jpg`, in NFC), `file` where it stands in
    the archive. Width and height are pixels as it is shown.
    """

    path: str
    file: str
    width: int
    height: int
    problems: tuple[Problem, ...] = ()
    is_held: bool = False
    """Whether it stands in what is held back, so that it is no mistake where no page shows it."""


# --- articles -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ArchivedCopy:
    url: str
    at: Date | None


@dataclass(frozen=True, slots=True)
class Rights:
    holder: str | None = None
    text: str = "full"


@dataclass(frozen=True, slots=True)
class Article:
    """One source document. `body` is its Markdown without front matter; `body_line` the line of the file it begins on.

    A build lets go of `body` once the article is prepared; then it is empty.
    """

    id: str
    title: str
    body: str
    body_line: int
    place: Place
    outlet: str | None = None
    authors: tuple[str, ...] = ()
    dateline: str | None = None
    published: Date | None = None
    updated: Date | None = None
    retrieved: Date | None = None
    url: str | None = None
    archived: tuple[ArchivedCopy, ...] = ()
    lang: str = "en"
    lang_place: Place | None = None
    """Of `lang`, or of the title where none is written."""
    kind: str | None = None
    origin: str | None = None
    rights: Rights = Rights()
    notice: str | None = None
    tags: tuple[str, ...] = ()
    former_ids: tuple[str, ...] = ()
    former_places: tuple[Place, ...] = ()
    """Of each former id."""
    extra: tuple[tuple[str, str], ...] = ()
    """Keys that an importer kept for a person to look at; never published."""
    images: tuple[Image, ...] = ()
    """The files of `content/media/` that the body may show, and those it may have meant; by path."""
    sealed: Sealed | None = None
    """Which addresses it has for ever; None while they are provisional."""
    released: Released | None = None
    """What may be seen of the body, where that is not all of it; then `body` is empty."""

    @property
    def path(self) -> str:
        """Of its file."""
        return self.place.path


@dataclass(frozen=True, slots=True)
class OtherPage:
    """A page of ours from `content/pages/`; `id` is its file name without suffix."""

    id: str
    title: str
    body: Prose
    lang: str
    place: Place


# --- entities, events, claims ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Role:
    what: str
    since: Date | None = None
    until: Date | None = None
    source: Ref | None = None


@dataclass(frozen=True, slots=True)
class Entity:
    id: str
    place: Place
    is_: str
    """person, place, organization, work, other, or a type that the archive adds."""
    name: str
    aliases: tuple[str, ...] = ()
    names: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """(language, names with their case forms), in the order of the languages' codes."""
    never: tuple[str, ...] = ()
    """Strings that never match (written `not:`)."""
    roles: tuple[Role, ...] = ()
    same_as: tuple[tuple[str, str], ...] = ()
    about: Prose | None = None
    within: Ref | None = None
    at: tuple[float, float] | None = None
    """Latitude and longitude in degrees."""
    precision: str | None = None
    blur: str | None = None
    show: str = "public"
    """public, initials, role or withheld: what is seen of its name. Behind `load`, `id` and `name` are what may be seen."""
    public_id: str | None = None
    """The id that may be seen, of one that is not public."""
    shown_as: str | None = None
    """Words for the name of one that is withheld."""
    former_ids: tuple[str, ...] = ()
    former_places: tuple[Place, ...] = ()
    """Of each former id."""

    @property
    def all_names(self) -> tuple[str, ...]:
        """Name, aliases, and the names in other languages with their case forms, in this order; each once."""
        forms = (form for _, names in self.names for form in names)
        return tuple(dict.fromkeys((self.name, *self.aliases, *forms)))


@dataclass(frozen=True, slots=True)
class Event:
    id: str
    place: Place
    title: str
    date: Date | None = None
    time: str | None = None
    after: tuple[Ref, ...] = ()
    where: tuple[Ref, ...] = ()
    who: tuple[Ref, ...] = ()
    about: Prose | None = None
    former_ids: tuple[str, ...] = ()
    former_places: tuple[Place, ...] = ()
    """Of each former id."""


@dataclass(frozen=True, slots=True)
class View:
    """The editor's view of a claim: `state` is open, settled or superseded."""

    state: str
    because: Prose | None = None
    by: str | None = None
    on: Date | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    id: str
    place: Place
    question: str
    kind: str
    """quantity, yes-no, who, when, where or words."""
    unit: str | None = None
    scopes: tuple[tuple[str, str], ...] = ()
    """(id, what it covers), in the order written."""
    event: Ref | None = None
    view: View | None = None
    about: Prose | None = None
    former_ids: tuple[str, ...] = ()
    former_places: tuple[Place, ...] = ()
    """Of each former id."""
