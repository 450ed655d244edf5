"""All that is wrong with a record is told in one run, whatever stage finds it; and nothing that only follows from it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from postil import pipeline
from postil.problems import Problem
from postil.report import text_of

pytestmark = pytest.mark.slow

STORM = "content/articles/storm.md"
NOTES = "annotations/articles/storm.yaml"
EVENTS = "annotations/events/a.yaml"
CLAIMS = "annotations/claims/a.yaml"
PEOPLE = "annotations/entities/a.yaml"

GOOD = {
    STORM: "---\ntitle: Storm\npublished: 2031-05-02\n---\nNine boats were lost. It rained.\n",
    NOTES: """\
notes:
  - quote: Nine boats
    claim: lost
    speaker: orla
    chain: [orla]
    says: 9
    scope: bay
    how: own-count
    on: 2031-05-01
    event: fire
    note: See [[event/fire]].
    see: claim/lost
  - at: p1s2
    id: rain
    note: All night.
    see: article/storm@p1s1
""",
    EVENTS: """\
fire:
  title: Fire
  date: 2031-05-01
  after: [flood]
  who: [orla]
  where: [bay]
  about: See [[entity/orla]].
flood: {title: Flood}
""",
    CLAIMS: """\
lost:
  question: How many?
  kind: quantity
  scopes: {bay: the bay}
  event: fire
  view: {state: open, by: M. Okafor, on: 2031-05-03, because: "See [[article/storm@p1s1]]."}
  about: See [[entity/orla]].
""",
    PEOPLE: """\
orla:
  is: person
  name: Orla
  within: bay
  at: [54.1, 11.9]
  roles: [{what: an officer, from: 2029, source: article/storm}]
  about: See [[event/flood]].
bay: {is: place, name: Lessing Bay}
""",
}

FAULTS = {
    "a note": (
        (NOTES, "quote: Nine", "quote: Eight"),
        (NOTES, "claim: lost\n    sp", "claim: gone\n    sp"),
        (NOTES, "speaker: orla", "speaker: nobody"),
        (NOTES, "chain: [orla]", "chain: [no-one]"),
        (NOTES, "says: 9", "says: 9 to 3"),
        (NOTES, "how: own-count", "how: guessed"),
        (NOTES, "on: 2031-05-01", "on: 2031-13-01"),
        (NOTES, "event: fire\n    note", "event: never\n    note"),
        (NOTES, "[[event/fire]]", "[[event/never]]"),
        (NOTES, "see: claim/lost", "see: '#nothing'"),
    ),
    "an event": (
        (EVENTS, "date: 2031-05-01", "date: 2031-05-41"),
        (EVENTS, "after: [flood]", "after: [calm]"),
        (EVENTS, "who: [orla]", "who: [nobody]"),
        (EVENTS, "where: [bay]", "where: [nowhere]"),
        (EVENTS, "[[entity/orla]]", "[[entity/nobody]]"),
    ),
    "a claim": (
        (CLAIMS, "kind: quantity", "kind: many"),
        (CLAIMS, "event: fire", "event: never"),
        (CLAIMS, "state: open", "state: done"),
        (CLAIMS, "2031-05-03", "2031-05-33"),
        (CLAIMS, "@p1s1", "@p9s9"),
        (CLAIMS, "[[entity/orla]]", "[[entity/nobody]]"),
    ),
    "an entity": (
        (PEOPLE, "is: person", "is: persn"),
        (PEOPLE, "within: bay", "within: nowhere"),
        (PEOPLE, "[54.1, 11.9]", "[541, 11.9]"),
        (PEOPLE, "from: 2029", "from: 2029-99"),
        (PEOPLE, "source: article/storm", "source: article/calm"),
        (PEOPLE, "[[event/flood]]", "[[event/never]]"),
    ),
}


def told(root: Path, changes: Iterable[tuple[str, str, str]] = ()) -> tuple[Problem, ...]:
    texts = dict(GOOD)
    for path, old, new in changes:
        assert texts[path].count(old) == 1
        texts[path] = texts[path].replace(old, new)
    for path, text in texts.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")
    return pipeline.check(root, drafts=False, strictly=False, jobs=1).problems


def places(problems: Iterable[Problem]) -> list[tuple[str, str, str]]:
    return sorted((one.code, str(one.place), one.message) for one in problems)


def test_nothing_is_wrong_to_begin_with(tmp_path: Path) -> None:
    assert told(tmp_path) == ()


@pytest.mark.parametrize("what", FAULTS)
def test_all_that_is_wrong_with_a_record_is_told_at_once(tmp_path: Path, what: str) -> None:
    """So many errors as faults: those that are told of each alone."""
    alone = [problem for fault in FAULTS[what] for problem in told(tmp_path, [fault])]
    assert len(alone) == len(FAULTS[what]), text_of(alone)
    assert places(told(tmp_path, FAULTS[what])) == places(alone)


def test_and_so_of_all_records(tmp_path: Path) -> None:
    faults = [fault for of in FAULTS.values() for fault in of]
    assert len(told(tmp_path, faults)) == len(faults)


@pytest.mark.parametrize(
    "fault",
    [
        (STORM, "published: 2031-05-02", "published: 2031-05-42"),
        (STORM, "title: Storm", "title: 'Storm"),
        (NOTES, "  - at: p1s2", "   - at: p1s2"),
        (EVENTS, "title: Fire", "title: Fire: the first"),
        (EVENTS, "flood: {title: Flood}", "flood: Flood"),
        (CLAIMS, "kind: quantity", "kind: many"),
        (CLAIMS, "lost:", "Lost:"),
        (PEOPLE, "orla:\n", "Orla V.:\n"),
        (PEOPLE, "name: Orla", "nme: Orla"),
    ],
)
def test_what_follows_from_a_fault_is_not_told(tmp_path: Path, fault: tuple[str, str, str]) -> None:
    """What refers to a record that cannot be read, and to all of a kind of which one cannot."""
    problems = told(tmp_path, [fault])
    assert problems
    assert {one.place.path for one in problems} == {fault[0]}, text_of(problems)
    assert not {one.code for one in problems} & {"ref-unknown", "link-dead", "note-unknown"}


REFERS = {
    "content/articles/calm.md": "---\ntitle: Calm\n---\nThe sea lay still. Nobody went out.\n",
    "annotations/articles/calm.yaml": "notes: [{quote: lay still, id: still, note: For a day., see: article/storm#rain}]\n",
    PEOPLE: GOOD[PEOPLE].replace(
        "about: See [[event/flood]].", "about: See [[article/storm#rain]] and [[article/storm@p1s2]]."
    ),
}


@pytest.mark.parametrize(
    ("fault", "codes"),
    [
        (
            (
                NOTES,
                "  - at: p1s2\n    id: rain\n    note: All night.\n    see: article/storm@p1s1\n",
                "  - rain\n",
            ),
            {"wrong-type"},
        ),
        ((NOTES, "id: rain", "id: The Rain"), {"id-unusable"}),
        ((NOTES, "notes:\n", "note:\n"), {"unknown-key"}),
        (
            (STORM, "Nine boats were lost. It rained.", f"{'> ' * 40}Nine boats were lost. It rained."),
            {"nested-too-deep"},
        ),
        ((STORM, "Nine boats were lost. It rained.", ""), {"article-empty"}),
        ((NOTES, "note: All night.", "noot: All night."), {"unknown-key"}),
    ],
)
def test_nor_what_refers_to_notes_and_sentences_that_could_not_be_read(
    tmp_path: Path, fault: tuple[str, str, str], codes: set[str]
) -> None:
    """In the last case the sentence is not published, since its only note says nothing."""
    files = {**REFERS}
    if fault[1] == "note: All night.":
        files[STORM] = GOOD[STORM].replace("title: Storm\n", "title: Storm\nrights: {text: quoted}\n")
    for path, text in {**GOOD, **files}.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, "utf-8")
    path, right, wrong = fault
    assert right in (tmp_path / path).read_text("utf-8")
    (tmp_path / path).write_text((tmp_path / path).read_text("utf-8").replace(right, wrong), "utf-8")
    problems = pipeline.check(tmp_path, drafts=False, strictly=False, jobs=1).problems
    assert codes <= {one.code for one in problems}, text_of(problems)
    follows = {
        "ref-unknown",
        "link-dead",
        "note-unknown",
        "sentence-unknown",
        "note-empty",
        "quote-not-found",
    }
    assert not {one.code for one in problems} & follows, text_of(problems)


def test_nor_what_follows_from_a_file_in_the_wrong_folder(tmp_path: Path) -> None:
    told(tmp_path)
    (tmp_path / PEOPLE).rename(tmp_path / "annotations/events/people.yaml")
    problems = pipeline.check(tmp_path, drafts=False, strictly=False, jobs=1).problems
    assert {one.code for one in problems} == {"file-misplaced"}
