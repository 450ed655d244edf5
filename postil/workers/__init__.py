"""Doing pure work in several processes, or in none.

The seam is `concurrent.futures.Executor`: an inline one for one job, a pool of processes for more, and any other executor
with a `submit` can stand in for them, as that of a cluster does (`cluster`). `mapped` gives its results in the order of its
items whatever the executor, and keeps only so many batches in flight, so that memory stays bounded.

Workers take values and return values. This module knows nothing of what they work on, and touches no file.
"""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context
from typing import ParamSpec, TypeVar

from postil.workers.cluster import Cluster, ClusterFault, Remote, joined

__all__ = ["Cluster", "ClusterFault", "Executor", "InlineExecutor", "executor", "mapped", "usual_jobs"]

P = ParamSpec("P")
Item = TypeVar("Item")
Result = TypeVar("Result")

MOST_JOBS = 61
"""Windows waits for no more processes than this at once."""

IN_FLIGHT = 32
"""Batches submitted and not yet handed on; more where a cluster has room for more."""


class InlineExecutor(Executor):
    """Does the work at once, in this process, when it is submitted."""

    def submit(self, fn: Callable[P, Result], /, *args: P.args, **kwargs: P.kwargs) -> Future[Result]:
        future: Future[Result] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - it surfaces from `result`, as with any executor
            future.set_exception(error)
        return future


class _Pool(ProcessPoolExecutor):
    """Processes that never hear Ctrl-C: this one does, and ends them. Else each would tell of it with a traceback."""

    def submit(self, fn: Callable[P, Result], /, *args: P.args, **kwargs: P.kwargs) -> Future[Result]:
        with _deaf():  # the first time this starts the processes, which inherit what is ignored
            return super().submit(fn, *args, **kwargs)


@contextmanager
def _deaf() -> Iterator[None]:
    """Ignore Ctrl-C for a moment; outside the main thread, which alone hears it, nothing is to be done."""
    try:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    except ValueError:
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def usual_jobs() -> int:
    """How many jobs suit this machine: one for each core."""
    return min(os.cpu_count() or 1, MOST_JOBS)


@contextmanager
def executor(jobs: int, cluster: Cluster | None = None) -> Iterator[Executor]:
    """An executor for so many jobs, or a cluster; when it is left by an exception, work that has not begun is dropped.

    Processes are spawned, not forked: that is the one way that every system has, it is safe beside threads (a progress
    bar has one), and a worker so begun knows only what it is handed, so no result can hang on what this
    process happened to hold in memory. They are started when first needed, so a small archive never pays for them.

    Of a cluster, `ClusterFault` is raised when it cannot be used, also by `mapped`.
    """
    if jobs < 1:
        raise ValueError(f"jobs must be at least 1, not {jobs}")
    if cluster is not None:
        with joined(cluster) as workers:
            yield workers
        return
    if jobs == 1:
        yield InlineExecutor()
        return
    pool = _Pool(max_workers=min(jobs, MOST_JOBS), mp_context=get_context("spawn"))
    try:
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def mapped(
    executor: Executor, function: Callable[[Item], Result], items: Iterable[Item], batch_size: int
) -> Iterator[Result]:
    """Each item's result, in the order of the items; `items` is read only as far as there is room in flight.

    `function` stands at the top of a module, and it, the items and the results can be pickled. An exception in it is a
    bug of ours: it is raised here in the place of that item's batch, and nothing after it is handed on. Items
    that fill no more than one batch are done in this process: sending them would cost more than it saves.
    """
    if batch_size < 1:
        raise ValueError(f"a batch holds at least 1 item, not {batch_size}")
    batches = _batches(items, batch_size)
    if isinstance(executor, InlineExecutor):  # what would be in flight would only be held
        for batch in batches:
            yield from _run(function, batch)
        return
    first = next(batches, ())
    second = next(batches, ())
    if not second:
        yield from _run(function, first)
        return
    room = max(IN_FLIGHT, executor.room) if isinstance(executor, Remote) else IN_FLIGHT
    in_flight = deque([executor.submit(_run, function, first), executor.submit(_run, function, second)])
    try:
        while in_flight:
            for batch in islice(batches, room - len(in_flight)):
                in_flight.append(executor.submit(_run, function, batch))
            yield from in_flight.popleft().result()
    finally:
        for future in in_flight:
            future.cancel()


def _batches(items: Iterable[Item], size: int) -> Iterator[tuple[Item, ...]]:
    rest = iter(items)
    while batch := tuple(islice(rest, size)):
        yield batch


def _run(function: Callable[[Item], Result], batch: tuple[Item, ...]) -> tuple[Result, ...]:
    results = []
    for item in batch:
        try:
            results.append(function(item))
        except StopIteration as error:  # would end an iteration somewhere above without a word
            raise RuntimeError("StopIteration in a worker") from error
    return tuple(results)
