"""Disk: every system call by which publishing reads or changes anything, so that tests can let each of them fail.

A file is never changed in place: what stands is taken away and the new one made, since two generations of a site share,
by hard links, the files that are the same in both. Files are 0644 and folders 0755, whatever the umask. Errors are OSErrors
that carry a file name.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import ctypes

_FILE_MODE = 0o644
_FOLDER_MODE = 0o755

_RENAME_EXCHANGE = 2
_RENAME_SWAP = 2
_AT_FDCWD = -100

_NO_LINKS = frozenset(
    {errno.EPERM, errno.EACCES, errno.EMLINK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EXDEV}
)
"""Why a system gives no hard link where it would give a copy."""


Stamp = tuple[int, int, int]
"""By what a file is known again that nobody has written to: its number, its size, and the time of its last change in
nanoseconds. Another file has another number or another time."""


class Tree(NamedTuple):
    """What a folder holds, by paths relative to it with `/`. A link counts as a file, and is never followed."""

    files: dict[str, Stamp | None]
    """In order of path; None for what is no ordinary file."""
    folders: dict[str, int]
    """How many things are in each; the folder itself is not among them."""
    device: int | None = None
    """On which file system all of it lies; None where it does not lie on one, or that is not known."""


def tree(folder: Path, like: Tree | None = None) -> Tree:
    """What `folder` holds; nothing when it is not there, or is no folder itself.

    A file that in `like` has the same path and number, on the same file system, is the same one, and is not looked at.
    """
    files: dict[str, Stamp | None] = {}
    folders: dict[str, int] = {}
    if os.path.islink(folder) or not os.path.isdir(folder):
        return Tree(files, folders)
    device = os.stat(folder).st_dev
    same = like.files if like is not None and like.device == device else {}
    is_one = True
    waiting = [""]
    while waiting:
        base = waiting.pop()
        held = 0
        with _listable(folder / base) as place, os.scandir(place) as entries:
            for entry in entries:
                held += 1
                path = f"{base}{entry.name}"
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(f"{path}/")
                    continue
                stamp = same.get(path)
                if stamp is None or entry.inode() != stamp[0]:
                    seen = entry.stat(follow_symlinks=False)
                    is_one = is_one and seen.st_dev == device
                    stamp = _stamp(seen) if stat.S_ISREG(seen.st_mode) else None
                files[path] = stamp
        if base:
            folders[base.removesuffix("/")] = held
    return Tree({path: files[path] for path in sorted(files)}, folders, device if is_one else None)


def stamp_of(path: Path) -> Stamp | None:
    """By what the file at `path` is known; None where there is no ordinary file."""
    try:
        found = os.stat(path, follow_symlinks=False)
    except FileNotFoundError:
        return None
    return _stamp(found) if stat.S_ISREG(found.st_mode) else None


def read(path: Path) -> bytes:
    with _named(path):
        file = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        try:
            parts = []
            while part := os.read(file, 1 << 20):
                parts.append(part)
        finally:
            os.close(file)
    return b"".join(parts)


def write(path: Path, data: bytes) -> Stamp:
    """Make a file where none is."""
    with _named(path):
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), _FILE_MODE)
        try:
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(file, rest) :]
            made = os.fstat(file)
        finally:
            os.close(file)
    _set_mode(path, made, _FILE_MODE)
    return _stamp(made)


def share(source: Path, path: Path) -> Stamp:
    """Let the file at `source` stand at `path` as well, where none is: by a hard link, or else as a copy of its age."""
    try:
        os.link(source, path)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        write(path, read(source))
        age = os.stat(source)
        os.utime(path, ns=(age.st_atime_ns, age.st_mtime_ns))
    return _stamp(os.stat(path, follow_symlinks=False))


@contextlib.contextmanager
def locked(folder: Path, waiting: Callable[[], None] | None) -> Iterator[None]:
    """Hold a folder that others want to hold as well; `waiting`, if given, is called when it has to be waited for.

    Where the system has no such locks, builds are not kept apart.
    """
    try:
        import fcntl  # noqa: PLC0415 -- not on every system
    except ImportError:
        yield
        return
    with _opened(folder) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if waiting is not None:
                waiting()
            fcntl.flock(file, fcntl.LOCK_EX)
        except OSError:  # a file system without locks
            pass
        yield


def make_folder(path: Path) -> None:
    os.mkdir(path, _FOLDER_MODE)
    _set_mode(path, os.stat(path), _FOLDER_MODE)


def make_writable(path: Path) -> None:
    """Let us write into a folder that someone made read-only; where that is not for us to say, what follows will tell."""
    with contextlib.suppress(OSError):
        _set_mode(path, os.stat(path), _FOLDER_MODE)


def remove(path: Path) -> None:
    """Remove a file, or a folder with all it holds, and links themselves; nothing when it is not there."""
    if os.path.islink(path) or not os.path.isdir(path):
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path)
        return
    make_writable(path)
    with os.scandir(path) as entries:
        names = sorted(entry.name for entry in entries)
    for name in names:
        remove(path / name)
    os.rmdir(path)


def remove_empty(path: Path) -> None:
    os.rmdir(path)


def rename(old: Path, new: Path) -> None:
    os.rename(old, new)


def replace(path: Path, data: bytes) -> None:
    """Put a file in the place of another in one step. A power cut may leave it cut off, which its reader has to see."""
    beside = path.with_name(f"{path.name}.new")
    remove(beside)
    write(beside, data)
    os.replace(beside, path)


def write_all_through(paths: Iterable[Path], folder: Path) -> None:
    """Wait until these files and folders, all on the file system of `folder`, are where a power cut does not reach them."""
    waiting = tuple(paths)
    library = _library()
    # One call for the whole file system costs about what it costs for one file, and that is a lot.
    if library is not None and len(waiting) > 1 and hasattr(library, "syncfs"):
        with _opened(folder) as file:
            _call(library.syncfs, file, folder)
        return
    for path in waiting:
        _write_through(path)


def exchange(one: Path, other: Path) -> bool:
    """Let two folders change places in one step; False where the system cannot (it can on Linux and macOS)."""
    names = os.fsencode(one), os.fsencode(other)
    library = _library()
    try:
        if library is None:
            return False
        if sys.platform == "linux" and hasattr(library, "renameat2"):
            _call(library.renameat2, _AT_FDCWD, names[0], _AT_FDCWD, names[1], _RENAME_EXCHANGE, other)
        elif sys.platform == "darwin" and hasattr(library, "renamex_np"):
            _call(library.renamex_np, names[0], names[1], _RENAME_SWAP, other)
        else:
            return False
    except OSError as error:
        if error.errno in (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP):
            return False  # a file system without the call
        raise
    return True


def _library() -> ctypes.CDLL | None:
    if os.name == "nt":
        return None
    import ctypes  # noqa: PLC0415 - only for who writes

    return ctypes.CDLL(None, use_errno=True)


def _call(function: Callable[..., int], *arguments: object) -> None:
    """Call what C gives; the last argument is the path that an error is told of."""
    *given, path = arguments
    if function(*given):
        import ctypes  # noqa: PLC0415 - as above

        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code), str(path))


def _write_through(path: Path) -> None:
    if os.name == "nt" and os.path.isdir(path):
        return  # folders cannot be opened there
    with _opened(path) as file, _named(path):
        try:
            os.fsync(file)
        except OSError as error:
            if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # some file systems know it for files only
                raise


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[int]:
    file = os.open(path, os.O_RDONLY if os.name != "nt" else os.O_RDWR)
    try:
        yield file
    finally:
        os.close(file)


@contextlib.contextmanager
def _listable(folder: Path) -> Iterator[int | Path]:
    """What `scandir` takes: the folder held open where it can be; then no path has to be followed for each file."""
    if os.scandir not in os.supports_fd:
        yield folder
        return
    with _opened(folder) as file, _named(folder):
        yield file


def _stamp(found: os.stat_result) -> Stamp:
    return found.st_ino, found.st_size, found.st_mtime_ns


def _set_mode(path: Path, found: os.stat_result, mode: int) -> None:
    if stat.S_IMODE(found.st_mode) != mode:
        with contextlib.suppress(PermissionError):  # a file system without modes
            os.chmod(path, mode)


@contextlib.contextmanager
def _named(path: Path) -> Iterator[None]:
    """Errors of open files know no name."""
    try:
        yield
    except OSError as error:
        if error.filename is None:
            raise OSError(error.errno, error.strerror, str(path)) from error
        raise
