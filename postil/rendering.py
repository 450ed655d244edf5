"""Rendering: every page put into the site; those that are stale rendered and looked at, the others taken as they stand.

A page is stale when its value, or a template or string that it reaches, is not what it was when its bytes were made, or
when these are not there. Refuses to know how pages are made, and what else a site holds.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import partial
from sys import intern

from postil import audit, pages, publish, render
from postil.aside import Apart, Aside
from postil.ledger import digest_of
from postil.messages import no_page
from postil.model.inspected import Inspection
from postil.model.loaded import Theme
from postil.model.page import ArticlePage, Page
from postil.problems import Problem
from postil.recall import Digests, Known, Recall, reasons
from postil.workers import Executor, mapped

_BATCH = 16
"""Pages a worker is handed at a time."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """What was seen on each page, by its path, and which were rendered, and why."""

    inspections: Mapping[str, Inspection]
    """Without the texts: they are proved."""
    linked: AbstractSet[str]
    """Paths in the site to which links lead."""
    anew: Mapping[str, tuple[str, ...]]
    problems: tuple[Problem, ...]

    def why(self, path: str) -> tuple[str, ...]:
        """Why a page was rendered, in words."""
        if path in self.anew:
            return self.anew[path]
        paths = list(self.inspections)
        return ("nothing that it depends on has changed" if path in paths else no_page(path, paths),)


def rendered(
    values: Iterable[Page],
    theme: Theme,
    text_of: Callable[[str], str | None],
    site: publish.Listing,
    *,
    recall: Recall,
    aside: Aside,
    workers: Executor,
    stepped: Callable[[int], None],
) -> Rendered:
    """Put every page into the site. `text_of` gives the text of an article by the path of its page; None for another page.

    `stepped` is called with how many pages are there, for each. What is seen on them lies `aside`.
    """
    inspections: Apart[Inspection] = Apart(aside)
    linked: set[str] = set()
    problems: list[Problem] = []
    anew: dict[str, tuple[str, ...]] = {}
    waiting: deque[tuple[Digests, str | None]] = deque()

    def see(seen: Inspection) -> None:
        inspections.put(seen.path, seen)
        linked.update(intern(target) for target, _ in seen.links)
        stepped(len(inspections))

    def stale() -> Iterator[Page]:
        for page in values:
            digests = recall.digests(page, theme)
            known = recall.page(page.path)
            text = digest_of_page(text_of(page.path))
            why = reasons(known, digests, text or "")
            if known is not None and not why:
                if site.has(page.path, known.digest):
                    site.keep(page.path, known.digest)
                    see(known.inspection)
                    continue
                why = ("its bytes are not in the site that stands",)
            anew[page.path] = why
            waiting.append((digests, text))
            if isinstance(page, ArticlePage):
                recall.keep_own_page(pages.without_text(page))
            yield page

    for one in mapped(workers, partial(made, theme=theme), stale(), _BATCH):
        digests, text = waiting.popleft()
        problems += one.problems
        seen = one.inspection
        if seen is not None:
            site.put(one.page, one.data)
            is_as_expected = digest_of_page(seen.text) == text
            expected = seen.text if is_as_expected else text_of(one.page)
            see(replace(audit.proved(seen, expected), text=None))
            if is_as_expected:
                digest = site.files[one.page].digest
                recall.keep_page(Known(digests, digest, replace(seen, text=None), text or ""))
    return Rendered(inspections, linked, anew, tuple(problems))


@dataclass(frozen=True, slots=True)
class Made:
    """A page rendered and looked at, or the problem that kept it from being rendered."""

    page: str
    data: bytes
    inspection: Inspection | None
    problems: tuple[Problem, ...] = ()


def made(page: Page, theme: Theme) -> Made:
    """The page as it will be published, and what is seen on it."""
    try:
        data = render.render(page, theme)
    except render.TemplateFault as fault:
        return Made(page.path, b"", None, (fault.problem(page.path),))
    return Made(page.path, data, audit.inspect(page.path, data))


def digest_of_page(text: str | None) -> str | None:
    """The digest by which the text of an article's page is known again (SHA-256, hex); None of a page without one."""
    return None if text is None else digest_of(text) if text else ""
