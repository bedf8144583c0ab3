"""Calls from the lists of the cash room: who is next, who is skipped, what the phone may do."""

from datetime import timedelta
from typing import Any

import pytest

from cash.boards.floor import cash_floor
from cash.boards.lists import cash_lists
from cash.commands.calls import call_back, call_next, check_in, process_lists_if_due, skip_player
from cash.commands.changes import ask_for_change
from cash.commands.games import set_cash_room
from cash.commands.lists import call_player, join_list, leave_list
from cash.commands.seats import leave_seat, take_seat
from cash.commands.self_service import own_answer, own_join, own_leave, own_stay
from cash.models import CashSeat, ListEntry
from notifications.commands.player_links import path_of
from players.commands.bans import ban_player
from tests.cash.scenes import BUY_IN, offer, open_game, people, person, sit
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import press, refusal
from tests.fixtures.wire import as_sent
from tourney.access.roles import FIRST_START as FIRST
from tourney.access.roles import Actor, Role
from tourney.journal.undo import undo_in_room
from tourney.models import JournalEntry, Notice, Token
from tourney.now import room_now

lists = as_sent(cash_lists)
room = as_sent(cash_floor)
pytestmark = pytest.mark.django_db


def listed(floor: Actor, player: int, game: int, **more: Any) -> int:
    answer = press(join_list, by=floor, player=player, game=game, **more).answer
    assert answer is not None
    return int(answer["entry"])


def state(entry: int) -> str:
    return ListEntry.objects.get(pk=entry).state


def on_list(game: int) -> list[str]:
    rows = ListEntry.objects.filter(game=game, state="waiting", kind="seat").order_by("waiting_since", "id")
    return list(rows.values_list("player__name", flat=True))


def runs_out(entry: int) -> None:
    """Let the time of a call or a place run out."""
    row = ListEntry.objects.get(pk=entry)
    past = room_now() - timedelta(seconds=1)
    changes = {"answer_until": past} if row.state == "called" else {"expires_at": past}
    ListEntry.objects.filter(pk=entry).update(**changes)


def phone(player: int) -> Actor:
    """Return the holder of a player's link."""
    path_of(player)
    token = Token.objects.get(player=player, revoked_at__isnull=True)
    return Actor(key=f"token:{token.pk}", name=token.label, role=Role.PLAYER)


def test_st_moritz_11_the_first_in_line_is_called_to_the_open_seat(floor: Actor) -> None:
    game = open_game(7, seats=2)
    sit(7, {1: "Zoe"})
    anna, ben = people("Anna", "Ben")
    first = listed(floor, anna, game)
    listed(floor, ben, game)
    answer = press(call_next, by=floor, game=game).answer
    assert answer is not None
    assert (answer["entry"], answer["table"]) == (first, 7)
    assert JournalEntry.objects.order_by("-id")[0].rule == "St. Moritz 11"
    assert Notice.objects.get(kind="cash_called").values["table"] == 7
    assert refusal(call_next, by=floor, game=game).code == "table_full"
    assert refusal(call_next, by=floor, game=game, table=7).code == "table_full"
    press(take_seat, by=floor, player=anna, table=7, seat=2, buy_in=BUY_IN)
    press(leave_seat, by=floor, table=7, seat=1, stake=0)
    press(call_next, by=floor, game=game)
    press(call_back, by=floor, entry=ListEntry.objects.get(player=ben).pk)
    assert on_list(game) == ["Ben"]
    assert ListEntry.objects.get(player=ben).calls == 0
    other = offer(small_blind=1_000, big_blind=2_000)
    assert refusal(call_next, by=floor, game=other, table=7).code == "other_game"
    press(leave_list, by=floor, entry=ListEntry.objects.get(player=ben).pk)
    assert refusal(call_next, by=floor, game=game).code == "list_empty"


def test_a_player_who_does_not_come_goes_behind_and_off_the_list_the_second_time(floor: Actor) -> None:
    press(set_cash_room, by=FIRST, book="", recalls=0)
    game = open_game(7)
    anna, ben = people("Anna", "Ben")
    first, second = listed(floor, anna, game), listed(floor, ben, game)
    assert not process_lists_if_due()
    press(call_player, by=floor, entry=first, table=7)
    runs_out(first)
    assert process_lists_if_due()
    assert on_list(game) == ["Ben", "Anna"]
    press(skip_player, by=floor, entry=second)
    assert on_list(game) == ["Anna", "Ben"]
    press(call_next, by=floor, game=game)
    runs_out(first)
    process_lists_if_due()
    assert state(first) == "passed"
    assert on_list(game) == ["Ben"]
    kinds = list(Notice.objects.filter(player=anna).values_list("kind", flat=True))
    assert kinds == ["cash_called", "cash_skipped", "cash_called", "cash_removed"]
    assert not process_lists_if_due()


def test_a_called_player_is_called_again_before_being_skipped(floor: Actor) -> None:
    game, anna = open_game(7), person("Anna")
    entry = listed(floor, anna, game)
    press(call_next, by=floor, game=game)
    runs_out(entry)
    process_lists_if_due()
    assert state(entry) == "called"
    assert Notice.objects.filter(kind="cash_called", values__again=True).count() == 1
    runs_out(entry)
    process_lists_if_due()
    assert state(entry) == "waiting"


def test_the_room_calls_from_the_list_by_itself_only_if_it_says_so(floor: Actor) -> None:
    game = open_game(7, seats=2)
    sit(7, {1: "Zoe"})
    first, second = (listed(floor, one, game) for one in people("Anna", "Ben"))
    assert not process_lists_if_due()
    press(set_cash_room, by=FIRST, book="", calls_on=True)
    assert process_lists_if_due()
    assert (state(first), state(second)) == ("called", "waiting")
    assert not process_lists_if_due()


def test_a_call_in_expires_unless_the_player_is_in_the_room(floor: Actor) -> None:
    game = offer()
    anna, ben = people("Anna", "Ben")
    gone, here = listed(floor, anna, game, call_in=True), listed(floor, ben, game, call_in=True)
    press(check_in, by=floor, entry=here)
    assert refusal(check_in, by=floor, entry=here).code == "in_room"
    runs_out(gone)
    assert process_lists_if_due()
    assert (state(gone), state(here)) == ("expired", "waiting")
    assert Notice.objects.get(player=anna).kind == "cash_expired"


def test_a_banned_player_is_not_listed_seated_or_called_and_does_not_block_others(floor: Actor) -> None:
    game = open_game(7)
    anna, ben, cid = people("Anna", "Ben", "Cid")
    listed(floor, anna, game)
    second = listed(floor, ben, game)
    for one in (anna, cid):
        press(ban_player, by=FIRST, player=one, reason="Cheated", ends_on=None)
    assert refusal(join_list, by=floor, player=cid, game=game).code == "banned"
    assert refusal(take_seat, by=floor, player=cid, table=7, seat=1, buy_in=BUY_IN).code == "banned"
    assert "Cheated" not in refusal(own_join, by=phone(cid), game=game).message
    press(call_next, by=floor, game=game)
    assert state(second) == "called"


def test_undoing_a_seat_puts_the_player_back_on_the_list(floor: Actor) -> None:
    game, anna = open_game(7), person("Anna")
    entry = listed(floor, anna, game)
    press(call_next, by=floor, game=game)
    before = ListEntry.objects.values().get(pk=entry)
    press(take_seat, by=floor, player=anna, table=7, seat=4, buy_in=BUY_IN)
    press(undo_in_room, by=floor, seq=JournalEntry.objects.get(kind="cash_seat.take").seq)
    assert ListEntry.objects.values().get(pk=entry) == before
    assert not CashSeat.objects.exists()
    (line,) = lists()["games"]
    assert [one["table"] for one in line["called"]] == [7]
    journal_tells_the_rows()


def test_st_moritz_11_a_seated_player_asks_for_another_table_of_the_game(floor: Actor) -> None:
    game = open_game(7)
    anna = sit(7, {1: "Anna"})[1]
    open_game(8, game)
    open_game(9, offer(small_blind=1_000, big_blind=2_000))
    assert refusal(ask_for_change, by=floor, player=anna, to=7).code == "already_seated"
    assert refusal(ask_for_change, by=floor, player=anna, to=9).code == "other_game"
    assert refusal(ask_for_change, by=floor, player=person("Ben")).code == "not_seated"
    press(ask_for_change, by=floor, player=anna, to=8)
    again = refusal(ask_for_change, by=floor, player=anna)
    assert (again.code, again.rule) == ("already_on_list", "St. Moritz 11")
    # It is for the floor only, and ends with the seat.
    assert all(not line["waiting"] for line in lists()["games"])
    press(leave_seat, by=floor, table=7, seat=1, stake=0)
    assert not ListEntry.objects.filter(state="waiting").exists()


def test_players_join_answer_and_leave_by_phone(floor: Actor) -> None:
    game, anna = open_game(7), person("Anna")
    mine = phone(anna)
    answer = press(own_join, by=mine, game=game).answer
    assert answer is not None
    entry = int(answer["entry"])
    row = ListEntry.objects.get(pk=entry)
    assert (row.origin, row.expires_at is None) == ("phone", False)
    runs_out(entry)
    press(own_stay, by=mine, entry=entry)
    assert not process_lists_if_due()
    assert refusal(own_answer, by=mine, entry=entry, coming=True).code == "not_called"
    press(call_next, by=floor, game=game)
    press(own_answer, by=mine, entry=entry, coming=True)
    row.refresh_from_db()
    assert (row.state, row.coming, row.expires_at) == ("called", True, None)
    press(own_answer, by=mine, entry=entry, coming=False)
    assert (state(entry), on_list(game)) == ("waiting", ["Anna"])
    ben = phone(person("Ben"))
    assert refusal(own_leave, by=ben, entry=entry).code == "not_found"
    press(own_leave, by=mine, entry=entry)
    assert state(entry) == "left"
    assert refusal(own_leave, by=mine, entry=entry).code == "not_on_list"


def test_players_do_not_join_by_phone_where_the_room_does_not_want_it(floor: Actor) -> None:
    press(set_cash_room, by=FIRST, book="", self_service=False)
    game, anna = offer(), person("Anna")
    assert refusal(own_join, by=phone(anna), game=game).code == "ask_the_floor"


def test_st_moritz_11_the_list_fills_the_main_table_before_its_must_move_table(floor: Actor) -> None:
    game = open_game(7, seats=2)
    open_game(8, game, feeds=7)
    for player in people("Anna", "Ben", "Cid"):
        listed(floor, player, game)
    seats = [{7: 2, 8: 9}, {7: 1, 8: 9}, {7: 0, 8: 9}]
    for table, open_for_list in zip((7, 7, 8), seats, strict=True):
        assert {one["number"]: one["for_list"] for one in room()["tables"]} == open_for_list
        answer = press(call_next, by=floor, game=game).answer
        assert answer is not None
        assert answer["table"] == table
        assert JournalEntry.objects.order_by("-id")[0].rule == "St. Moritz 11"
