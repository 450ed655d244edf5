"""What a person may bring in: sizes, depths, names and characters. It is taken whole, or told."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from problem_pages import THEME

from postil.anchor import anchor, target_of
from postil.fold import folded_text
from postil.load import Media
from postil.load.characters import unfit
from postil.load.files import source_from_bytes
from postil.load.paths import clashes, fault_of_path
from postil.markup import html_from_markdown
from postil.markup.depth import DEEPEST, MOST_OPEN
from postil.model.notes import Selector
from postil.model.records import Article, Image
from postil.pages.metadata import meta_of
from postil.pipeline import check
from postil.problems import Place, Problem
from postil.schema import fault_of_id
from postil.text import text_from_html

pytestmark = pytest.mark.slow

PLACE = Place("a.md", 3)


def checked(root: Path, files: dict[str, str]) -> list[str]:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8", newline="")
    problems = check(root, drafts=False, strictly=False, jobs=1).problems
    return [f"{problem.code} {problem.place.path}" for problem in problems]


# --- characters --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16_is_called_by_its_name(encoding: str) -> None:
    (problem,) = source_from_bytes("a.md", "---\ntitle: Storm\n---\n".encode(encoding)).problems
    assert problem.code == "file-encoding"
    assert "saved as UTF-16" in problem.message
    assert problem.help == ("save the file as UTF-8",)


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("a \u202eb\u202c", 2),
        ("a \u202d", 2),
        ("a \u2067b", 2),
        ("\u2067a\n\nb\u2069", 0),
        ("\u202aa\u2069", 0),
        ("\u2067a\u202c", 0),
        ("\u2067 \u202bא\u202c \u2069 \u202ab\nc\u202c", None),
        ("\u2067 \u202b \u2069", None),
        ("שלום\u200f, \u200ea\u061c", None),
        ("\u2069 \u202c", None),
    ],
)
def test_what_turns_text_round_is_refused_where_its_paragraph_does_not_end_it(
    text: str, at: int | None
) -> None:
    fault = unfit(text)
    assert (fault.at if fault else None) == at
    assert fault is None or fault.code == "file-bidi"


# --- names -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("id_", "code"),
    [
        ("con", "id-reserved"),
        ("a/nul/b", "id-reserved"),
        ("com1", "id-reserved"),
        ("a" * 181, "id-too-long"),
        ("../a", "id-unusable"),
        ("a/../b", "id-unusable"),
        ("/a", "id-unusable"),
        ("a//b", "id-unusable"),
        ("A", "id-unusable"),
        ("e\u0301", "id-unusable"),
        ("conrad", None),
        ("a/console", None),
        ("a" * 180, None),
    ],
)
def test_an_id_can_be_the_name_of_a_file_anywhere(id_: str, code: str | None) -> None:
    fault = fault_of_id(id_, PLACE, parts=True)
    assert (fault.code if fault else None) == code


@pytest.mark.parametrize("path", ["a/aux.css", "a/LPT1", "a:b", 'a"', "a.", "a /b", "a?", "a" * 201])
def test_a_path_that_not_every_system_has_is_told(path: str) -> None:
    fault = fault_of_path(path)
    assert fault is not None
    assert fault.code == "path-unusable"


def test_paths_that_are_one_elsewhere_are_told_with_both() -> None:
    (case, composed) = clashes(["A.yaml", "a.yaml", "b.yaml", "\u00e9.yaml", "e\u0301.yaml"])
    assert (case.place.path, case.notes[0].place) == ("a.yaml", Place("A.yaml"))
    assert (composed.place.path, composed.notes[0].place) == ("e\u0301.yaml", Place("\u00e9.yaml"))


def test_a_cure_never_is_the_name_of_another_file(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    if (tmp_path / "A").exists():
        pytest.skip("this disk does not tell letter case")
    for name in ("storm", "Storm"):
        path = tmp_path / "content" / "articles" / f"{name}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("---\ntitle: Storm\n---\nText.\n")
    problems = check(tmp_path, drafts=False, strictly=False, jobs=1).problems
    assert sorted(problem.code for problem in problems) == ["id-unusable", "path-clash"]
    assert not any("storm.md" in cure for problem in problems for cure in problem.help)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps links for administrators")
def test_links_that_lead_out_or_nowhere_are_told_wherever_they_stand(tmp_path: Path) -> None:
    root, outside = tmp_path / "archive", tmp_path / "outside"
    outside.mkdir()
    root.mkdir()
    (root / "templates").symlink_to(outside)
    (root / "annotations").symlink_to("nowhere")
    (root / "archive.yaml").symlink_to("nowhere.yaml")
    found = checked(root, {"content/articles/storm.md": "---\ntitle: Storm\n---\nText.\n"})
    assert "file-outside templates" in found
    assert "file-unreadable annotations" in found
    assert "file-unreadable archive.yaml" in found


@contextlib.contextmanager
def as_nobody(folder: Path) -> Iterator[None]:
    """Without an administrator's rights, in a folder of nobody's: to an administrator nothing is unreadable."""
    if os.geteuid() != 0:
        yield
        return
    for path in (folder, *folder.rglob("*")):
        os.chown(path, 65534, 65534)
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")
def test_a_folder_that_cannot_be_read_is_told() -> None:
    files = {
        "content/articles/storm.md": "---\ntitle: Storm\n---\nText.\n",
        "annotations/events/a.yaml": "gale: {title: A gale}\n",
    }
    with tempfile.TemporaryDirectory() as name:  # pytest's own folders are closed to nobody
        root = Path(name)
        shutil.copytree(THEME, root / "templates")
        assert checked(root, files) == []  # everything that is needed has been read from here on
        with as_nobody(root):
            (root / "annotations").chmod(0)
            assert checked(root, {}) == ["file-unreadable annotations"]
            (root / "annotations").chmod(0o700)


# --- depth -------------------------------------------------------------------------------------------------------


def nested(levels: int, mark: str = "- ") -> str:
    return "".join(f"{'    ' * level}{mark}x\n" for level in range(levels))


@pytest.mark.parametrize(
    "source",
    [
        nested(5000),
        nested(DEEPEST + 1, "1. "),
        "> " * 31 + "x",
        "1. " * 9000,
        "[" * 9000,
        "[a](" * 9000,
        "![" * 9000,
    ],
)
def test_what_lies_too_deep_is_told_at_its_line_and_never_walked(source: str) -> None:
    (problem,) = html_from_markdown(f"Before.\n\n{source}", PLACE).problems
    assert problem.code == "nested-too-deep"
    assert problem.place.path == "a.md"
    assert problem.place.line >= 5


@pytest.mark.parametrize(
    "source",
    [
        nested(DEEPEST),
        "> " * DEEPEST + "x",
        "- " * 60,
        "\\[" * 9000,
        "[x] " * 9000,
        "[" * MOST_OPEN + "]" * MOST_OPEN,
        f"```\n{' ' * 400}- x\n```",
        "x\n\n".join("(" for _ in range(500)),
    ],
)
def test_what_is_not_deep_is_read_whole(source: str) -> None:
    read = html_from_markdown(source, PLACE)
    assert "nested-too-deep" not in {problem.code for problem in read.problems}
    assert text_from_html(read.value).text or source.startswith("- ")  # a rule has no text


# --- size --------------------------------------------------------------------------------------------------------


def article(body: str) -> Article:
    return Article("a", "T", body, 4, Place("a.md"))


words = st.text(st.sampled_from("abc \u2019'e\u0301"), min_size=1, max_size=4)


@given(
    st.text(st.sampled_from("abc \u2019'e\u0301"), max_size=200), st.lists(words, min_size=60, max_size=80)
)
def test_many_quotes_sought_at_once_are_found_where_each_alone_is(body: str, quotes: list[str]) -> None:
    text = text_from_html([f"<p>{body.replace('<', '')}</p>"])
    selectors = [Selector(PLACE, exact=quote) for quote in {*quotes, *(f"{n}" for n in range(60))}]
    together, alone = target_of(article(body), text, selectors), target_of(article(body), text)
    assert together.places
    for selector in selectors:
        if folded_text(selector.exact or ""):
            assert anchor(together, selector) == anchor(alone, selector)


def test_problems_without_end_are_told_without_a_search_for_each(tmp_path: Path) -> None:
    notes = "notes:\n" + "".join(f"  - quote: lost {number}\n    note: x\n" for number in range(400))
    body = "---\ntitle: Storm\n---\n" + "The quay was lost in the storm. " * 200
    files = {"content/articles/storm.md": body, "annotations/articles/storm.yaml": notes}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    problems = check(tmp_path, drafts=False, strictly=False, jobs=1).problems
    assert len(problems) == 400
    assert {problem.code for problem in problems} == {"quote-not-found"}
    assert sum(bool(problem.notes) for problem in problems) == 100


def test_signs_without_end_are_read_in_one_pass() -> None:
    media = Media((Image("media/quay.jpg", "content/media/quay.jpg", 40, 30),))
    repeated = article("![" * 100_000)
    assert media.shown_in(repeated) == repeated
    author = "van " * 20_000 + "Birch"
    assert ("citation_author", author) in meta_of(replace(repeated, authors=(author,)), None)


@pytest.mark.slow
@pytest.mark.parametrize("blocks", [1, 6000])
def test_thousands_of_notes_on_one_article_are_all_on_its_page(tmp_path: Path, blocks: int) -> None:
    number = 6000
    sentences = [f"Report {n} of the harbour came in." for n in range(number)]
    body = (" " if blocks == 1 else "\n\n").join(sentences)
    notes = "notes:\n" + "".join(f"  - quote: Report {n} of\n    note: Counted.\n" for n in range(number))
    files = {
        "content/articles/storm.md": f"---\ntitle: Storm\n---\n{body}\n",
        "annotations/articles/storm.yaml": notes,
    }
    assert checked(tmp_path, files) == []


def test_a_problem_has_a_code_of_the_table() -> None:
    with pytest.raises(KeyError):
        Problem("no-such-code", "a fact", PLACE)
