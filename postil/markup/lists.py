"""Lists and fences of the source laid out as the converter reads them, with the meaning that CommonMark gives them.

The converter nests lists by four spaces, knows no fence in a list, and takes any number with a full stop for a marker. Here
an item reaches as far as its text is indented, as in CommonMark (0.31, 5.2); what is written for four spaces means the
same. An ordered list begins with 1 or 0, or goes on counting on the very next line; "12. May 1945" alone is text, and so is
whatever begins with more than three digits. A number that breaks the count is kept.

Promises that only white space, fences and markers change, and never in code. What is put in besides are noncharacters: no
text can hold them, and `finish` takes them out. Knows the layout of blocks and nothing of what stands in a line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

TEXT = "\ufddf"
"""Stands before what looks like a marker and is text."""

_DIGITS = "\ufdd0\ufdd1\ufdd2\ufdd3\ufdd4\ufdd5\ufdd6\ufdd7\ufdd8\ufdd9"
_DEPTH = 4
_LOOK_AHEAD = 40
"""Lines in which the next number is looked for."""

_MARKER = re.compile(r"(\d{1,3})\.(?: +|$)|[-+*](?: +|$)")
_LIKE_MARKER = re.compile(r"(?:\d+\.|[-+*]) ")
_UNDERLINE = re.compile(r"(?:=+|-+) *$")
_RULE = re.compile(r"(?:(?:- *){3,}|(?:\* *){3,}|(?:_ *){3,})$")
_HEADING = re.compile(r"#{1,6}(?: |$)")
_FENCE = re.compile(r"(`{3,})[^`]*$|(~{3,})")
_NOTE = re.compile(r"( {0,3}\[\^[^\]\n]*\]:) *")
_VALUE = re.compile(f"[{_DIGITS}]+")


def laid_out(source: str, *, footnotes: bool) -> str:
    """The source for the converter; with `footnotes`, what is indented under one is its content."""
    if not _needs_layout(source):
        return source
    return "\n".join(_Layout(source.expandtabs(_DEPTH).split("\n"), footnotes=footnotes).lines())


def value_in(text: str) -> int | None:
    """The number that an item breaks the count with, where `laid_out` has put one into its text."""
    found = _VALUE.search(text)
    return int("".join(str(_DIGITS.index(one)) for one in found[0])) if found else None


def _needs_layout(source: str) -> bool:
    return re.search(r"^[ \t>]*(?:[-+*][ \t]|\d+\.|`{3}|~{3}|\[\^)", source, re.MULTILINE) is not None


@dataclass(slots=True)
class _Item:
    """What a line stands in. `number` and `first` count an ordered list; a footnote has neither list nor number."""

    kind: str
    indent: int
    content: int
    number: int = 0
    first: int = 0


class _Layout:
    """Lays out the lines of one container: the whole source, or what stands in a quotation."""

    def __init__(self, lines: Sequence[str], *, footnotes: bool) -> None:
        self._lines = lines
        self._footnotes = footnotes
        self._made: list[str] = []
        self._stack: list[_Item] = []
        self._after_blank = True
        self._in_paragraph = False
        self._fence_end: int | None = None
        """The line that closes the fence which an item begins with."""
        self._unclosed: dict[tuple[str, int], tuple[int, int]] = {}
        """By mark and indent of fences that nothing closes: the shortest length, and how far was looked."""
        self._block_depth: int | None = None
        """How deep the line stands that began what the converter will take for one block."""

    def lines(self) -> list[str]:
        at = 0
        while at < len(self._lines):
            at = self._line(at)
        return self._made

    def _line(self, at: int) -> int:
        """Lays out what begins on a line, and gives the line behind it."""
        line = self._lines[at]
        text = line.lstrip(" ")
        if not text:
            self._blank()
            return at + 1
        indent = len(line) - len(text)
        if self._is_code(indent, text):
            return self._code(at, indent)
        note = _NOTE.match(line) if self._footnotes else None
        if note:
            self._note(note[1], line[note.end() :], at)
            return at + 1
        if _RULE.match(text) and not (self._in_paragraph and not self._stack):
            self._start(indent, text)
            self._in_paragraph = False
            return at + 1
        if self._marker(at, indent, text):
            return self._behind_item(at)
        if fence := _FENCE.match(text):
            end = self._end_of_fence(at, indent, fence[1] or fence[2])
            if end is not None:
                return self._fenced(at, end, indent)
        if text.startswith(">"):
            return self._quotation(at, indent)
        if _HEADING.match(text):
            self._start(indent, text)
            self._in_paragraph = False
        elif self._after_blank:
            self._start(indent, _as_text(text))
            self._in_paragraph = True
        else:
            self._continued(line, text)
        return at + 1

    # --- where a line stands ----------------------------------------------------------------------------------------

    def _need(self, depth: int) -> int:
        """Columns that a line is indented by at least, to stand in the item at a depth (from 1)."""
        return min(self._stack[depth - 1].content, _DEPTH * depth)

    def _popped(self, indent: int) -> int:
        """How many items a line stands in that begins a block."""
        depth = len(self._stack)
        while depth and indent < self._need(depth):
            depth -= 1
        return depth

    def _is_code(self, indent: int, text: str) -> bool:
        if not self._after_blank:
            return False
        depth = self._popped(indent)
        if depth == 0:
            return indent >= _DEPTH
        content = self._stack[depth - 1].content
        if _MARKER.match(text):
            content = max(content, _DEPTH * depth)
        return indent >= content + _DEPTH

    # --- what stands there ------------------------------------------------------------------------------------------

    def _blank(self) -> None:
        self._made.append("")
        self._after_blank = True
        self._in_paragraph = False
        self._block_depth = None

    def _emit(self, depth: int, text: str) -> None:
        """A line that begins something, at a depth."""
        if self._block_depth is not None and depth < self._block_depth:
            self._blank()
        if self._block_depth is None:
            self._block_depth = depth
        self._made.append(" " * (_DEPTH * depth) + text)
        self._after_blank = False

    def _start(self, indent: int, text: str) -> None:
        """A line that begins a block other than a list."""
        depth = self._popped(indent)
        if not self._after_blank and self._stack:
            self._blank()
        del self._stack[depth:]
        self._emit(depth, text)

    def _continued(self, line: str, text: str) -> None:
        """A line that goes on with a paragraph."""
        if not self._stack:
            if _UNDERLINE.match(text) and self._in_paragraph:
                self._in_paragraph = False
            else:
                self._in_paragraph = True
                line = f"{line[: len(line) - len(text)]}{_as_text(text)}"
            self._made.append(line)
            return
        self._in_paragraph = True
        self._made.append(f"{TEXT}{text}" if _UNDERLINE.match(text) else _as_text(text))

    def _note(self, label: str, text: str, at: int) -> None:
        self._stack = [_Item("note", 0, _DEPTH)]
        if self._block_depth:
            self._blank()
        self._emit(0, f"{label} {self._first_text(at, len(label) + 1, text)}".rstrip(" "))
        self._in_paragraph = True

    def _code(self, at: int, indent: int) -> int:
        """Indented code: as it is, but for what its item is indented by."""
        depth = self._popped(indent)
        del self._stack[depth:]
        deep = _DEPTH * depth
        base = deep if indent >= deep + _DEPTH or depth == 0 else self._stack[-1].content
        while at < len(self._lines):
            line = self._lines[at]
            if line.strip(" ") and len(line) - len(line.lstrip(" ")) < base + _DEPTH:
                break
            if line.strip(" "):
                self._emit(depth, line[base:])
            else:
                self._made.append("")
                self._block_depth = None
            self._after_blank = not line.strip(" ")
            at += 1
        self._in_paragraph = False
        return at

    def _quotation(self, at: int, indent: int) -> int:
        inside: list[str] = []
        while at + len(inside) < len(self._lines):
            line = self._lines[at + len(inside)].lstrip(" ")
            if not line.startswith(">"):
                break
            inside.append(line[2:] if line.startswith("> ") else line[1:])
        for number, line in enumerate(_Layout(inside, footnotes=False).lines()):
            quoted = f"> {line}" if line else ">"
            if number == 0:
                self._start(indent, quoted)
            else:
                self._made.append(" " * (_DEPTH * len(self._stack)) + quoted)
        self._in_paragraph = True
        return at + len(inside)

    # --- fences -----------------------------------------------------------------------------------------------------

    def _end_of_fence(self, at: int, indent: int, fence: str) -> int | None:
        """The line that closes a fence; None where none does."""
        depth = self._popped(indent)
        need = self._need(depth) if depth else 0
        if not depth and indent >= _DEPTH:
            return None
        length, until = self._unclosed.get((fence[0], need), (0, 0))
        if at < until and len(fence) >= length:
            return None
        number = at + 1
        for number in range(at + 1, len(self._lines)):
            line = self._lines[number]
            bare = line.strip(" ")
            here = len(line) - len(line.lstrip(" "))
            if bare and here < need:
                break
            if bare.startswith(fence) and not bare.strip(fence[0]) and here < need + _DEPTH:
                return number
        self._unclosed[fence[0], need] = (len(fence), number)
        return None

    def _fenced(self, at: int, end: int, indent: int) -> int:
        """A fence: as it is at the top, as indented code in an item, since only that is read there."""
        depth = self._popped(indent)
        inside = [_dedented(line, indent) for line in self._lines[at + 1 : end]]
        if depth == 0:
            if self._stack:
                self._start(0, "")
            fence = _FENCE.match(self._lines[at].lstrip(" "))
            mark = (fence[1] or fence[2]) if fence else ""
            self._made += [mark, *inside, mark]
        else:
            if not self._after_blank:
                self._blank()
            del self._stack[depth:]
            self._made += [" " * (_DEPTH * (depth + 1)) + line if line else "" for line in inside]
        self._blank()
        return end + 1

    def _behind_item(self, at: int) -> int:
        """The line behind an item's first; if that opens a fence, the line behind the fence."""
        if self._fence_end is None:
            return at + 1
        end, self._fence_end = self._fence_end, None
        return self._fenced(at, end, self._stack[-1].content)

    # --- items ------------------------------------------------------------------------------------------------------

    def _marker(self, at: int, indent: int, text: str) -> bool:
        """Whether the line is an item's first; then it is laid out."""
        found = _MARKER.match(text)
        if found is None:
            return False
        depth = len(self._stack)
        while depth and not self._need(depth) <= indent:
            depth -= 1
        if depth == 0 and indent >= _DEPTH:
            return False
        if depth and indent >= max(self._stack[depth - 1].content, _DEPTH * depth) + _DEPTH:
            return False
        if not self._stack and self._in_paragraph:
            return False
        before = self._stack[depth] if depth < len(self._stack) else None
        item = self._item(at, indent, found, before, interrupts=not self._after_blank and before is None)
        if item is None:
            return False
        if before is not None and before.kind != item.kind and not self._after_blank:
            self._blank()
        del self._stack[depth:]
        self._stack.append(item)
        rest = text[found.end() :]
        shown = f"{found[0].rstrip(' ')} {self._first_text(at, item.content, rest)}"
        self._emit(depth, shown + self._broken_count(item, before))
        self._in_paragraph = True
        return True

    def _item(
        self, at: int, indent: int, found: re.Match[str], before: _Item | None, *, interrupts: bool
    ) -> _Item | None:
        """The item that a marker begins, where it begins one; `before` is what stands before it at its depth."""
        width = len(found[0].rstrip(" "))
        spaces = len(found[0]) - width
        content = indent + width + (spaces if 1 <= spaces <= _DEPTH else 1)
        if found[1] is None:
            return _Item("bullet", indent, content)
        number = int(found[1])
        follows = before if before is not None and before.kind == "number" else None
        if follows is not None:
            goes_on = number in (follows.number + 1, follows.number, 0, 1) or not self._after_blank
            if goes_on or self._counts_on(at, indent, number):
                return _Item("number", indent, content, number, follows.first)
            return None
        if number in (0, 1) or (not interrupts and self._counts_on(at, indent, number)):
            return _Item("number", indent, content, number, number)
        return None

    def _counts_on(self, at: int, indent: int, number: int) -> bool:
        """Whether the next number begins a line of the same block."""
        following = f"{number + 1}. "
        for line in self._lines[at + 1 : at + 1 + _LOOK_AHEAD]:
            if not line.strip(" "):
                return False
            if line.lstrip(" ").startswith(following) and len(line) - len(line.lstrip(" ")) <= indent + 1:
                return True
        return False

    def _broken_count(self, item: _Item, before: _Item | None) -> str:
        if item.kind != "number" or before is None or before.kind != "number":
            return ""
        if item.number in (before.number + 1, before.number) or not item.number:
            return ""
        return "".join(_DIGITS[int(digit)] for digit in str(item.number))

    def _first_text(self, at: int, column: int, text: str) -> str:
        """The text behind a marker, which may begin with a marker again."""
        if _RULE.match(text):
            return text
        if fence := _FENCE.match(text):
            self._fence_end = self._end_of_fence(at, column, fence[1] or fence[2])
            return text if self._fence_end is None else TEXT
        found = _MARKER.match(text)
        if found is None:
            return _as_text(text)
        item = self._item(at, column, found, None, interrupts=True)
        if item is None:
            return _as_text(text)
        self._stack.append(item)
        return f"{found[0].rstrip(' ')} {self._first_text(at, item.content, text[found.end() :])}"


def _as_text(text: str) -> str:
    return f"{TEXT}{text}" if _LIKE_MARKER.match(text) else text


def _dedented(line: str, indent: int) -> str:
    return line[min(indent, len(line) - len(line.lstrip(" "))) :]
