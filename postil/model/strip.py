"""The drawings of a timeline: a strip that shows how dense it is, and the span that an uncertain date may mean.

Both stand on one scale, that of their page: `x` and `width` are hundredths of its width, as text with at most two decimals;
heights are pixels. What they show stands in words beside them.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StripBar:
    """The entries of one day, week, month, year or number of years, and the way to the first of them."""

    href: str
    label: str
    """The time in words; where all its entries reach beyond it, their dates."""
    count: int
    x: str
    width: str
    """Of the time."""
    bar_x: str
    bar_width: str
    """Of what is drawn, in the middle of it."""
    top: int
    height: int
    solid: int
    """The part of the height, from below, that entries within this time have; the rest is of dates that reach beyond it."""

    @property
    def is_beyond(self) -> bool:
        return self.solid < self.height


@dataclass(frozen=True, slots=True)
class StripTick:
    label: str
    x: str
    anchor: str
    """`start`, or `end` for a label that would leave the drawing."""
    minor: bool
    """Stays away where there is little room."""


@dataclass(frozen=True, slots=True)
class Strip:
    first: str
    last: str
    """Where the first entry stands and where the last: day, month or year, as it is written."""
    densest: str
    most: int
    """Label of the bar with most entries, and how many."""
    bars: tuple[StripBar, ...]
    left: str
    right: str
    """Where the scale begins and ends, in hundredths of the width: beyond stands what begins before it or behind it."""
    ticks: tuple[StripTick, ...]


@dataclass(frozen=True, slots=True)
class SpanPiece:
    """`shape` is `whole`, or how an end is drawn.

    `soft-in` and `soft-out` (about), `open-in` and `open-out` fade from or to nothing; `dash-1` to `dash-4` are ever
    fainter, where an end is unknown.
    """

    shape: str
    x: str
    width: str
