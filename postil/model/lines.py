"""Lines, cards and groups: what the lists and tables of pages hold, each of them a record seen from one place.

They are made of `parts`, and a `page` of them.
"""

from __future__ import annotations

from dataclasses import dataclass

from postil.model.chart import Chart
from postil.model.ledger import Changed
from postil.model.parts import Cited, DatedWords, DateWords, Link, Point, TieLine, Voice
from postil.model.strip import SpanPiece


@dataclass(frozen=True, slots=True)
class SourceLine:
    """An article as the source of what stands below it, or as one to go to: what its own file says, and no count."""

    link: Link
    outlet: str | None
    published: DateWords | None


@dataclass(frozen=True, slots=True)
class ArticleLine:
    """An article in the table of all."""

    link: Link
    outlet: str | None
    kind: str | None
    published: DateWords | None
    sort: str
    """Key by which a table may be sorted by date: equal order as `dates.sort_key`, as text."""
    authors: tuple[str, ...] = ()
    notes: int = 0
    text: str = "full"
    """What of its text is published: full, quoted or reference."""


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """A correction or other revision of an article, or that it was withdrawn. `id` is a fragment, unique on the page.

    `gone` lead to the stones of what went, `new` to what came; `words` tell a correction, passage by passage; `claims` are
    those that stood on what changed. Where no title may be kept, the label of `article` is its address.
    """

    id: str
    article: Link
    is_titled: bool
    is_withdrawn: bool
    version: int
    because: str
    gone: tuple[Link, ...]
    new: tuple[Link, ...]
    words: tuple[tuple[Changed, ...], ...]
    claims: tuple[Link, ...]
    lang: str
    """Of the article."""


@dataclass(frozen=True, slots=True)
class ClaimCard:
    """A claim beside something else: the question, its state and how often it is denied.

    Not how many speak to it: that changes with every new mention, and would change every page that shows the card.
    """

    link: Link
    state: str | None
    denials: int


@dataclass(frozen=True, slots=True)
class ClaimLine:
    """A claim in the list of all: the question and its state in numbers."""

    link: Link
    state: str | None
    positions: int
    origins: int
    denials: int


@dataclass(frozen=True, slots=True)
class NameLine:
    """A name in the A-Z: an entity's own name or another one (`of` is then whose, by their own names)."""

    link: Link
    """To the entity, or to the first of them."""
    is_: str
    of: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class TimelineEntry:
    """An event or, by publication, an article; `id` is a fragment, unique on the page."""

    id: str
    link: Link
    date: DateWords | None
    time: str | None
    after: tuple[Link, ...]
    where: tuple[Link, ...]
    evidence: tuple[Cited, ...]
    outlet: str | None = None
    before: tuple[Link, ...] = ()
    """What follows an event that has no date."""
    left: int = 0
    """Sentences of its evidence that stand only on its own page."""


@dataclass(frozen=True, slots=True)
class SpeechLine:
    """Words of a speaker, with the answer when they are a position on a claim."""

    cited: Cited
    note: str
    """Address of the note."""
    says: str
    on: DatedWords | None
    hedge: str | None
    ties: tuple[TieLine, ...]


@dataclass(frozen=True, slots=True)
class Statement:
    """What somebody said on a day: an entry of the timeline by the day it was said. `id` as in `TimelineEntry`."""

    id: str
    voice: Voice | None
    claim: Link | None
    """The question that it answers."""
    line: SpeechLine


@dataclass(frozen=True, slots=True)
class TimelineGroup:
    """Entries of one day (or of one date that is no day); `id` is a fragment, unique on the page.

    `heading` is empty where only the order of these events is known: they hang between the groups around them.
    """

    id: str
    heading: str
    entries: tuple[TimelineEntry, ...]
    statements: tuple[Statement, ...] = ()
    """In place of `entries`, on the timeline of what was said."""
    shown: int = 0
    """How many entries stand open; the rest are folded. 0: all."""
    span: tuple[SpanPiece, ...] = ()
    """The days that the date may mean; empty for an exact day, and where the page has no scale."""
    further: tuple[str, int] | None = None
    """(address, how many): entries that a page which only points on leaves to the timeline."""


@dataclass(frozen=True, slots=True)
class SpeechGroup:
    """The words of a speaker on one question, or those that answer none."""

    claim: ClaimCard | None
    lines: tuple[SpeechLine, ...]


@dataclass(frozen=True, slots=True)
class RoleLine:
    what: str
    since: DateWords | None
    until: DateWords | None
    sources: tuple[Cited, ...]


@dataclass(frozen=True, slots=True)
class PositionLine:
    """A position: a row of a claim's table, or what is said about an entity."""

    voice: Voice | None
    says: str
    cited: Cited
    note: str
    """Address of the note, `/articles/x.html#note-ID`."""
    on: DatedWords | None
    as_of: DatedWords | None
    how: str | None
    chain: tuple[Voice, ...]
    hedge: str | None
    ties: tuple[TieLine, ...]
    """Both directions, denials first."""


@dataclass(frozen=True, slots=True)
class SaidGroup:
    """What others say in sentences that name an entity: their answers to one question, or denials that answer none."""

    claim: ClaimCard | None
    lines: tuple[tuple[str, PositionLine], ...]
    """(what the scope covers or nothing, position)."""


@dataclass(frozen=True, slots=True)
class Band:
    """Positions of one scope. `scope` is empty for those without; `meaning` says what the scope covers.

    Of a band that goes on from the page before, only the rest: it is counted there, and `count` and `origins` are 0.
    """

    scope: str
    meaning: str
    positions: tuple[PositionLine, ...]
    count: int
    origins: int
    chart: Chart | None = None
    """Of figures, where there are two to compare."""


@dataclass(frozen=True, slots=True)
class Portion:
    """Of the lists of a record what stands on a further page: a part of one of them, the others are empty."""

    speech: tuple[SpeechGroup, ...] = ()
    said: tuple[SaidGroup, ...] = ()
    events: tuple[TimelineEntry, ...] = ()
    claims: tuple[ClaimCard, ...] = ()
    holds: tuple[Link, ...] = ()
    evidence: tuple[tuple[SourceLine, tuple[tuple[Cited, str], ...]], ...] = ()
    points: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class MentionGroup:
    """Every mention in one article, in reading order: each sentence once, every naming in it marked."""

    article: SourceLine
    mentions: tuple[Cited, ...]
