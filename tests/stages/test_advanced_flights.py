"""What pages say of a flight before and after its players advance."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.test import Client

from clock.boards.clock import clock, lobby
from clock.boards.structs import OverDay
from clock.commands.clock import plan_start, start
from clock.commands.events import close_event
from desk.commands.registration import close_registration
from stages.services import publishing
from tests.fixtures.room import MakesEvents, press
from tests.stages.conftest import TwoFlights
from tests.stages.stage_scenes import flights, seat_everybody
from tests.web.visitors import client_of, text_of
from tourney.access.roles import Actor
from tourney.now import room_now, to_ms
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


def day_over(flight: int) -> OverDay | None:
    board = clock(flight)
    assert board is not None
    return board.day_over


def test_clock_and_page_of_a_bagged_flight_say_what_comes_next(
    two_flights: TwoFlights,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callable[..., AbstractContextManager[object]],
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(publishing, "publish", lambda topic, _seq, _boards: shown.append(topic))
    flight, final = two_flights.events["1A"], two_flights.events["2"]
    assert day_over(flight) == OverDay(1, None, 20_000, "Day 1A", "Day 2")
    two_flights.advance()
    at = (to_ms(room_now()) or 0) + 3_600_000
    with django_capture_on_commit_callbacks(execute=True):
        press(plan_start, final, by=two_flights.clerk, at=at)
    # Displays of both flights hear of it.
    assert shown == [f"t{flight}", f"t{two_flights.events['1B']}"]
    assert day_over(flight) == OverDay(1, at, 20_000, "Day 1A", "Day 2", "waiting", final)
    page = text_of(Client().get(f"/events/{flight}/"))
    assert "Day 1A is over · Next: Day 2," in page
    assert "This event is over." not in page
    seat_everybody(final, [3])
    press(start, final, by=two_flights.clerk)
    # The bags are open: their chips are in play there.
    assert day_over(flight) == OverDay(1, None, None, "Day 1A", "Day 2", "begun", final)
    assert "Day 1A is over · Day 2 is in progress" in text_of(Client().get(f"/events/{flight}/"))
    shown.clear()
    with django_capture_on_commit_callbacks(execute=True):
        press(close_event, final, by=two_flights.clerk)
    assert shown == [f"t{flight}", f"t{two_flights.events['1B']}"]
    assert day_over(flight) == OverDay(1, None, None, "Day 1A", "Day 2", "over", final)
    assert "Day 1A is over · Day 2 is over" in text_of(Client().get(f"/events/{flight}/"))


def test_an_ordinary_event_that_is_closed_has_no_day_to_come(make_event: MakesEvents, clerk: Actor) -> None:
    events = flights(make_event)
    press(close_event, events["1B"], by=clerk)
    assert day_over(events["1B"]) is None
