"""Answer anonymous polls from memory, before Django's middleware and without a thread per request.

The public part of a topic is the same for everybody, so one read serves all requests within a short time.
"""

import asyncio
import contextlib
import json
import logging
import math
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs

from django.conf import settings
from django.db import close_old_connections
from django.http.request import split_domain_port, validate_host
from django.utils import translation
from django.utils.translation import gettext as _

from tourney.access.viewers import SCREEN_COOKIE, address_of_scope
from tourney.edge.bodies import language_of
from tourney.live import messages
from tourney.live.poll import wait_of_address
from tourney.live.snapshots import snapshot_of
from tourney.live.topics import parse

log = logging.getLogger(__name__)
Application = Callable[[dict[str, Any], Any, Any], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]
_PATH = "/live/"
# Maximum age of an answer. Sockets get at most as many messages a second of a topic.
_FRESH_SECONDS = 0.2
_TOPICS = 64
_HEADERS: Headers = [
    (b"content-type", b"application/json"),
    # The answer contains the server's time: a cached one would set a clock wrong, so there is no ETag either.
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
]


@dataclass(frozen=True, slots=True)
class _Public:
    """The public snapshot of a topic.

    Attributes:
        seq: the number of its last journal entry; -1 if there is no such topic.
        text: encoded, without the server's time.
        read_at: start of the read, on the monotonic clock.
    """

    seq: int
    text: bytes
    read_at: float


class PublicPolls:
    """ASGI middleware that answers polls without credentials."""

    def __init__(self, application: Application) -> None:
        """Wrap an application, which answers all other requests."""
        self._application = application
        self._found: OrderedDict[str, _Public] = OrderedDict()
        self._readings: dict[str, asyncio.Task[_Public]] = {}
        self._pool = ThreadPoolExecutor(max_workers=2, thread_name_prefix="polls")

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Serve a request."""
        topic = public_topic(scope)
        if topic is None:
            await self._application(scope, receive, send)
            return
        wait = wait_of_address(address_of_scope(scope))
        if wait:
            more = [(b"retry-after", b"%d" % math.ceil(wait))]
            await _send(send, 429, _refusal(scope, "too_many"), more)
            return
        seq = _seq_of(scope)
        try:
            found = await self._public(topic, seq)
        except Exception:
            # Django handles the request, as it does whenever rows can't be read.
            log.exception("Could not read a public snapshot of %s.", topic)
            await self._application(scope, receive, send)
            return
        if found.seq < 0:
            await _send(send, 404, _refusal(scope, "unknown_topic"))
        elif found.seq == seq:
            await _send(send, 200, messages.current(topic, seq).encode())
        else:
            await _send(send, 200, messages.with_time(found.text))

    async def _public(self, topic: str, seq: int | None) -> _Public:
        """Return a snapshot that is recent and not older than the client's."""
        found = self._found.get(topic)
        if (
            found is not None
            and time.monotonic() - found.read_at < _FRESH_SECONDS
            and (seq is None or seq <= found.seq)
        ):
            return found
        reading = self._readings.get(topic)
        if reading is None:
            reading = self._readings[topic] = asyncio.create_task(self._read(topic))
            reading.add_done_callback(lambda _done: self._readings.pop(topic, None))
        # A client that disconnects must not cancel the read for others.
        return await asyncio.shield(reading)

    async def _read(self, topic: str) -> _Public:
        found = await asyncio.get_running_loop().run_in_executor(self._pool, _read, topic)
        self._found[topic] = found
        self._found.move_to_end(topic)
        while len(self._found) > _TOPICS:
            self._found.popitem(last=False)
        return found


def public_topic(scope: dict[str, Any]) -> str | None:
    """Return the topic of an anonymous poll; None for a request that Django has to handle."""
    path = scope["path"]
    if scope["method"] != "GET" or not path.startswith(_PATH) or not path.endswith("/"):
        return None
    topic = str(path[len(_PATH) : -1])
    host = b""
    for name, value in scope["headers"]:
        if name in {b"authorization", b"transfer-encoding"} or (name == b"content-length" and value != b"0"):
            return None
        if name == b"cookie" and _may_be_somebody(value):
            return None
        if name == b"host":
            host = value
    if not _is_ours(host.decode("latin-1")):
        return None
    try:
        name = parse(topic)
    except ValueError:
        return None
    # Parts of an event have no public boards: Django refuses them.
    return topic if name.part is None else None


def _may_be_somebody(cookie: bytes) -> bool:
    return settings.SESSION_COOKIE_NAME.encode() in cookie or SCREEN_COOKIE.encode() in cookie


def _is_ours(host: str) -> bool:
    # Django refuses other names with its own page.
    domain, _port = split_domain_port(host)
    return bool(domain) and validate_host(domain, settings.ALLOWED_HOSTS)


def _seq_of(scope: dict[str, Any]) -> int | None:
    query = scope.get("query_string", b"")
    if not query or len(query) > 200:
        return None
    with contextlib.suppress(ValueError):
        value = parse_qs(query.decode("latin-1")).get("seq", [""])[-1]
        return int(value) if value.isascii() and value.isdigit() and len(value) < 19 else None
    return None


def _read(topic: str) -> _Public:
    """Read a topic in a thread outside the event loop."""
    began = time.monotonic()
    close_old_connections()
    try:
        envelope = snapshot_of(topic)
    finally:
        close_old_connections()
    if envelope is None:
        return _Public(-1, b"", began)
    return _Public(envelope.last, messages.public_without_time(envelope), began)


def _refusal(scope: dict[str, Any], code: str) -> bytes:
    accepted = dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1")
    with translation.override(language_of(accepted)):
        message = (
            _("Too many requests. Wait a moment.") if code == "too_many" else _("This topic does not exist.")
        )
    return json.dumps({"is": "refused", "code": code, "message": message}, ensure_ascii=False).encode()


async def _send(send: Any, status: int, body: bytes, more: Iterable[tuple[bytes, bytes]] = ()) -> None:
    headers = [*_HEADERS, (b"content-length", b"%d" % len(body)), *more]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
