"""Beside: the names of what a build keeps beside the site, in the same folder."""

from __future__ import annotations

from pathlib import Path


class Beside:
    """What stands beside the site at `out`. All of it may be deleted while no build runs."""

    def __init__(self, out: Path) -> None:
        self.out = out
        self.other = out.with_name(f".{out.name}.other")
        """The generation before, whole."""
        self.next = out.with_name(f".{out.name}.next")
        """The one that is being written; left behind by a build that died, or was given up."""
        self.old = out.with_name(f".{out.name}.old")
        """The site itself, for a moment, where a system cannot exchange two folders in one step."""
        self.memory = out.with_name(f".{out.name}.memory")
