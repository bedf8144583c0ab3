"""Ties from rows to money: how several busts in one hand are recorded, and the effects (Issue 15, D 1)."""

from typing import Any

import pytest

from prizes.boards import event as event_boards
from prizes.boards import own as own_boards
from prizes.boards.listing import rows_for_staff
from prizes.commands.payments import pay_prize
from prizes.services.payables import account_of, payables_of
from seating.boards import floor as boards_floor
from seating.boards import table
from seating.commands import (
    bust,
    bust_several,
    confirm_hand,
    finish_hand,
    note_bust,
    note_different_hands,
    note_one_hand,
    note_stack_order,
)
from seating.models import Bust, Knockout
from seating.services.same_hand import hands_of
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tests.fixtures.wall import Wall
from tests.fixtures.wire import as_sent
from tests.prizes.evenings import amounts, closed, evening, out, prize
from tests.prizes.test_places_from_rows import held, row, seated
from tourney.access.roles import Actor
from tourney.journal.boards import text_of
from tourney.journal.undo import undo
from tourney.models import Entry, JournalEntry

prize_of = as_sent(own_boards.prize_of)
results = as_sent(event_boards.results)

floor_board = as_sent(boards_floor.floor)
table_board = as_sent(table.table)

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Create a PokerStars Live event: tables share, stacks decide at a table."""
    return make_event(book="pokerstars_live")


def at_one_table(event: int, floor: Actor, count: int = 6) -> list[int]:
    """Return the entries at table 1 in seat order, with registration closed."""
    evening(event, floor, count)
    entries = seated(event, tables=1)[1]
    closed(event)
    return entries


def public(event: int) -> list[int]:
    """Return the publicly ranked entries, best place first."""
    board = results(event)
    assert board is not None
    return [one["entry"] for one in board["rows"]]


def test_five_busts_after_one_press_of_hand_over_have_five_places(
    event: int, floor: Actor, dealer: Actor, wall: Wall
) -> None:
    entries = at_one_table(event, floor)
    press(finish_hand, event, by=dealer, number=1, hand=1)
    for entry in entries[:5]:
        wall.passes(seconds=40)
        press(bust, event, by=dealer, entry=entry)
    assert set(Bust.objects.values_list("hand", flat=True)) == {2}
    assert held(event, *entries[:5]) == [(number, number) for number in (6, 5, 4, 3, 2)]
    assert [prize(event, entry) for entry in entries[5:3:-1]] == list(amounts(event))[:2]
    assert public(event) == entries[::-1]
    journal_tells_the_rows()


def test_the_table_asks_about_a_bust_that_was_seconds_ago(event: int, floor: Actor, wall: Wall) -> None:
    entries = at_one_table(event, floor)

    def asked() -> Any:
        board = table_board(row(event), 1)
        assert board is not None
        return board["last_out"]

    assert asked() is None
    press(bust, event, by=floor, entry=entries[0])
    wall.passes(seconds=20)
    found = asked()
    assert (found["entry"], found["name"]) == (entries[0], Entry.objects.get(pk=entries[0]).player.name)
    wall.passes(minutes=4)
    assert asked() is None


def test_the_table_does_not_ask_about_a_bust_once_its_hand_is_complete(
    event: int, floor: Actor, dealer: Actor, wall: Wall
) -> None:
    entries = at_one_table(event, floor)
    # The first hand has no number yet; the second one has.
    for hand in (1, 2):
        press(bust, event, by=dealer, entry=entries[hand])
        board = table_board(row(event), 1)
        assert board is not None
        assert board["last_out"]["entry"] == entries[hand]
        wall.passes(seconds=20)
        press(finish_hand, event, by=dealer, number=1, hand=hand)
        board = table_board(row(event), 1)
        assert board is not None
        assert board["last_out"] is None


def test_bust_added_to_a_hand_is_ranked_with_it(event: int, floor: Actor, dealer: Actor) -> None:
    entries = at_one_table(event, floor)
    press(bust, event, by=dealer, entry=entries[0], stack=900)
    press(bust, event, by=dealer, entry=entries[1], stack=500, same_hand=entries[0])
    assert held(event, entries[0], entries[1]) == [(5, 5), (6, 6)]
    press(bust, event, by=dealer, entry=entries[2], same_hand=entries[1])
    assert held(event, *entries[:3]) == [(4, 6)] * 3
    journal_tells_the_rows()


def test_several_busts_in_one_hand_are_one_entry_with_one_undo(event: int, floor: Actor) -> None:
    small, big, winner, *_others = at_one_table(event, floor)
    before = JournalEntry.journal(event).count()
    done = press(
        bust_several,
        event,
        by=floor,
        entries=[small, big],
        stacks=[500, 900],
        knocked_out_by=[winner],
    )
    line = JournalEntry.journal(event).get(seq=done.seq)
    assert JournalEntry.journal(event).count() == before + 1
    name = {entry: Entry.objects.get(pk=entry).player.name for entry in (small, big, winner)}
    assert text_of(line) == (
        f"{name[small]}, {name[big]} are out, in the same hand; {name[winner]} won the chips"
    )
    assert held(event, big, small) == [(5, 5), (6, 6)]
    assert set(Bust.objects.values_list("confirmed", flat=True)) == {True}
    assert Knockout.objects.filter(winner=winner).count() == 2
    press(undo, event, by=floor, seq=done.seq)
    assert not Bust.objects.exists()
    assert Entry.objects.get(pk=small).in_play
    assert Entry.objects.get(pk=big).in_play
    journal_tells_the_rows()


def test_several_busts_are_refused_together_or_not_at_all(event: int, floor: Actor) -> None:
    evening(event, floor, 10)
    at = seated(event)
    press(bust, event, by=floor, entry=at[1][0])
    for entries, stacks, code in (
        ([at[1][1], at[1][0]], None, "already_out"),
        ([at[1][1], at[2][0]], None, "another_table"),
        ([at[1][1], at[1][1]], None, "bad_argument"),
        ([at[1][1], at[1][2]], [500], "bad_argument"),
        ([at[1][1], at[1][2]], [500, 10**9], "too_many_chips"),
    ):
        refused = refusal(bust_several, event, by=floor, entries=entries, stacks=stacks)
        assert refused.code == code, entries
    assert Bust.objects.count() == 1


def test_second_bust_in_the_same_hand_names_both_players(event: int, floor: Actor) -> None:
    first, second, winner, *_others = at_one_table(event, floor)
    press(bust, event, by=floor, entry=first)
    done = press(bust, event, by=floor, entry=second, same_hand=first, knocked_out_by=[winner])
    names = [Entry.objects.get(pk=entry).player.name for entry in (second, first, winner)]
    assert text_of(JournalEntry.journal(event).get(seq=done.seq)) == (
        f"{names[0]} is out, in the same hand as {names[1]}; {names[2]} won the chips"
    )


def test_other_table_or_removal_is_not_a_same_hand_bust(event: int, floor: Actor, dealer: Actor) -> None:
    evening(event, floor, 10)
    at = seated(event)
    out(event, at[1][0])
    wrong = refusal(bust, event, by=dealer, entry=at[2][0], same_hand=at[1][0])
    assert wrong.code == "another_table"
    assert refusal(bust, event, by=dealer, entry=at[1][1], same_hand=at[1][2]).code == "not_busted"
    assert refusal(bust, event, by=dealer, entry=at[1][1], same_hand=at[1][1]).code == "another_table"
    assert Entry.objects.get(pk=at[1][1]).in_play


def test_a_tie_is_neither_public_nor_paid_before_the_floor_has_confirmed_it(
    event: int, floor: Actor, dealer: Actor
) -> None:
    entries = at_one_table(event, floor)
    out(event, *entries[:3])
    press(bust, event, by=dealer, entry=entries[3], stack=700)
    press(bust, event, by=dealer, entry=entries[4], stack=700, same_hand=entries[3])
    tied, player = entries[3:5], Entry.objects.get(pk=entries[3]).player_id
    assert public(event) == [entries[5], *entries[2::-1]]
    assert prize_of(event, [player])[player]["best"] is None
    assert prize_of(event, [player])[player]["outstanding"] == 0
    assert [one["unconfirmed"] for one in rows_for_staff(row(event), tied)] == [True, True]
    assert not payables_of(row(event)).keys() & set(tied)
    refused = refusal(pay_prize, event, by=floor, entry=tied[0], amount=1, although_unsettled=True)
    assert refused.code == "tie_unconfirmed"
    board = floor_board(event)
    assert board is not None
    assert board["ties"] == 1
    press(confirm_hand, event, by=floor, entries=tied)
    assert set(public(event)[1:3]) == set(tied)
    second = amounts(event)[1]
    assert prize(event, tied[0]) + prize(event, tied[1]) == second + sum(amounts(event)[2:3])
    assert account_of(row(event)).difference == 0
    press(pay_prize, event, by=floor, entry=tied[0], amount=prize(event, tied[0]))
    board = floor_board(event)
    assert board is not None
    assert board["ties"] == 0


def test_tie_is_confirmed_for_all_its_players(event: int, floor: Actor, dealer: Actor) -> None:
    entries = at_one_table(event, floor)
    press(bust, event, by=dealer, entry=entries[0])
    press(bust, event, by=dealer, entry=entries[1], same_hand=entries[0])
    press(confirm_hand, event, by=floor, entries=entries[:2])
    press(bust, event, by=dealer, entry=entries[2], same_hand=entries[0])
    assert not {*entries[:3]} & {*public(event)}
    assert refusal(confirm_hand, event, by=floor, entries=entries[:2]).code == "hand_changed"
    assert refusal(confirm_hand, event, by=floor, entries=[entries[0], entries[5]]).code == "not_busted"
    press(confirm_hand, event, by=floor, entries=entries[:3])
    assert {*entries[:3]} <= {*public(event)}


def test_a_tie_that_the_floor_answered_itself_is_not_asked_again(
    event: int, floor: Actor, dealer: Actor
) -> None:
    entries = at_one_table(event, floor)
    press(bust, event, by=floor, entry=entries[0])
    press(bust, event, by=floor, entry=entries[1], same_hand=entries[0])
    assert hands_of(row(event), unconfirmed=True) == {}
    assert {*entries[:2]} <= {*public(event)}
    # The floor has not seen the entry that a dealer adds.
    press(bust, event, by=dealer, entry=entries[2], same_hand=entries[0])
    assert not {*entries[:3]} & {*public(event)}
    # Nor has it seen the third entry, if it adds one to two that a dealer reported.
    press(bust, event, by=floor, entry=entries[3], same_hand=entries[0])
    assert not {*entries[:4]} & {*public(event)}
    journal_tells_the_rows()


def test_separate_hands_rank_by_time_and_undo_restores_the_tie(
    event: int, floor: Actor, dealer: Actor, director: Actor
) -> None:
    entries = at_one_table(event, floor)
    press(bust, event, by=dealer, entry=entries[0])
    press(bust, event, by=dealer, entry=entries[1], same_hand=entries[0])
    done = press(note_different_hands, event, by=floor, entries=entries[:2])
    assert held(event, entries[0], entries[1]) == [(6, 6), (5, 5)]
    assert {*entries[:2]} <= {*public(event)}
    assert refusal(note_different_hands, event, by=floor, entries=entries[:2]).code == "not_one_hand"
    press(undo, event, by=director, seq=done.seq)
    assert held(event, entries[0], entries[1]) == [(5, 6), (5, 6)]
    journal_tells_the_rows()


def test_stack_order_suffices_without_counts(event: int, floor: Actor, dealer: Actor) -> None:
    entries = at_one_table(event, floor)
    press(bust, event, by=dealer, entry=entries[0])
    press(bust, event, by=dealer, entry=entries[1], same_hand=entries[0])
    press(note_stack_order, event, by=floor, entries=entries[:2])
    assert held(event, entries[0], entries[1]) == [(5, 5), (6, 6)]
    press(note_stack_order, event, by=floor, entries=entries[:2], equal=True)
    assert held(event, entries[0], entries[1]) == [(5, 6), (5, 6)]
    other = refusal(note_stack_order, event, by=floor, entries=[entries[0], entries[2]])
    assert other.code == "not_busted"


def three_of_one_hand(event: int, floor: Actor, dealer: Actor) -> list[int]:
    """Bust three entries of one table in one hand, confirmed, for 2nd to 4th place, and return them."""
    entries = at_one_table(event, floor)
    out(event, *entries[:2])
    press(bust, event, by=dealer, entry=entries[2])
    for entry in entries[3:5]:
        press(bust, event, by=dealer, entry=entry, same_hand=entries[2])
    press(confirm_hand, event, by=floor, entries=entries[2:5])
    return entries[2:5]


def test_of_three_one_had_more_and_two_share_the_next_prizes(
    event: int, floor: Actor, dealer: Actor, director: Actor
) -> None:
    """Issue 15, D 1: only tied players split the money of the tied places."""
    tied = three_of_one_hand(event, floor, dealer)
    press(note_stack_order, event, by=floor, entries=tied, ranks=[2, 1, 2])
    assert held(event, *tied) == [(3, 4), (2, 2), (3, 4)]
    prizes = [*amounts(event), 0, 0, 0]
    assert prize(event, tied[1]) == prizes[1]
    assert prize(event, tied[0]) + prize(event, tied[2]) == prizes[2] + prizes[3]
    line = JournalEntry.journal(event).latest("seq")
    assert " = " in str(line.answer)
    assert line.rule == "PokerStars Live 3.13.3"
    done = press(note_stack_order, event, by=floor, entries=tied, ranks=[1, 1, 3])
    assert held(event, *tied) == [(2, 3), (2, 3), (4, 4)]
    press(undo, event, by=director, seq=done.seq)
    assert held(event, *tied) == [(3, 4), (2, 2), (3, 4)]
    journal_tells_the_rows()


def test_stack_order_is_complete_and_matches_recorded_stacks(event: int, floor: Actor, dealer: Actor) -> None:
    tied = three_of_one_hand(event, floor, dealer)
    short = refusal(note_stack_order, event, by=floor, entries=tied, ranks=[1, 2])
    assert short.code == "bad_argument"
    both = refusal(note_stack_order, event, by=floor, entries=tied, ranks=[1, 2, 3], equal=True)
    assert both.code == "bad_argument"
    press(note_bust, event, by=floor, entry=tied[0], stack=500)
    press(note_bust, event, by=floor, entry=tied[1], stack=900)
    wrong = refusal(note_stack_order, event, by=floor, entries=tied, ranks=[1, 2, 3])
    assert wrong.code == "stacks_differ"
    press(note_stack_order, event, by=floor, entries=tied, ranks=[2, 1, 2])
    assert held(event, *tied) == [(3, 4), (2, 2), (3, 4)]


def test_an_undone_bust_leaves_the_hand_of_the_others(
    event: int, floor: Actor, dealer: Actor, director: Actor
) -> None:
    entries = at_one_table(event, floor)
    press(bust, event, by=dealer, entry=entries[0])
    done = press(bust, event, by=dealer, entry=entries[1], same_hand=entries[0])
    press(undo, event, by=director, seq=done.seq)
    assert Bust.objects.get().together is None
    assert public(event) == [entries[0]]


def test_naming_players_on_the_results_page_confirms_the_hand(event: int, floor: Actor) -> None:
    entries = at_one_table(event, floor)
    out(event, *entries[:2])
    press(note_one_hand, event, by=floor, entries=entries[:2])
    assert JournalEntry.journal(event).latest("seq").rule == "PokerStars Live 3.13.2"
    assert {*entries[:2]} <= {*public(event)}


def test_an_undecided_prize_is_no_amount_anywhere_until_the_stacks_are_known(
    event: int, floor: Actor, dealer: Actor
) -> None:
    """Issue 15, A 1: an undecided prize was shown as a shared one."""
    entries = at_one_table(event, floor)
    out(event, *entries[:3])
    press(bust, event, by=dealer, entry=entries[3])
    press(bust, event, by=dealer, entry=entries[4], same_hand=entries[3])
    tied, player = entries[3:5], Entry.objects.get(pk=entries[4]).player_id
    press(confirm_hand, event, by=floor, entries=tied)
    board = results(event)
    assert board is not None
    shown = {one["entry"]: (one["prize"], one["undecided"]) for one in board["rows"]}
    assert [shown[entry] for entry in tied] == [(0, True)] * 2
    assert shown[entries[5]] == (amounts(event)[0], False)
    assert [(one["prize"], one["undecided"]) for one in rows_for_staff(row(event), tied)] == [(0, True)] * 2
    own = prize_of(event, [player])[player]
    assert (own["prize"], own["outstanding"], own["undecided"]) == (0, 0, True)
    press(note_stack_order, event, by=floor, entries=tied, equal=True)
    share = (amounts(event)[1] + sum(amounts(event)[2:3])) // 2
    own = prize_of(event, [player])[player]
    assert (own["prize"], own["outstanding"], own["undecided"]) == (share, share, False)
