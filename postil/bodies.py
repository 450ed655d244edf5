"""Bodies: an article's Markdown as safe HTML and as text, and what is wrong with it as a text.

Promises a pure function of the article alone. Refuses to know what is said about it.
"""

from __future__ import annotations

from collections.abc import Sequence

from postil import folders
from postil.anchor import source_place, target_of
from postil.ledger import changes, digest_of
from postil.markup import Images, html_from_markdown
from postil.messages import counted, listed, shortened
from postil.model.ledger import Because, Sealed
from postil.model.records import Article
from postil.model.text import Body, Text
from postil.problems import Place, Problem, Remark, Severity
from postil.text import text_from_html
from postil.words import is_foreign_to, language_of_letters

_SAID = 5
"""Sentences that are named of those that a sealed text lost or got."""


def body_from_article(article: Article) -> Body:
    """An article's body as safe HTML and as text.

    Problems: those of `markup.html_from_markdown`, `article-empty` and `language-doubtful`.
    """
    images = Images(article.images)
    html = html_from_markdown(article.body, Place(article.path, article.body_line), images)
    text = text_from_html(html.value, article.lang)
    is_empty = not text.blocks and not html.problems and not article.images
    problems = (*html.problems, _empty(article)) if is_empty else html.problems
    if is_foreign_to(text.text, article.lang):
        problems = (*problems, _foreign(article, text.text))
    return Body(article.id, html.value, text, problems)


def unlike(article: Article, entry: Sealed, text: Text) -> Problem:
    """Why the text of a sealed article is not cut as the ledger has it. Problem: sealed-text-changed, or ledger-broken."""
    if digest_of(text.text) == entry.digest:
        message = f"the sentences that the ledger has of article `{article.id}` are not those of its text"
        cures = (
            "take the ledger back as it was last committed; only `seal`, `revise` and `withdraw` write it",
        )
        return Problem("ledger-broken", message, Place(folders.LEDGER), help=cures)
    found = changes(entry, text)
    came = [shortened(text.text[start:end]) for start, end in found.new]
    remarks = (
        *((f"gone: {listed(found.gone[:_SAID], 'and')}{_more(found.gone)}",) if found.gone else ()),
        *(f'new: "{one}"' for one in came[:_SAID]),
        *((f"{counted(len(came) - _SAID, 'sentence')} more that are new",) if len(came) > _SAID else ()),
    )
    place = source_place(target_of(article, text), found.new[0]) if found.new else article.place
    return Problem(
        "sealed-text-changed",
        f"the text of this article, as readers see it, was sealed as version {len(entry.versions)}, and has changed",
        place if place.line else article.place,
        notes=tuple(map(Remark, remarks or ("its paragraphs begin and end elsewhere",))),
        help=(
            "put it back as it was: the text, and what is withheld of it",
            f"or run `revise {article.id} --because REASON` ({', '.join(Because)}): what stayed keeps its addresses",
            f"or, where nobody changed the text, the ledger was: take it back from git (`{folders.LEDGER}`)",
        ),
    )


def _more(ids: Sequence[str]) -> str:
    return f" and {len(ids) - _SAID} more" if len(ids) > _SAID else ""


def _empty(article: Article) -> Problem:
    message = "the article has no text: nothing stands behind its front matter"
    cures = (
        "write the text of the article below the second line `---`",
        "or take the file out of content/articles/",
    )
    return Problem("article-empty", message, article.place, help=cures)


def _foreign(article: Article, text: str) -> Problem:
    language = language_of_letters(text)
    such_as = f", such as `lang: {language}`" if language else ""
    return Problem(
        "language-doubtful",
        f'most letters of the article are not those of "{article.lang}", the language it is taken to be in',
        article.lang_place or article.place,
        help=(f"write the language of its text into the front matter{such_as}",),
        severity=Severity.WARNING,
    )
