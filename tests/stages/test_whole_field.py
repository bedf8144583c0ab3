"""A player's place is read in the field of all flights, also on the phone of a winner of day 2."""

import pytest

from notifications.boards.own import mine_of
from prizes.boards.event import results
from prizes.boards.own import prize_of
from prizes.boards.structs import OwnPrize
from prizes.commands.payouts import lock_payout, set_payout
from seating.commands import bust
from stages.commands.advance import advance_players
from tests.desk.tills import POOL, drawer
from tests.fixtures.room import MakesEvents, press
from tests.stages.stage_scenes import (
    bagged_flight,
    entry_of,
    event_row,
    flights,
    people,
    seat_everybody,
)
from tests.stages.test_pool import with_prizes
from tests.web.visitors import client_of
from tourney.access.roles import Actor
from web.phone.texts import place_words, shown_prize
from web.public.results import head_of

pytestmark = pytest.mark.django_db


def places(event: int, *players: int) -> list[tuple[int | None, int]]:
    """Return the place of each player, and the field in which it is read."""
    own = prize_of(event, players)
    found = []
    for player in players:
        mine = own[player]
        assert isinstance(mine, OwnPrize)
        found.append((mine.best, mine.field))
    return found


def day_one(found: dict[str, int], by: Actor) -> tuple[int, int, list[int]]:
    """Play two flights of four; Anna and Cleo bag a stack."""
    anna, cleo, *others = people("Anna", "Cleo", "Bert", "Dora", "Emil", "Fritz", "Gero", "Hans")
    bagged_flight(found["1A"], by, [1], {anna: 40_000, others[0]: 0, others[1]: 0, others[2]: 0})
    bagged_flight(found["1B"], by, [2], {cleo: 40_000, others[3]: 0, others[4]: 0, others[5]: 0})
    return anna, cleo, others


def test_places_of_day_2_are_read_in_the_field_of_all_flights(
    make_event: MakesEvents, director: Actor
) -> None:
    found = with_prizes(make_event, director)
    anna, cleo, others = day_one(found, director)
    # Both places that are paid are taken by players of day 2.
    press(set_payout, found["2"], by=director, method="hand", amounts=[5 * POOL, 3 * POOL])
    press(advance_players, found["2"], by=director)
    seat_everybody(found["2"], [3])
    press(lock_payout, found["2"], by=director)
    press(bust, found["2"], by=director, entry=entry_of(found["2"], cleo).pk)
    assert places(found["2"], anna, cleo) == [(1, 8), (2, 8)]
    # Within a flight a place is one of the flight.
    assert places(found["1A"], others[0]) == [(4, 4)]
    mine = mine_of(found["2"], [anna])[anna]
    assert mine.state == "seated"
    prize = shown_prize(event_row(found["2"]), anna, mine)
    assert prize is not None
    words = place_words(mine, prize)
    assert (words["note"], words["big"]) == ("of 8", [("Place", "1")])


def test_places_of_a_day_between_are_read_in_the_field_of_all_flights(
    make_event: MakesEvents, director: Actor
) -> None:
    found = flights(make_event, days=3)
    drawer(director)
    _anna, cleo, _others = day_one(found, director)
    press(advance_players, found["2"], by=director)
    seat_everybody(found["2"], [3])
    press(bust, found["2"], by=director, entry=entry_of(found["2"], cleo).pk)
    assert places(found["2"], cleo) == [(2, 8)]


def test_results_of_day_2_count_the_players_of_all_flights(make_event: MakesEvents, director: Actor) -> None:
    found = with_prizes(make_event, director)
    _anna, cleo, _others = day_one(found, director)
    # Day 2 has no players yet; those of the flights may still reach it.
    before = results(found["2"])
    assert before is not None
    assert (before.field, before.placed) == (8, 0)
    press(advance_players, found["2"], by=director)
    seat_everybody(found["2"], [3])
    press(bust, found["2"], by=director, entry=entry_of(found["2"], cleo).pk)
    board = results(found["2"])
    assert board is not None
    # Six were out on the first day; the rows are those of day 2.
    assert (board.field, board.placed, board.left, len(board.rows)) == (8, 8, 1, 2)
    head = head_of(event_row(found["2"]))
    assert (head["field"], head["placed"], head["left"]) == (8, 8, 1)
    flight = results(found["1A"])
    assert flight is not None
    assert flight.field == 4


def test_the_desk_opens_with_the_first_of_several_flights(make_event: MakesEvents, director: Actor) -> None:
    found = flights(make_event)
    opened = client_of(director).get("/staff/desk/").context["config"]["on_sale"]
    assert opened == found["1A"] < found["1B"]
