"""Serve: the site for one person at work, built anew when the archive changes.

What is served is what is published: the files of the site, each page with one line more, the script that follows the
server. That line is put in while answering and stands in no file. When a build finds errors the site stays as it was, and
the open page shows why. Only this machine is answered.

The main thread watches and builds; one other answers requests, from the folder and from one frozen value that the main
thread replaces (see docs/decisions/0012-serve.md). Serve knows how to begin a build, and refuses to know what it does.
"""

from __future__ import annotations

import sys
import threading
import traceback
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Protocol

from postil.messages import counted
from postil.model.outcome import Outcome
from postil.problems import Problem
from postil.report import shown
from postil.serve.answering import Server
from postil.serve.watching import watched

__all__ = ["Build", "Server", "follow"]

OUR_FAULT = "This is a fault in Postil, not in the archive."

_NAMED = 3
"""Changed files that are named; of more, the number."""

_QUIET = 1000
"""Milliseconds without a change after which a search that was left is made: who saves again does not wait for it."""

_STOPS_WITHIN = 0.1
"""Seconds after which the answering thread looks whether it should end."""


class Build(Protocol):
    """A build; one that is not `searching` may leave the search for the next."""

    def __call__(self, *, searching: bool = True) -> Outcome: ...


def _nothing() -> None:
    pass


def follow(
    server: Server,
    root: Path,
    build: Build,
    *,
    say: Callable[[str], None],
    told: Callable[[Outcome], None],
    meanwhile: Callable[[], None] = _nothing,
) -> None:
    """Build, answer requests, and build again on each change of the archive at `root`, until interrupted.

    Where a build has left the search as it was, it is made when nothing more has changed for a moment.
    `say` is handed lines for the terminal, `told` what each build came to; `meanwhile` is called once, when the first has
    been made. A build that raises is our fault; it is told
    with its traceback on standard error, and the next change begins another one. Closes the server.
    """
    answering = threading.Thread(
        target=server.serve_forever, kwargs={"poll_interval": _STOPS_WITHIN}, daemon=True
    )
    try:
        while True:
            # Watched before it is read, so that what changes while a build runs is seen after it.
            with watched(root) as changes:
                outcome = _build(server, partial(build, searching=False), told)
                if not answering.is_alive():
                    answering.start()
                    say(f"{server.address} shows this site and follows the archive; Ctrl-C ends it")
                    meanwhile()
                changed: tuple[str, ...] = ()
                if outcome is not None and not outcome.is_searched and not (changed := changes.wait(_QUIET)):
                    _build(server, build, partial(_told_anew, told, outcome.problems), reloads=False)
                say(f"changed: {_listed(changed or changes.wait())}")
    except KeyboardInterrupt:
        pass  # the way to end it
    finally:
        if answering.is_alive():
            server.shutdown()
        server.server_close()


def _build(
    server: Server, build: Callable[[], Outcome], told: Callable[[Outcome], None], *, reloads: bool = True
) -> Outcome | None:
    """What the build came to, told and shown; None when it raised. Unless it `reloads`, open pages stay as they are."""
    outcome = None
    before = server.state
    server.state = replace(before, round=before.round + 1, is_building=True)
    problems, fault, is_changed = before.problems, "", False
    try:
        outcome = build()
        told(outcome)
        problems, is_changed = outcome.problems, reloads and outcome.written > 0
    except Exception as error:  # noqa: BLE001 - a bug of ours must not cost the person at work the server
        traceback.print_exc()
        sys.stderr.write(f"\n{OUR_FAULT}\n")
        sys.stderr.flush()
        problems, fault = (), shown(f"{OUR_FAULT} {type(error).__name__}: {error}")
    server.state = replace(
        before, round=before.round + 2, site=before.site + is_changed, problems=problems, fault=fault
    )
    return outcome


def _told_anew(told: Callable[[Outcome], None], before: tuple[Problem, ...], outcome: Outcome) -> None:
    if outcome.problems != before:
        told(outcome)


def _listed(paths: tuple[str, ...]) -> str:
    more = len(paths) - _NAMED
    named = ", ".join(shown(path) for path in paths[:_NAMED])
    return named if more <= 0 else f"{named} and {counted(more, 'other file')}"
