"""What holds of every article's page: its notes lead to each other both ways, and what it links is there in brief."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass

from postil.model.archive import Archive, Note
from postil.model.page import ArticlePage, Page
from postil.model.parts import Html, NoteCard, Preview
from postil.pages.margin import MOST_BESIDE
from postil.tree import elements, tree_from_html

RECORD = re.compile(r"/(?:entities|events|claims)/[^#]+\.html")


def check(found: Iterable[Page], archive: Archive) -> None:
    for page in found:
        if isinstance(page, ArticlePage):
            check_numbers(page)
            check_neighbours(page, archive)
            check_marks(page)
            check_words(page, archive)
            check_previews(page)


def cards_of(page: ArticlePage) -> list[NoteCard]:
    """The cards of a page in the order of their numbers."""
    return sorted((card for piece in page.pieces for card in piece.notes), key=lambda card: card.number)


def check_numbers(page: ArticlePage) -> None:
    """Notes are numbered from 1 on, and no two have one address."""
    cards = cards_of(page)
    assert [card.number for card in cards] == list(range(1, len(cards) + 1))
    addresses = [f"#note-{card.id}" for card in cards]
    assert len(set(addresses)) == len(addresses)


def check_neighbours(page: ArticlePage, archive: Archive) -> None:
    """A card leads to the nearest notes that share some of its words, and to no other, and counts the rest."""
    article = page.path.removeprefix("articles/").removesuffix(".html")
    cards = cards_of(page)
    notes = {card.id: archive.notes[article, card.id] for card in cards}
    for card in cards:
        shared = [
            (other.number, f"#note-{other.id}")
            for other in cards
            if other is not card and shares_words(notes[card.id], notes[other.id])
        ]
        before = [row for row in shared if row[0] < card.number][-MOST_BESIDE:]
        behind = [row for row in shared if row[0] > card.number][:MOST_BESIDE]
        assert [(link.number, link.href) for link in card.also] == before + behind, card.id
        assert card.also_left == len(shared) - len(card.also)


def shares_words(one: Note, other: Note) -> bool:
    return max(one.start, other.start) < min(one.end, other.end)


def check_marks(page: ArticlePage) -> None:
    """Marks and markers name notes of the page; each note has one marker, named by its card, and its card leads back."""
    ids = {card.id for card in cards_of(page)}
    markers: list[str] = []
    for piece in page.pieces:
        for element in elements(tree_from_html(piece.html.html)):
            assert set(element.attrs.get("data-notes", "").split()) <= ids
            if "marker" in element.attrs.get("class", "").split():
                note = element.attrs["href"].removeprefix("#note-")
                markers.append(note)
                assert element.attrs["id"] == f"ref-{note}"
                assert element.attrs["aria-labelledby"] == f"name-{note}"
    assert len(markers) == len(set(markers))
    assert not markers or set(markers) == ids
    assert all(card.marker_href == f"#ref-{card.id}" for card in cards_of(page))


def check_words(page: ArticlePage, archive: Archive) -> None:
    """The name of a marker is what its note's words begin with, cut between words where there are several."""
    article = page.path.removeprefix("articles/").removesuffix(".html")
    text = archive.prepared[article].text.text
    for card in cards_of(page):
        note = archive.notes[article, card.id]
        whole = " ".join(text[note.start : note.end].split())
        assert 0 < len(card.words) <= 60
        if card.words != whole:
            head = card.words.removesuffix("…")
            assert head != card.words
            assert whole.startswith(head)
            assert " " not in whole[:59] or whole[len(head)] == " "


def check_previews(page: ArticlePage) -> None:
    """Each entity, event and claim that the text or a note links has one preview, and nothing else has."""
    linked = {target.partition("#")[0] for target in targets(page.pieces)}
    assert [preview.link.href for preview in page.previews] == sorted(filter(RECORD.fullmatch, linked))
    for preview in page.previews:
        assert isinstance(preview, Preview)
        folder = preview.link.href.split("/")[1]
        assert folder == {"entity": "entities", "event": "events", "claim": "claims"}[preview.kind]


def targets(value: object) -> Iterator[str]:
    """All that a value points at, HTML in it too."""
    if isinstance(value, Html):
        for element in elements(tree_from_html(value.html)):
            if "href" in element.attrs:
                yield element.attrs["href"]
    elif isinstance(value, tuple):
        for part in value:
            yield from targets(part)
    elif is_dataclass(value):
        for field in fields(value):
            held = getattr(value, field.name)
            if isinstance(held, str) and field.name.endswith("href"):
                yield held
            else:
                yield from targets(held)
