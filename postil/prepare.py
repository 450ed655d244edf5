"""Prepare: an article read, and everything that is said about it put in its place.

Both functions are pure and take and give values that can be pickled, so they can run anywhere and be remembered. Promises
the round-trip proof for every body: what is spliced in leaves the text the same to the character. What is prepared holds
ids and root-relative addresses, never the label of another record. Refuses to know whether those records exist.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from postil import addresses
from postil.anchor import Target, anchor, cut, target_of
from postil.bodies import body_from_article, unlike
from postil.fold import name_key
from postil.kinds import has_card, kinds_of
from postil.ledger import sealed
from postil.model.notes import Annotation, ArticleNotes, NameChoice
from postil.model.records import Article, RefKind
from postil.model.text import Body, Homonym, MentionSpan, NamedSpan, NameRow, NoteSpan, Piece, Prepared, Text
from postil.names import FoundName, find_names
from postil.problems import Problem, Severity, has_errors
from postil.splice import Link, Mark, Spliced, splice
from postil.text import plain_text, sentence_at, shared_beginning
from postil.tree import tree_from_html

_EXPLAINED = 100
"""Problems of an article that are explained with what stands near, which takes a look through the whole text for each."""


class RoundTripError(AssertionError):
    """Splicing has changed the text of an article: a fault of the engine, never of an archive."""


def read(article: Article) -> Body:
    """An article's body, or what is released of it, as safe HTML and as text; where it is sealed, cut as the ledger has it.

    Problems: those of `body_from_article`, and that of `unlike`.
    """
    released = article.released
    if released is not None:  # `load` has held it against the ledger
        return Body(article.id, released.pieces, released.text, named=released.named)
    body = body_from_article(article)
    if article.sealed is None:
        return body
    text = sealed(body.text, article.sealed)
    if text is None:
        return replace(body, problems=(*body.problems, unlike(article, article.sealed, body.text)))
    return replace(body, text=text)


def place(body: Body, article: Article, notes: ArticleNotes | None, rows: tuple[NameRow, ...]) -> Prepared:
    """Notes anchored, names found, and both in the body. `rows` are at least those that occur in the text.

    Problems: those of the body, of each selector that anchors to nothing, and `mention-unused`. A note that has no place
    is left out. Where the body could not be read, nothing has a place, and only that is told.
    """
    if not body.pieces and has_errors(body.problems):
        notes = None
    annotations = notes.notes if notes else ()
    target = target_of(article, body.text, [annotation.selector for annotation in annotations])
    problems = list(body.problems)
    placed: list[tuple[Annotation, NoteSpan]] = []
    for annotation in annotations:
        span = anchor(target, annotation.selector, explained=len(problems) < _EXPLAINED)
        if isinstance(span, Problem):
            problems.append(span)
        else:
            placed.append((annotation, _note_span(annotation.id, span, body.text)))
            in_two = cut(target, annotation.selector, span) if article.released is None else None
            problems.extend((in_two,) if in_two else ())
    placed.sort(key=lambda pair: (pair[1].start, -pair[1].end, pair[1].note))
    with_card = sorted((pair for pair in placed if has_card(pair[0])), key=lambda pair: pair[1].marker_order)
    choices = notes.mentions if notes else ()
    mentions, homonyms, unused = _named(target, placed, body.named, choices, rows)
    problems.extend(unused)
    pieces = splice(
        body.pieces,
        body.text,
        _links(mentions, body.text),
        [
            Mark(span.start, span.end, span.note, kinds_of(annotation), number)
            for number, (annotation, span) in enumerate(with_card, start=1)
        ],
    )
    _prove(pieces, body)
    return Prepared(
        article.id,
        body.text,
        tuple(_with_notes(pieces, [span for _, span in with_card], body.text)),
        tuple(span for _, span in placed),
        mentions,
        homonyms,
        tuple(problems),
    )


def misplaced(article: Article, text: Text, notes: Iterable[Annotation]) -> Iterator[Problem]:
    """What is wrong with where notes point, of notes in which something else is wrong too, and has been told."""
    if article.released is not None:  # they point at the text that was
        return
    pointing = [one.selector for one in notes if one.selector.at or one.selector.exact is not None]
    target = target_of(article, text, pointing)
    for number, selector in enumerate(pointing):
        span = anchor(target, selector, explained=number < _EXPLAINED)
        found = span if isinstance(span, Problem) else cut(target, selector, span)
        if found is not None:
            yield found


def _note_span(note: str, span: tuple[int, int], text: Text) -> NoteSpan:
    start, end = span
    return NoteSpan(note, start, end, sentence_at(text, start), sentence_at(text, end - 1))


def _named(
    target: Target,
    placed: Sequence[tuple[Annotation, NoteSpan]],
    standing: Sequence[NamedSpan],
    choices: Sequence[NameChoice],
    rows: tuple[NameRow, ...],
) -> tuple[tuple[MentionSpan, ...], tuple[Homonym, ...], list[Problem]]:
    """Who is named where.

    What a note says goes before words that stand in place of a name, these before names; a name settled in the file before
    its bearers.
    """
    mentions = [
        MentionSpan(annotation.entity.id, span.start, span.end, span.first, span.note)
        for annotation, span in placed
        if annotation.entity is not None
    ]
    mentions += [
        MentionSpan(one.entity, one.start, one.end, sentence_at(target.text, one.start)) for one in standing
    ]
    said = bytearray(len(target.text.text))
    for mention in mentions:
        said[mention.start : mention.end] = b"\x01" * (mention.end - mention.start)
    chosen = {name_key(choice.name): choice.entity.id for choice in choices}
    found = find_names(target.text, target.folded, rows)
    homonyms: list[Homonym] = []
    for name in found:
        if 1 in said[name.start : name.end]:
            continue
        entity = chosen.get(name_key(name.name), name.entities[0] if len(name.entities) == 1 else None)
        sentence = sentence_at(target.text, name.start)
        if entity is None:
            homonyms.append(Homonym(name.name, name.entities, sentence))
        else:
            mentions.append(MentionSpan(entity, name.start, name.end, sentence))
    mentions.sort(key=lambda one: (one.start, -one.end, one.entity, one.note or ""))
    return tuple(mentions), tuple(homonyms), _unused(choices, found, target.folded.text.casefold())


def _unused(choices: Iterable[NameChoice], found: Iterable[FoundName], folded: str) -> list[Problem]:
    """Names that `mentions` settles and that were not found: most often it is no name of the entity at all."""
    names = {name_key(one.name) for one in found}
    problems = []
    for choice in choices:
        name = name_key(choice.name)
        if name in names:
            continue
        message = f"`{choice.name}` is not found in the article as the name of any entity"
        cures = ["take the line out, or write the name as it stands in the article"]
        if name in folded:
            message = f"`{choice.name}` stands in the article, and is no name of any entity"
            cures = [
                f"give it to `{choice.entity.id}` as an alias, and every article finds it",
                f"or point at it here with a note: `quote: {choice.name}`, `entity: {choice.entity.id}`",
            ]
        place = choice.place or choice.entity.place
        problems.append(
            Problem("mention-unused", message, place, help=tuple(cures), severity=Severity.WARNING)
        )
    return problems


def _links(mentions: Sequence[MentionSpan], text: Text) -> list[Link]:
    """Links for mentions: of two that overlap the shorter; none over the border of two blocks."""
    starts = [block.start for block in text.blocks]
    taken = bytearray(len(text.text))
    links: list[Link] = []
    for one in sorted(mentions, key=lambda one: (one.end - one.start, one.start, one.entity)):
        is_in_one_block = bisect_right(starts, one.start) == bisect_right(starts, one.end - 1)
        if is_in_one_block and 1 not in taken[one.start : one.end]:
            taken[one.start : one.end] = b"\x01" * (one.end - one.start)
            links.append(Link(one.start, one.end, addresses.of_record(RefKind.ENTITY, one.entity)))
    return sorted(links, key=lambda one: one.start)


def _with_notes(pieces: Iterable[Spliced], spans: Sequence[NoteSpan], text: Text) -> Iterable[Piece]:
    """The pieces, each with the notes that end in it."""
    starts = [block.start for block in text.blocks]
    ending: dict[str, list[str]] = {}
    for span in spans:
        ending.setdefault(text.blocks[bisect_right(starts, span.end - 1) - 1].id, []).append(span.note)
    order = {span.note: number for number, span in enumerate(spans)}
    for piece in pieces:
        here = [note for block in piece.blocks for note in ending.get(block, ())]
        yield Piece(piece.html, tuple(sorted(here, key=order.__getitem__)), piece.blocks)


def _prove(pieces: Iterable[Spliced], body: Body) -> None:
    spliced = plain_text(tree_from_html("".join(piece.html for piece in pieces)))
    if spliced != body.text.text:
        at = shared_beginning(spliced, body.text.text)
        raise RoundTripError(f"the text of {body.article} has changed at offset {at}")
