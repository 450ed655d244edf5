"""Random archives, whole: whatever comes in, there are pages or problems, and never a fault of ours.

The same few here on every run; `tests/fuzz.py` (`make fuzz MINUTES=60 SEED=1`) goes on with others for as long as it is
let. What either has found is kept in `cases/fuzz.yaml`.
"""

from __future__ import annotations

from pathlib import Path

import archive_laws
import pytest
import yaml
from archive_laws import Tally
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_archives import archives
from random_faults import Files
from strategies import cuts, languages, mixed

pytestmark = pytest.mark.slow

CASES = yaml.safe_load((Path(__file__).parent / "cases" / "fuzz.yaml").read_text("utf-8"))
few = settings(suppress_health_check=list(HealthCheck), max_examples=25)


def test_good_archives_are_published_to_the_character() -> None:
    tally = Tally()

    @few
    @given(archives(st.just(0)))
    def published(files: Files) -> None:
        archive_laws.hold(files, tally)

    published()
    # The laws here mean little where hardly any archive is good.
    assert tally.clean + tally.warned > tally.archives / 4


@few
@given(archives(st.integers(1, 2)), st.booleans())
def test_an_archive_with_a_fault_is_told_what_is_wrong_and_where(files: Files, drafts: bool) -> None:  # noqa: FBT001
    archive_laws.hold(files, Tally(), drafts=drafts)


@few
@given(archives(st.integers(3, 9)))
def test_an_archive_full_of_faults_is_told_all_of_them(files: Files) -> None:
    archive_laws.hold(files, Tally())


@few
@given(
    archives(st.integers(0, 3)),
    st.sampled_from([["check"], ["check", "--strict"], ["build"], ["build", "--drafts"]]),
)
def test_the_command_leaves_as_the_problems_say(files: Files, command: list[str]) -> None:
    archive_laws.left_well(files, *command)


@settings(few, max_examples=200)
@given(mixed, languages, cuts)
def test_notes_on_any_markdown_change_no_letter_of_it(
    source: str, lang: str, cut: list[tuple[float, float]]
) -> None:
    archive_laws.body_holds(source, lang, cut)


@settings(few, max_examples=200)
@given(mixed)
def test_any_markdown_of_ours_is_good_html(source: str) -> None:
    archive_laws.prose_holds(source)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_what_was_found_once(case: dict[str, object]) -> None:
    """A case is an archive; `problems` are the codes of all its problems."""
    files = case["files"]
    assert isinstance(files, dict)
    archive = Files(tuple((path, text.encode()) for path, text in files.items()), 0)
    tally = Tally()
    archive_laws.hold(archive, tally)
    assert sorted(tally.codes) == case["problems"]
