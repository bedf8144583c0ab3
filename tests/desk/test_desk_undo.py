"""A clerk undoes their own actions at the desk; the floor undoes any other."""

from datetime import timedelta

import pytest

from clock.commands.clock import start
from desk.commands.bookings import cancel, reserve, wait
from desk.commands.desk_undo import take_back_at_the_desk, take_back_in_room
from desk.commands.extras import surrender
from desk.commands.registration import close_registration
from desk.commands.waiting_list import process_waiting_list_if_due
from desk.models import Booking
from players.commands.players import add_player
from players.models import Player
from seating.commands import bust
from tests.desk.tills import drawer, enter, player, sold
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tourney.access.roles import Actor
from tourney.journal.undo import undo
from tourney.models import Entry, JournalEntry, Tournament
from tourney.services.field_counts import field_of


@pytest.fixture
def event(make_event: MakesEvents, desk: Actor, floor: Actor) -> int:
    """Create a running event, and a clerk with a drawer."""
    made = make_event(book="munot")
    sold(made)
    drawer(desk)
    press(start, made, by=floor)
    return made


def newest(event: int) -> int:
    """Return the number of the event's newest journal entry."""
    return JournalEntry.journal(event).order_by("-seq").values_list("seq", flat=True)[0]


def test_mistaken_bust_is_undone_by_its_clerk(event: int, desk: Actor) -> None:
    entry = enter(event, desk, player("Anna"))["entry"]
    press(bust, event, by=desk, entry=entry)
    press(take_back_at_the_desk, event, by=desk, seq=newest(event))
    assert Entry.objects.get(pk=entry).in_play
    journal_tells_the_rows()


def test_a_person_put_on_the_waiting_list_by_mistake_is_off_it_again(event: int, desk: Actor) -> None:
    press(wait, event, by=desk, player=player("Anna"), wants="entry")
    press(take_back_at_the_desk, event, by=desk, seq=newest(event))
    assert not Booking.objects.filter(state="waiting").exists()


def test_undo_before_a_sale_says_that_the_sale_is_refunded_instead(event: int, desk: Actor) -> None:
    anna = player("Anna")
    press(wait, event, by=desk, player=anna, wants="entry")
    added = newest(event)
    enter(event, desk, anna)
    refused = refusal(take_back_at_the_desk, event, by=desk, seq=added)
    assert refused.code == "changed_since"
    assert "changed the same data later and can’t be undone." in refused.message
    assert "Refund it instead" in refused.message
    assert "Undo it first" not in refused.message


def test_press_of_another_user_is_not_undone(event: int, desk: Actor, floor: Actor) -> None:
    press(wait, event, by=floor, player=player("Anna"), wants="entry")
    refused = refusal(take_back_at_the_desk, event, by=desk, seq=newest(event))
    assert refused.code == "not_yours"


def test_sale_is_not_undone_this_way(event: int, desk: Actor) -> None:
    enter(event, desk, player("Anna"))
    refused = refusal(take_back_at_the_desk, event, by=desk, seq=newest(event))
    assert refused.code == "not_of_the_desk"


def test_after_ten_minutes_the_floor_undoes_it(
    event: int, desk: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = enter(event, desk, player("Anna"))["entry"]
    press(bust, event, by=desk, entry=entry)
    then = JournalEntry.journal(event).get(seq=newest(event)).at + timedelta(minutes=10, seconds=1)
    monkeypatch.setattr("tourney.journal.commands.database_now", lambda: then)
    assert refusal(take_back_at_the_desk, event, by=desk, seq=newest(event)).code == "too_late"


def test_undo_of_an_unknown_entry_is_refused(event: int, desk: Actor) -> None:
    assert refusal(take_back_at_the_desk, event, by=desk, seq=9_999).code == "no_such_journal_entry"


# --- changes made since -----------------------------------------------------------------------------------------------
def undone(event: int, by: Actor, line: int) -> None:
    """Undo a journal entry."""
    press(take_back_at_the_desk, event, by=by, seq=line)


def test_mistaken_surrender_is_undone_after_the_call_to_a_new_entry(event: int, desk: Actor) -> None:
    entry = enter(event, desk, player("Anna"))["entry"]
    press(surrender, event, by=desk, entry=entry, chips=4_000)
    given_up = newest(event)
    process_waiting_list_if_due(event)
    assert Booking.objects.get().state == "called"
    assert newest(event) > given_up
    undone(event, desk, given_up)
    assert Entry.objects.get(pk=entry).in_play
    assert not Booking.objects.exists()
    assert field_of(Tournament.objects.get(pk=event)).chips == 10_000
    journal_tells_the_rows()


def test_surrender_is_not_undone_after_the_new_entry_is_bought(event: int, desk: Actor) -> None:
    anna = player("Anna")
    entry = enter(event, desk, anna)["entry"]
    press(surrender, event, by=desk, entry=entry, chips=4_000)
    given_up = newest(event)
    process_waiting_list_if_due(event)
    enter(event, desk, anna)
    assert refusal(take_back_at_the_desk, event, by=desk, seq=given_up).code == "changed_since"


def test_cancelled_reservation_is_not_restored_once_its_seat_is_taken(
    make_event: MakesEvents, desk: Actor
) -> None:
    event = make_event(book="munot")
    sold(event, capacity=1)
    press(reserve, event, by=desk, player=player("Anna"))
    press(cancel, event, by=desk, booking=Booking.objects.get().pk)
    cancelled = newest(event)
    press(reserve, event, by=desk, player=player("Bert"))
    refused = refusal(take_back_at_the_desk, event, by=desk, seq=cancelled)
    assert refused.code == "full"
    assert "Anna" in refused.message
    press(cancel, event, by=desk, booking=Booking.objects.get(state="reserved").pk)
    undone(event, desk, cancelled)
    assert Booking.objects.filter(state="reserved").get().player.name == "Anna"


def test_cancelled_reservation_is_not_restored_beside_an_entry(
    make_event: MakesEvents, desk: Actor, floor: Actor
) -> None:
    event = make_event(book="munot")
    sold(event)
    drawer(desk)
    anna = player("Anna")
    press(reserve, event, by=desk, player=anna)
    press(cancel, event, by=desk, booking=Booking.objects.get().pk)
    cancelled = newest(event)
    enter(event, desk, anna)
    assert refusal(take_back_at_the_desk, event, by=desk, seq=cancelled).code == "already_in"
    assert refusal(undo, event, by=floor, seq=cancelled).code == "already_in"


def test_closed_list_takes_no_player_back(event: int, desk: Actor, director: Actor) -> None:
    press(wait, event, by=desk, player=player("Anna"), wants="entry")
    press(cancel, event, by=desk, booking=Booking.objects.get().pk)
    cancelled = newest(event)
    press(close_registration, event, by=director)
    assert refusal(take_back_at_the_desk, event, by=desk, seq=cancelled).code == "registration_closed"


def test_undone_bust_is_not_called_for_a_re_entry(event: int, desk: Actor, floor: Actor) -> None:
    anna = player("Anna")
    entry = enter(event, desk, anna)["entry"]
    press(bust, event, by=floor, entry=entry)
    wrong = newest(event)
    press(wait, event, by=desk, player=anna, wants="re_entry")
    press(undo, event, by=floor, seq=wrong)
    assert Entry.objects.get(pk=entry).in_play
    assert Booking.objects.get(player=anna).state == "cancelled"
    journal_tells_the_rows()
    # After the second undo they are busted and on the list as before.
    press(undo, event, by=floor, seq=newest(event))
    assert not Entry.objects.get(pk=entry).in_play
    assert Booking.objects.get(player=anna).state == "waiting"
    journal_tells_the_rows()


def added(desk: Actor) -> tuple[int, int]:
    """Add a player at the desk; return the player and the journal entry."""
    done = press(add_player, by=desk, name="Ann Typo", birth_date="1990-01-01")
    assert done.answer is not None
    return done.answer["player"], done.seq


def test_a_player_added_by_mistake_is_removed_by_the_clerk(desk: Actor) -> None:
    who, seq = added(desk)
    press(take_back_in_room, by=desk, seq=seq)
    assert not Player.objects.filter(pk=who).exists()


def test_a_player_with_a_booking_is_not_removed(event: int, desk: Actor) -> None:
    who, seq = added(desk)
    press(wait, event, by=desk, player=who, wants="entry")
    assert refusal(take_back_in_room, by=desk, seq=seq).code == "in_use"
    assert Player.objects.filter(pk=who).exists()


def test_a_player_added_by_another_login_is_not_removed(desk: Actor, floor: Actor) -> None:
    _who, seq = added(floor)
    assert refusal(take_back_in_room, by=desk, seq=seq).code == "not_yours"
