"""What only a browser can show: pages under a sub-path and from a folder, with scripts and without, and search."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browsing import serving, visits, watched

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


@pytest.fixture(scope="session")
def served(demo_site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The demonstration under a sub-path of a host; its address ends in a slash."""
    with serving(demo_site, tmp_path_factory.mktemp("host"), "papers/bucha") as address:
        yield address


@pytest.fixture(scope="session", params=["http", "file"])
def site_address(request: pytest.FixtureRequest, served: str, demo_site: Path) -> str:
    return served if request.param == "http" else demo_site.as_uri() + "/"


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts on", "scripts off"])
def test_every_page_is_reached_from_home_without_an_error_or_a_foreign_request(
    browser: Browser, site_address: str, demo_site: Path, *, scripts: bool
) -> None:
    context = browser.new_context(java_script_enabled=scripts, viewport={"width": 1280, "height": 900})
    page, watch = watched(context)
    waiting, reached = [site_address + "index.html"], {site_address + "index.html"}
    while waiting:
        page.goto(waiting.pop())
        assert page.locator("h1").count() == 1
        for link in page.locator("a[href]").all():
            address = link.evaluate(_LEADS_TO) if scripts else None
            if address is None:
                address = resolved(page.url, link.get_attribute("href") or "")
            if address.startswith(site_address) and address.endswith(".html") and address not in reached:
                reached.add(address)
                waiting.append(address)
    context.close()
    expected = {
        path.relative_to(demo_site).as_posix()
        for path in demo_site.rglob("*.html")
        if path.name != "404.html" and 'http-equiv="refresh"' not in path.read_text(encoding="utf-8")
    }
    assert {address.removeprefix(site_address) for address in reached} == expected
    assert watch.errors == []
    assert [url for url in watch.requests if not url.startswith((site_address, "data:", "blob:"))] == []


_LEADS_TO = "a => new URL(a.getAttribute('href'), document.baseURI).href.split('#')[0].split('?')[0]"


def resolved(base: str, link: str) -> str:
    from urllib.parse import urljoin, urlsplit, urlunsplit  # noqa: PLC0415

    return urlunsplit(urlsplit(urljoin(base, link))._replace(fragment="", query=""))


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_no_page_scrolls_sideways(browser: Browser, served: str, demo_site: Path, width: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": 800})
    page, _ = watched(context)
    kinds = ["articles", "entities", "events", "claims", "pages"]
    samples = [next((demo_site / kind).rglob("*.html")).relative_to(demo_site).as_posix() for kind in kinds]
    for path in [
        *samples,
        "index.html",
        "timeline.html",
        "names.html",
        "questions.html",
        "sources.html",
        "search.html",
    ]:
        page.goto(served + path)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, (path, wide)
    context.close()


def test_a_marker_leads_to_its_note_and_the_note_leads_back(
    browser: Browser, site_address: str, demo_site: Path
) -> None:
    context = browser.new_context(java_script_enabled=False)
    page, _ = watched(context)
    article = next((demo_site / "articles").rglob("*.html")).relative_to(demo_site).as_posix()
    page.goto(site_address + article)
    markers = page.locator("a.marker")
    assert markers.count() > 3
    for marker in markers.all():
        note = marker.get_attribute("href") or ""
        back = page.locator(f"{note} a[href='#{marker.get_attribute('id')}']")
        assert back.count() >= 1
    context.close()


# --- search: see test_search.py ------------------------------------------------------------------------------------


def test_a_sentence_behind_a_notice_is_found_and_shown(browser: Browser, site_address: str) -> None:
    with visits(browser, site_address) as visit:
        page = visit("search.html?q=tractor")
        page.locator("a.hit[href*='articles/afp/mass-graves.html'][href$='#p4s4']").click()
        sentence = page.locator("#p4s4")
        sentence.wait_for()
        assert sentence.is_visible()  # although the page opens with a notice
        assert "tractor" in sentence.inner_text()
        assert page.evaluate("document.querySelector(':target').id") == "p4s4"


def test_a_cyrillic_name_is_found_and_leads_to_its_page(browser: Browser, site_address: str) -> None:
    with visits(browser, site_address) as visit:
        page = visit("search.html?q=Федорука")
        page.locator("section[data-kind=entity] h3 a[href*='entities/anatoly-fedoruk.html?mark=']").click()
        page.wait_for_url("**/entities/anatoly-fedoruk.html*")
        assert page.locator("h1").inner_text() == "Anatoly Fedoruk"
