"""New migrations leave the code of the version before working: it runs on the new tables during an update."""

import json
from typing import Any

import pytest
from django.core.management import call_command
from django.db import migrations, models
from django.db.migrations import Migration
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState

from operations.rules.migration_steps import old_code_fails
from operations.services.migration_steps import reasons_in, steps_after

# The last migrations from before this rule.
BEFORE = {
    "cash": "0012",
    "clock": "0009",
    "dealers": "0001",
    "desk": "0016",
    "displays": "0016",
    "notifications": "0001",
    "operations": "0001",
    "penalties": "0002",
    "planning": "0001",
    "players": "0004",
    "prizes": "0007",
    "procedures": "0009",
    "rulings": "0002",
    "seasons": "0003",
    "seating": "0020",
    "simulation": "0001",
    "stages": "0002",
    "tourney": "0027",
    "webhooks": "0003",
}


def test_each_new_migration_leaves_the_version_before_working() -> None:
    loader = MigrationLoader(None)
    before = {(app, name) for app, name in loader.graph.nodes if app not in BEFORE or name[:4] <= BEFORE[app]}
    assert {app for app, _name in before} >= BEFORE.keys()
    steps, state = steps_after(before)
    # The second step of a change removes what the version before no longer uses: `second_step = True` in the migration.
    wrong = [
        reason
        for reason in reasons_in(steps, state)
        if not getattr(loader.graph.nodes[tuple(reason.partition(":")[0].split("."))], "second_step", False)
    ]
    assert wrong == [], "docs: CONTRIBUTING.md, “To change a table”"


@pytest.mark.parametrize(
    ("operation", "fails"),
    [
        (migrations.AddField("player", "vip", models.BooleanField(default=False)), True),
        (migrations.AddField("player", "vip", models.BooleanField(default=False, db_default=False)), False),
        (migrations.AddField("player", "left_at", models.DateTimeField(null=True)), False),
        (migrations.AddField("player", "friends", models.ManyToManyField("players.Player")), False),
        (migrations.RemoveField("player", "card"), True),
        (migrations.RenameField("player", "card", "number"), True),
        (migrations.RenameModel("Player", "Person"), True),
        (migrations.DeleteModel("Player"), True),
        (migrations.AlterModelTable("Player", "people"), True),
        (migrations.CreateModel("Guest", [("name", models.CharField(max_length=9))]), False),
        (migrations.AddIndex("player", models.Index(fields=["card"], name="cards")), False),
        (
            migrations.SeparateDatabaseAndState(
                database_operations=[migrations.RemoveField("player", "card")]
            ),
            True,
        ),
        (
            migrations.SeparateDatabaseAndState(state_operations=[migrations.RemoveField("player", "card")]),
            False,
        ),
    ],
)
def test_operation_is_known_to_break_the_version_before(operation: Any, fails: bool) -> None:
    assert bool(list(old_code_fails(operation))) is fails


@pytest.mark.parametrize(
    ("before", "after", "fails"),
    [
        (models.CharField(max_length=9, null=True), models.CharField(max_length=9), True),
        (models.CharField(max_length=9, null=True), models.CharField(max_length=9, db_default=""), False),
        (models.CharField(max_length=9), models.CharField(max_length=5), True),
        (models.CharField(max_length=9), models.CharField(max_length=20), False),
        (models.IntegerField(), models.CharField(max_length=9), True),
        (models.CharField(max_length=9), models.CharField(max_length=9, choices=[("a", "a")]), False),
    ],
)
def test_altered_column_is_compared_with_the_one_before(before: Any, after: Any, fails: bool) -> None:
    assert bool(list(old_code_fails(migrations.AlterField("player", "card", after), before))) is fails


def test_columns_of_a_new_table_break_nothing() -> None:
    class Step(Migration):
        operations = (
            migrations.CreateModel("Guest", [("id", models.AutoField(primary_key=True))]),
            migrations.AddField("guest", "name", models.CharField(max_length=9, default="")),
        )

    step = Step("0099_guests", "players")
    assert list(reasons_in([step], ProjectState())) == []


@pytest.mark.parametrize(
    "operation",
    [
        migrations.AddConstraint("player", models.UniqueConstraint(fields=["card"], name="one_card")),
        migrations.RunSQL("UPDATE players_player SET card = NULL"),
        migrations.RunPython(migrations.RunPython.noop),
        migrations.SeparateDatabaseAndState(database_operations=[migrations.RunSQL("SELECT 1")]),
        migrations.AlterUniqueTogether("player", {("name", "card")}),
        migrations.AlterField("player", "card", models.CharField(max_length=9, unique=True)),
    ],
)
def test_what_may_break_the_version_before_stops_the_room_unless_it_is_marked(operation: Any) -> None:
    def reasons(**marks: bool) -> list[str]:
        step = type("Step", (Migration,), {"operations": [operation], **marks})("0099_rows", "players")
        state = ProjectState()
        table: list[tuple[str, Any]] = [
            ("name", models.CharField(max_length=9)),
            ("card", models.CharField(max_length=9)),
        ]
        migrations.CreateModel("Player", table).state_forwards("players", state)
        return list(reasons_in([step], state))

    assert len(reasons()) == 1
    assert reasons(old_code_works=True) == []


@pytest.mark.django_db
def test_plan_of_a_room_that_is_up_to_date_has_no_steps(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("upgrade_plan")
    plan = json.loads(capsys.readouterr().out)
    assert (plan["names"], plan["reasons"]) == ([], [])
    assert any(name.startswith(f"players.{BEFORE['players']}") for name in plan["applied"])
