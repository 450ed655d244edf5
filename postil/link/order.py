"""Order: what follows what. Circles among `after` and `within`, dates that gainsay `after`, the order of the timeline.

Promises: the order of the timeline is a function of the events, however they come in; nothing that is known to follow
stands before what it follows, unless a date says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from postil.dates import date_from_day, is_day, sort_key
from postil.dates.clock import minutes_from_date, minutes_from_words
from postil.dates.order import SortKey
from postil.model.records import Date, Day, Entity, Event, Ref
from postil.problems import Place, Problem, Remark, Severity


@dataclass(frozen=True, slots=True)
class Order:
    """Nodes with every one behind those it points at, and the circles that were cut for it."""

    nodes: tuple[str, ...]
    circles: tuple[tuple[str, ...], ...]
    """Each from its smallest id on; a node that points at itself is a circle of one."""


def ordered(graph: Mapping[str, tuple[str, ...]]) -> Order:
    """A depth-first walk without recursion, since a chain of events may be longer than Python's stack."""
    done: dict[str, bool] = {}  # False while a node is on the path
    nodes: list[str] = []
    circles: list[tuple[str, ...]] = []
    for root in sorted(graph):
        if root in done:
            continue
        path = [root]
        ahead = [iter(sorted(graph[root]))]
        done[root] = False
        while path:
            target = next(ahead[-1], None)
            if target is None:
                ahead.pop()
                done[path[-1]] = True
                nodes.append(path.pop())
            elif target not in graph:
                continue
            elif target not in done:
                done[target] = False
                path.append(target)
                ahead.append(iter(sorted(graph[target])))
            elif not done[target]:
                circles.append(_from_smallest(path[path.index(target) :]))
    return Order(tuple(nodes), tuple(sorted(set(circles))))


def _from_smallest(circle: list[str]) -> tuple[str, ...]:
    at = circle.index(min(circle))
    return (*circle[at:], *circle[:at])


# --- places -----------------------------------------------------------------------------------------------------


def within_circles(entities: Mapping[str, Entity]) -> tuple[Problem, ...]:
    graph = {id_: (one.within.id,) if one.within else () for id_, one in entities.items()}
    return tuple(
        Problem(
            "within-cycle",
            f"`{circle[0]}` lies within itself" + (f", by way of {_path(circle[1:])}" if circle[1:] else ""),
            _place(entities[circle[0]].within, entities[circle[0]].place),
            notes=_links(
                circle,
                "lies within",
                {id_: _place(entities[id_].within, entities[id_].place) for id_ in circle},
            ),
            help=("take out the `within` that is wrong",),
        )
        for circle in ordered(graph).circles
    )


# --- events -----------------------------------------------------------------------------------------------------


def event_order(events: Mapping[str, Event]) -> tuple[tuple[str, ...], tuple[Problem, ...]]:
    """The events in the order of the timeline, and what is wrong with their order.

    By date, and those of one day by the hour in their `time`, those without one at the end of the day. An event that is
    only known to follow others, or is not known to be later than them by its date, stands behind the last of them. What
    others follow and no earliest day or no hour is known of stands before the first of those; without a date and without
    such neighbours, at the end. Among equals by how many stand before it in its chain, then by id.
    """
    walk = ordered({id_: tuple(ref.id for ref in event.after) for id_, event in events.items()})
    problems = [_circle(circle, events) for circle in walk.circles]
    known: dict[str, _Known] = {}
    followers: dict[str, list[str]] = {id_: [] for id_ in events}
    for id_ in walk.nodes:
        event = events[id_]
        before: list[_Known] = []
        for ref in sorted(event.after, key=lambda ref: ref.id):
            if ref.id not in known:
                continue  # the link of a circle at which it was cut
            earlier = known[ref.id]
            if event.date and event.date.upper and earlier.lower and event.date.upper < earlier.lower:
                problems.append(_gainsaid(event, ref, events[earlier.since]))
                continue
            before.append(earlier)
            followers[ref.id].append(id_)
        known[id_] = _from_before(event, before)
    keys: dict[str, _Key] = {}
    for id_ in reversed(walk.nodes):
        keys[id_] = _key(events[id_], known[id_], [keys[later] for later in followers[id_]])
    in_order = sorted(events, key=lambda id_: (keys[id_], known[id_].depth, sort_key(events[id_].date), id_))
    return tuple(in_order), tuple(problems)


_Key = tuple[SortKey, int]
"""Of the day, and the minute in it."""

_NO_HOUR = 25 * 60
"""Behind every hour of a day."""


@dataclass(frozen=True, slots=True)
class _Known:
    """What dates and chain say of one event. `lower`: it was not before this day, as the date of `since` shows.

    `key` and `minute` are the latest of its own and of those before it; `is_timed` when its own hour counts.
    """

    depth: int
    key: SortKey | None
    minute: int | None
    is_timed: bool
    lower: Day | None
    since: str


def _from_before(event: Event, before: list[_Known]) -> _Known:
    own_key = _own_key(event.date) if event.date and event.date.lower else None
    key = max((one for one in (own_key, *(one.key for one in before)) if one), default=None)
    own_minute = _own_minute(event) if key == own_key else None
    minutes = (own_minute, *(one.minute for one in before if one.key == key))
    own_lower = ((event.date.lower, event.id),) if event.date and event.date.lower else ()
    lower, since = max(
        (*own_lower, *((one.lower, one.since) for one in before if one.lower)), default=(None, event.id)
    )
    return _Known(
        depth=1 + max((one.depth for one in before), default=-1),
        key=key,
        minute=max((one for one in minutes if one is not None), default=None),
        is_timed=own_minute is not None,
        lower=lower,
        since=since,
    )


def _key(event: Event, known: _Known, followers: list[_Key]) -> _Key:
    """Of what has no first day the last one is known, unless something that follows it was earlier still."""
    later = [day for day, _ in followers]
    key = known.key
    if event.date is None:
        key = key or min(later, default=sort_key(None))
    elif event.date.lower is None or key is None:
        latest = min((_own_key(event.date), *later))
        key = max(key, latest) if key else latest
    if known.is_timed and known.minute is not None:
        return key, known.minute
    return key, min((minute for day, minute in followers if day == key), default=_NO_HOUR)


def _own_key(date: Date) -> SortKey:
    """One of all hours of a day."""
    return sort_key(date_from_day(date.lower) if date.lower and is_day(date) else date)


def _own_minute(event: Event) -> int | None:
    date = event.date
    if date is None or date.lower is None or date.lower != date.upper:
        return None
    minute = minutes_from_date(date)
    return minutes_from_words(event.time) if minute is None and event.time else minute


def _circle(circle: tuple[str, ...], events: Mapping[str, Event]) -> Problem:
    first = events[circle[0]]
    places = {
        id_: _place(next((ref for ref in events[id_].after if ref.id == following), None), events[id_].place)
        for id_, following in zip(circle, (*circle[1:], circle[0]), strict=True)
    }
    return Problem(
        "order-cycle",
        f"event `{first.id}` comes after itself" + (f", by way of {_path(circle[1:])}" if circle[1:] else ""),
        places[first.id],
        notes=_links(circle, "comes after", places),
        help=("take out the `after` that is wrong",),
    )


def _gainsaid(event: Event, ref: Ref, since: Event) -> Problem:
    dated = event.date.edtf if event.date else ""
    earliest = since.date.edtf if since.date else ""
    by_way = "" if since.id == ref.id else f", which comes after `{since.id}`"
    return Problem(
        "order-contradiction",
        f"event `{event.id}` is said to come after `{ref.id}`{by_way}, and is dated before it",
        ref.place,
        notes=(
            Remark(f"`{event.id}` is dated {dated}", event.place),
            Remark(f"`{since.id}` is dated {earliest}", since.place),
        ),
        help=("correct one of the dates, or take the `after` out",),
        severity=Severity.WARNING,
    )


def _links(circle: Iterable[str], verb: str, places: Mapping[str, Place]) -> tuple[Remark, ...]:
    ids = tuple(circle)
    return tuple(
        Remark(f"`{id_}` {verb} `{following}`", places[id_])
        for id_, following in zip(ids, (*ids[1:], ids[0]), strict=True)
    )


def _path(ids: Iterable[str]) -> str:
    return ", ".join(f"`{id_}`" for id_ in ids)


def _place(ref: Ref | None, default: Place) -> Place:
    return ref.place if ref else default
