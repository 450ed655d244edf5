"""Index: the views of pages to the files that the search reads.

All languages of an archive are one index, forced to the archive's own language: its words are stemmed, all others are
found by their beginnings, and one question finds an English word and a Cyrillic name. (Left alone, Pagefind makes an index a
language, and searches only that of the page that asks.) The language of each page is a filter.

Chinese, Japanese and Thai words are told apart only by Pagefind's extended program, and only in an index forced to one of
these languages. Where pages are in one of them and that program is installed, it is used so; else a warning says what is
needed. An archive without such pages has the same index either way.

The search is published for the web, for folders (`folder`), or for both. The one user of Pagefind and of programs outside
Python. Equal views give equal bytes (`canon`). It knows nothing of archives and of how results are shown.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from html import escape
from pathlib import Path

import pagefind_bin

from postil.index.canon import RELEASE, Data, UnknownShape, make_canonical
from postil.index.folder import folder_edition
from postil.messages import listed, reason
from postil.model.indexed import IndexedDenial, IndexedSentence, IndexView
from postil.model.outcome import Sizes
from postil.problems import Checked, Place, Problem, Remark, Severity
from postil.words import primary_language

BUNDLE = "pagefind"

_LINES_SHOWN = 5

_WHITE_SPACE = re.compile(r"\s")

_LINE = "\u00b7"

_JOINER = "\u2060"
_UNSEEN = re.compile(f"[\u200b{_JOINER}]")
_ENTITY = re.compile("&(?=[lg]t;)")
_BORDER = re.compile(r"(?<=\w[\u2010-\u2015\u2026/])(?=\w)")

_WRITTEN_TOGETHER = frozenset({"ja", "th", "zh"})
"""Languages without spaces whose words the extended program tells apart, and Pagefind's scripts in what is asked."""


def index(views: Iterable[IndexView], folder: Path, lang: str, edition: str = "both") -> Checked[Sizes]:
    """Write the search's files below `folder/pagefind`; with no views there is nothing to search and nothing is written.

    `lang` is the language of the archive, `edition` one of both, web, folder. A failure of Pagefind is a problem that ends
    in what it said; files of another form than that of its release are one as well. After a problem that is an error,
    what was written is of no use.
    """
    with tempfile.TemporaryDirectory(prefix="postil-index-") as temporary:
        pages, made = Path(temporary, "pages"), Path(temporary, "made")
        languages = _write_views(views, pages)
        if not languages:
            return Checked(Sizes())
        program, forced, warnings = _chosen(languages, primary_language(lang))
        failure = _run(pages, made, forced, program)
        if failure is not None:
            return Checked(Sizes(), (failure,))
        written = _editions(made, folder / BUNDLE, edition)
    return Checked(written.value, written.problems + warnings)


def _editions(made: Path, bundle: Path, edition: str) -> Checked[Sizes]:
    """Write what is published of the files that Pagefind made; `edition` as for `index`."""
    with tempfile.TemporaryDirectory(prefix="postil-index-") as temporary:
        canonical = Path(temporary) if edition == "folder" else bundle
        try:
            web = _written(canonical, make_canonical(made))
            scripts = {} if edition == "web" else _written(bundle, folder_edition(canonical, web))
        except UnknownShape as fault:
            return Checked(Sizes(), (_other_shape(fault),))
    return Checked(Sizes(0 if edition == "folder" else sum(web.values()), sum(scripts.values())))


def _written(bundle: Path, files: Iterable[Data]) -> dict[str, int]:
    """Write files below a bundle as they are made; give their sizes in bytes by path."""
    sizes = {}
    for path, data in files:
        target = bundle / path
        target.parent.mkdir(parents=True, exist_ok=True)
        sizes[path] = target.write_bytes(data)
    return sizes


def _write_views(views: Iterable[IndexView], folder: Path) -> Mapping[str, int]:
    """Write each view as the HTML that Pagefind reads; give the number of those in each language."""
    languages: Counter[str] = Counter()
    for view in views:
        path = folder / view.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(html_from_view(view), encoding="utf-8")
        languages[view.lang] += 1
    return languages


def html_from_view(view: IndexView) -> str:
    """The page as the search knows it: nothing but what should be found, each sentence under its id."""
    described = [f'<title data-pagefind-meta="title">{escape(view.title)}</title>']
    described += (_described("filter", name, value) for name, value in view.filters)
    # The path makes each key its own, or the order of equal ones would be that of the folder on disk.
    described += (_described("sort", name, f"{value} {view.path}") for name, value in view.sort)
    # What is only shown is the id of an element without words: Pagefind gives ids back and searches none of them.
    parts = [f'<span id="{escape(_shown(view))}"></span>']
    # Lines of a record that have no id of their own are told apart by a sign that is no word.
    parts += (
        f"{_LINE} {_sentence(one)}" if at and not one.id else _sentence(one)
        for at, one in enumerate(view.sentences)
    )
    head, body = "\n".join(described), "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="{escape(view.lang)}">\n<head>\n<meta charset="utf-8">\n{head}\n</head>\n'
        f"<body data-pagefind-body>\n{body}\n</body>\n</html>\n"
    )


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


# --- Pagefind -------------------------------------------------------------------------------------------------------

_Program = Callable[[], Path]
"""Where a program lies; raises OSError where it does not."""


def _chosen(languages: Mapping[str, int], lang: str) -> tuple[_Program, str, tuple[Problem, ...]]:
    """(the program, the language of the index, what a reader will miss) for pages in so many languages."""
    together = sorted(_WRITTEN_TOGETHER.intersection(languages), key=lambda one: (-languages[one], one))
    if not together:
        return pagefind_bin.get_executable, lang, ()
    extended = _extended()
    if extended is None:
        return pagefind_bin.get_executable, lang, (_words_missed(together),)
    return extended, lang if lang in _WRITTEN_TOGETHER else together[0], ()


def _extended() -> _Program | None:
    """The program that tells the words of more languages apart; it is large, and installed by those who need it."""
    try:
        import pagefind_bin_extended  # noqa: PLC0415 - not everywhere
    except ImportError:
        return None
    program: _Program = pagefind_bin_extended.get_executable
    return program


def _run(
    pages: Path, made: Path, lang: str, program: _Program = pagefind_bin.get_executable
) -> Problem | None:
    """Run Pagefind over a folder of views, where no file and no setting of this machine's can reach it."""
    surroundings = {name: value for name, value in os.environ.items() if not name.startswith("PAGEFIND_")}
    options = ("--keep-index-url", "--force-language", lang, "--quiet")
    try:
        command = (program(), "--site", pages, "--output-path", made, *options)
        done = subprocess.run(  # noqa: S603 - our own program, our own folders
            command,
            cwd=pages.parent,
            env=surroundings,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
    except OSError as error:
        return _failed([reason(error)])
    if done.returncode:
        said = done.stdout.decode("utf-8", "replace").replace(f"{pages.parent}{os.sep}", "")
        return _failed([line for line in said.splitlines() if line.strip()][-_LINES_SHOWN:])
    return None


def _failed(said: list[str]) -> Problem:
    return Problem(
        "search-index-failed",
        "the search index could not be made",
        Place(BUNDLE),
        tuple(Remark(f"Pagefind: {line}") for line in said),
        (
            "see whether there is room on the disk, and about 0.3 MB of memory for each page",
            "write at least one word into the archive",
        ),
    )


def _other_shape(fault: UnknownShape) -> Problem:
    return Problem(
        "search-shape",
        f"a file of the search is not as Pagefind {RELEASE} writes it: {fault.what}",
        Place(f"{BUNDLE}/{fault.file}"),
        help=(
            f"install that release: `pip install pagefind-bin=={RELEASE}`",
            f"if `pagefind-bin-extended` is installed, it has to be of release {RELEASE} as well",
        ),
    )


def _words_missed(languages: Iterable[str]) -> Problem:
    return Problem(
        "search-words-together",
        f"pages are in {listed(languages, 'and')}, whose words the search will not tell apart",
        Place(BUNDLE),
        (Remark("they are found by the beginnings of what stands between two marks of punctuation"),),
        (f"install Pagefind's extended program (60 MB): `pip install pagefind-bin-extended=={RELEASE}`",),
        Severity.WARNING,
    )
