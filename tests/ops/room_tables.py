"""The tables of a room that a test updates and rolls back, read and changed directly."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

from ops.postgres import TEMPLATE
from tests.fixtures.prepared import migrated_file

_IS_LATER = "SELECT 1 FROM django_migrations WHERE app = 'operations' AND name = '0002_later'"


class RoomTables:
    """Tables of a room, in a file or a database of its own."""

    url = ""

    def prepare(self, migrate: Callable[[], object]) -> None:
        """Create migrated tables; run `migrate` if no prepared copy exists."""
        raise NotImplementedError

    def rows(self, query: str) -> list[Any]:
        """Return what a query finds."""
        raise NotImplementedError

    def change(self, *statements: str) -> None:
        """Carry out statements."""
        raise NotImplementedError

    def journal(self) -> list[Any]:
        """Return the journal."""
        return self.rows("SELECT * FROM tourney_journalentry ORDER BY id")

    def is_later(self) -> bool:
        """Return whether the migration of the later version is applied."""
        return bool(self.rows(_IS_LATER))


class SqliteTables(RoomTables):
    """Tables in the file of a data directory."""

    def __init__(self, file: Path) -> None:
        """Use this file."""
        self._file = file

    def prepare(self, migrate: Callable[[], object]) -> None:
        """Copy the prepared file, or migrate."""
        if (prepared := migrated_file()) is not None:
            shutil.copy(prepared, self._file)
        else:
            migrate()

    def rows(self, query: str) -> list[Any]:
        """Return what a query finds."""
        with closing(sqlite3.connect(self._file)) as opened:
            return opened.execute(query).fetchall()

    def change(self, *statements: str) -> None:
        """Carry out statements."""
        with closing(sqlite3.connect(self._file)) as opened:
            for statement in statements:
                opened.execute(statement)
            opened.commit()


class PostgresTables(RoomTables):
    """Tables in a database beside the test's."""

    def __init__(self, name: str) -> None:
        """Use a database of this name."""
        self._server = os.environ["DATABASE_URL"]
        self._name = sql.Identifier(name)
        self.url = urlunsplit(urlsplit(self._server)._replace(path=f"/{name}"))

    def prepare(self, migrate: Callable[[], object]) -> None:
        """Copy the prepared database, or migrate."""
        template = os.environ.get(TEMPLATE, "")
        with psycopg.connect(self._server, autocommit=True) as server:
            if template:
                copy = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
                server.execute(copy.format(self._name, sql.Identifier(template)))
                return
            server.execute(sql.SQL("CREATE DATABASE {}").format(self._name))
        migrate()

    def drop(self) -> None:
        """Drop the database."""
        with psycopg.connect(self._server, autocommit=True) as server:
            server.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(self._name))

    def rows(self, query: str) -> list[Any]:
        """Return what a query finds."""
        with psycopg.connect(self.url) as opened:
            return opened.execute(query.encode()).fetchall()

    def change(self, *statements: str) -> None:
        """Carry out statements."""
        with psycopg.connect(self.url) as opened:
            for statement in statements:
                opened.execute(statement.encode())
