"""Health of all parts of the server."""

import asyncio
import json
import logging
import math
import os
import uuid
from typing import Any

import redis
import websockets
from asgiref.sync import async_to_sync
from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from operations.services.last_backup import last_made, missing_since
from tourney import periodic
from tourney.access.viewers import address_of_request
from tourney.edge.rates import client_of, share_of
from tourney.live.poll import POLLS
from tourney.live.publish import client
from tourney.now import room_now

log = logging.getLogger(__name__)
# Beat fires every second; a part not seen for this long is unhealthy.
_FRESH_SECONDS = 6.0
_COST = 10.0


@never_cache
@require_GET
def health(request: HttpRequest) -> JsonResponse:
    """Check the socket, database and Redis, and report the last activity of worker and beat.

    Answers 200 if all is well, 503 if the room cannot be served (database or socket), and 200 with `"ok":
    false` if only background processes are missing: displays and commands work without them.
    """
    address = address_of_request(request)
    # It opens a socket and checks everything else: far more than a poll.
    wait = POLLS.take(client_of(address), share=share_of(address), cost=_COST)
    if wait:
        return JsonResponse({"ok": False}, status=429, headers={"Retry-After": str(math.ceil(wait))})
    parts: dict[str, Any] = {
        "database": _database(),
        "redis": _redis(),
        "worker": _seen("worker"),
        "beat": _seen("beat"),
        "socket": _socket(request.get_host()),
    }
    well = all(part["ok"] for part in parts.values())
    serving = parts["database"]["ok"] and parts["socket"]["ok"]
    about = {
        "ok": well,
        "version": settings.VERSION,
        "build": settings.BUILD,
        "parts": parts,
        # Not a part: a room without a backup is served all the same.
        "backup": _backup(),
    }
    return JsonResponse(about, status=200 if serving else 503)


def _database() -> dict[str, Any]:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            cursor.fetchone()
    except DatabaseError:
        return {"ok": False, "says": "does not answer"}
    return {"ok": True, "kind": connection.vendor}


def _redis() -> dict[str, Any]:
    try:
        client().ping()
    except redis.RedisError:
        return {"ok": False, "says": "does not answer"}
    return {"ok": True}


def _seen(part: str) -> dict[str, Any]:
    try:
        age = periodic.age(part)
    except DatabaseError:
        return {"ok": False, "says": "unknown without the database"}
    if age is None:
        return {"ok": False, "says": "was never seen at work"}
    return {"ok": age < _FRESH_SECONDS, "seconds_ago": round(age, 1)}


def _backup() -> dict[str, Any]:
    """Return whether the backup that was due last was made, and the age of the last one in hours."""
    try:
        now, made = room_now(), last_made()
        missing = missing_since(now)
    except DatabaseError:
        return {"ok": False, "says": "unknown without the database"}
    at = made.started_at if made is not None else None
    return {
        "ok": missing is None,
        "hours_ago": None if at is None else round((now - at).total_seconds() / 3600, 1),
    }


def _socket(host: str) -> dict[str, Any]:
    try:
        async_to_sync(_open_socket)(host)
    except Exception as error:
        log.warning("The health check could not open a socket: %s", error)
        return {"ok": False, "says": "does not open"}
    return {"ok": True}


async def _open_socket(host: str) -> None:
    """Open a socket of this server and send it a ping.

    Args:
        host: host of the request, and so an allowed origin of sockets.
    """
    port = int(os.environ.get("PORT", settings.PORT))
    number = uuid.uuid4().int % 1_000_000
    async with asyncio.timeout(3):
        async with websockets.connect(
            f"ws://127.0.0.1:{port}/ws/live/",
            origin=websockets.Origin(f"http://{host}"),
            proxy=None,
        ) as socket:
            await socket.send(json.dumps({"do": "ping", "n": number}))
            # A heartbeat may arrive before the answer.
            while json.loads(await socket.recv()).get("n") != number:
                pass
