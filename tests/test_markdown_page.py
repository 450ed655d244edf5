"""The page about the dialect: each example becomes what it says."""

import re
from pathlib import Path

import pytest

from postil.markup import Images, html_from_markdown
from postil.model.records import Image

PAGE = Path(__file__).parent.parent / "docs" / "markdown.md"
EXAMPLE = re.compile(r"^(`{3,})markdown\n(.*?)\n\1\n\n^```html\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
EXAMPLES = [(found[2], found[3]) for found in EXAMPLE.finditer(PAGE.read_text("utf-8"))]
IMAGES = Images([Image("media/quay.jpg", "content/media/quay.jpg", 640, 400)])


def test_every_block_of_markdown_is_an_example() -> None:
    assert len(EXAMPLES) == len(re.findall("^`{3,}markdown$", PAGE.read_text("utf-8"), re.MULTILINE)) > 10


@pytest.mark.parametrize(("source", "html"), EXAMPLES, ids=lambda text: text[:20])
def test_an_example_becomes_what_the_page_says(source: str, html: str) -> None:
    assert "\n".join(html_from_markdown(source, images=IMAGES).value) == html
