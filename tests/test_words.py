"""Plurals, numbers and directions in words depend on the language's tag alone."""

import pytest

from postil.words import direction, number_words, plural_category


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
