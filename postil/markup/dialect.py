"""The converters and the sanitiser: Markdown source to sanitised HTML, nothing finished yet.

Promises that a conversion leaves nothing behind for the next, and that ids exist only on footnotes and references to
them. They carry a token that is derived from the whole source, which no text can therefore contain itself.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from hashlib import sha256

import nh3
from markdown import Markdown
from markdown.extensions.fenced_code import FencedCodeExtension
from markdown.extensions.sane_lists import SaneListExtension
from markdown.extensions.tables import TableExtension

from postil.characters import CONTROLS, NONCHARACTERS
from postil.markup.depth import TooDeepError, TooDenseError, too_deep, too_dense
from postil.markup.lists import laid_out
from postil.markup.processors import (
    HEADING,
    Definitions,
    Footnotes,
    Links,
    Plain,
    References,
    Resolve,
    Tables,
    nowhere,
)

# What no page may hold: control characters and noncharacters. They cannot be seen, and HTML forbids them.
_FORBIDDEN = re.compile(f"[{CONTROLS}{NONCHARACTERS}]")
_FOOTNOTE_ID = re.compile(r"fn(?:ref[0-9]*)?:[0-9a-f]{16}-[0-9]+")


def clean_text(text: str) -> str:
    """NFC, without control characters."""
    return unicodedata.normalize("NFC", _FORBIDDEN.sub("", text))


def token_of(source: str) -> str:
    """The token of a cleaned source."""
    return sha256(source.encode()).hexdigest()[:16]


def article_html(source: str) -> tuple[str, tuple[str, ...]]:
    """Sanitised HTML of a cleaned source, with footnotes whose ids are `fn:TOKEN-0`, `fnref:TOKEN-0`, `fnref2:...`.

    And the labels of the footnotes, in the order of these numbers; one that is defined again has `AGAIN` in it.
    `TooDeepError` where the source lies too deep in itself.
    """
    converter = _article_converter()
    html, labels = converter.converted(source, token_of(source))
    return _cleaner().clean(html), labels


def our_html(source: str, resolve: Resolve) -> str:
    """Sanitised HTML of a cleaned source in which `[[...]]` links are resolved; it has no footnotes.

    `TooDeepError` where it lies too deep in itself.
    """
    return _cleaner().clean(_prose_converter().converted(source, resolve=resolve)[0])


@dataclass(frozen=True, slots=True)
class _Converter:
    """The library set up for the dialect, and those of its parts that are told something before each source."""

    markdown: Markdown
    references: References
    definitions: Definitions
    footnotes: Footnotes | None
    links: Links | None

    def converted(
        self, source: str, token: str = "", resolve: Resolve = nowhere
    ) -> tuple[str, tuple[str, ...]]:
        """HTML and labels of footnotes. `token` and `resolve` are told for this source alone, and then forgotten."""
        try:
            if self.footnotes is not None:
                self.footnotes.token = token
            if self.links is not None:
                self.links.resolve = resolve
            return self._converted(source)
        finally:
            if self.footnotes is not None:
                self.footnotes.token = ""
            if self.links is not None:
                self.links.resolve = nowhere

    def _converted(self, source: str) -> tuple[str, tuple[str, ...]]:
        """A definition that nothing refers to is text, which only the HTML can tell."""
        at = too_deep(source)
        if at is not None:
            raise TooDeepError(at)
        at = too_dense(source)
        if at is not None:
            raise TooDenseError(at)
        source = laid_out(source, footnotes=self.footnotes is not None)
        self.references.as_text = frozenset()
        while True:
            try:
                html = self.markdown.convert(source)
                unused = self.definitions.unused
                if not unused:
                    return html, tuple(self.footnotes.footnotes) if self.footnotes else ()
                self.references.as_text |= unused
            except RecursionError as error:  # what `too_deep` cannot see coming
                raise TooDeepError from error
            finally:
                self.markdown.reset()


@cache
def _article_converter() -> _Converter:
    return _converter(footnotes=Footnotes())


@cache
def _prose_converter() -> _Converter:
    return _converter(links=Links())


def _converter(footnotes: Footnotes | None = None, links: Links | None = None) -> _Converter:
    tables = TableExtension(use_align_attribute=True)
    markdown = Markdown(
        extensions=[tables, FencedCodeExtension(), SaneListExtension(), *([footnotes] if footnotes else [])],
        output_format="html",
    )
    markdown.preprocessors.deregister("html_block")
    markdown.inlinePatterns.deregister("html")
    markdown.treeprocessors.register(Plain(markdown), "plain", 25)  # after footnotes, before inline patterns
    blocks = markdown.parser.blockprocessors
    blocks.register(Tables(markdown.parser, tables.getConfigs()), "table", 75)
    blocks["hashheader"].RE = HEADING  # type: ignore[attr-defined]
    markdown.references = definitions = Definitions()
    references = References(markdown.parser, definitions)
    blocks.register(references, "reference", 15)
    if links is not None:
        # After escapes and code, before any other link.
        markdown.inlinePatterns.register(links, "our-links", 178)
    return _Converter(markdown, references, definitions, footnotes, links)


_TAGS = frozenset(
    (
        "a",
        "blockquote",
        "br",
        "code",
        "div",
        "em",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "hr",
        "img",
        "li",
        "ol",
        "p",
        "pre",
        "strong",
        "sup",
        "table",
        "tbody",
        "td",
        "th",
        "thead",
        "tr",
        "ul",
    )
)
_ATTRIBUTES = {
    "a": {"href", "title"},
    "img": {"alt", "src", "title"},
    "li": {"id"},
    "ol": {"start"},
    "sup": {"id"},
    "td": {"align"},
    "th": {"align"},
}


@cache
def _cleaner() -> nh3.Cleaner:
    return nh3.Cleaner(
        tags=set(_TAGS),
        clean_content_tags=set(),
        attributes=_ATTRIBUTES,
        attribute_filter=_attribute,
        link_rel=None,
        url_schemes={"http", "https", "mailto"},
    )


def _attribute(_tag: str, name: str, value: str) -> str | None:
    if name == "id" and _FOOTNOTE_ID.fullmatch(value) is None:
        return None
    return value
