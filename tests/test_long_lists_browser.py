"""The pages of long lists in a browser: everybody can turn them, and what leads to an entry finds it on its page."""

from __future__ import annotations

import shutil
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from sample_theme import shipped_theme
from small_archives import Made
from test_accessibility import RULES, faults
from test_long_lists import counted, found_in, named, spoken
from test_pages import archive_of

from postil.render import render
from postil.shipped import templates_dir

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

POSITION = "position-count-00150.c159"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Some archives with long lists, each in a folder of its own, without a search."""
    theme, out = shipped_theme(), tmp_path_factory.mktemp("long")
    made: dict[str, Made] = {"claim": counted(200), "names": named(300), "words": spoken(250)}
    for name, one in made.items():
        shutil.copytree(templates_dir() / "assets", out / name / "assets")
        for path, page in found_in(archive_of(one)).items():
            if not path.startswith(("articles", "entities/e", "entities/p", "events")):
                (out / name / path).parent.mkdir(parents=True, exist_ok=True)
                (out / name / path).write_bytes(render(page, theme))
    return out


def test_axe_finds_nothing_on_pages_of_long_lists(browser: Browser, site: Path) -> None:
    axe = (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
    context = browser.new_context(viewport={"width": 390, "height": 800}, bypass_csp=True)
    page = context.new_page()
    found = []
    for path in ("claim/claims/lost/2.html", "names/names.html", "words/entities/venn/speech-3.html"):
        page.set_viewport_size({"width": 1280, "height": 800})
        page.goto((site / path).as_uri())
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        page.set_viewport_size({"width": 390, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        page.evaluate(axe)
        found += [f"{path}: {fault}" for fault in faults(page, RULES)]
    context.close()
    assert not found, "\n".join(found)


def test_pages_are_turned_by_keyboard_and_lead_back(browser: Browser, site: Path) -> None:
    page = browser.new_page()
    page.goto((site / "words/entities/venn.html").as_uri())
    for address in ("speech-2.html", "speech-3.html"):
        page.locator("a[rel=next]").first.focus()
        page.keyboard.press("Enter")
        page.wait_for_url(f"**/venn/{address}")
    assert page.locator("a[rel=next]").count() == 0
    page.locator(".turn a[href$='#speech']").first.click()
    page.wait_for_url("**/entities/venn.html#speech")
    assert page.locator("#speech").is_visible()
    page.close()


def test_a_row_is_arrived_at_on_the_page_where_it_stands(browser: Browser, site: Path) -> None:
    holding = [
        path
        for path in sorted((site / "claim/claims").rglob("*.html"))
        if f'id="{POSITION}"' in path.read_text()
    ]
    assert len(holding) == 1
    assert holding[0].parent.name == "lost"
    page = browser.new_page()
    page.goto(f"{holding[0].as_uri()}?mark=Boat#{POSITION}")
    assert page.locator(f"[id='{POSITION}']").evaluate("row => row.getBoundingClientRect().top < innerHeight")
    assert page.evaluate("CSS.highlights.get('found').size") >= 1
    page.close()
