"""Each step that holds something back taken away, one at a time: then the audit has to stop the build.

What `load` checks itself is taken away first, so that nothing but the audit is left between a step that fails and a site
that shows a name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import canaries
import pytest

from postil import exporters, images, pages, pipeline, rebuild
from postil.leaks import Leaks
from postil.load import releasing
from postil.load.rewriting import Rewriting
from postil.load.withholding import Withholding
from postil.model.outcome import Outcome
from postil.problems import Checked
from postil.recall import Recall
from postil.report import text_of
from postil.scrub import Scrub

pytestmark = pytest.mark.slow


def build(root: Path) -> Outcome:
    return pipeline.build(root, root / "site", drafts=False, strictly=False, jobs=1)


def build_again(root: Path) -> Outcome:
    return rebuild.build(root, root / "site", drafts=False, strictly=False, jobs=1)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return canaries.written(tmp_path)


@pytest.fixture
def unchecked(monkeypatch: pytest.MonkeyPatch) -> None:
    """`load` tells of nothing that is left."""

    def nothing(*_: object, **__: object) -> Iterator[None]:
        return iter(())

    for name in ("_check", "_check_prose", "_left"):
        monkeypatch.setattr(Rewriting, name, nothing)
    for name in ("_rest", "_replacements"):
        monkeypatch.setattr(Withholding, name, nothing)


Patch = Callable[[pytest.MonkeyPatch], None]


def without(owner: object, name: str, put: Callable[..., Any]) -> Patch:
    """Puts a function in place of a step; it is given the step and its arguments."""

    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        step = getattr(owner, name)

        def mutated(*args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - whatever the step takes and gives
            return put(step, *args, **kwargs)

        monkeypatch.setattr(owner, name, mutated)

    return patch


def as_given(_: object, __: object, given: Any, *___: object, **____: object) -> Any:  # noqa: ANN401 - the same
    return given


def no_passages(step: Callable[..., Any], *args: object) -> Any:  # noqa: ANN401 - the same
    found = step(*args)
    body, cuts = found.value
    return Checked((body, tuple(cut for cut in cuts if cut.entity)), found.problems)


def own_name(step: Callable[..., Any], rewriting: Rewriting, hidden: Any) -> Any:  # noqa: ANN401 - the same
    return replace(step(rewriting, hidden), name=hidden.names[0])


STEPS: dict[str, Patch] = {
    "names cut from texts": without(Withholding, "_names_cut", lambda *_: iter(())),
    "passages cut from texts": without(Withholding, "_withheld", no_passages),
    "alternative texts": without(Withholding, "_said", lambda _, __, match, **___: match[0]),
    "the release itself": without(
        releasing, "released", lambda step, body, _, *kept: step(body, (), *kept)
    ),
    "texts of records": without(Rewriting, "_replaced", as_given),
    "front matter": without(Rewriting, "article", as_given),
    "events": without(
        Rewriting, "event", lambda step, own, one: replace(step(own, one), title=one.title)
    ),
    "claims": without(
        Rewriting, "claim", lambda step, own, one: replace(step(own, one), question=one.question)
    ),
    "pages of our own": without(
        Rewriting, "page", lambda step, own, one: replace(step(own, one), title=one.title)
    ),
    "who is not named": without(
        Rewriting,
        "_speaker",
        lambda step, own, one: replace(step(own, one), unnamed=one.unnamed),
    ),
    "hedges": without(
        Rewriting, "_annotation", lambda step, own, one: replace(step(own, one), hedge=one.hedge)
    ),
    "the name of who is withheld": without(Rewriting, "_seen", own_name),
    "the ids of who is withheld": without(
        Rewriting, "_seen", lambda step, own, one: replace(step(own, one), same_as=one.entity.same_as)
    ),
    "entities that are public": without(
        Rewriting, "_public", lambda step, own, one: replace(step(own, one), roles=one.roles)
    ),
    "texts in pictures": without(
        images, "published", lambda _, __, data: Checked(data, ())
    ),
    "what is indexed": without(
        pages,
        "index_views",
        lambda step, lookup: (replace(view, title="Zyrvana Quolt") for view in step(lookup)),
    ),
    "feeds": without(
        exporters,
        "exports",
        lambda step, archive: (*step(archive), ("feed.json", rb'{"by": "\u005ayrvana Quolt"}')),
    ),
}  # fmt: skip


@pytest.mark.usefixtures("unchecked")
@pytest.mark.parametrize("name", STEPS)
def test_the_audit_stops_what_a_step_lets_through(
    root: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    STEPS[name](monkeypatch)
    outcome = build(root)
    assert not outcome.published
    assert {problem.code for problem in outcome.problems} == {"withheld-found"}, text_of(outcome.problems)
    assert not canaries.shows(text_of(outcome.problems))


@pytest.mark.usefixtures("unchecked")
def test_nothing_is_found_where_every_step_is_taken(root: Path) -> None:
    assert build(root).published


@pytest.mark.usefixtures("unchecked")
def test_it_is_the_audit_that_stops_it(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    STEPS["names cut from texts"](monkeypatch)
    monkeypatch.setattr(Leaks, "look", lambda *_: None)
    assert build(root).published
    assert "articles/wire.html" in canaries.leaking(root / "site")


def test_notes_that_are_not_pointed_anew_have_no_place(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(releasing, "renoted", lambda notes, *_: notes)
    outcome = build(root)
    assert not outcome.published
    assert "quote-not-found" in {problem.code for problem in outcome.problems}
    assert not canaries.shows(text_of(outcome.problems))


def test_references_that_are_not_changed_lead_nowhere(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Rewriting, "ref", lambda _, ref: ref)
    outcome = build(root)
    assert not outcome.published
    assert "ref-unknown" in {problem.code for problem in outcome.problems}
    assert not canaries.shows(text_of(outcome.problems))


def test_what_is_kept_between_builds_is_looked_through(root: Path) -> None:
    kept = root / ".cache" / "old" / "memo"
    kept.parent.mkdir(parents=True)
    kept.write_bytes(b"\x80\x05\x8c\x0dZyrvana Quolt\x94.")
    outcome = build(root)
    assert not outcome.published
    assert [(one.code, one.place.path) for one in outcome.problems] == [("withheld-found", ".cache/old/memo")]


def test_what_builds_keep_of_their_own_is_looked_through(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A step that would keep a passage for the next build; what it has kept is gone when that begins."""
    with monkeypatch.context() as mutated:
        without(
            Recall,
            "keep_article",
            lambda step, recall, told: step(recall, (told[0], None, (canaries.SPAN,), *told[3:])),
        )(mutated)
        outcome = build_again(root)
    assert [(one.code, one.place.path) for one in outcome.problems] == [
        ("withheld-found", ".cache/builds.sqlite")
    ]
    assert canaries.leaking(root / ".cache") == []
    assert build_again(root).published


def test_it_is_the_scrub_that_keeps_problems_silent(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    notes = root / "annotations" / "articles" / "wire.yaml"
    notes.write_text(f"{notes.read_text('utf-8')}    colour: red\n    Zyrvana: Quolt\n", "utf-8")
    assert not canaries.shows(text_of(build(root).problems))
    monkeypatch.setattr(Scrub, "problem", lambda _, problem: problem)
    assert canaries.shows(text_of(build(root).problems))


def test_articles_are_handed_on_only_when_all_is_known(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While something is wrong nothing behind `load` sees a text of which it may not be known what is withheld."""
    seen: list[int] = []
    step = pipeline._prepared

    def counted(records: Any, *rest: Any) -> Any:  # noqa: ANN401 - what the step takes and gives
        seen.append(len(records.articles))
        return step(records, *rest)

    monkeypatch.setattr(pipeline, "_prepared", counted)
    build(root)
    (root / "annotations" / "entities" / "more.yaml").write_text("x: {show: withheld\n", "utf-8")
    build(root)
    assert seen == [2, 0]
