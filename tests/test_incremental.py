"""A build over what builds before have kept equals one from nothing, byte for byte; the law is walked in `walk.py`."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sites import HARBOUR, digests, postil, read_only
from walk import Walk, cache_files, harmed, picture

from postil import cache, link, load, pages, pipeline, rebuild
from postil.cache import inputs
from postil.model.outcome import Outcome
from postil.model.text import Text
from postil.publish import disk
from postil.shipped import templates_dir
from postil.workers import executor

pytestmark = pytest.mark.slow

ARTICLE = "content/articles/diary.md"


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)  # where all files are read, nothing is to be seen of their times


@pytest.fixture
def root(tmp_path: Path) -> Path:
    shutil.copytree(HARBOUR, tmp_path / "archive", ignore=shutil.ignore_patterns(".cache"))
    return tmp_path / "archive"


def build(root: Path, *, drafts: bool = False, strictly: bool = False) -> Outcome:
    return rebuild.build(root, root / "site", drafts=drafts, strictly=strictly, jobs=1)


@pytest.mark.parametrize("seed", [1, 2])
def test_after_any_edits_the_site_is_that_of_a_clean_build(
    tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inputs, "GRANULARITY", inputs.GRANULARITY)  # the walk sets it
    walk = Walk(tmp_path, seed)
    for _ in range(15):
        walk.step()
    assert walk.tally.built > 5


# --- nothing has changed ------------------------------------------------------------------------------------------------


def test_a_second_build_says_the_same_and_does_nothing(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = build(root)
    assert first.problems, "the archive is to have a warning"
    before = _states(root)
    monkeypatch.setattr("postil.pipeline.build", None)  # nobody is asked
    second = build(root)
    assert second.problems == first.problems
    assert (second.pages, second.rendered, second.written, second.published) == (first.pages, 0, 0, True)
    assert _states(root) == before


def _states(root: Path) -> dict[Path, tuple[int, ...]]:
    """All that is known of files but when they were read."""
    stats = ((path, path.stat()) for path in root.rglob("*") if ".cache" not in path.parts)
    return {
        path: (one.st_mode, one.st_ino, one.st_size, one.st_mtime_ns, one.st_ctime_ns) for path, one in stats
    }


def _touched(root: Path) -> None:
    os.utime(root / ARTICLE, (1, 1))


def _rewritten(root: Path) -> None:
    path = root / ARTICLE
    data = path.read_bytes()
    path.unlink()
    path.write_bytes(data)


def _hidden_added(root: Path) -> None:
    (root / "content/articles/.diary.md.swp").write_bytes(b"x")


@pytest.mark.parametrize("change", [_touched, _rewritten, _hidden_added])
def test_what_holds_the_same_has_not_changed(
    root: Path, change: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    build(root)
    change(root)
    monkeypatch.setattr("postil.pipeline.build", None)
    assert build(root).rendered == 0


def _same_size_and_time(root: Path) -> None:
    path = root / ARTICLE
    before = path.stat()
    path.write_bytes(path.read_bytes().replace(b"Wind", b"Rain"))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def _added(root: Path) -> None:
    (root / "content/articles/more.md").write_text("---\ntitle: More\n---\nMore.\n", encoding="utf-8")


def _removed(root: Path) -> None:
    (root / ARTICLE).unlink()


def _settings(root: Path) -> None:
    path = root / "archive.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("Harbour", "Haven"), encoding="utf-8")


def _page_gone(root: Path) -> None:
    (root / "site/articles/diary.html").unlink()


def _page_changed(root: Path) -> None:
    path = root / "site/articles/diary.html"
    path.write_bytes(path.read_bytes().replace(b"Wind", b"Rain"))


@pytest.mark.parametrize(
    "change", [_same_size_and_time, _added, _removed, _settings, _page_gone, _page_changed]
)
def test_a_change_is_seen(root: Path, change: Callable[[Path], None], tmp_path: Path) -> None:
    build(root)
    change(root)
    build(root)
    clean = tmp_path / "clean" / "archive"
    shutil.copytree(root, clean, ignore=shutil.ignore_patterns(".cache", "site", ".site*"))
    build(clean)
    assert digests(root / "site") == digests(clean / "site")


@pytest.mark.parametrize("name", ["Annotations/a.yaml", "archive.yml", "annotations/articles/.diary.yaml"])
def test_what_is_not_read_and_may_withhold_is_seen(root: Path, name: str) -> None:
    """In a build that has nothing else to do, and no more when it is gone."""
    build(root)
    stray = root / name
    stray.parent.mkdir(parents=True, exist_ok=True)
    stray.write_text("withhold: []\n", encoding="utf-8")
    assert [one.code for one in build(root).problems if one.code == "file-ignored"] == ["file-ignored"]
    stray.write_text("# nothing\n", encoding="utf-8")
    assert build(root).published
    stray.unlink()
    if name.startswith("Annotations/"):
        stray.parent.rmdir()
    assert "file-ignored" not in {one.code for one in build(root).problems}


def test_options_are_inputs(root: Path) -> None:
    assert build(root).published
    assert not build(root, strictly=True).published
    assert build(root).rendered == 0


def test_errors_are_told_anew(root: Path) -> None:
    build(root)
    (root / "content/articles/more.md").write_text("no front matter\n", encoding="utf-8")
    first, second = build(root), build(root)
    assert not first.published
    assert first.problems == second.problems


def test_whatever_a_build_reads_is_an_input(root: Path) -> None:
    (root / "content/media").mkdir()
    (root / "content/media/quay.png").write_bytes(picture(2, 2, 9))
    (root / "annotations/ledger.json").write_text("{}", encoding="utf-8")
    code = (
        "import sys\nfrom pathlib import Path\nfrom postil import pipeline, rebuild\n"
        "root, read, told = Path(sys.argv[1]), set(), []\n"
        "sys.addaudithook(lambda event, args: read.add(str(args[0])) if event in ('open', 'os.scandir') else None)\n"
        "pipeline.check(root, drafts=True, strictly=False, jobs=1)\n"
        "inputs = [str(where) for _, where in rebuild._sources(root)]\n"
        "read = [one for one in read if one.startswith(f'{root}/')]\n"
        "print(len(read), *(one for one in read if not any(one == i or one.startswith(f'{i}/') for i in inputs)))"
    )
    asked = subprocess.run([sys.executable, "-c", code, root], capture_output=True, text=True, check=True)
    number, *others = asked.stdout.split()
    assert int(number) > 10
    assert not others


def test_where_files_have_no_history_they_are_read(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build(root)
    monkeypatch.setenv("CI", "true")
    read: list[str] = []

    def digest(path: str, *_: object) -> bytes:
        read.append(path)
        return b""

    monkeypatch.setattr(inputs, "file_digest", digest)
    monkeypatch.setattr("postil.pipeline.build", lambda *_args, **_options: Outcome(()))
    build(root)
    assert any(path.endswith("diary.md") for path in read)


def test_another_engine_is_another_input(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build(root)
    monkeypatch.setattr(cache, "engine_digest", lambda: b"another")
    assert build(root).rendered > 0


def test_finding_nothing_to_do_loads_nothing_that_is_dear(root: Path) -> None:
    build(root)
    code = (
        "import sys\nfrom postil.cli import main\n"
        "try: main()\nexcept SystemExit as end: assert not end.code\n"
        "print(*sorted(sys.modules))"
    )
    asked = subprocess.run(
        [sys.executable, "-c", code, "build", "--root", root, "--format", "github"],
        capture_output=True,
        text=True,
        check=True,
        env={name: value for name, value in os.environ.items() if name != "CI"},
    )
    assert " pages; 0 files changed" in asked.stdout
    loaded = set(asked.stdout.split())
    dear = {"markdown", "jinja2", "babel", "yaml", "sentencex", "PIL", "lxml", "nh3", "edtf", "rapidfuzz"}
    assert not loaded & (dear | {"rich.console", "multiprocessing", "postil.pipeline"})


# --- an edit that nothing else can show -----------------------------------------------------------------------------


def _edited(root: Path, path: str, old: str, new: str) -> None:
    text = (root / path).read_text(encoding="utf-8")
    assert old in text
    (root / path).write_text(text.replace(old, new, 1), encoding="utf-8")


WIRE = "content/articles/harbour-wire.md"
QUIET = (
    (ARTICLE, "Wind all night.", "Wind and rain all night."),
    (ARTICLE, "Wind all night.", "Wind all night.\n\nThe *second* day was calm."),
    (WIRE, "carved above the gate", "cut in stone above the gate"),
    (WIRE, "It had stood there since 1986.", "It had stood there since 1986. Nobody had moved it."),
    (WIRE, "[^1]: He spoke to the Wire on the quay.", "[^1]: He spoke to the Wire by the quay, at noon."),
)
HEARD = (
    (ARTICLE, "From a keeper", "Out of a keeper"),
    (ARTICLE, "Wind all night.", "Wind all night; Orla Venn came."),
    (ARTICLE, "Wind all night.", "Wind all night. <b>Bold</b>"),
    (WIRE, "gave way shortly before dawn", "gave way at last, shortly before dawn"),
    (WIRE, "## What the office counted", "## What the office counted\n\nIt had counted twice."),
    (WIRE, "there since 1986", "there from 1986"),
    ("annotations/articles/harbour-wire.yaml", "Counted at the quay only.", "Counted at a quay only."),
)


@pytest.mark.parametrize("edit", QUIET)
def test_an_edit_that_only_its_own_page_shows_is_built_from_that_page(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, edit: tuple[str, str, str]
) -> None:
    path, old, new = edit
    first = build(root)
    _edited(root, path, old, new)
    with monkeypatch.context() as patched:
        patched.setattr("postil.pipeline.build", None)
        second = build(root)
    assert (second.rendered, second.problems) == (1, first.problems)
    _equals_clean(root, tmp_path)
    _edited(root, path, new, old)  # and back, over what the edit has kept
    with monkeypatch.context() as patched:
        patched.setattr("postil.pipeline.build", None)
        # An address that was there may be linked, so where one goes all is looked at.
        patched.setattr("postil.edits._leads_where_it_did", lambda *_: True)
        build(root)
    _equals_clean(root, tmp_path)


def test_each_folder_is_looked_at_once_and_only_what_was_edited_is_read(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inputs, "GRANULARITY", -3_600_000_000_000)  # all that was seen is trusted
    build(root)
    build(root)
    looks: list[str] = []

    def told(function: Callable[..., Any], name: Callable[[Any], str]) -> Callable[..., Any]:
        def called(first: Any, *others: Any) -> Any:  # noqa: ANN401 - whatever the function takes and gives
            looks.append(name(first))
            return function(first, *others)

        return called

    monkeypatch.setattr(disk, "tree", told(disk.tree, lambda folder: str(folder.name)))
    monkeypatch.setattr(cache, "looked", told(cache.looked, lambda _: "inputs"))
    monkeypatch.setattr(inputs, "file_digest", told(inputs.file_digest, str))
    with monkeypatch.context() as patched:
        patched.setattr(cache, "seen", None)  # one digest says that all is as it was
        assert build(root).rendered == 0
    assert looks == ["inputs", "site"]
    looks.clear()
    path, old, new = QUIET[0]
    _edited(root, path, old, new)
    rebuild.build(root, root / "site", drafts=False, strictly=False, jobs=1, searching=False)
    assert looks == ["inputs", path, "site", ".site.other"]


def test_a_search_that_was_left_is_made_by_the_next_build(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def searched() -> dict[str, str]:
        return {path: one for path, one in digests(root / "site").items() if path.startswith("pagefind/")}

    build(root)
    before = searched()
    with monkeypatch.context() as patched:
        patched.setattr("postil.pipeline.build", None)
        for number in range(2):
            _edited(
                root, ARTICLE, "Wind all night.", f"Wind all night, and rain {number}.\n\nWind all night."
            )
            left = rebuild.build(root, root / "site", drafts=False, strictly=False, jobs=1, searching=False)
            assert (left.is_searched, left.rendered, searched()) == (False, 1, before)
        made = build(root)
    assert (made.is_searched, made.rendered) == (True, 0)
    assert searched() != before
    _equals_clean(root, tmp_path)
    assert build(root).written == 0


@pytest.mark.parametrize("edit", HEARD)
def test_an_edit_that_others_may_show_is_built_in_full(
    root: Path, tmp_path: Path, edit: tuple[str, str, str]
) -> None:
    build(root)
    _edited(root, *edit)
    build(root)
    _equals_clean(root, tmp_path)


def _equals_clean(root: Path, tmp_path: Path) -> None:
    clean = tmp_path / "clean" / "archive"
    shutil.rmtree(clean, ignore_errors=True)
    shutil.copytree(root, clean, ignore=shutil.ignore_patterns(".cache", "site", ".site*"))
    expected = pipeline.build(clean, clean / "site", drafts=False, strictly=False, jobs=1)
    assert expected.published
    assert digests(root / "site") == digests(clean / "site")


class _Watched:
    """A value of which it is noted what is asked for, by the path of names."""

    def __init__(self, value: object, name: str, asked: set[str]) -> None:
        self._value, self._name, self._asked = value, name, asked

    def __getattr__(self, attribute: str) -> object:
        name = f"{self._name}.{attribute}"
        found = getattr(self._value, attribute)
        if isinstance(found, Text):
            return _Watched(found, name, self._asked)
        self._asked.add(name)
        return found


def test_no_page_reads_the_text_of_another_article(root: Path) -> None:
    """On this stands that an edit which changes no passage changes no other page."""
    records = load.load(root, drafts=False, templates=templates_dir()).value
    with executor(1) as workers:
        prepared = {one.article: one for one in pipeline._prepared(records, workers)}
    archive = link.link(records, prepared).value
    asked: set[str] = set()
    watched: Any = {id_: _Watched(one, id_, asked) for id_, one in archive.prepared.items()}
    lookup = pages.Lookup(replace(archive, prepared=watched))
    of_all = {f"{id_}.{name}" for id_ in watched for name in ("spans", "text.blocks")}
    makers = {**pages._makers(lookup)}
    for path, make in sorted(makers.items()):
        asked.clear()
        make()
        own = path.removeprefix("articles/").removesuffix(".html") if path.startswith("articles/") else None
        others = {name for name in asked - of_all if name.split(".")[0] != own}
        assert not others, path
        assert f"{own}.pieces" in asked or own not in watched
    asked.clear()
    for view in pages.index_views(lookup):
        own = view.path.removeprefix("articles/").removesuffix(".html")
        assert not {name for name in asked - of_all if name.split(".")[0] != own}, view.path
        asked.clear()


def test_it_is_said_why_a_page_is_rendered(root: Path) -> None:
    build(root)
    _edited(root, ARTICLE, "From a keeper", "Out of a keeper")
    told = postil("build", "--root", root, "--why", "articles/diary.html")
    assert "articles/diary.html: `title` of the page has changed" in told.stdout
    for asked in (
        "articles/diary.html",
        "articles/diary.html#p1s1",
        "/articles/diary.html",
        root / "site/articles/diary.html",
    ):
        told = postil("build", "--root", root, "--why", str(asked))
        assert told.stdout.endswith("articles/diary.html: nothing has changed since the last build\n")
    told = postil("build", "--root", root, "--edition", "private", "--why", "articles/diary.html")
    assert "articles/diary.html: nothing is known of it from a build before" in told.stdout


def test_a_page_that_is_not_there_is_never_unchanged(root: Path) -> None:
    build(root)
    for asked, meant in (("articles/dairy.html", "articles/diary.html"), ("site/index.html", "index.html")):
        told = postil("build", "--root", root, "--why", asked)
        assert f"{asked}: the site has no such page; did you mean `{meant}`" in told.stdout
    _edited(root, ARTICLE, "From a keeper", "Out of a keeper")
    told = postil("build", "--root", root, "--why", "articles/dairy.html")
    assert "the site has no such page; did you mean `articles/diary.html`" in told.stdout
    told = postil("build", "--root", root, "--why", "")
    assert told.returncode == 2
    assert "--why takes the path of a page" in told.stderr


# --- a cache is never believed, and always dispensable ------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_harm_to_the_cache_is_noticed(root: Path, seed: int) -> None:
    rng = random.Random(seed)
    first = build(root)
    clean = digests(root / "site")
    for path in cache_files(root):
        if rng.random() < 0.8:
            harmed(path, rng)
    again = build(root)
    assert again.problems == first.problems
    assert digests(root / "site") == clean
    assert build(root).rendered == 0


def test_a_cache_that_cannot_be_written_is_done_without(root: Path) -> None:
    (root / ".cache").write_text("in the way", encoding="utf-8")
    assert build(root).published
    assert build(root).published


def test_a_cache_on_a_disk_that_is_read_only_is_read(root: Path) -> None:
    build(root)
    with read_only(root / ".cache"):
        assert build(root).published


def test_a_cache_of_elsewhere_says_nothing_here(root: Path, tmp_path: Path) -> None:
    build(root)
    other = tmp_path / "other"
    shutil.copytree(HARBOUR, other, ignore=shutil.ignore_patterns(".cache"))
    (other / ARTICLE).write_text("---\ntitle: A diary\n---\nRain.\n", encoding="utf-8")
    build(other)
    expected = digests(other / "site")
    shutil.rmtree(other / ".cache")
    shutil.copytree(root / ".cache", other / ".cache")
    build(other)
    assert digests(other / "site") == expected


def test_a_build_that_is_killed_keeps_nothing_half(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build(root)
    expected = digests(root / "site")
    (root / ARTICLE).write_text("---\ntitle: A diary\n---\nRain.\n", encoding="utf-8")
    with monkeypatch.context() as patched:

        def killed(*_args: object) -> None:
            raise KeyboardInterrupt

        patched.setattr(cache.Store, "put", killed)
        with pytest.raises(KeyboardInterrupt):
            build(root)
    (root / ARTICLE).write_bytes((HARBOUR / ARTICLE).read_bytes())
    build(root)
    assert digests(root / "site") == expected


def test_a_build_killed_while_it_keeps_something_is_as_none(root: Path, tmp_path: Path) -> None:
    build(root)
    _edited(root, ARTICLE, "From a keeper", "Out of a keeper")
    store = root / ".cache/builds.sqlite"
    with subprocess.Popen([sys.executable, "-m", "postil", "build", "--root", root, "--jobs", "1"]) as killed:
        while killed.poll() is None and not store.with_name(f"{store.name}-journal").exists():
            time.sleep(0.001)
        killed.kill()
    build(root)
    _equals_clean(root, tmp_path)
    assert build(root).rendered == 0


def test_a_cache_is_nobody_elses(root: Path) -> None:
    build(root)
    assert (root / ".cache/.gitignore").read_text(encoding="utf-8") == "*\n"


def test_nobody_learns_from_a_cache_what_it_was_made_of(root: Path) -> None:
    """Stamps have a salt: whoever guesses what was held back cannot see by them that it is so."""
    build(root)
    first = _stamps(root)
    shutil.rmtree(root / ".cache")
    build(root)
    assert not first & _stamps(root)


def _stamps(root: Path) -> set[bytes]:
    with cache.opened(root) as store:
        return {stamp for _, stamp, _ in store.all_below("outcome/")}


def test_the_command_builds_so(root: Path) -> None:
    assert postil("build", "--root", root).returncode == 0
    told = postil("build", "--root", root)
    assert told.returncode == 0
    assert "0 files changed" in told.stdout


def test_checking_again_tells_the_same(root: Path) -> None:
    first = rebuild.check(root, drafts=False, strictly=False, jobs=1)
    second = rebuild.check(root, drafts=False, strictly=False, jobs=1)
    assert (first.problems, first.pages) == (second.problems, second.pages)
    assert second.rendered == 0
