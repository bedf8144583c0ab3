"""Prizes in the drawers: buy-ins, payouts and reversals add up, separate from takings."""

from typing import Any

import pytest

from desk.boards import till
from desk.boards.person import person
from desk.boards.receipts import receipt
from desk.commands.refunds import refund
from desk.commands.sales import register_player
from desk.commands.vouchers import void_voucher
from desk.models import Drawer, Payment, Receipt
from desk.services.till import cash_in
from prizes.commands.payments import pay_prize, take_prize_back
from prizes.services.payables import account_of
from tests.desk.tills import enter, numbered, player, sold
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tests.prizes.evenings import PRICE, amounts, closed, evening, out
from tourney.access.roles import Actor
from tourney.models import Entry, Tournament

FLOAT = 1_000_000
FIELD = 9


@pytest.fixture
def event(make_event: MakesEvents, floor: Actor) -> int:
    """Create a finished event with nine entries whose prizes are paid from the floor's drawer."""
    made = make_event(book="munot")
    entries = evening(made, floor, FIELD)
    closed(made)
    out(made, *entries[:-1])
    return made


def winner_of(event: int) -> int:
    return Entry.objects.get(tournament=event, out_at__isnull=True).pk


def paid(event: int, by: Actor, amount: int, **more: Any) -> dict[str, Any]:
    answer = press(pay_prize, event, by=by, entry=winner_of(event), amount=amount, **more).answer
    assert answer is not None
    return answer


def row(event: int) -> Tournament:
    return Tournament.objects.get(pk=event)


def test_drawer_holds_float_and_buy_ins_less_payouts_and_reversals(event: int, floor: Actor) -> None:
    drawer = Drawer.objects.get()
    won = amounts(event)[0]
    buy_ins = FIELD * PRICE
    assert cash_in(drawer) == FLOAT + buy_ins
    first = paid(event, floor, won - 15_000)
    assert cash_in(drawer) == FLOAT + buy_ins - (won - 15_000)
    paid(event, floor, 5_000, method="transfer")
    paid(event, floor, 10_000, withheld=2_500)
    payouts = won - 15_000 + 7_500
    assert cash_in(drawer) == FLOAT + buy_ins - payouts
    press(take_prize_back, event, by=floor, payment=first["payment"], reason="not the winner")
    assert cash_in(drawer) == FLOAT + buy_ins - payouts + (won - 15_000)


def test_reports_add_up_and_have_prizes_apart_from_takings(event: int, floor: Actor, director: Actor) -> None:
    first = paid(event, floor, 8_000)
    paid(event, floor, 5_000, method="transfer")
    paid(event, floor, 1_000)
    press(take_prize_back, event, by=floor, payment=first["payment"], reason="miscounted")
    report, shift = till.event_report(row(event)), till.drawer_report(Drawer.objects.get().pk, blind=False)
    assert shift is not None
    for found in (report, shift):
        sold = found["sold"]
        assert sold["takings"] == FIELD * PRICE
        assert sold["parts"]["won"] == -6_000
        assert sold["amount"] == FIELD * PRICE - 6_000 == sum(found["methods"].values())
        assert found["methods"]["transfer"] == -5_000
        [prizes] = [one for one in sold["kinds"] if one["kind"] == "prize"]
        assert (prizes["sold"], prizes["refunded"], prizes["amount"]) == (3, 1, -6_000)
    [clerk] = report["clerks"]
    assert (clerk["sold"], clerk["refunded"]) == (FIELD, 0)
    assert (clerk["takings"], clerk["won"], clerk["amount"]) == (FIELD * PRICE, -6_000, FIELD * PRICE - 6_000)
    assert till.pool_total(row(event)) == FIELD * PRICE, "payouts equal the pool"


def test_a_receipt_of_a_prize_adds_up_like_all_others(event: int, floor: Actor) -> None:
    done = paid(event, floor, 10_000, withheld=1_000)
    found = receipt(done["receipt"])
    assert found is not None
    assert [(one["kind"], one["amount"], one["parts"]["won"]) for one in found["items"]] == [
        ("prize", -9_000, -9_000)
    ]
    assert found["amount"] == -9_000 == sum(one["amount"] for one in found["payments"])


def test_prizes_are_not_offered_for_refund(event: int, floor: Actor) -> None:
    done = paid(event, floor, 10_000)
    player = Receipt.objects.get(pk=done["receipt"]).player_id
    shown = person(player, event, floor)
    assert shown is not None
    kinds = [item["kind"] for receipt in shown["event"]["receipts"] for item in receipt["items"]]
    assert kinds == ["entry"]
    assert refusal(refund, event, by=floor, receipt=done["receipt"], reason="no").code == "is_a_prize"


def test_prize_paid_as_a_voucher_takes_no_cash(event: int, floor: Actor) -> None:
    before = cash_in(Drawer.objects.get())
    done = paid(event, floor, 10_000, method="voucher")
    assert cash_in(Drawer.objects.get()) == before
    assert [one["value"] for one in done["issued"]] == [10_000]
    assert Payment.objects.get(receipt=done["receipt"]).amount == -10_000


def open_elsewhere(make_event: MakesEvents) -> int:
    """Create another event in which a voucher worth a buy-in pays for one."""
    made = make_event(name="Another", book="munot")
    sold(made, pool=PRICE, fee=0, staff=0, bounty=0, extras=[])
    return made


def test_returned_voucher_gives_no_cash_and_cannot_be_spent(
    event: int, floor: Actor, make_event: MakesEvents
) -> None:
    before = cash_in(Drawer.objects.get())
    done = paid(event, floor, PRICE, method="voucher")
    number = done["issued"][0]["number"]
    back = press(take_prize_back, event, by=floor, payment=done["payment"], reason="wants cash").answer
    assert back is not None
    assert back["voucher"] == number
    payment = Payment.objects.get(receipt=back["receipt"])
    assert (payment.method, payment.amount, str(payment.voucher)) == ("voucher", PRICE, number)
    assert cash_in(Drawer.objects.get()) == before
    bought = [numbered("voucher", PRICE, number)]
    other = open_elsewhere(make_event)
    assert (
        refusal(register_player, other, by=floor, player=player("Anna"), payments=bought).code
        == "voucher_spent"
    )
    paid(event, floor, PRICE)
    assert cash_in(Drawer.objects.get()) == before - PRICE
    assert account_of(row(event)).difference == 0
    journal_tells_the_rows()


def test_prize_is_reversible_with_a_void_voucher_but_not_a_spent_one(
    event: int, floor: Actor, director: Actor, make_event: MakesEvents
) -> None:
    spent, lost = (paid(event, floor, PRICE, method="voucher") for _time in range(2))
    other = open_elsewhere(make_event)
    enter(other, floor, player("Anna"), [numbered("voucher", PRICE, spent["issued"][0]["number"])])
    press(void_voucher, by=director, number=lost["issued"][0]["number"])
    before = cash_in(Drawer.objects.get())
    refused = refusal(take_prize_back, event, by=floor, payment=spent["payment"], reason="the wrong one")
    assert refused.code == "voucher_spent"
    back = press(take_prize_back, event, by=floor, payment=lost["payment"], reason="lost").answer
    assert back is not None
    assert back["voucher"] is None
    assert Payment.objects.get(receipt=back["receipt"]).method == "voucher"
    assert cash_in(Drawer.objects.get()) == before
    journal_tells_the_rows()
