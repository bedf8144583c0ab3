"""Pearson's chi-square, for draws that must be fair."""

from collections.abc import Collection, Hashable, Iterable, Mapping
from typing import TypeVar

T = TypeVar("T", bound=Hashable)

# Standard normal quantile of 1e-7: a fair draw exceeds the bound once in ten million, so a test made of a dozen
# such comparisons fails less than once in a million.
_Z = 5.1993


def bound(freedom: int) -> float:
    """What chi-square with so many degrees of freedom exceeds with probability 1e-7 (Wilson and Hilferty)."""
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + _Z * part**0.5) ** 3)


def chi_square(counts: Mapping[T, int], outcomes: Collection[T]) -> float:
    """How far counts are from all outcomes being equally likely; what is no outcome at all is infinitely far."""
    if set(counts) - set(outcomes):
        return float("inf")
    expected = sum(counts.values()) / len(outcomes)
    return sum((counts.get(one, 0) - expected) ** 2 / expected for one in outcomes)


def is_fair(counts: Mapping[T, int], outcomes: Iterable[T]) -> bool:
    """Whether counts go with all outcomes being equally likely. At least five of each are expected."""
    known = set(outcomes)
    assert sum(counts.values()) >= 5 * len(known), "too few draws to tell"
    return chi_square(counts, known) <= bound(len(known) - 1)
