"""Checks of the backups."""

import stat
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from django.conf import settings

from operations.models import Backup
from operations.services.backup import copies
from operations.services.checks.registry import Finding, check, note
from operations.services.last_backup import last_made, missing_since
from operations.services.passphrase import read_passphrase
from operations.services.postgres_copy import PostgresCopies
from operations.services.schedule import is_default
from ops.errors import OpsError
from ops.postgres import client_program
from tourney.now import room_now

_OLDEST = timedelta(days=8)


@check("Backup")
def backup() -> Iterator[str | Finding]:
    """Check that the last backup is not too old, and that the next one can be made."""
    now = room_now()
    made = last_made()
    missing = missing_since(now)
    if missing is not None:
        last = Backup.objects.exclude(error="").order_by("-pk").first()
        why = f" The last attempt failed: {last.error}" if last is not None and last.due_at == missing else ""
        yield (
            f"The backup that was due at {missing:%Y-%m-%d %H:%M} UTC was not made.{why} Make one: "
            ".venv/bin/python manage.py backup"
        )
    elif not settings.BACKUP_AT and (
        made is None or made.started_at is None or now - made.started_at > _OLDEST
    ):
        yield (
            "No backup is made by schedule (BACKUP_AT is empty), and none was made by hand in the last week. "
            "Set BACKUP_AT, or run: .venv/bin/python manage.py backup"
        )
    elif made is not None and made.due_at is not None and not Path(made.path).exists():
        yield f"The last backup, {made.path}, is no longer there. Make one: .venv/bin/python manage.py backup"
    try:
        read_passphrase(settings.BACKUP_PASSPHRASE_FILE)
    except OpsError as error:
        yield f"{error} Without it, no backup is made by schedule."
    else:
        secret = settings.BACKUP_PASSPHRASE_FILE
        if secret and stat.S_IMODE(Path(secret).stat().st_mode) & (stat.S_IRWXG | stat.S_IRWXO):
            yield note(f"Other users can read the passphrase of backups. Close its file: chmod go= {secret}")
    directory = Path(settings.BACKUP_DIR)
    if settings.BACKUP_AT and not is_default(directory) and not directory.is_dir():
        yield (
            f"{directory} (BACKUP_DIR) is missing, so no backup is made by schedule. Mount its disk, or create it: "
            f"mkdir -m 700 {directory}"
        )
    if (
        settings.BACKUP_AT
        and directory.exists()
        and directory.stat().st_dev == Path(settings.DATA_DIR).stat().st_dev
    ):
        yield note(
            f"Backups are on the disk of the data ({directory}) and are lost with it. Set BACKUP_DIR to another disk, "
            "or copy them to another machine."
        )


@check("Programs for backups")
def programs() -> Iterator[str]:
    """Check that PostgreSQL's programs are there."""
    database = copies()
    if not isinstance(database, PostgresCopies):
        return
    for name in ("pg_dump", "pg_restore"):
        try:
            client_program(name, database.version())
        except OpsError as error:
            yield str(error)
