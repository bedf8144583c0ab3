"""Money at cash tables: top-ups between hands, time, rake, fills, credits, drawers, visits and comps."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cash.boards.lists import cash_lists
from cash.boards.money import cash_money
from cash.boards.visits import cash_visits
from cash.commands.away import go_away
from cash.commands.breaking import break_cash_table
from cash.commands.comps import use_comps
from cash.commands.dinners import start_dinner
from cash.commands.games import set_cash_room
from cash.commands.money import cancel_money, confirm_money, count_drop, count_stake, move_tray, top_up
from cash.commands.seats import leave_seat, take_seat
from cash.commands.tables import close_cash_table
from cash.commands.time_collection import collect_time
from cash.models import CashTable, DinnerBreak, StakeMove, TableMoney
from cash.rules.money import MINUTE, TableTotals, comps_earned, period_at, totals_of
from cash.services.money import table_totals
from cash.services.stakes import present_stake, put_aside
from desk.commands.drawers import close_drawer, open_drawer
from desk.models import Drawer
from desk.services.till import cash_in
from seating.commands import assign_tables
from tests.cash.scenes import BUY_IN, offer, open_game, person, seat_row, sit
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import press, refusal
from tests.fixtures.wire import as_sent
from tourney.access.roles import Actor
from tourney.journal.boards import text_of
from tourney.journal.readable import readable
from tourney.journal.undo import undo_in_room
from tourney.models import JournalEntry

lists = as_sent(cash_lists)
money = as_sent(cash_money)
visits = as_sent(cash_visits)


def totals(number: int = 7) -> TableTotals:
    table = CashTable.objects.get(table__number=number, closed_at__isnull=True)
    return table_totals([table])[table.pk]


@pytest.mark.django_db
def test_chips_and_tray_add_up_through_an_evening(floor: Actor, director: Actor) -> None:
    open_game()
    press(move_tray, by=floor, table=7, kind="float", amount=500_000)
    anna, ben = sit(7, {1: "Anna"})[1], person("Ben")
    press(take_seat, by=floor, player=ben, table=7, seat=2, buy_in=80_000, source="cash")
    press(top_up, by=floor, table=7, seat=2, amount=20_000, source="card")
    fill = press(move_tray, by=floor, table=7, kind="fill", amount=200_000).answer
    assert fill is not None
    assert totals().tray == 400_000  # A fill under way does not count.
    press(confirm_money, by=director, money=fill["money"])
    assert refusal(cancel_money, by=floor, money=fill["money"]).code == "already_confirmed"
    press(count_drop, by=floor, table=7, kind="rake", amount=3_000)
    press(count_drop, by=floor, table=7, kind="jackpot", amount=500)
    assert totals().tray == 600_000
    assert totals().on_table == 100_000 + 100_000 - 3_500
    press(leave_seat, by=floor, table=7, seat=1, stake=150_000)
    press(leave_seat, by=floor, table=7, seat=2, stake=46_500)
    assert totals().on_table == 0
    (table,) = money()["tables"]
    assert (table["rake"], table["jackpot"], table["sold"]) == (3_000, 500, 100_000)
    rows = {one["name"]: one for one in visits()["visits"]}
    assert (rows["Ben"]["brought"], rows["Ben"]["taken"]) == (100_000, 46_500)
    assert {one["visit"] for one in visits(player=anna)["visits"]} == {rows["Anna"]["visit"]}
    journal_tells_the_rows()


@pytest.mark.django_db
def test_st_moritz_14_chips_are_added_up_to_the_maximum_and_not_during_a_dinner_break(floor: Actor) -> None:
    open_game()
    anna = sit(7, {1: "Anna"})[1]
    refused = refusal(top_up, by=floor, table=7, seat=1, amount=150_001, stake=50_000)
    assert (refused.code, refused.rule) == ("buy_in_too_large", "St. Moritz 15")
    done = press(top_up, by=floor, table=7, seat=1, amount=150_000, stake=50_000)
    assert JournalEntry.objects.get(seq=done.seq, tournament=None).rule == "St. Moritz 14"
    assert present_stake(seat_row(anna)) == 200_000
    assert refusal(top_up, by=floor, table=7, seat=1, amount=1_000).code == "count_first"
    press(count_stake, by=floor, table=7, seat=1, stake=90_000)
    press(top_up, by=floor, table=7, seat=1, amount=10_000)
    # What is added between two counts is part of the stake that a break or a move proposes.
    assert present_stake(seat_row(anna)) == 100_000
    row = seat_row(anna)
    row.state, row.away_since = "dinner", row.taken_at
    row.save()
    away = refusal(top_up, by=floor, table=7, seat=1, amount=1_000)
    assert (away.code, away.rule) == ("player_away", "St. Moritz 14")


@pytest.mark.django_db
def test_time_is_collected_once_per_period_from_players_in_their_seats(floor: Actor) -> None:
    game = offer(collection="time", time_charge=700, time_minutes=30)
    open_game(7, game)
    assert refusal(collect_time, by=floor, table=7).code == "no_players"
    seats = sit(7, {1: "Anna", 2: "Ben", 3: "Cid"})
    away = seat_row(seats[3])
    away.state, away.away_since = "dinner", away.taken_at
    away.save()
    press(collect_time, by=floor, table=7)
    assert refusal(collect_time, by=floor, table=7).code == "already_collected"
    assert totals().time == 1_400
    assert StakeMove.objects.filter(kind="time").count() == 2
    assert refusal(count_drop, by=floor, table=7, kind="rake", amount=100).code == "no_rake"
    table = CashTable.objects.get()
    board = money()["tables"][0]
    assert board["next_time"] == int(table.opened_at.timestamp() * 1000) + 30 * MINUTE
    raked = open_game(8, offer(small_blind=1_000, big_blind=2_000))
    assert raked != game
    assert refusal(collect_time, by=floor, table=8).code == "no_time_collection"


@pytest.mark.django_db
def test_collected_time_leaves_the_stakes_and_a_table_breaks_without_a_difference(
    floor: Actor, director: Actor
) -> None:
    open_game(7, offer(collection="time", time_charge=700, time_minutes=30))
    anna, ben, cid = sit(7, {1: "Anna", 2: "Ben", 3: "Cid"}).values()
    press(start_dinner, by=floor, table=7, seat=3, stake=90_000)
    done = press(collect_time, by=floor, table=7)
    late = press(collect_time, by=floor, table=7, seats=[3])
    assert [present_stake(seat_row(one)) for one in (anna, ben, cid)] == [99_300, 99_300, 89_300]
    assert put_aside(DinnerBreak.objects.get()) == 89_300
    press(undo_in_room, by=director, seq=late.seq)
    assert (present_stake(seat_row(cid)), put_aside(DinnerBreak.objects.get())) == (90_000, 90_000)
    press(undo_in_room, by=director, seq=done.seq)
    assert present_stake(seat_row(anna)) == BUY_IN
    press(collect_time, by=floor, table=7, seats=[1, 2, 3])
    press(count_stake, by=floor, table=7, seat=1, stake=109_300)
    stakes = [{"seat": row.number, "stake": present_stake(row)} for row in map(seat_row, (anna, ben, cid))]
    press(break_cash_table, by=floor, table=7, players=stakes)
    journal_tells_the_rows()


@pytest.mark.django_db
def test_collecting_time_tells_the_sum_the_payers_and_who_did_not_pay(floor: Actor) -> None:
    open_game(7, offer(collection="time", time_charge=700, time_minutes=30))
    sit(7, {1: "Anna", 2: "Ben", 3: "Cid", 4: "Dora"})
    press(start_dinner, by=floor, table=7, seat=3, stake=90_000)
    press(go_away, by=floor, table=7, seat=4)
    entry = JournalEntry.objects.get(
        seq=press(collect_time, by=floor, table=7, seats=[1]).seq, tournament=None
    )
    assert text_of(readable(entry, floor)) == (
        "Collected time at table 7: €7 from 1 player; not from Ben (pays later), Cid (dinner break), Dora (away)"
    )
    (game,) = lists()["games"]
    assert (game["collection"], game["time_charge"], game["time_minutes"]) == ("time", 700, 30)


@pytest.mark.django_db
def test_cash_paid_at_the_desk_is_in_the_clerks_drawer(desk: Actor, floor: Actor, director: Actor) -> None:
    open_game()
    anna = person("Anna")
    seat: dict[str, Any] = {"player": anna, "table": 7, "seat": 1, "buy_in": BUY_IN, "source": "drawer"}
    assert refusal(take_seat, by=desk, **seat).code == "no_drawer"
    press(open_drawer, by=desk, opening_float=10_000)
    taken = press(take_seat, by=desk, **seat)
    drawer = Drawer.objects.get()
    assert cash_in(drawer) == 110_000
    assert refusal(undo_in_room, by=director, seq=taken.seq).code == "paid_through_drawer"
    assert (
        refusal(leave_seat, by=desk, table=7, seat=1, stake=110_001, from_drawer=True).code
        == "not_enough_cash"
    )
    press(leave_seat, by=desk, table=7, seat=1, stake=60_000, from_drawer=True)
    assert press(close_drawer, by=desk, counted=50_000).answer == {
        "drawer": drawer.pk, "expected": 50_000, "counted": 50_000, "difference": 0, "given_back": 0,
    }  # fmt: skip


@pytest.mark.django_db
def test_a_dealer_adds_and_counts_chips_at_the_own_table_only(
    dealer: Actor, floor: Actor, director: Actor
) -> None:
    press(assign_tables, by=director, user=int(dealer.key.partition(":")[2]), tables=[7])
    open_game(7)
    open_game(8, offer(small_blind=1_000, big_blind=2_000))
    sit(7, {1: "Anna"})
    sit(8, {1: "Ben"})
    press(count_stake, by=dealer, table=7, seat=1, stake=90_000)
    assert refusal(count_stake, by=dealer, table=8, seat=1, stake=90_000).code == "other_table"
    assert refusal(top_up, by=dealer, table=8, seat=1, amount=1_000).code == "other_table"


@pytest.mark.django_db
def test_a_float_is_recorded_once_and_a_cancelled_fill_never_counts(floor: Actor) -> None:
    open_game()
    press(move_tray, by=floor, table=7, kind="float", amount=500_000)
    assert refusal(move_tray, by=floor, table=7, kind="float", amount=1).code == "float_recorded"
    fill = press(move_tray, by=floor, table=7, kind="fill", amount=100_000).answer
    assert fill is not None
    press(cancel_money, by=floor, money=fill["money"])
    assert refusal(confirm_money, by=floor, money=fill["money"]).code == "already_cancelled"
    assert totals().tray == 500_000
    assert TableMoney.objects.count() == 2


@pytest.mark.django_db
def test_a_table_is_closed_once_its_fills_are_confirmed(floor: Actor, director: Actor) -> None:
    open_game()
    fill = press(move_tray, by=floor, table=7, kind="fill", amount=100_000).answer
    assert fill is not None
    assert refusal(close_cash_table, by=floor, number=7).code == "chips_under_way"
    press(confirm_money, by=director, money=fill["money"])
    press(close_cash_table, by=floor, number=7)


@pytest.mark.django_db
def test_comps_are_earned_by_hours_and_used_once(director: Actor) -> None:
    press(set_cash_room, by=director, book="", comp_per_hour=250)
    open_game()
    anna = sit(7, {1: "Anna"})[1]
    row = seat_row(anna)
    row.taken_at = row.taken_at.replace(year=row.taken_at.year - 1)
    row.save()
    assert (
        refusal(use_comps, by=director, player=anna, amount=10**9, what="Dinner").code == "not_enough_comps"
    )
    earned = visits()["visits"][0]["comps"]
    assert earned >= 250 * 24 * 364
    press(use_comps, by=director, player=anna, amount=earned - 10, what="Dinner")
    assert refusal(use_comps, by=director, player=anna, amount=10_000, what="Bar").code == "not_enough_comps"


amounts = st.integers(0, 10**9)


@given(
    st.lists(st.tuples(st.sampled_from(("cage", "drawer", "cash", "card")), amounts), max_size=20),
    st.lists(amounts, max_size=10),
    st.fixed_dictionaries({kind: amounts for kind in ("float", "fill", "credit", "rake", "jackpot")}),
)
def test_no_chip_is_lost_between_tray_seats_and_box(
    bought: list[tuple[str, int]], taken: list[int], money: dict[str, int]
) -> None:
    stakes: list[tuple[str, str, int]] = [("buy_in", source, amount) for source, amount in bought]
    found = totals_of([*stakes, *(("cash_out", "", -amount) for amount in taken)], money)
    from_outside = sum(amount for source, amount in bought if source in ("cage", "drawer"))
    came = money["float"] + money["fill"] - money["credit"] + from_outside
    assert found.tray + found.on_table + found.box + sum(taken) == came


@pytest.mark.parametrize(("minutes", "period"), [(0, 0), (29, 0), (30, 1), (59, 1), (60, 2)])
def test_a_period_of_time_collection_begins_every_half_hour(minutes: int, period: int) -> None:
    assert period_at(1_000, 1_000 + minutes * MINUTE, 30) == period


def test_comps_grow_with_the_minutes_played() -> None:
    assert comps_earned([(90 * MINUTE, 300)]) == 450
    assert comps_earned([]) == 0


def test_parts_of_hours_at_two_rates_are_added_before_they_are_rounded() -> None:
    assert comps_earned([(30 * MINUTE, 3), (30 * MINUTE, 5)]) == 4
