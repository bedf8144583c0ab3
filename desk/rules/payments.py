"""Payments of a price, and their refund. Amounts are in minor units of one currency."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from desk.rules.vouchers import read_number

Method = Literal["cash", "card", "voucher", "ticket"]


@dataclass(frozen=True, slots=True)
class Paid:
    """A payment of part of a price.

    Attributes:
        method: the payment method.
        amount: how much of the price it covers; positive.
        tendered: cash handed over, if the clerk typed it.
        number: of the voucher or ticket; "" otherwise.
    """

    method: Method
    amount: int
    tendered: int | None = None
    number: str = ""


class PaymentFault(Exception):
    """Why payments do not settle a price.

    Attributes:
        code: "payments_do_not_add_up", "too_little_tendered", "tendered_is_cash", "number_missing",
            "number_not_needed" or "voucher_twice".
        place: which payment and field ("payments.1.number"), "payments" for all of them together.
        values: parameters of the message.
    """

    def __init__(self, code: str, place: str, **values: int) -> None:
        super().__init__(code)
        self.code = code
        self.place = place
        self.values = values


def change_due(price: int, payments: Sequence[Paid]) -> int:
    """Check that payments make up a price.

    Args:
        price: the amount to pay.
        payments: in any order; empty if the price is 0.

    Returns:
        The cash to hand back.

    Raises:
        PaymentFault: they do not make up the price.
    """
    for place, paid in enumerate(payments):
        numbered = paid.method in ("voucher", "ticket")
        if paid.tendered is not None and paid.method != "cash":
            raise PaymentFault("tendered_is_cash", f"payments.{place}.tendered")
        if paid.tendered is not None and paid.tendered < paid.amount:
            raise PaymentFault(
                "too_little_tendered", f"payments.{place}.tendered", missing=paid.amount - paid.tendered
            )
        if numbered and not paid.number:
            raise PaymentFault("number_missing", f"payments.{place}.number")
        if paid.number and not numbered:
            raise PaymentFault("number_not_needed", f"payments.{place}.number")
    numbers = [read_number(paid.number) or paid.number for paid in payments]
    seen = Counter(number for number in numbers if number)
    for place, number in enumerate(numbers):
        if seen[number] > 1:
            raise PaymentFault("voucher_twice", f"payments.{place}.number")
    covered = sum(paid.amount for paid in payments)
    if covered != price:
        raise PaymentFault("payments_do_not_add_up", "payments", price=price, paid=covered)
    return sum(paid.tendered - paid.amount for paid in payments if paid.tendered is not None)


@dataclass(frozen=True, slots=True)
class GivenBack:
    """How a refund is paid out: money, a new voucher, a new ticket; their sum is the refund."""

    money: int
    voucher: int
    ticket: int


def give_back(amount: int, paid: Mapping[str, int], *, entry: bool) -> GivenBack:
    """Divide a refund over the sale's payment methods, so that vouchers and tickets never become money.

    A ticket is returned with the entry; of the rest, money is returned first, then vouchers.

    Args:
        amount: the refund; at most what has not been refunded.
        paid: what was paid by each method, less refunds.
        entry: whether the entry is refunded.
    """
    ticket = min(amount, paid.get("ticket", 0)) if entry else 0
    rest = amount - ticket
    money = min(rest, max(0, paid.get("cash", 0) + paid.get("card", 0)))
    return GivenBack(money=money, voucher=rest - money, ticket=ticket)
