"""Join: shards of an index to one ordinary bundle, which holds word for word what one run over all pages would hold.

In a list of a word's pages each is an entry of its own: its number as a difference to the one before, then positions. To put
one shard's behind another's, only the first difference changes. Everything of the whole (in how many pages a word
stands, how many there are, how long they are) is worked out by the search from these lists. Only the numbers of pages differ
from those of one run: they go by shard, then by address.

Words are read from all shards side by side, so that no more of them is held than one chunk.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import merge
from itertools import groupby, pairwise
from operator import itemgetter

from postil.index.shape import (
    ENTRY,
    PROGRAM,
    RELEASE,
    WORKER,
    Data,
    Value,
    cbor_from_value,
    head,
    name_of,
    packed,
    reading,
    require,
)
from postil.index.shard import (
    ABOUT,
    FIELDS,
    FRAGMENTS,
    WORDS,
    About,
    Run,
    Word,
    about_from_json,
    words_from_records,
)
from postil.index.store import Pack

CHUNK = 20_000
"""What a chunk of words counts for when it is closed, as Pagefind has it (`index_chunk_size`)."""

_Placed = tuple[int, Run]
"""(what the numbers of its shard's pages begin at, pages of a word)."""


@dataclass(frozen=True, slots=True)
class _Shard:
    """A shard and the number of its first page."""

    pack: Pack
    about: About
    begins: int


@dataclass(slots=True)
class _Meta:
    """What the file that a search reads first says, as far as it is known."""

    chunks: list[list[bytes]] = field(default_factory=list)
    """[first word, last word, name]."""
    filters: list[Value] = field(default_factory=list)


def join(packs: Iterable[Pack], keys: Mapping[str, Mapping[str, str]]) -> Iterator[Data]:
    """Give the files of the bundle of one or more shards.

    `keys` has for each sort key what each page, by address, is sorted by: shards' orders are merged by it. Raises
    UnknownShape when a shard has another order, or does not go with the others.
    """
    shards = _numbered(packs)
    first = shards[0]
    with first.pack.reading() as read:
        for program in (PROGRAM, WORKER, first.about.wasm):
            yield program, read(program)
    for one in shards:
        with one.pack.reading() as read:
            for name, _, _ in one.about.pages:
                path = f"{FRAGMENTS}{name}.pf_fragment"
                yield path, read(path)
    meta = _Meta()
    lang = first.about.lang
    yield from _chunks(shards, lang, meta)
    yield from _filters(shards, lang, meta)
    pages: list[Value] = [[name, words] for one in shards for name, words, _ in one.about.pages]
    chunks: list[Value] = [[word.decode() for word in chunk] for chunk in meta.chunks]
    sorts: list[Value] = [*_sorts(shards, keys)]
    content = cbor_from_value([RELEASE, pages, chunks, meta.filters, sorts, FIELDS])
    name = name_of(lang, content)
    yield f"pagefind.{name}.pf_meta", packed(content)
    entry = {
        "version": RELEASE,
        "languages": {lang: {"hash": name, "wasm": first.about.stemmed, "page_count": len(pages)}},
        "include_characters": first.about.include_characters,
    }
    yield ENTRY, json.dumps(entry, ensure_ascii=False, separators=(",", ":")).encode()


def _numbered(packs: Iterable[Pack]) -> Sequence[_Shard]:
    shards: list[_Shard] = []
    begins = 0
    for pack in packs:
        with pack.reading() as read:
            about = about_from_json(read(ABOUT))
        shards.append(_Shard(pack, about, begins))
        begins += len(about.pages)
    with reading(ENTRY):
        ways = {(one.about.lang, one.about.wasm, one.about.include_characters) for one in shards}
        require(len(ways) < 2, "parts of the index were made in different ways")
    return shards


# --- words ------------------------------------------------------------------------------------------------------------


def _chunks(shards: Iterable[_Shard], lang: str, meta: _Meta) -> Iterator[Data]:
    """The chunks of words, cut where Pagefind cuts them, and named in `meta`."""
    words: list[bytes] = []
    parts: list[bytes] = []
    weight = 0

    def closed() -> Data:
        content = b"\x81" + head(4, len(words)) + b"".join(parts)
        name = name_of(lang, content)
        meta.chunks.append([words[0], words[-1], name.encode()])
        return f"index/{name}.pf_index", packed(content)

    for word, placed in groupby(_merged(shards), key=itemgetter(0)):
        part, counts = _joined_word(word, [(begins, one) for _, begins, one in placed])
        words.append(word)
        parts.append(part)
        weight += counts
        if weight >= CHUNK:
            yield closed()
            words, parts, weight = [], [], 0
    if words:
        yield closed()
    _trim(meta.chunks)


def _merged(shards: Iterable[_Shard]) -> Iterator[tuple[bytes, int, Word]]:
    """(word, where its shard begins, what the shard has of it), by word, then by shard."""
    return merge(*map(_words_of, shards))


def _words_of(one: _Shard) -> Iterator[tuple[bytes, int, Word]]:
    for word in words_from_records(one.pack.blocks(WORDS)):
        yield word.word, one.begins, word


def _joined_word(word: bytes, found: Sequence[tuple[int, Word]]) -> tuple[bytes, int]:
    """A word as it stands in a chunk, and what it counts for there."""
    forms: dict[bytes, list[_Placed]] = {}
    for begins, one in found:
        for form, run in one.forms:
            forms.setdefault(form, []).append((begins, run))
    runs = [(begins, one.run) for begins, one in found]
    parts = [b"\x83", _text(word), *_joined(runs), head(4, len(forms))]
    for form, in_form in sorted(forms.items()):
        parts += (b"\x82", _text(form), *_joined(in_form))
    return b"".join(parts), sum(run.weight for _, run in runs)


def _text(word: bytes) -> bytes:
    return head(3, len(word)) + word


def _joined(runs: Sequence[_Placed]) -> Iterator[bytes]:
    yield head(4, sum(run.pages for _, run in runs))
    before = 0
    for begins, run in runs:
        if run.pages:
            yield b"\x83"
            yield head(0, begins + run.first - before)
            yield run.body
            before = begins + run.last


def _trim(chunks: Iterable[list[bytes]]) -> None:
    """Shorten the words at borders to what tells them apart, as Pagefind does."""
    for before, after in pairwise(chunks):
        last, first = before[1].decode(), after[0].decode()
        same = next(
            (at for at, (one, other) in enumerate(zip(last, first, strict=False)) if one != other), None
        )
        until = min(len(last), len(first)) if same is None else same
        if last[: until + 1].encode() >= before[0]:
            before[1] = last[: until + 1].encode()
        after[0] = first[: until + 1].encode()


# --- filters and orders -----------------------------------------------------------------------------------------------


def _filters(shards: Iterable[_Shard], lang: str, meta: _Meta) -> Iterator[Data]:
    found: dict[str, dict[str, list[Value]]] = {}
    for one in shards:
        for name, values in one.about.filters:
            for value, pages in values:
                numbers = (one.begins + page for page in pages)
                found.setdefault(name, {}).setdefault(value, []).extend(numbers)
    for name, values_found in sorted(found.items()):
        pairs: list[Value] = [[value, pages] for value, pages in sorted(values_found.items())]
        content = cbor_from_value([name, pairs])
        chunk = name_of(lang, content)
        meta.filters.append([name, chunk])
        yield f"filter/{chunk}.pf_filter", packed(content)


def _sorts(shards: Sequence[_Shard], keys: Mapping[str, Mapping[str, str]]) -> Iterator[Value]:
    found: dict[str, list[list[tuple[str, int]]]] = {}
    for one in shards:
        for name, pages in one.about.sorts:
            key_of = keys[name]
            in_order = [(key_of[one.about.pages[page][2]], one.begins + page) for page in pages]
            with reading(ENTRY):
                require(in_order == sorted(in_order), f"pages are not in the order of `{name}`")
            found.setdefault(name, []).append(in_order)
    for name, orders in sorted(found.items()):
        numbers: list[Value] = [page for _, page in merge(*orders)]
        yield [name, numbers]
