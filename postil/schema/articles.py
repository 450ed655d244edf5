"""Records of what stands in `archive.yaml`, in the front matter of articles and pages, and in strings."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from postil.messages import listed, shortened
from postil.model.loaded import QUOTED_AT_MOST, Ceiling, Settings, Strings
from postil.model.records import ArchivedCopy, Article, OtherPage, Prose, Rights
from postil.problems import Checked, Place, Problem, Severity
from postil.schema.nodes import (
    WITHHOLD,
    Fields,
    Map,
    Node,
    Scalar,
    Seq,
    is_empty,
    problem_of_shape,
)
from postil.words import is_language, languages_of_country, primary_language

_SETTINGS = (
    "title",
    "description",
    "base_url",
    "language",
    "editors",
    "licence",
    "timezone",
    "entity_types",
    "search",
    "quoted_at_most",
    "withheld_register",
)
_SEARCH = ("both", "web", "folder")
_QUOTED = re.compile(r"([0-9]{1,2}|100) ?%|([0-9]{1,6}) sentences?")
_IS_CEILING = (
    _QUOTED,
    "ceiling-unusable",
    "a share or a number of sentences",
    "write `25 %` of the sentences of an article, or `12 sentences`",
)
_IS_REGISTER = (
    re.compile("required|[1-9][0-9]{0,6}"),
    "unknown-value",
    "`required`, or the number of names and strings in the register",
    "write `withheld_register: required`",
)
ARTICLE_KEYS = (
    "title",
    "outlet",
    "authors",
    "dateline",
    "published",
    "updated",
    "retrieved",
    "url",
    "archived",
    "lang",
    "kind",
    "origin",
    "rights",
    "notice",
    "tags",
    "former_ids",
    "extra",
    WITHHOLD,
)
"""Keys that stand in front matter, in the order in which they are written; of the last it is only known where it belongs."""
_ARTICLE = tuple(key for key in ARTICLE_KEYS if key != WITHHOLD)
_PAGE = ("title", "lang")
KEYS = frozenset((*_SETTINGS, *ARTICLE_KEYS, *_PAGE))
"""Every key that is read here by its name."""
_UNDATED = frozenset({"published", "updated", "retrieved"})
"""Keys that by custom stand in front matter without a value where it is not known."""

_COPY = ("url", "at")
_RIGHTS = ("holder", "text")

_LANGUAGE = re.compile(
    r"[A-Za-z]{2,3}(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|[0-9]{3}))?(?:-(?:[A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*"
    r"(?:-[A-WY-Za-wy-z0-9](?:-[A-Za-z0-9]{2,8})+)*(?:-[Xx](?:-[A-Za-z0-9]{1,8})+)?"
)
"""Language, script, region, variants, extensions, private use (BCP 47, RFC 5646)."""

_IS_LANGUAGE = (
    _LANGUAGE,
    "language-unusable",
    "a language code",
    "write a code as in BCP 47, such as `en`, `uk` or `pt-BR`",
)
_URL = re.compile(r"https?://[^\s/]\S*", re.IGNORECASE)
_IS_URL = (_URL, "url-unusable", "a web address", "write it in full, beginning with https:// or http://")
_BASE_URL = re.compile(r"https?://(?!/)[^\s?#\"<>\\^`{|}]+", re.IGNORECASE)
"""Without what no address holds as it is (RFC 3986, 2): it is put before every path of the site."""
_IS_BASE_URL = (
    _BASE_URL,
    "url-unusable",
    "the web address of a folder",
    "write it in full, such as `https://example.org/papers/`: no `?`, no `#`, since paths are put after it",
)
_ZONE = re.compile(r"[A-Za-z0-9_+-]+(?:/[A-Za-z0-9_+-]+)*")
_IS_ZONE = (_ZONE, "unknown-value", "a time zone", "write its name, such as `Europe/London`")


def settings_from_node(node: Map, folder: str, languages: tuple[str, ...] = ()) -> Checked[Settings]:
    """The archive's settings; `folder` is the title of one that has none. What is wrong reads as its default.

    `languages` are those that the interface is written in; empty when that is not known.
    """
    problems: list[Problem] = []
    fields = Fields(node, "archive.yaml", _SETTINGS, problems)
    url = _address(fields, "base_url", _IS_BASE_URL)
    language = language_of(fields, "language")
    if language is not None and languages and not {language, primary_language(language)} & set(languages):
        message = f"the interface is not written in `{language}`, so it will be in English"
        cures = (f"write {listed(languages)}", f"or write its words in `templates/strings/{language}.yaml`")
        place = fields.place_of("language")
        fields.add(Problem("language-unknown", message, place, help=cures, severity=Severity.WARNING))
    types = (fields.id_of(scalar) for scalar in fields.scalars("entity_types"))
    settings = Settings(
        title=fields.text("title") or folder,
        description=fields.text("description") or "",
        base_url=None if url is None else url.rstrip("/") + "/",
        language=language or "en",
        editors=fields.texts("editors"),
        licence=fields.text("licence"),
        timezone=fields.matching("timezone", *_IS_ZONE) or "UTC",
        entity_types=tuple(one for one in types if one is not None),
        search=fields.choice("search", _SEARCH) or "both",
        quoted_at_most=_ceiling(fields),
        withheld_register=fields.stands("withheld_register"),
        withheld_strings=_count(fields),
    )
    return Checked(settings, tuple(problems))


def _count(fields: Fields) -> int | None:
    said = fields.matching("withheld_register", *_IS_REGISTER)
    return int(said) if said and said.isdigit() else None


def _ceiling(fields: Fields) -> Ceiling:
    match = _QUOTED.fullmatch(fields.matching("quoted_at_most", *_IS_CEILING) or "")
    if match is None:
        return QUOTED_AT_MOST
    share, count = match.groups()
    return Ceiling(int(share or count), is_share=share is not None)


def article_from_node(
    node: Map, body: str, *, id_: str, place: Place, body_line: int, language: str
) -> Checked[Article | None]:
    """An article. `place` is where it begins; `language` is that of an article which names none."""
    problems: list[Problem] = []
    fields = Fields(node, "an article", _ARTICLE, problems, blank=_UNDATED, languages=(language,))
    fields.need("title", "add a line `title: ...` to the front matter")
    former_ids, former_places = fields.placed_ids("former_ids", parts=True)
    article = Article(
        id=id_,
        title=fields.text("title") or "",
        body=body,
        body_line=body_line,
        place=place,
        outlet=fields.text("outlet"),
        authors=fields.texts("authors"),
        dateline=fields.text("dateline"),
        published=fields.date("published"),
        updated=fields.date("updated"),
        retrieved=fields.date("retrieved"),
        url=_address(fields, "url", _IS_URL),
        archived=_archived(fields),
        lang=language_of(fields, "lang") or language,
        lang_place=fields.place_of("lang" if fields.has("lang") else "title"),
        kind=fields.text("kind"),
        origin=fields.text("origin"),
        rights=_rights(fields),
        notice=fields.text("notice"),
        tags=fields.texts("tags"),
        former_ids=former_ids,
        former_places=former_places,
        extra=_extra(fields),
    )
    return Checked(None if fields.failed else article, tuple(problems))


def page_from_node(
    node: Map, body: str, *, id_: str, place: Place, body_line: int, language: str
) -> Checked[OtherPage | None]:
    """A page of ours; the arguments are those of `article_from_node`."""
    problems: list[Problem] = []
    fields = Fields(node, "a page", _PAGE, problems)
    fields.need("title", "add a line `title: ...` to the front matter")
    page = OtherPage(
        id=id_,
        title=fields.text("title") or "",
        body=Prose(body, Place(place.path, body_line, 1)),
        lang=language_of(fields, "lang") or language,
        place=place,
    )
    return Checked(None if fields.failed else page, tuple(problems))


def language_of(fields: Fields, key: str) -> str | None:
    """A language code, with a warning when no language has it."""
    tag = fields.matching(key, *_IS_LANGUAGE)
    if tag is not None and not is_language(tag):
        fields.add(_unknown_language(fields.named(key), tag, fields.place_of(key)))
    return tag


def language_of_key(key: Scalar) -> Problem | None:
    """Why a key is no language code, or that no language has it; None when one has."""
    if not _LANGUAGE.fullmatch(key.text):
        message = f"`{shortened(key.text)}` is no language code"
        return Problem("language-unusable", message, key.place, help=(_IS_LANGUAGE[3],))
    return None if is_language(key.text) else _unknown_language("a language", key.text, key.place)


def _unknown_language(what: str, tag: str, place: Place) -> Problem:
    message = f"{what} is `{tag}`, and no language is known by `{primary_language(tag)}`"
    spoken = languages_of_country(primary_language(tag))
    cures = (f"this is a country; did you mean {listed(spoken)}?",) if spoken else ()
    help_ = (*cures, _IS_LANGUAGE[3])
    return Problem("language-unknown", message, place, help=help_, severity=Severity.WARNING)


def strings_from_node(node: Map, lang: str) -> Checked[Strings]:
    """The interface in one language; a map below a key is one text per plural category (`key.one`)."""
    problems: list[Problem] = []
    texts: list[tuple[str, str]] = []
    for key, value in node.entries:
        forms = value.entries if isinstance(value, Map) else ((None, value),)
        for form, text in forms:
            name = key.text if form is None else f"{key.text}.{form.text}"
            if isinstance(text, Scalar):
                texts.append((name, text.text))
            else:
                problems.append(
                    problem_of_shape(f"`{shortened(name)}`", "a text, or texts by plural category", text)
                )
    return Checked(Strings(lang, tuple(sorted(texts))), tuple(problems))


def _address(fields: Fields, key: str, form: tuple[re.Pattern[str], str, str, str]) -> str | None:
    """A web address of a given form that names a host, as programs read it."""
    url = fields.matching(key, *form)
    if url is None or _names_host(url):
        return url
    message = f"{fields.named(key)} is `{shortened(url)}`, which names no host"
    fields.add(Problem(form[1], message, fields.place_of(key), help=(form[3],)))
    return None


def _names_host(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return bool(parts.hostname) and parts.port != 0
    except ValueError:  # a bracket that is not closed, a port that is no number
        return False


def _archived(fields: Fields) -> tuple[ArchivedCopy, ...]:
    expected = "a list of {url: ..., at: ...}"
    copies = []
    for item in fields.items("archived", expected):
        if not isinstance(item, Map):
            fields.add(problem_of_shape("an item of `archived`", "{url: ..., at: ...}", item))
            continue
        copy = Fields(item, "an archived copy", _COPY, fields.problems)
        copy.need("url", "write {url: ..., at: ...}")
        url = _address(copy, "url", _IS_URL)
        at = copy.date("at")
        if url is not None:
            copies.append(ArchivedCopy(url, at))
    return tuple(copies)


def _rights(fields: Fields) -> Rights:
    rights = fields.fields("rights", _RIGHTS, "{holder: ..., text: full}")
    if rights is None:
        return Rights()
    text = rights.choice("text", ("full", "quoted", "reference"))
    return Rights(holder=rights.text("holder"), text=text or "full")


def _extra(fields: Fields) -> tuple[tuple[str, str], ...]:
    node = fields.map("extra", "keys and values")
    return () if node is None else tuple(_flat("", node))


def _flat(name: str, node: Node) -> list[tuple[str, str]]:
    """Every text below a node with its path (`a.b`, items numbered from 1), in the order written."""
    if isinstance(node, Scalar):
        return [] if is_empty(node) else [(name, node.text)]
    if isinstance(node, Seq):
        parts = [(str(number), item) for number, item in enumerate(node.items, 1)]
    else:
        parts = [(key.text, value) for key, value in node.entries]
    return [pair for part, value in parts for pair in _flat(f"{name}.{part}" if name else part, value)]
