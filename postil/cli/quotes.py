"""The verbs for quotes: `repair` those that lost their place, and `find` words to point at."""

import sys
from pathlib import Path

import click

from postil import dialogue
from postil.cli import options
from postil.cli.verbs import Exit, commands, told
from postil.find import articles_of
from postil.fold import folded_text
from postil.repair import orphans


@commands.command()
@options.root
@options.withheld
@click.option("--list", "listing", is_flag=True, help="Print candidates, one a line with tabs; ask nothing.")
def repair(root: Path, *, withheld: Path | None, listing: bool) -> Exit:
    """Walk through the quotes that are not found, and choose what was meant.

    Nothing is chosen for you. What you accept is written into its file, in which nothing else changes.
    """
    found = orphans(root, withheld)
    if listing or not sys.stdin.isatty():
        for line in dialogue.orphan_lines(found.value):
            click.echo(line)
        if found.value and not listing:
            click.echo("standard input is no terminal, so nothing was asked: see `repair --list`", err=True)
        return max(told(found.problems), Exit.PROBLEMS if found.value else Exit.GOOD)
    walked = dialogue.walk(root, found.value, _ask, sys.stdout)
    return max(told((*found.problems, *walked.problems)), Exit.PROBLEMS if walked.left else Exit.GOOD)


def _ask(question: str) -> str:
    try:
        return str(click.prompt(question, default="", show_default=False))
    except click.Abort:
        return dialogue.STOP


@commands.command()
@options.root
@options.withheld
@click.argument("words")
def find(root: Path, withheld: Path | None, words: str) -> Exit:
    """Find WORDS in the articles: every place, and the note to paste that points at it."""
    if not folded_text(words):
        raise click.UsageError("the words hold nothing that can be seen")
    articles = articles_of(root, withheld)
    is_found = dialogue.print_finds(root, articles.value, words, sys.stdout)
    return max(told(articles.problems), Exit.GOOD if is_found else Exit.PROBLEMS)
