"""The shortest selector of a span: what a person would write to point at it. The inverse of anchoring."""

from __future__ import annotations

from collections.abc import Sequence

from postil.anchor.seeking import Span, Target, matches
from postil.fold import Folded, as_typed
from postil.model.notes import Selector
from postil.problems import Place
from postil.text import lies_in, locator_of, shared_beginning, span_of

_CONTEXT = 240
"""Code points before and after a quote in which a prefix or suffix is sought, before a locator is."""


def describe(target: Target, start: int, end: int) -> Selector:
    """The shortest selector, in whole words, that anchors to the span, white space at its ends left out.

    The span must begin and end on whole letters and hold something that can be seen; ValueError where it does not.
    """
    folded = target.folded
    first, last = folded.indexes(start, end)
    if first == last or not (folded.is_border(first) and folded.is_border(last)):
        raise ValueError("the span does not hold whole letters")
    quote = folded.text[first:last]
    exact = as_typed(target.text.text[start:end])
    others = [(at, at + len(quote)) for at in matches(folded, quote) if at != first]
    within = None
    context = _context(folded, (first, last), others, _CONTEXT)
    if context is None:
        within = locator_of(target.text, *folded.span(first, last))
        around = span_of(target.text, within)
        others = [other for other in others if around and lies_in(folded.span(*other), around)]
        context = _context(folded, (first, last), others, len(folded.text))
    if context is None:
        raise ValueError("two places cannot be told apart")  # impossible: all the text before and after tells
    before, after = context
    prefix = as_typed(_original(target, first - before, first)) if before else ""
    suffix = as_typed(_original(target, last, last + after)) if after else ""
    return Selector(Place(target.article.path), exact=exact, prefix=prefix, suffix=suffix, within=within)


def _context(folded: Folded, here: Span, others: Sequence[Span], limit: int) -> Span | None:
    """How much before and after a quote tells it from its likes: folded code points, in whole words, the fewest.

    None where `limit` code points do not tell.
    """
    if not others:
        return 0, 0
    before, after = _left(folded, here[0], limit), _right(folded, here[1], limit)
    shared = sorted(
        (
            (
                shared_beginning(before, _left(folded, start, limit)),
                shared_beginning(after, _right(folded, end, limit)),
            )
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
