"""The button, completed hands, and calls of a table."""

from typing import Any

import pytest

from seating.boards import table
from seating.commands import (
    answer_call,
    bust,
    call_floor,
    count_stack,
    finish_hand,
    give_seat,
    halt_table,
    mark_absent,
    mark_back,
    note_table,
    put_button,
)
from seating.models import Call, Seat
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tests.fixtures.wire import as_sent
from tests.seating.people import register_entries
from tests.seating.seating_scenes import Places, button, positions, seated, tournament_table
from tourney.access.roles import Actor
from tourney.journal.undo import undo
from tourney.models import JournalEntry, Tournament

table_board = as_sent(table.table)


@pytest.fixture
def at(event: int) -> Places:
    """Seat players at tables of six and two."""
    return seated(event, {1: (1, 3, 4, 6, 7, 9), 2: (2, 5)})


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Create an event with a dead button."""
    return make_event(book="tda")


# --- the button ---------------------------------------------------------------------------------------------------
def test_blinds_follow_from_the_seats_after_the_button(event: int, dealer: Actor, at: Places) -> None:
    done = press(put_button, event, by=dealer, number=1, button=4)
    assert done.answer == {"button": 4, "small_blind": 6, "big_blind": 7}
    assert positions(1) == (4, 6, 7)
    assert JournalEntry.journal(event).get(kind="table.button").rule == "TDA 32"
    journal_tells_the_rows()


def test_dead_button_and_dead_small_blind_can_be_entered(event: int, dealer: Actor, at: Places) -> None:
    press(put_button, event, by=dealer, number=1, button=5)
    assert positions(1) == (5, 6, 7)
    press(put_button, event, by=dealer, number=1, button=4, big_blind=6)
    button_at, small, big = positions(1)
    assert (button_at, big) == (4, 6)
    assert small not in {4, 6}
    assert not Seat.objects.filter(tournament_table=tournament_table(1), number=small).exists()


def test_between_two_the_button_pays_the_small_blind(event: int, dealer: Actor, at: Places) -> None:
    press(put_button, event, by=dealer, number=2, button=5)
    assert positions(2) == (5, 5, 2)


@pytest.mark.parametrize(
    ("book", "rule"),
    [("munot", "Munot 32"), ("five_spades", "Five Spades 9.4")],
    ids=["munot", "five spades"],
)
def test_live_button_is_refused_at_an_empty_seat(
    make_event: MakesEvents, dealer: Actor, book: str, rule: str
) -> None:
    event = make_event(book=book)
    seated(event, {1: (1, 2, 4, 6), 2: (2, 5)})
    button(event, t1=4)
    refused = refusal(put_button, event, by=dealer, number=1, button=3)
    assert (refused.code, refused.rule) == ("no_dead_button", rule)
    assert refused.message == "Seat 3 is empty. The button is always on a player here: set it on seat 2."
    assert positions(1) == (4, 6, 1)
    press(put_button, event, by=dealer, number=1, button=2)
    assert positions(1) == (2, 4, 6)


def test_between_two_no_button_is_dead_even_where_the_book_has_dead_ones(
    event: int, dealer: Actor, at: Places
) -> None:
    refused = refusal(put_button, event, by=dealer, number=2, button=3)
    assert (refused.code, refused.rule) == ("no_dead_button", "TDA 34B")
    assert "Heads-up, the button is always on a player" in refused.message
    assert positions(2) == (None, None, None)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"number": 1, "button": 10}, "no_such_seat"),
        ({"number": 1, "button": 4, "big_blind": 5}, "bad_positions"),
        ({"number": 1, "button": 4, "big_blind": 4}, "bad_positions"),
        ({"number": 2, "button": 2, "big_blind": 2}, "bad_positions"),
        ({"number": 8, "button": 2}, "not_found"),
    ],
)
def test_impossible_positions_are_refused(
    event: int, dealer: Actor, at: Places, arguments: dict[str, int], code: str
) -> None:
    assert refusal(put_button, event, by=dealer, **arguments).code == code
    assert positions(1) == (None, None, None)


def test_a_table_with_one_player_has_no_button(event: int, dealer: Actor, at: Places) -> None:
    press(bust, event, by=dealer, entry=at[2, 2])
    assert refusal(put_button, event, by=dealer, number=2, button=5).code == "no_players_seated"


def test_button_of_a_completed_hand_is_refused(event: int, dealer: Actor, floor: Actor, at: Places) -> None:
    press(put_button, event, by=dealer, number=1, button=4, hand=1)
    press(finish_hand, event, by=floor, number=1, hand=1)
    refused = refusal(put_button, event, by=dealer, number=1, button=4, hand=1)
    assert refused.code == "hand_finished"
    assert positions(1) == (6, 7, 9)
    press(put_button, event, by=dealer, number=1, button=1, hand=2)
    assert positions(1) == (1, 3, 4)


# --- hands --------------------------------------------------------------------------------------------------------
def test_positions_move_on_with_every_hand(event: int, dealer: Actor, at: Places) -> None:
    button(event, t1=4)
    seen = []
    for hand in range(1, 7):
        press(finish_hand, event, by=dealer, number=1, hand=hand)
        seen.append(positions(1))
    assert seen == [(6, 7, 9), (7, 9, 1), (9, 1, 3), (1, 3, 4), (3, 4, 6), (4, 6, 7)]
    assert tournament_table(1).hands == 6
    journal_tells_the_rows()


def test_tda_32_after_a_bust_of_the_small_blind_the_button_is_dead(
    event: int, dealer: Actor, at: Places
) -> None:
    button(event, t1=4)
    press(bust, event, by=dealer, entry=at[1, 6])
    press(finish_hand, event, by=dealer, number=1, hand=1)
    assert positions(1) == (6, 7, 9)


def test_hands_are_counted_while_the_button_is_unknown(event: int, dealer: Actor, at: Places) -> None:
    done = press(finish_hand, event, by=dealer, number=1, hand=1)
    assert done.answer == {}
    assert tournament_table(1).hands == 1
    assert positions(1) == (None, None, None)


def test_same_hand_from_two_tablets_counts_once_and_refuses_the_second(
    event: int, dealer: Actor, floor: Actor, at: Places
) -> None:
    button(event, t1=4)
    press(finish_hand, event, by=dealer, number=1, hand=1)
    refused = refusal(finish_hand, event, by=floor, number=1, hand=1)
    assert refused.code == "hand_finished"
    assert "is on hand 2" in refused.message
    assert (tournament_table(1).hands, positions(1)) == (1, (6, 7, 9))
    # A tablet that is ahead of the table gets the same refusal.
    assert refusal(finish_hand, event, by=floor, number=1, hand=3).code == "hand_finished"


def test_a_hand_that_was_not_over_is_undone(event: int, floor: Actor, at: Places) -> None:
    button(event, t1=4)
    done = press(finish_hand, event, by=floor, number=1, hand=1)
    press(undo, event, by=floor, seq=done.seq)
    assert (tournament_table(1).hands, positions(1)) == (0, (4, 6, 7))
    press(finish_hand, event, by=floor, number=1, hand=1)
    later = press(finish_hand, event, by=floor, number=1, hand=2)
    assert refusal(undo, event, by=floor, seq=later.seq - 1).code == "changed_since"
    journal_tells_the_rows()


def test_hand_at_an_empty_table_does_not_move_the_button(
    event: int, floor: Actor, dealer: Actor, at: Places
) -> None:
    button(event, t2=2)
    press(bust, event, by=dealer, entry=at[2, 2])
    press(finish_hand, event, by=dealer, number=2, hand=1)
    assert (tournament_table(2).hands, positions(2)) == (1, (2, 2, 5))


def test_an_argument_that_cannot_be_is_named_as_people_say(event: int, dealer: Actor, at: Places) -> None:
    cases: list[tuple[dict[str, Any], str]] = [
        ({"button": 13}, "Button: must be at most 12."),
        ({"button": 1, "big_blind": 13}, "Big blind: must be at most 12."),
        ({"button": 1, "hand": 0}, "Hand: must be at least 1."),
    ]
    for arguments, sentence in cases:
        assert refusal(put_button, event, by=dealer, number=1, **arguments).message == sentence
    refused = refusal(give_seat, event, by=dealer, entry=at[1, 3], table=1, seat=99)
    assert refused.message == "Seat: must be at most 12."


# --- player states ------------------------------------------------------------------------------------------------
def test_chips_are_counted_and_people_are_away_and_back(event: int, dealer: Actor, at: Places) -> None:
    entry = at[1, 3]
    press(count_stack, event, by=dealer, entry=entry, chips=24_000)
    press(mark_absent, event, by=dealer, entry=entry)
    seat = Seat.objects.get(entry=entry)
    assert (seat.stack, seat.counted_at is None, seat.absent_since is None) == (24_000, False, False)
    assert refusal(mark_absent, event, by=dealer, entry=entry).code == "already_so"
    press(mark_back, event, by=dealer, entry=entry)
    assert refusal(mark_back, event, by=dealer, entry=entry).code == "already_so"
    assert Seat.objects.get(entry=entry).absent_since is None
    journal_tells_the_rows()


def test_stack_of_an_unseated_player_cannot_be_counted(
    event: int, dealer: Actor, floor: Actor, at: Places
) -> None:
    late = register_entries(event, 1)[0]
    assert refusal(count_stack, event, by=floor, entry=late, chips=1).code == "not_seated"
    assert refusal(mark_absent, event, by=floor, entry=late).code == "not_seated"
    # Players without a seat are not at a dealer's table.
    assert refusal(count_stack, event, by=dealer, entry=late, chips=1).code == "other_table"


def test_absent_player_is_dealt_in(event: int, dealer: Actor, at: Places) -> None:
    button(event, t1=4)
    press(mark_absent, event, by=dealer, entry=at[1, 9])
    press(finish_hand, event, by=dealer, number=1, hand=1)
    assert positions(1) == (6, 7, 9)


# --- table notes ----------------------------------------------------------------------------------------------------
def test_the_floor_stops_a_table_and_writes_to_it_and_a_dealer_may_not(
    event: int, floor: Actor, dealer: Actor, at: Places
) -> None:
    assert refusal(halt_table, event, by=dealer, number=1, halted=True).code == "not_allowed"
    assert refusal(note_table, event, by=dealer, number=1, note="x").code == "not_allowed"
    press(halt_table, event, by=floor, number=1, halted=True)
    press(note_table, event, by=floor, number=1, note="  One seat is broken ")
    assert (tournament_table(1).halted, tournament_table(1).note) == (True, "One seat is broken")
    press(halt_table, event, by=floor, number=1, halted=False)
    assert not tournament_table(1).halted


# --- calls ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("kind", ["floor", "time", "all_in", "count"])
def test_repeated_call_is_recorded_once_until_it_is_answered(
    event: int, dealer: Actor, floor: Actor, at: Places, kind: str
) -> None:
    done = press(call_floor, event, by=dealer, number=1, kind=kind, seat=3)
    assert done.answer is not None
    assert refusal(call_floor, event, by=floor, number=1, kind=kind).code == "called_already"
    press(call_floor, event, by=dealer, number=2, kind=kind)
    press(answer_call, event, by=floor, call=done.answer["call"])
    assert refusal(answer_call, event, by=dealer, call=done.answer["call"]).code == "answered_already"
    press(call_floor, event, by=dealer, number=1, kind=kind)
    assert Call.objects.filter(answered_at__isnull=True).count() == 2
    journal_tells_the_rows()


def test_call_about_an_unknown_seat_is_refused(event: int, dealer: Actor, at: Places) -> None:
    refused = refusal(call_floor, event, by=dealer, number=1, kind="time", seat=11)
    assert refused.code == "no_such_seat"
    assert not Call.objects.exists()


def test_calls_and_hands_are_on_the_table_board(event: int, dealer: Actor, floor: Actor, at: Places) -> None:
    button(event, t1=4)
    press(finish_hand, event, by=dealer, number=1, hand=1)
    press(call_floor, event, by=dealer, number=1, kind="time", seat=9)
    press(give_seat, event, by=floor, entry=at[2, 2], table=1, seat=2)
    found = table_board(Tournament.objects.get(pk=event), 1)
    assert found is not None
    assert (found["hands"], found["button"], found["small_blind"], found["big_blind"]) == (1, 6, 7, 9)
    assert [(call["kind"], call["seat"]) for call in found["calls"]] == [("time", 9)]
    seat = found["chairs"][1]
    assert (seat["entry"], seat["from_table"], seat["waits"]) == (at[2, 2], 2, False)
    assert seat["move"] is not None
    assert [line["texts"]["en"] for line in found["last"]][:2] == [
        f"{seat['name']} moved from table 2, seat 2 to table 1, seat 2",
        "Table 1: time was called",
    ]
    assert [(line["undone"], line["permission"]) for line in found["last"]][:2] == [
        (False, "seat_players"),
        (False, "deal"),
    ]
    press(undo, event, by=floor, seq=found["last"][0]["seq"])
    found = table_board(Tournament.objects.get(pk=event), 1)
    assert found is not None
    assert [(line["undone"], line["permission"]) for line in found["last"]][1] == (True, None)


# --- win the button (Five Spades 4.20) ------------------------------------------------------------------------------
@pytest.fixture
def winners_button(event: int, at: Places) -> int:
    """Play the event so that the winner of a pot has the button."""
    Tournament.objects.filter(pk=event).update(book="five_spades", mode="win_the_button")
    return event


def test_the_winner_of_the_pot_has_the_next_button(winners_button: int, dealer: Actor, floor: Actor) -> None:
    press(put_button, winners_button, by=dealer, number=1, button=1)
    press(finish_hand, winners_button, by=dealer, number=1, hand=1, winner=7)
    assert positions(1) == (7, 9, 1)
    assert JournalEntry.journal(winners_button).get(kind="hand.finish").rule == "Five Spades 4.20"
    assert table_board(Tournament.objects.get(), 1)["winner_has_button"]
    press(finish_hand, winners_button, by=dealer, number=2, hand=1, winner=5)
    assert positions(2)[0] in {2, 5}


def test_a_dealer_names_the_winner_and_the_floor_need_not(
    winners_button: int, dealer: Actor, floor: Actor
) -> None:
    refused = refusal(finish_hand, winners_button, by=dealer, number=1, hand=1)
    assert (refused.code, refused.rule) == ("no_winner", "Five Spades 4.20")
    refused = refusal(finish_hand, winners_button, by=dealer, number=1, hand=1, winner=5)
    assert (refused.code, refused.rule) == ("seat_empty", "Five Spades 4.20")
    press(finish_hand, winners_button, by=dealer, number=1, hand=1, misdeal=True)
    press(put_button, winners_button, by=dealer, number=1, button=1)
    press(finish_hand, winners_button, by=floor, number=1, hand=2)
    assert positions(1) == (None, None, None)
    press(finish_hand, winners_button, by=dealer, number=1, hand=3, winner=4)
    assert positions(1) == (4, 6, 7)


def test_a_dealer_whose_players_have_all_moved_on_ends_the_hand_without_a_winner(
    winners_button: int, dealer: Actor
) -> None:
    Seat.objects.filter(tournament_table__table__number=1).delete()
    press(finish_hand, winners_button, by=dealer, number=1, hand=1)
    assert tournament_table(1).hands == 1
