"""Minify: scripts and style sheets without what only their authors read: comments and white space.

Nothing is renamed or rewritten, so a browser reads the same of a file as before; comments that begin with `!` stay, since
they hold licences. Files of other kinds, and those that are no UTF-8, stay as they are. Knows nothing of where files lie.
"""

from __future__ import annotations

from pathlib import PurePosixPath

import rcssmin
import rjsmin


def minified(path: str, data: bytes) -> bytes:
    """The file at `path` as it is published; its suffix says what it is."""
    suffix = PurePosixPath(path).suffix
    if suffix not in (".css", ".js"):
        return data
    try:
        source = data.decode()
    except UnicodeDecodeError:
        return data
    shorten = rcssmin.cssmin if suffix == ".css" else rjsmin.jsmin
    return str(shorten(source, keep_bang_comments=True)).encode()
