"""How to cite the page of an article: in plain text, and for reference managers as BibTeX and as CSL-JSON.

What is not known is left out, and nothing is guessed: a name is not taken apart, a date that is no plain day, month or year
is given in words. The words are the values' own, so that a citation reads in any language. Promises a BibTeX entry whose
braces match and whose text TeX shows as it was written, and CSL-JSON by its schema (citation-style-language, csl-data).
"""

from __future__ import annotations

import json
import re
from types import MappingProxyType

from postil.dates import words
from postil.model.records import Article, Date
from postil.pages.lookup import Lookup

_PLAIN_DATE = re.compile(r"(\d{4})(?:-(0[1-9]|1[0-2])(?:-(\d\d)(?:T.*)?)?)?([~?%])?")
"""A year, month, day or moment of the common era in EDTF, with its qualifier."""

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
"""Macros of BibTeX: each style and language has its own name for them."""

_TEX = MappingProxyType(
    {
        **{sign: rf"\{sign}" for sign in "#$%&_"},
        "\\": r"{\textbackslash}",
        "{": r"{\textbraceleft}",
        "}": r"{\textbraceright}",
        "^": r"{\textasciicircum}",
        "~": r"{\textasciitilde}",
    }
)
"""What TeX does not show as it stands. BibTeX counts braces even behind a backslash, so they have names."""

_IN_ADDRESS = MappingProxyType({"\\": "%5C", "{": "%7B", "}": "%7D"})

_AND = re.compile(r"\band\b", re.IGNORECASE)


def citation(lookup: Lookup, article: Article) -> tuple[str, ...]:
    """Part by part: authors or outlet, title, outlet, date in words, archive. Each part may be in a script of its own."""
    outlet = article.outlet if article.authors else None
    published = words(article.published, lookup.lang) if article.published else None
    where = (f"{outlet}," if published else _closed(outlet)) if outlet else None
    by = ", ".join(article.authors) or article.outlet
    parts = (
        _closed(by) if by else None,
        _closed(article.title),
        where,
        _closed(published) if published else None,
        _closed(lookup.archive.settings.title),
    )
    return tuple(part for part in parts if part)


def bibtex(lookup: Lookup, article: Article, address: str | None) -> str:
    """An entry of a BibTeX file; `address` is the page's own, where it has one on the web.

    With author, outlet and date it is an `@article`, which needs all of them, otherwise a `@misc`, which needs nothing. As
    in plain text an outlet stands for an author that is not known.
    """
    has_all = bool(article.authors and article.outlet and article.published)
    by = [_tex_name(author) for author in article.authors]
    if not by and article.outlet:
        by = [f"{{{_tex(article.outlet)}}}"]
    outlet = article.outlet if article.authors else None
    fields = (
        ("author", f"{{{' and '.join(by)}}}" if by else None),
        ("title", f"{{{{{_tex(article.title)}}}}}"),
        ("journal" if has_all else "howpublished", f"{{{_tex(outlet)}}}" if outlet else None),
        *_tex_date(article.published, lookup.lang),
        ("note", f"{{{_tex(lookup.archive.settings.title)}}}"),
        ("language", f"{{{article.lang}}}"),
        ("url", f"{{{_replaced(address, _IN_ADDRESS)}}}" if address else None),
    )
    lines = ",\n".join(f"  {name} = {value}" for name, value in fields if value)
    return f"@{'article' if has_all else 'misc'}{{{article.id.replace('/', ':')},\n{lines}\n}}"


def csl_json(lookup: Lookup, article: Article, address: str | None) -> str:
    """An array of one item; `address` is the page's own, where it has one on the web."""
    item = {
        "id": article.id,
        "type": "article-newspaper" if article.outlet else "webpage",
        "title": article.title,
        "author": [_csl_name(author) for author in article.authors],
        "container-title": article.outlet,
        "issued": _csl_date(article.published, lookup.lang) if article.published else None,
        "archive": lookup.archive.settings.title,
        "language": article.lang,
        "URL": address,
    }
    lines = (f'  "{name}": {json.dumps(value, ensure_ascii=False)}' for name, value in item.items() if value)
    return "[{\n" + ",\n".join(lines) + "\n}]"


def _closed(part: str) -> str:
    return part if part.endswith((".", "!", "?", "…")) else f"{part}."


def _plain(edtf: str) -> tuple[list[int], bool] | None:
    """(year, month, day) as far as stated, and whether it is approximate or uncertain; None for any other date."""
    found = _PLAIN_DATE.fullmatch(edtf)
    if found is None or found[1] == "0000":
        return None
    return [int(part) for part in found.groups()[:3] if part], found[4] is not None


# --- BibTeX -------------------------------------------------------------------------------------------------------


def _tex(text: str) -> str:
    return _replaced(text, _TEX)


def _replaced(text: str, signs: MappingProxyType[str, str]) -> str:
    return "".join(signs.get(sign, sign) for sign in text)


def _tex_name(author: str) -> str:
    """A name in braces of its own where BibTeX would see several in it, or more parts than a name has."""
    name = _tex(author)
    return f"{{{name}}}" if _AND.search(author) or author.count(",") > 1 else name


def _tex_date(date: Date | None, lang: str) -> tuple[tuple[str, str], ...]:
    if date is None:
        return ()
    plain = _plain(date.edtf)
    if plain is None or plain[1]:
        return (("year", f"{{{_tex(words(date, lang))}}}"),)
    named = zip(("year", "month", "day"), plain[0], strict=False)
    return tuple((name, _MONTHS[part - 1] if name == "month" else f"{{{part}}}") for name, part in named)


# --- CSL-JSON -----------------------------------------------------------------------------------------------------


def _csl_name(author: str) -> dict[str, str]:
    family, comma, given = (part.strip() for part in author.partition(","))
    is_parted = family and given and "," not in given
    return {"family": family, "given": given} if comma and is_parted else {"literal": author}


def _csl_date(date: Date, lang: str) -> dict[str, object]:
    ends = [_plain(end) for end in date.edtf.split("/")]
    if None in ends:
        return {"literal": words(date, lang)}
    known = [end for end in ends if end is not None]
    issued: dict[str, object] = {"date-parts": [parts for parts, _ in known]}
    return issued | {"circa": True} if any(is_vague for _, is_vague in known) else issued
