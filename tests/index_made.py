"""What tests of the search's index stand on: views, a folder to put files into, Pagefind's own files, and what they hold."""

from __future__ import annotations

import json
import random
import shlex
from collections.abc import Iterable, Iterator, Sequence
from gzip import decompress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pagefind_bin

from postil.index import _indexed, _Indexer, run
from postil.index.parts import LIMIT, laid_out, written
from postil.index.shape import MAGIC, value_from_cbor
from postil.model.indexed import IndexedSentence, IndexView
from postil.problems import Problem


class FolderSite:
    """A site that is a folder, in which nothing is there before it is put."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def has(self, path: str, digest: str) -> bool:  # noqa: ARG002 - nothing is there
        return False

    def keep(self, path: str, digest: str) -> None:
        raise AssertionError((path, digest))

    def put(self, path: str, data: bytes) -> None:
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)


def files_below(folder: Path) -> dict[str, bytes]:
    return {
        str(one.relative_to(folder)): one.read_bytes() for one in sorted(folder.rglob("*")) if one.is_file()
    }


# --- views ------------------------------------------------------------------------------------------------------------


def view(
    path: str, text: Iterable[str], *, lang: str = "en", date: str = "2031-04-29", **more: str
) -> IndexView:
    dated = (("year", date[:4]), ("month", date[:7])) if date else ()
    return IndexView(
        path=path,
        title=f"On {path}",
        lang=lang,
        filters=(("language", lang), *dated, *more.items()),
        sort=(("date", date),),
        meta=(("date", "29 April 2031"),),
        sentences=tuple(IndexedSentence(f"p1s{number}", one) for number, one in enumerate(text, 1)),
    )


VIEWS = (
    view(
        "articles/a.html",
        ["Nine boats were lost.", 'Venn said "no" & left <early>.'],
        outlet='Wire, "North": 1',
    ),
    view(
        "articles/b.html",
        ["Федорук бачив човни.", "Divers saw timber in Besançon."],
        lang="uk",
        outlet="Ledger",
    ),
    view("entities/venn.html", ["Orla Venn", "Орла Венн"], date="2031-04-30", kind="entity"),
)


def many(count: int) -> list[IndexView]:
    """Views enough for several chunks, several words of which stand in many pages; of several years, some without a date."""
    made = []
    for number in range(count):
        chance = random.Random(number)
        text = [" ".join(f"word{chance.randrange(400)}" for _ in range(25)) + " é" for _ in range(8)]
        text.append(chance.choice(["café", "cafe", "CAFÉ Ærø", "Кава", "boats " * 30, "…"]))
        date = f"{2027 + number % 5}-{number % 12 + 1:02}-{number % 7 + 1:02}" if number % 9 else ""
        more = {"outlet": f"outlet {number % 9}"} if number % 4 else {}
        made.append(view(f"articles/{number % 5}/x{number}.html", text, date=date, **more))
    return made


# --- indexes ----------------------------------------------------------------------------------------------------------


def raw(folder: Path, views: Iterable[IndexView]) -> Path:
    """What one run of Pagefind makes of all views."""
    pages, made = folder / "pages", folder / "made"
    laid_out(written(views, folder / "views"), folder / "views", pages)
    run(pagefind_bin.get_executable(), "en", pages, made)
    return made


def stand_in(folder: Path, after: str) -> Path:
    """A program that does what Pagefind does, and then something more; its files are in `made/`."""
    program = folder / "stand-in"
    real = shlex.quote(str(pagefind_bin.get_executable()))
    program.write_text(f'#!/bin/sh\n{real} "$@" || exit\n{after}\n', "utf-8")
    program.chmod(0o755)
    return program


def indexed(
    views: Iterable[IndexView],
    site: Path,
    *,
    limit: int = LIMIT,
    edition: str = "both",
    cache: Path | None = None,
    program: Path | None = None,
) -> Sequence[Problem]:
    """Index views in parts of a size, with a program of one's own; the problems."""
    with TemporaryDirectory() as name:
        work = Path(name)
        chosen = program or pagefind_bin.get_executable()
        indexer = _Indexer(lambda: chosen, "en", work, limit)
        pages = written(views, work / "views")
        return _indexed(pages, indexer, FolderSite(site), edition, cache).problems


# --- what an index holds ----------------------------------------------------------------------------------------------


def read(path: Path) -> Any:  # noqa: ANN401 - whatever the file holds
    data = decompress(path.read_bytes())[len(MAGIC) :]
    value, end = value_from_cbor(data, 0)
    assert end == len(data)
    return value


def meta_of(bundle: Path) -> tuple[list[str], Any]:
    """The addresses in the order of page numbers, and the meta."""
    entry = json.loads((bundle / "pagefind-entry.json").read_bytes())
    (about,) = entry["languages"].values()
    meta = read(bundle / f"pagefind.{about['hash']}.pf_meta")
    assert about["page_count"] == len(meta[1])
    return [fragment(bundle, name)["url"] for name, _ in meta[1]], meta


def fragment(bundle: Path, name: str) -> Any:  # noqa: ANN401 - JSON
    return json.loads(decompress((bundle / "fragment" / f"{name}.pf_fragment").read_bytes())[len(MAGIC) :])


def words_in(bundle: Path) -> Iterator[tuple[str, str, str, str, str]]:
    """(first and last word of the chunk, word, form, address, positions) of everything in the chunks."""
    addresses, meta = meta_of(bundle)
    for first, last, chunk in meta[2]:
        for word, pages, variants in read(bundle / "index" / f"{chunk}.pf_index")[0]:
            for form, found in [("", pages), *variants]:
                page = 0
                for difference, *positions in found:
                    page += difference
                    yield f"{first}-{last}", word, form, addresses[page], str(positions)


def found_by(bundle: Path) -> Iterator[tuple[str, str, list[str]]]:
    """(filter, value, addresses) and (sort key, "", addresses in order)."""
    addresses, meta = meta_of(bundle)
    for name, chunk in meta[3]:
        filter_, values = read(bundle / "filter" / f"{chunk}.pf_filter")
        assert filter_ == name
        for value, pages in values:
            yield name, value, sorted(addresses[page] for page in pages)
    for name, pages in meta[4]:
        yield name, "", [addresses[page] for page in pages]


def held(bundle: Path) -> dict[str, Any]:
    """Everything that an index says, without the numbers and names by which it says it."""
    addresses, meta = meta_of(bundle)
    pages = {
        address: (size, fragment(bundle, name))
        for address, (name, size) in zip(addresses, meta[1], strict=True)
    }
    return {
        "pages": pages,
        "words": sorted(words_in(bundle)),
        "filters and orders": sorted(found_by(bundle)),
        "release and fields": (meta[0], meta[5]),
    }
