"""What the search knows: for each page that should be found its own words, never its navigation.

An article's sentences carry the ids they have on the page, so that a hit opens at the sentence; its notes follow, under
the ids of their cards. Everything else is found as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from postil import addresses
from postil.dates import sort_text, words, year
from postil.model.page import IndexedSentence, IndexView
from postil.model.records import Date, Prose, RefKind
from postil.pages.cite import says_text, voice_of
from postil.pages.lookup import Lookup
from postil.pages.prose import html_from_prose
from postil.text import text_from_html
from postil.words import primary_language


def index_views(lookup: Lookup) -> Iterator[IndexView]:
    """One view for each article, entity, event, claim and page of ours, in order of path, made when it is asked for."""
    archive = lookup.archive
    makers: dict[str, Callable[[], IndexView]] = {
        addresses.of_record(kind, id_): partial(view_of, lookup, id_)
        for kind, records, view_of in (
            (RefKind.ARTICLE, archive.articles, _article),
            (RefKind.CLAIM, archive.claims, _claim),
            (RefKind.ENTITY, archive.entities, _entity),
            (RefKind.EVENT, archive.events, _event),
        )
        for id_ in records
    }
    makers |= {addresses.of_page(id_): partial(_page, lookup, id_) for id_ in archive.pages}
    for _, make in sorted(makers.items()):
        yield make()


# --- one view a kind ------------------------------------------------------------------------------------------------


def _article(lookup: Lookup, id_: str) -> IndexView:
    article = lookup.archive.articles[id_]
    prepared = lookup.archive.prepared[id_]
    text = prepared.text.text
    sentences = [
        IndexedSentence(sentence.id, text[sentence.start : sentence.end])
        for block in prepared.text.blocks
        for sentence in block.sentences
    ]
    for span in prepared.spans:
        note = lookup.archive.notes[id_, span.note].annotation.note
        if note is not None:
            sentences.append(IndexedSentence(addresses.note_id(span.note), _plain(lookup, note)))
    published = words(article.published, lookup.lang) if article.published else ""
    return _view(
        lookup,
        addresses.of_record(RefKind.ARTICLE, id_),
        article.title,
        "article",
        lang=article.lang,
        outlet=article.outlet,
        date=article.published,
        entities=lookup.named_in(id_),
        meta=(("outlet", article.outlet or ""), ("date", published)),
        sentences=sentences,
    )


def _entity(lookup: Lookup, id_: str) -> IndexView:
    entity = lookup.archive.entities[id_]
    lines = (*entity.all_names, *(role.what for role in entity.roles), _plain(lookup, entity.about))
    return _view(
        lookup,
        addresses.of_record(RefKind.ENTITY, id_),
        entity.name,
        "entity",
        entities=(id_,),
        meta=(("is", entity.is_),),
        sentences=_whole(lines),
    )


def _event(lookup: Lookup, id_: str) -> IndexView:
    event = lookup.archive.events[id_]
    date = words(event.date, lookup.lang) if event.date else ""
    return _view(
        lookup,
        addresses.of_record(RefKind.EVENT, id_),
        event.title,
        "event",
        date=event.date,
        entities=sorted({ref.id for ref in (*event.where, *event.who)}),
        meta=(("date", date),),
        sentences=_whole((event.title, date, event.time or "", _plain(lookup, event.about))),
    )


def _claim(lookup: Lookup, id_: str) -> IndexView:
    claim = lookup.archive.claims[id_]
    notes = [lookup.archive.notes[key] for key in lookup.archive.positions.get(id_, ())]
    speakers = {note.annotation.speaker.entity for note in notes if note.annotation.speaker}
    positions = []
    for note in notes:
        voice = voice_of(lookup, note)
        said = (voice.label if voice else "", says_text(lookup, note.annotation.says))
        positions.append(": ".join(part for part in said if part))
    scopes = (meaning for _, meaning in claim.scopes)
    return _view(
        lookup,
        addresses.of_record(RefKind.CLAIM, id_),
        claim.question,
        "claim",
        entities=sorted(entity for entity in speakers if entity is not None),
        sentences=_whole((claim.question, *positions, *scopes, _plain(lookup, claim.about))),
    )


def _page(lookup: Lookup, id_: str) -> IndexView:
    page = lookup.archive.pages[id_]
    return _view(
        lookup,
        addresses.of_page(id_),
        page.title,
        "page",
        lang=page.lang,
        sentences=_whole((page.title, _plain(lookup, page.body))),
    )


# --- what they share --------------------------------------------------------------------------------------------------


def _view(
    lookup: Lookup,
    address: str,
    title: str,
    kind: str,
    *,
    sentences: Iterable[IndexedSentence],
    lang: str | None = None,
    outlet: str | None = None,
    date: Date | None = None,
    entities: Iterable[str] = (),
    meta: tuple[tuple[str, str], ...] = (),
) -> IndexView:
    """`entities` are ids, in the order of their filters; what is empty is left out of `filters` and `meta`."""
    language = primary_language(lang or lookup.lang)
    in_year = year(date) if date else None
    names = sorted({lookup.label(RefKind.ENTITY, id_) for id_ in entities})
    return IndexView(
        path=addresses.path_from_address(address),
        title=title,
        lang=language,
        filters=(
            ("kind", kind),
            *((("outlet", outlet),) if outlet else ()),
            *((("year", str(in_year)),) if in_year is not None else ()),
            *(("entity", name) for name in names),
            ("language", language),
        ),
        # Undated pages have a key too: a page without one would not be in a sorted list of results at all.
        sort=(("date", sort_text(date)),),
        meta=tuple((name, value) for name, value in meta if value),
        sentences=tuple(sentence for sentence in sentences if sentence.text),
    )


def _whole(lines: Iterable[str]) -> tuple[IndexedSentence, ...]:
    return tuple(IndexedSentence("", line) for line in lines if line)


def _plain(lookup: Lookup, prose: Prose | None) -> str:
    """The visible text of Markdown of ours."""
    html = html_from_prose(lookup, prose)
    return text_from_html((html.html,)).text if html else ""
