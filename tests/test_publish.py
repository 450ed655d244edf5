"""Publishing: whole or not at all, only over what is ours, and only as much as differs."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from published import Watched, begun, codes, contents, proved, publish_files, published, put

from postil.manifest import MANIFEST
from postil.publish import (
    DRAFT_MARKER,
    MARKER,
    Listing,
    Look,
    Unwritable,
    disk,
    looked_at,
    publication,
    shrunk,
)
from postil.publish.beside import Beside


@pytest.fixture(autouse=True)
def _no_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether all is written through in time, `test_publish_killed.py` asks; here it would only cost time."""
    monkeypatch.setattr(disk, "write_all_through", lambda *_: None)


def hidden(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name != "site")


def test_a_site_is_published_and_replaced_as_a_whole(tmp_path: Path) -> None:
    out = tmp_path / "site"
    assert (
        publish_files(tmp_path, out, {"index.html": "one", "a/b.html": "b"}) == 4
    )  # marker and manifest count
    assert publish_files(tmp_path, out, {"index.html": "two"}) == 3  # one changed, one gone, and the manifest
    assert contents(out) == {"index.html": "two"}
    assert sorted(path.name for path in out.iterdir()) == [MARKER, "index.html", MANIFEST]


def test_equal_sites_touch_nothing(tmp_path: Path) -> None:
    out = tmp_path / "site"
    publish_files(tmp_path, out, {"index.html": "one"})
    before = (out.stat().st_ino, out.stat().st_mtime_ns, tmp_path.stat().st_mtime_ns)
    assert publish_files(tmp_path, out, {"index.html": "one"}) == 0
    assert (out.stat().st_ino, out.stat().st_mtime_ns, tmp_path.stat().st_mtime_ns) == before


def test_a_small_change_of_a_large_site_costs_few_system_calls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "site"
    files = {f"articles/{number}.html": f"{number}" for number in range(300)}
    for text in ("one", "two", "three"):
        publish_files(tmp_path, out, {**files, "index.html": text})
    calls = Watched()
    monkeypatch.setattr(disk, "os", calls)
    assert publish_files(tmp_path, out, {**files, "articles/7.html": "other", "index.html": "three"}) == 2
    assert calls.calls["open"] < 15
    assert calls.calls["write"] == 3  # the page, the manifest, the memory
    assert calls.calls["link"] == 1  # what the change before was
    assert calls.calls["read"] <= 6


def test_where_it_is_known_what_was_left_only_what_changes_is_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, left = tmp_path / "site", b""
    files = {f"articles/{number}.html": f"{number}" for number in range(300)}
    for text in ("one", "two", "three"):
        left = published(tmp_path, out, {**files, "index.html": text}, left=left)[1]
    stands = looked_at(out, left)
    assert stands is not None
    assert stands.is_as_left
    calls = Watched()
    monkeypatch.setattr(disk, "os", calls)
    looks: list[str] = []
    tree = disk.tree

    def looked(folder: Path, *like: disk.Tree) -> disk.Tree:
        looks.append(folder.name)
        return tree(folder, *like)

    monkeypatch.setattr(disk, "tree", looked)
    with publication(out, tmp_path, drafts=False, stands=stands) as begun_:
        site = begun_.value
        assert site is not None
        site.keep_others(["articles/7.html"], None)
        site.put("articles/7.html", b"other")
        assert site.finish() == 2  # with the manifest
    assert looks == [".site.other"]  # the site itself was seen, and what is done to it is known
    assert calls.calls["write"] == 2  # the page, the manifest
    assert calls.calls["stat"] + calls.calls["lstat"] + calls.calls["fstat"] < 20
    assert looked_at(out, site.left) == Look(disk.tree(out), is_as_left=True, site=site.left)
    assert contents(out) == {**files, "index.html": "three", "articles/7.html": "other"}
    assert proved(out)


def test_what_another_build_has_put_there_meanwhile_is_seen(tmp_path: Path) -> None:
    out = tmp_path / "site"
    left = published(tmp_path, out, {"a.html": "1", "b.html": "1"})[1]
    stands = looked_at(out, left)
    for text in ("2", "3"):  # so that the folder has the number that it had
        publish_files(tmp_path, out, {"a.html": text, "b.html": text})
    with publication(out, tmp_path, drafts=False, stands=stands) as begun_:
        site = begun_.value
        assert site is not None
        site.keep_others(["a.html"], None)
        site.put("a.html", b"4")
        site.finish()
    assert contents(out) == {"a.html": "4", "b.html": "3"}
    assert proved(out)


def test_what_one_generation_lacks_it_shares_with_the_other(tmp_path: Path) -> None:
    out, other = tmp_path / "site", Beside(tmp_path / "site").other
    files = {"a.html": "a", "b/c.html": "c"}
    for text in ("one", "two", "three"):
        publish_files(tmp_path, out, {**files, "index.html": text})
    assert hidden(tmp_path) == [".site.memory", ".site.other"]
    assert contents(other) == {**files, "index.html": "two"}
    assert all((out / path).samefile(other / path) for path in files)
    assert not (out / "index.html").samefile(other / "index.html")


def test_where_files_cannot_be_shared_they_are_copied_with_their_age(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "link", refused)
    out = tmp_path / "site"
    for text in ("one", "two", "three"):
        publish_files(tmp_path, out, {"a.html": "a", "index.html": text})
        assert contents(out) == {"a.html": "a", "index.html": text}
    other = Beside(out).other
    assert (out / "a.html").stat().st_mtime_ns == (other / "a.html").stat().st_mtime_ns
    assert not (out / "a.html").samefile(other / "a.html")


def refused(*_: object, **__: object) -> None:
    raise PermissionError(1, "no links here")


def test_bytes_that_are_there_need_not_be_given(tmp_path: Path) -> None:
    out = tmp_path / "site"
    for text in ("one", "two"):
        publish_files(tmp_path, out, {"index.html": text, "a.html": "a"})
    digests = {text: listed(text) for text in ("one", "two", "a", "x")}
    with begun(tmp_path, out) as site:
        assert site.has("index.html", digests["two"])
        assert site.has("index.html", digests["one"]), "that of the generation before"
        assert site.has("a.html", digests["a"])
        assert not site.has("a.html", digests["one"])
        with pytest.raises(KeyError):
            site.keep("a.html", digests["x"])
        site.keep("a.html", digests["a"])
        site.keep("index.html", digests["one"])
        assert site.finish() == 2
    assert contents(out) == {"index.html": "one", "a.html": "a"}


def listed(text: str) -> str:
    listing = Listing()
    listing.put("x", text.encode())
    return listing.files["x"].digest


def test_a_former_site_that_is_to_be_forgotten_is_not_kept_and_every_byte_is_looked_at(
    tmp_path: Path,
) -> None:
    out, seen = tmp_path / "site", list[str]()
    publish_files(tmp_path, out, {"index.html": "a name", "a.html": "a"})
    with begun(tmp_path, out) as site:
        site.forgets = True
        site.watch = lambda path, _: seen.append(path)
        assert not site.has("a.html", listed("a"))
        site.put("a.html", b"a")
        site.put("index.html", b"no name")
        assert site.finish() == 2
    assert seen == ["a.html", "index.html", MARKER, MANIFEST]
    assert contents(out) == {"a.html": "a", "index.html": "no name"}
    assert hidden(tmp_path) == [".site.memory"]
    memory = (tmp_path / ".site.memory").read_text("ascii")
    assert listed("no name") in memory
    assert listed("a name") not in memory


# --- what others do to the folders ------------------------------------------------------------------------------


def edited(path: Path) -> None:
    path.write_text("rewritten")


def replaced(path: Path) -> None:
    path.unlink()
    path.write_text("replaced")


def gone(path: Path) -> None:
    path.unlink()


def linked(path: Path) -> None:
    path.unlink()
    path.symlink_to(path.parent)


@pytest.mark.parametrize("knows", [False, True])
@pytest.mark.parametrize("change", [edited, replaced, gone, linked])
@pytest.mark.parametrize(
    "place",
    [
        "site/a.html",
        "site/b/c.html",
        "site/index.html",
        ".site.other/a.html",
        ".site.other/b/c.html",
        ".site.other/index.html",
        f".site.other/{MANIFEST}",
        f".site.other/{MARKER}",
    ],
)
def test_what_others_change_in_either_generation_is_made_right(
    tmp_path: Path, change: Callable[[Path], None], place: str, *, knows: bool
) -> None:
    out, left = tmp_path / "site", b""
    files = {"a.html": "a", "b/c.html": "c", "index.html": "1"}
    for text in ("1", "2", "3"):
        left = published(tmp_path, out, {**files, "index.html": text})[1]
    change(tmp_path / place)
    publish_files(tmp_path, out, {**files, "index.html": "4"}, left=left if knows else b"")
    assert contents(out) == {**files, "index.html": "4"}
    assert proved(out)


@pytest.mark.parametrize("change", [edited, replaced, gone, linked])
def test_a_change_of_others_is_put_back_when_nothing_else_has_changed(
    tmp_path: Path, change: Callable[[Path], None]
) -> None:
    out, files = tmp_path / "site", {"a.html": "a", "b.html": "b"}
    publish_files(tmp_path, out, files)
    change(out / "a.html")
    assert publish_files(tmp_path, out, files) == 1
    assert contents(out) == files


def test_what_lies_in_the_other_generation_is_nobodys(tmp_path: Path) -> None:
    out, other = tmp_path / "site", Beside(tmp_path / "site").other
    for text in ("1", "2"):
        publish_files(tmp_path, out, {"index.html": text, "b/c.html": "c"})
    put(other, {"b/more/file": "x", "more": "x"})
    (other / "link").symlink_to(tmp_path)
    (other / "b").chmod(0o555)
    other.chmod(0o555)
    publish_files(tmp_path, out, {"index.html": "3", "b": "a file where a folder was", "more/x": "y"})
    assert contents(out) == {"index.html": "3", "b": "a file where a folder was", "more/x": "y"}
    assert proved(out)
    assert out.stat().st_mode & 0o777 == 0o755


@pytest.mark.parametrize("name", ["other", "next", "old", "memory", "memory.new"])
@pytest.mark.parametrize("kind", ["gone", "file", "folder", "link"])
def test_what_stands_beside_the_site_may_be_lost_or_be_anything(tmp_path: Path, name: str, kind: str) -> None:
    out, beside, elsewhere = tmp_path / "site", tmp_path / f".site.{name}", tmp_path / "elsewhere"
    put(elsewhere, {"thesis.txt": "years of work"})
    for text in ("1", "2"):
        publish_files(tmp_path, out, {"index.html": text})
    disk.remove(beside)
    if kind == "file":
        beside.write_text("a file")
    elif kind == "folder":
        put(beside, {"index.html": "half"})
    elif kind == "link":
        beside.symlink_to(elsewhere)
    for text in ("3", "4"):
        publish_files(tmp_path, out, {"index.html": text})
        assert contents(out) == {"index.html": text}
    assert contents(elsewhere) == {"thesis.txt": "years of work"}


@pytest.mark.parametrize("damage", [b"", b"\xff\xfe", b"x\n1 2 3 y\n"])
def test_a_damaged_memory_is_not_believed(tmp_path: Path, damage: bytes) -> None:
    out, memory = tmp_path / "site", Beside(tmp_path / "site").memory
    for text in ("1", "2"):
        publish_files(tmp_path, out, {"index.html": text})
    memory.write_bytes(damage or memory.read_bytes()[:-70])
    publish_files(tmp_path, out, {"index.html": "3"})
    assert contents(out) == {"index.html": "3"}


def test_a_generation_keeps_no_byte_that_the_memory_lies_about(tmp_path: Path) -> None:
    """The memory may be of another time: what it says of a file holds for that file, size and time only."""
    out, memory = tmp_path / "site", Beside(tmp_path / "site").memory
    publish_files(tmp_path, out, {"index.html": "1"})
    before = memory.read_bytes()
    publish_files(tmp_path, out, {"index.html": "2"})
    memory.write_bytes(before)
    publish_files(tmp_path, out, {"index.html": "3"})
    assert contents(out) == {"index.html": "3"}


# --- how folders change places ----------------------------------------------------------------------------------


def test_without_an_exchanging_call_the_result_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(disk, "exchange", lambda *_: False)
    out = tmp_path / "site"
    for text in ("1", "2", "3"):
        publish_files(tmp_path, out, {"index.html": text})
        assert contents(out) == {"index.html": text}
    assert hidden(tmp_path) == [".site.memory", ".site.other"]


def test_a_build_that_died_between_two_renames_is_mended_by_the_next(tmp_path: Path) -> None:
    out = tmp_path / "site"
    publish_files(tmp_path, out, {"index.html": "one"})
    out.rename(tmp_path / ".site.old")
    put(tmp_path / ".site.next", {"half": ""})
    assert codes(tmp_path, out) == []
    assert contents(out) == {"index.html": "one"}


@pytest.mark.parametrize("name", ["content", "content/site", "annotations/x", "templates", ".", ".."])
def test_sources_are_never_written_over(tmp_path: Path, name: str) -> None:
    root = tmp_path / "archive"
    (root / "content").mkdir(parents=True)
    assert [code for code, _ in codes(root, root / name)] in (["out-in-sources"], ["out-not-ours"])


@pytest.mark.parametrize("kind", ["file", "folder", "link"])
def test_what_is_not_ours_is_refused_and_left_alone(tmp_path: Path, kind: str) -> None:
    out, other = tmp_path / "site", tmp_path / "other"
    put(other, {"thesis.txt": "years of work", MARKER: ""})
    if kind == "file":
        out.write_text("a file")
    elif kind == "folder":
        put(out, {"thesis.txt": "years of work"})
    else:
        out.symlink_to(other)
    assert [code for code, _ in codes(tmp_path / "archive", out)] == ["out-not-ours"]
    assert (other / "thesis.txt").read_text() == "years of work"


def test_a_failed_build_leaves_the_site(tmp_path: Path) -> None:
    out = tmp_path / "site"

    def fail() -> None:
        with begun(tmp_path, out) as site:
            site.put("index.html", b"half")
            raise RuntimeError("killed")

    with pytest.raises(RuntimeError, match="killed"):
        fail()
    assert hidden(tmp_path) == []
    publish_files(tmp_path, out, {"index.html": "one"})
    with pytest.raises(RuntimeError, match="killed"):
        fail()
    assert contents(out) == {"index.html": "one"}
    assert proved(out)


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
def test_whatever_the_umask_others_can_read_the_site(tmp_path: Path, umask: int) -> None:
    out = tmp_path / "site"
    before = os.umask(umask)
    try:
        publish_files(tmp_path, out, {"index.html": "one", "a/b/c.html": "c"})
        publish_files(tmp_path, out, {"index.html": "two", "a/b/c.html": "c"})
    finally:
        os.umask(before)
    for path in (out, *out.rglob("*")):
        assert path.stat().st_mode & 0o777 == (0o755 if path.is_dir() else 0o644), path


def test_drafts_never_take_the_place_of_the_published_site(tmp_path: Path) -> None:
    out, drafts = tmp_path / "site", tmp_path / "drafts"
    publish_files(tmp_path, out, {"index.html": "one"})
    assert codes(tmp_path, out, drafts=True) == [("out-not-ours", str(out))]
    with begun(tmp_path, drafts, drafts=True) as site:
        site.finish()
    assert sorted(path.name for path in drafts.iterdir()) == [DRAFT_MARKER, MANIFEST]
    assert codes(tmp_path, drafts) == [("out-not-ours", str(drafts))]
    assert contents(out) == {"index.html": "one"}


def test_a_folder_that_is_no_site_is_refused_without_looking_through_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be a whole disk: `--out /srv`."""
    put(tmp_path / "srv", {f"a/{number}/b.txt": "x" for number in range(20)})
    calls = Watched()
    monkeypatch.setattr(disk, "os", calls)
    assert codes(tmp_path, tmp_path / "srv") == [("out-not-ours", str(tmp_path / "srv"))]
    assert calls.calls["scandir"] == 0


def test_a_former_site_that_is_to_be_forgotten_and_cannot_be_removed_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "site"
    publish_files(tmp_path, out, {"index.html": "one"})
    publish_files(tmp_path, out, {"index.html": "two"})

    def refuse(name: str, arguments: tuple[object, ...]) -> None:
        if name in ("unlink", "rmdir") and contents(out) == {"index.html": "three"}:
            raise PermissionError(errno.EPERM, "Operation not permitted", str(arguments[0]))

    with monkeypatch.context() as failing, begun(tmp_path, out) as site:
        failing.setattr(disk, "os", Watched(before=refuse))
        site.forgets = True
        site.put("index.html", b"three")
        with pytest.raises(Unwritable) as fault:
            site.finish()
    assert fault.value.problem.place.path == str(tmp_path / ".site.next" / MARKER)
    assert fault.value.problem.message.endswith("operation not permitted")
    assert proved(out)
    with begun(tmp_path, out) as site:
        site.forgets = True
        site.put("index.html", b"three")
        assert site.finish() == 0
    assert hidden(tmp_path) == [".site.memory"]


@pytest.mark.parametrize("name", ["CNAME", "assets/mine.css"])
def test_a_file_that_no_build_wrote_is_not_lost(tmp_path: Path, name: str) -> None:
    out = tmp_path / "site"
    publish_files(tmp_path, out, {"index.html": "one", "assets/style.css": "x"})
    put(out, {name: "of mine", ".DS_Store": "litter"})
    assert codes(tmp_path, out) == [("out-not-ours", str(out / name))]
    (out / name).unlink()
    assert publish_files(tmp_path, out, {"index.html": "two"}) > 0
    assert contents(out) == {"index.html": "two"}


def test_litter_of_file_managers_is_no_reason_to_publish(tmp_path: Path) -> None:
    out = tmp_path / "site"
    publish_files(tmp_path, out, {"index.html": "one"})
    put(out, {".DS_Store": "litter"})
    assert publish_files(tmp_path, out, {"index.html": "one"}) == 0


def test_links_and_empty_folders_of_anyone_are_not_lost_either(tmp_path: Path) -> None:
    out = tmp_path / "site"
    publish_files(tmp_path, out, {"index.html": "one"})
    (out / "linked").symlink_to(tmp_path)
    assert codes(tmp_path, out) == [("out-not-ours", str(out / "linked"))]
    (out / "linked").unlink()
    (out / "mine" / "empty").mkdir(parents=True)
    assert codes(tmp_path, out) == [("out-not-ours", str(out / "mine" / "empty"))]


@pytest.mark.parametrize("change", [edited, replaced, gone, linked])
def test_a_damaged_manifest_vouches_for_nothing(tmp_path: Path, change: Callable[[Path], None]) -> None:
    out = tmp_path / "site"
    publish_files(tmp_path, out, {"index.html": "one"})
    change(out / MANIFEST)
    assert [code for code, _ in codes(tmp_path, out)] == ["out-not-ours"]


def test_a_folder_inside_a_site_is_refused(tmp_path: Path) -> None:
    publish_files(tmp_path, tmp_path / "site", {"index.html": "one"})
    assert [code for code, _ in codes(tmp_path, tmp_path / "site" / "sub")] == ["out-not-ours"]


def test_where_nothing_can_be_written_it_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    assert [code for code, _ in codes(tmp_path / "archive", tmp_path / "file" / "site")] == ["out-unwritable"]


def test_a_site_made_read_only_is_replaced_all_the_same(tmp_path: Path) -> None:
    out = tmp_path / "site"
    publish_files(tmp_path, out, {"assets/style.css": "x"})
    (out / "assets").chmod(0o555)
    for text in ("two", "three"):
        publish_files(tmp_path, out, {"index.html": text})
        assert contents(out) == {"index.html": text}


# --- a site that shrinks ----------------------------------------------------------------------------------------


def pages(articles: int, others: int) -> list[str]:
    found = [f"articles/{number}.html" for number in range(articles)]
    return [
        *found,
        *(f"entities/{number}.html" for number in range(others)),
        "index.html",
        "assets/style.css",
    ]


@pytest.mark.parametrize(
    ("old", "new", "is_refused"),
    [
        ((0, 0), (0, 0), False),
        ((1, 0), (0, 0), True),
        ((1, 8), (0, 8), True),
        ((0, 9), (0, 0), False),
        ((9, 0), (1, 0), False),
        ((10, 0), (6, 0), True),
        ((10, 0), (7, 0), False),
        ((9, 0), (6, 0), False),
        ((30, 60), (30, 29), True),
        ((30, 60), (30, 30), False),
        ((30, 60), (90, 0), False),
        ((30, 60), (300, 600), False),
    ],
)
def test_a_site_that_loses_its_articles_or_a_third_of_its_pages_is_refused(
    old: tuple[int, int], new: tuple[int, int], *, is_refused: bool
) -> None:
    problem = shrunk(Path("site"), pages(*old), pages(*new))
    assert (problem is not None) == is_refused
    assert problem is None or problem.code == "site-shrunk"
