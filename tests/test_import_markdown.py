"""Markdown of other generators: what comes in is in a field, on the page, under `extra`, or named; mostly two of these."""

import re
import unicodedata
from pathlib import Path

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from postil import pipeline
from postil.importers import import_file, import_sources
from postil.importers.article import article_file
from postil.importers.layout import laid_out, read_by_others, read_here
from postil.importers.marks import kinds_of_marks, masked, with_linked_images, without_comments
from postil.importers.when import reading
from postil.load.files import source_from_bytes
from postil.load.front_matter import front_from_source
from postil.model.imported import Imported, Source
from postil.problems import has_errors
from postil.schema import Map, Node, Scalar, Seq


def one(source: str, name: str = "a.md") -> Imported:
    return import_file(name, source.encode())


def fields(imported: Imported) -> dict[str, object]:
    (file,) = imported.files
    read = yaml.load(file.data.decode().split("---\n")[1], yaml.BaseLoader)
    assert isinstance(read, dict)
    return read


def body(imported: Imported) -> str:
    (file,) = imported.files
    return file.data.decode().split("---\n", 2)[2]


def told(imported: Imported) -> list[tuple[str, int]]:
    return [(problem.code, problem.place.line) for problem in imported.problems]


# --- front matter is read back as it was written ------------------------------------------------------------------------

texts = st.text(
    st.one_of(
        st.characters(exclude_categories=["Cs", "Cc", "Cn"]),
        st.sampled_from(" #:-'\"\n\t{}[]&*!|>%@`~=<\u2028\ufeff"),
    )
)
values = st.recursive(
    texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)


def plain(node: Node) -> object:
    match node:
        case Scalar(text):
            return text
        case Seq(items):
            return [plain(item) for item in items]
        case Map(entries):
            return {key.text: plain(value) for key, value in entries}


@given(st.dictionaries(texts, values, min_size=1, max_size=4))
@example(
    {"title": "no", "a": "~", "b": "0123", "c": "10:00", "d": "a # b", "e": "x: y", "f": "- z", "g": "<<"}
)
@example({"a": "one\n\ntwo\n", "b": " lead", "c": "trail ", "d": "\u2028", "e": "", "f": "'", "g": '"\\'})
@example({"<<": "merge", "": "empty", "y": "? q", "n": "%x", "=": "="})
def test_what_is_written_is_read_back_by_a_build(written: dict[str, object]) -> None:
    data = article_file("a.md", written, "Text.\n").data
    source = source_from_bytes("a.md", data).value
    assert source is not None
    front = front_from_source(source)
    assert front.value is not None, front.problems
    assert plain(front.value.node) == written
    assert front.value.body == "Text.\n"


@given(st.text(st.sampled_from("-+:{}[]\"'#=\n abc019tdi"), max_size=60))
@example("---\n" + "a: {" * 3000)
@example('{"a":' * 3000)
@example('---\na: "\\ud800"\n---\nText')
@example("---\na: &x [*x]\n---\nText")
@example("---\n? [a]\n: b\n---\nText")
def test_no_front_matter_raises(source: str) -> None:
    imported = one(source)
    assert imported.files or imported.problems


# --- keys -----------------------------------------------------------------------------------------------------------------

HUGO = """+++
title = "Storm at the quay"
date = 2031-04-29T21:10:00+02:00
draft = false
aliases = ["/old/storm/", "/Old Storm.html"]
authors = ["Ana Prell"]
tags = ["storm"]  # more to come
weight = 10
+++
Text.
"""
ZOLA = """+++
title = "Storm"
date = 2031-04-29
[taxonomies]
tags = ["storm"]
places = ["Lessing Bay"]
[extra]
mood = "grim"
+++
Text.
"""
JEKYLL = """---
layout: post
title: "Storm: the quay"
author: {name: Ana Prell, url: "https://example.org/ana"}
categories: wire, storm
last_modified_at: 2031-5-1 3:46:23 -0400
permalink: /storm/quay.html
published: true
---
Text.
"""
OBSIDIAN = """---
tags: ["#storm", quay]
aliases: [The big storm]
source: https://example.org/wire/1
lang: en_GB
---
Text.
"""


@pytest.mark.parametrize(
    ("name", "source", "expected"),
    [
        (
            "a.md",
            HUGO,
            {
                "title": "Storm at the quay",
                "authors": ["Ana Prell"],
                "published": "2031-04-29T21:10:00+02:00",
                "tags": ["storm"],
                "former_ids": ["old/storm"],
                "extra": {"aliases": ["/Old Storm.html"], "weight": "10", "comments": ["more to come"]},
            },
        ),
        (
            "a.md",
            ZOLA,
            {
                "title": "Storm",
                "published": "2031-04-29",
                "tags": ["storm"],
                "extra": {"taxonomies.places": ["Lessing Bay"], "mood": "grim"},
            },
        ),
        (
            "2031-04-29-storm.md",
            JEKYLL,
            {
                "title": "Storm: the quay",
                "authors": ["Ana Prell"],
                "published": "2031-04-29",
                "updated": "2031-05-01T03:46:23-04:00",
                "tags": ["wire", "storm"],
                "former_ids": ["storm/quay"],
                "extra": {"author": {"name": "Ana Prell", "url": "https://example.org/ana"}, "layout": "post"},
            },
        ),
        (
            "The storm.md",
            OBSIDIAN,
            {
                "title": "The storm",
                "url": "https://example.org/wire/1",
                "lang": "en-GB",
                "tags": ["storm", "quay"],
                "extra": {"aliases": ["The big storm"]},
            },
        ),
        ("a.md", '{"title": "Storm", "no": null, "n": 1.50}\n\nText.\n',
         {"title": "Storm", "extra": {"no": "", "n": "1.50"}}),
        ("a.md", "---\ntitle: Storm\nurl: /storm/\ncanonical: https://example.org/1\n---\nText.\n",
         {"title": "Storm", "url": "https://example.org/1", "extra": {"url": "/storm/"}}),
        ("a.md", "---\ntitle: Storm\nrights: all reserved\narchived: true\nlang: English please\n---\nText.\n",
         {"title": "Storm", "extra": {"rights": "all reserved", "archived": "true", "lang": "English please"}}),
        ("a.md", "---\ntitle: Storm\nlang: no\ncountries: [SE, NO]\non: 1983-11-02\ncase_no: 0123\nat: 10:00\n---\nText.\n",
         {"title": "Storm", "lang": "no",
          "extra": {"countries": ["SE", "NO"], "on": "1983-11-02", "case_no": "0123", "at": "10:00"}}),
    ],
)  # fmt: skip
def test_keys_are_mapped_or_kept_and_named(name: str, source: str, expected: dict[str, object]) -> None:
    imported = one(source, name)
    assert fields(imported) == expected
    said = " ".join([*imported.remarks, *(problem.message for problem in imported.problems)])
    extra = expected.get("extra", {})
    assert isinstance(extra, dict)
    assert all(key.partition(".")[0] in said for key in extra)


def test_an_order_to_hold_text_back_is_never_set_aside() -> None:
    front = fields(one("---\ntitle: Storm\nwithhold: yes\nrights: {text: reference}\n---\nText.\n"))
    assert (front["withhold"], front["rights"]) == ("yes", {"text": "reference"})


@pytest.mark.parametrize(
    ("front", "kept"),
    [
        ("authors: [1, 2.5, true, null, Ana Prell]", {"authors": ["1", "2.5", "true", "null"]}),
        ("author: yes", {"author": "yes"}),
        ("author: {name: 7}", {"author": {"name": "7"}}),
    ],
)
def test_what_is_no_name_is_no_author(front: str, kept: dict[str, object]) -> None:
    imported = one(f"---\ntitle: Storm\n{front}\n---\nText.\n")
    written = fields(imported)
    assert written.get("authors", []) == (["Ana Prell"] if "Ana Prell" in front else [])
    assert written["extra"] == kept
    assert told(imported) == [("import-extra", 3)]


@pytest.mark.parametrize("mark", ["draft: false", "published: yes", "Published: TRUE"])
def test_a_mark_that_it_is_no_draft_is_told(mark: str) -> None:
    imported = one(f"---\ntitle: Storm\n{mark}\ndate: now\n---\nText.\n")
    assert fields(imported) == {"title": "Storm", "extra": {"date": "now"}}
    assert f"{mark} -> no draft" in imported.remarks
    assert told(imported) == [("import-date", 4)]


@pytest.mark.parametrize("mark", ["draft: true", "published: false"])
def test_a_draft_is_left_out_and_named(mark: str) -> None:
    imported = one(f"---\ntitle: Storm\n{mark}\n---\nText.\n")
    assert imported.files == ()
    assert told(imported) == [("import-draft", 0)]


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("---\ntitle: Storm\n\nText.\n", 1),
        ("+++\ntitle = 'Storm'\n\nText.\n", 1),
        ("+++\ntitle = 'a'\ntitle = 'b'\n+++\nText.\n", 3),
        ("---\ntitle: a\ntitle: b\n---\nText.\n", 3),
        ("---\na: &x b\nc: *x\n---\nText.\n", 3),
        ('{"title": "Storm",}\n', 1),
    ],
)
def test_front_matter_that_cannot_be_read_whole_is_refused(source: str, line: int) -> None:
    assert told(one(source)) == [("import-front-matter", line)]


@pytest.mark.parametrize("body", ["", "\n\n", "<!-- nothing yet -->\n"])
def test_front_matter_without_text_is_left_out_and_named(body: str) -> None:
    imported = one(f"---\ntitle: Storm\n---\n{body}")
    assert (imported.files, told(imported)) == ((), [("import-empty", 0)])


# --- dates ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("2019-02-06", "2019-02-06"),
        ("2019-2-07", "2019-02-07"),
        ("2019-02-09 20:34", "2019-02-09T20:34"),
        ("2019-02-10 3:46:23 -0400", "2019-02-10T03:46:23-04:00"),
        ("2019-02-11T00:30:00+08:00", "2019-02-11T00:30:00+08:00"),
        ("2019-02-12 +0800", "2019-02-12"),
        ("2019-02", "2019-02"),
        ("2019", "2019"),
        ("Feb 7, 2019", "2019-02-07"),
        ("7 February 2019", "2019-02-07"),
        ("Mon, 06 Jul 2020 10:00:00 GMT", "2020-07-06T10:00:00Z"),
        ("2019-02-10 12:05 am", "2019-02-10T00:05"),
        ("13/07/2019", "2019-07-13"),
        ("07/13/2019", "2019-07-13"),
        ("3.3.2019", "2019-03-03"),
        ("20190207", "2019-02-07"),
    ],
)
def test_a_date_with_one_meaning_is_repaired(written: str, read: str) -> None:
    imported = one(f'---\ntitle: Storm\ndate: "{written}"\n---\nText.\n')
    assert fields(imported) == {"title": "Storm", "published": read}
    assert imported.problems == ()


@pytest.mark.parametrize(
    "written", ["0000-00-00", "1994-02-30", "yesterday", "07/02/2019", "7/2/19", "13:00 pm"]
)
def test_a_date_with_none_or_two_is_asked_and_kept(written: str) -> None:
    imported = one(f"---\ntitle: Storm\ndate: {written}\n---\nText.\n")
    assert fields(imported) == {"title": "Storm", "extra": {"date": written}}
    assert told(imported) == [("import-date", 3)]
    assert f"`{written}`" in imported.problems[0].message


def test_both_meanings_are_told() -> None:
    assert reading("07/02/2019").candidates == ("2019-02-07", "2019-07-02")


@given(st.text())
def test_no_date_raises(text: str) -> None:
    assert not (reading(text).date and reading(text).candidates)


# --- the body -------------------------------------------------------------------------------------------------------------

pieces = st.sampled_from(
    ["- a", "  - b", "    - c", "1. d", "2) e", "text", "  text", "    text", "", "", "# head", "> quote", "> - f", "```",
     "| a | b |", "|---|---|", "***", "1986. year", "#tag", "*x* _y_ \\~ \\<", "[l](https://example.org)", "![i](a.png)"]
)  # fmt: skip


@given(st.lists(pieces, max_size=12))
def test_layout_keeps_what_both_read_alike_and_says_what_it_could_not(lines: list[str]) -> None:
    source = "\n".join(lines)
    laid, difference = laid_out(source)
    if difference is None:
        wanted = [read for read in read_by_others(source) if read.kind != "footnote"]
        assert [read for read in read_here(laid) if read.kind != "footnote"] == wanted
    else:
        assert difference.count > 0
    if read_by_others(source) == read_here(source):
        assert laid == source


@pytest.mark.parametrize(
    "source",
    [
        "- a\n  - b\n    - c\n- d\n",
        "1. a\n   - b\n\n     more of b\n   - c\n2. d\n",
        "Items:\n- a\n- b\n\n1) x\n2) y\n",
        "- a\n\n  ```py title=x\n  x = 1\n\n  y\n  ```\n- b\n",
        '```py title="x"\n# no heading\n```\n',
        "#tag at a start\n#too\n",
        "Two\nlines\n---\nText\\\nmore \\~ \\< `\\~`\n",
        "> - a\n>   - b\n",
        "Foo[^1].\n\n[^1]: Note of *A*.\n    more\n",
        "1986. The mill closed.\n",
        "- a\n[1]: https://example.org\n",
        "See [`x()`][], [`x()`] and [it][`x()`].\n\n[`x()`]: https://example.org\n",
        "See [it]({{ site.url }}/a).\n\n- a\n  - b\n",
    ],
)
def test_layout_of_others_keeps_depth_headings_and_code(source: str) -> None:
    """The first is nested by two spaces."""
    laid, difference = laid_out(source)
    assert difference is None
    assert [read.text for read in read_here(laid)]
    assert laid_out(laid) == (laid, None)


def test_lists_by_two_spaces_are_three_levels_deep() -> None:
    imported = one("---\ntitle: l\n---\n- a\n  - b\n    - c\n- d\n")
    assert [(read.depth, read.text) for read in read_here(body(imported))] == [
        (1, "a"),
        (2, "b"),
        (3, "c"),
        (1, "d"),
    ]


def test_what_is_read_otherwise_is_shown_both_ways() -> None:
    imported = one("---\ntitle: l\n---\n> - a\n>\n> ```\n> code\n> ```\n")
    (problem,) = [problem for problem in imported.problems if problem.code == "import-read-otherwise"]
    assert (problem.place.line, len(problem.notes)) == (7, 2)
    assert '"code"' in problem.notes[0].message


@pytest.mark.parametrize(
    ("mark", "name"),
    [
        ('{{< figure src="x" >}}', "template tag"),
        ("{{% note %}}", "template tag"),
        ("{% include x.html %}", "template tag"),
        ("{{ page.title }}", "template tag"),
        ("[[The storm|storm]]", "wiki link"),
        ("![[quay.png]]", "embedded file"),
        ("> [!note] Title", "callout"),
        ('!!! note "Title"', "admonition"),
        (":::tip", "admonition"),
        ("{: .no_toc }", "attribute list"),
        ("# Head {#id}", "attribute list"),
        ("Term\n: what it is", "definition"),
        ("- [x] done", "task"),
        ("~~gone~~", "struck-out passage"),
        ("==seen==", "highlighted passage"),
        ("so $x_1$ is", "formula"),
        ("$$\nx\n$$", "formula"),
        ('<div class="a">', "HTML tag"),
        ("end ^block-1", "block address"),
        ("[TOC]", "table of contents"),
    ],
)
def test_a_mark_is_named_with_its_line_and_kept(mark: str, name: str) -> None:
    imported = one(f"---\ntitle: l\n---\nFirst.\n\n{mark}\n")
    marks = [problem for problem in imported.problems if problem.code == "import-mark"]
    assert [f"1 {name} " in problem.message for problem in marks] == [True]
    assert marks[0].place.line in (6, 7)
    assert mark.split(maxsplit=1)[0].lstrip("#") in body(imported)


@pytest.mark.parametrize("code", ["`{}`", "``{}``", "```\n{}\n```", "    {}", "- a\n\n  ```\n  {}\n  ```"])
@pytest.mark.parametrize("mark", ["{{< x >}}", "[[x]]", "<b>", "%%x%%", "![i](a.png)", "{% x %}", "~~x~~"])
def test_nothing_in_code_is_a_mark(code: str, mark: str) -> None:
    source = f"Text.\n\n{code.format(mark)}\n"
    assert list(kinds_of_marks(source)) == []
    assert without_comments(source) == (source, ())
    assert with_linked_images(source) == (source, ())


@given(st.text(st.sampled_from("`~<>!-%{}[]()#*/$= \nab\\"), max_size=80))
def test_a_mask_is_as_long_as_the_text_and_hides_code_only(source: str) -> None:
    mask = masked(source)
    assert len(mask) == len(source)
    assert all(m in (s, "\x00") for m, s in zip(mask, source, strict=True))
    kept, comments = without_comments(source)
    assert len(kept) + sum(len(mark.text) for mark in comments) <= len(source)


@pytest.mark.parametrize(
    "comment",
    [
        "<!-- ask\nAna -->",
        "%%ask Ana%%",
        "{% comment %}ask Ana{% endcomment %}",
        "{{/* ask Ana */}}",
        "{# ask Ana #}",
    ],
)
def test_what_its_generator_hides_is_not_published_but_kept_and_named(comment: str) -> None:
    imported = one(f"---\ntitle: l\n---\nFirst.\n\nSecond {comment} and last.\n")
    assert "Ana" not in body(imported)
    assert fields(imported)["extra"] == {"comments": [comment]}
    assert told(imported) == [("import-comment", 6)]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("![The quay](img/quay.png)", "[The quay](img/quay.png)"),
        ("![](img/quay.png)", "[quay.png](img/quay.png)"),
        ("![The\nquay](img/quay.png)", "[The\nquay](img/quay.png)"),
        ('![a](https://example.org/q.png "t")', '[a](https://example.org/q.png "t")'),
        ("[![badge](b.svg)](https://example.org)", "[badge](https://example.org)"),
    ],
)
def test_an_image_becomes_a_link_and_is_named(written: str, read: str) -> None:
    imported = one(f"---\ntitle: l\n---\nSee {written} here.\n")
    assert body(imported) == f"See {read} here.\n"
    assert ("import-image", 4) in told(imported)
    kept = fields(imported)["extra"]
    assert isinstance(kept, dict)
    assert all(address in written for address in kept["images"])


def test_code_between_tags_is_code() -> None:
    imported = one("---\ntitle: l\n---\n{% highlight ruby %}\n# no heading\n{% endhighlight %}\n")
    assert [(read.kind, read.text) for read in read_here(body(imported))] == [("code", "# no heading")]


@pytest.mark.parametrize(
    ("code", "note"),
    [
        ('```py title="The count"\nx = 1\n```\n', 'py title="The count"'),
        ("- a\n\n  ```py\n  x = 1\n  ```\n", "py"),
        ("> ```py\n> x = 1\n> ```\n", "py"),
        ("{% highlight py linenos %}\nx = 1\n{% endhighlight %}\n", "py linenos"),
        ('{{< highlight py "linenos=table" >}}\nx = 1\n{{< /highlight >}}\n', 'py "linenos=table"'),
    ],
)
def test_what_stands_beside_a_fence_is_kept_and_named(code: str, note: str) -> None:
    imported = one(f"---\ntitle: l\n---\nItems:\n{code}")
    assert ("code", "x = 1") in [(read.kind, read.text) for read in read_here(body(imported))]
    was_laid_out = [code for code, _ in told(imported)] == ["import-lost"]
    assert fields(imported).get("extra") == ({"code": [note]} if was_laid_out else None)
    assert was_laid_out or f"```{note}\n" in body(imported)


def test_links_to_other_files_are_named() -> None:
    imported = one("---\ntitle: l\n---\n[a](b.md), [c](https://example.org), [d][e]\n\n[e]: ../f.md\n")
    (problem,) = imported.problems
    assert (problem.code, problem.place.line) == ("import-link", 4)
    assert problem.notes[0].message == "also on line 6"


# --- the title ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "title", "left"),
    [
        ("# Storm at the *quay*\n\nText.\n", "Storm at the quay", "\nText.\n"),
        ("\nStorm\n=====\n\nText.\n", "Storm", "\nText.\n"),
        ("# Storm {#top}\nText.\n", "Storm", "# Storm {#top}\nText.\n"),
        ("# Storm[^1]\n\nText.\n\n[^1]: Note.\n", "Storm", "# Storm[^1]\n\nText.\n\n[^1]: Note.\n"),
        ("---\ntitle: Storm\n---\n# Storm\n\nText.\n", "Storm", "\nText.\n"),
        ("---\ntitle: Storm\n---\n# Other\n", "Storm", "# Other\n"),
        ("# Storm\n", "Storm", "# Storm\n"),
        ("Text.\n\n# Storm\n", "quay", "Text.\n\n# Storm\n"),
        ("## Storm\n", "quay", "## Storm\n"),
        ("---\n\nText after a rule.\n", "quay", "---\n\nText after a rule.\n"),
    ],
)
def test_a_heading_that_is_the_title_stands_once(source: str, title: str, left: str) -> None:
    imported = one(source, "quay.md")
    assert fields(imported)["title"] == title
    assert imported.files[0].data.decode().partition("---\n")[2].partition("---\n")[2] == left
    is_unclear = title == "quay"
    assert ("import-title" in [code for code, _ in told(imported)]) is is_unclear


# --- folders --------------------------------------------------------------------------------------------------------------


def sources(files: dict[str, str]) -> list[Source]:
    return [Source(f"in/{name}", name, text.encode()) for name, text in files.items()]


def test_ids_come_from_paths_and_clashes_are_named() -> None:
    made = list(
        import_sources(
            sources(
                {
                    "Posts/A b.md": "x",
                    "Posts/a-b.md": "y",
                    "posts/c/index.md": "z",
                    "_index.md": "w",
                    "d.txt": "v",
                }
            )
        )
    )
    paths = [file.path for _, imported in made for file in imported.files]
    assert paths == [f"content/articles/{one}.md" for one in ("posts/a-b", "posts/c", "index", "d")]
    (problem,) = made[1][1].problems
    assert (problem.code, problem.place.path) == ("import-exists", "in/Posts/a-b.md")
    assert "in/Posts/A b.md" in problem.message


def test_no_former_id_is_given_twice_or_is_an_id() -> None:
    front = "---\ntitle: {0}\naliases: [{1}]\n---\n{0}.\n"
    files = {
        name: front.format(name[0], alias)
        for name, alias in {"a.md": "old", "b.md": "old", "c.md": "a", "d.md": "d"}.items()
    }
    made = [fields(imported) for _, imported in import_sources(sources(files))]
    assert [one.get("former_ids") for one in made] == [None] * 4
    assert [one.get("extra") for one in made] == [{"former_ids": ["old"]}] * 2 + [{"former_ids": ["a"]}, None]


GENERATORS = {
    "_posts/2031-04-29-storm.md": JEKYLL + "\n{% include x %} ![q](q.png) <b>x</b>\n\n- a\n  - b\n",
    "hugo.md": HUGO + "\n{{< x >}}\n\n```go {linenos=true}\nx\n```\n<!--more-->\n",
    "zola.md": ZOLA,
    "The storm.md": OBSIDIAN + "\n> [!note] x\n> y\n\n[[zola]] ![[a.png]] %%hid%%\n\n[z](zola.md)\n",
}


@pytest.mark.slow
def test_an_imported_folder_builds(tmp_path: Path) -> None:
    for _, imported in import_sources(sources(GENERATORS)):
        for file in imported.files:
            path = tmp_path / file.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(file.data)
    outcome = pipeline.check(tmp_path, drafts=False, strictly=False, jobs=1)
    assert not has_errors(outcome.problems), outcome.problems
    assert len(list((tmp_path / "content" / "articles").rglob("*.md"))) == len(GENERATORS)


keys_of_others = st.sampled_from(
    ["title", "date", "tags", "lang", "url", "slug", "author", "x", "rights", "kind"]
)


@given(st.lists(st.tuples(keys_of_others, values), max_size=5), st.lists(pieces, min_size=1, max_size=6))
def test_whatever_comes_in_loads(keys: list[tuple[str, object]], lines: list[str]) -> None:
    front = yaml.safe_dump(dict(keys), allow_unicode=True)
    imported = one(f"---\n{front}---\nText.\n\n" + "\n".join(lines))
    if not imported.files:
        assert imported.problems
        return
    source = source_from_bytes("a.md", imported.files[0].data).value
    assert source is not None
    read = front_from_source(source)
    assert read.value is not None, read.problems
    visible = re.sub(r"\s", "", unicodedata.normalize("NFC", read.value.body))
    assert "Text." in visible
