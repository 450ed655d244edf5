"""What the search knows: for each page that should be found its own words, never its navigation.

An article's sentences carry the ids they have on the page, so that a hit opens at the sentence; its notes follow, under
the ids of their cards, and weigh less. A claim's positions carry the ids of their rows. Everything else is found as a whole.
Sentences, notes and positions come with who speaks, how it is hedged and what denies it: it finds nothing, but no hit is
shown without it. Words with letters that many readers type without their sign (`Bjørn`) are followed by what they type,
which is found and never shown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from postil import addresses
from postil.dates import month, sort_text, words, year
from postil.dates.reach import date_from_period
from postil.kinds import DENIALS
from postil.model.archive import Note
from postil.model.indexed import UNSEEN, IndexedDenial, IndexedSentence, IndexView
from postil.model.notes import NonAnswer
from postil.model.parts import TieLine
from postil.model.records import Date, Prose, RefKind
from postil.model.text import Prepared
from postil.pages.cite import says_text, ties_of, voice_of
from postil.pages.claim import MOST_POSITIONS, laid
from postil.pages.lookup import Lookup
from postil.pages.prose import html_from_prose, opening
from postil.text import text_from_html
from postil.words import primary_language

OURS = 0.5
NAMES = 3
"""What the words of our notes, and the names of an entity, weigh beside those of a source."""

QUOTED = 160
"""Code points of the words of a denial, at most."""

SIGNED = {
    "ß": "ss",
    "æ": "ae",
    "ð": "d",
    "ø": "o",
    "þ": "th",
    "đ": "d",
    "ħ": "h",
    "ı": "i",
    "ł": "l",
    "œ": "oe",
}
"""Letters that no normal form takes apart, and how they are typed without their sign. The search's scripts take the same
letters out of what is asked (`search-ask.js`)."""

_SIGNS = str.maketrans(SIGNED)
_WORD = re.compile(r"\S+")
_NO_SIGN = str.maketrans(dict.fromkeys(UNSEEN))


def index_views(lookup: Lookup) -> Iterator[IndexView]:
    """One view for each article, entity, event, claim and page of ours, in order of path, made when it is asked for.

    Of a claim with positions on several pages, one for each page.
    """
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
    for id_, keys in archive.positions.items():
        if len(keys) > MOST_POSITIONS:
            makers.update(_claim_pages(lookup, id_))
    makers |= {addresses.of_page(id_): partial(_page, lookup, id_) for id_ in archive.pages}
    for _, make in sorted(makers.items()):
        yield make()


# --- one view a kind ------------------------------------------------------------------------------------------------


def _article(lookup: Lookup, id_: str) -> IndexView:
    article = lookup.archive.articles[id_]
    prepared = lookup.archive.prepared[id_]
    text = prepared.text.text
    notes = [lookup.archive.notes[id_, span.note] for span in prepared.spans]
    said: dict[str, list[Note]] = {}
    for note in notes:
        for sentence in lookup.sentences_of(note.passage):
            said.setdefault(sentence, []).append(note)
    sentences = [
        _said(lookup, sentence.id, text[sentence.start : sentence.end], said.get(sentence.id, ()))
        for block in prepared.text.blocks
        for sentence in block.sentences
    ]
    for note in notes:
        if note.annotation.note is not None:
            card = addresses.note_id(note.annotation.id)
            sentences.append(_said(lookup, card, _plain(lookup, note.annotation.note), (note,), OURS))
    return _view(
        lookup,
        addresses.of_record(RefKind.ARTICLE, id_),
        article.title,
        "article",
        lang=article.lang,
        outlet=article.outlet,
        date=article.published,
        entities=lookup.named_in(id_),
        sentences=sentences,
        meta=(("notice", article.notice or ""),),
    )


def view_with_text(view: IndexView, then: Prepared, now: Prepared) -> IndexView:
    """The view of an article with another text, in which the sentences that are noted are the same."""
    of_then = {one.id for block in then.text.blocks for one in block.sentences}
    known = {one.id: one for one in view.sentences if one.id in of_then}
    text = now.text.text
    sentences = (
        replace(known.get(one.id, IndexedSentence(one.id, "")), text=text[one.start : one.end])
        for block in now.text.blocks
        for one in block.sentences
    )
    notes = (one for one in view.sentences if one.id not in of_then)
    return replace(view, sentences=(*(one for one in sentences if one.text), *notes))


def _entity(lookup: Lookup, id_: str) -> IndexView:
    entity = lookup.archive.entities[id_]
    lines = (*(role.what for role in entity.roles), _plain(lookup, entity.about))
    view = _view(
        lookup,
        addresses.of_record(RefKind.ENTITY, id_),
        entity.name,
        "place" if entity.is_ == "place" else "entity",
        entities=(id_,),
        meta=(("is", entity.is_),),
        sentences=(*_whole(entity.all_names, NAMES), *_whole(lines)),
    )
    return replace(view, names=entity.all_names)


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
        sentences=_whole((event.title, date, event.time or "", _plain(lookup, event.about))),
    )


def _claim(lookup: Lookup, id_: str) -> IndexView:
    all_laid = laid(lookup, id_)
    return _positions(lookup, id_, 1, all_laid.notes[: all_laid.cuts[0][1]])


def _claim_pages(lookup: Lookup, id_: str) -> Iterator[tuple[str, Callable[[], IndexView]]]:
    """The further pages of a claim with very many positions: a hit opens at its row, on whichever page that stands."""
    all_laid = laid(lookup, id_)
    first = addresses.of_record(RefKind.CLAIM, id_)
    for number, (begin, end) in enumerate(all_laid.cuts[1:], start=2):
        make = partial(_positions, lookup, id_, number, all_laid.notes[begin:end])
        yield addresses.of_further(first, number), make


def _positions(lookup: Lookup, id_: str, number: int, notes: Sequence[Note]) -> IndexView:
    """Page `number` of a claim, with the positions on it."""
    claim = lookup.archive.claims[id_]
    speakers = {note.annotation.speaker.entity for note in notes if note.annotation.speaker}
    positions = []
    for note in notes:
        voice = voice_of(lookup, note)
        says = note.annotation.says
        said = (voice.label if voice else "", "" if isinstance(says, NonAnswer) else says_text(lookup, says))
        text = ": ".join(part for part in said if part)
        positions.append(replace(_said(lookup, addresses.position_id(*note.key), text, (note,)), voices=()))
    of_claim = (claim.question, *(meaning for _, meaning in claim.scopes), _plain(lookup, claim.about))
    against = (one for position in positions for one in position.denials if one.incoming)
    view = _view(
        lookup,
        addresses.of_further(addresses.of_record(RefKind.CLAIM, id_), number),
        claim.question,
        "claim",
        entities=sorted(entity for entity in speakers if entity is not None),
        meta=(("state", claim.view.state if claim.view else ""),),
        sentences=(
            # What has no id belongs to the page, and so stands before what has one.
            *(_whole(of_claim) if number == 1 else ()),
            *positions,
        ),
    )
    return replace(view, denials=tuple(dict.fromkeys(against)))


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


# --- words with what is known of them -------------------------------------------------------------------------------


def _said(lookup: Lookup, id_: str, text: str, notes: Iterable[Note], weight: float = 1) -> IndexedSentence:
    """A sentence, or a note, with the voices, hedges and denials of the notes on it, each once and in reading order."""
    voices: dict[str, None] = {}
    hedges: dict[str, None] = {}
    denials: dict[IndexedDenial, None] = {}
    for note in notes:
        voice = voice_of(lookup, note)
        # The outlet stands beside all that is found in it.
        if voice is not None and voice.label and voice.kind != "outlet":
            voices[voice.label] = None
        if note.annotation.hedge:
            hedges[note.annotation.hedge] = None
        if any(tie.kind in DENIALS for tie in (*note.ties, *note.ties_in)):
            ties = (tie for tie in ties_of(lookup, note) if tie.kind in DENIALS)
            denials.update((_denial(tie), None) for tie in ties)
    return IndexedSentence(id_, _findable(text), weight, tuple(voices), tuple(hedges), tuple(denials))


def _denial(tie: TieLine) -> IndexedDenial:
    said = tie.cited
    marked = "… ".join(run.text for run in said.runs if run.marked)
    return IndexedDenial(
        kind=tie.kind,
        incoming=tie.incoming,
        who=(tie.voice.label if tie.voice else "") or said.outlet or said.article.label,
        words=opening(marked, QUOTED),
        lang=said.lang,
        href=tie.href,
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
    in_year, in_month = (year(date), month(date)) if date else (None, None)
    in_words = words(date, lookup.lang) if date else ""
    names = sorted({lookup.label(RefKind.ENTITY, id_) for id_ in entities})
    return IndexView(
        path=addresses.path_from_address(address),
        title=_findable(title),
        lang=language,
        filters=(
            ("kind", kind),
            *((("outlet", outlet),) if outlet else ()),
            *((("year", date_from_period(in_year).edtf),) if in_year is not None else ()),
            *((("month", date_from_period(*in_month).edtf),) if in_month is not None else ()),
            *(("entity", name) for name in names),
            ("language", language),
        ),
        # Undated pages have a key too: a page without one would not be in a sorted list of results at all.
        sort=(("date", sort_text(date)),),
        meta=tuple((name, value) for name, value in (("date", in_words), *meta) if value),
        sentences=tuple(sentence for sentence in sentences if sentence.text),
    )


def _whole(lines: Iterable[str], weight: float = 1) -> tuple[IndexedSentence, ...]:
    return tuple(IndexedSentence("", _findable(line), weight) for line in lines if line)


def _findable(text: str) -> str:
    """A text in which words with signed letters are also found without their signs."""
    text = text.translate(_NO_SIGN)
    return text if text.lower() == _unsigned(text) else _WORD.sub(_with_unsigned, text)


def _with_unsigned(word: re.Match[str]) -> str:
    plain = _unsigned(word[0])
    return word[0] if plain == word[0].lower() else f"{word[0]} {UNSEEN[0]}{plain}{UNSEEN[1]}"


def _unsigned(text: str) -> str:
    return text.lower().translate(_SIGNS)


def _plain(lookup: Lookup, prose: Prose | None) -> str:
    """The visible text of Markdown of ours."""
    html = html_from_prose(lookup, prose)
    return text_from_html((html.html,)).text if html else ""
