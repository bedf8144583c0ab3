"""Hand-for-hand at the tables: who waits for whom, what a hand costs on the clock, who goes out together."""

from collections.abc import Mapping
from typing import Any

import pytest

from clock.commands.clock import resume, skip_break, start
from clock.services.event_clock import event_clock_of
from prizes.rules.awards import ladder, undecided
from prizes.services.results import ranking_of
from procedures.boards import hand_for_hand as boards_rounds
from procedures.commands.hand_for_hand import all_in, announce, deal, end, resolve
from procedures.models import HandForHand
from seating.commands import break_table, bust, finish_hand, note_one_hand, remove_entry, take_back
from seating.models import Bust, TournamentTable
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MINUTE, MakesEvents, level, press, refusal
from tests.fixtures.room import pause as level_pause
from tests.fixtures.wall import Wall
from tests.fixtures.wire import as_sent
from tests.seating.seating_scenes import Places, seated
from tourney.access.roles import Actor
from tourney.journal.undo import undo
from tourney.models import JournalEntry, Tournament

hand_for_hand = as_sent(boards_rounds.hand_for_hand)

pytestmark = pytest.mark.django_db
ROOM = {1: (1, 3, 5, 7), 2: (2, 4, 6), 3: (1, 2, 9)}


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """An event of PokerStars Live."""
    return make_event(book="pokerstars_live")


@pytest.fixture
def at(event: int) -> Places:
    """Three tables; the entry at (table, chair)."""
    return seated(event, ROOM)


def shown(event: int) -> Mapping[str, Any]:
    """The board as everybody sees it."""
    found = hand_for_hand(event)
    assert found is not None
    return found


def states(event: int) -> dict[int, str]:
    """By number of the table."""
    return {number: state for number, state, _hands in shown(event)["tables"]}


def ends_hand(event: int, by: Actor, *tables: int) -> None:
    """Dealers press that their hand is over."""
    for number in tables:
        hands = TournamentTable.objects.get(tournament=event, table__number=number).hands
        press(finish_hand, event, by=by, number=number, hand=hands + 1)


def together(entry: int) -> tuple[int | None, bool]:
    """Of which hand somebody went out, and with a claim."""
    row = Bust.objects.get(entry=entry)
    return row.together, row.claimed


# --- the hand that all play ----------------------------------------------------------------------------------------
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


def test_outside_of_it_a_hand_is_over_as_ever(event: int, dealer: Actor, at: Places) -> None:
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
    # The floor may take another one first.
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


def test_it_is_announced_once_and_ends_once(event: int, floor: Actor, dealer: Actor, at: Places) -> None:
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


def test_hand_for_hand_without_players_is_refused(event: int, floor: Actor) -> None:
    assert refusal(announce, event, by=floor).code == "nobody_plays"


# --- who goes out together -----------------------------------------------------------------------------------------
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


# --- the clock -----------------------------------------------------------------------------------------------------
def left_of(event: int, wall: Wall) -> tuple[str, int, float]:
    """State, row and minutes left of the clock."""
    read = event_clock_of(Tournament.objects.get(pk=event)).read(wall.ms)
    return read.state, read.position, read.remaining / MINUTE


@pytest.mark.parametrize(
    ("book", "after"),
    [("tda", [20, 18]), ("wsop", [18, 16]), ("pokerstars_live", [20, 18])],
    ids=["TDA RP-8B: each hand two minutes", "WSOP 126: the running one as well", "silent: two minutes"],
)
def test_each_hand_takes_fixed_minutes_off_the_clock(
    make_event: MakesEvents, floor: Actor, dealer: Actor, wall: Wall, book: str, after: list[int]
) -> None:
    event = make_event([level(100), level(200)], book=book)
    seated(event, {1: (1, 2, 3), 2: (1, 2, 3)})
    press(start, event, by=floor)
    press(announce, event, by=floor)
    assert left_of(event, wall)[0] == "running"
    ends_hand(event, dealer, 1)
    assert left_of(event, wall)[0] == "paused"
    wall.passes(minutes=7)
    ends_hand(event, dealer, 2)
    for hand, left in enumerate(after):
        press(deal, event, by=floor, hand=hand)
        assert left_of(event, wall) == ("paused", 0, left)
        wall.passes(minutes=5)
        ends_hand(event, dealer, 1, 2)
    press(end, event, by=floor, hand=2)
    assert left_of(event, wall) == ("running", 0, after[-1] - 2)


def test_a_level_ends_with_a_hand_that_takes_more_than_is_left(
    make_event: MakesEvents, floor: Actor, dealer: Actor, wall: Wall
) -> None:
    event = make_event([level(100, minutes=5), level(200)], book="tda")
    seated(event, {1: (1, 2, 3), 2: (1, 2, 3)})
    press(start, event, by=floor)
    press(announce, event, by=floor, minutes=3)
    for hand in range(2):
        ends_hand(event, dealer, 1, 2)
        press(deal, event, by=floor, hand=hand)
    assert left_of(event, wall) == ("paused", 0, 2)
    ends_hand(event, dealer, 1, 2)
    press(deal, event, by=floor, hand=2)
    assert left_of(event, wall) == ("paused", 1, 19)
    refused = refusal(announce, event, by=floor, minutes=3)
    assert refused.code == "already_announced"


def test_no_book_takes_more_minutes_than_it_names(make_event: MakesEvents, floor: Actor) -> None:
    event = make_event(book="tda")
    seated(event, {1: (1, 2, 3), 2: (1, 2, 3)})
    refused = refusal(announce, event, by=floor, minutes=4)
    assert (refused.code, refused.rule) == ("too_many_minutes", "TDA RP-8B–D")


@pytest.mark.parametrize(("way", "state"), [("stopped", "paused"), ("running", "running")])
def test_event_can_stop_the_clock_or_let_it_run(
    event: int, floor: Actor, dealer: Actor, at: Places, wall: Wall, way: str, state: str
) -> None:
    press(start, event, by=floor)
    press(announce, event, by=floor, way=way)
    assert left_of(event, wall)[0] == state
    ends_hand(event, dealer, 1, 2, 3)
    press(deal, event, by=floor, hand=0)
    assert left_of(event, wall)[0] == state
    assert HandForHand.objects.get().minutes_per_hand is None
    press(end, event, by=floor, hand=1)
    assert left_of(event, wall)[0] == "running"


def test_floor_reports_in_hand_for_hand_do_not_number_later_hands(
    event: int, floor: Actor, dealer: Actor, at: Places
) -> None:
    """Nobody counts at tables 1 and 2: who goes out there afterwards is told apart by time. Table 3 has a tablet."""
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
    # Whoever tells of a hand there from now on counts them.
    ends_hand(event, floor, 2)
    press(bust, event, by=floor, entry=at[2, 2])
    assert Bust.objects.get(entry=at[2, 2]).hand == 3
    journal_tells_the_rows()


def test_floor_report_is_ignored_where_a_tablet_counts_hands(
    event: int, floor: Actor, dealer: Actor, at: Places
) -> None:
    """Two go out in one hand after the round: their stacks tell them apart (PokerStars Live 3.13.3)."""
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
    # Nor are hands dealt afterwards of the one that was noted, or of another one that is.
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


def test_clock_started_after_a_break_stops_at_the_next_hand_but_break_runs_on(
    make_event: MakesEvents, floor: Actor, dealer: Actor, wall: Wall
) -> None:
    event = make_event([level(100, minutes=5), level_pause(), level(200)], book="tda")
    seated(event, {1: (1, 2, 3), 2: (1, 2, 3)})
    press(start, event, by=floor)
    press(announce, event, by=floor)
    wall.passes(minutes=6)
    assert left_of(event, wall)[:2] == ("running", 1)
    ends_hand(event, dealer, 1)
    assert left_of(event, wall)[:2] == ("running", 1)
    ends_hand(event, dealer, 2)
    press(deal, event, by=floor, hand=0)
    press(skip_break, event, by=floor)
    assert left_of(event, wall)[:2] == ("running", 2)
    for hand in (1, 2):
        ends_hand(event, dealer, 1)
        assert left_of(event, wall)[:2] == ("paused", 2)
        ends_hand(event, dealer, 2)
        press(deal, event, by=floor, hand=hand)
        # Somebody starts it by hand.
        press(resume, event, by=floor)
    assert HandForHand.objects.get().stopped_clock


def test_last_hands_of_a_day_take_no_minutes_off_the_next_day(
    make_event: MakesEvents, floor: Actor, dealer: Actor, wall: Wall
) -> None:
    event = make_event([level(100, minutes=3, ends_day=True), level(200)], book="tda")
    seated(event, {1: (1, 2, 3), 2: (1, 2, 3)})
    press(start, event, by=floor)
    press(announce, event, by=floor)
    for hand in range(4):
        ends_hand(event, dealer, 1, 2)
        press(deal, event, by=floor, hand=hand)
    assert left_of(event, wall) == ("paused", 0, 1 / 60)


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


# --- the claim to a prize, once it was announced -------------------------------------------------------------------
def ranks(event: int) -> dict[int, tuple[int, int]]:
    """Places by entry."""
    return {one.entry: (one.best, one.worst) for one in ranking_of(Tournament.objects.get(pk=event)).places}


def announced_and_over(event: int, floor: Actor, dealer: Actor, *tables: int) -> None:
    """Hand-for-hand is announced, one hand is dealt at all tables, and it ends."""
    press(announce, event, by=floor)
    ends_hand(event, dealer, *tables)
    press(deal, event, by=floor, hand=0)
    ends_hand(event, dealer, *tables)
    press(end, event, by=floor, hand=1)


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
    # Nor does the hand that runs at the announcement share, also where hand-for-hand ends within it.
    press(announce, event, by=floor)
    press(bust, event, by=dealer, entry=at[2, 2], stack=900)
    press(end, event, by=floor, hand=0)
    press(bust, event, by=dealer, entry=at[2, 4], stack=500, same_hand=at[2, 2])
    assert (ranks(event)[at[2, 2]], ranks(event)[at[2, 4]]) == ((5, 5), (6, 6))
    # After the time a hand takes it is another one, also where nobody tells of hands.
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
    # Whoever announced it by word of mouth alone says so.
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
    # Both hold one place; which of them has the smaller number is up to the draw of the first chair.
    assert {one.entry for one in places if one.needs_stack} == {at[1, 1], at[1, 3]}
    assert undecided(places, ladder([100, 90, 80, 70, 60, 0])) == {at[1, 1], at[1, 3]}
