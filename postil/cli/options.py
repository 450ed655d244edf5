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
edition = click.option(
    "--edition",
    type=click.Choice(["public", "private"]),
    default="public",
    help="private: nothing held back, for nobody but you, into site-private/ when --out is not given.",
)
strict = click.option("--strict", "strictly", is_flag=True, help="Let warnings stop the build as errors do.")
withheld = click.option(
    "--withheld",
    type=click.Path(path_type=Path),  # where no file stands is a problem like others, told without the path
    metavar="FILE",
    help="The register of names that are withheld and kept outside the archive.",
)
may_shrink = click.option(
    "--allow-shrink",
    "may_shrink",
    is_flag=True,
    help="Let the site replace one that holds much more, or has sealed addresses that the ledger has lost.",
)
jobs = click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Worker processes at most; one per core when not given.",
)
scheduler = click.option(
    "--scheduler",
    metavar="ADDRESS",
    default="",
    help="Let the workers of a Dask cluster do the work of these: the address of its scheduler, `tcp://host:8786`.",
)

form = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "github"]),
    default="text",
    help="How problems are told: as text, as one JSON document, or so that GitHub shows them beside the lines.",
)
