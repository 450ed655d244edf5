"""Index: the same files for the same pages, whatever the disk; and nothing of what a search finds is lost on the way."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import html5lib
import pytest
from hypothesis import given
from hypothesis import strategies as st
from index_made import (
    VIEWS,
    FolderSite,
    files_below,
    fragment,
    indexed,
    many,
    meta_of,
    raw,
    stand_in,
    words_in,
)

from postil.index import index
from postil.index.shape import UnknownShape, cbor_from_value, value_from_cbor
from postil.index.shard import shard
from postil.index.views import html_from_view
from postil.model.indexed import IndexedDenial, IndexedSentence, IndexView

pytestmark = pytest.mark.slow


def test_two_runs_give_the_same_bytes_whatever_the_order(tmp_path: Path) -> None:
    views = many(120)
    for name, order in (("one", views), ("two", views[::-1])):
        assert index(order, FolderSite(tmp_path / name), "en-GB").problems == ()
    assert files_below(tmp_path / "one") == files_below(tmp_path / "two")


def test_only_what_a_search_needs_is_kept(tmp_path: Path) -> None:
    index(VIEWS, FolderSite(tmp_path), "en", "web")
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
    index(VIEWS, FolderSite(tmp_path), lang)
    entry = json.loads((tmp_path / "pagefind" / "pagefind-entry.json").read_bytes())
    assert list(entry["languages"]) == [lang]
    assert entry["languages"][lang]["page_count"] == 3
    words = {word for _, word, *_ in words_in(tmp_path / "pagefind")}
    for asked in ("boat", "федорук", "орл"):
        assert any(word.startswith(asked) for word in words)


def test_nothing_to_search_writes_nothing(tmp_path: Path) -> None:
    assert index([], FolderSite(tmp_path), "en").problems == ()
    assert files_below(tmp_path) == {}


def test_a_failure_of_pagefind_is_a_problem_with_what_it_said(tmp_path: Path) -> None:
    program = stand_in(tmp_path, "echo 'No space left on device' >&2; exit 1")
    (problem,) = indexed(VIEWS, tmp_path / "site", program=program)
    assert problem.code == "search-index-failed"
    assert [note.message for note in problem.notes] == ["Pagefind: No space left on device"]
    assert not (tmp_path / "site").exists()


def test_a_page_without_words_is_one_that_filters_leave(tmp_path: Path) -> None:
    """Every page has a letter that is never shown: a search without words asks for it."""
    view = IndexView("a.html", "", "en", (("kind", "article"),), (), (), ())
    assert index([view], FolderSite(tmp_path), "en").problems == ()
    assert [word for _, word, *_ in words_in(tmp_path / "pagefind")] == ["\ua78f"]


def test_settings_of_the_machine_have_no_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    index(VIEWS, FolderSite(tmp_path / "one"), "en")
    monkeypatch.setenv("PAGEFIND_ROOT_SELECTOR", "h6")
    (tmp_path / "pagefind.toml").write_text('glob = "nothing"\n')
    monkeypatch.chdir(tmp_path)
    index(VIEWS, FolderSite(tmp_path / "two"), "en")
    assert files_below(tmp_path / "one") == files_below(tmp_path / "two")


@pytest.mark.parametrize("one", VIEWS, ids=lambda one: one.path)
def test_a_view_is_valid_html_with_the_words_as_they_are(one: IndexView) -> None:
    tree = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(html_from_view(one))
    shown, *said, _every = ((span.get("id"), span.text) for span in tree.iter("span"))
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
    index([one], FolderSite(tmp_path), "en", "web")
    bundle = tmp_path / "pagefind"
    _, meta = meta_of(bundle)
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
    index([one], FolderSite(tmp_path), "uk", "web")
    bundle = tmp_path / "pagefind"
    assert asked <= {word for _, word, *_ in words_in(bundle)}
    _, meta = meta_of(bundle)
    kept = fragment(bundle, meta[1][0][0])["anchors"][1]["text"]
    assert kept.replace(" \u2060", "").replace("\u2019\u2060", "\u02bc") == text


# --- shapes ---------------------------------------------------------------------------------------------------------


def test_another_release_is_refused(tmp_path: Path) -> None:
    made = raw(tmp_path, VIEWS)
    entry = made / "pagefind-entry.json"
    entry.write_text(entry.read_text().replace('"version":"1.5.2"', '"version":"1.6.0"'))
    with pytest.raises(UnknownShape, match=r"release 1\.6\.0"):
        list(shard(made))


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
