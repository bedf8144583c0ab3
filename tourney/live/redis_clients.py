"""Clients of the room's Redis: of one server, or of the primary that Sentinels name."""

import time
from typing import Any

import redis
import redis.asyncio
from django.conf import settings
from redis.asyncio.sentinel import Sentinel as AsyncSentinel
from redis.backoff import NoBackoff
from redis.retry import Retry
from redis.sentinel import Sentinel

from ops.redis_url import Sentinels, sentinels_of

# Seconds in which a Sentinel answers; then the next one is asked.
_SENTINEL = {"socket_timeout": 0.5, "socket_connect_timeout": 0.3}

# For so long after a failure nobody waits for Redis again.
_PAUSE_SECONDS = 1.0
_away_until = 0.0


def note_away() -> None:
    """Record that Redis has just not answered."""
    global _away_until
    _away_until = time.monotonic() + _PAUSE_SECONDS


def is_away() -> bool:
    """Return whether Redis has not answered within the last second: a command does not wait for it then."""
    return time.monotonic() < _away_until


def _options(found: Sentinels, more: dict[str, Any]) -> dict[str, Any]:
    who = {"username": found.username or None, "password": found.password or None}
    return {"db": found.database, **who, **more}


def connect(*, socket_timeout: float, socket_connect_timeout: float) -> "redis.Redis":
    """Return a client that gives up after these seconds, and tries once more where a connection had been closed."""
    more = {"socket_timeout": socket_timeout, "socket_connect_timeout": socket_connect_timeout}
    found = sentinels_of(settings.REDIS_URL)
    if found is None:
        return redis.Redis.from_url(settings.REDIS_URL, **more)
    named: Any = Sentinel(found.hosts, sentinel_kwargs=_SENTINEL)  # type: ignore[no-untyped-call]
    client: redis.Redis = named.master_for(found.name, retry=Retry(NoBackoff(), 1), **_options(found, more))
    return client


def subscriber() -> "redis.asyncio.Redis":
    """Return a client for subscriptions, which are silent as long as nothing happens."""
    more: dict[str, Any] = {"socket_timeout": None, "socket_connect_timeout": 1.0}
    found = sentinels_of(settings.REDIS_URL)
    if found is None:
        return redis.asyncio.Redis.from_url(settings.REDIS_URL, **more)
    named: Any = AsyncSentinel(found.hosts, sentinel_kwargs=_SENTINEL)  # type: ignore[no-untyped-call]
    client: redis.asyncio.Redis = named.master_for(found.name, **_options(found, more))
    return client
