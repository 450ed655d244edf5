"""Markdown of ours as HTML, its `[[...]]` links with the labels that their targets have now; and how a text opens."""

from __future__ import annotations

from postil import addresses
from postil.markup import prose_html
from postil.model.parts import Html
from postil.model.records import Prose
from postil.pages.lookup import Lookup
from postil.schema import ref_from_text
from postil.text import collapsed


def html_from_prose(lookup: Lookup, prose: Prose | None) -> Html | None:
    """The HTML, or None where nothing is written. `link` has made each target one that leads somewhere."""
    if prose is None:
        return None
    return Html(prose_html(prose.source, lambda target: _resolved(lookup, prose, target), lookup.images))


def _resolved(lookup: Lookup, prose: Prose, target: str) -> tuple[str, str] | None:
    """Address and label: of a note the title of its article, of a sentence that and the sentence's address."""
    ref = ref_from_text(target, prose.place, None).value
    if ref is None:
        return None
    label = lookup.label(ref.kind, ref.id)
    if ref.note is not None:
        return lookup.note_address((ref.id, ref.note)), label
    if ref.sentence is not None:
        return addresses.of_sentence(ref.id, ref.sentence), f"{label}, {ref.sentence}"
    return addresses.of_record(ref.kind, ref.id), label


def opening(text: str, longest: int) -> str:
    """The first words of a text in one line: all of it, or at most `longest` code points that end with an ellipsis."""
    line = collapsed(text).strip()
    if len(line) <= longest:
        return line
    head = line[: longest - 1]
    if not line[longest - 1].isspace():
        head = head.rpartition(" ")[0] or head
    return f"{head.rstrip()}…"
