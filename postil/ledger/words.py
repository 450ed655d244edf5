"""Two states of a passage, word by word: what stayed, what went, what came.

Promises that the pieces that stayed and went are the old passage to the character, and those that stayed and came the new
one. Knows nothing of sentences and versions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import SequenceMatcher
from itertools import groupby

from postil.model.ledger import Changed

_WORD = re.compile(r"(\s*)(\w+|[^\w\s]|$)")
_MOST = 1_000_000
"""Pairs of words that are compared at most; beyond, all went and all came, which is true as well."""


def difference(old: str, new: str) -> tuple[Changed, ...]:
    """From the old words to the new, no two pieces in a row alike; of what changed at one place the old before the new."""
    before, after = _WORD.findall(old), _WORD.findall(new)
    if len(before) * len(after) > _MOST:
        return tuple(_joined([Changed(old, "gone"), Changed(new, "new")]))
    # Compared without the space before each, so that a word is the same where a sentence has come to begin with it.
    matcher = SequenceMatcher(None, [word for _, word in before], [word for _, word in after], autojunk=False)
    found: list[Changed] = []
    for how, first, last, begin, end in matcher.get_opcodes():
        if how == "equal":
            for (space, word), (space_now, _) in zip(before[first:last], after[begin:end], strict=True):
                if space == space_now:
                    found.append(Changed(space + word, "same"))
                else:
                    found += (Changed(space, "gone"), Changed(space_now, "new"), Changed(word, "same"))
            continue
        found.append(Changed("".join(map("".join, before[first:last])), "gone"))
        found.append(Changed("".join(map("".join, after[begin:end])), "new"))
    return tuple(_joined(found))


def _joined(pieces: Iterable[Changed]) -> list[Changed]:
    """Pieces with something in them, those that follow their like as one; what went before what came."""
    found: list[Changed] = []

    def add(text: str, how: str) -> None:
        if text and found and found[-1].how == how == "same":
            found[-1] = Changed(found[-1].text + text, how)
        elif text:
            found.append(Changed(text, how))

    for is_same, group in groupby(pieces, key=lambda one: one.how == "same"):
        run = list(group)
        gone, new = ("".join(one.text for one in run if one.how == how) for how in ("gone", "new"))
        # The space before what changed has stayed, if there is one on both sides.
        space = gone[: len(gone) - len(gone.lstrip())]
        space = space if new.startswith(space) else ""
        add("".join(one.text for one in run) if is_same else space, "same")
        add(gone[len(space) :], "gone")
        add(new[len(space) :], "new")
    return found
