"""The text rule: what the text of an article is, taken from its HTML, with blocks and sentences that have addresses.

The rule. Marks are resolved to their visible text; each run of white space (no-break spaces and line breaks too) is one
space outside code blocks; the ends of a block are trimmed. A leaf block is a longest run of inline content with visible
text: a paragraph, heading, list item, table cell, code block, caption, or text that stands beside other blocks. Blocks
are numbered p1, p2 ..., joined by one blank line; what is empty has no number. An element with `data-apparatus` (a note's
marker, a footnote's number) is no part of the text, as if it were not there. Offsets are code points, end exclusive.

Promises one reading for the HTML of a body, the body with marks in it, and the published page: `leaves` is what the
marks are spliced by, too. Refuses to know Markdown, annotations or where the HTML came from.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeVar

import sentencex

from postil.characters import INVISIBLE
from postil.model.text import Block, Sentence, Text
from postil.tree import BLOCK, Element, Node, has_block, tree_from_html
from postil.words import primary_language

T = TypeVar("T")

SEPARATOR = "\n\n"
"""Stands between two blocks."""

_WINDOW = 20_000
"""Code points in which sentences are told apart at once; a paragraph of fourteen pages."""

_SPACE = re.compile(r"\s+")
_INVISIBLE = re.compile(rf"[\s{INVISIBLE}]*")
_PLACE = "p[1-9][0-9]{0,8}(?:s[1-9][0-9]{0,8})?"
LOCATOR = re.compile(f"({_PLACE})(?:-({_PLACE}))?")
"""`p2`, `p2s1`, or a range of them: `p2s1-p3s2`."""

_KINDS = MappingProxyType(
    {
        **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), "heading"),
        **dict.fromkeys(("td", "th"), "cell"),
        **dict.fromkeys(("caption", "figcaption"), "caption"),
        **dict.fromkeys(("li", "dt", "dd"), "item"),
        "pre": "code",
        "blockquote": "quote",
    }
)


@dataclass(frozen=True, slots=True)
class Leaf:
    """A leaf block in its tree: the children of `container` from `first` to `last` (exclusive), and their text."""

    container: Element
    first: int
    last: int
    kind: str
    text: str


def text_from_html(pieces: Iterable[str], lang: str = "en") -> Text:
    """The text of an article's HTML. Sentences are found by the rules of the language `lang` (BCP 47)."""
    return text_from_leaves(leaves(tree_from_html("".join(pieces))), lang)


def plain_text(nodes: list[Node]) -> str:
    """The text of a tree, without blocks and sentences."""
    return SEPARATOR.join(leaf.text for leaf in leaves(nodes))


def text_from_leaves(found: Iterable[Leaf], lang: str) -> Text:
    blocks: list[Block] = []
    texts: list[str] = []
    start = 0
    for number, leaf in enumerate(found, start=1):
        name = f"p{number}"
        whole = [(0, len(leaf.text))] if leaf.kind == "code" else _sentence_spans(leaf.text, lang)
        sentences = tuple(
            Sentence(f"{name}s{order}", start + first, start + last)
            for order, (first, last) in enumerate(whole, start=1)
        )
        blocks.append(Block(name, leaf.kind, start, start + len(leaf.text), sentences))
        texts.append(leaf.text)
        start += len(leaf.text) + len(SEPARATOR)
    return Text(SEPARATOR.join(texts), tuple(blocks))


def leaves(nodes: list[Node]) -> Iterator[Leaf]:
    """The leaf blocks of a tree, in document order."""
    yield from _leaves(Element("div", {}, nodes), "paragraph")


def raw_texts(nodes: Iterable[Node]) -> Iterator[str]:
    """The texts of inline content in order, a line feed for each line break, apparatus left out."""
    for node in nodes:
        if isinstance(node, str):
            yield node
        elif node.tag == "br":
            yield "\n"
        elif "data-apparatus" not in node.attrs:
            yield from raw_texts(node.children)


def collapsed(text: str) -> str:
    """Each run of white space as one space."""
    return _SPACE.sub(" ", text)


def _leaves(container: Element, kind: str) -> Iterator[Leaf]:
    first: int | None = None
    for index, node in enumerate([*container.children, None]):
        if node is not None and _is_inline(node):
            first = index if first is None else first
            continue
        if first is not None:
            text = _run_text(container.children[first:index], is_code=kind == "code")
            if text:
                yield Leaf(container, first, index, kind, text)
            first = None
        if isinstance(node, Element) and "data-apparatus" not in node.attrs:
            yield from _leaves(node, _kind_inside(node, kind))


def _is_inline(node: Node) -> bool:
    if isinstance(node, str) or "data-apparatus" in node.attrs:
        return True
    return node.tag not in BLOCK and not has_block(node.children)


def _kind_inside(element: Element, kind: str) -> str:
    if element.tag == "pre" or kind == "code":
        return "code"
    if kind == "footnote" or element.attrs.get("role") == "doc-endnotes":
        return "footnote"
    return _KINDS.get(element.tag) or (kind if kind in ("item", "quote", "cell") else "paragraph")


def shows(text: str) -> bool:
    """Whether there is something in a text that can be seen."""
    return not _INVISIBLE.fullmatch(text)


def _run_text(nodes: list[Node], *, is_code: bool) -> str:
    text = "".join(raw_texts(nodes))
    text = text.strip() if is_code else collapsed(text).strip()
    return text if shows(text) else ""


def _sentence_spans(text: str, lang: str) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    start = 0
    sentences = _sentences(text, primary_language(lang))
    if "".join(sentences) != text:  # the library lost or changed a character: rather one long sentence
        return [(0, len(text))]
    for sentence in sentences:
        end = start + len(sentence)
        bare = sentence.strip()
        if bare:
            first = start + sentence.index(bare)
            spans.append((first, first + len(bare)))
        start = end
    return spans


def _sentences(text: str, lang: str) -> list[str]:
    """The sentences with what stands between them. A long text is read by windows: the library takes quadratic time."""
    if len(text) <= _WINDOW:
        return list(sentencex.segment(lang, text))
    sentences: list[str] = []
    at, unfinished = 0, ""
    while at < len(text):
        window = text[at : at + _WINDOW]
        found = list(sentencex.segment(lang, window))
        is_last = at + _WINDOW >= len(text)
        whole = found if is_last or len(found) < 2 else found[:-1]
        read = sum(map(len, whole))
        if not read:
            return []  # the library lost all of it
        whole[0] = unfinished + whole[0]
        unfinished = "" if is_last or len(found) > 1 else whole.pop()
        sentences += whole
        at += read
    return sentences


# --- addresses --------------------------------------------------------------------------------------------------


def sentences_of(text: Text, locator: str) -> tuple[Sentence, Sentence] | None:
    """The first and the last sentence of what a locator names.

    None where the text has no such place, or the end of a range begins or ends before its beginning does.
    """
    match = LOCATOR.fullmatch(locator)
    if match is None:
        return None
    begin = _sentences_at(text, match.group(1))
    end = _sentences_at(text, match.group(2) or match.group(1))
    if begin is None or end is None or begin[0].start > end[0].start or begin[1].end > end[1].end:
        return None
    return begin[0], end[1]


def span_of(text: Text, locator: str) -> tuple[int, int] | None:
    """The span of what a locator names; None as `sentences_of` has it."""
    found = sentences_of(text, locator)
    return None if found is None else (found[0].start, found[1].end)


def sentence_at(text: Text, offset: int) -> str:
    """The sentence an offset stands in; of white space between two, the earlier. The text has a block."""
    block = text.blocks[max(0, bisect_right(text.blocks, offset, key=lambda one: one.start) - 1)]
    index = bisect_right(block.sentences, offset, key=lambda one: one.start) - 1
    return block.sentences[max(index, 0)].id


def locator_of(text: Text, start: int, end: int) -> str:
    """The sentence that a span stands in, or the range of those that it touches (`p2s1-p3s2`)."""
    first, last = sentence_at(text, start), sentence_at(text, end - 1)
    return first if first == last else f"{first}-{last}"


def in_sentence(text: Text, start: int, end: int) -> tuple[str, str, str]:
    """What stands before a span in its sentence, the span, and what stands behind it; each run of white space one space."""
    first, last = span_of(text, locator_of(text, start, end)) or (start, end)
    return collapsed(text.text[first:start]), collapsed(text.text[start:end]), collapsed(text.text[end:last])


def lies_in(span: tuple[int, int], around: tuple[int, int]) -> bool:
    """Whether all of a span lies in another."""
    return around[0] <= span[0] and span[1] <= around[1]


def shared_beginning(one: str, other: str) -> int:
    """How many code points two texts have in common from their beginning: the offset at which they differ."""
    if one == other:
        return len(one)
    pairs = zip(one, other, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _sentences_at(text: Text, name: str) -> tuple[Sentence, Sentence] | None:
    """The first and the last sentence of a block, or twice the one of a sentence.

    By id and not by number: of a text that was revised, or that is shown in part, neither blocks nor sentences are
    counted through, and a sentence may stand in another block than it once did.
    """
    block_id, is_sentence, number = name.partition("s")
    likely = _at(text.blocks, block_id[1:])  # where nothing was revised, it is this one
    for block in (*likely, *text.blocks):
        if not is_sentence:
            if block.id == name:
                return block.sentences[0], block.sentences[-1]
            continue
        for sentence in (*_at(block.sentences, number), *block.sentences):
            if sentence.id == name:
                return sentence, sentence
    return None


def _at(of: Sequence[T], number: str) -> Sequence[T]:
    """The one that stands at a place, counted from 1; none where there are fewer."""
    return of[int(number) - 1 : int(number)]
