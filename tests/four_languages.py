"""An archive of any number of articles in four languages and three scripts, for asking its search: all of it is invented.

English, Ukrainian, German and Greek, in turn. Of the words a few stand in most sentences, and many in one or two.
People, places and offices have a name in each language, and a case form where the language has them. Sentences have
words with accents, apostrophes of every kind, hyphens, dashes, quotations and figures; notes have speakers, hedges and
figures, and some deny others. The same number of articles is the same archive, everywhere.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

LANGUAGES = ("en", "uk", "de", "el")
PEOPLE, PLACES, OFFICES, QUESTIONS = 24, 16, 8, 12

_USUAL = {
    "en": """the of and a boat boats harbour harboured sailed sailing sails saw seen walked walking night morning water
        house houses winter road carried carrying letter letters silver counted counting gate closed old office waited
        waiting lantern bridge market bread owner's didn’t keeper’s lamp-lighter twenty-one café naïve well-known salt
        rope""",
    "uk": """і на в що човен човни човнів причал причалу бачив бачили ніч ранок вода води зима дорога лист листи
        срібло рахували ворота старий контора чекали ліхтар міст ринок хліб сімʼя п'ять п’ятниця обʼєднання їжа ґанок
        північно-східний будь-який сіль мотузка її військо""",
    "de": """der die und ein Boot Boote Hafen Häfen segelte gesehen ging Nacht Morgen Wasser Haus Häuser Winter Straße trug
        Brief Briefe Silber zählte gezählt Tor schloss alt Büro wartete Laterne Brücke Markt Brot Größe müde geht’s Café
        Nord-Ost-Wind Salz Seil grün Öl Übung""",
    "el": """και το η ένα βάρκα βάρκες λιμάνι λιμάνια είδε είδαν περπάτησε νύχτα πρωί νερό σπίτι σπίτια χειμώνας δρόμος
        γράμμα γράμματα ασήμι μέτρησε πύλη παλιός γραφείο περίμενε φανός γέφυρα αγορά ψωμί ιδιοκτήτης βορειο-ανατολικά απ’
        αλάτι σχοινί πράσινος ναύτης""",
}

_SYLLABLES = {
    "en": "ba del fi gor han ker lum mi nor pel ras sil tam vey wex yor dun brim tho quill",
    "uk": "ба дел фі гор ган кер лум ми нор пел рас сіл там вей ґон йор дун брин жо щил",
    "de": "ba del fi gor han ker lum mi nör pel ras sil täm wei gün jor dun brin zo schil",
    "el": "μπα δελ φι γορ χαν κερ λουμ μι νόρ πελ ρασ σιλ ταμ βεη ξον γιορ ντουν μπριν θο ψιλ",
}
"""One list a language, the same sounds at the same places, so that a name has a form in each."""

_ENDS = {
    "person": {"en": ("en",), "uk": ("ен", "ена"), "de": ("en",), "el": ("ένος", "ένου")},
    "place": {"en": ("wick",), "uk": ("вік", "віку"), "de": ("wiek",), "el": ("βίκα", "βίκας")},
}
"""Of the last word of a name: as a name, and in a case of it."""

_OFFICE = {"en": "Office of %s", "uk": "Контора %s", "de": "Amt %s", "el": "Γραφείο %s"}

_ROADS = {"en": "%s Roads", "uk": "%s Рейд", "de": "%s Reede", "el": "%s Όρμος"}
"""A place whose name begins with that of another."""

_SAID = {
    "en": ("%s said that {} boats were lost", "%s denied it; {} were lost, nobody more"),
    "uk": ("%s каже, що втрачено {} човнів", "%s це заперечує: втрачено {}, не більше"),
    "de": ("%s sagte, {} Boote seien verloren", "%s bestritt das; {} seien verloren, keines mehr"),
    "el": ("%s είπε ότι χάθηκαν {} βάρκες", "%s το διέψευσε· χάθηκαν {}, όχι περισσότερες"),
}

_QUOTED = {"en": "“%s”", "uk": "«%s»", "de": "„%s“", "el": "«%s»"}


@dataclass(frozen=True, slots=True)
class _Name:
    """`forms`: in each language the name and its case form, if it has one."""

    id: str
    kind: str
    forms: Mapping[str, tuple[str, ...]]


def written(root: Path, articles: int = 300) -> Path:
    """The archive in files below `root`."""
    names = tuple(_names())
    _write(root / "archive.yaml", ["title: Papers of four harbours", "language: en", "editors: [M. Okafor]"])
    _write(root / "annotations/entities/all.yaml", (line for name in names for line in _entity(name)))
    _write(
        root / "annotations/claims/all.yaml",
        (
            line
            for number in range(QUESTIONS)
            for line in (
                f"lost-{number}:",
                f"  question: How many boats were lost in storm {number + 1}?",
                "  kind: quantity",
                "  unit: boats",
            )
        ),
    )
    for number in range(articles):
        story = _Story(number, names)
        _write(root / f"content/articles/{story.id}.md", story.article())
        _write(root / f"annotations/articles/{story.id}.yaml", story.notes())
    return root


def _write(path: Path, lines: Iterable[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")


def _yaml(value: str) -> str:
    """A double-quoted YAML string, which is what a JSON string is."""
    return json.dumps(value, ensure_ascii=False)


# --- names ----------------------------------------------------------------------------------------------------------------


def _names() -> Iterable[_Name]:
    chance = random.Random("names")
    kinds = ["person"] * PEOPLE + ["place"] * PLACES
    made: list[_Name] = []
    for number, kind in enumerate(kinds):
        syllables = [chance.randrange(20) for _ in range(5)]
        given, family = syllables[:2], [number % 20, *syllables[2:4]]
        forms = {}
        for lang in LANGUAGES:
            first = _word(lang, given).capitalize() + " " if kind == "person" else ""
            last = _word(lang, family).capitalize()
            forms[lang] = tuple(first + last + end for end in _ENDS[kind][lang])
        made.append(_Name(f"{kind}-{number}", kind, forms))
    yield from made
    for number, place in enumerate(made[PEOPLE : PEOPLE + OFFICES]):
        yield _Name(
            f"office-{number}",
            "organization",
            {lang: (_OFFICE[lang] % place.forms[lang][-1],) for lang in LANGUAGES},
        )
        roads = {lang: (_ROADS[lang] % place.forms[lang][0],) for lang in LANGUAGES}
        yield _Name(f"roads-{number}", "place", roads)


def _word(lang: str, syllables: Sequence[int]) -> str:
    of_language = _SYLLABLES[lang].split()
    return "".join(of_language[one] for one in syllables)


def _entity(name: _Name) -> Iterable[str]:
    yield f"{name.id}:"
    yield f"  is: {name.kind}"
    yield f"  name: {_yaml(name.forms['en'][0])}"
    yield "  names:"
    for lang in LANGUAGES[1:]:
        yield f"    {lang}: [{', '.join(map(_yaml, name.forms[lang]))}]"


# --- articles -------------------------------------------------------------------------------------------------------------


class _Story:
    """One article; it depends on its number alone. Notes refer only to the article before it in its language."""

    def __init__(self, number: int, names: Sequence[_Name]) -> None:
        self._chance = chance = random.Random(f"story {number}")
        self.lang = lang = LANGUAGES[number % len(LANGUAGES)]
        self.id = f"{lang}/story-{number:03}"
        self._number = number
        self._usual = _USUAL[lang].split()
        self._speaker = chance.choice(names)
        self._boats = chance.choice(
            (f"{number + 11}", f"{number + 1},{chance.randrange(1000):03}", f"{number}.5")
        )
        if lang != "en":
            self._boats = self._boats.replace(",", "").replace(".5", "")
        self._claim = f"lost-{number // 8 % QUESTIONS}"
        self._denies = number % 8 >= len(LANGUAGES)
        self._says = _SAID[lang][self._denies].format(self._boats) % self._speaker.forms[lang][0]
        self._title = self._clause(4, names)
        self._sentences = [self._sentence(names) for _ in range(5 + number % 4)]
        self._sentences.insert(2, self._says + ".")

    def _clause(self, size: int, names: Sequence[_Name]) -> str:
        chance = self._chance
        words = []
        for _ in range(size):
            drawn = chance.random()
            if drawn < 0.62:
                rank = int(len(self._usual) ** chance.random()) - 1
                words.append(self._usual[rank])
            elif drawn < 0.72:
                words.append(self._usual[chance.randrange(len(self._usual))])
            elif drawn < 0.93:
                rare = _word(self.lang, [chance.randrange(20) for _ in range(chance.randint(2, 3))])
                words.append(re.sub("σ$", "ς", rare))
            elif drawn < 0.97:
                words.append(chance.choice(chance.choice(names).forms[self.lang]))
            else:
                words.append(str(chance.randrange(1000)))
        text = " ".join(words)
        return text[0].upper() + text[1:]

    def _sentence(self, names: Sequence[_Name]) -> str:
        text = self._clause(self._chance.randint(5, 11), names)
        drawn = self._chance.random()
        if drawn < 0.1:
            return f"{text} – {self._clause(3, names)}."
        if drawn < 0.2:
            return f"{text}—{self._clause(2, names)}."
        if drawn < 0.35:
            return f"{text}: {_QUOTED[self.lang] % self._clause(4, names)}."
        return f"{text}."

    def article(self) -> Iterable[str]:
        yield "---"
        yield f"title: {_yaml(self._title)}"
        yield f"outlet: {('Harbour Wire', 'Вісник причалу', 'Hafenblatt', 'Λιμενικά Νέα')[LANGUAGES.index(self.lang)]}"
        yield f"published: {2029 + self._number % 3}-{self._number // 3 % 12 + 1:02}-{self._number % 28 + 1:02}"
        yield f"lang: {self.lang}"
        yield "---"
        yield " ".join(self._sentences[:4])
        yield ""
        yield " ".join(self._sentences[4:])

    def notes(self) -> Iterable[str]:
        yield "annotator: M. Okafor"
        yield "notes:"
        yield f"  - quote: {_yaml(self._says)}"
        yield "    id: lost"
        yield f"    claim: {self._claim}"
        yield f"    speaker: {self._speaker.id}"
        yield f"    says: {self._boats.replace(',', ' ')}"
        if self._number % 5 == 0:
            yield f"    hedge: heard of it on day {self._number}"
        if self._denies:
            before = self._number - len(LANGUAGES)
            yield f"    denies: article/{self.lang}/story-{before:03}#lost"
        yield f"    note: Compare {_word('en', [self._chance.randrange(20) for _ in range(4)])}, of the same day."
