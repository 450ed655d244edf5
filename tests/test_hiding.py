"""What is seen in place of a name: with a capital where a sentence begins, and as it is written everywhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from postil.load import load
from postil.load.hiding import begins_sentence
from postil.report import text_of
from postil.shipped import templates_dir

BEGINS = (
    "@",
    "“@",
    "It fell. @",
    "It fell on Thursday. @",
    "It fell.\n@",
    "It fell! @",
    "Why? (@",
    "It fell… *@",
    "It fell in 2031. @",
    "It fell (at noon). @",
    "“It fell.” @",
    '"It fell." @',
    '"It fell," he said. "@',
    "a heading\n\n@",
    "one\n- @",
    "one\n1. @",
    "a heading\n## @",
)
NOT = (
    "said @",
    "“it fell”, @",
    "he said: @",
    "Dr. @",
    "Mr. (@",
    "“Why?” @",
    '"Why?" @',
    "a line\n@",
    "a line\n*@",
    "one - @",
    "at 9.@",
    "J. @",
    "Capt. @",
    "said Prof. @",
    "Lieut. @",
    "сказав проф. @",
    "It fell in Tarn. @",  # which could be a title
)


@pytest.mark.parametrize("text", BEGINS)
def test_a_sentence_begins(text: str) -> None:
    assert begins_sentence(text, text.index("@"))


@pytest.mark.parametrize("text", NOT)
def test_no_sentence_begins_or_it_is_in_doubt(text: str) -> None:
    assert not begins_sentence(text, text.index("@"))


PERSON = (
    "petrel: {{is: person, name: Mara Petrel, public_id: witness-7, {shown}, roles: [{{what: a miller}}]}}\n"
)
FILES = {
    "content/articles/wire.md": (
        "---\ntitle: Mara Petrel speaks\nauthors: [Mara Petrel]\nnotice: It fell. Mara Petrel saw it.\n---\n"
        "Mara Petrel saw it, and Mara Petrel fled. Mara Petrel came back.\n"
    ),
    "annotations/articles/wire.yaml": (
        "notes:\n  - at: p1s1\n    claim: who\n    speaker: outlet\n    says: someone\n"
        "    note: Mara Petrel, says Mara Petrel.\n    hedge: Mara Petrel says\n"
    ),
    "annotations/claims/all.yaml": "who: {question: Who?, kind: who}\n",
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("shown", "small", "capital"),
    [
        ("show: role", "a miller", "A miller"),
        ("show: withheld, shown_as: хтось із млина", "хтось із млина", "Хтось із млина"),
        ("show: initials", "M. P.", "M. P."),
        ("show: withheld", "[name withheld]", "[name withheld]"),
    ],
)
def test_what_is_seen_has_a_capital_where_a_sentence_begins(
    tmp_path: Path, shown: str, small: str, capital: str
) -> None:
    for name, text in {**FILES, "annotations/entities/people.yaml": PERSON.format(shown=shown)}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    loaded = load(tmp_path, drafts=False, templates=templates_dir())
    assert not loaded.problems, text_of(loaded.problems)
    (article,), (notes,) = loaded.value.articles, loaded.value.notes
    assert article.released
    assert article.released.text.text == f"{capital} saw it, and {small} fled. {capital} came back."
    assert article.title == f"{capital} speaks"
    assert article.notice == f"It fell. {capital} saw it."
    (note,) = notes.notes
    assert note.note
    assert note.note.source.replace("\\", "") == f"{capital}, says {small}."
    assert note.hedge == f"{small} says"
    (entity,) = loaded.value.entities
    assert entity.name == small
