"""Triggers by which the database itself refuses to change or delete a journal line."""

from typing import Any

SQLITE = {
    "journal_line_is_not_changed": """
        CREATE TRIGGER IF NOT EXISTS journal_line_is_not_changed BEFORE UPDATE ON tourney_line
        BEGIN SELECT RAISE(ABORT, 'journal lines are never changed'); END
    """,
    "journal_line_is_not_deleted": """
        CREATE TRIGGER IF NOT EXISTS journal_line_is_not_deleted BEFORE DELETE ON tourney_line
        BEGIN SELECT RAISE(ABORT, 'journal lines are never deleted'); END
    """,
}
POSTGRESQL = """
    CREATE OR REPLACE FUNCTION journal_line_stays() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'journal lines are never changed or deleted'; END $$;
    DROP TRIGGER IF EXISTS journal_line_stays ON tourney_line;
    CREATE TRIGGER journal_line_stays BEFORE UPDATE OR DELETE ON tourney_line
        FOR EACH ROW EXECUTE FUNCTION journal_line_stays();
"""


def put_up(connection: Any) -> None:
    """Have the triggers on the journal's table, whether they were there or not."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(POSTGRESQL)
            return
        for statement in SQLITE.values():
            cursor.execute(statement)


def take_down(connection: Any) -> None:
    """Be without the triggers."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("DROP TRIGGER IF EXISTS journal_line_stays ON tourney_line")
            cursor.execute("DROP FUNCTION IF EXISTS journal_line_stays()")
            return
        for name in SQLITE:
            cursor.execute(f"DROP TRIGGER IF EXISTS {name}")


def after_migrations(*, using: str, plan: Any = None, **_: Any) -> None:
    """Put the triggers up again after migrations ran: SQLite alters a table by making it anew, without them."""
    if plan and all(migration.app_label != "tourney" or not backwards for migration, backwards in plan):
        from django.db import connections

        put_up(connections[using])
