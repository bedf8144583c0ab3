"""An undo that changes places whose prizes were paid asks first, and names them."""

import pytest
from django.test import Client
from django.urls import reverse

from prizes.commands.payments import hand_prize, pay_prize, take_prize_back
from prizes.models import PrizeItem
from seating.boards.journal import latest_entries
from seating.models import Bust
from tests.fixtures.room import MakesEvents, press, refusal
from tests.prizes.evenings import closed, evening, main_event, out
from tests.web.visitors import client_of, send, text_of
from tourney.access.roles import Actor
from tourney.journal.undo import undo
from tourney.models import Entry, JournalEntry

pytestmark = pytest.mark.django_db


def last_bust(event: int) -> int:
    """Return the number of the journal entry of the latest bust."""
    return JournalEntry.journal(event).filter(kind="entry.bust").latest("seq").seq


@pytest.fixture
def paid(make_event: MakesEvents, floor: Actor) -> tuple[int, list[int]]:
    """Play three players down to one; the first two places are paid."""
    event = make_event(book="munot")
    entries = evening(event, floor, 3, prizes={"method": "hand", "amounts": [20_000, 10_000]})
    closed(event)
    out(event, entries[0], entries[1])
    press(pay_prize, event, by=floor, entry=entries[2], amount=20_000)
    press(pay_prize, event, by=floor, entry=entries[1], amount=10_000)
    return event, entries


def test_undo_of_a_bust_names_the_prizes_that_were_paid(
    paid: tuple[int, list[int]], director: Actor, floor: Actor
) -> None:
    event, entries = paid
    asked = refusal(undo, event, by=director, seq=last_bust(event))
    assert asked.code == "prizes_paid"
    assert "Already paid: Player 3 €200, Player 2 €100." in asked.message
    assert Entry.objects.get(pk=entries[1]).out_at is not None
    # A place that is not paid is changed without a question, once the others are no longer paid.
    for payment in [one.pk for one in Entry.objects.get(pk=entries[1]).prize_payments.all()]:
        press(take_prize_back, event, by=floor, payment=payment, reason="Wrong player")
    only = refusal(undo, event, by=director, seq=last_bust(event)).message
    assert "Already paid: Player 3 €200." in only
    press(undo, event, by=director, seq=last_bust(event), although_paid=True)
    assert Entry.objects.get(pk=entries[1]).out_at is None


def test_recent_actions_keep_the_play_when_prizes_are_paid_and_reversed(
    paid: tuple[int, list[int]], floor: Actor
) -> None:
    event, entries = paid
    payment = Entry.objects.get(pk=entries[1]).prize_payments.get()
    press(take_prize_back, event, by=floor, payment=payment.pk, reason="Wrong player")
    board = latest_entries(event)
    assert board is not None
    assert board.lines[0].kind == "entry.bust"
    assert not [one.kind for one in board.lines if one.kind.startswith("prize.")]


def test_undo_of_a_bust_that_leaves_the_paid_places_asks_nothing(
    make_event: MakesEvents, director: Actor, floor: Actor
) -> None:
    event = make_event(book="munot")
    entries = evening(event, floor, 4, prizes={"method": "hand", "amounts": [20_000, 10_000, 10_000]})
    closed(event)
    out(event, *entries[:2])
    press(pay_prize, event, by=floor, entry=entries[1], amount=10_000)
    out(event, entries[2])
    press(undo, event, by=director, seq=last_bust(event))
    assert not Bust.objects.filter(entry=entries[2]).exists()
    assert refusal(undo, event, by=director, seq=last_bust(event)).code in {"prizes_paid", "already_undone"}


def test_tickets_that_were_handed_over_are_named_too(
    make_event: MakesEvents, director: Actor, floor: Actor
) -> None:
    main, event = main_event(make_event), make_event(name="Satellite", book="tda")
    entries = evening(
        event, floor, 3, prizes={"method": "satellite", "ticket_for": main, "ticket_value": 30_000}
    )
    closed(event)
    out(event, *entries[:2])
    for item in PrizeItem.objects.filter(payout__tournament=event):
        press(hand_prize, event, by=floor, entry=entries[2], thing=item.pk)
    asked = refusal(undo, event, by=director, seq=last_bust(event))
    assert asked.code == "prizes_paid"
    assert "Player 3 " in asked.message


def test_pages_ask_before_they_undo(paid: tuple[int, list[int]], director: Actor) -> None:
    event, entries = paid
    browser: Client = client_of(director)
    journal = reverse("event_journal", args=[event])
    assert "Already paid" not in text_of(browser.get(journal))
    undo_page = reverse("undo", args=[event])
    send(browser, undo_page, seq=last_bust(event), next=journal)
    page = browser.get(journal)
    assert "Already paid: Player 3 €200, Player 2 €100." in text_of(page)
    assert "Undo anyway" in text_of(page)
    assert Bust.objects.filter(entry=entries[1]).exists()
    send(browser, undo_page, seq=last_bust(event), next=journal, although_paid="1")
    assert not Bust.objects.filter(entry=entries[1]).exists()
