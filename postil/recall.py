"""Recall: what builds before have worked out, given back where all that it was worked out from is the same.

Two kinds of it. What is dear to make and small is kept whole: bodies, and articles prepared (a constructive trace, as *Build
Systems à la Carte* has it). Of a page are kept digests of its fields, of the templates and strings it reaches, and of its
bytes, and what was seen on it (a verifying trace): a page is stale when one of them differs, or the bytes are not there.

It promises that what it gives is equal to what would be made. It knows what to ask of the cache, and not what is made.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar

from postil import cache, render
from postil.cache import Foreign, Store
from postil.index.parts import Ready
from postil.model.indexed import IndexView
from postil.model.inspected import Inspection
from postil.model.loaded import Settings, Theme
from postil.model.notes import ArticleNotes
from postil.model.page import ArticlePage, Page
from postil.model.records import Article, Image
from postil.model.text import NameRow, Prepared
from postil.workers import Executor, mapped

Item = TypeVar("Item")
Result = TypeVar("Result")

SEARCH_KEPT = Path(cache.FOLDER, "search")
"""Where the search's index is kept from build to build, below the archive."""

BODY, PREPARED = "body", "prepared"
"""The kinds of what is kept by `Recall.made`."""

_ENGINE, _WITHHELD, _WHOLE, _TOLD, _OWN, _VIEW = "engine", "withheld", "whole", "told", "own", "view"
_FORGOTTEN = "forgotten"

Told = tuple[Article, ArticleNotes | None, tuple[str, ...], Prepared, IndexView]
"""An article, its notes, the addresses in it that are cited elsewhere, the article prepared, what the search knows of it."""

_FIELD = 8
"""Bytes of the digest of one field of a page."""


@dataclass(frozen=True, slots=True)
class Digests:
    """Of all that the bytes of a page depend on: its fields by name, its class under an empty one; what it reaches."""

    fields: tuple[tuple[str, bytes], ...]
    theme: bytes
    """Of the templates that it reaches, and the strings of its language."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is kept of a page."""

    digests: Digests
    digest: str
    """Of the bytes: SHA-256, hex."""
    inspection: Inspection
    """Without its text."""
    text: str
    """SHA-256 (hex) of the article's text as the page shows it; empty on a page without an article."""


@dataclass(frozen=True, slots=True)
class Whole:
    """What edits of articles need of the rest of an archive."""

    site: str
    """Which site it is that was built."""
    settings: Settings
    theme: Theme
    images: tuple[Image, ...]
    names: tuple[NameRow, ...]


class Recall:
    """What is kept for one build. `drafts` are another site, so what is kept of the pages is kept apart."""

    def __init__(self, store: Store, *, drafts: bool) -> None:
        self._store = store
        self.drafts = drafts
        self._pages = "page-drafts" if drafts else "page"
        self._of_themes: dict[tuple[str, str], bytes] = {}
        self._held = b""
        self._unless_kept(_ENGINE, cache.engine_digest)

    def withhold(self, held: object, look: Callable[[bytes], None] | None) -> None:
        """Forget everything when other things are held back than in the build before.

        What was made then may hold what may not be kept now, and what was looked through then was not looked through for it.
        `look` is called with each value that is kept from now on.
        """
        self._held = self.stamp(cache.digestible(held))
        self._unless_kept(_WITHHELD, lambda: self._held)
        self._store.watch = look

    @property
    def is_shut_out(self) -> bool:
        """Whether builds before have kept something that can neither be read nor let go of now."""
        return self._store.is_shut_out

    def has_forgotten(self, site: str) -> bool:
        """Whether the same was held back when this site was published last."""
        return bool(site) and self._store.has(f"{_FORGOTTEN}/{site}", self._held)

    def keep_forgotten(self, site: str) -> None:
        """A site has been published from which all that is held back now is held back."""
        if site:
            self._store.put(f"{_FORGOTTEN}/{site}", self._held, b"")

    def forget(self) -> None:
        """Let go of everything, at once and for good."""
        self._store.clear()

    def _unless_kept(self, name: str, stamp_of: Callable[[], bytes]) -> None:
        """Forget everything that was made under another stamp than this."""
        if not self._store.is_open:
            return
        stamp = stamp_of()
        if not self._store.has(name, stamp):
            stamps = {_ENGINE: cache.engine_digest(), name: stamp}
            self._store.clear()
            for each, of_now in stamps.items():
                self._store.put(each, of_now, b"")

    # --- values kept whole ---------------------------------------------------------------------------------------------

    @property
    def is_keeping(self) -> bool:
        return self._store.is_open

    def stamp(self, *parts: bytes) -> bytes:
        return self._store.stamp(*parts)

    def made(
        self,
        kind: str,
        items: Iterable[tuple[str, bytes, Item]],
        function: Callable[[Item], Result],
        workers: Executor,
        batch: int,
        *,
        stepped: Callable[[], None],
    ) -> list[Result]:
        """The function's value for each item (id, stamp of all that the value depends on, item), in order.

        Values that are kept with this stamp are given back; others are worked out, and kept. `stepped` is called for each.
        """
        found: list[Result | None] = []
        stale: deque[tuple[int, str, bytes]] = deque()

        def missing() -> Iterator[Item]:
            for id_, stamp, item in items:
                name = f"{kind}/{id_}"
                value: Result | None = self._value(name, stamp)
                if value is None:
                    stale.append((len(found), name, stamp))
                found.append(value)
                if value is None:
                    yield item
                else:
                    stepped()

        for made in mapped(workers, function, missing(), batch):
            at, name, stamp = stale.popleft()
            found[at] = made
            stepped()
            if self._store.is_open:
                self._store.put(name, stamp, cache.packed(made))
        return [one for one in found if one is not None]

    def _value(self, name: str, stamp: bytes | None = None) -> Any | None:  # noqa: ANN401 - whatever was kept
        kept = self._store.get(name, stamp)
        if kept is None:
            return None
        try:
            return cache.unpacked(kept)
        except Foreign:
            return None

    # --- pages ---------------------------------------------------------------------------------------------------------

    def digests(self, page: Page, theme: Theme) -> Digests:
        if not self._store.is_open:
            return Digests((), b"")
        named = ((one.name, getattr(page, one.name)) for one in fields(page))
        of_fields = ((name, _short(cache.digestible(value))) for name, value in named)
        return Digests((("", _short(type(page).__name__.encode())), *of_fields), self._theme(page, theme))

    def page(self, path: str) -> Known | None:
        """What is kept of the page at a path."""
        found: Any = self._value(f"{self._pages}/{path}")
        try:
            of_fields, theme, digest, ids, links, problems, text = found
        except (TypeError, ValueError):
            return None
        return Known(Digests(of_fields, theme), digest, Inspection(path, ids, links, problems, None), text)

    def keep_page(self, known: Known) -> None:
        digests, seen = known.digests, known.inspection
        value = (digests.fields, digests.theme, known.digest, seen.ids, seen.links, seen.problems, known.text)
        self._put(f"{self._pages}/{seen.path}", value)

    # --- for edits of articles --------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Nothing is kept whole while a build goes on: if it fails, what it has kept is of no archive that stands."""
        self._store.drop([_WHOLE])

    def whole(self) -> Whole | None:
        """What the last build has kept of the archive as a whole; None when it came to no end."""
        found = self._value(_WHOLE)
        try:
            return None if found is None else Whole(*found)
        except TypeError:
            return None

    def keep_whole(self, whole: Whole) -> None:
        self._put(_WHOLE, (whole.site, whole.settings, whole.theme, whole.images, whole.names))

    def article(self, id_: str) -> Told | None:
        """An article as it was told last."""
        value: Told | None = self._value(f"{_TOLD}/{id_}")
        return value

    def keep_article(self, told: Told) -> None:
        self._put(f"{_TOLD}/{told[0].id}", told)

    def own_page(self, path: str) -> ArticlePage | None:
        """The page of an article, without its text: its cards are those of one piece."""
        value: ArticlePage | None = self._value(f"{_OWN}/{path}")
        return value

    def keep_own_page(self, page: ArticlePage) -> None:
        self._put(f"{_OWN}/{page.path}", page)

    def keep_view(self, view: Ready) -> None:
        self._put(f"{_VIEW}/{view.path}", (view.path, view.lang, view.year, view.month, view.keys, view.data))

    def views(self, changed: Mapping[str, Ready]) -> Iterator[Ready]:
        """All views as they are kept, by path, with those that have changed in their places.

        Raises `Foreign` where one of them has been lost.
        """
        left = self._store.names_below(f"{_VIEW}/")
        left.reverse()
        for name, _, value in self._store.all_below(f"{_VIEW}/"):
            if not left or left.pop() != name:
                break
            path = name.removeprefix(f"{_VIEW}/")
            yield changed.get(path) or Ready(*cache.unpacked(value))
        else:
            if not left:
                return
        raise Foreign("a view is lost")

    def _put(self, name: str, value: object) -> None:
        if self._store.is_open:
            data = cache.packed(value)
            stamp = cache.digest_of(data)
            if not self._store.has(name, stamp):
                self._store.put(name, stamp, data)

    def forget_others(self, pages: Iterable[str], articles: Iterable[str], views: Iterable[str]) -> None:
        """Let go of what is kept of other pages, articles and views than these: they are no more."""
        pages, articles = tuple(pages), tuple(articles)
        of_pages = ((kind, pages) for kind in (self._pages, _OWN))
        of_articles = ((kind, articles) for kind in (BODY, PREPARED, _TOLD))
        for kind, kept in (*of_pages, *of_articles, (_VIEW, views)):
            there = {f"{kind}/{one}" for one in kept}
            self._store.drop([name for name in self._store.names_below(f"{kind}/") if name not in there])

    def _theme(self, page: Page, theme: Theme) -> bytes:
        key = (page.template, page.shell.lang)
        if key not in self._of_themes:
            self._of_themes[key] = self.stamp(cache.digestible(render.reached(page, theme)))
        return self._of_themes[key]


def reasons(known: Known | None, now: Digests, text: str) -> tuple[str, ...]:
    """Why a page is stale, of which this is known; empty when it is not. `text` is the digest of its article's text."""
    if known is None:
        return ("nothing is known of it from a build before",)
    old, new = dict(known.digests.fields), dict(now.fields)
    differing = [name for name in sorted(old.keys() | new.keys()) if old.get(name) != new.get(name)]
    found = [
        f"`{name}` of the page has changed" if name else "it is another kind of page" for name in differing
    ]
    if known.digests.theme != now.theme:
        found.append("a template that it reaches, or a string of its language, has changed")
    if known.text != text:
        found.append("the text of its article has changed")
    return tuple(found)


def _short(data: bytes) -> bytes:
    return blake2b(data, digest_size=_FIELD).digest()
