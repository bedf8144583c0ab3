"""Prize curves: a smooth curve from the director's parameters. Pure.

The prizes are p1 ≥ p2 ≥ …, and each step down is a ratio: p1 / p2 is asked for, and the step behind place i is that
ratio to the power of i^−b. With b = 0 all steps are alike; the larger b, the sooner the curve is flat. The smallest b
is taken with which the last place gets the minimum prize.
"""

from collections.abc import Sequence
from itertools import accumulate
from math import exp, fsum, log

from prizes.rules.refusals import CannotPay
from prizes.rules.refusals import gettext_noop as _

_FLATTEST = 8.0
_HALVINGS = 40
_UNIT = 10**12
"""Integer weight of the first place."""


def places_paid(entries: int, percent: int, *, rounded: str = "up") -> int:
    """Return the number of places paid, as a part of the field (WSOP: 15 % of entries, rounded up). At least one, at
    most all.

    Args:
        entries: how many entered, at least one.
        percent: of the entries, in hundredths: 1500 is 15 %.
        rounded: "up" or "down".
    """
    whole = -(-entries * percent // 10_000) if rounded == "up" else entries * percent // 10_000
    return min(max(1, whole), entries)


def smooth(pool: int, places: int, ratio: float, minimum: int) -> list[int]:
    """Return weights of the places on a smooth curve, the first place first; only their ratios count.

    Args:
        pool: prize money in minor units.
        places: number of places paid, at least one.
        ratio: first prize to second, at least 1. It is reduced if the pool is too small for it and the minimum.
        minimum: the lowest prize, in minor units. If equal steps leave the last place more, it gets more.

    Raises:
        CannotPay: the ratio is below 1 or above 100 (`bad_ratio`), or the pool is too small (`pool_too_small`).
    """
    if not 1 <= ratio <= 100:
        raise CannotPay("bad_ratio", _("The first prize must be 1 to 100 times the second."))
    if places * minimum > pool:
        message = _("With this minimum prize, the pool pays for fewer places. At most: %(places)s.")
        raise CannotPay("pool_too_small", message, {"places": pool // minimum})

    def enough(line: Sequence[float]) -> bool:
        return pool * line[-1] >= minimum * fsum(line)

    line = _line(places, ratio, 0.0)
    if not enough(line):
        low, high = 0.0, _FLATTEST
        line = _line(places, ratio, high)
        if not enough(line):
            # All get the minimum, and the first place gets the rest.
            first = pool - (places - 1) * minimum
            line = [1.0, *[minimum / first] * (places - 1)]
            high = low
        for _halving in range(_HALVINGS if high > low else 0):
            middle = (low + high) / 2
            tried = _line(places, ratio, middle)
            if enough(tried):
                high, line = middle, tried
            else:
                low = middle
    return [max(1, round(height * _UNIT)) for height in line]


def _line(places: int, ratio: float, flatness: float) -> list[float]:
    """Return heights of the places, the first place's 1."""
    step = log(ratio)
    downs = accumulate((place**-flatness for place in range(1, places)), initial=0.0)
    return [exp(-step * down) for down in downs]


def tiers(places: int) -> list[int]:
    """Return the first places of tiers with equal prizes: places 1 to 9 alone, then tiers of three, of nine, and
    larger.

    Returns:
        The first place of each tier: 1, …, 9, 10, 13, 16, 19, 28, 37, 46, 55, 73, ….
    """
    first, width, found = 1, 1, []
    while first <= places:
        found.append(first)
        first += width
        if first == 10:
            width = 3
        elif first == 19:
            width = 9
        elif first >= 55 and first >= 6 * width:
            # From here a tier is about a quarter as long as all places above it.
            width = (first - 1) // 36 * 9
    return found


def in_tiers(weights: Sequence[int]) -> list[int]:
    """Replace the weights of each tier by their mean."""
    starts = tiers(len(weights))
    found: list[int] = []
    for start, end in zip(starts, [*[start - 1 for start in starts[1:]], len(weights)], strict=True):
        found += [sum(weights[start - 1 : end]) // (end - start + 1)] * (end - start + 1)
    return found
