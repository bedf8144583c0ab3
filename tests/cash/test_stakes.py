"""Stakes at cash tables: what was counted, and what came and went since."""

from datetime import timedelta

import pytest

from cash.boards.floor import cash_floor
from cash.boards.money import dealers_money
from cash.commands.breaking import break_cash_table
from cash.commands.dinners import end_dinner, start_dinner
from cash.commands.money import count_stake, top_up
from cash.commands.seats import leave_seat
from cash.commands.tables import close_cash_table
from cash.commands.time_collection import collect_time
from cash.models import CashSeat, CashTable
from tests.cash.scenes import BUY_IN, offer, open_game, sit
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import press, refusal
from tests.fixtures.wire import as_sent
from tourney.access.roles import Actor
from tourney.journal.undo import undo_in_room

pytestmark = pytest.mark.django_db
room = as_sent(cash_floor)
CHARGE = 700


@pytest.fixture(autouse=True)
def _paid_by_time() -> None:
    open_game(7, offer(collection="time", time_charge=CHARGE, time_minutes=30))
    sit(7, {1: "Anna", 4: "Ben"})


def stake(seat: int) -> int:
    """Return a stake as the floor and the dealer see it."""
    shown = {one["seat"]: one["stake"] for one in room()["tables"][0]["players"]}
    assert shown == dealers_money(CashTable.objects.get()).stakes
    return int(shown[seat])


def half_an_hour_passes() -> None:
    """Let the table have opened, and its players have sat down, half an hour earlier."""
    for model, columns in (
        (CashTable, ("opened_at",)),
        (CashSeat, ("taken_at", "counted_at", "in_game_since")),
    ):
        for row in model.objects.all():
            model.objects.filter(pk=row.pk).update(
                **{one: getattr(row, one) - timedelta(minutes=30) for one in columns}
            )


def test_a_mistaken_collection_and_a_top_up_are_undone_in_any_order(floor: Actor, director: Actor) -> None:
    before = press(top_up, by=floor, table=7, seat=4, amount=10_000).seq
    mistake = press(collect_time, by=floor, table=7).seq
    later = press(top_up, by=floor, table=7, seat=4, amount=20_000).seq
    assert (stake(1), stake(4)) == (BUY_IN - CHARGE, BUY_IN + 30_000 - CHARGE)
    press(undo_in_room, by=director, seq=before)
    press(undo_in_room, by=director, seq=mistake)
    assert (stake(1), stake(4)) == (BUY_IN, BUY_IN + 20_000)
    counted = press(count_stake, by=floor, table=7, seat=4, stake=150_000).seq
    press(collect_time, by=floor, table=7)
    press(undo_in_room, by=director, seq=counted)
    press(undo_in_room, by=director, seq=later)
    assert stake(4) == BUY_IN - CHARGE
    journal_tells_the_rows()


def test_a_stake_counted_after_time_was_paid_is_not_lowered_when_the_payment_is_recorded_late(
    floor: Actor,
) -> None:
    half_an_hour_passes()
    press(count_stake, by=floor, table=7, seat=1, stake=90_000)
    press(collect_time, by=floor, table=7)
    # Ben was not counted since the period began.
    assert (stake(1), stake(4)) == (90_000, BUY_IN - CHARGE)
    players = [{"seat": 1, "stake": 90_000}, {"seat": 4, "stake": 2 * BUY_IN - 90_000 - 2 * CHARGE}]
    press(break_cash_table, by=floor, table=7, players=players)


def test_a_player_at_dinner_pays_time_out_of_the_counted_stake(floor: Actor, director: Actor) -> None:
    half_an_hour_passes()
    press(start_dinner, by=floor, table=7, seat=1, stake=90_000)
    paid = press(collect_time, by=floor, table=7, seats=[1]).seq
    back = press(end_dinner, by=floor, table=7, seat=1)
    assert ((back.answer or {})["stake"], stake(1)) == (90_000 - CHARGE, 90_000 - CHARGE)
    press(undo_in_room, by=director, seq=back.seq)
    press(undo_in_room, by=director, seq=paid)
    assert stake(1) == 90_000


def test_a_charge_above_the_counted_stake_is_taken_off_chips_added_later(floor: Actor) -> None:
    press(count_stake, by=floor, table=7, seat=1, stake=500)
    half_an_hour_passes()
    press(collect_time, by=floor, table=7, seats=[1])
    assert stake(1) == 0
    press(top_up, by=floor, table=7, seat=1, amount=BUY_IN)
    assert stake(1) == BUY_IN + 500 - CHARGE


def test_chips_added_at_a_table_that_is_closed_are_not_undone(floor: Actor, director: Actor) -> None:
    added = press(top_up, by=floor, table=7, seat=4, amount=10_000).seq
    for seat, chips in ((1, BUY_IN), (4, BUY_IN + 10_000)):
        press(leave_seat, by=floor, table=7, seat=seat, stake=chips)
    press(close_cash_table, by=floor, number=7)
    assert refusal(undo_in_room, by=director, seq=added).code == "no_cash_table"
