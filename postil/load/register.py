"""The register of what is withheld: a YAML file that is kept outside the archive, so that no copy of the archive has it.

    entities:
      witness-7: [Mara Petrel, Мара Петрель]       # by public id; the first name is the one that initials are made of
      witness-8: {names: [Ivo Brandt], not: [Brandt Street]}
    strings: [the blue house behind the mill]      # cut wherever they stand

Promises that no problem of it shows more than a key or a public id. Refuses to know what is done with it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from postil import folders
from postil.load.composing import node_from_yaml
from postil.load.files import source_from_bytes
from postil.messages import one_line, reason
from postil.problems import CODES, Checked, Place, Problem, unsaid
from postil.schema import Fields, Map, Node, Scalar
from postil.secrecy import squeezed

REGISTER = "(the register of what is withheld)"
"""How the file is called in problems: its own path may say too much."""

_KEYS = ("entities", "strings")
_ENTITY = ("names", "not")

_REPEATS = re.compile(r"\bwrite: ")
"""In a cure that repeats a line as it should be."""


@dataclass(frozen=True, slots=True)
class Register:
    """Names, and strings that never mean one, by public id; and strings of nobody. `places` are where ids stand."""

    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict, repr=False)
    never: Mapping[str, tuple[str, ...]] = field(default_factory=dict, repr=False)
    strings: tuple[str, ...] = field(default=(), repr=False)
    places: Mapping[str, Place] = field(default_factory=dict, repr=False)

    @property
    def count(self) -> int:
        """How many names and strings it has; one that stands twice, in whatever letter case, counts once."""
        return sum(map(_different, (*self.names.values(), self.strings)))


def register_from_file(path: Path) -> Checked[Register | None]:
    """What the file says, None where something is wrong with it. Problems are without anything of what stands in it."""
    try:
        data = path.read_bytes()
    except OSError as error:
        message = f"the register of what is withheld cannot be read: {reason(error)}"
        cure = "see that `--withheld` gives the path of the file, as seen from the folder where you are"
        return _wrong(Problem("register-missing", message, Place(REGISTER), help=(cure,)))
    source = source_from_bytes(REGISTER, data)
    if source.value is None:
        return _wrong(*source.problems)
    read = node_from_yaml(source.value)
    if read.problems:
        return _wrong(*read.problems)
    if not isinstance(read.value, Map) or not read.value.entries:
        holds = "nothing" if read.value is None or isinstance(read.value, Map) else "no keys and values"
        place = Place(REGISTER) if read.value is None else read.value.place
        message = f"the register holds {holds}, so nothing would be withheld"
        cures = (
            "write `entities:` and below it lines `PUBLIC-ID: [NAME, NAME]`, or `strings: [TEXT, TEXT]`",
            "write a space behind each colon",
        )
        return _wrong(Problem("wrong-type", message, place, help=cures))
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
        before = len(problems)
        names[key.text], never[key.text] = _entity(fields, value)
        if not names[key.text] and len(problems) == before:
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


def incomplete(register: Register, count: int | None) -> Problem | None:
    """That a register has not as many names and strings as the archive says: a line may have gone from it unseen."""
    if count is None or register.count == count:
        return None
    message = f"the register has {register.count} names and strings, and `withheld_register` says {count}"
    cures = (
        "put back into the register what is gone from it",
        f"write `withheld_register: {register.count}`, if that is all that is to be withheld",
    )
    return Problem("register-incomplete", message, Place(folders.SETTINGS), help=cures, is_secret=True)


def _different(strings: tuple[str, ...]) -> int:
    return len({squeezed(one, digits=True) for one in strings})


def _wrong(*problems: Problem) -> Checked[Register | None]:
    return Checked(None, tuple(map(_as_told, problems)))


def _as_told(problem: Problem) -> Problem:
    """The problem without any word of the register: keys of the schema and public ids are the only ones that are shown."""
    if problem.code.startswith(("register-", "withheld-")):
        return unsaid(problem, problem.message, *problem.help)
    cures = tuple(cure for cure in problem.help if not _REPEATS.search(cure))
    message = f"in the register, {CODES[problem.code]}"
    match problem.code:
        case "key-empty" | "text-too-long" | "wrong-type":  # these name no key that is not ours
            message = problem.message
        case "unknown-key":
            message = "a key of the register is not one that is known here"
        case "id-unusable" | "id-reserved" | "id-too-long":
            message = "a key below `entities` cannot be a public id"
            cures = ("write the `public_id` of the entity: small letters a to z, digits and -",)
        case "yaml-duplicate-key":
            first = problem.notes[0].place
            message = f"a key of the register stands twice, first in line {first.line if first else 0}"
            cures = ("make them one: a list behind the key takes all the names",)
        case code if code.startswith("yaml-"):
            if len(cures) < len(problem.help) or code == "yaml-syntax":
                cures = ("put each name and string in quotation marks", *cures)
    return replace(unsaid(problem, message, *cures), code="register-unusable")
