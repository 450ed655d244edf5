"""Render: valid pages from every page value, links that hold wherever the site lies, and faults that name their line."""

import re
from collections import Counter
from dataclasses import replace
from typing import TypeVar
from urllib.parse import urljoin
from xml.etree.ElementTree import Element

import html5lib
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sample_full import FULL
from sample_pages import EMPTY, EVERY, in_language
from sample_parts import BARE, DENIED, SHELL
from sample_theme import shipped_theme

from postil.model import page as contract
from postil.model.chart import ChartDenial
from postil.model.loaded import Strings, Theme
from postil.model.page import ArticlePage, ClaimPage, NotFoundPage, Page, ProsePage, RedirectPage, SourcesPage
from postil.model.parts import Html
from postil.render import TemplateFault, _compiled, check_theme, relative, render, wording_of
from postil.shipped import templates_dir

pytestmark = pytest.mark.slow

THEME = shipped_theme()
CSP = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self' blob:; "
    "style-src 'self'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'self'"
)


def html_of(page: Page) -> str:
    return render(page, THEME).decode()


def parsed(html: str) -> Element:
    parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
    tree: Element = parser.parse(html)
    return tree


P = TypeVar("P", bound=Page)


def page_of(kind: type[P]) -> P:
    return next(page for page in FULL if isinstance(page, kind))


def named(page: Page) -> str:
    return f"{type(page).__name__}-{page.path}-{page.shell.title}"


every_page = pytest.mark.parametrize("page", EVERY, ids=named)


# --- pages ----------------------------------------------------------------------------------------------------------


def test_each_page_class_is_rendered_full_and_empty() -> None:
    classes = {
        kind for kind in vars(contract).values() if isinstance(kind, type) and issubclass(kind, Page)
    } - {Page}
    assert {type(page) for page in FULL} == {type(page) for page in EMPTY} == classes


@every_page
@pytest.mark.parametrize("lang", ["en", "uk", "ar"])
def test_html_is_valid_and_ids_are_unique(page: Page, lang: str) -> None:
    tree = parsed(html_of(in_language(page, lang)))
    ids = Counter(element.get("id") for element in tree.iter() if element.get("id"))
    assert [one for one, count in ids.items() if count > 1] == []
    assert (tree.get("lang"), tree.get("dir")) == (lang, "rtl" if lang == "ar" else "ltr")


@every_page
def test_one_policy_and_nothing_that_it_forbids(page: Page) -> None:
    tree = parsed(html_of(page))
    policies = [
        one.get("content") for one in tree.iter("meta") if one.get("http-equiv") == "Content-Security-Policy"
    ]
    assert policies == [CSP]
    assert [one for one in tree.iter() if one.tag == "style" or one.get("style") or one.get("onclick")] == []
    code = [one for one in tree.iter("script") if one.get("type") != "application/ld+json"]  # data is not run
    assert [one for one in code if not one.get("src") or one.text] == []


@every_page
def test_links_within_a_page_lead_somewhere_on_it(page: Page) -> None:
    tree = parsed(html_of(page))
    ids = {element.get("id") for element in tree.iter()}
    targets = [element.get("href", "") for element in tree.iter("a")]
    assert [one for one in targets if one.startswith("#") and one[1:] not in ids] == []


@every_page
def test_no_target_begins_at_the_root_of_a_host(page: Page) -> None:
    at_root = re.findall(r'<[a-z][^>]*\s(?:href|src|action)="(/[^"]*)"', html_of(page))
    known = isinstance(page, NotFoundPage) and page.shell.base_url
    assert all(one.startswith("/harbour/") for one in at_root) if known else at_root == []


def test_text_in_another_direction_is_marked_as_such() -> None:
    """Case ST-01: titles and words of right-to-left languages in lists of a left-to-right page."""
    sources = parsed(html_of(page_of(SourcesPage)))
    titles = [one for one in sources.iter("bdi") if one.get("lang") == "ar"]
    assert [one.text for one in titles] == ["العاصفة تكسر الرصيف (الجزء 2)!"]
    article = parsed(html_of(replace(page_of(ArticlePage), text_lang="ar")))
    text = next(one for one in article.iter("div") if "data-text" in one.keys())  # noqa: SIM118 - of an element
    assert (text.get("lang"), text.get("dir")) == ("ar", "rtl")
    assert {(one.get("lang"), one.get("dir")) for one in text.iter("aside")} == {("en", "ltr")}


def test_a_notice_is_in_the_language_of_the_text() -> None:
    page = replace(page_of(ArticlePage), text_lang="uk", notice="ідеться про поранення")
    notices = [one for one in parsed(html_of(page)).iter("bdi") if one.text == page.notice]
    assert [one.get("lang") for one in notices] == ["uk"]


def test_a_denial_and_what_it_denies_stand_together_in_both_directions() -> None:
    html = html_of(page_of(ClaimPage))
    rows = [row.partition("</tr>")[0] for row in html.split("<tr") if 'role="rowheader"' in row]
    (denying,) = [row for row in rows if ">denies</span>" in row]
    (denied,) = [row for row in rows if ">denied by</span>" in row]
    assert "note-owners-figure" in denying
    assert "note-office-figure" in denied


def test_where_no_speaker_is_known_no_comma_hangs_behind_a_relation() -> None:
    claim = page_of(ClaimPage)
    band = next(band for band in claim.bands if band.chart)
    assert band.chart is not None
    denial = ChartDenial("denies", incoming=True, voice=None, says="9")
    told = replace(
        band,
        positions=tuple(replace(one, ties=(replace(DENIED, voice=None),)) for one in band.positions),
        chart=replace(band.chart, rows=tuple(replace(row, denials=(denial,)) for row in band.chart.rows)),
    )
    html = html_of(replace(claim, bands=(told,), points=()))
    between = re.findall(r'class="(?:tie-kind|chart-denial)">denied by(.*?)<b>', html)
    assert len(between) == len(band.positions) + len(band.chart.rows)
    assert {text.removeprefix("</span>") for text in between} == {" "}


@pytest.mark.parametrize("page", FULL, ids=named)
def test_words_that_are_denied_never_stand_without_the_denial(page: Page) -> None:
    """Each sentence outside a tie is followed, in its own entry, by the ties that go with it."""
    entries = re.split(
        r"<li|<td", re.sub(r'<ul class="ties">.*?</ul>', "TIES", html_of(page), flags=re.DOTALL)
    )
    said = [entry for entry in entries if "Nine fishing boats were lost</mark>, according" in entry]
    bare = [entry for entry in said if "TIES" not in entry]
    undenied = [entry for entry in bare if isinstance(page, ClaimPage) and "note-x" in entry]
    assert bare == undenied


def test_a_note_stands_in_the_order_that_scripts_and_styles_rely_on() -> None:
    html = html_of(page_of(ArticlePage))
    card = html.partition('<li id="note-office-figure"')[2].partition('<li id="note-timber"')[0]
    order = (
        *(
            '<p class="note-head">',
            'id="name-office-figure"',
            'href="#ref-office-figure"',
            '<p class="hedge">',
        ),
        *('<div class="note-body">', '<p class="tie denial">', '<div class="note-rest">'),
        *('<details class="note-more">', '<p class="also">'),
    )
    places = [card.find(part) for part in order]
    assert -1 not in places
    assert places == sorted(places)


def test_what_is_denied_or_hedged_is_never_folded_away() -> None:
    html = html_of(page_of(ArticlePage))
    card = html.partition('<li id="note-office-figure"')[2].partition('<li id="note-timber"')[0]
    shown = card.partition('<div class="note-rest">')[0]
    assert ">denies</span>" in shown
    assert "single-source" in shown


def test_a_marker_is_called_by_its_note_s_number_kinds_and_words() -> None:
    html = html_of(page_of(ArticlePage))
    assert 'aria-labelledby="name-before-dawn"' in html
    back = html.partition('id="name-before-dawn"')[2].partition(">")[0]
    assert 'href="#ref-before-dawn"' in back
    assert 'aria-label="Note 1: event, “shortly before dawn”"' in back


# --- targets --------------------------------------------------------------------------------------------------------

CASES = [
    ("/index.html", "index.html", "index.html"),
    ("/index.html", "articles/x.html", "../index.html"),
    ("/articles/x.html#p4s2", "articles/x.html", "#p4s2"),
    ("/articles/x.html", "articles/x.html", "x.html"),
    ("/articles/a/x.html#p1", "articles/b/y.html", "../a/x.html#p1"),
    ("/articles/a/b/x.html", "articles/a/y.html", "b/x.html"),
    ("/assets/style.css", "articles/a/b/c.html", "../../../assets/style.css"),
    ("/search.html?q=a/b#c", "names.html", "search.html?q=a/b#c"),
    ("/a/a.html", "a.html", "a/a.html"),
]


@pytest.mark.parametrize(("target", "path", "expected"), CASES)
def test_relative(target: str, path: str, expected: str) -> None:
    assert relative(target, path) == expected


parts = st.lists(st.sampled_from(["a", "b", "c-1"]), max_size=4)
names = st.sampled_from(["x.html", "y.html"])


@given(parts, names, parts, names, st.sampled_from(["", "#p4s2", "?q=a/b", "?q=a#b"]))
def test_a_relative_target_leads_where_the_target_led(
    up: list[str], x: str, down: list[str], y: str, rest: str
) -> None:
    target, path = "/".join(["", *up, x]), "/".join([*down, y])
    base = f"https://example.org/under/a/path/{path}"
    assert urljoin(base, relative(target + rest, path)) == f"https://example.org/under/a/path{target}{rest}"


def prose(body: str) -> str:
    page = ProsePage(path="pages/p.html", title="P", shell=BARE, text_lang="en", body=Html(body))
    return html_of(page).partition('<div class="prose">')[2].partition("</div>")[0]


@pytest.mark.parametrize(
    "kept",
    [
        'Write href="/kept" so.',
        "<!-- <a href='/kept'> -->",
        "<p title='say href=\"/kept\" now'>x</p>",
        '<a href="//example.org/kept">x</a>',
        '<a href="https://example.org/kept">x</a>',
        '<a data-href="/kept">x</a>',
        "&lt;a href=&#34;/kept&#34;&gt;",
    ],
)
def test_only_targets_in_tags_are_touched(kept: str) -> None:
    assert prose(kept) == kept


@pytest.mark.parametrize(
    ("given_", "made"),
    [
        ('<a title="1 > 0" href="/x.html">x</a>', '<a title="1 > 0" href="../x.html">x</a>'),
        ("<a href='/x.html'>x</a>", "<a href='../x.html'>x</a>"),
        ("<a href=/x.html>x</a>", "<a href=../x.html>x</a>"),
        ('<img alt="" src="/m/x.png">', '<img alt="" src="../m/x.png">'),
    ],
)
def test_targets_in_tags_are_made_relative(given_: str, made: str) -> None:
    assert prose(given_) == made


def test_a_redirect_leads_to_its_target_in_every_way() -> None:
    html = html_of(page_of(RedirectPage))
    assert '<meta http-equiv="refresh" content="0; url=harbour-wire.html">' in html
    assert '<a href="harbour-wire.html">' in html
    assert '<link rel="canonical" href="https://example.org/harbour/articles/harbour-wire.html">' in html


@pytest.mark.parametrize(
    "title", ["0; url=/x", '0;URL=/index.html" http-equiv="refresh', "<meta http-equiv=refresh>"]
)
def test_what_reads_like_a_way_on_in_a_title_stays_as_written(title: str) -> None:
    page = replace(page_of(ArticlePage), title=title, meta=(("citation_title", title),))
    (content,) = (
        one.get("content")
        for one in parsed(html_of(page)).iter("meta")
        if one.get("name") == "citation_title"
    )
    assert content == title


def test_a_missing_page_has_absolute_targets_only_where_the_address_is_known() -> None:
    page = NotFoundPage(path="404.html", title="", shell=SHELL)
    assert 'href="/harbour/assets/style.css"' in html_of(page)
    assert 'href="assets/style.css"' in html_of(replace(page, shell=BARE))


def test_a_base_address_ends_no_attribute() -> None:
    shell = replace(SHELL, base_url="https://example.org/\"><script>ran()</script>/'x/")
    page = NotFoundPage(path="404.html", title="", shell=shell)
    assert "<script>ran" not in html_of(page)
    assert 'href="/&quot;&gt;&lt;script&gt;ran()&lt;/script&gt;/&#x27;x/assets/style.css"' in html_of(page)


# --- strings --------------------------------------------------------------------------------------------------------

TEXTS = {strings.lang: dict(strings.texts) for strings in THEME.strings}
CATEGORIES = {"en": {"one", "other"}, "uk": {"one", "few", "many", "other"}}


def counted(lang: str) -> dict[str, set[str]]:
    """The keys that have a text for each count, and for which counts."""
    found: dict[str, set[str]] = {}
    for key in TEXTS[lang]:
        stem, _, category = key.rpartition(".")
        if category in CATEGORIES["uk"] and stem not in {"type", "types"}:
            found.setdefault(stem, set()).add(category)
    return found


def stems(lang: str) -> set[str]:
    plural = counted(lang)
    return {key.rpartition(".")[0] if key.rpartition(".")[0] in plural else key for key in TEXTS[lang]}


def test_both_languages_have_the_same_keys() -> None:
    assert stems("en") == stems("uk")


@pytest.mark.parametrize("lang", ["en", "uk"])
def test_a_counted_text_has_every_form_of_its_language(lang: str) -> None:
    assert {key: forms for key, forms in counted(lang).items() if forms != CATEGORIES[lang]} == {}


def test_translations_hold_the_same_values() -> None:
    def values(lang: str) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for key, text in TEXTS[lang].items():
            stem = key.rpartition(".")[0]
            found.setdefault(stem if stem in counted(lang) else key, set()).update(
                re.findall(r"\{(\w+)\}", text)
            )
        return found

    assert values("en") == values("uk")


def test_every_key_that_templates_use_exists_and_every_key_is_used() -> None:
    source = "\n".join(text for _, text in THEME.templates)
    literal = set(re.findall(r"\bt\('([^']+)'\s*[,)]", source))
    begun = tuple(set(re.findall(r"\bt\('([^']+)' ~", source)))
    assert literal - stems("en") == set()
    assert {key for key in stems("en") if key not in literal and not key.startswith(begun)} == set()
    assert [start for start in begun if not any(key.startswith(start) for key in stems("en"))] == []


def test_what_a_language_lacks_is_lent_by_english_with_its_own_plurals() -> None:
    strings = (
        Strings("en", (("a", "A"), ("b", "B"), ("n.one", "{n} note"), ("n.other", "{n} notes"))),
        Strings("uk", (("a", "А"), ("m.few", "{n} назви"), ("m.other", "{n} назв"))),
    )
    t = wording_of(strings, "uk-UA")
    assert (t.own.lang, [key for key, _ in t.lent.texts]) == ("uk", ["b", "n.one", "n.other"])
    said = (t("a"), t("b"), t("n", n=21), t("m", n=3), t("m", n=5))
    assert [one.html for one in said] == ["А", "B", "21 notes", "3 назви", "5 назв"]


@pytest.mark.parametrize(
    ("lang", "count", "said"),
    [
        ("en", 1, "(40 in all), 1 is shown: the one on which a note stands."),
        ("en", 21, "(40 in all), 21 are shown: those on which a note stands."),
        ("uk", 1, "Показано 1 речення із 40:"),
        ("uk", 2, "Показано 2 речення із 40:"),
        ("uk", 11, "Показано 11 речень із 40:"),
        ("uk", 21, "Показано 21 речення із 40:"),
    ],
)
def test_how_much_is_shown_follows_in_number_what_is_shown(lang: str, count: int, said: str) -> None:
    assert said in wording_of(THEME.strings, lang)("share.quoted", n=count, total=40).html


def test_pages_depend_on_the_strings_of_their_language_and_of_no_other() -> None:
    """Whatever else a theme says, equal wordings are one key, and give equal bytes."""
    english = Strings("en", (("a", "A"), ("b", "B")))
    ours = Strings("uk", (("a", "А"), ("b", "Б")))
    others = ((english, ours), (replace(english, texts=(("a", "changed"),)), ours), (Strings("fi", ()), ours))
    assert len({wording_of(one, "uk") for one in others}) == 1
    assert wording_of((english, replace(ours, texts=ours.texts[:1])), "uk") != wording_of(
        (english, ours), "uk"
    )


def test_a_language_without_strings_speaks_english() -> None:
    page = in_language(page_of(ArticlePage), "fi")
    assert "Text verified" in html_of(page)
    assert '<html lang="fi"' in html_of(page)


# --- faults ---------------------------------------------------------------------------------------------------------


def with_template(name: str, source: str, strings: tuple[Strings, ...] = THEME.strings) -> Theme:
    templates = {**dict(THEME.templates), name: source}
    return Theme(tuple(sorted(templates.items())), (), strings)


def test_the_shipped_templates_have_no_problems() -> None:
    assert check_theme(THEME) == ()
    assert (templates_dir() / "contract").read_text() == "1\n"


@pytest.mark.parametrize(
    ("source", "code", "line"),
    [
        ("a\n{% if %}\n", "template-syntax", 2),
        ("a\nb\n{{ x|no_such_filter }}\n", "template-syntax", 3),
        ("a\n{% include page.title %}\n", "template-dynamic-include", 2),
        ("{% extends ['base.html', page.title] %}\n", "template-dynamic-include", 1),
        ("a\n\n{% import 'nowhere.html' as x %}\n", "template-missing", 3),
    ],
)
def test_what_is_wrong_with_a_template_is_found_before_it_is_used(source: str, code: str, line: int) -> None:
    (problem,) = check_theme(with_template("page.html", source))
    assert (problem.code, problem.place.path, problem.place.line) == (code, "templates/page.html", line)


def test_what_is_checked_is_compiled_for_rendering() -> None:
    theme = with_template("page.html", '{% extends "base.html" %}{# of this test alone #}')
    assert check_theme(theme) == ()
    kept = _compiled(theme).environment.cache
    assert kept is not None
    compiled = dict(kept.items())
    assert {name for _, name in compiled} == {name for name, _ in theme.templates}
    for page in FULL:
        render(page, theme)
    assert dict(kept.items()) == compiled


def test_a_template_that_is_needed_and_not_there_is_a_problem() -> None:
    (problem,) = check_theme(
        replace(THEME, templates=tuple(one for one in THEME.templates if one[0] != "claim.html"))
    )
    assert problem.code == "template-missing"
    assert "claim.html" in problem.message


@pytest.mark.parametrize(
    ("source", "line", "fact"),
    [
        ("a\n{{ page.no_such_field }}\n", 2, "no_such_field"),
        ("{{ site }}", 1, "'site' is undefined"),
        ("a\nb\n{{ t('no.such.key') }}", 3, "no.such.key"),
        ("{{ t('note.annotator') }}", 1, "name"),
        ("{{ 1 // 0 }}", 1, "division"),
        ("{{ range(3) }}", 1, "'range' is undefined"),
        ("a\n{{ page.__class__ }}", 2, "__class__"),
        ("{{ page.title.__class__.__mro__ }}", 1, "__mro__"),
        ("{{ (page|attr('__class__')).x }}", 1, "filter named 'attr'"),
        ("{{ page['__cl' ~ 'ass__'] }}", 1, "__class__"),
        ("{{ ['a']|map(attribute='__class__')|list }}", 1, "__class__"),
        ("{{ '{0.__class__}'.format(page) }}", 1, "format"),
        ("{{ ('a'|map('upper')).gi_frame }}", 1, "gi_frame"),
        ("{{ t.__init__.__globals__ }}", 1, "__globals__"),
    ],
)
def test_a_failing_template_is_named_with_its_line(source: str, line: int, fact: str) -> None:
    with pytest.raises(TemplateFault) as raised:
        render(page_of(ProsePage), with_template("page.html", source))
    problem = raised.value.problem("pages/method.html")
    assert (problem.code, problem.place.path, problem.place.line) == (
        "template-failed",
        "templates/page.html",
        line,
    )
    assert fact in problem.message
    assert "pages/method.html" in problem.notes[0].message


def test_a_fault_in_a_part_is_laid_to_that_part() -> None:
    theme = with_template(
        "_parts.html", dict(THEME.templates)["_parts.html"].replace("to.href", "to.nothing")
    )
    with pytest.raises(TemplateFault) as raised:
        render(page_of(ArticlePage), theme)
    assert raised.value.name == "_parts.html"


def test_strings_are_text_and_never_markup() -> None:
    strings = (Strings("en", (("x", "<b>{name}</b>"),)),)
    theme = with_template("page.html", "{{ t('x', name='<i>') }}", strings)
    assert render(page_of(ProsePage), theme) == b"&lt;b&gt;&lt;i&gt;&lt;/b&gt;"


# --- colours --------------------------------------------------------------------------------------------------------


def luminance(colour: str) -> float:
    """Relative luminance (WCAG 2.2) of #rrggbb."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("ink", ["ink", "quiet", "accent", "figure", "denial", "hedge"])
@pytest.mark.parametrize("ground", ["paper", "raised", "open"])
def test_text_stands_out_enough(scheme: int, ink: str, ground: str) -> None:
    """WCAG 2.2, 1.4.3 level AA: a contrast of 4.5 to 1, in the light and in the dark."""
    css = (templates_dir() / "assets" / "style.css").read_text(encoding="utf-8")
    blocks = re.findall(r":root \{(.*?)\}", css, re.DOTALL)[:2]
    colours = dict(re.findall(r"--(\w+): (#[0-9a-f]{6});", blocks[scheme]))
    light, dark = sorted((luminance(colours[ink]), luminance(colours[ground])), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_every_face_that_the_style_sheet_names_is_there_and_no_other() -> None:
    assets = templates_dir() / "assets"
    named = re.findall(r"url\(([^)]+\.woff2)\)", (assets / "faces.css").read_text(encoding="utf-8"))
    there = [path.relative_to(assets).as_posix() for path in assets.rglob("*.woff2")]
    assert sorted(named) == sorted(there) != []
