"""uvicorn's HTTP protocol with deadlines for request headers and for clients that stop reading, and with a limit on
handshakes at once.
"""

import asyncio
import socket
from typing import Any

import h11
from django.conf import settings
from uvicorn.protocols.http.h11_impl import H11Protocol

from tourney.edge.handshakes import HANDSHAKES, RETRY_SECONDS


def _send_at_once(transport: Any) -> None:
    """Let small messages leave at once. On a listening socket that several processes share, asyncio does not know the
    family, and lets the kernel wait for more.
    """
    own = transport.get_extra_info("socket")
    if own is not None and isinstance(own.getsockname(), tuple):
        own.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


class BoundedHTTP(H11Protocol):
    """A connection that closes if no request arrives in time and no answer is pending.

    The deadline is set when the connection opens and after each answer. Further bytes do not extend it: neither those
    of unfinished headers, nor the rest of a body whose request has been answered.

    Another deadline runs while the client does not read what waits for it.
    """

    _timer: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None
    _is_socket = False

    def connection_made(self, transport: Any) -> None:
        """Start the deadline on connection."""
        super().connection_made(transport)
        _send_at_once(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Handle received data; a request that has arrived ends the deadline."""
        super().data_received(data)
        if self._is_answering():
            self._stop()

    def on_response_complete(self) -> None:
        """Restart the deadline after a response, unless a pipelined request is being answered already."""
        super().on_response_complete()
        self._wait()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Leave the connection to the WebSocket, which has separate limits, or turn it away if too many are opening."""
        if HANDSHAKES.is_full:
            self._turn_away()
            return
        self._is_socket = True
        self._stop()
        self._reads_again()
        super().handle_websocket_upgrade(event)

    def _turn_away(self) -> None:
        headers = {"retry-after": f"{RETRY_SECONDS}", "content-length": "0", "connection": "close"}
        answer = h11.Response(status_code=503, headers=list(headers.items()), reason="Service Unavailable")
        for event in (answer, h11.EndOfMessage()):
            self.transport.write(self.conn.send(event))
        self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the deadlines."""
        self._stop()
        self._reads_again()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Drop the connection after the deadline: closing it would wait for the client."""
        super().pause_writing()
        if self._unread is None and not self._is_socket:
            self._unread = self.loop.call_later(settings.BODY_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Cancel that deadline: the client reads again."""
        super().resume_writing()
        self._reads_again()

    def _reads_again(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _is_answering(self) -> bool:
        return self._is_socket or (self.cycle is not None and not self.cycle.response_complete)

    def _wait(self) -> None:
        self._stop()
        if not self._is_answering() and not self.transport.is_closing():
            self._timer = self.loop.call_later(settings.BODY_SECONDS, self.transport.close)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
