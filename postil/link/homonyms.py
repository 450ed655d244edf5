"""Homonyms: names that several entities share and that nobody has settled, told once for the whole archive.

Promises one warning a name, whatever the number of articles and the letter case, since one line settles them all; the cure
is lines to paste. A name is never settled here.
"""

from __future__ import annotations

from collections.abc import Mapping

from postil import folders
from postil.fold import name_key
from postil.link.passages import Passages
from postil.messages import counted, listed, shortened
from postil.model.records import Article, Entity
from postil.model.text import Homonym
from postil.problems import Place, Problem, Remark, Severity
from postil.quoting import plain

_SHOWN = 10
"""Articles that one warning lists; a name may stand in thousands."""

_LENGTH = 100
"""Code points of a sentence that a line of the warning holds."""


def unsettled(
    homonyms: Mapping[str, tuple[Homonym, ...]],
    articles: Mapping[str, Article],
    entities: Mapping[str, Entity],
    passages: Passages,
) -> tuple[Problem, ...]:
    """A warning for each name, placed at the first entity that bears it, with a sentence of each article it stands in.

    `homonyms` are those of each article.
    """
    by_name: dict[tuple[str, tuple[str, ...]], dict[str, Homonym]] = {}
    for article, of_article in sorted(homonyms.items()):
        for homonym in of_article:
            by_name.setdefault((name_key(homonym.name), tuple(sorted(homonym.entities))), {}).setdefault(
                article, homonym
            )
    return tuple(
        _ambiguous(
            next(iter(found.values())).name,
            tuple(entities[id_] for id_ in ids),
            tuple(folders.notes_path(article) for article in found),
            tuple(
                Remark(_shown(passages, article, homonym.sentence), Place(articles[article].path))
                for article, homonym in found.items()
            ),
        )
        for (_, ids), found in sorted(by_name.items())
    )


def _ambiguous(
    name: str, bearers: tuple[Entity, ...], files: tuple[str, ...], standing: tuple[Remark, ...]
) -> Problem:
    more = len(standing) - _SHOWN
    return Problem(
        "name-ambiguous",
        f"`{name}` stands in {counted(len(standing), 'article')} and may be {listed(one.id for one in bearers)}",
        bearers[0].place,
        notes=(
            *(Remark(f"`{one.id}` is {one.name}", one.place) for one in bearers),
            *standing[:_SHOWN],
            *((Remark(f"and in {counted(more, 'article')} more"),) if more > 0 else ()),
        ),
        help=(
            f"say who is meant in {files[0]}"
            + (" and in the file of each other article" if len(files) > 1 else "")
            + ", with one of these lines:",
            *(f"mentions: {{{plain(name, in_brackets=True)}: {one.id}}}" for one in bearers),
        ),
        severity=Severity.WARNING,
    )


def _shown(passages: Passages, article: str, sentence: str) -> str:
    stretch = passages.of(article).at(sentence)
    text = passages.of(article).unmarked(stretch).text if stretch else ""
    return f'{sentence}: "{shortened(text, _LENGTH)}"'
