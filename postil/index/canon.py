"""Canon: what Pagefind writes, brought into one form for the same pages.

Pagefind numbers pages in the order in which the file system names them, writes the values of filters in the order of a hash
map, and names fragments and chunks by hashes that are short enough to meet. So on equal pages its files differ from run
to run and from disk to disk. Here pages are numbered by address, lists are sorted, and files are named by their
contents. What a search finds, and with which score, stays the same.

It is written for the files of one release, which the project pins exactly, and refuses any other shape with
`UnknownShape`, which says of which file. It knows nothing of views and pages.
"""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import json
import re
import struct
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

RELEASE = "1.5.2"

Value: TypeAlias = "int | float | str | bool | list[Value] | None"
"""What Pagefind puts into CBOR (RFC 8949)."""

Data: TypeAlias = "tuple[str, bytes]"
"""(path below the bundle, bytes)."""

_MAGIC = b"pagefind_dcd"
ENTRY = "pagefind-entry.json"
PROGRAM = "pagefind.js"
WORKER = "pagefind-worker.js"
"""Entry and programs are all that a search starts from. The ready-made interfaces that come beside them are left out."""


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


def make_canonical(bundle: Path) -> Iterator[Data]:
    """Give the files of a bundle that a search needs, in canonical form."""
    with reading(ENTRY):
        entry = json.loads((bundle / ENTRY).read_bytes())
        _require(
            isinstance(entry, dict) and isinstance(entry["languages"], dict), "it is no list of languages"
        )
        _require(entry["version"] == RELEASE, f"it is of release {entry['version']}")
        languages = {
            lang: {**about, "wasm": about["wasm"], "hash": about["hash"]}
            for lang, about in sorted(entry["languages"].items())
        }
    for program in (PROGRAM, WORKER):
        yield program, _bytes(bundle, program)
    for lang, about in languages.items():
        wasm = f"wasm.{about['wasm'] or 'unknown'}.pagefind"
        yield wasm, _bytes(bundle, wasm)
        meta = f"pagefind.{about['hash']}.pf_meta"
        with reading(meta):
            made = _Language(bundle, lang, _read(bundle / meta))
        yield from made.fragments()
        yield from made.chunks()
        yield from made.filters()
        name, data = _named(lang, cbor_from_value(made.meta()))
        about["hash"] = name
        yield f"pagefind.{name}.pf_meta", data
    entry["languages"] = languages
    yield ENTRY, json.dumps(entry, ensure_ascii=False, separators=(",", ":")).encode()


def _bytes(bundle: Path, file: str) -> bytes:
    with reading(file):
        return (bundle / file).read_bytes()


class _Language:
    """The files of one language. Its meta is [release, pages, chunks, filters, sort keys, fields]."""

    def __init__(self, bundle: Path, lang: str, meta: Value) -> None:
        _release, pages, chunks, filters, sorts, fields = _listed(meta, 6)
        self._bundle, self._lang = bundle, lang
        self._chunks = [_listed(chunk, 3) for chunk in _listed(chunks)]
        self._filters = [_listed(one, 2) for one in _listed(filters)]
        self._sorts = [_listed(one, 2) for one in _listed(sorts)]
        self._fields = fields
        self._pages = [_listed(page, 2) for page in _listed(pages)]
        raw, address = [], []
        for name, _ in self._pages:
            path = self._fragment(_text(name))
            with reading(f"fragment/{path.name}"):
                content = _unpacked(path)
                raw.append(_MAGIC + content)
                address.append(_text(json.loads(content)["url"]))
        order = sorted(range(len(raw)), key=lambda old: address[old])
        self._order = order
        self._names = [_name(self._lang, one) for one in raw]
        self._renumbered = dict(zip(order, range(len(order)), strict=True))
        _require(len(set(self._names)) == len(raw), "two fragments of one content")

    def _fragment(self, name: str) -> Path:
        return self._bundle / "fragment" / f"{name}.pf_fragment"

    def fragments(self) -> Iterator[Data]:
        for old in self._order:
            data = self._fragment(_text(self._pages[old][0])).read_bytes()
            yield f"fragment/{self._names[old]}.pf_fragment", data

    def chunks(self) -> Iterator[Data]:
        """The chunks of words; each keeps its words and gets the new numbers."""
        for chunk in self._chunks:
            file = f"index/{_text(chunk[2])}.pf_index"
            with reading(file):
                renumbered = _renumbered_chunk(_unpacked(self._bundle / file), self._renumbered)
            name, data = _named(self._lang, renumbered)
            chunk[2] = name
            yield f"index/{name}.pf_index", data

    def filters(self) -> Iterator[Data]:
        for one in self._filters:
            file = f"filter/{_text(one[1])}.pf_filter"
            with reading(file):
                content = self._renumbered_filter(_read(self._bundle / file), one[0])
            one[1], data = _named(self._lang, cbor_from_value(content))
            yield f"filter/{one[1]}.pf_filter", data

    def _renumbered_filter(self, content: Value, expected: Value) -> Value:
        name, values = _listed(content, 2)
        _require(name == expected, "it is another filter")
        renumbered: list[tuple[str, Value]] = []
        for pair in _listed(values):
            value, pages = _listed(pair, 2)
            numbers: list[Value] = [*sorted(self._new(page) for page in _listed(pages))]
            renumbered.append((_text(value), numbers))
        in_order: list[Value] = [
            [value, pages] for value, pages in sorted(renumbered, key=lambda pair: pair[0])
        ]
        return [name, in_order]

    def meta(self) -> Value:
        """The meta with the new names and numbers; complete only when chunks and filters have been given."""
        pages: list[Value] = [[self._names[old], self._pages[old][1]] for old in self._order]
        sorts: list[Value] = [
            [name, [self._new(page) for page in _listed(in_order)]]
            for name, in_order in sorted(self._sorts, key=lambda one: _text(one[0]))
        ]
        filters: list[Value] = [list(one) for one in sorted(self._filters, key=lambda one: _text(one[0]))]
        return [RELEASE, pages, [list(chunk) for chunk in self._chunks], filters, sorts, self._fields]

    def _new(self, page: Value) -> int:
        _require(isinstance(page, int) and page in self._renumbered, "a page has another number")
        return self._renumbered[int(str(page))]


# --- chunks of words ------------------------------------------------------------------------------------------------
#
# A chunk is [[[word, pages, [[variant, pages] ...]] ...]]; pages are [difference to the page before, positions, positions
# in fields] each. Only the differences change, so the positions, which are nearly all of it, are copied as they lie.

_UINT = rb"(?:[\x00-\x17]|\x18.|\x19..|\x1a....)"
_INT = rb"(?:[\x00-\x17\x20-\x37]|[\x18\x38].|[\x19\x39]..|[\x1a\x3a]....)"
_FEW = b"|".join(re.escape(bytes([0x80 + n])) + _INT * n for n in range(12))
_USUAL = re.compile(b"\\x83(" + _UINT + b")((?:" + _FEW + b")\\x80)", re.DOTALL)
"""A page with fewer than twelve positions and none in fields."""


def _renumbered_chunk(data: bytes, renumbered: dict[int, int]) -> bytes:
    out: list[bytes] = [b"\x81"]
    _require(data[:1] == b"\x81", "it is no chunk of words")
    words, at = _head(data, 1, 4)
    out.append(_head_bytes(4, words))
    for _ in range(words):
        _require(data[at : at + 1] == b"\x83", "a word is of another form")
        at = _copied_word(data, at, out, renumbered)
        variants, at = _head(data, at, 4)
        out.append(_head_bytes(4, variants))
        for _ in range(variants):
            _require(data[at : at + 1] == b"\x82", "a word is of another form")
            at = _copied_word(data, at, out, renumbered)
    _require(at == len(data), "a chunk of words ends early")
    return b"".join(out)


def _copied_word(data: bytes, at: int, out: list[bytes], renumbered: dict[int, int]) -> int:
    """Copy the head of an array, a word and its pages, renumbered; give where they end."""
    length, start = _head(data, at + 1, 3)
    out.append(data[at : start + length])
    count, at = _head(data, start + length, 4)
    pages: list[tuple[int, bytes]] = []
    old = 0
    for _ in range(count):
        usual = _USUAL.match(data, at)
        if usual:
            difference, rest, at = _head(usual[1], 0, 0)[0], usual[2], usual.end()
        else:
            _require(data[at : at + 1] == b"\x83", "a page of a word is of another form")
            difference, start = _head(data, at + 1, 0)
            _, middle = value_from_cbor(data, start)
            _, at = value_from_cbor(data, middle)
            rest = data[start:at]
        old += difference
        pages.append((renumbered[old], rest))
    out.append(_head_bytes(4, count))
    before = 0
    for new, rest in sorted(pages):
        out += (b"\x83", _head_bytes(0, new - before), rest)
        before = new
    return at


# --- files and CBOR -------------------------------------------------------------------------------------------------


def _unpacked(path: Path) -> bytes:
    data = gzip.decompress(path.read_bytes())
    _require(data.startswith(_MAGIC), "it begins otherwise")
    return data[len(_MAGIC) :]


def _read(path: Path) -> Value:
    data = _unpacked(path)
    value, end = value_from_cbor(data, 0)
    _require(end == len(data) and cbor_from_value(value) == data, "its CBOR is of another form")
    return value


def _named(lang: str, content: bytes) -> Data:
    data = _MAGIC + content
    return _name(lang, data), gzip.compress(data, 6, mtime=0)


def _name(lang: str, data: bytes) -> str:
    return f"{lang}_{hashlib.sha256(data).hexdigest()[:16]}"


_SIMPLE: Mapping[int, Value] = MappingProxyType({20: False, 21: True, 22: None})
_FLOATS = MappingProxyType({25: (">e", 2), 26: (">f", 4), 27: (">d", 8)})


def value_from_cbor(data: bytes, at: int) -> tuple[Value, int]:
    """The value that begins at `at`, and where it ends (bytes)."""
    kind, short = data[at] >> 5, data[at] & 31
    if kind == 7:
        if short in _SIMPLE:
            return _SIMPLE[short], at + 1
        _require(short in _FLOATS, f"CBOR simple value {short}")
        form, width = _FLOATS[short]
        return float(struct.unpack_from(form, data, at + 1)[0]), at + 1 + width
    number, at = _head(data, at, kind)
    if kind == 0:
        return number, at
    if kind == 1:
        return -1 - number, at
    if kind == 3:
        return data[at : at + number].decode(), at + number
    _require(kind == 4, f"CBOR type {kind}")
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
        return _head_bytes(0, value) if value >= 0 else _head_bytes(1, -1 - value)
    if isinstance(value, str):
        text = value.encode()
        return _head_bytes(3, len(text)) + text
    if isinstance(value, list):
        return _head_bytes(4, len(value)) + b"".join(map(cbor_from_value, value))
    raise UnknownShape(f"{type(value).__name__} in a file that is rewritten")


def _head(data: bytes, at: int, kind: int) -> tuple[int, int]:
    """The number in the head of an item of this major type, and where the head ends."""
    first = data[at]
    short = first & 31
    if first >> 5 != kind or short > 27:
        raise UnknownShape(f"CBOR head {first:#x}, type {kind} was expected")
    if short < 24:
        return short, at + 1
    width = 1 << (short - 24)
    return int.from_bytes(data[at + 1 : at + 1 + width], "big"), at + 1 + width


def _head_bytes(kind: int, number: int) -> bytes:
    if number < 24:
        return bytes([kind << 5 | number])
    for short, width in ((24, 1), (25, 2), (26, 4), (27, 8)):
        if number < 1 << 8 * width:
            return bytes([kind << 5 | short]) + number.to_bytes(width, "big")
    raise UnknownShape(f"a number of {number.bit_length()} bits")


def _listed(value: Value, length: int | None = None) -> list[Value]:
    if not isinstance(value, list) or length not in {None, len(value)}:
        raise UnknownShape("a list of another length, or no list")
    return value


def _text(value: Value) -> str:
    if not isinstance(value, str):
        raise UnknownShape("no text where there was one")
    return value


def _require(holds: bool, what: str) -> None:  # noqa: FBT001 - a condition, said in place
    if not holds:
        raise UnknownShape(what)
