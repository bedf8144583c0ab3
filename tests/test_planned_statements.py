"""Statements of commands are planned once on a connection of PostgreSQL, and stay right when tables change."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import NotSupportedError, OperationalError, ProgrammingError, connection, transaction

from tests.fixtures.room import MakesEvents, press
from tourney.access.roles import FIRST_START
from tourney.commands import count_field
from tourney.models import Tournament
from tourney.services import planned_statements
from tourney.services.prepared_query import PreparedQuery

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
_BY_KEY = PreparedQuery(lambda key: Tournament.objects.filter(pk=key).values_list("pk", "name"))


def _prepared() -> int:
    """Return how many statements the server has planned for this connection."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE NOT from_sql")
        return int(cursor.fetchone()[0])


def test_statement_is_prepared_once_and_kept_after_a_rollback_on_postgresql(make_event: MakesEvents) -> None:
    event = make_event()
    assert _BY_KEY.first(event)
    before = _prepared()
    assert before
    for key in (1, 40_000, 3_000_000_000, event):
        _BY_KEY.first(key)
    with transaction.atomic():
        _BY_KEY.first(event)
        transaction.set_rollback(True)
    assert _BY_KEY.first(event) == (event, Tournament.objects.get(pk=event).name)
    assert _prepared() == before


@pytest.fixture
def widen() -> Iterator[Callable[[], None]]:
    """Widen a column that prepared statements read, as a migration does while the room runs."""
    table, length = Tournament._meta.db_table, Tournament._meta.get_field("name").max_length

    def become(wide: int | None) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"ALTER TABLE {table} ALTER COLUMN name TYPE varchar({wide})")

    yield lambda: become(999)
    become(length)


def test_changed_column_is_read_by_a_statement_prepared_before_on_postgresql(
    make_event: MakesEvents, widen: Callable[[], None]
) -> None:
    event = make_event()
    before = _BY_KEY.first(event)
    widen()
    assert _BY_KEY.first(event) == before


def test_command_is_carried_out_after_a_column_was_changed_on_postgresql(
    make_event: MakesEvents, widen: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    event = make_event()
    press(count_field, event, by=FIRST_START, entries_by=1)
    widen()
    assert press(count_field, event, by=FIRST_START, entries_by=1).seq == Tournament.objects.get(pk=event).seq
    widen()
    # Without the second attempt the command fails: the test above would pass for another reason.
    monkeypatch.setattr("tourney.journal.commands.retry_if_outdated", lambda act: act())
    become = connection.cursor()
    become.execute(f"ALTER TABLE {Tournament._meta.db_table} ALTER COLUMN name TYPE varchar(998)")
    with pytest.raises(NotSupportedError):
        press(count_field, event, by=FIRST_START, entries_by=1)


def test_statements_are_not_prepared_where_the_setting_says_so_on_postgresql(
    make_event: MakesEvents, settings: Any
) -> None:
    settings.DATABASE_PREPARED = False
    event = make_event()
    connection.close()
    assert _BY_KEY.first(event)
    assert _prepared() == 0


@pytest.fixture
def pool() -> Iterator[None]:
    """Keep connections in a pool, as the room does."""
    connection.close()
    options = connection.settings_dict["OPTIONS"]
    options["pool"] = {"min_size": 0, "max_size": 2, "timeout": 5.0}
    yield
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]
    del options["pool"]


def _session() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def test_connection_and_its_statements_serve_the_next_request_on_postgresql(
    make_event: MakesEvents, pool: None
) -> None:
    event = make_event()
    first, found = _session(), _BY_KEY.first(event)
    before = _prepared()
    connection.close()
    assert (_session(), _BY_KEY.first(event), _prepared()) == (first, found, before)


def test_connection_lost_in_the_pool_is_replaced_on_postgresql(make_event: MakesEvents, pool: None) -> None:
    event = make_event()
    first, found = _session(), _BY_KEY.first(event)
    other = connection.copy()
    with other.cursor() as cursor:
        connection.close()
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [first])
    other.close()
    assert _BY_KEY.first(event) == found
    assert _session() != first


def test_connection_lost_while_it_is_used_is_an_operational_error_on_postgresql(
    make_event: MakesEvents,
) -> None:
    event = make_event()
    session = _session()
    for _prepared_before in (False, True):
        _BY_KEY.first(event)
    other = connection.copy()
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [session])
    other.close()
    # The first answer is the server's farewell; after it there is none.
    for _attempt in range(2):
        with pytest.raises(OperationalError):
            _BY_KEY.first(event)
    connection.close()


def test_statement_of_another_connection_is_never_carried_out_on_postgresql(make_event: MakesEvents) -> None:
    """As a pooler does that gives each transaction another connection to the server."""
    event = make_event()
    # Both clients have prepared one statement, their first.
    connection.close()
    assert _BY_KEY.first(event)
    other = connection.copy()
    try:
        planned_statements.run(other, "SELECT 'of another client', %s::int", [event])
        # Each client sends what it has prepared to the server connection of the other.
        mine, others = connection.connection, other.connection
        mine.pgconn, others.pgconn = others.pgconn, mine.pgconn
        with pytest.raises(ProgrammingError, match="does not exist"):
            _BY_KEY.first(event)
    finally:
        other.close()
        connection.close()
