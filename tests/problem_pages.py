"""Every problem code by what causes it: an archive in `tests/broken`, or a state of a disk that is made here.

`found(code, folder)` causes a problem and gives what is told; `page(...)` is `docs/problems.md`, with those very words as
examples, so that the page cannot say what the engine does not. Run as a program, it writes the page.
"""

from __future__ import annotations

import contextlib
import hashlib
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from index_made import VIEWS, indexed, stand_in

from postil import pipeline, publish, rebuild
from postil.audit import POLICY
from postil.importers import import_file
from postil.importers.article import proved
from postil.load.files import MOST_BYTES_OF_TEXT
from postil.manifest import MANIFEST, RECEIPT, receipt_of
from postil.markup.depth import MOST_BORDERS
from postil.model.imported import Imported
from postil.model.published import Addresses, Counts, Receipt
from postil.problems import CODES, Problem, problem_order
from postil.report import text_of
from postil.schema.notes import MOST_NOTES
from postil.verify import verify
from postil.workers import cluster

TESTS = Path(__file__).resolve().parent
BROKEN = TESTS / "broken"
THEME = TESTS / "theme"
PAGE = TESTS.parent / "docs" / "problems.md"

ARTICLE = "---\ntitle: Storm\n---\nNine fishing boats were lost.\n"

INTRODUCTION = """\
# Problems

<!-- Made by `make docs` from the code and from what it says of the archives in tests/broken. Do not edit. -->

Each problem has a code, a place, a fact, and what to do (`help`). An error stops the build: nothing is published while one
stands, and nothing switches it off. A warning does not, unless `--strict` is given. All problems of a run are told
together, by file and line; what may be the cause of others stands first.

`build` and `check` tell problems as text; with `--format json` as one JSON document on standard output (`version`,
`problems` with `code`, `severity`, `message`, `path`, `line`, `column`, `length`, `notes`, `help`, and a `summary`); with
`--format github` so that GitHub shows each beside its line. Columns and lengths count code points from 1; 0 means that
none is known. Whatever an archive holds, it cannot steer a terminal or command what reads a log: characters that would
are shown escaped.

Below, each code with what it means and what is said of an archive that has it.
"""


def broken_codes() -> tuple[str, ...]:
    """The codes that an archive in `tests/broken` stands for."""
    return tuple(sorted(path.name for path in BROKEN.iterdir() if path.is_dir()))


def found(code: str, folder: Path) -> tuple[Problem, ...]:
    """All that is told about what causes a code, in order; `folder` is empty, to make it in."""
    if code in MADE:
        return tuple(sorted(MADE[code](folder), key=problem_order))
    archive = BROKEN / code
    if (archive / "import").is_dir():
        told = (
            import_file(f"import/{path.name}", path.read_bytes())
            for path in sorted((archive / "import").iterdir())
        )
        return tuple(sorted((problem for one in told for problem in one.problems), key=problem_order))
    copy = folder / "archive"  # something is kept beside what is built
    if (archive / "templates").is_dir():
        shutil.copytree(THEME, copy / "templates")
    shutil.copytree(archive, copy, dirs_exist_ok=True)
    return checked(copy)


def checked(archive: Path) -> tuple[Problem, ...]:
    return pipeline.check(archive, drafts=False, strictly=False, jobs=1).problems


# --- what a repository cannot hold -------------------------------------------------------------------------------


def _archive(folder: Path, *more: str) -> Path:
    """A good archive, and more files beside it."""
    for name in ("content/articles/storm.md", *more):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(ARTICLE if name.endswith(".md") else "", encoding="utf-8")
    return folder


def _file_outside(folder: Path) -> Sequence[Problem]:
    archive = _archive(folder / "archive")
    (folder / "secret.md").write_text(ARTICLE, encoding="utf-8")
    (archive / "content" / "articles" / "secret.md").symlink_to(folder / "secret.md")
    return checked(archive)


def _file_unreadable(folder: Path) -> Sequence[Problem]:
    archive = _archive(folder)
    (archive / "content" / "articles" / "gale.md").symlink_to("nowhere.md")
    return checked(archive)


def _file_too_large(folder: Path) -> Sequence[Problem]:
    archive = _archive(folder)
    with (archive / "archive.yaml").open("wb") as file:
        file.truncate(MOST_BYTES_OF_TEXT + 1)
    return checked(archive)


def _import_text_changed(_: Path) -> Sequence[Problem]:
    """A guard: no text is known that an import would change."""
    return proved("ledger.txt", Imported(), "The gate was open.", ["The gate was shut."]).problems


def _marks_too_many(folder: Path) -> Sequence[Problem]:
    archive = _archive(folder)
    with (archive / "content" / "articles" / "storm.md").open("a", encoding="utf-8") as file:
        file.write("\n" + "# Gale\n" * (MOST_BORDERS + 1))
    return checked(archive)


def _notes_too_many(folder: Path) -> Sequence[Problem]:
    archive = _archive(folder, "annotations/articles/storm.yaml")
    notes = "  - {at: p1, note: Counted.}\n" * (MOST_NOTES + 1)
    (archive / "annotations" / "articles" / "storm.yaml").write_text(f"notes:\n{notes}", encoding="utf-8")
    return checked(archive)


def _text_too_long(folder: Path) -> Sequence[Problem]:
    archive = _archive(folder)
    (archive / "archive.yaml").write_text(f"title: {'Storm ' * 400}\n", encoding="utf-8")
    return checked(archive)


def _out_in_sources(folder: Path) -> Sequence[Problem]:
    with publish.publication(_archive(folder) / "content" / "site", folder, drafts=False) as site:
        return site.problems


def _out_not_ours(folder: Path) -> Sequence[Problem]:
    out = _archive(folder, "papers/letter.txt") / "papers"
    with publish.publication(out, folder, drafts=False) as site:
        return site.problems


def _out_unwritable(folder: Path) -> Sequence[Problem]:
    archive = _archive(folder, "papers/letter.txt")
    with publish.publication(archive / "papers" / "letter.txt" / "site", archive, drafts=False) as site:
        return site.problems


def _path_clash(folder: Path) -> Sequence[Problem]:
    files = [f"annotations/entities/caf{e}.yaml" for e in ("\u00e9", "e\u0301")]
    return checked(_archive(folder, *files))


def _path_unusable(folder: Path) -> Sequence[Problem]:
    return checked(_archive(folder, "annotations/entities/aux.yaml"))


def _cache_busy(folder: Path) -> Sequence[Problem]:
    archive = _archive(folder / "archive")
    article = archive / "content" / "articles" / "secret.md"
    article.write_text("---\ntitle: Secret\nrights: {text: reference}\n---\nNobody may read this.\n", "utf-8")
    rebuild.check(archive, drafts=False, strictly=False, jobs=1)
    with contextlib.closing(sqlite3.connect(archive / ".cache" / "builds.sqlite")) as held:
        held.execute("BEGIN EXCLUSIVE")
        return rebuild.check(archive, drafts=False, strictly=False, jobs=1).problems


def _register(folder: Path, settings: str, register: str) -> Sequence[Problem]:
    archive = _archive(folder / "archive")
    (archive / "archive.yaml").write_text(settings, encoding="utf-8")
    (folder / "register.yaml").write_text(register, encoding="utf-8")
    return pipeline.check(
        archive, drafts=False, strictly=False, jobs=1, withheld=folder / "register.yaml"
    ).problems


def _register_incomplete(folder: Path) -> Sequence[Problem]:
    return _register(folder, "withheld_register: 2\n", "strings: [the blue house behind the mill]\n")


def _register_undeclared(folder: Path) -> Sequence[Problem]:
    return _register(folder, "title: Harbour papers\n", "strings: [the blue house behind the mill]\n")


def _register_unknown(folder: Path) -> Sequence[Problem]:
    return _register(folder, "withheld_register: required\n", "entities:\n  witness-7: [Mara Petrel]\n")


def _register_unusable(folder: Path) -> Sequence[Problem]:
    return _register(folder, "withheld_register: required\n", "strngs: [the blue house behind the mill]\n")


def _search_index_failed(folder: Path) -> Sequence[Problem]:
    return indexed(
        VIEWS, folder / "site", program=stand_in(folder, "echo 'No space left on device' >&2; exit 1")
    )


def _search_shape(folder: Path) -> Sequence[Problem]:
    """A guard: the release that is pinned makes no such file."""
    program = stand_in(
        folder, "sed 's/export{createInstance,/export{/' made/pagefind.js > a && mv a made/pagefind.js"
    )
    return indexed(VIEWS, folder / "site", program=program)


def _site_shrunk(_: Path) -> Sequence[Problem]:
    pages = [f"events/{number}.html" for number in range(20)]
    problem = publish.shrunk(Path("site"), pages, pages[:11])
    return [problem] if problem else []


def _addresses_lost(_: Path) -> Sequence[Problem]:
    return list(publish.lost(Addresses(3), Addresses()))


_TEXT = "<div data-text><p>Words.</p></div>"


def _copy(folder: Path, code: str) -> Sequence[Problem]:
    """A copy of a site with one page, to which something has happened."""
    meta = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    digest = hashlib.sha256(b"Words.").hexdigest()
    with publish.publication(folder / "site", folder, drafts=False) as site:
        assert site.value is not None
        proof = "" if code == "text-unproved" else f"<p data-digest>{digest}</p>"
        site.value.put("articles/storm.html", f"<!doctype html>{meta}{_TEXT}{proof}".encode())
        counts = Counts(1, 0, 0, 0, 0, 1)
        receipt = Receipt(counts, (), (), "0", "1", "3.11", ())
        site.value.put(RECEIPT, receipt_of(receipt, site.value.files.values()))
        site.value.finish()
    page = folder / "site" / "articles" / "storm.html"
    match code:
        case "copy-changed":
            page.write_text(page.read_text("utf-8").replace("Words", "Other words"), "utf-8")
        case "copy-extra":
            page.with_name("gale.js").write_text("", "utf-8")
        case "copy-incomplete":
            page.unlink()
        case "copy-unproved":
            (folder / "site" / MANIFEST).unlink()
    return verify(folder / "site").problems


def _cluster(_: Path, code: str) -> Sequence[Problem]:
    """As `tests/test_cluster.py` has it told of real clusters, without names that are others each time."""
    scheduler, worker = "tcp://192.0.2.1:8786", "tcp://192.0.2.7:40113"
    ours = (("markdown", "3.11"), ("python", "cpython 3.12.4"))
    told = (
        cluster.missing(),
        cluster.unreachable(scheduler, f"timed out after {cluster.PATIENCE} s"),
        cluster.idle(scheduler),
        cluster.refusal(worker, (("markdown", "3.10"), ("python", "cpython 3.12.4")), ours, 1),
        cluster.refusal(worker, ours, ours, 8),
        cluster.lost(scheduler, "no worker is left"),
    )
    return [one for one in told if one.code == code]


MADE: dict[str, Callable[[Path], Sequence[Problem]]] = {
    **{
        code: partial(_copy, code=code)
        for code in ("copy-changed", "copy-extra", "copy-incomplete", "copy-unproved", "text-unproved")
    },
    **{
        f"cluster-{code}": partial(_cluster, code=f"cluster-{code}")
        for code in ("foreign", "idle", "lost", "missing", "threads", "unreachable")
    },
    "addresses-lost": _addresses_lost,
    "cache-busy": _cache_busy,
    "file-outside": _file_outside,
    "file-too-large": _file_too_large,
    "file-unreadable": _file_unreadable,
    "import-text-changed": _import_text_changed,
    "marks-too-many": _marks_too_many,
    "notes-too-many": _notes_too_many,
    "out-in-sources": _out_in_sources,
    "out-not-ours": _out_not_ours,
    "out-unwritable": _out_unwritable,
    "path-clash": _path_clash,
    "path-unusable": _path_unusable,
    "register-incomplete": _register_incomplete,
    "register-undeclared": _register_undeclared,
    "register-unknown": _register_unknown,
    "register-unusable": _register_unusable,
    "search-index-failed": _search_index_failed,
    "search-shape": _search_shape,
    "text-too-long": _text_too_long,
    "site-shrunk": _site_shrunk,
}
"""Causes that need links, names or folders which not every system can have, much space, machines, or a fault of ours."""

ELSEWHERE = frozenset(
    {
        "import-exists",
        "import-skipped",
        "import-unwritable",
        "ledger-unwritable",
        "repair-changed",
        "repair-failed",
    }
)
"""Codes of commands that write; `tests/test_cli.py` and `tests/test_repair.py` cause them."""


# --- the page ----------------------------------------------------------------------------------------------------


def page(example: Callable[[str], str]) -> str:
    """`docs/problems.md`; `example` gives what is said for a code, empty where none is shown."""
    return "\n".join((INTRODUCTION, *_sections(example)))


def _sections(example: Callable[[str], str]) -> Iterator[str]:
    for code, meaning in CODES.items():
        yield f"## {code}\n\n{meaning[0].upper()}{meaning[1:]}.\n"
        said = example(code)
        if said:
            yield "\n".join(f"    {line}".rstrip() for line in said.splitlines()) + "\n"


def example(code: str) -> str:
    """What is said for a code, without the line that counts; paths as they are within the archive."""
    if code in ELSEWHERE:
        return ""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        problem = next(one for one in found(code, folder) if one.code == code)
        text = text_of([problem]).replace(f"{folder}/", "")
    return text.rpartition("\n\n")[0]


if __name__ == "__main__":
    PAGE.write_text(page(example), encoding="utf-8", newline="\n")
    sys.stdout.write(f"{PAGE.name}: {len(CODES)} codes\n")
