"""What pages say of a flight before and after its players advance."""

import pytest
from django.test import Client

from clock.boards.clock import lobby
from desk.commands.registration import close_registration
from tests.fixtures.room import MakesEvents, press
from tests.stages.conftest import TwoFlights
from tests.stages.stage_scenes import flights
from tests.web.visitors import client_of, text_of
from tourney.access.roles import Actor
from web.desk.recent_actions import recent_actions

pytestmark = pytest.mark.django_db


def test_results_of_a_flight_count_who_finished_the_day_and_who_advanced(two_flights: TwoFlights) -> None:
    address = f"/results/{two_flights.events['1A']}/"
    assert "0 of 2 eliminated · 2 finished the day" in text_of(Client().get(address))
    two_flights.advance()
    assert "0 of 2 eliminated · 2 advanced" in text_of(Client().get(address))


def test_the_desk_says_of_a_sale_in_an_advanced_flight_that_its_players_are_elsewhere(
    two_flights: TwoFlights,
) -> None:
    assert {(one["over"], one["advanced"]) for one in recent_actions(two_flights.clerk) if one["sold"]} == {
        (False, False)
    }
    two_flights.advance()
    assert {(one["over"], one["advanced"]) for one in recent_actions(two_flights.clerk) if one["sold"]} == {
        (True, True)
    }


def test_an_event_can_be_entered_while_its_registration_is_open(
    make_event: MakesEvents, clerk: Actor
) -> None:
    events = flights(make_event)
    page, client = f"/staff/t/{events['1A']}/entries/", client_of(clerk)
    # Day 2 sells no entries.
    assert {one.tournament for one in lobby().events if one.enterable} == {events["1A"], events["1B"]}
    assert ">Register players</a>" in text_of(client.get(page))
    press(close_registration, events["1A"], by=clerk)
    assert {one.tournament for one in lobby().events if one.enterable} == {events["1B"]}
    assert ">Go to the desk</a>" in text_of(client.get(page))
