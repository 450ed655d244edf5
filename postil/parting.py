"""Parting: where a list that is too long for one page is cut.

It promises that each entry stands on one page, in the order of the list, that no page holds more than it may, that what
belongs together stays together as far as it fits on one page, and that what comes at the end moves nothing before it.
What the entries are, it does not know.
"""

from __future__ import annotations

from collections.abc import Iterable

Cut = tuple[int, int]
"""The entries of one page: from, up to."""


def cuts(sizes: Iterable[int], most: int) -> tuple[Cut, ...]:
    """Which entries stand on which page, at most `most` on each; one page at least.

    `sizes` are those of the groups of entries that belong together, in order. Linear in groups and pages.
    """
    begins = [0]
    done = 0
    for size in sizes:
        if begins[-1] < done and done + size - begins[-1] > most:
            begins.append(done)
        done += size
        while done - begins[-1] > most:
            begins.append(begins[-1] + most)
    return tuple(zip(begins, [*begins[1:], done], strict=True))
