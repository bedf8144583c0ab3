"""The journal as the database stores it, and the end of a database."""

from pathlib import Path
from typing import Any

from django.db import connection


def journal_rows() -> list[tuple[Any, ...]]:
    """Return all columns of all entries, as text."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM tourney_journalentry WHERE false")
        names = ", ".join(f'CAST("{column[0]}" AS TEXT)' for column in cursor.description)
        cursor.execute(f"SELECT {names} FROM tourney_journalentry ORDER BY id")
        return list(cursor.fetchall())


def wipe() -> None:
    """Lose the database."""
    if connection.vendor == "sqlite":
        name = Path(connection.settings_dict["NAME"])
        connection.close()
        for ending in ("", "-wal", "-shm"):
            name.with_name(name.name + ending).unlink(missing_ok=True)
    else:
        with connection.cursor() as cursor:
            cursor.execute("DROP SCHEMA public CASCADE")
            cursor.execute("CREATE SCHEMA public")
        connection.close()
