"""The command line: `build` (when nothing else is said), `check`, `serve`, `repair`, `find` and `import`.

It promises the exit codes of `Exit`: 0 good, 1 problems in the archive, 2 wrong usage, 3 our fault, 130 interrupted.
Problems go to standard error, what was done to standard output. It refuses to know what a command does beyond whom to ask
and what to say.
"""

import errno
import io
import os
import sys
import traceback
from collections.abc import Sequence
from enum import IntEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, TextIO

import click

from postil import __version__, dialogue, pipeline
from postil.dates import DateFault, date_from_text
from postil.find import articles_of
from postil.fold import folded_text
from postil.forms import github_of, json_of
from postil.importers import import_sources, sources_at
from postil.messages import counted, reason
from postil.model.imported import NewFile, Source
from postil.problems import Place, Problem, has_errors
from postil.repair import orphans
from postil.report import print_problems, shown
from postil.workers import usual_jobs

if TYPE_CHECKING:
    from typing_extensions import Buffer as ReadableBuffer


class Exit(IntEnum):
    GOOD = 0
    PROBLEMS = 1
    USAGE = 2
    OUR_FAULT = 3
    INTERRUPTED = 130  # as shells have it


class _BuildByDefault(click.Group):
    """A group that builds when no command is named: `build.py --strict` is `build.py build --strict`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ours = {option for param in self.get_params(ctx) for option in param.opts}
        if not args or (args[0].startswith("-") and args[0] not in ours):
            args = ["build", *args]
        return super().parse_args(ctx, args)


_root = click.option(
    "--root",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=".",
    help="The archive's folder; this one when not given.",
)
_out = click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder of the site; site/ in the archive (site-drafts/ with --drafts) when not given.",
)
_drafts = click.option("--drafts", is_flag=True, help="Take drafts in too; never for publishing.")
_strict = click.option("--strict", "strictly", is_flag=True, help="Let warnings stop the build as errors do.")
_jobs = click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Worker processes at most; one per core when not given.",
)


_form = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "github"]),
    default="text",
    help="How problems are told: as text, as one JSON document, or so that GitHub shows them beside the lines.",
)


@click.group(cls=_BuildByDefault, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="postil")
def commands() -> None:
    """Build a site from articles and what is said about them. Without a command: build."""


@commands.command()
@_root
@_out
@_drafts
@_strict
@_jobs
@_form
def build(root: Path, out: Path | None, *, drafts: bool, strictly: bool, jobs: int | None, form: str) -> Exit:
    """Build the site and publish it, unless something is wrong."""
    out = out or _usual_out(root, drafts=drafts)
    outcome = pipeline.build(root, out, drafts=drafts, strictly=strictly, jobs=jobs or usual_jobs())
    if form != "json":
        _published_told(outcome, out)
    return _outcome_told(outcome, root, form)


def _usual_out(root: Path, *, drafts: bool) -> Path:
    return root / ("site-drafts" if drafts else "site")


def _published_told(outcome: pipeline.Outcome, out: Path) -> None:
    if outcome.published:
        click.echo(f"{shown(str(out))}: {outcome.pages} pages; {outcome.written} files changed")
        sizes = ((outcome.search.web, "the web"), (outcome.search.folder, "folders"))
        editions = ", ".join(f"{size / 1e6:.1f} MB for {where}" for size, where in sizes if size)
        if editions:
            click.echo(f"search: {editions}")


@commands.command()
@_root
@_drafts
@_strict
@_jobs
@_form
def check(root: Path, *, drafts: bool, strictly: bool, jobs: int | None, form: str) -> Exit:
    """Find every problem; publish nothing."""
    outcome = pipeline.check(root, drafts=drafts, strictly=strictly, jobs=jobs or usual_jobs())
    if not outcome.problems and form != "json":
        click.echo(f"{outcome.pages} pages, no problem")
    return _outcome_told(outcome, root, form)


@commands.command()
@_root
@_out
@_drafts
@_strict
@_jobs
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    metavar="N",
    default=8000,
    help="Where to answer; 8000 when not given, 0 for any port that is free.",
)
def serve(root: Path, out: Path | None, *, drafts: bool, strictly: bool, jobs: int | None, port: int) -> Exit:
    """Build, show the site to this machine, and follow: each change is built, and open pages reload in their place.

    Errors leave the site as it was; open pages show them, as the terminal does. Ctrl-C ends it.
    """
    from postil.serve import Server, follow  # noqa: PLC0415 - what it stands on is dear to load, and no other verb needs it

    out = out or _usual_out(root, drafts=drafts)
    try:
        server = Server(out, port, drafts=drafts)
    except OSError as error:
        why = "another program has it" if error.errno == errno.EADDRINUSE else reason(error)
        told_why = f"port {port} cannot be had: {why}; give another one, or 0 for any that is free"
        raise click.BadParameter(told_why, param_hint="--port") from error

    def told(outcome: pipeline.Outcome) -> None:
        _published_told(outcome, out)
        _told(outcome.problems)
        sys.stderr.flush()  # now, not at the end

    build = partial(pipeline.build, root, out, drafts=drafts, strictly=strictly, jobs=jobs or usual_jobs())
    follow(server, root, build, say=click.echo, told=told)
    return Exit.GOOD


@commands.command()
@_root
@click.option("--list", "listing", is_flag=True, help="Print candidates, one a line with tabs; ask nothing.")
def repair(root: Path, *, listing: bool) -> Exit:
    """Walk through the quotes that are not found, and choose what was meant.

    Nothing is chosen for you. What you accept is written into its file, in which nothing else changes.
    """
    found = orphans(root)
    if listing or not sys.stdin.isatty():
        for line in dialogue.orphan_lines(found.value):
            click.echo(line)
        if found.value and not listing:
            click.echo("standard input is no terminal, so nothing was asked: see `repair --list`", err=True)
        return max(_told(found.problems), Exit.PROBLEMS if found.value else Exit.GOOD)
    walked = dialogue.walk(root, found.value, _ask, sys.stdout)
    return max(_told((*found.problems, *walked.problems)), Exit.PROBLEMS if walked.left else Exit.GOOD)


def _ask(question: str) -> str:
    try:
        return str(click.prompt(question, default="", show_default=False))
    except click.Abort:
        return dialogue.STOP


@commands.command()
@_root
@click.argument("words")
def find(root: Path, words: str) -> Exit:
    """Find WORDS in the articles: every place, and the note to paste that points at it."""
    if not folded_text(words):
        raise click.UsageError("the words hold nothing that can be seen")
    articles = articles_of(root)
    is_found = dialogue.print_finds(root, articles.value, words, sys.stdout)
    return max(_told(articles.problems), Exit.GOOD if is_found else Exit.PROBLEMS)


@commands.command("import")
@_root
@click.option(
    "--captured",
    metavar="DATE",
    help="When the web pages were saved: no later date is taken for that of their publication.",
)
@click.argument(
    "paths",
    nargs=-1,
    required=True,
    metavar="FILE_OR_FOLDER...",
    type=click.Path(exists=True, path_type=Path),
)
def import_(root: Path, captured: str | None, paths: tuple[Path, ...]) -> Exit:
    """Take texts, Markdown, saved web pages, and folders of Markdown into content/articles/.

    A file that can't be taken in whole is not taken in at all, and nothing that exists is overwritten.
    """
    saved = None if captured is None else date_from_text(captured)
    if isinstance(saved, DateFault):
        raise click.BadParameter(f"{saved.message}; {saved.help}", param_hint="--captured")
    problems: list[Problem] = []
    sources: list[Source] = []
    for path in paths:
        found = sources_at(path, saved)
        sources += found.value
        problems += found.problems
    written = again = 0
    for source, imported in import_sources(sources):
        if imported.files and all(_is_there(root, new) for new in imported.files):
            again += 1
            continue
        clashes = [clash for new in imported.files if (clash := _written(root, new, source.path))]
        problems += clashes or imported.problems
        if imported.files and not clashes:
            written += 1
            told = (f"{source.path} -> {', '.join(new.path for new in imported.files)}", *imported.remarks)
            click.echo(shown("; ".join(told)))
    if len(sources) > 1:
        told_of = counted(len(problems), "thing")
        click.echo(f"imported {written} of {counted(len(sources), 'file')}; {told_of} to look at")
    if again:
        click.echo(f"{counted(again, 'file')} had been imported before, with the same result")
    return _told(problems)


def _is_there(root: Path, new: NewFile) -> bool:
    """Whether the file is there as it would be written."""
    try:
        return (root / new.path).read_bytes() == new.data
    except OSError:
        return False


def _written(root: Path, new: NewFile, source: str) -> Problem | None:
    """Write the file; None, or what kept it from being written."""
    path = root / new.path
    is_begun = False
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("xb") as file:
            is_begun = True
            file.write(new.data)
    except OSError as error:
        if is_begun:
            path.unlink(missing_ok=True)  # half a text is worse than none
        if is_begun or not path.exists():
            return Problem(
                "import-unwritable",
                f"{new.path} cannot be written: {reason(error)}",
                Place(source),
                help=("see that it is a folder that can be written to, and that the disk has room",),
            )
        return Problem(
            "import-exists",
            f"{new.path} exists and is another text than this would be, so it was left as it is",
            Place(source),
            help=(
                "where it came from this file, compare them; to import it anew, delete or move the old one first",
                "where it is another article, rename the file: the article's id comes from its name",
            ),
        )
    return None


def _outcome_told(outcome: pipeline.Outcome, root: Path, form: str) -> Exit:
    match form:
        case "json":
            summary = {"pages": outcome.pages, "written": outcome.written, "published": outcome.published}
            click.echo(json_of(outcome.problems, summary), nl=False)
        case "github":
            folder = os.path.relpath(root).replace(os.sep, "/")
            click.echo(github_of(outcome.problems, "" if folder == "." else folder), nl=False)
        case _:
            return _told(outcome.problems)
    return _exit(outcome.problems)


def _exit(problems: Sequence[Problem]) -> Exit:
    return Exit.PROBLEMS if has_errors(problems) else Exit.GOOD


def _told(problems: Sequence[Problem]) -> Exit:
    print_problems(problems, sys.stderr)
    return _exit(problems)


def main(args: Sequence[str] | None = None) -> NoReturn:
    """Run a command and leave with its exit code; `args` without the program's name, else those of this process.

    What is told may not arrive, which changes nothing in what is done. A reader that left early is no problem; a full
    disk is.
    """
    out, err = _guarded(sys.stdout), _guarded(sys.stderr)
    sys.stdout, sys.stderr = out.stream, err.stream
    code = _run(args)
    for name, output in (("output", out), ("error", err)):
        fault = output.fault
        if fault is not None and fault.errno != errno.EPIPE:
            click.echo(f"standard {name} cannot be written: {reason(fault)}", err=True)
            code = max(code, Exit.PROBLEMS)
    sys.exit(code)


class _Raw(io.RawIOBase):
    """The file below a stream; what it refuses is lost, and the first reason kept."""

    def __init__(self, file: io.FileIO) -> None:
        self._file = file
        self.fault: OSError | None = None

    def writable(self) -> bool:
        return True

    def isatty(self) -> bool:
        return self._file.isatty()

    def fileno(self) -> int:
        return self._file.fileno()

    def write(self, data: "ReadableBuffer") -> int | None:
        if self.fault is None:
            try:
                return self._file.write(data)
            except OSError as error:
                self.fault = error
        return memoryview(data).nbytes


class _Output:
    """A stream of this process, and why it could not be written to, if so."""

    def __init__(self, stream: TextIO, raw: _Raw | None) -> None:
        self.stream = stream
        self._raw = raw

    @property
    def fault(self) -> OSError | None:
        self.stream.flush()
        return None if self._raw is None else self._raw.fault


def _guarded(stream: TextIO | None) -> _Output:
    """A stream that never fails; one that goes nowhere where the process was given none."""
    if stream is None:
        return _Output(io.StringIO(), None)
    file = getattr(stream, "buffer", None)
    file = getattr(file, "raw", file)  # nothing lies between where Python runs unbuffered
    if not isinstance(stream, io.TextIOWrapper) or not isinstance(file, io.FileIO):
        return _Output(stream, None)
    raw = _Raw(file)
    is_direct = stream.line_buffering or file.isatty()
    wrapped = io.TextIOWrapper(
        io.BufferedWriter(raw), stream.encoding, stream.errors, line_buffering=is_direct
    )
    return _Output(wrapped, raw)


def _run(args: Sequence[str] | None) -> Exit:
    try:
        return Exit(commands.main(args, standalone_mode=False) or 0)
    except click.ClickException as error:
        error.show()
        return Exit.USAGE
    except (click.Abort, KeyboardInterrupt):
        return Exit.INTERRUPTED
    except Exception:  # noqa: BLE001 - the one place where a bug of ours is caught, to be told apart from bad input
        traceback.print_exc()
        click.echo("\nThis is a fault in Postil, not in the archive.", err=True)
        return Exit.OUR_FAULT
