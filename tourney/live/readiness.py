"""Answer proxies and monitors while the database does not answer, without Django."""

from typing import Any

import msgspec
from django.conf import settings

from tourney.edge.peers import Application
from tourney.live.feed import hub

_READY, _HEALTH = "/ready/", "/health/"
_HEADERS = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]


class Readiness:
    """ASGI middleware that answers `/ready/`, and `/health/` while the database is silent."""

    def __init__(self, application: Application) -> None:
        """Wrap an application, which answers all other requests."""
        self._application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Serve a request.

        `/ready/` is for a proxy, which asks several times a second: 503 if this host is cut off from the database and
        another one is not, otherwise 200.
        """
        if scope["path"] == _READY:
            # The first request creates the hub, and with it the watch of the database.
            ready = not hub().is_cut_off
            await _send(scope, send, 200 if ready else 503, {"ok": ready})
        elif scope["path"] == _HEALTH and hub().is_database_silent:
            # Django's page reads the language of the room, and would wait for the database.
            parts = {"database": {"ok": False, "says": "does not answer"}}
            about = {"ok": False, "version": settings.VERSION, "build": settings.BUILD, "parts": parts}
            await _send(scope, send, 503, about)
        else:
            await self._application(scope, receive, send)


async def _send(scope: dict[str, Any], send: Any, status: int, about: dict[str, Any]) -> None:
    body = msgspec.json.encode(about)
    head = [*_HEADERS, (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": status, "headers": head})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})
