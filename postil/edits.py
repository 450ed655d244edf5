"""Edits: a build after edits of articles that nothing but their own pages can show.

Most edits are such: a word mended, a paragraph added at the end. What the rest of a site sees of an article is its front
matter, and of its text the sentences in which something is noted, somebody is named, or to which a reference of ours leads.
(`link` takes no more of a text than these, as passages; `pages` reads the text of no other article than a page's own.)
Where all of that is equal before and after, in the same order and at the same addresses, every other page is equal too, and
of the article's own page all but the text. So that page is made from what is kept of it, and the text as it is now.

Whatever does not fit is no such edit: then the build is as any other. It promises the site and the problems of that build.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from postil import addresses, cache, folders, index, manifest, pages, prepare, publish
from postil.cache import Store
from postil.index.parts import Ready, ready
from postil.load.alone import article_of
from postil.model.inspected import Inspection
from postil.model.loaded import Settings
from postil.model.notes import ArticleNotes
from postil.model.outcome import Outcome, Sizes
from postil.model.records import Article, RefKind
from postil.model.text import NameRow, Prepared, Text
from postil.names import NameIndex
from postil.problems import Problem
from postil.recall import SEARCH_KEPT, Known, Recall, Whole
from postil.rendering import digest_of_page, made
from postil.text import sentences_of

MOST = 8
"""Articles edited at once. Of more, a build that looks at all of them is as good."""


@dataclass(frozen=True, slots=True)
class _Edited:
    """An article as it is now, and its page."""

    id: str
    path: str
    data: bytes
    view: Ready
    keeping: Callable[[], None]
    """Keeps what was made for the next edit."""


def build(
    root: Path,
    out: Path,
    store: Store,
    *,
    drafts: bool,
    site: str,
    paths: Sequence[str],
    last: Outcome,
    stands: publish.Look | None,
    waiting: Callable[[], None] | None,
    searching: bool = True,
) -> Outcome | None:
    """The build after a change of the files at `paths`, and of nothing else, since one that came to `last` at `out`.

    `site` is what that build was of, `stands` what was seen at `out` since. If not `searching`, the search is left as it is;
    of no paths, nothing but the search is made. None when it cannot be told that no other page has changed, or when there
    is anything to say of an article. Of the archive's files no others are read.
    """
    ids = [path.removeprefix(f"{folders.ARTICLES}/").removesuffix(".md") for path in paths]
    if len(ids) > MOST or any(
        folders.article_path(id_) != path for id_, path in zip(ids, paths, strict=True)
    ):
        return None
    recall = Recall(store, drafts=drafts)
    kept = recall.whole()
    if kept is None or kept.site != site or _is_told_of(paths, last.problems):
        return None
    edited: list[_Edited] = []
    for id_ in ids:
        one = _edited(root, id_, kept, recall)
        if one is None:
            return None
        edited.append(one)
    return _published(
        root,
        out,
        recall,
        kept=kept,
        edited=edited,
        last=last,
        stands=stands,
        waiting=waiting,
        searching=searching,
    )


def _is_told_of(paths: Iterable[str], problems: Iterable[Problem]) -> bool:
    """Whether a problem names one of the files: lines may have moved."""
    there = {
        place.path
        for one in problems
        for place in (one.place, *(note.place for note in one.notes if note.place))
    }
    return not there.isdisjoint(paths)


# --- one article ----------------------------------------------------------------------------------------------------------


def _edited(root: Path, id_: str, kept: Whole, recall: Recall) -> _Edited | None:
    """The article as it is now; None where it, or what others see of it, is not as it was but for its text."""
    path = addresses.path_from_address(addresses.of_record(RefKind.ARTICLE, id_))
    before, known, own = recall.article(id_), recall.page(path), recall.own_page(path)
    loaded = article_of(root, id_, kept.settings.language, kept.images)
    article = loaded.value
    if before is None or known is None or own is None or article is None or loaded.problems:
        return None
    was, notes, cited, prepared_then, view = before
    if article != replace(was, body=article.body, body_line=article.body_line) or was.released or was.sealed:
        return None
    now = _prepared(article, notes, kept.names)
    if now.problems or prepared_then.problems or _shown(now, cited) != _shown(prepared_then, cited):
        return None
    if pages.linked_in(now) != pages.linked_in(prepared_then):
        return None
    page = pages.with_text(own, now)
    shown = made(page, kept.theme)
    seen = shown.inspection
    if seen is None or seen.problems or seen.text != now.text.text:
        return None
    if not _leads_where_it_did(seen, known.inspection):
        return None
    new_view = pages.view_with_text(view, prepared_then, now)
    prepared_view = ready(new_view)

    def keep() -> None:
        recall.keep_article((article, notes, cited, now, new_view))
        recall.keep_view(prepared_view)
        digests = recall.digests(page, kept.theme)
        text = digest_of_page(now.text.text) or ""
        recall.keep_page(Known(digests, sha256(shown.data).hexdigest(), replace(seen, text=None), text))

    return _Edited(id_, path, shown.data, prepared_view, keep)


def _prepared(article: Article, notes: ArticleNotes | None, names: tuple[NameRow, ...]) -> Prepared:
    body = prepare.read(article)
    return prepare.place(body, article, notes, NameIndex(names).rows_in(body.text.text))


def _leads_where_it_did(now: Inspection, then: Inspection) -> bool:
    """Whether the page has every id that it had, and no link that it had not: so no link anywhere can be dead now."""
    return set(then.ids) <= set(now.ids) and set(now.links) == set(then.links)


def _shown(prepared: Prepared, cited: Iterable[str]) -> object:
    """All that other pages can show of an article's text: passages, with what is noted, named and cited in them, in order.

    A passage is whole sentences, by their ids and words; what lies in it, by its distance from the passage's beginning.
    """
    text = prepared.text
    sentences = _Sentences(text)
    return (
        tuple((span.note, *sentences.around(span.start, span.end)) for span in prepared.spans),
        tuple((one.entity, one.note, *sentences.around(one.start, one.end)) for one in prepared.mentions),
        tuple((one.name, one.entities, one.sentence) for one in prepared.homonyms),
        tuple((address, *sentences.at(address)) for address in cited),
    )


class _Sentences:
    def __init__(self, text: Text) -> None:
        self._text = text
        self._all = [one for block in text.blocks for one in block.sentences]
        self._starts = [one.start for one in self._all]

    def around(self, start: int, end: int) -> tuple[object, ...]:
        """Ids and words of the sentences that a span lies in, and where it lies in them."""
        first = max(bisect_right(self._starts, start) - 1, 0)
        last = max(bisect_right(self._starts, max(end - 1, start)) - 1, 0)
        begin = self._starts[first]
        return (*self._words(first, last), start - begin, end - begin)

    def at(self, address: str) -> tuple[object, ...]:
        """Ids and words of the sentences at an address."""
        found = sentences_of(self._text, address)
        return () if found is None else self._words(self._all.index(found[0]), self._all.index(found[1]))

    def _words(self, first: int, last: int) -> tuple[object, ...]:
        among = self._all[first : last + 1]
        return tuple(one.id for one in among), self._text.text[among[0].start : among[-1].end]


# --- the site -----------------------------------------------------------------------------------------------------------


def _published(
    root: Path,
    out: Path,
    recall: Recall,
    *,
    kept: Whole,
    edited: Sequence[_Edited],
    last: Outcome,
    stands: publish.Look | None,
    waiting: Callable[[], None] | None,
    searching: bool,
) -> Outcome | None:
    try:
        with publish.publication(out, root, drafts=recall.drafts, waiting=waiting, stands=stands) as begun:
            site = begun.value
            if site is None:
                return Outcome(begun.problems)
            site.keep_others(
                (manifest.RECEIPT, *(one.path for one in edited)), index.BUNDLE if searching else None
            )
            for one in edited:
                site.put(one.path, one.data)
            views = recall.views({one.path: one.view for one in edited})
            search = _search(views, root, site, kept.settings, last) if searching else last.search
            if search is None:
                return None
            if manifest.RECEIPT in site.standing:
                receipt = (out / manifest.RECEIPT).read_bytes()
                site.put(manifest.RECEIPT, manifest.renewed(receipt, site.files.values()))
            written = site.finish()
    except publish.Unwritable as fault:
        return Outcome((fault.problem,))
    except cache.Foreign:
        return None
    for one in edited:
        one.keeping()
    return replace(
        last, written=written, rendered=len(edited), search=search, is_searched=searching, site=site.left
    )


def _search(
    views: Iterable[Ready], root: Path, site: publish.Publication, settings: Settings, last: Outcome
) -> Sizes | None:
    found = index.index(views, site, settings.language, settings.search, root / SEARCH_KEPT)
    return found.value if set(found.problems) <= set(last.problems) else None
