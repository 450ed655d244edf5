"""Revisions: what became of an article from one version to the next, and which questions it touches.

For the page of changes and their feed. Promises that what is said of a version depends on the ledger, on the text as it is
now and on the notes alone; and that of words which may not be kept nothing is said. Refuses to know dates in words, labels
and files.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from postil.ledger import difference, is_block
from postil.model.archive import Archive
from postil.model.ledger import (
    Because,
    Changed,
    Row,
    Sealed,
    SealedBlock,
    SealedSentence,
    Stone,
    Version,
    Withdrawal,
)
from postil.model.text import Text


@dataclass(frozen=True, slots=True)
class Passage:
    """Words that changed together in one version: addresses that went and sentences that came, in order.

    `behind` is the block that stands now, and in or behind which the first of them stood; empty where there is none.
    """

    behind: str
    gone: tuple[str, ...]
    new: tuple[str, ...]
    words: tuple[Changed, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """One version of an article but the first, or that it was withdrawn. `claims` are ids of those that are there."""

    article: str
    number: int
    version: Version
    passages: tuple[Passage, ...]
    claims: tuple[str, ...]
    withdrawal: Withdrawal | None = None


def changes_of(archive: Archive) -> tuple[Change, ...]:
    """Every change of the archive, the last day first, then by article, the last version first."""
    found: list[Change] = []
    for id_, article in archive.articles.items():
        if article.sealed is not None and len(article.sealed.versions) > 1:
            found += _of_article(archive, id_, article.sealed)
    for withdrawal in archive.withdrawn.values():
        for number, version in enumerate(withdrawal.versions[1:], start=2):
            is_last = number == len(withdrawal.versions)
            claims = claims_there(archive, version.claims)
            found.append(
                Change(withdrawal.article, number, version, (), claims, withdrawal if is_last else None)
            )
    found.sort(key=lambda one: (one.article, -one.number))
    return tuple(sorted(found, key=lambda one: one.version.on, reverse=True))


def claims_there(archive: Archive, claims: Sequence[str]) -> tuple[str, ...]:
    """Those of the claims that are there, by the ids that they have now."""
    former = {old: claim.id for claim in archive.claims.values() for old in claim.former_ids}
    now = (one if one in archive.claims else former.get(one, "") for one in claims)
    return tuple(sorted({one for one in now if one}))


def passages_of(entry: Sealed, text: Text) -> Mapping[int, tuple[Passage, ...]]:
    """What changed, by version; each version in the order of the text."""
    words = {one.id: text.text[one.start : one.end] for block in text.blocks for one in block.sentences}
    words |= {stone.id: stone.words for stone in entry.stones if stone.words is not None}
    return {
        number: tuple(_passages(entry.rows, number, words, keeps=version.because is Because.CORRECTION))
        for number, version in enumerate(entry.versions, start=1)
        if number > 1
    }


def _passages(
    rows: Sequence[Row], number: int, words: Mapping[str, str], *, keeps: bool
) -> Iterator[Passage]:
    """Runs of rows that went or came with a version, among those that stood before or after it."""
    behind = ""
    gone: list[str] = []
    new: list[str] = []
    begun = ""
    for row in rows:
        is_gone = isinstance(row, Stone) and row.gone == number
        is_new = row.first == number
        if is_gone or is_new:
            begun = begun if gone or new else behind
            if is_gone:
                gone.append(row.id)
            elif not is_block(row.id):
                new.append(row.id)
        elif row.first < number and not (isinstance(row, Stone) and row.gone < number) and (gone or new):
            yield _passage(begun, gone, new, words, keeps=keeps)
            gone, new = [], []
        behind = row.id if isinstance(row, SealedBlock) else behind
    if gone or new:
        yield _passage(begun, gone, new, words, keeps=keeps)


def _passage(
    behind: str, gone: Sequence[str], new: Sequence[str], words: Mapping[str, str], *, keeps: bool
) -> Passage:
    sentences = [one for one in gone if not is_block(one)]
    is_told = keeps and bool(sentences or new) and all(one in words for one in (*sentences, *new))
    told: tuple[Changed, ...] = ()
    if is_told:
        told = difference(" ".join(words[one] for one in sentences), " ".join(words[one] for one in new))
    return Passage(behind, tuple(gone), tuple(new), told)


def _of_article(archive: Archive, id_: str, entry: Sealed) -> Iterator[Change]:
    passages = passages_of(entry, archive.prepared[id_].text)
    live = [row for row in entry.rows if isinstance(row, SealedSentence)]
    place = {row.id: at for at, row in enumerate(live)}
    touched: dict[int, set[str]] = {}
    for note in archive.notes.values():
        if note.article == id_ and note.annotation.claim is not None:
            for row in live[place[note.passage.first] : place[note.passage.last] + 1]:
                touched.setdefault(row.first, set()).add(note.annotation.claim.id)
    for number, version in enumerate(entry.versions[1:], start=2):
        claims = sorted({*claims_there(archive, version.claims), *touched.get(number, ())})
        yield Change(id_, number, version, passages[number], tuple(claims))
