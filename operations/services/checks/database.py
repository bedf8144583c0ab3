"""Checks of the database: reachable, migrated, intact."""

from collections.abc import Iterator

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Count, Max

from operations.services.checks.registry import check
from tourney.models import JournalEntry


@check("Database")
def reachable() -> Iterator[str]:
    """Check that the database answers and has all migrations."""
    try:
        executor = MigrationExecutor(connection)
    except DatabaseError as error:
        yield f"The database does not answer ({str(error).strip()}). Check that it runs, and DATABASE_URL."
        return
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if missing:
        yield (
            f"{_count_of(len(missing))} not been applied ({missing[0][0]} is the first). Start the room with "
            "`make run`, or run: .venv/bin/python manage.py migrate"
        )


def _count_of(number: int) -> str:
    return "1 migration has" if number == 1 else f"{number} migrations have"


@check("Integrity of the database")
def intact() -> Iterator[str]:
    """Check the file or the indexes, foreign keys, and constraints."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA quick_check(3)")
            faults = [row[0] for row in cursor.fetchall() if row[0] != "ok"]
            if faults:
                yield f"The database file is damaged ({faults[0]}). Stop the room and restore the last backup."
            cursor.execute("PRAGMA foreign_key_check")
            if (row := cursor.fetchone()) is not None:
                yield f"A row of {row[0]} names a row of {row[2]} that is not there. Restore the last backup."
            return
        cursor.execute(
            "SELECT conname FROM pg_constraint WHERE NOT convalidated AND connamespace = 'public'::regnamespace"
        )
        for (name,) in cursor.fetchall():
            yield f"The constraint {name} was never checked: ALTER TABLE … VALIDATE CONSTRAINT {name}"
        cursor.execute("SELECT indexrelid::regclass::text FROM pg_index WHERE NOT indisvalid")
        for (name,) in cursor.fetchall():
            yield f"The index {name} is not valid. Build it again: REINDEX INDEX {name}"


@check("Journal")
def journal() -> Iterator[str]:
    """Check that the journal has no gap, and that its entries cannot be changed."""
    rows = JournalEntry.objects.order_by().values("tournament").annotate(last=Max("seq"), entries=Count("pk"))
    for row in rows:
        if row["last"] != row["entries"]:
            whose = "the room" if row["tournament"] is None else f"event {row['tournament']}"
            yield (
                f"The journal of {whose} has {row['entries']} entries up to number {row['last']}: some are missing. "
                "Restore the last backup."
            )
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'journal_entry_is_not_%'"
            if connection.vendor == "sqlite"
            else "SELECT 2 * count(*) FROM pg_trigger WHERE tgname = 'journal_entry_stays' AND tgenabled <> 'D' "
            "AND tgrelid = 'tourney_journalentry'::regclass"
        )
        if cursor.fetchone()[0] < 2:
            yield "Journal entries are not protected against changes: .venv/bin/python manage.py migrate"
