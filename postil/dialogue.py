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

from postil import folders
from postil.figures import differences
from postil.find import Find, Nearest, finds
from postil.fold import folded_text
from postil.messages import listed, one_line, shortened
from postil.model.notes import Annotation, NonAnswer
from postil.model.records import Article
from postil.problems import Problem
from postil.quoting import lines_of
from postil.repair import Candidate, Orphan, accept, candidates
from postil.report import Part, print_parts, shown

SKIP, STOP = "s", "q"

_CONTEXT = 160
"""Code points of a sentence that are shown on each side of words in it."""

_LONGEST = 100
"""Code points of a note's text that are shown."""

Ask = Callable[[str], str]
"""Puts a question to a person and gives the answer; STOP when there is nobody to answer any more."""


# --- repair -------------------------------------------------------------------------------------------------------


def orphan_lines(orphans: Sequence[Orphan]) -> Iterator[str]:
    """A line for each candidate: place, code, quote, number, address, words and their sentence, with tabs between.

    A note for which nothing comes near has one line, with `-` for the last four.
    """
    for orphan in orphans:
        place, code = orphan.problem.place, orphan.problem.code
        head = (str(place), code, orphan.quote)
        numbered = [
            (str(number), one.address, one.words, f"{one.before}{one.words}{one.after}")
            for number, one in enumerate(candidates(orphan), 1)
        ]
        for row in numbered or [("-", "-", "-", "-")]:
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
        answer = _answer(ask, len(found), stream) if found else SKIP
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


def _answer(ask: Ask, count: int, stream: TextIO) -> str:
    """A number of a candidate, SKIP or STOP. No answer is SKIP; what is none of these is asked again, and told."""
    numbers = [str(number) for number in range(1, count + 1)]
    choice = "1" if count == 1 else f"1-{count}"
    while True:
        answer = ask(f"  {choice} to take it, {SKIP} to skip, {STOP} to stop").strip().lower() or SKIP
        if answer in (*numbers, SKIP, STOP):
            return answer
        told = f"  `{shown(shortened(answer))}` is none of these: type {listed([*numbers, SKIP, STOP])}; Enter alone skips\n"
        print_parts([(told, "yellow")], stream)


def _question(count: str, orphan: Orphan, found: Sequence[Candidate]) -> Iterator[Part]:
    yield "\n", ""
    yield shown(str(orphan.problem.place)), "cyan"
    yield f" ({count}): {shown(orphan.problem.message)}\n", "bold"
    for key, value in _said(orphan.note):
        yield f"  {key}: {shown(value)}\n", ""
    for number, candidate in enumerate(found, 1):
        yield f"  {number}", "bold"
        yield f"  {candidate.address}  ", "dim"
        if folded_text(orphan.quote) == folded_text(candidate.words):
            words: list[Part] = [(shown(candidate.words), "bold")]
        else:
            words = list(word_diff(orphan.quote, candidate.words))
        yield from _marked(candidate.before, words, candidate.after)
        yield "\n", ""
        for warning in warnings(orphan, candidate):
            yield f"     {shown(warning)}\n", "bold yellow"
    if not found:
        yield "  nothing in the article comes near it\n", ""


def _said(note: Annotation) -> Iterator[tuple[str, str]]:
    """The keys of a note by which it is known what it claims, and their values on one line."""
    selector, speaker = note.selector, note.speaker
    written = (
        ("quote", one_line(selector.exact or "")),
        ("prefix", selector.prefix),
        ("suffix", selector.suffix),
        ("in", selector.within),
        ("entity", note.entity and note.entity.id),
        ("event", note.event and note.event.id),
        ("claim", note.claim and note.claim.id),
        ("speaker", speaker and (speaker.entity or speaker.unnamed or "outlet")),
        ("says", _says(note)),
        ("scope", note.scope),
        ("note", note.note and shortened(note.note.source, _LONGEST)),
    )
    yield from ((key, value) for key, value in written if value)


def _says(note: Annotation) -> str:
    says = note.says
    return "" if says is None else str(says) if isinstance(says, NonAnswer) else says.text


def warnings(orphan: Orphan, candidate: Candidate) -> Iterator[str]:
    """What a person should look at before taking a candidate: numbers that are not those of the quote."""
    says = _says(orphan.note)
    told = f"; the note says {says}" if says else ""
    for old, new in differences(orphan.quote, candidate.words):
        if old and new:
            yield f"the number differs: {old} -> {new}{told}"
        else:
            yield (f"the number is gone: {old}" if old else f"the number is new: {new}") + told


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


def _marked(before: str, words: Sequence[Part], after: str) -> Iterator[Part]:
    """Words in their sentence, between `»` and `«`."""
    left = before if len(before) <= _CONTEXT else f"…{before[-_CONTEXT:]}"
    right = after if len(after) <= _CONTEXT else f"{after[:_CONTEXT]}…"
    yield f"{shown(left)}»", ""
    yield from words
    yield f"«{shown(right)}", ""


# --- find ---------------------------------------------------------------------------------------------------------


def print_finds(root: Path, articles: Sequence[Article], words: str, stream: TextIO) -> bool:
    """Show every place at which the words stand, and whether there is one; else what comes near to them.

    What is near is not what was asked for, so it comes without a note to paste.
    """
    begun: set[str] = set()
    is_found = False
    nearest = Nearest(words)
    for find in finds(articles, words, nearest):
        is_found = True
        print_parts(_place(find), stream)
        path = folders.notes_path(find.article.id)
        is_new = path not in begun and not (root / path).exists()
        print_parts(_note(find, path, is_new=is_new), stream)
        begun.add(path)
    if not is_found:
        told = "; near to them, but other words:\n\n" if nearest.finds else ", nor anything near to them\n"
        within = "" if nearest.is_all else " (not all the text was looked through for what is near)"
        print_parts([(f"the words stand in no article{within}{told}", "bold")], stream)
        for find in nearest.finds:
            print_parts(_place(find), stream)
            print_parts([("\n", "")], stream)
    return is_found


def _place(find: Find) -> Iterator[Part]:
    """File and address, and the sentence with the words marked."""
    yield f"{shown(find.article.path)}  ", "cyan"
    yield f"{find.address}\n  ", "bold"
    yield from _marked(find.before, [(shown(find.words), "bold")], find.after)
    yield "\n", ""


def _note(find: Find, path: str, *, is_new: bool) -> Iterator[Part]:
    """The file that a note belongs in, and one to paste, with `notes:` above it where nothing stands in the file yet.

    Its `note` is still to be written: `check` asks for it until it is.
    """
    where = "a new file" if is_new else "below `notes:`"
    yield f"  in {shown(path)}, {where}:\n", "dim"
    first, *others = lines_of(find.selector)
    yield ("  notes:\n" if is_new else "") + f"  - {shown(first)}\n", "green"
    yield "".join(f"    {shown(other)}\n" for other in (*others, "note:")) + "\n", "green"
