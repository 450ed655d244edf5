"""What is withheld, from nodes: words of an article; and, leniently, whatever may be meant to be withheld.

No problem that is made here shows the words. Where a file is wrong, what it would withhold is not known for sure: `confided`
gives every text that may be meant, so that no message about the file shows one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from postil.messages import near
from postil.model.notes import WithheldSpan
from postil.problems import CODES, Checked, Problem
from postil.schema.nodes import WITHHOLD, Fields, Map, Node, Scalar, Seq, problem_of_shape
from postil.schema.selectors import SELECTOR, selector_of
from postil.text import shows

REASONS = ("safety", "minor", "privacy", "source", "medical", "legal")
"""Why words are withheld: someone is in danger; is a child; has a right to be left alone; is a source who was promised it;
is ill or was hurt; a court or a law demands it."""

_SPAN = ("quote", "at", "in", "words", "reason")
KEYS = frozenset((*_SPAN, WITHHOLD))
"""Every key that is read here by its name."""

_WITH_A_VALUE = frozenset({"address-unusable", "unknown-key", "unknown-value"})
"""Codes of problems that say what stands there."""

_OF_ENTITIES = ("show", "public_id", "shown_as")
_NO_NAMES = frozenset({"is", "not", "roles", "same_as", "about", "within", "at", "precision", *_OF_ENTITIES})
_NOT_SHOWN = ("initials", "role", "withheld")
_LONGEST = 12
"""Letters of a value that may be meant to be one of these."""

_KEYS = tuple(sorted((*KEYS, *SELECTOR)))
_SEEN = frozenset({"at", "in", "words", "reason", "prefix", "suffix"})


def withheld_of(fields: Fields) -> tuple[WithheldSpan, ...]:
    """The items of `withhold:` in a file of notes; what is wrong with one is told without its words."""
    spans = []
    before = len(fields.problems)
    for item in fields.items(WITHHOLD, "a list of {quote: ..., words: ..., reason: ...}"):
        if not isinstance(item, Map):
            fields.add(
                problem_of_shape("an item of `withhold`", "{quote: ..., words: ..., reason: ...}", item)
            )
            continue
        span = Fields(item, "an item of `withhold`", _SPAN, fields.problems)
        span.need("words", "add `words:` with what stands in their place")
        span.need("reason", f"add `reason:` with one of {', '.join(REASONS)}")
        selector = selector_of(span, "this item of `withhold`")
        words, reason = span.text("words"), span.choice("reason", REASONS)
        if words is not None and not shows(words):
            message = f"{span.named('words')} holds nothing that can be seen"
            span.add(Problem("key-empty", message, span.place_of("words"), help=("write what stands there",)))
        if not span.failed and selector is not None:
            spans.append(WithheldSpan(selector, words or "", reason or "", item.place))
    fields.problems[before:] = map(_unsaid, fields.problems[before:])
    return tuple(spans)


def _unsaid(problem: Problem) -> Problem:
    """The problem without a value: anything may stand in the wrong line."""
    is_said = problem.code in _WITH_A_VALUE
    message = f"in `withhold`, {CODES[problem.code]}" if is_said else problem.message
    cures = tuple(cure for cure in problem.help if not cure.startswith("did you mean"))
    return replace(problem, message=message, help=cures if is_said else problem.help, is_secret=True)


def withheld_of_draft(node: Map) -> Checked[tuple[WithheldSpan, ...]]:
    """What a draft withholds: that is done whether or not the rest of it is published."""
    problems: list[Problem] = []
    entries = tuple((key, value) for key, value in node.entries if _is_like(key.text, (WITHHOLD,)))
    made = withheld_of(Fields(Map(entries, node.place), "a file of notes", (WITHHOLD,), problems))
    return Checked(made, tuple(problems))


@lru_cache(maxsize=4096)
def _is_like(word: str, known: tuple[str, ...]) -> bool:
    """Whether a word may be meant to be one of those that are known; the same keys are asked for all over an archive."""
    return bool(near(word, known))


def confided(node: Node) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(names, words) that a file may be meant to withhold, whether or not it is right: each text that may be one."""
    names: list[str] = []
    words: list[str] = []
    for key, value in node.entries if isinstance(node, Map) else ():
        if _is_like(key.text, (WITHHOLD,)):
            words += _words(value)
        elif key.text == "notes" and isinstance(value, Seq):
            words += (word for note in value.items if _has_withhold(note) for word in _words(note))
        elif isinstance(value, Map) and _is_confided(value):
            names += (key.text, *_names(value)) if key.text != _public_id(value) else _names(value)
    return tuple(names), tuple(words)


def _has_withhold(note: Node) -> bool:
    """Whether a note withholds something by a key that it does not have."""
    return isinstance(note, Map) and any(_is_like(key.text, (WITHHOLD,)) for key, _ in note.entries)


def _is_confided(record: Map) -> bool:
    """Whether an entity is, or may be meant to be, not public."""
    for key, value in record.entries:
        text = value.text.strip() if isinstance(value, Scalar) else ""
        if _is_like(key.text, _OF_ENTITIES) and text != "public":
            return True
        if len(text) <= _LONGEST and _is_like(text, _NOT_SHOWN):
            return True
    return False


def _public_id(record: Map) -> str | None:
    of = (one for key, one in record.entries if key.text == "public_id" and isinstance(one, Scalar))
    return next((one.text for one in of), None)


def _names(record: Map) -> Iterator[str]:
    for key, value in record.entries:
        if key.text not in _NO_NAMES:  # a name, or a key that is misspelt
            yield from _texts(value)


def _words(node: Node) -> Iterator[str]:
    if isinstance(node, Seq):
        for item in node.items:
            yield from _words(item)
    elif isinstance(node, Map):
        for key, value in node.entries:
            if not _is_like(key.text, _KEYS):  # words, and what is behind a colon in them
                yield key.text
            if key.text not in _SEEN:
                yield from _words(value)
    elif isinstance(node, Scalar):
        yield node.text


def _texts(node: Node) -> Iterator[str]:
    if isinstance(node, Scalar):
        yield node.text
    elif isinstance(node, Seq):
        for item in node.items:
            yield from _texts(item)
    else:
        for _, value in node.entries:
            yield from _texts(value)
