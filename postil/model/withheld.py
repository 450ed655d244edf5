"""What is withheld: the strings that may stand nowhere, and what says so. Made by `load`; read by what looks for leaks.

No value here shows a withheld string in its `repr`, so that none reaches a trace of a fault.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class SecretKind(StrEnum):
    NAME = "name"
    """A name of an entity that is not public, or a string of the register: cut wherever it stands as whole words."""
    WORDS = "words"
    """The words of a span: cut in their place, and missed nowhere else."""
    ID = "id"
    """The id by which the archive's own files know an entity that is shown by another."""
    PART = "part"
    """One word of a person's name: never replaced by itself, and looked for in texts and messages."""


@dataclass(frozen=True, slots=True)
class Secret:
    """A string that may not stand in anything that is published, kept in `.cache/` or told.

    `owner` is the public id of the entity that it belongs to, empty where there is none. `never` are longer strings in which
    it means something else.
    """

    text: str = field(repr=False)
    kind: SecretKind
    owner: str = ""
    never: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Secrets:
    """All that is withheld."""

    strings: tuple[Secret, ...] = ()
    confided: tuple[Secret, ...] = ()
    """What a file may be meant to withhold that is wrong: no message shows it."""
    is_blind: bool = False
    """Whether more is withheld than is known, since a file could not be read: no message shows anything of the archive."""

    def __bool__(self) -> bool:
        return bool(self.strings or self.confided or self.is_blind)


NOTHING = Secrets()
"""What an archive withholds that withholds nothing."""
