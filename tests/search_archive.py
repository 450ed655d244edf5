"""Archives to search. All invented.

The small one has two languages, a name in two scripts, denials, accents, apostrophes, dashes. The crowded one has more of
everything than is shown or read at once, and letters with signs.
"""

from __future__ import annotations

from pathlib import Path


def written(root: Path) -> Path:
    """The archive in files below `root`."""
    for path, text in _FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    for number in range(1, FILLING + 1):
        (root / f"content/articles/day-{number}.md").write_text(_filling(number), encoding="utf-8")
    return root


def crowded(root: Path) -> Path:
    """The crowded archive in files below `root`."""
    files = dict(_CROWD)
    for number in range(1, CROWD + 1):
        waited = "A barge waited." if number <= BARGES else "Nobody waited."
        files[f"content/articles/lift-{number}.md"] = _article(
            f"Lift {number}", f"The crane lifted crate {number}. {waited}"
        )
    names = (f"n{number}: {{is: person, name: Warden {number}}}\n" for number in range(1, WARDENS + 1))
    forms = ", ".join(f"Zoë Brånd {'I' * number}" for number in range(1, FORMS + 1))
    files["annotations/entities/all.yaml"] = "".join(
        (*names, f"brand: {{is: person, name: Zoë Brånd, aliases: [{forms}]}}\n")
    )
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return root


CROWD = 130
"""Articles that have a common word."""

BARGES = 60
"""Those of them that have a second one, in a sentence of its own."""

WARDENS = 80

FORMS = 30
"""Other spellings of one name."""


def _article(title: str, text: str, lang: str = "en", more: str = "") -> str:
    matter = (
        f"title: {title}\noutlet: Quay Gazette\npublished: 2032-01-04\nkind: report\nlang: {lang}\n{more}"
    )
    return f"---\n{matter}---\n{text}\n"


_CROWD = {
    "archive.yaml": """\
title: Crane papers
description: What the crane lifted
language: en
editors: [M. Okafor]
""",
    # So long that it comes last of all that have a word of it, and the only one with both words in one sentence.
    "content/articles/long.md": _article(
        "The long day",
        " ".join(["Nobody came by to count ropes."] * 400)
        + " The crane stood on the barge. They lifted the crane.",
    ),
    "annotations/articles/long.yaml": """\
annotator: M. Okafor
notes:
  - quote: stood on the barge
    id: stood
    note: This crane is another one.
""",
    "content/articles/brand.md": _article(
        "A visit", "Zoë Brånd IIII saw the harp.", more="notice: This text names a child.\n"
    ),
    "content/articles/a.md": _article("A", "Le père Régis de Besançon.", "fr"),
    "content/articles/b.md": _article("B", "Bjørn Ås.", "nb"),
    "content/articles/c.md": _article("C", "Un train pour Besancon. Voici Bjorn.", "fr"),
    "content/articles/d.md": _article("D", "Pociąg—Łódź, Straße und Œuvre; Đorđe, Ærø.", "pl"),
    "content/articles/e.md": _article("Ørsted", "Eine Gasse.", "de"),
}


FILLING = 40
"""Articles that all have the word "tide", so that there is more than one step of them."""


def _filling(number: int) -> str:
    month = 1 + number % 3
    return (
        f"---\ntitle: Tide table {number}\noutlet: {'Quay Gazette' if number % 2 else 'Tarn Courier'}\n"
        f"published: 2032-0{month}-{1 + number % 28:02}\nkind: table\nlang: en\n---\n"
        f"The tide came in at hour {number}. Nobody rowed. The tide went out and left {number * 7} shells.\n"
    )


_FILES = {
    "archive.yaml": """\
title: Quay papers
description: Who saw the ferry
language: en
editors: [M. Okafor]
""",
    "content/pages/about.md": """\
---
title: About the ferry
---
What was written about the ferry.
""",
    "content/articles/gazette.md": """\
---
title: The ferry is late
outlet: Quay Gazette
published: 2031-04-29
kind: report
lang: en
---
Olha Marenko, the pilot, said the ferry struck a sandbar at dawn. Nine passengers waded ashore—some barefoot—before noon.

The harbour office said that no ferry was due. "We expected nothing," it added. The café owner's dog barked.

A lamp, then a second lamp, was seen; the second lamp was green. Nobody counted the lamp-lighters.
The fare was 1,280 crowns, said “the “old” clerk”; it had been 12.5.

The board read <quay & dock> and the file of it &amp;lt;quay.
""",
    "content/articles/visnyk.md": """\
---
title: Пором запізнився
outlet: Вісник причалу
published: 2031-05-02
kind: report
lang: uk
---
П’ять пасажирів бачили Ольгу Маренко на поромі. Лоцманка не відповіла, бо мала сімʼю на березі.
""",
    "annotations/entities/all.yaml": """\
marenko:
  is: person
  name: Olha Marenko
  aliases: [Marenko]
  names:
    uk: [Ольга Маренко, Ольгу Маренко, Ольги Маренко]
office: {is: organization, name: Harbour office}
sandbar: {is: place, name: Long Sandbar, about: A bank of sand before the harbour.}
""",
    "annotations/claims/all.yaml": """\
struck:
  question: Did the ferry strike a sandbar?
  kind: yes-no
""",
    "annotations/events/all.yaml": """\
grounding: {title: The ferry runs aground, date: 2031-04-29}
""",
    "annotations/articles/gazette.yaml": """\
annotator: M. Okafor
notes:
  - quote: the ferry struck a sandbar at dawn
    id: struck
    claim: struck
    speaker: marenko
    says: yes
    hedge: from afar
    note: She was on the quay and saw it through a spyglass.
  - quote: no ferry was due
    id: none
    claim: struck
    speaker: office
    denies: '#struck'
    says: no
""",
}
