"""Anchoring: a selector against the text of its article, one span or a problem; and back.

Promises that a quote is found exactly once, letter for letter in the folded view, or not at all: nothing is ever moved
to a passage that only looks alike. Likeness serves to show where the quote may have been meant, and for nothing else.
`describe` is the inverse of `anchor`. Names are those of the W3C Web Annotation model; offsets are code points.
Refuses to know what an annotation says.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ahocorasick_rs import AhoCorasick, MatchKind

from postil.fold import Folded, fold, folded_text, without_invisible
from postil.likeness import near_passages
from postil.model.records import Article, Selector
from postil.model.text import Text
from postil.problems import Place, Problem, Remark, Severity
from postil.quoting import lines_of
from postil.text import locator_of, span_of
from postil.whole import Whole, cut_at

Span = tuple[int, int]

_SEE_CANDIDATES = "run `repair` to see candidates"
_MANY = 50
"""From more quotes than this, one pass over the text for all of them is the cheaper way."""

_SHOWN_PLACES = 4
_SHOWN_CONTEXT = 30
_CONTEXT = 240
"""Code points before and after a quote in which a prefix or suffix is sought, before a locator is."""


@dataclass(frozen=True, slots=True)
class Target:
    """An article to anchor in: made once for all its annotations."""

    article: Article
    text: Text
    folded: Folded
    places: Mapping[str, Sequence[int]] = field(default_factory=dict)
    """Where folded quotes begin, of those that were sought together; the others are sought when they are asked for."""


def target_of(article: Article, text: Text, selectors: Iterable[Selector] = ()) -> Target:
    """The article to anchor `selectors` in: many quotes are sought in one pass over the text."""
    folded = fold(text.text)
    quotes = {folded_text(selector.exact) for selector in selectors if selector.exact}
    return Target(
        article, text, folded, _places(folded, sorted(quotes - {""})) if len(quotes) > _MANY else {}
    )


def anchor(target: Target, selector: Selector, *, explained: bool = True) -> Span | Problem:
    """The one span that a selector means. Problems: quote-empty, quote-not-found, quote-ambiguous, locator-unknown.

    Takes time in proportion to the places of the quote; a problem that is `explained` also to the text.
    """
    if selector.at is not None:
        return span_of(target.text, selector.at) or _unknown_locator(target, selector, selector.at)
    quote = fold(selector.exact or "").text.strip()
    if not quote:
        return Problem(
            "quote-empty",
            "the quote holds nothing that can be seen",
            selector.place,
            help=("quote the words that are meant, or name a block with `at: p2`",),
        )
    within = None
    if selector.within is not None:
        within = span_of(target.text, selector.within)
        if within is None:
            return _unknown_locator(target, selector, selector.within)
    everywhere = _everywhere(target, quote)
    found = _fitting(target.folded, everywhere, len(quote), selector, within)
    if len(found) == 1:
        return target.folded.span(found[0], found[0] + len(quote))
    if found:
        return _ambiguous(target, selector, found if explained else (), len(quote), len(found))
    if everywhere:
        return _excluded(target, selector, everywhere if explained else (), len(quote))
    return _lost(target, selector, quote if explained else "")


def cut(target: Target, selector: Selector, span: Span) -> Problem | None:
    """What a quote cuts in two: a number is an error (it would say another one), a word is worth a look."""
    if selector.exact is None:
        return None
    for verb, at in (("begins", span[0]), ("ends", span[1])):
        match cut_at(target.text.text, at):
            case (kind, whole):
                return Problem(
                    f"quote-cuts-{kind}",
                    f'the quote {verb} inside the {kind} "{whole}"',
                    selector.place,
                    help=(f"quote the whole {kind}",),
                    severity=Severity.ERROR if kind is Whole.NUMBER else Severity.WARNING,
                )
    return None


def describe(target: Target, start: int, end: int) -> Selector:
    """The shortest selector, in whole words, that anchors to the span, white space at its ends left out.

    The span must begin and end on whole letters and hold something that can be seen; ValueError where it does not.
    """
    folded = target.folded
    first, last = folded.indexes(start, end)
    if first == last or not (folded.is_border(first) and folded.is_border(last)):
        raise ValueError("the span does not hold whole letters")
    quote = folded.text[first:last]
    exact = _one_line(target.text.text[start:end])
    others = [(at, at + len(quote)) for at in _matches(folded, quote) if at != first]
    within = None
    context = _context(folded, (first, last), others, _CONTEXT)
    if context is None:
        within = locator_of(target.text, *folded.span(first, last))
        around = span_of(target.text, within)
        others = [other for other in others if around and _lies_in(folded.span(*other), around)]
        context = _context(folded, (first, last), others, len(folded.text))
    if context is None:
        raise ValueError("two places cannot be told apart")  # impossible: all the text before and after tells
    before, after = context
    prefix = _one_line(_original(target, first - before, first)) if before else ""
    suffix = _one_line(_original(target, last, last + after)) if after else ""
    return Selector(Place(target.article.path), exact=exact, prefix=prefix, suffix=suffix, within=within)


def _lies_in(span: Span, around: Span) -> bool:
    return around[0] <= span[0] and span[1] <= around[1]


def occurrences(target: Target, selector: Selector) -> tuple[Span, ...]:
    """Every span that fits a selector which has a quote, in order; they may overlap."""
    quote = folded_text(selector.exact or "")
    within = None if selector.within is None else span_of(target.text, selector.within) or (0, 0)
    found = _everywhere(target, quote) if quote else ()
    fit = _fitting(target.folded, found, len(quote), selector, within)
    return tuple(target.folded.span(at, at + len(quote)) for at in fit)


def _everywhere(target: Target, quote: str) -> Sequence[int]:
    known = target.places.get(quote)
    return _matches(target.folded, quote) if known is None else known


def _places(folded: Folded, quotes: list[str]) -> Mapping[str, Sequence[int]]:
    """`_matches` of each quote."""
    found: dict[str, list[int]] = {quote: [] for quote in quotes}
    automaton = AhoCorasick(quotes, matchkind=MatchKind.Standard)
    for index, first, last in automaton.find_matches_as_indexes(folded.text, overlapping=True):
        if folded.is_border(first) and folded.is_border(last):
            found[quotes[index]].append(first)
    return found


def _matches(folded: Folded, quote: str) -> list[int]:
    """Where a folded quote begins, overlapping places too; whole letters only."""
    found: list[int] = []
    at = folded.text.find(quote)
    while at >= 0:
        if folded.is_border(at) and folded.is_border(at + len(quote)):
            found.append(at)
        at = folded.text.find(quote, at + 1)
    return found


def _fitting(
    folded: Folded, found: Sequence[int], length: int, selector: Selector, within: Span | None
) -> list[int]:
    """Those places of a quote that lie within the span and have prefix and suffix beside them."""
    if within is not None:
        first, last = folded.indexes(*within)
        found = found[bisect_left(found, first) : bisect_right(found, last)]
        found = [at for at in found if _lies_in(folded.span(at, at + length), within)]
    prefix = fold(selector.prefix).text.rstrip()
    suffix = fold(selector.suffix).text.lstrip()
    # One space more or less beside the quote is no difference: a prefix is typed with or without it.
    return [
        at
        for at in found
        if (not prefix.strip() or folded.text[max(0, at - len(prefix) - 1) : at].rstrip(" ").endswith(prefix))
        and (
            not suffix.strip()
            or folded.text[at + length : at + length + len(suffix) + 1].lstrip(" ").startswith(suffix)
        )
    ]


# --- describe ---------------------------------------------------------------------------------------------------------


def _context(folded: Folded, here: Span, others: Sequence[Span], limit: int) -> Span | None:
    """How much before and after a quote tells it from its likes: folded code points, in whole words, the fewest.

    None where `limit` code points do not tell.
    """
    if not others:
        return 0, 0
    before, after = _left(folded, here[0], limit), _right(folded, here[1], limit)
    shared = sorted(
        (
            (_shared(before, _left(folded, start, limit)), _shared(after, _right(folded, end, limit)))
            for start, end in others
        ),
        reverse=True,
    )
    best: tuple[int, int, int, int] | None = None
    needed_after = 0
    # With a prefix longer than what is shared with one place, the suffix must tell only from those that share more.
    for left, right in (*shared, (-1, 0)):
        words_before = _whole_words(before, left + 1, is_all=here[0] <= limit)
        words_after = _whole_words(after, needed_after, is_all=len(folded.text) - here[1] <= limit)
        if words_before is not None and words_after is not None:
            count = sum(part.count(" ") + bool(part) for part in (before[:words_before], after[:words_after]))
            option = (count, words_before + words_after, words_after, words_before)
            best = option if best is None else min(best, option)
        needed_after = max(needed_after, right + 1)
    if best is None:
        return None
    _, _, words_after, words_before = best
    # A space beside the quote is not compared, but lies between the quote and what is cut out.
    space_before = folded.text[max(0, here[0] - 1) : here[0]] == " "
    space_after = folded.text[here[1] : here[1] + 1] == " "
    return words_before + space_before if words_before else 0, words_after + space_after if words_after else 0


def _left(folded: Folded, at: int, limit: int) -> str:
    """What stands before, read backwards."""
    return folded.text[max(0, at - limit) : at].rstrip(" ")[::-1]


def _right(folded: Folded, at: int, limit: int) -> str:
    return folded.text[at : at + limit].lstrip(" ")


def _shared(one: str, other: str) -> int:
    """How many characters two texts have in common from their beginning."""
    if one == other:
        return len(one)
    return next(
        (n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )


def _whole_words(text: str, length: int, *, is_all: bool) -> int | None:
    """The least length of whole words from the beginning that is `length` or more; None where the text is too short.

    `is_all` tells that nothing follows the text, so that its last word is whole.
    """
    if length <= 0:
        return 0
    space = text.find(" ", length)
    if space < 0:
        return len(text) if is_all and length <= len(text) else None
    return space


def _original(target: Target, first: int, last: int) -> str:
    start, end = target.folded.span(first, last)
    return target.text.text[start:end]


def _one_line(text: str) -> str:
    return " ".join(without_invisible(text).split())


# --- problems ---------------------------------------------------------------------------------------------------------


def _unknown_locator(target: Target, selector: Selector, locator: str) -> Problem:
    blocks = target.text.blocks
    block = next((one for one in blocks if one.id == locator.partition("-")[0].partition("s")[0]), None)
    if not blocks:
        has = "the article has no text"
    elif block is None or "s" not in locator:
        has = f"the article has the blocks p1 to {blocks[-1].id}"
    else:
        has = f"{block.id} has the sentences {block.id}s1 to {block.sentences[-1].id}"
    return Problem(
        "locator-unknown",
        f"`{locator}` is no block or sentence of the article",
        selector.place,
        notes=(Remark(has, Place(target.article.path)),),
        help=("write a block (p2), a sentence (p2s1) or a range of them (p2s1-p3s2)",),
    )


def _lost(target: Target, selector: Selector, quote: str) -> Problem:
    nearest = near_passages(target.text, target.folded, quote, 1) if quote else ()
    notes: tuple[Remark, ...] = ()
    for one in nearest:
        words = _one_line(target.text.text[one.start : one.end])
        notes = (Remark(f'nearest passage: "{words}"', _source_place(target, (one.start, one.end))),)
    return Problem(
        "quote-not-found",
        "the quoted text is not in the article",
        selector.place,
        notes=notes or ((Remark("no passage comes near it", Place(target.article.path)),) if quote else ()),
        help=(f"correct the quote, or {_SEE_CANDIDATES}",),
    )


def _excluded(target: Target, selector: Selector, everywhere: Sequence[int], length: int) -> Problem:
    keys = [("in", selector.within), ("prefix", selector.prefix), ("suffix", selector.suffix)]
    narrowed = " and ".join(f"`{key}: {value}`" for key, value in keys if value)
    return Problem(
        "quote-not-found",
        f"the quoted text is in the article, but not with {narrowed}",
        selector.place,
        notes=tuple(_standing(target, at, length) for at in everywhere[:_SHOWN_PLACES]),
        help=(f"correct what narrows the quote, or {_SEE_CANDIDATES}",),
    )


def _ambiguous(target: Target, selector: Selector, found: Sequence[int], length: int, count: int) -> Problem:
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
    return " and ".join(lines_of(replace(cure, exact=_one_line(selector.exact or ""))))


def _standing(target: Target, at: int, length: int) -> Remark:
    """Where an occurrence stands: its sentence's address, the words around it, and its line in the source."""
    start, end = target.folded.span(at, at + length)
    text = target.text.text
    block = next(one for one in target.text.blocks if start < one.end)
    left, right = max(block.start, start - _SHOWN_CONTEXT), min(max(block.end, end), end + _SHOWN_CONTEXT)
    words = _one_line(text[left:right])
    said = f"{'…' if left > block.start else ''}{words}{'…' if right < block.end else ''}"
    sentence = next((one.id for one in block.sentences if start < one.end), block.id)
    return Remark(f'{sentence}: "{said}"', _source_place(target, (start, end)))


def _source_place(target: Target, span: Span) -> Place:
    """Where a passage stands in the article's file, as far as its first words can be found there."""
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
