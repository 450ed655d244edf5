"""How soon an edit is seen in a browser: `serve` runs, an article is written, its open page shows what was added.

    PYTHONPATH=.:tests .venv/bin/python tests/bench/serving.py 3000

The archive of the repository, with so many articles that nobody wrote beside it. Prints milliseconds from the write:
until the server has seen that something changed, until the site is built, and until Chromium paints the new words; the
median of five, and the slowest. Each edit is made when the search of the one before has been made. When it painted the page
itself says: who waits for words in it, over a navigation, is told up to half a second later.
"""

from __future__ import annotations

import queue
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO
from urllib.request import urlopen

from archive import write_archive
from corpus import Corpus
from playwright.sync_api import sync_playwright

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parent.parent

_TIMES = 5
_PATIENCE = 1800
"""Seconds that the first build may take."""

_PAINTS = "performance.getEntriesByName('first-contentful-paint')"
_PAINTED = f"performance.timeOrigin + {_PAINTS}[0].startTime"
"""When the page was first painted, in milliseconds of the system's clock; the words stand in the text, which comes whole."""

Lines = queue.Queue[tuple[float, str]]
"""(when, what the server said)."""


def write_both(root: Path, articles: int) -> None:
    """The archive of the repository, and so many invented articles, in an empty folder."""
    write_archive(root, articles)
    for path in sorted((root / "annotations").glob("*/*.yaml")):
        path.rename(path.with_stem(f"invented-{path.stem}"))  # the repository has files of these names
    for name in ("content", "annotations", "templates"):
        shutil.copytree(REPOSITORY / name, root / name, dirs_exist_ok=True)
    shutil.copyfile(REPOSITORY / "archive.yaml", root / "archive.yaml")


def _listen(said: IO[str], lines: Lines) -> None:
    for line in said:
        lines.put((time.time(), line))


def _when(lines: Lines, pattern: str) -> tuple[float, re.Match[str]]:
    """When the server said a line that has the pattern in it; lines before are passed over."""
    while True:
        when, line = lines.get(timeout=_PATIENCE)
        if found := re.search(pattern, line):
            return when, found


def measured(articles: int, folder: Path) -> list[tuple[float, float, float]]:
    """(change seen, site built, words shown) in seconds from each write."""
    root = folder / "archive"
    root.mkdir()
    write_both(root, articles)
    # Of "ministry" the archive of the repository tells that nobody knows whose: what is told of is built in full.
    story = next(one for one in Corpus(articles).stories() if "ministry" not in one.body)
    path = root / "content" / "articles" / str(story.date.year) / f"{story.slug}.md"
    command = [sys.executable, "-u", "-m", "postil", "serve", "--root", str(root), "--port", "0"]
    lines: Lines = queue.Queue()
    took = []
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server,
        sync_playwright() as playwright,
    ):
        assert server.stdout is not None
        try:
            threading.Thread(target=_listen, args=(server.stdout, lines), daemon=True).start()
            _, address = _when(lines, r"http://[^ ]+/")
            chromium = shutil.which("chromium") or shutil.which("google-chrome")
            browser = playwright.chromium.launch(
                executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
            )
            page = browser.new_page()
            page.goto(f"{address[0]}articles/{story.date.year}/{story.slug}.html")
            for number in range(_TIMES):
                words = f"Added as number {number}."
                text = path.read_text("utf-8")
                begun = time.time()
                path.write_text(f"{text.rstrip()}\n\n{words}\n", "utf-8")
                page.get_by_text(words).wait_for(timeout=60_000)
                # The words may be there before they are painted.
                page.wait_for_function(f"() => {_PAINTS}.length > 0")
                shown = page.evaluate(_PAINTED) / 1000
                seen, _ = _when(lines, "^changed:")
                built, _ = _when(lines, "files changed")
                took.append((seen - begun, built - begun, shown - begun))
                time.sleep(2)
                state = f"{address[0]}~postil/state"
                while b'"building": true' in urlopen(state).read():  # it makes the search
                    time.sleep(0.1)
            browser.close()
        finally:
            server.terminate()
    return took


def main(sizes: Sequence[int]) -> None:
    print("| articles beside | ms until seen | until built | until shown | the slowest |")
    print("| ---: | ---: | ---: | ---: | ---: |")
    for size in sizes:
        with tempfile.TemporaryDirectory(prefix="postil-bench-") as name:
            took = measured(size, Path(name))
        medians = [statistics.median(part) for part in zip(*took, strict=True)]
        figures = (*medians, max(shown for _, _, shown in took))
        print(f"| {size:,} | {' | '.join(f'{1000 * one:.0f}' for one in figures)} |", flush=True)


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]])
