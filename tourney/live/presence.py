"""Which logins and devices have an open socket, over all web processes. Kept in Redis; reads only."""

from collections.abc import Collection

import redis
from django.conf import settings

from tourney.live.publish import client
from tourney.now import server_ms

# Each web process records its sockets this often; one that was not recorded for a while has gone away.
EVERY_SECONDS = 5.0
_AWAY_AFTER = 20.0
# Who has not been seen for so long is not missed: the device is switched off, or the evening is over.
_FORGOTTEN_AFTER = 12 * 3600.0


def _key() -> str:
    return f"{settings.REDIS_PREFIX}:present"


def note(credentials: Collection[str]) -> None:
    """Record that these credentials ("user:3", "token:5") have an open socket."""
    now = server_ms() / 1000
    with client().pipeline(transaction=False) as pipe:
        if credentials:
            pipe.zadd(_key(), dict.fromkeys(credentials, now))
        pipe.zremrangebyscore(_key(), 0, now - _FORGOTTEN_AFTER)
        pipe.execute()


def gone() -> set[str] | None:
    """Return the credentials that had a socket today and have none now; None while Redis is away."""
    now = server_ms() / 1000
    try:
        found = client().zrangebyscore(_key(), now - _FORGOTTEN_AFTER, now - _AWAY_AFTER)
    except redis.RedisError:
        return None
    return {one.decode() for one in found if isinstance(one, bytes)}
