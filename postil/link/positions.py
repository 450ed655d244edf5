"""Positions: what a note says on a claim, when, for whom, and from whom it came in the end.

Holds three rules of the format: what an answer may be (by the kind of the claim), which date an answer has, and the
origin of a position. Promises that origins depend on the notes and their relations, never on the order they come in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from postil.dates import DateFault, date_from_day, date_from_text, sort_key, weekday_before
from postil.dates.order import SortKey
from postil.link.resolve import Resolver
from postil.messages import listed, near_help
from postil.model.archive import Dated, NoteKey, speaker_key
from postil.model.notes import Annotation, NonAnswer, Quantity, RelationKind, Says, Words
from postil.model.records import Article, Claim, Ref, RefKind, When
from postil.problems import Place, Problem, Remark

# --- what is said -----------------------------------------------------------------------------------------------

_NON_ANSWERS = listed(NonAnswer)
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)+")
"""Words that can only be meant as an id: small letters, joined by hyphens."""


def unknown_scope(annotation: Annotation, claim: Claim) -> tuple[Problem, ...]:
    """A problem when the scope is none that the claim names."""
    names = [name for name, _ in claim.scopes]
    if annotation.scope is None or annotation.scope in names:
        return ()
    return (
        Problem(
            "scope-unknown",
            f"claim `{claim.id}` has no scope `{annotation.scope}`",
            annotation.scope_place or annotation.place,
            notes=(Remark(f"it names {listed(names)}" if names else "it names no scopes", claim.place),),
            help=near_help(annotation.scope, names)
            or (f"add `{annotation.scope}` to the `scopes:` of the claim",),
        ),
    )


def says_of_kind(
    annotation: Annotation, claim: Claim, key: NoteKey, resolver: Resolver
) -> Says | Problem | None:
    """What is said, read as the kind of the claim asks; a problem when it is no answer of this kind.

    A figure on a claim of words is words; on one of `when` it may be a year. On `who` and `where`, words that can only
    be an id are one.
    """
    says = annotation.says
    if says is None or isinstance(says, NonAnswer):
        return says
    fits: Says | None = None
    match claim.kind:
        case "quantity":
            fits = says if isinstance(says, Quantity) else None
        case "yes-no":
            fits = Words(says.text.casefold()) if _is_yes_or_no(says) else None
        case "when":
            fits = None if _is_yes_or_no(says) else _moment(says)
        case "who" | "where":
            place = annotation.says_place or annotation.place
            fits = None if _is_yes_or_no(says) else _named(says, place, key, resolver)
        case _:
            fits = Words(says.text)
    if fits is not None:
        return fits
    return Problem(
        "says-kind",
        f"claim `{claim.id}` asks {_ASKS[claim.kind]}, and `says` is `{says.text}`",
        annotation.says_place or annotation.place,
        notes=(Remark(f"the claim is of kind `{claim.kind}`", claim.place),),
        help=(f"write {_ANSWERS[claim.kind]}, or one of {_NON_ANSWERS}",),
    )


_ASKS = MappingProxyType(
    {
        "quantity": "for a figure",
        "yes-no": "for yes or no",
        "when": "when something was",
        "who": "who it was",
        "where": "where it was",
    }
)
_ANSWERS = MappingProxyType(
    {
        "quantity": "a figure: `9`, `14 to 16`, `at least 21`, `about 100 000`",
        "yes-no": "`yes` or `no`",
        "when": "a date (`2031`, `2031-04~`) or words",
        "who": "the id of an entity, or words",
        "where": "the id of a place, or words",
    }
)


def _is_yes_or_no(says: Quantity | Words) -> bool:
    return says.text.casefold() in {"yes", "no"}


def _moment(says: Quantity | Words) -> Words | None:
    date = date_from_text(says.text)
    if not isinstance(date, DateFault):
        return Words(says.text, date=date)
    return Words(says.text) if isinstance(says, Words) else None


def _named(says: Quantity | Words, place: Place, key: NoteKey, resolver: Resolver) -> Words | None:
    if isinstance(says, Quantity):
        return None
    id_ = says.text.removeprefix("entity/")
    if id_ != says.text or _ID.fullmatch(id_) or resolver.is_entity(id_):
        return Words(says.text, entity=resolver.answer(Ref(RefKind.ENTITY, id_, place), key))
    return Words(says.text)


# --- when -------------------------------------------------------------------------------------------------------


def said(annotation: Annotation, article: Article) -> Dated | Problem | None:
    """When it was said; None when nothing is written."""
    return _dated(annotation.on, article)


def covered(annotation: Annotation, article: Article, on: Dated | None) -> Dated | Problem | None:
    """What day the figure of a position covers: as written, else when it was said, else when it was published."""
    if annotation.as_of is not None:
        return _dated(annotation.as_of, article)
    if annotation.claim is None:
        return None
    if on is not None:
        return Dated(on.date, "on", on.weekday)
    return Dated(article.published, "published") if article.published else None


def _dated(when: When | None, article: Article) -> Dated | Problem | None:
    if when is None:
        return None
    if when.weekday is None:
        return Dated(when.date, "stated") if when.date else None
    day = weekday_before(article.published, when.weekday) if article.published else None
    if day is not None:
        return Dated(date_from_day(day), "weekday", when.weekday)
    why = f"its `published` is `{article.published.edtf}`" if article.published else "it has no `published`"
    return Problem(
        "weekday-undated",
        f"`{when.text}` cannot be read back from a day of publication: article `{article.id}` has none",
        when.place,
        notes=(Remark(f"{why}, and a weekday needs one exact day", article.place),),
        help=("write the date in place of the weekday, or the day of publication in the article",),
    )


# --- from whom --------------------------------------------------------------------------------------------------

_FIRST_HAND = frozenset({"own-count", "saw-it", "document"})
_ONE_ORIGIN = frozenset({RelationKind.REPEATS, RelationKind.SAME_STATEMENT})


def own_origin(annotation: Annotation, article: Article) -> str:
    """The origin of a position taken by itself: first of the chain, else a first-hand speaker, else the article's."""
    if annotation.chain:
        return speaker_key(annotation.chain[0], article)
    if annotation.speaker is not None and annotation.how in _FIRST_HAND:
        return speaker_key(annotation.speaker, article)
    return f"origin/{article.origin}" if article.origin else f"article/{article.id}"


def origins(annotations: Mapping[NoteKey, Annotation], articles: Mapping[str, Article]) -> dict[NoteKey, str]:
    """The origin of each note. Notes tied by `same_statement` or `repeats`, however far, share one.

    It is that of the note which repeats no other; among several, of the first published, then by key.
    """
    leader: dict[NoteKey, NoteKey] = {}

    def find(key: NoteKey) -> NoteKey:
        path = []
        while (above := leader.get(key, key)) != key:
            path.append(key)
            key = above
        leader.update(dict.fromkeys(path, key))
        return key

    def rank(key: NoteKey) -> tuple[bool, SortKey, NoteKey]:
        repeats = any(relation.kind is RelationKind.REPEATS for relation in annotations[key].relations)
        return (repeats, sort_key(articles[key[0]].published), key)

    for key, annotation in annotations.items():
        for other in _told_as_one(annotation):
            if other in annotations:
                first, second = sorted((find(key), find(other)), key=rank)
                leader[second] = first
    return {key: own_origin(annotations[find(key)], articles[find(key)[0]]) for key in annotations}


def _told_as_one(annotation: Annotation) -> Iterable[NoteKey]:
    return (
        (relation.to.id, relation.to.note)
        for relation in annotation.relations
        if relation.kind in _ONE_ORIGIN and relation.to.note is not None
    )
