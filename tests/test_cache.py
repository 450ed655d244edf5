"""What builds keep is data: it comes back as it was, runs nothing, and tells nobody what it was made of."""

from __future__ import annotations

import os
import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil import cache
from postil.cache import Foreign, inputs, packed, unpacked
from postil.cache.values import digestible
from postil.model.loaded import Strings
from postil.model.outcome import Outcome
from postil.model.page import NotFoundPage, Shell
from postil.model.parts import Html, Link
from postil.problems import Place, Problem, Severity
from postil.render import Wording

VALUES = (
    Outcome((Problem("dead-link", "m", Place("a", 1, 2, 3), severity=Severity.WARNING),), 3, 4),
    Link("label", "/x.html", None),
    Html("<p>"),
    ("a", b"b", 1, 1.5, None, True, ("c",)),
    NotFoundPage(path="404.html", title="", shell=Shell("t", "", "en", (), None, None, ())),
)


@pytest.mark.parametrize("value", VALUES)
def test_values_come_back(value: object) -> None:
    assert unpacked(packed(value)) == value


class _Evil:
    def __reduce__(self) -> tuple[Any, ...]:
        return os.system, ("false",)


@pytest.mark.parametrize(
    "data",
    [
        pickle.dumps(_Evil()),
        pickle.dumps(os.system),
        b"cpostil.model.records\nos\n.",
        b"cpostil.model.records\ndataclass\n.",
        b"cpostil.problems\nhas_errors\n.",
        b"cpostil.model.records\n__builtins__\n.",
        b"cbuiltins\neval\n(S'1'\ntR.",
        b"cpostil.rebuild\nbuild\n.",
        b"Pnothing\n.",
        b"",
        b"\x80\x05N",
    ],
)
def test_no_bytes_run_anything(data: bytes) -> None:
    with pytest.raises(Foreign):
        unpacked(data)


@given(st.binary(max_size=60))
def test_any_bytes_are_a_value_or_none(data: bytes) -> None:
    try:
        unpacked(data)
    except Foreign:
        return


def test_equal_values_are_digested_equally_whatever_they_share() -> None:
    text, other = (str(b"ab", "ascii") for _ in range(2))
    shared, apart = (text, Link(text, text, None)), (text, Link(other, str(b"ab", "ascii"), None))
    assert shared == apart
    assert digestible(shared) == digestible(apart)


def test_what_a_value_has_worked_out_for_itself_is_not_digested() -> None:
    used, unused = (Wording(Strings("en", (("a", "b"),)), Strings("en", ())) for _ in range(2))
    used("a")
    assert used == unused
    assert digestible(used) == digestible(unused)


# --- the store ------------------------------------------------------------------------------------------------------


def test_a_value_is_kept_under_its_stamp(tmp_path: Path) -> None:
    with cache.opened(tmp_path) as store:
        store.put("a", b"1", b"one")
        store.put("b/x", b"2", b"two")
    with cache.opened(tmp_path) as store:
        assert (store.get("a", b"1"), store.get("a"), store.get("a", b"2")) == (b"one", b"one", None)
        assert list(store.all_below("b/")) == [("b/x", b"2", b"two")]
        store.drop(["a"])
    with cache.opened(tmp_path) as store:
        assert store.get("a") is None


def test_what_was_put_before_an_exception_is_not_kept(tmp_path: Path) -> None:
    def failing() -> None:
        with cache.opened(tmp_path) as store:
            store.put("a", b"1", b"one")
            raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        failing()
    with cache.opened(tmp_path) as store:
        assert store.get("a") is None


def test_what_is_cleared_is_not_left_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / ".cache/builds.sqlite"
    with cache.opened(tmp_path) as store:
        store.put("a", b"1", b"a name that is withheld since" * 400)
    assert b"a name that is withheld since" in file.read_bytes()
    with cache.opened(tmp_path) as store:
        store.clear()
    assert b"a name that is withheld since" not in file.read_bytes()


def test_nothing_is_kept_twice_by_two_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second to write goes without, and does not harm the first."""
    monkeypatch.setattr("postil.cache.store._WAIT", 0.01)
    with cache.opened(tmp_path) as first:
        first.put("a", b"1", b"one")
        with cache.opened(tmp_path) as second:
            second.put("a", b"2", b"two")
            assert not second.is_open
    with cache.opened(tmp_path) as store:
        assert store.get("a") == b"one"


# --- inputs ---------------------------------------------------------------------------------------------------------


def test_a_file_that_had_just_been_changed_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_bytes(b"one")
    now = file.stat().st_ctime_ns
    folders = [("x", file)]
    states = inputs.looked(folders)
    assert states is not None
    fresh = inputs.seen(states, folders, {}, now=now, by_content=False)
    later = inputs.seen(states, folders, {}, now=now + inputs.GRANULARITY + 1, by_content=False)
    assert fresh is not None
    assert later is not None
    assert (fresh["x"][0], later["x"][0]) == (None, states["x"])


def test_of_links_nothing_is_said(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"one")
    (tmp_path / "b.md").symlink_to("a.md")
    assert inputs.looked([("x", tmp_path)]) is None
