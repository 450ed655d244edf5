"""The keys of other generators as the fields of an article.

It promises that every key ends somewhere: in a field, or under `extra`, where a build ignores it and a person finds it.
What a field takes is asked of `schema`, so that whatever is written here also loads. It refuses to guess: a date that can
be read in two ways, or not at all, is no date of the article.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from postil.importers.article import UNFIT
from postil.importers.front import Front, Value
from postil.importers.when import reading
from postil.messages import one_line, shortened
from postil.problems import Place, Problem, Severity
from postil.schema import Map, Node, Scalar, Seq, article_from_node
from postil.schema.nodes import WITHHOLD

_KEYS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "title": ("title",),
        "outlet": ("outlet", "publication", "publisher", "source"),
        "authors": ("authors", "author", "byline"),
        "published": (
            "published",
            "publishdate",
            "pubdate",
            "publishedat",
            "datepublished",
            "publicationdate",
            "date",
        ),
        "updated": (
            "updated",
            "lastmod",
            "modified",
            "lastmodified",
            "lastmodifiedat",
            "lastupdated",
            "updatedat",
            "datemodified",
            "lastupdate",
        ),
        "retrieved": ("retrieved", "accessed", "captured"),
        "url": ("url", "sourceurl", "canonical", "canonicalurl", "originalurl", "source"),
        "lang": ("lang", "language", "locale"),
        "tags": ("tags", "tag", "categories", "category", "keywords"),
        "former_ids": ("formerids", "slug", "aliases", "redirectfrom", "permalink", "path"),
    }
)
"""Field -> the keys that may fill it, the surest first; written small, without `-` and `_`."""

_DATES = ("published", "updated", "retrieved")
_MANY = ("authors", "tags", "former_ids")
_ANSWERS = MappingProxyType(
    {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
)
_EMPTY: tuple[Value, ...] = ("", [], {}, "null", "~")
_WEB = re.compile(r"https?://[^\s/]\S*", re.IGNORECASE)
_NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?")
_PATH = re.compile(r"[a-z0-9][a-z0-9-]*(?:/[a-z0-9][a-z0-9-]*)*")
_DEEPEST = 8
"""Levels of lists and maps that are kept as they are; deeper ones become one text (JSON)."""


@dataclass(slots=True)
class Fields:
    """What front matter comes to. `mapped` says which key went where, where their names differ."""

    values: dict[str, Value] = field(default_factory=dict)
    extra: dict[str, Value] = field(default_factory=dict)
    mapped: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)
    problems: list[Problem] = field(default_factory=list)
    is_draft: bool = False


def fields_from_front(name: str, front: Front) -> Fields:
    """The fields of an article; its title may be missing."""
    made = Fields()
    rest = dict(front.values)
    _take_inner(rest, made)
    made.is_draft = _is_draft(rest, made)
    for target, names in _KEYS.items():
        for key in sorted(
            (key for key in rest if _bare(key) in names), key=lambda key: names.index(_bare(key))
        ):
            _fill(made, target, key, rest, Place(name, front.lines.get(key, 1)))
    for key, value in rest.items():
        if key not in _KEYS:
            made.values[key] = value
        elif value not in _EMPTY:
            _aside(made, key, value)
            made.unknown.append(key)
    _hold_to_schema(made, name, front)
    if front.comments:
        _aside(made, "comments", list(front.comments))
        made.problems.append(
            _warning(
                "import-extra",
                f"front matter has comments, which are kept under `extra`: {_told(front.comments)}",
                Place(name, 1),
            )
        )
    made.unknown = [key for key in made.unknown if key not in made.asked]
    if made.unknown:
        lines = [front.lines[key] for key in made.unknown if key in front.lines]
        made.problems.append(
            _warning(
                "import-extra",
                f"the front matter has what fits no field of an archive: {', '.join(sorted(set(made.unknown)))}",
                Place(name, min(lines, default=1)),
                "it was kept under `extra`; move what belongs to a field of the archive there",
            )
        )
    return made


def _bare(key: str) -> str:
    return key.casefold().replace("-", "").replace("_", "")


def _told(texts: tuple[str, ...]) -> str:
    return "; ".join(f'"{shortened(text)}"' for text in texts[:3])


def _take_inner(rest: dict[str, Value], made: Fields) -> None:
    """Unpack Zola's `[taxonomies]`, and an `extra` that is there already."""
    taxonomies = rest.get("taxonomies")
    if isinstance(taxonomies, dict):
        del rest["taxonomies"]
        for key, value in taxonomies.items():
            if _bare(key) in (*_KEYS["tags"], *_KEYS["authors"]) and key not in rest:
                rest[key] = value
            else:
                made.extra[f"taxonomies.{key}"] = value
                made.unknown.append("taxonomies")
    extra = rest.get("extra")
    if isinstance(extra, dict):
        del rest["extra"]
        made.extra |= {key: _shallow(value) for key, value in extra.items()}
        made.unknown += [f"extra.{key}" for key in extra]


def _is_draft(rest: dict[str, Value], made: Fields) -> bool:
    """`draft: true`, and Jekyll's `published: false`; both keys are taken out where they say yes or no."""
    said = []
    for key in list(rest):
        answer = _ANSWERS.get(str(rest[key]).lower())
        if answer is not None and _bare(key) in ("draft", "published"):
            is_draft = answer is (_bare(key) == "draft")
            said.append(is_draft)
            if not is_draft:
                made.mapped.append(f"{key}: {one_line(rest[key])} -> no draft")
            del rest[key]
    return any(said)


def _fill(made: Fields, target: str, key: str, rest: dict[str, Value], place: Place) -> None:
    """Put what a key holds into a field, as far as it fits there; what has been dealt with is taken out of `rest`."""
    value = rest[key]
    if value in _EMPTY:
        del rest[key]
        return
    if target in _MANY:
        fits, left = _many(target, value)
        made.values[target] = list(dict.fromkeys([*made.values.get(target, []), *fits]))
        if not made.values[target]:
            del made.values[target]
        del rest[key]
        if left:
            _aside(made, key, left[0] if len(left) == 1 and not isinstance(value, list) else left)
            made.unknown.append(key)
        if fits and key != target:
            made.mapped.append(f"{key} -> {target}")
        return
    if target in made.values or not isinstance(value, str):
        return
    one = _date(value, key, place, made) if target in _DATES else _one(target, value)
    if one is not None:
        made.values[target] = one
        del rest[key]
        if key != target or one != one_line(value):
            made.mapped.append(f"{key} -> {target}" + (f" {one}" if target in _DATES else ""))


def _one(target: str, value: str) -> str | None:
    text = one_line(value)
    is_web = _WEB.fullmatch(text) is not None
    if is_web is not (target == "url") and target in ("url", "outlet"):
        return None
    return text.replace("_", "-") if target == "lang" else text


def _date(value: str, key: str, place: Place, made: Fields) -> str | None:
    found = reading(value)
    if found.date is not None:
        return found.date.edtf
    made.asked.add(key)
    shown = shortened(value)
    if found.candidates:
        message = (
            f"`{key}` is `{shown}`, which may be {' or '.join(found.candidates)}; no date was taken from it"
        )
    else:
        message = f"`{key}` is `{shown}`, which is no date; none was taken from it"
    cure = "it was kept under `extra`; write the date that is meant into the article's front matter"
    made.problems.append(_warning("import-date", message, place, cure))
    return None


def _many(target: str, value: Value) -> tuple[list[str], list[Value]]:
    """The texts of a list that fit a field, and what is left of it."""
    items = value if isinstance(value, list) else [value]
    fits: list[str] = []
    left: list[Value] = []
    for item in items:
        text = item.get("name") if isinstance(item, dict) and target == "authors" else item
        if not isinstance(text, str) or not text.strip() or (target == "authors" and _is_no_name(text)):
            left.append(item)
            continue
        if isinstance(item, dict) and len(item) > 1:
            left.append(item)
        text = one_line(text)
        if target == "former_ids":
            path = re.sub(r"\.html?$", "", text.strip("/"))
            if _PATH.fullmatch(path):
                fits.append(path)
            else:
                left.append(item)
        elif target == "tags" and not isinstance(value, list):
            fits += [part for one in text.split(",") if (part := one.strip().lstrip("#"))]
        else:
            fits.append(text.lstrip("#") or text if target == "tags" else text)
    return fits, left


def _is_no_name(text: str) -> bool:
    """Whether it is a number, an answer or nothing, which a generator writes where no name is."""
    text = one_line(text).lower()
    return text in _ANSWERS or text in _EMPTY or _NUMBER.fullmatch(text) is not None


def _hold_to_schema(made: Fields, name: str, front: Front) -> None:
    """Move under `extra` what a build would refuse. What asks for text to be held back stays, and stops the build."""
    keys = list(made.values)
    entries = tuple(
        (_scalar(key, number), _node(made.values[key], number)) for number, key in enumerate(keys, 1)
    )
    if "title" not in made.values:
        entries = (*entries, (_scalar("title", 0), _scalar("-", 0)))
    place = Place(name, 0)
    checked = article_from_node(Map(entries, place), "", id_="x", place=place, body_line=1, language="en")
    for problem in checked.problems:
        number = problem.place.line
        if not number or keys[number - 1] == WITHHOLD or keys[number - 1] not in made.values:
            continue
        key = keys[number - 1]
        value = made.values.pop(key)
        at = Place(name, front.lines.get(key, 1))
        if problem.code == "unknown-key":
            made.unknown.append(key)
        else:
            message = f"`{key}` was kept under `extra`: {problem.message}"
            made.problems.append(_warning("import-field", message, at, *problem.help))
        _aside(made, key, value)


def _aside(made: Fields, key: str, value: Value) -> None:
    while key in made.extra:
        key += "-"
    made.extra[key] = _shallow(value)


def _scalar(text: str, number: int) -> Scalar:
    return Scalar(text, Place("", number), Place("", number))


def _node(value: Value, number: int) -> Node:
    if isinstance(value, dict):
        entries = tuple((_scalar(key, number), _node(one, number)) for key, one in value.items())
        return Map(entries, Place("", number))
    if isinstance(value, list):
        return Seq(tuple(_node(one, number) for one in value), Place("", number))
    return _scalar(value, number)


def _shallow(value: Value, depth: int = 0) -> Value:
    if depth >= _DEEPEST and not isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, dict):
        return {key: _shallow(one, depth + 1) for key, one in value.items()}
    if isinstance(value, list):
        return [_shallow(one, depth + 1) for one in value]
    return value


def unfit_text(value: Value) -> Iterator[str]:
    """Every text of a value, keys too, that holds a character which no page can hold."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield from unfit_text(key)
            yield from unfit_text(one)
    elif isinstance(value, list):
        for one in value:
            yield from unfit_text(one)
    elif UNFIT.search(value):
        yield value


def _warning(code: str, message: str, place: Place, *cures: str) -> Problem:
    return Problem(code, message, place, help=cures, severity=Severity.WARNING)
