"""The command line: what it takes, what it says, how it leaves."""

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from postil import cli, pipeline
from postil.cli.verbs import WHERE, commands
from postil.model.outcome import Outcome

ARTICLE = "---\ntitle: Storm\n---\nThe north quay gave way.\n"


def run(*args: str | Path) -> int:
    with pytest.raises(SystemExit) as left:
        cli.main([str(arg) for arg in args])
    assert isinstance(left.value.code, int)
    return left.value.code


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    folder = tmp_path / "archive"
    (folder / "content" / "articles").mkdir(parents=True)
    (folder / "content" / "articles" / "storm.md").write_text(ARTICLE, "utf-8")
    return folder


@pytest.mark.parametrize(
    "args",
    [
        ["biuld"],
        ["build", "--jobs", "0"],
        ["build", "--jobs", "many"],
        ["build", "--root", "no-such-folder"],
        ["build", "extra"],
        ["check", "--out", "site"],
        ["import"],
        ["import", "no-such-file.txt"],
        ["--no-such-option"],
    ],
)
def test_wrong_usage_leaves_with_2(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*args) == 2
    assert capsys.readouterr().err.startswith("Usage: ")


def test_an_import_of_nothing_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").mkdir()
    assert run("import", "--root", tmp_path, tmp_path / "empty") == 0
    assert capsys.readouterr().out == "nothing to import: no Markdown file stands there\n"


@pytest.mark.parametrize("path", ["content", "content/articles/storm.md", "."])
def test_the_archive_itself_is_not_imported(
    archive: Path, path: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sorted(archive.rglob("*"))
    assert run("import", "--root", archive, archive / path) == 2
    assert "content/ is the archive itself" in capsys.readouterr().err
    assert sorted(archive.rglob("*")) == before


def test_a_file_to_which_two_ways_lead_is_imported_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "papers"
    (folder / "bay").mkdir(parents=True)
    for name, text in (("bay/storm.md", "It rained."), ("calm.md", "It did not.")):
        (folder / name).write_text(f"# Storm\n\n{text}\n", "utf-8")
    (folder / "a-link.md").symlink_to("calm.md")
    (tmp_path / "linked").symlink_to(folder)
    ways = (
        folder,
        folder / "bay" / "storm.md",
        folder,
        tmp_path / "linked",
        folder / "bay" / ".." / "calm.md",
    )
    assert run("import", "--root", tmp_path, *ways) == 0
    out, err = capsys.readouterr()
    assert "error" not in err
    assert "6 paths led to a file that another had led to: taken once\nimported 2 of 2 files" in out
    below = tmp_path / "content" / "articles"
    assert sorted(path.relative_to(below).as_posix() for path in below.rglob("*.md")) == [
        "bay/storm.md",
        "calm.md",
    ]


@pytest.mark.parametrize("args", [["--help"], ["-h"], ["--version"], ["build", "--help"], ["import", "-h"]])
def test_help_is_good(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*args) == 0
    assert capsys.readouterr().out


@pytest.mark.slow
def test_build_is_what_is_done_when_nothing_is_said(
    archive: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(archive)
    assert run() == 0
    assert (archive / "site" / "articles" / "storm.html").is_file()
    assert capsys.readouterr().out.startswith("site: ")


@pytest.mark.slow
@pytest.mark.parametrize(("option", "folder"), [([], "site"), (["--drafts"], "site-drafts")])
def test_drafts_go_to_a_folder_of_their_own(archive: Path, option: list[str], folder: str) -> None:
    assert run("--root", archive, *option) == 0
    assert [path.name for path in sorted(archive.glob("site*"))] == [folder]


@pytest.mark.slow
def test_check_publishes_nothing(archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = sorted(archive.rglob("*"))
    assert run("check", "--root", archive) == 0
    kept = archive / ".cache"
    assert sorted(path for path in archive.rglob("*") if path != kept and kept not in path.parents) == before
    assert capsys.readouterr().out.endswith("pages, no problem\n")


@pytest.mark.slow
def test_problems_leave_with_1_and_say_where(archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (archive / "content" / "articles" / "storm.md").write_text(ARTICLE.replace("title", "titel"), "utf-8")
    assert run("build", "--root", archive) == 1
    assert "content/articles/storm.md:2" in capsys.readouterr().err
    assert not (archive / "site").exists()


def test_a_fault_of_ours_leaves_with_3(
    archive: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fault(*_: object, **__: object) -> Outcome:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(pipeline, "check", fault)
    assert run("check", "--root", archive) == 3
    told = capsys.readouterr().err
    assert "ZeroDivisionError: a bug" in told
    assert told.endswith("This is a fault in Postil, not in the archive.\n")


# --- import ---------------------------------------------------------------------------------------------------


def test_import_writes_articles_and_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "Quay Storm.txt"
    source.write_text("Storm at the quay\n\nThe quay gave way, and nobody slept.\n", "utf-8")
    assert run("import", "--root", tmp_path, source) == 0
    article = tmp_path / "content" / "articles" / "quay-storm.md"
    assert article.read_text("utf-8") == (
        "---\ntitle: Storm at the quay\n---\n\nThe quay gave way, and nobody slept.\n"
    )
    said = capsys.readouterr()
    assert said.out == f"{source} -> content/articles/quay-storm.md; 1 paragraph\n"
    assert said.err == ""


def test_import_never_overwrites_and_takes_the_others(
    archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sources = [tmp_path / name for name in ("storm.txt", "wave.txt", "wave.md", "bad.txt")]
    for source in sources:
        source.write_bytes(b"\xff" if source.stem == "bad" else b"# A title\n\nText.\n")
    assert run("import", "--root", archive, *sources) == 1
    articles = archive / "content" / "articles"
    assert (articles / "storm.md").read_text("utf-8") == ARTICLE
    assert sorted(path.name for path in articles.iterdir()) == ["storm.md", "wave.md"]
    told = capsys.readouterr().err
    assert told.count("import-exists") == 2
    assert told.count("import-encoding") == 1


def test_what_was_imported_before_is_no_problem_and_what_differs_is_left(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "old"
    folder.mkdir()
    for name in ("storm", "wave"):
        (folder / f"{name}.md").write_text(f"---\ntitle: {name}\nweight: 1\n---\nText.\n", "utf-8")
    assert run("import", "--root", tmp_path, folder) == 0
    capsys.readouterr()
    assert run("import", "--root", tmp_path, folder) == 0
    assert capsys.readouterr() == (
        "imported 0 of 2 files; 0 things to look at\n2 files had been imported before, with the same result\n",
        "",
    )
    storm = tmp_path / "content" / "articles" / "storm.md"
    storm.write_text("---\ntitle: Mended\n---\nText.\n", "utf-8")
    assert run("import", "--root", tmp_path, folder) == 1
    said = capsys.readouterr()
    assert said.out == (
        "imported 0 of 2 files; 1 thing to look at\n1 file had been imported before, with the same result\n"
    )
    assert said.err.count("import-exists") == 1
    assert "delete or move the old one first" in said.err
    assert "title: Mended" in storm.read_text("utf-8")


def test_a_warning_is_shown_and_good(
    archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "wave.txt"
    source.write_text("One sentence.\n", "utf-8")
    assert run("import", "--root", archive, source) == 0
    assert "warning[import-title]" in capsys.readouterr().err


def test_a_folder_is_imported_with_what_was_left_out_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "old"
    (folder / "_posts").mkdir(parents=True)
    (folder / "_drafts").mkdir()
    (folder / ".obsidian").mkdir()
    (folder / "_posts" / "2031-04-29-storm.md").write_text("---\ntitle: Storm\n---\nText.\n", "utf-8")
    (folder / "_drafts" / "later.md").write_text("Not yet.\n", "utf-8")
    (folder / ".obsidian" / "notes.md").write_text("Not this.\n", "utf-8")
    (folder / "style.css").write_text("p {}\n", "utf-8")
    assert run("import", "--root", tmp_path, folder) == 0
    written = sorted((tmp_path / "content").rglob("*.md"))
    assert [path.relative_to(tmp_path).as_posix() for path in written] == [
        "content/articles/posts/2031-04-29-storm.md"
    ]
    assert "published: 2031-04-29" in written[0].read_text("utf-8")
    told = capsys.readouterr().err
    assert told.count("warning[import-draft]") == 1
    assert told.count("warning[import-skipped]") == 1
    assert "1 file that is not Markdown was left out: 1 .css" in told


def test_the_day_of_capture_is_a_date(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.html"
    page.write_text("<html><head></head><body><p>Nine boats were lost.</p></body></html>", "utf-8")
    assert run("import", "--root", tmp_path, "--captured", "last week", page) == 2
    assert "--captured" in capsys.readouterr().err
    assert run("import", "--root", tmp_path, "--captured", "2031-05-02", page) == 0
    assert "retrieved: 2031-05-02" in (tmp_path / "content" / "articles" / "page.md").read_text("utf-8")


def test_a_folder_that_cannot_be_written_to_is_said_to_be_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "storm.txt").write_text("The quay gave way.\n", encoding="utf-8")
    (tmp_path / "content").write_text("a file where a folder should be", encoding="utf-8")
    assert run("import", "--root", tmp_path, tmp_path / "storm.txt") == 1
    assert "error[import-unwritable]" in capsys.readouterr().err
    assert (tmp_path / "content").read_text(encoding="utf-8") == "a file where a folder should be"


def process(*args: str | Path, out: int = subprocess.PIPE, err: int = subprocess.PIPE) -> tuple[int, str]:
    """The exit code, and what is told on the streams that are not given."""
    command = [sys.executable, "-m", "postil", *map(str, args)]
    done = subprocess.run(command, stdout=out, stderr=err, text=True, check=False, cwd=REPOSITORY)
    return done.returncode, (done.stdout or "") + (done.stderr or "")


REPOSITORY = Path(__file__).resolve().parent.parent


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a file that is always full")
def test_a_full_disk_is_told_and_is_no_fault_of_ours(archive: Path) -> None:
    told = "standard output cannot be written: no space left on device\n"
    full = os.open("/dev/full", os.O_WRONLY)
    assert process("check", "--root", archive, out=full) == (1, told)
    assert process("check", "--root", archive, "--format", "json", out=full) == (1, told)
    assert process("--help", out=full) == (1, told)
    assert process("check", "--root", archive, err=full) == (0, "12 pages, no problem\n")
    (archive / "content" / "articles" / "storm.md").write_text("no front matter", "utf-8")
    assert process("check", "--root", archive, err=full) == (1, "")
    os.close(full)


@pytest.mark.parametrize("begin", [["-m", "postil"], ["build.py"]])
def test_ctrl_c_ends_with_one_word_also_while_all_is_loaded(tmp_path: Path, begin: list[str]) -> None:
    """Here it comes when the first library is loaded."""
    (tmp_path / "click.py").write_text("raise KeyboardInterrupt", "utf-8")
    path = os.pathsep.join([str(tmp_path), str(REPOSITORY)])
    environment = {**os.environ, "PYTHONPATH": path}
    command = [sys.executable, *begin, "check"]
    done = subprocess.run(command, capture_output=True, env=environment, cwd=REPOSITORY, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"stopped\n")


def test_ctrl_c_ends_a_verb_with_one_word(
    archive: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("postil.rebuild.build", interrupted)
    with pytest.raises(SystemExit) as left:
        cli.main(["build", "--root", str(archive)])
    assert (left.value.code, *capsys.readouterr()) == (130, "", "stopped\n")


@pytest.mark.slow
def test_a_site_that_would_lose_all_its_articles_stands_until_that_is_allowed(
    archive: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("build", "--root", archive) == 0
    text = (archive / "content" / "articles" / "storm.md").rename(archive / "storm.md")
    assert run("build", "--root", archive) == 1
    told = capsys.readouterr().err
    assert "error[site-shrunk]: the site would have no article any more" in told
    assert "--allow-shrink" in told
    assert (archive / "site" / "articles" / "storm.html").is_file()
    assert text.is_file()
    assert run("build", "--root", archive, "--allow-shrink") == 0
    assert not (archive / "site" / "articles").exists()


@pytest.mark.slow
def test_a_reader_that_left_changes_nothing(archive: Path) -> None:
    for root, code in ((archive, 0), (REPOSITORY / "tests" / "broken" / "quote-not-found", 1)):
        ours, theirs = os.pipe()
        os.close(ours)
        assert process("check", "--root", root, out=theirs, err=theirs) == (code, "")
        os.close(theirs)


def test_every_verb_is_found_where_it_is_said_to_stand() -> None:
    """Modules of verbs are loaded when one is asked for; a verb that the table lacks would be found by nobody."""
    for module in sorted(set(WHERE.values())):
        import_module(f"postil.cli.{module}")
    assert sorted(commands.commands) == sorted(WHERE)
