"""Render: a page and the templates give the bytes of one file.

A template sees `page`, the strings of one language through `t` (those that it lacks are lent by English, once for all
pages), and the filter `dir` (direction of a language); nothing else: no globals, no clock, no chance, nothing whose name
begins with `_`. So equal pages, templates and wordings give equal bytes. Targets that begin with one `/` are made relative
to the page here, once, in the attributes of tags only.

The one user of Jinja2. It knows nothing of archives and records, and writes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from html import escape
from typing import Any
from urllib.parse import urlsplit

import jinja2
from jinja2 import nodes

from postil.folders import TEMPLATES
from postil.model import page as contract
from postil.model.loaded import Strings, Theme
from postil.model.page import NotFoundPage, Page
from postil.model.parts import Html
from postil.problems import Place, Problem, Remark
from postil.tags import are_plain
from postil.words import direction, number_words, plural_category, primary_language

FALLBACK = "en"


class TemplateFault(Exception):  # noqa: N818 - the fault is the template's, and becomes a problem
    """A template failed while it was rendered. `line` is 0 when none is known."""

    def __init__(self, name: str, line: int, message: str) -> None:
        super().__init__(name, line, message)
        self.name = name
        self.line = line
        self.message = message

    def problem(self, page: str) -> Problem:
        """The fault as a problem; `page` is the path of the page that was being rendered."""
        place = Place(f"{TEMPLATES}/{self.name}", self.line)
        cure = "correct the template; what a page holds stands in `postil/model/page.py`"
        return Problem("template-failed", self.message, place, (Remark(f"while rendering {page}"),), (cure,))


def render(page: Page, theme: Theme) -> bytes:
    """Give the page as UTF-8. Raises `TemplateFault` when a template of the theme fails on it."""
    compiled = _compiled(theme)
    wording = wording_of(theme.strings, page.shell.lang)
    try:
        html = compiled.environment.get_template(page.template).render(page=page, t=wording)
    except Exception as error:  # a template can raise whatever Python can
        raise _fault(error, page.template, compiled.names) from error
    return _with_targets(html, page).encode()


def check_theme(theme: Theme) -> tuple[Problem, ...]:
    """Find what is wrong with templates before any page is made: syntax, missing ones, includes with names worked out.

    What it compiles, `render` has compiled when it is given the same theme.
    """
    environment = _compiled(theme).environment
    names = {name for name, _ in theme.templates}
    problems = [
        Problem(
            "template-missing",
            f"there is no template {name}, which every archive needs",
            Place(TEMPLATES),
            help=(f"take {name} from the templates that come with the engine",),
        )
        for name in sorted(_needed() - names)
    ]
    for name, _ in theme.templates:
        place = f"{TEMPLATES}/{name}"
        try:
            environment.get_template(name)
        except jinja2.TemplateSyntaxError as error:
            problems.append(
                Problem(
                    "template-syntax",
                    _lower(error.message or str(error)),
                    Place(place, error.lineno),
                    help=("correct the template; the language of templates is Jinja2",),
                )
            )
            continue
        for line, wanted in environment.reached[name]:
            if wanted is None:
                problems.append(
                    Problem(
                        "template-dynamic-include",
                        "the name of an included template is worked out while rendering",
                        Place(place, line),
                        help=("write the name as a literal, one include for each case",),
                    )
                )
            elif wanted not in names:
                problems.append(
                    Problem(
                        "template-missing",
                        f"there is no template {wanted}",
                        Place(place, line),
                        help=("add the template, or correct its name",),
                    )
                )
    return tuple(problems)


def reached(page: Page, theme: Theme) -> tuple[tuple[tuple[str, str], ...], Wording]:
    """All that the bytes of a page depend on beside the page: the templates that it can reach, by name, and the wording.

    The theme is one in which `check_theme` finds nothing wrong, so that every name of a template is written in one.
    """
    environment = _compiled(theme).environment
    sources = dict(theme.templates)
    found: dict[str, str] = {}
    wanted = [page.template]
    while wanted:
        name = wanted.pop()
        if name in sources and name not in found:
            found[name] = sources[name]
            environment.get_template(name)
            wanted += [other for _, other in environment.reached[name] if other is not None]
    return tuple(sorted(found.items())), wording_of(theme.strings, page.shell.lang)


# --- compiled templates ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Wording:
    """`t` of one language: its own strings, and those that it lacks, lent by English. A key in neither is a KeyError.

    With the page and the templates it is all that the bytes of a page depend on.
    """

    own: Strings
    lent: Strings
    _by_key: tuple[dict[str, str], ...] = field(init=False, compare=False, repr=False)
    _without_values: dict[str, Html] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_key", (dict(self.own.texts), dict(self.lent.texts)))
        object.__setattr__(self, "_without_values", {})

    def __call__(self, key: str, n: int | None = None, **values: object) -> Html:
        """The string as HTML, values put in and escaped; with `n`, the form for that count, and `{n}` in words."""
        if n is None and not values:
            if key not in self._without_values:
                self._without_values[key] = self._with(self._text(key, None)[0], values)
            return self._without_values[key]
        text, lang = self._text(key, n)
        if n is not None:
            values["n"] = number_words(n, lang)
        return self._with(text, values)

    def _with(self, text: str, values: Mapping[str, object]) -> Html:
        return Html(_PLACEHOLDER.sub(lambda found: _as_html(values[found[1]]), escape(text)))

    def _text(self, key: str, n: int | None) -> tuple[str, str]:
        for lang, texts in zip((self.own.lang, self.lent.lang), self._by_key, strict=True):
            keys = (key,) if n is None else (f"{key}.{plural_category(n, lang)}", f"{key}.other")
            for candidate in keys:
                if candidate in texts:
                    return texts[candidate], lang
        raise KeyError(key)


@lru_cache(maxsize=64)
def wording_of(strings: tuple[Strings, ...], lang: str) -> Wording:
    """The wording of a language tag: its own strings, else those of its primary language, else English."""
    by_lang = {one.lang: one for one in strings}
    english = by_lang.get(FALLBACK, Strings(FALLBACK, ()))
    own = by_lang.get(lang) or by_lang.get(primary_language(lang)) or english
    known = {key for key, _ in own.texts}
    return Wording(own, Strings(FALLBACK, tuple(text for text in english.texts if text[0] not in known)))


_PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")


def _as_html(value: object) -> str:
    html = getattr(value, "__html__", None)
    return str(html()) if html else escape(str(value))


@dataclass(frozen=True, slots=True)
class Compiled:
    environment: _Environment
    names: frozenset[str]


@lru_cache(maxsize=2)
def _compiled(theme: Theme) -> Compiled:
    """Compile a theme once in a process; equal themes are one, since every batch of work brings its own copy."""
    sources = dict(theme.templates)

    def source(name: str) -> tuple[str, str, None] | None:
        # The name serves as file name, so that a traceback says which template failed.
        return (sources[name], name, None) if name in sources else None

    environment = _Environment(
        loader=jinja2.FunctionLoader(source),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
        cache_size=-1,
    )
    environment.reached = {}
    environment.globals.clear()
    del environment.filters["attr"]
    del environment.filters["random"]
    environment.filters["dir"] = direction
    return Compiled(environment, frozenset(sources))


_BEHIND = re.compile("_|(?:ag|cr|f|gi|tb)_|mro$|format(?:_map)?$")
"""Names by which a template would reach, through a value, what is behind it: Jinja's sandbox has the same."""


class _Context(jinja2.runtime.Context):
    """Calls macros and the wording directly: of whatever is called, Jinja looks whether it asks for the context."""

    def call(self, function: Callable[..., Any], *args: Any, **values: Any) -> Any:  # noqa: ANN401 - as Jinja has it
        kind = type(function)
        if kind is not Wording and kind is not jinja2.runtime.Macro:
            return super().call(function, *args, **values)
        values.pop("_block_vars", None)
        values.pop("_loop_vars", None)
        return function(*args, **values) if kind is Wording else function(self.eval_ctx, *args, **values)


class _Environment(jinja2.Environment):
    """Jinja without names of `_BEHIND`: refused where a template is compiled, or where a name is worked out.

    `reached` has, for each template that was compiled, what it names, as `_reached` has it.

    Jinja's own sandbox looks at each name each time that it is used, which took a fifth of a build.
    """

    context_class = _Context
    reached: dict[str | None, tuple[tuple[int, str | None], ...]]

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        self.reached[name] = tuple(_reached(tree))
        for node in tree.find_all(nodes.Getattr):
            if _BEHIND.match(node.attr):
                raise jinja2.TemplateSyntaxError(_is_behind(node.attr), node.lineno, name, filename)
        return tree

    def getitem(self, obj: Any, argument: Any) -> Any:  # noqa: ANN401 - as Jinja has it
        if isinstance(argument, str) and _BEHIND.match(argument):
            raise jinja2.exceptions.SecurityError(_is_behind(argument))
        return super().getitem(obj, argument)


def _is_behind(name: str) -> str:
    return f"`{name}` is not for templates"


def _needed() -> set[str]:
    kinds = (kind for kind in vars(contract).values() if isinstance(kind, type) and issubclass(kind, Page))
    return {kind.template for kind in kinds if kind is not Page}


def _reached(tree: nodes.Template) -> Iterator[tuple[int, str | None]]:
    """(line, name) for each template that this one names; None for a name that is no literal."""
    for node in tree.find_all((nodes.Extends, nodes.FromImport, nodes.Import, nodes.Include)):
        named: nodes.Expr = getattr(node, "template")  # noqa: B009 - each of the four has one, their base class has not
        parts = named.items if isinstance(named, (nodes.List, nodes.Tuple)) else [named]
        for part in parts:
            literal = part.value if isinstance(part, nodes.Const) else None
            yield node.lineno, literal if isinstance(literal, str) else None


def _fault(error: Exception, template: str, names: frozenset[str]) -> TemplateFault:
    """Say where in the templates an error arose: the innermost of their lines in its traceback."""
    if isinstance(error, jinja2.TemplateSyntaxError):
        return TemplateFault(error.name or template, error.lineno, _lower(error.message or str(error)))
    name, line = template, 0
    step = error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename in names:
            name, line = step.tb_frame.f_code.co_filename, step.tb_lineno
        step = step.tb_next
    return TemplateFault(name, line, _fact(error))


def _fact(error: Exception) -> str:
    if isinstance(error, KeyError):
        return f"there is no string, or no value for it, with the key {error}"
    if isinstance(error, jinja2.TemplateNotFound):
        return f"there is no template {error.name}"
    return _lower(str(error)) or type(error).__name__


def _lower(message: str) -> str:
    return message[:1].lower() + message[1:].rstrip(".")


# --- targets -----------------------------------------------------------------------------------------------------

# A tag with its attributes, quoted values taken whole; comments first, so that nothing in them counts as a tag.
_TAG = re.compile(r"""<!--.*?-->|<[a-zA-Z](?:[^>"']++|"[^"]*+"|'[^']*+')*+>""", re.DOTALL)
_ATTRIBUTE = re.compile(r"""(\s[^\s"'>/=]+\s*=\s*)("[^"]*"|'[^']*'|[^\s"'>]+)""")
_TARGETED = ("href", "src", "action")
_REFRESH = re.compile(r"(\d+;\s*url=)(/.*)", re.DOTALL | re.IGNORECASE)


def relative(target: str, path: str) -> str:
    """Make a root-relative target (`/articles/x.html#p4`) relative to a page's path (`claims/y.html`).

    A target on the page itself keeps only its fragment.
    """
    end = min((i for i in (target.find("#"), target.find("?")) if i >= 0), default=len(target))
    goal, rest = target[1:end].split("/"), target[end:]
    here = path.split("/")
    if goal == here:
        return rest or here[-1]
    shared = 0
    while shared < min(len(goal), len(here)) - 1 and goal[shared] == here[shared]:
        shared += 1
    return "../" * (len(here) - 1 - shared) + "/".join(goal[shared:]) + rest


def _name_and_value(found: re.Match[str]) -> tuple[str, str, str]:
    """Name, quotation mark (or none) and value of an attribute."""
    quote = found[2][0] if found[2][0] in "\"'" else ""
    value = found[2][len(quote) : len(found[2]) - len(quote)]
    return found[1].strip().rstrip("=").rstrip().lower(), quote, value


def _is_refresh(tag: str) -> bool:
    """Whether a tag sends on to another page, so that its `content` holds a target; of any other it is text."""
    if tag[1:5].lower() != "meta":
        return False
    attributes = (_name_and_value(found) for found in _ATTRIBUTE.finditer(tag))
    return any(name == "http-equiv" and value.lower() == "refresh" for name, _, value in attributes)


def _with_targets(html: str, page: Page) -> str:
    base = page.shell.base_url
    # A host shows the 404 page at whatever address was asked for, so only an absolute path can be right there.
    absolute = escape(urlsplit(base).path.rstrip("/")) if base and isinstance(page, NotFoundPage) else None
    if absolute is None and _REFRESHING not in html and are_plain(html):
        return _with_plain_targets(html, page.path)
    return _with_any_targets(html, page.path, absolute)


def _with_any_targets(html: str, path: str, absolute: str | None) -> str:
    """However it is written. `absolute` is what goes before each target, instead of making it relative."""

    def moved(target: str) -> str:
        if not target.startswith("/") or target.startswith("//"):
            return target
        return relative(target, path) if absolute is None else absolute + target

    def attribute(found: re.Match[str], *, refreshing: bool) -> str:
        name, quote, value = _name_and_value(found)
        if name in _TARGETED:
            value = moved(value)
        elif name == "content" and refreshing and (refresh := _REFRESH.fullmatch(value)):
            value = refresh[1] + moved(refresh[2])
        return f"{found[1]}{quote}{value}{quote}"

    def tag(found: re.Match[str]) -> str:
        whole = found[0]
        if "/" not in whole or whole.startswith("<!--"):
            return whole
        return _ATTRIBUTE.sub(partial(attribute, refreshing=_is_refresh(whole)), whole)

    return _TAG.sub(tag, html)


def _with_plain_targets(html: str, path: str) -> str:
    """As `_with_any_targets` where tags are plain and nothing sends on to another page."""
    folder, own = path.rpartition("/")[0], f"/{path}"

    def moved(found: re.Match[str]) -> str:
        target = found[1]
        return f'="{relative(target, path) if target.startswith(own) else _from_folder(target, folder)}'

    return _PLAIN_TARGET.sub(moved, html)


_PLAIN_TARGET = re.compile('="(?:(?<=href=")|(?<=src=")|(?<=action="))(/(?!/)[^"]*)')
_REFRESHING = "refresh"


@lru_cache(maxsize=1 << 14)
def _from_folder(target: str, folder: str) -> str:
    """A target on another page, as each page of a folder has it."""
    return relative(target, f"{folder}/\0" if folder else "\0")
