"""Bytes of a web page to text: the encoding that the page itself makes sure, never one that is guessed.

By what is surest: a byte order mark; bytes that are UTF-8 (text in an older encoding hardly ever is, by chance);
what the page declares, wherever in it, under the names that browsers know. It promises to say which was taken, and to
hand back no text where a byte cannot be read by it. It refuses to detect a language's usual encoding from its letters.
"""

import codecs
import re
from dataclasses import dataclass
from types import MappingProxyType

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_DECLARED = re.compile(rb"<meta\b[^>]*?\bcharset\s*=\s*[\"']?\s*([A-Za-z0-9_:.-]+)", re.IGNORECASE)
_XML = re.compile(rb"\s*<\?xml[^>]*?\bencoding\s*=\s*[\"']([A-Za-z0-9_:.-]+)")
_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)
_CALLED = MappingProxyType(
    {
        **dict.fromkeys(
            ("ascii", "us-ascii", "iso-8859-1", "iso8859-1", "latin1", "latin-1", "l1"), "cp1252"
        ),
        **dict.fromkeys(("iso-8859-9", "latin5"), "cp1254"),
        **dict.fromkeys(("iso-8859-11", "tis-620"), "cp874"),
        **dict.fromkeys(("gb2312", "gbk", "x-gbk", "gb_2312-80"), "gb18030"),
        **dict.fromkeys(("shift_jis", "shift-jis", "sjis", "x-sjis", "windows-31j", "ms_kanji"), "cp932"),
        **dict.fromkeys(("euc-kr", "ks_c_5601-1987", "ksc5601", "korean"), "cp949"),
        **dict.fromkeys(("big5", "big5-hkscs", "x-x-big5"), "big5hkscs"),
        **dict.fromkeys(("x-mac-cyrillic", "x-mac-ukrainian"), "mac-cyrillic"),
        **dict.fromkeys(("utf8", "unicode-1-1-utf-8", "x-user-defined"), "utf-8"),
        "macintosh": "mac-roman",
        "x-cp1251": "cp1251",
    }
)
"""Names on pages that mean another encoding than they say (WHATWG Encoding), and Python's name of that."""

_SEVEN_BITS = frozenset(("iso2022_jp", "iso2022_kr", "hz"))
"""Encodings whose bytes are ASCII, and so always look like UTF-8."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """`text`, or `fault` when it is none. `why` says what was read and by which sign."""

    text: str = ""
    why: str = ""
    fault: str = ""


def decoded(data: bytes) -> Decoded:
    """The text of a page as it was saved."""
    for mark, name in _BOMS:
        if data.startswith(mark):
            return _read(data[len(mark) :], name, "its byte order mark says so")
    found = _XML.match(data) or _DECLARED.search(_COMMENT.sub(b"", data)) or _DECLARED.search(data)
    declared = found[1].decode("ascii").lower() if found else ""
    name = _python_name(declared)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        if not name:
            said = (
                f"the page says `{declared}`, which is no known encoding"
                if declared
                else "the page names no other"
            )
            return Decoded(fault=f"the file is not UTF-8, and {said}")
        if name == "utf-8":
            return _read(data, name, "the page says so")
        return _read(data, name, f"the page says `{declared}`" if declared != name else "the page says so")
    if name in _SEVEN_BITS:
        return _read(data, name, "the page says so")
    if not name or name == "utf-8" or data.isascii():
        return Decoded(text, "utf-8")
    return Decoded(text, f"utf-8 (its bytes are, though the page says `{declared}`)")


def _read(data: bytes, name: str, why: str) -> Decoded:
    try:
        return Decoded(data.decode(name), f"{name} ({why})")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return Decoded(fault=f"byte {data[error.start]:#04x} on line {line} is not {name}, though {why}")


def _python_name(declared: str) -> str:
    """Python's name of an encoding; empty for what is none, or one that no page is in."""
    try:
        name = codecs.lookup(_CALLED.get(declared, declared)).name if declared else ""
        "a".encode(name or "ascii")
    except (LookupError, UnicodeError):
        return ""
    return "" if name in ("utf-7", "idna", "punycode", "unicode_escape", "raw_unicode_escape") else name
