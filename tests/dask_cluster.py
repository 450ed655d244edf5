"""Real Dask clusters on loopback, each of them a scheduler and workers in processes of their own."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from sites import REPOSITORY

TESTS = REPOSITORY / "tests"

PATIENCE = 60
"""Seconds that a process may take to begin, on a machine that has much to do."""


class Machines:
    """A scheduler and its workers, below `folder`, which holds their logs."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True)
        self._folder = folder
        self._file = folder / "scheduler.json"
        self._started = 0
        at = ["--host", "127.0.0.1", "--port", "0", "--dashboard-address", "127.0.0.1:0", "--no-dashboard"]
        self.scheduler = self._process("scheduler", [*at, "--scheduler-file", str(self._file)])
        self.workers: list[subprocess.Popen[bytes]] = []

    @property
    def address(self) -> str:
        """Waits until the scheduler answers there."""
        until(self._file.exists)
        found: str = json.loads(self._file.read_text("utf-8"))["address"]
        return found

    def start(self, *, threads: int = 1, engine: Path | None = None) -> None:
        """One more worker; `engine` is a folder with another `postil` than ours."""
        path = os.pathsep.join(str(one) for one in (engine, TESTS, REPOSITORY) if one is not None)
        how = [
            "--nthreads",
            str(threads),
            "--no-nanny",
            "--no-dashboard",
            "--local-directory",
            str(self._folder),
        ]
        where = ["--scheduler-file", str(self._file)]
        self.workers.append(self._process("worker", [*where, *how, "--host", "127.0.0.1"], path))

    def joined(self) -> None:
        """Wait until all workers have told the scheduler that they are there."""
        logs = [self._folder / f"worker-{number}.log" for number in range(2, self._started + 1)]
        until(lambda: all("Registered to" in log.read_text("utf-8", "replace") for log in logs))

    def _process(self, what: str, options: Sequence[str], path: str = "") -> subprocess.Popen[bytes]:
        self._started += 1
        command = [sys.executable, "-m", f"distributed.cli.dask_{what}", *options]
        environment = {**os.environ, "PYTHONPATH": path}
        with (self._folder / f"{what}-{self._started}.log").open("wb") as log:
            return subprocess.Popen(command, env=environment, stdout=log, stderr=log, cwd=self._folder)

    def end(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@contextlib.contextmanager
def machines(folder: Path) -> Iterator[Machines]:
    started = Machines(folder)
    try:
        yield started
    finally:
        started.end()


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError
        time.sleep(0.05)
