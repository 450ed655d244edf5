"""Problems as text: the place, the line with a caret, what else is involved, what to do; and how far a build has come.

Promises the same text for the same problems, in one order, and that nothing that stands in an archive can steer a
terminal or hide in it: control and bidirectional characters are shown escaped. Refuses to know what a problem means.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from types import MappingProxyType
from typing import TYPE_CHECKING, TextIO

from postil.messages import counted
from postil.model.outcome import Watching, unwatched
from postil.problems import Problem, Severity, problem_order
from postil.quoting import escaped, is_hidden

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

WIDEST = 100
"""Code points of a line that are shown; of a longer one, a window around the caret."""

BEFORE_CARET = 30
"""Code points shown before the caret when a line is cut."""

LOG_COMMAND = re.compile(r"##(?=\[|vso\[)")
"""Begins a command to what keeps a build's log: the second sign is what to escape."""

MOST = 20
"""Problems of one kind in one file that are told one by one."""

PATIENCE = 1.0
"""Seconds of a build of which nothing is shown: most are shorter."""

REFRESH = 0.1
"""Seconds between two things that are shown."""

Part = tuple[str, str]
"""A text and the style it has on a terminal."""

STYLES = MappingProxyType({Severity.ERROR: "bold red", Severity.WARNING: "bold yellow"})


def text_of(problems: Sequence[Problem]) -> str:
    """All problems in the order of `problem_order`, and a line that counts them; empty when there are none.

    Of one kind in one file the first `MOST` are told, and how many more there are: a thousand may have one cause.
    """
    return "".join(text for text, _ in _parts(problems))


def print_problems(problems: Sequence[Problem], stream: TextIO) -> None:
    """Write `text_of` to the stream; in colour when it is a terminal and NO_COLOR is not set."""
    if problems:
        print_parts(_parts(problems), stream)


def print_parts(parts: Iterable[Part], stream: TextIO) -> None:
    """Write texts that are `shown`, or ours; in colour when the stream is a terminal and NO_COLOR is not set."""
    from rich.console import Console  # noqa: PLC0415 - dear to load, and most builds have nothing to tell
    from rich.text import Text  # noqa: PLC0415 - the same

    console = Console(file=stream, highlight=False, soft_wrap=True)
    if console.is_terminal:
        console.print(Text.assemble(*parts), end="")
    else:
        stream.write("".join(text for text, _ in parts))


def excerpt_of(problem: Problem) -> str:
    """The line and, under it, the caret, as in `text_of`; empty when no line is known."""
    return "".join(text for text, _ in _excerpt(problem, ""))


def shown(text: str) -> str:
    r"""The text with characters that a terminal would obey, or not show, escaped (`\x1b`, `\u202e`).

    Of `##[` and `##vso[`, too, wherever they stand: what keeps a build's log would take them for commands.
    """
    return LOG_COMMAND.sub(r"#\\x23", "".join(escaped(one) if is_hidden(one) else one for one in text))


def _parts(problems: Sequence[Problem]) -> Iterator[Part]:
    if not problems:
        return
    of_kind: Counter[tuple[str, str]] = Counter()
    for problem in sorted(problems, key=problem_order):
        kind = (problem.code, problem.place.path)
        of_kind[kind] += 1
        if of_kind[kind] > MOST:
            continue
        style = STYLES[problem.severity]
        yield f"{problem.severity}[{problem.code}]", style
        yield f": {shown(problem.message)}\n", "bold"
        if problem.place.path:
            yield f"  {shown(str(problem.place))}\n", "cyan"
        yield from _excerpt(problem, style)
        for note in problem.notes:
            yield "  note:", "bold"
            where = f" ({shown(str(note.place))})" if note.place else ""
            yield f" {shown(note.message)}{where}\n", ""
        for cure in problem.help:
            yield "  help:", "bold green"
            yield f" {shown(cure)}\n", ""
        yield "\n", ""
    for (code, path), number in of_kind.items():
        if number > MOST:
            where = f" in {shown(path)}" if path else ""
            yield f"{number - MOST} more of {code}{where}; `--format json` tells each\n", ""
    yield f"{summary_of(problems)}\n", "bold"


def _excerpt(problem: Problem, style: str) -> Iterator[Part]:
    """The line and, under it, the caret; `place.column` counts code points, the caret stands under what is shown."""
    from rich.cells import cell_len  # noqa: PLC0415 - as above

    place, line = problem.place, problem.excerpt.rstrip()
    if not line or not place.line:
        return
    first = min(max(place.column - 1, 0), len(line))
    last = first + max(place.length, 1)
    start = 0
    if len(line) > WIDEST:
        start = max(0, min(first - BEFORE_CARET, len(line) - WIDEST))
    end = start + WIDEST
    before, after = "…" * (start > 0), "…" * (end < len(line))
    yield f"   {place.line} | ", "dim"
    yield f"{before}{shown(line[start:end])}{after}\n", ""
    if place.column:
        gap = cell_len(before + shown(line[start:first]))
        width = max(cell_len(shown(line[first : min(last, end)])), 1)
        yield f"   {' ' * len(str(place.line))} | ", "dim"
        yield f"{' ' * gap}{'^' * width}\n", style


def summary_of(problems: Sequence[Problem]) -> str:
    """How many errors and warnings there are, and in how many files; there is at least one."""
    errors = sum(problem.severity is Severity.ERROR for problem in problems)
    files = len({problem.place.path for problem in problems if problem.place.path})
    counts = ((errors, "error"), (len(problems) - errors, "warning"))
    where = f" in {counted(files, 'file')}" if files else ""
    return ", ".join(counted(number, noun) for number, noun in counts if number) + where


@contextmanager
def progress(stream: TextIO) -> Iterator[Watching]:
    """What to tell how far a build has come. A terminal shows it, with the rate and the time left, and then forgets it."""
    if not stream.isatty():
        yield unwatched
        return
    line = _Line(stream)
    try:
        yield line.told
    finally:
        line.end()


class _Line:
    """The line of a terminal that says how far a build has come."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._doing = ""
        self._since = self._next = time.monotonic()
        self._next += PATIENCE
        self._line: Progress | None = None
        self._task: TaskID | None = None

    def told(self, doing: str, done: int, of: int) -> None:
        now = time.monotonic()
        is_new = doing != self._doing
        if is_new:
            self._doing, self._since = doing, now
        elif now < self._next:
            return
        if self._line is None:
            if now < self._next:
                return
            self._line = self._begun()
        if is_new or self._task is None:
            if self._task is not None:
                self._line.remove_task(self._task)
            self._task = self._line.add_task(doing, rate="", counted="")
        rate = f"{done / (now - self._since):.0f}/s" if done and now > self._since else ""
        told = f"{done} of {of}" if of else ""
        self._line.update(self._task, completed=done, total=of or None, rate=rate, counted=told)
        self._next = now + REFRESH

    def _begun(self) -> Progress:
        from rich.console import Console  # noqa: PLC0415 - dear to load, and most builds are over before
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415 - the same

        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.fields[counted]}"),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(compact=True),
        )
        line = Progress(*columns, console=Console(file=self._stream), transient=True)
        line.start()
        return line

    def end(self) -> None:
        if self._line is not None:
            self._line.stop()
