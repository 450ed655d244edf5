"""Faults that other generators had, on whole sites: feeds, directions, addresses, and what pages tell to programs."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import html5lib
import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil import pipeline
from postil.model.outcome import Outcome
from postil.model.records import Article
from postil.pages.metadata import linked_data_of, meta_of
from postil.problems import Place

pytestmark = pytest.mark.slow

ATOM = "{http://www.w3.org/2005/Atom}"
HTML = "{http://www.w3.org/1999/xhtml}"
XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
SETTINGS = "title: Harbour papers\nbase_url: https://example.org/harbour/\n"


def built(root: Path, articles: dict[str, str], **more: str) -> Outcome:
    """Build an archive of these articles, by id, into `site/`."""
    files = {
        "archive.yaml": SETTINGS,
        **{f"content/articles/{id_}.md": text for id_, text in articles.items()},
        **more,
    }
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8", newline="")
    return pipeline.build(root, root / "site", drafts=False, strictly=False, jobs=1)


def page(root: Path, path: str) -> ET.Element:
    tree: ET.Element = html5lib.parse((root / "site" / path).read_text("utf-8"))
    return tree


def said(outcome: Outcome) -> list[tuple[str, str]]:
    return [(problem.code, problem.place.path) for problem in outcome.problems]


# --- the feed ----------------------------------------------------------------------------------------------------


def test_a_control_character_is_named_with_its_file_however_it_is_written(tmp_path: Path) -> None:
    outcome = built(
        tmp_path,
        {
            "escaped": '---\ntitle: "A & B <draft>"\noutlet: "bad\\u0010char and ]]> end"\n---\nbody\n',
            "written": "---\ntitle: B\n---\nbody\u000b text\n",
            "turned": '---\ntitle: "A \\u202e B"\n---\nbody\n',
        },
    )
    assert said(outcome) == [
        ("file-control", "content/articles/escaped.md"),
        ("file-bidi", "content/articles/turned.md"),
        ("file-control", "content/articles/written.md"),
    ]
    assert [problem.message.partition("(")[2][:6] for problem in outcome.problems] == [
        "U+0010",
        "U+202E",
        "U+000B",
    ]


def test_the_feed_is_well_formed_shows_titles_as_written_and_takes_its_time_from_the_content(
    tmp_path: Path,
) -> None:
    text = '---\ntitle: "A & B <draft>"\noutlet: "char and ]]> end"\npublished: 2021-09-17T10:00Z\n---\nbody text\n'
    assert built(tmp_path, {"a": text}).problems == ()
    feed = ET.fromstring((tmp_path / "site" / "feed.xml").read_bytes())
    assert [title.text for title in feed.findall(f"{ATOM}entry/{ATOM}title")] == ["A & B <draft>"]
    assert feed.findtext(f"{ATOM}updated") == "2021-09-17T10:00:00Z"


# --- directions --------------------------------------------------------------------------------------------------


def test_a_title_keeps_its_own_direction_wherever_it_stands(tmp_path: Path) -> None:
    arabic = "تسامح العظماء (الجزء 2)!"
    outcome = built(
        tmp_path,
        {
            "a": f'---\ntitle: "{arabic}"\nlang: ar\npublished: 1907-01-02\n---\nنص 1907 مع English words.\n',
            "b": "---\ntitle: Mixed list\nlang: en\npublished: 1907-01-03\n---\nSee «تسامح العظماء», p. 12.\n",
        },
    )
    assert outcome.problems == ()
    for id_, direction in (("a", "rtl"), ("b", "ltr")):
        (text,) = [one for one in page(tmp_path, f"articles/{id_}.html").iter() if "data-text" in one.attrib]
        assert text.get("dir") == direction
        if id_ == "b":
            assert "".join(text.itertext()).strip().endswith("», p. 12.")
    for path in ("index.html", "sources.html", "timeline-published.html"):
        parents = {child: parent for parent in page(tmp_path, path).iter() for child in parent}
        holders = [one for one in parents if one.text and one.text.strip() == arabic]
        assert holders, path
        for holder in holders:
            assert holder.tag == f"{HTML}bdi" or holder.get("dir") in {"auto", "rtl"}, path
    entries = ET.fromstring((tmp_path / "site" / "feed.xml").read_bytes()).findall(f"{ATOM}entry")
    assert {entry.findtext(f"{ATOM}title"): entry.get(XML_LANG) for entry in entries}[arabic] == "ar"


# --- addresses ---------------------------------------------------------------------------------------------------


def dated(title: str, lang: str, date: str, body: str, more: str = "") -> str:
    return f"---\ntitle: {title}\nlang: {lang}\npublished: {date}\n{more}---\n{body}.\n"


DAYS = {
    "en/day": dated("Notes of the day", "en", "2001-03-01", "One"),
    "en/day2": dated("Notes of the day", "en", "2001-03-02", "Two"),
    "fr/jour": dated("Notes du jour", "fr", "2001-03-01", "Trois"),
    "fr/day": dated("Day", "fr", "2001-03-09", "Quatre"),
}


def test_articles_with_one_title_or_one_name_have_each_their_address(tmp_path: Path) -> None:
    assert built(tmp_path, DAYS).problems == ()
    folder = tmp_path / "site" / "articles"
    assert sorted(
        path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob("*.html")
    ) == sorted(DAYS)


def test_two_articles_at_one_address_stop_the_build_with_both_named(tmp_path: Path) -> None:
    again = dated("Notes of the day", "en", "2001-03-03", "Three", "former_ids: [en/day]\n")
    outcome = built(tmp_path, DAYS | {"en/day3": again})
    (clash,) = outcome.problems
    assert (clash.code, clash.place.path) == ("former-id-clash", "content/articles/en/day3.md")
    assert "content/articles/en/day.md" in [note.place.path for note in clash.notes if note.place]
    assert not (tmp_path / "site").exists()


# --- what pages tell to programs -----------------------------------------------------------------------------------


def test_a_data_block_gives_its_title_back_and_ends_where_it_should(tmp_path: Path) -> None:
    title = 'He typed </script><b>x</b> & "quit"'
    outlet = "line sep"  # a line separator is white space, and a name has one line
    assert (
        built(tmp_path, {"a": f"---\ntitle: '{title}'\noutlet: \"line\\u2028sep\"\n---\nText.\n"}).problems
        == ()
    )
    tree = page(tmp_path, "articles/a.html")
    (block,) = [one for one in tree.iter(f"{HTML}script") if one.get("type") == "application/ld+json"]
    data = json.loads(block.text or "")
    assert (data["headline"], data["publisher"]["name"]) == (title, outlet)
    assert not list(tree.iter(f"{HTML}b"))
    assert (tree.findtext(f"{HTML}head/{HTML}title") or "").startswith(title)


def test_a_reference_manager_finds_an_article_of_a_newspaper(tmp_path: Path) -> None:
    text = (
        "---\ntitle: Night shift\nauthors: [Ada Quill, Tomas de la Rue]\npublished: 1986-05\n"
        "outlet: The Quay Gazette\n---\nText.\n"
    )
    assert built(tmp_path, {"a": text}).problems == ()
    found = [
        (one.get("name"), one.get("content")) for one in page(tmp_path, "articles/a.html").iter(f"{HTML}meta")
    ]
    assert [pair for pair in found if pair[0] and pair[0].startswith(("z:", "citation_"))] == [
        ("z:itemType", "newspaperArticle"),
        ("citation_title", "Night shift"),
        ("citation_author", "Ada Quill"),
        ("citation_author", "de la Rue, Tomas"),
        ("citation_journal_title", "The Quay Gazette"),
        ("citation_date", "1986-05"),
        ("citation_language", "en"),
        ("citation_public_url", "https://example.org/harbour/articles/a.html"),
    ]


def article(**fields: object) -> Article:
    made = {
        "id": "a",
        "place": Place("a.md"),
        "title": "T",
        "lang": "en",
        "body": "",
        "body_line": 4,
        **fields,
    }
    return Article(**made)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("author", "sorting"),
    [
        ("Vincent van der Berg", "van der Berg, Vincent"),
        ("Ludwig van Beethoven", "van Beethoven, Ludwig"),
        ("Anna Maria de Souza Lima", "de Souza Lima, Anna Maria;"),
        ("Saint John, Mary Ann", "Saint John, Mary Ann;"),
        ("Ada Quill", "Ada Quill"),
        ("Quill, Ada", "Quill, Ada"),
        ("Agence de presse", "Agence de presse"),
        ("de Gaulle", "de Gaulle"),
    ],
)
def test_a_name_with_particles_is_not_cut_in_them(author: str, sorting: str) -> None:
    assert dict(meta_of(article(authors=(author,)), None))["citation_author"] == sorting


def as_zotero_reads(content: str) -> list[tuple[str, str]]:
    """(family, given) of each author in a `citation_author`, by the rule of Zotero's "Embedded Metadata" translator.

    Semicolons part authors; where there is none, commas do, if the first two parts have several words each. An author
    with a comma is family, given; of any other the last word is the family's.
    """
    authors = [part.strip() for part in content.split(";")]
    if len(authors) == 1:
        parts = [part.strip() for part in content.split(",")]
        if len(parts) > 1 and " " in parts[0] and " " in parts[1]:
            authors = parts
    found = []
    for author in filter(None, authors):
        family, comma, given = author.partition(",")
        first, _, last = author.rpartition(" ")
        found.append((family.strip(), given.strip()) if comma else (last, first))
    return found


@pytest.mark.parametrize(
    ("author", "family", "given"),
    [
        ("Ada Quill", "Quill", "Ada"),
        ("Tomas de la Rue", "de la Rue", "Tomas"),
        ("Anna Maria de Souza Lima", "de Souza Lima", "Anna Maria"),
        ("Saint John, Mary Ann", "Saint John", "Mary Ann"),
        ("Ludwig Emil van der Berg", "van der Berg", "Ludwig Emil"),
    ],
)
def test_a_reference_manager_reads_one_author_and_the_whole_family_name(
    author: str, family: str, given: str
) -> None:
    content = dict(meta_of(article(authors=(author,)), None))["citation_author"]
    assert as_zotero_reads(content) == [(family, given)]


@given(st.text(st.sampled_from("</script>!-- &\u2028\u2029\"'\\é") | st.characters(codec="utf-8")))
def test_no_title_ends_a_data_block(title: str) -> None:
    written = linked_data_of(article(title=title), None).__html__()
    assert not set(written) & set("<>&\u2028\u2029")
    assert json.loads(written).get("headline", "") == title
