"""The tree of an archive: where the files of each kind stand. All paths are relative to the archive's root, with `/`."""

from __future__ import annotations

from collections import Counter
from types import MappingProxyType

from postil.messages import near

SETTINGS = "archive.yaml"
TEMPLATES = "templates"

CONTENT = "content"
ARTICLES = f"{CONTENT}/articles"
PAGES = f"{CONTENT}/pages"
MEDIA = f"{CONTENT}/media"

ANNOTATIONS = "annotations"
NOTES = f"{ANNOTATIONS}/articles"
"""What is said about articles: one file for each."""

LEDGER = f"{ANNOTATIONS}/ledger.json"
"""Which addresses stand for ever; written by the engine."""

RECORDS = MappingProxyType(
    {
        "entity": f"{ANNOTATIONS}/entities",
        "event": f"{ANNOTATIONS}/events",
        "claim": f"{ANNOTATIONS}/claims",
    }
)
"""Folders of the records that files hold by the dozen, by their kind: a `RefKind`, for which nothing is loaded here."""


_ROOTS = (ANNOTATIONS, CONTENT, TEMPLATES, SETTINGS)
_NEAR = 0.7
"""Least share of letters that a name has in common with one that comes near to it (`messages.near`)."""

LOOKED_INTO = (".yaml", ".yml", ".json")
"""Ends of the names of hidden files that may have been meant to be read."""


def is_same(name: str, root: str) -> bool:
    """Whether two names at the archive's root differ in letter case at most, or as `.yml` and `.yaml`."""
    return name.casefold() in (root.casefold(), root.replace(".yaml", ".yml"))


def meant(name: str) -> tuple[str, ...]:
    """Which of the names at the archive's root another one comes near to."""
    if name in _ROOTS or name.startswith("."):
        return ()
    same = tuple(one for one in _ROOTS if is_same(name, one))
    # What comes near is dear to load, and most names do not.
    return same or (near(name, _ROOTS) if any(_may_be_near(name.casefold(), one) for one in _ROOTS) else ())


def _may_be_near(name: str, root: str) -> bool:
    shared = (Counter(name) & Counter(root)).total()
    return name in root or root in name or 2 * shared >= _NEAR * (len(name) + len(root))


def article_path(id_: str) -> str:
    return f"{ARTICLES}/{id_}.md"


def notes_path(article: str) -> str:
    return f"{NOTES}/{article}.yaml"
