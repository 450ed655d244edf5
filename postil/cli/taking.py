"""The verb `import`: texts of others into the archive, with nothing overwritten."""

from pathlib import Path

import click

from postil import folders
from postil.cli import options
from postil.cli.verbs import Exit, commands, told
from postil.dates import DateFault, date_from_text
from postil.importers import each_once, import_sources, sources_at
from postil.messages import counted, reason
from postil.model.imported import NewFile, Source
from postil.problems import Place, Problem
from postil.report import shown


@commands.command("import")
@options.root
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
    content = (root / folders.CONTENT).resolve()
    for path in (one.resolve() for one in paths):
        if path == content or content in path.parents or path in content.parents:
            raise click.UsageError(
                f"{folders.CONTENT}/ is the archive itself; what is to be imported lies outside of it"
            )
    problems: list[Problem] = []
    named: list[Source] = []
    for path in dict.fromkeys(paths):
        found = sources_at(path, saved)
        named += found.value
        problems += found.problems
    sources = each_once(named)
    written = again = 0
    for source, imported in import_sources(sources):
        if imported.files and all(_is_there(root, new) for new in imported.files):
            again += 1
            continue
        clashes = [clash for new in imported.files if (clash := _written(root, new, source.path))]
        problems += clashes or imported.problems
        if imported.files and not clashes:
            written += 1
            line = (f"{source.path} -> {', '.join(new.path for new in imported.files)}", *imported.remarks)
            click.echo(shown("; ".join(line)))
    if not sources and not problems:
        click.echo("nothing to import: no Markdown file stands there")
    if len(named) > len(sources):
        click.echo(
            f"{counted(len(named) - len(sources), 'path')} led to a file that another had led to: taken once"
        )
    if len(sources) > 1:
        told_of = counted(len(problems), "thing")
        click.echo(f"imported {written} of {counted(len(sources), 'file')}; {told_of} to look at")
    if again:
        click.echo(f"{counted(again, 'file')} had been imported before, with the same result")
    return told(problems)


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
