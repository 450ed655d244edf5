"""Answering: requests of this machine, answered from the folder of the site.

Promises the bytes of the published file, and in a page one line more; the right type; no file from elsewhere, whatever is
asked for; and no answer to a page of another site that has its name lead here (DNS rebinding). Nothing is kept by the
browser. Refuses to know how the site is made.
"""

from __future__ import annotations

import os
import re
import secrets
import socketserver
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from urllib.parse import parse_qs, unquote

from postil.publish import is_site
from postil.serve.state import State, json_of, page_of

HOST = "127.0.0.1"

OURS = "/~postil/"
"""Addresses of the server's own; no page of a site has a name that begins so."""

_HOSTS = re.compile(r"(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?", re.IGNORECASE)

HELD = 1.0
"""Seconds that an answer is held at most: a browser opens six connections to a host for all its windows together."""

_GLANCE = 0.01
"""Seconds between two looks at the state while an answer is held. Nothing else wakes who holds it: so nothing is locked."""

_MISSING = "404.html"
"""The site's page for addresses that lead nowhere."""

_ASSETS = frozenset({"serve.js", "serve.css"})
_FOLDER = Path(__file__).resolve().parent

_BYTES = "application/octet-stream"
_HTML = "text/html; charset=utf-8"
_PLAIN = "text/plain; charset=utf-8"
_TYPES = MappingProxyType(
    {
        ".avif": "image/avif",
        ".css": "text/css; charset=utf-8",
        ".gif": "image/gif",
        ".html": _HTML,
        ".ico": "image/x-icon",
        ".jpeg": "image/jpeg",
        ".jpg": "image/jpeg",
        ".js": "text/javascript; charset=utf-8",
        ".json": "application/json",
        ".pdf": "application/pdf",
        ".png": "image/png",
        ".sha256": _PLAIN,
        ".svg": "image/svg+xml",
        ".txt": _PLAIN,
        ".wasm": "application/wasm",
        ".webp": "image/webp",
        ".woff2": "font/woff2",
        ".xml": "application/xml",
    }
)
"""Not those of the machine, which differ from one to the next. What is not here (the search index) is bytes."""

_TARGET = re.compile(rb"""(\s(?:href|src|action)=(["']))([^"']*)(?=\2)""")


@dataclass(frozen=True, slots=True)
class Answer:
    status: HTTPStatus
    type: str
    body: bytes


def _plain(status: HTTPStatus, text: str) -> Answer:
    return Answer(status, _PLAIN, f"{text}\n".encode())


class Server(socketserver.ThreadingMixIn, socketserver.TCPServer):
    """Listens on this machine's own address from the moment it is made. Raises OSError when the port cannot be had.

    A thread for each connection, since browsers open some that they never use; none of them holds back the end.
    """

    daemon_threads = True
    allow_reuse_address = os.name == "posix"  # elsewhere it would let two servers have one port
    allow_reuse_port = False
    request_queue_size = 64

    def __init__(self, site: Path, port: int, *, drafts: bool) -> None:
        super().__init__((HOST, port), _Handler)
        self.site = site
        self.drafts = drafts
        self.state = State(secrets.token_hex(4))
        """Replaced as a whole by the thread that builds; only read here."""

    @property
    def address(self) -> str:
        return f"http://{HOST}:{self.server_address[1]}/"

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of a browser that left early."""
        if not isinstance(sys.exception(), (ConnectionError, TimeoutError)):
            super().handle_error(request, client_address)  # type: ignore[arg-type]

    def answer(self, target: str, hosts: Sequence[str]) -> Answer:
        """The answer to a request for `target`, as it stands in the request, that names these `hosts`."""
        if len(hosts) != 1 or not _HOSTS.fullmatch(hosts[0]):
            return _plain(HTTPStatus.FORBIDDEN, "This server answers to the name localhost only.")
        if not target.startswith("/"):
            return _plain(HTTPStatus.BAD_REQUEST, "This is no address.")
        path, _, query = target.partition("#")[0].partition("?")
        state = self.state  # before the file is read, so that a page never claims to be newer than it is
        if path.startswith(OURS):
            name = path.removeprefix(OURS)
            return self._news(query) if name == "state" else _own(name)
        if not is_site(self.site, drafts=self.drafts):
            page = page_of(state, (_FOLDER / "waiting.html").read_text("utf-8"))
            return Answer(HTTPStatus.SERVICE_UNAVAILABLE, _HTML, with_script(page.encode(), state))
        file = None if path == f"/{_MISSING}" else file_at(self.site, path)
        data = None if file is None else _bytes(file)
        if file is None or data is None:
            return self._missing(state)
        kind = _TYPES.get(file.suffix, _BYTES)
        return Answer(HTTPStatus.OK, kind, with_script(data, state) if kind == _HTML else data)

    def _news(self, query: str) -> Answer:
        """The state, unless it is the one that has been seen. Who asks to be held is answered as soon as it is another."""
        asked = parse_qs(query)
        until = time.monotonic() + (HELD if "hold" in asked else 0)
        while asked.get("seen") == [(state := self.state).key]:
            if time.monotonic() >= until:
                return Answer(HTTPStatus.NO_CONTENT, "", b"")
            time.sleep(_GLANCE)
        return Answer(HTTPStatus.OK, _TYPES[".json"], json_of(state).encode())

    def _missing(self, state: State) -> Answer:
        """The site's page for addresses that lead nowhere; its links lead from any depth, as they do once published."""
        data = _bytes(self.site / _MISSING)
        if data is None:
            return _plain(HTTPStatus.NOT_FOUND, "There is nothing at this address.")
        return Answer(HTTPStatus.NOT_FOUND, _HTML, with_script(_from_any_depth(data, self.site), state))


def _own(name: str) -> Answer:
    if name not in _ASSETS:
        return _plain(HTTPStatus.NOT_FOUND, "There is nothing at this address.")
    return Answer(HTTPStatus.OK, _TYPES[PurePosixPath(name).suffix], (_FOLDER / name).read_bytes())


def with_script(page: bytes, state: State) -> bytes:
    """The page and the one line that lets it follow the server; nothing else in it is changed."""
    line = f'<script src="{OURS}serve.js" data-site="{state.site_key}" defer></script>\n'.encode()
    before, head, after = page.partition(b"</head>")
    return before + line + head + after if head else page + line


def file_at(site: Path, path: str) -> Path | None:
    """The file of the site that an address's path names; None where there is none, or where it leads out of the site."""
    try:
        parts = [unquote(part, errors="strict") for part in path.removeprefix("/").split("/")]
        if any(part in (".", "..") or re.search(r"[/\\\0]", part) for part in parts):
            return None
        if any(not part for part in parts[:-1]):
            return None
        file = site.joinpath(*parts[:-1], parts[-1] or "index.html")
        real = file.resolve(strict=True)
        return file if real.is_file() and real.is_relative_to(site.resolve()) else None
    except (OSError, RuntimeError, ValueError):  # links in a circle; a name that no system can have
        return None


def _bytes(file: Path) -> bytes | None:
    try:
        return file.read_bytes()
    except OSError:  # gone, since a build has just exchanged the site
        return None


def _from_any_depth(page: bytes, site: Path) -> bytes:
    """The page with each target that is a file of the site written from the root of this server.

    As published they begin with the path of `base_url`, or with nothing when there is none.
    """

    def aimed(found: re.Match[bytes]) -> bytes:
        target = found[3].decode("utf-8", "replace")
        path = re.split(r"[?#]", target, maxsplit=1)[0]
        parts = path.removeprefix("/").split("/")
        if ":" in path or path.startswith("//") or ".." in parts:
            return found[0]
        for start in range(len(parts)):
            below = "/".join(parts[start:])
            if below and (site / below).is_file():
                return found[1] + f"/{below}{target[len(path) :]}".encode()
        return found[0]

    return _TARGET.sub(aimed, page)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 60  # seconds after which a connection that is not used is closed
    wbufsize = -1  # head and body go out together
    disable_nagle_algorithm = True
    server: Server

    def do_GET(self) -> None:
        self._send(self.server.answer(self.path, self.headers.get_all("Host", [])))

    do_HEAD = do_GET  # noqa: N815 - the library's name

    def _refuse(self) -> None:
        self.close_connection = True  # what the request carries is not read
        self._send(_plain(HTTPStatus.METHOD_NOT_ALLOWED, "This server is only read from."))

    do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = _refuse  # noqa: N815 - the library's names

    def _send(self, answer: Answer) -> None:
        self.send_response(answer.status)
        if answer.status is HTTPStatus.METHOD_NOT_ALLOWED:
            self.send_header("Allow", "GET, HEAD")
        if answer.type:
            self.send_header("Content-Type", answer.type)
        if answer.status is not HTTPStatus.NO_CONTENT:
            self.send_header("Content-Length", str(len(answer.body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        # No page of another site runs what is here: the search index and its words are scripts, drafts may be in it.
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        if self.close_connection or "Content-Length" in self.headers:
            self.close_connection = True
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(answer.body)

    def version_string(self) -> str:
        return "Postil"

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the library's
        """Say nothing: a request is no news."""
