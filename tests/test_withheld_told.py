"""What is told where something is withheld: what is wrong, where, and what helps; and no word that is withheld."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import canaries
from canaries import NOTES

from postil.load import load, with_excerpts
from postil.problems import Problem
from postil.report import text_of
from postil.shipped import templates_dir


def told(root: Path, *, private: bool = False, withheld: Path | None = None) -> tuple[Problem, ...]:
    loaded = load(root, drafts=False, templates=templates_dir(), private=private, withheld=withheld)
    return with_excerpts(root, loaded.problems, loaded.value.secrets)


def the_one(problems: tuple[Problem, ...]) -> Problem:
    assert len(problems) == 1, text_of(problems)
    assert not canaries.shows(text_of(problems))
    return problems[0]


def archive(folder: Path, changed: Mapping[str, str]) -> Path:
    return canaries.written(folder, changed=changed)


def test_a_wrong_quote_beside_withheld_words_is_not_sent_to_repair(tmp_path: Path) -> None:
    """Which has nothing to offer there: it is corrected by hand, and the private edition shows what comes near."""
    notes = f"{NOTES}  - quote: counted nineteen boats\n    note: x\n"
    problem = the_one(told(archive(tmp_path, {"annotations/articles/wire.yaml": notes})))
    assert problem.code == "quote-not-found"
    assert "run `repair`" not in " ".join(problem.help)
    assert problem.help[0].startswith("correct the quote by hand")
    assert "--edition private" in problem.help[1]
