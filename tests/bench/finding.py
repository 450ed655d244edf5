"""How soon a search shows its first results, over http and from a folder. Run in a process of its own.

    python finding.py SITE WORD [WORD ...]

Prints a JSON list: for each word [milliseconds over http, milliseconds from the folder], from opening the search page with
the word in its address until its first ten results stand in it to be read (all, where it finds fewer), the median of five,
each in a profile that knows nothing of the site; `null` without Playwright and Chromium. Files stand in the memory of the
system, as they do after a build.
"""

from __future__ import annotations

import json
import shutil
import statistics
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from browsing import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser

_TIMES = 5
_PATIENCE = 60_000
"""Milliseconds."""

_WATCH = """
addEventListener("DOMContentLoaded", () => {
  const out = document.querySelector("#search-results");
  let hasBegun = false;
  const look = () => {
    const isBusy = out.hasAttribute("aria-busy");
    hasBegun ||= isBusy;
    const shown = [...out.querySelectorAll("li.found")].filter((one) => !one.closest("[hidden]"));
    if (shown.length < 10 && (isBusy || !hasBegun)) return;
    document.documentElement.dataset.found ??= String(performance.now());
  };
  new MutationObserver(look).observe(out, { attributes: true, childList: true, subtree: true });
});
"""


def _milliseconds(browser: Browser, site: str, word: str) -> float:
    context = browser.new_context()
    context.add_init_script(_WATCH)
    page = context.new_page()
    page.goto(f"{site}search.html?q={quote(word)}")
    page.wait_for_selector("html[data-found]", state="attached", timeout=_PATIENCE)
    found = float(page.locator("html").get_attribute("data-found") or "nan")
    context.close()
    return found


def measured(site: Path, words: Sequence[str]) -> list[tuple[float, float]] | None:
    """(over http, from the folder) in milliseconds for each word; None where there is nothing to measure with."""
    names = ("chromium", "chromium-browser", "google-chrome")
    chromium = next((path for name in names if (path := shutil.which(name))), None)
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415 - may lack
    except ImportError:
        return None
    if chromium is None:
        return None
    with (
        tempfile.TemporaryDirectory() as host,
        serving(site, Path(host), "papers/archive") as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        ways = (address, f"{site.as_uri()}/")
        medians = [
            [statistics.median(_milliseconds(browser, way, word) for _ in range(_TIMES)) for way in ways]
            for word in words
        ]
        browser.close()
    return [(web, folder) for web, folder in medians]


if __name__ == "__main__":
    print(json.dumps(measured(Path(sys.argv[1]).resolve(), sys.argv[2:])))
