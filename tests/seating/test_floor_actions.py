"""Busts, moves, swaps, arrivals, and undoing them."""

import pytest

from seating.commands import (
    arrive,
    arrive_all,
    bust,
    count_stack,
    finish_hand,
    give_seat,
    leave_seat,
    mark_absent,
    note_bust,
    reinstate,
    remove_entry,
    swap_seats,
)
from seating.models import Bust, Knockout, Move, Seat
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tests.seating.people import register_entries
from tests.seating.seating_scenes import Places, button, name, place_of, seated, under_way
from tourney.access.roles import Actor
from tourney.journal.boards import text_of
from tourney.journal.undo import undo
from tourney.models import Entry, JournalEntry, Notice, Tournament

TWO_TABLES = {1: (1, 2, 3, 4, 5), 2: (1, 2, 3, 4)}


@pytest.fixture
def at(event: int) -> Places:
    """Seat five players at one table and four at another."""
    return seated(event, TWO_TABLES)


def last_summary(event: int) -> str:
    """Return the summary of an event's newest journal entry."""
    return text_of(JournalEntry.journal(event).latest("seq"))


# --- busts ------------------------------------------------------------------------------------------------------
def test_bust_records_table_seat_stack_and_winner_of_the_chips(event: int, dealer: Actor, at: Places) -> None:
    out, one, other = at[1, 3], at[1, 1], at[1, 5]
    done = press(bust, event, by=dealer, entry=out, knocked_out_by=[one, other], stack=12_500)
    assert done.answer == {"name": name(out), "table": 1, "seat": 3, "won_by": [name(one), name(other)]}
    row = Bust.objects.get()
    assert row.entry_id == out
    assert row.tournament_table is not None
    assert (row.tournament_table.table.number, row.seat, row.stack, row.removed) == (1, 3, 12_500, False)
    assert list(Knockout.objects.values_list("winner_id", flat=True)) == [one, other]
    assert place_of(out) is None
    assert Entry.objects.get(pk=out).out_at == row.at
    journal_tells_the_rows()


def test_bust_names_the_recorded_winner_of_the_chips(event: int, dealer: Actor, at: Places) -> None:
    press(bust, event, by=dealer, entry=at[1, 3], knocked_out_by=[at[1, 1], at[1, 5]])
    one, other = name(at[1, 1]), name(at[1, 5])
    assert last_summary(event) == f"{name(at[1, 3])} is out; {one}, {other} won the chips"
    press(bust, event, by=dealer, entry=at[1, 2])
    assert last_summary(event) == f"{name(at[1, 2])} is out"
    press(note_bust, event, by=dealer, entry=at[1, 2], knocked_out_by=[at[1, 1]])
    assert last_summary(event) == f"Recorded for {name(at[1, 2])}’s bust: {one} won the chips"
    press(note_bust, event, by=dealer, entry=at[1, 2], stack=900)
    assert last_summary(event) == f"Recorded for {name(at[1, 2])}’s bust: 900 chips at the start of the hand"
    # Older journal entries have no stored names.
    old = JournalEntry(
        kind="entry.bust", arguments={"entry": at[1, 2]}, answer={"name": "Ana", "table": 1, "seat": 2}
    )
    assert text_of(old) == "Ana is out"


def test_a_bust_is_of_the_hand_that_is_being_played_where_hands_are_counted(
    event: int, dealer: Actor, at: Places
) -> None:
    press(bust, event, by=dealer, entry=at[1, 1])
    press(finish_hand, event, by=dealer, number=2, hand=1)
    press(bust, event, by=dealer, entry=at[2, 1])
    press(bust, event, by=dealer, entry=at[2, 2])
    press(finish_hand, event, by=dealer, number=2, hand=2)
    press(bust, event, by=dealer, entry=at[2, 3])
    hands = dict(Bust.objects.values_list("entry_id", "hand"))
    assert hands == {at[1, 1]: None, at[2, 1]: 2, at[2, 2]: 2, at[2, 3]: 3}


def test_second_tablet_busting_the_same_player_is_refused(
    event: int, dealer: Actor, floor: Actor, at: Places
) -> None:
    press(bust, event, by=dealer, entry=at[1, 2])
    refused = refusal(bust, event, by=floor, entry=at[1, 2])
    assert refused.code == "already_out"
    assert name(at[1, 2]) in refused.message
    assert Bust.objects.count() == 1


def test_chips_go_to_another_player_of_the_same_event(
    event: int, dealer: Actor, at: Places, make_event: MakesEvents
) -> None:
    stranger = register_entries(make_event(), 1)[0]
    assert refusal(bust, event, by=dealer, entry=at[1, 1], knocked_out_by=[at[1, 1]]).code == "own_head"
    assert refusal(bust, event, by=dealer, entry=at[1, 1], knocked_out_by=[stranger]).code == "not_found"
    assert place_of(at[1, 1]) == (1, 1)
    assert not Bust.objects.exists()
    journal_tells_the_rows()


def test_removed_player_takes_the_chips_along(event: int, floor: Actor, dealer: Actor, at: Places) -> None:
    assert refusal(remove_entry, event, by=dealer, entry=at[2, 4]).code == "not_allowed"
    press(remove_entry, event, by=floor, entry=at[2, 4], chips=7_000)
    row = Bust.objects.get()
    assert row.removed
    assert not row.knockouts.exists()
    refused = refusal(reinstate, event, by=floor, entry=at[2, 4], table=2, seat=4)
    assert refused.code == "not_busted"


def test_a_mistaken_bust_is_undone_and_everything_is_as_before(event: int, floor: Actor, at: Places) -> None:
    out = at[1, 3]
    press(count_stack, event, by=floor, entry=out, chips=9_000)
    press(mark_absent, event, by=floor, entry=out)
    before = Seat.objects.values("pk", "number", "stack", "counted_at", "absent_since", "taken_at").get(
        entry=out
    )
    done = press(bust, event, by=floor, entry=out, knocked_out_by=[at[1, 1]])
    press(undo, event, by=floor, seq=done.seq)
    after = Seat.objects.values("pk", "number", "stack", "counted_at", "absent_since", "taken_at").get(
        entry=out
    )
    assert after == before
    assert place_of(out) == (1, 3)
    assert Entry.objects.get(pk=out).in_play
    assert not Bust.objects.exists()
    assert not Knockout.objects.exists()
    journal_tells_the_rows()


def test_an_undone_bust_can_be_undone_again(event: int, floor: Actor, at: Places) -> None:
    done = press(bust, event, by=floor, entry=at[1, 3])
    back = press(undo, event, by=floor, seq=done.seq)
    press(undo, event, by=floor, seq=back.seq)
    assert place_of(at[1, 3]) is None
    assert Bust.objects.get().entry_id == at[1, 3]
    journal_tells_the_rows()


def test_bust_with_a_taken_seat_is_corrected_to_another_seat(event: int, floor: Actor, at: Places) -> None:
    out = at[1, 3]
    done = press(bust, event, by=floor, entry=out, knocked_out_by=[at[1, 1]])
    press(give_seat, event, by=floor, entry=at[2, 1], table=1, seat=3)
    assert refusal(undo, event, by=floor, seq=done.seq).code == "changed_since"
    assert refusal(reinstate, event, by=floor, entry=out, table=1, seat=3).code == "seat_taken"
    assert refusal(reinstate, event, by=floor, entry=out, table=1, seat=10).code == "seat_taken"
    press(reinstate, event, by=floor, entry=out, table=1, seat=6)
    assert place_of(out) == (1, 6)
    assert Entry.objects.get(pk=out).in_play
    assert not Bust.objects.exists()
    assert not Knockout.objects.exists()
    assert refusal(reinstate, event, by=floor, entry=out, table=1, seat=7).code == "not_busted"
    journal_tells_the_rows()


def test_re_entered_player_cannot_be_reinstated(event: int, floor: Actor, at: Places) -> None:
    press(bust, event, by=floor, entry=at[1, 3])
    row = Entry.objects.get(pk=at[1, 3])
    Entry.objects.create(
        tournament_id=event, player=row.player, number=row.number + 1, created_at=row.created_at
    )
    assert refusal(reinstate, event, by=floor, entry=row.pk, table=1, seat=3).code == "already_in"


# --- moves ------------------------------------------------------------------------------------------------------
def test_move_keeps_stack_and_absence_and_notifies_the_player(event: int, floor: Actor, at: Places) -> None:
    moved = at[1, 2]
    press(count_stack, event, by=floor, entry=moved, chips=31_000)
    press(mark_absent, event, by=floor, entry=moved)
    old = Seat.objects.get(entry=moved)
    press(give_seat, event, by=floor, entry=moved, table=2, seat=8)
    new = Seat.objects.get(entry=moved)
    assert place_of(moved) == (2, 8)
    assert (new.stack, new.counted_at, new.absent_since) == (31_000, old.counted_at, old.absent_since)
    row = Move.objects.get(arrived_at__isnull=True, dropped_at__isnull=True)
    assert row.from_table is not None
    assert (row.kind, row.from_table.table.number, row.from_seat) == ("floor", 1, 2)
    assert (row.to_table.table.number, row.to_seat) == (2, 8)
    notice = Notice.objects.get(kind="moved")
    assert notice.player_id == Entry.objects.get(pk=moved).player_id
    assert (notice.values["table"], notice.values["seat"]) == (2, 8)
    journal_tells_the_rows()


def test_a_move_says_from_where_and_to_where(event: int, floor: Actor, at: Places) -> None:
    who = name(at[1, 2])
    press(give_seat, event, by=floor, entry=at[1, 2], table=2, seat=8)
    assert last_summary(event) == f"{who} moved from table 1, seat 2 to table 2, seat 8"
    press(give_seat, event, by=floor, entry=at[1, 2], table=2, seat=9)
    assert last_summary(event) == f"{who} moved from seat 8 to seat 9 at table 2"
    press(leave_seat, event, by=floor, entry=at[1, 2])
    press(give_seat, event, by=floor, entry=at[1, 2], table=1, seat=2)
    assert last_summary(event) == f"{who} got table 1, seat 2"
    old = JournalEntry(
        kind="seat.give", arguments={"entry": 1, "table": 3, "seat": 5}, answer={"name": "Ana"}
    )
    assert text_of(old) == "Ana got table 3, seat 5"


def test_a_mistaken_move_is_undone(event: int, floor: Actor, at: Places) -> None:
    before = Seat.objects.get(entry=at[1, 2]).pk
    done = press(give_seat, event, by=floor, entry=at[1, 2], table=2, seat=8)
    press(undo, event, by=floor, seq=done.seq)
    assert place_of(at[1, 2]) == (1, 2)
    assert Seat.objects.get(entry=at[1, 2]).pk == before
    assert under_way(event) == []
    assert not Notice.objects.filter(kind="moved").exists()
    journal_tells_the_rows()


def test_undone_move_notifies_the_player_of_their_seat(event: int, floor: Actor, at: Places) -> None:
    moved = at[1, 2]
    player = Entry.objects.get(pk=moved).player_id
    known = list(Notice.objects.values_list("pk", flat=True))
    done = press(give_seat, event, by=floor, entry=moved, table=2, seat=8)
    back = press(undo, event, by=floor, seq=done.seq)
    heard = Notice.objects.exclude(pk__in=known).values_list("kind", "values")
    assert list(heard) == [("seated", {"table": 1, "seat": 2})]
    press(undo, event, by=floor, seq=back.seq)
    assert ("seated", {"table": 2, "seat": 8}) in list(heard.all())
    assert set(Notice.objects.exclude(pk__in=known).values_list("player", flat=True)) == {player}
    journal_tells_the_rows()


def test_second_move_or_bust_ends_the_first_move(event: int, floor: Actor, at: Places) -> None:
    moved = at[1, 2]
    press(give_seat, event, by=floor, entry=moved, table=2, seat=8)
    first = Move.objects.get()
    again = press(give_seat, event, by=floor, entry=moved, table=2, seat=9)
    first.refresh_from_db()
    assert first.dropped_at is not None
    assert under_way(event) == [(moved, "floor")]
    press(undo, event, by=floor, seq=again.seq)
    first.refresh_from_db()
    assert first.dropped_at is None
    out = press(bust, event, by=floor, entry=moved)
    assert under_way(event) == []
    press(undo, event, by=floor, seq=out.seq)
    assert under_way(event) == [(moved, "floor")]
    journal_tells_the_rows()


@pytest.mark.parametrize(
    ("seat", "code"), [(3, "seat_taken"), (10, "no_such_seat"), (12, "no_such_seat")], ids=str
)
def test_moves_need_a_free_seat_of_the_table(
    event: int, floor: Actor, at: Places, seat: int, code: str
) -> None:
    refused = refusal(give_seat, event, by=floor, entry=at[2, 1], table=1, seat=seat)
    assert refused.code == code
    assert place_of(at[2, 1]) == (2, 1)


def test_two_swap_and_swap_back_by_undo(event: int, floor: Actor, at: Places) -> None:
    one, other = at[1, 2], at[2, 4]
    press(count_stack, event, by=floor, entry=one, chips=1_000)
    done = press(swap_seats, event, by=floor, one=one, other=other)
    assert (place_of(one), place_of(other)) == ((2, 4), (1, 2))
    assert Seat.objects.get(entry=one).stack == 1_000
    assert Seat.objects.get(entry=other).stack is None
    assert sorted(under_way(event)) == sorted([(one, "swap"), (other, "swap")])
    press(undo, event, by=floor, seq=done.seq)
    assert (place_of(one), place_of(other)) == ((1, 2), (2, 4))
    journal_tells_the_rows()


def test_neighbours_at_one_table_swap(event: int, floor: Actor, at: Places) -> None:
    press(swap_seats, event, by=floor, one=at[1, 2], other=at[1, 3])
    assert (place_of(at[1, 2]), place_of(at[1, 3])) == ((1, 3), (1, 2))
    # The players are already at the table, so their arrival needs no confirmation. They are notified all the
    # same.
    assert under_way(event) == []
    assert Move.objects.filter(kind="swap", arrived_at__isnull=False).count() == 2
    assert Notice.objects.filter(kind="moved").count() == 2
    journal_tells_the_rows()


def test_seat_change_at_a_table_needs_no_arrival_unless_the_player_is_moving(
    event: int, floor: Actor, at: Places
) -> None:
    press(give_seat, event, by=floor, entry=at[1, 2], table=1, seat=9)
    assert under_way(event) == []
    press(give_seat, event, by=floor, entry=at[1, 3], table=2, seat=8)
    press(give_seat, event, by=floor, entry=at[1, 3], table=2, seat=9)
    assert under_way(event) == [(at[1, 3], "floor")]
    journal_tells_the_rows()


def test_swap_needs_two_seated_players(event: int, floor: Actor, at: Places) -> None:
    late = register_entries(event, 1)[0]
    assert refusal(swap_seats, event, by=floor, one=at[1, 2], other=at[1, 2]).code == "same_player"
    assert refusal(swap_seats, event, by=floor, one=at[1, 2], other=late).code == "not_seated"
    press(bust, event, by=floor, entry=at[1, 3])
    assert refusal(swap_seats, event, by=floor, one=at[1, 2], other=at[1, 3]).code == "already_out"


def test_munot_8_player_moved_between_small_blind_and_button_waits_for_it(
    make_event: MakesEvents, floor: Actor
) -> None:
    event = make_event(book="munot")
    at = seated(event, {1: (1, 3, 5, 7, 9), 2: (1, 2, 3)})
    button(event, t1=1)
    # In the next hand seat 3 has the button and seat 5 the small blind.
    press(give_seat, event, by=floor, entry=at[2, 1], table=1, seat=4)
    press(give_seat, event, by=floor, entry=at[2, 2], table=1, seat=8)
    assert Seat.objects.get(entry=at[2, 1]).waits
    assert not Seat.objects.get(entry=at[2, 2]).waits
    press(finish_hand, event, by=floor, number=1, hand=1)
    assert Seat.objects.get(entry=at[2, 1]).waits
    passed = press(finish_hand, event, by=floor, number=1, hand=2)
    assert not Seat.objects.get(entry=at[2, 1]).waits
    press(undo, event, by=floor, seq=passed.seq)
    assert Seat.objects.get(entry=at[2, 1]).waits
    journal_tells_the_rows()


# --- arrivals -----------------------------------------------------------------------------------------------------
def test_arrivals_are_ticked_off_once(event: int, floor: Actor, dealer: Actor, at: Places) -> None:
    press(give_seat, event, by=floor, entry=at[1, 2], table=2, seat=8)
    move = Move.objects.get()
    done = press(arrive, event, by=dealer, move=move.pk)
    assert done.answer == {"name": name(at[1, 2]), "table": 2}
    assert under_way(event) == []
    refused = refusal(arrive, event, by=floor, move=move.pk)
    assert refused.code == "not_under_way"
    assert name(at[1, 2]) in refused.message
    press(undo, event, by=floor, seq=done.seq)
    assert under_way(event) == [(at[1, 2], "floor")]


def test_all_moves_to_a_table_are_confirmed_at_once(
    event: int, floor: Actor, dealer: Actor, at: Places
) -> None:
    for seat, free in ((1, 7), (2, 8), (3, 9)):
        press(give_seat, event, by=floor, entry=at[1, seat], table=2, seat=free)
    press(give_seat, event, by=floor, entry=at[2, 1], table=1, seat=9)
    done = press(arrive_all, event, by=dealer, number=2)
    assert done.answer == {"count": 3}
    assert under_way(event) == [(at[2, 1], "floor")]
    assert text_of(JournalEntry.objects.get(kind="moves.arrive")) == "Table 2: all 3 have arrived"
    assert refusal(arrive_all, event, by=dealer, number=2).code == "not_under_way"
    journal_tells_the_rows()


def test_a_move_of_another_event_is_not_found(
    event: int, floor: Actor, dealer: Actor, at: Places, make_event: MakesEvents
) -> None:
    press(give_seat, event, by=floor, entry=at[1, 2], table=2, seat=8)
    other = make_event(name="Other")
    assert refusal(arrive, other, by=dealer, move=Move.objects.get().pk).code == "not_found"


def test_a_closed_event_stays_as_it_is(event: int, floor: Actor, at: Places) -> None:
    Tournament.objects.filter(pk=event).update(closed_at="2026-01-01T00:00Z")
    one, other = at[1, 2], at[1, 3]
    assert refusal(bust, event, by=floor, entry=one).code == "event_closed"
    assert refusal(swap_seats, event, by=floor, one=one, other=other).code == "event_closed"
    assert refusal(give_seat, event, by=floor, entry=one, table=2, seat=9).code == "event_closed"
