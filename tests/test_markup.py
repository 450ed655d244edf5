"""The dialect: what is shown, what is not swallowed, what is told; nothing passes from one article to the next."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import markdown, noise

from postil.markup import Images, dialect, html_from_markdown, prose_html, prose_links, prose_problems
from postil.markup.dialect import _converter, clean_text
from postil.markup.processors import Footnotes, Links
from postil.model.records import Image, Prose
from postil.problems import Place, Problem
from postil.text import text_from_html
from postil.tree import elements, html_from_tree, tree_from_html

PLACE = Place("content/articles/wire.md", 5)


def text_of(source: str) -> str:
    return text_from_html(html_from_markdown(source).value).text


SVG = Problem("image-type", "no", Place("content/media/quay.svg"))
IMAGES = (
    Image("media/quay.jpg", "content/media/quay.jpg", 40, 30),
    Image("media/a b.png", "content/media/a b.png", 4, 3),
    Image("media/quay.svg", "content/media/quay.svg", 0, 0, (SVG,)),
)
SHOWN = Images(IMAGES)


def found(source: str) -> list[tuple[str, int, int]]:
    """(code, line, column) of each problem."""
    problems = html_from_markdown(source, PLACE, SHOWN).problems
    return [(one.code, one.place.line, one.place.column) for one in problems]


@pytest.mark.parametrize(
    ("source", "blocks"),
    [
        ("1986. The mill closed.", ["1986. The mill closed."]),
        ("1. one\n2. two", ["one", "two"]),
        ("- one\n- two\n    - three", ["one", "two", "three"]),
        ("The strike ended\n1986. So the mill closed.", ["The strike ended 1986. So the mill closed."]),
        ("Before.\n\n<div>\n\n**Bold** line.", ["Before.", "<div>", "Bold line."]),
        ("Costs <5 tons; x<y>z.", ["Costs <5 tons; x<y>z."]),
        (
            "<script>alert(1)</script> <!-- no --> <b>x</b>",
            ["<script>alert(1)</script> <!-- no --> <b>x</b>"],
        ),
        ("AT&T &amp; &copy; &lt;b&gt;", ["AT&T & © <b>"]),
        ("``` {.python #x onclick=1}\na  <b>\n```", ["a  <b>"]),
        ("    code\n\n    more", ["code\n\nmore"]),
        ("one  \ntwo", ["one two"]),
        ("# Head\nText\n\n> quote\n\n* * *\n\nEnd", ["Head", "Text", "quote", "End"]),
        ("| a | b |\n|--|--|\n| 1 |  |", ["a", "b", "1"]),
        ("10\u00a0000 \u00a0 t\n\n\u200b\n\nx", ["10 000 t", "x"]),
        ("cafe\u0301 e*\u0301*", ["café e\u0301"]),
        ("bell\x07 null\x00 next\x85", ["bell null next"]),
        ("///Footnotes Go Here///\n\nA[^1].\n\n[^1]: N.", ["///Footnotes Go Here///", "A.", "N."]),
        ('"quotes" -- and... (c) stay', ['"quotes" -- and... (c) stay']),
        (
            "word {: .class #id }\n\nHTML\n\n*[HTML]: no abbreviation",
            ["word {: .class #id }", "HTML", "*[HTML]: no abbreviation"],
        ),
        ("", []),
    ],
)
def test_visible_text(source: str, blocks: list[str]) -> None:
    text = text_from_html(html_from_markdown(source).value)
    assert [text.text[block.start : block.end] for block in text.blocks] == blocks


def test_kinds_of_blocks_and_footnotes_last() -> None:
    source = "# H\n\nP[^n]\n\n[^n]: N\n\n- I\n\n> Q\n\n```\nC\n```\n\n|T|\n|-|\n|D|"
    kinds = [block.kind for block in text_from_html(html_from_markdown(source).value).blocks]
    assert kinds == ["heading", "paragraph", "item", "quote", "code", "cell", "cell", "footnote"]


@pytest.mark.parametrize(
    ("source", "problems"),
    [
        ("Before.\n\n  <div>\n\ntext </p>", [("raw-html", 7, 3), ("raw-html", 9, 6)]),
        ("`<i>` and &lt;b&gt; and <https://example.org/> x <5", []),
        (
            "[a](other.md) [a](https://example.org) [b](/articles/x.html)",
            [("relative-link", 5, 1), ("relative-link", 5, 40)],
        ),
        (
            "[a](javascript:alert(1)) [b](//example.org/x)",
            [("relative-link", 5, 1), ("relative-link", 5, 26)],
        ),
        ("See gale.jpg here. [pic](gale.jpg)", [("relative-link", 5, 20)]),
        (
            "`[a](b.md)`\n\n```\n[a](b.md)\n```\n\n    [a](b.md)\n\n[*a*](b.md) [![](media/quay.jpg)](c.md)",
            [("relative-link", 13, 1), ("relative-link", 13, 13), ("image-without-alt", 13, 14)],
        ),
        ("![x](media/quay.jpg)\n\nB ![](media/quay.jpg)", [("image-without-alt", 7, 3)]),
        (
            "\\[a](b.md) [c][1] <ftp://x>\n\n[1]: b.md",
            [("relative-link", 5, 12), ("relative-link", 5, 19)],
        ),
        (
            "A[^n] [x](f.md)\n\n[^n]: `[x](f.md)` [x](f.md)\n\nB [y](g.md)",
            [("relative-link", 5, 7), ("relative-link", 9, 3), ("relative-link", 7, 19)],
        ),
        ("a\n![the quay](quay.jpg) b", [("image-missing", 6, 1)]),
        (
            "![](media/quay.jpg)\n\n![ ](<media/a b.png>)",
            [("image-without-alt", 5, 1), ("image-without-alt", 7, 1)],
        ),
        ("![x](https://example.org/x.jpg)", [("image-remote", 5, 1)]),
        (
            "A[^1] b[^3] c\\[^4] `[^5]`.\n\n[^1]: One.\n[^2]: Two.\n\n[^1]: Again.",
            [("footnote-unused", 8, 1), ("footnote-duplicate", 10, 1), ("footnote-undefined", 5, 8)],
        ),
        ("![x](media/quay.svg)", [("image-type", 0, 0)]),
        (
            "![a](data:image/png;base64,AA) ![a]() ![b](//example.org/x.jpg)",
            [("image-missing", 5, 1), ("image-missing", 5, 32), ("image-missing", 5, 39)],
        ),
        (
            "![x](../media/quay.jpg) ![y](/media/quay.jpg)",
            [("image-missing", 5, 1), ("image-missing", 5, 25)],
        ),
        ("`![x](no.jpg)`\n\n    ![x](no.jpg)", []),
    ],
)
def test_what_cannot_be_published_is_told(source: str, problems: list[tuple[str, int, int]]) -> None:
    assert found(source) == problems


def test_a_link_leaves_its_text() -> None:
    assert text_of("b [c](d.md)") == "b c"


# --- images -----------------------------------------------------------------------------------------------------------


def html_of(source: str) -> str:
    return "".join(html_from_markdown(source, images=SHOWN).value)


@pytest.mark.parametrize(
    ("source", "html"),
    [
        (
            "![the quay](media/quay.jpg)",
            '<p><img src="/media/quay.jpg" alt="the quay" width="40" height="30"></p>',
        ),
        (
            'A ![the "quay"](media/quay.jpg "At <dawn>") b.',
            (
                '<p>A <img src="/media/quay.jpg" alt="the &quot;quay&quot;" width="40" height="30" '
                'title="At &lt;dawn&gt;"> b.</p>'
            ),
        ),
        ("![a](<media/a b.png>)", '<p><img src="/media/a%20b.png" alt="a" width="4" height="3"></p>'),
        ("![a](media/a%20b.png)", '<p><img src="/media/a%20b.png" alt="a" width="4" height="3"></p>'),
        (
            "![a][r]\n\n[r]: media/quay.jpg",
            '<p><img src="/media/quay.jpg" alt="a" width="40" height="30"></p>',
        ),
        (
            "[![the quay](media/quay.jpg)](https://example.org/)",
            (
                '<p><a href="https://example.org/" rel="noopener noreferrer">'
                '<img src="/media/quay.jpg" alt="the quay" width="40" height="30"></a></p>'
            ),
        ),
        (
            "![the quay](https://example.org/q.jpg)",
            '<p><a href="https://example.org/q.jpg" rel="noopener noreferrer">the quay</a></p>',
        ),
        (
            "![](https://example.org/q.jpg)",
            '<p><a href="https://example.org/q.jpg" rel="noopener noreferrer">https://example.org/q.jpg</a></p>',
        ),
        (
            "[a ![the quay](https://example.org/q.jpg)](https://example.org/)",
            '<p><a href="https://example.org/" rel="noopener noreferrer">a the quay</a></p>',
        ),
    ],
)
def test_images(source: str, html: str) -> None:
    assert html_of(source) == html
    assert prose_html(source, KNOWN.get, SHOWN) == html


def test_an_image_is_no_text_and_a_block_of_one_has_no_number() -> None:
    text = text_from_html(
        [html_of("![a](media/quay.jpg)\n\nB ![c](media/quay.jpg) d.\n\n- ![e](media/quay.jpg)")]
    )
    assert [(block.id, text.text[block.start : block.end]) for block in text.blocks] == [("p1", "B d.")]


def test_images_that_may_have_been_meant() -> None:
    images = Images(IMAGES)
    found = html_from_markdown("![a](../quay.jpg) ![b](media/quai.jpg) ![c](media/zzzz)", images=images)
    assert [one.help[:-1] for one in found.problems] == [
        ("did you mean `media/quay.jpg`?",),
        ("did you mean `media/quay.jpg`?",),
        (),
    ]


@given(st.one_of(markdown, noise), st.one_of(markdown, noise))
def test_nothing_passes_from_one_article_to_the_next(first: str, second: str) -> None:
    alone = html_from_markdown(second)
    html_from_markdown(first)
    assert html_from_markdown(second) == alone


def test_footnotes_and_abbreviations_stay_in_their_article() -> None:
    text_of(
        "One[^n].\n\n[^n]: Secret of the first.\n\n*[WDU]: Waterside Drivers Union\n\n[ref]: https://example.org/"
    )
    assert text_of("Two[^n], and WDU is [named][ref].") == "Two[^n], and WDU is [named][ref]."


def test_footnotes_and_the_links_to_them_are_renamed_together() -> None:
    html = "".join(
        html_from_markdown("B[^x] and again[^x], C[^1].\n\n[^1]: One.\n[^x]: Ex.\n[^unused]: U.").value
    )
    links = [
        (one.attrs.get("id"), one.attrs["href"]) for one in elements(tree_from_html(html)) if one.tag == "a"
    ]
    assert links == [
        *(("fnref-2", "#fn-2"), ("fnref-2-2", "#fn-2"), ("fnref-1", "#fn-1")),
        *((None, "#fnref-1"), (None, "#fnref-2"), (None, "#fnref-2-2")),
    ]
    ids = [one.attrs["id"] for one in elements(tree_from_html(html)) if one.tag == "li"]
    assert ids == ["fn-1", "fn-2", "fn-3"]


@given(st.one_of(markdown, noise))
def test_content_chooses_no_class_style_id_or_address_inside_the_site(source: str) -> None:
    for element in elements(tree_from_html("".join(html_from_markdown(source).value))):
        assert set(element.attrs) <= {
            "class",
            "id",
            "href",
            "rel",
            "role",
            "title",
            "start",
            "value",
            "data-apparatus",
        }
        assert element.attrs.get("id", "fn").startswith("fn")
        assert element.attrs.get("href", "#fn").startswith(("#fn", "https://", "http://", "mailto:"))


@given(st.one_of(markdown, noise))
def test_a_piece_is_one_element_and_is_read_back_as_written(source: str) -> None:
    for piece in html_from_markdown(source).value:
        nodes = tree_from_html(piece)
        assert len(nodes) == 1
        assert html_from_tree(nodes) == piece


# --- Markdown of ours -------------------------------------------------------------------------------------------------

KNOWN = {
    "claim/boats": ("/claims/boats.html", "How many *boats*?"),
    "entity/venn": ("/entities/venn.html", "Orla Venn"),
}


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ("See [[claim/boats]].", '<p>See <a href="/claims/boats.html">How many *boats*?</a>.</p>'),
        ("*[[entity/venn|the _chief_]]*", '<p><em><a href="/entities/venn.html">the _chief_</a></em></p>'),
        ("[[claim/none]] [[claim/none|label]]", "<p>claim/none label</p>"),
        ("`[[claim/boats]]` \\[[claim/boats]]", "<p><code>[[claim/boats]]</code> [[claim/boats]]</p>"),
        (
            "[a](/claims/boats.html) [b](https://example.org/)",
            '<p>a <a href="https://example.org/" rel="noopener noreferrer">b</a></p>',
        ),
        ("<b> [^1]", "<p>&lt;b&gt; [^1]</p>"),
    ],
)
def test_prose(source: str, html: str) -> None:
    assert prose_html(source, KNOWN.get) == html


@pytest.mark.parametrize(
    ("source", "named"),
    [("[js](javascript:1)", "link to `javascript:1`"), ("[js][1]\n\n[1]: javascript:1", "link on `js`")],
)
def test_a_link_that_is_taken_away_is_named(source: str, named: str) -> None:
    (problem,) = html_from_markdown(source).problems
    assert problem.message.startswith(f"the {named} is shown as plain text")


def test_links_of_prose_are_found_where_they_stand() -> None:
    source = "See [[claim/boats]],\n`[[claim/boats]]` \\[[no]]\n\n- [[ entity/venn |her\n  name]] and [[claim/boats|x]]"
    links = prose_links(source)
    assert [(one.target, one.line_offset, one.column) for one in links] == [
        ("claim/boats", 0, 5),
        ("entity/venn", 3, 3),
        ("claim/boats", 4, 14),
    ]


def test_problems_of_prose() -> None:
    prose = Prose("a\n![x](y.png) [b](c.md)", Place("annotations/claims/boats.yaml", 9))
    assert [(one.code, one.place.line) for one in prose_problems(prose)] == [
        ("image-missing", 10),
        ("relative-link", 10),
    ]
    assert "`[[article/ID|words]]`" in prose_problems(prose)[1].help[0]


def test_a_conversion_leaves_nothing_behind() -> None:
    """Whether it came to an end or not: what one source was told, the next is not."""

    def failing(_target: str) -> tuple[str, str]:
        raise LookupError

    html_from_markdown("A[^1]\n\n[^1]: note")
    prose_html("[[entity/x]]", lambda target: (f"/{target}.html", target))
    with pytest.raises(LookupError):
        prose_html("[[entity/x]]", failing)
    footnotes, links = dialect._article_converter().footnotes, dialect._prose_converter().links
    assert footnotes is not None
    assert links is not None
    assert (footnotes.token, links.resolve("entity/x")) == ("", None)


@given(source=st.one_of(markdown, noise), has_footnotes=st.booleans())
@example(source="a  \nb", has_footnotes=True)
@example(source="a&amp;b <https://a.example> \\* x", has_footnotes=True)
def test_texts_kept_from_the_inline_patterns_come_out_as_they_would(
    source: str, *, has_footnotes: bool
) -> None:
    quick, slow = (
        _converter(footnotes=Footnotes()) if has_footnotes else _converter(links=Links()) for _ in "qs"
    )
    slow.markdown.treeprocessors.deregister("plain")
    source = clean_text(source)
    assert quick.converted(source, "token") == slow.converted(source, "token")
