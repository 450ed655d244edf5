"""What to ask an archive's search, derived from the archive: nobody chose a question after looking at an answer.

Asked are every name of an entity in each of its scripts and one case form of each; of every 20th sentence its two rarest
words and one phrase; every figure, as the source and as the note has it; ten words that no text has; each value of each
filter; both orders by date; and words with accents, apostrophes and hyphens as a reader types them. What must be found
is worked out from the texts alone, by other code than the site's.
"""

from __future__ import annotations

import random
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from postil import addresses, pipeline
from postil.fold import name_key
from postil.link import link
from postil.load import load
from postil.model.archive import Archive, Note
from postil.model.indexed import IndexView
from postil.model.notes import Quantity
from postil.model.records import Entity, RefKind
from postil.pages import Lookup, index_views
from postil.pages.cite import says_text
from postil.problems import has_errors
from postil.shipped import templates_dir
from postil.workers import executor

EVERY = 20
"""Of so many sentences one is asked for."""

SPECIAL = 24
"""Words with accents, with apostrophes and with hyphens, of each so many at most."""

SHOWN = 20
"""Entries shown of a group that is asked for alone."""


@dataclass(frozen=True, slots=True)
class Query:
    """A question and what is right. `asked` are the parameters of the search page's address.

    `first`: for a group, the addresses one of which is to be its first: a sentence, a position, or a page. `order`: all
    that a group shows. `counts`: how many pages of each kind. `nothing`: that the page says so, and offers other ways.
    `also`: that it says which other spellings were searched. `dated`: newest or oldest, and the entries are in that order.
    """

    what: str
    asked: Mapping[str, str]
    first: Mapping[str, frozenset[str]] = field(default_factory=dict)
    order: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    counts: Mapping[str, int] | None = None
    nothing: bool = False
    also: bool = False
    dated: str = ""

    @property
    def name(self) -> str:
        return f"{self.what}: " + " ".join(f"{key}={value}" for key, value in self.asked.items())


def archive_at(root: Path) -> Archive:
    """The archive below a folder, linked."""
    loaded = load(root, drafts=False, templates=templates_dir())
    assert not has_errors(loaded.problems), loaded.problems
    with executor(1) as workers:
        linked = link(loaded.value, {one.article: one for one in pipeline._prepared(loaded.value, workers)})
    assert not has_errors(linked.problems), linked.problems
    return linked.value


def queries(archive: Archive) -> list[Query]:
    """All of them, always in the same order, each question once."""
    corpus = _Corpus(archive)
    found = (
        *corpus.names(),
        *corpus.pairs(),
        *corpus.phrases(),
        *corpus.figures(),
        *corpus.absent(),
        *corpus.filters(),
        *corpus.orders(),
        *corpus.accents(),
        *corpus.apostrophes(),
        *corpus.hyphens(),
    )
    return list({tuple(query.asked.items()): query for query in found}.values())


def sampled(all_of_them: Iterable[Query], most: int) -> list[Query]:
    """Of each sort of question so many at most, spread evenly."""
    by_sort: dict[str, list[Query]] = {}
    for query in all_of_them:
        by_sort.setdefault(query.what, []).append(query)
    return [one for some in by_sort.values() for one in _spread(some, most)]


# --- words, as a reader sees them ---------------------------------------------------------------------------------------

_APART = re.compile(r"[\s/\u2026\u2212\u058a\u05be\u2010-\u2015\u2e3a\u2e3b\ufe58\ufe63\uff0d-]+")
_APOSTROPHES = "'\u2019\u02bc"
_POSSESSIVE = re.compile(r"(?<=\w)['\u2019]s?(?!\w)")
_QUOTES = re.compile(r"[\"“”„‟«»]")


def words(text: str) -> list[str]:
    """Words in lower case: parted at spaces, slashes and dashes, without all other signs."""
    parts = _APART.split(unicodedata.normalize("NFC", text).lower())
    return [word for part in parts if (word := "".join(one for one in part if _counts(one)))]


def _counts(one: str) -> bool:
    return (one.isalnum() or unicodedata.category(one)[0] == "M" or one == "_") and one != "\u02bc"


def _known(text: str) -> frozenset[str]:
    """The words of a sentence; who owns something is named as well."""
    return frozenset((*words(text), *words(_POSSESSIVE.sub(" ", text))))


def bare(word: str) -> str:
    """A word without accents."""
    return "".join(one for one in unicodedata.normalize("NFD", word) if unicodedata.category(one)[0] != "M")


def _spread(items: list[Query], most: int) -> list[Query]:
    if len(items) <= most:
        return items
    return [items[at * len(items) // most] for at in range(most)]


# --- an archive, and what is asked of it --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Sentence:
    address: str
    text: str
    words: frozenset[str]


class _Corpus:
    """What of an archive can be found, and where."""

    def __init__(self, archive: Archive) -> None:
        self._lookup = Lookup(archive)
        self._archive = archive
        self._sentences = [
            _Sentence(addresses.of_sentence(id_, one.id), text, _known(text))
            for id_, prepared in archive.prepared.items()
            for block in prepared.text.blocks
            for one in block.sentences
            if (text := prepared.text.text[one.start : one.end])
        ]
        self._counts = Counter(word for one in self._sentences for word in one.words)
        self._views: tuple[IndexView, ...] = tuple(index_views(self._lookup))
        self._holders: dict[str, set[int]] = {}
        for at, one in enumerate(self._sentences):
            for word in one.words:
                self._holders.setdefault(word, set()).add(at)

    def _with(self, asked: str) -> frozenset[str]:
        """Sentences with all of these words."""
        holders = [self._holders.get(word, set()) for word in words(asked)]
        return frozenset(self._sentences[at].address for at in set.intersection(*holders))

    def _with_any(self, some: Iterable[str]) -> frozenset[str]:
        return frozenset(address for word in some for address in self._with(word))

    # --- names ----------------------------------------------------------------------------------------------------------

    def names(self) -> Iterator[Query]:
        bearers: dict[str, list[Entity]] = {}
        for entity in self._archive.entities.values():
            for name in entity.all_names:
                bearers.setdefault(name_key(name), []).append(entity)
        for entity in self._archive.entities.values():
            forms = (form for _, names in entity.names for form in names[:2])
            for name in dict.fromkeys((entity.name, *entity.aliases, *forms)):
                yield self._name(name, bearers[name_key(name)])

    def _name(self, name: str, bearers: list[Entity]) -> Query:
        first: dict[str, frozenset[str]] = {}
        for kind in ("place", "entity"):
            pages = [
                addresses.of_record(RefKind.ENTITY, one.id)
                for one in bearers
                if (one.is_ == "place") == (kind == "place")
            ]
            if pages:
                first[kind] = frozenset(pages)
        others = {one for entity in bearers for one in entity.all_names if name_key(one) != name_key(name)}
        sentences = self._with(name) or self._named(others)
        if sentences:
            first["article"] = sentences
        return Query("name", {"q": name}, first, also=bool(others))

    def _named(self, names: Iterable[str]) -> frozenset[str]:
        """Sentences with one of the names as it stands."""
        sought = [re.compile(rf"(?<!\w){re.escape(name_key(name))}(?!\w)") for name in sorted(names)]
        folded = ((one.address, name_key(one.text)) for one in self._sentences)
        return frozenset(address for address, text in folded if any(one.search(text) for one in sought))

    # --- sentences ------------------------------------------------------------------------------------------------------

    def pairs(self) -> Iterator[Query]:
        for one in self._sentences[::EVERY]:
            known = [word for word in words(one.text) if len(word) > 2]
            rare = sorted(dict.fromkeys(known), key=lambda word: (self._counts[word], word))[:2]
            if len(rare) == 2:
                asked = " ".join(rare)
                yield Query("pair", {"q": asked}, {"article": self._with(asked)})

    def phrases(self) -> Iterator[Query]:
        for one in self._sentences[::EVERY]:
            phrase = self._phrase(one)
            if phrase:
                yield Query("phrase", {"q": f'"{phrase}"'}, {"article": self._named([phrase])})

    def _phrase(self, one: _Sentence) -> str:
        """Three to six words of a sentence as they stand, without quotation marks in them; "" where it has none."""
        chance = random.Random(one.address)
        tokens = [(found.start(), found.end()) for found in re.finditer(r"\S+", one.text)]
        size = min(chance.randint(3, 6), len(tokens))
        if size < 3:
            return ""
        windows = [one.text[a[0] : b[1]] for a, b in zip(tokens, tokens[size - 1 :], strict=False)]
        stripped = [re.sub(r"^[^\w]+|[^\w]+$", "", window) for window in windows]
        usable = [window for window in stripped if not _QUOTES.search(window) and len(words(window)) > 2]
        return chance.choice(usable) if usable else ""

    # --- figures --------------------------------------------------------------------------------------------------------

    def figures(self) -> Iterator[Query]:
        """As the note has them, which its claim shows, and as the source has them."""
        for notes in self._archive.positions.values():
            for note in map(self._archive.notes.__getitem__, notes):
                says = says_text(self._lookup, note.annotation.says)
                for figure in _FIGURE.findall(says):
                    yield Query("figure said", {"q": figure}, {"claim": self._positions(figure)})
                if isinstance(note.annotation.says, Quantity):
                    for figure in _FIGURE.findall(_marked(note)):
                        yield Query("figure", {"q": figure}, {"article": self._with(figure)})

    def _positions(self, figure: str) -> frozenset[str]:
        """Rows of claims, or claims themselves, whose words have the figure."""
        want = set(words(figure))
        return frozenset(
            f"/{view.path}" + (f"#{one.id}" if one.id else "")
            for view in self._views
            if view.path.startswith("claims/")
            for one in view.sentences
            if want <= set(words(one.text))
        )

    # --- nothing --------------------------------------------------------------------------------------------------------

    def absent(self) -> Iterator[Query]:
        """Rare words read backwards, in every script, with which no word of the archive begins."""
        known = sorted(
            {bare(word) for view in self._views for one in view.sentences for word in words(one.text)}
            | {bare(word) for view in self._views for word in words(view.title)}
        )
        long = [word for word in known if len(word) > 6 and word.isalpha()]
        backwards = (word[::-1] for word in sorted(long, key=lambda word: (self._counts[word], word[::-1])))
        usable = [word for word in backwards if not any(one.startswith(word) for one in known)]
        for at in range(10):
            word = usable[at * len(usable) // 10]
            yield Query("absent", {"q": word}, nothing=True)

    # --- filters and orders ---------------------------------------------------------------------------------------------

    def filters(self) -> Iterator[Query]:
        for name, value in dict.fromkeys(one for view in self._views for one in view.filters):
            left = [view for view in self._views if (name, value) in view.filters]
            kinds = Counter(kind for view in left for key, kind in view.filters if key == "kind")
            yield Query("filter", {_PARAMETER.get(name, name): value}, counts=dict(kinds))

    def orders(self) -> Iterator[Query]:
        """All articles of an outlet by date, and those with a word that about a tenth of them have."""
        outlets = sorted({value for view in self._views for key, value in view.filters if key == "outlet"})
        for outlet in outlets:
            left = [view for view in self._views if ("outlet", outlet) in view.filters]
            up = tuple(f"/{view.path}" for view in sorted(left, key=self.date))
            for order, pages in (("oldest", up), ("newest", up[::-1])):
                asked = {"outlet": outlet, "kind": "article", "sort": order}
                yield Query("order", asked, order={"article": pages[:SHOWN]})
        in_articles = Counter(
            word
            for id_ in self._archive.prepared
            for word in set(words(self._archive.prepared[id_].text.text))
            if len(word) > 3
        )
        tenth = max(2, len(self._archive.articles) // 10)
        usual = sorted(in_articles, key=lambda word: (abs(in_articles[word] - tenth), word))[:4]
        for word in usual:
            for order in ("oldest", "newest"):
                yield Query("order", {"q": word, "kind": "article", "sort": order}, dated=order)

    @staticmethod
    def date(view: IndexView) -> tuple[str, str]:
        return dict(view.sort)["date"], view.path

    # --- words as they are typed ------------------------------------------------------------------------------------------

    def accents(self) -> Iterator[Query]:
        """Accented words, without their accents."""
        plain: dict[str, set[str]] = {}
        for word in self._counts:
            plain.setdefault(bare(word), set()).add(word)
        accented = sorted(word for word in self._counts if bare(word) != word and len(word) > 3)
        for word in _some(accented):
            typed = bare(word)
            # Where there is a word without accents, it is the one that was typed.
            right = self._with(typed) if typed in plain[typed] else self._with_any(plain[typed])
            yield Query("accent", {"q": typed}, {"article": right})

    def apostrophes(self) -> Iterator[Query]:
        """Words with a curly or a letter apostrophe, with a straight one; and the other way round."""
        for token in _some(self._tokens(rf"\w+[{_APOSTROPHES}]\w+")):
            straight = re.sub(f"[{_APOSTROPHES}]", "'", token)
            for typed in dict.fromkeys((straight, straight.replace("'", "\u2019"))):
                yield Query("apostrophe", {"q": typed}, {"article": self._with(token)})

    def hyphens(self) -> Iterator[Query]:
        """Words with hyphens, with them and without."""
        for token in _some(self._tokens(r"\w+(?:-\w+)+")):
            for typed in (token, token.replace("-", " ")):
                yield Query("hyphen", {"q": typed}, {"article": self._with(token)})

    def _tokens(self, form: str) -> list[str]:
        return sorted({found for one in self._sentences for found in re.findall(form, one.text)})


_FIGURE = re.compile(r"\d+(?:[.,\u00a0\u202f ]\d+)*")

_PARAMETER = {"language": "lang"}


def _some(items: list[str]) -> list[str]:
    """So many of them at most, spread evenly."""
    most = min(SPECIAL, len(items))
    return [items[at * len(items) // most] for at in range(most)]


def _marked(note: Note) -> str:
    """The words that a note stands on."""
    return " … ".join(note.passage.text[start:end] for start, end in note.passage.marks)


def dates_of(archive: Archive) -> dict[str, tuple[str, str]]:
    """What each page is put in order by."""
    return {f"/{view.path}": _Corpus.date(view) for view in index_views(Lookup(archive))}
