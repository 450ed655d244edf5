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
from postil.model.notes import Selector
from postil.model.records import Article, Ref, RefKind
from postil.problems import Checked, Place, Severity
from postil.shipped import templates_dir
from postil.text import in_sentence, locator_of

MOST = 3
"""Near passages that are given where the words stand nowhere."""

_LOOKED_THROUGH = 4_000_000
"""Code points of text in which near passages are sought: a matter of a second."""


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


def articles_of(root: Path, withheld: Path | None = None) -> Checked[tuple[Article, ...]]:
    """The articles of the archive as they may be seen; problems are the errors that keep one from being looked into.

    `withheld` is the register of what is withheld, where there is one.
    """
    missing = load.missing(root)
    if missing is not None:
        return Checked((), (missing,))
    loaded = load.load(root, drafts=True, templates=templates_dir(), quoting=False, withheld=withheld)
    secrets = loaded.value.secrets
    paths = {article.path for article in loaded.value.articles}
    kept_out = (
        one
        for one in loaded.problems
        if one.severity is Severity.ERROR
        and (secrets or one.place.path.startswith(f"{folders.ARTICLES}/"))
        and one.place.path not in paths
    )
    return Checked(loaded.value.articles, load.with_excerpts(root, kept_out, secrets))


class Nearest:
    """The passages that come nearest to some words, at most `MOST`, of all texts that are looked at, in order.

    After `_LOOKED_THROUGH` code points no more text is looked at: then `is_all` is false.
    """

    def __init__(self, words: str) -> None:
        self._words = words
        self._left = _LOOKED_THROUGH
        self._best: list[tuple[float, str, Find]] = []
        self.is_all = True

    @property
    def finds(self) -> tuple[Find, ...]:
        """The nearest first."""
        return tuple(find for *_, find in self._best)

    def look(self, target: Target) -> None:
        if self._left < len(target.text.text):
            self.is_all = False
            return
        self._left -= len(target.text.text)
        for one in near_passages(target.text, target.folded, self._words, MOST):
            if len(self._best) < MOST or -one.likeness < self._best[-1][0]:
                self._best.append((-one.likeness, target.article.id, _find(target, (one.start, one.end))))
                self._best = sorted(self._best, key=lambda row: (*row[:2], row[2].span))[:MOST]


def finds(articles: Sequence[Article], words: str, nearest: Nearest | None = None) -> Iterator[Find]:
    """Every place at which the words stand, by article and in order; each article is read once.

    As long as there is none, `nearest` is shown the texts.
    """
    is_found = False
    for article in articles:
        target = _target(article)
        for span in occurrences(target, Selector(Place(article.path), exact=words)):
            is_found = True
            yield _find(target, span)
        if nearest is not None and not is_found:
            nearest.look(target)


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
