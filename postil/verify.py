"""Verify: a copy of a published site against what it says of itself, with nothing but the copy.

Each file is the one that the manifest lists, none lacks, none is there beside. The receipt is that of this manifest. Links
inside lead somewhere, each page carries the policy, and the text on each article's page has the digest that stands there.
It shows that a copy is whole and says nothing else than it did; who made it, no file of its own can show.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from postil import audit, publish
from postil.ledger import digest_of
from postil.manifest import MANIFEST, RECEIPT, as_listed, listed_in, manifest_of, vouched_for
from postil.messages import counted, reason
from postil.model.inspected import Inspection
from postil.model.published import Listed
from postil.problems import Checked, Place, Problem, Remark, Severity, problem_order
from postil.workers import executor, mapped

_BATCH = 32

_OF_HOSTS = frozenset({".htaccess", ".nojekyll", "CNAME", "_headers", "_redirects"})
"""What a host may want at the top of a site."""

_ANEW = "copy the site anew from where it was built"


@dataclass(frozen=True, slots=True)
class Verified:
    """What a copy holds: files that its manifest lists, and articles whose text has the digest on its page."""

    files: int = 0
    articles: int = 0


@dataclass(frozen=True, slots=True)
class _Seen:
    """A file of the copy. `listed` is None when it cannot be read."""

    listed: Listed | None
    inspection: Inspection | None = None
    problems: tuple[Problem, ...] = ()
    has_text: bool = False


def verify(copy: Path, *, jobs: int = 1) -> Checked[Verified]:
    """What is wrong with the copy of a site in a folder; nothing outside it is read. Places are relative to it."""
    paths = sorted(_paths(copy))
    if MANIFEST not in paths:
        return Checked(
            Verified(), (_unproved(MANIFEST, "the folder has no manifest, so it is no copy of a site"),)
        )
    with executor(jobs if len(paths) > 2 * _BATCH else 1) as workers:
        seen = dict(
            zip(paths, mapped(workers, _seen, ((str(copy), path) for path in paths), _BATCH), strict=True)
        )
    problems = [problem for one in seen.values() for problem in one.problems]
    found = {path: one.listed for path, one in seen.items() if one.listed is not None}
    listed = listed_in(_bytes(copy / MANIFEST))
    if listed is None:
        return Checked(
            Verified(), (_unproved(MANIFEST, "the manifest is no list of files and their digests"),)
        )
    problems += _compared(found, listed)
    problems += _receipt_problems(copy, found, listed)
    inspections = [one.inspection for one in seen.values() if one.inspection is not None]
    problems, inspections = _folded(problems, inspections)
    problems += map(_of_copy, audit.audit(inspections, found.keys(), frozenset()))
    articles = sum(one.has_text for one in seen.values())
    order = sorted(problems, key=problem_order)
    return Checked(Verified(len(listed), articles), tuple(order))


def _paths(copy: Path) -> Iterator[str]:
    """Paths of all that is in a folder and is no folder."""
    for where, folders, names in os.walk(copy):
        base = Path(where).relative_to(copy)
        links = (name for name in folders if Path(where, name).is_symlink())
        for name in (*names, *links):
            yield (base / name).as_posix()


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes() if path.is_file() else b""  # a pipe would be waited for without end
    except OSError:
        return b""


def _seen(work: tuple[str, str]) -> _Seen:
    folder, path = work
    try:
        if os.path.lexists(Path(folder, path)) and not Path(folder, path).is_file():
            return _Seen(
                None, problems=(_problem("copy-changed", path, "this is no ordinary file any more"),)
            )
        data = Path(folder, path).read_bytes()
    except OSError as error:
        return _Seen(
            None, problems=(_problem("copy-incomplete", path, f"the file cannot be read: {reason(error)}"),)
        )
    listed = as_listed(path, data)
    if path.endswith(".css"):
        return _Seen(listed, problems=tuple(map(_of_copy, audit.inspect_style(path, data))))
    if not path.endswith(".html"):
        return _Seen(listed)
    inspection = audit.inspect(path, data)
    text = inspection.text
    # The text is not needed any more: what is compared with is on the page itself.
    return _Seen(
        listed,
        replace(inspection, text=None),
        () if text is None else tuple(_text_problems(path, text, inspection.digest)),
        text is not None,
    )


def _text_problems(path: str, text: str, digest: str | None) -> Iterator[Problem]:
    if digest is None:
        yield _problem(
            "text-unproved",
            path,
            "the page shows an article's text, and no digest of it",
            "let the template show the digest in an element with `data-digest`",
            severity=Severity.WARNING,
        )
    elif digest != digest_of(text):
        yield _problem("text-changed", path, "the digest on the page is not that of the text on it")


def _compared(found: Mapping[str, Listed], listed: Mapping[str, str]) -> Iterator[Problem]:
    for path, digest in listed.items():
        if path not in found:
            if path not in publish.MARKERS:  # a copy needs none, and some hosts leave it out
                yield _problem("copy-incomplete", path, "the manifest lists this file, and the copy lacks it")
        elif found[path].digest != digest:
            yield _problem("copy-changed", path, "the file is not the one that the manifest lists")
    for path in found.keys() - listed.keys() - {MANIFEST}:
        if publish.is_litter(path) or path in _OF_HOSTS:
            yield _problem(
                "copy-extra",
                path,
                "a file manager or a host has left a file in the copy",
                "nothing; or remove it",
                severity=Severity.WARNING,
            )
        else:
            yield _problem("copy-extra", path, "the manifest does not list this file", "remove it")


def _folded(problems: list[Problem], inspections: list[Inspection]) -> tuple[list[Problem], list[Inspection]]:
    """That a file lacks said once, with how many pages link to it, and those pages without these links."""
    missing = {one.place.path for one in problems if one.code == "copy-incomplete"}
    linking: Counter[str] = Counter()
    for one in inspections:
        linking.update({path for path, _ in one.links} & missing)
    told = [
        replace(one, notes=(Remark(f"linked from {counted(linking[one.place.path], 'page')}"),))
        if one.code == "copy-incomplete" and linking[one.place.path]
        else one
        for one in problems
    ]
    pages = [
        replace(one, links=tuple(link for link in one.links if link[0] not in missing)) for one in inspections
    ]
    return told, pages


def _receipt_problems(
    copy: Path, found: Mapping[str, Listed], listed: Mapping[str, str]
) -> Iterator[Problem]:
    if RECEIPT not in found:
        if RECEIPT not in listed:
            yield _unproved(RECEIPT, "the copy has no receipt")
        return
    said = vouched_for(_bytes(copy / RECEIPT))
    if said is None:
        yield _unproved(RECEIPT, "the receipt cannot be read")
        return
    digest, files, size = said
    others = [Listed(path, one, 0) for path, one in listed.items() if path != RECEIPT]
    if digest != sha256(manifest_of(others)).hexdigest() or files != len(others):
        yield _unproved(RECEIPT, "the receipt is not that of the manifest beside it")
    elif all(path in found and found[path].digest == one for path, one in listed.items()) and size != sum(
        found[file.path].size for file in others
    ):
        yield _unproved(RECEIPT, "the receipt counts other bytes than the files have")


def _of_copy(problem: Problem) -> Problem:
    """A problem of the audit, which knows a site that is being built, as one of a copy."""
    return replace(problem, place=Place(problem.place.path.removeprefix("site/")), help=(_ANEW,))


def _unproved(path: str, message: str) -> Problem:
    return _problem("copy-unproved", path, message)


def _problem(
    code: str, path: str, message: str, cure: str = _ANEW, *, severity: Severity = Severity.ERROR
) -> Problem:
    return Problem(code, message, Place(path), help=(cure,), severity=severity)
