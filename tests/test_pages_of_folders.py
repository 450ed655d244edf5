"""Pages of real folders, by the real stages: the same laws, the same pages whatever the machine."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import page_laws
import pytest

from postil.link import link
from postil.load import load
from postil.model.archive import Archive
from postil.names import NameIndex, rows_from_entities
from postil.prepare import place, read
from postil.problems import has_errors
from postil.shipped import templates_dir

pytestmark = pytest.mark.slow

REPOSITORY = Path(__file__).resolve().parent.parent
FOLDERS = {"harbour": REPOSITORY / "tests" / "archives" / "harbour", "demo": REPOSITORY}


def archive_at(root: Path) -> Archive:
    """The archive in a folder that has no errors."""
    loaded = load(root, drafts=False, templates=templates_dir())
    assert not has_errors(loaded.problems), loaded.problems
    records = loaded.value
    index = NameIndex(rows_from_entities(records.entities))
    notes = {file.article: file for file in records.notes}
    prepared = {}
    for article in records.articles:
        body = read(article)
        prepared[article.id] = place(body, article, notes.get(article.id), index.rows_in(body.text.text))
        assert not has_errors(prepared[article.id].problems), prepared[article.id].problems
    linked = link(records, prepared)
    assert not has_errors(linked.problems), linked.problems
    return linked.value


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_laws_hold(folder: str) -> None:
    archive = archive_at(FOLDERS[folder])
    found = page_laws.check(archive)
    assert len(found) == len(page_laws.MENU) + len(archive.redirects) + sum(
        map(len, (archive.articles, archive.entities, archive.events, archive.claims, archive.pages))
    )


PROGRAM = """
import hashlib, sys
from pathlib import Path
sys.path.insert(0, {tests!r})
from test_pages_of_folders import FOLDERS, archive_at
from postil.pages import Lookup, index_views, pages
archive = archive_at(FOLDERS["harbour"])
for value in (*pages(Lookup(archive)), *index_views(Lookup(archive))):
    print(value.path, hashlib.sha256(repr(value).encode()).hexdigest())
"""


def test_zone_locale_and_hash_seed_of_the_machine_play_no_part() -> None:
    program = PROGRAM.format(tests=str(Path(__file__).parent))
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "TZ": zone, "PYTHONHASHSEED": seed, "LC_ALL": locale},
            check=True,
            capture_output=True,
        ).stdout
        for zone, seed, locale in (("Pacific/Kiritimati", "1", "C.UTF-8"), ("America/Adak", "2", "C"))
    }
    assert len(outputs) == 1
    assert b"articles/harbour-wire.html" in outputs.pop()
