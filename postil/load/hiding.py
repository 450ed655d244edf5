"""Who is not shown by name: what is seen in place of each, and which strings may then stand nowhere.

Promises that nothing of what is seen is made from more than is said to be shown: initials, the first role, words of the
archive's own, or a neutral word in the language of the text. Refuses to know where a name stands.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from postil.fold import name_key
from postil.load.register import Register
from postil.model.records import Entity
from postil.model.withheld import Secret, SecretKind
from postil.problems import Place, Problem, Remark
from postil.secrecy import is_too_short, is_unspaced, words_of
from postil.text import shows
from postil.words import primary_language

NAME_WITHHELD = MappingProxyType({"en": "[name withheld]", "uk": "[ім’я не розголошено]"})
WITHHELD = MappingProxyType({"en": "[withheld]", "uk": "[не розголошено]"})
"""What stands for a name, or for a string of nobody, in a text of each language; in all others the English."""

_WORD = re.compile(r"[^\W\d_]+(?:['\u2019\u02bc][^\W\d_]+)*")
_LOOKED_AT = 200
"""Code points before a place that are looked at."""
_QUOTES = ('"', "'")
_OPENING = " \t\n\u00a0\"'\u00ab\u201c\u201e\u2018\u00bf\u00a1([*_>#+-"
"""What may stand between the end of a sentence and the next: white space, what opens, marks of Markdown."""
_BREAK = re.compile(r"\n[ \t]*\n|\n[ \t]*(?:[-*+>]|#{1,6})[ \t]")
_FULL_STOP = re.compile(r"(?:[^\W\d_]{4}|[\d)\]])\.[\u201d\u00bb\u2019]?$")
_LAST = re.compile(r"[^\W\d_][\W_]+([A-Za-z\u00c0-\u024f]{3,})\W*$")
"""The last of several words, in Latin letters."""
_HISSES = re.compile(r"(?:s|x|z|ch|sh)$", re.IGNORECASE)
_LAST_WORD = re.compile(r"([^\W\d_]+)\.$")
_CUT_SHORT = frozenset({"approx", "акад", "полк", "проф"})
_LONGEST_TITLE = 6
"""Letters of a title that is cut short, such as *Capt.* or *Lieut.*: what stands before names, and ends no sentence."""
_SHORTEST = 3
"""Letters of a word of a name that is looked for by itself."""


@dataclass(frozen=True, slots=True)
class Hidden:
    """An entity that is not public, with all its names, those of the register too."""

    entity: Entity = field(repr=False)
    public_id: str
    names: tuple[str, ...] = field(repr=False)
    never: tuple[str, ...] = field(repr=False)

    def shown(self, lang: str) -> str:
        """What is seen in place of its name, in a text of this language; something that can be seen."""
        match self.entity.show:
            case "role" if self.entity.roles:
                words = self.entity.roles[0].what
            case "initials":
                words = initials(self._name_in(lang))
            case _:
                words = self.entity.shown_as or ""
        return words if shows(words) else in_language(NAME_WITHHELD, lang)

    def _name_in(self, lang: str) -> str:
        """The first name in a language; the name where there is none in it."""
        names = dict(self.entity.names)
        forms = names.get(lang) or names.get(primary_language(lang))
        return forms[0] if forms else self.names[0]

    def secrets(self, others: Sequence[Entity]) -> Iterator[Secret]:
        """What may stand nowhere of it; `others` are the entities that are public."""
        for name in self.names:
            yield Secret(name, SecretKind.NAME, self.public_id, self.never)
        for id_ in (self.entity.id, *self.entity.former_ids):
            if id_ != self.public_id:
                yield Secret(id_, SecretKind.ID, self.public_id)
        for name in self.names:
            if len(words_of(name)) == 1 and not _is_small(name) and name not in self.never:
                # In `FreePetrel` nothing replaces it.
                yield Secret(name, SecretKind.PART, self.public_id, self.never)
        if self.entity.is_ == "person":
            yield from self._words(others)

    def _words(self, others: Sequence[Entity]) -> Iterator[Secret]:
        """The words of its name that say who it is by themselves: not of its aliases, in which a title may stand."""
        own = (self.entity.name, *(form for _, forms in self.entity.names for form in forms))
        names = [one for one in self.names if one in own or one not in self.entity.aliases]
        passed = {name_key(one) for one in (*self.never, *self.names)}
        seen: set[str] = set()
        for word in (word for name in names for word in (*giveaways(name), *_family(name))):
            key = name_key(word)
            if key in passed or key in seen:
                continue
            seen.add(key)
            of_others = (
                name for one in others for name in one.all_names if set(words_of(word)) <= {*words_of(name)}
            )
            yield Secret(word, SecretKind.PART, self.public_id, (*self.never, *of_others))


def in_language(words: Mapping[str, str], lang: str) -> str:
    return words.get(primary_language(lang), words["en"])


def begins_sentence(text: str, at: int) -> bool:
    """Whether a sentence begins at an offset of a text, or of Markdown, as far as the signs before it tell.

    Not where `text` finds sentences: what is sealed may not change with a library. In doubt none begins: behind what may be
    an abbreviation, and where a sentence may go on behind a quotation.
    """
    before = text[max(0, at - _LOOKED_AT) : at]
    said = before.rstrip(_OPENING)
    between = before[len(said) :]
    if not said or _BREAK.search(between):
        return True
    if between[:1] in _QUOTES:
        return _ends(said)
    return between[:1].isspace() and (said[-1] in "!?\u2026" or _ends(said))


def _ends(said: str) -> bool:
    """Whether a full stop ends a sentence here."""
    if _FULL_STOP.search(said) is None:
        return False
    last = _LAST_WORD.search(said)
    if last is None:
        return True
    is_title = last[1][:1].isupper() and len(last[1]) <= _LONGEST_TITLE
    return not is_title and last[1] not in _CUT_SHORT


def with_capital(words: str) -> str:
    """The words as they stand where a sentence begins."""
    return words[:1].title() + words[1:]


def giveaways(name: str) -> Iterator[str]:
    """The words of a name that may say by themselves who it is."""
    for match in _WORD.finditer(name):
        if len(match[0]) >= _SHORTEST and not _is_small(match[0]):
            yield match[0]


def _family(name: str) -> Iterator[str]:
    """All who bear the last word of a name, as English, Spanish and others call them: `the Petrels`."""
    if (last := _LAST.search(name)) is not None and not _is_small(last[1]):
        yield last[1] + ("es" if _HISSES.search(last[1]) else "s")


def _is_small(word: str) -> bool:
    """Whether a word begins small where names begin with capitals; most scripts have none."""
    return word.lower() == word and word[:1].title() != word[:1]


def initials(name: str) -> str:
    """`M. P.` of `Mara Petrel`; nothing of a name in a script whose letters are syllables or words: one says too much."""
    if is_unspaced(name):
        return ""
    return " ".join(f"{unicodedata.normalize('NFC', match[0])[0]}." for match in _WORD.finditer(name))


def hidden_of(
    entities: Iterable[Entity], register: Register
) -> tuple[Mapping[str, Hidden], tuple[Problem, ...]]:
    """Every entity that is not public, by its own id; and what keeps one from being hidden."""
    entities = tuple(entities)
    hidden: dict[str, Hidden] = {}
    problems: list[Problem] = []
    used: set[str] = set()
    for entity in entities:
        if entity.show == "public" or entity.public_id is None:
            continue
        public = entity.public_id
        listed = register.names.get(public, ())
        used.add(public)
        names = tuple(dict.fromkeys(one for one in (*entity.all_names, *listed) if one))
        never = (*entity.never, *register.never.get(public, ()))
        if names:
            hidden[entity.id] = Hidden(entity, public, names, never)
        else:
            problems.append(_nameless(entity))
        problems += _too_short(entity.place, names)
    problems += _clashes(entities)
    problems += (_unknown(id_, register.places[id_]) for id_ in sorted(register.names.keys() - used))
    return MappingProxyType(hidden), tuple(problems)


def _nameless(entity: Entity) -> Problem:
    message = (
        f"`{entity.public_id}` is not to be shown as it is, and no name of it is known that could be withheld"
    )
    cure = "write its names in the register, or here"
    return Problem("withheld-nameless", message, entity.place, help=(cure,), is_secret=True)


def _too_short(place: Place, names: Iterable[str]) -> Iterator[Problem]:
    if any(map(is_too_short, names)):
        message = "a name that is withheld has fewer than two letters, so it cannot be told from what stands everywhere"
        cure = "write it as it stands in texts, with the words around it"
        yield Problem("withheld-short", message, place, help=(cure,), is_secret=True)


def _clashes(entities: Sequence[Entity]) -> Iterator[Problem]:
    """Ids that may be seen and that are those of other entities, or seen for two."""
    seen: dict[str, Place] = {one.id: one.place for one in entities if one.show == "public"}
    for entity in entities:
        if entity.show == "public" or entity.public_id is None:
            continue
        public = entity.public_id
        others = (one for one in entities if one is not entity and one.show != "public")
        first = seen.get(public) or next((one.place for one in others if one.id == public), None)
        if first is not None:
            message = f"another entity has the id `{public}`, or is seen by it"
            notes = (Remark("the other one", first),)
            yield Problem(
                "id-duplicate", message, entity.place, notes, ("choose another `public_id`",), is_secret=True
            )
        seen.setdefault(public, entity.place)


def _unknown(id_: str, place: Place) -> Problem:
    message = f"the register has names for `{id_}`, and no entity that is withheld is seen by this id"
    cure = f"add the entity, with `public_id: {id_}` and `show: withheld`, or take the line out"
    return Problem("register-unknown", message, place, help=(cure,), is_secret=True)
