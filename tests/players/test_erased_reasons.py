"""What the desk noted about a player is erased with the player's personal data, from rows and journal."""

import pytest

from clock.commands.events import close_event
from desk.commands.refunds import refund
from desk.commands.waiting_list import call_out_of_turn
from desk.models import Booking, Receipt
from players.commands.anonymisation import anonymise_player
from prizes.commands.payments import pay_prize, take_prize_back
from tests.desk.test_till_prizes import event as event
from tests.desk.test_till_prizes import winner_of
from tests.desk.tills import card, drawer, enter, player, sold
from tests.desk.waiting_list_scenes import free_a_place
from tests.desk.waiting_list_scenes import full as full
from tests.fixtures.journalled import all_rows, journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press
from tourney.access.roles import Actor
from tourney.models import Entry, JournalEntry

pytestmark = pytest.mark.django_db
REASON = "kam betrunken"


def places_of(text: str) -> list[str]:
    """Return the tables with a text in one of their rows, the journal included."""
    rows = {place for place, row in all_rows().items() if text in repr(row)}
    lines = JournalEntry.objects.values_list("kind", "arguments", "answer", "changes")
    return sorted({*map(str, rows), *(kind for kind, *told in lines if text in repr(told))})


def test_why_a_sale_was_refunded_is_erased(make_event: MakesEvents, director: Actor) -> None:
    made = make_event(book="munot")
    drawer(director)
    sold(made)
    anna, bert = player("Anna"), player("Bert")
    for who in (anna, bert):
        sale = enter(made, director, who, [card()])
        press(refund, made, by=director, receipt=sale["receipt"], reason=f" {REASON}  {who}", method="card")
    press(close_event, made, by=director, although_unfinished=True)
    assert places_of(REASON)
    press(anonymise_player, by=director, player=anna)
    assert places_of(f"{REASON}  {anna}") == places_of(f"{REASON} {anna}") == []
    assert Receipt.objects.filter(reason__contains=REASON).get().player_id == bert
    journal_tells_the_rows()


def test_why_a_payout_was_reversed_is_erased(event: int, director: Actor, floor: Actor) -> None:
    paid = press(pay_prize, event, by=floor, entry=winner_of(event), amount=1_000).answer
    assert paid is not None
    press(take_prize_back, event, by=floor, payment=paid["payment"], reason=REASON)
    press(close_event, event, by=director, although_unfinished=True)
    assert places_of(REASON)
    press(anonymise_player, by=director, player=Entry.objects.get(pk=winner_of(event)).player_id)
    assert places_of(REASON) == []
    journal_tells_the_rows()


def test_why_a_player_was_called_out_of_turn_is_erased(full: int, director: Actor) -> None:
    free_a_place(full)
    booking = Booking.objects.get(player__name="Cid")
    press(call_out_of_turn, full, by=director, booking=booking.pk, reason=REASON)
    press(close_event, full, by=director, although_unfinished=True)
    assert places_of(REASON) == ["waiting_list.call"]
    press(anonymise_player, by=director, player=booking.player_id)
    assert places_of(REASON) == []
