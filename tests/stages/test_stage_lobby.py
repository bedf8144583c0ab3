"""The lobby says of a later stage that players advanced to it; nobody has entered it."""

import pytest
from django.test import Client

from clock.boards.clock import clock_of
from clock.commands.clock import start
from clock.commands.events import close_event
from stages.commands.advance import advance_players
from tests.desk.test_teams import clerk as clerk
from tests.fixtures.room import MakesEvents, press
from tests.stages.stage_scenes import bagged_flight, event_row, flights, people, seat_everybody
from tests.stages.test_team_stages import team_flights
from tests.web.visitors import text_of
from tourney.access.roles import Actor

pytestmark = pytest.mark.django_db


def joined(found: dict[str, int], by: Actor) -> None:
    """Close the empty flight, and advance the players of the other one."""
    press(close_event, found["1B"], by=by, although_unfinished=True)
    press(advance_players, found["2"], by=by, sources=[found["1A"]])


def test_players_of_a_later_day_advanced_instead_of_entering(
    make_event: MakesEvents, clerk: Actor, client: Client
) -> None:
    found = flights(make_event)
    bagged_flight(found["1A"], clerk, [1], dict.fromkeys(people("Anna", "Bert"), 10_000))
    assert not clock_of(event_row(found["1A"])).field.advanced
    joined(found, clerk)
    assert clock_of(event_row(found["2"])).field.advanced
    page = text_of(client.get("/"))
    assert "2 players advanced" in page
    assert "2 entries" not in page
    seat_everybody(found["2"], [2])
    press(start, found["2"], by=clerk)
    assert "2 of 2 left" in text_of(client.get("/"))


def test_teams_of_a_later_day_advanced(make_event: MakesEvents, clerk: Actor, client: Client) -> None:
    found = team_flights(make_event, clerk)
    joined(found, clerk)
    assert "2 teams advanced" in text_of(client.get("/"))
