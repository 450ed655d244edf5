"""Pages: what a template sees. One class a template; its docstrings and those of `lines` and `parts` document it.

A page is a value and the whole of what its output depends on, beside the templates and the strings of one language. It
holds no record: labels are looked up, dates are in words, quotations are cut into runs. Targets are root-relative
(`/entities/orla-venn.html#...`); `render` makes them relative to the page.

Enumerated values (`how`, kinds, relation names, `basis`) stay as their keys; templates show them through strings.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from postil.model.lines import (
    ArticleLine,
    Band,
    ChangeLine,
    ClaimCard,
    ClaimLine,
    MentionGroup,
    NameLine,
    Portion,
    RoleLine,
    SaidGroup,
    SourceLine,
    SpeechGroup,
    TimelineEntry,
    TimelineGroup,
)
from postil.model.parts import (
    BodyPiece,
    Cited,
    DateWords,
    Html,
    Link,
    Point,
    Preview,
    Rest,
    Share,
    Turn,
    VersionLine,
)
from postil.model.strip import Strip


@dataclass(frozen=True, slots=True)
class Shell:
    """What every page says about the archive: its settings, and links to the pages of ours.

    No article, note or record changes it, so that no page changes for one that it does not show. A page of ours that is
    new, goes or takes another title does change the menu, and with it every page.
    """

    title: str
    description: str
    lang: str
    editors: tuple[str, ...]
    licence: str | None
    base_url: str | None
    pages: tuple[Link, ...]
    """Other pages (about, method), for the footer and the menu."""
    is_private: bool = False
    """Whether this is the edition in which nothing is held back, which every page then says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What all pages have. `path` is the output path without leading slash.

    `title` is empty on the pages that no record gives one (timelines, names, questions, sources, search, 404): strings
    name them.
    """

    template: ClassVar[str]
    path: str
    title: str
    shell: Shell


@dataclass(frozen=True, slots=True, kw_only=True)
class HomePage(Page):
    template: ClassVar[str] = "home.html"
    articles: int
    notes: int
    entities: int
    events: int
    claims: int
    span: DateWords | None
    """From the first to the last day of publication."""
    questions: tuple[ClaimCard, ...]
    """The open questions that are most denied, at most five."""
    newest: tuple[SourceLine, ...]
    """The newest sources, at most six."""
    strip: Strip | None
    """That of the timeline of what happened."""
    days: tuple[TimelineGroup, ...]
    """The first groups of the timeline, at most six, with entries but no evidence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArticlePage(Page):
    template: ClassVar[str] = "article.html"
    text_lang: str
    outlet: str | None
    authors: tuple[str, ...]
    dateline: str | None
    published: DateWords | None
    updated: DateWords | None
    retrieved: DateWords | None
    url: str | None
    archived: tuple[tuple[str, DateWords | None], ...]
    """(address of the copy, when it was taken)."""
    kind: str | None
    holder: str | None
    notice: str | None
    """In the language of the text."""
    tags: tuple[str, ...]
    share: Share | None
    """What of the text is published, where that is not all of it."""
    digest: str
    """SHA-256 of the article's text as it is published (UTF-8), hex."""
    pieces: tuple[BodyPiece, ...]
    named: tuple[tuple[str, tuple[Link, ...]], ...]
    """(type of entity, the entities named), in the order person, place, organization, others."""
    points: tuple[Point, ...]
    """What points at this article or its notes from elsewhere."""
    rests: tuple[Rest, ...] = ()
    """Of the lists that are too long for this page: `speech`, `events`, `points` and so on."""
    cite: tuple[str, ...]
    """How to cite this page, in plain text; parts are joined by a space, and each may be in a script of its own."""
    cite_address: str | None
    """Where the page stands on the web: the last part of the citation."""
    bibtex: str
    csl_json: str
    """The same for reference managers: an entry of a BibTeX file, and CSL-JSON (an array of one item)."""
    versions: tuple[VersionLine, ...]
    """Of a sealed article, from the first; empty while its addresses are provisional."""
    former: tuple[str, ...]
    """Root-relative addresses at which the page stood before; they still lead to it."""
    previews: tuple[Preview, ...]
    """Each entity, event and claim that the text or a note links, once, by address."""
    meta: tuple[tuple[str, str], ...]
    """Names and contents of `<meta>` elements for reference managers."""
    linked_data: Html
    """JSON-LD for a `<script type="application/ld+json">`, in which nothing can end that element."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityPage(Page):
    template: ClassVar[str] = "entity.html"
    is_: str
    aliases: tuple[str, ...]
    names: tuple[tuple[str, str, tuple[str, ...]], ...]
    """(code of the language, its name in the page's language, names)."""
    roles: tuple[RoleLine, ...]
    same_as: tuple[tuple[str, str, str | None], ...]
    """(authority, identifier, address or None)."""
    about: Html | None
    within: Link | None
    holds: tuple[Link, ...]
    """Places that are within this one."""
    at: tuple[str, str] | None
    """Latitude and longitude, degrees, with as many digits as the longer of both; blurred when the record says so."""
    precision: str | None
    blur: str | None
    speech: tuple[SpeechGroup, ...]
    """Its own words, by question."""
    events: tuple[TimelineEntry, ...]
    said: tuple[SaidGroup, ...]
    """What others say in sentences that name it, by question."""
    claims: tuple[ClaimCard, ...]
    """Claims that it speaks to or passes answers on to, beside those of `said`."""
    with_: tuple[tuple[Link, int, int], ...]
    """At most 30 entities named in the same sentence or article: (entity, sentences shared, articles shared)."""
    with_left: int = 0
    """How many more there are than `with_` holds."""
    mentions: tuple[MentionGroup, ...]
    """All, or the first 200 sentences or so."""
    next_href: str | None = None
    """Of the page with further mentions."""
    namesakes: tuple[Link, ...]
    """Entities that share a name or alias with this one, at most 30."""
    has_more_namesakes: bool = False
    points: tuple[Point, ...]
    rests: tuple[Rest, ...] = ()
    """Of the lists that are too long for this page: `speech`, `events`, `points` and so on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MentionsPage(Page):
    """Further mentions of an entity that is named very often. `title` is its name."""

    template: ClassVar[str] = "mentions.html"
    is_: str
    entity: Link
    number: int
    """Of this page, from 2."""
    mentions: tuple[MentionGroup, ...]
    previous_href: str
    next_href: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FurtherPage(Page):
    """A further page of one of the lists of a record. `title` is the record's label.

    `of` is the list: speech, said, events, claims or holds of an entity, evidence of an event, points of any record.
    """

    template: ClassVar[str] = "further.html"
    record: Link
    of: str
    turn: Turn
    portion: Portion


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPage(Page):
    template: ClassVar[str] = "event.html"
    date: DateWords | None
    time: str | None
    after: tuple[Link, ...]
    before: tuple[Link, ...]
    where: tuple[Link, ...]
    who: tuple[Link, ...]
    about: Html | None
    evidence: tuple[tuple[SourceLine, tuple[tuple[Cited, str], ...]], ...]
    """By article: (words, address of the note)."""
    claims: tuple[ClaimCard, ...]
    points: tuple[Point, ...]
    rests: tuple[Rest, ...] = ()
    """Of the lists that are too long for this page: `speech`, `events`, `points` and so on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimPage(Page):
    """`title` is the question.

    A further page of a claim with very many positions has bands, and of the rest only `kind` and `state`.
    """

    template: ClassVar[str] = "claim.html"
    kind: str
    """quantity, yes-no, when, who, where, text ..."""
    unit: str | None
    state: str | None
    positions: int
    origins: int
    denials: int
    bands: tuple[Band, ...]
    has_scopes: bool
    """Whether there are bands of several scopes, here or on another page."""
    turn: Turn | None = None
    """Between the pages of the positions."""
    event: Link | None
    view_by: str | None
    view_on: DateWords | None
    view_because: Html | None
    about: Html | None
    points: tuple[Point, ...]
    rests: tuple[Rest, ...] = ()
    """Of the lists that are too long for this page: `speech`, `events`, `points` and so on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelinePage(Page):
    """A timeline, or the page of one of its years, months or days.

    `by` is happened, said or published. Where a page would hold too much, `parts` lead to those of its years, months or
    days, and only what belongs to none of them stands here; and where that is still too much, it goes on on further pages.
    """

    template: ClassVar[str] = "timeline.html"
    by: str
    period: str
    """The year, month or day in words; empty on the page of the whole."""
    strip: Strip | None
    """None where there are no two times to compare."""
    parts: tuple[tuple[Link, int], ...]
    """(page of a year, month or day, how many entries it has)."""
    turn: Turn | None = None
    groups: tuple[TimelineGroup, ...]
    ordered: tuple[TimelineEntry, ...]
    """What has no date; of events, what has no order among the dated either."""
    up: Link | None
    """From a year to the whole (the label is then empty), from a month to its year, from a day to its month."""
    earlier: Link | None
    later: Link | None
    left_out: int
    """Statements that have no day on which they were said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NamesPage(Page):
    template: ClassVar[str] = "names.html"
    letters: tuple[tuple[str, str, tuple[NameLine, ...]], ...]
    """(letter, fragment id, names), collated without the machine's locale."""
    alphabets: tuple[tuple[tuple[str, str], ...], ...]
    """All letters (letter, address) by script; none on a further page."""
    turn: Turn | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionsPage(Page):
    template: ClassVar[str] = "questions.html"
    claims: tuple[ClaimLine, ...]
    turn: Turn | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SourcesPage(Page):
    template: ClassVar[str] = "sources.html"
    span: DateWords | None
    """From the first to the last day of publication; None on a further page."""
    count: int
    """Of all articles; 0 on a further page."""
    articles: tuple[ArticleLine, ...]
    turn: Turn | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchPage(Page):
    template: ClassVar[str] = "search.html"
    outlets: tuple[str, ...]
    years: tuple[tuple[str, str], ...]
    months: tuple[tuple[str, str], ...]
    """(EDTF of the year or month, in words)."""
    kinds: tuple[str, ...]
    """article (its sentences), claim, entity (people, organisations and whatever is no place), place, event, note, page:
    those that occur. Articles may have notes, of which the page knows nothing."""
    entities: tuple[str, ...]
    """All, or the thousand that are named most."""
    languages: tuple[tuple[str, str], ...]
    """(code, name in the page's language)."""
    search: str
    """both, web or folder: from where the site can be searched."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProsePage(Page):
    template: ClassVar[str] = "page.html"
    text_lang: str
    body: Html


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodPage(Page):
    """How the archive is made. `title` and `body` are those of `content/pages/method.md`, where there is one."""

    template: ClassVar[str] = "method.html"
    languages: tuple[str, ...]
    """Those of the articles, by name in the page's language."""
    kinds: tuple[str, ...]
    """Of notes, most telling first."""
    text_lang: str
    body: Html | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangesPage(Page):
    """Every revision and withdrawal of sealed articles, the last first."""

    template: ClassVar[str] = "changes.html"
    days: tuple[tuple[DateWords, tuple[ChangeLine, ...]], ...]
    feed: str | None
    """Address of the feed of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawnPage(Page):
    """Stands at the address of an article that was withdrawn. `title` is empty where none may be kept."""

    template: ClassVar[str] = "withdrawn.html"
    text_lang: str
    on: DateWords
    because: str
    claims: tuple[Link, ...]
    change: str
    """To its line among the changes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NotFoundPage(Page):
    """A host serves it at any depth: `render` makes its targets absolute when `shell.base_url` is known."""

    template: ClassVar[str] = "404.html"


@dataclass(frozen=True, slots=True, kw_only=True)
class RedirectPage(Page):
    """Stands at a former address. `target` is root-relative."""

    template: ClassVar[str] = "redirect.html"
    target: str
