"""From keys and values to records: every field of the reference typed, and nothing a person writes raises."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from postil.load import load
from postil.load.composing import node_from_yaml
from postil.load.files import Source
from postil.messages import near
from postil.model.notes import (
    Annotation,
    ArticleNotes,
    Bound,
    NonAnswer,
    Quantity,
    RelationKind,
    Says,
    Selector,
    Speaker,
    Words,
)
from postil.model.records import Ref, RefKind
from postil.problems import Checked, Place, Problem, has_errors
from postil.schema import (
    Map,
    article_from_node,
    articles,
    claims_from_node,
    derived_id,
    entities_from_node,
    events_from_node,
    fault_of_id,
    id_from_words,
    kind_of_records,
    notes_from_node,
    page_from_node,
    records,
    ref_from_field,
    ref_from_text,
    says_from_text,
    settings_from_node,
    strings_from_node,
    withhold,
)
from postil.schema import notes as noting
from postil.schema.selectors import SELECTOR
from postil.shipped import templates_dir

HERE = Place("a.yaml", 1, 1)


def node(content: str) -> Map:
    read = node_from_yaml(Source("a.yaml", content))
    assert isinstance(read.value, Map), read.problems
    return read.value


def notes(content: str) -> Checked[ArticleNotes]:
    return notes_from_node(node(content), article="storm", place=HERE, languages=("en",))


def only(content: str) -> Annotation:
    made = notes(content)
    assert made.problems == ()
    (annotation,) = made.value.notes
    return annotation


# --- the examples of the reference -------------------------------------------------------------------------------

SETTINGS = """
title: Harbour papers
description: What was reported about the storm of April 2031
base_url: https://example.org/harbour        # optional; only feeds, sitemap, canonical links and exports need it
language: en
editors: [M. Okafor]
licence: CC-BY-4.0                             # of the annotations
timezone: Europe/London
entity_types: [ship]
search: folder
"""

ARTICLE = """
title: Storm breaks north quay, boats lost
outlet: Harbour Wire
authors: [Ana Prell]
dateline: Lessing Bay
published: 2031-04-29T21:10+02:00    # any EDTF date or ISO date-time
updated:
retrieved: 2031-05-02
url: https://example.org/wire/4471
archived: [{url: https://example.net/20310502/4471, at: 2031-05-02}]
lang: en
kind: wire                           # wire, report, interview, statement, document, caption, digest ...
origin: harbour-wire-0429            # articles with one origin are one voice when sources are counted
rights: {holder: Harbour Wire, text: full}   # text: full | quoted | reference
notice: injury                       # shown before the text; the reader opens it
tags: [storm]
former_ids: [old-name, ledger/older-name]
"""

NOTES = """
annotator: M. Okafor
status: public                 # draft | public
mentions:                      # only where a name needs a human choice
  calder: mayor-calder
notes:
  - quote: shortly before dawn
    event: quay-collapse       # these words are evidence for the event
  - quote: Nine fishing boats were lost, according to the office
    id: office-figure          # needed only where something refers to this note
    claim: boats-lost          # a position on a claim
    speaker: harbour-office    # whose: an entity, `outlet`, or {unnamed: a fisherman}
    says: 9
    scope: at-the-quay         # one of the claim's named scopes
    on: Sunday                 # when it was said
    as_of: 2031-04-29          # what the figure covers
    how: own-count             # own-count | saw-it | document | relays | infers | not-stated
    chain: [{unnamed: divers}, harbour-office]     # from the origin to the one who told the outlet
    hedge: single-source       # kept wherever the position is shown
  - quote: {exact: the office, prefix: "according to "}
    entity: harbour-office     # a mention that no name or alias would find
  - quote: timber where the moorings used to be
    speaker: orla-venn         # a speech
    denies: [article/evening-ledger#owners-figure]
  - at: p2                     # a whole block
    note: The office covers the quay, not the outer bay.
"""

ENTITIES = """
orla-venn:
  is: person                   # person | place | organization | work | other; an archive may add types
  name: Orla Venn
  aliases: [Commissioner Venn, O. Venn]
  names: {uk: [Орла Венн, Орли Венн], ru: Орла Венн}     # other languages and scripts, with their case forms
  not: [Venn diagram]
  roles: [{what: harbour commissioner, from: 2029, source: article/harbour-wire@p2s2}]
  same_as: {wikidata: Q000000, geonames: 000000}
  about: Markdown, with [[entity/north-quay]] links.
  show: initials               # public | initials | role | withheld
  public_id: witness-7         # required when not public
north-quay:
  is: place
  name: North Quay
  within: lessing-bay
  at: [54.10, -11.90]
  precision: 200 m
"""

EVENTS = """
quay-collapse:
  title: North quay gives way
  date: 2031-04-29~            # EDTF; what is uncertain stays uncertain; quote it when it begins with [ or {
  time: about 05:00            # local time at the place, in words or hh:mm
  after: [storm-warning]       # when only the order is known
  where: north-quay
  who: [harbour-office]
  about: Markdown
"""

CLAIMS = """
boats-lost:
  question: How many boats were lost?
  kind: quantity               # quantity | yes-no | who | when | where | words
  unit: boats
  scopes: {at-the-quay: fishing boats at the north quay, whole-bay: any boat in Lessing Bay}
  event: quay-collapse
  view: {state: open, because: The counts cover different water., by: M. Okafor, on: 2031-05-10}
"""


@pytest.mark.parametrize("rest", ["?", "?a=b", "papers/?a=b", "#", "papers/#top"])
def test_a_base_url_is_a_folder_that_paths_can_be_put_after(rest: str) -> None:
    read = settings_from_node(node(f'base_url: "https://example.org/{rest}"'), "archive")
    assert read.value.base_url is None
    assert [problem.code for problem in read.problems] == ["url-unusable"]


def test_the_settings_of_the_reference() -> None:
    made = settings_from_node(node(SETTINGS), "folder")
    assert made.problems == ()
    settings = made.value
    assert settings.base_url == "https://example.org/harbour/"
    assert (settings.title, settings.editors, settings.licence) == (
        "Harbour papers",
        ("M. Okafor",),
        "CC-BY-4.0",
    )
    assert (settings.timezone, settings.entity_types) == ("Europe/London", ("ship",))
    assert settings.search == "folder"


def test_an_archive_is_searched_everywhere_unless_it_says_where() -> None:
    assert settings_from_node(node("title: Papers"), "folder").value.search == "both"
    read = settings_from_node(node("search: folders"), "folder")
    assert read.value.search == "both"
    (problem,) = read.problems
    assert problem.code == "unknown-value"
    assert problem.help[0] == "did you mean `folder`?"


def test_the_article_of_the_reference() -> None:
    made = article_from_node(node(ARTICLE), "Text.", id_="storm", place=HERE, body_line=20, language="uk")
    article = made.value
    assert made.problems == ()
    assert article is not None
    assert article.published is not None
    assert (article.published.edtf, article.published.instant) == (
        "2031-04-29T21:10+02:00",
        "2031-04-29T19:10:00Z",
    )
    assert article.updated is None
    assert [(copy.url, copy.at and copy.at.edtf) for copy in article.archived] == [
        ("https://example.net/20310502/4471", "2031-05-02")
    ]
    assert (article.lang, article.kind, article.origin) == ("en", "wire", "harbour-wire-0429")
    assert (article.rights.holder, article.rights.text, article.notice) == ("Harbour Wire", "full", "injury")
    assert (article.authors, article.tags) == (("Ana Prell",), ("storm",))
    assert article.former_ids == ("old-name", "ledger/older-name")


def test_an_article_without_language_has_that_of_the_archive() -> None:
    made = article_from_node(node("title: Буря"), "", id_="storm", place=HERE, body_line=3, language="uk")
    assert made.value is not None
    assert made.value.lang == "uk"


def test_the_notes_of_the_reference() -> None:
    made = notes(NOTES)
    assert made.problems == ()
    file = made.value
    assert (file.annotator, file.draft, file.article) == ("M. Okafor", False, "storm")
    assert [(choice.name, choice.entity.id) for choice in file.mentions] == [("calder", "mayor-calder")]
    evidence, figure, mention, speech, block = file.notes
    assert evidence.event is not None
    assert (evidence.event.kind, evidence.event.id, evidence.explicit) == (
        RefKind.EVENT,
        "quay-collapse",
        False,
    )
    assert (figure.id, figure.explicit, figure.scope, figure.how) == (
        "office-figure",
        True,
        "at-the-quay",
        "own-count",
    )
    assert figure.says == Quantity("9", Bound.EXACTLY, 9, 9)
    assert figure.on is not None
    assert (figure.on.text, figure.on.weekday, figure.on.date) == ("Sunday", 6, None)
    assert figure.as_of is not None
    assert figure.as_of.date is not None
    assert [(one.unnamed, one.entity) for one in figure.chain] == [("divers", None), (None, "harbour-office")]
    assert figure.scope_place == Place("a.yaml", 14, 12, 11)
    assert (mention.selector.exact, mention.selector.prefix) == ("the office", "according to ")
    (denial,) = speech.relations
    assert (denial.kind, denial.to.id, denial.to.note) == (
        RelationKind.DENIES,
        "evening-ledger",
        "owners-figure",
    )
    assert (block.selector.at, block.selector.exact) == ("p2", None)
    assert block.note is not None
    assert block.note.source == "The office covers the quay, not the outer bay."


def test_the_entities_of_the_reference() -> None:
    made = entities_from_node(node(ENTITIES), ())
    assert made.problems == ()
    person, place = made.value
    assert (person.is_, person.name, person.aliases) == (
        "person",
        "Orla Venn",
        ("Commissioner Venn", "O. Venn"),
    )
    assert person.names == (("ru", ("Орла Венн",)), ("uk", ("Орла Венн", "Орли Венн")))
    assert (person.never, person.public_id) == (("Venn diagram",), "witness-7")
    assert person.same_as == (("geonames", "000000"), ("wikidata", "Q000000"))
    (role,) = person.roles
    assert role.since is not None
    assert role.source is not None
    assert (role.what, role.since.edtf, role.source.sentence) == ("harbour commissioner", "2029", "p2s2")
    assert (place.at, place.precision, place.within and place.within.id) == (
        (54.1, -11.9),
        "200 m",
        "lessing-bay",
    )


def test_the_events_and_claims_of_the_reference() -> None:
    events, claims = events_from_node(node(EVENTS)), claims_from_node(node(CLAIMS))
    assert (events.problems, claims.problems) == ((), ())
    (event,), (claim,) = events.value, claims.value
    assert event.date is not None
    assert (event.date.edtf, event.time) == ("2031-04-29~", "about 05:00")
    assert [[ref.id for ref in refs] for refs in (event.after, event.where, event.who)] == [
        ["storm-warning"], ["north-quay"], ["harbour-office"]
    ]  # fmt: skip
    assert [scope for scope, _ in claim.scopes] == ["at-the-quay", "whole-bay"]
    assert claim.view is not None
    assert claim.view.because is not None
    assert claim.view.on is not None
    assert (claim.view.state, claim.view.on.edtf) == ("open", "2031-05-10")


def test_a_type_that_the_archive_adds() -> None:
    ship = node("albatross: {is: ship, name: Albatross}")
    assert has_errors(entities_from_node(ship, ()).problems)
    assert [one.is_ for one in entities_from_node(ship, ("ship",)).value] == ["ship"]


def test_a_record_that_failed_is_left_out_alone() -> None:
    made = entities_from_node(
        node("a: {is: person}\nb: {is: person, name: B}\nc: {is: person, name: C, x: y}"), ()
    )
    assert [one.id for one in made.value] == ["b"]
    assert [problem.code for problem in made.problems] == ["missing-key", "unknown-key"]


# --- what a position says ----------------------------------------------------------------------------------------

SAYS: list[tuple[str, Says]] = [
    ("9", Quantity("9", Bound.EXACTLY, 9, 9)),
    ("14 to 16", Quantity("14 to 16", Bound.RANGE, 14, 16)),
    ("between 14 and 16", Quantity("between 14 and 16", Bound.RANGE, 14, 16)),
    ("4 to 5 million", Quantity("4 to 5 million", Bound.RANGE, 4e6, 5e6)),
    ("900 thousand to 1.2 million", Quantity("900 thousand to 1.2 million", Bound.RANGE, 9e5, 1.2e6)),
    ("at least 21", Quantity("at least 21", Bound.AT_LEAST, 21, 21)),
    ("At most 40", Quantity("At most 40", Bound.AT_MOST, 40, 40)),
    ("more than 4 million", Quantity("more than 4 million", Bound.MORE_THAN, 4e6, 4e6)),
    ("fewer than 1,000", Quantity("fewer than 1,000", Bound.LESS_THAN, 1000, 1000)),
    ("less than 0.5", Quantity("less than 0.5", Bound.LESS_THAN, 0.5, 0.5)),
    ("nearly 4.2 million", Quantity("nearly 4.2 million", Bound.NEARLY, 4.2e6, 4.2e6)),
    ("about 100 000", Quantity("about 100 000", Bound.ABOUT, 1e5, 1e5)),
    ("about 100\u00a0000", Quantity("about 100\u00a0000", Bound.ABOUT, 1e5, 1e5)),
    ("2 billion", Quantity("2 billion", Bound.EXACTLY, 2e9, 2e9)),
    ("no-answer", NonAnswer.NO_ANSWER),
    ("declined", NonAnswer.DECLINED),
    ("cannot-say", NonAnswer.CANNOT_SAY),
    ("yes", Words("yes")),
    ("entity/orla-venn", Words("entity/orla-venn", entity="orla-venn")),
    ("soldiers", Words("soldiers")),
    ("14 and 16", Words("14 and 16")),
    ("10 00", Words("10 00")),
    ("dozens", Words("dozens")),
    ("about 14 to 16", Words("about 14 to 16")),
    ("9" * 400, Words("9" * 400)),
]


@pytest.mark.parametrize(("text", "expected"), SAYS)
def test_what_a_position_says(text: str, expected: Says) -> None:
    assert says_from_text(text, HERE) == Checked(expected)


def test_a_date_as_an_answer() -> None:
    says = says_from_text("2031-04-29~", HERE).value
    assert isinstance(says, Words)
    assert says.date is not None
    assert says.date.edtf == "2031-04-29~"


@given(
    st.integers(0, 10**12),
    st.sampled_from([",", " ", "\u00a0", "\u202f", ""]),
    st.sampled_from(["", "about "]),
)
def test_thousands_may_be_parted(number: int, separator: str, bound: str) -> None:
    says = says_from_text(f"{bound}{number:,}".replace(",", separator), HERE).value
    assert isinstance(says, Quantity)
    assert (says.low, says.high) == (number, number)


@given(st.text())
def test_whatever_is_said_is_kept_word_for_word(text: str) -> None:
    says = says_from_text(text, HERE).value
    assert (says.value if isinstance(says, NonAnswer) else says.text) == text.strip()


# --- references, ids ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("entity/orla-venn", Ref(RefKind.ENTITY, "orla-venn", HERE)),
        ("event/quay-collapse", Ref(RefKind.EVENT, "quay-collapse", HERE)),
        ("claim/boats-lost", Ref(RefKind.CLAIM, "boats-lost", HERE)),
        ("article/ledger/evening", Ref(RefKind.ARTICLE, "ledger/evening", HERE)),
        ("article/wire@p4s2", Ref(RefKind.ARTICLE, "wire", HERE, sentence="p4s2")),
        ("article/wire@p4s2-p5s1", Ref(RefKind.ARTICLE, "wire", HERE, sentence="p4s2-p5s1")),
        ("article/ledger/evening#figure", Ref(RefKind.ARTICLE, "ledger/evening", HERE, note="figure")),
        ("#figure", Ref(RefKind.ARTICLE, "storm", HERE, note="figure")),
    ],
)
def test_a_reference_in_full(text: str, expected: Ref) -> None:
    assert ref_from_text(text, HERE, "storm") == Checked(expected)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "#",
            "orla-venn",
            "entity/",
            "entity/Orla",
            "entity/a/b",
            "entity/a#b",
            "article/a@",
            "article/a@p0",
        ),
        *("article/a@p1s2#b", "article/a#", "article/a#b#c", "articles/a", "/entity/a", "article//a"),
    ],
)
def test_what_is_no_reference(text: str) -> None:
    made = ref_from_text(text, HERE, "storm")
    assert made.value is None
    assert [problem.code for problem in made.problems] == ["ref-unusable"]


def test_a_note_alone_is_no_reference_outside_of_its_file() -> None:
    assert ref_from_text("#figure", HERE, None).problems[0].help == ("write `article/ID#figure`",)


def test_where_the_kind_is_known_the_id_is_enough() -> None:
    for text in ("orla-venn", "entity/orla-venn"):
        assert ref_from_field(text, HERE, RefKind.ENTITY, None).value == Ref(
            RefKind.ENTITY, "orla-venn", HERE
        )
    assert ref_from_field("event/storm", HERE, RefKind.ENTITY, None).value is None


@given(st.text())
def test_a_proposed_id_can_be_one(text: str) -> None:
    proposal = id_from_words(text)
    assert proposal == "" or fault_of_id(proposal, HERE) is None
    assert id_from_words(proposal) == proposal


@pytest.mark.parametrize(
    ("text", "id_"), [("Orla Venn", "orla-venn"), ("Übersee", "ubersee"), ("a_b.c", "a-b-c")]
)
def test_the_nearest_id(text: str, id_: str) -> None:
    assert id_from_words(text) == id_


def test_near_words_come_nearest_first() -> None:
    assert near("publishd", ["title", "publish", "published"]) == ("published", "publish")
    assert near("TITLE", ["title", "url"]) == ("title",)
    assert near("qqq", ["title"]) == ()
    assert near("gate", ["at-the-gate", "whole-bay"]) == ("at-the-gate",)
    assert near("the-gate-of-east", ["gate", "bay"]) == ("gate",)


# --- what is not written -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("{quote: a, note: b, speaker: }", ["key-empty"]),
        ("{quote: a, note: b, as_of: ''}", ["key-empty"]),
        ("{quote: a, note: }", ["key-empty"]),
        ("{quote: , note: b}", ["key-empty", "target-missing"]),
    ],
)
def test_a_key_of_a_note_without_value_is_told(content: str, expected: list[str]) -> None:
    assert [one.code for one in notes(f"notes:\n  - {content}\n").problems] == expected


def test_dates_may_stand_without_value_where_that_is_the_custom() -> None:
    article = node("title: Storm\npublished:\nupdated:\nretrieved:\n")
    made = article_from_node(article, "x", id_="a", place=HERE, body_line=6, language="en")
    assert made.problems == ()
    assert events_from_node(node("storm: {title: Storm, date: }")).problems == ()
    assert [one.code for one in events_from_node(node("storm: {title: Storm, time: }")).problems] == [
        "key-empty"
    ]


def test_a_bare_id_of_a_note_is_told_in_full() -> None:
    text = "notes:\n  - {quote: a, id: one, note: b}\n  - {quote: c, note: d, denies: [one, two, three]}\n"
    made = notes_from_node(
        node(text), article="storm", place=HERE, languages=("en",), known={"two": "ledger"}
    )
    assert [one.help[0] for one in made.problems[:2]] == [
        'write `denies: "#one"`',
        'write `denies: "article/ledger#two"`',
    ]
    assert '`denies: "#three"` for a note of this file' in made.problems[2].help[0]


def test_keys_of_a_position_need_a_claim() -> None:
    (problem,) = notes("notes:\n  - {quote: a, how: relays, hedge: h, says: 9}\n").problems
    assert (problem.code, problem.place) == ("key-needs-claim", Place("a.yaml", 2, 39, 4))
    assert problem.message == "`says` and `how` stand in a note that names no claim"
    assert "claim: ID" in problem.help[0]


@pytest.mark.parametrize(
    ("written", "cure"),
    [
        ("Wendsday", "did you mean `Wednesday`?"),
        ("недиля", "did you mean `неділя`?"),
        ("13 May 2031", "write 2031-05-13"),
        ("травень 2031", "write 2031-05"),
    ],
)
def test_what_is_meant_by_a_day_is_proposed(written: str, cure: str) -> None:
    file = node(f"notes:\n  - {{quote: a, note: b, on: {written}}}\n")
    (problem,) = notes_from_node(file, article="a", place=HERE, languages=("uk", "en")).problems
    assert problem.help[0] == cure


def test_a_view_is_signed_and_dated() -> None:
    claim = node("boats:\n  question: How many?\n  kind: quantity\n  view: {state: open, because: x}\n")
    assert [one.message for one in claims_from_node(claim).problems] == [
        "`view` of claim `boats` has no `by`",
        "`view` of claim `boats` has no `on`",
    ]


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        ("a: {is: person, name: A}", "entity"),
        ("a: {question: Who?}\nb: {question: When?, event: x}", "claim"),
        ("a: {title: A, date: 2031}", "event"),
        ("notes: [{quote: a}]", "article"),
        ("mentions: {A: a}", "article"),
        ("a: {titel: A}", None),
        ("a: {name: A}\nb: {title: B}", None),
        ("a: {name: A}\nb: text", None),
    ],
)
def test_what_a_file_holds_is_told_by_its_keys(content: str, kind: str | None) -> None:
    assert kind_of_records(node(content)) == kind


@pytest.mark.parametrize(
    ("tag", "codes"),
    [
        *(
            (tag, [])
            for tag in ("en", "uk", "pt-BR", "zh-Hant-TW", "sl-rozaj-biske", "de-1996", "es-419", "rue")
        ),
        *((tag, ["language-unknown"]) for tag in ("xx-nonsense", "qq", "zzz-Latn")),
        *((tag, ["language-unusable"]) for tag in ("ukrainian", "e", "en_GB", "en-", "en-x")),
    ],
)
def test_languages(tag: str, codes: list[str]) -> None:
    read = node(f"title: Storm\nlang: {tag}\n")
    made = article_from_node(read, "x", id_="a", place=HERE, body_line=4, language="en")
    assert [one.code for one in made.problems] == codes


def test_a_country_is_no_language() -> None:
    (problem,) = entities_from_node(node("a: {is: person, name: A, names: {ua: Оля}}"), ()).problems
    assert (problem.code, problem.severity.value) == ("language-unknown", "warning")
    assert problem.help[0] == "this is a country; did you mean `uk`?"


def test_an_interface_without_words_is_doubted() -> None:
    (problem,) = settings_from_node(node("language: fr"), "x", ("en", "uk")).problems
    assert (problem.code, problem.help[0]) == ("language-unknown", "write `en` or `uk`")
    assert settings_from_node(node("language: en-GB"), "x", ("en", "uk")).problems == ()


@pytest.mark.parametrize(
    ("keys", "codes"),
    [
        ("show: public", []),
        ("show: hidden", ["unknown-value"]),
        ("show: initials", ["missing-key"]),
        ("show: initials, public_id: w-7", []),
        ("show: role, public_id: w-7", ["missing-key"]),
        ("show: role, public_id: w-7, roles: [{what: a harbour commissioner}]", []),
        ("show: withheld, public_id: w-7, shown_as: a witness", []),
        ("show: initials, public_id: w-7, shown_as: a witness", ["key-needs-show"]),
        ("public_id: w-7", ["key-needs-show"]),
        ("shown_as: a witness", ["key-needs-show"]),
    ],
)
def test_who_is_not_public_has_an_id_that_may_be_seen(keys: str, codes: list[str]) -> None:
    made = entities_from_node(node(f"a: {{is: person, name: Mara Petrel, {keys}}}"), ())
    assert [problem.code for problem in made.problems] == codes


def test_a_name_may_stand_in_the_register_alone() -> None:
    made = entities_from_node(node("w-7: {is: person, show: withheld, public_id: w-7}"), ())
    assert made.problems == ()
    assert made.value[0].name == ""


def test_what_is_withheld_has_words_in_its_place_and_a_reason() -> None:
    made = notes("withhold:\n  - {quote: timber, in: p2, words: things, reason: safety}\n")
    assert made.problems == ()
    (span,) = made.value.withhold
    assert (span.selector.exact, span.selector.within) == ("timber", "p2")
    assert (span.words, span.reason) == ("things", "safety")
    for wrong, code in (
        ("{quote: timber, words: things}", "missing-key"),
        ("{quote: timber, reason: safety}", "missing-key"),
        ("{words: things, reason: safety}", "target-missing"),
        ('{quote: timber, words: "\\u200b", reason: safety}', "key-empty"),
        ("{quote: timber, words: things, reason: because}", "unknown-value"),
        ("{qoute: timber, words: things, reason: safety}", "unknown-key"),
        ("timber", "wrong-type"),
    ):
        problems = notes(f"withhold:\n  - {wrong}\n").problems
        assert problems[0].code == code
        assert not any("timber" in f"{one.message}{one.notes}{one.help}" for one in problems)


# --- derived ids -------------------------------------------------------------------------------------------------


def test_a_derived_id_outlives_what_does_not_matter() -> None:
    first = only("notes:\n  - quote: '\"timber\" - all of it'\n    note: One wording.\n    hedge: a\n")
    again = only("notes:\n  - hedge: b\n    note: Another.\n    quote: “timber”  — all of it\n")
    assert first.id == again.id
    assert not first.explicit
    assert len(first.id) == 12


@pytest.mark.parametrize(
    "other",
    [
        *(
            "{quote: timber, note: x, hedge: y}",
            "{quote: timbers, note: x}",
            "{quote: timber, in: p2, note: x}",
        ),
        *("{quote: {exact: timber, prefix: a}, note: x}", "{quote: {exact: timber, suffix: a}, note: x}"),
        *("{at: p2, note: x}", "{quote: timber, entity: a}", "{quote: timber, event: a}"),
    ],
)
def test_a_derived_id_tells_notes_apart(other: str) -> None:
    made = notes(f"notes:\n  - {{quote: timber, note: x}}\n  - {other}\n")
    assert made.problems == ()
    first, second = made.value.notes
    assert first.id != second.id


def test_a_derived_id_never_changes_between_releases() -> None:
    selector = Selector(HERE, exact="timber", prefix="a ", within="p2")
    ref = Ref(RefKind.ARTICLE, "ledger", HERE, note="figure")
    assert derived_id(selector, ("denies", "quote", "speaker"), (ref,)) == "n-95777960ec"


def test_speakers() -> None:
    annotation = only("notes:\n  - {quote: x, speaker: outlet, chain: {unnamed: a  fisherman}}\n")
    assert annotation.speaker == Speaker(Place("a.yaml", 2, 25, 6), outlet=True)
    assert [one.unnamed for one in annotation.chain] == ["a fisherman"]


def test_relations_are_one_or_several() -> None:
    annotation = only("notes:\n  - {quote: x, see: event/a, repeats: [article/b#c, '#d']}\n")
    assert [(one.kind.value, one.to.id, one.to.note) for one in annotation.relations] == [
        ("repeats", "b", "c"), ("repeats", "storm", "d"), ("see", "a", None)
    ]  # fmt: skip


# --- laws --------------------------------------------------------------------------------------------------------

KEYS = sorted(
    str(key)
    for key in {
        *(*articles._SETTINGS, *articles.ARTICLE_KEYS, *articles._COPY, *articles._RIGHTS),
        *(*noting._FILE, *noting._NOTE, *SELECTOR, *withhold._SPAN, *noting._UNNAMED),
        *(*records._ENTITY, *records._ROLE, *records._EVENT, *records._CLAIM, *records._VIEW),
        *("en", "orla-venn", "not an id", ""),
    }
)
texts = st.one_of(
    st.sampled_from(["", "open", "p2", "2031-04", "Sunday", "#a", "entity/a", "outlet", "9", "x"]), st.text()
)
values = st.recursive(
    texts,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(KEYS), inner, max_size=6)
    ),
    max_leaves=20,
)
maps = st.dictionaries(st.sampled_from(KEYS), values, max_size=8)

READERS: list[Callable[[Map], tuple[Problem, ...]]] = [
    lambda node_: settings_from_node(node_, "folder").problems,
    lambda node_: article_from_node(node_, "", id_="a", place=HERE, body_line=1, language="en").problems,
    lambda node_: page_from_node(node_, "", id_="a", place=HERE, body_line=1, language="en").problems,
    lambda node_: notes_from_node(node_, article="a", place=HERE, languages=("en", "uk")).problems,
    lambda node_: entities_from_node(node_, ()).problems,
    lambda node_: events_from_node(node_).problems,
    lambda node_: claims_from_node(node_).problems,
    lambda node_: strings_from_node(node_, "en").problems,
]


@given(maps)
def test_no_value_raises_and_every_problem_has_place_and_cure(value: dict[str, object]) -> None:
    written = yaml.safe_dump(value, default_style='"', allow_unicode=True, sort_keys=False)
    read = node_from_yaml(Source("a.yaml", written)).value
    if not isinstance(read, Map):
        return  # characters that no file may hold
    for reader in READERS:
        for problem in reader(read):
            assert problem.place.line >= 1
            assert problem.help
            assert "\n" not in problem.message


@pytest.mark.slow
@given(st.lists(maps, max_size=3))
def test_no_notes_raise(items: list[dict[str, object]]) -> None:
    written = yaml.safe_dump({"notes": items}, default_style='"', allow_unicode=True, sort_keys=False)
    read = node_from_yaml(Source("a.yaml", written)).value
    if isinstance(read, Map):
        made = notes_from_node(read, article="a", place=HERE, languages=("en",))
        assert len(made.value.notes) <= len(items)


def test_one_run_gives_equal_records(tmp_path: Path) -> None:
    for name, content in {
        "content/articles/storm.md": f"---{ARTICLE}---\nText.\n",
        "annotations/articles/storm.yaml": NOTES,
        "annotations/entities/all.yaml": ENTITIES,
        "annotations/events/all.yaml": EVENTS,
        "annotations/claims/all.yaml": CLAIMS,
        "archive.yaml": SETTINGS,
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, "utf-8")
    first, second = (load(tmp_path, drafts=False, templates=templates_dir()) for _ in range(2))
    assert first == second
    assert first.problems == ()
    assert (len(first.value.articles), len(first.value.notes), len(first.value.entities)) == (1, 1, 2)


@pytest.mark.parametrize(
    ("speaker", "cures"),
    [
        ("a fisherman", ["for someone not named write `{unnamed: a fisherman}`", "write `a-fisherman`"]),
        ("Ana Prell", ["write `ana-prell`"]),
        ("Fisherman", ["write `fisherman`"]),
    ],
)
def test_a_speaker_in_words_may_be_someone_not_named(speaker: str, cures: list[str]) -> None:
    (problem,) = notes(f"notes:\n  - {{quote: x, speaker: {speaker}}}\n").problems
    assert list(problem.help[: len(cures)]) == cures
    assert any("unnamed" in cure for cure in problem.help) == (" " in speaker)


@pytest.mark.parametrize(
    ("written", "cure"),
    [
        (
            "last Sunday",
            "a weekday stands alone, and is read back from the day of publication: write `Sunday`",
        ),
        ("29.04.2031", "write 2031-04-29"),
        ("Sundy", "did you mean `Sunday`?"),
    ],
)
def test_when_it_was_said_is_cured(written: str, cure: str) -> None:
    problems = notes(f"notes:\n  - {{quote: x, note: y, on: {written}}}\n").problems
    assert [one.help[0] for one in problems] == [cure]
