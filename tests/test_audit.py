"""The audit sees on the bytes of a page what must not be there, whatever wrote it."""

from __future__ import annotations

import pytest

from postil.audit import POLICY, audit, inspect, inspect_style, proved

HEAD = f'<!doctype html><meta http-equiv="Content-Security-Policy" content="{POLICY}"><title>t</title>'


def codes(body: str, path: str = "articles/wire.html", head: str = HEAD) -> list[str]:
    inspection = inspect(path, (head + body).encode())
    files = {path, "index.html", "assets/style.css"}
    problems = audit(
        [proved(inspection, None), inspect("index.html", (HEAD + '<p id="p1">').encode())], files, frozenset()
    )
    return [problem.code for problem in problems]


@pytest.mark.parametrize(
    "body",
    [
        '<a href="../index.html#p1">home</a> <a href="#here" id="here">here</a>',
        '<a href="https://example.org/">elsewhere</a> <a href="mailto:a@example.org">write</a>',
        '<link rel="icon" href="data:,"><link rel="stylesheet" href="../assets/style.css">',
        '<script type="application/ld+json">{"a": 1}</script>',
        '<link rel="canonical" href="https://example.org/x">',
    ],
)
def test_what_may_be_there_is_no_problem(body: str) -> None:
    assert codes(body) == []


@pytest.mark.parametrize(
    ("code", "body"),
    [
        ("dead-link", '<a href="gone.html">x</a>'),
        ("dead-link", '<a href="../index.html#p2">x</a>'),
        ("dead-link", '<a href="#nowhere">x</a>'),
        ("dead-link", '<a href="[x">x</a>'),
        ("absolute-link", '<a href="/index.html">x</a>'),
        ("link-scheme", '<a href="javascript:alert(1)">x</a>'),
        ("link-scheme", '<a href=" JAVA&#9;SCRIPT:alert(1)">x</a>'),
        ("link-scheme", '<a href="&#1;javascript:alert(1)">x</a>'),
        ("link-scheme", '<a href="data:text/html,x">x</a>'),
        ("link-scheme", '<a href="file:///etc/passwd">x</a>'),
        ("link-scheme", '<a href="foo://[x">x</a>'),
        ("foreign-request", '<img src="https://example.org/x.png">'),
        ("foreign-request", '<img src="//example.org/x.png">'),
        ("foreign-request", '<img src="\\\\example.org/x.png">'),
        ("foreign-request", '<link rel="preload" href="https://example.org/x">'),
        ("foreign-request", '<form action="https://example.org/"></form>'),
        ("foreign-request", '<video poster="http://example.org/x"></video>'),
        ("duplicate-element-id", '<p id="a">x</p><p id="a">y</p>'),
        ("inline-code", '<p style="color: red">x</p>'),
        ("inline-code", '<p onclick="f()">x</p>'),
        ("inline-code", "<script>f()</script>"),
        ("inline-code", "<style>p {}</style>"),
        ("inline-code", '<script type="application/ld+json">{}</script><script>f()</script>'),
        ("link-scheme", '<a href="javascript:f()" href="#a" id="a">x</a>'),
        ("text-changed", "<div data-text><p>Words of nobody.</p></div>"),
    ],
)
def test_what_must_not_be_there_is_one_problem(code: str, body: str) -> None:
    assert codes(body) == [code]


def test_a_page_without_the_policy_is_a_problem() -> None:
    assert codes("<p>x</p>", head="<!doctype html><title>t</title>") == ["policy-missing"]
    assert codes("<p>x</p>", head=HEAD.replace("default-src 'none'", "default-src *")) == ["policy-missing"]


def test_the_page_that_a_host_serves_at_any_depth_may_point_from_the_root() -> None:
    assert codes('<a href="/x/index.html">home</a>', path="404.html") == []


@pytest.mark.parametrize(
    ("shown", "problems"),
    [
        ("<p>The quay is shut.</p>", []),
        ('<p>The <a class="name" href="#q" id="q">quay</a> is shut.<sup data-apparatus>1</sup></p>', []),
        ("<p>The quay is open.</p>", ["text-changed"]),
        ("<p>The quay is shut.</p><p>The quay is shut.</p>", ["text-changed"]),
        ("", ["text-changed"]),
    ],
)
def test_the_text_of_an_article_is_proved_to_the_character(shown: str, problems: list[str]) -> None:
    page = inspect("articles/wire.html", f"{HEAD}<div data-text>{shown}</div>".encode())
    found = audit([proved(page, "The quay is shut.")], {page.path}, {page.path})
    assert [problem.code for problem in found] == problems


def test_an_article_without_its_page_is_a_problem() -> None:
    assert [problem.code for problem in audit([], set(), {"articles/wire.html"})] == ["text-changed"]


@pytest.mark.parametrize(
    "style",
    [
        b"p { background: url(https://example.org/x) }",
        b"@import '//example.org/x';",
        b'a { b: url( "http:x" ) }',
    ],
)
def test_a_style_sheet_asks_nothing_of_another_host(style: bytes) -> None:
    assert [problem.code for problem in inspect_style("assets/a.css", style)] == ["foreign-request"]


def test_a_style_sheet_may_have_pictures_of_its_own() -> None:
    assert inspect_style("assets/a.css", b"p { background: url(x.png) } /* \xff */") == ()
