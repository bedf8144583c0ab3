"""A worker keeps its connection to PostgreSQL, with the plans of its statements, from one task to the next."""

from collections.abc import Callable, Iterator

import pytest
from celery.fixups.django import DjangoWorkerFixup
from django.db import connection

from tourney.celery import app, close_unusable_connections
from tourney.models import Tournament
from tourney.services.prepared_query import PreparedQuery

pytestmark = pytest.mark.django_db(transaction=True)
_BY_KEY = PreparedQuery(lambda pk: Tournament.objects.filter(pk=pk))


@pytest.fixture
def between_tasks(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """Return what Celery does to connections before and after each task."""
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", 1800)
    monkeypatch.setitem(connection.settings_dict, "CONN_HEALTH_CHECKS", True)
    connection.close()
    fixup = DjangoWorkerFixup(app)

    def act() -> None:
        fixup.close_database()
        close_unusable_connections()

    yield act
    connection.close()


def _session() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def _plans() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements")
        return int(cursor.fetchone()[0])


def test_connection_and_plans_serve_the_next_task_on_postgresql(
    event: int, between_tasks: Callable[[], None]
) -> None:
    found = _BY_KEY.first(event)
    before = (_session(), _plans())
    assert before[1]
    for _task in range(3):
        between_tasks()
        assert _BY_KEY.first(event) == found
    assert (_session(), _plans()) == before


def test_celery_alone_closes_the_connection_on_postgresql(
    event: int, between_tasks: Callable[[], None]
) -> None:
    """The control of the test above."""
    before = _session()
    fixup = DjangoWorkerFixup(app)
    fixup.db_reuse_max = None
    fixup.close_database()
    assert _session() != before


def test_connection_that_was_lost_between_tasks_is_replaced_on_postgresql(
    event: int, between_tasks: Callable[[], None]
) -> None:
    found, first = _BY_KEY.first(event), _session()
    between_tasks()
    other = connection.copy()
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [first])
    other.close()
    assert _BY_KEY.first(event) == found
    assert _session() != first


def test_old_connection_is_replaced_so_that_statements_are_planned_again_on_postgresql(
    event: int, between_tasks: Callable[[], None]
) -> None:
    first = _session()
    connection.close_at = 0.0
    between_tasks()
    assert _session() != first
