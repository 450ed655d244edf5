"""The feed and the sitemap: well-formed whatever the titles hold, no date that the source does not give."""

from __future__ import annotations

import os
import subprocess
import sys
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.dates import DateFault, date_from_text
from postil.exporters import exports
from postil.exporters.feed import MOST_ENTRIES, feed, instant_from_date
from postil.exporters.sitemap import sitemap
from postil.model.archive import Archive
from postil.model.loaded import Settings
from postil.model.records import Article, Claim, Date, Entity, Event, OtherPage, Prose
from postil.problems import Place

ATOM = "{http://www.w3.org/2005/Atom}"
XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
PLACE = Place("x.md")
BASE = "https://example.org/harbour/"


def date_of(text: str | None) -> Date | None:
    if text is None:
        return None
    date = date_from_text(text)
    assert not isinstance(date, DateFault)
    return date


def article_of(
    id_: str,
    *,
    title: str = "Storm breaks north quay",
    published: str | None = None,
    updated: str | None = None,
    outlet: str | None = "Harbour Wire",
    authors: tuple[str, ...] = (),
    lang: str = "en",
) -> Article:
    return Article(
        id=id_,
        title=title,
        body="",
        body_line=1,
        place=PLACE,
        published=date_of(published),
        updated=date_of(updated),
        outlet=outlet,
        authors=authors,
        lang=lang,
    )


def archive_of(*articles: Article, settings: Settings | None = None) -> Archive:
    return Archive(
        settings=settings or Settings("Harbour papers", "What was reported", BASE),
        articles={article.id: article for article in sorted(articles, key=lambda article: article.id)},
        prepared={},
        entities={"orla-venn": Entity("orla-venn", PLACE, "person", "Orla Venn")},
        events={"quay-collapse": Event("quay-collapse", PLACE, "North quay gives way")},
        claims={"boats-lost": Claim("boats-lost", PLACE, "How many boats were lost?", "quantity")},
        pages={"about": OtherPage("about", "About", Prose("Text.", PLACE), "en", PLACE)},
        notes={},
        mentions={},
        evidence={},
        positions={},
        speech={},
        backrefs={},
        redirects={"/articles/old-name.html": "/articles/harbour-wire.html"},
        passages={},
        event_order=("quay-collapse",),
        withdrawn={},
    )


def feed_of(*articles: Article, settings: Settings | None = None) -> ET.Element:
    data = feed(archive_of(*articles, settings=settings))
    assert data is not None
    return ET.fromstring(data)


def texts(element: ET.Element, tag: str) -> list[str]:
    return [found.text or "" for found in element.findall(f"{ATOM}{tag}")]


# --- laws ---------------------------------------------------------------------------------------------------------

ANY_TEXT = st.text(st.characters(min_codepoint=0, max_codepoint=0x10FFFF), max_size=40)


@given(title=ANY_TEXT, outlet=ANY_TEXT, author=ANY_TEXT, lang=ANY_TEXT, name=ANY_TEXT, about=ANY_TEXT)
def test_the_feed_is_well_formed_whatever_it_is_made_of(  # noqa: PLR0917 - one argument for each place that text goes to
    title: str, outlet: str, author: str, lang: str, name: str, about: str
) -> None:
    article = article_of(
        "a", title=title, published="2021-09-17", outlet=outlet, authors=(author,), lang=lang or "en"
    )
    root = feed_of(article, settings=Settings(name, about, BASE, language="en", editors=(author,)))
    held = "".join(root.itertext())
    assert len(root.findall(f"{ATOM}entry")) == 1
    assert not [char for char in held if ord(char) < 32 and char not in "\t\n\r"]


@given(
    st.lists(st.sampled_from(["2031-04-29", "2031-05-02T08:00Z", "2031", "2031-04-29~", None]), max_size=8)
)
def test_a_feed_is_as_new_as_its_newest_entry_and_its_entries_go_back_in_time(
    dates: list[str | None],
) -> None:
    root = feed_of(*(article_of(f"a{number}", published=date) for number, date in enumerate(dates)))
    moments = [texts(entry, "updated")[0] for entry in root.findall(f"{ATOM}entry")]
    assert moments == sorted(moments, reverse=True)
    assert texts(root, "updated") == [moments[0] if moments else "0001-01-01T00:00:00Z"]
    assert len(moments) == sum(date in {"2031-04-29", "2031-05-02T08:00Z"} for date in dates)


# --- dates ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("date", "instant"),
    [
        ("2031-04-29", "2031-04-29T12:00:00Z"),
        ("2012-10-11T23:39:45-04:00", "2012-10-12T03:39:45Z"),
        ("2031-04-29T21:10", "2031-04-29T12:00:00Z"),  # no offset: the moment is not known, the day is
        ("0044-03-15", "0044-03-15T12:00:00Z"),
        ("-0043-03-15", None),
        ("2031", None),
        ("2031-04", None),
        ("2031-21", None),
        ("2031-04-29~", None),
        ("2031-04-29?", None),
        ("2031-04-2X", None),
        ("2031-04-29/2031-05-02", None),
        ("[2031-04-29,2031-05-02]", None),
        (None, None),
    ],
)
def test_an_instant_stands_only_for_a_day_or_a_moment(date: str | None, instant: str | None) -> None:
    assert instant_from_date(date_of(date)) == instant


def test_a_day_stays_that_day_and_a_moment_that_moment() -> None:
    root = feed_of(
        article_of("a", published="2020-08-13"), article_of("b", published="2012-10-11T23:39:45-04:00")
    )
    day, moment = root.findall(f"{ATOM}entry")
    assert texts(day, "summary") == ["Harbour Wire, 13 August 2020"]
    assert texts(day, "updated") == ["2020-08-13T12:00:00Z"]
    assert texts(day, "published") == []
    assert "11 October 2012" in texts(moment, "summary")[0]
    assert texts(moment, "updated") == texts(moment, "published") == ["2012-10-12T03:39:45Z"]


def test_no_day_or_month_is_invented() -> None:
    dates = ("1986", "1986-05", None, "198X", "1986/1988-02")
    root = feed_of(*(article_of(f"e{number}", published=date) for number, date in enumerate(dates)))
    data = ET.tostring(root, encoding="unicode")
    assert not root.findall(f"{ATOM}entry")
    assert "1986" not in data
    assert "1970-01-01" not in data


def test_an_article_that_was_updated_on_a_day_is_in_the_feed_though_its_publication_has_none() -> None:
    (entry,) = feed_of(article_of("a", published="2031-04", updated="2031-05-02")).findall(f"{ATOM}entry")
    assert texts(entry, "updated") == ["2031-05-02T12:00:00Z"]
    assert texts(entry, "summary") == ["Harbour Wire, April 2031"]


# --- what stands in it ------------------------------------------------------------------------------------------------


def test_control_characters_and_markup_in_a_title_do_no_harm() -> None:
    title = 'A & B <draft> bad\u0010char and ]]> "end" body\u000b text'
    (entry,) = feed_of(article_of("a", title=title, published="2021-09-17")).findall(f"{ATOM}entry")
    assert texts(entry, "title") == ['A & B <draft> bad\ufffdchar and ]]> "end" body\ufffd text']
    title_element = entry.find(f"{ATOM}title")
    assert title_element is not None
    assert title_element.get("type") == "text"


def test_an_entry_says_its_language_and_its_authors() -> None:
    first, second = feed_of(
        article_of("a", published="2021-09-18", lang="ar", authors=("Ana Prell", "O. Dunn")),
        article_of("b", published="2021-09-17"),
    ).findall(f"{ATOM}entry")
    assert first.get(XML_LANG) == "ar"
    assert [name for author in first.findall(f"{ATOM}author") for name in texts(author, "name")] == [
        "Ana Prell",
        "O. Dunn",
    ]
    assert [name for author in second.findall(f"{ATOM}author") for name in texts(author, "name")] == [
        "Harbour Wire"
    ]
    assert texts(first, "id") == [f"{BASE}articles/a.html"]


def test_a_feed_holds_the_newest_only() -> None:
    articles = [
        article_of(f"a{number}", published=f"20{number:02}-01-01") for number in range(MOST_ENTRIES + 9)
    ]
    root = feed_of(*articles)
    ids = [texts(entry, "id")[0] for entry in root.findall(f"{ATOM}entry")]
    assert ids == [f"{BASE}articles/a{number}.html" for number in reversed(range(9, MOST_ENTRIES + 9))]


def test_the_sitemap_lists_what_should_be_found_and_no_former_address() -> None:
    data = sitemap(archive_of(article_of("harbour-wire"), article_of("ledger/evening")))
    assert data is not None
    found = [element.text or "" for element in ET.fromstring(data).iter() if element.tag.endswith("}loc")]
    assert [address.removeprefix(BASE) for address in found] == [
        "articles/harbour-wire.html",
        "articles/ledger/evening.html",
        "changes.html",
        "claims/boats-lost.html",
        "entities/orla-venn.html",
        "events/quay-collapse.html",
        "index.html",
        "method.html",
        "names.html",
        "pages/about.html",
        "questions.html",
        "sources.html",
        "timeline-published.html",
        "timeline-said.html",
        "timeline.html",
    ]


def test_the_sitemap_lists_the_years_and_months_of_a_long_timeline() -> None:
    days = [
        f"{year}-{1 + number % 3:02}-{1 + number % 28:02}" for year in (2030, 2031) for number in range(200)
    ]
    days += [f"2031-01-{1 + number % 28:02}" for number in range(200)]
    data = sitemap(archive_of(*(article_of(f"a{number}", published=day) for number, day in enumerate(days))))
    assert data is not None
    found = [element.text or "" for element in ET.fromstring(data).iter() if element.tag.endswith("}loc")]
    assert [one.removeprefix(BASE) for one in found if "timeline-published" in one] == [
        "timeline-published-2030.html",
        "timeline-published-2031-01.html",
        "timeline-published-2031-02.html",
        "timeline-published-2031-03.html",
        "timeline-published-2031.html",
        "timeline-published.html",
    ]


def test_an_archive_without_a_base_address_has_neither() -> None:
    assert (
        list(exports(archive_of(article_of("a", published="2031-04-29"), settings=Settings("Papers")))) == []
    )
    with_base = exports(archive_of(article_of("a", published="2031-04-29")))
    assert [path for path, _ in with_base] == ["feed.xml", "changes.xml", "sitemap.xml"]


PROGRAM = """
import sys
sys.path.insert(0, {tests!r})
from test_exporters import archive_of, article_of
from postil.exporters import exports
articles = [article_of("a", published="2020-08-13"), article_of("b", published="2012-10-11T23:39:45-04:00")]
for _, data in exports(archive_of(*articles)):
    sys.stdout.buffer.write(data)
"""


@pytest.mark.slow
def test_zone_and_hash_seed_of_the_machine_play_no_part() -> None:
    program = PROGRAM.format(tests=os.path.dirname(__file__))  # noqa: PTH120 - one string for the program
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "TZ": zone, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
        ).stdout
        for zone, seed in (("Pacific/Kiritimati", "1"), ("UTC", "2"), ("America/Adak", "3"))
    }
    assert len(outputs) == 1
    assert b"13 August 2020" in outputs.pop()
