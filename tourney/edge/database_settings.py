"""Settings of the database. `tourney/settings.py` takes them over."""

import os
from pathlib import Path
from typing import Any

from ops.web import process_count
from tourney.edge.environment import Env

env = Env()
# The most connections to PostgreSQL that the web processes of a host keep together, and the least that each may keep.
_PER_HOST, _PER_PROCESS = 32, 8

# Connections to PostgreSQL that each web process keeps at most, for the next requests; a request that finds none free
# waits. 0: a connection for each request. Default: 32, divided by `WEB_PROCESSES`, at least 8.
DATABASE_POOL = env.int("DATABASE_POOL", default=max(_PER_PROCESS, _PER_HOST // process_count(os.environ)))
# Whether PostgreSQL plans the statements of commands once on a connection instead of at each call. False behind
# PgBouncer in transaction mode, unless its `max_prepared_statements` is set.
DATABASE_PREPARED = env.bool("DATABASE_PREPARED", default=True)
# PgBouncer refuses clients that set the two limits below.
_WITHOUT_PGBOUNCER = DATABASE_POOL > 0 and DATABASE_PREPARED
# For how many seconds a command may wait for another one that changes the same event, before it is refused. Drawing
# seats for a whole field takes far less. 0: the setting of the database server applies. Default: 30; 0 with
# `DATABASE_POOL=0` or without `DATABASE_PREPARED`, because PgBouncer refuses clients that set it.
DATABASE_LOCK_SECONDS = env.int("DATABASE_LOCK_SECONDS", default=30 if _WITHOUT_PGBOUNCER else 0)
# After how many seconds PostgreSQL ends a transaction whose process has stopped in the middle of it, with its locks.
# Backups and migrations have no such limits. 0: the setting of the database server applies. Default: 60; 0 where the
# default of `DATABASE_LOCK_SECONDS` is 0.
DATABASE_IDLE_SECONDS = env.int("DATABASE_IDLE_SECONDS", default=60 if _WITHOUT_PGBOUNCER else 0)
# Options of the pool of a web process.
DATABASE_POOL_OPTIONS = {
    "min_size": 0,
    "max_size": DATABASE_POOL,
    # How long a request waits for a connection, and how long the pool tries to replace one.
    "timeout": 5.0,
    "reconnect_timeout": 4.0,
    # A new connection plans its statements again, for tables that may have grown; unused ones are closed.
    "max_lifetime": 1800.0,
    "max_idle": 120.0,
}


def database_in(data: Path) -> dict[str, Any]:
    """Return the settings of the database.

    Args:
        data: the data directory.
    """
    # `postgres://user:password@host/name` for a big room. Default: `sqlite:///DATA_DIR/room.sqlite3`.
    found: dict[str, Any] = env.db("DATABASE_URL", default=f"sqlite:///{data}/room.sqlite3")
    # A file with the password of `DATABASE_URL`, as containers provide secrets.
    password_file = env.str("DATABASE_PASSWORD_FILE", default="")
    if password_file:
        found["PASSWORD"] = Path(password_file).read_text(encoding="utf-8").strip()
    if found["ENGINE"].endswith("sqlite3"):
        return {**found, **_sqlite(found), "TEST": {"NAME": str(data / "test.sqlite3")}}
    return {**found, **_postgresql(found)}


def _sqlite(given: dict[str, Any]) -> dict[str, Any]:
    options = {
        # WAL lets screens read while a command writes. IMMEDIATE makes commands queue instead of failing half-way.
        # synchronous=FULL: what the journal has confirmed survives a power failure.
        "transaction_mode": "IMMEDIATE",
        "timeout": 30,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; "
        # Erased personal data are overwritten in the file.
        "PRAGMA secure_delete=ON;",
    }
    return {"OPTIONS": {**given.get("OPTIONS", {}), **options}}


def _postgresql(given: dict[str, Any]) -> dict[str, Any]:
    options = dict(given.get("OPTIONS", {}))
    limits = {
        "lock_timeout": DATABASE_LOCK_SECONDS,
        "idle_in_transaction_session_timeout": DATABASE_IDLE_SECONDS,
    }
    words = [f"-c {name}={seconds}s" for name, seconds in limits.items() if seconds > 0]
    if words:
        # If an option is given twice, the last value applies.
        options["options"] = " ".join([*words, options.get("options", "")]).strip()
    return {
        # A worker, the beat and commands of the shell keep their connection between jobs; it is closed after half an
        # hour, because a new one plans its statements again, for tables that may have grown. Web processes have a pool
        # instead (tourney/edge/database_connections.py).
        "CONN_MAX_AGE": 1800,
        # A connection that was lost meanwhile is replaced before it is used.
        "CONN_HEALTH_CHECKS": True,
        # A database host that has lost its power does not answer: requests must not wait for it as long as TCP would.
        # Options in `DATABASE_URL` have precedence.
        "OPTIONS": {
            "connect_timeout": 3,
            "keepalives_idle": 2,
            "keepalives_interval": 1,
            "keepalives_count": 3,
            "tcp_user_timeout": 5000,
            **options,
        },
    }
