"""Statements that PostgreSQL plans once on a connection instead of at each call.

Planning takes the server longer than carrying out a small statement. Only statements that are composed once in a
process come here, because their texts do not contain their values. All others are sent as Django sends them.
"""

import logging
from collections.abc import Callable
from typing import Any, TypeVar

from django.conf import settings
from django.db import NotSupportedError, connection
from psycopg import Cursor, errors
from psycopg._preparing import Prepare, PrepareManager
from psycopg.pq import TransactionStatus

log = logging.getLogger(__name__)
Answer = TypeVar("Answer")
# Statements that a connection keeps at most.
_MOST = 2_000
# PostgreSQL's code where a migration has changed the type of a column since a statement was planned.
_OUTDATED = "0A000"
# Counts how often that was noticed; connections with a lower number forget their statements.
_changed = 0


class _Statements(PrepareManager):
    """The statements that a connection has prepared: each at its first use, and kept when a transaction is rolled back.

    psycopg forgets all of them then, in case tables were created in it. Commands do not create tables.
    """

    prepare_threshold = 0
    prepared_max = _MOST

    def __init__(self) -> None:
        super().__init__()
        self.changed = _changed

    def maybe_add_to_cache(self, query: Any, prep: Any, name: bytes) -> Any:
        """Keep a prepared statement; others are not counted."""
        return None if prep is Prepare.NO else super().maybe_add_to_cache(query, prep, name)

    def clear(self) -> bool:
        """Keep all: called after a rollback."""
        return False

    def forget(self) -> None:
        """Prepare all statements again; the old ones are dropped on the server after the next statement."""
        self._to_flush.extend(self._names.values())
        self._names.clear()
        self.changed = _changed


class _PlannedCursor(Cursor[Any]):
    """Sends values apart from the statement, and has the server prepare it."""

    def execute(self, *given: Any, **more: Any) -> Any:
        """Execute a statement; once more if its plan is outdated and no transaction was broken by that."""
        global _changed
        try:
            return super().execute(*given, **more)
        except errors.FeatureNotSupported:
            _changed += 1
            log.info("The plans of prepared statements are outdated; they are made again.")
            statements: Any = self.connection._prepared
            statements.forget()
            if self.connection.info.transaction_status != TransactionStatus.IDLE:
                raise
            return super().execute(*given, **more)

    def _send_query_prepared(self, name: bytes, pgq: Any, **more: Any) -> None:
        # What Django shows as the last query.
        self._query = pgq
        super()._send_query_prepared(name, pgq, **more)


def planned_cursor(used: Any) -> Any:
    """Return a cursor of Django, on a connection, for statements that do not contain their values."""
    if used.vendor != "postgresql" or not settings.DATABASE_PREPARED:
        return used.cursor()
    used.ensure_connection()
    with used.wrap_database_errors:
        statements = used.connection._prepared
        if type(statements) is not _Statements:
            used.connection._prepared = _Statements()
        elif statements.changed != _changed:
            statements.forget()
        return used._prepare_cursor(_PlannedCursor(used.connection))


def again_if_outdated(act: Callable[[], Answer]) -> Answer:
    """Carry out a transaction; a second time if a migration has changed the type of a column that it reads."""
    try:
        return act()
    except NotSupportedError as error:
        if connection.in_atomic_block or getattr(error.__cause__, "sqlstate", None) != _OUTDATED:
            raise
        return act()
