"""Random archives: mostly good ones with some faults in them, as files.

A good archive is made first: articles, and what is said about words that do stand in them. Then as many faults as were
drawn are put in, in a value, in the text of a file, in its bytes, or in its path. Purely random files would find
little, since nearly all of them fail in their first line.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence

import yaml
from hypothesis import strategies as st
from random_faults import Files, Link, break_bytes, break_path, break_text, break_value
from random_values import Tree, figures, good_dates, titles, trees
from strategies import WORDS, article, languages, lines, mixed, soup

from postil.anchor import Target, describe, target_of
from postil.prepare import read

PICTURE = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
    "0000000c49444154789c63f8cfc0000003010100c9fe92ef0000000049454e44ae426082"
)
"""A PNG of one pixel."""

ARTICLES = ("wire", "ledger/evening", "board")
ENTITIES = ("orla-venn", "harbour-office", "north-quay", "calder", "mayor-calder")
EVENTS = ("storm", "collapse")
CLAIMS = {
    "boats": "quantity",
    "gate-shut": "yes-no",
    "who-spoke": "who",
    "when-lost": "when",
    "words-said": "words",
}
RELATIONS = (
    "confirms",
    "disputes",
    "denies",
    "corrects",
    "retracts",
    "repeats",
    "same_statement",
    "translates",
    "see",
)


def _some(draw: st.DrawFn, **optional: st.SearchStrategy[Tree]) -> dict[str, Tree]:
    """Some of these keys, each with a value."""
    chosen = draw(st.lists(st.sampled_from(sorted(optional)), max_size=4, unique=True))
    return {key: draw(optional[key]) for key in sorted(chosen)}


def _lists(of: st.SearchStrategy[str], size: int = 3) -> st.SearchStrategy[Tree]:
    return st.lists(of, min_size=1, max_size=size, unique=True).map(list)


def _refs(kind: str, ids: Sequence[str]) -> st.SearchStrategy[Tree]:
    return _lists(st.sampled_from(ids).map(lambda one: one if kind == "bare" else f"{kind}/{one}"), 2)


prose: st.SearchStrategy[Tree] = st.one_of(
    lines,
    st.sampled_from(
        [
            "See [[entity/orla-venn]].",
            "[[claim/boats|how *many*]]",
            "- a\n- [[event/storm]]\n\n> b",
            "`[[x]]`",
        ]
    ),
)

# --- a good archive ---------------------------------------------------------------------------------------------------


def _settings(draw: st.DrawFn) -> dict[str, Tree]:
    return _some(
        draw,
        title=titles,
        description=titles,
        base_url=st.sampled_from(
            ["https://example.org/harbour/", "https://example.org", "http://e.org/a%20b"]
        ),
        language=st.sampled_from(["en", "uk", "ar", "en-GB", "xx"]),
        editors=_lists(titles),
        licence=st.just("CC-BY-4.0"),
        timezone=st.sampled_from(["Europe/Kyiv", "UTC", "Pacific/Kiritimati"]),
        entity_types=_lists(st.sampled_from(["ship", "place-of-work"])),
    ) | {"quoted_at_most": "100 %"}


def _front(draw: st.DrawFn, *, is_wire: bool) -> dict[str, Tree]:
    front = {
        "title": draw(titles),
        **_some(
            draw,
            outlet=titles,
            authors=_lists(titles),
            dateline=titles,
            published=good_dates,
            updated=good_dates,
            retrieved=good_dates,
            url=st.sampled_from(["https://example.org/wire/4471", "http://e.org/%20?a=1&b=<2>#f"]),
            archived=good_dates.map(lambda at: [{"url": "https://example.net/1", "at": at}]),
            lang=languages,
            kind=st.sampled_from(["wire", "report", "unheard-of"]),
            origin=st.sampled_from(["harbour-wire", "ledger 7"]),
            rights=st.sampled_from(["full", "quoted", "reference"]).map(
                lambda text: {"holder": "Harbour Wire", "text": text}
            ),
            notice=titles,
            tags=_lists(titles),
            extra=trees.map(lambda tree: {"kept": tree}),
        ),
    }
    if draw(st.booleans()):
        front["published"] = draw(st.dates().map(lambda day: day.isoformat()))
    if is_wire and draw(st.booleans()):
        front["former_ids"] = ["old-wire"]
    return front


def _entities(draw: st.DrawFn) -> dict[str, Tree]:
    names = ("Orla Venn", "the harbour office", "north quay", "Calder", "Mayor Calder")
    found: dict[str, Tree] = {}
    for id_, name in zip(ENTITIES, names, strict=True):
        others = (
            st.lists(st.sampled_from(WORDS) | st.sampled_from(names), max_size=2)
            .map(" ".join)
            .filter(str.strip)
        )
        found[id_] = {
            "is": "place" if id_ == "north-quay" else "person",
            "name": draw(titles) if draw(st.integers(0, 3)) == 3 else name,
            **_some(
                draw,
                aliases=_lists(others),
                names=st.fixed_dictionaries(
                    {"uk": st.just(["Орла Венн", "Орли Венн"]), "ar": st.just("كالدر")}
                ),
                roles=st.just([{"what": "commissioner", "from": "2029", "source": "article/wire"}]),
                same_as=st.just({"wikidata": "Q000000"}),
                about=prose,
                **{"not": _lists(others)},
            ),
        }
    if draw(st.booleans()):
        found["north-quay"] = {
            "is": "place",
            "name": "north quay",
            "within": "harbour-office",
            "at": ["54.10", "-11.9"],
        }
        found["harbour-office"] = {"is": "place", "name": "Harbour", "precision": "200 m"}
    return found


def _events(draw: st.DrawFn) -> dict[str, Tree]:
    where, who = _refs("bare", ENTITIES), _refs("bare", ENTITIES)
    time = st.sampled_from(["about 05:00", "dawn"])
    found: dict[str, Tree] = {
        id_: {
            "title": draw(titles),
            **_some(draw, date=good_dates, time=time, where=where, who=who, about=prose),
        }
        for id_ in EVENTS
    }
    if draw(st.booleans()):
        found["collapse"] = {"title": "The quay", "after": ["storm"]}
    return found


def _claims(draw: st.DrawFn) -> dict[str, Tree]:
    view: st.SearchStrategy[Tree] = st.just(
        {"state": "open", "because": "Not *known*.", "by": "M. Okafor", "on": "2031-05-10"}
    )
    scopes: Tree = {"at-the-quay": "boats at the quay", "whole-bay": "any boat"}
    return {
        id_: {
            "question": draw(titles),
            "kind": kind,
            **({"scopes": scopes} if kind == "quantity" else {}),
            **_some(draw, unit=st.just("boats"), event=st.sampled_from(EVENTS), view=view, about=prose),
        }
        for id_, kind in CLAIMS.items()
    }


def _says(kind: str) -> st.SearchStrategy[str]:
    return {
        "quantity": figures,
        "yes-no": st.sampled_from(["yes", "no", "declined"]),
        "who": st.sampled_from(["entity/orla-venn", "no-answer"]),
        "when": good_dates,
    }.get(kind, titles)


def _speaker(draw: st.DrawFn) -> Tree:
    speakers: tuple[Tree, ...] = ("outlet", "orla-venn", "entity/calder", {"unnamed": "a fisherman"})
    return draw(st.sampled_from(speakers))


def _bearing(draw: st.DrawFn, earlier: Sequence[str]) -> dict[str, Tree]:
    """What a note says."""
    said: dict[str, Tree] = {}
    subjects = draw(
        st.lists(
            st.sampled_from(["note", "entity", "event", "claim", "speaker", "hedge"]), min_size=1, max_size=3
        )
    )
    if "note" in subjects:
        said["note"] = draw(prose)
    if "entity" in subjects:
        said["entity"] = draw(st.sampled_from(ENTITIES))
    if "event" in subjects:
        said["event"] = draw(st.sampled_from(EVENTS))
    if "hedge" in subjects:
        said["hedge"] = draw(st.sampled_from(["single-source", "unconfirmed *yet*"]))
    if "speaker" in subjects:
        said |= {"speaker": _speaker(draw), **_some(draw, on=good_dates)}
    if "claim" in subjects:
        claim = draw(st.sampled_from(sorted(CLAIMS)))
        said |= {"claim": claim, "says": draw(_says(CLAIMS[claim])), "speaker": _speaker(draw)}
        said |= _some(
            draw,
            as_of=good_dates,
            how=st.sampled_from(["own-count", "saw-it", "document", "relays", "infers", "not-stated"]),
            chain=st.just([{"unnamed": "divers"}, "harbour-office"]),
        )
        if CLAIMS[claim] == "quantity":
            said |= _some(draw, scope=st.sampled_from(["at-the-quay", "whole-bay"]))
    if draw(st.booleans()) and earlier:
        said[draw(st.sampled_from(RELATIONS))] = [draw(st.sampled_from(earlier))]
    return said


_ALIKE = str.maketrans(
    {"“": '"', "'": "’", "-": "\u2011", "…": "...", " ": "\u00a0", "é": "e\u0301", "\u00ad": ""}
)


def _target(draw: st.DrawFn, target: Target) -> dict[str, Tree]:
    """What a note points at: words that stand in the article, typed more or less as they stand there."""
    block = draw(st.sampled_from(target.text.blocks))
    how = draw(st.integers(0, 9))
    if how == 0:
        return {"at": draw(st.sampled_from([block.id, *(one.id for one in block.sentences)]))}
    if how < 5:
        start = draw(st.integers(block.start, block.end - 1))
        end = draw(st.integers(start + 1, block.end if how > 2 else len(target.text.text)))
    else:
        spans = [
            found.span()
            for found in re.finditer(r"\S+", target.text.text[: block.end])
            if found.start() >= block.start
        ]
        first = draw(st.integers(0, len(spans) - 1))
        last = draw(st.integers(first, len(spans) - 1))
        start, end = spans[first][0], spans[last][1]
    words = target.text.text[start:end]
    with contextlib.suppress(ValueError):  # the span holds no whole letters
        found = describe(target, start, end)
        parts = {"exact": found.exact or "", "prefix": found.prefix, "suffix": found.suffix}
        said: dict[str, Tree] = {"quote": {key: text for key, text in parts.items() if text}}
        if how == 3:
            said = {"quote": {key: text.translate(_ALIKE) for key, text in parts.items() if text}}
        elif how == 4:
            said = {"quote": words}
        return said | ({"in": found.within} if found.within else {})
    return {"at": block.id}


def _notes(draw: st.DrawFn, id_: str, body: str, lang: Tree, earlier: list[str]) -> dict[str, Tree]:
    made = article(body, lang if isinstance(lang, str) else "en")
    target: Target | None = None
    with contextlib.suppress(Exception):  # what goes wrong here goes wrong in the law too, and is told there
        target = target_of(made, read(made).text)
    notes: list[Tree] = []
    for number in range(draw(st.integers(0, 5))):
        if target is None or not target.text.text:
            break
        note = {**_target(draw, target), **_bearing(draw, earlier)}
        if draw(st.booleans()):
            name = f"{id_.replace('/', '-')}-{number}"
            note["id"] = name
            earlier.append(f"article/{id_}#{name}")
        notes.append(note)
    file: dict[str, Tree] = {"notes": notes}
    file |= _some(draw, annotator=st.just("M. Okafor"), status=st.sampled_from(["public", "public", "draft"]))
    if draw(st.integers(0, 4)) == 4:
        file["mentions"] = {"calder": "mayor-calder"}
    return file


class _Dumper(yaml.SafeDumper):
    """Writes a value that stands in two places twice, since an archive has no aliases."""

    def ignore_aliases(self, data: object) -> bool:  # noqa: ARG002 - the library's signature
        return True


def _yaml(draw: st.DrawFn, tree: Tree) -> str:
    style, width = draw(st.sampled_from([(None, 1000), (None, 40), ('"', 1000), ("'", 60)]))
    return str(
        yaml.dump(tree, Dumper=_Dumper, allow_unicode=True, sort_keys=False, default_style=style, width=width)
    )


@st.composite
def archives(draw: st.DrawFn, faults: st.SearchStrategy[int]) -> Files:
    """Archives with as many faults as drawn; with none they are good, or nearly."""
    count = draw(faults)
    fronts: dict[str, tuple[Tree, str]] = {}
    notes: dict[str, Tree] = {}
    earlier: list[str] = []
    for id_ in ARTICLES[: draw(st.integers(1, len(ARTICLES)))]:
        front, body = _front(draw, is_wire=id_ == "wire"), draw(mixed)
        fronts[f"content/articles/{id_}.md"] = front, body
        notes[f"annotations/articles/{id_}.yaml"] = _notes(draw, id_, body, front.get("lang", "en"), earlier)
    if draw(st.booleans()):
        fronts["content/pages/about.md"] = {"title": "About"}, str(draw(prose | soup))
    rest: dict[str, Tree] = {
        "annotations/entities/people.yaml": _entities(draw),
        "annotations/events/storm.yaml": _events(draw),
        "annotations/claims/boats.yaml": _claims(draw),
        "archive.yaml": _settings(draw),
    }
    kinds = [
        draw(st.sampled_from(["value", "value", "value", "text", "text", "bytes", "path"]))
        for _ in range(count)
    ]
    of_yaml = {**notes, **rest, **{path: front for path, (front, _) in fronts.items()}}
    paths = sorted(of_yaml)
    for _ in range(kinds.count("value")):
        break_value(draw, of_yaml[draw(st.sampled_from(paths))])
    texts = {path: _yaml(draw, tree) for path, tree in of_yaml.items()}
    for path, (_, body) in fronts.items():
        texts[path] = f"---\n{texts[path]}---\n{body}"
    for _ in range(kinds.count("text")):
        path = draw(st.sampled_from(paths))
        texts[path] = break_text(draw, texts[path])
    files: dict[str, bytes | Link | None] = {
        path: text.encode("utf-8", "replace") for path, text in texts.items()
    }
    for kind in kinds:
        path = draw(st.sampled_from(paths))
        if kind == "bytes":
            data = files.get(path)
            files[path] = break_bytes(draw, data if isinstance(data, bytes) else b"")
        elif kind == "path":
            break_path(draw, files, path)
    return Files(tuple(files.items()), count)
