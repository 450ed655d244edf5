"""The options that several verbs share: which archive, where to, how, and in what form problems are told."""

from pathlib import Path

import click

root = click.option(
    "--root",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=".",
    help="The archive's folder; this one when not given.",
)
out = click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder of the site; site/ in the archive (site-drafts/ with --drafts) when not given.",
)
drafts = click.option("--drafts", is_flag=True, help="Take drafts in too; never for publishing.")
strict = click.option("--strict", "strictly", is_flag=True, help="Let warnings stop the build as errors do.")
jobs = click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Worker processes at most; one per core when not given.",
)


form = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "github"]),
    default="text",
    help="How problems are told: as text, as one JSON document, or so that GitHub shows them beside the lines.",
)
