"""Cycles: when Python looks for objects that only hold each other.

What is read, prepared and linked are values without cycles, and nearly all of them live until the build ends; to go
through them again and again while they become more took a sixth of a build after an edit. Templates do make cycles, so
while pages are rendered they are looked for, but not among what was there before. It changes what is
freed when, and nothing else; what is freed at the last reference, as most is, is freed as ever.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_USUAL = gc.get_threshold()
_SELDOM = (20_000, 20, 20)
"""How much may come up before it is looked through; the cycles of one page are some hundred objects."""


@contextmanager
def none_sought() -> Iterator[None]:
    """None are looked for until `sought_from_now_on`; at the end all are, as is usual, whatever was so before.

    Not as before: where two threads build, the one that ends last would put back what the other had set.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.unfreeze()
        gc.set_threshold(*_USUAL)
        gc.enable()


def sought_from_now_on() -> None:
    """They are looked for again, now and then, among what is made from now on."""
    gc.freeze()
    gc.set_threshold(*_SELDOM)
    gc.enable()
