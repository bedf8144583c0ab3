"""A table breaks while players are at dinner: they keep the place on the list, and the cage keeps the stake."""

from typing import Any

import pytest

from cash.boards.floor import cash_floor
from cash.commands.breaking import break_cash_table
from cash.commands.calls import call_next
from cash.commands.dinners import hand_out_stake, start_dinner
from cash.commands.lists import call_player, join_list
from cash.commands.seats import take_seat
from cash.models import DinnerBreak, ListEntry, StakeMove
from cash.services.attention import waiting_in_cash_room
from tests.cash.scenes import BUY_IN, offer, open_game, person, seat_row, sit
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import press, refusal
from tests.fixtures.wire import as_sent
from tests.web.visitors import client_of, text_of
from tourney.access.roles import Actor

room = as_sent(cash_floor)
pytestmark = pytest.mark.django_db
SMALL = 30_000
"""A stake below the minimum of the table."""


@pytest.fixture
def kim(floor: Actor) -> int:
    """Break table 7 while Kim is at dinner with a small stake; table 8 of the game has open seats, Lea waits."""
    game = open_game(7)
    kim = sit(7, {1: "Kim"})[1]
    press(start_dinner, by=floor, table=7, seat=1, stake=SMALL)
    press(
        break_cash_table, by=floor, table=7, players=[{"seat": 1, "stake": SMALL}], explanation="Counted low"
    )
    open_game(8, game, seats=2)
    return kim


def test_st_moritz_12_a_seat_is_offered_to_the_next_who_is_there_not_to_a_player_at_dinner(
    kim: int, floor: Actor
) -> None:
    first = ListEntry.objects.get(player=kim)
    until = DinnerBreak.objects.get().until
    (row,) = room()["lists"]
    assert (row["origin"], row["expires"]) == ("dinner", round(until.timestamp() * 1_000))
    assert waiting_in_cash_room() == {}
    assert refusal(call_next, by=floor, game=first.game_id).code == "list_empty"
    press(join_list, by=floor, player=person("Lea"), game=first.game_id)
    assert waiting_in_cash_room() == {"cash_seats": 1}
    answer = press(call_next, by=floor, game=first.game_id).answer
    assert answer is not None
    assert answer["name"] == "Lea"
    # The floor may still call the player at dinner by name.
    press(call_player, by=floor, entry=first.pk, table=8)


def test_a_kept_stake_is_brought_to_the_seat_and_is_no_longer_kept(kim: int, floor: Actor) -> None:
    (kept,) = room()["kept"]
    seat: dict[str, Any] = {"player": kim, "table": 8, "seat": 1, "dinner": kept["dinner"]}
    assert refusal(take_seat, by=floor, **seat, buy_in=BUY_IN).code == "other_stake"
    other = {**seat, "player": person("Lea")}
    assert refusal(take_seat, by=floor, **other, buy_in=SMALL).code == "no_kept_stake"
    # Below the minimum of the table: it comes along whole.
    press(take_seat, by=floor, **seat, buy_in=SMALL, source="cash")
    assert seat_row(kim).stake == SMALL
    assert StakeMove.objects.order_by("-pk")[0].source == "cage"
    assert room()["kept"] == []
    assert refusal(hand_out_stake, by=floor, dinner=kept["dinner"]).code == "already_handed_out"
    journal_tells_the_rows()


def test_in_another_game_a_kept_stake_is_a_buy_in_with_its_limits(kim: int, floor: Actor) -> None:
    game = offer(small_blind=1_000, big_blind=2_000, buy_in_min=100_000)
    open_game(9, game)
    (kept,) = room()["kept"]
    refused = refusal(take_seat, by=floor, player=kim, table=9, seat=1, buy_in=SMALL, dinner=kept["dinner"])
    assert (refused.code, refused.rule) == ("buy_in_too_small", "St. Moritz 15")


def test_a_broken_table_gives_one_seat_to_one_player_and_says_who_goes_where(floor: Actor) -> None:
    game = open_game(7)
    open_game(8, game)
    sit(7, {1: "Emil", 2: "Jonas", 3: "Kim"})
    press(start_dinner, by=floor, table=7, seat=3, stake=BUY_IN)
    players = [{"seat": seat, "stake": BUY_IN, "to": 8, "to_seat": 9} for seat in (1, 2)]
    kim = {"seat": 3, "stake": BUY_IN}
    refused = refusal(break_cash_table, by=floor, table=7, players=[*players, kim])
    assert (refused.code, refused.message) == (
        "seat_chosen_twice",
        "Seat 9 at table 8 is chosen for both Emil and Jonas.",
    )
    press(break_cash_table, by=floor, table=7, players=[players[0], {"seat": 2, "stake": BUY_IN}, kim])
    told = text_of(client_of(floor).get("/staff/journal/"))
    assert "Broke cash table 7: Emil to table 8, seat 9; on the list: Jonas, Kim (dinner)" in told
