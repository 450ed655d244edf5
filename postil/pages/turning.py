"""Turning: how the pages of a long list lead to each other.

The first page is the record's or the list's own. It holds the beginning, says how many entries there are and leads to all
further pages; a further page leads to those beside it and to the first, and counts nothing. So an entry that comes at the
end changes the first page and the last, and an address never passes to another list.
"""

from __future__ import annotations

from collections.abc import Sequence

from postil import addresses
from postil.model.parts import Link, Turn
from postil.parting import Cut


def turn(
    first: str,
    number: int,
    all_cuts: Sequence[Cut],
    *,
    of: str = "",
    at: str = "",
    labels: Sequence[str] = (),
) -> Turn | None:
    """How page `number`, from 1, leads to the others of the list that begins at the address `first`, there at `at`.

    `of` names the list where its page holds several, and `labels` the pages where a number says less. None where there
    is one page.
    """
    if len(all_cuts) < 2:
        return None

    def address(page: int) -> str:
        return f"{first}#{at}" if page == 1 and at else addresses.of_further(first, page, of)

    pages = tuple(
        (Link(labels[page - 1] if labels else str(page), address(page)), end - begin)
        for page, (begin, end) in enumerate(all_cuts, start=1)
    )
    return Turn(
        number=number,
        count=all_cuts[-1][1] if number == 1 else 0,
        pages=pages[1:] if number == 1 else (),
        first_href=address(1),
        earlier_href=address(number - 1) if number > 1 else None,
        later_href=address(number + 1) if number < len(all_cuts) else None,
    )
