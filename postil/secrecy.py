"""Secrecy: whether a text holds a string that is withheld, in whatever dress.

The rule. Letter case, accents, kinds of apostrophe, and what stands between the letters of a name do not count: white space,
hyphens, invisible characters, marks of markup, footnote numbers (digits, where the string has none); nor does a letter of
another script that looks like it, in a word of two scripts. The letters have to stand as whole words: no letter joins them
before or behind, save in scripts that write no spaces. So a name is found in `maria-petrova`, `MARIA  PETROVA` and
`Ma\u00adria Petrova`, and written together (`mariapetrova`) when it has eight letters or more.

A string of one word is rarely only a name: in a text it counts as it is written and in capitals, with its accents or with
none of them; in an address (`is_address`) in small letters too. A name of several words, or a word of one, also begins and
ends where small letters meet capitals (`FreeMaraPetrova`); and in Arabic and Hebrew behind what is written together with it
(*and*, *to*, *the*). An id counts as it stands, letter for letter. A string does not count inside a longer one that is said
never to mean it (`Secret.never`).

Promises that a string cut where `spans` says is found no more. Refuses to know files, records and why something is withheld.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import unescape
from urllib.parse import unquote

from ahocorasick_rs import AhoCorasick, MatchKind

from postil.characters import INVISIBLE
from postil.lookalikes import unmixed
from postil.model.withheld import Secret, SecretKind

LEAST_LETTERS = 2
LEAST_DIGITS = 4
"""A string with fewer of either cannot be told from what stands everywhere, so it cannot be withheld."""

_TOGETHER = 8
"""Letters of several words that are found written as one."""

_APOSTROPHES = "\u02b0-\u02ff"  # letters to Unicode, and signs to those who write names
_NO_LETTER = re.compile(rf"[\W\d_{_APOSTROPHES}]+")
_NO_SIGN = re.compile(rf"[\W_{_APOSTROPHES}]+")
_NO_PART = re.compile(rf"[^\w\u0300-\u036f]|[_{_APOSTROPHES}]")
_DIGITS = re.compile(r"\d+")
_FOREIGN = re.compile("[^\x00-\x7f]+")
_ASCII_NO_SIGN = bytes(code for code in range(128) if not chr(code).isalnum())
_ASCII_NO_LETTER = bytes(code for code in range(128) if not chr(code).isalpha())
_UNSEEN = re.compile(f"[{INVISIBLE}]+")
_QUOTES = "'\u2019\"*`\u00b4\u2018\u201b\u2032\u2033"
"""What is typed where an apostrophe is due."""
_NOTHING = re.compile(f"[{_QUOTES}{_APOSTROPHES}{INVISIBLE}]+")
_IN_WORD = re.compile(rf"[-_{_QUOTES}\u2010\u2011{_APOSTROPHES}{INVISIBLE}]")
_FILLERS = dict.fromkeys((0x115F, 0x1160, 0x3164, 0xFFA0), "\u00ad")
"""Letters to Unicode, of which nothing is seen."""
_SPACED = re.compile(r"\w(?:([\s._*-]+)\w)(?:\1\w)+")
"""A word whose letters all stand apart."""
_APART = re.compile(r"[^\w\s*`'\u2019\u02bc\u0300-\u036f\u2010-\u2013-]|\n\s*\n")
"""What does not stand within a string that is said never to mean a name: it would end a sentence, or begin another part."""
_BROKEN = re.compile(r"(?<=[-\u2010\u00ad])\s+")
"""The end of a line behind a hyphen."""
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u3007\u3021-\u3029\u3041-\u30ff\u31f0-\u31ff\u3400-\u4dbf"
    "\u4e00-\u9fff\ua960-\ua97f\ua9e0-\ua9ff\uaa60-\uaa7f\uac00-\ud7ff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff]"
)
"""Letters of scripts that write no spaces, or join to a name what follows it (Korean): a word may end at each."""


_PROCLITICS = re.compile("[\u0621-\u064a\u05d0-\u05ea]")
_BEFORE_NAMES = re.compile(
    "[\u0648\u0641]?[\u0628\u0643\u0644]?(?:\u0627\u0644)?|\u05d5?[\u05d1\u05d4\u05db\u05dc\u05de\u05e9]{0,2}"
)
"""What Arabic and Hebrew write together with the word behind it: and, so, by, as, to, the; in, from, that."""
_LONGEST_BEFORE = 5

_STRESS = re.compile("(?<=[\u0400-\u052f])[\u0300\u0301]")
"""Marks that say in a text which syllable is stressed, and belong to no letter."""

_SCRIPT = re.compile(
    r"\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([0-9a-fA-F]{2,6})(?![0-9a-fA-F]) ?)"
)
_SURROGATES = re.compile("[\ud800-\udfff]")
_PUNYCODE = re.compile(r"\bxn--([a-z0-9-]+)", re.IGNORECASE)


class _Marks(dict[int, int | None]):
    """For `str.translate`: every character as it is, and marks on letters as nothing."""

    def __missing__(self, code: int) -> int | None:
        self[code] = None if unicodedata.category(chr(code)) == "Mn" else code
        return self[code]


_MARKS = _Marks()


def undone(text: str) -> str:
    """The text without the escapes of HTML, scripts, style sheets and addresses; twice, since one may lie in another."""
    for _ in range(2):
        plain = unescape(text) if "&" in text else text
        if "\\" in plain:
            plain = _joined(_SCRIPT.sub(_character, plain))
        if "%" in plain:
            plain = unquote(plain)
        if "xn--" in plain:
            plain = _PUNYCODE.sub(_host, plain)
        if plain == text:
            break
        text = plain
    return text


def _character(match: re.Match[str]) -> str:
    code = int(next(filter(None, match.groups())), 16)
    return chr(code) if code <= 0x10FFFF else match[0]


def _joined(text: str) -> str:
    """The text with its pairs of surrogates as the characters that they stand for, and without lone ones."""
    if not _SURROGATES.search(text):
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "ignore")


def _host(match: re.Match[str]) -> str:
    try:
        return match[1].encode("ascii").decode("punycode")
    except UnicodeError:
        return match[0]


@dataclass(frozen=True, slots=True)
class Found:
    """Where a secret stands: code points, end exclusive."""

    start: int
    end: int
    secret: Secret


def squeezed(text: str, *, digits: bool = False) -> str:
    """The letters of a text alone, without case and accents; with `digits` these too."""
    plain = text.casefold()
    if not plain.isascii():
        # Twice: some letters are mere signs until they are taken apart.
        plain = unicodedata.normalize("NFKD", plain).casefold()
    # Most of a page is ASCII, of which bytes are dropped ten times as fast as a pattern finds them.
    data = plain.encode("utf-8", "surrogatepass").translate(
        None, _ASCII_NO_SIGN if digits else _ASCII_NO_LETTER
    )
    kept = data.decode("utf-8", "surrogatepass")
    if kept.isascii():
        return kept
    dropped = _NO_SIGN if digits else _NO_LETTER
    return _FOREIGN.sub(lambda match: dropped.sub("", match[0]), kept)


def words_of(text: str) -> tuple[str, ...]:
    """The words of a text as `squeezed` has them, digits too."""
    plain = unicodedata.normalize("NFKD", _NOTHING.sub("", text).casefold()).casefold()
    if not plain.isascii():
        plain = plain.translate(_MARKS)
    return tuple(word for word in _NO_SIGN.split(plain) if word)


def is_unspaced(text: str) -> bool:
    """Whether a text has letters of scripts that write no spaces, or of Korean."""
    return _UNSPACED.search(text) is not None


def is_too_short(text: str) -> bool:
    """Whether a string could not be told from what stands everywhere."""
    signs = squeezed(text, digits=True)
    digits = sum(one.isdigit() for one in signs)
    if is_unspaced(text):
        return len(re.sub(r"\W", "", text)) < LEAST_LETTERS
    return len(signs) - digits < LEAST_LETTERS and digits < LEAST_DIGITS


@dataclass(frozen=True, slots=True)
class _Needle:
    secret: Secret
    letters: str
    words: tuple[str, ...]
    spelling: str
    """Of one word: its letters in small, with accents."""
    is_never: bool = False


class Seeker:
    """Looks for all of some secrets at once."""

    def __init__(self, secrets: Iterable[Secret]) -> None:
        strings = [one for one in secrets if one.kind is not SecretKind.ID]
        ids = sorted({one.text for one in secrets if one.kind is SecretKind.ID})
        self._id = re.compile("|".join(map(_id_pattern, ids))) if ids else None
        self._ids = {one.text: one for one in secrets if one.kind is SecretKind.ID}
        self._views = [_View(digits, strings) for digits in (False, True)]
        self.is_empty = not strings and not ids

    def is_in(self, text: str, *, is_address: bool = False) -> bool:
        """Whether the text holds a secret."""
        if self._id is not None and self._id.search(text):
            return True
        return next(self._found(text, is_address), None) is not None

    def spans(self, text: str, *, is_address: bool = False) -> tuple[Found, ...]:
        """Where secrets stand: the longest first, none overlapping another, in the order of the text."""
        found = list(self._found(text, is_address))
        if self._id is not None:
            for match in self._id.finditer(text):
                name = match[0].rpartition("/")[2]
                found.append(Found(match.end() - len(name), match.end(), self._ids[name]))
        taken = bytearray(len(text))
        kept = []
        for one in sorted(found, key=lambda one: (one.start - one.end, one.start, one.secret.owner)):
            if 1 not in taken[one.start : one.end]:
                taken[one.start : one.end] = b"\x01" * (one.end - one.start)
                kept.append(one)
        return tuple(sorted(kept, key=lambda one: one.start))

    def _found(self, text: str, is_address: bool) -> Iterator[Found]:  # noqa: FBT001
        text = text if text.isascii() else text.translate(_FILLERS)
        for one in (text, *unmixed(text)) if any(view.has_needles for view in self._views) else ():
            for view in self._views:
                if view.may_be_in(one):
                    yield from view.found(one, is_address)


def _id_pattern(id_: str) -> str:
    """An id where it can be nothing else; one that is an ordinary word only where an entity's address has it."""
    begin = r"(?<![a-z0-9-])" if re.search("[0-9-]", id_) else r"\bentit(?:y|ies)/"
    return f"{begin}{re.escape(id_)}(?![a-z0-9-])"


class _View:
    """A text as its letters alone, or its letters and digits: for secrets without digits, and for those that have some."""

    def __init__(self, digits: bool, secrets: Iterable[Secret]) -> None:  # noqa: FBT001
        self._digits = digits
        needles: dict[str, list[_Needle]] = {}
        for secret in secrets:
            if any(map(str.isdigit, secret.text)) is not digits:
                continue
            letters = squeezed(secret.text, digits=digits)
            if not letters:
                continue
            needle = _Needle(secret, letters, words_of(secret.text), _spelling(secret.text))
            needles.setdefault(letters, []).append(needle)
            for never in secret.never:
                longer = squeezed(never, digits=digits)
                if letters in longer and letters != longer:
                    needles.setdefault(longer, []).append(_Needle(secret, longer, (), "", is_never=True))
        self._needles = tuple(needles.values())
        self._automaton = AhoCorasick(list(needles), matchkind=MatchKind.Standard) if needles else None
        self.has_needles = bool(needles)

    def may_be_in(self, text: str) -> bool:
        """Whether the letters of a secret follow each other somewhere."""
        if self._automaton is None:
            return False
        return bool(self._automaton.find_matches_as_indexes(squeezed(text, digits=self._digits)))

    def found(self, text: str, is_address: bool) -> Iterator[Found]:  # noqa: FBT001
        """Every place of every secret, overlapping or not."""
        letters, at = _letters_in(text, digits=self._digits)
        matches = self._matches(letters)
        never = [
            (first, last, needle.secret)
            for first, last, needle in matches
            if needle.is_never and self._is_one(text, at[first], at[last - 1] + 1)
        ]
        for first, last, needle in matches:
            if needle.is_never or any(
                low <= first and last <= high and secret == needle.secret for low, high, secret in never
            ):
                continue
            start, end = at[first], _end_of(text, at[last - 1] + 1)
            if (first and at[first - 1] == start) or (last < len(at) and at[last] == at[last - 1]):
                continue  # inside a ligature
            humps = len(needle.words) > 1 or needle.secret.kind is SecretKind.PART
            if _is_whole(text, start, end, digits=self._digits, humps=humps) and _is_meant(
                text[start:end], needle, is_address=is_address
            ):
                yield Found(start, end, needle.secret)

    def _is_one(self, text: str, start: int, end: int) -> bool:
        """Whether letters that follow each other stand as one string, which a mark between sentences or a line would end."""
        is_whole = start == 0 or not _joins(text[start - 1], text[start], digits=self._digits)
        return is_whole and _APART.search(_UNSEEN.sub("", text[start:end])) is None

    def _matches(self, letters: str) -> list[tuple[int, int, _Needle]]:
        if self._automaton is None:
            return []
        return [
            (first, last, needle)
            for index, first, last in self._automaton.find_matches_as_indexes(letters, overlapping=True)
            for needle in self._needles[index]
        ]


def _letters_in(text: str, *, digits: bool) -> tuple[str, list[int]]:
    """`squeezed`, and for each letter of it where it comes from."""
    letters: list[str] = []
    at: list[int] = []
    known: dict[str, str] = {}
    for index, character in enumerate(text):
        plain = known.get(character)
        if plain is None:
            plain = known[character] = squeezed(character, digits=digits)
        if plain:
            letters.append(plain)
            at.extend([index] * len(plain))
    return "".join(letters), at


def _end_of(text: str, end: int) -> int:
    """The end of a letter with its marks."""
    while end < len(text) and unicodedata.category(text[end])[0] == "M":
        end += 1
    return end


def _is_whole(text: str, start: int, end: int, *, digits: bool, humps: bool) -> bool:
    """Whether no letter joins a span before or behind; between two letters some invisible sign may lie.

    With `humps` a word also begins and ends where a capital follows a small letter.
    """
    before, after = start - 1, end
    while before >= 0 and (_UNSEEN.match(text[before]) or _is_mark(text[before])):
        before -= 1
    while after < len(text) and _UNSEEN.match(text[after]):
        after += 1
    if before >= 0 and _joins(text[before], text[start], digits=digits):
        is_hump = humps and text[before].islower() and text[start].isupper()
        if not is_hump and not _is_behind_what_joins(text, start):
            return False
    if after < len(text) and _joins(text[after], text[end - 1], digits=digits):
        return humps and text[end - 1].islower() and text[after].isupper()
    return True


def _is_behind_what_joins(text: str, start: int) -> bool:
    """Whether all that is written together with a word before it is what Arabic or Hebrew put there."""
    if not _PROCLITICS.match(text[start]):
        return False
    first = start
    while first > 0 and text[first - 1].isalpha() and start - first <= _LONGEST_BEFORE:
        first -= 1
    return _BEFORE_NAMES.fullmatch(text, first, start) is not None


def _joins(outer: str, inner: str, *, digits: bool) -> bool:
    is_sign = outer.isdigit() if digits and inner.isdigit() else outer.isalpha()
    if not is_sign or re.match(f"[{_APOSTROPHES}]", outer):
        return False
    return not (_UNSPACED.match(inner) or _UNSPACED.match(outer))


def _is_meant(slice_: str, needle: _Needle, *, is_address: bool) -> bool:
    """Whether letters that follow each other are the string: its words as words, or many letters together."""
    if len(needle.words) > 1:
        has_digits = any(map(str.isdigit, needle.letters))
        words = words_of(slice_ if has_digits else _DIGITS.sub(" ", slice_))
        return len(needle.letters) >= _TOGETHER or words == needle.words
    if needle.secret.kind is SecretKind.WORDS:
        return True
    slice_ = _BROKEN.sub("", slice_)
    if _SPACED.fullmatch(slice_):
        slice_ = _NO_LETTER.sub("", slice_)
    if any(not (one.isalnum() or _is_mark(one) or _IN_WORD.match(one)) for one in slice_):
        return False  # `Ro. Se`
    if is_address:
        return True
    spelling = _spelling(slice_)
    if spelling not in (needle.spelling, needle.letters):  # `Jose` may be José, and `Rosé` is not Rose
        return False
    return needle.secret.text.lower() == needle.secret.text or slice_.lower() != slice_


def _is_mark(character: str) -> bool:
    return unicodedata.category(character)[0] == "M"


def _spelling(text: str) -> str:
    plain = unicodedata.normalize("NFKC", _STRESS.sub("", _NOTHING.sub("", text)))
    return _NO_PART.sub("", plain).casefold()
