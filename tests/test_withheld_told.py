"""What is told where something is withheld: what is wrong, where, and what helps; and no word that is withheld."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import canaries
import pytest
from canaries import NOTES
from sites import postil

from postil import rebuild
from postil.load import load, with_excerpts
from postil.load.register import REGISTER
from postil.problems import Problem
from postil.report import text_of
from postil.shipped import templates_dir

pytestmark = pytest.mark.slow


def told(root: Path, *, private: bool = False, withheld: Path | None = None) -> tuple[Problem, ...]:
    loaded = load(root, drafts=False, templates=templates_dir(), private=private, withheld=withheld)
    return with_excerpts(root, loaded.problems, loaded.value.secrets)


def the_one(problems: tuple[Problem, ...]) -> Problem:
    assert len(problems) == 1, text_of(problems)
    assert not canaries.shows(text_of(problems))
    return problems[0]


def archive(folder: Path, changed: Mapping[str, str]) -> Path:
    return canaries.written(folder, changed=changed)


def test_a_wrong_quote_beside_withheld_words_is_not_sent_to_repair(tmp_path: Path) -> None:
    """Which has nothing to offer there: it is corrected by hand, and the private edition shows what comes near."""
    notes = f"{NOTES}  - quote: counted nineteen boats\n    note: x\n"
    problem = the_one(told(archive(tmp_path, {"annotations/articles/wire.yaml": notes})))
    assert problem.code == "quote-not-found"
    assert "run `repair`" not in " ".join(problem.help)
    assert problem.help[0].startswith("correct the quote by hand")
    assert "--edition private" in problem.help[1]


CARELESS = (
    "  - {0}: said a man\n    reason: safety\n",
    "  - quote: {{{0}: x}}\n    words: a man\n    reason: safety\n",
    "  - quote: {{exact: nine boats, {0}: x}}\n    words: a man\n    reason: safety\n",
    "  - quote: nine boats\n    words: a man\n    reason: safety\n    {0}: y\n",
    "  {0}: said a man\n",
)


@pytest.mark.parametrize("item", CARELESS)
def test_words_that_stand_where_a_key_should_are_not_told(tmp_path: Path, item: str) -> None:
    """A quotation mark or a comma that is missing makes keys of words."""
    words = "said Quillan Omberly by the weir"
    notes = f"withhold:\n{item.format(words)}"
    problems = told(archive(tmp_path, {"annotations/articles/wire.yaml": notes}))
    assert {"unknown-key", "wrong-type"} & {problem.code for problem in problems}
    assert "Omberly" not in text_of(problems)
    assert not canaries.shows(text_of(problems))


SLIPS = {
    "yaml-tab": "notes:\n\t- quote: x\n",
    "yaml-duplicate-key": "notes: []\nnotes: []\n",
    "yaml-bracket-open": "notes: [\n",
    "yaml-quote-open": 'notes:\n  - quote: "nine\n',
    "yaml-alias": "notes:\n  - quote: *nine\n",
    "yaml-tag": "notes:\n  - quote: !nine x\n",
}


@pytest.mark.parametrize("code", SLIPS)
def test_a_slip_in_a_file_of_which_nothing_is_told_has_a_cure(tmp_path: Path, code: str) -> None:
    problems = told(archive(tmp_path, {"annotations/articles/wire.yaml": SLIPS[code]}))
    of_file = [one for one in problems if one.code == code]
    assert of_file, text_of(problems)
    assert all(one.help and one.place.line for one in of_file)


# --- the register -------------------------------------------------------------------------------------------------

NEEDED = {"archive.yaml": "title: Papers\nwithheld_register: required\n"}

WRONG: dict[str, tuple[str | bytes, int, str, str]] = {
    "a key misspelt": ("strngs: [Zyrvana Quolt]\n", 1, "not one that is known here", "`strings`"),
    "a name for a key": ("Zyrvana Quolt: [Quolt]\n", 1, "not one that is known here", "valid here: entities, strings"),
    "a name for a public id": ("entities:\n  Zyrvana Quolt: [Quolt]\n", 2, "cannot be a public id", "`public_id`"),
    "a key of an entity": ("entities:\n  w-7: {nmes: [Quolt]}\n", 2, "not one that is known here", "`names`"),
    "nothing": ("", 0, "holds nothing", "write `entities:`"),
    "only a comment": ("# Quolt\n", 0, "holds nothing", "write `entities:`"),
    "no keys": ("- Zyrvana Quolt\n", 1, "no keys and values", "write `entities:`"),
    "no value": ("strings: [Quolt]\nentities:\n", 2, "`entities` of the register has no value", "take the line out"),
    "no map": ("\nentities: [Zyrvana Quolt]\n", 2, "`entities` of the register is a list", "public ids"),
    "an empty item": ("strings:\n  - Quolt\n  - \n", 3, "`strings` of the register has an empty item", "take it out"),
    "a map for a name": ("entities:\n  w-7: [{a: Quolt}]\n", 2, "keys and values", "a list of texts"),
    "twice the same": ("entities:\n  w-7: [Quolt]\n  w-7: [Zyrvana]\n", 3, "first in line 2", "make them one"),
    "a colon": ("strings:\n  - Zyrvana: she: Quolt\n", 2, "a colon", "quotation marks"),
    "a mark": ("strings: [Zyrvana, @Quolt]\n", 1, "in the register, ", "quotation marks"),
    "an alias": ("strings: [*Quolt]\n", 1, "alias", "quotation marks"),
    "a comment": ("entities:\n  w-7: #Quolt\n", 2, "number sign", "quotation marks"),
    "no space": ("strings:[Zyrvana Quolt]\n", 1, "no keys and values", "write a space behind each colon"),
    "a tab": ("entities:\n\tw-7: [Quolt]\n", 2, "tab", "indent with spaces"),
    "open": ("strings: [Zyrvana Quolt\n", 1, "not closed", "close it with"),
    "too long": (f"strings: [{'Quolt ' * 400}]\n", 1, "characters", "shorten it"),
    "of another encoding": (b"strings: [Quolt \xff]\n", 1, "not UTF-8", "save the file as UTF-8"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_with_a_register_is_told_without_its_words(tmp_path: Path, name: str) -> None:
    text, line, fact, cure = WRONG[name]
    root = archive(tmp_path / "archive", NEEDED)
    register = tmp_path / "register.yaml"
    register.write_bytes(text if isinstance(text, bytes) else text.encode())
    problems = told(root, withheld=register)
    problem = the_one(tuple(one for one in problems if one.place.path == REGISTER))
    assert not canaries.shows(repr(problems))
    assert (problem.code, problem.place.line) == ("register-unusable", line)
    assert fact in problem.message
    assert cure in " ".join(problem.help)


def test_all_that_is_wrong_with_a_register_is_told_at_once(tmp_path: Path) -> None:
    register = tmp_path / "register.yaml"
    register.write_text("strngs: [Quolt]\nentities:\n  w-7: {nmes: [Quolt]}\n  Quolt: []\n", "utf-8")
    problems = told(archive(tmp_path / "archive", NEEDED), withheld=register)
    assert [one.place.line for one in problems if one.place.path == REGISTER] == [1, 3, 4]


@pytest.mark.parametrize("settings", [NEEDED["archive.yaml"], "title: Papers\n"])
@pytest.mark.parametrize("path", ["Zyrvana Quolt.yaml", "."])
def test_a_register_that_is_not_there_is_a_problem_without_its_path(
    tmp_path: Path, settings: str, path: str
) -> None:
    """Also behind a build that went well without one."""
    root = archive(tmp_path, {"archive.yaml": "title: Papers\n"})
    assert rebuild.check(root, drafts=False, strictly=False, jobs=1).problems == ()
    (root / "archive.yaml").write_text(settings, "utf-8")
    done = postil("check", "--root", root, "--withheld", tmp_path / path)
    assert done.returncode == 1
    assert "error[register-missing]: the register of what is withheld cannot be read" in done.stderr
    assert "help: see that `--withheld`" in done.stderr
    assert not canaries.shows(done.stdout + done.stderr)


# --- words of the pages' own text ---------------------------------------------------------------------------------

ALIASES = "aliases: [Keeper Quolt]"


@pytest.mark.parametrize("alias", ["Sources", "Search", "Notes", "articles", "A–Z, Sources", "Old Sources"])
def test_a_name_that_is_a_word_of_the_pages_is_one_problem(tmp_path: Path, alias: str) -> None:
    people = canaries.PEOPLE.format(shown="show: role").replace(
        ALIASES, f"aliases: [Keeper Quolt, '{alias}']"
    )
    root = archive(tmp_path, {"annotations/entities/people.yaml": people})
    problems = told(root)
    if alias in ("A–Z, Sources", "Old Sources"):  # these words stand nowhere together
        assert problems == ()
        return
    problem = the_one(problems)
    assert (problem.code, str(problem.place)) == ("withheld-common", "annotations/entities/people.yaml:1")
    assert alias not in repr(problem)


@pytest.mark.parametrize("text", ["Sources", "Jump to the text"])
def test_so_is_a_string_of_the_register(tmp_path: Path, text: str) -> None:
    register = tmp_path / "register.yaml"
    register.write_text(f"strings: [{text}]\n", "utf-8")
    problems = told(archive(tmp_path / "archive", NEEDED), withheld=register)
    found = [one.place.path for one in problems if one.code == "withheld-common"]
    assert found == ([REGISTER] if text == "Sources" else [])


def test_a_longer_string_of_the_interface_may_be_said_to_mean_something_else(tmp_path: Path) -> None:
    strings = '"Ask Zora about this archive"'
    people = canaries.PEOPLE.format(shown="show: role\n  not: [{}]").replace(
        ALIASES, "aliases: [Keeper Quolt, Zora]"
    )
    for never, codes in (("", ["withheld-common"]), ("Ask Zora about this archive", [])):
        root = archive(
            tmp_path / str(len(never)), {"annotations/entities/people.yaml": people.replace("{}", never)}
        )
        templates = Path(shutil.copytree(templates_dir(), root / "templates"))
        english = templates / "strings" / "en.yaml"
        english.write_text(
            english.read_text("utf-8").replace("\narticle.tags: Tags", f"\narticle.tags: {strings}"), "utf-8"
        )
        loaded = load(root, drafts=False, templates=templates)
        assert [one.code for one in loaded.problems] == codes
