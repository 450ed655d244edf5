"""Folder: the files of a search once more, as scripts that a browser loads from a folder.

A page opened from a folder may fetch nothing: no file, no module, no worker of its own. It may load classic scripts. So each
file is wrapped into one that hands its bytes over in base64, under the name it has on the web:

    off/manifest.js            __postilManifest({...}): Pagefind's release, its entry file, and `k`
    off/NAME.js                __postilPut("BASE64", "NAME"), for meta, program (wasm), index/ and filter/
    off/fragment/BUCKET.js     the same for each fragment of a bucket: LANGUAGE_ and the first `k` digits of its hash
    off/core.js                __postilCore = function (fetch, Worker, metaUrl) {... return {...}}, made from `pagefind.js`
    off/worker.js              __postilWorker = "...", the source of `pagefind-worker.js`

Wrapping changes no byte. `pagefind.js` is changed in two ways only, from a module to a function and from `import.meta.url`
to its parameter, and only where it has the form that this is written for; any other is refused with `UnknownShape`.
It knows nothing of views and pages.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator
from itertools import groupby

from postil.index.shape import ENTRY, PROGRAM, RELEASE, WORKER, Data, UnknownShape, reading
from postil.index.store import Read

OFF = "off"
"""The folder of the scripts, in the bundle."""

BUCKET = 64
"""Fragments in a script at most, on average. One is needed for each result shown, and its whole script is read for it."""

_FRAGMENTS = "fragment/"
_WRAPPED = (".pagefind", ".pf_filter", ".pf_index", ".pf_meta")

_EXPORTS = frozenset(
    {
        "createInstance",
        "debouncedSearch",
        "destroy",
        "filters",
        "init",
        "mergeIndex",
        "options",
        "preload",
        "search",
    }
)
_EXPORT_LIST = re.compile(r"export\{([\w$,]+)\};\s*\Z", re.ASCII)
_MODULE_SYNTAX = re.compile(
    r"\bimport\s*[(.{*\"']|\bimport\s+[\w$]+\s*(?:,|from\b)|"
    r"\bexport\s*[{*]|\bexport\s+(?:default|const|let|var|function|class|async)\b"
)
_OTHER_WAYS_OUT = re.compile(
    r"\bXMLHttpRequest\b|\bimportScripts\b|\bSharedWorker\b|\b(?:window|self|globalThis)\??\.(?:fetch|Worker)\b"
)
"""By which a program would ask for files past the `fetch` and `Worker` that it is given."""


def folder_edition(paths: Iterable[str], read: Read) -> Iterator[Data]:
    """Give the scripts for the files of a bundle, which `read` gives by path; their own paths are below it as well."""
    entry = json.loads(read(ENTRY))
    in_order = sorted(paths)
    fragments = [path for path in in_order if path.startswith(_FRAGMENTS)]
    k = digits_of_buckets(len(fragments))
    manifest = json.dumps(
        {"pagefind": RELEASE, "entry": entry, "k": k}, sort_keys=True, separators=(",", ":")
    )
    yield f"{OFF}/manifest.js", f"__postilManifest({manifest});\n".encode()
    for path in in_order:
        if path.endswith(_WRAPPED):
            yield f"{OFF}/{path}.js", _script(path, read(path))
    for bucket, inside in groupby(fragments, key=lambda path: bucket_of(path, k)):
        scripts = (_script(path, read(path)) for path in inside)
        yield f"{OFF}/{_FRAGMENTS}{bucket}.js", b"".join(scripts)
    for path, script_of in ((PROGRAM, core_script), (WORKER, worker_script)):
        with reading(path):
            script = script_of(read(path).decode())
        yield f"{OFF}/{'core' if path == PROGRAM else 'worker'}.js", script.encode()


def digits_of_buckets(fragments: int) -> int:
    """How many digits of a hash tell buckets apart, so that one holds `BUCKET` fragments or fewer on average."""
    digits = 0
    while fragments > BUCKET * 16**digits:
        digits += 1
    return digits


def bucket_of(path: str, k: int) -> str:
    """The bucket of a fragment: `fragment/en_4f….pf_fragment` is in `en_4` when `k` is 1."""
    lang, _, digits = path.removeprefix(_FRAGMENTS).partition(".")[0].rpartition("_")
    return f"{lang}_{digits[:k]}"


def _script(path: str, data: bytes) -> bytes:
    return b'__postilPut("%s","%s");\n' % (b64encode(data), path.encode("ascii"))


# --- programs -------------------------------------------------------------------------------------------------------


def core_script(source: str) -> str:
    """`pagefind.js`, a module, as a function of what it is to fetch and work with; refused in any other form."""
    body = _checked(source)
    exports = _EXPORT_LIST.search(body)
    if exports is None:
        raise UnknownShape("it does not end in the list of what it exports")
    names = exports[1].split(",")
    if frozenset(names) != _EXPORTS:
        raise UnknownShape(f"it exports {', '.join(sorted(names))}")
    body = body[: exports.start()]
    if body.count("new Worker(") != 1:
        raise UnknownShape("it starts no worker, or several")
    if "import.meta.url" not in body or "metaUrl" in body:
        raise UnknownShape("it finds its own address in another way")
    body = body.replace("import.meta.url", "metaUrl")
    if _MODULE_SYNTAX.search(body):
        raise UnknownShape("it imports or exports in other places")
    returned = ",".join(names)
    return f'__postilCore=function(fetch,Worker,metaUrl){{"use strict";{body}\nreturn{{{returned}}};}};\n'


def worker_script(source: str) -> str:
    """`pagefind-worker.js`, a classic script, as a text to make a worker of; refused in any other form."""
    body = _checked(source)
    if _MODULE_SYNTAX.search(body):
        raise UnknownShape("it is a module")
    for needed in ('self.addEventListener("message"', "self.postMessage("):
        if body.count(needed) != 1:
            raise UnknownShape(f"`{needed}` does not stand in it once")
    return f"__postilWorker={json.dumps(body)};\n"


def _checked(source: str) -> str:
    """What both programs have to be."""
    if f'pagefind_version="{RELEASE}"' not in source:
        raise UnknownShape("it does not say that it is of this release")
    if "fetch(" not in source:
        raise UnknownShape("it fetches no files")
    other = _OTHER_WAYS_OUT.search(source)
    if other is not None:
        raise UnknownShape(f"it asks for files by `{other[0]}`")
    return source
