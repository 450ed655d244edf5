"""Shard: what Pagefind made of some of the pages, brought into one form for the same pages, to be joined with others.

Pagefind numbers pages in the order in which the file system names them, writes the values of filters in the order of a hash
map, and names fragments by hashes that are short enough to meet. So on equal pages its files differ from run to run and
from disk to disk. Here pages are numbered by address and fragments named by their content and kind; what holds of words,
filters and order is taken apart as far as joining needs it. What a search finds, and with which score, stays the same.

It is written for the files of one release (`shape`). It knows nothing of views, of caches and of other shards.
"""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from postil.index.shape import (
    ENTRY,
    PROGRAM,
    RELEASE,
    WORKER,
    Data,
    UnknownShape,
    Value,
    head,
    head_at,
    listed,
    name_of,
    number_of,
    reading,
    require,
    text_of,
    unpacked,
    value_in,
)

ABOUT = "about.json"
WORDS = "words"
FRAGMENTS = "fragment/"
"""Where a shard keeps what is said of it, its words, and its fragments; beside them stand Pagefind's programs."""

FIELDS: list[Value] = ["title"]
"""What Pagefind knows of a page beside its words. A view has no other."""


class Run(NamedTuple):
    """The pages of a word in one shard: how many, and the numbers of the first and the last.

    `weight` is what they count for where chunks are cut, `body` as CBOR all that follows the number of the first.
    """

    pages: int
    first: int
    last: int
    weight: int
    body: bytes


class Word(NamedTuple):
    """A word, UTF-8; its pages; and (form, pages) for each form with signs on its letters."""

    word: bytes
    run: Run
    forms: tuple[tuple[bytes, Run], ...]


@dataclass(frozen=True, slots=True)
class About:
    """What is said of a shard. Pages are numbers from 0, in the order of `pages`."""

    lang: str
    wasm: str
    """File of the program that stems words."""
    stemmed: str | None
    """The language that it stems; None for one that it knows nothing of."""
    include_characters: tuple[str, ...]
    pages: tuple[tuple[str, int, str], ...]
    """(name of the fragment, number of words, address)."""
    filters: tuple[tuple[str, tuple[tuple[str, tuple[int, ...]], ...]], ...]
    """(filter, (value, pages) ...), both sorted."""
    sorts: tuple[tuple[str, tuple[int, ...]], ...]
    """(key, pages in its order), sorted."""


KIND = "kind"
"""The filter that says what a page is."""

_KIND = re.compile(r"[a-z]+", re.ASCII)


def about_from_json(data: bytes) -> About:
    """What `shard` has written."""
    said = json.loads(data)
    return About(
        said["lang"],
        said["wasm"],
        said["stemmed"],
        tuple(said["include_characters"]),
        tuple((name, words, address) for name, words, address in said["pages"]),
        tuple(
            (name, tuple((value, tuple(pages)) for value, pages in values))
            for name, values in said["filters"]
        ),
        tuple((name, tuple(pages)) for name, pages in said["sorts"]),
    )


def shard(bundle: Path) -> Iterator[Data]:
    """The files of a shard, made of the files of a bundle. Raises UnknownShape."""
    with reading(ENTRY):
        entry = json.loads((bundle / ENTRY).read_bytes())
        require(
            isinstance(entry, dict) and isinstance(entry["languages"], dict), "it is no list of languages"
        )
        require(entry["version"] == RELEASE, f"it is of release {entry['version']}")
        require(len(entry["languages"]) == 1, f"it is of {len(entry['languages'])} languages")
        ((lang, language),) = entry["languages"].items()
        characters = tuple(entry["include_characters"])
        stemmed = language["wasm"]
        meta = f"pagefind.{language['hash']}.pf_meta"
    wasm = f"wasm.{stemmed or 'unknown'}.pagefind"
    for program in (PROGRAM, WORKER, wasm):
        with reading(program):
            yield program, (bundle / program).read_bytes()
    with reading(meta):
        made = _Bundle(bundle, lang, value_in(bundle / meta))
    yield from made.fragments()
    yield WORDS, b"".join(_recorded(word) for word in made.words())
    about = About(lang, wasm, stemmed, characters, made.pages, tuple(made.filters()), tuple(made.sorts()))
    yield ABOUT, json.dumps(asdict(about), ensure_ascii=False, separators=(",", ":")).encode()


def _kind_in(filters: Mapping[str, list[str]]) -> str:
    """What ends the name of a fragment: the name is all that a search knows of a page before it reads the fragment."""
    kinds = filters.get(KIND, [])
    require(all(_KIND.fullmatch(one) for one in kinds) and len(kinds) < 2, f"`{KIND}` is {kinds}")
    return "".join(f"-{one}" for one in kinds)


class _Bundle:
    """Files as Pagefind wrote them. Its meta is [release, pages, chunks, filters, sort keys, fields]."""

    def __init__(self, bundle: Path, lang: str, meta: Value) -> None:
        release, pages, chunks, filters, sorts, fields = listed(meta, 6)
        require(release == RELEASE, "it is of another release")
        require(fields in (FIELDS, []), "it knows more of a page than its title")
        self._bundle = bundle
        self._chunks = [text_of(listed(one, 3)[2]) for one in listed(chunks)]
        self._filters = [listed(one, 2) for one in listed(filters)]
        self._sorts = [listed(one, 2) for one in listed(sorts)]
        found: list[tuple[str, int, str, str, int]] = []
        for old, page in enumerate(listed(pages)):
            name, words = listed(page, 2)
            file = f"{FRAGMENTS}{text_of(name)}.pf_fragment"
            with reading(file):
                content = unpacked(bundle / file)
                said = json.loads(content)
                address, name = text_of(said["url"]), name_of(lang, content) + _kind_in(said["filters"])
            found.append((address, old, file, name, number_of(words)))
        found.sort()
        self.pages = tuple((name, words, address) for address, _, _, name, words in found)
        self._files = [(name, file) for _, _, file, name, _ in found]
        self._numbers = {old: new for new, (_, old, _, _, _) in enumerate(found)}
        require(len({name for name, _ in self._files}) == len(found), "two fragments of one content")

    def fragments(self) -> Iterator[Data]:
        for name, file in self._files:
            yield f"{FRAGMENTS}{name}.pf_fragment", (self._bundle / file).read_bytes()

    def words(self) -> Iterator[Word]:
        """All words, in the order of their bytes."""
        before: bytes | None = None  # a sign alone, such as an accent on nothing, is a word without letters
        for chunk in self._chunks:
            file = f"index/{chunk}.pf_index"
            with reading(file):
                for word in _words_in(unpacked(self._bundle / file), self._numbers):
                    require(before is None or word.word > before, "words are in another order")
                    before = word.word
                    yield word

    def filters(self) -> Iterator[tuple[str, tuple[tuple[str, tuple[int, ...]], ...]]]:
        for expected, chunk in sorted((text_of(name), text_of(chunk)) for name, chunk in self._filters):
            file = f"filter/{chunk}.pf_filter"
            with reading(file):
                name, values = listed(value_in(self._bundle / file), 2)
                require(name == expected, "it is another filter")
                pairs = [listed(pair, 2) for pair in listed(values)]
                yield (
                    expected,
                    tuple(
                        sorted((text_of(value), tuple(sorted(self._new(pages)))) for value, pages in pairs)
                    ),
                )

    def sorts(self) -> Iterator[tuple[str, tuple[int, ...]]]:
        for name, pages in sorted((text_of(name), pages) for name, pages in self._sorts):
            yield name, tuple(self._new(pages))

    def _new(self, pages: Value) -> Iterator[int]:
        for page in listed(pages):
            require(number_of(page) in self._numbers, "a page has another number")
            yield self._numbers[number_of(page)]


# --- chunks of words ------------------------------------------------------------------------------------------------
#
# A chunk is [[[word, pages, [[form, pages] ...]] ...]]; pages are [difference to the page before, positions, positions
# in fields] each. Only the differences change, so the positions, which are nearly all of it, are copied as they lie.

_UINT = rb"(?:[\x00-\x17]|\x18.|\x19..|\x1a....)"
_INT = rb"(?:[\x00-\x17\x20-\x37]|[\x18\x38].|[\x19\x39]..|[\x1a\x3a]....)"
_FEW = b"|".join(re.escape(bytes([0x80 + n])) + _INT * n for n in range(12))
_USUAL = re.compile(b"\\x83(" + _UINT + b")((?:" + _FEW + b")\\x80)", re.DOTALL)
"""A page with fewer than twelve positions and none in fields."""


def _words_in(data: bytes, numbers: Mapping[int, int]) -> Iterator[Word]:
    require(data[:1] == b"\x81", "it is no chunk of words")
    words, at = head_at(data, 1, 4)
    for _ in range(words):
        require(data[at : at + 1] == b"\x83", "a word is of another form")
        word, run, at = _word_at(data, at + 1, numbers)
        count, at = head_at(data, at, 4)
        forms = []
        for _ in range(count):
            require(data[at : at + 1] == b"\x82", "a word is of another form")
            form, in_form, at = _word_at(data, at + 1, numbers)
            forms.append((form, in_form))
        yield Word(word, run, tuple(sorted(forms)))
    require(at == len(data), "a chunk of words ends early")


def _word_at(data: bytes, at: int, numbers: Mapping[int, int]) -> tuple[bytes, Run, int]:
    """A word and its pages, renumbered, and where they end."""
    length, at = head_at(data, at, 3)
    word = data[at : at + length]
    count, at = head_at(data, at + length, 4)
    pages: list[tuple[int, bytes]] = []
    old = weight = 0
    for _ in range(count):
        usual = _USUAL.match(data, at)
        if usual:
            rest, at = usual[2], usual.end()
            difference = usual[1][0] if len(usual[1]) == 1 else head_at(usual[1], 0, 0)[0]
            weight += (rest[0] & 31) + 1
        else:
            require(data[at : at + 1] == b"\x83", "a page of a word is of another form")
            difference, start = head_at(data, at + 1, 0)
            positions, middle = _numbers_at(data, start)
            in_fields, at = _numbers_at(data, middle)
            rest = data[start:at]
            weight += positions + 1 + in_fields
        old += difference
        pages.append((numbers[old], rest))
    return word, _run(sorted(pages), weight), at


def _numbers_at(data: bytes, at: int) -> tuple[int, int]:
    """How many numbers a list has, and where it ends."""
    count, at = head_at(data, at, 4)
    found = _so_many(count).match(data, at)
    if found is None:
        raise UnknownShape("a list of other things than numbers")
    return count, found.end()


@cache
def _so_many(numbers: int) -> re.Pattern[bytes]:
    return re.compile(_INT + b"{%d}" % numbers, re.DOTALL)


def _run(pages: list[tuple[int, bytes]], weight: int) -> Run:
    if not pages:
        return Run(0, 0, 0, weight, b"")
    (first, body), *others = pages
    parts = [body]
    before = first
    for number, rest in others:
        parts += (b"\x83", head(0, number - before), rest)
        before = number
    return Run(len(pages), first, before, weight, b"".join(parts))


# --- words as they are kept -----------------------------------------------------------------------------------------

_RECORD = struct.Struct(">7I")
"""Bytes of the word, forms, pages, first, last, weight, bytes of the body; then word and body, then the forms, each like a
word without forms."""


def _recorded(word: Word) -> bytes:
    runs = ((word.word, word.run, len(word.forms)), *((form, run, 0) for form, run in word.forms))
    return b"".join(
        _RECORD.pack(len(text), forms, run.pages, run.first, run.last, run.weight, len(run.body))
        + text
        + run.body
        for text, run, forms in runs
    )


def words_from_records(blocks: Iterable[bytes]) -> Iterator[Word]:
    """The words that `shard` has written, from blocks of its bytes that are cut anywhere."""
    source = iter(blocks)
    held, at = b"", 0

    def taken(size: int) -> bytes:
        nonlocal held, at
        while len(held) - at < size:
            held, at = held[at:] + next(source), 0
        at += size
        return held[at - size : at]

    def record() -> tuple[bytes, Run, int]:
        length, forms, pages, first, last, weight, size = _RECORD.unpack(taken(_RECORD.size))
        text = taken(length)
        return text, Run(pages, first, last, weight, taken(size)), forms

    while True:
        if at == len(held):
            held, at = next(source, b""), 0
            if not held:
                return
        word, run, forms = record()
        yield Word(word, run, tuple(record()[:2] for _ in range(forms)))
