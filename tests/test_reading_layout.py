"""How pages are laid out: cards in the margin, the sheet, paper, what scripts move, what unfolds and what sorts."""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

import pypdf
import pytest
from browsing import Visit, closes, holds, is_open, on_screen, opens, place_at, until, visits
from reading_archive import CROWDED, NOTES_OF_CROWDED, OVERLAPPING

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

pytestmark = pytest.mark.browser

SCRIPTS = pytest.mark.parametrize("scripts", [True, False], ids=["scripts on", "scripts off"])


@pytest.fixture
def visit(browser: Browser, reading_address: str) -> Iterator[Visit]:
    with visits(browser, reading_address) as visit:
        yield visit


# --- cards in the margin -----------------------------------------------------------------------------------------

# What is wrong with the cards as they stand: two on each other, one on the text, one beyond the edge of the page.
_CLASHES = """() => {
    const cards = [...document.querySelectorAll('li.note')].map(one => [one.id, one.getBoundingClientRect()]);
    const blocks = [...document.querySelectorAll('.text > *:not(aside)')].map(one => [one.id, one.getBoundingClientRect()]);
    const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
        && one.top < other.bottom - 1 && other.top < one.bottom - 1;
    const found = [];
    cards.forEach(([id, box], at) => {
        if (box.height < 20) found.push(`${id} is not shown`);
        if (box.right > innerWidth || box.left < 0 || box.top + scrollY < 0) found.push(`${id} is off the page`);
        for (const [other, its] of [...cards.slice(at + 1), ...blocks])
            if (meet(box, its)) found.push(`${id} lies on ${other}`);
    });
    return found;
}"""


def clashes(page: Page) -> list[str]:
    found: list[str] = page.evaluate(_CLASHES)
    return found


def parted(page: Page) -> None:
    """Wait for the cards to stand apart, each whole on the page."""
    nothing: list[str] = []
    until(page, lambda: clashes(page), nothing)


@pytest.mark.parametrize("width", [1100, 1280, 1920])
def test_cards_never_overlap_with_forty_notes_on_a_page(visit: Visit, width: int) -> None:
    page = visit(CROWDED, width=width)
    assert page.locator("li.note").count() == NOTES_OF_CROWDED
    parted(page)
    for note in (*OVERLAPPING, "pier-8", "shed-1-count", "p2-whole", "cells"):
        marker = page.locator(f"#ref-{note}")
        place_at(marker, 300)
        marker.click()
        opens(page, note)
        parted(page)
        holds(page, lambda note=note: beside(page, note))  # type: ignore[misc]
    page.keyboard.press("Escape")
    parted(page)


def beside(page: Page, note: str) -> bool:
    """Whether a card begins at the line of its marker."""
    marker, card = page.locator(f"#ref-{note}").bounding_box(), page.locator(f"#note-{note}").bounding_box()
    assert marker is not None
    assert card is not None
    return abs(marker["y"] - card["y"]) < 24


def test_cards_stand_apart_after_the_window_or_the_text_has_changed(visit: Visit) -> None:
    page = visit(f"{CROWDED}#note-pier-8")
    opens(page, "pier-8")
    for width in (1920, 1100, 390, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        holds(page, lambda: is_open(page, "pier-8"))
        if width > 390:
            parted(page)
    page.evaluate("document.documentElement.style.fontSize = '150%'")
    page.set_viewport_size({"width": 1920, "height": 800})
    parted(page)
    page.evaluate("location.hash = '#view-claims'")
    page.evaluate("location.hash = '#view-annotated'")
    parted(page)


def test_cards_stand_apart_after_a_notice_was_opened(visit: Visit) -> None:
    page = visit("articles/notice.html")
    page.locator("details.notice > summary").click()
    parted(page)
    page.locator("#ref-sound").click()
    opens(page, "sound")
    parted(page)


def test_cards_stand_apart_from_right_to_left(visit: Visit) -> None:
    page = visit("articles/arabic.html")
    parted(page)
    page.locator("a.marker").first.click()
    parted(page)
    text, card = page.locator("#p1").bounding_box(), page.locator("li.note").first.bounding_box()
    assert text is not None
    assert card is not None
    assert card["x"] + card["width"] <= text["x"] or card["x"] >= text["x"] + text["width"]


def test_the_handle_stands_at_the_side_where_the_text_begins(visit: Visit) -> None:
    page = visit("articles/arabic.html")
    page.locator("button.handle").focus()
    text, handle = page.locator("#p1").bounding_box(), page.locator("button.handle").bounding_box()
    assert text is not None
    assert handle is not None
    assert 0 <= handle["x"] - (text["x"] + text["width"]) < 24


def test_a_closed_card_is_short_and_says_what_is_denied(visit: Visit) -> None:
    page = visit(CROWDED)
    parted(page)
    boxes = {
        note: page.locator(f"#note-{note}").bounding_box() for note in ("pier-8", "boat-3", "shed-2-count")
    }
    assert {note for note, box in boxes.items() if box is not None and box["height"] > 110} == set()
    assert page.locator("#note-pier-9 .tie").filter(visible=True).count() >= 1
    assert page.locator("#note-shed-9-count .hedge").is_visible()


@pytest.mark.parametrize("width", [1100, 1920])
def test_without_scripts_cards_stand_apart_too(visit: Visit, width: int) -> None:
    parted(visit(CROWDED, width=width, scripts=False))


@SCRIPTS
@pytest.mark.parametrize("width", [1100, 1280, 1920])
def test_a_line_has_the_length_that_is_read_best(visit: Visit, width: int, *, scripts: bool) -> None:
    page = visit(CROWDED, width=width, scripts=scripts)
    lines: list[float] = page.locator(".text > p").evaluate_all(_CHARACTERS)
    assert len(lines) == 17
    assert all(60 <= one <= 75 for one in lines), lines


# Characters that a line of each paragraph has room for, were all as wide as its own are on average.
_CHARACTERS = """all => all.map(one => {
    const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT), range = document.createRange();
    let characters = 0, wide = 0;
    while (walker.nextNode()) {
        range.selectNodeContents(walker.currentNode);
        characters += walker.currentNode.data.length;
        for (const {width} of range.getClientRects()) wide += width;
    }
    return one.getBoundingClientRect().width / (wide / characters);
})"""


# --- the sheet ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("height", [600, 844])
def test_the_sheet_is_low_and_hides_none_of_its_words(visit: Visit, height: int) -> None:
    page = visit(CROWDED, width=390, height=height, has_touch=True, is_mobile=True)
    for note in ("shed-1-count", *OVERLAPPING, "boat-12", "pier-8", "boat-16", "cells"):
        for top in (60, height - 120):  # in the upper part, and where the sheet will be
            marker = page.locator(f"#ref-{note}")
            place_at(marker, top)
            down = page.evaluate("scrollY")
            marker.tap()
            opens(page, note)
            page.wait_for_timeout(50)
            box = page.locator(f"#note-{note}").bounding_box()
            assert box is not None
            assert box["height"] <= 0.45 * height + 1
            assert (box["x"], box["width"]) == (0, 390)
            assert abs(box["y"] + box["height"] - height) <= 1
            words: list[list[float]] = page.locator(f"mark[data-notes~='{note}']").evaluate_all(
                "all => all.flatMap(one => [...one.getClientRects()]).map(box => [box.top, box.bottom])"
            )
            assert words
            assert min(top for top, _ in words) >= 0, note
            assert max(bottom for _, bottom in words) <= box["y"] + 1, note
            page.keyboard.press("Escape")
            closes(page, note)
            until(page, lambda: page.evaluate("scrollY"), down)  # however far the words had to be moved


def test_the_sheet_leads_through_the_notes(visit: Visit) -> None:
    page = visit(CROWDED, width=390, height=844, has_touch=True, is_mobile=True)
    ids = [str(one.get_attribute("id")).removeprefix("note-") for one in page.locator("li.note").all()]
    page.locator(f"#ref-{ids[0]}").tap()
    opens(page, ids[0])
    assert page.locator(f"#note-{ids[0]} a[rel=prev]").count() == 0
    for before, note in pairwise(ids[:5]):
        page.locator(f"#note-{before} a[rel=next]").tap()
        opens(page, note)
        closes(page, before)
        assert on_screen(page.locator(f"#ref-{note}"))
    page.locator(f"#note-{ids[4]} a[rel=prev]").tap()
    opens(page, ids[3])
    page.keyboard.press("Escape")
    closes(page, ids[3])
    assert page.evaluate("document.activeElement.id") == f"ref-{ids[3]}"


# --- paper -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("opened", "scripts"), [("", True), ("", False), ("#note-pier-8", True), ("#view-clean", True)]
)
def test_on_paper_each_note_has_its_number_and_all_it_says(
    visit: Visit, opened: str, *, scripts: bool
) -> None:
    page = visit(CROWDED + opened, scripts=scripts, color_scheme="dark")
    printed = tight(
        " ".join(sheet.extract_text() for sheet in pypdf.PdfReader(io.BytesIO(page.pdf(format="A4"))).pages)
    )
    if opened == "#view-clean":
        assert tight("About pier 16 the office gave no answer.") in printed
        return
    notes: list[list[str]] = page.locator("li.note").evaluate_all(_SAID)
    assert [number for number, *_ in notes] == [str(one + 1) for one in range(NOTES_OF_CROWDED)]
    for number, kinds, *said in notes:
        assert re.search(rf"{number}[^.]{{0,60}}{re.escape(tight(kinds))}", printed), number
        assert [one for one in said if tight(one) not in printed] == [], number
    for address in ("https://example.org/courier/71", "https://example.net/20310601/71"):
        assert tight(address) in printed
    assert tight("https://example.org/tarn/articles/crowded.html") in printed
    assert str(page.locator(".digest").first.text_content()) in printed
    assert tight("9 May 2031") in printed


@pytest.mark.parametrize("scripts", [True, False])
def test_each_sheet_of_paper_says_which_text_it_is_of(visit: Visit, *, scripts: bool) -> None:
    page = visit(CROWDED, scripts=scripts)
    imprint = tight(str(page.locator(".imprint").text_content()))
    sheets = pypdf.PdfReader(io.BytesIO(page.pdf(format="A4"))).pages
    assert len(sheets) > 3
    assert [imprint in tight(sheet.extract_text()) for sheet in sheets] == [True] * len(sheets)


def test_on_paper_nothing_is_folded_and_nothing_asks_to_be_opened(visit: Visit) -> None:
    page = visit("entities/asta-rell.html")
    page.emulate_media(media="print")
    folds = page.locator("details")
    assert folds.count() > 0
    assert folds.locator("> summary").filter(visible=True).count() == 0
    heights = folds.evaluate_all("all => all.map(one => one.lastElementChild.getBoundingClientRect().height)")
    assert min(heights) > 0


# Of each note its number, its kinds and all it says, as far as it is seen and not only heard.
_SAID = """all => all.map(note => {
    const seen = one => {
        const copy = one.cloneNode(true);
        copy.querySelectorAll('.unseen').forEach(part => part.remove());
        return copy.textContent;
    };
    return ['a.back', '.note-kinds', '.note-body', '.hedge', '.tie', '.note-rest dd']
        .flatMap(part => [...note.querySelectorAll(part)].map(seen)).map(one => one.trim());
})"""


def tight(text: str) -> str:
    """Without spaces, hyphens and ligatures: lines are broken anywhere."""
    return re.sub(r"[\s\u00ad‐-]+", "", unicodedata.normalize("NFKC", text))


# --- what comes late ---------------------------------------------------------------------------------------------

_SHIFT = """() => new Promise(done => {
    const found = [];
    new PerformanceObserver(list => found.push(...list.getEntries())).observe({type: 'layout-shift', buffered: true});
    setTimeout(() => done(found.filter(one => !one.hadRecentInput).reduce((sum, one) => sum + one.value, 0)), 300);
})"""


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize(
    ("path", "fragment"),
    [
        (CROWDED, ""),
        (CROWDED, "#view-clean"),
        *((one, "") for one in ("index.html", "timeline.html", "sources.html")),
    ],
)
def test_nothing_moves_when_scripts_arrive_late(
    visit: Visit, reading_address: str, path: str, fragment: str, width: int
) -> None:
    """On a slow line: the last third of the page comes late too, so that what is above is drawn before."""
    page = visit("404.html", width=width)
    late(page, "**/assets/*.js")
    page.route("**/*.woff2", lambda route: route.fulfill(body=b""))  # the faces are asked for below
    page.goto(f"{reading_address}{path}?slow{fragment}")
    assert page.evaluate(_SHIFT) < 0.02


@pytest.mark.parametrize("width", [390, 1280])
def test_little_moves_when_the_faces_arrive_late(visit: Visit, reading_address: str, width: int) -> None:
    """What stands in for them is as wide; a line that breaks elsewhere is within what Web Vitals call good."""
    page = visit("404.html", width=width)
    late(page, "**/*.woff2")
    page.goto(reading_address + CROWDED)
    page.evaluate("document.fonts.ready.then(() => undefined)")
    assert page.evaluate(_SHIFT) < 0.1


def late(page: Page, pattern: str) -> None:
    def wait(route: Route) -> None:
        page.wait_for_timeout(250)
        route.continue_()

    page.route(pattern, wait)


# --- tables and lists --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("column", "up"),
    [
        ("Published", ["arabic", "crowded", "ninth", "notice"]),
        ("Notes", ["arabic", "ninth", "notice", "crowded"]),
        ("Outlet", ["notice", "ninth", "crowded", "arabic"]),
    ],
)
def test_sources_are_sorted_by_date_number_and_word(visit: Visit, column: str, up: list[str]) -> None:
    page = visit("sources.html")
    head = page.locator("table.sources thead th").filter(has_text=column)
    button = head.locator("button")

    def order() -> list[str]:
        links = page.locator("table.sources tbody th a").all()
        return [str(link.get_attribute("href")).rpartition("/")[2].removesuffix(".html") for link in links]

    seen = {}
    for _ in range(2):
        button.focus()
        page.keyboard.press("Enter")
        seen[str(head.get_attribute("aria-sort"))] = order()
        assert page.locator("table.sources th[aria-sort]").count() == 1
        assert button.evaluate("one => one === document.activeElement")
    assert set(seen) == {"ascending", "descending"}
    given = [one for one in seen["ascending"] if one in up]
    assert given == up
    assert seen["descending"] != seen["ascending"]


@SCRIPTS
def test_a_dense_day_is_folded_and_opens(visit: Visit, *, scripts: bool) -> None:
    page = visit("timeline.html", scripts=scripts)
    hour = page.locator("main a[href$='events/hour-24.html']").first
    assert not hour.is_visible()
    fold = page.locator("details", has=page.locator("a[href$='events/hour-24.html']")).last
    fold.locator("summary").first.click()
    assert hour.is_visible()
