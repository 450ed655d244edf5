"""Index: the same files for the same pages, whatever the disk; and nothing of what a search finds is lost on the way."""

import json
import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from gzip import decompress
from pathlib import Path
from typing import Any

import html5lib
import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.index import _run, _write_views, html_from_view, index
from postil.index.canon import UnknownShape, cbor_from_value, make_canonical, value_from_cbor
from postil.model.indexed import IndexedDenial, IndexedSentence, IndexView

pytestmark = pytest.mark.slow

MAGIC = len(b"pagefind_dcd")


def view(
    path: str, text: Iterable[str], *, lang: str = "en", date: str = "2031-04-29", **more: str
) -> IndexView:
    return IndexView(
        path=path,
        title=f"On {path}",
        lang=lang,
        filters=(("language", lang), *more.items()),
        sort=(("date", date),),
        meta=(("date", "29 April 2031"),),
        sentences=tuple(IndexedSentence(f"p1s{number}", one) for number, one in enumerate(text, 1)),
    )


VIEWS = (
    view(
        "articles/a.html",
        ["Nine boats were lost.", 'Venn said "no" & left <early>.'],
        outlet='Wire, "North": 1',
    ),
    view(
        "articles/b.html",
        ["Федорук бачив човни.", "Divers saw timber in Besançon."],
        lang="uk",
        outlet="Ledger",
    ),
    view("entities/venn.html", ["Orla Venn", "Орла Венн"], date="2031-04-30", kind="entity"),
)


def many(count: int) -> list[IndexView]:
    """Views enough for several chunks, several words of which stand in many pages."""
    made = []
    for number in range(count):
        chance = random.Random(number)
        text = [" ".join(f"word{chance.randrange(400)}" for _ in range(25)) + " é" for _ in range(8)]
        date = f"2031-04-{number % 7 + 1:02}"
        made.append(
            view(f"articles/{number % 5}/x{number}.html", text, date=date, outlet=f"outlet {number % 9}")
        )
    return made


def files_below(folder: Path) -> dict[str, bytes]:
    return {
        str(one.relative_to(folder)): one.read_bytes() for one in sorted(folder.rglob("*")) if one.is_file()
    }


def test_two_runs_give_the_same_bytes_whatever_the_order(tmp_path: Path) -> None:
    views = many(120)
    for name, order in (("one", views), ("two", views[::-1])):
        assert index(order, tmp_path / name, "en-GB").problems == ()
    assert files_below(tmp_path / "one") == files_below(tmp_path / "two")


def test_only_what_a_search_needs_is_kept(tmp_path: Path) -> None:
    index(VIEWS, tmp_path, "en", "web")
    kinds = {
        Path(path).suffix if "/" in path[9:] or "pf_meta" in path else path for path in files_below(tmp_path)
    }
    assert kinds == {
        "pagefind/pagefind.js",
        "pagefind/pagefind-worker.js",
        "pagefind/pagefind-entry.json",
        "pagefind/wasm.en.pagefind",
        ".pf_meta",
        ".pf_fragment",
        ".pf_index",
        ".pf_filter",
    }


@pytest.mark.parametrize("lang", ["en", "uk", "ru", "xx"])
def test_all_languages_are_one_index(tmp_path: Path, lang: str) -> None:
    index(VIEWS, tmp_path, lang)
    entry = json.loads((tmp_path / "pagefind" / "pagefind-entry.json").read_bytes())
    assert list(entry["languages"]) == [lang]
    assert entry["languages"][lang]["page_count"] == 3
    words = {word for _, word, *_ in words_in(tmp_path / "pagefind")}
    for asked in ("boat", "федорук", "орл"):
        assert any(word.startswith(asked) for word in words)


def test_nothing_to_search_writes_nothing(tmp_path: Path) -> None:
    assert index([], tmp_path, "en").problems == ()
    assert files_below(tmp_path) == {}


def test_a_failure_of_pagefind_is_a_problem_with_what_it_said(tmp_path: Path) -> None:
    """Pagefind refuses a site without a single word."""
    (problem,) = index([IndexView("a.html", "", "en", (), (), (), ())], tmp_path, "en").problems
    assert problem.code == "search-index-failed"
    assert any("not able to build an index" in note.message for note in problem.notes)
    assert files_below(tmp_path) == {}


def test_settings_of_the_machine_have_no_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    index(VIEWS, tmp_path / "one", "en")
    monkeypatch.setenv("PAGEFIND_ROOT_SELECTOR", "h6")
    (tmp_path / "pagefind.toml").write_text('glob = "nothing"\n')
    monkeypatch.chdir(tmp_path)
    index(VIEWS, tmp_path / "two", "en")
    assert files_below(tmp_path / "one") == files_below(tmp_path / "two")


@pytest.mark.parametrize("one", VIEWS, ids=lambda one: one.path)
def test_a_view_is_valid_html_with_the_words_as_they_are(one: IndexView) -> None:
    tree = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(html_from_view(one))
    shown, *said = ((span.get("id"), span.text) for span in tree.iter("span"))
    assert said == [(sentence.id, sentence.text) for sentence in one.sentences]
    assert json.loads(shown[0]) == dict(one.meta)
    assert shown[1] is None
    filters = [
        (meta.get("data-pagefind-filter").removesuffix("[content]"), meta.get("content"))
        for meta in tree.iter("meta")
        if meta.get("data-pagefind-filter")
    ]
    assert filters == list(one.filters)


def test_what_is_shown_with_a_sentence_is_found_by_nothing(tmp_path: Path) -> None:
    """It travels in one id without white space, whatever white space it has."""
    denial = IndexedDenial(
        kind="denies",
        incoming=True,
        who="The office",
        words="Not\u00a0one\u2003boat",
        lang="en",
        href="/articles/b.html#note-x",
    )
    said = IndexedSentence(
        "p1s1", "Nine boats.", voices=("Orla Venn",), hedges=("word of\nmouth",), denials=(denial,)
    )
    ours = IndexedSentence("note-x", "Counted twice.", weight=0.5)
    one = replace(VIEWS[0], sentences=(said, ours), names=("Венн",), denials=(denial,))
    index([one], tmp_path, "en", "web")
    bundle = tmp_path / "pagefind"
    ((_, meta),) = metas(bundle)
    found = fragment(bundle, meta[1][0][0])
    shown = json.loads(found["anchors"][0]["id"])
    row = ["denies", 1, "The office", "Not\u00a0one\u2003boat", "en", "/articles/b.html#note-x"]
    assert shown == {
        "date": "29 April 2031",
        "at": {"p1s1": {"voices": ["Orla Venn"], "hedges": ["word of\nmouth"], "denials": [row]}},
        "names": ["Венн"],
        "denials": [row],
    }
    assert [anchor["id"] for anchor in found["anchors"][1:]] == ["p1s1", "note-x"]
    words = {word for _, word, *_ in words_in(bundle)}
    assert {"nine", "boat", "count", "twice"} <= words
    assert not {"orla", "venn", "венн", "offic", "april", "mouth"} & words


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("the mayor—who saw it—stayed", {"mayor", "who", "it", "stayed"}),
        ("1986–87, and/or mid\u2011word", {"1986", "87", "and", "or", "mid", "word"}),
        ("so… or so…then", {"then"}),
        ("п\u02bcять, п\u2019ять", {"пять"}),
    ],
)
def test_words_are_parted_where_a_reader_parts_them_and_the_text_stays(
    tmp_path: Path, text: str, asked: set[str]
) -> None:
    one = IndexView("a.html", "T", "uk", (), (("date", ""),), (), (IndexedSentence("p1s1", text),))
    index([one], tmp_path, "uk", "web")
    bundle = tmp_path / "pagefind"
    assert asked <= {word for _, word, *_ in words_in(bundle)}
    ((_, meta),) = metas(bundle)
    kept = fragment(bundle, meta[1][0][0])["anchors"][1]["text"]
    assert kept.replace(" \u2060", "").replace("\u2019\u2060", "\u02bc") == text


# --- canonical form -------------------------------------------------------------------------------------------------


def raw(tmp_path: Path, views: Iterable[IndexView]) -> Path:
    pages, made = tmp_path / "pages", tmp_path / "made"
    assert _write_views(views, pages)
    assert _run(pages, made, "en") is None
    return made


def read(path: Path) -> Any:  # noqa: ANN401 - whatever the file holds
    data = decompress(path.read_bytes())[MAGIC:]
    value, end = value_from_cbor(data, 0)
    assert end == len(data)
    return value


def metas(bundle: Path) -> Iterator[tuple[list[str], Any]]:
    """For each language the addresses in the order of page numbers, and its meta."""
    entry = json.loads((bundle / "pagefind-entry.json").read_bytes())
    for about in entry["languages"].values():
        meta = read(bundle / f"pagefind.{about['hash']}.pf_meta")
        yield [fragment(bundle, name)["url"] for name, _ in meta[1]], meta


def fragment(bundle: Path, name: str) -> Any:  # noqa: ANN401 - JSON
    return json.loads(decompress((bundle / "fragment" / f"{name}.pf_fragment").read_bytes())[MAGIC:])


def words_in(bundle: Path) -> Iterator[tuple[str, str, str, str, str]]:
    """(first word of the chunk, word, form, address, positions) of everything in the chunks."""
    for addresses, meta in metas(bundle):
        for first, _, chunk in meta[2]:
            for word, pages, variants in read(bundle / "index" / f"{chunk}.pf_index")[0]:
                for form, found in [("", pages), *variants]:
                    page = 0
                    for difference, *positions in found:
                        page += difference
                        yield first, word, form, addresses[page], str(positions)


def found_by(bundle: Path) -> Iterator[tuple[str, str, list[str]]]:
    """(filter, value, addresses) and (sort key, "", addresses in order)."""
    for addresses, meta in metas(bundle):
        for name, chunk in meta[3]:
            filter_, values = read(bundle / "filter" / f"{chunk}.pf_filter")
            assert filter_ == name
            for value, pages in values:
                yield name, value, sorted(addresses[page] for page in pages)
        for name, pages in meta[4]:
            yield name, "", [addresses[page] for page in pages]


def test_the_canonical_form_says_what_pagefind_said(tmp_path: Path) -> None:
    before, after = raw(tmp_path, many(90)), tmp_path / "after"
    for path, data in make_canonical(before):
        (after / path).parent.mkdir(parents=True, exist_ok=True)
        (after / path).write_bytes(data)
    words = sorted(words_in(before))
    assert len({first for first, *_ in words}) > 1
    assert sorted(words_in(after)) == words
    assert sorted(found_by(after)) == sorted(found_by(before))
    ((addresses, meta),) = metas(after)
    assert addresses == sorted(addresses)
    sizes = {fragment(before, name)["url"]: size for _, one in metas(before) for name, size in one[1]}
    assert {address: size for address, (_, size) in zip(addresses, meta[1], strict=True)} == sizes


def test_another_release_is_refused(tmp_path: Path) -> None:
    made = raw(tmp_path, VIEWS)
    entry = made / "pagefind-entry.json"
    entry.write_text(entry.read_text().replace('"version":"1.5.2"', '"version":"1.6.0"'))
    with pytest.raises(UnknownShape, match=r"release 1\.6\.0"):
        list(make_canonical(made))


values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**64), 2**64 - 1) | st.text(),
    lambda inner: st.lists(inner, max_size=40),
)


@given(values, st.binary(max_size=3))
def test_cbor_round_trip(value: Any, after: bytes) -> None:  # noqa: ANN401 - any value of CBOR
    data = cbor_from_value(value)
    assert value_from_cbor(data + after, 0) == (value, len(data))


@pytest.mark.parametrize(
    "data", [b"\x9f\xff", b"\x40", b"\xa0", b"\x1c"], ids=["endless list", "bytes", "map", "head"]
)
def test_cbor_of_another_kind_is_refused(data: bytes) -> None:
    with pytest.raises(UnknownShape):
        value_from_cbor(data, 0)
