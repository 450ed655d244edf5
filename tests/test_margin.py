"""The margin of an article and what it links in brief: cases beside the laws of `article_laws`."""

from __future__ import annotations

import article_laws
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_archives import LEDGER, Made, harbour, note, place
from strategies import spans
from test_pages import archive_of
from test_pages import page_of as found_of

from postil.model.page import ArticlePage
from postil.model.parts import DateWords, Link, Preview
from postil.model.records import Prose, View
from postil.pages import Lookup, pages
from postil.pages.prose import opening

WORDS = "The keeper counted nine boats, two of them under repair, and wrote it down."


def page_of(made: Made, article: str) -> ArticlePage:
    return found_of(archive_of(made), ArticlePage, f"articles/{article}.html")


def test_notes_that_share_words_say_so_and_those_that_touch_do_not() -> None:
    notes = [
        note("all", "nine boats, two of them under repair", hedge="h"),
        note("boats", "nine boats", hedge="h"),
        note("two", ", two of them", hedge="h"),
        note("and", ", and wrote", hedge="h"),
    ]
    cards = article_laws.cards_of(page_of(Made().article("a", [[WORDS]], notes), "a"))
    assert {card.id: [one.href for one in card.also] for card in cards} == {
        "all": ["#note-boats", "#note-two"],
        "boats": ["#note-all"],
        "two": ["#note-all"],
        "and": [],
    }


def test_of_very_many_notes_on_the_same_words_a_card_leads_to_the_nearest_and_counts_the_rest() -> None:
    notes = [note(f"n{number:02}", "nine boats", hedge="h") for number in range(50)]
    archive = archive_of(Made().article("a", [[WORDS]], notes))
    page = found_of(archive, ArticlePage, "articles/a.html")
    article_laws.check([page], archive)
    cards = article_laws.cards_of(page)
    assert [(len(card.also), card.also_left) for card in (cards[0], cards[4], cards[25])] == [
        (10, 39),
        (14, 35),
        (20, 29),
    ]


@given(st.data())
def test_the_laws_hold_wherever_notes_lie(data: st.DataObject) -> None:
    quotes = sorted({WORDS[start:end] for start, end in data.draw(spans(len(WORDS)))} - {" "})
    notes = [note(f"n{number}", quote, hedge="h") for number, quote in enumerate(quotes)]
    archive = archive_of(Made().article("a", [[WORDS]], notes))
    page = found_of(archive, ArticlePage, "articles/a.html")
    assert len(article_laws.cards_of(page)) == len(notes)
    article_laws.check([page], archive)


@pytest.mark.parametrize(
    ("text", "longest", "expected"),
    [
        ("nine boats", 10, "nine boats"),
        ("nine boats", 9, "nine…"),
        ("nine  \n boats lost", 11, "nine boats…"),
        ("nine boats", 5, "nine…"),
        ("unbroken", 5, "unbr…"),
        ("دفع تسعة قوارب", 9, "دفع تسعة…"),
        (" a ", 60, "a"),
        ("", 60, ""),
    ],
)
def test_a_text_opens_with_whole_words(text: str, longest: int, expected: str) -> None:
    assert opening(text, longest) == expected


@given(st.text(max_size=80), st.integers(2, 40))
def test_an_opening_is_never_longer_and_says_when_it_is_cut(text: str, longest: int) -> None:
    found = opening(text, longest)
    whole = " ".join(text.split())
    assert len(found) <= longest
    assert found == whole or (found.endswith("…") and whole.startswith(found[:-1]))


def test_previews_say_what_the_records_say() -> None:
    view = View("settled", Prose("By the log.", place()), None, None)
    made = harbour().claim("named", view=view, about=Prose("> A quotation.\n\nMore.", place()))
    made.event(
        "dawn", "2031-04-29~", time="about 05:00", about=Prose("See *the* [[entity/north-quay]].", place())
    )
    made.article(
        "new", LEDGER, [note("x", "fourteen", claim="named", says="14", event="dawn", speaker="orla-venn")]
    )
    assert page_of(made, "new").previews == (
        Preview("claim", Link("named?", "/claims/named.html"), "A quotation.", state="settled"),
        Preview("entity", Link("Orla-Venn", "/entities/orla-venn.html"), "", is_="place"),
        Preview(
            "event",
            Link("Dawn", "/events/dawn.html"),
            "See the North-Quay.",
            date=DateWords("about 29 April 2031"),
            time="about 05:00",
        ),
    )


def test_a_record_that_many_articles_link_is_read_once() -> None:
    made = harbour()
    for article in ("new", "newer"):
        made.article(article, LEDGER, [note("x", "fourteen boats", event="collapse", hedge="h")])
    archive = archive_of(made)
    one, other = (
        [preview for preview in page.previews if preview.link.href == "/events/collapse.html"]
        for page in pages(Lookup(archive))
        if page.path in ("articles/new.html", "articles/newer.html") and isinstance(page, ArticlePage)
    )
    assert len(one) == 1
    assert one[0] is other[0]


def test_a_preview_does_not_change_with_what_others_say() -> None:
    before = page_of(harbour(), "wire").previews
    assert {preview.kind for preview in before} == {"entity", "event", "claim"}
    made = harbour().article(
        "third",
        LEDGER,
        [
            note(
                "more", "fourteen boats", claim="boats-lost", says="14", event="collapse", speaker="orla-venn"
            ),
            note("office", "The owners", entity="harbour-office"),
        ],
        names=[("Commissioner Venn", "orla-venn")],
    )
    assert page_of(made, "wire").previews == before


def test_a_new_denial_stands_in_the_preview_of_what_it_denies() -> None:
    def denials(made: Made) -> list[int]:
        return [
            one.denials
            for one in page_of(made, "wire").previews
            if one.link.href == "/claims/boats-lost.html"
        ]

    denying = harbour().article(
        "third", LEDGER, [note("no", "denied that", denies="article/wire#office-figure")]
    )
    assert (denials(harbour()), denials(denying)) == ([1], [2])
