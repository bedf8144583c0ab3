"""Tasks left after the win: prizes, tickets, envelopes and unclaimed bounties."""

import pytest

from clock.commands.events import close_event
from prizes.commands.bounties import draw_envelope, fill_envelopes
from prizes.commands.payments import hand_prize, pay_prize
from prizes.models import PrizeItem
from prizes.services.event_end import Ending, ending_of
from seating.commands import bust, set_plan
from tests.desk.tills import sold
from tests.fixtures.room import MakesEvents, press, refusal
from tests.prizes.evenings import PRICE, closed, evening, out
from tourney.access.roles import FIRST_START, Actor
from tourney.journal.undo import undo
from tourney.models import Entry, Tournament

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


def test_a_winner_cannot_bust_until_the_last_bust_is_undone(event: int, floor: Actor) -> None:
    first, second, third = evening(event, floor, 3, prizes={})
    closed(event)
    out(event, third, knocked_out_by=[first])
    decided = press(bust, event, by=floor, entry=second, knocked_out_by=[first])
    for refused in (
        refusal(bust, event, by=floor, entry=first),
        refusal(bust, event, by=floor, entry=first, same_hand=second),
    ):
        assert refused.code == "has_won"
        assert "has won the event" in str(refused)
    assert Entry.objects.get(pk=first).in_play
    press(undo, event, by=floor, seq=decided.seq)
    press(bust, event, by=floor, entry=first, knocked_out_by=[second])


def test_an_event_is_not_paid_while_a_player_was_paid_too_much(event: int, floor: Actor) -> None:
    first, second = evening(event, floor, 2, prizes={})
    closed(event)
    decided = press(bust, event, by=floor, entry=first, knocked_out_by=[second])
    press(pay_prize, event, by=floor, entry=second, amount=2 * PRICE)
    assert ending(event).paid
    press(undo, event, by=floor, seq=decided.seq, although_paid=True)
    press(bust, event, by=floor, entry=second, knocked_out_by=[first])
    assert (ending(event).unpaid, ending(event).overpaid, ending(event).paid) == (1, 1, False)
    press(pay_prize, event, by=floor, entry=first, amount=2 * PRICE)
    assert (ending(event).unpaid, ending(event).paid) == (0, False)
    asked = refusal(close_event, event, by=FIRST_START)
    assert "1 player overpaid" in str(asked)
