"""Notes of an article of which not all is released: anchored in the original, pointed anew at what is.

What a note quotes stays as it is written where the released text has it in the same place. Where it does not, the note
gets the shortest selector of what replaces its words; and its id is made again, so that none is made from words which are
held back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from postil.anchor import Span, Target, anchor, cut, describe, target_of
from postil.model.notes import Annotation, ArticleNotes, Selector
from postil.model.records import Article
from postil.model.text import Text
from postil.problems import Checked, Problem, unsaid
from postil.release.cuts import Release
from postil.schema import derived_id
from postil.text import locator_of

_EXPLAINED = 100
"""Problems of an article that are explained with what stands near."""

_SAID = {
    "quote-cuts-number": "the quote begins or ends inside a number",
    "quote-cuts-word": "the quote begins or ends inside a word",
    "quote-not-found": "the quoted text is not in the article, or not with what narrows it",
}
"""What is said in place of a message that prints words."""

_BY_HAND = (
    "correct the quote by hand, from the article's file: it is looked for there, in the words before any are withheld",
    "`build --edition private` tells what comes near it, and shows withheld words as it does; `repair` shows none",
)
"""What helps where `repair`, which prints words, has nothing to offer."""


@dataclass(frozen=True, slots=True)
class Anchored:
    """Where the notes of an article stand in its original text: a span for each note that has a place, in file order."""

    notes: tuple[tuple[Annotation, Span], ...]

    def sentences(self, text: Text) -> frozenset[str]:
        """The ids of the sentences in which a note stands, wholly or in part."""
        return frozenset(
            sentence.id
            for block in text.blocks
            for sentence in block.sentences
            if any(start < sentence.end and sentence.start < end for _, (start, end) in self.notes)
        )


def anchored(
    article: Article, text: Text, notes: ArticleNotes | None, *, is_secret: bool
) -> Checked[Anchored]:
    """The notes in the original text of their article. Problems are those of `anchor.anchor` and `anchor.cut`.

    With `is_secret` the article has words that are withheld, and no problem prints what stands in it or in a quote.
    """
    annotations = notes.notes if notes else ()
    target = target_of(article, text, [one.selector for one in annotations])
    problems: list[Problem] = []
    placed: list[tuple[Annotation, Span]] = []
    for annotation in annotations:
        explained = not is_secret and len(problems) < _EXPLAINED
        span = anchor(target, annotation.selector, explained=explained)
        if isinstance(span, Problem):
            problems.append(span)
        else:
            placed.append((annotation, span))
            in_two = cut(target, annotation.selector, span)
            problems.extend((in_two,) if in_two else ())
    told = tuple(map(_unsaid, problems)) if is_secret else tuple(problems)
    return Checked(Anchored(tuple(placed)), told)


def _unsaid(problem: Problem) -> Problem:
    """The problem without any words of the article or of a note."""
    cures = _BY_HAND if problem.code == "quote-not-found" else problem.help[:1]
    return unsaid(problem, _SAID.get(problem.code, problem.message), *cures)


def renoted(notes: ArticleNotes, article: Article, found: Anchored, release: Release) -> ArticleNotes:
    """The notes that have a place, pointed at the released text; `found` is where they stand in the original.

    `article` is the one that is released. Each note anchors to the new span of its words, or to the sentences around it
    where these words cannot be pointed at.
    """
    target = target_of(article, release.text, [note.selector for note, _ in found.notes])
    taken: dict[str, int] = {}
    done: list[Annotation] = []
    for note, span in found.notes:
        selector = _selector(target, note.selector, release.span(*span))
        id_ = note.id
        if not note.explicit:
            refs = [one for one in (note.entity, note.event, note.claim) if one is not None]
            id_ = derived_id(selector, note.keys, (*refs, *(one.to for one in note.relations)))
            taken[id_] = taken.get(id_, 0) + 1
            id_ = id_ if taken[id_] == 1 else f"{id_}-{taken[id_]}"
        done.append(replace(note, id=id_, selector=selector))
    return replace(notes, notes=tuple(done))


def _selector(target: Target, old: Selector, span: Span) -> Selector:
    if anchor(target, old, explained=False) == span:
        return old
    at = Selector(old.place, at=locator_of(target.text, *span))
    if _is_whole(target.text, span):
        return at
    try:
        return replace(describe(target, *span), place=old.place)
    except ValueError:
        return at


def _is_whole(text: Text, span: Span) -> bool:
    """Whether a span is a whole sentence or several: then its address says it best, and repeats no placeholder."""
    sentences: Sequence[Span] = [(one.start, one.end) for block in text.blocks for one in block.sentences]
    return span[0] in [start for start, _ in sentences] and span[1] in [end for _, end in sentences]
