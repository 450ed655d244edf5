"""Scrub: problems, and faults of our own, without anything that is withheld.

Every problem that is told comes through here, whatever found it and however it is told. Promises that none shows a withheld
string, a word of a withheld name, three words on end of a withheld passage, or the beginning of either before an ellipsis;
rather too little is told than too much: what remains is the code's own sentence, the file and the line. Where nothing is
withheld nothing changes. Refuses to know how problems are found and shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType, TracebackType
from typing import Self

from postil.model.withheld import NOTHING, Secret, SecretKind, Secrets
from postil.problems import CODES, Place, Problem, Remark, unsaid
from postil.secrecy import Seeker, squeezed, words_of

WITHHELD = "[withheld]"
"""Stands in a path for a name in it that is withheld."""

_CURES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "yaml-alias": ("write the value out where it is wanted",),
        "yaml-bracket-open": ("close the bracket, or put the whole text in quotation marks",),
        "yaml-colon": ("put the whole text in quotation marks, or the key on a line of its own",),
        "yaml-documents": ("keep one document: take the line `---` out",),
        "yaml-duplicate-key": ("keep one of the two lines",),
        "yaml-escape": ("write `\\\\` for a backslash, or use single quotation marks",),
        "yaml-quote-open": ("close the quotation mark on the line where it opens",),
        "yaml-tab": ("indent with spaces",),
        "yaml-tag": ("take out the word that begins with `!`, or put the whole text in quotation marks",),
    }
)
"""What helps with a slip in a file of which no word may be told."""

_WINDOW = 3
"""Words of a passage that are no more shown together."""

_BEGINNING = 4
"""Letters of a string, cut off by an ellipsis, that are not shown."""

_OURS = ("register-", "withheld-")
"""Codes whose problems are made without any text of the archive."""

_CUT_OFF = re.compile("…|\\.\\.\\.")


class Scrub:
    """Takes out of problems what is withheld."""

    def __init__(self, secrets: Secrets) -> None:
        strings = (*secrets.strings, *secrets.confided)
        self._is_blind = secrets.is_blind
        self._seeker = Seeker([part for one in strings for part in _parts(one)])
        self._broken = {(words, is_head) for one in strings for words, is_head in _broken(one)}
        self._letters = sorted({squeezed(one.text) for one in strings if one.kind is not SecretKind.ID})
        self._is_empty = not secrets

    def holds(self, text: str) -> bool:
        """Whether a text shows something that is withheld, or the beginning of it."""
        return self._seeker.is_in(text, is_address=True) or self._begins(text)

    def problem(self, problem: Problem) -> Problem:
        """The problem as it may be told."""
        if self._is_empty:
            return problem
        is_ours = problem.is_secret and problem.code.startswith(_OURS)
        if self._is_blind and not is_ours:
            cures = _CURES.get(problem.code, ())
            return unsaid(replace(problem, place=self._place(problem.place)), CODES[problem.code], *cures)
        is_secret = problem.is_secret or self.holds(problem.excerpt) or self._breaks_off(problem.excerpt)
        message = CODES[problem.code] if self.holds(problem.message) else problem.message
        notes = tuple(
            Remark(note.message, None if note.place is None else self._place(note.place))
            for note in problem.notes
            if not self.holds(note.message)
        )
        return replace(
            problem,
            message=message,
            place=self._place(problem.place, has_width=not is_secret and message == problem.message),
            notes=notes,
            help=tuple(cure for cure in problem.help if not self.holds(cure)),
            excerpt="" if is_secret else problem.excerpt,
            is_secret=is_secret,
        )

    def _place(self, place: Place, *, has_width: bool = True) -> Place:
        path = place.path
        if self.holds(path):
            parts = [WITHHELD if self.holds(part) else part for part in path.split("/")]
            path = WITHHELD if self.holds("/".join(parts)) else "/".join(parts)
        return replace(place, path=path) if has_width else Place(path, place.line)

    def _breaks_off(self, line: str) -> bool:
        """Whether a line ends as something withheld begins, or begins as it ends: the rest may stand on the next line."""
        words = words_of(line)
        return any(
            (words[-number:], True) in self._broken or (words[:number], False) in self._broken
            for number in range(1, _WINDOW)
        )

    def _begins(self, text: str) -> bool:
        for match in _CUT_OFF.finditer(text):
            before = squeezed(text[max(0, match.start() - 100) : match.start()])
            if any(
                before.endswith(letters[:length])
                for letters in self._letters
                for length in range(_BEGINNING, len(letters))
            ):
                return True
        return False


class Concealing:
    """A context in which a fault of our own that shows a secret is raised again without what it says.

    `secrets` is set inside, as soon as they are known.
    """

    def __init__(self) -> None:
        self.secrets = NOTHING

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not isinstance(fault, Exception) or isinstance(fault, OSError) or not self.secrets:
            return
        if self.secrets.is_blind or Scrub(self.secrets).holds(_said(fault)):
            concealed = ConcealedFault(f"{type(fault).__name__}: {WITHHELD}")
            raise concealed.with_traceback(trace) from None


class ConcealedFault(Exception):  # noqa: N818 - it names what was met
    """A fault of the engine's, whose own words would show what is withheld."""


def _said(fault: BaseException) -> str:
    others = (other for other in (fault.__cause__, fault.__context__) if other is not None)
    return " ".join((f"{fault} {fault!r}", *map(_said, others), *getattr(fault, "__notes__", ())))


def _broken(secret: Secret) -> Iterator[tuple[tuple[str, ...], bool]]:
    """What is left of a string on one of two lines, too little to be found there; and whether that is the first line."""
    words = words_of(secret.text)
    for number in range(1, min(len(words), _WINDOW)):
        yield words[:number], True
        yield words[-number:], False


def _parts(secret: Secret) -> Iterator[Secret]:
    """The strings that are not shown of one: of a passage each few words on end."""
    if secret.kind is not SecretKind.WORDS:
        yield secret
        return
    words = words_of(secret.text)
    for at in range(max(1, len(words) - _WINDOW + 1)):
        yield Secret(" ".join(words[at : at + _WINDOW]), SecretKind.WORDS)
