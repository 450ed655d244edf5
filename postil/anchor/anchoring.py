"""The one span that a selector means, or why it has none; and what a quote cuts in two."""

from __future__ import annotations

from postil.anchor.complaints import ambiguous, excluded, not_found, unknown_locator
from postil.anchor.seeking import Span, Target, everywhere, fitting
from postil.fold import fold
from postil.model.notes import Selector
from postil.problems import Problem, Severity
from postil.text import span_of
from postil.whole import Whole, cut_at


def anchor(target: Target, selector: Selector, *, explained: bool = True) -> Span | Problem:
    """The one span that a selector means. Problems: quote-empty, quote-not-found, quote-ambiguous, locator-unknown.

    Takes time in proportion to the places of the quote; a problem that is `explained` also to the text.
    """
    if selector.at is not None:
        return span_of(target.text, selector.at) or unknown_locator(target, selector, selector.at)
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
            return unknown_locator(target, selector, selector.within)
    places = everywhere(target, quote)
    found = fitting(target.folded, places, len(quote), selector, within)
    if len(found) == 1:
        return target.folded.span(found[0], found[0] + len(quote))
    if found:
        return ambiguous(target, selector, found if explained else (), len(quote), len(found))
    if places:
        return excluded(target, selector, places if explained else (), len(quote))
    return not_found(target, selector, quote if explained else "")


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
