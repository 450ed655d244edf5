"""An archive that is hard to read well: forty notes on a page, three on the same words, right to left, a dense day.

Everything in it is invented. It is written to files as an archivist would write them, for tests in a browser.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import yaml

from postil.ledger import first_sealed, revised, text_from_ledger, words_of
from postil.model.ledger import Because, Ledger, Version, Withdrawal
from postil.text import text_from_html

CROWDED = "articles/crowded.html"
NOTES_OF_CROWDED = 40
OVERLAPPING = ("shed-8-dry", "shed-8-count", "shed-8-keeper")
"""Notes that share words, the one with the fewest first."""
INNERMOST = "96 crates of dry rope"

Note = dict[str, object]


def written(root: Path) -> Path:
    """The archive in files below `root`."""
    for path, text in _files():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return root


def _files() -> Iterator[tuple[str, str]]:
    yield "archive.yaml", _ARCHIVE
    yield "content/pages/about.md", _ABOUT
    yield "content/articles/crowded.md", _CROWDED + "\n\n".join(map(_paragraph, range(1, 17))) + _END
    yield "content/articles/notice.md", _NOTICE
    yield "content/articles/arabic.md", _ARABIC
    yield "content/articles/ninth.md", _NINTH
    for article, notes in _NOTES.items():
        yield f"annotations/articles/{article}.yaml", _yaml({"annotator": "M. Okafor", "notes": notes})
    yield "annotations/ledger.json", _ledger()
    yield "annotations/entities/all.yaml", _ENTITIES
    yield "annotations/claims/all.yaml", _CLAIMS
    yield "annotations/events/all.yaml", _yaml(dict(_events()))


def _ledger() -> str:
    """One article sealed and corrected, in a language that runs the other way; one withdrawn."""
    paragraphs = [f"<p>{one}</p>" for one in _ARABIC.rpartition("---\n")[2].strip().split("\n\n")]
    now = text_from_html(paragraphs, "ar")
    was = text_from_html([one.replace("الثالث", "الثاني") for one in paragraphs], "ar")
    entry = first_sealed("arabic", was, "2031-06-02")
    entry = revised(entry, now, Because.CORRECTION, "2031-06-09", words=words_of(was, entry))
    versions = (Version("2031-06-02"), Version("2031-06-20", Because.DUPLICATE, ("rope",)))
    return text_from_ledger(
        Ledger((entry,), (Withdrawal("letter", versions, "A letter from the sheds", "en"),))
    )


def _yaml(value: object) -> str:
    return yaml.safe_dump(value, allow_unicode=True, sort_keys=False, width=100)


_ARCHIVE = """\
title: Tarn papers
description: What was counted at the sheds of Tarn Bay
base_url: https://example.org/tarn/
language: en
editors: [M. Okafor]
licence: CC-BY-4.0
"""

_ABOUT = """\
---
title: About these papers
---
The sheds of [[entity/tarn-bay]] were counted twice. See [[article/crowded@p3s2|what pilots said]] and
[[claim/rope|how much rope]] there was.
"""

_CROWDED = """\
---
title: Sixteen sheds are counted at Tarn Bay
outlet: Tarn Courier
authors: [Edda Nyström]
published: 2031-05-09T06:30+02:00
retrieved: 2031-06-01
url: https://example.org/courier/71
archived: [{url: https://example.net/20310601/71, at: 2031-06-01}]
kind: report
origin: courier-71
---
"""


def _paragraph(number: int) -> str:
    pilot = ("Asta Rell", "Jonas Merk")[number % 2]
    return (
        f"On the morning of day {number} the keeper of shed {number} counted {12 * number} crates of dry rope "
        f"beside the northern wall, and wrote the number down in the book of the harbour office. "
        f"Pilot {pilot} said from boat {number} that the channel was open as far as the second light, "
        f"although nobody had measured it since the storm. "
        f"About pier {number} the office gave no answer."
    )


_END = """

## What the book has

| shed | crates |
| --- | --- |
| first | twelve |
| last | one hundred and ninety-two |

The book lies open in the hall.[^1] Anyone may read it.

[^1]: On weekdays only.
"""

_NOTICE = """\
---
title: A letter from the sheds
outlet: Bay Letter
published: 2031-12-01
notice: describes an injury
---
A keeper fell from the ladder of shed 3. He broke two ribs.

Captain Brandt said the ladder was sound.
"""

_ARABIC = """\
---
title: إشعار الميناء
lang: ar
kind: document
published: 2031-05
---
قالت أستا ريل إن المخزن الثالث مغلق. لا أحد يدخل قبل يوم الأحد.

بقي في المخزن ستون صندوقا من الحبال.
"""

_NINTH = """\
---
title: The sheds, counted again
outlet: Evening Ledger
published: 2031-05-20
---
The owners put the rope at ninety crates in all. They had not been inside.
"""

_LONG = (
    "The book has the number in another hand than the rest of the page. The page before it is missing, and the one "
    "after it begins in the middle of a line. Nobody at the office could say who wrote it, or when it was written."
)


def _notes_of_crowded() -> Iterator[Note]:
    for number in range(1, 17):
        if number != 8:
            yield {
                "quote": f"shed {number} counted {12 * number} crates of dry rope",
                "id": f"shed-{number}-count",
                "claim": "rope",
                "speaker": {"unnamed": f"the keeper of shed {number}"},
                "says": 12 * number,
                "scope": "one-shed",
                "how": "own-count",
                "as_of": "2031-05-08",
            } | ({"hedge": "one count only"} if number % 4 == 1 else {})
        said: Note = {"quote": f"boat {number} that the channel was open", "id": f"boat-{number}"}
        said["speaker"] = ("asta-rell", "jonas-merk")[number % 2]
        said["hedge"] = "nobody had measured it"
        if number % 3 == 0:
            said["note"] = _LONG
        if number % 5 == 0:
            said["event"] = "channel-closed"
        yield said
    # Three over the same words, and five more beside them: the most crowded paragraph.
    yield {"quote": INNERMOST, "id": "shed-8-dry", "note": "Dry, says the book. " + _LONG}
    yield {
        "quote": f"shed 8 counted {INNERMOST}",
        "id": "shed-8-count",
        "claim": "rope",
        "speaker": {"unnamed": "the keeper of shed 8"},
        "says": 96,
        "scope": "one-shed",
    }
    yield {
        "quote": f"the keeper of shed 8 counted {INNERMOST} beside the northern wall",
        "id": "shed-8-keeper",
        "event": "count",
        "note": "The wall fell in the next winter.",
    }
    yield {
        "quote": "About pier 8 the office gave no answer",
        "id": "pier-8",
        "note": _LONG,
        "see": ["claim/rope", "article/crowded@p3s2"],
    }
    yield {"quote": "morning of day 8", "id": "day-8", "note": "A Thursday."}
    yield {"quote": "About pier 9", "id": "pier-9", "speaker": "outlet", "denies": "article/ninth#ninety"}
    yield {
        "at": "p2s1",
        "id": "p2-whole",
        "note": "See [[article/crowded@p9s2|pilot]] and [[entity/tarn-bay]].",
    }
    yield {
        "quote": "the book of the harbour office. Pilot Jonas Merk said from boat 5",
        "id": "over",
        "note": "Over the end of a sentence, and over names.",
    }
    yield {"quote": "twelve last one hundred", "id": "cells", "note": "Over two cells."}


def _events() -> Iterator[tuple[str, object]]:
    yield (
        "count",
        {"title": "The sheds are counted", "date": "2031-05-08", "where": ["tarn-bay"], "who": ["office"]},
    )
    yield (
        "channel-closed",
        {"title": "The channel is closed", "date": "2031-05-03/2031-05-06", "after": ["warning"]},
    )
    yield "warning", {"title": "A warning is given", "about": "Before [[event/channel-closed]]."}
    for number in range(1, 25):
        yield (
            f"hour-{number}",
            {
                "title": f"Boat {number} comes in",
                "date": "2031-05-07",
                "time": f"{number - 1:02}:30",
            },
        )


_NOTES: dict[str, list[Note]] = {
    "notice": [
        {"quote": "fell from the ladder", "event": "count", "note": "The ladder is shown on the plan."},
        {
            "quote": "Captain Brandt said the ladder was sound",
            "speaker": "brandt",
            "note": "See [[claim/ladder]].",
        },
        {
            "quote": "the ladder was sound",
            "id": "sound",
            "claim": "ladder",
            "speaker": "brandt",
            "says": "yes",
        },
        {"quote": "He broke two ribs", "note": "Nothing else says so."},
        {"quote": "ladder of shed 3", "note": "It has twelve rungs."},
    ],
    "arabic": [
        {"quote": "المخزن الثالث مغلق", "speaker": "asta-rell", "note": "Closed on 9 May, says the notice."},
        {
            "quote": "ستون صندوقا",
            "claim": "rope",
            "speaker": "asta-rell",
            "says": 60,
            "scope": "one-shed",
            "hedge": "not counted",
        },
    ],
    "ninth": [
        {
            "quote": "The owners put the rope at ninety crates in all",
            "id": "ninety",
            "claim": "rope",
            "speaker": {"unnamed": "an owner"},
            "says": 90,
            "scope": "all-sheds",
            "denies": "article/crowded#shed-8-count",
        },
        {"quote": "They had not been inside", "claim": "ladder", "speaker": "outlet", "says": "cannot-say"},
    ],
}
_NOTES["crowded"] = list(_notes_of_crowded())

_ENTITIES = """\
asta-rell:
  is: person
  name: Asta Rell
  names: {ar: [أستا ريل]}
  roles: [{what: pilot, from: 2029, source: article/crowded@p2s2}]
  about: Pilot of the second light.
jonas-merk: {is: person, name: Jonas Merk, about: Pilot of the first light.}
brandt: {is: person, name: Brandt, aliases: [Captain Brandt]}
brandt-quay: {is: place, name: Brandt Quay, within: tarn-bay}
office: {is: organization, name: harbour office, about: It keeps the book.}
tarn-bay: {is: place, name: Tarn Bay, at: [54.10, 11.90], precision: 200 m, about: A bay with sixteen sheds.}
"""

_CLAIMS = """\
rope:
  question: How much dry rope lay in the sheds?
  kind: quantity
  unit: crates
  scopes: {one-shed: in one shed, all-sheds: in all sixteen}
  event: count
  view: {state: open, because: The counts cover different sheds., by: M. Okafor, on: 2031-06-10}
ladder:
  question: Was the ladder sound?
  kind: yes-no
"""
