"""A digest of the engine: editing it, or changing a library, is a change of every input of every build.

It holds the source of the package, the names of all that is installed (which end in versions), and the version of
Python. More than needed is in it, and nothing is missed.
"""

from __future__ import annotations

import os
import re
import sys
from functools import cache
from hashlib import blake2b
from pathlib import Path

from postil import __version__

_REQUIRED = re.compile(r"[\w.-]+")

_PACKAGE = Path(__file__).resolve().parent.parent


@cache
def engine_digest() -> bytes:
    """16 bytes. Worked out once in a process, from the files as they are when it is asked for."""
    digest = blake2b(digest_size=16)
    digest.update(f"{sys.version_info[:3]} {sys.implementation.cache_tag} {sys.platform}\n".encode())
    digest.update(_source_digest())
    for name in sorted(_installed()):
        digest.update(f"{name}\n".encode())
    return digest.digest()


@cache
def engine_parts() -> tuple[tuple[str, str], ...]:
    """What two processes have to have in common so that one can work for the other: (part, version), in order.

    The parts are Python, the package's source, and every library that it asks for, with what these ask for: a process
    may have others beside. Worked out once in a process, as above.
    """
    from importlib import metadata  # noqa: PLC0415 - dear to load, and a build on one machine does without

    python = f"{sys.implementation.name} {'.'.join(map(str, sys.version_info[:3]))}"
    parts = {"python": python, "postil": f"{__version__} with source {_source_digest().hex()[:12]}"}
    wanted = ["postil"]
    while wanted:
        try:
            required = metadata.requires(wanted.pop()) or ()
        except metadata.PackageNotFoundError:  # run where it lies, and not installed
            break
        for line in required:
            named = _REQUIRED.match(line)
            name = re.sub(r"[-_.]+", "-", named[0]).lower() if named and "extra ==" not in line else "python"
            if name not in parts:
                try:
                    parts[name] = metadata.version(name)
                except metadata.PackageNotFoundError:  # it is for another system
                    continue
                wanted.append(name)
    return tuple(sorted(parts.items()))


def _source_digest() -> bytes:
    digest = blake2b(digest_size=16)
    for path in sorted(_sources(str(_PACKAGE))):
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - many files, and this is done before anything else
            data = file.read()
        digest.update(f"{os.path.relpath(path, _PACKAGE)}\n{len(data)}\n".encode())
        digest.update(data)
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
