"""What is seen on the bytes of a page. Made by `audit`; kept for the next build, and held against all other pages."""

from __future__ import annotations

from dataclasses import dataclass

from postil.problems import Problem


@dataclass(frozen=True, slots=True)
class Inspection:
    """What one page shows. Links inside the site, each once and in order, are resolved: (path in the site, fragment)."""

    path: str
    ids: tuple[str, ...]
    links: tuple[tuple[str, str], ...]
    problems: tuple[Problem, ...]
    text: str | None
    """The article's text as the page shows it; None on a page without an article."""
    digest: str | None = None
    """SHA-256 (hex) of that text, as the page says it: what the element with `data-digest` holds."""
