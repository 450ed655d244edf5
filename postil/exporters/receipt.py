"""The receipt: from how much, by what and with which warnings a site was made.

The same archive, engine and libraries give the same receipt; of the machine and the time it knows nothing.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from importlib.metadata import version

from postil import __version__
from postil.manifest import receipt_of
from postil.model.archive import Archive
from postil.model.published import Addresses, Counts, Listed, Receipt
from postil.problems import Problem

LIBRARIES = (
    "ahocorasick-rs",
    "babel",
    "edtf",
    "jinja2",
    "markdown",
    "nh3",
    "pagefind-bin",
    "pillow",
    "python-frontmatter",
    "pyyaml",
    "rcssmin",
    "rjsmin",
    "sentencex",
)
"""Those by whose hands the bytes of a site go; another version of one may give another site."""


def receipt(
    archive: Archive,
    pages: int,
    warnings: Iterable[Problem],
    contract: str,
    files: Iterable[Listed],
    *,
    sealed: Addresses,
) -> bytes:
    """The receipt of a site. `files` are all others in it, `contract` the version that its templates keep.

    `sealed` are the addresses that the ledger has.
    """
    counted = Counter(problem.code for problem in set(warnings))
    return receipt_of(
        Receipt(
            counts=Counts(
                articles=len(archive.articles),
                notes=len(archive.notes),
                entities=len(archive.entities),
                events=len(archive.events),
                claims=len(archive.claims),
                pages=pages,
                sealed=sealed.count,
            ),
            versions=tuple(one for one in sealed.versions if one[1] > 1),
            warnings=tuple(sorted(counted.items())),
            engine=__version__,
            contract=contract,
            python=".".join(map(str, sys.version_info[:2])),
            libraries=tuple((name, version(name)) for name in LIBRARIES),
        ),
        files,
    )
