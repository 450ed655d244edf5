"""Messages: how words are listed, counted and cut in what is told to a person, and which known words come near to one.

Promises the same words for the same input, on one line. What comes near is only ever proposed, in `help`. Refuses to know
what a problem is.
"""

from __future__ import annotations

from collections.abc import Iterable

_SHORTEST = 3
"""Letters that a part of a word has at least, to make it worth showing."""

_CUTOFF = 70
"""Least likeness (0 to 100) worth showing: one letter wrong in four, two in seven."""


def near(word: str, known: Iterable[str]) -> tuple[str, ...]:
    """At most three of `known` that resemble `word`, the nearest first, then by spelling. Only ever for `help`.

    Where nothing is spelt alike, those that have the word in them (`at-the-gate` for `gate`), or stand in it.
    """
    from rapidfuzz import fuzz, process  # noqa: PLC0415 - messages are made by all, and propose something rarely

    known = sorted(known)
    found = process.extract(
        word, known, scorer=fuzz.ratio, processor=str.casefold, limit=3, score_cutoff=_CUTOFF
    )
    if found:
        return tuple(match for match, _, _ in sorted(found, key=lambda row: (-row[1], row[0])))
    part = word.casefold()
    if len(part) < _SHORTEST:
        return ()
    holding = [
        one for one in known if part in one.casefold() or (len(one) > _SHORTEST and one.casefold() in part)
    ]
    return tuple(sorted(holding, key=lambda one: (abs(len(one) - len(part)), one))[:3])


def near_help(word: str, known: Iterable[str]) -> tuple[str, ...]:
    """The help that offers what comes near; none where nothing does."""
    return meant(near(word, known))


def meant(words: Iterable[str]) -> tuple[str, ...]:
    """The help that offers these words; none where there are none."""
    words = tuple(words)
    return (f"did you mean {listed(words)}?",) if words else ()


def no_page(path: str, paths: Iterable[str]) -> str:
    """That a site with the files `paths` has no page at `path`, and which ones may have been meant."""
    meant = near_help(path, (one for one in paths if one.endswith(".html")))
    return "; ".join(("the site has no such page", *meant))


def listed(words: Iterable[str], last: str = "or") -> str:
    """Words as they stand in messages: `a`, `b` or `c`. There is at least one."""
    *head, tail = [f"`{word}`" for word in words]
    return f"{', '.join(head)} {last} {tail}" if head else tail


def counted(number: int, noun: str) -> str:
    """`1 article`, `2 articles`."""
    return f"{number} {noun}{'s' * (number != 1)}"


def one_line(text: str) -> str:
    """The text with each run of white space as one space, and none at its ends."""
    return " ".join(text.split())


def reason(error: OSError) -> str:
    """Why the system refused, in its own words."""
    return (error.strerror or "unknown reason").lower()


def shortened(text: str, longest: int = 60) -> str:
    """The text on one line, cut to so many code points."""
    line = one_line(text)
    return line if len(line) <= longest else f"{line[: longest - 1]}…"
