"""Hands played in the wrong seat."""

import pytest

from seating.commands import close_seat, count_stack, mark_absent, put_right
from seating.models import Seat
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tests.seating.seating_scenes import name, place_of, seated, under_way
from tourney.access.roles import Actor
from tourney.journal.boards import journal_entry_board, text_of
from tourney.journal.undo import undo
from tourney.models import JournalEntry

TWO_TABLES = {1: (1, 2, 3, 4, 5), 2: (1, 2, 3, 4)}


def test_tda_7_wrong_seat_is_corrected_for_any_stack(make_event: MakesEvents, floor: Actor) -> None:
    event = make_event(book="tda")
    at = seated(event, TWO_TABLES)
    done = press(put_right, event, by=floor, entry=at[1, 2], table=2, seat=8, stack_changed=True)
    assert done.answer is not None
    assert not done.answer["stays"]
    assert place_of(at[1, 2]) == (1, 2)
    assert under_way(event) == []
    line = JournalEntry.journal(event).get(seq=done.seq)
    assert text_of(line) == (
        f"{name(at[1, 2])} played at table 2, seat 8 by mistake and goes back to table 1, seat 2; "
        "no seats changed"
    )
    # There is nothing to undo.
    assert not journal_entry_board(line)["undoable"]


@pytest.mark.parametrize("stack_changed", [True, False])
@pytest.mark.parametrize(
    ("table", "seat", "code"),
    [(1, 2, "own_seat"), (1, 10, "no_such_seat"), (9, 1, "not_found"), (2, 7, "seat_taken")],
    ids=["their own", "no seat", "no table", "closed"],
)
def test_wrong_seat_must_be_a_playable_other_seat(
    make_event: MakesEvents, floor: Actor, stack_changed: bool, table: int, seat: int, code: str
) -> None:
    event = make_event(book="munot")
    at = seated(event, TWO_TABLES)
    press(close_seat, event, by=floor, table=2, seat=7)
    before = JournalEntry.journal(event).count()
    refused = refusal(
        put_right, event, by=floor, entry=at[1, 2], table=table, seat=seat, stack_changed=stack_changed
    )
    assert refused.code == code
    if code == "own_seat":
        own = f"Table 1, seat 2 is the right seat for {name(at[1, 2])}."
        assert (refused.message, refused.rule) == (own, "Munot 7")
    assert JournalEntry.journal(event).count() == before


def test_munot_7_wrong_seat_is_corrected_if_the_stack_is_unchanged(
    make_event: MakesEvents, floor: Actor
) -> None:
    event = make_event(book="munot")
    at = seated(event, TWO_TABLES)
    done = press(put_right, event, by=floor, entry=at[1, 2], table=2, seat=2, stack_changed=False)
    assert done.answer is not None
    assert not done.answer["stays"]
    assert (place_of(at[1, 2]), place_of(at[2, 2])) == ((1, 2), (2, 2))


def test_munot_7_with_another_stack_the_seat_is_kept_and_its_owner_gets_another_one(
    make_event: MakesEvents, floor: Actor
) -> None:
    event = make_event(book="munot")
    at = seated(event, TWO_TABLES)
    sat, owner = at[1, 2], at[2, 2]
    press(count_stack, event, by=floor, entry=owner, chips=17_500)
    press(mark_absent, event, by=floor, entry=owner)
    done = press(put_right, event, by=floor, entry=sat, table=2, seat=2, stack_changed=True)
    assert done.answer is not None
    assert done.answer["stays"]
    assert place_of(sat) == (2, 2)
    found = place_of(owner)
    assert found is not None
    assert found not in {(2, 2), *(place for place, entry in at.items() if entry not in (sat, owner))}
    # The players seated there need not move; those who must move are expected elsewhere with their chips.
    assert under_way(event) == ([(owner, "put_right")] if found[0] == 1 else [])
    taken = Seat.objects.get(entry=owner)
    assert taken.stack == 17_500
    assert taken.absent_since is not None
    line = JournalEntry.journal(event).get(seq=done.seq)
    assert text_of(line) == (
        f"{name(sat)} stays at table 2, seat 2 after playing there by mistake; {name(owner)} gets "
        f"table {found[0]}, seat {found[1]}"
    )
    assert journal_entry_board(line)["undoable"]
    press(undo, event, by=floor, seq=done.seq)
    assert (place_of(sat), place_of(owner)) == ((1, 2), (2, 2))
    journal_tells_the_rows()


def test_free_seat_taken_by_mistake_with_another_stack_is_kept(make_event: MakesEvents, floor: Actor) -> None:
    event = make_event(book="munot")
    at = seated(event, TWO_TABLES)
    press(put_right, event, by=floor, entry=at[1, 2], table=2, seat=8, stack_changed=True)
    assert place_of(at[1, 2]) == (2, 8)
    assert under_way(event) == []
