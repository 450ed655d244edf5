"""From files to records: every archive in `tests/broken` is told exactly, and no text whatever raises."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from postil.load import load, with_excerpts
from postil.load.composing import node_from_yaml
from postil.load.files import Source, source_from_bytes
from postil.load.front_matter import front_from_source
from postil.model.loaded import Records
from postil.model.records import Date
from postil.model.withheld import NOTHING
from postil.prepare import read
from postil.problems import Checked, Place, Problem, Severity
from postil.schema import Map, Node, Scalar, Seq
from postil.shipped import templates_dir

TESTS = Path(__file__).resolve().parent
REPOSITORY = TESTS.parent
BROKEN = TESTS / "broken"
FRONT_MATTER = yaml.safe_load((TESTS / "cases" / "front-matter.yaml").read_text("utf-8"))

ARTICLE = "---\ntitle: Storm\n---\nNine fishing boats were lost.\n"

# What a text file holds: no control characters, no surrogates, no line ends but \n.
text = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs"), include_characters="\n\t"))


def loaded(root: Path, *, drafts: bool = False) -> Checked[Records]:
    own = root / "templates"
    return load(root, drafts=drafts, templates=own if own.is_dir() else templates_dir())


def shown(problem: Problem) -> str:
    return f"{problem.code} {problem.place.path}:{problem.place.line}:{problem.place.column}"


def write(root: Path, files: dict[str, str]) -> Path:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, "utf-8", newline="")
    return root


# --- excerpts ----------------------------------------------------------------------------------------------------


def test_a_problem_shows_its_line() -> None:
    root = BROKEN / "yaml-colon"
    excerpts = [problem.excerpt for problem in with_excerpts(root, loaded(root).problems, NOTHING)]
    assert sorted(excerpts) == ["    note: Note: at the quay only.", "title: Report 3: The quay"]


def test_an_excerpt_of_what_is_not_there_is_empty(tmp_path: Path) -> None:
    write(tmp_path, {"long.md": "x" * 5000, "short.md": "x"})
    places = [Place("none.md", 1, 1), Place("short.md", 7, 1), Place("long.md", 1, 1), Place("short.md")]
    problems = [Problem("yaml-syntax", "this line cannot be read", place) for place in places]
    assert [problem.excerpt for problem in with_excerpts(tmp_path, problems, NOTHING)] == ["", "", "", ""]


# --- front matter ------------------------------------------------------------------------------------------------


def test_front_matter_is_read_as_written_in_one_run(tmp_path: Path) -> None:
    files = {f"content/articles/case-{number}.md": case["text"] for number, case in enumerate(FRONT_MATTER)}
    archive = loaded(write(tmp_path, files))
    articles = {article.path: article for article in archive.value.articles}
    for number, case in enumerate(FRONT_MATTER):
        path = f"content/articles/case-{number}.md"
        found = [
            shown(problem).replace(f"{path}:", "")
            for problem in archive.problems
            if problem.place.path == path
        ]
        assert found == case.get("problems", []), case["name"]
        assert (path in articles) == ("problems" not in case), case["name"]
        for field, value in case.get("read", {}).items():
            assert plain(getattr(articles[path], field)) == value, case["name"]


def plain(value: object) -> object:
    if isinstance(value, Date):
        return value.edtf
    return [plain(item) for item in value] if isinstance(value, tuple) else value


@given(text)
def test_the_body_is_the_text_of_the_file(body: str) -> None:
    source = Source("a.md", f"---\ntitle: Storm\n---\n{body}")
    front = front_from_source(source).value
    assert front is not None
    assert front.body == body
    assert source.line(front.body_line) == body.split("\n", maxsplit=1)[0]


@given(
    st.one_of(
        text, text.map(lambda rest: f"---\n{rest}"), text.map(lambda rest: f"---\ntitle: {rest}\n---\n")
    )
)
def test_no_text_raises_as_front_matter(content: str) -> None:
    front = front_from_source(Source("a.md", content))
    assert (front.value is None) == bool(front.problems)


# --- YAML --------------------------------------------------------------------------------------------------------


@given(st.one_of(text, st.text("ab:#-[]{}\"'|>&*!%@? \n\t,\\", max_size=40)))
def test_no_text_raises_as_yaml(content: str) -> None:
    read = node_from_yaml(Source("a.yaml", content))
    lines = content.split("\n")
    assert read.value is None or not read.problems
    for problem in read.problems:
        assert 1 <= problem.place.line <= len(lines)
        assert 1 <= problem.place.column <= len(lines[problem.place.line - 1]) + 1
        assert problem.help


@given(st.binary(max_size=60))
def test_no_bytes_raise(data: bytes) -> None:
    read = source_from_bytes("a.yaml", data)
    assert (read.value is None) == bool(read.problems)


values = st.recursive(
    text,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(text, inner, max_size=3)),
    max_leaves=8,
)


@given(values)
def test_every_value_is_read_as_it_was_written(value: object) -> None:
    written = yaml.safe_dump(value, default_style='"', allow_unicode=True, width=1000)
    read = node_from_yaml(Source("a.yaml", written))
    assert not read.problems
    assert read.value is not None
    assert as_value(read.value) == value


def as_value(node: Node) -> object:
    match node:
        case Scalar():
            return node.text
        case Seq():
            return [as_value(item) for item in node.items]
        case Map():
            return {key.text: as_value(value) for key, value in node.entries}


words = st.text(st.characters(categories=("Ll", "Lo")), min_size=1, max_size=8)


@given(st.dictionaries(words, st.lists(words, min_size=1, max_size=4), min_size=1, max_size=4))
def test_places_are_where_the_words_stand(value: dict[str, list[str]]) -> None:
    lines = [
        f"{key}: 'x' # {key}\n{key}-:\n" + "".join(f"  - {word}\n" for word in many)
        for key, many in value.items()
    ]
    source = Source("a.yaml", "".join(lines))
    read = node_from_yaml(source)
    assert read.value is not None
    for scalar in scalars(read.value):
        line = source.line(scalar.body.line)
        assert line[scalar.body.column - 1 :].startswith(scalar.text)
        assert scalar.place.length >= len(scalar.text)


def scalars(node: Node) -> Iterator[Scalar]:
    match node:
        case Scalar():
            yield node
        case Seq():
            for item in node.items:
                yield from scalars(item)
        case Map():
            for key, value in node.entries:
                yield key
                yield from scalars(value)


def test_the_text_of_a_block_is_placed_on_its_own_line() -> None:
    read = node_from_yaml(Source("a.yaml", "about: |\n\n    Far in.\n    More.\n"))
    assert isinstance(read.value, Map)
    (_, about), *_ = read.value.entries
    assert isinstance(about, Scalar)
    assert about.text == "\nFar in.\nMore.\n"
    assert about.body == Place("a.yaml", 2, 5)


@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "? "])
def test_depth_is_refused_and_not_walked(opening: str) -> None:
    read = node_from_yaml(Source("a.yaml", opening * 100_000))
    assert [problem.code for problem in read.problems][-1:] in (
        ["yaml-deep"],
        ["yaml-tab"],
        ["yaml-bracket-open"],
    )


def test_a_comment_is_a_comment_where_no_text_is_cut() -> None:
    content = 'quote: "berth" # the northern one\nnote: it\'s #4\nhow: document # from the log\n'
    read = node_from_yaml(Source("a.yaml", content))
    assert [shown(problem) for problem in read.problems] == ["yaml-comment-cut a.yaml:2:12"]
    assert read.problems[0].help[0] == 'write: note: "it\'s #4"'


def test_a_cure_can_be_pasted() -> None:
    for wrong in ("a: x: y", "a: \"x\" 'y'", "a: @x", 'a: [x] \\ "y"', "note: x #4", "a: 'x' and 'y'"):
        (problem,) = node_from_yaml(Source("a.yaml", wrong)).problems
        cured = node_from_yaml(Source("a.yaml", problem.help[0].removeprefix("write: ")))
        assert isinstance(cured.value, Map)
        assert as_value(cured.value) == {wrong.partition(":")[0]: wrong.partition(": ")[2]}


@pytest.mark.parametrize(
    ("wrong", "meant"),
    [("a: 'it's'", "it's"), ('a: "so "they" said"', 'so "they" said'), ("a: 'it's \"so\"'", 'it\'s "so"')],
)
def test_marks_around_a_text_are_no_part_of_it(wrong: str, meant: str) -> None:
    (problem,) = node_from_yaml(Source("a.yaml", wrong)).problems
    cured = node_from_yaml(Source("a.yaml", problem.help[0].removeprefix("write: ")))
    assert isinstance(cured.value, Map)
    assert as_value(cured.value) == {"a": meant}


@pytest.mark.parametrize(
    ("wrong", "cure"),
    [
        ("denies: #east-door", 'denies: "#east-door"'),
        ("denies: [#east-door]", 'denies: ["#east-door"]'),
        ("denies: [#one, #two]", 'denies: ["#one", "#two"]'),
        ("denies:\n  - #east-door", '- "#east-door"'),
        ("says:yes", "says: yes"),
        ("id: a\nsays:yes", "says: yes"),
        ("says:\u00a0yes\nid: a", "says: yes"),
        ("-quote: x\n  note: y", "- quote: x"),
        ("notes\n  - quote: x", "notes:"),
        ("speaker: {unnamed:a weaver}", "speaker: {unnamed: a weaver}"),
        ("kelsby\n  is: other", "kelsby:"),
    ],
)
def test_a_slip_is_cured_as_it_was_meant(wrong: str, cure: str) -> None:
    (problem,) = node_from_yaml(Source("a.yaml", wrong)).problems
    assert problem.help[0].partition("write: ")[2] == cure


def test_a_forgotten_dash_is_proposed() -> None:
    text = "notes:\n  - quote: a\n    note: b\n    quote: c\n    note: d\n"
    first, second = node_from_yaml(Source("a.yaml", text)).problems
    assert first.help == ("keep one of them", "or begin a new note: write `- ` before `quote`")
    assert second.help == ("keep one of them",)


@pytest.mark.parametrize(
    ("text", "code"),
    [('a: "b\\u0007c"', "file-control"), ('a: "\\x00"', "file-control"), ('"b\\u202Ec": a', "file-bidi")],
)
def test_an_escape_brings_in_nothing_that_a_file_may_not_hold(text: str, code: str) -> None:
    assert [one.code for one in node_from_yaml(Source("a.yaml", text)).problems] == [code]


def test_a_remark_is_rather_to_be_moved_than_quoted() -> None:
    (problem,) = node_from_yaml(Source("a.yaml", "status: # draft")).problems
    assert problem.help[0] == "if it is a comment, write the value before it, or take the line out"
    (problem,) = node_from_yaml(Source("a.yaml", "denies: #draft")).problems
    assert problem.help[0] == 'if it is the value, write: denies: "#draft"'


def test_files_in_the_wrong_place_are_one_error_each(tmp_path: Path) -> None:
    files = {
        "content/articles/storm.md": ARTICLE,
        "annotations/people.yaml": "ida: {is: person, name: Ida}\n",
        "annotations/event/all.yml": "gale: {title: Gale, date: 2031}\n",
        "annotations/articles/storm.yaml.bak": "notes: []\n",
        "annotations/claims/people.yaml": "ida: {is: person, name: Ida}\nbo: {is: person, name: Bo}\n",
        "annotations/claims/none.yaml": "",
    }
    problems = loaded(write(tmp_path, files)).problems
    told = [
        (one.severity.value, one.code, one.help[0].partition("`")[2].partition("`")[0]) for one in problems
    ]
    assert sorted(told) == [
        ("error", "file-ignored", "annotations/entities/people.yaml"),
        ("error", "file-ignored", "annotations/events/all.yaml"),
        ("error", "file-misplaced", "annotations/entities/people.yaml"),
        ("warning", "file-empty", ""),
        ("warning", "file-ignored", "annotations/articles/storm.yaml"),
    ]


@pytest.mark.parametrize(
    "body", ["kind: report\n---\nText.\n", "\nkind: wire\ntags:\n  - a\nlang: en\n---\nText.\n"]
)
def test_front_matter_goes_on_behind_a_line_too_many(body: str) -> None:
    (problem,) = front_from_source(Source("a.md", f"---\ntitle: Storm\n---\n{body}")).problems
    assert (problem.code, problem.place.line) == ("front-matter-twice", 3)


@pytest.mark.parametrize(
    "body",
    [
        "kind: report\n\nText.\n",
        "Heading\n---\nText.\n",
        "note: so\n---\n",
        "\n---\nkind: report\n",
        "kind: report\nText\n---\n",
        "",
    ],
)
def test_a_text_is_not_taken_for_front_matter(body: str) -> None:
    assert front_from_source(Source("a.md", f"---\ntitle: Storm\n---\n{body}")).problems == ()


def test_a_draft_that_is_not_loaded_is_remembered(tmp_path: Path) -> None:
    files = {
        "content/articles/storm.md": ARTICLE,
        "annotations/articles/storm.yaml": "status: draft\nnotes:\n  - {quote: Text, id: first, note: x}\n",
    }
    (draft,) = loaded(write(tmp_path, files)).value.drafts
    assert (draft.article, draft.ids, draft.place.line) == ("storm", ("first",), 1)


@pytest.mark.parametrize(
    "right", ["note: http://x.org", "note: |\n  says:yes\n  -quote: x", "quote: a\n  title:b"]
)
def test_what_only_looks_like_a_slip_is_left(right: str) -> None:
    assert node_from_yaml(Source("a.yaml", right)).problems == ()


# --- the tree ----------------------------------------------------------------------------------------------------


def test_the_smallest_archive(tmp_path: Path) -> None:
    root = write(tmp_path / "harbour papers", {"content/articles/storm.md": ARTICLE})
    archive = loaded(root)
    assert archive.problems == ()
    assert archive.value.settings.title == "harbour papers"
    assert [article.id for article in archive.value.articles] == ["storm"]
    assert (archive.value.notes, archive.value.entities, archive.value.pages) == ((), (), ())


def test_records_come_sorted_by_id_whatever_their_files(tmp_path: Path) -> None:
    entity = "  is: person\n  name: N\n"
    names = ["b/a", "a", "b", "a-1"]
    files = {f"content/articles/{name}.md": ARTICLE for name in names}
    files |= {f"annotations/articles/{name}.yaml": "notes: []\n" for name in names}
    files |= {
        "annotations/entities/2.yaml": f"a:\n{entity}",
        "annotations/entities/1.yaml": f"c:\n{entity}b:\n{entity}",
    }
    records = loaded(write(tmp_path, files)).value
    assert [article.id for article in records.articles] == sorted(names)
    assert [notes.article for notes in records.notes] == sorted(names)
    assert [one.id for one in records.entities] == ["a", "b", "c"]


def test_a_bad_file_stops_no_other(tmp_path: Path) -> None:
    files = {
        "archive.yaml": "title: [\n",
        "content/articles/bad.md": "no front matter",
        "content/articles/good.md": ARTICLE,
        "annotations/articles/bad.yaml": "notes:\n  - quote: x\n    note: y\n",
        "annotations/entities/bad.yaml": "x: *y\n",
        "annotations/events/good.yaml": "storm: {title: Storm}\ngale: {titel: Gale}\n",
    }
    archive = loaded(write(tmp_path, files))
    assert [article.id for article in archive.value.articles] == ["good"]
    assert [event.id for event in archive.value.events] == ["storm"]
    assert sorted(shown(problem) for problem in archive.problems) == [
        "front-matter-missing content/articles/bad.md:1:1",
        "missing-key annotations/events/good.yaml:2:1",
        "unknown-key annotations/events/good.yaml:2:8",
        "yaml-alias annotations/entities/bad.yaml:1:4",
        "yaml-bracket-open archive.yaml:1:8",
    ]


def test_drafts_load_only_when_wanted(tmp_path: Path) -> None:
    notes = "status: draft\nnotes:\n  - quote: Nine\n    nots: half done\n"
    root = write(tmp_path, {"content/articles/storm.md": ARTICLE, "annotations/articles/storm.yaml": notes})
    assert loaded(root) == Checked(loaded(root).value)
    assert loaded(root).value.notes == ()
    assert [problem.code for problem in loaded(root, drafts=True).problems] == ["unknown-key", "note-empty"]


def test_a_weekday_is_read_in_the_language_of_the_article(tmp_path: Path) -> None:
    files = {
        "content/articles/uk.md": "---\ntitle: Буря\nlang: uk\n---\nЗагинуло дев'ять човнів.\n",
        "content/articles/en.md": ARTICLE,
        "annotations/articles/uk.yaml": "notes:\n  - {quote: Загинуло, speaker: outlet, on: неділя}\n",
        "annotations/articles/en.yaml": "notes:\n  - {quote: Nine, speaker: outlet, on: неділя}\n",
    }
    archive = loaded(write(tmp_path, files))
    assert [shown(problem) for problem in archive.problems] == [
        "date-unreadable annotations/articles/en.yaml:2:40"
    ]
    (when,) = [note.on for notes in archive.value.notes for note in notes.notes]
    assert when is not None
    assert (when.weekday, when.date) == (6, None)


def test_notes_of_a_moved_article_are_told_where_it_went(tmp_path: Path) -> None:
    files = {
        "content/articles/storm.md": "---\ntitle: Storm\nformer_ids: [gale/old]\n---\nText.\n",
        "annotations/articles/gale/old.yaml": "notes: []\n",
    }
    (problem,) = loaded(write(tmp_path, files)).problems
    assert problem.help == ("rename it to `annotations/articles/storm.yaml`",)


def test_links_that_lead_out_or_nowhere_are_not_followed(tmp_path: Path) -> None:
    root = write(tmp_path / "archive", {"content/articles/storm.md": ARTICLE})
    write(tmp_path / "elsewhere", {"secret.md": ARTICLE, "annotations/x.yaml": "x: y\n"})
    articles = root / "content" / "articles"
    (articles / "out.md").symlink_to(tmp_path / "elsewhere" / "secret.md")
    (articles / "folder").symlink_to(tmp_path / "elsewhere")
    (articles / "gone.md").symlink_to(articles / "nothing.md")
    (articles / "inside.md").symlink_to(articles / "storm.md")
    (root / "content" / "pages").symlink_to(articles)
    (root / "annotations").symlink_to(tmp_path / "elsewhere" / "annotations")
    archive = loaded(root)
    assert [article.id for article in archive.value.articles] == ["inside", "storm"]
    assert sorted((shown(problem), problem.severity) for problem in archive.problems) == [
        ("file-ignored content/pages:0:0", Severity.WARNING),
        ("file-outside annotations:0:0", Severity.ERROR),
        ("file-outside content/articles/folder:0:0", Severity.ERROR),
        ("file-outside content/articles/out.md:0:0", Severity.ERROR),
        ("file-unreadable content/articles/gone.md:0:0", Severity.ERROR),
    ]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    root = write(tmp_path, {"content/articles/storm.md": ARTICLE})
    os.mkfifo(root / "content" / "articles" / "pipe.md")
    assert [shown(problem) for problem in loaded(root).problems] == [
        "file-unreadable content/articles/pipe.md:0:0"
    ]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps names that are no text")
def test_a_name_that_is_no_text_can_be_shown(tmp_path: Path) -> None:
    root = write(
        tmp_path, {"content/articles/storm.md": ARTICLE, "annotations/articles/storm.yaml": "notes: []\n"}
    )
    for folder, suffix in (
        ("content/articles", ".md"),
        ("annotations/articles", ".yaml"),
        ("content", ".txt"),
    ):
        (root / folder / os.fsdecode(b"\xff" + suffix.encode())).write_text("x")
    problems = with_excerpts(root, loaded(root).problems, NOTHING)
    assert sorted({problem.code for problem in problems}) == [
        *("file-ignored", "front-matter-missing", "id-unusable", "notes-without-article", "wrong-type"),
    ]
    for problem in problems:
        assert "".join((problem.message, problem.place.path, *problem.help)).encode("utf-8")


def test_hidden_files_and_media_are_passed_over(tmp_path: Path) -> None:
    files = {
        "content/articles/storm.md": ARTICLE,
        "content/.hidden/x.txt": "x",
        "content/media/map.svg": "<svg/>",
    }
    assert loaded(write(tmp_path, files)).problems == ()


# --- templates ---------------------------------------------------------------------------------------------------


def test_a_templates_folder_is_read_whole(tmp_path: Path) -> None:
    files = {
        "content/articles/storm.md": ARTICLE,
        "templates/contract": "1\n",
        "templates/page.html": "<p>é</p>\n",
        "templates/parts/note.html": "<i></i>",
        "templates/feed.xml": "<feed/>",
        "templates/README.md": "no template",
        "templates/assets/css/a.css": "p {}",
        "templates/strings/uk.yaml": "pages:\n  one: сторінка\n  other: сторінки\nback: no\n",
    }
    archive = loaded(write(tmp_path, files))
    assert archive.problems == ()
    theme = archive.value.theme
    assert theme.templates == (
        ("feed.xml", "<feed/>"), ("page.html", "<p>é</p>\n"), ("parts/note.html", "<i></i>")
    )  # fmt: skip
    assert theme.assets == (("assets/css/a.css", b"p {}"),)
    (strings,) = theme.strings
    assert (strings.lang, strings.texts) == (
        "uk", (("back", "no"), ("pages.one", "сторінка"), ("pages.other", "сторінки"))
    )  # fmt: skip


def test_templates_without_a_version_are_told(tmp_path: Path) -> None:
    root = write(
        tmp_path,
        {"content/articles/storm.md": ARTICLE, "templates/page.html": "", "templates/strings/en.yaml": "[]"},
    )
    assert sorted(shown(problem) for problem in loaded(root).problems) == [
        "templates-contract templates/contract:0:0",
        "wrong-type templates/strings/en.yaml:1:1",
    ]


def test_the_shipped_templates_load() -> None:
    assert loaded(REPOSITORY).problems == ()
    assert loaded(REPOSITORY).value.theme.templates


@pytest.mark.parametrize(
    ("front", "place", "cure"),
    [
        ("title: Quay\nlang: ru\n", (3, 7), "such as `lang: en`"),
        ("published: 2031\ntitle: Quay\n", (3, 8), "such as `lang: en`"),
    ],
)
def test_a_doubtful_language_points_at_what_says_it(
    front: str, place: tuple[int, int], cure: str, tmp_path: Path
) -> None:
    text = f"---\n{front}---\nThe quay gave way shortly before dawn.\n"
    root = write(tmp_path, {"archive.yaml": "language: uk\n", "content/articles/quay.md": text})
    (article,) = loaded(root).value.articles
    (problem,) = read(article).problems
    assert (problem.code, (problem.place.line, problem.place.column)) == ("language-doubtful", place)
    assert cure in problem.help[0]


def test_notes_without_their_key_are_told_of_it(tmp_path: Path) -> None:
    root = write(
        tmp_path,
        {
            "content/articles/quay.md": "---\ntitle: Quay\n---\nNine boats.\n",
            "annotations/articles/quay.yaml": "- quote: Nine boats\n  note: x\n",
            "annotations/articles/quay-list.yaml": "- a\n",
        },
    )
    cures = [one.help[0] for one in loaded(root).problems if one.code == "wrong-type"]
    assert cures == [
        "write `key: value` lines, without `- ` before them",
        "put a line `notes:` above the notes",
    ]


def test_someone_not_named_stands_in_braces() -> None:
    (problem,) = node_from_yaml(Source("a.yaml", "speaker: unnamed: a clerk, aged 40")).problems
    assert problem.help == ('write: speaker: {unnamed: "a clerk, aged 40"}',)
