"""Backups by schedule: what is due, what became of it, and which files are kept."""

import logging
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import DatabaseError, IntegrityError, transaction

from operations.models import Backup
from operations.rules.backup_times import latest_due, made_at, parse_time
from operations.rules.retention import choose_backups, parse_retention
from operations.services.backup import LONGEST, Made, make_backup
from operations.services.passphrase import read_passphrase
from ops.errors import OpsError
from tourney.models import User
from tourney.now import room_now

log = logging.getLogger(__name__)
_ROWS_KEPT = 200


def due_now(now: datetime) -> datetime | None:
    """Return when the last backup was due; None if none is made by schedule, or the room is newer."""
    at = parse_time(settings.BACKUP_AT)
    if at is None:
        return None
    due = latest_due(now, at, ZoneInfo(settings.TIME_ZONE))
    return due if User.objects.filter(date_joined__lt=due).exists() else None


def take(due: datetime) -> Backup | None:
    """Record a backup that is due; None if it was recorded already."""
    if Backup.objects.filter(due_at=due).exists():
        return None
    try:
        with transaction.atomic():
            return Backup.objects.create(due_at=due)
    except IntegrityError:
        return None  # another process did at the same time


def make_scheduled(pk: int) -> None:
    """Make a backup that is due; nothing if another process makes it."""
    if not Backup.objects.filter(pk=pk, started_at=None).update(started_at=room_now()):
        return
    try:
        passphrase = read_passphrase(settings.BACKUP_PASSPHRASE_FILE)
        directory = Path(settings.BACKUP_DIR)
        if not is_default(directory) and not directory.is_dir():
            # Created here, it would be on the disk of the system while its own disk is not mounted.
            raise OpsError(f"{directory} is missing. Mount its disk, or create it.")
        made = make_backup(directory, passphrase, daily=True)
    except Exception as error:
        log.exception("The backup failed.")
        _end(pk, error=str(error) or type(error).__name__)
        return
    _end(pk, made=made)
    log.info("Backup %s: %d journal entries, verified.", made.path, made.manifest.journal.entries)
    delete_old(directory)


def is_default(directory: Path) -> bool:
    """Return whether backups go into the data directory, where their directory is created as needed."""
    return directory == Path(settings.DATA_DIR) / "backups"


def backup_now(directory: Path, passphrase: bytes | None, name: str = "") -> Made:
    """Make a backup that somebody asked for, and record it.

    Args:
        directory: where it goes.
        passphrase: encrypts it.
        name: of the file; by default one with the time.

    Raises:
        OpsError: it failed.
    """
    try:
        pk = Backup.objects.create(started_at=room_now()).pk
    except DatabaseError as error:
        # After an update, before its migrations: the backup matters more than its record.
        log.warning("The backup cannot be recorded (%s).", error)
        return make_backup(directory, passphrase, name=name)
    try:
        made = make_backup(directory, passphrase, name=name)
    except BaseException as error:
        _end(pk, error=str(error) or type(error).__name__)
        raise
    _end(pk, made=made)
    return made


def end_interrupted(now: datetime) -> None:
    """Record backups as failed that a killed process left."""
    Backup.objects.filter(ended_at=None, started_at__lt=now - LONGEST).update(
        ended_at=now, error="The process that made it was ended."
    )


def delete_old(directory: Path) -> list[Path]:
    """Delete the backups that the retention does not keep, and what interrupted ones have left; return them."""
    old = old_backups(directory)
    limit = (room_now() - LONGEST).timestamp()
    # Drafts of backups that were interrupted.
    old += [path for path in directory.glob(".*-*Z.tar.gz*.part") if path.stat().st_mtime < limit]
    for path in old:
        path.unlink(missing_ok=True)
    return old


def old_backups(directory: Path) -> list[Path]:
    """Return the backups that the retention does not keep."""
    files = {
        at: path for path in directory.iterdir() if (at := made_at(path.name)) is not None and path.is_file()
    }
    keep = choose_backups(list(files), parse_retention(settings.BACKUP_KEEP), ZoneInfo(settings.TIME_ZONE))
    return [path for at, path in files.items() if at not in keep]


def _end(pk: int, made: Made | None = None, error: str = "") -> None:
    outcome = (
        {"error": error[:500]}
        if made is None
        # It may have been recorded as interrupted, because it took long.
        else {
            "error": "",
            "path": str(made.path)[:500],
            "size": made.size,
            "entries": made.manifest.journal.entries,
        }
    )
    Backup.objects.filter(pk=pk).update(ended_at=room_now(), **outcome)
    newest = Backup.objects.order_by("-pk").values_list("pk", flat=True)[:_ROWS_KEPT]
    Backup.objects.exclude(pk__in=list(newest)).delete()
