"""The words that the corpus is made of. Their order is part of what a seed means."""

from __future__ import annotations


def _words(text: str) -> list[str]:
    return text.split()


NOUNS = _words("""
report minister council region court border committee agreement election budget treaty drought harvest
port railway ministry union strike inquiry archive witness document survey village district hospital school company
refugee camp convoy ceasefire monitor observer delegation resolution mission envoy petition tribunal prisoner
journalist editor photograph letter statement speech campaign movement protest march assembly parliament senate
judge lawyer verdict appeal sentence evidence record file memo cable interview broadcast film documentary channel
newspaper magazine publisher reader bridge road dam mine factory farm market price export import tax tariff loan
bank fund investor contract permit licence fishery coast island desert river valley mountain forest storm flood
earthquake rescue shelter supply water electricity fuel grain medicine doctor nurse patient teacher student
professor laboratory museum library collection exhibition festival team match league coach stadium""")
VERBS = _words("""
said reported announced denied confirmed described rejected approved signed visited opened closed
reviewed published criticised praised questioned accused defended supported opposed demanded delayed suspended
resumed launched funded financed halted blocked inspected recorded documented translated archived broadcast
withdrew proposed negotiated ratified challenged investigated condemned welcomed ignored warned promised""")
ADJECTIVES = _words("""
new former regional national local international official private public joint independent provisional
annual final early late difficult quiet remote coastal northern southern eastern western rural urban disputed
temporary permanent legal illegal economic political military civilian humanitarian cultural historic recent
previous critical senior junior unnamed prominent detailed partial broad narrow formal informal""")
ADVERBS = _words("""
later earlier again quietly publicly formally repeatedly finally initially largely partly soon twice
reportedly allegedly separately jointly briefly openly""")
CONJUNCTIONS = _words("because although while after before when since until as whereas")
PREPOSITIONS = _words("in of for with after over against near under between during without about from across")
PREFIXES = _words("""
re over under inter counter trans pre post anti multi non sub semi super micro macro pro para neo
de""")
ROOTS = _words("""
form port ject struct scrib tract duct vert spect press mit fer pel gress cept tain vol voc sign
grad cred dict fract gen log mob mort nat ped pend plic pos rupt sect sent sist solv tend terr test urb vac val
ven vid viv harb marsh stone field wright smith gate loom kiln weir fen dune reef silt loam""")
SUFFIXES = _words("""
ation ment ing ive able ary ist ism ity ance ence ure age al or ed er ian ful less ness ward
ship""")
TOPICS = _words("""
politics courts economy labour health education culture sport environment energy transport media
migration defence diplomacy agriculture fisheries mining science technology religion housing elections corruption
protest human-rights water climate trade history""")
GIVEN_NAMES = _words("""
Amina Bruno Clara Dario Elena Farid Greta Hassan Ines Jonas Karima Leon Mariam Nadia Omar Paula Quentin
Rosa Salim Teresa Ulrich Vera Walid Xenia Yusuf Zahra Anders Bettina Carlos Dalia Emil Fatima Georg Hilde Ismael
Judit Kofi Lamine Mikkel Noor Oskar Priya Rafael Sidi Tove Ursula Viktor Wanda Yara Zoltan""")
ONSETS = _words("b br c ch d dr f g gr h k l m n p r s st t tr v w z")
VOWELS = _words("a e i o u ai ou ei")
CODAS = ("n", "r", "l", "s", "m", "nd", "rt", "ll", "x", "", "", "")
PLACE_ENDS = _words("burg ford ville holm stad dal pur abad mouth haven field ton wick garde")
STYLES = _words("""
National United Free Central Northern Southern Coastal Federal International Independent Democratic
Civic Open Maritime General""")
BODIES = _words("""
Council Commission Institute Party Union Agency Bank Fund Authority Observatory Foundation Front
Federation Company Tribunal Museum Newspaper Network League Assembly""")
FIELDS = _words("""
Labour Fisheries Health Justice Trade Energy Culture Press Refugees Transport Mining Elections Water
Education Records""")
KINDS = (
    *("person", "person", "place", "organization", "person"),
    *("place", "organization", "person", "place", "person"),
)
MONTHS = _words("""
January February March April May June July August September October November December""")
OUTLETS = tuple(
    f"The {region} {paper}"
    for region in ("Harbour", "Continental", "Meridian", "Northern", "Sahel", "Coastal")
    for paper in ("Courier", "Observer", "Gazette", "Tribune", "Chronicle")
)
