"""Find: where words stand in the articles, and the selector that would point at each place.

Promises every place, as quotes are compared: letter for letter, but for kinds of quotation marks, dashes and white space.
Where there is none, passages that come near, and that they are no more than near. Refuses to know how places are shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from postil import folders, load, prepare
from postil.anchor import Span, Target, describe, occurrences, target_of
from postil.likeness import near_passages
from postil.model.records import Article, Ref, RefKind, Selector
from postil.problems import Checked, Place, Severity
from postil.shipped import templates_dir
from postil.text import in_sentence, locator_of

MOST = 3
"""Near passages that are given where the words stand nowhere."""


@dataclass(frozen=True, slots=True)
class Find:
    """A place in an article: its address, its words, the rest of its sentence, and a selector of it."""

    article: Article
    span: Span
    address: str
    before: str
    words: str
    after: str
    selector: Selector


def articles_of(root: Path) -> Checked[tuple[Article, ...]]:
    """The articles of the archive; problems are the errors that keep one from being looked into."""
    missing = load.missing(root)
    if missing is not None:
        return Checked((), (missing,))
    loaded = load.load(root, drafts=True, templates=templates_dir())
    paths = {article.path for article in loaded.value.articles}
    kept_out = (
        one
        for one in loaded.problems
        if one.severity is Severity.ERROR
        and one.place.path.startswith(f"{folders.ARTICLES}/")
        and one.place.path not in paths
    )
    return Checked(loaded.value.articles, load.with_excerpts(root, kept_out))


def finds(articles: Sequence[Article], words: str) -> Iterator[Find]:
    """Every place at which the words stand, by article and in order."""
    for article in articles:
        target = _target(article)
        for span in occurrences(target, Selector(Place(article.path), exact=words)):
            yield _find(target, span)


def near(articles: Sequence[Article], words: str) -> tuple[Find, ...]:
    """At most `MOST` passages of all articles that come near to the words, the nearest first."""
    best: list[tuple[float, str, Span, Target]] = []
    for article in articles:
        target = _target(article)
        passages = near_passages(target.text, target.folded, words, MOST)
        best += [(-one.likeness, article.id, (one.start, one.end), target) for one in passages]
        best = sorted(best, key=lambda one: one[:3])[:MOST]
    return tuple(_find(target, span) for _, _, span, target in best)


def _target(article: Article) -> Target:
    return target_of(article, prepare.read(article).text)


def _find(target: Target, span: Span) -> Find:
    locator = locator_of(target.text, *span)
    return Find(
        target.article,
        span,
        Ref(RefKind.ARTICLE, target.article.id, Place(target.article.path), locator).text,
        *in_sentence(target.text, *span),
        describe(target, *span),
    )
