"""Signs of a page's dates: what it declares about its publication, and what may be taken from that.

It promises to take a date only where the declarations agree, it is not after the day the page was saved, and it
cannot be read in two ways; else it names what it saw, for a person to say. Dates in the text, of events, comments
and other articles, are never taken. It knows a page as lxml's tree.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from postil.dates import year
from postil.importers.when import Reading, reading
from postil.model.records import Date

_PUBLISHED = frozenset(
    (
        "article:published_time",
        "og:article:published_time",
        "og:published_time",
        "datepublished",
        "dc.date",
        "dc.date.issued",
        "dc.date.created",
        "dcterms.date",
        "dcterms.issued",
        "dcterms.created",
        "date",
        "pubdate",
        "publishdate",
        "publish-date",
        "publish_date",
        "publication_date",
        "publication-date",
        "parsely-pub-date",
        "sailthru.date",
        "citation_publication_date",
        "citation_online_date",
        "citation_date",
        "cxenseparse:recs:publishtime",
        "shareaholic:article_published_time",
        "dcterms.available",
    )
)
_UPDATED = frozenset(
    (
        "article:modified_time",
        "og:updated_time",
        "datemodified",
        "dc.date.modified",
        "dcterms.modified",
        "last-modified",
        "lastmod",
        "revised",
    )
)
_IN_ADDRESS = re.compile(r"/((?:19|20)\d{2})[/-](\d{1,2})(?:[/-](\d{1,2}))?(?=[/-]|$)")

Tree = Any
"""An element of lxml, which has no types of its own."""
Json = Any


@dataclass(frozen=True, slots=True)
class Sign:
    """A date that a page declares, and where in the page it stands."""

    where: str
    text: str
    read: Reading


@dataclass(frozen=True, slots=True)
class Taken:
    """The date that the signs give, or None; `why` says from which, or what there was to choose from."""

    date: Date | None
    why: str = ""
    is_question: bool = False


def publication(tree: Tree, address: str | None, captured: Date | None) -> Taken:
    """When a page was published."""
    signs = [*_declared(tree, _PUBLISHED), *_data(tree, "datePublished"), *_times(tree, declared=True)]
    if (
        not any(_usable(sign, captured) for sign in signs)
        and address
        and (found := _IN_ADDRESS.search(address))
    ):
        text = "-".join(part.zfill(2) for part in found.groups() if part)
        signs.append(Sign("the address", text, reading(text)))
    return _taken(signs, list(_times(tree, declared=False)), captured)


def update(tree: Tree, captured: Date | None) -> Taken:
    """When a page was last changed."""
    return _taken([*_declared(tree, _UPDATED), *_data(tree, "dateModified")], [], captured)


def _taken(signs: list[Sign], others: list[Sign], captured: Date | None) -> Taken:
    usable = [sign for sign in signs if _usable(sign, captured)]
    dates = [sign.read.date for sign in usable if sign.read.date is not None]
    unclear = [sign for sign in signs if sign.read.date is None and (sign.read.candidates or not usable)]
    if dates and not unclear and (one := _agreed(dates)) is not None:
        sure = next(sign for sign in usable if sign.read.date == one)
        seen = [sign for sign in (*signs, *others) if not _fits(sign, one)]
        if not seen:
            return Taken(one, f"{one.edtf}, from {sure.where}")
        also = _told(seen, captured)
        return Taken(
            one, f"{one.edtf} was taken from {sure.where}; the page also has {also}", is_question=True
        )
    seen = [*signs, *others]
    return Taken(None, f"the page has {_told(seen, captured)}" if seen else "", is_question=bool(seen))


def _usable(sign: Sign, captured: Date | None) -> bool:
    date = sign.read.date
    if date is None or date.lower is None:
        return False
    return captured is None or captured.upper is None or date.lower <= captured.upper


def _agreed(dates: list[Date]) -> Date | None:
    """The date that says most, when all others can mean the same."""
    most = min(dates, key=lambda date: (_width(date), date.instant is None, date.edtf))
    return most if all(_same(most, date) for date in dates) else None


def _width(date: Date) -> int:
    if date.lower is None or date.upper is None:
        return 1_000_000
    return (
        (date.upper[0] - date.lower[0]) * 372
        + (date.upper[1] - date.lower[1]) * 31
        + date.upper[2]
        - date.lower[2]
    )


def _same(one: Date, other: Date) -> bool:
    if one.instant is not None and one.instant == other.instant:
        return True
    lowers, uppers = (one.lower, other.lower), (one.upper, other.upper)
    if None in lowers or None in uppers:
        return False
    return bool(other.lower and one.lower and one.upper and other.upper) and (
        other.lower <= one.lower and one.upper <= other.upper  # type: ignore[operator]
    )


def _fits(sign: Sign, date: Date) -> bool:
    found = sign.read.date
    return found is not None and _same(date, found)


def _told(signs: Iterable[Sign], captured: Date | None) -> str:
    told = dict.fromkeys(
        f"`{' '.join(sign.text.split())[:40]}`"
        + (f" ({' or '.join(sign.read.candidates)})" if sign.read.candidates else "")
        + f" in {sign.where}"
        + (", after the page was saved" if sign.read.date and not _usable(sign, captured) else "")
        for sign in signs
    )
    few = list(told)[:8]
    return "; ".join(few) + (f" and {len(told) - 8} more" if told.keys() - few else "")


# --- where signs stand -----------------------------------------------------------------------------------------------


def _declared(tree: Tree, names: frozenset[str]) -> Iterator[Sign]:
    for element in tree.iter("meta"):
        for attribute in ("property", "name", "itemprop", "http-equiv"):
            name = (element.get(attribute) or "").strip()
            if name.lower() in names and (element.get("content") or "").strip():
                yield Sign(
                    f'meta {attribute}="{name}"', element.get("content"), reading(element.get("content"))
                )
                break


def _times(tree: Tree, *, declared: bool) -> Iterator[Sign]:
    """Elements that hold a time: those that say it is the page's publication, or all others."""
    for element in tree.iter("time", "abbr", "span"):
        says = (
            element.get("pubdate") is not None or (element.get("itemprop") or "").lower() == "datepublished"
        )
        text = element.get("datetime") or element.get("content") or element.get("title") or ""
        text = text if text.strip() else "".join(element.itertext())
        if says is declared and text.strip() and (says or element.tag == "time"):
            mark = ' itemprop="datePublished"' if element.get("itemprop") else " pubdate" if says else ""
            read = reading(text)
            if declared or (read.date is not None and year(read.date) is not None):
                yield Sign(f"<{element.tag}{mark}>", text, read)


def _data(tree: Tree, key: str) -> Iterator[Sign]:
    """JSON-LD, in the objects of which the page's article is one."""
    for element in tree.iter("script"):
        if "ld+json" not in (element.get("type") or ""):
            continue
        try:
            found = list(_values(json.loads(element.text or ""), key, 0))
        except (ValueError, RecursionError):
            continue
        for text in found:
            yield Sign(f"JSON-LD {key}", text, reading(text))


def _values(value: Json, key: str, depth: int) -> Iterator[str]:
    if depth > 4:
        return
    if isinstance(value, list):
        for one in value:
            yield from _values(one, key, depth + 1)
    elif isinstance(value, dict):
        if isinstance(value.get(key), str):
            yield value[key]
        yield from _values(value.get("@graph"), key, depth + 1)
