"""Plain text: paragraphs in, an article out whose visible text is the file's text.

Paragraphs are separated by blank lines, or else every line is one; a line break that no wrapping explains is kept. Every
character that Markdown would take for a mark is escaped, no other; that the text comes out as it went in is proved on
every import. It invents nothing: a title is taken only where it is clear, and what is not known is left out.
"""

import re
from itertools import pairwise

from postil.importers.article import (
    article_file,
    proved,
    text_from_bytes,
    title_from_name,
    title_unclear,
    visible,
)
from postil.messages import counted
from postil.model.imported import Imported, Source
from postil.problems import Problem

WRAPPED = 100
"""Code points: text that was wrapped by hand or by a program seldom has longer lines."""

TITLE = 120
"""Code points: no title is taken to be longer."""

_MARKS = re.compile(r"[\\`*_\[]")
_ENTITY = re.compile(r"&(?=#|\w+;)")
_UNDERLINE = re.compile(r"[=|:][-=|: ]*")
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
    widest = max(len(line) for group in groups for line in group)
    paragraphs = [
        lines
        for group in groups
        for lines in ([[line] for line in group] if by_line else [_unwrapped(group, widest)])
    ]
    problems: tuple[Problem, ...] = ()
    if title := _title(groups, by_line=by_line):
        del paragraphs[0]
    else:
        title = title_from_name(source.name)
        problems = (title_unclear(source, title),)
    # Two spaces before the end of a line keep it on the page.
    body = "".join("\n" + "  \n".join(map(escaped, lines)) + "\n" for lines in paragraphs)
    breaks = sum(len(lines) - 1 for lines in paragraphs)
    remark = counted(len(paragraphs), "paragraph")
    if by_line:
        remark += ", each line taken for one"
    elif breaks:
        remark += f", {counted(breaks, 'line break')} kept"
    imported = Imported((article_file(source.name, {"title": title}, body),), (remark,), problems)
    return proved(source.path, imported, body, [" ".join(lines) for lines in paragraphs])


def escaped(line: str) -> str:
    """Markdown that is shown as this line of a paragraph, which has no white space at its ends."""
    line = _MARKS.sub(r"\\\g<0>", line)
    line = _ENTITY.sub("&amp;", line).replace("<", "&lt;")
    if line.startswith("~~~") or _UNDERLINE.fullmatch(line):
        return f"&#{ord(line[0])};{line[1:]}"
    if leading := _LEADING.match(line):
        mark = leading.group()
        return f"{mark}\\{line[len(mark) :]}" if mark.isdecimal() else f"\\{line}"
    return line


def _unwrapped(group: list[str], widest: int) -> list[str]:
    """The lines that were meant: joined where wrapping broke them, which is where the next word would not have fitted."""
    lines = [group[0]]
    for before, line in pairwise(group):
        if len(before) + 1 + len(line.split(" ", 1)[0]) > widest:
            lines[-1] += f" {line}"
        else:
            lines.append(line)
    return lines


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
    """Tell unwrapped text from wrapped: by there being no blank line, or by long lines that end as sentences do.

    The last line of a group says nothing: it ends where its paragraph ends either way.
    """
    if len(groups) == 1:
        return True
    lines = [line for group in groups for line in group[:-1]]
    return 2 * sum(len(line) > WRAPPED and _ends_a_sentence(line) for line in lines) > len(lines)


def _ends_a_sentence(line: str) -> bool:
    return line.rstrip(_CLOSERS).endswith(tuple(_ENDS))


def _title(groups: list[list[str]], *, by_line: bool) -> str | None:
    """The first line, where it is clear that it is a title: short, no sentence, and set off from the text."""
    first = groups[0][0]
    rest = [line for group in groups for line in group][1:]
    set_off = len(groups[0]) == 1 or (by_line and len(rest[0]) > len(first))
    is_title = len(first) <= TITLE and not _ends_a_sentence(first)
    return first if rest and set_off and is_title else None
