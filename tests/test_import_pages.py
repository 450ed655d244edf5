"""Saved web pages: the words that were found are on the article's page, all others are in the report."""

import re

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from postil.dates import date_from_text
from postil.importers import import_file
from postil.importers.article import text_of
from postil.importers.charset import decoded
from postil.importers.html_found import parted
from postil.importers.html_page import Run
from postil.importers.layout import read_here
from postil.model.imported import Imported
from postil.model.records import Date
from postil.problems import Severity, has_errors

pytestmark = pytest.mark.slow


def day(text: str) -> Date:
    date = date_from_text(text)
    assert isinstance(date, Date)
    return date


def page(source: str | bytes, captured: str | None = None) -> Imported:
    data = source if isinstance(source, bytes) else source.encode()
    return import_file("page.html", data, None if captured is None else day(captured))


def parts(imported: Imported) -> tuple[dict[str, object], str]:
    assert not has_errors(imported.problems), imported.problems
    (file,) = imported.files
    _, front, body = file.data.decode().split("---\n", 2)
    return yaml.load(front, yaml.BaseLoader), body


def told(imported: Imported, code: str) -> list[str]:
    return [problem.message for problem in imported.problems if problem.code == code]


STORY = """<!DOCTYPE html>
<html lang="en"><head><title>Storm at the quay | Harbour Wire</title>
<meta name="author" content="Ana Prell"><meta property="og:site_name" content="Harbour Wire">
<meta property="article:published_time" content="2031-04-29T21:10:00+02:00">
<link rel="canonical" href="https://example.org/wire/4471"><script>track()</script></head>
<body><nav><a href="/">Home</a> <a href="/news">News</a></nav>
<article><h1>Storm at the quay</h1>
<p>The north quay <b>gave</b> way_shortly *before* dawn, <a href="/office">the harbour office</a> said on Monday.</p>
<ul><li>one boat<ul><li>two oars<ol><li>three nails</li></ol></li></ul></li><li>four ropes</li></ul>
<blockquote><p>We saw timber where the moorings used to be.</p><p># Nothing else was left.</p></blockquote>
<h2>What was counted</h2>
<table><tr><th>where</th><th>boats</th></tr><tr><td>the quay | north</td><td>9</td></tr></table>
<figure><img src="quay.jpg" alt="The quay"><figcaption>The quay on Sunday.</figcaption></figure>
<pre><code>nine = 9
  # counted</code></pre>
<p>First line<br>- second line, <em>as said</em>, <code>n_9</code>. Nine boats were lost,
and divers had seen timber &lt;there&gt;.</p>
</article><iframe src="https://example.org/video"></iframe><footer>All rights reserved 2031</footer></body></html>
"""


def test_what_is_found_stands_in_fields_and_blocks() -> None:
    front, body = parts(page(STORY))
    assert front == {
        "title": "Storm at the quay",
        "outlet": "Harbour Wire",
        "authors": ["Ana Prell"],
        "published": "2031-04-29T21:10:00+02:00",
        "url": "https://example.org/wire/4471",
        "lang": "en",
    }
    assert [(read.kind, read.depth, read.text) for read in read_here(body)] == [
        ("other", 0, "The north quay gave way_shortly *before* dawn, the harbour office said on Monday."),
        ("other", 1, "one boat"),
        ("other", 2, "two oars"),
        ("other", 3, "three nails"),
        ("other", 1, "four ropes"),
        ("other", 0, "We saw timber where the moorings used to be."),
        ("other", 0, "# Nothing else was left."),
        ("heading", 0, "What was counted"),
        ("cell", 0, "where"),
        ("cell", 0, "boats"),
        ("cell", 0, "the quay | north"),
        ("cell", 0, "9"),
        ("code", 0, "nine = 9\n  # counted"),
        (
            "other",
            0,
            "First line - second line, as said, n_9. Nine boats were lost, and divers had seen timber <there>.",
        ),
    ]
    assert "**gave**" in body
    assert "[the harbour office](<https://example.org/office>)" in body


DATA = """<script type="application/ld+json">{"@context": "https://schema.org", "@type": "Article",
"author": {"@type": "Person", "name": "J. R. Quill"}}</script>"""


@pytest.mark.parametrize(
    ("head", "names"),
    [
        ('<meta name="author" content="R. Quill">', ["R. Quill"]),
        ('<meta name="author" content="J. R. Quill and Ana Prell">', ["J. R. Quill", "Ana Prell"]),
        ('<meta name="author" content="J.R. Quill; Ana Prell Jr.">', ["J.R. Quill", "Ana Prell Jr."]),
        (
            DATA,
            ["J. R. Quill"],
        ),
    ],
)
def test_an_author_is_named_as_the_page_writes_the_name(head: str, names: list[str]) -> None:
    front, _ = parts(page(STORY.replace('<meta name="author" content="Ana Prell">', head)))
    assert front["authors"] == names


def test_what_is_not_in_the_article_is_in_the_report() -> None:
    lost = [problem for problem in page(STORY).problems if problem.code == "import-lost"]
    notes = " ".join(note.message for problem in lost for note in problem.notes)
    assert all(
        words in notes
        for words in ("Home News", "The quay on Sunday.", "All rights reserved 2031", "quay.jpg")
    )
    assert [problem.message for problem in lost[1:]] == [
        "not in the article, but on the page: 1 embedded frame, 1 image, 1 script"
    ]
    found = [int(number) for number in lost[0].message.split() if number.isdecimal()]
    assert 0 < found[0] < found[1]


def test_an_article_without_words_is_refused() -> None:
    imported = page("<html><head><title>x</title></head><body><img src=a.png></body></html>")
    assert (imported.files, [problem.code for problem in imported.problems]) == ((), ["import-empty"])


def test_nothing_is_said_on_standard_error(capfd: pytest.CaptureFixture[str]) -> None:
    page("")
    page(STORY)
    assert capfd.readouterr() == ("", "")


@settings(max_examples=40)
@given(
    st.lists(
        st.text(st.sampled_from("ab cd 1.-+#*_`[]()<>|!~=:&;\\"), min_size=1, max_size=30),
        min_size=1,
        max_size=5,
    )
)
def test_any_words_on_a_page_are_shown_as_they_are(paragraphs: list[str]) -> None:
    escaped = [text.replace("&", "&amp;").replace("<", "&lt;") for text in paragraphs]
    blocks = "".join(f"<p>{text}</p><ul><li>{text}</li></ul>" for text in escaped)
    filler = "Nine boats were lost at the quay, and divers had seen timber in the water there. " * 4
    imported = page(
        f"<html><head><title>T</title></head><body><article><p>{filler}</p>{blocks}</article></body></html>"
    )
    _, body = parts(imported)
    shown = text_of(body).text
    assert shown.startswith("Nine boats")
    assert not told(imported, "import-text-changed")


# --- IM-01: the character set -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "words", "why"),
    [
        (
            ("<html><head>" + f"<!-- {'x' * 1500} -->" + '<meta charset="windows-1251"></head><body>Пожар в порту')
            .encode("cp1251"),
            "Пожар в порту",
            "windows-1251",
        ),
        ('<html><head><meta charset="utf-8"></head><body>Café'.encode(), "Café", "utf-8"),
        ('<html><head><meta charset="iso-8859-1"></head><body>Café'.encode(), "Café", "though the page says `iso-8859-1`"),
        ('<html><head><meta charset="iso-8859-1"></head><body>Café – €'.encode("cp1252"), "Café – €", "cp1252"),
        (
            '<html><head><meta http-equiv="Content-Type" content="text/html; charset=Shift_JIS"></head><body>港の火事'
            .encode("cp932"),
            "港の火事",
            "cp932",
        ),
        ("<html><head><meta charset=big5></head><body>港口".encode("big5"), "港口", "big5hkscs"),
        ("<html><head><meta charset=iso-2022-jp></head><body>港".encode("iso-2022-jp"), "港", "iso2022_jp"),
        ("<html><body>Café".encode("utf-16"), "Café", "byte order mark"),
        ("<html><!-- <meta charset=koi8-r> --><meta charset=windows-1251>порт".encode("cp1251"), "порт", "windows-1251"),
    ],
)  # fmt: skip
def test_the_page_says_its_encoding_and_the_report_repeats_it(data: bytes, words: str, why: str) -> None:
    imported = page(data)
    assert text_of(parts(imported)[1]).text == words
    assert why in imported.remarks[0]


@pytest.mark.parametrize(
    "data",
    [
        b"caf\xe9",
        b"<meta charset=no-such>\xe9",
        b"<meta charset=utf-7>\xe9",
        b"<meta charset=rot13>\xe9",
    ],
)
def test_an_encoding_is_never_guessed(data: bytes) -> None:
    imported = page(data)
    assert (imported.files, [problem.code for problem in imported.problems]) == ((), ["import-encoding"])


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (
            "<meta charset=utf-8>\n<p>Пожар в порту".encode("cp1251"),
            "byte 0xcf on line 2 is not utf-8, though the page says so",
        ),
        (
            b"<meta charset=utf-8><p>Nine \xc3\xa9 boats\n\n were \xe9 lost</p>",
            "byte 0xe9 on line 3 is not utf-8, though the page says so",
        ),
        (
            b"<meta charset=windows-1251><p>\xcf \x98",
            "byte 0x98 on line 1 is not cp1251, though the page says `windows-1251`",
        ),
        (b"\xef\xbb\xbf<p>Nine \xe9", "byte 0xe9 on line 1 is not utf-8, though its byte order mark says so"),
    ],
)
def test_a_page_with_a_byte_that_cannot_be_read_is_refused(data: bytes, fault: str) -> None:
    imported = page(data)
    (problem,) = imported.problems
    assert imported.files == ()
    assert (problem.code, problem.severity) == ("import-encoding", Severity.ERROR)
    assert problem.message == fault
    assert problem.help


@given(st.binary(max_size=80))
def test_no_bytes_raise(data: bytes) -> None:
    assert bool(decoded(data).fault) or decoded(data).why


# --- the date of publication ---- -------------------------------------------------------------------------------------

SIGNS = (
    '<html><head><meta name="dc.date" content="2023-01-02"></head><body><p>Accepted 16 December 2022</p>'
    "<p>Event on 10 May 2023</p><time>2024-01-01</time></body></html>"
)


def test_a_date_is_taken_from_where_the_page_says_it_and_other_signs_are_asked() -> None:
    imported = page(SIGNS, "2023-03-10")
    front, body = parts(imported)
    assert (front["published"], front["retrieved"]) == ("2023-01-02", "2023-03-10")
    (asked,) = told(imported, "import-date")
    assert 'from meta name="dc.date"' in asked
    assert "`2024-01-01` in <time>, after the page was saved" in asked
    shown = [read.text for read in read_here(body)]
    assert shown[:2] == ["Accepted 16 December 2022", "Event on 10 May 2023"]


def test_paragraphs_after_a_break_in_the_markup_are_kept() -> None:
    broken = SIGNS.replace("<p>Event", "<p>Unclosed <b>x<div>More.</div><p>Event")
    words = " ".join(text_of(parts(page(broken))[1]).text.split())
    assert all(
        one in words for one in ("Accepted 16 December 2022", "Unclosed", "More.", "Event on 10 May 2023")
    )


HEAD = "<html><head>{}</head><body><p>Nine boats were lost at the quay.</p>{}</body></html>"
DC = '<meta name="dc.date" content="{}">'
OG = '<meta property="article:published_time" content="{}">'
LD = '<script type="application/ld+json">{{"@graph": [{{"@type": "Article", "datePublished": "{}"}}]}}</script>'


@pytest.mark.parametrize(
    ("head", "more", "date", "asks"),
    [
        (DC.format("2023-01-02") + OG.format("2023-01-02T10:00:00Z"), "", "2023-01-02T10:00:00Z", False),
        (DC.format("2023-01") + LD.format("2023-01-02"), "", "2023-01-02", False),
        (
            OG.format("2023-01-02T23:30:00Z") + LD.format("2023-01-03T00:30:00+01:00"),
            "",
            "2023-01-02T23:30:00Z",
            False,
        ),
        (LD.format("2023-01-02"), "", "2023-01-02", False),
        ("", '<time pubdate datetime="2023-01-02">then</time>', "2023-01-02", False),
        ('<link rel="canonical" href="https://example.org/2023/01/02/storm">', "", "2023-01-02", False),
        (DC.format("2023-01-02") + OG.format("2023-01-05"), "", None, True),
        (DC.format("02/01/2023"), "", None, True),
        (DC.format("02/01/2023") + OG.format("2023-01-02"), "", None, True),
        (DC.format("2023-03-11"), "", None, True),
        (DC.format("0000-00-00"), "", None, True),
        ("", "<time>2023-01-02</time>", None, True),
        ("", "", None, False),
    ],
)
def test_signs_of_the_date(head: str, more: str, date: str | None, *, asks: bool) -> None:
    imported = page(HEAD.format(head, more), "2023-03-10")
    assert parts(imported)[0].get("published") == date
    assert bool(told(imported, "import-date")) is asks


def test_languages_that_disagree_are_asked() -> None:
    imported = page(STORY.replace("<head>", '<head><meta http-equiv="Content-Language" content="uk">'))
    assert "lang" not in parts(imported)[0]
    assert "`en` in <html>, `uk` in <meta>" in told(imported, "import-field")[0]


# --- what stands in a sentence, and what is hidden ----------------------------------------------------------------------

STORM = (
    "<html lang='{}'><head><title>Storm at the quay</title></head><body><nav><a href='/'>Home</a></nav><article>"
    "<h1>Storm at the quay</h1>{}</article></body></html>"
)
FILLER = "<p>Nine boats were lost there, and divers had seen timber in the water of the harbour.</p>"


def shown(imported: Imported) -> list[str]:
    return [read.text for read in read_here(parts(imported)[1])]


def notes(imported: Imported) -> list[str]:
    return [
        note.message
        for problem in imported.problems
        if problem.code == "import-lost"
        for note in problem.notes
    ]


@pytest.mark.parametrize("more", ["", FILLER * 5])
@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("fell on <time datetime='2031-04-29'>29 April</time> at dawn", "fell on 29 April at dawn"),
        ("fell on <b><time>29 April</time></b> at dawn", "fell on 29 April at dawn"),
        ("the <abbr title='Harbour Office'>HO</abbr> said", "the HO said"),
        ("in <cite>The Wire</cite>, <data value='9'>nine</data> boats", "in The Wire, nine boats"),
        ("a <label>small</label> <mark>quay</mark>, <output>ten</output> men", "a small quay, ten men"),
        ("on <relative-time>Monday</relative-time> it", "on Monday it"),
        ("said <q>nothing <q>at all</q> was left</q> and", "said “nothing ‘at all’ was left” and"),
        ("said <q lang='uk'>нічого</q> and", "said «нічого» and"),
        ("said <q>“nothing”</q> and", "said “nothing” and"),
        ("seen <span hidden>secret </span><i style='color:red; display: none'>two</i>timber", "seen timber"),
    ],
)
def test_words_of_inline_elements_stay_in_their_sentence(written: str, read: str, more: str) -> None:
    imported = page(STORM.format("en", f"<p>The north quay {written} then.</p>{FILLER}{more}"))
    assert shown(imported)[0] == f"The north quay {read} then."
    assert notes(imported) == ["Home"]


def test_what_the_page_hides_is_counted() -> None:
    imported = page(STORM.format("en", f"<p hidden>Three secret words.</p>{FILLER}"))
    assert shown(imported) == [
        "Nine boats were lost there, and divers had seen timber in the water of the harbour."
    ]
    assert "left out: 3 words that the page hides" in imported.remarks


def test_the_report_singles_out_what_is_missing() -> None:
    sentence = "<p>The north quay fell on <button>29 April</button> at dawn, the harbour office said.</p>"
    imported = page(STORM.format("en", sentence + FILLER))
    assert told(imported, "import-lost") == [
        "3 of 34 words on the page are not in the article, in 2 passages"
    ]
    assert notes(imported) == [
        "Home",
        '"29 April" of "The north quay fell on 29 April at dawn, the harbour office said."',
    ]


# --- blocks of short pages, and what else is said -----------------------------------------------------------------------

BYLINE = "<p class='byline'>By Ana Prell, <time datetime='2031-04-29'>29 April 2031</time></p>"


def test_paragraphs_of_a_short_page_stay_paragraphs() -> None:
    blocks = "<p>The north quay fell at dawn.</p><h2>Counted</h2><p>Nine boats.</p><ul><li>one</li><li>two</li></ul>"
    imported = page(STORM.format("en", BYLINE + blocks))
    assert [(read.kind, read.text) for read in read_here(parts(imported)[1])] == [
        ("other", "The north quay fell at dawn."),
        ("heading", "Counted"),
        ("other", "Nine boats."),
        ("other", "one"),
        ("other", "two"),
    ]
    assert notes(imported) == ["Home", "By Ana Prell, 29 April 2031"]


def test_words_that_only_come_merged_are_parted_as_on_the_page() -> None:
    blocks = [
        Run("Counted", is_heading=True),
        Run("Nine boats.", is_heading=False),
        Run("Ten men.", is_heading=False),
    ]
    body = etree.XML("<body><p>Counted Nine boats. Ten men.</p></body>")
    assert parted(body, blocks)
    assert [(element.tag, element.text) for element in body] == [
        ("head", "Counted"),
        ("p", "Nine boats."),
        ("p", "Ten men."),
    ]
    other = etree.XML("<body><p>Counted otherwise.</p></body>")
    assert not parted(other, blocks)
    assert [element.text for element in other] == ["Counted otherwise."]


@pytest.mark.parametrize("more", ["", FILLER * 5])
@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("<p>a b<br><br>c d<br>e f</p>", ["a b", "c d e f"]),
        ("<div>a b<br>\n<br/><b>c</b> d<br><br><br>e f<br></div>", ["a b", "c d", "e f"]),
        ("<div>a b<br><br>c d<ul><li>x y</li></ul>e f</div>", ["a b", "c d", "x y", "e f"]),
        ("<ul><li>a b<br><br>c <i>d</i><!-- n --> e</li></ul>", ["a b", "c d e"]),
        ("<div><b>a</b> b <i>c</i></div>", ["a b c"]),
        ("<div><span>a</span> <span>b</span></div>", ["a b"]),
        ("<ul><li><b>a</b> b<ul><li><i>c</i> d</li></ul></li></ul>", ["a b", "c d"]),
        ("<table><tr><td><b>a</b> b</td><td>c</td></tr></table>", ["a b", "c"]),
        ("<p>a<br>b <ruby>港<rp>(</rp><rt>minato</rt><rp>)</rp></ruby> c</p>", ["a b 港(minato) c"]),
    ],
)
def test_paragraphs_and_spaces_are_those_of_the_page(written: str, read: list[str], more: str) -> None:
    assert shown(page(STORM.format("en", FILLER + written + more)))[1 : len(read) + 1] == read


def test_lines_stay_lines_and_what_folds_is_no_heading() -> None:
    more = "<details><summary>More</summary><p>Counted all.</p></details><pre>a = 1\n  b = 2<br>c</pre>"
    imported = page(STORM.format("en", FILLER + more))
    assert [(read.kind, read.text) for read in read_here(parts(imported)[1])][1:] == [
        ("other", "More"),
        ("other", "Counted all."),
        ("code", "a = 1\n  b = 2\nc"),
    ]
    assert "unfolded: 1 part that the page folds up" in imported.remarks


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td></td></tr></table>", []),
        ("<img src='a.png' alt='The quay'>", ["not in the article, but on the page: 1 image"]),
        ("<img src='a.png'><img src='b.png'>", ["not in the article, but on the page: 2 images"]),
    ],
)
def test_no_more_is_said_of_tables_and_images_than_is_so(more: str, said: list[str]) -> None:
    assert told(page(STORM.format("en", FILLER + more)), "import-lost")[1:] == said


def test_the_title_that_is_the_name_of_the_file_is_not_found() -> None:
    imported = page(f"<html lang='en'><body><article>{FILLER}</article></body></html>")
    assert told(imported, "import-title")
    assert "found: lang" in imported.remarks


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("<nav><a href='/'>Home</a> <a href='/n'>News</a></nav>", "no article was found on the page"),
        ("", "there is no text in the file"),
        (" \n", "there is no text in the file"),
    ],
)
def test_navigation_is_no_article(source: str, message: str) -> None:
    (problem,) = page(source).problems
    assert (problem.code, problem.message) == ("import-empty", message)


INLINE = [
    "b",
    "i",
    "span",
    "time",
    "abbr",
    "cite",
    "code",
    "data",
    "label",
    "button",
    "mark",
    "sup",
    "custom-tag",
]
BLOCKS = [
    "p",
    "div",
    "section",
    "blockquote",
    "li",
    "h2",
    "pre",
    "details",
    "nav",
    "aside",
    "footer",
    "td",
    "dd",
    "center",
]
HIDING = ["<{0} hidden>", "<{0} style='display:none'>"]


@st.composite
def bodies(draw: st.DrawFn) -> tuple[str, set[str]]:
    """A page's body in which no word stands twice, and the words that can be seen."""
    html, seen = [], set()
    for block in range(draw(st.integers(1, 6))):
        tag = draw(st.sampled_from(BLOCKS))
        html.append(f"<{tag}>")
        for number in range(draw(st.integers(1, 12))):
            word = f"word{block}n{number}"
            inline = draw(st.sampled_from([None, None, *INLINE]))
            opening = draw(st.sampled_from(["<{0}>", "<{0}>", "<{0}>", *HIDING])) if inline else ""
            if opening not in HIDING:
                seen.add(word)
            html.append(f"{opening.format(inline)}{word}</{inline}> " if inline else f"{word} ")
        html.append(f"</{tag}>")
    return "".join(html), seen


@settings(max_examples=100, deadline=None)
@given(bodies(), st.sampled_from(["", FILLER * 4]))
def test_every_word_that_is_seen_is_in_the_article_or_counted(body: tuple[str, set[str]], more: str) -> None:
    html, seen = body
    imported = page(f"<html><head><title>T</title></head><body><article>{html}{more}</article></body></html>")
    if not imported.files:
        assert [problem.code for problem in imported.problems] == ["import-empty"]
        return
    came = set(re.findall(r"word\d+n\d+", text_of(parts(imported)[1]).text))
    assert came <= seen
    left = [
        int(message.split()[0]) for message in told(imported, "import-lost") if "words on the page" in message
    ]
    assert sum(left) >= len(seen - came)
