"""What a saved page shows and the article made of it does not: the words, and what is no text.

It promises to name exactly the words that are missing, with those around them, and to say of an image, a table or a
frame no more than is so. It refuses to judge what belongs to the article.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise
from types import MappingProxyType

from postil.importers.html_page import Tree, runs
from postil.messages import counted, shortened
from postil.model.imported import Source
from postil.problems import Place, Problem, Remark, Severity

_MEDIA = MappingProxyType(
    {
        **dict.fromkeys(("iframe", "embed", "object", "frame"), "embedded frame"),
        "audio": "sound",
        "canvas": "drawing",
        "form": "form",
        "img": "image",
        "script": "script",
        "svg": "drawing",
        "video": "video",
    }
)
_NOTES = 30
_SHOWN = 100
"""Code points of a passage that a note of a problem holds."""

_AROUND = 40
"""Code points before and after missing words that are shown with them."""

_SURE = 4
"""Words in a row that do not stand in two passages by chance."""

_NEAR = 20
"""Texts of the article that a passage of the page is compared with, those that have most in common with it."""

_MOST = 4_000_000
"""Pairs of words that are compared at most; a passage that would take more is named as a whole."""


@dataclass(frozen=True, slots=True)
class _Missing:
    """A run of words that are missing, and the text of the page that has them; `is_whole`: it is that text."""

    words: tuple[str, ...]
    text: str
    start: int = 0
    """Words of the text before them."""
    is_whole: bool = False


def left_out(source: Source, page: Tree, kept: Sequence[str], *, has_tables: bool) -> Iterator[Problem]:
    """What is missing of a page, given the texts of the article; `has_tables`: tables came in as such."""
    texts = [run.text for run in runs(page)]
    groups = _groups(texts, kept)
    if groups:
        words = sum(len(text.split()) for text in texts)
        left = sum(len(one.words) for group in groups for one in group)
        notes = [Remark(_told(group)) for group in groups[:_NOTES]]
        if len(groups) > _NOTES:
            notes.append(Remark(f"and {counted(len(groups) - _NOTES, 'more passage')}"))
        are = "is" if left == 1 else "are"
        message = (
            f"{left} of {counted(words, 'word')} on the page {are} not in the article,"
            f" in {counted(len(groups), 'passage')}"
        )
        yield _warning(source, message, tuple(notes), "put back by hand what belongs to it")
    media = Counter(_MEDIA[element.tag] for element in page.iter(*_MEDIA))
    if media:
        several = ", ".join(counted(count, kind) for kind, count in sorted(media.items()))
        images = dict.fromkeys(_image(element) for element in page.iter("img"))
        notes = [Remark(f"image {image}") for image in list(images)[:_NOTES] if image]
        yield _warning(source, f"not in the article, but on the page: {several}", tuple(notes))
    yield from _lost_tables(source, page, kept, has_tables=has_tables)


def _groups(texts: Sequence[str], kept: Sequence[str]) -> list[list[_Missing]]:
    """What is missing, passages that follow one another together."""
    find = _Finder(kept)
    groups: list[list[_Missing]] = []
    was_whole = False
    for text in texts:
        found = find.missing(text)
        is_whole = bool(found) and found[0].is_whole
        if is_whole and was_whole:
            groups[-1] += found
        elif is_whole:
            groups.append(found)
        else:
            groups += [[one] for one in found]
        was_whole = is_whole
    return groups


class _Finder:
    """Texts in which words of others are looked for."""

    def __init__(self, kept: Sequence[str]) -> None:
        self._whole = "".join("".join(kept).split())
        self._kept = [text.split() for text in kept]
        self._with: dict[tuple[str, ...], list[int]] = {}
        for number, words in enumerate(self._kept):
            for pair in dict.fromkeys(pairwise(words)):
                self._with.setdefault(pair, []).append(number)

    def missing(self, text: str) -> list[_Missing]:
        if "".join(text.split()) in self._whole:
            return []
        words = text.split()
        near = Counter(
            number for pair in dict.fromkeys(pairwise(words)) for number in self._with.get(pair, ())
        )
        alike = [word for number, _ in sorted(near.most_common(_NEAR)) for word in self._kept[number]]
        if not alike or len(alike) * len(words) > _MOST:
            return [_Missing(tuple(words), text, is_whole=True)]
        # Two words in a row that the article has too say that they came in; one alone may be any "the",
        # unless there is but one.
        matched = SequenceMatcher(None, words, alike, autojunk=False).get_matching_blocks()
        same = [block for block in matched if block.size != 1 or alike.count(words[block.a]) == 1]
        came = sum(block.size for block in same)
        if 2 * came < len(words) and max(block.size for block in same) < _SURE:
            return [_Missing(tuple(words), text, is_whole=True)]
        ends = [0, *(block.a + block.size for block in same)]
        runs_between = zip(ends, same, strict=False)
        return [
            _Missing(tuple(words[end : block.a]), text, end) for end, block in runs_between if block.a > end
        ]


def _told(group: Sequence[_Missing]) -> str:
    if group[0].is_whole:
        return shortened(" / ".join(one.text for one in group), _SHOWN)
    (one,) = group
    around = one.text.split()
    before = "".join(f"{word} " for word in around[: one.start])
    after = "".join(f" {word}" for word in around[one.start + len(one.words) :])
    words = shortened(" ".join(one.words), _SHOWN)
    return f'"{words}" of "{_cut(before)}{words}{_cut(after[::-1])[::-1]}"'


def _cut(before: str) -> str:
    """The end of what stands before a run of words, from a whole word on."""
    return before if len(before) <= _AROUND else f"…{before[-_AROUND:].partition(' ')[2]}"


def _lost_tables(source: Source, page: Tree, kept: Sequence[str], *, has_tables: bool) -> Iterator[Problem]:
    """Tables that did not come in whole, and whether words of them did."""
    whole = "\0".join("".join(text.split()) for text in kept)
    nothing = words = 0
    for table in page.iter("table"):
        cells = ["".join("".join(cell.itertext()).split()) for cell in table.iter("td", "th")]
        cells = [cell for cell in cells if cell]
        if not cells or (has_tables and "\0".join(cells) in whole):
            continue
        if any(cell in whole for cell in cells):
            words += 1
        else:
            nothing += 1
    if nothing:
        yield _warning(source, f"not in the article, but on the page: {counted(nothing, 'table')}")
    if words:
        of = "it" if words == 1 else "them"
        message = f"{counted(words, 'table')} of the page did not come in as such, though words of {of} did"
        yield _warning(source, message)


def _image(element: Tree) -> str:
    address = element.get("src") or element.get("data-src") or ""
    return shortened(f"{address} {element.get('alt') or ''}".strip(), _SHOWN)


def _warning(source: Source, message: str, notes: tuple[Remark, ...] = (), *cures: str) -> Problem:
    return Problem("import-lost", message, Place(source.path), notes, cures, Severity.WARNING)
