"""What chips are worth: the Independent Chip Model (Malmuth–Harville). Pure.

A player with a share p of all chips wins with probability p; the places behind go to the others in the same way. Chips
that behave so are exponential clocks: let each player's ring after a random time of rate p, and the order in which
they ring is the order of the places. At the time t player i rings, whether another clock j has rung by then is
independent of all others, with probability 1 − exp(−p_j·t). So the value of i's chips is one integral,

    ∫ p_i·exp(−p_i·t) · Σ_k prize(k+1) · P(exactly k of the others have rung by t) dt,

instead of a sum over all 2^n sets of players. With t = exp(x) its integrand is analytic in a strip around the real
line, where the trapezoidal rule converges exponentially, with a bound that is known beforehand (Trefethen and Weideman,
"The exponentially convergent trapezoidal rule", SIAM Review 56, 2014, theorem 5.1).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, exp, expm1, fsum, log, pi
from operator import mul

EXACT_MOST = 20
"""Players up to whom values are computed to the last bit a float has."""
MOST = 100
"""More are refused: nobody makes a deal of so many, and it would take seconds."""
_FINE, _COARSE = 36.0, 25.0
"""Errors aimed at, as −log of their part of the first prize: 2e-16 and 1e-11."""


@dataclass(frozen=True, slots=True)
class Values:
    """What each player's chips are worth.

    Attributes:
        values: in minor units, in the order of the stacks, before any rounding.
        error: no value is further than this from the model's, in minor units.
    """

    values: tuple[float, ...]
    error: float


def icm_values(stacks: Sequence[int], prizes: Sequence[int]) -> Values:
    """Return the value of each stack by the Independent Chip Model.

    Players without chips share evenly the places behind all others. Equal stacks have equal values, and the
    order of the players makes no difference.

    Args:
        stacks: chips, none negative, at least one positive, at most `MOST` of them positive.
        prizes: in minor units, one for each player, the first place's first, none above the one before.
    """
    chips = sorted(stack for stack in stacks if stack)
    rest = prizes[len(chips) :]
    without = fsum(rest) / len(rest) if rest else 0.0
    values, error = _integral(chips, list(prizes[: len(chips)]))
    # Computed in different places of the same sums, equal stacks could differ in the last bit.
    worth: dict[int, list[float]] = {}
    for stack, value in zip(chips, values, strict=True):
        worth.setdefault(stack, []).append(value)
    of = {stack: fsum(found) / len(found) for stack, found in worth.items()}
    return Values(tuple(of[stack] if stack else without for stack in stacks), error)


def _integral(chips: list[int], prizes: list[int]) -> tuple[list[float], float]:
    count, total = len(chips), sum(chips)
    if count == 1 or prizes[0] == prizes[-1]:
        return [float(prizes[0])] * count, 0.0
    # The lowest prize goes to everybody, so it needs no integral.
    least = prizes[-1]
    paid = [float(prize - least) for prize in prizes if prize > least]
    rates = [stack / total for stack in chips]
    depth = _FINE if count <= EXACT_MOST else _COARSE
    step, bound = _step(count, depth)
    lowest, highest = -depth, log(depth / rates[0])
    nodes = int((highest - lowest) / step) + 2
    found = [0.0] * count
    for node in range(nodes):
        time = exp(lowest + node * step)
        silent = [exp(-rate * time) for rate in rates]
        rung = [-expm1(-rate * time) for rate in rates]
        for place, money in enumerate(_money(silent, rung, paid)):
            found[place] += rates[place] * time * silent[place] * money
    # The tails beyond both ends hold less than exp(−depth) each. Only positive floats are added and multiplied, so bits
    # are lost one by one: in the sum over the nodes, in each player's factors, and in the times themselves.
    bits = (nodes + 60 * count + 200) * 2.0**-53
    error = paid[0] * (bound + 2 * exp(-depth) + bits) + prizes[0] * 2.0**-53
    return [least + value * step for value in found], error


def _money(silent: list[float], rung: list[float], paid: list[float]) -> list[float]:
    """Return what each player gets on average who rings now: the prize behind those who have rung already.

    A sum over the others' states, for all players at once: forwards the probabilities that so many of the
    players before have rung, backwards the money that is to be had then.
    """
    before = [[1.0]]
    for quiet, loud in zip(silent[:-1], rung[:-1], strict=True):
        last = before[-1]
        line = [quiet * one + loud * less for one, less in zip([*last, 0.0], [0.0, *last], strict=True)]
        # So many ahead, and no prize is left.
        before.append(line[: len(paid)])
    found = [0.0] * len(silent)
    money = paid
    for place in range(len(silent) - 1, -1, -1):
        found[place] = sum(map(mul, before[place], money))
        quiet, loud = silent[place], rung[place]
        money = [quiet * one + loud * other for one, other in zip(money, [*money[1:], 0.0], strict=True)]
    return found


def _step(count: int, depth: float) -> tuple[float, float]:
    """Return the widest step that keeps the rule's error below exp(−depth) of the first prize, and that
    bound.

    At a height a in the strip neither factor of a player is above 1 / cos(a), so the integrand's integral is
    below cos(a)^−n there, and the rule's error below 2·cos(a)^−n / (exp(2πa / step) − 1).
    """
    best, step = 0.0, 0.0
    for hundredth in range(5, 155):
        height = hundredth / 100
        growth = -count * log(cos(height))
        wide = 2 * pi * height / (depth + log(2) + growth)
        if wide > step:
            best, step = height, wide
    return step, 2 * cos(best) ** -count / expm1(2 * pi * best / step)
