"""Load: the archive's files to records. The only module that reads the archive, or YAML.

    files         found in order, read as UTF-8
    composing     YAML to nodes; `faults` and `spacing` tell its errors in plain words
    front_matter  Markdown files to nodes and body
    ledgers       the ledger of addresses, held against the articles
    loading       one run over all of them
    placing       what a file in the wrong place was meant to be
    releasing     what of each article its rights let be seen
    telling       problems with the lines that they name, as they may be told
    theme         the templates folder
    withholding   what may not be seen, taken out of all records

It promises that the problems of all files are found in one run, that a file which failed stops no other, and that the
result depends on what is written alone: not on the order a disk gives, the clock, or the locale. What a key means is
`schema`'s, what a reference means is `link`'s.
"""

from __future__ import annotations

from pathlib import Path

from postil import folders
from postil.load.editing import Retarget, retargeted
from postil.load.files import Folder
from postil.load.ledgers import former, ledger_at
from postil.load.loading import Loading
from postil.load.media import Media, image_bytes
from postil.load.telling import with_excerpts
from postil.load.withholding import conceal
from postil.model.loaded import Records
from postil.model.notes import ArticleNotes
from postil.model.records import Article
from postil.problems import Checked, Place, Problem

__all__ = [
    "Media",
    "Retarget",
    "edited",
    "former",
    "image_bytes",
    "ledger_at",
    "load",
    "missing",
    "notes_of",
    "with_excerpts",
]


def load(
    root: Path,
    *,
    drafts: bool,
    templates: Path,
    private: bool = False,
    quoting: bool = True,
    withheld: Path | None = None,
) -> Checked[Records]:
    """Everything in the archive at `root`, each record typed; what failed is left out and told.

    `templates` is the folder that the theme is read from. Files of notes that are drafts load only with `drafts`. With
    `private` nothing is held back; else there is of each article only what may be seen, without `quoting` also what its
    rights keep from being published. `withheld` is the register of what is withheld, where the archive has one.
    """
    loading = Loading(root)
    loaded = loading.records(
        drafts=drafts, templates=templates, private=private, quoting=quoting, withheld=withheld
    )
    return loaded if private else conceal(loaded, loading.confidence)


def missing(root: Path) -> Problem | None:
    """That there is no archive at `root`, where there is none. A folder that cannot be looked into is told by `load`."""
    try:
        if (root / folders.ARTICLES).is_dir():
            return None
    except OSError:
        return None
    message = f"there is no {folders.ARTICLES}/ folder here, so there is no archive"
    cure = "give the archive's folder with --root, or begin one with `import`"
    return Problem("archive-missing", message, Place(folders.ARTICLES), help=(cure,))


def notes_of(root: Path, path: str, article: Article, language: str) -> Checked[ArticleNotes | None]:
    """One file of notes, read by itself, drafts too; `language` is the archive's."""
    return Loading(root).notes(path, article, language)


def edited(root: Path, change: Retarget) -> Checked[tuple[bytes, bytes] | None]:
    """The bytes of a file of notes as it is, and as it would be with a change made; nothing is written."""
    folder = Folder(root)
    before = folder.data(folder.file(change.place.path))
    if before.value is None:
        return Checked(None, before.problems)
    after = retargeted(before.value, change)
    return Checked(None if after.value is None else (before.value, after.value), after.problems)
