"""Daphne with limits: refuse large or slow requests while they arrive.

Daphne itself collects a whole request, in memory, before it calls the application, and gives slow
senders a minute for each piece. `python -m tourney.edge.daphne_server` takes Daphne's own options.
"""

# Daphne installs its reactor when it is imported, so it comes first.
import daphne.server  # isort: skip

import asyncio
import logging
import os
import sys
import weakref
from typing import Any

from daphne.cli import CommandLineInterface
from daphne.http_protocol import HTTPFactory, WebRequest
from daphne.ws_protocol import WebSocketProtocol
from django.conf import settings
from twisted.internet import reactor

import tourney.asgi  # noqa: F401 - sets Django up
from tourney.edge import bodies, tracing
from tourney.live.uvicorn_socket import MOST_UNREAD

# A connection without a request is closed after this many seconds.
_IDLE = 75.0
_LATE = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class BoundedRequest(WebRequest):  # type: ignore[misc]
    """A request with a size limit and a deadline."""

    def __init__(self, channel: Any, *more: Any) -> None:
        # Twisted would parse whole forms a second time.
        super().__init__(channel, *more, parsePOSTFormSubmission=False)
        self._bound = bodies.smallest_bound()
        self._taken = 0
        self._asking: asyncio.Future[int] | None = None
        _wait(channel, settings.BODY_SECONDS)

    def gotLength(self, length: int | None) -> None:
        """Handle the headers; look up the sender if the limit depends on it."""
        super().gotLength(length)
        path = self.channel._path
        if length and length > 2**40:
            length = 2**40
        if bodies.needs_question(path, length):
            self.channel.transport.pauseProducing()
            self._asking = asyncio.ensure_future(bodies.bound_of(path, length, self._headers()))
            self._asking.add_done_callback(self._answered)

    def _headers(self) -> list[tuple[bytes, bytes]]:
        raw = self.requestHeaders.getAllRawHeaders()
        return [(name.lower(), value) for name, values in raw for value in values]

    def _answered(self, asking: "asyncio.Future[int]") -> None:
        if asking.exception() is None:
            self._bound = asking.result()
        channel = getattr(self, "channel", None)
        if channel is not None and channel.transport is not None:
            channel.transport.resumeProducing()

    def handleContentChunk(self, data: bytes) -> None:
        """Keep a chunk of the body unless it exceeds the limit."""
        self._taken += len(data)
        if self._taken <= self._bound or (self._asking is not None and not self._asking.done()):
            self.content.write(data)
        elif self.content.tell():
            self.content.seek(0)
            self.content.truncate()

    def process(self) -> None:
        """Pass on the complete request, or refuse it."""
        if self._asking is not None and not self._asking.done():
            self._asking.add_done_callback(lambda _asking: self.process())
            return
        _wait(self.channel, None)
        if self._taken > self._bound:
            self._refuse(413)
        else:
            super().process()

    def _refuse(self, status: int) -> None:
        self.channel.persistent = False
        headers, text = bodies.refusal_of(self.path, self._headers(), status, self._bound)
        self.handle_reply({"type": "http.response.start", "status": status, "headers": headers})
        self.handle_reply({"type": "http.response.body", "body": text})

    def finish(self) -> None:
        """Reset the timeouts after the response for the next request."""
        channel = self.channel
        super().finish()
        _wait(channel, _IDLE)


class BoundedSocket(WebSocketProtocol):  # type: ignore[misc]
    """A socket whose client has to read what it is sent."""

    maxMessagePayloadSize: int

    def serverSend(self, content: Any, binary: bool = False) -> None:
        """Send a message; end the connection if too much waits to be read: Twisted would keep all of it."""
        transport = self.transport
        if len(transport.dataBuffer) - transport.offset + transport._tempDataLen > MOST_UNREAD:
            transport.abortConnection()
            return
        # The limit is for messages of clients; a snapshot of a large event is larger.
        largest, self.maxMessagePayloadSize = self.maxMessagePayloadSize, 0
        try:
            super().serverSend(content, binary)
        finally:
            self.maxMessagePayloadSize = largest


class BoundedFactory(HTTPFactory):  # type: ignore[misc]
    """Create connections with limited requests."""

    def buildProtocol(self, addr: Any) -> Any:
        """Return a connection with a deadline for its first request."""
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = BoundedRequest
        _wait(protocol._channel, settings.BODY_SECONDS)
        return protocol


def _wait(channel: Any, seconds: float | None) -> None:
    """Close a connection that makes no progress within some seconds; None: no limit."""
    timer = getattr(channel, "room_timer", None)
    if timer is not None and timer.active():
        timer.cancel()
    if seconds is None:
        return
    reference = weakref.ref(channel)

    def late() -> None:
        found = reference()
        if found is not None and found.transport is not None:
            found.transport.write(_LATE)
            found.transport.loseConnection()

    channel.room_timer = reactor.callLater(seconds, late)  # type: ignore[arg-type]


def main() -> None:
    """Run Daphne with these requests, until it is stopped.

    A request that is cut off then may wait in a thread for the event loop that has ended. Python would join that thread
    and never exit, so the process ends without it.
    """
    daphne.server.HTTPFactory = BoundedFactory
    daphne.server.WebSocketFactory.protocol = BoundedSocket
    CommandLineInterface.entrypoint()
    tracing.stop()
    logging.shutdown()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
