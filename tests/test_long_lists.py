"""Lists that are too long for one page: every entry stands once, in order, on pages that lead to each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, chain, pairwise

import page_laws
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sample_theme import shipped_theme
from small_archives import Made, note, place, ref, refs
from test_pages import archive_of

from postil import addresses
from postil.model.archive import Archive
from postil.model.page import (
    ArticlePage,
    ClaimPage,
    EntityPage,
    EventPage,
    FurtherPage,
    NamesPage,
    Page,
    QuestionsPage,
    SearchPage,
    SourcesPage,
)
from postil.model.parts import Turn
from postil.model.records import Prose
from postil.pages import Lookup, index_views, pages
from postil.pages.claim import MOST_POSITIONS
from postil.pages.entity import MOST_NAMESAKES
from postil.pages.further import MOST_LINES
from postil.pages.lists import MOST_OFFERED, MOST_QUESTIONS, MOST_SOURCES
from postil.pages.names import MOST_NAMES
from postil.parting import cuts
from postil.render import render

LARGEST = 1_000_000
"""Bytes of a page."""


def found_in(archive: Archive) -> dict[str, Page]:
    return {page.path: page for page in pages(Lookup(archive))}


def pages_of(found: dict[str, Page], first: str, of: str = "") -> list[Page]:
    """The pages of a list by their addresses."""
    addressed = (addresses.of_further(f"/{first}", number, of) for number in range(1, len(found) + 1))
    return [found[one[1:]] for one in addressed if one[1:] in found]


def check_turns(turns: Sequence[Turn | None], sizes: Sequence[int]) -> None:
    """The pages lead to each other, and the first says what is on all."""
    known = [turn for turn in turns if turn]
    assert len(known) == len(turns) > 1
    first, *others = known
    assert first.count == sum(sizes)
    assert [size for _, size in first.pages] == list(sizes[1:])
    assert [link.href for link, _ in first.pages] == [turn.later_href for turn in known[:-1]]
    assert [turn.number for turn in known] == list(range(1, len(known) + 1))
    assert all((turn.count, turn.pages) == (0, ()) for turn in others)
    assert [turn.earlier_href for turn in others] == [
        first.first_href,
        *(turn.later_href for turn in known[:-2]),
    ]
    assert {turn.first_href for turn in known} == {first.first_href}
    assert known[-1].later_href is None


def largest(found: Iterable[Page]) -> int:
    """Bytes of the largest of some pages, rendered."""
    theme = shipped_theme()
    return max(len(render(page, theme)) for page in found)


def changed(before: Archive, after: Archive) -> set[str]:
    """Paths of pages that are not as they were."""
    was, now = found_in(before), found_in(after)
    return {path for path in was.keys() | now.keys() if was.get(path) != now.get(path)}


# --- where a list is cut ----------------------------------------------------------------------------------------------

groups = st.lists(st.integers(0, 40), max_size=30)


@given(groups, st.integers(1, 20))
def test_every_entry_stands_on_one_page_in_its_order(sizes: list[int], most: int) -> None:
    found = cuts(sizes, most)
    assert found[0][0] == 0
    assert found[-1][1] == sum(sizes)
    assert all(one[1] == two[0] for one, two in pairwise(found))
    assert all(0 < end - begin <= most for begin, end in found) or found == ((0, 0),)


@given(groups, st.integers(1, 20))
def test_what_belongs_together_is_parted_only_where_it_fits_on_no_page(sizes: list[int], most: int) -> None:
    ends = list(accumulate(sizes, initial=0))
    for begin, _ in cuts(sizes, most)[1:]:
        around = (size for size, end in zip(sizes, ends[1:], strict=True) if end > begin > end - size)
        assert all(size > most for size in around)


@given(groups, st.integers(1, 20))
def test_more_at_the_end_moves_nothing_before_it(sizes: list[int], most: int) -> None:
    before, after = cuts(sizes, most), cuts([*sizes, 3], most)
    assert after[: len(before) - 1] == before[:-1]


# --- positions of a claim ---------------------------------------------------------------------------------------------


def counted(positions: int) -> Made:
    """One question with so many figures of two scopes, in articles of fifty; each denies the one before."""
    made = Made().claim("lost", scopes=(("bay", "in the bay"), ("quay", "at the quay"))).entity("venn")
    for begin in range(0, positions, 50):
        numbers = range(begin, min(begin + 50, positions))
        notes = [
            note(
                f"c{number}",
                f"Boat {number} lost",
                claim="lost",
                says=str(number % 90),
                scope="bay" if number % 3 else "quay",
                speaker="venn" if number % 2 else "a pilot",
                **({"denies": f"article/count-{begin:05}#c{number - 1}"} if number > begin else {}),
            )
            for number in numbers
        ]
        made.article(f"count-{begin:05}", [[f"Boat {number} lost." for number in numbers]], notes)
    return made


@pytest.mark.slow
def test_the_positions_of_a_claim_go_on_on_further_pages() -> None:
    archive = archive_of(counted(400))
    found = page_laws.check(archive)
    by_path = {page.path: page for page in found}
    shown = [page for page in pages_of(by_path, "claims/lost.html") if isinstance(page, ClaimPage)]
    lines = [[line.note for band in page.bands for line in band.positions] for page in shown]
    assert sorted(chain.from_iterable(lines)) == sorted(
        addresses.of_note(*key) for key in archive.positions["lost"]
    )
    assert all(len(page) <= MOST_POSITIONS for page in lines)
    check_turns([page.turn for page in shown], [len(page) for page in lines])
    assert [[band.scope for band in page.bands] for page in shown] == [["bay"], ["bay"], ["quay"]]
    assert sum(band.count for page in shown for band in page.bands) == 400
    assert len({tuple(band.chart.ticks) for page in shown for band in page.bands if band.chart}) <= 2
    assert largest(shown) < LARGEST


@pytest.mark.slow
def test_a_position_is_found_on_the_page_that_it_stands_on() -> None:
    archive = archive_of(counted(200))
    by_path = found_in(archive)
    ids: set[str] = set()
    for view in index_views(Lookup(archive)):
        if view.path.startswith("claims/"):
            there = {one.id for one in view.sentences if one.id}
            assert there == page_laws.fragments(by_path[view.path], archive)
            ids |= there
    assert len(ids) == 200


@pytest.mark.slow
def test_a_further_position_at_the_end_leaves_the_pages_before_it_as_they_are() -> None:
    made = counted(400)
    before = archive_of(made)
    made.article(
        "later",
        [["Boat 7000 lost."]],
        published="2032-01-01",
        notes=[note("c-last", "Boat 7000", claim="lost", says="70", scope="quay")],
    )
    after = changed(before, archive_of(made))
    assert {path for path in after if path.startswith("claims/")} == {
        "claims/lost.html",
        "claims/lost/3.html",
    }


# --- names, questions, sources ------------------------------------------------------------------------------------------


def named(count: int, letters: str = "abdo") -> Made:
    """So many names that begin with few letters, none of which fits on one page."""
    made = Made()
    for number in range(count):
        first, second = letters[number % len(letters)], chr(ord("a") + number // 4 % 20)
        made.entity(
            f"e{number}", name=f"{first}{second}n {number:05}".capitalize(), aliases=(f"Я{number:05}",)
        )
    return made.article("wire")


@pytest.mark.slow
def test_names_go_on_on_further_pages_and_every_letter_is_led_to() -> None:
    archive = archive_of(named(1500))
    by_path = {page.path: page for page in page_laws.check(archive)}
    shown = [page for page in pages_of(by_path, "names.html") if isinstance(page, NamesPage)]
    lines = [[line.link.label for _, _, names in page.letters for line in names] for page in shown]
    assert len(set(chain.from_iterable(lines))) == sum(map(len, lines)) == 3000
    assert all(len(page) <= MOST_NAMES for page in lines)
    check_turns([page.turn for page in shown], [len(page) for page in lines])
    assert [[letter for letter, _ in script] for script in shown[0].alphabets] == [
        ["A", "B", "D", "O"],
        ["Я"],
    ]
    assert not any(page.alphabets for page in shown[1:])
    assert largest(shown) < LARGEST


@pytest.mark.slow
def test_a_further_name_changes_the_page_on_which_it_stands() -> None:
    before = archive_of(named(1200))
    after = changed(before, archive_of(named(1200).entity("z", name="Ban 7")))
    assert 1 <= len({path for path in after if path.startswith("names")} - {"names.html"}) <= 1


@pytest.mark.slow
def test_questions_go_on_on_further_pages() -> None:
    made = Made().article("wire")
    for number in range(1000):
        made.claim(f"c{number}", question=f"{chr(97 + number % 7)}{chr(97 + number % 11)} {number}?")
    by_path = {page.path: page for page in page_laws.check(archive_of(made))}
    shown = [page for page in pages_of(by_path, "questions.html") if isinstance(page, QuestionsPage)]
    rows = [[line.link.href for line in page.claims] for page in shown]
    assert len(set(chain.from_iterable(rows))) == sum(map(len, rows)) == 1000
    assert all(len(page) <= MOST_QUESTIONS for page in rows)
    check_turns([page.turn for page in shown], [len(page) for page in rows])
    assert largest(shown) < LARGEST


def reported(count: int) -> Made:
    """So many articles, twenty a day."""
    made = Made()
    for number in range(count):
        day = number // 20
        made.article(
            f"a{number:05}",
            [["Rain."]],
            published=f"{2031 + day // 28 // 12}-{day // 28 % 12 + 1:02}-{day % 28 + 1:02}",
        )
    return made.article("undated", published=None)


@pytest.mark.slow
def test_sources_go_on_on_further_pages() -> None:
    archive = archive_of(reported(700))
    by_path = {page.path: page for page in page_laws.check(archive)}
    shown = [page for page in pages_of(by_path, "sources.html") if isinstance(page, SourcesPage)]
    rows = [[line.link.href for line in page.articles] for page in shown]
    assert len(set(chain.from_iterable(rows))) == sum(map(len, rows)) == 701
    assert all(len(page) <= MOST_SOURCES for page in rows)
    assert [page.count for page in shown] == [701, *(0 for _ in shown[1:])]
    check_turns([page.turn for page in shown], [len(page) for page in rows])
    assert largest(shown) < LARGEST


# --- lists of a record ------------------------------------------------------------------------------------------------


def spoken(count: int) -> Made:
    """One who says much, at one place where much happens, of which much is told."""
    made = (
        Made()
        .entity("venn")
        .entity("bay", name="Bay")
        .claim("lost")
        .event("storm", "2031-04-29", where=refs("entity/bay"))
    )
    made.entity("quay", name="Quay", within=ref("entity/bay"))
    for number in range(0, count, 50):
        said = [f"Word {number + one} of the Bay." for one in range(50)]
        notes = [
            note(
                f"s{one}",
                f"Word {number + one}",
                speaker="venn",
                event="storm",
                **({"claim": "lost", "says": "9"} if one % 2 else {}),
            )
            for one in range(50)
        ]
        made.article(f"s{number:05}", [[one] for one in said], notes, names=[(f"{number} of the Bay", "bay")])
        made.event(f"e{number:05}", "2031-05-01", where=refs("entity/bay"))
    for number in range(400):
        made.entity(f"p{number:03}", within=ref("entity/bay"))
    return made


def portions(found: dict[str, Page], first: str, of: str) -> list[FurtherPage]:
    return [page for page in pages_of(found, first, of) if isinstance(page, FurtherPage)]


@pytest.mark.slow
def test_what_is_much_said_or_told_goes_on_on_further_pages() -> None:
    archive = archive_of(spoken(250))
    by_path = {page.path: page for page in page_laws.check(archive)}
    venn = by_path["entities/venn.html"]
    assert isinstance(venn, EntityPage)
    more = portions(by_path, "entities/venn.html", "speech")
    words = [
        [line.note for group in page for line in group.lines]
        for page in (venn.speech, *(one.portion.speech for one in more))
    ]
    assert len(set(chain.from_iterable(words))) == sum(map(len, words)) == 250
    storm = by_path["events/storm.html"]
    assert isinstance(storm, EventPage)
    told = portions(by_path, "events/storm.html", "evidence")
    notes = [
        [at for _, lines in page for _, at in lines]
        for page in (storm.evidence, *(one.portion.evidence for one in told))
    ]
    assert len(set(chain.from_iterable(notes))) == sum(map(len, notes)) == 250
    for first, others, sizes in ((venn, more, words), (storm, told, notes)):
        rest = next(one for one in first.rests if one.of in {"speech", "evidence"})
        assert rest.count == 250
        assert [(link.href, size) for link, size in rest.pages] == [
            (f"/{page.path}", len(size)) for page, size in zip(others, sizes[1:], strict=True)
        ]
        assert [page.turn.first_href for page in others] == [f"/{first.path}#{rest.of}"] * len(others)
    assert max(map(len, (*words, *notes))) <= MOST_LINES
    assert portions(by_path, "entities/bay.html", "holds")[0].portion.holds
    assert largest([venn, storm, *more, *told]) < LARGEST


@pytest.mark.slow
def test_what_points_at_a_record_goes_on_on_further_pages() -> None:
    made = Made().entity("venn").article("wire")
    for number in range(250):
        made.event(f"e{number:03}", about=Prose("See [[article/wire]].", place(number + 1)))
    by_path = {page.path: page for page in page_laws.check(archive_of(made))}
    wire = by_path["articles/wire.html"]
    assert isinstance(wire, ArticlePage)
    shown = [
        wire.points,
        *(page.portion.points for page in portions(by_path, "articles/wire.html", "points")),
    ]
    assert [len(points) for points in shown] == [100, 100, 50]
    assert len({point.link.href for points in shown for point in points}) == 250


# --- work in proportion -----------------------------------------------------------------------------------------------


def alike(count: int) -> Made:
    made = Made().article("wire")
    for number in range(count):
        made.entity(f"e{number:03}", name="John Ash", aliases=("the pilot",))
    return made


@pytest.mark.slow
def test_many_of_one_name_are_not_listed_with_each_other_in_full() -> None:
    found = found_in(archive_of(alike(100)))
    shown = [page for page in found.values() if isinstance(page, EntityPage)]
    assert [len(page.namesakes) for page in shown] == [MOST_NAMESAKES] * 100
    assert all(page.has_more_namesakes for page in shown)
    few = [page for page in found_in(archive_of(alike(3))).values() if isinstance(page, EntityPage)]
    assert [[link.href for link in page.namesakes] for page in few] == [
        [f"/entities/e{other:03}.html" for other in range(3) if other != number] for number in range(3)
    ]
    assert not any(page.has_more_namesakes for page in few)


@pytest.mark.slow
def test_a_search_is_narrowed_by_the_names_that_are_named_most() -> None:
    made = Made().article("wire", [["Venn spoke."]], names=[("Venn", "z-venn")])
    for number in range(MOST_OFFERED + 50):
        made.entity(f"e{number:04}", name=f"Ash {number}")
    made.entity("z-venn", name="Venn")
    page = found_in(archive_of(made))["search.html"]
    assert isinstance(page, SearchPage)
    assert len(page.entities) == MOST_OFFERED
    assert "Venn" in page.entities


@pytest.mark.slow
@pytest.mark.parametrize(
    "made",
    [counted, named, alike, reported, spoken],
    ids=lambda made: made.__name__,
)
def test_twice_the_entries_are_at_most_about_twice_the_words(made: Callable[[int], Made]) -> None:
    """What pages hold, counted in values: nothing that is written for each is written for each of each."""
    small, large = (
        sum(1 for page in found_in(archive_of(made(size))).values() for _ in page_laws.values(page))
        for size in (200, 400)
    )
    assert large < 2.4 * small
