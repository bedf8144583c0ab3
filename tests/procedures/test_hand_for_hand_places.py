"""Finishing places around hand-for-hand: busts in one hand, and shared prizes."""

import pytest

from prizes.rules.awards import ladder, undecided
from prizes.services.places import ranking_of
from procedures.commands.hand_for_hand import announce, deal, end
from seating.commands import bust, note_one_hand, remove_entry
from seating.models import Bust
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press
from tests.fixtures.wall import Wall
from tests.procedures.hand_for_hand_scenes import (
    ROOM,
    announced_and_over,
    at,
    ends_hand,
    event,
    ranks,
    together,
)
from tests.seating.seating_scenes import Places, seated
from tourney.access.roles import Actor
from tourney.journal.undo import undo
from tourney.models import JournalEntry, Tournament

__all__ = ["at", "event"]
pytestmark = pytest.mark.django_db


# --- busts in one hand ---------------------------------------------------------------------------------------------
def test_busts_of_one_hand_at_different_tables_share_the_place(
    event: int, floor: Actor, dealer: Actor, at: Places
) -> None:
    press(announce, event, by=floor)
    ends_hand(event, dealer, 1, 2, 3)
    press(deal, event, by=floor, hand=0)
    press(bust, event, by=dealer, entry=at[1, 1])
    ends_hand(event, dealer, 1)
    press(bust, event, by=dealer, entry=at[3, 9])
    assert together(at[1, 1]) == together(at[3, 9])
    assert together(at[1, 1])[1]
    places = {one.entry: (one.best, one.worst) for one in ranking_of(Tournament.objects.get(pk=event)).places}
    assert places[at[1, 1]] == places[at[3, 9]] == (9, 10)
    ends_hand(event, dealer, 2, 3)
    press(deal, event, by=floor, hand=1)
    press(bust, event, by=dealer, entry=at[2, 2])
    assert together(at[2, 2]) != together(at[1, 1])


@pytest.mark.parametrize(
    ("book", "shares"),
    [("pokerstars_live", False), ("munot", False), ("tda", True), ("wsop", True)],
    ids=["PokerStars Live 3.13.2", "Munot 79", "TDA RP-8A", "WSOP 126"],
)
def test_bust_in_the_hand_running_at_the_announcement(
    make_event: MakesEvents, floor: Actor, dealer: Actor, book: str, shares: bool
) -> None:
    event = make_event(book=book)
    at = seated(event, ROOM)
    press(announce, event, by=floor)
    press(bust, event, by=dealer, entry=at[1, 1])
    press(bust, event, by=dealer, entry=at[2, 2])
    assert [together(at[1, 1])[1], together(at[2, 2])[1]] == [shares, shares]
    assert (together(at[1, 1])[0] is not None) == shares


def test_second_hand_for_hand_ranks_apart_and_removals_bust_in_no_hand(
    event: int, floor: Actor, dealer: Actor, at: Places
) -> None:
    for seat in (1, 3):
        press(announce, event, by=floor, reason="pay_jump")
        ends_hand(event, dealer, 1, 2, 3)
        press(deal, event, by=floor, hand=0)
        press(bust, event, by=dealer, entry=at[1, seat])
        press(end, event, by=floor, hand=1)
    first, second = together(at[1, 1])[0], together(at[1, 3])[0]
    assert first is not None
    assert second is not None
    assert first < second
    press(announce, event, by=floor)
    ends_hand(event, dealer, 1, 2, 3)
    press(deal, event, by=floor, hand=0)
    press(remove_entry, event, by=floor, entry=at[3, 1])
    assert together(at[3, 1]) == (None, False)


def test_floor_reports_in_hand_for_hand_do_not_number_later_hands(
    event: int, floor: Actor, dealer: Actor, at: Places
) -> None:
    """Tables 1 and 2 do not report hands: later busts there are ordered by time. Table 3 has a tablet."""
    press(announce, event, by=floor)
    ends_hand(event, floor, 1, 2)
    ends_hand(event, dealer, 3)
    press(end, event, by=floor, hand=0)
    press(bust, event, by=floor, entry=at[1, 1])
    press(bust, event, by=floor, entry=at[1, 3])
    press(bust, event, by=dealer, entry=at[3, 1])
    hands = dict(Bust.objects.values_list("entry", "hand"))
    assert (hands[at[1, 1]], hands[at[1, 3]], hands[at[3, 1]]) == (None, None, 2)
    places = [one.entry for one in ranking_of(Tournament.objects.get(pk=event)).places]
    assert places == [at[3, 1], at[1, 3], at[1, 1]]
    # From the first report on, hands are counted there.
    ends_hand(event, floor, 2)
    press(bust, event, by=floor, entry=at[2, 2])
    assert Bust.objects.get(entry=at[2, 2]).hand == 3
    journal_tells_the_rows()


def test_floor_report_is_ignored_where_a_tablet_counts_hands(
    event: int, floor: Actor, dealer: Actor, at: Places
) -> None:
    """Two bust in one hand after hand-for-hand: their stacks decide (PokerStars Live 3.13.3)."""
    ends_hand(event, dealer, 3)
    press(announce, event, by=floor)
    ends_hand(event, floor, 1, 2, 3)
    press(end, event, by=floor, hand=0)
    press(bust, event, by=dealer, entry=at[3, 1], stack=9_000)
    press(bust, event, by=dealer, entry=at[3, 2], stack=500, same_hand=at[3, 1])
    assert set(Bust.objects.values_list("hand", flat=True)) == {3}
    places = [one.entry for one in ranking_of(Tournament.objects.get(pk=event)).places]
    assert places == [at[3, 1], at[3, 2]]


def test_hand_noted_later_is_not_part_of_hand_for_hand(
    make_event: MakesEvents, floor: Actor, dealer: Actor
) -> None:
    event = make_event(book="tda")
    at = seated(event, {1: (1, 3, 5, 7, 9), 2: (2, 4, 6, 8)})
    for entry in (at[1, 1], at[1, 3]):
        press(bust, event, by=floor, entry=entry)
    press(announce, event, by=floor)
    press(note_one_hand, event, by=floor, entries=[at[1, 1], at[1, 3]])
    press(bust, event, by=floor, entry=at[1, 5])
    press(bust, event, by=floor, entry=at[2, 2])
    places = {
        place.entry: (place.best, place.worst)
        for place in ranking_of(Tournament.objects.get(pk=event)).places
    }
    assert places[at[1, 1]] == places[at[1, 3]] == (8, 9)
    assert places[at[1, 5]] == places[at[2, 2]] == (6, 7)
    # Nor are hands dealt afterwards part of the recorded hand, or of another recorded one.
    ends_hand(event, dealer, 1, 2)
    press(deal, event, by=floor, hand=0)
    press(bust, event, by=floor, entry=at[1, 7])
    press(note_one_hand, event, by=floor, entries=[at[1, 5], at[2, 2]])
    ends_hand(event, dealer, 1, 2)
    press(end, event, by=floor, hand=1)
    press(announce, event, by=floor)
    press(bust, event, by=floor, entry=at[2, 4])
    numbers = [Bust.objects.get(entry=entry).together for entry in (at[1, 1], at[1, 5], at[1, 7], at[2, 4])]
    assert len(set(numbers)) == 4
    assert Bust.objects.get(entry=at[2, 4]).together == 3


def test_munot_79_same_hand_busts_share_after_hand_for_hand_ended(
    make_event: MakesEvents, floor: Actor, dealer: Actor
) -> None:
    """Issue 15, A 1: 900 and 500 chips at the start of the hand ranked 5th and 6th."""
    event = make_event(book="munot")
    at = seated(event, {1: (1, 3, 5), 2: (2, 4, 6)})
    announced_and_over(event, floor, dealer, 1, 2)
    press(bust, event, by=dealer, entry=at[1, 1], stack=900)
    press(bust, event, by=dealer, entry=at[1, 3], stack=500, same_hand=at[1, 1])
    assert ranks(event)[at[1, 1]] == ranks(event)[at[1, 3]] == (5, 6)
    assert [together(at[1, seat])[1] for seat in (1, 3)] == [True, True]
    journal_tells_the_rows()


def test_munot_79_the_bubble_is_announced_at_one_table(
    make_event: MakesEvents, floor: Actor, dealer: Actor
) -> None:
    event = make_event(book="munot")
    at = seated(event, {1: (1, 3, 5, 7)})
    press(announce, event, by=floor)
    ends_hand(event, dealer, 1)
    press(end, event, by=floor, hand=0)
    press(bust, event, by=dealer, entry=at[1, 1], stack=900)
    press(bust, event, by=dealer, entry=at[1, 3], stack=500, same_hand=at[1, 1])
    assert ranks(event)[at[1, 1]] == ranks(event)[at[1, 3]] == (3, 4)


def test_munot_79_hand_dealt_before_the_announcement_ranks_by_stack(
    make_event: MakesEvents, floor: Actor, dealer: Actor, wall: Wall
) -> None:
    event = make_event(book="munot")
    at = seated(event, {1: (1, 3, 5, 7), 2: (2, 4, 6, 8)})
    press(bust, event, by=dealer, entry=at[1, 1], stack=900)
    press(bust, event, by=dealer, entry=at[1, 3], stack=500, same_hand=at[1, 1])
    assert (ranks(event)[at[1, 1]], ranks(event)[at[1, 3]]) == ((7, 7), (8, 8))
    # Nor does the hand in progress at the announcement share, even if hand-for-hand ends within it.
    press(announce, event, by=floor)
    press(bust, event, by=dealer, entry=at[2, 2], stack=900)
    press(end, event, by=floor, hand=0)
    press(bust, event, by=dealer, entry=at[2, 4], stack=500, same_hand=at[2, 2])
    assert (ranks(event)[at[2, 2]], ranks(event)[at[2, 4]]) == ((5, 5), (6, 6))
    # After the time of one hand it counts as another hand, even without reports.
    wall.passes(minutes=5)
    press(bust, event, by=dealer, entry=at[1, 5], stack=900)
    press(bust, event, by=dealer, entry=at[1, 7], stack=500, same_hand=at[1, 5])
    assert ranks(event)[at[1, 5]] == ranks(event)[at[1, 7]] == (3, 4)


def test_munot_79_a_hand_named_afterwards_has_the_claim_of_its_moment(
    make_event: MakesEvents, floor: Actor, dealer: Actor
) -> None:
    event = make_event(book="munot")
    at = seated(event, {1: (1, 3, 5), 2: (2, 4, 6, 8)})
    press(bust, event, by=dealer, entry=at[1, 1], stack=900)
    press(bust, event, by=dealer, entry=at[2, 2], stack=500)
    announced_and_over(event, floor, dealer, 1, 2)
    press(bust, event, by=dealer, entry=at[1, 3], stack=900)
    press(bust, event, by=dealer, entry=at[2, 4], stack=500)
    press(note_one_hand, event, by=floor, entries=[at[1, 3], at[2, 4]])
    assert ranks(event)[at[1, 3]] == ranks(event)[at[2, 4]] == (4, 5)
    press(note_one_hand, event, by=floor, entries=[at[1, 1], at[2, 2]])
    assert not together(at[1, 1])[1]
    # The floor can record an announcement made only verbally.
    press(note_one_hand, event, by=floor, entries=[at[1, 1], at[2, 2]], announced=True)
    assert together(at[1, 1])[1]


def test_munot_79_an_announcement_that_is_undone_gives_no_claim(
    make_event: MakesEvents, floor: Actor, dealer: Actor
) -> None:
    event = make_event(book="munot")
    at = seated(event, {1: (1, 3, 5, 7)})
    press(announce, event, by=floor)
    ends_hand(event, dealer, 1)
    press(end, event, by=floor, hand=0)
    press(bust, event, by=dealer, entry=at[1, 1], stack=900)
    lines = [
        JournalEntry.journal(event).get(kind=kind)
        for kind in ("hand_for_hand.end", "hand.finish", "hand_for_hand.announce")
    ]
    for line in lines:
        press(undo, event, by=floor, seq=line.seq)
    assert not together(at[1, 1])[1]
    journal_tells_the_rows()


def test_without_noted_stacks_the_prize_of_a_hand_is_undecided(
    make_event: MakesEvents, floor: Actor, dealer: Actor
) -> None:
    event = make_event(book="pokerstars_live")
    at = seated(event, {1: (1, 3, 5), 2: (2, 4, 6)})
    announced_and_over(event, floor, dealer, 1, 2)
    press(bust, event, by=dealer, entry=at[1, 1])
    press(bust, event, by=dealer, entry=at[1, 3], same_hand=at[1, 1])
    places = ranking_of(Tournament.objects.get(pk=event)).places
    # Both hold one place; the draw of the first seat decides which has the smaller number.
    assert {one.entry for one in places if one.needs_stack} == {at[1, 1], at[1, 3]}
    assert undecided(places, ladder([100, 90, 80, 70, 60, 0])) == {at[1, 1], at[1, 3]}
