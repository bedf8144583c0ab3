"""Divide payments over several sales made together. Pure. Amounts are in minor units of one currency."""

from collections.abc import Sequence
from dataclasses import dataclass

from desk.rules.payments import Paid, PaymentFault, change_due

# Cash comes last, so that the change is given with the last sale.
_ORDER = ("ticket", "voucher", "card", "cash")


@dataclass(frozen=True, slots=True)
class Share:
    """The part of a payment that pays for one sale.

    Attributes:
        place: index of the payment.
        paid: the part. A voucher that pays several sales has a new number after the first one; see
            `continues`.
        continues: whether an earlier sale was paid with the same voucher.
    """

    place: int
    paid: Paid
    continues: bool = False


def divide(prices: Sequence[int], payments: Sequence[Paid]) -> list[list[Share]]:
    """Divide payments over sales in their order.

    Args:
        prices: of the sales; a ticket pays the first one.
        payments: payments that make up the total.

    Returns:
        The shares of each sale.

    Raises:
        PaymentFault: the payments do not make up the prices, or a ticket is worth more than the first sale
            (`ticket_elsewhere`).
    """
    change = change_due(sum(prices), payments)
    left = list(prices)
    shares: list[list[Share]] = [[] for _price in prices]
    order = sorted(range(len(payments)), key=lambda place: (_ORDER.index(payments[place].method), place))
    for place in order:
        paid, rest = payments[place], payments[place].amount
        if paid.method == "ticket" and paid.amount > left[0]:
            raise PaymentFault("ticket_elsewhere", f"payments.{place}.amount")
        continues = False
        for sale, open_amount in enumerate(left):
            part = min(rest, open_amount)
            if part:
                tendered = part if paid.tendered is not None else None
                shares[sale].append(
                    Share(place, Paid(paid.method, part, tendered, paid.number), continues=continues)
                )
                left[sale] -= part
                rest -= part
                continues = True
    return _with_change(shares, change)


def _with_change(shares: list[list[Share]], change: int) -> list[list[Share]]:
    """Give the change with the last cash payment."""
    if not change:
        return shares
    for sale in reversed(shares):
        for at in range(len(sale) - 1, -1, -1):
            share = sale[at]
            if share.paid.tendered is not None:
                paid = Paid(
                    share.paid.method, share.paid.amount, share.paid.tendered + change, share.paid.number
                )
                sale[at] = Share(share.place, paid, share.continues)
                return shares
    return shares
