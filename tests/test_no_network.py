"""What a build does beside reading and writing its site: it asks no network, and starts no program but the search's.

Seen by Python's own audit hooks, which nothing in the process gets round (PEP 578), in a process of its own, since a hook
stays for good. What the search program does by itself is not seen here; it is handed a folder, and asked for another.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hostile_archives import archive_of, shapes, write
from random_archives import PICTURE
from sites import REPOSITORY

pytestmark = pytest.mark.slow

WATCHED = """
import json, os, sys, tempfile
from pathlib import Path

seen = []
REACHING = ("socket.", "urllib.", "http.", "ftplib.", "smtplib.", "ssl.", "subprocess.", "os.system", "os.exec", "os.fork",
            "os.posix_spawn", "os.startfile", "pty.", "webbrowser.", "ctypes.", "winreg.")

def hook(event, arguments):
    if event.startswith(REACHING) and not event.startswith("ctypes."):
        seen.append([event, repr(arguments[0])[:200]])
    elif event == "open" and isinstance(arguments[0], (str, bytes)):
        path, mode, flags = arguments
        if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC):
            seen.append(["write", os.fsdecode(path)])
    elif event in ("os.rename", "os.remove", "os.mkdir", "os.symlink", "os.link"):
        seen.append(["write", os.fsdecode(arguments[0])])

sys.dont_write_bytecode = True
from postil.pipeline import build
root, out = map(Path, sys.argv[1:])
sys.addaudithook(hook)
outcome = build(root, out, drafts=False, strictly=False, jobs=1)
found = list(seen)
print(json.dumps({"published": outcome.published, "seen": found}))
"""


def test_a_build_asks_nobody_and_writes_only_its_site(tmp_path: Path) -> None:
    root, out, between = tmp_path / "archive", tmp_path / "out" / "site", tmp_path / "between"
    here = tmp_path / "here"
    between.mkdir()
    here.mkdir()
    write(root, archive_of(shapes()[:12]))
    write(root, {"content/media/quay.png": PICTURE})
    before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    ran = subprocess.run(
        [sys.executable, "-c", WATCHED, root, out],
        env={
            "PATH": "/usr/bin:/bin",
            "PYTHONPATH": str(REPOSITORY),
            "TMPDIR": str(between),
            "HOME": str(tmp_path),
        },
        cwd=here,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    assert told["published"]
    started = [what for event, what in told["seen"] if event == "subprocess.Popen"]
    assert len(started) == 1
    assert "pagefind" in started[0]
    assert {event for event, _ in told["seen"]} <= {"subprocess.Popen", "write"} | STARTING
    allowed = tuple(str(folder) for folder in (out.parent, between, root / ".cache"))
    # A name alone is one in a folder that is held open; were it one of where the build was started, that would not be empty.
    whole = [path for event, path in told["seen"] if event == "write" and Path(path).is_absolute()]
    assert [path for path in whole if not path.startswith((*allowed, "/dev/null"))] == []
    assert list(here.iterdir()) == list(between.iterdir()) == []
    assert {path: path.read_bytes() for path in before} == before


STARTING = {"os.fork", "os.posix_spawn", "subprocess.Popen"}
"""How Python starts a program, on one system or another."""
