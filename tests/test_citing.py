"""Citations: what reference managers read in them is what the archive says, whatever signs it is written with."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from small_archives import Made

from postil.model.archive import Archive
from postil.model.loaded import Settings
from postil.model.records import Article
from postil.pages import Lookup
from postil.pages.citing import bibtex, csl_json

ADDRESS = "https://example.org/h/articles/wire.html"

ENTRY = re.compile(r"@(article|misc)\{([^\s,{}#%~\\\"'=]+),\n(.*)\n\}", re.DOTALL)
NAMED = {
    "textbackslash": "\\",
    "textbraceleft": "{",
    "textbraceright": "}",
    "textasciicircum": "^",
    "textasciitilde": "~",
}


def made(**fields: object) -> tuple[Lookup, Article]:
    archive: Archive = replace(
        Made().article("wire", **fields).archive(),  # type: ignore[arg-type]
        settings=Settings("Harbour papers & more"),
    )
    return Lookup(archive), archive.articles["wire"]


def entry_of(text: str) -> tuple[str, dict[str, str]]:
    """Kind and fields of an entry, read as BibTeX does: a value ends where its braces match."""
    found = ENTRY.fullmatch(text)
    assert found, text
    fields = {}
    rest = found[3] + ","
    while rest:
        name, value = re.match(r"\s*([a-z]+) = ", rest), ""
        assert name, rest
        rest = rest[name.end() :]
        depth = 0
        for at, sign in enumerate(rest):
            depth += (sign == "{") - (sign == "}")
            assert depth >= 0, text
            if sign == "," and depth == 0:
                value, rest = rest[:at], rest[at + 1 :]
                break
        else:
            raise AssertionError(text)
        assert name[1] not in fields
        fields[name[1]] = value
    return found[1], fields


def shown(value: str) -> str:
    """What TeX sets for a value: commands resolved, then the braces that group gone."""
    assert value.startswith("{")
    text = re.sub(r"\{\\([a-z]+)\}", lambda found: f"\0{ord(NAMED[found[1]])}\0", value)
    text = re.sub(r"\\([#$%&_])", lambda found: f"\0{ord(found[1])}\0", text)
    assert not re.search(r"[#$%&_^~\\]", text), value
    text = text.replace("{", "").replace("}", "")
    return re.sub("\0(\\d+)\0", lambda found: chr(int(found[1])), text)


titles = st.text(st.characters(exclude_categories=["C"]), min_size=1)


@given(title=titles, outlet=titles)
@example(title=r"50 % of {boats} & \emph{more}: ~#1_a^b$", outlet="}{")
def test_bibtex_gives_back_what_was_written(title: str, outlet: str) -> None:
    lookup, article = made(title=title, outlet=outlet, authors=("Ana Prell",))
    kind, fields = entry_of(bibtex(lookup, article, ADDRESS))
    assert kind == "article"
    assert shown(fields["title"]) == title
    assert shown(fields["journal"]) == outlet
    assert shown(fields["note"]) == "Harbour papers & more"
    assert fields["url"] == f"{{{ADDRESS}}}"


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        (
            {"outlet": "Harbour Wire", "authors": ("Ana Prell", "Дмитро Сич"), "published": "2031-04-29"},
            {"author": "{Ana Prell and Дмитро Сич}", "year": "{2031}", "month": "apr", "day": "{29}"},
        ),
        ({"published": "2031-04-29T21:10+02:00"}, {"year": "{2031}", "month": "apr", "day": "{29}"}),
        ({"published": "2031-04"}, {"year": "{2031}", "month": "apr"}),
        ({"published": "1986"}, {"year": "{1986}"}),
        ({"published": "2031-04-29~"}, {"year": "{about 29 April 2031}"}),
        ({"published": None}, {}),
        ({"outlet": "Harbour Wire"}, {"author": "{{Harbour Wire}}"}),
        ({"authors": ("Fire and Rescue", "Prell, Ana")}, {"author": "{{Fire and Rescue} and Prell, Ana}"}),
        ({"authors": ("A, B, C",)}, {"author": "{{A, B, C}}"}),
    ],
)
def test_bibtex_says_what_is_known_and_no_more(fields: dict[str, object], expected: dict[str, str]) -> None:
    lookup, article = made(**fields)
    kind, found = entry_of(bibtex(lookup, article, None))
    has_all = all(fields.get(key) for key in ("outlet", "authors", "published"))
    assert kind == ("article" if has_all else "misc")
    assert expected.items() <= found.items()
    dates = {"year", "month", "day"} if "published" in fields else set()
    assert {name for name in found if name in dates} == expected.keys() & dates
    assert "url" not in found
    assert ("author" in found) == bool(fields.get("authors") or fields.get("outlet"))


def test_the_key_of_an_entry_is_the_article_s_id() -> None:
    lookup, article = made()
    assert bibtex(lookup, article, None).startswith("@misc{wire,\n")
    assert bibtex(lookup, replace(article, id="ledger/owners"), None).startswith("@misc{ledger:owners,\n")


# What the schema of CSL data (csl-data.json, version 1.0.2) knows of what is written here.
TYPES = {"article-newspaper", "webpage"}
TEXTS = {"id", "type", "title", "container-title", "archive", "language", "URL"}
NAME_PARTS = ({"literal"}, {"family", "given"})
DATE_PARTS = {"date-parts", "circa", "literal"}


def item_of(text: str) -> dict[str, object]:
    """The one item, held against the schema."""
    items = json.loads(text)
    assert isinstance(items, list)
    (item,) = items
    assert {"id", "type"} <= item.keys() <= TEXTS | {"author", "issued"}
    assert item["type"] in TYPES
    assert all(isinstance(item[key], str) and item[key] for key in TEXTS & item.keys())
    for name in item.get("author", ()):
        assert set(name) in NAME_PARTS
        assert all(isinstance(part, str) and part for part in name.values())
    issued = item.get("issued", {"literal": "x"})
    assert issued.keys() <= DATE_PARTS
    assert ("date-parts" in issued) != ("literal" in issued)
    for parts in issued.get("date-parts", ()):
        assert 1 <= len(parts) <= 3
        assert all(type(part) is int for part in parts)
    assert len(issued.get("date-parts", [[]])) in (1, 2)
    assert issued.get("circa", True) is True
    return dict(item)


@given(title=titles, author=titles, outlet=titles)
def test_csl_json_gives_back_what_was_written(title: str, author: str, outlet: str) -> None:
    lookup, article = made(title=title, outlet=outlet, authors=(author,))
    item = item_of(csl_json(lookup, article, ADDRESS))
    assert (item["id"], item["type"]) == ("wire", "article-newspaper")
    assert (item["title"], item["container-title"], item["URL"]) == (title, outlet, ADDRESS)


@pytest.mark.parametrize(
    ("published", "issued"),
    [
        ("2031-04-29", {"date-parts": [[2031, 4, 29]]}),
        ("2031-04-29T21:10+02:00", {"date-parts": [[2031, 4, 29]]}),
        ("2031-04?", {"date-parts": [[2031, 4]], "circa": True}),
        ("2031-04-03/2031-05", {"date-parts": [[2031, 4, 3], [2031, 5]]}),
        ("203X", {"literal": "the 2030s"}),
        ("2031-04-03/..", {"literal": "since 3 April 2031 (ongoing)"}),
        (None, None),
    ],
)
def test_csl_json_dates_are_numbers_where_the_date_is_plain(published: str | None, issued: object) -> None:
    lookup, article = made(published=published)
    assert item_of(csl_json(lookup, article, None)).get("issued") == issued


def test_csl_json_takes_no_name_apart_that_is_not_written_apart() -> None:
    lookup, article = made(authors=("Prell, Ana", "Ana van der Berg", "A, B, C", "Nobody,"))
    assert item_of(csl_json(lookup, article, None))["author"] == [
        {"family": "Prell", "given": "Ana"},
        {"literal": "Ana van der Berg"},
        {"literal": "A, B, C"},
        {"literal": "Nobody,"},
    ]
