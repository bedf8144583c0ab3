"""uvicorn's WebSocket protocol, extended to write a frame that was encoded once for many sockets.

With ASGI's `send` each socket encodes the same text again. This extension does for uvicorn what
`websockets.broadcast()` does for its own servers. It is announced to the application as an ASGI extension in
the scope. Other servers lack the extension, and `send` is used.
"""

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State

FRAMES = "room.frames"
# Bytes that a client may leave unread; a snapshot of a large event has half of this. A phone with a slow connection
# reads one for seconds, and gets further messages meanwhile.
MOST_UNREAD = 1_000_000


def frame_of(text: str) -> bytes:
    """Encode a text message as a server's frame: in one piece, unmasked and not compressed."""
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=False)


class FrameSocket(WebSocketsSansIOProtocol):
    """A protocol whose scope offers `write_frame` and `abort` as the extension `room.frames`."""

    def handle_connect(self, event: Request) -> None:
        """Start the application with the extension in its scope."""
        super().handle_connect(event)
        # A refused handshake has no scope. The application starts in the next iteration of the loop.
        if not self.close_sent:
            self.scope["extensions"][FRAMES] = {"write": self.write_frame, "abort": self.abort}

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
