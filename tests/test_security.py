"""SECURITY.md keeps to its own rule: a promise without a test is none."""

from __future__ import annotations

import re

from sites import REPOSITORY

PAGE = (REPOSITORY / "SECURITY.md").read_text("utf-8")


def test_each_promise_names_its_tests_and_there_are_such() -> None:
    promised = PAGE.partition("## What is promised")[2].partition("## What is not promised")[0]
    promises = re.split(r"^(?=\*\*\d+\. )", promised, flags=re.MULTILINE)[1:]
    assert [int(one[2:].partition(".")[0]) for one in promises] == list(range(1, len(promises) + 1))
    for promise in promises:
        named = re.findall(r"`(tests/\w+\.py)`", promise)
        assert named, promise[:60]
        for path in named:
            assert re.search(
                r"^def test_|^    def test_", (REPOSITORY / path).read_text("utf-8"), re.MULTILINE
            ), path


def test_the_page_is_found() -> None:
    assert "SECURITY.md" in (REPOSITORY / "README.md").read_text("utf-8")
