"""What is released, in the HTML of a body: words replaced, sentences left out, and nothing that hung on them.

A link that lies on words which are cut is their text, an element that held nothing else is gone; so are the images and
the footnotes of sentences that are left out, with what leads to them. A gap says how many sentences are left out; it is
apparatus, and no part of the text.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter

from postil.model.text import Block, Body, Sentence
from postil.positions import Box, Item, Run, items_of, node_from_item, parted
from postil.text import Leaf, leaves, raw_texts, shows
from postil.tree import BLOCK, Element, Node, elements, has_block, html_from_tree, tree_from_html

_CELLS = frozenset({"td", "th"})


@dataclass(frozen=True, slots=True)
class Change:
    """The words that stand in place of a part of the text, which lies in one sentence."""

    start: int
    end: int
    words: str


@dataclass(frozen=True, slots=True)
class Gap:
    """So many sentences are left out in front of the sentence `before`; or, where that is None, behind the one `after`.

    Both are None where all are left out.
    """

    count: int
    before: str | None
    after: str | None = None


@dataclass(slots=True)
class _Place:
    """A part of one block, and the items that stand in its place. At a closed end goes, too, what has no length there."""

    start: int
    end: int
    items: list[Item]
    is_closed_before: bool = False
    is_closed_behind: bool = False


def changed(
    body: Body, changes: Sequence[Change], kept: Sequence[Sentence] | None, gaps: Iterable[Gap]
) -> tuple[str, ...]:
    """The pieces of a body with the changes made, and with nothing but the sentences `kept` (None: with all of them)."""
    by_next = {gap.before: gap for gap in gaps}
    changes = sorted(changes, key=attrgetter("start"))
    done: list[list[Node]] = []
    number = 0
    last = by_next.get(None)
    if last is not None and last.after is None:
        return (_alone(last),)
    ids = None if kept is None else {sentence.id for sentence in kept}
    for piece in body.pieces:
        nodes = tree_from_html(piece)
        found = list(leaves(nodes))
        blocks = body.text.blocks[number : number + len(found)]
        number += len(found)
        is_last = False
        for leaf, block in reversed(list(zip(found, blocks, strict=True))):
            of = [one for one in block.sentences if ids is None or one.id in ids]
            if of:
                first = bisect_left(changes, block.start, key=attrgetter("start"))
                inside = changes[first : bisect_left(changes, block.end, key=attrgetter("start"))]
                _change(leaf, block, [*map(_place_of, inside), *_left_out(block, of, by_next)])
            else:
                leaf.container.children[leaf.first : leaf.last] = []
            is_last = is_last or (last is not None and any(one.id == last.after for one in of))
        done.append(nodes if ids is None else _pruned(nodes))
        if last is not None and is_last:
            done.append([_gap("p", last)])
    return tuple(html_from_tree(nodes) for nodes in _without_loose_ends(done) if nodes)


def _place_of(change: Change) -> _Place:
    items: list[Item] = [Run(change.words, 0, change.start, change.end)] if change.words else []
    return _Place(change.start, change.end, items)


def _left_out(block: Block, kept: Sequence[Sentence], gaps: dict[str | None, Gap]) -> Iterator[_Place]:
    """The parts of a block between, before and behind the sentences that are kept, each with its gap."""
    at = block.start
    for sentence in kept:
        gap = gaps.get(sentence.id)
        start, end = at, sentence.start
        if gap is not None:
            space = [] if start == block.start else [Run(" ", 0, start, end)]
            # The space behind it is its own, so that no mark on what follows begins with it.
            words: list[Item] = [Run(f"{_said(gap)} ", 0, end, end)]
            box = Box("span", _gap("span", gap).attrs, words, end, end, has_link=False)
            items: list[Item] = [*space, box]
            yield _Place(start, end, items, is_closed_before=start == block.start)
        at = sentence.end
    if kept and at < block.end:
        yield _Place(at, block.end, [], is_closed_behind=True)


def _alone(gap: Gap) -> str:
    return html_from_tree([_gap("p", gap)])


def _gap(tag: str, gap: Gap) -> Element:
    return Element(tag, {"class": "gap", "data-apparatus": ""}, [_said(gap)])


def _said(gap: Gap) -> str:
    return f"[…\u00a0{gap.count}]"


def _change(leaf: Leaf, block: Block, places: Iterable[_Place]) -> None:
    children = leaf.container.children
    ordered = sorted(places, key=lambda one: (one.start, one.end), reverse=True)
    if not ordered:
        return
    items = items_of(leaf, block)
    for place in ordered:
        items = _replaced(items, place)
    children[leaf.first : leaf.last] = [node_from_item(item) for item in items]


def _replaced(items: list[Item], place: _Place) -> list[Item]:
    """The items with a part replaced, as deep as one element holds all of it.

    Only those are looked at which touch the part: a block may have thousands, and as many parts to be replaced.
    """
    first = bisect_left(items, place.start, key=attrgetter("end"))
    last = bisect_right(items, place.end, lo=first, key=attrgetter("start"))
    items[first:last] = _replaced_in(items[first:last], place)
    return items


def _replaced_in(items: list[Item], place: _Place) -> list[Item]:
    start, end = place.start, place.end
    if start == end:
        return [*place.items, *items]  # a gap before the first words of a block, of which nothing goes
    for index, item in enumerate(items):
        if isinstance(item, Box) and item.start <= start and end <= item.end:
            item.items = _replaced(item.items, place)
            ahead = [one for one in items[:index] if not _goes(one, place)]
            behind = [one for one in items[index + 1 :] if not _goes(one, place)]
            return [*ahead, *_remains(item), *behind]
    done: list[Item] = []
    new = place.items
    for item in items:
        if _goes(item, place):
            continue
        if item.start == item.end or item.end <= start or end <= item.start:
            done.append(item)
        elif isinstance(item, Run):
            before, _, after = parted(item, start, end)
            done += (*([before] if before else ()), *new, *([after] if after else ()))
            new = []
        else:
            item.items = _replaced(
                item.items, _Place(start, end, [], place.is_closed_before, place.is_closed_behind)
            )
            begins_before = item.start < start
            done += (
                *(_remains(item) if begins_before else ()),
                *new,
                *(() if begins_before else _remains(item)),
            )
            new = []
    return done


def _goes(item: Item, place: _Place) -> bool:
    """Whether an item has no length and belongs to what is replaced."""
    at = item.start
    return item.start == item.end and (
        place.start < at < place.end
        or (place.is_closed_before and at == place.start)
        or (place.is_closed_behind and at == place.end)
    )


def _remains(box: Box) -> Sequence[Item]:
    """What remains of an element of which words have been cut: a link is its text, what holds nothing (and a break) goes."""
    holds = any(isinstance(item, Box) or item.raw.strip() for item in box.items)
    return box.items if box.tag == "a" or not holds else (box,)


# --- blocks that are left out -------------------------------------------------------------------------------------


def _pruned(nodes: list[Node]) -> list[Node]:
    """The nodes without what holds no text; a cell stays with its row."""
    done: list[Node] = []
    run: list[Node] = []

    def close() -> None:
        is_leaf = shows("".join(raw_texts(run)))
        done.extend(node for node in run if is_leaf or isinstance(node, str))
        run.clear()

    for node in nodes:
        if isinstance(node, str) or _is_inline(node):
            run.append(node)
            continue
        close()
        if node.tag in _CELLS or shows("".join(raw_texts([node]))):
            numbers = _numbers(node) if node.tag == "ol" else {}
            node.children = _pruned(node.children)
            _number(node, numbers)
            done.append(node)
    close()
    return done


def _is_inline(element: Element) -> bool:
    return "data-apparatus" in element.attrs or (element.tag not in BLOCK and not has_block(element.children))


def _numbers(listed: Element) -> dict[int, int]:
    """The number of each item of an ordered list, by the identity of the item."""
    numbers: dict[int, int] = {}
    number = int(listed.attrs.get("start", "1"))
    for item in listed.children:
        if isinstance(item, Element):
            number = int(item.attrs.get("value", number))
            numbers[id(item)] = number
            number += 1
    return numbers


def _number(listed: Element, numbers: dict[int, int]) -> None:
    """Lets the items that are left keep their numbers."""
    expected = int(listed.attrs.get("start", "1")) if numbers else 0
    for item in listed.children:
        if isinstance(item, Element) and id(item) in numbers:
            number = numbers[id(item)]
            if number != expected:
                item.attrs["value"] = str(number)
            expected = number + 1


def _without_loose_ends(pieces: list[list[Node]]) -> list[list[Node]]:
    """The pieces without references to footnotes that are gone, and without ways back to references that are."""
    for role in ("fnref", "fnback"):
        ids = {
            element.attrs["id"] for nodes in pieces for element in elements(nodes) if "id" in element.attrs
        }
        pieces = [_without(nodes, role, ids) for nodes in pieces]
    return pieces


def _without(nodes: list[Node], role: str, ids: set[str]) -> list[Node]:
    done: list[Node] = []
    for node in nodes:
        if isinstance(node, Element):
            if node.attrs.get("class") == role and "data-apparatus" in node.attrs:
                targets = [one.attrs["href"][1:] for one in elements([node]) if "href" in one.attrs]
                if not all(target in ids for target in targets):
                    continue
            node.children = _without(node.children, role, ids)
        done.append(node)
    return done
