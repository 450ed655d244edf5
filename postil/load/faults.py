"""Errors of YAML's syntax in plain words: which line of the file, what YAML took it for, and the line as it should be.

The parser says where it stopped; what a person did is told from the line itself. Promises one problem per error, always
with a cure. Knows nothing of keys and records.
"""

from __future__ import annotations

import re
from types import MappingProxyType

import yaml

from postil.load.files import Source
from postil.load.spacing import slip_near
from postil.problems import Place, Problem
from postil.quoting import plain, quoted

_TAB = re.compile(r" *(?:- *)*\t")
_ENTRY = re.compile(
    r"""(?P<head>\s*(?:-[ ]+)*(?:[^\s#:"'\[\]{},&*!|>%@`-][^:#]*?|"[^"]*"|'[^']*')\s*:[ ]+)(?P<value>\S.*)"""
)
_ITEM = re.compile(r"(?P<head>\s*(?:-[ ]+)+)(?P<value>\S.*)")
_QUOTED = re.compile(r"""(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')(?P<rest>[ \t]*[^\s#,\]}:].*|[^\s,\]}:].*)""")
_BLOCK_MARK = re.compile(r"[|>][-+0-9]*\s*(?:#.*)?")
_COLON = re.compile(r":(?=\s|$)")
_NUMBERED = re.compile(r"(?<=[\[,\s])#[^\s,\]]+")
_CLOSING = MappingProxyType({"[": "]", "{": "}"})
_UNNAMED = "unnamed: "
_LONGEST = 160
"""A line longer than this is not repeated in help."""
_WIDEST = 5000
"""A line longer than this is not looked into."""


def line_quoted(line: str, start: int, end: int) -> str:
    """The line with what stands from `start` to `end` in quotation marks, without its indentation."""
    value = line[start:end].rstrip()
    if len(line) > _LONGEST:
        return "the value in quotation marks"
    return f"{line[:start]}{quoted(value)}{line[end:]}".strip()


def problem_of_depth(place: Place) -> Problem:
    message, cure = (
        "lists and maps lie too deep in each other",
        "nothing here needs so many levels; take some out",
    )
    return Problem("yaml-deep", message, place, help=(cure,))


def problem_of_syntax(error: yaml.YAMLError, source: Source, offset: int) -> Problem:
    """What is wrong. `offset` is where in the file the text begins that was parsed."""
    said = str(getattr(error, "problem", None) or "")
    context = str(getattr(error, "context", None) or "")
    at = _index(error, "problem_mark", source, offset)
    began = _index(error, "context_mark", source, offset)
    if "nesting depth" in said:
        return problem_of_depth(source.place(at))
    if "simple key" in context:
        at = began  # the parser stops only where the key cannot come any more
    here = source.line_number(at)
    missing = slip_near(source, here)
    if missing is not None:
        return missing
    lines = dict.fromkeys((here, source.line_number(began))) if "plain scalar" in context else (here,)
    for number in lines:
        problem = _of_tab(source, number) or _of_value(source, number)
        if problem is not None:
            return problem
    if "escape" in said or "hexadecimal" in said:
        message = "a backslash in double quotation marks begins something that YAML does not know"
        cure = "use single quotation marks, which keep it as it is"
        return _problem(
            "yaml-escape", message, source.place(max(began, source.text.rfind("\\", began, at + 1))), cure
        )
    if "quoted scalar" in context:
        cure = "add the closing quotation mark; inside single ones, write an apostrophe twice"
        return _problem(
            "yaml-quote-open", "a quotation mark that opens here is never closed", source.place(began), cure
        )
    if "flow" in context:
        return _of_bracket(source, began, at)
    return _of_cut(source, here) or _of_line(source, here, said, at, in_front_matter=offset > 0)


def _index(error: yaml.YAMLError, name: str, source: Source, offset: int) -> int:
    mark = getattr(error, name, None)
    index = getattr(mark, "index", None)
    position = index if isinstance(index, int) else getattr(error, "position", 0)
    found = min(offset + (position if isinstance(position, int) else 0), len(source.text))
    # An error at the very end is shown where something stands.
    return len(source.text[:found].rstrip()) if not source.text[found:].strip() else found


def _problem(code: str, message: str, place: Place, *cures: str) -> Problem:
    return Problem(code, message, place, help=cures)


def _of_tab(source: Source, number: int) -> Problem | None:
    found = _TAB.match(source.line(number))
    if found is None or not source.line(number).strip():
        return None
    place = Place(source.path, number, found.end(), 1)
    return _problem("yaml-tab", "a tab stands at the start of the line", place, "indent with spaces")


def _of_value(source: Source, number: int) -> Problem | None:
    """A value that YAML does not take as the text it is meant to be."""
    line = source.line(number)
    entry = (_ENTRY.fullmatch(line) or _ITEM.fullmatch(line)) if len(line) <= _WIDEST else None
    if entry is None:
        return None
    start, value = entry.start("value"), entry["value"]
    cure = f"write: {line_quoted(line, start, len(line))}"
    place = Place(source.path, number, start + 1, len(value.rstrip()))
    first = value[0]
    if value.startswith(_UNNAMED):
        who = plain(value.removeprefix(_UNNAMED).strip(), in_brackets=True)
        cure = f"write: {entry['head'].strip()} {{unnamed: {who}}}"
        return _problem("yaml-colon", "keys and values on one line stand in braces", place, cure)
    if first in "\"'":
        scalar = _QUOTED.fullmatch(value)
        if scalar is None:
            return None
        at = start + scalar.start("rest")
        cure = f"write: {_requoted(line, start)}"
        place = Place(source.path, number, at + 1, len(line.rstrip()) - at)
        return _problem("yaml-after-quote", "text stands behind a closing quotation mark", place, cure)
    if (
        first in "%@`*&!,]}"
        or value.startswith(("- ", "? "))
        or (first in "|>" and not _BLOCK_MARK.fullmatch(value))
    ):
        message = f"the value begins with `{first}`, which YAML keeps for itself"
        return _problem("yaml-value-start", message, place, cure)
    if first in _CLOSING:
        _, closed, rest = value.rpartition(_CLOSING[first])
        if not closed or not rest.strip() or rest.lstrip()[0] in "#,":
            return None
        message = f"the value begins with `{first}`, which opens a list or map, and goes on behind it"
        return _problem("yaml-value-start", message, place, cure)
    colon = _COLON.search(value)
    if colon is None or "#" in value[: colon.start()]:
        return None
    at = start + colon.start()
    message = "a colon and a space stand inside a value that is not quoted"
    return _problem("yaml-colon", message, Place(source.path, number, at + 1, 1), cure)


def _requoted(line: str, start: int) -> str:
    """The line with its value in marks that hold it. Marks at both its ends hold it already, unless one inside closes."""
    value = line[start:].rstrip()
    inner = value[1:-1]
    at = inner.find(value[0])
    closes = inner[at - 1 : at].strip() and not inner[at + 1 : at + 2].isalnum()
    if value[0] != value[-1] or at < 0 or closes:
        return line_quoted(line, start, len(line))
    return line_quoted(f"{line[:start]}{inner}", start, len(line))


def _of_bracket(source: Source, began: int, at: int) -> Problem:
    if source.text.startswith((": ", ":\n"), at) and source.line_number(at) == source.line_number(began):
        message, cure = (
            "a colon and a space stand inside a value that is not quoted",
            "put the value in quotation marks",
        )
        return _problem("yaml-colon", message, source.place(at, at + 1), cure)
    if source.text[began : began + 1] not in _CLOSING:
        began = max(0, *(source.text.rfind(bracket, 0, began) for bracket in _CLOSING))
    bracket = source.text[began : began + 1]
    closing = _CLOSING[bracket]
    number = source.line_number(began)
    column = began - source.line_span(number)[0]
    line = source.line(number)
    numbered = _NUMBERED.sub(lambda match: f'"{match[0]}"', line[column:])
    if bracket == "[" and numbered != line[column:] and '"' not in line and len(line) <= _LONGEST:
        message = "a `#` in a list begins a comment, so the list is not closed"
        cure = f"write: {line[:column].lstrip()}{numbered.rstrip()}"
        return _problem("yaml-bracket-open", message, source.place(began, began + 1), cure)
    return _problem(
        "yaml-bracket-open",
        f"the list or map that `{bracket}` opens here is not closed, or lacks a comma",
        source.place(began, began + 1),
        f"part its items with commas and close it with `{closing}`",
        f"if it is a text, write: {line_quoted(line, column, len(line))}",
    )


def _of_cut(source: Source, number: int) -> Problem | None:
    """A text over several lines that YAML ends at ` #` in the line before."""
    before = source.line(number - 1) if number > 1 else ""
    at = before.find(" #")
    line = source.line(number)
    if at < 0 or line[:1] != " " or not before.strip().partition(" #")[0]:
        return None
    place = Place(source.path, number - 1, at + 2, len(before) - at - 1)
    message = "the text ends before ` #`; YAML takes the rest for a comment"
    return _problem("yaml-comment-cut", message, place, "put the whole text in quotation marks")


def _of_line(source: Source, number: int, said: str, at: int, *, in_front_matter: bool) -> Problem:
    line = source.line(number).strip()
    if not _COLON.search(line) and not line.startswith("- "):
        message = "this line is neither `key: value` nor an item that begins with `- `"
        cure = "indent a line that goes on from the one above, or put the whole text in quotation marks"
        closing = ("close the front matter with a line `---` above this one",) if in_front_matter else ()
        return _problem("yaml-syntax", message, source.place(at, at + 1), cure, *closing)
    if "expected" in said or "not allowed" in said:
        message = "this line does not fit the indentation of the lines above"
    else:
        message = "this line cannot be read as YAML"
    cure = "keys of one record stand exactly below each other; indent by two spaces what belongs to a key"
    return _problem("yaml-syntax", message, source.place(at, at + 1), cure)
