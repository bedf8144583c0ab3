"""Pearson's chi-square test, for fair draws."""

from collections.abc import Collection, Hashable, Iterable, Mapping
from typing import TypeVar

T = TypeVar("T", bound=Hashable)

# Standard normal quantile of 1e-7: a fair draw exceeds the bound once in ten million, so a test with a dozen
# such comparisons fails less than once in a million.
_Z = 5.1993


def bound(freedom: int) -> float:
    """Return the chi-square value that is exceeded with probability 1e-7 (Wilson and Hilferty)."""
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + _Z * part**0.5) ** 3)


def chi_square(counts: Mapping[T, int], outcomes: Collection[T]) -> float:
    """Measure the deviation from equally likely outcomes; an unexpected outcome gives infinity."""
    if set(counts) - set(outcomes):
        return float("inf")
    expected = sum(counts.values()) / len(outcomes)
    return sum((counts.get(one, 0) - expected) ** 2 / expected for one in outcomes)


def is_fair(counts: Mapping[T, int], outcomes: Iterable[T]) -> bool:
    """Check that the counts fit equally likely outcomes. Expects at least five of each."""
    known = set(outcomes)
    assert sum(counts.values()) >= 5 * len(known), "too few draws"
    return chi_square(counts, known) <= bound(len(known) - 1)
