"""What the tests of stages share."""

from dataclasses import dataclass

import pytest

from stages.commands.advance import advance_players
from tests.desk.tills import drawer
from tests.fixtures.room import MakesEvents, press
from tests.stages.stage_scenes import flights, in_bags, people, seat_everybody
from tourney.access.roles import Actor


@pytest.fixture
def clerk(director: Actor) -> Actor:
    """Open the director's drawer."""
    drawer(director)
    return director


@dataclass(frozen=True)
class TwoFlights:
    """Two flights whose bags are handed in: Anna played both, Bert the first, Cleo the second."""

    events: dict[str, int]
    anna: int
    bert: int
    cleo: int
    clerk: Actor

    def advance(self) -> int:
        """Advance the players to day 2; return its event."""
        press(advance_players, self.events["2"], by=self.clerk)
        return self.events["2"]

    def seat(self) -> int:
        """Advance the players and seat them at table 3; return the event."""
        event = self.advance()
        seat_everybody(event, [3])
        return event


@pytest.fixture
def two_flights(make_event: MakesEvents, clerk: Actor) -> TwoFlights:
    """Play two flights whose stacks are added up, and hand their bags in."""
    found = flights(make_event, preset="flights_sum")
    anna, bert, cleo = people("Anna", "Bert", "Cleo")
    in_bags(found["1A"], clerk, 1, {anna: 12_000, bert: 8_000})
    in_bags(found["1B"], clerk, 2, {anna: 15_000, cleo: 5_000})
    return TwoFlights(found, anna, bert, cleo, clerk)
