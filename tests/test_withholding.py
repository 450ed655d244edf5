"""Withheld is withheld everywhere: canaries in every place, and every way in which holding back could fail.

`canaries` is the archive; what may be read out of its site, of what is kept between builds and of what is told, is read in
ways of its own.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from random import Random

import canaries
import pytest
from canaries import NOTES, PAGE, PEOPLE, WIRE
from sites import postil

from postil import pipeline, rebuild
from postil.forms import github_of, json_of
from postil.load import load
from postil.load.hiding import initials
from postil.model.outcome import Outcome
from postil.problems import Problem, Severity, has_errors
from postil.report import text_of
from postil.shipped import templates_dir

pytestmark = pytest.mark.slow

FILES = {
    "people": "annotations/entities/people.yaml",
    "notes": "annotations/articles/wire.yaml",
    "wire": "content/articles/wire.md",
}

SHOWN = {
    "initials": ("show: initials", "Z. Q."),
    "role": ("show: role", "keeper of the light"),
    "withheld": ("show: withheld", "[name withheld]"),
    "words of our own": ("show: withheld\n  shown_as: a *quiet* neighbour", "a *quiet* neighbour"),
}


def build(root: Path, **options: Path | bool | None) -> Outcome:
    given: dict[str, object] = {"drafts": False, "strictly": False, "jobs": 1, **options}
    return rebuild.build(root, root / "site", **given)  # type: ignore[arg-type]


def told(problems: tuple[Problem, ...]) -> str:
    """All that may be told of problems, in every form."""
    return "".join((text_of(problems), json_of(problems, {}), github_of(problems), repr(problems)))


def is_stopped(outcome: Outcome, root: Path, *codes: str) -> None:
    """Nothing is published, nothing is kept, and nothing is told but the codes."""
    found = {problem.code for problem in outcome.problems}
    assert not outcome.published
    assert found >= set(codes), text_of(outcome.problems)
    assert not canaries.shows(told(outcome.problems))
    assert not (root / "site").exists()
    assert canaries.leaking(root / ".cache") == []


# --- nothing is seen ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shown", SHOWN)
def test_a_canary_is_in_no_byte(tmp_path: Path, shown: str) -> None:
    keys, words = SHOWN[shown]
    root = canaries.written(tmp_path, keys)
    outcome = build(root)
    assert outcome.problems == ()
    assert outcome.published
    assert canaries.leaking(root / "site") == []
    assert canaries.leaking(root / ".cache") == []
    article = (root / "site" / "articles" / "wire.html").read_text("utf-8")
    assert article.count(words) > 10
    assert "lives nearby" in article
    assert "[[entity" not in article
    assert "<em>quiet" not in article
    assert "../entities/witness-7.html" in article


def test_the_oracle_sees_the_canaries_where_nothing_is_held_back(tmp_path: Path) -> None:
    root = canaries.written(tmp_path, "show: initials")
    outcome = pipeline.build(root, root / "site", drafts=False, strictly=False, jobs=1, private=True)
    assert outcome.published, text_of(outcome.problems)
    leaking = canaries.leaking(root / "site")
    assert {"articles/wire.html", "articles/ukrainian.html", "entities/ana-prell.html"} <= set(leaking)
    assert any(path.startswith("pagefind/fragment") for path in leaking)
    assert any(path.startswith("pagefind/off/fragment") for path in leaking)
    assert any(path.endswith(".pf_index") for path in leaking)


def test_addresses_are_those_of_the_whole_text(tmp_path: Path) -> None:
    root = canaries.written(tmp_path, "show: role")
    build(root)
    page = (root / "site" / "articles" / "wire.html").read_text("utf-8")
    for id_ in ("p1s1", "p1s2", "p2s1", "p2s2", "p3s1", "p4s1", "p8s1", "p9s1"):
        assert f'id="{id_}"' in page


def test_names_may_stand_in_a_register_alone(tmp_path: Path) -> None:
    witness = "witness-7: {is: person, show: withheld, public_id: witness-7, shown_as: a neighbour}\n"
    changed = {
        "archive.yaml": "title: Papers\nwithheld_register: required\n",
        "annotations/entities/people.yaml": witness,
        "annotations/articles/wire.yaml": "notes:\n  - {quote: counted nine boats, speaker: witness-7}\n",
        "annotations/events/all.yaml": "quay-collapse: {title: The quay gives way}\n",
        "annotations/claims/all.yaml": "boats-lost: {question: How many?, kind: quantity}\n",
        "content/pages/about.md": PAGE.replace("[[entity/zyrvana-quolt]]", "[[entity/witness-7]]"),
    }
    root = canaries.written(tmp_path / "archive", changed=changed)
    register = tmp_path / "register.yaml"
    names = ", ".join(canaries.NAMES)
    register.write_text(
        f"entities:\n  witness-7: [{names}]\nstrings: [{canaries.SPAN.split('at ')[1]}]\n", "utf-8"
    )
    outcome = build(root, withheld=register)
    assert outcome.problems == ()
    assert canaries.leaking(root / "site") == []
    assert canaries.leaking(root / ".cache") == []
    assert "[withheld]" in (root / "site" / "articles" / "wire.html").read_text("utf-8")
    forgotten = build(root)
    assert [problem.code for problem in forgotten.problems] == ["register-missing"]
    assert not canaries.shows(told(forgotten.problems))


@pytest.mark.parametrize(
    ("count", "codes"), [(5, []), (6, ["register-incomplete"]), (4, ["register-incomplete"])]
)
def test_a_register_from_which_a_line_has_gone_is_told(tmp_path: Path, count: int, codes: list[str]) -> None:
    """Its names and strings are counted, the only thing of them that may be said."""
    root = canaries.written(
        tmp_path / "archive", changed={"archive.yaml": f"title: Papers\nwithheld_register: {count}\n"}
    )
    register = tmp_path / "register.yaml"
    register.write_text(
        f"entities:\n  witness-7: {{names: [{', '.join(canaries.NAMES)}, ZYRVANA  QUOLT], not: [Quolt Street]}}\n"
        f"strings: [Zyrvana's boat of Quolt]\n",
        "utf-8",
    )
    done = build(root, withheld=register)
    assert [problem.code for problem in done.problems] == codes
    assert (root / "site").exists() is not bool(codes)
    assert not canaries.shows(told(done.problems))


def test_what_a_draft_withholds_is_withheld(tmp_path: Path) -> None:
    withhold = NOTES[NOTES.index("withhold:") : NOTES.index("notes:")]
    changed = {
        "annotations/articles/wire.yaml": f"status: draft\n{withhold}",
        "annotations/events/all.yaml": "",
    }
    root = canaries.written(tmp_path, changed=changed)
    outcome = build(root)
    assert outcome.published, text_of(outcome.problems)
    assert canaries.leaking(root / "site") == []


def test_what_was_public_leaves_nothing_when_it_is_withheld(tmp_path: Path) -> None:
    public = PEOPLE.format(shown="show: public").replace("  public_id: witness-7\n", "")
    people = tmp_path / FILES["people"]
    root = canaries.written(tmp_path, changed={FILES["people"]: public, FILES["notes"]: "notes: []\n"})
    assert build(root).published
    assert canaries.leaking(root / "site")
    canaries.written(tmp_path)
    for _ in range(2):
        outcome = build(root)
        assert outcome.problems == ()
        people.touch()
    assert [
        path for path in canaries.leaking(tmp_path) if not path.startswith(("content/", "annotations/"))
    ] == []


def test_what_the_audit_stopped_is_not_left_beside_the_site(tmp_path: Path) -> None:
    root = canaries.written(tmp_path)
    shutil.copytree(templates_dir(), root / "templates")
    assert build(root).published
    home = root / "templates" / "home.html"
    home.write_text(home.read_text("utf-8").replace("<h1", "Zyrvana Quolt<h1", 1), "utf-8")
    assert {problem.code for problem in build(root).problems} == {"withheld-found"}
    assert not (root / ".site.next").exists()
    home.write_text(home.read_text("utf-8").replace("Zyrvana Quolt", ""), "utf-8")
    assert build(root).published


def test_a_note_keeps_no_id_made_from_what_is_withheld(tmp_path: Path) -> None:
    """The ids of notes are digests of quotes and references: of those that may be seen."""
    pages: list[bytes] = []
    for name, id_ in (("Zyrvana Quolt", "zyrvana-quolt"), ("Mara Petrel", "mara-petrel")):
        files = {
            "content/articles/wire.md": f"---\ntitle: Quay\n---\nIt gave way, {name} said.\n",
            "annotations/articles/wire.yaml": f'notes:\n  - {{quote: "way, {name}", note: Seen., entity: {id_}}}\n',
            "annotations/entities/people.yaml": f"{id_}: {{is: person, name: {name}, show: withheld, public_id: w}}\n",
        }
        root = tmp_path / str(len(pages)) / "papers"
        for path, text in files.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, "utf-8")
        assert build(root).published
        pages.append((root / "site" / "articles" / "wire.html").read_bytes())
    assert pages[0] == pages[1]


# --- it never fails open ------------------------------------------------------------------------------------------

SHOW = "show: initials"
BODY = WIRE.partition("\n\nThen")[0]

STOPS: Mapping[str, tuple[str, Mapping[str, str], tuple[str, ...]]] = {
    "no public id": (SHOW, {"people": PEOPLE.replace("public_id", "former")}, ("unknown-key", "missing-key")),
    "a misspelt key": (SHOW, {"people": PEOPLE.replace("{shown}", "shwo: initials")}, ("unknown-key",)),
    "a misspelt name of a key": (SHOW, {"people": PEOPLE.replace("aliases", "alaises")}, ("unknown-key",)),
    "a value that is none": ("show: initial", {}, ("unknown-value",)),
    "a public id that says it": (
        SHOW,
        {"people": PEOPLE.replace("witness-7", "z-quolt")},
        ("withheld-left",),
    ),
    "a public id of another": (SHOW, {"people": PEOPLE.replace("witness-7", "ana-prell")}, ("id-duplicate",)),
    "a role that says it": (
        "show: role",
        {"people": PEOPLE.replace("keeper of the light", "aunt of Zyrvana Quolt")},
        ("withheld-shown",),
    ),
    "words that say it": ("show: withheld\n  shown_as: Z. Quolt", {}, ("withheld-shown",)),
    "no yaml": (SHOW, {"people": PEOPLE + "  x: 'a\n"}, ("yaml-quote-open",)),
    "no yaml, a colon": (SHOW, {"people": PEOPLE + "quolt: Zyrvana: Quolt\n"}, ("yaml-colon",)),
    "no utf-8": (SHOW, {"people": PEOPLE + "\udcff"}, ("file-encoding",)),
    "notes that are no yaml": (SHOW, {"notes": NOTES + "  - 'Zyrvana Quolt\n"}, ("yaml-quote-open",)),
    "a file of another ending": (
        SHOW,
        {"annotations/entities/people.yml": PEOPLE, "people": ""},
        ("file-ignored",),
    ),
    "a file of another ending, beside what says a name": (
        SHOW,
        {
            "annotations/entities/people.yml": PEOPLE,
            "people": "",
            "wire": WIRE.replace("published: 2031-04-29", "published: Zyrvana Quolt"),
        },
        ("file-ignored", "date-unreadable"),
    ),
    "a quote that is not there": (
        SHOW,
        {"notes": NOTES.replace("quote: hides with", "quote: hides now with")},
        ("quote-not-found",),
    ),
    "a quote that is there twice": (
        SHOW,
        {"notes": NOTES.replace(f"quote: {canaries.SPAN}", "quote: Zyrvana Quolt")},
        ("quote-ambiguous",),
    ),
    "a quote of half a number": (
        SHOW,
        {
            "wire": WIRE.replace("nine boats.", "2031 boats."),
            "notes": "withhold: [{quote: '031', words: x, reason: legal}]\n",
        },
        ("quote-cuts-number",),
    ),
    "a quote without words": (SHOW, {"notes": NOTES.replace("    words: lives nearby\n", "")}, ("missing-key",)),
    "a quote without a reason": (SHOW, {"notes": NOTES.replace("    reason: safety\n", "")}, ("missing-key",)),
    "a reason that is none": (SHOW, {"notes": NOTES.replace("safety", "Plimsworthy")}, ("unknown-value",)),
    "words in place that say it": (
        SHOW,
        {"notes": NOTES.replace("lives nearby", "lives with Keeper Quolt")},
        ("withheld-shown",),
    ),
    "words in place that are the passage": (
        SHOW,
        {
            "notes": NOTES.replace(f"quote: {canaries.SPAN}", "quote: at Plimsworthy").replace(
                "lives nearby", "lives at Plimsworthy, it is said"
            )
        },
        ("withheld-shown",),
    ),
    "a misspelt quote": (SHOW, {"notes": NOTES.replace("  - quote: hides", "  - qoute: hides")}, ("unknown-key",)),
    "a misspelt withhold": (SHOW, {"notes": NOTES.replace("withhold:", "withold:")}, ("unknown-key",)),
    "withhold in a note": (
        SHOW,
        {"notes": NOTES.replace("    event: quay", "    withhold: Zyrvana Quolt\n    event: quay")},
        ("unknown-key",),
    ),
    "withhold in front matter": (
        SHOW,
        {"wire": WIRE.replace("title:", "withhold: [hides at Plimsworthy mill]\ntitle:")},
        ("unknown-key",),
    ),
    "the passage once more": (
        SHOW,
        {"wire": WIRE.replace("counted nine boats.", "counted nine boats. She hides with her cousin at Plimsworthy mill!")},
        ("quote-ambiguous",),
    ),
    "the passage in another article": (
        SHOW,
        {"content/articles/other.md": f"---\ntitle: Other\n---\nShe {canaries.SPAN}.\n"},
        ("withheld-left",),
    ),
    "the passage in a note": (
        SHOW,
        {"notes": NOTES.replace("said it twice", f"{canaries.SPAN} and said it twice")},
        ("withheld-left",),
    ),
    "a word of the name": (
        SHOW,
        {"wire": WIRE.replace("counted nine", "counted Quolt's nine"), "notes": "notes: []\n"},
        ("withheld-word",),
    ),
    "a word of the name in a note": (
        SHOW,
        {"notes": NOTES.replace("said it twice", "(Zyrvana to us) said it twice")},
        ("withheld-word",),
    ),
    "a word of the name in marks in the text": (
        SHOW,
        {"wire": WIRE.replace("counted nine", "counted **Quo**lt's nine"), "notes": "notes: []\n"},
        ("withheld-word",),
    ),
    "a word of the name with the number of a footnote in it": (
        SHOW,
        {"wire": WIRE.replace("counted nine", "counted Quo[^1]lt's nine"), "notes": "notes: []\n"},
        ("withheld-word",),
    ),
    "all who bear the name": (
        SHOW,
        {"wire": WIRE.replace("counted nine", "counted the Quolts\u2019 nine"), "notes": "notes: []\n"},
        ("withheld-word",),
    ),
    "a word of the name with a letter of another script": (
        SHOW,
        {"wire": WIRE.replace("counted nine", "counted Qu\u043elt's nine"), "notes": "notes: []\n"},
        ("withheld-word",),
    ),
    "a word of the name behind another": (
        SHOW,
        {"wire": WIRE.replace("counted nine", "counted #FreeQuolt nine"), "notes": "notes: []\n"},
        ("withheld-word",),
    ),
    "an id that says a word of it, where something lacks": (
        SHOW,
        {"annotations/entities/more.yaml": "mr-quolt: {is: person, name: Ezra Quolt, show: role, public_id: w}\n"},
        ("missing-key",),
    ),
    "a name in marks in a note": (
        SHOW,
        {"notes": NOTES.replace("said it twice", "(Zyrvana **Quolt**) said it twice")},
        ("withheld-left",),
    ),
    "a name in entities in a note": (
        SHOW,
        {"notes": NOTES.replace("said it twice", "(Zyrv&#97;na Qu&#111;lt) said it twice")},
        ("withheld-left",),
    ),
    "an address in a note": (
        SHOW,
        {"notes": NOTES.replace("said it twice", "<https://example.org/zyrvana-quolt> said it twice")},
        ("withheld-left",),
    ),
    "an address in the text": (
        SHOW,
        {"wire": WIRE.replace("The office[^1]", "The [office](https://example.org/zyrvana-quolt)[^1]")},
        ("withheld-left",),
    ),
    "an address that is text": (
        SHOW,
        {"wire": WIRE.replace("counted nine", "of https://example.org/quolt counted nine"), "notes": "notes: []\n"},
        ("withheld-left",),
    ),
    "an address of mail in the text": (
        SHOW,
        {"wire": WIRE.replace("counted nine", "(quolt@example.org) counted nine"), "notes": "notes: []\n"},
        ("withheld-left",),
    ),
    "how she is called online, in a note": (
        SHOW,
        {"notes": NOTES.replace("said it twice", "(@quolt, #quolt) said it twice")},
        ("withheld-left",),
    ),
    "an address in small letters": (
        SHOW,
        {"wire": WIRE.replace("The office[^1]", "The [office](https://quolt.example.org/)[^1]")},
        ("withheld-left",),
    ),
    "an address in per cents": (
        SHOW,
        {"wire": WIRE.replace("outlet:", "url: https://example.org/%D0%96%D0%B8%D0%B4%D1%80%D0%B0%D0%BD%D0%B0-%D0%9A%D0%B2%D0%BE%D0%BB%D1%8C%D1%82\noutlet:")},
        ("withheld-left",),
    ),
    "the address of an article": (
        SHOW,
        {"wire": WIRE.replace("outlet:", "url: https://example.org/Zyrvana_Quolt\noutlet:")},
        ("withheld-left",),
    ),
    "an address of a host": (
        SHOW,
        {"wire": WIRE.replace("outlet:", "archived: [{url: https://xn----7sbajgloukppr8a3k.example/}]\noutlet:")},
        ("withheld-left",),
    ),
    "a tag": (SHOW, {"wire": WIRE.replace("outlet:", "tags: [storm, quolt]\noutlet:")}, ("withheld-left",)),
    "an origin": (SHOW, {"wire": WIRE.replace("outlet:", "origin: quolt-0429\noutlet:")}, ("withheld-left",)),
    "a former id": (
        SHOW,
        {"wire": WIRE.replace("outlet:", "former_ids: [quolt-speaks]\noutlet:")},
        ("withheld-left",),
    ),
    "the holder of rights": (
        SHOW,
        {"wire": WIRE.replace("outlet:", "rights: {holder: Zyrvana Quolt}\noutlet:")},
        ("withheld-left",),
    ),
    "the name of an article's file": (
        SHOW,
        {"content/articles/zyrvana-quolt.md": "---\ntitle: Other\n---\nText.\n"},
        ("withheld-left",),
    ),
    "the name of a page's file": (
        SHOW,
        {"content/pages/zyrvana-quolt.md": "---\ntitle: Other\n---\nText.\n"},
        ("withheld-left",),
    ),
    "the name of a file of entities": (
        SHOW,
        {"annotations/entities/quolt.yaml": "x: {is: place, name: X-Town}\n"},
        ("withheld-left",),
    ),
    "the id of a note": (
        SHOW,
        {"notes": NOTES.replace("    event: quay", "    id: quolt-said\n    event: quay")},
        ("withheld-left",),
    ),
    "the id of a claim": (
        SHOW,
        {"annotations/claims/more.yaml": "quolt-there: {question: There?, kind: yes-no}\n"},
        ("withheld-left",),
    ),
    "the id of an event": (
        SHOW,
        {"annotations/events/more.yaml": "quolt-there: {title: There}\n"},
        ("withheld-left",),
    ),
    "the id of a scope": (
        SHOW,
        {"annotations/claims/more.yaml": "there: {question: There?, kind: yes-no, scopes: {quolt: Hers}}\n"},
        ("withheld-left",),
    ),
    "where somebody public is known": (
        SHOW,
        {"annotations/entities/more.yaml": "house: {is: place, name: House, same_as: {quolt: x-1}}\n"},
        ("withheld-left",),
    ),
    "a type": (SHOW, {"archive.yaml": "title: Papers\nentity_types: [quolt-kin]\n"}, ("withheld-left",)),
    "a language": (SHOW, {"wire": WIRE.replace("outlet:", "lang: en-x-quolt\noutlet:")}, ("withheld-left",)),
    "the name of somebody public": (
        SHOW,
        {"annotations/entities/more.yaml": "quay-house: {is: place, name: Zyrvana Quolt House}\n"},
        ("withheld-left",),
    ),
    "the id of somebody public": (
        SHOW,
        {"annotations/entities/more.yaml": "quolt-house: {is: place, name: Quay House}\n"},
        ("withheld-left",),
    ),
    "a setting": (SHOW, {"archive.yaml": "title: Papers of Zyrvana Quolt\n"}, ("withheld-left",)),
    "the archive's address": (
        SHOW,
        {"archive.yaml": "title: Papers\nbase_url: https://quolt.example.org/\n"},
        ("withheld-left",),
    ),
    "an editor": (SHOW, {"archive.yaml": "title: Papers\neditors: [Zyrvana Quolt]\n"}, ("withheld-left",)),
    "an annotator": (SHOW, {"notes": f"annotator: Zyrvana Quolt\n{NOTES}"}, ("withheld-left",)),
    "no such register": (
        SHOW,
        {"archive.yaml": "title: Zyrvana Quolt\nwithheld_register: required\n"},
        ("register-missing",),
    ),
    "settings that are no yaml": (
        SHOW,
        {"archive.yaml": "title: 'Zyrvana Quolt\nwithheld_register: required\n"},
        ("yaml-quote-open",),
    ),
}  # fmt: skip


ASTRAY = {
    "annotations": "annotation",
    "annotations ": "Annotations",
    "archive.yaml": "Archive.yaml",
    "archive.yaml ": "archive.yml",
    "annotations/articles/wire.yaml": "annotations/articles/wire.json",
    "annotations/articles/wire.yaml ": "annotations/articles/wire",
    "annotations/articles/wire.yaml  ": "annotations/articles/.wire.yaml",
    "annotations/articles/wire.yaml   ": "annotations/articles/wire.yaml~",
    "annotations/articles/wire.yaml    ": "content/articles/wire.yaml",
    "annotations/entities/people.yaml": "annotations/entities/people.txt",
    "annotations/entities/people.yaml ": "annotations/entities/.people.yaml",
}


@pytest.mark.parametrize("name", ASTRAY)
def test_what_may_withhold_and_is_not_read_stops_the_build(tmp_path: Path, name: str) -> None:
    """A file, or a folder, under a name that is nearly right."""
    root = canaries.written(
        tmp_path, changed={"archive.yaml": "title: Papers\nwithheld_register: required\n"}
    )
    (root / name.strip()).rename(root / ASTRAY[name])
    outcome = build(root)
    assert not outcome.published
    assert "file-ignored" in {one.code for one in outcome.problems if one.severity is Severity.ERROR}
    assert not canaries.shows(told(outcome.problems))
    assert canaries.leaking(root / ".cache") == []


def test_nothing_is_kept_of_a_build_that_does_not_know_what_is_withheld(tmp_path: Path) -> None:
    """The line that asks for a register is misspelt, and a name stands in the register alone."""
    witness = "witness-7: {is: person, show: withheld, public_id: witness-7}\n"
    changed = {
        "archive.yaml": "title: Papers\nwithheld-register: required\n",
        "annotations/entities/people.yaml": witness,
        "annotations/articles/wire.yaml": "notes: []\n",
        "annotations/events/all.yaml": "",
        "annotations/claims/all.yaml": "",
        "content/pages/about.md": "---\ntitle: About\n---\nNothing.\n",
    }
    outcome = build(canaries.written(tmp_path, changed=changed))
    assert "withheld-nameless" in {one.code for one in outcome.problems}
    assert canaries.leaking(tmp_path / ".cache") == []


def test_the_name_of_a_file_that_is_not_read_is_looked_at(tmp_path: Path) -> None:
    root = canaries.written(tmp_path)
    (root / "annotations/articles/Zyrvana Quolt.txt").write_text("by nobody", "utf-8")
    is_stopped(build(root), root, "withheld-left")


@pytest.mark.parametrize("name", ["wire.yaml~", "#wire.yaml#", "wire.yaml.swp"])
def test_a_copy_beside_what_is_read_is_no_error(tmp_path: Path, name: str) -> None:
    root = canaries.written(tmp_path)
    notes = root / "annotations/articles/wire.yaml"
    notes.with_name(name).write_bytes(notes.read_bytes())
    outcome = build(root)
    assert outcome.published
    assert [one.code for one in outcome.problems] == ["file-ignored"]


def test_what_editors_keep_hidden_while_a_file_is_written_is_none(tmp_path: Path) -> None:
    """A copy of Vim's, and a link to nowhere that Emacs locks with."""
    root = canaries.written(tmp_path)
    notes = root / "annotations/articles/wire.yaml"
    notes.with_name(".wire.yaml.swp").write_bytes(notes.read_bytes())
    notes.with_name(".#wire.yaml").symlink_to("someone@somewhere.1234")
    outcome = build(root)
    assert outcome.published
    assert outcome.problems == ()
    assert build(root).rendered == 0


@pytest.mark.parametrize("name", STOPS)
def test_a_build_that_could_show_it_stops_and_does_not_say_it(tmp_path: Path, name: str) -> None:
    shown, changed, codes = STOPS[name]
    root = canaries.written(tmp_path)
    texts = {FILES.get(path, path): text for path, text in changed.items()}
    people = texts.setdefault(FILES["people"], PEOPLE)
    texts[FILES["people"]] = people.replace("{shown}", shown).replace("{{", "{").replace("}}", "}")
    for path, text in texts.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        if text:
            file.write_text(text, encoding="utf-8", errors="surrogateescape")
        else:
            file.unlink()
    is_stopped(build(root), root, *codes)


def test_a_public_entity_may_say_where_letters_mean_something_else(tmp_path: Path) -> None:
    people = PEOPLE.format(shown="not: [Quolt Street]\n  show: initials")
    changed = {
        FILES["people"]: people,
        "content/articles/other.md": "---\ntitle: Other\n---\nIt stands in Quolt Street.\n",
    }
    root = canaries.written(tmp_path, changed=changed)
    outcome = build(root)
    assert outcome.published, text_of(outcome.problems)
    leaking = canaries.leaking(root / "site")
    assert "articles/other.html" in leaking
    assert not any(path.startswith(("articles/wire", "entities/")) for path in leaking)


def test_markup_that_is_shown_as_it_is_written_is_text(tmp_path: Path) -> None:
    wire = WIRE.replace("The office[^1]", 'The <a title="Zyrvana Quolt" href="#">office</a>[^1]')
    root = canaries.written(tmp_path, changed={"content/articles/wire.md": wire})
    assert {problem.code for problem in build(root).problems} == {"raw-html"}
    assert canaries.leaking(root / "site") == []


def test_initials_say_no_syllable_and_no_word() -> None:
    assert initials("Мара-Рене ван Петрель") == "М. Р. в. П."
    assert [initials(name) for name in ("王小明", "김 민수", "พิม ใจดี")] == ["", "", ""]


def test_a_name_that_two_bear_is_nobodys(tmp_path: Path) -> None:
    people = "".join(
        f"{name}: {{is: person, name: Quolt {name}, aliases: [Keeper Quolt], show: role, "
        f"roles: [{{what: a {name}}}], public_id: witness-{number}}}\n"
        for number, name in enumerate(("zyra", "zora"))
    )
    text = "---\ntitle: Quay\n---\nKeeper Quolt said so. Quolt zyra did not.\n"
    files = {"content/articles/quay.md": text, "annotations/entities/people.yaml": people}
    for path, content in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(content, "utf-8")
    outcome = build(tmp_path)
    assert outcome.published, text_of(outcome.problems)
    page = (tmp_path / "site" / "articles" / "quay.html").read_text("utf-8")
    assert "[name withheld] said so." in page
    assert ">a zyra</a> did not." in page


def test_the_command_says_it_in_no_form(tmp_path: Path) -> None:
    changed = {
        "content/articles/zyrvana-quolt.md": "---\ntitle: 'Zyrvana Quolt\n---\nText.\n",
        FILES["notes"]: f"{NOTES}  - quote: Zyrvana Quolt was nowhere\n    note: x\n",
    }
    root = canaries.written(tmp_path, changed=changed)
    for command in (
        ("build", "--format", "json"),
        ("check",),
        ("repair", "--list"),
        ("find", "the office"),
    ):
        done = postil(command[0], "--root", root, *command[1:])
        assert done.returncode == 1
        assert not canaries.shows(done.stdout + done.stderr)
        if command[-1] == "json":
            assert json.loads(done.stdout)["problems"]


def test_words_are_found_as_they_may_be_seen(tmp_path: Path) -> None:
    root = canaries.written(tmp_path)
    done = postil("find", "--root", root, "gave way before dawn")
    assert done.returncode == 0
    assert "Z. Q. said" in done.stdout
    assert not canaries.shows(done.stdout + done.stderr)


def test_a_fault_of_ours_does_not_say_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = canaries.written(tmp_path)

    def fail(*_: object) -> None:
        raise ValueError("Zyrvana Quolt")

    monkeypatch.setattr("postil.link.link", fail)
    with pytest.raises(Exception, match="ValueError: ") as raised:
        build(root)
    assert not canaries.shows(str(raised.value))
    assert raised.value.__cause__ is None


# --- whatever is written ------------------------------------------------------------------------------------------

PARTS = (
    *("Zyrvana Quolt", "Keeper Quolt", "ZYRVANA QUOLT's", "Жидрані Квольт", "Жидрана Квольт", "nine boats"),
    *("Zyr*vana* **Quolt**", "[Zyrvana Quolt](https://example.org/a)", "`Zyrvana Quolt`", "Zyrvana\u00a0Quolt. Then"),
    *("![Zyrvana Quolt](media/quay.png)", "Zyrvana\nQuolt", "# Zyrvana Quolt", "> Zyrvana Quolt", "- Zyrvana Quolt"),
    *("    in code, Zyrvana Quolt", "Zyrv&#97;na Qu&#111;lt", "| Zyrvana Quolt | b |\n| - | - |\n| x | Zyrvana Quolt |"),
    *("said. Zyrvana", "Quolt", "https://example.org/quolt", "<b>Zyrvana</b> Quolt", "{{ x }}"),
)  # fmt: skip


@pytest.mark.parametrize("seed", range(40))
def test_what_is_handed_on_shows_nothing_whatever_is_written(tmp_path: Path, seed: int) -> None:
    """Names everywhere in a body and in what is said of it: there is an error, or nothing shows one; never a fault."""
    random = Random(seed)
    parts = PARTS[: random.choice((6, 18, len(PARTS)))]
    joined = (random.choice(parts) + random.choice((" ", "\n", "\n\n", ", ")) for _ in range(8))
    body = f"---\ntitle: Quay\n---\nNine boats. {''.join(joined)}\n"
    said = json.dumps(random.choice(parts[:6]), ensure_ascii=False)
    notes = f"notes:\n  - {{at: p1s1, note: {said}, hedge: {said}, entity: zyrvana-quolt}}\n"
    shown = random.choice([keys for keys, _ in SHOWN.values()])
    changed = {FILES["wire"]: body, FILES["notes"]: notes}
    root = canaries.written(tmp_path, shown, changed)
    loaded = load(root, drafts=False, templates=templates_dir())
    records = loaded.value
    assert not canaries.shows(told(loaded.problems))
    handed = (records.articles, records.notes, records.pages)
    assert not canaries.shows(repr(handed))
    if not has_errors(loaded.problems):
        assert not canaries.shows(repr((records.entities, records.events, records.claims)))
