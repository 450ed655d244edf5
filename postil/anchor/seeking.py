"""Where quotes stand in an article, in the folded view, and which of these places fit a selector."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ahocorasick_rs import AhoCorasick, MatchKind

from postil.fold import Folded, fold, folded_text
from postil.model.notes import Selector
from postil.model.records import Article
from postil.model.text import Text
from postil.text import lies_in, span_of

Span = tuple[int, int]

_MANY = 50
"""From more quotes than this, one pass over the text for all of them is the cheaper way."""


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


def occurrences(target: Target, selector: Selector) -> tuple[Span, ...]:
    """Every span that fits a selector which has a quote, in order; they may overlap."""
    quote = folded_text(selector.exact or "")
    within = None if selector.within is None else span_of(target.text, selector.within) or (0, 0)
    found = everywhere(target, quote) if quote else ()
    fit = fitting(target.folded, found, len(quote), selector, within)
    return tuple(target.folded.span(at, at + len(quote)) for at in fit)


def everywhere(target: Target, quote: str) -> Sequence[int]:
    known = target.places.get(quote)
    return matches(target.folded, quote) if known is None else known


def _places(folded: Folded, quotes: list[str]) -> Mapping[str, Sequence[int]]:
    """`matches` of each quote."""
    found: dict[str, list[int]] = {quote: [] for quote in quotes}
    automaton = AhoCorasick(quotes, matchkind=MatchKind.Standard)
    for index, first, last in automaton.find_matches_as_indexes(folded.text, overlapping=True):
        if folded.is_border(first) and folded.is_border(last):
            found[quotes[index]].append(first)
    return found


def matches(folded: Folded, quote: str) -> list[int]:
    """Where a folded quote begins, overlapping places too; whole letters only."""
    found: list[int] = []
    at = folded.text.find(quote)
    while at >= 0:
        if folded.is_border(at) and folded.is_border(at + len(quote)):
            found.append(at)
        at = folded.text.find(quote, at + 1)
    return found


def fitting(
    folded: Folded, found: Sequence[int], length: int, selector: Selector, within: Span | None
) -> list[int]:
    """Those places of a quote that lie within the span and have prefix and suffix beside them."""
    if within is not None:
        first, last = folded.indexes(*within)
        found = found[bisect_left(found, first) : bisect_right(found, last)]
        found = [at for at in found if lies_in(folded.span(at, at + length), within)]
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
