"""Audit: every promise that bytes can show, checked on the bytes that will be published.

Links and fragments inside the site lead somewhere. No element id stands twice on a page. No page asks anything of another
host, holds script or style, or lacks the content security policy. And the round-trip proof: the text on an article's page,
apparatus left out, is the article's text to the character, and the digest that stands there is that of this text.

`inspect` looks at one page and is pure, so that pages are inspected where they are rendered; `proved` holds the text that
it shows against that of its article; `audit` compares what was seen over all of them. The audit reads no record and
trusts no stage before it.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Collection, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import lru_cache
from html import unescape
from posixpath import dirname, join, normpath
from sys import intern
from urllib.parse import unquote, urlsplit

from lxml import etree

from postil import addresses
from postil.ledger import digest_of
from postil.model.inspected import Inspection
from postil.problems import Place, Problem
from postil.tags import are_plain
from postil.text import plain_text, shared_beginning
from postil.tree import Element, Node, tree_from_html

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


def inspect(path: str, data: bytes) -> Inspection:
    """What the page at `path` (in the site, without leading slash) shows. `data` is in UTF-8."""
    return _inspected(path, data, _plain(data))


def _inspected(path: str, data: bytes, html: str | None) -> Inspection:
    """What a page shows; `html` is the page as text where that is plainly written."""
    page = _Page(path)
    if html is None:
        for element in _elements(data):
            page.see_element(element)
    else:
        page.see_plain(html)
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
    text = None if page.holder is None else plain_text(page.holder)
    return Inspection(path, tuple(page.ids), tuple(sorted(page.links)), tuple(problems), text, page.digest)


def inspect_style(path: str, data: bytes) -> tuple[Problem, ...]:
    """What a style sheet would ask of another host. Bytes that are not UTF-8 hold no address."""
    found = _CSS_ADDRESS.finditer(data.decode("utf-8", "replace"))
    addresses = [match.group(1) or match.group(2) for match in found]
    return tuple(_foreign(path, address) for address in addresses if _is_elsewhere(address))


def proved(page: Inspection, text: str | None) -> Inspection:
    """The page, and what is wrong with the text on it. `text` is that of its article; None where it is the page of none."""
    return replace(page, problems=(*page.problems, *_text_problems(page, text)))


def audit(
    inspections: Collection[Inspection], files: AbstractSet[str], articles: AbstractSet[str]
) -> tuple[Problem, ...]:
    """Problems of the site as a whole, and of each page, for which `inspections` need not be held.

    `files` are the paths of everything in it, `articles` those of the pages of articles.
    """
    problems: list[Problem] = []
    missing: dict[str, set[str]] = {}
    """What links lead to on each page; further on, of that what is not there."""
    ids: dict[str, tuple[str, ...]] = {}
    for page in inspections:
        ids[page.path] = tuple(map(intern, page.ids))
        problems += page.problems
        for target, fragment in page.links:
            there = missing.setdefault(intern(target), set())
            if fragment:
                there.add(intern(fragment))
    for target, fragments in missing.items():
        fragments.difference_update(ids.get(target, ()))
    dead = {target: fragments for target, fragments in missing.items() if fragments or target not in files}
    if dead:
        for page in inspections:
            problems += _dead_links(page, files, dead)
    problems += (
        _problem("text-changed", path, "the article's text is not on its page")
        for path in sorted(articles - ids.keys())
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
        self.holder: list[Node] | None = None
        """What stands in the first element that holds an article's text."""

    def see_element(self, element: etree._Element) -> None:
        attrs = dict(element.items())
        if not attrs.keys().isdisjoint(_LOOKED_AT) or element.tag in _CODE or any(map(_is_code, attrs)):
            if attrs.get("id"):
                # Inspections are kept until all pages are made, and most ids are the same on many of them: `p4s2`.
                self.ids.append(intern(attrs["id"]))
            self._see(element.tag, attrs, element.text or "")
            if self.holder is None and "data-text" in attrs:
                self.holder = _nodes(element)
            if "data-digest" in attrs:
                self.digest = element.text

    def see_plain(self, html: str) -> None:
        """As `see_element` for each element, where the page is plainly written."""
        self.ids += [intern(unescape(found)) for found in _ID.findall(html)]
        for loading in _LOADING:
            for tag, written, text in loading.findall(html):
                self._see(tag, _attributes(written), text)
        folder = dirname(self.path)
        for value in {value for address in _ADDRESSES for value in address.findall(html)}:
            led = _led(folder, value)
            if led is None:
                self._see_address(html, value)
            else:
                target, fragment = led
                self.links.add((target or intern(self.path), fragment))

        for start in _starts_with(html, "data-text"):
            self.holder = _nodes_from(html, start)
            break
        for start in _starts_with(html, "data-digest"):
            self.digest = unescape(html[start.end() : html.find("<", start.end())]) or None

    def _see_address(self, html: str, value: str) -> None:
        """See each tag with an address, other than those of `_LOADING`."""
        for start in _starts_with(html, f'="{value}"'):
            if not any(loading.match(start[0]) for loading in _LOADING):
                self._see(start[1], _attributes(start[2]), "")

    def _see(self, tag: str, attrs: Mapping[str, str], text: str) -> None:
        """`text` is what stands before the first element in it, at least where it is a script."""
        if tag == "script" and attrs.get("type") not in _DATA and text.strip():
            self._inline("<script> has script in it")
        if tag == "style" or any(map(_is_code, attrs)):
            self._inline(f"<{tag}> has style or script in it")
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
        led = _led(dirname(self.path), value)
        if led is not None:
            self.links.add((led[0] or intern(self.path), led[1]))
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


_ID = re.compile('id="([^"]+)"')
_ADDRESSES = tuple(re.compile(f'{name}="([^"]*)"') for name in sorted(_LINKING))
_START = re.compile("<([a-z][a-z0-9]*+)([^<>]*+)>")
_LOADING = tuple(re.compile(f"<({tag})(?=[ \n>])([^<>]*+)>([^<]*+)") for tag in ("link", "meta", "script"))
_ATTRIBUTE = re.compile('[ \n]([^ \n="]+)(?:="([^"]*)")?')
_UNREAD = bytes({*range(0x20), 0x7F} - {0x09, 0x0A})
"""Characters of which readers of HTML make one thing or another."""


def _plain(data: bytes) -> str | None:
    """A page as text, if all readers of HTML read it alike."""
    if len(data.translate(None, _UNREAD)) != len(data) or b"\xef\xbf\xbe" in data or b"\xef\xbf\xbf" in data:
        return None
    try:
        html = data.decode()
    except UnicodeDecodeError:
        return None
    return html if are_plain(html) else None


def _starts_with(html: str, written: str) -> Iterator[re.Match[str]]:
    """The start tags of a plain page in which this is written, at the beginning of a name or behind one."""
    at = html.find(written)
    while at >= 0:
        start = _START.match(html, html.rfind("<", 0, at))
        if start is not None and start.end() > at:
            if written in _attributes(start[2]) or written.startswith("="):
                yield start
            at = start.end()
        at = html.find(written, at + 1)


def _nodes_from(html: str, start: re.Match[str]) -> list[Node]:
    """What stands in the element of a plain page that begins with this tag."""
    depth, end = 0, len(html)
    for tag in re.finditer(f"<(/?){start[1]}(?=[ \n>])", html[start.start() :]):
        depth += -1 if tag[1] else 1
        if depth == 0:
            end = start.start() + tag.start()
            break
    return tree_from_html(html[start.end() : end])


@lru_cache(maxsize=1 << 12)
def _attributes(written: str) -> Mapping[str, str]:
    """Attributes as they are plainly written; of two that are alike the first."""
    found = [(name, unescape(value)) for name, value in _ATTRIBUTE.findall(written)]
    return dict(reversed(found))


def _parser() -> etree.HTMLParser:
    return etree.HTMLParser(encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True)


def _elements(data: bytes) -> Iterator[etree._Element]:
    root: etree._Element | None = None
    with contextlib.suppress(etree.XMLSyntaxError):  # as when it is None: there is no element in it
        root = etree.fromstring(data, _parser())
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


@lru_cache(maxsize=1 << 14)
def _led(folder: str, link: str) -> tuple[str, str] | None:
    """Where a plain link leads from a page in a folder: path, empty for that page itself, and fragment."""
    if not _PLAIN_LINK.fullmatch(link):
        return None
    path, _, fragment = link.partition("#")
    return intern(_joined(folder, path)) if path else "", intern(fragment)


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
    page: Inspection, files: AbstractSet[str], dead: Mapping[str, AbstractSet[str]]
) -> Iterator[Problem]:
    for target, fragment in page.links:
        if target not in files:
            yield _problem("dead-link", page.path, f'a link leads to "{target}", which is not in the site')
        elif fragment in dead.get(target, ()):
            yield _problem(
                "dead-link", page.path, f'a link leads to "{target}#{fragment}", which is not on that page'
            )


def _text_problems(page: Inspection, expected: str | None) -> Iterator[Problem]:
    if page.text is None:
        if expected is not None:
            yield _problem("text-changed", page.path, "the article's text is not on its page")
        return
    if page.text == expected:
        if page.digest is not None and page.digest != digest_of(page.text):
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
