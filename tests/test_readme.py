"""The README's first archive, done as it says, block by block."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import oracle
import pytest
from sites import REPOSITORY, built, postil

from postil.publish.beside import Beside

README = (REPOSITORY / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = [match.groups() for match in BLOCK.finditer(README)]
NOTES = "annotations/articles/harbour-wire.yaml"

pytestmark = pytest.mark.slow


def put(root: Path, name: str, text: str) -> None:
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(text, encoding="utf-8")


def test_the_first_archive_is_made_as_the_readme_says(tmp_path: Path) -> None:
    text = next(text for _, name, text in BLOCKS if name == "harbour-wire.txt")
    put(tmp_path, "harbour-wire.txt", text)
    assert postil("import", "--root", tmp_path, tmp_path / "harbour-wire.txt").returncode == 0
    built(tmp_path, tmp_path / "site")
    article = tmp_path / "content" / "articles" / "harbour-wire.md"
    _, front, body = article.read_text(encoding="utf-8").split("---\n", 2)
    assert front == "title: Storm breaks north quay\n"
    assert len(body.strip().split("\n\n")) == 2  # the lines of a wrapped paragraph are one
    known = next(text for kind, name, text in BLOCKS if kind == "yaml" and name is None)
    article.write_text(f"---\n{known}---\n{body}", encoding="utf-8")
    site = tmp_path / "site"
    for _, name, text in BLOCKS:
        if name and name.endswith(".yaml"):
            put(tmp_path, name, text)
            built(tmp_path, site)
    claim = (site / "claims" / "boats-lost.html").read_text(encoding="utf-8")
    assert "../articles/harbour-wire.html#p2s1" in oracle.links(claim)
    assert (site / "entities" / "orla-venn.html").is_file()

    notes = (tmp_path / NOTES).read_text(encoding="utf-8")
    put(tmp_path, NOTES, notes.replace("Nine", "Eight", 1))
    result = postil("build", "--root", tmp_path)
    assert result.returncode == 1
    promised = next(text for kind, _, text in BLOCKS if kind == "text" and text.startswith("error["))
    assert result.stderr.startswith(promised)
    assert postil("find", "--root", tmp_path, "moorings").returncode == 0


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
def test_all_that_a_build_makes_is_in_the_gitignore_of_a_first_archive(tmp_path: Path) -> None:
    """Whatever edition, and left behind by a build that died; and nothing that a person writes."""

    def git(*arguments: str) -> str:
        done = subprocess.run(["git", "-C", tmp_path, *arguments], capture_output=True, text=True, check=True)
        return done.stdout

    ignored = next(text for _, name, text in BLOCKS if name == ".gitignore")
    put(tmp_path, ".gitignore", ignored)
    put(tmp_path, "content/articles/wire.md", "---\ntitle: Storm\n---\nIt rained.\n")
    git("init", "--quiet")
    for options in ((), ("--drafts",), ("--edition", "private"), ()):
        assert postil("build", "--root", tmp_path, *options).returncode == 0
    assert {"site", "site-drafts", "site-private", ".cache"} < {path.name for path in tmp_path.iterdir()}
    for name in ("site", "site-drafts", "site-private"):
        beside = Beside(tmp_path / name)
        for path in (beside.next, beside.old, beside.other, beside.memory):
            if not path.exists():
                put(path, "page.html", "")
    assert git("status", "--porcelain", "--untracked-files=all").split() == [
        "??", ".gitignore", "??", "content/articles/wire.md",
    ]  # fmt: skip
    lines = "".join(f"    {line}\n" for line in ignored.splitlines())
    assert lines in (REPOSITORY / "docs" / "deploy.md").read_text("utf-8")
