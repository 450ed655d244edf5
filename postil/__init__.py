"""Postil: a static site from articles and what is said about them.

Articles are Markdown files that are never edited to annotate them; notes, names, events and claims stand
off in YAML and are anchored to the words they quote. A build is exact or it fails: every problem is shown
with its place and its cure, and nothing is published while one stands.

The floors are in ARCHITECTURE.md. Begin reading at `postil.model`, the glossary; then `postil.pipeline`.
"""

__version__ = "0.1.0"
