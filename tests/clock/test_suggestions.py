"""Suggested structures in the shell and in the API, and what-ifs of an event that runs."""

import json
from io import StringIO
from typing import Any

import msgspec
import pytest
from django.core.management import CommandError, call_command

from clock.boards.suggestions import structure_what_if
from clock.commands import clock as buttons
from clock.commands.structures import LevelInput, change_structure
from clock.models import Clock
from clock.rules.exchange import import_file
from tests.api.caller import program_of
from tests.fixtures.room import press
from tests.fixtures.wall import Wall
from tourney.access.roles import Actor, Role
from tourney.commands.events import set_field

pytestmark = pytest.mark.django_db

EVENING = {"players": 120, "stack": 30_000, "hours": 6.0, "level": 20, "ante": "bb", "reentries": 30}


def printed(**options: Any) -> str:
    out = StringIO()
    call_command("suggest_structure", stdout=out, **{**EVENING, **options})
    return out.getvalue()


def test_the_shell_prints_json_with_its_working():
    found = json.loads(printed(format="json"))
    assert found["total_chips"] == 4_500_000
    assert abs(found["expected_minutes"] - 360) <= 36
    early, late = found["spread_minutes"]
    assert early < found["expected_minutes"] < late
    first = found["levels"][0]
    assert (
        first.items()
        >= {"small_blind": 100, "big_blind": 200, "ante": 0, "minutes": 20, "break": False}.items()
    )
    assert any(level["break"] for level in found["levels"])


def test_the_shell_prints_csv_that_is_imported_without_warnings():
    text = printed(format="csv")
    imported = import_file(text.encode(), "suggested.csv")
    assert imported.warnings == ()
    assert imported.levels[0].big_blind == 200


@pytest.mark.parametrize(
    ("options", "says"),
    [({"hours": 2.0, "level": 40}, "would"), ({"hours": 200.0}, "--hours"), ({"players": 1}, "--players"),
     ({"chips": "25;100"}, "--chips"), ({"stack": 5}, "--stack")],
)  # fmt: skip
def test_the_shell_says_why_there_is_no_structure(options: dict[str, Any], says: str):
    with pytest.raises(CommandError, match=says):
        printed(**options)


def test_a_what_if_of_a_running_event_is_saved_as_it_stands(event: int, director: Actor, wall: Wall) -> None:
    press(buttons.start, event, by=director)
    wall.passes(minutes=7)
    found = structure_what_if(event, level_minutes=12)
    assert found is not None
    # The level that runs stays as it is.
    assert found.free == 2
    assert [row.duration // 60_000 for row in found.levels if row.kind == "level"][:2] == [20, 12]
    rows = [{**msgspec.to_builtins(row)} for row in found.levels]
    inputs = [LevelInput(**{key: value for key, value in row.items() if key != "number"}) for row in rows]
    press(change_structure, event, by=director, levels=inputs)
    again = structure_what_if(event)
    assert again is not None
    assert again.before == again.after == found.after


def test_a_what_if_of_a_day_2_begins_at_its_level_with_its_players(event: int, director: Actor) -> None:
    press(set_field, event, by=director, entries=40, left=8)
    first = structure_what_if(event)
    Clock.objects.filter(tournament=event).update(position=2)
    second = structure_what_if(event, level_minutes=7)
    assert first is not None
    assert second is not None
    assert (first.free, second.free) == (1, 3)
    assert [row.duration for row in second.levels[:2]] == [row.duration for row in first.levels[:2]]
    # Eight players with the chips of forty are left for a shorter time than forty at the start.
    played = sum(row.duration for row in first.levels[:2]) // 60_000
    assert played < second.before.expected_minutes < played + first.before.expected_minutes


def test_an_unknown_event_has_no_what_if() -> None:
    assert structure_what_if(999) is None


def test_programs_read_suggestions_and_what_ifs(event: int) -> None:
    program = program_of(Role.DIRECTOR)
    found = program.get("structures/suggestion", players=40, stack=20_000, minutes=240).json()
    assert abs(found["expected_minutes"] - 240) <= 24
    rows = [{key: value for key, value in row.items() if key != "number"} for row in found["rows"]]
    assert program.do("room/structure/save", name="Suggested", levels=rows).status_code == 200
    refused = program.get("structures/suggestion", players=40, stack=20_000, minutes=120, level_minutes=40)
    assert (refused.status_code, refused.json()["code"]) == (422, "unreachable")
    tried = program.get(f"tournaments/{event}/structure/what_if", players=180).json()
    assert tried["after"]["expected_minutes"] > tried["before"]["expected_minutes"]
