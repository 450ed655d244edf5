"""The page of a claim, and its line in lists: who says what in which words. Nothing here weighs one answer against another.

Positions of different scope never share a band. What is counted: positions are notes; origins are distinct `Note.origin`;
denials are the notes that deny or dispute a position of the claim, each once however many it denies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from typing import TypeVar

from postil import addresses
from postil.kinds import DENIALS
from postil.model.archive import Note, NoteKey
from postil.model.lines import Band, ClaimCard, ClaimLine, PositionLine, SaidGroup, SpeechGroup, SpeechLine
from postil.model.page import ClaimPage, Shell
from postil.model.records import RefKind
from postil.pages.chart import Line as ChartLine
from postil.pages.chart import chart_of, line_of
from postil.pages.cite import (
    as_of,
    chain_of,
    cited,
    date_words,
    in_its_words,
    said_on,
    says_text,
    speech_line,
    ties_of,
    voice_of,
)
from postil.pages.further import Long, long_points, rests_of
from postil.pages.lookup import Lookup
from postil.pages.prose import html_from_prose
from postil.pages.turning import turn
from postil.parting import Cut, cuts

Line = TypeVar("Line", PositionLine, SpeechLine)

_SHOWN_ELSEWHERE = frozenset({("note", "claim")})
"""(kind, field) of back-references that the page shows as positions."""


MOST_POSITIONS = 150
"""On one page. A row takes two to four kilobytes, and its line of a chart one more."""


@dataclass(frozen=True, slots=True)
class Laid:
    """The positions of a claim as its pages show them: by scope, each with what that covers, and the line of its chart."""

    notes: tuple[Note, ...]
    scopes: tuple[tuple[str, str, int, int], ...]
    """(scope, meaning, from, up to) of those that have positions: those without a scope first, then in the claim's order."""
    lines: tuple[ChartLine | None, ...]
    """One a scope."""
    cuts: tuple[Cut, ...]


def laid(lookup: Lookup, id_: str) -> Laid:
    """Worked out once for all pages of a claim. A scope begins a page where it does not fit on the one before."""
    claim = lookup.archive.claims[id_]
    by_scope: dict[str, list[Note]] = {}
    for note in _positions(lookup, id_):
        by_scope.setdefault(note.annotation.scope or "", []).append(note)
    scopes: list[tuple[str, str, int, int]] = []
    notes: list[Note] = []
    for scope, meaning in (("", ""), *claim.scopes):
        if scope in by_scope:
            begin = len(notes)
            notes += by_scope[scope]
            scopes.append((scope, meaning, begin, len(notes)))
    draws = claim.kind == "quantity"
    return Laid(
        notes=tuple(notes),
        scopes=tuple(scopes),
        lines=tuple(line_of(notes[begin:end]) if draws else None for _, _, begin, end in scopes),
        cuts=cuts((end - begin for _, _, begin, end in scopes), MOST_POSITIONS),
    )


def further_claim_pages(
    lookup: Lookup, shell: Shell, id_: str
) -> Iterator[tuple[str, Callable[[], ClaimPage]]]:
    """The second and further pages of a claim with very many positions, by address."""
    if len(lookup.archive.positions.get(id_, ())) > MOST_POSITIONS:
        all_laid = laid(lookup, id_)
        first = addresses.of_record(RefKind.CLAIM, id_)
        for number in range(2, len(all_laid.cuts) + 1):
            make = partial(_further_page, lookup, shell, id_, all_laid, number)
            yield addresses.of_further(first, number), make


def _further_page(lookup: Lookup, shell: Shell, id_: str, all_laid: Laid, number: int) -> ClaimPage:
    claim = lookup.archive.claims[id_]
    first = addresses.of_record(RefKind.CLAIM, id_)
    return ClaimPage(
        path=addresses.path_from_address(addresses.of_further(first, number)),
        title=claim.question,
        shell=shell,
        kind=claim.kind,
        unit=None,
        state=claim.view.state if claim.view else None,
        positions=0,
        origins=0,
        denials=0,
        bands=_bands(lookup, all_laid, all_laid.cuts[number - 1]),
        has_scopes=len(all_laid.scopes) > 1,
        turn=turn(first, number, all_laid.cuts),
        event=None,
        view_by=None,
        view_on=None,
        view_because=None,
        about=None,
        points=(),
    )


def claim_page(lookup: Lookup, shell: Shell, id_: str) -> ClaimPage:
    archive = lookup.archive
    claim = archive.claims[id_]
    all_laid = laid(lookup, id_)
    notes = all_laid.notes
    points = points_of_claim(lookup, id_)
    first = addresses.of_record(RefKind.CLAIM, id_)
    return ClaimPage(
        path=addresses.path_from_address(first),
        title=claim.question,
        shell=shell,
        kind=claim.kind,
        unit=claim.unit,
        state=claim.view.state if claim.view else None,
        positions=len(notes),
        origins=_origins(notes),
        denials=len(_denials(notes)),
        bands=_bands(lookup, all_laid, all_laid.cuts[0]),
        has_scopes=len(all_laid.scopes) > 1,
        turn=turn(first, 1, all_laid.cuts),
        event=lookup.link(RefKind.EVENT, claim.event.id) if claim.event else None,
        view_by=claim.view.by if claim.view else None,
        view_on=date_words(lookup, claim.view.on) if claim.view else None,
        view_because=html_from_prose(lookup, claim.view.because) if claim.view else None,
        about=html_from_prose(lookup, claim.about),
        points=points.beginning.points,
        rests=rests_of(RefKind.CLAIM, id_, (points,)),
    )


def points_of_claim(lookup: Lookup, id_: str) -> Long:
    backrefs = lookup.archive.backrefs_to(RefKind.CLAIM, id_)
    return long_points(lookup, (ref for ref in backrefs if (ref.kind, ref.how) not in _SHOWN_ELSEWHERE))


def claim_line(lookup: Lookup, id_: str) -> ClaimLine:
    card = claim_card(lookup, id_)
    notes = _positions(lookup, id_)
    return ClaimLine(
        link=card.link,
        state=card.state,
        positions=len(notes),
        origins=_origins(notes),
        denials=card.denials,
    )


def claim_card(lookup: Lookup, id_: str) -> ClaimCard:
    """Counted once for all pages: whoever is named beside a claim has a card of it, and it may have many positions."""
    card = lookup.claim_cards.get(id_)
    if card is None:
        claim = lookup.archive.claims[id_]
        card = lookup.claim_cards[id_] = ClaimCard(
            link=lookup.link(RefKind.CLAIM, id_),
            state=claim.view.state if claim.view else None,
            denials=len(_denials(_positions(lookup, id_))),
        )
    return card


Word = tuple[str | None, NoteKey]
"""Words as a page of an entity lists them: the claim that they answer, and their note."""


def by_question(lookup: Lookup, keys: Iterable[NoteKey]) -> tuple[Word, ...]:
    """Words by question, scope and reading order; last those, and the denials, that answer none."""
    of_claim: dict[str | None, list[NoteKey]] = {}
    for key in keys:
        claim = lookup.archive.notes[key].annotation.claim
        of_claim.setdefault(claim.id if claim else None, []).append(key)
    claims: tuple[str | None, ...] = lookup.questions(claim for claim in of_claim if claim is not None)
    return tuple((claim, key) for claim in (*claims, None) for key in of_claim.get(claim, ()))


def spoken_and_said(
    lookup: Lookup, own: Sequence[Word], others: Sequence[Word]
) -> tuple[tuple[SpeechGroup, ...], tuple[SaidGroup, ...]]:
    """What of the words of an entity, and of what others say in sentences that name it, stands on one page."""
    read = {lookup.note_address(key) for _, key in (*own, *others)}
    notes = lookup.archive.notes
    spoken = tuple(
        SpeechGroup(
            claim_card(lookup, claim) if claim else None,
            tuple(_read_once(speech_line(lookup, notes[key]), read) for _, key in words),
        )
        for claim, words in groupby(own, key=lambda word: word[0])
    )
    said = tuple(
        SaidGroup(
            claim_card(lookup, claim) if claim else None,
            _said(lookup, claim, (notes[key] for _, key in words), read),
        )
        for claim, words in groupby(others, key=lambda word: word[0])
    )
    return spoken, said


def _said(
    lookup: Lookup, claim: str | None, notes: Iterable[Note], read: set[str]
) -> tuple[tuple[str, PositionLine], ...]:
    meanings = dict(lookup.archive.claims[claim].scopes) if claim else {}
    return tuple(
        (meanings.get(note.annotation.scope or "", ""), _read_once(_position(lookup, note), read))
        for note in notes
    )


def _positions(lookup: Lookup, claim: str) -> tuple[Note, ...]:
    return tuple(lookup.archive.notes[key] for key in lookup.archive.positions.get(claim, ()))


def _origins(notes: Iterable[Note]) -> int:
    return len({note.origin for note in notes})


def _denials(notes: Iterable[Note]) -> set[NoteKey]:
    return {tie.other for note in notes for tie in note.ties_in if tie.kind in DENIALS}


def _bands(lookup: Lookup, all_laid: Laid, cut: Cut) -> tuple[Band, ...]:
    """One band a scope that has positions on the page."""
    page_begin, page_end = cut
    read = {lookup.note_address(note.key) for note in all_laid.notes[page_begin:page_end]}
    bands = []
    for (scope, meaning, begin, end), line in zip(all_laid.scopes, all_laid.lines, strict=True):
        here = all_laid.notes[max(begin, page_begin) : min(end, page_end)]
        begins_here = begin >= page_begin
        if here:
            bands.append(
                Band(
                    scope=scope,
                    meaning=meaning,
                    positions=tuple(_read_once(_position(lookup, note), read) for note in here),
                    count=end - begin if begins_here else 0,
                    origins=_origins(all_laid.notes[begin:end]) if begins_here else 0,
                    chart=chart_of(lookup, here, line),
                )
            )
    return tuple(bands)


def _read_once(line: Line, read: set[str]) -> Line:
    """The line with every sentence once on its page.

    Of those that have a line of their own, or stood in one before (`read`), it shows the words that count.
    """
    ties = []
    for tie in line.ties:
        ties.append(in_its_words(tie) if tie.href in read and not tie.same else tie)
        read.add(tie.href)
    return replace(line, ties=tuple(ties))


def _position(lookup: Lookup, note: Note) -> PositionLine:
    return PositionLine(
        voice=voice_of(lookup, note),
        says=says_text(lookup, note.annotation.says),
        cited=cited(lookup, note.passage),
        note=lookup.note_address(note.key),
        on=said_on(lookup, note),
        as_of=as_of(lookup, note),
        how=note.annotation.how,
        chain=chain_of(lookup, note),
        hedge=note.annotation.hedge,
        ties=ties_of(lookup, note),
    )
