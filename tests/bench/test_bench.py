"""The corpus is what it says it is, and as an archive it is whole: what is measured is a build without a fault."""

from __future__ import annotations

import shutil
from collections import Counter
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from archive import write_archive
from beside import write_project
from corpus import Corpus
from edits import Edits
from measure import Cost
from run import Build, Step, report, steps_table

from postil.load import load
from postil.names import rows_from_entities
from postil.pipeline import check
from postil.prepare import place, read
from postil.shipped import templates_dir

pytestmark = pytest.mark.slow

SIZE = 12


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpus")
    write_archive(folder, SIZE)
    return folder


def test_a_small_corpus_is_the_beginning_of_a_larger_one() -> None:
    small, large = Corpus(5), Corpus(SIZE)
    assert large.names[: len(small.names)] == small.names
    assert list(large.stories())[:5] == list(small.stories())


def test_figures_taken_at_different_times_are_of_the_same_texts() -> None:
    bodies = "".join(story.body for story in Corpus(SIZE).stories())
    assert sha256(bodies.encode()).hexdigest()[:16] == "7e3b4bd10d1aa672"


def test_every_quote_stands_in_a_block_of_its_article() -> None:
    for story in Corpus(SIZE).stories():
        for note in story.notes:
            assert any(note.prefix + note.exact + note.suffix in text for text in story.texts)


def test_the_archive_has_no_problem(root: Path) -> None:
    outcome = check(root, drafts=False, strictly=True, jobs=1)
    assert outcome.problems == ()
    assert outcome.pages > SIZE


def test_every_name_that_was_put_in_is_found_and_no_other(root: Path) -> None:
    records = load(root, drafts=False, templates=templates_dir()).value
    rows = rows_from_entities(records.entities)
    notes = {one.article: one for one in records.notes}
    found = {
        article.id: Counter(
            mention.entity for mention in place(read(article), article, notes[article.id], rows).mentions
        )
        for article in records.articles
    }
    assert found == {
        f"{story.date.year}/{story.slug}": Counter(naming.name.id for naming in story.namings)
        for story in Corpus(SIZE).stories()
    }


def test_no_edit_makes_a_problem(tmp_path: Path) -> None:
    root, project = tmp_path / "archive", tmp_path / "hugo"
    root.mkdir()
    write_archive(root, SIZE)
    shutil.copytree(templates_dir(), root / "templates")
    write_project(project, Corpus(SIZE))
    pages = check(root, drafts=False, strictly=True, jobs=1).pages
    for _, edit in Edits(root, project, Corpus(SIZE)):
        edit()
    outcome = check(root, drafts=False, strictly=True, jobs=1)
    assert outcome.problems == ()
    assert outcome.pages == pages + 2, "an article and an entity more"
    articles = [path.name for path in sorted((root / "content" / "articles").rglob("*.md"))]
    assert articles == [path.name for path in sorted((project / "content" / "articles").rglob("*.md"))]


def test_the_ratio_leaves_the_search_out() -> None:
    step = Step("one body edit", 10, Cost(2.0, 5.0, 2**20, ""), 1.0, 1, 2, Cost(1.0, 2.0, 2**21, ""))
    assert "| one body edit | 5 | 2.0 | 5.00 | 1.00 | 1 | 1 | 2 | 2.00 | 2 | 2.00 |" in steps_table([step])
    alone = replace(step, hugo=None)
    assert steps_table([alone]).endswith("| – | – | – |")


def test_what_grows_faster_than_the_archive_has_a_star() -> None:
    def build(articles: int, cpu: float, link: float) -> Build:
        stages = (("link", 0.0, link), ("render", 0.0, cpu - link), ("index", 0.0, 0.0))
        found = ((21.2, 43.0), (65.0, 87.0))
        return Build(articles, articles, 1.0, cpu, 2**20, 2**20, 2**20, stages, 0, 2**20, 2**21, found)

    table = report([build(100, 2.0, 0.1), build(1000, 25.0, 5.0)])
    assert "| link | 1.00 | 5.00 * |" in table
    assert "| render | 19.00 | 20.00 |" in table
    assert "| 100 | 0.0 | 0.0 | 1 | 1.0 | 2.0 | 21 | 43 | 65 | 87 |" in table
