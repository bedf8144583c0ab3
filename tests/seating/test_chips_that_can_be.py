"""Impossible chip counts are refused."""

from typing import Any

import pytest

from seating.commands import bust, count_stack, ghosts_leave, note_bust, remove_entry
from seating.models import Bust, Seat
from tests.fixtures.room import MakesEvents, press, refusal
from tests.seating.people import HOUSE, drawn_event
from tests.seating.seating_scenes import Places, name, place_of, seated
from tourney.access.roles import Actor
from tourney.commands.events import set_field
from tourney.models import ChipMove, Entry, Tournament

IN_PLAY = 330_000


@pytest.fixture
def at(event: int) -> Places:
    """Set up two tables; the chips bought are unknown."""
    return seated(event, {1: (1, 2, 3), 2: (1, 2)})


@pytest.fixture
def bought(event: int, at: Places) -> Places:
    """Set up the same tables with a known number of chips in play."""
    press(set_field, event, by=HOUSE, entries=33, left=5)
    return at


@pytest.mark.parametrize("chips", [IN_PLAY + 1, 99_999_999, 999_999_999_999])
def test_stack_above_all_chips_in_play_is_refused(
    event: int, floor: Actor, dealer: Actor, bought: Places, chips: int
) -> None:
    for action, by, noted in (
        (count_stack, dealer, "chips"),
        (bust, dealer, "stack"),
        (remove_entry, floor, "chips"),
    ):
        arguments: dict[str, Any] = {noted: chips}
        refused = refusal(action, event, by=by, entry=bought[1, 2], **arguments)
        assert (refused.code, refused.message) == ("too_many_chips", "There are only 330,000 chips in play.")
    assert place_of(bought[1, 2]) == (1, 2)
    assert Seat.objects.get(entry=bought[1, 2]).stack is None
    assert not Bust.objects.exists()


def test_stack_of_a_simultaneous_bust_is_checked_when_noted_later(
    event: int, floor: Actor, bought: Places
) -> None:
    press(bust, event, by=floor, entry=bought[1, 2], stack=IN_PLAY)
    assert refusal(note_bust, event, by=floor, entry=bought[1, 2], stack=IN_PLAY + 1).code == "too_many_chips"
    press(note_bust, event, by=floor, entry=bought[1, 2], stack=4_000)
    assert Bust.objects.get().stack == 4_000


def test_all_chips_in_play_may_be_one_players(event: int, dealer: Actor, bought: Places) -> None:
    press(count_stack, event, by=dealer, entry=bought[1, 2], chips=IN_PLAY)
    assert Seat.objects.get(entry=bought[1, 2]).stack == IN_PLAY


@pytest.mark.parametrize("action", [count_stack, bust], ids=["count", "bust"])
def test_where_the_chips_in_play_are_not_known_any_number_is_taken(
    event: int, dealer: Actor, at: Places, action: Any
) -> None:
    noted: dict[str, Any] = {"chips": 99_999_999} if action is count_stack else {"stack": 99_999_999}
    press(action, event, by=dealer, entry=at[1, 2], **noted)
    row = Bust.objects.get() if action is bust else Seat.objects.get(entry=at[1, 2])
    assert (row.entry_id, row.stack) == (at[1, 2], 99_999_999)


def test_count_of_zero_chips_is_refused_in_favour_of_a_bust(
    event: int, dealer: Actor, bought: Places
) -> None:
    refused = refusal(count_stack, event, by=dealer, entry=bought[1, 2], chips=0)
    assert refused.code == "no_chips"
    assert (
        refused.message
        == f"A player without chips has busted: press “Bust” for {name(bought[1, 2])} instead."
    )
    assert place_of(bought[1, 2]) == (1, 2)


def test_ghosts_leave_with_no_more_than_is_in_play(make_event: MakesEvents, floor: Actor) -> None:
    event = make_event(book="five_spades")
    drawn_event(event, 7, [1, 2], seats_per_table=6, ghosts=True)
    press(set_field, event, by=HOUSE, entries=33, left=7)
    assert refusal(ghosts_leave, event, by=floor, chips=10**9).code == "too_many_chips"
    assert Seat.objects.filter(kind="ghost").count() == 5
    press(ghosts_leave, event, by=floor, chips=100)


def test_an_event_of_the_desk_has_the_chips_it_has_sold(event: int, dealer: Actor, at: Places) -> None:
    row = Entry.objects.get(pk=at[1, 1])
    Tournament.objects.filter(pk=event).update(counted_by_hand=False)
    press(count_stack, event, by=dealer, entry=at[1, 2], chips=25_000)
    ChipMove.objects.create(tournament_id=event, entry=row, kind="start", chips=20_000, at=row.created_at)
    refused = refusal(count_stack, event, by=dealer, entry=at[1, 2], chips=25_000)
    assert refused.message == "There are only 20,000 chips in play."
