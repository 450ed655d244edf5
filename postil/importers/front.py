"""Front matter of other generators: YAML between `---`, TOML between `+++`, or JSON, as keys and texts.

It promises that every value is the text that was written (`no`, `0123` and `10:00` stay what they are), that no comment is
lost, and that what cannot be read whole is a problem with its line. It refuses to know what any key means.
"""

import datetime as dt
import json
import re
import tomllib
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any

import yaml

from postil.problems import Checked, Place, Problem

Value = Any
"""A text, or a list or map of such values."""

_YAML = re.compile(r"---[ \t]*\n(?P<front>.*?)(?:^)(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_TOML = re.compile(r"\+\+\+[ \t]*\n(?P<front>.*?)(?:^)\+\+\+[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_JSON = re.compile(r'\{\s*(?:"|\}\s*(?:\n|\Z))')
_OPEN = re.compile(r'(?:---[ \t]*\n["\']?[A-Za-z][\w -]*["\']?:(?:[ \t]|$)|\+\+\+[ \t]*\n)', re.MULTILINE)
_TOML_COMMENT = re.compile(
    r'"""(?:\\.|.)*?"""|\'\'\'.*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#(?P<comment>[^\n]*)', re.DOTALL
)
_YAML_COMMENT = re.compile(r"(?:^|(?<=[ \t]))#(?P<comment>[^\n]*)", re.MULTILINE)
_DEEPEST = 40


@dataclass(frozen=True, slots=True)
class Front:
    """What stands before a body. `lines` are the lines of the file on which its keys stand."""

    values: dict[str, Value] = field(default_factory=dict)
    comments: tuple[str, ...] = ()
    lines: dict[str, int] = field(default_factory=dict)
    body: str = ""
    body_line: int = 1


class _FrontError(ValueError):
    """Why front matter cannot be read; `line` counts from the front matter's first line."""

    def __init__(self, why: str, line: int = 1) -> None:
        super().__init__(why)
        self.line = line


def front_from_source(name: str, source: str) -> Checked[Front | None]:
    """The front matter of a text with its body; None, with a problem, where there is one that cannot be read."""
    parser: Callable[[str], tuple[Value, list[str]]]
    if found := _YAML.match(source):
        text, end, parser = found["front"], found.end(), _from_yaml
    elif found := _TOML.match(source):
        text, end, parser = found["front"], found.end(), _from_toml
    elif _JSON.match(source):
        try:
            end = json.JSONDecoder().raw_decode(source)[1]
        except (ValueError, RecursionError) as error:
            return _unread(name, getattr(error, "lineno", 1), getattr(error, "msg", "nested too deep"))
        text, parser = source[:end], _from_json
        end = source.find("\n", end) + 1 or len(source)
    elif _OPEN.match(source):
        return _unread(name, 1, "it has no closing line")
    else:
        return Checked(Front(body=source))
    first = 1 if parser is _from_json else 2
    try:
        values, comments = parser(text)
        values = _texts(values or {}, 0)
    except _FrontError as error:
        return _unread(name, error.line + first - 1, str(error))
    except RecursionError:
        return _unread(name, first, "nested too deep")
    if not isinstance(values, dict):
        return _unread(name, first, "it is not a list of keys and values")
    body_line = source.count("\n", 0, end) + 1
    return Checked(Front(values, tuple(comments), _lines(values, text, first), source[end:], body_line))


def _from_yaml(text: str) -> tuple[Value, list[str]]:
    try:
        values = yaml.load(text, Loader=_Loader)  # noqa: S506 - it makes text, lists and maps only
        spans = [
            (token.start_mark.index, token.end_mark.index)
            for token in yaml.scan(text, Loader=yaml.BaseLoader)
            if isinstance(token, yaml.ScalarToken)
        ]
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        raise _FrontError(
            getattr(error, "problem", None) or "it is not YAML", mark.line + 1 if mark else 1
        ) from error
    return values, _comments_outside(text, spans)


def _comments_outside(text: str, spans: list[tuple[int, int]]) -> list[str]:
    """The comments of YAML: every ` #` that stands in no value."""
    found, number = [], 0
    for comment in _YAML_COMMENT.finditer(text):
        while number < len(spans) and spans[number][1] <= comment.start():
            number += 1
        if number == len(spans) or comment.start() < spans[number][0]:
            found.append(comment["comment"].strip())
    return [one for one in found if one]


def _from_toml(text: str) -> tuple[Value, list[str]]:
    try:
        values = tomllib.loads(text, parse_float=str)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"at line (\d+)", str(error))
        raise _FrontError(str(error), int(line[1]) if line else 1) from error
    comments = [found["comment"] or "" for found in _TOML_COMMENT.finditer(text)]
    return values, [comment.strip() for comment in comments if comment.strip()]


def _from_json(text: str) -> tuple[Value, list[str]]:
    def unique(pairs: list[tuple[str, Value]]) -> dict[str, Value]:
        values = dict(pairs)
        if len(values) < len(pairs):
            raise _FrontError("a key stands twice")
        return values

    return json.loads(text, object_pairs_hook=unique, parse_int=str, parse_float=str, parse_constant=str), []


def _texts(value: Value, depth: int) -> Value:
    if depth > _DEEPEST:
        raise _FrontError("nested too deep")
    if isinstance(value, dict):
        return {str(key): _texts(one, depth + 1) for key, one in value.items()}
    if isinstance(value, list):
        return [_texts(one, depth + 1) for one in value]
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dt.datetime | dt.date | dt.time):
        return value.isoformat()
    return str(value)


def _lines(values: dict[str, Value], text: str, first: int) -> dict[str, int]:
    lines = {}
    for key in values:
        found = re.search(rf"^[ \t{{,]*[\"'\[]?{re.escape(key)}[\"'\]]?[ \t]*[:=\n]", text, re.MULTILINE)
        lines[key] = text.count("\n", 0, found.start()) + first if found else first
    return lines


def _unread(name: str, line: int, why: str) -> Checked[Front | None]:
    problem = Problem(
        "import-front-matter",
        f"what stands before the text cannot be read as front matter: {why}",
        Place(name, line),
        help=("correct it; when it belongs to the text, put two lines of `---` above it",),
    )
    return Checked(None, (problem,))


class _Loader(yaml.BaseLoader):
    """Texts, lists and maps, nothing twice and nothing by reference."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            mark = self.peek_event().start_mark  # type: ignore[no-untyped-call]
            raise yaml.composer.ComposerError(None, None, "a value is an alias", mark)
        return super().compose_node(parent, index)

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:  # noqa: FBT001, FBT002 - PyYAML's
        keys: set[str] = set()
        for key, _ in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise yaml.constructor.ConstructorError(None, None, "a key is no text", key.start_mark)
            if key.value in keys:
                raise yaml.constructor.ConstructorError(
                    None, None, f"the key `{key.value}` stands twice", key.start_mark
                )
            keys.add(key.value)
        return super().construct_mapping(node, deep=deep)
