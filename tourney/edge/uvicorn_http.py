"""uvicorn's HTTP protocol with a deadline for request headers."""

import asyncio
from typing import Any

import h11
from django.conf import settings
from uvicorn.protocols.http.h11_impl import H11Protocol


class BoundedHTTP(H11Protocol):
    """A connection that closes if request headers do not arrive in time."""

    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Start the deadline on connection."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Handle received data."""
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE and self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def on_response_complete(self) -> None:
        """Restart the deadline after a response."""
        super().on_response_complete()
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the deadline."""
        if self._timer is not None:
            self._timer.cancel()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self.loop.call_later(settings.BODY_SECONDS, self.transport.close)
