"""The search as a reader meets it, over http and from a folder: it finds the sentence, and says what it did."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import browsing
import pytest
from browsing import Visit, serving, visits
from search_archive import FILLING, written
from sites import built
from test_accessibility import RULES, faults

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

until = partial(browsing.until, seconds=8)
"""A search has an index to load first, on a machine that may be at other work."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("search")
    return built(written(folder / "archive"), folder / "a site")


@pytest.fixture(scope="module")
def served(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(site, tmp_path_factory.mktemp("host"), "papers/quay") as address:
        yield address


@pytest.fixture(scope="module", params=["http", "file"])
def address(request: pytest.FixtureRequest, served: str, site: Path) -> str:
    return served if request.param == "http" else site.as_uri() + "/"


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Visit]:
    with visits(browser, address) as visit:
        yield visit


@pytest.fixture
def visit_served(browser: Browser, served: str) -> Iterator[Visit]:
    with visits(browser, served) as visit:
        yield visit


def asked(page: Page, query: str, **more: str) -> Page:
    """Ask by address, and wait for what is told."""
    page.goto(page.url.partition("?")[0] + "?" + urlencode({"q": query, **more}))
    return told(page)


def told(page: Page) -> Page:
    """Wait until a search has ended."""
    page.locator("#search-results:not([aria-busy])").wait_for(state="attached")
    return page


def hits(page: Page, kind: str = "article") -> list[str]:
    """Where the hits of a group lead, in order: the last part of each address."""
    links = page.locator(f"section[data-kind={kind}]:not([hidden]) a.hit")
    found: list[str] = links.evaluate_all("links => links.map(link => link.getAttribute('href'))")
    return [href.rpartition("/")[2] for href in found]


def titles(page: Page, kind: str) -> list[str]:
    return page.locator(f"section[data-kind={kind}]:not([hidden]) h3").all_inner_texts()


def marked(page: Page) -> list[str]:
    return page.locator("#search-results section:not([hidden]) mark").all_inner_texts()


def heard(page: Page) -> str:
    return page.locator("#search-count").text_content() or ""


# --- what is found ---------------------------------------------------------------------------------------------------


def test_two_words_find_their_sentence_with_who_says_it_and_what_denies_it(visit: Visit) -> None:
    page = asked(visit("search.html"), "sandbar dawn")
    assert hits(page)[0] == "gazette.html?mark=sandbar&mark=dawn#p1s1"
    entry = page.locator("section[data-kind=article] li.found").first
    assert entry.locator("h3").inner_text() == "The ferry is late"
    said = entry.inner_text()
    for part in ("Quay Gazette", "29 April 2031", "said by: Olha Marenko", "hedged: from afar"):
        assert part in said
    assert "denied by Harbour office: no ferry was due" in said
    assert marked(page)[:2] == ["sandbar", "dawn"]


def test_a_claim_never_stands_without_the_denials_against_it(visit: Visit) -> None:
    page = asked(visit("search.html"), "sandbar", kind="claim")
    entry = page.locator("section[data-kind=claim] li.found")
    assert "Did the ferry strike a sandbar?" in entry.inner_text()
    assert "denied by Harbour office" in entry.inner_text()
    page = asked(page, "Marenko yes", kind="claim")
    page.locator("section[data-kind=claim] a.hit").click()
    page.locator("tr:target").wait_for()
    assert "Olha Marenko" in page.locator("tr:target").inner_text()


def test_a_number_is_not_found_by_the_beginning_of_another(visit: Visit) -> None:
    """Pagefind takes the longest word that the one asked begins with: *nine* for *ninety*."""
    page = visit("search.html")
    others = (
        "nine ninety",
        "six sixteen",
        "sixty six",
        "seven seventieth",
        "сім сімдесят",
        "двадцять два",
        "пять пятсот",
    )
    same = (
        "nine nine",
        "ninety ninety",
        "city cities",
        "collapse collapsing",
        "дев'ять девять",
        "safety safety",
    )
    for words, is_alike in [*((one, False) for one in others), *((one, True) for one in same)]:
        token, asked_for = words.split()
        for pair in ([token, asked_for], [asked_for, token]):
            assert page.evaluate("([token, asked]) => postilAsk.isAlike(token, asked)", pair) is is_alike, (
                pair
            )


def test_what_is_found_stands_in_groups_with_their_counts(visit: Visit) -> None:
    page = asked(visit("search.html"), "ferry")
    groups = [text.split() for text in page.locator("#search-groups li").all_inner_texts()]
    assert groups == [["All"], ["Sentences", "2"], ["Questions", "1"], ["Events", "1"], ["Pages", "1"]]
    assert heard(page) == "Sentences 2, Questions 1, Events 1, Pages 1"
    assert titles(page, "event") == ["The ferry runs aground"]
    assert titles(page, "page") == ["About the ferry"]
    page = asked(page, "sandbar")
    assert titles(page, "place") == ["Long Sandbar"]
    page = asked(page, "spyglass")
    assert hits(page, "note") == ["gazette.html?mark=spyglass#note-struck"]
    assert hits(page) == []


@pytest.mark.parametrize(
    ("query", "sentence", "first"),
    [
        ("cafe", "p2s3", "café"),
        ("café owner’s", "p2s3", "café"),
        ("owners", "p2s3", "owner's"),
        ("barefoot", "p1s2", "barefoot"),
        ("ashore", "p1s2", "ashore"),
        ("lamp-lighters", "p3s2", "lamp-lighters"),
        ("FERRY SANDBAR", "p1s1", "ferry"),
    ],
)
def test_accents_apostrophes_hyphens_and_dashes(visit: Visit, query: str, sentence: str, first: str) -> None:
    page = asked(visit("search.html"), query)
    assert hits(page)[0].rpartition("#")[2] == sentence
    assert first in marked(page)[:2]


@pytest.mark.parametrize("apostrophe", ["’", "'", "ʼ", ""])
def test_an_apostrophe_is_an_apostrophe(visit_served: Visit, apostrophe: str) -> None:
    page = asked(visit_served("search.html"), f"П{apostrophe}ять")
    assert hits(page)[0].endswith("#p1s1")
    page = asked(page, f"сім{apostrophe}ю")
    assert hits(page)[0].endswith("#p1s2")
    assert marked(page) == ["сімʼю"]


@pytest.mark.parametrize(
    ("figure", "found"),
    [("1,280", True), ("1280", True), ("12.5", True), ("280", False), ("12805", False), ("12", False)],
)
def test_a_figure_is_found_whole(visit_served: Visit, figure: str, *, found: bool) -> None:
    page = asked(visit_served("search.html"), figure, outlet="Quay Gazette", month="2031-04")
    assert [hit.rpartition("#")[2] for hit in hits(page)] == (["p3s3"] if found else [])


# --- phrases ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("marks", ['""', "“”", "„“", "«»"])
def test_a_phrase_is_found_as_it_stands_and_not_otherwise(visit_served: Visit, marks: str) -> None:
    page = asked(visit_served("search.html"), f"{marks[0]}Second  LAMP was{marks[1]}")
    assert [hit.rpartition("#")[2] for hit in hits(page)] == ["p3s1"]
    assert marked(page) == ["second lamp was"]
    page = asked(page, f"{marks[0]}lamp second{marks[1]}")
    assert heard(page) == "Nothing found."
    page.locator("[data-way=unquoted] a").click()
    until(page, lambda: [hit.rpartition("#")[2] for hit in hits(page)], ["p3s1"])


def test_a_phrase_is_whole_words_and_holds_signs_that_look_alike(visit_served: Visit) -> None:
    page = asked(visit_served("search.html"), '"waded ashore - some"')
    assert heard(page) == "Nothing found."  # there is no space around the dash
    page = asked(page, '"ashore-some barefoot"')
    assert marked(page) == ["ashore—some barefoot"]
    page = asked(page, '“the "old" clerk”')
    assert marked(page) == ["the “old” clerk"]
    page = asked(page, '"econd lamp"')
    assert heard(page) == "Nothing found."


def test_signs_that_markup_uses_are_shown_as_they_stand(visit: Visit) -> None:
    page = asked(visit("search.html"), '"<quay & dock> and"')
    assert marked(page) == ["<quay & dock> and"]
    shown = page.locator("section[data-kind=article] a.hit q").inner_text()
    assert shown == "The board read <quay & dock> and the file of it &lt;quay."


# --- names ------------------------------------------------------------------------------------------------------------


def test_a_name_is_searched_in_all_its_spellings_and_it_is_said(visit: Visit) -> None:
    page = asked(visit("search.html"), "Olha Marenko")
    assert {hit.partition(".")[0] for hit in hits(page)} == {"gazette", "visnyk"}
    also = page.locator("#search-also")
    assert "Also searched: Marenko, Ольга Маренко, Ольгу Маренко" in also.inner_text()
    assert "Ольгу Маренко" in marked(page)
    assert titles(page, "entity") == ["Olha Marenko"]
    also.get_by_role("link", name="Search only what was typed").click()
    until(page, lambda: {hit.partition(".")[0] for hit in hits(page)}, {"gazette"})
    assert "exact=1" in page.url
    also.get_by_role("link", name="Search these spellings as well").click()
    until(page, lambda: {hit.partition(".")[0] for hit in hits(page)}, {"gazette", "visnyk"})


def test_a_form_in_another_script_leads_back(visit_served: Visit) -> None:
    page = asked(visit_served("search.html"), "ольги маренко")
    assert {hit.partition(".")[0] for hit in hits(page)} == {"gazette", "visnyk"}


def test_nothing_found_offers_names_and_lists(visit: Visit) -> None:
    page = asked(visit("search.html"), "Marenka barefoot")
    assert page.get_by_role("link", name="Olha Marenko").is_visible()
    page = asked(page, "Marenka")
    assert heard(page) == "Nothing found."
    elsewhere = page.locator("#search-elsewhere")
    assert elsewhere.get_by_role("link", name="Names A–Z").is_visible()
    assert elsewhere.get_by_role("link", name="Timeline").is_visible()
    elsewhere.get_by_role("link", name="Olha Marenko").click()
    until(page, lambda: hits(page)[:1], ["gazette.html?mark=Olha&mark=Marenko#p1s1"])


@pytest.mark.parametrize("query", ["zeppelin", "xq", "ferry zeppelin", "дирижабль"])
def test_what_is_not_there_is_not_found(visit_served: Visit, query: str) -> None:
    assert heard(asked(visit_served("search.html"), query)) == "Nothing found."


def test_signs_alone_are_said_not_to_be_searched(visit: Visit) -> None:
    page = asked(visit("search.html"), "…!")
    assert heard(page) == "Signs alone are not searched, only words and figures."
    assert page.locator("#search-elsewhere").get_by_role("link", name="Names A–Z").is_visible()


def test_a_name_among_other_words_is_searched_in_its_other_spellings_too(visit: Visit) -> None:
    page = asked(visit("search.html"), "ольги МАРЕНКО pilot")
    assert hits(page) == ["gazette.html?mark=Olha+Marenko&mark=pilot#p1s1"]
    assert "Olha Marenko" in page.locator("#search-also .spellings").inner_text()
    page = asked(page, "ольги Маренко pilot", exact="1")
    assert heard(page) == "Nothing found."


# --- filters, order, steps, address -----------------------------------------------------------------------------------


def test_filters_say_how_much_they_leave_and_stand_in_the_address(visit: Visit) -> None:
    page = asked(visit("search.html"), "tide")
    outlets = page.locator("select[name=outlet] option").all_inner_texts()
    assert outlets == ["any", f"Quay Gazette ({FILLING // 2})", f"Tarn Courier ({FILLING // 2})"]
    page.select_option("select[name=outlet]", "Tarn Courier")
    until(page, lambda: heard(page), f"Sentences {FILLING}")  # two in each article
    assert "outlet=Tarn+Courier" in page.url
    assert page.locator("select[name=outlet] option").all_inner_texts() == outlets
    page.select_option("select[name=month]", "2032-02")
    until(page, lambda: "month=2032-02" in page.url, expected=True)
    until(page, lambda: heard(page) not in {"", f"Sentences {FILLING}"}, expected=True)
    count = heard(page)
    page.go_back()
    until(page, lambda: heard(page), f"Sentences {FILLING}")
    assert page.input_value("select[name=month]") == ""
    page.go_forward()
    until(page, lambda: heard(page), count)
    page.reload()
    until(page, lambda: heard(page), count)


def test_the_order_by_date_goes_up_and_down(visit: Visit) -> None:
    page = asked(visit("search.html"), "tide", sort="oldest", outlet="Tarn Courier", kind="article")
    up = titles(page, "article")
    page = asked(page, "tide", sort="newest", outlet="Tarn Courier", kind="article")
    down = titles(page, "article")
    assert len(up) == len(down) == FILLING // 2
    assert up == down[::-1]


def test_more_comes_in_steps_and_takes_the_focus(visit: Visit) -> None:
    page = asked(visit("search.html"), "tide")
    assert len(titles(page, "article")) == 10
    page.locator("section[data-kind=article] .more-found").click()
    until(page, lambda: len(titles(page, "article")), 20)
    assert page.evaluate("document.activeElement.closest('li.found')?.previousElementSibling !== null")


def test_more_asked_for_twice_at_once_comes_once(visit: Visit) -> None:
    page = told(visit("search.html?kind=article"))
    assert len(titles(page, "article")) == 20
    page.locator("section[data-kind=article] .more-found").evaluate("more => { more.click(); more.click(); }")
    until(page, lambda: len(titles(page, "article")), 30)
    page.wait_for_timeout(200)
    found = titles(page, "article")
    assert len(set(found)) == len(found) == 30


def test_notes_alone_are_listed(visit: Visit) -> None:
    page = told(visit("search.html?kind=note"))
    assert hits(page, "note") == ["gazette.html#note-struck"]
    assert heard(page) == "Notes 1"


def test_an_order_that_does_not_exist_is_the_best_match(visit_served: Visit) -> None:
    page = asked(visit_served("search.html"), "ferry", sort="bogus")
    assert page.input_value("#sort") == ""


def test_a_filter_alone_lists_what_it_leaves(visit_served: Visit) -> None:
    page = asked(visit_served("search.html"), "", month="2031-05")
    assert titles(page, "article") == ["Пором запізнився"]
    assert heard(page) == "Sources 1"


def test_typing_asks_by_itself_and_going_back_leads_to_what_was_meant(visit: Visit) -> None:
    page = asked(visit("search.html"), "ferry")
    page.fill("#q", "")
    page.type("#q", "barefoot", delay=20)
    until(page, lambda: [hit.rpartition("#")[2] for hit in hits(page)], ["p1s2"])
    page.go_back()
    until(page, lambda: page.input_value("#q"), "ferry")
    until(page, lambda: heard(page), "Sentences 2, Questions 1, Events 1, Pages 1")


def test_what_was_read_for_a_while_is_gone_back_to(visit_served: Visit) -> None:
    page = told(visit_served("search.html"))
    page.type("#q", "ferry")
    until(page, lambda: heard(page), "Sentences 2, Questions 1, Events 1, Pages 1")
    page.wait_for_timeout(1600)
    page.fill("#q", "")
    page.type("#q", "barefoot")
    until(page, lambda: [hit.rpartition("#")[2] for hit in hits(page)], ["p1s2"])
    page.go_back()
    until(page, lambda: page.input_value("#q"), "ferry")


def test_the_same_numbers_are_heard_again(visit_served: Visit) -> None:
    page = asked(visit_served("search.html"), "ferry")
    page.evaluate(
        """() => { const status = document.getElementById("search-count"); window.__heard = [];
        new MutationObserver(() => window.__heard.push(status.textContent)).observe(status, {childList: true}); }"""
    )
    page.fill("#q", "FERRY")
    page.keyboard.press("Enter")
    told(page)
    assert page.evaluate("window.__heard.filter(Boolean).at(-1)") == heard(page) != ""


def test_arrow_keys_go_on_from_any_link(visit: Visit) -> None:
    page = asked(visit("search.html"), "sandbar")
    denial = page.locator("section[data-kind=article] .ties a").first
    denial.focus()
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.className") == "hit"
    denial.focus()
    page.keyboard.press("ArrowDown")
    inside = "document.activeElement.closest('section').dataset.kind"
    assert page.evaluate(inside) != "article"


def test_a_question_is_no_longer_than_the_box(visit_served: Visit) -> None:
    page = asked(visit_served("search.html"), "ferry " * 200)
    assert len(page.input_value("#q")) == 500
    took = "(() => { const at = performance.now(); postilAsk.question('«'.repeat(1e5)); return performance.now() - at; })()"
    assert page.evaluate(took) < 1000


def test_by_keyboard_alone(visit: Visit) -> None:
    page = visit("articles/gazette.html")
    page.keyboard.press("Control+k")
    page.keyboard.type("barefoot")
    page.keyboard.press("Enter")
    page.locator("a.hit").first.wait_for()
    page.keyboard.press("Control+k")
    assert page.evaluate("document.activeElement.id") == "q"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.className") == "hit"
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.id") == "q"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.locator("#p1s2.target, #p1s2:target").first.wait_for()


def test_a_slash_leads_to_the_box_where_single_keys_are_on(visit: Visit) -> None:
    page = visit("names.html")
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.name") != "q"
    page.evaluate("localStorage.setItem('postil.letters', 'on')")
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.name") == "q"
    page.keyboard.press("/")
    assert page.input_value(".box input") == "/"


# --- arrival ----------------------------------------------------------------------------------------------------------

FOUND = "[...(CSS.highlights.get('found') ?? [])].map(String)"


def test_a_hit_opens_at_its_sentence_with_the_words_marked_and_can_be_shared(visit: Visit) -> None:
    page = asked(visit("search.html"), "sandbar dawn")
    page.locator("a.hit").first.click()
    page.locator("#p1s1.target").first.wait_for()
    assert page.evaluate(FOUND) == ["sandbar", "dawn"]
    assert page.url.endswith("articles/gazette.html?mark=sandbar&mark=dawn#p1s1")
    shared = page.url
    page.goto("about:blank")
    page.goto(shared)
    until(page, lambda: page.evaluate(FOUND), ["sandbar", "dawn"])


def test_a_note_opens_with_its_words_marked(visit: Visit) -> None:
    page = asked(visit("search.html"), "spyglass")
    page.locator("a.hit").first.click()
    page.locator("#note-struck.open").wait_for()
    until(page, lambda: page.evaluate(FOUND), ["spyglass"])


@pytest.mark.parametrize(
    ("query", "kind", "marks"),
    [
        ("runs aground", "event", {"runs", "aground"}),
        ("bank sand", "place", {"bank", "sand"}),
        ("written ferry", "page", {"written", "ferry"}),
        ("strike", "claim", {"strike"}),
    ],
)
def test_what_is_found_as_a_whole_opens_with_its_words_marked(
    visit_served: Visit, query: str, kind: str, marks: set[str]
) -> None:
    page = asked(visit_served("search.html"), query)
    page.locator(f"section[data-kind={kind}] h3 a").first.click()
    page.wait_for_url("**?mark=**")
    until(page, lambda: marks <= {one.lower() for one in page.evaluate(FOUND)}, expected=True)


def test_a_position_opens_with_its_words_marked(visit: Visit) -> None:
    page = asked(visit("search.html"), "Marenko yes", kind="claim")
    page.locator("section[data-kind=claim] a.hit").first.click()
    page.locator("tr:target").wait_for()
    until(page, lambda: [one.lower() for one in page.evaluate(FOUND)][:1], ["olha marenko"])


def test_words_that_an_address_carries_are_taken_as_words(visit_served: Visit) -> None:
    page = visit_served("articles/gazette.html?mark=.*&mark=(&mark=%5B&mark=noon#p1s2")
    assert page.evaluate(FOUND) == ["noon"]


# --- without ----------------------------------------------------------------------------------------------------------


def test_without_scripts_the_box_leads_to_a_page_that_says_so_and_offers_the_lists(visit: Visit) -> None:
    page = visit("index.html", scripts=False)
    page.fill(".box input", "ferry")
    page.press(".box input", "Enter")
    page.wait_for_url("**/search.html?q=ferry")
    warning = page.locator("noscript .warning")
    assert "needs scripts" in warning.inner_text()
    assert warning.locator("a").all_inner_texts() == ["Names A–Z", "Questions", "Timeline"]


def test_se_04_a_word_that_is_typed_at_home_is_found_from_a_folder(browser: Browser, site: Path) -> None:
    with visits(browser, site.as_uri() + "/") as visit:
        page = visit("index.html")
        page.fill(".box input", "barefoot")
        page.press(".box input", "Enter")
        page.locator("a.hit").first.click()
        page.locator("#p1s2.target").first.wait_for()


def test_se_04_an_edition_that_is_not_published_is_said(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    root = written(tmp_path_factory.mktemp("one") / "archive")
    settings = root / "archive.yaml"
    settings.write_text(settings.read_text() + "search: web\n", encoding="utf-8")
    web = built(root, root.parent / "web")
    with visits(browser, web.as_uri() + "/") as visit:
        page = visit("search.html?q=ferry")
        assert page.locator("#search-from-folder a").count() == 3
        assert page.locator("#search").is_hidden()
    settings.write_text(settings.read_text().replace("web", "folder"), encoding="utf-8")
    folder = built(root, root.parent / "folder")
    with serving(folder, root.parent / "host", "papers") as address, visits(browser, address) as visit:
        page = told(visit("search.html?q=barefoot"))
        assert hits(page) == ["gazette.html?mark=barefoot#p1s2"]


# --- for everybody ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("width", "scheme"), [(320, "light"), (390, "dark"), (1280, "light"), (1280, "dark")]
)
def test_results_are_seen_and_reached_by_all(visit_served: Visit, width: int, scheme: str) -> None:
    page = visit_served("search.html", width=width, color_scheme=scheme, reduced_motion="reduce")
    axe = (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
    found = []
    for query in ("sandbar", "Olha Marenko", "Marenka", "tide"):
        page = asked(page, query)
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
        page.evaluate(axe)
        found += [f"{query}: {fault}" for fault in faults(page, RULES)]
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert not found, "\n".join(found)


def test_no_task_is_long_while_typing(visit_served: Visit) -> None:
    page = asked(visit_served("search.html"), "shells")
    page.evaluate(
        """() => { window.__long = [];
        new PerformanceObserver(list => window.__long.push(...list.getEntries().map(one => one.duration)))
            .observe({type: 'longtask'}); }"""
    )
    page.fill("#q", "")
    page.type("#q", "tide left", delay=60)
    until(page, lambda: heard(page), f"Sentences {FILLING}")
    assert page.evaluate("window.__long") == []
