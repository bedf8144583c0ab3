"""What is shown stays, layouts and rotations: over undo, retired displays, and the way back to earlier versions."""

from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from displays.commands.displays import pair_screen, retire_screen, show_on_screen
from displays.commands.groups import remove_rotation, save_group, save_rotation
from displays.commands.layouts import remove_layout, save_layout
from displays.models import HouseLayout, Rotation, Screen, ScreenGroup
from displays.services.pairing import new_pairing
from tests.displays.test_layouts import layout
from tests.fixtures.database import allow_emptying
from tests.fixtures.room import press
from tourney.access.roles import Actor
from tourney.journal.refused import Refused
from tourney.journal.undo import undo_in_room
from tourney.models import JournalEntry


def made_layout(by: Actor) -> int:
    """Save a layout and return its id."""
    return int(press(save_layout, by=by, document=layout()).answer["layout"])


def seq() -> int:
    """Return the number of the last journal entry of the room."""
    return JournalEntry.objects.filter(tournament=None).latest("seq").seq


def wall(by: Actor, event: int, shown: str) -> Screen:
    """Pair a display."""
    _secret, pairing = new_pairing("127.0.0.1")
    answer = press(
        pair_screen, by=by, code=pairing.code, name=f"Wall {pairing.code}", tournament=event, layout=shown
    ).answer
    return Screen.objects.get(pk=answer["screen"])


@pytest.mark.django_db
@pytest.mark.parametrize("place", ["rotation", "schedule"])
def test_an_undo_neither_removes_a_shown_layout_nor_shows_a_removed_one(director: Actor, place: str) -> None:
    made = made_layout(director)
    creation, name = seq(), f"house:{made}"

    def show(layouts: list[str], **row: int) -> dict[str, int]:
        if place == "rotation":
            slides = [{"layout": one, "seconds": 20} for one in layouts]
            answer = press(save_rotation, by=director, name="Turning", slides=slides, **row).answer
            return {"rotation": answer["rotation"]}
        schedule: list[Any] = [{"at": at, "layout": one} for at, one in enumerate(layouts)]
        answer = press(save_group, by=director, name="Turning", screens=[], schedule=schedule, **row).answer
        return {"group": answer["group"]}

    row = show([name, "clock"])
    with pytest.raises(Refused, match=r"it is shown by Turning\."):
        press(undo_in_room, by=director, seq=creation)
    show(["seats", "clock"], **row)
    change = seq()
    press(remove_layout, by=director, layout=made)
    removal = seq()
    with pytest.raises(Refused, match="“Turning” would show a layout that has been removed since"):
        press(undo_in_room, by=director, seq=change)
    press(undo_in_room, by=director, seq=removal)
    press(undo_in_room, by=director, seq=change)
    assert HouseLayout.objects.filter(pk=made).exists()


@pytest.mark.django_db
def test_an_undo_neither_removes_a_scheduled_rotation_nor_schedules_a_removed_one(director: Actor) -> None:
    slides = [{"layout": "clock", "seconds": 20}]
    turning = press(save_rotation, by=director, name="Breaks", slides=slides).answer["rotation"]
    creation = seq()

    def schedule(*entries: dict[str, Any], **row: int) -> int:
        timed = [{"at": at, **one} for at, one in enumerate(entries)]
        answer = press(save_group, by=director, name="Hall", screens=[], schedule=timed, **row).answer
        return int(answer["group"])

    hall = schedule({"rotation": turning}, {"layout": "clock"})
    with pytest.raises(Refused, match="Not removed: it is shown by Hall"):
        press(undo_in_room, by=director, seq=creation)
    schedule({"layout": "seats"}, {"layout": "clock"}, group=hall)
    change = seq()
    press(remove_rotation, by=director, rotation=turning)
    removal = seq()
    with pytest.raises(Refused, match="“Hall” would show a rotation that has been removed since"):
        press(undo_in_room, by=director, seq=change)
    press(undo_in_room, by=director, seq=removal)
    press(undo_in_room, by=director, seq=change)
    assert ScreenGroup.objects.get(pk=hall).schedule[0]["rotation"] == turning


@pytest.mark.django_db
def test_a_retired_display_does_not_keep_a_layout(director: Actor, event: int) -> None:
    made = made_layout(director)
    screen = wall(director, event, f"house:{made}")
    press(show_on_screen, by=director, screen=screen.pk, tournament=event, layout="clock")
    change = seq()
    press(retire_screen, by=director, screen=screen.pk)
    with pytest.raises(Refused):
        press(undo_in_room, by=director, seq=change)
    other = wall(director, event, f"house:{made}")
    press(retire_screen, by=director, screen=other.pk)
    press(remove_layout, by=director, layout=made)
    assert not HouseLayout.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_earlier_versions_show_the_clock_in_place_of_layouts_that_they_do_not_know(
    director: Actor, event: int
) -> None:
    made = made_layout(director)
    slides = [{"layout": one, "seconds": 20} for one in (f"house:{made}", "feature", "seats")]
    press(save_rotation, by=director, name="Turning", slides=slides)
    for shown in (f"house:{made}", "feature"):
        wall(director, event, shown)
    press(save_group, by=director, name="Hall", screens=[], layout="feature")
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    try:
        MigrationExecutor(connection).migrate([("displays", "0009_groups")])
        with connection.cursor() as cursor:
            cursor.execute("SELECT layout FROM displays_screen")
            assert cursor.fetchall() == [("clock",), ("clock",)]
    finally:
        MigrationExecutor(connection).migrate(newest)
        allow_emptying()
    assert [one["layout"] for one in Rotation.objects.get().slides] == ["clock", "clock", "seats"]
