"""The verbs for addresses that stand for ever: `seal`, `revise` and `withdraw`. The one place that asks for the day."""

import datetime as dt
import re
from pathlib import Path
from typing import BinaryIO

import click

from postil import folders, sealing
from postil.cli import options
from postil.cli.verbs import Exit, commands, told
from postil.messages import counted
from postil.model.ledger import Because
from postil.report import shown

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def _day(_: click.Context, __: click.Parameter, value: str | None) -> str:
    """The day that was given, or today's."""
    if value is None:
        return dt.datetime.now().astimezone().date().isoformat()
    try:
        if _DAY.fullmatch(value):
            return dt.date.fromisoformat(value).isoformat()
    except ValueError:
        pass
    raise click.BadParameter("write a day as 2031-05-02")


_STILL_THERE = "the published site holds the words until the next build, which forgets them; git keeps them in its history"


def _name_of(file: BinaryIO | None) -> str:
    """What the file given with --was is called in problems."""
    name = getattr(file, "name", "-")
    return shown(name) if isinstance(name, str) and name not in ("-", "<stdin>") else "standard input"


_on = click.option(
    "--on", metavar="DAY", callback=_day, help="The day of it, as 2031-05-02; today when not given."
)
_because = click.option(
    "--because", required=True, type=click.Choice([one.value for one in Because]), help="Why."
)


@commands.command()
@options.root
@options.withheld
@click.option("--all", "is_all", is_flag=True, help="Seal every article.")
@_on
@click.argument("articles", nargs=-1, metavar="ARTICLE...")
def seal(root: Path, withheld: Path | None, articles: tuple[str, ...], on: str, *, is_all: bool) -> Exit:
    """Give the sentences of articles, named by id or path, their addresses for ever.

    They are written into annotations/ledger.json, which belongs into the repository.
    """
    if is_all == bool(articles):
        raise click.UsageError("name the articles to seal, or give --all")
    done = sealing.seal(root, None if is_all else articles, on, withheld)
    for id_ in done.value:
        click.echo(f"sealed: {shown(id_)}")
    if done.value:
        click.echo(f"now commit {folders.LEDGER}: it is what the addresses rest on")
    elif not done.problems:
        click.echo("sealed before; nothing was changed")
    return told(done.problems)


@commands.command()
@options.root
@options.withheld
@_because
@click.option(
    "--was", type=click.File("rb"), metavar="FILE", help="The article's file as it was, - for standard input."
)
@click.option("--no-words", is_flag=True, help="Do not keep the words that a correction took out.")
@_on
@click.argument("article")
def revise(
    root: Path,
    article: str,
    because: str,
    was: BinaryIO | None,
    on: str,
    *,
    no_words: bool,
    withheld: Path | None,
) -> Exit:
    """Make the text of a sealed ARTICLE as it is now its next version.

    Sentences that stayed keep their addresses, new ones get new ones, and those that went leave a stone that says when and
    why.
    """
    try:
        data = None if was is None else was.read()
        done = sealing.revise(
            root,
            article,
            Because(because),
            on,
            was=data,
            without_words=no_words,
            withheld=withheld,
            named_was=_name_of(was),
        )
    except sealing.Refusal as refusal:
        raise click.UsageError(str(refusal)) from refusal
    if done.value is not None:
        made = done.value
        gone = f"{counted(len(made.gone), 'sentence')} gone"
        click.echo(f"version {made.version}: {gone}, {made.new} new")
    return told(done.problems)


@commands.command()
@options.root
@options.withheld
@_because
@_on
@click.argument("articles", nargs=-1, required=True, metavar="ARTICLE...")
def withdraw(root: Path, withheld: Path | None, articles: tuple[str, ...], because: str, on: str) -> Exit:
    """Take sealed articles out for good: a stone stays at the address of each, and its id is given to none again."""
    why = Because(because)
    try:
        done = sealing.withdraw(root, articles, why, on, withheld)
    except sealing.Refusal as refusal:
        raise click.UsageError(str(refusal)) from refusal
    if not done.problems:
        for article in articles:
            click.echo(f"withdrawn: {shown(article)}")
        if done.value:
            each = (
                "its file, and that of its notes"
                if len(done.value) == 1
                else "their files, and those of their notes"
            )
            click.echo(f"now remove {each}")
        if why.is_silent:
            click.echo(_STILL_THERE)
    return told(done.problems)
