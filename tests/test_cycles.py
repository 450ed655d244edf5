"""Cycles: after a build Python looks for them as ever, also after one that failed."""

from __future__ import annotations

import gc

import pytest

from postil import cycles


@pytest.mark.parametrize("is_sought", [True, False])
def test_the_collector_is_left_as_it_was(is_sought: bool) -> None:
    usual = gc.get_threshold()
    with pytest.raises(ValueError, match="^stopped$"), cycles.none_sought():
        assert not gc.isenabled()
        if is_sought:
            cycles.sought_from_now_on()
            assert gc.isenabled()
            assert gc.get_freeze_count() > 0
        raise ValueError("stopped")
    assert (gc.isenabled(), gc.get_threshold(), gc.get_freeze_count()) == (True, usual, 0)
