"""What the search shows with what it finds: who speaks, hedges, and above all what denies it."""

from __future__ import annotations

from dataclasses import replace

from small_archives import LEDGER, Made, note, refs
from test_pages import archive_of, disputed, page_of, view_of

from postil.model.archive import Archive
from postil.model.indexed import IndexedSentence, IndexView
from postil.model.page import SearchPage
from postil.pages import Lookup, index_views


def sentences(view: IndexView) -> dict[str, IndexedSentence]:
    return {one.id: one for one in view.sentences}


def test_a_sentence_is_shown_with_who_speaks_and_its_hedge() -> None:
    found = sentences(view_of(archive_of(disputed()), "articles/one.html"))
    assert found["p1s1"].voices == ("Office",)
    assert found["p1s2"].voices == ()  # the outlet's own words: it stands beside them anyway
    assert (found["p1s3"].voices, found["p1s3"].hedges) == (("fisherman",), ("hearsay",))
    assert {one.weight for one in found.values()} == {1}


def test_a_sentence_that_is_denied_is_shown_with_what_denies_it_and_the_other_way_round() -> None:
    archive = archive_of(disputed())
    (against,) = sentences(view_of(archive, "articles/one.html"))["p1s2"].denials
    assert (against.kind, against.incoming, against.who) == ("disputes", True, "Office")
    assert (against.words, against.href) == ("Not so", "/articles/other.html#note-not")
    (denied,) = sentences(view_of(archive, "articles/other.html"))["p1s2"].denials
    assert (denied.incoming, denied.words, denied.href) == (False, "Twelve", "/articles/one.html#note-twelve")


def test_a_claim_is_shown_with_all_that_is_said_against_its_positions() -> None:
    view = view_of(archive_of(disputed()), "claims/lost.html")
    assert [one.href for one in view.denials] == [
        "/articles/other.html#note-not",
        "/articles/other.html#note-all",
    ]
    assert all(one.incoming for one in view.denials)
    ids = [one.id for one in view.sentences]
    assert ids == sorted(ids, key=bool)  # what has no id belongs to the page, and not to the row before it
    assert "position-one.twelve" in ids
    assert ("state", "open") in view.meta


def test_a_note_weighs_less_than_what_it_is_about_and_a_name_more() -> None:
    made = Made().entity("venn", name="Orla Venn", names=(("uk", ("Орла Венн", "Орли Венн")),))
    made.article("a", LEDGER, [note("late", "fourteen boats", note="A day later.", speaker="venn")])
    archive = archive_of(made)
    article, entity = view_of(archive, "articles/a.html"), view_of(archive, "entities/venn.html")
    ours = sentences(article)["note-late"]
    assert (ours.text, ours.voices) == ("A day later.", ("Orla Venn",))
    assert ours.weight < 1 < entity.sentences[0].weight
    assert entity.names == ("Orla Venn", "Орла Венн", "Орли Венн")


def test_kinds_tell_places_from_who_acts() -> None:
    made = (
        Made()
        .entity("venn", is_="person")
        .entity("quay", is_="place")
        .event("storm", "2031-04~", where=refs("entity/quay"))
    )
    archive = archive_of(made)
    kinds = {view.path: dict(view.filters)["kind"] for view in index_views(Lookup(archive))}
    assert kinds == {
        "entities/quay.html": "place",
        "entities/venn.html": "entity",
        "events/storm.html": "event",
    }


def test_a_month_is_a_filter_only_where_it_is_known() -> None:
    made = Made()
    for id_, date in (
        ("a", "2031-04-29"),
        ("b", "2031-04"),
        ("c", "2031"),
        ("d", "2031-04-29/2031-05-02"),
        ("e", None),
    ):
        made.event(id_, date)
    archive = archive_of(made)
    months = {view.path[7:8]: dict(view.filters).get("month") for view in index_views(Lookup(archive))}
    assert months == {"a": "2031-04", "b": "2031-04", "c": None, "d": None, "e": None}


def test_a_view_depends_on_nothing_that_it_does_not_show() -> None:
    """Or every page would be indexed anew for each new note."""

    def with_more(archive: Archive) -> dict[str, IndexView]:
        return {view.path: view for view in index_views(Lookup(archive))}

    made = Made().entity("venn").event("storm").article("a", LEDGER, [note("x", "owners", event="storm")])
    before = with_more(archive_of(made))
    made.article("b", LEDGER, [note("y", "fourteen boats", event="storm", note="A day later.")])
    after = with_more(archive_of(made))
    assert {path for path in after if after[path] != before.get(path)} == {"articles/b.html"}
    assert after["articles/a.html"] == replace(before["articles/a.html"])


def test_years_before_the_era_are_filters_in_words_and_in_order() -> None:
    made = Made()
    for id_, published in (("a", "-0043-03"), ("b", "2031-04"), ("c", "-0100")):
        made.article(id_, [["Long ago."]], [], published=published)
    page = page_of(archive_of(made), SearchPage, "search.html")
    assert page.years == (("-0100", "101 BCE"), ("-0043", "44 BCE"), ("2031", "2031"))
    assert page.months == (("-0043-03", "March 44 BCE"), ("2031-04", "April 2031"))
    filters = {dict(view.filters)["year"] for view in index_views(Lookup(archive_of(made)))}
    assert filters == {"-0100", "-0043", "2031"}
