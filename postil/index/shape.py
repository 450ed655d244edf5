"""Shape: the form of Pagefind's files, of the one release that the project pins exactly; any other is refused.

A file is a word of twelve letters and a value in CBOR (RFC 8949), packed by gzip. Whatever is not as it was when this was
written is an `UnknownShape`, which says of which file. It knows nothing of what the values mean.
"""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import struct
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

RELEASE = "1.5.2"

Value: TypeAlias = "int | float | str | bool | list[Value] | None"
"""What Pagefind puts into CBOR."""

Data: TypeAlias = "tuple[str, bytes]"
"""(path below the bundle, bytes)."""

MAGIC = b"pagefind_dcd"
ENTRY = "pagefind-entry.json"
PROGRAM = "pagefind.js"
WORKER = "pagefind-worker.js"
"""Entry and programs are all that a search starts from. The ready-made interfaces that come beside them are left out."""

_LEVEL = 6
"""Of packing: 1 is fastest, 9 smallest. Each visitor fetches what is packed once a build."""


class UnknownShape(Exception):  # noqa: N818 - it names what was met
    """A file of another form than that of the release that is pinned. `what` was met; `file` is a path in the bundle."""

    def __init__(self, what: str, file: str = "") -> None:
        super().__init__(f"{file}: {what}" if file else what)
        self.what, self.file = what, file


@contextlib.contextmanager
def reading(file: str) -> Iterator[None]:
    """Whatever cannot be read of a file is its shape."""
    try:
        yield
    except UnknownShape as fault:
        raise UnknownShape(fault.what, fault.file or file) from fault
    except FileNotFoundError as fault:
        raise UnknownShape("there is no such file", file) from fault
    except (gzip.BadGzipFile, zlib.error, EOFError) as fault:
        raise UnknownShape("it is not packed by gzip", file) from fault
    except (LookupError, TypeError, ValueError, struct.error) as fault:
        raise UnknownShape("its content is of another form", file) from fault


def require(holds: bool, what: str) -> None:  # noqa: FBT001 - a condition, said in place
    if not holds:
        raise UnknownShape(what)


# --- files ----------------------------------------------------------------------------------------------------------


def unpacked(path: Path) -> bytes:
    """The content of a file: its CBOR, or the JSON of a fragment."""
    data = gzip.decompress(path.read_bytes())
    require(data.startswith(MAGIC), "it begins otherwise")
    return data[len(MAGIC) :]


def value_in(path: Path) -> Value:
    """The value that a file of CBOR holds."""
    data = unpacked(path)
    value, end = value_from_cbor(data, 0)
    require(end == len(data) and cbor_from_value(value) == data, "its CBOR is of another form")
    return value


def packed(content: bytes) -> bytes:
    """The inverse of `unpacked`: the bytes of a file."""
    return gzip.compress(MAGIC + content, _LEVEL, mtime=0)


def name_of(lang: str, content: bytes) -> str:
    """A file's name by its content: its language and 64 bits, so that no two meet where Pagefind's own, of 28, may."""
    return f"{lang}_{hashlib.sha256(MAGIC + content).hexdigest()[:16]}"


# --- CBOR -----------------------------------------------------------------------------------------------------------

_SIMPLE: Mapping[int, Value] = MappingProxyType({20: False, 21: True, 22: None})
_FLOATS = MappingProxyType({25: (">e", 2), 26: (">f", 4), 27: (">d", 8)})


def value_from_cbor(data: bytes, at: int) -> tuple[Value, int]:
    """The value that begins at `at`, and where it ends (bytes)."""
    kind, short = data[at] >> 5, data[at] & 31
    if kind == 7:
        if short in _SIMPLE:
            return _SIMPLE[short], at + 1
        require(short in _FLOATS, f"CBOR simple value {short}")
        form, width = _FLOATS[short]
        return float(struct.unpack_from(form, data, at + 1)[0]), at + 1 + width
    number, at = head_at(data, at, kind)
    if kind == 0:
        return number, at
    if kind == 1:
        return -1 - number, at
    if kind == 3:
        return data[at : at + number].decode(), at + number
    require(kind == 4, f"CBOR type {kind}")
    items: list[Value] = []
    for _ in range(number):
        item, at = value_from_cbor(data, at)
        items.append(item)
    return items, at


def cbor_from_value(value: Value) -> bytes:
    """The inverse of `value_from_cbor`, in the shortest form; no floats, which Pagefind writes in no file rewritten here."""
    if value is None:
        return b"\xf6"
    if isinstance(value, bool):
        return b"\xf5" if value else b"\xf4"
    if isinstance(value, int):
        return head(0, value) if value >= 0 else head(1, -1 - value)
    if isinstance(value, str):
        text = value.encode()
        return head(3, len(text)) + text
    if isinstance(value, list):
        return head(4, len(value)) + b"".join(map(cbor_from_value, value))
    raise UnknownShape(f"{type(value).__name__} in a file that is rewritten")


def head_at(data: bytes, at: int, kind: int) -> tuple[int, int]:
    """The number in the head of an item of this major type, and where the head ends."""
    first = data[at]
    short = first & 31
    if first >> 5 != kind or short > 27:
        raise UnknownShape(f"CBOR head {first:#x}, type {kind} was expected")
    if short < 24:
        return short, at + 1
    width = 1 << (short - 24)
    return int.from_bytes(data[at + 1 : at + 1 + width], "big"), at + 1 + width


def head(kind: int, number: int) -> bytes:
    """The head of an item of a major type, with its number in the shortest form."""
    if number < 24:
        return bytes([kind << 5 | number])
    for short, width in ((24, 1), (25, 2), (26, 4), (27, 8)):
        if number < 1 << 8 * width:
            return bytes([kind << 5 | short]) + number.to_bytes(width, "big")
    raise UnknownShape(f"a number of {number.bit_length()} bits")


def listed(value: Value, length: int | None = None) -> list[Value]:
    if not isinstance(value, list) or length not in {None, len(value)}:
        raise UnknownShape("a list of another length, or no list")
    return value


def text_of(value: Value) -> str:
    if not isinstance(value, str):
        raise UnknownShape("no text where there was one")
    return value


def number_of(value: Value) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise UnknownShape("no number where there was one")
    return value
