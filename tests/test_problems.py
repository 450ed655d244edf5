"""Every code of the table: something causes it, exactly that is told, with a cure; and the page of codes is true."""

from __future__ import annotations

import pickle
import string
from pathlib import Path

import problem_pages
import pytest

from postil.problems import CODES, Problem

pytestmark = pytest.mark.slow

CAUSED = sorted({*problem_pages.broken_codes(), *problem_pages.MADE})


def shown(problem: Problem) -> str:
    return f"{problem.code} {problem.place.path}:{problem.place.line}:{problem.place.column}"


def test_every_code_has_a_cause() -> None:
    """A new code needs an archive in tests/broken, named as the code, with the places expected in expected.txt."""
    assert sorted({*CAUSED, *problem_pages.ELSEWHERE}) == sorted(CODES)
    assert list(CODES) == sorted(CODES)


@pytest.mark.parametrize("code", CAUSED)
def test_a_code_is_told_with_a_cure_and_can_travel(code: str, tmp_path: Path) -> None:
    problems = problem_pages.found(code, tmp_path)
    assert code in {problem.code for problem in problems}
    for problem in problems:
        assert problem.help
        assert all(problem.help)
        assert problem.message[0] not in string.ascii_uppercase
        assert pickle.loads(pickle.dumps(problem)) == problem


@pytest.mark.parametrize("code", problem_pages.broken_codes())
def test_a_broken_archive_is_told_exactly(code: str, tmp_path: Path) -> None:
    expected = (problem_pages.BROKEN / code / "expected.txt").read_text("utf-8").splitlines()
    assert [shown(problem) for problem in problem_pages.found(code, tmp_path)] == expected


def test_every_code_caused_elsewhere_has_a_test() -> None:
    tests = "".join(path.read_text("utf-8") for path in sorted(problem_pages.TESTS.glob("test_*.py")))
    assert [code for code in sorted(problem_pages.ELSEWHERE) if code not in tests] == []


def test_the_page_of_codes_is_what_the_code_says() -> None:
    """After a change of codes or messages: `make docs`."""
    assert problem_pages.PAGE.read_text("utf-8") == problem_pages.page(problem_pages.example)
