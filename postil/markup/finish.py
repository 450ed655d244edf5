"""Sanitised HTML finished: the tree with what the engine publishes and nothing else, and what could not be published.

Links lead to the web or to a mail address (or where the caller says); every other link is its text. An image is one of
ours, with its size; one on another host is a link to it. Footnotes are numbered, with ids and links renamed together;
their numbers and the links back are apparatus. An inline element holds inline content only; a run of white space is one
character.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from urllib.parse import quote

from postil.markup.dialect import clean_text
from postil.markup.lists import value_in
from postil.markup.pictures import Images
from postil.markup.places import Places
from postil.markup.processors import AGAIN
from postil.messages import meant, shortened
from postil.problems import Place, Problem, Remark, Severity
from postil.text import raw_texts
from postil.tree import BLOCK, Element, Node, elements, has_block

_WEB = re.compile(r"(?:https?://|mailto:)", re.IGNORECASE)
_TAG = re.compile(r"</?[A-Za-z][A-Za-z0-9-]*(?=[\s/>])[^<>\n]*>?|<!--")
_SPACE = re.compile(r"\s{2,}")
_NO_BREAK = re.compile("[\u00a0\u2007\u202f]")
_FOOTNOTE = re.compile(r"\[\^([^\]\s]+)\]")
_OPEN_LINK = re.compile(r"\[\[\s*(?:article|claim|entity|event)/[^\n]{0,60}")
_REFERENCE = "#fn:"
_BACK = "#fnref"


class Finisher:
    """Finishes one source.

    `labels` are those of its footnotes; `allowed` are addresses inside the site that a link may lead to.
    """

    def __init__(
        self,
        source: str,
        place: Place,
        images: Images,
        *,
        token: str = "",
        labels: Sequence[str] = (),
        allowed: AbstractSet[str] | None = None,
    ) -> None:
        self.problems: list[Problem] = []
        self._places = Places(source, place)
        self._place = place
        self._images = images
        self._token = token
        self._labels = labels
        self._is_ours = allowed is not None
        self._allowed = allowed if allowed is not None else frozenset[str]()
        self._in_link = False
        self._numbers: dict[str, int] = {}
        self._references: dict[str, int] = {}
        self._given: dict[str, int] = {}
        self._returned: dict[str, int] = {}

    def finished(self, nodes: list[Node]) -> list[Node]:
        if self._token:
            self._count_footnotes(nodes)
            self._tell_footnotes()
        return self._nodes(nodes)

    def _count_footnotes(self, nodes: list[Node]) -> None:
        for element in elements(nodes):
            if element.tag == "li" and self._key(element.attrs.get("id", ""), "fn:"):
                self._numbers[self._key(element.attrs["id"], "fn:")] = len(self._numbers) + 1
            elif element.tag == "a":
                key = self._key(element.attrs.get("href", ""), _REFERENCE)
                self._references[key] = self._references.get(key, 0) + 1

    def _tell_footnotes(self) -> None:
        for number, full_label in enumerate(self._labels):
            written, _, again = full_label.partition(AGAIN)
            place = self._places.footnote(written, int(again or 1)) or self._place
            label = shortened(written)
            if again:
                self.problems.append(
                    Problem(
                        "footnote-duplicate",
                        f"the footnote `{label}` is defined more than once; references lead to the first",
                        place,
                        help=("give one of them another label", "make one footnote of both"),
                        severity=Severity.WARNING,
                    )
                )
            elif str(number) not in self._references:
                self.problems.append(
                    Problem(
                        "footnote-unused",
                        f"nothing refers to the footnote `{label}`; it stands among the footnotes all the same",
                        place,
                        help=(f"write `[^{label}]` where it belongs", "take it out"),
                        severity=Severity.WARNING,
                    )
                )

    def _undefined_footnotes(self, text: str) -> None:
        for match in _FOOTNOTE.finditer(text):
            place = self._places.found(match[0])
            if place is None or self._places.is_escaped:
                continue
            self.problems.append(
                Problem(
                    "footnote-undefined",
                    f"there is no footnote `{match[1]}`, so `{match[0]}` is shown as it is written",
                    place,
                    help=(f"define it: `{match[0]}: ...`, on a line of its own",),
                    severity=Severity.WARNING,
                )
            )

    def _open_links(self, text: str) -> None:
        for match in _OPEN_LINK.finditer(text):
            place = self._places.found(match[0])
            if place is None or self._places.is_escaped:
                continue
            self.problems.append(
                Problem(
                    "link-open",
                    "what begins here like a link to a record is none, and is shown as it is written",
                    replace(place, length=2),
                    help=(
                        "close it on the same line: `[[entity/ID]]` or `[[entity/ID|words]]`, no bracket among the words",
                        "put a backslash before it, if it is meant as it stands",
                    ),
                    severity=Severity.WARNING,
                )
            )

    def _key(self, value: str, prefix: str) -> str:
        """The key of a footnote in an id or address made by the dialect; "" in any other."""
        start, _, key = value.partition(f":{self._token}-")
        return key if key and f"{start}:".startswith(prefix) else ""

    def _nodes(self, nodes: list[Node], *, in_code: bool = False, quiet: bool = False) -> list[Node]:
        done: list[Node] = []
        for node in nodes:
            if isinstance(node, str):
                done.append(self._text(node, in_code=in_code, quiet=quiet))
            else:
                done.extend(self._element(node, in_code=in_code, quiet=quiet))
        return done

    def _text(self, text: str, *, in_code: bool, quiet: bool) -> str:
        text = clean_text(text)
        if in_code or quiet:
            self._places.pass_code(text)
        if in_code:
            return text
        if "<" in text and not quiet:
            self._tags(text)
        if self._token and "[^" in text and not quiet:
            self._undefined_footnotes(text)
        if self._is_ours and "[[" in text and not quiet:
            self._open_links(text)
        return _SPACE.sub(_one_space, text)

    def _element(self, element: Element, *, in_code: bool, quiet: bool) -> list[Node]:
        if element.tag == "li" and (key := self._key(element.attrs.get("id", ""), "fn:")):
            self._places.go_to_footnote(self._labels[int(key)].partition(AGAIN)[0])
        if element.tag == "a":
            return self._link(element, in_code=in_code, quiet=quiet)
        if element.tag == "img":
            return self._image(element)
        children = self._nodes(
            element.children, in_code=in_code or element.tag == "pre", quiet=quiet or element.tag == "code"
        )
        if element.tag == "sup" and element.attrs.get("id"):
            return children  # the reference in it is made whole by `_link`
        if element.tag == "div":  # content has no div: these are the footnotes
            children = [child for child in children if not (isinstance(child, Element) and child.tag == "hr")]
            return [Element("section", {"class": "footnotes", "role": "doc-endnotes"}, children)]
        if element.tag not in BLOCK and has_block(children):
            return children
        if element.tag == "p" and not any(
            child.strip() if isinstance(child, str) else child for child in children
        ):
            return []
        return [Element(element.tag, self._attributes(element), children)]

    def _attributes(self, element: Element) -> dict[str, str]:
        attrs: dict[str, str] = {}
        number = self._numbers.get(self._key(element.attrs.get("id", ""), "fn:"))
        if number is not None:
            attrs["id"] = f"fn-{number}"
        if element.attrs.get("align") in ("left", "right", "center"):
            attrs["class"] = f"align-{element.attrs['align']}"
        if element.attrs.get("start", "").isdigit():
            attrs["start"] = element.attrs["start"]
        if element.tag == "li":
            value = value_in(_own_text(element))
            if value is not None:
                attrs["value"] = str(value)
        return attrs

    def _link(self, element: Element, *, in_code: bool, quiet: bool) -> list[Node]:
        href = element.attrs.get("href", "")
        if self._token and self._key(href, _REFERENCE):
            return self._footnote_reference(self._key(href, _REFERENCE))
        if self._token and self._key(href, _BACK):
            return self._way_back(self._key(href, _BACK))
        is_published = href in self._allowed or _WEB.match(href) is not None
        if not is_published:
            self._unpublished_link("".join(raw_texts(element.children)), href)
        is_outermost = not self._in_link
        self._in_link = True
        children = self._nodes(element.children, in_code=in_code, quiet=quiet)
        self._in_link = not is_outermost
        if not is_published or has_block(children):
            return children
        attrs = {"href": clean_text(href), "rel": "noopener noreferrer"}
        if href in self._allowed:
            attrs = {"href": href}
        if not any(child.strip() if isinstance(child, str) else child for child in children):
            children = [attrs["href"]]  # a link that nobody could see
        if element.attrs.get("title"):
            attrs["title"] = clean_text(element.attrs["title"])
        return [Element("a", attrs, children)]

    def _footnote_reference(self, key: str) -> list[Node]:
        number = self._numbers.get(key)
        if number is None:
            return []
        self._given[key] = self._given.get(key, 0) + 1
        link = Element(
            "a",
            {"id": _reference_id(number, self._given[key]), "href": f"#fn-{number}", "role": "doc-noteref"},
            [str(number)],
        )
        return [Element("sup", {"class": "fnref", "data-apparatus": ""}, [link])]

    def _way_back(self, key: str) -> list[Node]:
        self._returned[key] = self._returned.get(key, 0) + 1
        number = self._numbers.get(key)
        if number is None or self._returned[key] > self._references.get(key, 0):
            return []  # a footnote that nothing refers to has no way back
        href = f"#{_reference_id(number, self._returned[key])}"
        attrs = {"class": "fnback", "href": href, "role": "doc-backlink", "data-apparatus": ""}
        return [Element("a", attrs, ["\u21a9"])]

    def _image(self, element: Element) -> list[Node]:
        address = clean_text(element.attrs.get("src", ""))
        words = _SPACE.sub(_one_space, clean_text(element.attrs.get("alt", "")))
        place, _ = self._places.image(words, address) or (self._place, address)
        if _WEB.match(address):
            return self._remote_image(address, words or address, place)
        image = self._images.find(address)
        if image is None:
            self.problems.append(self._missing_image(address, place))
            return []
        here = Remark("it would be shown here", place)
        self.problems.extend(replace(problem, notes=(here,)) for problem in image.problems)
        if not words.strip():
            self.problems.append(
                Problem(
                    "image-without-alt",
                    f"the image `{image.path}` has no words for those who cannot see it",
                    place,
                    help=(f"say in the brackets what it shows: `![a quay at dawn]({address})`",),
                )
            )
        if image.problems:
            return []
        size = {"width": str(image.width), "height": str(image.height)}
        attrs = {"src": f"/{quote(image.path)}", "alt": words, **size}
        if element.attrs.get("title"):
            attrs["title"] = clean_text(element.attrs["title"])
        return [Element("img", attrs)]

    def _remote_image(self, address: str, words: str, place: Place) -> list[Node]:
        self.problems.append(
            Problem(
                "image-remote",
                "the image stands on another host, so it is shown as a link: no page asks another host for anything",
                place,
                help=("put the file into content/media/, and name it there: `media/...`",),
                severity=Severity.WARNING,
            )
        )
        if self._in_link:
            return [words]
        return [Element("a", {"href": address, "rel": "noopener noreferrer"}, [words])]

    # --- what cannot be published ---------------------------------------------------------------------------------

    def _missing_image(self, address: str, place: Place) -> Problem:
        cures = meant(self._images.near(address))
        return Problem(
            "image-missing",
            f"the image `{shortened(address)}` is no file of content/media/"
            if address
            else "the image has no address",
            place,
            help=(*cures, "write `media/` and the path of the file in content/media/"),
        )

    def _unpublished_link(self, words: str, href: str) -> None:
        place, written = self._places.link(words, href) or (self._place, href)
        link = f"link to `{shortened(written)}`" if written else f"link on `{shortened(words)}`"
        self.problems.append(
            Problem(
                "relative-link",
                f"the {link} is shown as plain text: only links that begin with https:, http: or mailto: are published",
                place,
                help=(
                    (
                        "write `[[article/ID|words]]` for a record of this archive",
                        "else write the whole address",
                    )
                    if self._is_ours
                    else (
                        "write the whole address",
                        "say with an annotation which record the words point to",
                    )
                ),
                severity=Severity.WARNING,
            )
        )

    def _tags(self, text: str) -> None:
        for match in _TAG.finditer(text):
            place = self._places.found(match.group())
            if place is None:
                continue  # written with character references, so that it shows
            self.problems.append(
                Problem(
                    "raw-html",
                    f"`{match.group()}` is shown as it is written: HTML is not interpreted here",
                    place,
                    help=(f"take it out, or write `&lt;{match.group()[1:]}` if it is part of the text",),
                    severity=Severity.WARNING,
                )
            )


def _own_text(item: Element) -> str:
    """The text of an item, without that of lists in it."""
    return "".join(
        node if isinstance(node, str) else "" if node.tag in ("ol", "ul") else _own_text(node)
        for node in item.children
    )


def _one_space(match: re.Match[str]) -> str:
    """A run of white space as one character that does what the run did: bind, break the source's line, or part."""
    run = match.group()
    bound = _NO_BREAK.search(run)
    return bound.group() if bound else "\n" if "\n" in run else " "


def _reference_id(number: int, count: int) -> str:
    return f"fnref-{number}" if count == 1 else f"fnref-{number}-{count}"
