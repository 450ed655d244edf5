"""Sealing: addresses given for ever, the next version of a sealed text, and articles taken out; kept in the ledger.

Promises that nothing is written while something that the ledger would rest on is wrong, that the file is exchanged in one
step, and that it has the same bytes whatever was written before. It changes no article and no note. The day, it is told.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from postil import folders, load, prepare
from postil.anchor import anchor, target_of
from postil.bodies import unlike
from postil.ledger import changes, first_sealed, is_block, revised, sealed, text_from_ledger, words_of
from postil.messages import listed, near_help, reason
from postil.model.ledger import Because, Ledger, Sealed, Version, Withdrawal
from postil.model.loaded import Records
from postil.model.records import Article
from postil.model.text import Body, Text
from postil.problems import Checked, Place, Problem, Severity
from postil.secrecy import Seeker
from postil.shipped import templates_dir

_BESIDE = frozenset(
    {
        "id-withdrawn",
        "locator-unknown",
        "mention-unused",
        "note-unknown",
        "notes-without-article",
        "quote-ambiguous",
        "quote-cuts-number",
        "quote-not-found",
        "sealed-article-gone",
        "sealed-text-changed",
    }
)
"""Problems on which no address rests: those of notes, and those that a revision or withdrawal is the cure of."""


_SAID = 5
"""Addresses that are named of those whose words are wanting."""

_WITHHELD = (
    "among the words that went are some that are withheld, and a correction would keep them, and digests of them: revise it "
    "with --because safety, which keeps nothing of them"
)


class Refusal(Exception):  # noqa: N818 - what was asked for has no sense here, and is told as wrong usage
    pass


@dataclass(frozen=True, slots=True)
class Revision:
    """What a revision came to: the version it made, the addresses that went, how many sentences came."""

    version: int
    gone: tuple[str, ...]
    new: int


@dataclass(frozen=True, slots=True)
class _Archive:
    """What was loaded, and the ledger as it is in its file."""

    root: Path
    records: Records
    ledger: Ledger
    back: tuple[Problem, ...] = ()
    """Of articles that have an id which was withdrawn."""
    changed: tuple[Problem, ...] = ()
    """Of articles of which something is withheld, whose text is not as it was sealed."""

    def changed_of(self, article: Article) -> tuple[Problem, ...]:
        """Why the text of an article is not what was sealed; of all where it cannot be told which of them are its own."""
        own = (
            one for one in self.changed if one.place.path == article.path or f"`{article.id}`" in one.message
        )
        return tuple(own) or self.changed

    def article(self, named: str) -> Article | None:
        id_ = _id_of(named)
        return next((one for one in self.records.articles if one.id == id_), None)

    def entry(self, article: Article | str) -> Sealed | None:
        """What was sealed under an id, or of an article under its own or the one that it had before."""
        ids = (article,) if isinstance(article, str) else (article.id, *article.former_ids)
        entries = {one.article: one for one in self.ledger.sealed}
        return next((entries[id_] for id_ in ids if id_ in entries), None)

    def is_withdrawn(self, id_: str) -> bool:
        return any(one.article == id_ for one in self.ledger.withdrawn)


def seal(
    root: Path, named: Sequence[str] | None, on: str, withheld: Path | None = None
) -> Checked[tuple[str, ...]]:
    """Seal articles, given by id or path, or all; the ids of those that were not sealed. `on` is a day, `2031-05-02`.

    `withheld` is the register of what is withheld, here as for a build.
    """
    opened = _opened(root, withheld)
    archive = opened.value
    if archive is None:
        return Checked((), opened.problems)
    problems: list[Problem] = []
    if named is None:
        articles = list(archive.records.articles)
    else:
        found = [(one, archive.article(one)) for one in named]
        problems += (_unknown(archive, one) for one, article in found if article is None)
        articles = [article for _, article in found if article is not None]
    entries = {one.article: one for one in archive.ledger.sealed}
    done: list[str] = []
    paths = {article.path for article in articles}
    problems += (one for one in archive.back if one.place.path in paths)
    for article in articles:
        body = prepare.read(article)
        problems += _errors(body.problems)
        entry = archive.entry(article)
        if entry is None:
            entries[article.id] = first_sealed(article.id, body.text, on)
            done.append(article.id)
            continue
        if sealed(body.text, entry) is None:
            problems += (
                archive.changed_of(article) if article.released else (unlike(article, entry, body.text),)
            )
        entries.pop(entry.article, None)
        entries[article.id] = replace(entry, article=article.id)
    if problems:
        return Checked((), load.with_excerpts(root, dict.fromkeys(problems), archive.records.secrets))
    fault = _written(archive, entries, archive.ledger.withdrawn)
    return Checked((), (fault,)) if fault else Checked(tuple(sorted(set(done))))


def revise(
    root: Path,
    named: str,
    because: Because,
    on: str,
    *,
    was: bytes | None,
    without_words: bool,
    withheld: Path | None = None,
    named_was: str = "the file that was given",
) -> Checked[Revision | None]:
    """Make what stands now the next version of a sealed article.

    `was` is the article's file as it was, and `named_was` what it is called in problems: a correction keeps the words that
    went, each proved by its digest. Raises `Refusal` where there is nothing to revise, where a day is before that of the
    version before, where a correction lacks words that went and is not to go `without_words`, or where it would keep words
    that are withheld.
    """
    opened = _opened(root, withheld)
    archive = opened.value
    if archive is None:
        return Checked(None, opened.problems)
    article = archive.article(named)
    if article is None:
        return Checked(None, (_unknown(archive, named),))
    if archive.is_withdrawn(article.id):
        raise Refusal(f"`{article.id}` is withdrawn: its id is given to no article again")
    entry = archive.entry(article)
    if entry is None:
        raise Refusal(
            f"`{article.id}` is not sealed: its addresses are provisional, and nothing is to be revised"
        )
    _refuse_before(entry, on)
    body = prepare.read(article)
    errors = _errors(body.problems)
    if errors:
        return Checked(None, load.with_excerpts(root, errors, archive.records.secrets))
    forgets = because.is_silent and any(one.digest or one.words for one in entry.stones)
    if sealed(body.text, entry) is not None and not forgets:
        raise Refusal(f"the text of `{article.id}` is as it was sealed: there is nothing to revise")
    changed = changes(entry, body.text)
    words: Mapping[str, str] = {}
    if because is Because.CORRECTION and changed.gone and not without_words:
        kept = _kept_words(archive, article, entry, changed.gone, was, named=named_was)
        if kept.value is None:
            return Checked(None, kept.problems)
        words = kept.value
    claims = _claims_on_gone(archive, article, body.text)
    made = revised(replace(entry, article=article.id), body.text, because, on, words=words, claims=claims)
    entries = {one.article: one for one in archive.ledger.sealed if one.article != entry.article}
    fault = _written(archive, entries | {article.id: made}, archive.ledger.withdrawn)
    if fault:
        return Checked(None, (fault,))
    number = len(made.versions)
    gone = tuple(one for one in made.stones if one.gone == number and not is_block(one.id))
    return Checked(Revision(number, tuple(one.id for one in gone), len(changed.new)))


def withdraw(
    root: Path, named: Sequence[str], because: Because, on: str, withheld: Path | None = None
) -> Checked[tuple[str, ...]]:
    """Take sealed articles out, all or none: their ids are given to none again. Those whose files are still to be removed.

    Raises `Refusal` where one is not sealed, is withdrawn, or has a version of a later day.
    """
    opened = _opened(root, withheld)
    archive = opened.value
    if archive is None:
        return Checked((), opened.problems)
    entries = {one.article: one for one in archive.ledger.sealed}
    withdrawn = list(archive.ledger.withdrawn)
    problems: list[Problem] = []
    left: list[str] = []
    for one in dict.fromkeys(map(_id_of, named)):
        article = archive.article(one)
        taken = _taken_out(archive, article, one, because, on)
        if taken is None:
            problems.append(_unknown(archive, one))
            continue
        entry, gone = taken
        entries.pop(entry.article, None)
        withdrawn.append(gone)
        left += [one] if article else []
    if problems:
        return Checked((), tuple(problems))
    fault = _written(archive, entries, withdrawn)
    return Checked(tuple(left), (fault,) if fault else ())


def _taken_out(
    archive: _Archive, article: Article | None, id_: str, because: Because, on: str
) -> tuple[Sealed, Withdrawal] | None:
    """What was sealed of an article, and what stays of it; None where there is none of that id, and was none."""
    entry = archive.entry(article or id_)
    if archive.is_withdrawn(id_):
        raise Refusal(f"`{id_}` is withdrawn")
    if entry is None:
        if article is None:
            return None
        raise Refusal(
            f"`{id_}` is not sealed: its addresses are provisional, and its file may simply be removed"
        )
    _refuse_before(entry, on)
    claims = _claims(archive, id_, lambda _: True)
    shown = article if article and not because.is_silent else None
    versions = (*entry.versions, Version(on, because, claims))
    return entry, Withdrawal(id_, versions, shown.title if shown else None, shown.lang if shown else None)


# --- what it rests on -----------------------------------------------------------------------------------------------


def _opened(root: Path, withheld: Path | None) -> Checked[_Archive | None]:
    missing = load.missing(root)
    if missing is not None:
        return Checked(None, (missing,))
    # Rights hold back sentences and no words, and may change: what is sealed is the whole, with what is withheld replaced.
    loaded = load.load(root, drafts=True, templates=templates_dir(), quoting=False, withheld=withheld)
    ledger = load.ledger_at(root)
    errors = _errors(loaded.problems)
    if errors:
        return Checked(None, load.with_excerpts(root, errors, loaded.value.secrets))
    back = tuple(one for one in loaded.problems if one.code == "id-withdrawn")
    changed = tuple(one for one in loaded.problems if one.code == "sealed-text-changed")
    return Checked(_Archive(root, loaded.value, ledger.value, back, changed))


def _errors(problems: Iterable[Problem]) -> list[Problem]:
    """Those that an address would rest on."""
    return [one for one in problems if one.severity is Severity.ERROR and one.code not in _BESIDE]


def _id_of(named: str) -> str:
    """The id of an article that was named by it or by the path of its file, however that is written."""
    path = named.replace(os.sep, "/").removeprefix("./")
    _, is_path, rest = f"/{path}".rpartition(f"/{folders.ARTICLES}/")
    return rest.removesuffix(".md") if is_path else path


def _unknown(archive: _Archive, named: str) -> Problem:
    id_ = _id_of(named)
    known = [one.id for one in archive.records.articles]
    cure = "give the id of an article, or the path of its file"
    return Problem(
        "ref-unknown",
        f"there is no article `{id_}`",
        Place(folders.ARTICLES),
        help=near_help(id_, known) or (cure,),
    )


def _without_was(article: Article) -> str:
    return (
        "a correction shows the words that went, and they are no longer in the article: give its file as it was with "
        f"--was, such as: git show HEAD:./{article.path} | postil revise {article.id} --because correction "
        "--was -; or leave them out with --no-words"
    )


def _kept_words(
    archive: _Archive, article: Article, entry: Sealed, gone: Sequence[str], was: bytes | None, *, named: str
) -> Checked[Mapping[str, str] | None]:
    """The words that addresses stood for, by id: at least those of all that are `gone`."""
    if was is None:
        raise Refusal(_without_was(article))
    former = _former(archive, article, was, named)
    if former.value is None:
        return Checked(None, former.problems)
    words = words_of(former.value, entry)
    held = Seeker(archive.records.secrets.strings)
    if any(id_ in gone and held.is_in(one) for id_, one in words.items()):
        raise Refusal(_WITHHELD)
    lost = [id_ for id_ in gone if id_ not in words]
    if lost:
        raise Refusal(_not_in(named, lost))
    return Checked(words)


def _not_in(named: str, lost: Sequence[str]) -> str:
    more = f" and {len(lost) - _SAID} more" if len(lost) > _SAID else ""
    return (
        f"{named} has not the words that {listed(lost[:_SAID], 'and')}{more} stood for: give the article's file as it was "
        "when that was sealed, or leave the words that went out with --no-words"
    )


def _refuse_before(entry: Sealed, on: str) -> None:
    last = entry.versions[-1].on
    if on < last:
        raise Refusal(
            f"version {len(entry.versions)} of `{entry.article}` is of {last}, and {on} is before it"
        )


def _former(archive: _Archive, article: Article, data: bytes, named: str) -> Checked[Text | None]:
    """The text of the article's file as it was; problems are those of the file that was given, under its name."""
    if not data.strip():
        raise Refusal(f"{named} is empty: give the article's file as it was with --was")
    former = load.former(article, data, archive.records.settings.language)
    if former.value is None:
        places = [(one, replace(one.place, path=named)) for one in former.problems]
        return Checked(None, tuple(replace(one, place=place) for one, place in places))
    body: Body = prepare.read(former.value)
    return Checked(body.text)


def _claims_on_gone(archive: _Archive, article: Article, text: Text) -> tuple[str, ...]:
    """The claims of positions that stand on nothing any more."""
    of_article = [one for one in archive.records.notes if one.article == article.id]
    target = target_of(article, text, [note.selector for one in of_article for note in one.notes])
    lost = {
        note.id
        for one in of_article
        for note in one.notes
        if isinstance(anchor(target, note.selector, explained=False), Problem)
    }
    return _claims(archive, article.id, lost.__contains__)


def _claims(archive: _Archive, article: str, is_meant: Callable[[str], bool]) -> tuple[str, ...]:
    return tuple(
        sorted(
            {
                note.claim.id
                for one in archive.records.notes
                if one.article == article and not one.draft
                for note in one.notes
                if note.claim is not None and is_meant(note.id)
            }
        )
    )


def _written(
    archive: _Archive, entries: Mapping[str, Sealed], withdrawn: Iterable[Withdrawal]
) -> Problem | None:
    """The ledger in its file, exchanged in one step; None, or what kept it from being written."""
    ledger = Ledger(
        tuple(one for _, one in sorted(entries.items())),
        tuple(sorted(withdrawn, key=lambda one: one.article)),
    )
    path = archive.root / folders.LEDGER
    data = text_from_ledger(ledger).encode()
    beside: Path | None = None
    try:
        if path.exists() and path.read_bytes() == data:
            return None
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=".ledger-", dir=path.parent)
        beside = Path(name)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.chmod(path.stat().st_mode & 0o777 if path.exists() else 0o644)
        beside.replace(path)
    except OSError as error:
        if beside is not None:
            beside.unlink(missing_ok=True)
        message = f"the ledger cannot be written: {reason(error)}"
        cure = "see that its folder can be written to, and that the disk has room"
        return Problem("ledger-unwritable", message, Place(folders.LEDGER), help=(cure,))
    return None
