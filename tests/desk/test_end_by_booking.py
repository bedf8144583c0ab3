"""One player is left and the last open booking ends: the event is over (Issue 15, D 3)."""

from collections.abc import Callable
from typing import Any

import pytest

from clock.boards import clock as clock_boards
from clock.services.event_clock import event_clock_of
from desk.commands.bookings import cancel, check_in
from desk.commands.registration import close_registration
from desk.commands.waiting_list import process_waiting_list_if_due
from desk.models import Booking
from notifications.boards.attention import attention
from seating.boards import floor as floor_boards
from seating.services.last_player import HeldEnd, held_end_of
from tests.desk.lists import opened, plays, reserves, starts
from tests.desk.waiting_list_scenes import OFFER, free_a_place, full
from tests.fixtures.room import MakesEvents, press
from tests.fixtures.wall import Wall
from tests.fixtures.wire import as_sent
from tourney.access.roles import Actor
from tourney.journal.boards import text_of
from tourney.journal.undo import undo
from tourney.models import JournalEntry, Notice, Tournament

clock_board = as_sent(clock_boards.clock)

__all__ = ["full"]
pytestmark = pytest.mark.django_db


def ends(event: int) -> tuple[bool, bool]:
    """Return whether the clock runs, and whether displays name a winner."""
    board = clock_board(event, "")
    assert board is not None
    return event_clock_of(Tournament.objects.get(pk=event)).state.running, board["winner"] is not None


def one_left_and_one_guaranteed(event: int, director: Actor) -> Booking:
    """Leave one player in play and one on the waiting list whose chance to enter is guaranteed (Munot 73)."""
    ada, *others = Booking.objects.filter(tournament=event, state="waiting").order_by("pk")
    for booking in others:
        press(cancel, event, by=director, booking=booking.pk)
    press(close_registration, event, by=director)
    free_a_place(event)
    assert ends(event) == (True, False)
    return ada


def test_the_last_booking_is_cancelled(full: int, director: Actor) -> None:
    booking = one_left_and_one_guaranteed(full, director)
    done = press(cancel, full, by=director, booking=booking.pk)
    assert ends(full) == (False, True)
    press(undo, full, by=director, seq=done.seq)
    assert ends(full) == (True, False)


def test_last_called_player_does_not_arrive(full: int, director: Actor, wall: Wall) -> None:
    booking = one_left_and_one_guaranteed(full, director)
    for _call in range(9):
        process_waiting_list_if_due(full)
        booking.refresh_from_db()
        if booking.state == "passed":
            break
        assert ends(full) == (True, False)
        wall.passes(seconds=OFFER + 1)
    assert booking.state == "passed"
    assert ends(full) == (False, True)


def test_closing_registration_with_one_player_left_ends_the_event(full: int, director: Actor) -> None:
    """Waiting and called players lose their bookings; one who has arrived since the call may still enter."""
    ada, *others = Booking.objects.filter(tournament=full, state="waiting").order_by("pk")
    free_a_place(full)
    process_waiting_list_if_due(full)
    ada.refresh_from_db()
    assert (ada.state, held_end_of(Tournament.objects.get(pk=full))) == ("called", HeldEnd(0))
    assert {one.kind: one.count for one in attention(0).events} == {"one_left": 1}
    done = press(close_registration, full, by=director)
    assert ends(full) == (False, True)
    assert set(Booking.objects.filter(tournament=full, state="lapsed")) == {ada, *others}
    # Ada had no reservation either: she had been called from the list.
    told = Notice.objects.filter(tournament=full, kind="cancelled", player=ada.player_id)
    assert [one.values.get("waited") for one in told] == [True]
    assert "bookings expired" in text_of(JournalEntry.journal(full).get(seq=done.seq))
    press(undo, full, by=director, seq=done.seq)
    assert ends(full) == (False, False)
    press(check_in, full, by=director, booking=ada.pk)
    press(close_registration, full, by=director)
    assert ends(full) == (False, False)
    board = floor_boards.floor(full, "")
    assert board is not None
    assert (board.entry_open, board.guaranteed) == (True, 1)
    assert {one.kind: one.count for one in attention(0).events} == {"one_left_booked": 1}


def test_pages_hear_that_a_close_which_ended_the_event_was_undone(
    full: int,
    director: Actor,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    """The clock stood, runs again and is paused: its row is as before, but the winner is gone."""
    free_a_place(full)
    done = press(close_registration, full, by=director)
    assert ends(full) == (False, True)
    published: set[str] = set()
    monkeypatch.setattr(
        "tourney.journal.commands.publish", lambda _topic, _seq, names, *_more: published.update(names)
    )
    with django_capture_on_commit_callbacks(execute=True):
        press(undo, full, by=director, seq=done.seq)
    assert ends(full) == (False, False)
    assert {"clock", "floor", "lobby", "registration"} <= published


def test_a_player_checked_in_at_the_desk_may_still_enter(make_event: MakesEvents, director: Actor) -> None:
    """Munot 73: players checked in when registration closes may still enter."""
    event = make_event(book="munot")
    opened(event, director, capacity=3)
    plays(event, "One")
    plays(event, "Two")
    booking = reserves(event, director, "Ada")
    press(check_in, event, by=director, booking=booking.pk)
    starts(event, director)
    free_a_place(event)
    press(close_registration, event, by=director)
    assert ends(event) == (True, False)
    press(cancel, event, by=director, booking=booking.pk)
    assert ends(event) == (False, True)
