"""The converters and the sanitiser: Markdown source to sanitised HTML, nothing finished yet.

Promises that a conversion leaves nothing behind for the next, and that ids exist only on footnotes and references to
them. They carry a token that is derived from the whole source, which no text can therefore contain itself.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from xml.etree.ElementTree import Element

import nh3
from markdown import Markdown
from markdown.extensions.fenced_code import FencedCodeExtension
from markdown.extensions.footnotes import FootnoteExtension
from markdown.extensions.sane_lists import SaneListExtension
from markdown.extensions.tables import TableExtension
from markdown.inlinepatterns import InlineProcessor
from markdown.util import AtomicString

from postil.markup.depth import TooDeepError, too_deep

Resolve = Callable[[str], tuple[str, str] | None]
"""From the target of a `[[...]]` link to its address and label; None where it leads nowhere."""

LINK = r"\[\[([^\[\]|\n]+)(?:\|([^\[\]]+))?\]\]"
"""`[[target]]` or `[[target|label]]`."""

# What no page may hold: control characters and noncharacters. They cannot be seen, and HTML forbids them.
_FORBIDDEN = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef"
    + "".join(f"{chr(plane + 0xFFFE)}{chr(plane + 0xFFFF)}" for plane in range(0, 0x110000, 0x10000))
    + "]"
)
_FOOTNOTE_ID = re.compile(r"fn(?:ref[0-9]*)?:[0-9a-f]{16}-[0-9]+")
_MARKER = r"\d+\."
_SHORT_MARKER = r"[0-9]{1,3}\."


def clean_text(text: str) -> str:
    """NFC, without control characters."""
    return unicodedata.normalize("NFC", _FORBIDDEN.sub("", text))


def token_of(source: str) -> str:
    """The token of a cleaned source."""
    return sha256(source.encode()).hexdigest()[:16]


def article_html(source: str) -> str:
    """Sanitised HTML of a cleaned source, with footnotes whose ids are `fn:TOKEN-0`, `fnref:TOKEN-0`, `fnref2:...`.

    `TooDeepError` where it lies too deep in itself.
    """
    converter, footnotes = _article_converter()
    footnotes.token = token_of(source)
    return _cleaner().clean(_converted(converter, source))


def our_html(source: str, resolve: Resolve) -> str:
    """Sanitised HTML of a cleaned source in which `[[...]]` links are resolved; it has no footnotes.

    `TooDeepError` where it lies too deep in itself.
    """
    converter, links = _prose_converter()
    links.resolve = resolve
    return _cleaner().clean(_converted(converter, source))


def _converted(converter: Markdown, source: str) -> str:
    at = too_deep(source)
    if at is not None:
        raise TooDeepError(at)
    try:
        return converter.convert(source)
    except RecursionError as error:  # what `too_deep` cannot see coming
        raise TooDeepError from error
    finally:
        converter.reset()


class _Footnotes(FootnoteExtension):
    """Footnotes with ids that content cannot forge, always at the end."""

    def __init__(self) -> None:
        super().__init__(PLACE_MARKER="\x02nowhere\x03")  # a text cannot hold these two characters
        self.token = ""

    def makeFootnoteId(self, id: str) -> str:  # noqa: A002, N802 -- the library's names
        return f"fn:{self._key(id)}"

    def makeFootnoteRefId(self, id: str, found: bool = False) -> str:  # noqa: A002, FBT001, FBT002, N802 -- the same
        return self.unique_ref(f"fnref:{self._key(id)}", found)

    def _key(self, label: str) -> str:
        return f"{self.token}-{list(self.footnotes).index(label)}"


class _Links(InlineProcessor):
    """`[[target]]` and `[[target|label]]`. Where a target leads nowhere, its label stays as text."""

    def __init__(self) -> None:
        super().__init__(LINK)
        self.resolve: Resolve = lambda _: None

    def handleMatch(  # type: ignore[override]  # noqa: N802 -- the library's name
        self,
        m: re.Match[str],
        data: str,  # noqa: ARG002 -- the library's signature
    ) -> tuple[Element | str, int, int]:
        target = m.group(1).strip()
        found = self.resolve(target)
        label = m.group(2) or (found[1] if found else target)
        if found is None:
            return AtomicString(label), m.start(0), m.end(0)
        link = Element("a", {"href": found[0]})
        link.text = AtomicString(label)
        return link, m.start(0), m.end(0)


@cache
def _article_converter() -> tuple[Markdown, _Footnotes]:
    footnotes = _Footnotes()
    return _converter(footnotes), footnotes


@cache
def _prose_converter() -> tuple[Markdown, _Links]:
    converter = _converter()
    links = _Links()
    converter.inlinePatterns.register(
        links, "our-links", 178
    )  # after escapes and code, before any other link
    return converter, links


def _converter(*extensions: FootnoteExtension) -> Markdown:
    converter = Markdown(
        extensions=[
            TableExtension(use_align_attribute=True),
            FencedCodeExtension(),
            SaneListExtension(),
            *extensions,
        ],
        output_format="html",
    )
    converter.preprocessors.deregister("html_block")
    converter.inlinePatterns.deregister("html")
    for name in ("olist", "ulist"):
        processor = converter.parser.blockprocessors[name]
        for pattern in ("RE", "CHILD_RE", "INDENT_RE"):
            short = getattr(processor, pattern).pattern.replace(_MARKER, _SHORT_MARKER)
            setattr(processor, pattern, re.compile(short))
    return converter


_TAGS = frozenset(
    (
        *(
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
        ),
        *("p", "pre", "strong", "sup", "table", "tbody", "td", "th", "thead", "tr", "ul"),
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
