"""Cycles: after a build Python looks for them as ever, also after one that failed."""

from __future__ import annotations

import gc
from contextlib import suppress

from postil import cycles


def test_the_collector_is_left_as_it_was() -> None:
    usual = gc.get_threshold()
    with suppress(ValueError), cycles.none_sought():
        assert not gc.isenabled()
        cycles.sought_from_now_on()
        assert gc.isenabled()
        assert gc.get_freeze_count() > 0
        raise ValueError
    assert (gc.isenabled(), gc.get_threshold(), gc.get_freeze_count()) == (True, usual, 0)


def test_it_is_also_where_nothing_was_linked() -> None:
    with suppress(ValueError), cycles.none_sought():
        raise ValueError
    assert gc.isenabled()
