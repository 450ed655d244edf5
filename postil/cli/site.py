"""The verbs that make a site: `build`, `check` and `serve`."""

import errno
import os
import sys
from functools import partial
from pathlib import Path

import click

from postil import rebuild
from postil.cli import options
from postil.cli.verbs import Exit, commands, exit_of, told
from postil.messages import reason
from postil.model.outcome import Outcome
from postil.report import progress, shown


@commands.command()
@options.root
@options.out
@options.drafts
@options.edition
@options.strict
@options.withheld
@options.may_shrink
@options.jobs
@options.scheduler
@click.option("--why", metavar="PATH", help="Say why the page at PATH in the site was rendered, or was not.")
@options.form
def build(
    root: Path,
    out: Path | None,
    *,
    drafts: bool,
    edition: str,
    strictly: bool,
    withheld: Path | None,
    may_shrink: bool,
    jobs: int | None,
    scheduler: str,
    why: str | None,
    form: str,
) -> Exit:
    """Build the site and publish it, unless something is wrong."""
    if why == "":
        raise click.BadOptionUsage("why", "--why takes the path of a page in the site: index.html")
    why = why or ""
    if edition == "private":
        if scheduler:
            raise click.BadOptionUsage(
                "scheduler", "the private edition leaves no machine: --scheduler is not for it"
            )
        out = out or root / "site-private"
        why = _path_in_site(why, out)
        outcome = _private(
            root,
            out,
            drafts=drafts,
            strictly=strictly,
            withheld=withheld,
            may_shrink=may_shrink,
            jobs=jobs,
            why=why,
        )
    else:
        out = out or _usual_out(root, drafts=drafts)
        why = _path_in_site(why, out)
        with progress(sys.stderr) as watching:
            outcome = rebuild.build(
                root,
                out,
                drafts=drafts,
                strictly=strictly,
                jobs=jobs,
                withheld=withheld,
                may_shrink=may_shrink,
                waiting=_waiting,
                why=why,
                scheduler=scheduler,
                watching=watching,
            )
    if form != "json":
        _published_told(outcome, out)
        for one in outcome.why:
            click.echo(f"{shown(why)}: {one}")
    return _outcome_told(outcome, root, form)


def _waiting() -> None:
    click.echo("another build writes there; this one waits for it", err=True)
    sys.stderr.flush()  # now, not at the end


def _private(
    root: Path,
    out: Path,
    *,
    drafts: bool,
    strictly: bool,
    withheld: Path | None,
    may_shrink: bool,
    jobs: int | None,
    why: str,
) -> Outcome:
    """The edition in which nothing is held back. What is kept from build to build may not know it, so it is always new."""
    from postil import pipeline, workers  # noqa: PLC0415 - dear to load, and seldom needed

    jobs = jobs or workers.usual_jobs()
    with progress(sys.stderr) as watching:
        return pipeline.build(
            root,
            out,
            drafts=drafts,
            strictly=strictly,
            jobs=jobs,
            private=True,
            withheld=withheld,
            may_shrink=may_shrink,
            waiting=_waiting,
            why=why,
            watching=watching,
        )


def _usual_out(root: Path, *, drafts: bool) -> Path:
    return root / ("site-drafts" if drafts else "site")


def _path_in_site(given: str, out: Path) -> str:
    """The path of a page as the site knows it, from one as a shell completes it, or a browser shows it."""
    path = given.partition("#")[0].partition("?")[0]
    for folder in (out, out.absolute()):
        if path and Path(path).is_relative_to(folder):
            return Path(path).relative_to(folder).as_posix()
    return path.removeprefix("/")


def _published_told(outcome: Outcome, out: Path) -> None:
    if outcome.published:
        click.echo(f"{shown(str(out))}: {outcome.pages} pages; {outcome.written} files changed")
        sizes = ((outcome.search.web, "the web"), (outcome.search.folder, "folders"))
        editions = ", ".join(f"{size / 1e6:.1f} MB for {where}" for size, where in sizes if size)
        if editions:
            click.echo(f"search: {editions}")


@commands.command()
@options.root
@options.drafts
@options.strict
@options.withheld
@options.jobs
@options.scheduler
@options.form
def check(
    root: Path,
    *,
    drafts: bool,
    strictly: bool,
    withheld: Path | None,
    jobs: int | None,
    scheduler: str,
    form: str,
) -> Exit:
    """Find every problem; publish nothing."""
    with progress(sys.stderr) as watching:
        outcome = rebuild.check(
            root,
            drafts=drafts,
            strictly=strictly,
            jobs=jobs,
            withheld=withheld,
            scheduler=scheduler,
            watching=watching,
        )
    if not outcome.problems and form != "json":
        click.echo(f"{outcome.pages} pages, no problem")
    return _outcome_told(outcome, root, form)


@commands.command()
@options.root
@options.out
@options.drafts
@options.strict
@options.withheld
@options.may_shrink
@options.jobs
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    metavar="N",
    default=8000,
    help="Where to answer; 8000 when not given, 0 for any port that is free.",
)
def serve(
    root: Path,
    out: Path | None,
    *,
    drafts: bool,
    strictly: bool,
    withheld: Path | None,
    may_shrink: bool,
    jobs: int | None,
    port: int,
) -> Exit:
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

    def built(outcome: Outcome) -> None:
        _published_told(outcome, out)
        told(outcome.problems)
        sys.stderr.flush()  # now, not at the end

    build = partial(
        rebuild.build,
        root,
        out,
        drafts=drafts,
        strictly=strictly,
        withheld=withheld,
        may_shrink=may_shrink,
        jobs=jobs,
        waiting=_waiting,
    )
    follow(server, root, build, say=click.echo, told=built, meanwhile=rebuild.load)
    return Exit.GOOD


def _outcome_told(outcome: Outcome, root: Path, form: str) -> Exit:
    if form == "text":
        return told(outcome.problems)
    from postil.forms import github_of, json_of  # noqa: PLC0415 - for programs, which are seldom asked for

    match form:
        case "json":
            summary = {"pages": outcome.pages, "written": outcome.written, "published": outcome.published}
            click.echo(json_of(outcome.problems, summary), nl=False)
        case "github":
            folder = os.path.relpath(root).replace(os.sep, "/")
            click.echo(github_of(outcome.problems, "" if folder == "." else folder), nl=False)
    return exit_of(outcome.problems)
