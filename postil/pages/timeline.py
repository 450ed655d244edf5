"""The pages of the three timelines: what happened, what was said and what was published, each by its day.

`chronology` says what stands where, `axis` on what scale; here labels are looked up, and only for the page that is asked
for. The strip of a page counts all that it and its parts hold and that has a date; each of its bars leads to the first
group of its time, on whichever page that stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import accumulate, islice, pairwise

from postil import addresses
from postil.chronology import HAPPENED, KINDS, PUBLISHED, SAID, Chronology, Group, Sheet
from postil.dates import date_from_day, standing_day
from postil.dates.reach import LAST_YEAR_WITH_DAYS, date_from_period
from postil.dates.words import month_name, words_in_parts
from postil.model.lines import Statement, TimelineEntry, TimelineGroup
from postil.model.page import Page, Shell, TimelinePage
from postil.model.parts import Link, Turn
from postil.model.records import Date, Day, RefKind
from postil.model.strip import Strip, StripBar
from postil.pages.axis import Axis, axis_of, bar_of, hundredths, marks, span_of, ticks
from postil.pages.cite import date_words, speech_line, voice_of, words_of_date
from postil.pages.event import event_entry
from postil.pages.lookup import Lookup
from postil.pages.turning import turn as turn_of

SHOWN = 12
"""Entries of one day that stand open: with a sentence or two each, about three screens."""
LEAST_FOLDED = 4
"""Fewer are not worth a fold."""

HEIGHT = 64
"""Of the highest bar, in pixels."""
_LOWEST = 3

_NAMED = 3
"""Dates that a bar is labelled with at most."""


def timeline_pages(lookup: Lookup, shell: Shell) -> Iterator[tuple[str, Callable[[], Page]]]:
    """Every page of every timeline by its address, and how to make it."""
    for by in KINDS:
        found = lookup.chronology(by)
        whole = found.sheet
        yield whole.address, partial(_page, lookup, shell, found, whole)
        yield from _further_pages(lookup, shell, found, whole)
        level: Level = tuple((part, whole) for part in whole.parts)
        while level:
            for number, (sheet, above) in enumerate(level):
                earlier = level[number - 1][0] if number else None
                later = level[number + 1][0] if number + 1 < len(level) else None
                if above is not None:
                    yield (
                        sheet.address,
                        partial(
                            _page, lookup, shell, found, sheet, above=above, earlier=earlier, later=later
                        ),
                    )
                    yield from _further_pages(lookup, shell, found, sheet)
            level = _below(level)


Level = tuple[tuple[Sheet, Sheet | None], ...]
"""The pages of all years, months or days, to be turned from one to the next, each with the one that it is a part of.

Of a year without months the year itself stands among months; its page has been made, and it is a part of none."""


def _below(level: Level) -> Level:
    if not any(sheet.parts for sheet, _ in level):
        return ()
    return tuple(
        one
        for sheet, _ in level
        for one in (tuple((part, sheet) for part in sheet.parts) if sheet.parts else ((sheet, None),))
    )


def _further_pages(
    lookup: Lookup, shell: Shell, found: Chronology, first: Sheet
) -> Iterator[tuple[str, Callable[[], Page]]]:
    for number, sheet in enumerate(first.further, start=2):
        yield sheet.address, partial(_page, lookup, shell, found, sheet, turn=_turn(first, number))


def _turn(first: Sheet, number: int) -> Turn | None:
    sheets = (first, *first.further)
    sizes = (sum(len(group.keys) for group in one.groups) + len(one.undated) for one in sheets)
    return turn_of(first.address, number, tuple(pairwise(accumulate(sizes, initial=0))))


def happened_groups(lookup: Lookup, *, most: int) -> tuple[TimelineGroup, ...]:
    """At most the first `most` groups of what happened, for a page that points on: no sentences, of a long day the first."""
    groups = (row for row in lookup.chronology(HAPPENED).sheet.everything() if row[1].total)
    return tuple(_opening(lookup, address, group) for address, group in islice(groups, most))


def _opening(lookup: Lookup, address: str, group: Group) -> TimelineGroup:
    shown = _shown(group) or len(group.keys)
    left = group.total - shown
    return TimelineGroup(
        id=group.fragment,
        heading=_heading(lookup, group),
        entries=tuple(event_entry(lookup, key, evidence=False) for key in group.keys[:shown]),
        further=(f"{address}#{group.fragment}", left) if left else None,
    )


def happened_strip(lookup: Lookup) -> Strip | None:
    """That of all events."""
    found = lookup.chronology(HAPPENED)
    return _strip(lookup, found, found.sheet, _axis(found, found.sheet))


def _page(
    lookup: Lookup,
    shell: Shell,
    found: Chronology,
    sheet: Sheet,
    *,
    above: Sheet | None = None,
    earlier: Sheet | None = None,
    later: Sheet | None = None,
    turn: Turn | None = None,
) -> TimelinePage:
    """`above` is the page that this one is a part of; `turn` is that of a page on which another goes on."""
    axis = _axis(found, sheet)
    is_parted = turn is not None or bool(sheet.further)
    return TimelinePage(
        path=addresses.path_from_address(sheet.address),
        title="",
        shell=shell,
        by=found.by,
        period=_words_of(lookup, sheet),
        strip=_strip(lookup, found, sheet, axis),
        parts=tuple((_link(lookup, part), part.count) for part in sheet.parts),
        turn=turn or _turn(sheet, 1),
        groups=tuple(_group(lookup, found, group, axis, folds=not is_parted) for group in sheet.groups),
        ordered=tuple(_entry(lookup, found, key) for key in sheet.undated),
        up=_link(lookup, above) if above else None,
        earlier=_link(lookup, earlier) if earlier else None,
        later=_link(lookup, later) if later else None,
        left_out=0 if above or turn else found.left_out,
    )


def _words_of(lookup: Lookup, sheet: Sheet) -> str:
    match sheet.period:
        case ():
            return ""
        case (year, month, day):
            return words_of_date(lookup, date_from_day((year, month, day))).words
        case period:
            return words_of_date(lookup, date_from_period(*period)).words


def _link(lookup: Lookup, sheet: Sheet) -> Link:
    return Link(_words_of(lookup, sheet), sheet.address)


# --- entries ----------------------------------------------------------------------------------------------------------


def _group(
    lookup: Lookup, found: Chronology, group: Group, axis: Axis | None, *, folds: bool
) -> TimelineGroup:
    """What is on several pages is not folded on each of them."""
    is_said = found.by == SAID
    return TimelineGroup(
        id=group.fragment,
        heading=_heading(lookup, group),
        entries=() if is_said else tuple(_entry(lookup, found, key) for key in group.keys),
        statements=tuple(_statement(lookup, key) for key in group.keys) if is_said else (),
        shown=_shown(group) if folds else 0,
        span=span_of(axis, group.date) if axis and group.date else (),
    )


def _heading(lookup: Lookup, group: Group) -> str:
    return words_in_parts(group.date, lookup.lang) if group.date else ""


def _shown(group: Group) -> int:
    return SHOWN if len(group.keys) >= SHOWN + LEAST_FOLDED else 0


def _entry(lookup: Lookup, found: Chronology, key: str) -> TimelineEntry:
    return _article_entry(lookup, key) if found.by == PUBLISHED else event_entry(lookup, key)


def _article_entry(lookup: Lookup, id_: str) -> TimelineEntry:
    article = lookup.archive.articles[id_]
    return TimelineEntry(
        id=f"article-{id_}",
        link=lookup.link(RefKind.ARTICLE, id_),
        date=date_words(lookup, article.published),
        time=_clock(article.published),
        after=(),
        where=(),
        evidence=(),
        outlet=article.outlet,
    )


def _clock(date: Date | None) -> str | None:
    """The time of a date-time, as written and with its offset: entries of one day stand in the order of their instants."""
    clock = date.edtf.partition("T")[2] if date else ""
    if not clock:
        return None
    offset = clock[5:].lstrip(":0123456789").replace("Z", "+00:00")
    return f"{clock[:5]} UTC{offset}" if offset else clock[:5]


def _statement(lookup: Lookup, key: str) -> Statement:
    article, _, id_ = key.partition("#")
    note = lookup.archive.notes[article, id_]
    claim = note.annotation.claim
    question = lookup.link(RefKind.CLAIM, claim.id) if claim else None
    return Statement(f"said-{article}.{id_}", voice_of(lookup, note), question, speech_line(lookup, note))


# --- the strip --------------------------------------------------------------------------------------------------------


def _axis(found: Chronology, sheet: Sheet) -> Axis | None:
    dates = (found.dates.get(key) for _, group in sheet.everything() for key in group.keys)
    return axis_of(date for date in dates if date is not None)


def _strip(lookup: Lookup, found: Chronology, sheet: Sheet, axis: Axis | None) -> Strip | None:
    if axis is None:
        return None
    in_bins: dict[int, list[tuple[str, Group, Date]]] = {}
    for address, group in sheet.everything():
        number = axis.bin_of(group.date) if group.date else None
        if group.date and number is not None:
            in_bins.setdefault(number, []).append((address, group, group.date))
    if len(in_bins) < 2:
        return None
    counts = {number: sum(_dated(found, group) for _, group, _ in rows) for number, rows in in_bins.items()}
    most = max(counts.values())
    bars = []
    for number in sorted(in_bins):
        rows = in_bins[number]
        address, group, _ = rows[0]
        left, width, bar_left, bar_width = bar_of(axis, number)
        height = max(_LOWEST, round(counts[number] * HEIGHT / most))
        within = sum(_dated(found, group) for _, group, date in rows if axis.holds(number, date))
        bars.append(
            StripBar(
                href=f"{address}#{group.fragment}",
                label=_label(lookup, axis, number, [date for _, _, date in rows]),
                count=counts[number],
                x=hundredths(left),
                width=hundredths(width),
                bar_x=hundredths(bar_left),
                bar_width=hundredths(bar_width),
                top=HEIGHT - height,
                height=height,
                solid=round(height * within / counts[number]),
            )
        )
    dates = [date for rows in in_bins.values() for _, _, date in rows]
    return Strip(
        first=_edge(lookup, dates, min),
        last=_edge(lookup, dates, max),
        densest=next(bar.label for bar in bars if bar.count == most),
        most=most,
        bars=tuple(bars),
        left=hundredths(axis.lead),
        right=hundredths(100 - axis.tail),
        ticks=ticks(axis, _tick_labels(lookup, axis)),
    )


def _dated(found: Chronology, group: Group) -> int:
    """What hangs among events of a day is counted on none."""
    return sum(key in found.dates for key in group.keys)


def _label(lookup: Lookup, axis: Axis, number: int, dates: list[Date]) -> str:
    """A time in words; where all dates reach beyond it, these: a year is not called by its first month."""
    texts = tuple(dict.fromkeys(words_of_date(lookup, date).words for date in dates))
    if 0 <= number < axis.count and (len(texts) > _NAMED or any(axis.holds(number, date) for date in dates)):
        return words_of_date(lookup, axis.time(number)).words
    if len(texts) <= _NAMED:
        return "; ".join(texts)
    years = [day[0] for date in dates if (day := standing_day(date))]
    return words_of_date(lookup, date_from_period(min(years), to=max(years))).words


def _edge(lookup: Lookup, dates: list[Date], pick: Callable[[Iterable[Day]], Day]) -> str:
    """The first or last day on which an entry stands, as far as it is written: of 2031 that is the year."""
    day = pick(at for date in dates if (at := standing_day(date)))
    texts = [date.edtf for date in dates if standing_day(date) == day]
    year, month, _ = day
    if abs(year) > LAST_YEAR_WITH_DAYS:
        return words_of_date(lookup, date_from_period(year)).words
    for said in (date_from_day(day), date_from_period(year, month)):
        if any(said.edtf in text for text in texts):
            return words_of_date(lookup, said).words
    return words_of_date(lookup, date_from_period(year)).words


def _tick_labels(lookup: Lookup, axis: Axis) -> Iterator[tuple[int, str]]:
    """A month says its year only where that is new."""
    last_year = None
    for day, date in marks(axis):
        year, month, _ = date.lower or (0, 0, 0)
        is_further = axis.unit != "year" and year == last_year
        yield day, month_name(month, lookup.lang) if is_further else words_of_date(lookup, date).words
        last_year = year
