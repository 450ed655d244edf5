"""A news archive of any size that nobody wrote, for measuring: the same seed gives the same corpus everywhere.

Article *i* depends on the seed and on *i* alone, so that a small corpus is the beginning of a large one, and growth can
be measured. An article has 600 to 1,000 words, mostly in plain paragraphs, and twelve notes. The vocabulary of names
grows with the square root of the articles (10,000 articles: 2,000 names), and names are drawn by Zipf's law: a few stand
in a fifth of all articles, most in a handful. Every quote stands in the text of one block; many run over inline markup.

Nothing in it means anything; names of people, places and papers are invented. It knows no file format.
"""

from __future__ import annotations

import datetime as dt
import math
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from vocabulary import (
    ADJECTIVES,
    ADVERBS,
    BODIES,
    CODAS,
    CONJUNCTIONS,
    FIELDS,
    GIVEN_NAMES,
    KINDS,
    MONTHS,
    NOUNS,
    ONSETS,
    OUTLETS,
    PLACE_ENDS,
    PREFIXES,
    PREPOSITIONS,
    ROOTS,
    STYLES,
    SUFFIXES,
    TOPICS,
    VERBS,
    VOWELS,
)

SEED = 7
_CONTEXT = 32
"""Code points of its block that a note gives before and after its quote."""

_FIRST_DAY = dt.date(2004, 1, 1)
_DAYS = 7500


@dataclass(frozen=True, slots=True)
class Name:
    """Someone or something with a name. `kind` is person, place or organization."""

    id: str
    kind: str
    name: str
    aliases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Naming:
    """Where a name was put into a block: offsets in code points of the block's text."""

    name: Name
    block: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Tie:
    """`how` is supports, contradicts or see-also; `to` the number of an article and of a note in it, which may lack."""

    how: str
    to: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Note:
    """`kind` is entity, event, claim or note; the rest is empty where the kind has none."""

    kind: str
    exact: str
    prefix: str
    suffix: str
    name: Name | None = None
    date: dt.date | None = None
    text: str = ""
    ties: tuple[Tie, ...] = ()


@dataclass(frozen=True, slots=True)
class Story:
    """An article. `body` is Markdown, `texts` the same as plain text, block by block."""

    number: int
    slug: str
    date: dt.date
    title: str
    outlet: str
    authors: tuple[str, ...]
    tags: tuple[str, ...]
    body: str
    texts: tuple[str, ...]
    namings: tuple[Naming, ...]
    notes: tuple[Note, ...]

    @property
    def url(self) -> str:
        return _url(self.slug, self.date)


@dataclass(slots=True)
class _Block:
    """The Markdown of a block and its plain text, written side by side, and what stands where in the text."""

    markdown: list[str] = field(default_factory=list)
    plain: list[str] = field(default_factory=list)
    length: int = 0
    names: list[tuple[int, int, Name]] = field(default_factory=list)
    dates: list[tuple[int, int, dt.date]] = field(default_factory=list)
    sentences: list[tuple[int, int, None]] = field(default_factory=list)

    def add(self, text: str, form: str = "%s") -> tuple[int, int]:
        start = self.length
        self.plain.append(text)
        self.markdown.append(form % text)
        self.length += len(text)
        return start, self.length

    @property
    def text(self) -> str:
        return "".join(self.plain)


class Corpus:
    """`size` articles, and the names in them."""

    def __init__(self, size: int, seed: int = SEED) -> None:
        self._size = size
        self._seed = seed
        self.names = tuple(_names(_vocabulary(size), seed))

    def stories(self) -> Iterator[Story]:
        """Every article, in the order of their numbers; made one at a time."""
        for number in range(self._size):
            yield _Writing(number, self._seed, self.names).story()

    def slug(self, number: int) -> tuple[str, dt.date]:
        """The slug of an article and the day of its publication."""
        return _slug(number, self._seed)


def _vocabulary(articles: int) -> int:
    return max(60, int(20 * math.sqrt(articles)))


def _slug(number: int, seed: int) -> tuple[str, dt.date]:
    chance = random.Random(f"{seed}:s{number}")
    words = f"{chance.choice(ADJECTIVES)}-{chance.choice(NOUNS)}-{chance.choice(NOUNS)}"
    return f"{words}-{number:06d}", _FIRST_DAY + dt.timedelta(days=chance.randrange(_DAYS))


def _url(slug: str, date: dt.date) -> str:
    return f"https://news.example/{date.year}/{slug}"


# --- names ------------------------------------------------------------------------------------------------------------


def _names(count: int, seed: int) -> Iterator[Name]:
    """A name is the same however many follow it."""
    chance = random.Random(f"{seed}:entities")
    seen: set[str] = set()
    drawn = 0
    while len(seen) < count:
        drawn += 1
        kind = KINDS[drawn % len(KINDS)]
        name, aliases = _MAKERS[kind](chance)
        id_ = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
        if id_ not in seen:
            seen.add(id_)
            yield Name(id_, kind, name, aliases)


def _person(chance: random.Random) -> tuple[str, tuple[str, ...]]:
    last = _syllables(chance, chance.choice((2, 2, 3)))
    name = f"{chance.choice(GIVEN_NAMES)} {last}"
    return name, (last, f"{name[0]}. {last}", f"Dr {last}")


def _place(chance: random.Random) -> tuple[str, tuple[str, ...]]:
    name = _syllables(chance, chance.choice((1, 2))) + chance.choice(PLACE_ENDS)
    if chance.random() < 0.3:
        name = chance.choice(("Port ", "New ", "Lake ", "Mount ")) + name
    return name, (f"City of {name}", f"{name} region")


def _organization(chance: random.Random) -> tuple[str, tuple[str, ...]]:
    own = _syllables(chance, 2)
    pick = chance.choice
    name = pick(
        (
            f"{pick(STYLES)} {pick(BODIES)} for {pick(FIELDS)} of {own}",
            f"{own} {pick(FIELDS)} {pick(BODIES)}",
            f"{pick(STYLES)} {own} {pick(BODIES)}",
        )
    )
    acronym = "".join(word[0] for word in name.split() if word[0].isupper()) + own[1].upper()
    return name, (acronym, f"the {name}")


_MAKERS: dict[str, Callable[[random.Random], tuple[str, tuple[str, ...]]]] = {
    "organization": _organization,
    "person": _person,
    "place": _place,
}


def _syllables(chance: random.Random, count: int) -> str:
    pick = chance.choice
    return "".join(pick(ONSETS) + pick(VOWELS) + pick(CODAS) for _ in range(count)).capitalize()


# --- articles ---------------------------------------------------------------------------------------------------------


class _Writing:
    """One article being written. The order in which chance is asked is part of what a seed means."""

    def __init__(self, number: int, seed: int, names: Sequence[Name]) -> None:
        self._number = number
        self._seed = seed
        self._chance = random.Random(f"{seed}:{number}")
        self._pick = self._chance.choice
        self._slug, self._date = _slug(number, seed)
        self._names = self._own_names(names)
        self._is_first_word = True

    def story(self) -> Story:
        blocks = self._blocks()
        pick = self._pick
        title = (
            f"{pick(ADJECTIVES).capitalize()} {pick(NOUNS)} {pick(PREPOSITIONS)} {self._names[0].name}: "
            f"{pick(NOUNS)} {pick(VERBS)}"
        )
        outlet = pick(OUTLETS)
        authors = tuple(self._author() for _ in range(pick((1, 1, 2))))
        tags = tuple(sorted({pick(TOPICS) for _ in range(3)}))
        return Story(
            number=self._number,
            slug=self._slug,
            date=self._date,
            title=title,
            outlet=outlet,
            authors=authors,
            tags=tags,
            body="\n\n".join(sign + "".join(block.markdown) for sign, block in blocks) + "\n",
            texts=tuple(block.text for _, block in blocks),
            namings=tuple(
                Naming(name, index, start, end)
                for index, (_, block) in enumerate(blocks)
                for start, end, name in block.names
            ),
            notes=tuple(self._notes([block for sign, block in blocks if sign != "## "])),
        )

    def _own_names(self, names: Sequence[Name]) -> list[Name]:
        """Six to ten names, drawn by the law of Zipf and Mandelbrot from those known by now."""
        known = min(_vocabulary(self._number + 1), len(names))
        own: dict[str, Name] = {}
        while len(own) < self._pick((6, 7, 8, 9, 10)):
            rank = min(known - 1, int(5 * ((known + 5) / 5) ** self._chance.random() - 5))
            own[names[rank].id] = names[rank]
        return list(own.values())

    def _author(self) -> str:
        given = self._pick(GIVEN_NAMES)
        return f"{given} {_syllables(random.Random(f'{self._seed}:au{self._chance.randrange(40)}'), 2)}"

    def _blocks(self) -> list[tuple[str, _Block]]:
        """(what the Markdown begins with, block)."""
        pick = self._pick
        blocks: list[tuple[str, _Block]] = []
        words, target = 0, self._chance.randint(600, 1000)
        while words < target:
            block = _Block()
            x = self._chance.random()
            if blocks and x < 0.1 and blocks[-1][0] != "## ":
                block.add(f"{pick(ADJECTIVES).capitalize()} {pick(NOUNS)} {pick(PREPOSITIONS)} {pick(NOUNS)}")
                blocks.append(("## ", block))
                continue
            for index in range(pick((2, 2, 3)) if x < 0.2 else pick((3, 4, 4, 5, 6))):
                if index:
                    block.add(" ")
                self._sentence(block)
            blocks.append(("> " if 0.1 <= x < 0.2 and blocks else "", block))
            words += len(block.text.split())
        return blocks

    def _sentence(self, block: _Block) -> None:
        pick, chance = self._pick, self._chance
        start = block.length
        self._is_first_word = True
        if chance.random() < 0.18:
            date = self._date - dt.timedelta(days=chance.randrange(1, 4000))
            block.add("On ")
            span = block.add(f"{date.day} {MONTHS[date.month - 1]} {date.year}")
            block.dates.append((*span, date))
            block.add(", ")
            self._is_first_word = False
        self._noun(block)
        block.add(" ")
        if chance.random() < 0.3:
            block.add(f"{pick(ADVERBS)} ")
        block.add(f"{pick(VERBS)} ")
        self._noun(block)
        for _ in range(pick((1, 1, 2, 2, 3))):
            block.add(f" {pick(PREPOSITIONS)} ")
            self._noun(block)
        if chance.random() < 0.45:
            block.add(f", {pick(CONJUNCTIONS)} ")
            self._noun(block)
            block.add(f" {pick(VERBS)} ")
            self._noun(block)
            if chance.random() < 0.4:
                block.add(f" {pick(PREPOSITIONS)} ")
                self._noun(block)
        if chance.random() < 0.12:
            block.add(f", a rise of {chance.randint(2, 90)} per cent")
        block.add(".")
        block.sentences.append((start, block.length, None))

    def _noun(self, block: _Block) -> None:
        """A name, or a noun that may be emphasised or a link."""
        pick, chance = self._pick, self._chance
        if chance.random() < 0.26:
            name = pick(self._names)
            words = self._begun(name.name if chance.random() < 0.62 else pick(name.aliases))
            span = block.add(words)
            block.names.append((*span, name))
            return
        block.add(self._begun("the "))
        if chance.random() < 0.55:
            block.add(f"{pick(ADJECTIVES)} ")
        noun = self._rare() if chance.random() < 0.22 else pick(NOUNS)
        form = chance.random()
        if form < 0.025:
            block.add(noun, "**%s**")
        elif form < 0.05:
            block.add(noun, "*%s*")
        elif form < 0.065:
            block.add(noun, f"[%s]({self._link()})")
        else:
            block.add(noun)

    def _begun(self, words: str) -> str:
        """The words, with a capital where they begin a sentence."""
        begun = words[0].upper() + words[1:] if self._is_first_word else words
        self._is_first_word = False
        return begun

    def _rare(self) -> str:
        """One of about 28,000 words, by Zipf's law, so that the vocabulary grows with the corpus."""
        hashed = (int(60000 ** self._chance.random()) * 2654435761) & 0xFFFFFFFF
        prefix = PREFIXES[hashed % len(PREFIXES)] if hashed & 256 else ""
        return prefix + ROOTS[(hashed >> 9) % len(ROOTS)] + SUFFIXES[(hashed >> 17) % len(SUFFIXES)]

    def _link(self) -> str:
        """The address of an earlier article where it was published, or of something that is not here."""
        if self._number and self._chance.random() < 0.5:
            return _url(*_slug(self._chance.randrange(self._number), self._seed))
        return f"https://news.example/{self._chance.randrange(10**6)}"

    # --- notes --------------------------------------------------------------------------------------------------------

    def _notes(self, blocks: Sequence[_Block]) -> Iterator[Note]:
        sample = self._chance.sample
        names = [(block.text, *at) for block in blocks for at in block.names]
        dates = [(block.text, *at) for block in blocks for at in block.dates]
        sentences = [(block.text, *at) for block in blocks for at in block.sentences]
        for text, start, end, name in sample(names, min(7, len(names))):
            yield Note("entity", *_quote(text, start, end), name=name)
        for text, start, end, date in sample(dates, min(2, len(dates))):
            yield Note("event", *_quote(text, start, end), name=self._pick(self._names), date=date)
        for kind, count in (("claim", 2), ("note", 1)):
            for text, start, end, _ in sample(sentences, count):
                words = f"the {self._pick(NOUNS)} of the {self._pick(ADJECTIVES)} {self._pick(NOUNS)}"
                yield Note(kind, *_quote(text, start, end), text=words, ties=tuple(self._ties()))

    def _ties(self) -> Iterator[Tie]:
        if not self._number or self._chance.random() >= 0.7:
            return
        for _ in range(self._pick((1, 1, 2))):
            how = self._pick(("supports", "contradicts", "see-also"))
            yield Tie(how, (self._chance.randrange(self._number), self._chance.randrange(9)))


def _quote(text: str, start: int, end: int) -> tuple[str, str, str]:
    return text[start:end], text[max(0, start - _CONTEXT) : start], text[end : end + _CONTEXT]
