"""A digest of the engine: editing it, or changing a library, is a change of every input of every build.

It holds the source of the package, the names of all that is installed (which end in versions), and the version of
Python. More than needed is in it, and nothing is missed.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from hashlib import blake2b
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


@cache
def engine_digest() -> bytes:
    """16 bytes. Worked out once in a process, from the files as they are when it is asked for."""
    digest = blake2b(digest_size=16)
    digest.update(f"{sys.version_info[:3]} {sys.implementation.cache_tag} {sys.platform}\n".encode())
    for path in sorted(_sources(str(_PACKAGE))):
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - many files, and this is done before anything else
            data = file.read()
        digest.update(f"{os.path.relpath(path, _PACKAGE)}\n{len(data)}\n".encode())
        digest.update(data)
    for name in sorted(_installed()):
        digest.update(f"{name}\n".encode())
    return digest.digest()


def _sources(folder: str) -> list[str]:
    found: list[str] = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                if entry.name not in {"__pycache__", "templates"}:
                    found += _sources(entry.path)
            elif entry.name.endswith(".py"):
                found.append(entry.path)
    return found


def _installed() -> set[str]:
    """The folders that tell what is installed, and in which version."""
    found: set[str] = set()
    for where in sys.path:
        try:
            names = os.listdir(where or ".")  # noqa: PTH208 - names are all that is wanted
        except OSError:
            continue
        found.update(name for name in names if name.endswith((".dist-info", ".egg-info")))
    return found
