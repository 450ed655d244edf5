"""Plain text: paragraphs in, an article out whose visible text is the file's text.

Paragraphs are separated by blank lines, or else every line is one. Every character that Markdown would take for a mark
is escaped, no other; that the text comes out as it went in is proved on every import. It invents nothing: a title is taken
only where it is clear, and what is not known is left out.
"""

import re

from postil.importers.article import (
    article_file,
    proved,
    text_from_bytes,
    title_from_name,
    title_unclear,
    visible,
)
from postil.model.imported import Imported, Source
from postil.problems import Problem

WRAPPED = 100
"""Code points: text that was wrapped by hand or by a program has no longer lines."""

TITLE = 120
"""Code points: no title is taken to be longer."""

_MARKS = re.compile(r"[\\`*_\[]")
_ENTITY = re.compile(r"&(?=#|\w+;)")
_LEADING = re.compile(r"[#>+-]|\d+(?=\.(?: |$))")
_BREAK = re.compile(r"[\t\v\f\x85\u2028\u2029]+")  # spaces of any width stay: a no-break space was meant
_CLOSERS = "\"'»›”’)]"
_ENDS = ".!?…:;,。！？，、；：؟۔،।॥։።"


def import_plain(source: Source) -> Imported:
    """Read a text file."""
    read = text_from_bytes(source.path, source.data)
    if read.problems:
        return Imported(problems=read.problems)
    groups = _groups(read.value)
    by_line = _a_line_is_a_paragraph(groups)
    paragraphs = [line for group in groups for line in (group if by_line else [" ".join(group)])]
    problems: tuple[Problem, ...] = ()
    if title := _title(groups, by_line=by_line):
        del paragraphs[0]
    else:
        title = title_from_name(source.name)
        problems = (title_unclear(source, title),)
    body = "".join(f"\n{escaped(paragraph)}\n" for paragraph in paragraphs)
    remark = f"{len(paragraphs)} paragraph{'s' * (len(paragraphs) != 1)}"
    if by_line:
        remark += ", each line taken for one"
    imported = Imported((article_file(source.name, {"title": title}, body),), (remark,), problems)
    return proved(source.path, imported, body, paragraphs)


def escaped(paragraph: str) -> str:
    """Markdown that is shown as this paragraph, which stands on one line without white space at its ends."""
    line = _MARKS.sub(r"\\\g<0>", paragraph)
    line = _ENTITY.sub("&amp;", line).replace("<", "&lt;")
    if line.startswith("~~~"):
        return "&#126;" + line[1:]
    if leading := _LEADING.match(line):
        mark = leading.group()
        return f"{mark}\\{line[len(mark) :]}" if mark.isdecimal() else f"\\{line}"
    return line


def _groups(source: str) -> list[list[str]]:
    """Runs of lines on which there is something to see, white space at their ends left off."""
    groups: list[list[str]] = [[]]
    for line in source.split("\n"):
        if visible(line):
            groups[-1].append(_BREAK.sub(" ", line).strip())
        elif groups[-1]:
            groups.append([])
    return [group for group in groups if group]


def _a_line_is_a_paragraph(groups: list[list[str]]) -> bool:
    """Tell unwrapped text from wrapped: by there being no blank line, or by lines too long to have been wrapped.

    The last line of a group says nothing: it ends where its paragraph ends either way.
    """
    if len(groups) == 1:
        return True
    lengths = [len(line) for group in groups for line in group[:-1]]
    return 2 * sum(length > WRAPPED for length in lengths) > len(lengths)


def _title(groups: list[list[str]], *, by_line: bool) -> str | None:
    """The first line, where it is clear that it is a title: short, no sentence, and set off from the text."""
    first = groups[0][0]
    rest = [line for group in groups for line in group][1:]
    set_off = len(groups[0]) == 1 or (by_line and len(rest[0]) > len(first))
    is_sentence = first.rstrip(_CLOSERS).endswith(tuple(_ENDS))
    return first if rest and set_off and len(first) <= TITLE and not is_sentence else None
