"""Audit: every promise that bytes can show, checked on the bytes that will be published.

Links and fragments inside the site lead somewhere. No element id stands twice on a page. No page asks anything of another
host, holds script or style, or lacks the content security policy. And the round-trip proof: the text on an article's page,
apparatus left out, is the article's text to the character, and the digest that stands there is that of this text.

`inspect` looks at one page and is pure, so that pages are inspected where they are rendered; `audit` compares what was
seen over all of them. The audit reads no record and trusts no stage before it.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from posixpath import dirname, join, normpath
from sys import intern
from urllib.parse import unquote, urlsplit

from lxml import etree

from postil import addresses
from postil.problems import Place, Problem
from postil.text import plain_text, shared_beginning
from postil.tree import Element, Node

NOT_FOUND = addresses.path_from_address(addresses.NOT_FOUND)

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self' blob:; "
    "style-src 'self'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'self'"
)
"""The content security policy of every page; it holds over http and from a folder."""

_FETCHED = frozenset(
    {"src", "srcset", "poster", "data", "action", "formaction", "background", "ping", "manifest"}
)
"""Attributes whose address the browser asks for by itself, or sends a form to."""

_LINKING = frozenset({"action", "href", "src"})
_ADDRESSED = _FETCHED | _LINKING
_LOOKED_AT = _ADDRESSED | {"id", "data-digest", "data-text", "http-equiv"}
_CODE = frozenset({"script", "style"})

_FETCHED_LINKS = frozenset(
    {"stylesheet", "icon", "preload", "modulepreload", "prefetch", "preconnect", "dns-prefetch"}
)

_DATA = frozenset({"application/ld+json", "application/json"})
"""Types of a script that is none."""

_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):")
_SCHEMES = frozenset({"http", "https", "mailto"})
_SCHEMES_OF_PICTURES = _SCHEMES | {"data"}
"""The policy lets pictures be written into a page; an icon may be an empty one."""

_PLAIN_LINK = re.compile(r"(?!/)[A-Za-z0-9_./-]*(?:#[A-Za-z0-9_.-]*)?")
"""An address inside the site with nothing in it that a browser reads otherwise than it stands."""

_AROUND_ADDRESSES = "".join(map(chr, range(0x21)))
_DROPPED_FROM_ADDRESSES = str.maketrans("", "", "\t\n\r")

_CSS_ADDRESS = re.compile(r"""url\(\s*["']?([^"')]+)|@import\s+["']([^"']+)""", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Inspection:
    """What one page shows. Links inside the site, each once and in order, are resolved: (path in the site, fragment)."""

    path: str
    ids: tuple[str, ...]
    links: tuple[tuple[str, str], ...]
    problems: tuple[Problem, ...]
    text: str | None
    """The article's text as the page shows it; None on a page without an article."""
    digest: str | None = None
    """SHA-256 (hex) of that text, as the page says it: what the element with `data-digest` holds."""


def inspect(path: str, data: bytes) -> Inspection:
    """What the page at `path` (in the site, without leading slash) shows. `data` is in UTF-8."""
    page = _Page(path)
    for element in _elements(data):
        attrs = dict(element.items())
        if not attrs.keys().isdisjoint(_LOOKED_AT) or element.tag in _CODE or any(map(_is_code, attrs)):
            page.see(element, attrs)
    problems = list(page.problems)
    if page.policy != POLICY:
        problems.append(
            _problem("policy-missing", path, "the page does not carry the content security policy")
        )
    seen: set[str] = set()
    for name in page.ids:
        if name in seen:
            problems.append(_problem("duplicate-element-id", path, f'the id "{name}" stands more than once'))
        seen.add(name)
    text = None if page.holder is None else plain_text(_nodes(page.holder))
    return Inspection(path, tuple(page.ids), tuple(sorted(page.links)), tuple(problems), text, page.digest)


def inspect_style(path: str, data: bytes) -> tuple[Problem, ...]:
    """What a style sheet would ask of another host. Bytes that are not UTF-8 hold no address."""
    found = _CSS_ADDRESS.finditer(data.decode("utf-8", "replace"))
    addresses = [match.group(1) or match.group(2) for match in found]
    return tuple(_foreign(path, address) for address in addresses if _is_elsewhere(address))


def audit(
    inspections: Iterable[Inspection], files: AbstractSet[str], texts: Mapping[str, str]
) -> tuple[Problem, ...]:
    """Problems of the site as a whole.

    `files` are the paths of everything in it. `texts` has, for the path of each article's page, the article's text.
    """
    pages = sorted(inspections, key=lambda one: one.path)
    ids = {page.path: frozenset(page.ids) for page in pages}
    problems = [problem for page in pages for problem in page.problems]
    for page in pages:
        problems.extend(_dead_links(page, files, ids))
        problems.extend(_text_problems(page, texts))
    shown = {page.path for page in pages if page.text is not None}
    problems.extend(
        _problem("text-changed", path, "the article's text is not on its page")
        for path in sorted(texts.keys() - shown)
    )
    return tuple(problems)


class _Page:
    """Collects ids, links and what a page must not have, element by element."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.ids: list[str] = []
        self.links: set[tuple[str, str]] = set()
        self.problems: list[Problem] = []
        self.policy: str | None = None
        self.digest: str | None = None
        self.holder: etree._Element | None = None
        """The first element that holds an article's text."""

    def see(self, element: etree._Element, attrs: Mapping[str, str]) -> None:
        tag = element.tag
        if tag == "script" and attrs.get("type") not in _DATA and (element.text or "").strip():
            self._inline("<script> has script in it")
        if tag == "style" or any(map(_is_code, attrs)):
            self._inline(f"<{tag}> has style or script in it")
        self._see_attributes(tag, attrs, element)

    def _see_attributes(self, tag: str, attrs: Mapping[str, str], element: etree._Element) -> None:
        if attrs.get("id"):
            # Inspections are kept until all pages are made, and most ids are the same on many of them: `p4s2`.
            self.ids.append(intern(attrs["id"]))
        if self.holder is None and "data-text" in attrs:
            self.holder = element
        if "data-digest" in attrs:
            self.digest = element.text
        if tag == "meta" and attrs.get("http-equiv", "").lower() == "content-security-policy":
            self.policy = attrs.get("content")
        is_fetched = tag == "link" and _FETCHED_LINKS.intersection(attrs.get("rel", "").lower().split())
        for name in sorted(_ADDRESSED.intersection(attrs)):
            value = attrs[name]
            if (name in _FETCHED or (is_fetched and name == "href")) and _is_elsewhere(value):
                self.problems.append(_foreign(self.path, value))
            elif name in _LINKING:
                self._link(value, is_picture=tag in ("img", "link"))

    def _inline(self, message: str) -> None:
        self.problems.append(_problem("inline-code", self.path, message))

    def _link(self, value: str, *, is_picture: bool) -> None:
        if _PLAIN_LINK.fullmatch(value):
            path, _, fragment = value.partition("#")
            self._lead(path, fragment)
            return
        scheme = _SCHEME.match(_as_browsers_read(value))
        if scheme or _is_elsewhere(value):
            if scheme and scheme.group(1) not in (_SCHEMES_OF_PICTURES if is_picture else _SCHEMES):
                self.problems.append(
                    _problem("link-scheme", self.path, f'the link "{value}" begins with "{scheme.group()}"')
                )
            return
        if value.startswith("/"):
            if (
                self.path != NOT_FOUND
            ):  # a host serves that page at any depth, so only there are such links right
                self.problems.append(
                    _problem("absolute-link", self.path, f'the link "{value}" begins with a slash')
                )
            return
        try:
            parts = urlsplit(value)
        except ValueError:
            self.problems.append(_problem("dead-link", self.path, f'the link "{value}" is no address'))
            return
        self._lead(unquote(parts.path), unquote(parts.fragment))

    def _lead(self, path: str, fragment: str) -> None:
        target = _joined(dirname(self.path), path) if path else self.path
        self.links.add((intern(target), intern(fragment)))


def _elements(data: bytes) -> Iterator[etree._Element]:
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True)
    root: etree._Element | None = None
    with contextlib.suppress(etree.XMLSyntaxError):  # as when it is None: there is no element in it
        root = etree.fromstring(data, parser)
    if root is not None:
        yield from root.iter()


def _nodes(element: etree._Element) -> list[Node]:
    """What stands in an element, as `text` reads it."""
    nodes: list[Node] = [element.text] if element.text else []
    for child in element:
        nodes.append(Element(str(child.tag), dict(child.items()), _nodes(child)))
        if child.tail:
            nodes.append(child.tail)
    return nodes


@lru_cache(maxsize=4096)
def _joined(folder: str, path: str) -> str:
    return normpath(join(folder, path))


@lru_cache(maxsize=256)
def _is_code(attribute: str) -> bool:
    return attribute == "style" or attribute.startswith("on")


def _is_elsewhere(address: str) -> bool:
    """True when a browser would go to another host for it (also `//host`, and back slashes that browsers forgive)."""
    plain = _as_browsers_read(address).replace("\\", "/")
    return plain.startswith(("//", "http:", "https:", "ws:", "wss:", "ftp:"))


def _as_browsers_read(address: str) -> str:
    """An address without what browsers leave out of it (WHATWG URL: control characters around it, tabs, line ends)."""
    return address.strip(_AROUND_ADDRESSES).translate(_DROPPED_FROM_ADDRESSES).lower()


def _dead_links(
    page: Inspection, files: AbstractSet[str], ids: Mapping[str, AbstractSet[str]]
) -> Iterable[Problem]:
    for target, fragment in page.links:
        if target not in files:
            yield _problem("dead-link", page.path, f'a link leads to "{target}", which is not in the site')
        elif fragment and fragment not in ids.get(target, frozenset()):
            yield _problem(
                "dead-link", page.path, f'a link leads to "{target}#{fragment}", which is not on that page'
            )


def _text_problems(page: Inspection, texts: Mapping[str, str]) -> Iterable[Problem]:
    expected = texts.get(page.path)
    if page.text is None:
        return
    if page.text == expected:
        if page.digest is not None and page.digest != sha256(page.text.encode()).hexdigest():
            yield _problem("text-changed", page.path, "the digest on the page is not that of the text on it")
        return
    if expected is None:
        yield _problem(
            "text-changed", page.path, "the page shows an article's text and is not the page of one"
        )
        return
    at = shared_beginning(expected, page.text)
    yield _problem(
        "text-changed",
        page.path,
        f'the text on the page differs from the article after "{expected[max(0, at - 40) : at]}"',
        "see that the template shows each piece of the text once, and marks what is not text with data-apparatus",
    )


def _foreign(path: str, address: str) -> Problem:
    return _problem("foreign-request", path, f'the page would ask for "{address}" on another host')


def _problem(code: str, path: str, message: str, *cures: str) -> Problem:
    return Problem(
        code, message, Place(f"site/{path}"), help=cures or ("correct the template that makes this page",)
    )
