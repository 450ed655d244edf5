"""The corpus written as an archive: the files that an archivist would have, for an article and its notes the same path.

What becomes of what:

- A name with its aliases is an entity. Entities that share an alias (acronyms, above all) keep it; whom an article means
  by it, its file of notes says under `mentions:`, as an archivist would who knows. No article means two by one alias.
- A dated quote is evidence for an event: one event for each day, and everybody that any article names with it took part.
- A claim is a position: one question for each topic and year, asked by the article's first tag; its outlet speaks.
- Ties between notes are `confirms`, `disputes` and `see`; a tie to a note that is not there is left out.
- Every note has an id, as tools give them; a quote has its context only where the words alone stand twice in the article.
- A link from article to article leads to where the other was first published.
"""

from __future__ import annotations

import datetime as dt
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path

from corpus import SEED, Corpus, Name, Note, Story, Tie

_RELATIONS = {"supports": "confirms", "contradicts": "disputes", "see-also": "see"}
_FILES = {"organization": "organizations", "person": "people", "place": "places"}


@dataclass(frozen=True, slots=True)
class Written:
    """What an archive came to. `namings` are the places where a name was put into a text."""

    articles: int
    words: int
    notes: int
    entities: int
    events: int
    claims: int
    namings: int


def write_archive(root: Path, articles: int, seed: int = SEED) -> Written:
    """Write an archive of so many articles into an empty folder."""
    corpus = Corpus(articles, seed)
    shared = _shared(corpus.names)
    ids: list[str] = []
    sizes: list[int] = []
    who: dict[dt.date, set[str]] = {}
    questions: set[tuple[str, int]] = set()
    words = notes = namings = 0
    _write(root / "archive.yaml", _settings())
    for story in corpus.stories():
        ids.append(_id(story))
        sizes.append(len(story.notes))
        for note in story.notes:
            if note.date is not None and note.name is not None:
                who.setdefault(note.date, set()).add(note.name.id)
        questions.add((story.tags[0], story.date.year))
        _write(root / "content" / "articles" / f"{ids[-1]}.md", _article(story))
        _write(root / "annotations" / "articles" / f"{ids[-1]}.yaml", _notes(story, shared, ids, sizes))
        words += sum(len(text.split()) for text in story.texts)
        notes += len(story.notes)
        namings += len(story.namings)
    _write_by_file(
        root / "annotations" / "entities", ((_FILES[one.kind], _entity(one)) for one in corpus.names)
    )
    _write_by_file(
        root / "annotations" / "events",
        ((f"in-{day.year}", _event(day, sorted(names))) for day, names in sorted(who.items())),
    )
    _write_by_file(
        root / "annotations" / "claims",
        ((f"in-{year}", _claim(topic, year)) for topic, year in sorted(questions)),
    )
    return Written(articles, words, notes, len(corpus.names), len(who), len(questions), namings)


def _write(path: Path, lines: Iterable[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")


def _write_by_file(folder: Path, records: Iterable[tuple[str, Iterable[str]]]) -> None:
    """Records (name of the file, lines) into as many files as there are names."""
    files: dict[str, list[str]] = {}
    for name, lines in records:
        files.setdefault(name, []).extend(lines)
    for name, all_lines in files.items():
        _write(folder / f"{name}.yaml", all_lines)


def _text(value: str) -> str:
    """A double-quoted YAML string, which is what a JSON string is."""
    return json.dumps(value, ensure_ascii=False)


def _list(values: Iterable[str]) -> str:
    return f"[{', '.join(values)}]"


# --- an article -------------------------------------------------------------------------------------------------------


def _id(story: Story) -> str:
    return f"{story.date.year}/{story.slug}"


def _settings() -> Iterator[str]:
    yield "title: An archive to measure by"
    yield "base_url: https://archive.example/"


def _article(story: Story) -> Iterator[str]:
    yield "---"
    yield f"title: {_text(story.title)}"
    yield f"outlet: {_text(story.outlet)}"
    yield f"authors: {_list(map(_text, story.authors))}"
    yield f"published: {story.date.isoformat()}"
    yield f"url: {story.url}"
    yield f"tags: {_list(story.tags)}"
    yield "---"
    yield story.body.rstrip("\n")


def _notes(story: Story, shared: AbstractSet[str], ids: Sequence[str], sizes: Sequence[int]) -> Iterator[str]:
    meant = _meant(story, shared)
    if meant:
        yield "mentions:"
        yield from (f"  {_text(alias)}: {id_}" for alias, id_ in sorted(meant.items()))
    yield "notes:"
    text = "\n\n".join(story.texts)
    for number, note in enumerate(story.notes):
        yield f"  - quote: {_quote(note, text)}"
        yield f"    id: n{number}"
        yield from (f"    {line}" for line in (*_said(note, story), *_relations(note.ties, ids, sizes)))


def _meant(story: Story, shared: AbstractSet[str]) -> dict[str, str]:
    """Whom the article means by each string that several entities share."""
    found = ((story.texts[one.block][one.start : one.end], one.name.id) for one in story.namings)
    return {words: id_ for words, id_ in found if words in shared}


def _quote(note: Note, text: str) -> str:
    if text.count(note.exact) == 1:
        return _text(note.exact)
    parts = (("exact", note.exact), ("prefix", note.prefix), ("suffix", note.suffix))
    return "{" + ", ".join(f"{key}: {_text(value)}" for key, value in parts if value.strip()) + "}"


def _said(note: Note, story: Story) -> Iterator[str]:
    match note.kind:
        case "entity" if note.name is not None:
            yield f"entity: {note.name.id}"
        case "event" if note.date is not None:
            yield f"event: {_event_id(note.date)}"
        case "claim":
            yield f"claim: {_claim_id(story.tags[0], story.date.year)}"
            yield "speaker: outlet"
            yield f"says: {_text(note.text)}"
        case _:
            yield f"note: {_text(f'See also {note.text}.')}"


def _relations(ties: Iterable[Tie], ids: Sequence[str], sizes: Sequence[int]) -> Iterator[str]:
    found: dict[str, dict[str, None]] = {}
    for tie in ties:
        article, number = tie.to
        if number < sizes[article]:
            found.setdefault(_RELATIONS[tie.how], {})[_text(f"article/{ids[article]}#n{number}")] = None
    for relation, targets in found.items():
        yield f"{relation}: {_list(targets)}"


# --- entities, events, claims -----------------------------------------------------------------------------------------


def _shared(names: Iterable[Name]) -> AbstractSet[str]:
    """Strings that are a name or alias of more than one entity."""
    bearers = Counter(string for name in names for string in {name.name, *name.aliases})
    return {string for string, count in bearers.items() if count > 1}


def _entity(name: Name) -> Iterator[str]:
    yield f"{name.id}:"
    yield f"  is: {name.kind}"
    yield f"  name: {_text(name.name)}"
    yield f"  aliases: {_list(map(_text, name.aliases))}"


def _event_id(day: dt.date) -> str:
    return f"on-{day.isoformat()}"


def _event(day: dt.date, who: Iterable[str]) -> Iterator[str]:
    yield f"{_event_id(day)}:"
    yield f"  title: What is told of {day.isoformat()}"
    yield f"  date: {day.isoformat()}"
    yield f"  who: {_list(who)}"


def _claim_id(topic: str, year: int) -> str:
    return f"{topic}-{year}"


def _claim(topic: str, year: int) -> Iterator[str]:
    yield f"{_claim_id(topic, year)}:"
    yield f"  question: What counted in {topic} in {year}?"
    yield "  kind: words"
