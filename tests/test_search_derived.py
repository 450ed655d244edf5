"""The lists that are derived from an archive, asked in Chromium: over http under a sub-path, and from a folder.

Each question finds its sentence first or says that there is none, both ways the same in the same order, and nothing but the
site's own files is asked for. The folder has a name that is hard to put into an address, nobody may write to it, and the
network is cut. A part of the lists is asked here; `SEARCH_LISTS=all` (`make lists`) asks all of it.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import four_languages
import pytest
from browsing import serving, watched
from search_answers import ASK, AT_ONCE, HARD_NAME, WATCH, Answer, answer_from, faults
from search_queries import Query, archive_at, dates_of, queries, sampled
from sites import REPOSITORY, built, read_only

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.slow]

OF_EACH_SORT = 1_000_000 if os.environ.get("SEARCH_LISTS") == "all" else 12
"""Questions of each sort, spread evenly over its list."""


@dataclass(frozen=True, slots=True)
class Asked:
    """An archive's questions, and its site's answers both ways."""

    root: Path
    questions: list[Query]
    over_http: list[Answer]
    from_folder: list[Answer]


def answers(browser: Browser, site: str, questions: list[Query], *, offline: bool) -> list[Answer]:
    """Ask in one page; its console stays empty, and it asks only its own site for anything."""
    context = browser.new_context()
    context.set_offline(offline)
    page, watch = watched(context)
    page.goto(f"{site}search.html?q=harbour")
    page.evaluate(WATCH)
    asked = [dict(query.asked) for query in questions]
    said = []
    for at in range(0, len(asked), AT_ONCE):
        said += page.evaluate(ASK, asked[at : at + AT_ONCE])
    context.close()
    assert watch.errors == []
    assert [url for url in watch.requests if not url.startswith((site, "blob:", "data:"))] == []
    return [answer_from(one) for one in said]


@pytest.fixture(scope="module", params=["demo", "four languages"])
def asked(
    request: pytest.FixtureRequest, browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Asked:
    folder = tmp_path_factory.mktemp("lists")
    root = REPOSITORY if request.param == "demo" else four_languages.written(folder / "archive")
    site = built(root, folder / HARD_NAME)
    questions = sampled(queries(archive_at(root)), OF_EACH_SORT)
    with read_only(site), serving(site, tmp_path_factory.mktemp("host"), "papers/archive") as served:
        over_http = answers(browser, served, questions, offline=False)
        from_folder = answers(browser, site.as_uri() + "/", questions, offline=True)
    return Asked(root, questions, over_http, from_folder)


def test_each_question_finds_its_sentence_first_or_says_why_not(asked: Asked) -> None:
    dates = dates_of(archive_at(asked.root))
    pairs = zip(asked.questions, asked.over_http, strict=True)
    found = [fault for query, answer in pairs for fault in faults(query, answer, dates)]
    assert not found, "\n".join(found)


def test_a_folder_answers_as_the_web_does_and_in_the_same_order(asked: Asked) -> None:
    trios = zip(asked.questions, asked.over_http, asked.from_folder, strict=True)
    assert [query.name for query, web, folder in trios if web != folder] == []


def test_every_sort_of_question_is_asked(asked: Asked) -> None:
    sorts = {query.what for query in asked.questions}
    assert sorts == {
        *("name", "pair", "phrase", "figure", "figure said", "absent"),
        *("filter", "order", "accent", "apostrophe", "hyphen"),
    }


def test_the_same_archive_is_asked_the_same(tmp_path: Path) -> None:
    one, two = (queries(archive_at(four_languages.written(tmp_path / name, 40))) for name in ("a", "b"))
    assert one == two
