"""Periodic tasks: backups by schedule."""

from operations.models import Backup
from operations.services import schedule
from tourney.jobs import enqueue
from tourney.now import room_now
from tourney.periodic import periodic

# A backup that no worker has begun is handed over again after this long (seconds).
_AGAIN = 60
_handed_over: dict[int, float] = {}


@periodic
def back_up() -> None:
    """Hand over a backup that is due to a worker; what no worker has begun is handed over again."""
    now = room_now()
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
