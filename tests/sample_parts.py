"""What sample pages are made of: links, quotations, cards, lines and groups; invented people and places."""

from dataclasses import replace

from postil.model.chart import Bar, Chart, ChartDenial, ChartRow, Dot, Tick
from postil.model.ledger import Changed
from postil.model.lines import (
    ArticleLine,
    ClaimCard,
    ClaimLine,
    PositionLine,
    SourceLine,
    SpeechLine,
    Statement,
    TimelineEntry,
    TimelineGroup,
)
from postil.model.page import Shell
from postil.model.parts import (
    BodyPiece,
    Cited,
    DatedWords,
    DateWords,
    Html,
    Link,
    NoteCard,
    NoteLink,
    Point,
    Preview,
    Run,
    StoneLine,
    TieLine,
    Turn,
    Voice,
)
from postil.model.strip import SpanPiece, Strip, StripBar, StripTick

IN, OUT = True, False

SHELL = Shell(
    title="Harbour papers",
    description="What was reported about the storm of April 2031",
    lang="en",
    editors=("M. Okafor", "Л. Сич"),
    licence="CC-BY-4.0",
    base_url="https://example.org/harbour/",
    pages=(Link("About", "/pages/about.html"), Link("Метод", "/method.html", "uk")),
)
BARE = Shell("Empty", "", "en", (), None, None, (), is_private=True)

DAY = DateWords("29 April 2031", "2031-04-29")
ABOUT = DateWords("about 29 April 2031")
SUNDAY = DatedWords(DateWords("27 April 2031", "2031-04-27"), "weekday", "Sunday")
STATED = DatedWords(DAY, "stated")
OFFICE = Voice("entity", "Harbour office", "/entities/harbour-office.html")
REPORTERS = Voice("outlet", "Harbour Wire")
FISHERMAN = Voice("unnamed", "a fisherman <of the bay>")
WIRE = Link("Storm breaks north quay, boats lost", "/articles/harbour-wire.html", "en")
LEDGER = Link("Owners count fourteen", "/articles/ledger/owners.html", "en")
ARABIC = Link("العاصفة تكسر الرصيف (الجزء 2)!", "/articles/arabic.html", "ar")
VENN = Link("Orla Venn", "/entities/orla-venn.html")
QUAY = Link("North quay", "/entities/north-quay.html")
BOATS = Link("How many boats were lost?", "/claims/boats-lost.html")
COLLAPSE = Link("North quay gives way", "/events/quay-collapse.html")

NINE = Cited(
    (Run("Nine fishing boats were lost", marked=True), Run(", according to the office.")),
    "/articles/harbour-wire.html#p2s1",
    "p2s1",
    WIRE,
    "en",
    "Harbour Wire",
    DAY,
)
FOURTEEN = Cited(
    (
        Run("The owners' union put the loss at "),
        Run("at least fourteen", marked=True),
        Run(" across the bay."),
    ),
    "/articles/ledger/owners.html#p3s1",
    "p3s1",
    LEDGER,
    "en",
    "Evening Ledger",
    DateWords("30 April 2031", "2031-04-30"),
)
SPOKEN = Cited(
    (Run("قالت "), Run("أورلا فين", marked=True), Run(" إن «تسعة قوارب» فقدت، ص 12.")),
    "/articles/arabic.html#p1s1",
    "p1s1-p1s2",
    ARABIC,
    "ar",
    None,
    None,
)
DENIED = TieLine("denies", IN, OFFICE, "9", NINE, "/articles/harbour-wire.html#note-office-figure")
DENIES = TieLine(
    "denies", OUT, FISHERMAN, "at least 14", FOURTEEN, "/articles/ledger/owners.html#note-owners-figure"
)
NINE_DENIED = replace(NINE, denials=(DENIED, DENIES))
"""As where no line with ties of its own shows it."""
SAME = TieLine(
    "same_statement",
    IN,
    FISHERMAN,
    "at least 14",
    replace(FOURTEEN, runs=()),
    "/articles/ledger/owners.html#note-owners-figure",
    brief=True,
)
SAME_SENTENCE = TieLine(
    "disputes",
    IN,
    FISHERMAN,
    "",
    replace(NINE, runs=NINE.runs[:1]),
    "/articles/harbour-wire.html#note-wrong",
    same=True,
)
SEES = TieLine("see", IN, None, "", SPOKEN, "/articles/arabic.html#note-a1")


def bare_card(name: str, number: int, kind: str) -> NoteCard:
    return NoteCard(
        id=name,
        number=number,
        kinds=(kind,),
        address="p1s1",
        sentence_href="#p1s1",
        marker_href=f"#ref-{name}",
        words="",
        body=None,
        entity=None,
        event=None,
        claim=None,
        voice=None,
        says="",
        scope="",
        on=None,
        as_of=None,
        how=None,
        chain=(),
        hedge=None,
        ties=(),
        annotator=None,
    )


FULL_CARD = replace(
    bare_card("office-figure", 2, "denial"),
    kinds=("denial", "figure", "claim", "event", "speech", "hedge", "context", "name"),
    address="p2s1",
    sentence_href="#p2s1",
    body=Html('<p>Counted at the quay only; see <a href="/entities/north-quay.html">North quay</a>.</p>'),
    entity=QUAY,
    event=COLLAPSE,
    claim=BOATS,
    voice=OFFICE,
    says="9",
    scope="fishing boats at the north quay",
    on=SUNDAY,
    as_of=DatedWords(DAY, "published"),
    how="own-count",
    chain=(Voice("unnamed", "divers"), OFFICE),
    hedge="single-source",
    ties=(DENIES, SEES),
    annotator="M. Okafor",
    words="Nine fishing boats were lost, according to …",
    see=(LEDGER,),
    also=(NoteLink(1, "#note-before-dawn"), NoteLink(3, "#note-timber")),
    also_left=4,
)
CONTEXT_CARD = replace(
    bare_card("before-dawn", 1, "event"),
    body=Html("<p>About 05:00 by the harbour log.</p>"),
    event=COLLAPSE,
    words="shortly before dawn",
)
SPEECH_CARD = replace(
    bare_card("timber", 3, "speech"),
    address="p2s2",
    sentence_href="#p2s2",
    voice=Voice("entity", "Orla Venn", "/entities/orla-venn.html"),
    says="cannot-say",
    on=STATED,
    words="timber where the moorings used to be",
)


def marker(name: str, number: int, kind: str) -> str:
    return (
        f'<a class="marker k-{kind}" id="ref-{name}" href="#note-{name}" role="doc-noteref" '
        f'aria-labelledby="name-{name}" data-apparatus>{number}</a>'
    )


CHANGED = (Changed("Eight", "gone"), Changed("Nine", "new"), Changed(" boats were lost.", "same"))
STONES = (
    StoneLine(("p2s7",), 2, DAY, "correction", CHANGED),
    StoneLine(("p9", "p9s1"), 3, DAY, "legal", ()),
)
PIECES = (
    BodyPiece(
        Html(
            '<p id="p1"><span class="s" id="p1s1">The <a class="name" href="/entities/north-quay.html">north quay</a> '
            f'gave way <mark class="k-event" data-notes="before-dawn">shortly before dawn</mark>'
            f"{marker('before-dawn', 1, 'event')}, "
            'the <a class="name" href="/entities/harbour-office.html">harbour office</a> said.</span></p>'
        ),
        (CONTEXT_CARD,),
    ),
    BodyPiece(
        Html(
            '<p id="p2"><span class="s" id="p2s1"><mark class="k-denial k-figure" data-notes="office-figure">Nine '
            "fishing boats were lost</mark>"
            '<mark class="k-hedge k-figure" data-notes="office-figure">, according to the office</mark>'
            f"{marker('office-figure', 2, 'denial')}.</span> "
            '<span class="s" id="p2s2">Commissioner <a class="name" href="/entities/orla-venn.html">Orla Venn</a> said '
            'divers had seen "<mark class="k-speech" data-notes="timber">timber where the moorings used to be</mark>'
            f'{marker("timber", 3, "speech")}".</span></p>'
        ),
        (FULL_CARD, SPEECH_CARD),
    ),
    BodyPiece(Html('<h2 id="p3"><span class="s" id="p3s1">What the owners say</span></h2>'), (), STONES),
    BodyPiece(
        Html(
            '<p id="p4"><span class="s" id="p4s1">Owners on the south shore spoke of more, and the two counts do not '
            "cover the same water.</span> "
            '<span class="s" id="p4s2">A link that shows as text: &lt;a href="/kept"&gt;.</span></p>'
        ),
        (),
    ),
    BodyPiece(
        Html(
            '<div class="block" id="p5"><ul><li id="p6"><span class="s" id="p6s1">Four trawlers.</span></li>'
            '<li id="p7"><span class="s" id="p7s1">Five skiffs, two of them under repair'
            '<sup class="fnref" data-apparatus><a id="fnref-1" href="#fn-1">1</a></sup>.</span></li></ul></div>'
        ),
        (),
    ),
    BodyPiece(
        Html(
            '<section class="footnotes"><ol><li id="fn-1"><p id="p8"><span class="s" id="p8s1">As of the evening.</span> '
            '<a href="#fnref-1" data-apparatus>↩</a></p></li></ol></section>'
        ),
        (),
    ),
)

PREVIEWS = (
    Preview("claim", BOATS, "Counted by the office and by the owners.", state="open", denials=1),
    Preview("claim", Link("Who gave the order?", "/claims/order.html"), ""),
    Preview("entity", QUAY, "The older of two quays; <rebuilt> in 2029 …", is_="place"),
    Preview("entity", Link("Marigold", "/entities/marigold.html"), "", is_="vessel"),
    Preview("event", COLLAPSE, "The quay had been under repair.", date=ABOUT, time="about 05:00"),
)

ARTICLE_LINE = ArticleLine(WIRE, "Harbour Wire", "wire", DAY, "2031-04-29", ("Ana Prell", "B. Roe"), 12)
UNDATED_LINE = ArticleLine(ARABIC, None, None, None, "", text="reference")
SOURCE = SourceLine(WIRE, "Harbour Wire", DAY)
UNDATED_SOURCE = SourceLine(ARABIC, None, None)


def beginning(first: str, later: str, label: str = "2") -> Turn:
    """The first page of a long list."""
    return Turn(1, 304, ((Link(label, later), 150),), first, None, later)


def further(first: str, later: str | None) -> Turn:
    """The second one."""
    return Turn(2, 0, (), first, first, later)


CLAIM_LINE = ClaimLine(BOATS, "open", 3, 2, 1)
CLAIM_CARD = ClaimCard(BOATS, "open", 1)
BARE_CLAIM_CARD = ClaimCard(Link("Who gave the order?", "/claims/order.html"), None, 0)
BARE_CLAIM_LINE = ClaimLine(Link("Who gave the order?", "/claims/order.html"), None, 0, 0, 0)
ENTRY = TimelineEntry(
    "event-quay-collapse",
    COLLAPSE,
    ABOUT,
    "about 05:00",
    (BOATS,),
    (QUAY, VENN),
    (NINE_DENIED, SPOKEN),
    "Harbour Wire",
    before=(COLLAPSE,),
)
BARE_ENTRY = TimelineEntry(
    "event-storm-warning",
    Link("Storm warning", "/events/storm-warning.html"),
    None,
    None,
    (),
    (),
    (),
)


def entries(begin: str, count: int) -> tuple[TimelineEntry, ...]:
    return tuple(replace(BARE_ENTRY, id=f"{begin}-{number}", date=DAY) for number in range(count))


SHAPES = ("soft-in", "whole", "soft-out", "open-in", "open-out", "dash-1", "dash-2", "dash-3", "dash-4")
GROUPS = (
    TimelineGroup("d-2031-04-29", "29 April 2031", (ENTRY, BARE_ENTRY)),
    TimelineGroup("o-1", "", entries("hung", 1)),
    TimelineGroup(
        "d-2031-04",
        "April 2031",
        entries("april", 40),
        shown=12,
        span=tuple(SpanPiece(shape, f"{number}.25", "1") for number, shape in enumerate(SHAPES)),
    ),
)
STATEMENTS = tuple(
    Statement(f"said-{number}", voice, None if number else BOATS, line)
    for number, (voice, line) in enumerate(
        [
            (
                OFFICE,
                SpeechLine(
                    NINE,
                    "/articles/harbour-wire.html#note-office-figure",
                    "9",
                    SUNDAY,
                    "single-source",
                    (DENIED,),
                ),
            ),
            (None, SpeechLine(SPOKEN, "/articles/arabic.html#note-a1", "", STATED, None, ())),
        ]
    )
)
STRIP = Strip(
    "29 April 2031",
    "2 May 2031",
    "29 April 2031",
    40,
    (
        StripBar("/timeline.html#d-2031-04-29", "29 April 2031", 40, "0", "25", "11.5", "2", 0, 64, 64),
        StripBar("/timeline-2031.html#d-2031-05-02", "2 May 2031", 1, "75", "25", "86.5", "2", 61, 3, 0),
    ),
    "4",
    "96",
    (
        StripTick("29 April 2031", "0", "start", minor=False),
        StripTick("2 May 2031", "100", "end", minor=True),
    ),
)
POINTS = (
    Point("note", "see", WIRE, NINE_DENIED),
    Point("note", "see", ARABIC, SPOKEN),
    Point("entity", "about", VENN),
    Point("event", "where", COLLAPSE),
    Point("claim", "because", BOATS),
    Point("page", "text", Link("About", "/pages/about.html")),
    Point("note", "disputes", LEDGER, FOURTEEN),
)


def position(voice: Voice | None, says: str, cited: Cited) -> PositionLine:
    note = f"{cited.article.href}#note-{says.replace(' ', '-')}"
    return PositionLine(voice, says, cited, note, None, None, None, (), None, ())


SAID = replace(
    position(OFFICE, "9", NINE),
    on=SUNDAY,
    as_of=DatedWords(DAY, "on"),
    how="own-count",
    chain=(Voice("unnamed", "divers"), OFFICE),
    hedge="single-source",
    ties=(DENIES,),
)
CHART = Chart(
    rows=(
        ChartRow(
            OFFICE,
            "9",
            DAY,
            (Dot("41", hollow=False),),
            None,
            ("38", "44"),
            (
                ChartDenial("denies", IN, FISHERMAN, "at least 14"),
                ChartDenial("disputes", IN, None, "", "Harbour Wire"),
            ),
        ),
        ChartRow(
            FISHERMAN,
            "more than 14",
            DAY,
            (Dot("62", hollow=True),),
            Bar("62", "38", "up"),
            None,
            (ChartDenial("denies", OUT, OFFICE, "9"),),
        ),
        ChartRow(None, "10 to 12", None, (), Bar("46", "8", ""), None, ()),
        ChartRow(REPORTERS, "less than 8", None, (Dot("36", hollow=True),), Bar("0", "36", "down"), None, ()),
    ),
    ticks=(Tick("3", "0", "start"), Tick("50", "10", "middle"), Tick("97", "20", "end")),
    partial=True,
)
