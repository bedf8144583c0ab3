"""Blinds and antes that can be paid with a chip set, and when a chip has had its time. Pure."""

from collections.abc import Sequence
from functools import lru_cache
from math import gcd

from clock.rules.structure import Level

# Small blinds as people know them, by their leading digits.
USUAL = (10, 12, 15, 20, 25, 30, 40, 50, 60, 80)
# An amount that needs a chip of less than a 25th of it takes too many pieces.
_MOST_PIECES = 25
# Denominations from which a usual set is made.
_DENOMINATIONS = (
    1,
    5,
    25,
    100,
    500,
    1_000,
    5_000,
    25_000,
    100_000,
    500_000,
    1_000_000,
    5_000_000,
    25_000_000,
)
# The smallest denomination, by the starting stack from which it is usual.
_SMALLEST = ((400_000, 1_000), (40_000, 100), (5_000, 25), (500, 5), (0, 1))


def usual_chips(stack: int, in_play: int) -> tuple[int, ...]:
    """Return the denominations of a usual chip set for a starting stack, the smallest first.

    Args:
        stack: chips of one entry.
        in_play: all chips, which the largest denomination should carry.
    """
    usual = next(value for least, value in _SMALLEST if stack >= least)
    # A stack of 1,510 needs a chip of 5, whatever is usual.
    smallest = max(value for value in _DENOMINATIONS if value <= usual and stack % value == 0)
    return tuple(value for value in _DENOMINATIONS if smallest <= value <= max(in_play // 40, smallest * 20))


def smallest_needed(amounts: Sequence[int], chips: Sequence[int]) -> int:
    """Return the largest denomination with which all amounts can be paid if the smaller ones are gone; 0 if none."""
    return max(
        (value for value in chips if all(amount % _unit(value, chips) == 0 for amount in amounts)), default=0
    )


def _unit(value: int, chips: Sequence[int]) -> int:
    """Return the unit in which the chips from `value` up can pay."""
    return gcd(*(chip for chip in chips if chip >= value))


def is_payable(amount: int, chips: Sequence[int]) -> bool:
    """Return whether an amount can be paid without many pieces of a small chip."""
    needed = smallest_needed((amount,), chips)
    return needed > 0 and amount <= needed * _MOST_PIECES


@lru_cache(maxsize=64)
def small_blinds(chips: tuple[int, ...], most: int) -> tuple[int, ...]:
    """Return all small blinds with two leading digits that can be paid (so can their double), in order."""
    found = set()
    for value in chips:
        if value <= most and is_payable(value, chips):
            found.add(value)
    power = 1
    while power <= most:
        for digits in range(10, 100):
            amount = digits * power // 10
            if digits * power % 10 == 0 and amount <= most and is_payable(amount, chips):
                found.add(amount)
        power *= 10
    return tuple(sorted(found))


def is_usual(small_blind: int) -> bool:
    """Return whether people know this small blind: 25, 50, 75, 100, 150, 200 …"""
    text = str(small_blind)
    lead = int((text + "0")[:2])
    return small_blind == 75 or (lead in USUAL and int(text[2:] or 0) == 0)


def ante_of(big_blind: int, chips: Sequence[int]) -> int:
    """Return the ante of each player at this big blind: about an eighth of it; 0 if no chip is small enough."""
    wanted = big_blind / 8
    units = [value for value in chips if value <= big_blind / 5]
    possible = {
        amount
        for value in units
        for times in range(1, 10)
        if big_blind / 14 <= (amount := value * times) <= big_blind / 4 and is_payable(amount, chips)
    }
    return min(possible, key=lambda amount: (abs(amount - wanted), amount), default=0)


def with_colour_ups(levels: Sequence[Level], chips: Sequence[int]) -> list[tuple[int, ...]]:
    """Return for each row the denominations that leave play when it is over.

    A chip leaves in the first break after which no blind and no ante needs it.

    Args:
        chips: denominations, the smallest first.
    """
    removed: list[tuple[int, ...]] = []
    gone: set[int] = set()
    for row, level in enumerate(levels):
        leaving: tuple[int, ...] = ()
        later = [
            amount
            for one in levels[row + 1 :]
            for amount in (one.small_blind, one.big_blind, one.ante)
            if amount
        ]
        if level.kind == "break" and later:
            needed = smallest_needed(later, chips)
            leaving = tuple(value for value in chips if value < needed and value not in gone)
            gone.update(leaving)
        removed.append(leaving)
    return removed
