"""Dinner breaks: once a day, three of a table, an hour, the stake counted, a reminder, and the seat given up."""

from datetime import timedelta
from typing import Any

import pytest

from cash.boards.floor import cash_floor
from cash.boards.table import cash_table
from cash.commands.away import come_back, miss_blind
from cash.commands.breaking import break_cash_table
from cash.commands.dinners import end_dinner, hand_out_stake, start_dinner
from cash.commands.games import set_cash_room
from cash.commands.money import top_up
from cash.models import CashSeat, CashTable, CashVisit, DinnerBreak, ListEntry, StakeMove
from cash.periodic import end_dinner_breaks
from notifications.services.texts import notice_text
from tests.cash.scenes import BUY_IN, open_game, seat_row, sit
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import press, refusal
from tests.fixtures.wire import as_sent
from tests.rulebooks.own import own_edition
from tourney.access.roles import Actor
from tourney.models import JournalEntry, Notice

table = as_sent(cash_table)
room = as_sent(cash_floor)
RULE = "St. Moritz 12, 16"
pytestmark = pytest.mark.django_db


@pytest.fixture
def five() -> list[int]:
    """Seat five players at table 7, in seats 1 to 5."""
    open_game()
    return list(sit(7, dict(enumerate(("Anna", "Ben", "Cid", "Dora", "Emil"), start=1))).values())


def chair(seat: int) -> dict[str, Any]:
    board = table(0, "7")
    assert board is not None
    return next(one for one in board["chairs"] if one["seat"] == seat)


def later(minutes: int) -> None:
    """Let time pass for the running breaks."""
    for row in DinnerBreak.objects.filter(ended_at__isnull=True):
        DinnerBreak.objects.filter(pk=row.pk).update(
            began_at=row.began_at - timedelta(minutes=minutes), until=row.until - timedelta(minutes=minutes)
        )


def test_st_moritz_12_a_dinner_break_keeps_the_seat_for_60_minutes_with_the_counted_stake(
    five: list[int], floor: Actor, dealer: Actor
) -> None:
    assert refusal(start_dinner, by=dealer, table=7, seat=1, stake=BUY_IN).code == "not_allowed"
    refused = refusal(start_dinner, by=floor, table=7, seat=1)
    assert (refused.code, refused.rule) == ("stake_not_counted", RULE)
    press(start_dinner, by=floor, table=7, seat=1, stake=123_000)
    row = DinnerBreak.objects.get()
    assert (row.until - row.began_at, row.stake, row.counted_by) == (
        timedelta(minutes=60),
        123_000,
        floor.name,
    )
    found = chair(1)
    assert (found["state"], found["cards"], found["until"]) == (
        "dinner",
        False,
        round(row.until.timestamp() * 1_000),
    )
    assert refusal(come_back, by=dealer, table=7, seat=1).code == "at_dinner"
    assert refusal(top_up, by=floor, table=7, seat=1, amount=1_000).code == "player_away"
    answer = press(end_dinner, by=dealer, table=7, seat=1).answer
    assert answer is not None
    assert answer["stake"] == 123_000
    assert DinnerBreak.objects.get().outcome == "returned"
    assert JournalEntry.objects.order_by("-seq")[0].rule == RULE
    journal_tells_the_rows()


def test_st_moritz_12_a_second_dinner_break_on_the_same_playing_day_is_refused(
    five: list[int], floor: Actor
) -> None:
    press(start_dinner, by=floor, table=7, seat=1, stake=BUY_IN)
    assert refusal(start_dinner, by=floor, table=7, seat=1, stake=BUY_IN).code == "at_dinner"
    press(end_dinner, by=floor, table=7, seat=1)
    refused = refusal(start_dinner, by=floor, table=7, seat=1, stake=BUY_IN)
    assert (refused.code, refused.rule) == ("dinner_taken", RULE)
    DinnerBreak.objects.update(day=DinnerBreak.objects.get().day - timedelta(days=1))
    press(start_dinner, by=floor, table=7, seat=1, stake=BUY_IN)


def test_st_moritz_12_a_fourth_player_of_a_table_waits_for_the_dinner_break(
    five: list[int], floor: Actor
) -> None:
    for seat in (1, 2, 3):
        press(start_dinner, by=floor, table=7, seat=seat, stake=BUY_IN)
    refused = refusal(start_dinner, by=floor, table=7, seat=4, stake=BUY_IN)
    assert (refused.code, refused.rule) == ("enough_at_dinner", RULE)
    press(end_dinner, by=floor, table=7, seat=2)
    press(start_dinner, by=floor, table=7, seat=4, stake=BUY_IN)


def test_st_moritz_16_blinds_missed_at_dinner_are_owed_and_never_cost_the_seat(
    five: list[int], floor: Actor, dealer: Actor
) -> None:
    press(start_dinner, by=floor, table=7, seat=1, stake=BUY_IN)
    for blind in ("big", "small", "big"):
        press(miss_blind, by=dealer, table=7, seat=1, blind=blind)
    assert not chair(1)["place_lost"]
    refused = refusal(end_dinner, by=dealer, table=7, seat=1)
    assert refused.code == "choose_return"
    press(end_dinner, by=dealer, table=7, seat=1, choice="post")
    assert chair(1)["cards"]


def test_a_player_at_dinner_is_reminded_once_10_minutes_before_the_end(five: list[int], floor: Actor) -> None:
    press(start_dinner, by=floor, table=7, seat=1, stake=BUY_IN)
    later(49)
    end_dinner_breaks()
    assert not Notice.objects.filter(kind="cash_dinner_reminder").exists()
    later(2)
    end_dinner_breaks()
    end_dinner_breaks()
    notice = Notice.objects.get(kind="cash_dinner_reminder")
    assert notice.player_id == five[0]
    text = notice_text(notice.kind, notice.values)
    assert text.startswith("Your dinner break ends at ")
    assert text.endswith("Come back to table 7, seat 1.")


def test_st_moritz_12_after_60_minutes_the_seat_is_given_up_and_the_cage_keeps_the_stake(
    five: list[int], floor: Actor
) -> None:
    press(start_dinner, by=floor, table=7, seat=1, stake=123_000)
    later(61)
    end_dinner_breaks()
    end_dinner_breaks()
    row = DinnerBreak.objects.get()
    assert (row.outcome, row.stake) == ("given_up", 123_000)
    assert not CashSeat.objects.filter(visit__player=five[0], left_at__isnull=True).exists()
    assert CashVisit.objects.get(player=five[0]).ended_at is not None
    assert StakeMove.objects.filter(kind="cash_out").values_list("amount", flat=True).get() == -123_000
    assert Notice.objects.filter(player=five[0], kind="cash_dinner_over").count() == 1
    entry = JournalEntry.objects.get(kind="dinner.give_up")
    assert entry.rule == RULE
    assert refusal(end_dinner, by=floor, table=7, seat=1).code == "seat_empty"
    (kept,) = room()["kept"]
    assert (kept["name"], kept["table"], kept["stake"]) == ("Anna", 7, 123_000)
    press(hand_out_stake, by=floor, dinner=row.pk)
    assert room()["kept"] == []
    assert refusal(hand_out_stake, by=floor, dinner=row.pk).code == "already_handed_out"


def test_a_stake_that_was_handed_back_at_the_table_is_not_handed_out_again(
    five: list[int], floor: Actor
) -> None:
    press(start_dinner, by=floor, table=7, seat=1, stake=BUY_IN)
    press(end_dinner, by=floor, table=7, seat=1)
    dinner = DinnerBreak.objects.get().pk
    assert refusal(hand_out_stake, by=floor, dinner=dinner).code == "no_kept_stake"


def test_the_length_and_number_of_dinner_breaks_are_the_books(
    five: list[int], floor: Actor, director: Actor
) -> None:
    book = own_edition(
        "st_moritz_cash",
        ("minutes = 60", "minutes = 30"),
        ("per_day = 1", "per_day = 2"),
        ("most_away_per_table = 3", "most_away_per_table = 1"),
        ("stake_counted_and_kept = true", "stake_counted_and_kept = false"),
    )
    press(set_cash_room, by=director, book=book)
    press(start_dinner, by=floor, table=7, seat=1)
    row = DinnerBreak.objects.get()
    assert (row.until - row.began_at, row.stake) == (timedelta(minutes=30), BUY_IN)
    assert refusal(start_dinner, by=floor, table=7, seat=2).code == "enough_at_dinner"
    press(end_dinner, by=floor, table=7, seat=1)
    press(start_dinner, by=floor, table=7, seat=1)
    assert seat_row(five[0]).state == "dinner"


def test_a_room_whose_book_has_no_dinner_break_gives_none(
    five: list[int], floor: Actor, director: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cash.commands import dinners
    from tourney.rulebooks.books import shipped

    monkeypatch.setattr(dinners, "cash_book", lambda: shipped()["tda"])
    assert refusal(start_dinner, by=floor, table=7, seat=1, stake=BUY_IN).code == "no_dinner"


def test_the_floor_sees_who_may_not_go_to_dinner_before_a_stake_is_counted(
    five: list[int], floor: Actor
) -> None:
    def closed() -> tuple[bool, list[bool]]:
        board = room()
        assert board is not None
        (one,) = board["tables"]
        return one["dinner_from"] is not None, [row["dinner_taken"] for row in one["players"]]

    for seat in (1, 2):
        press(start_dinner, by=floor, table=7, seat=seat, stake=BUY_IN)
    assert closed() == (False, [True, True, False, False, False])
    press(start_dinner, by=floor, table=7, seat=3, stake=BUY_IN)
    assert closed() == (True, [True, True, True, False, False])
    press(end_dinner, by=floor, table=7, seat=1)
    assert closed() == (False, [True, True, True, False, False])


def test_st_moritz_12_a_break_of_the_table_keeps_dinner_breaks_at_a_seat_or_on_the_list(
    five: list[int], floor: Actor
) -> None:
    open_game(8, CashTable.objects.get().game_id)
    for seat in (1, 2):
        press(start_dinner, by=floor, table=7, seat=seat, stake=90_000)
    until = DinnerBreak.objects.get(seat__number=2).until
    goes = [{"seat": 1, "stake": 90_000, "to": 8, "to_seat": 4}, {"seat": 2, "stake": 90_000}]
    rest = [{"seat": seat, "stake": BUY_IN} for seat in (3, 4, 5)]
    other = [{**goes[0], "stake": 80_000}, goes[1], *rest]
    refused = refusal(break_cash_table, by=floor, table=7, players=other)
    assert (refused.code, refused.rule) == ("counted_at_dinner", RULE)
    press(
        break_cash_table, by=floor, table=7, players=[*goes, *rest], explanation="Two stakes were counted low"
    )
    # One break goes on at the new seat; of the other, the cage keeps the stake, and the list the place until its end.
    assert (seat_row(five[0]).state, DinnerBreak.objects.get(ended_at__isnull=True).seat.number) == (
        "dinner",
        4,
    )
    (kept,) = room()["kept"]
    assert (kept["name"], kept["stake"]) == ("Ben", 90_000)
    assert ListEntry.objects.get(player=five[1]).expires_at == until
    assert set(ListEntry.objects.exclude(player=five[1]).values_list("expires_at", flat=True)) == {None}
    notice = Notice.objects.get(player=five[1], kind="cash_broken")
    assert "Table 7 was broken" in notice_text(notice.kind, notice.values)
    journal_tells_the_rows()
