"""Index: the views of pages to the files that the search reads.

All languages of an archive are one index, forced to the archive's own language: its words are stemmed, all others are
found by their beginnings, and one question finds an English word and a Cyrillic name. (Left alone, Pagefind makes an index a
language, and searches only that of the page that asks.) The language of each page is a filter.

Chinese, Japanese and Thai words are told apart only by Pagefind's extended program, and only in an index forced to one of
these languages. Where pages are in one of them and that program is installed, it is used so; else a warning says what is
needed. An archive without such pages has the same index either way.

Pages are indexed in parts (`parts`), each is brought into one form (`shard`), and all are joined to one ordinary bundle
(`join`), which is what a reader's search knows. Parts and bundle are kept (`store`), so that only what changed is made
again; equal views give equal bytes, whatever was kept. The search is published for the web, for folders (`folder`), or both.

The one user of Pagefind and of programs outside Python. It knows nothing of archives and of how results are shown.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import tempfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import pagefind_bin

from postil.index.folder import folder_edition
from postil.index.join import join
from postil.index.parts import LIMIT, Ready, Written, digest_of, keys_of, laid_out, parts, written
from postil.index.shape import RELEASE, Data, UnknownShape
from postil.index.shard import shard
from postil.index.store import Pack, Store
from postil.messages import listed, reason
from postil.model.indexed import IndexView
from postil.model.outcome import Sizes
from postil.problems import Checked, Place, Problem, Remark, Severity
from postil.words import primary_language

BUNDLE = "pagefind"

_LINES_SHOWN = 5

_KNOWN = "scripts.json"
"""What is kept of the scripts for a folder."""

_WRITTEN_TOGETHER = frozenset({"ja", "th", "zh"})
"""Languages without spaces whose words the extended program tells apart, and Pagefind's scripts in what is asked."""


class Site(Protocol):
    """Where the files of a site go. What it has already, under a digest (SHA-256, hex), need not be given again."""

    def has(self, path: str, digest: str) -> bool: ...

    def keep(self, path: str, digest: str) -> None: ...

    def put(self, path: str, data: bytes) -> None: ...


def index(
    views: Iterable[IndexView | Ready],
    site: Site,
    lang: str,
    edition: str = "both",
    cache: Path | None = None,
    *,
    forgets: bool = False,
) -> Checked[Sizes]:
    """Put the search's files below `pagefind/`; with no views there is nothing to search and nothing is put.

    `lang` is the language of the archive, `edition` one of both, web, folder. `cache` is a folder of ours, in which what was
    made before is found again; where it cannot be used, all is made anew. One that `forgets` holds nothing afterwards but
    what these views became: of earlier ones something may have been withheld since. A failure of Pagefind is a problem that
    ends in what it said; files of another form than that of its release are one as well. After a problem that is an error,
    what was put is of no use.
    """
    with tempfile.TemporaryDirectory(prefix="postil-index-") as temporary:
        work = Path(temporary)
        pages = written(views, work / "views")
        if not pages:
            return Checked(Sizes())
        program, forced, warnings = _chosen(Counter(one.lang for one in pages), primary_language(lang))
        indexer = _Indexer(program, forced, work, forgets=forgets)
        indexed = _indexed(pages, indexer, site, edition, cache)
    return Checked(indexed.value, indexed.problems + warnings)


def _indexed(
    pages: Sequence[Written], indexer: _Indexer, site: Site, edition: str, cache: Path | None
) -> Checked[Sizes]:
    own = indexer.work / "kept"
    try:
        try:
            return Checked(_put(pages, indexer, site, edition, Store(cache or own)))
        except OSError:
            if cache is None:
                raise
            return Checked(_put(pages, indexer, site, edition, Store(own)))
    except UnknownShape as fault:
        return Checked(Sizes(), (_other_shape(fault),))
    except _Failure as failure:
        return Checked(Sizes(), (_failed(failure.said),))


def _put(pages: Sequence[Written], indexer: _Indexer, site: Site, edition: str, store: Store) -> Sizes:
    """Put what is published. What was kept from before is taken from there, and what is made is kept."""
    made_by = indexer.digest()
    whole, scripts = (digest_of(pages, f"{what} by {made_by}") for what in ("all", "scripts"))
    in_parts = [(digest_of(part, f"part by {made_by}"), part) for part in parts(pages, indexer.limit)]
    bundle = store.pack(whole)
    if bundle is None:
        packs = [store.pack(key) or store.put(key, indexer.shard(part)) for key, part in in_parts]
        bundle = store.put(whole, join(packs, keys_of(pages)))
    sizes = Sizes(
        0 if edition == "folder" else _put_web(bundle, site),
        0 if edition == "web" else _put_scripts(bundle, store, scripts, site),
    )
    store.keep([whole, scripts, *(key for key, _ in in_parts)], forgets=indexer.forgets)
    return sizes


def _put_web(bundle: Pack, site: Site) -> int:
    """Put the files of the bundle; give their size in bytes."""
    with bundle.reading() as read:
        for path, file in bundle.files.items():
            if site.has(f"{BUNDLE}/{path}", file.digest):
                site.keep(f"{BUNDLE}/{path}", file.digest)
            else:
                site.put(f"{BUNDLE}/{path}", read(path))
    return sum(file.size for file in bundle.files.values())


def _put_scripts(bundle: Pack, store: Store, key: str, site: Site) -> int:
    """Put the scripts for a folder; give their size in bytes. Only what they are is kept: they are soon made."""
    kept = store.pack(key)
    known = _known(kept) if kept else []
    if known and all(site.has(path, digest) for path, digest, _ in known):
        for path, digest, _ in known:
            site.keep(path, digest)
    else:
        known = []
        with bundle.reading() as read:
            for name, data in folder_edition(bundle.files, read):
                path = f"{BUNDLE}/{name}"
                site.put(path, data)
                known.append((path, hashlib.sha256(data).hexdigest(), len(data)))
        store.put(key, [(_KNOWN, json.dumps(known, separators=(",", ":")).encode())])
    return sum(size for _, _, size in known)


def _known(kept: Pack) -> list[tuple[str, str, int]]:
    """(path, digest, size) of each script."""
    with kept.reading() as read:
        return [(path, digest, size) for path, digest, size in json.loads(read(_KNOWN))]


# --- Pagefind -------------------------------------------------------------------------------------------------------

_Program = Callable[[], Path]
"""Where a program lies; raises OSError where it does not."""


def _chosen(languages: Mapping[str, int], lang: str) -> tuple[_Program, str, tuple[Problem, ...]]:
    """(the program, the language of the index, what a reader will miss) for pages in so many languages."""
    together = sorted(_WRITTEN_TOGETHER.intersection(languages), key=lambda one: (-languages[one], one))
    if not together:
        return pagefind_bin.get_executable, lang, ()
    extended = _extended()
    if extended is None:
        return pagefind_bin.get_executable, lang, (_words_missed(together),)
    return extended, lang if lang in _WRITTEN_TOGETHER else together[0], ()


def _extended() -> _Program | None:
    """The program that tells the words of more languages apart; it is large, and installed by those who need it."""
    try:
        import pagefind_bin_extended  # noqa: PLC0415 - not everywhere
    except ImportError:
        return None
    program: _Program = pagefind_bin_extended.get_executable
    return program


class _Failure(Exception):  # noqa: N818 - it carries what was said
    """Pagefind made no index. `said` are the last lines of what it said of that, or the system's reason."""

    def __init__(self, said: Sequence[str]) -> None:
        super().__init__(*said)
        self.said = said


@dataclass(frozen=True, slots=True)
class _Indexer:
    """Pagefind, for one build: its program, the language of the index, and a folder to work in, with the file of views."""

    program: _Program
    lang: str
    work: Path
    limit: int = LIMIT
    """Of a part, as for `parts`."""
    forgets: bool = False

    def digest(self) -> str:
        """Stands for all that makes the files beside the views: our code, Pagefind, the language, what packs."""
        digest = hashlib.sha256()
        for path in sorted(Path(__file__).parent.glob("*.py")):
            digest.update(path.read_bytes())
        try:
            program = self.program()
            size = program.stat().st_size
        except OSError as error:
            raise _Failure([reason(error)]) from error
        digest.update(repr((RELEASE, program.name, size, self.lang, zlib.ZLIB_RUNTIME_VERSION)).encode())
        return digest.hexdigest()

    def shard(self, part: Sequence[Written]) -> Iterator[Data]:
        """Index a part of the pages; give its files."""
        pages, made = self.work / "pages", self.work / "made"
        laid_out(part, self.work / "views", pages)
        shutil.rmtree(made, ignore_errors=True)
        run(self.program(), self.lang, pages, made)
        yield from shard(made)


def run(program: Path, lang: str, pages: Path, made: Path) -> None:
    """Run Pagefind over a folder of views, where no file and no setting of this machine's can reach it."""
    surroundings = {name: value for name, value in os.environ.items() if not name.startswith("PAGEFIND_")}
    options = ("--keep-index-url", "--force-language", lang, "--quiet")
    try:
        done = subprocess.run(  # noqa: S603 - our own program, our own folders
            (program, "--site", pages, "--output-path", made, *options),
            cwd=pages.parent,
            env=surroundings,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
    except OSError as error:
        raise _Failure([reason(error)]) from error
    if done.returncode:
        said = done.stdout.decode("utf-8", "replace").replace(f"{pages.parent}{os.sep}", "")
        raise _Failure([line for line in said.splitlines() if line.strip()][-_LINES_SHOWN:])


def _failed(said: Iterable[str]) -> Problem:
    return Problem(
        "search-index-failed",
        "the search index could not be made",
        Place(BUNDLE),
        tuple(Remark(f"Pagefind: {line}") for line in said),
        ("see whether there is room on the disk, and a few hundred megabytes of memory",),
    )


def _other_shape(fault: UnknownShape) -> Problem:
    return Problem(
        "search-shape",
        f"a file of the search is not as Pagefind {RELEASE} writes it: {fault.what}",
        Place(f"{BUNDLE}/{fault.file}"),
        help=(
            f"install that release: `pip install pagefind-bin=={RELEASE}`",
            f"if `pagefind-bin-extended` is installed, it has to be of release {RELEASE} as well",
        ),
    )


def _words_missed(languages: Iterable[str]) -> Problem:
    return Problem(
        "search-words-together",
        f"pages are in {listed(languages, 'and')}, whose words the search will not tell apart",
        Place(BUNDLE),
        (Remark("they are found by the beginnings of what stands between two marks of punctuation"),),
        (f"install Pagefind's extended program (60 MB): `pip install pagefind-bin-extended=={RELEASE}`",),
        Severity.WARNING,
    )
