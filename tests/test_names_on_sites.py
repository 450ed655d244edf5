"""Names on whole sites: homonyms until a person settles them, and two entities that are found to be one."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import html5lib
import pytest

from postil import pipeline
from postil.model.outcome import Outcome
from postil.problems import Severity

pytestmark = pytest.mark.slow

HTML = "{http://www.w3.org/1999/xhtml}"
VANES = (
    "r-vane-major: {is: person, name: R. Vane, about: A major.}\n"
    "r-vane-clerk: {is: person, name: R. Vane, about: A clerk.}\n"
)


def written(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8", newline="")
    return root


def built(root: Path, *, strictly: bool = False) -> Outcome:
    return pipeline.build(root, root / "site", drafts=False, strictly=strictly, jobs=1)


def article(body: str) -> str:
    return f"---\ntitle: T\n---\n{body}\n"


def tree(root: Path, page: str) -> ET.Element:
    made: ET.Element = html5lib.parse((root / "site" / page).read_text("utf-8"))
    return made


def names(root: Path, id_: str) -> list[tuple[str, str]]:
    """The names that lead somewhere in an article: their words, and the last part of where they lead."""
    return [
        ("".join(one.itertext()), (one.get("href") or "").rpartition("/")[2])
        for one in tree(root, f"articles/{id_}.html").iter(f"{HTML}a")
        if one.get("class") == "name"
    ]


def said(outcome: Outcome) -> list[tuple[str, Severity]]:
    return [(one.code, one.severity) for one in outcome.problems]


# --- homonyms -----------------------------------------------------------------------------------------------------------


def homonyms(root: Path, **more: str) -> Path:
    return written(
        root,
        {
            "content/articles/a.md": article("R. Vane signed the list. So R. Vane said."),
            "content/articles/b.md": article("R. Vane kept the books."),
            "annotations/entities/people.yaml": VANES,
            **more,
        },
    )


def test_a_shared_name_leads_nowhere_and_is_told_once(tmp_path: Path) -> None:
    outcome = built(homonyms(tmp_path))
    assert said(outcome) == [("name-ambiguous", Severity.WARNING)]
    (warning,) = outcome.problems
    assert warning.message == "`R. Vane` stands in 2 articles and may be `r-vane-clerk` or `r-vane-major`"
    assert names(tmp_path, "a") == names(tmp_path, "b") == []
    for id_ in ("r-vane-clerk", "r-vane-major"):
        (heading,) = tree(tmp_path, f"entities/{id_}.html").iter(f"{HTML}h1")
        assert "".join(heading.itertext()) == "R. Vane"
        assert "signed the list" not in (tmp_path / f"site/entities/{id_}.html").read_text("utf-8")


def test_one_line_settles_a_shared_name_in_every_letter_case_and_one_warning_tells_it(tmp_path: Path) -> None:
    aliases = VANES.replace("name: R. Vane,", "name: R. Vane, aliases: [R. VANE],")
    more = {
        "content/articles/a.md": article("R. Vane signed. THE WORD OF R. VANE STANDS."),
        "annotations/entities/people.yaml": aliases,
    }
    outcome = built(homonyms(tmp_path, **more))
    assert said(outcome) == [("name-ambiguous", Severity.WARNING)]
    settled = "mentions: {r. vane: r-vane-major}\n"
    files = {f"annotations/articles/{one}.yaml": settled for one in ("a", "b")}
    assert said(built(written(tmp_path, files))) == []
    assert len(names(tmp_path, "a")) == 2


def test_a_strict_build_refuses_a_shared_name(tmp_path: Path) -> None:
    outcome = built(homonyms(tmp_path), strictly=True)
    assert said(outcome) == [("name-ambiguous", Severity.ERROR)]
    assert not (tmp_path / "site").exists()


@pytest.mark.parametrize(
    ("said_in_b", "found"),
    [
        ("mentions: {R. Vane: r-vane-clerk}\n", ("R. Vane", "r-vane-clerk.html")),
        ("notes:\n  - {quote: R. Vane, entity: r-vane-clerk}\n", ("R. Vane", "r-vane-clerk.html")),
        ("notes:\n  - {quote: R. Vane kept, entity: r-vane-major}\n", ("R. Vane kept", "r-vane-major.html")),
    ],
)
def test_what_a_person_says_settles_one_article_and_no_other(
    tmp_path: Path, said_in_b: str, found: tuple[str, str]
) -> None:
    outcome = built(homonyms(tmp_path, **{"annotations/articles/b.yaml": said_in_b}))
    assert [one.message for one in outcome.problems] == [
        "`R. Vane` stands in 1 article and may be `r-vane-clerk` or `r-vane-major`"
    ]
    assert (names(tmp_path, "a"), names(tmp_path, "b")) == ([], [found])
    entity = (tmp_path / "site/entities" / found[1]).read_text("utf-8")
    assert "the books" in entity
    assert "the list" not in entity


# --- two that are one ---------------------------------------------------------------------------------------------------

BEFORE = {
    "content/articles/gale.md": article(
        "J. Smit left the quay. He met Jan Smit, the skipper, and Smit the elder."
    ),
    "content/articles/storm.md": article("The skipper said so. Smit agreed."),
    "content/pages/about.md": "---\ntitle: About\n---\nSee [[entity/j-smit]] and [[entity/jan-smit|the other]].\n",
    "annotations/articles/gale.yaml": (
        "mentions: {Smit: j-smit}\nnotes:\n"
        "  - {quote: left the quay, id: left, claim: who-left, speaker: j-smit, says: j-smit, chain: [j-smit]}\n"
        "  - {quote: the skipper, entity: j-smit}\n"
        "  - {quote: He met, note: 'As [[entity/j-smit]] has it.'}\n"
        "  - {quote: the elder, see: entity/j-smit}\n"
    ),
    "annotations/articles/storm.yaml": "mentions: {Smit: jan-smit}\nnotes:\n  - {quote: The skipper, entity: jan-smit}\n",
    "annotations/claims/all.yaml": "who-left: {question: Who left?, kind: who, event: leaving}\n",
    "annotations/events/all.yaml": "leaving: {title: He leaves, date: 2031-04, who: [j-smit]}\n",
}
TWO = {
    "annotations/entities/people.yaml": (
        "j-smit:\n  is: person\n  name: J. Smit\n  aliases: [Smit]\n"
        "  roles: [{what: skipper, source: article/storm@p1s1}]\n"
        "jan-smit: {is: person, name: Jan Smit, aliases: [Smit]}\n"
        "office: {is: organization, name: Office, about: 'Run by [[entity/j-smit]].'}\n"
    ),
}
ONE = {
    "annotations/entities/people.yaml": (
        "jan-smit:\n  is: person\n  name: Jan Smit\n  aliases: [J. Smit, Smit]\n  former_ids: [j-smit]\n"
        "  roles: [{what: skipper, source: article/storm@p1s1}]\n"
        "office: {is: organization, name: Office, about: 'Run by [[entity/j-smit]].'}\n"
    ),
}


def hrefs(root: Path, page: str) -> list[str]:
    return [one.get("href") or "" for one in tree(root, page).iter(f"{HTML}a")]


def test_two_entities_that_are_one_lose_nothing(tmp_path: Path) -> None:
    assert built(written(tmp_path / "two", BEFORE | TWO)).problems == ()
    assert built(written(tmp_path / "one", BEFORE | ONE)).problems == ()
    two, one = tmp_path / "two" / "site", tmp_path / "one" / "site"

    def files(site: Path) -> set[str]:
        return {path.relative_to(site).as_posix() for path in site.rglob("*.html")}

    assert files(two) == files(one), "every old address is still there"
    old = tree(one.parent, "entities/j-smit.html")
    (refresh,) = [meta for meta in old.iter(f"{HTML}meta") if meta.get("http-equiv") == "refresh"]
    assert (refresh.get("content") or "").endswith("url=jan-smit.html")

    assert [words for words, _ in names(two.parent, "gale")] == [
        words for words, _ in names(one.parent, "gale")
    ]
    for page in ("claims/who-left.html", "events/leaving.html", "pages/about.html", "entities/office.html"):
        targets = [href for href in hrefs(one.parent, page) if "smit" in href]
        assert targets, page
        assert all(href.endswith("jan-smit.html") for href in targets), page
    assert "../claims/who-left.html" in hrefs(one.parent, "entities/jan-smit.html")
    assert "../events/leaving.html" in hrefs(one.parent, "entities/jan-smit.html")


def test_what_two_were_named_in_is_on_the_page_of_the_one_each_once(tmp_path: Path) -> None:
    assert built(written(tmp_path, BEFORE | ONE)).problems == ()
    (section,) = [
        one
        for one in tree(tmp_path, "entities/jan-smit.html").iter(f"{HTML}section")
        if one.findtext(f"{HTML}h2") == "Every mention"
    ]
    sentences = ["".join(quote.itertext()) for quote in section.iter(f"{HTML}q")]
    assert sentences == [
        "J. Smit left the quay.",
        "He met Jan Smit, the skipper, and Smit the elder.",
        "The skipper said so.",
        "Smit agreed.",
    ]
    marked = ["".join(mark.itertext()) for mark in section.iter(f"{HTML}mark")]
    assert marked == ["J. Smit", "Jan Smit", "the skipper", "Smit", "The skipper", "Smit"]


@pytest.mark.parametrize("order", ["live first", "former first"])
def test_a_former_id_that_another_entity_has_now_is_refused(tmp_path: Path, order: str) -> None:
    entities = [
        "j-smit: {is: person, name: J. Smit}\n",
        "jan-smit: {is: person, name: Jan Smit, former_ids: [j-smit]}\n",
    ]
    if order == "former first":
        entities.reverse()
    outcome = built(
        written(
            tmp_path,
            {
                "content/articles/a.md": article("Text."),
                "annotations/entities/people.yaml": "".join(entities),
            },
        )
    )
    assert said(outcome) == [("former-id-clash", Severity.ERROR)]
    (clash,) = outcome.problems
    assert clash.message == "`j-smit`, a former id of entity `jan-smit`, is the id of another entity"
    assert not (tmp_path / "site").exists()


def test_names_that_differ_by_case_make_one_page_and_ids_cannot(tmp_path: Path) -> None:
    halls = "union-hall: {is: place, name: Union Hall, aliases: [union hall, UNION HALL]}\n"
    files = {
        "content/articles/a.md": article("Union Hall, the union hall."),
        "annotations/entities/places.yaml": halls,
    }
    assert built(written(tmp_path, files)).problems == ()
    site = tmp_path / "site"
    pages = sorted(path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file())
    assert len({page.casefold() for page in pages}) == len(pages)
    assert "entities/union-hall.html" in pages
    assert "refresh" not in (site / "entities/union-hall.html").read_text("utf-8")
    halls += "Union-Hall: {is: place, name: Union Hall (Leith)}\n"
    outcome = built(written(tmp_path, {"annotations/entities/places.yaml": halls}))
    assert said(outcome) == [("id-unusable", Severity.ERROR)]
