"""Forgetting: what is no more to be seen is in nothing that builds have kept, and what is kept now is looked through for it.

Not to be seen are what is withheld, what went from a sealed text or with an article for law or safety, and what of a text
its rights let nobody see. Where other things are held back than in the build before, all that builds have kept is let go of,
and the next publication lets go of the former site. Promises that where this cannot be done the build says so. Refuses to
know how anything is held back.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

from postil import cache, publish
from postil.leaks import Leaks
from postil.model.loaded import Records
from postil.model.withheld import Secrets
from postil.problems import Place, Problem, Severity
from postil.recall import SEARCH_KEPT, Recall


class Guard:
    """What looks through all that one build would publish, and through all that it keeps for the next."""

    def __init__(
        self, site: publish.Listing, recall: Recall, records: Records, secrets: Secrets, of: str
    ) -> None:
        """Let go of what builds before have kept and may not be kept now. `of` names the site, if anything does."""
        self._is_looking = bool(secrets.strings)
        self._made, self._kept = Leaks(secrets), Leaks(secrets, cache.FOLDER)
        gone, reduced = _gone(records), _reduced(records)
        recall.withhold(
            (secrets, gone, reduced), partial(self._kept.look, cache.FILE) if self._is_looking else None
        )
        is_holding = bool(secrets.strings or gone or reduced)
        site.forgets = is_holding and not recall.has_forgotten(of)
        self.problems = (_busy(),) if is_holding and recall.is_shut_out else ()
        if self._is_looking:
            site.watch = self._made.look

    def found(self, root: Path) -> Iterator[Problem]:
        """Problems of what would be published, and of what is kept from build to build below `root`.

        What this build has put there was looked through as it was put; the files are looked through as they lie there.
        """
        if not self._is_looking:
            return
        yield from self._made.problems()
        folder = root / cache.FOLDER
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            with suppress(FileNotFoundError):  # another build has let go of it: what is gone shows nothing
                self._kept.look(path.relative_to(folder).as_posix(), path.read_bytes())
        yield from self._kept.problems()


def is_in_doubt(problems: Iterable[Problem], secrets: Secrets) -> bool:
    """Whether it is not known what is withheld, or something withheld was found: then nothing of the build may be kept."""
    errors = [one.code for one in problems if one.severity is Severity.ERROR]
    return any(code.startswith(("register-", "withheld-")) for code in errors) or bool(
        errors and secrets.is_blind
    )


def forget(root: Path, recall: Recall) -> None:
    """Let go of all that builds have kept, this one too."""
    recall.forget()
    shutil.rmtree(root / SEARCH_KEPT, ignore_errors=True)


def _gone(records: Records) -> tuple[tuple[str, int], ...]:
    """(article, version) of each change by which words went, of which nothing may be left."""
    sealed = ((one.id, one.sealed.versions) for one in records.articles if one.sealed is not None)
    withdrawn = ((one.article, one.versions) for one in records.withdrawn)
    return tuple(
        (id_, number)
        for id_, versions in (*sealed, *withdrawn)
        for number, version in enumerate(versions, start=1)
        if version.because is not None and version.because.is_silent
    )


def _reduced(records: Records) -> tuple[tuple[str, str], ...]:
    """(article, what its rights let be seen of its text) of each that is not shown in full."""
    rights = ((one.id, one.rights.text) for one in records.articles)
    return tuple((id_, text) for id_, text in rights if text != "full")


def _busy() -> Problem:
    return Problem(
        "cache-busy",
        "what builds have kept may hold what is no more to be seen, and cannot be let go of: another program has it open",
        Place(f"{cache.FOLDER}/{cache.FILE}"),
        help=("end what has it open, and build again", f"or delete the folder {cache.FOLDER}/"),
    )
