"""Pipeline: the order of the stages. Only this module knows that all of them exist.

    load -> prepare -> link -> pages -> render -> index -> audit -> publish

It promises that nothing is published while an error stands, that all problems of a run are given together, and that the
outcome depends on the archive alone: not on the number of workers, the place, the clock or the locale.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from postil import addresses, audit, exporters, images, index, link, load, pages, prepare, publish, render
from postil.audit import Inspection
from postil.leaks import Leaks
from postil.load.theme import CONTRACT
from postil.manifest import MANIFEST, RECEIPT
from postil.minify import minified
from postil.model.archive import Archive
from postil.model.loaded import Records, Theme
from postil.model.outcome import Outcome, Sizes
from postil.model.page import Page
from postil.model.records import Article, ArticleNotes, Image, RefKind
from postil.model.text import Body, NameRow, Prepared
from postil.model.withheld import NOTHING, Secrets
from postil.names import NameIndex, rows_from_entities
from postil.problems import Place, Problem, Severity, has_errors, problem_order, strict
from postil.scrub import Concealing
from postil.shipped import templates_dir
from postil.workers import Executor, executor, mapped

_BATCH = 16
"""Articles or pages a worker is handed at a time."""

_ALONE = 64
"""With fewer articles, starting workers costs more than they save."""

_SEARCH_KEPT = Path(".cache", "search")
"""Where the search's index is kept from build to build, below the archive."""

_KEPT = ".cache"
"""Where what is kept from build to build stands, below the archive."""

_UNSEARCHED = Sizes()


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
) -> Outcome:
    """Build the archive at `root` and publish it at `out`, unless an error stands.

    `jobs` is the number of worker processes at most. With `strictly`, warnings are errors. With `private` nothing is held
    back, every page says so, and nothing is kept from build to build. `withheld` is the register of what is withheld, where
    there is one. `may_shrink` lets the site replace one that holds much more. `waiting` is called when another build has
    to be waited for.
    """
    with publish.publication(out, root, drafts=drafts, private=private, waiting=waiting) as begun:
        site = begun.value
        if site is None:
            return Outcome(begun.problems)
        try:
            outcome = _site(
                root, site, drafts=drafts, strictly=strictly, jobs=jobs, private=private, withheld=withheld
            )
            if has_errors(outcome.problems):
                return outcome
            lost = None if may_shrink else publish.shrunk(out, site.standing, site.files)
            if lost is not None:
                return replace(outcome, problems=(*outcome.problems, lost))
            written = site.finish()
        except publish.Unwritable as fault:
            return Outcome((fault.problem,))
        except OSError as error:  # of a temporary folder
            if not publish.has_no_room(error):
                raise
            return Outcome((publish.unwritable(out, error),))
        return replace(outcome, written=written, published=True)


def check(root: Path, *, drafts: bool, strictly: bool, jobs: int, withheld: Path | None = None) -> Outcome:
    """The whole build; nothing is published."""
    site = publish.Listing()
    return _site(root, site, drafts=drafts, strictly=strictly, jobs=jobs, private=False, withheld=withheld)


def _site(
    root: Path,
    site: publish.Listing,
    *,
    drafts: bool,
    strictly: bool,
    jobs: int,
    private: bool,
    withheld: Path | None,
) -> Outcome:
    """The finished site in `site`, or the problems that keep it from being finished."""
    with Concealing() as known:
        return _made_site(
            root,
            site,
            known,
            drafts=drafts,
            strictly=strictly,
            jobs=jobs,
            private=private,
            withheld=withheld,
        )


def _made_site(
    root: Path,
    site: publish.Listing,
    known: Concealing,
    *,
    drafts: bool,
    strictly: bool,
    jobs: int,
    private: bool,
    withheld: Path | None,
) -> Outcome:
    """As `_site`; `known` is told what is withheld as soon as that is known."""
    problems: list[Problem] = []

    def outcome(made: int = 0, search: Sizes = _UNSEARCHED) -> Outcome:
        found = tuple(sorted(set(problems), key=problem_order))
        told = load.with_excerpts(root, strict(found) if strictly else found, known.secrets)
        return Outcome(told, made, search=search, rendered=made)

    def stopped() -> bool:
        return has_errors(problems) or (strictly and bool(problems))

    missing = load.missing(root)
    if missing is not None:
        problems.append(missing)
        return outcome()
    loaded = load.load(root, drafts=drafts, templates=_templates(root), private=private, withheld=withheld)
    known.secrets = loaded.value.secrets
    records = replace(loaded.value, secrets=NOTHING)
    problems += loaded.problems
    looking = Leaks(known.secrets)
    if known.secrets.strings:
        site.watch = looking.look
    theme = replace(records.theme, assets=())  # templates cannot see assets, so no worker is sent them
    problems += render.check_theme(theme)
    broken = has_errors(loaded.problems)
    with executor(jobs if len(records.articles) > _ALONE else 1) as workers:
        prepared = _prepared(records, workers)
        problems += (problem for one in prepared.values() for problem in one.problems)
        if broken:
            return outcome()  # linking broken records would only repeat what is already said
        linked = link.link(records, prepared)
        problems += linked.problems
        if stopped():
            return outcome()
        archive = linked.value
        lookup = pages.Lookup(archive)
        inspections: list[Inspection] = []
        for made in _rendered(lookup, theme, workers):
            problems += made.problems
            if made.inspection is not None:
                site.put(made.page, made.data)
                inspections.append(made.inspection)
    problems += _with_images(root, site, records.images, inspections)
    if stopped():
        return outcome()
    for path, data in records.theme.assets:
        small = minified(path, data)
        problems += audit.inspect_style(path, small) if path.endswith(".css") else ()
        site.put(path, small)
    for path, data in exporters.exports(archive):
        site.put(path, data)
    settings = records.settings
    views = pages.index_views(lookup)
    kept = None if private else root / _SEARCH_KEPT
    forgets = bool(known.secrets.strings)
    indexed = index.index(views, site, settings.language, settings.search, kept, forgets=forgets)
    problems += indexed.problems
    problems += _audited(site, inspections, archive)
    problems += (*looking.problems(), *_kept(root / _KEPT, known.secrets))
    receipt = exporters.receipt(archive, len(inspections), problems, CONTRACT, site.files.values())
    site.put(RECEIPT, receipt)
    return outcome(len(inspections), indexed.value)


def _templates(root: Path) -> Path:
    """The archive's own templates if it has any, else those shipped with the engine; never a mixture."""
    own = root / "templates"
    return own if own.is_dir() else templates_dir()


_Work = tuple[Body, Article, ArticleNotes | None, tuple[NameRow, ...]]


def _prepared(records: Records, workers: Executor) -> Mapping[str, Prepared]:
    notes = {one.article: one for one in records.notes}
    names = NameIndex(rows_from_entities(records.entities))
    bodies = mapped(workers, prepare.read, records.articles, _BATCH)
    work: Iterator[_Work] = (
        (body, article, notes.get(article.id), names.rows_in(body.text.text))
        for body, article in zip(bodies, records.articles, strict=True)
    )
    return {one.article: one for one in mapped(workers, _placed, work, _BATCH)}


def _placed(work: _Work) -> Prepared:
    return prepare.place(*work)


@dataclass(frozen=True, slots=True)
class _Made:
    """A page rendered and looked at, or the problem that kept it from being rendered."""

    page: str
    data: bytes
    inspection: Inspection | None
    problems: tuple[Problem, ...] = ()


def _rendered(lookup: pages.Lookup, theme: Theme, workers: Executor) -> Iterator[_Made]:
    return mapped(workers, partial(_made, theme=theme), pages.pages(lookup), _BATCH)


def _made(page: Page, theme: Theme) -> _Made:
    try:
        data = render.render(page, theme)
    except render.TemplateFault as fault:
        return _Made(page.path, b"", None, (fault.problem(page.path),))
    return _Made(page.path, data, audit.inspect(page.path, data))


def _with_images(
    root: Path, site: publish.Listing, found: Iterable[Image], inspections: Iterable[Inspection]
) -> Iterator[Problem]:
    """Writes the images that pages show, and tells of those that none does."""
    shown = {target for inspection in inspections for target, _ in inspection.links}
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


def _kept(folder: Path, secrets: Secrets) -> tuple[Problem, ...]:
    """Problems of what is kept from build to build, in which nothing may stand either that is withheld."""
    looking = Leaks(secrets, folder.name)
    if secrets.strings:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            looking.look(path.relative_to(folder).as_posix(), path.read_bytes())
    return looking.problems()


def _audited(
    site: publish.Listing, inspections: Iterable[Inspection], archive: Archive
) -> tuple[Problem, ...]:
    texts = {
        addresses.path_from_address(addresses.of_record(RefKind.ARTICLE, article)): one.text.text
        for article, one in archive.prepared.items()
    }
    return audit.audit(inspections, {*site.files, MANIFEST, RECEIPT}, texts)
