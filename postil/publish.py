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

from postil.messages import reason
from postil.problems import Checked, Place, Problem

MARKER = ".postil-site"
"""Name of the file that says that a folder is a site of ours, and lists every file in it."""

DRAFT_MARKER = ".postil-drafts"
"""The same for a build with drafts, so that neither is ever put where the other stands."""

_MARKER_HEAD = "This folder was written by Postil and is replaced as a whole by each build. What is in it:\n"

_LITTER = frozenset({".DS_Store", "Thumbs.db", "desktop.ini"})
"""What file managers leave behind; nobody misses it."""

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
    problem = _refusal(out, _absolute(root), _marker(drafts=drafts))
    if problem is not None:
        yield Checked(None, (problem,))
        return
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        lock = os.open(out.parent, os.O_RDONLY) if os.name == "posix" else None
    except OSError as error:
        yield Checked(None, (unwritable(out, error),))
        return
    try:
        _wait_for(lock)
        _clear_leftovers(out)
        staging = out.parent / f"{_prefix(out)}{os.getpid()}"
        try:
            staging.mkdir()
        except OSError as error:
            yield Checked(None, (unwritable(out, error),))
            return
        try:
            yield Checked(staging)
        finally:
            _remove(staging)
    finally:
        if lock is not None:
            os.close(lock)


def publish(staging: Path, out: Path, *, drafts: bool) -> int:
    """Put the site in `staging` at `out`. How many files differ from what was there; 0 means that nothing was touched.

    `out` is one that `staging_for` accepted.
    """
    out = _absolute(out)
    marker = _marker(drafts=drafts)
    listed = "".join(f"{path}\n" for path in files_below(staging))
    (staging / marker).write_text(_MARKER_HEAD + listed, encoding="utf-8", newline="\n")
    changed = _changed_files(staging, out)
    if changed:
        _exchange(staging, out)
    return changed


def is_site(out: Path, *, drafts: bool) -> bool:
    """Whether a site of ours stands at `out`, with or without drafts as is said."""
    return (out / _marker(drafts=drafts)).is_file()


def is_unwritable(error: OSError, *folders: Path) -> bool:
    """Whether an error is that one of the folders cannot be written to, or that its disk is full."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EROFS):
        return True
    where = Path(os.fsdecode(error.filename)) if error.filename else None
    return where is not None and any(folder == where or folder in where.parents for folder in folders)


def unwritable(out: Path, error: OSError) -> Problem:
    """The system would not let a site be written."""
    return Problem(
        "out-unwritable",
        f"the site cannot be written: {reason(error)}",
        Place(str(error.filename or out)),
        help=(
            "see that the folder can be written to and that the disk has room, or give another one with --out",
        ),
    )


def files_below(folder: Path) -> tuple[str, ...]:
    """Paths of all files below a folder, relative to it, with `/`; sorted by code points."""
    found: list[str] = []
    for where, _, names in os.walk(folder):
        base = os.path.relpath(where, folder).replace(os.sep, "/")
        found.extend(name if base == "." else f"{base}/{name}" for name in names)
    return tuple(sorted(found))


def _things_below(folder: Path) -> tuple[str, ...]:
    """Files, links and empty folders: all that a folder holds, as `files_below` names files."""
    found = list(files_below(folder))
    for where, folders, names in os.walk(folder):
        base = os.path.relpath(where, folder).replace(os.sep, "/")
        found.extend(f"{base}/{name}" for name in folders if Path(where, name).is_symlink())
        if base != "." and not folders and not names:
            found.append(base)
    return tuple(sorted(path.removeprefix("./") for path in found))


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
    if any((folder / name).is_file() for folder in out.parents for name in (MARKER, DRAFT_MARKER)):
        return Problem(
            "out-not-ours",
            "the output folder lies in a site of ours, which is replaced as a whole by its own build",
            Place(str(out)),
            help=("give another folder with --out",),
        )
    if not os.path.lexists(out):
        return None
    if not out.is_dir() or out.is_symlink():
        return _not_ours(out, "there is something else where the output folder would be")
    found = [path for path in _things_below(out) if path.rpartition("/")[2] not in _LITTER]
    if found and not (out / marker).is_file():
        return _not_ours(out, f"the output folder is no such site of ours: it has no {marker} file")
    try:
        listed = (out / marker).read_text(encoding="utf-8", errors="replace") if found else ""
    except OSError as error:
        return unwritable(out, error)
    ours = frozenset((*listed.splitlines(), marker))
    strange = next((path for path in found if path not in ours), None)
    if strange is not None:
        return _not_ours(out / strange, "the output folder holds what no build wrote, and would lose it")
    return None


def _not_ours(path: Path, message: str) -> Problem:
    cure = "give another folder with --out, or move away what is there"
    return Problem("out-not-ours", message, Place(str(path)), help=(cure,))


def _marker(*, drafts: bool) -> str:
    return DRAFT_MARKER if drafts else MARKER


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


def _wait_for(lock: int | None) -> None:
    """Wait until no other build holds the folder. Where the system has no such locks, builds are not kept apart."""
    try:
        import fcntl  # noqa: PLC0415 -- not on every system
    except ImportError:
        return
    if lock is not None:
        with contextlib.suppress(OSError):
            fcntl.flock(lock, fcntl.LOCK_EX)


def _remove(path: Path) -> None:
    """Remove what no one needs any more, also from folders that were made read-only; what resists, the next build tries."""
    if not path.is_dir() or path.is_symlink():
        path.unlink(missing_ok=True)
        return
    for folder, _, _ in os.walk(path):
        with contextlib.suppress(OSError):
            Path(folder).chmod(0o700)
    shutil.rmtree(path, ignore_errors=True)


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
