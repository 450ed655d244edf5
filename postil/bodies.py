"""Bodies: an article's Markdown as safe HTML and as text, and what is wrong with it as a text.

Promises a pure function of the article alone. Refuses to know what is said about it.
"""

from __future__ import annotations

from postil.markup import Images, html_from_markdown
from postil.model.records import Article
from postil.model.text import Body
from postil.problems import Place, Problem, Severity
from postil.text import text_from_html
from postil.words import is_foreign_to, language_of_letters


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
