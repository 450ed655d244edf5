"""How deep Markdown lies in itself, and how densely its marks stand, told before it is converted.

The converter works by recursion, goes over the insides of brackets once for each bracket that is open, over the rest of a
block once for each heading or rule in it, and over the rest of the source once for each fence. Promises to take time in
proportion to the source. Knows the marks of the dialect, and nothing of what they become.
"""

from __future__ import annotations

import re

from postil.problems import Place, Problem
from postil.tree import Element, Node

DEEPEST = 30
"""Levels of lists and quotations. Quoted letters come to ten or so."""

MOST_OPEN = 100
"""Brackets of one paragraph that are open at the same time."""

DEEPEST_HTML = 120
"""Elements in each other: three for each level, and some for what stands in a line."""

MOST_BORDERS = 500
"""Headings and rules between two blank lines. A long text that has no blank line at all comes to some dozens."""

MOST_FENCES = 4_000
"""Lines that open or close a fence in one source."""

MOST_UNCLOSED = 200
"""Fences of one source that nothing closes."""

MOST_BACKTICKS = 100
"""In a row. Each length of a row that nothing closes is sought to the end of its block."""

_LINE = re.compile(r"^([ \t]*)((?:(?:>|[0-9]{1,3}\.(?=[ \t])|[-*+](?=[ \t]))[ \t]*)+|(?=\S))", re.MULTILINE)
_MARK = re.compile(r">|[0-9]{1,3}\.|[-*+]")
_RULE = re.compile(r"[ \t]*([-*])(?:[ \t]*\1)*[ \t]*(?=\n|$)")
_BRACKET = re.compile(r"\\.|\]\(|[\[\])]|\n[ \t]*(?=\n)")


_BORDER = re.compile(r"[ \t>]*(?:#{1,6}(?:[ \t]|$)|(?:=+|(?:[-*_][ \t]*)+)$)")
_FENCE = re.compile(r"[ \t>]*(`{3,}|~{3,})(.*)")
_ROW = re.compile(f"`{{{MOST_BACKTICKS + 1}}}")


class TooDeepError(Exception):
    """A source lies too deep in itself; `at` is the offset where, None where only the converter knows."""

    def __init__(self, at: int | None = None) -> None:
        super().__init__(at)
        self.at = at

    def problem(self, source: str, place: Place) -> Problem:
        """`place` is where the first line of `source` stands."""
        if self.at is not None:
            column = self.at - source.rfind("\n", 0, self.at)
            place = Place(place.path, place.line + source.count("\n", 0, self.at), column)
        return Problem(
            "nested-too-deep",
            "lists, quotations or brackets lie too deep in each other here",
            place,
            help=(
                f"write {DEEPEST} levels of lists and quotations at most, {MOST_OPEN} open brackets in a paragraph",
                "put a backslash before marks that are meant as they stand",
            ),
        )


class TooDenseError(TooDeepError):
    """Marks of a source stand too densely."""

    def problem(self, source: str, place: Place) -> Problem:
        told = super().problem(source, place)
        return Problem(
            "marks-too-many",
            "more headings, rules, fences or backticks in a row stand here than are read",
            told.place,
            help=(
                f"put a blank line between them: {MOST_BORDERS} headings and rules may stand without one",
                f"write {MOST_FENCES // 2} blocks of code at most, and close each fence",
                f"put {MOST_BACKTICKS} backticks in a row at most",
            ),
        )


def shallow(nodes: list[Node]) -> list[Node]:
    """The same nodes; `TooDeepError` where the elements lie deeper in each other than anything may go into."""
    waiting = [(node, 1) for node in nodes]
    while waiting:
        node, depth = waiting.pop()
        if depth > DEEPEST_HTML:
            raise TooDeepError
        if isinstance(node, Element):
            waiting.extend((child, depth + 1) for child in node.children)
    return nodes


def too_deep(source: str) -> int | None:
    """The offset at which a source lies too deep in itself; None where it does not."""
    indents: list[int] = []
    for line in _LINE.finditer(source):
        indent = len(line[1].expandtabs(4))
        if line[2]:
            while indents and indents[-1] >= indent:
                indents.pop()
            indents.append(indent)
            levels = len(indents) - 1 + len(_MARK.findall(line[2]))
            if levels > DEEPEST and not _RULE.match(source, line.start()):
                return line.start(2)
        elif not indent:
            indents.clear()  # a line at the margin ends all lists
    return _open_bracket(source)


def too_dense(source: str) -> int | None:
    """The offset at which marks have come to stand too densely; None where they do not."""
    at = borders = fences = 0
    opened: list[tuple[int, str]] = []
    last: dict[str, int] = {}
    for line in source.split("\n"):
        if not line.strip(" \t>"):
            borders = 0
        elif _BORDER.match(line):
            borders += 1
        elif fence := _FENCE.match(line):
            fences += 1
            opened.append((at, fence[1]))
            if not fence[2].strip(" \t"):
                last[fence[1]] = at
        if borders > MOST_BORDERS or fences > MOST_FENCES:
            return at
        at += len(line) + 1
    if row := _ROW.search(source):
        return row.start()
    unclosed = [start for start, fence in opened if last.get(fence, -1) <= start]
    return unclosed[MOST_UNCLOSED] if len(unclosed) > MOST_UNCLOSED else None


def _open_bracket(source: str) -> int | None:
    texts = targets = 0
    for bracket in _BRACKET.finditer(source):
        match bracket[0]:
            case "[":
                texts += 1
            case "]":
                texts = max(0, texts - 1)
            case "](":
                texts = max(0, texts - 1)
                targets += 1
            case ")":
                targets = max(0, targets - 1)
            case blank if blank[0] == "\n":
                texts = targets = 0
        if texts + targets > MOST_OPEN:
            return bracket.start()
    return None
