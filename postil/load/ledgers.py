"""The ledger of addresses: read, and held against the articles that there are.

Promises that an article has what was sealed under its id, or under the one that it had before; and that no sealed article
is missing, and no withdrawn one back, without a problem.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from postil import folders
from postil.ledger import Fault, ledger_from_text
from postil.load.files import Folder, source_from_bytes
from postil.load.front_matter import front_from_source
from postil.model.ledger import Because, Ledger, Sealed, Withdrawal
from postil.model.published import Addresses
from postil.model.records import Article
from postil.problems import Checked, Place, Problem, Remark
from postil.schema import article_from_node

MOST_BYTES = 100_000_000
"""Of the ledger's file: some forty thousand articles, and the most that hosts of git take in one file."""


def ledger_of(folder: Folder) -> Checked[Ledger]:
    """What the file holds; nothing where there is none, or where it cannot be read, which is told."""
    if not folder.exists(folders.LEDGER):
        return Checked(Ledger())
    data = folder.data(folder.file(folders.LEDGER), MOST_BYTES)
    source = Checked(None) if data.value is None else source_from_bytes(folders.LEDGER, data.value)
    if source.value is None:
        return Checked(Ledger(), (*data.problems, *source.problems))
    read = ledger_from_text(source.value.text)
    if not isinstance(read, Fault):
        return Checked(read)
    place = Place(folders.LEDGER, read.line)
    if read.is_conflict:
        cures = (
            "take one side whole: `git checkout --theirs annotations/ledger.json`, or `--ours`",
            "then run `seal` or `revise` again for what the other side had done",
        )
        return Checked(Ledger(), (Problem("ledger-conflict", read.message, place, help=cures),))
    cure = "take it back as it was last committed; only `seal`, `revise` and `withdraw` write it"
    why = f"this is no ledger of addresses: {read.message}"
    return Checked(Ledger(), (Problem("ledger-broken", why, place, help=(cure,)),))


def addresses_of(ledger: Ledger) -> Addresses:
    """How many of the ledger's addresses stand for ever, and in which version."""
    versions = {one.article: len(one.versions) for one in ledger.sealed}
    versions |= {one.article: len(one.versions) for one in ledger.withdrawn}
    return Addresses(len(versions), tuple(sorted(versions.items())))


def ledger_at(root: Path) -> Checked[Ledger]:
    """The ledger of addresses as it is in its file."""
    return ledger_of(Folder(root))


def former(article: Article, data: bytes, language: str) -> Checked[Article | None]:
    """An article as its file was at another time, given as bytes: of nothing but its text."""
    source = source_from_bytes(article.path, data)
    front = Checked(None) if source.value is None else front_from_source(source.value)
    if front.value is None:
        return Checked(None, (*source.problems, *front.problems))
    place = replace(front.value.node.place, length=0)
    made = article_from_node(
        front.value.node,
        front.value.body,
        id_=article.id,
        place=place,
        body_line=front.value.body_line,
        language=language,
    )
    return Checked(made.value and replace(made.value, images=article.images), made.problems)


def with_seals(named: Mapping[str, Article | None], ledger: Ledger) -> Checked[Mapping[str, Article | None]]:
    """The articles, each with what was sealed of it. An article that failed is there, as None, and not missed."""
    entries = {one.article: one for one in ledger.sealed}
    withdrawn = {one.article: one for one in ledger.withdrawn}
    found: dict[str, Article | None] = {}
    taken: set[str] = set()
    problems: list[Problem] = []
    for id_, article in named.items():
        own = id_ if id_ in entries else None
        if article is None:
            taken.add(id_)
            found[id_] = None
            continue
        former = (old for old in article.former_ids if old in entries and old not in named)
        under = own or next(former, None)
        if under is not None:
            taken.add(under)
        found[id_] = replace(article, sealed=entries[under]) if under else article
        problems += _back(article, withdrawn)
    problems += (_gone(entry) for id_, entry in entries.items() if id_ not in taken)
    return Checked(found, tuple(problems))


def _back(article: Article, withdrawn: Mapping[str, Withdrawal]) -> list[Problem]:
    """That an id of the article was that of one which was withdrawn."""
    places = dict(zip(article.former_ids, article.former_places, strict=False))
    return [
        Problem(
            "id-withdrawn",
            f"`{id_}` was the id of an article that was withdrawn, and is given to none again",
            places.get(id_, article.place),
            notes=(Remark(f"withdrawn on {withdrawn[id_].versions[-1].on}", Place(folders.LEDGER)),),
            help=("remove the file, or give the article another id: rename it",)
            if id_ == article.id
            else (f"take `{id_}` out of `former_ids`",),
        )
        for id_ in (article.id, *article.former_ids)
        if id_ in withdrawn
    ]


def _gone(entry: Sealed) -> Problem:
    return Problem(
        "sealed-article-gone",
        f"article `{entry.article}` is sealed, and its file is gone",
        Place(folders.article_path(entry.article)),
        help=(
            "put the file back",
            f"where it was renamed, write `former_ids: [{entry.article}]` into the front matter of the new one",
            f"or run `withdraw {entry.article} --because REASON` ({', '.join(Because)}): a stone stays at its address",
        ),
    )
