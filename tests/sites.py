"""Archives of real folders, and the command run on them as a person would run it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
HARBOUR = REPOSITORY / "tests" / "archives" / "harbour"


def postil(
    *arguments: str | Path, cwd: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run the command as a person would, in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "postil", *map(str, arguments)],
        cwd=cwd or REPOSITORY,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY), "PYTHONUTF8": "1", **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def digests(site: Path) -> dict[str, str]:
    return {
        path.relative_to(site).as_posix(): sha256(path.read_bytes()).hexdigest()
        for path in sorted(site.rglob("*"))
        if path.is_file()
    }


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Nobody may write into the folder or below."""
    paths = [folder, *folder.rglob("*")]
    try:
        for path in paths:
            path.chmod(0o555 if path.is_dir() else 0o444)
        yield
    finally:
        for path in paths:
            path.chmod(0o755 if path.is_dir() else 0o644)


def built(root: Path, out: Path) -> Path:
    result = postil("build", "--root", root, "--out", out)
    assert result.returncode == 0, result.stderr + result.stdout
    return out
