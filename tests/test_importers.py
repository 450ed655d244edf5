"""Importers: the visible text of an imported article is the text of its file."""

import re
import unicodedata
from pathlib import PurePath

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from postil.importers import IMPORTERS, import_file
from postil.importers.article import id_from_name, text_of, visible
from postil.importers.plain import escaped
from postil.model.imported import Imported
from postil.problems import Place, has_errors
from postil.schema import fault_of_id


def parts(imported: Imported) -> tuple[dict[str, object], str]:
    """The front matter and the body of the one file that was made."""
    assert not has_errors(imported.problems), imported.problems
    (file,) = imported.files
    _, front, body = file.data.decode().split("---\n", 2)
    return yaml.load(front, yaml.BaseLoader), body


def blocks(body: str) -> list[str]:
    read = text_of(body)
    return [read.text[block.start : block.end] for block in read.blocks]


def codes(imported: Imported) -> list[str]:
    return [problem.code for problem in imported.problems]


def plain(source: str, name: str = "quay.txt") -> Imported:
    return import_file(name, source.encode())


# --- laws -----------------------------------------------------------------------------------------------------

MARKS = "\t\x85\u2028\\`*_{}[]()<>#+-.!|&;:~=^\"'/ 01aЯع\u0301\u00a0\u200b"
one_line = st.one_of(
    st.text(st.sampled_from(MARKS), min_size=1, max_size=40),
    st.text(st.characters(exclude_categories=["Cc", "Cn", "Cs"]), min_size=1, max_size=40),
).filter(lambda line: bool(visible(line)))


@given(st.lists(one_line, min_size=1, max_size=5))
@example(["~~~", "~~~"])
@example(["1986. The mill closed."])
@example(["- Yes, he said.", "+ 1", "* * *", "---", "==="])
@example(["| a | b |", "| - | - |", "| 1 | 2 |"])
@example(["[^1]: a note", "as the note says [^1]", "[a]: /b", "[a]"])
@example(["<script>alert(1)</script>", "<!-- a -->", "<http://example.org>", "&lt; &#60; &amp;lt; &copy"])
@example(["*[HTML]: x", "Term", ":   definition", "[TOC]", "{: .class }", "!!! note"])
@example(["back\\slash\\*", "``", "``` python", "a `b` c", "snake_case_name __init__ **x**"])
def test_any_paragraphs_survive(paragraphs: list[str]) -> None:
    imported = plain("\n\n".join(["x" * 200, *paragraphs]))
    _, body = parts(imported)
    meant = [unicodedata.normalize("NFC", " ".join(paragraph.split())) for paragraph in paragraphs]
    assert blocks(body) == ["x" * 200, *meant]


@given(st.lists(one_line, min_size=2, max_size=5))
@example(["Title", "===", "Title", "---"])
@example(["a | b", "|---|---|", "1 | 2", ":--|"])
@example(["- oats", "- barley", "1. rye", "> wheat", "# flour", "~~~", "```"])
def test_any_lines_of_a_paragraph_survive(lines: list[str]) -> None:
    _, body = parts(plain("\n".join([*lines, "", "The end.", "", "x" * 40])))
    meant = unicodedata.normalize("NFC", " ".join(word for line in lines for word in line.split()))
    assert blocks(body)[0] == meant


def test_a_line_break_is_kept_where_no_wrapping_explains_it() -> None:
    verse = "- oats\n- barley\n\nThe quay gave way shortly before\ndawn, and nine boats were lost.\n"
    _, body = parts(plain(verse))
    assert body.count("  \n") == 1
    assert blocks(body) == [
        "- oats - barley",
        "The quay gave way shortly before dawn, and nine boats were lost.",
    ]
    assert plain(verse).remarks == ("2 paragraphs, 1 line break kept",)


@given(one_line)
def test_the_title_is_read_back_as_it_stands(line: str) -> None:
    front, body = parts(import_file("a.md", b"text"))
    assert (front["title"], body) == ("a", "text")
    front, _ = parts(plain(f"{line}\n\nText that is longer than any title, and ends as sentences do."))
    assert visible(str(front["title"])) in {visible(line), "quay"}


@given(st.text(min_size=1))
@example("a/../b")
@example("/")
@example("aux/con.md")
@example("a b" * 100)
def test_an_id_is_always_an_id(name: str) -> None:
    one = r"[a-z0-9]+(-[a-z0-9]+)*"
    assert re.fullmatch(rf"{one}(/{one})*", id_from_name(name))
    assert fault_of_id(id_from_name(name), Place(name), parts=True) is None


# --- plain text -----------------------------------------------------------------------------------------------

LONG = (
    "The north quay gave way shortly before dawn, the harbour office said, and nine boats were lost with it."
)


@pytest.mark.parametrize(
    ("source", "title", "paragraphs"),
    [
        pytest.param(f"{LONG}\n\nShort one.\n", None, [LONG, "Short one."], id="blank lines"),
        pytest.param(f"{LONG}\nShort one.\n{LONG}", None, [LONG, "Short one.", LONG], id="one per line"),
        pytest.param(f"Storm at the quay\n\n{LONG}", "Storm at the quay", [LONG], id="title, blank line"),
        pytest.param(
            f"{LONG}\n\n{LONG[:-1]} and\nwith them the crane.\n",
            None,
            [LONG, f"{LONG[:-1]} and with them the crane."],
            id="wrapped at a hundred and more",
        ),
        pytest.param(f"Storm at the quay\n{LONG}", "Storm at the quay", [LONG], id="title, longer line"),
        pytest.param(
            f"Storm at the quay\n\n{LONG}\n{LONG}", "Storm at the quay", [LONG, LONG], id="title, lines"
        ),
        pytest.param(f"It was over.\n\n{LONG}", None, ["It was over.", LONG], id="a sentence is no title"),
        pytest.param(f"“It is over.”\n\n{LONG}", None, ["“It is over.”", LONG], id="nor a quoted one"),
        pytest.param(f"Буря\n\n{LONG}", "Буря", [LONG], id="any script"),
        pytest.param("Storm at the quay", None, ["Storm at the quay"], id="one line is the text"),
        pytest.param(
            "The north quay gave way\nbefore dawn.\n\nNine boats\nwere lost.\n",
            None,
            ["The north quay gave way before dawn.", "Nine boats were lost."],
            id="wrapped",
        ),
        pytest.param(f"\ufeff\r\n \r\n{LONG}\r\n\r\n\r\nb.\r\n", None, [LONG, "b."], id="mark, CRLF, spaces"),
        pytest.param(f"{LONG}\r\rb.", None, [LONG, "b."], id="CR"),
    ],
)
def test_plain_text(source: str, title: str | None, paragraphs: list[str]) -> None:
    imported = plain(source)
    front, body = parts(imported)
    assert front == {"title": title or "quay"}
    assert blocks(body) == paragraphs
    assert codes(imported) == ([] if title else ["import-title"])


def test_a_no_break_space_stays_in_the_file() -> None:
    assert parts(plain(f"9\u00a0boats.\n\n{LONG}"))[1].startswith("\n9\u00a0boats.\n")


def test_the_report_says_how_paragraphs_were_told_apart() -> None:
    assert plain(f"{LONG}\n{LONG}").remarks == ("2 paragraphs, each line taken for one",)
    assert plain(f"{LONG}\n\n{LONG}").remarks == ("2 paragraphs",)


@pytest.mark.parametrize(
    "line",
    ["A plain line, with 3.5 (three and a half) - and a dash; 50% of it!", "Орла Венн: «буря»", "x > y = z"],
)
def test_only_marks_are_escaped(line: str) -> None:
    assert escaped(line) == line


# --- what cannot be taken in ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "data", "code", "line"),
    [
        ("a.txt", b"one\ntwo \xe9", "import-encoding", 2),
        ("a.md", "Пожар".encode("cp1251"), "import-encoding", 1),
        ("a.txt", b"one\n\x1b[2Jtwo", "import-character", 2),
        ("a.md", b"one \x00", "import-character", 1),
        ("a.txt", b" \n\t\n", "import-empty", 0),
        ("a.md", b"", "import-empty", 0),
        ("a.rtf", b"text", "import-kind", 0),
        ("a", b"text", "import-kind", 0),
        ("a.txt", b"\n%PDF-1.4\nstream", "import-kind", 0),
        ("a.txt", b"{\\rtf1\\ansi text}", "import-kind", 0),
        ("a.txt", b"GIF89a", "import-kind", 0),
        ("a.md", b"PK\x03\x04", "import-kind", 0),
        ("a.html", b"\x1f\x8b\x08\x00abc", "import-kind", 0),
        ("a.md", b"---\ntitle: a: b\n---\ntext", "import-front-matter", 2),
        ("a.md", b"---\njust words\n---\ntext", "import-front-matter", 2),
        ("a.md", b"---\n- a\n---\ntext", "import-front-matter", 2),
    ],
)
def test_what_cannot_be_taken_in_whole_is_not_taken_in(name: str, data: bytes, code: str, line: int) -> None:
    imported = import_file(name, data)
    assert imported.files == ()
    assert codes(imported) == [code]
    assert (imported.problems[0].place.path, imported.problems[0].place.line) == (name, line)


@pytest.mark.parametrize(
    ("name", "data", "message", "cure"),
    [
        ("a.pdf", b"%PDF-1.4", "this is a PDF document, which cannot be imported", "copy its text"),
        ("a.pdf", b"", "this is a PDF document, which cannot be imported", "copy its text"),
        (
            "a.docx",
            b"PK\x03\x04",
            "this is a Word document, which cannot be imported",
            "save it as plain text",
        ),
        ("a.txt", b"PK\x03\x04", "this is a ZIP archive, which cannot be imported", "unpack it"),
        ("a.txt", b"GIF89a", "this is a GIF image, which cannot be imported", "write its words"),
        ("a", b"text", "the ending of the file's name does not say what it holds", "where it is text"),
    ],
)
def test_what_is_no_text_is_called_what_it_is(name: str, data: bytes, message: str, cure: str) -> None:
    (problem,) = import_file(name, data).problems
    assert (problem.code, problem.message) == ("import-kind", message)
    assert problem.help[0].startswith(cure)
    assert message.startswith("the") or "rename" not in problem.help[0]


@pytest.mark.parametrize(
    ("name", "article"),
    [
        ("in/Harbour Wire_0429.txt", "harbour-wire-0429"),
        ("Café №7.md", "caf-7"),
        ("con.txt", "con-1"),
        ("COM1.md", "com1-1"),
        ("буря.txt", "article-852665ff"),
    ],
)
def test_the_id_comes_from_the_name(name: str, article: str) -> None:
    (file,) = import_file(name, b"text").files
    assert PurePath(file.path).parts == ("content", "articles", f"{article}.md")


def test_every_importer_reads_a_word() -> None:
    for ending in IMPORTERS:
        data = b"<html><head></head><body><p>word</p></body></html>" if "htm" in ending else b"word"
        assert blocks(parts(import_file(f"a{ending}", data))[1]) == ["word"]
