"""The queue of what is sent to the outside: push messages to phones, and webhooks. One job at a time.

If all workers waited for slow receivers, none would run the clock.
"""

import logging

from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from tourney.live.publish import client

log = logging.getLogger(__name__)
_ONE_SECONDS = 120


def _mark() -> str:
    return f"{settings.REDIS_PREFIX}:pushing"


def enqueue_push(task: str) -> None:
    """Enqueue a job unless one is queued or running. Without a broker, what it would send waits in the database.

    Args:
        task: name of the Celery task; it calls `push_is_over` at its end.
    """
    try:
        if client().set(_mark(), b"1", nx=True, ex=_ONE_SECONDS):
            current_app.send_task(task, queue="push", expires=_ONE_SECONDS, retry=False)
    except (RedisError, OperationalError) as error:
        log.warning("Could not enqueue the push job (%s); retrying.", error)


def push_is_over() -> None:
    """Record that the job has ended, so that the next one may start."""
    try:
        client().delete(_mark())
    except RedisError as error:
        log.info("Could not record the end of a push job (%s); its lock expires by itself.", error)
