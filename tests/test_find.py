"""Find: every place where words stand, and a note to paste that points at it and nowhere else."""

import io
import re
import textwrap
from dataclasses import replace
from itertools import count
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st
from strategies import article, markdown, noise, whole

from postil import find as finding
from postil.anchor import Span, Target, anchor, target_of
from postil.cli import commands
from postil.dialogue import print_finds
from postil.find import Nearest, finds
from postil.fold import folded_text
from postil.load import load, notes_of
from postil.prepare import read
from postil.problems import Problem
from postil.shipped import templates_dir

odd = st.text(alphabet="\"'\\:#-?[]{},&*!|>%@`~. \n“”–…é\u0301Їx1", min_size=1, max_size=30)
"""What YAML and Markdown would trip over."""


def archive(root: Path, **texts: str) -> Path:
    folder = root / "content" / "articles"
    folder.mkdir(parents=True)
    for name, text in texts.items():
        path = folder / f"{name}.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"---\ntitle: Quay\n---\n{text}", "utf-8")
    return root


def run(*args: str | Path) -> Result:
    return CliRunner().invoke(commands, ["find", *map(str, args)], standalone_mode=False)


@given(st.one_of(markdown, noise, odd, st.lists(odd, max_size=4).map("\n\n".join)), st.data())
def test_every_place_is_found_and_the_note_pasted_points_at_it(
    tmp_path_factory: pytest.TempPathFactory, body: str, data: st.DataObject
) -> None:
    made = article(body)
    target = target_of(made, read(made).text)
    length = len(target.text.text)
    start = data.draw(st.integers(0, length))
    span = whole(target, start, data.draw(st.integers(start, min(length, start + 40))))
    if span is None:
        return
    words = target.text.text[slice(*span)]
    found = list(finds([made], words))
    assert span in [one.span for one in found]
    assert all(folded_text(one.words) == folded_text(words) for one in found)
    told = io.StringIO()
    root = tmp_path_factory.mktemp("pasted")
    assert print_finds(root, [made], words, told)
    assert stand_at(root, target, told.getvalue()) == [one.span for one in found]


def stand_at(root: Path, target: Target, told: str) -> list[Span | Problem]:
    """Where the notes of an answer stand, when someone has pasted them into a file and said something."""
    path = "annotations/articles/wire.yaml"
    (root / path).parent.mkdir(parents=True)
    notes = re.findall(r"^  (?:notes:|- quote: .*|  in: p.*|  note:)\n", told, re.MULTILINE)
    numbers = count()
    said = re.sub("note:\n", lambda _: f"note: x\n    id: n{next(numbers)}\n", "".join(notes))
    (root / path).write_text(said, "utf-8")
    pasted = notes_of(root, path, target.article, "en")
    assert pasted.value is not None
    assert pasted.problems == ()
    return [anchor(target, note.selector) for note in pasted.value.notes]


QUAY = """\
The quay gave way: "Nine boats", it was said. Nine boats were lost.

The office said \u201cnine\u00a0boats\u201d &#x202e;on 29\u201330 April at C:\\\\bay.
"""


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            "Nine boats",
            """\
            content/articles/b.md  article/b@p1s1
              \u00bbNine boats\u00ab.
              in annotations/articles/b.yaml, a new file:
              notes:
              - quote: "Nine boats"
                note:

            content/articles/bay/a.md  article/bay/a@p1s1
              The quay gave way: "\u00bbNine boats\u00ab", it was said.
              in annotations/articles/bay/a.yaml, below `notes:`:
              - quote: {exact: "Nine boats", prefix: '"'}
                note:

            content/articles/bay/a.md  article/bay/a@p1s2
              \u00bbNine boats\u00ab were lost.
              in annotations/articles/bay/a.yaml, below `notes:`:
              - quote: {exact: "Nine boats", suffix: "were"}
                note:

            """,
        ),
        (
            'said "nine boats" on 29-30 April',
            """\
            content/articles/bay/a.md  article/bay/a@p2s1
              The office \u00bbsaid \u201cnine boats\u201d \\u202eon 29\u201330 April\u00ab at C:\\bay.
              in annotations/articles/bay/a.yaml, below `notes:`:
              - quote: "said \u201cnine boats\u201d on 29\u201330 April"
                note:

            """,
        ),
        (
            "C:\\bay.",
            """\
            content/articles/bay/a.md  article/bay/a@p2s1
              The office said \u201cnine boats\u201d \\u202eon 29\u201330 April at \u00bbC:\\bay.\u00ab
              in annotations/articles/bay/a.yaml, below `notes:`:
              - quote: 'C:\\bay.'
                note:

            """,
        ),
        (
            'way: "Nine boats", it was said. Nine',
            """\
            content/articles/bay/a.md  article/bay/a@p1s1-p1s2
              The quay gave \u00bbway: "Nine boats", it was said. Nine\u00ab boats were lost.
              in annotations/articles/bay/a.yaml, below `notes:`:
              - quote: 'way: "Nine boats", it was said. Nine'
                note:

            """,
        ),
    ],
)
def test_every_place_is_shown(words: str, told: str, tmp_path: Path) -> None:
    root = archive(tmp_path, **{"bay/a": QUAY, "b": "Nine boats.\n"})
    (root / "annotations" / "articles" / "bay").mkdir(parents=True)
    (root / "annotations" / "articles" / "bay" / "a.yaml").write_text("notes: []\n", "utf-8")
    result = run("--root", root, words)
    assert result.output == textwrap.dedent(told)
    assert (result.return_value, result.stderr) == (0, "")


def test_what_is_nowhere_is_said_to_be_so_and_what_is_near_to_be_near(tmp_path: Path) -> None:
    root = archive(tmp_path, a="Nothing here.\n", b="Guard Birch said the gate was open at ten.\n")
    result = run("--root", root, "Guard Alder said the gate was open")
    assert result.return_value == 1
    assert result.output == textwrap.dedent(
        """\
        the words stand in no article; near to them, but other words:

        content/articles/b.md  article/b@p1s1
          \u00bbGuard Birch said the gate was open\u00ab at ten.

        """
    )


@pytest.mark.parametrize("words", ["nine boats were", "wholly other words"])
def test_letter_case_is_kept_and_nothing_near_is_said_to_be_so(words: str, tmp_path: Path) -> None:
    result = run("--root", archive(tmp_path, a="NINE BOATS WERE LOST.\n"), words)
    assert (result.output, result.return_value) == (
        "the words stand in no article, nor anything near to them\n",
        1,
    )


@pytest.mark.parametrize("words", ["", " \n", "\u200b"])
def test_words_that_cannot_be_seen_are_wrong_usage(words: str, tmp_path: Path) -> None:
    assert isinstance(run("--root", archive(tmp_path, a="A.\n"), words).exception, click.UsageError)


def test_what_cannot_be_read_is_told_and_the_rest_is_searched(tmp_path: Path) -> None:
    root = archive(tmp_path, a="Nine boats.\n")
    (root / "content" / "articles" / "bad.md").write_bytes(b"\xff")
    (root / "content" / "pages").mkdir()
    (root / "content" / "pages" / "about.md").write_bytes(b"\xff")
    result = run("--root", root, "Nine boats")
    assert "article/a@p1s1" in result.stdout
    assert result.stderr.count("error[") == 1
    assert (result.return_value, "content/articles/bad.md" in result.stderr) == (1, True)


def test_no_archive_is_told(tmp_path: Path) -> None:
    result = run("--root", tmp_path, "Nine boats")
    assert result.return_value == 1
    assert "error[archive-missing]" in result.stderr


def test_a_long_sentence_is_cut(tmp_path: Path) -> None:
    root = archive(tmp_path, a=f"{'lot, ' * 200}Nine boats{', lot' * 200}\n")
    shown = run("--root", root, "Nine boats").output.splitlines()[1]
    assert shown.startswith("  \u2026")
    assert shown.endswith("\u2026")
    assert len(shown) < 400


def test_a_note_that_is_pasted_asks_to_be_written(tmp_path: Path) -> None:
    root = archive(tmp_path, wire="Nine boats.\n")
    told = run("--root", root, "Nine boats").output.splitlines(keepends=True)
    path = root / "annotations" / "articles" / "wire.yaml"
    path.parent.mkdir(parents=True)
    path.write_text("".join(told[3:6]), "utf-8")
    notes = load(root, drafts=False, templates=templates_dir())
    assert [(one.code, one.place.line) for one in notes.problems] == [("key-empty", 3)]


def test_what_is_near_is_sought_in_so_much_text(monkeypatch: pytest.MonkeyPatch) -> None:
    articles = [article("Nine boats were lost."), article("Nine boats were last.")]
    for limit, number in ((42, 2), (41, 1), (20, 0)):
        monkeypatch.setattr(finding, "_LOOKED_THROUGH", limit)
        nearest = Nearest("Nine boats were lest.")
        assert list(finds(articles, "Nine boats were lest.", nearest)) == []
        assert (len(nearest.finds), nearest.is_all) == (number, number == 2)


def test_the_nearest_of_all_articles_come_first() -> None:
    bodies = ("Ten ships were lost.", "Nine boats were lost.", "Nine boats are lost.", "Nine boots are last.")
    articles = [replace(article(body), id=f"a{number}") for number, body in enumerate(bodies)]
    nearest = Nearest("Nine boats were last.")
    assert list(finds(articles, "Nine boats were last.", nearest)) == []
    assert [find.article.id for find in nearest.finds] == ["a1", "a2", "a3"]
