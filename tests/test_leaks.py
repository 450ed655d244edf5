"""The audit for what is withheld: every dress of bytes in which a name may lie, and what is no name."""

from __future__ import annotations

import gzip
import json
import pickle
import re
from base64 import b64encode
from itertools import count

import pytest

from postil.leaks import Leaks
from postil.model.withheld import Secret, SecretKind, Secrets

NAME = "Zyrvana Quolt"
SECRETS = Secrets(
    (
        Secret(NAME, SecretKind.NAME, "witness-7", ("Zyrvana Quolt Street",)),
        Secret("Жидрана Квольт", SecretKind.NAME, "witness-7"),
        Secret("Quolt", SecretKind.NAME, "witness-7", ("Zyrvana Quolt Street",)),
        Secret("Zyrvana", SecretKind.PART, "witness-7"),
        Secret("hides at Plimsworthy mill", SecretKind.WORDS),
        Secret("zq-1979", SecretKind.ID, "witness-7"),
    )
)

MAGIC = b"pagefind_dcd"


def cbor(*texts: str) -> bytes:
    """A list of short texts."""
    made = bytes([0x80 + len(texts)])
    for text in texts:
        data = text.encode()
        made += bytes([0x60 + len(data)]) + data
    return MAGIC + made


def found(*files: tuple[str, bytes]) -> list[str]:
    leaks = Leaks(SECRETS)
    for path, data in files:
        leaks.look(path, data)
    problems = leaks.problems()
    assert all("uolt" not in f"{one.place} {one.message} {one.help}".lower() for one in problems)
    return [problem.place.path.removeprefix("site/") for problem in problems]


LEAKS = {
    "among what a build keeps": pickle.dumps(("a", [f"by {NAME}", 7]), protocol=5),
    "among what a build keeps, behind a length that is a letter": pickle.dumps(
        f"{NAME}{' of the quay' * 5}", protocol=5
    ),
    "a passage, among what a build keeps": pickle.dumps({1: "she hides at Plimsworthy mill"}, protocol=5),
    "in bytes, among what a build keeps": pickle.dumps((b"{'a': 'Zyrvana Quolt'}",), protocol=5),
    "plain": b"by Zyrvana Quolt",
    "in tags": b"<p>Zyr<b>vana</b> <i>Qu</i>olt</p>",
    "beside a tag": b"<td>Name</td><td>Zyrvana Quolt</td>",
    "with a note's number": b'<p>Zyrvana<sup data-apparatus="">12</sup> Quolt</p>',
    "with a note's sign": b'<p>Zyrvana<a class="x" data-apparatus href="#n">note</a> Quolt</p>',
    "in entities": b"Zyrvana&#32;Qu&#x6f;lt",
    "in an attribute": b'<img alt="Zyrvana&#32;Quolt">',
    "in a soft hyphen": "Zyr\u00advana Quolt".encode(),
    "in small letters, in an address": b'<a href="/x/quolt.html">her</a>',
    "in an address on the web": b"see https://example.org/quolt/ there",
    "an id": b'{"speaker": "zq-1979"}',
    "in another script": "ЖИДРАНА КВОЛЬТ".encode(),
    "in JSON": rb'{"a": "\u0416\u0438\u0434\u0440\u0430\u043d\u0430 \u041a\u0432\u043e\u043b\u044c\u0442"}',
    "in a script": rb"x = 'Zyrvana\x20Quolt'",
    "in a style sheet": rb'a::before { content: "Zyrvana \51 uolt" }',
    "in per cents": "<a href='https://example.org/Жидрана%20%D0%9A%D0%B2%D0%BE%D0%BB%D1%8C%D1%82'>".encode(),
    "in a host": b"https://xn--" + "жидрана-квольт".encode("punycode") + b".example/",
    "packed": gzip.compress(b"by Zyrvana Quolt"),
    "in the search's files": gzip.compress(cbor("the", "Zyrvana Quolt", "x")),
    "in base64": b'__postilPut("' + b64encode(b"by Zyrvana Quolt again") + b'")',
    "packed, in base64": b'__postilPut("' + b64encode(gzip.compress(cbor("by Zyrvana Quolt"))) + b'")',
    "in a picture": b"\x89PNG\r\n\xff\xfe" + NAME.encode(),
    "in a picture, by twos": b"\x89PNG\r\n\xff\xfe" + NAME.encode("utf-16-le"),
    "the words of a passage": b"<p>She hides <i>at</i> Plimsworthy mill.</p>",
}


@pytest.mark.parametrize("name", LEAKS)
def test_a_name_is_found_in_bytes(name: str) -> None:
    assert found(("a.html", LEAKS[name])) == ["a.html"]


@pytest.mark.parametrize(
    "data",
    [
        b"<p>the quolt of zyrvanas</p>",  # a word in small letters is one of the language
        b"Zyrvana Quolt Street",
        b"Zyrvana Dale",  # may be somebody else
        b"hides at the mill",
        bytes(range(256)) * 4,
        gzip.compress(b"by nobody"),
        pickle.dumps(("she hides at", "Plimsworthy mill"), protocol=5),
        pickle.dumps("by nobody", protocol=5)[:-4],
        b"\x1f\x8bno gzip",
        MAGIC + b"\xff\xfe",
    ],
)
def test_what_is_no_name_is_not(data: bytes) -> None:
    assert found(("a.html", data)) == []


def test_names_of_files_are_looked_at_and_not_said() -> None:
    files = [("media/zyrvana-quolt.png", b""), ("people/quolt/index.html", b""), ("zq-1979.html", b"")]
    assert found(*files) == ["media/[withheld]", "people/[withheld]/index.html", "[withheld]"]


def test_a_word_of_the_index_has_to_be_one_that_is_shown() -> None:
    """A search's index takes texts apart, and its words lose their endings."""
    index = ("pagefind/index/en_1.pf_index", gzip.compress(cbor("boat", "zyrvan", "quai")))
    fragment = "pagefind/fragment/en_1.pf_fragment"
    assert found(index, (fragment, gzip.compress(MAGIC + b'{"content":"boats at the quay"}'))) == [index[0]]
    other = gzip.compress(MAGIC + b'{"content":"Zyrvana Dale saw boats"}')
    assert found(index, (fragment, other)) == []
    assert found((fragment, other), index) == []
    script = b'__postilPut("' + b64encode(other) + b'","fragment/en_1.pf_fragment");'
    assert found(index, ("pagefind/off/fragment/en_.js", script)) == []


@pytest.mark.parametrize("text", ["MacTordal saw", "O'Tordal saw", "GetHTTPTordal"])
def test_the_parts_of_a_word_are_explained_by_the_word(text: str) -> None:
    leaks = Leaks(Secrets((Secret("Mara Tordal", SecretKind.NAME),)))
    leaks.look("pagefind/index/en_1.pf_index", gzip.compress(cbor("mactordal", "tordal")))
    assert len(leaks.problems()) == 1
    leaks.look(
        "pagefind/fragment/en_1.pf_fragment", gzip.compress(MAGIC + json.dumps({"content": text}).encode())
    )
    assert leaks.problems() == ()


def test_a_short_name_does_not_stand_in_what_is_packed_by_chance() -> None:
    packed = (b64encode(gzip.compress(bytes([n % 256, n // 256]) * 40, mtime=0)) for n in count())
    by_chance = next(one for one in packed if re.search(rb"[0-9+/]Li[0-9+/]", one))
    leaks = Leaks(Secrets((Secret("Li", SecretKind.NAME),)))
    leaks.look("off/a.js", b'__postilPut("' + by_chance + b'")')
    assert leaks.problems() == ()
    leaks.look("off/b.js", b'__postilPut("' + b64encode(gzip.compress(b"by Li")) + b'")')
    assert len(leaks.problems()) == 1


def test_nothing_is_looked_for_where_nothing_is_withheld() -> None:
    leaks = Leaks(Secrets())
    leaks.look("a.html", b"anything")
    assert leaks.problems() == ()
