"""No character that a reader of the source would read is lost, and lists are as deep as they are written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.markup import html_from_markdown, prose_html, prose_problems
from postil.model.records import Prose
from postil.problems import Place, Problem
from postil.text import text_from_html
from postil.tree import Element, tree_from_html

# --- nothing is lost --------------------------------------------------------------------------------------------------

WORDS = ("ALPHA", "BRAVO Q", "K9", "ÉTÉ", "ЇЖАК", "X-RAY.", "CELL | MORE | LAST |")
GRAMMAR = (
    *(
        "\n",
        "\n",
        "\n\n",
        "\n\n",
        "  \n",
        " ",
        " ",
        "  ",
        "   ",
        "    ",
        "\t",
        "\n  ",
        "\n   ",
        "\n    ",
        "\n      ",
    ),
    *(
        "- ",
        "* ",
        "+ ",
        "1. ",
        "2. ",
        "12. ",
        "1986. ",
        "> ",
        "-",
        "1)",
        "# ",
        "## ",
        "#",
        "\n===\n",
        "\n---\n",
        "***\n",
    ),
    *(
        "```",
        "~~~",
        "\n```\n",
        "````\n",
        "`",
        "``",
        "*",
        "**",
        "_",
        "__",
        "\\",
        "|",
        " | ",
        "\n| a | b |\n|---|:-:|\n| ",
    ),
    *(
        "[^1]",
        "\n[^1]: ",
        "[^n]: ",
        "[",
        "]",
        "](",
        ")",
        "![",
        "](http://e.org 't",
        "')",
        "](e.md)",
        "\n[a]: http://e.org",
    ),
    *(
        "\n[a]: ",
        "[a][b]",
        "[a]",
        "[]",
        "[](http://e.org)",
        ": ",
        "<b>",
        "</b>",
        "<!--",
        "-->",
        "<http://e.org>",
        "<a@b.org>",
    ),
    *(
        "<",
        ">",
        "&",
        "&amp;",
        "&#65;",
        "[[",
        "]]",
        "[[entity/x]]",
        "[[entity/x|",
        "!",
        "'",
        '"',
        "(",
        "{",
        "}",
        "=",
        "~",
    ),
)
sources = st.lists(st.sampled_from(WORDS) | st.sampled_from(GRAMMAR), max_size=30).map("".join)

# What is a mark by its place: labels of footnotes and definitions, and the word behind a fence.
MARKS = re.compile(
    r"\[\^[^\]]*\]|\][ \n]?\[[^\]]*\]|^[ >\d.*+-]*\[[^\]]*\]:|^.*(?:`{3,}|~{3,}).*$", re.MULTILINE
)


def capitals(text: str) -> Counter[str]:
    return Counter(one for one in text if one.isupper())


def lost(source: str, html: str, problems: Iterable[Problem]) -> Counter[str]:
    """Letters that neither stand in the HTML nor in what is told.

    An image that stops the build, and a link whose address is not known where it is used, are told by their lines.
    """
    told = [problem.message for problem in problems]
    if any(message.startswith(("the image", "the link on")) for message in told):
        return Counter()
    return capitals(MARKS.sub("", source)) - capitals(html) - capitals("".join(told))


@given(sources)
def test_every_letter_is_shown_or_told(source: str) -> None:
    made = html_from_markdown(source)
    assert not lost(source, "".join(made.value), made.problems)


@given(sources)
def test_every_letter_of_ours_is_shown_or_told(source: str) -> None:
    html = prose_html(source, {"entity/x": ("/entities/x.html", "x")}.get)
    assert not lost(source, html, prose_problems(Prose(source, Place("annotations/claims/boats.yaml"))))


def text_of(source: str) -> str:
    return text_from_html(html_from_markdown(source).value).text


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("12. Mai 1945 begann es.", "12. Mai 1945 begann es."),
        ("12. May it began.\n\n13. May it went on.", "12. May it began.\n\n13. May it went on."),
        ("- 12. May\n- 1986. It closed.", "12. May\n\n1986. It closed."),
        ("- On\n  12. May 1945 it\n- x", "On 12. May 1945 it\n\nx"),
        ("[^1]: 12. May\n\nA[^1]", "A\n\n12. May"),
        ("[Anna]: Yes.\n\n[Ben]: No.", "[Anna]: Yes.\n\n[Ben]: No."),
        ("[1]: https://example.org/", "[1]: https://example.org/"),
        ("[a][x]\n\n[x]: https://example.org/\n[x]: https://example.net/", "a\n\nx: https://example.net/"),
        ("| a | b |\n|---|---|\n| 1 | 2 | 3 | 4 |", "a\n\nb\n\n1\n\n2\n\n3\n\n4"),
        ("# C#\n\n## F ##\n\n#hashtag\n\n####### seven", "C#\n\nF\n\n#hashtag\n\n####### seven"),
        ("[](https://example.org/a)", "https://example.org/a"),
        ("A[^1]\n\n[^1]: One.\n[^1]: Two.\n[^2]: Three.", "A\n\nOne.\n\nTwo.\n\nThree."),
        ("A[^1]\n\n[^1]: > [^2]: inner", "A\n\n[^2]: inner"),
        ("```py title='x'\n1. one\n  - two\n```", "1. one\n  - two"),
        ("- a\n  ```\n  one\n\n    two\n  ```\n- b", "a\n\none\n\n  two\n\nb"),
        ("    1. one\n      - two", "1. one\n  - two"),
        ("``` open\n\nand never closed", "``` open\n\nand never closed"),
        ("text\n- no list\n+ none", "text - no list + none"),
    ],
)
def test_what_others_drop(source: str, text: str) -> None:
    assert text_of(source) == text


# --- numbers ----------------------------------------------------------------------------------------------------------


def numbers(source: str) -> list[int]:
    """The numbers that a browser shows before the items."""
    shown: list[int] = []
    for node in tree_from_html("".join(html_from_markdown(source).value)):
        if isinstance(node, Element) and node.tag == "ol":
            number = int(node.attrs.get("start", "1")) - 1
            for item in node.children:
                if isinstance(item, Element):
                    number = int(item.attrs.get("value", number + 1))
                    shown.append(number)
    return shown


@given(st.lists(st.integers(2, 999), max_size=5), st.sampled_from(["\n", "\n\n"]))
def test_items_have_the_numbers_that_are_written(rest: list[int], between: str) -> None:
    written = [1, *rest]
    source = between.join(f"{number}. x" for number in written)
    if any(
        one == other for one, other in pairwise(written)
    ):  # all the same number: the writer leaves counting to us
        return
    text = text_of(source)
    shown = numbers(source) + [int(one) for one in re.findall(r"(\d+)\. x", text)]
    assert shown == written


# --- depth ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Item:
    text: str
    more: str
    """A second paragraph; "" for none."""
    children: tuple[Item, ...]
    is_ordered: bool
    """Whether the children are numbered."""


leaf_items = st.builds(
    Item,
    st.sampled_from(["one", "two *x*", "`three`"]),
    st.sampled_from(["", "", "more"]),
    st.just(()),
    st.booleans(),
)
items = st.recursive(
    leaf_items,
    lambda inner: st.builds(
        Item,
        st.just("four"),
        st.sampled_from(["", "more"]),
        st.lists(inner, min_size=1, max_size=3).map(tuple),
        st.booleans(),
    ),
    max_leaves=8,
)
kinds = st.sampled_from(["ul", "ol"])
lists = st.lists(items, min_size=1, max_size=3).map(tuple)


def written(
    children: tuple[Item, ...], *, is_ordered: bool, indent: int, step: int | None, bullet: str
) -> list[str]:
    """Lines of a list; each level is indented by `step` columns, or by the width of its marker."""
    lines: list[str] = []
    for number, item in enumerate(children, 1):
        mark = f"{number}." if is_ordered else bullet
        inner = indent + (step or len(mark) + 1)
        lines.append(f"{' ' * indent}{mark} {item.text}")
        if item.more:
            lines += ["", f"{' ' * inner}{item.more}", ""]
        lines += written(item.children, is_ordered=item.is_ordered, indent=inner, step=step, bullet=bullet)
    return lines


Tree = tuple[bool, tuple[tuple[str, object], ...]]


def meant(children: tuple[Item, ...], *, is_ordered: bool) -> Tree:
    return is_ordered, tuple(
        (
            f"{re.sub('[*`]', '', item.text)}{item.more}",
            meant(item.children, is_ordered=item.is_ordered) if item.children else None,
        )
        for item in children
    )


def read(element: Element) -> Tree:
    made: list[tuple[str, object]] = []
    for item in element.children:
        if isinstance(item, Element):
            inner = [one for one in item.children if isinstance(one, Element) and one.tag in ("ol", "ul")]
            words = "".join(_words(one) for one in item.children if one not in inner)
            made.append((words, read(inner[0]) if inner else None))
            assert len(inner) < 2
    return element.tag == "ol", tuple(made)


def _words(node: Element | str) -> str:
    return node.strip("\n") if isinstance(node, str) else "".join(map(_words, node.children))


@given(lists, kinds, st.sampled_from([None, 4]), st.sampled_from("-*+"), st.integers(0, 1))
def test_lists_are_as_deep_as_they_are_written(
    children: tuple[Item, ...], kind: str, step: int | None, bullet: str, indent: int
) -> None:
    is_ordered = kind == "ol"
    lines = written(children, is_ordered=is_ordered, indent=indent, step=step, bullet=bullet)
    source = "\n".join(lines)
    expected = meant(children, is_ordered=is_ordered)
    top = tree_from_html("".join(html_from_markdown(source).value))
    assert [read(one) for one in top if isinstance(one, Element)] == [expected], source
    quoted = tree_from_html("".join(html_from_markdown("\n".join(f"> {line}" for line in lines)).value))
    assert isinstance(quoted[0], Element)
    assert [read(one) for one in quoted[0].children if isinstance(one, Element)] == [expected]


@given(lists, kinds)
def test_what_looks_like_a_list_in_code_is_code(children: tuple[Item, ...], kind: str) -> None:
    code = "\n".join(written(children, is_ordered=kind == "ol", indent=0, step=None, bullet="-"))
    assert text_of(f"```\n{code}\n```") == code.strip()
    indented = "\n".join(f"    {line}" for line in code.split("\n"))
    assert text_of(f"Code:\n\n{indented}") == f"Code:\n\n{code.strip()}"
