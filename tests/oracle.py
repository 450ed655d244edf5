"""An independent reading of pages: html5lib and a few lines, nothing of the engine.

It states the text rule a second time, in another way (a tree instead of a stream), so that the engine and its test cannot
share a mistake.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

import html5lib

XHTML = "{http://www.w3.org/1999/xhtml}"
INLINE = frozenset(
    "a abbr b bdi bdo br cite code data del dfn em i img ins kbd mark q s samp small span strong sub sup u".split()  # noqa: SIM905
)
UNSEEN = " \n\u00ad\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufeff" + "".join(
    chr(code) for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))
)
"""What makes no block where nothing else stands in it."""

Run = list[tuple[str, bool]]


def tree(html: str) -> Element:
    """The document as the HTML standard reads it; an error in it is an error."""
    parser = html5lib.HTMLParser(tree=html5lib.getTreeBuilder("etree"), strict=True)
    document: Element = parser.parse(html)
    return document


def article_text(html: str) -> str:
    """The text of the one element that holds an article's text, apparatus left out."""
    holders = [element for element in tree(html).iter() if "data-text" in element.attrib]
    assert len(holders) == 1
    return text_of(holders[0])


def text_of(element: Element) -> str:
    runs: list[Run] = [[]]
    _walk(element, runs, code=False)
    blocks = [_joined(run) for run in runs]
    return "\n\n".join(
        block for block in blocks if any(not one.isspace() for one in block if one not in UNSEEN)
    )


def markdown_text(source: str) -> str:
    """The text of Markdown, by Python-Markdown as it comes and html5lib. HTML in the source is not understood here."""
    import markdown  # noqa: PLC0415 -- the tests' own use of it, beside the engine's

    converter = markdown.Markdown(extensions=["tables", "footnotes", "fenced_code", "sane_lists"])
    html = converter.convert(unicodedata.normalize("NFC", source))
    document = tree(f"<!DOCTYPE html><title>t</title><body>{html}</body>")
    for parent in list(document.iter()):
        for child in list(parent):
            if ("footnote" in child.get("class", "") and child.tag != XHTML + "div") or (
                child.tag == XHTML + "sup" and child.get("id", "").startswith("fnref")
            ):  # numbers and links back
                _remove(parent, child)
    body = document.find(f"{XHTML}body")
    assert body is not None
    return text_of(body)


def ids(html: str) -> list[str]:
    return [element.attrib["id"] for element in tree(html).iter() if "id" in element.attrib]


def links(html: str) -> list[str]:
    return [element.attrib["href"] for element in tree(html).iter(f"{XHTML}a") if "href" in element.attrib]


def pages(site: Path) -> Iterator[tuple[str, str]]:
    """(path, HTML) of every page of a site."""
    for path in sorted(site.rglob("*.html")):
        yield path.relative_to(site).as_posix(), path.read_text(encoding="utf-8")


def _remove(parent: Element, child: Element) -> None:
    at = list(parent).index(child)
    if child.tail:
        if at:
            parent[at - 1].tail = (parent[at - 1].tail or "") + child.tail
        else:
            parent.text = (parent.text or "") + child.tail
    parent.remove(child)


def _walk(element: Element, runs: list[Run], *, code: bool) -> None:
    if not str(element.tag).startswith(XHTML) or "data-apparatus" in element.attrib:
        return
    name = element.tag.removeprefix(XHTML)
    if name == "br":
        runs[-1].append(("\n", code))
        return
    block = name not in INLINE
    inside = code or name == "pre"
    if block:
        runs.append([])
    runs[-1].append((element.text or "", inside))
    for child in element:
        _walk(child, runs, code=inside)
        runs[-1].append((child.tail or "", inside))
    if block:
        runs.append([])


def _joined(run: Run) -> str:
    if run and all(code for text, code in run if text):
        return unicodedata.normalize("NFC", "".join(text for text, _ in run)).strip()
    return unicodedata.normalize("NFC", re.sub(r"\s+", " ", "".join(text for text, _ in run)).strip())
