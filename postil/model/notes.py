"""Notes: what a person wrote about places in articles, typed. Made by `load` through `schema`, like the other records.

As each record, one keeps the place of everything that may turn out wrong later.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from postil.model.records import Date, Prose, Ref, When
from postil.problems import Place


@dataclass(frozen=True, slots=True)
class Selector:
    """What an annotation points at. Either `exact` (a quote, with what narrows it) or `at` (a whole block or sentence).

    `within` (written `in:`) is `p2`, `p2s1` or a range of them.
    """

    place: Place
    exact: str | None = None
    prefix: str = ""
    suffix: str = ""
    within: str | None = None
    at: str | None = None


PLACED = Selector(Place(""))
"""That of a note in an archive: where it sits is known, and how that was found is not held."""


@dataclass(frozen=True, slots=True)
class Speaker:
    """Exactly one of the three: an entity; the outlet itself (its reporters saw or counted); someone not named."""

    place: Place
    entity: str | None = None
    outlet: bool = False
    unnamed: str | None = None


class Bound(StrEnum):
    """How a quantity is bounded. What is a bound stays a bound."""

    EXACTLY = "exactly"
    RANGE = "range"
    AT_LEAST = "at least"
    AT_MOST = "at most"
    MORE_THAN = "more than"
    LESS_THAN = "less than"
    NEARLY = "nearly"
    ABOUT = "about"


@dataclass(frozen=True, slots=True)
class Quantity:
    """A figure as said. `low` and `high` are equal unless the bound is a range."""

    text: str
    bound: Bound
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Words:
    """An answer that is no quantity: yes, no, words, or text that holds a date or the id of an entity (`entity`)."""

    text: str
    entity: str | None = None
    date: Date | None = None


class NonAnswer(StrEnum):
    NO_ANSWER = "no-answer"
    DECLINED = "declined"
    CANNOT_SAY = "cannot-say"


Says = Quantity | Words | NonAnswer


class RelationKind(StrEnum):
    CONFIRMS = "confirms"
    DISPUTES = "disputes"
    DENIES = "denies"
    CORRECTS = "corrects"
    RETRACTS = "retracts"
    REPEATS = "repeats"
    SAME_STATEMENT = "same_statement"
    TRANSLATES = "translates"
    SEE = "see"


@dataclass(frozen=True, slots=True)
class Relation:
    kind: RelationKind
    to: Ref


@dataclass(frozen=True, slots=True)
class Annotation:
    """What is said about one place in an article. What kind it is, its keys tell (`kinds.kinds_of`)."""

    id: str
    """Written, or derived by `schema` from keys, target and folded selector."""
    explicit: bool
    place: Place
    selector: Selector
    note: Prose | None = None
    entity: Ref | None = None
    event: Ref | None = None
    claim: Ref | None = None
    speaker: Speaker | None = None
    says: Says | None = None
    says_place: Place | None = None
    scope: str | None = None
    scope_place: Place | None = None
    on: When | None = None
    as_of: When | None = None
    how: str | None = None
    """own-count, saw-it, document, relays, infers or not-stated."""
    chain: tuple[Speaker, ...] = ()
    """From the origin to the one who told the outlet."""
    hedge: str | None = None
    relations: tuple[Relation, ...] = ()
    annotator: str | None = None
    keys: tuple[str, ...] = ()
    """The keys that are written, in order of spelling: a derived id is made of them, and nothing behind it."""


@dataclass(frozen=True, slots=True)
class NameChoice:
    """`mentions:` of an annotation file: this name, in this article, means this entity."""

    name: str
    entity: Ref
    place: Place | None = None
    """Of the name."""


@dataclass(frozen=True, slots=True)
class WithheldSpan:
    """An item of `withhold:`: words of the article, what stands in their place, and a reason of a fixed list."""

    selector: Selector = field(repr=False)
    words: str
    reason: str
    place: Place


@dataclass(frozen=True, slots=True)
class ArticleNotes:
    """One file below `annotations/articles/`. `draft` files load only with `--drafts`."""

    article: str
    place: Place
    annotator: str | None = None
    draft: bool = False
    mentions: tuple[NameChoice, ...] = ()
    notes: tuple[Annotation, ...] = ()
    withhold: tuple[WithheldSpan, ...] = ()
    """Empty behind `load`."""

    @property
    def path(self) -> str:
        """Of its file."""
        return self.place.path


@dataclass(frozen=True, slots=True)
class DraftNotes:
    """A file of notes that was not loaded because it is a draft: the ids in it, where it says so, and what it withholds.

    What is to be withheld is withheld by a draft too.
    """

    article: str
    place: Place
    ids: tuple[str, ...]
    withhold: tuple[WithheldSpan, ...] = ()
    """Empty behind `load`."""
