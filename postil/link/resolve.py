"""References resolved, record by record: each comes back with ids as they are now, and every pointer is kept.

Promises: a record that comes out holds only references that lead somewhere (one that does not is a problem, and left
out); each reference that does is one `Pointer`, from which back-references are derived, so that no back-reference is
without its forward one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from postil.link.register import Register
from postil.markup import Images, ProseLink, prose_links, prose_problems
from postil.model.archive import NoteKey
from postil.model.notes import PLACED, Annotation, Relation, RelationKind, Speaker
from postil.model.records import Claim, Entity, Event, OtherPage, Prose, Ref, RefKind, Role, View
from postil.problems import Place, Problem
from postil.schema import ref_from_text


@dataclass(frozen=True, slots=True)
class Source:
    """What points: `kind` is note, entity, event, claim or page; `note` its key when it is a note."""

    kind: str
    id: str
    note: NoteKey | None = None


@dataclass(frozen=True, slots=True)
class Pointer:
    """One reference of ours. `how` is the field it stands in; `to` has ids as they are now."""

    source: Source
    how: str
    to: Ref


class Resolver:
    """Resolves references against a register, and keeps what was found: `problems` and `pointers`."""

    def __init__(self, register: Register, images: Images) -> None:
        self._register = register
        self._images = images
        self.problems: list[Problem] = []
        self.pointers: list[Pointer] = []

    # --- records ------------------------------------------------------------------------------------------------

    def entity(self, entity: Entity) -> Entity:
        source = Source("entity", entity.id)
        return replace(
            entity,
            within=self._ref(entity.within, source, "within", RefKind.ENTITY),
            roles=tuple(self._role(role, source) for role in entity.roles),
            about=self._prose(entity.about, source, "about"),
        )

    def event(self, event: Event) -> Event:
        source = Source("event", event.id)
        return replace(
            event,
            after=self._refs(event.after, source, "after", RefKind.EVENT),
            where=self._refs(event.where, source, "where", RefKind.ENTITY),
            who=self._refs(event.who, source, "who", RefKind.ENTITY),
            about=self._prose(event.about, source, "about"),
        )

    def claim(self, claim: Claim) -> Claim:
        source = Source("claim", claim.id)
        return replace(
            claim,
            event=self._ref(claim.event, source, "event", RefKind.EVENT),
            about=self._prose(claim.about, source, "about"),
            view=self._view(claim.view, source),
        )

    def page(self, page: OtherPage) -> OtherPage:
        return replace(page, body=self._linked(page.body, Source("page", page.id), "text"))

    def annotation(self, annotation: Annotation, article: str) -> Annotation:
        key = (article, annotation.id)
        source = Source("note", f"{article}#{annotation.id}", key)
        return replace(
            annotation,
            selector=PLACED,
            keys=(),
            note=self._prose(annotation.note, source, "text"),
            entity=self._ref(annotation.entity, source, "entity", RefKind.ENTITY),
            event=self._ref(annotation.event, source, "event", RefKind.EVENT),
            claim=self._ref(annotation.claim, source, "claim", RefKind.CLAIM),
            speaker=self._speaker(annotation.speaker),
            chain=tuple(
                link for speaker in annotation.chain if (link := self._speaker(speaker, source)) is not None
            ),
            relations=tuple(
                Relation(relation.kind, to)
                for relation in annotation.relations
                if (to := self._related(relation, source, key)) is not None
            ),
        )

    def named(self, entity: Ref) -> None:
        """Check the entity of a name that `mentions:` settles. It is no pointer: the mentions are."""
        found = self._register.resolve(entity, RefKind.ENTITY)
        if isinstance(found, Problem):
            self.problems.append(found)

    def is_entity(self, id_: str) -> bool:
        return self._register.current(RefKind.ENTITY, id_) is not None

    def answer(self, entity: Ref, key: NoteKey) -> str | None:
        """The id of the entity with which a position answers who or where."""
        found = self._ref(entity, Source("note", f"{key[0]}#{key[1]}", key), "says", RefKind.ENTITY)
        return found.id if found else None

    # --- what they hold -----------------------------------------------------------------------------------------

    def _ref(self, ref: Ref | None, source: Source, how: str, expected: RefKind | None = None) -> Ref | None:
        if ref is None:
            return None
        found = self._register.resolve(ref, expected)
        if isinstance(found, Problem):
            self.problems.append(found)
            return None
        self.pointers.append(Pointer(source, how, found))
        return found

    def _refs(self, refs: tuple[Ref, ...], source: Source, how: str, expected: RefKind) -> tuple[Ref, ...]:
        return tuple(found for ref in refs if (found := self._ref(ref, source, how, expected)) is not None)

    def _role(self, role: Role, source: Source) -> Role:
        return replace(role, source=self._ref(role.source, source, "role"))

    def _view(self, view: View | None, source: Source) -> View | None:
        return view and replace(view, because=self._prose(view.because, source, "because"))

    def _speaker(self, speaker: Speaker | None, source: Source | None = None) -> Speaker | None:
        """A speaker; with a source, which makes it a link of a chain, also a pointer."""
        if speaker is None or speaker.entity is None:
            return speaker
        ref = Ref(RefKind.ENTITY, speaker.entity, speaker.place)
        found = self._register.resolve(ref)
        if isinstance(found, Problem):
            self.problems.append(found)
            return None
        if source is not None:
            self.pointers.append(Pointer(source, "chain", found))
        return replace(speaker, entity=found.id)

    def _related(self, relation: Relation, source: Source, key: NoteKey) -> Ref | None:
        """The target of a relation. `see` may point at anything; every other relation is one between two notes."""
        to = relation.to
        if relation.kind is RelationKind.SEE:
            found = self._ref(to, source, "see")
        elif to.note is None:
            self.problems.append(
                Problem(
                    "relation-target",
                    f"`{relation.kind}` points at `{to.text}`, which is no note",
                    to.place,
                    help=(
                        "give the note that is meant an `id:`, and write `article/ID#NOTE` (`#NOTE` within one file)",
                        "to point at something else, use `see:`",
                    ),
                )
            )
            return None
        else:
            # A relation between notes is shown at both of them, as a tie; it is no back-reference beside that.
            resolved = self._register.resolve(to)
            found = None if isinstance(resolved, Problem) else resolved
            if isinstance(resolved, Problem):
                self.problems.append(resolved)
        if found is not None and (found.id, found.note) == key:
            self.problems.append(
                Problem(
                    "relation-self",
                    f"`{relation.kind}` points at the very note that it stands in",
                    to.place,
                    help=("name the other note",),
                )
            )
            return None
        return found

    # --- Markdown of ours ---------------------------------------------------------------------------------------

    def _prose(self, prose: Prose | None, source: Source, how: str) -> Prose | None:
        return prose and self._linked(prose, source, how)

    def _linked(self, prose: Prose, source: Source, how: str) -> Prose:
        """The same Markdown, its `[[...]]` targets in full and with ids as they are now.

        So that whoever makes HTML of it needs neither former ids nor the article that `#NOTE` stands in.
        """
        self.problems += prose_problems(prose, self._images)
        parts: list[str] = []
        done = 0
        for link in prose_links(prose.source):
            found = self._target(link, place_in(prose.place, link), source)
            if isinstance(found, Problem):
                self.problems.append(found)
                continue
            self.pointers.append(Pointer(source, how, found))
            parts += (prose.source[done : link.start], found.text)
            done = link.end
        now = "".join((*parts, prose.source[done:]))
        return prose if now == prose.source else replace(prose, source=now)

    def _target(self, link: ProseLink, place: Place, source: Source) -> Ref | Problem:
        read = ref_from_text(link.target, place, source.note[0] if source.note else None)
        if read.value is None:
            why = read.problems[0]
        else:
            found = self._register.resolve(read.value)
            if not isinstance(found, Problem):
                return found
            why = found
        return replace(
            why, code="link-dead", message=f"`[[{link.target}]]` leads nowhere: {why.message}", place=place
        )


def place_in(prose: Place, link: ProseLink) -> Place:
    """Where a link stands in its file. Lines of a block of text are indented as its first one is."""
    indent = max(prose.column - 1, 0)
    return Place(prose.path, prose.line + link.line_offset, indent + link.column, len(link.target) + 4)
