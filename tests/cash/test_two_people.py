"""Chips that need a second person, or an explanation; and what a dealer does with money at their own table."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F

from cash.boards.money import cash_money
from cash.commands.breaking import break_cash_table
from cash.commands.money import confirm_money, count_drop, move_tray, top_up
from cash.commands.moves import move_player
from cash.commands.seats import leave_seat
from cash.commands.tables import close_cash_table
from cash.commands.time_collection import collect_time
from cash.models import CashTable, StakeMove, TableMoney
from dealers.commands.dealers import add_dealer, begin_shift, send_dealer
from seating.commands import assign_tables
from tests.cash.scenes import BUY_IN, offer, open_game, seat_row, sit
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import press, refusal
from tests.fixtures.wire import as_sent
from tourney.access.roles import Actor
from tourney.journal.undo import undo_in_room

money = as_sent(cash_money)


def ask(by: Actor, kind: str = "fill", amount: int = 100_000) -> int:
    """Ask for a fill or credit at table 7 and return its key."""
    answer = press(move_tray, by=by, table=7, kind=kind, amount=amount).answer
    assert answer is not None
    return int(answer["money"])


@pytest.fixture
def at_seven(dealer: Actor, director: Actor) -> Actor:
    """Return a dealer whose login works at table 7."""
    press(assign_tables, by=director, user=int(dealer.key.partition(":")[2]), tables=[7])
    return dealer


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["fill", "credit"])
def test_the_person_who_asked_for_chips_does_not_confirm_them(
    floor: Actor, director: Actor, kind: str
) -> None:
    open_game()
    asked = ask(floor, kind)
    refused = refusal(confirm_money, by=floor, money=asked)
    assert refused.code == "asked_by_you"
    assert kind in refused.message
    assert money()["tables"][0]["on_way"][0]["asked"] == floor.name
    press(confirm_money, by=director, money=asked)
    assert TableMoney.objects.get().confirmed_at is not None


@pytest.mark.django_db
def test_a_fill_says_which_dealer_of_the_rota_asked(at_seven: Actor, floor: Actor, director: Actor) -> None:
    open_game()
    sit(7, {1: "Anna"})
    answer = press(add_dealer, by=director, name="Dee Dealer").answer
    assert answer is not None
    press(begin_shift, by=director, dealer=answer["dealer"])
    press(send_dealer, by=director, dealer=answer["dealer"], table=7)
    ask(at_seven)
    assert money()["tables"][0]["on_way"][0]["asked"] == "Dee Dealer"


@pytest.mark.django_db
def test_a_dealer_asks_for_fills_and_pays_out_stakes_at_the_own_table_only(
    at_seven: Actor, floor: Actor
) -> None:
    open_game(7)
    open_game(8, offer(small_blind=1_000, big_blind=2_000))
    anna = sit(7, {1: "Anna", 2: "Ben"})[1]
    sit(8, {1: "Cid"})
    asked = ask(at_seven)
    assert refusal(confirm_money, by=at_seven, money=asked).code == "not_allowed"
    assert refusal(move_tray, by=at_seven, table=7, kind="float", amount=1).code == "floor_only"
    assert refusal(move_tray, by=at_seven, table=8, kind="fill", amount=1).code == "other_table"
    assert refusal(leave_seat, by=at_seven, table=8, seat=1, stake=0).code == "other_table"
    paid: dict[str, Any] = {"table": 7, "seat": 1, "player": anna}
    assert refusal(leave_seat, by=at_seven, stake=10, from_drawer=True, **paid).code == "no_drawer"
    assert refusal(top_up, by=at_seven, amount=10, source="drawer", **paid).code == "no_drawer"
    # Another player than the one whom the press was about.
    assert refusal(leave_seat, by=at_seven, table=7, seat=2, stake=0, player=anna).code == "other_player"
    press(leave_seat, by=at_seven, stake=150_000, **paid)


@pytest.mark.django_db
def test_more_chips_than_there_are_leave_a_table_only_with_the_floors_explanation(
    at_seven: Actor, floor: Actor, director: Actor
) -> None:
    open_game()
    sit(7, {1: "Anna", 2: "Ben"})
    more: dict[str, Any] = {"table": 7, "seat": 1, "stake": 2 * BUY_IN + 500}
    refused = refusal(leave_seat, by=floor, **more)
    assert (refused.code, refused.rule) == ("more_than_on_table", "St. Moritz 14")
    assert "€5 more" in refused.message
    # A dealer can't explain it away.
    of_dealer = refusal(leave_seat, by=at_seven, explanation="Found on the floor", **more)
    assert (of_dealer.code, "call the floor" in of_dealer.message) == ("more_than_on_table", True)
    press(leave_seat, by=floor, explanation="A chip was found under the table", **more)
    assert StakeMove.objects.get(kind="cash_out").explanation == "A chip was found under the table"
    press(leave_seat, by=floor, table=7, seat=2, stake=0, explanation="x")
    gone = refusal(close_cash_table, by=director, number=7)
    assert (gone.code, "€5 more" in gone.message) == ("difference", True)
    assert gone.rule == "St. Moritz 14"
    press(close_cash_table, by=director, number=7, explanation="A chip was found under the table")
    assert CashTable.objects.get().explanation == "A chip was found under the table"
    journal_tells_the_rows()


@pytest.mark.django_db
def test_more_chips_than_there_are_move_to_another_table_only_with_an_explanation(floor: Actor) -> None:
    game = open_game()
    open_game(8, game)
    sit(7, {1: "Anna", 2: "Ben"})
    more: dict[str, Any] = {"table": 7, "seat": 1, "to": 8, "to_seat": 1, "stake": 2 * BUY_IN + 500}
    assert refusal(move_player, by=floor, **more).code == "more_than_on_table"
    press(move_player, by=floor, explanation="A chip was found under the table", **more)
    assert StakeMove.objects.get(kind="moved_out").explanation == "A chip was found under the table"


@pytest.mark.django_db
def test_a_table_with_missing_chips_is_broken_once_they_are_counted_or_explained(
    floor: Actor, director: Actor
) -> None:
    open_game()
    sit(7, {1: "Anna", 2: "Ben"})
    players = [{"seat": 1, "stake": BUY_IN}, {"seat": 2, "stake": BUY_IN - 700}]
    refused = refusal(break_cash_table, by=floor, table=7, players=players)
    assert (refused.code, "€7 is missing" in refused.message) == ("difference", True)
    assert refused.rule == "St. Moritz 14"
    press(count_drop, by=floor, table=7, kind="rake", amount=700)
    press(break_cash_table, by=floor, table=7, players=players)
    assert CashTable.objects.get().explanation == ""


@pytest.mark.django_db
def test_a_player_who_was_away_pays_the_period_later_and_only_once(floor: Actor, at_seven: Actor) -> None:
    open_game(7, offer(collection="time", time_charge=700, time_minutes=30))
    seats = sit(7, {1: "Anna", 2: "Ben", 3: "Cid"})
    press(collect_time, by=at_seven, table=7, seats=[1, 2])
    assert refusal(collect_time, by=at_seven, table=7, seats=[2, 3]).code == "already_paid"
    press(collect_time, by=at_seven, table=7, seats=[3])
    paid = StakeMove.objects.filter(kind="time").values_list("seat_id", "period")
    assert sorted(paid) == sorted((seat_row(one).pk, 0) for one in seats.values())
    assert money()["tables"][0]["time"] == 2_100


@pytest.mark.django_db
def test_the_floor_collects_time_from_those_who_have_not_paid_the_dealer(
    floor: Actor, at_seven: Actor
) -> None:
    open_game(7, offer(collection="time", time_charge=700, time_minutes=30))
    sit(7, {1: "Anna", 2: "Ben", 3: "Cid"})
    press(collect_time, by=at_seven, table=7, seats=[1])
    assert (press(collect_time, by=floor, table=7).answer or {})["players"] == 2
    assert refusal(collect_time, by=floor, table=7).code == "already_collected"
    assert StakeMove.objects.filter(kind="time", period=0).count() == 3


@pytest.mark.django_db
def test_time_is_collected_for_the_period_that_was_shown(floor: Actor) -> None:
    open_game(7, offer(collection="time", time_charge=700, time_minutes=30))
    sit(7, {1: "Anna", 2: "Ben"})
    CashTable.objects.update(opened_at=F("opened_at") - timedelta(minutes=31))
    # Pressed at the end of the first period, and sent in the second one.
    press(collect_time, by=floor, table=7, seats=[1], period=0)
    press(collect_time, by=floor, table=7, seats=[1])
    assert refusal(collect_time, by=floor, table=7, seats=[2], period=2).code == "period_not_begun"
    assert list(StakeMove.objects.filter(kind="time").values_list("period", flat=True)) == [0, 1]


@pytest.mark.django_db
def test_money_of_a_closed_table_is_undone_only_after_its_closing(floor: Actor, director: Actor) -> None:
    open_game()
    sit(7, {1: "Anna"})
    asked = ask(floor)
    confirmed = press(confirm_money, by=director, money=asked).seq
    raked = press(count_drop, by=floor, table=7, kind="rake", amount=700).seq
    press(leave_seat, by=floor, table=7, seat=1, stake=BUY_IN - 700)
    closed = press(close_cash_table, by=director, number=7).seq
    for seq in (raked, confirmed):
        refused = refusal(undo_in_room, by=director, seq=seq)
        assert (refused.code, "table 7 is closed" in refused.message) == ("no_cash_table", True)
    press(undo_in_room, by=director, seq=closed)
    for seq in (raked, confirmed):
        press(undo_in_room, by=director, seq=seq)
    assert not TableMoney.objects.filter(confirmed_at__isnull=False).exists()
