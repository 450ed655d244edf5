"""How deep Markdown lies in itself, told before it is converted.

The converter works by recursion, and goes over the insides of brackets once for each bracket that is open. Promises to
take time in proportion to the source. Knows the marks of the dialect, and nothing of what they become.
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

_LINE = re.compile(r"^([ \t]*)((?:(?:>|[0-9]{1,3}\.(?=[ \t])|[-*+](?=[ \t]))[ \t]*)+|(?=\S))", re.MULTILINE)
_MARK = re.compile(r">|[0-9]{1,3}\.|[-*+]")
_RULE = re.compile(r"[ \t]*([-*])(?:[ \t]*\1)*[ \t]*(?=\n|$)")
_BRACKET = re.compile(r"\\.|\]\(|[\[\])]|\n[ \t]*(?=\n)")


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
