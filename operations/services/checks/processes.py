"""Checks of what runs: web, worker, beat, Redis, and their clocks."""

import time
from collections.abc import Iterator

import redis
from django.conf import settings

from operations.services.checks.registry import Finding, check
from operations.services.figures import QUEUES
from tourney import periodic
from tourney.live.publish import client
from tourney.now import measure_offset

_FRESH_SECONDS = 10.0
_LARGEST_OFFSET = 2.0
_LONGEST_QUEUE = 200


@check("Processes")
def processes() -> Iterator[str]:
    """Check that web, worker and beat run."""
    ages = {part: periodic.age(part) for part in ("web", "worker", "beat")}
    stale = [part for part, age in ages.items() if age is None or not -_FRESH_SECONDS < age < _FRESH_SECONDS]
    if len(stale) == len(ages):
        yield "The room is not running. Start it: make run"
    elif "web" in stale:
        yield "The web process is not running, so no page opens. The runner restarts it; read its lines there."
    elif stale:
        yield (
            f"Not seen for more than {_FRESH_SECONDS:g} s: {' and '.join(stale)}. The web process stands in. Read the "
            "lines of the runner, and restart the room outside playing hours."
        )


@check("Redis")
def queues() -> Iterator[str]:
    """Check that Redis answers, and that workers take jobs."""
    try:
        there = client()
        there.ping()
        lengths = {queue: there.llen(f"{settings.REDIS_PREFIX}:{queue}") for queue in QUEUES}
    except redis.RedisError as error:
        yield f"Redis does not answer ({error}). Start the room with `make run`, or check REDIS_URL."
        return
    for queue, length in lengths.items():
        if length > _LONGEST_QUEUE:
            yield (
                f"{length} jobs wait in the queue {queue}. Check that a worker runs and takes it "
                "(--queues celery,slow,push)."
            )


@check("Clocks")
def clocks() -> Iterator[str | Finding]:
    """Check that the clocks of database, Redis and this machine agree."""
    offset = measure_offset()
    if abs(offset) > _LARGEST_OFFSET:
        yield (
            f"The clock of the database is {offset:+.1f} s from this machine's. Turn on time synchronisation (NTP) on "
            "both machines."
        )
    try:
        seconds, micros = client().time()
    except redis.RedisError:
        return
    offset = seconds + micros / 1_000_000 - time.time()
    if abs(offset) > _LARGEST_OFFSET:
        yield (
            f"The clock of Redis is {offset:+.1f} s from this machine's. Turn on time synchronisation (NTP) on both "
            "machines."
        )
