"""Pipeline: the order of the stages. Only this module knows that all of them exist.

    load -> prepare -> link -> pages -> render -> index -> audit -> publish

It promises that nothing is published while an error stands, that all problems of a run are given together, and that the
outcome depends on the archive alone: not on the number of workers, the place, the clock or the locale.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from pathlib import Path

from postil import (
    addresses,
    audit,
    cache,
    cycles,
    exporters,
    folders,
    images,
    index,
    link,
    load,
    pages,
    prepare,
    publish,
    render,
)
from postil.aside import Apart, Aside
from postil.cache import Store
from postil.forgetting import Guard, forget, is_in_doubt
from postil.index.parts import Ready, ready
from postil.load.theme import CONTRACT
from postil.manifest import MANIFEST, RECEIPT
from postil.minify import minified
from postil.model.archive import Archive
from postil.model.indexed import IndexView
from postil.model.loaded import Records, Theme
from postil.model.notes import ArticleNotes
from postil.model.outcome import Outcome, Watching, unwatched
from postil.model.published import NO_ADDRESSES
from postil.model.records import Article, Image, RefKind
from postil.model.text import Body, NameRow, Prepared
from postil.model.withheld import NOTHING
from postil.names import NameIndex, rows_from_entities
from postil.problems import Place, Problem, Severity, has_errors, problem_order, strict
from postil.recall import BODY, PREPARED, SEARCH_KEPT, Recall, Whole
from postil.rendering import rendered
from postil.scrub import Concealing
from postil.shipped import templates_dir
from postil.workers import Cluster, ClusterFault, Executor, executor

_BATCH = 16
"""Articles a worker is handed at a time."""

_ALONE = 64
"""With fewer articles, starting workers costs more than they save."""

_PORTION = 256
"""Articles whose bodies are held at a time."""

_NOTHING_KEPT = Store(None)
_NOTHING_RECALLED = Recall(_NOTHING_KEPT, drafts=False)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a build is asked for beside the archive; `of` says it in words that no other site of the archive has."""

    drafts: bool
    strictly: bool
    jobs: int
    private: bool = False
    """Whether nothing is held back; then nothing is kept from build to build either."""
    withheld: Path | None = None
    """The register of what is withheld, where there is one."""
    why: str = ""
    """The path of a page of which the outcome is to say why it was rendered."""
    of: str = ""
    scheduler: str = ""
    """The address of the Dask cluster that works in the place of processes, where there is one."""
    watching: Watching = unwatched
    may_shrink: bool = False
    """Whether the site may lose much of what stands, and addresses that were sealed."""


def build(
    root: Path,
    out: Path,
    *,
    drafts: bool,
    strictly: bool,
    jobs: int,
    private: bool = False,
    withheld: Path | None = None,
    may_shrink: bool = False,
    waiting: Callable[[], None] | None = None,
    store: Store = _NOTHING_KEPT,
    why: str = "",
    of: str = "",
    scheduler: str = "",
    watching: Watching = unwatched,
    stands: publish.Look | None = None,
) -> Outcome:
    """Build the archive at `root` and publish it at `out`, unless an error stands.

    `jobs` is the number of worker processes at most; where `scheduler` is the address of a cluster, its workers take their
    place. With `strictly`, warnings are errors. With `private` nothing is held back, every page says so, and nothing is
    kept from build to build. `withheld` is the register of what is withheld, where there is one. `may_shrink` lets the site
    replace one that holds much more. `waiting` is called when another build has to be waited for. What `store` holds from
    builds before is not made again; it changes nothing else. The outcome says why the page at the path `why` was rendered.
    `of` names this site and these options. `stands` is what was seen at `out`, where somebody looked. `watching` is told
    how far the build has come.
    """
    asked = Asked(drafts, strictly, jobs, private, withheld, why, of, scheduler, watching, may_shrink)
    try:
        with publish.publication(
            out, root, drafts=drafts, private=private, waiting=waiting, stands=stands
        ) as begun:
            site = begun.value
            if site is None:
                return Outcome(begun.problems)
            recall = Recall(_NOTHING_KEPT if private else store, drafts=drafts)
            outcome = _site(root, site, asked, recall)
            if has_errors(outcome.problems):
                return outcome
            lost = None if may_shrink else publish.shrunk(out, site.standing, site.files)
            if lost is not None:
                return replace(outcome, problems=(*outcome.problems, lost))
            written = site.finish()
            recall.keep_forgotten(of)
            return replace(outcome, written=written, published=True, site=site.left)
    except publish.Unwritable as fault:
        return Outcome((fault.problem,))


def check(
    root: Path,
    *,
    drafts: bool,
    strictly: bool,
    jobs: int,
    withheld: Path | None = None,
    store: Store = _NOTHING_KEPT,
    scheduler: str = "",
    watching: Watching = unwatched,
) -> Outcome:
    """The whole build; nothing is published."""
    asked = Asked(drafts, strictly, jobs, withheld=withheld, scheduler=scheduler, watching=watching)
    return _site(root, publish.Listing(), asked, Recall(store, drafts=drafts))


def _site(root: Path, site: publish.Listing, asked: Asked, recall: Recall) -> Outcome:
    """The finished site in `site`, or the problems that keep it from being finished."""
    recall.begin()
    asked.watching("reading files", 0, 0)
    with Concealing() as known, cycles.none_sought(), Aside() as aside:
        try:
            outcome = _made_site(root, site, asked, known, recall, aside=aside)
        except ClusterFault as fault:
            return Outcome(fault.problems)
        if is_in_doubt(outcome.problems, known.secrets):
            forget(root, recall)
        return outcome


def _made_site(
    root: Path, site: publish.Listing, asked: Asked, known: Concealing, recall: Recall, *, aside: Aside
) -> Outcome:
    """As `_site`; `known` is told what is withheld as soon as that is known. What is not needed for a while lies `aside`."""
    problems: list[Problem] = []

    def told() -> tuple[Problem, ...]:
        found = tuple(sorted(set(problems), key=problem_order))
        return load.with_excerpts(root, strict(found) if asked.strictly else found, known.secrets)

    def stopped() -> bool:
        return has_errors(problems) or (asked.strictly and bool(problems))

    missing = load.missing(root)
    if missing is not None:
        problems.append(missing)
        return Outcome(told())
    records = _records(root, asked, known, problems)
    broken = has_errors(problems)
    problems += () if asked.may_shrink else publish.lost(site.sealed, records.sealed)
    guard = Guard(site, recall, records, known.secrets, asked.of)
    problems += guard.problems
    theme = replace(records.theme, assets=())  # templates cannot see assets, so no worker is sent them
    problems += render.check_theme(theme)
    with _workers(asked, len(records.articles)) as workers:
        prepared: Apart[Prepared] = Apart(aside)
        for one in _prepared(records, workers, recall, asked.watching):
            problems += one.problems
            prepared.put(one.article, one)
        if broken:
            problems += _beside(records, prepared)
            return Outcome(told())
        records = _without_bodies(records)
        linked = link.link(records, prepared)
        problems += linked.problems
        if stopped():
            return Outcome(told())
        archive = linked.value
        records, notes = _without_what_is_linked(records, aside)
        lookup = pages.Lookup(archive)
        cycles.sought_from_now_on()
        articles = {_page_of(id_): id_ for id_ in archive.articles}
        shown = rendered(
            pages.pages(lookup),
            theme,
            partial(_text_of, archive, articles),
            site,
            recall=recall,
            aside=aside,
            workers=workers,
            stepped=partial(_rendering, asked.watching, _about(archive)),
        )
        problems += shown.problems
    problems += _with_images(root, site, records.images, shown.linked)
    if stopped():
        return Outcome(told())
    problems += _others(site, records.theme, archive)
    searched: list[str] = []
    views = _views(lookup, articles, notes, recall, searched)
    asked.watching("making the search", 0, 0)
    indexed = index.index(
        views,
        site,
        records.settings.language,
        records.settings.search,
        root / SEARCH_KEPT if recall.is_keeping else None,
        forgets=site.forgets,
    )
    problems += indexed.problems
    problems += audit.audit(shown.inspections.values(), {*site.files, MANIFEST, RECEIPT}, articles.keys())
    problems += guard.found(root)
    count = len(shown.inspections)
    receipt = exporters.receipt(
        archive, count, problems, CONTRACT, site.files.values(), sealed=records.sealed or NO_ADDRESSES
    )
    site.put(RECEIPT, receipt)
    if not stopped():
        recall.forget_others(shown.inspections, archive.prepared.keys(), searched)
        if asked.of and not known.secrets.strings:
            names = rows_from_entities(records.entities)
            recall.keep_whole(Whole(asked.of, records.settings, theme, records.images, names))
    return Outcome(
        told(),
        len(shown.inspections),
        search=indexed.value,
        rendered=len(shown.anew),
        why=shown.why(asked.why) if asked.why else (),
    )


def _records(root: Path, asked: Asked, known: Concealing, problems: list[Problem]) -> Records:
    """What is loaded, without what was withheld from it, which `known` is told. Problems are added."""
    loaded = load.load(
        root,
        drafts=asked.drafts,
        templates=_templates(root),
        private=asked.private,
        withheld=asked.withheld,
    )
    known.secrets = loaded.value.secrets
    problems += loaded.problems
    return replace(loaded.value, secrets=NOTHING)


def _without_bodies(records: Records) -> Records:
    """The records without the Markdown of articles, of which no stage behind `prepare` reads any."""
    return replace(records, articles=tuple(replace(article, body="") for article in records.articles))


def _without_what_is_linked(records: Records, aside: Aside) -> tuple[Records, Mapping[str, ArticleNotes]]:
    """The records without those that an archive has as they are linked, and notes as they were written, by article."""
    notes: Apart[ArticleNotes] = Apart(aside)
    for one in records.notes:
        notes.put(one.article, one)
    return replace(records, articles=(), notes=(), events=(), claims=(), pages=()), notes


def _beside(records: Records, prepared: Mapping[str, Prepared]) -> Iterator[Problem]:
    """What else is wrong where records are wrong, so that all is told at once."""
    yield from link.misled(records, prepared)
    failed = () if records.doubtful is None else records.doubtful.notes
    for article in records.articles:
        of_article = [note for id_, note in failed if id_ == article.id]
        if of_article:
            yield from prepare.misplaced(article, prepared[article.id].text, of_article)


def _workers(asked: Asked, articles: int) -> AbstractContextManager[Executor]:
    if asked.scheduler:
        return executor(asked.jobs, Cluster(asked.scheduler, cache.engine_parts))
    return executor(asked.jobs if articles > _ALONE else 1)


def _about(archive: Archive) -> int:
    """How many pages a site will have, of those that make it long."""
    kinds = (archive.articles, archive.claims, archive.entities, archive.events, archive.pages)
    return sum(map(len, kinds))


def _rendering(watching: Watching, about: int, done: int) -> None:
    watching("rendering pages", done, max(done, about))


def _others(site: publish.Listing, theme: Theme, archive: Archive) -> Iterator[Problem]:
    """Puts what is no page into the site: scripts, styles, files for other programs."""
    for path, data in theme.assets:
        small = minified(path, data)
        yield from audit.inspect_style(path, small) if path.endswith(".css") else ()
        site.put(path, small)
    for path, data in exporters.exports(archive):
        site.put(path, data)


def _templates(root: Path) -> Path:
    """The archive's own templates if it has any, else those shipped with the engine; never a mixture."""
    own = root / folders.TEMPLATES
    return own if own.is_dir() else templates_dir()


_Work = tuple[Body, Article, ArticleNotes | None, tuple[NameRow, ...]]


def _prepared(
    records: Records,
    workers: Executor,
    recall: Recall = _NOTHING_RECALLED,
    watching: Watching = unwatched,
) -> Iterator[Prepared]:
    """Every article prepared, in order. Some at a time, so that memory is not filled with bodies."""
    notes = {one.article: one for one in records.notes}
    names = NameIndex(rows_from_entities(records.entities))
    steps = count(1)

    def stepped() -> None:
        watching(
            "preparing articles", next(steps) // 2, len(records.articles)
        )  # each is read, and then placed

    for start in range(0, len(records.articles), _PORTION):
        articles = records.articles[start : start + _PORTION]
        stamps = [recall.stamp(cache.digestible(article)) for article in articles]
        to_read = zip((one.id for one in articles), stamps, articles, strict=True)
        bodies = recall.made(BODY, to_read, prepare.read, workers, _BATCH, stepped=stepped)
        work: list[tuple[str, bytes, _Work]] = []
        for article, stamp, body in zip(articles, stamps, bodies, strict=True):
            said = (notes.get(article.id), names.rows_in(body.text.text))
            work.append((article.id, recall.stamp(stamp, cache.digestible(said)), (body, article, *said)))
        yield from recall.made(PREPARED, work, _placed, workers, _BATCH, stepped=stepped)


def _placed(work: _Work) -> Prepared:
    return prepare.place(*work)


def _text_of(archive: Archive, articles: Mapping[str, str], path: str) -> str | None:
    """The text of the article whose page stands at a path."""
    return archive.prepared[articles[path]].text.text if path in articles else None


def _page_of(article: str) -> str:
    return addresses.path_from_address(addresses.of_record(RefKind.ARTICLE, article))


def _views(
    lookup: pages.Lookup,
    articles: Mapping[str, str],
    notes: Mapping[str, ArticleNotes],
    recall: Recall,
    paths: list[str],
) -> Iterator[IndexView | Ready]:
    """What the search knows; each view kept as it goes by, and of articles all that their next edit needs.

    `articles` are by the paths of their pages. The paths of the views are added to `paths`.
    """
    archive = lookup.archive
    if not recall.is_keeping:
        yield from pages.index_views(lookup)
        return
    cited: dict[str, list[str]] = {}
    for reference in archive.passages:
        article, _, sentence = reference.removeprefix(f"{RefKind.ARTICLE}/").rpartition("@")
        cited.setdefault(article, []).append(sentence)
    for view in pages.index_views(lookup):
        made = ready(view)
        recall.keep_view(made)
        paths.append(made.path)
        id_ = articles.get(view.path)
        if id_ is not None:
            addressed = tuple(cited.get(id_, ()))
            recall.keep_article(
                (archive.articles[id_], notes.get(id_), addressed, archive.prepared[id_], view)
            )
        yield made


def _with_images(
    root: Path, site: publish.Listing, found: Iterable[Image], shown: AbstractSet[str]
) -> Iterator[Problem]:
    """Writes the images that pages show, and tells of those that none does."""
    for image in found:
        if image.path not in shown:
            if not image.is_held:
                yield _unused(image)
            continue
        data = load.image_bytes(root, image)
        yield from data.problems
        if data.value is not None:
            made = images.published(image.file, data.value)
            yield from made.problems
            site.put(image.path, made.value)


def _unused(image: Image) -> Problem:
    return Problem(
        "media-unused",
        "no page shows this file, so it is not published",
        Place(image.file),
        help=(f"show it: `![what it shows]({image.path})`", "take it out of content/media/"),
        severity=Severity.WARNING,
    )
