"""A site as a browser gets it: under a sub-path of a host or from a folder, and what a page said and asked for."""

from __future__ import annotations

import functools
import http.server
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, AnyStr, TypeVar

if TYPE_CHECKING:
    from _typeshed import SupportsRead, SupportsWrite
    from playwright.sync_api import Browser, BrowserContext, Locator, Page, Request

T = TypeVar("T")


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 -- the name is the library's
        """Say nothing: a request is no news."""

    def copyfile(self, source: SupportsRead[AnyStr], outputfile: SupportsWrite[AnyStr]) -> None:
        """Send a file; where `?slow` is asked for, its last third after a while, as a slow line does."""
        sent = source.read()
        begun = len(sent) * 2 // 3 if self.path.endswith("?slow") else len(sent)
        outputfile.write(sent[:begun])
        if begun < len(sent):
            time.sleep(0.25)
            outputfile.write(sent[begun:])


class Host(http.server.ThreadingHTTPServer):
    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing: a browser that has left a page does not wait for what it asked for."""


@contextmanager
def serving(site: Path, host: Path, path: str) -> Iterator[str]:
    """A site under the path of a host whose folder is `host`; its address ends in a slash."""
    (host / path).parent.mkdir(parents=True, exist_ok=True)
    (host / path).symlink_to(site)
    handler = functools.partial(Quiet, directory=str(host))
    with Host(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/{path}/"
        server.shutdown()


@dataclass
class Watch:
    """What a page said and asked for."""

    errors: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)


def watched(context: BrowserContext) -> tuple[Page, Watch]:
    watch = Watch()
    page = context.new_page()
    page.on("console", lambda message: watch.errors.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: watch.errors.append(str(error)))

    def note(request: Request) -> None:
        watch.requests.append(request.url)

    page.on("request", note)
    return page, watch


Visit = Callable[..., "Page"]
"""`visit(path, **options of the context)`: a page in a context of its own."""


@contextmanager
def visits(browser: Browser, site: str) -> Iterator[Visit]:
    """Pages of one site, each in a context of its own. None may report an error or ask another host for anything."""
    opened: list[tuple[BrowserContext, Watch]] = []

    def visit(
        path: str, *, width: int = 1280, height: int = 900, scripts: bool = True, **options: object
    ) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            java_script_enabled=scripts,
            **options,  # type: ignore[arg-type]
        )
        context.set_default_timeout(5_000)
        page, watch = watched(context)
        opened.append((context, watch))
        page.goto(site + path)
        return page

    try:
        yield visit
    finally:
        for context, _ in opened:
            context.close()
    for _, watch in opened:
        assert watch.errors == []
        assert [url for url in watch.requests if not url.startswith((site, "data:", "blob:"))] == []


# --- what a reader sees ------------------------------------------------------------------------------------------

MARGIN = 1100
"""Pixels from which on notes stand in the margin."""


def until(page: Page, found: Callable[[], T], expected: T, *, seconds: float = 2) -> None:
    """Wait for what a function says; fail with what it said last."""
    end = time.monotonic() + seconds
    while (said := found()) != expected and time.monotonic() < end:
        page.wait_for_timeout(30)
    assert said == expected


def holds(page: Page, condition: Callable[[], bool]) -> None:
    until(page, condition, expected=True)


def is_open(page: Page, note: str) -> bool:
    """Whether the whole of a note is shown: as the open card of the margin, or as the sheet."""
    assert page.viewport_size is not None
    how = ".open" if page.viewport_size["width"] >= MARGIN else ":popover-open"
    return page.locator(f"#note-{note}{how}").count() == 1 and page.locator(f"#note-{note}").is_visible()


def opens(page: Page, note: str) -> None:
    holds(page, lambda: is_open(page, note))


def closes(page: Page, note: str) -> None:
    holds(page, lambda: not is_open(page, note))


def place_at(element: Locator, top: int) -> None:
    """Scroll until an element stands so far below the upper edge."""
    element.evaluate("(one, top) => scrollTo(0, scrollY + one.getBoundingClientRect().top - top)", top)


def on_screen(element: Locator) -> bool:
    """Whether some of an element stands in the window, lengthwise."""
    inside = "({top, bottom, height}) => height > 0 && bottom > 0 && top < innerHeight"
    return bool(element.evaluate(f"one => ({inside})(one.getBoundingClientRect())"))
