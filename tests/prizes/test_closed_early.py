"""Five Spades 4.4: an event that ends with several players left is ranked by their chips, if these were counted."""

import time

import pytest

from clock.commands.events import close_event
from prizes.services.places import ranking_of
from seating.commands import bust, count_stack
from tests.fixtures.room import MakesEvents, press, refusal
from tests.seating.seating_scenes import seated
from tourney.access.roles import Actor
from tourney.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def at(make_event: MakesEvents) -> dict[tuple[int, int], int]:
    """Seat four players at a table; return their entries."""
    return seated(make_event(), {1: (1, 2, 3, 4)})


@pytest.fixture
def event(at: dict[tuple[int, int], int]) -> int:
    """Return their event."""
    return Tournament.objects.get().pk


def placed(event: int) -> list[tuple[int, int]]:
    """Return entry and best place of everybody with a place."""
    return [(one.entry, one.best) for one in ranking_of(Tournament.objects.get(pk=event)).places]


def test_players_without_a_count_are_not_winners(
    event: int, at: dict[tuple[int, int], int], director: Actor
) -> None:
    press(bust, event, by=director, entry=at[1, 4])
    refused = refusal(close_event, event, by=director)
    assert refused.code == "unfinished"
    assert "3 players in play without a place: count the stacks first" in refused.message
    press(close_event, event, by=director, although_unfinished=True)
    assert placed(event) == [(at[1, 4], 4)]


def test_a_count_from_before_the_last_bust_ranks_no_player(
    event: int, at: dict[tuple[int, int], int], director: Actor
) -> None:
    for seat in (1, 2, 3):
        press(count_stack, event, by=director, entry=at[1, seat], chips=seat * 1_000)
    # The order of counts and busts is known to the millisecond.
    time.sleep(0.002)
    press(bust, event, by=director, entry=at[1, 4])
    assert refusal(close_event, event, by=director).code == "unfinished"
    for seat in (1, 2, 3):
        press(count_stack, event, by=director, entry=at[1, seat], chips=(4 - seat) * 1_000)
    press(close_event, event, by=director)
    assert placed(event) == [(at[1, 1], 1), (at[1, 2], 2), (at[1, 3], 3), (at[1, 4], 4)]
