"""A timeline with everything that is hard to draw, in a browser: long days, links into folds, little room, and axe."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest
from browsing import Visit, serving, visits
from sites import built

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

DATES = {
    "about": "2031-04-29~",
    "span": "2031-03/2031-04",
    "goes-on": "2031-04-20/..",
    "since-ever": "../2031-04-25",
    "nobody-knows": "2031-04-28/",
    "one-of": "[2031-04-10,2031-04-14]",
    "spring": "2031-21",
    "decade": "202X",
    "last": "2031-05-16",
}
SCHEMES: dict[Literal["light", "dark"], list[str]] = {
    "light": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"],
    "dark": ["color-contrast"],
}
PAGES = ("timeline.html", "timeline-2031.html", "timeline-2031-04.html")


def written(root: Path, *, further: int) -> Path:
    """A day with forty events among dates of every kind, and `further` events in the two years before."""
    lines = [f"{id_}: {{title: Event {id_}, date: '{when}'}}" for id_, when in DATES.items()]
    lines += [f"call-{number}: {{title: Call {number}, date: 2031-04-30}}" for number in range(40)]
    lines += ["hung: {title: Shutters go up, after: [about]}", "lost: {title: A ledger is lost}"]
    for number in range(further):
        year = 2030 + number % 2
        lines.append(
            f"more-{number}: {{title: Entry, date: {year}-{number % 12 + 1:02}-{number % 28 + 1:02}}}"
        )
    (root / "content/articles").mkdir(parents=True)
    (root / "annotations/events").mkdir(parents=True)
    (root / "annotations/events/all.yaml").write_text("\n".join(lines), encoding="utf-8")
    article = "---\ntitle: Storm\noutlet: Harbour Wire\npublished: 2031-04-29\n---\nThe quay gave way.\n"
    (root / "content/articles/storm.md").write_text(article, encoding="utf-8")
    return root


@pytest.fixture(scope="module")
def short_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("short")
    with serving(
        built(written(folder / "archive", further=0), folder / "site"), folder / "host", "tarn"
    ) as address:
        yield address


@pytest.fixture(scope="module")
def long_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("long")
    with serving(
        built(written(folder / "archive", further=640), folder / "site"), folder / "host", "tarn"
    ) as address:
        yield address


@pytest.fixture
def short(browser: Browser, short_site: str) -> Iterator[Visit]:
    with visits(browser, short_site) as visit:
        yield visit


@pytest.fixture
def long(browser: Browser, long_site: str) -> Iterator[Visit]:
    with visits(browser, long_site) as visit:
        yield visit


def test_a_day_with_forty_events_shows_twelve_and_opens_without_scripts(short: Visit) -> None:
    page = short("timeline.html", scripts=False)
    assert page.locator("#event-call-0").is_visible()
    assert not page.locator("#event-call-9").is_visible()  # by id, that is after call-39
    page.locator("summary").click()
    assert page.locator("#event-call-9").is_visible()


def test_a_link_to_a_folded_entry_opens_it(short: Visit) -> None:
    page = short("timeline.html#event-call-9", scripts=False)
    assert page.locator("#event-call-9").is_visible()
    box = page.locator("#event-call-9").bounding_box()
    assert box is not None
    assert 0 <= box["y"] < 900


def test_a_bar_leads_to_its_day_and_keeps_out_of_the_way_of_the_tab_key(short: Visit) -> None:
    page = short("timeline.html", width=390)
    for _ in range(12):
        page.keyboard.press("Tab")
        assert page.locator("svg :focus").count() == 0
    page.locator('.strip a[href="#d-2031-04-30"] .room').click(force=True)
    page.wait_for_url("**#d-2031-04-30")
    box = page.locator("#d-2031-04-30 > h2").bounding_box()
    assert box is not None
    assert 0 <= box["y"] < 900


def test_every_uncertain_date_has_a_span_on_the_scale_of_the_strip(short: Visit) -> None:
    page = short("timeline.html")
    headings = page.locator(".day:has(.span) > h2").all_inner_texts()
    assert (
        len(headings) == len(DATES) - 1
    )  # an exact day has none; what lies before the scale has its place at the edge
    strip = page.locator(".strip svg").bounding_box()
    assert strip is not None
    for span in page.locator(".span").all():
        box = span.bounding_box()
        assert box is not None
        assert (round(box["x"]), round(box["width"])) == (round(strip["x"]), round(strip["width"]))


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_nothing_reaches_beyond_the_screen(long: Visit, short: Visit, width: int) -> None:
    for page in (short("timeline.html", width=width), *(long(path, width=width) for path in PAGES)):
        assert page.evaluate("document.documentElement.scrollWidth") <= width, page.url


@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing(long: Visit, short: Visit, width: int) -> None:
    axe = (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
    for page in (short("timeline.html", width=width), *(long(path, width=width) for path in PAGES)):
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
        page.evaluate(axe)
        for scheme, rules in SCHEMES.items():
            page.emulate_media(color_scheme=scheme)
            found = page.evaluate("rules => axe.run({runOnly: rules})", rules)
            faults = [(one["id"], one["nodes"][0]["html"]) for one in found["violations"]]
            assert faults == [], (page.url, scheme)


def test_years_lead_to_months_and_from_one_to_the_next(long: Visit) -> None:
    page = long("timeline.html")
    page.locator(".parts a", has_text="2031").click()
    page.locator(".parts a", has_text="March 2031").click()
    assert page.locator("h1").inner_text() == "Timeline: March 2031"
    page.locator("nav.turn [rel=next]").click()
    assert page.locator("h1").inner_text() == "Timeline: April 2031"
    assert page.locator("#d-2031-04-30").count() == 1
    page.locator("nav.turn [rel=prev]").click()
    assert page.locator("h1").inner_text() == "Timeline: March 2031"
