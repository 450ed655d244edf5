"""Rights: of a text that may only be quoted, or not be shown, nothing else is in any byte that is published or kept."""

import re
from pathlib import Path

import oracle
import pytest
from PIL import Image
from sites import postil

from postil import load
from postil.leaks import Leaks
from postil.model.loaded import Records
from postil.model.records import Article
from postil.model.withheld import Secret, SecretKind, Secrets
from postil.release import PLACEHOLDER
from postil.shipped import templates_dir

pytestmark = pytest.mark.slow

HIDDEN = ("quillhazard", "Ґедзьколо", "marrowfinch", "Жовтобрух", "tidalwick", "brambleson", "Кваснегора")
"""Words that stand in what is held back, and nowhere else."""

FILES = {
    "archive.yaml": "title: Harbour papers\nbase_url: https://example.org/harbour/\nquoted_at_most: 60 %\n",
    "content/articles/wire.md": """---
title: Storm breaks north quay
outlet: Harbour Wire
published: 2031-04-29
---
The north quay gave way before dawn. Nine boats were lost, the harbour office said.
""",
    "content/articles/owners.md": """---
title: What the owners say
outlet: Evening Ledger
published: 2031-04-30
rights: {holder: Evening Ledger, text: quoted}
---
## A quillhazard heading

The owners met on Monday. They put it at *fourteen boats. Ґедзьколо stood* at the back. Commissioner Venn denied that.

Nobody could say why the **quill**hazard was so low, nor did Joss Tarn.[^1]

![The marrowfinch at the quay](media/boat.png)

1. The Жовтобрух came first.
2. The ropes ![A rope](media/rope.png) had been changed. A tidalwick saw it.
3. Third of all.

| Boats | brambleson |
|---|---|
| Four boats | tidal&shy;wick |

The [chairman left early. He said brambleson](https://example.org/marrowfinch "quillhazard") nothing.

[^1]: A note of Кваснегора.
""",
    "content/articles/port.md": """---
title: The report of the port
outlet: Port Authority
published: 2031-05-02
rights: {holder: Port Authority, text: reference}
---
# The quillhazard report

The report counts eleven boats of the Жовтобрух. It was written in May by a brambleson.

- Two of the marrowfinch pumps were old. Joss Tarn said so.
""",
    "annotations/articles/wire.yaml": """notes:
  - quote: Nine boats were lost
    id: nine
    claim: boats
    speaker: {unnamed: the harbour office}
    says: 9
""",
    "annotations/articles/owners.yaml": """notes:
  - quote: They put it at fourteen boats
    claim: boats
    speaker: {unnamed: the owners}
    says: 14
    disputes: "article/wire#nine"
  - quote: {exact: Commissioner Venn, prefix: "Ґедзьколо stood at the back."}
    entity: venn
    note: He did so twice.
  - quote: ropes had been changed
    note: In spring.
  - at: p11s1
    note: At eight.
""",
    "annotations/articles/port.yaml": """notes:
  - quote: counts eleven boats of the Жовтобрух
    claim: boats
    speaker: outlet
    says: 11
    confirms: "article/wire#nine"
  - quote: The report counts
    note: Its own count.
  - quote: It was written in May
    event: report
  - quote: of the marrowfinch pumps
    note: Since replaced.
""",
    "annotations/entities/people.yaml": """venn:
  is: person
  name: Orla Venn
  aliases: [Commissioner Venn]
tarn:
  is: person
  name: Joss Tarn
""",
    "annotations/events/events.yaml": "report:\n  title: A report is written\n  date: 2031-05\n",
    "annotations/claims/claims.yaml": "boats: {question: How many boats were lost?, kind: quantity, unit: boats}\n",
}


def written(root: Path, **changes: str) -> Path:
    for path, text in FILES.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(changes.get(Path(path).stem, text), encoding="utf-8")
    (root / "content" / "media").mkdir(exist_ok=True)
    for number, name in enumerate(("boat", "rope"), start=1):
        Image.new("RGB", (8 * number, 8), (number, 2, 3)).save(root / "content" / "media" / f"{name}.png")
    return root


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The archive with its public and its private edition, the private one first."""
    root = written(tmp_path_factory.mktemp("rights"))
    for edition in ("private", "public"):
        done = postil("build", "--root", root, "--edition", edition)
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""
    return root


def found_in(folder: Path) -> set[str]:
    """Files in which something stands that is held back, however it is written there."""
    found = {
        path.relative_to(folder).as_posix()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and any(word.encode() in path.read_bytes() for word in HIDDEN)
    }
    leaks = Leaks(Secrets(tuple(Secret(word, SecretKind.NAME) for word in HIDDEN)))
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            leaks.look(path.relative_to(folder).as_posix(), path.read_bytes())
    return found | {problem.place.path.removeprefix("site/") for problem in leaks.problems()}


def records(root: Path, *, private: bool = False) -> Records:
    return load.load(root, drafts=False, templates=templates_dir(), private=private).value


def article(root: Path, id_: str, *, private: bool = False) -> Article:
    return next(one for one in records(root, private=private).articles if one.id == id_)


def page(root: Path, path: str, site: str = "site") -> str:
    return (root / site / path).read_text(encoding="utf-8")


def sentences(html: str) -> dict[str, str]:
    """Each sentence of a page by its id, as html5lib reads it."""
    found: dict[str, str] = {}
    for element in oracle.tree(html).iter():
        id_ = element.get("id") or element.get("data-s")
        if element.get("class") == "s" and id_ is not None:
            words = "".join(element.itertext())
            for apparatus in (one for one in element.iter() if "data-apparatus" in one.attrib):
                words = words.replace("".join(apparatus.itertext()), "", 1)
            found[id_] = found.get(id_, "") + words
    return {id_: " ".join(words.split()) for id_, words in found.items()}


def test_no_byte_of_the_site_or_of_what_is_kept_holds_what_is_not_released(archive: Path) -> None:
    assert found_in(archive / "site") == set()
    assert found_in(archive / ".cache") == set()
    assert not (archive / "site" / "media" / "boat.png").exists()
    assert (archive / "site" / "media" / "rope.png").exists()


def test_the_private_edition_holds_it_all_and_says_so_on_every_page(archive: Path) -> None:
    private = archive / "site-private"
    found = found_in(private)
    assert {"articles/owners.html", "articles/port.html"} < found
    assert any("pagefind" in path for path in found)  # so that the search's files are read for what they hold
    for path, html in oracle.pages(private):
        said = [one for one in oracle.tree(html).iter() if one.get("class") == "private"]
        assert len(said) == 1, path
        assert '<meta name="robots" content="noindex' in html, path
        assert 'rel="canonical"' not in html
    assert not (private / "feed.xml").exists()
    assert not (private / "sitemap.xml").exists()
    assert all('class="private"' not in html for _, html in oracle.pages(archive / "site"))


@pytest.mark.parametrize("id_", ["owners", "port"])
def test_addresses_are_the_same_in_every_edition(archive: Path, id_: str) -> None:
    seen, whole = (
        sentences(page(archive, f"articles/{id_}.html", site)) for site in ("site", "site-private")
    )
    assert set(seen) < set(whole)
    assert seen
    expected = PLACEHOLDER if id_ == "port" else None
    assert seen == {key: expected or whole[key] for key in seen}


@pytest.mark.parametrize("id_", ["wire", "owners", "port"])
def test_the_page_has_the_text_that_is_released_to_the_character(archive: Path, id_: str) -> None:
    of = article(archive, id_)
    html = page(archive, f"articles/{id_}.html")
    if of.released is None:
        assert id_ == "wire"
        return
    assert oracle.article_text(html) == of.released.text.text
    assert of.body == ""


def test_gaps_say_how_many_sentences_are_left_out_and_the_page_says_what_is_shown(archive: Path) -> None:
    html = page(archive, "articles/owners.html")
    released = article(archive, "owners").released
    assert released is not None
    gaps = re.findall(r'class="gap" data-apparatus(?:="")?>\[…(?:&nbsp;|\u00a0)(\d+)\]', html)
    assert sum(map(int, gaps)) == released.total - released.count
    shares = ["".join(one.itertext()) for one in oracle.tree(html).iter() if one.get("class") == "share"]
    assert len(shares) == 1
    assert f"Of its sentences ({released.total} in all), {released.count} are shown" in shares[0]
    assert 'class="share"' in page(archive, "articles/port.html")
    assert 'class="share"' not in page(archive, "articles/wire.html")
    sources = page(archive, "sources.html")
    assert all(words in sources for words in (">full<", ">quotations only<", ">record only<"))


def test_names_are_found_in_what_is_released_alone(archive: Path) -> None:
    assert "Joss Tarn" not in page(archive, "articles/owners.html")
    assert "/owners.html" not in page(archive, "entities/tarn.html")
    assert "owners.html" in page(archive, "entities/venn.html")


def test_a_place_whose_words_may_not_be_seen_is_shown_with_the_way_to_it(archive: Path) -> None:
    claim = page(archive, "claims/boats.html")
    assert "(text not published)" in claim
    assert 'href="../articles/port.html#p2s1"' in claim
    assert "../articles/port.html#p2s2" in page(archive, "events/report.html")


def test_no_id_of_a_note_is_made_from_words_that_are_held_back(archive: Path) -> None:
    public, private = (
        {one.article: one.notes for one in records(archive, private=private).notes}
        for private in (False, True)
    )
    for before, after in zip(private["owners"], public["owners"], strict=True):
        words = f"{after.selector.exact}{after.selector.prefix}{after.selector.suffix}"
        assert not any(word in words for word in HIDDEN)
        kept = not any(word in str(before.selector) for word in HIDDEN)
        assert (before.id == after.id) == kept
    for before, after in zip(private["port"], public["port"], strict=True):
        assert after.selector.exact is None
        assert before.id != after.id
    assert len({note.id for note in public["port"]}) == len(public["port"])


def test_no_edition_is_put_where_another_stands(archive: Path) -> None:
    for out, edition, marker in (
        ("site-private", "public", ".postil-private"),
        ("site", "private", ".postil-site"),
    ):
        done = postil("build", "--root", archive, "--edition", edition, "--out", archive / out)
        assert done.returncode == 1
        assert "out-not-ours" in done.stderr
        assert (archive / out / marker).is_file()


def test_at_most_so_much_of_an_article_is_quoted(tmp_path: Path) -> None:
    for most, is_enough in (("4 sentences", True), ("3 sentences", False), ("30 %", True), ("10%", False)):
        root = written(tmp_path, archive=f"title: Harbour papers\nquoted_at_most: {most}\n")
        checked = load.load(root, drafts=False, templates=templates_dir())
        assert [one.code for one in checked.problems] == ([] if is_enough else ["quoted-too-much"]), most
        if not is_enough:
            assert "quote 4 of 17 sentences of `owners`" in checked.problems[0].message


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("p2s1", "has no `p2s1` in what is published of it"),
        ("p2s2-p2s4", "has not all of `p2s2-p2s4` in what is published of it"),
        ("p2s2", None),
    ],
)
def test_what_is_left_out_cannot_be_referred_to(tmp_path: Path, address: str, told: str | None) -> None:
    people = FILES["annotations/entities/people.yaml"]
    role = f"  roles: [{{what: commissioner, source: article/owners@{address}}}]\n"
    root = written(tmp_path, people=people.replace("  name: Orla Venn\n", f"  name: Orla Venn\n{role}"))
    done = postil("check", "--root", root)
    assert done.returncode == (1 if told else 0)
    assert (told or "") in done.stderr


def test_find_and_repair_know_the_whole_text(archive: Path) -> None:
    done = postil("find", "The owners met on Monday", "--root", archive)
    assert "p2s1" in done.stdout


def test_sealed_addresses_of_a_text_with_words_withheld_lead_to_the_same_in_both_editions(
    tmp_path: Path,
) -> None:
    wire = tmp_path / "content" / "articles" / "wire.md"
    notes = tmp_path / "annotations" / "articles" / "wire.yaml"
    for file in (wire, notes):
        file.parent.mkdir(parents=True)
    begin, text = (
        "---\ntitle: Storm\n---\n",
        "Mara Petrel stood there.\n\nNine boats were lost. She counted them.\n",
    )
    wire.write_text(begin + text, encoding="utf-8")
    notes.write_text(
        "withhold:\n  - {quote: Mara Petrel, words: A fisherwoman, reason: safety}\n"
        "notes:\n  - {at: p2s2, note: At the quay only.}\n",
        encoding="utf-8",
    )
    assert postil("seal", "wire", "--root", tmp_path).returncode == 0
    wire.write_text(f"{begin}A paragraph came first.\n\n{text}", encoding="utf-8")
    assert "sealed-text-changed" in postil("check", "--root", tmp_path).stderr
    revised = postil("revise", "wire", "--because", "correction", "--no-words", "--root", tmp_path)
    assert revised.returncode == 0, revised.stderr
    for edition, site, words in (
        ("public", "site", "A fisherwoman stood there."),
        ("private", "site-private", "Mara Petrel stood there."),
    ):
        done = postil("build", "--root", tmp_path, "--edition", edition)
        assert done.returncode == 0, done.stderr
        html = page(tmp_path, "articles/wire.html", site)
        assert sentences(html) == {
            "p3s1": "A paragraph came first.",
            "p1s1": words,
            "p2s1": "Nine boats were lost.",
            "p2s2": "She counted them.",
        }
        marks = list(oracle.tree(html).iter(f"{oracle.XHTML}mark"))
        assert ["".join(one.itertext()) for one in marks] == ["She counted them."]
