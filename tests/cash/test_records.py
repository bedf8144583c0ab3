"""Records of players with rows in the cash room: anonymised, erased from the journal, hidden, undone."""

from datetime import timedelta
from typing import Any

import pytest

from cash.commands.breaking import break_cash_table
from cash.commands.calls import call_back
from cash.commands.comps import use_comps
from cash.commands.dinners import end_dinner, hand_out_stake, start_dinner
from cash.commands.games import retire_game, set_cash_room
from cash.commands.lists import call_player, join_list, leave_list
from cash.commands.moves import move_player
from cash.commands.seats import leave_seat, take_seat
from cash.commands.tables import close_cash_table
from cash.models import CashSeat, CashTable, CompMove, DinnerBreak, ListEntry, StakeMove
from cash.periodic import end_dinner_breaks
from players.commands.anonymisation import anonymise_player
from tests.cash.scenes import BUY_IN, open_game, person, sit
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import press, refusal
from tourney.access.roles import Actor
from tourney.journal.readable import readable
from tourney.journal.undo import undo_in_room
from tourney.models import JournalEntry

pytestmark = pytest.mark.django_db
REASON = "wurde laut"


def told() -> str:
    """Return everything that the journal tells."""
    return repr(list(JournalEntry.objects.values_list("kind", "arguments", "answer", "changes")))


def test_a_player_is_anonymised_after_the_cash_seat_and_leaves_the_lists(floor: Actor) -> None:
    game = open_game()
    anna = sit(7, {1: "Anna Meyer"})[1]
    waiting = person("Ben Roth")
    press(join_list, by=floor, player=waiting, game=game)
    assert refusal(anonymise_player, by=floor, player=anna).code == "still_in"
    press(leave_seat, by=floor, table=7, seat=1, stake=0)
    press(anonymise_player, by=floor, player=anna)
    press(anonymise_player, by=floor, player=waiting)
    assert ListEntry.objects.get().state == "left"
    journal_tells_the_rows()


def test_the_reason_of_a_buy_in_outside_the_limits_is_erased(floor: Actor) -> None:
    open_game()
    anna = person("Anna Meyer")
    press(take_seat, by=floor, player=anna, table=7, seat=1, buy_in=40_000, reason=REASON)
    press(leave_seat, by=floor, table=7, seat=1, stake=0)
    assert REASON in told()
    press(anonymise_player, by=floor, player=anna)
    assert REASON not in told()


def test_a_player_whose_stake_the_cage_keeps_is_anonymised_once_it_is_handed_out(floor: Actor) -> None:
    open_game()
    anna = sit(7, {1: "Anna Meyer"})[1]
    press(start_dinner, by=floor, table=7, seat=1, stake=BUY_IN)
    row = DinnerBreak.objects.get()
    DinnerBreak.objects.update(
        began_at=row.began_at - timedelta(hours=2), until=row.until - timedelta(hours=2)
    )
    end_dinner_breaks()
    refused = refusal(anonymise_player, by=floor, player=anna)
    assert (refused.code, "Anna Meyer" in refused.message) == ("stake_kept", True)
    press(hand_out_stake, by=floor, dinner=row.pk)
    press(anonymise_player, by=floor, player=anna)


def test_what_staff_wrote_about_a_cash_player_is_erased(floor: Actor) -> None:
    main = open_game(8)
    open_game(7, main, feeds=8)
    anna = sit(7, {1: "Ben Roth", 2: "Anna Meyer"})[2]
    values: dict[str, Any] = {"table": 7, "seat": 2, "to": 8, "to_seat": 1, "stake": BUY_IN}
    press(move_player, by=floor, **values, cause="must_move", reason=REASON)
    press(leave_seat, by=floor, table=8, seat=1, stake=0)
    press(join_list, by=floor, player=anna, game=main)
    press(leave_list, by=floor, entry=ListEntry.objects.get().pk)
    person("Anna Meyer")
    press(anonymise_player, by=floor, player=anna)
    assert REASON not in told()
    lines = JournalEntry.objects.filter(kind__startswith="cash_seat.") | JournalEntry.objects.filter(
        kind__startswith="cash_list."
    )
    names = [(line.answer or {}).get("name") for line in lines.order_by("seq")]
    assert names == ["Ben Roth", *[f"#{anna}"] * 5]
    journal_tells_the_rows()


def test_a_name_in_the_explanation_of_a_closed_table_is_erased(floor: Actor, director: Actor) -> None:
    said, game = "%s lost a chip", open_game(7)
    open_game(8, game)
    for number, press_last in ((7, break_cash_table), (8, close_cash_table)):
        anna = sit(number, {1: "Anna Meyer", 2: "Ben Roth"})[1]
        for seat in (1, 2):
            press(leave_seat, by=floor, table=number, seat=seat, stake=BUY_IN - 100)
        at: dict[str, Any] = {"number": 8} if number == 8 else {"table": 7, "players": []}
        press(press_last, by=director, **at, explanation=said % "Anna Meyer")
        press(anonymise_player, by=director, player=anna)
        assert CashTable.objects.get(table__number=number).explanation == said % f"#{anna}"
        assert said % "Anna Meyer" not in told()
    journal_tells_the_rows()


def test_what_comps_were_used_for_is_erased_and_their_amount_is_for_those_who_read_payments(
    director: Actor, desk: Actor
) -> None:
    open_game()
    anna = sit(7, {1: "Anna Meyer"})[1]
    press(set_cash_room, by=director, book="", comp_per_hour=1_000_000)
    press(leave_seat, by=director, table=7, seat=1, stake=0)
    CashSeat.objects.update(taken_at=CashSeat.objects.get().taken_at - timedelta(hours=1))
    seq = press(use_comps, by=director, player=anna, amount=45_600, what=REASON).seq
    line = readable(JournalEntry.objects.get(seq=seq, tournament=None), desk)
    assert "45600" not in repr((line.arguments, line.answer, line.changes))
    press(anonymise_player, by=director, player=anna)
    assert REASON not in told()
    assert CompMove.objects.get().what == "–"


def test_the_desk_does_not_read_stakes_in_the_journal(floor: Actor, desk: Actor) -> None:
    open_game()
    sit(7, {1: "Anna"}, buy_in=123_400)
    press(start_dinner, by=floor, table=7, seat=1, stake=234_500)
    press(end_dinner, by=floor, table=7, seat=1)
    press(leave_seat, by=floor, table=7, seat=1, stake=345_600, explanation="Recounted")
    lines = list(JournalEntry.objects.all())
    seen = repr(
        [(one.arguments, one.answer, one.changes) for one in (readable(line, desk) for line in lines)]
    )
    assert [amount for amount in ("123400", "234500", "345600") if amount in seen] == []
    assert "345600" in repr([readable(line, floor).changes for line in lines])


def test_the_return_from_dinner_of_a_player_who_left_is_not_undone(floor: Actor) -> None:
    open_game()
    sit(7, {1: "Anna"})
    press(start_dinner, by=floor, table=7, seat=1, stake=BUY_IN)
    back = press(end_dinner, by=floor, table=7, seat=1).seq
    press(leave_seat, by=floor, table=7, seat=1, stake=BUY_IN)
    assert refusal(undo_in_room, by=floor, seq=back).code == "changed_since"
    row = DinnerBreak.objects.get()
    DinnerBreak.objects.update(
        began_at=row.began_at - timedelta(hours=2), until=row.until - timedelta(hours=2)
    )
    end_dinner_breaks()
    assert StakeMove.objects.filter(kind="cash_out").count() == 1


def test_no_player_is_called_again_to_a_closed_table_by_an_undo(floor: Actor) -> None:
    game = open_game()
    anna = person("Anna")
    press(join_list, by=floor, player=anna, game=game)
    entry = ListEntry.objects.get().pk
    press(call_player, by=floor, entry=entry, table=7)
    back = press(call_back, by=floor, entry=entry).seq
    press(close_cash_table, by=floor, number=7)
    assert refusal(undo_in_room, by=floor, seq=back).code == "no_cash_table"


def test_no_player_returns_by_an_undo_to_the_list_of_a_game_that_is_not_offered(floor: Actor) -> None:
    game = open_game()
    press(join_list, by=floor, player=person("Anna"), game=game)
    left = press(leave_list, by=floor, entry=ListEntry.objects.get().pk).seq
    closed = press(close_cash_table, by=floor, number=7).seq
    press(retire_game, by=floor, game=game)
    for seq in (left, closed):
        assert refusal(undo_in_room, by=floor, seq=seq).code == "game_not_offered"
