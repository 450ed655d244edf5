"""Quoting: whatever is written as a scalar is read back to the code point, and steers no terminal it is copied from."""

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from postil.load.characters import unfit
from postil.load.composing import node_from_yaml
from postil.load.files import source_from_bytes
from postil.model.notes import Selector
from postil.problems import Place
from postil.quoting import is_hidden, lines_of, plain, quoted
from postil.report import shown
from postil.schema import Map, Node, Scalar, Seq

ODD = "\"'\\:# -?[]{},&*!|>%@`~=.<\t\n \u00ad\u200c\u2028\x85é\u0301Ї港𝕏…“”–ab01##[vso"
texts = st.one_of(
    st.text(), st.text(ODD, max_size=12), st.lists(st.sampled_from(ODD.split()), max_size=6).map(" ".join)
)


def read(yaml: str) -> Node:
    source = source_from_bytes("annotations/articles/x.yaml", yaml.encode()).value
    assert source is not None, yaml
    node = node_from_yaml(source)
    assert node.problems == (), yaml
    assert node.value is not None
    return node.value


def values(yaml: str) -> list[str]:
    """The texts of a map or list, in order."""
    node = read(yaml)
    assert isinstance(node, Map | Seq)
    found = [value for _, value in node.entries] if isinstance(node, Map) else list(node.items)
    assert all(isinstance(one, Scalar) for one in found), yaml
    return [one.text for one in found if isinstance(one, Scalar)]


@given(texts, st.sampled_from(["", "'", '"']))
@example('##[error]he said "no"', "")
@example("it's", "'")
def test_a_text_in_quotation_marks_is_read_back(text: str, style: str) -> None:
    assume(unfit(text) is None)
    scalar = quoted(text, style)
    assert values(f"quote: {scalar}\nnote: x\n") == [text, "x"]
    assert values(f"[{scalar}, {scalar}]") == [text, text]
    assert values(f"quote: {shown(scalar)}") == [text]


@given(texts)
@example("closed: the crane")
@example("a # b")
@example("ends:")
def test_a_text_without_quotation_marks_is_read_back(text: str) -> None:
    one_line = " ".join(text.split())
    assume(unfit(one_line) is None)
    assert values(f"quote: {plain(one_line, in_brackets=False)}\nnote: x\n") == [one_line, "x"]
    assert values(f"{{quote: {plain(one_line, in_brackets=True)}, note: x}}") == [one_line, "x"]


@given(texts)
def test_nothing_hidden_stands_in_a_scalar(text: str) -> None:
    assert not any(map(is_hidden, quoted(text)))
    assert not any(map(is_hidden, plain(text, in_brackets=True)))


@pytest.mark.parametrize(
    ("text", "in_quotes", "bare"),
    [
        ("Nine boats were lost", '"Nine boats were lost"', "Nine boats were lost"),
        ('she said "no"', "'she said \"no\"'", 'she said "no"'),
        ("it's", '"it\'s"', "it's"),
        ('it\'s "no"', "'it''s \"no\"'", 'it\'s "no"'),
        ("- a dash", '"- a dash"', '"- a dash"'),
        ("at 12:30", '"at 12:30"', "at 12:30"),
        ("a: b", '"a: b"', '"a: b"'),
        ("C:\\new", "'C:\\new'", "C:\\new"),
        ("", '""', '""'),
        ("tab\there", '"tab\\there"', '"tab\\there"'),
        ("\u2067a\u2069", '"\\u2067a\\u2069"', '"\\u2067a\\u2069"'),
    ],
)
def test_the_simplest_form_is_chosen(text: str, in_quotes: str, bare: str) -> None:
    assert (quoted(text), plain(text, in_brackets=False)) == (in_quotes, bare)


@pytest.mark.parametrize(
    ("selector", "lines"),
    [
        (Selector(Place("x"), exact="the office"), ('quote: "the office"',)),
        (
            Selector(Place("x"), exact="the office", prefix="to", suffix='".'),
            ('quote: {exact: "the office", prefix: "to", suffix: \'".\'}',),
        ),
        (Selector(Place("x"), exact="a", within="p2s1"), ('quote: "a"', "in: p2s1")),
    ],
)
def test_the_lines_of_a_selector(selector: Selector, lines: tuple[str, ...]) -> None:
    assert lines_of(selector) == lines
