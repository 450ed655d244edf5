"""Every mention of an entity: sentences by article, and the pages that they take where an entity is named very often.

Promises that each sentence stands once, on one page, in order of publication, and that an article's sentences stay
together on a page as far as they fit on one.
"""

from __future__ import annotations

from itertools import groupby

from postil import addresses
from postil.model.archive import Mention, Passage
from postil.model.lines import MentionGroup
from postil.model.page import MentionsPage, Shell
from postil.model.parts import Cited
from postil.model.records import RefKind
from postil.pages.cite import cited_with_denials, source_line
from postil.pages.lookup import Lookup

MOST_SENTENCES = 200
"""On one page."""

Cut = tuple[int, int]
"""The mentions of one page: from, up to."""


def cuts(mentions: tuple[Mention, ...]) -> tuple[Cut, ...]:
    """Which mentions stand on which page; one page at least."""
    if len(mentions) <= MOST_SENTENCES:
        return ((0, len(mentions)),)
    begins = [0]
    on_page = done = 0
    for _, of_article in groupby(mentions, key=lambda mention: mention.article):
        sizes = [len(list(same)) for _, same in groupby(of_article, key=_passage_ends)]
        if on_page and on_page + len(sizes) > MOST_SENTENCES:
            begins.append(done)
            on_page = 0
        for size in sizes:
            if on_page == MOST_SENTENCES:
                begins.append(done)
                on_page = 0
            on_page += 1
            done += size
    return tuple(zip(begins, [*begins[1:], len(mentions)], strict=True))


def page_after(id_: str, number: int, all_cuts: tuple[Cut, ...]) -> str | None:
    """The address of the page that follows page `number`."""
    return addresses.of_mentions(id_, number + 1) if number < len(all_cuts) else None


def mentions_page(
    lookup: Lookup, shell: Shell, id_: str, number: int, all_cuts: tuple[Cut, ...]
) -> MentionsPage:
    """Page `number` of all, from 2; the first is the entity's own."""
    link = lookup.link(RefKind.ENTITY, id_)
    begin, end = all_cuts[number - 1]
    return MentionsPage(
        path=addresses.path_from_address(addresses.of_mentions(id_, number)),
        title=link.label,
        shell=shell,
        is_=lookup.archive.entities[id_].is_,
        entity=link,
        number=number,
        mentions=mention_groups(lookup, lookup.archive.mentions[id_][begin:end]),
        previous_href=f"{link.href}#mentions" if number == 2 else addresses.of_mentions(id_, number - 1),
        next_href=page_after(id_, number, all_cuts),
    )


def mention_groups(lookup: Lookup, mentions: tuple[Mention, ...]) -> tuple[MentionGroup, ...]:
    return tuple(
        MentionGroup(
            article=source_line(lookup, article),
            mentions=tuple(
                _sentence(lookup, tuple(same)) for _, same in groupby(of_article, key=_passage_ends)
            ),
        )
        for article, of_article in groupby(mentions, key=lambda mention: mention.article)
    )


def _passage_ends(mention: Mention) -> tuple[str, str]:
    return (mention.passage.first, mention.passage.last)


def _sentence(lookup: Lookup, mentions: tuple[Mention, ...]) -> Cited:
    """A sentence once, with every naming in it marked."""
    passage = mentions[0].passage
    marks = tuple(mark for mention in mentions for mark in mention.passage.marks)
    return cited_with_denials(
        lookup, Passage(passage.article, passage.first, passage.last, passage.text, marks)
    )
