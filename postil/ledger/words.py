"""Two states of a passage, word by word: what stayed, what went, what came.

Promises that the pieces that stayed and went are the old passage to the character, and those that stayed and came the new
one. Knows nothing of sentences and versions.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from postil.model.ledger import Changed

_WORDS = re.compile(r"\s+|\w+|[^\w\s]")
_MOST = 1_000_000
"""Pairs of words that are compared at most; beyond, all went and all came, which is true as well."""


def difference(old: str, new: str) -> tuple[Changed, ...]:
    """From the old words to the new, no two pieces in a row alike; of what changed at one place the old before the new."""
    before, after = _WORDS.findall(old), _WORDS.findall(new)
    if len(before) * len(after) > _MOST:
        found = [Changed(old, "gone"), Changed(new, "new")]
    else:
        found = []
        # Spaces are no landmarks: between words that changed they would cut the change into single words.
        matcher = SequenceMatcher(str.isspace, before, after, autojunk=False)
        for how, first, last, begin, end in matcher.get_opcodes():
            if how == "equal":
                found.append(Changed("".join(before[first:last]), "same"))
                continue
            found.append(Changed("".join(before[first:last]), "gone"))
            found.append(Changed("".join(after[begin:end]), "new"))
    return tuple(piece for piece in found if piece.text)
