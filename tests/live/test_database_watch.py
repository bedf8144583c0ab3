"""What counts as an answer of PostgreSQL."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection, connections

from tourney.live import database_watch


@pytest.fixture
def full_server(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    """Open new connections as a role that may open none; yield their parameters."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE ROLE crowded LOGIN PASSWORD 'crowded' CONNECTION LIMIT 0")
    given = {**connection.get_connection_params(), "user": "crowded", "password": "crowded"}
    monkeypatch.setattr(type(connections["default"]), "get_connection_params", lambda _self: given)
    yield given
    with connection.cursor() as cursor:
        cursor.execute("DROP ROLE crowded")


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_server_without_a_connection_left_counts_as_an_answer_on_postgresql(
    full_server: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    watch = database_watch.DatabaseWatch()
    for _time in range(2):
        watch.look()
        assert not watch.is_silent
        assert not watch.may_be_down
    assert watch.answered_at
    assert database_watch.answers_on_new_connection()
    (said,) = [one for one in caplog.messages if "max_connections" in one]
    assert "crowded" in said
    # Nor can a host serve its screens if the server refuses its login.
    full_server["user"] = "unknown"
    watch.look()
    assert watch.is_silent


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_one_of_several_servers_without_a_connection_left_is_no_answer_on_postgresql(
    full_server: dict[str, Any],
) -> None:
    host, port = str(full_server["host"]), str(full_server.get("port") or "5432")
    full_server.update(host=f"{host},{host}", port=f"{port},{port}")
    watch = database_watch.DatabaseWatch()
    watch.look()
    assert watch.is_silent
    assert not database_watch.answers_on_new_connection()


@pytest.mark.parametrize(
    ("text", "none_left"),
    [
        ("FATAL:  sorry, too many clients already", True),
        ('FATAL:  too many connections for role "room"', True),
        ("FATAL:  remaining connection slots are reserved for roles with the SUPERUSER attribute", True),
        ("FATAL:  tut mir leid, schon zu viele Verbindungen", True),
        ("FATAL:  zu viele Verbindungen für Datenbank »room«", True),
        ("FATAL:  désolé, trop de clients sont déjà connectés", True),
        ("FATAL:  spiacente, troppi client già connessi", True),
        ("FATAL:  the database system is starting up", False),
        ("FATAL:  the database system is shutting down", False),
        ('FATAL:  password authentication failed for user "room"', False),
        ("Connection refused", False),
    ],
)
def test_only_a_missing_connection_is_an_answer(text: str, none_left: bool) -> None:
    assert database_watch.has_none_left(text) is none_left
