"""Markdown of ours (notes, `about`, pages): the same dialect with `[[...]]` links, without footnotes and ids."""

from __future__ import annotations

import re
from dataclasses import dataclass

from postil.markup.depth import TooDeepError, shallow
from postil.markup.dialect import clean_text, our_html
from postil.markup.finish import Finisher
from postil.markup.pictures import Images
from postil.markup.processors import LINK, Resolve
from postil.model.records import Prose
from postil.problems import Place, Problem
from postil.tree import html_from_tree, tree_from_html

_LINK = re.compile(rf"(?<!\\){LINK}")
_NO_IMAGES = Images()


@dataclass(frozen=True, slots=True)
class ProseLink:
    """A `[[target|label]]` in Markdown of ours. `line_offset` counts lines from 0, `column` code points from 1.

    `start` and `end` are where the target stands in the source (code points, end exclusive), white space around it left out.
    """

    target: str
    label: str | None
    line_offset: int
    column: int
    start: int
    end: int


def prose_html(source: str, resolve: Resolve, images: Images = _NO_IMAGES) -> str:
    """Safe HTML of Markdown of ours. A link that `resolve` does not know is its label."""
    return _finished(source, resolve, Place(""), images)[0]


def prose_links(source: str) -> tuple[ProseLink, ...]:
    """All `[[...]]` links that the Markdown has, in the order of the source; none from code or behind a backslash."""
    if "[[" not in source:
        return ()
    matches = list(_LINK.finditer(source))
    # Each link gets its number for a target: the dialect itself says which of them are links, and not code.
    numbered, done = "", 0
    for number, match in enumerate(matches):
        numbered += source[done : match.start(1)] + str(number)
        done = match.end(1)
    read: set[str] = set()

    def record(target: str) -> None:
        read.add(target)

    try:
        our_html(clean_text(numbered + source[done:]), record)
    except TooDeepError:
        return ()  # `prose_problems` tells
    links: list[ProseLink] = []
    for number, match in enumerate(matches):
        if str(number) in read:
            line_start = source.rfind("\n", 0, match.start()) + 1
            line_offset = source.count("\n", 0, match.start())
            column = match.start() - line_start + 1
            target = match.group(1).strip()
            start = match.start(1) + match.group(1).index(target)
            links.append(ProseLink(target, match.group(2), line_offset, column, start, start + len(target)))
    return tuple(links)


def prose_problems(prose: Prose, images: Images = _NO_IMAGES) -> tuple[Problem, ...]:
    """What in Markdown of ours could not be published as written; the codes of `html_from_markdown`."""
    return _finished(prose.source, lambda target: ("", target), prose.place, images)[1]


def _finished(source: str, resolve: Resolve, place: Place, images: Images) -> tuple[str, tuple[Problem, ...]]:
    source = clean_text(source)
    allowed: set[str] = set()

    def resolved(target: str) -> tuple[str, str] | None:
        found = resolve(target)
        if found is not None:
            allowed.add(found[0])
        return found

    try:
        tree = shallow(tree_from_html(our_html(source, resolved)))
    except TooDeepError as error:
        return "", (error.problem(source, place),)
    finisher = Finisher(source, place, images, allowed=allowed)
    return html_from_tree(finisher.finished(tree)), tuple(finisher.problems)
