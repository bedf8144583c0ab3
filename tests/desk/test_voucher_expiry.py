"""Vouchers with a last day: refused after it, extended, and refunded by a voucher with the same day."""

from datetime import timedelta

import pytest
from django.utils.timezone import localdate

from desk.commands.refunds import refund
from desk.commands.sales import register_player
from desk.commands.vouchers import extend_voucher, issue_vouchers, void_voucher
from desk.models import Voucher
from desk.services.vouchers import look_up
from tests.desk.tills import PRICE, drawer, enter, numbered, player, sold
from tests.fixtures.room import MakesEvents, press, refusal
from tests.fixtures.wall import Wall
from tourney.access.roles import Actor

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def event(make_event: MakesEvents, floor: Actor) -> int:
    """Create an event by Munot's rulebook with registration open; the floor has an open drawer."""
    made = make_event(book="munot")
    sold(made)
    drawer(floor)
    return made


def issued(by: Actor, wall: Wall, value: int = PRICE, days: int = 0) -> str:
    """Issue a voucher that is valid for a number of days, and return its number."""
    answer = press(issue_vouchers, by=by, value=value, valid_until=str(localdate(wall()) + days * DAY)).answer
    assert answer is not None
    return str(answer["numbers"][0])


def test_expired_voucher_is_refused_until_it_is_extended(
    event: int, floor: Actor, director: Actor, wall: Wall
) -> None:
    number = issued(director, wall, value=20_000)
    assert look_up(number, event, "EUR")[1] == ""
    wall.passes(seconds=86_400)
    payments = [numbered("voucher", PRICE, number)]
    refused = refusal(register_player, event, by=floor, player=player("Anna"), payments=payments)
    assert refused.code == "voucher_expired"
    assert "expired" in look_up(number, event, "EUR")[1]
    until = localdate(wall()) + 5 * DAY
    press(extend_voucher, by=director, number=number, valid_until=str(until))
    answer = enter(event, floor, player("Anna"), payments)
    # The remainder of the voucher keeps its last day.
    assert Voucher.objects.get(number=answer["vouchers"][0]).valid_until == until
    assert refusal(extend_voucher, by=director, number=number).code == "voucher_spent"


def test_the_last_day_of_a_voucher_is_no_day_that_has_passed(event: int, director: Actor, wall: Wall) -> None:
    number = issued(director, wall)
    yesterday = str(localdate(wall()) - DAY)
    for wrong in (yesterday, "tomorrow", "2027-02-30"):
        assert refusal(issue_vouchers, by=director, value=PRICE, valid_until=wrong).code == "bad_argument"
        assert refusal(extend_voucher, by=director, number=number, valid_until=wrong).code == "bad_argument"
    press(extend_voucher, by=director, number=number, valid_until=None)
    assert Voucher.objects.get(number=number).valid_until is None


def test_an_expired_voucher_can_still_be_voided(event: int, director: Actor, wall: Wall) -> None:
    number = issued(director, wall)
    wall.passes(seconds=86_400)
    press(void_voucher, by=director, number=number)
    assert Voucher.objects.get(number=number).voided_at is not None


def test_a_refund_is_valid_as_long_as_the_voucher_it_was_paid_with(
    event: int, floor: Actor, director: Actor, wall: Wall
) -> None:
    number = issued(director, wall, days=3)
    sale = enter(event, floor, player("Anna"), [numbered("voucher", PRICE, number)])
    back = press(refund, event, by=floor, receipt=sale["receipt"], reason="Ill").answer
    assert back is not None
    given = Voucher.objects.get(number=back["issued"][0]["number"])
    assert given.valid_until == localdate(wall()) + 3 * DAY
