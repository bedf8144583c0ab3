"""The last backup, and whether there should be a newer one."""

from datetime import datetime, timedelta

from operations.models import Backup
from operations.services.schedule import due_now

# A backup may take this long before it counts as missing.
_PATIENCE = timedelta(hours=1)


def last_made() -> Backup | None:
    """Return the last backup that was made and verified."""
    return Backup.objects.filter(ended_at__isnull=False, error="").order_by("-pk").first()


def last_error() -> str:
    """Return why the last attempt failed; empty if it did not."""
    last = Backup.objects.filter(ended_at__isnull=False).order_by("-pk").first()
    return last.error if last is not None else ""


def missing_since(now: datetime) -> datetime | None:
    """Return when a backup by schedule was due that was not made, an hour afterwards; None if none is missing.

    A backup that failed counts at once. One that was made since, by hand or by schedule, makes up for it.
    """
    due = due_now(now)
    if due is None:
        return None
    made = last_made()
    if made is not None and made.started_at is not None and made.started_at >= due:
        return None
    failed = Backup.objects.filter(due_at=due).exclude(error="").exists()
    return due if failed or now - due > _PATIENCE else None
