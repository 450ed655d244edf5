"""Spaces that lack, or are none: `says:yes`, `-quote: ...`, `notes` without its colon, a no-break space.

YAML takes such a line for something else, or stops at the line behind it. Only keys that an archive knows are looked for,
so that `https://...` in a text is left alone. Promises one problem a line, with the line as it should be.
"""

from __future__ import annotations

import re
import unicodedata

from postil.load.files import Source
from postil.problems import Place, Problem
from postil.schema import KEYS

_HEAD = r"[ ]*(?:-[ ]+)*"
_DASH = re.compile(rf"(?P<head>{_HEAD})-(?P<key>[a-z_]+):(?:[ \t].*)?")
_TIGHT = re.compile(rf"{_HEAD}(?P<key>[a-z_]+):(?P<next>[^ \t])")
_TIGHT_IN_BRACES = re.compile(r"[{,][ ]*(?P<key>[a-z_]+):(?P<next>[^ \t,}])")
_BARE = re.compile(rf"{_HEAD}(?P<key>[a-z0-9_-]+)[ ]*")
_KEY = re.compile(rf"{_HEAD}(?P<key>[a-z_]+):(?:[ \t]|$)")
_ODD = re.compile(rf"{_HEAD}(?P<odd>[^\S \t])")
_BELOW = re.compile(r"[ ]*-[ ]|[ ]+\S")
_LONGEST = 160
"""A line longer than this is not repeated in help."""


def slip(source: Source, number: int) -> Problem | None:
    """What is wrong with the spaces or the colon of a line; None when nothing is."""
    line = source.line(number)
    if odd := _ODD.match(line):
        at = odd.start("odd")
        name = unicodedata.name(odd["odd"], "unnamed").lower()
        message = f"the indentation holds a {name} (U+{ord(odd['odd']):04X}), which is no space to YAML"
        return _problem(_place(source, number, at, 1), message, "indent with ordinary spaces")
    dash = _DASH.fullmatch(line)
    if dash and dash["key"] in KEYS:
        at = dash.end("head")
        cure = _written(f"{line[: at + 1]} {line[at + 1 :]}")
        return _problem(_place(source, number, at, 1), "no space stands behind the dash", cure)
    tight = _TIGHT.match(line)
    if not tight or tight["key"] not in KEYS:
        tight = next((one for one in _TIGHT_IN_BRACES.finditer(line) if one["key"] in KEYS), None)
    if tight:
        at = tight.start("next")
        if tight["next"].isspace():
            message = f"what stands behind the colon of `{tight['key']}` is no ordinary space"
            cure = _written(f"{line[:at]} {line[at + 1 :]}")
        else:
            message = f"no space stands behind the colon of `{tight['key']}`"
            cure = _written(f"{line[:at]} {line[at:]}")
        return _problem(_place(source, number, at - 1, 1), message, cure)
    bare = _BARE.fullmatch(line)
    if bare and _leads(source, number, bare.start("key"), is_known=bare["key"] in KEYS):
        message = f"no colon stands behind `{bare['key']}`"
        at = bare.end("key")
        cure = _written(f"{line[:at]}:")
        return _problem(_place(source, number, bare.start("key"), len(bare["key"])), message, cure)
    return None


def slip_near(source: Source, number: int) -> Problem | None:
    """The slip that may be why YAML stops at a line: in it, or in the one that stands above it."""
    above = number - 1
    while above > 0 and not source.line(above).strip():
        above -= 1
    return slip(source, number) or (slip(source, above) if above > 0 else None)


def slip_below(source: Source, number: int) -> Problem | None:
    """The slip in the line that stands below another."""
    below = number + 1
    last = source.line_number(len(source.text))
    while below < last and not source.line(below).strip():
        below += 1
    return slip(source, below) if below <= last else None


def _leads(source: Source, number: int, indent: int, *, is_known: bool) -> bool:
    """Whether what stands below belongs to the line: deeper in, or items of a list; below an id only a key we know."""
    if number >= source.line_number(len(source.text)):
        return False
    below = source.line(number + 1)
    is_deeper = len(below) - len(below.lstrip(" ")) > indent
    if not is_known:
        key = _KEY.match(below)
        return is_deeper and key is not None and key["key"] in KEYS
    return _BELOW.match(below) is not None and (is_deeper or below.lstrip(" ").startswith("- "))


def _written(line: str) -> str:
    line = line.strip()
    return f"write: {line}" if len(line) <= _LONGEST else "put an ordinary space there"


def _place(source: Source, number: int, at: int, length: int) -> Place:
    return Place(source.path, number, at + 1, length)


def _problem(place: Place, message: str, cure: str) -> Problem:
    return Problem("yaml-space", message, place, help=(cure,))
