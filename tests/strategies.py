"""Random articles and spans, for laws."""

from pathlib import Path

import yaml
from hypothesis import strategies as st

from postil.anchor import Target
from postil.model.records import Article
from postil.problems import Place

WORDS = (
    *(
        "quay",
        "Harrow",
        "harbour's",
        "“storm”",
        "O'Neil",
        "north-east",
        "cafe\u0301",
        "Unter\u00adneh\u00admen",
        "10\u00a0000",
    ),
    *(
        "Орла",
        "Лук'янівка",
        "كالدر",
        "wait…",
        "said.",
        "No!",
        "\u200bgate",
        "a",
        "a",
        "the",
        "the",
        "AT&T",
        "x<y",
        "𝕏\u0301",
    ),
)
words = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join)


def _inline(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        inner.map(lambda text: f"*{text}*"),
        inner.map(lambda text: f"**{text}**"),
        inner.map(lambda text: f'[{text}](https://example.org/a "t & t")'),
        words.map(lambda text: f"`{text}`"),
        st.tuples(inner, inner).map("  \n".join),
        st.tuples(inner, inner).map("[^1]".join),
        st.tuples(inner, inner).map("\n".join),
        st.tuples(inner, inner).map("".join),
    )


inlines = st.recursive(words, _inline, max_leaves=6)
lines = inlines.map(lambda text: text.replace("  \n", " ").replace("\n", " "))


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.split("\n"))


def _blocks(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.lists(lines, min_size=1, max_size=3).map(lambda items: "\n".join(f"- {item}" for item in items)),
        st.tuples(lines, inner).map(lambda pair: f"1. {pair[0]}\n\n{_indented(pair[1])}\n\n2. {pair[0]}"),
        st.tuples(lines, lines, lines).map(lambda three: f"- {three[0]}\n    - {three[1]}\n- {three[2]}"),
        inner.map(lambda text: "\n".join(f"> {line}" for line in text.split("\n"))),
        lines.map(lambda text: f"## {text}"),
        words.map(lambda text: f"```\n  {text}\n\n{text}\n```"),
        words.map(_indented),
        st.tuples(lines, lines).map(
            lambda pair: f"| {pair[0]} | b |\n|--:|---|\n| {pair[1]} |  |\n| x | y |"
        ),
    )


blocks = st.recursive(inlines, _blocks, max_leaves=3)
markdown = st.lists(blocks, min_size=1, max_size=5).flatmap(
    lambda found: st.sampled_from(
        ["", "\n\n[^1]: A note *of* hers.\n\n    More of it.", "\n\n[^2]: Unused."]
    ).map(lambda notes: "\n\n".join(found) + notes)
)
"""Markdown that says what it means."""


def pieces(name: str) -> tuple[str, ...]:
    """A list of `cases/pieces.yaml`."""
    found = yaml.safe_load((Path(__file__).parent / "cases" / "pieces.yaml").read_text("utf-8"))
    return tuple(found[name])


ODD = pieces("odd")
"""Characters at which programs go wrong."""

UNFIT = pieces("unfit")
"""Characters that no file of an archive may hold."""

MARKS = pieces("marks")
"""Pieces of Markdown's grammar, and of what a converter uses inside."""

soup = st.lists(st.sampled_from(MARKS) | st.sampled_from(WORDS) | st.sampled_from(ODD), max_size=40).map(
    "".join
)
"""Markdown whose pieces are good and whose whole may mean anything."""

noise = st.text(alphabet="*_`[]()<>#-+1.2 \n|~^:!&;\\=/\"'ab é\u0301\u00a0\u200b\x85", max_size=120)
"""Markdown that may mean anything."""

_fit = noise.map(lambda text: text.replace("\x85", ""))
mixed = st.one_of(
    markdown, soup, _fit, *(st.tuples(lines, more).map("\n\n".join) for more in (markdown, soup, _fit))
)
"""Markdown of every kind that a file may hold."""

languages = st.sampled_from(["en", "uk", "ar", "he", "ja", "de", "pt-BR", "el", "xx"])
_part = st.floats(0, 1)
cuts = st.lists(st.tuples(_part, _part), max_size=5)
"""Spans, as parts of a length."""


def article(body: str, lang: str = "en") -> Article:
    return Article("wire", "Wire", body, 4, Place("content/articles/wire.md"), lang=lang)


def spans(length: int) -> st.SearchStrategy[list[tuple[int, int]]]:
    pair = st.tuples(st.integers(0, length), st.integers(0, length)).filter(lambda pair: pair[0] < pair[1])
    return st.lists(pair, max_size=6) if length else st.just([])


def whole(target: Target, start: int, end: int) -> tuple[int, int] | None:
    """The span without white space at its ends, if it holds whole letters."""
    first, last = target.folded.indexes(start, end)
    if first == last or not (target.folded.is_border(first) and target.folded.is_border(last)):
        return None
    return target.folded.span(first, last)
