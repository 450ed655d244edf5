"""Editing: what a note points at, changed in the file where it is written, and nothing else with it.

It works on the text of the file by the places of its scalars, so that comments, layout, line ends and a byte order mark
stay as they are; a scalar keeps its style where that can hold the new text. Promises that every other value of the file
reads as before, or no bytes at all. Refuses to know whether the new words stand in any article, and writes no file.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import yaml

from postil.load.composing import LOADER
from postil.load.files import Source, source_from_bytes
from postil.model.notes import Selector
from postil.problems import Checked, Place, Problem
from postil.quoting import plain, quoted

_BLOCK_MARK = re.compile(r"[|>][-+0-9]*")
_LINE_END = re.compile(r"\r\n?|\n")
_TARGET = frozenset({"quote", "in", "id"})
_PARTS = ("exact", "prefix", "suffix")

_Values = str | tuple["_Values", ...]
"""The texts of a node, without places and styles."""


@dataclass(frozen=True, slots=True)
class Retarget:
    """A change to the note that begins at `place`, to be made in its file."""

    place: Place
    selector: Selector
    id: str | None = None
    """The id that the note is to keep, where none is written yet."""
    was: str | None = None
    """What a comment says the quote was."""


@dataclass(frozen=True, slots=True)
class _Edit:
    """A stretch of the text, in code points, and what stands there instead."""

    start: int
    end: int
    text: str


def retargeted(data: bytes, change: Retarget) -> Checked[bytes | None]:
    """The bytes of a file of notes with the change in it; a problem `repair-failed` where that cannot be done."""
    read = source_from_bytes(change.place.path, data)
    if read.value is None:
        return Checked(None, read.problems)
    source = read.value
    root = _composed(source)
    start = source.line_span(change.place.line)[0] + change.place.column - 1
    number = _number_of_note(root, start)
    if number is None:
        return _failed(change, "the note is not in the file where it was")
    edits = _Note(source, _notes(root)[number]).edits(change)
    edited = _applied(data.decode("utf-8"), edits)
    again = source_from_bytes(change.place.path, edited).value
    changed = None if again is None else _composed(again)
    if _values_beside(changed, number) != _values_beside(root, number):
        return _failed(change, "the layout of the note does not let its quote be changed in place")
    return Checked(edited)


def _failed(change: Retarget, why: str) -> Checked[bytes | None]:
    cure = "change the quote in the file by hand"
    return Checked(None, (Problem("repair-failed", why, change.place, help=(cure,)),))


def _composed(source: Source) -> yaml.Node | None:
    try:
        return yaml.compose(source.text, Loader=LOADER)
    except yaml.YAMLError:
        return None


def _notes(root: yaml.Node | None) -> tuple[yaml.MappingNode, ...]:
    """The notes of a file, in order."""
    for key, value in root.value if isinstance(root, yaml.MappingNode) else ():
        if key.value == "notes" and isinstance(value, yaml.SequenceNode):
            return tuple(one for one in value.value if isinstance(one, yaml.MappingNode))
    return ()


def _number_of_note(root: yaml.Node | None, start: int) -> int | None:
    starts = [note.start_mark.index for note in _notes(root)]
    return starts.index(start) if start in starts else None


def _values_beside(root: yaml.Node | None, number: int) -> _Values:
    """All values of a file but those that say what one note points at, and its id."""
    notes = _notes(root)
    note = notes[number] if number < len(notes) else None
    return "" if root is None else _values(root, note)


def _values(node: yaml.Node, note: yaml.Node | None) -> _Values:
    if isinstance(node, yaml.MappingNode):
        left_out = _TARGET if node is note else frozenset()
        pairs = (pair for pair in node.value if pair[0].value not in left_out)
        return tuple((_values(key, note), _values(value, note)) for key, value in pairs)
    if isinstance(node, yaml.SequenceNode):
        return tuple(_values(one, note) for one in node.value)
    return str(node.value)


class _Note:
    """One note in the text of its file."""

    def __init__(self, source: Source, node: yaml.MappingNode) -> None:
        self._text = source.text
        self._node = node

    def edits(self, change: Retarget) -> list[_Edit]:
        selector = change.selector
        keys = _by_key(self._node)
        quote = keys["quote"][1]
        edits: list[_Edit] = []
        if isinstance(quote, yaml.MappingNode):
            edits += self._parts(quote, selector)
        elif isinstance(quote, yaml.ScalarNode) and (selector.prefix or selector.suffix):
            edits += self._whole(quote, self._map(quote, selector))
        else:
            edits += self._scalar(quote, selector.exact or "", in_brackets=bool(self._node.flow_style))
        lines = []
        if "in" in keys:
            edits += self._scalar(keys["in"][1], selector.within or "", in_brackets=True)
        elif selector.within:
            lines.append(f"in: {selector.within}")
        if change.id is not None:
            lines.append(f"id: {change.id}")
        comment = None if change.was is None else f"# was: {quoted(change.was)}"
        return edits + self._beside_quote(keys["quote"][0], self._end(quote), lines, comment)

    def _parts(self, quote: yaml.MappingNode, selector: Selector) -> list[_Edit]:
        keys = _by_key(quote)
        texts = {"exact": selector.exact or "", "prefix": selector.prefix, "suffix": selector.suffix}
        edits: list[_Edit] = []
        exact = keys["exact"][1]
        is_emptied = any(part in keys and not texts[part] for part in _PARTS)
        if is_emptied and isinstance(exact, yaml.ScalarNode):  # a key has a value, or is left out
            return [_Edit(quote.start_mark.index, self._end(quote), self._map(exact, selector))]
        for part in _PARTS:
            if part in keys:
                edits += self._scalar(keys[part][1], texts[part], in_brackets=bool(quote.flow_style))
        key = keys["exact"][0]
        missing = [f"{part}: {quoted(texts[part])}" for part in _PARTS if part not in keys and texts[part]]
        return edits + self._inserted(self._end(exact), missing, key, in_brackets=bool(quote.flow_style))

    def _map(self, quote: yaml.ScalarNode, selector: Selector) -> str:
        exact = self._in_style(quote, selector.exact or "", in_brackets=True)
        parts = [("prefix", selector.prefix), ("suffix", selector.suffix)]
        return f"{{{', '.join((f'exact: {exact}', *(f'{key}: {quoted(text)}' for key, text in parts if text)))}}}"

    def _in_style(self, scalar: yaml.ScalarNode, text: str, *, in_brackets: bool) -> str:
        if scalar.style in {"'", '"'}:
            return quoted(text, scalar.style)
        return quoted(text) if scalar.style else plain(text, in_brackets=in_brackets)

    def _scalar(self, scalar: yaml.Node, text: str, *, in_brackets: bool) -> list[_Edit]:
        """A scalar with another text; none when it holds the text already."""
        if not isinstance(scalar, yaml.ScalarNode) or " ".join(scalar.value.split()) == text:
            return []
        if scalar.style not in {"|", ">"}:
            return self._whole(scalar, self._in_style(scalar, text, in_brackets=in_brackets))
        first, last = self._block(scalar)
        return [_Edit(first, last, text)]

    def _whole(self, scalar: yaml.ScalarNode, written: str) -> list[_Edit]:
        """What stands for a scalar, replaced; of one below a `|` or `>`, the comment beside the mark is kept."""
        start, end = scalar.start_mark.index, scalar.end_mark.index
        mark = _BLOCK_MARK.match(self._text, start) if scalar.style in {"|", ">"} else None
        if mark is None:
            return [_Edit(start, end, written)]
        line_end = self._line_end(start)
        return [_Edit(start, mark.end(), written), _Edit(line_end, self._end(scalar), "")]

    def _block(self, scalar: yaml.ScalarNode) -> tuple[int, int]:
        """Where the text below a `|` or `>` begins, behind its indentation, and where it ends."""
        first = self._line_end(scalar.start_mark.index)
        last = self._end(scalar)
        return first + len(self._text[first:last]) - len(self._text[first:last].lstrip()), last

    def _end(self, node: yaml.Node) -> int:
        """Where the last that stands for a node ends; a map without brackets reaches to the next token otherwise."""
        if isinstance(node, yaml.MappingNode) and not node.flow_style:
            return self._end(node.value[-1][1])
        end = node.end_mark.index
        if isinstance(node, yaml.ScalarNode) and node.style in {"|", ">"}:
            return len(self._text[:end].rstrip())
        return int(end)

    def _line_end(self, index: int) -> int:
        found = self._text.find("\n", index)
        return len(self._text) if found < 0 else found

    def _beside_quote(self, key: yaml.Node, end: int, lines: list[str], comment: str | None) -> list[_Edit]:
        """Keys, and above them a comment, below the quote; in brackets keys follow the quote, the comment precedes all."""
        if not self._node.flow_style:
            lines = [*filter(None, [comment]), *lines]
            comment = None
        edits = self._inserted(end, lines, key, in_brackets=bool(self._node.flow_style))
        if comment is not None:
            start = self._text.rfind("\n", 0, self._node.start_mark.index) + 1
            line = self._text[start:]
            indentation = line[: len(line) - len(line.lstrip(" "))]
            edits.append(_Edit(start, start, f"{indentation}{comment}\n"))
        return edits

    def _inserted(self, end: int, lines: list[str], key: yaml.Node, *, in_brackets: bool) -> list[_Edit]:
        """Keys behind a value that ends at `end`: in brackets at once, else as lines below, as far in as `key`."""
        if in_brackets:
            return [_Edit(end, end, "".join(f", {line}" for line in lines))]
        at = self._line_end(end)
        return [_Edit(at, at, "".join(f"\n{' ' * key.start_mark.column}{line}" for line in lines))]


def _by_key(node: yaml.MappingNode) -> dict[str, tuple[yaml.Node, yaml.Node]]:
    return {key.value: (key, value) for key, value in node.value if isinstance(key, yaml.ScalarNode)}


def _applied(raw: str, edits: list[_Edit]) -> bytes:
    """The file with the edits made; a line that is added ends as the first line of the file does."""
    line_end = _LINE_END.search(raw)
    positions = _positions(raw)
    parts: list[str] = []
    done = 0
    for edit in sorted(edits, key=lambda one: (one.start, one.end)):
        parts.append(raw[done : positions[edit.start]])
        parts.append(edit.text.replace("\n", line_end.group() if line_end else "\n"))
        done = positions[edit.end]
    return "".join((*parts, raw[done:])).encode("utf-8")


def _positions(raw: str) -> list[int]:
    """Where each code point of a source stands in the file as it is, byte order mark and all; and its end."""
    begin = len(raw) - len(raw.lstrip("\ufeff"))
    after_return = (at for at in range(begin, len(raw)) if not (raw[at] == "\n" and raw[at - 1 : at] == "\r"))
    return [*after_return, len(raw)]
