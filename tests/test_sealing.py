"""Addresses for ever, on archives of real folders: sealed, revised and withdrawn as a person would, and what pages show."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import html5lib
import pytest
from click.testing import CliRunner, Result
from sites import read_only

from postil import load, pipeline, prepare
from postil.cli import commands
from postil.ledger import digest_of_sentence
from postil.model.outcome import Outcome
from postil.problems import Problem
from postil.shipped import templates_dir

pytestmark = pytest.mark.slow

WIRE = """\
---
title: Storm breaks north quay
outlet: Harbour Wire
published: 2031-04-29
---
The north quay gave way before dawn. The office said so.

Nine boats were lost, the office said. Divers saw timber. It rained.

- First came the wind.
- Then came the water.
"""
NOTES = """\
notes:
  - quote: Nine boats were lost
    claim: boats-lost
    speaker: {unnamed: the office}
    says: 9
  - at: p2s2
    id: timber
    note: At the north end.
"""
CLAIMS = "boats-lost:\n  question: How many boats were lost?\n  kind: quantity\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    files = {
        "archive.yaml": "title: Harbour papers\nbase_url: https://example.org/harbour/\n",
        "content/articles/wire.md": WIRE,
        "content/articles/other.md": "---\ntitle: Another\n---\nNothing of note.\n",
        "annotations/articles/wire.yaml": NOTES,
        "annotations/claims/all.yaml": CLAIMS,
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return tmp_path


def run(root: Path, *arguments: str, was: str | None = None) -> Result:
    command = [arguments[0], "--root", str(root), *arguments[1:]]
    return CliRunner().invoke(commands, command, input=was, standalone_mode=False)


def done(root: Path, *arguments: str, was: str | None = None) -> str:
    result = run(root, *arguments, was=was)
    assert result.exception is None, result.exception
    assert result.return_value == 0, result.output
    return result.output


def refused(root: Path, *arguments: str, was: str | None = None) -> str:
    return str(run(root, *arguments, was=was).exception)


def changed(root: Path, old: str, new: str, name: str = "content/articles/wire.md") -> None:
    path = root / name
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")


def ledger(root: Path) -> bytes:
    return (root / "annotations" / "ledger.json").read_bytes()


def built(root: Path) -> Outcome:
    return pipeline.build(root, root / "site", drafts=False, strictly=False, jobs=1)


def page(root: Path, name: str) -> str:
    outcome = built(root)
    assert outcome.published, outcome.problems
    return (root / "site" / name).read_text("utf-8")


def problems(root: Path) -> dict[str, Problem]:
    return {one.code: one for one in built(root).problems}


def words_at(html: str, id_: str) -> str:
    """What stands on a page under an id."""
    tree = html5lib.parse(html, namespaceHTMLElements=False)
    found = [one for one in tree.iter() if one.get("id") == id_]
    assert len(found) == 1, id_
    return "".join(found[0].itertext())


def corrected(root: Path) -> None:
    """Nine boats become eleven, by the book."""
    done(root, "seal", "--all", "--on", "2031-05-02")
    changed(root, "Nine boats", "Eleven boats")
    done(root, "revise", "wire", "--because", "correction", "--was", "-", "--on", "2031-06-01", was=WIRE)
    changed(root, "Nine boats", "Eleven boats", "annotations/articles/wire.yaml")


# --- sealing --------------------------------------------------------------------------------------------------------


def test_an_article_says_whether_its_addresses_stand(root: Path) -> None:
    assert "provisional: not sealed yet" in page(root, "articles/wire.html")
    said = done(root, "seal", "wire", "--on", "2031-05-02")
    assert said.startswith("sealed: wire\nnow commit annotations/ledger.json")
    assert "sealed, version 1" in page(root, "articles/wire.html")
    assert "provisional: not sealed yet" in page(root, "articles/other.html")


def test_sealing_again_changes_nothing(root: Path) -> None:
    done(root, "seal", "wire", "--on", "2031-05-02")
    before = ledger(root)
    done(
        root, "seal", "content/articles/wire.md", str(root / "content/articles/wire.md"), "--on", "2031-05-03"
    )
    assert ledger(root) == before
    done(root, "seal", "--all", "--on", "2031-05-03")
    assert json.loads(ledger(root))["articles"]["wire"] == json.loads(before)["articles"]["wire"]


def test_sealing_changes_no_page_but_for_its_line(root: Path) -> None:
    before = page(root, "articles/wire.html")
    done(root, "seal", "wire", "--on", "2031-05-02")
    after = page(root, "articles/wire.html")
    assert re.findall(r'id="(p[^"]*)"', after) == re.findall(r'id="(p[^"]*)"', before)


def test_what_cannot_be_sealed_is_told(root: Path) -> None:
    result = run(root, "seal", "wird")
    assert result.return_value == 1
    assert "there is no article `wird`" in result.output
    assert "name the articles" in refused(root, "seal")
    changed(root, "The office said so.", "")
    (root / "content/articles/empty.md").write_text("---\ntitle: Empty\n---\n", "utf-8")
    result = run(root, "seal", "--all")
    assert result.return_value == 1
    assert "article-empty" in result.output
    assert not (root / "annotations/ledger.json").exists()


def test_a_day_is_a_day(root: Path) -> None:
    for wrong in ("2031-02-29", "tomorrow", "20310502", "2031-5-2"):
        assert "write a day as 2031-05-02" in refused(root, "seal", "wire", "--on", wrong)
    done(root, "seal", "wire")
    assert re.search(rb'"on": "20[0-9]{2}-[0-9]{2}-[0-9]{2}"', ledger(root))


def test_a_ledger_that_cannot_be_written_is_told(root: Path) -> None:
    with read_only(root / "annotations"):
        probe = root / "annotations" / "probe"
        try:
            probe.touch()
        except OSError:
            result = run(root, "seal", "wire")
            assert result.return_value == 1
            assert "ledger-unwritable" in result.output
    done(root, "seal", "wire")
    (root / "annotations/ledger.json").unlink()
    (root / "annotations/ledger.json").mkdir()
    assert "file-unreadable" in problems(root)


# --- revising -------------------------------------------------------------------------------------------------------


def test_a_sealed_text_that_changed_stops_the_build(root: Path) -> None:
    done(root, "seal", "wire", "--on", "2031-05-02")
    changed(root, "It rained.", "It hailed.")
    told = problems(root)["sealed-text-changed"]
    assert [note.message for note in told.notes] == ["gone: `p2s3`", 'new: "It hailed."']
    assert not (root / "site").exists()


def test_other_marks_on_the_same_words_are_no_change(root: Path) -> None:
    done(root, "seal", "wire", "--on", "2031-05-02")
    changed(root, "Divers saw timber.", "Divers\nsaw *timber*.")
    assert built(root).published


def test_a_correction_keeps_what_stayed_and_shows_what_went(root: Path) -> None:
    corrected(root)
    html = page(root, "articles/wire.html")
    assert words_at(html, "p2s2").startswith("Divers saw timber.")
    assert words_at(html, "p2s4").startswith("Eleven boats were lost")
    assert words_at(html, "p2s1") == "p2s1"
    assert '<del><span class="unseen">taken out: </span>Nine</del>' in html
    assert "sealed, version 2" in html
    assert "correction, 1 sentence taken out, 1 new sentence" in html


def test_a_stone_is_no_part_of_the_text(root: Path) -> None:
    """The audit of the build compares the texts; and no search finds what is gone."""
    corrected(root)
    page(root, "articles/wire.html")
    archive = load.load(root, drafts=False, templates=templates_dir()).value
    (wire,) = (one for one in archive.articles if one.id == "wire")
    prepared = prepare.place(prepare.read(wire), wire, None, ())
    assert "Nine" not in prepared.text.text
    assert all("Nine" not in piece.html for piece in prepared.pieces)


def test_changes_name_the_questions_they_touch(root: Path) -> None:
    corrected(root)
    html = page(root, "changes.html")
    assert "How many boats were lost?" in html
    assert 'href="articles/wire.html#p2s1"' in html
    assert 'href="articles/wire.html#p2s4"' in html
    feed = ET.fromstring((root / "site/changes.xml").read_bytes())
    atom = "{http://www.w3.org/2005/Atom}"
    (entry,) = feed.iter(f"{atom}entry")
    assert entry.findtext(f"{atom}id") == "https://example.org/harbour/changes.html#wire.2"
    assert entry.findtext(f"{atom}title") == "Correction: Storm breaks north quay"
    assert entry.findtext(f"{atom}summary") == "How many boats were lost?"
    assert entry.findtext(f"{atom}updated") == "2031-06-01T12:00:00Z"


def test_a_correction_asks_for_the_words_that_went(root: Path) -> None:
    done(root, "seal", "wire", "--on", "2031-05-02")
    changed(root, "Nine boats", "Eleven boats")
    before = ledger(root)
    correction = ("revise", "wire", "--because", "correction", "--on", "2031-06-01")
    said = refused(root, *correction)
    assert "git show HEAD:./content/articles/wire.md | postil revise wire" in said
    said = refused(root, *correction, "--was", "-", was=WIRE.replace("Nine", "Ten"))
    assert said.startswith("standard input has not the words that `p2s1` stood for")
    assert "--no-words" in said
    assert "standard input is empty" in refused(root, *correction, "--was", "-", was="\n")
    (root / "was.txt").write_text("No article.\n", "utf-8")
    result = run(root, *correction, "--was", str(root / "was.txt"))
    assert result.return_value == 1
    assert "was.txt:1" in result.output
    assert "content/articles" not in result.output
    assert ledger(root) == before


def test_law_and_safety_leave_no_words(root: Path) -> None:
    corrected(root)
    assert b"Nine boats" in ledger(root)
    changed(root, "Divers saw timber. ", "")
    changed(
        root,
        "  - at: p2s2\n    id: timber\n    note: At the north end.\n",
        "",
        "annotations/articles/wire.yaml",
    )
    done(root, "revise", "wire", "--because", "safety", "--on", "2031-07-01", was=WIRE)
    html = page(root, "articles/wire.html")
    assert words_at(html, "p2s2") == "p2s2"
    for name in ("articles/wire.html", "changes.html", "changes.xml"):
        assert "Nine boats" not in (root / "site" / name).read_text("utf-8")
        assert "Divers" not in (root / "site" / name).read_text("utf-8")
    entry = json.loads(ledger(root))["articles"]["wire"]
    stones = [row for row in entry["rows"] if isinstance(row, dict)]
    assert {row["stone"] for row in stones} == {"p2s1", "p2s2"}
    assert not any("digest" in row or "words" in row for row in stones)


def test_old_words_can_be_forgotten_though_the_text_stays(root: Path) -> None:
    corrected(root)
    done(root, "revise", "wire", "--because", "legal", "--on", "2031-07-01")
    assert b"Nine boats" not in ledger(root)
    again = refused(root, "revise", "wire", "--because", "legal", "--on", "2031-07-01")
    assert "there is nothing to revise" in again


def test_no_version_is_of_a_day_before_the_last(root: Path) -> None:
    corrected(root)
    before = ledger(root)
    for verb in ("revise", "withdraw"):
        said = refused(root, verb, "wire", "--because", "legal", "--on", "2031-05-31")
        assert said == "version 2 of `wire` is of 2031-06-01, and 2031-05-31 is before it"
    assert ledger(root) == before


def test_what_has_nothing_to_revise_is_refused(root: Path) -> None:
    assert "is not sealed" in refused(root, "revise", "wire", "--because", "legal")
    done(root, "seal", "wire")
    assert "there is nothing to revise" in refused(root, "revise", "wire", "--because", "legal")


def test_a_note_on_words_that_went_is_an_orphan(root: Path) -> None:
    done(root, "seal", "wire", "--on", "2031-05-02")
    changed(root, "Nine boats", "Eleven boats")
    changed(root, "Divers saw timber.", "Divers saw wood.")
    done(root, "revise", "wire", "--because", "correction", "--no-words", "--on", "2031-06-01")
    told = problems(root)
    assert "quote-not-found" in told
    assert told["locator-unknown"].message == "`p2s2` was taken out of the article on 2031-06-01 (correction)"
    assert json.loads(ledger(root))["articles"]["wire"]["versions"][1]["claims"] == ["boats-lost"]


def test_a_reference_to_words_that_went_says_so(root: Path) -> None:
    corrected(root)
    other = root / "annotations/articles/other.yaml"
    other.write_text("notes:\n  - quote: Nothing of note\n    see: article/wire@p2s1\n", "utf-8")
    told = problems(root)["sentence-unknown"]
    assert told.message == "`p2s1` was taken out of article `wire` on 2031-06-01 (correction)"
    other.write_text("notes:\n  - quote: Nothing of note\n    see: article/wire@p2s4-p2s2\n", "utf-8")
    assert "p2s4-p2s2" in page(root, "articles/other.html")


def test_sentences_found_otherwise_move_nothing(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A library that takes each paragraph for one sentence: sealed texts stay as they are, provisional ones do not."""
    done(root, "seal", "wire", "--on", "2031-05-02")
    before = page(root, "articles/wire.html")
    monkeypatch.setattr("postil.text.sentencex.segment", lambda _, text: [text])
    assert page(root, "articles/wire.html") == before
    done(root, "seal", "--all")
    changed(root, "The office said so.", "The office denied it.")
    done(root, "revise", "wire", "--because", "correction", "--no-words", "--on", "2031-06-01")
    html = page(root, "articles/wire.html")
    assert words_at(html, "p2s2").startswith("Divers saw timber.")
    assert words_at(html, "p2s3") == "It rained."


# --- withdrawing ----------------------------------------------------------------------------------------------------


def gone(root: Path) -> None:
    (root / "content/articles/wire.md").unlink()
    (root / "annotations/articles/wire.yaml").unlink()


def test_a_sealed_article_is_not_simply_gone(root: Path) -> None:
    done(root, "seal", "wire", "--on", "2031-05-02")
    gone(root)
    assert "sealed-article-gone" in problems(root)
    done(root, "withdraw", "wire", "--because", "duplicate", "--on", "2031-06-01")
    assert "Withdrawn article" in page(root, "articles/wire.html")


def test_a_withdrawn_article_leaves_a_stone_that_says_when_and_why(root: Path) -> None:
    done(root, "seal", "wire", "--on", "2031-05-02")
    assert "now remove its file" in done(
        root, "withdraw", "wire", "--because", "duplicate", "--on", "2031-06-01"
    )
    assert "id-withdrawn" in problems(root)
    gone(root)
    html = page(root, "articles/wire.html")
    for words in ("Storm breaks north quay", "1 June 2031", "duplicate", "How many boats were lost?"):
        assert words in html
    assert "withdrawn: duplicate" in page(root, "changes.html")
    assert "is withdrawn" in refused(root, "withdraw", "wire", "--because", "legal")


@pytest.mark.parametrize("because", ["legal", "safety"])
def test_of_an_article_withdrawn_for_law_or_safety_no_title_stays(root: Path, because: str) -> None:
    corrected(root)
    done(root, "withdraw", "wire", "--because", because, "--on", "2031-07-01")
    gone(root)
    assert built(root).published
    for path in (root / "site").rglob("*"):
        if path.is_file() and path.suffix in (".html", ".xml", ".json"):
            text = path.read_text("utf-8")
            assert "Storm breaks" not in text, path
            assert "Nine boats" not in text, path
    assert b"Storm" not in ledger(root)


def test_a_withdrawn_id_is_given_to_no_article_again(root: Path) -> None:
    done(root, "seal", "wire", "--on", "2031-05-02")
    done(root, "withdraw", "wire", "--because", "legal", "--on", "2031-06-01")
    gone(root)
    changed(root, "title: Another", "title: Another\nformer_ids: [wire]", "content/articles/other.md")
    assert problems(root)["id-withdrawn"].place.path == "content/articles/other.md"


def test_a_withdrawn_article_that_is_back_is_neither_sealed_nor_revised(root: Path) -> None:
    done(root, "seal", "wire", "--on", "2031-05-02")
    done(root, "withdraw", "wire", "--because", "duplicate", "--on", "2031-06-01")
    before = ledger(root)
    result = run(root, "seal", "wire", "--on", "2031-06-02")
    assert result.return_value == 1
    assert "id-withdrawn" in result.output
    assert "`wire` is withdrawn" in refused(root, "revise", "wire", "--because", "legal")
    assert ledger(root) == before
    done(root, "seal", "other", "--on", "2031-06-02")


def test_articles_are_withdrawn_together_or_not_at_all(root: Path) -> None:
    done(root, "seal", "wire", "--on", "2031-05-02")
    before = ledger(root)
    because = ("--because", "legal", "--on", "2031-06-01")
    assert "`other` is not sealed" in refused(root, "withdraw", "wire", "other", *because)
    assert run(root, "withdraw", "wire", "nowhere", *because).return_value == 1
    assert ledger(root) == before
    done(root, "seal", "other", "--on", "2031-05-02")
    said = done(root, "withdraw", "wire", "other", *because)
    assert said.startswith("withdrawn: wire\nwithdrawn: other\nnow remove their files")
    assert "until the next build, which forgets them" in said
    assert all(one["withdrawn"] for one in json.loads(ledger(root))["articles"].values())


def test_a_reference_to_a_withdrawn_article_says_so(root: Path) -> None:
    done(root, "seal", "wire", "--on", "2031-05-02")
    done(root, "withdraw", "wire", "--because", "legal", "--on", "2031-06-01")
    gone(root)
    other = root / "annotations/articles/other.yaml"
    other.write_text("notes:\n  - quote: Nothing of note\n    see: article/wire\n", "utf-8")
    assert problems(root)["ref-unknown"].message == "article `wire` was withdrawn on 2031-06-01 (legal)"


def test_what_was_not_sealed_is_not_withdrawn(root: Path) -> None:
    assert "is not sealed" in refused(root, "withdraw", "wire", "--because", "legal")
    assert run(root, "withdraw", "nowhere", "--because", "legal").return_value == 1


def test_a_sealed_article_keeps_its_addresses_under_another_id(root: Path) -> None:
    corrected(root)
    text = (root / "content/articles/wire.md").read_text("utf-8")
    gone(root)
    (root / "content/articles/storm.md").write_text(
        text.replace("---\n", "---\nformer_ids: [wire]\n", 1), "utf-8"
    )
    html = page(root, "articles/storm.html")
    assert words_at(html, "p2s4") == "Eleven boats were lost, the office said."
    done(root, "seal", "storm")
    assert list(json.loads(ledger(root))["articles"]) == ["other", "storm"]
    assert page(root, "articles/storm.html") == html


# --- what may not all be seen ---------------------------------------------------------------------------------------


def held_back(root: Path) -> None:
    """The article revised, so that its addresses are not those that are counted; then only quotations may be shown."""
    corrected(root)
    changed(root, "published: 2031-04-29\n", "published: 2031-04-29\nrights: {text: quoted}\n")
    changed(root, "title: Harbour papers", "title: Harbour papers\nquoted_at_most: 90 %", "archive.yaml")


def test_rights_leave_addresses_as_they_were_sealed(root: Path) -> None:
    held_back(root)
    before = ledger(root)
    html = page(root, "articles/wire.html")
    assert re.findall(r'id="(p[0-9]+s[0-9]+)"', html) == ["p2s4", "p2s2", "p2s1"]
    assert words_at(html, "p2s4").startswith("Eleven boats were lost")
    assert words_at(html, "p2s1") == "p2s1"
    (root / "annotations/articles/wire.yaml").write_text(
        (root / "annotations/articles/wire.yaml").read_text("utf-8")
        + "  - quote: It rained\n    note: All night.\n",
        "utf-8",
    )
    html = page(root, "articles/wire.html")
    assert words_at(html, "p2s3").startswith("It rained")
    assert done(root, "seal", "wire") == "sealed before; nothing was changed\n"
    assert ledger(root) == before


def test_words_that_a_correction_kept_are_not_shown_where_only_quotations_may_be(root: Path) -> None:
    held_back(root)
    assert b"Nine boats" in ledger(root)
    assert built(root).published
    for path in (root / "site").rglob("*"):
        if path.suffix in (".html", ".xml", ".json"):
            assert "Nine" not in path.read_text("utf-8"), path


def test_a_change_of_words_that_are_not_shown_is_a_change(root: Path) -> None:
    held_back(root)
    changed(root, "The office said so.", "The office denied it.")
    assert "sealed-text-changed" in problems(root)
    done(root, "revise", "wire", "--because", "correction", "--no-words", "--on", "2031-07-01")
    assert "The office" not in page(root, "articles/wire.html")


def test_withheld_words_are_in_no_ledger_and_move_no_address(root: Path) -> None:
    corrected(root)
    changed(
        root,
        "notes:\n",
        "withhold:\n  - {quote: Divers, words: People, reason: safety}\nnotes:\n",
        "annotations/articles/wire.yaml",
    )
    assert "sealed-text-changed" in problems(root)
    done(root, "revise", "wire", "--because", "safety", "--on", "2031-07-01")
    assert problems(root)["locator-unknown"].place.path == "annotations/articles/wire.yaml"
    changed(root, "at: p2s2", "at: p2s5", "annotations/articles/wire.yaml")
    html = page(root, "articles/wire.html")
    assert words_at(html, "p2s5").startswith("People saw timber.")
    assert words_at(html, "p2s4").startswith("Eleven boats")
    assert words_at(html, "p2s3") == "It rained."
    assert words_at(html, "p2s2") == "p2s2"
    assert "article/wire@p2s5" in done(root, "find", "saw timber")
    for data in (ledger(root), html.encode()):
        assert b"Divers" not in data


def test_words_that_are_withheld_later_are_not_shown_and_can_be_forgotten(root: Path) -> None:
    changed(root, "Nine boats", "Tarn Oster said nine boats")
    changed(root, "Nine boats", "nine boats", "annotations/articles/wire.yaml")
    done(root, "seal", "wire", "--on", "2031-05-02")
    was = (root / "content/articles/wire.md").read_text("utf-8")
    changed(root, "Tarn Oster said nine", "A pilot said nine")
    done(root, "revise", "wire", "--because", "correction", "--was", "-", "--on", "2031-06-01", was=was)
    assert "Tarn Oster" in page(root, "changes.html")
    people = root / "annotations/entities/people.yaml"
    people.parent.mkdir()
    people.write_text(
        "tarn-oster:\n  is: person\n  name: Tarn Oster\n  show: withheld\n  public_id: pilot-1\n  shown_as: a pilot\n",
        "utf-8",
    )
    assert "Oster" not in page(root, "changes.html")
    assert "Oster" not in page(root, "articles/wire.html")
    assert b"Oster" in ledger(root)
    done(root, "revise", "wire", "--because", "safety", "--on", "2031-07-01")
    assert b"Oster" not in ledger(root)
    assert "Oster" not in page(root, "changes.html")


def test_the_private_edition_is_built_with_the_register_and_without(root: Path, tmp_path: Path) -> None:
    changed(root, "Nine boats", "Tarn Oster said nine boats")
    changed(root, "Nine boats", "nine boats", "annotations/articles/wire.yaml")
    (root / "archive.yaml").write_text("title: Papers\nwithheld_register: required\n", "utf-8")
    register = tmp_path / "register.yaml"
    register.write_text("strings: [Tarn Oster]\n", "utf-8")
    known = ("--withheld", str(register))
    done(root, "seal", "wire", *known, "--on", "2031-05-02")
    assert b"Oster" not in ledger(root)
    for given in (known, ()):
        done(root, "build", "--edition", "private", *given)
        html = (root / "site-private/articles/wire.html").read_text("utf-8")
        assert words_at(html, "p2s1").startswith("Tarn Oster said nine boats")
        assert ("provisional" in html) is (given == ())


def test_a_correction_keeps_nothing_that_is_withheld(root: Path) -> None:
    changed(root, "Nine boats", "Tarn Oster said nine boats")
    changed(root, "Nine boats", "nine boats", "annotations/articles/wire.yaml")
    done(root, "seal", "wire", "--on", "2031-05-02")
    was = (root / "content/articles/wire.md").read_text("utf-8")
    people = root / "annotations/entities/people.yaml"
    people.parent.mkdir()
    people.write_text(
        "tarn-oster: {is: person, name: Tarn Oster, show: withheld, public_id: pilot-1}\n", "utf-8"
    )
    before = ledger(root)
    late = ("--on", "2031-06-01")
    told = refused(root, "revise", "wire", "--because", "correction", "--was", "-", *late, was=was)
    assert "--because safety" in told
    assert "Oster" not in told
    assert ledger(root) == before
    done(root, "revise", "wire", "--because", "safety", "--on", "2031-07-01")
    assert b"Oster" not in ledger(root)


def test_what_the_ledger_says_is_no_markup(root: Path) -> None:
    corrected(root)
    text = ledger(root).decode()
    was, script = "Nine boats were lost, the office said.", "<script>alert(1)</script>{{ page }}"
    for old, new in ((was, script), (digest_of_sentence(was), digest_of_sentence(script))):
        assert old in text
        text = text.replace(old, new)
    text = re.sub(r',\n *"check": "[0-9a-f]+"', "", text)
    (root / "annotations/ledger.json").write_text(text, "utf-8")
    for name in ("articles/wire.html", "changes.html"):
        assert "<script>alert" not in page(root, name)
