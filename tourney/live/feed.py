"""The WebSocket of the feed, a plain ASGI function. It only reads; commands use HTTP."""

import asyncio
import logging
import time
from typing import Any

import msgspec
from django.conf import settings
from django.utils.translation import gettext as _

from tourney.access.guard import LockedOut
from tourney.access.viewers import SOCKET_PROTOCOL, UnknownToken, Viewer, address_of_scope, viewer_of_socket
from tourney.edge.rates import Rate, client_of, share_of
from tourney.live import messages
from tourney.live.boards import Audience
from tourney.live.feed_listener import FeedListener
from tourney.live.hub import Hub
from tourney.live.listener import Listener, actor_of, held_by
from tourney.live.topics import may_follow, parse
from tourney.live.uvicorn_socket import FRAMES

log = logging.getLogger(__name__)
_LONGEST = 1024
_A_SECOND = 20
_TOPICS = 40
# An address may send as many requests per socket, for this number of sockets.
_SOCKETS_ASKING = 20
FOLLOWS = Rate("FOLLOWS_PER_MINUTE")
FOLLOWS_OF_ADDRESS = Rate("FOLLOWS_PER_MINUTE")
_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}


class Said(msgspec.Struct):
    """A message from a client."""

    do: str
    topic: str = ""
    seq: int | None = None
    n: int = 0


_decode = msgspec.json.Decoder(Said).decode


def hub() -> Hub:
    """Return the hub of the running loop, with its feed listener."""
    loop = asyncio.get_running_loop()
    found = _hubs.get(loop)
    if found is None:
        found = _hubs[loop] = Hub()
        FeedListener(found).start()
    return found


async def feed(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Serve one socket. The Origin header was checked before."""
    await receive()
    accepting = _accepting(scope)
    mine = hub()
    if mine.is_blind:
        # Refused before it is accepted, so that a proxy asks another web host.
        await send({"type": "websocket.close", "code": 1013, "reason": "no database"})
        return
    if len(mine.listeners) >= settings.SOCKETS_PER_PROCESS:
        await _turn_away(send, accepting, 4013, "full", _("This server can’t connect more screens."))
        return
    try:
        viewer = await _viewer(mine, scope)
    except UnknownToken:
        await _turn_away(
            send, accepting, 4003, "unknown_token", _("This token is unknown or has been revoked.")
        )
        return
    except LockedOut:
        await _turn_away(
            send, accepting, 4029, "locked_out", _("Too many invalid tokens from this address. Wait a while.")
        )
        return
    address = address_of_scope(scope)
    client = client_of(address)
    if _too_many_here(mine, viewer, address):
        text = _("Too many screens are open from this address.")
        await _turn_away(send, accepting, 4013, "full", text)
        return
    await send(accepting)
    frames = (scope.get("extensions") or {}).get(FRAMES, {})
    # An idle socket stays open for days: release what was only needed for the handshake.
    for part in ("headers", "cookies", "extensions", "state", "query_string", "raw_path", "subprotocols"):
        scope.pop(part, None)
    listener = Listener(
        send,
        viewer.audience,
        viewer.credential,
        frames.get("write"),
        viewer.player,
        address=client,
        session=viewer.session,
        role=viewer.actor.role.value if viewer.actor else "",
        abort=frames.get("abort"),
    )
    share = share_of(address)
    del viewer
    mine.join(listener)
    try:
        while True:
            message = await receive()
            if message["type"] != "websocket.receive" or listener not in mine.listeners:
                return
            refusal = await _hear(mine, listener, message, share)
            if refusal is not None:
                code, name, text = refusal
                mine.write(listener, messages.refused(name, text))
                mine.close(listener, code, name)
                return
    finally:
        mine.leave(listener)
        FOLLOWS.forget(f"{id(listener)}")


async def no_such_socket(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Refuse sockets at other addresses without a traceback."""
    await receive()
    await send({"type": "websocket.close", "code": 4004})


async def _viewer(mine: Hub, scope: dict[str, Any]) -> Viewer:
    return await viewer_of_socket(scope, mine.in_thread)


def _accepting(scope: dict[str, Any]) -> dict[str, Any]:
    """Return the message that accepts a socket; a browser that offered subprotocols requires one of them."""
    offered = SOCKET_PROTOCOL in scope.get("subprotocols", [])
    return {"type": "websocket.accept", "subprotocol": SOCKET_PROTOCOL if offered else None}


async def _turn_away(send: Any, accepting: dict[str, Any], code: int, name: str, text: str) -> None:
    """Accept, send the reason, and close: browsers show no reason for a socket that was never accepted."""
    await send(accepting)
    await send({"type": "websocket.send", "text": messages.refused(name, text)})
    await send({"type": "websocket.close", "code": code, "reason": name})


def _too_many_here(mine: Hub, viewer: Viewer, address: str) -> bool:
    """Return whether an address has reached its socket limit; displays and staff have none."""
    if viewer.audience is not Audience.PUBLIC:
        return False
    most = float(settings.SOCKETS_PER_ADDRESS) * share_of(address)
    return mine.addresses[client_of(address)] >= most


async def _hear(
    mine: Hub, listener: Listener, message: dict[str, Any], share: float
) -> tuple[int, str, str] | None:
    """Handle a client's message. Return the reason to close its socket, or None.

    Args:
        share: number of clients behind the socket's address.
    """
    text = message.get("text")
    if text is None or len(text) > _LONGEST:
        return 4009, "too_long", _("A message can have at most 1,024 characters.")
    if _too_many(listener):
        return 4029, "too_many", _("At most 20 messages a second.")
    try:
        request = _decode(text)
    except msgspec.DecodeError:
        return 4000, "not_understood", _("This is not a valid feed message.")
    if request.do == "ping":
        mine.write(listener, messages.pong(request.n))
    elif request.do == "follow":
        try:
            topic = parse(request.topic)
        except ValueError:
            name = request.topic[:80]
            mine.write(listener, messages.refused("unknown_topic", name, name))
            return None
        if request.topic not in listener.topics and len(listener.topics) >= _TOPICS:
            return 4029, "too_many", _("A socket can follow at most 40 topics.")
        if _follows_too_often(listener, share):
            return 4029, "too_many", _("Too many requests. Wait a moment.")
        actor = actor_of(held_by(listener))
        if topic.part is not None and not await mine.in_thread(lambda: may_follow(actor, topic)):
            text = _("Your role does not allow this.")
            mine.write(listener, messages.refused("not_allowed", text, request.topic))
            return None
        await mine.follow(listener, request.topic, request.seq)
    elif request.do == "leave":
        mine.forget(listener, request.topic)
    else:
        return 4000, "not_understood", _("This is not a valid feed message.")
    return None


def _follows_too_often(listener: Listener, share: float) -> bool:
    """Return whether a socket, or all public sockets of its address, ask for snapshots too often."""
    if FOLLOWS.take(f"{id(listener)}"):
        return True
    return listener.audience is Audience.PUBLIC and bool(
        FOLLOWS_OF_ADDRESS.take(listener.address, share=_SOCKETS_ASKING * share)
    )


def _too_many(listener: Listener) -> bool:
    now = time.monotonic()
    if int(now) != int(listener.alive_at):
        listener.budget = 0
    listener.alive_at = now
    listener.budget += 1
    return listener.budget > _A_SECOND


def sockets_by_audience() -> list[Audience]:
    """Return the audience of each open socket of this process; from any thread."""
    return [listener.audience for mine in list(_hubs.values()) for listener in list(mine.listeners)]
