"""Files of `content/media/`: what is there, how large each picture is, and which an article may show.

Only the beginning of a file is read at first; `image_bytes` reads the whole of one that is shown, when it is written.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import replace
from itertools import islice
from pathlib import Path
from urllib.parse import quote

from postil import folders, images
from postil.load.files import File, Folder
from postil.markup import FOLDER, Images
from postil.model.records import Article, Image
from postil.problems import Checked

_NAMED = re.compile(re.escape(FOLDER))
_TARGET = re.compile(
    r"!\[[^\[\]\n]*\]\([ \t]*<?([^\s<>()\"]+)|^ {0,3}\[[^\]\n]+\]:[ \t]*<?([^\s<>\"]+)", re.MULTILINE
)
_EXPLAINED = 1_000
"""Addresses of an article for which images that may be meant are looked for."""

_WEB = re.compile("https?:", re.IGNORECASE)


def images_from_files(folder: Folder, files: Iterable[File]) -> tuple[Image, ...]:
    """An image for each file, by path; those that are none have the problem that says so."""
    return tuple(sorted((_image(folder, file) for file in files), key=lambda one: one.path))


def _image(folder: Folder, file: File) -> Image:
    path = unicodedata.normalize("NFC", file.path.removeprefix(f"{folders.CONTENT}/"))
    if not file.where.is_file():
        return Image(path, file.name, 0, 0, folder.data(file).problems)
    try:
        with file.where.open("rb") as stream:
            size = images.measured(file.path, stream)
    except OSError:
        return Image(path, file.name, 0, 0, folder.data(file).problems)
    return Image(path, file.name, *size.value, size.problems)


def image_bytes(root: Path, image: Image) -> Checked[bytes | None]:
    """The bytes of an image's file as they are."""
    folder = Folder(root)
    return folder.data(folder.file(image.file))


class Media:
    """The images of an archive, by everything that they may be called."""

    def __init__(self, images: tuple[Image, ...]) -> None:
        self._by_path = {image.path: image for image in images}
        self._images = Images(images)
        self._by_spelling = {
            spelling: image
            for image in images
            for spelling in (quote(image.path), image.path.replace(" ", "%20"), image.path)
        }
        self._lengths = sorted({len(spelling) for spelling in self._by_spelling})

    def shown_in(self, article: Article) -> Article:
        """The article with the images that its body may show, and those nearest to what it names and is not there."""
        if not self._by_path:
            return article
        body = unicodedata.normalize("NFC", article.body)
        shown = {image.path for start in _NAMED.finditer(body) for image in self._named(body, start.start())}
        for match in islice(_TARGET.finditer(body), _EXPLAINED):
            address = match[1] or match[2]
            if address not in self._by_spelling and not _WEB.match(address):
                shown.update(self._images.near(address))
        return (
            replace(article, images=tuple(self._by_path[path] for path in sorted(shown)))
            if shown
            else article
        )

    def _named(self, body: str, at: int) -> Iterable[Image]:
        found = (self._by_spelling.get(body[at : at + length]) for length in self._lengths)
        return [image for image in found if image is not None]
