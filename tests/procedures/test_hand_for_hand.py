"""Hand-for-hand at the tables: the hand that all tables play, waiting tables, and undo."""

import pytest

from procedures.commands.hand_for_hand import all_in, announce, deal, end, resolve
from seating.commands import break_table, bust, finish_hand, take_back
from seating.models import TournamentTable
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tests.procedures.hand_for_hand_scenes import at, ends_hand, event, shown, states
from tests.seating.seating_scenes import Places, seated
from tourney.access.roles import Actor
from tourney.journal.boards import text_of
from tourney.journal.readable import readable
from tourney.journal.undo import undo
from tourney.models import JournalEntry

__all__ = ["at", "event"]
pytestmark = pytest.mark.django_db


def test_every_table_ends_its_hand_and_waits_then_all_deal_the_next_together(
    event: int, floor: Actor, dealer: Actor, at: Places
) -> None:
    done = press(announce, event, by=floor)
    assert done.answer is not None
    assert done.answer["tables"] == 3
    assert JournalEntry.journal(event).latest("seq").rule == "PokerStars Live 3.13"
    ends_hand(event, dealer, 2, 1)
    assert states(event) == {1: "done", 2: "done", 3: "playing"}
    assert refusal(deal, event, by=floor, hand=0).code == "still_playing"
    hands = TournamentTable.objects.get(table__number=2).hands
    waits = refusal(finish_hand, event, by=dealer, number=2, hand=hands + 1)
    assert (waits.code, waits.rule) == ("waits_for_others", "PokerStars Live 3.13")
    assert TournamentTable.objects.get(table__number=2).hands == hands
    ends_hand(event, dealer, 3)
    assert shown(event)["over"]
    press(deal, event, by=floor, hand=0)
    assert (shown(event)["hand"], set(states(event).values())) == (1, {"playing"})
    assert refusal(deal, event, by=floor, hand=0).code == "another_hand"
    journal_tells_the_rows()


def test_hand_ends_normally_outside_hand_for_hand(event: int, dealer: Actor, at: Places) -> None:
    ends_hand(event, dealer, 1, 1, 2)
    assert TournamentTable.objects.get(table__number=1).hands == 2
    assert not shown(event)["on"]


def test_a_called_all_in_waits_face_down_and_tables_are_turned_up_one_after_another(
    event: int, floor: Actor, dealer: Actor, at: Places
) -> None:
    press(announce, event, by=floor)
    press(all_in, event, by=dealer, number=3, hand=0)
    press(all_in, event, by=dealer, number=1, hand=0)
    waits = refusal(finish_hand, event, by=dealer, number=3, hand=1)
    assert (waits.code, waits.rule) == ("stays_face_down", "PokerStars Live 3.13.1")
    assert refusal(resolve, event, by=floor, number=3, hand=0).code == "still_playing"
    ends_hand(event, dealer, 2)
    assert (shown(event)["turned_up"], shown(event)["next"]) == ([3, 1], 3)
    # The floor may resolve another table first.
    press(resolve, event, by=floor, number=1, hand=0)
    assert refusal(resolve, event, by=floor, number=3, hand=0).code == "being_resolved"
    ends_hand(event, dealer, 1)
    press(resolve, event, by=floor, number=3, hand=0)
    assert not shown(event)["over"]
    ends_hand(event, dealer, 3)
    assert shown(event)["over"]
    assert refusal(resolve, event, by=floor, number=2, hand=0).code == "not_all_in"


def test_late_report_of_an_earlier_hand_is_ignored(
    event: int, floor: Actor, dealer: Actor, at: Places
) -> None:
    press(announce, event, by=floor)
    ends_hand(event, dealer, 1, 2, 3)
    press(deal, event, by=floor, hand=0)
    assert refusal(all_in, event, by=dealer, number=2, hand=0).code == "another_hand"
    assert refusal(finish_hand, event, by=dealer, number=2, hand=1).code == "hand_finished"
    assert states(event)[2] == "playing"


def test_broken_table_does_not_delay_the_hand_and_a_wrong_press_is_undone(
    event: int, floor: Actor, dealer: Actor, at: Places
) -> None:
    press(announce, event, by=floor)
    ends_hand(event, dealer, 1, 2)
    wrong = JournalEntry.journal(event).filter(kind="hand.finish").latest("seq")
    press(undo, event, by=floor, seq=wrong.seq)
    assert states(event) == {1: "done", 2: "playing", 3: "playing"}
    ends_hand(event, dealer, 2)
    press(break_table, event, by=floor, number=3)
    assert states(event) == {1: "done", 2: "done"}
    press(deal, event, by=floor, hand=0)
    assert states(event) == {1: "playing", 2: "playing"}
    journal_tells_the_rows()


def test_table_without_opponents_does_not_delay_the_hand(
    event: int, floor: Actor, dealer: Actor, at: Places
) -> None:
    press(announce, event, by=floor)
    for seat in (4, 6):
        press(bust, event, by=dealer, entry=at[2, seat])
    assert states(event) == {1: "playing", 3: "playing"}


def test_hand_for_hand_is_announced_once_and_ends_once(
    event: int, floor: Actor, dealer: Actor, at: Places
) -> None:
    assert refusal(deal, event, by=floor, hand=0).code == "no_hand_for_hand"
    press(announce, event, by=floor)
    assert refusal(announce, event, by=floor).code == "already_announced"
    assert refusal(end, event, by=floor, hand=1).code == "another_hand"
    press(end, event, by=floor, hand=0)
    assert not shown(event)["on"]
    assert refusal(end, event, by=floor, hand=0).code == "no_hand_for_hand"
    ends_hand(event, dealer, 1, 1)
    press(undo, event, by=floor, seq=JournalEntry.journal(event).get(kind="hand_for_hand.end").seq)
    assert shown(event)["on"]


def test_ending_before_the_first_hand_counts_no_hands(event: int, floor: Actor, at: Places) -> None:
    press(announce, event, by=floor)
    press(end, event, by=floor, hand=0)
    line = JournalEntry.journal(event).get(kind="hand_for_hand.end")
    assert text_of(readable(line, floor)) == "Hand-for-hand is over before its first hand"


def test_final_table_is_refused_while_one_hand_could_not_reach_it(
    make_event: MakesEvents, floor: Actor
) -> None:
    event = make_event(book="tda")
    taken = seated(event, {1: range(1, 10), 2: range(1, 3)}, seats=9)
    assert len(taken) == 11
    press(announce, event, by=floor, reason="final_table")
    press(end, event, by=floor, hand=0)
    other = make_event(book="tda")
    seated(other, {11: range(1, 10), 12: range(1, 4)}, seats=9)
    refused = refusal(announce, other, by=floor, reason="final_table")
    assert refused.code == "too_early"
    press(announce, other, by=floor, reason="pay_jump")


def test_hand_for_hand_without_players_is_refused(event: int, floor: Actor) -> None:
    assert refusal(announce, event, by=floor).code == "no_table_in_play"


def test_mistaken_all_in_is_undone_at_the_table(event: int, floor: Actor, dealer: Actor, at: Places) -> None:
    press(announce, event, by=floor)
    done = press(all_in, event, by=dealer, number=1, hand=0)
    assert refusal(take_back, event, by=dealer, number=2, seq=done.seq).code == "not_of_the_table"
    press(take_back, event, by=dealer, number=1, seq=done.seq)
    assert states(event)[1] == "playing"
    done = press(all_in, event, by=dealer, number=1, hand=0)
    ends_hand(event, dealer, 2, 3)
    press(resolve, event, by=floor, number=1, hand=0)
    assert refusal(take_back, event, by=dealer, number=1, seq=done.seq).code == "changed_since"
    journal_tells_the_rows()
