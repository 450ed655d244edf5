"""What a program costs, with all processes that it starts: the clock, the processors, the memory."""

from __future__ import annotations

import os
import resource
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

_EVERY = 0.02
"""Seconds between two looks at the memory."""

_NO_BYTE_CODE = "PYTHONDONTWRITEBYTECODE"
"""With it, each build would compile itself first, which one that is installed does once."""

_PAGE = resource.getpagesize()


@dataclass(frozen=True, slots=True)
class Cost:
    """`wall` and `cpu` (user and system) in seconds; `peak` in bytes; `printed` is what came on standard output.

    The peak is the largest sum of what all processes had in memory at once, looked at 50 times a second; what they share
    counts for each of them. Where the system has no /proc it is that of the largest process.
    """

    wall: float
    cpu: float
    peak: int
    printed: str


def cost_of(command: Sequence[str], environment: Mapping[str, str] | None = None) -> Cost:
    """Run a program to its end. Raises SystemExit where it fails."""
    surroundings = {name: value for name, value in os.environ.items() if name != _NO_BYTE_CODE}
    peaks = [0]
    is_over = threading.Event()
    begun = time.perf_counter()
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, env={**surroundings, **(environment or {})}, text=True
    ) as process:
        assert process.stdout is not None
        watching = threading.Thread(target=_watch, args=(process.pid, peaks, is_over), daemon=True)
        watching.start()
        printed = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)  # with what it has waited for: workers, Pagefind
        wall = time.perf_counter() - begun
        process.returncode = os.waitstatus_to_exitcode(status)
        is_over.set()
        watching.join()
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} left with {process.returncode}")
    peak = max(peaks[0], usage.ru_maxrss * 1024)
    return Cost(wall, usage.ru_utime + usage.ru_stime, peak, printed)


def _watch(process: int, peaks: list[int], is_over: threading.Event) -> None:
    while not is_over.wait(_EVERY):
        peaks[0] = max(peaks[0], sum(_resident(one) for one in _family(process)))


def _family(process: int) -> Iterator[int]:
    yield process
    try:
        threads = list(Path(f"/proc/{process}/task").iterdir())
        children = [int(one) for thread in threads for one in (thread / "children").read_text().split()]
    except OSError:  # it has ended, or there is no /proc
        return
    for child in children:
        yield from _family(child)


def _resident(process: int) -> int:
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * _PAGE
    except (OSError, IndexError):
        return 0
