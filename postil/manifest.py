"""Manifest and receipt: the two files by which a copy of a site is proved, as bytes and back.

`manifest.sha256` is a list as `sha256sum` writes and checks it (GNU coreutils): every file of the site once, itself
excluded. `receipt.json` says from what the site was made, and gives the digest of the manifest: of all its lines but the
receipt's own, since no file can hold its own digest. Same site, same bytes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import asdict
from hashlib import sha256
from operator import attrgetter

from postil.model.published import NO_ADDRESSES, Addresses, Listed, Receipt

MANIFEST = "manifest.sha256"
RECEIPT = "receipt.json"

_LINE = re.compile(r"(\\?)([0-9a-f]{64}) [ *](.+)", re.DOTALL)
_PLAIN = re.compile(r"^([0-9a-f]{64}) [ *](.+)\n", re.MULTILINE)
"""Most are such."""
_ESCAPED = re.compile(r"\\(.?)", re.DOTALL)


def as_listed(path: str, data: bytes) -> Listed:
    """A file of a site, with these bytes at this path."""
    return Listed(path, sha256(data).hexdigest(), len(data))


def manifest_of(files: Iterable[Listed]) -> bytes:
    """The list of these files, by path; paths are escaped as coreutils does."""
    listed = sorted(files, key=attrgetter("path"))
    return "".join([_line(file.path, file.digest) for file in listed]).encode("utf-8", "surrogateescape")


def listed_in(manifest: bytes) -> dict[str, str] | None:
    """The digest of each file by its path; None when this is no such list, or names a file twice."""
    text = manifest.decode("utf-8", "surrogateescape")
    plain = _PLAIN.findall(text)
    if text.endswith("\n") and len(plain) == text.count("\n"):
        listed = {path: digest for digest, path in plain}
        return listed if len(listed) == len(plain) else None
    return _listed_with_care(text)


def _listed_with_care(text: str) -> dict[str, str] | None:
    """As `listed_in`, where there may be anything."""
    found: dict[str, str] = {}
    for line in text.removesuffix("\n").split("\n"):
        match = _LINE.fullmatch(line)
        path = match and (_unescaped(match[3]) if match[1] else match[3])
        if not match or not path or path in found:
            return None
        found[path] = match[2]
    return found


def receipt_of(receipt: Receipt, files: Iterable[Listed]) -> bytes:
    """The receipt of a site with these other files: all but the receipt itself and the manifest."""
    others = tuple(files)
    said = {
        "postil": receipt.engine,
        "manifest": sha256(manifest_of(others)).hexdigest(),
        "counts": asdict(receipt.counts) | {"files": len(others), "bytes": sum(file.size for file in others)},
        "versions": dict(receipt.versions),
        "warnings": dict(receipt.warnings),
        "contract": receipt.contract,
        "python": receipt.python,
        "libraries": dict(receipt.libraries),
    }
    return (json.dumps(said, indent=2, ensure_ascii=False) + "\n").encode()


def renewed(receipt: bytes, files: Iterable[Listed]) -> bytes:
    """The same receipt for a site with other files; all else that it says still holds."""
    others = tuple(files)
    said = json.loads(receipt)
    said["manifest"] = sha256(manifest_of(others)).hexdigest()
    said["counts"] |= {"files": len(others), "bytes": sum(file.size for file in others)}
    return (json.dumps(said, indent=2, ensure_ascii=False) + "\n").encode()


def vouched_for(receipt: bytes) -> tuple[str, int, int] | None:
    """What a receipt vouches for: digest of the manifest, number of files, their bytes. None when it is no receipt."""
    try:
        said = json.loads(receipt)
        digest, files, size = said["manifest"], said["counts"]["files"], said["counts"]["bytes"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    if isinstance(digest, str) and type(files) is int and type(size) is int:
        return digest, files, size
    return None


def sealed_in(receipt: bytes) -> Addresses:
    """The addresses that were to stand for ever; none where the receipt does not say."""
    try:
        said = json.loads(receipt)
        count, versions = said["counts"]["sealed"], said.get("versions", {}).items()
    except (AttributeError, ValueError, KeyError, TypeError, RecursionError):
        return NO_ADDRESSES
    kept = tuple(sorted((article, number) for article, number in versions if type(number) is int))
    return Addresses(count, kept) if type(count) is int else NO_ADDRESSES


def _line(path: str, digest: str) -> str:
    if "\\" not in path and "\n" not in path:
        return f"{digest}  {path}\n"
    escaped = path.replace("\\", "\\\\").replace("\n", "\\n")
    return f"\\{digest}  {escaped}\n"


def _unescaped(path: str) -> str | None:
    """The path of a line that begins with a back slash; None when something else than coreutils wrote it."""
    signs = {"\\": "\\", "n": "\n", "r": "\r"}
    if any(match[1] not in signs for match in _ESCAPED.finditer(path)):
        return None
    return _ESCAPED.sub(lambda match: signs[match[1]], path)
