"""Withholding: what of an archive may not be seen, taken out of it before any stage sees it.

    register     names that are kept outside the archive
    hiding       who is not shown by name, and what is seen instead
    interface    what the pages say of themselves, of which no word can be withheld
    rewriting    records without those names

Withheld are the words of `withhold:` in the notes of an article, every name of an entity that is not public, and the strings
of the register. Promises that it never fails open: where a quote is not found, a name has no replacement, or a file that
may withhold something cannot be read, there is an error, and no article is handed on. No problem shows what is withheld.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from html import escape, unescape
from types import MappingProxyType

from postil import folders
from postil.anchor import anchor, cut, target_of
from postil.load.addressing import without_title, without_words
from postil.load.hiding import NAME_WITHHELD, giveaways, hidden_of, in_language
from postil.load.interface import of_the_pages
from postil.load.register import REGISTER, Register
from postil.load.releasing import Withheld
from postil.load.rewriting import Rewriting, all_of, problem_of_left, problem_of_rest
from postil.load.strays import may_withhold
from postil.lookalikes import unmixed
from postil.model.loaded import Records
from postil.model.notes import ArticleNotes, DraftNotes, WithheldSpan
from postil.model.records import Article, Entity
from postil.model.text import Body
from postil.model.withheld import Secret, SecretKind, Secrets
from postil.problems import Checked, Place, Problem, has_errors, unsaid
from postil.release import Cut
from postil.schema import Node, confided
from postil.scrub import Scrub
from postil.secrecy import Seeker, is_too_short, squeezed, words_of

_LEAST_WORDS, _LEAST_LETTERS = 3, 12
"""Of a passage that is looked for everywhere; a shorter one is looked for with the words beside it."""

_ADDRESS = re.compile(r'\b(?:href|src|cite)="([^"]*)"')
_TAG = re.compile(r"<[a-z][^<>]*>")
_SAID = re.compile(r'\b((?:alt|title)=")([^"]*)"')

_MESSAGES = MappingProxyType(
    {
        "quote-ambiguous": "the words to be withheld stand in more places than one",
        "quote-cuts-number": "the words to be withheld begin or end inside a number",
        "quote-cuts-word": "the words to be withheld begin or end inside a word",
        "quote-empty": "the words to be withheld hold nothing that can be seen",
        "quote-not-found": "the words to be withheld are not in the article, or not with what narrows them",
    }
)
_NARROWED = (
    "narrow them with `in:`, `prefix` or `suffix`, or correct them; the article is not published before"
)


_OF_LEDGER = frozenset({"id-withdrawn", "sealed-article-gone"})
"""Errors that leave every cut as it should be: those who set addresses right need what is cut."""


class Confidence:
    """What the files of an archive may be meant to withhold, gathered as they are read, right or wrong."""

    def __init__(self) -> None:
        self._texts: dict[str, SecretKind] = {}
        self.is_blind = False
        self.has_unread = False
        self.beside: frozenset[Problem] = frozenset()
        """What is wrong beside the cuts, which are made as they should be."""

    def see(self, node: Node) -> None:
        names, words = confided(node)
        self._texts |= dict.fromkeys(words, SecretKind.WORDS) | dict.fromkeys(names, SecretKind.NAME)

    def unread(self, data: bytes | None) -> None:
        """A file that could not be read; `data` is what stands in it, as far as that is known."""
        self.has_unread = True
        self.is_blind = self.is_blind or may_withhold(data)

    def secrets(self) -> tuple[Secret, ...]:
        texts = ((text, kind) for text, kind in self._texts.items() if squeezed(text, digits=True))
        return tuple(one for text, kind in texts for one in (Secret(text, kind), *_words_of_name(text, kind)))


class Withholding:
    """What one archive withholds."""

    def __init__(
        self,
        entities: Iterable[Entity],
        notes: Iterable[ArticleNotes],
        drafts: Iterable[DraftNotes],
        register: Register | None,
        language: str,
    ) -> None:
        spans: dict[str, tuple[WithheldSpan, ...]] = {one.article: one.withhold for one in notes}
        self._spans = spans | {one.article: one.withhold for one in drafts}
        entities = tuple(entities)
        is_known, register = register is not None, register or Register()
        self._hidden, problems = hidden_of(entities, register)
        if not is_known:  # then nobody can say which names stand in it
            problems = tuple(one for one in problems if one.code != "withheld-nameless")
        self._sources = {one.public_id: one.entity.place for one in self._hidden.values()}
        public = tuple(one for one in entities if one.id not in self._hidden)
        self._of_nobody = [Secret(text, SecretKind.NAME) for text in register.strings]
        self._strings = [
            *(secret for one in self._hidden.values() for secret in one.secrets(public)),
            *self._of_nobody,
        ]
        self._language = language
        self._begun = Rewriting(self._hidden, self._strings, language)
        self._words = _words_to_meet(self._strings)
        self.problems = list(problems)
        if any(map(is_too_short, register.strings)):
            message = "a string of the register is too short to be told from what stands everywhere"
            cure = "write it with the words around it"
            place = Place(REGISTER)
            self.problems.append(Problem("withheld-short", message, place, help=(cure,), is_secret=True))

    def in_article(self, article: Article) -> Withheld | None:
        """What is asked of the body of an article; None where nothing of it can be withheld.

        That is asked of the letters of the Markdown: a name has its longest word there, whatever marks lie in it.
        """
        spans = self._spans.get(article.id, ())
        body = unescape(article.body)
        written = (squeezed(one, digits=True) for one in (body, *unmixed(body)))
        if not spans and (self._words is None or not any(map(self._words.search, written))):
            return None
        return partial(self._withheld, article, spans)

    def _withheld(
        self, article: Article, spans: Sequence[WithheldSpan], body: Body
    ) -> Checked[tuple[Body, tuple[Cut, ...]]]:
        """The body with what is shown in place of names in its alternative texts, and what is cut of its text.

        Problems: those of `anchor.anchor` and `anchor.cut`, without words.
        """
        text = body.text
        target = target_of(article, text, [one.selector for one in spans])
        problems: list[Problem] = []
        cuts: list[Cut] = []
        for one in spans:
            found = anchor(target, one.selector, explained=False)
            if isinstance(found, Problem):
                problems.append(_unsaid(found))
                continue
            in_two = cut(target, one.selector, found)
            problems += [_unsaid(in_two)] if in_two else []
            if squeezed(text.text[slice(*found)], digits=True) in squeezed(one.words, digits=True):
                problems.append(_shown(one))
            cuts.append(Cut(*found, one.words, source=one.place))
            self._strings += _passages(text.text, *found)
        cuts += self._names_cut(text.text, article.lang)
        said = partial(self._said, lang=article.lang)
        pieces = tuple(_TAG.sub(lambda tag: _SAID.sub(said, tag[0]), piece) for piece in body.pieces)
        return Checked((replace(body, pieces=pieces), tuple(cuts)), tuple(problems))

    def _names_cut(self, text: str, lang: str) -> Iterator[Cut]:
        for name in self._begun.names_in(text):
            words = self._begun.words_in(text, name, lang)
            entity, source = self._begun.owner_of(name.secret), self._sources.get(name.secret.owner)
            yield Cut(name.start, name.end, words, entity, source or Place(REGISTER))

    def _said(self, match: re.Match[str], lang: str) -> str:
        text = unescape(match[2])
        done = text
        for name in reversed(self._begun.names_in(text)):
            done = done[: name.start] + self._begun.words_in(text, name, lang) + done[name.end :]
        return match[0] if done == text else f'{match[1]}{escape(done)}"'

    def rewritten(
        self, records: Records, originals: Mapping[str, str], paths: Iterable[str]
    ) -> Checked[Records]:
        """The records as they may be seen; their articles are released.

        `originals` are the bodies as written, by id; `paths` those of the files of records, which are told in problems.
        """
        secrets = Secrets(tuple(dict.fromkeys(self._strings)))
        if not any(self._spans.values()) and not secrets:
            return Checked(records)
        rewriting = Rewriting(self._hidden, secrets.strings, self._language)
        held = Seeker(secrets.strings)
        for image in records.images:
            rewriting.image(image)
        for path in paths:
            rewriting.address(path, Place(path), "the name of a file")
        rewriting.settings(records.settings, Place(folders.SETTINGS))
        done = replace(
            records,
            articles=tuple(
                replace(one, sealed=one.sealed and without_words(one.sealed, held.is_in))
                for one in all_of(rewriting.article, records.articles, lambda one: one.id)
            ),
            notes=all_of(rewriting.notes, records.notes, lambda one: one.article),
            entities=all_of(rewriting.entity, records.entities, lambda one: one.id),
            events=all_of(rewriting.event, records.events, lambda one: one.id),
            claims=all_of(rewriting.claim, records.claims, lambda one: one.id),
            pages=all_of(rewriting.page, records.pages, lambda one: one.id),
            drafts=tuple(replace(one, withhold=()) for one in records.drafts),
            withdrawn=tuple(without_title(one, held.is_in) for one in records.withdrawn),
            secrets=secrets,
        )
        for article in records.articles:
            rewriting.problems += self._rest(article, originals.get(article.id, article.body), rewriting)
        rewriting.problems += self._replacements(records, rewriting)
        rewriting.problems += of_the_pages(
            records.theme, self._language, self._hidden.values(), self._of_nobody
        )
        return Checked(done, tuple(rewriting.problems))

    def _replacements(self, records: Records, rewriting: Rewriting) -> Iterator[Problem]:
        """What is shown in place of a passage may show no name either."""
        spans = [one for of in records.notes for one in of.withhold]
        spans += [one for draft in records.drafts for one in draft.withhold]
        for span in spans:
            if rewriting.remaining(span.words):
                yield _shown(span)

    def _rest(self, article: Article, original: str, rewriting: Rewriting) -> Iterator[Problem]:
        """What is left in the text of an article behind all cuts, and in what its text leads to."""
        text = article.body if article.released is None else article.released.text.text
        for found in rewriting.remaining(text)[:1]:
            yield problem_of_rest(found, _line(article, original, rewriting), "the text of the article")
        pieces = () if article.released is None else article.released.pieces
        led_to = (unescape(match[1]) for piece in pieces for match in _ADDRESS.finditer(piece))
        is_left = rewriting.has_address_in(text) or any(map(rewriting.is_in_address, led_to))
        if is_left:
            place = Place(article.path, article.body_line)
            problem = problem_of_left(place, "an address in the text of the article")
            cure = "withhold the words of the link: what it leads to goes with them"
            yield replace(problem, help=(cure, *problem.help[1:]))


def _shown(span: WithheldSpan) -> Problem:
    message = "the words that would stand in place of others hold something that is withheld"
    return Problem("withheld-shown", message, span.place, help=("write other `words:`",), is_secret=True)


def _line(article: Article, original: str, rewriting: Rewriting) -> Place:
    """The first line of the body that holds something withheld in plain sight; else where the body begins."""
    lines = original.split("\n")
    number = next((number for number, line in enumerate(lines) if rewriting.remaining(line)), 0)
    return Place(article.path, article.body_line + number)


def _words_of_name(text: str, kind: SecretKind) -> Iterator[Secret]:
    """The words of what may be a name that may say by themselves who it is."""
    if kind is SecretKind.NAME:
        for word in giveaways(text):
            yield Secret(word, SecretKind.PART)


def _words_to_meet(secrets: Iterable[Secret]) -> re.Pattern[str] | None:
    """The longest word of each name, and each word that stands for it, as it has to stand in a body that holds either."""
    words = {
        max((squeezed(word, digits=True) for word in words_of(one.text)), key=len, default="")
        for one in secrets
        if one.kind in (SecretKind.NAME, SecretKind.PART)
    }
    kept = sorted(filter(None, words))
    return re.compile("|".join(map(re.escape, kept))) if kept else None


def _passages(text: str, start: int, end: int) -> Iterator[Secret]:
    """A passage as it is looked for everywhere: with the words before it, or behind it, where it is too short alone."""
    if _is_enough(text[start:end]):
        yield Secret(text[start:end], SecretKind.WORDS)
        return
    words = [match.span() for match in re.finditer(r"\S+", text)]
    before = [first for first, last in words if last <= start][-_LEAST_WORDS:]
    behind = [last for first, last in words if first >= end][:_LEAST_WORDS]
    for first in reversed(before):
        if _is_enough(text[first:end]):
            yield Secret(text[first:end], SecretKind.WORDS)
            break
    for last in behind:
        if _is_enough(text[start:last]):
            yield Secret(text[start:last], SecretKind.WORDS)
            break


def _is_enough(text: str) -> bool:
    return len(words_of(text)) >= _LEAST_WORDS and len(squeezed(text, digits=True)) >= _LEAST_LETTERS


def _unsaid(problem: Problem) -> Problem:
    """A problem of a selector without any words of the article or of the quote."""
    return unsaid(problem, _MESSAGES.get(problem.code, problem.message), _NARROWED)


def revealed(entities: Iterable[Entity], language: str) -> tuple[Entity, ...]:
    """The entities as an edition shows them from which nothing is held back; one without a name has the words for it."""
    return tuple(
        replace(
            one,
            name=one.name or one.shown_as or in_language(NAME_WITHHELD, language),
            show="public",
            public_id=None,
            shown_as=None,
        )
        for one in entities
    )


def conceal(loaded: Checked[Records], confidence: Confidence) -> Checked[Records]:
    """What may be handed on: no text while something is wrong in an archive that withholds, and no problem that shows it."""
    records = loaded.value
    secrets = replace(records.secrets, confided=confidence.secrets(), is_blind=confidence.is_blind)
    if not secrets:
        return loaded
    scrub = Scrub(secrets)
    if has_errors(
        one for one in loaded.problems if one.code not in _OF_LEDGER and one not in confidence.beside
    ):
        records = replace(records, articles=(), notes=(), pages=())
    return Checked(
        replace(records, doubtful=None, secrets=secrets),
        tuple(scrub.problem(problem) for problem in loaded.problems),
    )
