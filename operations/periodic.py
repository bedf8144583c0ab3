"""Periodic tasks: backups by schedule."""

import time
from datetime import datetime

from operations.models import Backup
from operations.services import schedule
from operations.services.last_backup import missing_since
from tourney.jobs import enqueue
from tourney.live.publish import publish_boards
from tourney.now import room_now
from tourney.periodic import periodic

# How often it is checked (seconds); a process checks at its first tick.
_EVERY = 20.0
_next = 0.0
# A backup that no worker has begun is handed over again after this long (seconds).
_AGAIN = 60
_handed_over: dict[int, float] = {}
# The missing backup that the last published board is from.
_published: list[datetime | None] = []


@periodic
def back_up() -> None:
    """Hand over a backup that is due to a worker."""
    global _next
    if time.monotonic() >= _next:
        _next = time.monotonic() + _EVERY
        hand_over(room_now())


def hand_over(now: datetime) -> None:
    """Hand over what is due, and again what no worker has begun; publish that a backup is missing."""
    due = schedule.due_now(now)
    if due is None:
        return
    schedule.take(due)
    schedule.end_interrupted(now)
    for pk in Backup.objects.filter(due_at__isnull=False, started_at=None, ended_at=None).values_list(
        "pk", flat=True
    ):
        if now.timestamp() - _handed_over.get(pk, 0.0) > _AGAIN:
            _handed_over[pk] = now.timestamp()
            enqueue("operations.tasks.slow_backup", pk, expires=_AGAIN)
    missing = missing_since(now)
    if [missing] != _published:
        _published[:] = [missing]
        publish_boards("room", ["attention_room"])
