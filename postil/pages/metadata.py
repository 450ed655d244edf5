"""What the page of an article tells to programs: to reference managers, and as linked data.

Promises that what is written comes back as it was written, and that nothing in it can end the element it stands in.
The names are those that Zotero's "Embedded Metadata" and Google Scholar read (`citation_*`), and schema.org's.
"""

from __future__ import annotations

import json
import re

from postil.dates import machine
from postil.model.parts import Html
from postil.model.records import Article, Date

_PARTICLES = (
    "af|al|av|bin|da|das|de|del|della|den|der|des|di|do|dos|du|el|ibn|la|le|ten|ter|van|vom|von|zu|zum|zur"
)
_WITH_PARTICLE = re.compile(rf"(\S+(?: \S+)*?) ((?:(?:{_PARTICLES}) )+[^\W\d_a-z]\S*(?: [^\W\d_a-z]\S*)*)")

_LONGEST_NAME = 200
"""Code points of what may still be a name; where particles stand is sought in quadratic time."""

_UNSAFE = re.compile("[<>&\u2028\u2029]")


def meta_of(article: Article, address: str | None) -> tuple[tuple[str, str], ...]:
    """Names and contents of `<meta>` elements; `address` is the page's own, where it has one on the web."""
    found = [
        ("z:itemType", "newspaperArticle" if article.outlet else "webpage"),
        ("citation_title", article.title),
        *(("citation_author", _sorting(author)) for author in article.authors),
        ("citation_journal_title", article.outlet),
        ("citation_date", _moment(article.published)),
        ("citation_language", article.lang),
        ("citation_public_url", address),
    ]
    return tuple((name, content) for name, content in found if content)


def linked_data_of(article: Article, address: str | None) -> Html:
    """The article in the words of schema.org, as JSON-LD that may stand in a `<script>` of that type."""
    data = {
        "@context": "https://schema.org",
        "@type": "NewsArticle" if article.outlet else "Article",
        "headline": article.title,
        "author": [{"name": author} for author in article.authors],
        "publisher": {"@type": "Organization", "name": article.outlet} if article.outlet else None,
        "datePublished": machine(article.published) if article.published else None,
        "inLanguage": article.lang,
        "isBasedOn": article.url,
        "url": address,
    }
    written = json.dumps({key: value for key, value in data.items() if value}, ensure_ascii=False)
    return Html(_UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", written))


def _sorting(author: str) -> str:
    """A name as reference managers take it apart: without a comma they take the last word alone for the family's.

    Zotero takes two parts of several words each for two authors, unless a semicolon says that authors end in one.
    """
    found = _WITH_PARTICLE.fullmatch(author) if len(author) <= _LONGEST_NAME else None
    name = f"{found[2]}, {found[1]}" if found else author
    family, _, given = (part.strip() for part in name.partition(","))
    return f"{name};" if " " in family and " " in given else name


def _moment(date: Date | None) -> str | None:
    return (machine(date) or date.edtf) if date else None
