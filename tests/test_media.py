"""Images from a folder to the site: only what is shown is published, bare, in its place and in its size."""

from __future__ import annotations

import shutil
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from sites import HARBOUR, built, digests, postil
from strategies import article as an_article
from strategies import markdown, spans
from test_images import SECRET, drawn, opened, saved

from postil import prepare
from postil.load import Media, image_bytes
from postil.model import records
from postil.model.notes import Annotation, ArticleNotes, Selector
from postil.model.records import Article, Prose
from postil.problems import Place
from postil.tree import elements, tree_from_html

if TYPE_CHECKING:
    from playwright.sync_api import Browser

WIRE = "content/articles/harbour-wire.md"


@pytest.fixture
def harbour(tmp_path: Path) -> Path:
    """The invented archive, with an image in an article, in an article deeper down, in a note and on a page."""
    root = tmp_path / "harbour"
    shutil.copytree(HARBOUR, root)
    media = root / "content" / "media"
    (media / "bay").mkdir(parents=True)
    (media / "quay.jpg").write_bytes(saved(drawn(60, 40), "JPEG", 6))
    (media / "bay" / "the map.png").write_bytes(saved(drawn(8, 9), "PNG"))
    (media / "unused.webp").write_bytes(saved(drawn(5, 5), "WEBP"))
    append(
        root / WIRE, "\n![The quay by *day*](media/quay.jpg)\n\nA ![map](<media/bay/the map.png>) of it.\n"
    )
    append(root / "content/articles/ledger/evening.md", "\n![The quay](media/quay.jpg)\n")
    append(root / "content/pages/about.md", "\n![The bay](media/bay/the%20map.png)\n")
    append(
        root / "annotations/articles/harbour-wire.yaml",
        "  - quote: of it.\n    note: Compare ![the bay](media/bay/the%20map.png).\n",
    )
    return root


def append(path: Path, text: str) -> None:
    path.write_text(path.read_text("utf-8").rstrip("\n") + "\n" + text, "utf-8")


def images_of(page: Path) -> list[dict[str, str]]:
    tree = oracle.tree(page.read_text("utf-8"))
    return [dict(one.attrib) for one in tree.iter() if str(one.tag).rpartition("}")[2] == "img"]


@pytest.mark.slow
def test_what_is_shown_is_published_bare_and_nothing_else(harbour: Path) -> None:
    result = postil("build", "--root", harbour, "--out", harbour / "site")
    assert result.returncode == 0, result.stdout + result.stderr
    assert "warning[media-unused]" in result.stdout + result.stderr
    site = harbour / "site"
    assert [path.relative_to(site).as_posix() for path in sorted((site / "media").rglob("*.*"))] == [
        "media/bay/the map.png",
        "media/quay.jpg",
    ]
    assert opened((site / "media" / "quay.jpg").read_bytes()).size == (40, 60)
    for path in site.rglob("*"):
        if path.is_file():
            assert SECRET not in path.read_bytes(), path
    quay = {"src": "../media/quay.jpg", "alt": "The quay by *day*", "width": "40", "height": "60"}
    bay = {"src": "../media/bay/the%20map.png", "alt": "map", "width": "8", "height": "9"}
    wire = site / "articles" / "harbour-wire.html"
    assert images_of(wire) == [quay, bay, bay | {"alt": "the bay"}]
    assert images_of(site / "articles/ledger/evening.html") == [
        quay | {"src": "../../media/quay.jpg", "alt": "The quay"}
    ]
    assert images_of(site / "pages" / "about.html") == [bay | {"alt": "The bay"}]
    text = oracle.article_text(wire.read_text("utf-8"))
    source = (harbour / WIRE).read_text("utf-8").split("\n---\n", 1)[1]
    assert text == oracle.markdown_text(source.replace("\n1986. ", "\n1986\\. "))
    again = built(harbour, harbour / "again")
    assert digests(again) == digests(site)


@pytest.mark.slow
def test_a_file_that_is_broken_stops_the_build_where_it_is_shown(harbour: Path) -> None:
    path = harbour / "content" / "media" / "quay.jpg"
    path.write_bytes(path.read_bytes()[:700])
    result = postil("check", "--root", harbour)
    assert result.returncode == 1
    assert "error[image-broken]" in result.stdout + result.stderr
    assert "content/media/quay.jpg" in result.stdout + result.stderr


@pytest.mark.slow
def test_a_link_out_of_the_archive_is_not_followed(harbour: Path, tmp_path: Path) -> None:
    (tmp_path / "private.png").write_bytes(saved(drawn(4, 4), "PNG"))
    (harbour / "content" / "media" / "leak.png").symlink_to(tmp_path / "private.png")
    append(harbour / WIRE, "\n![A leak](media/leak.png)\n")
    result = postil("check", "--root", harbour)
    assert result.returncode == 1
    assert "error[file-outside]" in result.stdout + result.stderr
    assert "error[image-missing]" in result.stdout + result.stderr


# --- which images an article may show ---------------------------------------------------------------------------------


def image(path: str) -> records.Image:
    return records.Image(path, f"content/{path}", 2, 1)


@pytest.mark.parametrize(
    ("body", "paths"),
    [
        ("nothing", []),
        ("![a](media/quay.jpg), ![b](media/bay/a b.png)", ["media/bay/a b.png", "media/quay.jpg"]),
        ("![a](media/bay/a%20b.png)", ["media/bay/a b.png"]),
        ("![a](media/%D0%BF%D1%80.png) ![b][b]\n\n[b]: <media/quay.jpg>", ["media/quay.jpg", "media/пр.png"]),
        ("![a](media/cafe\u0301.png)", ["media/café.png"]),
        ("![a](../quay.jpg)", ["media/quay.jpg"]),
        ("![a](media/quai.jpg)", ["media/quay.jpg"]),
        ("![a](https://example.org/quay.jpg)", []),
    ],
)
def test_an_article_carries_the_images_that_it_may_show(body: str, paths: list[str]) -> None:
    media = Media(
        tuple(map(image, ("media/bay/a b.png", "media/café.png", "media/quay.jpg", "media/пр.png")))
    )
    article = Article("wire", "Wire", body, 4, Place(WIRE))
    assert [one.path for one in media.shown_in(article).images] == paths


def test_the_bytes_of_an_image_are_those_of_its_file(tmp_path: Path) -> None:
    made = BytesIO()
    Image.new("L", (1, 1)).save(made, "PNG")
    (tmp_path / "content" / "media").mkdir(parents=True)
    (tmp_path / "content" / "media" / "dot.png").write_bytes(made.getvalue())
    assert image_bytes(tmp_path, image("media/dot.png")).value == made.getvalue()
    assert image_bytes(tmp_path, image("media/none.png")).value is None


# --- images in the body -----------------------------------------------------------------------------------------------

QUAY = '![Orrin by the *quay*](media/quay.jpg "Orrin, 1990")'


@given(markdown.map(lambda source: source.replace("quay", QUAY)), st.data())
def test_images_in_a_body_change_no_text_and_take_no_marks(source: str, data: st.DataObject) -> None:
    article = replace(an_article(source), images=(image("media/quay.jpg"),))
    body = prepare.read(article)
    selectors = [
        Selector(Place(WIRE), exact=body.text.text[start:end])
        for start, end in data.draw(spans(len(body.text.text)))
    ]
    notes = tuple(
        Annotation(f"n{number}", True, Place(WIRE), selector, note=Prose("Said.", Place(WIRE)))  # noqa: FBT003
        for number, selector in enumerate(selectors)
    )
    made = prepare.place(body, article, ArticleNotes("wire", Place(WIRE), notes=notes), ())
    html = "".join(piece.html for piece in made.pieces)
    shown = [one.attrs for one in elements(tree_from_html(html)) if one.tag == "img"]
    read = [one.attrs for one in elements(tree_from_html("".join(body.pieces))) if one.tag == "img"]
    assert shown == read
    assert all(
        one
        == {
            "src": "/media/quay.jpg",
            "alt": "Orrin by the *quay*",
            "width": "2",
            "height": "1",
            "title": "Orrin, 1990",
        }
        for one in shown
    )
    assert oracle.text_of(oracle.tree(f"<!DOCTYPE html><title></title>{html}")) == body.text.text


def test_only_the_visible_word_is_marked() -> None:
    article = replace(
        an_article(
            "See [Orrin](https://example.org/orrin 'Orrin, 1990') and ![Orrin at work](media/quay.jpg)."
        ),
        images=(image("media/quay.jpg"),),
    )
    selector = Selector(Place(WIRE), exact="Orrin", suffix=" and")
    note = Annotation("a", True, Place(WIRE), selector, note=Prose("Said.", Place(WIRE)))  # noqa: FBT003
    made = prepare.place(prepare.read(article), article, ArticleNotes("wire", Place(WIRE), notes=(note,)), ())
    assert made.text.text == "See Orrin and ."
    assert made.pieces[0].html.count("<mark") == 1
    assert '<img src="/media/quay.jpg" alt="Orrin at work" width="2" height="1">' in made.pieces[0].html


@pytest.mark.browser
def test_images_are_seen_when_the_site_is_opened_from_a_folder(harbour: Path, browser: Browser) -> None:
    site = built(harbour, harbour / "site")
    page = browser.new_context().new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto((site / "articles" / "ledger" / "evening.html").as_uri())
    seen = page.locator("img").evaluate("image => [image.complete, image.naturalWidth, image.naturalHeight]")
    assert seen == [True, 40, 60]
    assert all(url.startswith("file:") for url in asked)
