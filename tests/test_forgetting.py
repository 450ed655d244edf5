"""What builds remember: nothing of what went for law or safety, and that there was a ledger."""

import shutil
import sqlite3
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from PIL import Image
from sites import postil

from postil.leaks import Leaks
from postil.model.withheld import Secret, SecretKind, Secrets

pytestmark = pytest.mark.slow

GONE = "quillhazard"
WIRE = f"---\ntitle: Storm\n---\nIt rained.\n\nNine boats near {GONE} were lost. Divers saw timber.\n"
FILES = {
    "archive.yaml": "title: Harbour papers\n",
    "content/articles/wire.md": WIRE,
    "content/articles/other.md": "---\ntitle: Another\n---\nNothing of note.\n",
}


def run(root: Path, verb: str, *arguments: str) -> str:
    done = postil(verb, "--root", root, *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def built(root: Path) -> Path:
    """The archive at `root`, built twice, so that there is a former site with the word in it."""
    for name, text in FILES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    run(root, "build")
    (root / "content/articles/other.md").write_text("---\ntitle: Another\n---\nNothing at all.\n", "utf-8")
    run(root, "build")
    return root


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive that has been built twice, so that there is a former site, and sealed."""
    root = built(tmp_path_factory.mktemp("begun"))
    run(root, "seal", "wire")
    run(root, "build")
    return root


@pytest.fixture
def root(begun: Path, tmp_path: Path) -> Path:
    """A copy of it that has been built, so that it is known to what builds keep."""
    root = tmp_path / "archive"
    shutil.copytree(begun, root)
    (root / "content/articles/other.md").write_text("---\ntitle: Another\n---\nNothing more.\n", "utf-8")
    run(root, "build")
    return root


def found(root: Path) -> list[str]:
    """Files that builds have made in which the word stands, however it is written there."""
    leaks = Leaks(Secrets((Secret(GONE, SecretKind.NAME),)))
    ours = [path for path in sorted(root.rglob("*")) if path.is_file()]
    made = [path for path in ours if path.relative_to(root).parts[0] not in ("content", "annotations")]
    for path in made:
        leaks.look(path.relative_to(root).as_posix(), path.read_bytes())
    plain = [str(path.relative_to(root)) for path in made if GONE.encode() in path.read_bytes()]
    return sorted({*plain, *(problem.place.path for problem in leaks.problems())})


def revised(root: Path, because: str, *options: str) -> None:
    path = root / "content/articles/wire.md"
    path.write_text(WIRE.replace(f" near {GONE}", ""), "utf-8")
    run(root, "revise", "wire", "--because", because, *options)


def withdrawn(root: Path, because: str) -> None:
    run(root, "withdraw", "wire", "--because", because)
    (root / "content/articles/wire.md").unlink()


@pytest.mark.parametrize("because", ["legal", "safety"])
@pytest.mark.parametrize("go", [revised, withdrawn])
def test_what_went_is_in_nothing_that_a_build_has_made(
    root: Path, go: Callable[[Path, str], None], because: str
) -> None:
    assert any(path.startswith("site/") for path in found(root))
    assert any(path.startswith(".site.other/") for path in found(root))
    assert any(path.startswith(".cache/") for path in found(root))
    go(root, because)
    run(root, "build")
    assert found(root) == []


@pytest.mark.parametrize("left", [".site.next", ".site.other"])
def test_a_build_that_finds_its_site_made_forgets_the_one_that_a_killed_build_left(
    root: Path, left: str
) -> None:
    former = root.with_name("former")
    shutil.copytree(root / "site", former)
    revised(root, "safety")
    run(root, "build")
    former.rename(root / left)
    shutil.rmtree(root / ".cache")  # what a build has kept that is killed is not there
    assert any(path.startswith(f"{left}/") for path in found(root))
    run(root, "build")
    assert found(root) == []


def test_a_correction_keeps_the_former_site(root: Path) -> None:
    revised(root, "correction", "--no-words")
    run(root, "build")
    assert any(path.startswith(".site.other/") for path in found(root))


def test_a_ledger_that_is_lost_stops_the_build(root: Path) -> None:
    """Or the addresses of what was sealed would be given to other words, and nobody would be told."""
    ledger = root / "annotations/ledger.json"
    kept = ledger.read_bytes()
    ledger.unlink()
    done = postil("build", "--root", root)
    assert done.returncode == 1
    assert "error[addresses-lost]" in done.stderr
    assert "sealed addresses of 1 article, and the ledger of none" in done.stderr
    ledger.write_bytes(kept)
    run(root, "build")
    ledger.unlink()
    run(root, "build", "--allow-shrink")


def test_a_ledger_that_goes_back_stops_the_build(root: Path) -> None:
    """As when a commit is reverted: the addresses of the version that stands would be given to other words."""
    ledger, article = root / "annotations/ledger.json", root / "content/articles/wire.md"
    first = ledger.read_bytes()
    revised(root, "correction", "--no-words")
    run(root, "build")
    second = ledger.read_bytes()
    ledger.write_bytes(first)
    article.write_text(WIRE, "utf-8")
    done = postil("build", "--root", root)
    assert (
        "error[addresses-lost]: the site that stands has `wire` in version 2, and the ledger in version 1"
        in done.stderr
    )
    ledger.write_bytes(second)
    article.write_text(WIRE.replace(f" near {GONE}", ""), "utf-8")
    article.rename(root / "content/articles/storm.md")
    text = (root / "content/articles/storm.md").read_text("utf-8")
    (root / "content/articles/storm.md").write_text(
        text.replace("---\n", "---\nformer_ids: [wire]\n", 1), "utf-8"
    )
    run(root, "seal", "storm")
    run(root, "build")
    run(root, "withdraw", "storm", "--because", "legal")
    kept = ledger.read_bytes()
    (root / "content/articles/storm.md").unlink()
    run(root, "build")
    ledger.write_bytes(second)
    assert "error[addresses-lost]" in postil("build", "--root", root).stderr
    ledger.write_bytes(kept)
    run(root, "build")


@pytest.mark.parametrize(("text", "code"), [("{", "ledger-broken"), ("<<<<<<< ours\n", "ledger-conflict")])
def test_a_ledger_that_cannot_be_read_is_not_lost(root: Path, text: str, code: str) -> None:
    (root / "annotations/ledger.json").write_text(text, "utf-8")
    done = postil("build", "--root", root)
    assert f"error[{code}]" in done.stderr
    assert "addresses-lost" not in done.stderr


def test_a_build_after_that_keeps_the_site_that_forgot(root: Path) -> None:
    revised(root, "safety")
    run(root, "build")
    assert not (root / ".site.other").exists()
    (root / "content/articles/wire.md").write_text(
        WIRE.replace(f" near {GONE}", "").replace("Storm", "A storm"), "utf-8"
    )
    run(root, "build")
    assert "<title>Storm" in (root / ".site.other/articles/wire.html").read_text("utf-8")
    assert found(root) == []


def test_each_site_of_an_archive_forgets(root: Path) -> None:
    """The one with drafts is built later, when the cache has forgotten already."""
    run(root, "build", "--drafts")
    (root / "content/articles/other.md").write_text("---\ntitle: Another\n---\nNothing.\n", "utf-8")
    run(root, "build", "--drafts")
    revised(root, "safety")
    run(root, "build")
    assert any(path.startswith(".site-drafts.other/") for path in found(root))
    run(root, "build", "--drafts")
    assert found(root) == []


def test_no_digest_of_what_went_is_left(root: Path) -> None:
    """Who guesses the words could build the page, and prove by its digest that the guess is right."""
    before = {path: sha256(path.read_bytes()).hexdigest() for path in (root / "site").rglob("*.html")}
    revised(root, "safety")
    run(root, "build")
    gone = {digest for path, digest in before.items() if sha256(path.read_bytes()).hexdigest() != digest}
    made = [
        path for path in root.rglob("*") if path.is_file() and path.relative_to(root).parts[0] != "content"
    ]
    assert gone
    assert [path for path in made for digest in gone if digest.encode() in path.read_bytes()] == []


@pytest.mark.parametrize("text", ["quoted", "reference"])
def test_sentences_that_may_be_shown_no_more_are_forgotten(tmp_path: Path, text: str) -> None:
    built(tmp_path)
    assert any(path.startswith(".site.other/") for path in found(tmp_path))
    reduced = WIRE.replace("title: Storm\n", f"title: Storm\nrights: {{text: {text}}}\n")
    (tmp_path / "content/articles/wire.md").write_text(reduced, "utf-8")
    run(tmp_path, "build")
    assert found(tmp_path) == []


def test_a_cache_that_another_program_has_open_is_told(root: Path) -> None:
    revised(root, "safety")
    connection = sqlite3.connect(root / ".cache/builds.sqlite")
    connection.execute("BEGIN EXCLUSIVE")
    done = postil("build", "--root", root)
    connection.close()
    assert done.returncode == 1
    assert "error[cache-busy]" in done.stderr
    run(root, "build")
    assert found(root) == []


def test_a_page_of_a_picture_alone_is_taken_as_it_stands(tmp_path: Path) -> None:
    """Its text is empty, which is not the same as none."""
    (tmp_path / "content/articles").mkdir(parents=True)
    (tmp_path / "content/media").mkdir()
    Image.new("RGB", (8, 8)).save(tmp_path / "content/media/quay.png")
    (tmp_path / "archive.yaml").write_text("title: Harbour papers\n", "utf-8")
    picture = "---\ntitle: A picture\n---\n![the quay](media/quay.png)\n"
    (tmp_path / "content/articles/picture.md").write_text(picture, "utf-8")
    (tmp_path / "content/articles/wire.md").write_text(WIRE, "utf-8")
    run(tmp_path, "build")
    (tmp_path / "content/articles/wire.md").write_text(WIRE.replace("Storm", "A storm"), "utf-8")
    run(tmp_path, "build")
