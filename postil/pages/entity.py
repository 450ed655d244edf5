"""The page of a person, a place, an organisation: what it is called, what it says, and every place where it is named."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from functools import partial
from heapq import nsmallest
from types import MappingProxyType

from postil import addresses
from postil.model.archive import Mention
from postil.model.lines import Portion, RoleLine
from postil.model.page import EntityPage, Shell
from postil.model.parts import Cited, DateWords, Link
from postil.model.records import Entity, Ref, RefKind
from postil.pages.cite import cited_with_denials, date_words
from postil.pages.claim import Word, by_question, claim_card, spoken_and_said
from postil.pages.collation import collate
from postil.pages.event import event_entry
from postil.pages.further import MOST_LINES, MOST_LINKS, Long, long_list, long_points, rests_of
from postil.pages.lookup import Lookup
from postil.pages.mentions import cuts, mention_groups, page_after
from postil.pages.prose import html_from_prose
from postil.words import language_name

MOST_WITH = 30
"""Entities listed as named together with this one; how many more there are, the page says."""

MOST_NAMESAKES = 30
"""Beyond these the page leads to the list of all names."""

_SHOWN_ELSEWHERE = frozenset({("note", "entity"), ("event", "where"), ("event", "who"), ("entity", "within")})
"""(kind, field) of back-references that the page shows as mentions, events or places inside."""

_AUTHORITIES = MappingProxyType(
    {
        "geonames": "https://www.geonames.org/{}",
        "gnd": "https://d-nb.info/gnd/{}",
        "isni": "https://isni.org/isni/{}",
        "loc": "https://id.loc.gov/authorities/names/{}",
        "openstreetmap": "https://www.openstreetmap.org/{}",
        "orcid": "https://orcid.org/{}",
        "viaf": "https://viaf.org/viaf/{}",
        "wikidata": "https://www.wikidata.org/wiki/{}",
    }
)
_IDENTIFIER = re.compile(r"[A-Za-z0-9][A-Za-z0-9/.-]*")


def entity_page(lookup: Lookup, shell: Shell, id_: str) -> EntityPage:
    archive = lookup.archive
    entity = archive.entities[id_]
    mentions = archive.mentions.get(id_, ())
    together, left = _together(lookup, id_, mentions)
    all_cuts = cuts(mentions)
    namesakes = lookup.namesakes_of(id_, MOST_NAMESAKES + 1)
    own, others = _words(lookup, id_)
    lists = _lists(lookup, id_, own, others)
    in_own, in_said, events, claims, holds, points = lists
    speech, said = spoken_and_said(lookup, own[: in_own.cuts[0][1]], others[: in_said.cuts[0][1]])
    return EntityPage(
        path=addresses.path_from_address(addresses.of_record(RefKind.ENTITY, id_)),
        title=entity.name,
        shell=shell,
        is_=entity.is_,
        aliases=entity.aliases,
        names=tuple((code, language_name(code, lookup.lang), names) for code, names in entity.names),
        roles=_roles(lookup, entity),
        same_as=tuple(
            (authority, key, _authority_address(authority, key)) for authority, key in entity.same_as
        ),
        about=html_from_prose(lookup, entity.about),
        within=lookup.link(RefKind.ENTITY, entity.within.id) if entity.within else None,
        holds=holds.beginning.holds,
        at=shown_at(entity),
        precision=entity.precision,
        blur=entity.blur,
        speech=speech,
        events=events.beginning.events,
        said=said,
        claims=claims.beginning.claims,
        with_=together,
        with_left=left,
        mentions=mention_groups(lookup, mentions[: all_cuts[0][1]]),
        next_href=page_after(id_, 1, all_cuts),
        namesakes=lookup.links(RefKind.ENTITY, namesakes[:MOST_NAMESAKES]),
        has_more_namesakes=len(namesakes) > MOST_NAMESAKES,
        points=points.beginning.points,
        rests=rests_of(RefKind.ENTITY, id_, lists),
    )


# --- lists that may be long ---------------------------------------------------------------------------------------


def lists_of_entity(lookup: Lookup, id_: str) -> tuple[Long, ...]:
    """Its words, what others say, its events, further questions, the places in it, and what points at it."""
    return _lists(lookup, id_, *_words(lookup, id_))


def _lists(lookup: Lookup, id_: str, own: Sequence[Word], others: Sequence[Word]) -> tuple[Long, ...]:
    answered = {claim for claim, _ in (*own, *others)}
    claims = tuple(claim for claim in lookup.claims_of(id_) if claim not in answered)
    events, inside = lookup.events_of(id_), lookup.inside(id_)
    backrefs = lookup.archive.backrefs_to(RefKind.ENTITY, id_)
    return (
        long_list("speech", len(own), MOST_LINES, partial(_speech, lookup, own)),
        long_list("said", len(others), MOST_LINES, partial(_said, lookup, others)),
        long_list("events", len(events), MOST_LINKS, partial(_events, lookup, events)),
        long_list("claims", len(claims), MOST_LINKS, partial(_claims, lookup, claims)),
        long_list("holds", len(inside), MOST_LINKS, partial(_holds, lookup, inside)),
        long_points(lookup, (ref for ref in backrefs if (ref.kind, ref.how) not in _SHOWN_ELSEWHERE)),
    )


def _words(lookup: Lookup, id_: str) -> tuple[tuple[Word, ...], tuple[Word, ...]]:
    own = by_question(lookup, lookup.archive.speech.get(id_, ()))
    return own, by_question(lookup, lookup.said_about(id_))


def _speech(lookup: Lookup, words: Sequence[Word], begin: int, end: int) -> Portion:
    return Portion(speech=spoken_and_said(lookup, words[begin:end], ())[0])


def _said(lookup: Lookup, words: Sequence[Word], begin: int, end: int) -> Portion:
    return Portion(said=spoken_and_said(lookup, (), words[begin:end])[1])


def _events(lookup: Lookup, ids: Sequence[str], begin: int, end: int) -> Portion:
    return Portion(events=tuple(event_entry(lookup, id_, evidence=False) for id_ in ids[begin:end]))


def _claims(lookup: Lookup, ids: Sequence[str], begin: int, end: int) -> Portion:
    return Portion(claims=tuple(claim_card(lookup, id_) for id_ in ids[begin:end]))


def _holds(lookup: Lookup, ids: Sequence[str], begin: int, end: int) -> Portion:
    return Portion(holds=lookup.links(RefKind.ENTITY, ids[begin:end]))


# --- roles and identifiers ----------------------------------------------------------------------------------------


def _roles(lookup: Lookup, entity: Entity) -> tuple[RoleLine, ...]:
    """Each role once, with every sentence that it rests on."""
    sources: dict[tuple[str, DateWords | None, DateWords | None], list[Cited | None]] = {}
    for role in entity.roles:
        key = (role.what, date_words(lookup, role.since), date_words(lookup, role.until))
        sources.setdefault(key, []).append(_source(lookup, role.source))
    return tuple(
        RoleLine(*role, tuple(dict.fromkeys(source for source in found if source is not None)))
        for role, found in sources.items()
    )


def _source(lookup: Lookup, ref: Ref | None) -> Cited | None:
    """The sentence or note that a role rests on; of an article as a whole its title alone, with no words of it."""
    if ref is None or ref.kind is not RefKind.ARTICLE:
        return None
    if ref.note is not None:
        return cited_with_denials(lookup, lookup.archive.notes[ref.id, ref.note].passage)
    if ref.sentence is not None:
        return cited_with_denials(lookup, lookup.archive.passages[ref.text])
    article = lookup.archive.articles[ref.id]
    return Cited(
        runs=(),
        href=addresses.of_record(RefKind.ARTICLE, ref.id),
        address="",
        article=lookup.link(RefKind.ARTICLE, ref.id),
        lang=article.lang,
        outlet=article.outlet,
        published=date_words(lookup, article.published),
    )


def _authority_address(authority: str, identifier: str) -> str | None:
    pattern = _AUTHORITIES.get(authority.casefold())
    return pattern.format(identifier) if pattern and _IDENTIFIER.fullmatch(identifier) else None


# --- where it is --------------------------------------------------------------------------------------------------

_DISTANCE = re.compile(r"([0-9]+(?:\.[0-9]+)?)\s*(m|km)")
_KM_PER_DEGREE = 111.32  # of latitude, and of longitude at the equator


def shown_at(entity: Entity) -> tuple[str, str] | None:
    """Latitude and longitude as they may be shown, degrees, each with as many digits as the other.

    A blurred place is rounded, each way, to steps of a power of ten degrees at least twice as wide as the blur, so that it
    may lie that far from the point on either side. A blur that cannot be read shows no point at all.
    """
    if entity.at is None:
        return None
    latitude, longitude = entity.at
    if entity.blur is None:
        texts = (f"{latitude:.10g}", f"{longitude:.10g}")
        digits = max(len(text.partition(".")[2]) for text in texts)
        return (f"{latitude:.{digits}f}", f"{longitude:.{digits}f}")
    found = _DISTANCE.fullmatch(entity.blur.strip())
    if found is None or not float(found[1]):
        return None
    kilometres = 2 * float(found[1]) / (1000 if found[2] == "m" else 1)
    narrowing = max(math.cos(math.radians(latitude)), 0.01)
    return (
        _rounded(latitude, kilometres / _KM_PER_DEGREE),
        _rounded(longitude, kilometres / (_KM_PER_DEGREE * narrowing)),
    )


def _rounded(degrees: float, step: float) -> str:
    """Degrees in steps of the next power of ten not below `step`; no digit is shown that says more."""
    digits = math.floor(-math.log10(step))
    return f"{round(degrees, digits) + 0.0:.{max(digits, 0)}f}"


# --- named together, and where ------------------------------------------------------------------------------------


def _together(
    lookup: Lookup, id_: str, mentions: tuple[Mention, ...]
) -> tuple[tuple[tuple[Link, int, int], ...], int]:
    """Entities in the same sentences and articles, by sentences shared, then articles, then name; and how many are left.

    One pass over the sentences and articles that name this one.
    """
    sentences = {(mention.article, mention.passage.first) for mention in mentions}
    in_sentence = Counter(other for sentence in sentences for other in lookup.named_at(*sentence))
    articles = {mention.article for mention in mentions}
    in_article = Counter(other for article in articles for other in lookup.named_in(article))
    del in_article[id_]
    shown = nsmallest(
        MOST_WITH,
        in_article,
        key=lambda other: (
            -in_sentence[other],
            -in_article[other],
            collate(lookup.archive.entities[other].name),
            other,
        ),
    )
    lines = tuple(
        (lookup.link(RefKind.ENTITY, other), in_sentence[other], in_article[other]) for other in shown
    )
    return lines, len(in_article) - len(shown)
