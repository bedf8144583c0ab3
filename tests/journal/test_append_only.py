"""The database itself refuses to change or delete a journal entry."""

from types import SimpleNamespace

import pytest
from django.db import DatabaseError, connection, transaction

from clock.commands.clock import start
from tests.fixtures.room import press
from tourney.access.roles import Actor
from tourney.journal.append_only import FORMER, POSTGRESQL, SQLITE, after_migrations, put_up, take_down
from tourney.models import JournalEntry

TABLE = JournalEntry._meta.db_table


@pytest.fixture
def triggers(db: None) -> None:
    """Create the migration's triggers again: the test database lacks one (see `django_db_setup`).

    The rollback of the test's transaction also removes the triggers.
    """
    take_down(connection)
    put_up(connection)


@pytest.mark.parametrize("way", ["update", "delete", f"UPDATE {TABLE} SET who = 'x'", f"DELETE FROM {TABLE}"])
def test_journal_entry_cannot_be_changed_or_deleted(
    event: int, director: Actor, triggers: None, way: str
) -> None:
    press(start, event, by=director)
    lines = JournalEntry.objects.filter(tournament=event)
    before = list(lines.values())

    def try_it() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            if way == "update":
                lines.update(who="Somebody else")
            elif way == "delete":
                lines.delete()
            else:
                cursor.execute(way)

    with pytest.raises(DatabaseError, match="never"):
        try_it()
    assert list(lines.values()) == before


def test_triggers_return_after_a_migration_recreates_the_table(event: int, director: Actor, db: None) -> None:
    press(start, event, by=director)
    take_down(connection)
    after_migrations(using="default", plan=[(SimpleNamespace(app_label="tourney"), False)])
    with pytest.raises(DatabaseError, match="never"), transaction.atomic():
        JournalEntry.objects.filter(tournament=event).update(who="Somebody else")


def triggers_of_the_database() -> set[str]:
    """Return the names of all triggers."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT tgname FROM pg_trigger WHERE NOT tgisinternal")
        else:
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        return {name for (name,) in cursor.fetchall()}


def test_triggers_of_an_earlier_version_are_replaced(triggers: None) -> None:
    present = triggers_of_the_database()
    take_down(connection)
    with connection.cursor() as cursor:
        for statement in [POSTGRESQL] if connection.vendor == "postgresql" else SQLITE.values():
            cursor.execute(statement.format(table=TABLE).replace("journal_entry_", "journal_line_"))
    assert triggers_of_the_database() & set(FORMER)
    take_down(connection)
    put_up(connection)
    assert triggers_of_the_database() == present
    assert not present & set(FORMER)
