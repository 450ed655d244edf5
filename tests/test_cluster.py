"""Clusters: the same bytes as one process makes, whoever dies meanwhile, and a clear word where that cannot be.

What workers do here beside building stands at the top of this file, which they can import.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from dask_cluster import Machines, machines, until
from sites import REPOSITORY, digests

from postil import pipeline
from postil.cache import engine_parts
from postil.cli import Exit, main
from postil.problems import Problem
from postil.workers import Cluster, ClusterFault, cluster, executor, mapped
from postil.workers.cluster import Remote

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("default"),  # Dask's own
]

ARTICLES = 80

WORDS = (
    "The north quay of Lessing Bay gave way before dawn. Orla Venn saw {} boats drift off. Nobody was hurt.\n"
)


def dies_the_first_time(mark: str) -> int:
    """The process that is the first to try; the second gives its number."""
    try:
        os.close(os.open(mark, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return os.getpid()
    os._exit(1)


def dies(_: int) -> None:
    os._exit(1)


def fails_at_seven(number: int) -> int:
    if number == 7:
        raise LookupError("seven")
    return number


def number_of_process(_: int) -> int:
    return os.getpid()


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Machines]:
    with machines(tmp_path / "two") as started:
        assert started.address
        started.start()
        started.start()
        started.joined()
        yield started


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("archive")
    for folder in ("content/articles", "annotations/articles", "annotations/entities"):
        (root / folder).mkdir(parents=True)
    (root / "annotations/entities/people.yaml").write_text(
        "orla-venn: {is: person, name: Orla Venn}\n", "utf-8"
    )
    for number in range(ARTICLES):
        text = (
            f"---\ntitle: Storm {number}\n---\n" + WORDS.format(number + 3) + "\n" + WORDS.format(number + 4)
        )
        (root / f"content/articles/storm-{number}.md").write_text(text, "utf-8")
        notes = f"notes:\n  - quote: saw {number + 3} boats\n    note: By daylight.\n"
        (root / f"annotations/articles/storm-{number}.yaml").write_text(notes, "utf-8")
    return root


def problems_of(root: Path, address: str) -> tuple[Problem, ...]:
    return pipeline.check(root, drafts=False, strictly=False, jobs=1, scheduler=address).problems


def test_a_cluster_makes_the_bytes_of_one_process_also_when_a_worker_dies_half_way(
    archive: Path, two: Machines, tmp_path: Path
) -> None:
    alone, spread = tmp_path / "alone", tmp_path / "spread"
    died: list[str] = []

    def watching(doing: str, done: int, _: int) -> None:
        if doing == "rendering pages" and done == ARTICLES // 4 and not died:
            two.workers[0].kill()
            died.append(doing)

    one = pipeline.build(archive, alone, drafts=False, strictly=False, jobs=1)
    several = pipeline.build(
        archive, spread, drafts=False, strictly=False, jobs=1, scheduler=two.address, watching=watching
    )
    assert died
    assert one.published
    assert several == one
    assert digests(spread) == digests(alone)


def test_what_is_mapped_on_a_cluster_is_what_is_mapped_here(
    two: Machines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with executor(1, Cluster(two.address, engine_parts)) as workers:
        assert os.getpid() not in mapped(workers, number_of_process, range(4), 1)
        assert list(mapped(workers, abs, range(-100, 100), 3)) == [abs(number) for number in range(-100, 100)]
        results = mapped(workers, fails_at_seven, range(20), 2)
        assert [next(results) for _ in range(6)] == [0, 1, 2, 3, 4, 5]
        with pytest.raises(LookupError, match="seven"):
            next(results)
        left = set(mapped(workers, dies_the_first_time, [str(tmp_path / "mark")] * 4, 1))
        assert len(left) == 1
        monkeypatch.setattr(cluster, "PATIENCE", 1)
        with pytest.raises(ClusterFault, match="no worker is left") as fault:
            list(mapped(workers, dies, range(2), 1))
    assert [one.code for one in fault.value.problems] == ["cluster-lost"]


def test_a_cluster_whose_scheduler_is_gone_is_said_to_be_lost_and_the_site_stands(
    archive: Path, two: Machines, tmp_path: Path
) -> None:
    def watching(doing: str, done: int, _: int) -> None:
        if doing == "rendering pages" and done == 1:
            two.scheduler.kill()

    site = tmp_path / "site"
    outcome = pipeline.build(
        archive, site, drafts=False, strictly=False, jobs=1, scheduler=two.address, watching=watching
    )
    assert [one.code for one in outcome.problems] == ["cluster-lost"]
    assert not site.exists()


def test_a_scheduler_that_has_been_gone_for_long_is_said_to_be_gone(
    two: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 1)
    with executor(1, Cluster(two.address, engine_parts)) as workers:
        two.scheduler.kill()
        assert isinstance(workers, Remote)
        until(lambda: workers._client.status == "closed")
        with pytest.raises(ClusterFault, match="the scheduler is gone"):
            list(mapped(workers, abs, range(4), 1))


def test_workers_of_another_engine_or_of_several_threads_are_refused_by_name(
    archive: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    shutil.copytree(REPOSITORY / "postil", other / "postil", ignore=shutil.ignore_patterns("__pycache__"))
    init = other / "postil" / "__init__.py"
    init.write_text(init.read_text("utf-8").replace('__version__ = "', '__version__ = "0.0.'), "utf-8")
    with machines(tmp_path / "odd") as odd:
        address = odd.address
        odd.start(threads=2)
        odd.joined()
        (threads,) = problems_of(archive, address)
        assert threads.code == "cluster-threads"
        assert threads.message.startswith("the worker tcp://127.0.0.1:")
        odd.workers[0].kill()
        odd.workers[0].wait()
        odd.start()
        odd.joined()
        with executor(1, Cluster(address, engine_parts)) as workers:
            odd.start(engine=other)
            odd.joined()
            with pytest.raises(ClusterFault) as late:
                list(mapped(workers, number_of_process, range(200), 1))
        told = {late.value.problems, problems_of(archive, address)}
    assert len(told) == 1
    (foreign,) = next(iter(told))
    assert foreign.code == "cluster-foreign"
    assert foreign.message.startswith("the worker tcp://127.0.0.1:")
    assert "postil 0.0.0.1.0 with source" in foreign.message


@pytest.mark.parametrize(
    "address", ["tcp://127.0.0.1:9", "tcp://nobody.invalid:8786", "nowhere", "ftp://nobody.invalid:8786"]
)
def test_where_no_scheduler_answers_that_is_said(
    archive: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 1)
    (problem,) = problems_of(archive, address)
    assert problem.code == "cluster-unreachable"
    assert address in problem.message


def test_a_scheduler_without_workers_is_waited_for_only_so_long(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 2)
    with machines(tmp_path / "idle") as idle:
        (problem,) = problems_of(archive, idle.address)
    assert problem.code == "cluster-idle"


def test_the_private_edition_leaves_no_machine(archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["build", "--edition", "private", "--root", str(archive), "--scheduler", "tcp://127.0.0.1:9"])
    assert ended.value.code == Exit.USAGE
    assert "--scheduler is not for it" in capsys.readouterr().err
    assert not (archive / "site-private").exists()


def test_without_the_extra_that_is_said(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)  # as Python has it for what cannot be imported
    (problem,) = problems_of(archive, "tcp://127.0.0.1:9")
    assert problem.code == "cluster-missing"
