"""The folder edition in Firefox, as Debian ships it (`firefox-esr`): every derived question of an archive, from a folder.

    python tests/firefox_search.py [ARCHIVE] [--invented ARTICLES] [--firefox PROGRAM]

ARCHIVE is a folder with an `archive.yaml`; without it the demonstration is asked, or so many invented articles in four
languages. The site is built into a folder whose
name is hard to put into an address, nobody may write to it, and Firefox is off line: `file://` is all that it reaches. It
says what it asked, then what was wrong, and ends with 1 if anything was.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import four_languages
from bidi import Firefox, firefox
from search_answers import ASK, AT_ONCE, HARD_NAME, WATCH, answer_from, faults
from search_queries import Query, archive_at, dates_of, queries
from sites import REPOSITORY, built, read_only

SETTINGS = {
    # No way out: whatever is asked of the network goes to a port where nobody listens.
    "network.proxy.type": 1,
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": 9,
    "browser.navigation.locationChangeRateLimit.count": 0,  # a reader does not ask twenty things a second
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
}


def asked(browser: Firefox, site: Path, questions: list[Query], root: Path) -> list[str]:
    """Ask all questions in one page; give what was wrong."""
    address = site.as_uri() + "/"
    browser.open(f"{address}search.html?q=harbour")
    browser.evaluate(WATCH)
    dates = dates_of(archive_at(root))
    found: list[str] = []
    for at in range(0, len(questions), AT_ONCE):
        some = questions[at : at + AT_ONCE]
        said = browser.evaluate(ASK, [dict(query.asked) for query in some])
        for query, one in zip(some, said, strict=True):
            found += faults(query, answer_from(one), dates)
    found += [f"the console said: {error}" for error in browser.errors]
    abroad = [url for url in browser.requests if not url.startswith((address, "blob:", "data:"))]
    return found + [f"it asked for {url}" for url in sorted(set(abroad))]


def main() -> str | None:
    """What was wrong, which ends the program with 1; None if nothing was."""
    arguments = argparse.ArgumentParser(description="Ask a site's search in Firefox, from a folder.")
    arguments.add_argument("archive", nargs="?", type=Path, default=REPOSITORY)
    arguments.add_argument("--invented", type=int, default=0, metavar="ARTICLES")
    arguments.add_argument("--firefox", default="firefox-esr")
    given = arguments.parse_args()
    program = shutil.which(given.firefox)
    if program is None:
        return f"there is no {given.firefox} here; on Debian: apt-get install firefox-esr"
    with tempfile.TemporaryDirectory(prefix="postil-firefox-") as folder:
        root: Path = given.archive.resolve()
        if given.invented:
            root = four_languages.written(Path(folder, "archive"), given.invented)
        questions = queries(archive_at(root))
        site = built(root, Path(folder, HARD_NAME))
        with read_only(site), firefox(program, Path(folder, "profile"), SETTINGS) as browser:
            begun = time.monotonic()
            found = asked(browser, site, questions, root)
            seconds = time.monotonic() - begun
    sorts = Counter(query.what for query in questions)
    asked_for = ", ".join(f"{sort} {count}" for sort, count in sorts.items())
    sys.stdout.write(
        f"Firefox {browser.version}: {len(questions)} questions in {seconds:.0f} s, from a folder, off line\n"
        f"  {asked_for}\n"
    )
    return "\n".join(found) or None


if __name__ == "__main__":
    sys.exit(main())
