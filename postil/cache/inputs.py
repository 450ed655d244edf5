"""Inputs: the files that a build reads, and whether they are still those that were read.

A file whose size, times and inode are those of the last look is taken to hold what it held. The exception is one that had
been changed just before that look: it could have been changed once more within what the clock of the disk can tell, and
is read (the rule of git's index). With `by_content` every file is read, as is right where times mean nothing.

Promises that what is equal was equal at both looks. Refuses to know what the files say.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

GRANULARITY = 2_000_000_000
"""Nanoseconds. The coarsest clock of a file system in use is that of FAT."""

_State = tuple[int, int, int, int, int]
"""Mode, size, modified, changed (nanoseconds), inode."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A file as it was seen. `state` is None when it had been changed too shortly before to be trusted."""

    state: _State | None
    digest: bytes


Inputs = Mapping[str, Seen]
"""By path, `/` between its parts, each below the label of its folder. Folders have paths that end in `/`."""


def seen(
    folders: Sequence[tuple[str, Path]], before: Inputs, *, now: int, by_content: bool, key: bytes = b""
) -> Inputs | None:
    """What lies at and below `folders` (label, path); `before` is what was seen the last time, or empty.

    Hidden files are passed over, as a build does. `now` is a time of the disk's own clock (nanoseconds) from before this
    look. Digests are made with `key`, so that those which are kept tell nobody without it what a file holds. None where it
    cannot be said what a build would read: there are links, what is no file, or cannot be read.
    """
    found: dict[str, Seen] = {}
    for label, where in folders:
        for path, place, state in _states(label, str(where), hidden=False):
            if state is None:
                return None
            last = before.get(path)
            if last is not None and last.state == state and not by_content:
                found[path] = last
                continue
            try:
                digest = b"" if path.endswith("/") else file_digest(place, key)
            except OSError:
                return None
            is_fresh = max(state[2], state[3]) >= now - GRANULARITY and not path.endswith("/")
            found[path] = Seen(None if is_fresh else state, digest)
    return found


def digests_of(inputs: Inputs) -> Mapping[str, bytes]:
    return {path: one.digest for path, one in sorted(inputs.items())}


def files_digest(folder: Path) -> bytes:
    """A digest of names, sizes, times and inodes of all that lies below a folder; empty when there is none."""
    digest = blake2b(digest_size=16)
    try:
        for path, _, state in _states("", str(folder), hidden=True):
            if state is None:
                return b""
            digest.update(
                f"{path}\0{'' if path.endswith('/') else (state[1], state[2], state[4])}\n".encode()
            )
    except UnicodeEncodeError:
        return b""
    return digest.digest()


def file_digest(path: str, key: bytes = b"") -> bytes:
    with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - thousands of files, before anything else is done
        return blake2b(file.read(), digest_size=16, key=key).digest()


def _states(label: str, where: str, *, hidden: bool) -> list[tuple[str, str, _State | None]]:
    """(path, place, state) of a file or folder and all below it, in order of path; no state where none can be said."""
    try:
        there = os.lstat(where)
    except FileNotFoundError:
        return []
    except OSError:
        return [(label, where, None)]
    if not stat.S_ISDIR(there.st_mode):
        return [(label, where, _state(there))]
    found: list[tuple[str, str, _State | None]] = [(f"{label}/", where, (there.st_mode, 0, 0, 0, 0))]
    folders = [(label, where)]
    while folders:
        name, folder = folders.pop()
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    if entry.name.startswith(".") and not hidden:
                        continue
                    status = entry.stat(follow_symlinks=False)
                    below = f"{name}/{entry.name}"
                    if stat.S_ISDIR(status.st_mode):
                        folders.append((below, entry.path))
                        found.append((f"{below}/", entry.path, (status.st_mode, 0, 0, 0, 0)))
                    else:
                        found.append((below, entry.path, _state(status)))
        except OSError:
            return [(label, where, None)]
    found.sort()
    return found


def _state(status: os.stat_result) -> _State | None:
    if not stat.S_ISREG(status.st_mode):
        return None
    return (status.st_mode, status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)
