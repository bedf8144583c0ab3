"""With one player left the clock stops and the winner is named; an undo leaves the clock paused at that time."""

import pytest
from django.urls import reverse

from clock.boards import clock as clock_boards
from clock.commands.clock import resume, start
from clock.services.event_clock import event_clock_of
from desk.commands.registration import close_registration
from prizes.services.event_end import ending_of
from seating.commands import bust, remove_entry
from tests.desk.tills import sold
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tests.fixtures.wire import as_sent
from tests.seating.seating_scenes import name, seated
from tests.web.visitors import client_of, send
from tourney.access.roles import FIRST_START, Actor
from tourney.journal.boards import text_of
from tourney.journal.readable import readable
from tourney.journal.undo import undo
from tourney.models import JournalEntry, Tournament
from tourney.now import to_ms

clock_board = as_sent(clock_boards.clock)

pytestmark = pytest.mark.django_db
THREE = {1: (1, 4, 7)}


def runs(event: int) -> bool:
    return event_clock_of(Tournament.objects.get(pk=event)).state.running


def winner(event: int) -> str | None:
    """Return the winner's name on public displays."""
    board = clock_board(event, "")
    assert board is not None
    found: str | None = board["winner"]
    return found


def test_the_clock_stops_when_one_player_is_left(event: int, director: Actor, dealer: Actor) -> None:
    at = seated(event, THREE)
    press(start, event, by=director)
    press(bust, event, by=dealer, entry=at[1, 1])
    assert (runs(event), winner(event)) == (True, None)
    press(bust, event, by=dealer, entry=at[1, 4])
    assert not runs(event)
    last = JournalEntry.journal(event).latest("seq")
    state = event_clock_of(Tournament.objects.get(pk=event)).state
    started = JournalEntry.journal(event).get(kind="clock.start")
    assert state.elapsed == (to_ms(last.at) or 0) - (to_ms(started.at) or 0)
    # The name as shown publicly.
    assert winner(event)
    assert name(at[1, 7]).startswith(str(winner(event)).split()[0])
    journal_tells_the_rows()


def test_an_undone_last_bust_leaves_the_clock_paused_as_it_stood_at_the_bust(
    event: int, director: Actor, dealer: Actor
) -> None:
    at = seated(event, THREE)
    press(start, event, by=director)
    press(bust, event, by=dealer, entry=at[1, 1])
    done = press(bust, event, by=dealer, entry=at[1, 4])
    stood = event_clock_of(Tournament.objects.get(pk=event)).state
    undone = press(undo, event, by=director, seq=done.seq)
    assert event_clock_of(Tournament.objects.get(pk=event)).state == stood
    assert winner(event) is None
    line = JournalEntry.journal(event).get(seq=undone.seq)
    assert text_of(readable(line, director)).endswith(". The clock is paused.")
    redone = press(undo, event, by=director, seq=undone.seq)
    assert not runs(event)
    assert winner(event)
    press(undo, event, by=director, seq=redone.seq)
    assert event_clock_of(Tournament.objects.get(pk=event)).state == stood
    press(resume, event, by=director)
    assert runs(event)
    journal_tells_the_rows()


def test_removing_a_player_with_chips_can_leave_a_winner(event: int, director: Actor, floor: Actor) -> None:
    at = seated(event, {1: (1, 4)})
    press(start, event, by=director)
    press(remove_entry, event, by=floor, entry=at[1, 1])
    assert not runs(event)


def test_no_winner_while_players_can_still_enter(
    make_event: MakesEvents, director: Actor, dealer: Actor
) -> None:
    event = make_event(book="tda")
    sold(event)
    at = seated(event, {1: (1, 4)})
    press(start, event, by=director)
    press(bust, event, by=dealer, entry=at[1, 1])
    assert (runs(event), winner(event)) == (True, None)
    press(close_registration, event, by=FIRST_START)
    assert not runs(event)
    assert winner(event)


def test_staff_see_the_remaining_tasks_after_the_last_hand(
    event: int, director: Actor, dealer: Actor
) -> None:
    at = seated(event, {1: (1, 4)})
    row = Tournament.objects.get(pk=event)
    assert ending_of(row) is None
    press(start, event, by=director)
    press(bust, event, by=dealer, entry=at[1, 1])
    found = ending_of(Tournament.objects.get(pk=event))
    assert found is not None
    assert (found.name, found.pays, found.locked, found.unpaid, found.closed) == (
        name(at[1, 4]), False, False, 0, False,
    )  # fmt: skip


def test_an_undo_of_the_start_asks_once_players_have_busted(
    event: int, director: Actor, dealer: Actor
) -> None:
    at = seated(event, THREE)
    press(start, event, by=director)
    started = JournalEntry.journal(event).latest("seq")
    press(bust, event, by=dealer, entry=at[1, 1])
    asked = refusal(undo, event, by=director, seq=started.seq)
    assert asked.code == "played_since"
    assert asked.message.startswith("1 bust was recorded since the start.")
    assert runs(event)
    browser, page = client_of(director), f"/staff/t/{event}/journal/"
    send(browser, reverse("undo", args=[event]), seq=started.seq, next=page)
    shown = browser.get(page).content.decode()
    assert "Undo anyway" in shown
    assert 'name="although_paid" value="1"' in shown
    assert runs(event)
    send(browser, reverse("undo", args=[event]), seq=started.seq, next=page, although_paid="1")
    assert not runs(event)


def test_an_undo_of_the_start_asks_nothing_before_a_bust(event: int, director: Actor) -> None:
    seated(event, THREE)
    press(start, event, by=director)
    press(undo, event, by=director, seq=JournalEntry.journal(event).latest("seq").seq)
    assert not runs(event)
