"""A build that ends anywhere, by whatever cause: one whole site stands, and the next build is as if nothing had been.

Publishing calls the system in one module. Each of its calls is in turn the last of a build that is killed before, within or
after it, or one that the system refuses.
"""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from published import Watched, begun, contents, proved, publish_files, published
from sites import REPOSITORY

from postil.publish import Unwritable, disk, looked_at, publication
from postil.publish.beside import Beside
from postil.verify import verify

pytestmark = pytest.mark.slow

OLDER = {
    "index.html": "1",
    "shared.html": "one file under two names",
    "kept.html": "kept",
    "a/b.html": "b",
    "a/gone.html": "1",
    "gone/one.html": "1",
    "turned": "a file",
}
OLD = {**OLDER, "index.html": "2", "gone/two.html": "2"}
NEW = {
    "index.html": "3",
    "shared.html": "no more",
    "kept.html": "kept",
    "a/b.html": "b",
    "new/one.html": "1",
    "turned/x.html": "a folder",
}
"""What changes, goes, comes, stays, and is a folder where a file was."""

MOST = 400
"""Calls after which a test would no longer be exhaustive."""


@pytest.fixture
def fast(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory where there is one: hundreds of builds are much for a disk that others use."""
    if not os.access("/dev/shm", os.W_OK):
        yield tmp_path
        return
    with TemporaryDirectory(dir="/dev/shm") as name:
        yield Path(name)


@pytest.fixture(params=["exchange", "renames", "known"])
def site(request: pytest.FixtureRequest, fast: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    """Where sites are put, on a system that exchanges two folders in one step, and on one that does not.

    Or by one that knows what the build before has left.
    """
    if request.param == "renames":
        monkeypatch.setattr(disk, "exchange", lambda *_: False)
    # Each file by itself, so that each is a call that can fail.
    monkeypatch.setattr(disk, "write_all_through", each_written_through)
    return Site(fast, monkeypatch, knows=request.param == "known")


def each_written_through(paths: Any, _: Path) -> None:  # noqa: ANN401 - as in `disk`
    for path in paths:
        disk._write_through(path)


class Site:
    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, *, knows: bool = False) -> None:
        self.root = folder
        self.left = b""
        """What the last build has left, if the next one knows it."""
        self._knows = knows
        self.out = folder / "site"
        self._monkeypatch = monkeypatch

    def made(self) -> None:
        """Two generations stand, and nothing else."""
        for path in (self.out, *vars(Beside(self.out)).values()):
            disk.remove(path)
        self.left = b""
        for files in (OLDER, OLD):
            self.publish(files)

    def publish(self, files: dict[str, str], calls: Watched | None = None) -> None:
        with self._monkeypatch.context() as patch:
            patch.setattr(disk, "os", calls or Watched())
            left = published(self.root, self.out, files, left=self.left)[1]
        self.left = left if self._knows else b""

    def is_whole(self) -> bool:
        """Whether the old or the new site stands, as the next build finds it, and nothing of the other."""
        if not self.out.exists():  # between two renames; the next build begins by mending that
            with begun(self.root, self.out):
                pass
        return contents(self.out) in (OLD, NEW) and proved(self.out)

    def is_built_as_ever(self) -> bool:
        """Whether builds go on as if nothing had been."""
        for files in (NEW, OLDER):
            self.publish(files)
            if contents(self.out) != files or not proved(self.out):
                return False
        return not Beside(self.out).next.exists() and not Beside(self.out).old.exists()


def calls_of(site: Site) -> int:
    """How many calls the build makes that is to be disturbed."""
    site.made()
    calls = Watched()
    site.publish(NEW, calls)
    count = calls.calls.total()
    assert 60 < count < MOST
    return count


# --- killed ---------------------------------------------------------------------------------------------------------


def killed_before(at: int) -> Watched:
    watched = Watched(lambda *_: os._exit(9) if watched.calls.total() > at else None)
    return watched


def killed_after(at: int) -> Watched:
    watched = Watched(after=lambda *_: os._exit(9) if watched.calls.total() > at else None)
    return watched


def killed_within(at: int) -> Watched:
    """In the middle of writing a file."""

    def half(name: str, given: tuple[Any, ...]) -> None:
        if watched.calls.total() > at and name == "write":
            os.write(given[0], bytes(given[1])[: len(given[1]) // 2])
            os._exit(9)

    watched = Watched(half)
    return watched


@pytest.mark.parametrize("killed", [killed_before, killed_after, killed_within])
def test_killed_at_any_call_one_whole_site_stands_and_the_next_build_is_a_clean_one(
    site: Site, killed: Callable[[int], Watched]
) -> None:
    for at in range(calls_of(site)):
        site.made()
        child = os.fork()
        if not child:
            try:
                site.publish(NEW, killed(at))
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        assert site.is_whole(), at
        assert site.is_built_as_ever(), at


# --- refused ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["ENOSPC", "EDQUOT", "EROFS", "EMFILE", "EACCES"])
def test_refused_any_call_the_build_says_so_or_does_without(site: Site, code: str) -> None:
    number = getattr(errno, code)
    told = 0
    for at in range(calls_of(site)):
        site.made()

        told += problems_of(site, refusing(at, number)) == ["out-unwritable"]
        assert site.is_whole(), at
        assert site.is_built_as_ever(), at
    assert told > 30


def refusing(at: int, number: int) -> Watched:
    def refuse(name: str, _: tuple[Any, ...]) -> None:
        if watched.calls.total() == at + 1 and name not in ("close", "fstat"):  # these do not fail so
            raise OSError(number, os.strerror(number))

    watched = Watched(refuse)
    return watched


def problems_of(site: Site, watched: Watched) -> list[str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(disk, "os", watched)
        try:
            stands = looked_at(site.out, site.left) if site.left else None
            with publication(site.out, site.root, drafts=False, stands=stands) as begun_:
                if begun_.value is None:
                    return [problem.code for problem in begun_.problems]
                for path, text in NEW.items():
                    begun_.value.put(path, text.encode())
                begun_.value.finish()
        except Unwritable as fault:
            return [fault.problem.code]
    assert contents(site.out) == NEW
    return []


# --- power cut ----------------------------------------------------------------------------------------------------------


class KilledError(BaseException):
    pass


_CHANGES = frozenset({"write", "fsync", "link", "mkdir", "unlink", "rmdir", "rename", "replace"})


class Unwritten:
    """What has not been written through yet: files by their bytes, folders by what is in them."""

    def __init__(self) -> None:
        self.paths: set[str] = set()
        self._open: dict[int, str] = {}

    def see(self, name: str, given: tuple[Any, ...], result: Any) -> None:  # noqa: ANN401 - whatever a call gives
        path = str(given[0])
        match name:
            case "open":
                self._open[result] = path
                if given[1] & os.O_CREAT:
                    self._changed(path)
            case "write":
                self.paths.add(self._open[given[0]])
            case "fsync":
                self.paths.discard(self._open[given[0]])
            case "link":
                self._changed(str(given[1]))
                if path in self.paths:
                    self.paths.add(str(given[1]))
            case "mkdir":
                self._changed(path)
                self.paths.add(path)
            case "unlink" | "rmdir":
                self._changed(path)
                self.paths.discard(path)
            case "rename" | "replace":
                self._moved(path, str(given[1]))

    def dying(self, at: int) -> Callable[[str, tuple[Any, ...], Any], None]:
        """The same, until so many calls have changed something: then all ends."""
        left = iter(range(at))

        def see(name: str, given: tuple[Any, ...], result: Any) -> None:  # noqa: ANN401 - the same
            self.see(name, given, result)
            if name in _CHANGES and next(left, None) is None:
                raise KilledError

        return see

    def _changed(self, path: str) -> None:
        self.paths.add(path.rpartition("/")[0])

    def _moved(self, old: str, new: str) -> None:
        self.paths = {
            new + path[len(old) :] if path == old or path.startswith(f"{old}/") else path
            for path in self.paths
        }

    def below(self, folder: Path) -> list[str]:
        return sorted(path for path in self.paths if path == str(folder) or path.startswith(f"{folder}/"))


def test_nothing_is_published_that_a_power_cut_could_undo(
    fast: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also nothing that a build had left half done which died before, wherever it did."""
    monkeypatch.setattr(disk, "write_all_through", each_written_through)
    exchange = disk.exchange
    site = Site(fast, monkeypatch)
    unwritten = Unwritten()

    def exchanged(one: Path, other: Path) -> bool:
        assert unwritten.below(one) == []
        return exchange(one, other)

    monkeypatch.setattr(disk, "exchange", exchanged)
    for at in range(calls_of(site)):
        site.made()
        unwritten = Unwritten()
        dying = Watched(after=unwritten.dying(at))
        try:
            site.publish(NEW, dying)
        except KilledError:
            site.publish({**NEW, "index.html": "4"}, Watched(after=unwritten.see))
            assert contents(site.out) == {**NEW, "index.html": "4"}


@pytest.mark.skipif(sys.platform != "linux", reason="has no call for a whole file system")
def test_a_whole_file_system_is_written_through_in_one_call_before_the_exchange(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []
    call = disk._call

    def changed(name: str, _: tuple[Any, ...], __: object) -> None:
        if name in ("write", "link"):
            order.append(name)

    def seen(function: Any, *arguments: object) -> None:  # noqa: ANN401 - a function of C
        order.append(function.__name__)
        call(function, *arguments)

    monkeypatch.setattr(disk, "_call", seen)
    watched = Watched(after=changed)
    publish_files(tmp_path, tmp_path / "site", OLD)
    order.clear()
    with monkeypatch.context() as patch:
        patch.setattr(disk, "os", watched)
        publish_files(tmp_path, tmp_path / "site", NEW)
    assert order[-3:] == ["syncfs", "write", "renameat2"]  # the memory may be lost, and is written last
    assert order.count("syncfs") == 1


# --- a real disk that is full -------------------------------------------------------------------------------------------


def disks() -> Iterator[tuple[str, list[str]]]:
    """Ways to run a command where a small file system can be mounted; where there is none, with files kept short."""
    for before in (["unshare", "-m"], ["unshare", "-rm"], ["sudo", "-n", "-E", "unshare", "-m"]):
        mount = [*before, "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
        try:
            if subprocess.run(mount, capture_output=True, check=False).returncode == 0:
                yield "mounted", before
                return
        except OSError:
            continue
    yield "short", []


@pytest.mark.skipif(sys.platform != "linux", reason="mounts a small file system")
@pytest.mark.parametrize("kind", ["bytes", "inodes", "read-only"])
def test_on_a_disk_that_is_full_the_old_site_stands_until_there_is_room(tmp_path: Path, kind: str) -> None:
    ((how, before),) = disks()
    result = subprocess.run(
        [
            *before,
            sys.executable,
            REPOSITORY / "tests" / "full_disk.py",
            tmp_path,
            kind if how == "mounted" else how,
        ],
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == "whole, told, whole, built\n"


# --- two at once --------------------------------------------------------------------------------------------------------


def building(root: Path, out: Path) -> subprocess.Popen[str]:
    command: list[str | Path] = [sys.executable, "-m", "postil", "build", "--root", root, "--out", out]
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    )


def archive_at(folder: Path, title: str) -> Path:
    article = folder / "content" / "articles" / "storm.md"
    article.parent.mkdir(parents=True)
    article.write_text(f"---\ntitle: {title}\n---\nThe north quay gave way.\n", "utf-8")
    (folder / "archive.yaml").write_text(f"title: {title} papers\n", "utf-8")
    return folder


def test_a_build_waits_for_another_and_says_so(tmp_path: Path) -> None:
    root, out = archive_at(tmp_path / "archive", "Storm"), tmp_path / "site"
    with begun(root, out) as site:
        site.put("index.html", b"one")
        other = building(root, out)
        assert other.stderr is not None
        assert other.stderr.readline() == "another build writes there; this one waits for it\n"
        site.finish()
        assert contents(out) == {"index.html": "one"}
    told, _ = other.communicate()
    assert other.returncode == 0, told
    assert (out / "articles" / "storm.html").is_file()
    assert verify(out).problems == ()


def test_builds_at_once_leave_the_whole_site_of_one_of_them(tmp_path: Path) -> None:
    out = tmp_path / "site"
    roots = [archive_at(tmp_path / title, title) for title in ("Storm", "Gale", "Flood")]
    builds = [building(root, out) for root in roots]
    told = [build.communicate() for build in builds]
    assert [build.returncode for build in builds] == [0, 0, 0], told
    assert verify(out).problems == ()
    titles = {
        title
        for title in ("Storm", "Gale", "Flood")
        if title in (out / "articles" / "storm.html").read_text()
    }
    assert len(titles) == 1
    assert f"{titles.pop()} papers" in (out / "index.html").read_text("utf-8")
