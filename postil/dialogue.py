"""Dialogue: what `repair` and `find` show, and what `repair` asks.

Promises that whatever stands in an archive is shown and never obeyed, that lists for pipes are the same plain text every
time, one line a candidate, and that a person who only presses Enter has chosen nothing. Refuses to know terminals: it
is given a stream, and someone to ask.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import TextIO

from postil.find import Find, finds, near
from postil.fold import folded_text
from postil.model.records import Article
from postil.problems import Problem
from postil.quoting import lines_of
from postil.repair import Candidate, Orphan, accept, candidates
from postil.report import Part, print_parts, shown

SKIP, STOP = "s", "q"

_CONTEXT = 160
"""Code points of a sentence that are shown on each side of words in it."""

Ask = Callable[[str], str]
"""Puts a question to a person and gives the answer; STOP when there is nobody to answer any more."""


# --- repair -------------------------------------------------------------------------------------------------------


def orphan_lines(orphans: Sequence[Orphan]) -> Iterator[str]:
    """A line for each candidate: place, code, quote, number, address and words, with tabs between.

    A note for which nothing comes near has one line, with `-` for the last three.
    """
    for orphan in orphans:
        place, code = orphan.problem.place, orphan.problem.code
        head = (str(place), code, orphan.quote)
        numbered = [(str(number), one.address, one.words) for number, one in enumerate(candidates(orphan), 1)]
        for row in numbered or [("-", "-", "-")]:
            yield "\t".join(map(shown, (*head, *row)))


@dataclass(frozen=True, slots=True)
class Walked:
    """How a walk ended: how many notes are still orphans, and why a choice could not be written."""

    left: int
    problems: tuple[Problem, ...]


def walk(root: Path, orphans: Sequence[Orphan], ask: Ask, stream: TextIO) -> Walked:
    """Show each orphan with its candidates, ask which is meant, and write what is chosen."""
    repaired = 0
    problems: list[Problem] = []
    for number, orphan in enumerate(orphans, 1):
        found = candidates(orphan)
        print_parts(_question(f"{number} of {len(orphans)}", orphan, found), stream)
        answer = _answer(ask, len(found)) if found else SKIP
        if answer == STOP:
            break
        if answer == SKIP:
            continue
        problem = accept(root, orphan, found[int(answer) - 1])
        if problem is None:
            repaired += 1
            print_parts([(f"  written to {shown(orphan.path)}\n", "green")], stream)
        else:
            problems.append(problem)
            print_parts([(f"  not written: {shown(problem.message)}\n", "red")], stream)
    print_parts([(f"\n{repaired} of {len(orphans)} repaired\n", "bold")], stream)
    return Walked(len(orphans) - repaired, tuple(problems))


def _answer(ask: Ask, count: int) -> str:
    """A number of a candidate, SKIP or STOP. No answer is SKIP; what is none of these is asked again."""
    numbers = [str(number) for number in range(1, count + 1)]
    choice = "1" if count == 1 else f"1-{count}"
    while True:
        answer = ask(f"  {choice} to take it, {SKIP} to skip, {STOP} to stop").strip().lower() or SKIP
        if answer in (*numbers, SKIP, STOP):
            return answer


def _question(count: str, orphan: Orphan, found: Sequence[Candidate]) -> Iterator[Part]:
    place = orphan.problem.place
    selector = orphan.note.selector
    yield "\n", ""
    yield shown(str(place)), "cyan"
    yield f" ({count}): {shown(orphan.problem.message)}\n", "bold"
    for key, value in (("quote", orphan.quote), ("prefix", selector.prefix), ("suffix", selector.suffix)):
        if value:
            yield f"  {key}: {shown(value)}\n", ""
    for number, candidate in enumerate(found, 1):
        yield f"  {number}", "bold"
        yield f"  {candidate.address}  ", "dim"
        if folded_text(orphan.quote) == folded_text(candidate.words):
            yield from _marked(candidate.before, candidate.words, candidate.after)
        else:
            yield from word_diff(orphan.quote, candidate.words)
        yield "\n", ""
    if not found:
        yield "  nothing in the article comes near it\n", ""


def word_diff(old: str, new: str) -> Iterator[Part]:
    """`new` with what it lacks of `old` as `[-words-]`, and what `old` lacks of it as `{+words+}`.

    Words that are equal when folded are equal.
    """
    olds, news = re.findall(r"\S+", old), re.findall(r"\S+", new)
    matcher = SequenceMatcher(
        None, [folded_text(one) for one in olds], [folded_text(one) for one in news], autojunk=False
    )
    space = ""
    for tag, start, end, first, last in matcher.get_opcodes():
        gone, come = shown(" ".join(olds[start:end])), shown(" ".join(news[first:last]))
        yield space, ""
        if tag == "equal":
            yield come, ""
        else:
            yield (f"[-{gone}-]" if gone else ""), "red"
            yield (f"{{+{come}+}}" if come else ""), "green"
        space = " "


def _marked(before: str, words: str, after: str) -> Iterator[Part]:
    """Words in their sentence, between `»` and `«`."""
    left = before if len(before) <= _CONTEXT else f"…{before[-_CONTEXT:]}"
    right = after if len(after) <= _CONTEXT else f"{after[:_CONTEXT]}…"
    yield shown(left), ""
    yield f"»{shown(words)}«", "bold"
    yield shown(right), ""


# --- find ---------------------------------------------------------------------------------------------------------


def print_finds(articles: Sequence[Article], words: str, stream: TextIO) -> bool:
    """Show every place at which the words stand, and whether there is one; else what comes near to them."""
    is_found = False
    for find in finds(articles, words):
        is_found = True
        print_parts(_place(find), stream)
    if not is_found:
        nearest = near(articles, words)
        told = "; near to them:\n\n" if nearest else ", nor anything near to them\n"
        print_parts([(f"the words stand in no article{told}", "bold")], stream)
        for find in nearest:
            print_parts(_place(find), stream)
    return is_found


def _place(find: Find) -> Iterator[Part]:
    """File and address, the sentence with the words marked, and a note to paste below `notes:`."""
    yield f"{shown(find.article.path)}  ", "cyan"
    yield f"{find.address}\n  ", "bold"
    yield from _marked(find.before, find.words, find.after)
    first, *others = lines_of(find.selector)
    yield f"\n  - {shown(first)}\n", "green"
    yield "".join(f"    {shown(other)}\n" for other in others) + "\n", "green"
