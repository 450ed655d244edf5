"""The search where there is more than is shown or read at once, and letters that are typed without their signs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browsing import Visit, serving, visits
from search_archive import CROWD, FORMS, crowded
from sites import built
from test_search import asked, heard, hits, marked, titles, told, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("crowd")
    return built(crowded(folder / "archive"), folder / "a site")


@pytest.fixture(scope="module")
def served(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(site, tmp_path_factory.mktemp("host"), "papers/crane") as address:
        yield address


@pytest.fixture(params=["http", "file"])
def visit(request: pytest.FixtureRequest, browser: Browser, served: str, site: Path) -> Iterator[Visit]:
    with visits(browser, served if request.param == "http" else site.as_uri() + "/") as visit:
        yield visit


@pytest.fixture
def visit_served(browser: Browser, served: str) -> Iterator[Visit]:
    with visits(browser, served) as visit:
        yield visit


# --- how much is read ---------------------------------------------------------------------------------------------------


def test_two_common_words_find_the_sentence_that_has_both(visit: Visit) -> None:
    page = asked(visit("search.html"), "crane barge")
    assert hits(page)[0].partition("?")[0] == "long.html"


def test_a_phrase_of_common_words_is_found_in_the_last_of_all(visit: Visit) -> None:
    page = asked(visit("search.html"), '"lifted the crane"')
    assert [hit.partition("?")[0] for hit in hits(page)] == ["long.html"]
    assert heard(page) == "Sentences 1"
    page = asked(page, '"crane the lifted"')
    assert heard(page) == "Nothing found."


def test_no_more_than_a_hundred_articles_are_read_unasked(visit_served: Visit) -> None:
    page = visit_served("search.html")
    read: list[str] = []
    page.on("request", lambda request: read.append(request.url) if "/fragment/" in request.url else None)
    page = asked(page, "crane")
    assert heard(page) == f"Sentences in sources: {CROWD + 1}"
    assert len(read) <= 120  # a few pages of names and others are looked at too
    links = page.locator("#search-groups li").all_inner_texts()
    assert [link.strip() for link in links] == ["All", f"Sentences in sources: {CROWD + 1}", "Notes"]


def test_what_was_typed_is_answered_before_anything_else_is_asked(visit_served: Visit) -> None:
    """Filters and their numbers, and names with other spellings, take long in a large archive."""
    page = visit_served("index.html")
    waiting: list[Route] = []
    page.context.route("**/filter/**", lambda route: waiting.append(route))  # noqa: PLW0108 - it is marked
    page.goto(page.url.replace("index.html", "search.html?q=crane"))
    until(page, lambda: len(titles(page, "article")), 10)
    assert page.locator("#search-results").get_attribute("aria-busy") == "true"
    first = titles(page, "article")
    page.context.unroute("**/filter/**")  # which lets them go
    told(page)
    assert titles(page, "article") == first
    assert heard(page) == f"Sentences in sources: {CROWD + 1}"


def test_numbers_are_said_before_notes_are_looked_for(visit_served: Visit) -> None:
    page = told(visit_served("search.html"))
    page.evaluate(
        """() => { const status = document.getElementById("search-count"); window.__busy = [];
        const out = document.getElementById("search-results");
        new MutationObserver(() => window.__busy.push([status.textContent, out.ariaBusy]))
            .observe(status, {childList: true}); }"""
    )
    page.fill("#q", "crane")
    page.keyboard.press("Enter")
    told(page)
    assert [f"Sentences in sources: {CROWD + 1}", "true"] in page.evaluate("window.__busy")


def test_notes_further_on_are_looked_for_where_they_are_asked_for(visit: Visit) -> None:
    page = asked(visit("search.html"), "crane", kind="note")
    assert titles(page, "note") == []
    assert (
        page.locator("section[data-kind=note] .read").inner_text()
        == f"Pages looked through: 100 / {CROWD + 1}"
    )
    page.locator("section[data-kind=note] .more-found").click()
    until(page, lambda: hits(page, "note"), ["long.html?mark=crane#note-stood"])
    assert page.locator("section[data-kind=note] .read").is_hidden()


@pytest.fixture(scope="module")
def gulls(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A name that many articles have, with another spelling: the second answer to it takes the place of the first."""
    root = tmp_path_factory.mktemp("gulls")
    files = {
        f"content/articles/day-{n}.md": f"---\ntitle: Day {n}\n---\nThe Mole Gull came {n} times.\n"
        for n in range(60)
    }
    files["annotations/entities/all.yaml"] = (
        "gull: {is: thing, name: Mole Gull, aliases: [Gull of the Mole]}\n"
    )
    files["archive.yaml"] = "title: Gulls\nentity_types: [thing]\n"
    for name, text in files.items():
        (root / "archive" / name).parent.mkdir(parents=True, exist_ok=True)
        (root / "archive" / name).write_text(text, "utf-8")
    with serving(
        built(root / "archive", root / "site"), tmp_path_factory.mktemp("host"), "papers"
    ) as address:
        yield address


@pytest.mark.parametrize("what", ["focused", "pressed"])
def test_show_more_keeps_its_place_when_the_answer_is_replaced(
    browser: Browser, gulls: str, what: str
) -> None:
    context = browser.new_context()
    page = context.new_page()
    held: dict[str, list[Route]] = {"filter": [], "fragment": []}
    context.route("**/filter/**", lambda route: held["filter"].append(route))  # noqa: PLW0108 - it is marked
    page.goto(f"{gulls}search.html?q=Mole+Gull")
    until(page, lambda: len(titles(page, "article")), 10)
    more = page.locator("section[data-kind=article] .more-found")
    if what == "pressed":
        more.click()
        until(page, lambda: len(titles(page, "article")), 20)
        context.route("**/fragment/*-article.pf_fragment", lambda route: held["fragment"].append(route))  # noqa: PLW0108 - it is marked
        more.click()
        until(page, lambda: bool(held["fragment"]), expected=True)
    else:
        more.focus()
    for part in ("filter/**", "fragment/*-article.pf_fragment"):
        context.unroute(f"**/{part}")  # which lets them go
        page.wait_for_timeout(1000)  # the second answer has come before what was pressed for
    told(page)
    at = "[...document.querySelectorAll('[data-kind=article] li.found')].indexOf(document.activeElement.closest('li.found'))"
    if what == "pressed":
        until(page, lambda: len(titles(page, "article")), 30)
        until(page, lambda: page.evaluate(at), 20)
    else:
        assert page.evaluate("document.activeElement.matches('[data-kind=article] .more-found')")
        assert len(titles(page, "article")) == 10
    context.close()


def test_words_never_load_the_whole_index(visit_served: Visit) -> None:
    page = told(visit_served("search.html"))
    page.evaluate(
        """async () => { const api = await postilSearch(); const search = api.search; window.__asked = [];
        api.search = (...given) => { window.__asked.push(given[0]); return search(...given); }; }"""
    )
    for order in ("", "newest"):
        for query in ("crane", "Zoë Brånd", "warden 1"):
            page.evaluate(
                """(asked) => { history.replaceState(null, "", "?" + new URLSearchParams(asked));
                dispatchEvent(new PopStateEvent("popstate")); }""",
                {"q": query, "sort": order},
            )
            told(page)
    assert page.evaluate("window.__asked.length > 20 && window.__asked.every(Boolean)")


# --- names --------------------------------------------------------------------------------------------------------------


def test_spellings_beyond_what_is_searched_at_once_are_counted(visit: Visit) -> None:
    page = asked(visit("search.html"), "zoe brand")
    assert "Zoë Brånd II" in page.locator("#search-also .spellings").inner_text()
    assert str(FORMS - 24) in page.locator("#search-also .left").inner_text()
    assert page.locator("select[name=entity] option").count() <= 62


def test_a_question_that_nobody_waits_for_asks_no_further(visit_served: Visit) -> None:
    page = asked(visit_served("search.html"), "harp")
    page.evaluate(
        """async () => { const api = await postilSearch(); const search = api.search; window.__asked = 0;
        api.search = (...given) => { window.__asked++; return search(...given); }; }"""
    )
    page.evaluate(
        """() => { for (const q of ["Zoë Brånd", "harp"]) {
        history.replaceState(null, "", "?" + new URLSearchParams({ q }));
        dispatchEvent(new PopStateEvent("popstate")); } }"""
    )
    told(page)
    assert page.evaluate("window.__asked") < 8


def test_a_notice_stands_with_what_is_found_under_it(visit_served: Visit) -> None:
    page = asked(visit_served("search.html"), "harp")
    entry = page.locator("section[data-kind=article] li.found").inner_text()
    assert "Please note: This text names a child." in entry


# --- letters with signs: case SE-01 -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "found"),
    [
        *((query, "a") for query in ("Besançon", "pere", "père", "regis")),
        ("besancon", "c"),  # the form that was typed comes first
        *((query, "b") for query in ("bjørn", "BJØRN", "ås")),
        ("bjorn", "c"),
        *(
            (query, "d")
            for query in ("lodz", "Łódź", "strasse", "STRAẞE", "straße", "oeuvre", "dorde", "aero")
        ),
    ],
)
def test_se_01_words_are_found_with_their_signs_and_without(
    visit_served: Visit, query: str, found: str
) -> None:
    page = asked(visit_served("search.html"), query)
    assert hits(page)[0].partition(".")[0] == found


def test_se_01_both_forms_are_found_and_shown_as_they_stand(visit: Visit) -> None:
    page = asked(visit("search.html"), "bjorn")
    assert {hit.partition(".")[0] for hit in hits(page)} == {"b", "c"}
    assert marked(page) == ["Bjorn", "Bjørn"]
    assert page.locator("section[data-kind=article] a.hit q").all_inner_texts() == [
        "Voici Bjorn.",
        "Bjørn Ås.",
    ]
    page = asked(page, '"lodz"')
    assert heard(page) == "Nothing found."
    page = asked(page, '"Pociąg—Łódź, straße und"')
    assert marked(page) == ["Pociąg—Łódź, Straße und"]
    page = asked(page, "orsted")
    assert titles(page, "article") == ["Ørsted"]
