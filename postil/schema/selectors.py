"""What a note points at, from the fields of a map: the selector that notes and withheld words have alike."""

from __future__ import annotations

from postil.model.notes import Selector
from postil.problems import Problem
from postil.schema.nodes import Fields, Scalar
from postil.text import LOCATOR

SELECTOR = ("exact", "prefix", "suffix")

_IS_ADDRESS = (
    LOCATOR,
    "address-unusable",
    "the address of a block or sentence",
    "write `p2` for a block, `p2s1` for a sentence, `p2s1-p2s3` for several",
)


def selector_of(fields: Fields, this: str = "this note") -> Selector | None:
    """What a note points at: `quote`, a text or {exact, prefix, suffix}, with or without `in`; or `at`.

    `this` names the note in messages.
    """
    quote = fields.node("quote")
    at = fields.matching("at", *_IS_ADDRESS)
    within = fields.matching("in", *_IS_ADDRESS)
    if quote is None:
        if not fields.has("at"):
            cure = "add `quote:` with the words, or `at:` with the address of a block or sentence"
            fields.add(Problem("target-missing", f"{this} points at nothing", fields.place, help=(cure,)))
        elif fields.has("in"):
            cure = "narrow `at` itself"
            fields.add(
                Problem("target-twice", "`in` stands beside no quote", fields.place_of("in"), help=(cure,))
            )
        return None if at is None else Selector(fields.place_of("at"), at=at)
    if fields.has("at"):
        message, cure = f"{this} has both `quote` and `at`", "keep one; `in` narrows a quote"
        fields.add(Problem("target-twice", message, fields.place_of("at"), help=(cure,)))
    if isinstance(quote, Scalar):
        return Selector(quote.place, exact=quote.text.strip(), within=within)
    parts = fields.fields("quote", SELECTOR, "a text, or {exact: ..., prefix: ..., suffix: ...}")
    if parts is None:
        return None
    parts.need("exact", "add `exact:` with the words that are meant")
    exact, prefix, suffix = (parts.scalar(key) for key in SELECTOR)
    if exact is None:
        return None
    return Selector(
        exact.place,
        exact=exact.text.strip(),
        prefix=prefix.text if prefix else "",
        suffix=suffix.text if suffix else "",
        within=within,
    )
