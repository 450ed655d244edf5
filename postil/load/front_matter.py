"""Front matter: the block between two lines `---` at the start of a Markdown file, taken off with its place kept.

`python-frontmatter` splits the file; what it passes over in silence is caught before or behind it: a block that is not
closed, front matter that is a list, an article that begins with a rule, no front matter at all. Promises that the body
is the file's own text from the line after the second `---`, to the code point, and on which line it begins.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import takewhile

import frontmatter
from frontmatter.default_handlers import BaseHandler

from postil.load.composing import node_from_yaml
from postil.load.files import Source
from postil.load.spacing import slip_below
from postil.problems import Checked, Place, Problem
from postil.schema import ARTICLE_KEYS, Map, Node, Scalar, Seq

_BORDER = re.compile(r"^---[ \t]*$", re.MULTILINE)
_KEY = re.compile(r"([a-z_]+):(?:[ \t]|$)")
_LONGEST_REST = 60
"""Lines of a body in which the rest of its front matter is looked for."""

_LIKE_FRONT_MATTER = re.compile(r"[^\n:]{1,60}:(?:\s|$)|[-#{?%]")
_THREE_LINES = "begin the file with three lines: `---`, `title: ...`, `---`"


@dataclass(frozen=True, slots=True)
class Front:
    """The front matter as nodes, the text behind it, and the line on which that begins."""

    node: Map
    body: str
    body_line: int


class _Handler(BaseHandler):
    """Composes nodes where `python-frontmatter` would make values, and keeps the body as it is in the file."""

    FM_BOUNDARY = _BORDER

    def __init__(self, source: Source, start: int) -> None:
        super().__init__()
        self._source = source
        self._start = start
        self.read: Checked[Node | None] | None = None
        self.body = ""

    def split(self, text: str) -> tuple[str, str]:
        block, body = super().split(text)
        self.body = str(body)
        return str(block), self.body

    def load(self, fm: str) -> dict[str, object]:
        self.read = node_from_yaml(self._source, self._start, self._start + len(fm))
        return {}


def front_from_source(source: Source) -> Checked[Front | None]:
    """The front matter of an article or a page."""
    start = len(source.text) - len(source.text.lstrip())
    first = source.place(start)
    opening = _BORDER.match(source.text, start)
    if opening is None:
        return _wrong("front-matter-missing", "the file has no front matter", first, _THREE_LINES)
    if not _LIKE_FRONT_MATTER.match(source.text[opening.end() : opening.end() + 1000].lstrip()):
        missing = slip_below(source, first.line)
        if missing is not None:
            return Checked(None, (missing,))
        return _begins_with_rule(first)
    handler = _Handler(source, opening.end())
    frontmatter.parse(source.text[start:], handler=handler)
    if handler.read is None:
        message = "the front matter that begins here is not closed"
        cure = f"add a line `---` behind its last key; where the first line is a rule, {_THREE_LINES}"
        return _wrong("front-matter-unclosed", message, first, cure)
    node, problems = handler.read.value, handler.read.problems
    if problems:
        return Checked(None, problems)
    if isinstance(node, Seq):
        message, cure = "the front matter is a list", "write `key: value` lines, without `- ` before them"
        return _wrong("front-matter-list", message, node.place, cure, _THREE_LINES)
    if isinstance(node, Scalar):
        return _begins_with_rule(first)
    closed = len(source.text.rstrip()) - len(handler.body)
    begin = min(closed + 1, len(source.text))  # behind the line break
    if _is_front_matter(handler.body):
        return _twice(source, source.line_number(begin) - 1)
    return Checked(Front(node or Map((), first), source.text[begin:], source.line_number(begin)))


def _is_front_matter(body: str) -> bool:
    """Whether a body begins with keys of an article, and a line `---` behind them."""
    lines = [line for line in body.split("\n")[:_LONGEST_REST] if line.strip()]
    keys = list(takewhile(lambda line: _BORDER.fullmatch(line) is None, lines))
    return (
        bool(keys)
        and len(keys) < len(lines)
        and _KEY.match(keys[0]) is not None
        and all((found := _KEY.match(line)) is None or found[1] in ARTICLE_KEYS for line in keys)
        and all(_KEY.match(line) or line.startswith((" ", "- ", "#")) for line in keys)
    )


def _twice(source: Source, number: int) -> Checked[Front | None]:
    message = "a line `---` ends the front matter here, and more of it follows"
    cure = "take this line out; front matter stands between the first `---` and the next"
    return _wrong("front-matter-twice", message, Place(source.path, number, 1, 3), cure)


def _begins_with_rule(place: Place) -> Checked[Front | None]:
    message = "the file begins with a rule `---`, and what follows is no front matter"
    cure = "where front matter is meant, write each line of it as `key: value`"
    return _wrong("front-matter-rule", message, place, f"{_THREE_LINES}; the rule can follow them", cure)


def _wrong(code: str, message: str, place: Place, *cures: str) -> Checked[Front | None]:
    return Checked(None, (Problem(code, message, place, help=cures),))
