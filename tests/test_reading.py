"""Reading an annotated article in a browser: opening notes, addresses of sentences, copying, views, previews, keys.

The archive is that of `reading_archive`. What a page looks like, on a screen and on paper, is in `test_reading_layout`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest
from browsing import Visit, closes, holds, on_screen, opens, place_at, until, visits
from reading_archive import CROWDED, INNERMOST, OVERLAPPING

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

WIDE, NARROW = 1280, 390
BOTH = pytest.mark.parametrize("width", [WIDE, NARROW])
SCRIPTS = pytest.mark.parametrize("scripts", [True, False], ids=["scripts on", "scripts off"])
INNER, MIDDLE, OUTER = OVERLAPPING
CLAIMS = ".k-claim, .k-figure, .k-denial"


@pytest.fixture
def visit(browser: Browser, reading_address: str) -> Iterator[Visit]:
    with visits(browser, reading_address) as visit:
        yield visit


@pytest.fixture(params=["http", "file"])
def visit_both(
    request: pytest.FixtureRequest, browser: Browser, reading_address: str, reading_site: Path
) -> Iterator[Visit]:
    """From a host, and from a folder."""
    with visits(
        browser, reading_address if request.param == "http" else f"{reading_site.as_uri()}/"
    ) as visit:
        yield visit


def place(page: Page) -> tuple[int, str]:
    """Where a reader is: how far down, and on what."""
    where: list[object] = page.evaluate("[Math.round(scrollY), document.activeElement.id]")
    return int(str(where[0])), str(where[1])


# --- opening a note, and returning -------------------------------------------------------------------------------


@BOTH
def test_a_note_opens_by_mouse_and_escape_returns_to_the_same_place(visit_both: Visit, width: int) -> None:
    page = visit_both(CROWDED, width=width)
    for note in ("boat-1", "pier-9", "cells"):
        marker = page.locator(f"#ref-{note}")
        place_at(marker, 200)
        down, _ = place(page)
        marker.click()
        opens(page, note)
        page.keyboard.press("Escape")
        closes(page, note)
        assert place(page) == (down, f"ref-{note}")


@BOTH
def test_a_note_opens_by_keyboard_and_escape_returns_to_the_same_marker(
    visit_both: Visit, width: int
) -> None:
    page = visit_both(CROWDED, width=width)
    before, marker = page.locator("#ref-boat-3"), page.locator("#ref-shed-4-count")
    place_at(marker, 200)
    before.focus()
    while place(page)[1] != "ref-shed-4-count":
        page.keyboard.press("Tab")
        assert place(page)[1] != "ref-boat-4", "Tab left the marker out"
    down, _ = place(page)
    page.keyboard.press("Enter")
    opens(page, "shed-4-count")
    page.keyboard.press("Escape")
    closes(page, "shed-4-count")
    assert place(page) == (down, "ref-shed-4-count")


@pytest.mark.parametrize("what", ["marker", "words"])
def test_a_note_opens_by_touch_and_closes_by_its_button(visit_both: Visit, what: str) -> None:
    page = visit_both(CROWDED, width=NARROW, height=844, has_touch=True, is_mobile=True)
    touched = page.locator("#ref-boat-6" if what == "marker" else "mark[data-notes='boat-6']").first
    place_at(touched, 200)
    down, _ = place(page)
    touched.tap()
    opens(page, "boat-6")
    page.locator("#note-boat-6 button").filter(visible=True).first.tap()
    closes(page, "boat-6")
    assert place(page) == (down, "ref-boat-6")


@BOTH
def test_a_note_opens_by_its_address_and_by_a_link_to_it(visit: Visit, width: int) -> None:
    page = visit(f"{CROWDED}#note-pier-8", width=width)
    opens(page, "pier-8")
    page.evaluate("location.hash = '#note-day-8'")
    opens(page, "day-8")
    closes(page, "pier-8")


@BOTH
def test_the_open_note_shows_all_it_says_and_its_words_are_filled(visit: Visit, width: int) -> None:
    page = visit(CROWDED, width=width)
    words = page.locator(f"mark[data-notes~='{INNER}']").first
    unmarked = words.evaluate("one => getComputedStyle(one).backgroundColor")
    place_at(words, 200)
    page.locator(f"#ref-{INNER}").click()
    opens(page, INNER)
    note = page.locator(f"#note-{INNER}")
    assert "or when it was written." in note.inner_text()
    assert note.evaluate("one => one.scrollWidth <= one.clientWidth + 1")
    holds(page, lambda: words.evaluate("one => getComputedStyle(one).backgroundColor") != unmarked)
    assert note.locator("a[rel=prev]").is_visible()
    note.locator("a[rel=next]").click()
    closes(page, INNER)
    assert page.locator(".note.open, .note:popover-open").count() == 1


@BOTH
def test_three_notes_on_the_same_words_are_all_reached_and_the_shortest_wins(
    visit: Visit, width: int
) -> None:
    page = visit(CROWDED, width=width)
    words = page.locator(f"mark[data-notes~='{INNER}']").first
    assert (words.get_attribute("data-notes") or "").split() == list(OVERLAPPING)
    assert words.inner_text() in INNERMOST
    place_at(words, 150)
    words.click()
    opens(page, INNER)
    for note in (MIDDLE, OUTER, INNER):
        shown = page.locator(".note.open, .note:popover-open")
        shown.locator(f".also a[href='#note-{note}']").click()
        opens(page, note)
        also = {link.get_attribute("href") for link in shown.locator(".also a").all()}
        assert also >= {f"#note-{other}" for other in OVERLAPPING if other != note}


@BOTH
def test_without_scripts_a_marker_leads_to_its_whole_note_and_back(visit_both: Visit, width: int) -> None:
    page = visit_both(CROWDED, width=width, scripts=False)
    for note in (*OVERLAPPING, "cells"):
        page.locator(f"#ref-{note}").click()
        assert page.url.endswith(f"#note-{note}")
        shown = page.locator(f"#note-{note}")
        assert on_screen(shown)
        assert shown.locator(".note-body").count() == 0 or shown.locator(".note-body").is_visible()
        shown.locator("a.back").click()
        assert on_screen(page.locator(f"#ref-{note}"))


# --- the address of a sentence -----------------------------------------------------------------------------------


@SCRIPTS
def test_the_address_of_a_sentence_marks_it(visit_both: Visit, *, scripts: bool) -> None:
    page = visit_both(f"{CROWDED}#p9s2", scripts=scripts)
    assert on_screen(page.locator("#p9s2"))
    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        holds(page, lambda: filled(page, "p9s2") != filled(page, "p9s1") == filled(page, "p9s3"))
    page.goto("about:blank")
    page.go_back()
    holds(page, lambda: filled(page, "p9s2") != filled(page, "p9s1"))
    if scripts:
        page.evaluate("location.hash = '#p9s1'")
        holds(page, lambda: filled(page, "p9s1") != filled(page, "p9s2") == filled(page, "p9s3"))


def filled(page: Page, sentence: str) -> str:
    return str(page.locator(f"#{sentence}").evaluate("one => getComputedStyle(one).backgroundColor"))


def test_the_address_of_a_sentence_opens_what_hides_it(visit: Visit) -> None:
    page = visit("articles/notice.html#p2s1")
    holds(page, lambda: page.locator("#p2s1").is_visible() and on_screen(page.locator("#p2s1")))


# --- views -------------------------------------------------------------------------------------------------------

_LINES = """one => (style => [style.textDecorationLine !== 'none', style.backgroundImage !== 'none',
    style.borderBottomStyle !== 'none' && parseFloat(style.borderBottomWidth) > 0, style.boxShadow !== 'none'
    ].some(Boolean))(getComputedStyle(one))"""


def visible(page: Page, selector: str) -> int:
    return page.locator(selector).filter(visible=True).count()


@BOTH
@SCRIPTS
def test_views_are_addresses(visit_both: Visit, width: int, *, scripts: bool) -> None:
    page = visit_both(CROWDED, width=width, scripts=scripts)
    words = page.locator("mark[data-notes~='boat-2']").first
    claimed = page.locator("mark[data-notes~='shed-2-count']").first
    assert words.evaluate(_LINES)
    assert visible(page, "a.marker") == page.locator("a.marker").count()

    page.locator("#view-clean a").click()
    assert page.url.endswith("#view-clean")
    until(page, lambda: visible(page, "a.marker"), 0)
    assert visible(page, "li.note") == 0
    assert not words.evaluate(_LINES)
    assert not claimed.evaluate(_LINES)
    names = page.locator(".text a.name")
    assert names.filter(visible=True).count() == names.count() > 0  # they stay links
    assert not any(name.evaluate(_LINES) for name in names.all()[:3])

    page.locator("#view-claims a").click()
    until(page, lambda: visible(page, "a.marker"), page.locator(f"a.marker:is({CLAIMS})").count())
    assert visible(page, f"a.marker:not({CLAIMS})") == 0
    assert visible(page, f"li.note:not({CLAIMS})") == 0
    assert claimed.evaluate(_LINES)
    assert not words.evaluate(_LINES)

    page.locator("#view-annotated a").click()
    until(page, lambda: visible(page, "a.marker"), page.locator("a.marker").count())
    assert words.evaluate(_LINES)


@SCRIPTS
def test_a_view_is_there_at_once_by_its_address(visit: Visit, *, scripts: bool) -> None:
    page = visit(f"{CROWDED}#view-clean", scripts=scripts)
    assert visible(page, "a.marker, li.note") == 0
    if scripts:
        assert page.locator("#view-clean a").get_attribute("aria-current") == "true"
        assert page.locator(".views a[aria-current]").count() == 1


def test_a_view_stays_when_the_address_becomes_that_of_a_sentence(visit: Visit) -> None:
    page = visit(f"{CROWDED}#view-clean")
    page.evaluate("location.hash = '#p3s2'")
    page.wait_for_timeout(100)
    assert visible(page, "a.marker") == 0
    assert page.locator("#view-clean a").get_attribute("aria-current") == "true"


# --- a notice ----------------------------------------------------------------------------------------------------


def test_a_notice_stands_before_its_text_until_a_reader_wants_it_open_always(visit_both: Visit) -> None:
    page = visit_both("articles/notice.html")
    text = page.locator("[data-text]")
    assert not text.is_visible()
    page.locator("details.notice > summary").click()
    assert text.is_visible()
    page.reload()
    assert not page.locator("[data-text]").is_visible()
    page.locator("details.notice > summary").click()
    always = page.locator(".always-open input")
    always.check()
    page.reload()
    holds(page, lambda: page.locator("[data-text]").is_visible())
    page.locator(".always-open input").uncheck()
    page.reload()
    assert not page.locator("[data-text]").is_visible()


def test_without_scripts_a_notice_opens(visit: Visit) -> None:
    page = visit("articles/notice.html", scripts=False)
    assert not page.locator("[data-text]").is_visible()
    page.locator("details.notice > summary").click()
    assert page.locator("[data-text]").is_visible()


# --- previews ----------------------------------------------------------------------------------------------------

PREVIEW = ".preview-box:popover-open"


def test_a_name_shows_its_card_to_the_mouse(visit_both: Visit) -> None:
    page = visit_both(CROWDED)
    name = page.locator(".text a.name[href$='asta-rell.html']").nth(1)
    place_at(name, 300)
    name.hover()
    page.wait_for_selector(PREVIEW)
    assert "Pilot of the second light." in page.locator(PREVIEW).inner_text()
    page.locator(PREVIEW).hover()  # the mouse can go there
    page.wait_for_timeout(500)
    assert page.locator(PREVIEW).count() == 1
    page.keyboard.press("Escape")
    until(page, lambda: page.locator(PREVIEW).count(), 0)
    name.hover()
    page.wait_for_selector(PREVIEW)
    page.mouse.move(2, 2)
    until(page, lambda: page.locator(PREVIEW).count(), 0)


def test_a_name_shows_its_card_to_the_keyboard(visit: Visit) -> None:
    page = visit(CROWDED)
    page.locator("#ref-boat-1").focus()
    while "asta-rell" not in str(page.evaluate("document.activeElement.href")):
        page.keyboard.press("Tab")
    page.wait_for_selector(PREVIEW)
    page.keyboard.press("Escape")
    until(page, lambda: page.locator(PREVIEW).count(), 0)
    assert "asta-rell" in str(page.evaluate("document.activeElement.href"))


def test_a_link_to_a_sentence_of_the_page_shows_the_sentence(visit: Visit) -> None:
    page = visit(f"{CROWDED}#note-p2-whole")
    opens(page, "p2-whole")
    page.locator("#note-p2-whole a[href='#p9s2']").hover()
    page.wait_for_selector(PREVIEW)
    assert "from boat 9 that the channel was open" in page.locator(PREVIEW).inner_text()


def test_a_touch_shows_no_card_and_follows_the_link(visit: Visit) -> None:
    page = visit(CROWDED, width=NARROW, has_touch=True, is_mobile=True)
    name = page.locator(".text a.name[href$='asta-rell.html']").nth(1)
    name.tap()
    page.wait_for_url("**/entities/asta-rell.html")


# --- copying -----------------------------------------------------------------------------------------------------

SENTENCE = "About pier 3 the office gave no answer."


def point_at(page: Page, sentence: str) -> None:
    """Let the mouse rest on the first line of a sentence."""
    x, y = page.locator(f"#{sentence}").evaluate(
        "one => (({left, top, height}) => [left + 4, top + height / 2])(one.getClientRects()[0])"
    )
    page.mouse.move(x, y)
    holds(page, lambda: page.locator(f"button.handle[title*='{sentence}']").is_visible())


def copied(page: Page, which: str) -> str:
    """What lies on the clipboard after a choice in the menu of the sentence that the mouse is on."""
    point_at(page, "p3s3")
    page.locator("button.handle").click()
    page.locator(f"[data-copy={which}]").filter(visible=True).click()
    page.wait_for_timeout(100)
    return str(page.evaluate("navigator.clipboard.readText()"))


def test_a_sentence_gives_its_link_its_words_and_its_citation(visit: Visit, reading_address: str) -> None:
    page = visit(CROWDED, permissions=["clipboard-read", "clipboard-write"])
    place_at(page.locator("#p3s3"), 300)
    assert copied(page, "link") == f"{reading_address}{CROWDED}#p3s3"
    assert page.url.endswith("#p3s3")
    assert SENTENCE in copied(page, "quote")
    citation = page.locator("#citation").inner_text()
    assert "https://example.org/tarn/articles/crowded.html" in citation
    said = copied(page, "citation")
    assert said.startswith(f"“{SENTENCE}” ")
    assert "https://example.org/tarn/articles/crowded.html#p3s3" in said
    for part in ("Nyström", "Sixteen sheds are counted at Tarn Bay", "Tarn Courier"):
        assert part in said


def test_where_there_is_no_clipboard_the_words_are_shown_to_be_copied(visit: Visit) -> None:
    page = visit(CROWDED)
    page.evaluate("void (navigator.clipboard.writeText = () => Promise.reject(new Error()))")
    page.evaluate("void (document.execCommand = () => false)")
    place_at(page.locator("#p3s3"), 300)
    point_at(page, "p3s3")
    page.locator("button.handle").click()
    page.locator("[data-copy=quote]").click()
    field = page.locator("textarea").filter(visible=True)
    holds(page, lambda: field.count() == 1)
    assert SENTENCE in field.input_value()


def test_the_handle_is_one_stop_of_the_keyboard_and_arrows_walk_the_sentences(visit: Visit) -> None:
    page = visit(CROWDED)
    page.locator("#view-claims a").focus()
    for _ in range(6):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.className") == "handle":
            break
    handle = page.locator("button.handle")
    assert handle.evaluate("one => one === document.activeElement")
    assert page.locator(".handle").count() == 1
    assert "p1s1" in (handle.get_attribute("title") or "")
    for _ in range(4):
        page.keyboard.press("ArrowDown")
    assert "p2s2" in (handle.get_attribute("title") or "")
    page.keyboard.press("Enter")
    holds(page, lambda: page.locator("[data-copy=link]").is_visible())
    assert page.url.endswith("#p2s2")
    page.keyboard.press("Escape")
    holds(page, lambda: not page.locator("[data-copy=link]").is_visible())
    assert handle.evaluate("one => one === document.activeElement")
    page.keyboard.press("ArrowUp")
    assert "p2s1" in (handle.get_attribute("title") or "")


def test_a_citation_of_the_page_is_copied_for_people_and_programs(visit: Visit) -> None:
    page = visit(CROWDED, permissions=["clipboard-read", "clipboard-write"])
    for summary in page.locator("details.cite-as > summary").all():
        summary.click()
    shown = ("#citation", "#bibtex", "#csl-json")
    buttons = page.locator(".cite button.copy").filter(visible=True)
    assert buttons.count() == len(shown)
    for button, form in zip(buttons.all(), shown, strict=True):
        button.click()
        page.wait_for_timeout(100)
        said = str(page.evaluate("navigator.clipboard.readText()"))
        assert said.split() == str(page.locator(form).text_content()).split()


# --- keys --------------------------------------------------------------------------------------------------------


def test_letters_do_nothing_until_a_reader_turns_them_on(visit_both: Visit) -> None:
    page = visit_both(CROWDED)
    ids = [str(one.get_attribute("id")).removeprefix("note-") for one in page.locator("li.note").all()[:2]]
    for key in "j2?s":
        page.keyboard.press(key)
    page.wait_for_timeout(100)
    assert page.locator(".note.open, dialog[open]").count() == 0
    assert visible(page, "a.marker") > 0

    page.locator(".keys-button").click()
    dialog = page.locator("dialog.keys")
    assert dialog.is_visible()
    dialog.locator("input[type=checkbox]").check()
    page.keyboard.press("Escape")
    holds(page, lambda: not dialog.is_visible())
    assert page.locator(".keys-button").evaluate("one => one === document.activeElement")

    page.reload()  # it is remembered
    page.keyboard.press("j")
    opens(page, ids[0])
    page.keyboard.press("j")
    opens(page, ids[1])
    page.keyboard.press("k")
    opens(page, ids[0])
    page.keyboard.press("2")
    until(page, lambda: visible(page, "a.marker"), 0)
    page.keyboard.press("1")
    holds(page, lambda: visible(page, "a.marker") == page.locator("a.marker").count())
    page.keyboard.press("s")
    assert page.evaluate("document.activeElement.className") == "handle"
    page.keyboard.press("?")
    assert dialog.is_visible()
    dialog.locator("input[type=checkbox]").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    page.wait_for_timeout(100)
    assert page.locator(".note.open").count() == 0


@SCRIPTS
def test_an_address_into_a_text_with_a_notice_keeps_the_notice_in_sight(
    visit: Visit, *, scripts: bool
) -> None:
    page = visit("articles/notice.html#p2s1", width=NARROW, height=300, scripts=scripts)
    notice, sentence = page.locator(".notice > summary"), page.locator("#p2s1")
    holds(page, lambda: on_screen(notice) and on_screen(sentence))
    below = notice.evaluate("one => one.getBoundingClientRect().bottom")
    assert sentence.evaluate("one => one.getClientRects()[0].top") >= below - 1


@pytest.mark.parametrize("fragment", ["%zz", "%", "p2s1%20", "note-", "view-", "constructor"])
def test_an_address_that_means_nothing_does_no_harm(visit: Visit, fragment: str) -> None:
    page = visit(f"{CROWDED}?mark=shed#{fragment}")
    holds(page, lambda: page.locator("html.placed").count() == 1)
    assert page.locator(".note.open, .target").count() == 0
