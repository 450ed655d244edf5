"""The verb that proves a copy of a site: `verify`."""

from pathlib import Path

import click

from postil.cli import options
from postil.cli.verbs import Exit, commands, exit_of, told
from postil.forms import json_of
from postil.report import shown
from postil.verify import verify as verified
from postil.workers import usual_jobs


@commands.command()
@click.argument("site", type=click.Path(exists=True, file_okay=False, path_type=Path))
@options.jobs
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", help="How problems are told."
)
def verify(site: Path, *, jobs: int | None, form: str) -> Exit:
    """Prove that the folder SITE is a whole copy of a site: its files, its links, the texts of its articles.

    Nothing else is read: neither the archive nor the network.
    """
    found = verified(site, jobs=jobs or usual_jobs())
    summary = {"files": found.value.files, "articles": found.value.articles}
    if form == "json":
        click.echo(json_of(found.problems, summary), nl=False)
        return exit_of(found.problems)
    if exit_of(found.problems) is Exit.GOOD:
        files, articles = summary["files"], summary["articles"]
        click.echo(
            f"{shown(str(site))}: {files} files as the manifest lists them; text of {articles} articles proved"
        )
    return told(found.problems)
