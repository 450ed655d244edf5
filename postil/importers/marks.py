"""Marks of other generators: which are in a text and where, which hide words, which can be said in the dialect.

It promises that no mark is passed over in silence: comments, which no reader of the source would see, are handed back to
be kept aside; images become links to them; code between tags becomes fenced code; everything else stays as it is
written and is named with its lines. Nothing in code is taken for a mark.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from postil.importers.layout import code_lines

CODE = "\x00"
"""Stands for a character of code in a masked text; no text that is imported can hold it."""

_CODE_TAG = re.compile(
    r"^(?:\{%-?\s*highlight\s+(?P<liquid>[\w+#.-]+(?:[ \t]+\w[^%\n]*?)?)\s*-?%\}"
    r"|\{\{[<%]\s*highlight\s+\"?(?P<hugo>[\w+#.-]+[^\n]*?)\s*[>%]\}\})[ \t]*\n",
    re.MULTILINE,
)
_CODE_END = re.compile(
    r"^(?:\{%-?\s*endhighlight\s*-?%\}|\{\{[<%]\s*/\s*highlight\s*[>%]\}\})[ \t]*$", re.MULTILINE
)
Pairs = tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]
_COMMENTS: Pairs = tuple(
    (re.compile(first), re.compile(last))
    for first, last in (
        ("<!--", "-->"),
        ("%%", "%%"),
        (r"\{%-?\s*comment\s*-?%\}", r"\{%-?\s*endcomment\s*-?%\}"),
        (r"\{\{-?\s*/\*", r"\*/\s*-?\}\}"),
        (r"\{/\*", r"\*/\}"),
        (r"\{#[ \t]", r"#\}"),
    )
)
_TAGS: Pairs = ((re.compile(r"\{\{"), re.compile(r"\}\}")), (re.compile(r"\{%"), re.compile(r"%\}")))
_LINKED_IMAGE = re.compile(
    r"\[!\[(?P<alt>[^\[\]]*)\](?:\((?P<src>[^()\s]*)[^()\n]*\)|\[(?P<ref>[^\[\]]*)\])\](?=[(\[])"
)
_IMAGE = re.compile(
    r"(?<!\\)!\[(?!\[)(?P<alt>(?:[^\[\]\n]|\n(?!\s)|\[[^\[\]\n]*\]){0,1000})\](?:\((?P<src><[^<>\n]*>|[^\s()]*))?"
)

_KINDS: tuple[tuple[str, str, re.Pattern[str]], ...] = tuple(
    (one, many, re.compile(pattern, re.MULTILINE | re.DOTALL))
    for one, many, pattern in (
        ("embedded file", "embedded files", r"!\[\[[^\]\n]+\]\]"),
        ("wiki link", "wiki links", r"(?<!!)\[\[(?!(?:TOC|toc)\]\])[^\[\]\n]+\]\]"),
        (
            "HTML tag",
            "HTML tags",
            r"</?[A-Za-z](?:[A-Za-z0-9.-]*)(?=[\s/>])(?:[^<>\"']|\"[^\"]*\"|'[^']*')*>",
        ),
        ("callout", "callouts", r"^[ \t]*>[ \t]*\[![A-Za-z-]+\][+-]?"),
        (
            "admonition",
            "admonitions",
            r"^[ \t]*(?:(?:!!!|\?\?\?\+?|===\+?)[ \t]+(?:[\w-]+|\"[^\"\n]*\")|:::+[ \t]*\w[^\n]*)",
        ),
        ("attribute list", "attribute lists", r"\{:[^{}%\n]+\}|(?<!\{)\{[ \t]*[#.][\w-][^{}%\n]*\}"),
        ("definition", "definitions", r"^:[ \t]+(?=\S)"),
        ("abbreviation", "abbreviations", r"^\*\[[^\]\n]+\]:"),
        ("task", "tasks", r"^[ \t>]*(?:[-*+]|\d+[.)])[ \t]+\[[ xX]\](?=[ \t])"),
        ("struck-out passage", "struck-out passages", r"~~(?=[^\s~])(?:(?!~~|\n\n).)+~~"),
        ("highlighted passage", "highlighted passages", r"==(?=[^\s=])(?:(?!==|\n\n).)+=="),
        (
            "formula",
            "formulas",
            r"\$\$(?:(?!\$\$).)+\$\$|(?<![\\$\w])\$(?=[^\s$\d])[^$\n]*[^\s$\\]\$(?![\d$])|\\\\?\([^\n]{1,200}?\\\\?\)",
        ),
        ("inline footnote", "inline footnotes", r"\^\[(?:[^\[\]\n]|\[[^\[\]\n]*\])+\]"),
        ("table of contents", "tables of contents", r"^\[\[?(?:TOC|toc|_TOC_)\]\]?[ \t]*$"),
        ("block address", "block addresses", r"(?<=[ \t])\^[a-z0-9][a-z0-9-]*[ \t]*$"),
        ("module line", "module lines", r"^(?:import|export)[ \t][^\n]*(?:from[ \t]+)?['\"][^\n]*$"),
    )
)
_RELATIVE = re.compile(
    r"(?<!!)\[(?:[^\[\]]|\[[^\[\]]*\])*\]\([ \t]*(?!(?:https?:|mailto:))(?P<target>[^\s()]+)"
    r"|^ {0,3}\[(?!\^)[^\[\]\n]+\]:[ \t]*(?!(?:https?:|mailto:))(?P<defined>\S+)",
    re.MULTILINE | re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark in a text; `start` is its offset."""

    start: int
    text: str


@dataclass(frozen=True, slots=True)
class Kind:
    """All marks of one kind in a text; `name` fits their number."""

    name: str
    marks: tuple[Mark, ...]


def spans(text: str, pairs: Pairs) -> list[tuple[int, int]]:
    """From each opening to the next closing, the first one first, none inside another. Time grows with the text."""
    found: list[tuple[int, int]] = []
    for first, last in pairs:
        at = 0
        while (opening := first.search(text, at)) and (closing := last.search(text, opening.end())):
            found.append((opening.start(), closing.end()))
            at = closing.end()
    found.sort()
    kept: list[tuple[int, int]] = []
    for span in found:
        if not kept or span[0] >= kept[-1][1]:
            kept.append(span)
    return kept


def fenced(body: str) -> str:
    """Code between tags of Jekyll or Hugo as fenced code, on the same lines."""
    pieces, at = [], 0
    while (opening := _CODE_TAG.search(body, at)) and (closing := _CODE_END.search(body, opening.end())):
        code = body[opening.end() : closing.start()]
        mark = "`" * max(3, *(len(run) + 1 for run in re.findall(r"^`+", code, re.MULTILINE)), 3)
        pieces += [body[at : opening.start()], f"{mark}{opening['liquid'] or opening['hugo']}\n{code}{mark}"]
        at = closing.end()
    return "".join([*pieces, body[at:]])


def masked(body: str) -> str:
    """The text with every character of code, in blocks or in a line, replaced."""
    code = code_lines(body)
    lines = [CODE * len(line) if number in code else line for number, line in enumerate(body.split("\n"))]
    text = "\n".join(lines)
    return _blotted(text, _code_spans(text))


def _blotted(text: str, found: Iterable[tuple[int, int]]) -> str:
    pieces, at = [], 0
    for start, end in found:
        pieces += [text[at:start], re.sub(r"[^\n]", CODE, text[start:end])]
        at = end
    return "".join([*pieces, text[at:]])


def _code_spans(text: str) -> Iterator[tuple[int, int]]:
    """Code in a line: from a run of backticks to the next run that is as long, in one paragraph."""
    offset = 0
    for paragraph in re.split(r"(\n[ \t]*\n)", text):
        runs = [found for found in re.finditer(r"`+", paragraph) if not _is_escaped(paragraph, found.start())]
        last = {len(run[0]): number for number, run in enumerate(runs)}
        number = 0
        while number < len(runs):
            length = len(runs[number][0])
            closing = number + 1
            while last[length] > number and len(runs[closing][0]) != length:
                closing += 1
            if last[length] > number:
                yield offset + runs[number].start(), offset + runs[closing].end()
                number = closing
            number += 1
        offset += len(paragraph)


def _is_escaped(text: str, at: int) -> bool:
    before = text[:at] if at < 8 else text[at - 8 : at]
    return (len(before) - len(before.rstrip("\\"))) % 2 == 1


def without_comments(body: str) -> tuple[str, tuple[Mark, ...]]:
    """The text without what its generator hides, and what that is."""
    mask = masked(body)
    found = spans(mask, _COMMENTS)
    marks = tuple(Mark(start, body[start:end]) for start, end in found)
    pieces, at = [], 0
    for start, end in found:
        pieces.append(body[at:start])
        at = end
        alone = body[:start].rpartition("\n")[2].strip() == "" and body[end:].partition("\n")[0].strip() == ""
        if alone and body[end : end + 1] == "\n":
            at = end + 1
    return "".join([*pieces, body[at:]]), marks


def kinds_of_marks(body: str) -> Iterator[Kind]:
    """What is in a text that the dialect shows as it is written; comments are not among it."""
    mask = masked(body)
    mask = _blotted(mask, spans(mask, _COMMENTS))
    tags = spans(mask, _TAGS)
    if tags:
        name = "template tag" if len(tags) == 1 else "template tags"
        yield Kind(name, tuple(Mark(start, body[start:end]) for start, end in tags))
    mask = _blotted(mask, tags)
    for one, many, pattern in _KINDS:
        found = [match.span() for match in pattern.finditer(mask)]
        marks = tuple(Mark(start, body[start:end].strip()) for start, end in found)
        if marks:
            yield Kind(one if len(marks) == 1 else many, marks)


def relative_links(body: str) -> tuple[Mark, ...]:
    """Links whose targets are no web addresses; the texts are their targets."""
    return tuple(
        Mark(found.start(), _written(body, found, "target") or _written(body, found, "defined"))
        for found in _RELATIVE.finditer(masked(body))
    )


def _written(body: str, found: re.Match[str], group: str) -> str:
    """What a part of a match in the masked text is in the text itself; "" where there is no such part."""
    return body[slice(*found.span(group))] if found[group] is not None else ""


def with_linked_images(body: str) -> tuple[str, tuple[Mark, ...]]:
    """The text with a link to each image in its place, and the images; an image that is a link itself gives way to it."""
    mask = masked(body)
    marks: list[Mark] = []
    pieces: list[str] = []
    at = 0
    linked = {match.start() + 1: match for match in _LINKED_IMAGE.finditer(mask)}
    for found in _IMAGE.finditer(mask):
        if found.start() < at:
            continue
        outer = linked.get(found.start())
        source = _written(body, found, "src")
        alt = _written(body, found, "alt")
        label = alt.strip() or PurePosixPath(source.strip("<>").partition("?")[0]).name or "image"
        if outer is not None:
            pieces += [body[at : outer.start()], f"[{label}]"]
            at = outer.end()
            marks.append(Mark(outer.start(), _written(body, outer, "src") or _written(body, outer, "ref")))
            continue
        pieces += [body[at : found.start()], f"[{label}]"]
        at = found.end("alt") + 1
        marks.append(Mark(found.start(), source))
    return "".join([*pieces, body[at:]]), tuple(marks)
