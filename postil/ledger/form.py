"""The file of the ledger: JSON, one row a line, so that a change shows in its lines and two branches can be merged.

Promises that a ledger has one form of bytes, and that whatever stands in a file is a ledger that keeps its own rules or a
fault that says why it is none. Nothing is guessed and nothing passed over: the file is written by the engine alone.
"""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import TypeVar

from postil.characters import CONTROLS, INVISIBLE, NONCHARACTERS, SURROGATES
from postil.ledger.rule import digest_of_sentence
from postil.model.ledger import (
    Because,
    Ledger,
    Row,
    Sealed,
    SealedBlock,
    SealedSentence,
    Stone,
    Version,
    Withdrawal,
)

FORM = 1
"""The number of this form of the file."""

_CHECK = 32
"""Hexadecimal digits of the digest of an article's lines."""

_ARTICLE = re.compile(r"[a-z0-9][a-z0-9-]*(?:/[a-z0-9][a-z0-9-]*)*")
_CLAIM = re.compile(r"[a-z0-9][a-z0-9-]*")
_BLOCK = re.compile(r"p[1-9][0-9]{0,8}")
_SENTENCE = re.compile(r"p[1-9][0-9]{0,8}s[1-9][0-9]{0,8}")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_DIGEST_OF_SENTENCE = re.compile(r"[0-9a-f]{32}")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_LANGUAGE = re.compile(r"[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*")
_CONFLICT = re.compile(r"^(?:<{7}|={7}|>{7}|\|{7})(?: .*)?$", re.MULTILINE)
_UNFIT = re.compile(f"[{SURROGATES}{NONCHARACTERS}]|(?![\n\t])[{CONTROLS}]")
_HIDDEN = re.compile(f"[{CONTROLS}{INVISIBLE}\u2028\u2029]")

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a file, and on which line, 0 where none is known. `is_conflict`: a merge was not finished."""

    message: str
    line: int = 0
    is_conflict: bool = False


class _Wrong(Exception):  # noqa: N818 - what is wrong is the file, and becomes a `Fault`
    def __init__(self, message: str, article: str = "") -> None:
        super().__init__(message)
        self.article = article


# --- writing --------------------------------------------------------------------------------------------------------


def text_from_ledger(ledger: Ledger) -> str:
    """The file. Articles are sorted by id; characters that nobody sees are escaped."""
    articles = {one.article: _sealed_lines(one) for one in ledger.sealed}
    articles |= {one.article: _withdrawn_lines(one) for one in ledger.withdrawn}
    of_articles = [_nested(id_, "{}", lines, 2) for id_, lines in sorted(articles.items())]
    return f'{{\n "ledger": {FORM},\n {_nested("articles", "{}", of_articles, 1)}\n}}\n'


def _sealed_lines(one: Sealed) -> list[str]:
    return _checked(
        one.article,
        f'"digest": {_json(one.digest)}',
        _nested("versions", "[]", map(_version, one.versions), 3),
        _nested("rows", "[]", map(_row, one.rows), 3),
    )


def _withdrawn_lines(one: Withdrawal) -> list[str]:
    title = [] if one.title is None else [f'"title": {_json(one.title)}']
    lang = [] if one.lang is None else [f'"lang": {_json(one.lang)}']
    versions = _nested("versions", "[]", map(_version, one.versions), 3)
    return _checked(one.article, '"withdrawn": true', *title, *lang, versions)


def _checked(article: str, *lines: str) -> list[str]:
    """The lines of an article, and a digest of them: who edits one by hand, or merges two halves of them, is told."""
    digest = sha256("\n".join((article, *lines)).encode()).hexdigest()[:_CHECK]
    return [*lines, f'"check": {_json(digest)}']


def _nested(name: str, brackets: str, lines: Iterable[str], depth: int) -> str:
    """A list or map under its name, a line for each thing in it; `depth` is how far the line of the name is indented."""
    inside = ",\n".join(f"{' ' * (depth + 1)}{line}" for line in lines)
    inside = f"\n{inside}\n{' ' * depth}" if inside else ""
    return f"{_json(name)}: {brackets[0]}{inside}{brackets[1]}"


def _version(one: Version) -> str:
    value: dict[str, object] = {"on": one.on}
    if one.because is not None:
        value["because"] = one.because.value
    if one.claims:
        value["claims"] = list(one.claims)
    return _json(value)


def _row(row: Row) -> str:
    match row:
        case SealedBlock():
            return _json([row.id, row.first])
        case SealedSentence():
            return _json([row.id, row.first, row.length, row.digest])
        case Stone():
            value: dict[str, object] = {"stone": row.id, "first": row.first, "gone": row.gone}
            if row.digest is not None:
                value["digest"] = row.digest
            if row.words is not None:
                value["words"] = row.words
            return _json(value)


def _json(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return _HIDDEN.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


# --- reading --------------------------------------------------------------------------------------------------------


def ledger_from_text(text: str) -> Ledger | Fault:
    """The ledger that a file holds, or the first thing that is wrong with it."""
    conflict = _CONFLICT.search(text)
    if conflict is not None:
        line = text.count("\n", 0, conflict.start()) + 1
        return Fault(
            "a merge of the ledger was not finished: both sides stand in the file", line, is_conflict=True
        )
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_no_number, parse_float=_no_number)
    except json.JSONDecodeError as error:
        return Fault(f"the file is not JSON: {error.msg[:1].lower()}{error.msg[1:]}", error.lineno)
    except _Wrong as error:
        return Fault(str(error))
    except RecursionError:
        return Fault("lists lie too deep in each other")
    except ValueError:  # Python reads no number of thousands of digits
        return Fault("a number has too many digits")
    try:
        return _ledger(value)
    except _Wrong as error:
        return Fault(str(error), _line_of(text, error.article))


def _line_of(text: str, article: str) -> int:
    """On which line an article begins in the file; 0 where that is not known."""
    begin = re.search(rf'"{re.escape(article)}"\s*:', text) if article else None
    return text.count("\n", 0, begin.start()) + 1 if begin else 0


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise _Wrong(f"`{_shown(twice)}` stands twice in one place")
    return found


def _no_number(text: str) -> object:
    raise _Wrong(f"`{_shown(text)}` is no whole number")


def _ledger(value: object) -> Ledger:
    top = _keys(value, "the file", ("ledger", "articles"))
    if top["ledger"] != FORM or isinstance(top["ledger"], bool):
        raise _Wrong(f"it is a ledger of another form than {FORM}")
    sealed: list[Sealed] = []
    withdrawn: list[Withdrawal] = []
    articles = _mapping(top["articles"], "`articles`")
    is_checked = any(
        "check" in one for one in articles.values() if isinstance(one, dict)
    )  # none was, at first
    for id_ in sorted(articles):
        if not _ARTICLE.fullmatch(id_):
            raise _Wrong(f"`{_shown(id_)}` is no id of an article")
        try:
            said = dict(_mapping(articles[id_], "it"))
            check = said.pop("check", None)
            if "withdrawn" in said:
                withdrawn.append(_withdrawal(id_, said))
                lines = _withdrawn_lines(withdrawn[-1])
            else:
                sealed.append(_entry(id_, said))
                lines = _sealed_lines(sealed[-1])
            if is_checked:
                _prove(lines, check)
        except _Wrong as error:
            raise _Wrong(f"of article `{id_}`: {error}", id_) from None
    return Ledger(tuple(sealed), tuple(withdrawn))


def _prove(lines: list[str], check: object) -> None:
    if lines[-1] != f'"check": {_json(check)}':
        raise _Wrong("it is not as the engine wrote it: its lines are not those that `check` is of")


def _entry(id_: str, value: object) -> Sealed:
    keys = _keys(value, "it", ("digest", "versions", "rows"))
    versions = _versions(keys["versions"])
    rows = tuple(_rows(keys["rows"], len(versions)))
    return Sealed(id_, _fit(keys["digest"], _DIGEST, "`digest`"), versions, rows)


def _withdrawal(id_: str, value: object) -> Withdrawal:
    keys = _keys(value, "it", ("withdrawn", "versions"), ("title", "lang"))
    if keys["withdrawn"] is not True:
        raise _Wrong("`withdrawn` is not true")
    versions = _versions(keys["versions"])
    last = versions[-1].because
    if last is None:
        raise _Wrong("it is withdrawn for no reason")
    if last.is_silent and ("title" in keys or "lang" in keys):
        raise _Wrong("it has a title, and was withdrawn for a reason for which none is kept")
    title = _words(keys["title"], "`title`") if "title" in keys else None
    lang = _fit(keys["lang"], _LANGUAGE, "`lang`") if "lang" in keys else None
    return Withdrawal(id_, versions, title, lang)


def _versions(value: object) -> tuple[Version, ...]:
    found = tuple(_version_from(one) for one in _list(value, "`versions`"))
    if not found:
        raise _Wrong("it has no versions")
    if any((one.because is None) != (number == 0) for number, one in enumerate(found)) and len(found) > 1:
        raise _Wrong("each version but the first has a reason, and it has none")
    return found


def _version_from(value: object) -> Version:
    keys = _keys(value, "a version", ("on",), ("because", "claims"))
    on = keys["on"]
    if not isinstance(on, str) or not _DAY.fullmatch(on):
        raise _Wrong(f"`on: {_shown(on)}` is no day such as 2031-05-02")
    try:
        dt.date.fromisoformat(on)
    except ValueError:
        raise _Wrong(f"`{on}` is no day") from None
    because = keys.get("because")
    if because is not None and because not in {one.value for one in Because}:
        raise _Wrong(f"`{_shown(because)}` is no reason that the ledger knows")
    claims = tuple(_fit(one, _CLAIM, "a claim") for one in _list(keys.get("claims", []), "`claims`"))
    return Version(on, None if because is None else Because(because), claims)


def _rows(value: object, versions: int) -> Iterator[Row]:
    seen: set[str] = set()
    is_filled = True
    is_begun = False
    for one in _list(value, "`rows`"):
        row = _row_from(one)
        if row.id in seen:
            raise _Wrong(f"`{row.id}` stands for two things")
        seen.add(row.id)
        until = row.gone if isinstance(row, Stone) else versions + 1
        if not 1 <= row.first < until <= versions + 1 or (isinstance(row, Stone) and row.gone > versions):
            raise _Wrong(f"`{row.id}` is of a version that there is not")
        if isinstance(row, SealedBlock):
            if not is_filled:
                raise _Wrong(f"the block before `{row.id}` has no sentence")
            is_begun, is_filled = True, False
        elif isinstance(row, SealedSentence):
            if not is_begun:
                raise _Wrong(f"`{row.id}` stands in no block")
            is_filled = True
        yield row
    if not is_filled:
        raise _Wrong("the last block has no sentence")


def _row_from(value: object) -> Row:
    match value:
        case [str(id_), int(first)] if _BLOCK.fullmatch(id_):
            return SealedBlock(id_, _whole(first))
        case [str(id_), int(first), int(length), digest] if _SENTENCE.fullmatch(id_) and length > 0:
            fit = _fit(digest, _DIGEST_OF_SENTENCE, "a digest")
            return SealedSentence(id_, _whole(length), fit, _whole(first))
        case dict():
            return _stone(value)
    raise _Wrong("a row is no block, sentence or stone")


def _stone(value: object) -> Stone:
    keys = _keys(value, "a stone", ("stone", "first", "gone"), ("digest", "words"))
    id_ = keys["stone"]
    if not isinstance(id_, str) or not (_BLOCK.fullmatch(id_) or _SENTENCE.fullmatch(id_)):
        raise _Wrong("a stone has no address")
    digest = _fit(keys["digest"], _DIGEST_OF_SENTENCE, "a digest") if "digest" in keys else None
    words = _words(keys["words"], "`words`") if "words" in keys else None
    if "s" not in id_ and (digest or words):
        raise _Wrong(f"the stone `{id_}` of a block has words")
    if words is not None and digest != digest_of_sentence(words):
        raise _Wrong(f"the words of the stone `{id_}` are not those that its digest is of")
    return Stone(id_, _whole(keys["first"]), _whole(keys["gone"]), digest, words)


def _keys(
    value: object, what: str, needed: tuple[str, ...], more: tuple[str, ...] = ()
) -> Mapping[str, object]:
    found = _mapping(value, what)
    for name in needed:
        if name not in found:
            raise _Wrong(f"{what} has no `{name}`")
    for name in sorted(found):
        if name not in needed and name not in more:
            raise _Wrong(f"{what} has a key `{_shown(name)}` that no ledger has")
    return found


def _mapping(value: object, what: str) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise _Wrong(f"{what} holds no keys and values")
    return value


def _list(value: object, what: str) -> list[object]:
    if not isinstance(value, list):
        raise _Wrong(f"{what} is no list")
    return value


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise _Wrong("a number is none")
    return value


def _fit(value: object, form: re.Pattern[str], what: str) -> str:
    if not isinstance(value, str) or not form.fullmatch(value):
        raise _Wrong(f"{what} has not the form of one")
    return value


def _words(value: object, what: str) -> str:
    if not isinstance(value, str) or not value or _UNFIT.search(value):
        raise _Wrong(f"{what} is no text that a page can hold")
    return value


def _shown(text: object) -> str:
    line = " ".join(str(text).split())
    return line if len(line) <= 40 else f"{line[:39]}…"
