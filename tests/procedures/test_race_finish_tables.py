"""Chip races: all tables without odd chips are finished by one command."""

import pytest

from procedures.commands.chip_races import finish
from procedures.commands.race_counts import enter
from procedures.commands.race_leftovers import finish_tables
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tests.procedures.chip_race_scenes import EVENING, ROOM, counts, shown, started, with_chips
from tests.seating.seating_scenes import seated
from tourney.access.roles import Actor
from tourney.journal.undo import undo
from tourney.models import JournalEntry

pytestmark = pytest.mark.django_db


@pytest.fixture
def race(make_event: MakesEvents, floor: Actor) -> tuple[int, int]:
    """Create an event with three tables and a running race of its 25s."""
    event = make_event(EVENING, book="munot")
    with_chips(event, 25, 100, 500)
    seated(event, ROOM)
    return event, started(event, floor)


def states(event: int) -> dict[int, str]:
    """Return the state of each table in the race."""
    return {row[0]: row[1] for row in shown(event)["tables"]}


def test_all_remaining_tables_have_no_odd_chips_in_one_press(race: tuple[int, int], floor: Actor) -> None:
    event, key = race
    done = press(finish_tables, event, by=floor, race=key)
    assert done.answer == {"tables": [1, 2, 3], "left": []}
    assert set(states(event).values()) == {"done"}
    assert JournalEntry.journal(event).latest("seq").rule == "Munot 24"
    press(finish, event, by=floor, race=key)
    journal_tells_the_rows()


def test_counted_table_is_left_to_be_dealt(race: tuple[int, int], floor: Actor, dealer: Actor) -> None:
    event, key = race
    press(enter, event, by=dealer, race=key, number=2, seats=counts(s2=3, s4=2))
    done = press(finish_tables, event, by=floor, race=key)
    assert done.answer == {"tables": [1, 3], "left": [2]}
    assert states(event)[2] == "counted"
    assert refusal(finish_tables, event, by=floor, race=key).code == "nothing_open"
    assert refusal(finish, event, by=floor, race=key).code == "still_racing"


def test_undo_opens_all_tables_again(race: tuple[int, int], floor: Actor) -> None:
    event, key = race
    done = press(finish_tables, event, by=floor, race=key)
    press(undo, event, by=floor, seq=done.seq)
    assert set(states(event).values()) == {"open"}
    journal_tells_the_rows()


def test_dealer_may_not_report_for_all_tables(race: tuple[int, int], dealer: Actor) -> None:
    event, key = race
    assert refusal(finish_tables, event, by=dealer, race=key).code == "not_allowed"
