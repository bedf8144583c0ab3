"""The prize pool: what the desk took, what goes off it, what the room adds. Pure.

Amounts are integers of minor units. Currencies are never mixed or converted: each has a pool of its own.
Where a club plays for points only there is no money, and the pool is empty.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from prizes.rules.refusals import CannotPay
from prizes.rules.refusals import gettext_noop as _


@dataclass(frozen=True, slots=True)
class Sale:
    """An entry, rebuy or add-on as the desk sold it, or with negative parts one it took back.

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
    """What an event promises, in one currency.

    Attributes:
        added: money the room adds.
        guarantee: the least the pool will be; 0 for none.
        added_counts: whether added money helps to reach the guarantee.
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
        taken: all that the desk took, less what it gave back.
        fee, staff, bounty: parts of it that never were in the pool.
        withheld: for the staff, out of the players' part of the pool.
        added: by the room.
        overlay: what the room puts on top to reach the guarantee.
        apart: buy-ins of those who have played no hand, in no prize until the room decides about them (WSOP
            16).
        prizes: what is paid out.
    """

    taken: int = 0
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
        """Return money that came in and has no place: 0, or something is wrong."""
        came = self.taken + self.added + self.overlay
        return came - self.fee - self.staff - self.bounty - self.withheld - self.apart - self.prizes


def pools(
    sales: Iterable[Sale], terms: Mapping[str, Terms], apart: Mapping[str, int] | None = None
) -> dict[str, Pool]:
    """Return the pool of each currency.

    Args:
        sales: everything the desk sold or took back for the event.
        terms: by currency; one without terms adds and guarantees nothing.
        apart: by currency, what of the pool is kept apart.

    Raises:
        CannotPay: terms are negative or withhold more than all (`bad_terms`), or more was taken back than
            sold (`more_back_than_sold`).
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
        taken=sum(parts),
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
    """Where an event's money is now, in one currency.

    Attributes:
        sold: taken at the desk. `refunded`: given back there, as a positive number.
        house: added money and overlay.
        fee, staff: kept by the room and for the staff, withheld money included.
        bounties_paid, bounties_open: bounties already won; bounties and envelopes still to be won.
        prizes_paid, prizes_open: paid out; won or still to be won, and not paid.
        apart: buy-ins kept apart (`Pool.apart`).
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
        """Return money in less money out: 0 to the cent at every moment, or something is wrong."""
        kept = self.fee + self.staff
        bounties, prizes = self.bounties_paid + self.bounties_open, self.prizes_paid + self.prizes_open
        return self.sold + self.house - self.refunded - self.apart - kept - bounties - prizes
