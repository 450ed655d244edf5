"""What the search's scripts and the engine both have to know: said twice, in two languages, and the same in both."""

from __future__ import annotations

import re

import postil.index
from postil.fold import fold
from postil.index import views
from postil.model.indexed import UNSEEN
from postil.pages import indexing
from postil.shipped import templates_dir


def script(name: str) -> str:
    return (templates_dir() / "assets" / name).read_text(encoding="utf-8")


def constant(name: str, const: str) -> str:
    """What stands behind a constant of a script, up to the end of its statement."""
    found = re.search(rf"const {const} = (.*?);\s*(?://[^\n]*)?\n", script(name), re.DOTALL)
    assert found, f"{const} is not in {name}"
    return found[1]


def unescaped(text: str) -> str:
    return re.sub(r"\\u([0-9a-f]{4})", lambda one: chr(int(one[1], 16)), text)


def test_letters_are_typed_without_the_same_signs() -> None:
    pairs = re.findall(r'(\w): "(\w+)"', constant("search-ask.js", "SIGNED"))
    assert dict(pairs) == dict(indexing.SIGNED)


def test_what_is_not_shown_stands_between_the_same_signs() -> None:
    signs = re.findall(r'"([^"]+)"', unescaped(constant("search-find.js", "UNSEEN")))
    assert tuple(signs) == UNSEEN


def test_lines_and_what_is_none_of_the_text_are_told_by_the_same_signs() -> None:
    assert constant("search-show.js", "LINE") == f'" {views._LINE} "'
    assert unescaped(constant("search-find.js", "JOINER")) == f'"{views._JOINER}"'


def test_a_search_without_words_asks_for_the_letter_that_stands_in_every_view() -> None:
    assert unescaped(constant("search-find.js", "EVERY")) == f'"{views.EVERY}"'


def test_the_same_languages_are_written_together() -> None:
    scripts = {"ja": {"Han", "Hiragana", "Katakana"}, "th": {"Thai"}, "zh": {"Han"}}
    told_apart = set(re.findall(r"Script=(\w+)", constant("search-ask.js", "TOGETHER")))
    assert told_apart == set().union(*(scripts[lang] for lang in postil.index._WRITTEN_TOGETHER))


def test_the_same_signs_are_alike() -> None:
    rows = re.findall(r"""\[['"](.)['"], "([^"]+)"\]""", unescaped(constant("search-ask.js", "ALIKE")))
    for one, others in rows:
        same = {chr(code) for code in range(0x10000) if chr(code) != one and fold(chr(code)).text == one}
        assert same == set(others)
    assert [one for one, _ in rows] == ['"', "'", "-"]
