"""Charts: the figures of one band of a claim, drawn one answer a row along one line of numbers.

Places on that line are percentages of its width as text (`12.5`), from 0 to 100, so that a drawing is as wide as there is
room and its words never shrink. What was said as a bound is a bar without an end; nothing is added up or averaged.
"""

from __future__ import annotations

from dataclasses import dataclass

from postil.model.parts import DateWords, Voice


@dataclass(frozen=True, slots=True)
class Tick:
    """A number on the line; `anchor` (start, middle or end) keeps its words inside the drawing."""

    x: str
    label: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Dot:
    """The number that was said: `hollow` where it is itself no answer (about 9, more than 9, nearly 9)."""

    x: str
    hollow: bool


@dataclass(frozen=True, slots=True)
class Bar:
    """What else the answer covers. `fades` is `up` or `down` where that side has no end, and empty for a range."""

    x: str
    width: str
    fades: str


@dataclass(frozen=True, slots=True)
class ChartDenial:
    """A denial of the answer of its row, or by it (`incoming` is then false): `kind` is denies or disputes."""

    kind: str
    incoming: bool
    voice: Voice | None
    says: str
    source: str = ""
    """Where it stands, of one that has neither a voice nor an answer."""


@dataclass(frozen=True, slots=True)
class ChartRow:
    """One answer. `dash` is from where to where the line runs that marks it as denied."""

    voice: Voice | None
    says: str
    as_of: DateWords | None
    dots: tuple[Dot, ...]
    bar: Bar | None
    dash: tuple[str, str] | None
    denials: tuple[ChartDenial, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """Rows by speaker, in the order of each one's first, then by as-of date.

    `partial` when the table has answers that are no figures.
    """

    rows: tuple[ChartRow, ...]
    ticks: tuple[Tick, ...]
    partial: bool
