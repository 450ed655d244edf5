"""An archive with names and words that must be seen nowhere, in every place where a person may write them.

The canaries are of letters that stand nowhere else: each of their words alone, in whatever dress, is a leak. `dressed` reads
bytes in ways of its own, so that the engine's audit is not what proves the engine.
"""

from __future__ import annotations

import gzip
import re
from base64 import b64decode
from collections.abc import Iterator, Mapping
from html import unescape
from io import BytesIO
from pathlib import Path
from urllib.parse import unquote

from PIL import Image, PngImagePlugin

NAMES = ("Zyrvana Quolt", "Жидрана Квольт", "Жидрани Квольт", "Keeper Quolt")
SPAN = "hides with her cousin at Plimsworthy mill"
CANARIES = ("zyrvana", "quolt", "жидран", "квольт", "plimsworthy", "zyrv\u0430", "qu\u043elt")
"""Beginnings of words that may stand nowhere."""

WIRE = """\
---
title: Zyrvana Quolt speaks of the quay
outlet: Harbour Wire
authors: [Ana Prell, Zyrvana Quolt]
dateline: Lessing Bay, by Zyrvana Quolt
notice: what Zyrvana Quolt saw
published: 2031-04-29
---
The quay gave way before dawn, Zyrvana Quolt said. She hides with her *cousin* at Plimsworthy mill, the office said.

Then Zyr**vana** Quolt, Zyr\u00advana Quolt, Zyrvana&nbsp;Qu&#111;lt, Zyrvana Qu\u043elt and ZYRVANA QUOLT were told apart.
Keeper Quolt's boat was lost.

> "I am [Zyrvana Quolt](https://example.org/about "Zyrvana Quolt")," she said.

![Zyrvana Quolt on the quay](media/quay.png)

| who | what |
| --- | ---- |
| Zyrvana Quolt | nine boats |

The office[^1] counted nine boats.

[^1]: By Zyrvana Quolt.
"""

UKRAINIAN = """\
---
title: Жидрана Квольт про причал
lang: uk
published: 2031-04-30
---
Причал зник, сказала Жидрана Квольт. Про долю Жидрани Квольт нічого не відомо.
"""

NOTES = """\
mentions:
  Zyrvana Quolt: zyrvana-quolt
withhold:
  - quote: hides with her cousin at Plimsworthy mill
    words: lives nearby
    reason: safety
notes:
  - quote: The quay gave way before dawn, Zyrvana Quolt said
    note: |
      Zyrvana Quolt, that is [[entity/zyrvana-quolt]], said it twice; see [[entity/zyrvana-quolt|Keeper Quolt]].
    speaker: zyrvana-quolt
    event: quay-collapse
  - quote: counted nine boats
    claim: boats-lost
    speaker: {unnamed: a friend of Zyrvana Quolt}
    chain: [zyrvana-quolt, {unnamed: the cousin of Keeper Quolt}]
    says: 9
    scope: bay
    how: relays
    hedge: as Zyrvana Quolt has it
  - quote: ZYRVANA QUOLT
    claim: who-called
    speaker: outlet
    says: entity/zyrvana-quolt
  - quote: She hides with her cousin at Plimsworthy mill
    entity: zyrvana-quolt
  - quote: boat was lost
    claim: who-called
    speaker: outlet
    says: Zyrvana Quolt herself
"""

PEOPLE = """\
zyrvana-quolt:
  is: person
  name: Zyrvana Quolt
  aliases: [Keeper Quolt]
  names: {{uk: [Жидрана Квольт, Жидрани Квольт]}}
  roles: [{{what: keeper of the light, from: 2029}}]
  same_as: {{wikidata: zyrvana-quolt}}
  about: Zyrvana Quolt was born in Lessing Bay.
  former_ids: [keeper-quolt]
  {shown}
  public_id: witness-7
ana-prell:
  is: person
  name: Ana Prell
  roles: [{{what: cousin of Zyrvana Quolt}}]
  not: [Zyrvana Quolt the elder]
  about: Ana Prell has known Zyrvana Quolt for years. See [[entity/zyrvana-quolt]].
"""

EVENTS = """\
quay-collapse:
  title: Zyrvana Quolt sees the quay give way
  date: 2031-04-29
  time: before Zyrvana Quolt rose
  who: [zyrvana-quolt]
  about: Zyrvana Quolt was there.
"""

CLAIMS = """\
boats-lost:
  question: How many boats were lost, as Zyrvana Quolt counts them?
  kind: quantity
  unit: boats of Zyrvana Quolt
  scopes: {bay: the bay of Zyrvana Quolt}
  about: Zyrvana Quolt did not count.
  view: {state: open, because: Zyrvana Quolt is not sure., by: M. Okafor, on: 2031-05-10}
who-called:
  question: Who called?
  kind: who
"""

PAGE = """\
---
title: About Zyrvana Quolt
---
Zyrvana Quolt asked us not to be named. See [[entity/zyrvana-quolt]].
"""


def written(root: Path, shown: str = "show: initials", changed: Mapping[str, str] | None = None) -> Path:
    """The archive at `root`; `shown` is how the canary is shown, `changed` are files that are others, or more."""
    files = {
        "archive.yaml": "title: Harbour papers\nbase_url: https://example.org/papers/\n",
        "content/articles/wire.md": WIRE,
        "content/articles/ukrainian.md": UKRAINIAN,
        "content/pages/about.md": PAGE,
        "annotations/articles/wire.yaml": NOTES,
        "annotations/entities/people.yaml": PEOPLE.format(shown=shown),
        "annotations/events/all.yaml": EVENTS,
        "annotations/claims/all.yaml": CLAIMS,
        **(changed or {}),
    }
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    picture = root / "content" / "media" / "quay.png"
    picture.parent.mkdir(parents=True, exist_ok=True)
    picture.write_bytes(named_picture())
    return root


def named_picture() -> bytes:
    """A picture with a canary in its texts."""
    texts = PngImagePlugin.PngInfo()
    texts.add_text("Author", "Zyrvana Quolt")
    texts.add_itxt("Description", "Жидрана Квольт", zip=False)
    stream = BytesIO()
    Image.new("RGB", (8, 6), "navy").save(stream, "PNG", pnginfo=texts)
    return stream.getvalue()


def leaking(folder: Path) -> list[str]:
    """The files below a folder in which a canary stands, or in whose name."""
    return [
        path.relative_to(folder).as_posix()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
        and (shows(path.relative_to(folder).as_posix()) or any(map(shows, dressed(path.read_bytes()))))
    ]


def shows(text: str) -> bool:
    """Whether a canary stands in a text, whatever lies between its letters."""
    letters = re.sub(r"[\W\d_]+", "", text.casefold())
    return any(canary in letters for canary in CANARIES)


def dressed(data: bytes) -> Iterator[str]:
    """What may be read out of bytes."""
    if data[:2] == b"\x1f\x8b":
        yield from dressed(gzip.decompress(data))
        return
    for encoding in ("utf-8", "utf-16-le", "utf-16-be"):
        yield data.decode(encoding, "ignore")
    text = data.decode("utf-8", "ignore")
    plain = unquote(unescape(re.sub(r"\\u([0-9a-fA-F]{4})", lambda one: chr(int(one[1], 16)), text)))
    yield plain
    yield re.sub(r"<[^>]*>", "", plain)
    yield re.sub(r"<sup\b.*?</sup>|<[^>]*>", "", plain, flags=re.DOTALL)
    for coded in re.findall(r'"([A-Za-z0-9+/]{24,}={0,2})"', text):
        yield from dressed(b64decode(coded))
