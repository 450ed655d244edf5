"""Nodes: keys and values as written, every value text, everything with its place; and readers for the fields of a map.

`load` makes nodes from YAML; the rest of `schema` makes records of them. This module promises that an unknown key, a
missing one, or a value of the wrong shape becomes one problem that says what is valid there. It knows nothing of YAML,
of files, or of what any key means.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from sys import intern
from types import MappingProxyType
from typing import TypeVar

from postil.dates import DateFault, date_from_text, date_from_words
from postil.messages import listed, near_help, one_line, shortened
from postil.model.records import Date, Prose, Ref, RefKind
from postil.problems import Place, Problem, Remark, has_errors
from postil.schema.refs import fault_of_id, ref_from_field


@dataclass(frozen=True, slots=True)
class Scalar:
    """A value as it was written, unquoted. `body` is where its text begins: behind a quotation mark, below a `|`."""

    text: str
    place: Place
    body: Place


@dataclass(frozen=True, slots=True)
class Seq:
    items: tuple[Node, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Map:
    """Keys and values in the order written; no key twice."""

    entries: tuple[tuple[Scalar, Node], ...]
    place: Place


Node = Scalar | Seq | Map

LONGEST_LINE = 2_000
"""Code points of a text on one line: a title, a name, a web address. It stands on many pages, and in lists."""

WITHHOLD = "withhold"
WITHHOLD_CURE = "write `withhold:` beside `notes:` in the file of the article's notes"

T = TypeVar("T")


def problem_of_unknown_value(what: str, text: str, valid: Iterable[str], place: Place) -> Problem:
    valid = tuple(valid)
    return Problem(
        "unknown-value",
        f"{what} is `{shortened(text)}`, which is not one of its values",
        place,
        help=(*near_help(text, valid), f"write {listed(valid)}"),
    )


def is_empty(node: Node | None) -> bool:
    """Whether nothing was written: the key stands alone, or with empty quotation marks."""
    return node is None or (isinstance(node, Scalar) and not node.text.strip())


def problem_of_shape(what: str, expected: str, node: Node) -> Problem:
    shape = "empty" if is_empty(node) else {Scalar: "text", Seq: "a list", Map: "keys and values"}[type(node)]
    cures = (
        ("quote a text that begins with [ or {",)
        if not isinstance(node, Scalar) and "text" in expected
        else ()
    )
    return Problem("wrong-type", f"{what} is {shape}", node.place, help=(f"write {expected}", *cures))


class Fields:
    """Reads the fields of one map, and adds what is wrong with them to `problems`.

    `what` names the record in messages (`an event`); `keys` are its keys, in the order of the reference; `blank` those
    that may stand without a value, which then is the same as no key. A value that is wrong reads as if it were absent,
    so the caller asks `failed` before it makes a record. `place` is where the record is named, if not where it begins;
    `languages` are those in which it may write dates by mistake.
    """

    def __init__(
        self,
        node: Map,
        what: str,
        keys: tuple[str, ...],
        problems: list[Problem],
        *,
        blank: frozenset[str] = frozenset(),
        place: Place | None = None,
        languages: tuple[str, ...] = (),
    ) -> None:
        self.place = place or node.place
        self.what = what
        self.problems = problems
        self._keys = keys
        self._before = len(problems)
        self._entries = {key.text: (key, value) for key, value in node.entries}
        self._languages = languages
        for key, value in node.entries:
            if key.text not in keys:
                problems.append(self._unknown(key))
            elif is_empty(value) and key.text not in blank:
                message = f"{self.named(key.text)} has no value"
                cure = "write the value behind it, or take the line out"
                problems.append(Problem("key-empty", message, key.place, help=(cure,)))

    def _unknown(self, key: Scalar) -> Problem:
        cures = (WITHHOLD_CURE,) if key.text == WITHHOLD else near_help(key.text, self._keys)
        return Problem(
            "unknown-key",
            f"`{shortened(key.text)}` is no key of {self.what}",
            key.place,
            help=(*cures, f"valid here: {', '.join(self._keys)}"),
        )

    @property
    def failed(self) -> bool:
        return has_errors(self.problems[self._before :])

    def add(self, problem: Problem) -> None:
        self.problems.append(problem)

    def stands(self, key: str) -> bool:
        """Whether a key was written, with a value or without."""
        return key in self._entries

    def has(self, key: str) -> bool:
        return self.node(key) is not None

    def written(self) -> tuple[str, ...]:
        """The keys that have a value, in order of spelling."""
        return tuple(sorted(intern(key) for key in self._entries if key in self._keys and self.has(key)))

    def node(self, key: str) -> Node | None:
        """The value of a key; None when absent or empty."""
        if key not in self._keys:
            raise KeyError(key)
        _, value = self._entries.get(key, (None, None))
        return None if is_empty(value) else value

    def place_of(self, key: str) -> Place:
        """Where the value of a key stands, or where the map begins."""
        node = self.node(key)
        return self.place if node is None else node.place

    def key_place(self, key: str) -> Place:
        """Where a key stands that was written."""
        return self._entries[key][0].place

    def named(self, key: str) -> str:
        return f"`{key}` of {self.what}"

    def need(self, key: str, cure: str) -> None:
        """Complain when a key is absent. That it has no value was told when the fields were read."""
        if not self.stands(key):
            self.add(Problem("missing-key", f"{self.what} has no `{key}`", self.place, help=(cure,)))

    def scalar(self, key: str, expected: str = "a text") -> Scalar | None:
        node = self.node(key)
        if node is None or isinstance(node, Scalar):
            return node
        self.add(problem_of_shape(self.named(key), expected, node))
        return None

    def text(self, key: str) -> str | None:
        """A text on one line."""
        scalar = self.scalar(key)
        return None if scalar is None else self._on_one_line(key, scalar)

    def _on_one_line(self, key: str, scalar: Scalar) -> str:
        text = one_line(scalar.text)
        if len(text) > LONGEST_LINE:
            message = f"{self.named(key)} has {len(text):,} characters, and {LONGEST_LINE:,} are the most"
            cure = "it stands on one line, on many pages: shorten it"
            self.add(Problem("text-too-long", message, scalar.place, help=(cure,)))
        return text

    def scalars(self, key: str) -> tuple[Scalar, ...]:
        """One text, or a list of them."""
        node = self.node(key)
        if node is None:
            return ()
        return self.scalars_of(node, self.named(key))

    def scalars_of(self, node: Node, what: str) -> tuple[Scalar, ...]:
        items = node.items if isinstance(node, Seq) else (node,)
        texts = []
        for item in items:
            if not isinstance(item, Scalar):
                self.add(problem_of_shape(what, "a text, or a list of texts", item))
            elif is_empty(item):
                self.add(
                    Problem("wrong-type", f"{what} has an empty item", item.place, help=("take it out",))
                )
            else:
                texts.append(item)
        return tuple(texts)

    def texts(self, key: str) -> tuple[str, ...]:
        return tuple(self._on_one_line(key, scalar) for scalar in self.scalars(key))

    def items(self, key: str, expected: str) -> tuple[Node, ...]:
        """The items of a list."""
        node = self.node(key)
        if node is None or isinstance(node, Seq):
            return () if node is None else node.items
        self.add(problem_of_shape(self.named(key), expected, node))
        return ()

    def map(self, key: str, expected: str) -> Map | None:
        node = self.node(key)
        if node is None or isinstance(node, Map):
            return node
        self.add(problem_of_shape(self.named(key), expected, node))
        return None

    def pairs(self, key: str, expected: str) -> tuple[tuple[Scalar, Scalar], ...]:
        """The keys and texts of a map, as written; what is empty or no text is left out, with a problem."""
        node = self.map(key, expected)
        pairs = []
        for name, value in node.entries if node else ():
            if isinstance(value, Scalar) and not is_empty(value):
                pairs.append((name, value))
            else:
                self.add(problem_of_shape(f"`{shortened(name.text)}` in {self.named(key)}", "a text", value))
        return tuple(pairs)

    def fields(self, key: str, keys: tuple[str, ...], expected: str) -> Fields | None:
        """A reader for the map that stands at a key."""
        node = self.map(key, expected)
        return None if node is None else Fields(node, self.named(key), keys, self.problems)

    def choice(
        self, key: str, valid: tuple[str, ...], later: tuple[str, ...] = (), cure: str = ""
    ) -> str | None:
        """One of some texts. Those of `later` are known only to be refused, with a cure for who meant one."""
        scalar = self.scalar(key)
        if scalar is None or scalar.text in valid:
            return None if scalar is None else scalar.text
        if scalar.text in later:
            self.add(problem_of_later(f"`{key}: {scalar.text}`", scalar.place, cure))
            return None
        problem = problem_of_unknown_value(self.named(key), scalar.text, valid, scalar.place)
        if later:
            known = f"{listed(later, 'and')} are not yet supported, and stop the build: {cure}"
            problem = replace(problem, help=(*problem.help, known))
        self.add(problem)
        return None

    def matching(self, key: str, pattern: re.Pattern[str], code: str, expected: str, cure: str) -> str | None:
        """A text of a given form."""
        scalar = self.scalar(key)
        if scalar is None:
            return None
        if pattern.fullmatch(scalar.text):
            self._on_one_line(key, scalar)
            return scalar.text
        message = f"{self.named(key)} is `{shortened(scalar.text)}`, which is not {expected}"
        self.add(Problem(code, message, scalar.place, help=(cure,)))
        return None

    def date(self, key: str) -> Date | None:
        scalar = self.scalar(key, "a date as text")
        return None if scalar is None else self.date_of(scalar)

    def date_of(self, scalar: Scalar, cures: tuple[str, ...] = ()) -> Date | None:
        """The date that a text says; `cures` are what may be meant where it says none."""
        found = date_from_text(scalar.text)
        if not isinstance(found, DateFault):
            return found
        meant = date_from_words(scalar.text, self._languages)
        cures = (*cures, f"write {meant}" if meant else found.help)
        self.add(Problem(found.code, found.message, scalar.place, help=tuple(filter(None, cures))))
        return None

    def prose(self, key: str) -> Prose | None:
        scalar = self.scalar(key)
        return None if scalar is None else Prose(scalar.text.rstrip(), scalar.body)

    def id_of(self, scalar: Scalar, *, parts: bool = False) -> str | None:
        """An id; with `parts`, one that may have `/` in it."""
        fault = fault_of_id(scalar.text, scalar.place, parts=parts)
        if fault is None:
            return scalar.text
        self.add(fault)
        return None

    def placed_ids(self, key: str, *, parts: bool = False) -> tuple[tuple[str, ...], tuple[Place, ...]]:
        """Ids, and where each stands."""
        found = [(self.id_of(scalar, parts=parts), scalar.place) for scalar in self.scalars(key)]
        placed = [(one, place) for one, place in found if one is not None]
        return tuple(one for one, _ in placed), tuple(place for _, place in placed)

    def ref(self, key: str, kind: RefKind | None, article: str | None = None) -> Ref | None:
        """One reference; the bare id where `kind` is known."""
        scalar = self.scalar(key)
        return None if scalar is None else self.ref_of(scalar, kind, article)

    def refs(self, key: str, kind: RefKind | None, article: str | None = None) -> tuple[Ref, ...]:
        found = (self.ref_of(scalar, kind, article) for scalar in self.scalars(key))
        return tuple(one for one in found if one is not None)

    def ref_of(self, scalar: Scalar, kind: RefKind | None, article: str | None = None) -> Ref | None:
        found = ref_from_field(scalar.text, scalar.place, kind, article)
        self.problems.extend(found.problems)
        return found.value

    def refuse(self, key: str, cure: str) -> None:
        """Stop the build at a field that would be ignored today, and so publish what it is there to hold back."""
        node = self.node(key)
        if node is not None:
            self.add(problem_of_later(f"`{key}`", node.place, cure))


def problem_of_later(what: str, place: Place, cure: str) -> Problem:
    return Problem(
        "not-yet-supported",
        f"{what} is not yet supported: it would have no effect, so the build stops",
        place,
        help=(cure,),
    )


def with_unique_ids(
    of: Iterable[T], id_of: Callable[[T], tuple[str, Place]], what: str
) -> tuple[tuple[T, ...], tuple[Problem, ...]]:
    """The first record of each id, and a problem for each later one that names both places."""
    first: dict[str, tuple[T, Place]] = {}
    problems = []
    for record in of:
        name, place = id_of(record)
        if name in first:
            notes = (Remark("the first one", first[name][1]),)
            cure = f"give one of them another id, or make them one {what}"
            problems.append(
                Problem("id-duplicate", f"two {_MANY[what]} have the id `{name}`", place, notes, help=(cure,))
            )
        else:
            first[name] = (record, place)
    return tuple(record for record, _ in first.values()), tuple(problems)


_MANY: Mapping[str, str] = MappingProxyType(
    {"entity": "entities", "event": "events", "claim": "claims", "note": "notes"}
)
