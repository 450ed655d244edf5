"""Records without names that are withheld: what is shown put in place of each, the id that may be seen in every reference.

In a text a name is replaced where it stands plainly. What nothing can take the place of (an address, an id, a tag, a name of
a file, the name of another entity, a name split by marks) is a problem that says where, and never what. Promises that no
text of a record it gives holds a secret without a problem. Refuses to know articles' bodies.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from postil.load.hiding import (
    NAME_WITHHELD,
    WITHHELD,
    Hidden,
    begins_sentence,
    in_language,
    with_capital,
)
from postil.model.loaded import Settings
from postil.model.notes import Annotation, ArticleNotes, Speaker, Words
from postil.model.records import Article, Claim, Entity, Event, Image, OtherPage, Prose, Ref, RefKind
from postil.model.withheld import Secret, SecretKind
from postil.problems import Place, Problem
from postil.schema import derived_id
from postil.secrecy import Found, Seeker, squeezed, undone

_LINK = re.compile(r"(\[\[\s*entity/)([a-z0-9-]+)")
_ADDRESS = re.compile(
    r"(?:https?://|mailto:|www\.)\S+|\]\([^)\s]*|!\[[^\]]*\]\([^)]*\)|[\w.+-]{0,64}@[\w.-]+|#\w[\w-]*"
)
"""What is written in small letters whoever it means: addresses, of mail too, and names by which one is called online."""
_LABEL = re.compile(r"\[\[[^\]\n|]*\|([^\]\n]*)\]\]")
_BRACKETS = re.compile(r"[\[\]|]")
_SPECIAL = re.compile(r"[\\`*_\[\]]")
"""What would be a mark of Markdown in words that are shown for a name."""

_MARKS = re.compile(r"[*_`~\[\]<>|&\\^]")

T = TypeVar("T")


class Rewriting:
    """Rewrites the records of one archive, and keeps the problems met on the way."""

    def __init__(self, hidden: Mapping[str, Hidden], secrets: Iterable[Secret], language: str) -> None:
        secrets = tuple(secrets)
        self._hidden = hidden
        self._by_public = {one.public_id: one for one in hidden.values()}
        self._ids = {id_: one.public_id for id_, one in hidden.items()}
        names = [one for one in secrets if one.kind is SecretKind.NAME]
        self._names = Seeker(names)
        self._owners: dict[str, set[str]] = {}
        for one in names:
            self._owners.setdefault(squeezed(one.text, digits=True), set()).add(one.owner)
        self._all = Seeker(secrets)
        self._language = language
        self.problems: list[Problem] = []

    # --- texts ----------------------------------------------------------------------------------------------------

    def words_for(self, secret: Secret, lang: str) -> str:
        """What stands in place of a name, or of a string of nobody; of a name that several bear, nobody's words."""
        if self._is_shared(secret):
            return in_language(NAME_WITHHELD, lang)
        one = self._by_public.get(secret.owner)
        return in_language(WITHHELD, lang) if one is None else one.shown(lang)

    def words_in(self, text: str, found: Found, lang: str, *, begins: bool = True) -> str:
        """What stands in place of a name in a text: with a capital where a sentence begins, and a text that `begins` one."""
        words = self.words_for(found.secret, lang)
        is_first = begins if found.start == 0 else begins_sentence(text, found.start)
        return with_capital(words) if is_first else words

    def owner_of(self, secret: Secret) -> str | None:
        """The public id of whom a name means; None where it is nobody's, or several bear it."""
        return None if self._is_shared(secret) else secret.owner or None

    def _is_shared(self, secret: Secret) -> bool:
        return len(self._owners.get(squeezed(secret.text, digits=True), ())) > 1

    def names_in(self, text: str) -> tuple[Found, ...]:
        return self._names.spans(text)

    def text(
        self, text: str, place: Place, what: str, lang: str | None = None, *, begins: bool = False
    ) -> str:
        """A plain text with what is shown in place of each name. `begins` says that its first word begins a sentence."""
        done = self._replaced(text, lang, begins=begins)
        self._check(done, place, what)
        return done

    def prose(self, prose: Prose, what: str, lang: str | None = None) -> Prose:
        """Markdown of ours, the links in it too."""
        source = _LINK.sub(lambda link: link[1] + self._ids.get(link[2], link[2]), prose.source)
        for match in _ADDRESS.finditer(source):
            if self.is_in_address(match[0]):
                self._left(_at(prose, source, match.start()), f"an address in {what}")
                return prose
        for found in self.names_in(source):
            if _MARKS.search(source[found.start : found.end]):
                self._left(_at(prose, source, found.start), what)
                return prose
        labels = [match.span(1) for match in _LABEL.finditer(source)]
        done = source
        for found in reversed(self.names_in(source)):
            words = self.words_in(source, found, lang or self._language)
            is_label = any(first <= found.start and found.end <= last for first, last in labels)
            plain = _BRACKETS.sub("", words) if is_label else _SPECIAL.sub(r"\\\g<0>", words)
            done = done[: found.start] + plain + done[found.end :]
        self._check_prose(Prose(done, prose.place), what)
        return replace(prose, source=done)

    def address(self, text: str | None, place: Place, what: str) -> None:
        """Complain of what cannot be changed: an id, a path, an address."""
        if text and self.is_in_address(text):
            self._left(place, what)

    def fixed(self, text: str | None, place: Place, what: str) -> None:
        """Complain of a text that nothing can take the place of."""
        if text:
            self._check(text, place, what)

    def remaining(self, text: str) -> tuple[Found, ...]:
        """What of all that is withheld stands in a text."""
        return self._all.spans(text)

    def is_in_address(self, text: str) -> bool:
        """Whether something withheld stands in an address or id, whatever escapes it is written with."""
        return self._all.is_in(text, is_address=True) or self._all.is_in(undone(text), is_address=True)

    def has_address_in(self, markdown: str) -> bool:
        """Whether an address in Markdown holds something withheld."""
        return any(self.is_in_address(match[0]) for match in _ADDRESS.finditer(markdown))

    def _replaced(self, text: str, lang: str | None, *, begins: bool) -> str:
        done = text
        for found in reversed(self.names_in(text)):
            words = self.words_in(text, found, lang or self._language, begins=begins)
            done = done[: found.start] + words + done[found.end :]
        return done

    def _check(self, text: str, place: Place, what: str) -> None:
        found = self._all.spans(text) or self._all.spans(undone(text))
        if found:
            self.problems.append(problem_of_rest(found[0], place, what))
        elif self.has_address_in(text):
            self._left(place, f"an address in {what}")

    def _check_prose(self, prose: Prose, what: str) -> None:
        found = self._all.spans(prose.source)
        if found:
            self.problems.append(problem_of_rest(found[0], _at(prose, prose.source, found[0].start), what))
        elif self._all.is_in(undone(prose.source)):
            self._left(prose.place, what)

    def _left(self, place: Place, what: str) -> None:
        self.problems.append(problem_of_left(place, what))

    # --- records --------------------------------------------------------------------------------------------------

    def ref(self, ref: Ref) -> Ref:
        public = self._ids.get(ref.id) if ref.kind is RefKind.ENTITY else None
        return ref if public is None else replace(ref, id=public)

    def entity(self, entity: Entity) -> Entity:
        hidden = self._hidden.get(entity.id)
        return self._public(entity) if hidden is None else self._seen(hidden)

    def _seen(self, hidden: Hidden) -> Entity:
        """What is seen of an entity that is not public: its type, and what was said to be shown."""
        entity, place = hidden.entity, hidden.entity.place
        is_withheld = entity.show == "withheld"
        name = hidden.shown(self._language)
        roles = () if is_withheld else entity.roles
        self.address(hidden.public_id, place, "`public_id`")
        for lang in (self._language, *(lang for lang, _ in entity.names)):
            if self._all.is_in(hidden.shown(lang)):
                message = (
                    "what is shown in place of a withheld name holds that name, or another that is withheld"
                )
                cure = "choose another role, or `show: withheld` with words of your own at `shown_as`"
                self.problems.append(Problem("withheld-shown", message, place, help=(cure,), is_secret=True))
                break
        return Entity(
            id=hidden.public_id,
            place=place,
            is_=entity.is_,
            name=name,
            roles=tuple(
                replace(
                    one, what=self.text(one.what, place, "a role"), source=one.source and self.ref(one.source)
                )
                for one in roles
            ),
            about=None if is_withheld or entity.about is None else self.prose(entity.about, "`about`"),
            show=entity.show,
        )

    def _public(self, entity: Entity) -> Entity:
        place = entity.place
        for one in (*entity.all_names, entity.precision):
            self.fixed(one, place, "the name of an entity that is public")
        for one in (entity.id, *entity.former_ids, *(one for pair in entity.same_as for one in pair)):
            self.address(one, place, "an id")
        return replace(
            entity,
            never=tuple(one for one in entity.never if not self._all.is_in(one)),
            roles=tuple(
                replace(
                    one, what=self.text(one.what, place, "a role"), source=one.source and self.ref(one.source)
                )
                for one in entity.roles
            ),
            about=None if entity.about is None else self.prose(entity.about, "`about`"),
            within=entity.within and self.ref(entity.within),
        )

    def event(self, event: Event) -> Event:
        place = event.place
        self._ids_of(event.id, event.former_ids, place)
        return replace(
            event,
            title=self.text(event.title, place, "the title of an event", begins=True),
            time=None if event.time is None else self.text(event.time, place, "`time`"),
            where=tuple(map(self.ref, event.where)),
            who=tuple(map(self.ref, event.who)),
            about=None if event.about is None else self.prose(event.about, "`about`"),
        )

    def claim(self, claim: Claim) -> Claim:
        place, view = claim.place, claim.view
        self._ids_of(claim.id, claim.former_ids, place)
        for scope, _ in claim.scopes:
            self.address(scope, place, "the id of a scope")
        if view is not None:
            because = None if view.because is None else self.prose(view.because, "`because`")
            self.fixed(view.by, place, "`by`")
            view = replace(view, because=because)
        return replace(
            claim,
            question=self.text(claim.question, place, "the question of a claim", begins=True),
            unit=None if claim.unit is None else self.text(claim.unit, place, "`unit`"),
            scopes=tuple((id_, self.text(covers, place, "a scope")) for id_, covers in claim.scopes),
            view=view,
            about=None if claim.about is None else self.prose(claim.about, "`about`"),
        )

    def page(self, page: OtherPage) -> OtherPage:
        self.address(page.id, page.place, "the name of a page's file")
        return replace(
            page,
            title=self.text(page.title, page.place, "the title of a page", page.lang, begins=True),
            body=self.prose(page.body, "the text of a page", page.lang),
        )

    def image(self, image: Image) -> None:
        self.address(image.file, Place(image.file), "the name of a file")

    def settings(self, settings: Settings, place: Place) -> None:
        for text in (settings.title, settings.description, settings.licence, *settings.editors):
            self.fixed(text, place, "a setting")
        for address in (settings.base_url, *settings.entity_types):
            self.address(address, place, "a setting")

    def article(self, article: Article) -> Article:
        """What stands in the front matter."""
        place, lang = article.place, article.lang

        def text(key: str, value: str | None, *, begins: bool = False) -> str | None:
            return None if value is None else self.text(value, place, f"`{key}`", lang, begins=begins)

        self._ids_of(article.id, article.former_ids, place)
        for key, value in (
            ("url", article.url),
            *(("archived", copy.url) for copy in article.archived),
            ("origin", article.origin),
            # The part of a language's tag in which anything may stand.
            ("lang", article.lang.partition("x-")[2]),
            *(("tags", tag) for tag in article.tags),
        ):
            self.address(value, place, f"`{key}`")
        self.fixed(article.rights.holder, place, "`holder`")
        return replace(
            article,
            title=text("title", article.title, begins=True) or "",
            outlet=text("outlet", article.outlet),
            authors=tuple(self.text(one, place, "`authors`", lang) for one in article.authors),
            dateline=text("dateline", article.dateline),
            kind=text("kind", article.kind),
            notice=text("notice", article.notice, begins=True),
            extra=tuple(pair for pair in article.extra if not any(map(self._all.is_in, pair))),
        )

    def notes(self, notes: ArticleNotes) -> ArticleNotes:
        """What is said of an article, in which what it quotes is not changed."""
        self.fixed(notes.annotator, notes.place, "`annotator`")
        choices = [
            replace(one, entity=self.ref(one.entity))
            for one in notes.mentions
            if not self._all.is_in(one.name)  # cut from the text, or a problem there
        ]
        return replace(
            notes,
            mentions=tuple(choices),
            notes=tuple(_apart(self._annotation(note) for note in notes.notes)),
            withhold=(),
        )

    def _annotation(self, note: Annotation) -> Annotation:
        place = note.place
        self.fixed(note.annotator, place, "`annotator`")
        if note.explicit:
            self.address(note.id, place, "the id of a note")
        relations = tuple(replace(one, to=self.ref(one.to)) for one in note.relations)
        done = replace(
            note,
            note=None if note.note is None else self.prose(note.note, "a note"),
            entity=note.entity and self.ref(note.entity),
            speaker=note.speaker and self._speaker(note.speaker),
            says=self._words(note.says, place) if isinstance(note.says, Words) else note.says,
            chain=tuple(map(self._speaker, note.chain)),
            hedge=None if note.hedge is None else self.text(note.hedge, place, "`hedge`"),
            relations=relations,
        )
        if note.explicit or (done.entity == note.entity and relations == note.relations):
            return done
        refs = [one for one in (done.entity, done.event, done.claim) if one is not None]
        id_ = derived_id(note.selector, note.keys, (*refs, *(one.to for one in relations)))
        return replace(done, id=id_)

    def _speaker(self, speaker: Speaker) -> Speaker:
        entity = speaker.entity and self._ids.get(speaker.entity, speaker.entity)
        unnamed = speaker.unnamed and self.text(speaker.unnamed, speaker.place, "`unnamed`")
        return replace(speaker, entity=entity, unnamed=unnamed)

    def _words(self, says: Words, place: Place) -> Words:
        public = self._ids.get(says.entity or "")
        if public is not None:
            return replace(says, text=says.text.replace(says.entity or "", public), entity=public)
        return replace(says, text=self.text(says.text, place, "`says`"))

    def _ids_of(self, id_: str, former: Iterable[str], place: Place) -> None:
        for one in (id_, *former):
            self.address(one, place, "an id")


def _apart(notes: Iterable[Annotation]) -> Iterator[Annotation]:
    """The notes, those with the id of one before told apart by a number."""
    taken: dict[str, int] = {}
    for note in notes:
        count = taken[note.id] = taken.get(note.id, 0) + 1
        yield note if count == 1 or note.explicit else replace(note, id=f"{note.id}-{count}")


def all_of(rewrite: Callable[[T], T], records: Iterable[T], key: Callable[[T], str]) -> tuple[T, ...]:
    """The records rewritten, in the order of what may be seen of them."""
    return tuple(sorted(map(rewrite, records), key=key))


def problem_of_left(place: Place, what: str) -> Problem:
    """That something withheld stands where nothing takes its place."""
    message = f"what is withheld stands in {what}, where nothing can take its place"
    cures = (
        "write this otherwise",
        "where the letters mean something else, say so with `not:` at the entity, or in the register",
    )
    return Problem("withheld-left", message, place, help=cures, is_secret=True)


def problem_of_rest(found: Found, place: Place, what: str) -> Problem:
    """That something withheld is left in a text."""
    if found.secret.kind is not SecretKind.PART:
        return problem_of_left(place, what)
    message = f"a word of a name that is withheld stands in {what} by itself"
    cures = (
        "where it means the one who is withheld, add it to the aliases: then it is replaced like the name",
        "where it means somebody else, say so with `not:` at the entity, or in the register",
    )
    return Problem("withheld-word", message, place, help=cures, is_secret=True)


def _at(prose: Prose, source: str, offset: int) -> Place:
    """The line of a text of several lines."""
    place = prose.place
    return Place(place.path, place.line + source.count("\n", 0, offset)) if place.line else place
