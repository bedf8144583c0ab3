"""The queue of what is sent to the outside: push messages to phones, and webhooks. One job at a time, in turn.

If all workers waited for slow receivers, none would run the clock. A job that could not start because another one ran
goes before the next one of that other kind: a slow receiver of webhooks does not keep messages from phones.
"""

import logging

from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from tourney.live.publish import client

log = logging.getLogger(__name__)
_ONE_SECONDS = 120
# A job that waits asks every second: after this time it no longer waits.
_TURN_SECONDS = 5


def _mark() -> str:
    return f"{settings.REDIS_PREFIX}:pushing"


def _turn() -> str:
    return f"{settings.REDIS_PREFIX}:pushing-next"


def enqueue_push(task: str) -> None:
    """Enqueue a job unless one is queued or running, or it is another one's turn.

    Without a broker, what it would send waits in the database.

    Args:
        task: name of the Celery task; it calls `push_is_over` at its end.
    """
    name = task.encode()
    try:
        redis = client()
        if redis.get(_turn()) not in (None, name):
            return
        if redis.set(_mark(), name, nx=True, ex=_ONE_SECONDS):
            redis.delete(_turn())
            current_app.send_task(task, queue="push", expires=_ONE_SECONDS, retry=False)
        elif redis.get(_mark()) not in (None, name):
            redis.set(_turn(), name, ex=_TURN_SECONDS)
    except (RedisError, OperationalError) as error:
        log.warning("Could not enqueue the push job (%s); retrying.", error)


def push_is_over() -> None:
    """Record that the job has ended, so that the next one may start."""
    try:
        client().delete(_mark())
    except RedisError as error:
        log.info("Could not record the end of a push job (%s); its lock expires by itself.", error)
