"""Hostile archives: what somebody may send who wants a script to run, a file to be read, or a build to stand still.

`shapes.yaml` has scripts in every known shape; `archive_of` writes one of them into every field that there is. Shapes of
one build stand in one archive beside each other, each in records of its own, so that a hundred archives cost four builds.
`refused.yaml` has archives that must be told as problems; what no text can hold is made in `MADE`.
"""

from __future__ import annotations

import json
import os
import re
import socket
import struct
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml
from random_archives import PICTURE

FOLDER = Path(__file__).resolve().parent / "hostile"

Tree = str | list["Tree"] | dict[str, "Tree"]


@dataclass(frozen=True, slots=True)
class Shape:
    """A script as somebody may write it. `number` makes the ids of its records its own."""

    number: int
    name: str
    text: str

    @property
    def id(self) -> str:
        return f"s{self.number}"

    @property
    def line(self) -> str:
        """On one line, as fields have it that hold no more."""
        return " ".join(self.text.split())

    @property
    def tight(self) -> str:
        """Without white space, as it may stand in an address."""
        return "".join(self.text.split())


def shapes() -> tuple[Shape, ...]:
    rows = yaml.safe_load((FOLDER / "shapes.yaml").read_text("utf-8"))
    return tuple(Shape(number, row["name"], row["text"]) for number, row in enumerate(rows))


# --- one shape in every field -------------------------------------------------------------------------------------------


def written(tree: Tree) -> str:
    """As YAML that reads back as it is: JSON, which has a way to write every character."""
    return json.dumps(tree, ensure_ascii=True, indent=1)


def front(tree: Tree, body: str) -> str:
    return f"---\n{written(tree)}\n---\n{body}\n"


def archive_of(chosen: Sequence[Shape]) -> dict[str, str]:
    """The files of an archive with these shapes; the settings have all of them."""
    files = {
        "archive.yaml": written(
            {
                "title": " ".join(one.line for one in chosen),
                "description": " ".join(one.line for one in reversed(chosen)),
                "base_url": "https://example.org/" + re.sub(r'[?#"<>\\^`{|}]', "", chosen[0].tight),
                "editors": [one.line for one in chosen],
                "licence": chosen[-1].line,
            }
        )
    }
    for one in chosen:
        files |= _records(one)
    return files


def _records(one: Shape) -> dict[str, str]:
    return {
        f"content/articles/{one.id}.md": front(_article(one), body_of(one)),
        f"content/pages/{one.id}.md": front({"title": one.line}, prose_of(one)),
        f"annotations/articles/{one.id}.yaml": written(_notes(one)),
        f"annotations/entities/{one.id}.yaml": written(_entities(one)),
        f"annotations/events/{one.id}.yaml": written(_event(one)),
        f"annotations/claims/{one.id}.yaml": written(_claims(one)),
    }


def _article(one: Shape) -> Tree:
    address = f"https://example.org/{one.tight}"
    return {
        "title": one.line,
        "outlet": one.line,
        "authors": [one.line, f"{one.line}, {one.line}"],
        "dateline": one.line,
        "published": "2031-04-29T21:10+02:00",
        "retrieved": "2031-05-02",
        "url": address,
        "archived": [{"url": f"http://example.org:80/{one.tight}", "at": "2031-05-02"}],
        "kind": one.line,
        "origin": one.line,
        "rights": {"holder": one.line},
        "notice": one.line,
        "tags": [one.line],
        "former_ids": [f"old-{one.id}"],
        "extra": {one.line: [one.text, {one.text: one.text}]},
    }


def body_of(one: Shape) -> str:
    """The shape by itself, and in each mark of Markdown."""
    inside = re.sub(r"[\[\]`|]", "", one.line)
    unquoted = inside.replace("'", "").replace('"', "")
    return "\n\n".join(
        (
            f"Marked words {one.id} stand here. Others {one.id} are denied.",
            one.text,
            f"# {one.line}",
            f"- {one.line}\n- x",
            f"> {one.line}",
            f"`` {one.line} `` and *{inside}* and **{inside}**",
            f"```\n{one.text}\n```",
            f"    {one.line}",
            f"a | {inside}\n--- | ---\n{inside} | b",
            f"[{inside}](https://example.org/ '{inside}') and [a](https://example.org/{one.tight}) and [b](<{inside}>)",
            f"![{inside}](media/quay.png '{unquoted}') and ![x](https://foreign.invalid/{one.tight})",
            f"<{one.tight}> and <https://example.org/{one.tight}>",
            f"[c][{inside}] and a note[^n]\n\n[{inside}]: <{inside}> '{inside}'\n\n[^n]: {one.line}",
        )
    )


def prose_of(one: Shape) -> str:
    """The same in Markdown of ours, with links to records under the shape as their words."""
    inside = re.sub(r"[\[\]`|]", "", one.line)
    links = f"[[entity/{one.id}|{inside}]] and [{inside}](https://example.org/{one.tight} '{inside}')"
    return f"{one.text}\n\n{links}\n\n`{inside}`"


def _notes(one: Shape) -> Tree:
    prose = prose_of(one)
    said: Tree = {
        "quote": f"Marked words {one.id}",
        "id": "said",
        "note": prose,
        "entity": one.id,
        "event": one.id,
        "claim": one.id,
        "speaker": {"unnamed": one.line},
        "says": f"words {one.line}",
        "scope": "here",
        "on": "Sunday",
        "how": "relays",
        "chain": [{"unnamed": one.line}, one.id],
        "hedge": one.line,
        "annotator": one.line,
    }
    denied: Tree = {
        "quote": f"Others {one.id} are denied",
        "speaker": one.id,
        "note": one.text,
        "denies": "#said",
    }
    return {
        "annotator": one.line,
        "notes": [
            said,
            denied,
            {"at": "p2", "note": prose},
            {"at": "p3", "claim": f"{one.id}-count", "says": "9"},
        ],
    }


def _entities(one: Shape) -> Tree:
    return {
        one.id: {
            "is": "person",
            "name": f"{one.line} {one.id}",
            "aliases": [f"{one.line} {one.id} alias"],
            "names": {"uk": [f"{one.line} {one.id} Орла", f"{one.line} {one.id} Орлі"]},
            "not": [f"{one.line} not"],
            "roles": [{"what": one.line, "from": "2029", "source": f"article/{one.id}#said"}],
            "same_as": {one.line: one.line, "wikidata": one.tight, "viaf": "../../x"},
            "about": prose_of(one),
        },
        f"{one.id}-at": {
            "is": "place",
            "name": f"Quay {one.id} {one.line}",
            "at": ["54.10", "11.90"],
            "precision": one.line,
            "within": f"{one.id}-in",
        },
        f"{one.id}-in": {"is": "place", "name": f"Bay {one.id}"},
    }


def _event(one: Shape) -> Tree:
    return {
        one.id: {
            "title": one.line,
            "date": "2031-04-29~",
            "time": one.line,
            "where": [f"{one.id}-at"],
            "who": [one.id],
            "about": prose_of(one),
        }
    }


def _claims(one: Shape) -> Tree:
    return {
        one.id: {
            "question": one.line,
            "kind": "words",
            "scopes": {"here": one.line, "there": one.line},
            "event": one.id,
            "about": prose_of(one),
            "view": {"state": "open", "because": prose_of(one), "by": one.line, "on": "2031-05-10"},
        },
        f"{one.id}-count": {"question": f"How many? {one.line}", "kind": "quantity", "unit": one.line},
    }


def sources_of(one: Shape) -> dict[str, str]:
    """Files to be imported that hold the shape, as it stands, wherever an importer looks: a web page, and Markdown."""
    head = f"<title>{one.text}</title><meta name=author content='{one.text}'><link rel=canonical href='{one.tight}'>"
    words = "<p>Nine boats were lost at the quay.</p>{}<p>Divers had seen timber where the moorings used to be.</p>"
    shown = f"<h1>Storm {one.number}</h1>" + words.format(f"<p>{one.text}</p>{one.text}")
    page = f"<!doctype html><html><head>{head}</head><body><article>{shown}</article></body></html>"
    front = "".join(f"{key}: {json.dumps(one.line)}\n" for key in ("title", "author", "summary"))
    return {
        f"{one.id}-page.html": page,
        f"{one.id}-text.md": f"---\n{front}---\n\n{one.text}\n\n{body_of(one)}\n",
    }


# --- files ------------------------------------------------------------------------------------------------------------


def write(root: Path, files: Mapping[str, str | bytes]) -> None:
    for name, data in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data)


# --- what is told as a problem ------------------------------------------------------------------------------------------

GOOD = {"content/articles/storm.md": "---\ntitle: Storm\n---\nNine boats were lost.\n"}


@dataclass(frozen=True, slots=True)
class Refused:
    """An archive that is told as errors with these codes and no others; `make` writes it into a folder."""

    name: str
    codes: frozenset[str]
    make: Callable[[Path], None]


def refused() -> tuple[Refused, ...]:
    rows = yaml.safe_load((FOLDER / "refused.yaml").read_text("utf-8"))
    of_text = [_of_text(row["name"], row["codes"], row["files"]) for row in rows]
    return (*of_text, *(Refused(name, frozenset(codes), make) for name, codes, make in MADE))


def _of_text(name: str, codes: Iterable[str], files: dict[str, str]) -> Refused:
    return Refused(name, frozenset(codes), lambda root: write(root, GOOD | files))


def _bytes(**files: bytes) -> Callable[[Path], None]:
    """Files by their names below `content/articles/`, with `_` for `.`."""
    return lambda root: write(
        root, {f"content/articles/{name.replace('_', '.')}": data for name, data in files.items()}
    )


FRONT = b"---\ntitle: Storm\n---\n"


def _named(*names: str | bytes) -> Callable[[Path], None]:
    """Images with these names in `content/media/`."""

    def make(root: Path) -> None:
        write(root, GOOD)
        for name in names:
            path = root / "content/media" / os.fsdecode(name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(PICTURE)

    return make


def _linked(place: str, target: str) -> Callable[[Path], None]:
    """A symbolic link below the archive; `target` may lead to a folder of secrets beside it."""

    def make(root: Path) -> None:
        write(root, GOOD)
        write(
            root.parent / "secrets",
            {"secret.md": "---\ntitle: Secret\n---\nA name.\n", "secret.png": PICTURE},
        )
        (root / place).parent.mkdir(parents=True, exist_ok=True)
        (root / place).symlink_to(target)

    return make


def _special(make_special: Callable[[str], object]) -> Callable[[Path], None]:
    def make(root: Path) -> None:
        write(root, GOOD)
        make_special(str(root / "content/articles/gale.md"))

    return make


def _socket(path: str) -> None:
    """A socket's name may be short only, so it is bound from its folder."""
    here = Path.cwd()
    os.chdir(Path(path).parent)
    try:
        with socket.socket(socket.AF_UNIX) as bound:
            bound.bind(Path(path).name)
    finally:
        os.chdir(here)


def _shown(name: str, data: bytes) -> Callable[[Path], None]:
    """An image that an article shows."""
    article = f"---\ntitle: Storm\n---\n![a quay](media/{name})\n".encode()
    return lambda root: write(root, {"content/articles/storm.md": article, f"content/media/{name}": data})


def png(width: int, height: int, data: bytes, *more: tuple[bytes, bytes]) -> bytes:
    """A PNG that says it has these pixels, one byte each, and holds that much of them; `more` stands before them."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return (
            struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
        )

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    between = b"".join(chunk(*one) for one in more)
    return b"\x89PNG\r\n\x1a\n" + head + between + chunk(b"IDAT", zlib.compress(data)) + chunk(b"IEND", b"")


SVG = b'<svg xmlns="http://www.w3.org/2000/svg" onload="ran()"><script>ran()</script></svg>'
HTML = b"<!doctype html><script>ran()</script>"

MADE: tuple[tuple[str, tuple[str, ...], Callable[[Path], None]], ...] = (
    # --- encodings
    ("UTF-16", ("file-encoding",), _bytes(a_md=(FRONT + b"Text.").decode().encode("utf-16"))),
    (
        "UTF-16 without a mark",
        ("file-encoding",),
        _bytes(a_md=(FRONT + b"Text.").decode().encode("utf-16-le")),
    ),
    ("UTF-32", ("file-encoding",), _bytes(a_md=(FRONT + b"Text.").decode().encode("utf-32"))),
    ("Latin letters of one byte", ("file-encoding",), _bytes(a_md=FRONT + "café".encode("latin-1"))),
    ("overlong forms", ("file-encoding",), _bytes(a_md=FRONT + b"\xc0\xbcscript\xc0\xbe")),
    ("surrogates as bytes", ("file-encoding",), _bytes(a_md=FRONT + b"\xed\xa0\x80\xed\xb0\x80")),
    ("a character cut in two", ("file-encoding",), _bytes(a_md=FRONT + b"Text \xf0\x9f")),
    ("zeros", ("file-control",), _bytes(a_md=FRONT + b"Te\x00xt")),
    ("nothing but zeros", ("file-control",), _bytes(a_md=b"\x00" * 5000)),
    ("a program", ("file-encoding",), _bytes(a_md=b"\x7fELF\x02\x01\x01" + bytes(range(256)))),
    # --- names of files
    ("names of markup", ("path-unusable",), _named('"><script>ran()<', "a<b>.png")),
    ("names with line breaks and commands", ("path-unusable",), _named("a\n::error::b.png", "a\x1b[2Jb.png")),
    ("names that turn round", ("path-unusable",), _named("quay\u202egnp.jpg", "quay\u2066.png")),
    (
        "names that nobody sees",
        ("path-unusable",),
        _named("quay\u200b.png", "\u00adquay.png", "quay\x85.png"),
    ),
    ("names of other bytes", ("path-unusable",), _named(b"quay\xff.png")),
    ("names that Windows keeps", ("path-unusable",), _named("aux.png", "sub/NUL.png", "com1.jpg")),
    ("names that Windows cuts", ("path-unusable",), _named("quay.png.", "quay.png ", "sub./quay.png")),
    ("names of streams and drives", ("path-unusable",), _named("c:quay.png", "quay.png:x", "a\\..\\b.png")),
    ("names in other case", ("path-clash",), _named("quay.png", "Quay.png")),
    ("names composed otherwise", ("path-clash",), _named("caf\u00e9.png", "cafe\u0301.png")),
    ("names without end", ("path-unusable",), _named("/".join(["a" * 100] * 3) + ".png")),
    ("articles with names of markup", ("id-unusable",), _bytes(**{"'onclick='ran()'_md": FRONT + b"Text."})),
    # --- links and what is no file
    (
        "link to a file outside",
        ("file-outside",),
        _linked("content/articles/gale.md", "../../../secrets/secret.md"),
    ),
    (
        "link to a file by its whole path",
        ("file-outside",),
        _linked("content/articles/gale.md", "/etc/passwd"),
    ),
    ("link to a folder outside", ("file-outside",), _linked("content/articles/more", "../../../secrets")),
    ("link of a whole part outside", ("file-outside",), _linked("annotations", "../secrets")),
    ("link of the settings outside", ("file-outside",), _linked("archive.yaml", "../secrets/secret.md")),
    (
        "link of an image outside",
        ("file-outside",),
        _linked("content/media/quay.png", "../../../secrets/secret.png"),
    ),
    ("link to itself", ("file-unreadable",), _linked("content/articles/gale.md", "gale.md")),
    ("link to nothing", ("file-unreadable",), _linked("content/articles/gale.md", "nowhere.md")),
    ("pipe", ("file-unreadable",), _special(os.mkfifo)),
    ("socket", ("file-unreadable",), _special(_socket)),
    # --- images
    ("image of many pixels", ("image-too-large",), _shown("a.png", png(60_000, 60_000, b"\0" * 1000))),
    (
        "image with more pixels than it says",
        ("image-broken",),
        _shown("a.png", png(1, 1, b"\0" * 20_000_000)),
    ),
    (
        "image that moves",
        ("image-type",),
        _shown("a.png", png(1, 1, b"\0\0", (b"acTL", struct.pack(">II", 9, 0)))),
    ),
    ("image that is cut", ("image-broken",), _shown("a.png", PICTURE[:50])),
    ("image of a vector with a script", ("image-type",), _shown("a.svg", SVG)),
    ("image of a vector by another name", ("image-type",), _shown("a.png", SVG)),
    ("image that is a page", ("image-type",), _shown("a.jpg", HTML)),
    ("page as an image", ("image-type",), _shown("a.html", HTML)),
    ("image of another type than it says", ("image-type",), _shown("a.jpg", PICTURE)),
    (
        "image that moves, of an old type",
        ("image-type",),
        _shown("a.gif", b"GIF89a\x01\x00\x01\x00\x80\x01\x00"),
    ),
)
"""(name, codes, what writes it) of archives that a text cannot hold."""
