"""Laws of HTML as a tree: the short way that plainly written HTML takes gives the tree of Python's own parser."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from sample_full import FULL
from sample_pages import EMPTY

from postil.load.theme import theme_from_folder
from postil.model.page import Page
from postil.render import render
from postil.shipped import templates_dir
from postil.tree import Element, Node, _Builder, _is_fed_plainly, elements, html_from_tree, tree_from_html

_SCRAPS = (
    "<p>", "</p>", "<br>", "<br/>", '<a href="x&amp;y">', "</a>", "<a b>", "<i  c>", "<A>", "<p class='q'>", "</p >",
    "<script>", "</script>", '<script type="application/json">{"a": "&amp;"}</script>', "<script>a<b</script>",
    "<style>", "</style>", "<textarea>", "</textarea>", "<title>", "</title>", '<svg viewBox="0 0 1 1">', "</svg>",
    '<rect x="1"/>', "<!-- c -->", "<!doctype html>", "<![CDATA[x]]>", "<?x?>", "&amp;", "&lt;", "&#34;", "&#x27;",
    "&nbsp;", "&notin;", "&copy", "&", "<", ">", "a", " ", "\n", "\u00a0", '"', "'", "=", '<a b="&para=1">',
    '<a b="1" b="2">', "<a/b>", "</", "<a b=c>", "<template>", "</template>", "<math>", '<p\tid="a">', "\x00", "\r",
)  # fmt: skip


def by_parser(html: str) -> list[Node]:
    builder = _Builder()
    builder.feed(html)
    builder.close()
    return builder.root.children


def plainly(html: str) -> list[Node] | None:
    """The tree by the short way; None where that cannot be gone."""
    builder = _Builder()
    return builder.root.children if _is_fed_plainly(builder, html) else None


@given(st.lists(st.sampled_from(_SCRAPS), max_size=30).map("".join))
@example("<script></script>a")
@example("<script>a</script >b")
@example("<p>a<script>&amp;</script>&amp;</p>")
def test_the_short_way_gives_the_same_tree_or_none(html: str) -> None:
    plain = plainly(html)
    assert plain is None or plain == by_parser(html)
    assert tree_from_html(html) == by_parser(html)


@pytest.mark.slow
@pytest.mark.parametrize("page", [*FULL, *EMPTY], ids=lambda page: f"{type(page).__name__}-{page.path}")
def test_pages_of_ours_take_the_short_way(page: Page) -> None:
    html = render(page, theme_from_folder(templates_dir()).value).decode()
    assert plainly(html) == by_parser(html)


_texts = st.text(
    st.characters(exclude_characters="\r\x00", exclude_categories=["Cs"]), min_size=1, max_size=8
)
_attributes = st.dictionaries(st.sampled_from(["id", "href", "data-x"]), _texts, max_size=2)


def _joined(nodes: list[Node]) -> list[Node]:
    """Neighbouring texts as one, as a parser has them."""
    found: list[Node] = []
    for node in nodes:
        if isinstance(node, str) and found and isinstance(found[-1], str):
            found[-1] += node
        else:
            found.append(node)
    return found


_trees = st.recursive(
    st.lists(_texts, max_size=1),
    lambda inner: st.lists(
        _texts | st.builds(Element, st.sampled_from(["p", "em", "div"]), _attributes, inner), max_size=4
    ).map(_joined),
)


@given(_trees)
def test_a_tree_written_is_read_back(nodes: list[Node]) -> None:
    html = html_from_tree(nodes)
    assert plainly(html) == tree_from_html(html) == nodes
    assert [one.tag for one in elements(nodes)] == [part.split("<")[1] for part in _openings(html)]


def _openings(html: str) -> list[str]:
    return [f"<{part.split('>')[0].split()[0]}" for part in html.split("<")[1:] if not part.startswith("/")]
