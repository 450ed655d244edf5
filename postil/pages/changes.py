"""What became of sealed articles: versions, the stones in their text, all changes on one page, the page of one withdrawn."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from postil import addresses
from postil.dates import DateFault, date_from_text
from postil.ledger import is_block
from postil.model.ledger import Sealed, SealedBlock
from postil.model.lines import ChangeLine
from postil.model.page import ChangesPage, Shell, WithdrawnPage
from postil.model.parts import DateWords, Link, StoneLine, VersionLine
from postil.model.records import RefKind
from postil.model.text import Prepared
from postil.pages.cite import words_of_date
from postil.pages.lookup import Lookup
from postil.revisions import Change, changes_of, claims_there, passages_of


def version_lines(lookup: Lookup, entry: Sealed | None) -> tuple[VersionLine, ...]:
    if entry is None:
        return ()
    sentences = [row for row in entry.rows if not is_block(row.id)]
    gone = [stone.gone for stone in entry.stones if not is_block(stone.id)]
    return tuple(
        VersionLine(
            number,
            _day(lookup, version.on),
            version.because or "",
            gone.count(number),
            sum(row.first == number for row in sentences),
        )
        for number, version in enumerate(entry.versions, start=1)
    )


def stones_of(
    lookup: Lookup, entry: Sealed | None, prepared: Prepared
) -> Mapping[int, tuple[StoneLine, ...]]:
    """The stones of an article by the number of the piece that they stand behind; -1 before the first."""
    if entry is None or not entry.stones:
        return {}
    here = {block: number for number, piece in enumerate(prepared.pieces) for block in piece.blocks}
    piece_of: dict[str, int] = {}
    last = -1
    for row in entry.rows:  # of a text that is shown in part not every block is there
        if isinstance(row, SealedBlock):
            piece_of[row.id] = last = here.get(row.id, last)
    place = {row.id: number for number, row in enumerate(entry.rows)}
    lines = [
        (piece_of.get(passage.behind, -1), place[passage.gone[0]], number, passage)
        for number, passages in passages_of(entry, prepared.text).items()
        for passage in passages
        if passage.gone
    ]
    found: dict[int, list[StoneLine]] = {}
    for piece, _, number, passage in sorted(lines, key=lambda line: line[:3]):
        version = entry.versions[number - 1]
        line = StoneLine(passage.gone, number, _day(lookup, version.on), version.because or "", passage.words)
        found.setdefault(piece, []).append(line)
    return {piece: tuple(of_piece) for piece, of_piece in found.items()}


def changes_page(lookup: Lookup, shell: Shell) -> ChangesPage:
    by_day = groupby(changes_of(lookup.archive), key=lambda one: one.version.on)
    return ChangesPage(
        path=addresses.path_from_address(addresses.CHANGES),
        title="",
        shell=shell,
        days=tuple(
            (_day(lookup, on), tuple(_line(lookup, one) for one in changes)) for on, changes in by_day
        ),
        feed=addresses.CHANGES_FEED if shell.base_url else None,
    )


def withdrawn_page(lookup: Lookup, shell: Shell, id_: str) -> WithdrawnPage:
    withdrawal = lookup.archive.withdrawn[id_]
    last = withdrawal.versions[-1]
    return WithdrawnPage(
        path=addresses.path_from_address(addresses.of_record(RefKind.ARTICLE, id_)),
        title=withdrawal.title or "",
        shell=shell,
        text_lang=withdrawal.lang or lookup.lang,
        on=_day(lookup, last.on),
        because=last.because or "",
        claims=lookup.links(RefKind.CLAIM, claims_there(lookup.archive, last.claims)),
        change=addresses.of_change(id_, len(withdrawal.versions)),
    )


def _line(lookup: Lookup, change: Change) -> ChangeLine:
    article = lookup.archive.articles.get(change.article)
    withdrawal = lookup.archive.withdrawn.get(change.article)
    title = article.title if article else withdrawal and withdrawal.title
    lang = article.lang if article else (withdrawal and withdrawal.lang) or lookup.lang
    address = addresses.of_record(RefKind.ARTICLE, change.article)
    label = title or addresses.path_from_address(address)
    return ChangeLine(
        id=addresses.change_id(change.article, change.number),
        article=Link(label, address, lang if title and lang != lookup.lang else None),
        is_titled=bool(title),
        is_withdrawn=change.withdrawal is not None,
        version=change.number,
        because=change.version.because or "",
        gone=_sentences(lookup, change.article, [one for passage in change.passages for one in passage.gone]),
        new=_sentences(lookup, change.article, [one for passage in change.passages for one in passage.new]),
        words=tuple(passage.words for passage in change.passages if passage.words),
        claims=lookup.links(RefKind.CLAIM, change.claims),
        lang=lang,
    )


def _sentences(lookup: Lookup, article: str, ids: list[str]) -> tuple[Link, ...]:
    """The way to each address; to the page alone where what stands there is not published."""
    if not ids:
        return ()
    text, entry = lookup.archive.prepared[article].text, lookup.archive.articles[article].sealed
    shown = {one.id for block in text.blocks for one in block.sentences}
    shown |= {stone.id for stone in entry.stones} if entry else set()
    page = addresses.of_record(RefKind.ARTICLE, article)
    return tuple(Link(id_, addresses.of_sentence(article, id_) if id_ in shown else page) for id_ in ids)


def _day(lookup: Lookup, on: str) -> DateWords:
    date = date_from_text(on)
    if isinstance(date, DateFault):
        raise TypeError(on)  # the ledger holds days alone
    return words_of_date(lookup, date)
