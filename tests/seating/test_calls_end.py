"""Calls that end automatically: the player has left, or the table is no longer in play."""

from typing import Any

import pytest

from seating.commands import (
    answer_call,
    break_table,
    bust,
    call_floor,
    give_seat,
    leave_seat,
    put_right,
    redraw_field,
    release_table,
    set_table_state,
    swap_seats,
)
from seating.models import Call
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tests.seating.seating_scenes import Places, place_of, seated
from tourney.access.roles import Actor
from tourney.journal.undo import undo
from tourney.models import JournalEntry


@pytest.fixture
def at(event: int) -> Places:
    """Seat players at tables of four, three and one."""
    return seated(event, {1: (1, 3, 5, 7), 2: (2, 4, 6), 3: (8,)})


def call(event: int, by: Actor, number: int, kind: str, seat: int | None = None) -> int:
    """Make a call and return it."""
    answer = press(call_floor, event, by=by, number=number, kind=kind, seat=seat).answer
    assert answer is not None
    return int(answer["call"])


def open_calls() -> list[tuple[int, str]]:
    """Return (table, kind) of the unanswered calls."""
    rows = Call.objects.filter(answered_at__isnull=True).order_by("pk")
    return list(rows.values_list("tournament_table__table__number", "kind"))


# --- a player left the seat ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("action", "arguments"),
    [
        (bust, {}),
        (leave_seat, {}),
        (give_seat, {"table": 2, "seat": 9}),
        (give_seat, {"table": 1, "seat": 9}),
    ],
    ids=["bust", "leave", "another table", "another seat"],
)
def test_call_about_a_player_ends_when_they_leave_and_undo_restores_it(
    event: int, floor: Actor, dealer: Actor, at: Places, action: Any, arguments: dict[str, Any]
) -> None:
    call(event, dealer, 1, "time", 3)
    call(event, dealer, 1, "floor", 5)
    call(event, dealer, 1, "count")
    call(event, dealer, 2, "time", 4)
    done = press(action, event, by=floor, entry=at[1, 3], **arguments)
    assert open_calls() == [(1, "floor"), (1, "count"), (2, "time")]
    journal_tells_the_rows()
    press(undo, event, by=floor, seq=done.seq)
    assert open_calls() == [(1, "time"), (1, "floor"), (1, "count"), (2, "time")]
    journal_tells_the_rows()


def test_swapping_players_both_leave_their_seats(event: int, floor: Actor, dealer: Actor, at: Places) -> None:
    call(event, dealer, 1, "time", 3)
    call(event, dealer, 2, "time", 4)
    press(swap_seats, event, by=floor, one=at[1, 3], other=at[2, 4])
    assert open_calls() == []
    assert (
        refusal(answer_call, event, by=dealer, call=Call.objects.latest("pk").pk).code == "answered_already"
    )


def test_munot_7_call_ends_when_the_seat_is_given_to_another(
    make_event: MakesEvents, floor: Actor, dealer: Actor
) -> None:
    event = make_event(book="munot")
    at = seated(event, {1: (1, 3, 5), 2: (2, 4)})
    call(event, dealer, 2, "time", 4)
    press(put_right, event, by=floor, entry=at[1, 3], table=2, seat=4, stack_changed=True)
    assert place_of(at[1, 3]) == (2, 4)
    assert open_calls() == []


def test_undone_move_ends_the_call_about_the_player(
    event: int, floor: Actor, dealer: Actor, at: Places
) -> None:
    done = press(give_seat, event, by=floor, entry=at[1, 3], table=2, seat=9)
    call(event, dealer, 2, "time", 9)
    call(event, dealer, 2, "floor", 4)
    back = press(undo, event, by=floor, seq=done.seq)
    assert open_calls() == [(2, "floor")]
    assert any(
        change["model"] == "seating.call" for change in JournalEntry.journal(event).get(seq=back.seq).changes
    )
    journal_tells_the_rows()


# --- a table is no longer in play -------------------------------------------------------------------------------------
ALL_FOUR = [(3, "floor"), (3, "time"), (3, "all_in"), (3, "count")]


@pytest.fixture
def calling(event: int, dealer: Actor, at: Places) -> Places:
    """Make every kind of call at table 3, for one player, and one at table 1."""
    for number, kind in ALL_FOUR:
        call(event, dealer, number, kind, 8 if kind == "time" else None)
    call(event, dealer, 1, "count")
    assert open_calls() == [*ALL_FOUR, (1, "count")]
    return at


def test_breaking_a_table_ends_its_calls(event: int, floor: Actor, calling: Places) -> None:
    done = press(break_table, event, by=floor, number=3)
    assert open_calls() == [(1, "count")]
    press(undo, event, by=floor, seq=done.seq)
    assert open_calls() == [*ALL_FOUR, (1, "count")]
    journal_tells_the_rows()


@pytest.mark.parametrize("action", [bust, leave_seat], ids=["bust", "leave"])
def test_table_left_by_its_last_player_has_no_calls(
    event: int, floor: Actor, calling: Places, action: Any
) -> None:
    press(action, event, by=floor, entry=calling[3, 8])
    assert open_calls() == [(1, "count")]


def test_redraw_ends_calls_of_tables_no_longer_used(event: int, floor: Actor, calling: Places) -> None:
    press(redraw_field, event, by=floor, tables=1)
    assert {number for number, _kind in open_calls()} <= {place_of(calling[1, 1])[0]}  # type: ignore[index]


@pytest.mark.parametrize(
    ("action", "arguments"),
    [(release_table, {}), (set_table_state, {"state": "reserve"})],
    ids=["given back", "in reserve"],
)
def test_an_empty_table_that_still_calls_is_quiet_once_it_is_put_away(
    event: int, floor: Actor, dealer: Actor, calling: Places, action: Any, arguments: dict[str, Any]
) -> None:
    press(leave_seat, event, by=floor, entry=calling[3, 8])
    call(event, dealer, 3, "floor")
    done = press(action, event, by=floor, number=3, **arguments)
    assert open_calls() == [(1, "count")]
    press(undo, event, by=floor, seq=done.seq)
    assert open_calls() == [(1, "count"), (3, "floor")]
    journal_tells_the_rows()
