"""The converter's own parts, where it would drop words or ids could be forged.

Promises that a definition which nothing refers to stays in the text as it is written, that of two with one label both are
kept, that a row of a table keeps every cell, and that only `# ` begins a heading. Knows nothing of what is done with the
HTML.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown
from markdown.blockparser import BlockParser
from markdown.blockprocessors import ReferenceProcessor
from markdown.extensions.footnotes import FootnoteBlockProcessor, FootnoteExtension, FootnoteInlineProcessor
from markdown.extensions.tables import TableProcessor
from markdown.inlinepatterns import InlineProcessor
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString

Resolve = Callable[[str], tuple[str, str] | None]
"""From the target of a `[[...]]` link to its address and label; None where it leads nowhere."""

LINK = r"\[\[([^\[\]|\n]+)(?:\|([^\[\]]+))?\]\]"
"""`[[target]]` or `[[target|label]]`."""

_REFERENCE = r"\[\^([^\]]*)\]"

HEADING = re.compile(
    r"(?:^|\n)(?P<level>#{1,6})(?=[ ]|\n|$)(?P<header>(?:\\.|[^\\\n])*?)(?:(?<=[ ])#*[ ]*)?(?:\n|$)"
)
"""CommonMark 0.31, 4.2: a space after the signs, and before those that close the heading."""

_MARKS = re.compile(r"[\\`*_\[<&]|  \n")
"""One of these stands in all that any inline pattern of the dialect matches."""

AGAIN = "\x03"
"""Stands in the label of a footnote that is defined a second time; no text can hold it."""


class Footnotes(FootnoteExtension):
    """Footnotes with ids that content cannot forge, always at the end. None is defined inside another."""

    def __init__(self) -> None:
        super().__init__(PLACE_MARKER="\x02nowhere\x03")  # a text cannot hold these two characters
        self.token = ""
        self.is_making = False

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 -- the library's name
        super().extendMarkdown(md)
        md.parser.blockprocessors.register(_FootnoteDefinitions(self), "footnote", 17)
        md.inlinePatterns.register(_FootnoteReferences(_REFERENCE, self), "footnote", 175)

    def setFootnote(self, id: str, text: str) -> None:  # noqa: A002, N802 -- the library's names
        count = self._defined[id] = self._defined.get(id, 0) + 1
        super().setFootnote(id if count == 1 else f"{id}{AGAIN}{count}", text)

    def makeFootnotesDiv(self, root: Element) -> Element | None:  # noqa: N802 -- the library's name
        self.is_making = True
        try:
            return super().makeFootnotesDiv(root)
        finally:
            self.is_making = False

    def makeFootnoteId(self, id: str) -> str:  # noqa: A002, N802 -- the library's names
        return f"fn:{self._key(id)}"

    def makeFootnoteRefId(self, id: str, found: bool = False) -> str:  # noqa: A002, FBT001, FBT002, N802 -- the same
        reference = f"fnref:{self._key(id)}"
        if not found:
            return reference
        # The library looks for a free id by counting up from 1, anew for each reference; this goes on counting.
        count = self.found_refs[reference] = self.found_refs.get(reference, 0) + 1
        return reference if count == 1 else f"fnref{count}:{self._key(id)}"

    def reset(self) -> None:
        super().reset()
        self._keys: dict[str, int] = {}
        self._defined: dict[str, int] = {}

    def _key(self, label: str) -> str:
        return f"{self.token}-{self._keys.setdefault(label, len(self._keys))}"


class _FootnoteDefinitions(FootnoteBlockProcessor):
    footnotes: Footnotes

    def test(self, parent: Element, block: str) -> bool:
        return not self.footnotes.is_making and super().test(parent, block)


class _FootnoteReferences(FootnoteInlineProcessor):
    """References without the number, for which the library looks through all footnotes, anew for each reference."""

    footnotes: Footnotes

    def handleMatch(  # type: ignore[override]  # noqa: N802 -- the library's name
        self,
        m: re.Match[str],
        data: str,  # noqa: ARG002 -- the library's signature
    ) -> tuple[Element | None, int | None, int | None]:
        label = m.group(1)
        if label not in self.footnotes.footnotes:
            return None, None, None
        reference = Element("sup", {"id": self.footnotes.makeFootnoteRefId(label, found=True)})
        link = SubElement(reference, "a", {"href": f"#{self.footnotes.makeFootnoteId(label)}"})
        link.text = AtomicString("*")
        return reference, m.start(0), m.end(0)


class Definitions(dict[str, tuple[str, str]]):
    """Link definitions by label, and which of them something refers to."""

    def __init__(self) -> None:
        super().__init__()
        self.used: set[str] = set()

    def __getitem__(self, label: str) -> tuple[str, str]:
        self.used.add(label)
        return super().__getitem__(label)

    def clear(self) -> None:
        super().clear()
        self.used.clear()

    @property
    def unused(self) -> frozenset[str]:
        return frozenset(self.keys() - self.used)


class References(ReferenceProcessor):
    """Link definitions: of two with one label the first; none of those in `as_text`, and none that looks like a footnote."""

    def __init__(self, parser: BlockParser, definitions: Definitions) -> None:
        super().__init__(parser)
        self._definitions = definitions
        self.as_text: frozenset[str] = frozenset()

    def run(self, parent: Element, blocks: list[str]) -> bool:  # noqa: ARG002 -- the library's signature
        block = blocks.pop(0)
        start = end = None
        for match in self.RE.finditer(block):
            label = match[1].strip().lower()
            is_known = label in self._definitions or label in self.as_text
            is_definition = not is_known and not label.startswith("^")
            if end is None or start is None:
                if not is_definition:
                    continue
                start = match.start()
            elif not is_definition or block[end : match.start()].strip("\n") or "\n" in match[0]:
                break
            self._definitions[label] = (match[2].lstrip("<").rstrip(">"), match[5] or match[6])
            end = match.end()
        if start is None or end is None:
            blocks.insert(0, block)
            return False
        if block[end:].strip():
            blocks.insert(0, block[end:].lstrip("\n"))
        if block[:start].strip():
            blocks.insert(0, block[:start].rstrip("\n"))
        return True


class Tables(TableProcessor):
    """Tables whose rows may have more cells than the head."""

    def _build_row(self, row: str, parent: Element, align: Sequence[str | None]) -> None:
        super()._build_row(row, parent, align)  # type: ignore[misc]  # the stubs leave it out
        for cell in self._split_row(row)[len(align) :]:  # type: ignore[attr-defined]  # the same
            SubElement(parent[-1], "td").text = cell.strip(" ")


class Plain(Treeprocessor):
    """Keeps texts without any mark from the inline patterns, which would try each of them, and match none."""

    def run(self, root: Element) -> None:
        for element in root.iter():
            if element.text and not _MARKS.search(element.text):
                element.text = AtomicString(element.text)
            if element.tail and not _MARKS.search(element.tail):
                element.tail = AtomicString(element.tail)


def nowhere(_target: str) -> None:
    """Resolves no target."""


class Links(InlineProcessor):
    """`[[target]]` and `[[target|label]]`. Where a target leads nowhere, its label stays as text."""

    def __init__(self) -> None:
        super().__init__(LINK)
        self.resolve: Resolve = nowhere

    def handleMatch(  # type: ignore[override]  # noqa: N802 -- the library's name
        self,
        m: re.Match[str],
        data: str,  # noqa: ARG002 -- the library's signature
    ) -> tuple[Element | str, int, int]:
        target = m.group(1).strip()
        found = self.resolve(target)
        label = m.group(2) or (found[1] if found else target)
        if found is None:
            return AtomicString(label), m.start(0), m.end(0)
        link = Element("a", {"href": found[0]})
        link.text = AtomicString(label)
        return link, m.start(0), m.end(0)
