"""What others say about an entity, and the page on the method that every archive has."""

from __future__ import annotations

from small_archives import Made, harbour, note, place
from test_pages import archive_of, page_of

from postil.model.lines import SaidGroup
from postil.model.loaded import Settings
from postil.model.page import EntityPage, MethodPage, RedirectPage
from postil.model.records import OtherPage, Prose
from postil.pages import Lookup, pages

SENTENCES = (
    (
        "Nine boats were lost, Orla Venn said.",
        "The owners answered Orla Venn that it was fourteen.",
        "Orla Venn lied, said a pilot.",
        "The mast fell on Orla Venn.",
    ),
)


def venn() -> EntityPage:
    """One who speaks, is answered, is called a liar without a question, and is named where nobody says anything."""
    made = Made().entity("orla-venn", name="Orla Venn").entity("owners")
    made.claim("boats-lost", scopes=(("quay", "boats at the quay"),)).claim("who-told", "who")
    notes = [
        note("nine", "Nine boats", claim="boats-lost", speaker="orla-venn", says="9"),
        note(
            "owners",
            "it was fourteen",
            claim="boats-lost",
            speaker="owners",
            says="14",
            scope="quay",
            denies="article/wire#nine",
        ),
        note("liar", "lied", speaker="a pilot", denies="article/wire#nine"),
        note("mast", "The mast fell", note="A remark."),
    ]
    names = [
        ("Orla Venn said", "orla-venn"),
        ("Orla Venn that", "orla-venn"),
        ("Orla Venn lied", "orla-venn"),
        ("Orla Venn.", "orla-venn"),
    ]
    made.article("wire", SENTENCES, notes, names=names)
    return page_of(archive_of(made), EntityPage, "entities/orla-venn.html")


def said_in(group: SaidGroup) -> list[tuple[str, str]]:
    return [(scope, line.note.partition("#note-")[2]) for scope, line in group.lines]


def test_what_others_say_in_sentences_that_name_them_stands_by_question_with_its_denials() -> None:
    about, otherwise = venn().said
    assert about.claim is not None
    assert about.claim.link.href == "/claims/boats-lost.html"
    assert said_in(about) == [("boats at the quay", "owners")]
    assert [tie.kind for tie in about.lines[0][1].ties] == ["denies"]
    assert otherwise.claim is None
    assert said_in(otherwise) == [("", "liar")]


def test_their_own_words_are_not_among_what_is_said_about_them() -> None:
    page = venn()
    assert [group.claim.link.href for group in page.speech if group.claim] == ["/claims/boats-lost.html"]
    assert [line.note.partition("#note-")[2] for group in page.speech for line in group.lines] == ["nine"]
    assert "nine" not in [id_ for group in page.said for _, id_ in said_in(group)]


def test_a_question_stands_once_on_a_page() -> None:
    page = venn()
    assert page.claims == ()
    other = page_of(archive_of(harbour()), EntityPage, "entities/harbour-office.html")
    shown = [group.claim.link.href for group in other.said if group.claim]
    assert not set(shown) & {card.link.href for card in other.claims}
    shown += [group.claim.link.href for group in other.speech if group.claim]
    assert {"/claims/boats-lost.html"} <= {*shown, *(card.link.href for card in other.claims)}


def test_every_archive_says_how_it_is_made() -> None:
    page = page_of(archive_of(harbour()), MethodPage, "method.html")
    assert (page.title, page.body) == ("", None)
    assert page.languages == ("English",)


def test_the_prose_of_an_archive_on_its_method_stands_on_that_page_and_its_old_address_leads_there() -> None:
    made = harbour()
    where = place()
    made.pages.append(OtherPage("method", "Метод", Prose("Так ми *працюємо*.", where), "uk", where))
    archive = archive_of(made, Settings("Papers"))
    page = page_of(archive, MethodPage, "method.html")
    assert (page.title, page.text_lang) == ("Метод", "uk")
    assert page.body is not None
    assert "<em>працюємо</em>" in page.body.html
    former = page_of(archive, RedirectPage, "pages/method.html")
    assert former.target == "/method.html"
    assert ("Метод", "/method.html") in [(link.label, link.href) for link in page.shell.pages]
    assert len([one for one in pages(Lookup(archive)) if one.path.endswith("method.html")]) == 2


def test_a_sentence_with_a_line_of_its_own_is_not_read_again_beside_another() -> None:
    page = venn()
    (owners,) = [line for group in page.said for _, line in group.lines if line.note.endswith("#note-owners")]
    assert [(tie.kind, tie.brief, "".join(run.text for run in tie.cited.runs)) for tie in owners.ties] == [
        ("denies", True, "Nine boats")
    ]
