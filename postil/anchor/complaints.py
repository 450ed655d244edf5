"""Why a selector has no place in its article, where else it may have been meant, and what to write instead."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from postil.anchor.describing import describe
from postil.anchor.seeking import Span, Target
from postil.fold import as_typed, fold
from postil.likeness import near_passages
from postil.model.notes import Selector
from postil.problems import Place, Problem, Remark
from postil.quoting import lines_of

_SEE_CANDIDATES = "run `repair` to see candidates"
_SHOWN_PLACES = 4
_SHOWN_CONTEXT = 30


def unknown_locator(target: Target, selector: Selector, locator: str) -> Problem:
    entry = target.article.sealed
    gone = entry and next(filter(None, map(entry.stone, locator.split("-"))), None)
    if entry and gone:
        version = entry.versions[gone.gone - 1]
        return Problem(
            "locator-unknown",
            f"`{gone.id}` was taken out of the article on {version.on} ({version.because})",
            selector.place,
            notes=(Remark(f"since version {gone.gone} a stone stands there", Place(target.article.path)),),
            help=("point at words that stand, or take the note out",),
        )
    blocks = target.text.blocks
    block = next((one for one in blocks if one.id == locator.partition("-")[0].partition("s")[0]), None)
    if not blocks:
        has = "the article has no text"
    elif block is None or "s" not in locator:
        has = f"the article has the blocks {blocks[0].id} to {blocks[-1].id}"
    else:
        has = f"{block.id} has the sentences {block.sentences[0].id} to {block.sentences[-1].id}"
    return Problem(
        "locator-unknown",
        f"`{locator}` is no block or sentence of the article",
        selector.place,
        notes=(Remark(has, Place(target.article.path)),),
        help=("write a block (p2), a sentence (p2s1) or a range of them (p2s1-p3s2)",),
    )


def not_found(target: Target, selector: Selector, quote: str) -> Problem:
    nearest = near_passages(target.text, target.folded, quote, 1) if quote else ()
    notes: tuple[Remark, ...] = ()
    for one in nearest:
        words = as_typed(target.text.text[one.start : one.end])
        notes = (Remark(f'nearest passage: "{words}"', source_place(target, (one.start, one.end))),)
    cure = "take the note out" if quote and not nearest else _SEE_CANDIDATES
    return Problem(
        "quote-not-found",
        "the quoted text is not in the article",
        selector.place,
        notes=notes or ((Remark("no passage comes near it", Place(target.article.path)),) if quote else ()),
        help=(f"correct the quote, or {cure}",),
    )


def excluded(target: Target, selector: Selector, places: Sequence[int], length: int) -> Problem:
    keys = [("in", selector.within), ("prefix", selector.prefix), ("suffix", selector.suffix)]
    narrowed = " and ".join(f"`{key}: {value}`" for key, value in keys if value)
    return Problem(
        "quote-not-found",
        f"the quoted text is in the article, but not with {narrowed}",
        selector.place,
        notes=tuple(_standing(target, at, length) for at in places[:_SHOWN_PLACES]),
        help=(f"correct what narrows the quote, or {_SEE_CANDIDATES}",),
    )


def ambiguous(target: Target, selector: Selector, found: Sequence[int], length: int, count: int) -> Problem:
    shown = found[:_SHOWN_PLACES]
    cures = [describe(target, *target.folded.span(at, at + length)) for at in shown]
    return Problem(
        "quote-ambiguous",
        f"the quoted text is in the article {'twice' if count == 2 else f'{count} times'}",
        selector.place,
        notes=(
            *(_standing(target, at, length) for at in shown),
            *((Remark(f"and {len(found) - len(shown)} times more"),) if len(found) > len(shown) else ()),
        ),
        help=(
            ("say which is meant, with one of these:", *(_as_yaml(selector, cure) for cure in cures))
            if cures
            else ("say which is meant, with `prefix`, `suffix` or `in`",)
        ),
    )


def _as_yaml(selector: Selector, cure: Selector) -> str:
    return " and ".join(lines_of(replace(cure, exact=as_typed(selector.exact or ""))))


def _standing(target: Target, at: int, length: int) -> Remark:
    """Where an occurrence stands: its sentence's address, the words around it, and its line in the source."""
    start, end = target.folded.span(at, at + length)
    text = target.text.text
    block = next(one for one in target.text.blocks if start < one.end)
    left, right = max(block.start, start - _SHOWN_CONTEXT), min(max(block.end, end), end + _SHOWN_CONTEXT)
    words = as_typed(text[left:right])
    said = f"{'…' if left > block.start else ''}{words}{'…' if right < block.end else ''}"
    sentence = next((one.id for one in block.sentences if start < one.end), block.id)
    return Remark(f'{sentence}: "{said}"', source_place(target, (start, end)))


def source_place(target: Target, span: Span) -> Place:
    """Where a passage stands in the article's file: its line, as far as its first words can be found there."""
    article = target.article
    source = fold(article.body)
    before = fold(target.text.text[: span[0]]).text
    for words in _beginnings(fold(target.text.text[span[0] : span[1]]).text.split()):
        at = _occurrence(source.text, words, before.count(words))
        if at is not None:
            line = article.body_line + article.body.count("\n", 0, source.starts[at])
            return Place(article.path, line)
    return Place(article.path)


def _beginnings(words: list[str]) -> Iterable[str]:
    length = len(words)
    while length:
        yield " ".join(words[:length])
        length //= 2


def _occurrence(text: str, words: str, number: int) -> int | None:
    """Where words stand for the time after `number` earlier ones, or for the last time."""
    found = at = text.find(words)
    while number and at >= 0:
        at = text.find(words, at + len(words))
        found = at if at >= 0 else found
        number -= 1
    return found if found >= 0 else None
