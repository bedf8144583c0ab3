"""What the chips and the money of a cash table must add up to, and when time is collected. Pure.

Amounts are minor units, times integer milliseconds.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

MINUTE = 60_000


@dataclass(frozen=True, slots=True)
class TableTotals:
    """Sums of a cash table since it was opened.

    Attributes:
        float_, fills, credits: chips that came to the tray at opening and later, and went back.
        sold: chips sold at the table out of the tray, for cash or by card.
        brought: all chips that players brought to their seats, those sold at the table included.
        taken: chips that players took away from their seats.
        time: time collected from the players' chips; `rake`, `jackpot`: taken from the pots.
    """

    float_: int = 0
    fills: int = 0
    credits: int = 0
    sold: int = 0
    brought: int = 0
    taken: int = 0
    time: int = 0
    rake: int = 0
    jackpot: int = 0

    @property
    def tray(self) -> int:
        """Return what must be in the tray."""
        return self.float_ + self.fills - self.credits - self.sold

    @property
    def on_table(self) -> int:
        """Return what the players must have in front of them."""
        return self.brought - self.taken - self.time - self.rake - self.jackpot

    @property
    def box(self) -> int:
        """Return what must be in the drop box: what the house took."""
        return self.time + self.rake + self.jackpot


def totals_of(stakes: Iterable[tuple[str, str, int]], money: Mapping[str, int]) -> TableTotals:
    """Add up a table.

    Args:
        stakes: kind, source and amount of each `StakeMove`; negative amounts left the seat.
        money: sum of `TableMoney` by kind: confirmed fills and credits only.
    """
    brought = taken = sold = time = 0
    for kind, source, amount in stakes:
        if kind == "time":
            time -= amount
        elif amount >= 0:
            brought += amount
            sold += amount if source in ("cash", "card") else 0
        else:
            taken -= amount
    return TableTotals(
        float_=money.get("float", 0),
        fills=money.get("fill", 0),
        credits=money.get("credit", 0),
        sold=sold,
        brought=brought,
        taken=taken,
        time=time,
        rake=money.get("rake", 0),
        jackpot=money.get("jackpot", 0),
    )


def period_at(opened: int, now: int, minutes: int) -> int:
    """Return the period of time collection that runs at a time: 0 from the opening on, 1 after `minutes` …"""
    return max(0, now - opened) // (minutes * MINUTE)


def period_begins(opened: int, period: int, minutes: int) -> int:
    """Return the time at which a period of time collection begins."""
    return opened + period * minutes * MINUTE


def comps_earned(visits: Iterable[tuple[int, int]]) -> int:
    """Return the comps that a player earned, in minor units, begun hours in proportion and rounded down at the end.

    Args:
        visits: milliseconds played and comps per hour of each visit.
    """
    return sum(played * per_hour for played, per_hour in visits) // (60 * MINUTE)
