"""Saved web pages: what `trafilatura` finds to be the article, and a list of all that it left on the page.

It promises that the text shown is the text that was found, which is proved on every import; that the encoding is the
one that the page makes sure; that a date is taken only where the page's own signs agree; and that every block,
image, table, frame and script that is not in the article is named. It refuses to judge whether what was left out
belongs to the article.
"""

import re
from dataclasses import dataclass, field

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
from postil.importers.html_found import Found, authors_of, found_in
from postil.importers.html_lost import left_out
from postil.importers.html_page import Tree
from postil.importers.signs import Taken, publication, update
from postil.messages import counted
from postil.model.imported import Imported, Source
from postil.problems import Place, Problem, Remark, Severity
from postil.words import primary_language

_SAVED_FROM = re.compile(
    r"<!--\s*(?:saved from url=\(\d+\)|Page saved with SingleFile\s+url:\s*)(?P<url>https?://\S+)"
)
_XML = re.compile(r"\A\s*+<\?xml[^>]*\?>")


@dataclass(slots=True)
class _Report:
    remarks: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def import_html(source: Source) -> Imported:
    """Read a saved page."""
    read = decoded(source.data)
    if read.fault:
        cures = (
            "open it in a browser, see that every letter is right there, and save its text as UTF-8",
            "or find out which encoding it is in, and let <meta charset=...> at its top say that",
        )
        return _refused("import-encoding", read.fault, source, *cures)
    page = _XML.sub("", read.text, count=1)
    html = UNFIT.sub("", page)
    report = _Report([read.why])
    if lost := len(page) - len(html):
        message = f"{counted(lost, 'character')} that cannot stand on a page {'was' if lost == 1 else 'were'} left out"
        report.problems.append(_warning("import-lost", message, source))
    found = found_in(html)
    if found is None:
        return _refused(
            "import-empty", "there is no text in the file", source, "see whether it is the right file"
        )
    if found.body is None:
        cure = "select the article in a browser, and import the words as plain text"
        return _refused("import-empty", "no article was found on the page", source, cure)
    report.remarks += found.seen.remarks
    if found.is_merged:
        message = (
            "the page's paragraphs could not be told apart: those of the article are not those of the page"
        )
        report.problems.append(_warning("import-lost", message, source, "part them by hand"))
    saved = _SAVED_FROM.search(html)
    address = saved["url"] if saved else found.about.url
    values = _values(source, found, address, report)
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
    has_tables = degree < Degree.PARAGRAPHS
    report.problems += left_out(source, found.seen.tree, kept, has_tables=has_tables)
    remarks = (*filter(None, report.remarks), *result.remarks)
    return Imported(result.files, remarks, tuple(report.problems))


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


def _values(source: Source, found: Found, address: str | None, report: _Report) -> dict[str, Value]:
    tree, about = found.page, found.about
    values: dict[str, Value] = {"title": " ".join((about.title or "").split())}
    has_title = bool(values["title"])
    if not has_title:
        values["title"] = title_from_name(source.name)
        report.problems.append(title_unclear(source, values["title"]))
    values["outlet"] = about.sitename or ""
    values["authors"] = authors_of(found)
    values["published"] = _date("published", publication(tree, address, source.captured), source, report)
    values["updated"] = _date("updated", update(tree, source.captured), source, report)
    values["retrieved"] = source.captured.edtf if source.captured else ""
    values["url"] = address or ""
    values["lang"] = _language(tree, source, report)
    told = {key: value for key, value in values.items() if value}
    if names := [key for key in told if key not in ("title", "retrieved") or (key == "title" and has_title)]:
        report.remarks.append(f"found: {', '.join(names)}")
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
