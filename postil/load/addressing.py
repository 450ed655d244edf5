"""Addresses of articles of which not all may be seen.

The ledger covers the text with what is withheld replaced, and nothing else held back: rights may change, and an address
leads to the same sentence whatever they let be published. Promises that the original text gets the sentences and ids
that the ledger has, or a problem. Knows nothing of notes and rights.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import replace

from postil.anchor import source_place, target_of
from postil.bodies import unlike
from postil.ledger import changes, digest_of, sealed
from postil.model.ledger import Sealed, Stone, Withdrawal
from postil.model.records import Article
from postil.model.text import Block, Body, Sentence, Text
from postil.problems import Checked, Place, Problem, Remark, unsaid
from postil.release import Cut, Release, released

_SAID = 5
"""Places that are named of those which withhold words."""

_TRIED = 20
"""Places of which each alone is tried as what changed a text."""


def addressed(article: Article, body: Body, cuts: Sequence[Cut]) -> Checked[Body]:
    """The body with the blocks and sentences that were sealed, in its own words.

    Problem: that of `unlike`, which names what withholds words where they are all that has changed.
    """
    entry = article.sealed
    if entry is None:
        return Checked(body)
    release = released(body, cuts)
    exact = sealed(release.text, entry)
    if exact is not None and len(exact.blocks) == len(body.text.blocks):
        found = replace(body, text=_in_original(body.text, exact, release))
        # A cut through several sentences depends on where they end: it is proved, not supposed, that nothing has changed.
        if released(found, cuts).text == exact:
            return Checked(found)
    return Checked(body, (_unlike(article, body, entry, cuts, release),))


def _unlike(article: Article, body: Body, entry: Sealed, cuts: Sequence[Cut], release: Release) -> Problem:
    problem = unlike(article, entry, release.text)
    if problem.code != "sealed-text-changed":
        return problem
    new = changes(entry, release.text).new
    sources = _sources_in(new, cuts, release)
    culprits = _culprits(body, entry, cuts, sources)
    if not culprits:
        if new:  # the words that were put in stand in no line of the file
            span = _original(new[0][0], release, is_end=False), _original(new[0][1], release, is_end=True)
            place = source_place(target_of(article, body.text), span)
            problem = replace(problem, place=place if place.line else article.place)
        others = (Remark("words that have changed are withheld here", one) for one in sources[:_SAID])
        return replace(problem, notes=(*problem.notes, *others))
    number = len(entry.versions)
    told = unsaid(
        replace(problem, place=culprits[0]),
        f"the text of `{article.id}`, as readers see it, was sealed as version {number}; it has changed only because "
        "words of it are withheld that were not",
        f"run `revise {article.id} --because safety` (or legal): what stayed keeps its addresses",
        "or show again what was shown when it was sealed",
    )
    return replace(told, notes=tuple(Remark("and here", one) for one in culprits[1:_SAID]))


def _sources_in(spans: Sequence[tuple[int, int]], cuts: Sequence[Cut], release: Release) -> tuple[Place, ...]:
    """Where it is written that words are cut which stood in some spans of the released text."""
    found: set[Place] = set()
    for cut in cuts:
        start, end = release.places.span(cut.start, cut.end)
        if cut.source and any(first < end and start < last for first, last in spans):
            found.add(cut.source)
    return tuple(sorted(found))


def _culprits(body: Body, entry: Sealed, cuts: Sequence[Cut], sources: Sequence[Place]) -> tuple[Place, ...]:
    """Without which of these the text would be as it was sealed: one of them, or all; none where it would not."""
    for found in (*((one,) for one in sources[:_TRIED]), tuple(sources)):
        left = [cut for cut in cuts if cut.source not in found]
        if found and digest_of(released(body, left).text.text) == entry.digest:
            return found
    return ()


def without_words(entry: Sealed, is_held: Callable[[str], bool] = lambda _: True) -> Sealed:
    """What was sealed, without the words kept of what went that are to be held back: all, where none may be seen."""
    if not any(stone.words is not None and is_held(stone.words) for stone in entry.stones):
        return entry
    rows = tuple(
        replace(row, words=None) if isinstance(row, Stone) and row.words and is_held(row.words) else row
        for row in entry.rows
    )
    return replace(entry, rows=rows)


def without_title(one: Withdrawal, is_held: Callable[[str], bool]) -> Withdrawal:
    """A withdrawal, its title left out where it is to be held back."""
    return replace(one, title=None, lang=None) if one.title is not None and is_held(one.title) else one


def _in_original(text: Text, exact: Text, release: Release) -> Text:
    """The original text with the blocks and sentences of the released one."""
    return replace(
        text,
        blocks=tuple(_block(old, new, release) for old, new in zip(text.blocks, exact.blocks, strict=True)),
    )


def _block(old: Block, new: Block, release: Release) -> Block:
    last = len(new.sentences) - 1
    sentences = tuple(
        Sentence(
            one.id,
            old.start if at == 0 else _original(one.start, release, is_end=False),
            old.end if at == last else _original(one.end, release, is_end=True),
        )
        for at, one in enumerate(new.sentences)
    )
    return replace(old, id=new.id, sentences=sentences)


def _original(offset: int, release: Release, *, is_end: bool) -> int:
    """Where a place of the released text stands in the original; of one inside words that were put in, the nearer border."""
    begins = [release.places.span(edit.start, edit.end)[0] for edit in release.places.edits]
    number = bisect_right(begins, offset - 1 if is_end else offset) - 1
    if number < 0:
        return offset
    edit = release.places.edits[number]
    over = offset - begins[number] - len(edit.words)
    if over >= 0:
        return edit.end + over
    return edit.end if is_end else edit.start
