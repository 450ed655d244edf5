"""Publish onto a disk that is full; run by `test_publish_killed.py` where a small file system can be mounted.

`full_disk.py FOLDER KIND`: a file system of 1 MB or of 40 inodes is mounted at FOLDER, or one is made read-only. `short`
mounts nothing, and lets the system refuse files of more than 100 kB.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

from published import contents, proved, publish_files

from postil.publish import Unwritable, publication

SMALL = {"index.html": "small", "a/b.html": "b"}
LARGE = {
    "bytes": {**SMALL, "index.html": "large", "z.html": "z" * 2_000_000},
    "inodes": {**SMALL, "index.html": "large", **{f"{number}.html": f"{number}" for number in range(60)}},
    "read-only": {**SMALL, "index.html": "large"},
    "short": {**SMALL, "index.html": "large", "z.html": "z" * 2_000_000},
}
OPTIONS = {"bytes": "size=1m", "inodes": "size=8m,nr_inodes=40", "read-only": "size=8m"}


def mount(folder: Path, options: str) -> None:
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder], check=True)


def told(folder: Path, files: dict[str, str]) -> str:
    try:
        with publication(folder / "site", folder, drafts=False) as site:
            if site.value is None:
                return site.problems[0].code
            for path, text in files.items():
                site.value.put(path, text.encode())
            site.value.finish()
    except Unwritable as fault:
        return fault.problem.code
    return ""


def whole(folder: Path) -> bool:
    return contents(folder / "site") == SMALL and proved(folder / "site")


def main(folder: Path, kind: str) -> None:
    if kind in OPTIONS:
        mount(folder, OPTIONS[kind])
    publish_files(folder, folder / "site", {**SMALL, "index.html": "first"})
    publish_files(folder, folder / "site", SMALL)
    said = ["whole" if whole(folder) else "broken"]
    if kind == "short":
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, resource.RLIM_INFINITY))
    elif kind == "read-only":
        mount(folder, "remount,ro")
    said.append("told" if told(folder, LARGE[kind]) == "out-unwritable" else "silent")
    said.append("whole" if whole(folder) else "broken")
    if kind == "read-only":
        mount(folder, "remount,rw")
    publish_files(folder, folder / "site", {**SMALL, "index.html": "next"})
    said.append("built" if contents(folder / "site") == {**SMALL, "index.html": "next"} else "broken")
    sys.stdout.write(", ".join(said) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
