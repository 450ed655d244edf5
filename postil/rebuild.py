"""Rebuild: a build that costs what has changed since the last one.

When no input, no option, nothing of the engine and nothing in the standing site has changed, what the last build came to
is told again, and nothing is done. Else `pipeline` builds. The outcome, and every byte of the site, is that of a build
from nothing. Little is imported here, so that finding nothing to do takes no longer than looking.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from postil import cache, cycles, folders, publish
from postil.cache import Inputs, Store
from postil.manifest import MANIFEST, listed_in
from postil.messages import no_page
from postil.model.outcome import Outcome, Watching, unwatched
from postil.problems import has_errors
from postil.shipped import templates_dir

Waiting = Callable[[], None]
"""What is called when another build has to be waited for."""

_INPUTS = "inputs"
_STATES = "states"
"""Digests of the inputs' states, where all can be trusted, and of their bytes: enough to see that nothing has changed."""

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
    with cycles.none_sought(), cache.opened(root) as store:
        now = _Now(store, root, what, withheld)
        last = now.last
        stands = publish.looked_at(out, last.site if last is not None else b"")
        is_as_left = stands is not None and stands.is_as_left
        if last is not None and is_as_left and now.changed == () and (last.is_searched or not searching):
            now.trust()
            return replace(last, rendered=0, written=0, why=_unchanged(out, why))
        from postil import edits, pipeline, workers  # noqa: PLC0415 - dear to load, and not needed when nothing is to be done

        outcome = None
        if last is not None and is_as_left and now.changed is not None and not why:
            outcome = edits.build(
                root,
                out,
                store,
                drafts=drafts,
                site=what,
                paths=now.changed,
                last=last,
                stands=stands,
                waiting=waiting,
                searching=searching,
            )
        read = None if outcome is None else now.changed
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
            stands=stands,
        )
        if outcome.published and outcome.site:
            now.keep(outcome, read)
    return outcome


def load() -> None:
    """Load what a build needs where there is something to do, while nobody waits for it."""
    from postil import edits, pipeline  # noqa: F401, PLC0415 - as above


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
            now.trust()
            return replace(now.last, rendered=0)
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
            now.keep(outcome)
    return outcome


class _Now:
    """The inputs as they are, and what the last build of the same came to.

    `changed` are the files that have changed since then, with no other come or gone; None where that cannot be said.
    """

    def __init__(self, store: Store, root: Path, what: str, withheld: Path | None) -> None:
        self._store = store
        self._root = root
        self._name = f"{_OUTCOME}{what}"
        self._sources: cache.Folders = _sources(root, withheld)
        self._by_content = "CI" in os.environ
        self._states: Mapping[str, cache.State] | None = None
        self._inputs: Inputs | None = None
        self._contents = b""
        self.last: Outcome | None = None
        self.changed: tuple[str, ...] | None = None
        time = cache.disk_time(root)
        if time is None or not (withheld is None or withheld.is_file()):
            return  # a register that is not there is not the same as none: then the build says so
        self._states = cache.looked(self._sources)
        if self._states is None or self._is_all_as_it_was(self._states):
            return
        before, contents_before = _inputs_of(store)
        self._inputs = self._seen(self._states, before, time)
        if self._inputs is None:
            return
        self._contents = cache.digest_of_contents(self._inputs)
        for inputs, contents in ((self._inputs, self._contents), (before, contents_before)):
            self.last = self._outcome_of(contents)
            if self.last is not None:
                self.changed = _changed(inputs, self._inputs)
                return

    def _is_all_as_it_was(self, states: Mapping[str, cache.State]) -> bool:
        """Whether every state is what it was when all of them could be trusted, and the build then is known."""
        kept = None if self._by_content else self._store.get(_STATES)
        digest = cache.digest_of_states(states, self._store.salt)
        if kept is None or not digest or kept[: len(digest)] != digest:
            return False
        self._contents = kept[len(digest) :]
        self.last = self._outcome_of(self._contents)
        self.changed = () if self.last is not None else None
        return self.last is not None

    def trust(self) -> None:
        """Keep what was seen, where nothing has changed but times, or all can be trusted that could not when it was seen."""
        if self._inputs is not None and not self._by_content and _are_trusted(self._inputs):
            self._put_inputs(self._inputs)

    def keep(self, outcome: Outcome, read: Sequence[str] | None = None) -> None:
        """Keep what a build came to, unless an input has changed while it went on.

        `read` are the files that it has read; None stands for all.
        """
        before, contents = _inputs_of(self._store) if self._inputs is None else (self._inputs, self._contents)
        if not contents or contents != self._contents or not self._is_still(before, read):
            return
        if self._inputs is not None:
            self._put_inputs(before)
        others = [name for name in self._store.names_below(_OUTCOME) if name != self._name]
        self._store.drop(others[: max(0, len(others) - _SITES)])
        self._store.put(self._name, self._stamp_of(self._contents), cache.packed(outcome))

    def _is_still(self, before: Inputs, read: Sequence[str] | None) -> bool:
        key = self._store.salt
        try:
            if read is not None:
                return all(cache.file_digest(path, self._sources, key) == before[path][1] for path in read)
        except OSError:
            return False
        time, states = cache.disk_time(self._root), cache.looked(self._sources)
        trusted = {path: one for path, one in before.items() if one[0] is not None}
        after = None if time is None or states is None else self._seen(states, trusted, time)
        return after is not None and cache.digest_of_contents(after) == self._contents

    def _put_inputs(self, inputs: Inputs) -> None:
        self._store.put(_INPUTS, b"", cache.packed((dict(inputs), self._contents)))
        states = cache.digest_of_states(self._states or {}, self._store.salt)
        if states and _are_trusted(inputs):
            self._store.put(_STATES, b"", states + self._contents)
        else:
            self._store.drop([_STATES])

    def _seen(self, states: Mapping[str, cache.State], before: Inputs, time: int) -> Inputs | None:
        return cache.seen(
            states, self._sources, before, now=time, by_content=self._by_content, key=self._store.salt
        )

    def _outcome_of(self, contents: bytes) -> Outcome | None:
        kept = self._store.get(self._name, self._stamp_of(contents))
        return None if kept is None else _outcome_from(kept)

    def _stamp_of(self, contents: bytes) -> bytes:
        name = str(self._root.resolve()).encode("utf-8", "surrogateescape")
        return self._store.stamp(cache.engine_digest(), name, contents)


def _unchanged(out: Path, why: str) -> tuple[str, ...]:
    """Why the page that was asked about was not rendered, when none was."""
    if not why:
        return ()
    listed = listed_in((out / MANIFEST).read_bytes()) or {}
    return _UNCHANGED if why in listed else (no_page(why, listed),)


def _sources(root: Path, withheld: Path | None = None) -> cache.Folders:
    """What a build reads: (label, file or folder)."""
    settings = (folders.SETTINGS, folders.SETTINGS.replace(".yaml", ".yml"))
    astray = (one for one in _names(root) if one not in settings and folders.meant(one))
    below = (*settings, folders.CONTENT, folders.ANNOTATIONS, folders.TEMPLATES, *astray)
    register = ((_REGISTER, withheld),) if withheld else ()
    return (*((name, root / name) for name in below), ("shipped", templates_dir()), *register)


def _names(root: Path) -> Sequence[str]:
    try:
        return sorted(os.listdir(root))  # noqa: PTH208 - names, which is all that is asked for
    except OSError:
        return ()


def _inputs_of(store: Store) -> tuple[Inputs, bytes]:
    """What was seen last, and its digest."""
    kept = store.get(_INPUTS)
    try:
        inputs, contents = ({}, b"") if kept is None else cache.unpacked(kept)
    except (cache.Foreign, TypeError, ValueError):
        return {}, b""
    return inputs, contents


def _are_trusted(inputs: Inputs) -> bool:
    return all(state is not None for state, _ in inputs.values())


def _outcome_from(kept: bytes) -> Outcome | None:
    try:
        outcome = cache.unpacked(kept)
    except cache.Foreign:
        return None
    return outcome if isinstance(outcome, Outcome) else None


def _changed(before: Inputs, now: Inputs) -> tuple[str, ...] | None:
    if before.keys() != now.keys():
        return None
    return tuple(sorted(path for path, one in now.items() if before[path][1] != one[1]))
