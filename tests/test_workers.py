"""Workers: the same results in the same order, whoever does the work."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures import Executor
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.workers import IN_FLIGHT, InlineExecutor, executor, mapped


def doubled(number: int) -> tuple[int, int]:
    return (number, 2 * number)


def process_id(_: int) -> int:
    return os.getpid()


def is_deaf(_: int) -> bool:
    return signal.getsignal(signal.SIGINT) is signal.SIG_IGN


def fails_at_seven(number: int) -> int:
    if number == 7:
        raise LookupError("seven")
    return number


@pytest.fixture(scope="module", params=[1, 2, 3])
def any_executor(request: pytest.FixtureRequest) -> Iterator[Executor]:
    with executor(request.param) as ready:
        yield ready


@pytest.mark.slow
@pytest.mark.parametrize("batch_size", [1, 3, 100, 1000])
def test_any_number_of_workers_gives_the_same_in_the_same_order(
    any_executor: Executor, batch_size: int
) -> None:
    results = list(mapped(any_executor, doubled, range(200), batch_size))
    assert results == [(number, 2 * number) for number in range(200)]


@pytest.mark.slow
def test_a_bug_surfaces_in_its_place_and_nothing_after_it(any_executor: Executor) -> None:
    results = mapped(any_executor, fails_at_seven, range(20), 2)
    assert list(islice(results, 6)) == [0, 1, 2, 3, 4, 5]
    with pytest.raises(LookupError, match="seven"):
        next(results)
    assert list(results) == []


@pytest.mark.slow
def test_several_jobs_work_outside_this_process_unless_one_batch_holds_all() -> None:
    with executor(2) as pool:
        assert os.getpid() not in mapped(pool, process_id, range(4), 1)
        assert set(mapped(pool, process_id, range(4), 4)) == {os.getpid()}


@given(st.lists(st.integers()), st.integers(1, 9))
def test_mapped_is_map(items: list[int], batch_size: int) -> None:
    assert list(mapped(InlineExecutor(), doubled, items, batch_size)) == list(map(doubled, items))


def test_items_are_read_only_as_far_as_there_is_room() -> None:
    read = []

    def items() -> Iterator[int]:
        for number in range(10_000):
            read.append(number)
            yield number

    results = mapped(InlineExecutor(), doubled, items(), 2)
    assert next(results) == (0, 0)
    assert len(read) <= 2 * (IN_FLIGHT + 1)


@pytest.mark.parametrize(("jobs", "batch_size"), [(0, 1), (1, 0)])
def test_less_than_one_is_refused(jobs: int, batch_size: int) -> None:
    with pytest.raises(ValueError, match="at least 1"), executor(jobs) as ready:
        list(mapped(ready, doubled, range(3), batch_size))


@pytest.mark.slow
def test_workers_leave_ctrl_c_to_the_process_that_has_them() -> None:
    before = signal.getsignal(signal.SIGINT)
    with executor(2) as workers:
        assert all(mapped(workers, is_deaf, range(8), 2))
    assert signal.getsignal(signal.SIGINT) is before
