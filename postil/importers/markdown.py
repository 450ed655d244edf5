"""Markdown: the body as it is, front matter as far as an archive knows it.

Keys that an archive does not know are kept under `extra`, where a person finds them and a build ignores them. The title is
that of the front matter, else the first heading where the text begins with it.
"""

import json
import re
from dataclasses import fields
from typing import Any

import yaml

from postil.importers.article import article_file, text_from_bytes, text_of, title_from_name, title_unclear
from postil.model.imported import Imported
from postil.model.records import Article
from postil.problems import Checked, Place, Problem, Severity

_KNOWN = frozenset(field.name for field in fields(Article)) - {"body", "body_line", "id", "path", "place"}
_FRONT = re.compile(r"---[ \t]*\n(?P<front>.*?)(?:^)(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_HEADING = re.compile(r"\s*(?:(# *[^#\n].*)|([^\n]+\n=+[ \t]*))(?:\n|\Z)")


def import_markdown(name: str, data: bytes) -> Imported:
    """Read a Markdown file. `name` is its path as given."""
    source = text_from_bytes(name, data)
    if source.problems:
        return Imported(problems=source.problems)
    found = _FRONT.match(source.value)
    front = _fields(name, found["front"]) if found else Checked(dict[str, Any]())
    if front.value is None:
        return Imported(problems=front.problems)
    body = source.value[found.end() :] if found else source.value
    kept = front.value
    problems = front.problems
    if not kept.get("title"):
        title = _title(body)
        if title is None:
            title = title_from_name(name)
            problems += (title_unclear(name, title),)
        kept = {"title": title, **{key: value for key, value in kept.items() if key != "title"}}
    return Imported((article_file(name, kept, body),), (), problems)


def _fields(name: str, front: str) -> Checked[dict[str, Any] | None]:
    """The front matter's fields, every scalar as text; None when it is not front matter at all."""
    try:
        read = yaml.load(front, Loader=yaml.BaseLoader)  # noqa: S506 - it makes text, lists and maps only
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        return _unread(name, mark.line + 2 if mark else 1, getattr(error, "problem", None) or "not YAML")
    if read is None or read == "":
        read = {}
    if not isinstance(read, dict) or not all(isinstance(key, str) for key in read):
        return _unread(name, 1, "not a list of keys and values")
    kept = {key: value for key, value in read.items() if key in _KNOWN and value not in ("", [], {})}
    extra = {key: value for key, value in read.items() if key not in _KNOWN}
    if not extra:
        return Checked(kept)
    own = kept.get("extra")
    kept["extra"] = {**(own if isinstance(own, dict) else {}), **{k: _as_text(v) for k, v in extra.items()}}
    problem = Problem(
        "import-extra",
        f"the front matter has keys that an archive does not know: {', '.join(sorted(extra))}",
        Place(name, 1),
        help=("they were kept under `extra`; move what belongs to a field of the archive there",),
        severity=Severity.WARNING,
    )
    return Checked(kept, (problem,))


def _unread(name: str, line: int, why: str) -> Checked[dict[str, Any] | None]:
    problem = Problem(
        "import-front-matter",
        f"what stands between the first two lines of `---` cannot be read as front matter: {why}",
        Place(name, line),
        help=("correct it; when it belongs to the text, put two lines of `---` above it",),
    )
    return Checked(None, (problem,))


def _as_text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _title(body: str) -> str | None:
    """The visible text of the first heading, when the body begins with it and it is of the first level."""
    heading = _HEADING.match(body)
    return text_of(heading.group()).text or None if heading else None
