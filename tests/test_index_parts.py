"""An index made in parts holds what one run over all pages holds, and is the same whatever was kept from before."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from browsing import serving
from hypothesis import given
from hypothesis import strategies as st
from index_made import VIEWS, FolderSite, files_below, held, indexed, many, raw, stand_in, view

from postil.index import BUNDLE, index, shape
from postil.index.join import join
from postil.index.parts import Written, digest_of, parts
from postil.index.shard import shard
from postil.index.store import Store
from postil.model.indexed import IndexView

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

PARTS = 20_000
"""Bytes of the views of a part here, so that some 120 views are of many parts."""


# --- parts ------------------------------------------------------------------------------------------------------------

sizes = st.integers(1, 400)
months = st.sampled_from(["", "2031-01", "2031-02", "2031-12", "2032-07", "1987-07", "-0044-03"])
pages = st.builds(
    lambda path, month, size, digest: Written(path, "en", month[:-3], month, (), 0, size, digest),
    st.text("abc/", min_size=1, max_size=6),
    months,
    sizes,
    st.binary(min_size=2, max_size=2),
)
archives = st.lists(pages, unique_by=lambda one: one.path).map(
    lambda found: sorted(found, key=lambda one: one.path)
)


@given(archives, st.integers(1, 2000))
def test_each_page_is_in_one_part_and_no_part_is_too_large(found: list[Written], limit: int) -> None:
    made = list(parts(found, limit))
    assert sorted((one for part in made for one in part), key=lambda one: one.path) == found
    for part in made:
        assert len(part) < 2 or sum(one.size for one in part) <= limit
        assert list(part) == sorted(part, key=lambda one: one.path)


@given(archives, st.integers(1, 2000), st.data())
def test_a_page_that_comes_changes_no_part_but_those_it_could_be_in(
    found: list[Written], limit: int, data: st.DataObject
) -> None:
    """Unless a part grew too large and is parted itself, all other parts are as they were."""
    new = data.draw(pages.filter(lambda one: one.path not in {other.path for other in found}))
    before = {digest_of(part, "") for part in parts(found, limit)}
    after = [
        part
        for part in parts(sorted([*found, new], key=lambda one: one.path), limit)
        if digest_of(part, "") not in before
    ]
    touched = [one for part in after for one in part if one != new]
    assert sum(one.size for one in touched) <= limit


# --- joined is whole --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "limit"), [(120, PARTS), (120, 10**9), (25, 1)])
def test_what_is_joined_holds_what_one_run_holds(tmp_path: Path, count: int, limit: int) -> None:
    """Words, forms, positions, weights, chunks and their borders, lengths, fragments, filters, orders: all of it."""
    views = many(count)
    assert indexed(views, tmp_path / "site", limit=limit) == ()
    joined, whole = held(tmp_path / "site" / BUNDLE), held(raw(tmp_path, views))
    for what, found in whole.items():
        assert joined[what] == found, what
    assert len({chunk for chunk, *_ in whole["words"]}) > (1 if count > 100 else 0)
    assert any(form for _, _, form, *_ in whole["words"])


def test_pages_without_words_are_left_out_as_by_one_run(tmp_path: Path) -> None:
    views = [*VIEWS, view("articles/empty.html", ["…"], date="2020-01-01")]
    assert indexed(views, tmp_path / "site", limit=1) == ()
    assert held(tmp_path / "site" / BUNDLE) == held(raw(tmp_path, views))


def test_fragments_of_one_name_in_two_parts_stay_two(tmp_path: Path) -> None:
    """Pagefind's names are of 28 bits: in one of six archives of 10,000 pages, two of them meet."""
    bundles = []
    for one in VIEWS[:2]:
        folder = tmp_path / one.path.replace("/", "-")
        folder.mkdir()
        bundle = raw(folder, [one])
        (fragment,) = (bundle / "fragment").iterdir()
        fragment.rename(fragment.with_name("en_0000000.pf_fragment"))
        (path,) = bundle.glob("*.pf_meta")
        meta: Any = shape.value_in(path)
        meta[1][0][0] = "en_0000000"
        path.write_bytes(shape.packed(shape.cbor_from_value(meta)))
        bundles.append(bundle)
    store = Store(tmp_path / "store")
    packs = [store.put(str(number), shard(bundle)) for number, bundle in enumerate(bundles)]
    keys = {"date": {f"/{one.path}": f"{one.sort[0][1]} {one.path}" for one in VIEWS}}
    for path_, data in join(packs, keys):
        (tmp_path / "joined" / path_).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "joined" / path_).write_bytes(data)
    (tmp_path / "whole").mkdir()
    assert held(tmp_path / "joined") == held(raw(tmp_path / "whole", VIEWS[:2]))


def test_parts_in_another_order_than_ours_are_refused(tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    pack = store.put("one", shard(raw(tmp_path, VIEWS)))
    keys = {"date": {f"/{one.path}": str(9 - number) for number, one in enumerate(VIEWS)}}
    with pytest.raises(shape.UnknownShape, match="order of `date`"):
        list(join([pack], keys))


ASKED = """async ([address, questions]) => {
  const api = await (await import(address)).createInstance({});
  const found = [];
  for (const [words, options] of questions) {
    const { results } = await api.search(words, options);
    found.push(await Promise.all(results.map(async (one) => [(await one.data()).raw_url, one.score])));
  }
  await api.destroy();
  return found;
}"""

QUESTIONS = [
    *(("word7", {}), ("word39 word11", {}), ("cafe", {}), ("boats", {}), ("wor", {}), ("кава", {})),
    *(("word7", {"filters": {"outlet": "outlet 3"}}), (None, {"filters": {"year": "2029"}})),
    *(("word7", {"sort": {"date": "asc"}}), ("word7", {"sort": {"date": "desc"}})),
]


@pytest.mark.browser
def test_a_browser_finds_the_same_with_the_same_scores(browser: Browser, tmp_path: Path) -> None:
    views = many(120)
    (tmp_path / "sites").mkdir()
    assert indexed(views, tmp_path / "sites" / "joined", limit=PARTS, edition="web") == ()
    raw(tmp_path / "sites", views)
    found = []
    with serving(tmp_path / "sites", tmp_path / "host", "x") as address:
        for bundle in (f"joined/{BUNDLE}", "made"):
            page = browser.new_page()
            page.goto(f"{address}{bundle}/pagefind-entry.json")
            found.append(page.evaluate(ASKED, [f"{address}{bundle}/pagefind.js", QUESTIONS]))
    for (words, options), joined, whole in zip(QUESTIONS, *found, strict=True):
        if "sort" in options:
            assert joined == whole, words
        else:
            assert [score for _, score in joined] == [score for _, score in whole], words
            assert sorted(joined) == sorted(whole), words
        assert joined or not words, words


# --- what is kept -----------------------------------------------------------------------------------------------------


@pytest.fixture
def counting(tmp_path: Path) -> tuple[Path, Callable[[], int]]:
    """A program like Pagefind, and how often it has been run since it was last asked."""
    calls = tmp_path / "calls"
    program = stand_in(tmp_path, f"echo >> {shlex.quote(str(calls))}")

    def taken() -> int:
        count = len(calls.read_text().splitlines()) if calls.exists() else 0
        calls.unlink(missing_ok=True)
        return count

    return program, taken


def clean(views: Iterable[IndexView], folder: Path) -> dict[str, bytes]:
    assert indexed(views, folder, limit=PARTS) == ()
    return files_below(folder)


def test_the_same_bytes_whatever_was_kept(tmp_path: Path, counting: tuple[Path, Callable[[], int]]) -> None:
    """After each step of a history, what is put is what an index from nothing is; and only what changed is indexed."""
    program, taken = counting
    views = many(40)
    other = view("articles/0/new.html", ["word7 alone"], date="2029-06-01")
    edited = view(views[20].path, ["word1 word2"], date=views[20].sort[0][1])
    steps: Sequence[tuple[list[IndexView], int | None]] = (
        (views, None),
        (views, 0),
        ([*views, other], 1),
        (views, 0),
        (views[::-1], 0),
        (views[:20] + views[21:], 1),
        ([*views[:20], edited, *views[21:]], 1),
        (views[:2], 1),
        ([], 0),
        (views, 1),
    )
    for number, (step, runs) in enumerate(steps):
        site = tmp_path / f"site{number}"
        if step:
            assert indexed(step, site, limit=PARTS, cache=tmp_path / "cache", program=program) == ()
        assert files_below(site) == (clean(step, tmp_path / f"clean{number}") if step else {})
        made = taken()
        assert made == runs if runs is not None else made > 3, f"step {number}"


def test_of_two_archives_that_take_turns_neither_is_made_again(
    tmp_path: Path, counting: tuple[Path, Callable[[], int]]
) -> None:
    program, taken = counting
    cache = tmp_path / "cache"
    sides = [many(12), many(13)]
    for turn in range(6):
        indexed(sides[turn % 2], tmp_path / str(turn), cache=cache, program=program)
        assert taken() == (1 if turn < 2 else 0)
    (cache / "of another kind").write_text("stays")
    indexed(many(14), tmp_path / "third", cache=cache, program=program)
    indexed(many(15), tmp_path / "fourth", cache=cache, program=program)
    taken()
    assert len(list(cache.glob("*.pack"))) == 6
    assert (cache / "of another kind").exists()
    indexed(sides[0], tmp_path / "again", cache=cache, program=program)
    assert taken() == 1


def test_an_index_that_forgets_leaves_nothing_of_the_one_before(tmp_path: Path) -> None:
    cache, site = tmp_path / "cache", FolderSite(tmp_path / "site")
    index([*VIEWS, view("articles/c.html", ["Zedekiah saw it."])], site, "en", "web", cache)
    assert any(b"zedekiah" in path.read_bytes() for path in cache.iterdir())
    index(VIEWS, site, "en", "web", cache)
    assert any(b"zedekiah" in path.read_bytes() for path in cache.iterdir())
    for _ in range(2):
        index(VIEWS, site, "en", "web", cache, forgets=True)
        assert not any(b"zedekiah" in path.read_bytes() for path in cache.iterdir())
        assert list(cache.glob("*.pack"))


def _flipped(path: Path, at: int) -> None:
    data = bytearray(path.read_bytes())
    data[at] ^= 1
    path.write_bytes(data)


def _foreign(path: Path) -> None:
    path.write_bytes(max(path.parent.glob("*.pack"), key=lambda one: (one != path, one.name)).read_bytes())


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


DAMAGE: dict[str, Callable[[Path], object]] = {
    "a bit of the content": lambda path: _flipped(path, 100),
    "a bit of the digest": lambda path: _flipped(path, 3),
    "a bit of the end": lambda path: _flipped(path, -1),
    "cut off": lambda path: path.write_bytes(path.read_bytes()[:-40]),
    "empty": lambda path: path.write_bytes(b""),
    "nothing of ours": lambda path: path.write_bytes(b"PK\x03\x04 something else" * 9),
    "of another key": _foreign,
    "a folder": _folder,
}


@pytest.mark.parametrize("how", DAMAGE)
def test_what_is_damaged_is_made_anew(tmp_path: Path, how: str) -> None:
    views, cache = many(24), tmp_path / "cache"
    expected = clean(views, tmp_path / "clean")
    indexed(views, tmp_path / "site", limit=PARTS, cache=cache)
    for path in sorted(cache.glob("*.pack")):
        DAMAGE[how](path)
    (cache / "used.json").write_text("[[1]]")
    for turn in ("again", "and again"):
        assert indexed(views, tmp_path / turn, limit=PARTS, cache=cache) == ()
        assert files_below(tmp_path / turn) == expected


@pytest.mark.parametrize("place", ["a file", "below a file", "a full name"])
def test_where_nothing_can_be_kept_all_is_made_anew(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("")
    cache = {"a file": "file", "below a file": "file/cache", "a full name": "x" * 300}[place]
    expected = clean(VIEWS, tmp_path / "clean")
    assert indexed(VIEWS, tmp_path / "site", cache=tmp_path / cache) == ()
    assert files_below(tmp_path / "site") == expected
    assert (tmp_path / "file").read_text() == ""


def test_a_cache_that_is_deleted_meanwhile_is_done_without(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    program = stand_in(tmp_path, f"rm -rf {shlex.quote(str(cache))}")
    expected = clean(VIEWS, tmp_path / "clean")
    assert indexed(VIEWS, tmp_path / "site", cache=cache, program=program) == ()
    assert files_below(tmp_path / "site") == expected


def test_another_language_or_program_finds_nothing_of_what_was_kept(tmp_path: Path) -> None:
    """The key has what makes an index, not only what it is made of."""
    cache = tmp_path / "cache"
    indexed(VIEWS, tmp_path / "one", cache=cache)
    before = set(cache.glob("*.pack"))
    program = stand_in(tmp_path, "true")
    indexed(VIEWS, tmp_path / "two", cache=cache, program=program)
    assert not before & (set(cache.glob("*.pack")) - before)
    assert len(set(cache.glob("*.pack"))) == 2 * len(before)


def test_a_page_that_comes_leaves_the_fragments_of_others_as_they_are(tmp_path: Path) -> None:
    views = many(30)
    indexed(views, tmp_path / "one")
    indexed([*views, VIEWS[0]], tmp_path / "two")
    one, two = (
        {
            path: data
            for path, data in files_below(tmp_path / name).items()
            if "/fragment/" in path and "/off/" not in path
        }
        for name in ("one", "two")
    )
    assert one.items() <= two.items()
    assert len(two) == len(one) + 1


class Remembering(FolderSite):
    """A site that has what was put into it before."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.digests: dict[str, str] = {}
        self.kept: list[str] = []
        self.put_now: list[str] = []

    def has(self, path: str, digest: str) -> bool:
        return self.digests.get(path) == digest

    def keep(self, path: str, digest: str) -> None:
        assert self.has(path, digest)
        self.kept.append(path)

    def put(self, path: str, data: bytes) -> None:
        self.digests[path] = sha256(data).hexdigest()
        self.put_now.append(path)


def test_a_site_is_given_nothing_that_it_has(tmp_path: Path) -> None:
    site = Remembering(tmp_path)
    first = index(VIEWS, site, "en", "both", tmp_path / "cache")
    put, site.put_now = site.put_now, []
    assert index(VIEWS, site, "en", "both", tmp_path / "cache") == first
    assert site.put_now == []
    assert site.kept == put
