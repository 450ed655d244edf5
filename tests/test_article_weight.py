"""How much an article's page weighs: markup, style and script together, as a reader's device receives them unpacked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from sample_theme import shipped_theme
from test_pages_of_folders import archive_at

from postil.minify import minified
from postil.model.page import ArticlePage
from postil.pages import Lookup, pages
from postil.render import render
from postil.shipped import templates_dir

pytestmark = pytest.mark.slow

MOST = 100_000
"""Bytes of a page of a thousand words with thirty notes, without the faces."""

SHEDS = (
    "the keeper of shed {n} counted {m} crates of dry rope beside the northern wall",
    "and wrote the number down in the book of the harbour office",
    "although nobody had measured the channel since the storm",
)


def paragraph(number: int) -> str:
    counted = SHEDS[0].format(n=number, m=12 * number)
    return (
        f"On the morning of day {number} {counted}, {SHEDS[1]}. Pilot Asta Rell said from boat {number} that the water "
        f"was open as far as light {number}, {SHEDS[2]}. About pier {number} the office gave no answer on that day."
    )


def notes_of(number: int) -> Iterator[dict[str, object]]:
    """Two notes on one paragraph: by turns a figure with all that a position says, speech, an event, context."""
    counted = {"quote": f"shed {number} counted {12 * number} crates of dry rope", "id": f"shed-{number}"}
    open_water = {"quote": f"the water was open as far as light {number}", "in": f"p{number}"}
    by_turns = number % 3
    if by_turns:
        yield {
            **counted,
            "claim": "rope",
            "speaker": "office",
            "says": f"{12 * number}",
            "scope": "one-shed",
            "how": "relays",
            "chain": [{"unnamed": f"keeper {number}"}, "office"],
            **({"hedge": "single-source"} if by_turns == 1 else {"denies": f"article/other#count-{number}"}),
            "note": "Counted in the morning; the book does not say by whom.",
        }
    else:
        yield {
            **counted,
            "note": "The page of the book before this one is missing, and nobody says since when.",
        }
    if by_turns == 0:
        yield {**open_water, "speaker": "rell", "note": "Said from the boat, before she had been ashore."}
    elif by_turns == 1:
        yield {**open_water, "event": "opening"}
    else:
        yield {**open_water, "note": "Light and water are named as in the [[entity/office]]'s own list."}


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("weight")
    numbers = range(1, 16)
    body = "\n\n".join(map(paragraph, numbers))
    other = "\n\n".join(f"The owners counted {number} crates in shed {number}." for number in numbers)
    counts = [
        {"quote": f"counted {number} crates", "id": f"count-{number}", "claim": "rope", "says": str(number)}
        for number in numbers
    ]
    files = {
        "archive.yaml": {"title": "Tarn papers", "base_url": "https://example.org/tarn/"},
        "annotations/articles/sheds.yaml": {"notes": [note for one in numbers for note in notes_of(one)]},
        "annotations/articles/other.yaml": {"notes": counts},
        "annotations/entities/all.yaml": {
            "office": {
                "is": "organization",
                "name": "harbour office",
                "about": "Keeps the book of the sheds.",
            },
            "rell": {"is": "person", "name": "Asta Rell", "about": "Pilot at Tarn Bay since 2029."},
        },
        "annotations/events/all.yaml": {
            "opening": {"title": "The water is open again", "date": "2031-05-08"}
        },
        "annotations/claims/all.yaml": {
            "rope": {
                "question": "How much rope was there?",
                "kind": "quantity",
                "scopes": {"one-shed": "crates in one shed"},
            }
        },
    }
    texts = {path: yaml.safe_dump(value, sort_keys=False) for path, value in files.items()}
    head = "---\ntitle: Fifteen sheds\noutlet: Tarn Courier\npublished: 2031-05-09\n---\n"
    texts |= {"content/articles/sheds.md": head + body, "content/articles/other.md": head + other}
    for path, text in texts.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return root


@pytest.fixture(scope="module")
def weights(archive: Path) -> dict[str, int]:
    """Bytes of the page and of all that it loads, by path."""
    made = archive_at(archive)
    page = next(page for page in pages(Lookup(made)) if page.path == "articles/sheds.html")
    assert isinstance(page, ArticlePage)
    assert len(re.findall(r"\w+", made.prepared["sheds"].text.text)) >= 1000
    assert sum(len(piece.notes) for piece in page.pieces) == 30
    html = render(page, shipped_theme())
    loaded = re.findall(r'<(?:script src|link rel="stylesheet" href)="(?:\.\./)+([^"]+)"', html.decode())
    assert loaded
    # The list of faces goes with the faces, which the limit leaves out.
    counted = [name for name in loaded if name != "assets/faces.css"]
    return {page.path: len(html)} | {
        name: len(minified(name, (templates_dir() / name).read_bytes())) for name in counted
    }


def test_the_markup_is_half_of_the_weight_at_most(weights: dict[str, int]) -> None:
    assert weights["articles/sheds.html"] <= 53_000, weights


def test_a_thousand_words_with_thirty_notes_weigh_less_than_a_picture(weights: dict[str, int]) -> None:
    assert sum(weights.values()) < MOST, weights
