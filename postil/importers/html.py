"""Saved web pages: what `trafilatura` finds to be the article, and a list of all that it left on the page.

It promises that the text shown is the text that was found, which is proved on every import; that the encoding is the
one that the page makes sure; that a date is taken only where the page's own signs agree; and that every block,
image, table, frame and script that is not in the article is named. It refuses to judge whether what was left out
belongs to the article.
"""

import logging
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from postil.importers.article import (
    UNFIT,
    article_file,
    proved,
    title_from_name,
    title_unclear,
)
from postil.importers.charset import decoded
from postil.importers.fields import Fields, fields_from_front
from postil.importers.front import Front, Value
from postil.importers.html_body import Block, Degree, blocks_from_body, joined
from postil.importers.signs import Taken, Tree, publication, update
from postil.messages import counted, shortened
from postil.model.imported import Imported, Source
from postil.problems import Place, Problem, Remark, Severity
from postil.words import primary_language

Document = Any
"""What trafilatura hands back: its own type allows a dict as well."""

_SAVED_FROM = re.compile(
    r"<!--\s*(?:saved from url=\(\d+\)|Page saved with SingleFile\s+url:\s*)(?P<url>https?://\S+)"
)
_XML = re.compile(r"\s*<\?xml[^>]*\?>")
_UNSEEN = frozenset(
    (
        "script",
        "style",
        "noscript",
        "template",
        "head",
        "title",
        "iframe",
        "object",
        "svg",
        "option",
        "datalist",
    )
)
_INLINE = frozenset(
    (
        "a",
        "abbr",
        "acronym",
        "b",
        "bdi",
        "bdo",
        "big",
        "cite",
        "code",
        "data",
        "del",
        "dfn",
        "em",
        "font",
        "i",
        "ins",
        "kbd",
        "label",
        "mark",
        "q",
        "s",
        "samp",
        "small",
        "span",
        "strike",
        "strong",
        "sub",
        "sup",
        "time",
        "tt",
        "u",
        "var",
        "wbr",
        "br",
        "img",
    )
)
_MEDIA = MappingProxyType(
    {
        **dict.fromkeys(("iframe", "embed", "object", "frame"), "embedded frame"),
        "audio": "sound",
        "canvas": "drawing",
        "form": "form",
        "img": "image",
        "script": "script",
        "svg": "drawing",
        "table": "table",
        "video": "video",
    }
)
_NOTES = 30
_SHOWN = 100
"""Code points of a passage that a note of a problem holds."""


@dataclass(slots=True)
class _Report:
    remarks: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def import_html(source: Source) -> Imported:
    """Read a saved page."""
    read = decoded(source.data)
    if read.fault:
        cure = "open it in a browser and save it as UTF-8, or put <meta charset=...> with its encoding at its top"
        return _refused("import-encoding", read.fault, source, cure)
    page = _XML.sub("", read.text, count=1)
    html = UNFIT.sub("", page)
    report = _Report([read.why])
    if lost := read.lost + len(page) - len(html):
        message = (
            f"{lost} characters could not be read, or cannot stand on a page, and were replaced or left out"
        )
        report.problems.append(_warning("import-lost", message, source))
    found, tree = _extracted(html)
    if found is None:
        cure = "select the article in a browser, and import the words as plain text"
        return _refused("import-empty", "no article was found on the page", source, cure)
    saved = _SAVED_FROM.search(html)
    address = saved["url"] if saved else found.url
    values = _values(source, tree, found, address, report)
    fields = fields_from_front(source.path, Front(values, lines=dict.fromkeys(values, 0)))
    report.problems += fields.problems
    blocks: list[Block] = []
    result = Imported()
    for degree in Degree:
        blocks = blocks_from_body(found.body, address, degree)
        result = _made(source, fields, blocks)
        if result.files:
            break
    else:
        return result
    if degree:
        what = (
            "emphasis and links"
            if degree is Degree.BLOCKS
            else "emphasis, links, lists, quotations and tables"
        )
        report.problems.append(_warning("import-lost", f"{what} were left out: their words are kept", source))
    kept = [fields.values["title"], *(text for block in blocks for text in block.texts)]
    report.problems += _left_out(source, tree, kept)
    remarks = (*filter(None, report.remarks), *result.remarks)
    return Imported(result.files, remarks, tuple(report.problems))


def _extracted(html: str) -> tuple[Document | None, Tree]:
    """What trafilatura makes of a page, and the page; None where it finds no text."""
    # Loaded here, since it takes a second, which every other command would wait for.
    import trafilatura  # noqa: PLC0415

    logging.getLogger("trafilatura").addHandler(logging.NullHandler())  # what it says is said by problems
    found: Document = trafilatura.bare_extraction(
        html,
        favor_recall=True,
        with_metadata=True,
        include_comments=False,
        include_formatting=True,
        include_links=True,
    )
    if found is None or found.body is None or not "".join(found.body.itertext()).strip():
        return None, None
    return found, trafilatura.load_html(html)


def _made(source: Source, fields: Fields, blocks: list[Block]) -> Imported:
    """The article's file, or the problem that a build would not show these blocks as they are."""
    shown = _without_title(blocks, fields.values["title"])
    remarks = ("the first heading repeats the title, and was taken out",) if len(shown) < len(blocks) else ()
    values = fields.values | ({"extra": fields.extra} if fields.extra else {})
    body = "\n".join(["", *joined(shown), ""])
    made = Imported((article_file(source.name, values, body),), remarks)
    return proved(source.path, made, body, [text for block in shown for text in block.texts])


def _refused(code: str, message: str, source: Source, *cures: str) -> Imported:
    return Imported(problems=(Problem(code, message, Place(source.path), help=cures),))


def _warning(code: str, message: str, source: Source, *cures: str, notes: tuple[Remark, ...] = ()) -> Problem:
    return Problem(code, message, Place(source.path), notes, cures, Severity.WARNING)


# --- what describes the article --------------------------------------------------------------------------------------


def _values(
    source: Source, tree: Tree, found: Document, address: str | None, report: _Report
) -> dict[str, Value]:
    values: dict[str, Value] = {"title": " ".join((found.title or "").split())}
    if not values["title"]:
        values["title"] = title_from_name(source.name)
        report.problems.append(title_unclear(source, values["title"]))
    values["outlet"] = found.sitename or ""
    values["authors"] = [name for one in (found.author or "").split(";") if (name := " ".join(one.split()))]
    values["published"] = _date("published", publication(tree, address, source.captured), source, report)
    values["updated"] = _date("updated", update(tree, source.captured), source, report)
    values["retrieved"] = source.captured.edtf if source.captured else ""
    values["url"] = address or ""
    values["lang"] = _language(tree, source, report)
    told = {key: value for key, value in values.items() if value}
    report.remarks.append(f"found: {', '.join(told)}")
    return told


def _date(key: str, taken: Taken, source: Source, report: _Report) -> str:
    if taken.is_question:
        if taken.date is None:
            message, cure = (
                f"`{key}` was left out: {taken.why}",
                f"put the day that is meant into the article as `{key}`",
            )
        else:
            message, cure = f"`{key}`: {taken.why}", "look whether it is the right one"
        report.problems.append(_warning("import-date", message, source, cure))
    elif taken.date is not None:
        report.remarks.append(f"{key} {taken.why}")
    return taken.date.edtf if taken.date else ""


def _language(tree: Tree, source: Source, report: _Report) -> str:
    signs: dict[str, str] = {}
    for element in tree.iter("html", "body", "meta"):
        name = (element.get("http-equiv") or element.get("name") or element.get("property") or "").lower()
        said = element.get("lang") or element.get("{http://www.w3.org/XML/1998/namespace}lang") or ""
        if element.tag == "meta":
            said = (
                (element.get("content") or "")
                if name in ("content-language", "language", "og:locale")
                else ""
            )
        if said.strip():
            signs.setdefault(said.strip().replace("_", "-"), f"<{element.tag}>")
    if len({primary_language(said) for said in signs}) <= 1:
        return next(iter(signs), "")
    told = ", ".join(f"`{said}` in {where}" for said, where in signs.items())
    cure = "put the language of the text into the article as `lang`"
    report.problems.append(
        _warning("import-field", f"`lang` was left out: the page says {told}", source, cure)
    )
    return ""


def _without_title(blocks: list[Block], title: str) -> list[Block]:
    """The blocks without a first one that is a heading and repeats the title, unless nothing else is there."""
    is_title = len(blocks) > 1 and blocks[0].texts == (title,) and blocks[0].lines[0].startswith("#")
    return blocks[1:] if is_title else blocks


# --- what was left on the page ---------------------------------------------------------------------------------------


def _left_out(source: Source, tree: Tree, kept: list[str]) -> Iterator[Problem]:
    """What a reader of the page sees and a reader of the article does not."""
    whole = "".join("".join(kept).split())
    words = left = 0
    groups: list[list[str]] = []
    was_left = False
    for text in _visible_blocks(tree):
        count = len(text.split())
        words += count
        is_left = "".join(text.split()) not in whole
        if is_left:
            left += count
            if not was_left:
                groups.append([])
            groups[-1].append(text)
        was_left = is_left
    if groups:
        notes = [Remark(shortened(" / ".join(group), _SHOWN)) for group in groups]
        if len(notes) > _NOTES:
            notes = [*notes[:_NOTES], Remark(f"and {len(notes) - _NOTES} more passages")]
        message = f"{left} of {words} words on the page are not in the article, in {len(groups)} passages"
        yield _warning(
            "import-lost", message, source, "put back by hand what belongs to it", notes=tuple(notes)
        )
    media = Counter(_MEDIA[element.tag] for element in tree.iter(*_MEDIA) if element.tag in _MEDIA)
    if media:
        told = ", ".join(counted(count, kind) for kind, count in sorted(media.items()))
        images = dict.fromkeys(
            shortened(
                f"{element.get('src') or element.get('data-src') or ''} {element.get('alt') or ''}", _SHOWN
            )
            for element in tree.iter("img")
        )
        notes = [Remark(f"image {image}") for image in list(images)[:_NOTES] if image]
        message = f"on the page there were also {told}; only words of them are in the article"
        yield _warning("import-lost", message, source, notes=tuple(notes))


def _visible_blocks(tree: Tree) -> Iterator[str]:
    """The texts of a page that can be seen, one for each run of inline content."""
    pieces: list[str] = []
    for text, is_border in _pieces(tree):
        if is_border:
            whole = " ".join("".join(pieces).split())
            pieces = []
            if whole:
                yield whole
        pieces.append(text)
    if whole := " ".join("".join(pieces).split()):
        yield whole


def _pieces(tree: Tree) -> Iterator[tuple[str, bool]]:
    """Texts in order, and whether a block begins or ends before each. A loop, since pages are nested at will."""
    todo: list[tuple[Tree, bool]] = [(tree, False)]
    while todo:
        element, is_end = todo.pop()
        is_inline = element.tag in _INLINE
        if is_end:
            yield element.tail or "", not is_inline
            continue
        todo.append((element, True))
        if not isinstance(element.tag, str) or element.tag in _UNSEEN or element.get("hidden") is not None:
            continue
        yield (" " if element.tag == "br" else element.text or ""), not is_inline
        todo += [(child, False) for child in reversed(element)]
