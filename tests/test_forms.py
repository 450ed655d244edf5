"""Problems for programs: JSON that says all, and GitHub's commands, which nothing in an archive can end or begin."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.cli import main
from postil.forms import github_of, json_of
from postil.problems import Place, Problem, Remark, Severity
from postil.report import shown, text_of

STANDARD = Problem(
    "quote-not-found",
    "the quoted text is not in the article",
    Place("annotations/articles/harbour-wire.yaml", 12, 12, 29),
    notes=(Remark("nearest passage", Place("content/articles/harbour-wire.md", 9)),),
    help=("correct the quote",),
)
HOSTILE = "100%\r\n::error::x\n##[error]y ##vso[task.setvariable]z \x1b[2J\u202e,:\u2066"

texts = st.text(st.sampled_from("%\r\n:,#[ ]a\x1b\u202e\u2028\x85é\\;"), min_size=1, max_size=30) | st.text(
    min_size=1
)
problems = st.builds(
    Problem,
    st.sampled_from(["quote-not-found", "raw-html"]),
    texts,
    st.builds(Place, texts, st.integers(0, 3), st.integers(0, 3), st.integers(0, 3)),
    st.lists(
        st.builds(Remark, texts, st.none() | st.builds(Place, texts, st.integers(0, 3))), max_size=2
    ).map(tuple),
    st.lists(texts, max_size=2).map(tuple),
    st.sampled_from(Severity),
)


def test_the_standard_for_github() -> None:
    assert github_of([STANDARD]) == (
        "::error title=quote-not-found,file=annotations/articles/harbour-wire.yaml,line=12,col=12::"
        "the quoted text is not in the article%0A"
        "note: nearest passage (content/articles/harbour-wire.md:9)%0Ahelp: correct the quote\n"
    )
    assert github_of([STANDARD], "papers").count("file=papers/annotations/") == 1
    assert github_of([]) == ""


def test_the_standard_as_json() -> None:
    assert json.loads(json_of([STANDARD], {"pages": 0})) == {
        "version": 1,
        "problems": [
            {
                "code": "quote-not-found",
                "severity": "error",
                "message": "the quoted text is not in the article",
                "path": "annotations/articles/harbour-wire.yaml",
                "line": 12,
                "column": 12,
                "length": 29,
                "notes": [
                    {
                        "message": "nearest passage",
                        "path": "content/articles/harbour-wire.md",
                        "line": 9,
                        "column": 0,
                        "length": 0,
                    }
                ],
                "help": ["correct the quote"],
            }
        ],
        "summary": {"errors": 1, "warnings": 0, "pages": 0},
    }


@given(st.lists(problems, max_size=3))
def test_each_problem_is_one_command_and_its_words_come_back(several: list[Problem]) -> None:
    lines = github_of(several).splitlines()
    assert len(lines) == len(several)
    told = []
    for line in lines:
        command = re.fullmatch(r"::(error|warning) ([^:]*)::(.*)", line)
        assert command is not None
        names = [part.partition("=")[0] for part in command[2].split(",")]
        assert names == [name for name in ("title", "file", "line", "col") if name in names]
        data = command[3].replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%")
        told.append((command[1], data.split("\n")[0]))
    assert sorted(told) == sorted((str(one.severity), shown(one.message)) for one in several)


@given(st.lists(problems, max_size=3))
def test_json_gives_every_text_back_and_is_ascii(several: list[Problem]) -> None:
    written = json_of(several, {})
    assert all(" " <= character <= "~" or character == "\n" for character in written)
    found = [(one["message"], *one["help"]) for one in json.loads(written)["problems"]]
    assert sorted(found) == sorted((one.message, *one.help) for one in several)


@pytest.mark.parametrize("form", ["text", "json", "github"])
def test_nothing_in_an_archive_commands_the_log_or_the_terminal(form: str) -> None:
    problem = Problem(
        "raw-html",
        HOSTILE,
        Place(HOSTILE, 1, 1, 1),
        (Remark(HOSTILE, Place(HOSTILE)),),
        (HOSTILE,),
        excerpt=HOSTILE,
    )
    forms = {"text": text_of([problem]), "json": json_of([problem], {}), "github": github_of([problem])}
    lines = forms[form].splitlines()
    assert not re.search(r"##\[|##vso\[|[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", forms[form])
    assert sum(line.lstrip().startswith("::") for line in lines) == (form == "github")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("form", "begins"), [("json", "{"), ("github", "::error title=front-matter-missing,file=")]
)
def test_a_program_finds_all_on_standard_output(
    form: str, begins: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "content" / "articles").mkdir(parents=True)
    (tmp_path / "content" / "articles" / "storm.md").write_text("no front matter", encoding="utf-8")
    with pytest.raises(SystemExit) as left:
        main(["check", "--root", str(tmp_path), "--format", form])
    said = capsys.readouterr()
    assert left.value.code == 1
    assert said.err == ""
    assert said.out.startswith(begins)
    if form == "json":
        assert json.loads(said.out)["summary"] == {
            "errors": 1, "warnings": 0, "pages": 0, "written": 0, "published": False
        }  # fmt: skip


@pytest.mark.slow
def test_a_build_in_json_is_one_document(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "content" / "articles").mkdir(parents=True)
    (tmp_path / "content" / "articles" / "storm.md").write_text(
        "---\ntitle: Storm\n---\nNine boats.", encoding="utf-8"
    )
    with pytest.raises(SystemExit) as left:
        main(["build", "--root", str(tmp_path), "--format", "json"])
    assert left.value.code == 0
    summary = json.loads(capsys.readouterr().out)["summary"]
    assert summary["published"] is True
    assert summary["pages"] > 0
