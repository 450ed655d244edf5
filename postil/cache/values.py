"""Values to bytes and back: the model's frozen classes, and what Python has for data.

The form is that of pickle, which is fast, with two bounds. Bytes are read by a reader that knows the classes of the model
and of problems and nothing else, so that no bytes whatever can make it run anything. And equal values give equal bytes in
`digestible`, in which nothing depends on which parts of a value happen to be one object.
"""

from __future__ import annotations

import io
import pickle
import sys
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from importlib import import_module
from operator import attrgetter
from typing import Any

_KNOWN = "postil.problems"
_KNOWN_BELOW = "postil.model."


class Foreign(ValueError):  # noqa: N818 - what bytes are, not what went wrong
    """Bytes that are no value of ours."""


def packed(value: object) -> bytes:
    """The value as bytes, parts that are one object written once."""
    stream = io.BytesIO()
    _Writer(stream, pickle.HIGHEST_PROTOCOL).dump(value)
    return stream.getvalue()


def digestible(value: object) -> bytes:
    """Bytes that are equal for equal values, and for no others. They are larger, and need not be read back."""
    stream = io.BytesIO()
    writer = _Writer(stream, pickle.HIGHEST_PROTOCOL)
    writer.fast = True
    writer.dump(value)
    return stream.getvalue()


def unpacked(data: bytes) -> Any:  # noqa: ANN401 - whatever was packed
    """The value. Raises `Foreign` for bytes that `packed` has not made."""
    try:
        return _Reader(io.BytesIO(data)).load()
    except Foreign:
        raise
    except Exception as error:
        raise Foreign(str(error)) from error


class _Reductions(dict[type, Callable[[Any], Any]]):
    """How an object of each class is written; worked out when the first one of it comes by."""

    def __missing__(self, kind: type) -> Callable[[Any], Any]:
        values = _values_of(kind)
        if values is None:
            self[kind] = _as_pickle_has_it
        elif _is_by_name(kind):
            self[kind] = lambda obj: (made, (kind, *values(obj)))
        else:
            self[kind] = lambda obj: (kind, values(obj))
        return self[kind]


def _as_pickle_has_it(obj: object) -> Any:  # noqa: ANN401 - a string, or a tuple
    return obj.__qualname__ if isinstance(obj, type) else obj.__reduce_ex__(pickle.HIGHEST_PROTOCOL)


class _Writer(pickle.Pickler):
    """Writes an object of the model as its class and the values of its fields, which is shorter than what pickle has."""

    # Asked once for each object; `reducer_override` would be asked for its class too.
    dispatch_table = _Reductions()


@cache
def _values_of(kind: type) -> Any:  # noqa: ANN401 - a function, or None
    """What gives the values of the fields, for a class of ours."""
    if not is_dataclass(kind):
        return None
    names = _names_of(kind)
    if len(names) > 1:
        return attrgetter(*names)
    return lambda obj: tuple(getattr(obj, name) for name in names)


@cache
def _names_of(kind: Any) -> tuple[str, ...]:  # noqa: ANN401 - a class of ours
    """The fields that a value is made from; what it keeps for itself is no part of it."""
    return tuple(one.name for one in fields(kind) if one.init)


@cache
def _is_by_name(kind: Any) -> bool:  # noqa: ANN401 - a class of ours
    return any(one.kw_only for one in fields(kind) if one.init)


def made(kind: Any, *values: object) -> object:  # noqa: ANN401 - as above
    """An object of a class whose fields are given by name: pages."""
    return kind(**dict(zip(_names_of(kind), values, strict=True)))


class _Reader(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:  # noqa: ANN401 - as pickle has it
        return made if (module, name) == (__name__, made.__name__) else _class_of(module, name)

    def persistent_load(self, _: object) -> Any:  # noqa: ANN401 - as pickle has it
        raise Foreign("a reference to something outside")


@cache
def _class_of(module: str, name: str) -> type:
    if module != _KNOWN and not (module.startswith(_KNOWN_BELOW) and module.count(".") == 2):
        raise Foreign(f"{module} holds no values")
    try:
        found = getattr(sys.modules.get(module) or import_module(module), name, None)
    except ImportError as error:
        raise Foreign(module) from error
    if (
        isinstance(found, type)
        and found.__module__ == module
        and (is_dataclass(found) or issubclass(found, Enum))
    ):
        return found
    raise Foreign(f"{module} has no values {name}")
