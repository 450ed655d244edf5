"""The server for one at work: what it answers, to whom, and that open pages follow the archive."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import pytest
from browsing import watched
from published import publish_files
from sites import HARBOUR, REPOSITORY, digests, postil

from postil import publish
from postil.problems import Place, Problem, Remark, Severity
from postil.serve.answering import HELD, OURS, Server
from postil.serve.state import MOST_SHOWN, State, json_of
from postil.serve.watching import is_read
from postil.serve.watching import watched as changes_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

T = TypeVar("T")

ARTICLE = "content/articles/harbour-wire.md"
NOTES = "annotations/articles/harbour-wire.yaml"
RIGHT = "timber where the moorings used to be"
WRONG = "timber where the mooring used to be"
PATIENCE = 60
"""Seconds after which a test gives up; it never waits when there is nothing to wait for."""


@dataclass(frozen=True)
class Reply:
    status: int
    headers: dict[str, str]
    body: bytes


def ask(port: int, target: str, *, method: str = "GET", host: str | None = "localhost") -> Reply:
    """One request, its target as it is; no host named when it is None."""
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    with contextlib.closing(connection):
        connection.putrequest(method, target, skip_host=True, skip_accept_encoding=True)
        if host is not None:
            connection.putheader("Host", host)
        connection.endheaders()
        response = connection.getresponse()
        return Reply(response.status, dict(response.getheaders()), response.read())


def until(found: Callable[[], T | None]) -> T:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        said = found()
        if said is not None and said is not False:
            return said
        time.sleep(0.05)
    raise AssertionError("what was waited for did not come")


def script_line(page: bytes) -> bytes:
    (line,) = re.findall(rb'<script src="/~postil/serve\.js" data-site="[^"]+" defer></script>\n', page)
    assert isinstance(line, bytes)
    return line


# --- answers -------------------------------------------------------------------------------------------------------

FILES = {
    "index.html": '<!doctype html><html lang="en"><head><title>Home</title></head><body>Здраво</body></html>',
    "bare.html": "<!doctype html><title>No head</title><p>Text",
    "articles/storm.html": "<html><head></head><body>Storm</body></html>",
    "404.html": '<html><head><link href="/harbour/assets/style.css"></head>'
    '<a href="/harbour/index.html#main">Home</a><a href="articles/storm.html">Storm</a>'
    '<a href="https://example.org/index.html">Elsewhere</a></html>',
    "assets/style.css": "p { color: red }",
    "assets/search.js": "1",
    "assets/face.woff2": "w",
    "media/quay.png": "p",
    "media/plan.svg": "<svg/>",
    "feed.xml": "<feed/>",
    "pagefind/pagefind.js": "2",
    "pagefind/wasm.en.pagefind": "w",
    "pagefind/fragment/en_1.pf_fragment": "f",
}


def site_of(folder: Path) -> Path:
    publish_files(folder, folder / "site", FILES)
    return folder / "site"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that answers from a site which nobody builds."""
    folder = tmp_path_factory.mktemp("served")
    (folder / "secret.txt").write_text("secret", "utf-8")
    with answering(Server(site_of(folder), 0, drafts=False)) as server:
        yield server


@contextlib.contextmanager
def answering(server: Server) -> Iterator[Server]:
    with server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture(scope="module")
def port(server: Server) -> int:
    return int(server.server_address[1])


@pytest.mark.parametrize("path", sorted(FILES.keys() - {"404.html"}))
def test_what_is_served_is_what_is_published_and_one_line_in_pages(port: int, path: str) -> None:
    reply = ask(port, f"/{path}")
    published = FILES[path].encode()
    assert reply.status == 200
    if path.endswith(".html"):
        assert reply.body.replace(script_line(reply.body), b"") == published
    else:
        assert reply.body == published


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/index.html", "text/html; charset=utf-8"),
        ("/assets/style.css", "text/css; charset=utf-8"),
        ("/assets/search.js", "text/javascript; charset=utf-8"),
        ("/assets/face.woff2", "font/woff2"),
        ("/media/quay.png", "image/png"),
        ("/media/plan.svg", "image/svg+xml"),
        ("/feed.xml", "application/xml"),
        ("/pagefind/pagefind.js", "text/javascript; charset=utf-8"),
        ("/pagefind/wasm.en.pagefind", "application/octet-stream"),
        ("/pagefind/fragment/en_1.pf_fragment", "application/octet-stream"),
        ("/~postil/serve.js", "text/javascript; charset=utf-8"),
        ("/~postil/serve.css", "text/css; charset=utf-8"),
        ("/~postil/state", "application/json"),
    ],
)
def test_each_file_has_its_type_and_is_kept_by_nobody(port: int, path: str, kind: str) -> None:
    reply = ask(port, path)
    assert (reply.status, reply.headers["Content-Type"]) == (200, kind)
    assert reply.headers["Cache-Control"] == "no-store"
    assert reply.headers["X-Content-Type-Options"] == "nosniff"
    assert reply.headers["Cross-Origin-Resource-Policy"] == "same-origin"


def test_the_root_is_the_home_page_and_questions_change_nothing(port: int) -> None:
    home = ask(port, "/index.html")
    assert ask(port, "/").body == home.body
    assert ask(port, "/index.html?q=storm").body == home.body
    head = ask(port, "/", method="HEAD")
    assert (head.body, head.headers["Content-Length"]) == (b"", str(len(home.body)))


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
def test_the_server_is_only_read_from(port: int, method: str) -> None:
    reply = ask(port, "/index.html", method=method)
    assert (reply.status, reply.headers["Allow"]) == (405, "GET, HEAD")


@pytest.mark.parametrize(
    "target",
    [
        "/../secret.txt",
        "/articles/../../secret.txt",
        "/articles/../index.html",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/..%5csecret.txt",
        "/..\\secret.txt",
        "/articles%2fstorm.html",
        "/./index.html",
        "/articles//storm.html",
        "/index.html%00",
        "/%ff",
        "/articles",
        "/articles/",
        "/index.html/",
        "/nothing",
        "/" + "a" * 5000,
    ],
)
def test_nothing_but_a_file_of_the_site_is_at_an_address(port: int, target: str) -> None:
    reply = ask(port, target)
    assert reply.status == 404
    assert b"secret" not in reply.body


def test_a_link_out_of_the_site_leads_nowhere(tmp_path: Path) -> None:
    site = site_of(tmp_path)
    (tmp_path / "secret.html").write_text("secret", "utf-8")
    (site / "out.html").symlink_to(tmp_path / "secret.html")
    (site / "loop.html").symlink_to(site / "loop.html")
    (site / "away").symlink_to(tmp_path)
    with answering(Server(site, 0, drafts=False)) as server:
        port = server.server_address[1]
        assert [ask(port, path).status for path in ("/out.html", "/loop.html", "/away/secret.html")] == [
            404
        ] * 3


def test_the_page_for_what_is_not_there_leads_on_from_any_depth(port: int) -> None:
    for target in ("/a/b/nothing.html", "/404.html"):
        reply = ask(port, target)
        assert (reply.status, reply.headers["Content-Type"]) == (404, "text/html; charset=utf-8")
        assert re.findall(rb'href="([^"]+)"', reply.body) == [
            b"/assets/style.css",
            b"/index.html#main",
            b"/articles/storm.html",
            b"https://example.org/index.html",
        ]


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8000", "127.0.0.1", "127.0.0.1:1", "[::1]:8000"])
def test_this_machine_is_answered_by_each_of_its_names(port: int, host: str) -> None:
    assert ask(port, "/", host=host).status == 200


@pytest.mark.parametrize(
    "host",
    [
        None,
        "",
        "example.org",
        "localhost.example.org",
        "127.0.0.1.example.org",
        "localhost:80:90",
        "localhost@a",
    ],
)
@pytest.mark.parametrize("target", ["/", "/~postil/state", "/~postil/serve.js"])
def test_no_other_name_leads_here(port: int, host: str | None, target: str) -> None:
    reply = ask(port, target, host=host)
    assert reply.status == 403
    assert b"Home" not in reply.body


def test_an_address_of_another_host_is_none(port: int) -> None:
    assert ask(port, "http://localhost/index.html").status == 400


def test_no_page_has_an_address_of_the_servers_own(port: int) -> None:
    assert ask(port, "/~postil/answering.py").status == 404
    assert ask(port, "/~postil/../index.html").status == 404
    assert ask(port, "/~postil/").status == 404


def test_a_folder_that_is_no_site_of_ours_is_not_shown(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("private", "utf-8")
    (tmp_path / publish.DRAFT_MARKER).touch()
    with answering(Server(tmp_path, 0, drafts=False)) as server:
        reply = ask(server.server_address[1], "/index.html")
    assert reply.status == 503
    assert b"private" not in reply.body


def test_a_port_has_one_server(port: int) -> None:
    with pytest.raises(OSError, match=re.escape("in use")):
        Server(Path("site"), port, drafts=False)


@pytest.mark.slow
def test_a_port_that_is_taken_is_named_with_the_cure(port: int, tmp_path: Path) -> None:
    result = postil("serve", "--root", tmp_path, "--port", str(port))
    assert result.returncode == 2
    assert f"port {port} cannot be had: another program has it; give another one, or 0" in result.stderr
    assert "Traceback" not in result.stderr


# --- the state -----------------------------------------------------------------------------------------------------


def told(state: State) -> dict[str, Any]:
    value = json.loads(json_of(state))
    assert isinstance(value, dict)
    return value


PROBLEM = Problem(
    "quote-not-found",
    "the text \u202eis gone",
    Place("annotations/a.yaml", 2, 3, 4),
    (Remark("see", Place("content/b.md", 9)),),
    ("correct it",),
    excerpt="- Eight boats",
)
WARNING = Problem("raw-html", "shown", Place("annotations/a.md"), severity=Severity.WARNING)


def test_a_page_is_told_what_the_terminal_is() -> None:
    value = told(State("a", problems=(WARNING, PROBLEM)))
    assert value["summary"] == "1 error, 1 warning in 2 files"
    assert [one["code"] for one in value["problems"]] == ["quote-not-found", "raw-html"]
    first = value["problems"][0]
    assert first["message"] == "the text \\u202eis gone"
    assert first["place"] == "annotations/a.yaml:2"
    assert first["excerpt"].splitlines() == ["   2 | - Eight boats", "     |   ^^^^"]
    assert (first["notes"], first["help"]) == (["see (content/b.md:9)"], ["correct it"])


def test_of_very_many_problems_a_page_shows_some_and_says_so() -> None:
    value = told(State("a", problems=(PROBLEM,) * (MOST_SHOWN + 3)))
    assert len(value["problems"]) == MOST_SHOWN
    assert value["more"] == "3 more problems: see the terminal"


def test_who_has_seen_a_state_is_not_told_it_again(port: int) -> None:
    value = json.loads(ask(port, "/~postil/state").body)
    again = ask(port, f"/~postil/state?seen={value['key']}")
    assert (again.status, again.body) == (204, b"")
    assert ask(port, "/~postil/state?seen=other").status == 200


def test_who_asks_to_be_held_is_answered_when_there_is_news(server: Server, port: int) -> None:
    seen = server.state
    held: list[Reply] = []
    asking = threading.Thread(
        target=lambda: held.append(ask(port, f"/~postil/state?seen={seen.key}&hold=1")), daemon=True
    )
    asking.start()
    asking.join(HELD / 10)
    assert held == []
    server.state = replace(seen, round=seen.round + 1)
    asking.join(PATIENCE)
    assert json.loads(held[0].body)["key"] == server.state.key


@pytest.mark.slow
def test_no_answer_is_held_for_ever(port: int) -> None:
    value = json.loads(ask(port, "/~postil/state").body)
    again = ask(port, f"/~postil/state?seen={value['key']}&hold=1")
    assert (again.status, again.body) == (204, b"")


# --- changes -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "counts"),
    [
        ("archive.yaml", True),
        ("content/articles/storm.md", True),
        ("content/media/quay.png", True),
        ("annotations/entities", True),
        ("templates/assets/style.css", True),
        ("site/index.html", False),
        (".site.next/index.html", False),
        (".git/index", False),
        (".cache/memo", False),
        ("README.md", False),
        ("contents/a.md", False),
        ("archive.yaml~", False),
        ("content/articles/.storm.md.swp", False),
        ("content/articles/.#storm.md", False),
        ("content/articles/#storm.md#", False),
        ("content/articles/storm.md~", False),
        ("content/articles/4913", False),
        ("content/articles/storm.md___jb_tmp___", False),
        ("content/.obsidian/workspace.md", False),
    ],
)
def test_what_a_build_reads_counts_and_nothing_else(path: str, *, counts: bool) -> None:
    assert is_read(path) is counts


def test_what_an_editor_left_counts_when_it_goes() -> None:
    assert is_read("content/articles/storm.md~", is_gone=True)
    assert not is_read("content/articles/.storm.md.swp", is_gone=True)


def test_a_burst_is_one_change_and_one_before_waiting_is_seen(tmp_path: Path) -> None:
    (tmp_path / "content/articles").mkdir(parents=True)
    with changes_of(tmp_path) as changes:
        for number in range(20):
            (tmp_path / f"content/articles/{number:02}.md").write_text("text", "utf-8")
        (tmp_path / "site").mkdir()
        (tmp_path / "site/index.html").write_text("page", "utf-8")
        assert changes.wait() == tuple(f"content/articles/{number:02}.md" for number in range(20))


@pytest.mark.slow
def test_changes_are_found_where_the_system_does_not_tell_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WATCHFILES_FORCE_POLLING", "1")
    (tmp_path / "content/articles").mkdir(parents=True)
    (tmp_path / "content/articles/storm.md").write_text("text", "utf-8")
    os.utime(tmp_path / "content/articles/storm.md", (0, 0))  # looking again tells whole seconds apart
    (tmp_path / "site").mkdir()
    with changes_of(tmp_path) as changes:
        (tmp_path / "site/index.html").write_text("page", "utf-8")
        (tmp_path / "content/articles/storm.md").write_text("another text", "utf-8")
        assert "content/articles/storm.md" in changes.wait()


@pytest.mark.slow
def test_a_folder_that_comes_is_seen_and_then_looked_into(tmp_path: Path) -> None:
    with changes_of(tmp_path) as changes:
        (tmp_path / "annotations/entities").mkdir(parents=True)
        assert changes.wait() == ("annotations",)
    with changes_of(tmp_path) as changes:
        (tmp_path / "annotations/entities/people.yaml").write_text("a: b", "utf-8")
        assert changes.wait() == ("annotations/entities/people.yaml",)


# --- the whole, run as a person runs it ------------------------------------------------------------------------------


def heeds_ctrl_c() -> None:
    """What a shell starts in the background is made to ignore Ctrl-C, and hands that on to what it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Served:
    """An archive under a server in a process of its own."""

    def __init__(self, root: Path, *options: str, port: int = 0) -> None:
        self.root = root
        self.errors = root.parent / "stderr.txt"
        with self.errors.open("w", encoding="utf-8") as errors:
            self.process = subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    "postil",
                    "serve",
                    "--root",
                    root,
                    "--port",
                    str(port),
                    "--jobs",
                    "1",
                    *options,
                ],
                preexec_fn=heeds_ctrl_c,  # noqa: PLW1509 - it takes no lock
                env={**os.environ, "PYTHONPATH": str(REPOSITORY), "PYTHONUTF8": "1"},
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                encoding="utf-8",
            )
        self.address = self._address()
        self.port = int(self.address.rsplit(":", 1)[1].rstrip("/"))

    def _address(self) -> str:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if found := re.match(r"http://127\.0\.0\.1:\d+/", line):
                return found[0]
        raise AssertionError(self.errors.read_text("utf-8"))

    def state(self) -> dict[str, Any]:
        value = json.loads(ask(self.port, f"{OURS}state").body)
        assert isinstance(value, dict)
        return value

    def change(self, path: str, old: str, new: str) -> dict[str, Any]:
        """Edit a file as editors do, by putting another in its place; the state once the build of it is over."""
        before = self.state()
        file = self.root / path
        text = file.read_text("utf-8")
        assert old in text
        beside = file.with_name(f".{file.name}.new")
        beside.write_text(text.replace(old, new), "utf-8")
        beside.replace(file)
        return self.settled(before)

    def settled(self, before: dict[str, Any]) -> dict[str, Any]:
        def found() -> dict[str, Any] | None:
            now = self.state()
            return now if now["key"] != before["key"] and not now["building"] else None

        return until(found)

    def end(self) -> int:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        code = self.process.wait(PATIENCE)
        if self.process.stdout is not None:
            self.process.stdout.close()
        return code


@contextlib.contextmanager
def serving(root: Path, *options: str) -> Iterator[Served]:
    served = Served(root, *options)
    try:
        yield served
    finally:
        served.end()


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    return Path(shutil.copytree(HARBOUR, tmp_path / "archive"))


@pytest.mark.slow
def test_an_edit_is_followed_and_an_error_leaves_the_site_as_it_was(archive: Path) -> None:
    with serving(archive) as served:
        site, address = archive / "site", "/articles/harbour-wire.html"
        for path in sorted(site.rglob("*.html")):
            if path.name != "404.html":
                reply = ask(served.port, f"/{path.relative_to(site).as_posix()}")
                assert reply.body.replace(script_line(reply.body), b"") == path.read_bytes()
        assert not [path for path in site.rglob("*") if path.is_file() and b"~postil" in path.read_bytes()]
        first = served.state()
        assert (first["errors"], first["fault"]) == (0, "")

        edited = served.change("archive.yaml", "Harbour papers", "Papers of the quay")
        assert edited["site"] != first["site"]
        assert b"Papers of the quay" in ask(served.port, address).body
        before = digests(site)

        broken = served.change(NOTES, RIGHT, WRONG)
        (problem,) = (one for one in broken["problems"] if one["severity"] == "error")
        assert problem["code"] == "quote-not-found"
        assert re.fullmatch(re.escape(NOTES) + r":\d+", problem["place"])
        assert "^^^" in problem["excerpt"]
        assert broken["site"] == edited["site"]
        assert digests(site) == before
        assert "error[quote-not-found]" in served.errors.read_text("utf-8")

        mended = served.change(NOTES, WRONG, RIGHT)
        assert (mended["errors"], mended["site"]) == (0, edited["site"])
        assert digests(site) == before

        (archive / "content/articles/.storm.md.swp").write_text("not saved", "utf-8")
        with socket.create_connection(("127.0.0.1", served.port)):
            assert served.end() == 0
        assert "Traceback" not in served.errors.read_text("utf-8")


@pytest.mark.slow
def test_where_there_is_no_site_yet_every_address_says_why(tmp_path: Path) -> None:
    root = tmp_path / "archive"
    (root / "content/articles").mkdir(parents=True)
    (root / "content/articles/storm.md").write_text(
        "---\ntitel: Storm <b>\n---\nThe quay gave way.\n", "utf-8"
    )
    with serving(root, "--drafts") as served:
        for target in ("/", "/articles/storm.html", "/assets/style.css"):
            reply = ask(served.port, target)
            assert reply.status == 503
            assert b"content/articles/storm.md:2" in reply.body
            assert b"titel: Storm &lt;b&gt;" in reply.body
            assert script_line(reply.body)
        state = served.change("content/articles/storm.md", "titel", "title")
        assert state["errors"] == 0
        assert ask(served.port, "/articles/storm.html").status == 200
        assert (root / "site-drafts").is_dir()
        assert not (root / "site").exists()


# --- a fault of ours -----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_build_that_raises_is_told_and_the_next_change_builds_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from postil.model.outcome import Outcome  # noqa: PLC0415 - as below
    from postil.serve import follow  # noqa: PLC0415 - dear to load

    said: list[str] = []
    states: list[State] = []
    server = Server(site_of(tmp_path), 0, drafts=False)

    def build(*, searching: bool = True) -> Outcome:  # noqa: ARG001 - says in what it returns whether it did
        states.append(server.state)
        (tmp_path / "archive.yaml").write_text(f"title: {len(states)}", "utf-8")  # changes while a build runs
        if len(states) == 1:
            raise ZeroDivisionError("a bug")
        if len(states) == 3:
            raise KeyboardInterrupt
        return Outcome((WARNING,), pages=1, written=1, published=True)

    follow(server, tmp_path, build, say=said.append, told=lambda outcome: said.append(str(outcome.written)))
    assert "ZeroDivisionError: a bug" in capsys.readouterr().err
    assert [state.is_building for state in states] == [True] * 3
    assert states[1].fault == "This is a fault in Postil, not in the archive. ZeroDivisionError: a bug"
    assert (states[2].problems, states[2].fault, states[2].site) == ((WARNING,), "", 1)
    assert [line.split(" ")[0] for line in said] == [server.address, "changed:", "1", "changed:"]


@pytest.mark.slow
def test_the_search_is_made_when_nothing_more_changes(tmp_path: Path) -> None:
    from postil.model.outcome import Outcome  # noqa: PLC0415 - as below
    from postil.serve import follow  # noqa: PLC0415 - dear to load

    said: list[str] = []
    states: list[tuple[bool, int]] = []
    server = Server(site_of(tmp_path), 0, drafts=False)

    def build(*, searching: bool = True) -> Outcome:
        states.append((searching, server.state.site))
        if len(states) != 3:  # after the third, nothing changes for a moment
            (tmp_path / "archive.yaml").write_text(f"title: {len(states)}", "utf-8")
        if len(states) == 5:
            raise KeyboardInterrupt
        return Outcome((), pages=1, written=1, published=True, is_searched=searching)

    follow(server, tmp_path, build, say=said.append, told=lambda _: said.append("told"))
    assert states == [(False, 0), (False, 1), (False, 2), (True, 3), (False, 3)], (
        "no page is reloaded for the search"
    )
    assert said.count("told") == 3


# --- in a browser ----------------------------------------------------------------------------------------------------


def in_panel(page: Page, selector: str = ".panel") -> str | None:
    """The text of what the panel shows; None when it shows no such thing."""
    found = page.locator(selector)
    return found.first.inner_text() if found.count() and found.first.is_visible() else None


@pytest.mark.browser
@pytest.mark.slow
def test_an_open_page_follows_in_its_place_and_shows_what_is_wrong(browser: Browser, archive: Path) -> None:
    article = archive / ARTICLE
    lines = "\n\n".join(f"Paragraph {number} of the storm." for number in range(80))
    article.write_text(article.read_text("utf-8") + f"\n{lines}\n", "utf-8")
    with serving(archive) as served:
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        context.set_default_timeout(PATIENCE * 1000)
        page, watch = watched(context)
        page.goto(f"{served.address}articles/harbour-wire.html#p9")
        page.locator("details").first.evaluate("fold => { fold.open = true; }")  # the notice before the text
        page.evaluate("scrollTo({ top: 900, behavior: 'instant' })")
        page.evaluate("window.isOld = true")

        served.change(ARTICLE, "Paragraph 70 of the storm", "Paragraph 70 of the gale")
        page.get_by_text("Paragraph 70 of the gale").wait_for()
        page.wait_for_load_state("load")
        assert page.evaluate("window.isOld") is None
        assert page.evaluate("location.hash") == "#p9"
        assert page.evaluate("scrollY") == 900

        page.evaluate("window.isOld = true")
        served.change(NOTES, RIGHT, WRONG)
        page.locator(".panel.bad[open]").wait_for()
        panel = in_panel(page) or ""
        assert "error[quote-not-found]" in panel
        assert f"{NOTES}:" in panel
        assert "^^^^" in panel
        assert "help: " in panel
        assert page.evaluate("scrollY") == 900
        page.locator("summary", has_text="1 error").click()
        assert page.locator(".panel[open]").count() == 0
        page.goto(f"{served.address}index.html")
        page.locator(".panel.bad").wait_for()
        assert page.locator(".panel[open]").count() == 0  # as it was turned

        served.change(NOTES, WRONG, RIGHT)
        page.locator(".panel.bad").wait_for(state="detached")
        assert in_panel(page, ".panel[open]") is None
        assert page.locator("summary", has_text="1 warning").is_visible()  # the one that this archive has
        assert watch.errors == []
        assert not [url for url in watch.requests if not url.startswith((served.address, "data:", "blob:"))]
        context.close()


@pytest.mark.browser
@pytest.mark.slow
def test_a_page_finds_its_server_again(browser: Browser, archive: Path) -> None:
    context = browser.new_context()
    context.set_default_timeout(PATIENCE * 1000)
    page, _ = watched(context)
    served = Served(archive)
    try:
        page.goto(f"{served.address}index.html")
        served.end()
        page.locator(".line", has_text="The server has stopped").wait_for()
        page.evaluate("window.isOld = true")
        (archive / "archive.yaml").write_text("title: While it was away\n", "utf-8")
        served = Served(archive, port=served.port)
        page.get_by_text("While it was away").first.wait_for()
        assert page.evaluate("window.isOld") is None
    finally:
        served.end()
        context.close()
