"""The table of annotation kinds: what an annotation says is told by its keys, and here is which keys tell what.

A plain table, meant to be extended: a kind is a name and a motivation of the W3C Web Annotation vocabulary. Knows the keys
of an annotation, and nothing of pages.
"""

from __future__ import annotations

from dataclasses import dataclass

from postil.model.notes import Annotation, Quantity, RelationKind


@dataclass(frozen=True, slots=True)
class Kind:
    """`motivation` is a term of the Web Annotation Vocabulary (W3C, 2017), section 4."""

    name: str
    motivation: str


KINDS: tuple[Kind, ...] = (
    Kind("denial", "questioning"),
    Kind("figure", "assessing"),
    Kind("claim", "assessing"),
    Kind("event", "classifying"),
    Kind("speech", "identifying"),
    Kind("hedge", "moderating"),
    Kind("context", "commenting"),
    Kind("name", "linking"),
)
"""Most telling first: the order in which an annotation's kinds are given and its marks are drawn."""

DENIALS = frozenset({RelationKind.DENIES, RelationKind.DISPUTES})
"""Relations that must never be shown without the other side."""


def kinds_of(annotation: Annotation) -> tuple[str, ...]:
    """Names of all kinds an annotation is of, in the order of the table; never none.

    A denial denies or disputes; a figure is a position with a quantity; a claim is any other position; speech has a
    speaker and takes no position; context is what only has a note or a relation; a name only says who is meant.
    """
    found = set()
    if any(relation.kind in DENIALS for relation in annotation.relations):
        found.add("denial")
    if annotation.claim is not None:
        found.add("figure" if isinstance(annotation.says, Quantity) else "claim")
    elif annotation.speaker is not None:
        found.add("speech")
    if annotation.event is not None:
        found.add("event")
    if annotation.hedge is not None:
        found.add("hedge")
    if not found:
        found.add("context" if has_card(annotation) else "name")
    return tuple(kind.name for kind in KINDS if kind.name in found)


def has_card(annotation: Annotation) -> bool:
    """Whether there is anything to show in a card: false only where `entity` is all that is said."""
    said = (
        annotation.note,
        annotation.event,
        annotation.claim,
        annotation.speaker,
        annotation.says,
        annotation.scope,
        annotation.on,
        annotation.as_of,
        annotation.how,
        annotation.hedge,
    )
    says_more = any(value is not None for value in said) or bool(annotation.chain or annotation.relations)
    return says_more or annotation.entity is None
