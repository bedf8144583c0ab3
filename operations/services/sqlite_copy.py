"""Copies of a SQLite database while it is in use, and their restore."""

import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from urllib.parse import quote

from operations.rules.manifest import Journal
from operations.services.copies import Copied, InUse
from operations.services.journal_hash import hash_of, query_of
from ops.errors import OpsError

# Files that SQLite keeps beside a database.
_BESIDE = ("", "-wal", "-shm", "-journal")


class SqliteCopies:
    """The room's SQLite database."""

    engine = "sqlite"

    def __init__(self, path: Path) -> None:
        """Name the database; it may not exist yet."""
        self._path = path

    def dump(self, to: Path, tables: Sequence[str]) -> Copied:
        """Copy the database; see `Copies.dump`."""
        if not self._path.exists():
            raise OpsError(f"There is no database at {self._path}.")
        with closing(_read_only(self._path)) as source, closing(sqlite3.connect(to)) as target:
            # The transaction reads one version of the database; commands go on writing.
            source.execute("BEGIN")
            copied = Copied(_journal(source, tables), _migrations(source))
            source.backup(target)
            source.rollback()
            # The original keeps its newest changes in a second file, the copy in one.
            target.execute("PRAGMA journal_mode = DELETE")
        return copied

    def check(self, dump: Path, tables: Sequence[str]) -> Journal:
        """Open a copy and read it; see `Copies.check`."""
        try:
            with closing(_read_only(dump)) as copy:
                faults = [row[0] for row in copy.execute("PRAGMA integrity_check(3)") if row[0] != "ok"]
                if faults:
                    raise OpsError(f"The copy of the database is damaged: {'; '.join(faults)}")
                return _journal(copy, tables)
        except sqlite3.Error as error:
            raise OpsError(f"The copy of the database cannot be read: {error}") from error

    def size(self) -> int:
        """Return the size of the file; see `Copies.size`."""
        return self._path.stat().st_size if self._path.exists() else 0

    def delete_leftovers(self, before: datetime) -> None:
        """Do nothing: scratch databases are files in scratch directories."""

    def in_use(self) -> InUse:
        """Say what the database holds; see `Copies.in_use`."""
        if not self._path.exists():
            return InUse(holds_rows=False, seen_at=None)
        with closing(_read_only(self._path)) as source:
            tables = {row[0] for row in source.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            return InUse.of(tables, lambda query: source.execute(query).fetchone()[0])

    @contextmanager
    def replace(self, dump: Path, aside: Path) -> Iterator[str]:
        """Put a copy in the place of the database; see `Copies.replace`."""
        moved = []
        try:
            for ending in _BESIDE:
                file = self._path.with_name(self._path.name + ending)
                if file.exists():
                    aside.mkdir(mode=0o700, parents=True, exist_ok=True)
                    shutil.move(file, aside / file.name)
                    moved.append(file)
            shutil.move(dump, self._path)
            yield ""
        except BaseException:
            for ending in _BESIDE:
                self._path.with_name(self._path.name + ending).unlink(missing_ok=True)
            for file in moved:
                shutil.move(aside / file.name, file)
            raise


def _read_only(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True, isolation_level=None, timeout=30)


def _journal(database: sqlite3.Connection, tables: Sequence[str]) -> Journal:
    for table in tables:
        columns = [row[1] for row in database.execute(f'PRAGMA table_info("{table}")')]
        if columns:
            return hash_of(table, columns, database.execute(query_of(table, columns)))
    raise OpsError("The database has no journal.")


def _migrations(database: sqlite3.Connection) -> list[str]:
    return [
        f"{app}.{name}"
        for app, name in database.execute("SELECT app, name FROM django_migrations ORDER BY id")
    ]
