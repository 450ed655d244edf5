"""Watching: waits until something changes that a build reads.

Promises that a change made after `watched` has begun is seen by `wait`, also one in a folder that is new; that a burst of
changes is one; and that neither what a build writes nor what editors leave beside a file counts. Refuses to know what a
file says.

The one user of watchfiles. Its `watch` begins to look only when it is first waited on, which would miss what changes
during a build; `RustNotify`, the documented layer below, looks from the moment it is made.
"""

from __future__ import annotations

import contextlib
import os
import platform
import re
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from watchfiles import Change
from watchfiles._rust_notify import RustNotify  # documented as watchfiles' "Rust backend direct usage"

from postil.folders import ANNOTATIONS, CONTENT, SETTINGS, TEMPLATES

_READ = (CONTENT, ANNOTATIONS, TEMPLATES)

_STILL = 25
"""Milliseconds without a change after which a burst is over; editors take one or two for all that they do when they save."""

_LONGEST = 1500
"""Milliseconds after which a burst is taken as over though it goes on."""

_POLL = 400
"""Milliseconds between two looks where the system does not tell of changes."""

_TEMPORARY = re.compile(r"#.*#|.*~|.*\.(?:swp|swx|tmp)|4913|.*___jb_(?:tmp|old)___", re.DOTALL)
"""Names of what editors (Emacs, Vim, those of JetBrains) write while they save, or before anyone has saved."""


class Changes:
    """What changes below an archive's root, from now on."""

    def __init__(self, root: Path, notify: RustNotify) -> None:
        self._root = root
        self._notify = notify

    def wait(self, within: int = 0) -> tuple[str, ...]:
        """The files that have changed, relative to the root, sorted; as soon as there are any and no more follow.

        Empty when nothing changes `within` so many milliseconds; with 0 there is no end to waiting.
        Raises KeyboardInterrupt when the person ends it.
        """
        while True:
            found = self._notify.watch(_LONGEST, _STILL, within, None)
            if found == "timeout":
                return ()
            if isinstance(found, str):  # "signal"; "stop" cannot come, without an event for it
                raise KeyboardInterrupt
            changed = {path for change, name in found if (path := self._path(Change(change), name))}
            if changed:
                return tuple(sorted(changed))

    def _path(self, change: Change, name: str) -> str | None:
        path = os.path.relpath(name, self._root).replace(os.sep, "/")
        return path if is_read(path, is_gone=change is Change.deleted) else None


def is_read(path: str, *, is_gone: bool = False) -> bool:
    """Whether a build reads what stands at a path, relative to the root, with `/`.

    What editors keep beside a file does not count, except when it goes: a build may have seen it and complained.
    """
    parts = path.split("/")
    if parts[0] not in _READ and path != SETTINGS:
        return False
    if any(part.startswith(".") for part in parts):
        return False  # passed over by the build
    return is_gone or not _TEMPORARY.fullmatch(parts[-1])


@contextlib.contextmanager
def watched(root: Path) -> Iterator[Changes]:
    """Look at every folder that is read, and at the root, where those folders and the settings come and go."""
    root = root.resolve()  # some systems tell the real path, whatever was asked for
    with contextlib.closing(_notify(root)) as notify:
        yield Changes(root, notify)


def _notify(root: Path) -> RustNotify:
    is_polling = _must_poll()
    while True:
        folders = sorted(_folders(root))
        try:
            # Each folder by itself: the root is looked at without what else lies in it (a site, an environment).
            return RustNotify(folders, False, is_polling, _POLL, False, True)  # noqa: FBT003 - takes no names
        except FileNotFoundError:  # one went while we looked
            time.sleep(_POLL / 1000)
        except OSError:
            if is_polling:
                raise
            is_polling = True  # the system watches no more files than it was told to


def _folders(root: Path) -> Iterable[str]:
    yield str(root)
    for name in _READ:
        for where, below, _ in os.walk(root / name):
            below[:] = [one for one in below if not one.startswith(".")]
            yield where


def _must_poll() -> bool:
    """Whether changes are not told: in WSL, and where the variable says so that watchfiles knows (containers)."""
    asked = os.environ.get("WATCHFILES_FORCE_POLLING", "").lower()
    if asked:
        return asked not in ("false", "disable", "disabled")
    return "microsoft-standard" in platform.uname().release.lower()
