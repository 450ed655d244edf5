"""Pages: laws on archives of every size, then what each page must and must not say."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TypeVar

import page_laws
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_archives import LEDGER, WIRE, Made, harbour, note, place, ref, refs
from small_archives import date as date_of

from postil import chronology
from postil.dates import date_from_text, words
from postil.kinds import has_card
from postil.model.archive import Archive
from postil.model.indexed import IndexView
from postil.model.loaded import Settings
from postil.model.notes import Annotation, RelationKind
from postil.model.page import (
    ArticlePage,
    ClaimPage,
    EntityPage,
    EventPage,
    HomePage,
    NamesPage,
    Page,
    ProsePage,
    QuestionsPage,
    RedirectPage,
    SearchPage,
    SourcesPage,
    TimelinePage,
)
from postil.model.records import Date, Prose, Rights, Role, View, When
from postil.model.text import Piece, Prepared
from postil.pages import Lookup, index_views, pages
from postil.pages.entity import MOST_WITH, shown_at

PageKind = TypeVar("PageKind", bound=Page)


def with_pieces(prepared: Prepared, archive: Archive) -> Prepared:
    """One paragraph for each block, and after it the notes that end in it; markers for those with a card."""
    text = prepared.text.text
    pieces = []
    for block in prepared.text.blocks:
        sentences = (f'<span class="s" id="{s.id}">{text[s.start : s.end]}</span>' for s in block.sentences)
        ends = [span for span in prepared.spans if block.start < span.end <= block.end]
        cards = [
            span.note for span in ends if has_card(archive.notes[prepared.article, span.note].annotation)
        ]
        markers = (f'<a id="ref-{id_}" href="#note-{id_}">*</a>' for id_ in cards)
        html = f'<p id="{block.id}">{" ".join(sentences)}{"".join(markers)}</p>'
        pieces.append(Piece(html, tuple(span.note for span in ends)))
    return replace(prepared, pieces=tuple(pieces))


def archive_of(made: Made, settings: Settings | None = None) -> Archive:
    linked = made.archive()
    prepared = {article: with_pieces(one, linked) for article, one in linked.prepared.items()}
    return replace(linked, prepared=prepared, settings=settings or linked.settings)


def page_of(archive: Archive, kind: type[PageKind], path: str) -> PageKind:
    found = page_laws.of(pages(Lookup(archive)), path)
    assert isinstance(found, kind)
    return found


def view_of(archive: Archive, path: str) -> IndexView:
    return next(view for view in index_views(Lookup(archive)) if view.path == path)


def many() -> Made:
    """An archive in which one entity is named with very many others."""
    names = [f"Name{number:02}" for number in range(MOST_WITH + 7)]
    made = Made().entity("orla-venn", name="Orla Venn")
    for name in names:
        made.entity(name.lower(), name=name)
    listed = f"Orla Venn met {', '.join(names)}."
    found = [("Orla Venn", "orla-venn"), *((name, name.lower()) for name in names)]
    return made.article("list", [[listed], ["Name00 slept."]], names=found)


def bare() -> Made:
    """Records of which nothing is known but what must be."""
    made = Made().article("blank", [], published=None).entity("orla-venn").event("storm").claim("boats-lost")
    return made.page("about", "Text.")


ARCHIVES = {
    "one article": Made().article("blank", [], published=None),
    "nothing known": bare(),
    "two accounts": harbour(),
    "many names": many(),
}


@pytest.mark.parametrize("name", ARCHIVES)
def test_the_laws_hold(name: str) -> None:
    assert len(page_laws.check(archive_of(ARCHIVES[name]))) >= len(page_laws.MENU) + 1


def test_the_laws_hold_in_another_language_and_with_a_base_address() -> None:
    settings = Settings("Папери", language="uk", base_url="https://example.org/x/", editors=("О. Іваненко",))
    found = page_laws.check(archive_of(harbour(), settings))
    assert {page.shell.lang for page in found} == {"uk"}


@pytest.mark.slow
@given(shuffle=st.randoms(use_true_random=False))
def test_the_order_of_records_plays_no_part(shuffle) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001
    made = harbour()
    shuffled = made.linked(shuffle).value
    assert list(pages(Lookup(shuffled))) == list(pages(Lookup(made.archive())))
    assert list(index_views(Lookup(shuffled))) == list(index_views(Lookup(made.archive())))


# --- articles -----------------------------------------------------------------------------------------------------


def test_the_digest_is_that_of_the_text() -> None:
    archive = archive_of(harbour())
    text = archive.prepared["wire"].text.text
    page = page_of(archive, ArticlePage, "articles/wire.html")
    assert page.digest == hashlib.sha256(text.encode("utf-8")).hexdigest()


def test_cards_are_numbered_in_reading_order_and_names_have_none() -> None:
    archive = archive_of(harbour())
    wire = page_of(archive, ArticlePage, "articles/wire.html")
    ledger = page_of(archive, ArticlePage, "articles/ledger.html")
    cards = [card for piece in wire.pieces for card in piece.notes]
    assert [(card.number, card.id) for card in cards] == [
        (1, "n-1"),
        (2, "office-figure"),
        (3, "timber"),
        (4, "told"),
    ]
    assert [card.id for piece in ledger.pieces for card in piece.notes] == ["owners"]  # n-2 only names


def test_a_card_says_all_that_its_note_says() -> None:
    archive = archive_of(harbour())
    cards = {
        card.id: card
        for piece in page_of(archive, ArticlePage, "articles/wire.html").pieces
        for card in piece.notes
    }
    figure = cards["office-figure"]
    assert (figure.says, figure.scope, figure.how) == ("9", "boats at the quay", "relays")
    assert figure.voice is not None
    assert (figure.voice.kind, figure.voice.href) == ("entity", "/entities/harbour-office.html")
    assert [(voice.kind, voice.label) for voice in figure.chain] == [
        ("unnamed", "diver"),
        ("entity", "Harbour-Office"),
    ]
    assert figure.on is not None
    assert figure.as_of is not None
    assert (figure.on.basis, figure.on.weekday, figure.on.date.machine) == ("weekday", "Sunday", "2031-04-27")
    assert (figure.as_of.basis, figure.as_of.weekday) == ("on", "Sunday")
    assert [(tie.kind, tie.incoming, tie.href) for tie in figure.ties] == [
        ("repeats", True, "/articles/ledger.html#note-owners")
    ]
    timber = cards["timber"]
    assert [(tie.kind, tie.incoming, tie.says) for tie in timber.ties] == [("denies", False, "14")]
    assert [(link.label, link.href) for link in timber.see] == [("North-Quay", "/entities/north-quay.html")]
    assert timber.as_of is None
    told = cards["told"]
    assert told.says == "Harbour-Office"
    assert told.body is not None
    assert '<a href="/articles/wire.html#note-timber">Title of wire</a>' in told.body.html


@pytest.mark.parametrize(
    ("fields", "base_url", "cite"),
    [
        (
            {"authors": ("Ana Prell", "O. Dunn"), "outlet": "Harbour Wire", "published": "2031-04-29"},
            "https://example.org/h/",
            (
                "Ana Prell, O. Dunn. Title of wire. Harbour Wire, 29 April 2031. Harbour papers."
                " https://example.org/h/articles/wire.html"
            ),
        ),
        (
            {"outlet": "Harbour Wire", "published": "2031-04"},
            None,
            "Harbour Wire. Title of wire. April 2031. Harbour papers.",
        ),
        ({"title": "Who counts?", "published": "1986"}, None, "Who counts? 1986. Harbour papers."),
        ({"published": None}, None, "Title of wire. Harbour papers."),
    ],
)
def test_a_citation_says_what_is_known_and_no_more(
    fields: dict[str, object], base_url: str | None, cite: str
) -> None:
    made = Made().article("wire", WIRE, **fields)  # type: ignore[arg-type]
    archive = archive_of(made, Settings("Harbour papers", base_url=base_url))
    page = page_of(archive, ArticlePage, "articles/wire.html")
    assert " ".join((*page.cite, *((page.cite_address,) if page.cite_address else ()))) == cite


def test_entities_named_are_grouped_by_type_people_first() -> None:
    made = Made().entity("quay", name="north quay").entity("venn", name="Orla Venn", is_="person")
    made.entity("ship", name="Nine", is_="vessel").entity("log", name="timber", is_="work")
    names = [("north quay", "quay"), ("Orla Venn", "venn"), ("Nine", "ship"), ("timber", "log")]
    page = page_of(archive_of(made.article("wire", WIRE, names=names)), ArticlePage, "articles/wire.html")
    assert [(type_, [link.label for link in links]) for type_, links in page.named] == [
        ("person", ["Orla Venn"]),
        ("place", ["north quay"]),
        ("vessel", ["Nine"]),
        ("work", ["timber"]),
    ]


# --- entities -----------------------------------------------------------------------------------------------------


def test_a_sentence_stands_once_with_every_naming_marked() -> None:
    made = Made().entity("venn", aliases=("Commissioner",))
    made.article(
        "wire",
        [["Venn left: Commissioner gone."], ["Venn again."]],
        names=[("Venn", "venn"), ("Commissioner", "venn")],
    )
    archive = archive_of(made)
    (group,) = page_of(archive, EntityPage, "entities/venn.html").mentions
    (sentence,) = group.mentions
    assert [run.text for run in sentence.runs if run.marked] == ["Venn", "Commissioner"]
    assert "".join(run.text for run in sentence.runs) == "Venn left: Commissioner gone."
    assert (sentence.href, sentence.address) == ("/articles/wire.html#p1s1", "p1s1")


def test_named_together_is_cut_and_says_how_many_are_left() -> None:
    page = page_of(archive_of(many()), EntityPage, "entities/orla-venn.html")
    assert len(page.with_) == MOST_WITH
    assert page.with_left == 7
    assert [(link.label, sentences, articles) for link, sentences, articles in page.with_[:2]] == [
        ("Name00", 1, 1),
        ("Name01", 1, 1),
    ]


def test_named_in_one_sentence_comes_before_named_in_one_article() -> None:
    made = Made().entity("a", name="Orla").entity("b", name="timber").entity("c", name="Calder")
    made.article("wire", WIRE, names=[("Orla", "a"), ("timber", "b"), ("Calder", "c")])
    page = page_of(archive_of(made), EntityPage, "entities/a.html")
    assert [(link.label, *shared) for link, *shared in page.with_] == [("timber", 1, 1), ("Calder", 0, 1)]
    assert page.with_left == 0


def test_an_event_is_its_whose_evidence_names_it() -> None:
    made = harbour()
    found = {
        entity: [
            entry.link.label
            for entry in page_of(archive_of(made), EntityPage, f"entities/{entity}.html").events
        ]
        for entity in ("orla-venn", "north-quay", "lessing-bay", "calder-mayor")
    }
    assert found == {
        "orla-venn": ["Collapse"],
        "north-quay": ["Collapse"],
        "lessing-bay": ["Storm-Warning"],
        "calder-mayor": [],
    }


def test_claims_are_those_it_speaks_to_or_is_named_in() -> None:
    archive = archive_of(harbour())
    office = page_of(archive, EntityPage, "entities/harbour-office.html")
    assert office.claims == ()
    assert [group.claim.link.label for group in office.speech if group.claim] == ["boats-lost?"]
    assert [line.note for group in office.speech for line in group.lines] == [
        "/articles/wire.html#note-office-figure"
    ]
    quay = page_of(archive, EntityPage, "entities/north-quay.html")
    assert quay.claims == ()


def test_what_its_own_sections_show_does_not_point_at_it_again() -> None:
    archive = archive_of(harbour())
    bay = page_of(archive, EntityPage, "entities/lessing-bay.html")
    assert [link.label for link in bay.holds] == ["North-Quay"]
    assert bay.points == ()
    office = page_of(archive, EntityPage, "entities/harbour-office.html")
    assert [(point.kind, point.how) for point in office.points] == [("note", "chain"), ("note", "says")]
    assert all(point.cited for point in office.points)


def test_two_of_one_name_warn_of_each_other_and_no_one_else() -> None:
    made = (
        Made()
        .entity("r-vane-major", name="R. Vane")
        .entity("r-vane-clerk", name="R. VANE")
        .entity("x", name="X")
    )
    archive = archive_of(made)
    major = page_of(archive, EntityPage, "entities/r-vane-major.html")
    assert [link.href for link in major.namesakes] == ["/entities/r-vane-clerk.html"]
    assert page_of(archive, EntityPage, "entities/x.html").namesakes == ()


def test_a_role_stands_on_its_sentence() -> None:
    made = Made().entity(
        "venn",
        roles=(
            Role("a", source=ref("article/wire@p2s1")),
            Role("b", source=ref("article/wire")),
            Role("c"),
            Role("a", source=ref("article/wire@p1s1")),
            Role("a", since=date_of("2031")),
        ),
    )
    page = page_of(archive_of(made.article("wire")), EntityPage, "entities/venn.html")
    assert [role.what for role in page.roles] == ["a", "b", "c", "a"]
    (sentence, other), (whole,), none, later = (role.sources for role in page.roles)
    assert other.href == "/articles/wire.html#p1s1"
    assert (sentence.href, [run.text for run in sentence.runs]) == ("/articles/wire.html#p2s1", [WIRE[1][0]])
    assert (whole.href, whole.runs, whole.address) == ("/articles/wire.html", (), "")
    assert none == later == ()


@pytest.mark.parametrize(
    ("at", "blur", "shown"),
    [
        ((54.1, 11.9), None, ("54.1", "11.9")),
        ((54.123, -11.9), None, ("54.123", "-11.900")),
        ((54.0, 11.0), None, ("54", "11")),
        ((54.123456, 11.987654), "5 km", ("54.1", "12")),
        ((54.123456, 11.987654), "200 m", ("54.12", "11.99")),
        ((0.04, -0.04), "5 km", ("0.0", "0.0")),
        ((54.123456, 11.987654), "2000 km", ("100", "0")),
        ((54.123456, 11.987654), "somewhat", None),
        ((54.123456, 11.987654), "0 km", None),
    ],
)
def test_a_blurred_place_never_shows_where_it_is(
    at: tuple[float, float], blur: str | None, shown: tuple[str, str] | None
) -> None:
    assert shown_at(replace(Made().entity("x").entities[0], at=at, blur=blur)) == shown


# --- events and timelines -------------------------------------------------------------------------------------------


def test_an_event_shows_its_evidence_sentence_by_sentence() -> None:
    page = page_of(archive_of(harbour()), EventPage, "events/collapse.html")
    ((article, ((cited, address),)),) = page.evidence
    assert article.link.href == "/articles/wire.html"
    assert [(run.text, run.marked) for run in cited.runs] == [
        ("The north quay gave way ", False),
        ("before dawn", True),
        (".", False),
    ]
    assert address == "/articles/wire.html#note-n-1"
    assert [link.label for link in page.after] == ["Storm-Warning"]
    assert [link.label for link in page.before] == ["Search"]
    assert [(card.state, card.denials) for card in page.claims] == [("open", 1)]
    assert [(point.kind, point.how) for point in page.points] == [("entity", "about")]


def test_a_day_groups_what_happened_on_it_and_nothing_less_certain() -> None:
    made = Made()
    dates = (
        "2031-04-29",
        "2031-04-29T05:00Z",
        "2031-04-29~",
        "2031-04",
        "2031-04-29",
        None,
        "2031-21",
        "1986/1988-02",
    )
    for number, date in enumerate(dates):
        made.event(f"e{number}", date)
    page = page_of(archive_of(made.article("wire")), TimelinePage, "timeline.html")
    groups = [
        (
            group.heading.replace("\N{NO-BREAK SPACE}", " "),
            sorted(entry.link.label for entry in group.entries),
        )
        for group in page.groups
    ]
    assert sorted(groups) == [
        ("29 April 2031", ["E0", "E1", "E4"]),
        ("April 2031", ["E3"]),
        ("about 29 April 2031", ["E2"]),
        ("from 1986 to February 1988", ["E7"]),
        ("spring 2031", ["E6"]),
    ]
    assert len({group.id for group in page.groups}) == len(page.groups)
    assert [entry.link.label for entry in page.ordered] == ["E5"]


def test_articles_stand_by_day_of_publication_and_undated_ones_last() -> None:
    made = Made().article("a", published="2031-04-29T21:10+02:00").article("b", published="2031-04-29")
    made.article("c", published=None).article("d", published="2031-04")
    page = page_of(archive_of(made), TimelinePage, "timeline-published.html")
    assert [(group.heading, [entry.link.href for entry in group.entries]) for group in page.groups] == [
        ("April\N{NO-BREAK SPACE}2031", ["/articles/d.html"]),
        ("29\N{NO-BREAK SPACE}April\N{NO-BREAK SPACE}2031", ["/articles/b.html", "/articles/a.html"]),
    ]
    assert [entry.link.href for entry in page.ordered] == ["/articles/c.html"]


UNSURE = ("1986", "1986-05", None, "198X", "1986/1988-02")


def test_no_page_says_a_day_or_month_that_is_not_written() -> None:
    made = Made()
    for number, date in enumerate(UNSURE):
        made.article(f"a{number}", published=date).event(f"e{number}", date)
    found = page_laws.check(archive_of(made, Settings("P", base_url="https://example.org/")))
    text = "\n".join(value for page in found for value in page_laws.values(page) if isinstance(value, str))
    for invented in ("1970", "1 January", "January 1", "1 May", "1986-01", "1986-05-", "31 December"):
        assert invented not in text, invented
    assert "1986" in text


def test_a_day_is_that_day_whatever_the_offset() -> None:
    made = Made().article("a", published="2020-08-13").article("b", published="2012-10-11T23:39:45-04:00")
    archive = archive_of(made)
    first = page_of(archive, ArticlePage, "articles/a.html").published
    second = page_of(archive, ArticlePage, "articles/b.html").published
    assert first is not None
    assert second is not None
    assert first.words == "13 August 2020"
    assert "11 October 2012" in second.words
    days = page_of(archive, TimelinePage, "timeline-published.html").groups
    assert [group.id for group in days] == ["d-2012-10-11", "d-2020-08-13"]


@pytest.mark.parametrize(
    ("dates", "span"),
    [
        ((), None),
        (("2031-04-29", "2031-05-02T10:00Z"), "2031-04-29/2031-05-02"),
        (("2031-04-29", "2031-04-29"), "2031-04-29"),
        (("1986", "1988-02"), "1986/1988-02"),
        (("1986~", "1988"), "1986~/1988"),
        (("2031-04-29", "2031-05/2031-07", "[2031,2032]"), "2031-04-29"),
    ],
)
def test_the_span_of_the_archive_is_no_more_exact_than_its_ends(
    dates: tuple[str, ...], span: str | None
) -> None:
    made = Made().article("undated", published=None)
    for number, date in enumerate(dates):
        made.article(f"a{number}", published=date)
    shown = page_of(archive_of(made), HomePage, "index.html").span
    expected = date_from_text(span) if span else None
    assert (shown.words if shown else None) == (words(expected, "en") if isinstance(expected, Date) else None)


# --- claims ---------------------------------------------------------------------------------------------------------


def disputed() -> Made:
    """One claim with scopes and none, denied twice by one note and once by another; one statement in two wordings."""
    scopes = (("wide", "the whole bay"), ("narrow", "the quay alone"), ("unused", "nothing"))
    made = Made().entity("office").claim("lost", scopes=scopes, view=View("open"))
    one = [["Nine were lost, said the office.", "Twelve in the bay.", "Ten, a fisherman said.", "Some."]]
    other = [["None of it is true.", "Not so.", "The office denies it.", "Nine."]]
    made.article(
        "one",
        one,
        [
            note("nine", "Nine", claim="lost", says="9", scope="narrow", speaker="office", how="own-count"),
            note("twelve", "Twelve", claim="lost", says="12", scope="wide", speaker="outlet", how="saw-it"),
            note("ten", "Ten", claim="lost", says="10", speaker="a fisherman", hedge="hearsay"),
            note("some", "Some", claim="lost", says="cannot-say", scope="wide"),
        ],
        outlet="Harbour Wire",
    )
    made.article(
        "other",
        other,
        [
            note("all", "None of it is true", speaker="office", denies="article/one#nine"),
            note("not", "Not so", speaker="office", disputes="article/one#twelve"),
            note("again", "The office denies it", same_statement="article/other#all"),
            note("same", "Nine", claim="lost", says="9", scope="narrow", same_statement="article/one#nine"),
        ],
        published="2031-05-01",
    )
    return made


def test_scopes_are_never_mixed() -> None:
    page = page_of(archive_of(disputed()), ClaimPage, "claims/lost.html")
    bands = [(band.scope, band.meaning, [line.says for line in band.positions]) for band in page.bands]
    assert bands == [
        ("", "", ["10"]),
        ("wide", "the whole bay", ["12", "cannot-say"]),
        ("narrow", "the quay alone", ["9", "9"]),
    ]


def test_origins_are_counted_and_one_statement_is_one() -> None:
    page = page_of(archive_of(disputed()), ClaimPage, "claims/lost.html")
    assert page.positions == 5
    assert [band.origins for band in page.bands] == [1, 2, 1]
    assert (
        page.origins == 3
    )  # the office; the reporters; the article, for the fisherman and for the one who cannot say


def test_denials_are_notes_that_deny_a_position() -> None:
    made = disputed()
    page = page_of(archive_of(made), ClaimPage, "claims/lost.html")
    assert page.denials == 2
    (line,) = page_of(archive_of(made), QuestionsPage, "questions.html").claims
    assert (line.state, line.positions, line.origins, line.denials) == ("open", 5, 3, 2)


def test_a_denied_position_stands_with_its_denial_everywhere() -> None:
    archive = archive_of(disputed())
    page_laws.check(archive)
    lines = {
        line.note: line
        for band in page_of(archive, ClaimPage, "claims/lost.html").bands
        for line in band.positions
    }
    nine = lines["/articles/one.html#note-nine"]
    assert [(tie.kind, tie.incoming, tie.href) for tie in nine.ties] == [
        ("denies", True, "/articles/other.html#note-all"),
        ("same_statement", True, "/articles/other.html#note-same"),
    ]
    assert [tie.brief for tie in nine.ties] == [False, True]
    assert all(tie.cited.runs for tie in nine.ties)
    office = page_of(archive, EntityPage, "entities/office.html")
    spoken = {line.note: line.ties for group in office.speech for line in group.lines}
    denial = spoken["/articles/other.html#note-all"]
    assert [(tie.kind, tie.says) for tie in denial] == [("denies", "9"), ("same_statement", "")]


def changed(before: Made, after: Made) -> set[str]:
    """The paths of the pages that are not equal in two archives of the same records."""
    old, new = ({page.path: page for page in pages(Lookup(archive_of(made)))} for made in (before, after))
    assert old.keys() == new.keys()
    return {path for path in new if new[path] != old[path]}


def test_a_new_position_changes_no_page_that_only_names_the_claim() -> None:
    def made(*more: Annotation) -> Made:
        one = disputed().entity("venn", name="Venn").event("storm")
        one.claims = [replace(claim, event=ref("event/storm")) for claim in one.claims]
        asked = note("asked", "Commissioner Venn", claim="lost", says="cannot-say", speaker="venn")
        return one.article("third", LEDGER, [asked, *more], names=[("Venn", "venn")])

    new = note("new", "fourteen boats", claim="lost", says="14", speaker="a skipper")
    assert made().archive().positions["lost"] != made(new).archive().positions["lost"]
    assert changed(made(), made(new)) == {
        *("articles/third.html", "claims/lost.html"),
        *("index.html", "questions.html", "sources.html"),  # which count notes, or positions
        "timeline-said.html",  # which counts what it leaves out
    }


def test_a_new_note_changes_no_page_of_what_the_article_names() -> None:
    def made(*more: Annotation) -> Made:
        one = Made().entity("venn", name="Venn").event("storm")
        return one.article(
            "a", LEDGER, [note("came", "owners", event="storm"), *more], names=[("Venn", "venn")]
        )

    assert changed(made(), made(note("late", "fourteen boats", note="A day later."))) == {
        *("articles/a.html", "index.html", "sources.html"),
    }


@pytest.mark.parametrize("kind", RelationKind)
def test_a_sentence_that_has_a_row_is_not_read_again_in_another(kind: RelationKind) -> None:
    """Of each other row the words that count; all of a sentence that has none."""
    keys = {"claim": "c", "says": "9", "speaker": "office"}
    made = Made().entity("office").claim("c").article("a", WIRE, [note("x", "Nine", **keys)])
    made.article("b", LEDGER, [note("y", "fourteen", **keys, **{kind: "article/a#x"})])
    made.article("z", LEDGER, [note("z", "fourteen", hedge="h", **{kind: "article/a#x"})])
    (band,) = page_of(archive_of(made), ClaimPage, "claims/c.html").bands
    ties = {tie.href: tie for line in band.positions for tie in line.ties}
    words = {href[-1]: ("".join(run.text for run in tie.cited.runs), tie.brief) for href, tie in ties.items()}
    assert [words["x"], words["y"]] == [("Nine", True), ("fourteen", True)]
    assert (len(words["z"][0]) > len("fourteen"), words["z"][1]) == (True, False)


def test_a_sentence_without_a_row_is_read_once_however_many_rows_lead_to_it() -> None:
    keys = {"claim": "c", "says": "9", "speaker": "office"}
    made = Made().entity("office").claim("c")
    made.article("a", WIRE, [note("x", "Nine", **keys), note("y", "Nine boats", **keys)])
    both = {"denies": "article/a#x", "disputes": "article/a#y"}
    made.article("b", LEDGER, [note("z", "fourteen", hedge="h", **both)])
    (band,) = page_of(archive_of(made), ClaimPage, "claims/c.html").bands
    assert [[tie.brief for tie in line.ties] for line in band.positions] == [[False], [True]]


def test_words_against_words_of_their_own_sentence_do_not_repeat_it() -> None:
    made = Made().article(
        "a", WIRE, [note("x", "Nine", hedge="h"), note("y", "boats", hedge="h", denies="article/a#x")]
    )
    made.event("storm")
    made.article("b", LEDGER, [note("seen", "fourteen", event="storm", denies="article/a#x")])
    archive = archive_of(made)
    (group, _) = page_of(archive, ArticlePage, "articles/a.html").pieces
    ties = {card.id: card.ties for card in group.notes}
    assert [(tie.href[-1], tie.same, tie.brief) for tie in ties["y"]] == [("x", True, False)]
    assert ["".join(run.text for run in tie.cited.runs) for tie in ties["y"]] == ["Nine"]
    assert [tie.same for tie in ties["x"]] == [True, False]


def test_one_statement_tied_from_both_sides_is_one_tie() -> None:
    made = Made().article("a", WIRE, [note("x", "Nine", hedge="h", same_statement="article/b#y")])
    made.article("b", LEDGER, [note("y", "owners", hedge="h", same_statement="article/a#x")])
    page = page_of(archive_of(made), ArticlePage, "articles/a.html")
    ((card,), _) = (piece.notes for piece in page.pieces)
    assert [(tie.kind, tie.incoming) for tie in card.ties] == [("same_statement", False)]


def test_hedges_and_the_outlet_as_witness_are_kept() -> None:
    page = page_of(archive_of(disputed()), ClaimPage, "claims/lost.html")
    without, wide, _ = page.bands
    assert without.positions[0].hedge == "hearsay"
    assert without.positions[0].voice is not None
    assert (without.positions[0].voice.kind, without.positions[0].voice.label) == ("unnamed", "fisherman")
    assert wide.positions[0].voice is not None
    assert (wide.positions[0].voice.kind, wide.positions[0].voice.label) == ("outlet", "Harbour Wire")
    assert wide.positions[1].voice is None


def test_a_view_stands_apart_signed_and_dated() -> None:
    view = View("settled", Prose("See [[article/wire]].", place()), "M. Okafor", None)
    page = page_of(archive_of(Made().article("wire").claim("c", view=view)), ClaimPage, "claims/c.html")
    assert page.view_because is not None
    assert "Title of wire" in page.view_because.html
    assert (page.state, page.view_by, page.view_on) == ("settled", "M. Okafor", None)


# --- lists ----------------------------------------------------------------------------------------------------------


def test_names_point_at_their_entity_in_every_script() -> None:
    made = Made().entity(
        "orla-venn",
        name="Orla Venn",
        is_="person",
        aliases=("Commissioner Venn", "Orla Venn"),
        names=(("ar", ("أورلا فين",)), ("uk", ("Орла Венн", "Орли Венн"))),
    )
    made.entity("quay", name="The Quay")
    page = page_of(archive_of(made.article("wire")), NamesPage, "names.html")
    assert [
        (letter, [(line.link.label, *(link.label for link in line.of)) for line in lines])
        for letter, _, lines in page.letters
    ] == [
        ("C", [("Commissioner Venn", "Orla Venn")]),
        ("O", [("Orla Venn",)]),
        ("T", [("The Quay",)]),
        ("О", [("Орла Венн", "Orla Venn")]),
        ("ا", [("أورلا فين", "Orla Venn")]),
    ]
    assert [[letter for letter, _ in letters] for letters in page.alphabets] == [
        ["C", "O", "T"],
        ["О"],
        ["ا"],
    ]
    lines = [line for _, _, letter in page.letters for line in letter if line.is_ == "person"]
    assert {line.link.href for line in lines} == {"/entities/orla-venn.html"}
    assert {line.link.label: line.link.lang for line in lines}["Орла Венн"] == "uk"


def test_what_several_are_called_is_one_line_that_leads_to_each() -> None:
    made = Made().entity("a-office", name="A Office", aliases=("the office", "a office"))
    made.entity("b-office", name="B Office", aliases=("The Office",)).entity("office", name="The office")
    page = page_of(archive_of(made.article("wire")), NamesPage, "names.html")
    lines = [line for _, _, letter in page.letters for line in letter]
    assert [(line.link.label, [link.href for link in line.of]) for line in lines] == [
        ("A Office", []),
        ("B Office", []),
        ("The office", []),
        ("the office", ["/entities/a-office.html", "/entities/b-office.html"]),
    ]


def test_an_alias_that_differs_by_case_makes_no_page_of_its_own() -> None:
    made = Made().entity("union-hall", name="Union Hall", aliases=("union hall", "UNION HALL"))
    made.entity("union-hall-leith", name="Union Hall (Leith)")
    found = page_laws.check(archive_of(made))
    assert [page.path for page in found if page.path.startswith("entities/")] == [
        "entities/union-hall-leith.html",
        "entities/union-hall.html",
    ]


def test_a_former_address_leads_on_and_never_covers_a_page() -> None:
    archive = archive_of(harbour())
    assert page_of(archive, RedirectPage, "articles/old-wire.html").target == "/articles/wire.html"
    assert page_of(archive, RedirectPage, "articles/old-wire.html").title == "Title of wire"
    clash = replace(archive, redirects={"/articles/ledger.html": "/articles/wire.html"})
    assert isinstance(page_laws.of(pages(Lookup(clash)), "articles/ledger.html"), ArticlePage)


def test_open_questions_come_first_and_home_has_only_those() -> None:
    made = Made().claim("b").claim("a", view=View("settled")).claim("c", view=View("open"))
    archive = archive_of(made.article("wire"))
    assert [line.link.label for line in page_of(archive, QuestionsPage, "questions.html").claims] == [
        "b?",
        "c?",
        "a?",
    ]
    assert [line.link.label for line in page_of(archive, HomePage, "index.html").questions] == ["b?", "c?"]


def test_home_shows_the_questions_that_are_most_denied() -> None:
    made = harbour()
    for number in range(7):
        made.claim(f"a{number}")
    home = page_of(archive_of(made), HomePage, "index.html")
    denials = [card.denials for card in home.questions]
    assert denials == sorted(denials, reverse=True)
    assert (len(home.questions), denials[0] > 0, home.claims) == (5, True, len(made.claims))


def test_home_shows_the_newest_sources_first_and_undated_ones_last() -> None:
    made = Made().article("undated", published=None).article("unknown", published="XXXX")
    for number in range(1, 12):
        made.article(f"a{number:02}", published=f"2031-04-{number:02}")
    home = page_of(archive_of(made), HomePage, "index.html")
    assert [line.link.href for line in home.newest] == [
        f"/articles/a{number:02}.html" for number in range(11, 5, -1)
    ]
    assert home.articles == 13


def test_of_a_long_day_home_has_the_first_and_leads_to_the_rest() -> None:
    made = Made().event("later", "2031-06-02")
    for number in range(chronology.MOST + 1):
        made.event(f"e{number:03}", "2031-06-01")
    long, short = page_of(archive_of(made), HomePage, "index.html").days
    assert [entry.id for entry in long.entries] == [f"event-e{number:03}" for number in range(12)]
    assert long.further == ("/timeline-2031-06-01.html#d-2031-06-01", chronology.MOST - 11)
    assert (len(short.entries), short.further) == (1, None)


def test_what_has_no_day_stands_behind_the_days_on_home_however_the_timeline_is_parted() -> None:
    made = Made().event("unknown", "XXXX")
    for year in range(2001, 2003):
        for number in range(chronology.MOST // 2 + 1):
            made.event(f"e{year}-{number}", str(year))
    home = page_of(archive_of(made), HomePage, "index.html")
    assert [group.heading for group in home.days] == ["2001", "2002", "an unknown year"]


def test_the_days_on_home_point_on_and_hold_no_evidence() -> None:
    made = harbour()
    for number in range(1, 10):
        made.event(f"e{number}", f"2031-06-0{number}")
    home = page_of(archive_of(made), HomePage, "index.html")
    assert len(home.days) == 6
    assert not [entry for group in home.days for entry in group.entries if entry.evidence]


def test_the_table_of_sources_can_be_sorted_by_its_keys() -> None:
    made = Made()
    for number, date in enumerate(
        ("2031-05", None, "2031-04-29", "-0043", "2031-05-02", "2031-04-29T08:00Z")
    ):
        made.article(f"a{number}", published=date)
    lines = page_of(archive_of(made), SourcesPage, "sources.html").articles
    assert [line.sort for line in lines] == sorted(line.sort for line in lines)
    assert [line.link.href[-7:-5] for line in lines] == ["a3", "a2", "a5", "a0", "a4", "a1"]


def test_the_search_offers_only_what_occurs() -> None:
    made = (
        Made().article("a", outlet="Б", lang="en-GB").article("b", outlet="A", lang="uk", published="1986-21")
    )
    page = page_of(archive_of(made.entity("venn", name="Venn")), SearchPage, "search.html")
    assert page.outlets == ("A", "Б")
    assert page.years == (("1986", "1986"), ("2031", "2031"))
    assert page.months == (("2031-04", "April 2031"),)
    assert page.kinds == ("article", "place", "note")
    assert page.entities == ("Venn",)
    assert page.languages == (("en", "English"), ("uk", "Ukrainian"))


def test_other_pages_stand_in_the_menu_in_their_language() -> None:
    archive = archive_of(harbour())
    page = page_of(archive, ProsePage, "pages/about.html")
    assert '<a href="/articles/wire.html#p1s1">the report</a>' in page.body.html
    assert [(link.label, link.href) for link in page.shell.pages] == [("about", "/pages/about.html")]


# --- the search's views -----------------------------------------------------------------------------------------------


def test_an_article_is_found_by_sentence_and_by_note() -> None:
    made = harbour().article(
        "arabic", [["نص."]], published=None, lang="ar-EG", outlet="Wire", rights=Rights("H")
    )
    archive = archive_of(made)
    view = view_of(archive, "articles/wire.html")
    assert [sentence.id for sentence in view.sentences] == [
        "p1s1",
        "p1s2",
        "p2s1",
        "p2s2",
        "p2s3",
        "note-told",
    ]
    assert view.sentences[0].text == WIRE[0][0]
    assert view.sentences[-1].text == "As Title of wire has it."
    assert view.filters == (
        ("kind", "article"),
        ("year", "2031"),
        ("month", "2031-04"),
        ("entity", "North-Quay"),
        ("entity", "Orla-Venn"),
        ("language", "en"),
    )
    other = view_of(archive, "articles/arabic.html")
    assert (other.lang, other.meta) == ("ar", ())
    assert other.sort > view.sort  # the undated last


def test_a_name_is_found_in_every_script_and_form() -> None:
    made = Made().entity("venn", name="Orla Venn", names=(("uk", ("Орла Венн", "Орли Венн")),))
    view = view_of(archive_of(made), "entities/venn.html")
    assert [sentence.text for sentence in view.sentences] == ["Orla Venn", "Орла Венн", "Орли Венн"]
    assert ("entity", "Orla Venn") in view.filters


def test_a_claim_is_found_by_its_question_and_answers() -> None:
    view = view_of(archive_of(disputed()), "claims/lost.html")
    texts = [sentence.text for sentence in view.sentences]
    assert texts == [
        *("lost?", "the whole bay", "the quay alone", "nothing"),
        *("fisherman: 10", "Harbour Wire: 12", "Office: 9", "9"),
    ]
    assert ("entity", "Office") in view.filters


def test_an_event_is_found_with_where_it_was_and_who_was_there() -> None:
    made = Made().entity("quay").entity("venn")
    made.event("storm", "2031-04~", where=refs("entity/quay"), who=refs("entity/venn"), time="at dawn")
    view = view_of(archive_of(made), "events/storm.html")
    assert [value for name, value in view.filters if name == "entity"] == ["Quay", "Venn"]
    assert ("year", "2031") in view.filters
    assert [sentence.text for sentence in view.sentences] == ["Storm", "about April 2031", "at dawn"]


def test_a_weekday_is_shown_with_the_word_that_was_written() -> None:
    said = When("Monday night", None, 0, place())
    made = Made().claim("c").entity("office")
    made.article(
        "wire", WIRE, [note("x", "Nine", claim="c", says="9", speaker="office", on=said, as_of="2031-04")]
    )
    ((line,),) = (band.positions for band in page_of(archive_of(made), ClaimPage, "claims/c.html").bands)
    assert line.on is not None
    assert line.as_of is not None
    assert (line.on.weekday, line.on.date.words) == ("Monday night", "28 April 2031")
    assert (line.as_of.weekday, line.as_of.basis, line.as_of.date.words) == (None, "stated", "April 2031")
