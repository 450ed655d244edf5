"""What everybody must be able to do with every kind of page: see it, reach everything by keyboard, hold it in a hand.

axe-core finds what a program can find of WCAG 2.2 A and AA; the rest of this file asks what axe does not.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest
from browsing import Visit, visits
from reading_archive import CROWDED, INNERMOST, OVERLAPPING

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"]
KINDS = (
    *("articles/arabic.html", "articles/notice.html", "articles/letter.html", CROWDED),
    *("entities/asta-rell.html", "entities/tarn-bay.html", "entities/brandt.html"),
    *(
        "events/count.html",
        "events/warning.html",
        "claims/rope.html",
        "claims/ladder.html",
        "pages/about.html",
    ),
)
"""One page of each kind that has many; those that are alone stand at the top of the site."""
OPEN_NOTE = f"{CROWDED}#note-{OVERLAPPING[0]}"


@pytest.fixture(scope="module")
def axe() -> str:
    return (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")


@pytest.fixture
def visit(browser: Browser, reading_address: str) -> Iterator[Visit]:
    with visits(browser, reading_address) as visit:
        yield visit


@pytest.fixture(scope="session")
def kinds(reading_site: Path) -> tuple[str, ...]:
    alone = tuple(sorted(path.name for path in reading_site.glob("*.html")))
    assert {"404.html", "index.html", "names.html", "questions.html", "search.html", "sources.html"} <= set(
        alone
    )
    assert "timeline.html" in alone
    return (*alone, *KINDS)


@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing(
    visit: Visit, reading_address: str, kinds: tuple[str, ...], axe: str, width: int
) -> None:
    page = visit("index.html", width=width, reduced_motion="reduce")
    found = []
    for path in (*(f"{CROWDED}#p3s2" if path == CROWDED else path for path in kinds), OPEN_NOTE):
        page.goto("about:blank")  # else a page that differs in its fragment only is not loaded anew
        page.emulate_media(color_scheme="light")
        page.goto(reading_address + path)
        open_all(page)
        page.evaluate(axe)
        found += [f"{path}: {fault}" for fault in faults(page, RULES)]
        page.emulate_media(color_scheme="dark")  # which changes nothing but colours
        found += [f"{path}, dark: {fault}" for fault in faults(page, ["color-contrast"])]
    assert not found, "\n".join(found)


def faults(page: Page, rules: list[str]) -> list[str]:
    """Rule, element and what is wrong, for each fault that axe finds."""
    found: list[str] = page.evaluate(
        """async rules => (await axe.run({runOnly: rules, resultTypes: ['violations']})).violations.flatMap(
            ({id, nodes}) => nodes.map(({target, failureSummary}) =>
                `${id} ${target.flat().join(' ')}: ${failureSummary.split('\\n')[1]?.trim()}`))""",
        rules,
    )
    return found


def open_all(page: Page) -> None:
    """Open what is folded: what is hidden is not looked at."""
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")


def test_axe_sees_what_is_wrong(visit: Visit, axe: str) -> None:
    page = visit("index.html")
    page.evaluate("document.querySelector('h1').innerHTML = '<img src=\"data:,\"> words'")
    page.evaluate("document.querySelector('h1').style.color = 'rgb(128 128 128 / 50%)'")
    page.evaluate(axe)
    assert {fault.split()[0] for fault in faults(page, RULES)} >= {"image-alt", "color-contrast"}


# --- in a hand -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts on", "scripts off"])
def test_nothing_scrolls_sideways_at_320_pixels(
    visit: Visit, reading_address: str, kinds: tuple[str, ...], *, scripts: bool
) -> None:
    page = visit("index.html", width=320, height=640, scripts=scripts)
    wide: dict[str, list[str]] = {}
    for path in (*kinds, OPEN_NOTE):
        page.goto("about:blank")
        page.goto(reading_address + path)
        if scripts:
            open_all(page)
        if page.evaluate("document.documentElement.scrollWidth") > 320:
            wide[path] = page.evaluate(_WIDEST)
    assert not wide, listed(wide)


def listed(found: dict[str, list[str]]) -> str:
    return "\n".join(f"{path}: {fault}" for path, faults in found.items() for fault in faults)


_WIDEST = """() => [...document.querySelectorAll('body *')].filter(one => one.getBoundingClientRect().right > 320)
    .map(one => `${one.tagName}.${one.className}`).slice(0, 5)"""


def test_targets_are_large_enough_for_a_finger(
    visit: Visit, reading_address: str, kinds: tuple[str, ...]
) -> None:
    """24 pixels high, or in a line of text (WCAG 2.5.8); buttons and what unfolds always."""
    page = visit("index.html", width=390, has_touch=True)
    small = {}
    for path in kinds:
        page.goto(reading_address + path)
        if found := page.evaluate(
            """() => [...document.querySelectorAll('button, summary, select, input:not([type=checkbox])')]
                .filter(one => one.checkVisibility()).map(one => [one, one.getBoundingClientRect()])
                .filter(([, box]) => box.width > 0 && (box.height < 24 || box.width < 24))
                .map(([one, box]) => `${one.outerHTML.slice(0, 80)} ${box.width}x${box.height}`)"""
        ):
            small[path] = found
    assert not small, listed(small)


# --- by keyboard -----------------------------------------------------------------------------------------------

_FOCUSABLE = """() => [...document.querySelectorAll(
    'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex]')]
    .filter(one => one.tabIndex >= 0 && one.checkVisibility({visibilityProperty: true}) && one.getClientRects().length)"""

# Each element that takes the focus is noted with what marks it: an outline that can be seen against the page.
_RECORD = """() => {
    const expected = (FOCUSABLE)();
    const name = one => one.outerHTML.slice(0, 120);
    const numbers = colour => (colour.match(/[\\d.]+/g) ?? []).map(Number);
    const light = colour => {
        const [r, g, b] = numbers(colour).map(one => one / 255)
            .map(one => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (one, other) => {
        const [more, less] = [light(one), light(other)].sort((x, y) => y - x);
        return (more + 0.05) / (less + 0.05);
    };
    const behind = one => {
        for (let at = one; at; at = at.parentElement) {
            const colour = getComputedStyle(at).backgroundColor;
            if ((numbers(colour)[3] ?? 1) > 0.9) return colour;
        }
        return matchMedia('(prefers-color-scheme: dark)').matches ? 'rgb(0, 0, 0)' : 'rgb(255, 255, 255)';
    };
    const record = window.__walk = {reached: new Set(), faint: [], away: []};
    document.addEventListener('focusin', ({target}) => {
        record.reached.add(target);
        const style = getComputedStyle(target);
        const drawn = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1;
        const around = behind(target.parentElement ?? target);
        if (!drawn || contrast(style.outlineColor, around) < 3) {
            record.faint.push(`${name(target)} ${style.outline} on ${around}`);
        }
    });
    record.missed = () => expected.filter(one => !record.reached.has(one)).map(name);
    return expected.length;
}""".replace("FOCUSABLE", _FOCUSABLE)


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_tab_reaches_everything_and_shows_where_it_is(
    visit: Visit, reading_address: str, kinds: tuple[str, ...], scheme: Literal["light", "dark"], width: int
) -> None:
    page = visit("index.html", width=width, color_scheme=scheme, reduced_motion="reduce")
    missed, faint = {}, {}
    for path in (*kinds, OPEN_NOTE):
        page.goto("about:blank")
        page.goto(reading_address + path)
        for _ in range(page.evaluate(_RECORD) + 2):
            page.keyboard.press("Tab")
        if left := page.evaluate("window.__walk.missed()"):
            missed[path] = left
        if unseen := page.evaluate("window.__walk.faint"):
            faint[path] = unseen
    assert not missed, listed(missed)
    assert not faint, listed(faint)


def test_the_first_tab_leads_past_the_menu(visit: Visit) -> None:
    page = visit(CROWDED)
    page.keyboard.press("Tab")
    skip = page.locator("a.skip")
    assert page.evaluate("document.activeElement.className") == "skip"
    box = skip.bounding_box()
    assert box is not None
    assert box["height"] >= 24
    assert box["y"] >= 0
    skip.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.querySelector('main').contains(document.activeElement)")


# --- by ear ----------------------------------------------------------------------------------------------------


def test_a_marker_is_named_by_what_its_note_is_and_the_sentence_is_read_whole(visit: Visit) -> None:
    page = visit(CROWDED)
    marker = page.locator(f"#ref-{OVERLAPPING[0]}")
    heard = marker.aria_snapshot()
    assert INNERMOST in heard
    assert "link" in heard or "doc-noteref" in heard
    mark_role = page.evaluate(
        "[...document.querySelectorAll('mark')].map(one => getComputedStyle(one, '::before').content)"
    )
    assert set(mark_role) == {"none"}  # what is generated would be read aloud in the midst of the sentence
    back = page.locator(f"#note-{OVERLAPPING[0]} a.back")
    assert back.get_attribute("role") == "doc-backlink"
    assert INNERMOST in (back.get_attribute("aria-label") or back.inner_text())


def test_on_a_narrow_screen_no_empty_list_of_notes_is_heard(visit: Visit) -> None:
    page = visit(CROWDED, width=390)
    assert page.locator("aside.notes").count() > 1
    notes = page.get_by_role("note")  # what is there for those who hear the page
    assert notes.count() == 0
    page.locator(f"#ref-{OVERLAPPING[0]}").click()
    assert notes.count() == 1
    assert page.locator(f"#note-{OVERLAPPING[0]}").is_visible()


@pytest.mark.parametrize("width", [320, 1280])
def test_a_name_of_one_long_word_widens_no_page(visit: Visit, reading_address: str, width: int) -> None:
    page = visit("index.html", width=width)
    for path, names in (
        ("entities/asta-rell.html", ".companions th bdi"),
        ("questions.html", ".asked th bdi"),
    ):
        page.goto(reading_address + path)
        page.locator(names).first.evaluate("one => { one.textContent = 'Hafenverwaltungs'.repeat(12) }")
        assert page.evaluate("document.documentElement.scrollWidth") == width
