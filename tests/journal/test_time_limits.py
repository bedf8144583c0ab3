"""Transactions on PostgreSQL neither wait for locks nor hold them indefinitely."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError, Error, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from operations.services.backup import copies
from ops.paths import PROJECT
from tests.fixtures.database import environment
from tests.fixtures.room import press, refusal
from tourney.access.roles import Actor
from tourney.commands import count_field
from tourney.journal.commands import lock_tournament
from tourney.models import JournalEntry
from tourney.services.time_limits import without_time_limits
from web.shared.errors import BusyDatabase

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def _locked(event: int) -> Iterator[Callable[[], None]]:
    """Lock an event in a transaction of another connection that pauses; yield a function that ends it."""
    held, let_go = threading.Event(), threading.Event()

    def hold() -> None:
        try:
            with transaction.atomic():
                lock_tournament(event)
                held.set()
                let_go.wait(60)
        except Error:
            # PostgreSQL has ended it meanwhile.
            return
        finally:
            connection.close()

    def end() -> None:
        let_go.set()
        holder.join(60)

    holder = threading.Thread(target=hold)
    holder.start()
    assert held.wait(20)
    try:
        yield end
    finally:
        end()


@pytest.fixture
def limit(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Set limits for new connections, as the settings do."""

    def set_for_new(**limits: str) -> None:
        words = " ".join(f"-c {name}={value}" for name, value in limits.items())
        monkeypatch.setitem(connection.settings_dict["OPTIONS"], "options", words)
        connection.close()

    yield set_for_new
    connection.close()


def test_command_that_waits_too_long_is_refused_with_a_message_on_postgresql(
    event: int, director: Actor, limit: Callable[..., None]
) -> None:
    limit(lock_timeout="100ms")
    with _locked(event) as end:
        refused = refusal(count_field, event, by=director, entries_by=1)
        assert refused.code == "conflict"
        assert "taking a long time" in refused.message
        assert not JournalEntry.journal(event).exists()
        end()
        assert press(count_field, event, by=director, entries_by=1).seq == 1


def test_request_that_waits_too_long_says_so_on_postgresql(event: int, limit: Callable[..., None]) -> None:
    limit(lock_timeout="100ms")

    def view(_request: HttpRequest) -> HttpResponse:
        raise AssertionError("not reached")

    middleware, request = BusyDatabase(view), RequestFactory().get("/do/x/")
    with _locked(event), pytest.raises(DatabaseError) as waited, transaction.atomic():
        lock_tournament(event)
    answer = middleware.process_exception(request, waited.value)
    assert answer is not None
    assert answer.status_code == 503
    assert b"taking a long time" in answer.content
    # The control: other errors stay errors.
    with pytest.raises(DatabaseError) as other, connection.cursor() as cursor:
        cursor.execute("SELECT no_such_column")
    assert middleware.process_exception(request, other.value) is None


def test_transaction_of_a_stopped_process_is_ended_and_its_lock_freed_on_postgresql(
    event: int, director: Actor, limit: Callable[..., None]
) -> None:
    limit(idle_in_transaction_session_timeout="300ms", lock_timeout="20s")
    with _locked(event):
        # The holder lets go only after this. Without the limit the command is refused.
        assert press(count_field, event, by=director, entries_by=1).seq == 1


def _limits() -> list[str]:
    with connection.cursor() as cursor:
        found = []
        for name in ("lock_timeout", "idle_in_transaction_session_timeout"):
            cursor.execute(f"SHOW {name}")
            found.append(cursor.fetchone()[0])
    return found


def test_processes_have_limits_and_migrations_and_backups_have_none_on_postgresql(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert _limits() == ["30s", "1min"]
    with without_time_limits():
        assert _limits() == ["0", "0"]
    assert _limits() == ["30s", "1min"]
    migrating: list[list[str]] = []
    plain = MigrationExecutor.migrate

    def migrate(self: Any, *given: Any, **more: Any) -> Any:
        migrating.append(_limits())
        return plain(self, *given, **more)

    monkeypatch.setattr(MigrationExecutor, "migrate", migrate)
    call_command("migrate", verbosity=0)
    assert migrating == [["0", "0"]]
    assert _limits() == ["30s", "1min"]
    with copies()._connect() as own:  # type: ignore[attr-defined]
        assert own.execute("SHOW lock_timeout").fetchone() == ("0",)
        assert own.execute("SHOW idle_in_transaction_session_timeout").fetchone() == ("0",)


_CODE = """
from django.conf import settings
print(settings.DATABASES["default"]["OPTIONS"].get("options"))
"""


@pytest.mark.parametrize(
    ("more", "options"),
    [
        ({}, "-c lock_timeout=30s -c idle_in_transaction_session_timeout=60s"),
        ({"DATABASE_PREPARED": "false"}, "None"),
        ({"DATABASE_POOL": "0"}, "None"),
        (
            {"DATABASE_LOCK_SECONDS": "5", "DATABASE_IDLE_SECONDS": "0", "query": "?options=-c%20geqo%3Doff"},
            "-c lock_timeout=5s -c geqo=off",
        ),
    ],
)
def test_settings_have_the_limits_but_send_none_to_pgbouncer(more: dict[str, str], options: str) -> None:
    given = {name: value for name, value in more.items() if name != "query"}
    url = "postgres://room@localhost/room" + more.get("query", "")
    settings = environment(**{**given, "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "tourney.settings"})
    words = [sys.executable, "-c", _CODE]
    done = subprocess.run(words, cwd=PROJECT, env=settings, capture_output=True, text=True, timeout=120)
    assert done.stdout.strip().splitlines()[-1] == options, done.stderr
