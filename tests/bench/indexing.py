"""What the search's index costs: by one run of Pagefind over all pages, in parts from nothing, and after a change.

    python tests/bench/indexing.py 1000 10000

For each number of articles: seconds of processor (ours, and of Pagefind), and the peak memory of either, of

- one run over all pages, for comparison: Pagefind alone, its files as they are;
- an index from nothing, in parts, joined, with the scripts for folders;
- the same once more, when nothing has changed;
- the same when one article of some 800 words has come.

Each in a process of its own, which reads the views from a file. The site takes files by digest and writes none of them: what
a disk takes to write them is the same for any way of making them.
"""

from __future__ import annotations

import json
import pickle
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pagefind_bin
from archive import write_archive

from postil import index, link, load, pages, prepare
from postil.index.parts import laid_out, written
from postil.model.indexed import IndexView
from postil.names import NameIndex, rows_from_entities
from postil.shipped import templates_dir

STEPS = ("one run", "from nothing", "nothing changed", "one article more")


class Listing:
    """A site that remembers what it has by digest, from one step to the next, and no bytes."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._has: dict[str, str] = json.loads(file.read_text()) if file.exists() else {}
        self._now: dict[str, str] = {}

    def has(self, path: str, digest: str) -> bool:
        return self._has.get(path) == digest

    def keep(self, path: str, digest: str) -> None:
        self._now[path] = digest

    def put(self, path: str, data: bytes) -> None:
        self._now[path] = sha256(data).hexdigest()

    def finish(self) -> None:
        self._file.write_text(json.dumps(self._now))


def write_views(articles: int, folder: Path) -> int:
    """Write the views of an archive of so many articles, one after another; how many there are."""
    root = folder / "archive"
    root.mkdir()
    write_archive(root, articles)
    records = load.load(root, drafts=False, templates=templates_dir()).value
    names = NameIndex(rows_from_entities(records.entities))
    notes = {one.article: one for one in records.notes}
    prepared = {}
    for article in records.articles:
        body = prepare.read(article)
        rows = names.rows_in(body.text.text)
        prepared[article.id] = prepare.place(body, article, notes.get(article.id), rows)
    count = 0
    with (folder / "views").open("wb") as file:
        for view in pages.index_views(pages.Lookup(link.link(records, prepared).value)):
            pickle.dump(view, file)
            count += 1
    return count


def read_views(file: Path) -> Iterator[IndexView]:
    with file.open("rb") as views:
        while True:
            try:
                yield pickle.load(views)
            except EOFError:
                return


def with_one_more(views: Iterator[IndexView]) -> Iterator[IndexView]:
    last = None
    for view in views:
        yield view
        last = view if ("kind", "article") in view.filters else last
    assert last is not None
    yield replace(last, path=last.path.replace(".html", "-more.html"))


def step(name: str, folder: Path) -> dict[str, float]:
    """Do one step; what it took."""
    begun = time.process_time()
    for _ in read_views(folder / "views"):
        pass
    reading = time.process_time() - begun
    views = read_views(folder / "views")
    begun = time.process_time()
    if name == "one run":
        with tempfile.TemporaryDirectory() as work:
            all_views, laid = Path(work, "views"), Path(work, "pages")
            laid_out(written(views, all_views), all_views, laid)
            index.run(pagefind_bin.get_executable(), "en", laid, Path(work, "made"))
    else:
        site = Listing(folder / "site")
        asked = with_one_more(views) if name == "one article more" else views
        assert index.index(asked, site, "en", "both", folder / "cache").problems == ()
        site.finish()
    ours = time.process_time() - begun - reading
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return {
        "ours": ours,
        "pagefind": children.ru_utime + children.ru_stime,
        "our peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "peak of pagefind": children.ru_maxrss / 1024,
    }


def _in_a_process(*arguments: str) -> Any:  # noqa: ANN401 - what it prints, from JSON
    # A process begins with the peak of the one that starts it, which therefore does nothing itself.
    command = [sys.executable, __file__, *arguments]
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)


def main(sizes: Sequence[int]) -> None:
    print("| articles | pages | index | processor s | of it Pagefind | peak MiB, ours | peak MiB, Pagefind |")
    print("| --- | ---: | --- | ---: | ---: | ---: | ---: |")
    for size in sizes:
        with tempfile.TemporaryDirectory(prefix="postil-bench-") as name:
            count = _in_a_process("--views", str(size), name)
            for one in STEPS:
                took = _in_a_process("--step", one, name)
                both = took["ours"] + took["pagefind"]
                row = (
                    *(f"{size:,}", f"{count:,}", one, f"{both:.1f}", f"{took['pagefind']:.1f}"),
                    *(f"{took['our peak']:.0f}", f"{took['peak of pagefind']:.0f}"),
                )
                print(f"| {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--step"]:
        print(json.dumps(step(sys.argv[2], Path(sys.argv[3]))))
    elif sys.argv[1:2] == ["--views"]:
        print(json.dumps(write_views(int(sys.argv[2]), Path(sys.argv[3]))))
    else:
        main([int(size) for size in sys.argv[1:]])
