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


def frame_of(text: str) -> bytes:
    """Encode a text message as a server's frame: in one piece, unmasked and not compressed."""
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=False)


class FrameSocket(WebSocketsSansIOProtocol):
    """A protocol whose scope offers `write_frame` as the extension `room.frames`."""

    def handle_connect(self, event: Request) -> None:
        """Start the application with the extension in its scope."""
        super().handle_connect(event)
        # A refused handshake has no scope. The application starts in the next iteration of the loop.
        if not self.close_sent:
            self.scope["extensions"][FRAMES] = {"write": self.write_frame}

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
            or not self.writable.is_set()
            or self.transport.is_closing()
        ):
            return False
        self.transport.write(frame)
        return True
