"""Views: one as the HTML that Pagefind is to read, so that it finds what should be found and nothing else.

What is only shown with what is found travels in the id of an element without words. It knows of Pagefind how it reads HTML
and parts words, and nothing of its files.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from html import escape

from postil.model.indexed import UNSEEN, IndexedDenial, IndexedSentence, IndexView

_WHITE_SPACE = re.compile(r"\s")

_LINE = "\u00b7"
"""Between two lines of a record: it is in no word, and the search page shows lines by it (`search-show.js`)."""

_JOINER = "\u2060"
"""Says that the sign before it is none of the text's (`search-find.js` takes both out); in a text, nobody would see it."""

_UNSEEN = re.compile(f"[\u200b{_JOINER}]")
"""What the text must not hold, or it would be taken for ours: Pagefind parts words at a space without width."""

EVERY = "\ua78f"
"""A letter that stands in every view and is shown in none: a search without words asks for it, and reads of the index only
where it stands (`search-find.js`)."""

_ENTITY = re.compile("&(?=[lg]t;)")
"""Where a text itself says `&lt;` or `&gt;`, which Pagefind writes for the signs of less and more."""

_BORDER = re.compile(r"(?<=\w[\u2010-\u2015\u2026/])(?=\w)")
"""Behind a dash, hyphen, ellipsis or stroke between two words, which are one word to Pagefind."""


def html_from_view(view: IndexView) -> str:
    """The page as the search knows it: nothing but what should be found, each sentence under its id."""
    described = [f'<title data-pagefind-meta="title">{escape(view.title)}</title>']
    described += (_described("filter", name, value) for name, value in view.filters)
    described += (_described("sort", name, key) for name, key in sort_keys(view))
    # What is only shown is the id of an element without words: Pagefind gives ids back and searches none of them.
    parts = [f'<span id="{escape(_shown(view))}"></span>']
    # Lines of a record that have no id of their own are told apart by a sign that is no word.
    parts += (
        f"{_LINE} {_sentence(one)}" if at and not one.id else _sentence(one)
        for at, one in enumerate(view.sentences)
    )
    # Apart, or Pagefind would have a word of all three as well; without weight, so that it puts no page before another.
    parts.append(f'<span data-pagefind-weight="0">{UNSEEN[0]} {EVERY} {UNSEEN[1]}</span>')
    head, body = "\n".join(described), "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="{escape(view.lang)}">\n<head>\n<meta charset="utf-8">\n{head}\n</head>\n'
        f"<body data-pagefind-body>\n{body}\n</body>\n</html>\n"
    )


def sort_keys(view: IndexView) -> tuple[tuple[str, str], ...]:
    """(name, key) of each order that the page stands in; keys are compared by code points."""
    # The path makes each key its own, or the order of equal ones would be that of the folder on disk. White space is as
    # Pagefind reads it, single and between words.
    return tuple((name, " ".join(f"{value} {view.path}".split())) for name, value in view.sort)


def _described(what: str, name: str, value: str) -> str:
    return f'<meta data-pagefind-{what}="{escape(name)}[content]" content="{escape(value)}">'


def _sentence(one: IndexedSentence) -> str:
    id_ = f' id="{escape(one.id)}"' if one.id else ""
    weight = f' data-pagefind-weight="{one.weight:g}"' if one.weight != 1 else ""
    text = escape(_as_read(one.text))
    return f"<span{id_}{weight}>{text}</span>" if id_ or weight else text


def _as_read(text: str) -> str:
    """The text as Pagefind is to read it; a word joiner says what is none of the text's, and is taken out where it is shown.

    Pagefind parts words at white space and hyphens only, and so would miss words at other signs: there, white space and a
    joiner stand. It gives signs of less and more as `&lt;` and `&gt;`: where these are the text's own, a joiner stands in
    them. The letter apostrophe is a letter to it, while all others are nothing: it becomes one of these, and a
    joiner. Joiners of the text, and spaces without width, which mean something to Pagefind, are left out.
    """
    seen = _ENTITY.sub(f"&{_JOINER}", _UNSEEN.sub("", text))
    return _BORDER.sub(f" {_JOINER}", seen.replace("\u02bc", f"\u2019{_JOINER}"))


def _shown(view: IndexView) -> str:
    """What the search shows and does not find, as JSON without white space, which would end it."""
    by_sentence = {
        one.id: {
            name: value
            for name, value in (
                ("voices", one.voices),
                ("hedges", one.hedges),
                ("denials", _denials(one.denials)),
            )
            if value
        }
        for one in view.sentences
        if one.id and (one.voices or one.hedges or one.denials)
    }
    more = (("at", by_sentence), ("names", view.names), ("denials", _denials(view.denials)))
    shown = {**dict(view.meta), **{name: value for name, value in more if value}}
    text = json.dumps(shown, ensure_ascii=False, separators=(",", ":"))
    return _WHITE_SPACE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _denials(denials: Iterable[IndexedDenial]) -> list[list[object]]:
    return [[one.kind, int(one.incoming), one.who, one.words, one.lang, one.href] for one in denials]
