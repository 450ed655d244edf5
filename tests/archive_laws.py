"""What holds of any archive, good or bad: there are pages or problems, and a person can use what is said.

The laws look at the whole run from files to site, and know nothing of what is in the files.
"""

from __future__ import annotations

import sys
import time
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import oracle
import pytest
from click.testing import CliRunner
from random_faults import Files
from strategies import article, whole

from postil import cli
from postil.anchor import describe, target_of
from postil.kinds import has_card
from postil.load import load
from postil.markup import prose_html, prose_links, prose_problems
from postil.model.notes import Annotation, ArticleNotes, Selector
from postil.model.records import Entity, Prose
from postil.names import NameIndex, rows_from_entities
from postil.pipeline import build, check
from postil.prepare import place, read
from postil.problems import CODES, Place, Problem, has_errors
from postil.shipped import templates_dir

SLOW = 10.0
"""Seconds of processor time that no small archive takes."""

ABSENT = {"archive-missing", "templates-contract", "file-unreadable"}
"""Problems that may name a path at which nothing stands."""


@dataclass(slots=True)
class Tally:
    """What the archives of a run came to."""

    archives: int = 0
    clean: int = 0
    warned: int = 0
    codes: Counter[str] = field(default_factory=Counter)

    def add(self, problems: tuple[Problem, ...]) -> None:
        self.archives += 1
        self.clean += not problems
        self.warned += bool(problems) and not has_errors(problems)
        self.codes.update({problem.code for problem in problems})


def hold(files: Files, tally: Tally, *, drafts: bool = False) -> None:
    """Check an archive, look at each problem, and where there is no error publish it and read the pages."""
    with TemporaryDirectory() as folder:
        root = Path(folder) / "archive"
        files.write(root)
        begun = time.process_time()
        outcome = check(root, drafts=drafts, strictly=False, jobs=1)
        taken = time.process_time() - begun
        assert taken < SLOW, f"took {taken:.0f} s"
        tally.add(outcome.problems)
        assert outcome.problems or outcome.pages
        for problem in outcome.problems:
            problem_is_usable(problem, root)
        assert len(set(outcome.problems)) == len(outcome.problems)
        out = root / "site"
        if has_errors(outcome.problems):
            assert not out.exists()
            return
        published = build(root, out, drafts=drafts, strictly=False, jobs=1)
        assert published.problems == outcome.problems
        assert published.published
        pages_hold(root, out, drafts=drafts)


def left_well(files: Files, *arguments: str) -> None:
    """Run a command as a person would: 0 or 1, as the problems say, nothing published with an error, a plain report."""
    with TemporaryDirectory() as folder:
        root, out = Path(folder) / "archive", Path(folder) / "out"
        files.write(root)
        where = [
            "--root",
            str(root),
            "--jobs",
            "1",
            *(["--out", str(out)] if arguments[0] == "build" else []),
        ]
        code, output, errors = run(*arguments, *where)
        assert code in {cli.Exit.GOOD, cli.Exit.PROBLEMS}, output + errors
        assert "Traceback" not in errors
        assert ("error[" in errors) == (code == cli.Exit.PROBLEMS), errors
        assert out.exists() == (code == cli.Exit.GOOD and arguments[0] == "build")
        for character in set(output + errors) - {"\n"}:
            assert unicodedata.category(character) not in {"Cc", "Cs"}, repr(character)
            assert unicodedata.bidirectional(character) not in {
                "LRE",
                "RLE",
                "LRO",
                "RLO",
                "PDF",
                "LRI",
                "RLI",
                "FSI",
                "PDI",
            }


def run(*arguments: str) -> tuple[int, str, str]:
    """The exit code of a command, what it said, and what it said of problems."""
    with CliRunner().isolation() as (output, errors, _):
        with pytest.raises(SystemExit) as left:
            cli.main(arguments)
        sys.stdout.flush()
        sys.stderr.flush()
        said = output.getvalue().decode(), errors.getvalue().decode()
    assert isinstance(left.value.code, int)
    return left.value.code, *said


def problem_is_usable(problem: Problem, root: Path) -> None:
    """It says what is wrong, where that stands, and what to do."""
    assert problem.code in CODES
    assert problem.message.strip(), problem
    assert problem.help, problem
    assert all(one.strip() for one in problem.help), problem
    assert not problem.place.path.startswith("site/"), f"the engine made a bad page: {problem}"
    for one in (problem.place, *(note.place for note in problem.notes if note.place)):
        place_stands(one, problem, root)
    if problem.excerpt:
        assert problem.excerpt == text_lines(root / problem.place.path)[problem.place.line - 1]


def place_stands(at: Place, problem: Problem, root: Path) -> None:
    """There is such a file, such a line in it, and such columns in that."""
    where = root / at.path
    if "\ufffd" in at.path or "?" in at.path:
        return  # the name is shown as well as it can be
    if problem.code in ABSENT or (at.path == "archive.yaml" and not at.line):
        return
    assert where.exists() or where.is_symlink(), problem
    if not at.line:
        assert at.column == 0, problem
        return
    found = text_lines(where)
    assert 1 <= at.line <= len(found), problem
    line = found[at.line - 1]
    assert 0 <= at.column <= len(line) + 1, problem
    assert at.length >= 0, problem
    assert max(at.column - 1, 0) + at.length <= max(len(line), 1), problem


HERE = Place("annotations/articles/wire.yaml", 3, 12)
NAMES = NameIndex(
    rows_from_entities(
        [Entity("harrow", HERE, "person", "Harrow"), Entity("the", HERE, "person", "the", ("a quay", "Орла"))]
    )
)


def body_holds(source: str, lang: str, cuts: list[tuple[float, float]]) -> None:
    """Markdown of an article, with notes on some of its words: the marks change no letter of it, and the HTML is good.

    `cuts` are spans of the text, as parts of its length.
    """
    made = article(source, lang)
    body = read(made)
    assert text_of(body.pieces) == unicodedata.normalize("NFC", body.text.text)
    for problem in body.problems:
        assert problem.help, problem
        assert not problem.place.line or 0 <= problem.place.line - made.body_line <= source.count("\n"), (
            problem
        )
    target = target_of(made, body.text)
    notes: list[Annotation] = []
    for number, (one, other) in enumerate(cuts):
        first, last = sorted((round(one * len(body.text.text)), round(other * len(body.text.text))))
        cut = whole(target, first, last) if first < last else None
        selector = Selector(HERE, exact=body.text.text[first:last]) if cut is None else describe(target, *cut)
        note = Prose("Said.", HERE)
        notes.append(Annotation(f"n{number}", True, HERE, selector, note=note))  # noqa: FBT003 -- `explicit`
    file = ArticleNotes("wire", HERE, notes=tuple(notes))
    prepared = place(body, made, file, NAMES.rows_in(body.text.text))
    assert text_of(piece.html for piece in prepared.pieces) == text_of(body.pieces)
    if body.pieces or not has_errors(body.problems):  # else nothing has a place, and only that is told
        assert len(prepared.spans) + sum(problem.place == HERE for problem in prepared.problems) >= len(notes)


def prose_holds(source: str) -> None:
    """Markdown of ours: good HTML, and every link in it where it stands."""
    html = prose_html(
        source, lambda target: (f"/entities/{target}.html", target) if target.isascii() else None
    )
    oracle.tree(f"<!DOCTYPE html><title>t</title><main>{html}</main>")
    rows = source.split("\n")
    for link in prose_links(source):
        assert rows[link.line_offset][link.column - 1 :].startswith("[["), link
    for problem in prose_problems(Prose(source, HERE)):
        assert problem.help, problem
        assert 0 <= problem.place.line - HERE.line <= source.count("\n"), problem


def text_of(pieces: Iterable[str]) -> str:
    """The text of HTML as html5lib reads it."""
    return oracle.article_text(f"<!DOCTYPE html><title>t</title><main data-text>{''.join(pieces)}</main>")


def text_lines(path: Path) -> list[str]:
    text = path.read_bytes().decode("utf-8", "replace").lstrip("\ufeff")
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def pages_hold(root: Path, site: Path, *, drafts: bool) -> None:
    """Every page is HTML without an error; each article's page shows its text to the character; each note is there."""
    records = load(root, drafts=drafts, templates=templates_dir()).value
    notes = {one.article: one.notes for one in records.notes}
    for path, html in oracle.pages(site):
        found = oracle.ids(html)
        assert len(found) == len(set(found)), path
    for one in records.articles:
        html = (site / "articles" / f"{one.id}.html").read_text("utf-8")
        assert oracle.article_text(html) == text_of(read(one).pieces), one.id
        with_card = [note.id for note in notes.get(one.id, ()) if has_card(note)]
        assert {f"{kind}-{id_}" for id_ in with_card for kind in ("note", "ref")} <= set(oracle.ids(html))
