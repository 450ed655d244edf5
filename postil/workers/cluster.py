"""Work on a Dask cluster that is there, as if it were a pool of this machine's own.

Promises the results that this process would give, or a problem: a batch carries what engine it is meant for (source,
libraries, Python), and a worker with another is refused by name before it reads any of it. Workers that die are Dask's
affair; only where none is left, or a batch kills one after the other, the work ends. Dask is loaded when it is asked for.

It refuses to know what the work is, and writes nothing.
"""

from __future__ import annotations

import logging
import pickle
import traceback
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Executor, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from postil.messages import counted
from postil.problems import Place, Problem

if TYPE_CHECKING:
    from distributed import Client

P = ParamSpec("P")
Result = TypeVar("Result")

PATIENCE = 10
"""Seconds in which a scheduler answers and has a worker, and after which one that says nothing is looked at again."""

ABSENCE = 6
"""Looks in a row at which a cluster may have no worker, while others are started in place of those that died."""

MOST_TOLD = 4
"""Parts of an engine that are named where two differ."""

EACH = 2
"""Batches in flight for each worker: one that is worked on, one that is on its way."""

Engine = tuple[tuple[str, str], ...]
"""What results depend on beside the values: (part, version)."""


class ClusterFault(Exception):  # noqa: N818 - of the cluster, not ours
    """A cluster cannot be used, and why."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__(*(one.message for one in problems))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Cluster:
    """The address of a scheduler, as Dask writes it (`tcp://host:8786`), and what tells the engine of a process.

    `engine` stands at the top of a module: it is called on the workers.
    """

    address: str
    engine: Callable[[], Engine]


@dataclass(frozen=True, slots=True)
class _Foreign:
    """What a worker says that does not take a batch: it has another engine, or several threads."""

    worker: str
    engine: Engine
    threads: int


@dataclass(frozen=True, slots=True)
class _Ended:
    """How the work on a batch ended: with a result, or with an error of its own."""

    result: Any = None
    error: Exception | None = None


def _guarded(engine: Callable[[], Engine], meant: Engine, work: bytes) -> _Foreign | _Ended:
    """On a worker: the work done, if this worker is one that it is meant for."""
    from distributed import get_worker  # noqa: PLC0415 - there, it is loaded

    worker = get_worker()
    here, threads = engine(), worker.state.nthreads
    if here != meant or threads != 1:
        return _Foreign(worker.address, here, threads)
    function, args, kwargs = pickle.loads(work)  # noqa: S301 - a cluster runs what it is sent: that is what it is for
    try:
        return _Ended(function(*args, **kwargs))
    except Exception as error:  # noqa: BLE001 - so that it is told apart from what befalls the cluster
        error.add_note(traceback.format_exc())
        return _Ended(error=error)


class Remote(Executor):
    """The workers of a cluster; `room` is how many batches keep them busy."""

    def __init__(self, client: Client, cluster: Cluster, room: int) -> None:
        self._client = client
        self._cluster = cluster
        self._engine = cluster.engine()
        self._pool = client.get_executor()
        self.room = room

    def submit(self, fn: Callable[P, Result], /, *args: P.args, **kwargs: P.kwargs) -> Future[Result]:
        work = pickle.dumps((fn, args, kwargs), pickle.HIGHEST_PROTOCOL)
        try:
            future = self._pool.submit(_guarded, self._cluster.engine, self._engine, work)
        except Exception as error:
            if self._client.status == "closed":  # by itself, when it had lost the scheduler for so long
                raise ClusterFault(lost(self._cluster.address, "the scheduler is gone")) from error
            raise
        return _Batch(self, future)

    def taken(self, future: Future[_Foreign | _Ended]) -> Any:  # noqa: ANN401 - whatever was submitted
        """What a batch came to. Raises what its function raised, or `ClusterFault`."""
        told = self._told(future)
        if isinstance(told, _Foreign):
            raise ClusterFault(refusal(told.worker, told.engine, self._engine, told.threads))
        if told.error is not None:
            raise told.error
        return told.result

    def _told(self, future: Future[_Foreign | _Ended]) -> _Foreign | _Ended:
        address, absent = self._cluster.address, 0
        while not wait((future,), PATIENCE).done:
            absent = 0 if self._has_workers() else absent + 1
            if absent >= ABSENCE:
                raise ClusterFault(lost(address, "no worker is left"))
        try:
            return future.result()
        except CancelledError:
            raise ClusterFault(lost(address, "the scheduler is gone")) from None
        except Exception as error:
            foreign = _refused(self._client, self._cluster) if self._has_workers() else ()
            raise ClusterFault(*(foreign or (lost(address, _in_words(error)),))) from error

    def _has_workers(self) -> bool:
        try:
            return bool(self._client.nthreads())
        except (OSError, AttributeError):  # nobody answers, or Dask's client has given its scheduler up
            return False


class _Batch(Future[Result]):
    """A batch on a cluster, as far as `mapped` asks."""

    def __init__(self, remote: Remote, future: Future[_Foreign | _Ended]) -> None:
        super().__init__()
        self._remote = remote
        self._future = future

    def result(self, timeout: float | None = None) -> Result:  # noqa: ARG002 - it is waited for as long as it takes
        result: Result = self._remote.taken(self._future)
        return result

    def cancel(self) -> bool:
        return self._future.cancel()


@contextmanager
def joined(cluster: Cluster) -> Iterator[Remote]:
    """The workers of a cluster. When it is left, what they have not begun is dropped; nobody there is stopped.

    Raises `ClusterFault`, also while it is used, with one of `cluster-missing`, `cluster-unreachable`, `cluster-idle`,
    `cluster-foreign`, `cluster-threads` and `cluster-lost`.
    """
    client = _client(cluster.address)
    try:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
            foreign = _refused(client, cluster)
        except TimeoutError:
            raise ClusterFault(idle(cluster.address)) from None
        except OSError as error:
            raise ClusterFault(lost(cluster.address, _in_words(error))) from error
        if foreign:
            raise ClusterFault(*foreign)
        yield Remote(client, cluster, EACH * len(client.nthreads()))
    finally:
        client.close(PATIENCE)


def _client(address: str) -> Client:
    try:
        from distributed import Client  # noqa: PLC0415 - an extra, and dear to load
        from distributed.comm.addressing import get_address_host_port  # noqa: PLC0415 - the same
    except ImportError:
        raise ClusterFault(missing()) from None
    for name in ("distributed", "distributed.client"):  # what goes wrong is told as a problem, and once
        logging.getLogger(name).setLevel(logging.CRITICAL)
    warnings.filterwarnings("ignore", module=r"distributed\b")  # of versions, of which `_refused` knows more
    try:
        get_address_host_port(address)  # a client that finds out by itself is not got rid of
        return Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise ClusterFault(unreachable(address, _in_words(error))) from error


def _refused(client: Client, cluster: Cluster) -> tuple[Problem, ...]:
    """Why each of the workers that are there cannot be used, by address."""
    ours = cluster.engine()
    theirs = client.run(cluster.engine, on_error="return")
    versions = client.run(version, "postil", on_error="return")  # any Python can say that
    problems: list[Problem] = []
    for worker, threads in sorted(client.nthreads().items()):
        engine, has = theirs.get(worker), versions.get(worker)
        if not isinstance(
            engine, tuple
        ):  # a release that does not know the question, or the worker has just died
            engine = (("postil", has),) if isinstance(has, str) else ()
            if not isinstance(has, str | PackageNotFoundError):
                continue
        if engine != ours or threads != 1:
            problems.append(refusal(worker, engine, ours, threads))
    return tuple(problems)


# --- what is told ---------------------------------------------------------------------------------------------------


def missing() -> Problem:
    return Problem(
        "cluster-missing",
        "what builds on a cluster is not installed",
        Place(""),
        help=("install `postil[cluster]`", "build without `--scheduler`"),
    )


def unreachable(address: str, why: str) -> Problem:
    return Problem(
        "cluster-unreachable",
        f"no scheduler could be reached at {address}: {why}",
        Place(""),
        help=("give the address as the scheduler tells it when it starts: `tcp://host:8786`",),
    )


def refusal(worker: str, theirs: Engine, ours: Engine, threads: int) -> Problem:
    if theirs == ours:
        return Problem(
            "cluster-threads",
            f"the worker {worker} has {threads} threads, and an engine is for one",
            Place(""),
            help=("start workers with `--nworkers -1 --nthreads 1`: one of one thread for each core",),
        )
    has, needs = dict(theirs), dict(ours)
    unlike = [name for name in sorted({*has, *needs}) if has.get(name) != needs.get(name)]
    told = [
        f"{name} {has.get(name, '(absent)')}, not {needs.get(name, '(absent)')}"
        for name in unlike[:MOST_TOLD]
    ]
    more = len(unlike) - len(told)
    told += [f"and {counted(more, 'other part')}"] if more else []
    return Problem(
        "cluster-foreign",
        f"the worker {worker} has another engine than this process: {'; '.join(told)}",
        Place(""),
        help=(
            "install the same release of Postil there, from the same lock file, and start the worker again",
        ),
    )


def idle(address: str) -> Problem:
    return Problem(
        "cluster-idle",
        f"the scheduler at {address} has had no worker for {PATIENCE} seconds",
        Place(""),
        help=(f"start some: `dask worker {address} --nworkers -1 --nthreads 1`",),
    )


def lost(address: str, why: str) -> Problem:
    return Problem(
        "cluster-lost",
        f"the cluster at {address} did not finish the work: {why}",
        Place(""),
        help=(
            "look into the log of its workers: one may have had too little memory",
            "build without `--scheduler`",
        ),
    )


def _in_words(error: Exception) -> str:
    told: Sequence[str] = str(error).strip().splitlines()
    return told[0] if told else type(error).__name__
