"""The live edition over HTTP: its files, news of every change, and the place in the corpus of each character.

It answers this machine alone. A page may ask to open the editor only with the token it was given, so that no other
page in the same browser can.
"""

from __future__ import annotations

import json
import mimetypes
import secrets
import shlex
import subprocess
from dataclasses import dataclass, field
from html import escape
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

from edition.model import Place, Problem
from edition.problems import ERROR, severity, shown
from edition.serve.live import Live, Turn

SCRIPT = Path(__file__).with_name("live.js")
INSIDE = "/-/"  # under which stands what is no part of the site
PATIENCE = 15.0  # seconds between two signs of life to a browser that waits for news
EVERY = "0.0.0.0"  # whoever asks for this means to be reached by others
LOCAL = ("127.0.0.1", "localhost", "[::1]")


@dataclass(frozen=True, slots=True)
class Desk:
    """What a request is answered from."""

    live: Live
    host: str = LOCAL[0]  # the address it listens on
    editor: str = ""  # a command with {path}, {line} and {column}; empty: places are copied, not opened
    token: str = field(default_factory=lambda: secrets.token_urlsafe(16))

    def open(self, place: Place) -> bool:
        """Open the editor at a place; False where none is set or it does not start."""
        path = self.live.corpus.parent / place.path
        try:
            words = [word.format(path=path, line=place.line, column=place.col) for word in shlex.split(self.editor)]
            subprocess.Popen(words, stdin=subprocess.DEVNULL, start_new_session=True)
        except (OSError, LookupError, ValueError, AttributeError):
            return False
        return True


def open_server(desk: Desk, port: int) -> ThreadingHTTPServer:
    """A server that is listening; port 0 takes a free one. OSError where the port is taken."""

    class Handler(Answer):
        pass

    Handler.desk = desk
    server = ThreadingHTTPServer((desk.host, port), Handler)
    server.daemon_threads = True
    return server


class Answer(BaseHTTPRequestHandler):
    """One request. The names of its methods are those of http.server."""

    desk: Desk
    protocol_version = "HTTP/1.0"

    def do_GET(self) -> None:
        if not self._local():
            self._send(HTTPStatus.FORBIDDEN, "text/plain", b"this server answers its own machine alone\n")
            return
        url = urlsplit(self.path)
        if not url.path.startswith(INSIDE):
            self._page(unquote(url.path))
        elif url.path == f"{INSIDE}live.js":
            self._send(HTTPStatus.OK, "text/javascript", self._script())
        elif url.path == f"{INSIDE}news":
            self._news()
        elif url.path == f"{INSIDE}place":
            self._place(parse_qs(url.query))
        else:
            self._send(HTTPStatus.NOT_FOUND, "text/plain", b"no such thing\n")

    do_HEAD = do_GET

    def _local(self) -> bool:
        """Whether the request names this machine; a page elsewhere that points its own name here does not."""
        named = self.headers.get("Host", "").rsplit(":", 1)[0]
        return named in (*LOCAL, self.desk.host) or self.desk.host == EVERY

    def _page(self, path: str) -> None:
        name = path.lstrip("/")
        name = f"{name}index.html" if not name or name.endswith("/") else name
        whole = self.desk.live.file(name)
        if whole is None and self.desk.live.file(f"{name}/index.html") is not None:
            self.send_response(HTTPStatus.MOVED_PERMANENTLY)
            self.send_header("Location", f"{urlsplit(self.path).path}/")
            self.end_headers()
            return
        status = HTTPStatus.OK if whole is not None else HTTPStatus.NOT_FOUND
        if whole is None:
            name, whole = "404.html", self.desk.live.file("404.html")
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        self._send(status, kind, self._with_script(whole or self._nothing()) if kind == "text/html" else whole or b"")

    def _nothing(self) -> bytes:
        """The page that stands where the corpus has not been sound since the start."""
        said = "\n".join(shown(problem) for problem in self.desk.live.turn.problems)
        head = '<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>edition</title>'
        return f"{head}<pre>{escape(said)}</pre></html>".encode()

    def _with_script(self, page: bytes) -> bytes:
        head, mark, tail = page.rpartition(b"</body>")
        script = f'<script src="{INSIDE}live.js"></script>\n'.encode()
        return head + script + mark + tail if mark else page + script

    def _script(self) -> bytes:
        live = self.desk.live
        known = {"turn": live.turn.number, "token": self.desk.token, "editor": bool(self.desk.editor)}
        return f"window.EDITION_LIVE={json.dumps(known)};\n".encode() + SCRIPT.read_bytes()

    def _news(self) -> None:
        """A stream of turns, the present one first."""
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/event-stream; charset=utf-8")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        turn = self.desk.live.turn
        try:
            self._write(turn)
            while True:
                later = self.desk.live.wait(turn, PATIENCE)
                if later is turn:
                    self.wfile.write(b": \n\n")
                    self.wfile.flush()
                else:
                    self._write(turn := later)
        except OSError:  # the browser is gone
            return

    def _write(self, turn: Turn) -> None:
        told = {"turn": turn.number, "problems": [_told(problem) for problem in turn.problems]}
        self.wfile.write(f"data: {json.dumps(told, ensure_ascii=False)}\n\n".encode())
        self.wfile.flush()

    def _place(self, query: dict[str, list[str]]) -> None:
        """The place of a character as JSON; with the token, the editor is opened there."""
        chapter, unit, at = (query.get(name, [""])[0] for name in ("chapter", "unit", "at"))
        place = self.desk.live.place(chapter, unit, int(at)) if at.isascii() and at.isdigit() and len(at) < 9 else None
        if place is None:
            self._send(HTTPStatus.NOT_FOUND, "application/json", b'{"place":null}')
            return
        asked = secrets.compare_digest(query.get("token", [""])[0], self.desk.token)
        opened = asked and bool(self.desk.editor) and self.desk.open(place)
        told = {"place": f"{place.path}:{place.line}:{place.col}", "opened": opened}
        self._send(HTTPStatus.OK, "application/json", json.dumps(told, ensure_ascii=False).encode())

    def _send(self, status: HTTPStatus, kind: str, body: bytes) -> None:
        charset = "; charset=utf-8" if kind.startswith("text/") or kind.endswith("json") else ""
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}{charset}")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Requests are no news to an editor."""


def _told(problem: Problem) -> dict[str, object]:
    place = problem.place
    return {
        "place": f"{place.path}:{place.line}:{place.col}",
        "error": severity(problem) == ERROR,
        "text": shown(problem),
    }
