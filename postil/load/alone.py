"""An article read by itself, as it is read among all others; what is withheld or sealed of it is not known here."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from postil import folders
from postil.load.files import Folder
from postil.load.front_matter import front_from_source
from postil.load.media import Media
from postil.model.records import Article, Image
from postil.problems import Checked
from postil.schema import article_from_node


def article_of(root: Path, id_: str, language: str, images: tuple[Image, ...]) -> Checked[Article | None]:
    """The article with this id; `language` and `images` are the archive's."""
    folder = Folder(root)
    source = folder.source(folder.file(folders.article_path(id_)))
    if source.value is None:
        return Checked(None, source.problems)
    front = front_from_source(source.value)
    if front.value is None:
        return Checked(None, front.problems)
    found = front.value
    made = article_from_node(
        found.node,
        found.body,
        id_=id_,
        place=replace(found.node.place, length=0),
        body_line=found.body_line,
        language=language,
    )
    article = made.value and Media(images).shown_in(made.value)
    return Checked(article, (*front.problems, *made.problems))
