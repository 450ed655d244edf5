"""Random values: dates, figures, texts and trees of them, some good and some odd."""

from __future__ import annotations

from hypothesis import strategies as st
from strategies import ODD, UNFIT, WORDS, mixed, pieces

Tree = str | list["Tree"] | dict[str, "Tree"]
"""What stands in a YAML file."""

KEYS = pieces("keys")

_year = st.sampled_from(
    ["2031", "2030", "1986", "-0044", "0000", "203X", "20XX", "Y-170000002", "9999", "02031", "31"]
)
_two = st.sampled_from(
    ["04", "01", "12", "13", "21", "24", "28", "29", "30", "31", "00", "XX", "4", "1X", "٠٤"]
)
_day = st.one_of(
    st.dates().map(lambda day: day.isoformat()),
    _year,
    st.tuples(_year, _two).map("-".join),
    st.tuples(_year, _two, _two).map("-".join),
)
_part = st.tuples(
    st.sampled_from(["", "", "", "~", "?", "%"]), _day, st.sampled_from(["", "", "", "~", "?", "%"])
).map("".join)
_end = st.one_of(_part, st.sampled_from(["", "..", "unknown", "open"]))
dates = st.one_of(
    _part,
    st.tuples(_end, _end).map("/".join),
    st.tuples(st.sampled_from("[{"), st.lists(_end, max_size=3).map(",".join), st.sampled_from("]}")).map(
        "".join
    ),
    st.tuples(
        _day, st.sampled_from(["T21:10", "T21:10:05Z", " 24:00", "T05:00+02:00", "t5:00", "T05:60-99:00"])
    ).map("".join),
)
"""Dates, and what looks like dates."""

good_dates = st.one_of(
    st.dates().map(lambda day: day.isoformat()),
    st.sampled_from(
        ["2031-04-29~", "2031-04?", "203X", "2031-04-XX", "2031-21", "-0044", "2031-04-03/..", "2031-04-03/", "/2031",
         "[2031-04-29, 2031-04-30]", "{1986,2031-04}", "2031-04-29/2031-05-02", "2031-04-29T21:10+02:00", "../2031-04",
         "2031-?04-29", "Y17000", "2031-04-29%"]
    ),
)  # fmt: skip
figures = st.sampled_from(
    ["9", "14 to 16", "at least 21", "nearly 4.2 million", "about 100 000", "more than 1,000", "between 3 and 5", "0",
     "no-answer", "declined", "cannot-say", "999999999999999 billion", "0.5"]
)  # fmt: skip
odd_texts = st.one_of(
    st.sampled_from(ODD + UNFIT),
    st.lists(st.sampled_from(ODD + WORDS), min_size=1, max_size=4).map("".join),
    st.sampled_from(
        (*pieces("scalars"), "x" * 300, "1" * 30, "9" * 400)
    ),
    dates,
    mixed,
)  # fmt: skip
trees: st.SearchStrategy[Tree] = st.recursive(
    odd_texts,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS) | odd_texts, inner, max_size=3)
    ),
    max_leaves=4,
)
titles = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join)


def _deep(levels: int) -> Tree:
    tree: Tree = "x"
    for level in range(levels):
        tree = [tree] if level % 2 else {"note": tree}
    return tree


deep = st.integers(20, 60).map(_deep)
