"""What is released of each article: everything behind `load` sees only what may be seen.

An article of which something is held back is read here to its text, its notes are anchored in that, and it is handed on
without its Markdown. The others go on as they are.

    full        the text, but for words that are withheld
    quoted      the sentences in which a note stands
    reference   the record, and a place for each note
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from urllib.parse import unquote

from postil import folders
from postil.bodies import body_from_article
from postil.load.addressing import addressed, without_words
from postil.messages import counted
from postil.model.loaded import Ceiling
from postil.model.notes import ArticleNotes
from postil.model.records import Article
from postil.model.text import Body, Released
from postil.problems import Checked, Problem
from postil.release import Cut, Release, anchored, only_places, released, renoted
from postil.tree import elements, tree_from_html

Withheld = Callable[[Body], Checked[tuple[Body, tuple[Cut, ...]]]]
"""A body with its alternative texts and titles as they may be seen, and what is withheld of its text."""

WithheldIn = Callable[[Article], Withheld | None]
"""What is asked of the body of an article; None where nothing can be withheld in it, so that it need not be read."""


def _nothing(body: Body) -> Checked[tuple[Body, tuple[Cut, ...]]]:
    return Checked((body, ()))


def _nowhere(_: Article) -> None:
    return None


@dataclass(frozen=True, slots=True)
class Seen:
    """What may be seen. `held` are the paths of images that stood in what is held back.

    `beside` are problems that leave what may be seen as it should be: of notes without a place, and of addresses.
    """

    articles: tuple[Article, ...]
    notes: tuple[ArticleNotes, ...]
    held: frozenset[str] = frozenset()
    beside: frozenset[Problem] = frozenset()


def in_full(article: Article) -> Article:
    """The article as if its rights held nothing back: for who works on the archive, never for what is published."""
    return replace(article, rights=replace(article.rights, text="full"))


def in_private(article: Article, withheld_in: WithheldIn, *, is_told: bool) -> Article:
    """The article for the edition in which nothing is held back; its addresses are those of what is published.

    Where it was sealed as something else than it is now, they count as provisional; so also where it is not `is_told` what
    stands in the register, and it was sealed with other words than it has.
    """
    article = in_full(article)
    withheld = None if article.sealed is None else withheld_in(article)
    if withheld is None:
        is_unlike = (
            article.sealed and not is_told and addressed(article, body_from_article(article), ()).problems
        )
        return replace(article, sealed=None) if is_unlike else article
    whole = body_from_article(article)
    cuts = withheld(whole).value[1]
    if not cuts and is_told:
        return article
    proved = addressed(article, whole, cuts)
    if proved.problems:
        return replace(article, sealed=None)
    text = proved.value.text
    count = sum(len(block.sentences) for block in text.blocks)
    return replace(article, body="", released=Released(whole.pieces, text, (), (), count, count))


def with_released(
    articles: Iterable[Article],
    notes: Iterable[ArticleNotes],
    most: Ceiling,
    withheld_in: WithheldIn = _nowhere,
) -> Checked[Seen]:
    """The articles and their notes, with what may be seen of each. `most` is how much of one may be quoted.

    Problems are those of `body_from_article` and of `anchored` for articles of which something is held back, those of what
    `withheld_in` gives, and `quoted-too-much`.
    """
    by_article = {one.article: one for one in notes}
    problems: list[Problem] = []
    done: list[Article] = []
    held: set[str] = set()
    beside: set[Problem] = set()
    for article in articles:
        checked = _released(article, by_article.get(article.id), most, withheld_in(article))
        problems += checked.problems
        seen = checked.value
        done += seen.articles
        held |= seen.held
        beside |= seen.beside
        by_article.update((one.article, one) for one in seen.notes)
    all_seen = Seen(tuple(done), tuple(by_article.values()), frozenset(held), frozenset(beside))
    return Checked(all_seen, tuple(problems))


def _released(
    article: Article, notes: ArticleNotes | None, most: Ceiling, withheld: Withheld | None
) -> Checked[Seen]:
    as_it_is = Seen((article,), (notes,) if notes else ())
    rights = article.rights.text
    if rights == "full" and withheld is None:
        return Checked(as_it_is)
    whole = body_from_article(article)
    held = (withheld or _nothing)(whole)
    body, cuts = held.value
    is_secret = bool(cuts or held.problems)
    if rights == "full" and not is_secret and body == whole:
        return Checked(as_it_is)
    proved = addressed(article, body, cuts)
    body = proved.value
    found = anchored(article, body.text, notes, is_secret=is_secret)
    problems = [*whole.problems, *held.problems, *proved.problems, *found.problems]
    kept = found.value.sentences(body.text)
    match rights:
        case "reference":
            release = only_places(body, kept)
        case "quoted":
            release = released(body, cuts, kept)
            problems += _too_much(article, release, most)
        case _:
            release = released(body, cuts)
    shown = _images(release.pieces)
    entry = article.sealed
    seen = replace(
        article,
        body="",
        sealed=without_words(entry) if entry and rights != "full" else entry,
        images=tuple(one for one in article.images if one.path in shown),
        released=Released(
            release.pieces, release.text, release.named, release.gaps, release.count, release.total
        ),
    )
    renewed = (renoted(notes, seen, found.value, release),) if notes else ()
    beside = frozenset((*proved.problems, *found.problems))
    return Checked(Seen((seen,), renewed, _images(body.pieces) - shown, beside), tuple(problems))


def _images(pieces: Iterable[str]) -> frozenset[str]:
    """The paths of the images that are shown."""
    return frozenset(
        unquote(element.attrs["src"]).removeprefix("/")
        for piece in pieces
        if "<img" in piece
        for element in elements(tree_from_html(piece))
        if element.tag == "img"
    )


def _too_much(article: Article, release: Release, most: Ceiling) -> Iterator[Problem]:
    allowed = most.of(release.total)
    if release.count <= allowed:
        return
    quoted = f"{release.count} of {counted(release.total, 'sentence')}"
    yield Problem(
        "quoted-too-much",
        f"the notes quote {quoted} of `{article.id}`, and at most {allowed} may be quoted ({most.text})",
        article.place,
        help=(
            "take notes out, or let them quote less",
            f"or raise `quoted_at_most` in {folders.SETTINGS}, if the holder of the rights allows it",
        ),
    )
