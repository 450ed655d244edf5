"""Index: the views of pages to the files that the search reads.

All languages of an archive are one index, forced to the archive's own language: its words are stemmed, all others are
found by their beginnings, and one question finds an English word and a Cyrillic name. (Left alone, Pagefind makes an index a
language, and searches only that of the page that asks.) The language of each page is a filter.

The one user of Pagefind and of programs outside Python. Equal views give equal bytes (`canon`). It knows nothing of
archives and of how results are shown.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterable
from html import escape
from pathlib import Path

import pagefind_bin

from postil.index.canon import make_canonical
from postil.messages import reason
from postil.model.page import IndexView
from postil.problems import Checked, Place, Problem, Remark
from postil.words import primary_language

BUNDLE = "pagefind"

_LINES_SHOWN = 5


def index(views: Iterable[IndexView], folder: Path, lang: str) -> Checked[None]:
    """Write the search's files below `folder/pagefind`; with no views there is nothing to search and nothing is written.

    `lang` is the language of the archive. A failure of Pagefind is a problem that ends in what it said.
    """
    with tempfile.TemporaryDirectory(prefix="postil-index-") as temporary:
        pages, made = Path(temporary, "pages"), Path(temporary, "made")
        if not _write_views(views, pages):
            return Checked(None)
        failure = _run(pages, made, primary_language(lang))
        if failure is not None:
            return Checked(None, (failure,))
        for path, data in make_canonical(made):
            target = folder / BUNDLE / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
    return Checked(None)


def _write_views(views: Iterable[IndexView], folder: Path) -> int:
    """Write each view as the HTML that Pagefind reads; give their number."""
    number = 0
    for view in views:
        path = folder / view.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(html_from_view(view), encoding="utf-8")
        number += 1
    return number


def html_from_view(view: IndexView) -> str:
    """The page as the search knows it: nothing but what should be found, each sentence under its id."""
    described = [f'<title data-pagefind-meta="title">{escape(view.title)}</title>']
    described += (_described("filter", name, value) for name, value in view.filters)
    described += (_described("meta", name, value) for name, value in view.meta)
    # The path makes each key its own, or the order of equal ones would be that of the folder on disk.
    described += (_described("sort", name, f"{value} {view.path}") for name, value in view.sort)
    sentences = (
        f'<span id="{escape(one.id)}">{escape(one.text)}</span>' if one.id else escape(one.text)
        for one in view.sentences
    )
    head, body = "\n".join(described), "\n".join(sentences)
    return (
        f'<!doctype html>\n<html lang="{escape(view.lang)}">\n<head>\n<meta charset="utf-8">\n{head}\n</head>\n'
        f"<body data-pagefind-body>\n{body}\n</body>\n</html>\n"
    )


def _described(what: str, name: str, value: str) -> str:
    return f'<meta data-pagefind-{what}="{escape(name)}[content]" content="{escape(value)}">'


def _run(pages: Path, made: Path, lang: str) -> Problem | None:
    """Run Pagefind over a folder of views, where no file and no setting of this machine's can reach it."""
    surroundings = {name: value for name, value in os.environ.items() if not name.startswith("PAGEFIND_")}
    options = ("--keep-index-url", "--force-language", lang, "--quiet")
    try:
        command = (pagefind_bin.get_executable(), "--site", pages, "--output-path", made, *options)
        done = subprocess.run(  # noqa: S603 - our own program, our own folders
            command,
            cwd=pages.parent,
            env=surroundings,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
    except OSError as error:
        return _failed([reason(error)])
    if done.returncode:
        said = done.stdout.decode("utf-8", "replace").replace(f"{pages.parent}{os.sep}", "")
        return _failed([line for line in said.splitlines() if line.strip()][-_LINES_SHOWN:])
    return None


def _failed(said: list[str]) -> Problem:
    return Problem(
        "search-index-failed",
        "the search index could not be made",
        Place(BUNDLE),
        tuple(Remark(f"Pagefind: {line}") for line in said),
        (
            "see whether there is room on the disk, and about 0.3 MB of memory for each page",
            "write at least one word into the archive",
        ),
    )
