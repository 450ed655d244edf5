"""Laws of the short way to what stands in tags: where a page is plainly written, it gives what a tree of it gives."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from sample_full import FULL
from sample_pages import EMPTY

from postil.audit import POLICY, _inspected, _plain
from postil.load.theme import theme_from_folder
from postil.model.page import Page
from postil.render import _with_any_targets, _with_plain_targets, render
from postil.shipped import templates_dir
from postil.tags import are_plain

_ATTRIBUTES = (
    'id="a"', 'id="b"', 'id=""', 'id="a&amp;b"', 'href="x.html#a"', 'href="/x.html"', 'href="/a/b.html#c"', 'href="#a"',
    'href="//host/x"', 'href="/a/b.html"', 'href="https://host/?a=1&amp;b=2"', 'href="javascript:x"', 'href="data:,"',
    'href="/a/b.html?q="', 'href="/a/"', 'href="../x y.html"', 'href=""', "href='/x'", "href=/x", "href", 'HREF="/x"',
    'src="/x.js"', 'src="http://host/x"', 'action="/x.html"', 'class="c"', 'class="a=1"', 'class="href="', "hidden",
    'data-href="/x"', 'data="http://host/x"', 'onclick="x"', "onclick", 'style="x"', 'class=" id="', 'title="/x"',
    'srcset="http://host/x"', 'type="application/ld+json"', 'rel="stylesheet"', 'viewBox="0 0 1 1"', 'title="&para=1"',
    'title=" href="', 'title=">"', 'xlink:href="/x"', 'title="a\u00a0b"', "data-apparatus",
)  # fmt: skip
_TAGS = (
    "a", "p", "span", "div", "img", "link", "meta", "script", "svg", "form", "br", "style", "title", "textarea", "A",
)  # fmt: skip
_SCRAPS = (
    "</a>", "</p>", "</span>", "</div>", "</script>", "</style>", "</title>", "</textarea>", "<script></script>", "</form>",
    "<script>x</script>", "<title>a &amp; b</title>", '<title><i id="a"></title>', '<!-- <a href="/x"> -->', "a", " ", "\n",
    "b c", 'say "x"', ' href="/x"', ' id="a"', '&lt;a href="/x"&gt;', "&amp;", "&notin;", "&#34;", "<", ">", "=", "\x01",
    "\r", "\ufffe",
)  # fmt: skip
_START = st.builds(
    lambda tag, attributes, end: "".join((f"<{tag}", *(f" {one}" for one in attributes), end)),
    st.sampled_from(_TAGS),
    st.lists(st.sampled_from(_ATTRIBUTES), max_size=3),
    st.sampled_from((">", ">", ">", " >", "/>", " />")),
)
_BODIES = st.lists(st.one_of(_START, _START, st.sampled_from(_SCRAPS)), max_size=12).map("".join)
_TEXTS = st.recursive(
    st.sampled_from(("a b", " ", "\n", "&amp;", "&lt;a&gt;", '"', "\u00a0", "<br>")),
    lambda inner: st.builds(
        lambda tag, parts: f"<{tag}>{''.join(parts)}</{tag.partition(' ')[0]}>",
        st.sampled_from(("div", "span", "em", 'span id="a"', "span data-apparatus", 'blockquote class="c"')),
        st.lists(inner, max_size=3),
    ),
)
_PATH = "a/b.html"


def page(body: str) -> str:
    head = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}"><link rel="icon" href="data:,">'
    return f'<!doctype html>\n<html lang="en">\n<head>\n{head}\n</head>\n<body>\n{body}</body>\n</html>\n'


def assert_alike(html: str, path: str) -> None:
    data = html.encode()
    short, long = (_inspected(path, data, way) for way in (_plain(data), None))
    told = (sorted({str(problem) for problem in one.problems}) for one in (short, long))
    assert next(told) == next(told)
    assert dataclasses.replace(short, problems=()) == dataclasses.replace(long, problems=())


@given(_BODIES)
@example('<p id="a"><a href="/a/b.html#c">x</a>')
@example('<div data-text="">a<p>b</p></div><span data-digest>x &amp; y</span>')
def test_what_is_seen_the_short_way_is_what_is_seen_in_the_tree(body: str) -> None:
    html = page(body)
    if _plain(html.encode()) is not None:
        assert_alike(html, _PATH)


@given(_TEXTS)
def test_the_text_of_an_article_is_the_same_the_short_way(text: str) -> None:
    html = page(
        f'<main><div data-text lang="en">{text}</div>\n<span data-digest>{"x" * len(text)}</span></main>'
    )
    assert _plain(html.encode()) is not None
    assert_alike(html, _PATH)


@given(_BODIES)
@example('<a title="/x" href="/a/b.html#c">say "/x"</a>')
def test_targets_are_moved_the_short_way_as_the_long_way(body: str) -> None:
    if are_plain(body):
        assert _with_plain_targets(body, _PATH) == _with_any_targets(body, _PATH, None)


@pytest.mark.slow
@pytest.mark.parametrize(
    "sample", [*FULL, *EMPTY], ids=lambda sample: f"{type(sample).__name__}-{sample.path}"
)
def test_pages_of_ours_are_seen_alike(sample: Page) -> None:
    html = render(sample, theme_from_folder(templates_dir()).value).decode()
    assert_alike(html, sample.path)
