"""A server for the browser tests: it serves the display's files and speaks docs/wire.md, with chosen faults.

It runs its own loop in a thread. All methods may be called from the test's thread.
"""

import asyncio
import contextlib
import json
import logging
import mimetypes
import random
import re
import threading
import time
import zlib
from collections.abc import Callable, Coroutine
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from web.shared import packages

PROJECT = Path(__file__).resolve().parents[2]
STATIC = PROJECT / "static"
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "worker-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'"
)
QR = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h3v3H1zM5 1h3v3H5zM1 5h3v3H1z"/></svg>'
Message = dict[str, Any]
QUIET = logging.getLogger("tests.mock_feed")
QUIET.setLevel(logging.ERROR)


class MockFeed:
    """The server, its boards and its current faults.

    Attributes:
        boards: topic → name → board. Change them through `press`.
        latency: lowest and highest delay of a message in each direction (seconds).
        mute: no heartbeats, as when Redis is away.
        waiting: its database does not answer: sockets get `waiting` instead of heartbeats.
        deaf: sockets stay open but deliver nothing, as on a half-open connection.
        refusing: sockets are not accepted.
        http_down: pages and polls are answered with 503.
        lose: this many of the next changes are not sent.
        skew: ms by which the server's clock is ahead of this machine's.
        build: what the heartbeats carry.
        heard: all messages from clients.
        config: the configuration given to the page.
        lists: topic → seats by player, as `seat` keeps them.
        lists_asked: number of requests for these lists.
        files: path → content of uploaded files.
    """

    def __init__(self, words: dict[str, str], heartbeat: float = 5.0, port: int = 0) -> None:
        self.boards: dict[str, dict[str, Message]] = {"room": {}}
        self.seqs: dict[str, int] = {"room": 0}
        self.latency = (0.0, 0.0)
        self.mute = self.waiting = self.deaf = self.refusing = self.http_down = False
        self.lose = 0
        self.skew = 0
        self.build = "b1"
        self.heard: list[Message] = []
        self.polls: list[str] = []
        self.lists: dict[str, list[tuple[str, int, int]]] = {}
        self.lists_asked = 0
        self.files: dict[str, bytes] = {}
        self.words = words
        self.config: Message = {
            "screen": 5, "code": None, "build": "b1", "socket": "/ws/live/", "poll": "/live/",
            "words": words, "language": "en", "worker": None,
        }  # fmt: skip
        self.port = port
        self._heartbeat = heartbeat
        self._sockets: dict[ServerConnection, _Pipe] = {}
        self._server: Server | None = None
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    # --- called by the test ---------------------------------------------------------------------------------
    @property
    def url(self) -> str:
        """Return the server's address without a trailing slash."""
        return f"http://localhost:{self.port}"

    def now(self) -> int:
        """Return the server's time in ms."""
        return int(time.time() * 1000) + self.skew

    def start(self) -> None:
        """Listen; after `stop`, listen on the same port again."""
        self._do(self._start())

    def stop(self) -> None:
        """Stop as after kill -9: all sockets are cut and the port is closed."""
        self._do(self._stop())

    def close(self) -> None:
        """Stop and end the thread."""
        self.stop()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)
        self._loop.close()

    def press(self, topic: str, **boards: Message) -> int:
        """Add one journal entry to the topic with the boards it changed, and return its seq.

        A structure that stays as it is does not travel, as in the real feed.
        """
        seq = self.seqs[topic] = self.seqs.get(topic, 0) + 1
        mine = self.boards.setdefault(topic, {})
        if boards.get("structure", {}).get("digest", 0) == mine.get("structure", {}).get("digest", 1):
            del boards["structure"]
        changed = {name.replace("__", ":"): {**board, "seq": seq} for name, board in boards.items()}
        mine.update(changed)
        if self.lose:
            self.lose -= 1
        else:
            self.send(topic, {"is": "change", "topic": topic, "from": seq, "seq": seq, "boards": changed})
        return seq

    def seat(self, topic: str, seats: list[tuple[str, int, int]], **more: Any) -> int:
        """Seat people: change the list and the board with its number. Return the journal entry's seq."""
        self.lists[topic] = seats
        list_seq = zlib.crc32(json.dumps(seats).encode())
        return self.press(topic, seating={"drawn": bool(seats), "list_seq": list_seq, **more})

    def send(self, topic: str, message: Message) -> None:
        """Send any message to all followers of a topic."""

        async def to_all() -> None:
            for pipe in self._sockets.values():
                if topic in pipe.topics:
                    pipe.out(message)

        self._do(to_all())

    def drop_sockets(self) -> None:
        """Cut all connections and keep listening."""

        async def cut() -> None:
            for connection in list(self._sockets):
                connection.transport.abort()

        self._do(cut())

    @property
    def connections(self) -> int:
        """Return the number of open sockets."""
        return len(self._sockets)

    # --- serving ------------------------------------------------------------------------------------------
    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(10)

    async def _start(self) -> None:
        self._server = await serve(
            self._talk, "localhost", self.port, process_request=self._http, ping_interval=None, close_timeout=0.2,
            logger=QUIET, select_subprotocol=lambda _connection, offered: "room" if "room" in offered else None,
        )  # fmt: skip
        self.port = next(iter(self._server.sockets)).getsockname()[1]
        self._beating = asyncio.create_task(self._beat())

    async def _stop(self) -> None:
        if self._server is None:
            return
        self._beating.cancel()
        for connection in list(self._sockets):
            connection.transport.abort()
        self._server.close(close_connections=True)
        await self._server.wait_closed()
        self._server = None

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self._heartbeat)
            for pipe in self._sockets.values():
                seqs = {topic: self.seqs[topic] for topic in pipe.topics}
                if self.waiting:
                    pipe.out({"is": "waiting"})
                elif not self.mute:
                    pipe.out({"is": "heartbeat", "seqs": seqs, "server": self.now(), "build": self.build})

    async def _talk(self, connection: ServerConnection) -> None:
        pipe = self._sockets[connection] = _Pipe(self, connection)
        try:
            async for text in connection:
                pipe.later_in(json.loads(text))
        except ConnectionClosed:
            pass
        finally:
            del self._sockets[connection]

    def _take(self, pipe: "_Pipe", message: Message) -> None:
        self.heard.append(message)
        if message["do"] == "ping":
            pipe.out({"is": "pong", "n": message["n"], "server": self.now()})
        elif message["do"] == "leave":
            pipe.topics.discard(message["topic"])
        elif message["topic"] in self.seqs:
            pipe.topics.add(message["topic"])
            pipe.out(self._picture(message["topic"], message["seq"]))
        else:
            pipe.out({"is": "refused", "code": "unknown_topic", "message": message["topic"]})

    def _picture(self, topic: str, seq: int | None) -> Message:
        if seq == self.seqs[topic]:
            return {"is": "current", "topic": topic, "seq": seq}
        return {
            "is": "snapshot",
            "topic": topic,
            "seq": self.seqs[topic],
            "boards": self.boards.get(topic, {}),
        }

    def _http(self, connection: ServerConnection, request: Request) -> Response | None:
        address = urlsplit(request.path)
        if address.path == "/ws/live/":
            return _answer(503, b"", "text/plain") if self.refusing else None
        if self.http_down:
            return _answer(503, b"", "text/plain")
        if address.path.startswith("/live/"):
            topic = address.path.split("/")[2]
            if address.path.endswith("/seats/"):
                self.lists_asked += 1
                board = self.boards[topic]["seating"]
                seats = self.lists[topic]
                return _json({"seq": self.seqs[topic], "list_seq": board["list_seq"], "seats": seats})
            self.polls.append(topic)
            if topic not in self.seqs:
                return _json({"is": "refused", "code": "unknown_topic", "message": topic}, 404)
            seq = parse_qs(address.query).get("seq")
            return _json({**self._picture(topic, int(seq[0]) if seq else None), "server": self.now()})
        if address.path == "/tv/":
            return _answer(200, page(self.config).encode(), "text/html; charset=utf-8")
        if address.path == "/blank/":
            return _answer(200, b"<!doctype html><title>empty</title>", "text/html", loose=True)
        if address.path.startswith("/words/"):
            return _json(self.words)
        if address.path == "/room.css":
            return _answer(200, b":root { --room: #0d6b57; }", "text/css")
        if address.path == "/tv/qr.svg":
            return _answer(200, QR, "image/svg+xml")
        if address.path in self.files:
            return _answer(
                200, self.files[address.path], mimetypes.guess_type(address.path)[0] or "", kept=True
            )
        if address.path == "/tv/sw.js":
            return _file(STATIC / "tv/sw.js")
        if address.path.startswith("/static/packages/"):
            return _file(packages.folder() / packages.FILES[address.path.removeprefix("/static/packages/")])
        if address.path.startswith("/static/"):
            return _file(STATIC / address.path.removeprefix("/static/"))
        return _answer(404, b"", "text/plain")


class _Pipe:
    """One socket with its delays: messages stay in order in each direction, as on a real connection."""

    def __init__(self, feed: MockFeed, connection: ServerConnection) -> None:
        self.topics: set[str] = set()
        self._feed = feed
        self._connection = connection
        self._free = {"in": 0.0, "out": 0.0}
        self._tasks: set[asyncio.Task[None]] = set()

    def later_in(self, message: Message) -> None:
        self._later("in", lambda: self._feed._take(self, message))

    def out(self, message: Message) -> None:
        if not self._feed.deaf:
            self._later("out", lambda: self._write(json.dumps(message)))

    def _later(self, way: str, work: Callable[[], None]) -> None:
        loop = asyncio.get_running_loop()
        at = max(self._free[way], loop.time() + random.uniform(*self._feed.latency))
        self._free[way] = at
        if at <= loop.time():
            work()
        else:
            loop.call_at(at, work)

    def _write(self, text: str) -> None:
        async def send() -> None:
            with contextlib.suppress(ConnectionClosed):
                await self._connection.send(text)

        task = asyncio.create_task(send())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def page(config: Message) -> str:
    """Return the display's page as the server's template renders it."""
    text = (PROJECT / "templates/tv/page.html").read_text()
    text = re.sub(r"{% load [\w ]+ %}", "", text)
    text = re.sub(r'{% use_module "([^"]+)" %}', r'<script type="module" src="/static/\1"></script>', text)
    text = text.replace("{% page_modules %}", "")
    text = re.sub(r"{% static '([^']+)' %}", r"/static/\1", text)
    text = text.replace("{{ config.language }}", config["language"])
    text = text.replace("{{ zone }}", config.get("zone", "Europe/Zurich"))
    text = re.sub(r"{{ title[^}]*}}", "Display", text)
    text = text.replace("{% url 'room_css' %}?{{ room.accent|slice:'1:' }}", "/room.css")
    data = json.dumps(config).replace("<", "\\u003c")
    text = text.replace(
        '{{ config|json_script:"config" }}', f'<script id="config" type="application/json">{data}</script>'
    )
    assert "{{" not in text, "the template uses something that this server does not provide"
    assert "{%" not in text, "the template uses something that this server does not provide"
    return text


def _answer(status: int, body: bytes, kind: str, *, loose: bool = False, kept: bool = False) -> Response:
    headers = Headers({
        "Content-Type": kind, "Content-Length": str(len(body)), "Connection": "close",
        "Cache-Control": "max-age=3600" if kept else "no-cache",
    })  # fmt: skip
    if not loose:  # Empty pages have no CSP: a test may build functions from text there.
        headers["Content-Security-Policy"] = CSP
    return Response(status, HTTPStatus(status).phrase, headers, body)


def _json(data: Message, status: int = 200) -> Response:
    return _answer(status, json.dumps(data).encode(), "application/json")


def _file(path: Path) -> Response:
    if not path.is_file() or not {STATIC, packages.folder().resolve()} & set(path.resolve().parents):
        return _answer(404, b"", "text/plain")
    kind = mimetypes.guess_type(path.name)[0] or "text/plain"
    return _answer(200, path.read_bytes(), kind, kept=path.name != "sw.js")
