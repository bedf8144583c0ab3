"""uvicorn's WebSocket protocol, extended for thousands of sockets that are idle most of the time.

With ASGI's `send` each socket encodes the same text again; `write_frame` does for uvicorn what `websockets.broadcast()`
does for its own servers. With ASGI's `receive` each socket keeps a task, its queue and the request that opened it;
`detach` releases them. Both are announced to the application as an ASGI extension in the scope. Other servers lack the
extension, and `send` and `receive` are used.
"""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, Protocol

from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State

from tourney.edge.handshakes import HANDSHAKES

log = logging.getLogger(__name__)
FRAMES = "room.frames"
# Bytes that a client may leave unread; a snapshot of a large event has half of this. A phone with a slow connection
# reads one for seconds, and gets further messages meanwhile.
MOST_UNREAD = 1_000_000
# Shared by all sockets whose buffer is not full.
_WRITABLE = asyncio.Event()
_WRITABLE.set()


class MessageHandler(Protocol):
    """Handles the messages of a detached socket."""

    @property
    def is_open(self) -> bool:
        """Return whether it accepts further messages."""

    def handle(self, message: Any) -> Coroutine[Any, Any, None] | None:
        """Handle an ASGI message; return a coroutine to await before the next one, or None."""


def frame_of(text: str) -> bytes:
    """Encode a text message as a server's frame: in one piece, unmasked and not compressed."""
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=False)


class Inbox(asyncio.Queue[ASGIReceiveEvent]):
    """Replaces the queue of a detached socket: passes messages on in order, with a task only while one is awaited."""

    def __init__(self, socket: "FrameSocket", handler: MessageHandler) -> None:
        # The attributes of a queue are not needed.
        self._socket: FrameSocket | None = socket
        self._handler: MessageHandler | None = handler
        self._task: asyncio.Task[None] | None = None
        self._behind: list[ASGIReceiveEvent] = []

    @property
    def is_busy(self) -> bool:
        """Return whether a message is being handled."""
        return self._task is not None

    def put_nowait(self, item: ASGIReceiveEvent) -> None:
        """Pass a message on, or keep it until the one before has been handled."""
        if self._task is not None:
            self._behind.append(item)
        elif rest := self._hear(item):
            self._task = asyncio.get_running_loop().create_task(self._work(rest))

    def _hear(self, item: ASGIReceiveEvent) -> Coroutine[Any, Any, None] | None:
        handler, socket = self._handler, self._socket
        if handler is None or socket is None:
            return None
        rest = handler.handle(item)
        if item["type"] == "websocket.disconnect":
            # The last message. Break the reference cycle, so that the socket is freed without garbage collection.
            self._handler = self._socket = None
        elif not handler.is_open:
            socket.end()
        return rest

    async def _work(self, rest: Coroutine[Any, Any, None] | None) -> None:
        while rest is not None:
            try:
                await rest
            except Exception:
                log.exception("A message could not be handled.")
                if self._socket is not None:
                    self._socket.end()
            rest = None
            while self._behind and rest is None:
                rest = self._hear(self._behind.pop(0))
        self._task = None
        if self._socket is not None:
            self._socket.read_on()


class FrameSocket(WebSocketsSansIOProtocol):
    """A protocol whose scope offers `write_frame`, `abort` and `detach` as the extension `room.frames`."""

    def __init__(self, *words: Any, **more: Any) -> None:
        super().__init__(*words, **more)
        self.writable = _WRITABLE
        self.inbox: Inbox | None = None
        self._opening = False

    def handle_connect(self, event: Request) -> None:
        """Start the application with the extension in its scope."""
        super().handle_connect(event)
        # A refused handshake has no scope. The application starts in the next iteration of the loop.
        if not self.close_sent:
            self._opening = True
            HANDSHAKES.begin()
            self.scope["extensions"][FRAMES] = {
                "write": self.write_frame,
                "abort": self.abort,
                "detach": self.detach,
            }

    def _end_handshake(self) -> None:
        if self._opening:
            self._opening = False
            HANDSHAKES.end()

    async def send(self, message: ASGISendEvent) -> None:
        """Send a message of the application; the first one ends the handshake."""
        await super().send(message)
        self._end_handshake()

    async def run_asgi(self) -> None:
        """Run the application, as uvicorn does; a detached socket stays open when it has returned.

        The handshake of a client that has gone counts until then: what it asked of the database is still being read.
        """
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except BaseException:
            self.logger.exception("Exception in ASGI application\n")
            self.send_500_response()
        else:
            if not self.handshake_complete:
                self.logger.error("ASGI callable returned without completing handshake.")
                self.send_500_response()
        self._end_handshake()
        if self.inbox is not None:
            # Only the handshake needs these. A new dictionary of the remaining attributes takes half the space.
            self.request.headers.clear()
            del self.scope, self.request, self.response
            self.__dict__ = dict(self.__dict__)
        else:
            self.end()

    def end(self) -> None:
        """Close the connection, unless the client's answer to a close frame is awaited."""
        if self.close_timer is None:
            self.transport.close()

    def detach(self, handler: MessageHandler) -> None:
        """Pass all further messages on to `handler`, the disconnection as well; the application may return.

        Call it once the socket is accepted.
        """
        before = self.queue
        self.queue = self.inbox = Inbox(self, handler)
        while not before.empty():
            self.inbox.put_nowait(before.get_nowait())
        if not self.inbox.is_busy:
            self.read_on()

    def send_receive_event_to_app(self) -> None:
        """Pass a message on, and pause reading while it is handled."""
        if self.inbox is None:
            super().send_receive_event_to_app()
            return
        # uvicorn stops reading with each message.
        self.read_paused = True
        super().send_receive_event_to_app()
        self.read_paused = self.inbox.is_busy
        if self.read_paused:
            self.transport.pause_reading()

    def read_on(self) -> None:
        """Read the next message."""
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def pause_writing(self) -> None:
        """Let `send` wait: the buffer is full."""
        self.writable = asyncio.Event()

    def resume_writing(self) -> None:
        """Let `send` go on."""
        self.writable.set()
        self.writable = _WRITABLE

    def abort(self) -> None:
        """End the connection at once, with what its client has not read: it would wait for that as long as TCP does."""
        self.transport.abort()

    def write_frame(self, frame: bytes) -> bool:
        """Write a frame if it can be written at once.

        Args:
            frame: as made by `frame_of`.

        Returns:
            Whether it was written. If not, nothing was, and the caller uses `send`, which handles slow
            clients, closing sockets and compressed frames.
        """
        conn = self.conn
        if (
            conn.state is not State.OPEN
            or conn.extensions
            or self.transport.get_write_buffer_size() > MOST_UNREAD
            or self.transport.is_closing()
        ):
            return False
        self.transport.write(frame)
        return True
