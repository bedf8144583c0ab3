"""The rows of a room before and after an update, compared under their present names."""

import json
import sqlite3
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg

from tourney.journal.renamed import column, model_label

# Neither journalled nor of a tournament: sessions, heartbeats, codes that expire, what Django keeps for itself.
_NOT_COMPARED = (
    "django_",
    "auth_",
    "sqlite_",
    "axes_",
    "tourney_pulse",
    "tourney_attempt",
    "screens_pairing",
)
# Names that no journal entry holds.
_MODELS = {"tourney.line": "tourney.journalentry"}

Rows = dict[Any, dict[str, Any]]


@dataclass
class Compared:
    """What an update did to the rows.

    Attributes:
        tables: tables with rows before.
        rows: rows before.
        values: of these that were compared.
        missing: rows that are no longer there, by table.
        other: values that differ, by "table.column".
        gone: columns and tables that no longer exist, with values before.
    """

    tables: int = 0
    rows: int = 0
    values: int = 0
    missing: Counter[str] = field(default_factory=Counter)
    other: Counter[str] = field(default_factory=Counter)
    gone: Counter[str] = field(default_factory=Counter)


def read_sqlite(path: Path) -> dict[str, Rows]:
    """Return the rows of all tables by the first column of their key."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
        database.row_factory = sqlite3.Row
        names = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            name: _by_key([dict(row) for row in database.execute(f'SELECT * FROM "{name}"')])
            for name in names
            if not name.startswith(_NOT_COMPARED)
        }


def read_postgres(url: str) -> dict[str, Rows]:
    """Return the rows of all tables by the first column of their key."""
    with psycopg.connect(url) as database, database.cursor(row_factory=psycopg.rows.dict_row) as cursor:
        cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
        names = [row["tablename"] for row in cursor.fetchall()]
        return {
            name: _by_key(cursor.execute(f'SELECT * FROM "{name}"'.encode()).fetchall())
            for name in names
            if not name.startswith(_NOT_COMPARED)
        }


def _by_key(rows: list[dict[str, Any]]) -> Rows:
    return {row["id"] if "id" in row else next(iter(row.values())): row for row in rows}


def compare(before: dict[str, Rows], after: dict[str, Rows]) -> Compared:
    """Compare each value that was there before."""
    found = Compared()
    for table, rows in before.items():
        if not rows:
            continue
        found.tables += 1
        found.rows += len(rows)
        app, _, model = table.partition("_")
        label = _MODELS.get(f"{app}.{model}", model_label(f"{app}.{model}"))
        present = label.replace(".", "_")
        if present not in after:
            found.gone[table] += len(rows)
            continue
        for key, row in rows.items():
            if key not in after[present]:
                found.missing[table] += 1
                continue
            _compare_row(found, label, row, after[present][key])
    return found


def _compare_row(found: Compared, label: str, row: dict[str, Any], now: dict[str, Any]) -> None:
    for name, value in row.items():
        new = column(label, name)
        if new is None or new not in now:
            if value not in (None, "", 0):
                found.gone[f"{label}.{name}"] += 1
            continue
        found.values += 1
        if _plain(value) != _plain(now[new]):
            found.other[f"{label}.{new}"] += 1


def _plain(value: Any) -> Any:
    """Return a value without the differences of how a column stores it."""
    if isinstance(value, str) and value[:1] in "[{":
        try:
            return json.loads(value)
        except ValueError:
            return value
    return value
