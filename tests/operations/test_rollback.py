"""The tables come back to those of the version before where nothing is lost by it; otherwise the loss is named."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, migrations, models
from django.db.migrations.executor import MigrationExecutor

from clock.commands.announcements import say
from displays.models import Trigger
from operations.models import Backup
from operations.services.rollback import _reasons_of, entries_since, roll_back, rollback_plan
from ops.errors import OpsError
from ops.lock import RunLock
from tests.fixtures.room import press
from tourney.access.roles import Actor

pytestmark = pytest.mark.django_db(transaction=True)


def _has_index() -> bool:
    with connection.cursor() as cursor:
        return "later_backup_path" in connection.introspection.get_constraints(cursor, Backup._meta.db_table)


def test_tables_without_new_values_are_taken_back_and_rows_stay(
    data: Path, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.MIGRATION_MODULES = {"operations": "tests.operations.later_migrations"}
    before = {f"{app}.{name}" for app, name in MigrationExecutor(connection).loader.applied_migrations}
    MigrationExecutor(connection).migrate([("operations", "0002_index")])
    try:
        Backup.objects.create(path="/one", ended_at=datetime.now(UTC))
        found = rollback_plan(before)
        assert (found.names, found.reasons) == (["operations.0002_index"], [])
        assert _has_index()
        with monkeypatch.context() as patch:
            # Entered after the plan was made and before the room was stopped.
            patch.setattr("operations.services.rollback._reasons_of", lambda *_given: ["1 rows"])
            with pytest.raises(OpsError, match="0002_index: 1 rows"):
                roll_back(before)
        lock = RunLock(settings.DATA_DIR / "run")
        lock.acquire()
        record = tmp_path / "upgrade.json"
        record.write_text(json.dumps({"applied": sorted(before)}))
        with pytest.raises(CommandError, match="already running"):
            call_command("rollback_tables", str(record), apply=True)
        lock.release()
        assert _has_index()
        call_command("rollback_tables", str(record), apply=True)
        assert not _has_index()
        assert Backup.objects.get().path == "/one"
        assert rollback_plan(before).names == []
    finally:
        if _has_index():
            roll_back(before)


@pytest.mark.parametrize(
    ("operation", "reason"),
    [
        (migrations.CreateModel("Backup", []), "1 rows of the new table Backup"),
        (
            migrations.AddField("backup", "path", models.CharField(default="")),
            "1 values of the new column path of backup",
        ),
        (migrations.AddField("backup", "error", models.CharField(default="")), ""),
        (migrations.AddField("backup", "due_at", models.DateTimeField(null=True)), ""),
        (
            migrations.AddField("backup", "since_renamed", models.IntegerField()),
            "has been renamed or removed since",
        ),
        (migrations.RemoveField("backup", "path"), "only in the backup"),
        (migrations.RunPython(migrations.RunPython.noop), "cannot be reversed"),
        (migrations.RunPython(lambda _apps, _editor: None, migrations.RunPython.noop), "has changed rows"),
        (migrations.RunPython(lambda _apps, _editor: None, lambda _apps, _editor: None), ""),
        (migrations.AlterField("backup", "path", models.CharField(max_length=9)), ""),
        (
            migrations.AlterField("backup", "path", models.IntegerField()),
            "path of backup was of another type",
        ),
        (migrations.AlterField("backup", "due_at", models.DateTimeField(null=True)), "1 rows without due_at"),
        (migrations.AlterField("backup", "ended_at", models.DateTimeField(null=True)), ""),
        (migrations.RunSQL("SELECT 1", migrations.RunSQL.noop), "has changed rows"),
        (migrations.RunSQL("SELECT 1", "SELECT 1"), ""),
    ],
)
def test_what_would_be_lost_is_named(operation: Any, reason: str) -> None:
    Backup.objects.create(path="/one", ended_at=datetime.now(UTC))
    step = migrations.Migration("0002_later", "operations")
    state = MigrationExecutor(connection).loader.project_state()
    for name in ("due_at", "ended_at"):
        # Before, these had to be filled.
        state.alter_field("operations", "backup", name, models.DateTimeField(), preserve_default=True)
    reasons = list(_reasons_of(step, operation, state))
    assert len(reasons) == (1 if reason else 0)
    assert reason in "".join(reasons)


def test_new_columns_with_their_defaults_or_of_no_worth_are_taken_back() -> None:
    """A column whose default the database has, also where Python makes a new value for each row."""
    add = migrations.AddField("trigger", "rows_in_progress", models.JSONField(default=dict, db_default={}))
    step = migrations.Migration("0099_later", "displays")
    state = MigrationExecutor(connection).loader.project_state()
    row = Trigger.objects.create(when="bubble", message="Bubble", changed_at=datetime.now(UTC))
    assert list(_reasons_of(step, add, state)) == []
    Trigger.objects.filter(pk=row.pk).update(rows_in_progress={"7": 1})
    assert list(_reasons_of(step, add, state)) == ["1 values of the new column rows_in_progress of trigger"]
    step.disposable = ("rows_in_progress",)  # type: ignore[attr-defined]
    assert list(_reasons_of(step, add, state)) == []


def test_entries_since_an_update_are_counted_by_event(event: int, director: Actor) -> None:
    # Entries are stamped to the millisecond, so "now" may be later than an entry that is made next.
    at = datetime.now(UTC) - timedelta(hours=1)
    before = entries_since(at)
    press(say, event, by=director, text="Welcome")
    after = entries_since(at)
    assert sum(after.values()) == sum(before.values()) + 1
    assert len({one for one in after if after[one] != before.get(one, 0)}) == 1
    assert sum(entries_since(at + timedelta(hours=2)).values()) == 0
