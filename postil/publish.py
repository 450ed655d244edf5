"""Publish: a finished site becomes the published one in a single step.

The site is built in a staging folder beside `out`, on the same file system. When it is whole, the two folders change
places in one system call, so that nobody, at any moment, is served half a site; a build that dies leaves `out` as it was
and its staging folder is cleared away by the next one. A folder is written to only when it is new, empty, or bears our
marker; anything else is refused. When nothing differs, nothing is touched.

Publish knows folders and bytes. It knows nothing of what they say.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from postil.problems import Checked, Place, Problem

MARKER = ".postil-site"
"""Name of the file that says that a folder is a site of ours, and may be replaced as a whole."""

DRAFT_MARKER = ".postil-drafts"
"""The same for a build with drafts, so that neither is ever put where the other stands."""

MARKER_TEXT = "This folder was written by Postil and is replaced as a whole by each build.\n"

_RENAME_EXCHANGE = 2
_RENAME_SWAP = 2
_AT_FDCWD = -100


@contextlib.contextmanager
def staging_for(out: Path, root: Path, *, drafts: bool) -> Iterator[Checked[Path | None]]:
    """An empty folder beside `out` to build in, for as long as the context lasts.

    Problems: `out-not-ours` when `out` holds what we did not write, or a site without drafts when this one has them, or
    the other way round; `out-in-sources` when it lies where the archive's sources are read from. Builds into the same
    parent folder wait for each other.
    """
    out = _absolute(out)
    marker = DRAFT_MARKER if drafts else MARKER
    problem = _refusal(out, _absolute(root), marker)
    if problem is not None:
        yield Checked(None, (problem,))
        return
    out.parent.mkdir(parents=True, exist_ok=True)
    with _lock(out.parent):
        _clear_leftovers(out)
        staging = out.parent / f"{_prefix(out)}{os.getpid()}"
        staging.mkdir()
        try:
            (staging / marker).write_text(MARKER_TEXT, encoding="utf-8", newline="\n")
            yield Checked(staging)
        finally:
            _remove(staging)


def publish(staging: Path, out: Path) -> int:
    """Put the site in `staging` at `out`. How many files differ from what was there; 0 means that nothing was touched.

    `out` is one that `staging_for` accepted.
    """
    out = _absolute(out)
    changed = _changed_files(staging, out)
    if changed:
        _exchange(staging, out)
    return changed


def files_below(folder: Path) -> tuple[str, ...]:
    """Paths of all files below a folder, relative to it, with `/`; sorted by code points."""
    found: list[str] = []
    for where, _, names in os.walk(folder):
        base = os.path.relpath(where, folder).replace(os.sep, "/")
        found.extend(name if base == "." else f"{base}/{name}" for name in names)
    return tuple(sorted(found))


def _refusal(out: Path, root: Path, marker: str) -> Problem | None:
    for sources in ("content", "annotations", "templates"):
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
    if not os.path.lexists(out):
        return None
    ours = out.is_dir() and not out.is_symlink() and ((out / marker).is_file() or not any(out.iterdir()))
    if ours:
        return None
    return Problem(
        "out-not-ours",
        f"the output folder is no such site of ours: it has no {marker} file",
        Place(str(out)),
        help=("give another folder with --out, or move away what is there",),
    )


def _absolute(path: Path) -> Path:
    """The path from the root, links in it not followed: a link is no site of ours."""
    return Path(os.path.abspath(path))  # noqa: PTH100


def _prefix(out: Path) -> str:
    return f".{out.name}.staging-"


def _clear_leftovers(out: Path) -> None:
    """Remove what builds left that died. The lock is ours, so none of them is running."""
    for path in sorted(out.parent.glob(f"{_prefix(out)}*")):
        if not out.exists() and path.name.endswith("-old"):
            path.rename(out)  # died between the two renames of a system that cannot exchange
        else:
            _remove(path)


@contextlib.contextmanager
def _lock(folder: Path) -> Iterator[None]:
    """Hold a folder against other builds. Where the system has no such locks, builds are not kept apart."""
    try:
        import fcntl  # noqa: PLC0415 -- not on every system
    except ImportError:
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        with contextlib.suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _changed_files(staging: Path, out: Path) -> int:
    new, old = files_below(staging), files_below(out) if out.is_dir() else ()
    known = frozenset(old)
    changed = sum(path not in known or not _same(staging / path, out / path) for path in new)
    return changed + len(known.difference(new))


def _same(one: Path, other: Path) -> bool:
    return one.stat().st_size == other.stat().st_size and one.read_bytes() == other.read_bytes()


def _exchange(staging: Path, out: Path) -> None:
    if not out.exists():
        staging.rename(out)
        return
    if _exchanged_at_once(staging, out):
        return
    # No such call here: a moment remains in which `out` is absent; the next build would restore it.
    old = staging.with_name(f"{staging.name}-old")
    out.rename(old)
    staging.rename(out)
    old.rename(staging)


def _exchanged_at_once(one: Path, other: Path) -> bool:
    """True when the system exchanged the two folders in one step (Linux renameat2, macOS renamex_np)."""
    names = os.fsencode(one), os.fsencode(other)
    if sys.platform not in ("linux", "darwin"):
        return False
    library = ctypes.CDLL(None, use_errno=True)
    if sys.platform == "linux" and hasattr(library, "renameat2"):
        result = library.renameat2(_AT_FDCWD, names[0], _AT_FDCWD, names[1], _RENAME_EXCHANGE)
    elif sys.platform == "darwin" and hasattr(library, "renamex_np"):
        result = library.renamex_np(names[0], names[1], _RENAME_SWAP)
    else:
        return False
    if result == 0:
        return True
    code = ctypes.get_errno()
    if code in (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP):
        return False  # a file system without the call
    raise OSError(code, os.strerror(code), str(one), None, str(other))
