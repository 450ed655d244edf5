"""One value of each page class with every field filled, and one with as little as may be; invented people and places."""

from dataclasses import replace
from pathlib import Path

import yaml

from postil.model.chart import Bar, Chart, ChartDenial, ChartRow, Dot, Tick
from postil.model.ledger import Changed
from postil.model.lines import (
    ArticleLine,
    Band,
    ChangeLine,
    ClaimCard,
    ClaimLine,
    MentionGroup,
    NameLine,
    Portion,
    PositionLine,
    RoleLine,
    SaidGroup,
    SourceLine,
    SpeechGroup,
    SpeechLine,
    Statement,
    TimelineEntry,
    TimelineGroup,
)
from postil.model.loaded import Strings, Theme
from postil.model.page import (
    ArticlePage,
    ChangesPage,
    ClaimPage,
    EntityPage,
    EventPage,
    FurtherPage,
    HomePage,
    MentionsPage,
    MethodPage,
    NamesPage,
    NotFoundPage,
    Page,
    ProsePage,
    QuestionsPage,
    RedirectPage,
    SearchPage,
    Shell,
    SourcesPage,
    TimelinePage,
    WithdrawnPage,
)
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
    Rest,
    Run,
    Share,
    StoneLine,
    TieLine,
    Turn,
    VersionLine,
    Voice,
)
from postil.model.strip import SpanPiece, Strip, StripBar, StripTick
from postil.shipped import templates_dir


def shipped_theme() -> Theme:
    folder = templates_dir()
    return Theme(
        tuple((path.name, path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.html"))),
        (),
        tuple(strings_from(path) for path in sorted((folder / "strings").glob("*.yaml"))),
    )


def strings_from(path: Path) -> Strings:
    texts: dict[str, str] = {}
    for key, value in yaml.safe_load(path.read_text(encoding="utf-8")).items():
        texts |= (
            {f"{key}.{one}": text for one, text in value.items()} if isinstance(value, dict) else {key: value}
        )
    return Strings(path.stem, tuple(sorted(texts.items())))


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
                ChartDenial("disputes", IN, None, ""),
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

FULL: tuple[Page, ...] = (
    HomePage(
        path="index.html",
        title="Harbour papers",
        shell=SHELL,
        articles=4200,
        notes=31,
        entities=20,
        events=1,
        claims=2,
        span=DateWords("29 April to 2 May 2031"),
        questions=(CLAIM_CARD, BARE_CLAIM_CARD),
        newest=(SOURCE, UNDATED_SOURCE),
        strip=STRIP,
        days=(
            TimelineGroup(
                "d1",
                "29 April 2031",
                (replace(ENTRY, evidence=()), BARE_ENTRY),
                further=("/timeline-2031-04.html#d-2031-04-29", 40),
            ),
        ),
    ),
    ArticlePage(
        path="articles/harbour-wire.html",
        title="Storm breaks north quay, boats lost",
        shell=SHELL,
        text_lang="en",
        outlet="Harbour Wire",
        authors=("Ana Prell", "B. Roe"),
        dateline="Lessing Bay",
        published=DAY,
        updated=DAY,
        retrieved=DateWords("2 May 2031", "2031-05-02"),
        url="https://example.org/wire/4471",
        archived=(("https://example.net/20310502/4471", DAY), ("https://example.net/other", None)),
        kind="wire",
        holder="Harbour Wire",
        notice=None,
        tags=("storm", "harbour"),
        share=Share("quoted", 11, 42),
        digest="3f" * 32,
        pieces=PIECES,
        named=(
            ("person", (VENN,)),
            ("place", (QUAY,)),
            ("vessel", (Link("Marigold", "/entities/marigold.html"),)),
        ),
        points=POINTS,
        rests=(Rest("points", 304, ((Link("2", "/x/points-2.html"), 150),)),),
        cite=("Ana Prell.", "Storm breaks north quay, boats lost.", "Harbour Wire,", "29 April 2031."),
        cite_address="https://example.org/harbour/articles/harbour-wire.html",
        bibtex="@article{harbour-wire,\n  title = {{Storm & <boats>}}\n}",
        csl_json='[{"id": "harbour-wire", "type": "article-newspaper"}]',
        versions=(
            VersionLine(1, DAY, "", 0, 12),
            VersionLine(2, DAY, "correction", 1, 1),
            VersionLine(3, DAY, "legal", 2, 0),
        ),
        former=("/articles/old-name.html",),
        previews=PREVIEWS,
        meta=(("z:itemType", "newspaperArticle"), ("citation_title", "Storm breaks north quay, boats lost")),
        linked_data=Html("{}"),
    ),
    ChangesPage(
        path="changes.html",
        title="",
        shell=SHELL,
        days=(
            (
                DAY,
                (
                    ChangeLine(
                        id="harbour-wire.2",
                        article=WIRE,
                        is_titled=True,
                        is_withdrawn=False,
                        version=2,
                        because="correction",
                        gone=(Link("p2s7", "/articles/harbour-wire.html#p2s7"),),
                        new=(Link("p2s8", "/articles/harbour-wire.html#p2s8"),),
                        words=(CHANGED,),
                        claims=(BOATS,),
                        lang="en",
                    ),
                    ChangeLine(
                        id="gale.2",
                        article=Link("articles/gale.html", "/articles/gale.html"),
                        is_titled=False,
                        is_withdrawn=True,
                        version=2,
                        because="safety",
                        gone=(),
                        new=(),
                        words=(),
                        claims=(),
                        lang="uk",
                    ),
                ),
            ),
        ),
        feed="/changes.xml",
    ),
    WithdrawnPage(
        path="articles/withdrawn.html",
        title="العاصفة",
        shell=SHELL,
        text_lang="ar",
        on=DAY,
        because="duplicate",
        claims=(BOATS,),
        change="/changes.html#withdrawn.2",
    ),
    EntityPage(
        path="entities/orla-venn.html",
        title="Orla Venn",
        shell=SHELL,
        is_="person",
        aliases=("Commissioner Venn", "O. Venn"),
        names=(("ar", "Arabic", ("أورلا فين",)), ("uk", "Ukrainian", ("Орла Венн", "Орли Венн"))),
        roles=(
            RoleLine("harbour commissioner", DateWords("2029", "2029"), None, (NINE_DENIED, FOURTEEN)),
            RoleLine("pilot", None, DateWords("2028", "2028"), ()),
        ),
        same_as=(("Wikidata", "Q000000", "https://www.wikidata.org/wiki/Q000000"), ("local", "17", None)),
        about=Html('<p>Runs the <a href="/entities/harbour-office.html">harbour office</a>.</p>'),
        within=QUAY,
        holds=(QUAY, VENN),
        at=("54.10", "11.90"),
        precision="200 m",
        blur="5 km",
        speech=(
            SpeechGroup(
                CLAIM_CARD,
                (
                    SpeechLine(
                        NINE,
                        "/articles/harbour-wire.html#note-office-figure",
                        "9",
                        SUNDAY,
                        "single-source",
                        (DENIED, SAME_SENTENCE),
                    ),
                ),
            ),
            SpeechGroup(None, (SpeechLine(SPOKEN, "/articles/arabic.html#note-a1", "", None, None, ()),) * 9),
        ),
        events=(ENTRY,),
        said=(
            SaidGroup(
                CLAIM_CARD, (("fishing boats at the north quay", SAID), ("", position(None, "", SPOKEN)))
            ),
            SaidGroup(BARE_CLAIM_CARD, (("", position(FISHERMAN, "declined", FOURTEEN)),) * 9),
            SaidGroup(None, (("", replace(SAID, says="")),)),
        ),
        claims=(CLAIM_CARD,),
        with_=((QUAY, 2, 3), (Link("Harbour office", "/entities/harbour-office.html"), 0, 1)) * 7,
        with_left=5,
        mentions=(
            MentionGroup(SOURCE, (NINE_DENIED, NINE_DENIED)),
            MentionGroup(UNDATED_SOURCE, (SPOKEN,) * 20),
        ),
        next_href="/entities/orla-venn/2.html",
        rests=tuple(
            Rest(of, 304, ((Link("2", f"/entities/orla-venn/{of}-2.html"), 150),))
            for of in ("speech", "said", "events", "claims", "holds", "points")
        ),
        namesakes=(Link("Orla Venn (ship)", "/entities/orla-venn-ship.html"),),
        has_more_namesakes=True,
        points=POINTS,
    ),
    MentionsPage(
        path="entities/orla-venn/2.html",
        title="Orla Venn",
        shell=SHELL,
        is_="person",
        entity=VENN,
        number=2,
        mentions=(
            MentionGroup(SOURCE, (NINE_DENIED, replace(NINE, denials=(replace(DENIED, cited=SPOKEN),)))),
            MentionGroup(UNDATED_SOURCE, (SPOKEN,)),
        ),
        previous_href="/entities/orla-venn.html#mentions",
        next_href="/entities/orla-venn/3.html",
    ),
    FurtherPage(
        path="entities/harbour-office/speech-2.html",
        title="Harbour office",
        shell=SHELL,
        record=Link("Harbour office", "/entities/harbour-office.html"),
        of="speech",
        turn=further("/entities/harbour-office.html#speech", "/entities/harbour-office/speech-3.html"),
        portion=Portion(
            speech=(
                SpeechGroup(None, (SpeechLine(SPOKEN, "/articles/arabic.html#note-a1", "", None, None, ()),)),
            )
        ),
    ),
    EventPage(
        path="events/quay-collapse.html",
        title="North quay gives way",
        shell=SHELL,
        date=ABOUT,
        time="about 05:00",
        after=(Link("Storm warning", "/events/storm-warning.html"),),
        before=(COLLAPSE,),
        where=(QUAY,),
        who=(VENN,),
        about=Html("<p>The quay had been under repair.</p>"),
        evidence=(
            (SOURCE, ((NINE_DENIED, "/articles/harbour-wire.html#note-office-figure"),)),
            (UNDATED_SOURCE, ((SPOKEN, "/articles/arabic.html#note-a1"),)),
        ),
        rests=(Rest("evidence", 304, ((Link("2", "/events/quay-collapse/evidence-2.html"), 150),)),),
        claims=(CLAIM_CARD,),
        points=POINTS,
    ),
    ClaimPage(
        path="claims/boats-lost.html",
        title="How many boats were lost?",
        shell=SHELL,
        kind="quantity",
        unit="boats",
        state="open",
        positions=4,
        origins=3,
        denials=1,
        bands=(
            Band(
                "at-the-quay",
                "fishing boats at the north quay",
                (
                    replace(
                        position(OFFICE, "9", NINE),
                        on=SUNDAY,
                        as_of=DatedWords(DAY, "on"),
                        how="own-count",
                        chain=(Voice("unnamed", "divers"), OFFICE),
                        hedge="single-source",
                        ties=(DENIES,),
                    ),
                    replace(
                        position(REPORTERS, "about 8", NINE),
                        how="saw-it",
                        as_of=DatedWords(DAY, "published"),
                        ties=(SAME,),
                    ),
                ),
                2,
                2,
                CHART,
            ),
            Band(
                "whole-bay",
                "any boat in Lessing Bay",
                (replace(position(FISHERMAN, "at least 14", FOURTEEN), ties=(DENIED,)),),
                1,
                1,
            ),
            Band("", "", (position(None, "declined", SPOKEN),), 1, 1),
        ),
        has_scopes=True,
        turn=beginning("/claims/boats-lost.html", "/claims/boats-lost/2.html"),
        event=COLLAPSE,
        view_by="M. Okafor",
        view_on=DateWords("10 May 2031", "2031-05-10"),
        view_because=Html("<p>The counts cover different water.</p>"),
        about=Html("<p>Counts differ by what they cover.</p>"),
        points=POINTS,
        rests=(Rest("points", 304, ((Link("2", "/x/points-2.html"), 150),)),),
    ),
    TimelinePage(
        path="timeline.html",
        title="Timeline",
        shell=SHELL,
        by="happened",
        period="",
        strip=STRIP,
        parts=((Link("2031", "/timeline-2031.html"), 4200), (Link("2032", "/timeline-2032.html"), 1)),
        turn=beginning("/timeline.html", "/timeline/2.html"),
        groups=GROUPS,
        ordered=(replace(BARE_ENTRY, id="event-other", evidence=(NINE_DENIED,), left=3),),
        up=None,
        earlier=None,
        later=None,
        left_out=0,
    ),
    NamesPage(
        path="names.html",
        title="Names A–Z",
        shell=SHELL,
        letters=(
            ("O", "letter-o", (NameLine(VENN, "person"), NameLine(QUAY, "place"))),
            ("О", "letter-o2", (NameLine(Link("Орла Венн", VENN.href, "uk"), "person", (VENN, QUAY)),)),
            ("V", "letter-v", (NameLine(Link("Venn, O.", VENN.href), "vessel", (VENN,)),)),
        ),
        alphabets=((("O", "#letter-o"), ("V", "#letter-v")), (("О", "/names/2.html#letter-o2"),)),
        turn=beginning("/names.html", "/names/2.html", "Orla – Venn"),
    ),
    QuestionsPage(
        path="questions.html",
        title="Questions",
        shell=SHELL,
        claims=(CLAIM_LINE, BARE_CLAIM_LINE),
        turn=beginning("/questions.html", "/questions/2.html"),
    ),
    SourcesPage(
        path="sources.html",
        title="Sources",
        shell=SHELL,
        span=DateWords("29 April to 2 May 2031"),
        count=2,
        articles=(ARTICLE_LINE, UNDATED_LINE),
        turn=beginning("/sources.html", "/sources/2.html", "29 April 2031 – 2 May 2031"),
    ),
    SearchPage(
        path="search.html",
        title="Search",
        shell=SHELL,
        outlets=("Evening Ledger", "Harbour Wire"),
        years=(("2031", "2031"),),
        months=(("2031-04", "April 2031"), ("2031-05", "May 2031")),
        kinds=("article", "claim", "entity", "place", "event", "note", "page"),
        entities=("Harbour office", "Orla Venn"),
        languages=(("ar", "Arabic"), ("en", "English"), ("uk", "Ukrainian")),
        search="both",
    ),
    ProsePage(
        path="pages/about.html",
        title="Про архів",
        shell=SHELL,
        text_lang="uk",
        body=Html("<p>Що тут є.</p><h2>Назви</h2><p>Назви подано так, як у джерелі.</p>"),
    ),
    MethodPage(
        path="method.html",
        title="Метод",
        shell=SHELL,
        languages=("Arabic", "English"),
        kinds=("denial", "figure", "claim", "event", "speech", "hedge", "context", "name"),
        text_lang="uk",
        body=Html("<p>Як ми працюємо.</p><h2>Назви</h2><p>Назви подано так, як у джерелі.</p>"),
    ),
    NotFoundPage(path="404.html", title="Not found", shell=SHELL),
    RedirectPage(
        path="articles/old-name.html",
        title="Storm breaks north quay, boats lost",
        shell=SHELL,
        target="/articles/harbour-wire.html",
    ),
)

EMPTY: tuple[Page, ...] = (
    HomePage(
        path="index.html",
        title="Empty",
        shell=BARE,
        articles=0,
        notes=0,
        entities=0,
        events=0,
        claims=0,
        span=None,
        questions=(),
        newest=(),
        strip=None,
        days=(),
    ),
    ArticlePage(
        path="articles/a/b/c.html",
        title="A",
        shell=BARE,
        text_lang="ur",
        outlet=None,
        authors=(),
        dateline=None,
        published=None,
        updated=None,
        retrieved=None,
        url=None,
        archived=(),
        kind=None,
        holder=None,
        notice=None,
        tags=(),
        share=None,
        digest="0" * 64,
        pieces=(),
        named=(),
        points=(),
        cite=("A.",),
        cite_address=None,
        bibtex="@misc{a,\n}",
        csl_json="[]",
        versions=(),
        former=(),
        previews=(),
        meta=(),
        linked_data=Html("{}"),
    ),
    ChangesPage(path="changes.html", title="", shell=BARE, days=(), feed=None),
    WithdrawnPage(
        path="articles/gale.html",
        title="",
        shell=BARE,
        text_lang="en",
        on=DAY,
        because="legal",
        claims=(),
        change="/changes.html#gale.2",
    ),
    EntityPage(
        path="entities/x.html",
        title="X",
        shell=BARE,
        is_="vessel",
        aliases=(),
        names=(),
        roles=(),
        same_as=(),
        about=None,
        within=None,
        holds=(),
        at=None,
        precision=None,
        blur=None,
        speech=(),
        events=(),
        said=(),
        claims=(),
        with_=(),
        mentions=(),
        namesakes=(),
        points=(),
    ),
    EventPage(
        path="events/x.html",
        title="X",
        shell=BARE,
        date=None,
        time=None,
        after=(),
        before=(),
        where=(),
        who=(),
        about=None,
        evidence=(),
        claims=(),
        points=(),
    ),
    ClaimPage(
        path="claims/x.html",
        title="X?",
        shell=BARE,
        kind="yes-no",
        unit=None,
        state=None,
        positions=0,
        origins=0,
        denials=0,
        bands=(),
        has_scopes=False,
        event=None,
        view_by=None,
        view_on=None,
        view_because=None,
        about=None,
        points=(),
    ),
    TimelinePage(
        path="timeline-published.html",
        title="T",
        shell=BARE,
        by="published",
        period="",
        strip=None,
        parts=(),
        groups=(),
        ordered=(),
        up=None,
        earlier=None,
        later=None,
        left_out=0,
    ),
    NamesPage(path="names.html", title="N", shell=BARE, letters=(), alphabets=()),
    QuestionsPage(path="questions.html", title="Q", shell=BARE, claims=()),
    SourcesPage(path="sources.html", title="S", shell=BARE, span=None, count=0, articles=()),
    SearchPage(
        path="search.html",
        title="S",
        shell=BARE,
        outlets=(),
        years=(),
        months=(),
        kinds=(),
        entities=(),
        languages=(),
        search="web",
    ),
    ProsePage(path="pages/p.html", title="P", shell=BARE, text_lang="he", body=Html("")),
    FurtherPage(
        path="events/x/evidence-2.html",
        title="X",
        shell=BARE,
        record=Link("X", "/events/x.html"),
        of="evidence",
        turn=further("/events/x.html#evidence", None),
        portion=Portion(),
    ),
    MentionsPage(
        path="entities/x/2.html",
        title="X",
        shell=BARE,
        is_="vessel",
        entity=Link("X", "/entities/x.html"),
        number=2,
        mentions=(),
        previous_href="/entities/x.html#mentions",
        next_href=None,
    ),
    MethodPage(path="method.html", title="", shell=BARE, languages=(), kinds=(), text_lang="en", body=None),
    NotFoundPage(path="404.html", title="N", shell=BARE),
    RedirectPage(path="entities/y.html", title="Y", shell=BARE, target="/entities/x.html"),
)

ORLA = next(page for page in FULL if isinstance(page, EntityPage))

MORE: tuple[Page, ...] = (
    replace(
        next(page for page in FULL if isinstance(page, ArticlePage)),
        path="articles/ledger/noticed.html",
        notice="describes injuries",
    ),
    TimelinePage(
        path="timeline-published-2031-04.html",
        title="Timeline",
        shell=SHELL,
        by="published",
        period="April 2031",
        strip=None,
        parts=(),
        groups=GROUPS,
        ordered=(),
        up=Link("2031", "/timeline-published-2031.html"),
        earlier=Link("March 2031", "/timeline-published-2031-03.html"),
        later=Link("May 2031", "/timeline-published-2031-05.html"),
        left_out=0,
    ),
    TimelinePage(
        path="timeline-said.html",
        title="Timeline",
        shell=SHELL,
        by="said",
        period="",
        strip=None,
        parts=(),
        groups=(TimelineGroup("d-2031-04-27", "27 April 2031", (), STATEMENTS),),
        ordered=(),
        up=None,
        earlier=None,
        later=None,
        left_out=1200,
    ),
    TimelinePage(
        path="timeline-2031.html",
        title="Timeline",
        shell=SHELL,
        by="happened",
        period="2031",
        strip=STRIP,
        parts=(),
        groups=GROUPS,
        ordered=(),
        up=Link("", "/timeline.html"),
        earlier=None,
        later=None,
        left_out=0,
    ),
    replace(
        next(page for page in FULL if isinstance(page, ClaimPage)),
        path="claims/boats-lost/2.html",
        bands=(Band("at-the-quay", "boats at the quay", (position(OFFICE, "9", NINE),), 0, 0, CHART),),
        turn=further("/claims/boats-lost.html", "/claims/boats-lost/3.html"),
        about=None,
        view_because=None,
        points=(),
    ),
    *(
        FurtherPage(
            path=f"entities/orla-venn/{of}-2.html",
            title="Orla Venn",
            shell=SHELL,
            record=VENN,
            of=of,
            turn=further(f"/entities/orla-venn.html#{of}", f"/entities/orla-venn/{of}-3.html"),
            portion=portion,
        )
        for of, portion in (
            ("speech", Portion(speech=ORLA.speech)),
            ("said", Portion(said=ORLA.said)),
            ("events", Portion(events=ORLA.events)),
            ("claims", Portion(claims=ORLA.claims)),
            ("holds", Portion(holds=ORLA.holds)),
            ("evidence", Portion(evidence=next(one for one in FULL if isinstance(one, EventPage)).evidence)),
            ("points", Portion(points=POINTS)),
        )
    ),
    *(
        replace(
            next(page for page in FULL if isinstance(page, kind)),
            path=f"{name}/2.html",
            turn=further(f"/{name}.html", None),
        )
        for kind, name in (
            (NamesPage, "names"),
            (QuestionsPage, "questions"),
            (SourcesPage, "sources"),
            (TimelinePage, "timeline"),
        )
    ),
)
"""Further forms that a page can take."""

EVERY = FULL + EMPTY + MORE


def in_language(page: Page, lang: str) -> Page:
    return replace(page, shell=replace(page.shell, lang=lang))
