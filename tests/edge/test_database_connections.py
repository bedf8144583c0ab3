"""Which processes share connections to PostgreSQL in a pool, how many, and what happens when it is replaced."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest
from django.db import DEFAULT_DB_ALIAS, connection, connections
from psycopg import OperationalError
from psycopg_pool import ConnectionPool

from ops.paths import PROJECT
from tests.fixtures.database import environment
from tourney.edge.database_connections import PooledConnection, replace_pool

_CODE = """
{first}
from django.db import connection
options = connection.settings_dict["OPTIONS"]
print(connection.settings_dict["CONN_MAX_AGE"], options.get("pool", {{}}).get("max_size"))
"""
# What a web process does as it starts, without its pages.
_SHARE = "from tourney.edge.database_connections import share_connections as share; share()"
_WEB, _CELERY = "import tourney.asgi", "import tourney.celery"


@pytest.mark.parametrize(
    ("first", "more", "found"),
    [
        (_WEB, {}, "0 32"),
        (_SHARE, {"WEB_PROCESSES": "3"}, "0 10"),
        (_SHARE, {"WEB_PROCESSES": "9"}, "0 8"),
        (_SHARE, {"WEB_PROCESSES": "3", "DATABASE_POOL": "20"}, "0 20"),
        (_SHARE, {"DATABASE_POOL": "0"}, "0 None"),
        # Workers and the beat have one thread that needs the database, which keeps its connection.
        (_CELERY, {}, "1800 None"),
    ],
    ids=["web", "three", "nine", "given", "none", "celery"],
)
def test_only_web_processes_have_a_pool(first: str, more: dict[str, str], found: str) -> None:
    url = "postgres://room@localhost/room"
    settings = environment(**more, DATABASE_URL=url)
    words = [sys.executable, "-c", _CODE.format(first=first)]
    done = subprocess.run(words, cwd=PROJECT, env=settings, capture_output=True, text=True, timeout=120)
    assert done.stdout.strip().splitlines()[-1:] == [found], done.stderr


Pool = ConnectionPool[PooledConnection]


def _new_pool() -> Pool:
    given = connection.get_connection_params()
    return ConnectionPool(kwargs=given, connection_class=PooledConnection, min_size=0, max_size=4, open=True)


def _pools() -> dict[str, Pool]:
    return connections[DEFAULT_DB_ALIAS]._connection_pools  # type: ignore[attr-defined,no-any-return]


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> Iterator[Pool]:
    """Return the pool of this process."""
    made = _new_pool()
    monkeypatch.setitem(_pools(), DEFAULT_DB_ALIAS, made)
    yield made
    made.close()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_replaced_pool_ends_only_statements_that_still_wait_on_postgresql(
    pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that is answered within the grace, a connection between two statements and other pools go on."""
    with (
        ThreadPoolExecutor(3) as threads,
        _new_pool() as others,
        others.connection() as holder,
        pool.connection() as between,
        pool.connection() as short,
        pool.connection() as waits,
        others.connection() as foreign,
    ):
        for lock in (1, 2):
            holder.execute("SELECT pg_advisory_lock(%s)", [lock])
        between.execute("CREATE TEMPORARY TABLE kept ON COMMIT DROP AS SELECT 7 AS number")
        blocked = threading.Barrier(4)

        def take(one: PooledConnection, lock: int) -> None:
            number = one.info.backend_pid
            waiting = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND pid = %s"
            with _new_pool() as looks, looks.connection() as look:
                look.autocommit = True
                work = asked.submit(one.execute, "SELECT pg_advisory_lock(%s)", [lock])
                while not work.done() and look.execute(waiting, [number]).fetchone() is None:
                    pass
            blocked.wait(60)
            work.result(60)

        def answer_the_short_one(seconds: float) -> None:
            assert seconds > 0
            holder.execute("SELECT pg_advisory_unlock(1)")
            answers[short].result(60)

        grace = SimpleNamespace(sleep=answer_the_short_one)
        monkeypatch.setattr("tourney.edge.database_connections.time", grace)
        with ThreadPoolExecutor(3) as asked:
            answers = {
                one: threads.submit(take, one, lock) for one, lock in ((short, 1), (waits, 2), (foreign, 2))
            }
            blocked.wait(60)
            replace_pool()
            with pytest.raises(OperationalError):
                answers[waits].result(60)
            assert not answers[foreign].done()
            holder.execute("SELECT pg_advisory_unlock(2)")
            answers[foreign].result(60)
        assert short.execute("SELECT 1").fetchone() == (1,)
        assert between.execute("SELECT number FROM kept").fetchone() == (7,)
    assert pool.closed
    assert DEFAULT_DB_ALIAS not in _pools()
