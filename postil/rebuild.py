"""Rebuild: a build that costs what has changed since the last one.

When no input, no option, nothing of the engine and nothing in the standing site has changed, what the last build came to
is told again, and nothing is done. Else `pipeline` builds. The outcome, and every byte of the site, is that of a build
from nothing. Little is imported here, so that finding nothing to do takes no longer than looking.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from postil import cache, folders
from postil.cache import Inputs, Seen, Store
from postil.manifest import MANIFEST, listed_in
from postil.messages import no_page
from postil.model.outcome import Outcome, Watching, unwatched
from postil.problems import has_errors
from postil.shipped import templates_dir

Waiting = Callable[[], None]
"""What is called when another build has to be waited for."""

_INPUTS = "inputs"
_OUTCOME = "outcome/"
_REGISTER = "(register)"

_UNCHANGED = ("nothing has changed since the last build",)

_SITES = 6
"""Outcomes that are kept, one for each folder that is built into and each set of options."""


def build(
    root: Path,
    out: Path,
    *,
    drafts: bool,
    strictly: bool,
    jobs: int | None,
    withheld: Path | None = None,
    may_shrink: bool = False,
    waiting: Waiting | None = None,
    why: str = "",
    scheduler: str = "",
    watching: Watching = unwatched,
    searching: bool = True,
) -> Outcome:
    """As `pipeline.build`; `jobs` None stands for one for each core.

    If not `searching`, a build after an edit that no other page can show leaves the search as it is, and says so; the next
    build makes it.
    """
    what = f"{os.path.abspath(out)}\n{drafts} {strictly}"  # noqa: PTH100 - links are not followed
    with cache.opened(root) as store:
        now = _Now(store, root, what, withheld)
        last, stands = now.last, _standing(out)
        is_done = last is not None and (last.outcome.is_searched or not searching)
        if last is not None and is_done and last.site == stands and now.changed == ():
            return replace(last.outcome, rendered=0, written=0, why=_unchanged(out, why))
        from postil import edits, pipeline, workers  # noqa: PLC0415 - dear to load, and not needed when nothing is to be done

        outcome = None
        if last is not None and last.site == stands and now.changed is not None and not why:
            outcome = edits.build(
                root,
                out,
                store,
                drafts=drafts,
                site=what,
                paths=now.changed,
                last=last.outcome,
                waiting=waiting,
                searching=searching,
            )
        outcome = outcome or pipeline.build(
            root,
            out,
            drafts=drafts,
            strictly=strictly,
            jobs=jobs or workers.usual_jobs(),
            withheld=withheld,
            may_shrink=may_shrink,
            waiting=waiting,
            store=store,
            why=why,
            of=what,
            scheduler=scheduler,
            watching=watching,
        )
        if outcome.published:
            now.keep(outcome, _standing(out))
    return outcome


def check(
    root: Path,
    *,
    drafts: bool,
    strictly: bool,
    jobs: int | None,
    withheld: Path | None = None,
    scheduler: str = "",
    watching: Watching = unwatched,
) -> Outcome:
    """As `pipeline.check`; `jobs` as above."""
    with cache.opened(root) as store:
        now = _Now(store, root, f"\n{drafts} {strictly}", withheld)
        if now.last is not None and now.changed == ():
            return replace(now.last.outcome, rendered=0)
        from postil import pipeline, workers  # noqa: PLC0415 - as above

        jobs = jobs or workers.usual_jobs()
        outcome = pipeline.check(
            root,
            drafts=drafts,
            strictly=strictly,
            jobs=jobs,
            withheld=withheld,
            store=store,
            scheduler=scheduler,
            watching=watching,
        )
        if not has_errors(outcome.problems):  # the name of a file may be the error that must not be kept
            now.keep(outcome, b"-")
    return outcome


@dataclass(frozen=True, slots=True)
class _Last:
    """What a build came to, and a digest of the site that it left."""

    outcome: Outcome
    site: bytes


class _Now:
    """The inputs as they are, and what the last build of the same came to.

    `changed` are the files that have changed since then, with no other come or gone; None where that cannot be said.
    """

    def __init__(self, store: Store, root: Path, what: str, withheld: Path | None) -> None:
        self._store = store
        self._root = root
        self._withheld = withheld
        self._name = f"{_OUTCOME}{what}"
        before = _inputs_of(store)
        self._inputs = self._seen(before)
        self._stamp = b""
        self.last: _Last | None = None
        self.changed: tuple[str, ...] | None = None
        if self._inputs is None:
            return
        self._stamp = self._stamp_of(self._inputs)
        for inputs, stamp in ((self._inputs, self._stamp), (before, self._stamp_of(before))):
            kept = store.get(self._name, stamp)
            if kept is not None:
                self.last = _last_from(kept)
                self.changed = _changed(inputs, self._inputs)
                return

    def keep(self, outcome: Outcome, site: bytes) -> None:
        """Keep what a build came to, unless an input has changed while it went on."""
        before = self._inputs
        if before is None or not site:
            return
        after = self._seen({path: one for path, one in before.items() if one.state is not None})
        if after is None or cache.digests_of(after) != cache.digests_of(before):
            return
        self._store.put(
            _INPUTS, b"", cache.packed(tuple((path, one.state, one.digest) for path, one in before.items()))
        )
        others = [name for name in self._store.names_below(_OUTCOME) if name != self._name]
        self._store.drop(others[: max(0, len(others) - _SITES)])
        self._store.put(self._name, self._stamp, cache.packed((outcome, site)))

    def _seen(self, before: Inputs) -> Inputs | None:
        now = cache.disk_time(self._root)
        if now is None or not (self._withheld is None or self._withheld.is_file()):
            return None  # a register that is not there is not the same as none: then the build says so
        sources = [*_sources(self._root), *(((_REGISTER, self._withheld),) if self._withheld else ())]
        by_content = "CI" in os.environ
        return cache.seen(sources, before, now=now, by_content=by_content, key=self._store.salt)

    def _stamp_of(self, inputs: Inputs) -> bytes:
        name = str(self._root.resolve()).encode("utf-8", "surrogateescape")
        digests: Mapping[str, bytes] = cache.digests_of(inputs)
        listed = b"".join(
            path.encode("utf-8", "surrogateescape") + b"\0" + one for path, one in digests.items()
        )
        return self._store.stamp(cache.engine_digest(), name, listed)


def _standing(out: Path) -> bytes:
    """A digest of the site at `out`; empty where none of ours is: then it may be anything, and is not looked at."""
    return cache.files_digest(out) if os.path.isfile(out / MANIFEST) else b""  # noqa: PTH113 - also where it may not be seen


def _unchanged(out: Path, why: str) -> tuple[str, ...]:
    """Why the page that was asked about was not rendered, when none was."""
    if not why:
        return ()
    listed = listed_in((out / MANIFEST).read_bytes()) or {}
    return _UNCHANGED if why in listed else (no_page(why, listed),)


def _sources(root: Path) -> Sequence[tuple[str, Path]]:
    """What a build reads: (label, file or folder)."""
    settings = (folders.SETTINGS, folders.SETTINGS.replace(".yaml", ".yml"))
    below = (*settings, folders.CONTENT, folders.ANNOTATIONS, folders.TEMPLATES)
    return (*((name, root / name) for name in below), ("shipped", templates_dir()))


def _inputs_of(store: Store) -> Inputs:
    kept = store.get(_INPUTS)
    if kept is None:
        return {}
    try:
        return {
            path: Seen(None if state is None else tuple(state), digest)
            for path, state, digest in cache.unpacked(kept)
        }
    except (cache.Foreign, TypeError, ValueError):
        return {}


def _last_from(kept: bytes) -> _Last | None:
    try:
        outcome, site = cache.unpacked(kept)
    except (cache.Foreign, TypeError, ValueError):
        return None
    return _Last(outcome, site) if isinstance(outcome, Outcome) else None


def _changed(before: Inputs, now: Inputs) -> tuple[str, ...] | None:
    if before.keys() != now.keys():
        return None
    return tuple(sorted(path for path, one in now.items() if before[path].digest != one.digest))
