"""Link: records and prepared articles become one frozen archive.

    passages    sentences by address
    register    what exists, former ids, what a reference means
    resolve     references resolved, record by record
    positions   answers, their dates, their origins
    order       circles, and the order of the timeline
    reverse     mentions, evidence, positions, speech, back-references
    homonyms    names that nobody has settled

It promises that everything an archive holds leads somewhere: what does not is a problem, and left out. Every reverse is
derived here and nowhere else. The result depends on the records and not on their order, and is made in linear time (but
for sorting). Ids in it are those of now; links in Markdown of ours stand in full. It reads no file and makes no HTML.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from sys import intern

from postil.link.homonyms import unsettled
from postil.link.order import event_order, within_circles
from postil.link.passages import Passages
from postil.link.positions import covered, origins, said, says_of_kind, unknown_scope
from postil.link.register import Register
from postil.link.resolve import Resolver
from postil.link.reverse import Reverse, cited, mentions_in
from postil.markup import Images
from postil.model.archive import Archive, Dated, Mention, Note, NoteKey, Passage, Tie
from postil.model.loaded import Records
from postil.model.notes import Annotation
from postil.model.records import Article, Claim
from postil.model.text import Homonym, NoteSpan, Prepared
from postil.problems import Checked, Problem, problem_order

__all__ = ["link", "misled"]


def link(records: Records, prepared: Mapping[str, Prepared]) -> Checked[Archive]:
    """The archive, and every problem of its references.

    `prepared` holds each article of `records` under its id, is gone through once (and asked again for sentences that
    others refer to), and becomes part of the archive. No file of notes is without its article. A note without
    a span (its quote was not found, which `prepare` has told) can be referred to, but is not in the archive. With an
    error among the problems, what was wrong is left out of the archive, and it is not to be shown.
    """
    passages = Passages(prepared)
    register = Register(records, passages)
    resolver = Resolver(register, Images(records.images))
    articles = {one.id: one for one in sorted(records.articles, key=lambda one: one.id)}
    entities = {one.id: resolver.entity(one) for one in sorted(records.entities, key=lambda one: one.id)}
    events = {one.id: resolver.event(one) for one in sorted(records.events, key=lambda one: one.id)}
    claims = {one.id: resolver.claim(one) for one in sorted(records.claims, key=lambda one: one.id)}
    pages = {one.id: resolver.page(one) for one in sorted(records.pages, key=lambda one: one.id)}
    problems = [*register.problems, *within_circles(entities)]
    timeline, misordered = event_order(events)
    problems += misordered

    annotations: dict[NoteKey, Annotation] = {}
    for file in sorted(records.notes, key=lambda one: one.article):
        for choice in file.mentions:
            resolver.named(choice.entity)
        for annotation in sorted(file.notes, key=lambda one: one.id):
            key = (file.article, annotation.id)
            resolved = resolver.annotation(annotation, file.article)
            if resolved.claim is not None:
                resolved = _answered(resolved, claims[resolved.claim.id], key, resolver, problems)
            annotations[key] = resolved

    # Everything that an article's text is needed for, article by article: it need not be held.
    spans: dict[NoteKey, tuple[NoteSpan, Passage]] = {}
    named: dict[str, tuple[Mention, ...]] = {}
    homonyms: dict[str, tuple[Homonym, ...]] = {}
    for id_ in articles:
        one, sentences = prepared[id_], passages.of(id_)
        for span in one.spans:
            if (id_, span.note) in annotations:
                spans[id_, span.note] = (span, sentences.passage(span.start, span.end))
        named[id_] = mentions_in(one, passages, register)
        homonyms[id_] = one.homonyms
    notes = _placed(annotations, articles, spans, problems)
    problems += unsettled(homonyms, articles, entities, passages)
    problems += resolver.problems
    reverse = Reverse(articles, notes)
    archive = Archive(
        settings=records.settings,
        articles=articles,
        prepared=prepared,
        entities=entities,
        events=events,
        claims=claims,
        pages=pages,
        images=records.images,
        notes=notes,
        mentions=reverse.mentions(named),
        evidence=reverse.evidence(),
        positions=reverse.positions(claims),
        speech=reverse.speech(),
        backrefs=reverse.backrefs(resolver.pointers),
        redirects=register.redirects(),
        passages=cited(resolver.pointers, passages),
        event_order=timeline,
        withdrawn={one.article: one for one in sorted(records.withdrawn, key=lambda one: one.article)},
    )
    return Checked(archive, tuple(sorted(problems, key=problem_order)))


def misled(records: Records, prepared: Mapping[str, Prepared]) -> tuple[Problem, ...]:
    """References that lead nowhere, where records are wrong and no archive is made; not where that may be the reason."""
    doubtful = records.doubtful
    if doubtful is None:
        return ()
    notes = {one.article: [*one.notes] for one in records.notes}
    for article, note in doubtful.notes:
        notes.setdefault(article, []).append(note)
    whole = replace(
        records,
        entities=(*records.entities, *doubtful.entities),
        events=(*records.events, *doubtful.events),
        claims=(*records.claims, *doubtful.claims),
        notes=tuple(replace(one, notes=tuple(notes[one.article])) for one in records.notes),
    )
    register = Register(whole, Passages(prepared), doubtful)
    resolver = Resolver(register, Images(records.images))
    for entity in whole.entities:
        resolver.entity(entity)
    for event in whole.events:
        resolver.event(event)
    for claim in whole.claims:
        resolver.claim(claim)
    for page in whole.pages:
        resolver.page(page)
    for file in whole.notes:
        for choice in file.mentions:
            resolver.named(choice.entity)
        for annotation in file.notes:
            resolver.annotation(annotation, file.article)
    return tuple(resolver.problems)


def _answered(
    annotation: Annotation, claim: Claim, key: NoteKey, resolver: Resolver, problems: list[Problem]
) -> Annotation:
    """The position with its answer read as the claim asks."""
    problems += unknown_scope(annotation, claim)
    says = says_of_kind(annotation, claim, key, resolver)
    if isinstance(says, Problem):
        problems.append(says)
        says = None
    return replace(annotation, says=says)


def _placed(
    annotations: Mapping[NoteKey, Annotation],
    articles: Mapping[str, Article],
    placed: Mapping[NoteKey, tuple[NoteSpan, Passage]],
    problems: list[Problem],
) -> dict[NoteKey, Note]:
    """Notes at their words, in reading order within their article."""
    origin = origins(annotations, articles)
    ties: dict[NoteKey, set[Tie]] = {key: set() for key in placed}
    ties_in: dict[NoteKey, set[Tie]] = {key: set() for key in placed}
    for key in placed:
        for relation in annotations[key].relations:
            other = (relation.to.id, relation.to.note or "")
            if other in placed:
                ties[key].add(Tie(relation.kind, other))
                ties_in[other].add(Tie(relation.kind, key))
    notes: dict[NoteKey, Note] = {}
    for key, (span, passage) in placed.items():
        article = articles[key[0]]
        on = _or_problem(said(annotations[key], article), problems)
        notes[key] = Note(
            article=article.id,
            annotation=annotations[key],
            start=span.start,
            end=span.end,
            passage=passage,
            on=on,
            as_of=_or_problem(covered(annotations[key], article, on), problems),
            origin=intern(origin[key]),
            ties=_in_order(ties[key]),
            ties_in=_in_order(ties_in[key]),
        )
    return notes


def _or_problem(found: Dated | Problem | None, problems: list[Problem]) -> Dated | None:
    if isinstance(found, Problem):
        problems.append(found)
        return None
    return found


def _in_order(ties: set[Tie]) -> tuple[Tie, ...]:
    return tuple(sorted(ties, key=lambda tie: (tie.kind, tie.other)))
