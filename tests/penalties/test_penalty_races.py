"""Concurrent reports of the same hand count once."""

from collections.abc import Callable

import pytest

from clock.commands.clock import start
from penalties.commands.penalties import count_hand, impose
from penalties.models import Penalty
from penalties.periodic import serve_in
from seating.commands import finish_hand
from seating.models import TournamentTable
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press
from tests.fixtures.together import at_once
from tests.fixtures.wall import Wall
from tests.seating.people import HOUSE
from tests.seating.seating_scenes import seated
from tourney.access.roles import Actor
from tourney.journal.refused import Refused
from tourney.models import JournalEntry, Tournament

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def event(make_event: MakesEvents, wall: Wall) -> int:
    """Create a TDA event with one table and a penalty of nine hands."""
    made = make_event(book="tda")
    at = seated(made, {1: (1, 3, 5, 7)})
    press(impose, made, by=HOUSE, entry=at[1, 3], kind="hands", count=9, reason="Phone")
    return made


def codes(outcomes: list[object]) -> list[str]:
    return sorted(outcome.code for outcome in outcomes if isinstance(outcome, Refused))


def test_tablet_and_floor_report_one_hand_at_once(event: int, floor: Actor, dealer: Actor) -> None:
    row = Penalty.objects.get()
    press(finish_hand, event, by=dealer, number=1, hand=1)

    def ends(by: Actor) -> Callable[[], object]:
        return lambda: press(finish_hand, event, by=by, number=1, hand=2)

    def taps() -> object:
        return press(count_hand, event, by=floor, penalty=row.pk, served=0)

    found = at_once(ends(dealer), ends(floor), taps)
    assert "hand_finished" in codes(found)
    row.refresh_from_db()
    assert (row.served, row.hands_left) == (1, 8)
    assert TournamentTable.objects.get(table__number=1).hands == 2
    journal_tells_the_rows()


def test_jobs_that_find_the_same_due_at_once_take_it_off_once(
    event: int, director: Actor, wall: Wall
) -> None:
    press(start, event, by=director)
    wall.passes(minutes=10)
    tournament = Tournament.objects.get(pk=event)
    found = at_once(*[lambda: serve_in(tournament)] * 4)
    assert found == [None] * 4
    row = Penalty.objects.get()
    assert (row.served, row.estimated, row.hands_left) == (3, 3, 6)
    assert JournalEntry.journal(event).filter(kind="penalty.reckon").count() == 1
    journal_tells_the_rows()
