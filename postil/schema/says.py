"""What a position says: a quantity with its bound, other words, or no answer.

Promises: a bound stays a bound, and a text that is no quantity by this grammar is kept as words, never half read. It
does not know the kind of the claim; `link` does, and says when words do not fit it.

    says      = no-answer | declined | cannot-say | quantity | words
    quantity  = [bound] number | number to number | between number and number
    bound     = at least | at most | more than | less than | fewer than | nearly | almost | about
    number    = at most 15 digits, thousands parted by commas or spaces, decimals behind a point, then a scale
    scale     = thousand | million | billion
"""

from __future__ import annotations

import re
from types import MappingProxyType

from postil.dates import DateFault, date_from_text
from postil.messages import one_line
from postil.model.notes import Bound, NonAnswer, Quantity, Says, Words
from postil.problems import Checked, Place, Problem
from postil.schema.refs import is_id

_NUMBER = r"(?P<{0}>(?:[0-9]{{1,3}}(?:[ ,][0-9]{{3}}){{1,4}}|[0-9]{{1,15}})(?:\.[0-9]{{1,15}})?)"
_SCALE = r"(?: (?P<{0}>thousand|million|billion))?"
_SCALES = MappingProxyType({"thousand": 1e3, "million": 1e6, "billion": 1e9})
_BOUNDS = MappingProxyType(
    {
        "at least": Bound.AT_LEAST,
        "at most": Bound.AT_MOST,
        "more than": Bound.MORE_THAN,
        "less than": Bound.LESS_THAN,
        "fewer than": Bound.LESS_THAN,
        "nearly": Bound.NEARLY,
        "almost": Bound.NEARLY,
        "about": Bound.ABOUT,
    }
)
_ONE = re.compile(
    rf"(?:(?P<bound>{'|'.join(_BOUNDS)}) )?{_NUMBER.format('low')}{_SCALE.format('low_scale')}", re.IGNORECASE
)
_TWO = re.compile(
    rf"{_NUMBER.format('low')}{_SCALE.format('low_scale')} (?:to|and) "
    rf"{_NUMBER.format('high')}{_SCALE.format('high_scale')}",
    re.IGNORECASE,
)
_BETWEEN = "between "


def says_from_text(text: str, place: Place) -> Checked[Says]:
    """What `text` says. A range that runs backwards is the one thing that can be wrong with it."""
    text = text.strip()
    plain = one_line(text)  # no-break spaces too
    if text in list(NonAnswer):
        return Checked(NonAnswer(text))
    if one := _ONE.fullmatch(plain):
        value = _value(one["low"], one["low_scale"])
        bound = _BOUNDS[one["bound"].lower()] if one["bound"] else Bound.EXACTLY
        return Checked(Quantity(text, bound, value, value))
    between = plain.lower().startswith(_BETWEEN)
    two = _TWO.fullmatch(plain, len(_BETWEEN) if between else 0)
    if two and between == (" and " in plain.lower()):
        low = _value(two["low"], two["low_scale"] or two["high_scale"])
        high = _value(two["high"], two["high_scale"])
        if low > high:
            message = f"the range `{text}` ends below where it begins"
            problem = Problem("range-backwards", message, place, help=("put the lower number first",))
            return Checked(Words(text), (problem,))
        return Checked(Quantity(text, Bound.RANGE, low, high))
    return Checked(_words(text))


def _value(digits: str, scale: str | None) -> float:
    return float(re.sub(r"[^0-9.]", "", digits)) * (_SCALES[scale.lower()] if scale else 1)


def _words(text: str) -> Words:
    entity = text.removeprefix("entity/")
    if entity != text and is_id(entity):
        return Words(text, entity=entity)
    date = date_from_text(text)
    return Words(text, date=None if isinstance(date, DateFault) else date)
