"""What a build holds while it makes pages: of each article what other pages may show, and the rest of few at a time."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from postil import pipeline
from postil.model.inspected import Inspection
from postil.model.notes import ArticleNotes
from postil.model.records import Article
from postil.model.text import Body, Prepared

_ARTICLES = 40
_FEW = 24
"""More than are near each other when they are asked for, and fewer than there are."""


def _archive(root: Path) -> None:
    (root / "content" / "articles").mkdir(parents=True)
    (root / "annotations" / "articles").mkdir(parents=True)
    (root / "archive.yaml").write_text("title: Held\n", "utf-8")
    for number in range(_ARTICLES):
        text = f"---\ntitle: Night {number}\n---\nThe lamp was out. Nobody rowed on night {number}.\n"
        (root / "content" / "articles" / f"night-{number}.md").write_text(text, "utf-8")
        notes = "notes:\n  - {quote: lamp, note: Of brass.}\n"
        (root / "annotations" / "articles" / f"night-{number}.yaml").write_text(notes, "utf-8")


def _held() -> dict[str, int]:
    gc.unfreeze()
    kinds = (Article, ArticleNotes, Body, Inspection, Prepared)
    found = {kind.__name__: 0 for kind in kinds} | {"bodies": 0}
    for one in gc.get_objects():
        if isinstance(one, kinds):
            found[type(one).__name__] += 1
        found["bodies"] += isinstance(one, Article) and bool(one.body)
    return found


@pytest.mark.slow
def test_what_only_its_own_page_needs_is_not_held_while_others_are_made(tmp_path: Path) -> None:
    _archive(tmp_path)
    before = _held()
    most: dict[str, dict[str, int]] = {}

    def watching(doing: str, done: int, _about: int) -> None:
        if done % 7:
            return
        now = _held()
        so_far = most.setdefault(doing, now)
        most[doing] = {kind: max(count, so_far[kind]) for kind, count in now.items()}

    outcome = pipeline.build(
        tmp_path, tmp_path / "site", drafts=False, strictly=False, jobs=1, watching=watching
    )
    assert outcome.published, outcome.problems
    assert most["preparing articles"]["bodies"] - before["bodies"] == _ARTICLES
    for doing in ("rendering pages", "making the search"):
        held = {kind: count - before[kind] for kind, count in most[doing].items()}
        assert held["Article"] >= _ARTICLES, doing
        assert held["bodies"] == held["Body"] == held["ArticleNotes"] == 0, (doing, held)
        assert held["Prepared"] <= _FEW, (doing, held)
        assert held["Inspection"] <= _FEW, (doing, held)
