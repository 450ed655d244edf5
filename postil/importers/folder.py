"""A folder that is to be imported: its Markdown files in order, and what is not taken from it.

It promises to stay inside the folder, to follow no links to folders, and to pass over nothing without a word but what hidden
names and `node_modules` hold. It reads bytes and knows nothing of what they mean.
"""

import os
import stat
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from postil.messages import reason
from postil.model.imported import Source
from postil.model.records import Date
from postil.problems import Checked, Place, Problem, Severity

MOST_BYTES = 20_000_000
"""Of a file that is imported: saved pages have their pictures in them. An article is smaller, which the build tells."""

MARKDOWN = (".markdown", ".md", ".mdx")


def sources_at(path: Path, captured: Date | None) -> Checked[tuple[Source, ...]]:
    """A file, or the Markdown files in a folder; `captured` is when web pages among them were saved."""
    if path.is_dir():
        return _sources_in(path)
    data = _data(path)
    if data.value is None:
        return Checked((), data.problems)
    return Checked((Source(str(path), path.name, data.value, captured),))


def each_once(sources: Iterable[Source]) -> tuple[Source, ...]:
    """The sources in order, each file once however many ways lead to it: by the first name of it that is no link."""
    by_file: dict[str, Source] = {}
    for source in sources:
        file = os.path.realpath(source.path)
        known = by_file.get(file)
        if known is None or (Path(known.path).is_symlink() and not Path(source.path).is_symlink()):
            by_file[file] = source
    return tuple(by_file.values())


def _sources_in(folder: Path) -> Checked[tuple[Source, ...]]:
    """Every Markdown file below a folder, by path; drafts, which lie in folders of that name, are left out."""
    sources: list[Source] = []
    problems: list[Problem] = []
    others: Counter[str] = Counter()
    for where, folders, names in os.walk(folder, onerror=lambda error: problems.append(_unreadable(error))):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name != "node_modules")
        for name in sorted(names):
            path = Path(where, name)
            below = path.relative_to(folder)
            if name.startswith("."):
                continue
            if path.suffix.lower() not in MARKDOWN:
                others[path.suffix.lower() or name] += 1
            elif "_drafts" in below.parts[:-1]:
                problems.append(_left_out(path, "import-draft", "this is a draft, and was left out"))
            elif path.is_symlink() and not path.resolve().is_relative_to(folder.resolve()):
                problems.append(_left_out(path, "import-skipped", "a link leads out of the folder"))
            else:
                data = _data(path)
                problems.extend(data.problems)
                if data.value is not None:
                    sources.append(Source(str(path), below.as_posix(), data.value))
    if others:
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(others.items()))
        were = "file that is not Markdown was" if others.total() == 1 else "files that are not Markdown were"
        message = f"{others.total()} {were} left out: {kinds}"
        problems.append(_left_out(folder, "import-skipped", message))
    sources.sort(key=lambda source: source.name)
    return Checked(tuple(sources), tuple(problems))


def _data(path: Path) -> Checked[bytes | None]:
    """The bytes of a file, where it is one and has so many at most."""
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):  # reading a pipe would wait for ever
            message = "this is no ordinary file"
        elif found.st_size > MOST_BYTES:
            message = f"the file has {found.st_size:,} bytes, and {MOST_BYTES:,} at most are read"
        else:
            return Checked(path.read_bytes())
    except OSError as error:
        return Checked(None, (_unreadable(error),))
    code = "file-too-large" if stat.S_ISREG(found.st_mode) else "file-unreadable"
    return Checked(
        None, (Problem(code, message, Place(str(path)), help=("import the text of it as a file",)),)
    )


def _left_out(path: Path, code: str, message: str) -> Problem:
    cure = "name the file itself to import it"
    return Problem(code, message, Place(str(path)), help=(cure,), severity=Severity.WARNING)


def _unreadable(error: OSError) -> Problem:
    why = reason(error)
    return Problem(
        "file-unreadable",
        f"this cannot be read: {why}",
        Place(str(error.filename)),
        help=("make it readable",),
    )
