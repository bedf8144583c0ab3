"""Statements that PostgreSQL plans once on a connection instead of at each call.

Planning takes the server longer than carrying out a small statement. Only statements that are composed once in a
process come here, because their texts do not contain their values. All others are sent as Django sends them.
"""

import logging
import secrets
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from django.conf import settings
from django.db import NotSupportedError, connection
from psycopg import Cursor, OperationalError, errors
from psycopg._preparing import Prepare, PrepareManager
from psycopg.adapt import PyFormat, Transformer
from psycopg.pq import ConnStatus, ExecStatus, TransactionStatus

from tourney.services.postgres_errors import OUTDATED, code_of

log = logging.getLogger(__name__)
Answer = TypeVar("Answer")
# Statements that a connection keeps at most.
_MOST = 2_000
# Number of times this has happened; connections with a lower number prepare their statements again.
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
        # A connection pooler may pass a statement to a server connection on which another client has prepared its own.
        # The server then knows no such name, and never carries out another statement.
        self._mark = f"_{secrets.token_hex(8)}".encode()
        # Names of prepared statements by their text and the types of their values.
        self._known: dict[tuple[str, tuple[int, ...]], bytes] = {}
        self._transformer: Any = None

    def get(self, query: Any, prepare: bool | None = None) -> tuple[Prepare, bytes]:
        """Return whether to prepare a statement, and its name, which no other connection uses."""
        prep, name = super().get(query, prepare)
        return prep, name + self._mark if prep is Prepare.SHOULD else name

    def maybe_add_to_cache(self, query: Any, prep: Any, name: bytes) -> Any:
        """Keep a prepared statement; others are not counted."""
        return None if prep is Prepare.NO else super().maybe_add_to_cache(query, prep, name)

    def _rotate(self) -> None:
        """Prepare all again where there are too many."""
        if len(self._names) > self.prepared_max:
            self.forget()

    def clear(self) -> bool:
        """Keep all: called after a rollback."""
        return False

    def forget(self) -> None:
        """Prepare all statements again; the old ones are dropped on the server after the next statement."""
        self._to_flush.extend(self._names.values())
        self._names.clear()
        self._known.clear()
        self.changed = _changed

    def note(self, sql: str, sent: Any) -> None:
        """Note under which name a statement was prepared for values of these types."""
        name = self._names.get((sent.query, sent.types))
        if name is not None:
            self._known[sql, tuple(sent.types)] = name

    def send(self, raw: Any, sql: str, values: Sequence[Any]) -> tuple[list[Any], int] | None:
        """Send a statement that is prepared; None if it is not.

        Args:
            raw: the connection of the driver.
        """
        if self._transformer is None:
            self._transformer = Transformer(raw)
        transformer, server = self._transformer, raw.pgconn
        dumped = transformer.dump_sequence(values, [PyFormat.AUTO] * len(values)) if values else ()
        name = self._known.get((sql, tuple(transformer.types or ()) if values else ()))
        status = server.transaction_status
        if (
            name is None
            or self._to_flush
            or status not in {TransactionStatus.IDLE, TransactionStatus.INTRANS}
        ):
            return None
        if status == TransactionStatus.IDLE and not raw.autocommit:
            _sent(raw, lambda: server.exec_(raw._get_tx_start_command()))
        formats = transformer.formats if values else None
        try:
            result = _sent(raw, lambda: server.exec_prepared(name, dumped, formats))
        except errors.FeatureNotSupported:
            _note_outdated(self)
            if server.transaction_status == TransactionStatus.IDLE:
                return None
            raise
        if result.status == ExecStatus.TUPLES_OK:
            transformer.set_pgresult(result, set_loaders=True)
            return transformer.load_rows(0, result.ntuples, tuple), result.ntuples
        return [], result.command_tuples or 0


def _sent(raw: Any, send: Callable[[], Any]) -> Any:
    """Return the server's answer; raise its error."""
    try:
        result = send()
    except MemoryError:
        # What the driver raises if nothing can be sent.
        raise OperationalError(raw.pgconn.get_error_message()) from None
    if result.status not in {ExecStatus.COMMAND_OK, ExecStatus.TUPLES_OK}:
        if raw.pgconn.status == ConnStatus.BAD:
            # Without the server's answer there is no code that says what kind of error it is.
            raise OperationalError(raw.pgconn.get_error_message())
        raise errors.error_from_result(result, encoding=raw.info.encoding)
    return result


def _note_outdated(statements: _Statements) -> None:
    """Have all connections of this process prepare their statements again, this one first."""
    global _changed
    _changed += 1
    log.info("Prepared statements are outdated; preparing them again.")
    statements.forget()


class _PlannedCursor(Cursor[Any]):
    """Sends values apart from the statement, and has the server prepare it."""

    def execute(self, *given: Any, **more: Any) -> Any:
        """Execute a statement; once more if its plan is outdated and no transaction was broken by that."""
        try:
            return super().execute(*given, **more)
        except errors.FeatureNotSupported:
            statements: Any = self.connection._prepared
            _note_outdated(statements)
            if self.connection.info.transaction_status != TransactionStatus.IDLE:
                raise
            return super().execute(*given, **more)

    def _send_query_prepared(self, name: bytes, pgq: Any, **more: Any) -> None:
        # What Django shows as the last query.
        self._query = pgq
        super()._send_query_prepared(name, pgq, **more)


def run(used: Any, sql: str, values: Sequence[Any]) -> tuple[list[Any], int]:
    """Carry out a statement that does not contain its values on a connection of Django.

    Returns:
        The rows of the answer, and the number of rows that were read or written.
    """
    if used.vendor != "postgresql" or not settings.DATABASE_PREPARED:
        with used.cursor() as cursor:
            cursor.execute(sql, values)
            return (cursor.fetchall() if cursor.description else []), cursor.rowcount
    # As a cursor of Django does: a worker keeps its connection, which may have been lost since the last task.
    used.close_if_health_check_failed()
    if used.connection is None:
        used.ensure_connection()
    used.validate_thread_sharing()
    used.validate_no_broken_transaction()
    with used.wrap_database_errors:
        raw = used.connection
        statements = raw._prepared
        if type(statements) is not _Statements:
            statements = raw._prepared = _Statements()
        elif statements.changed != _changed:
            statements.forget()
        # If nothing logs or wraps queries, skip the cursor: this takes less than half the time.
        if not used.execute_wrappers and not used.queries_logged:
            found = statements.send(raw, sql, values)
            if found is not None:
                return found
        with used._prepare_cursor(_PlannedCursor(raw)) as cursor:
            cursor.execute(sql, values)
            statements.note(sql, cursor.cursor._query)
            return (cursor.fetchall() if cursor.description else []), cursor.rowcount


def begin_snapshot(used: Any) -> None:
    """Begin a read-only transaction that sees one snapshot (PostgreSQL)."""
    used.ensure_connection()
    with used.wrap_database_errors:
        server = used.connection.pgconn
        _sent(used.connection, lambda: server.exec_(b"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"))


def retry_if_outdated(act: Callable[[], Answer]) -> Answer:
    """Run a transaction; run it again if a migration has changed the type of a column that it reads."""
    try:
        return act()
    except NotSupportedError as error:
        if connection.in_atomic_block or code_of(error) != OUTDATED:
            raise
        return act()
