"""What the search knows of the pages: one view a page, which `pages` makes, `index` reads and nobody publishes."""

from __future__ import annotations

from dataclasses import dataclass

UNSEEN = ("\u2061", "\u2062")
"""Before and after what is found and not shown; the scripts leave it out. Neither sign is a part of any word."""


@dataclass(frozen=True, slots=True)
class IndexedDenial:
    """What denies or disputes words that are found, or what these deny: `incoming` when it speaks against them."""

    kind: str
    incoming: bool
    who: str
    words: str
    lang: str
    href: str
    """Where it stands, root-relative."""


@dataclass(frozen=True, slots=True)
class IndexedSentence:
    """Words that are found, and what is shown with them and finds nothing: who speaks, hedges, denials."""

    id: str
    """Id of the element on the published page (`p4s2`, `note-x`); empty when the page itself is meant."""
    text: str
    """Between U+2061 and U+2062 stands what is found and not shown."""
    weight: float = 1
    """What its words weigh beside those of a source: from 0 to 10."""
    voices: tuple[str, ...] = ()
    hedges: tuple[str, ...] = ()
    denials: tuple[IndexedDenial, ...] = ()


@dataclass(frozen=True, slots=True)
class IndexView:
    """What the search knows of one page."""

    path: str
    """Of the published page, without leading slash."""
    title: str
    """As the text of a sentence."""
    lang: str
    """Primary subtag, so that `en` and `en-GB` are one index."""
    filters: tuple[tuple[str, str], ...]
    """outlet, year, month (`2031-04`), kind (article, claim, entity, place, event, page), entity, language; a name may stand
    more than once."""
    sort: tuple[tuple[str, str], ...]
    meta: tuple[tuple[str, str], ...]
    """Shown with what is found, and finds nothing: the date in words, the notice of an article, the type of an entity, the
    state of a claim."""
    sentences: tuple[IndexedSentence, ...]
    names: tuple[str, ...] = ()
    """Every spelling, script and case form of an entity's name: who asks for one is shown what has another."""
    denials: tuple[IndexedDenial, ...] = ()
    """Of a claim: all that is said against its positions."""
