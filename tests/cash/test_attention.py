"""What waits for the floor in the cash room is counted on the live page."""

from datetime import timedelta
from typing import Any

import pytest

from cash.boards.floor import cash_floor
from cash.boards.table import cash_table
from cash.commands.floor_calls import answer_cash_call, call_floor_to_cash_table
from cash.commands.lists import call_player, join_list
from cash.models import CashSeat, DinnerBreak, ListEntry
from notifications.boards.attention import attention_room
from tests.cash.scenes import offer, open_game, people, seat_row, sit
from tests.fixtures.room import press, refusal
from tests.fixtures.wire import as_sent
from tourney.access.roles import Actor, Role
from tourney.now import room_now

room, shown = as_sent(cash_floor), as_sent(cash_table)
pytestmark = pytest.mark.django_db


def waiting() -> dict[str, int]:
    return {one.kind: one.count for one in attention_room(0).room}


def test_open_seats_are_counted_for_players_who_wait(floor: Actor) -> None:
    game = open_game(7, offer(seats=3))
    sit(7, {1: "Anna"})
    assert waiting() == {}
    for player in people("Ben", "Cid", "Dora"):
        press(join_list, by=floor, player=player, game=game)
    assert waiting() == {"cash_seats": 2}
    press(call_player, by=floor, entry=ListEntry.objects.order_by("pk")[0].pk, table=7)
    assert waiting() == {"cash_seats": 1}


def test_dinner_breaks_that_end_soon_and_lost_places_are_counted(floor: Actor) -> None:
    open_game(7)
    found = sit(7, {1: "Anna", 2: "Ben"})
    now = room_now()
    seat = seat_row(found[1])
    dinner = DinnerBreak.objects.create(
        seat=seat, day=now.date(), began_at=now, until=now + timedelta(minutes=30), stake=1, counted_by="x"
    )
    assert waiting() == {}
    DinnerBreak.objects.filter(pk=dinner.pk).update(until=now + timedelta(minutes=9))
    CashSeat.objects.filter(visit__player=found[2]).update(state="away", away_since=now, missed_big=2)
    assert waiting() == {"cash_dinners": 1, "cash_places": 1}


def test_a_dealer_calls_the_floor_until_somebody_comes(floor: Actor, person: Any) -> None:
    open_game(7)
    at_seven = person("olga", Role.DEALER, tables=(7,))
    assert (
        refusal(call_floor_to_cash_table, by=person("nina", Role.DEALER, tables=(8,)), table=7).code
        == "other_table"
    )
    press(call_floor_to_cash_table, by=at_seven, table=7)
    assert refusal(call_floor_to_cash_table, by=at_seven, table=7).code == "called_already"
    assert waiting() == {"cash_calls": 1}
    assert shown(0, "7")["floor_called"] == room()["tables"][0]["floor_called"] is not None
    press(answer_cash_call, by=floor, table=7)
    assert refusal(answer_cash_call, by=at_seven, table=7).code == "not_called"
    assert waiting() == {}
