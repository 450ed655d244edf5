"""Names: laws over random texts and names, then the rule of word borders as data."""

from itertools import pairwise
from pathlib import Path
from typing import Any, Literal
from unicodedata import normalize

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from strategies import article

from postil.fold import fold
from postil.model.records import Entity
from postil.model.text import NameRow, Text
from postil.names import FoundName, NameIndex, find_names, rows_from_entities
from postil.prepare import read
from postil.problems import Place

Form = Literal["NFC", "NFD"]
CASES: list[dict[str, Any]] = yaml.load(
    (Path(__file__).parent / "cases/names.yaml").read_text(encoding="utf-8"), Loader=yaml.BaseLoader
)

PLACE = Place("annotations/entities/all.yaml", 1)
LETTERS = "abA '-.アー漢กีא·"
rows = st.lists(
    st.builds(
        NameRow,
        st.text(alphabet=LETTERS, min_size=1, max_size=5).map(str.strip).filter(bool),
        st.sampled_from([("one",), ("two",), ("one", "two")]),
        st.booleans(),
    ),
    max_size=6,
    unique_by=lambda row: (row.name, row.never),
)
texts = st.text(alphabet=LETTERS + "\n", max_size=60)


def entity(id_: str, *names: str, never: tuple[str, ...] = ()) -> Entity:
    return Entity(id_, PLACE, "other", names[0], names[1:], never=never)


def text_from(markdown: str, lang: str = "en") -> Text:
    return read(article(markdown, lang)).text


def names_in(markdown: str, *entities: Entity, lang: str = "en") -> list[tuple[str, tuple[str, ...]]]:
    """(words, entities) of each name found."""
    text = text_from(markdown, lang)
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


def entities_of(case: dict[str, Any], form: Form) -> tuple[Entity, ...]:
    never = case.get("not", {})
    return tuple(
        entity(
            id_,
            *(normalize(form, one) for one in names),
            never=tuple(normalize(form, one) for one in never.get(id_, ())),
        )
        for id_, names in case["entities"].items()
    )


@pytest.mark.parametrize("form", ["NFC", "NFD"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["case"])
def test_names_are_found_where_they_stand(case: dict[str, Any], form: Form) -> None:
    """Also when the files hold decomposed letters, as those of a Mac may."""
    found = names_in(normalize(form, case["text"]), *entities_of(case, form), lang=case.get("lang", "en"))
    assert [f"{words} -> {', '.join(ids)}" for words, ids in found] == [
        normalize("NFC", one) for one in case["found"]
    ]


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
