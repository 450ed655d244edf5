"""Cache: what builds keep for the next one, in `.cache/` of the archive.

    store    values by name, on SQLite
    values   values of the model to bytes and back
    engine   a digest of the engine: its source, its libraries, its Python
    inputs   the files that a build reads, and whether they are still those that were read

It promises that a cache is never believed and always dispensable: what is damaged, cut, foreign, of another engine, or
cannot be read or written, is as good as absent. Nothing in it is ever run. It refuses to know what its values mean.
"""

from postil.cache.engine import engine_digest, engine_parts
from postil.cache.inputs import (
    Folders,
    Inputs,
    State,
    digest_of_contents,
    digest_of_states,
    file_digest,
    looked,
    seen,
)
from postil.cache.store import FILE, FOLDER, Store, digest_of, disk_time, opened
from postil.cache.values import Foreign, digestible, packed, unpacked

__all__ = [
    "FILE",
    "FOLDER",
    "Folders",
    "Foreign",
    "Inputs",
    "State",
    "Store",
    "digest_of",
    "digest_of_contents",
    "digest_of_states",
    "digestible",
    "disk_time",
    "engine_digest",
    "engine_parts",
    "file_digest",
    "looked",
    "opened",
    "packed",
    "seen",
    "unpacked",
]
