"""Publish: a finished site becomes the published one in a single step, at the cost of what changed.

Two generations of the site are kept: the published one at `out`, and beside it, in `.NAME.other`, the one before. A build
brings that one up to date and lets the two change places in one system call, so that nobody, at any moment, is served half
a site; a build that dies leaves `out` as it was. What is the same in both is one file under two names. When nothing
differs, nothing is touched. A folder is written to only when it is new, empty, or bears our marker and holds nothing that
its manifest does not list; anything else is refused.

Nothing is believed of a file but what was seen: it has the bytes that we wrote as long as it is the same file of the same
size and time (`.NAME.memory`), or else it is read. Before the folders change places all that is new is written through to
the disk, so that a power cut leaves one whole site or the other.

Publish knows folders, bytes and digests. It knows nothing of what they say.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from postil.manifest import MANIFEST, RECEIPT, as_listed, manifest_of, sealed_in
from postil.model.published import NO_ADDRESSES, Listed
from postil.problems import Checked
from postil.publish import disk, places
from postil.publish.beside import Beside
from postil.publish.disk import Stamp
from postil.publish.faults import Unwritable, has_no_room, told, unwritable
from postil.publish.generation import Generation, Next, differing, files_by_stamp
from postil.publish.looking import Look, digest_of_site, looked_at
from postil.publish.memory import recalled, remember
from postil.publish.places import DRAFT_MARKER, MARKER, MARKERS, is_litter, is_site, marker_of
from postil.publish.shrinking import lost, shrunk

__all__ = [
    "DRAFT_MARKER",
    "MARKER",
    "MARKERS",
    "Listing",
    "Look",
    "Publication",
    "Unwritable",
    "is_litter",
    "is_site",
    "looked_at",
    "lost",
    "publication",
    "shrunk",
]

_MARKER_TEXT = (
    f"This folder was written by Postil and is replaced as a whole by each build. What is in it: {MANIFEST}\n"
).encode()


class Listing:
    """A site that is made and goes nowhere: what it would hold is known, and its bytes are not kept."""

    def __init__(self) -> None:
        self._files: dict[str, Listed] = {}
        self.watch: Callable[[str, bytes], None] | None = None
        """What looks at all bytes of the site, where something does: then every byte has to be given."""
        self.forgets = False
        """Whether the former site may hold what is no more to be seen, and is not kept."""
        self.sealed = NO_ADDRESSES
        """The addresses for ever that the site which stands has."""

    def has(self, path: str, digest: str) -> bool:  # noqa: ARG002 - that of a listing has nothing
        """Whether the bytes of this digest (SHA-256, hex) need not be given for this path, since they are there."""
        return False

    def keep(self, path: str, digest: str) -> None:  # noqa: ARG002 - the same
        """Let the site have at `path` the bytes that are there. `has` said so."""
        raise KeyError(path)

    def put(self, path: str, data: bytes) -> None:
        """Let the site have these bytes at `path`, relative to it, with `/`. Raises `Unwritable`."""
        if self.watch is not None:
            self.watch(path, data)
        self._files[path] = as_listed(path, data)

    @property
    def files(self) -> Mapping[str, Listed]:
        """The files of the site so far, by path."""
        return self._files


class Publication(Listing):
    """A site that is to stand at `out` once it is finished.

    What is the same as in one of the two generations is not written. New bytes go into the older one, which no one sees;
    a publication that is given up leaves there what the next one replaces.
    """

    def __init__(
        self, beside: Beside, standing: Generation, known: Mapping[Stamp, str] | None, marker: str
    ) -> None:
        """`known` are digests of files by their stamps; None where `standing` is known to be as we left it, without them."""
        super().__init__()
        self._beside = beside
        self._generation = standing
        self._known = known
        self._marker = marker
        self._kept_next: Next | None = None
        self.left = b""
        """A digest of the site as it was left when it was finished, from what was done: who changes it then is noticed."""
        self._files[marker] = as_listed(marker, _MARKER_TEXT)
        if RECEIPT in standing.files:
            self.sealed = sealed_in(disk.read(beside.out / RECEIPT))

    @property
    def standing(self) -> Mapping[str, Listed]:
        """The files of the site that is published now, by path, as they are on the disk."""
        return self._generation.files

    def has(self, path: str, digest: str) -> bool:
        return self.watch is None and self._there(path, digest) is not None

    def keep(self, path: str, digest: str) -> None:
        there = self._there(path, digest)
        if there is None:
            raise KeyError(path)
        self._files[path] = there

    def keep_others(self, but: Iterable[str], below: str | None) -> None:
        """Let the site have all that stands, except at the paths `but` and below the folder `below`."""
        paths, start = {*but, MANIFEST}, None if below is None else f"{below}/"
        self._files |= {
            path: file
            for path, file in self.standing.items()
            if path not in paths and not (start and path.startswith(start))
        }

    def put(self, path: str, data: bytes) -> None:
        super().put(path, data)
        digest = self._files[path].digest
        with told(self._beside.out):
            if self._there(path, digest) is None:
                self._next.write(path, data, digest)

    def finish(self) -> int:
        """Put the site at `out`. How many files differ from what was there; 0 when nothing was touched.

        Adds the manifest. Raises `Unwritable`; then the site is as it was, or finished, with a former one that is not to be
        kept and could not be removed.
        """
        self.put(self._marker, _MARKER_TEXT)
        self.put(MANIFEST, manifest_of(self._files.values()))
        new, old = self._files, self.standing
        changed = len(differing(new, old)) + len(old.keys() - new.keys())
        keeping = not self.forgets
        # Where it is known what was left there, few files are new, and are read when they have to be known.
        remembers = self._known is not None or not keeping
        with told(self._beside.out):
            if changed:
                self._next.bring_to(new, self._generation)
                if remembers:
                    former = self._generation.digests() if keeping else {}
                    remember(self._beside.memory, former | self._next.digests())
                places.exchange(self._beside, keeping=keeping)
            elif remembers and (self._generation.strange or not keeping):
                known = (self._known or {}) if keeping else {}
                remember(self._beside.memory, {**known, **self._generation.digests()})
            if not (changed or keeping):
                # A build that was killed may have left it, or one that had nothing to forget yet.
                places.drop_former(self._beside)
        if changed:
            self.left = digest_of_site(self._next.stamps, self._next.folders)
        else:
            self.left = digest_of_site(self._generation.tree.files, self._generation.tree.folders)
        return changed

    @property
    def _next(self) -> Next:
        """The older generation; looked at only when something may have changed."""
        if self._kept_next is None:
            self._kept_next = Next(self._beside, self._generation, self._known or {})
        return self._kept_next

    def _there(self, path: str, digest: str) -> Listed | None:
        for files in (self.standing, self._next.files):
            file = files.get(path)
            if file is not None and file.digest == digest:
                return file
        return None


@contextlib.contextmanager
def publication(
    out: Path,
    root: Path,
    *,
    drafts: bool,
    private: bool = False,
    waiting: Callable[[], None] | None = None,
    stands: Look | None = None,
) -> Iterator[Checked[Publication | None]]:
    """A site to be made for `out`, for as long as the context lasts; it is published by `finish`.

    Problems: `out-not-ours` when `out` holds what we did not write, or a site of another kind (with drafts, or the private
    edition); `out-in-sources` when it lies where the archive's sources are read from; `out-unwritable`.
    `stands` is what was seen at `out`, so that it is not looked at again.
    Builds into the same parent folder wait for each other; `waiting`, if given, is called by one that has to. Raises
    `Unwritable` also where the disk of what else is written meanwhile, a temporary folder, has no room.
    """
    given, out, root = out, places.absolute(out), places.absolute(root)
    problem = places.misplaced(out, root)
    if problem is not None:
        yield Checked(None, (problem,))
        return
    beside = Beside(out)
    with contextlib.ExitStack() as held:
        try:
            with told(out):
                out.parent.mkdir(parents=True, exist_ok=True)
                held.enter_context(disk.locked(out.parent, waiting))
                found = _begun(beside, marker_of(drafts=drafts, private=private), stands)
        except Unwritable as fault:
            found = Checked(None, (fault.problem,))
        try:
            yield found
        except OSError as error:
            if has_no_room(error):
                raise Unwritable(unwritable(given, error)) from error
            raise
        finally:
            is_watched = found.value is not None and found.value.watch is not None
            # Given up: of no use to anyone, or looked through and not found fit to be seen. What was finished is not there.
            if is_watched or not os.path.lexists(out):
                with contextlib.suppress(OSError):
                    disk.remove(beside.next)


def _begun(beside: Beside, marker: str, stands: Look | None) -> Checked[Publication | None]:
    places.mend(beside)
    problem = places.foreign(beside.out, marker)
    if problem is not None:
        return Checked(None, (problem,))
    if stands is not None and not stands.is_of_today(beside.out):
        stands = None
    standing = places.as_left(stands.tree, beside.out, marker) if stands and stands.is_as_left else None
    known = recalled(beside.memory) if standing is None else None
    if standing is None:
        tree = stands.tree if stands else disk.tree(beside.out)
        standing = Generation(beside.out, tree, files_by_stamp(tree, known or {}))
        problem = places.refused(beside.out, standing)
        if problem is not None:
            return Checked(None, (problem,))
    standing.read_strange({path for path in standing.strange if not is_litter(path)})
    return Checked(Publication(beside, standing, known, marker))
