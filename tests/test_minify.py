"""What is published of scripts and style sheets reads like their source."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from postil.minify import minified
from postil.shipped import templates_dir

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ASSETS = templates_dir() / "assets"
RULES = """css => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    return [...sheet.cssRules].map((rule) => rule.cssText);
}"""


@pytest.mark.browser
def test_a_browser_reads_the_same_rules_of_a_style_sheet(browser: Browser) -> None:
    page = browser.new_page()
    for path in sorted(ASSETS.rglob("*.css")):
        source = path.read_bytes()
        before, after = (
            [re.sub(r",\s+", ",", rule) for rule in page.evaluate(RULES, text.decode())]
            for text in (source, minified(path.name, source))
        )
        assert before == after != []
    page.close()


@pytest.mark.parametrize(
    ("name", "source", "expected"),
    [
        ("a.js", "// why\nconst a = 1; /* so */\n  f(a);\n", "const a=1;f(a);"),
        ("a.js", "const url = 'http://x/ // y';\n", "const url='http://x/ // y';"),
        ("a.js", "const text = `a  // b\n  c`;\n", "const text=`a  // b\n  c`;"),
        ("a.js", "/*! licence */\nf();\n", "/*! licence */f();"),
        ("a.css", "/* why */\n.a :is(b) { margin: calc(1px + 2px); }\n", ".a :is(b){margin:calc(1px + 2px)}"),
        ("a.txt", "/* stays */\n", "/* stays */\n"),
    ],
)
def test_only_comments_and_white_space_go(name: str, source: str, expected: str) -> None:
    assert minified(name, source.encode()) == expected.encode()


def test_what_is_no_text_stays_as_it_is() -> None:
    assert minified("a.css", b"p { } /* \xff */") == b"p { } /* \xff */"
