"""Random faults: put into a value, the text of a file, its bytes, or its path."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from hypothesis import strategies as st
from random_values import KEYS, Tree, dates, deep, odd_texts, trees
from strategies import MARKS, pieces

Spot = tuple[Tree, str | int]
"""A list or map, and one of its keys."""


def _spots(tree: Tree) -> list[Spot]:
    """Every place in a tree at which something stands, as its holder and its key."""
    found: list[Spot] = []
    if isinstance(tree, str):
        return found
    pairs: list[tuple[str | int, Tree]] = [*(tree.items() if isinstance(tree, dict) else enumerate(tree))]
    for key, value in pairs:
        found.append((tree, key))
        found += _spots(value)
    return found


_KINDS = (
    *("near", "near", "near", "near", "like", "like", "like", "text", "text", "date"),
    *("key", "key", "drop", "drop", "value", "list", "deep"),
)


def break_value(draw: st.DrawFn, tree: Tree) -> None:
    """Put one fault into a tree."""
    kind = draw(st.sampled_from(_KINDS))
    spots = _spots(tree)
    texts = [spot for spot in spots if isinstance(_at(spot), str) and _at(spot)]
    spots = texts if kind in {"near", "like", "text", "date"} else spots
    if not spots:
        return
    holder, key = draw(st.sampled_from(spots))
    if isinstance(holder, list) and isinstance(key, int):
        holder[key] = _other(draw, kind, holder[key], texts)
    elif isinstance(holder, dict) and isinstance(key, str):
        if kind == "key":
            holder[draw(st.sampled_from(KEYS) | odd_texts)] = holder.pop(key)
        elif kind == "drop":
            del holder[key]
        else:
            holder[key] = _other(draw, kind, holder[key], texts)


def _at(spot: Spot) -> Tree:
    holder, key = spot
    return holder[key]  # type: ignore[index]  # the key is one of its holder


def _other(draw: st.DrawFn, kind: str, value: Tree, texts: list[Spot]) -> Tree:
    """Something in place of a value: for `near` all but the same, for `like` what stands elsewhere."""
    if kind == "near" and isinstance(value, str):
        at = draw(st.integers(0, len(value) - 1))
        middle = draw(st.sampled_from(["", "", "x", "9", " ", "-", "/", value[at] * 2]))
        return value[:at] + middle + value[at + 1 :]
    if kind == "like":
        return _at(draw(st.sampled_from(texts)))
    if kind == "list":
        return [value, draw(trees)]
    return draw({"text": odd_texts, "deep": deep, "date": dates}.get(kind, trees))


_LINES = pieces("lines")


def break_text(draw: st.DrawFn, text: str) -> str:
    kind = draw(
        st.sampled_from(
            ["in", "in", "out", "line", "same", "swap", "indent", "crlf", "bom", "end", "like", "empty"]
        )
    )
    rows = text.split("\n")
    row = draw(st.integers(0, len(rows) - 1))
    at = draw(st.integers(0, len(text)))
    match kind:
        case "in":
            return text[:at] + draw(odd_texts | st.sampled_from(MARKS)) + text[at:]
        case "out":
            return text[:at] + text[at + draw(st.integers(1, 30)) :]
        case "line":
            rows.insert(row, draw(st.sampled_from(_LINES)))
        case "same":
            rows.insert(row, rows[row])
        case "swap":
            rows[row], rows[0] = rows[0], rows[row]
        case "indent":
            rows[row] = draw(st.sampled_from(["  ", " ", "\t", "- "])) + rows[row]
        case "crlf":
            return text.replace("\n", draw(st.sampled_from(["\r\n", "\r", "\n\r", "\x85"])))
        case "bom":
            return "\ufeff" + text
        case "end":
            return text[:at]
        case "like":
            return text.translate({ord(":"): "：", ord("-"): "–", ord(" "): "\u00a0"})
        case _:
            return draw(st.sampled_from(["", "\n", "---\n", "---\n---\n", "# nothing\n", "\ufeff"]))
    return "\n".join(rows)


def break_bytes(draw: st.DrawFn, data: bytes) -> bytes:
    at = draw(st.integers(0, len(data)))
    kind = draw(st.sampled_from(["in", "flip", "utf-16", "utf-16-le", "cp1251", "all"]))
    if kind == "in":
        return data[:at] + draw(st.binary(min_size=1, max_size=4)) + data[at:]
    if kind == "flip":
        return data[:at] + bytes([draw(st.integers(0, 255))]) + data[at + 1 :]
    if kind == "all":
        return draw(st.binary(max_size=60))
    return data.decode("utf-8", "replace").encode(kind, "replace")


_PATHS = (*pieces("paths"), "content/articles/\udcff.md", f"content/articles/{'x' * 190}.md")


@dataclass(frozen=True, slots=True)
class Link:
    """A symbolic link."""

    to: str


Entry = tuple[str, bytes | Link | None]
"""A path and what stands there: a file, a link, or a folder."""


@dataclass(frozen=True, slots=True)
class Files:
    """The files of an archive by path, and how many faults were put in."""

    files: tuple[Entry, ...]
    faults: int

    def write(self, root: Path) -> None:
        """Write all that the file system takes; of two files that stand in each other's way, the first."""
        (root / "content" / "articles").mkdir(parents=True)
        for path, data in self.files:
            with contextlib.suppress(OSError):
                where = root / path
                where.parent.mkdir(parents=True, exist_ok=True)
                if isinstance(data, Link):
                    where.symlink_to(data.to)
                elif data is None:
                    where.mkdir()
                else:
                    where.write_bytes(data)


def break_path(draw: st.DrawFn, files: dict[str, bytes | Link | None], path: str) -> None:
    new = draw(st.sampled_from(_PATHS) | st.sampled_from(sorted(files)))
    make: list[Callable[[], bytes | Link | None]] = [
        lambda: files.get(path),
        lambda: b"",
        lambda: draw(st.binary(max_size=30)),
        lambda: None,
        lambda: Link(
            draw(st.sampled_from(["nowhere", "/etc/hostname", "..", ".", "wire.md", new.rpartition("/")[2]]))
        ),
    ]
    content = draw(st.sampled_from(make))()
    if draw(st.booleans()):
        files.pop(path, None)
    files[new] = content
