"""Records of entities, events and claims, from files that map ids to them."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import TypeVar

from postil.messages import listed, one_line, shortened
from postil.model.records import Claim, Entity, Event, RefKind, Role, View
from postil.problems import Checked, Problem
from postil.schema.articles import language_of_key
from postil.schema.nodes import (
    Fields,
    Map,
    Scalar,
    Seq,
    is_empty,
    problem_of_shape,
)
from postil.schema.refs import fault_of_id

TYPES = ("person", "place", "organization", "work", "other")
"""The types of entities that are built in."""

_ENTITY = (
    "is",
    "name",
    "aliases",
    "names",
    "not",
    "roles",
    "same_as",
    "about",
    "within",
    "at",
    "precision",
    "blur",
    "show",
    "public_id",
    "shown_as",
    "former_ids",
)
_ROLE = ("what", "from", "until", "source")
_EVENT = ("title", "date", "time", "after", "where", "who", "about", "former_ids")
_CLAIM = ("question", "kind", "unit", "scopes", "event", "view", "about", "former_ids")
_CLAIM_KINDS = ("quantity", "yes-no", "who", "when", "where", "words")
_OWN = MappingProxyType(
    {
        "claim": frozenset({"question", "scopes", "unit", "view"}),
        "entity": frozenset({"is", "name", "aliases", "names", "roles", "same_as"}),
        "event": frozenset({"title", "date", "time", "after", "where", "who"}),
    }
)
"""Keys by which a record is known to be of a kind."""

_VIEW = ("state", "because", "by", "on")
KEYS = frozenset((*_ENTITY, *_EVENT, *_CLAIM, *_VIEW, *_ROLE))
"""Every key that is read here by its name."""

_STATES = ("open", "settled", "superseded")
_SHOW = ("public", "initials", "role", "withheld")
_OF_WITHHELD = ("public_id", "shown_as")
"""Keys of an entity that is not public."""

_OUTLET = "outlet"

T = TypeVar("T")


def kind_of_records(node: Map) -> str | None:
    """What a file holds, by keys that one kind alone has: `entity`, `event`, `claim`, or `article` for notes on one.

    None where it is not clear, so that a slip in a key is not taken for a file in the wrong place.
    """
    for key, value in node.entries:
        if (key.text == "notes" and isinstance(value, Seq)) or (
            key.text == "mentions" and isinstance(value, Map)
        ):
            return "article"
    records = [value for _, value in node.entries if isinstance(value, Map)]
    kinds = {
        kind
        for record in records
        for kind, own in _OWN.items()
        if any(key.text in own for key, _ in record.entries)
    }
    return kinds.pop() if len(kinds) == 1 and len(records) == len(node.entries) else None


def entities_from_node(
    node: Map, types: tuple[str, ...], failed: list[Entity] | None = None
) -> Checked[tuple[Entity, ...]]:
    """The entities of one file; `types` are those that the archive adds. Those that failed are added to `failed`."""
    return _records(
        node, "entity", _ENTITY, lambda fields, id_: _entity(fields, id_, (*TYPES, *types)), failed
    )


def events_from_node(node: Map, failed: list[Event] | None = None) -> Checked[tuple[Event, ...]]:
    return _records(node, "event", _EVENT, _event, failed, blank=frozenset({"date"}))


def claims_from_node(node: Map, failed: list[Claim] | None = None) -> Checked[tuple[Claim, ...]]:
    return _records(node, "claim", _CLAIM, _claim, failed)


def _records(
    node: Map,
    what: str,
    keys: tuple[str, ...],
    record: Callable[[Fields, Scalar], T],
    failed: list[T] | None,
    *,
    blank: frozenset[str] = frozenset(),
) -> Checked[tuple[T, ...]]:
    """The records of a map id -> fields, in the order written; those that failed are left out, and added to `failed`."""
    problems: list[Problem] = []
    records = []
    for key, value in node.entries:
        fault = fault_of_id(key.text, key.place)
        if fault is not None:
            problems.append(fault)
        if not isinstance(value, Map):
            problems.append(
                problem_of_shape(
                    f"{what} `{key.text}`", f"its keys, indented below it: {listed(keys[:2])} ...", value
                )
            )
            continue
        named = f"{what} `{shortened(key.text)}`"
        fields = Fields(value, named, keys, problems, blank=blank, place=key.place)
        made = record(fields, key)
        if fault is None:
            if not fields.failed:
                records.append(made)
            elif failed is not None:
                failed.append(made)
    return Checked(tuple(records), tuple(problems))


def _entity(fields: Fields, key: Scalar, types: tuple[str, ...]) -> Entity:
    if key.text == _OUTLET:
        message = "`outlet` as a speaker means the outlet of the article, so no entity can have this id"
        fields.add(Problem("id-unusable", message, key.place, help=("choose another id",)))
    fields.need("is", f"add a line `is:` with {listed(types)}")
    shown = fields.choice("show", _SHOW) or "public"
    if shown != "withheld":  # its names may stand in the register alone
        fields.need("name", "add a line `name: ...`")
    roles = tuple(_roles(fields))
    _check_shown(fields, shown, has_role=bool(roles))
    fields.refuse("blur", "until then leave `at` and `blur` out, so that no exact place is published")
    former_ids, former_places = fields.placed_ids("former_ids")
    same_as = fields.pairs("same_as", "the names of registers, each with an id")
    public_id = fields.scalar("public_id")
    return Entity(
        id=key.text,
        place=key.place,
        is_=fields.choice("is", types) or "",
        name=fields.text("name") or "",
        aliases=fields.texts("aliases"),
        names=_names(fields),
        never=fields.texts("not"),
        roles=roles,
        same_as=tuple(sorted((name.text, value.text) for name, value in same_as)),
        about=fields.prose("about"),
        within=fields.ref("within", RefKind.ENTITY),
        at=_coordinates(fields),
        precision=fields.text("precision"),
        show=shown,
        public_id=None if public_id is None else fields.id_of(public_id),
        shown_as=fields.text("shown_as"),
        former_ids=former_ids,
        former_places=former_places,
    )


def _check_shown(fields: Fields, shown: str, *, has_role: bool) -> None:
    """Complain of what an entity lacks to be shown otherwise than by its name, and of what only such a one has."""
    if shown != "public":
        fields.need(
            "public_id", "add a line `public_id:` with the id that may be seen: nothing of the name in it"
        )
        if shown == "role" and not has_role:
            message = f"{fields.what} is to be shown by its role, and has none"
            cure = "add `roles: [{what: ...}]`; the first one is shown"
            fields.add(Problem("missing-key", message, fields.place_of("show"), help=(cure,)))
    for key in _OF_WITHHELD:
        if fields.stands(key) and (shown == "public" or (key == "shown_as" and shown != "withheld")):
            message = f"{fields.named(key)} says what is seen of it, and it is shown as it is"
            cure = f"add `show: withheld`, or take `{key}` out" if shown == "public" else f"take `{key}` out"
            fields.add(Problem("key-needs-show", message, fields.key_place(key), help=(cure,)))


def _names(fields: Fields) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """`names`: language -> one name or several."""
    node = fields.map("names", "languages, each with its names")
    names = []
    for lang, value in node.entries if node else ():
        fault = language_of_key(lang)
        if fault is not None:
            fields.add(fault)
        if is_empty(value):
            fields.add(problem_of_shape(f"`{lang.text}` in {fields.named('names')}", "a name", value))
        else:
            texts = fields.scalars_of(value, f"`{lang.text}` in {fields.named('names')}")
            names.append((lang.text, tuple(one_line(text.text) for text in texts)))
    return tuple(sorted(names))


def _roles(fields: Fields) -> list[Role]:
    roles = []
    for item in fields.items("roles", "a list of {what: ..., from: ...}"):
        if not isinstance(item, Map):
            fields.add(problem_of_shape("a role", "{what: ..., from: ...}", item))
            continue
        role = Fields(item, "a role", _ROLE, fields.problems)
        role.need("what", "write {what: ..., from: ...}")
        since, until, source = role.date("from"), role.date("until"), role.ref("source", None)
        roles.append(Role(role.text("what") or "", since, until, source))
    return roles


def _coordinates(fields: Fields) -> tuple[float, float] | None:
    """`at: [latitude, longitude]` in degrees."""
    node = fields.node("at")
    if node is None:
        return None
    texts = [item.text for item in node.items if isinstance(item, Scalar)] if isinstance(node, Seq) else []
    degrees = [_degrees(text, limit) for text, limit in zip(texts, (90, 180), strict=False)]
    if isinstance(node, Seq) and len(node.items) == len(degrees) == 2 and None not in degrees:
        latitude, longitude = (one for one in degrees if one is not None)
        return latitude, longitude
    cure = "write [latitude, longitude] in degrees, such as [54.10, 11.90]; south and west are negative"
    fields.add(
        Problem(
            "coordinates-unusable", f"{fields.named('at')} is no point on the earth", node.place, help=(cure,)
        )
    )
    return None


def _degrees(text: str, limit: int) -> float | None:
    sign, digits = (-1, text[1:]) if text.startswith("-") else (1, text)
    if not digits.replace(".", "", 1).isdecimal() or not digits.isascii() or len(digits) > 20:
        return None
    value = sign * float(digits)
    return value if abs(value) <= limit else None


def _event(fields: Fields, key: Scalar) -> Event:
    fields.need("title", "add a line `title: ...`")
    former_ids, former_places = fields.placed_ids("former_ids")
    return Event(
        id=key.text,
        place=key.place,
        title=fields.text("title") or "",
        date=fields.date("date"),
        time=fields.text("time"),
        after=fields.refs("after", RefKind.EVENT),
        where=fields.refs("where", RefKind.ENTITY),
        who=fields.refs("who", RefKind.ENTITY),
        about=fields.prose("about"),
        former_ids=former_ids,
        former_places=former_places,
    )


def _claim(fields: Fields, key: Scalar) -> Claim:
    fields.need("question", "add a line `question: ...`")
    fields.need("kind", f"add a line `kind:` with {listed(_CLAIM_KINDS)}")
    former_ids, former_places = fields.placed_ids("former_ids")
    scopes = []
    for name, covers in fields.pairs("scopes", "ids, each with what it covers"):
        scope = fields.id_of(name)
        if scope is not None:
            scopes.append((scope, one_line(covers.text)))
    return Claim(
        id=key.text,
        place=key.place,
        question=fields.text("question") or "",
        kind=fields.choice("kind", _CLAIM_KINDS) or "",
        unit=fields.text("unit"),
        scopes=tuple(scopes),
        event=fields.ref("event", RefKind.EVENT),
        view=_view(fields),
        about=fields.prose("about"),
        former_ids=former_ids,
        former_places=former_places,
    )


def _view(fields: Fields) -> View | None:
    view = fields.fields("view", _VIEW, "{state: open, because: ..., by: ..., on: ...}")
    if view is None:
        return None
    view.need("state", f"write {listed(_STATES)}")
    view.need("by", "add `by:` with the name of the editor whose view it is")
    view.need("on", "add `on:` with the day on which it was written")
    state, on = view.choice("state", _STATES), view.date("on")
    return View(state or "", because=view.prose("because"), by=view.text("by"), on=on)
