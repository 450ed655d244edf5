"""The limits of `docs/limits.md`: what is just within each is read whole, what is just beyond is told, before it is read."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path

import pytest
from sites import REPOSITORY
from strategies import article

from postil import images, text
from postil.bodies import body_from_article
from postil.importers import folder, html, layout
from postil.importers import markdown as importing
from postil.load import composing, files, ledgers, paths
from postil.load.files import Folder, Source
from postil.markup import depth, html_from_markdown
from postil.model.loaded import Settings
from postil.problems import Place, Problem
from postil.release import Cut, released
from postil.schema import nodes, notes, notes_from_node, refs, settings_from_node
from postil.schema.nodes import Map, Scalar, Seq

PLACE = Place("a.yaml", 1, 1)

WITHOUT_END = 20
"""Seconds of this process. Sought through once, the texts below take hundredths of one; in the square of length, minutes."""

LIMITS = {
    "a Markdown file": files.MOST_BYTES_OF_MARKDOWN,
    "any other file of text": files.MOST_BYTES_OF_TEXT,
    "the ledger of addresses": ledgers.MOST_BYTES,
    "notes on one article": notes.MOST_NOTES,
    "a text on one line": nodes.LONGEST_LINE,
    "lists and quotations": depth.DEEPEST,
    "brackets open": depth.MOST_OPEN,
    "headings and rules": depth.MOST_BORDERS,
    "lines that open or close a block of code": depth.MOST_FENCES,
    "blocks of code that nothing closes": depth.MOST_UNCLOSED,
    "backticks in a row": depth.MOST_BACKTICKS,
    "lists and maps of YAML": composing._DEEPEST,
    "an id": refs.LONGEST_ID,
    "the path of a file": paths.LONGEST_PATH,
    "a file that is imported": folder.MOST_BYTES,
    "a picture": images.MOST_PIXELS,
}


def codes(problems: tuple[Problem, ...]) -> set[str]:
    return {one.code for one in problems}


def test_the_page_says_what_the_code_holds() -> None:
    page = (REPOSITORY / "docs" / "limits.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| ([^|]+) \| ([0-9,]+)", page, re.MULTILINE))
    for what, limit in LIMITS.items():
        (said,) = (number for row, number in rows.items() if row.startswith(what))
        assert said == f"{limit:,}", what
    assert len(rows) == len(LIMITS)
    assert f"{images.MOST_BYTES:,} bytes" in page
    assert f"more than {text._WINDOW:,} characters" in page


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "most"), [("a.md", files.MOST_BYTES_OF_MARKDOWN), ("a.yaml", files.MOST_BYTES_OF_TEXT)]
)
def test_a_file_of_so_many_bytes_is_read_and_one_more_is_told(tmp_path: Path, name: str, most: int) -> None:
    root = Folder(tmp_path)
    for size, expected in ((most, set[str]()), (most + 1, {"file-too-large"})):
        (tmp_path / name).write_bytes(b"a" * size)
        source = root.source(root.file(name))
        assert codes(source.problems) == expected
        assert (source.value is None) == bool(expected)


def test_a_file_without_end_is_never_read(tmp_path: Path) -> None:
    with (tmp_path / "a.yaml").open("wb") as file:
        file.truncate(1 << 40)  # a terabyte that takes no space
    root = Folder(tmp_path)
    assert codes(root.source(root.file("a.yaml")).problems) == {"file-too-large"}


def settings(title: str) -> tuple[Settings, tuple[Problem, ...]]:
    made = settings_from_node(
        Map(((Scalar("title", PLACE, PLACE), Scalar(title, PLACE, PLACE)),), PLACE), "folder"
    )
    return made.value, made.problems


def test_a_line_of_so_many_characters_is_read_and_one_more_is_told() -> None:
    longest = "é" * nodes.LONGEST_LINE
    assert settings(f"  {longest}\n") == (settings(longest)[0], ())
    assert settings(longest)[0].title == longest
    assert codes(settings(f"{longest}a")[1]) == {"text-too-long"}


@pytest.mark.slow
def test_so_many_notes_are_read_and_one_more_is_told() -> None:
    def checked(number: int) -> set[str]:
        rows = tuple(
            Map(
                tuple((Scalar(key, PLACE, PLACE), Scalar(value, PLACE, PLACE)) for key, value in pairs), PLACE
            )
            for pairs in ((("at", f"p{one + 1}"), ("note", "x")) for one in range(number))
        )
        node = Map(((Scalar("notes", PLACE, PLACE), Seq(rows, PLACE)),), PLACE)
        made = notes_from_node(node, article="a", place=PLACE, languages=("en",))
        assert len(made.value.notes) == min(number, notes.MOST_NOTES)
        return codes(made.problems)

    assert checked(notes.MOST_NOTES) == set()
    assert checked(notes.MOST_NOTES + 1) == {"notes-too-many"}


@pytest.mark.parametrize(
    ("source", "limit"),
    [
        ("# a\n", depth.MOST_BORDERS),
        ("# a\nwords\n", depth.MOST_BORDERS),
        ("> # a\n", depth.MOST_BORDERS),
        ("a\n===\n", depth.MOST_BORDERS),
        ("---\n", depth.MOST_BORDERS),
        ("* * *\n", depth.MOST_BORDERS),
        ("``` a\n", depth.MOST_UNCLOSED),
        ("~~~~ a\n\n", depth.MOST_UNCLOSED),
        ("```\n", depth.MOST_FENCES),
        ("```\na\n```\n\n", depth.MOST_FENCES // 2),
        ("`", depth.MOST_BACKTICKS),
    ],
)
def test_so_many_marks_are_read_and_one_more_is_told_at_its_line(source: str, limit: int) -> None:
    assert depth.too_dense(source * limit) is None
    assert depth.too_dense(source * (limit + 1)) is not None
    (problem,) = html_from_markdown("Before.\n\n" + source * (limit + 1), Place("a.md", 3)).problems
    assert problem.code == "marks-too-many"
    assert problem.place.line >= 5


@pytest.mark.parametrize(
    "source",
    ["# a\n\n" * 2000, "a | b\n--|--\n" + "- | -\n" * 3000, "- a\n" * 5000, "```\na\n```\n\n" * 1000],
)
def test_what_is_only_long_is_read(source: str) -> None:
    assert depth.too_dense(source) is None


@pytest.mark.parametrize(
    ("deep", "expected"), [(composing._DEEPEST, set[str]()), (composing._DEEPEST + 1, {"yaml-deep"})]
)
def test_yaml_so_deep_is_read_and_deeper_is_told(deep: int, expected: set[str]) -> None:
    assert codes(composing.node_from_yaml(Source("a.yaml", "[" * deep + "]" * deep)).problems) == expected


def test_a_picture_of_so_many_bytes_is_looked_at_and_one_more_is_not() -> None:
    """What it is then is another question: these bytes are no picture."""
    for size, code in ((images.MOST_BYTES, "image-type"), (images.MOST_BYTES + 1, "image-too-large")):
        assert codes(images.measured("a.png", BytesIO(bytes(size))).problems) == {code}


@pytest.mark.slow
def test_sentences_of_a_long_paragraph_are_those_of_its_parts() -> None:
    """Also where no sentence ends for long, and where one is longer than what is looked at together."""
    short = "Nine boats were lost. Dr. Venn said so! “No”, he said. "
    long = "and more " * 5000 + "was lost. "
    for words in (short * 1500, short * 300 + long + short * 300, long, "a" * 50_000, "`" * 50_000):
        found = text._sentences(words, "en")
        assert "".join(found) == words
    assert text._sentences(short * 1500, "en") == text._sentences(short, "en") * 1500
    assert max(map(len, text._sentences(short * 300 + long + short * 300, "en"))) >= len(long) - 1


@pytest.mark.parametrize(
    ("seeks", "source"),
    [
        (layout._unescaped, "``` " + "`` " * 60_000),
        (layout._unescaped, "`" * 200_000),
        (layout._unescaped, "".join("`" * size + " " for size in range(400))),
        (importing._HEADING.match, "\t" * 200_000),
        (importing._HEADING.match, "# " * 100_000 + "x"),
        (partial(html._XML.sub, ""), " " * 200_000),
        (partial(html._XML.sub, ""), "<?xml " * 40_000),
    ],
)
def test_what_is_imported_is_sought_through_once(seeks: Callable[[str], object], source: str) -> None:
    """A text that is made for it took time in the square of its length, or without end."""
    begun = time.process_time()
    seeks(source)
    assert time.process_time() - begun < WITHOUT_END


@pytest.mark.slow
def test_as_many_names_as_a_paragraph_can_hold_are_replaced() -> None:
    text = "Petrel came. " * 20_000
    body = body_from_article(article(text))
    spans = [found.span() for found in re.finditer("Petrel", body.text.text)]
    begun = time.process_time()
    done = released(body, [Cut(*span, "a miller") for span in spans])
    assert time.process_time() - begun < WITHOUT_END
    assert done.text.text == "a miller came. " * 19_999 + "a miller came."


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes in folders")
def test_a_folder_to_be_imported_is_never_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.md")
    with (tmp_path / "b.md").open("wb") as file:
        file.truncate(folder.MOST_BYTES + 1)
    found = folder.sources_at(tmp_path, None)
    assert found.value == ()
    assert [one.code for one in found.problems] == ["file-unreadable", "file-too-large"]
