"""The names from A to Z: every name, alias and, of each other language, first form, each at its entity.

The rest of a language's forms are case forms. Aliases that differ in nothing but case are one line, with all who are
called so. Where there are very many names they take several pages, as books of names do: parted between letters as far
as may be, each page told by its first name and its last. The first page leads to every letter, on whichever page it
begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby

from postil import addresses
from postil.messages import shortened
from postil.model.lines import NameLine
from postil.model.page import NamesPage, Page, Shell
from postil.model.parts import Link, Turn
from postil.model.records import Entity, RefKind
from postil.pages.collation import collate, fragment_of, letter_of, script_of, sizes_by_beginning
from postil.pages.lookup import Lookup
from postil.pages.turning import turn
from postil.parting import cuts

MOST_NAMES = 500
"""On one page. A line takes about two hundred bytes."""

_LONGEST_LABEL = 24
"""Characters of a name by which a page is told."""

Alphabets = tuple[tuple[tuple[str, str], ...], ...]


def names_pages(lookup: Lookup, shell: Shell) -> Iterator[tuple[str, Callable[[], Page]]]:
    """The pages of all names, by address."""
    lines = _lines(lookup)
    labels = [line.link.label for line in lines]
    all_cuts = cuts(sizes_by_beginning(labels, MOST_NAMES), MOST_NAMES)
    begins: dict[str, str] = {}
    for number, (begin, end) in enumerate(all_cuts, start=1):
        page = addresses.of_further(addresses.NAMES, number) if number > 1 else ""
        for label in labels[begin:end]:
            letter = letter_of(label)
            if letter not in begins:
                begins[letter] = f"{page}#{fragment_of(letter)}"
    alphabets = tuple(
        tuple((letter, begins[letter]) for letter in letters) for _, letters in groupby(begins, key=script_of)
    )
    told = [_from_to(labels[begin:end]) for begin, end in all_cuts]
    for number, (begin, end) in enumerate(all_cuts, start=1):
        address = addresses.of_further(addresses.NAMES, number)
        beside = turn(addresses.NAMES, number, all_cuts, labels=told)
        of_page = tuple(lines[begin:end])
        yield address, partial(_page, shell, address, of_page, alphabets if number == 1 else (), beside)


def _page(
    shell: Shell, address: str, lines: tuple[NameLine, ...], alphabets: Alphabets, beside: Turn | None
) -> NamesPage:
    by_letter: dict[str, list[NameLine]] = {}
    for line in lines:
        by_letter.setdefault(letter_of(line.link.label), []).append(line)
    return NamesPage(
        path=addresses.path_from_address(address),
        title="",
        shell=shell,
        letters=tuple((letter, fragment_of(letter), tuple(names)) for letter, names in by_letter.items()),
        alphabets=alphabets,
        turn=beside,
    )


def _from_to(labels: Sequence[str]) -> str:
    """As the head of a dictionary's page has it."""
    if not labels:
        return ""
    ends = dict.fromkeys(shortened(label, _LONGEST_LABEL) for label in (labels[0], labels[-1]))
    return " – ".join(ends)


# --- lines ------------------------------------------------------------------------------------------------------------


def _lines(lookup: Lookup) -> list[NameLine]:
    lines: list[NameLine] = []
    aliases: dict[str, list[NameLine]] = {}
    for entity in lookup.archive.entities.values():
        own, *others = _name_lines(lookup, entity)
        lines.append(own)
        for line in others:
            aliases.setdefault(line.link.label.casefold(), []).append(line)
    lines += map(_together, aliases.values())
    return sorted(lines, key=lambda line: (collate(line.link.label), line.link.href))


def _together(same: list[NameLine]) -> NameLine:
    same.sort(key=lambda line: collate(line.link.label), reverse=True)  # small letters first
    of = {link for line in same for link in line.of}
    return replace(same[0], of=tuple(sorted(of, key=lambda link: (collate(link.label), link.href))))


def _name_lines(lookup: Lookup, entity: Entity) -> list[NameLine]:
    main = lookup.link(RefKind.ENTITY, entity.id)
    lines = {entity.name: NameLine(main, entity.is_)}
    others: list[tuple[str, str | None]] = [(alias, None) for alias in entity.aliases]
    others += [(forms[0], lang if lang != lookup.lang else None) for lang, forms in entity.names if forms]
    for name, lang in others:
        if name.casefold() == entity.name.casefold():
            continue
        lines.setdefault(name, NameLine(Link(name, main.href, lang), entity.is_, (main,)))
    return list(lines.values())
