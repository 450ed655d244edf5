"""A page holds what its template reads and nothing else: what is not shown would still make the page change."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import cast

import pytest
from sample_pages import EVERY
from sample_theme import shipped_theme

from postil.model import page as contract
from postil.model.page import Page
from postil.model.parts import Html
from postil.render import render

THEME = shipped_theme()
KINDS = [kind for kind in vars(contract).values() if isinstance(kind, type) and issubclass(kind, Page)]

Field = tuple[str, str]
"""(class, field)."""


class Watched:
    """Stands for a value, and keeps which fields of it, and of the values that it holds, are read."""

    def __init__(self, value: object, read: set[Field]) -> None:
        self._value = value
        self._read = read

    def __getattr__(self, name: str) -> object:
        self._read.add((type(self._value).__name__, name))
        return watched(getattr(self._value, name), self._read)


def watched(value: object, read: set[Field]) -> object:
    if isinstance(value, tuple):
        return tuple(watched(part, read) for part in value)
    return Watched(value, read) if is_dataclass(value) and not isinstance(value, Html) else value


def held(value: object) -> Iterator[Field]:
    """The fields of a value and of all that it holds."""
    if isinstance(value, tuple):
        for part in value:
            yield from held(part)
    elif is_dataclass(value) and not isinstance(value, Html):
        for field in fields(value):
            yield type(value).__name__, field.name
            yield from held(getattr(value, field.name))


@pytest.mark.parametrize("kind", KINDS[1:], ids=lambda kind: kind.__name__)
def test_a_page_holds_no_field_that_its_template_never_reads(kind: type[Page]) -> None:
    read: set[Field] = set()
    there: set[Field] = set()
    for page in EVERY:
        if type(page) is kind:
            render(cast("Page", Watched(page, read)), THEME)
            there |= set(held(page))
    assert there
    unread = sorted(there - read - {(kind.__name__, "title")})
    assert unread == [], unread
