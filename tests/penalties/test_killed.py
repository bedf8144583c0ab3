"""Hands sat out count once, even if the counting process is killed at any step and restarted."""

import uuid

import pytest

from clock.commands.clock import start
from penalties.commands.penalties import impose
from penalties.models import Penalty
from penalties.periodic import serve_in
from seating.commands import finish_hand
from seating.models import TournamentTable
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.killed import killed_at_each_step
from tests.fixtures.room import MakesEvents, press
from tests.fixtures.wall import Wall
from tests.seating.people import HOUSE
from tests.seating.seating_scenes import seated
from tourney.access.roles import Actor
from tourney.models import JournalEntry, Tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event(make_event: MakesEvents, wall: Wall) -> int:
    """Create a TDA event with one table and a penalty of nine hands."""
    made = make_event(book="tda")
    at = seated(made, {1: (1, 3, 5, 7)})
    press(impose, made, by=HOUSE, entry=at[1, 3], kind="hands", count=9, reason="Phone")
    return made


def served() -> tuple[int, int]:
    """Return the hands served and left."""
    row = Penalty.objects.get()
    return row.served, row.hands_left


def test_a_hand_is_served_once_though_the_server_is_killed_at_any_step(event: int, dealer: Actor) -> None:
    press(finish_hand, event, by=dealer, number=1, hand=1)
    command = uuid.uuid4()
    seen = killed_at_each_step(
        lambda: press(finish_hand, event, by=dealer, command=command, number=1, hand=2), served
    )
    assert set(seen) == {(0, 9), (1, 8)}
    assert TournamentTable.objects.get(table__number=1).hands == 2
    journal_tells_the_rows()


def test_timed_penalty_is_reduced_once_if_the_worker_is_killed_at_any_step(
    event: int, director: Actor, wall: Wall
) -> None:
    press(start, event, by=director)
    wall.passes(minutes=10)
    seen = killed_at_each_step(lambda: serve_in(Tournament.objects.get(pk=event)), served)
    assert set(seen) == {(0, 9), (3, 6)}
    # Delivered again.
    serve_in(Tournament.objects.get(pk=event))
    assert served() == (3, 6)
    assert JournalEntry.journal(event).filter(kind="penalty.reckon").count() == 1
    journal_tells_the_rows()
