"""Repair: nothing is chosen for a person, and nothing is written but what was chosen."""

import io
import os
import re
import resource
import stat
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st
from strategies import lines as prose
from strategies import words

from postil import pipeline
from postil.anchor import anchor
from postil.cli import commands
from postil.dialogue import word_diff
from postil.load import notes_of
from postil.problems import Problem
from postil.quoting import plain, quoted
from postil.repair import Orphan, accept, candidates, orphans

pytestmark = pytest.mark.slow

WIRE = """\
The north quay gave way: "shortly before dawn", the office said. Nine fishing boats were lost, according to the office.

Guard Alder gave no time. Guard Birch said the gate was open at ten. The office closed. The office opened.
"""
NOTES = "annotations/articles/wire.yaml"


class Terminal(io.BytesIO):
    """Standard input of someone who sits at a terminal."""

    def isatty(self) -> bool:
        return True


def archive(root: Path, notes: bytes | str, text: str = WIRE, settings: str = "") -> Path:
    (root / "content" / "articles").mkdir(parents=True)
    (root / "annotations" / "articles").mkdir(parents=True)
    (root / "content" / "articles" / "wire.md").write_text(f"---\ntitle: Wire\n---\n{text}", "utf-8")
    (root / NOTES).write_bytes(notes if isinstance(notes, bytes) else notes.encode())
    (root / "archive.yaml").write_text(settings, "utf-8")
    return root


def run(root: Path, *args: str, answers: str | None = None) -> Result:
    given_ = None if answers is None else Terminal(answers.encode())
    return CliRunner().invoke(
        commands, ["repair", "--root", str(root), *args], input=given_, standalone_mode=False
    )


def written(root: Path) -> str:
    return (root / NOTES).read_bytes().decode()


# --- accepting: the file before and after, to the byte ---------------------------------------------------------------


@dataclass(frozen=True)
class Case:
    before: str
    answers: str
    after: str


CASES = {
    "plain": Case(
        """\
# What was said. Keep this.
notes:
  - quote: Eight fishing boats were lost
    note:   Counted at the quay only.

  # The end.
""",
        "1",
        """\
# What was said. Keep this.
notes:
  - quote: Nine fishing boats were lost
    # was: "Eight fishing boats were lost"
    id: n-824058081d
    note:   Counted at the quay only.

  # The end.
""",
    ),
    "single quotation marks, a comment beside them, an id": Case(
        """\
notes:
- id: birch   # permanent
  quote: 'Guard Birch said that the gate was open at nine.'  # by telephone
  note: x
""",
        "1",
        """\
notes:
- id: birch   # permanent
  quote: 'Guard Birch said the gate was open at ten.'  # by telephone
  # was: "Guard Birch said that the gate was open at nine."
  note: x
""",
    ),
    "double quotation marks over two lines": Case(
        """\
notes:
  - note: x
    quote: "Eight fishing boats
      were lost"
    id: a
""",
        "1",
        """\
notes:
  - note: x
    quote: "Nine fishing boats were lost"
    # was: "Eight fishing boats were lost"
    id: a
""",
    ),
    "folded, with a comment beside the mark": Case(
        """\
notes:
  - quote: >-   # folded
      Eight fishing boats
      were lost

    # about it
    note: x
""",
        "1",
        """\
notes:
  - quote: >-   # folded
      Nine fishing boats were lost
    # was: "Eight fishing boats were lost"
    id: n-824058081d

    # about it
    note: x
""",
    ),
    "literal, at the end of a file without a line end": Case(
        "notes:\n  - note: x\n    quote: |\n      Eight fishing boats were lost",
        "1",
        "notes:\n  - note: x\n    quote: |\n      Nine fishing boats were lost\n"
        '    # was: "Eight fishing boats were lost"\n    id: n-824058081d',
    ),
    "a note in brackets": Case(
        "notes:\n  - {quote: Eight fishing boats were lost, note: x}  # short\n",
        "1",
        'notes:\n  # was: "Eight fishing boats were lost"\n'
        "  - {quote: Nine fishing boats were lost, id: n-824058081d, note: x}  # short\n",
    ),
    "a plain quote that has to be quoted now": Case(
        "notes:\n  - quote: The north quay gave way at dawn, the office\n    note: x\n    id: a\n",
        "1",
        "notes:\n  - quote: 'The north quay gave way: \"shortly before dawn\", the office'\n"
        '    # was: "The north quay gave way at dawn, the office"\n    note: x\n    id: a\n',
    ),
    "an ambiguous quote gets a prefix, and was nothing else": Case(
        "notes:\n  - quote: The office\n    note: x\n",
        "2",
        'notes:\n  - quote: {exact: The office, prefix: "closed."}\n    id: n-b4d42caeb2\n    note: x\n',
    ),
    "an ambiguous quote below a mark": Case(
        "notes:\n  - quote: >-  # folded\n      The\n      office\n    note: x\n    id: a\n",
        "2",
        'notes:\n  - quote: {exact: "The office", prefix: "closed."}  # folded\n    note: x\n    id: a\n',
    ),
    "a suffix that is gone is replaced": Case(
        "notes:\n  - quote:\n      exact: The office  \n      suffix: burned  \n    # more\n    note: x\n    id: a\n",
        "1",
        "notes:\n  - quote:\n      exact: The office  \n      suffix: closed.  \n    # more\n    note: x\n    id: a\n",
    ),
    "a suffix that does not tell gets more words": Case(
        "notes:\n  - quote: {suffix: said, exact: office}\n    note: x\n    id: a\n",
        "1",
        "notes:\n  - quote: {suffix: said. Nine., exact: office}\n    note: x\n    id: a\n",
    ),
    "a prefix that does not tell gets a suffix beside it": Case(
        "notes:\n  - quote:\n      exact: 'said'  # a\n      prefix: office\n    note: x\n    id: a\n",
        "1",
        "notes:\n  - quote:\n      exact: 'said'  # a\n      suffix: \". Nine.\"\n"
        "      prefix: office\n    note: x\n    id: a\n",
    ),
    "a prefix that does not tell where nothing stands before": Case(
        "notes:\n  - quote: {prefix: gone, exact: The office}  # a\n    note: x\n    id: a\n",
        "1",
        'notes:\n  - quote: {exact: The office, suffix: "said."}  # a\n    note: x\n    id: a\n',
    ),
    "a prefix that does not tell, below each other": Case(
        "notes:\n  - quote:\n      exact: 'The office'\n      prefix: gone\n    note: x\n    id: a\n",
        "1",
        "notes:\n  - quote:\n      {exact: 'The office', suffix: \"said.\"}\n    note: x\n    id: a\n",
    ),
    "a place that moved out of the block it was sought in": Case(
        "notes:\n  - quote: Eight fishing boats were lost\n    in: p2  # the second\n    note: x\n    id: a\n",
        "1",
        "notes:\n  - quote: Nine fishing boats were lost\n"
        '    # was: "Eight fishing boats were lost"\n    in: p1s2  # the second\n    note: x\n    id: a\n',
    ),
}


TWICE = "The office said. Nine. The office said no.\n\n"


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("name", CASES)
def test_what_is_accepted_is_written_and_nothing_else(
    name: str, mark: str, line_end: str, tmp_path: Path
) -> None:
    case = CASES[name]
    text = TWICE + WIRE if "does not tell" in name else WIRE
    root = archive(tmp_path, (mark + case.before).replace("\n", line_end), text)
    result = run(root, answers=case.answers + "\n")
    assert written(root) == (mark + case.after).replace("\n", line_end), result.output
    assert (result.return_value, orphans(root)) == (0, type(orphans(root))(()))
    assert sorted(path.name for path in (root / NOTES).parent.iterdir()) == ["wire.yaml"]


STYLES = {
    "plain": lambda text: plain(text, in_brackets=True),
    "single": lambda text: quoted(text, "'"),
    "double": lambda text: quoted(text, '"'),
    "folded": lambda text: f">-  # c\n      {text}",
    "literal": lambda text: f"|\n      {text}\n",
    "map": lambda text: f"{{exact: {quoted(text)}}}",
    "block map": lambda text: f"\n      # c\n      exact: {quoted(text)}  # d",
}
ADDED = re.compile(r"\n *# was: [^\n]*|\n *id: n-[0-9a-f]{10}\b|, id: n-[0-9a-f]{10}\b")


@st.composite
def layouts(draw: st.DrawFn) -> tuple[str, str, str, str]:
    """An article, and a file of notes in three parts, of which the middle one is a quote that is not in the article."""
    text = draw(st.lists(prose, min_size=1, max_size=4).map("\n\n".join))
    quote = draw(st.one_of(words, st.sampled_from(text.split("\n\n")))) + draw(
        st.sampled_from(["", "#", "?", " x: y"])
    )
    style = draw(st.sampled_from(sorted(STYLES)))
    head = "# head\nnotes:\n  - at: p1\n    note: 'first'  # one\n  - note: x # a\n    id: z\n    at: p1\n\n  - quote: "
    tail = draw(
        st.sampled_from(
            [
                "\n    note: 'y'  # b\n",
                "\n    id: own\n    note: y\n\n# end",
                "\n    note: >-\n      a\n      b",
            ]
        )
    )
    return text, head, STYLES[style](" ".join(quote.split())), tail


@given(layouts(), st.sampled_from(["\n", "\r\n"]), st.data())
def test_no_byte_changes_outside_the_quote_but_for_what_is_added(
    tmp_path_factory: pytest.TempPathFactory,
    layout: tuple[str, str, str, str],
    line_end: str,
    data: st.DataObject,
) -> None:
    text, head, quote, tail = layout
    before = (head.replace("x # a", '"x" # a') + quote + tail).replace("\n", line_end)
    root = archive(tmp_path_factory.mktemp("archive"), before, text)
    found = orphans(root)
    assert found.problems == ()
    for orphan in found.value:
        offered = candidates(orphan)
        assert written(root) == before  # offering writes nothing
        if not offered:
            continue
        candidate = data.draw(st.sampled_from(offered))
        assert accept(root, orphan, candidate) is None
        after = ADDED.sub("", written(root).replace("\r\n", "\n"))
        start, end = (part.replace("\r\n", "\n") for part in (head.replace("x # a", '"x" # a'), tail))
        assert after.startswith(start)
        assert after.endswith(end)
        assert written(root).count("\n") == written(root).count(line_end)
        assert stands_at(root, orphan) == candidate.span
        assert orphans(root).value == ()


def stands_at(root: Path, orphan: Orphan) -> tuple[int, int] | Problem:
    """Where the note that was an orphan stands now; it has the id that it had."""
    notes = notes_of(root, NOTES, orphan.target.article, "en").value
    assert notes is not None
    (note,) = (one for one in notes.notes if one.id == orphan.note.id)
    assert note.explicit
    return anchor(orphan.target, note.selector)


@pytest.mark.slow
def test_what_was_repaired_checks_clean(tmp_path: Path) -> None:
    root = archive(tmp_path, CASES["folded, with a comment beside the mark"].before)
    assert run(root, answers="1\n").return_value == 0
    assert pipeline.check(root, drafts=False, strictly=True, jobs=1).problems == ()


# --- asking -----------------------------------------------------------------------------------------------------------

LOOK_ALIKE = "Guard Alder gave no time. Guard Birch said the gate was open at ten.\n"
LOST = "notes:\n  - quote: Guard Alder said the gate was open at nine.\n    note: x\n"


def test_a_look_alike_is_offered_and_never_chosen(tmp_path: Path) -> None:
    suffixed = "notes:\n  - quote:\n      exact: Guard Alder said the gate was open at nine.\n"
    suffixed += "      suffix: ' Guard Birch said the gate'\n    note: x\n"
    root = archive(tmp_path, suffixed, LOOK_ALIKE)
    offered = "Guard [-Alder-]{+Birch+} said the gate was open at [-nine.-]{+ten.+}"
    for answers in ("\n", "s\n", "q\n", "", "x\n\n", "2\n0\nyes\n\n"):
        result = run(root, answers=answers)
        assert offered in result.output
        assert (result.return_value, written(root)) == (1, suffixed)


def test_what_is_none_of_the_answers_is_told(tmp_path: Path) -> None:
    root = archive(tmp_path, LOST, LOOK_ALIKE)
    told = run(root, answers="?\nzzz\n99\n\n").output
    for answer in ("?", "zzz", "99"):
        assert f"`{answer}` is none of these: type `1`, `s` or `q`; Enter alone skips" in told
    assert told.count("is none of these") == 3
    assert written(root) == LOST


def test_what_a_note_claims_is_shown_with_the_sentences(tmp_path: Path) -> None:
    claimed = """\
notes:
  - quote: eleven boats were lost
    claim: boats-lost
    speaker: {unnamed: a clerk}
    says: 11
    scope: at-the-quay
    note: Counted
      twice.
"""
    text = "The clerk said that twelve boats were lost, by noon. Nobody was hurt.\n"
    told = run(archive(tmp_path, claimed, text), answers="\n").output
    assert told.startswith(
        f"""
{NOTES}:2 (1 of 1): the quoted text is not in the article
  quote: eleven boats were lost
  claim: boats-lost
  speaker: a clerk
  says: 11
  scope: at-the-quay
  note: Counted twice.
  1  p1s1  The clerk said that »[-eleven-]{{+twelve+}} boats were lost«, by noon.
     the number differs: eleven -> twelve; the note says 11
"""
    )


NEIGHBOURS = "The quay gave way. Ten boats were sunk there.\n\nThe bridge held. Ten boats were lost there.\n"


@pytest.mark.parametrize(
    ("around", "narrowed", "first_is"),
    [
        (("The quay gave way", "The bridge held"), "", "p1s2"),
        (("The bridge held",), "", "p2s2"),
        ((), "    in: p2\n", "p2s2"),
        ((), "    in: p1\n", "p1s2"),
    ],
)
def test_a_passage_where_the_note_stood_comes_first(
    around: tuple[str, ...], narrowed: str, first_is: str, tmp_path: Path
) -> None:
    before, *after = [f"  - quote: {quote}\n    note: x\n" for quote in around] or [""]
    lost = f"  - quote: Ten boats were burnt there\n{narrowed}    note: x\n"
    root = archive(tmp_path, f"notes:\n{before}{lost}{''.join(after)}", NEIGHBOURS)
    addresses = [one.address for one in candidates(first(root))]
    assert (addresses[0], sorted(addresses)) == (first_is, ["p1s2", "p2s2"])


@pytest.mark.parametrize(
    ("answers", "repaired"),
    [
        ("1\n1\n1\n", "111"),
        ("\n1\n\n", "010"),
        ("s\nq\n", "000"),
        ("1\nq\n", "100"),
        ("1\n", "100"),
        ("no\n1\nS\n 1 \n", "101"),
    ],
)
def test_a_walk_through_several(answers: str, repaired: str, tmp_path: Path) -> None:
    quotes = (
        "Eight fishing boats were lost",
        "Guard Birch said the gate was shut",
        "The north quays gave way",
    )
    notes = "".join(f"  - quote: {quote}\n    note: x\n" for quote in quotes)
    root = archive(tmp_path, f"notes:\n{notes}")
    result = run(root, answers=answers)
    assert [f"- quote: {quote}\n" not in written(root) for quote in quotes] == [
        one == "1" for one in repaired
    ]
    assert f"{repaired.count('1')} of 3 repaired" in result.output
    assert result.return_value == (0 if repaired == "111" else 1)


def test_no_orphan_no_question(tmp_path: Path) -> None:
    root = archive(tmp_path, "notes:\n  - quote: Nine fishing boats\n    note: x\n")
    assert run(root, answers="").output == "\n0 of 0 repaired\n"
    assert (run(root, "--list").output, run(root, "--list").return_value) == ("", 0)


def test_drafts_are_repaired_too(tmp_path: Path) -> None:
    root = archive(tmp_path, "status: draft\n" + CASES["plain"].before)
    assert run(root, answers="1\n").return_value == 0
    assert written(root) == "status: draft\n" + CASES["plain"].after


def test_a_quote_that_nothing_comes_near_is_shown_and_passed_over(tmp_path: Path) -> None:
    root = archive(tmp_path, "notes:\n  - quote: Kein Wort davon\n    note: x\n")
    result = run(root, answers="")
    assert "nothing in the article comes near it" in result.output
    assert result.return_value == 1


# --- lists ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("args", [["--list"], []])
def test_a_list_for_pipes(args: list[str], tmp_path: Path) -> None:
    notes = f"{LOST}  - quote: The office\n    note: x\n  - quote: Kein Wort davon\n    note: x\n"
    root = archive(tmp_path, notes)
    result = run(root, *args)
    rows = [
        (
            f"{NOTES}:2",
            "quote-not-found",
            "Guard Alder said the gate was open at nine.",
            "1",
            "p2s2",
            "Guard Birch said the gate was open at ten.",
            "Guard Birch said the gate was open at ten.",
        ),
        (f"{NOTES}:4", "quote-ambiguous", "The office", "1", "p2s3", "The office", "The office closed."),
        (f"{NOTES}:4", "quote-ambiguous", "The office", "2", "p2s4", "The office", "The office opened."),
        (f"{NOTES}:6", "quote-not-found", "Kein Wort davon", "-", "-", "-", "-"),
    ]
    assert result.stdout == "".join("\t".join(row) + "\n" for row in rows)
    assert (result.return_value, written(root)) == (1, notes)
    assert ("nothing was asked" in result.stderr) == (not args)


def test_content_cannot_steer_the_terminal_or_a_pipe(tmp_path: Path) -> None:
    text = "The &#x202e;gate was open&#x2066; at `\u009b31m` ten.\n".replace("\u009b", "")
    notes = (
        'notes:\n  - quote: "The gate\\twas\\n##[error] open at \\u2067ten\\u2069 o\'clock"\n    note: x\n'
    )
    root = archive(tmp_path, notes, text)
    for result in (run(root, "--list"), run(root, answers="\n")):
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]|##\\[", result.output)
    assert (
        len(run(root, "--list").stdout.splitlines()) == len(run(root, "--list").stdout.split("\n")) - 1 == 1
    )


# --- what can go wrong ---------------------------------------------------------------------------------------------------


def first(root: Path) -> Orphan:
    return orphans(root).value[0]


def test_a_note_that_changed_meanwhile_is_left(tmp_path: Path) -> None:
    root = archive(tmp_path, LOST)
    orphan = first(root)
    changed = LOST.replace("nine", "eight")
    (root / NOTES).write_text(changed, "utf-8")
    problem = accept(root, orphan, candidates(orphan)[0])
    assert problem is not None
    assert (problem.code, written(root)) == ("repair-changed", changed)


def test_a_note_that_moved_meanwhile_is_found(tmp_path: Path) -> None:
    root = archive(tmp_path, LOST)
    orphan = first(root)
    (root / NOTES).write_text(LOST.replace("notes:\n", "# new\n\nnotes:\n  - at: p1\n    note: y\n"), "utf-8")
    assert accept(root, orphan, candidates(orphan)[0]) is None
    assert orphans(root).value == ()


def test_two_notes_with_one_id_are_left(tmp_path: Path) -> None:
    twice = LOST + LOST.removeprefix("notes:\n")
    root = archive(tmp_path, twice)
    problem = accept(root, first(root), candidates(first(root))[0])
    assert problem is not None
    assert (problem.code, written(root)) == ("repair-failed", twice)


@pytest.mark.parametrize(
    "notes",
    [
        "notes:\n  - ? quote\n    : Eight fishing boats were lost\n    note: x\n",
        'notes: [{note: "a\n   b", at: p1}, {quote: Eight fishing boats were lost, note: x}]\n',
    ],
)
def test_a_layout_in_which_it_cannot_be_done_is_left(notes: str, tmp_path: Path) -> None:
    root = archive(tmp_path, notes)
    result = run(root, answers="1\n")
    assert "error[repair-failed]" in result.stderr
    assert (result.return_value, written(root)) == (1, notes)


def test_an_unreadable_file_of_notes_is_told(tmp_path: Path) -> None:
    root = archive(tmp_path, "notes: [\n")
    result = run(root, "--list")
    assert (result.return_value, result.stdout) == (1, "")
    assert "error[yaml-bracket-open]" in result.stderr


def test_no_archive_is_told(tmp_path: Path) -> None:
    result = run(tmp_path, "--list")
    assert (result.return_value, result.stdout) == (1, "")
    assert "error[archive-missing]" in result.stderr


def test_a_disk_that_is_full_costs_nothing(tmp_path: Path) -> None:
    root = archive(tmp_path, LOST)
    orphan = first(root)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, hard))
    try:
        problem = accept(root, orphan, candidates(orphan)[0])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert problem is not None
    assert (problem.code, written(root)) == ("repair-failed", LOST)
    assert [path.name for path in (root / NOTES).parent.iterdir()] == ["wire.yaml"]


def test_a_file_that_does_not_hold_what_was_written_is_put_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = archive(tmp_path, LOST)
    orphan = first(root)
    replace = Path.replace

    def unreliable(self: Path, target: Path) -> Path:
        if b"was:" in self.read_bytes():
            self.write_bytes(self.read_bytes()[:-20])
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", unreliable)
    problem = accept(root, orphan, candidates(orphan)[0])
    assert problem is not None
    assert (problem.code, written(root)) == ("repair-failed", LOST)


@pytest.mark.slow
def test_at_a_real_terminal(tmp_path: Path) -> None:
    root = archive(tmp_path, CASES["plain"].before)
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "postil", "repair", "--root", str(root)]
    repository = str(Path(__file__).resolve().parent.parent)
    environment = {**os.environ, "PYTHONPATH": repository, "TERM": "xterm-256color"}
    for name in ("NO_COLOR", "FORCE_COLOR"):
        environment.pop(name, None)
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as running:
        os.close(theirs)
        os.write(ours, b"1\n")
        told = b""
        while b"repaired" not in told:
            told += os.read(ours, 1024)
    os.close(ours)
    assert (running.returncode, written(root)) == (0, CASES["plain"].after)
    assert b"\x1b[31m[-Eight-]\x1b[0m\x1b[32m{+Nine+}\x1b[0m fishing boats" in told


def test_permissions_and_links_stay(tmp_path: Path) -> None:
    root = archive(tmp_path, LOST)
    real = root / "annotations" / "wire.txt"
    (root / NOTES).rename(real)
    real.chmod(0o640)
    (root / NOTES).symlink_to(real)
    assert accept(root, first(root), candidates(first(root))[0]) is None
    assert (root / NOTES).is_symlink()
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


# --- the diff ---------------------------------------------------------------------------------------------------------


def plain_diff(old: str, new: str) -> str:
    return "".join(text for text, _ in word_diff(old, new))


@pytest.mark.parametrize(
    ("old", "new", "diff"),
    [
        ("was lost", "is lost", "[-was-]{+is+} lost"),
        ("nine boats", "nine fishing boats", "nine {+fishing+} boats"),
        ("nine fishing boats", "nine boats", "nine [-fishing-] boats"),
        ('the "storm" - then', "the “storm” — then", "the “storm” — then"),
        ("a b", "c", "[-a b-]{+c+}"),
        ("a\x1b[31m", "a", "[-a\\x1b[31m-]{+a+}"),
    ],
)
def test_a_word_diff(old: str, new: str, diff: str) -> None:
    assert plain_diff(old, new) == diff


@given(st.text('ab “”"', max_size=20), st.text('ab “”"', max_size=20))
def test_a_word_diff_holds_the_new_words(old: str, new: str) -> None:
    parts = list(word_diff(old, new))
    kept = "".join(text for text, style in parts if style != "red").replace("{+", "").replace("+}", "")
    assert kept.split() == new.split()
