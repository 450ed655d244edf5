"""Forms: problems for programs. One JSON document, or commands that GitHub shows beside the lines.

Promises that nothing that stands in an archive ends a command, begins one, or steers what shows it. Refuses to know what
a problem means, and how people are told.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from postil.problems import Place, Problem, Remark, Severity, problem_order
from postil.report import LOG_COMMAND, shown

VERSION = 1
"""Of the JSON: it grows when a key goes or changes its meaning."""


def json_of(problems: Sequence[Problem], summary: Mapping[str, int | bool]) -> str:
    """One JSON document in ASCII: `version`, `problems` and `summary`, which also counts errors and warnings.

    Places are those of `postil.problems.Place`: 0 where none is known, columns and lengths in code points.
    """
    errors = sum(problem.severity is Severity.ERROR for problem in problems)
    document = {
        "version": VERSION,
        "problems": [_json_problem(problem) for problem in sorted(problems, key=problem_order)],
        "summary": {"errors": errors, "warnings": len(problems) - errors, **summary},
    }
    # Within a string, which is the only place for it, JSON may write a number sign as this.
    return LOG_COMMAND.sub(r"#\\u0023", json.dumps(document, indent=2)) + "\n"


def _json_problem(problem: Problem) -> dict[str, object]:
    return {
        "code": problem.code,
        "severity": str(problem.severity),
        "message": problem.message,
        **_json_place(problem.place),
        "notes": [
            {"message": note.message, **(_json_place(note.place) if note.place else {})}
            for note in problem.notes
        ],
        "help": list(problem.help),
    }


def _json_place(place: Place) -> dict[str, object]:
    return {"path": place.path, "line": place.line, "column": place.column, "length": place.length}


def github_of(problems: Sequence[Problem], folder: str = "") -> str:
    """One workflow command for each problem; empty when there are none.

    `folder` is where the archive lies in the repository. The escapes are those of `@actions/core` (GitHub, "Workflow
    commands for GitHub Actions").
    """
    return "".join(_command(problem, folder) for problem in sorted(problems, key=problem_order))


def _command(problem: Problem, folder: str) -> str:
    place = problem.place
    properties = [("title", problem.code)]
    if place.path:
        properties.append(("file", f"{folder}/{place.path}" if folder else place.path))
    if place.line:
        properties.append(("line", str(place.line)))
    if place.line and place.column:
        properties.append(("col", str(place.column)))
    said = [
        shown(problem.message),
        *(f"note: {_note(note)}" for note in problem.notes),
        *(f"help: {shown(cure)}" for cure in problem.help),
    ]
    written = ",".join(f"{name}={_property(value)}" for name, value in properties)
    return f"::{problem.severity} {written}::{_data(chr(10).join(said))}\n"


def _note(note: Remark) -> str:
    if note.place is None:
        return shown(note.message)
    return shown(f"{note.message} ({note.place})")


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(shown(text)).replace(":", "%3A").replace(",", "%2C")
