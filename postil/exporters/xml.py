"""XML that any reader takes: always well-formed, always the same bytes.

Characters that XML 1.0 cannot hold, and control characters that it can but no reader shows, become U+FFFD: a mark that
something stood there, rather than words run together.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

from postil.characters import BREAKS_OF_PAGES, CONTROLS, NONCHARACTERS, SURROGATES

LANG = "{http://www.w3.org/XML/1998/namespace}lang"

# Everything outside `Char` of XML 1.0 (2.2), and of it the controls and noncharacters that it advises against.
_UNFIT = re.compile(f"[{CONTROLS}{BREAKS_OF_PAGES}{SURROGATES}{NONCHARACTERS}]")


def fit(text: str) -> str:
    return _UNFIT.sub("\ufffd", text)


def add(parent: ET.Element, tag: str, text: str | None = None, **attributes: str) -> ET.Element:
    """A new last child of `parent`. All text goes through `fit`."""
    child = ET.SubElement(parent, tag, {name: fit(value) for name, value in attributes.items()})
    if text is not None:
        child.text = fit(text)
    return child


def file_from(root: ET.Element) -> bytes:
    """The file, indented, in UTF-8, with its declaration and a last line break."""
    ET.indent(root)
    data: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return data + b"\n"
