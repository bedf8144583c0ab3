"""The doctor: nothing is wrong with a good room, and each fault is named with what to do."""

import shutil
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import redis
from django.core.management import call_command
from django.db import connection
from django.utils.timezone import localtime

from operations.models import Backup
from operations.services.checks import database, machine, processes
from operations.services.doctor import findings
from tests.fixtures.services import RedisServer
from tourney import periodic
from tourney.access.roles import Actor
from tourney.journal.append_only import put_up
from tourney.models import JournalEntry, User
from tourney.now import room_now

pytestmark = pytest.mark.django_db


@pytest.fixture
def well(data: Path, settings: Any, director: Actor, tmp_path: Path, redis_server: RedisServer) -> Path:
    """Make an installation with which nothing is wrong."""
    settings.DATA_DIR.chmod(0o700)
    (data / "secret_key").chmod(0o600)
    settings.MEDIA_ROOT.chmod(0o700)
    settings.DEBUG = False
    settings.PUSH_ANYWHERE = False
    settings.ALLOWED_HOSTS = ["clock.example", "localhost"]
    # At any hour: the last one was due long ago, not just now.
    settings.BACKUP_AT = f"{localtime(room_now() + timedelta(hours=6)):%H:%M}"
    for part in ("web", "worker", "beat"):
        periodic.note(part)
    # Jobs that earlier tests of this process have left.
    redis.Redis.from_url(redis_server.url).flushdb()
    # The journal's triggers, which tests remove on SQLite.
    put_up(connection)
    return data


def wrong() -> list[str]:
    """Return what the doctor says is wrong."""
    return [one.text for _name, found in findings() for one in found if one.wrong]


def test_nothing_is_wrong_with_a_good_room(well: Path) -> None:
    assert wrong() == []


def _set(name: str, value: Any) -> Callable[[Any], None]:
    return lambda settings: setattr(settings, name, value)


FAULTS: dict[str, tuple[Callable[[Any], None], str]] = {
    "debug": (_set("DEBUG", True), "DEBUG is on"),
    "hosts": (_set("ALLOWED_HOSTS", ["*"]), "ALLOWED_HOSTS allows every name"),
    "key": (_set("SECRET_KEY", "short"), "SECRET_KEY has fewer"),
    "token": (_set("METRICS_TOKEN", "short"), "METRICS_TOKEN has fewer"),
    "push": (_set("PUSH_ANYWHERE", True), "PUSH_ANYWHERE"),
    "tls": (_set("BEHIND_TLS", True), "BEHIND_TLS is set without TRUSTED_PROXIES"),
    "mail": (_set("EMAIL_URL", "smtp://mail.example"), "EMAIL_URL is set without PUBLIC_URL"),
    "url": (_set("PUBLIC_URL", "clock.example"), "which is no address"),
    "url host": (_set("PUBLIC_URL", "https://other.example"), "ALLOWED_HOSTS refuses it"),
    "passphrase": (_set("BACKUP_PASSPHRASE_FILE", "/nowhere"), "cannot be read"),
    "backup disk": (_set("BACKUP_DIR", Path("/nowhere/backups")), "/nowhere/backups (BACKUP_DIR) is missing"),
    "no schedule": (_set("BACKUP_AT", ""), "No backup is made by schedule"),
    "secret open": (lambda settings: (settings.DATA_DIR / "secret_key").chmod(0o644), "Other users can open"),
    "media open": (lambda settings: settings.MEDIA_ROOT.chmod(0o755), "Other users can open"),
    "worker": (lambda _: periodic.note("worker", room_now() - timedelta(minutes=1)), "more than 10 s: worker"),
    "web": (lambda _: periodic.note("web", room_now() - timedelta(minutes=1)), "The web process is not running"),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_named(well: Path, settings: Any, fault: str) -> None:
    cause, sentence = FAULTS[fault]
    cause(settings)
    (found,) = wrong()
    assert sentence in found


def test_room_that_does_not_run_is_named_once(well: Path) -> None:
    for part in ("web", "worker", "beat"):
        periodic.note(part, room_now() - timedelta(hours=2))
    assert wrong() == ["The room is not running. Start it: make run"]


def test_missing_failed_and_lost_backups_are_named(well: Path, settings: Any) -> None:
    User.objects.update(date_joined=room_now() - timedelta(days=3))
    (found,) = wrong()
    assert "was not made" in found
    due = Backup.objects.create(
        started_at=room_now(), ended_at=room_now(), path="/nowhere", due_at=room_now()
    )
    (found,) = wrong()
    assert "no longer there" in found
    due.delete()
    made = settings.BACKUP_DIR / "daily"
    made.touch()
    Backup.objects.create(started_at=room_now(), ended_at=room_now(), path=str(made))
    assert wrong() == []


def test_passphrase_that_other_users_can_read_is_noted(well: Path, settings: Any, tmp_path: Path) -> None:
    file = tmp_path / "passphrase"
    file.write_text("a long passphrase\n")
    settings.BACKUP_PASSPHRASE_FILE = str(file)
    for mode, named in ((0o644, True), (0o600, False)):
        file.chmod(mode)
        notes = [one.text for _name, found in findings() for one in found]
        assert any("can read the passphrase" in one for one in notes) == named
    assert wrong() == []


def test_database_without_a_migration_trigger_or_entry_is_named(well: Path, event: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'operations'")
        if connection.vendor == "sqlite":
            cursor.execute("DROP TRIGGER journal_entry_is_not_deleted")
        else:
            cursor.execute("DROP TRIGGER journal_entry_stays ON tourney_journalentry")
    JournalEntry.objects.filter(seq=2, tournament=None).delete()
    found = wrong()
    assert len(found) == 3
    for sentence in ("1 migration has not been applied (operations", "some are missing", "not protected"):
        assert any(sentence in one for one in found)


def test_missing_package_file_translation_and_space_are_named(
    well: Path, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (project / "requirements.txt").write_text(
        "Django==1.0\nno-such-package==1\nother==2 ; sys_platform == 'win32'\n"
    )
    settings.PROJECT_DIR = project
    (found,) = machine.packages()
    assert "instead of 1.0" in str(found)
    assert "no-such-package is missing" in str(found)
    assert "other" not in str(found)
    (project / "requirements-otel.txt").write_text("no-such-exporter==1\n")
    settings.TRACING = True
    (found,) = machine.packages()
    assert "no-such-exporter is missing" in str(found)
    catalogue = tmp_path / "locale" / "de" / "LC_MESSAGES"
    catalogue.mkdir(parents=True)
    (catalogue / "django.po").touch()
    settings.LOCALE_PATHS = [tmp_path / "locale"]
    (found,) = machine.translations()
    assert "(de)" in str(found)
    monkeypatch.setattr(machine.finders, "find", lambda name: None)
    settings.STATIC_ROOT = well
    assert "lit-html" in str(list(machine.files_of_pages())[1])
    full = shutil._ntuple_diskusage(10, 9, 1)
    monkeypatch.setattr(machine.shutil, "disk_usage", lambda path: full)
    assert "full disk" in str(next(iter(machine.disk())))
    monkeypatch.setattr(machine.sys, "version_info", (3, 10))
    assert "too old" in str(next(iter(machine.python())))


def test_redis_and_clocks_that_are_off_are_named(
    well: Path, own_redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "measure_offset", lambda: -7.0)
    (found,) = processes.clocks()
    assert "-7.0 s" in str(found)
    own_redis.kill()
    (found,) = processes.queues()
    assert "Redis does not answer" in str(found)


def test_check_that_fails_is_a_finding_and_the_exit_code_says_so(
    well: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("doctor")
    assert "Nothing is wrong." in capsys.readouterr().out

    def fail(*_: Any) -> None:
        raise RuntimeError("The cable is out.")

    monkeypatch.setattr(database, "MigrationExecutor", fail)
    with pytest.raises(SystemExit) as ended:
        call_command("doctor", quiet=True)
    assert ended.value.code == 1
    assert "The cable is out." in capsys.readouterr().out
