"""Splicing: sentences, links, marks and markers into the HTML of a body, by offsets of its text.

Promises that the text stays the same to the character and the HTML valid: what is in the body is never cut; what is put
in is, wherever it crosses an element of the body or something put in before it. Sentences go in first and are therefore
one element where that is possible; then links, then marks as non-overlapping segments that carry the ids of their notes,
the shortest first. No link comes to lie in another. Expects a body as `markup` makes it, where a run of white space is
one character. Refuses to know articles, annotations and what a note says.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from postil.addresses import marker_id, name_id, note_id
from postil.fold import in_word
from postil.model.text import Block, Text
from postil.positions import Box, Item, Run, halves, items_of, node_from_item, parted
from postil.text import Leaf, leaves
from postil.tree import Element, html_from_tree, tree_from_html


@dataclass(frozen=True, slots=True)
class Link:
    """A name that leads to `href`."""

    start: int
    end: int
    href: str


@dataclass(frozen=True, slots=True)
class Mark:
    """The words of a note that has a card. `kinds` are names of its kinds; `number` stands in its marker."""

    start: int
    end: int
    note: str
    kinds: tuple[str, ...]
    number: int


@dataclass(frozen=True, slots=True)
class Spliced:
    """A piece with everything in, and the ids of the blocks in it."""

    html: str
    blocks: tuple[str, ...]


_Make = Callable[[list[Item]], Box]


def splice(
    pieces: Iterable[str], text: Text, links: Sequence[Link], marks: Sequence[Mark]
) -> tuple[Spliced, ...]:
    """The pieces of a body whose text is `text`, with everything in.

    Each link lies in one block and overlaps no other; marks are in reading order.
    """
    starts = [block.start for block in text.blocks]
    links_in: dict[int, list[Link]] = {}
    for link in links:
        links_in.setdefault(bisect_right(starts, link.start) - 1, []).append(link)
    marks_in: dict[int, list[Mark]] = {}
    for mark in marks:
        for index in range(bisect_right(starts, mark.start) - 1, bisect_left(starts, mark.end)):
            marks_in.setdefault(index, []).append(mark)
    done: list[Spliced] = []
    number = 0
    for piece in pieces:
        nodes = tree_from_html(piece)
        found = list(leaves(nodes))
        blocks = text.blocks[number : number + len(found)]
        # From the last to the first, so that places among children still hold when a wrapper takes several of them.
        for index, (leaf, block) in reversed(list(enumerate(zip(found, blocks, strict=True), start=number))):
            _splice_leaf(leaf, block, text.text, links_in.get(index, ()), marks_in.get(index, ()))
        number += len(found)
        done.append(Spliced(html_from_tree(nodes), tuple(block.id for block in blocks)))
    return tuple(done)


def _splice_leaf(leaf: Leaf, block: Block, text: str, links: Sequence[Link], marks: Sequence[Mark]) -> None:
    children = leaf.container.children
    items = items_of(leaf, block)
    for sentence in block.sentences:
        items = _wrapped(items, sentence.start, sentence.end, _Sentence(sentence.id))
    for link in links:
        if (
            block.start <= link.start
            and link.end <= block.end
            and not _touches_link(items, link.start, link.end)
        ):
            items = _wrapped(items, link.start, link.end, _link_maker(link.href), is_link=True)
    for start, end, over in _segments(marks, block):
        items = _wrapped(items, start, end, _mark_maker(over))
    for mark in marks:
        if mark.end <= block.end:
            items = _with_marker(items, _word_end(text, mark.end, block.end), mark)
    nodes = [node_from_item(item) for item in items]
    is_whole = leaf.first == 0 and leaf.last == len(children)
    if is_whole and leaf.container.tag != "" and "id" not in leaf.container.attrs:
        leaf.container.attrs["id"] = block.id
        leaf.container.children = nodes
    else:
        children[leaf.first : leaf.last] = [Element("div", {"class": "block", "id": block.id}, nodes)]


# --- putting in -------------------------------------------------------------------------------------------------------


def _wrapped(items: list[Item], start: int, end: int, make: _Make, *, is_link: bool = False) -> list[Item]:
    """The items with everything from `start` to `end` in elements made by `make`, as few as the elements there allow."""
    near = _near(items, start, end)
    done: list[Item] = []
    inside: list[Item] = []

    def close() -> None:
        if not inside:
            return
        if any(item.start < item.end for item in inside):
            done.append(make(list(inside)))
        else:
            done.extend(inside)
        inside.clear()

    for item in items[near]:
        is_avoided = is_link and isinstance(item, Box) and item.has_link
        is_empty = item.start == item.end
        is_within = start < item.start < end if is_empty else start <= item.start and item.end <= end
        if is_within and not is_avoided:
            inside.append(item)
        elif is_empty or item.end <= start or end <= item.start:
            close()
            done.append(item)
        elif isinstance(item, Box):
            close()
            item.items = _wrapped(item.items, start, end, make, is_link=is_link)
            item.has_link = item.has_link or is_link
            done.append(item)
        else:
            before, middle, after = parted(item, start, end)
            if before is not None:
                close()
                done.append(before)
            inside.append(middle)
            if after is not None:
                close()
                done.append(after)
    close()
    items[near] = done
    return items


def _near(items: Sequence[Item], start: int, end: int) -> slice:
    """The items that begin or end in the span, or around it. Items stand in order, so that not all are looked at."""
    first = bisect_left(items, start, key=lambda item: item.end)
    return slice(first, bisect_right(items, end, lo=first, key=lambda item: item.start))


class _Sentence:
    """Makes the elements of one sentence: the first has its id, any further one points to it."""

    def __init__(self, id_: str) -> None:
        self._id = id_
        self._is_first = True

    def __call__(self, items: list[Item]) -> Box:
        attrs = {"class": "s", "id": self._id} if self._is_first else {"class": "s", "data-s": self._id}
        self._is_first = False
        return _box("span", attrs, items)


def _link_maker(href: str) -> _Make:
    return lambda items: _box("a", {"class": "name", "href": href}, items)


def _mark_maker(over: Sequence[Mark]) -> _Make:
    """Of several notes the shortest comes first, so that the words which are under it alone, and a tap on them, are its."""
    shortest_first = sorted(over, key=lambda mark: mark.end - mark.start)
    kinds = dict.fromkeys(kind for mark in shortest_first for kind in mark.kinds)
    attrs = {
        "class": " ".join(f"k-{kind}" for kind in kinds),
        "data-notes": " ".join(mark.note for mark in shortest_first),
    }
    return lambda items: _box("mark", dict(attrs), items)


def _box(tag: str, attrs: dict[str, str], items: list[Item]) -> Box:
    has_link = tag == "a" or any(isinstance(item, Box) and item.has_link for item in items)
    return Box(tag, attrs, items, items[0].start, items[-1].end, has_link)


def _touches_link(items: Sequence[Item], start: int, end: int) -> bool:
    """Whether some of the span stands in a link."""
    near = [
        item
        for item in items[_near(items, start, end)]
        if isinstance(item, Box) and item.start < item.end and item.start < end and start < item.end
    ]
    return any(item.has_link and (item.tag == "a" or _touches_link(item.items, start, end)) for item in near)


def _segments(marks: Sequence[Mark], block: Block) -> list[tuple[int, int, list[Mark]]]:
    """The block cut wherever a mark begins or ends: the segments that have marks, with these in reading order."""
    borders = sorted(
        {max(block.start, mark.start) for mark in marks} | {min(block.end, mark.end) for mark in marks}
    )
    over: list[list[Mark]] = [[] for _ in borders]
    for mark in marks:
        first = bisect_left(borders, max(block.start, mark.start))
        for index in range(first, bisect_left(borders, min(block.end, mark.end))):
            over[index].append(mark)
    return [(borders[index], borders[index + 1], found) for index, found in enumerate(over) if found]


def _with_marker(items: list[Item], at: int, mark: Mark) -> list[Item]:
    """The items with the marker of a note at an offset, or behind the link that stands there; after other markers."""
    index = bisect_right(items, at, key=lambda item: item.end)
    if index < len(items) and items[index].start < at:
        item = items[index]
        if isinstance(item, Run):
            items[index : index + 1] = _around(halves(item, at), _marker(mark, at))
        elif item.tag == "a":
            items.insert(index + 1, _marker(mark, item.end))
        else:
            item.items = _with_marker(item.items, at, mark)
        return items
    # White space at the end of a block stays behind the marker.
    while index and isinstance(items[index - 1], Run) and items[index - 1].start == items[index - 1].end:
        index -= 1
    items.insert(index, _marker(mark, at))
    return items


def _around(halves: tuple[Run, Run], marker: Box) -> tuple[Item, ...]:
    return (halves[0], marker, halves[1])


def _marker(mark: Mark, at: int) -> Box:
    attrs = {
        "class": " ".join(("marker", *(f"k-{kind}" for kind in mark.kinds))),
        "id": marker_id(mark.note),
        "href": f"#{note_id(mark.note)}",
        "role": "doc-noteref",
        "aria-labelledby": name_id(mark.note),
        "data-apparatus": "",
    }
    return Box("a", attrs, [Run(str(mark.number), 0, at, at)], at, at, has_link=True)


def _word_end(text: str, at: int, limit: int) -> int:
    """`at`, or where the word ends that it stands in."""
    while at < limit and in_word(text[at - 1]) and in_word(text[at]):
        at += 1
    return at
