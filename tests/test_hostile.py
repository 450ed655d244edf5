"""Hostile archives, built: each is a clear problem, or pages on which nothing runs and nothing is asked of another host.

What a page does is seen in Chromium, where it is opened twice: as it is published, and with its policy taken out, so that
nothing but the escaping stands between the archive and the reader.
"""

from __future__ import annotations

import os
import re
import shutil
import unicodedata
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import oracle
import pytest
from hostile_archives import Refused, Shape, archive_of, refused, shapes, sources_of, write
from random_archives import PICTURE

from postil.importers import import_file
from postil.pipeline import build, check
from postil.problems import has_errors
from postil.report import text_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Dialog, Request

pytestmark = pytest.mark.slow

SHAPES = shapes()
TOGETHER = 20
"""Shapes of one build: each of their texts is in the settings, and so on every page of it."""

POLICY = re.compile(rb'<meta http-equiv="Content-Security-Policy"[^>]*>\n')


MARKDOWN = """Words *in* **marks** and `code`, [a link](https://example.org/ "title"), <https://example.org/>.

```
code
```

a | b
--- | :-:
c | d

> Words

1. Words

- Words  
  and words

### Words

---

Words"""  # noqa: W291 -- two spaces break a line
"""All that Markdown may make of a text."""


@dataclass(frozen=True, slots=True)
class Site:
    """A published archive, and which shapes stand in it."""

    folder: Path
    shapes: tuple[Shape, ...]


def published(folder: Path, chosen: tuple[Shape, ...]) -> Site:
    write(folder / "archive", archive_of(chosen))
    write(folder / "archive", {"content/media/quay.png": PICTURE})
    outcome = build(folder / "archive", folder / "site", drafts=False, strictly=False, jobs=1)
    assert outcome.published, [one for one in outcome.problems if has_errors([one])]
    return Site(folder / "site", chosen)


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> tuple[Site, ...]:
    folder = tmp_path_factory.mktemp("hostile")
    groups = [SHAPES[start : start + TOGETHER] for start in range(0, len(SHAPES), TOGETHER)]
    return tuple(published(folder / str(number), group) for number, group in enumerate(groups))


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Each shape on a web page that was saved, and in Markdown of another generator, brought in and published."""
    folder = tmp_path_factory.mktemp("imported")
    write(folder / "archive", {"content/media/quay.png": PICTURE})
    for one in SHAPES:
        for name, source in sources_of(one).items():
            with warnings.catch_warnings():
                # What trafilatura makes of an author with backslashes; it goes on without.
                warnings.simplefilter("ignore", DeprecationWarning)
                made = import_file(name, source.encode())
            assert made.files, made.problems
            write(folder / "archive", {file.path: file.data for file in made.files})
    outcome = build(folder / "archive", folder / "site", drafts=False, strictly=False, jobs=1)
    assert outcome.published, [one for one in outcome.problems if has_errors([one])]
    return Site(folder / "site", ())


@pytest.fixture(scope="module")
def tame(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The same archive with words in the place of each shape: every element and attribute that pages have by themselves."""
    plain = Shape(TOGETHER, "Markdown", MARKDOWN)
    chosen = (plain, *(Shape(number, "words", f"plain words {number}") for number in range(6)))
    return published(tmp_path_factory.mktemp("tame"), chosen)


# --- the files --------------------------------------------------------------------------------------------------------


def test_there_are_many_shapes_and_no_two_alike() -> None:
    assert len(SHAPES) >= 80
    assert len({one.text for one in SHAPES}) == len({one.name for one in SHAPES}) == len(SHAPES)


@pytest.mark.parametrize("number", range(len(SHAPES)), ids=[one.name for one in SHAPES])
def test_a_shape_is_words_on_its_page(sites: tuple[Site, ...], number: int) -> None:
    """It is read back from the page as it was written: in the title, and in each line of its source."""
    one = SHAPES[number]
    site = sites[number // TOGETHER].folder
    document = oracle.tree((site / "articles" / f"{one.id}.html").read_text("utf-8"))
    heading = document.find(f".//{oracle.XHTML}h1")
    facts = document.find(f".//{oracle.XHTML}dl")
    assert heading is not None
    assert facts is not None
    line = " ".join(one.line.split())
    assert " ".join("".join(heading.itertext()).split()) == line
    assert " ".join("".join(facts.itertext()).split()).count(line) >= 6


def test_feeds_and_sitemaps_are_whole_and_hold_the_shapes_as_words(sites: tuple[Site, ...]) -> None:
    atom = "{http://www.w3.org/2005/Atom}"
    for site in sites:
        feed = ET.parse(site.folder / "feed.xml").getroot()
        assert {one.tag for one in feed.iter()} <= {
            f"{atom}{name}"
            for name in (
                "feed id title subtitle updated author name link entry published summary".split()  # noqa: SIM905
            )
        }
        titles = {entry.findtext(f"{atom}title") for entry in feed.iter(f"{atom}entry")}
        assert titles == {one.line for one in site.shapes}
        addresses = [one.get("href", "") for one in feed.iter(f"{atom}link")]
        addresses += [
            one.text or "" for one in ET.parse(site.folder / "sitemap.xml").getroot().iter() if one.text
        ]
        assert all(
            address.strip().startswith("https://example.org/") for address in addresses if address.strip()
        )


def test_no_script_is_published_but_those_of_the_engine(sites: tuple[Site, ...], tame: Site) -> None:
    ours = {
        path.relative_to(tame.folder) for path in tame.folder.rglob("*.js") if "pagefind" not in path.parts
    }
    for site in sites:
        for path in site.folder.rglob("*.js"):
            name = path.relative_to(site.folder)
            assert name in ours or name.parts[0] == "pagefind"
            if name in ours:
                assert path.read_bytes() == (tame.folder / name).read_bytes()


# --- what is told -----------------------------------------------------------------------------------------------------

REFUSED = refused()


@pytest.mark.parametrize("archive", REFUSED, ids=[one.name for one in REFUSED])
def test_what_no_page_may_hold_is_told_and_nothing_else_happens(
    archive: Refused, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "archive"
    archive.make(root)
    monkeypatch.chdir(tmp_path)
    before = files_below(tmp_path)
    problems = check(root, drafts=False, strictly=False, jobs=1).problems
    assert {one.code for one in problems if has_errors([one])} == archive.codes
    assert all(one.help or one.is_secret for one in problems)
    assert files_below(tmp_path) == before
    told = text_of(problems)
    assert "A name." not in told  # which stands in the secrets that a link leads to
    assert not any(unicodedata.category(one) in {"Cc", "Cf", "Cs", "Zl", "Zp"} for one in told if one != "\n")


def files_below(folder: Path) -> list[str]:
    return sorted(f"{where}/{name}" for where, _, names in os.walk(folder) for name in names)


# --- in the browser ---------------------------------------------------------------------------------------------------

LOOKED_AT = """() => {
  const seen = new Set();
  const moving = /^(aria-.*|tabindex|hidden|open)$/;
  for (const one of document.querySelectorAll("*:not(select *)")) {
    const chosen = ["class", "role", "rel", "type"].map((name) => one.getAttribute(name) ?? "").join("|");
    const names = one.getAttributeNames().filter((name) => !moving.test(name)).sort();
    seen.add(one.localName + " " + names.join(" ") + " " + chosen);
  }
  return [...seen];
}"""
"""What elements a page has, each with the names of its attributes and what else no text may choose.

What scripts of ours change as a page is used is left out, since it depends on the moment.
"""

TRIED = """() => {
  const safe = new Set(["http:", "https:", "mailto:", "file:"]);
  const kept = (event) => {
    const link = event.target.closest?.("a, area");
    if (!link || safe.has(link.protocol)) event.preventDefault();
  };
  addEventListener("click", kept, true);
  addEventListener("submit", (event) => event.preventDefault(), true);
  const found = [];
  for (const one of document.querySelectorAll("a, area, form, [src], [href], [action], [formaction]")) {
    for (const name of ["href", "action", "src", "formAction"]) {
      const address = one[name];
      if (typeof address !== "string" || !address || (name === "formAction" && !one.hasAttribute("formaction"))) continue;
      const scheme = new URL(address, document.baseURI).protocol;
      if (!safe.has(scheme) && !(scheme === "data:" && one.rel === "icon")) found.push(address);
    }
  }
  for (const one of document.querySelectorAll("details")) one.open = true;
  for (const one of document.querySelectorAll("*")) {
    one.focus?.({ preventScroll: true });
    one.click?.();
    for (const name of ["pointerover", "mouseover", "mousemove", "keydown", "toggle", "animationend", "error", "load"]) {
      one.dispatchEvent(new Event(name));
    }
  }
  removeEventListener("click", kept, true);
  return found;
}"""
"""Every element focused, clicked and told of what handlers wait for. Gives addresses that a link must not have."""


@dataclass
class Seen:
    """What pages of a site did that no page may."""

    ran: list[str]
    elsewhere: list[str]
    elements: dict[str, str]


def opened(browser: Browser, site: Path) -> Seen:
    """Every page of a site opened, and all that can be touched on it touched."""
    seen = Seen([], [], {})
    here = site.as_uri()
    context = browser.new_context()
    page = context.new_page()

    def ran(*_: object) -> None:
        seen.ran.append(page.url)

    context.expose_function("ran", ran)
    context.on("page", lambda other: seen.ran.append(f"another window: {other.url}"))

    def dismissed(dialog: Dialog) -> None:
        ran()
        dialog.dismiss()

    page.on("dialog", dismissed)

    def asks(request: Request) -> None:
        # The page for what is not found has addresses that begin at the root of its host, which here is that of the disk.
        own = (here, "data:,", "blob:", *(("file:///",) if page.url.endswith("404.html") else ()))
        if not request.url.startswith(own):
            seen.elsewhere.append(request.url)

    page.on("request", asks)
    for path in sorted(site.rglob("*.html")):
        address = path.as_uri()
        if b'http-equiv="refresh"' in path.read_bytes():
            continue
        page.goto(address)
        for element in page.evaluate(LOOKED_AT):
            seen.elements.setdefault(element, path.name)
        seen.elsewhere += page.evaluate(TRIED)
        assert page.url.partition("#")[0].partition("?")[0] == address
        assert len(page.frames) == 1, address
    context.close()
    return seen


@pytest.fixture(scope="module")
def known(browser: Browser, tame: Site) -> frozenset[str]:
    """The elements of pages by themselves, and those that Markdown makes."""
    return frozenset(opened(browser, tame.folder).elements)


def stripped(site: Path, folder: Path) -> Path:
    """A copy of a site without the policy of its pages."""
    shutil.copytree(site, folder)
    for path in folder.rglob("*.html"):
        without, count = POLICY.subn(b"", path.read_bytes())
        assert count == 1
        path.write_bytes(without)
    return folder


@pytest.mark.browser
@pytest.mark.parametrize("policy", [True, False], ids=["with the policy", "without"])
def test_nothing_runs_and_nothing_is_asked_of_another_host(
    browser: Browser,
    sites: tuple[Site, ...],
    known: frozenset[str],
    tmp_path: Path,
    *,
    policy: bool,
) -> None:
    for number, site in enumerate(sites):
        seen = opened(browser, site.folder if policy else stripped(site.folder, tmp_path / str(number)))
        assert seen.ran == []
        assert seen.elsewhere == []
        assert {one: where for one, where in seen.elements.items() if one not in known} == {}


@pytest.mark.browser
def test_nothing_runs_that_was_imported(browser: Browser, imported: Site, tmp_path: Path) -> None:
    seen = opened(browser, stripped(imported.folder, tmp_path / "site"))
    assert seen.ran == []
    assert seen.elsewhere == []


@pytest.mark.browser
def test_the_canary_would_be_heard(browser: Browser, tame: Site, tmp_path: Path) -> None:
    """The test itself: what it looks for is seen where it is, and the policy alone holds back most of it."""
    for policy in (True, False):
        folder = tmp_path / str(policy)
        folder.mkdir()
        page = (tame.folder / "method.html").read_bytes()
        bad = b"<img src=x onerror=ran()><b onclick=ran()>x</b><a href=javascript:ran()>y</a><img src=//foreign.invalid/a>"
        (folder / "bad.html").write_bytes(page.replace(b"</body>", bad + b"</body>"))
        seen = opened(browser, folder if policy else stripped(folder, tmp_path / "stripped"))
        assert bool(seen.ran) is not policy
        assert {"javascript:ran()", "file://foreign.invalid/a"} <= set(seen.elsewhere)
        assert any("onerror" in one for one in seen.elements)
