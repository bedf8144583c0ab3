"""Backups: made while commands go on, lost data restored to the byte, and what a restore refuses."""

import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from clock.commands.announcements import say
from operations.models import Backup
from operations.services import backup as backup_service
from operations.services import postgres_copy
from operations.services.backup import make_backup
from operations.services.restore import restore
from ops.errors import OpsError
from ops.lock import RunLock
from tests.fixtures.room import press
from tests.operations.rows import journal_rows, wipe
from tests.waiting import until
from tourney.access.roles import Actor, Role

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def writer(event: int, director: Actor) -> Iterator[Callable[[], int]]:
    """Write to the journal without a pause, in a thread of its own; yield the count of what was written."""
    stop, written = threading.Event(), [0]

    def write() -> None:
        try:
            while not stop.is_set():
                press(say, event, by=director, text=f"Bitte Plätze einnehmen – «{written[0]}» \\ \U0001f0a1")
                written[0] += 1
        finally:
            connection.close()

    thread = threading.Thread(target=write)
    thread.start()
    try:
        yield lambda: written[0]
    finally:
        stop.set()
        thread.join()


def test_lost_room_is_restored_with_the_same_journal_to_the_byte_while_a_writer_goes_on(
    data: Path, restorable: None, event: int, director: Actor, settings: Any
) -> None:
    with writer(event, director) as written:
        until(lambda: written() >= 5)
        made = make_backup(settings.BACKUP_DIR)
        at_the_end = written()
        until(lambda: written() >= at_the_end + 3)
    before = journal_rows()
    shutil.rmtree(data)
    (data / "run").mkdir(parents=True)
    (data / "media").mkdir()
    wipe()

    restore(made.path)

    after = journal_rows()
    assert len(after) == made.manifest.journal.entries >= 5
    assert after == before[: len(after)]
    assert len(before) > len(after)
    assert (data / "media" / "players" / "0a1b.webp").read_bytes() == b"a face"
    assert (data / "secret_key").read_text() == settings.SECRET_KEY
    # The next command continues the numbers.
    press(say, event, by=director, text="Willkommen")
    assert journal_rows()[: len(after)] == after
    # The restored room can be backed up and restored as well.
    again = make_backup(settings.BACKUP_DIR / "again")
    assert again.manifest.journal.entries == len(after) + 1


def test_room_that_is_there_is_moved_aside_only_if_asked(
    data: Path, restorable: None, event: int, director: Actor, settings: Any
) -> None:
    made = make_backup(settings.BACKUP_DIR)
    backed_up = journal_rows()
    press(say, event, by=director, text="After the backup")
    (data / "media" / "players" / "0a1b.webp").write_bytes(b"another face")
    present = journal_rows()
    with pytest.raises(OpsError, match="--replace"):
        restore(made.path)
    assert journal_rows() == present

    done = restore(made.path, replace=True)

    assert journal_rows() == backed_up
    assert done.aside is not None
    assert (done.aside / "media" / "players" / "0a1b.webp").read_bytes() == b"another face"
    assert (data / "media" / "players" / "0a1b.webp").read_bytes() == b"a face"
    if connection.vendor == "sqlite":
        assert (done.aside / Path(connection.settings_dict["NAME"]).name).exists()
    else:
        with connection.cursor() as cursor:
            cursor.execute("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'before_restore_%'")
            [(schema,)] = cursor.fetchall()
            cursor.execute(f'SELECT count(*) FROM "{schema}".tourney_journalentry')
            assert cursor.fetchone()[0] == len(present)
            cursor.execute(f'DROP SCHEMA "{schema}" CASCADE')


def test_restore_that_fails_half_way_changes_nothing(
    data: Path, restorable: None, event: int, director: Actor, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = make_backup(settings.BACKUP_DIR)
    press(say, event, by=director, text="After the backup")
    present = journal_rows()
    (data / "media" / "players" / "0a1b.webp").write_bytes(b"another face")

    def fail(*_: Any, **__: Any) -> None:
        raise OpsError("The power failed.")

    monkeypatch.setattr("operations.services.restore.call_command", fail)
    with pytest.raises(OpsError, match="power"):
        restore(made.path, replace=True)
    assert journal_rows() == present
    assert (data / "media" / "players" / "0a1b.webp").read_bytes() == b"another face"
    assert (data / "secret_key").exists()


def test_restore_is_refused_while_the_room_runs_and_for_another_version_or_engine(
    data: Path, restorable: None, event: int, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = RunLock(data / "run")
    lock.acquire()
    made = make_backup(settings.BACKUP_DIR)
    try:
        with pytest.raises(OpsError, match="already running"):
            restore(made.path, replace=True)
    finally:
        lock.release()
    monkeypatch.setattr(
        "operations.services.restore.known_migrations",
        lambda: set(made.manifest.migrations) - {"desk.0001_initial"},
    )
    with pytest.raises(OpsError, match="later version"):
        restore(made.path, replace=True)
    monkeypatch.undo()
    monkeypatch.setattr(backup_service.copies().__class__, "engine", "another")
    with pytest.raises(OpsError, match="same kind"):
        restore(made.path, replace=True)


def test_backup_is_made_after_an_update_before_its_migrations(
    data: Path, restorable: None, event: int, settings: Any
) -> None:
    (data / "media" / ".hidden").write_bytes(b"of a file manager")
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE operations_backup RENAME TO not_there_yet")
    try:
        call_command("backup", to=settings.BACKUP_DIR)
    finally:
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE not_there_yet RENAME TO operations_backup")
    (file,) = settings.BACKUP_DIR.iterdir()
    assert file.stat().st_size > 1000
    assert not Backup.objects.exists()


def test_backup_whose_restore_differs_is_not_kept(
    data: Path, restorable: None, event: int, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = type(backup_service.copies()).dump

    def dump_without_the_last_entry(self: Any, to: Path, table: str) -> Any:
        copied = original(self, to, table)
        press(say, event, by=Actor("user:1", "dora", Role.DIRECTOR), text="Not in the manifest")
        to.unlink()
        original(self, to, table)
        return copied

    monkeypatch.setattr(type(backup_service.copies()), "dump", dump_without_the_last_entry)
    with pytest.raises(CommandError, match="differs from the room"):
        call_command("backup", to=settings.BACKUP_DIR)
    assert list(settings.BACKUP_DIR.iterdir()) == []
    assert Backup.objects.get().error.startswith("The backup was discarded")


def test_directory_with_a_dot_is_a_directory(data: Path, restorable: None, event: int, settings: Any) -> None:
    settings.BACKUP_DIR = data.parent / "disk.1"
    call_command("backup")
    (file,) = settings.BACKUP_DIR.iterdir()
    call_command("backup", to=settings.BACKUP_DIR / "my.tar.gz")
    assert {path.name for path in settings.BACKUP_DIR.iterdir()} == {file.name, "my.tar.gz"}
    with pytest.raises(CommandError, match="exists already"):
        call_command("backup", to=Path(f"{settings.BACKUP_DIR}/my.tar.gz"))


def test_next_backup_deletes_what_killed_ones_have_left(
    data: Path, restorable: None, event: int, settings: Any
) -> None:
    killed, running = data / "run" / "backup-killed", data / "run" / "backup-running"
    for path in (killed, running):
        path.mkdir()
        (path / "database").write_bytes(b"in plain text")
    old = time.time() - backup_service.LONGEST.total_seconds() - 60
    os.utime(killed, (old, old))
    names = [f"room_backup_check_{at:.0f}_0123456789ab" for at in (old, time.time())]
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            for name in names:
                cursor.execute(f"CREATE DATABASE {name}")
    try:
        make_backup(settings.BACKUP_DIR)
    finally:
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT datname FROM pg_database WHERE datname LIKE 'room_backup_check_%'")
                left = [row[0] for row in cursor.fetchall()]
                for name in left:
                    cursor.execute(f"DROP DATABASE {name}")
            assert left == names[1:]
    assert list((data / "run").iterdir()) == [running]


def test_backup_that_would_fill_a_disk_is_not_begun(
    data: Path, restorable: None, event: int, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        backup_service.shutil, "disk_usage", lambda _: SimpleNamespace(free=backup_service.RESERVE)
    )
    with pytest.raises(OpsError, match="Delete what is not needed"):
        make_backup(settings.BACKUP_DIR)
    assert list(settings.BACKUP_DIR.iterdir()) == []


def test_backup_whose_manifest_names_another_table_is_refused(
    data: Path, restorable: None, event: int, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = make_backup(settings.BACKUP_DIR)
    journal = msgspec.structs.replace(made.manifest.journal, table='x" UNION SELECT 1 --')
    manifest = msgspec.structs.replace(made.manifest, journal=journal)
    monkeypatch.setattr("operations.services.restore.unpack", lambda *_: manifest)
    with pytest.raises(OpsError, match="another table"):
        restore(made.path, replace=True)


def test_secrets_of_the_database_are_in_no_argument(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Any] = []

    def run(words: list[Any], *, env: dict[str, str], **_: Any) -> SimpleNamespace:
        seen.append((words, env["PGPASSWORD"], Path(env["PGSERVICEFILE"]).read_text()))
        return SimpleNamespace(returncode=0)

    monkeypatch.setattr(postgres_copy.subprocess, "run", run)
    monkeypatch.setattr(postgres_copy, "client_program", lambda name, _: name)
    options = {"sslpassword": "of-the-key", "sslmode": "require"}
    database = postgres_copy.PostgresCopies({"NAME": "room", "PASSWORD": "of-the-user", "OPTIONS": options})
    database._run("pg_dump", 17, beside=tmp_path / "database")
    ((words, password, service),) = seen
    assert "of-the" not in str(words)
    assert "sslmode=require" in words[-1]
    assert "service=room" in words[-1]
    assert password == "of-the-user"
    assert service == "[room]\nsslpassword=of-the-key\n"
    assert list(tmp_path.glob("*.conf")) == []
