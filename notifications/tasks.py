"""Celery tasks of notifications."""

import time

from celery import shared_task

from notifications.services import push
from tourney.jobs.push_queue import push_is_over

# After this time the next job continues, so that ticks of the clock never wait long.
_SECONDS = 30.0


@shared_task(name="notifications.tasks.push_notices", ignore_result=True)
def push_notices() -> None:
    """Push pending notifications to phones whose page is closed."""
    until = time.monotonic() + _SECONDS
    try:
        while push.hand_out():
            pass
        while push.send_due() and time.monotonic() < until:
            pass
    finally:
        push_is_over()
