"""HTML as a tree and back, for what the sanitiser returns and for pages as the engine writes them.

Promises that `html_from_tree(tree_from_html(html)) == html` for HTML serialised as the standard says (WHATWG HTML,
"serialising HTML fragments"), which is what the sanitiser and this module write. Refuses to repair: an end tag that
fits nothing is dropped, an element left open ends with its parent. Knows nothing of articles or annotations.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser

from postil.tags import REFERENCE

VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr")
)
"""Elements that have no end tag."""

BLOCK = frozenset(
    (
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "caption",
        "colgroup",
        "dd",
        "details",
        "dialog",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "head",
        "header",
        "hgroup",
        "hr",
        "html",
        "li",
        "main",
        "menu",
        "nav",
        "ol",
        "p",
        "pre",
        "search",
        "section",
        "summary",
        "table",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "tr",
        "ul",
    )
)
"""Elements that end a run of inline content where they begin and where they end."""


@dataclass(slots=True)
class Element:
    """An element; `attrs` in the order written (an attribute without value has the value "")."""

    tag: str
    attrs: dict[str, str] = field(default_factory=dict)
    children: list[Node] = field(default_factory=list)


Node = str | Element
"""A text (character references resolved) or an element."""


class _Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("")
        self.open = [self.root]

    def updatepos(self, i: int, j: int) -> int:  # noqa: ARG002 -- nobody asks for lines, and counting them is dear
        return j

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag)
        for name, value in attrs:  # of two that are alike the first: WHATWG HTML, "duplicate-attribute"
            element.attrs.setdefault(name, value or "")
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        for depth in range(len(self.open) - 1, 0, -1):
            if self.open[depth].tag == tag:
                del self.open[depth:]
                return

    def handle_data(self, data: str) -> None:
        children = self.open[-1].children
        if children and isinstance(children[-1], str):
            children[-1] += data
        else:
            children.append(data)


def tree_from_html(html: str) -> list[Node]:
    """The top-level nodes of a document or fragment. Neighbouring texts are one; comments and doctypes are left out."""
    builder = _Builder()
    if not _is_fed_plainly(builder, html):
        builder = _Builder()
        builder.feed(html)
        builder.close()
    return builder.root.children


_TOKEN = re.compile(
    r"""([^<]*)  # text, and what ends it: a start tag with its attributes, an end tag, or the end of all
    (?: < (?: ([a-zA-Z][a-zA-Z0-9]*) ((?:[ \n]+[a-zA-Z][a-zA-Z0-9-]*(?:="[^"]*")?)*) [ \n]*(/?)>
            | /([a-zA-Z][a-zA-Z0-9]*)> )
      | \Z)""",
    re.VERBOSE,
)
_ATTRIBUTE = re.compile('[ \n]([^ \n="]+)(?:="([^"]*)")?')
_DOCTYPE = "<!doctype html>"
_OTHER_CONTENT = frozenset(
    ("iframe", "noembed", "noframes", "plaintext", "style", "textarea", "title", "xmp")
)
"""Elements whose content some releases of Python's parser read in another way than that of all others."""


def _is_fed_plainly(builder: _Builder, html: str) -> bool:
    """Feed a builder what its own parser would feed it, in a third of the time; False where it is not written plainly.

    Plain are attributes with double quotation marks or without value, no comments, no `<` in what is no tag, and the
    references of `tags.REFERENCE`: so the engine writes, and the sanitiser.
    """
    if REFERENCE.search(html):
        return False
    at = len(_DOCTYPE) if html.startswith(_DOCTYPE) else 0
    is_raw = ""
    while at < len(html):
        token = _TOKEN.match(html, at)
        if token is None:
            return False
        at = token.end()
        text, tag, attributes, closed, ended = token.groups()
        tag, ended = tag and tag.lower(), ended and ended.lower()
        if text:
            builder.handle_data(unescape(text) if "&" in text and is_raw != "script" else text)
        if is_raw and ended != is_raw:
            return False
        is_raw = ""
        if tag:
            written = _ATTRIBUTE.findall(attributes) if attributes else ()
            builder.handle_starttag(
                tag, [(name.lower(), unescape(value) if "&" in value else value) for name, value in written]
            )
            if closed:
                builder.handle_endtag(tag)
            elif tag == "script" or tag in _OTHER_CONTENT:
                is_raw = tag
        elif ended:
            builder.handle_endtag(ended)
    return True


def html_from_tree(nodes: Iterable[Node]) -> str:
    parts: list[str] = []
    _write(nodes, parts)
    return "".join(parts)


def _write(nodes: Iterable[Node], parts: list[str]) -> None:
    for node in nodes:
        if isinstance(node, str):
            parts.append(text_escaped(node))
            continue
        parts.append(f"<{node.tag}")
        parts.extend(f' {name}="{_attribute_escaped(value)}"' for name, value in node.attrs.items())
        parts.append(">")
        if node.tag not in VOID:
            _write(node.children, parts)
            parts.append(f"</{node.tag}>")


def text_escaped(text: str) -> str:
    """Text as it stands between tags; a no-break space is written `&nbsp;`, as the standard says."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace("\u00a0", "&nbsp;")


def _attribute_escaped(value: str) -> str:
    return text_escaped(value).replace('"', "&quot;")


def elements(nodes: Iterable[Node]) -> Iterator[Element]:
    """Every element, in document order."""
    left = [iter(nodes)]
    while left:
        for node in left[-1]:
            if not isinstance(node, str):
                yield node
                if node.children:
                    left.append(iter(node.children))
                    break
        else:
            left.pop()


def has_block(nodes: Iterable[Node]) -> bool:
    """Whether a block element stands anywhere among the nodes."""
    return any(node.tag in BLOCK or has_block(node.children) for node in nodes if isinstance(node, Element))
