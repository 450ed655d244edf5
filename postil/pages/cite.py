"""The lines that pages share: words of an article in their sentence, who speaks, dates in words, relations, list lines.

A statement is never shown here without its ties: every line made from a note carries them in both directions, denials
first, so that a denial does not stand without what it denies, nor a denied statement without its denial.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from postil import addresses
from postil.dates import machine, sort_text, words
from postil.kinds import DENIALS
from postil.model.archive import BackRef, Dated, Note, NoteKey, Passage
from postil.model.lines import ArticleLine, SourceLine, SpeechLine
from postil.model.notes import NonAnswer, Quantity, RelationKind, Says, Speaker, Words
from postil.model.parts import Cited, DatedWords, DateWords, Link, Point, Run, TieLine, Voice
from postil.model.records import Article, Date, RefKind, When
from postil.pages.lookup import Lookup

_TIE_ORDER = (
    RelationKind.DENIES,
    RelationKind.DISPUTES,
    RelationKind.RETRACTS,
    RelationKind.CORRECTS,
    RelationKind.CONFIRMS,
    RelationKind.SAME_STATEMENT,
    RelationKind.REPEATS,
    RelationKind.TRANSLATES,
    RelationKind.SEE,
)


# --- dates --------------------------------------------------------------------------------------------------------


def date_words(lookup: Lookup, date: Date | None) -> DateWords | None:
    return None if date is None else words_of_date(lookup, date)


def words_of_date(lookup: Lookup, date: Date) -> DateWords:
    return _words_of_date(date, lookup.lang)


@lru_cache(maxsize=1 << 14)
def _words_of_date(date: Date, lang: str) -> DateWords:
    """An article's date stands beside each of its sentences, wherever one is shown."""
    return DateWords(words(date, lang), machine(date))


def dated(lookup: Lookup, date: Dated | None, written: Sequence[When | None]) -> DatedWords | None:
    """A date of a statement; `written` are the fields it may come from, of which the first weekday is shown."""
    if date is None:
        return None
    weekday = None
    if date.weekday is not None:
        weekday = next((when.text for when in written if when is not None and when.weekday is not None), None)
    return DatedWords(words_of_date(lookup, date.date), date.basis, weekday)


def said_on(lookup: Lookup, note: Note) -> DatedWords | None:
    return dated(lookup, note.on, (note.annotation.on,))


def as_of(lookup: Lookup, note: Note) -> DatedWords | None:
    """What a position covers; other notes cover nothing."""
    if note.annotation.claim is None:
        return None
    return dated(lookup, note.as_of, (note.annotation.as_of, note.annotation.on))


# --- words in their sentence ----------------------------------------------------------------------------------------


def cited(lookup: Lookup, passage: Passage) -> Cited:
    """The words alone, for a line that carries the ties of its own note."""
    article = lookup.archive.articles[passage.article]
    origin = lookup.origins.get(article.id)
    if origin is None:
        origin = (lookup.link(RefKind.ARTICLE, article.id), date_words(lookup, article.published))
        lookup.origins[article.id] = origin
    link, published = origin
    return Cited(
        runs=_runs(passage),
        href=addresses.of_sentence(article.id, passage.first),
        address=passage.address,
        article=link,
        lang=article.lang,
        outlet=article.outlet,
        published=published,
        is_place=article.released is not None and article.rights.text == "reference",
    )


def cited_with_denials(lookup: Lookup, passage: Passage) -> Cited:
    """The words with what denies them, or what they deny, for a line that stands for no note."""
    keys = lookup.contested_in(passage)
    if not keys:
        return cited(lookup, passage)
    ties = (tie for key in keys for tie in ties_of(lookup, lookup.archive.notes[key]) if tie.kind in DENIALS)
    return replace(cited(lookup, passage), denials=tuple(dict.fromkeys(ties)))


def _runs(passage: Passage) -> tuple[Run, ...]:
    """The text cut at its marks; marks that touch or overlap are one."""
    runs: list[Run] = []
    done = 0
    for start, end in _joined(passage.marks):
        runs += (Run(passage.text[done:start]), Run(passage.text[start:end], marked=True))
        done = end
    runs.append(Run(passage.text[done:]))
    return tuple(run for run in runs if run.text)


def _joined(marks: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    joined: list[tuple[int, int]] = []
    for start, end in sorted(marks):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return joined


# --- statements -----------------------------------------------------------------------------------------------------


def voice(lookup: Lookup, speaker: Speaker | None, article: Article) -> Voice | None:
    """Who speaks. The outlet goes by its name; where an article names none, by the article's title."""
    if speaker is None:
        return None
    if speaker.entity is not None:
        link = lookup.link(RefKind.ENTITY, speaker.entity)
        return Voice("entity", link.label, link.href)
    if speaker.outlet:
        return Voice("outlet", article.outlet or article.title)
    return Voice("unnamed", speaker.unnamed or "")


def voice_of(lookup: Lookup, note: Note) -> Voice | None:
    return voice(lookup, note.annotation.speaker, lookup.archive.articles[note.article])


def chain_of(lookup: Lookup, note: Note) -> tuple[Voice, ...]:
    article = lookup.archive.articles[note.article]
    voices = (voice(lookup, speaker, article) for speaker in note.annotation.chain)
    return tuple(one for one in voices if one is not None)


def says_text(lookup: Lookup, says: Says | None) -> str:
    """An answer in words: bounds as they were written, a record by its label, a non-answer by its key."""
    match says:
        case None:
            return ""
        case NonAnswer():
            return says.value
        case Quantity(text):
            return text
        case Words(text, entity, date):
            if entity is not None:
                return lookup.label(RefKind.ENTITY, entity)
            return words(date, lookup.lang) if date is not None else text


def ties_of(lookup: Lookup, note: Note) -> tuple[TieLine, ...]:
    """Relations in both directions, denials first; one statement in two wordings is one tie, whoever wrote it down."""
    rows = [(tie.kind, False, tie.other) for tie in note.ties] + [
        (tie.kind, True, tie.other) for tie in note.ties_in
    ]
    rows.sort(key=lambda row: (_TIE_ORDER.index(row[0]), row[1], row[2]))
    mutual = {other for kind, incoming, other in rows if kind is RelationKind.SAME_STATEMENT and not incoming}
    return tuple(
        _tie(lookup, note, kind, other, incoming=incoming)
        for kind, incoming, other in rows
        if not (kind is RelationKind.SAME_STATEMENT and incoming and other in mutual)
    )


def _tie(lookup: Lookup, note: Note, kind: RelationKind, key: NoteKey, *, incoming: bool) -> TieLine:
    other = lookup.archive.notes[key]
    tie = TieLine(
        kind=kind.value,
        incoming=incoming,
        voice=voice_of(lookup, other),
        says=says_text(lookup, other.annotation.says),
        cited=cited(lookup, other.passage),
        href=lookup.note_address(key),
    )
    is_same = _sentences(note.passage) == _sentences(other.passage)
    return replace(in_its_words(tie), brief=False, same=True) if is_same else tie


def _sentences(passage: Passage) -> tuple[str, str, str]:
    return passage.article, passage.first, passage.last


def in_its_words(tie: TieLine) -> TieLine:
    """The tie with the marked words alone: their sentence is read elsewhere on the page."""
    marked = tuple(run for run in tie.cited.runs if run.marked)
    return replace(tie, brief=True, cited=replace(tie.cited, runs=marked))


def in_brief(tie: TieLine) -> TieLine:
    """The tie with the way to the other words instead of these."""
    return replace(tie, brief=True, same=False, cited=replace(tie.cited, runs=()))


def speech_line(lookup: Lookup, note: Note) -> SpeechLine:
    return SpeechLine(
        cited=cited(lookup, note.passage),
        note=lookup.note_address(note.key),
        says=says_text(lookup, note.annotation.says),
        on=said_on(lookup, note),
        hedge=note.annotation.hedge,
        ties=ties_of(lookup, note),
    )


# --- lines of lists ---------------------------------------------------------------------------------------------------


def source_line(lookup: Lookup, id_: str) -> SourceLine:
    article = lookup.archive.articles[id_]
    return SourceLine(
        link=lookup.link(RefKind.ARTICLE, id_),
        outlet=article.outlet,
        published=date_words(lookup, article.published),
    )


def article_line(lookup: Lookup, id_: str) -> ArticleLine:
    article = lookup.archive.articles[id_]
    return ArticleLine(
        link=lookup.link(RefKind.ARTICLE, id_),
        outlet=article.outlet,
        kind=article.kind,
        published=date_words(lookup, article.published),
        sort=sort_text(article.published),
        authors=article.authors,
        notes=lookup.cards_in(id_),
        text="full" if article.released is None else article.rights.text,
    )


def points_from(lookup: Lookup, backrefs: Iterable[BackRef]) -> tuple[Point, ...]:
    """What points here, in the order given."""
    return tuple(
        Point(
            backref.kind,
            backref.how,
            _link_from(lookup, backref),
            cited_with_denials(lookup, backref.passage) if backref.passage else None,
        )
        for backref in backrefs
    )


def _link_from(lookup: Lookup, backref: BackRef) -> Link:
    if backref.note is not None:
        article = lookup.link(RefKind.ARTICLE, backref.note[0])
        return Link(article.label, lookup.note_address(backref.note), article.lang)
    if backref.kind == "page":
        page = lookup.archive.pages[backref.id]
        return Link(page.title, addresses.of_page(page.id), page.lang if page.lang != lookup.lang else None)
    return lookup.link(RefKind(backref.kind), backref.id)
