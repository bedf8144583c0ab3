"""Notes and coins of a currency, for counting a drawer. Pure.

Sources: European Central Bank (euro notes and coins), Swiss National Bank (tenth series and coins), Bank of
England and Royal Mint, United States Federal Reserve and Mint: values in circulation.
"""

from collections.abc import Iterable

# In minor units, the largest first. For currencies not listed, only the total is counted.
_VALUES: dict[str, tuple[int, ...]] = {
    "EUR": (50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1),
    "CHF": (100_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5),
    "GBP": (5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1),
    "USD": (10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 25, 10, 5, 1),
}


def denominations_of(currency: str) -> tuple[int, ...]:
    """Return the values of a currency's notes and coins in minor units, the largest first; () if unknown."""
    return _VALUES.get(currency, ())


def total_of(counts: Iterable[tuple[int, int]]) -> int:
    """Return the sum in minor units of counts, each a value and its number."""
    return sum(value * quantity for value, quantity in counts)
