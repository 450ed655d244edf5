"""The report: the text that a person reads when something is wrong."""

import io
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.problems import Place, Problem, Remark, Severity
from postil.report import MOST, print_problems, text_of

STANDARD = Problem(
    code="quote-not-found",
    message="the quoted text is not in the article",
    place=Place("annotations/articles/harbour-wire.yaml", 12, 12, 29),
    notes=(
        Remark(
            'nearest passage in content/articles/harbour-wire.md (line 9): "Nine fishing boats were lost"',
        ),
    ),
    help=("correct the quote, or run `python build.py repair` to see candidates",),
    excerpt="  - quote: Eight fishing boats were lost",
)


def problem(path: str = "a.md", line: int = 1, column: int = 1, length: int = 1, **more: object) -> Problem:
    fields = {"code": "quote-not-found", "message": "a fact", **more}
    return Problem(place=Place(path, line, column, length), **fields)  # type: ignore[arg-type]


def test_the_standard() -> None:
    assert text_of([STANDARD]) == (
        "error[quote-not-found]: the quoted text is not in the article\n"
        "  annotations/articles/harbour-wire.yaml:12\n"
        "   12 |   - quote: Eight fishing boats were lost\n"
        "      |            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        '  note: nearest passage in content/articles/harbour-wire.md (line 9): "Nine fishing boats were lost"\n'
        "  help: correct the quote, or run `python build.py repair` to see candidates\n"
        "\n"
        "1 error in 1 file\n"
    )


def test_nothing_wrong_is_nothing_said() -> None:
    assert text_of([]) == ""


def test_of_one_kind_in_one_file_not_all_are_told() -> None:
    many = [problem("a.md", line) for line in range(1, 51)]
    text = text_of([*many, problem("b.md"), problem("a.md", code="file-ignored")])
    assert text.count("error[quote-not-found]") == MOST + 1
    assert f"  a.md:{MOST}\n" in text
    assert f"  a.md:{MOST + 1}\n" not in text
    assert "\n30 more of quote-not-found in a.md; `--format json` tells each\n52 errors in 2 files\n" in text


def test_a_note_names_its_own_place() -> None:
    text = text_of([problem(notes=(Remark("first written here", Place("b.yaml", 3)),))])
    assert "  note: first written here (b.yaml:3)\n" in text


@pytest.mark.parametrize(
    ("severities", "paths", "line"),
    [
        ("EEW", "abb", "2 errors, 1 warning in 2 files"),
        ("WW", "aa", "2 warnings in 1 file"),
        ("E", [""], "1 error"),
    ],
)
def test_the_last_line_counts(severities: str, paths: list[str], line: str) -> None:
    known = {"E": Severity.ERROR, "W": Severity.WARNING}
    problems = [problem(path, severity=known[s]) for s, path in zip(severities, paths, strict=True)]
    assert text_of(problems).splitlines()[-1] == line


@given(st.permutations([("a.md", 2, 1), ("a.md", 10, 1), ("a.md", 10, 5), ("b.md", 1, 1)]))
def test_order_is_by_file_line_and_column(places: list[tuple[str, int, int]]) -> None:
    def report(order: list[tuple[str, int, int]]) -> str:
        return text_of([problem(*place, message=f"fact {place}") for place in order])

    assert report(places) == report(sorted(places))
    assert report(places).index("'a.md', 2") < report(places).index("'a.md', 10, 1")


@pytest.mark.parametrize(
    ("excerpt", "column", "length", "line", "caret"),
    [
        ("name: Орла Венн", 7, 4, "name: Орла Венн", "      ^^^^"),
        ("港: 湾", 4, 1, "港: 湾", "    ^^"),  # wide characters fill two cells
        ("e\u0301a: b", 5, 1, "e\u0301a: b", "   ^"),  # a combining mark fills none
        ("\tkey: 1", 2, 3, "\\tkey: 1", "  ^^^"),
        ("key:", 5, 1, "key:", "    ^"),  # one past the end: something is missing there
        ("key: value", 6, 99, "key: value", "     ^^^^^"),
    ],
)
def test_the_caret_stands_under_what_is_shown(
    excerpt: str, column: int, length: int, line: str, caret: str
) -> None:
    report = text_of([problem(line=7, column=column, length=length, excerpt=excerpt)]).splitlines()
    assert report[2:4] == [f"   7 | {line}", f"     | {caret}"]


def test_of_a_long_line_a_window_is_shown() -> None:
    line = "".join(f"w{number:04} " for number in range(200))
    column = line.index("w0100") + 1
    report = text_of([problem(column=column, length=5, excerpt=line)]).splitlines()
    shown, caret = report[2], report[3]
    assert shown.startswith("   1 | …")
    assert shown.endswith("…")
    assert shown[caret.index("^") : caret.rindex("^") + 1] == "w0100"


def test_without_a_column_there_is_no_caret() -> None:
    assert "^" not in text_of([problem(column=0, length=0, excerpt="a line")])


@given(st.text(), st.text(), st.text(), st.integers(0, 9), st.integers(0, 9))
def test_content_cannot_steer_the_terminal(
    message: str, excerpt: str, path: str, column: int, length: int
) -> None:
    text = text_of([problem(path, 1, column, length, message=message, excerpt=excerpt, help=(message,))])
    steering = {c for c in text if unicodedata.category(c) in {"Cc", "Cf", "Cs", "Zl", "Zp"}}
    assert steering <= {"\n", "\u200c", "\u200d"}


def test_a_line_break_in_content_cannot_fake_a_problem() -> None:
    assert len(text_of([problem(message="a\nerror[x]: b")]).splitlines()) == len(
        text_of([problem()]).splitlines()
    )


@given(st.text(), st.integers(0, 99), st.integers(0, 99))
def test_any_excerpt_can_be_shown(excerpt: str, column: int, length: int) -> None:
    report = text_of([problem(column=column, length=length, excerpt=excerpt)])
    assert report.endswith("1 error in 1 file\n")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_colour_only_on_a_terminal_and_only_when_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    plain, coloured, unwanted = io.StringIO(), Terminal(), Terminal()
    print_problems([STANDARD], plain)
    print_problems([STANDARD], coloured)
    monkeypatch.setenv("NO_COLOR", "1")
    print_problems([STANDARD], unwanted)
    assert plain.getvalue() == text_of([STANDARD])
    assert "\x1b[1;31merror[quote-not-found]" in coloured.getvalue()
    assert "\x1b[31m" not in unwanted.getvalue()
