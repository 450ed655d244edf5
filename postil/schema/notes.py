"""Records of what is said about one article: the files below `annotations/articles/`."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from postil.dates import weekday_from_text, weekday_names
from postil.fold import folded_text
from postil.messages import listed, meant, near, one_line, shortened
from postil.model.notes import (
    Annotation,
    ArticleNotes,
    DraftNotes,
    NameChoice,
    Relation,
    RelationKind,
    Says,
    Selector,
    Speaker,
)
from postil.model.records import Ref, RefKind, When
from postil.problems import Checked, Place, Problem, Remark, has_errors
from postil.quoting import plain
from postil.schema.nodes import (
    Fields,
    Map,
    Node,
    Scalar,
    Seq,
    is_empty,
    problem_of_shape,
    with_unique_ids,
)
from postil.schema.refs import is_id, ref_from_field
from postil.schema.says import says_from_text
from postil.schema.selectors import SELECTOR, selector_of
from postil.schema.withhold import withheld_of

MOST_NOTES = 10_000
"""Of one article, all of which stand on its page: some fifteen megabytes."""

_FILE = ("annotator", "status", "mentions", "notes", "withhold")
_STATUSES = ("draft", "public")
_BODIES = ("note", "entity", "event", "claim", "speaker", "hedge")
_NOTE = (
    "quote",
    "in",
    "at",
    "id",
    *_BODIES,
    "says",
    "scope",
    "on",
    "as_of",
    "how",
    "chain",
    *RelationKind,
    "annotator",
)
_NOTHING_KNOWN: Mapping[str, str] = MappingProxyType({})
_HOW = ("own-count", "saw-it", "document", "relays", "infers", "not-stated")
_OUTLET = "outlet"
_UNNAMED = ("unnamed",)
KEYS = frozenset((*_FILE, *_NOTE, *SELECTOR, *_UNNAMED))
"""Every key that is read here by its name."""

_SPEAKER = "the id of an entity, `outlet`, or {unnamed: who}"


def draft_from_node(node: Map, article: str) -> DraftNotes | None:
    """The file as a draft, where it says that it is one."""
    for key, value in node.entries:
        if key.text == "status" and isinstance(value, Scalar) and value.text == "draft":
            return DraftNotes(article, value.place, note_ids(node))
    return None


def note_ids(node: Map) -> tuple[str, ...]:
    """The ids that are written in a file of notes, right or wrong."""
    lists = (value for key, value in node.entries if key.text == "notes" and isinstance(value, Seq))
    notes = (note for of in lists for note in of.items if isinstance(note, Map))
    return tuple(
        value.text
        for note in notes
        for key, value in note.entries
        if key.text == "id" and isinstance(value, Scalar)
    )


def is_list_of_notes(node: Node) -> bool:
    """Whether these are notes without the key above them: a list whose first item points at a place."""
    first = node.items[0] if isinstance(node, Seq) and node.items else None
    return isinstance(first, Map) and any(key.text in ("quote", "at") for key, _ in first.entries)


def notes_from_node(
    node: Map,
    *,
    article: str,
    place: Place,
    languages: tuple[str, ...],
    known: Mapping[str, str] = _NOTHING_KNOWN,
    failed: list[Annotation] | None = None,
) -> Checked[ArticleNotes]:
    """The notes of one article; a note that failed is left out, and added to `failed`: it may point at nothing.

    `languages` are those in which a weekday may be written: the article's own, then the archive's. `known` are written
    ids of notes, each with an article that has it: only for what is proposed.
    """
    known = {**known, **dict.fromkeys(note_ids(node), article)}
    problems: list[Problem] = []
    fields = Fields(node, "a file of notes", _FILE, problems)
    withhold = withheld_of(fields)
    draft = fields.choice("status", _STATUSES) == "draft"
    mentions = []
    for name, value in fields.pairs("mentions", "names, each with the id of the entity that is meant"):
        entity = fields.ref_of(value, RefKind.ENTITY)
        if entity is not None:
            mentions.append(NameChoice(one_line(name.text), entity, name.place))
    notes = []
    items = fields.items("notes", "a list of notes, each of which begins with `- quote: ...`")
    if len(items) > MOST_NOTES:
        message = f"there are {len(items):,} notes, and {MOST_NOTES:,} on one article are the most"
        cure = "make several articles of it, each with its notes"
        fields.add(Problem("notes-too-many", message, fields.place_of("notes"), help=(cure,)))
    for item in items[:MOST_NOTES]:
        before = len(problems)
        note = _note(item, article, languages, known, problems)
        if note is not None and not has_errors(problems[before:]):
            notes.append(note)
        elif note is not None and failed is not None:
            failed.append(note)
    explicit = [note for note in notes if note.explicit]
    _, doubled = with_unique_ids(explicit, lambda note: (note.id, note.place), "note")
    problems += [*doubled, *_repeated(notes)]
    made = ArticleNotes(
        article=article,
        place=place,
        annotator=fields.text("annotator"),
        draft=draft,
        mentions=tuple(mentions),
        notes=tuple(notes),
        withhold=withhold,
    )
    return Checked(made, tuple(problems))


def _repeated(notes: list[Annotation]) -> list[Problem]:
    """Notes that are alike in keys, target and selector, and so would have one derived id."""
    first: dict[str, Annotation] = {}
    problems = []
    for note in notes:
        if note.explicit:
            continue
        earlier = first.setdefault(note.id, note)
        if earlier is not note:
            problems.append(
                Problem(
                    "note-duplicate",
                    "two notes have the same quote, the same keys and the same references",
                    note.place,
                    (Remark("the first one", earlier.place),),
                    help=("make them one note, or give this one an `id`",),
                )
            )
    return problems


def _note(
    item: Node, article: str, languages: tuple[str, ...], known: Mapping[str, str], problems: list[Problem]
) -> Annotation | None:
    if not isinstance(item, Map):
        problems.append(problem_of_shape("a note", "the keys of a note, beginning with `quote: ...`", item))
        return None
    fields = Fields(item, "a note", _NOTE, problems, languages=languages)
    selector = selector_of(fields)
    relations = _relations(fields, article, known)
    written = fields.scalar("id")
    id_ = None if written is None else fields.id_of(written)
    entity = fields.ref("entity", RefKind.ENTITY)
    event = fields.ref("event", RefKind.EVENT)
    claim = fields.ref("claim", RefKind.CLAIM)
    speaker = _speaker(fields, fields.node("speaker"))
    scope = fields.scalar("scope")
    chain = [_speaker(fields, one) for one in _one_or_more(fields, "chain")]
    if not any(fields.stands(key) for key in (*_BODIES, *RelationKind)):
        cure = f"add one of {listed(_BODIES)}"
        fields.add(
            Problem(
                "note-empty",
                "this note says nothing about the place it points at",
                fields.place,
                help=(cure,),
            )
        )
    _refuse_without_claim(fields)
    said = fields.scalar("says")
    note, says, on = fields.prose("note"), _says(fields, said), _when(fields, "on", languages)
    as_of = _when(fields, "as_of", languages)
    how, hedge, annotator = fields.choice("how", _HOW), fields.text("hedge"), fields.text("annotator")
    scope_id = None if scope is None else fields.id_of(scope)
    selector = selector or Selector(fields.place)
    refs = [one for one in (entity, event, claim) if one is not None]
    return Annotation(
        id=id_ or derived_id(selector, fields.written(), (*refs, *(one.to for one in relations))),
        explicit=id_ is not None,
        place=fields.place,
        selector=selector,
        note=note,
        entity=entity,
        event=event,
        claim=claim,
        speaker=speaker,
        says=says,
        says_place=None if said is None else said.place,
        scope=scope_id,
        scope_place=None if scope is None else scope.place,
        on=on,
        as_of=as_of,
        how=how,
        chain=tuple(one for one in chain if one is not None),
        hedge=hedge,
        relations=relations,
        annotator=annotator,
        keys=fields.written(),
    )


def _relations(fields: Fields, article: str, known: Mapping[str, str]) -> tuple[Relation, ...]:
    """The relations of a note. Where a bare id stands that is, or can only be, a note's, the cure is how to write it."""
    relations = []
    for kind in RelationKind:
        for scalar in fields.scalars(kind):
            id_ = scalar.text.strip()
            owner = known.get(id_)
            if owner is not None or (is_id(id_) and kind is not RelationKind.SEE):
                fields.add(_problem_of_bare_note(kind, id_, owner, article, scalar.place))
                continue
            to = fields.ref_of(scalar, None, article)
            if to is not None:
                relations.append(Relation(kind, to))
    return tuple(relations)


def _problem_of_bare_note(
    kind: RelationKind, id_: str, owner: str | None, article: str, place: Place
) -> Problem:
    here, there = f'`{kind}: "#{id_}"`', f'`{kind}: "article/{owner or "ID"}#{id_}"`'
    if owner is None:
        message = f"`{shortened(id_)}` alone is no reference to a note, and there is no note of this id"
        cure = f"write {here} for a note of this file, {there} for one of another article"
    else:
        message = f"`{shortened(id_)}` is the id of a note, and alone no reference to it"
        cure = f"write {here if owner == article else there}"
    return Problem("ref-unusable", message, place, help=(cure,))


def derived_id(selector: Selector, keys: tuple[str, ...], refs: tuple[Ref, ...]) -> str:
    """The id of a note that has none written: from its selector, folded, its keys and what it refers to.

    So it stays the same when the wording of the note changes, or the kind of a quotation mark.
    """
    quote = [folded_text(part) for part in (selector.exact or "", selector.prefix, selector.suffix)]
    targets = sorted([ref.kind, ref.id, ref.sentence or "", ref.note or ""] for ref in refs)
    parts = [quote, selector.within or "", selector.at or "", sorted(keys), targets]
    canonical = json.dumps(parts, ensure_ascii=True, separators=(",", ":"))
    return f"n-{hashlib.sha256(canonical.encode()).hexdigest()[:10]}"


def _refuse_without_claim(fields: Fields) -> None:
    """Complain of keys that describe a position where the note names no claim.

    How somebody knows, and through whom, may also be told of a speech that is no position.
    """
    if fields.stands("claim"):
        return
    of_position = ("says", "scope", "as_of", *(() if fields.stands("speaker") else ("how", "chain")))
    keys = [key for key in of_position if fields.has(key)]
    if keys:
        names = " and ".join(f"`{key}`" for key in keys)
        message = f"{names} {'stands' if len(keys) == 1 else 'stand'} in a note that names no claim"
        cure = f"add `claim: ID` (the question that this answers), or take {names} out"
        fields.add(Problem("key-needs-claim", message, fields.key_place(keys[0]), help=(cure,)))


def _one_or_more(fields: Fields, key: str) -> tuple[Node, ...]:
    node = fields.node(key)
    if node is None or isinstance(node, Scalar | Map):
        return () if node is None else (node,)
    return node.items


def _speaker(fields: Fields, node: Node | None) -> Speaker | None:
    if node is None:
        return None
    if isinstance(node, Map):
        person = Fields(node, "a speaker", _UNNAMED, fields.problems)
        person.need("unnamed", f"write {_SPEAKER}")
        unnamed = person.text("unnamed")
        return None if unnamed is None else Speaker(node.place, unnamed=unnamed)
    if not isinstance(node, Scalar) or is_empty(node):
        fields.add(problem_of_shape("a speaker", _SPEAKER, node))
        return None
    if node.text == _OUTLET:
        return Speaker(node.place, outlet=True)
    found = ref_from_field(node.text, node.place, RefKind.ENTITY, None)
    fields.problems.extend(_with_unnamed(problem, one_line(node.text)) for problem in found.problems)
    return None if found.value is None else Speaker(node.place, entity=found.value.id)


def _with_unnamed(problem: Problem, words: str) -> Problem:
    """The problem of words that are no id, with the cure for who meant someone not named: first, unless it is a name."""
    if " " not in words:
        return problem
    cure = f"for someone not named write `{{unnamed: {plain(words, in_brackets=True)}}}`"
    help_ = (*problem.help, cure) if words[0].isupper() else (cure, *problem.help)
    return replace(problem, help=help_)


def _says(fields: Fields, scalar: Scalar | None) -> Says | None:
    if scalar is None:
        return None
    found = says_from_text(scalar.text, scalar.place)
    fields.problems.extend(found.problems)
    return found.value


def _is_weekday(word: str, languages: tuple[str, ...]) -> bool:
    return any(weekday_from_text(word, language) is not None for language in languages)


def _when(fields: Fields, key: str, languages: tuple[str, ...]) -> When | None:
    """A date, or a weekday."""
    scalar = fields.scalar(key, "a date or a weekday as text")
    if scalar is None:
        return None
    for language in languages:
        weekday = weekday_from_text(scalar.text, language)
        if weekday is not None:
            return When(scalar.text, None, weekday, scalar.place)
    names = {name for language in languages for name in weekday_names(language)}
    begin = scalar.text[:1].casefold()  # `yesterday` is not far from `Saturday`
    alike = near(scalar.text, [name for name in names if name[:1].casefold() == begin])
    named = [word for word in scalar.text.split() if _is_weekday(word, languages)]
    read_back = "a weekday stands alone, and is read back from the day of publication"
    alone = tuple(f"{read_back}: write `{word}`" for word in named[:1])
    date = fields.date_of(scalar, meant(alike) or alone)
    return None if date is None else When(scalar.text, date, None, scalar.place)
