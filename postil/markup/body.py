"""An article's Markdown as the top-level pieces of its safe HTML."""

from __future__ import annotations

from postil.markup.depth import TooDeepError, shallow
from postil.markup.dialect import article_html, clean_text, token_of
from postil.markup.finish import Finisher
from postil.markup.pictures import Images
from postil.problems import Checked, Place
from postil.tree import BLOCK, Element, Node, html_from_tree, tree_from_html

_NOWHERE = Place("")
_NO_IMAGES = Images()


def html_from_markdown(
    source: str, place: Place = _NOWHERE, images: Images = _NO_IMAGES
) -> Checked[tuple[str, ...]]:
    """The top-level elements of an article's HTML, in order; footnotes are the last of them.

    `place` is where the first line of `source` stands. Warnings: `raw-html` (shown as written), `relative-link` (shown as
    plain text), `image-remote` (shown as a link), `footnote-unused`, `footnote-undefined`, `footnote-duplicate`. Errors:
    `image-missing`, `image-without-alt`, those of an image itself (left out), `nested-too-deep` (then there is no HTML).
    """
    source = clean_text(source)
    try:
        html, labels = article_html(source)
        finisher = Finisher(source, place, images, token=token_of(source), labels=labels)
        nodes = finisher.finished(shallow(tree_from_html(html)))
    except TooDeepError as error:
        return Checked((), (error.problem(source, place),))
    return Checked(tuple(html_from_tree([node]) for node in _top_level(nodes)), tuple(finisher.problems))


def _top_level(nodes: list[Node]) -> list[Element]:
    """Block elements only: text that stands alone becomes a paragraph, white space between blocks goes."""
    blocks: list[Element] = []
    alone: Element | None = None
    for node in nodes:
        if isinstance(node, Element) and node.tag in BLOCK:
            alone = None
            blocks.append(node)
        elif alone is not None:
            alone.children.append(node)
        elif isinstance(node, Element) or node.strip():
            alone = Element("p", {}, [node])
            blocks.append(alone)
    return blocks
