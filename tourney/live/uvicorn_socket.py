"""uvicorn's WebSocket protocol with one thing more: it takes a frame that was made once for many sockets.

ASGI's `send` makes each socket encode the same text into the same bytes again. What `websockets.broadcast()` does for
its own servers this does for uvicorn, announced to the application the way ASGI has for it, as an extension of the
scope. Under another server the extension is not there, and `send` does the same.
"""

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State

FRAMES = "room.frames"


def frame_of(text: str) -> bytes:
    """A text message as a server's frame on the wire: whole, unmasked and not compressed."""
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=False)


class FrameSocket(WebSocketsSansIOProtocol):
    """A socket whose scope offers `write_frame` as the extension `room.frames`."""

    def handle_connect(self, event: Request) -> None:
        """Begin the application, with the extension in its scope."""
        super().handle_connect(event)
        # A handshake that was refused has no scope. The application runs from the loop's next round on.
        if not self.close_sent:
            self.scope["extensions"][FRAMES] = {"write": self.write_frame}

    def write_frame(self, frame: bytes) -> bool:
        """Write a frame, if that is all there is to it.

        Args:
            frame: as made by `frame_of`.

        Returns:
            Whether it was written. Otherwise nothing was, and it is up to `send`, which knows what to do while the
            other end is slow, when the socket is closing, or when its frames are compressed.
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
