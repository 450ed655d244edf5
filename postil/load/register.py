"""The register of what is withheld: a YAML file that is kept outside the archive, so that no copy of the archive has it.

    entities:
      witness-7: [Mara Petrel, Мара Петрель]       # by public id; the first name is the one that initials are made of
      witness-8: {names: [Ivo Brandt], not: [Brandt Street]}
    strings: [the blue house behind the mill]      # cut wherever they stand

Promises that no problem of it shows more than a key or a public id. Refuses to know what is done with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from postil import folders
from postil.load.composing import node_from_yaml
from postil.load.files import source_from_bytes
from postil.messages import one_line, reason
from postil.problems import CODES, Checked, Place, Problem
from postil.schema import Fields, Map, Node, Scalar

REGISTER = "(the register of what is withheld)"
"""How the file is called in problems: its own path may say too much."""

_KEYS = ("entities", "strings")
_ENTITY = ("names", "not")


@dataclass(frozen=True, slots=True)
class Register:
    """Names, and strings that never mean one, by public id; and strings of nobody. `places` are where ids stand."""

    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict, repr=False)
    never: Mapping[str, tuple[str, ...]] = field(default_factory=dict, repr=False)
    strings: tuple[str, ...] = field(default=(), repr=False)
    places: Mapping[str, Place] = field(default_factory=dict, repr=False)


def register_from_file(path: Path) -> Checked[Register | None]:
    """What the file says, None where something is wrong with it. Problems are without anything of what stands in it."""
    try:
        data = path.read_bytes()
    except OSError as error:
        message = f"the register of what is withheld cannot be read: {reason(error)}"
        return _wrong(
            Problem("register-missing", message, Place(REGISTER), help=("see that the path is right",))
        )
    source = source_from_bytes(REGISTER, data)
    if source.value is None:
        return _wrong(*source.problems)
    read = node_from_yaml(source.value)
    if read.problems or not isinstance(read.value, Map):
        at = read.problems[0].place if read.problems else Place(REGISTER)
        message = "the register of what is withheld does not hold keys and values"
        cure = "write `entities:` and below it `ID: [NAME, NAME]`, or `strings:` with a list"
        return _wrong(*read.problems, Problem("wrong-type", message, at, help=(cure,)))
    problems: list[Problem] = []
    register = _register(read.value, problems)
    return _wrong(*problems) if problems else Checked(register)


def _register(node: Map, problems: list[Problem]) -> Register:
    fields = Fields(node, "the register", _KEYS, problems)
    names: dict[str, tuple[str, ...]] = {}
    never: dict[str, tuple[str, ...]] = {}
    places: dict[str, Place] = {}
    entities = fields.map("entities", "public ids, each with names")
    for key, value in entities.entries if entities else ():
        if fields.id_of(key) is None:
            continue
        places[key.text] = key.place
        names[key.text], never[key.text] = _entity(fields, value)
        if not names[key.text]:
            message = f"`{key.text}` has no name in the register"
            problems.append(
                Problem("withheld-nameless", message, key.place, help=("write a list of names behind it",))
            )
    return Register(names, never, fields.texts("strings"), places)


def _entity(fields: Fields, value: Node) -> tuple[tuple[str, ...], tuple[str, ...]]:
    if isinstance(value, Map):
        inner = Fields(value, "an entity of the register", _ENTITY, fields.problems)
        return inner.texts("names"), inner.texts("not")
    scalars: tuple[Scalar, ...] = fields.scalars_of(value, "an entity of the register")
    return tuple(one_line(one.text) for one in scalars), ()


def missing(register: Path | None, *, is_required: bool) -> Problem | None:
    """That a register is needed and not given, or given and not said to be needed: then it could be forgotten."""
    settings = Place(folders.SETTINGS)
    if is_required and register is None:
        message = "the archive withholds what stands in a register that is kept elsewhere, and none is given"
        cure = "give it: `--withheld FILE`; without it the names in it would be published"
        return Problem("register-missing", message, settings, help=(cure,), is_secret=True)
    if register is not None and not is_required:
        message = "a register of what is withheld is given, and the archive does not say that it needs one"
        cure = "add a line `withheld_register: required`, so that no build can go without it"
        return Problem("register-undeclared", message, settings, help=(cure,), is_secret=True)
    return None


def _wrong(*problems: Problem) -> Checked[Register | None]:
    return Checked(None, tuple(map(_unsaid, problems)))


def _unsaid(problem: Problem) -> Problem:
    """The problem with no word of the register: its code's own sentence, and what we propose where that quotes nothing."""
    is_ours = problem.code.startswith(("register-", "withheld-"))
    return Problem(
        problem.code,
        problem.message if is_ours else f"in the register: {CODES[problem.code]}",
        Place(REGISTER, problem.place.line),
        help=problem.help if is_ours else (),
        is_secret=True,
    )
