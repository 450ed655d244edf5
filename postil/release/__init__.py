"""Release: of an article's body and notes, what may be seen.

    cuts     words that are replaced, sentences that are left out: the text that remains, and where everything in it came to
    pieces   the same in the HTML
    noting   notes anchored in the original, and pointed anew at the text that is released

Promises that nothing of what is cut stands in what it gives, in no attribute either; that the HTML has the text which is
given with it; that blocks and sentences keep their ids, so that an address leads to the same sentence whatever is
released; and that no id of a note is made from words which are not. Refuses to know why something is cut, and who asked.
"""

from postil.release.cuts import PLACEHOLDER, Cut, Release, only_places, released
from postil.release.noting import Anchored, anchored, renoted

__all__ = ["PLACEHOLDER", "Anchored", "Cut", "Release", "anchored", "only_places", "released", "renoted"]
