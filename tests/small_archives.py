"""Small archives as values, for tests of what comes after reading: records and prepared articles, made by hand."""

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from postil.dates import DateFault, date_from_text
from postil.link import link
from postil.model.archive import Archive
from postil.model.loaded import Records, Settings, Theme
from postil.model.notes import Annotation, ArticleNotes, NameChoice, Relation, RelationKind, Selector, Speaker
from postil.model.records import Article, Claim, Date, Entity, Event, OtherPage, Prose, Ref, Role, View, When
from postil.model.text import Block, Homonym, MentionSpan, NoteSpan, Prepared, Sentence, Text
from postil.problems import Checked, Place, Problem
from postil.schema import ref_from_text, says_from_text

T = TypeVar("T")


WIRE = (
    ("The north quay gave way before dawn.", "Nine boats were lost, the harbour office said."),
    ("Orla Venn spoke of timber.", "Calder said nothing.", "The office had heard it from divers."),
)
LEDGER = (("The owners put it at fourteen boats.", "Commissioner Venn denied that."),)

ANNOTATED = Place("annotations/articles/x.yaml", 3, 5)


def date(text: str) -> Date:
    found = date_from_text(text)
    assert not isinstance(found, DateFault), text
    return found


def place(line: int = 1) -> Place:
    return Place("annotations/x.yaml", line, 3)


def ref(text: str, line: int = 1, article: str | None = None) -> Ref:
    found = ref_from_text(text, place(line), article).value
    assert found is not None, text
    return found


def refs(*texts: str) -> tuple[Ref, ...]:
    return tuple(ref(text) for text in texts)


def text_of(blocks: Sequence[Sequence[str]]) -> Text:
    text = ""
    made = []
    for number, sentences in enumerate(blocks, start=1):
        text += "\n\n" if text else ""
        begin, cut = len(text), []
        for count, sentence in enumerate(sentences, start=1):
            text += " " if count > 1 else ""
            cut.append(Sentence(f"p{number}s{count}", len(text), len(text) + len(sentence)))
            text += sentence
        made.append(Block(f"p{number}", "paragraph", begin, len(text), tuple(cut)))
    return Text(text, tuple(made))


def sentence_at(text: Text, offset: int) -> str:
    return next(s.id for block in text.blocks for s in block.sentences if s.start <= offset < s.end)


def speaker(who: str) -> Speaker:
    if who == "outlet":
        return Speaker(place(), outlet=True)
    unnamed = who.removeprefix("a ")
    return Speaker(place(), unnamed=unnamed) if unnamed != who else Speaker(place(), entity=who)


def note(id_: str, quote: str, **keys: Any) -> Annotation:  # noqa: ANN401 - the fields of an annotation
    """An annotation on the words `quote`; references, speakers, dates and answers may be given as text.

    An id that begins with `n-` is a derived one.
    """
    fields: dict[str, Any] = {}
    relations = []
    for key, value in keys.items():
        if key in set(RelationKind):
            relations.append(Relation(RelationKind(key), ref(value, 7)))
        elif isinstance(value, str) and key in _FROM_TEXT:
            fields[key] = _FROM_TEXT[key](value)
        else:
            fields[key] = value
    if "chain" in fields:
        fields["chain"] = tuple(speaker(one) for one in fields["chain"])
    made = Annotation(id_, not id_.startswith("n-"), ANNOTATED, Selector(ANNOTATED, exact=quote))
    return replace(made, relations=tuple(relations), **fields)


_FROM_TEXT: dict[str, Callable[[str], object]] = {
    "entity": lambda text: ref(f"entity/{text}"),
    "event": lambda text: ref(f"event/{text}"),
    "claim": lambda text: ref(f"claim/{text}"),
    "speaker": speaker,
    "note": lambda text: Prose(text, place()),
    "says": lambda text: says_from_text(text, place()).value,
    "on": lambda text: When(text, date(text), None, place()),
    "as_of": lambda text: When(text, date(text), None, place()),
}


class Made:
    """Records and prepared articles, to be linked."""

    def __init__(self) -> None:
        self.articles: list[Article] = []
        self.files: list[ArticleNotes] = []
        self.prepared: dict[str, Prepared] = {}
        self.entities: list[Entity] = []
        self.events: list[Event] = []
        self.claims: list[Claim] = []
        self.pages: list[OtherPage] = []

    def article(
        self,
        id_: str,
        blocks: Sequence[Sequence[str]] = WIRE,
        notes: Iterable[Annotation] = (),
        *,
        published: str | None = "2031-04-29",
        names: Iterable[tuple[str, str]] = (),
        homonyms: tuple[Homonym, ...] = (),
        choices: tuple[NameChoice, ...] = (),
        **fields: Any,  # noqa: ANN401 - the fields of an article
    ) -> "Made":
        """An article with notes at their quotes, and names (words, entity) found where the words stand first."""
        text = text_of(blocks)
        path = f"content/articles/{id_}.md"
        made = Article(
            id_,
            f"Title of {id_}",
            text.text,
            1,
            Place(path, 1),
            published=date(published) if published else None,
        )
        self.articles.append(replace(made, **fields))
        notes = tuple(notes)
        spans, mentions = [], []
        for one in notes:
            quote = one.selector.exact or ""
            start = text.text.find(quote)
            if start < 0:
                continue
            end = start + len(quote)
            spans.append(NoteSpan(one.id, start, end, sentence_at(text, start), sentence_at(text, end - 1)))
            if one.entity:
                mentions.append(MentionSpan(one.entity.id, start, end, sentence_at(text, start), one.id))
        for words, entity in names:
            start = text.text.index(words)
            mentions.append(MentionSpan(entity, start, start + len(words), sentence_at(text, start)))
        spans.sort(key=lambda span: (span.start, -span.end, span.note))
        mentions.sort(key=lambda span: (span.start, span.end, span.entity))
        self.prepared[id_] = Prepared(id_, text, (), tuple(spans), tuple(mentions), homonyms)
        if notes or choices:
            file = f"annotations/articles/{id_}.yaml"
            self.files.append(ArticleNotes(id_, Place(file, 1), mentions=choices, notes=notes))
        return self

    def entity(self, id_: str, **fields: Any) -> "Made":  # noqa: ANN401 - the fields of an entity
        made = Entity(
            id_, Place("annotations/entities/all.yaml", len(self.entities) + 1), "place", id_.title()
        )
        self.entities.append(replace(made, **fields))
        return self

    def event(self, id_: str, when: str | None = None, after: tuple[str, ...] = (), **fields: Any) -> "Made":  # noqa: ANN401
        made = Event(
            id_,
            Place("annotations/events/all.yaml", len(self.events) + 1),
            id_.title(),
            date(when) if when else None,
        )
        self.events.append(replace(made, after=refs(*(f"event/{one}" for one in after)), **fields))
        return self

    def claim(self, id_: str, kind: str = "quantity", **fields: Any) -> "Made":  # noqa: ANN401
        made = Claim(id_, Place("annotations/claims/all.yaml", len(self.claims) + 1), f"{id_}?", kind)
        self.claims.append(replace(made, **fields))
        return self

    def page(self, id_: str, source: str) -> "Made":
        where = Place(f"content/pages/{id_}.md", 4, 1)
        self.pages.append(OtherPage(id_, id_, Prose(source, where), "en", where))
        return self

    def linked(self, shuffle: random.Random | None = None) -> Checked[Archive]:
        def put(values: list[T]) -> tuple[T, ...]:
            return tuple(shuffle.sample(values, len(values)) if shuffle else values)

        records = Records(
            Settings("Harbour papers"),
            Theme((), (), ()),
            put(self.articles),
            put([replace(one, notes=put(list(one.notes))) for one in self.files]),
            put(self.entities),
            put(self.events),
            put(self.claims),
            put(self.pages),
        )
        return link(records, dict(put(list(self.prepared.items()))))

    def archive(self) -> Archive:
        linked = self.linked()
        assert not linked.problems, linked.problems
        return linked.value

    def problem(self) -> Problem:
        (found,) = self.linked().problems
        return found


def harbour() -> Made:
    """Two accounts of one storm, that disagree: everything linking knows occurs in it, and nothing is wrong."""
    made = Made()
    for id_ in ("lessing-bay", "harbour-office", "calder-mayor", "calder-pilot"):
        made.entity(id_)
    made.entity(
        "orla-venn", roles=(Role("commissioner", source=ref("article/wire@p2s1")),), former_ids=("o-venn",)
    )
    made.entity(
        "north-quay", within=ref("entity/lessing-bay"), about=Prose("See [[event/collapse]].", place(9))
    )
    made.event("storm-warning", "2031-04-28", where=refs("entity/lessing-bay"))
    made.event("collapse", "2031-04-29~", ("storm-warning",), who=refs("entity/o-venn"))
    made.event("search", None, ("collapse",))
    made.claim(
        "boats-lost",
        scopes=(("whole-bay", "any boat"), ("at-the-quay", "boats at the quay")),
        event=ref("event/collapse"),
        view=View("open", Prose("The [[article/wire#office-figure|office]] counts less.", place(4))),
    )
    made.claim("who-told", "who")
    made.page("about", "Read [[article/old-wire@p1s1|the report]] and [[claim/boats-lost]].")
    made.article(
        "wire",
        WIRE,
        [
            note("n-1", "before dawn", event="collapse"),
            note(
                "office-figure",
                "Nine boats were lost",
                claim="boats-lost",
                speaker="harbour-office",
                says="9",
                scope="at-the-quay",
                on=When("Sunday", None, 6, place()),
                how="relays",
                chain=("a diver", "harbour-office"),
            ),
            note(
                "timber",
                "timber",
                speaker="orla-venn",
                denies="article/ledger#owners",
                see="entity/north-quay",
            ),
            note(
                "told",
                "heard it from divers",
                claim="who-told",
                says="harbour-office",
                note="As [[#timber]] has it.",
            ),
        ],
        names=[("Orla Venn", "orla-venn"), ("north quay", "north-quay")],
        homonyms=(),
        former_ids=("old-wire",),
    )
    made.article(
        "ledger",
        LEDGER,
        [
            note(
                "owners",
                "fourteen boats",
                claim="boats-lost",
                speaker="a owner",
                says="14",
                repeats="article/wire#office-figure",
            ),
            note("n-2", "Commissioner Venn", entity="o-venn"),
        ],
        published="2031-05-01",
        names=[("Commissioner Venn", "orla-venn")],
    )
    return made
