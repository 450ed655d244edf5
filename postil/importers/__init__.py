"""Importers: from a file that somebody has to the files of an archive.

One plain table, from the ending of a file's name to the function that reads it. An importer takes a name and bytes and
gives files and problems; it writes nothing, and a source that it cannot take in whole it does not take in at all.
"""

from collections.abc import Callable
from pathlib import PurePath

from postil.importers.markdown import import_markdown
from postil.importers.plain import import_plain
from postil.model.imported import Imported
from postil.problems import Place, Problem

IMPORTERS: dict[str, Callable[[str, bytes], Imported]] = {
    ".markdown": import_markdown,
    ".md": import_markdown,
    ".text": import_plain,
    ".txt": import_plain,
}


def import_file(name: str, data: bytes) -> Imported:
    """What a file comes to. `name` is its path as a person gave it: it names the problems, and the article."""
    importer = IMPORTERS.get(PurePath(name).suffix.lower())
    if importer is None:
        known = ", ".join(sorted(IMPORTERS))
        problem = Problem(
            "import-kind",
            "the ending of the file's name does not say what it holds",
            Place(name),
            help=(f"rename the file so that it ends in one of {known}",),
        )
        return Imported(problems=(problem,))
    return importer(name, data)
