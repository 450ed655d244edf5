"""The whole of an archive as it was loaded: settings, templates, records. Made by `load`; read by every later stage."""

from __future__ import annotations

from dataclasses import dataclass

from postil.model.ledger import Withdrawal
from postil.model.notes import Annotation, ArticleNotes, DraftNotes
from postil.model.published import NO_ADDRESSES, Addresses
from postil.model.records import Article, Claim, Entity, Event, Image, OtherPage, RefKind
from postil.model.withheld import NOTHING, Secrets


@dataclass(frozen=True, slots=True)
class Ceiling:
    """How much of an article may be quoted whose text is not released: sentences, or per cent of them."""

    count: int
    is_share: bool

    @property
    def text(self) -> str:
        """As a person writes it."""
        if self.is_share:
            return f"{self.count} %"
        return f"{self.count} sentence{'' if self.count == 1 else 's'}"

    def of(self, total: int) -> int:
        """So many sentences of `total`. A share is rounded up, so that of a short text one may be quoted."""
        return -(-self.count * total // 100) if self.is_share else self.count


QUOTED_AT_MOST = Ceiling(25, is_share=True)
"""Where the archive says nothing else."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What `archive.yaml` says."""

    title: str
    description: str = ""
    base_url: str | None = None
    """Ends in `/`. Only feeds, sitemap, canonical links and exports need it."""
    language: str = "en"
    editors: tuple[str, ...] = ()
    licence: str | None = None
    timezone: str = "UTC"
    entity_types: tuple[str, ...] = ()
    """Types of entities beyond the five that are built in."""
    search: str = "both"
    """both, web or folder: where the site can be searched."""
    quoted_at_most: Ceiling = QUOTED_AT_MOST
    """Of an article whose rights let its text be quoted only."""
    is_private: bool = False
    """Whether nothing is held back: not written, but asked for. Such an edition has no address on the web."""
    withheld_register: bool = False
    """Whether the archive cannot be built without its register of what is withheld."""
    withheld_strings: int | None = None
    """Names and strings that the register has; None where the archive does not say."""


@dataclass(frozen=True, slots=True)
class Strings:
    """The interface in one language: key -> text, or key -> text per plural category (`key.one`, `key.other`)."""

    lang: str
    texts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Theme:
    """A `templates/` folder: Jinja2 sources by name, assets by path (`assets/a.css`), strings by language; all sorted."""

    templates: tuple[tuple[str, str], ...]
    assets: tuple[tuple[str, bytes], ...]
    strings: tuple[Strings, ...]


@dataclass(frozen=True, slots=True)
class Doubtful:
    """Records in which something is wrong, as far as they could be read: only so that all that is wrong is told at once.

    `notes` are each with its article. `kinds` are those of which a record could not be read at all, so that nobody knows
    what exists; `noted` are articles of which a note, or its id, could not be.
    """

    entities: tuple[Entity, ...] = ()
    events: tuple[Event, ...] = ()
    claims: tuple[Claim, ...] = ()
    notes: tuple[tuple[str, Annotation], ...] = ()
    kinds: tuple[RefKind, ...] = ()
    noted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Records:
    """Everything that was loaded; each tuple sorted by id (notes by article)."""

    settings: Settings
    theme: Theme
    articles: tuple[Article, ...]
    notes: tuple[ArticleNotes, ...]
    entities: tuple[Entity, ...]
    events: tuple[Event, ...]
    claims: tuple[Claim, ...]
    pages: tuple[OtherPage, ...]
    images: tuple[Image, ...] = ()
    """By path."""
    withdrawn: tuple[Withdrawal, ...] = ()
    """Articles that were taken out, by article."""
    sealed: Addresses | None = NO_ADDRESSES
    """What the ledger has; None where it could not be read."""
    drafts: tuple[DraftNotes, ...] = ()
    """By article. What refers to a note in one of them is told that it is a draft."""
    doubtful: Doubtful | None = None
    """None where a file could not be read, or something is withheld: then no more is told than what is known to be wrong."""
    secrets: Secrets = NOTHING
    """What was withheld from all of this. It is for what looks for leaks alone: no stage is handed it."""
