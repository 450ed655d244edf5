"""A random walk through the edits of an archive: after each step an incremental build equals a clean one, byte for byte.

`python tests/walk.py --steps 2000 --seed 1 --log FILE`. One archive is edited like by people: words, notes, names, events,
claims, settings, templates, strings, styles and images come, change, go, and come back as they were. After each step it is
built over what stands there, with whatever the builds before have kept, and once more in another folder from nothing. Both
have the same problems, and the same files to the byte. Every so often the build is run again (nothing is rendered, nothing
written, the same is said), by several workers, as drafts, or after somebody has done harm to the cache or to the site.

Walks with one seed take the same steps.
"""

from __future__ import annotations

import json
import os
import platform
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import click
from sites import HARBOUR, REPOSITORY, digests

from postil import pipeline, rebuild, sealing
from postil.cache import inputs
from postil.folders import LEDGER
from postil.model.outcome import Outcome
from postil.problems import has_errors

Files = dict[str, bytes]
"""An archive by path."""

Edit = Callable[[Files, random.Random], str]
"""Changes files in place, and says what it did; an empty text when there was nothing to do."""

NAMES = (
    "Mara Quill",
    "Odo Finch",
    "harbour office",
    "the Tern",
    "Hanne Brook",
    "Venn",
    "south quay",
    "Міра Коваль",
)
WORDS = ("later", "at first", "slowly", "again", "by lantern", "with care")
SENTENCES = (
    "The tide came in late.",
    "Orla Venn was not asked.",
    "Mara Quill saw the harbour office close.",
    "Nobody counted the nets.",
    "The crane on the north quay was painted red.",
    "Odo Finch said nothing at all.",
)
TICK = 20_000_000
"""Nanoseconds in which the clock of a disk has surely gone on, where tests run."""

ARTICLES, NOTES, RECORDS = "content/articles/", "annotations/articles/", "annotations/"


# --- what is picked ---------------------------------------------------------------------------------------------


def _below(files: Mapping[str, bytes], prefix: str, suffix: str = "") -> list[str]:
    return sorted(path for path in files if path.startswith(prefix) and path.endswith(suffix))


def _article(files: Mapping[str, bytes], rng: random.Random) -> str:
    return rng.choice(_below(files, ARTICLES, ".md"))


def _text(files: Mapping[str, bytes], path: str) -> str:
    return files[path].decode("utf-8")


def _body(text: str) -> tuple[str, list[str]]:
    """Front matter with its lines of dashes, and the paragraphs."""
    head, _, body = text.removeprefix("---\n").partition("\n---\n")
    return f"---\n{head}\n---\n", body.strip("\n").split("\n\n")


def _whole(head: str, paragraphs: list[str]) -> bytes:
    return (head + "\n\n".join(paragraphs) + "\n").encode()


def _key(files: Files, path: str, key: str, value: str) -> None:
    """Set a key at the first level of front matter or settings."""
    line = f"{key}: {value}\n"
    text = _text(files, path)
    new, count = re.subn(rf"^{key}:.*\n", lambda _: line, text, count=1, flags=re.MULTILINE)
    if not count:
        new = text.replace("---\n", f"---\n{line}", 1) if text.startswith("---\n") else text + line
    files[path] = new.encode()


# --- edits of articles --------------------------------------------------------------------------------------------


def word_added(files: Files, rng: random.Random) -> str:
    path = _article(files, rng)
    head, paragraphs = _body(_text(files, path))
    at = rng.randrange(len(paragraphs))
    spaces = [found.start() for found in re.finditer(r"(?<=[a-z]) (?=[a-z])", paragraphs[at])]
    if not spaces:
        return ""
    where = rng.choice(spaces)
    paragraphs[at] = f"{paragraphs[at][:where]} {rng.choice(WORDS)}{paragraphs[at][where:]}"
    files[path] = _whole(head, paragraphs)
    return path


def sentence_added(files: Files, rng: random.Random) -> str:
    path = _article(files, rng)
    head, paragraphs = _body(_text(files, path))
    at = rng.randrange(len(paragraphs))
    paragraphs[at] += f" {rng.choice(SENTENCES)}"
    files[path] = _whole(head, paragraphs)
    return path


def paragraph_added(files: Files, rng: random.Random) -> str:
    path = _article(files, rng)
    head, paragraphs = _body(_text(files, path))
    # Most often at the end, so that addresses of what is noted stay.
    at = len(paragraphs) if rng.random() < 0.7 else rng.randrange(len(paragraphs) + 1)
    paragraphs.insert(at, " ".join(rng.sample(SENTENCES, rng.randint(1, 3))))
    files[path] = _whole(head, paragraphs)
    return path


def paragraph_removed(files: Files, rng: random.Random) -> str:
    path = _article(files, rng)
    head, paragraphs = _body(_text(files, path))
    if len(paragraphs) < 2:
        return ""
    # Rather one that was added here than one that is noted.
    added = [at for at, one in enumerate(paragraphs) if one.split(".")[0] + "." in SENTENCES]
    del paragraphs[rng.choice(added) if added and rng.random() < 0.8 else rng.randrange(len(paragraphs))]
    files[path] = _whole(head, paragraphs)
    return path


def article_added(files: Files, rng: random.Random) -> str:
    path = f"{ARTICLES}{rng.choice(('', 'ledger/', 'new/'))}a{rng.randrange(12)}.md"
    lines = [f"title: {rng.choice(('A', 'Another', 'One more'))} word from the quay"]
    lines += [f"published: 2031-0{rng.randint(4, 6)}-{rng.randint(10, 28)}"] * (rng.random() < 0.8)
    lines += ["outlet: Evening Ledger"] * (rng.random() < 0.5)
    paragraphs = [" ".join(rng.sample(SENTENCES, 2)) for _ in range(rng.randint(1, 4))]
    files[path] = _whole("---\n" + "\n".join(lines) + "\n---\n", paragraphs)
    return path


def article_removed(files: Files, rng: random.Random) -> str:
    path = _article(files, rng)
    if len(_below(files, ARTICLES)) < 4:
        return ""
    del files[path]
    if rng.random() < 0.8:
        files.pop(NOTES + path.removeprefix(ARTICLES).removesuffix(".md") + ".yaml", None)
    return path


def article_renamed(files: Files, rng: random.Random) -> str:
    path = _article(files, rng)
    old = path.removeprefix(ARTICLES).removesuffix(".md")
    new = f"{old}-{rng.randrange(3)}"
    if f"{ARTICLES}{new}.md" in files:
        return ""
    files[f"{ARTICLES}{new}.md"] = files.pop(path)
    if rng.random() < 0.7:
        _key(files, f"{ARTICLES}{new}.md", "former_ids", f"[{old}]")
    notes = files.pop(f"{NOTES}{old}.yaml", None)
    if notes is not None:
        files[f"{NOTES}{new}.yaml"] = notes
    return f"{old} -> {new}"


def front_matter_changed(files: Files, rng: random.Random) -> str:
    path = _article(files, rng)
    key, values = rng.choice(
        (
            ("title", ("Boats lost", "Boats found", "The quay, again")),
            ("outlet", ("Harbour Wire", "Evening Ledger")),
            ("published", ("2031-04-30", "2031-05", "2031-05-02T08:00+02:00", "2030~")),
            ("lang", ("en", "uk", "en-GB")),
            ("tags", ("[storm]", "[storm, quay]", "[]")),
            ("notice", ("injury", "grief")),
            ("kind", ("wire", "report", "diary")),
            (
                "rights",
                ("{holder: Harbour Wire}", "{holder: The Ledger}", "{holder: The Ledger, text: quoted}"),
            ),
        )
    )
    value = rng.choice(values)
    _key(files, path, key, value)
    return f"{path}: {key}: {value}"


# --- edits of what is said about them -------------------------------------------------------------------------------


def note_added(files: Files, rng: random.Random) -> str:
    path = _article(files, rng)
    _, paragraphs = _body(_text(files, path))
    words = rng.choice(paragraphs).split()
    if len(words) < 3:
        return ""
    at = rng.randrange(len(words) - 2)
    quote = json.dumps(" ".join(words[at : at + rng.randint(1, 3)]), ensure_ascii=False)
    about = rng.choice(
        (
            "note: Said by one who was there.",
            "note: See [[entity/orla-venn]], and [[claim/boats-lost]].",
            "entity: north-quay",
            "event: quay-collapse",
            "claim: boats-lost\n    says: 9\n    speaker: outlet",
            "claim: boats-lost\n    says: about 12\n    denies: [article/harbour-wire#office-figure]",
            "speaker: tomas-rell",
            "see: [entity/lessing-bay]",
        )
    )
    notes = NOTES + path.removeprefix(ARTICLES).removesuffix(".md") + ".yaml"
    text = files.get(notes, b"").decode() or "notes:\n"
    files[notes] = f"{text}  - quote: {quote}\n    {about}\n".encode()
    return notes


def note_removed(files: Files, rng: random.Random) -> str:
    paths = _below(files, NOTES, ".yaml")
    if not paths:
        return ""
    path = rng.choice(paths)
    head, *notes = re.split(r"^(?=  - )", _text(files, path), flags=re.MULTILINE)
    if not notes:
        return ""
    del notes[rng.randrange(len(notes))]
    if notes:
        files[path] = "".join((head, *notes)).encode()
    else:
        del files[path]
    return path


def notes_made_drafts(files: Files, rng: random.Random) -> str:
    paths = _below(files, NOTES, ".yaml")
    if not paths:
        return ""
    path = rng.choice(paths)
    text = _text(files, path)
    files[path] = (
        text.replace("status: draft\n", "") if "status: draft\n" in text else f"status: draft\n{text}"
    ).encode()
    return path


def line_of_record_changed(files: Files, rng: random.Random) -> str:
    """A value, somewhere, becomes another of its kind; as often as not it fits."""
    path = rng.choice(_below(files, RECORDS, ".yaml"))
    lines = _text(files, path).split("\n")
    found = [at for at, line in enumerate(lines) if re.search(r"^ +(?:- )?[a-z_]+: \S", line)]
    if not found:
        return ""
    at = rng.choice(found)
    key = lines[at].partition(":")[0]
    values = {
        "name": NAMES,
        "title": ("The quay is lost", "A storm", "Order 12"),
        "question": ("How many boats were lost?", "How many boats sank?"),
        "about": ("Nothing more is known.", "See [[entity/orla-venn]]."),
        "note": ("Counted once.", "Counted twice, by [[entity/harbour-office]]."),
        "date": ("2031-04-29", "2031-04", "2031-05-01~", "2032"),
        "says": ("9", "at least 14", "about 20", "no-answer"),
        "hedge": ("single-source", "as-told"),
        "is": ("person", "place", "organization"),
        "how": ("own-count", "relays", "saw-it"),
    }.get(key.strip().removeprefix("- "), ())
    if not values:
        return ""
    lines[at] = f"{key}: {rng.choice(values)}"
    files[path] = "\n".join(lines).encode()
    return f"{path}: {lines[at].strip()}"


def entity_added(files: Files, rng: random.Random) -> str:
    path = f"{RECORDS}entities/{rng.choice(('people', 'places', 'more'))}.yaml"
    id_ = f"e{rng.randrange(30)}"
    text = files.get(path, b"").decode()
    if f"\n{id_}:" in text or text.startswith(f"{id_}:"):
        return ""
    name = rng.choice((*NAMES, "tide", "crane"))
    more = rng.choice(
        ("", f"  aliases: [{rng.choice(NAMES)}]\n", "  about: Came by [[event/quay-collapse]].\n")
    )
    files[path] = (
        f"{text}{id_}:\n  is: {rng.choice(('person', 'place', 'other'))}\n  name: {name}\n{more}".encode()
    )
    return f"{id_}: {name}"


def alias_added(files: Files, rng: random.Random) -> str:
    path = rng.choice(_below(files, f"{RECORDS}entities/", ".yaml"))
    text = _text(files, path)
    names = list(re.finditer(r"^  name: .*\n", text, re.MULTILINE))
    if not names:
        return ""
    at = rng.choice(names).end()
    if text[at:].startswith("  aliases:"):
        end = text.index("\n", at) + 1
        files[path] = (text[:at] + text[end:]).encode()
        return f"{path}: fewer"
    files[path] = f"{text[:at]}  aliases: [{rng.choice((*NAMES, 'nets', 'tide'))}]\n{text[at:]}".encode()
    return path


def record_removed(files: Files, rng: random.Random) -> str:
    kind = rng.choice(("entities", "events", "claims"))
    paths = _below(files, f"{RECORDS}{kind}/", ".yaml")
    if not paths:
        return ""
    path = rng.choice(paths)
    records = re.split(r"^(?=\S)", _text(files, path), flags=re.MULTILINE)[1:]
    added = [at for at, one in enumerate(records) if re.match(r"[eqv]\d+:", one)]
    at = rng.choice(added) if added and rng.random() < 0.8 else rng.randrange(len(records))
    del records[at]
    if records:
        files[path] = "".join(records).encode()
    else:
        del files[path]
    return path


def event_added(files: Files, rng: random.Random) -> str:
    path = f"{RECORDS}events/{rng.choice(('storm', 'after'))}.yaml"
    text = files.get(path, b"").decode()
    id_ = f"v{rng.randrange(20)}"
    if f"{id_}:" in text:
        return ""
    lines = [f"{id_}:", f"  title: {rng.choice(('The tide turns', 'A count is made'))}"]
    lines += [f"  date: {rng.choice(('2031-05-01', '2031-05', '2031-04-29~', '203X'))}"] * (
        rng.random() < 0.8
    )
    lines += ["  where: [north-quay]"] * (rng.random() < 0.5) + ["  after: [quay-collapse]"] * (
        rng.random() < 0.3
    )
    files[path] = (text + "\n".join(lines) + "\n").encode()
    return id_


def claim_added(files: Files, rng: random.Random) -> str:
    path = f"{RECORDS}claims/{rng.choice(('boats', 'more'))}.yaml"
    text = files.get(path, b"").decode()
    id_ = f"q{rng.randrange(20)}"
    if f"{id_}:" in text:
        return ""
    files[path] = f"{text}{id_}:\n  question: Who was at the {id_} gate?\n  kind: words\n".encode()
    return id_


# --- what is held back, and for ever ------------------------------------------------------------------------------


def words_withheld(files: Files, rng: random.Random) -> str:
    path = _article(files, rng)
    notes = NOTES + path.removeprefix(ARTICLES).removesuffix(".md") + ".yaml"
    text = files.get(notes, b"").decode()
    if text.startswith("withhold:"):
        text = re.sub(r"\Awithhold:\n(?:  .*\n)+", "", text)
        files.pop(notes, None)
        files |= {notes: text.encode()} if text else {}
        return f"{notes}: shown again"
    words = rng.choice(_body(_text(files, path))[1]).split()
    if len(words) < 4:
        return ""
    at = rng.randrange(len(words) - 3)
    quote = json.dumps(" ".join(words[at : at + 3]), ensure_ascii=False)
    files[notes] = f"withhold:\n  - quote: {quote}\n    reason: safety\n{text}".encode()
    return notes


def entity_hidden(files: Files, _: random.Random) -> str:
    """Somebody is not to be named any more, or again."""
    path = f"{RECORDS}entities/people.yaml"
    name, hidden = "  name: Tomas Rell\n", "  show: role\n  public_id: witness-7\n"
    text = files.get(path, b"").decode()
    if name not in text:
        return ""
    files[path] = (
        text.replace(hidden, "") if hidden in text else text.replace(name, f"{name}{hidden}")
    ).encode()
    return path


def ledger_changed(files: Files, rng: random.Random) -> str:
    """An article is sealed, as the command does it, or the ledger goes."""
    if LEDGER in files and rng.random() < 0.6:
        del files[LEDGER]
        return "no ledger"
    id_ = _article(files, rng).removeprefix(ARTICLES).removesuffix(".md")
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), {}, files)
        done = sealing.seal(Path(folder), [id_], "2031-06-01")
        ledger = Path(folder, LEDGER)
        if done.problems or not ledger.exists():
            return ""
        files[LEDGER] = ledger.read_bytes()
    return f"sealed {id_}"


# --- edits of the rest ------------------------------------------------------------------------------------------------


def setting_changed(files: Files, rng: random.Random) -> str:
    key, values = rng.choice(
        (
            ("title", ("Harbour papers", "Papers of the bay")),
            ("description", ("What was said of a storm", "Little is known")),
            ("language", ("en", "uk")),
            ("editors", ("[M. Okafor]", "[M. Okafor, A. Prell]")),
            ("search", ("both", "web", "folder")),
            ("base_url", ("https://example.org/harbour/", "https://example.net/")),
            ("timezone", ("Europe/London", "Europe/Kyiv")),
        )
    )
    value = rng.choice(values)
    _key(files, "archive.yaml", key, value)
    return f"{key}: {value}"


def page_changed(files: Files, rng: random.Random) -> str:
    path = f"content/pages/{rng.choice(('about', 'method', 'thanks'))}.md"
    if path in files and rng.random() < 0.4:
        del files[path]
    else:
        text = rng.choice(("Of [[entity/orla-venn]].", "Of two quays.", "See [[article/harbour-wire@p2s1]]."))
        files[path] = f"---\ntitle: {rng.choice(('About', 'How', 'Thanks'))}\n---\n{text}\n".encode()
    return path


def template_changed(files: Files, rng: random.Random) -> str:
    path = rng.choice(_below(files, "templates/", ".html"))
    remark = "<!-- changed -->"
    text = _text(files, path)
    lines = text.split("\n")
    whole = [
        at
        for at, line in enumerate(lines)
        if re.fullmatch(r"\s*</(?:section|main|ul|article|footer|div)>", line)
    ]
    if remark in text:
        files[path] = text.replace(f"{remark}\n", "").encode()
    elif whole:
        lines.insert(rng.choice(whole), remark)
        files[path] = "\n".join(lines).encode()
    else:
        return ""
    return path


def strings_changed(files: Files, rng: random.Random) -> str:
    path = rng.choice(_below(files, "templates/strings/", ".yaml"))
    lines = _text(files, path).split("\n")
    found = [at for at, line in enumerate(lines) if re.fullmatch(r"[a-z_.]+: [A-Za-zА-я ]+", line)]
    at = rng.choice(found)
    lines[at] = lines[at].removesuffix(" now") if lines[at].endswith(" now") else f"{lines[at]} now"
    files[path] = "\n".join(lines).encode()
    return f"{path}: {lines[at]}"


def asset_changed(files: Files, rng: random.Random) -> str:
    path = rng.choice(_below(files, "templates/assets/", ".css"))
    more = b"\n.seen { margin: 0 }\n"
    files[path] = files[path].removesuffix(more) if files[path].endswith(more) else files[path] + more
    return path


def image_changed(files: Files, rng: random.Random) -> str:
    path = f"content/media/{rng.choice(('quay', 'boat'))}.png"
    article = _article(files, rng)
    shown = f"![a picture of the quay](media/{path.rpartition('/')[2]})"
    choice = rng.random()
    if path in files and choice < 0.3:
        del files[path]
    else:
        files[path] = picture(rng.randint(1, 3), rng.randint(1, 3), rng.randrange(256))
        if choice < 0.7:
            files[article] += f"\n{shown}\n".encode()
    return path


def picture(width: int, height: int, grey: int) -> bytes:
    """A PNG of one grey."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    rows = (b"\x00" + bytes([grey]) * width) * height
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


def line_broken(files: Files, rng: random.Random) -> str:
    """What a slip of the hand does: a line twice, gone, or cut."""
    path = rng.choice(_below(files, "content/", ".md") + _below(files, RECORDS, ".yaml"))
    lines = _text(files, path).split("\n")
    at = rng.randrange(len(lines))
    how = rng.choice(("twice", "gone", "cut"))
    if how == "twice":
        lines.insert(at, lines[at])
    elif how == "gone":
        del lines[at]
    else:
        lines[at] = lines[at][: len(lines[at]) // 2]
    files[path] = "\n".join(lines).encode()
    return f"{path}:{at + 1} {how}"


EDITS: tuple[tuple[int, Edit], ...] = (
    (12, word_added),
    (6, sentence_added),
    (6, paragraph_added),
    (6, paragraph_removed),
    (4, article_added),
    (3, article_removed),
    (3, article_renamed),
    (5, front_matter_changed),
    (8, note_added),
    (4, note_removed),
    (1, notes_made_drafts),
    (10, line_of_record_changed),
    (4, entity_added),
    (4, alias_added),
    (3, record_removed),
    (3, event_added),
    (2, claim_added),
    (1, words_withheld),
    (1, entity_hidden),
    (1, ledger_changed),
    (3, setting_changed),
    (2, page_changed),
    (3, template_changed),
    (2, strings_changed),
    (1, asset_changed),
    (2, image_changed),
    (2, line_broken),
)
"""(how often it is chosen beside the others, the edit)."""


# --- harm ---------------------------------------------------------------------------------------------------------------


def cache_files(root: Path) -> list[Path]:
    return [path for path in sorted((root / ".cache").rglob("*")) if path.is_file()]


def harmed(path: Path, rng: random.Random) -> str:
    """Do to a file what disks, people and other programs do."""
    data = bytearray(path.read_bytes())
    how = rng.choice(("bytes", "cut", "gone", "empty", "foreign"))
    if how == "bytes":
        for _ in range(rng.randint(1, 40)):
            if data:
                data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        path.write_bytes(data)
    elif how == "cut":
        path.write_bytes(data[: rng.randrange(len(data) + 1)])
    elif how == "gone":
        path.unlink()
    else:
        path.write_bytes(b"" if how == "empty" else rng.randbytes(200))
    return f"{path.name}: {how}"


# --- the walk -----------------------------------------------------------------------------------------------------------


class Unequal(AssertionError):  # noqa: N818 - what was found, not what went wrong here
    """An incremental build came to something else than a clean one."""


@dataclass(slots=True)
class Tally:
    steps: Counter[str] = field(default_factory=Counter)
    built: int = 0
    refused: int = 0
    again: int = 0
    harmed: int = 0
    drafts: int = 0
    parallel: int = 0
    rendered: int = 0
    pages: int = 0
    quiet: int = 0
    """Builds that rendered one page at most."""


class Walk:
    """One archive, from `seed` on, in an empty folder; `templates` are its own when they are given."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.rng = random.Random(seed)
        self.root, self.clean = folder / "kept" / "archive", folder / "clean" / "archive"
        self.files = start()
        self.past: list[Files] = [dict(self.files)]
        self.tally = Tally()
        self.last = ""
        self._stood: dict[str, dict[str, str]] = {}
        # Steps follow each other faster than people edit, and this disk can tell them apart.
        inputs.GRANULARITY = TICK
        write(self.root, {}, self.files)

    def step(self) -> tuple[str, str]:
        """Edit, build both ways, compare. (the edit, what it did); raises `Unequal`."""
        before = dict(self.files)
        name, what = self._edited()
        self.last = f"{name}: {what}"
        write(self.root, before, self.files)
        self.tally.steps[name] += 1
        is_good = self._build(drafts=self.rng.random() < 0.05, jobs=4 if self.rng.random() < 0.03 else 1)
        if is_good:
            self.past.append(dict(self.files))
            del self.past[:-6]
        elif self.rng.random() < 0.7:
            write(self.root, self.files, self.past[-1])
            self.files = dict(self.past[-1])
        return name, what

    def _edited(self) -> tuple[str, str]:
        if self.rng.random() < 0.06:
            self.files = dict(self.rng.choice(self.past))
            return "reverted", ""
        if self.rng.random() < 0.06:
            paths = cache_files(self.root)
            paths += sorted((self.root / "site").rglob("*.html"))[:3]
            if paths:
                self.tally.harmed += 1
                return "harm", harmed(self.rng.choice(paths), self.rng)
        weights, edits = zip(*EDITS, strict=True)
        while True:
            edit = self.rng.choices(edits, weights)[0]
            what = edit(self.files, self.rng)
            if what:
                return edit.__name__, what

    def _build(self, *, drafts: bool, jobs: int) -> bool:
        out, clean_out = (root / ("site-drafts" if drafts else "site") for root in (self.root, self.clean))
        shutil.rmtree(self.clean.parent, ignore_errors=True)
        write(self.clean, {}, self.files)
        time.sleep(2 * TICK / 1e9)
        kept = rebuild.build(self.root, out, drafts=drafts, strictly=False, jobs=jobs, may_shrink=True)
        clean = pipeline.build(self.clean, clean_out, drafts=drafts, strictly=False, jobs=1, may_shrink=True)
        self.tally.drafts += drafts
        self.tally.parallel += jobs > 1
        if kept.problems != clean.problems:
            raise Unequal(f"problems: {kept.problems} and {clean.problems}")
        if has_errors(clean.problems):
            self.tally.refused += 1
            self._is_as_it_stood(out)
            return False
        stands, expected = digests(out), digests(clean_out)
        if stands != expected:
            raise Unequal(f"files: {list(_differing(stands, expected))}")
        if kept.pages != clean.pages:
            raise Unequal(f"{kept.pages} pages and {clean.pages}")
        self._stood[out.name] = stands
        self.tally.built += 1
        self.tally.pages += kept.pages
        self.tally.rendered += kept.rendered
        self.tally.quiet += kept.rendered <= 1
        if self.rng.random() < 0.2:
            self._is_still(out, kept, drafts=drafts)
        return True

    def _is_as_it_stood(self, out: Path) -> None:
        """An error leaves the site as it was, but for the harm that somebody has done to it."""
        stood = self._stood.get(out.name, {})
        missing = set(stood) - set(digests(out)) if out.exists() else set(stood)
        if len(missing) > 1:
            raise Unequal(f"an error has changed the site: {missing}")

    def _is_still(self, out: Path, first: Outcome, *, drafts: bool) -> None:
        """A second build finds nothing to do, and says the same."""
        self.tally.again += 1
        stats = {path: path.stat().st_mtime_ns for path in out.rglob("*")}
        again = rebuild.build(self.root, out, drafts=drafts, strictly=False, jobs=1, may_shrink=True)
        if (again.rendered, again.written) != (0, 0) or again.problems != first.problems:
            raise Unequal(
                f"a second build rendered {again.rendered} and wrote {again.written}: {again.problems}"
            )
        if stats != {path: path.stat().st_mtime_ns for path in out.rglob("*")}:
            raise Unequal("a second build has touched the site")


def _differing(one: Mapping[str, str], other: Mapping[str, str]) -> Iterator[str]:
    for path in sorted(one.keys() | other.keys()):
        if one.get(path) != other.get(path):
            yield (
                path
                if path in one and path in other
                else f"{path} (only {'kept' if path in one else 'clean'})"
            )


def start() -> Files:
    """An archive with templates of its own."""
    files = {
        path.relative_to(HARBOUR).as_posix(): path.read_bytes()
        for path in HARBOUR.rglob("*")
        if path.is_file()
    }
    templates = REPOSITORY / "templates"
    files |= {
        path.relative_to(REPOSITORY).as_posix(): path.read_bytes()
        for path in templates.rglob("*")
        if path.is_file()
    }
    return files


def write(root: Path, before: Mapping[str, bytes], files: Mapping[str, bytes]) -> None:
    """Write what differs, as editors do: in place, or as a new file that takes the place of the old one."""
    for path in before.keys() - files.keys():
        (root / path).unlink()
        if not any((root / path).parent.iterdir()):
            (root / path).parent.rmdir()
    for number, (path, data) in enumerate(sorted(files.items())):
        if before.get(path) == data:
            continue
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        if number % 2:
            (root / path).write_bytes(data)
        else:
            (root / f"{path}.new").write_bytes(data)
            (root / f"{path}.new").replace(root / path)


@click.command()
@click.option("--steps", type=click.IntRange(min=1), default=100, show_default=True)
@click.option("--seed", "first", type=int, default=1, show_default=True)
@click.option(
    "--log", type=click.Path(dir_okay=False, path_type=Path), default=Path("walk.log"), show_default=True
)
def main(steps: int, first: int, log: Path) -> None:
    """Walk so many steps, a hundred of them in one archive; leave with 1 when a build came out otherwise."""
    begun, done = time.monotonic(), 0
    tallies: list[Tally] = []
    with log.open("w", encoding="utf-8") as file:

        def tell(**line: object) -> None:
            text = json.dumps(line, ensure_ascii=False)
            click.echo(text)
            file.write(f"{text}\n")
            file.flush()

        tell(seed=first, steps=steps, commit=_commit(), python=platform.python_version())
        while done < steps:
            seed = first * 1_000_000 + len(tallies)
            with tempfile.TemporaryDirectory() as folder:
                walk = Walk(Path(folder), seed)
                for number in range(1, min(100, steps - done) + 1):
                    try:
                        name, what = walk.step()
                    except Exception as error:
                        tell(
                            seed=seed,
                            step=number,
                            edit=walk.last,
                            failed=f"{type(error).__name__}: {error}"[:4000],
                        )
                        raise
                    done += 1
                    if os.environ.get("WALK_VERBOSE"):
                        click.echo(f"{seed} {number} {name}: {what}")
            tally = walk.tally
            tallies.append(tally)
            tell(
                seed=seed,
                steps=done,
                built=tally.built,
                refused=tally.refused,
                again=tally.again,
                harmed=tally.harmed,
                drafts=tally.drafts,
                parallel=tally.parallel,
                pages=tally.pages,
                rendered=tally.rendered,
                quiet=tally.quiet,
                seconds=round(time.monotonic() - begun),
            )
        edits = sum((tally.steps for tally in tallies), Counter[str]())
        tell(steps=done, unequal=0, edits=dict(edits.most_common()), seconds=round(time.monotonic() - begun))


def _commit() -> str:
    asked = subprocess.run(
        ["git", "-C", REPOSITORY, "rev-parse", "HEAD"], capture_output=True, text=True, check=False
    )
    return asked.stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
