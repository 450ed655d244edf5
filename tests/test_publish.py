"""Publishing: whole or not at all, only over what is ours, and only when something differs."""

from pathlib import Path

import pytest

from postil import publish
from postil.publish import DRAFT_MARKER, MARKER, files_below, staging_for


def put(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def publish_files(root: Path, out: Path, files: dict[str, str]) -> int:
    with staging_for(out, root, drafts=False) as staged:
        assert staged.value is not None, staged.problems
        put(staged.value, files)
        return publish.publish(staged.value, out, drafts=False)


def test_a_site_is_published_and_replaced_as_a_whole(tmp_path: Path) -> None:
    out = tmp_path / "site"
    assert publish_files(tmp_path, out, {"index.html": "one", "a/b.html": "b"}) == 3  # the marker counts
    assert publish_files(tmp_path, out, {"index.html": "two"}) == 3  # one changed, one gone, and the marker
    assert files_below(out) == (MARKER, "index.html")
    assert (out / "index.html").read_text() == "two"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["site"]


def test_equal_sites_touch_nothing(tmp_path: Path) -> None:
    out = tmp_path / "site"
    publish_files(tmp_path, out, {"index.html": "one"})
    before = (out.stat().st_ino, out.stat().st_mtime_ns)
    assert publish_files(tmp_path, out, {"index.html": "one"}) == 0
    assert (out.stat().st_ino, out.stat().st_mtime_ns) == before


def test_without_an_exchanging_call_the_result_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publish, "_exchanged_at_once", lambda *_: False)
    out = tmp_path / "site"
    publish_files(tmp_path, out, {"index.html": "one"})
    publish_files(tmp_path, out, {"index.html": "two"})
    assert (out / "index.html").read_text() == "two"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["site"]


def test_a_build_that_died_between_two_renames_is_mended_by_the_next(tmp_path: Path) -> None:
    out = tmp_path / "site"
    publish_files(tmp_path, out, {"index.html": "one"})
    out.rename(tmp_path / ".site.staging-1-old")
    put(tmp_path / ".site.staging-1", {"half": ""})
    (tmp_path / ".site.staging-1" / "half").parent.chmod(0o555)
    with staging_for(out, tmp_path, drafts=False):
        assert (out / "index.html").read_text() == "one"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["site"]


@pytest.mark.parametrize("name", ["content", "content/site", "annotations/x", "templates", ".", ".."])
def test_sources_are_never_written_over(tmp_path: Path, name: str) -> None:
    root = tmp_path / "archive"
    (root / "content").mkdir(parents=True)
    with staging_for(root / name, root, drafts=False) as staged:
        assert staged.value is None
        assert [problem.code for problem in staged.problems] in (["out-in-sources"], ["out-not-ours"])


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
    with staging_for(out, tmp_path / "archive", drafts=False) as staged:
        assert staged.value is None
        assert [problem.code for problem in staged.problems] == ["out-not-ours"]
    assert (other / "thesis.txt").read_text() == "years of work"


def test_a_failed_build_leaves_the_site_and_no_rubbish(tmp_path: Path) -> None:
    out = tmp_path / "site"
    publish_files(tmp_path, out, {"index.html": "one"})

    def fail() -> None:
        with staging_for(out, tmp_path, drafts=False) as staged:
            assert staged.value is not None
            put(staged.value, {"index.html": "half"})
            raise RuntimeError("killed")

    with pytest.raises(RuntimeError, match="killed"):
        fail()
    assert (out / "index.html").read_text() == "one"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["site"]


def test_published_folders_can_be_read_by_others(tmp_path: Path) -> None:
    out = tmp_path / "site"
    publish_files(tmp_path, out, {"index.html": "one"})
    plain = tmp_path / "plain"
    plain.mkdir()
    assert out.stat().st_mode == plain.stat().st_mode


def test_drafts_never_take_the_place_of_the_published_site(tmp_path: Path) -> None:
    out, drafts = tmp_path / "site", tmp_path / "drafts"
    publish_files(tmp_path, out, {"index.html": "one"})
    with staging_for(out, tmp_path, drafts=True) as staged:
        assert [problem.code for problem in staged.problems] == ["out-not-ours"]
    with staging_for(drafts, tmp_path, drafts=True) as staged:
        assert staged.value is not None
        publish.publish(staged.value, drafts, drafts=True)
    assert files_below(drafts) == (DRAFT_MARKER,)
    with staging_for(drafts, tmp_path, drafts=False) as staged:
        assert [problem.code for problem in staged.problems] == ["out-not-ours"]
    assert (out / "index.html").read_text() == "one"


@pytest.mark.parametrize("name", ["CNAME", "assets/mine.css"])
def test_a_file_that_no_build_wrote_is_not_lost(tmp_path: Path, name: str) -> None:
    out = tmp_path / "site"
    publish_files(tmp_path, out, {"index.html": "one", "assets/style.css": "x"})
    put(out, {name: "of mine", ".DS_Store": "litter"})
    with staging_for(out, tmp_path, drafts=False) as staged:
        assert [(problem.code, problem.place.path) for problem in staged.problems] == [
            ("out-not-ours", str(out / name))
        ]
    (out / name).unlink()
    assert publish_files(tmp_path, out, {"index.html": "two"}) > 0
    assert files_below(out) == (MARKER, "index.html")


def test_links_and_empty_folders_of_anyone_are_not_lost_either(tmp_path: Path) -> None:
    out = tmp_path / "site"
    publish_files(tmp_path, out, {"index.html": "one"})
    (out / "linked").symlink_to(tmp_path)
    with staging_for(out, tmp_path, drafts=False) as staged:
        assert [problem.place.path for problem in staged.problems] == [str(out / "linked")]
    (out / "linked").unlink()
    (out / "mine" / "empty").mkdir(parents=True)
    with staging_for(out, tmp_path, drafts=False) as staged:
        assert [problem.place.path for problem in staged.problems] == [str(out / "mine" / "empty")]


def test_a_damaged_marker_vouches_for_nothing(tmp_path: Path) -> None:
    out = tmp_path / "site"
    publish_files(tmp_path, out, {"index.html": "one"})
    (out / MARKER).write_bytes(b"\xff\xfe")
    with staging_for(out, tmp_path, drafts=False) as staged:
        assert [problem.place.path for problem in staged.problems] == [str(out / "index.html")]


def test_a_folder_inside_a_site_is_refused(tmp_path: Path) -> None:
    publish_files(tmp_path, tmp_path / "site", {"index.html": "one"})
    with staging_for(tmp_path / "site" / "sub", tmp_path, drafts=False) as staged:
        assert [problem.code for problem in staged.problems] == ["out-not-ours"]


def test_where_nothing_can_be_written_it_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with staging_for(tmp_path / "file" / "site", tmp_path / "archive", drafts=False) as staged:
        assert [problem.code for problem in staged.problems] == ["out-unwritable"]


def test_a_site_made_read_only_is_replaced_all_the_same(tmp_path: Path) -> None:
    out = tmp_path / "site"
    publish_files(tmp_path, out, {"assets/style.css": "x"})
    (out / "assets").chmod(0o555)
    publish_files(tmp_path, out, {"index.html": "two"})
    assert files_below(out) == (MARKER, "index.html")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["site"]
