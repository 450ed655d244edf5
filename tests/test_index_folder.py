"""The search from a folder: the bytes of the web in scripts, each once; what has another shape is refused."""

from __future__ import annotations

import json
import re
import shutil
import sys
from base64 import b64decode
from collections.abc import Callable, Iterator
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

import pagefind_bin
import pytest
from hypothesis import given
from hypothesis import strategies as st
from index_made import VIEWS, FolderSite, files_below, indexed, many, raw, stand_in
from sites import HARBOUR, digests, postil

from postil.index import BUNDLE, _chosen, index
from postil.index.folder import BUCKET, OFF, bucket_of, core_script, digits_of_buckets, worker_script
from postil.index.shape import UnknownShape
from postil.model.indexed import IndexedSentence, IndexView
from postil.model.outcome import Sizes

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

PUT = re.compile(rb'__postilPut\("([^"]+)","([^"]+)"\);\n')


def scripts_in(files: dict[str, bytes]) -> Iterator[tuple[str, str, bytes]]:
    """(script, name, bytes) of everything that the scripts hand over."""
    for path, script in files.items():
        if path.startswith(f"{BUNDLE}/{OFF}/") and script.startswith(b"__postilPut"):
            assert PUT.sub(b"", script) == b""
            for data, name in PUT.findall(script):
                yield path.removeprefix(f"{BUNDLE}/{OFF}/"), name.decode(), b64decode(data, validate=True)


def manifest(files: dict[str, bytes]) -> dict[str, object]:
    script = files[f"{BUNDLE}/{OFF}/manifest.js"].decode("ascii")
    found: dict[str, object] = json.loads(script.removeprefix("__postilManifest(").removesuffix(");\n"))
    return found


@pytest.fixture(scope="module")
def editions(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, bytes]]:
    """The files of each edition of one index; both together are of several buckets."""
    made: dict[str, dict[str, bytes]] = {}
    for edition in ("both", "web", "folder"):
        folder = tmp_path_factory.mktemp(edition)
        checked = index(many(BUCKET + 6), FolderSite(folder), "en", edition)
        assert checked.problems == ()
        made[edition] = files_below(folder)
        sizes = [0, 0]
        for path, data in made[edition].items():
            sizes[path.startswith(f"{BUNDLE}/{OFF}/")] += len(data)
        assert checked.value == Sizes(*sizes)
    return made


def test_each_script_hands_over_the_bytes_that_the_web_has(editions: dict[str, dict[str, bytes]]) -> None:
    files = editions["both"]
    kinds = (".pagefind", ".pf_filter", ".pf_fragment", ".pf_index", ".pf_meta")
    expected = {path.removeprefix(f"{BUNDLE}/"): data for path, data in files.items() if path.endswith(kinds)}
    handed = list(scripts_in(files))
    assert {name: data for _, name, data in handed} == expected
    assert len(handed) == len(expected)
    found = manifest(files)
    assert found["entry"] == json.loads(files[f"{BUNDLE}/pagefind-entry.json"])
    assert found["pagefind"] == "1.5.2"


def test_a_script_is_found_by_the_name_of_what_is_wanted(editions: dict[str, dict[str, bytes]]) -> None:
    """The rule of the manifest: a fragment is in its bucket, everything else in a script of its own."""
    k = manifest(editions["both"])["k"]
    assert k == 1
    for script, name, _ in scripts_in(editions["both"]):
        fragment = re.fullmatch(r"fragment/(.*_)([0-9a-f]+)(?:-[a-z]+)?\.pf_fragment", name)
        expected = f"fragment/{fragment[1]}{fragment[2][:k]}.js" if fragment else f"{name}.js"
        assert script == expected


def test_an_edition_is_published_alone_or_beside_the_other(editions: dict[str, dict[str, bytes]]) -> None:
    both, web, folder = (editions[edition] for edition in ("both", "web", "folder"))
    assert {path for path in both if path.startswith(f"{BUNDLE}/{OFF}/")} == folder.keys()
    assert both == web | folder
    assert not web.keys() & folder.keys()
    assert {path for path in folder if path.count("/") == 2 and ".pf_meta" not in path} == {
        f"{BUNDLE}/{OFF}/{name}.js" for name in ("core", "manifest", "worker", "wasm.en.pagefind")
    }


def test_scripts_are_ascii_whatever_the_page_that_loads_them_says(
    editions: dict[str, dict[str, bytes]],
) -> None:
    assert all(data.isascii() for path, data in editions["folder"].items())


@given(st.integers(0, 3_000_000))
def test_a_bucket_holds_what_one_script_should_on_average(fragments: int) -> None:
    digits = digits_of_buckets(fragments)
    assert fragments <= BUCKET * 16**digits
    assert digits == 0 or fragments > BUCKET * 16 ** (digits - 1)


def test_a_bucket_is_named_by_language_and_first_digits() -> None:
    assert [bucket_of("fragment/pt-br_4fa0.pf_fragment", k) for k in (0, 1, 2)] == [
        "pt-br_",
        "pt-br_4",
        "pt-br_4f",
    ]


# --- another shape ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return raw(tmp_path_factory.mktemp("raw"), VIEWS)


CORE = {
    "another release": ('pagefind_version="1.5.2"', 'pagefind_version="1.6.0"', "of this release"),
    "an export less": (",preload,search};", ",search};", "exports createInstance"),
    "an export more": (",search};", ",search,similar};", "similar"),
    "renamed exports": ("export{createInstance,", "export{c as createInstance,", "list of what it exports"),
    "exports first": ("const pagefind_version", "export const a=1;const pagefind_version", "other places"),
    "code after the exports": (",search};", ",search};init();", "list of what it exports"),
    "an import": ("const pagefind_version", 'import a from"./a.js";const pagefind_version', "other places"),
    "an import on demand": ("export{create", 'const b=import("./b.js");export{create', "other places"),
    "more of a module": ("export{create", "import.meta.env;export{create", "other places"),
    "no address": ("import.meta.url", "document.baseURI", "own address"),
    "a name of ours": ("export{create", "var metaUrl;export{create", "own address"),
    "two workers": ("export{create", 'new Worker("b.js");export{create', "no worker, or several"),
    "another way to fetch": ("await fetch(", "await window.fetch(", "`window.fetch`"),
}
WORKER = {
    "a module": ("const pagefind_version", 'import"./a.js";const pagefind_version', "is a module"),
    "scripts of its own": (
        "const pagefind_version",
        'importScripts("a.js");const pagefind_version',
        "importScripts",
    ),
    "another way to answer": ("self.postMessage(", "port.postMessage(", "`self.postMessage(`"),
    "no fetching": ("fetch(", "load(", "fetches no files"),
}


@pytest.mark.parametrize(
    ("file", "script_of", "change"),
    [
        *(pytest.param("pagefind.js", core_script, change, id=name) for name, change in CORE.items()),
        *(
            pytest.param("pagefind-worker.js", worker_script, change, id=name)
            for name, change in WORKER.items()
        ),
    ],
)
def test_a_program_of_another_shape_is_refused(
    made: Path, file: str, script_of: Callable[[str], str], change: tuple[str, str, str]
) -> None:
    source = (made / file).read_text("utf-8")
    before, after, said = change
    assert before in source
    script_of(source)
    with pytest.raises(UnknownShape, match=re.escape(said)):
        script_of(source.replace(before, after))


ALTERED = {
    "gone": 'rm "$file"',
    "empty": ': > "$file"',
    "cut": 'head -c "$(($(wc -c < "$file") / 2))" "$file" > cut && mv cut "$file"',
    "other": """printf '{"version":"1.5.2","languages":[]}' > "$file\"""",
}


@pytest.mark.parametrize("how", ALTERED)
@pytest.mark.parametrize(
    "pattern",
    ["pagefind-entry.json", "*.pf_meta", "fragment/*", "index/*", "filter/*", "pagefind.js"],
)
def test_a_file_of_another_shape_is_a_problem_that_names_it(tmp_path: Path, pattern: str, how: str) -> None:
    program = stand_in(tmp_path, f"file=$(ls made/{pattern} | head -n 1)\n{ALTERED[how]}")
    (problem,) = indexed(VIEWS, tmp_path / "site", program=program)
    assert problem.code == "search-shape"
    assert PurePath(problem.place.path).match(f"pagefind/{pattern}")
    assert "1.5.2" in problem.message
    assert "pagefind-bin==1.5.2" in problem.help[0]


# --- languages without spaces -------------------------------------------------------------------------------------


@pytest.fixture
def extended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A stand-in for the package of the extended program, which is large: it has the plain one."""
    package = tmp_path / "extended" / "pagefind_bin_extended"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("from pagefind_bin import get_executable\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path / "extended")
    yield
    sys.modules.pop("pagefind_bin_extended", None)


def forced(languages: dict[str, int], lang: str) -> tuple[str, list[str]]:
    _, chosen, problems = _chosen(languages, lang)
    return chosen, [problem.message for problem in problems]


@pytest.mark.parametrize(
    ("languages", "lang", "plain", "with_extended"),
    [
        ({"en": 5, "uk": 1}, "en", ("en", []), ("en", [])),
        ({"zh": 5}, "zh", ("zh", ["zh"]), ("zh", [])),
        ({"en": 5, "ja": 1}, "en", ("en", ["ja"]), ("ja", [])),
        ({"en": 5, "ja": 1, "zh": 2}, "en", ("en", ["ja", "zh"]), ("zh", [])),
        ({"en": 5, "ja": 3}, "zh", ("zh", ["ja"]), ("zh", [])),
    ],
)
def test_words_written_together_need_the_extended_program_and_are_told(
    request: pytest.FixtureRequest,
    languages: dict[str, int],
    lang: str,
    plain: tuple[str, list[str]],
    with_extended: tuple[str, list[str]],
) -> None:
    chosen, told = forced(languages, lang)
    assert chosen == plain[0]
    assert len(told) == bool(plain[1])
    assert all(f"`{one}`" in message for message in told for one in plain[1])
    request.getfixturevalue("extended")
    assert forced(languages, lang) == with_extended


@pytest.mark.usefixtures("extended")
def test_an_archive_without_them_has_the_same_index_where_the_extended_program_is_installed() -> None:
    program, *_ = _chosen({"en": 1, "uk": 1}, "en")
    assert program is pagefind_bin.get_executable


def test_a_warning_comes_with_the_index_and_does_not_replace_it(tmp_path: Path) -> None:
    view = IndexView("a.html", "风暴", "zh", (), (), (), (IndexedSentence("p1s1", "九艘渔船失踪了。"),))
    checked = index([view], FolderSite(tmp_path), "en")
    assert [problem.code for problem in checked.problems] == ["search-words-together"]
    assert "pagefind-bin-extended==1.5.2" in checked.problems[0].help[0]
    assert checked.value.web > 0
    assert checked.value.folder > 0


# --- a whole site -----------------------------------------------------------------------------------------------


def test_the_setting_chooses_what_is_published_and_its_sizes_are_said(tmp_path: Path) -> None:
    sites = {}
    for edition in ("both", "web", "folder"):
        root = tmp_path / edition
        shutil.copytree(HARBOUR, root)
        with (root / "archive.yaml").open("a", encoding="utf-8") as settings:
            settings.write(f"search: {edition}\n")
        result = postil("build", "--root", root, "--out", root / "site")
        assert result.returncode == 0, result.stderr
        (said,) = [line for line in result.stdout.splitlines() if line.startswith("search: ")]
        assert (" for the web" in said, " for folders" in said) == (edition != "folder", edition != "web")
        assert (root / "site" / BUNDLE / OFF / "core.js").exists() == (edition != "web")
        assert f'data-search="{edition}"' in (root / "site" / "search.html").read_text("utf-8")
        sites[edition] = digests(root / "site")
        assert list((root / ".cache" / "search").glob("*.pack"))
    assert sites["both"].items() >= {
        (path, digest) for path, digest in sites["web"].items() if path.startswith(BUNDLE)
    }
    assert [path for path in sites["web"] if path.startswith(f"{BUNDLE}/{OFF}/")] == []
    assert [path for path in sites["folder"] if path.startswith(BUNDLE) and f"/{OFF}/" not in path] == []


SEARCHED = """async (question) => {
  const files = new Map(), loads = [];
  let manifest;
  globalThis.__postilPut = (data, name) => files.set(name, Uint8Array.from(atob(data), (c) => c.charCodeAt(0)));
  globalThis.__postilManifest = (value) => { manifest = value; };
  const load = (file) => new Promise((resolve, reject) => {
    const script = document.createElement("script");
    Object.assign(script, { src: "pagefind/off/" + file, onload: resolve, onerror: reject });
    document.head.append(script);
  });
  await load("manifest.js");
  await load("core.js");
  const get = async (address) => {
    const name = address.split("?")[0].replace("/x/pagefind/", "");
    if (name === "pagefind-entry.json") return { ok: true, json: async () => manifest.entry };
    const fragment = /^fragment\\/(.*_)([0-9a-f]+)(?:-[a-z]+)?\\.pf_fragment$/.exec(name);
    await load(fragment ? `fragment/${fragment[1]}${fragment[2].slice(0, manifest.k)}.js` : name + ".js");
    return { ok: true, arrayBuffer: async () => files.get(name).buffer };
  };
  const core = globalThis.__postilCore(get, undefined, "/x/pagefind/pagefind.js");
  await core.filters();
  const { results } = await core.search(question);
  return Promise.all(results.map(async (result) => (await result.data()).raw_url));
}"""


@pytest.mark.browser
@pytest.mark.parametrize(
    ("question", "expected"),
    [("boats", ["/articles/a.html"]), ("федорук", ["/articles/b.html"]), ("венн", ["/entities/venn.html"])],
)
def test_a_browser_searches_from_the_scripts_alone(
    browser: Browser, tmp_path: Path, question: str, expected: list[str]
) -> None:
    folder = tmp_path / "a stick #1 100% Ж"
    folder.mkdir()
    assert index(VIEWS, FolderSite(folder), "en", "folder").problems == ()
    (folder / "page.html").write_text("<!doctype html><title>Page</title>", "utf-8")
    page = browser.new_page()
    page.goto((folder / "page.html").as_uri())
    assert page.evaluate(SEARCHED, question) == expected
    page.close()
