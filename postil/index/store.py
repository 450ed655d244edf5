"""Store: what has been made for the search, kept so that it need not be made again.

A pack is one file with many in it, under a key that stands for all that they were made from:

    SHA-256 of what follows, in hexadecimal digits, and a line end
    the bytes of the files, one after another
    {"key": ..., "files": [[path, bytes, SHA-256], ...]} in JSON
    the length of that JSON, as eight bytes

A pack that is damaged, cut off, or of another key is none. It is data and nothing else: reading it runs nothing.
The folder is ours alone and can be deleted at any time. It knows nothing of what the files hold.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

Read = Callable[[str], bytes]
"""Gives the bytes of the file at a path."""

_PACK = ".pack"
_PART = ".part"
_USED = "used.json"
_DIGEST = hashlib.sha256().digest_size * 2 + 1
_LENGTH = 8
_BLOCK = 1 << 18
"""Bytes read at a time of what is too large to be held."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A file in a pack: `size` bytes at `at`, of this digest (SHA-256, hex)."""

    at: int
    size: int
    digest: str


@dataclass(frozen=True, slots=True)
class Pack:
    """Files that are kept together, by their paths, in the order in which they were put."""

    path: Path
    files: Mapping[str, Kept]

    @contextlib.contextmanager
    def reading(self) -> Iterator[Read]:
        with self.path.open("rb") as file:

            def read(path: str) -> bytes:
                kept = self.files[path]
                file.seek(kept.at)
                return file.read(kept.size)

            yield read

    def blocks(self, path: str) -> Iterator[bytes]:
        """The bytes of one file, a block at a time; between two blocks the pack is closed: many are read side by side."""
        at, left = self.files[path].at, self.files[path].size
        while left:
            with self.path.open("rb") as file:
                file.seek(at)
                block = file.read(min(_BLOCK, left))
            if not block:
                raise FileNotFoundError(str(self.path))
            at, left = at + len(block), left - len(block)
            yield block


class Store:
    """A folder of packs. Raises OSError where it cannot be read or written: then another folder will do."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def pack(self, key: str) -> Pack | None:
        """What is kept under a key, if it is whole."""
        path = self._path(key)
        try:
            with path.open("rb") as file:
                said = file.read(_DIGEST)
                if said != f"{hashlib.file_digest(file, 'sha256').hexdigest()}\n".encode():
                    return None
                file.seek(-_LENGTH, os.SEEK_END)
                length = int.from_bytes(file.read(_LENGTH), "big")
                file.seek(-_LENGTH - length, os.SEEK_END)
                about = json.loads(file.read(length))
            if about["key"] != key:
                return None
            files: dict[str, Kept] = {}
            at = _DIGEST
            for name, size, digest in about["files"]:
                files[name] = Kept(at, size, digest)
                at += size
        except (FileNotFoundError, LookupError, TypeError, ValueError):
            return None
        return Pack(path, files)

    def put(self, key: str, files: Iterable[tuple[str, bytes]]) -> Pack:
        """Keep files under a key, in place of what may be there. Files are written as they come."""
        part = self._folder / f"{key}.{os.getpid()}{_PART}"
        digest = hashlib.sha256()
        listed: list[tuple[str, int, str]] = []
        with part.open("wb") as file:

            def write(data: bytes) -> None:
                digest.update(data)
                file.write(data)

            file.write(b" " * _DIGEST)
            for name, data in files:
                listed.append((name, len(data), hashlib.sha256(data).hexdigest()))
                write(data)
            about = json.dumps({"key": key, "files": listed}, separators=(",", ":")).encode()
            write(about + len(about).to_bytes(_LENGTH, "big"))
            file.seek(0)
            file.write(f"{digest.hexdigest()}\n".encode())
        part.replace(self._path(key))
        made = self.pack(key)
        if made is None:
            raise FileNotFoundError(str(self._path(key)))
        return made

    def keep(self, keys: Iterable[str], *, forgets: bool) -> None:
        """Keep what this build stood on and, unless it `forgets`, what the one before did; nothing else.

        So of two builds that take turns, neither loses what it has to the other.
        """
        now, before = sorted(keys), self._used()
        lists = [now] if forgets else before if before[:1] == [now] else [now, *before[:1]]
        if lists != before:
            part = self._folder / f"{_USED}.{os.getpid()}{_PART}"
            part.write_text(json.dumps(lists), encoding="utf-8")
            part.replace(self._folder / _USED)
        kept = {f"{key}{_PACK}" for one in lists for key in one}
        for path in sorted(self._folder.iterdir()):
            if path.name.endswith(_PART) or (path.name.endswith(_PACK) and path.name not in kept):
                path.unlink(missing_ok=True)

    def _used(self) -> list[list[str]]:
        try:
            lists = json.loads((self._folder / _USED).read_bytes())
        except (FileNotFoundError, ValueError):
            return []
        right = isinstance(lists, list) and all(
            isinstance(one, list) and all(isinstance(key, str) for key in one) for one in lists
        )
        return lists if right else []

    def _path(self, key: str) -> Path:
        return self._folder / f"{key}{_PACK}"
