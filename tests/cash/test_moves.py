"""Players change tables, move in turn from a must-move, and leave a broken table."""

from typing import Any

import pytest

from cash.boards.table import cash_table
from cash.commands.breaking import break_cash_table
from cash.commands.dinners import start_dinner
from cash.commands.lists import join_list
from cash.commands.moves import change_seat, move_player
from cash.commands.tables import set_must_move
from cash.models import CashSeat, CashTable, CashVisit, ListEntry, StakeMove
from cash.services.money import table_totals
from tests.cash.scenes import BUY_IN, offer, open_game, person, seat_row, sit, take_away
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import press, refusal
from tests.fixtures.wire import as_sent
from tests.rulebooks.own import own_edition
from tests.web.visitors import client_of, text_of
from tourney.access.roles import Actor
from tourney.journal.undo import undo_in_room
from tourney.models import JournalEntry, Notice

table = as_sent(cash_table)
pytestmark = pytest.mark.django_db


def chips(number: int) -> int:
    row = CashTable.objects.get(table__number=number)
    return table_totals([row])[row.pk].on_table


def test_st_moritz_11_a_change_of_table_takes_the_whole_stake_along(floor: Actor) -> None:
    game = open_game(7)
    open_game(8, game)
    anna = sit(7, {1: "Anna", 2: "Ben"})[1]
    before = seat_row(anna)
    move: dict[str, Any] = {"table": 7, "seat": 1, "to": 8, "to_seat": 4}
    refused = refusal(move_player, by=floor, **move, stake=100_000, cashed_out=50_000)
    assert (refused.code, refused.rule) == ("whole_stake", "St. Moritz 11")
    press(move_player, by=floor, **move, stake=150_000)
    after = seat_row(anna)
    assert (after.cash_table.table.number, after.number, after.stake) == (8, 4, 150_000)
    assert (after.in_game_since, after.visit_id) == (before.in_game_since, before.visit_id)
    assert CashVisit.objects.filter(player=anna).count() == 1
    assert list(StakeMove.objects.filter(seat__visit__player=anna).values_list("kind", "amount")) == [
        ("buy_in", BUY_IN),
        ("moved_out", -150_000),
        ("moved_in", 150_000),
    ]
    assert (chips(7), chips(8)) == (2 * BUY_IN - 150_000, 150_000)
    assert JournalEntry.objects.get(kind="cash_seat.move").rule == "St. Moritz 11"
    assert Notice.objects.filter(player=anna, kind="cash_moved").exists()
    journal_tells_the_rows()


def test_st_moritz_11_no_table_is_changed_without_the_floor(floor: Actor, dealer: Actor) -> None:
    game = open_game(7)
    open_game(8, game)
    sit(7, {1: "Anna"})
    move: dict[str, Any] = {"table": 7, "seat": 1, "to": 8, "to_seat": 4, "stake": BUY_IN}
    assert refusal(move_player, by=dealer, **move).code == "not_allowed"
    open_game(9, offer(small_blind=1_000, big_blind=2_000))
    assert refusal(move_player, by=floor, **{**move, "to": 9}).code == "other_game"
    assert refusal(move_player, by=floor, **{**move, "to": 7}).code == "same_table"


def test_a_press_meant_for_another_player_moves_and_reseats_no_one(floor: Actor) -> None:
    game = open_game(7)
    open_game(8, game)
    at = sit(7, {1: "Anna", 2: "Ben"})
    move: dict[str, Any] = {"table": 7, "seat": 1, "to": 8, "to_seat": 4, "stake": BUY_IN}
    change = {"table": 7, "seat": 1, "to": 5, "owes_big_blind": False}
    assert refusal(move_player, by=floor, **move, player=at[2]).code == "other_player"
    assert refusal(change_seat, by=floor, **change, player=at[2]).code == "other_player"
    dinner = refusal(start_dinner, by=floor, table=7, seat=1, stake=BUY_IN, player=at[2])
    assert dinner.code == "other_player"
    press(change_seat, by=floor, **change, player=at[1])
    press(move_player, by=floor, **{**move, "seat": 5}, player=at[1])


def test_a_book_may_let_chips_leave_play_at_a_change(floor: Actor, director: Actor) -> None:
    from cash.commands.games import set_cash_room

    change = "whole_stake_comes_along = "
    book = own_edition("st_moritz_cash", (f"{change}true", f"{change}false"))
    press(set_cash_room, by=director, book=book)
    game = open_game(7)
    open_game(8, game)
    sit(7, {1: "Anna"})
    press(move_player, by=floor, table=7, seat=1, to=8, to_seat=1, stake=60_000, cashed_out=40_000)
    assert (chips(7), chips(8)) == (0, 60_000)


def test_a_player_who_moves_by_choice_keeps_missed_blinds_and_one_whom_the_floor_moves_does_not(
    floor: Actor,
) -> None:
    game = open_game(7)
    open_game(8, game)
    anna, ben = sit(7, {1: "Anna", 2: "Ben"}).values()
    for seat in (1, 2):
        take_away(floor, seat, missed=("big",))
    press(move_player, by=floor, table=7, seat=1, to=8, to_seat=1, stake=BUY_IN)
    assert (seat_row(anna).state, seat_row(anna).missed_big) == ("away", 1)
    press(move_player, by=floor, table=7, seat=2, to=8, to_seat=2, stake=BUY_IN, cause="floor")
    assert (seat_row(ben).state, seat_row(ben).missed_big) == ("away", 0)
    assert JournalEntry.objects.order_by("-seq")[0].rule == "St. Moritz 16"


def test_the_longest_in_the_game_moves_first_from_a_must_move(floor: Actor) -> None:
    game = open_game(7)
    open_game(8, game, feeds=7)
    told = text_of(client_of(floor).get("/staff/journal/"))
    assert "at table 8, must-move for table 7" in told
    sit(8, {3: "Anna", 1: "Ben", 5: "Cid"})
    board = table(0, "8")
    assert board is not None
    assert (board["must_move"], board["next_must_move"]) == (7, 3)
    move: dict[str, Any] = {"table": 8, "to": 7, "stake": BUY_IN, "cause": "must_move"}
    assert refusal(move_player, by=floor, **move, seat=1, to_seat=1).code == "not_their_turn"
    press(move_player, by=floor, **move, seat=3, to_seat=1)
    press(move_player, by=floor, **move, seat=5, to_seat=2, reason="Ben asked to stay for a hand")
    assert refusal(move_player, by=floor, **{**move, "table": 7, "to": 8}, seat=1, to_seat=9).code == (
        "no_must_move"
    )


def test_an_open_table_becomes_a_must_move_table_and_a_main_table_again(
    floor: Actor, director: Actor
) -> None:
    game = open_game(7)
    open_game(8, game)
    open_game(9, offer(small_blind=1_000, big_blind=2_000))
    sit(8, {3: "Anna"})
    assert refusal(set_must_move, by=floor, number=8, main=9).code == "other_game"
    assert refusal(set_must_move, by=floor, number=8, main=8).code == "must_move_loop"
    press(set_must_move, by=floor, number=8, main=7)
    board = table(0, "8")
    assert board is not None
    assert (board["must_move"], board["next_must_move"]) == (7, 3)
    # The main table can't feed the one that feeds it.
    assert refusal(set_must_move, by=floor, number=7, main=8).code == "must_move_loop"
    loose = press(set_must_move, by=floor, number=8)
    press(set_must_move, by=floor, number=7, main=8)
    assert refusal(undo_in_room, by=director, seq=loose.seq).code == "must_move_loop"
    journal_tells_the_rows()


def test_st_moritz_16_players_of_a_broken_table_owe_no_blind(floor: Actor) -> None:
    game = open_game(7)
    open_game(8, game)
    anna, ben, cid = sit(7, {1: "Anna", 2: "Ben", 3: "Cid"}).values()
    dora = person("Dora")
    press(join_list, by=floor, player=dora, game=game)
    take_away(floor, 1, missed=("big", "small"))
    seats = [{"seat": 1, "stake": 90_000, "to": 8, "to_seat": 5}, {"seat": 3, "stake": 80_000}]
    refused = refusal(break_cash_table, by=floor, table=7, players=seats)
    assert refused.code == "players_left_out"
    press(break_cash_table, by=floor, table=7, players=[*seats, {"seat": 2, "stake": 130_000}])
    assert JournalEntry.objects.order_by("-seq")[0].rule == "St. Moritz 16"
    found = seat_row(anna)
    assert (found.cash_table.table.number, found.missed_big, found.missed_small, found.posts) == (
        8,
        0,
        False,
        "",
    )
    # The longest in the game is first in line, before players who waited already.
    waiting = ListEntry.objects.filter(state="waiting").values_list("player", flat=True)
    assert list(waiting) == [ben, cid, dora]
    assert CashTable.objects.get(table__number=7).closed_at is not None
    assert CashSeat.objects.filter(left_at__isnull=True).count() == 1
    assert chips(7) == 0
    journal_tells_the_rows()


def test_a_broken_table_is_undone_as_a_whole(floor: Actor, director: Actor) -> None:
    open_game(7)
    anna = sit(7, {1: "Anna"})[1]
    press(break_cash_table, by=floor, table=7, players=[{"seat": 1, "stake": BUY_IN}])
    press(undo_in_room, by=director, seq=JournalEntry.objects.get(kind="cash_table.break").seq)
    assert seat_row(anna).number == 1
    assert not ListEntry.objects.filter(state="waiting").exists()
