"""Memory: which bytes stand in files that no one has written to since we did.

A file beside the site that may be deleted at any time: `NUMBER SIZE TIME DIGEST` a line, of every file of both generations,
below a digest of those lines. It names no path, so that it holds whichever of the generations is in which place. What it
holds was written through before, so a power cut cannot have undone it.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from postil.publish import disk
from postil.publish.disk import Stamp

SECOND = 1_000_000_000
"""Nanoseconds. Times of whole seconds come from systems that know no others: there a file may change and keep its time."""

_LINE = re.compile(r"(\d+) (\d+) (\d+) ([0-9a-f]{64})\n", re.ASCII)


def recalled(file: Path) -> dict[Stamp, str]:
    """The digests that are remembered; none when the file is not there or is damaged."""
    try:
        head, _, lines = disk.read(file).partition(b"\n")
    except OSError:
        return {}
    if head != _head(lines):
        return {}
    found = _LINE.findall(lines.decode("ascii"))
    return {(int(number), int(size), int(time)): digest for number, size, time, digest in found}


def remember(file: Path, digests: Mapping[Stamp, str]) -> None:
    """Write what is to be remembered. That it cannot be written is no fault: files are then read again."""
    rows = ((*stamp, digest) for stamp, digest in digests.items() if stamp[2] % SECOND)
    lines = "".join(f"{number} {size} {time} {digest}\n" for number, size, time, digest in rows).encode()
    with contextlib.suppress(OSError):
        disk.replace(file, _head(lines) + b"\n" + lines)


def _head(lines: bytes) -> bytes:
    return b"files of both generations, by Postil; " + sha256(lines).hexdigest().encode()
