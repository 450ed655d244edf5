"""Linking what was really read: files through load and prepare."""

from pathlib import Path

from postil.link import link
from postil.load import load
from postil.model.archive import Archive
from postil.names import NameIndex, rows_from_entities
from postil.prepare import place, read
from postil.problems import Checked, has_errors
from postil.shipped import templates_dir

HARBOUR = Path(__file__).parent / "archives" / "harbour"


def linked(root: Path) -> Checked[Archive]:
    loaded = load(root, drafts=False, templates=templates_dir())
    assert not has_errors(loaded.problems), loaded.problems
    records = loaded.value
    names = NameIndex(rows_from_entities(records.entities))
    notes = {one.article: one for one in records.notes}
    bodies = [(article, read(article)) for article in records.articles]
    prepared = [
        place(body, article, notes.get(article.id), names.rows_in(body.text.text)) for article, body in bodies
    ]
    assert not has_errors(problem for one in prepared for problem in one.problems)
    return link(records, {one.article: one for one in prepared})


def write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def test_joined_spellings_keep_old_addresses_notes_and_mentions(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "content/articles/a.md": "---\ntitle: A\n---\nJ. Smit signed. Jan Smit paid. The owner left.\n",
            "annotations/articles/a.yaml": (
                "mentions:\n  J. Smit: j-smit\n"
                "notes:\n  - {quote: The owner, entity: j-smit}\n"
                "  - {quote: signed, speaker: j-smit, note: 'See [[entity/j-smit|him]].'}\n"
            ),
            "annotations/entities/people.yaml": (
                "jan-smit:\n  is: person\n  name: Jan Smit\n  aliases: [J. Smit]\n  former_ids: [j-smit]\n"
            ),
        },
    )
    found = linked(tmp_path)
    archive = found.value
    assert found.problems == ()
    assert archive.redirects == {"/entities/j-smit.html": "/entities/jan-smit.html"}
    assert [one.words for one in archive.mentions["jan-smit"]] == ["J. Smit", "Jan Smit", "The owner"]
    assert list(archive.speech) == ["jan-smit"]
    assert [one.how for one in archive.backrefs["entity/jan-smit"]] == ["entity", "text"]


def test_two_people_of_one_name_are_never_taken_as_one(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "content/articles/a.md": "---\ntitle: A\n---\nR. Vane signed the list.\n",
            "content/articles/b.md": "---\ntitle: B\n---\nR. Vane kept the books.\n",
            "annotations/articles/b.yaml": "mentions:\n  r. vane: r-vane-clerk\n",
            "annotations/entities/people.yaml": (
                "r-vane-major: {is: person, name: R. Vane}\nr-vane-clerk: {is: person, name: R. Vane}\n"
            ),
        },
    )
    found = linked(tmp_path)
    assert [(one.article, one.words) for one in found.value.mentions["r-vane-clerk"]] == [("b", "R. Vane")]
    assert "r-vane-major" not in found.value.mentions
    (warning,) = found.problems
    assert (warning.code, warning.message) == (
        "name-ambiguous",
        "`R. Vane` stands in 1 article and may be `r-vane-clerk` or `r-vane-major`",
    )


def test_a_dead_link_is_told_at_its_place_in_the_file(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "content/articles/a.md": "---\ntitle: A\n---\nThe quay fell.\n",
            "annotations/articles/a.yaml": (
                "notes:\n  - quote: The quay\n    note: |\n      One line.\n\n      Then [[event/none]].\n"
                "  - quote: fell\n    note: See [[entity/none]].\n"
            ),
        },
    )
    problems = linked(tmp_path).problems
    assert [(one.code, one.place.line, one.place.column) for one in problems] == [
        ("link-dead", 6, 12),
        ("link-dead", 8, 15),
    ]


def test_the_harbour_archive_links_without_an_error() -> None:
    found = linked(HARBOUR)
    assert not has_errors(found.problems), found.problems
    archive = found.value
    for one in archive.notes.values():
        assert one.passage.text in archive.prepared[one.article].text.text
        for tie in one.ties:
            assert any(
                back.other == one.key and back.kind is tie.kind for back in archive.notes[tie.other].ties_in
            )
    assert archive.positions
    assert archive.evidence
    assert archive.backrefs
