"""Splicing: what is put in can be taken out again, the HTML is valid, and the text is what html5lib reads in it."""

import unicodedata

import nh3
import oracle
from html5lib.html5parser import ParseError
from hypothesis import example, given, reject
from hypothesis import strategies as st
from strategies import article, markdown, noise, spans

from postil.markup.dialect import _ATTRIBUTES, _TAGS
from postil.model.text import Body
from postil.prepare import read
from postil.splice import Link, Mark, splice
from postil.text import SEPARATOR, raw_texts
from postil.tree import Element, Node, elements, html_from_tree, tree_from_html

KINDS = (("figure",), ("claim", "hedge"), ("context",))


@st.composite
def spliced(draw: st.DrawFn) -> tuple[str, Body, str]:
    """A source, its body, and the body with random sentences, links and marks in."""
    source = draw(st.one_of(markdown, noise))
    body = read(article(source))
    links: list[Link] = []
    for start, end in sorted(draw(spans(len(body.text.text)))):
        block = next((one for one in body.text.blocks if one.start <= start and end <= one.end), None)
        if block is not None and all(link.end <= start for link in links):
            links.append(Link(start, end, "/entities/harrow.html"))
    found = sorted(draw(spans(len(body.text.text))), key=lambda span: (span[0], -span[1]))
    marks = [Mark(*span, f"n{i}", KINDS[i % 3], i) for i, span in enumerate(found, start=1)]
    return source, body, "".join(piece.html for piece in splice(body.pieces, body.text, links, marks))


def stripped(nodes: list[Node]) -> list[Node]:
    """Everything that splicing puts in, taken out."""
    done: list[Node] = []
    for node in nodes:
        if isinstance(node, str):
            done.append(node)
            continue
        children = stripped(node.children)
        classes = node.attrs.get("class", "").split()
        if "marker" in classes:
            continue
        if node.tag == "mark" or {"s", "block", "name"} & set(classes):
            done.extend(children)
            continue
        attrs = {k: v for k, v in node.attrs.items() if k != "id" or v.startswith("fn")}
        done.append(Element(node.tag, attrs, children))
    return done


@given(spliced())
@example(("", read(article("")), ""))
def test_what_is_put_in_can_be_taken_out(given_: tuple[str, Body, str]) -> None:
    _, body, html = given_
    assert html_from_tree(stripped(tree_from_html(html))) == "".join(body.pieces)


@given(spliced())
def test_the_html_is_valid_and_its_text_is_the_body_s(given_: tuple[str, Body, str]) -> None:
    _, body, html = given_
    document = oracle.tree(f"<!DOCTYPE html><title>t</title><body>{html}</body>")
    body_element = document.find(f"{oracle.XHTML}body")
    assert body_element is not None
    assert _composed(oracle.text_of(body_element)) == _composed(body.text.text)
    ids = [element.attrib["id"] for element in document.iter() if "id" in element.attrib]
    assert sorted(set(ids)) == sorted(ids)
    for block in body.text.blocks:
        assert block.id in ids
        assert all(sentence.id in ids for sentence in block.sentences)


@given(spliced())
def test_no_link_lies_in_a_link_and_no_link_inside_the_body_is_dead(given_: tuple[str, Body, str]) -> None:
    _, _, html = given_
    nodes = tree_from_html(html)
    ids = {element.attrs["id"] for element in elements(nodes) if "id" in element.attrs}
    for element in elements(nodes):
        if element.tag == "a":
            assert not any(inner.tag == "a" for inner in elements(element.children))
            href = element.attrs["href"]
            assert not href.startswith("#fn") or href[1:] in ids


@given(spliced())
def test_sanitising_again_changes_nothing(given_: tuple[str, Body, str]) -> None:
    _, _, html = given_
    ours = {
        "class",
        "id",
        "role",
        "rel",
        "value",
        "aria-labelledby",
        "data-apparatus",
        "data-notes",
        "data-s",
    }
    cleaner = nh3.Cleaner(
        tags={*_TAGS, "mark", "span", "section"},
        clean_content_tags=set(),
        attributes={**_ATTRIBUTES, "*": ours},
        link_rel=None,
        url_schemes={"http", "https", "mailto"},
    )
    assert cleaner.clean(html) == html


@given(markdown)
def test_the_text_is_what_python_markdown_and_html5lib_make_of_the_source(source: str) -> None:
    escaped = source.replace("x<y", "x&lt;y")
    try:
        expected = oracle.markdown_text(escaped)
    except ParseError:  # a footnote inside a link: Python-Markdown puts a link in a link
        reject()
    assert _composed(read(article(escaped)).text.text) == _composed(expected)


def _composed(text: str) -> str:
    """In NFC also across borders of elements; the oracle counts as a block what holds zero-width characters only."""
    return SEPARATOR.join(
        part for part in unicodedata.normalize("NFC", text).split(SEPARATOR) if part.strip("\u200b")
    )


@given(st.data())
def test_a_segment_names_every_note_on_it_the_shortest_first(data: st.DataObject) -> None:
    body = read(article("The keeper counted nine boats, and wrote it down."))
    length = len(body.text.text)
    found = sorted(data.draw(spans(length)), key=lambda span: (span[0], -span[1]))
    marks = [Mark(*span, f"n{i}", KINDS[i % 3], i) for i, span in enumerate(found, start=1)]
    ((piece, _),) = [(one.html, one.blocks) for one in splice(body.pieces, body.text, [], marks)]
    shown: list[str] = []
    for element in elements(tree_from_html(piece)):
        if element.tag == "mark":
            shown += [element.attrs["data-notes"]] * len("".join(raw_texts(element.children)))
    over = [[mark for mark in marks if mark.start <= at < mark.end] for at in range(length)]
    shortest_first = [sorted(some, key=lambda mark: (mark.end - mark.start, mark.number)) for some in over]
    assert shown == [" ".join(mark.note for mark in some) for some in shortest_first if some]
