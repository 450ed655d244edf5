"""The tree of an archive: where the files of each kind stand. All paths are relative to the archive's root, with `/`."""

from __future__ import annotations

from types import MappingProxyType

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


def article_path(id_: str) -> str:
    return f"{ARTICLES}/{id_}.md"


def notes_path(article: str) -> str:
    return f"{NOTES}/{article}.yaml"
