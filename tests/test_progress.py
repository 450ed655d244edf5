"""What a person sees while a long build goes on, and how it ends when they press Ctrl-C: on a terminal, as they have it."""

from __future__ import annotations

import io
import os
import pty
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from sites import REPOSITORY, built, digests

from postil.report import progress

ARTICLES = 200

AT_ONCE = "import postil.report; postil.report.PATIENCE = 0; from postil.__main__ import run; run()"
"""The command, which shows from the first moment on what it does."""

PATIENCE = 60
"""Seconds until what has ended is gone, on a machine that has much to do."""


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("archive")
    (root / "content/articles").mkdir(parents=True)
    for number in range(ARTICLES):
        text = (
            f"---\ntitle: Storm {number}\n---\n" + "The quay gave way before dawn. Nobody was hurt.\n\n" * 40
        )
        (root / f"content/articles/storm-{number}.md").write_text(text, "utf-8")
    return root


def on_a_terminal(*arguments: str | Path, interrupted_at: str = "") -> tuple[int, str, str, int]:
    """Exit code, standard output, what stood on the terminal, the process group. Ctrl-C comes at `interrupted_at`."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", AT_ONCE, *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=theirs,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY), "TERM": "xterm", "COLUMNS": "100"},
        start_new_session=True,  # its processes are a group, to which a terminal sends Ctrl-C
        preexec_fn=heeds_ctrl_c,  # noqa: PLW1509 - no thread is there yet
        text=True,
    )
    os.close(theirs)
    shown = b""
    while part := _read(ours):
        shown += part
        if interrupted_at and interrupted_at.encode() in shown:
            os.killpg(process.pid, signal.SIGINT)
            interrupted_at = ""
    os.close(ours)
    out, _ = process.communicate()
    return process.returncode, out, shown.decode(), process.pid


def heeds_ctrl_c() -> None:
    """What a shell starts in the background is made to ignore Ctrl-C, and hands that on to what it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # as Linux says that nobody has it any more
        return b""


def test_nothing_is_shown_where_there_is_no_terminal() -> None:
    stream = io.StringIO()
    with progress(stream) as watching:
        for done in range(1000):
            watching("rendering pages", done, 1000)
    assert stream.getvalue() == ""


@pytest.mark.slow
def test_a_terminal_shows_how_far_a_build_has_come_and_then_forgets_it(archive: Path, tmp_path: Path) -> None:
    code, out, shown, _ = on_a_terminal("build", "--root", archive, "--out", tmp_path / "site", "--jobs", "1")
    assert code == 0
    assert out.startswith(str(tmp_path / "site"))
    for told in ("reading files", f"of {ARTICLES} ", "rendering pages", "/s", "making the search"):
        assert told in shown
    assert shown.rstrip().endswith("\x1b[2K")  # the line is wiped
    assert "\x1b[?25h" in shown  # the cursor is there again


@pytest.mark.slow
@pytest.mark.parametrize(
    "when", ["reading files", "preparing articles", "rendering pages", "making the search"]
)
def test_ctrl_c_ends_a_build_and_its_workers_with_one_word_and_leaves_the_site(
    archive: Path, tmp_path: Path, when: str
) -> None:
    old, site = tmp_path / "old", tmp_path / "site"
    (old / "content/articles").mkdir(parents=True)
    shutil.copy(archive / "content/articles/storm-0.md", old / "content/articles")
    before = digests(built(old, site))
    shutil.rmtree(archive / ".cache", ignore_errors=True)  # so that there is all to do
    anew = ("build", "--root", archive, "--out", site, "--jobs", "2")
    code, out, shown, group = on_a_terminal(*anew, interrupted_at=when)
    assert (code, out) == (130, "")
    assert "Traceback" not in shown
    assert shown.rstrip().endswith("\x1b[2K\rstopped")
    assert digests(site) == before
    end = time.monotonic() + PATIENCE
    while _is_there(group):
        assert time.monotonic() < end
        time.sleep(0.05)


def _is_there(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
