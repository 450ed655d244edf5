"""Where in its source stands what became of it: links and images by their own marks, anything else by its words.

A tree is walked in the order of its source, so what is sought stands behind what was found before; code that is passed on
the way is passed in the source too, and what only looks like a mark in it is not taken for one.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from dataclasses import dataclass

from postil.problems import Place

_BRACKET = re.compile(r"\\.|!?\[|\]|\n[ \t]*\n", re.DOTALL)
_TARGET = re.compile(r"\(\s*(?:<([^<>\n]*)>|((?:[^()\s]|\([^()\s]*\))*))[^()\n]*\)?")
_DEFINITION = re.compile(r"^[ \t>]*\[([^\[\]]*)\]:[ \t]*\n?[ \t]*<?([^\s<>]*)", re.MULTILINE)
_NOTE = re.compile(r"\[\^([^\[\]]*)\]:")
_BREAK = re.compile("\n")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_UNSAFE = re.compile(r"(?!https?:|mailto:)[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_LIKE_A_MARK = re.compile(r"\]\(|<|\[[\[^]")

_FARTHEST = 100_000
"""Code points in which a line of code is sought."""


@dataclass(frozen=True, slots=True)
class Mark:
    """`[words](target)` in a source, or `![words](target)`: where it begins and ends, and what it leads to as written."""

    start: int
    end: int
    target: str


class Places:
    """The places of one source, of which `place` is where its first line stands."""

    def __init__(self, source: str, place: Place) -> None:
        self._source = source
        self._place = place
        self._searched: dict[str, int] = {}
        self._passed = 0
        self._links: dict[str, list[Mark]] | None = None
        self._images: dict[str, list[Mark]] = {}
        self._notes: dict[str, list[int]] | None = None
        self._breaks: list[int] | None = None
        self.is_escaped = False
        """Whether a backslash stands before what was found last."""

    def found(self, words: str) -> Place | None:
        """Where words stand; the next time they are sought, the next place."""
        after = self._searched.get(words, 0)
        start = self._source.find(words, max(after, self._passed))
        if start < 0:
            start = self._source.find(words, after)
        if start < 0:
            return None
        self._searched[words] = start + len(words)
        self.is_escaped = self._source.endswith("\\", 0, start)
        return self._at(start, len(words))

    def link(self, words: str, href: str) -> tuple[Place, str] | None:
        """Where a link stands, and what it leads to as written; `href` is empty where it was taken away as unsafe."""
        found = self._mark(self._marks()[0], href) or self._by_words(f"[{words}]", href)
        return found if found is None or found[1] else (found[0], self._defined(words))

    def image(self, words: str, address: str) -> tuple[Place, str] | None:
        return self._mark(self._marks()[1], address) or self._by_words(f"![{words}]", address)

    def pass_code(self, text: str) -> None:
        """Look for nothing more in code that has this text, nor before it."""
        for line in text.splitlines():
            if _LIKE_A_MARK.search(line):
                start = self._source.find(line.strip(), self._passed, self._passed + _FARTHEST)
                self._passed = max(self._passed, start + len(line.strip()))

    def footnote(self, label: str, count: int) -> Place | None:
        """Where a footnote is defined for the first time, or again."""
        starts = self._footnotes().get(label, [])
        return self._at(starts[count - 1], len(label) + 4) if count <= len(starts) else None

    def go_to_footnote(self, label: str) -> None:
        """Look from where a footnote is defined: what it says stands elsewhere in the source than in the tree."""
        self._passed = self._footnotes().get(label, [0])[0]

    def _footnotes(self) -> dict[str, list[int]]:
        """Where each footnote is defined, by its label. Read when first asked for."""
        if self._notes is None:
            notes: defaultdict[str, list[int]] = defaultdict(list)
            for match in _NOTE.finditer(self._source):
                notes[match[1]].append(match.start())
            self._notes = dict(notes)
        return self._notes

    def _by_words(self, words: str, address: str) -> tuple[Place, str] | None:
        place = (
            self.found(words) or self.found(f"<{words[1:-1]}>") or (self.found(address) if address else None)
        )
        return None if place is None else (place, address)

    def _defined(self, label: str) -> str:
        """What the first definition of a label leads to, as written; "" when it has none."""
        wanted = " ".join(label.split()).casefold()
        found = _DEFINITION.finditer(self._source)
        return next((one[2] for one in found if " ".join(one[1].split()).casefold() == wanted), "")

    def _mark(self, marks: dict[str, list[Mark]], target: str) -> tuple[Place, str] | None:
        alike = marks.get(target, [])
        index = bisect_left(alike, self._passed, key=lambda mark: mark.start)
        if index == len(alike):
            return None
        mark = alike[index]
        self._passed = mark.start + 1
        return self._at(mark.start, mark.end - mark.start), mark.target

    def _marks(self) -> tuple[dict[str, list[Mark]], dict[str, list[Mark]]]:
        """Links and images by what they lead to; unsafe ones also by nothing. Read when first asked for."""
        if self._links is not None:
            return self._links, self._images
        links: defaultdict[str, list[Mark]] = defaultdict(list)
        images: defaultdict[str, list[Mark]] = defaultdict(list)
        open_: list[re.Match[str]] = []
        for match in _BRACKET.finditer(self._source):
            if match[0] in ("[", "!["):
                open_.append(match)
            elif match[0].startswith("\n"):
                open_.clear()
            elif match[0] == "]" and open_:
                first = open_.pop()
                found = _TARGET.match(self._source, match.end())
                if found is None:
                    continue
                written = found[1] or found[2] or ""
                target = html.unescape(_ESCAPE.sub(r"\1", written))
                mark = Mark(first.start(), found.end(), written)
                marks = images if first[0].startswith("!") else links
                marks[target].append(mark)
                if _UNSAFE.match(target):
                    marks[""].append(mark)
        for marks in (links, images):
            for alike in marks.values():
                alike.sort(key=lambda mark: mark.start)
        self._links, self._images = dict(links), dict(images)
        return self._links, self._images

    def _at(self, start: int, length: int) -> Place:
        if self._breaks is None:
            self._breaks = [match.end() for match in _BREAK.finditer(self._source)]
        before = bisect_right(self._breaks, start)
        line_start = self._breaks[before - 1] if before else 0
        line = self._place.line + before
        # Lines of a block of text in YAML are indented as its first one is.
        column = start - line_start + max(self._place.column, 1)
        return Place(self._place.path, line, column, length)
