"""Penalties by the rules of each book, worked out by hand."""

from typing import Any

import pytest

from penalties.commands.penalties import impose
from prizes.services.places import ranking_of
from seating.commands import arrive_all, break_table, bust, give_seat, put_button
from seating.models import Bust, TournamentTable
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import press, refusal
from tests.penalties.penalty_scenes import given, hands, left, make_at, rule_of, shown
from tests.seating.people import HOUSE
from tourney.access.roles import Actor
from tourney.models import Entry, JournalEntry, Notice, Tournament

__all__ = ["make_at"]
pytestmark = pytest.mark.django_db


def test_munot_71_hands_are_sat_out_from_the_end_of_the_hand(make_at: Any, floor: Actor) -> None:
    event, at = make_at("munot")
    row = given(event, floor, at[1, 3], "hands", count=2)
    assert (rule_of(event), row.hands_left, row.players) == ("Munot 71", 2, 4)
    assert shown(event)["running"][0]["waits"]
    hands(event, 1)
    assert left(row) == 2
    hands(event, 1)
    assert left(row) == 1
    hands(event, 2, 3)
    assert left(row) == 1
    hands(event, 1)
    row.refresh_from_db()
    assert (row.outcome, row.served, row.estimated, row.hands_left) == ("served", 2, 0, 0)
    assert shown(event)["running"] == []
    assert [one["outcome"] for one in shown(event)["ended"]] == ["served"]
    player = Entry.objects.get(pk=at[1, 3]).player_id
    notices = Notice.objects.filter(player=player).order_by("pk").values_list("kind", flat=True)
    assert list(notices)[-2:] == ["penalty", "penalty_over"]
    journal_tells_the_rows()


def test_munot_71_the_second_offence_is_proposed_five_orbits(make_at: Any, floor: Actor) -> None:
    event, at = make_at("munot")
    assert given(event, floor, at[1, 3], "orbits").count == 1
    assert given(event, floor, at[1, 3], "orbits").count == 5
    assert given(event, floor, at[2, 4], "orbits").count == 1


def test_munot_35_a_misdeal_and_its_replay_are_one_hand(make_at: Any, floor: Actor) -> None:
    event, at = make_at("munot")
    row = given(event, floor, at[1, 3], "hands", count=2)
    # The hand in progress is replayed: it ends only with its replay.
    hands(event, 1, misdeal=True)
    hands(event, 1)
    assert left(row) == 2
    hands(event, 1, misdeal=True)
    assert left(row) == 2
    hands(event, 1)
    assert left(row) == 1
    assert JournalEntry.journal(event).latest("seq").arguments["misdeal"] is False


def test_tda_35c_a_misdeal_moves_no_button(make_at: Any, floor: Actor) -> None:
    event, _at = make_at("tda")
    press(put_button, event, by=HOUSE, number=1, button=3)
    before = TournamentTable.objects.values("button", "small_blind", "big_blind").get(table__number=1)
    hands(event, 1, misdeal=True)
    assert TournamentTable.objects.values("button", "small_blind", "big_blind").get(table__number=1) == before
    assert TournamentTable.objects.get(table__number=1).hands == 1


def test_other_poker_40_rounds_are_hands_of_the_players_when_it_was_imposed(
    make_at: Any, floor: Actor
) -> None:
    event, at = make_at("other_poker")
    row = given(event, floor, at[2, 4], "orbits", count=3)
    assert (rule_of(event), row.hands_left) == ("Other Poker 40", 18)
    press(bust, event, by=HOUSE, entry=at[2, 6])
    hands(event, 2, 19)
    assert left(row) is None
    # One hand, or one to four rounds.
    assert (
        refusal(impose, event, by=floor, entry=at[1, 1], kind="hands", count=2, reason="x").code == "too_long"
    )
    assert (
        refusal(impose, event, by=floor, entry=at[1, 1], kind="orbits", count=5, reason="x").code
        == "too_long"
    )
    none = refusal(impose, event, by=floor, entry=at[1, 1], kind="reminder", reason="x")
    assert (none.code, none.rule) == ("no_such_penalty", "Other Poker 40")


def test_five_spades_3_8_an_orbit_is_over_when_the_button_went_round(make_at: Any, floor: Actor) -> None:
    event, at = make_at("five_spades")
    press(put_button, event, by=HOUSE, number=1, button=3)
    row = given(event, floor, at[1, 5], "orbits")
    assert (row.count, row.hands_left, row.rounds_left) == (1, None, 1)
    hands(event, 1)
    hands(event, 1, 3)
    row.refresh_from_db()
    assert (row.rounds_left, row.served) == (1, 3)
    hands(event, 1)
    row.refresh_from_db()
    assert (row.outcome, row.served) == ("served", 4)


def test_five_spades_3_8_orbit_penalty_continues_at_another_table(make_at: Any, floor: Actor) -> None:
    event, at = make_at("five_spades")
    press(put_button, event, by=HOUSE, number=1, button=3)
    press(put_button, event, by=HOUSE, number=2, button=2)
    row = given(event, floor, at[1, 5], "orbits")
    hands(event, 1, 2)
    row.refresh_from_db()
    assert (row.rounds_left, row.served, row.button_mark) == (1, 1, 5)
    press(give_seat, event, by=HOUSE, entry=at[1, 5], table=2, seat=7)
    press(arrive_all, event, by=HOUSE, number=2)
    # The button has four seats of a nine-seat round to go (from 7 of 9), wherever it is at the new table.
    hands(event, 2)
    row.refresh_from_db()
    button = TournamentTable.objects.get(tournament=event, table__number=2).button
    assert button is not None
    assert row.button_mark is not None
    assert (row.button_mark - button) % 9 == (5 - 7) % 9
    for _hand in range(20):
        if row.ended_at:
            break
        hands(event, 2)
        row.refresh_from_db()
    # Seven players sit there: almost a full round remains, not two.
    assert (row.outcome, row.served) == ("served", 7)


def test_pokerstars_live_6_9_1_six_players_are_six_hands(make_at: Any, floor: Actor) -> None:
    event, at = make_at("pokerstars_live")
    row = given(event, floor, at[2, 4], "orbits", count=1)
    assert (rule_of(event), row.hands_left) == ("PokerStars Live 6.9.1", 6)


def test_pokerstars_live_6_9_4_penalties_move_to_other_tables(make_at: Any, floor: Actor) -> None:
    event, at = make_at("pokerstars_live")
    row = given(event, floor, at[3, 2], "hands", count=4)
    hands(event, 3, 3)
    assert left(row) == 2
    press(break_table, event, by=HOUSE, number=3)
    place = shown(event)["running"][0]["table"]
    # A hand is in progress there, and the penalty did not exclude the player from it.
    assert shown(event)["running"][0]["waits"]
    hands(event, place)
    assert left(row) == 2
    assert not shown(event)["running"][0]["waits"]
    hands(event, place, 2)
    assert left(row) is None


def test_pokerstars_live_6_9_5_and_6_9_6_out_by_penalty(make_at: Any, floor: Actor) -> None:
    event, at = make_at("pokerstars_live")
    done = given(event, floor, at[1, 1], "elimination", chips=5_000)
    assert (rule_of(event), done.outcome) == ("PokerStars Live 6.9.5", "out")
    given(event, floor, at[1, 3], "disqualification")
    assert rule_of(event) == "PokerStars Live 6.9.6"
    rows = {row.entry_id: row.penalty for row in Bust.objects.all()}
    assert rows == {at[1, 1]: "eliminated", at[1, 3]: "disqualified"}
    ranking = ranking_of(Tournament.objects.get(pk=event))
    ranked = {place.entry: place.best for place in ranking.places if place.entry in rows}
    # The disqualified player has no place: the players behind move up.
    assert ranked.get(at[1, 1]) == 12
    assert at[1, 3] not in ranked


def test_tda_71_the_book_names_no_kinds_so_any_may_be_given(make_at: Any, floor: Actor) -> None:
    event, at = make_at("tda")
    row = given(event, floor, at[2, 4], "orbits", count=2)
    assert (rule_of(event), row.hands_left) == ("TDA 71A", 12)
    assert given(event, floor, at[2, 6], "time_out", count=10).count == 10
    assert given(event, floor, at[2, 8], "reminder").outcome == "served"


def test_wsop_113_one_to_four_rounds(make_at: Any, floor: Actor) -> None:
    event, at = make_at("wsop")
    assert given(event, floor, at[2, 4], "orbits", count=4).hands_left == 24
    assert (
        refusal(impose, event, by=floor, entry=at[2, 6], kind="orbits", count=5, reason="x").code
        == "too_long"
    )
