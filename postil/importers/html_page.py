"""A saved page as a reader sees it: what is hidden taken off, what stands in a sentence kept in it.

`trafilatura` drops elements that it knows no place for, in the middle of a sentence too. This module hands it a page on
which none are left there: times, abbreviations and the like are bare words, `q` is its quotation marks, `pre` is code,
and what folds is unfolded. It promises that the words and blocks stay those of the page. It refuses to know which of
them are the article.
"""

import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from postil.messages import counted
from postil.words import primary_language

Tree = Any
"""An element of lxml, which has no types of its own."""

_UNSEEN = frozenset(
    (
        *("script", "style", "noscript", "template", "head", "title"),
        *("iframe", "object", "svg", "option", "datalist"),
    )
)
_BARE = frozenset(
    (
        *("abbr", "acronym", "bdi", "bdo", "blink", "cite", "data", "dfn"),
        *("label", "mark", "meter", "nobr", "output", "progress", "rb", "rp", "rt", "ruby", "time"),
    )
)
"""Elements within a sentence whose words are what they give to it."""

_INLINE = _BARE | frozenset(
    (
        *(
            "a",
            "b",
            "big",
            "br",
            "button",
            "code",
            "del",
            "em",
            "font",
            "i",
            "img",
            "ins",
            "kbd",
            "q",
            "s",
            "samp",
        ),
        *("small", "span", "strike", "strong", "sub", "sup", "tt", "u", "var", "wbr"),
    )
)
_HIDDEN = re.compile(
    r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))\b", re.IGNORECASE
)
_HOLD_TEXT = frozenset(
    ("article", "blockquote", "body", "center", "dd", "div", "li", "main", "p", "section", "td")
)
_HOLD_BLOCKS = _HOLD_TEXT - {"p"}
_BESIDE = frozenset(("a", "button", "img", "label"))
"""Elements that stand side by side in navigation, and there make no prose."""

_WORD = re.compile(r"\w")
_HEADING = re.compile(r"h[1-6]")
_QUOTES = MappingProxyType(
    {
        **dict.fromkeys(("be", "es", "fr", "hy", "it", "no", "nb", "nn", "pt", "ru", "uk"), "«»“”"),
        **dict.fromkeys(("bg", "cs", "de", "et", "is", "ka", "lt", "lv", "sk", "sl"), "„“‚‘"),
        **dict.fromkeys(("hr", "hu", "pl", "ro", "sr"), "„”«»"),
        **dict.fromkeys(("fi", "sv"), "””’’"),
        "ja": "「」『』",
    }
)
"""By language the marks of `q` and of a `q` in one, as browsers show them; elsewhere those of English."""

_ENGLISH = "“”‘’"
_MARKS = "\"'«»‹›„“”‚‘’「」『』"


@dataclass(frozen=True, slots=True)
class Seen:
    """A page as it is seen, and what a person should hear about the way it was made that."""

    tree: Tree
    remarks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Run:
    """The text of a run of inline content, and whether a heading holds it."""

    text: str
    is_heading: bool


def seen(page: Tree) -> Seen:
    """The page as a reader sees it; `page` stays as it is."""
    tree = deepcopy(page)
    hidden = _without_hidden(tree)
    folded = 0
    for element in list(tree.iter()):
        if not isinstance(element.tag, str):
            continue
        if element.tag == "pre":
            _make_code(element)
        elif element.tag in ("details", "summary"):
            folded += element.tag == "details" and element.get("open") is None
            has_blocks = any(child.tag not in _INLINE for child in element.iterdescendants())
            element.tag = "div" if element.tag == "details" or has_blocks else "p"
        elif element.tag == "q":
            _quote(element)
        elif (element.tag in _BARE or "-" in element.tag) and _is_in_sentence(element):
            element.drop_tag()
    for element in list(tree.iter(*_HOLD_TEXT)):
        _part(element)
    remarks = []
    if hidden:
        remarks.append(f"left out: {counted(hidden, 'word')} that the page hides")
    if folded:
        remarks.append(f"unfolded: {counted(folded, 'part')} that the page folds up")
    return Seen(tree, tuple(remarks))


def without_navigation(page: Tree) -> Tree:
    """The page without what it calls navigation; `page` stays as it is."""
    tree = deepcopy(page)
    for element in list(tree.iter()):
        if element.tag == "nav" or element.get("role") == "navigation":
            _drop(element)
    return tree


def runs(tree: Tree) -> Iterator[Run]:
    """The texts of a page that can be seen, one for each run of inline content."""
    pieces: list[str] = []
    block = ""
    for text, border in _pieces(tree):
        if border is not None:
            whole = " ".join("".join(pieces).split())
            if whole:
                yield Run(whole, _HEADING.fullmatch(block) is not None)
            pieces, block = [], border
        pieces.append(text)
    if whole := " ".join("".join(pieces).split()):
        yield Run(whole, _HEADING.fullmatch(block) is not None)


def _pieces(tree: Tree) -> Iterator[tuple[str, str | None]]:
    """Texts in order, each with the block that begins or goes on with it, or None. A loop: pages are nested at will."""
    todo: list[tuple[Tree, bool]] = [(tree, False)]
    while todo:
        element, is_end = todo.pop()
        is_inline = element.tag in _INLINE or not isinstance(element.tag, str)
        if is_end:
            parent = element.getparent()
            around = str(parent.tag) if parent is not None else ""
            yield element.tail or "", None if is_inline else around
            continue
        todo.append((element, True))
        if not isinstance(element.tag, str) or element.tag in _UNSEEN:
            continue
        yield " " if element.tag == "br" else element.text or "", None if is_inline else element.tag
        todo += [(child, False) for child in reversed(element)]


def _without_hidden(tree: Tree) -> int:
    """Take off what the page hides; the number of words in it."""
    words = 0
    for element in list(tree.iter()):
        if not isinstance(element.tag, str) or element.tag in ("html", "body") or element.tag in _UNSEEN:
            continue
        if element.get("hidden") is not None or _HIDDEN.search(element.get("style") or ""):
            words += sum(len(run.text.split()) for run in runs(element) if element.getparent() is not None)
            _drop(element)
    return words


def _drop(element: Tree) -> None:
    if element.getparent() is not None:
        element.drop_tree()


def _make_code(element: Tree) -> None:
    """Let the content of `pre` stand in `code`, its lines ended by line feeds."""
    for child in list(element.iter("br")):
        child.text = "\n"
        child.drop_tag()
    if any(child.tag == "code" for child in element.iter()):
        return
    code = element.makeelement("code")
    code.text, element.text = element.text, None
    for child in list(element):
        code.append(child)
    element.append(code)


def _quote(element: Tree) -> None:
    """A `q` as the words that a browser shows: with quotation marks, unless it has some of its own."""
    text = "".join(element.itertext()).strip()
    if text and text[0] not in _MARKS:
        depth = 2 * (sum(above.get("data-q") is not None for above in element.iterancestors()) % 2)
        said = next((one for above in (element, *element.iterancestors()) if (one := above.get("lang"))), "")
        marks = _QUOTES.get(primary_language(said), _ENGLISH) if said else _ENGLISH
        element.text = marks[depth] + (element.text or "")
        if len(element):
            element[-1].tail = (element[-1].tail or "") + marks[depth + 1]
        else:
            element.text += marks[depth + 1]
    element.tag = "span"
    element.attrib.clear()
    element.set("data-q", "q")


def _part(block: Tree) -> None:
    """Make paragraphs of what empty lines part in a block (two `br`, with nothing between), and of bare prose in it.

    Of inline elements among words that stand in no paragraph trafilatura loses the spaces around them.
    """
    parts: list[list[Tree | str]] = [[]]
    is_parted = block.tag in _HOLD_BLOCKS and _is_prose(block)
    for node in (block.text or "", *(one for child in block for one in (child, child.tail or ""))):
        part = parts[-1]
        if isinstance(node, str):
            if node.strip() or (part and _is_break(part[-1]) is False):
                part.append(node)
        elif node.tag not in _INLINE and isinstance(node.tag, str):
            parts += [[node], []]
        elif not _is_break(node):
            part.append(node)
        elif part and _is_break(part[-1]):
            part.pop()
            is_parted = True
            parts.append([])
        elif part:
            part.append(node)
    if not is_parted or (block.tag == "p" and any(_is_block(part) for part in parts)):
        return
    made = [part[0] if _is_block(part) else _paragraph(block, part) for part in parts if part]
    for child in list(block):
        child.tail = None  # it is a part of its own
        block.remove(child)
    block.text = None
    if block.tag == "p":
        block.tag = "div"
    block.extend(made)


def _is_prose(block: Tree) -> bool:
    """Whether words and inline elements stand side by side in a block."""
    texts = (block.text, *(child.tail for child in block))
    inline = [child.tag for child in block if child.tag in _INLINE and child.tag != "br"]
    if any(_WORD.search(text or "") for text in texts):
        return bool(inline)
    return len(inline) > 1 and not set(inline) <= _BESIDE


def _is_break(node: Tree | str) -> bool:
    return not isinstance(node, str) and node.tag == "br"


def _is_block(part: list[Tree | str]) -> bool:
    return (
        len(part) == 1
        and not isinstance(part[0], str)
        and isinstance(part[0].tag, str)
        and part[0].tag not in _INLINE
    )


def _paragraph(block: Tree, part: list[Tree | str]) -> Tree:
    paragraph = block.makeelement("p")
    for node in part:
        if not isinstance(node, str):
            node.tail = None
            paragraph.append(node)
        elif len(paragraph):
            paragraph[-1].tail = (paragraph[-1].tail or "") + node
        else:
            paragraph.text = (paragraph.text or "") + node
    return paragraph


def _is_in_sentence(element: Tree) -> bool:
    """Whether words or other inline elements stand beside it."""
    if any(child.tag not in _INLINE for child in element.iterdescendants()):
        return False
    while element is not None:
        before, after, above = element.getprevious(), element.getnext(), element.getparent()
        if above is None:
            return False
        beside = (element.tail, above.text if before is None else before.tail)
        if any((text or "").strip() for text in beside):
            return True
        if any(
            one is not None and one.tag in _INLINE and "".join(one.itertext()).strip()
            for one in (before, after)
        ):
            return True
        element = above if above.tag in _INLINE else None
    return False
