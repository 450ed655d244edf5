"""Tags: what stands in the tags of a page, found without reading it as a tree, where the page is written plainly.

Plainly written is what the templates that come with the engine write: names in lower case, values in double quotation marks,
no comments, nothing that a reader of HTML takes for text where another takes it for tags, nothing that runs or is fetched
in an uncommon way. There a search for `href="` finds the attribute and nothing else, in a tenth of a parser's time. Of any
other page this module says only that it is not so written, and it has to be read as a tree.
"""

from __future__ import annotations

import re

_TEXT = '[^<=]++|=(?!")'
"""Text, in which nothing looks like an attribute with its value."""

_ONCE = ("action", "href", "id", "src")
"""Attributes that are searched for; of two alike in one tag a reader takes the first, and no other name ends in one."""

_NAME = "|".join(
    (
        *(rf'{name}(?==")(?![^<>]*[ \n]{name}[ \n=>])' for name in _ONCE),
        "viewBox",
        "".join(("[a-z][a-z0-9-]*+", *(f"(?<!{name})" for name in _ONCE))),
    )
)
_ATTRIBUTES = rf"""(?: [ \n]++
    (?!on|style|srcset|poster|formaction|background|ping|manifest|data[ \n=>])
    (?: {_NAME} )
    (?: =" [^"<>]*+ (?<!=)" )?+  # a value with `=` at its end would look like the beginning of another
)*+ [ \n]*+"""

_TEXT_ONLY = "|".join(
    rf"<{name}(?=[ \n>]) {_ATTRIBUTES} > (?: {_TEXT} )*+ </{name}>"
    for name in ("script", "textarea", "title")
)
_PLAIN = re.compile(
    rf"""(?:<!doctype\ html>)?+
    (?: {_TEXT} | </[a-z][a-z0-9]*+> | {_TEXT_ONLY}
      | < (?! (?:iframe|noembed|noframes|plaintext|script|style|textarea|title|xmp) [ \n/>] )
        [a-z][a-z0-9]*+ {_ATTRIBUTES} (?: (?<=[ \n])/ )?+ > )*+""",
    re.VERBOSE,
)
REFERENCE = re.compile("&(?!(?:amp|lt|gt|quot|nbsp|#34|#39|#x27);)")
"""A reference other than those that are written by the standard, by Jinja2 and by Python."""


def are_plain(html: str) -> bool:
    """Whether a document or fragment is written plainly, so that `href="value"` stands in tags alone, and is an `href`."""
    return REFERENCE.search(html) is None and _PLAIN.fullmatch(html) is not None
