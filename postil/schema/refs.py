"""Ids, addresses and references as text.

Promises: what is accepted here can be an address on the site and part of a reference, on any file system. Whether a
reference resolves is not known here.
"""

from __future__ import annotations

import re
import unicodedata

from postil.messages import shortened
from postil.model.records import Ref, RefKind
from postil.problems import Checked, Place, Problem
from postil.text import LOCATOR

_ID = re.compile(r"[a-z0-9][a-z0-9-]*")
_PATH = re.compile(rf"{_ID.pattern}(?:/{_ID.pattern})*")

LONGEST_ID = 180
"""Characters of an id. With the folder and the suffix of its page a path stays under 200, which leaves Windows' limit of
260 for where the site lies."""

RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?=[./]|$)", re.IGNORECASE)
"""What Windows takes for a device at the start of a file's name, whatever ending follows (Win32, "Naming Files")."""

_FORMS = "`entity/ID`, `event/ID`, `claim/ID`, `article/ID`, `article/ID@p4s2`, `article/ID#NOTE` or `#NOTE`"


def id_from_words(text: str) -> str:
    """The nearest text that can be an id: small letters without accents, digits, `-`; empty when nothing is left."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


def is_id(text: str) -> bool:
    return _ID.fullmatch(text) is not None


def fault_of_id(text: str, place: Place, *, parts: bool = False) -> Problem | None:
    """Why a text cannot be an id; None when it can. With `parts`, `/` may join several."""
    if (_PATH if parts else _ID).fullmatch(text):
        return _fault_of_file_name(text, place)
    pieces = [id_from_words(piece) for piece in text.split("/")] if parts else [id_from_words(text)]
    proposal = "/".join(piece for piece in pieces if piece)
    shown = shortened(text)
    return Problem(
        "id-unusable",
        f"`{shown}` cannot be an id",
        place,
        help=(
            *((f"write `{proposal}`",) if proposal else ()),
            "an id has small letters a to z, digits and -, and begins with a letter or digit",
        ),
    )


def _fault_of_file_name(id_: str, place: Place) -> Problem | None:
    """Why an id cannot be the name of a file; None when it can."""
    if len(id_) > LONGEST_ID:
        message = f"`{id_[:30]}...` has {len(id_)} characters, an id {LONGEST_ID} at most"
        return Problem("id-too-long", message, place, help=("choose a shorter id",))
    reserved = next((part for part in id_.split("/") if RESERVED.match(part)), None)
    if reserved is None:
        return None
    message = f"`{reserved}` is a name that Windows keeps for itself, so no file can have it"
    return Problem("id-reserved", message, place, help=(f"choose another id, such as `{reserved}-1`",))


def ref_from_text(text: str, place: Place, article: str | None) -> Checked[Ref | None]:
    """A reference in full. `article` is where `#NOTE` belongs to; None where there is no such article."""
    target, hash_, note = text.strip().partition("#")
    if not target and hash_ and article is not None:
        target = f"article/{article}"
    target, at, address = target.partition("@")
    kind, _, name = target.partition("/")
    known = {one.value: one for one in RefKind}.get(kind)
    is_article = known is RefKind.ARTICLE
    if (
        known is None
        or not (_PATH if is_article else _ID).fullmatch(name)
        or ((at or hash_) and not is_article)
        or (at and (hash_ or not LOCATOR.fullmatch(address)))
        or (hash_ and not _ID.fullmatch(note))
    ):
        return Checked(None, (_unusable(text, place, article),))
    return Checked(Ref(known, name, place, sentence=address or None, note=note or None))


def ref_from_field(text: str, place: Place, kind: RefKind | None, article: str | None) -> Checked[Ref | None]:
    """A reference in a field that holds one kind: the bare id, or in full. With `kind` None, in full only."""
    text = text.strip()
    is_bare = "/" not in text and "#" not in text and "@" not in text
    if kind is None or (not is_bare and text.startswith(f"{kind}/")):
        return ref_from_text(text, place, article)
    fault = fault_of_id(text, place, parts=kind is RefKind.ARTICLE)
    return Checked(Ref(kind, text, place)) if fault is None else Checked(None, (fault,))


def _unusable(text: str, place: Place, article: str | None) -> Problem:
    shown = shortened(text, 80)
    if text.startswith("#") and article is None:
        message, cure = f"`{shown}` names a note, and no article", f"write `article/ID{shown}`"
    elif is_id(text):
        cure = " or ".join(f"`{kind}/{text}`" for kind in RefKind)
        message, cure = f"`{shown}` does not say what kind of record it is", f"write {cure}"
    else:
        message, cure = f"`{shown}` is not a reference", f"a reference is {_FORMS}"
    return Problem("ref-unusable", message, place, help=(cure,))
