"""The repository itself: locks that are whole and name no index, and a package that carries its templates."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from postil import __version__
from postil.shipped import templates_dir

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
RUNTIME = [*PROJECT["project"]["dependencies"], *PROJECT["build-system"]["requires"]]
LOCKS = {
    "requirements.txt": RUNTIME,
    "requirements-test.txt": [*RUNTIME, *PROJECT["project"]["optional-dependencies"]["test"]],
}


def locked(name: str) -> dict[str, str]:
    """Package name -> version, from a lock file."""
    pins = re.findall(r"^([\w.-]+)==([^\s;]+)", (ROOT / name).read_text("utf-8"), re.MULTILINE)
    return {canonicalize_name(package): version for package, version in pins}


@pytest.mark.parametrize("name", sorted(LOCKS))
def test_a_lock_holds_only_pins_and_hashes(name: str) -> None:
    entries = (ROOT / name).read_text("utf-8").replace("\\\n", " ").splitlines()
    assert entries
    for entry in entries:
        assert re.fullmatch(r"[\w.-]+==\S+ (; [^-]+)?( *--hash=sha256:[0-9a-f]{64} *)+", entry), entry


@pytest.mark.parametrize("name", sorted(LOCKS))
def test_a_lock_satisfies_every_range(name: str) -> None:
    pins = locked(name)
    for requirement in map(Requirement, LOCKS[name]):
        assert pins[canonicalize_name(requirement.name)] in requirement.specifier


def test_both_locks_agree() -> None:
    assert locked("requirements.txt").items() <= locked("requirements-test.txt").items()


def test_the_floors_are_those_of_the_architecture() -> None:
    """Every module stands in the table; what may be imported never stands on a higher floor than what imports it."""
    table = re.findall(
        r"^\| ([0-5]) \| (.+) \|$", (ROOT / "ARCHITECTURE.md").read_text("utf-8"), re.MULTILINE
    )
    floors = {
        module: int(floor)
        for floor, row in table
        for module in re.findall(r"`(\w+)`", re.sub(r"\([^)]*\)", "", row))
    }
    (contract,) = (one for one in PROJECT["tool"]["importlinter"]["contracts"] if one["name"] == "Floors")
    layers = [re.split(r" [|:] ", layer) for layer in contract["layers"]]
    assert sorted(floors) == sorted(module for layer in layers for module in layer)
    highest = [max(floors[module] for module in layer) for layer in layers]
    lowest = [min(floors[module] for module in layer) for layer in layers]
    assert all(above >= below for above, below in zip(lowest, highest[1:], strict=False))


def test_the_version_stands_twice_and_is_the_same() -> None:
    assert PROJECT["project"]["version"] == __version__


def test_a_checkout_uses_the_repositorys_own_templates() -> None:
    assert templates_dir() == ROOT / "templates"
