"""Undo never leaves a clock or a structure that cannot be read."""

from typing import Any

from clock.commands.clock import go_to, pause, start
from clock.commands.structures import change_structure
from clock.models import LevelRow
from tests.fixtures.journalled import all_rows, rows_alone
from tests.fixtures.room import MINUTE, club_night, level, press, refusal
from tests.fixtures.wall import Wall
from tourney.access.roles import Actor
from tourney.journal.undo import undo
from tourney.models import Tournament


def longer() -> list[Any]:
    return [*club_night(), level(500), level(600), level(700)]


def test_undo_does_not_remove_rows_the_clock_has_reached(event: int, director: Actor) -> None:
    """Rows were added before the start, and the clock has since reached them."""
    added = press(change_structure, event, by=director, levels=longer())
    press(start, event, by=director)
    press(go_to, event, by=director, to=7)
    before = all_rows()
    assert refusal(undo, event, by=director, seq=added.seq).code == "changed_since"
    assert all_rows() == before


def test_the_clock_does_not_go_back_by_undo_to_a_row_that_is_gone(event: int, director: Actor) -> None:
    press(change_structure, event, by=director, levels=longer())
    press(start, event, by=director)
    press(go_to, event, by=director, to=7)
    press(pause, event, by=director)
    went = press(go_to, event, by=director, to=0)
    press(change_structure, event, by=director, levels=club_night())
    before = all_rows()
    assert refusal(undo, event, by=director, seq=went.seq).code == "changed_since"
    assert all_rows() == before


def test_undo_leaves_no_hole_in_a_structure(event: int, director: Actor) -> None:
    first = press(change_structure, event, by=director, levels=longer())
    press(change_structure, event, by=director, levels=[*longer(), level(800)])
    assert refusal(undo, event, by=director, seq=first.seq).code == "changed_since"
    positions = LevelRow.objects.filter(structure__tournament=event).values_list("position", flat=True)
    assert list(positions) == list(range(9))


def test_structure_change_can_be_undone_if_nothing_followed(event: int, director: Actor, wall: Wall) -> None:
    press(start, event, by=director)
    wall.passes(minutes=2)
    before = rows_alone()
    changed = press(change_structure, event, by=director, levels=[level(100, minutes=30), *longer()[1:]])
    wall.passes(minutes=1)
    press(undo, event, by=director, seq=changed.seq)
    assert rows_alone() == before


def test_undone_pause_leaves_the_clock_unchanged(event: int, director: Actor, wall: Wall) -> None:
    from clock.services.event_clock import event_clock_of

    press(start, event, by=director)
    wall.passes(minutes=5)
    paused = press(pause, event, by=director)
    wall.passes(minutes=5)
    press(undo, event, by=director, seq=paused.seq)
    assert event_clock_of(Tournament.objects.get(pk=event)).read(wall.ms).remaining == 10 * MINUTE
