"""Where the templates that come with the engine lie.

An archive without a `templates/` folder uses these. They are the repository's own `templates/`, packed into the
wheel from the same files, so a checkout and an installed engine have the same ones. This module knows
nothing about what is in them.
"""

from pathlib import Path


def templates_dir() -> Path:
    """Return the folder of the shipped templates: the packed one, or the repository's in a checkout."""
    package = Path(__file__).resolve().parent
    packed = package / "templates"
    return packed if packed.is_dir() else package.parent / "templates"
