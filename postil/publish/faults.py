"""Faults: that the system does not let a site be written, as a problem."""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Iterator
from pathlib import Path

from postil.messages import reason
from postil.problems import Place, Problem

_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS})


class Unwritable(Exception):  # noqa: N818 - the fault is the disk's, and becomes a problem
    """The system does not let a site be written; what was published stands as it was."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


@contextlib.contextmanager
def told(out: Path) -> Iterator[None]:
    """Raise `Unwritable` for what the system refuses."""
    try:
        yield
    except OSError as error:
        raise Unwritable(unwritable(out, error)) from error


def has_no_room(error: OSError) -> bool:
    """Whether an error is that a disk is full or may not be written to."""
    return error.errno in _NO_ROOM


def unwritable(out: Path, error: OSError) -> Problem:
    """The system would not let a site be written."""
    return Problem(
        "out-unwritable",
        f"the site cannot be written: {reason(error)}",
        Place(str(error.filename or out)),
        help=(
            "see that the folder can be written to and that the disk has room, or give another one with --out",
        ),
    )
