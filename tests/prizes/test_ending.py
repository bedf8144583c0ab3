"""Tasks left after the win: prizes, tickets, envelopes and unclaimed bounties."""

import pytest

from prizes.commands.bounties import draw_envelope, fill_envelopes
from prizes.commands.payments import hand_prize, pay_prize
from prizes.models import PrizeItem
from prizes.services.event_end import Ending, ending_of
from seating.commands import set_plan
from tests.desk.tills import sold
from tests.fixtures.room import MakesEvents, press
from tests.prizes.evenings import PRICE, closed, evening, out
from tourney.access.roles import FIRST_START, Actor
from tourney.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Create an event whose rulebook does not require membership."""
    return make_event(book="munot")


def ending(event: int) -> Ending:
    found = ending_of(Tournament.objects.get(pk=event))
    assert found is not None
    return found


def test_an_event_is_not_paid_while_envelopes_are_to_be_drawn(event: int, floor: Actor) -> None:
    first, second = evening(event, floor, 2, bounty=1_000, prizes={"bounties": "mystery"})
    press(set_plan, event, by=FIRST_START, seats_per_table=9)
    press(fill_envelopes, event, by=FIRST_START, values=[{"value": 1_000, "count": 2}])
    closed(event)
    out(event, first, knocked_out_by=[second])
    press(pay_prize, event, by=floor, entry=second, amount=2 * PRICE)
    # The bounty of the busted player, and the winner's own.
    assert (ending(event).unpaid, ending(event).envelopes, ending(event).paid) == (0, 2, False)
    for eliminated in (first, second):
        press(draw_envelope, event, by=floor, entry=eliminated)
    assert (ending(event).unpaid, ending(event).envelopes, ending(event).paid) == (1, 0, False)
    press(pay_prize, event, by=floor, entry=second, amount=2_000, kind="bounty")
    assert ending(event).paid


def test_an_event_is_not_paid_while_a_bounty_is_unclaimed(event: int, floor: Actor) -> None:
    first, second = evening(event, floor, 2, bounty=1_000, prizes={"bounties": "fixed"})
    closed(event)
    out(event, first)
    press(pay_prize, event, by=floor, entry=second, amount=2 * PRICE)
    press(pay_prize, event, by=floor, entry=second, amount=1_000, kind="bounty")
    assert (ending(event).unpaid, ending(event).unclaimed, ending(event).paid) == (0, 1, False)


def test_an_event_is_not_paid_while_a_ticket_is_to_be_handed_over(
    event: int, make_event: MakesEvents, floor: Actor
) -> None:
    main = make_event(name="Main", book="tda")
    sold(main, pool=2 * PRICE, fee=0, staff=0, bounty=0, extras=[])
    first, second = evening(
        event, floor, 2, prizes={"method": "satellite", "ticket_for": main, "ticket_value": 2 * PRICE}
    )
    closed(event)
    out(event, first)
    assert (ending(event).unpaid, ending(event).paid) == (1, False)
    press(hand_prize, event, by=floor, entry=second, thing=PrizeItem.objects.get().pk)
    assert ending(event).paid
