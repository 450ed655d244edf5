"""Numbers and plurals in the words of a language, and the direction it is written in.

It promises answers that depend on the language's tag alone, never on the machine's locale; a tag that is not known is
answered as English would be. It knows nothing of strings files or templates; dates have their own words in `dates`.
"""

from __future__ import annotations

import unicodedata
from decimal import Decimal
from functools import lru_cache
from types import MappingProxyType

from babel import Locale, UnknownLocaleError
from babel.core import get_global
from babel.languages import get_official_languages
from babel.numbers import format_decimal

_SCRIPTS = MappingProxyType(
    {
        "Arab": "ARABIC",
        "Armn": "ARMENIAN",
        "Cyrl": "CYRILLIC",
        "Deva": "DEVANAGARI",
        "Geor": "GEORGIAN",
        "Grek": "GREEK",
        "Hebr": "HEBREW",
        "Latn": "LATIN",
        "Thai": "THAI",
    }
)
"""ISO 15924 -> what the names of the script's letters begin with."""

_EXAMPLES = MappingProxyType(
    {
        "Arab": "ar",
        "Armn": "hy",
        "Cyrl": "uk",
        "Deva": "hi",
        "Geor": "ka",
        "Grek": "el",
        "Hebr": "he",
        "Latn": "en",
        "Thai": "th",
    }
)
"""A language of each of them."""

_SAMPLE = 4000
_FEWEST = 20
"""Letters: a text with fewer, such as a caption that is a name, tells nothing of its language."""

RTL_LANGUAGES = frozenset({"ar", "arc", "ckb", "dv", "fa", "he", "ks", "ps", "sd", "ug", "ur", "yi"})
RTL_SCRIPTS = frozenset({"arab", "hebr", "nkoo", "syrc", "thaa"})


def plural_category(n: int, lang: str) -> str:
    """The plural category of a count: zero, one, two, few, many or other (Unicode CLDR, plural rules)."""
    return _locale(lang).plural_form(n)


def number_words(n: float | Decimal, lang: str) -> str:
    """A number as the language groups and parts it: `4,200` or `0.5` in English; no digit is rounded away."""
    return format_decimal(n, locale=_locale(lang), decimal_quantization=False)


def direction(lang: str) -> str:
    """`rtl` or `ltr`, by the script when the tag (BCP 47) names one, else by the language."""
    language, *others = lang.lower().replace("_", "-").split("-")
    scripts = [part for part in others if len(part) == 4 and part.isalpha()]
    if scripts:
        return "rtl" if scripts[0] in RTL_SCRIPTS else "ltr"
    return "rtl" if language in RTL_LANGUAGES else "ltr"


def is_foreign_to(text: str, lang: str) -> bool:
    """Whether most letters of a text are of a script that the language of the tag is not written in.

    Only scripts that Unicode names its letters by are told apart (Latin, Cyrillic, Greek, Arabic ...), and only where
    Unicode CLDR knows the language's script; a tag that names a script is believed.
    """
    known = get_global("likely_subtags").get(primary_language(lang))
    script = _SCRIPTS.get(known.split("_")[1]) if known and len(lang.split("-")) == 1 else None
    letters = _letters(text)
    if script is None or len(letters) < _FEWEST:
        return False
    own = sum(unicodedata.name(letter, "").startswith(script) for letter in letters)
    return 2 * own < len(letters)


def language_of_letters(text: str) -> str | None:
    """A language, of several, that is written in the script of most letters of a text; None where none is known."""
    letters = _letters(text)
    for code, script in _SCRIPTS.items():
        if 2 * sum(unicodedata.name(letter, "").startswith(script) for letter in letters) > len(letters):
            return _EXAMPLES[code]
    return None


def _letters(text: str) -> list[str]:
    return [letter for letter in text[:_SAMPLE] if letter.isalpha()]


def language_name(tag: str, lang: str) -> str:
    """What the language of a tag is called in the language `lang`; the tag itself when it has no name there."""
    names = _locale(lang).languages
    return str(names.get(tag.replace("-", "_")) or names.get(primary_language(tag)) or tag)


def is_language(tag: str) -> bool:
    """Whether the primary subtag of a tag is the code of a language that Unicode CLDR names."""
    return primary_language(tag) in Locale("en").languages


def languages_of_country(code: str) -> tuple[str, ...]:
    """The official languages of a country by its two letters; none when it is no country: `ua` is, and `uk` meant."""
    country = code.upper()
    return tuple(get_official_languages(country) or get_official_languages(country, de_facto=True))


def primary_language(tag: str) -> str:
    """The primary subtag in lower case: `en` of `en-GB`."""
    return tag.replace("_", "-").partition("-")[0].lower()


@lru_cache(maxsize=64)
def _locale(lang: str) -> Locale:
    for tag in (lang, primary_language(lang)):
        try:
            return Locale.parse(tag, sep="-")
        except (UnknownLocaleError, ValueError):
            continue
    return Locale("en")
