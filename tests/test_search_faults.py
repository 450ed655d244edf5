"""The search without some of its files: it says so, never that nothing was found, and finds once they are there again."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browsing import serving
from search_archive import written
from sites import built
from test_search import heard, hits, titles, told, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

pytestmark = pytest.mark.browser

FAILED = "The search could not be loaded. Ask again to try once more."
FOUND = "Sentences 2, Questions 1, Events 1, Pages 1"

PARTS = {
    "http": [
        "index",
        "filter",
        "fragment",
        "pagefind-entry.json",
        "wasm.*",
        "pagefind.js",
        "pagefind.*.pf_meta",
    ],
    "file": ["index", "filter", "fragment", "manifest.js", "wasm.*", "core.js", "pagefind.*.pf_meta.js"],
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("faults")
    return built(written(folder / "archive"), folder / "site")


@pytest.fixture(scope="module")
def served(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(site, tmp_path_factory.mktemp("host"), "papers/quay") as address:
        yield address


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page that may report errors: files are missing."""
    context = browser.new_context()
    context.set_default_timeout(8_000)
    yield context.new_page()
    context.close()


@contextmanager
def without(site: Path, part: str, *, folder: bool) -> Iterator[None]:
    """Some of the search's files are gone for a while."""
    (path,) = (site / "pagefind" / ("off" if folder else "")).glob(part)
    aside = site.parent / "aside"
    shutil.move(path, aside)
    try:
        yield
    finally:
        shutil.move(aside, path)


@pytest.mark.parametrize(("way", "part"), [(way, part) for way, parts in PARTS.items() for part in parts])
def test_what_cannot_be_loaded_is_said_and_asked_for_again(
    page: Page, site: Path, served: str, way: str, part: str
) -> None:
    address = served if way == "http" else site.as_uri() + "/"
    with without(site, part, folder=way == "file"):
        page.goto(address + "search.html?q=ferry")
        told(page)
        assert heard(page) == FAILED
        if part == "filter":  # of which only numbers and other spellings are made: what is found stays
            assert titles(page, "article") == ["The ferry is late"]
            page.goto(address + "search.html?q=ferry&lang=en")
            told(page)
            assert heard(page) == FAILED
        assert page.locator("#search-results section:not([hidden])").count() == 0
        assert page.locator("#search-elsewhere").get_by_role("link", name="Names A–Z").is_visible()
        page.fill("#q", "barefoot")
        page.keyboard.press("Enter")
        told(page)
        assert heard(page) == FAILED
    page.fill("#q", "ferry")
    page.keyboard.press("Enter")
    until(page, lambda: heard(page), FOUND)
    page.fill("#q", "barefoot")
    page.keyboard.press("Enter")
    until(page, lambda: [hit.rpartition("#")[2] for hit in hits(page)], ["p1s2"])


@pytest.mark.parametrize("way", ["http", "file"])
def test_a_page_that_asks_nothing_says_it_too(page: Page, site: Path, served: str, way: str) -> None:
    address = served if way == "http" else site.as_uri() + "/"
    with without(site, "filter", folder=way == "file"):
        page.goto(address + "search.html")
        told(page)
        assert heard(page) == FAILED


@pytest.mark.parametrize("name", ["search-worker.js", "pagefind-worker.js"])
def test_a_worker_that_cannot_be_had_is_not_waited_for(page: Page, served: str, name: str) -> None:
    """Pagefind gives one five seconds to say anything; here all that it needs itself comes after the worker has failed."""
    page.route(f"**/{name}*", lambda route: route.abort())
    late: list[Route] = []
    page.route("**/pagefind.js*", lambda route: late.append(route))  # noqa: PLW0108 - it is marked
    page.goto(served + "search.html?q=barefoot")
    until(page, lambda: bool(late), expected=True)
    page.wait_for_timeout(500)
    late.pop().continue_()
    until(page, lambda: [hit.rpartition("#")[2] for hit in hits(page)], ["p1s2"], seconds=3)


def test_a_line_that_is_cut_is_said_and_the_answer_comes_when_it_is_back(page: Page, served: str) -> None:
    page.goto(served + "search.html?q=barefoot")
    told(page)
    page.context.set_offline(True)
    page.fill("#q", "ferry")
    page.keyboard.press("Enter")
    until(page, lambda: heard(page), FAILED)
    page.context.set_offline(False)
    until(page, lambda: heard(page), FOUND)


def test_more_that_cannot_be_loaded_is_said_and_what_is_there_stays(
    page: Page, site: Path, served: str
) -> None:
    page.goto(served + "search.html?kind=article")
    told(page)
    more = page.locator("section[data-kind=article] .more-found")
    with without(site, "fragment", folder=False):
        more.click()
        until(page, lambda: heard(page), FAILED)
        assert len(titles(page, "article")) == 20
        assert page.locator("#search-count").is_visible()
    more.click()
    until(page, lambda: len(titles(page, "article")), 30)
    at = "[...document.querySelectorAll('li.found')].indexOf(document.activeElement.closest('li.found'))"
    until(page, lambda: page.evaluate(at), 20)
