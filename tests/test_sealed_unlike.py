"""What is told where the text of a sealed article is not as it was sealed: what changed it, there where that is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from postil import sealing
from postil.load import load, with_excerpts
from postil.model.ledger import Because
from postil.problems import Problem
from postil.shipped import templates_dir

pytestmark = pytest.mark.slow

ARTICLE = "content/articles/wire.md"
NOTES = "annotations/articles/wire.yaml"
PEOPLE = "annotations/entities/people.yaml"

WIRE = """\
---
title: Storm
---
Mara Petrel saw the quay give way.

Nine boats were lost, a man from the mill said.
It rained.
"""
PERSON = "petrel: {is: person, name: Mara Petrel, show: initials, public_id: witness-7}\n"
MAN = "  - {quote: a man from the mill, words: a neighbour, reason: safety}\n"
BOATS = "  - {quote: Nine boats, words: Many boats, reason: safety}\n"
TEXT = "as readers see it"
HELD = "only because words of it are withheld that were not"


def written(root: Path, **texts: str | None) -> None:
    files = {"wire": ARTICLE, "notes": NOTES, "people": PEOPLE}
    for name, text in texts.items():
        path = root / files[name]
        path.parent.mkdir(parents=True, exist_ok=True)
        if text is None:
            path.unlink(missing_ok=True)
        else:
            path.write_text(text, "utf-8")


def told(root: Path) -> Problem:
    loaded = load(root, drafts=False, templates=templates_dir())
    problems = with_excerpts(root, loaded.problems, loaded.value.secrets)
    (problem,) = [one for one in problems if one.code == "sealed-text-changed"]
    return problem


SEALED: dict[str, str | None] = {"wire": WIRE, "notes": None, "people": None}

CASES = {
    "words are withheld": ({}, {"notes": f"withhold:\n{MAN}"}, HELD, (NOTES, 2)),
    "more words of the same sentence": (
        {"notes": f"withhold:\n{MAN}"},
        {"notes": f"withhold:\n{MAN}{BOATS}"},
        HELD,
        (NOTES, 3),
    ),
    "several at once": ({}, {"notes": f"withhold:\n{MAN}{BOATS}"}, HELD, (NOTES, 2)),
    "a name is withheld": ({}, {"people": PERSON}, HELD, (PEOPLE, 1)),
    "a name, beside words as before": (
        {"notes": f"withhold:\n{MAN}"},
        {"people": PERSON},
        HELD,
        (PEOPLE, 1),
    ),
    "other words in their place": (
        {"notes": f"withhold:\n{MAN}"},
        {"notes": f"withhold:\n{MAN.replace('a neighbour', 'someone')}"},
        TEXT,
        (ARTICLE, 6),
    ),
    "the text, beside words as before": (
        {"notes": f"withhold:\n{MAN}", "people": PERSON},
        {"wire": WIRE.replace("It rained", "It hailed")},
        TEXT,
        (ARTICLE, 7),
    ),
    "the text, behind a name": (
        {"people": PERSON},
        {"wire": WIRE.replace("give way", "stand")},
        TEXT,
        (ARTICLE, 4),
    ),
    "paragraphs": (
        {"notes": f"withhold:\n{MAN}"},
        {"wire": WIRE.replace("said.\nIt", "said.\n\nIt")},
        TEXT,
        (ARTICLE, 2),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_changed_a_sealed_text_is_told_where_it_is_written(tmp_path: Path, name: str) -> None:
    before, after, message, place = CASES[name]
    written(tmp_path, **(SEALED | before))
    assert sealing.seal(tmp_path, ["wire"], "2031-05-02").value == ("wire",)
    written(tmp_path, **(SEALED | before | after))
    problem = told(tmp_path)
    assert message in problem.message
    assert (problem.place.path, problem.place.line) == place
    cures = " ".join(problem.help)
    assert ("revise wire --because safety" in cures) is (message is HELD)
    assert "revise wire --because" in cures
    assert "Petrel" not in repr(problem)
    assert "from the mill" not in repr(problem)
    assert sealing.seal(tmp_path, ["wire"], "2031-05-03").problems == (problem,)
    revised = sealing.revise(tmp_path, "wire", Because.SAFETY, "2031-05-03", was=None, without_words=False)
    assert revised.problems == ()
    assert sealing.seal(tmp_path, ["wire"], "2031-05-04").problems == ()


def test_a_sealed_text_that_changed_is_told_at_the_line_that_changed(tmp_path: Path) -> None:
    written(tmp_path, **SEALED)
    sealing.seal(tmp_path, ["wire"], "2031-05-02")
    written(tmp_path, wire=WIRE.replace("It rained", "It hailed"))
    (problem,) = sealing.seal(tmp_path, ["wire"], "2031-05-03").problems
    assert (problem.place.path, problem.place.line) == (ARTICLE, 7)
    assert problem.excerpt == "It hailed."


@pytest.mark.parametrize(
    ("wire", "quote"),
    [
        ("The man\nJoss\nTarn went. It rained.\n", "{exact: Joss Tarn}"),
        (
            "He went for a whole day. The blue\nhouse behind the mill burned. It rained.\n",
            "The blue house behind the mill",
        ),
    ],
)
def test_a_line_on_which_a_passage_breaks_off_is_not_shown(tmp_path: Path, wire: str, quote: str) -> None:
    head = "---\ntitle: Storm\n---\n"
    notes = f"withhold:\n  - {{quote: {quote}, words: something, reason: safety}}\n"
    written(tmp_path, wire=f"{head}{wire}", notes=notes)
    assert sealing.seal(tmp_path, ["wire"], "2031-05-02").problems == ()
    changed = wire.replace("The man", "The old man").replace("whole day", "day")
    written(tmp_path, wire=f"{head}{changed}")
    problem = told(tmp_path)
    assert (problem.place.path, problem.excerpt) == (ARTICLE, "")


def test_sealing_tells_only_of_the_articles_that_are_named(tmp_path: Path) -> None:
    written(tmp_path, **SEALED)
    other = tmp_path / "content/articles/other.md"
    other.write_text(WIRE, "utf-8")
    people = "annotations/entities/people.yaml"
    (tmp_path / people).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / people).write_text(PERSON, "utf-8")
    assert sealing.seal(tmp_path, ["wire", "other"], "2031-05-02").problems == ()
    for path in (tmp_path / ARTICLE, other):
        path.write_text(WIRE.replace("It rained", "It hailed"), "utf-8")
    (problem,) = sealing.seal(tmp_path, ["other"], "2031-05-03").problems
    assert problem.place.path == "content/articles/other.md"


def test_words_that_changed_beside_withheld_ones_say_where_these_are_withheld(tmp_path: Path) -> None:
    written(tmp_path, **(SEALED | {"notes": f"withhold:\n{MAN}"}))
    sealing.seal(tmp_path, ["wire"], "2031-05-02")
    written(tmp_path, notes=f"withhold:\n{MAN.replace('a neighbour', 'someone')}")
    notes = told(tmp_path).notes
    assert [(one.place.path, one.place.line) for one in notes if one.place] == [(NOTES, 2)]
