"""Images: what an image file may be, how large it is, and the bytes of it that are published.

JPEG, PNG and WebP, still. What is published is the picture and nothing else: no Exif (place, camera, thumbnail), XMP, IPTC,
comments, texts, times, colour profile, nothing behind the end. The pixels are passed on as they are stored, so that a
document stays what it is; they are written anew only where they would otherwise be shown wrongly: turned by Exif, in the
colours of another profile than sRGB, or in inks (CMYK).

Promises that equal bytes give equal bytes, and that a file which is broken or would fill the memory is a problem and never
an exception. The one user of Pillow. Knows nothing of archives, and opens no file.
"""

from __future__ import annotations

import struct
import warnings
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from io import SEEK_END, BytesIO
from types import MappingProxyType
from typing import BinaryIO

from PIL import Image, ImageCms, ImageOps, UnidentifiedImageError

from postil.problems import Checked, Place, Problem

FORMS = MappingProxyType({".jpg": "JPEG", ".jpeg": "JPEG", ".png": "PNG", ".webp": "WEBP"})
"""What a file of each suffix holds."""

MOST_PIXELS = 60_000_000
"""Of one picture; it takes four bytes for each while it is looked through."""

MOST_BYTES = 40_000_000
"""Of one file."""

_NAMES = "a JPEG (.jpg), PNG (.png) or WebP (.webp) file"
_QUALITY = 92
_ORIENTATION = 0x0112
_TURNED = (2, 3, 4, 5, 6, 7, 8)
_ON_ITS_SIDE = (5, 6, 7, 8)
"""Values of Exif's orientation that turn or mirror, and those that change width and height (CIPA DC-008, 4.6.5.1.6)."""

_PLAIN = ("1", "L", "LA", "I;16", "P", "RGB", "RGBA")
"""Modes whose pixels a browser shows as they are stored."""


def measured(name: str, stream: BinaryIO) -> Checked[tuple[int, int]]:
    """Width and height in pixels, as the picture is shown; (0, 0) where there is a problem. Reads no more than it must."""
    form = FORMS.get(_suffix(name))
    if form is None:
        return Checked((0, 0), (_unknown(name),))
    width = height = 0
    try:
        if stream.seek(0, SEEK_END) > MOST_BYTES:
            return Checked((0, 0), (_too_large(name),))
        stream.seek(0)
        with _opened(stream, form) as picture:
            problem = _fault(name, picture)
            width, height = picture.size
            if _orientation(picture) in _ON_ITS_SIDE:
                width, height = height, width
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        problem = _too_large(name)
    except UnidentifiedImageError:
        problem = _not_of_its_form(name)
    except Exception as error:  # noqa: BLE001 -- a decoder raises whatever Python can
        problem = _broken(name, error)
    return Checked((width, height)) if problem is None else Checked((0, 0), (problem,))


def published(name: str, data: bytes) -> Checked[bytes]:
    """The bytes that are published for a file; b"" where there is a problem."""
    form = FORMS.get(_suffix(name))
    if form is None:
        return Checked(b"", (_unknown(name),))
    if len(data) > MOST_BYTES:
        return Checked(b"", (_too_large(name),))
    try:
        with _opened(BytesIO(data), form) as picture:
            problem = _fault(name, picture)
            if problem is not None:
                return Checked(b"", (problem,))
            is_turned = _orientation(picture) in _TURNED
            picture.load()
            if is_turned or picture.mode not in _PLAIN or _has_other_colours(picture):
                data = _anew(picture, form)
        return Checked(_BARE[form](data))
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        return Checked(b"", (_too_large(name),))
    except UnidentifiedImageError:
        return Checked(b"", (_not_of_its_form(name),))
    except Exception as error:  # noqa: BLE001 -- a decoder raises whatever Python can
        return Checked(b"", (_broken(name, error),))


def _opened(stream: BinaryIO, form: str) -> Image.Image:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        return Image.open(stream, formats=(form,))


def _orientation(picture: Image.Image) -> object:
    """As Exif says at the head of the file: asked for more, the library would decode all of a PNG."""
    exif = Image.Exif()
    exif.load(picture.info.get("exif", b""))
    return exif.get(_ORIENTATION)


def _suffix(name: str) -> str:
    dot = name.rfind(".")
    return name[dot:].lower() if dot > name.rfind("/") else ""


# --- written anew -----------------------------------------------------------------------------------------------------


def _has_other_colours(picture: Image.Image) -> bool:
    """Whether the picture has a colour profile, and not that of sRGB, which browsers take where there is none."""
    profile = picture.info.get("icc_profile")
    if not profile:
        return False
    try:
        return "srgb" not in ImageCms.getProfileDescription(BytesIO(profile)).lower()
    except ImageCms.PyCMSError:
        return False  # browsers pass over what is no profile, too


def _anew(picture: Image.Image, form: str) -> bytes:
    profile = picture.info.get("icc_profile")
    upright = ImageOps.exif_transpose(picture)
    if upright.mode == "P":
        upright = upright.convert("RGBA" if "transparency" in upright.info else "RGB")
    if profile and _has_other_colours(picture) and upright.mode in ("L", "RGB", "RGBA", "CMYK"):
        mode = "RGBA" if upright.mode == "RGBA" else "RGB"
        srgb = ImageCms.createProfile("sRGB")
        with suppress(ImageCms.PyCMSError):  # a profile of other colours than the picture has
            upright = ImageCms.profileToProfile(upright, BytesIO(profile), srgb, outputMode=mode) or upright
    if upright.mode not in _PLAIN:
        upright = upright.convert("RGB")
    made = BytesIO()
    upright.info = {}
    match form:
        case "JPEG":
            upright.save(made, form, quality=_QUALITY, subsampling="4:4:4")
        case "PNG":
            upright.save(made, form)
        case _:
            upright.save(made, form, quality=_QUALITY, method=4)
    return made.getvalue()


# --- nothing but the picture ------------------------------------------------------------------------------------------


class _BrokenError(Exception):
    pass


def _bare_jpeg(data: bytes) -> bytes:
    """Frames, tables and scans; of the application segments what tells the colours, written as everybody's is.

    ITU-T T.81, annex B; Adobe's segment as in its Technical Note 5116.
    """
    kept = [b"\xff\xd8"]
    at = 2
    while True:
        while data[at : at + 2] == b"\xff\xff":
            at += 1
        if data[at] != 0xFF:
            raise _BrokenError("a marker is not where it should be")
        marker = data[at + 1]
        if marker == 0xD9:
            break
        (length,) = struct.unpack_from(">H", data, at + 2)
        segment = data[at : at + 2 + length]
        if len(segment) < 2 + length:
            raise _BrokenError("a segment is cut")
        at += 2 + length
        if marker == 0xE0 and segment[4:9] == b"JFIF\0":
            kept.append(b"\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00")
        elif marker == 0xEE and segment[4:9] == b"Adobe" and length >= 14:
            kept.append(b"\xff\xee\x00\x0eAdobe\x00\x64\x00\x00\x00\x00" + segment[15:16])
        elif marker == 0xDA:
            end = _end_of_scan(data, at)
            kept.append(segment + data[at:end])
            at = end
        elif 0xC0 <= marker <= 0xCF or marker in (0xDB, 0xDC, 0xDD):
            kept.append(segment)
    return b"".join((*kept, b"\xff\xd9"))


def _end_of_scan(data: bytes, at: int) -> int:
    """Where the marker behind the coded bytes begins; stuffed zeros and restarts belong to them."""
    while True:
        at = data.find(b"\xff", at)
        if at < 0 or at + 1 >= len(data):
            raise _BrokenError("the end is missing")
        if data[at + 1] != 0 and not 0xD0 <= data[at + 1] <= 0xD7 and data[at + 1] != 0xFF:
            return at
        at += 1 if data[at + 1] == 0xFF else 2


_PNG_KEPT = MappingProxyType(
    {b"PLTE": range(769), b"tRNS": range(257), b"gAMA": (4,), b"cHRM": (32,), b"sRGB": (1,)}
)
"""Chunks kept beside the picture's own, and how long each may be (PNG, third edition, 11)."""


def _bare_png(data: bytes) -> bytes:
    kept = [data[:8]]
    pixels: list[bytes] = []
    header = b""
    for kind, content in _png_chunks(data):
        if kind == b"IHDR":
            header = content
            kept.append(_png_chunk(kind, content))
        elif kind == b"IDAT":
            pixels.append(content)
        elif len(content) in _PNG_KEPT.get(kind, ()) and not pixels:
            kept.append(_png_chunk(kind, content))
    kept += [_png_chunk(b"IDAT", _one_stream(b"".join(pixels), header)), _png_chunk(b"IEND", b"")]
    return b"".join(kept)


def _png_chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 8
    while True:
        length, kind = struct.unpack_from(">I4s", data, at)
        if kind == b"IEND":
            return
        content = data[at + 8 : at + 8 + length]
        if len(content) < length:
            raise _BrokenError("a chunk is cut")
        yield kind, content
        at += 12 + length


def _png_chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def _one_stream(stream: bytes, header: bytes) -> bytes:
    """The compressed pixels, without what stands behind their end; they are no more than the header announces."""
    width, height, depth = struct.unpack_from(">IIB", header)
    most = height * (1 + width * 4 * max(depth, 8) // 8) + 8 * height + 64
    inflating = zlib.decompressobj()
    rest = stream
    seen = 0
    while not inflating.eof:
        seen += len(inflating.decompress(rest, 1 << 20))
        rest = inflating.unconsumed_tail
        if seen > most or (not rest and not inflating.eof):
            raise _BrokenError("the pixels are more or fewer than it says")
    return stream[: len(stream) - len(inflating.unused_data)]


def _bare_webp(data: bytes) -> bytes:
    """RFC 9649: the picture, its transparency, and the header of an extended file with no other flag left."""
    kept: list[bytes] = []
    at = 12
    end = min(len(data), 8 + struct.unpack_from("<I", data, 4)[0])
    while at + 8 <= end:
        kind, length = struct.unpack_from("<4sI", data, at)
        content = data[at + 8 : at + 8 + length]
        if len(content) < length:
            raise _BrokenError("a chunk is cut")
        at += 8 + length + length % 2
        if kind == b"VP8X":
            content = bytes([content[0] & 0x10, 0, 0, 0]) + content[4:10]
            length = 10
        elif kind not in (b"VP8 ", b"VP8L", b"ALPH"):
            continue
        kept.append(struct.pack("<4sI", kind, length) + content + b"\0" * (length % 2))
    if not any(chunk.startswith((b"VP8 ", b"VP8L")) for chunk in kept):
        raise _BrokenError("there is no picture in it")
    whole = b"WEBP" + b"".join(kept)
    return b"RIFF" + struct.pack("<I", len(whole)) + whole


_BARE: Mapping[str, Callable[[bytes], bytes]] = MappingProxyType(
    {"JPEG": _bare_jpeg, "PNG": _bare_png, "WEBP": _bare_webp}
)


# --- problems ---------------------------------------------------------------------------------------------------------


def _fault(name: str, picture: Image.Image) -> Problem | None:
    width, height = picture.size
    if width * height > MOST_PIXELS:
        return _too_large(name)
    if picture.format in ("PNG", "WEBP") and getattr(picture, "is_animated", False):
        return Problem(
            "image-type", "the picture moves", Place(name), help=("publish one of its pictures, as a still",)
        )
    return None


def _unknown(name: str) -> Problem:
    suffix = _suffix(name)
    why = {
        ".svg": "an SVG file can hold scripts and ask other hosts for files, so it is not published",
        ".gif": "a GIF file is not published",
    }.get(suffix, f"a file `{suffix}` is no image that is published" if suffix else "the file has no suffix")
    return Problem("image-type", why, Place(name), help=(f"save it as {_NAMES}",))


def _not_of_its_form(name: str) -> Problem:
    form = FORMS[_suffix(name)].replace("WEBP", "WebP")
    cure = f"save it as {_NAMES}, with the suffix of what it is"
    return Problem(
        "image-type", f"its name says {form}, but what is in the file is not", Place(name), help=(cure,)
    )


def _too_large(name: str) -> Problem:
    most = f"{MOST_PIXELS // 1_000_000} million pixels or {MOST_BYTES // 1_000_000} MB"
    message = f"the picture has more than {most}"
    return Problem("image-too-large", message, Place(name), help=("save a smaller version",))


def _broken(name: str, error: Exception) -> Problem:
    said = str(error).partition("\n")[0][:80]
    why = (
        f" ({said})"
        if isinstance(error, OSError | _BrokenError | SyntaxError) and said.isascii() and said
        else ""
    )
    message = f"the file cannot be read as a picture{why}"
    return Problem(
        "image-broken", message, Place(name), help=("see whether it opens elsewhere, and save it anew",)
    )
