"""The chart of one band of a claim: its figures, each in a row of its own, along one line of numbers.

Promises
- A bound is drawn as a bound: a bar that has no end where none was said. A range is a bar, an estimate a hollow point.
- Equal figures stand at equal places, and nothing stands outside the drawing or on another's words.
- A denied answer is marked, and its denial named, in the same row.
- Rows that would look alike are one: a chart does not count how often something was repeated.

It draws no average, no trend and no winner, and refuses to put answers of different scope on one line: who calls it hands
over one band. Answers without a number stand in the table alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from decimal import Decimal
from itertools import count

from postil.kinds import DENIALS
from postil.model.archive import Note
from postil.model.chart import Bar, Chart, ChartDenial, ChartRow, Dot, Tick
from postil.model.notes import Bound, Quantity
from postil.model.parts import TieLine, Voice
from postil.pages.cite import as_of, says_text, ties_of, voice_of
from postil.pages.lookup import Lookup
from postil.words import number_words

_UPWARD = frozenset({Bound.AT_LEAST, Bound.MORE_THAN})
_DOWNWARD = frozenset({Bound.AT_MOST, Bound.LESS_THAN})
_FROM_BELOW = frozenset({*_DOWNWARD, Bound.NEARLY})
_HOLLOW = frozenset({Bound.ABOUT, Bound.MORE_THAN, Bound.LESS_THAN, Bound.NEARLY})

EDGE = 3.0
"""Percent at either side that stay free of points, so that a whole one is inside."""
NARROWEST = 250
"""Pixels of the narrowest drawing; words on the line are as many as have room there."""
DIGIT = 6.5
"""Pixels of a digit in the words on the line."""
_ROOM = 0.15
"""The part of the line that a bar without an end needs to be seen as one."""
_NEARLY = 8.0
"""Percent of the line by which a bar says that nearly as many are meant."""
_CLOSE = 0.75
"""Figures are close together when the smallest is more than this part of the largest."""
_MOST_TICKS = 6


def line_of(notes: Iterable[Note]) -> Line | None:
    """The line on which all figures of a band stand, on whichever page each is drawn; None where fewer than two do."""
    figures = tuple(says for note in notes if isinstance(says := note.annotation.says, Quantity))
    return Line(figures) if len(figures) > 1 else None


def chart_of(lookup: Lookup, notes: Sequence[Note], line: Line | None) -> Chart | None:
    """The chart of a band's positions on one page, those of a speaker together so that it shows how each one's figure moved.

    None where fewer than two differ in what would be drawn.
    """
    drawn = [(note, says) for note in notes if isinstance(says := note.annotation.says, Quantity)]
    if line is None or len(drawn) < 2:
        return None
    rows = tuple(dict.fromkeys(_row(lookup, note, says, line) for note, says in drawn))
    if len(rows) < 2:
        return None
    by_speaker: dict[Voice | None, list[ChartRow]] = {}
    for row in rows:
        by_speaker.setdefault(row.voice, []).append(row)
    in_order = tuple(row for of_one in by_speaker.values() for row in of_one)
    return Chart(in_order, line.ticks(lookup.lang), partial=len(drawn) < len(notes))


def _row(lookup: Lookup, note: Note, says: Quantity, line: Line) -> ChartRow:
    denials = tuple(
        ChartDenial(
            tie.kind, tie.incoming, tie.voice, tie.says, "" if tie.voice or tie.says else _source(tie)
        )
        for tie in ties_of(lookup, note)
        if tie.kind in DENIALS
    )
    date = as_of(lookup, note)
    bar = line.bar(says)
    return ChartRow(
        voice=voice_of(lookup, note),
        says=says_text(lookup, says),
        as_of=date.date if date else None,
        dots=line.dots(says),
        bar=bar,
        dash=line.dash(says) if any(denial.incoming for denial in denials) else None,
        denials=denials,
    )


def _source(tie: TieLine) -> str:
    return tie.cited.outlet or tie.cited.article.label


class Line:
    """The line of numbers: which it runs from and to, and where each stands on it.

    Its own numbers are decimals, so that they are written as they are, however long.
    """

    def __init__(self, figures: Sequence[Quantity]) -> None:
        low = min(figure.low for figure in figures)
        high = max(figure.high for figure in figures)
        # Below an upper bound everything down to nothing is possible; else a line of figures that are close together
        # may begin near them.
        from_nothing = low <= _CLOSE * high or low == high or any(one.bound in _FROM_BELOW for one in figures)
        upward = max((one.high for one in figures if one.bound in _UPWARD), default=None)
        begin = 0.0 if from_nothing else low
        fits = (_fit(step, begin, high, upward) for step in _steps((high - begin) or 10))
        self.step, self.first, self.last = next(fit for fit in fits if fit is not None)

    def at(self, value: float | Decimal) -> float:
        """Percent of the width."""
        part = (Decimal(value) / self.step - self.first) / (self.last - self.first)
        return round(EDGE + float(part) * (100 - 2 * EDGE), 1)

    def dots(self, figure: Quantity) -> tuple[Dot, ...]:
        if figure.bound is Bound.RANGE:
            return ()
        return (Dot(_text(self.at(figure.low)), figure.bound in _HOLLOW),)

    def bar(self, figure: Quantity) -> Bar | None:
        begin, end = self.reach(figure)
        if figure.bound is Bound.RANGE:
            # A range within one number is still a bar.
            return Bar(_text(begin), _text(max(end - begin, 0.5)), "")
        if begin == end:
            return None
        return Bar(_text(begin), _text(end - begin), "up" if figure.bound in _UPWARD else "down")

    def dash(self, figure: Quantity) -> tuple[str, str]:
        begin, end = self.reach(figure)
        return _text(max(begin - EDGE, 0)), _text(min(end + EDGE, 100))

    def reach(self, figure: Quantity) -> tuple[float, float]:
        """From where to where the answer is drawn, percent."""
        low, high = self.at(figure.low), self.at(figure.high)
        if figure.bound in _UPWARD:
            return low, 100.0
        if figure.bound in _DOWNWARD:
            return EDGE, high
        if figure.bound is Bound.NEARLY:
            return max(low - _NEARLY, EDGE), high
        return low, high

    def ticks(self, lang: str) -> tuple[Tick, ...]:
        return tuple(
            Tick(
                _text(self.at(number * self.step)),
                number_words(number * self.step, lang),
                "start" if number == self.first else "end" if number == self.last else "middle",
            )
            for number in range(self.first, self.last + 1)
        )


def _fit(step: Decimal, low: float, high: float, upward: float | None) -> tuple[Decimal, int, int] | None:
    """The step, and how many of it the line begins and ends at; None where its numbers would have no room.

    `upward` is the largest figure of those that have no upper end.
    """
    first = math.floor(round(Decimal(low) / step, 9))
    last = max(math.ceil(round(Decimal(high) / step, 9)), first + 1)
    while upward is not None and last - float(Decimal(upward) / step) < _ROOM * (last - first):
        last += 1
    return (step, first, last) if _have_room(step, first, last) else None


def _steps(span: float) -> Iterable[Decimal]:
    """Round steps (1, 2 or 5 of a power of ten), each wider than the last, beginning with one that is too narrow."""
    lowest = math.floor(math.log10(span)) - 1
    for power in count(lowest):
        for digit in (1, 2, 5):
            yield Decimal(digit).scaleb(power)


def _have_room(step: Decimal, first: int, last: int) -> bool:
    """Whether the numbers have room on the narrowest line. The outermost are set inside it, so they take half more."""
    if last - first >= _MOST_TICKS:
        return False
    # No language that we know writes a number with more signs than this.
    width = DIGIT * max(len(f"{number * step:,f}") for number in range(first, last + 1))
    return last - first == 1 or (last - first) * (1.5 * width + 8) <= NARROWEST - 10


def _text(percent: float) -> str:
    return f"{percent:.1f}".removesuffix(".0")
