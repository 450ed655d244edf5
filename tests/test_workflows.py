"""What CI may do: a pull request is a stranger's archive, code and templates, so it runs with nothing worth having.

It cannot show that the host of the repository keeps to it, only that nothing more is asked for.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

FOLDER = Path(__file__).resolve().parent.parent / ".github" / "workflows"
FILES = sorted([*FOLDER.glob("*.yml"), *FOLDER.glob("*.yaml")])

PUBLISHED = {"pages": "write", "id-token": "write"}
"""What publishing the pages of a repository needs: nothing of it can change the repository."""

ONLY_PUSHED = re.compile(r"\s*github\.event_name == 'push'(?: && .*)?\s*")


Workflow = dict[str, Any]
"""As YAML has it: of a form that is not ours."""


class Loader(yaml.SafeLoader):
    """YAML in which `on` is a word."""


Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:bool"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


@pytest.fixture(params=FILES, ids=[path.name for path in FILES])
def text(request: pytest.FixtureRequest) -> str:
    path: Path = request.param
    return path.read_text("utf-8")


@pytest.fixture
def workflow(text: str) -> Workflow:
    loaded: Workflow = yaml.load(text, Loader=Loader)
    return loaded


def test_there_is_a_workflow() -> None:
    assert FILES


def test_a_pull_request_starts_nothing_that_trusts_it(workflow: Workflow) -> None:
    """`pull_request_target` and `workflow_run` would run with the repository's own rights, and its secrets."""
    assert set(workflow["on"]) <= {"pull_request", "push", "workflow_dispatch", "schedule"}


def test_no_secret_is_named(text: str) -> None:
    assert not re.search(r"secrets\.|secrets\[|secrets:\s*inherit|github\.token|GITHUB_TOKEN", text)


def test_all_jobs_only_read_but_the_one_that_publishes_what_was_pushed(
    workflow: Workflow,
) -> None:
    assert workflow["permissions"] == {"contents": "read"}
    for name, job in workflow["jobs"].items():
        granted = job.get("permissions", workflow["permissions"])
        if granted != workflow["permissions"]:
            assert granted == PUBLISHED, name
            assert ONLY_PUSHED.fullmatch(str(job["if"])), name
            assert "main" in str(job["if"]), name


def test_nothing_of_a_pull_request_is_kept_or_published(
    workflow: Workflow,
) -> None:
    for job in workflow["jobs"].values():
        is_pushed = ONLY_PUSHED.fullmatch(str(job.get("if", ""))) is not None
        for step in job["steps"]:
            action = step.get("uses", "").partition("@")[0]
            if re.search("upload|deploy|cache|release|publish", action):
                assert is_pushed or ONLY_PUSHED.fullmatch(step.get("if", "")), step
            if action == "actions/checkout":
                options: object = step.get("with", {})
                assert isinstance(options, dict)
                assert options.get("persist-credentials") == "false", "the token would lie in .git/config"


def test_an_action_of_others_is_named_by_its_commit(text: str) -> None:
    """A tag can be moved to other code; those of `actions/` are of who runs the workflow anyway."""
    for action, version in re.findall(r"^[ -]*uses:\s*([^@\s]+)@(\S+)", text, re.MULTILINE):
        assert action.startswith("actions/") or re.fullmatch("[0-9a-f]{40}", version), action


def test_nothing_that_a_stranger_writes_stands_in_a_command(
    workflow: Workflow,
) -> None:
    """Titles, names of branches and messages, put into a command by `${{ }}`, would be part of the command."""
    for job in workflow["jobs"].values():
        steps = job["steps"]
        assert isinstance(steps, list)
        assert not [step["run"] for step in steps if "${{" in str(step.get("run", ""))]
