"""Looking: a site as it stands, seen once for all who ask, and whether it is as a build left it."""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from itertools import chain
from pathlib import Path

from postil.manifest import MANIFEST
from postil.publish import disk
from postil.publish.disk import Stamp, Tree


@dataclass(frozen=True, slots=True)
class Look:
    """What stood at `out` when it was looked at."""

    tree: Tree
    is_as_left: bool
    """Whether it was what a build left there: no file is another, or has been written to since."""
    site: bytes
    """A digest of all of it, as `digest_of_site` makes it."""

    def is_of_today(self, out: Path) -> bool:
        """Whether no other build has put a site at `out` since: each writes a new manifest."""
        return self.tree.files.get(MANIFEST) == disk.stamp_of(out / MANIFEST)


def looked_at(out: Path, left: bytes) -> Look | None:
    """The site at `out`, of which a build left the digest `left`; None where none of ours is: then it may be anything."""
    if not os.path.isfile(out / MANIFEST):  # noqa: PTH113 - also where it may not be seen
        return None
    try:
        tree = disk.tree(out)
    except OSError:
        return None
    site = digest_of_site(tree.files, tree.folders)
    return Look(tree, bool(site) and site == left, site)


def digest_of_site(files: Mapping[str, Stamp | None], folders: Iterable[str]) -> bytes:
    """Equal for the same files and folders at the same paths, and for no others; empty where that cannot be said."""
    paths = sorted(files)
    stamps = [files[path] for path in paths]
    try:
        names = "\0".join((*paths, "", *sorted(folders))).encode("utf-8", "surrogateescape")
        numbers = array("q", chain.from_iterable(one for one in stamps if one is not None)).tobytes()
    except (UnicodeEncodeError, OverflowError):
        return b""
    if None in stamps:
        return b""
    digest = blake2b(names, digest_size=16)
    digest.update(b"\0\0")
    digest.update(numbers)
    return digest.digest()
