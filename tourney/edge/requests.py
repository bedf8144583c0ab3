"""Give every request an id, measure it, and log it."""

import logging
import re
import time
import uuid
from typing import Any

from django.conf import settings

from tourney.edge.log_context import REQUEST
from tourney.edge.metrics import REQUESTS, part_of
from tourney.edge.peers import Application
from tourney.edge.tracing import end_request, request_span

log = logging.getLogger(__name__)
_HEADER = b"x-request-id"
# An id of a proxy is taken over if it is one; anything else may be made to confuse the log.
_ID = re.compile(rb"[A-Za-z0-9_-]{8,64}")


class Requests:
    """ASGI middleware around all requests."""

    def __init__(self, application: Application) -> None:
        """Wrap an application."""
        self._application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Serve a request."""
        given = next((value for name, value in scope["headers"] if name == _HEADER), b"")
        number = given if _ID.fullmatch(given) else uuid.uuid4().hex.encode()
        mark = REQUEST.set(number.decode())
        started, status = time.perf_counter(), 500
        is_file = scope["path"].startswith(settings.STATIC_URL)

        async def answer(message: dict[str, Any]) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            # Without it for files: a page has dozens, and their paths say what they are.
            if message["type"] == "http.response.start" and not is_file:
                message = {**message, "headers": [*message.get("headers", ()), (_HEADER, number)]}
            await send(message)

        try:
            with request_span(scope["method"], scope["path"]) as span:
                try:
                    await self._application(scope, receive, answer)
                finally:
                    end_request(span, scope["method"], scope["path"], status)
                    span.note(request_id=number.decode())
        finally:
            seconds = time.perf_counter() - started
            REQUESTS.labels(part_of(scope["path"]), f"{status // 100}xx").observe(seconds)
            log.info(
                "%s %s %d",
                scope["method"],
                scope["path"][:300],
                status,
                extra={"status": status, "ms": round(seconds * 1000, 1)},
            )
            REQUEST.reset(mark)
