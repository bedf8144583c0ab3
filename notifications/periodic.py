"""Periodic tasks: push messages, and displays and tablets that come and go."""

import logging

from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from notifications.services.push import something_to_push
from tourney.live import presence
from tourney.live.publish import client, publish_boards
from tourney.periodic import periodic

log = logging.getLogger(__name__)
# One job at a time: if all workers waited for a slow push service, none would run the clock.
_ONE_SECONDS = 120
# The credentials without a connection that the last published board is from.
_known: list[set[str]] = []


def _mark() -> str:
    return f"{settings.REDIS_PREFIX}:pushing"


@periodic
def push_what_players_were_told() -> None:
    """Enqueue a job to push pending notifications. Without a broker they wait as long as they are
    relevant.
    """
    if not something_to_push():
        return
    try:
        if client().set(_mark(), b"1", nx=True, ex=_ONE_SECONDS):
            current_app.send_task(
                "notifications.tasks.push_notices", queue="push", expires=_ONE_SECONDS, retry=False
            )
    except (RedisError, OperationalError) as error:
        log.warning("Could not enqueue the push job (%s); retrying.", error)


def pushing_is_over() -> None:
    """Record that the job has ended, so that the next one may start."""
    try:
        client().delete(_mark())
    except RedisError as error:
        log.info("Could not record the end of a push job (%s); its lock expires by itself.", error)


@periodic
def publish_lost_connections() -> None:
    """Publish what waits in the room when a device loses its connection or gets it back."""
    gone = presence.gone()
    if gone is None or (_known and _known[0] == gone):
        return
    _known[:] = [gone]
    publish_boards("room", ["attention_room"])
