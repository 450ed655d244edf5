"""Classes of characters that no text may hold, or that nobody sees; each as the inside of a class of `re`.

Promises that every stage that refuses, drops or escapes a character does so by the one table. What is done with it is the
stage's own affair.
"""

from __future__ import annotations

CONTROLS = "\x00-\x08\x0e-\x1f\x7f-\x9f"
"""Control characters, white space of ASCII aside; HTML forbids them."""

BREAKS_OF_PAGES = "\x0b\x0c"
"""Controls that are white space to HTML, and that YAML and XML forbid."""

SURROGATES = "\ud800-\udfff"

NONCHARACTERS = "\ufdd0-\ufdef" + "".join(
    f"{chr(plane + 0xFFFE)}{chr(plane + 0xFFFF)}" for plane in range(0, 0x110000, 0x10000)
)
"""Code points that never are a character (Unicode 23.7); HTML forbids them."""

INVISIBLE = "\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff"
"""Soft hyphens, characters without width, direction marks: what no reader sees."""

JOINERS = "\u200c\u200d"
"""Of those that are invisible the two that belong to spelling, in Persian, Hindi and others."""
