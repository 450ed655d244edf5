"""Files that hold no text which could be imported: known by how they begin, else by their name.

It promises a plain word for what the file is and what can be done to have its text. It refuses to read any of them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath
from types import MappingProxyType

from postil.model.imported import Source
from postil.problems import Place, Problem

_DOCUMENT = "save it as plain text in the program that opens it, and import the .txt file"
_PAGE = "open it in a browser, save it as a page of HTML only, and import that"
_PICTURE = "write its words into a text file; a picture belongs into content/media/"
_SOUND = "write its words into a text file"
_PACKED = "unpack it, and import what is in it"


@dataclass(frozen=True, slots=True)
class _Kind:
    name: str
    cure: str


_PDF = _Kind(
    "a PDF document", "copy its text out of it into a text file, see that it is whole, and import that"
)
_PNG = _Kind("a PNG image", _PICTURE)
_GIF = _Kind("a GIF image", _PICTURE)
_JPEG = _Kind("a JPEG image", _PICTURE)
_RTF = _Kind("an RTF document", _DOCUMENT)
_WORD = _Kind("a Word document", _DOCUMENT)
_ZIP = _Kind("a ZIP archive", _PACKED)
_GZIP = _Kind("a file compressed by gzip", _PACKED)
_SAFARI = _Kind("a web archive of Safari", _PAGE)

_BEGINNINGS = (
    (b"%PDF-", _PDF),
    (b"{\\rtf", _RTF),
    (b"PK\x03\x04", _ZIP),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", _Kind("a document of an old office program", _DOCUMENT)),
    (b"%!PS", _Kind("a PostScript document", _DOCUMENT)),
    (b"\x89PNG\r\n", _PNG),
    (b"GIF87a", _GIF),
    (b"GIF89a", _GIF),
    (b"\xff\xd8\xff", _JPEG),
    (b"\x1f\x8b", _GZIP),
    (b"7z\xbc\xaf\x27\x1c", _Kind("a 7z archive", _PACKED)),
    (b"Rar!\x1a", _Kind("a RAR archive", _PACKED)),
    (b"bplist00", _SAFARI),
)
_ENDINGS: Mapping[str, _Kind] = MappingProxyType(
    {
        ".doc": _WORD,
        ".docx": _WORD,
        ".epub": _Kind("an EPUB book", _PACKED),
        ".gif": _GIF,
        ".gz": _GZIP,
        ".jpeg": _JPEG,
        ".jpg": _JPEG,
        ".mht": _Kind("a web archive (MHTML)", _PAGE),
        ".mhtml": _Kind("a web archive (MHTML)", _PAGE),
        ".mp3": _Kind("a sound", _SOUND),
        ".mp4": _Kind("a video", _SOUND),
        ".odt": _Kind("an OpenDocument text", _DOCUMENT),
        ".pages": _Kind("a Pages document", _DOCUMENT),
        ".pdf": _PDF,
        ".png": _PNG,
        ".rtf": _RTF,
        ".warc": _Kind("a web archive (WARC)", _PAGE),
        ".webarchive": _SAFARI,
        ".webp": _Kind("a WebP image", _PICTURE),
        ".zip": _ZIP,
    }
)
_BLANK = b"\xef\xbb\xbf \t\r\n"


def no_text(source: Source) -> Problem | None:
    """The problem that a file holds no text to be imported; None where it may hold some."""
    start = source.data[:1024].lstrip(_BLANK)
    named = _ENDINGS.get(PurePath(source.name).suffix.lower())
    kind = next((kind for beginning, kind in _BEGINNINGS if start.startswith(beginning)), named)
    if kind is None:
        return None
    if kind is _ZIP and named is not None:
        kind = named  # documents of office programs are such archives
    message = f"this is {kind.name}, which cannot be imported"
    return Problem("import-kind", message, Place(source.path), help=(kind.cure,))
