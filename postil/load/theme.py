"""A templates folder to a `Theme`: sources, assets, strings. Which folder it is, the caller has chosen."""

from __future__ import annotations

from pathlib import Path

from postil.folders import TEMPLATES
from postil.load.composing import node_from_yaml
from postil.load.files import File, Folder, Source
from postil.load.paths import fault_of_path
from postil.model.loaded import Strings, Theme
from postil.problems import Checked, Place, Problem
from postil.schema import Map, strings_from_node

CONTRACT = "1"
"""The version of the template contract that this engine keeps: the classes of `postil.model.page`."""

_SOURCES = (".html", ".xml")


def theme_from_folder(where: Path) -> Checked[Theme]:
    """Everything in the folder, in order of path; in problems its files are below `templates/`."""
    folder = Folder(where, TEMPLATES)
    problems: list[Problem] = []
    templates: list[tuple[str, str]] = []
    assets: list[tuple[str, bytes]] = []
    strings: list[Strings] = []
    problems += _contract(folder)
    walked = folder.walk("")
    problems += walked.problems
    for file in walked.value:
        problems += filter(None, [fault_of_path(file.path)])
        if file.name.startswith("assets/"):
            data = folder.data(file)
            problems += data.problems
            if data.value is not None:
                assets.append((file.name, data.value))
        elif file.name.startswith("strings/") and file.name.endswith(".yaml"):
            texts = _strings(folder, file)
            problems += texts.problems
            if texts.value is not None:
                strings.append(texts.value)
        elif file.name.endswith(_SOURCES):
            source = _source(folder, file, problems)
            if source is not None:
                templates.append((file.name, source.text))
    theme = Theme(tuple(templates), tuple(assets), tuple(sorted(strings, key=lambda one: one.lang)))
    return Checked(theme, tuple(problems))


def _source(folder: Folder, file: File, problems: list[Problem]) -> Source | None:
    source = folder.source(file)
    problems += source.problems
    return source.value


def _strings(folder: Folder, file: File) -> Checked[Strings | None]:
    problems: list[Problem] = []
    source = _source(folder, file, problems)
    if source is None:
        return Checked(None, tuple(problems))
    read = node_from_yaml(source)
    problems += read.problems
    lang = file.name.removeprefix("strings/").removesuffix(".yaml")
    if read.value is None:
        return Checked(None, tuple(problems))
    if not isinstance(read.value, Map):
        message, cure = "strings are keys and texts", "write `key: text` lines"
        problems.append(Problem("wrong-type", message, read.value.place, help=(cure,)))
        return Checked(None, tuple(problems))
    made = strings_from_node(read.value, lang)
    return Checked(made.value, (*problems, *made.problems))


def _contract(folder: Folder) -> tuple[Problem, ...]:
    """What is wrong with the version that the folder names in `contract`."""
    file = folder.file("contract")
    cure = f"bring the templates up to version {CONTRACT} and write {CONTRACT} into `{TEMPLATES}/contract`"
    if not folder.exists(file.name):
        message = "the templates do not say which version of the template contract they keep"
        return (Problem("templates-contract", message, Place(file.path), help=(cure,)),)
    source = folder.source(file)
    if source.value is None or source.value.text.strip() == CONTRACT:
        return source.problems
    version = source.value.text.strip()[:20]
    message = (
        f"the templates keep version `{version}` of the template contract, the engine version {CONTRACT}"
    )
    return (Problem("templates-contract", message, Place(file.path, 1, 1, len(version)), help=(cure,)),)
