"""Prices and prizes of a simulated event as a room might set them up, drawn from its seed. Pure."""

from dataclasses import dataclass, field
from random import Random
from typing import Any

# Total price of an entry, and the part of it that is not in the pool; minor units.
PRICE, FEE, STAFF = 10_000, 1_000, 500
_BOUNTIES = {"none": 0, "fixed": 500, "progressive": 2_000}
# With a mode of bounties; lists of names may be drawn for money, envelopes, or for neither.
_IN_MODE = {"bounty": ("fixed", "progressive"), "mystery_bounty": ("none", "mystery")}
_VALUES = {**_BOUNTIES, "mystery": 1_000}
_NOTES = (1, 100, 500, 1_000)


@dataclass(frozen=True, slots=True)
class Terms:
    """Prices and promises of an event. Amounts in minor units.

    Attributes:
        seed: for further draws about its money.
        pool, bounty: parts of the price.
        payout: arguments of `payout.set`.
        deal_among: number of players who make a deal; 0: no deal.
    """

    seed: int
    pool: int
    bounty: int
    payout: dict[str, Any] = field(default_factory=dict)
    deal_among: int = 0


def terms_for(seed: int, players: int, mode: str = "") -> Terms:
    """Return prices and promises for a number of first entries; reproducible by seed."""
    dice = Random(f"terms {seed}")  # noqa: S311 - plausible evenings, no secrets
    bounties = dice.choices(list(_BOUNTIES), (5, 3, 2))[0]
    if mode in _IN_MODE:
        bounties = _IN_MODE[mode][seed % 2]
    bounty = _VALUES[bounties]
    pool = PRICE - FEE - STAFF - bounty
    payout: dict[str, Any] = {
        "bounties": bounties,
        "bounty_cash": dice.choice((5_000, 5_000, 3_333)) if bounties == "progressive" else 10_000,
        "note": dice.choice(_NOTES),
        "counting": dice.choice(("best", "best", "each")),
    }
    if dice.random() < 0.6:
        payout |= {"method": "table", "table": dice.choice(("club", "flat_15", "steep_10"))}
    else:
        payout |= {
            "method": "formula",
            "percent": dice.choice((1_000, 1_200, 1_500)),
            "ratio": dice.randint(130, 200),
            "minimum": dice.choice((100, 150, 200)),
            "tiered": dice.random() < 0.5,
        }
    expected = pool * players
    if dice.random() < 0.35:
        # Often more comes in than is guaranteed.
        payout["guarantee"] = max(1, round(expected * dice.uniform(0.7, 1.5) / 100_000)) * 100_000
    if dice.random() < 0.25:
        payout |= {"added": dice.randint(1, 20) * 5_000, "added_counts": dice.random() < 0.5}
    if dice.random() < 0.3:
        payout["staff_percent"] = 300
    if dice.random() < 0.2:
        payout |= {"tax_percent": 1_000, "tax_above": 10 * PRICE}
    return Terms(seed, pool, bounty, payout, dice.randint(2, 6) if dice.random() < 0.4 else 0)
