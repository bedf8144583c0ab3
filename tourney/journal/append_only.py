"""Database triggers that refuse to change or delete a journal entry."""

from typing import Any

SQLITE = {
    "journal_entry_is_not_changed": """
        CREATE TRIGGER IF NOT EXISTS journal_entry_is_not_changed BEFORE UPDATE ON {table}
        BEGIN SELECT RAISE(ABORT, 'journal entries are never changed'); END
    """,
    "journal_entry_is_not_deleted": """
        CREATE TRIGGER IF NOT EXISTS journal_entry_is_not_deleted BEFORE DELETE ON {table}
        BEGIN SELECT RAISE(ABORT, 'journal entries are never deleted'); END
    """,
}
# Names up to migration `0021`.
FORMER = ("journal_line_is_not_changed", "journal_line_is_not_deleted", "journal_line_stays")
# An entry may be rewritten only while a redaction of it is open, and only in columns that may hold personal data.
SQLITE_BUT_FOR_REDACTIONS = """
    CREATE TRIGGER journal_entry_is_not_changed BEFORE UPDATE ON {table}
    WHEN NOT (
        EXISTS (SELECT 1 FROM tourney_redaction WHERE line_id = OLD.id AND is_open)
        AND NEW.id = OLD.id AND NEW.tournament_id IS OLD.tournament_id AND NEW.seq = OLD.seq AND NEW.kind = OLD.kind
        AND NEW.at = OLD.at AND NEW.due_at IS OLD.due_at AND NEW.actor = OLD.actor AND NEW.command = OLD.command
        AND NEW.rule = OLD.rule AND NEW.undoes_id IS OLD.undoes_id
        AND (NEW.who = OLD.who OR OLD.actor LIKE 'token:%')
    )
    BEGIN SELECT RAISE(ABORT, 'journal entries are never changed'); END
"""
POSTGRESQL_BUT_FOR_REDACTIONS = """
    CREATE OR REPLACE FUNCTION journal_entry_stays() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'UPDATE' AND EXISTS (SELECT 1 FROM tourney_redaction WHERE line_id = OLD.id AND is_open)
            AND (NEW.id, NEW.tournament_id, NEW.seq, NEW.kind, NEW.at, NEW.due_at, NEW.actor, NEW.command, NEW.rule,
                NEW.undoes_id) IS NOT DISTINCT FROM (OLD.id, OLD.tournament_id, OLD.seq, OLD.kind, OLD.at, OLD.due_at,
                OLD.actor, OLD.command, OLD.rule, OLD.undoes_id)
            AND (NEW.who = OLD.who OR OLD.actor LIKE 'token:%')
        THEN RETURN NEW; END IF;
        RAISE EXCEPTION 'journal entries are never changed or deleted';
    END $$;
"""
POSTGRESQL = """
    CREATE OR REPLACE FUNCTION journal_entry_stays() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'journal entries are never changed or deleted'; END $$;
    DROP TRIGGER IF EXISTS journal_entry_stays ON {table};
    CREATE TRIGGER journal_entry_stays BEFORE UPDATE OR DELETE ON {table}
        FOR EACH ROW EXECUTE FUNCTION journal_entry_stays();
"""


def table_of(connection: Any) -> str:
    """Return the name of the journal's table; before migration `0016` it was `tourney_line`."""
    tables = connection.introspection.table_names()
    return "tourney_journalentry" if "tourney_journalentry" in tables else "tourney_line"


def put_up(connection: Any) -> None:
    """Create the triggers on the journal's table, replacing existing ones."""
    table = table_of(connection)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(POSTGRESQL.format(table=table))
            if _knows_redactions(connection):
                cursor.execute(POSTGRESQL_BUT_FOR_REDACTIONS)
            return
        for statement in SQLITE.values():
            cursor.execute(statement.format(table=table))
        if _knows_redactions(connection):
            cursor.execute("DROP TRIGGER journal_entry_is_not_changed")
            cursor.execute(SQLITE_BUT_FOR_REDACTIONS.format(table=table))


def _knows_redactions(connection: Any) -> bool:
    return "tourney_redaction" in connection.introspection.table_names()


def take_down(connection: Any) -> None:
    """Drop the triggers, also those under former names."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            for name in ("journal_entry_stays", *FORMER):
                cursor.execute(f"DROP TRIGGER IF EXISTS {name} ON {table_of(connection)}")
                cursor.execute(f"DROP FUNCTION IF EXISTS {name}()")
            return
        for name in (*SQLITE, *FORMER):
            cursor.execute(f"DROP TRIGGER IF EXISTS {name}")


def after_migrations(*, using: str, plan: Any = None, **_: Any) -> None:
    """Recreate the triggers after migrations: SQLite alters a table by copying it, which drops them."""
    if plan and all(migration.app_label != "tourney" or not backwards for migration, backwards in plan):
        from django.db import connections

        put_up(connections[using])
