"""Copies of a PostgreSQL database by `pg_dump`, and their restore."""

import os
import re
import secrets
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import psycopg
from psycopg import IsolationLevel, conninfo, sql
from psycopg.pq import Conninfo

from operations.rules.manifest import Journal
from operations.services.copies import Copied, InUse
from operations.services.journal_hash import hash_of, query_of
from ops.errors import OpsError
from ops.postgres import client_program, temporary
from tourney.services.time_limits import LIMITS

# Schemas that earlier restores moved aside are no part of a backup.
_ASIDE = "before_restore"
# Scratch databases; their names say when they were created, so that those of killed processes can be dropped.
_SCRATCH = "room_backup_check_"
_SCRATCH_NAME = re.compile(_SCRATCH + r"(\d{1,12})_[0-9a-f]{12}")


# Those that libpq hides, such as password and sslpassword, and keys that replace a password.
_SECRETS = {option.keyword.decode() for option in Conninfo.get_defaults() if option.dispchar == b"*"} | {
    "scram_client_key",
    "scram_server_key",
}


class PostgresCopies:
    """The room's PostgreSQL database."""

    engine = "postgresql"

    def __init__(self, settings: Mapping[str, Any]) -> None:
        """Read Django's settings of the database."""
        given = {
            **settings.get("OPTIONS", {}),
            "dbname": settings.get("NAME"),
            "user": settings.get("USER"),
            "password": settings.get("PASSWORD"),
            "host": settings.get("HOST") or settings.get("OPTIONS", {}).get("host"),
            "port": settings.get("PORT") or settings.get("OPTIONS", {}).get("port"),
        }
        known = {option.keyword.decode() for option in Conninfo.get_defaults()}
        self._parameters = {name: str(value) for name, value in given.items() if value and name in known}

    def version(self) -> int:
        """Return the major version of the server."""
        with self._connect() as connection:
            return connection.info.server_version // 10000

    def dump(self, to: Path, tables: Sequence[str]) -> Copied:
        """Copy the database; see `Copies.dump`."""
        with self._connect() as connection:
            connection.isolation_level = IsolationLevel.REPEATABLE_READ
            connection.read_only = True
            snapshot = connection.execute("SELECT pg_export_snapshot()").fetchone()
            assert snapshot is not None
            rows = connection.execute("SELECT app, name FROM django_migrations ORDER BY id").fetchall()
            # Both read one version of the database.
            copied = Copied(_journal(connection, tables), [f"{app}.{name}" for app, name in rows])
            self._run(
                "pg_dump",
                connection.info.server_version // 10000,
                "--format=custom",
                "--compress=0",
                "--no-owner",
                "--no-privileges",
                f"--exclude-schema={_ASIDE}_*",
                f"--snapshot={snapshot[0]}",
                f"--file={to}",
                beside=to,
            )
        return copied

    def check(self, dump: Path, tables: Sequence[str]) -> Journal:
        """Restore a copy into a database of its own; see `Copies.check`."""
        with self._scratch() as parameters:
            self._restore(dump, parameters)
            with psycopg.connect(conninfo.make_conninfo(**parameters)) as connection:
                return _journal(connection, tables)

    def size(self) -> int:
        """Return the size on the server; see `Copies.size`."""
        with self._connect() as connection:
            row = connection.execute("SELECT pg_database_size(current_database())").fetchone()
        return int(row[0]) if row else 0

    def delete_leftovers(self, before: datetime) -> None:
        """Drop old scratch databases of this user; see `Copies.delete_leftovers`."""
        with self._connect() as connection:
            connection.autocommit = True
            rows = connection.execute(
                "SELECT datname FROM pg_database WHERE pg_get_userbyid(datdba) = current_user AND datname LIKE %s",
                [_SCRATCH.replace("_", r"\_") + "%"],
            ).fetchall()
            for (name,) in rows:
                match = _SCRATCH_NAME.fullmatch(name)
                if match and int(match[1]) < before.timestamp():
                    connection.execute(
                        sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name))
                    )

    def in_use(self) -> InUse:
        """Say what the database holds; see `Copies.in_use`."""
        with self._connect() as connection:
            rows = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")

            def first(query: str) -> Any:
                row = connection.execute(query.encode()).fetchone()
                return row[0] if row else None

            return InUse.of({row[0] for row in rows}, first)

    @contextmanager
    def replace(self, dump: Path, aside: Path) -> Iterator[str]:
        """Restore a copy; the schema that was there gets another name. See `Copies.replace`."""
        schema = sql.Identifier("public")
        name = f"{_ASIDE}_{aside.name.rpartition('-')[2].lower()}"
        with self._connect() as connection:
            row = connection.execute(
                "SELECT EXISTS (SELECT 1 FROM pg_class WHERE relnamespace = 'public'::regnamespace)"
            ).fetchone()
            was_used = bool(row and row[0])
            if was_used:
                connection.execute(
                    sql.SQL("ALTER SCHEMA {} RENAME TO {}").format(schema, sql.Identifier(name))
                )
                connection.execute(sql.SQL("CREATE SCHEMA {}").format(schema))
        try:
            self._restore(dump, self._parameters)
            yield f"the schema {name} of the database" if was_used else ""
        except BaseException:
            with self._connect() as connection:
                connection.execute(sql.SQL("DROP SCHEMA {} CASCADE").format(schema))
                back = "ALTER SCHEMA {1} RENAME TO {0}" if was_used else "CREATE SCHEMA {0}"
                connection.execute(sql.SQL(back).format(schema, sql.Identifier(name)))
            raise

    def _connect(self) -> "psycopg.Connection[tuple[Any, ...]]":
        try:
            made = psycopg.connect(conninfo.make_conninfo(**self._parameters), autocommit=True)
        except psycopg.OperationalError as error:
            raise OpsError(f"PostgreSQL does not answer: {str(error).strip()}") from error
        # A copy waits for pg_dump with an open transaction.
        for name in LIMITS:
            made.execute(sql.SQL("SET {} = 0").format(sql.Identifier(name)))
        made.autocommit = False
        return made

    @contextmanager
    def _scratch(self) -> Iterator[dict[str, str]]:
        """Create a database beside the room's; on a temporary server where that is not allowed."""
        name = f"{_SCRATCH}{time.time():.0f}_{secrets.token_hex(6)}"
        with self._connect() as connection:
            connection.autocommit = True
            row = connection.execute(
                "SELECT pg_encoding_to_char(encoding) FROM pg_database WHERE datname = current_database()"
            ).fetchone()
            assert row is not None
            create = sql.SQL("CREATE DATABASE {} TEMPLATE template0 ENCODING {}")
            try:
                connection.execute(create.format(sql.Identifier(name), sql.Literal(row[0])))
            except psycopg.errors.InsufficientPrivilege:
                name = ""
        if not name:
            with temporary() as url:
                yield {key: str(value) for key, value in conninfo.conninfo_to_dict(url).items()}
            return
        try:
            yield {**self._parameters, "dbname": name}
        finally:
            with self._connect() as connection:
                connection.autocommit = True
                connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))

    def _restore(self, dump: Path, parameters: Mapping[str, str]) -> None:
        with psycopg.connect(conninfo.make_conninfo(**parameters)) as connection:
            version = connection.info.server_version // 10000
        self._run(
            "pg_restore",
            version,
            "--single-transaction",
            "--exit-on-error",
            "--no-owner",
            "--no-privileges",
            str(dump),
            beside=dump,
            parameters=parameters,
        )

    def _run(
        self,
        program: str,
        version: int,
        *words: str,
        beside: Path,
        parameters: Mapping[str, str] | None = None,
    ) -> None:
        """Run a program of PostgreSQL. Other users see its arguments, so secrets are in a file beside the dump."""
        given = dict(self._parameters if parameters is None else parameters)
        secret = {name: given.pop(name) for name in _SECRETS & given.keys()}
        environment = dict(os.environ)
        service = beside.with_name("service.conf")
        if password := secret.pop("password", ""):
            environment["PGPASSWORD"] = password
        if secret:
            lines = "".join(f"{name}={value}\n" for name, value in secret.items())
            with os.fdopen(os.open(service, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
                file.write(f"[room]\n{lines}")
            environment["PGSERVICEFILE"] = str(service)
            given["service"] = "room"
        try:
            finished = subprocess.run(
                [client_program(program, version), *words, f"--dbname={conninfo.make_conninfo(**given)}"],
                env=environment,
                capture_output=True,
                text=True,
                errors="replace",
            )
        finally:
            service.unlink(missing_ok=True)
        if finished.returncode:
            raise OpsError(f"{program} failed: {finished.stderr.strip()[-1500:]}")


def _journal(connection: "psycopg.Connection[tuple[Any, ...]]", tables: Sequence[str]) -> Journal:
    connection.execute("SET TIME ZONE 'UTC'")
    for table in tables:
        rows = connection.execute(
            "SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema() "
            "AND table_name = %s ORDER BY ordinal_position",
            [table],
        )
        if columns := [row[0] for row in rows]:
            with connection.cursor(name="journal") as cursor:
                cursor.itersize = 1000
                cursor.execute(query_of(table, columns).encode())
                return hash_of(table, columns, cursor)
    raise OpsError("The database has no journal.")
