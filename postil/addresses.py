"""Addresses: where the page of a record stands, derived from its id and from nothing else.

For every stage that points at a page or writes one. All are root-relative, with a leading slash; `render` makes them
relative to the page they stand on. Whether there is such a record, this module refuses to know.
"""

from __future__ import annotations

from types import MappingProxyType

from postil.model.records import RefKind

HOME = "/index.html"
TIMELINE = "/timeline.html"
TIMELINE_SAID = "/timeline-said.html"
TIMELINE_PUBLISHED = "/timeline-published.html"
NAMES = "/names.html"
QUESTIONS = "/questions.html"
SOURCES = "/sources.html"
SEARCH = "/search.html"
METHOD = "/method.html"
CHANGES = "/changes.html"
NOT_FOUND = "/404.html"
FEED = "/feed.xml"
CHANGES_FEED = "/changes.xml"
SITEMAP = "/sitemap.xml"

_METHOD_ID = "method"

_FOLDERS = MappingProxyType(
    {
        RefKind.ARTICLE: "articles",
        RefKind.CLAIM: "claims",
        RefKind.ENTITY: "entities",
        RefKind.EVENT: "events",
    }
)


def of_record(kind: RefKind, id_: str) -> str:
    return f"/{_FOLDERS[kind]}/{id_}.html"


def of_sentence(article: str, sentence: str) -> str:
    """`sentence` is `p4s2` or `p4`; of a range `p4s2-p5s1` the address is that of its beginning."""
    return f"{of_record(RefKind.ARTICLE, article)}#{sentence.partition('-')[0]}"


def of_note(article: str, note: str) -> str:
    """Where a note stands that has a card."""
    return f"{of_record(RefKind.ARTICLE, article)}#{note_id(note)}"


def note_id(note: str) -> str:
    """The id of a note's card on the page of its article."""
    return f"note-{note}"


def position_id(article: str, note: str) -> str:
    """The id of a position's row on the page of its claim. Neither id holds a full stop."""
    return f"position-{article}.{note}"


def marker_id(note: str) -> str:
    """The id of the marker that leads from the words to a note's card."""
    return f"ref-{note}"


def name_id(note: str) -> str:
    """The id of what a note's marker is called by those who hear it."""
    return f"name-{note}"


def change_id(article: str, version: int) -> str:
    """The id of a version's line on the page of changes. No id holds a full stop."""
    return f"{article}.{version}"


def of_change(article: str, version: int) -> str:
    return f"{CHANGES}#{change_id(article, version)}"


def of_mentions(entity: str, number: int) -> str:
    """The second and further pages of all that names an entity; the first is its own."""
    return f"/entities/{entity}/{number}.html"


def of_further(first: str, number: int, of: str = "") -> str:
    """Page `number`, from 1, of a list that begins at `first`; `of` names the list where the first page has several.

    `/claims/x/2.html`, `/entities/y/speech-2.html`, `/names/2.html`. Only ids of articles have slashes: none is a record's.
    """
    return first if number == 1 else f"{first.removesuffix('.html')}/{of and f'{of}-'}{number}.html"


def of_page(id_: str) -> str:
    """A page of ours from `content/pages/`. What an archive writes on its method stands on the page that every one has."""
    return METHOD if id_ == _METHOD_ID else of_page_file(id_)


def of_page_file(id_: str) -> str:
    """Where a page stands by the name of its file, or where its redirect does."""
    return f"/pages/{id_}.html"


_TIMELINES = MappingProxyType({"happened": TIMELINE, "said": TIMELINE_SAID, "published": TIMELINE_PUBLISHED})


def of_timeline(by: str, period: tuple[int, ...] = ()) -> str:
    """A timeline (`by` happened, said or published), or its page of a year or of a month.

    `period` is () or (2031,) or (2031, 4), astronomical: year 0 is `bce-1`. `/timeline-said-2031-04.html`.
    """
    if not period:
        return _TIMELINES[by]
    year, *month = period
    parts = [f"{year:04}" if year > 0 else f"bce-{1 - year}", *(f"{one:02}" for one in month)]
    return f"{_TIMELINES[by].removesuffix('.html')}-{'-'.join(parts)}.html"


def path_from_address(address: str) -> str:
    """The output path of an address: no leading slash, no fragment."""
    return address.partition("#")[0].removeprefix("/")
