"""Penalties in the cash room: warnings, time away, exclusion (St. Moritz 28-30)."""

from datetime import timedelta
from typing import Any

import pytest

from cash.boards.floor import cash_floor
from cash.boards.table import cash_table
from cash.commands.away import come_back, miss_blind
from cash.commands.calls import call_next
from cash.commands.hands import finish_hand, put_button
from cash.commands.lists import call_player, join_list
from cash.commands.penalties import impose, lift
from cash.commands.seats import leave_seat, take_seat
from cash.commands.self_service import own_join
from cash.models import CashPenalty, ListEntry
from cash.services.days import bounds_of, playing_day
from players.commands.anonymisation import anonymise_player
from tests.cash.scenes import BUY_IN, open_game, person, seat_row, sit
from tests.cash.test_calls import phone
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import press, refusal
from tests.fixtures.wire import as_sent
from tests.web.visitors import client_of, text_of
from tourney.access.roles import Actor
from tourney.journal.undo import undo_in_room
from tourney.models import JournalEntry, Notice
from tourney.now import room_now

pytestmark = pytest.mark.django_db
RULE = "St. Moritz 28, 30"
table = as_sent(cash_table)
room = as_sent(cash_floor)


def time_passes() -> None:
    """Let the time of all penalties run out."""
    for row in CashPenalty.objects.all():
        end = row.until
        assert end is not None
        CashPenalty.objects.filter(pk=row.pk).update(
            imposed_at=row.imposed_at - timedelta(hours=30), until=end - timedelta(hours=30)
        )


def test_st_moritz_30_a_warning_is_recorded_and_keeps_nobody_from_play(floor: Actor) -> None:
    open_game()
    anna = sit(7, {1: "Anna"})[1]
    done = press(impose, by=floor, player=anna, kind="warning", reason="Touched another stack")
    assert JournalEntry.objects.get(seq=done.seq, tournament=None).rule == RULE
    assert seat_row(anna).state == "playing"
    (line,) = room()["penalties"]
    assert (line["name"], line["kind"], line["rule"], line["until"]) == ("Anna", "warning", RULE, None)
    assert table(0, "7")["chairs"][0]["warnings"] == 1
    journal_tells_the_rows()


def test_st_moritz_30_a_player_sits_out_the_time_of_a_penalty(floor: Actor, dealer: Actor) -> None:
    open_game()
    anna = sit(7, {1: "Anna", 2: "Ben"})[1]
    press(impose, by=floor, player=anna, kind="time_out", reason="Delays", minutes=20, rule="St. Moritz 28")
    assert seat_row(anna).state == "away"
    chair = table(0, "7")["chairs"][0]
    assert (chair["penalty_rule"], chair["penalty_until"] is not None) == ("St. Moritz 28", True)
    refused = refusal(come_back, by=floor, table=7, seat=1)
    assert (refused.code, refused.rule) == ("penalised", "St. Moritz 28")
    time_passes()
    press(come_back, by=floor, table=7, seat=1)
    assert seat_row(anna).state == "playing"
    assert table(0, "7")["chairs"][0]["penalty_until"] is None


def test_blinds_missed_during_a_penalty_are_owed_but_do_not_cost_the_seat(
    floor: Actor, dealer: Actor
) -> None:
    open_game()
    anna = sit(7, {1: "Anna", 2: "Ben", 3: "Cid"})[1]
    press(impose, by=floor, player=anna, kind="time_out", reason="Delays", minutes=60)
    press(put_button, by=floor, table=7, button=2)
    for hand in range(1, 8):
        press(finish_hand, by=floor, table=7, hand=hand)
    press(miss_blind, by=floor, table=7, seat=1, blind="big")
    chair = table(0, "7")["chairs"][0]
    assert (chair["missed_big"], chair["place_lost"]) == (1, False)
    time_passes()
    answer = press(come_back, by=dealer, table=7, seat=1, choice="post").answer
    assert answer is not None
    assert answer["big"]


def test_blinds_missed_by_an_excluded_player_cost_the_seat(floor: Actor) -> None:
    open_game()
    anna = sit(7, {1: "Anna", 2: "Ben", 3: "Cid"})[1]
    press(impose, by=floor, player=anna, kind="disqualification", reason="Insulted the dealer")
    press(put_button, by=floor, table=7, button=2)
    for hand in range(1, 4):
        press(finish_hand, by=floor, table=7, hand=hand)
    assert seat_row(anna).missed_big == 1
    press(miss_blind, by=floor, table=7, seat=1, blind="big")
    chair = table(0, "7")["chairs"][0]
    assert (chair["missed_big"], chair["place_lost"]) == (2, True)


def test_time_that_runs_into_the_next_playing_day_is_shown_and_lifted_there(floor: Actor) -> None:
    open_game()
    anna = sit(7, {1: "Anna"})[1]
    press(impose, by=floor, player=anna, kind="time_out", reason="Delays", minutes=20)
    # The playing day began after the penalty.
    CashPenalty.objects.update(imposed_at=bounds_of(playing_day(room_now()))[0] - timedelta(minutes=5))
    (line,) = room()["penalties"]
    press(lift, by=floor, penalty=line["penalty"], reason="Apologised")
    assert room()["penalties"] == []


def test_st_moritz_28_an_excluded_player_takes_no_seat_and_joins_no_list_this_day(floor: Actor) -> None:
    game = open_game()
    open_game(8, game)
    anna = sit(7, {1: "Anna"})[1]
    press(impose, by=floor, player=anna, kind="disqualification", reason="Insulted the dealer")
    press(leave_seat, by=floor, table=7, seat=1, stake=BUY_IN)
    seat: dict[str, Any] = {"player": anna, "table": 8, "seat": 1, "buy_in": BUY_IN}
    for refused in (
        refusal(take_seat, by=floor, **seat),
        refusal(join_list, by=floor, player=anna, game=game),
    ):
        assert (refused.code, refused.rule) == ("penalised", RULE)
        assert "is excluded" in refused.message
    row = CashPenalty.objects.get()
    assert row.until == bounds_of(playing_day(row.imposed_at))[1]
    time_passes()
    press(take_seat, by=floor, **seat)


def test_a_penalised_player_keeps_the_place_on_a_list_and_is_not_called(floor: Actor) -> None:
    game = open_game()
    anna, ben = person("Anna"), person("Ben")
    for one in (anna, ben):
        press(join_list, by=floor, player=one, game=game)
    entry = ListEntry.objects.get(player=anna)
    press(call_player, by=floor, entry=entry.pk, table=7)
    press(impose, by=floor, player=anna, kind="time_out", reason="Delays")
    entry.refresh_from_db()
    assert (entry.state, entry.called_to_id) == ("waiting", None)
    assert refusal(call_player, by=floor, entry=entry.pk, table=7).code == "penalised"
    assert press(call_next, by=floor, game=game).answer["name"] == "Ben"  # type: ignore[index]
    press(impose, by=floor, player=anna, kind="disqualification", reason="Insults")
    entry.refresh_from_db()
    assert entry.state == "left"


def test_a_lifted_penalty_no_longer_keeps_the_player_from_play(floor: Actor, director: Actor) -> None:
    game = open_game()
    anna = person("Anna")
    given = press(impose, by=floor, player=anna, kind="disqualification", reason="Mistaken identity")
    assert given.answer is not None
    press(lift, by=floor, penalty=given.answer["penalty"], reason="It was another player")
    press(join_list, by=floor, player=anna, game=game)
    assert refusal(lift, by=floor, penalty=given.answer["penalty"], reason="x").code == "penalty_is_over"
    again = press(impose, by=floor, player=anna, kind="time_out", reason="Delays")
    press(undo_in_room, by=director, seq=again.seq)
    assert CashPenalty.objects.count() == 1
    assert refusal(impose, by=floor, player=anna, kind="warning", reason=" ").code == "bad_argument"


def test_the_phone_of_an_excluded_player_is_told_the_rule(floor: Actor) -> None:
    game, anna = open_game(), person("Anna")
    press(impose, by=floor, player=anna, kind="disqualification", reason="Insults")
    refused = refusal(own_join, by=phone(anna), game=game)
    assert (refused.code, refused.rule) == ("penalised", RULE)
    notice = Notice.objects.get(kind="cash_excluded")
    assert (notice.player_id, notice.values["rule"]) == (anna, RULE)


def test_a_players_record_lists_penalties_of_the_cash_room(floor: Actor, director: Actor) -> None:
    anna = person("Anna")
    press(impose, by=floor, player=anna, kind="disqualification", reason="Insulted the dealer")
    page = text_of(client_of(floor).get(f"/staff/room/players/{anna}/"))
    assert "Insulted the dealer" in page
    assert "Cash room" in page
    press(anonymise_player, by=director, player=anna)
    assert CashPenalty.objects.get().reason == ""
    assert refusal(impose, by=floor, player=anna, kind="warning", reason="Delays").code == "anonymised"


def test_a_dealer_gives_no_penalties(dealer: Actor, floor: Actor) -> None:
    open_game()
    anna = sit(7, {1: "Anna"})[1]
    assert refusal(impose, by=dealer, player=anna, kind="warning", reason="x").code == "not_allowed"
