"""Celery tasks of webhooks."""

import logging
import time

from celery import shared_task

from tourney.jobs.push_queue import push_is_over
from webhooks.commands.webhooks import stop
from webhooks.services import dispatch, outbox

log = logging.getLogger(__name__)
# After this time the next job continues: phones wait behind this one.
_SECONDS = 3.0


@shared_task(name="webhooks.tasks.push_webhooks", ignore_result=True)
def push_webhooks() -> None:
    """Record and send the messages of webhooks. May run twice at the same time."""
    until = time.monotonic() + _SECONDS
    try:
        _record(until)
        while dispatch.send_due(stop) and time.monotonic() < until:
            _record(until)
    finally:
        push_is_over()


def _record(until: float) -> None:
    """Record new messages; a failure must not keep those that wait from being sent."""
    try:
        outbox.record_all(until)
    except Exception:
        log.exception("Recording messages of webhooks failed; retrying.")
