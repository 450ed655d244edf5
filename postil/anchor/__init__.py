"""Anchoring: a selector against the text of its article, one span or a problem; and back.

    seeking      where a quote stands, and which of these places a selector means
    anchoring    the one span, or why there is none; what a quote cuts in two
    describing   the shortest selector of a span: the inverse
    complaints   why a quote has no place, and what may have been meant

Promises that a quote is found exactly once, letter for letter in the folded view, or not at all: nothing is ever moved
to a passage that only looks alike. Likeness serves to show where the quote may have been meant, and for nothing else.
`describe` is the inverse of `anchor`. Names are those of the W3C Web Annotation model; offsets are code points.
Refuses to know what an annotation says.
"""

from postil.anchor.anchoring import anchor, cut
from postil.anchor.complaints import source_place
from postil.anchor.describing import describe
from postil.anchor.seeking import Span, Target, occurrences, target_of

__all__ = ["Span", "Target", "anchor", "cut", "describe", "occurrences", "source_place", "target_of"]
