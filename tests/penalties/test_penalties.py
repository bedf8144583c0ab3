"""Penalties at the tables: imposed, served hand by hand at any table, and over exactly when served."""

from typing import Any

import pytest

from clock.commands.events import close_event
from notifications.boards import own as own_pages
from notifications.services.texts import first_words, notice_text
from penalties.boards.penalties import history_of
from penalties.commands.penalties import count_hand, impose, lift
from penalties.models import Penalty
from seating.commands import bust, give_seat, remove_entry
from seating.commands.seats import reinstate
from seating.models import Bust
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import press, refusal
from tests.fixtures.wall import Wall
from tests.fixtures.wire import as_sent
from tests.penalties.penalty_scenes import given, hands, left, make_at, shown
from tourney.access.roles import Actor
from tourney.journal.undo import undo
from tourney.models import Entry

__all__ = ["make_at"]
mine_of = as_sent(own_pages.mine_of)
pytestmark = pytest.mark.django_db


# --- any source of hand reports --------------------------------------------------------------------------------------
def test_a_hand_that_the_floor_has_counted_is_not_counted_again(make_at: Any, floor: Actor) -> None:
    event, at = make_at("munot")
    row = given(event, floor, at[1, 3], "hands", count=5)
    hands(event, 1)
    press(count_hand, event, by=floor, penalty=row.pk, served=0)
    assert left(row) == 4
    hands(event, 1)
    assert left(row) == 4
    hands(event, 1)
    assert left(row) == 3
    # Two reports of the same hand.
    assert refusal(count_hand, event, by=floor, penalty=row.pk, served=1).code == "counted_since"
    press(count_hand, event, by=floor, penalty=row.pk, served=2, left=1)
    hands(event, 1)
    assert left(row) is None
    assert refusal(count_hand, event, by=floor, penalty=row.pk, served=3).code == "penalty_is_over"


def test_of_two_penalties_one_is_served_after_the_other(make_at: Any, floor: Actor) -> None:
    event, at = make_at("munot")
    first = given(event, floor, at[1, 3], "hands", count=1)
    other = given(event, floor, at[1, 3], "hands", count=2)
    assert [one["queued"] for one in shown(event)["running"]] == [False, True]
    assert refusal(count_hand, event, by=floor, penalty=other.pk, served=0).code == "another_first"
    hands(event, 1, 2)
    assert (left(first), left(other)) == (None, 2)
    hands(event, 1)
    assert left(other) == 1


def test_a_lifted_one_is_over_and_says_why(make_at: Any, floor: Actor) -> None:
    event, at = make_at("munot")
    row = given(event, floor, at[1, 3], "orbits")
    press(lift, event, by=floor, penalty=row.pk, reason="Too hard")
    row.refresh_from_db()
    assert (row.outcome, row.lifted_because) == ("lifted", "Too hard")
    assert refusal(lift, event, by=floor, penalty=row.pk, reason="x").code == "penalty_is_over"
    # It does not count towards the next one.
    assert given(event, floor, at[1, 3], "orbits").count == 1


def test_own_board_shows_the_rest_of_the_penalty(make_at: Any, floor: Actor) -> None:
    event, at = make_at("munot")
    given(event, floor, at[1, 3], "hands", count=3)
    given(event, floor, at[1, 3], "hands", count=2)
    player, other = (Entry.objects.get(pk=at[1, seat]).player_id for seat in (3, 5))
    hands(event, 1, 2)
    mine = mine_of(event, [player, other])
    assert mine[player]["penalty"] == {"hands": 4, "rounds": 0, "minutes": 0, "estimated": False}
    assert mine[other]["penalty"] is None
    assert first_words(mine[player])["note"] == "You sit out 4 hands."
    assert [notice_text(one["kind"], one["values"]) for one in mine[player]["notices"]][:2] == [
        "Penalty: you sit out 2 hands.",
        "Penalty: you sit out 3 hands.",
    ]
    hands(event, 1, 4)
    mine = mine_of(event, [player])
    assert mine[player]["penalty"] is None
    (over, *_earlier) = mine[player]["notices"]
    assert notice_text(over["kind"], over["values"]) == "Your penalty is over. Come back to table 1, seat 3."


# --- busts and undo -------------------------------------------------------------------------------------------------
def test_penalty_ends_with_a_bust_and_resumes_when_it_is_undone(make_at: Any, floor: Actor) -> None:
    event, at = make_at("munot")
    row = given(event, floor, at[1, 3], "hands", count=3)
    hands(event, 1, 2)
    done = press(bust, event, by=floor, entry=at[1, 3])
    row.refresh_from_db()
    assert (row.outcome, row.hands_left) == ("out", 2)
    press(undo, event, by=floor, seq=done.seq)
    assert left(row) == 2
    press(bust, event, by=floor, entry=at[1, 3])
    press(reinstate, event, by=floor, entry=at[1, 3], table=2, seat=5)
    assert left(row) == 2
    hands(event, 2)
    assert left(row) == 2
    hands(event, 2, 2)
    assert left(row) is None
    journal_tells_the_rows()


def test_every_verb_can_be_undone(make_at: Any, floor: Actor) -> None:
    event, at = make_at("pokerstars_live")
    for kind in (
        "warning",
        "hands",
        "orbits",
        "elimination",
        "disqualification",
        "event_ban",
        "all_events_ban",
    ):
        before = (Penalty.objects.count(), Bust.objects.count())
        done = press(impose, event, by=floor, entry=at[1, 3], kind=kind, reason="x")
        assert Penalty.objects.count() == before[0] + 1
        press(undo, event, by=floor, seq=done.seq)
        assert (Penalty.objects.count(), Bust.objects.count()) == before
        assert Entry.objects.get(pk=at[1, 3]).in_play
    row = given(event, floor, at[1, 3], "hands", count=1)
    hands(event, 1)
    ended = hands(event, 1)
    assert left(row) is None
    press(undo, event, by=floor, seq=ended)
    assert left(row) == 1
    counted = press(count_hand, event, by=floor, penalty=row.pk, served=0)
    assert left(row) is None
    press(undo, event, by=floor, seq=counted.seq)
    lifted = press(lift, event, by=floor, penalty=row.pk, reason="x")
    press(undo, event, by=floor, seq=lifted.seq)
    assert left(row) == 1
    journal_tells_the_rows()


def test_removal_by_penalty_is_recorded_for_every_way_to_remove(make_at: Any, floor: Actor) -> None:
    event, at = make_at("five_spades")
    press(remove_entry, event, by=floor, entry=at[1, 3], penalty="disqualified")
    player = Entry.objects.get(pk=at[1, 3]).player_id
    (row,) = history_of(player)
    assert (row["kind"], row["rule"], row["outcome"]) == ("disqualification", "Five Spades 3.8", "out")
    press(remove_entry, event, by=floor, entry=at[1, 5])
    assert Penalty.objects.count() == 1


def test_a_closed_event_gives_no_penalties(make_at: Any, floor: Actor, director: Actor) -> None:
    event, at = make_at("tda")
    press(close_event, event, by=director)
    assert refusal(impose, event, by=floor, entry=at[1, 3], kind="warning", reason="x").code == "event_closed"


def test_penalty_follows_a_moved_player_and_orbits_need_a_seat(make_at: Any, floor: Actor) -> None:
    event, at = make_at("tda")
    row = given(event, floor, at[1, 3], "hands", count=2)
    press(give_seat, event, by=floor, entry=at[1, 3], table=1, seat=9)
    hands(event, 1, 2)
    assert left(row) == 1
    assert (
        refusal(impose, event, by=floor, entry=at[1, 1], kind="hands", count=1, reason="  ").code
        == "bad_argument"
    )


def test_warning_is_listed_for_half_an_hour(wall: Wall, make_at: Any, floor: Actor) -> None:
    event, at = make_at("tda")
    press(impose, event, by=floor, entry=at[1, 3], kind="warning", reason="Phone")
    assert [(one["kind"], one["reason"], one["seat"]) for one in shown(event)["warnings"]] == [
        ("warning", "Phone", 3)
    ]
    assert shown(event)["running"] == shown(event)["ended"] == []
    wall.passes(minutes=31)
    assert shown(event)["warnings"] == []
