"""What may be read out of the bytes of a file: by one who unpacks it, undoes every escape, and leaves out the marks.

Promises a text for every way in which the files of a site dress one: gzip, the search's CBOR (RFC 8949), base64, the escapes
of HTML, scripts, style sheets, addresses and host names; and for the values that builds keep, which are pickles. What is no
text stays bytes. Refuses to know what is looked for.
"""

from __future__ import annotations

import binascii
import contextlib
import pickletools
import re
import struct
import zlib
from base64 import b64decode
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from postil.secrecy import undone

_MAGIC = b"pagefind_dcd"
_GZIP = b"\x1f\x8b"
_PICKLE = b"\x80\x05"
_APART = "\nqzxqj\n"
"""Between texts of which none may be read into the next."""

_MOST = 400_000_000
"""Bytes that a packed file is unpacked to at most; what is longer is not a file of ours."""

_DEEPEST = 4
"""Packings and codings in each other that are undone."""

_MARKUP = re.compile(r"<[a-zA-Z!/]")
_TAG = re.compile(r"<[a-zA-Z!/][^>]*>")
_APPARATUS = re.compile(r"<(\w+)\b[^>]*\bdata-apparatus\b[^>]*>.*?</\1\s*>", re.DOTALL)
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{16,}={0,2}")
_ADDRESS = re.compile(
    r"""\b(?:href|src|srcset|id|for|action)=["']?([^\s"'>]+)|((?:https?:|mailto:|www\.)[^\s"'<>\\]+)"""
)


class Kind(Enum):
    """How a reading is to be looked through."""

    TEXT = auto()
    ADDRESSES = auto()
    """Addresses and ids, one a line."""
    WORD = auto()
    """A string of the search index."""
    BYTES = auto()


@dataclass(frozen=True, slots=True)
class Reading:
    kind: Kind
    text: str = ""
    data: bytes = b""


def readings(data: bytes, depth: int = 0) -> Iterator[Reading]:
    """Everything that may be read out of some bytes."""
    unpacked = _unpacked(data)
    if unpacked is not None:
        if depth < _DEEPEST:
            yield from readings(unpacked, depth + 1)
        return
    if data.startswith(_PICKLE):
        texts, inner = _of_pickle(data)
        yield from _texts(_APART.join(texts))
        for one in inner if depth < _DEEPEST else ():
            yield from readings(one, depth + 1)
        return
    if data.startswith(_MAGIC):
        strings = _strings_of_cbor(data[len(_MAGIC) :])
        if strings is not None:
            yield from (Reading(Kind.WORD, one) for one in strings)
            return
        data = data[len(_MAGIC) :]
    yield from _plain(data, depth)


def _plain(data: bytes, depth: int) -> Iterator[Reading]:
    """What may be read out of bytes that are neither packed nor of a form with strings in it."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        yield Reading(Kind.BYTES, data=data)
        return
    if depth == _DEEPEST:
        yield from _texts(text)
        return
    decoded: list[bytes] = []

    def taken(match: re.Match[str]) -> str:
        inner = _from_base64(match[0])
        if inner is None:
            return match[0]
        decoded.append(inner)
        # What is packed is read when it is unpacked; in the letters that it is coded in, short names stand by chance.
        return "" if inner.startswith((_GZIP, _MAGIC)) else match[0]

    yield from _texts(_BASE64.sub(taken, text))
    for one in decoded:
        yield from readings(one, depth + 1)


def _texts(text: str) -> Iterator[Reading]:
    plain = undone(text)
    if plain != text:
        yield Reading(Kind.TEXT, text)
    yield Reading(Kind.TEXT, plain)
    addresses = "\n".join(match[1] or match[2] for match in _ADDRESS.finditer(plain))
    if addresses:
        yield Reading(Kind.ADDRESSES, addresses)
    if _MARKUP.search(plain):
        yield Reading(Kind.TEXT, _TAG.sub("", plain))
        yield Reading(Kind.TEXT, _TAG.sub(" ", plain))
        if "data-apparatus" in plain:
            yield Reading(Kind.TEXT, _TAG.sub("", _APPARATUS.sub("", plain)))


def _unpacked(data: bytes) -> bytes | None:
    if not data.startswith(_GZIP):
        return None
    try:
        return zlib.decompressobj(31).decompress(data, _MOST)
    except zlib.error:
        return None


def _from_base64(text: str) -> bytes | None:
    """What is coded, where it is a text or packed; most that looks like base64 is neither."""
    plain = text.replace("-", "+").replace("_", "/").rstrip("=")
    try:
        data = b64decode(plain + "=" * (-len(plain) % 4))
    except (binascii.Error, ValueError):
        return None
    if data.startswith((_GZIP, _MAGIC)):
        return data
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return data


def _of_pickle(data: bytes) -> tuple[list[str], list[bytes]]:
    """Every text and every string of bytes in a pickle, which is not run; of one that breaks off, those up to there."""
    texts: list[str] = []
    inner: list[bytes] = []
    with contextlib.suppress(ValueError):
        for _, value, _ in pickletools.genops(data):
            if isinstance(value, str):
                texts.append(value)
            elif isinstance(value, bytes | bytearray):
                inner.append(bytes(value))
    return texts, inner


# --- CBOR -----------------------------------------------------------------------------------------------------------


def _strings_of_cbor(data: bytes) -> list[str] | None:
    """Every text in some CBOR; None where it is of another form."""
    found: list[str] = []
    at = 0
    try:
        while at < len(data):
            kind, short = data[at] >> 5, data[at] & 31
            number, at = _number(data, at, short)
            if kind in (2, 3):
                piece = data[at : at + number]
                if len(piece) != number:
                    return None
                found.append(piece.decode("utf-8", "strict" if kind == 3 else "replace"))
                at += number
    except (IndexError, UnicodeDecodeError, struct.error):
        return None
    return found


def _number(data: bytes, at: int, short: int) -> tuple[int, int]:
    """The number in the head of an item, and where the head ends."""
    if short < 24 or short == 31:
        return short, at + 1
    width = 1 << (short - 24)
    if width > 8 or at + 1 + width > len(data):
        raise IndexError(short)
    return int.from_bytes(data[at + 1 : at + 1 + width], "big"), at + 1 + width
