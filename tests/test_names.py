"""Names: laws over random texts and names, then the rule of word borders as data."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import article

from postil.fold import fold
from postil.model.records import Entity
from postil.model.text import NameRow, Text
from postil.names import FoundName, NameIndex, find_names, rows_from_entities
from postil.prepare import read
from postil.problems import Place

PLACE = Place("annotations/entities/all.yaml", 1)
rows = st.lists(
    st.builds(
        NameRow,
        st.text(alphabet="abA '-.", min_size=1, max_size=5).map(str.strip).filter(bool),
        st.sampled_from([("one",), ("two",), ("one", "two")]),
        st.booleans(),
    ),
    max_size=6,
    unique_by=lambda row: (row.name, row.never),
)
texts = st.text(alphabet="abA '-.\n", max_size=60)


def entity(id_: str, *names: str, never: tuple[str, ...] = ()) -> Entity:
    return Entity(id_, PLACE, "other", names[0], names[1:], never=never)


def text_from(markdown: str) -> Text:
    return read(article(markdown)).text


def names_in(markdown: str, *entities: Entity) -> list[tuple[str, tuple[str, ...]]]:
    """(words, entities) of each name found."""
    text = text_from(markdown)
    found = find_names(text, fold(text.text), rows_from_entities(entities))
    return [(text.text[one.start : one.end], one.entities) for one in found]


def _found(text: Text, given_: list[NameRow]) -> tuple[FoundName, ...]:
    return find_names(text, fold(text.text), given_)


@given(texts, rows)
def test_names_stand_where_they_are_found_and_do_not_overlap(source: str, given_: list[NameRow]) -> None:
    text = text_from(source)
    found = _found(text, given_)
    for one, after in pairwise(found):
        assert one.end <= after.start
    for one in found:
        assert text.text[one.start : one.end] == one.name
        assert any(block.start <= one.start and one.end <= block.end for block in text.blocks)
        assert set(one.entities) <= {
            id_ for row in given_ if row.name == one.name and not row.never for id_ in row.entities
        }


@given(texts, rows)
def test_the_rows_that_can_matter_are_all_that_matter(source: str, given_: list[NameRow]) -> None:
    text = text_from(source)
    assert _found(text, list(NameIndex(given_).rows_in(text.text))) == _found(text, given_)


@given(texts, rows)
def test_the_order_of_rows_does_not_matter(source: str, given_: list[NameRow]) -> None:
    text = text_from(source)
    assert _found(text, given_[::-1]) == _found(text, given_)


@given(texts, rows)
def test_a_name_alone_is_found_unless_it_must_not_be(source: str, given_: list[NameRow]) -> None:
    del source
    for row in given_:
        text = text_from(row.name.replace("-", "\\-"))
        if text.text == row.name and not row.never and not any(other.never for other in given_):
            assert [(one.start, one.end) for one in _found(text, given_)] == [(0, len(row.name))]


HARROW = entity("harrow", "Harrow")
DOCK = entity("hdc", "Harrow Dock Company", "Harrow Dock Co.")
VENN = entity("orla-venn", "Orla Venn", "Venn", never=("Venn diagram",))


@pytest.mark.parametrize(
    ("markdown", "entities", "expected"),
    [
        (
            "The Harrow Dock Company left Harrow. See Harrow Dock Co. Harrowing days. Harrow's mayor.",
            (HARROW, DOCK),
            [
                ("Harrow Dock Company", "hdc"),
                ("Harrow", "harrow"),
                ("Harrow Dock Co.", "hdc"),
                ("Harrow", "harrow"),
            ],
        ),
        (
            "Harrow Docks and Harrow Dock Company.",
            (HARROW, DOCK),
            [("Harrow", "harrow"), ("Harrow Dock Company", "hdc")],
        ),
        ("Harrow-on-Sea, Upper-Harrow", (HARROW,), []),
        ("Harrow-based, anti-Harrow, Harrow\u2011wide", (HARROW,), [("Harrow", "harrow")] * 3),
        ("the road Harrow–Lessing, said—Harrow—that", (HARROW,), [("Harrow", "harrow")] * 2),
        ("HARROW harrow Harrow9 2Harrow Harrow_x", (HARROW,), [("Harrow", "harrow")]),
        ("“Harrow”, 'Harrow', Harrow’s, Harrows'", (HARROW,), [("Harrow", "harrow")] * 3),
        ("O'Neil and O’Neil", (entity("neil", "Neil"),), []),
        ("Harrow\u0301 and Ha\u00adrrow", (HARROW,), [("Ha\u00adrrow", "harrow")]),
        (
            "**Har**row and Harrow *Dock* Company",
            (HARROW, DOCK),
            [("Harrow", "harrow"), ("Harrow Dock Company", "hdc")],
        ),
        ("A list:\n\n- Harrow Dock\n- Company", (HARROW, DOCK), [("Harrow", "harrow")]),
        ("A Venn diagram, two Venn diagrams, and Venn.", (VENN,), [("Venn", "orla-venn")]),
        ("A Venn diagram.", (VENN, entity("venn", "Venn")), [("Venn", "venn")]),
        (
            "Федорук. Федорука нема, Федоруком",
            (entity("f", "Fedoruk", "Федорук", "Федорука"),),
            [("Федорук", "f"), ("Федорука", "f")],
        ),
        (
            "Лук\u02bcянівка і Лук",
            (entity("luk", "Лук"), entity("l", "Лук’янівка")),
            [("Лук\u02bcянівка", "l"), ("Лук", "luk")],
        ),
        ("قال كالدر إن وكالدر", (entity("calder", "كالدر"),), [("كالدر", "calder")]),
        ("Le Cafe\u0301 Noir", (entity("cafe", "Caf\u00e9 Noir"),), [("Café Noir", "cafe")]),
        ("A B C D", (entity("ab", "A B"), entity("bcd", "B C D")), [("B C D", "bcd")]),
    ],
)
def test_word_borders(markdown: str, entities: tuple[Entity, ...], expected: list[tuple[str, str]]) -> None:
    assert names_in(markdown, *entities) == [(words, (id_,)) for words, id_ in expected]


def test_a_shared_name_comes_back_with_all_who_bear_it() -> None:
    two = (entity("r-vane-major", "R. Vane"), entity("r-vane-clerk", "R. Vane"))
    assert names_in("R. Vane signed the list.", *two) == [("R. Vane", ("r-vane-clerk", "r-vane-major"))]


def test_names_of_other_languages_make_rows_and_spellings_are_one() -> None:
    one = Entity(
        "one", PLACE, "person", "Cafe\u0301", ("O’Neil",), (("uk", ("Орла", "Орли")),), ("O’Neil’s",)
    )
    two = entity("two", "O'Neil")
    assert rows_from_entities([one, two]) == (
        NameRow("Café", ("one",)),
        NameRow("O'Neil", ("one", "two")),
        NameRow("O'Neil's", ("one",), never=True),
        NameRow("Орла", ("one",)),
        NameRow("Орли", ("one",)),
    )
