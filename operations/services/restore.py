"""Restore a backup into this installation. What was there is moved aside, never deleted."""

import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection

from operations.models import Backup
from operations.rules.manifest import DATABASE, SECRETS, Manifest
from operations.services.archive import unpack
from operations.services.backup import copies, key_mark, known_migrations, scratch_directory
from operations.services.copies import JOURNAL_TABLES, Copies
from operations.services.stopped import room_stopped
from ops.errors import OpsError
from tourney.models import LoginSession


@dataclass(frozen=True, slots=True)
class Restored:
    """A restored backup.

    Attributes:
        manifest: of the backup.
        aside: where the former files are; None if there were none.
        rows_aside: where the former rows are, if not there.
        other_key: whether this installation has another secret key than the backup's.
    """

    manifest: Manifest
    aside: Path | None
    rows_aside: str
    other_key: bool


def restore(
    path: Path, passphrase: bytes | None = None, *, replace: bool = False, keep_tables: bool = False
) -> Restored:
    """Restore a backup.

    Args:
        path: the archive.
        passphrase: if it is encrypted.
        replace: whether to move aside what this installation has.
        keep_tables: whether the tables stay as the backup has them, for an earlier version of the code.

    Raises:
        OpsError: the room runs, this installation is not empty, or the backup does not fit; nothing was changed.
    """
    if not path.is_file():
        raise OpsError(f"There is no file {path}.")
    with room_stopped():
        database = copies()
        if not replace:
            _require_empty(database)
        with scratch_directory() as scratch:
            manifest = unpack(path, scratch, passphrase)
            _require_fitting(manifest, database)
            if database.check(scratch / DATABASE, JOURNAL_TABLES) != manifest.journal:
                raise OpsError(
                    "The archive is damaged: the journal of its database differs from its manifest."
                )
            aside = settings.DATA_DIR / f"before-restore-{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
            connection.close()
            with ExitStack() as changes:
                changes.enter_context(_replace_files(scratch, aside))
                rows_aside = changes.enter_context(database.replace(scratch / DATABASE, aside))
                if not keep_tables:
                    call_command("migrate", interactive=False, verbosity=0)
                _end_logins_and_backups()
        same = manifest.key_mark == key_mark() if not manifest.own_key else _key_is_used()
        return Restored(manifest, aside if aside.exists() else None, rows_aside, not same)


def _require_empty(database: Copies) -> None:
    media = any(path.is_file() for path in Path(settings.MEDIA_ROOT).rglob("*"))
    if database.in_use().holds_rows or media:
        raise OpsError(
            f"There is a room in {settings.DATA_DIR} or its database already. With --replace it is moved aside and "
            "kept; or restore into an empty DATA_DIR."
        )


def _require_fitting(manifest: Manifest, database: Copies) -> None:
    if manifest.engine != database.engine:
        raise OpsError(
            f"The backup is of a room on {manifest.engine}, and DATABASE_URL names {database.engine}. "
            "Restore it into the same kind of database."
        )
    if manifest.journal.table not in JOURNAL_TABLES:
        raise OpsError("The archive is damaged: its manifest names another table as the journal.")
    if DATABASE not in manifest.members:
        raise OpsError("The archive has no database.")
    known = known_migrations()
    unknown = [name for name in manifest.migrations if name not in known]
    if unknown:
        raise OpsError(
            f"The backup is of a later version ({manifest.version}; migration {unknown[0]} is not known here). "
            "Update this installation first."
        )


@contextmanager
def _replace_files(scratch: Path, aside: Path) -> Iterator[None]:
    """Move media, secrets and the data of Redis aside, and put the restored files there."""
    moved: list[str] = []
    placed: list[str] = []
    try:
        # Redis holds queues of the former room; it starts with none.
        for name in ("media", "redis", *SECRETS):
            wanted, present = scratch / name, settings.DATA_DIR / name
            if name in SECRETS and not wanted.exists():
                continue
            if present.is_file() or (present.is_dir() and any(present.iterdir())):
                aside.mkdir(mode=0o700, exist_ok=True)
                present.rename(aside / name)
                moved.append(name)
            if wanted.exists():
                if present.is_dir():
                    present.rmdir()
                shutil.move(wanted, present)
                placed.append(name)
            elif name == "media":
                present.mkdir(exist_ok=True)
        yield
    except BaseException:
        for name in placed:
            shutil.move(settings.DATA_DIR / name, scratch / name)
        for name in moved:
            if (empty := settings.DATA_DIR / name).is_dir():
                empty.rmdir()
            (aside / name).rename(settings.DATA_DIR / name)
        raise


def _end_logins_and_backups() -> None:
    """End all sessions of the restored database, and delete its unfinished backups."""
    tables = connection.introspection.table_names()
    # A session that was ended after the backup would be valid again. The tables may be those of an earlier version,
    # where Django would look for rows that depend on sessions in tables that are missing.
    with connection.cursor() as cursor:
        for model in (LoginSession, Session):
            if model._meta.db_table in tables:
                cursor.execute(f"DELETE FROM {model._meta.db_table}")  # noqa: S608 - names of our own tables
    if Backup._meta.db_table in tables:
        Backup.objects.filter(ended_at=None).delete()
    connection.close()


def _key_is_used() -> bool:
    """Return whether the processes will use the restored key: not if SECRET_KEY is set to another one."""
    stored = (settings.DATA_DIR / "secret_key").read_text().strip()
    given = settings.SECRET_KEY_GIVEN
    return not given or bool(given == stored)
