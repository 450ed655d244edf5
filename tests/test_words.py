"""Plurals, numbers and directions in words depend on the language's tag alone."""

import pytest

from postil.words import direction, is_foreign_to, language_of_letters, number_words, plural_category


@pytest.mark.parametrize(
    ("n", "lang", "category"),
    [
        (1, "en", "one"),
        (0, "en", "other"),
        (21, "en", "other"),
        (1, "uk", "one"),
        (21, "uk", "one"),
        (3, "uk", "few"),
        (11, "uk", "many"),
        (5, "uk-UA", "many"),
        (2, "ar", "two"),
        (2, "no-such-language", "other"),
    ],
)
def test_plural_category(n: int, lang: str, category: str) -> None:
    assert plural_category(n, lang) == category


def test_number_words() -> None:
    assert [number_words(4200, lang) for lang in ("en", "de", "xx")] == ["4,200", "4.200", "4,200"]


@pytest.mark.parametrize("lang", ["ar", "he", "fa", "ur", "ar-EG", "AR", "az-Arab", "ks_Arab"])
def test_written_from_right_to_left(lang: str) -> None:
    assert direction(lang) == "rtl"


@pytest.mark.parametrize("lang", ["en", "uk", "az", "ur-Latn", "arn", "ks-Deva"])
def test_written_from_left_to_right(lang: str) -> None:
    assert direction(lang) == "ltr"


@pytest.mark.parametrize(
    ("text", "lang", "is_foreign"),
    [
        ("The quay gave way shortly before dawn.", "en", False),
        ("Північний причал не витримав до світанку.", "en", True),
        ("Північний причал не витримав до світанку.", "uk", False),
        ("The quay gave way shortly before dawn.", "uk", True),
        ("إشعار الميناء قالت إن رصيف الشمال مغلق", "ar", False),
        ("Northern quay, по-українськи причал: both are named here", "en", False),
        ("Буря", "en", False),  # too short to tell
        (
            "Severni pristan je popustio pred zoru, kažu",
            "sr-Latn",
            False,
        ),  # a tag that names a script is believed
        ("北の埠頭は夜明け前に崩れたと港湾事務所は述べた。漁船九隻。", "ja", False),
        ("Severni pristan je popustio pred zoru", "tlh", False),
    ],
)
def test_letters_that_a_language_is_not_written_in(text: str, lang: str, *, is_foreign: bool) -> None:
    assert is_foreign_to(text, lang) is is_foreign


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The quay gave way.", "en"),
        ("Причал не витримав.", "uk"),
        ("\u0393\u03b7 the \u03b3\u03b7 \u03b3\u03b7", "el"),
        ("北の埠頭は", None),
        ("", None),
    ],
)
def test_a_language_of_the_letters_of_a_text(text: str, language: str | None) -> None:
    assert language_of_letters(text) == language
