"""Celery tasks of webhooks."""

import time

from celery import shared_task

from tourney.jobs.push_queue import push_is_over
from webhooks.commands.webhooks import stop
from webhooks.services import recording, sending

# After this time the next job continues: phones wait behind this one.
_SECONDS = 3.0


@shared_task(name="webhooks.tasks.push_webhooks", ignore_result=True)
def push_webhooks() -> None:
    """Record and send the messages of webhooks. May run twice at the same time."""
    until = time.monotonic() + _SECONDS
    try:
        recording.record_all()
        while sending.send_due(stop) and time.monotonic() < until:
            recording.record_all()
    finally:
        push_is_over()
