"""A copy of a site is proved by nothing but itself, and whatever is done to it is seen."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from packaging.requirements import Requirement
from sites import REPOSITORY, postil

from postil.audit import inspect
from postil.exporters.receipt import LIBRARIES
from postil.manifest import MANIFEST, RECEIPT, listed_in, manifest_of, vouched_for
from postil.model.published import Listed
from postil.problems import Severity
from postil.verify import verify

ARTICLE = "articles/harbour-wire.html"


# --- the manifest ---------------------------------------------------------------------------------------------------

PATHS = st.text(st.sampled_from("ab é/\\n\n\r *#'\"") | st.characters(codec="utf-8"), min_size=1)
FILES = st.lists(
    st.builds(Listed, PATHS, st.binary().map(lambda data: sha256(data).hexdigest()), st.just(0)),
    unique_by=lambda file: file.path,
)


@given(FILES)
def test_a_manifest_is_read_as_it_was_written_whatever_its_order(files: list[Listed]) -> None:
    manifest = manifest_of(files)
    assert manifest == manifest_of(reversed(files))
    if files:
        assert listed_in(manifest) == {file.path: file.digest for file in files}


@given(st.binary())
def test_other_bytes_are_no_manifest_or_one_that_lists_each_file_once(data: bytes) -> None:
    listed = listed_in(data)
    assert listed is None or len(listed) == len(
        data.decode("utf-8", "surrogateescape").rstrip("\n").split("\n")
    )


@given(
    st.binary()
    | st.recursive(
        st.none() | st.integers() | st.text(),
        lambda inner: st.dictionaries(st.sampled_from(["manifest", "counts", "files", "bytes"]), inner),
    ).map(lambda it: json.dumps(it).encode())
)
def test_other_bytes_are_no_receipt(data: bytes) -> None:
    said = vouched_for(data)
    assert said is None or isinstance(said[0], str)


@given(
    st.binary() | st.text().map(str.encode) | st.text(st.sampled_from('<!-?>&;/ adrhef="#\0')).map(str.encode)
)
def test_any_bytes_can_be_looked_at_as_a_page(data: bytes) -> None:
    assert inspect("page.html", data).path == "page.html"


def test_a_manifest_that_names_a_file_twice_is_none() -> None:
    line = f"{'0' * 64}  a\n".encode()
    assert listed_in(line) is not None
    assert listed_in(line + line) is None


@pytest.mark.skipif(shutil.which("sha256sum") is None, reason="needs sha256sum, of GNU coreutils")
def test_coreutils_checks_a_manifest_with_names_that_need_care(tmp_path: Path) -> None:
    names = ["a b", "a\\b", "a\nb", " lead", "*star", "\\n", "тест", "#", "quo'te\"", "deep/er/file"]
    files = []
    for number, name in enumerate(names):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(str(number))
        files.append(Listed(name, sha256(str(number).encode()).hexdigest(), 1))
    (tmp_path / MANIFEST).write_bytes(manifest_of(files))
    done = subprocess.run(
        ["sha256sum", "--check", "--strict", "--quiet", MANIFEST],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


# --- a site's own ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("sha256sum") is None, reason="needs sha256sum, of GNU coreutils")
def test_every_file_of_a_site_is_in_its_manifest_once(harbour_site: Path) -> None:
    done = subprocess.run(
        ["sha256sum", "--check", "--strict", MANIFEST], cwd=harbour_site, capture_output=True, check=True
    )
    checked = sorted(line.rpartition(": ")[0] for line in done.stdout.decode().splitlines())
    found = sorted(
        path.relative_to(harbour_site).as_posix() for path in harbour_site.rglob("*") if path.is_file()
    )
    assert checked == [path for path in found if path != MANIFEST]


@pytest.mark.slow
def test_a_receipt_is_that_of_the_manifest_and_counts_what_is_there(harbour_site: Path) -> None:
    said = json.loads((harbour_site / RECEIPT).read_bytes())
    lines = (harbour_site / MANIFEST).read_bytes().splitlines(keepends=True)
    others = [line for line in lines if not line.endswith(f"  {RECEIPT}\n".encode())]
    assert len(others) == len(lines) - 1
    assert said["manifest"] == sha256(b"".join(others)).hexdigest()
    assert said["counts"]["files"] == len(others)
    assert said["counts"]["articles"] == 4
    assert said["counts"]["pages"] == len(list(harbour_site.rglob("*.html")))
    assert said["warnings"] == {"raw-html": 1}
    assert said["libraries"].keys() == set(LIBRARIES)


def test_a_receipt_names_every_library_that_shapes_a_site() -> None:
    import tomllib  # noqa: PLC0415 - only here

    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
    needed = {Requirement(one).name for one in project["dependencies"]}
    shapes_nothing = {
        "click", "lxml", "lxml-html-clean", "markdown-it-py", "mdit-py-plugins", "rapidfuzz", "rich", "trafilatura",
        "watchfiles",
    }  # fmt: skip
    assert set(LIBRARIES) == needed - shapes_nothing


# --- copies -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def copy(harbour_site: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(harbour_site, tmp_path / "copy"))


def said(copy: Path) -> set[tuple[str, str, str]]:
    found = verify(copy).problems
    return {(problem.code, problem.place.path, problem.severity.value) for problem in found}


@pytest.mark.slow
def test_a_copy_is_whole_however_it_was_made(harbour_site: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "site.zip", "w") as archive:
        for path in sorted(harbour_site.rglob("*")):
            archive.write(path, path.relative_to(harbour_site))
    with zipfile.ZipFile(tmp_path / "site.zip") as archive:
        archive.extractall(tmp_path / "unpacked")
    listed = listed_in((harbour_site / MANIFEST).read_bytes())
    assert listed is not None
    for jobs in (1, 2):
        found = verify(tmp_path / "unpacked", jobs=jobs)
        assert (found.problems, found.value.files, found.value.articles) == ((), len(listed), 4)
    (tmp_path / "unpacked" / ".postil-site").unlink()  # some hosts leave out what begins with a full stop
    assert verify(tmp_path / "unpacked").problems == ()


def appended(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b" ")


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


@pytest.mark.slow
@pytest.mark.parametrize("change", [appended, cut, emptied])
def test_any_file_that_is_changed_is_named(copy: Path, change: Callable[[Path], None]) -> None:
    paths = sorted(path for path in copy.rglob("*") if path.is_file() and path.stat().st_size)
    chosen = [path for path in paths if path.name != MANIFEST][:: 1 if change is appended else 9]
    for path in chosen:
        before = path.read_bytes()
        name = path.relative_to(copy).as_posix()
        if change is not appended or path.suffix in (".html", ".json", ".css"):
            change(path)
            assert ("copy-changed", name, "error") in said(copy)
            path.write_bytes(before)
    assert said(copy) == set()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes in folders")
@pytest.mark.parametrize("name", ["index.html", MANIFEST, RECEIPT])
def test_a_pipe_in_place_of_a_file_is_named_and_not_waited_for(copy: Path, name: str) -> None:
    (copy / name).unlink()
    os.mkfifo(copy / name)
    assert {code for code, _, severity in said(copy) if severity == "error"} & {
        "copy-changed",
        "copy-unproved",
    }


@pytest.mark.slow
def test_what_lacks_and_what_is_there_beside_is_named(copy: Path) -> None:
    (copy / "feed.xml").unlink(missing_ok=True)
    (copy / "assets" / "reading.js").unlink()
    (copy / "assets" / "more.js").write_text("alert(1)")
    (copy / "elsewhere").symlink_to(copy.parent)
    (copy / "articles" / ".DS_Store").write_text("litter")
    (copy / "CNAME").write_text("archive.example.org")
    found = said(copy)
    assert {
        ("copy-incomplete", "assets/reading.js", "error"),
        ("copy-extra", "assets/more.js", "error"),
        ("copy-extra", "articles/.DS_Store", "warning"),
        ("copy-extra", "CNAME", "warning"),
    } <= found
    assert any(path == "elsewhere" and severity == "error" for _, path, severity in found)
    assert not any(code == "dead-link" for code, _, _ in found)
    lacking = next(one for one in verify(copy).problems if one.place.path == "assets/reading.js")
    assert re.fullmatch(r"linked from \d+ pages?", lacking.notes[0].message)


@pytest.mark.slow
def test_what_lacks_is_told_first(copy: Path) -> None:
    (copy / "articles" / "more.html").write_text("<a href='nowhere.html'>gone</a>")
    shutil.rmtree(copy / "pagefind")
    (copy / "names.html").unlink()
    codes = [one.code for one in verify(copy).problems]
    lacking = codes.count("copy-incomplete")
    assert 1 < lacking < len(codes)
    assert codes[:lacking] == ["copy-incomplete"] * lacking
    told = postil("verify", copy).stderr
    assert re.findall(r"^error\[(.*?)\]", told, re.MULTILINE)[:lacking] == ["copy-incomplete"] * lacking


def listed_anew(copy: Path) -> None:
    """Let the manifest and the receipt fit what is there, as one would who knows what they are."""
    files = [
        Listed(path.relative_to(copy).as_posix(), sha256(path.read_bytes()).hexdigest(), path.stat().st_size)
        for path in copy.rglob("*")
        if path.is_file() and path.name not in (MANIFEST, RECEIPT)
    ]
    receipt = json.loads((copy / RECEIPT).read_bytes())
    receipt["manifest"] = sha256(manifest_of(files)).hexdigest()
    receipt["counts"] |= {"files": len(files), "bytes": sum(file.size for file in files)}
    data = json.dumps(receipt).encode()
    (copy / RECEIPT).write_bytes(data)
    own = Listed(RECEIPT, sha256(data).hexdigest(), len(data))
    (copy / MANIFEST).write_bytes(manifest_of([*files, own]))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("Keeper Alder said the gate was open", "Keeper Alder said the gate was shut", "text-changed"),
        ("<p ", "<p>More words.</p><p ", "text-changed"),
        ("data-digest>", "data-digest>0", "text-changed"),
        (" data-digest", "", "text-unproved"),
        ("default-src 'none'; ", "", "policy-missing"),
        ('href="../sources.html"', 'href="../source.html"', "dead-link"),
        ("</body>", '<script src="https://example.org/x.js"></script></body>', "foreign-request"),
        ("</body>", "<script>alert(1)</script></body>", "inline-code"),
    ],
)
def test_a_page_that_proves_itself_wrong_is_seen_though_the_manifest_was_made_anew(
    copy: Path, old: str, new: str, code: str
) -> None:
    page = copy / ARTICLE
    text = page.read_text("utf-8")
    before, mark, after = text.partition("data-text")
    if code == "text-changed" and "digest" not in old:
        assert old in after
        page.write_text(before + mark + after.replace(old, new, 1), "utf-8")
    else:
        assert old in text
        page.write_text(text.replace(old, new, 1), "utf-8")
    listed_anew(copy)
    severity = Severity.WARNING if code == "text-unproved" else Severity.ERROR
    assert said(copy) == {(code, ARTICLE, severity.value)}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        (MANIFEST, None, "copy-unproved"),
        (MANIFEST, b"", "copy-unproved"),
        (MANIFEST, b"no list\n", "copy-unproved"),
        (RECEIPT, b"[]", "copy-unproved"),
        (RECEIPT, b'{"manifest": "0", "counts": {"files": 1, "bytes": 1}}', "copy-unproved"),
        (RECEIPT, None, "copy-incomplete"),
    ],
)
def test_a_copy_without_its_papers_proves_nothing(
    copy: Path, name: str, data: bytes | None, code: str
) -> None:
    if data is None:
        (copy / name).unlink()
    else:
        (copy / name).write_bytes(data)
    assert (code, name, "error") in said(copy)


@pytest.mark.slow
def test_a_receipt_that_counts_other_bytes_is_seen(copy: Path) -> None:
    listed_anew(copy)
    assert said(copy) == set()
    receipt = json.loads((copy / RECEIPT).read_bytes())
    receipt["counts"]["bytes"] += 1
    data = json.dumps(receipt).encode()
    manifest = (copy / MANIFEST).read_bytes()
    digest = sha256((copy / RECEIPT).read_bytes()).hexdigest().encode()
    (copy / RECEIPT).write_bytes(data)
    (copy / MANIFEST).write_bytes(manifest.replace(digest, sha256(data).hexdigest().encode()))
    assert said(copy) == {("copy-unproved", RECEIPT, "error")}


# --- the command ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_command_proves_a_copy_or_says_what_is_wrong(copy: Path, tmp_path: Path) -> None:
    good = postil("verify", copy, cwd=tmp_path)
    assert (good.returncode, good.stderr) == (0, "")
    assert re.search(r"\d+ files as the manifest lists them; text of 4 articles proved\n$", good.stdout)
    appended(copy / ARTICLE)
    bad = postil("verify", copy, cwd=tmp_path)
    assert (bad.returncode, bad.stdout) == (1, "")
    assert (
        f"error[copy-changed]: the file is not the one that the manifest lists\n  {ARTICLE}\n  help: copy"
        in bad.stderr
    )
    told = json.loads(postil("verify", copy, "--format", "json", cwd=tmp_path).stdout)
    assert [problem["code"] for problem in told["problems"]] == ["copy-changed"]
    nothing = postil("verify", tmp_path / "none", cwd=tmp_path)
    assert nothing.returncode == 2
    (tmp_path / "other").mkdir()
    assert "copy-unproved" in postil("verify", tmp_path / "other", cwd=tmp_path).stderr
