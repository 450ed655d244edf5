"""Every mention: paged where there are very many, so that none is lost and none stands twice."""

from __future__ import annotations

from itertools import chain, pairwise

import page_laws
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_archives import Made
from test_pages import archive_of

from postil.model.archive import Mention, Passage
from postil.model.page import EntityPage, MentionsPage
from postil.pages import Lookup, pages
from postil.pages.mentions import MOST_SENTENCES, cuts

sizes = st.lists(st.lists(st.integers(1, 3), min_size=1, max_size=260), min_size=1, max_size=9)
"""Of each article, for each of its sentences: how often it names."""


def mentions_of(articles: list[list[int]]) -> tuple[Mention, ...]:
    found = []
    for number, sentences in enumerate(articles):
        for at, times in enumerate(sentences):
            passage = Passage(f"a{number}", f"p{at}s1", f"p{at}s1", "Venn Venn Venn")
            found += [Mention("venn", f"a{number}", at, at, "Venn", passage, None)] * times
    return tuple(found)


def sentences_in(mentions: tuple[Mention, ...]) -> set[tuple[str, str]]:
    return {(one.article, one.passage.first) for one in mentions}


@given(sizes)
def test_pages_lose_nothing_and_repeat_nothing(articles: list[list[int]]) -> None:
    mentions = mentions_of(articles)
    all_cuts = cuts(mentions)
    assert all_cuts[0][0] == 0
    assert all_cuts[-1][1] == len(mentions)
    assert all(one[1] == two[0] for one, two in pairwise(all_cuts))
    shown = [sentences_in(mentions[begin:end]) for begin, end in all_cuts]
    assert sum(map(len, shown)) == len(set(chain.from_iterable(shown)))  # no sentence on two pages
    assert all(0 < len(page) <= MOST_SENTENCES for page in shown)


@given(sizes)
def test_an_article_is_parted_only_where_it_fits_on_no_page(articles: list[list[int]]) -> None:
    mentions = mentions_of(articles)
    for (_, begin), _ in pairwise(cuts(mentions)):
        article = mentions[begin].article
        if mentions[begin - 1].article == article:
            assert (
                len(sentences_in(tuple(one for one in mentions if one.article == article))) > MOST_SENTENCES
            )


def test_one_who_is_named_nowhere_has_one_page() -> None:
    assert cuts(()) == ((0, 0),)


@pytest.fixture(scope="module")
def named_often() -> Made:
    """One who is named in 490 sentences of seven articles."""
    made = Made().entity("venn", name="Venn").entity("other")
    for number in range(7):
        sentences = [f"Venn spoke on day {day} of April." for day in range(70)]
        names = [(sentence.removesuffix(" of April."), "venn") for sentence in sentences]
        made.article(f"report-{number}", [sentences], names=names, published=f"2031-04-{number + 1:02}")
    return made


def test_the_pages_of_one_who_is_named_often_follow_each_other(named_often: Made) -> None:
    archive = archive_of(named_often)
    found = {
        page.path: page for page in pages(Lookup(archive)) if isinstance(page, (EntityPage, MentionsPage))
    }
    assert sorted(found) == [
        "entities/other.html",
        "entities/venn.html",
        "entities/venn/2.html",
        "entities/venn/3.html",
        "entities/venn/4.html",
    ]
    page = found["entities/venn.html"]
    seen, before = [page], "/entities/venn.html#mentions"
    while page.next_href:
        page = found[page.next_href.removeprefix("/")]
        assert isinstance(page, MentionsPage)
        assert page.previous_href == before
        before = f"/{page.path}"
        seen.append(page)
    assert len(seen) == 4
    sentences = [cited.href for page in seen for group in page.mentions for cited in group.mentions]
    assert len(sentences) == len(set(sentences)) == 490


def test_the_laws_hold_where_mentions_are_paged(named_often: Made) -> None:
    assert page_laws.check(archive_of(named_often))


@pytest.mark.slow
def test_a_further_mention_at_the_end_leaves_the_pages_before_it_as_they_are(named_often: Made) -> None:
    before = {page.path: page for page in pages(Lookup(archive_of(named_often)))}
    named_often.article("later", [["Venn was seen."]], names=[("Venn", "venn")], published="2031-06-01")
    after = {page.path: page for page in pages(Lookup(archive_of(named_often)))}
    changed = {path for path, page in after.items() if before.get(path) != page}
    assert "entities/venn/4.html" in changed
    assert not changed & {"entities/venn.html", "entities/venn/2.html", "entities/venn/3.html"}
