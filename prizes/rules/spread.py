"""Spread a pool over its places: in round notes, within bounds, without losing a cent. Pure.

A place gets its weight times one factor, rounded down to whole notes and kept within the place's bounds. The
factor is the largest that the pool can pay. The remainder goes note by note from the first place down, to all places
of equal weight or to none of them, as long as no place rises above the one before; cents below a whole note
go to the first place that has room. So no place ever pays more than the one before it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

_FINE = 10**12
"""Precision of the factor, as a part of a unit."""


@dataclass(slots=True)
class _Run:
    """Places with the same weight and bounds.

    Attributes:
        start, size: index of the first one, and how many.
        low, high: bounds of each, in minor units; high is None without a limit.
        each: amount of each.
    """

    start: int
    size: int
    weight: int
    low: int
    high: int | None
    each: int = 0


def spread(
    total: int,
    weights: Sequence[int],
    *,
    note: int = 1,
    lows: Sequence[int] | None = None,
    highs: Sequence[int | None] | None = None,
) -> tuple[list[int], int]:
    """Spread money over places.

    Args:
        total: in minor units, at least the sum of `lows`.
        weights: positive, one for each place, the first place first, none above the one before.
        note: smallest unit in which prizes are paid, in minor units.
        lows: minimum of each place, none above the one before; None: no minimum.
        highs: maximum of each place, none above the one before; None: no maximum.

    Returns:
        The amount of each place, never rising, and the rest that no place has room for: 0 unless the first
        place has a maximum, or there is no place.

    Raises:
        ValueError: the total is below the sum of the minimums.
    """
    if not weights:
        return [], total
    runs = _runs(weights, lows, highs)
    if sum(run.low * run.size for run in runs) > total:
        raise ValueError("The bounds ask for more than there is.")
    _fill(runs, total, note)
    left = total - sum(run.each * run.size for run in runs)
    left = _hand_out(runs, left, note)
    amounts = [run.each for run in runs for _place in range(run.size)]
    for place, amount in enumerate(amounts):
        if not left:
            break
        bounds = [highs[place] if highs is not None else None, amounts[place - 1] if place else None]
        more = min([left, *[bound - amount for bound in bounds if bound is not None]])
        amounts[place] += more
        left -= more
    return amounts, left


def _runs(
    weights: Sequence[int], lows: Sequence[int] | None, highs: Sequence[int | None] | None
) -> list[_Run]:
    runs: list[_Run] = []
    for place, weight in enumerate(weights):
        low = lows[place] if lows is not None else 0
        high = highs[place] if highs is not None else None
        last = runs[-1] if runs else None
        if last is not None and (last.weight, last.low, last.high) == (weight, low, high):
            last.size += 1
        else:
            runs.append(_Run(place, 1, weight, low, high))
    return runs


def _fill(runs: list[_Run], total: int, note: int) -> None:
    """Give each place its weight times the largest factor that the total can pay."""

    def amount(run: _Run, factor: int) -> int:
        round_amount = max(run.low, factor * run.weight // _FINE // note * note)
        return round_amount if run.high is None else min(round_amount, run.high)

    lowest, highest = 0, (total + 1) * _FINE // min(run.weight for run in runs) + 1
    while lowest < highest:
        factor = (lowest + highest + 1) // 2
        if sum(amount(run, factor) * run.size for run in runs) <= total:
            lowest = factor
        else:
            highest = factor - 1
    for run in runs:
        run.each = amount(run, lowest)


def _hand_out(runs: list[_Run], left: int, note: int) -> int:
    """Distribute whole notes from the first place down, repeatedly; return the rest."""
    given = True
    while left >= note and given:
        given = False
        for place, run in enumerate(runs):
            above = runs[place - 1].each if place else None
            bounds = [bound for bound in (run.high, above) if bound is not None]
            fits = all(run.each + note <= bound for bound in bounds)
            if fits and run.size * note <= left:
                run.each += note
                left -= run.size * note
                given = True
    return left
