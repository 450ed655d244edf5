"""Small sites put in place by `publish`, and system calls counted, failed and ended at."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from postil.manifest import MANIFEST, listed_in
from postil.publish import DRAFT_MARKER, MARKER, Publication, looked_at, publication

APPARATUS = frozenset({MARKER, DRAFT_MARKER, MANIFEST})


def put(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


@contextmanager
def begun(root: Path, out: Path, *, drafts: bool = False, left: bytes = b"") -> Iterator[Publication]:
    """A publication by one that was told what the last one had `left`, where it was."""
    with publication(out, root, drafts=drafts, stands=looked_at(out, left) if left else None) as site:
        assert site.value is not None, site.problems
        yield site.value


def publish_files(root: Path, out: Path, files: Mapping[str, str], *, left: bytes = b"") -> int:
    return published(root, out, files, left=left)[0]


def published(root: Path, out: Path, files: Mapping[str, str], *, left: bytes = b"") -> tuple[int, bytes]:
    """How many files differ from what was there, and what is left there."""
    with begun(root, out, left=left) as site:
        for path, text in files.items():
            site.put(path, text.encode())
        return site.finish(), site.left


def codes(root: Path, out: Path, *, drafts: bool = False) -> list[tuple[str, str]]:
    """(code, path) of what keeps a site from being published there."""
    with publication(out, root, drafts=drafts) as site:
        assert (site.value is None) == bool(site.problems)
        return [(problem.code, problem.place.path) for problem in site.problems]


def contents(site: Path) -> dict[str, str]:
    """Texts of all files but marker and manifest, by path."""
    return {
        path.relative_to(site).as_posix(): path.read_text("utf-8")
        for path in sorted(site.rglob("*"))
        if path.is_file() and path.name not in APPARATUS
    }


def proved(site: Path) -> bool:
    """Whether the manifest lists what stands there and nothing else."""
    listed = listed_in((site / MANIFEST).read_bytes())
    found = {
        path.relative_to(site).as_posix(): sha256(path.read_bytes()).hexdigest()
        for path in site.rglob("*")
        if not path.is_dir() and path != site / MANIFEST
    }
    return listed == found


class Watched:
    """Stands in for the module `os` where publishing calls the system; `before` and `after` are told of each call.

    Waiting for the disk is left out: `fsync` is told of and not called.
    """

    def __init__(
        self,
        before: Callable[[str, tuple[Any, ...]], None] = lambda *_: None,
        after: Callable[[str, tuple[Any, ...], Any], None] = lambda *_: None,
    ) -> None:
        self._before = before
        self._after = after
        self.calls: Counter[str] = Counter()

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever `os` has
        found = getattr(os, name)
        if not callable(found) or name == "fsencode":
            return found

        def called(*given: Any, **named: Any) -> Any:  # noqa: ANN401 - the same
            self.calls[name] += 1
            self._before(name, given)
            result = None if name == "fsync" else found(*given, **named)
            self._after(name, given, result)
            return result

        return called
