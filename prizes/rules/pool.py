"""The prize pool: sales, deductions, added money. Pure.

Amounts are integers of minor units. Currencies are never mixed or converted: each has a separate pool.
A club that plays for points only has no money, and an empty pool.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from prizes.rules.refusals import CannotPay
from prizes.rules.refusals import gettext_noop as _


@dataclass(frozen=True, slots=True)
class Sale:
    """An entry, rebuy or add-on as sold at the desk; with negative parts if it was refunded.

    Attributes:
        currency: ISO 4217.
        pool, fee, staff, bounty: the parts of its price.
    """

    currency: str
    pool: int = 0
    fee: int = 0
    staff: int = 0
    bounty: int = 0


@dataclass(frozen=True, slots=True)
class Terms:
    """The promises of an event, in one currency.

    Attributes:
        added: money the room adds.
        guarantee: minimum prize pool; 0 for none.
        added_counts: whether added money counts towards the guarantee.
        staff_percent: part of the players' money that goes to the staff; in hundredths of a percent, rounded
            down.
    """

    added: int = 0
    guarantee: int = 0
    added_counts: bool = True
    staff_percent: int = 0


@dataclass(frozen=True, slots=True)
class Pool:
    """An event's money in one currency.

    Attributes:
        collected: all sales less refunds.
        fee, staff, bounty: parts of it outside the pool.
        withheld: for the staff, out of the players' part of the pool.
        added: by the room.
        overlay: what the room adds to reach the guarantee.
        apart: buy-ins of players who have played no hand, in no prize until the room decides about them (WSOP
            16).
        prizes: the prize pool to be paid.
    """

    collected: int = 0
    fee: int = 0
    staff: int = 0
    bounty: int = 0
    withheld: int = 0
    added: int = 0
    overlay: int = 0
    prizes: int = 0
    apart: int = 0

    @property
    def left_over(self) -> int:
        """Return money collected that is not accounted for; anything but 0 is an error."""
        came = self.collected + self.added + self.overlay
        return came - self.fee - self.staff - self.bounty - self.withheld - self.apart - self.prizes


def pools(
    sales: Iterable[Sale], terms: Mapping[str, Terms], apart: Mapping[str, int] | None = None
) -> dict[str, Pool]:
    """Return the pool of each currency.

    Args:
        sales: all sales and refunds of the event.
        terms: by currency; a currency without terms has no added money and no guarantee.
        apart: by currency, the part of the pool that is kept separate.

    Raises:
        CannotPay: terms are negative or withhold more than all (`bad_terms`), or refunds exceed
            sales (`more_back_than_sold`).
    """
    sums: dict[str, list[int]] = {currency: [0, 0, 0, 0] for currency in terms}
    for sale in sales:
        parts = sums.setdefault(sale.currency, [0, 0, 0, 0])
        for place, part in enumerate((sale.pool, sale.fee, sale.staff, sale.bounty)):
            parts[place] += part
    kept = apart or {}
    return {
        currency: _pool(parts, terms.get(currency, Terms()), kept.get(currency, 0))
        for currency, parts in sorted(sums.items())
    }


def _pool(parts: Sequence[int], terms: Terms, apart: int) -> Pool:
    if terms.added < 0 or terms.guarantee < 0 or not 0 <= terms.staff_percent <= 10_000:
        raise CannotPay("bad_terms", _("Added money, guarantee and staff share can’t be negative."))
    if min(parts) < 0 or not 0 <= apart <= parts[0]:
        raise CannotPay("more_back_than_sold", _("More has been refunded than sold."))
    pool, fee, staff, bounty = parts
    pool -= apart
    withheld = pool * terms.staff_percent // 10_000
    players = pool - withheld
    reached = players + (terms.added if terms.added_counts else 0)
    overlay = max(0, terms.guarantee - reached)
    return Pool(
        collected=sum(parts),
        fee=fee,
        staff=staff,
        bounty=bounty,
        withheld=withheld,
        added=terms.added,
        overlay=overlay,
        prizes=players + terms.added + overlay,
        apart=apart,
    )


@dataclass(frozen=True, slots=True)
class Account:
    """The current state of an event's money, in one currency.

    Attributes:
        sold: taken at the desk. `refunded`: returned there, as a positive number.
        house: added money and overlay.
        fee, staff: kept by the room and for the staff, withheld money included.
        bounties_paid, bounties_open: bounties already won; bounties and envelopes still to be won.
        prizes_paid, prizes_open: paid; won or still to be won, and unpaid.
        apart: buy-ins kept separate (`Pool.apart`).
    """

    sold: int = 0
    refunded: int = 0
    house: int = 0
    fee: int = 0
    staff: int = 0
    bounties_paid: int = 0
    bounties_open: int = 0
    prizes_paid: int = 0
    prizes_open: int = 0
    apart: int = 0

    @property
    def difference(self) -> int:
        """Return money in less money out; anything but 0 is an error."""
        kept = self.fee + self.staff
        bounties, prizes = self.bounties_paid + self.bounties_open, self.prizes_paid + self.prizes_open
        return self.sold + self.house - self.refunded - self.apart - kept - bounties - prizes
