"""Problems: what is wrong with an archive, where, and what to do about it.

A problem is a value. It can be pickled, compared and cached with the result it came with, so that a warning does not
vanish on a second build. The message states a fact; only `help` proposes. Everything that a user can cause is a
`Problem`; an exception that reaches the user is a bug of ours.

This module knows codes and places, and nothing of files, formats or terminals.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Generic, TypeVar


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where something stands: a file, and where known a line, a column and a length.

    `path` is written with `/` and is relative to the archive's root; of what stands elsewhere (a file that is imported,
    a template that ships with the engine) it is what a person knows it by. `line` and `column` begin at 1; 0 means that
    none is known. `column` and `length` count code points of the line.
    """

    path: str
    line: int = 0
    column: int = 0
    length: int = 0

    def __str__(self) -> str:
        """As people and their editors write it: `content/articles/harbour-wire.md:12`, or the path alone."""
        return f"{self.path}:{self.line}" if self.line else self.path


@dataclass(frozen=True, slots=True)
class Remark:
    """What else is involved in a problem; `place` when it stands somewhere."""

    message: str
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    code: str
    message: str
    place: Place
    notes: tuple[Remark, ...] = ()
    help: tuple[str, ...] = ()
    severity: Severity = Severity.ERROR
    excerpt: str = ""
    """The line at `place`, for the caret; filled in by `load.with_excerpts` once, just before problems are shown."""
    is_secret: bool = False
    """Whether that line is never shown, since it may hold words that are withheld."""

    def __post_init__(self) -> None:
        if self.code not in CODES:
            raise KeyError(f"problem code {self.code!r} is not in the table")


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Checked(Generic[T]):
    """A value and what was found while making it: the result of every function that can find problems."""

    value: T
    problems: tuple[Problem, ...] = ()


def unsaid(problem: Problem, message: str, *cures: str) -> Problem:
    """The problem where nothing may be shown of what it is about: a message and cures of our own, the file and the line."""
    return replace(
        problem,
        message=message,
        place=Place(problem.place.path, problem.place.line),
        notes=(),
        help=cures,
        excerpt="",
        is_secret=True,
    )


_FIRST = frozenset(
    {"copy-incomplete", "nested-too-deep", "register-incomplete", "register-missing", "register-unusable"}
)
"""Codes of what may be the cause of much else: nothing that lacks is linked to, an article that cannot be read
has none of the words that are looked for in it, and without a register little is told."""


def problem_order(problem: Problem) -> tuple[bool, str, int, int, str, str]:
    """The order in which problems are shown: causes of others first, then by file, line, column, code, message."""
    place = problem.place
    return (problem.code not in _FIRST, place.path, place.line, place.column, problem.code, problem.message)


def has_errors(problems: Iterable[Problem]) -> bool:
    return any(problem.severity is Severity.ERROR for problem in problems)


def strict(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """The same problems with every warning made an error."""
    return tuple(replace(problem, severity=Severity.ERROR) for problem in problems)


CODES: Mapping[str, str] = MappingProxyType(
    {
        "absolute-link": "a link inside the site begins with a slash",
        "address-unusable": "an address of a block or sentence has not the form of one",
        "addresses-lost": "the ledger has lost addresses that the site which stands has sealed",
        "archive-missing": "there is no archive at the root that was given",
        "article-empty": "an article has no text",
        "cache-busy": "what builds have kept may hold what is no more to be seen, and cannot be let go of",
        "ceiling-unusable": "how much of an article may be quoted is said in no form that is known",
        "cluster-foreign": "a worker of a cluster has another engine than the process that builds",
        "cluster-idle": "a cluster has no worker",
        "cluster-lost": "a cluster did not finish the work",
        "cluster-missing": "what builds on a cluster is not installed",
        "cluster-threads": "a worker of a cluster has several threads",
        "cluster-unreachable": "no scheduler answers at the address of a cluster",
        "coordinates-unusable": "coordinates are no point on the earth",
        "copy-changed": "a file of a copy is not the one that its manifest lists",
        "copy-extra": "a copy of a site holds a file that its manifest does not list",
        "copy-incomplete": "a copy of a site lacks a file that its manifest lists",
        "copy-unproved": "a copy of a site has no manifest or receipt that can be read, or they do not fit each other",
        "date-backwards": "an interval ends before it begins",
        "date-impossible": "a date names a day, month, year or time that does not exist",
        "date-old-form": "a date is spelt as in the EDTF draft of 2012",
        "date-unreadable": "a text that should be a date is none",
        "dead-link": "a link inside the site leads nowhere",
        "duplicate-element-id": "two elements of one page have the same id",
        "file-bidi": "a file holds a character that would show text in another order than it is written in",
        "file-control": "a file holds a control character",
        "file-empty": "a file that should hold records holds none",
        "file-encoding": "a file is not UTF-8",
        "file-ignored": "a file lies where it is not read",
        "file-misplaced": "a file holds records of another kind than its folder",
        "file-outside": "a symbolic link leads out of the archive",
        "file-too-large": "a file has more bytes than are read",
        "file-unreadable": "a file or folder cannot be read",
        "footnote-duplicate": "two footnotes of an article have the same label",
        "footnote-undefined": "an article refers to a footnote that it does not have",
        "footnote-unused": "an article has a footnote that nothing refers to",
        "foreign-request": "a page would ask something of another host",
        "former-id-clash": "a former id is in use, or is given by two records",
        "front-matter-list": "front matter is a list instead of keys and values",
        "front-matter-missing": "an article or page has no front matter",
        "front-matter-rule": "an article or page begins with a rule instead of front matter",
        "front-matter-twice": "a line of dashes stands in the middle of front matter",
        "front-matter-unclosed": "front matter has no closing line",
        "id-duplicate": "two records have the same id",
        "id-reserved": "an id is a name that Windows keeps for itself",
        "id-too-long": "an id is too long for the name of a file",
        "id-unusable": "a text cannot be an id",
        "id-withdrawn": "an article has the id of one that was withdrawn",
        "image-broken": "an image file cannot be read as a picture",
        "image-missing": "an image is no file of content/media/",
        "image-remote": "an image stands on another host, and is shown as a link",
        "image-too-large": "a picture has more pixels or bytes than are published",
        "image-type": "an image file is of a type that is not published, or not of the type its name says",
        "image-without-alt": "an image has no words for those who cannot see it",
        "import-character": "a file to be imported holds a character that no page can hold",
        "import-comment": "a file to be imported has comments that its own generator hides",
        "import-date": "a date of a source is unclear, or is no date",
        "import-draft": "a file to be imported is a draft",
        "import-empty": "a file to be imported holds no text",
        "import-encoding": "a file to be imported has bytes that are no text in its encoding",
        "import-exists": "an import would overwrite a file of the archive",
        "import-extra": "imported front matter has keys that an archive does not know",
        "import-field": "a value of a source does not fit the field it belongs to",
        "import-front-matter": "the front matter of a file to be imported cannot be read",
        "import-image": "a file to be imported has images",
        "import-kind": "a file to be imported holds no text, or its name does not say what it holds",
        "import-link": "a file to be imported links to other files",
        "import-lost": "something on a page to be imported is not in the article",
        "import-mark": "a file to be imported has marks that the dialect shows as they are written",
        "import-read-otherwise": "Markdown to be imported is read otherwise here than elsewhere",
        "import-skipped": "a file in a folder to be imported was not read",
        "import-stops": "a build would stop at an imported article",
        "import-text-changed": "the text of an imported article would not be shown as it stands in the file",
        "import-title": "a source does not make clear what its title is",
        "import-unwritable": "the system does not let an imported text be written",
        "inline-code": "a page has script or style in it instead of in a file",
        "key-empty": "a key has no value",
        "key-needs-claim": "a key that belongs to a position stands where no claim is named",
        "key-needs-show": "a key says how an entity is seen that is shown as it is",
        "language-doubtful": "an article's letters are not those of the language it is said to be in",
        "language-unknown": "a language is not one that is known, or not one that the interface is written in",
        "language-unusable": "a text is no language code",
        "ledger-broken": "the ledger of addresses is not as the engine writes it",
        "ledger-conflict": "a merge of the ledger of addresses was not finished",
        "ledger-unwritable": "the system does not let the ledger of addresses be written",
        "link-dead": "a link in our own Markdown leads to nothing",
        "link-open": "what begins like a link to a record in our own Markdown is none",
        "link-scheme": "a link on a page has a scheme other than http, https and mailto",
        "locator-unknown": "an annotation names a block or sentence that its article does not have",
        "marks-too-many": "an article's headings, rules, fences or backticks stand too densely",
        "media-unused": "a file of content/media/ is shown nowhere, and not published",
        "mention-unused": "a name that an annotation file settles is not found in its article",
        "missing-key": "a key that is required is absent",
        "name-ambiguous": "a name in an article is shared by several entities and nobody has settled which is meant",
        "nested-too-deep": "an article's lists, quotations or brackets lie too deep in each other",
        "not-yet-supported": "a key would hold something back that would be published today",
        "note-duplicate": "two notes of one article cannot be told apart",
        "note-empty": "a note says nothing",
        "note-unknown": "a reference names a note that its article does not have",
        "notes-too-many": "an article has more notes than are read",
        "notes-without-article": "a file of notes stands beside no article",
        "order-contradiction": "an event is dated before what it is said to follow",
        "order-cycle": "events are said to follow each other in a circle",
        "out-in-sources": "the output folder lies where the archive's sources are read from",
        "out-not-ours": "the output folder holds something that is no site of ours",
        "out-unwritable": "the system does not let the site be written",
        "path-clash": "two paths are one on a system that does not tell letter case or composition",
        "path-unusable": "a path cannot stand on every system",
        "policy-missing": "a page lacks the content security policy",
        "quote-ambiguous": "a quote occurs more than once in its article",
        "quote-cuts-number": "a quote begins or ends inside a number",
        "quote-cuts-word": "a quote begins or ends inside a word",
        "quote-empty": "a quote holds nothing that can be seen",
        "quote-not-found": "a quoted text is not in its article",
        "quoted-too-much": "more of an article is quoted than the archive allows",
        "range-backwards": "a range of figures ends below where it begins",
        "raw-html": "HTML in Markdown is shown as it is written",
        "ref-unknown": "a reference names a record that does not exist",
        "ref-unusable": "a text that should be a reference is none",
        "register-incomplete": "the register of what is withheld has not as many names and strings as archive.yaml says",
        "register-missing": "the archive cannot be built without its register of what is withheld, and none is given",
        "register-undeclared": "a register of what is withheld is given, and archive.yaml does not say that one is needed",
        "register-unknown": "the register of what is withheld names an entity that is not withheld",
        "register-unusable": "the register of what is withheld is not written as one",
        "relation-self": "a note is related to itself",
        "relation-target": "a relation between notes points at something that is no note",
        "relative-link": "a link in Markdown leads neither to the web nor to a mail address",
        "repair-changed": "a note that is to be repaired is not in its file any more as it was read",
        "repair-failed": "the quote of a note cannot be changed in place",
        "says-kind": "what a position says does not fit the kind of its claim",
        "scope-unknown": "a position has a scope that its claim does not name",
        "sealed-article-gone": "the file of a sealed article is not there",
        "sealed-text-changed": "the text of a sealed article is another than when it was sealed",
        "search-index-failed": "the search index could not be made",
        "search-shape": "the search program wrote files of another form than that of its release",
        "search-words-together": "pages are in a language whose words the search cannot tell apart as it is",
        "sentence-unknown": "a reference names a sentence that its article does not have",
        "site-shrunk": "a site would replace one that holds much more",
        "target-missing": "a note points at nothing",
        "target-twice": "a note points at its place in two ways",
        "template-dynamic-include": "the name of an included template is not written in the template",
        "template-failed": "a template could not be rendered",
        "template-missing": "a template that is needed is not there",
        "template-syntax": "a template is not correct Jinja2",
        "templates-contract": "the templates keep another version of the template contract",
        "text-changed": "an article's text on its page differs from the article",
        "text-too-long": "a text that stands on one line is longer than such texts may be",
        "text-unproved": "a page shows an article's text and no digest of it",
        "unknown-key": "a key is not known",
        "unknown-value": "a value is not one of those that its key takes",
        "url-unusable": "a text is no web address",
        "weekday-undated": "a weekday cannot be read back from the day of publication",
        "withheld-common": "a name that is withheld is a word that stands on every page",
        "withheld-found": "what is withheld stands in what would be published",
        "withheld-left": "what is withheld stands in a place where nothing can take its place",
        "withheld-nameless": "an entity is not to be shown as it is, and no name of it is known",
        "withheld-short": "what is to be withheld is too short to be told from what stands everywhere",
        "withheld-shown": "what is shown in place of something withheld gives it away",
        "withheld-word": "a word of a withheld name stands in a text by itself",
        "within-cycle": "places lie within each other in a circle",
        "wrong-type": "a value has not the shape that its key takes",
        "yaml-after-quote": "text stands behind a closing quotation mark",
        "yaml-alias": "a value is an alias or an anchor",
        "yaml-bracket-open": "a list or map in brackets is not closed, or lacks a comma",
        "yaml-colon": "a colon stands inside a value that is not quoted",
        "yaml-comment-cut": "a text is cut at a number sign, which begins a comment",
        "yaml-deep": "lists and maps lie too deep in each other",
        "yaml-directive": "a line begins with a percent sign",
        "yaml-documents": "a file holds a second document",
        "yaml-duplicate-key": "a key stands twice in one record",
        "yaml-escape": "a backslash in double quotation marks begins something unknown",
        "yaml-key": "a list or a map stands where a key is due",
        "yaml-merge": "a map would be merged into another",
        "yaml-quote-open": "a quotation mark is not closed",
        "yaml-space": "a space or a colon lacks, or a space is no ordinary one",
        "yaml-syntax": "a line cannot be read as YAML",
        "yaml-tab": "a tab stands at the start of a line",
        "yaml-tag": "a value has a tag",
        "yaml-value-start": "a value begins with a character that YAML keeps for itself",
    }
)
"""Every problem code, with what it means in one line; alphabetical."""
