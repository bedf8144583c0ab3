"""The WebSocket of the feed, a plain ASGI function. It only reads; commands use HTTP."""

import asyncio
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from tourney.access.guard import LockedOut
from tourney.access.viewers import SOCKET_PROTOCOL, UnknownToken, Viewer, address_of_scope, viewer_of_socket
from tourney.edge.handshakes import HANDSHAKES, RETRY_SECONDS
from tourney.edge.rates import client_of, share_of
from tourney.live import messages
from tourney.live.boards import Audience
from tourney.live.conversation import Conversation
from tourney.live.feed_listener import FeedListener
from tourney.live.hub import Hub
from tourney.live.listener import Listener
from tourney.live.uvicorn_socket import FRAMES

_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}


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
    if mine.is_database_down or mine.is_database_silent:
        # Refused before it is accepted, so that a proxy asks another web host.
        await send({"type": "websocket.close", "code": 1013, "reason": "no database"})
        return
    if len(mine.listeners) >= settings.SOCKETS_PER_PROCESS:
        await _turn_away(send, accepting, 4013, "full", _("This server can’t connect more screens."))
        return
    address = address_of_scope(scope)
    client = client_of(address)
    if not HANDSHAKES.begin_for_client(client, share_of(address)):
        await _refuse_handshake(scope, send)
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
    finally:
        HANDSHAKES.end_for_client(client)
    if _too_many_here(mine, viewer, address):
        text = _("Too many screens are open from this address.")
        await _turn_away(send, accepting, 4013, "full", text)
        return
    await send(accepting)
    frames = (scope.get("extensions") or {}).get(FRAMES, {})
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
    mine.join(listener)
    conversation = Conversation(mine, listener, share_of(address))
    if "detach" in frames:
        frames["detach"](conversation)
        return
    # An idle socket stays open for days: release what was only needed for the handshake.
    del viewer, accepting
    for part in ("headers", "cookies", "extensions", "state", "query_string", "raw_path", "subprotocols"):
        scope.pop(part, None)
    try:
        while conversation.is_open:
            rest = conversation.handle(await receive())
            if rest is not None:
                await rest
    finally:
        conversation.end()


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


async def _refuse_handshake(scope: dict[str, Any], send: Any) -> None:
    """Refuse a handshake with 503, which proxies do not retry on another web host, or with 403 if need be."""
    if "websocket.http.response" not in (scope.get("extensions") or {}):
        await send({"type": "websocket.close", "code": 1013, "reason": "too many handshakes"})
        return
    headers = [(b"retry-after", b"%d" % RETRY_SECONDS)]
    await send({"type": "websocket.http.response.start", "status": 503, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": b""})


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


def sockets_by_audience() -> list[Audience]:
    """Return the audience of each open socket of this process; from any thread."""
    return [listener.audience for mine in list(_hubs.values()) for listener in list(mine.listeners)]
