"""What holds of the pages of any archive; used on archives made by hand and on real folders."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass

import article_laws

from postil import addresses
from postil.model.archive import Archive, NoteKey
from postil.model.lines import PositionLine, SpeechLine
from postil.model.page import (
    ArticlePage,
    ChangesPage,
    ClaimPage,
    EntityPage,
    EventPage,
    NamesPage,
    Page,
    TimelinePage,
)
from postil.model.parts import Cited, Html, NoteCard, TieLine
from postil.pages import Lookup, index_views, pages
from postil.pages.method import FORMER

MENU = (
    "changes",
    "index",
    "method",
    "names",
    "questions",
    "search",
    "sources",
    "timeline",
    "timeline-said",
    "timeline-published",
    "404",
)
"""Pages that every archive has; the frame and the timelines' switch lead to them."""
OUTSIDE = re.compile(r"[a-z]+:")
FILES = ("/changes.xml", "/feed.xml", "/sitemap.xml", "/assets/", "/pagefind/")


def values(value: object) -> Iterator[object]:
    """A value and all that it holds."""
    yield value
    if is_dataclass(value):
        for field in fields(value):
            yield from values(getattr(value, field.name))
    elif isinstance(value, tuple):
        for part in value:
            yield from values(part)


def targets(page: Page) -> list[str]:
    """All that a page points at in this archive, in full."""
    found: list[str] = []
    for value in values(page):
        if isinstance(value, Html):
            found += re.findall(r'href="([^"]*)"', value.html)
        elif is_dataclass(value):
            held = [(field.name, getattr(value, field.name)) for field in fields(value)]
            found += [
                text
                for name, text in held
                if isinstance(text, str) and (name in {"target", "note"} or name.endswith("href"))
            ]
        elif isinstance(value, str) and re.fullmatch(r"/\S+\.html(#\S+)?", value):
            found.append(value)  # in a tuple of several things, as the evidence of an event
    return [f"/{page.path}{one}" if one.startswith("#") else one for one in found if not OUTSIDE.match(one)]


def fragments(page: Page, archive: Archive) -> set[str]:
    """The ids that a page has: those the values promise and, of an article, those of its text."""
    match page:
        case ArticlePage():
            html = "".join(piece.html.html for piece in page.pieces)
            cards = {f"note-{card.id}" for piece in page.pieces for card in piece.notes}
            id_ = page.path.removeprefix("articles/").removesuffix(".html")
            blocks = archive.prepared[id_].text.blocks
            sentences = {sentence.id for block in blocks for sentence in block.sentences}
            cards |= {rest.of for rest in page.rests}
            cards |= {one for piece in page.pieces for stone in piece.stones for one in stone.ids}
            return cards | sentences | {block.id for block in blocks} | set(re.findall(r'id="([^"]*)"', html))
        case ChangesPage():
            return {one.id for _, changes in page.days for one in changes}
        case EntityPage():
            return {"mentions", *(rest.of for rest in page.rests)}
        case EventPage():
            return {rest.of for rest in page.rests}
        case ClaimPage():
            keys = (note_key(line.note) for band in page.bands for line in band.positions)
            return {addresses.position_id(*key) for key in keys} | {rest.of for rest in page.rests}
        case TimelinePage():
            entries = {one.id for group in page.groups for one in group.entries}
            statements = {one.id for group in page.groups for one in group.statements}
            return entries | statements | {one.id for one in page.ordered} | {one.id for one in page.groups}
        case NamesPage():
            return {fragment for _, fragment, _ in page.letters}
        case _:
            return set()


def check(archive: Archive) -> list[Page]:
    """Every law; gives the pages."""
    lookup = Lookup(archive)
    found = list(pages(lookup))
    assert found == list(pages(lookup)) == list(pages(Lookup(archive)))  # whoever has asked before
    check_paths(found)
    for page in found:
        check_values(page)
    check_targets(found, archive)
    check_reachable(found, archive)
    check_denials(found, archive)
    check_contested_sentences(found, archive)
    check_views(found, archive)
    article_laws.check(found, archive)
    return found


def check_paths(found: list[Page]) -> None:
    paths = [page.path for page in found]
    assert paths == sorted(paths)
    assert len({path.casefold() for path in paths}) == len(paths)
    assert {f"{name}.html" for name in MENU} <= set(paths)


def check_values(page: Page) -> None:
    """A page is frozen through and through, so that it can be a key."""
    for value in values(page):
        assert value is None or is_dataclass(value) or isinstance(value, (str, int, bool, tuple)), value
    assert isinstance(hash(page), int)


def check_targets(found: list[Page], archive: Archive) -> None:
    there = {f"/{page.path}": fragments(page, archive) for page in found}
    for page in found:
        for target in targets(page):
            address, _, fragment = target.partition("#")
            assert address in there or address.startswith(FILES), (page.path, target)
            assert not fragment or fragment in there[address], (page.path, target)


def check_reachable(found: list[Page], archive: Archive) -> None:
    """From home, by links alone, to every record."""
    by_address = {f"/{page.path}": page for page in found}
    ahead = [f"/{name}.html" for name in MENU] + [link.href for link in found[0].shell.pages]
    seen: set[str] = set()
    while ahead:
        address = ahead.pop().partition("#")[0]
        if address not in seen and address in by_address:
            seen.add(address)
            ahead += targets(by_address[address])
    assert set(by_address) - seen <= {*archive.redirects, FORMER}


def check_denials(found: list[Page], archive: Archive) -> None:
    """No line made from a note lacks one of its ties, and denials come first."""
    for page in found:
        for address, ties in statements(page):
            key = note_key(address)
            note = archive.notes[key]
            shown = {(tie.kind, tie.href) for tie in ties}
            for tie in (*note.ties, *note.ties_in):
                other = f"/articles/{tie.other[0]}.html#note-{tie.other[1]}"
                assert (tie.kind.value, other) in shown, (page.path, address)
            denials = [tie.kind in {"denies", "disputes"} for tie in ties]
            assert denials == sorted(denials, reverse=True)


def check_contested_sentences(found: list[Page], archive: Archive) -> None:
    """Where a sentence stands for no note, what denies a statement in it, or what it denies, stands with it."""
    contested: dict[str, set[str]] = {}
    for key, note in archive.notes.items():
        ties = [tie for tie in (*note.ties, *note.ties_in) if tie.kind.value in {"denies", "disputes"}]
        others = {f"/articles/{tie.other[0]}.html#note-{tie.other[1]}" for tie in ties}
        contested.setdefault(f"/articles/{key[0]}.html#{note.passage.first}", set()).update(others)
    for page in found:
        own = {
            id(line.cited) for line in values(page) if isinstance(line, (PositionLine, SpeechLine, TieLine))
        }
        for cited in values(page):
            if isinstance(cited, Cited) and id(cited) not in own:
                shown = {tie.href for tie in cited.denials}
                assert contested.get(cited.href, set()) <= shown, (page.path, cited.href)


def statements(page: Page) -> Iterator[tuple[str, tuple[TieLine, ...]]]:
    for value in values(page):
        if isinstance(value, NoteCard):
            yield f"/{page.path}#note-{value.id}", value.ties
        elif isinstance(value, (PositionLine, SpeechLine)):
            yield value.note, value.ties


def note_key(address: str) -> NoteKey:
    article, _, note = address.removeprefix("/articles/").partition(".html#note-")
    return article, note


def check_views(found: list[Page], archive: Archive) -> None:
    """What the search finds is a page, at ids that the page has; nothing is indexed twice or unsorted."""
    lookup = Lookup(archive)
    views = list(index_views(lookup))
    by_path = {page.path: page for page in found}
    assert views == list(index_views(lookup))
    assert [view.path for view in views] == sorted({view.path for view in views})
    records = (archive.articles, archive.entities, archive.events, archive.claims, archive.pages)
    further = [page for page in found if isinstance(page, ClaimPage) and page.turn and page.turn.number > 1]
    assert len(views) == sum(map(len, records)) + len(further)
    for view in views:
        ids = [sentence.id for sentence in view.sentences if sentence.id]
        assert len(set(ids)) == len(ids)
        assert set(ids) <= fragments(by_path[view.path], archive)
        assert view.lang == view.lang.lower()
        assert "-" not in view.lang
        assert [name for name, _ in view.sort] == ["date"]


def of(found: Iterable[Page], path: str) -> Page:
    return next(page for page in found if page.path == path)
