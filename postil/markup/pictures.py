"""Addresses of images: `media/quay.jpg` is `content/media/quay.jpg`, wherever it is written. There is no other form."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from urllib.parse import unquote

from postil import folders
from postil.messages import near
from postil.model.records import Image

FOLDER = f"{folders.MEDIA.removeprefix(folders.CONTENT)[1:]}/"
"""How the address of every image begins."""


class Images:
    """The images that Markdown may show."""

    def __init__(self, images: Iterable[Image] = ()) -> None:
        self._by_path = {image.path: image for image in images}

    def find(self, address: str) -> Image | None:
        """The image at an address as it is written, or as a browser would write it (`%20` for a space)."""
        address = unicodedata.normalize("NFC", address)
        return self._by_path.get(address) or self._by_path.get(unicodedata.normalize("NFC", unquote(address)))

    def near(self, address: str) -> tuple[str, ...]:
        """Addresses that may have been meant: the same file in another folder, else similar ones."""
        name = unquote(address).rpartition("/")[2]
        same = sorted(path for path in self._by_path if path.rpartition("/")[2] == name)
        if same:
            return tuple(same[:3])
        known = (path.removeprefix(FOLDER) for path in self._by_path)
        return tuple(f"{FOLDER}{path}" for path in near(address.removeprefix(FOLDER), known))
