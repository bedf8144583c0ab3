"""The timeouts of a connection: for a request to arrive, and for a client to read the answer."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from uvicorn.config import Config
from uvicorn.server import ServerState

from tourney.edge.uvicorn_http import BoundedHTTP

GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
UPGRADE = (
    b"GET /ws/ HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


class Transport(asyncio.Transport):
    """A connection that records what is written to it."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 2)})
        self.written = b""
        self.closed = False
        self.aborted = False

    def write(self, data: Any) -> None:
        self.written += bytes(data)

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.aborted = True

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        pass


class Socket(asyncio.Protocol):
    """Takes over a connection, as a WebSocket does."""

    def __init__(self, **more: Any) -> None:
        pass


class Talk:
    """A connection with an application that answers on request."""

    def __init__(self) -> None:
        self.transport = Transport()
        self.answers: asyncio.Queue[None] = asyncio.Queue()
        config = Config(self._application, interface="asgi3", ws="none", http=BoundedHTTP, log_config=None)
        config.load()
        config.ws_protocol_class = Socket  # type: ignore[assignment]
        self.protocol = BoundedHTTP(config, ServerState(), {}, asyncio.get_running_loop())
        self.protocol.connection_made(self.transport)

    async def _application(self, scope: Any, receive: Any, send: Any) -> None:
        await self.answers.get()
        await send(
            {"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]},
        )
        await send({"type": "http.response.body", "body": b"ok"})

    async def answer(self) -> None:
        """Answer the oldest request."""
        before = self.transport.written.count(b"200 OK")
        self.answers.put_nowait(None)
        for _step in range(20):
            await asyncio.sleep(0)
        assert self.transport.written.count(b"200 OK") == before + 1

    @property
    def deadline(self) -> asyncio.TimerHandle | None:
        """Return the timer that closes the connection; None if there is none."""
        timer = self.protocol._timer
        return timer if timer is not None and not timer.cancelled() else None


def _run(scene: Callable[[Talk], Awaitable[None]]) -> None:
    async def run() -> None:
        await scene(Talk())

    asyncio.run(run())


@pytest.fixture(autouse=True)
def patient(settings: Any) -> None:
    """Set a timeout longer than any test."""
    settings.BODY_SECONDS = 3600.0


def test_deadline_runs_until_a_request_has_arrived_and_again_after_its_answer() -> None:
    async def scene(talk: Talk) -> None:
        first = talk.deadline
        assert first is not None
        talk.protocol.data_received(GET[:10])
        assert talk.deadline is first
        talk.protocol.data_received(GET[10:])
        assert talk.deadline is None
        await talk.answer()
        assert talk.deadline is not None

    _run(scene)


def test_a_pipelined_request_that_is_being_answered_is_not_cut_off() -> None:
    async def scene(talk: Talk) -> None:
        talk.protocol.data_received(GET + GET)
        await talk.answer()
        assert talk.deadline is None
        await talk.answer()
        assert talk.deadline is not None

    _run(scene)


def test_half_a_pipelined_request_has_a_deadline() -> None:
    async def scene(talk: Talk) -> None:
        talk.protocol.data_received(GET + GET[:10])
        assert talk.deadline is None
        await talk.answer()
        waiting = talk.deadline
        assert waiting is not None
        talk.protocol.data_received(GET[10:12])
        assert talk.deadline is waiting

    _run(scene)


def test_unread_request_body_ends_at_the_deadline() -> None:
    async def scene(talk: Talk) -> None:
        talk.protocol.data_received(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc")
        await talk.answer()
        waiting = talk.deadline
        assert waiting is not None
        talk.protocol.data_received(b"d")
        assert talk.deadline is waiting

    _run(scene)


def test_a_socket_opened_behind_an_answer_is_not_closed() -> None:
    async def scene(talk: Talk) -> None:
        talk.protocol.data_received(GET + UPGRADE)
        await talk.answer()
        assert talk.deadline is None

    _run(scene)


def test_a_connection_that_is_lost_leaves_no_timer() -> None:
    async def scene(talk: Talk) -> None:
        talk.protocol.data_received(GET)
        talk.transport.close()
        talk.protocol.connection_lost(None)
        talk.answers.put_nowait(None)
        for _step in range(20):
            await asyncio.sleep(0)
        assert talk.deadline is None

    _run(scene)


def test_client_that_stops_reading_is_dropped_unless_it_goes_on(settings: Any) -> None:
    async def scene(talk: Talk) -> None:
        talk.protocol.data_received(GET)
        settings.BODY_SECONDS = 0.0
        talk.protocol.pause_writing()
        talk.protocol.resume_writing()
        for _step in range(20):
            await asyncio.sleep(0)
        assert not talk.transport.aborted
        talk.protocol.pause_writing()
        while not talk.transport.aborted:
            await asyncio.sleep(0)
        settings.BODY_SECONDS = 3600.0
        talk.protocol.connection_lost(None)

    _run(scene)
