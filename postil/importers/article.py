"""What every importer of articles needs: text from bytes, an id from a name, and the article's file.

It promises that a file written here loads as it was meant, and that the text shown is the text of the source: `proved`
reads the Markdown back the way a build will. It knows nothing of the form a source has.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from hashlib import sha256
from itertools import zip_longest
from pathlib import PurePath
from typing import Any

import yaml

from postil import folders, markup, text
from postil.characters import CONTROLS, NONCHARACTERS, SURROGATES
from postil.model.imported import Imported, NewFile, Source
from postil.model.text import Text
from postil.problems import Checked, Place, Problem, Severity
from postil.schema import LONGEST_ID, RESERVED

UNFIT = re.compile(f"(?!\x85)[{CONTROLS}{SURROGATES}{NONCHARACTERS}]")
"""Control characters and noncharacters, which no web page can hold. White space (next line too) is not among them."""

_BREAKS = re.compile(r"[\n\r\x85\u2028\u2029\ufeff\t\x0b\x0c\x1c-\x1f]")
_DATED = re.compile(r"\d{4}-\d{1,2}-\d{1,2}-(?=.)")
"""How the file of an article begins in Jekyll."""


def text_from_bytes(name: str, data: bytes) -> Checked[str]:
    """The text of a UTF-8 file, without a byte order mark, lines ended by line feeds. Empty when there is a problem."""
    try:
        source = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        problem = Problem(
            "import-encoding",
            f"byte {data[error.start]:#04x} on line {line} is not UTF-8",
            Place(name, line),
            help=("save the file as UTF-8 and import it again",),
        )
        return Checked("", (problem,))
    source = source.replace("\r\n", "\n").replace("\r", "\n")
    problems = [
        Problem(
            "import-character",
            f"the character U+{ord(found.group()):04X} cannot stand on a page",
            Place(name, number, found.start() + 1, 1),
            help=("take it out of the file; where it stands for a letter, the file may not be UTF-8",),
            excerpt=line,
        )
        for number, line in enumerate(source.split("\n"), 1)
        for found in UNFIT.finditer(line)
    ]
    if not source.split():
        cure = "see whether it is the right file; a picture of a text holds no text"
        problems.append(Problem("import-empty", "there is no text in the file", Place(name), help=(cure,)))
    return Checked("" if problems else source, tuple(problems))


def id_from_name(name: str) -> str:
    """The id of the article in a file, which every build takes: its path in a-z, 0-9, `-` and `/`.

    A digest stands for a part of which nothing is left, and for the end of what is too long; a name that Windows keeps for
    itself gets a number. `index` stands for its folder. Nothing is transliterated: how a name is spelt in Latin letters is
    for a person to say.
    """
    *above, file = PurePath(name).parts or ("",)
    parts = [_part(part) for part in (*above, PurePath(file).stem)]
    id_ = "/".join(parts[:-1] if len(parts) > 1 and parts[-1] == "index" else parts)
    return id_ if len(id_) <= LONGEST_ID else f"{id_[: LONGEST_ID - 9].rstrip('-/')}-{_digest(name)}"


def _part(stem: str) -> str:
    slug = re.sub(r"[^a-z0-9]+", "-", stem.lower()).strip("-")
    if RESERVED.match(slug):
        return f"{slug}-1"
    return slug or f"article-{_digest(stem)}"


def _digest(name: str) -> str:
    return sha256(unicodedata.normalize("NFC", name).encode()).hexdigest()[:8]


def title_from_name(name: str) -> str:
    """The title of last resort."""
    stem = _DATED.sub("", PurePath(name).stem, count=1)
    return " ".join(re.sub(r"[_-]+", " ", stem).split()) or stem or "article"


def date_from_name(name: str) -> str:
    """The date that a file's name begins with, as in Jekyll; else nothing."""
    found = _DATED.match(PurePath(name).stem)
    return found[0][:-1] if found else ""


def title_unclear(source: Source, title: str) -> Problem:
    return Problem(
        "import-title",
        f'the source does not make clear which words are its title, so the file\'s name was taken: "{title}"',
        Place(source.path),
        help=(f"put the real title into {article_path(source.name)}",),
        severity=Severity.WARNING,
    )


def article_path(name: str) -> str:
    return folders.article_path(id_from_name(name))


def article_file(name: str, fields: Mapping[str, Any], body: str) -> NewFile:
    """The article's file: front matter, then the body as it is."""
    front = yaml.dump(dict(fields), Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=1_000_000)
    return NewFile(article_path(name), f"---\n{front}---\n{body}".encode())


def text_of(body: str) -> Text:
    """The text of a body, the way a build reads it."""
    return text.text_from_html(markup.html_from_markdown(body).value)


def visible(line: str) -> str:
    """Words as the text rule has them: one space for a run of white space, and empty when there is nothing to see."""
    return text.plain_text([line])


def proved(name: str, imported: Imported, body: str, paragraphs: Sequence[str]) -> Imported:
    """The same, when a build would show these paragraphs and no others; else the problem that it would not."""
    read = text_of(body)
    shown = [visible(read.text[block.start : block.end]) for block in read.blocks]
    meant = [unicodedata.normalize("NFC", visible(paragraph)) for paragraph in paragraphs]
    if shown == meant:
        return imported
    number = next((n for n, pair in enumerate(zip_longest(shown, meant)) if pair[0] != pair[1]), 0)
    problem = Problem(
        "import-text-changed",
        f"paragraph {number + 1} would not be shown as it stands in the file",
        Place(name),
        help=(
            "import the file without this paragraph, put it in by hand, and report this as a fault in Postil",
        ),
    )
    return Imported(problems=(*imported.problems, problem))


def _line_of_text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    """In double quotation marks where white space would not survive any other way of writing it."""
    style = '"' if _BREAKS.search(text) or text != text.strip() else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style)


class _Dumper(yaml.SafeDumper):
    """Quotes what a reader could take for no text, and leaves dates and numbers as people write them.

    Every scalar of an archive is read as text, so `published: 2031-04-29` needs no quotation marks.
    """

    def ignore_aliases(self, data: object) -> bool:  # noqa: ARG002 - PyYAML's signature
        return True

    yaml_implicit_resolvers = {  # noqa: RUF012 - the type is PyYAML's
        first: [(tag, regexp) for tag, regexp in resolvers if tag.endswith((":bool", ":null", ":merge"))]
        for first, resolvers in yaml.SafeDumper.yaml_implicit_resolvers.items()
    }


_Dumper.add_representer(str, _line_of_text)
