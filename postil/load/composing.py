"""YAML to nodes: every scalar text, everything with its place in the file.

It takes the events of PyYAML's parser and builds the nodes itself, without recursion, so that no depth is dangerous and
no value is guessed at: `no`, `12:30` and `0123` stay what they look like. Refused, each with its own code: a second
document, directives, tags, anchors and aliases, merge keys, keys that are no text, a key twice, deep nesting. A text
that YAML cuts at ` #` is an error too. What the syntax itself forbids is told by `faults`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import yaml

from postil.load.characters import unfit
from postil.load.faults import line_quoted, problem_of_depth, problem_of_syntax
from postil.load.files import Source
from postil.load.spacing import slip
from postil.messages import shortened
from postil.problems import Checked, Place, Problem, Remark
from postil.schema import Map, Node, Scalar, Seq

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_DEEPEST = 24
"""Levels of lists and maps. What a person writes here has seven at most."""

_UNCUT = frozenset(
    (
        "about",
        "because",
        "description",
        "exact",
        "name",
        "note",
        "prefix",
        "question",
        "quote",
        "suffix",
        "title",
        "unnamed",
        "what",
    )
)
"""Keys of running text, in which ` #` is more likely a part of the text than the start of a comment."""

_COMMENT = re.compile(r"[ \t]+#")
_MERGE = "<<"
_LIKE_A_SLIP = re.compile(r"^(?:-|\s)|:|\s$")
"""Keys that may be a key and its value, or an item, without the space between."""

_FIRST_OF_NOTE = frozenset({"at", "quote"})


@dataclass(slots=True)
class _Frame:
    """A list or map that is being read. `key` waits for its value."""

    start: int
    end: int
    is_map: bool
    items: list[Node] = field(default_factory=list)
    entries: list[tuple[Scalar, Node]] = field(default_factory=list)
    keys: dict[str, Place] = field(default_factory=dict)
    key: Scalar | None = None


def node_from_yaml(source: Source, start: int = 0, end: int | None = None) -> Checked[Node | None]:
    """The one document in a file, or in a stretch of it; None where it is empty or has an error.

    All problems are found that do not hide each other: the first error of syntax hides what follows it.
    """
    return _Composer(source, start).node(source.text[start:end])


class _Composer:
    def __init__(self, source: Source, offset: int) -> None:
        self._source = source
        self._offset = offset
        self._stack: list[_Frame] = []
        self._root: Node | None = None
        self._documents = 0
        self._problems: list[Problem] = []

    def node(self, text: str) -> Checked[Node | None]:
        try:
            for event in yaml.parse(text, Loader=LOADER):
                if not self._take(event):
                    break
        except yaml.YAMLError as error:
            problem = problem_of_syntax(error, self._source, self._offset)
            if any(one.code == "yaml-space" for one in self._problems):
                return Checked(None, tuple(self._problems))  # where a space lacks, what follows does not fit
            # An alias that is the start of a text is one mistake, whether or not the parser goes on behind it.
            self._problems = [one for one in self._problems if one.place.line != problem.place.line]
            self._problems.append(problem)
        if isinstance(self._root, Scalar) and not self._problems:  # one key without its space or colon
            self._problems += filter(None, [slip(self._source, self._root.place.line)])
        problems = tuple(self._problems)
        return Checked(None if problems else self._root, problems)

    def _take(self, event: yaml.Event) -> bool:
        """Build on with one event; False when there is no use in going on."""
        start, end = self._index(event.start_mark), self._index(event.end_mark)
        match event:
            case yaml.ScalarEvent():
                self._refuse_marks(event, start, end)
                self._attach(self._scalar(event, start, end), event, end)
            case yaml.AliasEvent():
                self._complain_of_value(
                    "yaml-alias", f"`*{event.anchor}` is an alias, which is not read", start, end
                )
                self._attach(self._blank(start, end), event, end)
            case yaml.MappingStartEvent() | yaml.SequenceStartEvent():
                self._refuse_marks(event, start, end)
                self._stack.append(_Frame(start, end, isinstance(event, yaml.MappingStartEvent)))
                if len(self._stack) > _DEEPEST:
                    self._problems.append(problem_of_depth(self._source.place(start)))
                    return False
            case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                self._close(event)
            case yaml.DocumentStartEvent():
                return self._begins(event, start, end)
        return True

    def _index(self, mark: object) -> int:
        return self._offset + int(getattr(mark, "index", 0))

    def _begins(self, event: yaml.DocumentStartEvent, start: int, end: int) -> bool:
        self._documents += 1
        if event.version or event.tags:
            message, cure = "a line that begins with % is a directive, which is not read", "delete the line"
            self._complain("yaml-directive", message, start, start, cure)
        if self._documents > 1:
            message, cure = (
                "a line `---` begins a second document, which is not read",
                "delete the line, or use two files",
            )
            self._complain("yaml-documents", message, start, end, cure)
        return self._documents == 1

    def _close(self, event: yaml.Event) -> None:
        frame = self._stack.pop()
        place = self._source.place(frame.start, frame.end)
        node = Map(tuple(frame.entries), place) if frame.is_map else Seq(tuple(frame.items), place)
        self._attach(node, event, frame.end)

    def _attach(self, node: Node, event: yaml.Event, end: int) -> None:
        if not self._stack:
            self._root = node
            return
        frame = self._stack[-1]
        plain = event if isinstance(event, yaml.ScalarEvent) and not event.style else None
        if not frame.is_map:
            if plain and not plain.value:
                self._refuse_comment("an item of the list", end)
            frame.items.append(node)
        elif frame.key is None:
            frame.key = self._key(frame, node, event)
        else:
            if plain and not plain.value:
                self._refuse_comment(f"`{shortened(frame.key.text)}`", end)
            elif plain and frame.key.text in _UNCUT:
                self._refuse_cut(frame.key.text, node.place, end)
            frame.entries.append((frame.key, node))
            frame.key = None

    def _key(self, frame: _Frame, node: Node, event: yaml.Event) -> Scalar:
        if not isinstance(node, Scalar):
            message, cure = "a list or a map stands where a key is due", "write `key: value`, the key a text"
            self._problems.append(Problem("yaml-key", message, node.place, help=(cure,)))
            return Scalar("", node.place, node.place)
        is_plain = isinstance(event, yaml.ScalarEvent) and not event.style
        if is_plain and _LIKE_A_SLIP.search(node.text):
            self._problems += filter(None, [slip(self._source, node.place.line)])
        if node.text == _MERGE and is_plain:
            message, cure = "`<<` would merge another map in, which is not read", "write the keys out"
            self._problems.append(Problem("yaml-merge", message, node.place, help=(cure,)))
        elif node.text in frame.keys:
            notes = (Remark("the first one", frame.keys[node.text]),)
            message = f"the key `{shortened(node.text)}` stands here twice"
            begun = (f"or begin a new note: write `- ` before `{node.text}`",)
            cures = ("keep one of them", *(begun if node.text in _FIRST_OF_NOTE else ()))
            self._problems.append(Problem("yaml-duplicate-key", message, node.place, notes, help=cures))
        frame.keys.setdefault(node.text, node.place)
        return node

    def _scalar(self, event: yaml.ScalarEvent, start: int, end: int) -> Scalar:
        place = self._source.place(start, end)
        fault = unfit(event.value) if event.style == '"' and "\\" in self._source.text[start:end] else None
        if fault is not None:  # what stands in the file as itself was refused with the file
            self._problems.append(
                Problem(fault.code, f"the text holds {fault.what}", place, help=(fault.cure,))
            )
        if event.style in {"|", ">"}:
            return Scalar(event.value, place, self._block_body(place))
        if event.style in {"'", '"'}:
            return Scalar(event.value, place, Place(place.path, place.line, place.column + 1))
        return Scalar(event.value, place, place)

    def _block_body(self, place: Place) -> Place:
        """Where the text below a `|` begins: on the next line, as far in as its first line that is not blank."""
        for number in range(
            place.line + 1, min(place.line + 40, self._source.line_number(len(self._source.text)) + 1)
        ):
            line = self._source.line(number)
            if line.strip():
                return Place(place.path, place.line + 1, len(line) - len(line.lstrip(" ")) + 1)
        return place

    def _blank(self, start: int, end: int) -> Scalar:
        place = self._source.place(start, end)
        return Scalar("", place, place)

    def _refuse_marks(
        self, event: yaml.ScalarEvent | yaml.MappingStartEvent | yaml.SequenceStartEvent, start: int, end: int
    ) -> None:
        if event.anchor is not None:
            self._complain_of_value(
                "yaml-alias", f"`&{event.anchor}` is an anchor, which is not read", start, end
            )
        elif event.tag is not None:
            self._complain_of_value(
                "yaml-tag", "a value that begins with ! has a tag, which is not read", start, end
            )

    def _refuse_comment(self, what: str, end: int) -> None:
        """A value that is not there, because it begins with `#`, or because it is still to be written."""
        comment = _COMMENT.match(self._source.text, end)
        if comment is None:
            return
        line_start, line_end = self._source.line_span(self._source.line_number(end))
        line = self._source.text[line_start:line_end]
        cure = f"if it is the value, write: {line_quoted(line, comment.end() - 1 - line_start, len(line))}"
        message = f"{what} has no value: YAML takes what stands behind ` #` for a comment"
        cures = (cure, "if it is a comment, write the value before it, or take the line out")
        if self._source.text[comment.end() : comment.end() + 1].isspace():  # `# so` rather than `#so`
            cures = (cures[1], cures[0])
        self._complain("yaml-comment-cut", message, comment.end() - 1, line_end, *cures)

    def _refuse_cut(self, key: str, place: Place, end: int) -> None:
        """A text that goes on behind ` #` in its line, which YAML takes for a comment."""
        comment = _COMMENT.match(self._source.text, end)
        if comment is None:
            return
        line_start, line_end = self._source.line_span(self._source.line_number(end))
        line = self._source.text[line_start:line_end]
        cures = ["put the whole text in quotation marks"]
        if self._source.line_number(end) == place.line:
            has_text = line_start + place.column - 1 < end
            text_start = place.column - 1 if has_text else comment.end() - 1 - line_start
            cures = [f"write: {line_quoted(line, text_start, len(line))}"]
            if has_text:
                cures.append(f"if it is a comment, write: {line_quoted(line, text_start, end - line_start)}")
        message = f"the text of `{key}` ends before ` #`; YAML takes the rest for a comment"
        self._complain("yaml-comment-cut", message, comment.end() - 1, line_end, *cures)

    def _complain_of_value(self, code: str, message: str, start: int, end: int) -> None:
        place = self._source.place(start, end)
        line = self._source.line(place.line)
        cure = f"if it is a text, write: {line_quoted(line, place.column - 1, len(line))}"
        self._problems.append(Problem(code, message, place, help=(cure,)))

    def _complain(self, code: str, message: str, start: int, end: int, *cures: str) -> None:
        self._problems.append(Problem(code, message, self._source.place(start, end), help=cures))
