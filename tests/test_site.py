"""From files to site: what is published is exact, or nothing is published.

Archives are real folders: the demonstration of this repository, and `tests/archives/harbour`, which is invented.
"""

from __future__ import annotations

import json
import os
import posixpath
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import oracle
import pytest
from sites import HARBOUR, REPOSITORY, built, digests, postil

from postil.kinds import KINDS, kinds_of
from postil.load import load
from postil.model.loaded import Records
from postil.model.notes import RelationKind

pytestmark = pytest.mark.slow


@pytest.fixture
def harbour(tmp_path: Path) -> Path:
    shutil.copytree(HARBOUR, tmp_path / "harbour")
    return tmp_path / "harbour"


def sources(root: Path) -> dict[str, str]:
    """Markdown of each article by the path of its page; front matter taken off by hand."""
    found = {}
    for path in sorted((root / "content" / "articles").rglob("*.md")):
        page = path.relative_to(root / "content").with_suffix(".html").as_posix()
        found[page] = path.read_text(encoding="utf-8").split("\n---\n", 1)[1]
    return found


# --- the round-trip proof, by an oracle that shares nothing with the engine ---------------------------------------


@pytest.mark.parametrize("root", [REPOSITORY, HARBOUR], ids=["demo", "harbour"])
def test_the_text_of_every_article_is_on_its_page_to_the_character(
    root: Path, request: pytest.FixtureRequest
) -> None:
    site: Path = request.getfixturevalue("demo_site" if root == REPOSITORY else "harbour_site")
    texts = sources(root)
    assert texts
    for page, source in texts.items():
        # What sets our dialect apart is spelt out for the oracle: HTML is text, and a year begins no list.
        plain = source.replace("<Nobody>", "&lt;Nobody&gt;").replace("\n1986. ", "\n1986\\. ")
        expected = oracle.markdown_text(plain)
        assert oracle.article_text((site / page).read_text(encoding="utf-8")) == expected


@pytest.mark.parametrize("site", ["demo_site", "harbour_site", "reading_site"])
def test_every_page_is_html_without_error_and_each_id_stands_once(
    site: str, request: pytest.FixtureRequest
) -> None:
    for path, html in oracle.pages(request.getfixturevalue(site)):
        found = oracle.ids(html)
        assert len(found) == len(set(found)), path


@pytest.mark.parametrize("site", ["demo_site", "harbour_site"])
def test_every_page_is_reached_from_home_by_links(site: str, request: pytest.FixtureRequest) -> None:
    folder: Path = request.getfixturevalue(site)
    waiting, reached = ["index.html"], {"index.html"}
    while waiting:
        page = waiting.pop()
        for link in oracle.links((folder / page).read_text(encoding="utf-8")):
            if "://" in link or link.startswith("mailto:"):
                continue
            target = posixpath.normpath(
                posixpath.join(posixpath.dirname(page), link.partition("#")[0] or page.split("/")[-1])
            )
            if target.endswith(".html") and target not in reached:
                assert (folder / target).is_file(), (page, link)
                reached.add(target)
                waiting.append(target)
    redirects = {path for path, html in oracle.pages(folder) if 'http-equiv="refresh"' in html}
    assert {path for path, _ in oracle.pages(folder)} - redirects - {"404.html"} == reached - redirects


def test_the_demonstration_has_what_it_promises() -> None:
    result = postil("check", "--strict")
    assert result.returncode == 0, result.stderr + result.stdout
    assert len(sources(REPOSITORY)) == 10
    for page, source in sources(REPOSITORY).items():
        assert 150 <= len(re.sub(r"!\[.*?\]\(.*?\)", "", source).split()) <= 400, page
    records = demo_records()
    assert [len(said) for said in (records.entities, records.events, records.claims)] == [30, 15, 10]
    assert [article.id for article in records.articles if article.lang == "uk"] == ["afp/zelenskyy"]
    assert all(dict(entity.names).get("ru") for entity in records.entities)


def test_the_demonstration_shows_every_kind_of_note_and_claim_and_every_relation() -> None:
    records = demo_records()
    notes = [note for said in records.notes for note in said.notes]
    assert {kind for note in notes for kind in kinds_of(note)} == {kind.name for kind in KINDS}
    assert {relation.kind for note in notes for relation in note.relations} == set(RelationKind)
    asked = {claim.id: claim.kind for claim in records.claims}
    assert set(asked.values()) == {"quantity", "yes-no", "who", "when", "where", "words"}
    assert {note.claim.id for note in notes if note.claim} == set(asked), "a question has no answer"
    assert {note.event.id for note in notes if note.event} == {event.id for event in records.events}


def test_the_demonstration_shows_an_image_and_tables(demo_site: Path) -> None:
    page = (demo_site / "articles" / "both" / "figures.html").read_text(encoding="utf-8")
    images = re.findall(r'<img [^>]*src="([^"]+)"[^>]*>', page)
    assert len(images) == 1
    assert (demo_site / "articles" / "both" / images[0]).stat().st_size < 60_000
    assert re.search(r'<img [^>]*alt="Diagram: [^"]{80,}"', page)
    assert page.count("<table") == 2


def test_the_draft_of_the_demonstration_is_whole_and_stays_out_of_what_is_published(demo_site: Path) -> None:
    result = postil("check", "--strict", "--drafts")
    assert result.returncode == 0, result.stderr + result.stdout
    published, drafted = demo_records(), demo_records(drafts=True)
    (draft,) = (said for said in drafted.notes if said.draft)
    assert draft.article not in {said.article for said in published.notes}
    page = (demo_site / "articles" / f"{draft.article}.html").read_text(encoding="utf-8")
    assert not [found for found in oracle.ids(page) if found.startswith("note-")]
    prose = [note.note.source for note in draft.notes if note.note]
    assert prose
    for path, html in oracle.pages(demo_site):
        assert not [words for words in prose if words in html], path


def demo_records(*, drafts: bool = False) -> Records:
    loaded = load(REPOSITORY, drafts=drafts, templates=REPOSITORY / "templates")
    assert loaded.problems == ()
    return loaded.value


# --- same archive, same bytes --------------------------------------------------------------------------------------


ELSEWHERE = REPOSITORY / "tests" / "elsewhere"


def moved(root: Path, number: int) -> None:
    """Another copy of the same archive: files made in another order, at another time, with other rights."""
    paths = sorted(HARBOUR.rglob("*"), reverse=bool(number % 2))
    for path in paths:
        copy = root / path.relative_to(HARBOUR)
        if ".cache" in copy.parts:
            continue
        if path.is_dir():
            copy.mkdir(parents=True, exist_ok=True)
        else:
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(path.read_bytes())
            copy.chmod(0o600 if number % 2 else 0o755)
            os.utime(copy, (number * 1e8, number * 1e8))


@dataclass(frozen=True)
class Machine:
    number: int
    zone: str
    locale: str
    umask: int
    utf8: str
    epoch: str
    """`SOURCE_DATE_EPOCH`, which nothing here should heed."""


MACHINES = [
    Machine(1, "Pacific/Kiritimati", "C", 0o077, "1", ""),
    Machine(2, "America/Adak", "tr_TR.UTF-8", 0o000, "0", "1"),
    Machine(3, "UTC", "POSIX", 0o027, "1", "4000000000"),
]


@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: str(machine.number))
def test_the_same_archive_gives_the_same_bytes_and_rights_wherever_it_is_built(
    tmp_path: Path, harbour_site: Path, machine: Machine
) -> None:
    """Twelve things differ at once: place, user, home, host, zone, locale, umask, clock, order of files, their rights and
    times, the hash seed, and the number of workers. What all of them together do not change, none of them does.
    """
    first = digests(harbour_site)
    assert {"pagefind/pagefind.js", "pagefind/off/core.js", "manifest.sha256", "receipt.json"} <= first.keys()
    number = str(machine.number)
    root, out, home = (
        tmp_path / f"other place {number}",
        tmp_path / f"out {number}" / "site",
        tmp_path / "home",
    )
    moved(root, machine.number)
    home.mkdir()
    before = os.umask(machine.umask)
    try:
        result = postil(
            "build", "--root", root, "--out", out, "--jobs", number,
            cwd=home,
            TZ=machine.zone, LC_ALL=machine.locale, LANG=machine.locale, PYTHONUTF8=machine.utf8,
            HOME=str(home), USER=f"user{number}", LOGNAME=f"user{number}", HOSTNAME=f"host{number}", TMPDIR=str(home),
            PYTHONHASHSEED=number, SOURCE_DATE_EPOCH=machine.epoch,
            ELSEWHERE=number, PYTHONPATH=f"{ELSEWHERE}{os.pathsep}{REPOSITORY}",
        )  # fmt: skip
    finally:
        os.umask(before)
    assert result.returncode == 0, result.stderr
    assert digests(out) == first
    for path in (out, *out.rglob("*")):
        assert path.stat().st_mode & 0o777 == (0o755 if path.is_dir() else 0o644), path


def test_the_other_machine_is_another_one() -> None:
    """Else the test above could not fail."""
    program = (
        "import os, time; print(os.listdir('docs'), [e.name for e in os.scandir('docs')], time.time() > 2e9)"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONPATH": str(ELSEWHERE), "ELSEWHERE": number},
            cwd=REPOSITORY,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for number in ("", "1", "2")
    }
    assert len(told) == 3
    assert sorted(line.endswith("True\n") for line in told) == [False, True, True]


def test_a_second_build_of_the_same_archive_touches_nothing(harbour: Path) -> None:
    out = harbour / "site"
    built(harbour, out)
    before = out.stat().st_ino, out.stat().st_mtime_ns
    built(harbour, out)
    assert (out.stat().st_ino, out.stat().st_mtime_ns) == before


# --- exact, or it fails ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Change:
    """An edit of the harbour archive, and the error that it must lead to."""

    name: str
    file: str
    old: str
    new: str
    code: str
    at: str
    line: int
    shows: str


WIRE, NOTES = "content/articles/harbour-wire.md", "annotations/articles/harbour-wire.yaml"
EVENING = "annotations/articles/ledger/evening.yaml"
CHANGES = [
    Change(
        "a word changed in a quoted sentence beside one that looks alike",
        WIRE,
        "Keeper Alder said the gate was open at nine.",
        "Keeper Alder said the gate was shut at nine.",
        "quote-not-found",
        NOTES,
        33,
        "the gate was shut at nine",
    ),
    Change(
        "the look-alike alone is left",
        WIRE,
        "Keeper Alder said the gate was open at nine. Keeper Birch",
        "Keeper Alder gave no time. Keeper Birch",
        "quote-not-found",
        NOTES,
        33,
        "Keeper Alder said the gate was open at nine.",
    ),
    Change(
        "a quoted sentence duplicated",
        WIRE,
        "Keeper Alder said the gate was open at nine.",
        "Keeper Alder said the gate was open at nine. Keeper Alder said the gate was open at nine.",
        "quote-ambiguous",
        NOTES,
        33,
        "prefix",
    ),
    Change(
        "an unknown entity",
        EVENING,
        "speaker: tomas-rell",
        "speaker: tomas-rel",
        "ref-unknown",
        EVENING,
        14,
        "tomas-rell",
    ),
    Change(
        "a misspelt key", NOTES, "    hedge: single", "    hegde: single", "unknown-key", NOTES, 14, "hedge"
    ),
    Change(
        "an impossible date",
        "annotations/events/storm.yaml",
        "2031-04-28",
        "2031-04-31",
        "date-impossible",
        "annotations/events/storm.yaml",
        11,
        "2031-04-31",
    ),
    Change(
        "a dead link in double brackets",
        "annotations/entities/people.yaml",
        "[[entity/harbour-office]]",
        "[[entity/harbour-ofice]]",
        "link-dead",
        "annotations/entities/people.yaml",
        9,
        "harbour-office",
    ),
]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.name)
def test_an_error_stops_the_build_names_the_line_and_leaves_the_site_alone(
    harbour: Path, change: Change
) -> None:
    site = built(harbour, harbour / "site")
    before = digests(site), site.stat().st_ino
    path = harbour / change.file
    text = path.read_text(encoding="utf-8")
    assert change.old in text
    path.write_text(text.replace(change.old, change.new, 1), encoding="utf-8")
    result = postil("build", "--root", harbour, "--out", site)
    assert result.returncode == 1
    report = result.stdout + result.stderr
    assert f"error[{change.code}]" in report
    assert f"{change.at}:{change.line}" in report
    assert "help: " in report
    assert change.shows in report
    assert "Traceback" not in report
    assert (digests(site), site.stat().st_ino) == before
    assert not (harbour / ".site.old").exists()


def test_all_problems_of_a_run_are_shown_together(harbour: Path) -> None:
    for change in CHANGES[3:]:
        path = harbour / change.file
        path.write_text(path.read_text(encoding="utf-8").replace(change.old, change.new, 1), encoding="utf-8")
    report = postil("check", "--root", harbour)
    assert report.returncode == 1
    said = report.stdout + report.stderr
    assert "error[unknown-key]" in said
    assert "error[date-impossible]" in said


# --- import --------------------------------------------------------------------------------------------------------


def test_imported_text_is_published_line_for_line(tmp_path: Path) -> None:
    lines = [
        f"{number}. *Paragraph* #{number} of_the report – <b>cost</b> 5 & more [{number}]."
        for number in range(47)
    ]
    (tmp_path / "spaced.txt").write_text("\n\n".join(lines), encoding="utf-8")
    (tmp_path / "dense.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    root = tmp_path / "archive"
    root.mkdir()
    result = postil("import", "--root", root, tmp_path / "spaced.txt", tmp_path / "dense.txt")
    assert result.returncode == 0, result.stderr + result.stdout
    site = built(root, root / "site")
    for name in ("spaced", "dense"):
        text = oracle.article_text((site / "articles" / f"{name}.html").read_text(encoding="utf-8"))
        assert text.split("\n\n") == lines


def test_wrong_usage_exits_with_2() -> None:
    assert postil("bild").returncode == 2
    assert postil("build", "--jobs", "none").returncode == 2


def test_the_index_holds_every_page_that_should_be_found(harbour_site: Path) -> None:
    entry = json.loads((harbour_site / "pagefind" / "pagefind-entry.json").read_text())
    counts = [language["page_count"] for language in entry["languages"].values()]
    assert counts == [4 + 7 + 3 + 2 + 1]  # articles, entities, events, claims, pages
