"""The markup of an article's page as html5lib reads it: what scripts, styles and screen readers rely on is there."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

import article_laws
import oracle
import pytest
from reading_archive import written
from sample_theme import shipped_theme
from test_pages_of_folders import FOLDERS, archive_at

from postil.model.page import ArticlePage
from postil.pages import Lookup, pages
from postil.render import render

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", params=["harbour", "hard to read"])
def articles(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> list[tuple[ArticlePage, Element]]:
    is_harbour = request.param == "harbour"
    root = FOLDERS["harbour"] if is_harbour else written(tmp_path_factory.mktemp("reading"))
    archive = archive_at(root)
    found = [page for page in pages(Lookup(archive)) if isinstance(page, ArticlePage)]
    article_laws.check(found, archive)
    return [(page, oracle.tree(render(page, shipped_theme()).decode())) for page in found]


Articles = list[tuple[ArticlePage, Element]]


def named(element: Element, tag: str) -> Iterator[Element]:
    return element.iter(f"{oracle.XHTML}{tag}")


def classes(element: Element) -> list[str]:
    return element.get("class", "").split()


def test_whatever_an_element_names_on_its_page_is_there_once(articles: Articles) -> None:
    for page, document in articles:
        ids = [element.attrib["id"] for element in document.iter() if "id" in element.attrib]
        assert len(ids) == len(set(ids)), page.path
        for element in document.iter():
            notes = [f"note-{one}" for one in element.get("data-notes", "").split()]
            called = element.get("aria-labelledby", "").split()
            target = element.get("href", "")
            fragments = [target[1:]] if target.startswith("#") and len(target) > 1 else []
            assert {*notes, *called, *fragments} <= set(ids), (page.path, element.attrib)


def test_a_marker_is_called_by_the_number_that_it_shows_and_the_words_it_stands_behind(
    articles: Articles,
) -> None:
    for page, document in articles:
        by_id = {element.attrib["id"]: element for element in document.iter() if "id" in element.attrib}
        cards = {card.id: card for card in article_laws.cards_of(page)}
        markers = [link for link in named(document, "a") if "marker" in classes(link)]
        assert len(markers) == len(cards)
        for marker in markers:
            card = cards[marker.attrib["href"].removeprefix("#note-")]
            back = by_id[marker.attrib["aria-labelledby"]]
            name = back.attrib["aria-label"]
            assert marker.text == back.text == str(card.number)
            assert name.startswith(f"Note {card.number}: ")
            assert name.endswith(f"“{card.words}”")
            assert back.attrib["href"] == f"#{marker.attrib['id']}"


def test_every_record_that_the_text_links_has_one_preview_that_begins_with_its_link(
    articles: Articles,
) -> None:
    for page, document in articles:
        template = next((one for one in named(document, "template") if one.get("id") == "previews"), None)
        previews = (
            [] if template is None else [one for one in named(template, "div") if "preview" in classes(one)]
        )
        leads = [next(named(preview, "a")).attrib["href"] for preview in previews]
        holder = next(element for element in document.iter() if "data-text" in element.attrib)
        linked = {
            link.attrib["href"]
            for link in named(holder, "a")
            if any(f"{folder}/" in link.attrib["href"] for folder in ("entities", "events", "claims"))
        }
        assert sorted(leads) == sorted({href.partition("#")[0] for href in linked}), page.path


def test_all_that_is_said_is_there_without_scripts(articles: Articles) -> None:
    """Only what is on paper, and copies of what stands elsewhere, is out of sight."""
    for page, document in articles:
        hidden = [element for element in document.iter() if "hidden" in element.attrib]
        outside = [
            one
            for one in hidden
            if not any(one in template.iter() for template in named(document, "template"))
        ]
        assert [one.get("class") for one in outside] == ["imprint"], page.path
