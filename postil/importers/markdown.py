"""Markdown: the body as the dialect reads it, front matter as far as an archive knows it, everything else named.

It promises that nothing is lost without a word: each key is mapped or kept under `extra`; comments, which the
source's own generator hides, are kept there too; each kind of mark that the dialect shows as it is written is named
with its lines; and a block that is read otherwise here than by CommonMark is shown both ways. The title is that of
the front matter, else the first heading where the text begins with it; a heading that repeats the title is taken out
of the body.
"""

import re
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace
from itertools import zip_longest

from postil import markup
from postil.importers import marks
from postil.importers.article import (
    UNFIT,
    article_file,
    article_path,
    date_from_name,
    id_from_name,
    text_from_bytes,
    text_of,
    title_from_name,
    title_unclear,
)
from postil.importers.fields import Fields, fields_from_front, unfit_text
from postil.importers.front import Front, front_from_source
from postil.importers.layout import Difference, Read, code_notes, laid_out
from postil.importers.when import reading
from postil.messages import counted
from postil.model.imported import Imported, Source
from postil.problems import Place, Problem, Remark, Severity
from postil.schema import ARTICLE_KEYS

_HEADING = re.compile(r"\s*+(?:#(?!#)[^\n]++|[^\n]++\n=+[ \t]*)(?:\n|\Z)")
_SPACE = re.compile("[\x0b\x0c\x85]")
_LINES = 12
"""How many lines are named after the first; a reader who has found twelve finds the others."""


@dataclass(frozen=True, slots=True)
class Article:
    """An article read, its file not yet made: which former ids it can have depends on the others."""

    source: Source
    fields: Fields
    body: str
    remarks: tuple[str, ...]
    problems: tuple[Problem, ...]


def import_markdown(source: Source) -> Imported:
    """Read a Markdown file that stands alone."""
    read = article_from_markdown(source)
    return read if isinstance(read, Imported) else imported(read, {id_from_name(source.name)})


def article_from_markdown(source: Source) -> Article | Imported:
    """An article, or why there is none."""
    read = text_from_bytes(source.path, source.data)
    if read.problems:
        return Imported(problems=read.problems)
    found = front_from_source(source.path, _SPACE.sub(" ", read.value))
    front = found.value
    if front is None:
        return Imported(problems=found.problems)
    if unfit := next(unfit_text(front.values), None):
        return Imported(problems=(_unfit(source.path, unfit),))
    fields = fields_from_front(source.path, front)
    if fields.is_draft:
        return Imported(problems=(_draft(source.path),))
    problems = list(fields.problems)
    remarks = list(fields.mapped)
    body = _body(source, front, fields, problems, remarks)
    stops = _stops(source, body)
    if not stops and not text_of(body).blocks:
        return Imported(problems=(_no_text(source.path),))
    problems += stops
    _date_and_title(source, fields, problems, remarks)
    return Article(source, fields, body, tuple(remarks), tuple(problems))


def imported(article: Article, taken: Collection[str]) -> Imported:
    """The article's file. `taken` are ids that cannot be former ids of it."""
    fields, source = article.fields, article.source
    own = id_from_name(source.name)
    former = [one for one in fields.values.get("former_ids", []) if one != own]
    fields.values["former_ids"] = former
    problems = article.problems
    if clashing := [one for one in former if one in taken]:
        fields.extra["former_ids"] = clashing
        fields.values["former_ids"] = [one for one in former if one not in taken]
        message = f"what would be former ids are ids already, so they were kept under `extra`: {', '.join(clashing)}"
        problems += (_warning("import-field", message, Place(source.path, 1)),)
    values = {key: fields.values[key] for key in ARTICLE_KEYS if fields.values.get(key)}
    values |= {key: value for key, value in fields.values.items() if key not in ARTICLE_KEYS}
    if fields.extra:
        values["extra"] = fields.extra
    return Imported((article_file(source.name, values, article.body),), article.remarks, problems)


def ids_to_avoid(articles: Collection[Article]) -> frozenset[str]:
    """Ids that no article of a run may have as a former id: those of the articles, and those that several ask for."""
    asked = Counter(one for article in articles for one in article.fields.values.get("former_ids", []))
    own = {id_from_name(article.source.name) for article in articles}
    return frozenset(own | {one for one, times in asked.items() if times > 1})


# --- the body --------------------------------------------------------------------------------------------------------


def _body(source: Source, front: Front, fields: Fields, problems: list[Problem], remarks: list[str]) -> str:
    body = marks.fenced(front.body)
    if body != front.body:
        remarks.append("tagged code -> fenced code")

    def place(mark: marks.Mark, within: str) -> Place:
        start = within.rfind("\n", 0, mark.start) + 1
        length = len(mark.text.partition("\n")[0])
        return Place(
            source.path, front.body_line + within.count("\n", 0, mark.start), mark.start - start + 1, length
        )

    def told(code: str, message: str, found: tuple[marks.Mark, ...], *cures: str) -> None:
        first = place(found[0], body)
        lines = sorted({place(mark, body).line for mark in found[1:]} - {first.line})
        also = ", ".join(map(str, lines[:_LINES])) + (
            f" and {len(lines) - _LINES} more" if lines[_LINES:] else ""
        )
        notes = (Remark(f"also on line{'s' * (len(lines) > 1)} {also}"),) if lines else ()
        excerpt = body.split("\n")[first.line - front.body_line]
        problems.append(replace(_warning(code, message, first, *cures), notes=notes, excerpt=excerpt))

    for kind in marks.kinds_of_marks(body):
        message = f"{len(kind.marks)} {kind.name} would be shown as written"
        told(
            "import-mark",
            message,
            kind.marks,
            "say it in words, or in the Markdown that docs/formats.md names",
        )
    if links := marks.relative_links(body):
        several = f"{len(links)} links lead" if len(links) > 1 else "1 link leads"
        message = f"{several} to other files, and would be shown as plain text"
        told("import-link", message, links, "say with an annotation which article the words point to")
    uncommented, comments = marks.without_comments(body)
    if comments:
        _keep(fields, "comments", comments)
        message = f"{counted(len(comments), 'hidden comment')} will not be shown"
        told("import-comment", message, comments, "they were kept under `extra`")
    linked, images = marks.with_linked_images(uncommented)
    if images:
        _keep(fields, "images", tuple(image for image in images if image.text))
        message = f"{counted(len(images), 'image')} became {'a link' if len(images) == 1 else 'links'}"
        _, before = marks.with_linked_images(body)
        told("import-image", message, before or images, "put images into content/media/ by hand")
    laid, difference = laid_out(linked)
    if laid != linked:
        remarks.append("laid out anew, so that lists, headings and code stay what they were")
        if notes := _code_notes(body):
            _keep(fields, "code", notes)
            several = f"{len(notes)} blocks of code lose" if len(notes) > 1 else "a block of code loses"
            message = f"{several} what stood beside its fence: `{notes[0].text}`"
            told(
                "import-lost",
                message,
                notes,
                "it was kept under `extra`; say in words what a reader needs of it",
            )
    if difference is not None:
        problems.append(_read_otherwise(source.path, difference, front))
    return _without_title(laid, fields, remarks)


def _code_notes(body: str) -> tuple[marks.Mark, ...]:
    starts = [0, *(found.end() for found in re.finditer(r"\n", body))]
    return tuple(marks.Mark(starts[line], info) for line, info in code_notes(body))


def _keep(fields: Fields, key: str, found: tuple[marks.Mark, ...]) -> None:
    """Keep texts under `extra`, beside what stands there."""
    if not found:
        return
    own = fields.extra.get(key, [])
    fields.extra[key] = [*(own if isinstance(own, list) else [own]), *(mark.text for mark in found)]


def _read_otherwise(path: str, found: Difference, front: Front) -> Problem:
    pairs = enumerate(
        zip_longest(found.meant.text if found.meant else "", found.shown.text if found.shown else "")
    )
    alike = next((number for number, (one, other) in pairs if one != other), 0)
    notes = tuple(
        Remark(f"{who} it is {_shown(read, alike)}" if read else f"{who} there is no such block")
        for who, read in (("elsewhere", found.meant), ("here", found.shown))
    )
    several = f"{found.count} blocks are not read as other generators read them"
    problem = _warning(
        "import-read-otherwise",
        several if found.count > 1 else "a block is not read as other generators read it",
        Place(path, _line_of(found.meant or found.shown, front)),
        "compare the article's page with the original, and mend the Markdown",
    )
    return replace(problem, notes=notes)


def _shown(read: Read, alike: int) -> str:
    """A block in a message, from a little before the place where its words part from the other reading's."""
    start = max(0, alike - 30) if alike < len(read.text) else max(0, len(read.text) - 60)
    words = " ".join(read.text[start : start + 80].split())
    words = f"{'…' * (start > 0)}{words}{'…' * (start + 80 < len(read.text))}"
    kind = {"other": "a paragraph", "code": "code"}.get(read.kind, f"a {read.kind}")
    depth = f" in a list of depth {read.depth}" if read.depth else ""
    return f'{kind}{depth}: "{words}"'


def _line_of(read: Read | None, front: Front) -> int:
    """The first line that has the block's first words in it; 0 when none has."""
    words = re.findall(r"\w+", read.text)[:4] if read else []
    pattern = re.compile(r"\W+".join(map(re.escape, words)))
    lines = front.body.split("\n")
    return next((n for n, line in enumerate(lines, front.body_line) if words and pattern.search(line)), 0)


# --- date and title --------------------------------------------------------------------------------------------------


def _without_title(body: str, fields: Fields, remarks: list[str]) -> str:
    """The body without a first heading that says the title, which it gives when there is none."""
    found = _HEADING.match(body)
    if found is None:
        return body
    read = text_of(body)
    first = read.text[read.blocks[0].start : read.blocks[0].end] if read.blocks else ""
    title = re.sub(r"\s*\{:?[ ]*[#.][^{}]*\}$", "", first)
    own = fields.values.get("title")
    if not title or (own is not None and own != title):
        return body
    if own is None:
        fields.values["title"] = title
        remarks.append("first heading -> title")
    if len(read.blocks) == 1 or re.search(r"[\[<{]", found.group()):
        return body  # it is all that there is, or holds more than the words
    if own is not None:
        remarks.append("the first heading repeats the title, and was taken out")
    return body[found.end() :]


def _date_and_title(source: Source, fields: Fields, problems: list[Problem], remarks: list[str]) -> None:
    dated = date_from_name(source.name)
    if dated and "published" not in fields.values and (date := reading(dated).date) is not None:
        fields.values["published"] = date.edtf
        remarks.append(f"file name -> published {date.edtf}")
    if "title" not in fields.values:
        fields.values["title"] = title_from_name(source.name)
        problems.append(title_unclear(source, fields.values["title"]))


def _unfit(path: str, text: str) -> Problem:
    found = UNFIT.search(text)
    code = f"U+{ord(found.group()):04X}" if found else "a character"
    return Problem(
        "import-character",
        f"a value of the front matter holds {code}, a character that a page cannot hold",
        Place(path, 1),
        help=("take it out of the file",),
    )


def _stops(source: Source, body: str) -> list[Problem]:
    """What a build will stop at: only a person can decide about it."""
    found = [
        problem for problem in markup.html_from_markdown(body).problems if problem.severity is Severity.ERROR
    ]
    path = article_path(source.name)
    return [
        _warning(
            "import-stops",
            f"a build will stop at {path}: {problem.message}",
            Place(source.path),
            *problem.help,
        )
        for problem in found
    ]


def _no_text(path: str) -> Problem:
    message = "there is no text behind the front matter, so the file was left out"
    return _warning(
        "import-empty", message, Place(path), "write the text below the front matter to import it"
    )


def _draft(path: str) -> Problem:
    return _warning(
        "import-draft", "this is a draft, and was left out", Place(path), "take its mark off to import it"
    )


def _warning(code: str, message: str, place: Place, *cures: str) -> Problem:
    return Problem(code, message, place, help=cures, severity=Severity.WARNING)
