"""Places: where a site and what belongs to it stand, whose a folder is, and how two of them change places."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Set as AbstractSet
from pathlib import Path

from postil.folders import ANNOTATIONS, CONTENT, TEMPLATES
from postil.manifest import MANIFEST, as_listed, listed_in
from postil.model.published import Listed
from postil.problems import Place, Problem
from postil.publish import disk
from postil.publish.beside import Beside
from postil.publish.disk import Tree
from postil.publish.generation import Generation, folders_above
from postil.publish.memory import SECOND

MARKER = ".postil-site"
"""Name of the file that says that a folder is a site of ours."""

DRAFT_MARKER = ".postil-drafts"
"""The same for a build with drafts, so that neither is ever put where the other stands."""

PRIVATE_MARKER = ".postil-private"
"""The same for the private edition."""

MARKERS = frozenset({MARKER, DRAFT_MARKER, PRIVATE_MARKER})

LITTER = frozenset({".DS_Store", "Thumbs.db", "desktop.ini"})
"""What file managers leave behind; nobody misses it."""


def marker_of(*, drafts: bool, private: bool = False) -> str:
    """A private edition is none that may be published, with drafts or without."""
    return PRIVATE_MARKER if private else DRAFT_MARKER if drafts else MARKER


def is_site(out: Path, *, drafts: bool) -> bool:
    """Whether a site of ours stands at `out`, with or without drafts as is said."""
    return (out / marker_of(drafts=drafts)).is_file()


def absolute(path: Path) -> Path:
    """The path from the root, links in it not followed: a link is no site of ours."""
    return Path(os.path.abspath(path))  # noqa: PTH100


def misplaced(out: Path, root: Path) -> Problem | None:
    """Why no site may be at `out` for the archive at `root`, whatever stands there."""
    for sources in (CONTENT, ANNOTATIONS, TEMPLATES):
        if out == root / sources or root / sources in out.parents:
            return Problem(
                "out-in-sources",
                f"the output folder lies in {sources}/, which is read from",
                Place(str(out)),
                help=("give another folder with --out",),
            )
    if out == root or out in root.parents:
        return Problem(
            "out-not-ours",
            "the output folder holds the archive itself",
            Place(str(out)),
            help=("give another folder with --out; the site is replaced as a whole by each build",),
        )
    if any((folder / name).is_file() for folder in out.parents for name in sorted(MARKERS)):
        return Problem(
            "out-not-ours",
            "the output folder lies in a site of ours, which is replaced as a whole by its own build",
            Place(str(out)),
            help=("give another folder with --out",),
        )
    return None


def foreign(out: Path, marker: str) -> Problem | None:
    """Why what stands at `out` is no site of this kind, as far as its topmost names tell: it may be as large as `/usr`."""
    if not os.path.lexists(out):
        return None
    if not out.is_dir() or out.is_symlink():
        return _not_ours(out, "there is something else where the output folder would be")
    things = {name for name in os.listdir(out) if not is_litter(name)}  # noqa: PTH208 - names, of which there may be many
    if things and marker not in things:
        return _not_ours(out, f"the output folder is no such site of ours: it has no {marker} file")
    return None


def refused(out: Path, found: Generation) -> Problem | None:
    """Why what stands at `out`, which bears our marker or nothing, may not be replaced: no build wrote all of it."""
    things = {path for path in {*found.stamps, *found.strange, *found.empty} if not is_litter(path)}
    if not things:
        return None
    if MANIFEST not in found.stamps:
        return _not_ours(
            out, f"the output folder has no {MANIFEST}, so that nothing says what in it a build wrote"
        )
    ours = _listed(out)
    strange = min(things - ours, default=None)
    if strange is not None:
        return _not_ours(out / strange, "the output folder holds what no build wrote, and would lose it")
    return None


def as_left(tree: Tree, out: Path, marker: str) -> Generation | None:
    """The site at `out`, whose `tree` is as a build left it: then its files are those of its manifest.

    None where it does not say so: then it is as any other.
    """
    manifest = disk.read(out / MANIFEST)
    listed = listed_in(manifest)
    if listed is None or marker not in listed:
        return None
    own = as_listed(MANIFEST, manifest)
    listed[MANIFEST] = own.digest
    if listed.keys() != tree.files.keys():
        return None
    files = {
        path: Listed(path, listed[path], stamp[1])
        for path, stamp in tree.files.items()
        if stamp is not None and stamp[2] % SECOND
    }
    found = Generation(out, tree, files)
    return None if found.empty else found


def is_litter(path: str) -> bool:
    return path.rpartition("/")[2] in LITTER


def exchange(beside: Beside, *, keeping: bool) -> None:
    """Let the next generation and the site change places, and keep the former site as the other generation, or not.

    Raises OSError; also where the sites have changed places, and the former one is not to be kept and cannot be removed.
    """
    out = beside.out
    if not os.path.lexists(out):
        disk.rename(beside.next, out)
    elif not disk.exchange(beside.next, out):
        # No such call here: a moment remains in which `out` is absent; the next build would restore it.
        disk.rename(out, beside.old)
        try:
            disk.rename(beside.next, out)
        except OSError:
            disk.rename(beside.old, out)
            raise
        disk.rename(beside.old, beside.next)
    disk.write_all_through([out.parent], out.parent)
    if not keeping:
        drop_former(beside)  # that this fails has to be told: what is to be forgotten lies there
        return
    with contextlib.suppress(OSError):  # what does not succeed now, the next build does
        if os.path.lexists(beside.next):
            disk.rename(beside.next, beside.other)


def drop_former(beside: Beside) -> None:
    """Remove every older generation, finished or not."""
    for former in (beside.next, beside.other):
        disk.remove(former)


def mend(beside: Beside) -> None:
    """Set right what a build left that died between two steps of an exchange."""
    if not os.path.lexists(beside.old):
        return
    if os.path.lexists(beside.out):
        disk.remove(beside.next)
        disk.rename(beside.old, beside.next)
    else:
        disk.rename(beside.old, beside.out)


def _listed(out: Path) -> AbstractSet[str]:
    listed = listed_in(disk.read(out / MANIFEST))
    return {MANIFEST} if listed is None else {MANIFEST, *listed, *folders_above(listed)}


def _not_ours(path: Path, message: str) -> Problem:
    cure = "give another folder with --out, or move away what is there"
    return Problem("out-not-ours", message, Place(str(path)), help=(cure,))
