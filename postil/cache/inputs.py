"""Inputs: the files that a build reads, and whether they are still those that were read.

A file whose size, times and inode are those of the last look is taken to hold what it held. The exception is one that had
been changed just before that look: it could have been changed once more within what the clock of the disk can tell, and
is read (the rule of git's index). With `by_content` every file is read, as is right where times mean nothing.

Promises that what is equal was equal at both looks. Refuses to know what the files say.
"""

from __future__ import annotations

import os
import stat
from array import array
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from itertools import chain
from pathlib import Path

from postil.folders import LOOKED_INTO

GRANULARITY = 2_000_000_000
"""Nanoseconds. The coarsest clock of a file system in use is that of FAT."""

_DIGEST_SIZE = 16

State = tuple[int, int, int, int, int]
"""Mode, size, modified, changed (nanoseconds), inode; of a folder its mode and no more."""

Seen = tuple[State | None, bytes]
"""A file as it was seen: its state, None when it had been changed too shortly before to be trusted, and a digest.

Plain tuples, of which there are thousands: they are read and compared before anything else is done.
"""

Inputs = Mapping[str, Seen]
"""By path, `/` between its parts, each below the label of its folder. Folders have paths that end in `/`."""

Folders = Sequence[tuple[str, Path]]
"""(label, file or folder): where a build reads."""


def looked(folders: Folders) -> Mapping[str, State] | None:
    """The state of what lies at and below the folders, by path, in order.

    Hidden files are passed over, as a build does, but for those of which it complains. None where it cannot be said what
    a build would read: there are links, what is no file, or cannot be read.
    """
    found: dict[str, State] = {}
    for label, where in folders:
        states = _states(label, str(where))
        if states is None:
            return None
        found.update(states)
    return found


def digest_of_states(states: Mapping[str, State], key: bytes) -> bytes:
    """Equal for equal states, and for no others; empty where there is none, of numbers that no system should give."""
    try:
        names = "\0".join(states).encode("utf-8", "surrogateescape")
        numbers = array("q", chain.from_iterable(states.values())).tobytes()
    except (UnicodeEncodeError, OverflowError):
        return b""
    digest = blake2b(names, digest_size=_DIGEST_SIZE, key=key)
    digest.update(b"\0\0")
    digest.update(numbers)
    return digest.digest()


def seen(
    states: Mapping[str, State],
    folders: Folders,
    before: Inputs,
    *,
    now: int,
    by_content: bool,
    key: bytes = b"",
) -> Inputs | None:
    """What has been `looked` at, with digests; `before` is what was seen the last time, or empty.

    `now` is a time of the disk's own clock (nanoseconds) from before that look. Digests are made with `key`, so that those
    which are kept tell nobody without it what a file holds. None where a file cannot be read.
    """
    found: dict[str, Seen] = {}
    for path, state in states.items():
        last = before.get(path)
        if last is not None and last[0] == state and not by_content:
            found[path] = last
            continue
        try:
            digest = b"" if path.endswith("/") else file_digest(path, folders, key)
        except OSError:
            return None
        is_fresh = max(state[2], state[3]) >= now - GRANULARITY and not path.endswith("/")
        found[path] = (None if is_fresh else state, digest)
    return found


def digest_of_contents(inputs: Inputs) -> bytes:
    """Equal for files of equal paths and bytes, and for no others."""
    digest = blake2b(digest_size=_DIGEST_SIZE)
    digest.update("\0".join(inputs).encode("utf-8", "surrogateescape"))
    digest.update(b"\0\0")
    # A folder has no digest; its path tells it from a file.
    digest.update(b"".join([one for _, one in inputs.values()]))
    return digest.digest()


def file_digest(path: str, folders: Folders, key: bytes = b"") -> bytes:
    """The digest of a file, by its path as `Inputs` have it. Raises OSError."""
    for label, where in folders:
        if path == label or path.startswith(f"{label}/"):
            place = f"{where}{path[len(label) :]}"
            with open(place, "rb", buffering=0) as file:  # noqa: PTH123 - thousands of files, before anything else is done
                return blake2b(file.read(), digest_size=_DIGEST_SIZE, key=key).digest()
    raise FileNotFoundError(path)


def _states(label: str, where: str) -> Mapping[str, State] | None:
    """The state of a file or folder and all below it, in order of path; None where one cannot be said."""
    try:
        there = os.lstat(where)
    except FileNotFoundError:
        return {}
    except OSError:
        return None
    if not stat.S_ISDIR(there.st_mode):
        return {label: _state(there)} if stat.S_ISREG(there.st_mode) else None
    found: dict[str, State] = {f"{label}/": (there.st_mode, 0, 0, 0, 0)}
    folders = [(label, where)]
    while folders:
        name, folder = folders.pop()
        try:
            with _listable(folder) as place, os.scandir(place) as entries:
                for entry in entries:
                    if entry.name.startswith(".") and not _is_looked_into(entry):
                        continue
                    status = entry.stat(follow_symlinks=False)
                    below = f"{name}/{entry.name}"
                    if stat.S_ISREG(status.st_mode):
                        found[below] = _state(status)
                    elif stat.S_ISDIR(status.st_mode):
                        folders.append((below, os.path.join(folder, entry.name)))  # noqa: PTH118 - as above
                        found[f"{below}/"] = (status.st_mode, 0, 0, 0, 0)
                    else:
                        return None
        except OSError:
            return None
    return {path: found[path] for path in sorted(found)}


@contextmanager
def _listable(folder: str) -> Iterator[int | str]:
    """What `scandir` takes: the folder held open where it can be; then no path has to be followed for each file."""
    if os.scandir not in os.supports_fd:
        yield folder
        return
    file = os.open(folder, os.O_RDONLY)
    try:
        yield file
    finally:
        os.close(file)


def _is_looked_into(entry: os.DirEntry[str]) -> bool:
    """Whether a build complains of a hidden file: it may have been meant to be read."""
    return entry.name.endswith(LOOKED_INTO) and entry.is_file(follow_symlinks=False)


def _state(status: os.stat_result) -> State:
    return (status.st_mode, status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)
