"""Handle the messages of a client on its socket, in order. Sockets only read; commands use HTTP."""

import time
from collections.abc import Coroutine
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from tourney.edge.rates import Rate
from tourney.edge.tracing import span
from tourney.live import messages
from tourney.live.boards import Audience
from tourney.live.hub import Hub
from tourney.live.listener import Listener, actor_of, held_by
from tourney.live.topics import may_follow, parse

_LONGEST = 1024
_A_SECOND = 20
_TOPICS = 40
# An address may send as many requests as this number of sockets.
_SOCKETS_ASKING = 20
FOLLOWS = Rate("FOLLOWS_PER_MINUTE")
FOLLOWS_OF_ADDRESS = Rate("FOLLOWS_PER_MINUTE")


class ClientMessage(msgspec.Struct):
    """A message from a client."""

    do: str
    topic: str = ""
    seq: int | None = None
    structure: str | None = None
    n: int = 0


_decode = msgspec.json.Decoder(ClientMessage).decode


class Conversation:
    """The messages of one socket's client.

    Args:
        hub: the socket has joined it.
        share: number of clients behind the socket's address.
    """

    __slots__ = ("_hub", "_listener", "_share")

    def __init__(self, hub: Hub, listener: Listener, share: float) -> None:
        self._hub, self._listener, self._share = hub, listener, share

    @property
    def is_open(self) -> bool:
        """Return whether the socket is open."""
        return self._listener in self._hub.listeners

    def handle(self, message: dict[str, Any]) -> Coroutine[Any, Any, None] | None:
        """Handle an ASGI message; return a coroutine to await before the next one, or None."""
        if message["type"] != "websocket.receive" or not self.is_open:
            self.end()
            return None
        request = _request_of(self._listener, message.get("text"))
        if isinstance(request, tuple):
            self._refuse(*request)
        elif request.do == "ping":
            self._hub.write(self._listener, messages.pong(request.n))
        elif request.do == "follow":
            return self._follow(request.topic, request.seq, request.structure or "")
        else:
            self._hub.forget(self._listener, request.topic)
        return None

    def end(self) -> None:
        """Remove the socket from the hub."""
        self._hub.leave(self._listener)
        FOLLOWS.forget(f"{id(self._listener)}")

    def _refuse(self, code: int, name: str, text: str) -> None:
        self._hub.write(self._listener, messages.refused(name, text))
        self._hub.close(self._listener, code, name)
        self.end()

    async def _follow(self, name: str, seq: int | None, structure: str) -> None:
        hub, listener = self._hub, self._listener
        try:
            topic = parse(name)
        except ValueError:
            hub.write(listener, messages.refused("unknown_topic", name[:80], name[:80]))
            return
        if hub.is_database_silent:
            # The read could block this socket's messages until TCP gives up. The client sends `follow` again.
            return
        if name not in listener.topics and len(listener.topics) >= _TOPICS:
            self._refuse(4029, "too_many", _("A socket can follow at most 40 topics."))
            return
        if self._follows_too_often():
            self._refuse(4029, "too_many", _("Too many requests. Wait a moment."))
            return
        actor = actor_of(held_by(listener))
        if topic.part is not None and not await hub.in_thread(lambda: may_follow(actor, topic)):
            text = _("Your role does not allow this.")
            hub.write(listener, messages.refused("not_allowed", text, name))
            return
        with span("feed follow", "server", "", topic=name):
            await hub.follow(listener, name, seq, structure)

    def _follows_too_often(self) -> bool:
        """Return whether a socket, or all public sockets of its address, ask for snapshots too often."""
        if FOLLOWS.take(f"{id(self._listener)}"):
            return True
        return self._listener.audience is Audience.PUBLIC and bool(
            FOLLOWS_OF_ADDRESS.take(self._listener.address, share=_SOCKETS_ASKING * self._share)
        )


def _request_of(listener: Listener, text: str | None) -> ClientMessage | tuple[int, str, str]:
    """Return what a client asks for, or code, name and text of the refusal that ends its socket."""
    if text is None or len(text) > _LONGEST:
        return 4009, "too_long", _("A message can have at most 1,024 characters.")
    if _too_many(listener):
        return 4029, "too_many", _("At most 20 messages a second.")
    try:
        request = _decode(text)
    except msgspec.DecodeError:
        request = ClientMessage("")
    if request.do not in {"ping", "follow", "leave"}:
        return 4000, "not_understood", _("This is not a valid feed message.")
    return request


def _too_many(listener: Listener) -> bool:
    now = time.monotonic()
    if int(now) != int(listener.alive_at):
        listener.budget = 0
    listener.alive_at = now
    listener.budget += 1
    return listener.budget > _A_SECOND
