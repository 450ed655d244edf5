"""What exists: the ids of every kind, former ids, the notes that can be referred to. Answers what a reference means.

Promises: a former id resolves to the record that has it now; an unknown id is told with what stands near it. A note is
referred to by an id that a person wrote, since a derived id changes with the quote.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from sys import intern
from types import MappingProxyType

from postil import addresses, folders
from postil.link.passages import Passages
from postil.messages import counted, meant, near
from postil.model.loaded import Doubtful, Records
from postil.model.records import Article, Claim, Entity, Event, Ref, RefKind
from postil.problems import Place, Problem, Remark

_EXPLAINED = 100
"""References without a target for which what stands near is looked for, through all that is known for each."""

_WITH_ARTICLE = MappingProxyType(
    {
        RefKind.ARTICLE: "an article",
        RefKind.CLAIM: "a claim",
        RefKind.ENTITY: "an entity",
        RefKind.EVENT: "an event",
    }
)
_CURES = MappingProxyType(
    {
        RefKind.ARTICLE: f"put the article into `{folders.ARTICLES}/`",
        **{kind: f"write the {kind} into a file of `{folder}/`" for kind, folder in folders.RECORDS.items()},
    }
)


_NONE = Doubtful()


class Register:
    """Every id of the archive. `problems` are those of the ids themselves: former ids that clash."""

    def __init__(self, records: Records, passages: Passages, doubtful: Doubtful = _NONE) -> None:
        """What may exist beside these records is no problem: what is `doubtful`, and the text of what is unread."""
        self._passages = passages
        self._doubtful = doubtful
        self._noted = {*doubtful.noted, *(article for article, _ in doubtful.notes)}
        self._explained = 0
        by_kind: dict[RefKind, tuple[Article | Claim | Entity | Event, ...]] = {
            RefKind.ARTICLE: records.articles,
            RefKind.CLAIM: records.claims,
            RefKind.ENTITY: records.entities,
            RefKind.EVENT: records.events,
        }
        self._sealed = {one.id: one.sealed for one in records.articles if one.sealed}
        self._gaps = {one.id: one.released.gaps for one in records.articles if one.released}
        """Of each article of which sentences are left out, the offsets at which they are."""
        self._withdrawn = {one.article: one for one in records.withdrawn}
        self._live: dict[RefKind, dict[str, Place]] = {}
        self._former: dict[RefKind, dict[str, str]] = {}
        problems: list[Problem] = []
        for kind, of_kind in by_kind.items():
            in_order = sorted(of_kind, key=lambda record: record.id)
            self._live[kind] = {record.id: record.place for record in in_order}
            self._former[kind], clashes = _former_ids(kind, in_order)
            problems += clashes
        self.problems = tuple(problems)
        self._notes = {
            file.article: {annotation.id: annotation.explicit for annotation in file.notes}
            for file in records.notes
        }
        """Of each article, the ids of its notes, and whether a person wrote the id."""
        self._drafts = {
            (file.article, note): file.place for file in records.drafts for note in sorted(file.ids)
        }
        """Notes that stand in drafts, and where their file says that it is one."""

    def current(self, kind: RefKind, id_: str) -> str | None:
        """The id that a record has now; None when there is no such record."""
        return id_ if id_ in self._live[kind] else self._former[kind].get(id_)

    def redirects(self) -> dict[str, str]:
        """Old root-relative address -> new one, sorted."""
        return {
            addresses.of_record(kind, old): addresses.of_record(kind, new)
            for kind, former in sorted(self._former.items())
            for old, new in sorted(former.items())
        }

    def resolve(self, ref: Ref, expected: RefKind | None = None) -> Ref | Problem:
        """The reference with ids as they are now, or what is wrong with it. `expected` is the kind its field holds."""
        if expected is not None and ref.kind is not expected:
            return Problem(
                "ref-unknown",
                f"`{ref.kind}/{ref.id}` is {_WITH_ARTICLE[ref.kind]}, and here stands {_WITH_ARTICLE[expected]}",
                ref.place,
                help=(f"write the id of {_WITH_ARTICLE[expected]}",),
            )
        now = self.current(ref.kind, ref.id)
        if now is None:
            return ref if ref.kind in self._doubtful.kinds else self._unknown(ref)
        found = replace(ref, id=intern(now))
        if ref.sentence is not None and not self._may_be_shown(now):
            problem = self._unseen(found, ref.sentence)
            if problem is not None:
                return problem
        is_note = ref.note is None or self._notes.get(now, {}).get(ref.note, False)
        if ref.note is not None and not is_note and now not in self._doubtful.noted:
            return self._no_note(found, ref.note)
        return found

    def _may_be_shown(self, article: str) -> bool:
        """Whether it is not known which sentences an article has, or which of them its notes let be published."""
        return self._passages.is_unread(article) or (article in self._gaps and article in self._noted)

    def _near(self, word: str, known: Iterable[str]) -> tuple[str, ...]:
        self._explained += 1
        return near(word, known) if self._explained <= _EXPLAINED else ()

    def _unknown(self, ref: Ref) -> Problem:
        withdrawn = self._withdrawn.get(ref.id) if ref.kind is RefKind.ARTICLE else None
        if withdrawn is not None:
            last = withdrawn.versions[-1]
            return Problem(
                "ref-unknown",
                f"article `{ref.id}` was withdrawn on {last.on} ({last.because})",
                ref.place,
                help=("leave the reference out, or refer to another article",),
            )
        elsewhere = [
            kind for kind in sorted(self._live) if kind is not ref.kind and ref.id in self._live[kind]
        ]
        return Problem(
            "ref-unknown",
            f"there is no {ref.kind} `{ref.id}`",
            ref.place,
            notes=tuple(
                Remark(f"{_WITH_ARTICLE[kind]} has this id: `{kind}/{ref.id}`", self._live[kind][ref.id])
                for kind in elsewhere
            ),
            help=meant(self._near(ref.id, self._live[ref.kind]))
            or (f"{_CURES[ref.kind]}, or correct the reference",),
        )

    def _unseen(self, ref: Ref, sentence: str) -> Problem | None:
        """Why a page cannot show what an address names, if it cannot."""
        sentences = self._passages.of(ref.id)
        stretch, gaps = sentences.at(sentence), self._gaps.get(ref.id, ())
        if stretch is None and (not gaps or all(map(sentences.at, sentence.split("-")))):
            return self._no_sentence(ref, sentence)
        if stretch is not None and not any(stretch.start < gap < stretch.end for gap in gaps):
            return None
        which = "has no" if stretch is None else "has not all of"
        return Problem(
            "sentence-unknown",
            f"article `{ref.id}` {which} `{sentence}` in what is published of it",
            ref.place,
            notes=(Remark("its rights let only those sentences be published on which a note stands"),),
            help=("put a note on all of it", "or refer to a sentence on which one stands"),
        )

    def _no_sentence(self, ref: Ref, sentence: str) -> Problem:
        sentences = self._passages.of(ref.id)
        first, _, last = sentence.partition("-")
        if last and sentences.at(first) and sentences.at(last):
            return Problem(
                "sentence-unknown",
                f"`{sentence}` ends before it begins",
                ref.place,
                help=(f"write `article/{ref.id}@{last}-{first}`",),
            )
        lacking = first if sentences.at(first) is None else last
        entry = self._sealed.get(ref.id)
        stone = entry and entry.stone(lacking)
        if entry and stone:
            version = entry.versions[stone.gone - 1]
            return Problem(
                "sentence-unknown",
                f"`{lacking}` was taken out of article `{ref.id}` on {version.on} ({version.because})",
                ref.place,
                notes=(Remark(f"since version {stone.gone} a stone stands there"),),
                help=("point at words that stand, or leave the reference out",),
            )
        block = lacking.partition("s")[0]
        counts = dict(sentences.counts)
        if block in counts:
            has = f"`{block}` has {counted(counts[block], 'sentence')}"
        else:
            whole = counted(sum(counts.values()), "sentence")
            has = f"it has {whole} in {counted(len(counts), 'block')}"
            has += f", the last is `{list(counts)[-1]}`" if counts else ""
        return Problem(
            "sentence-unknown",
            f"article `{ref.id}` has no `{lacking}`",
            ref.place,
            notes=(Remark(has),),
            help=('find the address with `postil find "the words"`',),
        )

    def _no_note(self, ref: Ref, note: str) -> Problem:
        notes = self._notes.get(ref.id, {})
        if note in notes:
            return Problem(
                "note-unknown",
                f"`{note}` is not an id that was written in article `{ref.id}`, but one derived from a note",
                ref.place,
                notes=(Remark("a derived id changes when the note's quote or keys change"),),
                help=("give that note an `id:` and refer to it by that",),
            )
        explicit = [id_ for id_, written in notes.items() if written]
        draft = self._drafts.get((ref.id, note))
        if draft is not None:
            return Problem(
                "note-unknown",
                f"note `{note}` of article `{ref.id}` stands in a draft, which is not built",
                ref.place,
                notes=(Remark("it is a draft here", draft),),
                help=(
                    "build with `--drafts`, or publish that file with `status: public`",
                    "or leave the reference out",
                ),
            )
        alike = self._near(note, explicit)
        elsewhere = min(
            (article for article, written in self._notes.items() if written.get(note)), default=None
        )
        return Problem(
            "note-unknown",
            f"article `{ref.id}` has no note `{note}`",
            ref.place,
            notes=(Remark(f"there is one in another article: `article/{elsewhere}#{note}`"),)
            if elsewhere
            else (),
            help=meant(f"#{id_}" for id_ in alike) or ("give the note that is meant this `id:`",),
        )


def _former_ids(
    kind: RefKind, in_order: list[Article | Claim | Entity | Event]
) -> tuple[dict[str, str], list[Problem]]:
    """Former id -> id of now, and the clashes. A live id wins over a former one, the first record over the next."""
    live = {record.id: record for record in in_order}
    owners: dict[str, Article | Claim | Entity | Event] = {}
    problems: list[Problem] = []
    for record in in_order:
        for number, old in enumerate(record.former_ids):
            other = live.get(old) or owners.get(old)
            if other is None:
                owners[old] = record
                continue
            if other is record:
                how = "its own id" if old == record.id else "listed twice"
                message = f"`{old}`, a former id of {kind} `{record.id}`, is {how}"
            elif old in live:
                message = f"`{old}`, a former id of {kind} `{record.id}`, is the id of another {kind}"
            else:
                message = f"`{old}` is a former id of two: {kind} `{other.id}` and {kind} `{record.id}`"
            problems.append(
                Problem(
                    "former-id-clash",
                    message,
                    record.former_places[number] if record.former_places else record.place,
                    notes=()
                    if other is record
                    else (Remark(f"{kind} `{other.id}` stands here", other.place),),
                    help=(
                        f"take `{old}` out of `former_ids`"
                        + ("" if other is record else ", or rename the other record"),
                    ),
                )
            )
    return {old: record.id for old, record in owners.items()}, problems
