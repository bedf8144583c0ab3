"""Games are offered, tables opened, players listed, called and seated, and let go."""

from typing import Any

import pytest

from cash.boards.floor import cash_floor
from cash.boards.lists import cash_lists
from cash.commands.games import add_game, change_game, retire_game
from cash.commands.lists import call_player, join_list, leave_list
from cash.commands.seats import leave_seat, take_seat
from cash.commands.tables import close_cash_table, open_cash_table
from cash.models import CashGame, CashSeat, CashVisit, ListEntry, StakeMove
from seating.commands import assign_table, release_table
from simulation.driver.event import free_tables
from tests.cash.scenes import BUY_IN, FIVE_TEN, offer, open_game, people, person, seat_row, sit, tables
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tests.fixtures.wire import as_sent
from tourney.access.roles import Actor
from tourney.journal.undo import undo_in_room
from tourney.models import JournalEntry

lists = as_sent(cash_lists)
room = as_sent(cash_floor)
pytestmark = pytest.mark.django_db


def listed(floor: Actor, player: int, game: int) -> int:
    answer = press(join_list, by=floor, player=player, game=game).answer
    assert answer is not None
    return int(answer["entry"])


def test_a_player_is_listed_called_seated_and_leaves_with_the_stake(floor: Actor) -> None:
    game, (anna, ben) = offer(), people("Anna Berger", "Ben Cole")
    first = listed(floor, anna, game)
    listed(floor, ben, game)
    (line,) = lists()["games"]
    assert (line["name"], line["limit"]) == ("No-Limit Hold’em 5/10", "5/10")
    assert [(one["position"], one["name"]) for one in line["waiting"]] == [(1, "A. B."), (2, "B. C.")]
    assert line["tables"] == []

    tables(7, 7)
    press(open_cash_table, by=floor, number=7, game=game)
    press(call_player, by=floor, entry=first, table=7)
    (line,) = lists()["games"]
    assert [one["table"] for one in line["called"]] == [7]
    assert line["tables"][0]["open"] == 8
    press(take_seat, by=floor, player=anna, table=7, seat=3, buy_in=BUY_IN)
    assert ListEntry.objects.get(pk=first).state == "seated"
    (table,) = room()["tables"]
    assert [(one["seat"], one["name"], one["stake"]) for one in table["players"]] == [
        (3, "Anna Berger", BUY_IN)
    ]

    press(leave_seat, by=floor, table=7, seat=3, stake=70_000)
    assert room()["tables"][0]["players"] == []
    assert CashVisit.objects.get().ended_at is not None
    assert list(StakeMove.objects.values_list("kind", "amount")) == [
        ("buy_in", BUY_IN),
        ("cash_out", -70_000),
    ]
    journal_tells_the_rows()


def test_st_moritz_11_a_seated_player_waits_for_another_limit_but_not_for_the_same(floor: Actor) -> None:
    game = open_game()
    anna = sit(7, {1: "Anna"})[1]
    higher = offer(small_blind=1_000, big_blind=2_000)
    refused = refusal(join_list, by=floor, player=anna, game=game)
    assert (refused.code, refused.rule) == ("already_seated", "St. Moritz 11")
    entry = listed(floor, anna, higher)
    again = refusal(join_list, by=floor, player=anna, game=higher)
    assert (again.code, again.rule) == ("already_on_list", "St. Moritz 11")
    press(leave_list, by=floor, entry=entry)
    assert refusal(leave_list, by=floor, entry=entry).code == "not_on_list"


def test_st_moritz_15_a_buy_in_outside_the_limits_of_the_table_is_refused(floor: Actor) -> None:
    game, anna = offer(), person("Anna")
    tables(7, 7)
    press(open_cash_table, by=floor, number=7, game=game, buy_in_min=80_000, buy_in_max=90_000)
    for amount, code in ((79_999, "buy_in_too_small"), (90_001, "buy_in_too_large")):
        refused = refusal(take_seat, by=floor, player=anna, table=7, seat=1, buy_in=amount)
        assert (refused.code, refused.rule) == (code, "St. Moritz 15")
    press(take_seat, by=floor, player=anna, table=7, seat=1, buy_in=80_000)


def test_st_moritz_15_the_floor_agrees_to_another_buy_in_with_a_reason(floor: Actor, desk: Actor) -> None:
    open_game()
    anna = person("Anna")
    small: dict[str, Any] = {
        "player": anna,
        "table": 7,
        "seat": 1,
        "buy_in": 40_000,
        "reason": "Short of cash",
    }
    refused = refusal(take_seat, by=desk, **small)
    assert (refused.code, refused.rule) == ("floor_only", "St. Moritz 15")
    # Nobody plays without the big blind.
    assert refusal(take_seat, by=floor, **{**small, "buy_in": 999}).code == "below_big_blind"
    press(take_seat, by=floor, **small)
    assert seat_row(anna).stake == 40_000
    press(take_seat, by=floor, player=person("Ben"), table=7, seat=2, buy_in=500_000, reason="Won next door")


def test_how_the_house_is_paid_changes_only_while_no_table_of_the_game_is_open(floor: Actor) -> None:
    game = open_game()
    same: dict[str, Any] = {"game": game, "buy_in_min": 50_000, "buy_in_max": 200_000}
    by_time: dict[str, Any] = {"collection": "time", "time_charge": 700, "time_minutes": 20}
    refused = refusal(change_game, by=floor, **same, **by_time)
    assert (refused.code, set(refused.fields)) == ("table_open", {"collection"})
    press(change_game, by=floor, **same, collection="rake", note="Phones away")
    press(close_cash_table, by=floor, number=7)
    assert refusal(change_game, by=floor, **same, collection="time").code == "no_time_charge"
    press(change_game, by=floor, **same, **by_time)
    row = CashGame.objects.get()
    assert (row.collection, row.time_charge, row.time_minutes, row.note) == ("time", 700, 20, "")
    # Left out, it stays.
    press(change_game, by=floor, **same)
    row.refresh_from_db()
    assert (row.collection, row.time_charge) == ("time", 700)


def test_nobody_sits_twice_and_no_seat_is_taken_twice(floor: Actor) -> None:
    open_game()
    anna = sit(7, {1: "Anna"})[1]
    assert refusal(take_seat, by=floor, player=anna, table=7, seat=2, buy_in=BUY_IN).code == "already_seated"
    ben = person("Ben")
    assert refusal(take_seat, by=floor, player=ben, table=7, seat=1, buy_in=BUY_IN).code == "seat_taken"
    assert refusal(take_seat, by=floor, player=ben, table=7, seat=10, buy_in=BUY_IN).code == "no_seat"


def test_a_seat_kept_for_a_called_player_is_not_given_to_another(floor: Actor) -> None:
    game = offer()
    tables(7, 7)
    press(open_cash_table, by=floor, number=7, game=game, seats=2)
    sit(7, {1: "Anna"})
    ben, cid = people("Ben", "Cid")
    press(call_player, by=floor, entry=listed(floor, ben, game), table=7)
    refused = refusal(take_seat, by=floor, player=cid, table=7, seat=2, buy_in=BUY_IN)
    assert refused.code == "kept_for_called"
    assert refusal(call_player, by=floor, entry=listed(floor, cid, game), table=7).code == "table_full"
    press(take_seat, by=floor, player=ben, table=7, seat=2, buy_in=BUY_IN)


def test_a_table_is_used_by_an_event_or_a_cash_game_but_never_both(
    floor: Actor, director: Actor, make_event: MakesEvents
) -> None:
    event, game = make_event(), open_game(7)
    refused = refusal(assign_table, event, by=floor, number=7)
    assert refused.code == "table_assigned"
    assert "No-Limit Hold’em 5/10" in refused.message
    press(close_cash_table, by=floor, number=7)
    press(assign_table, event, by=floor, number=7)
    assert refusal(open_cash_table, by=floor, number=7, game=game).code == "table_assigned"
    closing = JournalEntry.objects.get(kind="cash_table.close")
    assert refusal(undo_in_room, by=director, seq=closing.seq).code == "table_assigned"
    press(release_table, event, by=floor, number=7)
    press(undo_in_room, by=director, seq=closing.seq)


def test_a_demo_leaves_the_tables_of_cash_games_alone() -> None:
    open_game(7)
    tables(8, 8)
    assert free_tables(2, 9) == ((8, 9), (9,))


def test_a_table_with_players_is_not_closed(floor: Actor) -> None:
    open_game()
    sit(7, {1: "Anna"})
    assert refusal(close_cash_table, by=floor, number=7).code == "table_taken"
    press(leave_seat, by=floor, table=7, seat=1, stake=BUY_IN)
    press(close_cash_table, by=floor, number=7)
    assert not CashSeat.objects.filter(left_at__isnull=True).exists()


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"small_blind": 2_000}, "blinds_out_of_order"),
        ({"buy_in_min": 999}, "minimum_too_small"),
        ({"buy_in_max": 49_999}, "minimum_above_maximum"),
        ({"collection": "time"}, "no_time_charge"),
    ],
)
def test_a_game_with_impossible_limits_is_refused(floor: Actor, change: dict[str, Any], code: str) -> None:
    values = {**FIVE_TEN, "buy_in_min": 50_000, "buy_in_max": 200_000, **change}
    assert refusal(add_game, by=floor, **values).code == code


def test_a_game_with_players_on_its_list_stays_on_offer(floor: Actor) -> None:
    game, anna = offer(), person("Anna")
    entry = listed(floor, anna, game)
    assert refusal(retire_game, by=floor, game=game).code == "list_not_empty"
    press(leave_list, by=floor, entry=entry)
    press(retire_game, by=floor, game=game)
    assert cash_lists() is None
