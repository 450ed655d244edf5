"""The body that trafilatura finds, as Markdown of the dialect.

trafilatura hands back a small tree of TEI elements (`head`, `p`, `list`, `item`, `quote`, `table`, `code`, `hi`,
`ref`, `lb`). This module writes it down with every mark escaped, at three degrees: with emphasis and links, without
them, and as bare paragraphs; the importer takes the first that a build reads back whole. It refuses to know the
page.
"""

import re
from dataclasses import dataclass
from enum import IntEnum
from types import MappingProxyType
from typing import Any
from urllib.parse import urljoin

from postil.importers.plain import escaped

_BLOCKS = frozenset(("p", "head", "list", "item", "quote", "table", "row", "cell", "div", "ab", "body", "fw"))
_WEB = re.compile(r"(?:https?://[^\s<>/]|mailto:[^\s<>])[^\s<>]*", re.IGNORECASE)
_EMPHASIS = MappingProxyType({"#b": "**", "#i": "*", "#u": ""})

Element = Any
"""An element of lxml, which has no types of its own; in a run of inline content also a text."""


class Degree(IntEnum):
    """How much of a page's form is written down."""

    MARKED = 0
    BLOCKS = 1
    PARAGRAPHS = 2


@dataclass(frozen=True, slots=True)
class Block:
    """A block as lines of Markdown, and the texts of the leaf blocks in it."""

    lines: tuple[str, ...]
    texts: tuple[str, ...]


def blocks_from_body(body: Element, address: str | None, degree: Degree) -> list[Block]:
    """The blocks of a body. Links are made whole with the page's `address`; one that stays relative is its text."""
    return _Writer(address, degree).inside(body, nested=False)


def joined(blocks: list[Block]) -> list[str]:
    """The lines of blocks, with a blank line between them."""
    lines: list[str] = []
    for block in blocks:
        lines += ["", *block.lines] if lines else block.lines
    return lines


class _Writer:
    def __init__(self, address: str | None, degree: Degree) -> None:
        self._address = address
        self._degree = degree

    def inside(self, element: Element, *, nested: bool) -> list[Block]:
        """The blocks inside an element; what stands between them makes paragraphs."""
        done: list[Block] = []
        run: list[Element] = [element.text or ""]
        for child in element:
            if _is_block(child):
                done += [*self._paragraph(run), *self._block(child, nested=nested)]
                run = [child.tail or ""]
            else:
                run += [child, child.tail or ""]
        return done + self._paragraph(run)

    def _block(self, element: Element, *, nested: bool) -> list[Block]:
        tag = element.tag
        if tag == "head":
            return self._heading(element)
        if tag == "code":
            return self._code(element, nested=nested)
        if self._degree < Degree.PARAGRAPHS:
            if tag == "list":
                return self._list(element)
            if tag == "quote":
                inner = self.inside(element, nested=True)
                lines = tuple(f"> {line}".rstrip() if not line else f"> {line}" for line in joined(inner))
                return [Block(lines, _texts(inner))] if inner else []
            if tag == "table":
                return self._table(element)
        if tag == "p" and not len(element) and "\n" in (element.text or ""):
            # the last resort of trafilatura, for short pages, is one `p` with a line for each paragraph
            return [block for line in element.text.split("\n") for block in self._paragraph([line])]
        if tag == "cell":
            return self._paragraph([" ".join(_words(element))])
        return self.inside(element, nested=nested)

    def _heading(self, element: Element) -> list[Block]:
        text = " ".join(_words(element))
        if not text:
            return []
        level = int(found[0]) if (found := re.findall(r"[1-6]", element.get("rend") or "")) else 2
        mark = f"{'#' * level} " if self._degree < Degree.PARAGRAPHS else ""
        line = escaped(text) if not mark else re.sub(r"(#+)$", r"\\\1", escaped(f"x {text}")[2:])
        return [Block((mark + line,), (text,))]

    def _code(self, element: Element, *, nested: bool) -> list[Block]:
        text = "".join(element.itertext()).strip("\n").expandtabs(4)
        lines = [line.rstrip() for line in text.split("\n")]
        if not text.strip():
            return []
        if self._degree is Degree.PARAGRAPHS:
            return [Block((escaped(" ".join(text.split())),), (" ".join(text.split()),))]
        if nested:
            return [Block(tuple(f"    {line}" if line else "" for line in lines), (text,))]
        runs = [len(run) for line in lines for run in re.findall(r"^`+", line)]
        mark = "`" * max(3, *(run + 1 for run in runs), 3)
        return [Block((mark, *lines, mark), (text,))]

    def _list(self, element: Element) -> list[Block]:
        lines: list[str] = []
        texts: list[str] = []
        number = 0
        for item in element:
            inner = self.inside(item, nested=True) if item.tag == "item" else self._block(item, nested=True)
            if not inner:
                continue
            number = min(number + 1, 999)  # a number of more digits begins no list
            mark = f"{number}. " if element.get("rend") == "ol" else "- "
            first, *rest = joined(inner)
            lines += [
                *([""] if lines else []),
                mark + first.lstrip(),
                *(f"    {one}" if one else "" for one in rest),
            ]
            texts += _texts(inner)
        return [Block(tuple(lines), tuple(texts))] if lines else []

    def _table(self, element: Element) -> list[Block]:
        rows = [[" ".join(_words(cell)) for cell in row.iter("cell")] for row in element.iter("row")]
        rows = [row for row in rows if any(row)]
        if not rows:
            return []
        width = max(map(len, rows))
        rows = [row + [""] * (width - len(row)) for row in rows]
        shown = [[escaped(f"x {cell}")[2:].replace("|", "&#124;") for cell in row] for row in rows]
        lines = [f"| {' | '.join(row)} |" for row in shown]
        rule = f"|{' --- |' * width}"
        return [Block((lines[0], rule, *lines[1:]), tuple(cell for row in rows for cell in row if cell))]

    def _paragraph(self, run: list[Element]) -> list[Block]:
        text = " ".join("".join(piece if isinstance(piece, str) else _raw(piece) for piece in run).split())
        if not text:
            return []
        if self._degree > Degree.MARKED:
            return [Block((escaped(text),), (text,))]
        marked = "".join(_inline(piece) if isinstance(piece, str) else self._marked(piece) for piece in run)
        lines = [" ".join(line.split()) for line in marked.split("\n")]
        lines = [_LEADING.sub(_escaped_mark, line) for line in lines if line]
        return [Block((*(f"{line}  " for line in lines[:-1]), *lines[-1:]), (text,))]

    def _marked(self, element: Element) -> str:
        """Inline content with its marks, a line feed for each break of a line."""
        if element.tag == "lb":
            return "\n"
        inner = _inline(element.text or "") + "".join(
            self._marked(child) + _inline(child.tail or "") for child in element
        )
        bare = inner.strip()
        if not bare or "\n" in bare:
            return inner
        before, after = inner[: len(inner) - len(inner.lstrip())], inner[len(inner.rstrip()) :]
        if element.tag == "hi":
            mark = _EMPHASIS.get(element.get("rend") or "", "")
            return f"{before}{mark}{bare}{mark}{after}"
        if element.tag == "code":
            words = " ".join("".join(element.itertext()).split())
            return inner if "`" in words else f"{before}`{words}`{after}"
        if element.tag == "ref":
            target = element.get("target") or ""
            target = urljoin(self._address, target) if self._address else target
            return f"{before}[{bare}](<{target}>){after}" if _WEB.fullmatch(target) else inner
        return inner


_LEADING = re.compile(r"^(?:[#>]|[+-](?= )|\d+(?=[.)] )|~~~|(?:\* ?){3,}$)")


def _escaped_mark(found: re.Match[str]) -> str:
    mark = found.group()
    return f"{mark}\\" if mark.isdecimal() else "&#126;~~" if mark == "~~~" else f"\\{mark}"


def _inline(text: str) -> str:
    """Text with every mark escaped, its white space kept for whoever joins it; breaks of lines are spaces."""
    return escaped("x" + re.sub(r"\s", " ", text))[1:]


def _is_block(element: Element) -> bool:
    if element.tag == "code":
        return "\n" in "".join(element.itertext()) or any(child.tag == "code" for child in element)
    return element.tag in _BLOCKS or (element.tag != "lb" and any(_is_block(child) for child in element))


def _raw(element: Element) -> str:
    if element.tag == "lb":
        return " "
    return (element.text or "") + "".join(_raw(child) + (child.tail or "") for child in element)


def _words(element: Element) -> list[str]:
    """The words of an element, parted at its breaks and blocks too."""
    pieces = [element.text or ""]
    for child in element:
        space = " " if _is_block(child) or child.tag == "lb" else ""
        pieces += [space, " ".join(_words(child)) if space else _raw(child), space, child.tail or ""]
    return "".join(pieces).split()


def _texts(blocks: list[Block]) -> tuple[str, ...]:
    return tuple(text for block in blocks for text in block.texts)
