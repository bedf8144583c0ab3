"""A player's phone between two days, and after a flight: what stands, when it goes on, and where the seat will be."""

import re

import pytest
from django.test import Client
from msgspec import to_builtins

from clock.commands.clock import plan_start, start
from clock.commands.events import close_event
from notifications.boards.own import mine_of
from notifications.commands.player_links import path_of
from notifications.services.texts import first_words
from procedures.commands.bag_openings import open_table
from seating.commands import bust
from stages.commands.advance import advance_players
from stages.commands.event_end import end_event
from tests.desk.tills import drawer
from tests.fixtures.room import MakesEvents, press
from tests.stages.stage_scenes import (
    bagged_flight,
    entry_of,
    event_row,
    flights,
    in_bags,
    people,
    seat_everybody,
)
from tests.web.visitors import text_of
from tourney.access.roles import Actor
from web.phone.page import events_with_mine
from web.phone.texts import shown_prize

pytestmark = pytest.mark.django_db
SATURDAY = 4_078_828_800_000


def words(event: int, player: int) -> tuple[str, str]:
    """Return title and note of a player's phone."""
    found = first_words(to_builtins(mine_of(event, [player])[player]))
    return found["title"], found["note"]


@pytest.fixture
def clerk(director: Actor) -> Actor:
    """Return a clerk with an open drawer."""
    drawer(director)
    return director


def test_a_bagged_flight_says_where_the_stack_goes_on_and_when(make_event: MakesEvents, clerk: Actor) -> None:
    found = flights(make_event)
    ada, bela = people("Ada Adler", "Bela Bauer")
    bagged_flight(found["1A"], clerk, [5], {ada: 12_000, bela: 8_000})
    press(end_event, found["1A"], by=clerk)
    title, note = words(found["1A"], ada)
    assert title == "On to Main Event Day 2"
    assert note == (
        "The start will be announced. "
        "Your seat is drawn before the start and appears on this page. Counted: 12,000 chips."
    )
    press(plan_start, found["2"], by=clerk, at=SATURDAY)
    bag = mine_of(found["1A"], [ada])[ada].bag
    assert bag is not None
    assert (bag.goes_on_to, bag.next_start, bag.over) == ("Main Event Day 2", SATURDAY, True)
    assert "comes next" not in words(found["1A"], ada)[1]
    # The page says so before its script runs, and does not show the seat of the flight as the present one.
    page = re.sub(r"<[^>]+>", " ", text_of(Client().get(path_of(ada))))
    assert "On to Main Event Day 2" in page
    assert "Your seat is drawn before the start and appears on this page." in page


def test_after_the_flights_are_joined_each_player_reads_whether_the_stack_went_on(
    make_event: MakesEvents, clerk: Actor
) -> None:
    found = flights(make_event, percent=50)
    ada, bela = people("Ada Adler", "Bela Bauer")
    bagged_flight(found["1A"], clerk, [5], {ada: 12_000, bela: 8_000})
    press(end_event, found["1A"], by=clerk)
    assert words(found["1A"], bela)[0] == "This flight is over"
    assert "known once all flights are over" in words(found["1A"], bela)[1]
    press(advance_players, found["2"], by=clerk, sources=[found["1A"]])
    assert words(found["1A"], ada)[0] == "You advanced to Main Event Day 2"
    assert "under Main Event Day 2" in words(found["1A"], ada)[1]
    assert words(found["1A"], bela) == (
        "Not in Main Event Day 2",
        "Your stack did not advance. Counted: 8,000 chips.",
    )


def test_who_advanced_has_neither_won_nor_finished_the_flight(make_event: MakesEvents, clerk: Actor) -> None:
    found = flights(make_event)
    ada, bela, cleo = people("Ada Adler", "Bela Bauer", "Cleo Claus")
    in_bags(found["1A"], clerk, 5, {ada: 12_000, bela: 8_000})
    in_bags(found["1B"], clerk, 6, {cleo: 10_000})
    press(advance_players, found["2"], by=clerk)
    seat_everybody(found["2"], [7])
    press(start, found["2"], by=clerk)
    press(open_table, found["2"], by=clerk, number=7)
    for player in (bela, cleo):
        press(bust, found["2"], by=clerk, entry=entry_of(found["2"], player).pk)
    press(close_event, found["2"], by=clerk)
    for player in (ada, bela):
        assert words(found["1A"], player)[0] == "You advanced to Main Event Day 2"
        assert [event.pk for event, _mine in events_with_mine(player)] == [found["2"], found["1A"]]
        flight = mine_of(found["1A"], [player])[player]
        assert shown_prize(event_row(found["1A"]), player, flight) is None


def test_a_forfeited_bag_says_so_and_with_which_stack_the_player_advanced(
    make_event: MakesEvents, clerk: Actor
) -> None:
    found = flights(make_event)
    ada, bela = people("Ada Adler", "Bela Bauer")
    in_bags(found["1A"], clerk, 5, {ada: 10_000, bela: 10_000})
    in_bags(found["1B"], clerk, 6, {ada: 10_500, bela: 9_500})
    press(advance_players, found["2"], by=clerk)
    own = mine_of(found["1A"], [ada])[ada].bag
    assert own is not None
    assert own.goes_on == "forfeited"
    title, note = words(found["1A"], ada)
    assert title == "This stack was forfeited"
    flight = event_row(found["1B"]).name
    assert note.startswith(f"You advanced to Main Event Day 2 with 10,500 chips from {flight}. Your seat")
    assert words(found["1B"], ada)[0] == "You advanced to Main Event Day 2"
    assert words(found["1A"], bela)[0] == "You advanced to Main Event Day 2"
    assert words(found["1B"], bela)[0] == "This stack was forfeited"
    assert events_with_mine(ada)[0][0].pk == found["2"]
    # No place in the flight is shown in its stead.
    assert shown_prize(event_row(found["1A"]), ada, mine_of(found["1A"], [ada])[ada]) is None
