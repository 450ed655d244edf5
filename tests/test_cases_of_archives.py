"""Faults that other generators had, on whole archives: the rows of cases/archives.yaml, each built as a person would."""

from __future__ import annotations

import ast
import os
from collections import Counter
from pathlib import Path
from typing import Any
from unicodedata import normalize

import html5lib
import pytest
import yaml
from index_made import words_in
from sites import REPOSITORY, digests

from postil import pipeline
from postil.model.outcome import Outcome

pytestmark = pytest.mark.slow

# Read as text throughout, as an archive is.
CASES: list[dict[str, Any]] = yaml.load(
    (Path(__file__).parent / "cases/archives.yaml").read_text(encoding="utf-8"), Loader=yaml.BaseLoader
)
CLOCKS = {
    "now",
    "today",
    "utcnow",
    "time_ns",
    "localtime",
    "gmtime",
    "st_mtime",
    "getmtime",
    "ctime",
    "asctime",
}
SETTINGS = {"archive.yaml": "title: Harbour papers\nbase_url: https://example.org/harbour/\n"}


def written(root: Path, files: dict[str, str]) -> Path:
    for name, text in (SETTINGS | files).items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8", newline="")
    return root


def built(root: Path) -> Outcome:
    return pipeline.build(root, root / "site", drafts=False, strictly=False, jobs=1)


def shown(html: str) -> str:
    """What a person reads on a page, and what stands in its head, white space collapsed."""
    return " ".join("".join(html5lib.parse(html).itertext()).split())


def check(text: str, wanted: dict[str, list[str]], page: str) -> None:
    for words in wanted.get("has", ()):
        assert words in text, (page, words)
    for words in wanted.get("lacks", ()):
        assert words not in text, (page, words)
    places = [text.find(words) for words in wanted.get("order", ())]
    assert -1 not in places, (page, wanted["order"], places)
    assert places == sorted(places), (page, wanted["order"])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["case"])
def test_archives(tmp_path: Path, case: dict[str, Any]) -> None:
    root = written(tmp_path, case["files"])
    before = digests(root)
    outcome = built(root)
    assert [
        f"{one.code} {one.place.path}:{one.place.line}:{one.place.column}" for one in outcome.problems
    ] == case.get("problems", [])
    for problem, words in zip(outcome.problems, case.get("says", ()), strict=False):
        said = "\n".join((problem.message, problem.excerpt, *problem.help))
        assert words in said
    made = ("site/", ".site", ".cache/")
    assert {name: one for name, one in digests(root).items() if not name.startswith(made)} == before
    if case.get("stops") == "yes":
        assert not (root / "site").exists()
        return
    assert outcome.published
    pages = {
        path.relative_to(root / "site").as_posix(): path.read_text("utf-8")
        for path in sorted((root / "site").rglob("*"))
        if path.suffix in {".html", ".xml"}
    }
    for page, wanted in case.get("pages", {}).items():
        check(shown(pages[page]), wanted, page)
    for page, wanted in case.get("source", {}).items():
        check(pages[page], wanted, page)
    for page, text in pages.items():
        check(text, {"lacks": case.get("nowhere", [])}, page)


def test_an_article_is_the_same_page_whatever_article_was_made_before_it(tmp_path: Path) -> None:
    first = (
        "---\ntitle: first\n---\nOne[^n].\n\n[^n]: Secret of the first.\n\n*[WDU]: Waterside Drivers Union\n"
    )
    second = "---\ntitle: second\n---\nTwo, and WDU is named.\n"
    alone = written(tmp_path / "alone", {"content/articles/2.md": second})
    both = written(tmp_path / "both", {"content/articles/1.md": first, "content/articles/2.md": second})
    assert built(alone).published
    assert built(both).published
    page = "site/articles/2.html"
    assert (alone / page).read_bytes() == (both / page).read_bytes()


def test_words_with_invisible_characters_are_found_as_they_are_typed(tmp_path: Path) -> None:
    text = "Die Unter\u00adneh\u00admen zahlten\u00a05\u202fMio.\u200b Euro. Cafe\u0301 Har\u200brow"
    root = written(tmp_path, {"content/articles/a.md": f"---\ntitle: A\nlang: de\n---\n{text}\n"})
    assert built(root).published
    words = {word for _, word, *_ in words_in(root / "site/pagefind")}
    assert {"unternehmen", "zahlten", "5", "mio", "euro", "cafe", "harrow"} <= words


# --- same bytes -----------------------------------------------------------------------------------------------------


def is_clock(node: ast.AST) -> bool:
    match node:
        case ast.Attribute(attr="time", value=ast.Name("time")) | ast.ImportFrom(module="time"):
            return True
        case ast.Attribute(attr=name):
            return name in CLOCKS
    return False


def test_nothing_in_the_engine_asks_for_the_time() -> None:
    """A build of tomorrow has the bytes of one of today."""
    asked = [
        path.relative_to(REPOSITORY).as_posix()
        for path in sorted((REPOSITORY / "postil").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if is_clock(node)
    ]
    assert asked == ["postil/cli/sealing.py"]  # the day on which a person seals, which no build asks for


def test_the_age_of_files_plays_no_part(tmp_path: Path) -> None:
    files = {"content/articles/a.md": "---\ntitle: A\npublished: 2020-08-13\n---\nText.\n"}
    young, old = written(tmp_path / "young", files), written(tmp_path / "old", files)
    for path in old.rglob("*"):
        os.utime(path, (0, 86_400 * 365))
    assert built(young).published
    assert built(old).published
    assert digests(young / "site") == digests(old / "site")


@pytest.mark.parametrize("site", ["harbour_site", "demo_site"])
def test_a_disk_that_does_not_tell_case_or_composition_apart_loses_no_file(
    site: str, request: pytest.FixtureRequest
) -> None:
    files = digests(request.getfixturevalue(site))
    names = Counter(normalize("NFC", name).casefold() for name in files)
    assert [name for name, number in names.items() if number > 1] == []
