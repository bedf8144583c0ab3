"""One open socket, and a text that is encoded once for many of them."""

import contextlib
import gc
import time
from collections.abc import Callable, Coroutine, Iterator, Mapping
from typing import Any

from tourney.access.roles import Actor, Role
from tourney.access.viewers import Held
from tourney.live.boards import Audience
from tourney.live.publish import Own
from tourney.live.uvicorn_socket import frame_of

Send = Callable[[dict[str, Any]], Coroutine[Any, Any, None]]


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    """Pause garbage collection: with thousands of sockets one collection takes as long as the whole loop."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


class Listener:
    """One socket.

    Args:
        send: ASGI's.
        audience: the boards it may see.
        credential: the credential of its viewer.
        write: writes a complete frame at once, or returns that `send` must do it; None if the server does not
            support it.
        player: the player whose own boards are sent; None for other viewers.
        address: from which it was opened, as counted for limits.
        session: the stored key of its session.
        role: of its viewer.
        abort: ends the connection of a client that does not read; None if the server bounds its buffer by itself.
    """

    __slots__ = (
        "abort",
        "address",
        "alive_at",
        "audience",
        "budget",
        "credential",
        "player",
        "role",
        "send",
        "session",
        "topics",
        "write",
    )

    def __init__(
        self,
        send: Send,
        audience: Audience,
        credential: str,
        write: Callable[[bytes], bool] | None = None,
        player: int | None = None,
        address: str = "",
        session: str = "",
        role: str = "",
        abort: Callable[[], None] | None = None,
    ) -> None:
        self.abort = abort
        self.session = session
        self.role = role
        self.address = address
        self.send = send
        self.write = write
        self.player = player
        self.audience = audience
        self.credential = credential
        self.topics: tuple[str, ...] = ()
        self.alive_at = time.monotonic()
        self.budget = 0


class Ready:
    """A text encoded once for many sockets."""

    __slots__ = ("event", "frame")

    def __init__(self, text: str) -> None:
        self.event = {"type": "websocket.send", "text": text}
        self.frame = frame_of(text)


def held_by(listener: Listener) -> Held:
    """Return a socket's credentials."""
    return Held(listener.credential, listener.session, listener.role)


def actor_of(held: Held) -> Actor | None:
    """Return the actor of a socket's credentials, without a name; None for the public."""
    return Actor(held.credential, "", Role(held.role)) if held.credential and held.role else None


def own_of(listener: Listener, own: Mapping[int, Own]) -> Own | None:
    """Return the boards of a listener's own player."""
    return None if listener.player is None else own.get(listener.player)
