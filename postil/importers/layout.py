"""Markdown as others lay it out, laid out as the dialect of this archive reads it.

Nearly all editors and generators follow CommonMark: a list may follow a paragraph at once, code may stand fenced in a
quotation, a heading may have two lines. The dialect wants it plainer. This module promises that the depth of lists,
headings, code and the words stay what CommonMark makes of them, and tells where it could not keep that promise. It
refuses to touch a text that both read alike, and knows no marks beyond CommonMark, tables and footnotes.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, list_block
from markdown_it.token import Token
from mdit_py_plugins.footnote import footnote_plugin

from postil import markup, text
from postil.tree import Element, Node, tree_from_html

_DEEPEST = 40
_MARKER = re.compile(r"(?P<indent> *)(?P<mark>[-+*]|\d{1,9}[.)])(?P<space> +|$)")
_YEAR = re.compile(r" {0,3}\d{4,9}[.)]")
_QUOTE = re.compile(r" {0,3}> ?")
_ESCAPE = re.compile(r"""(?<!`)(`++)(?:[^`]++|(?!\1(?!`))`++)*+\1(?!`)|\\(["$%&',/:;<=?@^|~])""")
"""Code, which runs of as many signs enclose (CommonMark 0.31, 6.1), or an escape. Nothing is tried twice."""
_DEFINED = re.compile(r"^ {0,3}\[([^\[\]\n]*`[^\[\]\n]*)\]:", re.MULTILINE)
_LABELLED = re.compile(r"\[(?P<text>[^\[\]\n]+)\](?:\[(?P<label>[^\[\]\n]*)\]|(?![\[(:]))")
_TAG = re.compile(r"\{\{[^{}\n\ue000]{1,200}\}\}|\{%[^{}\n\ue000]{1,200}%\}")
_HARD_SPACE = "\ue000"
"""Stands for a space inside a template tag while a text is read, so that a tag in a link's address does not end it."""

_CHARACTERS = MappingProxyType({"<": "&lt;", "&": "&amp;", "|": "&#124;"})


@dataclass(frozen=True, slots=True)
class Read:
    """A block as it is read: whether heading, code or other, how many lists it stands in, and its text."""

    kind: str
    depth: int
    text: str


@dataclass(frozen=True, slots=True)
class Difference:
    """Blocks that are read otherwise here: how many, and the first as it was and as it is (None: there is none)."""

    count: int
    meant: Read | None
    shown: Read | None


def laid_out(body: str) -> tuple[str, Difference | None]:
    """The body in a layout that is read as CommonMark reads it, and what is read otherwise all the same.

    The body comes back as it is when both read it alike.
    """
    kept = body
    body = _TAG.sub(lambda found: found[0].replace(" ", _HARD_SPACE), body)
    meant = read_by_others(body)
    as_it_is = _difference(meant, read_here(body))
    if as_it_is is None:
        return kept, None
    again = "\n".join(
        _laid(_with_bare_labels(body.expandtabs(4)).split("\n"), nested=False, quoted=False, depth=0)
    )
    left = _difference(meant, read_here(again))
    if left is None or left.count <= as_it_is.count:
        return again.replace(_HARD_SPACE, " "), left
    return kept, as_it_is


def read_by_others(body: str) -> list[Read]:
    """The blocks of a Markdown text by CommonMark with tables and footnotes; HTML is text to both readers."""
    return _reads(tree_from_html(_reader().render(body)))


def read_here(body: str) -> list[Read]:
    """The blocks as a build reads them."""
    return _reads(tree_from_html("".join(markup.html_from_markdown(body).value)))


def code_lines(body: str) -> frozenset[int]:
    """The lines of a body, from 0, that stand in code."""
    tokens = _outliner(footnotes=True).parse(body)
    return frozenset(
        line
        for token in tokens
        if token.type in ("fence", "code_block") and token.map
        for line in range(*token.map)
    )


def code_notes(body: str) -> tuple[tuple[int, str], ...]:
    """What stands behind the fences of quoted code, which loses it in laying out anew: the line, from 0, and the words."""
    found, quotes = [], 0
    for token in _outliner(footnotes=True).parse(body):
        quotes += token.nesting if token.type in ("blockquote_open", "blockquote_close") else 0
        if token.type == "fence" and token.map and quotes and token.info.strip():
            found.append((token.map[0], token.info.strip()))
    return tuple(found)


# --- the two readings ------------------------------------------------------------------------------------------------


@cache
def _reader() -> MarkdownIt:
    reader = _blocks_only().enable("inline")
    for rule in ("footnote_ref", "footnote_anchor"):
        reader.add_render_rule(rule, _nothing)
    return reader


@cache
def _outliner(*, footnotes: bool) -> MarkdownIt:
    """A reader that stops at blocks."""
    return _blocks_only(footnotes=footnotes)


def _blocks_only(*, footnotes: bool = True) -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": False, "maxNesting": 200}).enable("table")
    if footnotes:
        footnote_plugin(reader, inline=False)
    reader.block.ruler.at("list", _list_without_years, {"alt": ["paragraph", "reference", "blockquote"]})
    return reader.disable("inline")


def _nothing(*_: object) -> str:
    return ""


def _list_without_years(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001 - the library's
    """A number of more than three digits begins no list in the dialect: "1986. The mill closed." keeps its year."""
    line = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]]
    return _YEAR.match(line) is None and list_block(state, start, end, silent)


def _reads(nodes: list[Node]) -> list[Read]:
    """The blocks in order, footnotes last and sorted, since their order is each reader's own."""
    depths: dict[int, int] = {}
    _count_lists(nodes, 0, depths)
    found, notes = [], []
    in_notes = {id(inner) for node in _sections(nodes) for inner in _inside(node)}
    for leaf in text.leaves(nodes):
        if leaf.kind == "code":
            words = "\n".join(line.rstrip() for line in leaf.text.expandtabs(4).split("\n"))
        else:
            words = leaf.text
        words = unicodedata.normalize("NFC", words.replace(_HARD_SPACE, " "))
        kind = leaf.kind if leaf.kind in ("heading", "code", "cell") else "other"
        if id(leaf.container) in in_notes:
            notes.append(Read("footnote", 0, words))
        else:
            found.append(Read(kind, depths.get(id(leaf.container), 0), words))
    return found + sorted(notes, key=lambda read: read.text)


def _count_lists(nodes: Sequence[Node], depth: int, depths: dict[int, int]) -> None:
    for node in nodes:
        if isinstance(node, Element):
            inner = depth + (node.tag == "li")
            depths[id(node)] = inner
            _count_lists(node.children, inner, depths)


def _sections(nodes: Sequence[Node]) -> Iterator[Element]:
    return (node for node in nodes if isinstance(node, Element) and node.tag == "section")


def _inside(element: Element) -> Iterator[Element]:
    yield element
    for child in element.children:
        if isinstance(child, Element):
            yield from _inside(child)


def _difference(meant: list[Read], shown: list[Read]) -> Difference | None:
    """How many blocks one reading has and the other has not, and the first two that differ."""
    wanted = {read.text for read in meant if read.kind == "footnote"}
    shown = [
        read for read in shown if read.kind != "footnote" or read.text in wanted
    ]  # unused ones show here only
    if meant == shown:
        return None
    start = 0
    while start < min(len(meant), len(shown)) and meant[start] == shown[start]:
        start += 1
    lost, won = Counter(meant) - Counter(shown), Counter(shown) - Counter(meant)
    return Difference(
        max(lost.total(), won.total(), 1),
        meant[start] if start < len(meant) else None,
        shown[start] if start < len(shown) else None,
    )


def _with_bare_labels(body: str) -> str:
    """Labels of link addresses without backticks, which the dialect takes for code before it looks for links."""
    labels = {found[1].casefold() for found in _DEFINED.finditer(body)}
    if not labels:
        return body

    def bare(found: re.Match[str]) -> str:
        label = found["label"] or found["text"]
        return f"[{found['text']}][{label.replace('`', '')}]" if label.casefold() in labels else found[0]

    code = code_lines(body)
    lines = (
        line
        if number in code
        else _LABELLED.sub(bare, _DEFINED.sub(lambda found: found[0].replace("`", ""), line))
        for number, line in enumerate(body.split("\n"))
    )
    return "\n".join(lines)


# --- laying out ------------------------------------------------------------------------------------------------------


def _laid(lines: list[str], *, nested: bool, quoted: bool, depth: int) -> list[str]:
    """Lines of blocks laid out.

    `nested`: they will stand in a list or a quotation; `quoted`: in a quotation, where no fence is read.
    """
    if depth > _DEEPEST:
        return lines
    out: list[str] = []
    at = 0
    previous = ""
    tokens = _outliner(footnotes=False).parse("\n".join(lines))
    for number, token in enumerate(tokens):
        if token.level or token.nesting < 0 or token.map is None:
            continue
        start, end = token.map
        out += _parted(out, lines[at:start])
        if out and out[-1].strip() and not (nested and previous == "paragraph_open" and "list" in token.type):
            out.append("")
        out += _block(token, tokens[number + 1 :], lines[start:end], quoted=quoted, depth=depth)
        at, previous = end, token.type
    return out + _parted(out, lines[at:])


def _parted(before: list[str], gap: list[str]) -> list[str]:
    """What stands between blocks (addresses of links), parted from the block before it."""
    return ["", *gap] if gap and gap[0].strip() and before and before[-1].strip() else gap


def _block(token: Token, after: list[Token], lines: list[str], *, quoted: bool, depth: int) -> list[str]:
    match token.type:
        case "fence":
            return _fence(token, quoted=quoted)
        case "heading_open":
            blank = [line for line in lines[-1:] if not line.strip()]
            return [f"{'#' * int(token.tag[1:])} {_unescaped(' '.join(after[0].content.split()))}", *blank]
        case "bullet_list_open" | "ordered_list_open":
            return _list(token, after, lines, quoted=quoted, depth=depth)
        case "blockquote_open":
            inner = _laid(
                [_QUOTE.sub("", line, count=1) for line in lines], nested=True, quoted=True, depth=depth + 1
            )
            return [f"> {line}".rstrip() if not line.strip() else f"> {line}" for line in inner]
        case "paragraph_open":
            return _paragraph(lines)
        case "table_open":
            return [_unescaped(line.lstrip()) for line in lines]
        case "hr":
            return [line.strip() for line in lines]
        case _:
            return lines


def _fence(token: Token, *, quoted: bool) -> list[str]:
    code = token.content.split("\n")[:-1] if token.content else []
    if quoted:
        return [f"    {line}" if line else "" for line in code] if any(map(str.strip, code)) else []
    runs = (run for line in code for run in re.findall(r"^ *(`+)", line))
    mark = "`" * max(3, *(len(run) + 1 for run in runs), 3)
    info = token.info.strip()
    return [mark + ("" if "`" in info else info), *code, mark]


def _list(token: Token, after: list[Token], lines: list[str], *, quoted: bool, depth: int) -> list[str]:
    out: list[str] = []
    first = token.map[0] if token.map else 0
    for item in after:
        if item.level == 0:
            break
        if item.type != "list_item_open" or item.level != 1 or item.map is None:
            continue
        inside = lines[item.map[0] - first : item.map[1] - first]
        found = _MARKER.match(inside[0])
        if found is None:
            return lines
        rest = inside[0][found.end() :]
        width = found.end() if 1 <= len(found["space"]) <= 4 and rest else found.end("mark") + 1
        inner = [inside[0][width:], *(_outdented(line, width) for line in inside[1:])]
        laid = _laid(inner, nested=True, quoted=quoted, depth=depth + 1)
        mark = found["mark"].replace(")", ".")
        out.append(f"{mark} {laid[0] if laid else ''}")
        out += [f"    {line}" if line.strip() else "" for line in laid[1:]]
        if "" in out[-len(laid) :] and out[-1]:  # else the next item would be a part of this one's last block
            out.append("")
    return out


def _outdented(line: str, width: int) -> str:
    indent = len(line) - len(line.lstrip(" "))
    return line[min(indent, width) :]


def _paragraph(lines: list[str]) -> list[str]:
    lines = [re.sub(r"(?<!\\)((?:\\\\)*)\\$", r"\1  ", line.lstrip()) for line in lines[:-1]] + [
        line.lstrip() for line in lines[-1:]
    ]
    if lines[0].startswith("[^"):
        return lines
    lines = [f"\\{line}" if line.startswith("#") else line for line in lines]
    return _unescaped("\n".join(lines)).split("\n")


def _unescaped(line: str) -> str:
    """Without the backslashes that CommonMark takes for escapes and the dialect does not."""

    def bare(found: re.Match[str]) -> str:
        return _CHARACTERS.get(found[2], found[2]) if found[2] else found[0]

    return _ESCAPE.sub(bare, line)
