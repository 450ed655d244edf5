"""Generations: the two folders that are in turn the published site, and what stands in them.

The one that is published is only looked at. The other is brought to what the new site is: what it has is left, what the
published one has is shared with it, and only the rest is written.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from postil.manifest import as_listed
from postil.model.published import Listed
from postil.publish import disk
from postil.publish.beside import Beside
from postil.publish.disk import Stamp, Tree


def files_by_stamp(tree: Tree, known: Mapping[Stamp, str]) -> dict[str, Listed]:
    """The files whose digests are known by their stamps, by path."""
    return {
        path: Listed(path, known[stamp], stamp[1])
        for path, stamp in tree.files.items()
        if stamp is not None and stamp in known
    }


class Generation:
    """What stands in a folder: its `tree`, and of that the `files` whose bytes are known."""

    def __init__(self, folder: Path, tree: Tree, files: dict[str, Listed]) -> None:
        self.folder = folder
        self.tree = tree
        """What stood there when it was looked at."""
        self.files = files
        """Those whose bytes are known, by path."""
        self.strange = set(tree.files.keys() - files.keys())
        """Paths of what is no file, or not one as we left it."""
        self.stamps = {path: stamp for path, stamp in tree.files.items() if stamp is not None}
        self.folders = set(tree.folders)
        self.empty = {path for path, held in tree.folders.items() if not held}

    def read_strange(self, paths: set[str]) -> None:
        """Read those of the paths that are strange, so that their bytes are known; links stay as they are."""
        for path in sorted(self.strange & paths & self.stamps.keys()):
            data = disk.read(self.folder / path)
            self._found(as_listed(path, data), self.stamps[path])

    def _found(self, file: Listed, stamp: Stamp) -> None:
        self.files[file.path] = file
        self.stamps[file.path] = stamp

    def digests(self) -> dict[Stamp, str]:
        return {self.stamps[path]: file.digest for path, file in self.files.items()}


class Next(Generation):
    """The generation that is to be the next site, found as the last build left it. What is strange in it goes."""

    def __init__(self, beside: Beside, standing: Generation, known: Mapping[Stamp, str]) -> None:
        is_whole = not os.path.lexists(beside.next)
        folder = beside.other if is_whole else beside.next
        tree = disk.tree(folder, standing.tree)
        had, stamps = standing.files, standing.stamps
        files = files_by_stamp(tree, known)
        # One file under two names.
        files |= {
            path: had[path]
            for path, stamp in tree.files.items()
            if stamp is not None and path in had and stamps[path] == stamp
        }
        super().__init__(folder, tree, files)
        self._beside = beside
        self._has_begun = False
        self._touched: set[str] = set() if is_whole else {*self.files, *self.folders}
        """Files and folders that are to be written through, beside the folder itself: all, when a build died over it."""

    def begin(self) -> None:
        """Let it have the name of what is unfinished, before anything in it changes."""
        if self._has_begun:
            return
        self._has_begun = True
        if self.folder == self._beside.next:
            disk.remove(self._beside.other)
        elif self._is_folder():
            disk.rename(self._beside.other, self._beside.next)
        self.folder = self._beside.next
        if not self._is_folder():
            disk.remove(self.folder)
            disk.make_folder(self.folder)
        disk.make_writable(self.folder)

    def _is_folder(self) -> bool:
        return self.folder.is_dir() and not self.folder.is_symlink()

    def write(self, path: str, data: bytes, digest: str) -> None:
        """Let the file at `path` have these bytes."""
        self.begin()
        self._make_way(path)
        stamp = disk.write(self.folder / path, data)
        self._stands(Listed(path, digest, len(data)), stamp)

    def bring_to(self, site: Mapping[str, Listed], standing: Generation) -> None:
        """Let it hold the files of `site` and nothing else; what it has not, `standing` has. All is written through."""
        self.begin()
        for path in sorted((self.files.keys() | self.strange) - site.keys()):
            self._remove_file(path)
        for path in sorted(differing(site, self.files)):
            self._share(site[path], standing)
        needed = folders_above(site)
        for folder in sorted(self.folders - needed, reverse=True):  # what lies within before what it lies in
            self._touch_folder_of(folder)
            disk.remove_empty(self.folder / folder)
            self._touched.discard(folder)
        touched = sorted(self._touched)
        disk.write_all_through([*(self.folder / path for path in touched), self.folder], self.folder)

    def _share(self, file: Listed, standing: Generation) -> None:
        path = file.path
        if standing.files.get(path) != file:
            raise KeyError(path)
        self._make_way(path)
        stamp = disk.share(standing.folder / path, self.folder / path)
        seen = standing.stamps[path]
        if stamp[1:] != seen[1:]:
            raise OSError(errno.EBUSY, "the file has been changed while the site was built", str(path))
        self._stands(file, stamp)
        if stamp == seen and path not in standing.strange:
            self._touched.discard(path)  # a second name of what was written through before

    def _stands(self, file: Listed, stamp: Stamp) -> None:
        self._found(file, stamp)
        self._touched.add(file.path)

    def _make_way(self, path: str) -> None:
        """Let there be nothing at `path`, and the folders that it lies in."""
        for folder in folders_of(path):
            if folder in self.folders:
                continue
            self._remove_file(folder)
            self._touch_folder_of(folder)
            disk.make_folder(self.folder / folder)
            self.folders.add(folder)
            self._touched.add(folder)
        if path in self.folders:
            self._remove_folder(path)
        self._remove_file(path)
        self._touch_folder_of(path)

    def _remove_file(self, path: str) -> None:
        if path in self.files or path in self.strange:
            self._touch_folder_of(path)
            disk.remove(self.folder / path)
            self._forget(path)

    def _remove_folder(self, path: str) -> None:
        self._touch_folder_of(path)
        disk.remove(self.folder / path)
        for gone in (
            path,
            *(one for one in {*self.files, *self.strange, *self.folders} if one.startswith(f"{path}/")),
        ):
            self._forget(gone)

    def _forget(self, path: str) -> None:
        self.files.pop(path, None)
        self.stamps.pop(path, None)
        self.strange.discard(path)
        self.folders.discard(path)
        self._touched.discard(path)

    def _touch_folder_of(self, path: str) -> None:
        folder = path.rpartition("/")[0]
        if folder and folder not in self._touched:
            disk.make_writable(self.folder / folder)
            self._touched.add(folder)


def differing(site: Mapping[str, Listed], other: Mapping[str, Listed]) -> list[str]:
    """The paths of `site` at which `other` has something else, or nothing."""
    there = other.get
    # Most of what is equal is one object.
    return [path for path, file in site.items() if (had := there(path)) is not file and had != file]


def folders_of(path: str) -> list[str]:
    """The folders that a path lies in, the outermost first."""
    parts = path.split("/")[:-1]
    return ["/".join(parts[: end + 1]) for end in range(len(parts))]


def folders_above(paths: Iterable[str]) -> set[str]:
    """All folders that any of the paths lies in."""
    nearest = {path.rpartition("/")[0] for path in paths}
    return {folder for one in nearest for folder in (one, *folders_of(one)) if folder}
