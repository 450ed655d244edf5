"""Markdown to safe HTML, in the one dialect of the engine.

The dialect is Python-Markdown with tables, footnotes, fenced code and lists that do not mix their kinds. HTML is not
interpreted: `<div>` is five characters of text, and nothing is swallowed. A number of four digits begins no list, so that
"1986. The mill closed." keeps its year. What comes out has passed the sanitiser and holds no class, style, id or data
attribute that the content chose.
"""

from postil.markup.body import html_from_markdown
from postil.markup.pictures import FOLDER, Images
from postil.markup.prose import ProseLink, prose_html, prose_links, prose_problems

__all__ = [
    "FOLDER",
    "Images",
    "ProseLink",
    "html_from_markdown",
    "prose_html",
    "prose_links",
    "prose_problems",
]
