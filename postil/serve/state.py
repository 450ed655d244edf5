"""State: what the server knows of the last build, as a value, and as the page's script is told it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from html import escape

from postil.messages import counted
from postil.problems import Problem, Remark, Severity, problem_order
from postil.report import excerpt_of, shown, summary_of, text_of

MOST_SHOWN = 200
"""Problems that a page shows; the terminal shows all."""


@dataclass(frozen=True, slots=True)
class State:
    """`start` names this run of the server, `round` grows with every state, `site` with every change of the site."""

    start: str
    round: int = 0
    site: int = 0
    is_building: bool = False
    problems: tuple[Problem, ...] = ()
    fault: str = ""
    """What to say of a build that raised; empty when none did."""

    @property
    def key(self) -> str:
        """Another one for every state, whatever server it is of."""
        return f"{self.start}.{self.round}"

    @property
    def site_key(self) -> str:
        """Another one for every site, whatever server it is of."""
        return f"{self.start}.{self.site}"


def json_of(state: State) -> str:
    """What `serve.js` reads. Texts are `shown`; errors stand first, then all in the order of the terminal."""
    errors = sum(problem.severity is Severity.ERROR for problem in state.problems)
    ordered = sorted(state.problems, key=lambda one: (one.severity is not Severity.ERROR, problem_order(one)))
    more = len(ordered) - MOST_SHOWN
    return json.dumps(
        {
            "key": state.key,
            "site": state.site_key,
            "building": state.is_building,
            "fault": state.fault,
            "errors": errors,
            "summary": summary_of(ordered) if ordered else "",
            "problems": [_told(problem) for problem in ordered[:MOST_SHOWN]],
            "more": f"{counted(more, 'more problem')}: see the terminal" if more > 0 else "",
        }
    )


def _told(problem: Problem) -> dict[str, object]:
    return {
        "severity": str(problem.severity),
        "code": problem.code,
        "message": shown(problem.message),
        "place": shown(str(problem.place)) if problem.place.path else "",
        "excerpt": excerpt_of(problem),
        "notes": [_note(note) for note in problem.notes],
        "help": [shown(cure) for cure in problem.help],
    }


def _note(note: Remark) -> str:
    return shown(f"{note.message} ({note.place})" if note.place else note.message)


def page_of(state: State, frame: str) -> str:
    """The page that stands at every address while there is no site; `frame` has a place for the problems."""
    text = state.fault or text_of(state.problems) or "The site is being built."
    return frame.replace("{problems}", escape(text))
