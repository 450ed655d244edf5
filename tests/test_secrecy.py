"""Whether a text holds what is withheld: cases as data, and the law that what is cut is found no more."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.model.withheld import Secret, SecretKind
from postil.secrecy import Seeker, is_too_short, undone

NAME, ID, PART = SecretKind.NAME, SecretKind.ID, SecretKind.PART
SECRETS = (
    Secret("Mara Petrel", NAME, "w-1", ("Mara Petrel Street",)),
    Secret("Дар’я Коваль", NAME, "w-2"),
    Secret("Rose", NAME, "w-3", ("Rose garden", "Rose")),
    Secret("Li Na", NAME, "w-4"),
    Secret("José", NAME, "w-5"),
    Secret("李明", NAME, "w-6"),
    Secret("+380 44 123", NAME),
    Secret("דנה לוי", NAME, "w-7"),
    Secret("Королёв", NAME, "w-8"),
    Secret("Демʼяненко", NAME, "w-9"),
    Secret("أحمد سالم", NAME, "w-10"),
    Secret("Tordal", PART, "w-11", ("MacTordal",)),
    Secret("mara-p-1", ID, "w-1"),
    Secret("mayor", ID, "w-3"),
)
SEEKER = Seeker(SECRETS)

FOUND = {
    "Mara Petrel said": ["Mara Petrel"],
    "MARA  PETREL's": ["MARA  PETREL"],
    "Ma\u00adra Pe\u200btrel": ["Ma\u00adra Pe\u200btrel"],
    "Mara1 Petrel": ["Mara1 Petrel"],
    "Ma*ra* Petrel": ["Ma*ra* Petrel"],
    "Mára Petrél": ["Mára Petrél"],
    "Ma\u0301ra Petre\u0301l.": ["Ma\u0301ra Petre\u0301l"],
    "mara_petrel@example.org": ["mara_petrel"],
    "#marapetrel": ["marapetrel"],
    "Ｍａｒａ Ｐｅｔｒｅｌ": ["Ｍａｒａ Ｐｅｔｒｅｌ"],
    "Rose; garden, Rose. Garden, Rose\n\ngarden, Ambrose garden, Rose/garden": [
        "Rose",
        "Rose",
        "Rose",
        "Rose",
    ],
    "Rose-garden, ROSE GARDENS, the Rose\u00a0garden, *Rose* garden": [],
    "R o s e, R_o_s_e, Ro_se, R. o. s. e, R\u3164o\u3164s\u3164e, Ro se, Ro. Se": [
        "R o s e",
        "R_o_s_e",
        "Ro_se",
        "R. o. s. e",
        "R\u3164o\u3164s\u3164e",
    ],
    "Mara Petrel. Street": ["Mara Petrel"],
    "Mаra Pеtrel, Маrа Реtrеl": ["Mаra Pеtrel", "Маrа Реtrеl"],  # with letters of Cyrillic
    "Дaр'я Koвaль і Дар'я Коваль": ["Дaр'я Koвaль", "Дар'я Коваль"],  # with letters of Latin
    "Мαra Petrel": ["Мαra Petrel"],  # of three scripts, whose letters are all of Latin's like
    "Mаra Petrelson, Mаra Pеtrel Street": [],
    "Mara Petrelson": [],
    "Tamara Petrel": [],
    "Mara Petrel Street": [],
    "Mara Petrel Streets, Mara Petrel": ["Mara Petrel"],
    "Дарʼя Коваль і ДАР'Я КОВАЛЬ": ["Дарʼя Коваль", "ДАР'Я КОВАЛЬ"],
    "Дарина Коваль": [],
    "Rose, ROSE and Rose's": ["Rose", "ROSE", "Rose"],
    "a rose, a Rosé, Rosen, Ro. Se, a Rose garden": [],
    "Li Na, Li-Na, LI\nNA": ["Li Na", "Li-Na", "LI\nNA"],
    "lina Lina": [],
    "José, JOSÉ, Jose\u0301": ["José", "JOSÉ", "Jose\u0301"],
    "Jose, josé, jose": ["Jose"],
    "Королев и КОРОЛЕВ, Короле́в; королев": ["Королев", "КОРОЛЕВ", "Короле́в"],
    'Дем`яненко, Дем´яненко, Дем"яненко, Демяненко': ["Дем`яненко", "Дем´яненко", 'Дем"яненко', "Демяненко"],
    "Демья-\nненко, Дем'я-\nненко, Дем'я ненко": ["Дем'я-\nненко"],
    "𝐌𝐚𝐫𝐚 𝐏𝐞𝐭𝐫𝐞𝐥, Ｔｏｒｄａｌ": ["𝐌𝐚𝐫𝐚 𝐏𝐞𝐭𝐫𝐞𝐥", "Ｔｏｒｄａｌ"],
    "#FreeMaraPetrel, #MaraPetrelNow, UnfreeMarapetrel": ["MaraPetrel", "MaraPetrel", "Marapetrel"],
    "#FreeTordal, MacTordal, Outordal, Tordally": ["Tordal"],
    "Tor**dal** and Tor`dal`": ["Tor**dal", "Tor`dal"],
    "وأحمد سالم وبأحمد سالم واحمد سالم محمأحمد سالم": ["أحمد سالم", "أحمد سالم", "احمد سالم"],
    "ודנה לוי, לדנה לוי, שבדנה לוי, גדנה לוי": ["דנה לוי"] * 3,
    "我见李明了": ["李明"],
    "+380-44-123, 38044123": ["380-44-123", "38044123"],
    "380441234": [],
    "דנה לוי": ["דנה לוי"],
    "mara-p-1": ["mara-p-1"],
    "mara-p-12, mara-p-1-a": [],
    "the mayor": [],
    "entity/mayor, /entities/mayor.html": ["mayor", "mayor"],
}


@pytest.mark.parametrize("text", FOUND)
def test_what_stands_in_a_text(text: str) -> None:
    spans = SEEKER.spans(text)
    assert [text[one.start : one.end] for one in spans] == FOUND[text]
    assert SEEKER.is_in(text) is bool(FOUND[text])


@pytest.mark.parametrize(
    "address", ["/people/rose.html", "rose", "ROSE-1", "x_jose.png", "media/mara petrel.jpg", "a/Rose/b"]
)
def test_small_letters_count_in_an_address(address: str) -> None:
    assert SEEKER.is_in(address, is_address=True)


@pytest.mark.parametrize("address", ["/prose/", "rosen.html", "rose-garden", "a/b.html"])
def test_but_no_part_of_a_word(address: str) -> None:
    assert not SEEKER.is_in(address, is_address=True)


SHORT = {
    "M.": True,
    "": True,
    "12": True,
    "李": True,
    "Li": False,
    "1234": False,
    "李明": False,
    "M P": False,
}


@pytest.mark.parametrize("text", SHORT)
def test_the_least_that_can_be_withheld(text: str) -> None:
    assert is_too_short(text) is SHORT[text]


@pytest.mark.parametrize(
    "dressed",
    [
        "Mara&#32;Petrel",
        "Mara&nbsp;Petre&#x6c;",
        r"Mara\u0020Petre\x6c",
        r"\u{4d}ara Petrel",
        r"\4d ara Petrel",
        "Mara%20Petrel",
        "Mara%2520Petrel",
        "&amp;#77;ara Petrel",
    ],
)
def test_escapes_are_undone(dressed: str) -> None:
    assert undone(dressed).replace("\u00a0", " ") == "Mara Petrel"


def test_a_host_is_read_as_its_people_write_it() -> None:
    host = "квольт".encode("punycode").decode()
    assert undone(f"https://xn--{host}.example/") == "https://квольт.example/"


# --- laws ---------------------------------------------------------------------------------------------------------

DRESSES: list[Callable[[str], str]] = [
    str.upper,
    str.lower,
    lambda text: text.replace(" ", "-"),
    lambda text: text.replace(" ", "\u00a0\n"),
    lambda text: text.replace(" ", ""),
    "\u00ad".join,
    "*".join,
    lambda text: text.replace(" ", " 12 "),
]
around = st.text(st.sampled_from(" .,;-1\u00ad*«"), max_size=3)


@given(
    st.sampled_from(["Mara Petrel", "Дар’я Коваль"]),
    st.lists(st.sampled_from(DRESSES), max_size=3),
    around,
    around,
)
def test_a_name_is_found_in_every_dress(
    name: str, dresses: list[Callable[[str], str]], before: str, after: str
) -> None:
    text = name
    for dress in dresses:
        text = dress(text)
    assert SEEKER.is_in(f"{before}{text}{after}")


PIECES = st.sampled_from(
    [*(one.text for one in SECRETS), "Street", "garden", "rose", "the", " ", " ", "-", "s", "é"]
)


@given(st.lists(PIECES, max_size=8))
def test_what_is_cut_is_found_no_more(pieces: list[str]) -> None:
    text = " ".join(pieces)
    for one in reversed(SEEKER.spans(text)):
        text = f"{text[: one.start]}[…]{text[one.end :]}"
    assert not SEEKER.is_in(text)
