"""Importers: from files that somebody has to the files of an archive.

One plain table, from the ending of a file's name to the function that reads it. An importer takes a `Source` and gives files
and problems; it writes nothing, and a source that it cannot take in whole it does not take in at all.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import PurePath
from types import MappingProxyType

from postil.importers.article import id_from_name
from postil.importers.folder import each_once, sources_at
from postil.importers.html import import_html
from postil.importers.markdown import (
    Article,
    article_from_markdown,
    ids_to_avoid,
    import_markdown,
    imported,
)
from postil.importers.no_text import no_text
from postil.importers.plain import import_plain
from postil.model.imported import Imported, Source
from postil.model.records import Date
from postil.problems import Place, Problem

__all__ = ["IMPORTERS", "each_once", "import_file", "import_sources", "sources_at"]

IMPORTERS: Mapping[str, Callable[[Source], Imported]] = MappingProxyType(
    {
        ".htm": import_html,
        ".html": import_html,
        ".markdown": import_markdown,
        ".md": import_markdown,
        ".mdx": import_markdown,
        ".text": import_plain,
        ".txt": import_plain,
        ".xhtml": import_html,
    }
)


def import_sources(sources: Sequence[Source]) -> Iterator[tuple[Source, Imported]]:
    """What files come to that are imported together, in their order: no two become one article, or claim one former id."""
    first: dict[str, Source] = {}
    read: list[tuple[Source, Article | Imported]] = []
    for source in sources:
        is_markdown = _importer(source) is import_markdown and no_text(source) is None
        outcome = article_from_markdown(source) if is_markdown else _read(source)
        if isinstance(outcome, Article) or outcome.files:
            other = first.setdefault(id_from_name(source.name), source)
            outcome = outcome if other is source else Imported(problems=(_clash(source, other),))
        read.append((source, outcome))
    avoid = ids_to_avoid([one for _, one in read if isinstance(one, Article)]) | first.keys()
    for source, outcome in read:
        yield source, imported(outcome, avoid) if isinstance(outcome, Article) else outcome


def import_file(name: str, data: bytes, captured: Date | None = None) -> Imported:
    """What one file comes to. `name` is its path as a person gave it: it names the problems, and the article."""
    return _read(Source(name, PurePath(name).name, data, captured))


def _read(source: Source) -> Imported:
    if problem := no_text(source):
        return Imported(problems=(problem,))
    importer = _importer(source)
    if importer is not None:
        return importer(source)
    known = ", ".join(sorted(IMPORTERS))
    problem = Problem(
        "import-kind",
        "the ending of the file's name does not say what it holds",
        Place(source.path),
        help=(f"where it is text, Markdown or a web page, rename it so that it ends in one of {known}",),
    )
    return Imported(problems=(problem,))


def _importer(source: Source) -> Callable[[Source], Imported] | None:
    return IMPORTERS.get(PurePath(source.name).suffix.lower())


def _clash(source: Source, other: Source) -> Problem:
    return Problem(
        "import-exists",
        f"{other.path} becomes the same article, `{id_from_name(other.name)}`, so this file was left out",
        Place(source.path),
        help=("rename one of them, and import it again",),
    )
