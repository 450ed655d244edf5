"""One run over the files of an archive: what it reads, and the problems it finds on the way.

The order is that in which things depend on each other: settings, articles with what was sealed of them, entities and notes,
then what may be seen of each article, and at last all records without what is withheld. Refuses to know what a key means.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Protocol, TypeVar

from postil import folders
from postil.load.composing import node_from_yaml
from postil.load.files import File, Folder, Source
from postil.load.front_matter import front_from_source
from postil.load.ledgers import addresses_of, ledger_of, with_seals
from postil.load.media import Media, images_from_files
from postil.load.paths import fault_of_path
from postil.load.placing import empty, ignored, misplaced, without_article
from postil.load.register import Register, incomplete, register_from_file
from postil.load.register import missing as missing_register
from postil.load.releasing import Seen, in_full, in_private, with_released
from postil.load.strays import strays, with_weight
from postil.load.theme import theme_from_folder
from postil.load.withholding import Confidence, Withholding, revealed
from postil.model.loaded import Doubtful, Records, Settings
from postil.model.notes import Annotation, ArticleNotes, DraftNotes
from postil.model.records import Article, Claim, Entity, Event, OtherPage, RefKind
from postil.problems import Checked, Place, Problem, Severity, has_errors
from postil.schema import (
    Map,
    Seq,
    article_from_node,
    claims_from_node,
    draft_from_node,
    entities_from_node,
    events_from_node,
    fault_of_id,
    id_from_words,
    is_list_of_notes,
    note_ids,
    notes_from_node,
    page_from_node,
    settings_from_node,
    with_unique_ids,
    withheld_of_draft,
)

_NAMED_BY_ID = (folders.ARTICLES, folders.PAGES, folders.NOTES)
"""Folders in which a path is an id, or that of one, and `schema` says what is wrong with it."""

V = TypeVar("V")
R = TypeVar("R", Entity, Event, Claim)


class _FromMarkdown(Protocol[V]):
    """`schema.article_from_node` or `schema.page_from_node`."""

    def __call__(
        self, node: Map, body: str, *, id_: str, place: Place, body_line: int, language: str
    ) -> Checked[V]: ...


class Loading:
    """One run over an archive: what it reads, and the problems it finds on the way."""

    def __init__(self, root: Path) -> None:
        self._folder = Folder(root)
        self._title = root.resolve().name
        self._problems: list[Problem] = []
        self._failed_notes: list[tuple[str, Annotation]] = []
        self._unread: set[RefKind] = set()
        self._noted: list[str] = []
        self._ignored: list[str] = []
        self.confidence = Confidence()

    def records(
        self, *, drafts: bool, templates: Path, private: bool, quoting: bool, withheld: Path | None
    ) -> Checked[Records]:
        theme = self._value(theme_from_folder(templates))
        settings = self._settings(tuple(one.lang for one in theme.strings))
        if private:
            settings = replace(settings, is_private=True, base_url=None)
        self._problems += self._folder.misplaced(folders.TEMPLATES)
        astray = tuple(strays(self._folder))
        self._problems += astray
        self.confidence.is_blind = self.confidence.is_blind or has_errors(astray)
        content = self._sorted_files(
            folders.CONTENT,
            (folders.ARTICLES, ".md", True),
            (folders.PAGES, ".md", False),
            (folders.MEDIA, "", True),
        )
        said = self._sorted_files(
            folders.ANNOTATIONS,
            (folders.NOTES, ".yaml", True),
            *((one, ".yaml", False) for one in folders.RECORDS.values()),
        )
        entities, events, claims = (said[folder] for folder in folders.RECORDS.values())
        images = images_from_files(self._folder, content[folders.MEDIA])
        read = ledger_of(self._folder)
        ledger = self._value(read)
        named = self._value(with_seals(self._articles(content[folders.ARTICLES], settings), ledger))
        articles = {id_: article for id_, article in named.items() if article is not None}
        media = Media(images)
        notes, held = self._notes(said[folders.NOTES], named, settings.language, drafts=drafts)
        shown = [media.shown_in(article) for _, article in sorted(articles.items())]
        if not quoting:
            shown = [in_full(article) for article in shown]
        seen = Seen(tuple(shown), notes)
        known, doubtful_entities = self._records(
            entities,
            lambda node, failed: entities_from_node(node, settings.entity_types, failed),
            RefKind.ENTITY,
        )
        # In private it is not needed, but for addresses that were sealed with other words in place of what stands in it.
        is_open = private and withheld is None
        is_told = not (is_open and settings.withheld_register)
        register = Register() if is_open else self._register(withheld, settings)
        withholding = Withholding(known, notes, held, register, settings.language)
        if private:
            opened = (in_private(one, withholding.in_article, is_told=is_told) for one in shown)
            seen = replace(seen, articles=tuple(opened))
            known = revealed(known, settings.language)
        else:
            most, asked = settings.quoted_at_most, withholding.in_article
            self._problems += withholding.problems
            seen = self._value(with_released(seen.articles, seen.notes, most, asked))
            self.confidence.beside = seen.beside
        happened, doubtful_events = self._records(events, events_from_node, RefKind.EVENT)
        asked_of, doubtful_claims = self._records(claims, claims_from_node, RefKind.CLAIM)
        doubtful = Doubtful(
            doubtful_entities,
            doubtful_events,
            doubtful_claims,
            tuple(self._failed_notes),
            tuple(sorted(self._unread)),
            tuple(self._noted),
        )
        records = Records(
            settings=settings,
            theme=theme,
            articles=seen.articles,
            notes=seen.notes,
            withdrawn=ledger.withdrawn,
            sealed=None if read.problems else addresses_of(ledger),
            drafts=held,
            entities=known,
            events=happened,
            claims=asked_of,
            pages=self._pages(content[folders.PAGES], settings),
            images=tuple(replace(one, is_held=one.path in seen.held) for one in images),
            doubtful=None if self.confidence.has_unread else doubtful,
        )
        if not private:
            bodies = {article.id: article.body for article in articles.values()}
            paths = [*(file.path for file in (*entities, *events, *claims)), *self._ignored]
            records = self._value(withholding.rewritten(records, bodies, paths))
        return Checked(records, tuple(self._problems))

    def _register(self, path: Path | None, settings: Settings) -> Register | None:
        """What is withheld besides what the archive's own files say; None where that is not known."""
        if path is None:
            self.confidence.is_blind = self.confidence.is_blind or settings.withheld_register
        problem = missing_register(path, is_required=settings.withheld_register)
        self._problems += (problem,) if problem else ()
        if path is None:
            return None if settings.withheld_register else Register()
        read = self._value(register_from_file(path))
        lacks = None if read is None else incomplete(read, settings.withheld_strings)
        self._problems += (lacks,) if lacks else ()
        self.confidence.is_blind = self.confidence.is_blind or read is None or lacks is not None
        return read

    def notes(self, path: str, article: Article, language: str) -> Checked[ArticleNotes | None]:
        node = self._map(self._folder.file(path))
        if node is None:
            return Checked(None, tuple(self._problems))
        made = notes_from_node(
            node, article=article.id, place=Place(path), languages=(article.lang, language)
        )
        return Checked(self._value(made), tuple(self._problems))

    def _value(self, checked: Checked[V]) -> V:
        self._problems += checked.problems
        return checked.value

    # --- files ---------------------------------------------------------------------------------------------------

    def _sorted_files(self, top: str, *homes: tuple[str, str, bool]) -> Mapping[str, list[File]]:
        """The files below a folder by where they belong: (folder, suffix, whether deeper folders count).

        A file that belongs nowhere is told, so that what someone wrote is never passed over in silence.
        """
        found: dict[str, list[File]] = {folder: [] for folder, _, _ in homes}
        for file in self._value(self._folder.walk(top)):
            if file.name == folders.LEDGER:
                continue
            for folder, suffix, deep in homes:
                rest = file.name.removeprefix(f"{folder}/")
                if rest != file.name and rest.endswith(suffix) and (deep or "/" not in rest):
                    found[folder].append(file)
                    if folder not in _NAMED_BY_ID:
                        self._problems += filter(None, [fault_of_path(file.path)])
                    break
            else:
                problem = with_weight(ignored(self._folder, file, homes), self._folder, file)
                self._problems.append(problem)
                self._ignored.append(file.path)
                if problem.severity is Severity.ERROR:
                    self.confidence.unread(self._folder.data(file).value)
        return found

    def _source(self, file: File) -> Source | None:
        return self._value(self._folder.source(file))

    def _map(self, file: File) -> Map | None:
        """The keys and values of a YAML file; an empty file has none."""
        source = self._source(file)
        if source is None:
            self.confidence.unread(self._folder.data(file).value)
            return None
        read = node_from_yaml(source)
        self._problems += read.problems
        if isinstance(read.value, Map):
            self.confidence.see(read.value)
            return read.value
        if read.problems:
            self.confidence.unread(source.text.encode())
        if read.value is not None:
            cure = "write `key: value` lines, without `- ` before them"
            if file.path.startswith(f"{folders.NOTES}/") and is_list_of_notes(read.value):
                cure = "put a line `notes:` above the notes"
            problem = Problem(
                "wrong-type", "the file does not hold keys and values", read.value.place, help=(cure,)
            )
            self._problems.append(problem)
        return None if read.problems or read.value is not None else Map((), Place(file.path))

    def _id(self, file: File, folder: str, suffix: str) -> str | None:
        """The id that a file's path gives; None, and a problem, when it cannot be one."""
        id_ = file.path.removeprefix(f"{folder}/").removesuffix(suffix)
        fault = fault_of_id(id_, Place(file.path), parts=True)
        if fault is None:
            return id_
        parts = [id_from_words(part) for part in id_.split("/")]
        proposal = f"{folder}/{'/'.join(parts)}{suffix}"
        is_free = all(parts) and not self._folder.exists(proposal)
        cure = f"rename it to `{proposal}`" if is_free else "rename it"
        if fault.code == "id-unusable":
            fault = replace(
                fault, message="the path of this file cannot be an id", help=(cure, fault.help[-1])
            )
        self._problems.append(fault)
        return None

    # --- records -------------------------------------------------------------------------------------------------

    def _settings(self, languages: tuple[str, ...]) -> Settings:
        file = self._folder.file(folders.SETTINGS)
        node = self._map(file) if self._folder.exists(folders.SETTINGS) else None
        return self._value(
            settings_from_node(node or Map((), Place(folders.SETTINGS)), self._title, languages)
        )

    def _articles(self, files: Iterable[File], settings: Settings) -> Mapping[str, Article | None]:
        """Every article by its id; None for one that failed, so that what is said about it is not blamed."""
        articles: dict[str, Article | None] = {}
        for file in files:
            id_ = self._id(file, folders.ARTICLES, ".md")
            article = self._markdown(file, id_ or "", settings.language, article_from_node)
            if id_ is None or article is None:
                self._unread.add(RefKind.ARTICLE)
            if id_ is not None:
                articles[id_] = article
        return articles

    def _pages(self, files: Iterable[File], settings: Settings) -> tuple[OtherPage, ...]:
        pages = []
        for file in files:
            id_ = self._id(file, folders.PAGES, ".md")
            page = self._markdown(file, id_ or "", settings.language, page_from_node)
            if id_ is not None and page is not None:
                pages.append(page)
        return tuple(sorted(pages, key=lambda page: page.id))

    def _markdown(self, file: File, id_: str, language: str, record: _FromMarkdown[V]) -> V | None:
        source = self._source(file)
        front = None if source is None else self._value(front_from_source(source))
        if front is None:
            return None
        self.confidence.see(front.node)
        place = replace(front.node.place, length=0)
        made = record(
            front.node, front.body, id_=id_, place=place, body_line=front.body_line, language=language
        )
        return self._value(made)

    def _records(
        self, files: Iterable[File], records: Callable[[Map, list[R]], Checked[tuple[R, ...]]], kind: RefKind
    ) -> tuple[tuple[R, ...], tuple[R, ...]]:
        """Entities, events or claims of all their files; and those in which something is wrong, as they were read."""
        found: list[R] = []
        failed: list[R] = []
        for file in files:
            node = self._map(file)
            if node is None or self._is_misplaced(file, node, kind):
                self._unread.add(kind)
                continue
            before = len(found) + len(failed)
            made = records(node, failed)
            found += made.value
            self._problems += made.problems
            if len(found) + len(failed) - before < len(node.entries):
                self._unread.add(kind)
        unique, problems = with_unique_ids(found, lambda record: (record.id, record.place), kind)
        self._problems += problems
        return tuple(sorted(unique, key=lambda record: record.id)), tuple(failed)

    def _is_misplaced(self, file: File, node: Map | None, kind: str) -> bool:
        """Whether a file holds something else than belongs in its folder, which is told; also that it holds nothing."""
        problem = None if node is None else misplaced(node, file.path, kind)
        if problem is not None:
            self._problems.append(problem)
            self.confidence.has_unread = True
        elif node is not None and not node.entries:
            self._problems.append(empty(file.path))
        return problem is not None

    def _notes(
        self, files: Iterable[File], articles: Mapping[str, Article | None], language: str, *, drafts: bool
    ) -> tuple[tuple[ArticleNotes, ...], tuple[DraftNotes, ...]]:
        """The notes of every article, and the drafts, which are not looked into unless `drafts` are wanted."""
        moved = {old: id_ for id_, article in articles.items() if article for old in article.former_ids}
        notes: list[ArticleNotes] = []
        held: list[DraftNotes] = []
        known: dict[str, str] = {}
        unsure: list[Callable[[], Checked[ArticleNotes]]] = []
        for file in files:
            id_ = file.path.removeprefix(f"{folders.NOTES}/").removesuffix(".yaml")
            node = self._map(file)
            if self._is_misplaced(file, node, "article"):
                continue
            if id_ not in articles:
                self._problems.append(without_article(file, id_, articles, moved))
            if node is None:
                continue
            draft = draft_from_node(node, id_)
            if draft is not None and not drafts:
                held.append(replace(draft, withhold=self._value(withheld_of_draft(node))))
                continue
            for note in note_ids(node):
                known.setdefault(note, id_)
            article = articles.get(id_)
            languages = (article.lang, language) if article else (language,)
            failed: list[Annotation] = []
            make = partial(
                notes_from_node, node, article=id_, place=Place(file.path), languages=languages, known=known
            )
            made = make(failed=failed)
            if any(problem.code == "ref-unusable" for problem in made.problems):
                unsure.append(make)  # read again when it is known where else a note has such an id
            else:
                notes.append(self._value(made))
            self._failed_notes += ((id_, note) for note in failed)
            if _is_lacking(node, len(made.value.notes) + len(failed), made.problems):
                self._noted.append(id_)
        notes += (self._value(again()) for again in unsure)
        of_articles = (one for one in notes if one.article in articles)
        return tuple(sorted(of_articles, key=lambda one: one.article)), tuple(held)


def _is_lacking(node: Map, known: int, problems: Iterable[Problem]) -> bool:
    """Whether a file of notes may have others than so many, or one under an id that could not be read."""
    listed = next((value for key, value in node.entries if key.text == "notes"), None)
    written = len(listed.items) if isinstance(listed, Seq) else 0
    return has_errors(problems) and (
        written != known or listed is None or any(one.code.startswith("id-") for one in problems)
    )
