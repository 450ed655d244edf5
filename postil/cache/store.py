"""The store: values by name, each with the stamp of what it was made from, in one SQLite file.

A name holds one value, that of the last build, so the store grows with the archive and not with its history. Every
value is proved by a digest keyed with the salt of this checkout: what disks, people and other programs have changed is
not there, and stamps tell nobody who has no salt what they are stamps of. What is put is kept when the store is closed
without an exception, or not at all.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any

FOLDER = ".cache"

FILE = "builds.sqlite"
_SALT = "salt"
_CLOCK = "clock"
_SALT_SIZE = 32
_DIGEST_SIZE = 16

_FORM = 1
"""Of the table. One of another form is replaced."""

_WAIT = 2.0
"""Seconds to wait for another build that writes; then this one goes without."""


def digest_of(*parts: bytes, key: bytes = b"") -> bytes:
    """16 bytes for a sequence of bytes; where one part ends and the next begins makes a difference."""
    digest = blake2b(digest_size=_DIGEST_SIZE, key=key)
    for part in parts:
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.digest()


class Store:
    """Values by name. One without a connection holds nothing and keeps nothing."""

    def __init__(
        self, connection: sqlite3.Connection | None, salt: bytes = b"", file: Path | None = None
    ) -> None:
        self._connection = connection
        self._salt = salt
        self._place = self._file = file
        self.watch: Callable[[bytes], None] | None = None
        """Called with every value that is put."""

    @property
    def is_open(self) -> bool:
        """Whether anything is kept at all."""
        return self._connection is not None

    @property
    def is_shut_out(self) -> bool:
        """Whether there is a file of builds before that cannot be had."""
        return self._connection is None and self._place is not None and self._place.exists()

    @property
    def salt(self) -> bytes:
        """A key of this checkout alone; empty where nothing is kept."""
        return self._salt

    def stamp(self, *parts: bytes) -> bytes:
        """A digest of parts that says nothing to who lacks the salt."""
        return digest_of(*parts, key=self._salt)

    def get(self, name: str, stamp: bytes | None = None) -> bytes | None:
        """The value of a name, if it has this stamp; whatever stamp it has, where none is given."""
        found = self._ask("SELECT stamp, value, proof FROM kept WHERE name = ?", (name,))
        for had, value, proof in found:
            is_meant = stamp is None or had == stamp
            if is_meant and self._is_proved(name, had, value, proof):
                return bytes(value)
        return None

    def has(self, name: str, stamp: bytes) -> bool:
        """Whether a name has a value with this stamp; whether that is whole, `get` tells."""
        return any(True for _ in self._ask("SELECT 1 FROM kept WHERE name = ? AND stamp = ?", (name, stamp)))

    def all_below(self, prefix: str) -> Iterator[tuple[str, bytes, bytes]]:
        """(name, stamp, value) of every name that begins so, by name."""
        asked = "SELECT name, stamp, value, proof FROM kept WHERE name >= ? AND name < ? ORDER BY name"
        for name, stamp, value, proof in self._ask(asked, (prefix, f"{prefix}\U0010ffff")):
            if isinstance(name, str) and self._is_proved(name, stamp, value, proof):
                yield name, bytes(stamp), bytes(value)

    def put(self, name: str, stamp: bytes, value: bytes) -> None:
        if self.watch is not None:
            self.watch(value)
        proof = digest_of(name.encode(), stamp, value, key=self._salt)
        self._do("INSERT OR REPLACE INTO kept VALUES (?, ?, ?, ?)", [(name, stamp, value, proof)])

    def drop(self, names: Iterable[str]) -> None:
        self._do("DELETE FROM kept WHERE name = ?", [(name,) for name in names])

    def clear(self) -> None:
        """Let go of everything, at once and for good: what was deleted is not left in the file either."""
        self._do("DELETE FROM kept", [()])
        if self._connection is not None:
            with contextlib.suppress(sqlite3.Error):
                self._connection.commit()

    def names_below(self, prefix: str) -> list[str]:
        asked = "SELECT name FROM kept WHERE name >= ? AND name < ? ORDER BY name"
        return [str(name) for (name,) in self._ask(asked, (prefix, f"{prefix}\U0010ffff"))]

    def close(self, *, keep: bool) -> None:
        connection, self._connection = self._connection, None
        if connection is None:
            return
        with contextlib.suppress(sqlite3.Error):
            if keep:
                connection.commit()
        with contextlib.suppress(sqlite3.Error):
            connection.close()

    def _is_proved(self, name: str, stamp: object, value: object, proof: object) -> bool:
        if not isinstance(stamp, bytes) or not isinstance(value, bytes):
            return False
        return digest_of(name.encode("utf-8", "replace"), stamp, value, key=self._salt) == proof

    def _ask(
        self, asked: str, values: tuple[object, ...]
    ) -> Iterator[tuple[Any, ...]]:  # whatever lies in the file
        if self._connection is None:
            return
        try:
            yield from self._connection.execute(asked, values)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            self._give_up(error)

    def _do(self, asked: str, rows: list[tuple[object, ...]]) -> None:
        if self._connection is None:
            return
        try:
            self._connection.executemany(asked, rows)
        except (sqlite3.Error, UnicodeEncodeError) as error:
            self._give_up(error)

    def _give_up(self, error: Exception) -> None:
        """Begin anew where the file is damaged, once; else go on without, and keep nothing."""
        self.close(keep=False)
        file, self._file = self._file, None
        if (
            file is None
            or not isinstance(error, sqlite3.DatabaseError)
            or isinstance(error, sqlite3.OperationalError)
        ):
            return
        with contextlib.suppress(sqlite3.Error, OSError):
            _remove(file)
            self._connection = _connection(file)


def disk_time(root: Path) -> int | None:
    """What the clock of the disk says now (nanoseconds), which is not that of the system; None where nothing is written."""
    path = root / FOLDER / _CLOCK
    try:
        path.write_bytes(b"")
        os.utime(path)
        return path.stat().st_mtime_ns
    except OSError:
        return None


@contextlib.contextmanager
def opened(root: Path) -> Iterator[Store]:
    """The store of the archive at `root`, made anew where there is none that is whole.

    Where it cannot be had, one that holds nothing and keeps nothing.
    """
    store = _store(root / FOLDER)
    try:
        yield store
    except BaseException:
        store.close(keep=False)
        raise
    store.close(keep=True)


def _store(folder: Path) -> Store:
    file = folder / FILE
    try:
        salt = _salt(folder)
    except OSError:
        return Store(None, file=file)
    with contextlib.suppress(sqlite3.Error, OSError):
        try:
            return Store(_connection(file), salt, file)
        except sqlite3.OperationalError as error:
            if not _is_foreign(error):
                raise
        except sqlite3.DatabaseError:
            pass
        _remove(file)
        return Store(_connection(file), salt, file)
    return Store(None, salt, file)


def _is_foreign(error: sqlite3.OperationalError) -> bool:
    """Whether the file has not our table; other errors of this kind are of the disk, its permissions, or other builds."""
    return "kept" in str(error) or "no such column" in str(error)


def _remove(file: Path) -> None:
    for path in (file, file.with_name(f"{file.name}-journal")):
        path.unlink(missing_ok=True)


def _connection(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=_WAIT)
    try:
        # A build that is killed leaves a journal, and the file is whole. A power cut may not; the proofs tell.
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("PRAGMA secure_delete = ON")  # what is no more to be seen is not left in the file
        (form,) = connection.execute("PRAGMA user_version").fetchone()
        if form != _FORM:
            with connection:
                connection.execute("DROP TABLE IF EXISTS kept")
                connection.execute(
                    "CREATE TABLE kept (name TEXT PRIMARY KEY, stamp BLOB, value BLOB, proof BLOB)"
                )
                connection.execute(f"PRAGMA user_version = {_FORM}")
        connection.execute("SELECT name, stamp, value, proof FROM kept LIMIT 1").fetchone()
    except BaseException:
        connection.close()
        raise
    return connection


def _salt(folder: Path) -> bytes:
    """The salt of this checkout; made when there is none, or none of the right size. Raises OSError."""
    path = folder / _SALT
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        salt = path.read_bytes()
        if len(salt) == _SALT_SIZE:
            return salt
    folder.mkdir(exist_ok=True)
    with contextlib.suppress(OSError):
        (folder / ".gitignore").write_bytes(b"*\n")  # a cache is nobody else's
    salt = os.urandom(_SALT_SIZE)
    fresh = folder / f"{_SALT}.{os.getpid()}"
    fresh.write_bytes(salt)
    fresh.replace(path)
    return salt
