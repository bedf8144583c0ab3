"""Chips that leave in the break between two days: no race while they are in bags, and one before the first hand."""

import pytest

from clock.commands.clock import next_level, pause
from clock.commands.clock import start as start_clock
from procedures.commands.bags import hand_in, seal_table
from procedures.commands.chip_races import finish, plan, start
from procedures.commands.event_days import close_day, resume_day
from procedures.commands.race_leftovers import finish_tables
from procedures.commands.stack_counts import open_count
from procedures.periodic import start_planned_races
from procedures.services.chip_races import chips_left
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tests.procedures.chip_race_scenes import EVENING, shown, started, with_chips
from tests.procedures.test_bags import counted
from tests.seating.seating_scenes import seated
from tourney.access.roles import Actor
from tourney.journal.undo import undo
from tourney.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(make_event: MakesEvents, director: Actor) -> int:
    """Create an event with ten players in its first level; 25s leave in the break after it."""
    event = make_event(EVENING, book="munot")
    with_chips(event, 25, 100, 500, 1_000, 5_000)
    seated(event, {5: (1, 2, 3, 4, 5, 6), 7: (1, 3, 5, 9)})
    press(start_clock, event, by=director)
    press(pause, event, by=director)
    return event


def due(event: int) -> list[tuple[int, bool]]:
    """Return the chips whose race is proposed, and which of them are raced before the first hand."""
    return [(one["small"], one["at_start"]) for one in shown(event)["due"]]


def seal(event: int, by: Actor) -> None:
    """Seal all stacks, hand them in, and close the day; on the next one all players keep their seats."""
    for number in (5, 7):
        press(seal_table, event, by=by, number=number)
        press(hand_in, event, by=by, number=number)
    press(close_day, event, by=by, seats="kept")


def race_off(event: int, by: Actor, race: int) -> None:
    """Finish a race; no player has odd chips."""
    press(finish_tables, event, by=by, race=race)
    press(finish, event, by=by, race=race)


def test_a_race_planned_for_the_break_between_two_days_starts_with_the_next_day(
    event: int, director: Actor
) -> None:
    press(plan, event, by=director, small=25)
    counted(event, director)
    # The break begins while stacks are being bagged.
    press(next_level, event, by=director)
    start_planned_races()
    assert (shown(event)["on"], shown(event)["bagged"]) == (False, True)
    seal(event, director)
    # The clock is set to the first level of day 2.
    press(next_level, event, by=director)
    start_planned_races()
    assert (shown(event)["on"], shown(event)["bagged"]) == (False, True)
    assert refusal(start, event, by=director, small=25).code == "day_over"
    press(resume_day, event, by=director)
    start_planned_races()
    assert (shown(event)["on"], shown(event)["bagged"]) == (True, False)
    journal_tells_the_rows()


def test_a_skipped_break_between_two_days_leaves_its_chips_in_play_until_they_are_raced(
    event: int, director: Actor
) -> None:
    counted(event, director)
    assert due(event) == [(25, True), (100, False)], "the break after this level falls between two days"
    seal(event, director)
    for _row in ("break", "level 2", "break", "level 3"):
        press(next_level, event, by=director)
    press(resume_day, event, by=director)
    row = Tournament.objects.get(pk=event)
    assert due(event) == [(25, True), (100, False)]
    assert chips_left(row)[0] == 25
    race_off(event, director, started(event, director))
    assert due(event) == [(100, False)]
    assert chips_left(row)[0] == 500


def test_no_race_is_started_or_resumed_by_an_undo_while_stacks_are_counted_for_bags(
    event: int, director: Actor
) -> None:
    race = started(event, director)
    assert refusal(open_count, event, by=director, occasion="day_end").code == "race_running"
    press(finish_tables, event, by=director, race=race)
    finished = press(finish, event, by=director, race=race)
    press(open_count, event, by=director, occasion="day_end")
    assert refusal(undo, event, by=director, seq=finished.seq).code == "race_running"
    refused = refusal(start, event, by=director, small=100)
    assert refused.code == "day_ends"
    assert "before the first hand of the next day" in refused.message


def test_a_day_is_not_closed_again_by_an_undo_while_its_chips_are_raced(event: int, director: Actor) -> None:
    counted(event, director)
    seal(event, director)
    begun = press(resume_day, event, by=director)
    race = started(event, director)
    assert refusal(undo, event, by=director, seq=begun.seq).code == "race_running"
    race_off(event, director, race)
