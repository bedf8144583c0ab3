"""What is open when an event is closed: it is named, and needs a confirmation."""

import pytest

from clock.commands.events import close_event
from desk.services.prices import price_text
from prizes.commands.payments import pay_prize
from prizes.commands.payouts import set_payout
from seating.commands import note_one_hand
from tests.fixtures.room import MakesEvents, press, refusal
from tests.prizes.evenings import amounts, closed, evening, out
from tourney.access.roles import FIRST_START, Actor
from tourney.journal.refused import Refused
from tourney.models import Tournament

pytestmark = pytest.mark.django_db


def refused(event: int, director: Actor) -> Refused:
    """Close an event without a confirmation; return the refusal."""
    found = refusal(close_event, event, by=director)
    assert Tournament.objects.get(pk=event).closed_at is None
    return found


def test_closing_with_an_unpaid_prize_names_the_number_and_the_amount(
    make_event: MakesEvents, desk: Actor, director: Actor
) -> None:
    event = make_event(book="tda")
    entries = evening(event, desk, 9)
    closed(event)
    out(event, *entries[:-1])
    for entry, amount in zip(reversed(entries), amounts(event)[:-1], strict=False):
        press(pay_prize, event, by=desk, entry=entry, amount=amount)
    found = refused(event, director)
    last = amounts(event)[-1]
    assert (found.code, found.message) == (
        "unfinished",
        f"Still open: 1 prize to pay ({price_text(last, 'EUR')}).",
    )
    press(close_event, event, by=director, although_unfinished=True)
    assert Tournament.objects.get(pk=event).closed_at is not None


def test_closing_with_an_undecided_place_names_ties_and_stacks(
    make_event: MakesEvents, desk: Actor, floor: Actor, director: Actor
) -> None:
    event = make_event(book="wsop")
    entries = evening(event, desk, 9)
    closed(event)
    out(event, *entries[:-1])
    press(note_one_hand, event, by=floor, entries=entries[:2])
    message = refused(event, director).message
    assert "2 places undecided until the stacks are entered" in message
    assert "prizes to pay" in message


def test_closing_names_prizes_that_are_not_locked(
    make_event: MakesEvents, desk: Actor, director: Actor
) -> None:
    event = make_event(book="tda")
    evening(event, desk, 3)
    assert refused(event, director).message == "Still open: prizes not locked (€300 in the pool)."


def test_an_event_with_nothing_open_is_closed_at_once(
    make_event: MakesEvents, desk: Actor, director: Actor
) -> None:
    paid, empty = make_event(book="tda"), make_event(name="Without entries")
    press(set_payout, empty, by=FIRST_START, method="table", added=50_000)
    entries = evening(paid, desk, 9)
    closed(paid)
    out(paid, *entries[:-1])
    for entry, amount in zip(reversed(entries), amounts(paid), strict=False):
        press(pay_prize, paid, by=desk, entry=entry, amount=amount)
    for event in (paid, empty):
        press(close_event, event, by=director)
