"""Firefox as Debian and others ship it, driven by WebDriver BiDi (https://w3c.github.io/webdriver-bidi/) and nothing else.

Playwright drives only a Firefox of its own, which has to be downloaded, and other drivers need programs of theirs. The
browser speaks JSON over a WebSocket (RFC 6455), of which this has what one client on one machine needs.
"""

from __future__ import annotations

import base64
import json
import os
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PATIENCE = 120.0
"""Seconds in which the browser has to start, and to answer."""

_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10


class _Socket:
    """A WebSocket to a port of this machine: texts out, texts in."""

    def __init__(self, port: int, path: str) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self._input = self._socket.makefile("rb")
        key = base64.b64encode(os.urandom(16)).decode()
        lines = (
            f"GET {path} HTTP/1.1",
            f"Host: 127.0.0.1:{port}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {key}",
        )
        self._socket.sendall("\r\n".join((*lines, "", "")).encode())
        status = self._input.readline()
        if b" 101 " not in status:
            raise ConnectionError(f"no WebSocket: {status!r}")
        while self._input.readline().strip():
            pass

    def send(self, text: str) -> None:
        self._frame(_TEXT, text.encode())

    def receive(self) -> str:
        parts: list[bytes] = []
        while True:
            first, second = self._exactly(2)
            size = second & 127
            if size > 125:
                size = int.from_bytes(self._exactly(2 if size == 126 else 8), "big")
            data = self._exactly(size)
            kind = first & 15
            if kind == _PING:
                self._frame(_PONG, data)
            elif kind == _CLOSE:
                raise ConnectionError("the browser has closed the connection")
            elif kind != _PONG:
                parts.append(data)
                if first & 128:
                    return b"".join(parts).decode()

    def close(self) -> None:
        self._input.close()
        self._socket.close()

    def _frame(self, kind: int, data: bytes) -> None:
        """What a client sends is masked (section 5.3)."""
        size = len(data)
        if size < 126:
            head = bytes([size | 128])
        else:
            wide = 2 if size < 1 << 16 else 8
            head = bytes([(126 if wide == 2 else 127) | 128]) + size.to_bytes(wide, "big")
        mask = os.urandom(4)
        masked = bytes(one ^ mask[at % 4] for at, one in enumerate(data))
        self._socket.sendall(bytes([kind | 128]) + head + mask + masked)

    def _exactly(self, size: int) -> bytes:
        data = self._input.read(size)
        if len(data) < size:
            raise ConnectionError("the browser has gone")
        return data


class Firefox:
    """One window of a browser. `errors` are what its console said, `requests` the addresses it asked for."""

    def __init__(self, port: int) -> None:
        self._socket = _Socket(port, "/session")
        self._number = 0
        self.errors: list[str] = []
        self.requests: list[str] = []
        self.version = self._send("session.new", {"capabilities": {}})["capabilities"]["browserVersion"]
        self._send("session.subscribe", {"events": ["log.entryAdded", "network.beforeRequestSent"]})
        self._context = self._send("browsingContext.create", {"type": "tab"})["context"]

    def open(self, address: str) -> None:
        """Go to a page and wait until it has loaded."""
        self._send("browsingContext.navigate", {"context": self._context, "url": address, "wait": "complete"})

    def evaluate(self, function: str, *values: object) -> Any:  # noqa: ANN401 - whatever the page says
        """What a function in JavaScript, asynchronous or not, makes of JSON values."""
        script = f"async (...values) => JSON.stringify(await ({function})(...values.map(JSON.parse)))"
        said = self._send(
            "script.callFunction",
            {
                "functionDeclaration": script,
                "arguments": [{"type": "string", "value": json.dumps(value)} for value in values],
                "target": {"context": self._context},
                "awaitPromise": True,
            },
        )
        if said["type"] == "exception":
            raise RuntimeError(said["exceptionDetails"]["text"])
        value = said["result"]
        return json.loads(value["value"]) if value["type"] == "string" else None

    def close(self) -> None:
        self._send("browser.close", {})
        self._socket.close()

    def _send(self, method: str, parameters: Mapping[str, Any]) -> Any:  # noqa: ANN401 - the protocol's
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self._socket.receive())
            if message.get("id") == self._number:
                if message["type"] == "error":
                    raise RuntimeError(f"{method}: {message['error']}: {message['message']}")
                return message["result"]
            self._note(message)

    def _note(self, event: Mapping[str, Any]) -> None:
        match event.get("method"):
            case "log.entryAdded" if event["params"]["level"] == "error":
                self.errors.append(str(event["params"]["text"]))
            case "network.beforeRequestSent":
                self.requests.append(event["params"]["request"]["url"])


@contextmanager
def firefox(program: str, profile: Path, settings: Mapping[str, object]) -> Iterator[Firefox]:
    """A browser without a window on the screen, in a new profile; `settings` are those of `about:config`."""
    profile.mkdir(parents=True)
    lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in settings.items())
    (profile / "user.js").write_text("".join(lines), encoding="utf-8")
    command = (
        program,
        "--headless",
        "--no-remote",
        "--profile",
        str(profile),
        "--remote-debugging-port",
        "0",
    )
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        browser = Firefox(_port(profile, running))
        yield browser
        browser.close()
    finally:
        running.terminate()
        running.wait()


def _port(profile: Path, running: subprocess.Popen[bytes]) -> int:
    """The port that the browser chose, which it writes into its profile when it listens."""
    told = profile / "WebDriverBiDiServer.json"
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and running.poll() is None:
        if told.exists() and (text := told.read_text()):
            return int(json.loads(text)["ws_port"])
        time.sleep(0.1)
    raise RuntimeError("the browser did not start")
