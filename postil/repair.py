"""Repair: notes whose quote has no place, or more than one, what may have been meant, and the change that a person accepts.

Promises that nothing is changed but what was accepted, and that a candidate is never more than a candidate, however near
it comes. A repaired note keeps its id, and so its address; its file is exchanged in one step, read again, and put back
where the note does not stand at the words that were chosen. Refuses to know how a person is asked.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from postil import load, prepare
from postil.anchor import Span, Target, anchor, describe, occurrences, target_of
from postil.fold import folded_text, without_invisible
from postil.likeness import near_passages
from postil.messages import one_line, reason
from postil.model.notes import Annotation, ArticleNotes, Selector
from postil.model.records import Article
from postil.problems import Checked, Problem, Severity
from postil.shipped import templates_dir
from postil.text import in_sentence, lies_in, locator_of, span_of

MOST = 3
"""Candidates that are shown for a quote."""

_CONTEXT = 80
"""Code points before and after a quote from which a prefix or suffix is taken that stands for an old one."""

_HINT = 15.0
"""Per cent of likeness that a hint of where a note stood weighs: more than a word, less than another sentence."""

_ORPHANED = frozenset({"quote-not-found", "quote-ambiguous"})


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage that may be meant: its span, its address in the article, its words, and the rest of its sentence."""

    span: Span
    address: str
    before: str
    words: str
    after: str


@dataclass(frozen=True, slots=True)
class Orphan:
    """A note whose quote is nowhere in its article, or in more places than one. `problem` is what `check` says of it."""

    problem: Problem
    path: str
    note: Annotation
    target: Target
    language: str
    """The archive's."""
    between: Span | None = None
    """What lies between the notes before and after it, where the notes of its file stand in reading order."""

    @property
    def quote(self) -> str:
        """The words of the quote, on one line."""
        return one_line(self.note.selector.exact or "")


def orphans(root: Path, withheld: Path | None = None) -> Checked[tuple[Orphan, ...]]:
    """Every orphan of the archive, drafts too, by file and in the order written.

    `withheld` is the register of what is withheld, where there is one; in an article of which something is withheld, an
    orphan is a problem. Problems: the errors that keep files or notes from being looked into.
    """
    missing = load.missing(root)
    if missing is not None:
        return Checked((), (missing,))
    loaded = load.load(root, drafts=True, templates=templates_dir(), quoting=False, withheld=withheld)
    articles = {article.id: article for article in loaded.value.articles}
    language = loaded.value.settings.language
    found = [
        orphan
        for notes in loaded.value.notes
        if notes.article in articles and notes.notes
        for orphan in _orphans_of(articles[notes.article], notes, language)
    ]
    errors = tuple(one for one in loaded.problems if one.severity is Severity.ERROR)
    return Checked(tuple(found), load.with_excerpts(root, errors, loaded.value.secrets))


def _orphans_of(article: Article, notes: ArticleNotes, language: str) -> Iterator[Orphan]:
    target = target_of(article, prepare.read(article).text, [note.selector for note in notes.notes])
    places = [anchor(target, note.selector) for note in notes.notes]
    for number, (note, place) in enumerate(zip(notes.notes, places, strict=True)):
        if isinstance(place, Problem) and place.code in _ORPHANED:
            yield Orphan(place, notes.path, note, target, language, _between(target, places, number))


def _between(target: Target, places: Sequence[Span | Problem], number: int) -> Span | None:
    starts = [(at, one[0]) for at, one in enumerate(places) if not isinstance(one, Problem)]
    if not starts or any(one[1] > other[1] for one, other in pairwise(starts)):
        return None
    before = [start for at, start in starts if at < number]
    after = [start for at, start in starts if at > number]
    return (before[-1] if before else 0, after[0] if after else len(target.text.text))


def candidates(orphan: Orphan) -> tuple[Candidate, ...]:
    """At most `MOST` passages: where the quote itself stands, then what comes near it, the likeliest first.

    A passage is the likelier for what the note says of its place: `in`, a prefix or suffix beside it, and the notes
    around it. Where all is equal, they come in order.
    """
    selector, target = orphan.note.selector, orphan.target
    spans = _likeliest(orphan, occurrences(target, selector))
    if not spans:
        spans = _likeliest(orphan, occurrences(target, Selector(selector.place, exact=selector.exact)))
        near = near_passages(target.text, target.folded, selector.exact or "", 2 * MOST)
        likely = _likeliest(orphan, {(one.start, one.end): one.likeness for one in near})
        spans += [span for span in likely if not _is_among(span, spans)]
    return tuple(_candidate(target, span) for span in spans[:MOST])


def _likeliest(orphan: Orphan, spans: Sequence[Span] | Mapping[Span, float]) -> list[Span]:
    likeness = spans if isinstance(spans, Mapping) else {}
    return sorted(spans, key=lambda span: -(likeness.get(span, 100.0) + _weight(orphan, span)))


def _weight(orphan: Orphan, span: Span) -> float:
    """What the note tells of its place in favour of a passage, as so much per cent of likeness."""
    selector, target = orphan.note.selector, orphan.target
    around = None if selector.within is None else span_of(target.text, selector.within)
    before = folded_text(target.text.text[max(0, span[0] - _CONTEXT) : span[0]])
    after = folded_text(target.text.text[span[1] : span[1] + _CONTEXT])
    prefix, suffix = folded_text(selector.prefix), folded_text(selector.suffix)
    hints = (
        around is not None and lies_in(span, around),
        bool(prefix) and before.endswith(prefix),
        bool(suffix) and after.startswith(suffix),
        orphan.between is not None and lies_in(span, orphan.between),
    )
    return _HINT * sum(hints)


def _is_among(span: Span, others: list[Span]) -> bool:
    return any(start < span[1] and span[0] < end for start, end in others)


def _candidate(target: Target, span: Span) -> Candidate:
    before, words, after = in_sentence(target.text, *span)
    return Candidate(span, locator_of(target.text, *span), before, words, after)


# --- accepting ----------------------------------------------------------------------------------------------------


def accept(root: Path, orphan: Orphan, candidate: Candidate) -> Problem | None:
    """Let the note point at the candidate, in its file; None, or why it points where it did.

    Problems: repair-changed, repair-failed, and those of reading the file.
    """
    note = _note_now(root, orphan)
    if isinstance(note, Problem):
        return note
    selector = _selector(orphan.target, note.selector, candidate.span)
    was = orphan.quote if folded_text(orphan.quote) != folded_text(selector.exact or "") else None
    change = load.Retarget(note.place, selector, None if note.explicit else note.id, was)
    edited = load.edited(root, change)
    if edited.value is None:
        return edited.problems[0]
    before, after = edited.value
    path = (root / orphan.path).resolve()
    try:
        _exchange(path, after)
        again = _note_now(root, replace(orphan, note=replace(note, selector=selector)))
        if isinstance(again, Annotation) and anchor(orphan.target, again.selector) == candidate.span:
            return None
        _exchange(path, before)
    except OSError as error:
        why = reason(error)
        return replace(_failed(orphan, f"the file cannot be written: {why}"), help=("make it writable",))
    return _failed(orphan, "the note could not be read back from its file, so the file is as it was")


def _note_now(root: Path, orphan: Orphan) -> Annotation | Problem:
    """The note as it stands in its file now, which earlier repairs or a person may have changed."""
    read = load.notes_of(root, orphan.path, orphan.target.article, orphan.language)
    alike = [note for note in read.value.notes if note.id == orphan.note.id] if read.value else []
    if len(alike) > 1:
        return _failed(orphan, f"two notes of the file have the id `{orphan.note.id}`")
    if alike and _words(alike[0].selector) == _words(orphan.note.selector):
        return alike[0]
    message, cure = "the note has changed in its file since it was read", "run `repair` again"
    return Problem("repair-changed", message, orphan.problem.place, help=(cure,))


def _failed(orphan: Orphan, why: str) -> Problem:
    cure = "change the quote in the file by hand"
    return Problem("repair-failed", why, orphan.problem.place, help=(cure,))


def _words(selector: Selector) -> tuple[str | None, ...]:
    parts = (selector.exact, selector.prefix, selector.suffix)
    return (*(folded_text(part or "") for part in parts), selector.within)


def _selector(target: Target, old: Selector, span: Span) -> Selector:
    """A selector of the span that keeps of the old one what still holds."""
    described = describe(target, *span)
    words = one_line(old.exact or "")
    exact = words if folded_text(words) == folded_text(described.exact or "") else described.exact
    within = old.within
    if within is not None:
        around = span_of(target.text, within)
        holds = around is not None and lies_in(span, around)
        within = within if holds else locator_of(target.text, *span)
    described = replace(described, place=old.place, exact=exact)
    options = (
        replace(old, exact=exact, within=within),
        *_narrowed_alike(target.text.text, span, replace(old, exact=exact, within=within)),
        replace(
            described,
            prefix=described.prefix or old.prefix,
            suffix=described.suffix or old.suffix,
            within=within,
        ),
        replace(described, within=within),
        replace(described, within=described.within or within),
    )
    return next(one for one in options if anchor(target, one) == span)


def _narrowed_alike(text: str, span: Span, old: Selector) -> Iterator[Selector]:
    """Selectors that narrow a quote by the same keys as an old one, with more and more words of the text."""
    before = without_invisible(text[max(0, span[0] - _CONTEXT) : span[0]]).split()
    after = without_invisible(text[span[1] : span[1] + _CONTEXT]).split()
    for count in range(1, 1 + max(len(before), len(after)) if old.prefix or old.suffix else 1):
        yield replace(
            old,
            prefix=" ".join(before[-count:]) if old.prefix else "",
            suffix=" ".join(after[:count]) if old.suffix else "",
        )


def _exchange(path: Path, data: bytes) -> None:
    """Put the bytes in the place of a file in one step; its permissions stay."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".postil-")
    fresh = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        shutil.copymode(path, fresh)
        fresh.replace(path)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
