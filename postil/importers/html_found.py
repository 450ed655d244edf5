"""The article that `trafilatura` finds on a page, as its small tree of TEI elements.

It promises the blocks of the page: where `trafilatura` can only say which words are the article, as it does with short
texts, they are parted again where the page parts them. It refuses to judge what was found.
"""

import logging
import re
from collections.abc import Iterator
from configparser import ConfigParser
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from postil.importers.html_page import Run, Seen, Tree, runs, seen, without_navigation

Document = Any
"""What trafilatura hands back: its own type allows a dict as well."""

_SHORT = 250
"""Code points of a text that is so short that trafilatura may have missed most of it."""


@dataclass(frozen=True, slots=True)
class Found:
    """`page` as it was saved and as it is `seen`; what it says `about` itself; the `body` of its article, None for none.

    `is_merged`: the paragraphs of the article are not those of the page.
    """

    page: Tree
    seen: Seen
    about: Document
    body: Tree | None
    is_merged: bool = False


def found_in(html: str) -> Found | None:
    """What is found in a page; None where there is no page."""
    # Loaded here, since it takes a second, which every other command would wait for.
    import trafilatura  # noqa: PLC0415
    from trafilatura.settings import use_config  # noqa: PLC0415

    logging.getLogger("trafilatura").addHandler(logging.NullHandler())  # what it says is said by problems
    root = trafilatura.load_html(html)
    if root is None:
        return None
    page = _whole(root)
    about = trafilatura.extract_metadata(deepcopy(page))
    view = seen(page)
    article = without_navigation(view.tree)
    config: ConfigParser = use_config()
    for key in ("MIN_EXTRACTED_SIZE", "MIN_OUTPUT_SIZE"):
        config.set("DEFAULT", key, "1")  # or blocks of short articles become one
    document: Document = trafilatura.bare_extraction(
        article,
        url=about.url,
        favor_recall=True,
        include_comments=False,
        include_formatting=True,
        include_links=True,
        config=config,
    )
    body = None if document is None else document.body
    size = 0 if body is None else _size(body)
    if size >= _SHORT:
        return Found(page, view, about, body)
    bare, _, _ = trafilatura.baseline(article)
    if 2 * size < _size(bare):
        return Found(page, view, about, bare, is_merged=not parted(bare, list(runs(article))))
    return Found(page, view, about, body if size else None)


def authors_of(found: Found) -> list[str]:
    """The names of the authors as the page writes them: `trafilatura` makes a space of each full stop in one."""
    names = (" ".join(one.split()) for one in (found.about.author or "").split(";"))
    return [_as_written(name, found.page) for name in names if name]


def _as_written(name: str, page: Tree) -> str:
    stem = r"(?<!\w)" + r"[.\s]+".join(map(re.escape, name.split())) + r"(?!\w)"
    in_field, in_text = re.compile(stem + r"(?:\.(?=\s*(?:[,;]|\Z)))?"), re.compile(stem)
    fields = ((in_field, element.get("content")) for element in page.iter("meta"))
    for pattern, text in (*fields, *((in_text, text) for text in _strings(page))):
        match = pattern.search(text or "")
        if match:
            return " ".join(match[0].split())
    return name


def _strings(page: Tree) -> Iterator[str | None]:
    for element in page.iter():
        yield element.text
        yield element.tail


def _whole(root: Tree) -> Tree:
    """A page around what was saved as a piece of one: elements that are to be taken off must stand in another."""
    if root.tag == "html":
        return root
    page = root.makeelement("html")
    inside = page if root.tag in ("head", "body") else page.makeelement("body")
    if inside is not page:
        page.append(inside)
    inside.append(root)
    return page


def _size(body: Tree) -> int:
    return len("".join("".join(body.itertext()).split()))


def parted(body: Tree, parts: list[Run]) -> bool:
    """Part the paragraphs of a body where the page does, and make its headings headings; False where that cannot be."""
    done = True
    for paragraph in list(body):
        found = _parts_of("".join("".join(paragraph.itertext()).split()), parts)
        done &= bool(found)
        for run in found:
            element = paragraph.makeelement("head" if run.is_heading else "p")
            element.text = run.text
            paragraph.addprevious(element)
        if found:
            body.remove(paragraph)
    return done


def _parts_of(text: str, parts: list[Run]) -> list[Run]:
    """The runs of a page that make up a text, both without white space; none where they do not."""
    bare = ["".join(run.text.split()) for run in parts]
    for first, start in enumerate(bare):
        if not text.startswith(start):
            continue
        found, at = [], 0
        for run, words in zip(parts[first:], bare[first:], strict=True):
            if text.startswith(words, at):
                found.append(run)
                at += len(words)
            if at == len(text):
                return found
    return []
