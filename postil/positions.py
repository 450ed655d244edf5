"""Positions: the nodes of a block with their offsets in its text, to be cut, wrapped and put back.

Promises that what has offsets is what the text rule reads (`postil.text`), and that items put back unchanged are the nodes
they came from. Expects a body as `markup` makes it, where a run of white space is one character. Refuses to know what is
put in or taken out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from postil.model.text import Block
from postil.text import Leaf, raw_texts
from postil.tree import Element, Node, elements


@dataclass(slots=True)
class Run:
    """A text; its characters from `lead` on stand for the offsets from `start` to `end`."""

    raw: str
    lead: int
    start: int
    end: int


@dataclass(slots=True)
class Box:
    """An element; apparatus has no length."""

    tag: str
    attrs: dict[str, str]
    items: list[Item]
    start: int
    end: int
    has_link: bool


Item = Run | Box


def items_of(leaf: Leaf, block: Block) -> list[Item]:
    """The nodes of a leaf block, placed by the text rule."""
    return _Positions(leaf, block).items(leaf.container.children[leaf.first : leaf.last])


def node_from_item(item: Item) -> Node:
    return (
        item.raw
        if isinstance(item, Run)
        else Element(item.tag, item.attrs, [node_from_item(one) for one in item.items])
    )


def parted(run: Run, start: int, end: int) -> tuple[Run | None, Run, Run | None]:
    """What stands of a run before a span, in it, and behind it."""
    before = after = None
    if run.start < start:
        before, run = halves(run, start)
    if end < run.end:
        run, after = halves(run, end)
    return before, run, after


def halves(run: Run, at: int) -> tuple[Run, Run]:
    index = run.lead + at - run.start
    return Run(run.raw[:index], run.lead, run.start, at), Run(run.raw[index:], 0, at, run.end)


class _Positions:
    """Gives the nodes of one leaf block their offsets, by the text rule."""

    def __init__(self, leaf: Leaf, block: Block) -> None:
        self._is_code = leaf.kind == "code"
        self._block = block
        self._at = block.start
        if self._is_code:
            full = "".join(raw_texts(leaf.container.children[leaf.first : leaf.last]))
            self._at -= len(full) - len(full.lstrip())
        self._after_space = True

    def items(self, nodes: Sequence[Node]) -> list[Item]:
        items: list[Item] = []
        for node in nodes:
            if isinstance(node, str):
                items.append(self._run(node))
                continue
            start = self._clamped()
            if node.tag == "br":
                self._advance("\n")
                items.append(Box("br", node.attrs, [], start, self._clamped(), has_link=False))
            elif "data-apparatus" in node.attrs:
                has_link = any(element.tag == "a" for element in elements([node]))
                items.append(
                    Box(node.tag, node.attrs, _unplaced(node.children, start), start, start, has_link)
                )
            else:
                inner = self.items(node.children)
                has_link = node.tag == "a" or any(isinstance(item, Box) and item.has_link for item in inner)
                items.append(Box(node.tag, node.attrs, inner, start, self._clamped(), has_link))
        return items

    def _run(self, raw: str) -> Run:
        begin = self._at
        start = self._clamped()
        lead = self._advance(raw)
        lead += max(0, min(self._block.start - begin, len(raw)))
        return Run(raw, lead, start, self._clamped())

    def _advance(self, raw: str) -> int:
        """Moves on over a text; 1 where its first character is white space that the text rule leaves out."""
        if self._is_code:
            self._at += len(raw)
            return 0
        left_out = int(self._after_space and raw[:1].isspace())
        self._at += len(raw) - left_out
        if raw:
            self._after_space = raw[-1].isspace()
        return left_out

    def _clamped(self) -> int:
        """White space at the ends of a block has no offset."""
        return max(self._block.start, min(self._at, self._block.end))


def _unplaced(nodes: Iterable[Node], at: int) -> list[Item]:
    return [
        Run(node, 0, at, at)
        if isinstance(node, str)
        else Box(node.tag, node.attrs, _unplaced(node.children, at), at, at, node.tag == "a")
        for node in nodes
    ]
